"""Ready-made spaces: the shapes that answers take in most games, each put together from a few functions.

    Pick       a thing, then another that hangs on the first, then a number: `Pick(Place, unit, hex_)`
    Several    some of several things: attackers, ships, cards to pay with, losses of which each unit bears so many
    Share      a number taken from several heaps
    OneEach    a place for each of some pieces
    Then       one thing first, and what follows it is a space of its own

Things are numbers inside and ids in an answer; `Things` says which, and how each reads. The functions of a space speak
of numbers only. Where a list is long and checking one answer is quick, a level is told by its `fault`: the first thing
in the way of an answer, or None, and what may be chosen is what has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from random import Random
from typing import Any, Generic, TypeVar

from feltherre.core.errors import Illegal
from feltherre.core.space import ENDS, Part, Partial, Picking, Space, What
from feltherre.core.text import Text, say

A = TypeVar("A")
T = TypeVar("T")
#: how an answer is drawn at random where the walk through its parts would be slow or draw badly; None: it is walked
Draw = Callable[[Random], A | None]
#: the answers worth a computer's thought where there are too many to go through
Sound = Callable[[], Iterator[A]]


class Things:
    """A kind of thing that answers name by its id: hexes, counters, cards. `what` they are need be said only where the
    board does not know them by the same id; `card`: the id of each on the board, if they are cards."""

    __slots__ = ("card", "ids", "index", "name", "unknown", "what")

    def __init__(
        self,
        ids: Sequence[str],
        name: Callable[[int], Text],
        unknown: Callable[[str], Illegal] | None = None,
        *,
        what: What = "",
        card: Callable[[int], str] | None = None,
    ) -> None:
        self.ids = ids
        self.index = {id_: number for number, id_ in enumerate(ids)}
        self.name = name
        #: the refusal of an id that none of them has
        self.unknown = unknown or _unknown
        self.what: What = "card" if card and not what else what
        self.card = card

    def number(self, id_: Part) -> int:
        """The thing of this id; Illegal if there is none."""
        found = self.index.get(str(id_))
        if found is None:
            raise self.unknown(str(id_))
        return found

    def refusing(self, unknown: Callable[[str], Illegal]) -> Things:
        """The same things, where an id that none of them has is refused in other words."""
        things = object.__new__(Things)  # by hand: spaces are made at every decision, and copy.copy is slow
        things.ids, things.index, things.name = self.ids, self.index, self.name
        things.what, things.card = self.what, self.card
        things.unknown = unknown
        return things

    def card_of(self, id_: Part) -> str:
        """The card that a part is, by its id on the board; "": none."""
        return self.card(self.number(id_)) if self.card else ""


def one_of(those: Sequence[T], rng: Random) -> T:
    """One of them at random, as `Space.sample` draws its parts."""
    return those[int(rng.random() * len(those))]


def _unknown(id_: str) -> Illegal:
    return Illegal(say("core.illegal.not-offered", part=id_))


class Level:
    """One choice on the way to an answer, in numbers; its functions are given the choices before it.

    Either `options` lists what may be chosen and `refuse` says why another may not; or `fault` says of each of `among`
    what is in its way, and None where nothing is. With both, the list is as told and an answer is checked by its fault.
    """

    __slots__ = ("_refuse", "anew", "fault", "name", "options", "things")

    def __init__(
        self,
        things: Things | None,
        options: Callable[..., Sequence[int]] | None = None,
        refuse: Callable[..., Illegal] | None = None,
        *,
        among: Sequence[int] = (),
        fault: Callable[..., Illegal | None] | None = None,
        name: Callable[[int], Text] | None = None,
        anew: bool = False,
    ) -> None:
        #: None: a plain number is chosen
        self.things = things
        #: a place that is not reached from the one before it
        self.anew = anew
        self.fault = fault
        self.name = name or (things.name if things else _number_name)
        #: what may be chosen after these
        self.options: Callable[..., Sequence[int]] = options or partial(_faultless, among, fault)
        self._refuse = refuse

    def refuse(self, *given: int) -> Illegal:
        """Why the last of these may not be chosen after the others."""
        if self._refuse is not None:
            return self._refuse(*given)
        return (self.fault and self.fault(*given)) or _unknown(str(given[-1]))

    def parts(self, numbers: Sequence[int]) -> Sequence[Part]:
        return numbers if self.things is None else [self.things.ids[number] for number in numbers]

    def number(self, part: Part) -> int:
        """What a part stands for; Illegal if it is no such thing at all."""
        if self.things is not None:
            return self.things.number(part)
        if not isinstance(part, int):
            raise _unknown(part)
        return part

    def check(self, before: Sequence[int], number: int) -> None:
        """Raise Illegal unless it may follow the choices before it."""
        if self.fault is not None:
            if fault := self.fault(*before, number):
                raise fault
        elif number not in self.options(*before):
            raise self.refuse(*before, number)

    def what(self, part: Part) -> What:
        """What a part is; "" where the board knows it."""
        return (self.things.what if self.things else "count") or ("end" if part in ENDS else "")

    def card(self, part: Part) -> str:
        return self.things.card_of(part) if self.things else ""


def _faultless(among: Sequence[int], fault: Callable[..., Illegal | None] | None, *before: int) -> list[int]:
    assert fault is not None
    return [one for one in among if fault(*before, one) is None]


def _number_name(number: int) -> Text:
    return say("core.plain", text=str(number))


class Ready(Space[A], Generic[A]):
    """What the ready-made spaces have in common: how they draw and list where the walk through their parts will not
    do."""

    def __init__(self, action: type[A], draw: Draw[A] | None = None, sound: Sound[A] | None = None) -> None:
        self.action = action
        self.kinds = (action,)
        self._draw = draw
        self._sound = sound

    @property
    def lists_all(self) -> bool:
        return self._sound is None

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        try:
            return self._refusal(partial, part)
        except Illegal as no_such_thing:
            return no_such_thing

    def _refusal(self, partial: Partial, part: Part) -> Illegal:
        """Why this part may not come next; raised where it is no such thing at all."""
        raise NotImplementedError

    def sample(self, rng: Random) -> A:
        drawn = self._draw(rng) if self._draw else None
        return super().sample(rng) if drawn is None else drawn

    def candidates(self, limit: int | None = None) -> Iterator[A]:
        if self._sound is None:
            yield from super().candidates(limit)
            return
        for found, action in enumerate(self._sound()):
            if found == limit:
                return
            yield action


class Pick(Ready[A]):
    """One choice after the other, as many as there are levels; they are the fields of the action, behind those that are
    `given`. `unfit` refuses an action of another kind, or with something else given."""

    def __init__(
        self,
        action: type[A],
        *levels: Level,
        given: tuple[Any, ...] = (),
        unfit: Illegal | None = None,
        draw: Draw[A] | None = None,
        sound: Sound[A] | None = None,
    ) -> None:
        super().__init__(action, draw, sound)
        self.levels = levels
        self.given = given
        self.unfit = unfit

    def options(self, partial: Partial) -> Sequence[Part]:
        depth = len(partial)
        if depth == len(self.levels):
            return ()
        level = self.levels[depth]
        return level.parts(level.options(*self._numbers(partial)))

    def build(self, partial: Partial) -> A:
        return self.action(*self.given, *partial)

    def sample(self, rng: Random) -> A:
        """As the walk through the parts draws, in numbers: only what is drawn is named."""
        drawn = self._draw(rng) if self._draw else None
        if drawn is not None:
            return drawn
        numbers, parts = list[int](), list[Part]()
        for level in self.levels:
            number = one_of(level.options(*numbers), rng)
            numbers.append(number)
            parts.append(number if level.things is None else level.things.ids[number])
        return self.build(tuple(parts))

    def parts(self, action: A) -> Partial:
        values: Partial = ()
        if type(action) is self.action:
            values = tuple([getattr(action, name) for name in action.__struct_fields__])  # type: ignore[attr-defined]
        known = len(self.given)
        if not values or values[:known] != self.given:
            raise self.unfit or Illegal(say("core.illegal.other-decision"))
        return values[known:]

    def check(self, action: A) -> None:
        numbers: list[int] = []
        for level, part in zip(self.levels, self.parts(action), strict=True):
            number = level.number(part)
            level.check(numbers, number)
            numbers.append(number)

    def _refusal(self, partial: Partial, part: Part) -> Illegal:
        level = self.levels[len(partial)]
        return level.refuse(*self._numbers(partial), level.number(part))

    def label(self, partial: Partial, part: Part) -> Text:
        level = self.levels[len(partial)]
        return level.name(level.number(part))

    def what(self, partial: Partial, part: Part) -> What:
        return self.levels[len(partial)].what(part)

    def card(self, partial: Partial, part: Part) -> str:
        return self.levels[len(partial)].card(part)

    def picking(self, partial: Partial) -> Picking | None:
        return Picking(anew=True) if len(partial) < len(self.levels) and self.levels[len(partial)].anew else None

    def _numbers(self, partial: Partial) -> list[int]:
        return [level.number(part) for level, part in zip(self.levels, partial, strict=False)]


#: closes a choice of several things
DONE = "done"


class Several(Ready[A]):
    """Some of several things, named in the order of `choice`, in which one may stand more than once; an answer may name
    them in any order.

    `least` and `most` of them; `goes_on` says whether a set so far may still become an answer with what stands behind
    its last, `fits` whether it may with anything (the same unless told), `ends` whether it is one. The path ends with
    the part `done`; without one (None) when there are `most`. `refuse` is given those before and the one refused, None
    for the end.
    """

    def __init__(
        self,
        action: type[A],
        things: Things,
        choice: Sequence[int],
        refuse: Callable[[Sequence[int], int | None], Illegal],
        *,
        least: int = 0,
        most: int | None = None,
        goes_on: Callable[[Sequence[int]], bool] | None = None,
        fits: Callable[[Sequence[int]], bool] | None = None,
        ends: Callable[[Sequence[int]], bool] | None = None,
        done: str | None = DONE,
        done_name: Text | None = None,
        name: Callable[[Sequence[int], int], Text] | None = None,
        build: Callable[[tuple[str, ...]], A] | None = None,
        field: str = "",
        all_at_first: bool = False,
        draw: Draw[A] | None = None,
        sound: Sound[A] | None = None,
    ) -> None:
        super().__init__(action, draw, sound)
        self.things = things
        self.choice = choice
        self.refuse = refuse
        self.least = least
        self.most = len(choice) if most is None else most
        self.goes_on = goes_on
        self.fits = fits or goes_on
        self.ends = ends
        self.done = done
        self.done_name = done_name
        self.name = name
        self._build = build or action
        #: the field of the action that names them: its first unless told
        self.field = field or action.__struct_fields__[0]  # type: ignore[attr-defined]
        #: whether all are picked at first, and a person takes away
        self.all_at_first = all_at_first

    def options(self, partial: Partial) -> Sequence[Part]:
        if partial and partial[-1] == self.done:
            return ()
        chosen = self._numbers(partial)
        found: list[Part] = [self.things.ids[number] for number in self._following(chosen)]
        if self.done is not None and self._may_end(chosen):
            found.append(self.done)
        return found

    def _following(self, chosen: Sequence[int]) -> list[int]:
        """What may be named next, in order, so that there are enough behind it."""
        if len(chosen) == self.most:
            return []
        start = self.choice.index(chosen[-1]) + chosen.count(chosen[-1]) if chosen else 0
        end = len(self.choice) - max(0, self.least - len(chosen) - 1)
        ahead = dict.fromkeys(self.choice[start:end])
        return [one for one in ahead if self.goes_on is None or self.goes_on((*chosen, one))]

    def _may_end(self, chosen: Sequence[int]) -> bool:
        return len(chosen) >= self.least and (self.ends is None or self.ends(chosen))

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """Any that is left, as long as all that are picked may still become an answer together."""
        if partial and partial[-1] == self.done:
            return ()
        chosen = self._numbers(partial)
        found: list[Part] = []
        if len(chosen) < self.most:
            left = (one for one in dict.fromkeys(self.choice) if self.choice.count(one) > chosen.count(one))
            found = [self.things.ids[one] for one in left if self.fits is None or self.fits(self._sorted(chosen, one))]
        return [*found, self.done] if self.done is not None and self._may_end(chosen) else found

    def _sorted(self, chosen: Sequence[int], one: int) -> list[int]:
        return sorted((*chosen, one), key=self.choice.index)

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if part == self.done:
            return (*partial, part)
        numbers = self._sorted(self._numbers(partial), self.things.number(part))
        return tuple(self.things.ids[number] for number in numbers)

    def build(self, partial: Partial) -> A:
        named = partial if self.done is None else partial[:-1]
        return self._build(tuple([str(part) for part in named]))  # type: ignore[call-arg]

    def parts(self, action: A) -> Partial:
        numbers = [self.things.number(id_) for id_ in getattr(action, self.field)]
        if self.done is None and len(numbers) != self.most:
            raise self.refuse(numbers, None)
        ids = [self.things.ids[number] for number in sorted(numbers, key=self._place)]
        return tuple(ids) if self.done is None else (*ids, self.done)

    def _place(self, number: int) -> tuple[int, bool, int]:
        """Where a thing stands in the order of choice; what cannot be chosen stands before the first of a greater
        number."""
        if number in self.choice:
            return self.choice.index(number), True, number
        ahead = (place for place, one in enumerate(self.choice) if one > number)
        return next(ahead, len(self.choice)), False, number

    def _refusal(self, partial: Partial, part: Part) -> Illegal:
        if partial and partial[-1] == self.done:
            return _unknown(str(part))
        return self.refuse(self._numbers(partial), None if part == self.done else self.things.number(part))

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self.refuse(self._numbers(partial), None)

    def what(self, partial: Partial, part: Part) -> What:
        return "end" if part == self.done else self.things.what

    def card(self, partial: Partial, part: Part) -> str:
        return "" if part == self.done else self.things.card_of(part)

    def picking(self, partial: Partial) -> Picking | None:
        if not self.pickable(partial):
            return None
        need = self.most if self.done is None else 0
        return Picking(
            "several", need=need, all=self.all_at_first, end=self.done, note=self.note(self._numbers(partial))
        )

    def note(self, chosen: Sequence[int]) -> Text | None:
        """What those that are picked amount to."""
        return None

    def label(self, partial: Partial, part: Part) -> Text:
        if part == self.done:
            return self.done_name or say("core.plain", text=str(part))
        number = self.things.number(part)
        return self.name(self._numbers(partial), number) if self.name else self.things.name(number)

    def _numbers(self, partial: Partial) -> list[int]:
        return [self.things.number(part) for part in partial if part != self.done]


class Share(Ready[A]):
    """A number taken from several heaps: for each heap in turn, how many. The action has them as pairs, without the
    heaps from which nothing is taken."""

    def __init__(
        self,
        action: type[A],
        heaps: Sequence[tuple[str, int]],
        number: int,
        refusal: Callable[[], Illegal],
        name: Callable[[str, int], Text],
    ) -> None:
        super().__init__(action)
        self.heaps = list(heaps)
        self.number = number
        self.refusal = refusal
        self.name = name

    def options(self, partial: Partial) -> Sequence[Part]:
        at = len(partial)
        if at == len(self.heaps):
            return ()
        left = self.number - sum(int(part) for part in partial)
        behind = sum(size for _, size in self.heaps[at + 1 :])
        return range(max(0, left - behind), min(left, self.heaps[at][1]) + 1)

    def build(self, partial: Partial) -> A:
        taken = zip(self.heaps, partial, strict=True)
        return self.action(tuple((name, int(part)) for (name, _), part in taken if part))  # type: ignore[call-arg]

    def parts(self, action: A) -> Partial:
        counts = getattr(action, action.__struct_fields__[0])  # type: ignore[attr-defined]
        given = dict(counts)
        unknown = [name for name in given if name not in dict(self.heaps)]
        if unknown or len(given) != len(counts) or any(count < 1 for count in given.values()):
            raise self.refusal()
        # the order in which the heaps are named says nothing
        return tuple(given.get(name, 0) for name, _ in self.heaps)

    def _refusal(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal()

    def label(self, partial: Partial, part: Part) -> Text:
        return self.name(self.heaps[len(partial)][0], int(part))

    def picking(self, partial: Partial) -> Picking | None:
        return Picking("share", thing=self.heaps[len(partial)][0]) if len(partial) < len(self.heaps) else None


class OneEach(Ready[A]):
    """A place for every one of some pieces, one piece after the other; the action has them as pairs (piece, place)."""

    def __init__(
        self,
        action: type[A],
        pieces: Things,
        places: Things,
        choice: Mapping[int, Sequence[int]],
        refuse: Callable[[int, int], Illegal],
        incomplete: Illegal,
        name: Callable[[int, int], Text],
    ) -> None:
        super().__init__(action)
        self.pieces = pieces
        self.places = places
        #: piece -> the places where it may go
        self.choice = dict(sorted(choice.items()))
        self.order = list(self.choice)
        self.refuse = refuse
        self.incomplete = incomplete
        self.name = name

    def what(self, partial: Partial, part: Part) -> What:
        return self.places.what

    def options(self, partial: Partial) -> Sequence[Part]:
        if len(partial) == len(self.order):
            return ()
        return [self.places.ids[place] for place in self.choice[self.order[len(partial)]]]

    def build(self, partial: Partial) -> A:
        pairs = zip(self.order, partial, strict=True)
        return self.action(tuple((self.pieces.ids[piece], str(place)) for piece, place in pairs))  # type: ignore[call-arg]

    def parts(self, action: A) -> Partial:
        given = getattr(action, action.__struct_fields__[0])  # type: ignore[attr-defined]
        named = dict(given)
        for place in named.values():
            self.places.number(place)
        if len(named) < len(given) or {self.pieces.index.get(piece) for piece in named} != set(self.order):
            raise self.incomplete
        return tuple(named[self.pieces.ids[piece]] for piece in self.order)

    def _refusal(self, partial: Partial, part: Part) -> Illegal:
        return self.refuse(self.order[len(partial)], self.places.number(part))

    def label(self, partial: Partial, part: Part) -> Text:
        return self.name(self.order[len(partial)], self.places.number(part))

    def picking(self, partial: Partial) -> Picking | None:
        if len(partial) == len(self.order):
            return None
        piece = self.order[len(partial)]
        return Picking("each", thing=self.pieces.ids[piece], name=self.pieces.name(piece))


class Then(Ready[A]):
    """One thing first; what follows it is answered in a space of its own, which builds the whole action. `part` reads
    the first thing out of an action; it is its first field unless told."""

    def __init__(
        self,
        action: type[A],
        first: Level,
        rest: Callable[[int], Space[A]],
        *,
        part: Callable[[A], Part] | None = None,
        draw: Draw[A] | None = None,
        sound: Sound[A] | None = None,
    ) -> None:
        super().__init__(action, draw, sound)
        self.first = first
        self.part = part or attrgetter(action.__struct_fields__[0])  # type: ignore[attr-defined]
        self._make = rest
        self._made: dict[Part, Space[A]] = {}

    def rest(self, part: Part) -> Space[A]:
        """The space of what follows a first thing; it is kept, for a walk comes back to it at every part."""
        found = self._made.get(part)
        if found is None:
            found = self._made[part] = self._make(self.first.number(part))
        return found

    def options(self, partial: Partial) -> Sequence[Part]:
        return self.rest(partial[0]).options(partial[1:]) if partial else self.first.parts(self.first.options())

    def build(self, partial: Partial) -> A:
        return self.rest(partial[0]).build(partial[1:])

    def parts(self, action: A) -> Partial:
        part = self.part(action)
        self.first.check((), self.first.number(part))
        return (part, *self.rest(part).parts(action))

    def check(self, action: A) -> None:
        if type(action) is not self.action:
            raise Illegal(say("core.illegal.other-decision"))
        part = self.part(action)
        self.first.check((), self.first.number(part))
        self.rest(part).check(action)

    def pickable(self, partial: Partial) -> Sequence[Part]:
        return self.rest(partial[0]).pickable(partial[1:]) if partial else self.options(())

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        return (partial[0], *self.rest(partial[0]).with_picked(partial[1:], part)) if partial else (part,)

    def _refusal(self, partial: Partial, part: Part) -> Illegal:
        if partial:
            return self.rest(partial[0]).why_not(partial[1:], part)
        return self.first.refuse(self.first.number(part))

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self.rest(partial[0]).why_incomplete(partial[1:]) if partial else super().why_incomplete(partial)

    def label(self, partial: Partial, part: Part) -> Text:
        if partial:
            return self.rest(partial[0]).label(partial[1:], part)
        return self.first.name(self.first.number(part))

    def what(self, partial: Partial, part: Part) -> What:
        return self.rest(partial[0]).what(partial[1:], part) if partial else self.first.what(part)

    def card(self, partial: Partial, part: Part) -> str:
        return self.rest(partial[0]).card(partial[1:], part) if partial else self.first.card(part)

    def picking(self, partial: Partial) -> Picking | None:
        return self.rest(partial[0]).picking(partial[1:]) if partial else None
