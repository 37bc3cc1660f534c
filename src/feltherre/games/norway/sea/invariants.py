"""What must hold at sea after every action; see the game's invariants.py."""

from __future__ import annotations

from feltherre.games.norway import board
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.state import ALLIES, GERMANY, ROLES, NorwayState


def ships_lie_lawfully(state: NorwayState) -> list[str]:
    """Allied ships never lie in I or II, only raiders in the raid box, only Allied ships at home (5.1-sea-2)."""
    if state.sea is None:
        return []
    problems = []
    for ship, place in enumerate(state.sea.place):
        country = ships.COUNTRY[ship]
        if country == ALLIES and place in ships.CLOSED_TO_ALLIES:
            problems.append(f"{ships.IDS[ship]} lies in {board.SEAS[place]}")
        if place == ships.RAID_BOX and ship not in ships.RAIDERS:
            problems.append(f"{ships.IDS[ship]} lies in the raid box")
        if place == ships.HOME and country != ALLIES:
            problems.append(f"{ships.IDS[ship]} is at home")
        if state.round and place == ships.IN_HAND:
            problems.append(f"{ships.IDS[ship]} was never deployed")
        if state.round and ship in ships.DECOYS and place != ships.REMOVED:
            problems.append(f"{ships.IDS[ship]} is still there after the nine-April round")
    return problems


def sightings_are_true(state: NorwayState) -> list[str]:
    """Nobody believes a ship where it is not, or has a sighting of what lies open."""
    if state.sea is None:
        return []
    return [
        f"{ROLES[sighting.viewer]} believes {ships.IDS[sighting.ship]} in {sighting.places}"
        for sighting in state.sea.sightings
        if sea_of(state).place[sighting.ship] not in sighting.places or sea_of(state).face_up[sighting.ship]
    ]


def caught_ships_lie_open(state: NorwayState) -> list[str]:
    """An intercepted ship and everything in a sea battle is face up (6.1-2)."""
    if state.sea is None:
        return []
    battle = state.sea.battle
    in_battle = (*battle.attackers, *battle.defenders) if battle and battle.attackers else ()
    return [
        f"{ships.IDS[ship]} is hidden although it is caught or fights"
        for ship in (*state.sea.caught, *in_battle)
        if not state.sea.face_up[ship] and state.sea.place[ship] in ships.HIDING_PLACES
    ]


def only_the_country_in_turn_sails(state: NorwayState) -> list[str]:
    if state.sea is None or not state.round:
        return []
    return [
        f"{ships.IDS[ship]} has sailed in the turn of {ROLES[state.country]}"
        for ship, legs in enumerate(state.sea.legs)
        if legs and ships.COUNTRY[ship] not in (state.country, *((GERMANY,) if not state.round else ()))
    ]


CHECKS = (ships_lie_lawfully, sightings_are_true, caught_ships_lie_open, only_the_country_in_turn_sails)
