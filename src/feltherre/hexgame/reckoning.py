"""What a hex game counts, for whoever looks back on it: places held and taken, counters destroyed, and its combats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from feltherre.core.tally import Stake, Tally
from feltherre.core.text import say
from feltherre.hexgame.results import Code, parse_result
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.words import Words

#: what "everybody takes a loss" counts for, where nobody says how many they are
_EVERYONE: Final = 2


def _harm(result: Any) -> int:
    """What a result of a combat table does to the defenders, less what it does to the attackers."""
    code = parse_result(str(result)) or Code()
    defenders, attackers = (
        part.losses + _EVERYONE * part.everyone + part.retreats for part in (code.defender, code.attacker)
    )
    return defenders - attackers


#: losses and retreats of a ground combat
COMBAT: Final = Stake("losses", {"result": _harm})


def tally(
    words: Words,
    state: HexGameState,
    side: int,
    places: Sequence[tuple[float, int]],
    destroyed: float,
    lost: Sequence[tuple[str, int]],
) -> Tally:
    """How a side stands. `places`: what each place is worth, and whose it was at first; `destroyed`: its points for
    enemy counters; `lost`: its own losses, by kind (`core.lost.<kind>`)."""
    named = zip(words.board.town_names, state.owners, places, strict=True)
    held = [(name, value, first != side) for name, owner, (value, first) in named if owner == side and value]
    kept = sum(value for _, value, taken in held if not taken)
    sources = [(name, value) for name, value, taken in held if taken]
    sources += [(say("core.points.destroyed"), destroyed), (say("core.points.kept"), kept)]
    return Tally(
        side=words.roles[side],
        name=words.side_name(side),
        points=sum(value for _, value in sources),
        sources=tuple(sorted((source for source in sources if source[1]), key=lambda source: -source[1])),
        lost=tuple((say(f"core.lost.{kind}"), n) for kind, n in lost if n),
    )
