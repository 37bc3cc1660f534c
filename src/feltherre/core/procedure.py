"""A procedure is a calculation an umpire makes at the table, as a pure function that is used three times:
by the game, by the umpire's desk and by the odds.

    @procedure("morale-test", "keeps", dice=list[int])
    def morale_test(m: Morale, desk: Desk) -> Resolve:
        '''What it decides, and the rule (08.02.7).'''
        desk.refuse_if(m.present > m.original, "more-than-original", "08.02.7")
        modifier = desk.add(XV, {"support": m.support, "pinned": m.pinned, "grade": m.grade})

        def resolve(chance: Chance) -> Outcome:
            total = modifier + chance.throw(2, "dice", "08.02.7", TALLY).total
            desk.line("morale.dice", "08.02.7", total, total=total)
            return {"total": total, "keeps": total >= 7}

        return resolve

The function says everything that can be said before chance, and refuses what cannot be; what it returns throws and
gives the outputs by the ledger's names. A procedure without chance returns its outputs at once. An output may be a
function of no arguments: it is called only where somebody reads it. What a game may read otherwise than the book (an
option, another table) is a keyword-only argument, given by `morale_test.under(table=...)`. The outputs that an umpire
reads out first stand in its head; how an input is asked for stands at the input (`core.asks`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import partial
from inspect import get_annotations
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from msgspec import Struct

from feltherre.core import marks
from feltherre.core.asks import Asks, asks_of
from feltherre.core.chance import VALUES, Chance, Dice, Line, Outcome, Ruling
from feltherre.core.errors import Illegal
from feltherre.core.figures import signed
from feltherre.core.text import say


class Planned(Struct, frozen=True):
    """A throw that will be made: how many dice, and what for."""

    purpose: str
    n: int
    rule: str


S = TypeVar("S", bound=Struct)

Resolve = Callable[[Chance], Outcome]


class Row(NamedTuple):
    """A row of a schema: what it adds, the rule behind it, and the key of its sentence, which may tell `value`."""

    value: int
    rule: str
    says: str


class Rows(dict[str, Row]):
    """A schema of the ledger: its rows by their names."""

    def __init__(self, module: str, name: str, rows: Mapping[str, Row]) -> None:
        super().__init__(rows)
        for row in rows.values():
            marks.mark_row(module, name, row.rule)

    @classmethod
    def of(cls, module: str, name: str, values: Mapping[str, int], rule: str, says: str, **others: Row) -> Rows:
        """A schema whose rows have one rule and sentences that begin alike: the row `lost_third` is told by
        `<says>lost-third`. `others` are further rows, and those that differ."""
        rows = {key: Row(value, rule, says + key.replace("_", "-")) for key, value in values.items()}
        return cls(module, name, {**rows, **others})


class Desk:
    """Where a procedure is worked out: each point that it decides is noted here with its rule.

    Where nobody reads (odds, computer players) `telling` is False, and nothing is noted.
    """

    __slots__ = ("folds", "game", "known", "lines", "owner", "telling", "will_throw")

    def __init__(self, game: str, telling: bool = True, owner: str = "") -> None:
        self.game = game
        self.telling = telling
        #: whose catalogue has the sentences
        self.owner = owner or game
        self.lines: list[Line] = []
        #: outputs that are known before chance
        self.known: dict[str, Any] = {}
        #: the exact chances of every output, where a procedure folds its ways of falling (odds/lists.py) because there
        #: are too many to walk through
        self.folds: Callable[[], Mapping[str, Any]] | None = None
        #: the throws that will be made, where each is read before the next; None: found by resolving without dice
        self.will_throw: tuple[Planned, ...] | None = None

    def refuse(self, reason: str, rule: str, /, **args: Any) -> NoReturn:
        """The situation cannot be, or the rules forbid it: `<game>.refuse.<reason>`."""
        self.notice(rule)
        raise Illegal(say(f"{self.owner}.refuse.{reason}", **args), rule)

    def refuse_if(self, condition: bool, reason: str, rule: str, /, **args: Any) -> None:
        if condition:
            self.refuse(reason, rule, **args)

    def line(self, what: str, rule: str, value: int | None = None, /, **args: Any) -> None:
        """Note a point that is decided: `<game>.ruling.<what>`, with its number if it has one."""
        self.notice(rule)
        if self.telling:
            self.lines.append(Line(say(f"{self.owner}.ruling.{what}", **args), rule, value))

    def line_if(self, condition: bool, what: str, rule: str, value: int | None = None, /, **args: Any) -> None:
        if condition:
            self.line(what, rule, value, **args)

    def add(self, rows: Mapping[str, Row], holds: Mapping[str, bool | int]) -> int:
        """The sum of the rows that hold, each told once, in the order given. A row holds if its fact is True; a number
        is added as it stands, in the place of the row's."""
        watched, total = marks.noticed is not None, 0
        for name, holding in holds.items():
            if not (holding or watched):
                continue
            row = rows[name]
            self.notice(row.rule)
            value = row.value if holding is True else int(holding)
            total += value
            if self.telling and (value or holding is True):
                self.lines.append(Line(say(row.says, value=signed(value)), row.rule, value))
        return total

    def sum(self, what: str, changes: Mapping[str, tuple[int, str]]) -> int:
        """The sum of some changes, (value, rule) by name; `<game>.ruling.<what>.<name>` tells each but nought."""
        prefix = f"{self.owner}.ruling.{what}."
        rows = {name: Row(value, rule, prefix + name) for name, (value, rule) in changes.items()}
        return self.add(rows, {name: row.value for name, row in rows.items()})

    def notice(self, rule: str) -> None:
        """A rule has been carried out here; the tests that claim to prove it see that."""
        if marks.noticed is not None:
            marks.noticed(self.game, rule)


class Assessed:
    """A situation on the desk before chance: the lines so far, what is known, and how it is resolved."""

    __slots__ = ("desk", "noted", "resolve")

    def __init__(self, desk: Desk, resolve: Resolve) -> None:
        self.desk = desk
        self.resolve = resolve
        self.noted = len(desk.lines)

    @property
    def lines(self) -> Sequence[Line]:
        return self.desk.lines[: self.noted]

    @property
    def known(self) -> Mapping[str, Any]:
        """The outputs that are known before chance."""
        return self.desk.known

    @property
    def will_throw(self) -> tuple[Planned, ...]:
        """The throws that will be made: as planned by the procedure, or as far as they do not hang on one another."""
        if self.desk.will_throw is not None:
            return self.desk.will_throw
        planning = _Planning()
        telling, self.desk.telling = self.desk.telling, False
        try:
            self.resolve(planning)
        except _ReadTooEarly:
            pass
        finally:
            self.desk.telling = telling
        return tuple(planning.planned)


class Procedure(Generic[S]):
    """One procedure of a ledger; made by `procedure`."""

    def __init__(
        self, function: Callable[..., Any], name: str, chance_inputs: Mapping[str, Any], result: tuple[str, ...] = ()
    ) -> None:
        self.function = function
        self.name = name
        #: the outputs that an umpire reads out first
        self.result = result
        #: the ledger's inputs that are chance (purposes of throws and draws) -> their type: `{"die": int}`
        self.chance_inputs = chance_inputs
        self.game = marks.game_of(function.__module__)
        #: the id of the game whose procedure it is: that of its package, unless the game has another
        self.owner = self.game
        first = function.__code__.co_varnames[0]
        #: the Struct of its inputs without the dice and draws
        self.situation: type[S] = get_annotations(function, eval_str=True)[first]
        self.__doc__ = function.__doc__

    @property
    def asks(self) -> Asks:
        """How it is asked, by what stands at its inputs."""
        return asks_of(self.situation, self.result)

    def under(self, **readings: Any) -> Procedure[S]:
        """The procedure as a game reads it that has other tables or options than the book's."""
        other = copy(self)
        other.function = partial(self.function, **readings)
        return other

    def assess(self, situation: S, telling: bool = True) -> Assessed:
        """Everything that can be said before a die is thrown; raises Illegal on what cannot be."""
        desk = Desk(self.game, telling, self.owner)
        worked_out = self.function(situation, desk)
        return Assessed(desk, worked_out if callable(worked_out) else lambda chance: worked_out)

    def outputs(self, situation: S) -> Mapping[str, Any]:
        """The outputs of a procedure without chance, for whoever reads no explanation."""
        found: Mapping[str, Any] = self.function(situation, Desk(self.game, False, self.owner))
        return found

    def resolve(self, assessment: Assessed, chance: Chance) -> Ruling:
        """Throw what has to be thrown, and rule."""
        desk = assessment.desk
        del desk.lines[assessment.noted :]
        desk.telling = chance.tells
        outcome = assessment.resolve(chance)
        return chance.ruling(self.name, {**desk.known, **outcome}, lambda: desk.lines)

    def chances(self, assessment: Assessed) -> Mapping[str, Any] | None:
        """The exact chances of every output, from a procedure that folds its ways of falling; None, as usual: the odds
        walk through `resolve`."""
        folds = assessment.desk.folds
        return None if folds is None else folds()


AnyProcedure = Procedure[Any]


def procedure(name: str, *result: str, **chance_inputs: Any) -> Callable[[Callable[..., Any]], Procedure[Any]]:
    """Make a function of a situation and a desk the procedure of this name in the ledger. `result`: the outputs that an
    umpire reads out first. The ledger's inputs that are chance are given with their types: `dice=list[int]`."""

    def made(function: Callable[..., Any]) -> Procedure[Any]:
        return Procedure(function, name, chance_inputs, result)

    return made


class _ReadTooEarly(Exception):
    """Dice were read that have not been thrown."""


class _Unthrown(Dice):
    __slots__ = ()

    def __init__(self) -> None:
        pass

    @property
    def values(self) -> tuple[int, ...]:  # type: ignore[override]
        raise _ReadTooEarly

    @property
    def total(self) -> int:
        raise _ReadTooEarly

    def count(self, *faces: int) -> int:
        raise _ReadTooEarly


class _Planning(Chance):
    """Notes what is thrown until somebody reads it."""

    tells = False

    def __init__(self) -> None:
        self.planned: list[Planned] = []

    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        self.planned.append(Planned(purpose, n, rule))
        return _Unthrown()

    def draw(self, k: int, items: Sequence[Any], purpose: str, rule: str) -> tuple[Any, ...]:
        raise _ReadTooEarly


def refuse(reason: str, rule: str | None = None, **args: Any) -> Illegal:
    """`raise refuse("norway.refuse.die", rule, die=7)`: input that cannot be, with the reason."""
    return Illegal(say(reason, **args), rule)
