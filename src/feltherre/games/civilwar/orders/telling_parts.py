"""The parts of sentences about orders: directions, places, legs, and what is waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, assert_never

from feltherre.core.text import Text, say
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
    COMPASS,
    POINT,
    CornerMark,
    Gate,
    Mark,
    ObjectMark,
    Offset,
    Place,
    PointMark,
    UnitMark,
)
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
from feltherre.games.civilwar.procedures.inputs import amount, turns_of
from feltherre.ground.tabletop.measure import CM, DEGREE

#: what a unit, staff figure or object is called in a sentence
Naming: TypeAlias = Callable[[str], str | Text]


def joined(how: str, first: Text, *others: Text | None) -> Text:
    """Several parts as one, without those that are not there: `words`, `comma`, `then`, `when`, `sentences`."""
    for other in others:
        if other is not None:
            first = say(f"civilwar.tell.join.{how}", first=first, next=other)
    return first


def centimetres_of(length: int) -> str | Text:
    """0.1 mm in centimetres, in the reader's language."""
    return amount(Fraction(length, CM))


class Teller:
    """Tells parts of orders with one naming."""

    def __init__(self, naming: Naming) -> None:
        self.name = naming

    # where

    def bearing(self, direction: int) -> Text:
        """A direction by its compass point, or in degrees."""
        point, rest = divmod(direction, POINT)
        if rest:
            return say("civilwar.bearing.degrees", degrees=direction // DEGREE)
        return say(f"civilwar.bearing.{COMPASS[point]}")

    def mark(self, mark: Mark) -> str | Text:
        match mark:
            case ObjectMark():
                return self.name(mark.object)
            case CornerMark():
                corner = say(f"civilwar.bearing.{mark.corner}")
                return say("civilwar.tell.corner", corner=corner, object=self.name(mark.object))
            case UnitMark():
                return self.name(mark.unit)
            case PointMark():
                return say("civilwar.tell.point", x=centimetres_of(mark.x), y=centimetres_of(mark.y))
            case _:
                assert_never(mark)

    def place(self, place: Place) -> str | Text:
        mark = self.mark(place.mark)
        return mark if place.offset is None else self._from(mark, place.offset)

    def _from(self, mark: str | Text, offset: Offset) -> Text:
        way = self.bearing(offset.direction)
        return say("civilwar.tell.offset", cm=centimetres_of(offset.length), way=way, place=mark)

    def _gate(self, gate: Gate) -> Text:
        start = self.mark(gate.start)
        end = self._from(start, gate.end) if isinstance(gate.end, Offset) else self.mark(gate.end)
        return say("civilwar.tell.gate", start=start, end=end)

    # who

    def target(self, unit: str | None) -> str | Text:
        return say("civilwar.tell.nearest") if unit is None else self.name(unit)

    def companies(self, companies: int | None) -> Text | None:
        return None if companies is None else say("civilwar.tell.with-companies", n=companies)

    def _enemy(self, enemy: Enemy) -> Text:
        """Which enemies count."""
        if enemy.unit is not None:
            who = say("core.plain", text=self.name(enemy.unit))
        else:
            who = say(f"civilwar.tell.enemy.{enemy.arm or 'any'}")
        formation = None
        if enemy.formation is not None:
            formation = say("civilwar.tell.enemy-formation", formation=_formation(enemy.formation))
        return joined("words", who, formation, say("civilwar.tell.enemy-attacking") if enemy.attacking else None)

    # legs

    def legs(self, legs: Sequence[Any]) -> Text:
        first, *others = (self.leg(leg) for leg in legs)
        return joined("then", first, *others)

    def way(self, legs: Sequence[Go | GoTo | Along | Wheel]) -> Text:
        """The legs that lead to a target, as the way that an attack goes."""
        first, *others = (self._on_the_way(leg) for leg in legs)
        return joined("then", first, *others)

    def _on_the_way(self, leg: Go | GoTo | Along | Wheel) -> Text:
        match leg:
            case Go():
                return joined("words", self._going("way", leg.direction), _far(leg.length), _for(leg.span))
            case GoTo():
                return joined("words", say("civilwar.tell.way.to", place=self.place(leg.place)), _for(leg.span))
            case Along():
                along = say("civilwar.tell.way.along", object=self.name(leg.object), place=self.place(leg.place))
                return joined("words", along, _for(leg.span))
            case Wheel():
                return say(f"civilwar.tell.way.wheel-{leg.side}", degrees=amount(Fraction(leg.angle, DEGREE)))
            case _:
                assert_never(leg)

    def leg(self, leg: OrderLeg) -> Text:
        match leg:
            case Go():
                return joined(
                    "words", self._going("leg", leg.direction), _far(leg.length), _pace(leg.pace), _for(leg.span)
                )
            case GoTo():
                to = say("civilwar.tell.leg.to", place=self.place(leg.place))
                return joined("words", to, _pace(leg.pace), _for(leg.span))
            case Along():
                along = say("civilwar.tell.leg.along", object=self.name(leg.object), place=self.place(leg.place))
                return joined("words", along, _pace(leg.pace), _for(leg.span))
            case Back():
                return joined("words", say("civilwar.tell.leg.back"), _far(leg.length), _for(leg.span))
            case Sideways():
                return joined("words", say(f"civilwar.tell.leg.side-{leg.side}"), _far(leg.length), _for(leg.span))
            case Wheel():
                wheel = say(f"civilwar.tell.leg.wheel-{leg.side}", degrees=amount(Fraction(leg.angle, DEGREE)))
                return joined("words", wheel, _pace(leg.pace))
            case Face():
                return say(f"civilwar.tell.leg.face-{leg.turn}")
            case Form():
                return _form(leg)
            case Limber():
                return say("civilwar.tell.leg.limber-about" if leg.about else "civilwar.tell.leg.limber")
            case Unlimber():
                return say("civilwar.tell.leg.unlimber-about" if leg.about else "civilwar.tell.leg.unlimber")
            case Mount():
                return say("civilwar.tell.leg.mount")
            case Dismount():
                return say("civilwar.tell.leg.dismount")
            case Enter():
                return say("civilwar.tell.leg.enter", building=self.name(leg.building))
            case _:
                assert_never(leg)

    def _going(self, kind: str, direction: int | None) -> Text:
        """Which way, as a leg of a movement or on the way of an attack."""
        if direction is None:
            return say(f"civilwar.tell.{kind}.ahead")
        return say(f"civilwar.tell.{kind}.go", way=self.bearing(direction))

    # when

    def waiting(self, text: Text, trigger: Trigger) -> Text:
        """What is done, and when: at a moment, or when something happens."""
        if trigger == AT_ONCE:
            return joined("words", text, say("civilwar.tell.when.at-once"))
        moment = isinstance(trigger, AtTime | BeforeShock | AfterShock)
        return joined("words" if moment else "when", text, self._trigger(trigger))

    def _trigger(self, trigger: Trigger) -> Text:
        match trigger:
            case AtTime():
                return say("civilwar.tell.when.at", time=amount(Fraction(trigger.eighths, 8)))
            case EnemyCrosses():
                return say(
                    "civilwar.tell.when.crosses", enemy=self._enemy(trigger.enemy), gate=self._gate(trigger.gate)
                )
            case EnemyWithin():
                cm, enemy = centimetres_of(trigger.length), self._enemy(trigger.enemy)
                if trigger.of is None:
                    return say("civilwar.tell.when.within", enemy=enemy, cm=cm)
                return say("civilwar.tell.when.within-of", enemy=enemy, cm=cm, of=self.mark(trigger.of))
            case EnemyVisible():
                return say("civilwar.tell.when.visible", enemy=self._enemy(trigger.enemy))
            case EnemyFires():
                enemy = self._enemy(trigger.enemy)
                if trigger.at is None:
                    return say("civilwar.tell.when.fires", enemy=enemy)
                return say("civilwar.tell.when.fires-at", enemy=enemy, at=self.name(trigger.at))
            case BeforeShock():
                enemy = self._enemy(trigger.enemy)
                if trigger.unit is None:
                    return say("civilwar.tell.when.before-shock", enemy=enemy)
                return say("civilwar.tell.when.before-shock-of", enemy=enemy, unit=self.name(trigger.unit))
            case AfterShock():
                return say("civilwar.tell.when.after-shock")
            case OwnDoes():
                return say(f"civilwar.tell.when.own-{trigger.event}", unit=self.name(trigger.unit))
            case UmpireSays():
                return say("civilwar.tell.when.umpire", text=trigger.text)
            case _:
                assert_never(trigger)


def _formation(formation: str) -> Text:
    return say(f"civilwar.formation.{formation.replace('_', '-')}")


def _form(leg: Form) -> Text:
    return joined(
        "words",
        say("civilwar.tell.leg.form", formation=_formation(leg.formation)),
        None if leg.files is None else say("civilwar.tell.leg.files", n=leg.files),
        None if leg.gap is None else say("civilwar.tell.leg.gap", cm=centimetres_of(leg.gap)),
        None if leg.standing is None else say("civilwar.tell.leg.standing", number=leg.standing),
    )


def _far(length: int | None) -> Text | None:
    return None if length is None else say("civilwar.tell.far", cm=centimetres_of(length))


def _pace(pace: str) -> Text | None:
    return say("civilwar.tell.charge") if pace == "charge" else None


def _for(span: int | None) -> Text | None:
    return None if span is None else say("civilwar.tell.span", time=turns_of(Fraction(span, 8)))
