"""Reads what a fire order waits for: `WHEN CROSS pines/NE +N 12`, `WHEN BEFORE SHOCK`, `WHEN 1/4` (R35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.places import ObjectMark, UnitMark
from feltherre.games.civilwar.orders.reading_places import find, gate, name
from feltherre.games.civilwar.orders.signs import ARMS, FORMATIONS, OWN_EVENTS, UNIT_SIGN
from feltherre.games.civilwar.orders.tokens import Cursor
from feltherre.games.civilwar.orders.triggers import (
    ANY_ENEMY,
    AT_ONCE,
    AfterShock,
    AtTime,
    BeforeShock,
    Enemy,
    EnemyCrosses,
    EnemyFires,
    EnemyVisible,
    EnemyWithin,
    OwnDoes,
    Trigger,
    UmpireSays,
)

EXAMPLE: Final = "S WHEN BEFORE SHOCK"


def when(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    """The trigger after WHEN; without the word it is at once."""
    if not cursor.skip("WHEN"):
        return AT_ONCE
    if cursor.at_fraction() or cursor.at("0", "1"):
        return _at_time(cursor, lexicon)
    return cursor.choose(_TRIGGERS, "trigger" if lexicon.judged else "trigger-unjudged", EXAMPLE)(cursor, lexicon)


def _at_time(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    return AtTime(cursor.eighths("S WHEN AT 1/4", least=0))


def _crosses(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    return EnemyCrosses(gate(cursor, lexicon), _enemy(cursor, lexicon))


def _within(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    length = cursor.length("S WHEN WITHIN 8")
    of = _of(cursor, lexicon) if cursor.skip("OF") else None
    return EnemyWithin(length, of, _enemy(cursor, lexicon))


def _of(cursor: Cursor, lexicon: Lexicon) -> UnitMark | ObjectMark:
    """A friendly unit or a terrain object."""
    example = "S WHEN WITHIN 8 OF henry-house"
    if cursor.word.startswith(UNIT_SIGN):
        return UnitMark(name(cursor, lexicon, "unit", "thing", example))
    kind, found = find(cursor, lexicon, ("object", "unit"), "thing", example)
    return ObjectMark(found) if kind == "object" else UnitMark(found)


def _seen(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    return EnemyVisible(_enemy(cursor, lexicon))


def _fires(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    at = name(cursor, lexicon, "unit", "own-unit", "S WHEN FIRES AT va2") if cursor.skip("AT") else None
    return EnemyFires(at, _enemy(cursor, lexicon))


def _before(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    cursor.need("SHOCK", "shock", EXAMPLE)
    named = cursor.skip("OF") or not (cursor.stops() or cursor.at("BY"))
    unit = name(cursor, lexicon, "unit", "own-unit", "S WHEN BEFORE SHOCK OF va2") if named else None
    return BeforeShock(unit, _enemy(cursor, lexicon))


def _after(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    cursor.need("SHOCK", "shock", "S WHEN AFTER SHOCK")
    return AfterShock()


def _own(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    example = "S WHEN OWN va2 FIRES"
    unit = name(cursor, lexicon, "unit", "own-unit", example)
    return OwnDoes(unit, cursor.choose(OWN_EVENTS, "own-event", example))


def _umpire(cursor: Cursor, lexicon: Lexicon) -> Trigger:
    return UmpireSays(cursor.quotation("quotation", 'S WHEN UMPIRE "their smoke clears"'))


_TRIGGERS: Final[dict[str, Callable[[Cursor, Lexicon], Trigger]]] = {
    "AT": _at_time,
    "CROSS": _crosses,
    "WITHIN": _within,
    "SEEN": _seen,
    "FIRES": _fires,
    "BEFORE": _before,
    "AFTER": _after,
    "OWN": _own,
    "UMPIRE": _umpire,
}


def _enemy(cursor: Cursor, lexicon: Lexicon) -> Enemy:
    """Which enemies count: `BY @ricketts`, `BY CAV AK ATTACKING`."""
    if not cursor.skip("BY"):
        return ANY_ENEMY
    example = "S WHEN SEEN BY CAV ATTACKING"
    filters = {*ARMS, *FORMATIONS, "ATTACKING"}
    if cursor.stops():
        cursor.refuse("enemy-filter", example)
    named = cursor.word.startswith(UNIT_SIGN) or cursor.word.upper() not in filters
    unit = name(cursor, lexicon, "enemy", "enemy-filter", example) if named else None
    arm = ARMS[cursor.take().upper()] if cursor.at(*ARMS) else None
    formation = FORMATIONS[cursor.take().upper()] if cursor.at(*FORMATIONS) else None
    return Enemy(unit, arm, formation, cursor.skip("ATTACKING"))
