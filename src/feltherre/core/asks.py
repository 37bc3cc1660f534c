"""What a desk must know to ask a person for the inputs of a procedure, beyond their types, limits and defaults: a row
for an input that needs one, in a table of the game (`Game.asks`), or at the input itself:
`attackers: Annotated[tuple[Unit, ...], Ask(seldom=True)]`. All of it is plain data that a page can follow too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from msgspec import UNSET, Struct
from msgspec.structs import fields


class By(Struct, frozen=True):
    """What follows from the value of another input."""

    input: str
    values: Mapping[str, Any]


class Instead(Struct, frozen=True):
    """Another way to tell a number: `zone` instead of a distance, as a list for each value of the input `by`."""

    name: str
    by: str
    values: Mapping[str, Sequence[float]]


class Ask(Struct, frozen=True, kw_only=True):
    """How one input is asked for."""

    #: what it is called where an input of another procedure has its name: `<game>.input.<word>`
    word: str = ""
    #: asked only if each of these inputs has one of these values, and none of those; otherwise it does not matter
    when: Mapping[str, tuple[Any, ...]] = {}
    unless: Mapping[str, tuple[Any, ...]] = {}
    #: what it is if nobody says otherwise: some inputs added up (`-name` is taken off), or by the value of one
    follows: tuple[str, ...] | By = ()
    #: what it usually is, where the procedure itself has no default; also what it is where it is not asked
    default: Any = UNSET
    #: it is at most these inputs added up
    most: tuple[str, ...] = ()
    #: seldom other than usual: offered together with what is answered by yes or no
    seldom: bool = False
    #: asked before anything is refused, though it has a default; the last of those that must be known
    needed: bool = False
    #: where it is asked it must be answered: nothing, or an empty list, is only what it is elsewhere
    must: bool = False
    #: the choices that are offered by the value of another input; where that has no row, all
    only: By | None = None
    #: the names of which it is one, where the type has none
    among: Callable[[], Sequence[str]] | None = None
    #: what the game knows by itself, so that nobody is asked
    known: Callable[[], Any] | None = None
    instead: Instead | None = None

    @property
    def waits_for(self) -> frozenset[str]:
        """The inputs that must be known before this one is asked."""
        follows = (self.follows.input,) if isinstance(self.follows, By) else self.follows
        only = () if self.only is None else (self.only.input,)
        named = (*self.when, *self.unless, *follows, *self.most, *only)
        return frozenset(name.removeprefix("-") for name in named)


class Asks(Struct, frozen=True):
    """How a procedure is asked: the outputs that an umpire reads out first, and the inputs that need a row."""

    result: tuple[str, ...] = ()
    inputs: Mapping[str, Ask] = {}


def asks_of(situation: type[Struct], result: tuple[str, ...] = ()) -> Asks:
    """The questions that stand at the inputs of a situation, and at the fields of its records."""
    return Asks(result, dict(_asks_in(situation)))


def _asks_in(record: type[Struct], within: str = "") -> Iterator[tuple[str, Ask]]:
    """(name, question), where a name has those of the records around it before it: `path.road`."""
    for field in fields(record):
        name = within + field.encode_name
        yield from ((name, ask) for ask in getattr(field.type, "__metadata__", ()) if isinstance(ask, Ask))
        for inner in _records(field.type):
            yield from _asks_in(inner, f"{name}.")


def _records(annotation: Any) -> Iterator[type[Struct]]:
    """The records that stand in a type, alone or in a list."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        yield annotation
    for inner in get_args(annotation):
        yield from _records(inner)


#: for what no game has said anything about
USUAL = Ask()
NOTHING_SAID = Asks()
