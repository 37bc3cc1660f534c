"""Sets of units as answers: units by rising number, then DONE, so that each set has just one path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial
from feltherre.core.text import Text, say
from feltherre.games.winterwar.spaces import hex_at, unit_of
from feltherre.games.winterwar.texts import hex_name, unit_name
from feltherre.games.winterwar.units import UNITS

#: the part that closes a set
DONE: Final = "done"


def ids(chosen: Iterable[int]) -> list[str]:
    return [UNITS[unit].id for unit in chosen]


def in_order(names: Iterable[str], rule_id: str) -> list[str]:
    """The ids of an answer in the order of the path; the order in which a player names units says nothing."""
    return ids(sorted(known_unit(name, rule_id) for name in names))


def known_unit(name: object, rule_id: str) -> int:
    """The number of a unit; Illegal if there is none of this id."""
    unit = unit_of(name)
    if unit < 0:
        raise no_such_unit(name, rule_id)
    return unit


def known_hex(name: object, rule_id: str) -> int:
    """The number of a hex; Illegal if there is none of this number."""
    hex_ = hex_at(name)
    if hex_ < 0:
        raise no_such_hex(name, rule_id)
    return hex_


def no_such_unit(name: object, rule_id: str) -> Illegal:
    return Illegal(say("winterwar.illegal.not-your-unit", unit=str(name)), rule_id)


def no_such_hex(name: object, rule_id: str) -> Illegal:
    return Illegal(say("winterwar.illegal.no-such-hex", hex=str(name)), rule_id)


def numbers_of(parts: Partial) -> list[int]:
    """The units of a path, without its DONE."""
    return [unit_of(part) for part in parts if part != DONE]


def led_set(able: Sequence[int], leads: Sequence[int], chosen: Sequence[int], may_be_empty: bool) -> list[Part]:
    """What may follow in a set that needs one of `leads` (rising, like `able`), or may be empty."""
    last = chosen[-1] if chosen else -1
    if any(unit in leads for unit in chosen):
        return [*ids(unit for unit in able if unit > last), DONE]
    # without one so far, only as long as one can still follow
    found: list[Part] = [*ids(unit for unit in able if leads and last < unit <= leads[-1])]
    return [*found, DONE] if may_be_empty and not chosen else found


def fitting_set(
    able: Sequence[int], chosen: Sequence[int], fits: Callable[[Sequence[int]], bool], may_be_empty: bool
) -> list[Part]:
    """What may follow in a set of units that must fit together."""
    last = chosen[-1] if chosen else -1
    found: list[Part] = [*ids(unit for unit in able if unit > last and fits((*chosen, unit)))]
    return [*found, DONE] if chosen or may_be_empty else found


def named_twice(unit: int, rule_id: str) -> Illegal:
    return Illegal(say("winterwar.illegal.named-twice", unit=unit_name(unit)), rule_id)


def part_name(part: Part) -> Text:
    """How a part of such an answer reads: a unit, a hex, or a word of its own."""
    unit = unit_of(part)
    if unit >= 0:
        return unit_name(unit)
    hex_ = hex_at(part)
    return hex_name(hex_) if hex_ >= 0 else say(f"winterwar.part.{part}")
