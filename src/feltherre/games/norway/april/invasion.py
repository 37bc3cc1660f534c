"""Interception, paratroops, raiding and rescued crews of the nine-April round (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Divert, Pass
from feltherre.games.norway.april.actions import Raid, RescueSailors
from feltherre.games.norway.april.steps import (
    AprilDropAnswer,
    AprilDrops,
    AprilInterceptions,
    EvacuatedSailors,
    Raiding,
)
from feltherre.games.norway.april.windows import play_window
from feltherre.games.norway.hands import card_name, country_name, lose_from_deck, use
from feltherre.games.norway.marches import enter, tell_card
from feltherre.games.norway.movement_air import drop_space, not_beside, tell_diverted
from feltherre.games.norway.procedures.nine_april import raid_cost
from feltherre.games.norway.procedures.ships import RAIDING_SEAS
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import change, enemy_ships, put, sea_of, ships_at, turn_up
from feltherre.games.norway.sea.spaces import ships_space
from feltherre.games.norway.sea.steps import Interceptions
from feltherre.games.norway.spaces import AreaSpace, area_name, kind_name
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, NOWHERE, ROLES, NorwayState

PARATROOPS = cards.INDEX["apr-ger-paratroops"]
FIGHTER = cards.INDEX["apr-nor-fighter"]
SAILORS_CARD = cards.INDEX["apr-ger-evacuated-sailors"]


class AprilInterceptionsRules(StepRules[NorwayState, AprilInterceptions]):
    @rule("7.1-1")
    def proceed(self, table: Table[NorwayState], step: AprilInterceptions) -> None:
        """Wherever ships of both sides lie, Germany may intercept first and then the Allies (7.1-1, R46)."""
        state = table.state
        areas = [a for a in ships.SEAS if ships_at(state, GERMANY, a) and enemy_ships(state, GERMANY, a)]
        table.push(*(Interceptions(area) for area in areas))


# Paratroops


class AprilDropsRules(StepRules[NorwayState, AprilDrops]):
    asks = True

    @rule("7.1-2")
    def decisions(self, state: NorwayState, step: AprilDrops) -> Sequence[Decision[Any]]:
        """There is no ordinary movement; only Paratroops can be used (7.1-2)."""
        prompt = say("norway.prompt.april-drop", card=card_name(PARATROOPS))
        return play_window(state, GERMANY, PARATROOPS, "drop", drop_space(state), "7.1-2", prompt)

    def proceed(self, table: Table[NorwayState], step: AprilDrops) -> None:
        """Germany cannot hold the card (any more)."""

    @rule("7.1-2")
    def answer(self, table: Table[NorwayState], step: AprilDrops, role: str, action: Any) -> None:
        """One new battalion within air range for each card (7.1-2)."""
        if isinstance(action, Pass):
            return
        area = board.INDEX[action.area]
        use(table, PARATROOPS)
        text = say("norway.event.drops", country=country_name(GERMANY), area=area_name(area))
        table.tell(text, "7.1-2", (action.area,))
        table.push(AprilDropAnswer(area), step)


class AprilDropAnswerRules(StepRules[NorwayState, AprilDropAnswer]):
    asks = True

    @rule("7.1-2", "7.1-fighter")
    def decisions(self, state: NorwayState, step: AprilDropAnswer) -> Sequence[Decision[Any]]:
        """Norway may answer with Fighter (7.1-2, 7.1-fighter)."""
        space = AreaSpace(board.NEIGHBOURS[step.area], Divert, not_beside(step.area, "7.1-fighter"))
        prompt = say("norway.prompt.april-divert", area=area_name(step.area))
        return play_window(state, NORWAY, FIGHTER, "divert", space, "7.1-fighter", prompt)

    def proceed(self, table: Table[NorwayState], step: AprilDropAnswer) -> None:
        enter(table, NOWHERE, step.area, cards.TYPES[PARATROOPS].functions[0].battalions, "air")

    @rule("7.1-fighter")
    def answer(self, table: Table[NorwayState], step: AprilDropAnswer, role: str, action: Any) -> None:
        """The battalion lands in an adjoining area that Norway chooses, also across a fjord (7.1-fighter)."""
        if isinstance(action, Divert):
            use(table, FIGHTER)
            tell_card(table, FIGHTER, "7.1-fighter", step.area)
            tell_diverted(table, NORWAY, step.area, board.INDEX[action.area], "7.1-fighter")
            step = AprilDropAnswer(board.INDEX[action.area])
        self.proceed(table, step)


# 7.2a: the crew of a sunk ship


class EvacuatedSailorsRules(StepRules[NorwayState, EvacuatedSailors]):
    asks = True

    @rule("7.2a-1", "7.2-landing-2")
    def decisions(self, state: NorwayState, step: EvacuatedSailors) -> Sequence[Decision[Any]]:
        """A German ship was sunk on the coast: with Evacuated sailors it still lands a battalion later (7.2a-1).
        Nothing is ever landed from VIII (7.2-landing-2, R73)."""
        if step.area not in ships.COASTAL:
            return ()
        prompt = say("norway.prompt.sailors", card=card_name(SAILORS_CARD), sea=ships.place_name(step.area))
        return play_window(state, GERMANY, SAILORS_CARD, "rescue-sailors", RescueSailors(), "7.2a-1", prompt)

    def proceed(self, table: Table[NorwayState], step: EvacuatedSailors) -> None:
        """Germany cannot hold the card, or the sea area has no coast."""

    @rule("7.2a-1")
    def answer(self, table: Table[NorwayState], step: EvacuatedSailors, role: str, action: Any) -> None:
        """The crew waits off the coast for the landing step (7.2a-1)."""
        if isinstance(action, RescueSailors):
            use(table, SAILORS_CARD)
            change(table.state, sailors=(*sea_of(table.state).sailors, step.area))
            text = say("norway.event.sailors", card=card_name(SAILORS_CARD), sea=ships.place_name(step.area))
            table.tell(text, "7.2a-1", (board.SEAS[step.area],))


# 7.2: raiding


class RaidingRules(StepRules[NorwayState, Raiding]):
    asks = True

    @rule("7.2-raiding-1")
    def decisions(self, state: NorwayState, step: Raiding) -> Sequence[Decision[Any]]:
        """Battleships and heavy cruisers in VI, VII and VIII may raid; Germany is asked whenever cards lie there
        (7.2-raiding-1)."""
        if not any(ships_at(state, GERMANY, area) for area in RAIDING_WATERS):
            return ()
        able = raiders(state)
        refusal = Illegal(say("norway.illegal.raid"), "7.2-raiding-1")
        branches: dict[str, Space[Any]] = {"raid": ships_space(able, Raid, refusal, least=1)} if able else {}
        branches["pass"] = Single(Pass())
        space = OneOf(branches, {Raid: "raid", Pass: "pass"}, lambda kind: refusal, kind_name)
        role = ROLES[GERMANY]
        prompt, waiting = say("norway.prompt.raid"), say("norway.wait.raid", country=country_name(GERMANY))
        return (Decision(decision_id(state, role), role, prompt, "7.2-raiding-1", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: Raiding) -> None:
        """No German ship lies there."""

    @rule("7.2-raiding-1", "7.2-raiding-2", "5.1-raid-box")
    def answer(self, table: Table[NorwayState], step: Raiding, role: str, action: Any) -> None:
        """The ships lie open in the raid box; the Allies lose two cards for a battleship, one for a heavy cruiser
        (7.2-raiding-2, 5.1-raid-box)."""
        if isinstance(action, Pass):
            return
        raiding = tuple(ships.INDEX[ship] for ship in action.ships)
        turn_up(table, raiding)
        for ship in raiding:
            put(table.state, (ship,), ships.RAID_BOX)
        names = [ships.name(ship) for ship in raiding]
        table.tell(say("norway.event.raids", ships=names), "7.2-raiding-1")
        lost = raid_cost(ships.CLASS[ship] for ship in raiding)
        lose_from_deck(table, ALLIES, lost, "7.2-raiding-2")


#: sea areas from which ships may raid
RAIDING_WATERS: tuple[int, ...] = tuple(board.SEA_INDEX[sea] for sea in RAIDING_SEAS)


@rule("7.2-raiding-1")
def raiders(state: NorwayState) -> list[int]:
    """German battleships and heavy cruisers in VI, VII or VIII (7.2-raiding-1)."""
    return sorted(ship for area in RAIDING_WATERS for ship in ships_at(state, GERMANY, area) if ship in ships.RAIDERS)


STEPS: dict[type[Step], Any] = {
    AprilInterceptions: AprilInterceptionsRules(),
    AprilDrops: AprilDropsRules(),
    AprilDropAnswer: AprilDropAnswerRules(),
    EvacuatedSailors: EvacuatedSailorsRules(),
    Raiding: RaidingRules(),
}
