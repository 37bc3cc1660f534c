"""What four Allied cards need of the fleet in the advanced game (5.2-2, R58): Fighter, Coastal bombardment, Coastal
evacuation and Invasion.

Who lies where and how many is open to all, so control is (8.2-control); which ship a card is, is not. Windows open by
`might_hold`, which asks only what everybody knows; what may be answered in them asks `unmet`.
"""

from __future__ import annotations

from collections.abc import Callable

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import ALLIES, COUNTRIES, GERMANY, NorwayState

#: the code words of the card data
CARRIER, CONTROL, SHIP = "allied-carrier", "allied-sea-control", "allied-ship-and-open-coast"

#: card -> what it needs
NEED: dict[int, str] = {
    card: need
    for card, kind in enumerate(cards.TYPES)
    for need in {kind.advanced_needs, *(function.advanced_needs for function in kind.functions)} - {""}
}
#: need -> the reason of the refusal and the rule
REFUSALS: dict[str, tuple[str, str]] = {
    CARRIER: ("norway.illegal.no-carrier-beside", "6.1-carrier"),
    CONTROL: ("norway.illegal.no-sea-control", "5.2-2"),
    SHIP: ("norway.illegal.no-ship-to-embark", "5.2-2"),
}


@rule("5.2-2")
def unmet(state: NorwayState, card: int, area: int) -> str:
    """What the card needs at sea beside a land area and has not; empty if nothing is lacking (5.2-2, R58)."""
    need = NEED.get(card, "")
    return need if need and not _HOLDS[need](state, area) else ""


def might_hold(state: NorwayState, card: int, area: int) -> bool:
    """Whether, for all that everybody knows, the card's need may be met beside a land area."""
    if NEED.get(card) == CARRIER:
        return any(might_be_carrier_in(state, sea) for sea in board.COAST[area])
    return not unmet(state, card, area)


def refusal(need: str, card: int, area: int) -> Illegal:
    key, rule_id = REFUSALS[need]
    return Illegal(say(key, card=say(f"norway.card.{cards.IDS[card]}"), area=area_name(area)), rule_id)


# Fighter


@rule("6.1-carrier")
def carrier_in(state: NorwayState, sea: int) -> bool:
    """Whether an Allied carrier lies in a sea area; its Fighters fly there (6.1-carrier, R58)."""
    return not ships.CARRIERS.isdisjoint(fleet.ships_at(state, ALLIES, sea))


@rule("6.1-carrier")
def carrier_beside(state: NorwayState, area: int) -> bool:
    """Fighters reach the land areas that border the sea areas where the carriers are (6.1-carrier, R58)."""
    return any(carrier_in(state, sea) for sea in board.COAST[area])


def might_be_carrier_in(state: NorwayState, sea: int) -> bool:
    """Whether, for all that everybody knows, an Allied carrier lies in a sea area: face up; or back up, as one that is
    known to be there or one of the cards that nobody can tell."""
    places, face_up = fleet.sea_of(state).place, fleet.sea_of(state).face_up
    if any(face_up[ship] and places[ship] == sea for ship in ships.CARRIERS):
        return True
    known = known_to_all(state)
    certain = [ship for ship, where in known.items() if where == (sea,)]
    if not ships.CARRIERS.isdisjoint(certain):
        return True
    if len(fleet.face_down(state, ALLIES, sea)) <= len(certain):
        return False
    return any(not face_up[ship] and sea in known.get(ship, (sea,)) for ship in ships.CARRIERS)


def known_to_all(state: NorwayState) -> dict[int, tuple[int, ...]]:
    """Allied ships that lie back up and were seen by everybody, and the places where they may be."""
    first, *others = (
        {seen.ship: seen.places for seen in fleet.sea_of(state).sightings if seen.viewer == viewer}
        for viewer in range(len(COUNTRIES))
        if viewer != ALLIES
    )
    return {
        ship: where
        for ship, where in first.items()
        if ships.COUNTRY[ship] == ALLIES and all(other.get(ship) == where for other in others)
    }


# Coastal bombardment and Invasion


@rule("5.2-2", "8.2-control")
def controlled_coast(state: NorwayState, area: int) -> bool:
    """Whether the Allies control a sea area that the land area touches (5.2-2, 8.2-control, R58)."""
    return any(fleet.controls(state, ALLIES, sea) for sea in board.COAST[area])


# Coastal evacuation


@rule("5.2-2")
def can_embark(state: NorwayState, area: int) -> bool:
    """Whether an Allied ship lies in the sea area by which battalions leave a land area (5.2-2, R58)."""
    return any(fleet.ships_at(state, ALLIES, sea) for sea in board.COAST[area])


@rule("5.2-2", "8.2-control")
def can_disembark(state: NorwayState, area: int) -> bool:
    """Whether no sea area that the land area touches is controlled by German ships (5.2-2, 8.2-control, R58)."""
    return not any(fleet.controls(state, GERMANY, sea) for sea in board.COAST[area])


_HOLDS: dict[str, Callable[[NorwayState, int], bool]] = {
    CARRIER: carrier_beside,
    CONTROL: controlled_coast,
    SHIP: can_embark,
}
