"""Counters and hexes as things that answers name, and refusals, in the words of a game: `<game>.illegal.<key>`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from feltherre.core.agenda import decision_id
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.names import UnknownName
from feltherre.core.space import Decision, Space
from feltherre.core.spaces import Things
from feltherre.core.state import State
from feltherre.core.table import Table
from feltherre.core.text import NO_REASON, Text, say
from feltherre.hexgame.board import Board
from feltherre.hexgame.counters import Counters

T = TypeVar("T")

#: motives of computer players that say no more than the answer itself
UNSAID = frozenset(
    {"set-up", "placed", "moved", "move", "place", "retreat", "losses", "advance", "no-advance"},
)


class Words:
    """How a game speaks of its sides, counters and hexes."""

    def __init__(self, game: str, roles: Sequence[str], counters: Counters, board: Board) -> None:
        self.game = game
        self._event = f"{game}.event."
        self.roles = tuple(roles)
        self.counters = counters
        self.board = board
        self.units = Things(counters.ids, counters.name)
        self.hexes = Things(board.grid.numbers, board.name)
        self.side_names = tuple(say(f"{game}.role.{role}") for role in roles)
        self.side_name: Callable[[int], Text] = self.side_names.__getitem__
        #: how the part reads that closes a set of counters
        self.done = say(f"{game}.part.done")
        #: what stands for a thing by its number in the words of a sentence -> how it is called
        self._called: dict[str, Callable[[int], Text]] = {
            **dict.fromkeys(("unit", "units", "attackers", "defenders"), counters.name),
            **dict.fromkeys(("place", "places", "origin", "target"), board.name),
            "side": self.side_name,
            "town": board.town_names.__getitem__,
        }
        # made once for each rule: spaces ask for them at every turn
        self.unit_things = cache(self._unit_things)
        self.hex_things = cache(self._hex_things)

    def kind_name(self, kind: str) -> Text:
        """What a kind of answer is called."""
        return say(f"{self.game}.kind.{kind}")

    def named(self, told: dict[str, Any]) -> dict[str, Any]:
        """The words of a sentence, where numbers of counters, hexes, sides and towns become their names in place: under
        `unit(s)`, `attackers`, `defenders`, `place(s)`, `origin`, `target`, `side`, `town`; another stays a number."""
        called = self._called
        for word, value in told.items():
            if word in called:
                told[word] = called[word](value) if type(value) is int else self._all(word, value)
        return told

    def _all(self, word: str, value: Any) -> Any:
        """A name that is one already, or several things."""
        if isinstance(value, Text | str):
            return value
        called = self._called[word]
        return [called(one) if isinstance(one, int) else one for one in value]

    def event(self, key: str, **told: Any) -> Text:
        return say(f"{self.game}.event.{key}", **self.named(told))

    def tell(
        self,
        table: Table[Any],
        key: str,
        rule: str | None,
        hexes: Iterable[int] = (),
        ruling: Ruling | None = None,
        /,
        **told: Any,
    ) -> None:
        """Tell all what has happened in these hexes."""
        if not table.quiet:
            # not through `event`: things are told at every turn of the rules
            text = Text(self._event + key, self.named(told))
            table.tell(text, rule, self.board.numbers(hexes), ruling)

    def ask(
        self, state: State, side: int, what: str, rule: str, space: Space[Any], waiting: str = "", /, **told: Any
    ) -> Decision[Any]:
        """A question to a side, which its sentence names."""
        told["side"] = side
        game, role = self.game, self.roles[side]

        def prompt() -> Text:
            return Text(f"{game}.prompt.{what}", self.named(told))

        def wait() -> Text:
            return Text(f"{game}.wait.{waiting or what}", self.named(told))

        return Decision(decision_id(state, role), role, prompt, rule, space, wait)

    def why(self, key: str, **told: Any) -> Text:
        """Why a computer player answers as it does; nothing where its motive says no more than the answer."""
        if key in UNSAID:
            return NO_REASON
        return say(f"{self.game}.why.{key}", **self.named(told))

    def warning(self, key: str, **told: Any) -> Text:
        return say(f"{self.game}.warning.{key}", **self.named(told))

    def hex_at(self, number: object) -> int:
        """The hex of a printed number, -1 if there is none."""
        return self.hexes.index.get(str(number), -1)

    # refusals

    def illegal(self, key: str, rule: str | None = None, **told: Any) -> Illegal:
        return Illegal(say(f"{self.game}.illegal.{key}", **self.named(told)), rule)

    def about_unit(self, key: str, unit: int, hex_: int, rule: str) -> Illegal:
        """The refusal of a counter in a hex."""
        return self.illegal(key, rule, unit=unit, place=hex_)

    def about_hex(self, key: str, hex_: int, rule: str) -> Illegal:
        return self.illegal(key, rule, place=hex_)

    def not_yours(self, unit: int, rule: str) -> Illegal:
        """The refusal of a counter that is not the player's to choose."""
        return self.illegal("not-your-unit", rule, unit=unit)

    def no_such_unit(self, name: str, rule: str) -> Illegal:
        return self.illegal("not-your-unit", rule, unit=name)

    def no_such_hex(self, name: str, rule: str) -> Illegal:
        return self.illegal("no-such-hex", rule, hex=name)

    def named_twice(self, unit: int, rule: str) -> Illegal:
        return self.illegal("named-twice", rule, unit=unit)

    def _unit_things(self, rule: str) -> Things:
        """Counters by their ids; another id is refused with this rule."""
        return self.units.refusing(lambda name: self.no_such_unit(name, rule))

    def _hex_things(self, rule: str) -> Things:
        return self.hexes.refusing(lambda name: self.no_such_hex(name, rule))

    def about(self, name: str, hex_: Callable[[int], T], unit: Callable[[int], T]) -> T:
        """What there is to say of a hex, a town or a counter that a person names."""
        try:
            return hex_(self.board.find(name))
        except UnknownName as unknown:
            typed = self.counters.typed
            found = typed.matches(name)
            if not found and unknown.near:
                raise
        # where several fit, or none, the names say which come near
        return unit(found[0] if len(found) == 1 else typed.find(name))

    # what may be named by anything a client made up; then it is told as it was written

    def unit_text(self, id_: str) -> Text:
        unit = self.counters.number(id_)
        return self.counters.name(unit) if unit >= 0 else say("core.plain", text=id_)

    def hex_text(self, number: str) -> Text:
        hex_ = self.hex_at(number)
        return self.board.name(hex_) if hex_ >= 0 else say("core.plain", text=number)


def is_known(*numbers: int) -> bool:
    """Whether all these are counters and hexes that there are."""
    return min(numbers) >= 0


#: the reason of a refusal -> (word, rule)
Reasons = Mapping[Any, tuple[str, str]]
