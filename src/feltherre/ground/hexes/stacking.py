"""Stacking: how many units of each class may stand together, and for which class a hex is full.

Both ways in which the rules put it are limits of one shape, "of these classes together, each counted so much, at most
so many": points (a division counts 2 of 6), and places of which some may be used by other classes (two divisions, two
lesser units and one artillery; a lesser unit may take a division's place).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from feltherre.ground.hexes.layers import Layers

#: how many bits of a stack's code hold the number of one class (at most 31 units)
_WIDTH = 5
_MASK = (1 << _WIDTH) - 1


class Limit(Struct, frozen=True):
    """`weights[class]` for each unit, at most `most` in all."""

    weights: tuple[int, ...]
    most: int

    def holds(self, held: Sequence[int]) -> bool:
        """Whether so many units of each class keep to it."""
        return sum(weight * n for weight, n in zip(self.weights, held, strict=True)) <= self.most


def points(weights: Sequence[int], most: int) -> tuple[Limit, ...]:
    """A limit in points: what a unit of each class counts."""
    return (Limit(tuple(weights), most),)


def places(room: Sequence[int], also: Sequence[Sequence[int]]) -> tuple[Limit, ...]:
    """Limits of a hex with so many places for each class; `also[c]`: classes whose places a unit of class c may use.

    Everybody finds a place exactly when no group of classes has more units than there are places it may use (Hall).
    """
    classes = range(len(room))
    limits = []
    for size in range(1, len(room) + 1):
        for group in combinations(classes, size):
            usable = {place for member in group for place in (member, *also[member])}
            limits.append(Limit(tuple(int(c in group) for c in classes), sum(room[place] for place in usable)))
    return tuple(limits)


class Stacking:
    """The stacking rules of a board: `kinds` of ground, each with its limits, and of which kind each hex is."""

    def __init__(self, kinds: Sequence[Sequence[Limit]], kind_of: Sequence[int]) -> None:
        self.kinds = tuple(tuple(limits) for limits in kinds)
        self.kind_of = list(kind_of)
        self.classes = len(self.kinds[0][0].weights)
        #: a bit for each class
        self.every_class = (1 << self.classes) - 1
        self._full: list[dict[int, int]] = [{} for _ in self.kinds]
        #: stack -> whether it may stand on a kind of ground: the same few are asked about at every turn
        self._fits: list[dict[int, bool]] = [{} for _ in self.kinds]

    def broken(self, hex_: int, stack: int) -> list[Limit]:
        """The limits a stack breaks in a hex."""
        held = counts(stack, self.classes)
        return [limit for limit in self.kinds[self.kind_of[hex_]] if not limit.holds(held)]

    def fits(self, hex_: int, stack: int) -> bool:
        """Whether a stack may stand in a hex."""
        known = self._fits[self.kind_of[hex_]]
        fits = known.get(stack)
        if fits is None:
            fits = known[stack] = not self.broken(hex_, stack)
        return fits

    def full_for(self, hex_: int, stack: int) -> int:
        """Bit c is set if a hex with this stack has no room for another unit of class c."""
        known = self._full[self.kind_of[hex_]]
        full = known.get(stack, -1)
        if full < 0:
            full = sum(1 << c for c in range(self.classes) if not self.fits(hex_, stack + one(c)))
            known[stack] = full
        return full


class Stacks:
    """What one side has in each hex, as codes. From `full_layer` on, layers say where each class has no room."""

    __slots__ = ("full_layer", "held", "rules")

    def __init__(self, rules: Stacking, full_layer: int, held: array[int]) -> None:
        """`no_stacks` makes them for an empty board."""
        self.rules = rules
        self.full_layer = full_layer
        self.held = held

    def add(self, layers: Layers, hex_: int, class_: int) -> None:
        """A unit of this class comes into a hex."""
        self.held[hex_] += 1 << _WIDTH * class_
        self.tell(layers, hex_)

    def remove(self, layers: Layers, hex_: int, class_: int) -> None:
        """A unit of this class leaves a hex."""
        self.held[hex_] -= 1 << _WIDTH * class_
        self.tell(layers, hex_)

    def has_room(self, hex_: int, stack: int) -> bool:
        """Whether a whole stack can come into a hex on top of what is there."""
        return self.rules.fits(hex_, self.held[hex_] + stack)

    def over(self) -> list[int]:
        """The hexes where too many stand."""
        return [hex_ for hex_, stack in enumerate(self.held) if stack and not self.rules.fits(hex_, stack)]

    def copy(self) -> Stacks:
        """Stacks that change apart from these from now on."""
        return Stacks(self.rules, self.full_layer, self.held[:])

    def tell(self, layers: Layers, hex_: int) -> None:
        """Note in the layers which classes find no room in a hex."""
        full = self.rules.full_for(hex_, self.held[hex_])
        # most changes of a stack fill nothing, so only what differs is touched
        differs = (layers.bits[hex_] >> self.full_layer ^ full) & self.rules.every_class
        if differs:
            for class_ in range(self.rules.classes):
                if differs >> class_ & 1:
                    layers.put(self.full_layer + class_, hex_, bool(full >> class_ & 1))


def no_stacks(rules: Stacking, layers: Layers, full_layer: int) -> Stacks:
    """A side with nothing on the board; where a class may never stand it finds no room from the start."""
    stacks = Stacks(rules, full_layer, array("q", bytes(8 * len(layers.bits))))
    for hex_ in range(len(stacks.held)):
        stacks.tell(layers, hex_)
    return stacks


def one(class_: int) -> int:
    """The code of a stack of one unit."""
    return 1 << _WIDTH * class_


def code(numbers: Sequence[int]) -> int:
    """The code of a stack with so many units of each class."""
    return sum(n << _WIDTH * class_ for class_, n in enumerate(numbers))


def counts(stack: int, classes: int) -> tuple[int, ...]:
    """How many units of each class a code stands for."""
    return tuple(stack >> _WIDTH * class_ & _MASK for class_ in range(classes))
