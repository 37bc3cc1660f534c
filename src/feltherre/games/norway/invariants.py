"""What must hold after every action, whatever is played; the shared battery asks."""

from __future__ import annotations

from feltherre.games.norway import board, cards
from feltherre.games.norway.hands import hand_cards
from feltherre.games.norway.sea import invariants as sea_checks
from feltherre.games.norway.state import (
    ALLIES,
    AREAS,
    GERMANY,
    NORWAY,
    ROLES,
    NorwayState,
    at,
    attacked_areas,
    enemy_held,
    total,
)


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
        if total(state, country) != state.raised[country] - state.removed[country]:
            problems.append(f"{ROLES[country]}: {total(state, country)} on the board, books say otherwise")
    return problems


def nobody_shares_with_enemies(state: NorwayState) -> list[str]:
    return [
        f"enemies rest together in {board.AREAS[area]}"
        for area in range(AREAS)
        if at(state, GERMANY, area) and (at(state, NORWAY, area) or at(state, ALLIES, area))
    ]


def attacks_are_attacks(state: NorwayState) -> list[str]:
    problems = []
    if state.groups and state.phase > 2:
        problems.append("attackers are left after combat")
    for area in attacked_areas(state):
        fought_now = state.battle is not None and state.battle.area == area
        if not enemy_held(state, state.country, area) and not fought_now:
            problems.append(f"attackers without an enemy at {board.AREAS[area]}")
    if any(group.battalions < 1 for group in state.groups):
        problems.append("an empty group")
    return problems


def moved_are_there(state: NorwayState) -> list[str]:
    return [
        f"{board.AREAS[area]}: {state.moved[area]} have moved, {at(state, state.country, area)} are there"
        for area in range(AREAS)
        if state.phase == 1 and state.moved[area] > at(state, state.country, area)
    ]


CHECKS = (
    cards_conserved,
    battalions_conserved,
    nobody_shares_with_enemies,
    attacks_are_attacks,
    moved_are_there,
    *sea_checks.CHECKS,
)
