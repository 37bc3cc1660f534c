"""The table of a scenario, and what the ground is under a place for a unit that goes there (schema I, R16-R18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from feltherre.core.marks import rule
from feltherre.games.civilwar.brief import Scenario
from feltherre.games.civilwar.procedures.march import Terrain, march_row
from feltherre.games.civilwar.tables import MARCH, ledger_tables
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Classes, Feature, FeatureData, features_of

Ground: TypeAlias = Terrain | Literal["impassable"]

#: types of terrain objects that the game knows
TYPES: Final = (
    *("hill", "wood", "field", "garden", "marsh", "town", "building", "work", "linear"),
    *("road", "path", "stream", "canal", "bridge", "ford"),
)
#: kinds of a field; the others are ordinary ground
DIFFICULT_KINDS: Final = ("difficult", "tall_corn")
#: what leads over water
PASSAGES: Final = ("bridge", "ford")
#: companies in a building (02.04.3)
BUILDING_COMPANIES: Final = 3


@rule("02.06.6")
def _schema_xxii() -> dict[str, Classes]:
    """Obstacle and cover of the objects of schema XXII; where the schema leaves a range, that of R97."""
    fixed_by_ruling = {"barricade": (2, 1), "wall": (1, 1)}
    found = {}
    for row in ledger_tables()["XXII"].records():
        obstacle, cover = fixed_by_ruling.get(row["key"], (row["obstacle_max"], row["cover_max"]))
        building = row["key"].startswith("building")
        capacity = BUILDING_COMPANIES if building else 0
        found[row["key"]] = Classes(obstacle, cover, capacity, screens=building)
    return found


@cache
def classes() -> dict[str, Classes]:
    """What a kind or type of object is unless the scenario says otherwise; a wood's obstacle is that of its edge."""
    xxii = _schema_xxii()
    edge = xxii["wood_edge"]
    return {
        **xxii,
        "wood": Classes(edge.obstacle, xxii["wood"].cover, screens=True),
        "town": Classes(screens=True),
        "building": xxii["building_wood"],
        "road": Classes(width=120),
        "path": Classes(width=60),
        "stream": Classes(width=80),
        "canal": Classes(width=100),
        "bridge": Classes(width=120),
        "ford": Classes(width=400),
    }


@rule("10.02.2")
def features(data: Sequence[FeatureData]) -> tuple[Feature, ...]:
    """The terrain objects of a scenario, with the classes of schema XXII; proper field works are among them, since only
    a scenario can have them (10.02.2)."""
    return features_of(data, classes())


def table_of(scenario: Scenario) -> Table:
    """The table of a scenario; it is laid out once."""
    return scenario.table


def march_arm(arm: str, mounted: bool, formation: str, horse_battery: bool = False) -> str:
    """An arm as schema I and the procedure `march` name it; dismounted troopers and pioneers march as infantry."""
    if arm == "staff" or mounted:
        return "staff" if arm == "staff" else "mounted_cavalry"
    if arm == "wagon":
        return "ammunition_wagon"
    if arm == "artillery" and formation == "unlimbered":
        return "artillery_unlimbered"
    if arm == "artillery" and formation in ("limbered_line", "march_column", "rout"):
        return "artillery_horse" if horse_battery else "artillery_driven"
    return "infantry"


@rule("02.06.1", "02.06.5")
def ground_at(table: Table, point: Point, formation: str, arm: str, pace: str = "ordinary") -> Ground:
    """The ground under a place, for the middle of a unit's front (R16); `arm` as the procedure `march` names it.

    Buildings and canals bar the way; a stream is crossed as road by bridge or ford in march column, else it is a
    stream. A road counts for those who have a rate on it, a path leads a march column through wood as ordinary ground.
    """
    under = table.under(point)
    types = {one.type for one in under}
    if "building" in types:
        return "impassable"
    if water := types & {"stream", "canal"}:
        return "road" if _on_passage(types, formation, arm) else "stream" if "stream" in water else "impassable"
    if "road" in types and has_road_rate(formation, arm, pace):
        return "road"
    if "path" in types and in_march_column(formation, arm):
        return "ordinary"
    return _off_road(under, types)


def has_road_rate(formation: str, arm: str, pace: str = "ordinary") -> bool:
    """Whether a road is a help (R16): the row of schema I has a value, and it is no attack column at charge pace."""
    row = march_row(arm, formation, pace)
    if row is None or MARCH[row]["road"] is None:
        return False
    return not (pace == "charge" and formation == "attack_column")


def in_march_column(formation: str, arm: str) -> bool:
    """Whether a unit is as narrow as a bridge asks: march columns, wagons, single riders."""
    return formation == "march_column" or arm in ("staff", "ammunition_wagon")


def _on_passage(types: set[str], formation: str, arm: str) -> bool:
    return not types.isdisjoint(PASSAGES) and in_march_column(formation, arm)


def _off_road(under: Sequence[Feature], types: set[str]) -> Ground:
    """The hardest ground that is there (R17: what is difficult is marked by the scenario)."""
    if "marsh" in types:
        return "marsh"
    if "wood" in types:
        return "wood"
    if "garden" in types or any(one.type == "field" and one.kind in DIFFICULT_KINDS for one in under):
        return "difficult"
    return "ordinary"


def ground_of(feature: Feature) -> Ground:
    """The ground that an object makes where it lies, for those whom no road, bridge or ford helps."""
    return "stream" if feature.type == "stream" else _off_road((feature,), {feature.type})
