"""What the umpire measures of a round of artillery and the gunner may not (06.02.2): where it was aimed, where it fell,
and where the target lies on the line of fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.procedures.artillery_hits import DeviationSituation
from feltherre.games.civilwar.procedures.inputs import decimals
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.measure import CM

Place = tuple[float, float]


def tell_umpire(
    table: Table[CivilWarState], firer: str, target: Unit, given: DeviationSituation, point: Sequence[float]
) -> None:
    """The figures of one round, in cm, to those who see everything."""
    state = table.state
    text = say(
        "civilwar.fire.measured",
        guess=decimals(given.guess_cm),
        bearing=decimals(given.bearing_deg),
        from_x=decimals(given.origin[0]),
        from_y=decimals(given.origin[1]),
        x=decimals(point[0]),
        y=decimals(point[1]),
        lies=_lies(state, target, given),
    )
    table.tell(text, "06.02.2", (firer,), audience=())


def _lies(state: CivilWarState, target: Unit, given: DeviationSituation) -> Text:
    """From where to where the line of fire goes through the target's bases."""
    outlines = [[(x / CM, y / CM) for x, y in piece] for piece in body(state, target).pieces]
    ways = [way for outline in outlines for way in crossings(given.origin, given.bearing_deg, outline)]
    words = {"target": name(state, target.id)}
    if not ways:
        return say("civilwar.fire.measured.beside", **words)
    return say("civilwar.fire.measured.lies", **words, near=decimals(min(ways)), far=decimals(max(ways)))


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
