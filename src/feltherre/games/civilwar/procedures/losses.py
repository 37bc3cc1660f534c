"""Losses in men (05.02.2, 06.03.2, 07.05.2): how they are read, reduced and booked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from feltherre.core.chance import Line, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Count

#: one figure stands for so many men (01.01.2)
MEN_PER_FIGURE: Final = 20


def men_of(row: Sequence[int], result: int) -> int:
    """The men in a row of schema VI or X: none below 1, the last column from 15 on (R3)."""
    return 0 if result < 1 else row[min(result, len(row)) - 1]


class Reduction(NamedTuple):
    """Something that divides losses; `what` is the end of the key of its sentence, `civilwar.reduction.<what>`."""

    what: str
    divisor: int
    rule: str


def divisor_of(reductions: Iterable[Reduction]) -> int:
    """All of them together: they multiply each other (schemas VI and X)."""
    return prod(reduction.divisor for reduction in reductions)


def tell_reductions(desk: Desk, reductions: Iterable[Reduction]) -> None:
    """Tell what divides the losses, each with its rule."""
    for what, divisor, rule_id in reductions:
        desk.notice(rule_id)
        if desk.telling:
            desk.lines.append(Line(say(f"civilwar.reduction.{what}", part=f"1/{divisor}"), rule_id))


def reduced(men: int, divisor: int) -> int:
    """Men after all loss factors, rounded once to the nearest man, a half upwards (R2)."""
    return (2 * men + divisor) // (2 * divisor)


class Booked(NamedTuple):
    """A unit after new losses are entered on its order sheet."""

    figures_removed: int
    figures_left: int
    #: men lost that do not make a figure yet
    remainder_after: int
    #: whoever loses figures and has some left tests morale at once (05.02.3, 06.03.2, 07.05.3)
    test_needed: bool
    destroyed: bool


@rule("05.02.2", "05.02.3", "06.03.2", "07.05.2", "07.05.3")
def book_men(figures: int, remainder: int, losses_men: int) -> Booked:
    """Add losses to the earlier ones: every 20 men remove a figure (05.02.2, R2)."""
    full, rest = divmod(remainder + losses_men, MEN_PER_FIGURE)
    removed = min(figures, full)
    left = figures - removed
    return Booked(removed, left, rest, test_needed=removed > 0 and left > 0, destroyed=left == 0)


class BookingSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    figures: Count
    remainder: Annotated[int, Meta(ge=0, le=MEN_PER_FIGURE - 1)] = 0
    losses_men: Count


@procedure("loss-booking")
def loss_booking(given: BookingSituation, desk: Desk) -> Outcome:
    """What losses do to a unit, and whether it tests its morale for them (05.02.2, 05.02.3)."""
    after = book_men(given.figures, given.remainder, given.losses_men)
    removed, left, lost = after.figures_removed, after.figures_left, given.remainder + given.losses_men
    desk.line("booking.removed", "05.02.2", removed, n=removed, lost=lost, rest=after.remainder_after)
    if after.destroyed:
        desk.line("booking.destroyed", "05.02.2")
    else:
        desk.line("booking.left", "05.02.2", left, n=left)
        desk.line_if(after.test_needed, "booking.test", "05.02.3")
    return after._asdict()
