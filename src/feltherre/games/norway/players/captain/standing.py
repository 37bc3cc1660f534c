"""The scales filled with the position as a country sees it."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.distances import obstacles
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.weights import WEIGHTS
from feltherre.games.norway.players.sight import AREAS, HAND_LIMIT, Sight

OSLO = board.INDEX["oslo"]
REINFORCEMENTS = cards.INDEX["ger-reinforcements"]


def turns_left(sight: Sight) -> float:
    """German turns after this one (or from now on, in the others' turns), at the pace Germany can be expected to use
    its cards."""
    weights = WEIGHTS[sight.country]
    pace = weights.pace_missing if sight.missing_cities() else weights.pace_holding
    return max(sight.deck / pace, 0.5)


def scales_for(sight: Sight) -> Scales:
    """The position as it stands: attackers by land count where they came from, those from sea or air not yet."""
    german, norwegian, allied = sight.battalions
    enemies = [norwegian[area] + allied[area] for area in range(AREAS)]
    can_end = sight.deck <= HAND_LIMIT
    forced = german_turn_is_last(sight)
    scales = Scales(
        WEIGHTS[sight.country],
        turns_left(sight),
        obstacles(enemies),
        obstacles(german),
        safe_now(sight) if can_end else 0.0,
        forced,
    )
    fill(scales, sight.battalions)
    for group in sight.view.groups:
        if group.origin >= 0:
            scales.add(sight.in_turn, group.origin, group.battalions)
    if sight.country == sight.in_turn == GERMANY and sight.view.phase < 3:
        expect_reinforcements(scales, sight)
    return scales


def expect_reinforcements(scales: Scales, sight: Sight) -> None:
    """Germany moves and fights before its new battalions come: Oslo need not be held by the old ones (4.3-ger-1)."""
    if not sight.enemies_at(GERMANY, OSLO):
        cards_for_it = sight.hand[REINFORCEMENTS] * cards.SYMBOLS[REINFORCEMENTS] // 3
        scales.add(GERMANY, OSLO, scales.weights.expected * (1 + cards_for_it))


def fill(scales: Scales, battalions: Sequence[Sequence[int]]) -> None:
    for country in (GERMANY, NORWAY, ALLIES):
        for area, number in enumerate(battalions[country]):
            if number:
                scales.add(country, area, number)


def safe_now(sight: Sight) -> float:
    """With so few cards left Germany can end the game when its turn comes: what it holds then, it has (1.3-1)."""
    return {GERMANY: 0.98, NORWAY: 0.5, ALLIES: 0.98}[sight.in_turn]


def german_turn_is_last(sight: Sight) -> bool:
    """Whether the German deck runs out at the end of this German turn whatever Germany does."""
    if sight.in_turn != GERMANY:
        return False
    drawn_anyway = HAND_LIMIT - sight.view.hand_size[GERMANY]
    must_use = 0 if sight.view.used_this_turn else 1
    return drawn_anyway + must_use >= sight.deck
