"""Reads what orders are made of: bearings, names, places and gates (`NW`, `↖`, `pines/NE`, `henry-house +SW 8`), legs
(`GO NW 8 SM FOR 1/2`), and what a fire order waits for (`WHEN BEFORE SHOCK`, `WHEN 1/4`, R35).

Which signs a part of an order has, its template says (`templates`); here is how each is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final, TypeVar, get_args

from feltherre.core.errors import BadInput
from feltherre.core.names import UnknownName
from feltherre.core.text import say
from feltherre.games.civilwar.orders import places, signs
from feltherre.games.civilwar.orders.language import GUESS_STEP, NextTarget, Repaired, WorkKind
from feltherre.games.civilwar.orders.legs import AttackLeg, Go, OrderLeg
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.templates import Piece
from feltherre.games.civilwar.orders.tokens import STOPS, Cursor
from feltherre.games.civilwar.orders.triggers import AtTime, Enemy, Trigger
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE, tenths_of_mm

P = TypeVar("P", bound=places.Signed)

#: so many words at most has a name that is written with spaces
_LONGEST_NAME: Final = 6
_DEGREES: Final = re.compile(r"[0-9]{1,3}°?")
#: the widest gap in a chain that the language can say, in 0.1 mm; what is allowed is another question (R13)
_WIDEST_GAP: Final = 300
#: files of a formation, companies of a unit, or the number of a company
_MOST: Final = 100
#: what may follow the length of a march, or stand there without one
_AFTER_LENGTH: Final = (signs.CHARGE, "FOR", "SUPPORT", "THEN")
#: what may follow the targets of fire, and the units in support
_AFTER_TARGETS: Final = frozenset({"GUESS", "WITH", "WHEN", "REPAIR"})
_AFTER_SUPPORT: Final = frozenset({"THEN"})
#: what is missed where a word in the middle of a template does not stand
_MISSED: Final = {"TO": "to", "SHOCK": "shock"}


def by_first_word(kinds: Iterable[type[places.Signed]]) -> dict[str, Any]:
    """Each kind by the word with which it begins, or by each that may stand there."""
    found: dict[str, Any] = {}
    for kind in kinds:
        first = kind.sign.first
        words = (first.word,) if first.word else signs.CHOICES.get(first.codec, ((), ""))[0]
        found |= dict.fromkeys(words, kind)
    return found


_LEGS: Final = by_first_word(get_args(OrderLeg))
_TRIGGERS: Final = by_first_word(get_args(Trigger))


class Reader(Cursor):
    """A line and how far it has been read, by the names that its writer knows. A share such as 1/2 is one of the
    companies of `unit`."""

    def __init__(self, words: list[str], lexicon: Lexicon, unit: str = "") -> None:
        super().__init__(words)
        self.lexicon = lexicon
        self.unit = unit

    # by templates

    def read(self, kind: type[P], begun: int = 0) -> P:
        """A part of an order by its template, of which so many places have been read."""
        return kind(**self.fields(kind, begun))

    def fields(self, kind: type[places.Signed], begun: int = 0) -> dict[str, Any]:
        """What its template gives a part of an order."""
        sign, found = kind.sign, dict[str, Any]()
        for pieces, optional in sign.parts[begun:]:
            for piece in pieces:
                self.example = sign.examples.get(piece.field, sign.example)
                if self._comes(piece, optional):
                    if piece.field:
                        found[piece.field] = READS[piece.codec](self) if piece.codec else piece.value
                    break
        return found

    def _comes(self, piece: Piece, optional: bool) -> bool:
        """Whether a piece of a template comes next, of which the word is taken."""
        if not piece.word:
            return not optional or _COMES[piece.codec](self)
        if not optional:
            self.need(piece.word, _MISSED.get(piece.word, "leg"))
            return True
        return self.skip(piece.word) or (piece.bare and _COMES[piece.codec](self))

    def kind(self, kinds: Mapping[str, Any], want: str, example: str) -> Any:
        """Which of several kinds (`by_first_word`) begins with the next word; it is not taken."""
        found = kinds.get(self.word.upper())
        if found is None:
            self.example = example
            self.refuse(want)
        return found

    # names

    def name(self, kind: str, want: str) -> str:
        """A unit, enemy, staff figure or object that the writer knows."""
        return self.find((kind,), want)[1]

    def find(self, kinds: tuple[str, ...], want: str) -> tuple[str, str]:
        """The kind and the id of what is named; a word that is like no name is told what could stand there."""
        word = self.word.removeprefix(signs.UNIT_SIGN)
        if not word or word in STOPS or word[0] in '"(+':
            self.refuse(want)
        count = self.lexicon.words_of_name(kinds, [word, *self.ahead(_LONGEST_NAME - 1)])
        if count:
            word = " ".join([word, *self.ahead(count - 1)])
        try:
            found = self.lexicon.find_any(kinds, word)
        except UnknownName as unknown:
            if unknown.near:
                raise
            self.refuse(want)
        for _ in range(max(1, count)):
            self.take()
        return found

    def names(self, kind: str, want: str, ends: frozenset[str]) -> tuple[str, ...]:
        """Several of them, joined by `+`; the sign may be left out before a word that does not go on otherwise."""
        found = [self.name(kind, want)]
        while self.skip("+") or not (self.stops() or self.word.upper() in ends):
            found.append(self.name(kind, want))
        return tuple(found)

    def target(self) -> str | None:
        return None if self.skip(signs.NEAREST) else self.name("enemy", "target")

    def targets(self) -> tuple[str, ...]:
        return () if self.skip(signs.NEAREST) else self.names("enemy", "target", _AFTER_TARGETS)

    def support(self) -> tuple[str, ...]:
        return self.names("unit", "own-unit", _AFTER_SUPPORT)

    # directions and places

    def direction(self) -> int:
        """A compass point, whole degrees, or an arrow as it lies on the player's sheet (03.01.3)."""
        word = self.word
        point = signs.compass(word)
        if self.at_arrow():
            if self.lexicon.own_edge is None:
                raise BadInput(say("civilwar.sheet.no-edge"))
            found = places.direction_of_sign(word, self.lexicon.own_edge)
        elif point is not None:
            found = places.point_of(point)
        elif _DEGREES.fullmatch(word) and int(word.rstrip("°")) * DEGREE < CIRCLE:
            found = int(word.rstrip("°")) * DEGREE
        else:
            self.refuse("bearing")
        self.take()
        return found

    def way(self) -> int | None:
        return None if self.skip(signs.FORWARD) else self.direction()

    def edge(self) -> places.Edge:
        found = signs.EDGES.get(signs.compass(self.word) or "")
        if found is None:
            self.refuse("edge")
        self.take()
        return found

    def mark(self) -> places.Mark:
        """An object, its corner, a unit; of the umpire also co-ordinates."""
        found = self._point() or self._corner()
        if found is not None:
            return found
        figures = ("unit", "enemy", "staff")
        kinds = figures if self.word.startswith(signs.UNIT_SIGN) else ("object", *figures)
        kind, name = self.find(kinds, "place")
        return places.ObjectMark(name) if kind == "object" else places.UnitMark(name)

    def thing(self) -> places.UnitMark | places.ObjectMark:
        """A friendly unit or a terrain object."""
        kinds = ("unit",) if self.word.startswith(signs.UNIT_SIGN) else ("object", "unit")
        kind, name = self.find(kinds, "thing")
        return places.ObjectMark(name) if kind == "object" else places.UnitMark(name)

    def place(self) -> places.Place:
        """A mark, and perhaps so far from it: `henry-house +SW 8`."""
        return places.Place(self.mark(), self._offset())

    def gate(self) -> places.Gate:
        """From a corner to another, or so far in a direction: `pines/NE - pines/N`, `pines/NE +N 12` (R35)."""
        example, start = self.example, self._gate_end()
        offset = self._offset()
        if offset is not None:
            if offset.length > places.LONGEST_GATE:
                raise BadInput(say("civilwar.sheet.gate-length"))
            return places.Gate(start, offset)
        self.example = example
        self.need("-", "gate")
        self.example = "CROSS pines/NE - pines/N"
        return places.Gate(start, self._gate_end())

    def _gate_end(self) -> places.CornerMark | places.PointMark:
        found = self._point() or self._corner()
        if found is None:
            self.refuse("corner")
        return found

    def _corner(self) -> places.CornerMark | None:
        """An object's corner or end, if one stands here."""
        thing, _, end = self.word.rpartition("/")
        corner = signs.compass(end)
        if not thing or corner is None:
            return None
        found = places.CornerMark(self.lexicon.find("object", thing), corner)
        self.take()
        return found

    def _offset(self) -> places.Offset | None:
        if not self.skip("+"):
            return None
        self.example = "TO henry-house +SW 8"
        return places.Offset(self.direction(), self.length())

    def _point(self) -> places.PointMark | None:
        """The umpire's co-ordinates; a player's are refused."""
        point = self.point()
        if point is None:
            return None
        if not self.lexicon.umpire:
            raise BadInput(say("civilwar.sheet.coordinates", word=self.word))
        x, y = (tenths_of_mm(written) for written in point)
        if max(x, y) > tenths_of_mm(1000):
            self.example = "TO (40, 90)"
            self.refuse("place")
        self.take()
        return places.PointMark(x, y)

    # legs

    def legs(self) -> tuple[OrderLeg, ...]:
        """Legs with commas between them; only legs can follow one another (03.03.1)."""
        found = [self.leg()]
        while self.goes_on():
            if self.at(*signs.ACTIONS):
                raise BadInput(say("civilwar.sheet.one-action", word=self.word))
            found.append(self.leg())
        return tuple(found)

    def leg(self) -> OrderLeg:
        """A leg; before an arrow the word GO is left out."""
        if self.at_arrow():
            return self.read(Go, begun=1)
        found: OrderLeg = self.read(self.kind(_LEGS, "leg", "GO NW 8"))
        return found

    def approach(self) -> tuple[AttackLeg, ...]:
        """The legs that lead to the target of an attack."""
        found: list[AttackLeg] = []
        while not found or self.goes_on():
            before = self._at
            leg = self.leg()
            if not isinstance(leg, AttackLeg):
                self._at, self.example = before, "A ricketts VIA GO NW"
                self.refuse("attack-leg")
            found.append(leg)
        return tuple(found)

    def goes_on(self) -> bool:
        """Whether another leg follows: after a comma, which is taken, or an arrow, as the book writes it (03.01.3)."""
        return self.skip(",") or self.at_arrow()

    def at_arrow(self) -> bool:
        return bool(self.word) and self.word in places.ARROWS

    def at_leg(self) -> bool:
        """Whether a leg begins here."""
        return self.at_arrow() or (bool(self.word) and self.at(*_LEGS))

    def at_length(self) -> bool:
        """Whether the leg says how far: unless it ends here or goes on with a sign that may follow."""
        return not (self.stops() or self.at_fraction() or self.at(*_AFTER_LENGTH))

    def span(self) -> int:
        self.example = "GO N FOR 1/2"
        return self.eighths(1)

    def gap(self) -> int:
        return 0 if self.skip("0") else self.decimal(CM, _WIDEST_GAP, "gap")

    # who and what

    def companies(self) -> int:
        """So many companies, or a share of the unit's."""
        if self.at_fraction():
            return self.lexicon.share(self.unit, Fraction(self.fraction("companies")))
        return self.number("companies", _MOST)

    def guess(self) -> int:
        """A distance in half centimetres (R59)."""
        before = self._at
        found = self.length()
        if found % GUESS_STEP:
            self._at = before
            self.refuse("guess")
        return found

    def repairs(self) -> tuple[Repaired, ...]:
        """What gunners mend beside the fire: `GUN + LIMBER`."""
        found = [self.choose(signs.REPAIRED, "repaired")]
        while self.skip("+"):
            found.append(self.choose(signs.REPAIRED, "repaired"))
        return tuple(found)

    def work(self) -> WorkKind:
        """The abatis is built to half the unit's width, or in twice the time, as the sheet says (10.03.1)."""
        if self.skip("ABATIS"):
            return "abatis_half" if self.skip("1/2") else "abatis_full"
        return self.choose(signs.WORKS, "work")

    def follow(self) -> Any:
        """What a unit does that has broken its target: the next one, pursue, hold."""
        if self.skip("NEXT"):
            return NextTarget(self.name("enemy", "enemy"))
        return self.choose({"PURSUE": "pursue", "HOLD": "hold"}, "follow")

    # what a fire order waits for

    def when(self) -> Trigger:
        """The trigger after WHEN; an instant may stand there without AT."""
        if self.at_fraction() or self.at("0", "1"):
            return self.read(AtTime, begun=1)
        want = "trigger" if self.lexicon.judged else "trigger-unjudged"
        found: Trigger = self.read(self.kind(_TRIGGERS, want, "S WHEN BEFORE SHOCK"))
        return found

    def enemy(self) -> Enemy:
        """Which enemies count: `@ricketts`, `CAV AK ATTACKING`."""
        self.example = Enemy.sign.example
        if self.stops():
            self.refuse("enemy-filter")
        return self.read(Enemy)

    def at_enemy(self) -> bool:
        """Whether an enemy is named, and not what he is or does."""
        return self.word.startswith(signs.UNIT_SIGN) or not self.at(*signs.ARMS, *signs.FORMATIONS, "ATTACKING")


#: how a field is read, by the codec of its template
READS: Final[dict[str, Callable[[Reader], Any]]] = {
    "way": Reader.way,
    "direction": Reader.direction,
    "length": Reader.length,
    "span": Reader.span,
    "eighths": lambda reader: reader.eighths(0),
    "angle": lambda reader: reader.decimal(DEGREE, CIRCLE // 2, "angle"),
    "number": lambda reader: reader.number("number", _MOST),
    "gap": Reader.gap,
    "place": Reader.place,
    "of": Reader.thing,
    "gate": Reader.gate,
    "edge": Reader.edge,
    "legs": Reader.legs,
    "approach": Reader.approach,
    "object": lambda reader: reader.name("object", "object"),
    "unit": lambda reader: reader.name("unit", "own-unit"),
    "wagon": lambda reader: reader.name("unit", "wagon"),
    "enemy": lambda reader: reader.name("enemy", "enemy"),
    "marked": lambda reader: reader.name("enemy", "enemy-filter"),
    "target": Reader.target,
    "targets": Reader.targets,
    "support": Reader.support,
    "follow": Reader.follow,
    "companies": Reader.companies,
    "guess": Reader.guess,
    "repairs": Reader.repairs,
    "when": Reader.when,
    "filter": Reader.enemy,
    "text": Reader.quotation,
    **{codec: partial(Reader.choose, words=words, want=want) for codec, (words, want) in signs.CHOICES.items()},
    "kind": Reader.work,
}
#: whether a field comes that stands without a word of its own
_COMES: Final[dict[str, Callable[[Reader], bool]]] = {
    "length": Reader.at_length,
    "span": Reader.at_fraction,
    "approach": Reader.at_arrow,
    "unit": lambda reader: not (reader.stops() or reader.at("BY")),
    "marked": Reader.at_enemy,
    "arm": lambda reader: reader.at(*signs.ARMS),
    "formation": lambda reader: reader.at(*signs.FORMATIONS),
}
