"""Misleading manoeuvre and Redeployment (7.0-cards): what lies is shifted once all ships are deployed (R61)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from feltherre.core.agenda import StepRules
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april.actions import Manoeuvre, Redeploy
from feltherre.games.norway.april.deployment import AROUND_OSLO, FINNMARK, STATIONS
from feltherre.games.norway.april.steps import MisleadingManoeuvre, Redeployment
from feltherre.games.norway.april.windows import play_window
from feltherre.games.norway.hands import card_name, use
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import put, sea_of, ships_at
from feltherre.games.norway.sea.movement import sea_targets, tell_sailing
from feltherre.games.norway.sea.spaces import STOP, check_seas, check_ships, sea_label, ship_label
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import AREAS, GERMANY, NORWAY, NorwayState, add, at, free_of_enemies

MISLEADING_MANOEUVRE = cards.INDEX["apr-ger-misleading-manoeuvre"]
REDEPLOYMENT = cards.INDEX["apr-nor-redeployment"]
#: ships that Misleading manoeuvre moves, battalions that Redeployment moves, at most
MOST_SHIPS = cards.TYPES[MISLEADING_MANOEUVRE].functions[0].ships
MOST_BATTALIONS = cards.TYPES[REDEPLOYMENT].functions[0].battalions


# Misleading manoeuvre


class MisleadingManoeuvreRules(StepRules[NorwayState, MisleadingManoeuvre]):
    asks = True

    @rule("7.0-cards")
    def decisions(self, state: NorwayState, step: MisleadingManoeuvre) -> Sequence[Decision[Any]]:
        """Once the Allies have deployed, Germany may move up to three cards one sea area each (7.0-cards, R61)."""
        space = ManoeuvreSpace(state)
        prompt = say("norway.prompt.manoeuvre", card=card_name(MISLEADING_MANOEUVRE), n=MOST_SHIPS)
        return play_window(state, GERMANY, MISLEADING_MANOEUVRE, "manoeuvre", space, "7.0-cards", prompt)

    def proceed(self, table: Table[NorwayState], step: MisleadingManoeuvre) -> None:
        """Germany cannot hold the card."""

    @rule("7.0-cards")
    def answer(self, table: Table[NorwayState], step: MisleadingManoeuvre, role: str, action: Any) -> None:
        """Everybody sees how many cards go from where to where, nobody which (7.0-cards)."""
        if isinstance(action, Pass):
            return
        use(table, MISLEADING_MANOEUVRE)
        table.tell(say("norway.event.april-card", card=card_name(MISLEADING_MANOEUVRE)), "7.0-cards")
        places = sea_of(table.state).place
        ways: dict[tuple[int, int], list[int]] = {}
        for ship_id, sea in action.stations:
            ship = ships.INDEX[ship_id]
            ways.setdefault((places[ship], board.SEA_INDEX[sea]), []).append(ship)
        for origin, target in in_turn(ways):
            group = sorted(ways[origin, target])
            put(table.state, group, target)
            tell_sailing(table, group, origin, target)


def in_turn(ways: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Moves in such an order that cards leave a sea area before others come there, if that can be: nobody should think
    that a card might have moved twice."""
    left, ordered = sorted(ways), []
    while left:
        clear = [way for way in left if way[1] not in {origin for origin, _ in left}]
        ordered.append((clear or left)[0])
        left.remove(ordered[-1])
    return ordered


class ManoeuvreSpace(Space[Manoeuvre]):
    """Ships in the order of the ship cards, each with the adjoining sea area it goes to."""

    kinds = (Manoeuvre,)

    def __init__(self, state: NorwayState) -> None:
        self.state = state
        self.choice = [ship for area in ships.SEAS for ship in ships_at(state, GERMANY, area)]
        self.choice.sort()

    def options(self, partial: Partial) -> Sequence[Part]:
        if partial and partial[-1] == STOP:
            return ()
        if len(partial) % 2:
            place = sea_of(self.state).place[ships.INDEX[str(partial[-1])]]
            return [board.SEAS[area] for area in sea_targets(GERMANY, place)]
        after = self.choice.index(ships.INDEX[str(partial[-2])]) + 1 if partial else 0
        ahead: list[Part] = [ships.IDS[ship] for ship in self.choice[after:]] if len(partial) < 2 * MOST_SHIPS else []
        return [*ahead, STOP] if partial else ahead

    def build(self, partial: Partial) -> Manoeuvre:
        words = [str(part) for part in partial[:-1]]
        return Manoeuvre(tuple(zip(words[::2], words[1::2], strict=True)))

    def parts(self, action: Manoeuvre) -> Partial:
        chosen = check_ships([ship for ship, _ in action.stations], self._refusal())
        check_seas([sea for _, sea in action.stations])
        to = dict(action.stations)
        return (*(word for ship in chosen for word in (ships.IDS[ship], to[ships.IDS[ship]])), STOP)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self._refusal()

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self._refusal()

    def _refusal(self) -> Illegal:
        return Illegal(say("norway.illegal.manoeuvre", n=MOST_SHIPS), "7.0-cards")

    def label(self, partial: Partial, part: Part) -> Text:
        if part == STOP:
            return say("norway.ships-chosen")
        return sea_label(str(part)) if len(partial) % 2 else ship_label(str(part))


# Redeployment


@rule("7.0-deploy-nor")
def lawful_deployment(areas: Iterable[int]) -> bool:
    """Whether four battalions could have been deployed so: Finnmark, at Oslo, two on mobilisation points
    (7.0-deploy-nor)."""
    left = Counter(areas)
    if not left[FINNMARK]:
        return False
    left[FINNMARK] -= 1
    return any(
        all(area in board.MOBILISATION for area in (left - Counter((at_oslo,))).elements())
        for at_oslo in AROUND_OSLO
        if left[at_oslo]
    )


def deployed(state: NorwayState) -> list[int]:
    return [area for area in range(AREAS) for _ in range(at(state, NORWAY, area))]


class RedeploymentRules(StepRules[NorwayState, Redeployment]):
    asks = True

    @rule("7.0-cards")
    def decisions(self, state: NorwayState, step: Redeployment) -> Sequence[Decision[Any]]:
        """Once all ships lie, Norway may move up to two battalions and its ships (7.0-cards, R61)."""
        prompt = say("norway.prompt.redeploy", card=card_name(REDEPLOYMENT), n=MOST_BATTALIONS)
        return play_window(state, NORWAY, REDEPLOYMENT, "redeploy", RedeploySpace(state), "7.0-cards", prompt)

    def proceed(self, table: Table[NorwayState], step: Redeployment) -> None:
        """Norway cannot hold the card."""

    @rule("7.0-cards", "7.0-deploy-nor")
    def answer(self, table: Table[NorwayState], step: Redeployment, role: str, action: Any) -> None:
        """The battalions go to other areas of deployment, Eidsvoll & Norge to any sea area but VIII (7.0-cards)."""
        if isinstance(action, Pass):
            return
        state = table.state
        use(table, REDEPLOYMENT)
        table.tell(say("norway.event.april-card", card=card_name(REDEPLOYMENT)), "7.0-cards")
        for origin, target in action.moves:
            add(state, NORWAY, board.INDEX[origin], -1)
            add(state, NORWAY, board.INDEX[target], 1)
            text = say("norway.event.redeploys", origin=area_label(origin), target=area_label(target))
            table.tell(text, "7.0-cards", (origin, target))
        if action.station:
            origin_sea = sea_of(state).place[ships.EIDSVOLL]
            put(state, (ships.EIDSVOLL,), board.SEA_INDEX[action.station])
            tell_sailing(table, (ships.EIDSVOLL,), origin_sea, board.SEA_INDEX[action.station])


class RedeploySpace(Space[Redeploy]):
    """Up to two moves, each lawful when it is made, then the ships' sea area or a stop; not nothing at all."""

    kinds = (Redeploy,)

    def __init__(self, state: NorwayState) -> None:
        self.state = state
        self.areas = deployed(state)

    def options(self, partial: Partial) -> Sequence[Part]:
        moves, rest = self._split(partial)
        if rest is not None:
            return self._stations(moves) if not rest else ()
        stands = self._after(moves)
        if len(partial) % 2:
            return [board.AREAS[area] for area in self._targets(stands, board.INDEX[str(partial[-1])])]
        origins: list[Part] = []
        if len(moves) < MOST_BATTALIONS:
            origins = [board.AREAS[area] for area in sorted(set(stands)) if self._targets(stands, area)]
        return [*origins, STOP]

    def _split(self, partial: Partial) -> tuple[list[tuple[int, int]], Partial | None]:
        """(whole moves, what follows the stop; None before it)"""
        end = partial.index(STOP) if STOP in partial else len(partial)
        numbers = [board.INDEX[str(part)] for part in partial[: end - end % 2]]
        moves = list(zip(numbers[::2], numbers[1::2], strict=True))
        return moves, partial[end + 1 :] if STOP in partial else None

    def _after(self, moves: Sequence[tuple[int, int]]) -> list[int]:
        stands = list(self.areas)
        for origin, target in moves:
            stands.remove(origin)
            stands.append(target)
        return stands

    def _targets(self, stands: Sequence[int], origin: int) -> list[int]:
        others = list(stands)
        others.remove(origin)
        goals = (area for area in range(AREAS) if area != origin and lawful_deployment([*others, area]))
        return free_of_enemies(self.state, NORWAY, goals)

    def _stations(self, moves: Sequence[tuple[int, int]]) -> list[Part]:
        here = sea_of(self.state).place[ships.EIDSVOLL]
        seas: list[Part] = [board.SEAS[area] for area in STATIONS if area != here and here in ships.SEAS]
        return [STOP, *seas] if moves else seas

    def build(self, partial: Partial) -> Redeploy:
        moves, _ = self._split(partial)
        station = "" if partial[-1] == STOP else str(partial[-1])
        return Redeploy(tuple((board.AREAS[origin], board.AREAS[target]) for origin, target in moves), station)

    def parts(self, action: Redeploy) -> Partial:
        board.check_ids(area for move in action.moves for area in move)
        if action.station:
            check_seas((action.station,))
        moves = self._one_by_one(action.moves)
        return (*(area for move in moves for area in move), STOP, action.station or STOP)

    def _one_by_one(self, moves: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        """The same moves, in an order and with goals exchanged so that each is lawful when it is made: what counts is
        how the battalions stand in the end."""
        if len(moves) > MOST_BATTALIONS:
            return moves
        for origins in permutations([origin for origin, _ in moves]):
            for goals in permutations([goal for _, goal in moves]):
                tried = tuple(zip(origins, goals, strict=True))
                if self._lawful(tried):
                    return tried
        return moves

    def _lawful(self, moves: Sequence[tuple[str, str]]) -> bool:
        partial: Partial = ()
        for part in (part for move in moves for part in move):
            if part not in self.options(partial):
                return False
            partial = (*partial, part)
        return True

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if STOP in partial:
            return Illegal(say("norway.illegal.no-station-viii"), "7.0-deploy-nor")
        return Illegal(say("norway.illegal.redeploy", n=MOST_BATTALIONS), "7.0-deploy-nor")

    def label(self, partial: Partial, part: Part) -> Text:
        if STOP in partial:
            return say("norway.ships-stay") if part == STOP else sea_label(str(part))
        if part == STOP:
            return say("norway.battalions-chosen")
        return area_name(board.INDEX[str(part)])


STEPS: dict[type[Step], Any] = {
    MisleadingManoeuvre: MisleadingManoeuvreRules(),
    Redeployment: RedeploymentRules(),
}
