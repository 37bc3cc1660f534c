"""Writes orders as lines of text: the one form in which log, record and order sheet show them.

`reading` gives back what was written here; the signs of each part are its template's (`templates`). On a player's own
paper sheet (`own_edge` given) the eight directions that have one are written as arrows, with the sheet's lower edge
along his base line (03.01.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from feltherre.games.civilwar.orders import places, signs
from feltherre.games.civilwar.orders.language import Courier, Detach, Fire, NextTarget, Order, OrderLine, StaffLine
from feltherre.games.civilwar.orders.legs import Go, OrderLeg
from feltherre.games.civilwar.orders.templates import Part
from feltherre.games.civilwar.orders.tokens import quoted
from feltherre.ground.tabletop.measure import centimetres, degrees


def write_line(line: OrderLine, own_edge: places.Edge | None = None) -> str:
    """A unit's order and standing instructions; what it asks about is not written."""
    given = ((pref, getattr(line.prefs, pref.lower())) for pref in signs.PREFS)
    prefs = [f"{pref} {_ANSWER[answer]}" for pref, answer in given if answer != "ask"]
    return " ; ".join([write_order(line.order, own_edge), *prefs])


def write_staff(line: StaffLine, own_edge: places.Edge | None = None) -> str:
    """A general's or courier's line."""
    ride = line.order
    if not isinstance(ride, Courier):
        order = Writer(own_edge).write(ride)
    elif isinstance(ride.load, OrderLine):
        order = f"RIDE {ride.to} ORDER [{write_line(ride.load, own_edge)}]"
    else:
        order = f"RIDE {ride.to} SAY {quoted(ride.load)}"
    return order if line.evade == "ask" else f"{order} ; {signs.EVADE} {_ANSWER[line.evade]}"


def write_order(order: Order, own_edge: places.Edge | None = None) -> str:
    """An order alone."""
    writer = Writer(own_edge)
    if isinstance(order, Detach) and order.legs:
        return f"{order.companies} OF {writer.legs(order.legs)}"
    if isinstance(order, Fire):
        return ", ".join(map(writer.write, order.parts))
    return writer.write(order)


class Writer:
    """Writes for one reader: with arrows if it is a player's own sheet, else with compass points."""

    def __init__(self, own_edge: places.Edge | None) -> None:
        self._own_edge = own_edge

    def write(self, thing: places.Signed) -> str:
        """A part of an order by its template; what is as usual is left out."""
        words: list[str] = []
        for (pieces, optional), usual in _written(type(thing)):
            for word, field, codec, sets, _ in pieces:
                value = getattr(thing, field) if field else None
                if optional and value == usual.get(field):
                    continue
                if codec:
                    words += (word, WRITES.get(codec, _as_it_is)(self, value))
                elif not field or value == sets:
                    words.append(word)
        return " ".join(filter(None, words))

    def direction(self, direction: int) -> str:
        """A compass point or whole degrees, or the arrow of the player's sheet."""
        arrow = None if self._own_edge is None else places.sign_of_direction(direction, self._own_edge)
        if arrow is not None:
            return arrow
        point, rest = divmod(direction, places.POINT)
        return degrees(direction) if rest else places.COMPASS[point]

    def way(self, direction: int | None) -> str:
        return signs.FORWARD if direction is None else self.direction(direction)

    def mark(self, mark: places.Mark) -> str:
        if isinstance(mark, places.ObjectMark):
            return mark.object
        if isinstance(mark, places.CornerMark):
            return f"{mark.object}/{mark.corner}"
        if isinstance(mark, places.UnitMark):
            return f"{signs.UNIT_SIGN}{mark.unit}"
        return f"({centimetres(mark.x)},{centimetres(mark.y)})"

    def place(self, place: places.Place) -> str:
        mark = self.mark(place.mark)
        return mark if place.offset is None else f"{mark} {self._offset(place.offset)}"

    def gate(self, gate: places.Gate) -> str:
        end = self._offset(gate.end) if isinstance(gate.end, places.Offset) else f"- {self.mark(gate.end)}"
        return f"{self.mark(gate.start)} {end}"

    def _offset(self, offset: places.Offset) -> str:
        return f"+{self.direction(offset.direction)} {centimetres(offset.length)}"

    def legs(self, legs: tuple[OrderLeg, ...]) -> str:
        return ", ".join(map(self.leg, legs))

    def leg(self, leg: OrderLeg) -> str:
        """A leg; before an arrow the word GO is left out."""
        written = self.write(leg)
        return written[3:] if isinstance(leg, Go) and written[3] in places.ARROWS else written


@cache
def _written(kind: type[places.Signed]) -> list[tuple[Part, Mapping[str, Any]]]:
    """The places of a template, and what its fields are by default."""
    usual = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    return [(part, usual) for part in kind.sign.written]


def _as_it_is(writer: Writer, value: object) -> str:
    return str(value)


def _target(target: str) -> str:
    """A unit may even be called like the word for the nearest enemy."""
    return f"{signs.UNIT_SIGN}{target}" if target.upper() == signs.NEAREST else target


def _chosen(words: Mapping[str, Any]) -> Callable[[Writer, Any], str]:
    """What stands for each meaning of a table of signs."""
    written = {meaning: sign for sign, meaning in words.items()}
    return lambda writer, value: written[value]


_ANSWER: Final = {answer: sign for sign, answer in signs.ANSWERS.items()}
#: how a field is written, by the codec of its template; names and numbers stand as they are
WRITES: Final[dict[str, Callable[[Writer, Any], str]]] = {
    "way": Writer.way,
    "direction": Writer.direction,
    "length": lambda writer, length: centimetres(length),
    "guess": lambda writer, length: centimetres(length),
    "gap": lambda writer, length: centimetres(length),
    "angle": lambda writer, angle: degrees(angle),
    "span": lambda writer, span: signs.SPANS[span],
    "eighths": lambda writer, eighths: signs.SPANS.get(eighths, "0"),
    "place": Writer.place,
    "of": Writer.mark,
    "gate": Writer.gate,
    "edge": _chosen(signs.EDGES),
    "legs": Writer.legs,
    "approach": Writer.legs,
    "marked": lambda writer, unit: f"{signs.UNIT_SIGN}{unit}",
    "target": lambda writer, target: _target(target),
    "targets": lambda writer, targets: " + ".join(map(_target, targets)),
    "support": lambda writer, units: " + ".join(units),
    "follow": lambda writer, what: f"NEXT {what.target}" if isinstance(what, NextTarget) else what.upper(),
    "repairs": lambda writer, repairs: " + ".join(repairs).upper(),
    "when": Writer.write,
    "filter": Writer.write,
    "text": lambda writer, text: quoted(text),
    **{codec: _chosen(words) for codec, (words, _) in signs.CHOICES.items()},
}
