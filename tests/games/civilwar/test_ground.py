"""The table of a scenario and the ground under a place (schemas I and XXII, R16-R18, R97)."""

import pytest

from cases import each
from feltherre.games.civilwar.ground import (
    classes,
    features,
    ground_at,
    has_road_rate,
    in_march_column,
    march_arm,
    table_of,
)
from feltherre.games.civilwar.procedures.march import ground_rate, march_row
from feltherre.games.civilwar.scenario import load_scenario, scenario_names
from feltherre.ground.tabletop.sight import Look, why_hidden
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import FeatureData

TABLE = Table(
    10000,
    10000,
    features(
        [
            FeatureData("trees", "wood", poly=((0, 0), (20, 0), (20, 100), (0, 100))),
            FeatureData("bog", "marsh", poly=((80, 0), (100, 0), (100, 100), (80, 100))),
            FeatureData("pike", "road", line=((0, 50), (100, 50))),
            FeatureData("track", "path", line=((0, 60), (100, 60))),
            FeatureData("run", "stream", line=((0, 20), (100, 20)), width=2),
            FeatureData("bridge", "bridge", at=(50, 20), crosses="run"),
            FeatureData("shallows", "ford", at=(70, 20), crosses="run"),
            FeatureData("cut", "canal", line=((0, 30), (100, 30)), width=2),
            FeatureData("canal-bridge", "bridge", at=(50, 30), crosses="cut"),
            FeatureData("barn", "building", kind="building_wood", rect=(40, 70, 45, 75)),
            FeatureData("corn", "field", kind="tall_corn", rect=(50, 70, 60, 80)),
            FeatureData("meadow", "field", kind="ordinary", rect=(60, 70, 65, 80)),
            FeatureData("beds", "garden", rect=(66, 70, 70, 80)),
        ]
    ),
)


@each(
    "x y column line",
    (50, 90, "ordinary", "ordinary"),
    (10, 90, "wood", "wood"),
    (90, 90, "marsh", "marsh"),
    (30, 50, "road", "ordinary"),
    (10, 50, "road", "wood"),  # a line has no road rate: the road is no help in the wood (R16)
    (90, 50, "road", "marsh"),
    (30, 60, "ordinary", "ordinary"),
    (10, 60, "ordinary", "wood"),  # a path leads columns through a wood
    (30, 20, "stream", "stream"),
    (50, 20, "road", "stream"),  # bridge and ford in march column
    (70, 20, "road", "stream"),
    (30, 30, "impassable", "impassable"),
    (50, 30, "road", "impassable"),
    (42, 72, "impassable", "impassable"),
    (55, 75, "difficult", "difficult"),
    (62, 75, "ordinary", "ordinary"),
    (68, 75, "difficult", "difficult"),
)
def test_the_ground_under_the_middle_of_the_front(x: int, y: int, column: str, line: str) -> None:
    place = (x * 100, y * 100)
    assert ground_at(TABLE, place, "march_column", "infantry") == column
    assert ground_at(TABLE, place, "line", "infantry") == line


def test_the_road_helps_those_who_have_a_rate_on_it() -> None:
    in_wood = (1000, 5000)
    assert ground_at(TABLE, in_wood, "limbered_line", "artillery_driven") == "road"
    assert ground_at(TABLE, in_wood, "unlimbered", "artillery_unlimbered") == "wood"
    assert ground_at(TABLE, in_wood, "staff", "staff") == "road"
    assert ground_at(TABLE, in_wood, "march_column", "infantry", "charge") == "road"
    # the row of columns at charge pace has a road rate, which serves the march column only (R16)
    assert ground_at(TABLE, in_wood, "attack_column", "infantry", "charge") == "wood"
    assert not has_road_rate("chain", "infantry", "charge")  # no such pace
    assert in_march_column("wagon", "ammunition_wagon")


@each(
    "arm mounted formation horse named",
    ("infantry", False, "line", False, "infantry"),
    ("pioneers", False, "line", False, "infantry"),
    ("cavalry", True, "line", False, "mounted_cavalry"),
    ("cavalry", False, "chain", False, "infantry"),
    ("artillery", False, "unlimbered", True, "artillery_unlimbered"),
    ("artillery", False, "march_column", False, "artillery_driven"),
    ("artillery", False, "limbered_line", True, "artillery_horse"),
    ("wagon", False, "wagon", False, "ammunition_wagon"),
    ("staff", True, "staff", False, "staff"),
)
def test_arms_are_named_as_the_march_asks(arm: str, mounted: bool, formation: str, horse: bool, named: str) -> None:
    assert march_arm(arm, mounted, formation, horse) == named
    row = march_row(named, formation, "ordinary")
    assert row is not None
    assert ground_rate(row, formation, "ordinary", "ordinary")


@each(
    "kind obstacle cover",
    ("barricade", 2, 1),
    ("wall", 1, 1),
    ("building_wood", 2, 2),
    ("building_stone", 3, 3),
    ("wood", 1, 1),
    ("fence_or_hedge", 1, 0),
    ("abatis", 3, 2),
    ("light_field_work", 2, 1),
)
def test_obstacle_and_cover_of_schema_xxii(kind: str, obstacle: int, cover: int) -> None:
    assert (classes()[kind].obstacle, classes()[kind].cover) == (obstacle, cover)


def test_a_scenario_may_give_an_object_its_own_class() -> None:
    (high,) = features([FeatureData("high", "linear", kind="wall", line=((0, 0), (5, 0)), obstacle=3, cover=2)])
    assert (high.obstacle, high.cover, high.half) == (3, 2, 10)
    barn = TABLE.feature("barn")
    assert (barn.capacity, barn.screens, barn.obstacle) == (3, True, 2)


@pytest.mark.parametrize("name", scenario_names())
def test_the_table_of_a_scenario_is_laid_out_once(name: str) -> None:
    scenario = load_scenario(name)
    table = table_of(scenario)
    assert table is table_of(scenario)
    assert (table.width, table.height) == (scenario.width, scenario.height)
    assert [one.id for one in table.features] == [one.id for one in scenario.terrain]


def test_tall_corn_hides_by_its_special_rule_alone() -> None:
    """03.02.3: units in it are seen within 8 cm."""
    scenario = load_scenario("cornfield")
    assert not next(one for one in scenario.terrain if one.id == "corn").screens
    look = Look(scenario.sight, 800)
    inside = (6500, 7000)
    assert why_hidden(table_of(scenario), (6500, 5000), inside, look) is not None
    assert why_hidden(table_of(scenario), (6500, 6300), inside, look) is None


def test_roads_cross_the_streams_of_our_scenarios_by_bridges() -> None:
    for name, place in (("hokes-run", (6160, 7700)), ("henry-house-hill", (3700, 10500)), ("kernstown", (12740, 6890))):
        table = table_of(load_scenario(name))
        assert {"road", "stream", "bridge"} <= {one.type for one in table.under(place)}
        assert ground_at(table, place, "march_column", "infantry") == "road"
