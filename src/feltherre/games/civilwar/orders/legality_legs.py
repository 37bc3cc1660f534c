"""What forbids the legs of a movement (02.01 - 02.05, 03.03.4): what the arm can do, how it stands by then, and whether
the turn is long enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.orders.facts import OrderFacts, Standing
from feltherre.games.civilwar.orders.legs import (
    Along,
    Back,
    Dismount,
    Enter,
    Face,
    Form,
    Go,
    GoTo,
    Limber,
    Mount,
    OrderLeg,
    Sideways,
    Unlimber,
)
from feltherre.games.civilwar.procedures.march import LEAST_TIME, drill_time, facing_time
from feltherre.games.civilwar.shapes import closed, files_of, formations_of, gaps_of, standing_as

EIGHTHS: Final = 8


@rule("03.03.4")
def leg_faults(
    facts: OrderFacts, legs: Sequence[OrderLeg], companies: int | None, *, goes_on: bool = False
) -> Iterator[Illegal]:
    """Every fault of the legs, each judged as the unit stands when its turn comes. `goes_on`: something follows the
    last."""
    drill = Drill(facts, companies)
    for number, leg in enumerate(legs, 1):
        if drill.spent >= 1:
            yield Illegal(say("civilwar.no.time", leg=number), "03.03.4")
            return
        yield from drill.faults(leg)
        drill.carry_out(leg)
        if drill.spent > 1 and _has_span(leg):
            yield Illegal(say("civilwar.no.span", leg=number), "03.03.4")
        if _is_endless(leg) and (number < len(legs) or goes_on):
            yield Illegal(say("civilwar.no.endless", leg=number), "03.03.4")


def _has_span(leg: OrderLeg) -> bool:
    return isinstance(leg, Go | GoTo | Along | Back | Sideways) and leg.span is not None


def _is_endless(leg: OrderLeg) -> bool:
    """A march that goes on until the turn ends."""
    return isinstance(leg, Go | Back | Sideways) and leg.length is None and leg.span is None


class Drill:
    """How a unit stands after the legs so far, and the time that they have taken at least."""

    def __init__(self, facts: OrderFacts, companies: int | None) -> None:
        self.facts = facts
        self.figures = facts.figures_of(companies)
        self.companies = facts.companies if companies is None else companies
        self.formation: Standing = facts.formation
        self.mounted = facts.mounted
        self.spent = Fraction(0)

    @property
    def guns(self) -> bool:
        return self.facts.arm == "artillery" and self.facts.guns > 0

    # what forbids a leg

    def faults(self, leg: OrderLeg) -> Iterator[Illegal]:
        match leg:
            case Limber() | Unlimber():
                yield from self._limber_faults(leg)
            case Mount() | Dismount():
                yield from self._mount_faults(leg)
            case Form():
                yield from self._form_faults(leg)
            case Enter():
                yield from self._enter_faults(leg)
            case Sideways():
                yield from self._sideways_faults()
        if not isinstance(leg, Unlimber | Limber | Face) and self._stranded():
            yield Illegal(say("civilwar.no.horses"), "06.03.5")

    @rule("06.03.5")
    def _stranded(self) -> bool:
        """A battery that has lost all its horses moves only unlimbered (06.03.5)."""
        return self.guns and self.facts.horses_lost_all and self.formation != "unlimbered"

    @rule("02.03.3", "02.03.4", "06.03.5")
    def _limber_faults(self, leg: Limber | Unlimber) -> Iterator[Illegal]:
        """Only guns limber up and unlimber, and not twice; without horses they cannot limber up."""
        if not self.guns:
            yield Illegal(say("civilwar.no.limber-guns"), "02.03.3")
        elif (self.formation == "unlimbered") == isinstance(leg, Unlimber):
            done = "unlimbered" if isinstance(leg, Unlimber) else "limbered"
            yield Illegal(say(f"civilwar.no.already-{done}"), "02.03.3" if done == "unlimbered" else "02.03.4")
        elif isinstance(leg, Limber) and self.facts.horses_lost_all:
            yield Illegal(say("civilwar.no.horses"), "06.03.5")

    @rule("02.02.5")
    def _mount_faults(self, leg: Mount | Dismount) -> Iterator[Illegal]:
        """Only cavalry mounts and dismounts; mounted infantry is cavalry in every respect (02.02.5)."""
        if self.facts.arm != "cavalry":
            yield Illegal(say("civilwar.no.mount-cavalry"), "02.02.5")
        elif self.mounted == isinstance(leg, Mount):
            yield Illegal(say(f"civilwar.no.already-{'mounted' if self.mounted else 'on-foot'}"), "02.02.5")

    def _form_faults(self, leg: Form) -> Iterator[Illegal]:
        """The formation is one that the arm has, in files and gaps that it allows (02.01 - 02.03, R13, R14)."""
        if self.guns:
            yield self._guns_keep_their_formation()
            return
        new: Standing = leg.formation
        chapter = "02.02.5" if self.mounted else "02.01.3"
        if new not in formations_of(self.facts.arm, self.mounted, self.facts.guns):
            yield Illegal(say("civilwar.no.formation-arm"), chapter)
            return
        yield from self._file_faults(leg, new)
        yield from self._gap_faults(leg, new)
        if leg.standing is not None and leg.standing > self.facts.companies:
            yield Illegal(say("civilwar.no.companies", n=self.facts.companies), "02.05.1")

    @rule("02.03.1", "02.05.2")
    def _guns_keep_their_formation(self) -> Illegal:
        """Schema I has no formation change for guns: they only limber up and unlimber (R21)."""
        limbered = "unlimbered" if self.formation == "unlimbered" else "limbered"
        return Illegal(say(f"civilwar.no.form-{limbered}"), "02.05.2")

    @rule("02.01.1", "02.01.2", "02.02.1", "02.02.2")
    def _file_faults(self, leg: Form, new: Standing) -> Iterator[Illegal]:
        """A column has as many files as the book gives it, and an attack column begins a third rank (R14)."""
        if leg.files is not None and leg.files not in files_of(new, self.mounted):
            yield Illegal(say("civilwar.no.files"), "02.02.5" if self.mounted else "02.01.3")
        elif standing_as(new, self.mounted, self.figures, leg.files or 0) != new:
            yield Illegal(say("civilwar.no.third-rank"), "02.02.2" if self.mounted else "02.01.2")

    @rule("02.01.5", "02.02.4")
    def _gap_faults(self, leg: Form, new: Standing) -> Iterator[Illegal]:
        """Only open formations have gaps, as wide as the book allows (R13)."""
        least, most = gaps_of(new, self.mounted)
        if leg.gap is not None and (closed(new) or not least <= leg.gap <= most):
            yield Illegal(say("civilwar.no.gap"), "02.02.4" if self.mounted else "02.01.5")

    @rule("02.04.3")
    def _enter_faults(self, leg: Enter) -> Iterator[Illegal]:
        """Whoever is on foot can stand in a building; how many, the building says (02.04.3, R15). If others are in it
        already is found out there. What is no building nobody goes into."""
        room = self.facts.buildings.get(leg.building)
        if self.facts.arm in ("artillery", "wagon") or self.mounted:
            yield Illegal(say("civilwar.no.enter"), "02.04.3")
        elif room is None and leg.building in (self.facts.objects or ()):
            yield Illegal(say("civilwar.no.enter-building", name=leg.building), "02.04.3")
        elif room is not None and self.companies > room:
            yield Illegal(say("civilwar.no.enter-room", n=room), "02.04.3")

    @rule("02.05.3")
    def _sideways_faults(self) -> Iterator[Illegal]:
        """Open formations face freely and so move any way; closed ones turn and march (02.05.3, R24)."""
        if closed(self.formation) or self.formation == "wagon":
            yield Illegal(say("civilwar.no.sideways"), "02.05.3")

    # what a leg does

    def carry_out(self, leg: OrderLeg) -> None:
        self.spent += self._least_time(leg)
        if isinstance(leg, Form):
            self.formation = self.formation if self.guns else leg.formation
        elif isinstance(leg, Unlimber):
            self.formation = "unlimbered"
        elif isinstance(leg, Limber):
            self.formation = "limbered_line"
        elif isinstance(leg, Mount | Dismount):
            self.mounted = isinstance(leg, Mount)
        elif isinstance(leg, Face) and leg.turn != "about" and not self.guns:
            self.formation = _turned(self.formation)

    @rule("02.05.2", "02.05.3")
    def _least_time(self, leg: OrderLeg) -> Fraction:
        """What a leg takes of the turn without knowing the table: its part of it, or what schema II says."""
        match leg:
            case Go() | GoTo() | Along() | Back() | Sideways():
                return Fraction(leg.span or 0, EIGHTHS)
            case Form():
                return LEAST_TIME
            case Face():
                limbered = self.formation != "unlimbered"
                return facing_time(
                    "artillery" if self.guns else "infantry",
                    leg.turn == "about",
                    limbered,
                    "ordinary",
                    not self.guns and not closed(self.formation),
                    False,
                )
            case Limber():
                return drill_time("artillery", "limber_up") or Fraction(0)
            case Unlimber():
                return drill_time("artillery", "unlimber") or Fraction(0)
            case Mount():
                return drill_time("mounted_cavalry", "mount") or Fraction(0)
            case Dismount():
                return drill_time("mounted_cavalry", "dismount") or Fraction(0)
        return Fraction(0)


@rule("02.05.4")
def _turned(formation: Standing) -> Standing:
    """A quarter turn makes a march column of a line, and the other way round (02.05.4)."""
    if formation == "line":
        return "march_column"
    return "line" if formation == "march_column" else formation
