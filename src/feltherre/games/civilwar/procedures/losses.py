"""Losses in men (05.02.2, 06.03.2, 07.05.2): how they are read, reduced and booked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
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


def reduction_lines(reductions: Iterable[Reduction]) -> list[Line]:
    return [Line(say(f"civilwar.reduction.{what}", part=f"1/{divisor}"), rule) for what, divisor, rule in reductions]


def reduced(men: int, divisor: int) -> int:
    """Men after all loss factors, rounded once to the nearest man, a half upwards (R2)."""
    return (2 * men + divisor) // (2 * divisor)


class Booked(Struct, frozen=True):
    """A unit after new losses are entered on its order sheet."""

    figures_removed: int
    figures_left: int
    #: men lost that do not make a figure yet
    remainder_after: int

    @property
    def destroyed(self) -> bool:
        return self.figures_left == 0

    @property
    @rule("05.02.3", "07.05.3")
    def test_needed(self) -> bool:
        """Whoever loses figures and has some left tests morale at once (05.02.3, 06.03.2, 07.05.3)."""
        return self.figures_removed > 0 and not self.destroyed


@rule("05.02.2", "06.03.2", "07.05.2")
def book(figures: int, remainder: int, losses_men: int) -> Booked:
    """Add losses to the earlier ones: every 20 men remove a figure (05.02.2, R2)."""
    full, rest = divmod(remainder + losses_men, MEN_PER_FIGURE)
    removed = min(figures, full)
    return Booked(removed, figures - removed, rest)


class BookingSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    figures: Count
    remainder: Annotated[int, Meta(ge=0, le=MEN_PER_FIGURE - 1)] = 0
    losses_men: Count


class BookingAssessment(Assessment, frozen=True, kw_only=True):
    lost: int
    figures_removed: int
    figures_left: int
    remainder_after: int
    test_needed: bool
    destroyed: bool


class LossBooking(CertainProcedure[BookingSituation, BookingAssessment]):
    name = "loss-booking"
    situation = BookingSituation
    outputs = ("figures_removed", "figures_left", "remainder_after", "test_needed", "destroyed")

    def assess(self, situation: BookingSituation) -> BookingAssessment:
        booked = book(situation.figures, situation.remainder, situation.losses_men)
        return BookingAssessment(
            lost=situation.remainder + situation.losses_men,
            figures_removed=booked.figures_removed,
            figures_left=booked.figures_left,
            remainder_after=booked.remainder_after,
            test_needed=booked.test_needed,
            destroyed=booked.destroyed,
        )

    def lines(self, assessment: BookingAssessment) -> list[Line]:
        a = assessment
        removed = say("civilwar.ruling.booking.removed", n=a.figures_removed, lost=a.lost, rest=a.remainder_after)
        told = [Line(removed, "05.02.2", a.figures_removed)]
        if a.destroyed:
            return [*told, Line(say("civilwar.ruling.booking.destroyed"), "05.02.2")]
        told.append(Line(say("civilwar.ruling.booking.left", n=a.figures_left), "05.02.2", a.figures_left))
        if a.test_needed:
            told.append(Line(say("civilwar.ruling.booking.test"), "05.02.3"))
        return told
