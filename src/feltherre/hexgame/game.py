"""What the house asks of any hex game and a title answers with data: edits, checks, sentences, warnings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from feltherre.core.errors import Illegal
from feltherre.core.game import Game, Seat
from feltherre.core.sentences import Sentences
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.hexgame import course, sides
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.sentences import tell_short
from feltherre.hexgame.theatre import S
from feltherre.hexgame.words import Words


class HexGame(Game[S]):
    """A game on hexes for two sides."""

    words: ClassVar[Words]
    #: the sentence for an answer of a side; None where its line of notation says enough
    sentences: ClassVar[Sentences | None] = None
    #: role -> how the counters of the side are written, where they have a sign
    signs: ClassVar[Mapping[str, str] | None] = None
    #: what must hold after every act
    checks: ClassVar[Sequence[Callable[[Any], Sequence[str]]]] = ()
    #: kind of edit -> what carries it out
    carry_out: ClassVar[Mapping[type, Callable[[Table[Any], Any], None]]] = {}
    #: kind of answer -> what is to be said of it before it is given: of a state, a side and the answer
    warned: ClassVar[Mapping[type, Callable[[Any, int, Any], Iterable[Text]]]] = {}

    def faults(self) -> list[str]:
        return super().faults() or list(self._faults_of_lists())

    def _faults_of_lists(self) -> Iterator[str]:
        """A list by counter or by place is as long as there are counters or places."""
        state, words = self.state_type(), self.words
        if words.roles != tuple(self.roles):
            yield f"words: they are for the roles {', '.join(words.roles)}"
        if self.signs is not None and set(self.signs) != set(self.roles):
            yield f"signs: they are for {', '.join(self.signs)}, and the roles are {', '.join(self.roles)}"
        for name, listed, count, what in (
            ("places", state.places, words.counters.count, "counters"),
            ("owners", state.owners, len(words.board.towns), "places of the board that can be owned"),
        ):
            if len(listed) != count:
                yield f"state_type: its {name} are {len(listed)}, for {count} {what}"

    def seated(self, state: S, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The teams may have changed places after the dice for the sides."""
        return sides.seated(self.words, state, seats) if sides.SIDES in self.options else seats

    def turns(self, state: S) -> int:
        return state.turn

    def redeal(self, state: S, roles: Collection[str], rng: Random) -> S:
        """Nothing is hidden on a map that everybody sees."""
        return state.clone()

    def invariants(self, state: S) -> Sequence[str]:
        return [problem for check in self.checks for problem in check(state)]

    def edit(self, table: Table[S], edit: Any) -> None:
        """Make the change, or raise Illegal and change nothing. A game that is over is not changed any more."""
        if type(edit) not in self.carry_out:
            super().edit(table, edit)
        if table.state.result is not None:
            raise Illegal(say("core.illegal.over"))
        self.carry_out[type(edit)](table, edit)

    def tell_action(self, state: S, role: str, action: Any) -> Text:
        sentences = self.sentences if role in self.roles else None
        told = None if sentences is None else sentences(state, self.roles.index(role), action)
        return super().tell_action(state, role, action) if told is None else told

    def tell_order(self, state: S, role: str, action: Any) -> Text:
        """The way of a march and who defends a hex are seen on the map."""
        return tell_short(self.words, action) or self.tell_action(state, role, action)

    def warnings(self, state: S, role: str, action: Any) -> Sequence[Text]:
        warn = self.warned.get(type(action))
        return [] if warn is None or role not in self.roles else list(warn(state, self.roles.index(role), action))

    def score(self, state: S) -> int:
        """By how much the first side is ahead, as results tell it; nought in a game that counts nothing."""
        return 0

    def resign(self, table: Table[S], roles: Sequence[str]) -> None:
        """A side that gives up loses."""
        side = self.roles.index(roles[0])
        self.words.tell(table, "resigns", None, side=side)
        winner = self.roles[enemy_of(side)]
        course.over(table, Result((winner,), "resigned", self.score(table.state), "resigned"))
