"""The guided first turn of each side: which thought stands with which question, and of which hexes it speaks."""

from __future__ import annotations

from typing import Final

from feltherre.core import scene
from feltherre.games.winterwar import board

_LOSSES: Final = "losses.units losses.steps"


def _in(*towns: str) -> tuple[str, ...]:
    return tuple(town.hex for town in board.GEOGRAPHY.towns if town.id in towns)


#: they are true in any turn and after any set-up: a newcomer may come to a question late
TIPS: Final = scene.tips(
    "winterwar",
    {
        "finland": (
            ("set-up", "setup", "1540", "1641", "1741", "1840"),
            ("towns", "movement", *_in("helsinki", "viipuri", "tampere", "turku")),
            ("isthmus", "movement", "1742", "1642", "1641", "1741", "1640", "1540"),
            ("zones", "movement"),
            ("off-road", "movement"),
            ("cut-off", "movement", *_in("suomussalmi"), "1621", "1723"),
            ("supply", "movement"),
            ("partisans", "movement", "FI-P1", "FI-P2", "FI-P3"),
            ("air", "movement"),
            ("odds", "combat"),
            ("ski", "combat"),
            ("losses", _LOSSES),
            ("retreat", "retreat"),
            ("reinforcements", "reinforcement"),
        ),
        "soviet": (
            ("set-up", "setup", "1842", "1843"),
            ("towns", "movement", *_in("helsinki", "viipuri", "tampere", "turku")),
            ("roads", "movement"),
            ("isthmus", "movement", "1742", "1842", "1843", "1540"),
            ("zones", "movement"),
            ("edges", "movement", *_in("petsamo", "suomussalmi", "kuhmo", "ilomantsi", "suojarvi")),
            ("supply", "movement"),
            ("stacks", "movement"),
            ("air", "movement"),
            ("leningrad", "movement", *_in("leningrad")),
            ("odds", "combat"),
            ("winter", "combat"),
            ("advance", "advance"),
            ("losses", _LOSSES),
            ("retreat", "retreat"),
            ("reinforcements", "reinforcement", *_in("leningrad", "murmansk", "petrozavodsk")),
        ),
    },
)
