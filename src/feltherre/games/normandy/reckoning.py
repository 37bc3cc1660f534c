"""What Normandy counts, for whoever looks back on it: points (VIC-2, VIC-3), losses, and what the dice were for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.core.tally import Stake, Tally
from feltherre.games.normandy import board, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.occupation import destroyed
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.units import ALLIED, GERMAN
from feltherre.hexgame import reckoning
from feltherre.hexgame.counters import enemy_of

STAKES: Final = {
    "side-choice": None,
    "weather": None,
    "ground-combat": reckoning.COMBAT,
    "naval-vs-coastal": reckoning.COMBAT,
    "carpet-bombing": Stake("losses", {"defender_losses": 1, "retreat_required": 1}),
    "flak": Stake("hits", {"losses": 1}),
}


def tallies(state: NormandyState) -> Iterator[Tally]:
    for side in (ALLIED, GERMAN):
        held = [
            (board.BOARD.town_names[place], board.VALUES[place], board.FIRST_OWNER[place] != side)
            for place, owner in enumerate(state.owners)
            if owner == side
        ]
        worth = sum(units.LOSS_VALUE[unit] for unit in destroyed(state, enemy_of(side)))
        steps = sum(state.losses[unit] for unit in units.OF_SIDE[side])
        yield reckoning.tally(WORDS, side, held, worth, [("units", len(destroyed(state, side))), ("steps", steps)])
