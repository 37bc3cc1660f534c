"""Who marches, and how fast (02.06): a unit as schema I knows it; its rates come from the procedure `march`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import info, shape
from feltherre.games.civilwar.ground import march_arm
from feltherre.games.civilwar.procedures.march import MarchSituation, Part, march_row, rate_on
from feltherre.games.civilwar.shapes import standing_as
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.measure import CM

#: ground that only march columns and chains enter under orders (02.06.5, R18)
WET: Final = ("stream", "marsh")
#: the team of a wagon (01.02.7)
WAGON_HORSES: Final = 4


class Marcher(Struct, frozen=True):
    """Who marches and how, as schema I asks; `free`: in flight or retiring, onto any ground with a value (R18)."""

    arm: str
    formation: str
    pace: str
    width: int
    depth: int
    column: bool
    backwards: bool = False
    half_horses: bool = False
    free: bool = False


@rule("02.06.1", "06.03.5", "02.02.5")
def marcher(
    state: CivilWarState, unit: Unit, pace: str = "ordinary", *, backwards: bool = False, free: bool = False
) -> Marcher | None:
    """A unit as schema I knows it; None if it cannot move so at all (no row, no horses: 06.03.5)."""
    data, ground_shape = info(state, unit), shape(state, unit)
    arm = march_arm(unit.arm, unit.mounted, unit.formation, data.horse_battery)
    formation = march_formation(unit)
    limbered = arm in ("artillery_driven", "artillery_horse", "ammunition_wagon")
    half = limbered and lost_half_the_horses(unit)
    if march_row(arm, formation, pace) is None or (limbered and not has_teams(unit)):
        return None
    if pace == "charge" and (backwards or half):
        return None
    column = unit.order != "FU" and (unit.formation == "march_column" or unit.arm == "wagon")
    width, depth = ground_shape.width, ground_shape.depth
    return Marcher(arm, formation, pace, width, depth, column and not backwards, backwards, half, free)


def march_formation(unit: Unit) -> str:
    """The formation as the procedure `march` names it; guns in line and unlimbered ones have no row of their own."""
    if unit.order == "FU":
        return "rout"
    if unit.arm in ("artillery", "wagon"):
        return "march_column" if unit.formation == "march_column" or unit.arm == "wagon" else "line"
    return standing_as(unit.formation, unit.mounted, unit.figures, unit.files)


@rule("06.03.5")
def lost_half_the_horses(unit: Unit) -> bool:
    """A battery with half of its horses lost or more has half its march length (06.03.5, R68), a wagon likewise."""
    started = unit.battery.horses_start if unit.battery is not None else WAGON_HORSES
    return started > 0 and 2 * horses_of(unit) <= started


@rule("06.03.5")
def has_teams(unit: Unit) -> bool:
    """A battery without horses, or with fewer sound limbers than guns, moves only by hand (06.03.5, R66); a wagon
    without horses stands."""
    battery = unit.battery
    if battery is None:
        return unit.arm != "wagon" or horses_of(unit) > 0
    return battery.horses > 0 and battery.limbers - battery.limbers_damaged >= battery.guns


@rule("01.02.7")
def horses_of(unit: Unit) -> int:
    """The horses that a battery or wagon has left; a wagon begins with four (01.02.7)."""
    if unit.battery is not None:
        return unit.battery.horses
    return max(0, WAGON_HORSES - unit.horses_lost) if unit.arm == "wagon" else 0


def staff_marcher(width: int, depth: int) -> Marcher:
    return Marcher("staff", "line", "ordinary", width, depth, False, free=True)


@rule("02.06.1", "02.06.5", "02.06.6")
def rate_of(who: Marcher, terrain: str, obstacle: int = 0) -> int | None:
    """0.1 mm a turn on this ground, over an obstacle of a class if one is given; None if it cannot be entered so."""
    if terrain == "impassable":
        return None
    if terrain in WET and not who.free and who.formation not in ("march_column", "chain"):
        return None
    return _rate(who.arm, who.formation, who.pace, who.backwards, who.half_horses, terrain, obstacle)


@lru_cache(maxsize=4096)
def _rate(
    arm: str, formation: str, pace: str, backwards: bool, half_horses: bool, terrain: str, obstacle: int
) -> int | None:
    row = march_row(arm, formation, pace)
    if row is None:
        return None
    given: dict[str, Any] = {"arm": arm, "formation": formation, "pace": pace, "backwards": backwards}
    march = MarchSituation(path=(), horses_lost_half=half_horses, **given)
    part = Part("cross" if obstacle else "march", terrain, 0, obstacle=obstacle or None)  # type: ignore[arg-type]
    found = rate_on(march, row, part)
    return None if isinstance(found, str) else int(found * CM)


def rate_over(who: Marcher, obstacle: int) -> int | None:
    """0.1 mm a turn over an obstacle of a class on ordinary ground; None if this arm cannot pass it (schema III)."""
    return _rate(who.arm, who.formation, who.pace, who.backwards, who.half_horses, "ordinary", obstacle)


def fastest(who: Marcher) -> int:
    """No march is faster than this."""
    return max(rate_of(who, terrain) or 0 for terrain in ("road", "ordinary", "difficult", "wood", "marsh", "stream"))
