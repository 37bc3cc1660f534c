"""Writes what orders are made of: legs, places, directions and triggers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar, assert_never

from feltherre.games.civilwar.orders.legs import (
    Along,
    Back,
    Dismount,
    Enter,
    Face,
    Form,
    Go,
    GoTo,
    Limber,
    Mount,
    OrderLeg,
    Sideways,
    Unlimber,
    Wheel,
)
from feltherre.games.civilwar.orders.places import (
    ARROWS,
    COMPASS,
    POINT,
    CornerMark,
    Edge,
    Gate,
    Mark,
    ObjectMark,
    Offset,
    Place,
    PointMark,
    UnitMark,
    sign_of_direction,
)
from feltherre.games.civilwar.orders.signs import ARMS, CHARGE, FORMATIONS, FORWARD, OWN_EVENTS, SPANS, UNIT_SIGN
from feltherre.games.civilwar.orders.tokens import quoted
from feltherre.games.civilwar.orders.triggers import (
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
from feltherre.ground.tabletop.measure import centimetres, degrees

K = TypeVar("K")
V = TypeVar("V")


def signs_of(table: Mapping[K, V]) -> dict[V, K]:
    """What stands for each meaning of a table of signs."""
    return {meaning: sign for sign, meaning in table.items()}


_FORMATION: Final = signs_of(FORMATIONS)
_ARM: Final = signs_of(ARMS)
_EVENT: Final = signs_of(OWN_EVENTS)


def spaced(*words: str | None) -> str:
    """The words that are there, with spaces between them."""
    return " ".join(word for word in words if word)


def _length(length: int | None) -> str | None:
    return None if length is None else centimetres(length)


def _pace(pace: str) -> str | None:
    return CHARGE if pace == "charge" else None


def _span(span: int | None) -> str | None:
    return None if span is None else f"FOR {SPANS[span]}"


class Writer:
    """Writes for one reader: with arrows if it is a player's own sheet, else with compass points."""

    def __init__(self, own_edge: Edge | None) -> None:
        self._own_edge = own_edge

    def direction(self, direction: int) -> str:
        """A compass point or whole degrees, or the arrow of the player's sheet."""
        arrow = None if self._own_edge is None else sign_of_direction(direction, self._own_edge)
        if arrow is not None:
            return arrow
        point, rest = divmod(direction, POINT)
        return degrees(direction) if rest else COMPASS[point]

    def mark(self, mark: Mark) -> str:
        match mark:
            case ObjectMark():
                return mark.object
            case CornerMark():
                return f"{mark.object}/{mark.corner}"
            case UnitMark():
                return f"{UNIT_SIGN}{mark.unit}"
            case PointMark():
                return f"({centimetres(mark.x)},{centimetres(mark.y)})"
            case _:
                assert_never(mark)

    def place(self, place: Place) -> str:
        return spaced(self.mark(place.mark), None if place.offset is None else self._offset(place.offset))

    def legs(self, legs: Iterable[OrderLeg]) -> str:
        return ", ".join(map(self.leg, legs))

    def leg(self, leg: OrderLeg) -> str:
        match leg:
            case Go():
                way = FORWARD if leg.direction is None else self.direction(leg.direction)
                sign = None if self._own_edge is not None and way in ARROWS else "GO"
                return spaced(sign, way, _length(leg.length), _pace(leg.pace), _span(leg.span))
            case GoTo():
                return spaced("TO", self.place(leg.place), _pace(leg.pace), _span(leg.span))
            case Along():
                return spaced("ALONG", leg.object, "TO", self.place(leg.place), _pace(leg.pace), _span(leg.span))
            case Back():
                return spaced("BACK", _length(leg.length), _span(leg.span))
            case Sideways():
                return spaced("SIDE", leg.side.upper(), _length(leg.length), _span(leg.span))
            case Wheel():
                return spaced("WHEEL", leg.side.upper(), degrees(leg.angle), _pace(leg.pace))
            case Face():
                return f"FACE {leg.turn.upper()}"
            case Form():
                return _form(leg)
            case Limber():
                return "PP ABOUT" if leg.about else "PP"
            case Unlimber():
                return "AP ABOUT" if leg.about else "AP"
            case Mount():
                return "MOUNT"
            case Dismount():
                return "DISMOUNT"
            case Enter():
                return f"ENTER {leg.building}"
            case _:
                assert_never(leg)

    def when(self, trigger: Trigger) -> str | None:
        """What is waited for; at once is not written."""
        return None if trigger == AT_ONCE else f"WHEN {self._trigger(trigger)}"

    def _trigger(self, trigger: Trigger) -> str:
        match trigger:
            case AtTime():
                return f"AT {SPANS.get(trigger.eighths, '0')}"
            case EnemyCrosses():
                return spaced("CROSS", self._gate(trigger.gate), _by(trigger.enemy))
            case EnemyWithin():
                of = None if trigger.of is None else f"OF {self.mark(trigger.of)}"
                return spaced("WITHIN", centimetres(trigger.length), of, _by(trigger.enemy))
            case EnemyVisible():
                return spaced("SEEN", _by(trigger.enemy))
            case EnemyFires():
                return spaced("FIRES", trigger.at and f"AT {trigger.at}", _by(trigger.enemy))
            case BeforeShock():
                return spaced("BEFORE SHOCK", trigger.unit and f"OF {trigger.unit}", _by(trigger.enemy))
            case AfterShock():
                return "AFTER SHOCK"
            case OwnDoes():
                return f"OWN {trigger.unit} {_EVENT[trigger.event]}"
            case UmpireSays():
                return f"UMPIRE {quoted(trigger.text)}"
            case _:
                assert_never(trigger)

    def _gate(self, gate: Gate) -> str:
        if isinstance(gate.end, Offset):
            return f"{self.mark(gate.start)} {self._offset(gate.end)}"
        return f"{self.mark(gate.start)} - {self.mark(gate.end)}"

    def _offset(self, offset: Offset) -> str:
        return f"+{self.direction(offset.direction)} {centimetres(offset.length)}"


def _form(leg: Form) -> str:
    return spaced(
        _FORMATION[leg.formation],
        None if leg.files is None else f"FILES {leg.files}",
        None if leg.gap is None else f"GAP {centimetres(leg.gap)}",
        None if leg.standing is None else f"ON {leg.standing}",
    )


def _by(enemy: Enemy) -> str | None:
    """Which enemies count; all of them are not written."""
    words = spaced(
        enemy.unit and f"{UNIT_SIGN}{enemy.unit}",
        enemy.arm and _ARM[enemy.arm],
        enemy.formation and _FORMATION[enemy.formation],
        "ATTACKING" if enemy.attacking else None,
    )
    return f"BY {words}" if words else None
