"""The answers a decision allows, as a tree of small choices.

An answer is built part by part (which kind, from where, to where, how many), and `options(partial)` is the one piece
of code that says what may come next. Checking an answer, offering choices to a client, drawing one at random and
listing them all for a computer player are the same walk through that tree. A space that replaces one of these walks by
a quicker one must give the same answers; the shared battery compares them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.sheet import Letter, LineRead, Offer, Row
from feltherre.core.text import Text, say

A = TypeVar("A")
Part = str | int
Partial = tuple[Part, ...]


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """A whole decision of the rules as a value. Each game has one tagged union of them."""

    #: it names things that stay hidden, such as cards laid face down: the others learn only what is told, and to them
    #: another answer may be the same
    unseen: ClassVar[bool] = False
    #: how it is written and typed, such as `"move {unit:unit} {path:path}"`: the first is written, all are read; a form
    #: that does not show every field comes with what the others are, `("take soviet", {"side": "soviet"})`
    forms: ClassVar[tuple[str | tuple[str, dict[str, Any]], ...]] = ()
    #: a line as somebody might type it, where the form alone does not show it
    example: ClassVar[str] = ""
    #: how often it is drawn at random beside other kinds of answers
    weight: ClassVar[float] = 1
    #: the card it is played with, by its id
    played_with: ClassVar[str] = ""
    #: a tap on a place or piece with which it could begin means it; otherwise it has a button only
    tapped: ClassVar[bool] = True
    #: pieces may be chosen for it before the place that comes first
    gathers: ClassVar[bool] = False
    #: there may be no way back from it: only its button gives it, no tap and no drag on the board
    final: ClassVar[bool] = False


#: of a line that is refused, so many others are tried that may have been meant, and so many are offered; for so many
#: lines of a sheet at most, since it takes time
MOST_TRIED, MOST_MEANT, MOST_HELPED = 12, 3, 8

#: what a choice is: a kind of answer, a place, a piece or a card of the board, a number of things, a line of a list, or
#: the end of what is being chosen
What = Literal["", "kind", "place", "piece", "card", "count", "line", "end"]


#: the parts that end a choice of several things, or a way
ENDS: Final = frozenset({"done", "stop", "."})


class Choice(Struct, frozen=True, omit_defaults=True):
    """One thing that may come next, how it reads, and what it is."""

    part: Part
    label: Text
    what: What = ""
    #: the card that is chosen or played, by its id on the board
    card: str = ""
    #: of a kind of answer, what its action says of itself
    tapped: bool = False
    gathers: bool = False
    final: bool = False


class Picking(Struct, frozen=True, omit_defaults=True):
    """How the next parts are picked: `one` at a time in their order; `several` things in any order, until a choice ends
    them or there are `need`; a place for `each` of some pieces; a `share` of each of some heaps; `pairs`, as many as
    one likes."""

    pick: Literal["one", "several", "each", "share", "pairs"] = "one"
    need: int = 0
    #: all are picked at first, and a person takes away
    all: bool = False
    #: the piece or heap that is spoken of now, and its name
    thing: str = ""
    name: Text | None = None
    #: the place that leaves a piece where it is
    idle: Part | None = None
    #: the part that ends the picking; None: it ends by itself
    end: Part | None = None
    #: a new way begins with the next part: it is not reached from the place before
    anew: bool = False
    #: what has been picked so far amounts to
    note: Text | None = None


class Space(ABC, Generic[A]):
    """All legal answers to one decision."""

    #: the kinds of action this decision is answered with; nothing: `parts` looks at the kind itself
    kinds: Collection[type] = ()

    @property
    def lists_all(self) -> bool:
        """Whether `candidates` goes through every legal answer. A space with too many (ways over a map, sets of
        attackers) lists those that are worth a computer's thought."""
        return True

    @abstractmethod
    def options(self, partial: Partial) -> Sequence[Part]:
        """What may come next; nothing when the answer is complete."""

    @abstractmethod
    def build(self, partial: Partial) -> A:
        """The action of a complete path."""

    @abstractmethod
    def parts(self, action: A) -> Partial:
        """The path of an action, whether legal or not; raises Illegal if this decision knows no such kind of action."""

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        """Why this part may not come next. Games override it to name the reason and the rule."""
        return Illegal(say("core.illegal.not-offered", part=str(part)))

    def why_incomplete(self, partial: Partial) -> Illegal:
        """Why the answer cannot end here. Games override it to say what is lacking."""
        return Illegal(say("core.illegal.incomplete"))

    def label(self, partial: Partial, part: Part) -> Text:
        """How a part reads to a person."""
        return say("core.plain", text=str(part))

    def what(self, partial: Partial, part: Part) -> What:
        """What a part is, where the board does not know it: a number is a count, some words end a choice."""
        return "count" if isinstance(part, int) else "end" if part in ENDS else ""

    def card(self, partial: Partial, part: Part) -> str:
        """The card of the board that a part is, or with which it is played; "": none."""
        return ""

    def picking(self, partial: Partial) -> Picking | None:
        """How the next part is picked; None: one, in its order."""
        return None

    def instead(self, partial: Partial, part: Part) -> tuple[Partial, Text] | None:
        """Another way to what has just been refused, and its price; None: there is none."""
        return None

    def completed(self, action: A) -> A:
        """An answer as a person has typed it, with what he need not write put in, such as the places on a way. What is
        wrong with it otherwise `check` says."""
        return action

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """What a person may pick next from a list. Where the order of parts says nothing that is more than `options`,
        which knows one order only, so that each answer is built in one way."""
        return self.options(partial)

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        """The parts so far and one that was picked, in the order of `options`."""
        return (*partial, part)

    def example(self, partial: Partial = ()) -> Partial:
        """A short answer that begins so, for people to see how one is written: it goes on with the first choice each
        time, or ends as soon as the last ("no more cards", "stop here") allows it."""
        best = self._by_first(partial)
        while len(partial) + 1 < len(best):
            options = self.options(partial)
            best = min(best, self._by_first((*partial, options[-1])), key=len)
            partial = (*partial, options[0])
        return best

    # what follows is derived

    def _by_first(self, partial: Partial) -> Partial:
        while options := self.options(partial):
            partial = (*partial, options[0])
        return partial

    def check(self, action: A) -> None:
        """Raise Illegal, with the reason and the rule, unless the action is legal."""
        if self.kinds and type(action) not in self.kinds:
            raise Illegal(say("core.illegal.other-decision"))
        path = self.parts(action)
        for depth, part in enumerate(path):
            partial = path[:depth]
            if part not in self.options(partial):
                raise self.why_refused(partial, part)
        if self.options(path):
            raise self.why_incomplete(path)

    def why_refused(self, partial: Partial, part: Part) -> Illegal:
        """`why_not` of any part whatever: games explain their own words, and what a client makes up is none of them."""
        try:
            return self.why_not(partial, part)
        except (LookupError, ValueError, TypeError):
            return Illegal(say("core.illegal.not-offered", part=str(part)))

    def contains(self, action: A) -> bool:
        try:
            self.check(action)
        except Illegal:
            return False
        return True

    def choices(self, partial: Partial = ()) -> list[Choice]:
        return [Choice(part, self.label(partial, part)) for part in self.options(self._checked(partial))]

    def sample(self, rng: Random) -> A:
        """An answer at random; every legal answer can come up."""
        partial: Partial = ()
        while options := self.options(partial):
            partial = (*partial, options[int(rng.random() * len(options))])
        return self.build(partial)

    def candidates(self, limit: int | None = None) -> Iterator[A]:
        """The legal answers one by one (at most `limit`)."""
        stack: list[Partial] = [()]
        found = 0
        while stack and (limit is None or found < limit):
            partial = stack.pop()
            options = self.options(partial)
            if options:
                stack.extend((*partial, part) for part in reversed(options))
            else:
                found += 1
                yield self.build(partial)

    def last(self) -> A:
        """The answer that comes last; in a window for reactions games list the pass there."""
        partial: Partial = ()
        while options := self.options(partial):
            partial = (*partial, options[-1])
        return self.build(partial)

    def only(self) -> A | None:
        """The answer, if there is just one."""
        first_two = list(self.candidates(2))
        return first_two[0] if len(first_two) == 1 else None

    def _checked(self, partial: Partial) -> Partial:
        for depth, part in enumerate(partial):
            if part not in self.options(partial[:depth]):
                raise self.why_refused(partial[:depth], part)
        return partial


class WrittenSpace(Space[A]):
    """Answers that a person may also write line by line, such as a sheet of orders."""

    @abstractmethod
    def add_line(self, draft: A | None, line: str) -> A:
        """What has been written so far with one line more; BadInput or Illegal says what is wrong with the line."""

    def begun(self) -> A | None:
        """What stands there before anybody has written a line; None if nothing does."""
        return None

    @abstractmethod
    def example_line(self) -> str:
        """A line that could be written now."""

    def signs(self) -> Sequence[Text]:
        """What can stand on a line, as help for people."""
        return ()

    # as a sheet on a page

    @abstractmethod
    def blank(self) -> A:
        """The answer on which nobody has written a line."""

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """Everybody who gets a line."""

    @abstractmethod
    def offers(self, row: str) -> Sequence[Offer]:
        """Lines that are offered for a row; Illegal if there is none such."""

    @abstractmethod
    def told(self, line: str) -> LineRead:
        """A line that can be read, told back."""

    def row_of(self, line: str) -> str:
        """Whose line it is as far as it can be said of one that is refused; "" if not."""
        return ""

    @abstractmethod
    def lines(self, action: A) -> Sequence[str]:
        """The lines of an answer as they would be written."""

    def others(self) -> Sequence[str]:
        """The lines that stand there now and belong to no row."""
        return ()

    def letters(self) -> Sequence[Letter]:
        """The lines that are put together from lists."""
        return ()

    def nearly(self, line: str) -> Iterator[str]:
        """Lines that somebody may have meant who has written one that is refused, the likeliest first."""
        return iter(())

    def read_lines(self, lines: Sequence[str]) -> tuple[A | None, list[LineRead]]:
        """What has become of each line, and the whole answer; None while it could not be given. A line must be allowed
        beside all the others, so that they are looked at when all stand there."""
        draft = None
        for line in lines:
            with suppress(BadInput, Illegal):
                draft = self.add_line(draft, line)
        read, refused = list[LineRead](), 0
        for line in lines:
            read.append(self._line_read(draft, line, refused < MOST_HELPED))
            refused += read[-1].reason is not None
        whole = draft or self.begun() or self.blank()
        return whole if not refused and self.contains(whole) else None, read

    def _line_read(self, draft: A | None, line: str, helped: bool) -> LineRead:
        try:
            self.add_line(draft, line)
        except (BadInput, Illegal) as error:
            instead, forbidden = self._meant(draft, line) if helped else ((), None)
            # of a line that cannot be read the reason is better that forbids what was meant
            why = forbidden if forbidden is not None and isinstance(error, BadInput) and not instead else error
            return LineRead(self.row_of(line), line, None, why.reason, why.rule, instead)
        return self.told(line)

    def _meant(self, draft: A | None, line: str) -> tuple[tuple[str, ...], Illegal | None]:
        """What may have been meant and is allowed, and why the first that is not allowed is not."""
        instead, forbidden = dict[str, None](), None
        for other in islice(self.nearly(line), MOST_TRIED):
            try:
                self.add_line(draft, other)
            except BadInput:
                continue
            except Illegal as error:
                forbidden = forbidden or error
            else:
                instead[self.told(other).line] = None
        return tuple(instead)[:MOST_MEANT], forbidden


class ListSpace(Space[A]):
    """A short list of answers; `cards`: the card of the board that belongs to each."""

    def __init__(
        self,
        actions: Sequence[A],
        labels: Sequence[Text] = (),
        refusal: Callable[[A], Illegal] | None = None,
        cards: Sequence[str] = (),
    ) -> None:
        self.actions = list(actions)
        self.labels = labels
        self.refusal = refusal
        self.cards = cards

    def options(self, partial: Partial) -> Sequence[Part]:
        return range(len(self.actions)) if not partial else ()

    def build(self, partial: Partial) -> A:
        return self.actions[int(partial[0])]

    def parts(self, action: A) -> Partial:
        try:
            return (self.actions.index(action),)
        except ValueError:
            raise (self.refusal(action) if self.refusal else Illegal(say("core.illegal.not-listed"))) from None

    def label(self, partial: Partial, part: Part) -> Text:
        return self.labels[int(part)] if self.labels else say("core.plain", text=str(self.actions[int(part)]))

    def card(self, partial: Partial, part: Part) -> str:
        return self.cards[int(part)] if self.cards else ""

    def what(self, partial: Partial, part: Part) -> What:
        return "line"


class Single(Space[A]):
    """Just one answer, such as passing."""

    def __init__(self, action: A) -> None:
        self.action = action

    def options(self, partial: Partial) -> Sequence[Part]:
        return ()

    def build(self, partial: Partial) -> A:
        return self.action

    def parts(self, action: A) -> Partial:
        if action != self.action:
            raise Illegal(say("core.illegal.other-decision"))
        return ()


class Branches(dict[str, Any]):
    """Spaces by the kind of answer. One that is given as a function is made when somebody first walks into it."""

    def __getitem__(self, kind: str) -> Space[Any]:
        space = super().__getitem__(kind)
        if callable(space):
            space = self[kind] = space()
        made: Space[Any] = space
        return made

    def items(self) -> list[tuple[str, Space[Any]]]:  # type: ignore[override]
        return [(kind, self[kind]) for kind in self]


class OneOf(Space[Any]):
    """Several kinds of answers: the first part chooses the kind, the rest belongs to that kind's own space.

    Only kinds that are open are given, as spaces or as functions that make them; `closed` says why another kind is not.
    `kinds` are all that belong to the decision, each known by its tag unless it is told by what. Each space checks,
    draws and lists its own answers.
    """

    def __init__(
        self,
        branches: Mapping[str, Space[Any] | Callable[[], Space[Any]]],
        kinds: Mapping[type, str] | Sequence[type],
        closed: Callable[[str], Illegal],
        name: Callable[[str], Text],
    ) -> None:
        self.branches = Branches(branches)
        self.kind_of, self._weights = _told(tuple(kinds.items())) if isinstance(kinds, dict) else _tags(tuple(kinds))
        self.closed = closed
        self.name = name

    @property
    def lists_all(self) -> bool:
        return all(branch.lists_all for _, branch in self.branches.items())

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return list(self.branches)
        return self.branches[str(partial[0])].options(partial[1:])

    def build(self, partial: Partial) -> Any:
        return self.branches[str(partial[0])].build(partial[1:])

    def parts(self, action: Any) -> Partial:
        kind = self._kind(action)
        return (kind, *self.branches[kind].parts(action))

    def _kind(self, action: Any) -> str:
        """The kind of an answer, if it is open."""
        kind = self.kind_of.get(type(action))
        if kind is None:
            raise Illegal(say("core.illegal.other-decision"))
        if kind not in self.branches:
            raise self.closed(kind)
        return kind

    def check(self, action: Any) -> None:
        self.branches[self._kind(action)].check(action)

    def candidates(self, limit: int | None = None) -> Iterator[Any]:
        found = 0
        for _, space in self.branches.items():
            for action in space.candidates(None if limit is None else limit - found):
                found += 1
                yield action

    def sample(self, rng: Random) -> Any:
        """One kind by its weight, then an answer of that kind."""
        weights = self._weights
        left = rng.random() * sum([weights[kind] for kind in self.branches])
        for kind in self.branches:
            left -= weights[kind]
            if left < 0:
                break
        return self.branches[kind].sample(rng)

    def pickable(self, partial: Partial) -> Sequence[Part]:
        return self.branches[str(partial[0])].pickable(partial[1:]) if partial else self.options(())

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if not partial:
            return (part,)
        return (partial[0], *self.branches[str(partial[0])].with_picked(partial[1:], part))

    def example(self, partial: Partial = ()) -> Partial:
        kind = str(partial[0]) if partial else next(iter(self.branches))
        return (kind, *self.branches[kind].example(partial[1:]))

    def completed(self, action: Any) -> Any:
        kind = self.kind_of.get(type(action), "")
        return self.branches[kind].completed(action) if kind in self.branches else action

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return self.closed(str(part))
        return self.branches[str(partial[0])].why_not(partial[1:], part)

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self.branches[str(partial[0])].why_incomplete(partial[1:])

    def label(self, partial: Partial, part: Part) -> Text:
        if not partial:
            return self.name(str(part))
        return self.branches[str(partial[0])].label(partial[1:], part)

    def what(self, partial: Partial, part: Part) -> What:
        return self.branches[str(partial[0])].what(partial[1:], part) if partial else "kind"

    def card(self, partial: Partial, part: Part) -> str:
        if partial:
            return self.branches[str(partial[0])].card(partial[1:], part)
        action = self.action_of(part)
        return action.played_with if action else ""

    def taps(self, kind: Part) -> bool:
        """Whether a tap on the board may mean this kind of answer."""
        action = self.action_of(kind)
        return action is None or action.tapped

    def picking(self, partial: Partial) -> Picking | None:
        return self.branches[str(partial[0])].picking(partial[1:]) if partial else None

    def instead(self, partial: Partial, part: Part) -> tuple[Partial, Text] | None:
        if not partial:
            return None
        # the other way may be another kind of answer: it names its kind itself
        return self.branches[str(partial[0])].instead(partial[1:], part)

    def action_of(self, kind: Part) -> type[Action] | None:
        """The action behind a kind of answer."""
        return next((action for action, name in self.kind_of.items() if name == kind), None)


@cache
def _tags(kinds: tuple[type, ...]) -> tuple[dict[type, str], dict[str, float]]:
    return _told(tuple((kind, str(kind.__struct_config__.tag)) for kind in kinds))  # type: ignore[attr-defined]


@cache
def _told(kinds: tuple[tuple[type, str], ...]) -> tuple[dict[type, str], dict[str, float]]:
    """(kind of action -> its name, name -> how often it is drawn)"""
    return dict(kinds), {name: kind.weight for kind, name in kinds}  # type: ignore[attr-defined]


class DiceTyped(Action, frozen=True, tag="dice"):
    """Real dice, thrown at the table and typed in."""

    values: tuple[int, ...]


class DiceSpace(Space[Any]):
    """n dice of a real throw, each 1 to 6."""

    def __init__(self, n: int) -> None:
        self.n = n

    def options(self, partial: Partial) -> Sequence[Part]:
        return (1, 2, 3, 4, 5, 6) if len(partial) < self.n else ()

    def build(self, partial: Partial) -> DiceTyped:
        return DiceTyped(tuple(int(part) for part in partial))

    def parts(self, action: Any) -> Partial:
        if not isinstance(action, DiceTyped):
            raise Illegal(say("core.illegal.type-dice", n=self.n))
        if len(action.values) != self.n:
            raise Illegal(say("core.illegal.number-of-dice", n=self.n, given=len(action.values)))
        return action.values

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return Illegal(say("core.illegal.no-die", die=part))


class Decision(Generic[A]):
    """Who is asked, what and why, and what may be answered. Its words may be given as functions, called when somebody
    reads them: players of the computer do not."""

    __slots__ = ("_prompt", "_waiting", "cannot", "id", "reaction", "role", "rule", "space")

    def __init__(
        self,
        id: str,  # noqa: A002 the contract's word
        role: str,
        prompt: Text | Callable[[], Text],
        rule: str,
        space: Space[A],
        waiting: Text | Callable[[], Text],
        reaction: bool = False,
        cannot: tuple[Line, ...] = (),
    ) -> None:
        self.id = id
        self.role = role
        self.rule = rule
        self.space = space
        self._prompt = prompt
        self._waiting = waiting
        #: a window for an answer that the role may not have; may be passed by a standing instruction
        self.reaction = reaction
        #: why something is not offered that the question speaks of
        self.cannot = cannot

    @property
    def prompt(self) -> Text:
        """Only the seat that is asked reads it: it may name what its hand allows."""
        return self._prompt if isinstance(self._prompt, Text) else self._prompt()

    @property
    def waiting(self) -> Text:
        """What the others read while they wait ("Germany chooses losses")."""
        return self._waiting if isinstance(self._waiting, Text) else self._waiting()


class DecisionSeen(Struct, frozen=True):
    """A decision as the seat that is asked gets it, and the umpire too; further choices are sent on request."""

    id: str
    role: str
    prompt: Text
    rule: str
    reaction: bool
    choices: list[Choice]
    #: the same for those who are not asked: it speaks of the role, where the prompt may speak to it
    waiting: Text
    #: how the first choice is made; None: one of them
    picking: Picking | None = None
    #: why something is not offered that the prompt speaks of
    cannot: tuple[Line, ...] = ()
    #: it is answered by lines on a sheet (`sheet`, `offers`, `draft`)
    written: bool = False


def shown(decision: Decision[Any], known: Mapping[str, What]) -> DecisionSeen:
    """`known`: what the ids of places, pieces and cards on the board are."""
    space = decision.space
    return DecisionSeen(
        decision.id,
        decision.role,
        decision.prompt,
        decision.rule,
        decision.reaction,
        offered(space, (), space.pickable(()), known),
        decision.waiting,
        space.picking(()),
        decision.cannot,
        isinstance(space, WrittenSpace),
    )


def offered(space: Space[Any], partial: Partial, options: Sequence[Part], known: Mapping[str, What]) -> list[Choice]:
    """What may come next after these parts, each with its words and with what it is."""
    return [_choice(space, partial, part, known) for part in options]


def _choice(space: Space[Any], partial: Partial, part: Part, known: Mapping[str, What]) -> Choice:
    label, what, card = space.label(partial, part), space.what(partial, part), space.card(partial, part)
    if what == "kind" and isinstance(space, OneOf) and (action := space.action_of(part)) is not None:
        return Choice(part, label, "kind", card, space.taps(part), action.gathers, action.final)
    what = what or known.get(str(part), "")
    return Choice(part, label, what, card or (str(part) if what == "card" else ""))
