"""Scenario files: our own four, what is filled in, and every fault that a file can have."""

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from feltherre.core import datafile, errors
from feltherre.core.catalogue import languages, locale_of, missing_keys, read_catalogue, render
from feltherre.core.text import Text
from feltherre.games.civilwar import placement_checks, scenario_faults, scenario_reading, special_rules
from feltherre.games.civilwar.scenario import (
    SCENARIOS,
    Scenario,
    check_scenario,
    load_scenario,
    read_scenario,
    scenario_names,
)
from feltherre.games.civilwar.victory_terms import TESTS, All, Exit, Hold, HoldMore, OneOf, simple_conditions
from feltherre.ground.tabletop.distance import pieces_distance
from refusals import refusal_of

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]


def example() -> dict[str, Any]:
    """The scenario on the page about writing one."""
    tree: dict[str, Any] = yaml.safe_load(EXAMPLE)
    return tree


def unit(tree: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for side in tree["sides"] for one in side["units"] if one["id"] == name)
    return found


def staff(tree: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for side in tree["sides"] for one in side["staff"] if one["id"] == name)
    return found


def faults(tree: Any) -> list[tuple[str, str]]:
    """(where, what) of everything that is wrong."""
    try:
        scenario_reading.scenario_of(tree, "file")
    except scenario_faults.BadScenario as error:
        return [(one.where, one.what.key.removeprefix("civilwar.scenario.fault.")) for one in error.faults]
    return []


# our own


@each(
    "name turns size union confederate",
    ("hokes-run", 12, (12000, 8000), (3, 64), (3, 36)),
    ("henry-house-hill", 20, (16000, 12000), (14, 339), (17, 348)),
    ("kernstown", 20, (16000, 12000), (13, 260), (13, 155)),
    ("cornfield", 20, (14000, 12000), (17, 239), (18, 257)),
)
def test_the_four_scenarios_have_the_forces_of_the_reconstruction(
    name: str, turns: int, size: tuple[int, int], union: tuple[int, int], confederate: tuple[int, int]
) -> None:
    scenario = load_scenario(name)
    assert (scenario.turns, (scenario.width, scenario.height), scenario.sight) == (turns, size, 25000)
    forces = [(len(side.units), sum(unit.figures for unit in side.units)) for side in scenario.sides]
    assert forces == [union, confederate]


def test_scenarios_are_named_in_the_order_of_their_days() -> None:
    assert scenario_names() == ("hokes-run", "henry-house-hill", "kernstown", "cornfield")
    assert load_scenario("kernstown") is load_scenario("kernstown")
    with pytest.raises(errors.BadInput, match="gettysburg"):
        load_scenario("gettysburg")


def test_measures_are_whole_numbers() -> None:
    va33 = load_scenario("henry-house-hill").units["va33"]
    assert (va33.at, va33.facing) == ((7900, 3500), 3150)
    assert load_scenario("kernstown").units["va27"].gap == 120
    (stuart,) = (one for one in load_scenario("henry-house-hill").units.values() if one.id == "stuart")
    assert stuart.reinforcement is not None
    assert (stuart.reinforcement.turn, stuart.reinforcement.at, stuart.reinforcement.facing) == (2, (4200, 0), 3570)


@pytest.mark.parametrize("name", scenario_names())
def test_every_datum_says_where_it_comes_from(name: str) -> None:
    tree = datafile.read_tree(SCENARIOS / f"{name}.yaml")
    assert list(datafile.unmarked(tree)) == []


@pytest.mark.parametrize("name", scenario_names())
def test_every_unit_stands_in_command_of_a_general_who_stands_in_command(name: str) -> None:
    scenario = load_scenario(name)
    for one in scenario.units.values():
        body, general = placement_checks.starting_body(one), placement_checks.starting_body(scenario.staff[one.under])
        assert general is not None
        if body is not None:
            assert pieces_distance(body.pieces, general.pieces) <= 4000
        assert scenario.side_of[one.id] == scenario.side_of[one.under]


def texts_of(scenario: Scenario) -> list[Text]:
    sides = [text for side in scenario.sides for text in (side.operational, side.supply, side.morale, side.task)]
    named = [one.text for one in (*scenario.victory, *scenario.special)]
    return [scenario.title, scenario.story, scenario.strategic, scenario.weather, *sides, *named]


def test_players_read_every_scenario_in_every_language() -> None:
    texts = [text for name in scenario_names() for text in texts_of(load_scenario(name))]
    for lang in languages():
        assert missing_keys(texts, lang) == []
    keys = {text.key for text in texts}
    names = "|".join(scenario_names())
    english = read_catalogue(locale_of("civilwar") / "en" / "scenarios.po")
    assert {key for key in english if re.match(rf"civilwar\.scenario\.({names})\.", key)} == keys


def test_special_rules_are_data() -> None:
    special = {one.id: one for name in scenario_names() for one in load_scenario(name).special}
    uniforms, breakfast, wagon = special["uniforms"], special["breakfast"], special["wagon"]
    assert isinstance(uniforms, special_rules.Uniforms)
    assert (uniforms.within, uniforms.mistaken, uniforms.to_turn) == (1500, 4, 8)
    assert isinstance(breakfast, special_rules.NoMovementBefore)
    assert (breakfast.turn, breakfast.within, breakfast.of, breakfast.known_to) == (
        *(5, 2500, "dunker-church"),
        "confederate",
    )
    hood = {one.id for one in load_scenario("cornfield").units.values() if one.under in ("wofford", "law")}
    assert set(breakfast.units) == hood
    assert isinstance(wagon, special_rules.Wagon)
    assert (wagon.side, wagon.at, wagon.turn) == ("union", (12000, 10400), 6)


def test_victory_is_a_tree_of_conditions() -> None:
    victory = {one.id: one for one in load_scenario("hokes-run").victory}
    away = victory["got-away"].when
    assert isinstance(away, All)
    assert all(isinstance(part, OneOf) for part in away.parts)
    leaves = list(simple_conditions(away))
    assert [type(leaf) for leaf in leaves] == [Exit, Hold, Exit, Hold]
    last = leaves[-1]
    assert isinstance(last, Hold)
    assert (last.of.ids, last.of.figures, last.where.south_of, last.at) == (("va5",), 16, 2000, "end")
    (corn,) = (one.when for one in load_scenario("cornfield").victory if one.id == "corn")
    assert isinstance(corn, HoldMore)
    assert corn.where.inside == ("corn",)


# what is filled in


def test_the_example_of_the_page_is_in_order() -> None:
    told = render(check_scenario(EXAMPLE, "mill-ford.yaml"))
    assert told == 'The scenario "The mill ford" is in order: 5 units, 71 figures, 10 turns.'


def test_what_a_file_leaves_out_takes_the_books_standard() -> None:
    scenario = read_scenario(EXAMPLE)
    battery, cavalry, infantry = (scenario.units[name] for name in ("battery-a", "ny6", "pa71"))
    assert (battery.figures, battery.horses) == (4, 4)
    assert battery.rounds is not None
    assert (battery.rounds.shell, battery.rounds.solid_shot, battery.rounds.canister) == (4, 6, 2)
    assert (cavalry.figures, cavalry.companies, cavalry.mounted) == (10, 3, True)
    assert (infantry.figures, infantry.companies, infantry.formation, infantry.order) == (30, 10, "line", "OR")
    assert scenario.staff["cole"].couriers == 1
    assert load_scenario("cornfield").staff["doubleday"].couriers == 3
    assert load_scenario("kernstown").staff["kimball"].couriers == 3  # as its file says
    assert render(scenario.title) == "The mill ford"


def test_every_kind_and_test_is_told_on_the_page() -> None:
    assert [word for word in (*special_rules.KINDS, *TESTS) if f"`{word}`" not in PAGE] == []


# what can be wrong


def put(place: Callable[[dict[str, Any]], dict[str, Any]], **fields: Any) -> Callable[[dict[str, Any]], None]:
    """A file in which an entry has other fields; None takes one out."""

    def change(tree: dict[str, Any]) -> None:
        entry = place(tree)
        for field, value in fields.items():
            entry[field] = value
            if value is None:
                del entry[field]

    return change


def top(tree: dict[str, Any]) -> dict[str, Any]:
    return tree


def of_unit(name: str, **fields: Any) -> Callable[[dict[str, Any]], None]:
    return put(lambda tree: unit(tree, name), **fields)


def of_staff(name: str, **fields: Any) -> Callable[[dict[str, Any]], None]:
    return put(lambda tree: staff(tree, name), **fields)


def of_object(name: str, **fields: Any) -> Callable[[dict[str, Any]], None]:
    return put(lambda tree: next(one for one in tree["terrain"] if one["id"] == name), **fields)


def of_side(number: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    return put(lambda tree: tree["sides"][number], **fields)


def of_victory(number: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    return put(lambda tree: tree["victory"][number], **fields)


def of_special(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return put(lambda tree: tree["special"][0], **fields)


WRONG: list[tuple[Callable[[dict[str, Any]], None], list[tuple[str, str]]]] = [
    (put(top, game="napoleon"), [("game", "game")]),
    (put(top, id="Mill Ford"), [("id", "bad-id")]),
    (put(top, date="3 May"), [("date", "date")]),
    (put(top, date="1864-05-05"), [("date", "period")]),
    (put(top, begins=450), [("begins", "hour")]),
    (put(top, turns=None), [("file", "missing-field")]),
    (put(top, turns=0), [("turns", "bad-value")]),
    (put(top, table=100), [("table", "not-an-entry"), ("table", "missing-field"), ("table", "missing-field")]),
    (put(top, table={"width": 100, "height": 80.001}), [("table, height", "bad-value")]),
    (put(top, terain=[]), [("file", "unknown-field")]),
    (put(top, title=None), [("title", "no-text")]),
    (put(top, story="x" * 4001), [("story", "long-text")]),
    (put(top, terrain=[{}] * 301, victory=[{}] * 61), [("terrain", "too-many"), ("victory", "too-many")]),
    (
        put(top, sides=[{"units": [{}] * 100, "staff": [{}] * 31}, {"units": [{}] * 101, "staff": [{}] * 30}]),
        [("units", "too-many"), ("staff", "too-many")],
    ),
    (put(top, sides=[{}] * 11, special=[{}] * 61), [("sides", "too-many"), ("special", "too-many")]),
    (put(top, options={"fog": True}), [("options", "one-of")]),
    (put(top, teaches=["99.9"]), [("teaches", "no-rule")]),
    (put(top, sides=[]), [("sides", "sides")]),
    (put(top, special="none"), [("special", "not-a-list")]),
    (put(top, special=["mist"]), [("special, 1", "not-an-entry")]),
    # terrain
    (of_object("alders", typ="wood"), [("terrain, alders", "unknown-field")]),
    (of_object("alders", type="forest"), [("terrain, alders", "one-of")]),
    (of_object("mill", kind="brick"), [("terrain, mill", "one-of")]),
    (of_object("mill-wall", kind="rampart"), [("terrain, mill-wall", "one-of")]),
    (of_object("alders", poly=[[70, 42], [95, 44], [70, 44], [95, 42]]), [("terrain", "ground")]),
    (of_object("mill-ford", at=[50, 45]), [("terrain", "ground")]),
    (of_object("mill-ford", width=0), [("terrain", "ground")]),
    (of_object("mill-ford", width=-1e300), [("terrain, mill-ford", "bad-value")]),
    (of_object("alders", poly=[[70, 42], [95, 44], [1e300, 60]]), [("terrain, alders", "bad-value")]),
    (of_object("alders", id="pike"), [("terrain", "ground")]),
    (of_object("pike", line=[[50, 0]] * 101), [("terrain, pike", "too-many")]),
    # who is there
    (of_unit("va40", weapon="blunderbuss"), [("units, va40", "one-of")]),
    (of_unit("va40", weapon=None), [("units, va40", "missing-field")]),
    (of_unit("battery-a", piece="88mm"), [("units, battery-a", "one-of")]),
    (of_unit("battery-a", piece=None), [("units, battery-a", "missing-field")]),
    (of_unit("va40", grade=3), [("units, va40, grade", "bad-value")]),
    (of_unit("va40", grade=None), [("units, va40", "missing-field")]),
    (of_unit("va40", guns=4), [("units, va40", "not-artillery")]),
    (of_unit("va40", companies=64), [("units, va40", "companies")]),
    (of_unit("battery-a", guns=9, formation="unlimbered"), [("units, battery-a", "battery-guns")]),
    (of_unit("battery-a", figures=0), [("units, battery-a", "no-gunners")]),
    (of_unit("va40", facing=720), [("units, va40, facing", "bad-value")]),
    (of_unit("va40", mounted=True), [("units, va40", "not-cavalry")]),
    (of_unit("va40", size="army"), [("units, va40", "one-of")]),
    (of_unit("pa71", arm="infantri"), [("units, pa71", "one-of")]),
    (of_unit("va40", figures=None), [("units, va40", "missing-field")]),
    (of_unit("ny6", figures=1001, size=None), [("units, ny6, figures", "bad-value")]),
    (of_unit("ny6", figures=21.5, size=None), [("units, ny6, figures", "bad-value")]),
    (of_unit("ny6", sise="regiment", size=None), [("units, ny6", "unknown-field")]),
    (put(lambda tree: unit(tree, "va40"), name="x" * 101), [("units, va40, name", "bad-value")]),
    (of_unit("va40", at=[1e300, 33]), [("units, va40, at", "bad-value"), ("units, va40", "one-place")]),
    (of_unit("va40", at=["1e999999", 33]), [("units, va40, at", "bad-value"), ("units, va40", "one-place")]),
    (of_staff("hale", couriers=21), [("staff, hale, couriers", "bad-value")]),
    (of_unit("va40", under="lee"), [("units, va40", "no-general")]),
    (of_unit("va40", under="cole"), [("units, va40", "no-general")]),
    (of_unit("va40", id="va40-mill"), [("units, va40-mill", "twice")]),
    (of_unit("va40", id="VA 40"), [("units, VA 40", "bad-id")]),
    (of_unit("va40", id="v" * 41), [("units, " + "v" * 41, "bad-id")]),
    (of_unit("va40", formation="hedgehog"), [("units, va40", "one-of")]),
    (of_unit("va40", formation="unlimbered"), [("units, va40", "one-of")]),
    (of_unit("battery-a", formation="chain"), [("units, battery-a", "one-of")]),
    (of_unit("va40", formation="march_column", files=4), [("units, va40", "files")]),
    (of_unit("va40", formation="thin_line", gap=0.8), [("units, va40", "gap")]),
    (of_unit("va40", formation="attack_column", figures=12), [("units, va40", "no-third-rank")]),
    (of_staff("hale", under="cole"), [("sides, confederate, staff", "one-chief"), ("staff, hale", "no-general")]),
    (of_staff("hale", under="hale"), [("sides, confederate, staff", "one-chief"), ("staff, hale", "rank")]),
    (of_side(0, own_edge="up"), [("sides, union", "one-of")]),
    (of_side(0, succession=["lee"]), [("sides, union, succession", "no-general")]),
    (of_side(0, wagons=2), [("sides, union", "unknown-field")]),
    # where they stand
    (of_unit("va40", at=[38, 1]), [("units, va40", "off-table")]),
    (of_unit("pa71", at=[40, 40.2]), [("units, pa71", "on-object")]),
    (of_unit("va40", at=[58, 34]), [("units, va40", "on-object")]),
    (of_unit("pa71", at=[51, 68]), [("units, battery-a", "on-body")]),
    (of_unit("va40", at=[95, 33]), [("units, va40", "out-of-command")]),
    (of_staff("hale", at=[48, 5], couriers=2), [("staff, hale", "staff-off-table")]),
    (of_unit("va40", at=None), [("units, va40", "one-place")]),
    (of_unit("va40", building="mill"), [("units, va40", "one-place"), ("terrain, mill", "too-full")]),
    (of_unit("va40-mill", building="pike"), [("units, va40-mill", "no-object")]),
    (of_unit("va40-mill", companies=4), [("terrain, mill", "too-full")]),
    (of_unit("va40-mill", arm="cavalry", weapon="pistol"), [("units, va40-mill", "not-on-foot")]),
    (of_unit("ny6", reinforcement={"turn": 3, "at": [50, 79], "facing": 180}), [("units, ny6", "not-at-edge")]),
    (of_unit("ny6", reinforcement={"turn": 11, "at": [50, 80], "facing": 180}), [("units, ny6", "turn")]),
    (of_unit("va40", at=["west", 33]), [("units, va40, at", "bad-value"), ("units, va40", "one-place")]),
    # victory and special rules
    (of_victory(0, when={"test": "win"}), [("victory, across, when", "one-of")]),
    (of_victory(0, when="always"), [("victory, across, when", "not-an-entry")]),
    (of_victory(0, when={"test": "all", "parts": []}), [("victory, across, when, parts", "not-a-list")]),
    (of_victory(0, when={"test": "rout", "of": {"side": "own", "ids": ["x"]}}), [("victory, across", "no-unit")]),
    (
        of_victory(0, when={"test": "hold", "of": {"side": "own"}, "where": {"inside": ["x"]}}),
        [("victory, across", "no-object")],
    ),
    (
        of_victory(0, when={"test": "hold", "of": {"side": "own"}, "where": {"north_of": "alders"}}),
        [("victory, across", "not-a-line")],
    ),
    (
        of_victory(0, when={"test": "hold", "of": {"side": "own"}, "where": {"within": 5}}),
        [("victory, across", "within-of")],
    ),
    (
        of_victory(0, when={"test": "hold", "of": {"side": "own"}, "where": {"within": 10, False: "mill"}}),
        [("victory, across, when, where", "unknown-field")],
    ),
    (of_unit("battery-a", rounds={"grape": 3}), [("units, battery-a, rounds", "unknown-field")]),
    (of_victory(0, when={"test": "hold", "of": {"side": "own"}, "where": {}}), [("victory, across", "nowhere-named")]),
    (of_victory(0, when={"test": "rout", "of": {"side": "own"}, "at": 11}), [("victory, across", "turn")]),
    (of_victory(0, when={"test": "rout", "of": {"side": "all"}}), [("victory, across, when, of", "one-of")]),
    (of_victory(0, side="blue"), [("victory, across", "one-of")]),
    (of_victory(1, id="across"), [("victory, across", "twice")]),
    (of_special(kind="magic"), [("special, morning-mist", "one-of")]),
    (of_special(to_turn=99), [("special, morning-mist", "turn")]),
    (
        of_special(kind="hides-like-wood", objects=["x"], sight=None, to_turn=None),
        [("special, morning-mist", "no-object")],
    ),
    (
        of_special(kind="exits", side="union", edge="north", of="pike", sight=None, to_turn=None),
        [("special, morning-mist", "within-of")],
    ),
    (
        of_special(
            kind="wagon",
            side="union",
            unit="wagon",
            name="Wagon",
            under="hale",
            at=[50, 45],
            facing=180,
            sight=None,
            to_turn=None,
        ),
        [("special, morning-mist", "no-general")],
    ),
]


@pytest.mark.parametrize(("change", "found"), WRONG, ids=[f"{found[0][0]}: {found[0][1]}" for _, found in WRONG])
def test_a_fault_is_told_with_its_place_and_nothing_else(
    change: Callable[[dict[str, Any]], None], found: list[tuple[str, str]]
) -> None:
    tree = example()
    assert faults(tree) == []
    change(tree)
    assert sorted(faults(tree)) == sorted(found)


def both_in_the_mill(tree: dict[str, Any]) -> None:
    unit(tree, "va40-mill")["companies"] = 1
    inside = {"id": "pa71-mill", "name": "one company", "under": "cole", "arm": "infantry", "size": "company"}
    tree["sides"][0]["units"].append({**inside, "grade": 0, "weapon": "rifle_cartridge", "building": "mill"})
    staff(tree, "cole")["at"] = [56, 70]


def test_a_building_holds_one_side() -> None:
    tree = example()
    both_in_the_mill(tree)
    assert faults(tree) == [("terrain, mill", "both-inside")]


@each(
    "change why",
    (put(top, turns="ti"), "skriv et helt tal"),
    (of_unit("va40", grade=7), "højst 2"),
    (of_unit("va40", mounted="ja"), "skriv true eller false"),
    (put(lambda tree: unit(tree, "va40"), name="x" * 101), "det har højst 100 dele eller tegn"),
    (of_staff("hale", facing="syd"), "skriv grader som et tal med højst én decimal"),
    (put(top, table={"width": 100, "height": 80.001}), "skriv centimeter som et tal med højst to decimaler"),
    (of_object("mill-ford", crosses="mill-rase"), "mill-ford: den fører over mill-rase, som ikke er en linje"),
    (of_object("mill-ford", at=[50, 45]), "mill-ford: den står ved siden af mill-race, ikke på den"),
    (of_object("mill-ford", width=0), "mill-ford: en overgang har en bredde"),
    (of_object("alders", id="pike"), "der er flere genstande »pike«"),
    (of_object("alders", poly=[[70, 42], [95, 44], [70, 44], [95, 42]]), "alders: kanterne krydser"),
)
def test_why_a_value_cannot_be_taken_is_told_in_the_readers_language(
    change: Callable[[dict[str, Any]], None], why: str
) -> None:
    tree = example()
    change(tree)
    refused = refusal_of(scenario_faults.BadScenario, lambda: read_scenario(yaml.safe_dump(tree), "ours.yaml"))
    assert f"({why}" in render(refused.reason, "da")
    assert "Expected" not in render(refused.reason, "en")


def test_a_file_that_is_no_yaml_is_told_with_its_line_in_the_readers_language() -> None:
    with pytest.raises(scenario_faults.BadScenario) as refused:
        read_scenario("sides:\n   - id: union\n    own_edge: north\n", "ours.yaml")
    assert "fra linje 3." in render(refused.value.reason, "da")


def test_all_faults_are_told_at_once_and_in_words() -> None:
    tree = example()
    for change in (of_unit("va40", weapon="bow", at=[95, 33]), put(top, turns=-1), of_special(sight="far")):
        change(tree)
    refused = refusal_of(scenario_faults.BadScenario, lambda: read_scenario(yaml.safe_dump(tree), "ours.yaml"))
    for lang in languages():
        lines = render(refused.reason, lang).splitlines()
        assert len(lines) == 1 + len(refused.faults) == 5
        assert lines[0].startswith("ours.yaml")
        assert not [line for line in lines if re.search(r"<civilwar|\{\w+\}", line)]
    assert "units, va40: It begins 42.6" in render(refused.reason, "en")


@each(
    "change told",
    (put(top, table={"width": 100, "height": -80}), '"-80" cannot be read (more than 0)'),
    (put(top, table={"width": 2000, "height": 80}), '"2000" cannot be read (at most 1000)'),
    (put(top, begins=570), '"9:30" is no hour'),
    (put(top, begins=1200), '"20:00" is no hour'),
    (of_special(sight=-5), '"-5" cannot be read'),
    (of_staff("hale", facing=720), '"720" cannot be read (write degrees from 0 to 360)'),
    (of_unit("va40", companies=64), "at most 63"),
    (of_unit("battery-a", guns=9), "at most 8"),
    (
        of_victory(0, when={"test": "hold", "of": {"side": "own"}, "where": {"within": 10, False: "mill"}}),
        'There is no field "off/no/false" here. There are: north_of, south_of, ',
    ),
    (of_unit("battery-a", rounds={"grape": 3}), "There are: shell, solid_shot and canister."),
)
def test_what_is_wrong_is_told_as_its_author_wrote_it(change: Callable[[dict[str, Any]], None], told: str) -> None:
    tree = example()
    change(tree)
    refused = refusal_of(scenario_faults.BadScenario, lambda: read_scenario(yaml.safe_dump(tree), "ours.yaml"))
    assert told in render(refused.reason, "en")


def test_every_fault_of_the_catalogue_is_one_that_a_file_can_have() -> None:
    english = read_catalogue(locale_of("civilwar") / "en" / "scenarios.po")
    known = {key.removeprefix("civilwar.scenario.fault.") for key in english if ".scenario.fault." in key}
    assert {what for _, found in WRONG for _, what in found} | {"both-inside", "yaml"} == known


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-10, 10**6), st.floats(), st.text(max_size=5), st.just([]), st.just({}),
    st.lists(st.integers(-5, 200), max_size=3), st.dictionaries(st.sampled_from(["id", "turn", "at"]), st.integers()),
)  # fmt: skip


def places(tree: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything in a tree."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [found for key, value in inside for found in [(*way, key), *places(value, (*way, key))]]


PLACES = places(example())


@given(st.lists(st.tuples(st.sampled_from(PLACES), JUNK), min_size=1, max_size=3))
def test_no_file_is_worse_than_bad(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    """Whatever stands in a file, it is read or its faults are told in words."""
    tree = deepcopy(example())
    for way, junk in changes:
        entry: Any = tree
        try:
            for key in way[:-1]:
                entry = entry[key]
            entry[way[-1]] = junk
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took its place
    told = refusal(tree)
    assert told is None or told.startswith("file has ")


def refusal(tree: Any) -> str | None:
    try:
        scenario_reading.scenario_of(tree, "file")
    except scenario_faults.BadScenario as error:
        return render(error.reason)
    return None


@pytest.mark.parametrize("text", ["", "just words", "a: [1", "- 1", "date: 1862-13-45", "? [1]\n: 2"])
def test_a_text_that_is_no_scenario_is_refused(text: str) -> None:
    with pytest.raises(errors.BadInput):
        read_scenario(text)
