"""Counters, battles and what is off the map, as a scene shows them. Nothing here is hidden from anybody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from feltherre.core import scene
from feltherre.core.state import Result, Step
from feltherre.core.text import Text, say
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.words import Words

T = TypeVar("T", bound=Step)


def sides(words: Words, signs: Mapping[str, str], looks: Collection[str] = ()) -> tuple[scene.Side, ...]:
    """The sides as the board names them, each with the sign of its counters. `looks`: those whose colours the client
    has under their names; the others get colours of the house."""
    return tuple(
        scene.Side(id=role, name=name, sign=signs[role], look=role if role in looks else "")
        for role, name in zip(words.roles, words.side_names, strict=True)
    )


def nations(words: Words, marks: Mapping[str, str]) -> tuple[scene.Nation, ...]:
    """Whose counters they are, each with the mark in their corner."""
    named = ((id_, say(f"{words.game}.nation.{id_}"), mark) for id_, mark in marks.items())
    return tuple(scene.Nation(id=id_, name=name, mark=mark) for id_, name, mark in named)


def intro(words: Words, player: Sequence[str], watcher: Sequence[str]) -> dict[str, tuple[Text, ...]]:
    """What whoever sits down is told first: the aim of its side, then these words; "" is a watcher."""
    told = {**dict.fromkeys(words.roles, player), "": watcher}
    return {
        role: tuple(say(f"{words.game}.intro.{word}") for word in (f"aim-{role or 'watch'}", *those))
        for role, those in told.items()
    }


def status(
    words: Words, state: HexGameState, last: int, notes: Iterable[Text] = (), original: str = ""
) -> scene.Status:
    """Whose turn it is, of how many, and the phase; `original`: the phase in the book's own words."""
    turn = {"number": state.turn, "last": last} if state.turn else {}
    return scene.Status(
        turn=say(f"{words.game}.status.{'turn' if turn else 'setup'}", **turn, side=words.side_name(state.side)),
        phase=say(f"{words.game}.phase.{state.phase}"),
        original=original,
        side=words.roles[state.side],
        notes=(*notes, *(say("core.plain", text=rule) for rule in state.special_rules)),
    )


def off_map(
    words: Words, state: HexGameState, side: int, due: Sequence[tuple[Text | None, Sequence[int]]], lost: Iterable[int]
) -> Iterator[scene.Holding]:
    """Counters off the map: those that may come now, by title; how many come later; those lost."""
    later = sum(state.places[unit] == AWAITED for unit in words.counters.of_side[side]) - sum(
        len(those) for _, those in due
    )
    for title, those in due:
        yield from holding(words, side, "due", those, title=title)
    yield from holding(words, side, "awaited", (), later)
    yield from holding(words, side, "destroyed", lost)


def stacks(words: Words, state: HexGameState) -> tuple[scene.Stack, ...]:
    found: dict[int, list[str]] = {}
    for id_, hex_ in zip(words.counters.ids, state.places, strict=True):
        if hex_ >= 0:
            found.setdefault(hex_, []).append(id_)
    return tuple(scene.Stack(words.board.number(hex_), tuple(ids)) for hex_, ids in found.items())


def marked(words: Words, marks: Sequence[int]) -> dict[str, int]:
    """The counters that are marked, each with 1: it lies on its other face, it has taken a loss."""
    return {id_: 1 for id_, mark in zip(words.counters.ids, marks, strict=True) if mark}


def flags(words: Words, state: HexGameState, flagged: Mapping[str, Sequence[int]]) -> dict[str, tuple[str, ...]]:
    """flag -> the counters on the map that have it; `flagged`: by flag, for each counter whether it has it."""
    found = {
        flag: tuple(
            id_ for id_, mark, hex_ in zip(words.counters.ids, marks, state.places, strict=True) if mark and hex_ >= 0
        )
        for flag, marks in flagged.items()
    }
    return {flag: ids for flag, ids in found.items() if ids}


def owners(words: Words, state: HexGameState, first: Sequence[int]) -> dict[str, str]:
    """The places that have changed hands, each with its owner now."""
    numbers = words.board.numbers(words.board.towns)
    changed = zip(numbers, state.owners, first, strict=True)
    return {number: words.roles[now] for number, now, before in changed if now != before}


def battle(
    words: Words, attacker: int, hex_: int, attackers: Iterable[int], defenders: Iterable[int], decided: bool
) -> scene.Battle:
    """A battle with those who fight in it; `decided`: its die has been thrown."""
    those = {attacker: words.counters.names(attackers), enemy_of(attacker): words.counters.names(defenders)}
    forces = (
        scene.Force(side=words.roles[side], attacks=side == attacker, count=len(names), names=tuple(names))
        for side, names in those.items()
        if names
    )
    return scene.Battle(
        place=words.board.number(hex_), attacker=words.roles[attacker], forces=tuple(forces), decided=decided
    )


def outcome(
    words: Words, result: Result | None, how: Iterable[Text], decided: Collection[str] = ()
) -> scene.Outcome | None:
    """Who has won and `how`; None while the game goes on. `decided`: the degrees of victory that the title tells in a
    sentence of their own, as when the game ended."""
    if result is None:
        return None
    winner = [words.side_name(words.roles.index(role)) for role in result.winners[:1]]
    key = f"event.won.{result.degree}" if result.degree in decided else "won"
    headline = say(f"{words.game}.{key}", side=winner[0]) if winner else say(f"{words.game}.event.draw")
    return scene.Outcome(winners=result.winners, headline=headline, how=tuple(how))


class Fight(Protocol):
    """The step of an attack on a hex by some counters."""

    @property
    def hex(self) -> int: ...

    @property
    def units(self) -> tuple[int, ...]: ...


def arrows(words: Words, state: HexGameState, fight: Fight | None) -> tuple[scene.Arrow, ...]:
    """An arrow from each hex out of which the attack is made that goes on, if one does."""
    if fight is None:
        return ()
    origins = dict.fromkeys(state.places[unit] for unit in fight.units)
    target, role = words.board.number(fight.hex), words.roles[state.side]
    return tuple(
        scene.Arrow(words.board.number(origin), target, role)
        for origin in origins
        if origin >= 0 and origin != fight.hex
    )


def next_of(state: HexGameState, *kinds: type[T]) -> T | None:
    """The step of some kinds that will be done first, of the first kind that there is."""
    found = (step for kind in kinds for step in reversed(state.agenda) if isinstance(step, kind))
    return next(found, None)


def holding(
    words: Words, side: int, kind: str, items: Iterable[int], count: int | None = None, title: Text | None = None
) -> Iterator[scene.Holding]:
    """Counters off the map, if there are any; `count`: how many, where they are not named."""
    ids = words.counters.ids_of(items)
    number = len(ids) if count is None else count
    if number:
        yield scene.Holding(side=words.roles[side], kind=kind, count=number, items=ids, title=title)
