"""How an advanced game begins: nothing is on the board, and the nine-April round opens it (5-1, 7-1)."""

from __future__ import annotations

from msgspec import structs

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.norway.april.choice import fill_box
from feltherre.games.norway.april.steps import AprilPhase
from feltherre.games.norway.opening import AdvancedOptions, lay_decks
from feltherre.games.norway.sea.fleet import new_sea
from feltherre.games.norway.state import NorwayState


@rule("5-1", "7-1", "6.2-1")
def begin(table: Table[NorwayState], options: AdvancedOptions) -> None:
    """The nine-April round replaces the set-up of chapter 3; nobody draws before its end (5-1, 7-1, R43)."""
    state = table.state
    state.round = 0
    state.phase = 0
    state.sea = structs.replace(new_sea(), interception_from=options.interception_from)
    state.first_allies_landed = not options.first_allied_battalions
    lay_decks(state)
    fill_box(state)
    table.push(AprilPhase(0))
