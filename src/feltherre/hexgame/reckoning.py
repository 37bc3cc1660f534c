"""What a hex game counts, for whoever looks back on it: places held and taken, counters destroyed, and its combats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from feltherre.core.tally import Stake, Tally
from feltherre.core.text import Text, say
from feltherre.hexgame.results import Code, parse_result
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
    side: int,
    held: Iterable[tuple[Text, float, bool]],
    destroyed: float,
    lost: Sequence[tuple[str, int]],
) -> Tally:
    """How a side stands. `held`: its places, what each is worth, and whether it was the enemy's at first; `destroyed`:
    its points for enemy counters; `lost`: its own losses, by kind (`core.lost.<kind>`)."""
    places = [(name, value, taken) for name, value, taken in held if value]
    kept = sum(value for _, value, taken in places if not taken)
    sources = [(name, value) for name, value, taken in places if taken]
    sources += [(say("core.points.destroyed"), destroyed), (say("core.points.kept"), kept)]
    return Tally(
        side=words.roles[side],
        name=words.side_name(side),
        points=sum(value for _, value in sources),
        sources=tuple(sorted((source for source in sources if source[1]), key=lambda source: -source[1])),
        lost=tuple((say(f"core.lost.{kind}"), n) for kind, n in lost if n),
    )
