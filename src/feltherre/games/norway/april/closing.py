"""The phases of the nine-April round and its end: telegraph line, mobilisation, reinforcements, hands (7.3, 7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.april.actions import Mobilise
from feltherre.games.norway.april.steps import (
    AprilDrops,
    AprilExchange,
    AprilInterceptions,
    AprilOver,
    AprilPhase,
    ChooseCards,
    DeployNorway,
    DeployShips,
    DrawShips,
    Landings,
    MisleadingManoeuvre,
    Mobilisation,
    Raiding,
    Reconnaissance,
    Redeployment,
    Telegraph,
)
from feltherre.games.norway.hands import country_name, draw_to_limit, lose_from_deck
from feltherre.games.norway.procedures.nine_april import mobilisation_of_points, mobilises
from feltherre.games.norway.reinforcement import hunters
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import change, sea_of, take_out
from feltherre.games.norway.sea.steps import SeaCombat
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import (
    ALLIES,
    COUNTRIES,
    GERMANY,
    NORWAY,
    ROLES,
    NorwayState,
    at,
    bring_on,
)
from feltherre.games.norway.steps import ChooseBattle, ConvoyAnswer, Exchange, Turn
from feltherre.games.norway.victory import check_destruction

EGERSUND = board.INDEX["egersund"]

#: the steps of each phase in the order of the book; after the land battles of phase 2 phase 3 follows (R61)
PHASES: dict[int, tuple[Step, ...]] = {
    0: (
        ChooseCards(),
        DrawShips(),
        DeployNorway(),
        DeployShips(GERMANY),
        Reconnaissance(),
        DeployShips(ALLIES),
        MisleadingManoeuvre(),
        Redeployment(),
        AprilPhase(1),
    ),
    1: (AprilInterceptions(), AprilDrops(), AprilPhase(2)),
    2: (SeaCombat(), Raiding(), Landings(), ChooseBattle()),
    3: (
        Telegraph(),
        Mobilisation(),
        AprilExchange(GERMANY),
        AprilExchange(NORWAY),
        AprilExchange(ALLIES),
        Telegraph(),
        AprilPhase(4),
    ),
    4: (AprilOver(),),
}


class AprilPhaseRules(StepRules[NorwayState, AprilPhase]):
    @rule("7-1", "7.1-2", "7.2a-1", "7.2b-1")
    def proceed(self, table: Table[NorwayState], step: AprilPhase) -> None:
        """All players act in the same round, phase by phase; Germany counts as the attacker (7-1, 7.2b-1)."""
        state = table.state
        state.phase = step.phase
        state.country = GERMANY
        table.tell(say(f"norway.event.april-phase.{step.phase}"), "7-1")
        table.push(*PHASES[step.phase])
        if step.phase == 3:
            remove_decoys(table)


@rule("6.1-decoy", "7.4-3")
def remove_decoys(table: Table[NorwayState]) -> None:
    """The remaining decoys leave when control of sea areas begins to matter (6.1-decoy, 7.4-3, R54, R72)."""
    places = sea_of(table.state).place
    left = [ship for ship in sorted(ships.DECOYS) if places[ship] != ships.REMOVED]
    if left:
        take_out(table, left, ships.REMOVED)
        seas = tuple(board.SEAS[place] for place in sorted({places[ship] for ship in left} & set(ships.SEAS)))
        table.tell(say("norway.event.decoys-gone", n=len(left)), "6.1-decoy", seas)


# 7.3


class TelegraphRules(StepRules[NorwayState, Telegraph]):
    @rule("5.1-telegraph")
    def proceed(self, table: Table[NorwayState], step: Telegraph) -> None:
        """If Germany holds Egersund at the end of phase 2 or 3 the Allies lose one card, once (5.1-telegraph, R51)."""
        state = table.state
        if at(state, GERMANY, EGERSUND) and not sea_of(state).telegraph_cut:
            change(state, telegraph_cut=True)
            table.tell(say("norway.event.telegraph"), "5.1-telegraph", (board.AREAS[EGERSUND],))
            lose_from_deck(table, ALLIES, 1, "5.1-telegraph")


class MobilisationRules(StepRules[NorwayState, Mobilisation]):
    asks = True

    @rule("7.3-mob-2")
    def decisions(self, state: NorwayState, step: Mobilisation) -> Sequence[Decision[Any]]:
        """Norway chooses which of the free points mobilise, at most one battalion on each (7.3-mob-2)."""
        points = free_points(state)
        number = mobilisation_of_points(len(points))
        if not number:
            return ()
        role = ROLES[NORWAY]
        prompt = say("norway.prompt.mobilise", n=number)
        waiting = say("norway.wait.mobilise", country=country_name(NORWAY))
        return (Decision(decision_id(state, role), role, prompt, "7.3-mob-2", PointsSpace(points, number), waiting),)

    def proceed(self, table: Table[NorwayState], step: Mobilisation) -> None:
        self.answer(table, step, ROLES[NORWAY], Mobilise(()))

    @rule("7.3-mob-1", "7.3-mob-2")
    def answer(self, table: Table[NorwayState], step: Mobilisation, role: str, action: Mobilise) -> None:
        """One battalion in each point city that has not mobilised and holds no Germans, and one for every second free
        mobilisation point (7.3-mob-1, 7.3-mob-2, R50)."""
        state = table.state
        cities = [
            city for city in board.POINT_CITY if mobilises(city in sea_of(state).mobilised, at(state, GERMANY, city))
        ]
        for area in (*cities, *(board.INDEX[point] for point in action.areas)):
            bring_on(state, NORWAY, area, 1)
        if cities:
            text = say("norway.event.cities-mobilise", areas=[area_name(city) for city in cities])
            table.tell(text, "7.3-mob-1", tuple(board.AREAS[city] for city in cities))
        if action.areas:
            text = say("norway.event.points-mobilise", areas=[area_label(point) for point in action.areas])
            table.tell(text, "7.3-mob-2", action.areas)


@rule("7.3-mob-2")
def free_points(state: NorwayState) -> list[int]:
    """Mobilisation points without Germans after the land battles (7.3-mob-2)."""
    return [point for point in board.MOBILISATION if not at(state, GERMANY, point)]


class PointsSpace(Space[Mobilise]):
    """So many different ones of the free mobilisation points, in the order of the board."""

    kinds = (Mobilise,)

    def __init__(self, points: Sequence[int], number: int) -> None:
        self.points = [board.AREAS[point] for point in points]
        self.number = number

    def options(self, partial: Partial) -> Sequence[Part]:
        wanting = self.number - len(partial)
        after = self.points.index(str(partial[-1])) + 1 if partial else 0
        return self.points[after : len(self.points) - wanting + 1] if wanting else ()

    def build(self, partial: Partial) -> Mobilise:
        return Mobilise(tuple(str(part) for part in partial))

    def parts(self, action: Mobilise) -> Partial:
        board.check_ids(action.areas)
        return tuple(sorted(action.areas, key=board.INDEX.__getitem__))

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.why_incomplete(partial)

    def why_incomplete(self, partial: Partial) -> Illegal:
        return Illegal(say("norway.illegal.mobilise", n=self.number), "7.3-mob-2")

    def label(self, partial: Partial, part: Part) -> Text:
        return area_label(str(part))


class AprilExchangeRules(StepRules[NorwayState, AprilExchange]):
    @rule("7.3-reinf-1", "7.3-cards", "6.2-3")
    def proceed(self, table: Table[NorwayState], step: AprilExchange) -> None:
        """Nine-April cards that are left are exchanged as in an ordinary turn: Germany, Norway, the Allies
        (7.3-reinf-1)."""
        state = table.state
        state.country = step.country
        state.placed.clear()
        table.push(Exchange(), *(ConvoyAnswer(country) for country in hunters(state)))


# 7.4


class AprilOverRules(StepRules[NorwayState, AprilOver]):
    @rule("7.4-1", "7.4-2", "7.4-3", "6.2-1")
    def proceed(self, table: Table[NorwayState], step: AprilOver) -> None:
        """Nine-April cards leave the game, everybody draws a hand, and Germany begins the first ordinary turn
        (7.4-1, 7.4-2, 7.4-3)."""
        state = table.state
        for card in range(cards.TYPE_COUNT, cards.ALL_COUNT):
            state.hand[card] = state.deck[card] = state.used[card] = 0
        state.hand_size[:] = [0] * len(COUNTRIES)
        state.known.clear()
        state.placed.clear()
        state.round = 1
        state.used_this_turn = 0
        change(state, landed=(), sailors=())
        table.tell(say("norway.event.april-over"), "7.4-1")
        table.push(Turn(GERMANY))
        for country in range(len(COUNTRIES)):
            draw_to_limit(table, country)
        check_destruction(table)


STEPS: dict[type[Step], Any] = {
    AprilPhase: AprilPhaseRules(),
    Telegraph: TelegraphRules(),
    Mobilisation: MobilisationRules(),
    AprilExchange: AprilExchangeRules(),
    AprilOver: AprilOverRules(),
}
