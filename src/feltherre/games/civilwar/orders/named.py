"""Whom and what an order names: units, enemies, terrain objects, and places that only the umpire may write."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.games.civilwar.orders import language
from feltherre.games.civilwar.orders.legs import Along, Enter
from feltherre.games.civilwar.orders.places import CornerMark, ObjectMark, PointMark, UnitMark
from feltherre.games.civilwar.orders.triggers import BeforeShock, Enemy, EnemyFires, EnemyWithin, OwnDoes

#: `own`: a unit or general of one's own side; `anyone`: these and known enemies; `point`: co-ordinates
NamedKind: TypeAlias = Literal["unit", "enemy", "object", "staff", "own", "anyone", "point"]

#: every field that holds a name, and what it names
NAMES: Final[dict[tuple[type[Struct], str], NamedKind]] = {
    (language.Attack, "target"): "enemy",
    (language.Attack, "support"): "unit",
    (language.NextTarget, "target"): "enemy",
    (language.FirePart, "target"): "enemy",
    (language.GunFire, "targets"): "enemy",
    (language.Work, "at"): "object",
    (language.Resupply, "wagon"): "unit",
    (language.Rejoin, "unit"): "unit",
    (language.StaffWith, "unit"): "unit",
    (language.Courier, "to"): "own",
    (language.Message, "sender"): "staff",
    (language.Message, "to"): "staff",
    (Along, "object"): "object",
    (Enter, "building"): "object",
    (ObjectMark, "object"): "object",
    (CornerMark, "object"): "object",
    (UnitMark, "unit"): "anyone",
    (Enemy, "unit"): "enemy",
    (BeforeShock, "unit"): "unit",
    (EnemyFires, "at"): "unit",
    (OwnDoes, "unit"): "unit",
}


@lru_cache(maxsize=4096)
def all_named(order: language.Order) -> tuple[tuple[NamedKind, str], ...]:
    """`named`, kept: the same orders are asked about for unit after unit."""
    return tuple(named(order))


def named(part: object) -> Iterator[tuple[NamedKind, str]]:
    """Everything that an order or a part of one names, in the order in which it is written."""
    if isinstance(part, tuple):
        for item in part:
            yield from named(item)
    elif isinstance(part, PointMark):
        yield "point", f"({part.x}, {part.y})"
    elif isinstance(part, EnemyWithin) and isinstance(part.of, UnitMark):
        # near to a friendly unit, not to a general or an enemy (R35)
        yield "unit", part.of.unit
        yield from named(part.enemy)
    elif isinstance(part, Struct):
        for field in part.__struct_fields__:
            value = getattr(part, field)
            kind = NAMES.get((type(part), field))
            if kind is None:
                if isinstance(value, tuple | Struct):
                    yield from named(value)
            elif value is not None:
                names = value if isinstance(value, tuple) else (value,)
                yield from ((kind, name) for name in names)
