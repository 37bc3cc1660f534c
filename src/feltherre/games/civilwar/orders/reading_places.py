"""Reads bearings, names, places and gates: `NW`, `↖`, `315`, `pines/NE`, `henry-house +SW 8`, `@va33`; and what a fire
order waits for: `WHEN CROSS pines/NE +N 12`, `WHEN BEFORE SHOCK`, `WHEN 1/4` (R35).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from feltherre.core.errors import BadInput
from feltherre.core.names import UnknownName
from feltherre.core.text import say
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.places import (
    ARROWS,
    LONGEST_GATE,
    CornerMark,
    Gate,
    Mark,
    ObjectMark,
    Offset,
    Place,
    PointMark,
    UnitMark,
    direction_of_sign,
    point_of,
)
from feltherre.games.civilwar.orders.signs import ARMS, FORMATIONS, OWN_EVENTS, UNIT_SIGN, compass
from feltherre.games.civilwar.orders.tokens import STOPS, Cursor
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
from feltherre.ground.tabletop.measure import CIRCLE, DEGREE, tenths_of_mm

#: so many words at most has a name that is written with spaces
_LONGEST: Final = 6
_DEGREES: Final = re.compile(r"[0-9]{1,3}°?")


def direction(cursor: Cursor, lexicon: Lexicon, example: str) -> int:
    """A compass point, whole degrees, or an arrow as it lies on the player's sheet (03.01.3)."""
    word = cursor.word
    point = compass(word)
    if word and word in ARROWS:
        if lexicon.own_edge is None:
            raise BadInput(say("civilwar.sheet.no-edge"))
        found = direction_of_sign(word, lexicon.own_edge)
    elif point is not None:
        found = point_of(point)
    elif _DEGREES.fullmatch(word) and int(word.rstrip("°")) * DEGREE < CIRCLE:
        found = int(word.rstrip("°")) * DEGREE
    else:
        cursor.refuse("bearing", example)
    cursor.take()
    return found


def name(cursor: Cursor, lexicon: Lexicon, kind: str, want: str, example: str) -> str:
    """A unit, enemy, staff figure or object that the writer knows."""
    return find(cursor, lexicon, (kind,), want, example)[1]


def find(cursor: Cursor, lexicon: Lexicon, kinds: tuple[str, ...], want: str, example: str) -> tuple[str, str]:
    """The kind and the id of what is named; a word that is like no name is told what could stand there."""
    word = cursor.word.removeprefix(UNIT_SIGN)
    if not word or word in STOPS or word[0] in '"(+':
        cursor.refuse(want, example)
    count = lexicon.words_of_name(kinds, [word, *cursor.ahead(_LONGEST - 1)])
    if count:
        word = " ".join([word, *cursor.ahead(count - 1)])
    try:
        found = lexicon.find_any(kinds, word)
    except UnknownName as unknown:
        if unknown.near:
            raise
        cursor.refuse(want, example)
    for _ in range(max(1, count)):
        cursor.take()
    return found


def names(
    cursor: Cursor, lexicon: Lexicon, kind: str, want: str, example: str, ends: frozenset[str]
) -> tuple[str, ...]:
    """Several of them, joined by `+`; the sign may be left out before a word that does not go on otherwise."""
    found = [name(cursor, lexicon, kind, want, example)]
    while cursor.skip("+") or not (cursor.stops() or cursor.word.upper() in ends):
        found.append(name(cursor, lexicon, kind, want, example))
    return tuple(found)


def mark(cursor: Cursor, lexicon: Lexicon, example: str) -> Mark:
    """An object, its corner, a unit; of the umpire also co-ordinates."""
    point = _point(cursor, lexicon)
    if point is not None:
        return point
    corner = _corner(cursor, lexicon)
    if corner is not None:
        return corner
    figures = ("unit", "enemy", "staff")
    if cursor.word.startswith(UNIT_SIGN):
        return UnitMark(find(cursor, lexicon, figures, "place", example)[1])
    kind, found = find(cursor, lexicon, ("object", *figures), "place", example)
    return ObjectMark(found) if kind == "object" else UnitMark(found)


def place(cursor: Cursor, lexicon: Lexicon, example: str) -> Place:
    """A mark, and perhaps so far from it: `henry-house +SW 8`."""
    return Place(mark(cursor, lexicon, example), _offset(cursor, lexicon))


def gate(cursor: Cursor, lexicon: Lexicon) -> Gate:
    """From a corner to another, or so far in a direction: `pines/NE - pines/N`, `pines/NE +N 12` (R35)."""
    example = "CROSS pines/NE +N 12"
    start = _gate_end(cursor, lexicon, example)
    offset = _offset(cursor, lexicon)
    if offset is not None:
        if offset.length > LONGEST_GATE:
            raise BadInput(say("civilwar.sheet.gate-length"))
        return Gate(start, offset)
    cursor.need("-", "gate", example)
    return Gate(start, _gate_end(cursor, lexicon, "CROSS pines/NE - pines/N"))


def _gate_end(cursor: Cursor, lexicon: Lexicon, example: str) -> CornerMark | PointMark:
    found = _point(cursor, lexicon) or _corner(cursor, lexicon)
    if found is None:
        cursor.refuse("corner", example)
    return found


def _corner(cursor: Cursor, lexicon: Lexicon) -> CornerMark | None:
    """An object's corner or end, if one stands here."""
    thing, stroke, end = cursor.word.rpartition("/")
    corner = compass(end)
    if not stroke or not thing or corner is None:
        return None
    found = CornerMark(lexicon.find("object", thing), corner)
    cursor.take()
    return found


def _offset(cursor: Cursor, lexicon: Lexicon) -> Offset | None:
    if not cursor.skip("+"):
        return None
    example = "TO henry-house +SW 8"
    way = direction(cursor, lexicon, example)
    return Offset(way, cursor.length(example))


def _point(cursor: Cursor, lexicon: Lexicon) -> PointMark | None:
    """The umpire's co-ordinates; a player's are refused."""
    point = cursor.point()
    if point is None:
        return None
    if not lexicon.umpire:
        raise BadInput(say("civilwar.sheet.coordinates", word=cursor.word))
    x, y = (tenths_of_mm(written) for written in point)
    if max(x, y) > tenths_of_mm(1000):
        cursor.refuse("place", "TO (40, 90)")
    cursor.take()
    return PointMark(x, y)


# what a fire order waits for


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
