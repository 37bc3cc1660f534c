"""Where a round of artillery falls (06.02.2). What everybody sees who sees the target: on which side of it. What the
umpire measures and the gunner may not: where it was aimed, where it fell, and where the target lies on the line of
fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.procedures.artillery_hits import DeviationSituation
from feltherre.games.civilwar.procedures.inputs import decimals
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.angles import ahead, to_the_right
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE

Place = tuple[float, float]


@rule("06.02.2")
def figures_of(
    state: CivilWarState, target: Unit | None, given: DeviationSituation, point: Sequence[float] | None
) -> Text | None:
    """The figures of one round in cm, for the umpire alone: the guess, the point struck and the true range. None if
    nothing was guessed, or the target is gone."""
    if point is None or target is None or not target.on_table:
        return None
    return say(
        "civilwar.fire.measured",
        guess=decimals(given.guess_cm),
        bearing=decimals(given.bearing_deg),
        from_x=decimals(given.origin[0]),
        from_y=decimals(given.origin[1]),
        x=decimals(point[0]),
        y=decimals(point[1]),
        lies=_lies(state, target, given),
    )


def _lies(state: CivilWarState, target: Unit, given: DeviationSituation) -> Text:
    """From where to where the line of fire goes through the target's bases."""
    outlines = [[(x / CM, y / CM) for x, y in piece] for piece in body(state, target).pieces]
    ways = [way for outline in outlines for way in crossings(given.origin, given.bearing_deg, outline)]
    words = {"target": name(state, target.id)}
    if not ways:
        return say("civilwar.fire.measured.beside", **words)
    return say("civilwar.fire.measured.lies", **words, near=decimals(min(ways)), far=decimals(max(ways)))


@rule("06.02.2")
def fell(state: CivilWarState, target: Unit, given: DeviationSituation, point: Sequence[float]) -> Text:
    """On which side of the target a round has fallen, as seen from the guns: the point struck is laid out on the table
    for all to see, but nobody measures how far it is from the target (06.02.2, R59)."""
    direction = round(given.bearing_deg * DEGREE) % CIRCLE
    places = [(round(x * CM), round(y * CM)) for x, y in (given.origin, point)]
    (from_x, from_y), (x, y) = places
    ways = [(cx - from_x, cy - from_y) for piece in body(state, target).pieces for cx, cy in piece]
    far = _beyond(ahead(x - from_x, y - from_y, direction), [ahead(*way, direction) for way in ways])
    aside = _beyond(to_the_right(x - from_x, y - from_y, direction), [to_the_right(*way, direction) for way in ways])
    words = [("beyond", "", "short")[1 - far], ("right", "", "left")[1 - aside]]
    return say(
        f"civilwar.fire.fell.{'-'.join(word for word in words if word) or 'close'}", target=name(state, target.id)
    )


def _beyond(here: int, there: Sequence[int]) -> int:
    """1 if a place lies beyond some others, -1 if short of them, 0 if between."""
    return (here > max(there)) - (here < min(there))


def crossings(origin: Place, bearing_deg: float, outline: Sequence[Place]) -> Iterator[float]:
    """How far along a line of fire it crosses the edges of an outline."""
    east, north = sin(radians(bearing_deg)), cos(radians(bearing_deg))
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        dx, dy = bx - ax, by - ay
        across = east * dy - north * dx
        if not across:
            continue
        px, py = ax - origin[0], ay - origin[1]
        along, part = (px * dy - py * dx) / across, (px * north - py * east) / across
        if 0 <= part <= 1 and along >= 0:
            yield along
