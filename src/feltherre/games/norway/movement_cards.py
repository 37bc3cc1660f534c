"""The cards of phase 1b on land and at sea (4.1b-cards): Rapid movement, Train transport, Invasion, Coastal evacuation.

Paratroops and Transport plane are in movement_air.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Part, Partial, Space
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Invade, RapidMove, Ship, Train
from feltherre.games.norway.hands import use
from feltherre.games.norway.marches import (
    battalions_of,
    destinations,
    enter,
    free_battalions,
    free_to_move,
    leave,
    tell_card,
)
from feltherre.games.norway.placement import exchange, invasion_areas
from feltherre.games.norway.sea import needs
from feltherre.games.norway.spaces import Journey, area_label, area_name, how_many, not_adjacent
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, NOWHERE, NorwayState, enemy_held, free_of_enemies

RAPID = cards.INDEX["ger-rapid-movement"]
TRAIN = cards.INDEX["nor-train-transport"]
INVASION = cards.INDEX["all-invasion"]
EVACUATION = cards.INDEX["all-coastal-evacuation"]

#: ends the path of a train before it has gone as far as it can
STOP = "."


def areas_of(card: int) -> int:
    """How many areas the card's function in phase 1b lets battalions go."""
    return cards.functions_at(card, cards.OWN, "1b")[0].areas


# Rapid movement

RAPID_AREAS = areas_of(RAPID)
#: origin -> the areas a rapid movement may lead through: those with a further area behind them
_RAPID_VIA = tuple(
    tuple(via for via in destinations(origin) if any(area != origin for area in destinations(via)))
    for origin in range(len(board.AREAS))
)


class RapidSpace(Journey):
    """Up to two battalions move two areas together (4.1b-rapid, R35)."""

    stops = 1 + RAPID_AREAS
    count_rule = "4.1b-rapid"

    def build_journey(self, path: tuple[str, ...], count: int) -> RapidMove:
        return RapidMove(path[0], path[1], path[2], count)

    def journey(self, action: RapidMove) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.via, action.target), action.count

    def origins(self) -> list[int]:
        return [area for area in free_battalions(self.state) if rapid_targets(self.state, (area,))]

    def targets(self, path: tuple[int, ...]) -> list[int]:
        return rapid_targets(self.state, path)

    @rule("4.1b-rapid")
    def most(self, path: tuple[int, ...]) -> int:
        """At most two go, and fewer may (4.1b-rapid)."""
        return min(battalions_of(RAPID), free_to_move(self.state, path[0]))

    def why_not_origin(self, origin: int) -> Illegal:
        if free_to_move(self.state, origin):
            return Illegal(say("norway.illegal.rapid-blocked", area=area_name(origin)), "4.1b-rapid")
        return super().why_not_origin(origin)

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        if target not in destinations(path[-1]):
            return not_adjacent(path[-1], target)
        if enemy_held(self.state, GERMANY, target):
            return Illegal(say("norway.illegal.rapid-through-enemy", area=area_name(target)), "4.1b-rapid")
        return Illegal(say("norway.illegal.no-way-on", area=area_name(target)), "4.1b-rapid")


@rule("4.1b-rapid")
def rapid_targets(state: NorwayState, path: tuple[int, ...]) -> list[int]:
    """The next area of a rapid movement: the first must be free of enemies, the second may be an attack (R35).

    The way never leads back, and the first area must have a further one behind it.
    """
    if len(path) == RAPID_AREAS:
        return [area for area in destinations(path[-1]) if area not in path]
    return free_of_enemies(state, GERMANY, _RAPID_VIA[path[0]])


@rule("4.1b-rapid")
def rapid_move(table: Table[NorwayState], action: RapidMove) -> None:
    """Rapid movement: the group attacks from the last area before the attack (4.1b-rapid, R15)."""
    use(table, RAPID)
    origin, via, target = (board.INDEX[area] for area in (action.origin, action.via, action.target))
    leave(table.state, origin, action.count)
    tell_card(table, RAPID, "4.1b-rapid", origin)
    text = say("norway.event.rapid", n=action.count, origin=area_name(origin), via=area_name(via))
    table.tell(text, "4.1b-rapid", (action.origin, action.via))
    enter(table, via, target, action.count)


# Train transport


class TrainSpace(Space[Train]):
    """Up to three battalions move up to three areas together, never over water, never against Germans."""

    def __init__(self, state: NorwayState) -> None:
        self.state = state

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [board.AREAS[area] for area in free_battalions(self.state) if train_targets(self.state, (area,))]
        if isinstance(partial[-1], int):
            return ()
        path = _path(partial)
        if partial[-1] == STOP or len(path) > areas_of(TRAIN):
            return range(1, self.most(path[0]) + 1)
        ahead: list[Part] = [board.AREAS[area] for area in train_targets(self.state, path)]
        return [*ahead, STOP] if len(path) > 1 else ahead

    @rule("4.1b-cards")
    def most(self, origin: int) -> int:
        """At most three battalions go by train (4.1b-cards)."""
        return min(battalions_of(TRAIN), free_to_move(self.state, origin))

    def build(self, partial: Partial) -> Train:
        return Train(tuple(str(part) for part in partial[:-1] if part != STOP), int(partial[-1]))

    def parts(self, action: Train) -> Partial:
        board.check_ids(action.path)
        if not 2 <= len(action.path) <= 1 + areas_of(TRAIN):
            raise Illegal(say("norway.illegal.train-length", n=areas_of(TRAIN)), "4.1b-cards")
        stop = () if len(action.path) > areas_of(TRAIN) else (STOP,)
        return (*action.path, *stop, action.count)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if isinstance(part, int):
            return how_many(self.most(_path(partial)[0]), part, "4.1b-cards")
        area = board.INDEX[part]
        if partial:
            return _why_no_train(self.state, _path(partial), area)
        if free_to_move(self.state, area):
            return Illegal(say("norway.illegal.train-nowhere", area=area_name(area)), "4.1b-cards")
        return Illegal(say("norway.illegal.origin", area=area_name(area)), "2.2-3")

    def label(self, partial: Partial, part: Part) -> Text:
        if isinstance(part, int):
            return say("norway.battalions", n=part)
        return say("norway.stop-here") if part == STOP else area_label(part)


def _path(partial: Partial) -> tuple[int, ...]:
    return tuple(board.INDEX[str(part)] for part in partial if part != STOP)


def _why_no_train(state: NorwayState, path: tuple[int, ...], target: int) -> Illegal:
    here = path[-1]
    if target not in destinations(here):
        return not_adjacent(here, target)
    if board.over_water(here, target):
        return Illegal(say("norway.illegal.train-water", a=area_name(here), b=area_name(target)), "4.1b-cards")
    if enemy_held(state, NORWAY, target):
        return Illegal(say("norway.illegal.train-enemy", area=area_name(target)), "4.1b-cards")
    return Illegal(say("norway.illegal.train-back", area=area_name(target)), "4.1b-cards")


@rule("4.1b-cards")
def train_targets(state: NorwayState, path: tuple[int, ...]) -> list[int]:
    """The next stop of a train: over a border without water, and no Germans there (4.1b-cards)."""
    ahead = [area for area in board.LAND_NEIGHBOURS[path[-1]] if area not in path]
    return free_of_enemies(state, NORWAY, ahead)


@rule("4.1b-cards")
def train(table: Table[NorwayState], action: Train) -> None:
    """Train transport in the own turn: the battalions go by rail, and it is their move (4.1b-cards, R34)."""
    use(table, TRAIN)
    origin, target = board.INDEX[action.path[0]], board.INDEX[action.path[-1]]
    leave(table.state, origin, action.count)
    tell_card(table, TRAIN, "4.1b-cards", origin)
    enter(table, origin, target, action.count, "train")


# Invasion; its space is in placement.py


@rule("4.1b-invasion")
def invade(table: Table[NorwayState], action: Invade) -> None:
    """Invasion: other cards are exchanged at once and the battalions land, also against the enemy (R38)."""
    use(table, INVASION)
    tell_card(table, INVASION, "4.1b-invasion", NOWHERE)
    exchange(table, ALLIES, action.cards)
    for area, count in action.placements:
        enter(table, NOWHERE, board.INDEX[area], count, "sea")


# Coastal evacuation


class ShipSpace(Journey):
    """Up to three Allied battalions along the coast of III to VII (4.1b-cards, 2.3-sea-2)."""

    count_rule = "4.1b-cards"

    def build_journey(self, path: tuple[str, ...], count: int) -> Ship:
        return Ship(path[0], path[1], count)

    def journey(self, action: Ship) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    @rule("2.3-sea-2", "5.2-2")
    def origins(self) -> list[int]:
        """Allied battalions embark on a coast of III to VII, never on I or II (2.3-sea-2); in the advanced game only
        where an Allied ship lies (5.2-2, R58)."""
        state = self.state
        landings = landing_places(state)
        free = [area for area in free_battalions(state) if board.open_to_allies(area) and landings not in ([], [area])]
        return free if state.sea is None else [area for area in free if needs.can_embark(state, area)]

    def targets(self, path: tuple[int, ...]) -> list[int]:
        return ship_targets(self.state, path[0])

    @rule("4.1b-cards")
    def most(self, path: tuple[int, ...]) -> int:
        """At most three battalions go by ship (4.1b-cards)."""
        return min(battalions_of(EVACUATION), free_to_move(self.state, path[0]))

    def why_not_origin(self, origin: int) -> Illegal:
        state = self.state
        if free_to_move(state, origin):
            if state.sea is not None and board.open_to_allies(origin) and not needs.can_embark(state, origin):
                return needs.refusal(needs.SHIP, EVACUATION, origin)
            return Illegal(say("norway.illegal.no-embarking", area=area_name(origin)), "2.3-sea-2")
        return super().why_not_origin(origin)

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        if enemy_held(self.state, ALLIES, target):
            return Illegal(say("norway.illegal.ship-enemy", area=area_name(target)), "4.1b-cards")
        if self.state.sea is not None and not needs.can_disembark(self.state, target):
            return Illegal(say("norway.illegal.german-sea", area=area_name(target)), "5.2-2")
        return Illegal(say("norway.illegal.no-landing", area=area_name(target)), "2.3-sea-2")


@rule("4.1b-cards", "2.3-sea-2")
def ship_targets(state: NorwayState, origin: int) -> list[int]:
    """Another coastal area on III to VII that is free of Germans (4.1b-cards, 2.3-sea-2)."""
    return [area for area in landing_places(state) if area != origin]


@rule("2.3-sea-2", "5.2-2")
def landing_places(state: NorwayState) -> list[int]:
    """Where the fleet can put battalions ashore; in the advanced game not where German ships control the sea (5.2-2,
    R58)."""
    places = free_of_enemies(state, ALLIES, board.ALLIED_COAST)
    return places if state.sea is None else [area for area in places if needs.can_disembark(state, area)]


@rule("4.1b-cards")
def ship(table: Table[NorwayState], action: Ship) -> None:
    """Coastal evacuation in the own turn: along the coast, and it is the battalions' move (4.1b-cards, R34)."""
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    use(table, EVACUATION)
    leave(table.state, origin, action.count)
    tell_card(table, EVACUATION, "4.1b-cards", origin)
    enter(table, origin, target, action.count, "ship")


@rule("5.2-2")
def why_not_at_sea(state: NorwayState, kind: str) -> Illegal | None:
    """Whether it is for want of ships that a card is of no use now (5.2-2)."""
    if kind == "invade" and not invasion_areas(state):
        return Illegal(say("norway.illegal.no-use-at-sea.invade"), "5.2-2")
    if kind == "ship" and any(board.open_to_allies(area) for area in free_battalions(state)):
        return Illegal(say("norway.illegal.no-use-at-sea.ship"), "5.2-2")
    return None


#: how each kind of action with these cards is carried out
CARRY_OUT: dict[type, Any] = {RapidMove: rapid_move, Train: train, Invade: invade, Ship: ship}
