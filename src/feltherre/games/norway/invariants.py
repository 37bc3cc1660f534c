"""What must hold after every action, whatever is played; the shared battery asks."""

from __future__ import annotations

from feltherre.games.norway import board, cards
from feltherre.games.norway import state as states
from feltherre.games.norway.hands import hand_cards
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.state import ALLIES, AREAS, GERMANY, NORWAY, ROLES, NorwayState


def cards_conserved(state: NorwayState) -> list[str]:
    problems = []
    for card in range(cards.ALL_COUNT):
        counts = (state.hand[card], state.deck[card], state.used[card])
        there = cards.COUNT[card] if card < cards.TYPE_COUNT or not state.round else 0
        if min(counts) < 0 or sum(counts) != there:
            problems.append(f"{cards.IDS[card]}: {counts} are not {cards.COUNT[card]} cards")
    for country in range(3):
        held = len(hand_cards(state, country))
        if held != state.hand_size[country] or held > cards.HAND_LIMIT[country]:
            problems.append(f"{ROLES[country]} holds {held} cards, noted {state.hand_size[country]}")
    return problems


def battalions_conserved(state: NorwayState) -> list[str]:
    problems = [f"negative battalions at {i}" for i, n in enumerate(state.battalions) if n < 0]
    for country in range(3):
        if states.total(state, country) != state.raised[country] - state.removed[country]:
            problems.append(f"{ROLES[country]}: {states.total(state, country)} on the board, books say otherwise")
    return problems


def nobody_shares_with_enemies(state: NorwayState) -> list[str]:
    return [
        f"enemies rest together in {board.AREAS[area]}"
        for area in range(AREAS)
        if states.at(state, GERMANY, area) and (states.at(state, NORWAY, area) or states.at(state, ALLIES, area))
    ]


def attacks_are_attacks(state: NorwayState) -> list[str]:
    problems = []
    if state.groups and state.phase > 2:
        problems.append("attackers are left after combat")
    for area in states.attacked_areas(state):
        fought_now = state.battle is not None and state.battle.area == area
        if not states.enemy_held(state, state.country, area) and not fought_now:
            problems.append(f"attackers without an enemy at {board.AREAS[area]}")
    if any(group.battalions < 1 for group in state.groups):
        problems.append("an empty group")
    return problems


def moved_are_there(state: NorwayState) -> list[str]:
    return [
        f"{board.AREAS[area]}: {state.moved[area]} have moved, {states.at(state, state.country, area)} are there"
        for area in range(AREAS)
        if state.phase == 1 and state.moved[area] > states.at(state, state.country, area)
    ]


# at sea


def ships_lie_lawfully(state: NorwayState) -> list[str]:
    """Allied ships never lie in I or II, only raiders in the raid box, only Allied ships at home (5.1-sea-2)."""
    problems = []
    for ship, place in enumerate(sea_of(state).place):
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
    sea = sea_of(state)
    return [
        f"{ROLES[sighting.viewer]} believes {ships.IDS[sighting.ship]} in {sighting.places}"
        for sighting in sea.sightings
        if sea.place[sighting.ship] not in sighting.places or sea.face_up[sighting.ship]
    ]


def caught_ships_lie_open(state: NorwayState) -> list[str]:
    """An intercepted ship and everything in a sea battle is face up (6.1-2)."""
    sea = sea_of(state)
    in_battle = (*sea.battle.attackers, *sea.battle.defenders) if sea.battle and sea.battle.attackers else ()
    return [
        f"{ships.IDS[ship]} is hidden although it is caught or fights"
        for ship in (*sea.caught, *in_battle)
        if not sea.face_up[ship] and sea.place[ship] in ships.HIDING_PLACES
    ]


def only_the_country_in_turn_sails(state: NorwayState) -> list[str]:
    return [
        f"{ships.IDS[ship]} has sailed in the turn of {ROLES[state.country]}"
        for ship, legs in enumerate(sea_of(state).legs)
        if state.round and legs and ships.COUNTRY[ship] != state.country
    ]


ON_LAND = (cards_conserved, battalions_conserved, nobody_shares_with_enemies, attacks_are_attacks, moved_are_there)
AT_SEA = (ships_lie_lawfully, sightings_are_true, caught_ships_lie_open, only_the_country_in_turn_sails)


def broken(state: NorwayState) -> list[str]:
    """All that does not hold, in words for whoever looks for the mistake."""
    checks = ON_LAND if state.sea is None else ON_LAND + AT_SEA
    return [problem for check in checks for problem in check(state)]
