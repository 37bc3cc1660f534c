"""The guided first turn of each country: which thought stands with which question, and of which areas it speaks."""

from __future__ import annotations

from typing import Final

from feltherre.core import scene
from feltherre.games.norway import board

Rows = tuple[tuple[str, ...], ...]

_MOVING: Final = "move move-group"
#: asked too when nobody, or no card, is left to move with
_ANY_MOVE: Final = "move move-group move-card move-nothing"
_CITIES: Final = tuple(board.AREAS[area] for area in board.POINT_CITY)
_PLACING: Final = "reinforce place-free reinforce-plane"

#: where new German battalions come ashore: in the basic game in the south, in the advanced game as ships allow (8.3)
_WHERE: Final[dict[bool, Rows]] = {
    False: (("where", _PLACING, "kristiansand", "egersund", "stavanger", "oslo"),),
    True: (("where-at-sea", _PLACING),),
}

_GERMANY: Final[Rows] = (
    ("cities", _MOVING, *_CITIES),
    ("points", _MOVING, "honefoss", "gjovik", "hamar", "kongsvinger", "ostfold", "kongsberg"),
    ("dice", _MOVING),
    ("water", _MOVING, "gjovik", "hamar"),
    ("far", _MOVING, "bergen", "trondheim", "narvik"),
    ("end", _ANY_MOVE),
    ("cards", "attacker-cards"),
    ("deck", "attacker-cards"),
    ("free", _PLACING),
)
_NORWAY: Final[Rows] = (
    ("sabotage", "sabotage"),
    ("defend", "defender-cards"),
    ("retreat", "retreat"),
    ("aim", _ANY_MOVE, *_CITIES),
    ("delay", _ANY_MOVE),
    ("valleys", _MOVING, "lillehammer", "dombas", "rena", "tynset"),
    ("threat", _MOVING, "voss", "steinkjer", "bardufoss", "gratangen"),
    ("finnmark", _MOVING, "finnmark", "tromso", "bardufoss"),
    ("allies", _MOVING),
    ("attack", "attacker-cards"),
    ("exchange", "reinforce"),
    ("where", "reinforce"),
)
_ALLIES: Final[Rows] = (
    ("fighter", "divert stop-flight"),
    ("aim", _ANY_MOVE, *_CITIES),
    ("nothing", "move-card move-nothing"),
    ("narvik", "first-landing", "narvik", "tysfjord", "gratangen", "harstad"),
    ("trondheim", "first-landing", "trondheim", "kristiansund", "steinkjer"),
    ("landing", "first-landing"),
    ("exchange", "reinforce"),
    ("duty", "reinforce"),
    ("fjord", _MOVING),
    ("attack", "attacker-cards"),
    ("defend", "defender-cards"),
)


def tips(advanced: bool) -> dict[str, tuple[scene.Tip, ...]]:
    """By role; they are true in any turn, for a newcomer may come to a question late."""
    germany = (*_GERMANY, *_WHERE[advanced], ("defend", "defender-cards"))
    return scene.tips("norway", {"germany": germany, "norway": _NORWAY, "allies": _ALLIES})
