"""A counter, then a hex: setting up, and entering as reinforcement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from feltherre.core.errors import Illegal
from feltherre.core.space import Action
from feltherre.core.spaces import Level, Pick, one_of
from feltherre.hexgame.words import Words

A = TypeVar("A", bound=Action)
#: counter -> the hexes that are open to it; (counter, hex) -> why it may not go there
Hexes = Callable[[int], Sequence[int]]
HexFault = Callable[[int, int], Illegal | None]


def placing(
    words: Words,
    action: type[A],
    rules: tuple[str, str],
    *,
    waiting: Callable[[], Sequence[int]],
    able: Callable[[], Sequence[int]],
    fault: Callable[[int], Illegal | None],
    stuck: Callable[[int], Illegal],
    hexes: Hexes,
    hex_fault: HexFault,
    draw: Callable[[Random], A | None],
) -> Pick[A]:
    """`action(counter, hex)`. `rules`: of the counter, and of the hex; `waiting`: the counters that want a hex; `able`:
    those that may be named and have one; `fault`: why another may not be named; `stuck`: why one finds no hex."""
    unit_rule, hex_rule = rules

    def refuse(unit: int) -> Illegal:
        return fault(unit) or stuck(unit)

    def no_counter(name: str) -> Illegal:
        """A person points at a hex before a counter: how many of those that wait may be placed there."""
        hex_ = words.hex_at(name)
        if hex_ < 0:
            return words.no_such_unit(name, unit_rule)
        fitting = sum(hex_fault(unit, hex_) is None for unit in waiting())
        key = "counter-first" if fitting else "counter-first-none"
        return words.illegal(key, unit_rule, place=hex_, n=fitting)

    unit = Level(words.unit_things("").refusing(no_counter), able, refuse, fault=fault)
    hex_ = Level(words.hex_things(hex_rule), hexes, fault=hex_fault, anew=True)
    return Pick(action, unit, hex_, draw=draw)


def entering(
    words: Words,
    action: type[A],
    side: int,
    rules: tuple[str, str],
    *,
    due_rule: str,
    waiting: Sequence[int],
    hexes: Hexes,
    hex_fault: HexFault,
    can_enter: Callable[[int], object] | None = None,
) -> Pick[A]:
    """One of the counters of a side whose turn has come and that wait, then the hex where it enters. `due_rule`: when
    they come; `can_enter`: whether a counter has hexes at all, where that is quicker to say than which."""
    unit_rule, hex_rule = rules

    def fault(unit: int) -> Illegal | None:
        if words.counters.side[unit] != side:
            return words.not_yours(unit, unit_rule)
        return None if unit in waiting else words.illegal("not-due", due_rule, unit=unit)

    return placing(
        *(words, action, rules),
        waiting=lambda: waiting,
        able=lambda: list(filter(can_enter or hexes, waiting)),
        fault=fault,
        stuck=lambda unit: words.illegal("no-entry", hex_rule, unit=unit),
        hexes=hexes,
        hex_fault=hex_fault,
        draw=lambda rng: draw_place(words, action, waiting, hexes, rng),
    )


def flying(
    words: Words,
    action: type[A],
    rules: tuple[str, str],
    *,
    able: Sequence[int],
    why_not: Callable[[int], Illegal],
    hexes: Hexes,
    why_not_there: Callable[[int, int], Illegal],
) -> Pick[A]:
    """One of the air units that are able to fly, then where it does. `rules`: of the counter, and of the hex;
    `why_not`: why a counter does not fly; `why_not_there`: why it does not fly to a hex."""
    unit_rule, hex_rule = rules

    def fault(unit: int) -> Illegal | None:
        return None if unit in able else why_not(unit)

    unit = Level(words.unit_things(unit_rule), lambda: list(filter(hexes, able)), why_not, fault=fault)
    hex_ = Level(words.hex_things(hex_rule), hexes, why_not_there)
    return Pick(action, unit, hex_, draw=lambda rng: draw_place(words, action, able, hexes, rng))


def draw_place(words: Words, action: type[A], among: Sequence[int], hexes: Hexes, rng: Random) -> A | None:
    """One of these counters and one of its hexes at random; None if the counter drawn has none."""
    unit = one_of(among, rng)
    found = hexes(unit)
    return action(words.counters.ids[unit], words.board.number(one_of(found, rng))) if found else None
