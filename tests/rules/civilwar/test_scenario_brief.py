"""The standard organisation (01.02), the brief of a scenario (01.05), formations (02.01-02.04), order and grades
(08.01, 08.02)."""

from typing import Any

import pytest

from cases import cases
from civilwar_course import SETUP, begun
from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.scenario import SCENARIOS, UnitData, read_scenario, scenario_names
from feltherre.games.civilwar.shapes import closed, files_of, formations_of, gaps_of, has_flanks, models_of, shape_of
from feltherre.games.civilwar.special_rules import CoverUntilMoved
from feltherre.games.civilwar.standards import companies_of, completed, figures_of, horses_of, standard_grade

KERNSTOWN = SCENARIOS / "kernstown.yaml"


@pytest.mark.proves("01.02.2")
@pytest.mark.parametrize(
    ("size", "figures", "companies"), [("company", 3, 1), ("battalion", 24, 8), ("regiment", 30, 10)]
)
def test_infantry_is_so_strong(size: str, figures: int, companies: int) -> None:
    assert figures_of("infantry", "union", size) == figures == figures_of("infantry", "confederate", size)
    assert companies_of(figures) == companies


@cases(
    "side sizes",
    ("01.02.3 01.02.4", "union", {"company": 3, "squadron": 5, "battalion": 10, "regiment": 30}),
    ("01.02.3 01.02.4", "confederate", {"company": 3, "squadron": 6, "battalion": 18, "regiment": 30}),
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


# order and grades, and the years of the war


@pytest.mark.proves("08.02.2")
@pytest.mark.parametrize("name", scenario_names())
def test_everybody_begins_in_good_order(name: str) -> None:
    state = begun(Setup(SETUP.seats, scenario=name)).state
    assert {unit.order for unit in state.units} == {"OR"}
    assert not any(is_pinned(state, unit) for unit in state.units)


@cases(
    "words grade",
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "regular", 2),
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "elite", 2),
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "veteran", 1),
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "well-trained", 1),
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "experienced", 0),
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "new", -1),
    ("08.01.1 08.01.2 08.01.3 08.01.4 08.01.5 08.01.6", "shaken", -1),
)
def test_troops_have_the_grade_of_their_kind(words: str, grade: int) -> None:
    entry: dict[str, Any] = {"grade": words}
    assert standard_grade(entry, "units, a") == []
    assert entry["grade"] == grade


@pytest.mark.proves("08.01.1")
def test_no_other_grade_is_known() -> None:
    assert [one.where for one in standard_grade({"grade": "heroic"}, "units, a")] == ["units, a"]


@pytest.mark.proves("fw-2")
def test_a_battle_of_the_last_years_of_the_war_is_refused() -> None:
    text = (SCENARIOS / "hokes-run.yaml").read_text(encoding="utf-8").replace("1861-07-02", "1864-07-02")
    with pytest.raises(BadInput):
        read_scenario(text, "late.yaml")
