"""What the Winter War counts, for whoever looks back on it: points (win-2), losses, and what the dice were for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.core.tally import Stake, Tally
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.occupation import QUARTER_POINTS
from feltherre.games.winterwar.state import WinterWarState, destroyed_of
from feltherre.games.winterwar.units import FINLAND, SOVIET
from feltherre.hexgame import reckoning
from feltherre.hexgame.counters import enemy_of

STAKES: Final = {
    "ground-combat": reckoning.COMBAT,
    "air-combat": Stake("losses", {"defenders_lost": 1, "attackers_lost": -1}),
    "side-choice": None,
    "partisan-strength": Stake("hits", {"strength": 1}),
}


def tallies(state: WinterWarState) -> Iterator[Tally]:
    places = list(zip(board.TOWN_VALUE, board.FIRST_OWNER, strict=True))
    for side in (FINLAND, SOVIET):
        worth = sum(loss.value for loss in destroyed_of(state, enemy_of(side))) / QUARTER_POINTS
        flipped = sum(1 for unit in units.OF_SIDE[side] if state.flipped[unit] and state.places[unit] >= 0)
        lost = [("units", len(destroyed_of(state, side))), ("reduced", flipped)]
        yield reckoning.tally(WORDS, state, side, places, worth, lost)
