"""What a stack of battalions stands to lose to the enemies next to it: small ones are eaten up, large ones are not."""

from __future__ import annotations

from functools import lru_cache

from feltherre.games.norway import board
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.chances import CARD_DICE, COUNTING, MOST
from feltherre.games.norway.players.odds import expected_losses, win_chance
from feltherre.games.norway.players.sight import AREAS, Sight

#: attackers who lose as many as they destroy are not to be feared: what their losses are worth against ours
THEIR_LOSSES = 0.7


def threats(sight: Sight, country: int) -> list[int]:
    """By area: the most battalions that one enemy country could attack it with in its next turn."""
    foes = (NORWAY, ALLIES) if country == GERMANY else (GERMANY,)
    found = []
    for area in range(AREAS):
        most = 0
        for foe in foes:
            battalions = sight.battalions[foe]
            near = sum(battalions[other] for other in board.LAND_NEIGHBOURS[area])
            near += sum(battalions[other] for other in board.WATER_NEIGHBOURS[area]) // 2
            most = max(most, near)
        found.append(min(most, MOST))
    return found


@lru_cache(maxsize=1024)
def expected_toll(battalions: int, threat: int) -> float:
    """What a stack loses more than it costs its attackers, as far as they would dare."""
    if battalions < 1 or threat < 1:
        return 0.0
    attack = min(threat, COUNTING) + CARD_DICE
    defence = min(battalions, COUNTING) + CARD_DICE
    lost = expected_losses(attack, min(battalions, MOST)) - THEIR_LOSSES * expected_losses(defence, min(threat, MOST))
    return win_chance(attack, defence) * max(0.0, lost)
