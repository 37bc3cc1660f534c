"""Counters, battles and what is off the map, as a scene shows them. Nothing here is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from feltherre.core import scene
from feltherre.core.text import Text
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.words import Words


def sides(words: Words, signs: Mapping[str, str]) -> tuple[scene.Side, ...]:
    """The sides as the board names them, each with the sign of its counters."""
    return tuple(
        scene.Side(id=role, name=name, sign=signs[role], look=role)
        for role, name in zip(words.roles, words.side_names, strict=True)
    )


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


def arrows(words: Words, state: HexGameState, hex_: int, attackers: Iterable[int]) -> Iterator[scene.Arrow]:
    """An arrow from each hex out of which an attack is made."""
    for origin in dict.fromkeys(state.places[unit] for unit in attackers):
        if origin >= 0 and origin != hex_:
            yield scene.Arrow(words.board.number(origin), words.board.number(hex_), words.roles[state.side])


def holding(
    words: Words, side: int, kind: str, items: Iterable[int], count: int | None = None, title: Text | None = None
) -> Iterator[scene.Holding]:
    """Counters off the map, if there are any; `count`: how many, where they are not named."""
    ids = words.counters.ids_of(items)
    number = len(ids) if count is None else count
    if number:
        yield scene.Holding(side=words.roles[side], kind=kind, count=number, items=ids, title=title)
