"""Phase 1a, movement at sea (8.1): ships sail group by group, raiders are called back, the Home Fleet arrives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Picking, Single, Space
from feltherre.core.spaces import OneEach, Several, Things
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, hands, spaces
from feltherre.games.norway.procedures.nine_april import RECALL_PRICE
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.sea.actions import CallHomeFleet, EndSailing, RecallRaiders, Sail, Stay
from feltherre.games.norway.sea.steps import Interceptions, SeaMovement
from feltherre.games.norway.state import ALLIES, GERMANY, ROLES, NorwayState

#: all that may be answered in the phase
KINDS: Final = (Sail, Stay, RecallRaiders, CallHomeFleet, EndSailing)


@steps.asks(SeaMovement)
@rule("8.1-1", "8-1")
def sea_movement(state: NorwayState, step: SeaMovement) -> Iterator[Decision[Any]]:
    """Only the country in turn moves its ships, before its battalions (8.1-1, 8-1)."""
    home, raiding = fleet_at_home(state), raiders_out(state) and state.hand_size[GERMANY]
    if home or raiding or movable(state):  # as everybody can see
        what = "sail-on" if fleet.sea_of(state).under_way else "home-fleet" if home else "sail"
        yield hands.ask_of(state, state.country, what, "8.1-1", sailing_space(state), waiting="sail")


# the country has no ships that could move
steps.does(SeaMovement)(nothing)


def sailing_space(state: NorwayState) -> spaces.Kinds:
    """What the country in turn may do with its ships now. The Home Fleet comes before or after the other ships sail, in
    this phase or not at all (7.4-fleet, R82, R87)."""
    branches: dict[str, Space[Any]] = {}
    if fleet.sea_of(state).under_way:
        branches["sail"] = SailSpace(state)
        branches["stay"] = Single(Stay())
    else:
        if fleet_at_home(state):
            branches["home-fleet"] = home_fleet_space(state)
        if movable(state):
            branches["sail"] = SailSpace(state)
        if raiders_out(state) and _symbols(hands.hand_cards(state, GERMANY)) >= RECALL_PRICE:
            branches["recall-raiders"] = recall_space(state)
        branches["end-sailing"] = Single(EndSailing())
    return spaces.Kinds(branches, KINDS, lambda kind: why_closed(state, kind))


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if fleet.sea_of(state).under_way:
        return Illegal(say("norway.illegal.group-under-way"), "8.1-2")
    if kind == "home-fleet":
        return Illegal(say("norway.illegal.no-home-fleet"), "7.4-fleet")
    if kind == "stay":
        return Illegal(say("norway.illegal.nothing-under-way"), "8.1-2")
    if kind == "recall-raiders":
        reason = "too-few-to-recall" if state.country == GERMANY and raiders_out(state) else "no-raiders"
        return Illegal(say(f"norway.illegal.{reason}", n=RECALL_PRICE), "7.2-raiding-3")
    return Illegal(say("norway.illegal.no-ship-to-sail"), "8.1-1")


# sailing


@rule("8.1-1", "8.1-int-9", "6.1-coast-defence")
def can_sail(state: NorwayState, ship: int) -> bool:
    """Whether a ship of the country in turn may still move: up to two sea areas, Eidsvoll & Norge one; not once it has
    been intercepted (8.1-1, 8.1-int-9, 6.1-coast-defence)."""
    sea = fleet.sea_of(state)
    place = sea.place[ship]
    at_sea = place in ships.SEAS or (place == ships.RAID_BOX and not sea.face_up[ship])
    return at_sea and sea.legs[ship] < ships.MOVES[ship] and ship not in sea.caught


@rule("8.1-2")
def movable(state: NorwayState) -> list[int]:
    """The ships that may move now: while a group is under way only those of it (8.1-2)."""
    sea = fleet.sea_of(state)
    some = sea.under_way or ships.OF_COUNTRY[state.country]
    return [ship for ship in some if can_sail(state, ship)]


@rule("8.1-1", "8.1-5", "5.1-sea-2", "5.1-sea-3", "7.2-raiding-3", "8.1-caption")
def sea_targets(country: int, place: int) -> tuple[int, ...]:
    """Where ships may go from a place: adjoining sea areas, Allied ones never I or II; the raid box borders VI, VII and
    VIII and is not entered (8.1-5, 5.1-sea-3, 7.2-raiding-3)."""
    closed = ships.CLOSED_TO_ALLIES if country == ALLIES else ()
    return tuple(area for area in ships.BORDERS[place] if area not in closed)


def _place_id(place: int) -> str:
    return board.SEAS[place] if place in ships.SEAS else spaces.RAID_BOX


class SailSpace(Space[Sail]):
    """Where from, which ships in the order of the ship cards, where to."""

    kinds = (Sail,)

    def __init__(self, state: NorwayState) -> None:
        self.state = state
        self.by_place: dict[str, list[int]] = {}
        for ship in movable(state):
            self.by_place.setdefault(_place_id(fleet.sea_of(state).place[ship]), []).append(ship)

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return list(self.by_place)
        here = self.by_place[str(partial[0])]
        if spaces.STOP not in partial:
            after = here.index(ships.INDEX[str(partial[-1])]) + 1 if len(partial) > 1 else 0
            ahead: list[Part] = [ships.IDS[ship] for ship in here[after:]]
            return [*ahead, spaces.STOP] if len(partial) > 1 else ahead
        if partial[-1] != spaces.STOP:
            return ()
        return [board.SEAS[area] for area in sea_targets(self.state.country, fleet.sea_of(self.state).place[here[0]])]

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """The ships of a place may be picked in any order."""
        if not partial or spaces.STOP in partial:
            return self.options(partial)
        left: list[Part] = [
            ships.IDS[ship] for ship in self.by_place[str(partial[0])] if ships.IDS[ship] not in partial
        ]
        return [*left, spaces.STOP] if len(partial) > 1 else left

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if not partial or part == spaces.STOP or spaces.STOP in partial:
            return (*partial, part)
        return (partial[0], *sorted((*partial[1:], part), key=lambda ship: ships.INDEX[str(ship)]))

    def picking(self, partial: Partial) -> Picking | None:
        return Picking("several", all=True) if partial and spaces.STOP not in partial else None

    def build(self, partial: Partial) -> Sail:
        return Sail(tuple(str(part) for part in partial[1:-2]), str(partial[-1]))

    def parts(self, action: Sail) -> Partial:
        chosen = spaces.check_ships(action.ships, Illegal(say("norway.illegal.no-such-ships"), "8.1-1"))
        spaces.check_seas((action.target,))
        if not chosen:
            raise Illegal(say("norway.illegal.no-ship-named"), "8.1-1")
        origin = _place_id(fleet.sea_of(self.state).place[chosen[0]]) if chosen[0] in movable(self.state) else ""
        if not origin:
            raise self.cannot_sail(chosen[0])
        return (origin, *(ships.IDS[ship] for ship in chosen), spaces.STOP, action.target)

    def cannot_sail(self, ship: int) -> Illegal:
        """Why a ship may not move: the same words for every ship that is not the player's own."""
        state = self.state
        if ships.COUNTRY[ship] != state.country:
            return Illegal(say("norway.illegal.not-your-ship", ship=ships.name(ship)), "8.1-1")
        if fleet.sea_of(state).under_way and ship not in fleet.sea_of(state).under_way:
            return Illegal(say("norway.illegal.group-under-way"), "8.1-2")
        if ship in fleet.sea_of(state).caught:
            return Illegal(say("norway.illegal.ship-caught", ship=ships.name(ship)), "8.1-int-9")
        if fleet.sea_of(state).place[ship] not in ships.SEAS:
            place = ships.place_name(fleet.sea_of(state).place[ship])
            return Illegal(say("norway.illegal.ship-not-at-sea", ship=ships.name(ship), place=place), "8.1-1")
        return Illegal(say("norway.illegal.ship-has-moved", ship=ships.name(ship), n=ships.MOVES[ship]), "8.1-1")

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if spaces.STOP in partial:
            return self._no_way(str(partial[0]), str(part))
        if partial and str(part) in ships.INDEX and ships.INDEX[str(part)] in movable(self.state):
            return Illegal(say("norway.illegal.ships-apart"), "8.1-2")
        return self.cannot_sail(ships.INDEX[str(part)])

    def _no_way(self, origin: str, target: str) -> Illegal:
        area = board.SEA_INDEX[target]
        if self.state.country == ALLIES and area in ships.CLOSED_TO_ALLIES:
            return Illegal(say("norway.illegal.closed-sea", sea=spaces.sea_label(target)), "8.1-5")
        here = ships.place_name(ships.RAID_BOX) if origin == spaces.RAID_BOX else spaces.sea_label(origin)
        return Illegal(say("norway.illegal.no-sea-border", a=here, b=spaces.sea_label(target)), "5.1-sea-3")

    def label(self, partial: Partial, part: Part) -> Text:
        if part == spaces.STOP:
            return say("norway.ships-chosen")
        if str(part) in ships.INDEX:
            return spaces.ship_label(str(part))
        return ships.place_name(ships.RAID_BOX) if part == spaces.RAID_BOX else spaces.sea_label(str(part))


@steps.answer(SeaMovement, to=Sail)
@rule("8.1-1", "8.1-2", "5.1-sea-1", "8.1-int-1")
def sail(table: Table[NorwayState], step: SeaMovement, role: str, action: Sail) -> None:
    """A group moves one sea area; where enemies lie both sides may intercept (8.1-1, 8.1-int-1)."""
    table.push(step)
    state = table.state
    group = tuple(sorted(ships.INDEX[ship] for ship in action.ships))
    target, origin = board.SEA_INDEX[action.target], fleet.sea_of(state).place[group[0]]
    # whoever of a group stays behind is under way until the player goes on to the next group (8.1-2, R82)
    together = sorted({*fleet.sea_of(state).under_way, *group})
    fleet.put(state, group, target)
    legs = tuple(made + (ship in group) for ship, made in enumerate(fleet.sea_of(state).legs))
    fleet.change(state, legs=legs)
    fleet.change(state, under_way=tuple(ship for ship in together if can_sail(state, ship)))
    tell_sailing(table, group, origin, target)
    if fleet.enemy_ships(state, state.country, target):
        table.push(Interceptions(target))


def tell_sailing(table: Table[NorwayState], group: Sequence[int], origin: int, target: int) -> None:
    """Everybody sees how many cards move; which, only their owner knows, unless they lie open."""
    who = hands.country_name(ships.COUNTRY[group[0]])
    there = {"country": who, "origin": ships.place_name(origin), "target": ships.place_name(target)}
    named = say("norway.event.ships-sail", ships=[ships.name(ship) for ship in group], **there)
    places = tuple(board.SEAS[place] for place in (origin, target) if place in ships.SEAS)
    if all(fleet.sea_of(table.state).face_up[ship] for ship in group):
        table.tell(named, "8.1-1", places)
        return
    public = say("norway.event.sails", n=len(group), **there)
    table.tell(public, "8.1-1", places, secrets=(Secret(ROLES[ships.COUNTRY[group[0]]], named),))


@steps.answer(SeaMovement, to=Stay)
@rule("8.1-2")
def stay(table: Table[NorwayState], step: SeaMovement, role: str, action: Stay) -> None:
    """The group's movement is completed for this turn; the next one may begin (8.1-2, R82)."""
    table.push(step)
    stop_here(table.state, fleet.sea_of(table.state).under_way)


@steps.answer(SeaMovement, to=EndSailing)
@rule("8-1", "7.4-fleet")
def end_sailing(table: Table[NorwayState], step: SeaMovement, role: str, action: EndSailing) -> None:
    """Movement at sea is over; movement on land follows (8-1). A Home Fleet that was not placed does not come any more
    (7.4-fleet, R87)."""
    if fleet_at_home(table.state):
        fleet.change(table.state, home_fleet_called=True)
        table.tell(say("norway.event.home-fleet-stays"), "7.4-fleet")
    table.tell(say("norway.event.sailing-over", country=hands.country_name(table.state.country)), "8-1")


# the raiders come back


def raiders_out(state: NorwayState) -> tuple[int, ...]:
    """Ships that lie open in the raid box and can still be called back by the country in turn."""
    if state.country != GERMANY:
        return ()
    return tuple(ship for ship in fleet.ships_at(state, GERMANY, ships.RAID_BOX) if fleet.sea_of(state).face_up[ship])


def no_recall(*given: Any) -> Illegal:
    return Illegal(say("norway.illegal.recall", n=RECALL_PRICE), "7.2-raiding-3")


#: the German play cards, which come first of all, and what each is worth
_CARDS: Final = Things(
    [cards.SHORT_IDS[card] for card in cards.OF_COUNTRY[GERMANY]],
    hands.card_worth,
    no_recall,
    card=cards.IDS.__getitem__,
)


def recall_space(state: NorwayState) -> Several[RecallRaiders]:
    """Cards of the hand with six symbols or more together, in the order of the deck."""
    held = [card for card, n in hands.held_cards(state, GERMANY).items() for _ in range(n)]

    def can_end(chosen: Sequence[int]) -> bool:
        """Whether those chosen have enough symbols with all that may still follow."""
        ahead = held[held.index(chosen[-1]) + chosen.count(chosen[-1]) :]
        return _symbols((*chosen, *ahead)) >= RECALL_PRICE

    return Several(
        RecallRaiders,
        _CARDS,
        held,
        no_recall,
        goes_on=can_end,
        fits=lambda chosen: True,
        ends=lambda chosen: _symbols(chosen) >= RECALL_PRICE,
        done=spaces.STOP,
        done_name=say("norway.cards-chosen"),
    )


def _symbols(some: Iterable[int]) -> int:
    return sum(cards.SYMBOLS[card] for card in some)


@steps.answer(SeaMovement, to=RecallRaiders)
@rule("7.2-raiding-3")
def recall_raiders(table: Table[NorwayState], step: SeaMovement, role: str, action: RecallRaiders) -> None:
    """Six symbols bring all raiders back, hidden; they move in this turn from the raid box (7.2-raiding-3, R52)."""
    table.push(step)
    state = table.state
    types = sorted(hands.BY_SHORT_ID[GERMANY][card] for card in action.cards)
    for card in types:
        hands.use(table, card)
    back = raiders_out(state)
    fleet.turn_down(state, back)
    table.tell(say("norway.event.raiders-recalled", n=len(back), cards=hands.counted_cards(types)), "7.2-raiding-3")


# the Home Fleet


def fleet_at_home(state: NorwayState) -> tuple[int, ...]:
    """The Allied ships that come in the first Allied turn, until they are placed (7.4-fleet)."""
    if state.country != ALLIES or fleet.sea_of(state).home_fleet_called:
        return ()
    return fleet.ships_at(state, ALLIES, ships.HOME)


@rule("7.4-fleet")
def home_fleet_space(state: NorwayState) -> OneEach[CallHomeFleet]:
    """All remaining Allied ships together are placed in III to VIII in the first Allied movement phase (7.4-fleet,
    R53)."""
    open_seas = [area for area in ships.SEAS if area not in ships.CLOSED_TO_ALLIES]
    return spaces.stations_space(
        dict.fromkeys(fleet_at_home(state), open_seas),
        CallHomeFleet,
        no_station,
        Illegal(say("norway.illegal.stations")),
    )


def no_station(ship: int, area: int) -> Illegal:
    return Illegal(say("norway.illegal.closed-sea", sea=ships.place_name(area)), "5.1-sea-2")


@steps.answer(SeaMovement, to=CallHomeFleet)
@rule("7.4-fleet")
def call_home_fleet(table: Table[NorwayState], step: SeaMovement, role: str, action: CallHomeFleet) -> None:
    """Placing is their movement; where Germans lie both sides may intercept (R53)."""
    table.push(step)
    state = table.state
    named = {ships.INDEX[ship]: board.SEA_INDEX[sea] for ship, sea in action.stations}
    fleet.change(state, home_fleet_called=True)
    arrive(table, named, ships.HOME)
    moved = tuple(ships.MOVES[ship] if ship in named else legs for ship, legs in enumerate(fleet.sea_of(state).legs))
    fleet.change(state, legs=moved)
    areas = sorted({area for area in named.values() if fleet.enemy_ships(state, ALLIES, area)})
    table.push(*(Interceptions(area) for area in areas))


def arrive(table: Table[NorwayState], stations: dict[int, int], origin: int) -> None:
    """Ships come on the board face down, sea area by sea area."""
    for area in sorted(set(stations.values())):
        group = sorted(ship for ship, station in stations.items() if station == area)
        fleet.put(table.state, group, area)
        tell_sailing(table, group, origin, area)


def stop_here(state: NorwayState, some: Iterable[int]) -> None:
    """Ships of the country in turn go no further."""
    stopped = frozenset(ship for ship in some if ships.COUNTRY[ship] == state.country)
    sea = fleet.sea_of(state)
    fleet.change(
        state,
        legs=tuple(max(legs, ships.MOVES[ship]) if ship in stopped else legs for ship, legs in enumerate(sea.legs)),
        under_way=tuple(ship for ship in sea.under_way if ship not in stopped),
    )
