"""State is plain data: a slotted dataclass of ints, strings and lists whose elements are frozen Structs or ints.

Every game's state extends `State`. What remains to be done (the agenda) is part of it; log and history are not.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import reduce
from operator import attrgetter, or_
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct


class Step(Struct, frozen=True, tag_field="step"):
    """One thing that remains to be done, named after the rulebook's word for it."""


def union_of(base: type, *modules: str) -> Any:
    """The tagged union of all kinds of a base that modules define themselves, in the order in which they stand there:
    a game's actions, its steps."""
    there = (kind for module in modules for kind in vars(sys.modules[module]).values() if isinstance(kind, type))
    return reduce(or_, (kind for kind in there if issubclass(kind, base) and kind.__module__ in modules))


class Sealed(Struct, frozen=True):
    """An answer that is in but not yet opened, because another role is still to answer."""

    role: str
    action: Any


class Result(Struct, frozen=True):
    """How the game ended: the roles that won, the degree of it, and a score for statistics."""

    winners: tuple[str, ...]
    degree: str
    score: int
    reason: str


class Held(Struct, frozen=True):
    """The umpire's gate, held only for the rulings of some procedures, or on throws of some roles (none named: all)."""

    procedures: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


@dataclass(slots=True)
class State:
    """What every game's state has. A game adds its own fields, all of them with defaults."""

    #: the game whose catalogues name what is in it
    owner: ClassVar[str] = ""

    #: the stack of steps; the last one is being done
    agenda: list[Any] = field(default_factory=list)
    #: how often decisions have been opened; part of their ids (a count of lines would tell of replaced answers)
    opened: int = 0
    sealed: list[Sealed] = field(default_factory=list)
    result: Result | None = None
    #: "live": the software throws; "typed": somebody throws real dice and types them in
    dice: str = "live"
    #: an umpire has a seat in this game, and whether he looks at each ruling before it takes effect
    umpire: bool = False
    gate_held: bool | Held = False
    #: the special rules an umpire has announced
    special_rules: list[str] = field(default_factory=list)

    def clone(self: S) -> S:
        """A copy that shares nothing that can change (elements of lists are frozen or ints)."""
        cls = self.__class__
        values: list[Any] = [value.copy() if value.__class__ is list else value for value in _values(cls)(self)]
        return cls(*values)


S = TypeVar("S", bound=State)

_VALUES: dict[type, Callable[[Any], tuple[Any, ...]]] = {}


def _values(cls: type[State]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all fields of a state at once, in the order in which they are given to make another."""
    values = _VALUES.get(cls)
    if values is None:
        values = _VALUES[cls] = attrgetter(*(f.name for f in fields(cls)))
    return values


_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The one way to write a value as bytes: the same on every machine."""
    return _encoder.encode(value)


def state_hash(state: State) -> str:
    return hashlib.sha256(canonical(state)).hexdigest()[:32]


def read_state(data: bytes | str, state_type: type[S], action_type: Any, step_type: Any) -> S:
    """A state from its canonical bytes; sealed answers become actions again, and the agenda steps."""
    state = msgspec.json.decode(data, type=state_type)
    state.agenda = msgspec.convert(state.agenda, list[step_type])
    state.sealed = [Sealed(sealed.role, msgspec.convert(sealed.action, action_type)) for sealed in state.sealed]
    return state
