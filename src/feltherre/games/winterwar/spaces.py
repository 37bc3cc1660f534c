"""What the spaces of this game share: units and hexes as things that answers name, and sets of units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.spaces import Things
from feltherre.core.text import say
from feltherre.games.winterwar import board, texts, units

_UNITS: Final = Things([unit.id for unit in units.UNITS], texts.unit_name)
_HEXES: Final = Things([board.number(hex_) for hex_ in range(board.SIZE)], texts.hex_name)

#: how the part reads that closes a set of units
DONE_NAME: Final = say("winterwar.part.done")


@cache
def unit_things(rule_id: str) -> Things:
    """Units by their ids; another id is refused with this rule."""
    return _UNITS.refusing(lambda name: no_such_unit(name, rule_id))


@cache
def hex_things(rule_id: str) -> Things:
    """Hexes by their printed numbers; another number is refused with this rule."""
    return _HEXES.refusing(lambda name: no_such_hex(name, rule_id))


def unit_of(name: object) -> int:
    """The number of a unit by its id, -1 if there is none."""
    return units.INDEX.get(str(name), -1)


def hex_at(name: object) -> int:
    """The number of a hex by its printed number, -1 if there is none."""
    return _HEXES.index.get(str(name), -1)


def is_known(*numbers: int) -> bool:
    """Whether all these are units and hexes that there are."""
    return min(numbers) >= 0


def ids(chosen: Iterable[int]) -> tuple[str, ...]:
    return tuple([units.UNITS[unit].id for unit in chosen])


def not_yours(unit: int, rule_id: str) -> Illegal:
    """The refusal of a counter that is not the player's to choose."""
    return Illegal(say("winterwar.illegal.not-your-unit", unit=texts.unit_name(unit)), rule_id)


def no_such_unit(name: str, rule_id: str) -> Illegal:
    return Illegal(say("winterwar.illegal.not-your-unit", unit=name), rule_id)


def no_such_hex(name: str, rule_id: str) -> Illegal:
    return Illegal(say("winterwar.illegal.no-such-hex", hex=name), rule_id)


def named_twice(unit: int, rule_id: str) -> Illegal:
    return Illegal(say("winterwar.illegal.named-twice", unit=texts.unit_name(unit)), rule_id)


def about_unit(key: str, unit: int, hex_: int, rule_id: str) -> Illegal:
    """The refusal `winterwar.illegal.<key>` of a unit in a hex."""
    return Illegal(say(f"winterwar.illegal.{key}", unit=texts.unit_name(unit), place=texts.hex_name(hex_)), rule_id)


def about_hex(key: str, hex_: int, rule_id: str) -> Illegal:
    """The refusal `winterwar.illegal.<key>` of a hex."""
    return Illegal(say(f"winterwar.illegal.{key}", place=texts.hex_name(hex_)), rule_id)


def stacking_rule(hex_: int) -> str:
    """The rule that limits the stack in a hex."""
    return "setup-6" if board.IS_ARCTIC[hex_] else "setup-5"
