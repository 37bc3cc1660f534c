"""Stacking (setup-5 to setup-7, 1.2.1): places for divisions, lesser units and artillery."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import Text, say
from feltherre.games.winterwar.procedures.inputs import Count
from feltherre.games.winterwar.tables import STACKING_PLACES
from feltherre.ground.hexes.stacking import Limit, places

DIVISION, LESSER, ARTILLERY = range(3)

#: whose places a class may take besides its own: a lesser unit a division's, artillery a lesser unit's (R12)
SUBSTITUTES: Final = ((), (DIVISION,), (LESSER,))

_SOUTH: Final = places(STACKING_PLACES[False], SUBSTITUTES)
_NORTH: Final = places(STACKING_PLACES[True], SUBSTITUTES)


@rule("setup-5", "1.2.1-b", "1.2.1-g")
def southern_limits() -> tuple[Limit, ...]:
    """South of the arctic line: two divisions, two lesser units, one artillery unit (R14)."""
    return _SOUTH


@rule("setup-6", "setup-7", "1.2.1-c", "1.2.1-h")
def northern_limits() -> tuple[Limit, ...]:
    """On the arctic line and north of it: one of each, or two lesser units instead of the division (R13)."""
    return _NORTH


@rule("1.2.1-i", "1.2.1-j", "1.2.1-k", "2.1-g")
def fits(arctic: bool, divisions: int, lesser: int, artillery: int) -> bool:
    """Whether these units of one side may stand together (R12 to R16). A corps is a division (1.2.1-k), flipped or
    not; engineers, partisans and battle groups are lesser units; air units and ships take no place."""
    held = (divisions, lesser, artillery)
    return all(
        sum(weight * n for weight, n in zip(limit.weights, held, strict=True)) <= limit.most
        for limit in (northern_limits() if arctic else southern_limits())
    )


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """Units of one side in a hex."""

    arctic: bool
    divisions: Count
    lesser: Count
    artillery: Count


@procedure("stacking-check")
def stacking_check(stack: Stack, desk: Desk) -> Outcome:
    """Whether these units may stand together (setup-5, setup-6, R12 to R16)."""
    legal = fits(stack.arctic, stack.divisions, stack.lesser, stack.artillery)
    number = "setup-6" if stack.arctic else "setup-5"
    room = "stacking.arctic" if stack.arctic else "stacking.south"
    desk.line(room, number, units=_listed(*STACKING_PLACES[stack.arctic]))
    held = _listed(stack.divisions, stack.lesser, stack.artillery)
    if not held:
        desk.line("stacking.nobody", number)
        return {"legal": legal}
    if legal:
        _tell_substitutes(stack, desk)
    desk.line("stacking.fits" if legal else "stacking.too-many", number, units=held)
    return {"legal": legal}


def _tell_substitutes(stack: Stack, desk: Desk) -> None:
    """Who stands in whose place, where all find one."""
    _, lesser_places, artillery_places = STACKING_PLACES[stack.arctic]
    guns = max(0, stack.artillery - artillery_places)
    lesser = max(0, stack.lesser + guns - lesser_places)
    desk.line_if(lesser > 0, "stacking.lesser", "1.2.1-i", lesser, n=lesser)
    desk.line_if(guns > 0, "stacking.artillery", "1.2.1-j", guns, n=guns)


def _listed(divisions: int, lesser: int, artillery: int) -> list[Text]:
    """What is there, without what is not."""
    counted = (("divisions", divisions), ("lesser", lesser), ("artillery", artillery))
    return [say(f"winterwar.count.{what}", n=n) for what, n in counted if n]
