"""The standard organisation (01.02), the brief of a scenario (01.05) and the formations (02.01-02.04)."""

from __future__ import annotations

import pytest

from feltherre.games.civilwar.scenario import SCENARIOS, UnitData, read_scenario
from feltherre.games.civilwar.shapes import closed, files_of, formations_of, gaps_of, has_flanks, models_of, shape_of
from feltherre.games.civilwar.special_rules import CoverUntilMoved
from feltherre.games.civilwar.standards import companies_of, completed, figures_of, horses_of

KERNSTOWN = SCENARIOS / "kernstown.yaml"


@pytest.mark.proves("01.02.2")
@pytest.mark.parametrize(
    ("size", "figures", "companies"), [("company", 3, 1), ("battalion", 24, 8), ("regiment", 30, 10)]
)
def test_infantry_is_so_strong(size: str, figures: int, companies: int) -> None:
    assert figures_of("infantry", "union", size) == figures == figures_of("infantry", "confederate", size)
    assert companies_of(figures) == companies


@pytest.mark.proves("01.02.3", "01.02.4")
@pytest.mark.parametrize(
    ("side", "sizes"),
    [
        ("union", {"company": 3, "squadron": 5, "battalion": 10, "regiment": 30}),
        ("confederate", {"company": 3, "squadron": 6, "battalion": 18, "regiment": 30}),
    ],
)
def test_the_cavalry_of_each_side_is_so_strong(side: str, sizes: dict[str, int]) -> None:
    assert {size: figures_of("cavalry", side, size) for size in sizes} == sizes
    assert figures_of("infantry", side, "squadron") is None
    assert companies_of(5) == 2  # a Union squadron (R11)


@pytest.mark.proves("01.02.5", "01.02.6")
@pytest.mark.parametrize(("guns", "models", "horses", "horse_battery"), [(4, 1, 4, 6), (6, 2, 6, 8)])
def test_batteries_have_models_limbers_and_horses(guns: int, models: int, horses: int, horse_battery: int) -> None:
    assert len(models_of(guns, False)[1]) == models
    assert (horses_of(guns, False), horses_of(guns, True)) == (horses, horse_battery)


@pytest.mark.proves("01.02.1", "01.02.7")
def test_what_the_brief_does_not_say_is_the_standard() -> None:
    wagon = UnitData(id="w", name="W", under="x", arm="wagon", grade=0, formation="wagon")
    assert completed(wagon).horses == 4
    battery = UnitData(id="b", name="B", under="x", arm="artillery", grade=0, guns=6, piece="3in_rodman")
    assert (completed(battery).figures, completed(battery).horses) == (6, 6)
    given = UnitData(id="b", name="B", under="x", arm="artillery", grade=0, guns=6, figures=5, horses=4)
    assert (completed(given).figures, completed(given).horses) == (5, 4)


@pytest.mark.proves("01.02.8", "01.02.9")
def test_a_staff_has_its_couriers() -> None:
    couriers = {one.id: one.couriers for one in read_scenario(SCENARIOS / "cornfield.yaml").staff.values()}
    assert {couriers[brigade] for brigade in ("gibbon", "phelps", "douglass", "law")} == {1}
    assert (couriers["doubleday"], couriers["ricketts"], couriers["hooker"]) == (3, 2, 2)


@pytest.mark.proves("01.05.1", "01.05.2")
def test_the_brief_tells_situation_and_forces() -> None:
    brief = read_scenario(KERNSTOWN)
    assert (brief.date, brief.begins, brief.turns) == ("1862-03-23", "16:00", 20)
    assert len(brief.terrain) == 13
    for side in brief.sides:
        told = {side.operational.key, side.supply.key, side.morale.key, side.task.key}
        assert told == {f"civilwar.scenario.kernstown.{side.id}.{field}" for field in _TOLD}
    garnett = [unit for unit in brief.units.values() if unit.under == "garnett"]
    assert [unit.id for unit in garnett] == ["va27", "va33", "va2", "va4", "va5"]
    assert {unit.grade for unit in garnett} == {2}  # the Stonewall Brigade (08.01.3)
    assert brief.staff["garnett"].under == "jackson"
    assert (brief.units["funsten"].weapon, brief.units["rockbridge"].piece) == ("shotgun", "10pdr_parrott")


_TOLD = ("operational", "supply", "morale", "task")


@pytest.mark.proves("01.05.3")
def test_the_brief_may_hold_special_rules() -> None:
    (crest,) = (
        one for one in read_scenario(SCENARIOS / "henry-house-hill.yaml").special if isinstance(one, CoverUntilMoved)
    )
    assert (crest.cover, crest.against, len(crest.units)) == (1, "artillery", 5)


@pytest.mark.proves("02.01.1", "02.01.2", "02.02.1", "02.02.2")
def test_columns_are_so_wide() -> None:
    assert (files_of("march_column", False)[0], files_of("attack_column", False)) == (3, (6,))
    assert (files_of("march_column", True), sorted(files_of("attack_column", True))) == ((2,), [5, 6])
    assert shape_of.__wrapped__("infantry", False, "attack_column", 30).ranks == 5


@pytest.mark.proves("02.01.3", "02.01.4", "02.01.5", "02.02.4")
def test_open_formations_have_gaps() -> None:
    assert set(formations_of("infantry")) == {"line", "attack_column", "march_column", "thin_line", "chain"}
    assert gaps_of("thin_line", False) == (0, 79)
    assert gaps_of("chain", False) == (80, 160)
    assert gaps_of("chain", True) == (0, 150)


@pytest.mark.proves("02.03.1", "02.03.2")
def test_guns_stand_side_by_side_or_one_behind_the_other() -> None:
    line, column = (
        shape_of.__wrapped__("artillery", False, formation, 6, 6) for formation in ("limbered_line", "march_column")
    )
    assert (line.files, line.ranks) == (2, 2)
    assert (column.files, column.ranks) == (1, 4)


@pytest.mark.proves("02.04.1", "02.04.2", "02.04.3")
def test_closed_and_open_formations() -> None:
    assert [closed(one) for one in ("march_column", "attack_column", "line")] == [True] * 3
    assert [closed(one) for one in ("chain", "thin_line", "rout")] == [False] * 3
    assert not has_flanks("line", in_building=True)
