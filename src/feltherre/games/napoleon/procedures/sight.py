"""Sight (01.04): how far a target is seen, and what hides it. Heights are counted in hill steps, and the line of sight
runs straight from the step of the observer to that of the target (R29)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure, refuse
from feltherre.core.text import Text
from feltherre.games.napoleon.procedures.inputs import Count, Length, Outline, Point, amount, number
from feltherre.games.napoleon.tables import cells, schemas
from feltherre.ground.tabletop.measure import CM, tenths_of_mm
from feltherre.ground.tabletop.polygons import Chord, chords, is_inside, is_simple, middle_of

#: schema I: target -> cm, and those whose range hill steps lengthen
SIGHT_CM: Final[dict[str, int]] = cells("I", "key", value="max_sight_cm")
LENGTHENED: Final[dict[str, bool]] = cells("I", "key", value="hill_step_bonus_applies")
#: what so many steps add to it, in cm; nothing is added from the step after the last
STEPS_CM: Final[dict[int, int]] = {0: 0, **schemas()["I"]["hill_step_bonus_cm"]}
#: targets that partial cover does not make harder to see
CLOSED: Final = ("large_body", "closed_unit")

#: [x, y] in tenths of a millimetre
Place = tuple[int, int]


class HillStep(Struct, frozen=True, forbid_unknown_fields=True):
    polygon: Outline
    step: Count


class Blocker(Struct, frozen=True, forbid_unknown_fields=True):
    polygon: Outline
    height_steps: Length
    base_step: Count = 0


class Sight(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    observer_point: Point
    target_point: Point
    observer_step: Count = 0
    target_step: Count = 0
    target_class: Literal["large_body", "closed_unit", "open_unit_or_staff", "inside_trees_or_strong_building"]
    target_in_trees_or_building: bool = False
    open_behind_partial_cover: bool = False
    hill_steps: tuple[HillStep, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    weather_limit_cm: Length | None = None


@procedure("sight")
@rule("09.01.2", "10.01.5")
def sight(look: Sight, desk: Desk) -> Outcome:
    """Whether a target is seen along the line from the centre of the observer to a point that he chooses, and how far
    such a target is seen (01.04.1 to 01.04.4, 09.01.2, 10.01.5, schema I, R29 to R31)."""
    limit = sight_range(look, desk)
    line = Line(look)
    cm = line.square / CM**2
    within = cm <= limit**2
    desk.line("sight.within" if within else "sight.too-far", "09.01.2", cm=_root(cm), limit=amount(limit))
    crest = any(map(line.passes_below_crest, look.hill_steps))
    desk.line_if(crest, "sight.dead-ground", "01.04.2")
    blocked = any(map(line.passes_below_top, look.blockers))
    desk.line_if(blocked, "sight.blocked", "01.04.1")
    visible = within and not crest and not blocked
    desk.line_if(visible and bool(look.hill_steps or look.blockers), "sight.free", "01.04.1")
    return {"visible": visible, "sight_range_cm": number(limit)}


@rule("01.04.1")
def sight_range(look: Sight, desk: Desk) -> Fraction:
    """How far the target is seen (schema I): lengthened by the steps under the observer (R30), halved behind partial
    cover, and last of all cut by the weather."""
    desk.refuse_if(look.open_behind_partial_cover and look.target_class in CLOSED, "partial-cover-closed", "01.04.1")
    limit = Fraction(SIGHT_CM[look.target_class])
    desk.line(f"sight.{look.target_class.replace('_', '-')}", "I", int(limit), cm=int(limit))
    steps = min(look.observer_step, max(STEPS_CM))
    if steps and LENGTHENED[look.target_class]:
        covered = look.target_in_trees_or_building
        added = 0 if covered else STEPS_CM[steps]
        limit += added
        desk.line("sight.no-steps" if covered else "sight.steps", "I", added, n=look.observer_step, cm=added)
    if look.open_behind_partial_cover:
        limit /= 2
        desk.line("sight.partial-cover", "I", cm=amount(limit))
    if look.weather_limit_cm is not None and exact(look.weather_limit_cm) < limit:
        limit = exact(look.weather_limit_cm)
        desk.line("sight.weather", "01.04.1", cm=amount(limit))
    return limit


class Line:
    """The line of sight, over the ground and in height. Parts of it are fractions: 0 at the observer, 1 at the
    target."""

    def __init__(self, look: Sight) -> None:
        self.eye, self.mark = _place(look.observer_point), _place(look.target_point)
        self.low, self.high = look.observer_step, look.target_step
        #: its length squared, in tenths of a millimetre
        self.square = Fraction((self.mark[0] - self.eye[0]) ** 2 + (self.mark[1] - self.eye[1]) ** 2)

    def height(self, part: Fraction) -> Fraction:
        """How high the line is there, in hill steps."""
        return self.low + (self.high - self.low) * part

    @rule("01.04.3", "01.04.4")
    def passes_below_crest(self, hill: HillStep) -> bool:
        """Whether a hill step hides the target: its crest, the middle between its edges along the line, lies between
        the two and above the line (01.04.2, 01.04.3). That of a step on which both stand does not (01.04.4)."""
        outline = _outline(hill.polygon)
        if is_inside(outline, self.eye) and is_inside(outline, self.mark):
            return False
        crests = (Fraction(*middle_of(chord)) for chord in self._chords(outline))
        return any(0 < crest < 1 and hill.step > self.height(crest) for crest in crests)

    @rule("01.04.1")
    def passes_below_top(self, blocker: Blocker) -> bool:
        """Whether a wood or building hides the target: it is higher than the lowest point of the line over it (R29).
        One at which either of the two stands does not."""
        outline = _outline(blocker.polygon)
        if is_inside(outline, self.eye) or is_inside(outline, self.mark):
            return False
        top = blocker.base_step + exact(blocker.height_steps)
        over = (
            part
            for enters, leaves in self._chords(outline)
            if Fraction(*leaves) > 0 and Fraction(*enters) < 1
            for part in (Fraction(*enters), Fraction(*leaves))
        )
        return any(top > self.height(part) for part in over)

    def _chords(self, outline: tuple[Place, ...]) -> Iterator[Chord]:
        """Where the line, lengthened both ways, runs through an area."""
        return iter(chords(outline, self.eye, self.mark) if self.square else ())


def _place(point: Point) -> Place:
    return tenths_of_mm(point[0]), tenths_of_mm(point[1])


def _outline(polygon: Outline) -> tuple[Place, ...]:
    """An outline, whose edges must not cross."""
    outline = tuple(map(_place, polygon))
    if not is_simple(outline):
        raise refuse("napoleon.refuse.outline", "01.04.1")
    return outline


def _root(square: Fraction) -> str | Text:
    """A length from its square, as it is read."""
    return amount(round(float(square) ** 0.5, 2))


PROCEDURES = (sight,)
