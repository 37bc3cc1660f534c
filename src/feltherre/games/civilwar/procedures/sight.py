"""Sight (03.02.3): what a commander and his units can see."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.civilwar.procedures.inputs import Coordinate, Count, Length, amount, exact

Area: TypeAlias = Literal["open", "wood", "town"]

#: cm
SIGHT_RANGE: Final = 250
#: cm at which a unit in wood or town is seen that stands still, and that fires or moves
SEEN_STILL: Final = 8
SEEN_ACTIVE: Final = 15


class Crest(Struct, frozen=True, forbid_unknown_fields=True):
    level: Coordinate
    at_cm: Length
    #: observer and target both stand on this terrace
    shared: bool = False


class SightSituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: Length
    limit_cm: Length = SIGHT_RANGE
    target_area: Area = "open"
    target_fired_or_moved: bool = False
    observer_deep_inside: bool = False
    blockers: Count = 0
    observer_level: Coordinate = 0
    target_level: Coordinate = 0
    crests: tuple[Crest, ...] = ()


@rule("03.02.3")
def crest_hides(crest: Crest, line: SightSituation) -> bool:
    """Whether the line from observer to target passes below a crest between them (03.02.3, R30); that of a terrace on
    which both stand does not count."""
    at, length = exact(crest.at_cm), exact(line.distance_cm)
    observer, target, level = exact(line.observer_level), exact(line.target_level), exact(crest.level)
    return not crest.shared and 0 < at < length and (target - observer) * at < (level - observer) * length


@procedure("sight")
def sight(line: SightSituation, desk: Desk) -> Outcome:
    """Whether a target is seen; if not, the first reason that applies (03.02.3, R30). In wood or town it must be
    near, and may be farther off if it has fired or moved."""
    near = SEEN_ACTIVE if line.target_fired_or_moved else SEEN_STILL
    crest = next((one for one in line.crests if crest_hides(one, line)), None)
    hidden = {
        "too_far": line.distance_cm > line.limit_cm,
        "inside_too_far": line.target_area != "open" and line.distance_cm > near,
        "deep_inside": line.observer_deep_inside,
        "blocked": line.blockers > 0,
        "crest": crest is not None,
    }
    reason = next((why for why, is_so in hidden.items() if is_so), "clear")
    at = amount(crest.at_cm) if crest else ""
    cm, limit = amount(line.distance_cm), amount(line.limit_cm)
    desk.line(f"sight.{reason.replace('_', '-')}", "03.02.3", cm=cm, limit=limit, near=near, at=at)
    return {"visible": reason == "clear", "reason": reason}
