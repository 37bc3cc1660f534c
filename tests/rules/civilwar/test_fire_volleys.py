"""Small-arms fire carried out (05, R33, R38, R49, R51, R54, R55, R94)."""

from typing import Any

import pytest

from cases import cases
from civilwar_fire import fire, fire_turn, next_turn
from civilwar_table import cannon, cav, chief, field_of, foot, horse, inf, unit, with_unit
from feltherre.games.civilwar.field import body, is_pinned
from feltherre.games.civilwar.lines_of_fire import best_group
from feltherre.games.civilwar.orders.language import Fire, FirePart
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.procedures.small_arms import small_arms_fire
from feltherre.games.civilwar.shots import hit_formation
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.games.civilwar.struck import in_flank_or_rear
from feltherre.games.civilwar.volleys import volley_at
from feltherre.ground.tabletop.bodies import Edge


def facing(gap: float = 10, **values: object) -> CivilWarState:
    """A regiment of 24 facing another at a distance."""
    return field_of(foot("a", 0, 50, 40, **values), foot("b", 1, 50, 40 + gap))


def firers(state: CivilWarState, name: str, target: str, companies: int | None = None) -> int:
    group = best_group(state, unit_of(state, name), unit_of(state, target), companies)
    return group.figures if group is not None else 0


def volley(state: CivilWarState) -> Any:
    """The volley that unit a has at unit b."""
    found = volley_at(state, unit_of(state, "a"), unit_of(state, "b"))
    assert found is not None
    return found


# which figures can fire


A, B = foot("a", 0, 50, 40), foot("b", 1, 50, 50)
PINES = {"id": "pines", "type": "wood", "poly": [(30, 44), (70, 44), (70, 47), (30, 47)]}
SCREEN = {"formation": "chain", "companies": 4}
ONE = foot("a", 0, 50, 40, 1, companies=1)


@cases(
    "says units terrain able",
    ("05.01.2", "both ranks of a line", (A, B), [], 24),
    ("05.01.2", "the two foremost of a column", (foot("a", 0, 50, 40, formation="attack_column"), B), [], 12),
    # 10 cm ahead the arc of a figure reaches 5.77 cm to the side
    ("05.01.2", "within 30 degrees: 9 cm aside", (A, foot("b", 1, 59, 50)), [], 16),
    ("05.01.2", "14 cm aside", (A, foot("b", 1, 64, 50)), [], 4),
    ("05.01.2", "16 cm aside", (A, foot("b", 1, 66, 50)), [], 0),
    # one figure, and the corner of the target 10 cm ahead of it, 5.77 or 5.8 aside
    ("05.01.2", "30.0 degrees are inside the arc", (ONE, foot("b", 1, 60.57, 50)), [], 1),
    ("05.01.2", "30.1 degrees are not", (ONE, foot("b", 1, 60.6, 50)), [], 0),
    ("05.01.2", "not through a friend", (A, B, foot("screen", 0, 50, 45, 12, **SCREEN)), [], 0),
    ("05.01.2", "nor through an enemy", (A, B, foot("screen", 1, 50, 45, 12, face=0, **SCREEN)), [], 0),
    ("05.01.3", "14 cm: in the last zone", (A, foot("b", 1, 50, 54)), [], 24),
    ("05.01.3", "a wood hides the target", (A, foot("b", 1, 50, 55)), [PINES], 0),
)  # fmt: skip
def test_which_figures_can_fire(units: Any, terrain: Any, able: int) -> None:
    assert firers(field_of(*units, terrain=terrain), "a", "b") == able


@pytest.mark.proves("05.01.2", "05.01.3")
def test_some_figures_of_a_thin_line_and_those_whom_no_screen_covers_can_fire() -> None:
    assert firers(facing(formation="thin_line", gap=40), "a", "b") < 24
    half = field_of(A, B, foot("screen", 0, 47.6, 45, 12))
    assert 0 < firers(half, "a", "b") <= 12


@pytest.mark.proves("05.01.3")
def test_nobody_fires_beyond_the_last_zone() -> None:
    far = facing(16)
    assert firers(far, "a", "b") == 0
    fought = fire_turn(far, {"a": fire("b")})
    assert fought.told == ["civilwar.fire.no-shot.nobody"]
    assert not fought.doing("a").shots
    assert not fought.unit("a").has_fired


# parts of a unit


@pytest.mark.proves("05.01.3")
def test_companies_fire_from_the_part_of_the_front_that_is_nearest() -> None:
    state = field_of(A, foot("b", 1, 58, 50))
    whole = best_group(state, unit_of(state, "a"), unit_of(state, "b"))
    part = best_group(state, unit_of(state, "a"), unit_of(state, "b"), 2)
    assert whole is not None
    assert part is not None
    assert part.figures == 6
    assert part.range < whole.range
    assert max(part.files) == 11


@pytest.mark.proves("05.01.3", "05.01.1")
def test_every_figure_fires_once_a_turn_whatever_the_parts() -> None:
    order = Fire((FirePart("b", 4, AtTime(0)), FirePart("b", 4, AtTime(4)), FirePart("b", None, AtTime(8))))
    fought = fire_turn(facing(gap=13), {"a": order}, dice=[(1, 2), (1, 2)])
    assert fought.doing("a").shots == 24
    # two of each of the 12 files
    assert sorted(fought.doing("a").files_fired) == [file for file in range(12) for _ in range(2)]
    assert fought.told[-1] == "civilwar.fire.no-shot.nobody"


@cases(
    "figures parts units",
    # 15 + 15 figures, 6 (3) to a firing unit
    ("05.01.3 05.01.4", 30, (5, 5), [3, 3]),
    # 9 + 15, whichever is first
    ("05.01.3 05.01.4", 24, (3, 5), [2, 3]),
    ("05.01.3 05.01.4", 24, (5, 3), [3, 2]),
    # 3 figures each
    ("05.01.3 05.01.4", 24, (1,) * 8, [1] * 8),
)
@pytest.mark.parametrize("apart", [0, 1])
def test_R38_the_second_of_a_file_fires_with_another_part_if_its_own_has_no_room_for_it(
    figures: int, parts: tuple[int, ...], units: list[int], apart: int
) -> None:
    order = Fire(tuple(FirePart("b", part, AtTime(apart * number)) for number, part in enumerate(parts)))
    state = facing(gap=13, figures=figures, companies=figures // 3)
    fought = fire_turn(state, {"a": order}, dice=[(1, 2)] * len(parts))
    assert [one.outputs["firing_units"] for one in fought.rulings] == units
    assert fought.doing("a").shots == figures


# the throw


@pytest.mark.proves("05.02.1", "05.02.2", "05.02.4", "05.01.4")
def test_a_volley_removes_figures_and_keeps_the_odd_men() -> None:
    fought = fire_turn(facing(gap=10), {"a": fire("b")}, dice=[(4, 4), (6, 6)])
    ruling = fought.ruling("small-arms-fire")
    assert ruling.outputs["firing_units"] == 4
    assert ruling.outputs["modifier"] == 3
    men = ruling.outputs["losses_men"]
    hit = fought.unit("b")
    assert (hit.lost, hit.men) == divmod(men, 20)
    assert hit.figures == 24 - men // 20
    assert fought.doing("b").men_lost == men


@pytest.mark.proves("05.02.4")
def test_first_fire_then_steady_then_rested() -> None:
    state = facing(gap=13)
    modifiers = []
    for orders in ({"a": fire("b")}, {"a": fire("b")}, {}, {"a": fire("b")}):
        fought = fire_turn(state, orders, dice=[(1, 2)] if orders else [])
        if orders:
            modifiers.append(fought.ruling("small-arms-fire").outputs["modifier"])
        state = next_turn(fought.state)
    assert modifiers == [3, 0, 1]


@pytest.mark.proves("05.02.4")
def test_all_parts_of_the_first_fire_have_its_addition() -> None:
    order = Fire((FirePart("b", 4, AtTime(0)), FirePart("b", 4, AtTime(4))))
    fought = fire_turn(facing(gap=13), {"a": order}, dice=[(1, 1), (2, 2)])
    assert [one.outputs["modifier"] for one in fought.rulings] == [3, 3]
    assert not fought.unit("a").out_of_ammunition


@pytest.mark.proves("09.01.1", "05.01.1")
def test_a_pair_of_fours_empties_the_pouches_but_not_at_the_first_fire() -> None:
    state = next_turn(fire_turn(facing(gap=13), {"a": fire("b")}, dice=[(2, 2)]).state)
    second = fire_turn(state, {"a": fire("b")}, dice=[(2, 2)])
    assert second.unit("a").out_of_ammunition
    third = fire_turn(next_turn(second.state), {"a": fire("b")})
    assert third.told == ["civilwar.fire.no-shot.out"]


@pytest.mark.proves("05.02.6", "05.01.6")
def test_pinned_units_suffer_half_and_fire_half() -> None:
    plain = facing(gap=10)
    pinned = facing(gap=10)
    with_unit(pinned, "b", order="LU", pinned=2)
    men = [
        fire_turn(state, {"a": fire("b")}, dice=[(3, 4), (6, 6)]).ruling("small-arms-fire").outputs["losses_men"]
        for state in (plain, pinned)
    ]
    assert men[1] == (men[0] + 1) // 2
    state = facing(gap=10)
    with_unit(state, "a", order="LU", pinned=2)
    assert volley_at(state, unit_of(state, "a"), unit_of(state, "b")) is not None
    fought = fire_turn(state, {"a": fire("b")}, dice=[(1, 2)])
    assert fought.ruling("small-arms-fire").outputs["firing_units"] == 2


# morale


@pytest.mark.proves("05.02.3", "08.02.7", "04.02.7")
def test_close_fire_that_shakes_foot_pins_it() -> None:
    # 15 in zone 2 is 12 men x 4, two figures: -4, nobody answers -1, a throw of 10 +2
    fought = fire_turn(facing(gap=4), {"a": fire("b")}, dice=[(6, 6), (6, 4)])
    test = fought.ruling("morale-test")
    assert test.outputs["table_order"] == "LU"
    assert fought.unit("b").order == "LU"
    assert is_pinned(fought.state, fought.unit("b"))


@pytest.mark.proves("08.02.7")
def test_fire_from_afar_shakes_but_does_not_pin() -> None:
    state = field_of(foot("a", 0, 50, 40, weapon="rifle_cartridge", figures=30), foot("b", 1, 50, 56))
    fought = fire_turn(state, {"a": fire("b")}, dice=[(6, 6), (4, 4)])
    assert fought.made("morale-test")
    assert not is_pinned(fought.state, fought.unit("b"))


@pytest.mark.proves("05.02.3", "04.01.3")
def test_each_volley_of_an_instant_has_its_own_test_with_the_running_order() -> None:
    state = field_of(
        foot("a", 0, 45, 40, weapon="rifle_cartridge"),
        foot("c", 0, 55, 40, weapon="rifle_cartridge"),
        foot("b", 1, 50, 49),
    )
    fought = fire_turn(state, {"a": fire("b"), "c": fire("b")}, dice=[(6, 6), (6, 4), (6, 6), (6, 6)])
    tests = [ruling for ruling in fought.rulings if ruling.procedure == "morale-test"]
    assert len(tests) == 2
    lines = [[line.text.key for line in test.explanation] for test in tests]
    assert "civilwar.modifier.unit.pinned" not in lines[0]
    assert {"civilwar.modifier.unit.pinned", "civilwar.modifier.own.lu"} <= set(lines[1])
    volleys = [ruling for ruling in fought.rulings if ruling.procedure == "small-arms-fire"]
    # the pin of the first does not halve the losses of the second (R33)
    assert volleys[0].outputs["losses_men"] == volleys[1].outputs["losses_men"]


@pytest.mark.proves("04.01.3", "05.02.3")
def test_a_unit_that_is_routed_at_an_instant_has_fired_at_it() -> None:
    state = facing(gap=3)
    # a hits b with everything, b breaks, and still fires the volley that was due at the same instant
    fought = fire_turn(state, {"a": fire("b"), "b": fire("a")}, dice=[(6, 6), (1, 1), (1, 2), (6, 6)])
    assert fought.unit("b").order == "FU"
    assert fought.doing("b").shots == 24
    assert fought.unit("a").men + fought.unit("a").lost > 0


@pytest.mark.proves("08.02.7")
def test_who_answers_is_steadier_than_who_only_suffers() -> None:
    totals = []
    for orders in ({"a": fire("b")}, {"a": fire("b"), "b": fire("a", when=AtTime(8))}):
        dice = [(6, 6), (6, 6), *([(1, 2)] if "b" in orders else [])]
        fought = fire_turn(facing(gap=4), orders, dice=dice)
        totals.append(fought.ruling("morale-test").outputs["total"])
    assert totals[1] == totals[0] + 1


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(("face", "flank"), [(180, False), (90, True), (0, True), (220, False)])
def test_fire_in_flank_or_rear_is_worse(face: int, flank: bool) -> None:
    state = field_of(A, foot("b", 1, 50, 52, face=face))
    assert volley(state).struck.flank is flank


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(("face", "flank"), [(44, False), (45, True), (90, True), (135, True), (136, False), (0, True)])
def test_fire_meets_a_side_at_45_degrees_or_more(face: int, flank: bool) -> None:
    # a shot that goes due north strikes the middle of the right side, or the rear
    state = field_of(foot("b", 1, 50, 50, face=face))
    unit = unit_of(state, "b")
    start, end = body(state, unit).edge(Edge.REAR if face == 0 else Edge.RIGHT)
    x, y = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    assert in_flank_or_rear(state, unit, (x, y - 2000), (x, y)) is flank


@pytest.mark.proves("04.01.3")
def test_both_fire_even_if_both_break_whichever_side_is_named_first() -> None:
    ends = []
    for first in (0, 1):
        state = field_of(foot("a", first, 50, 40, face=0), inf("b", 1 - first, at=(50, 43), face=180))
        fought = fire_turn(state, {"a": fire("b"), "b": fire("a")}, dice=[(6, 6), (1, 1), (6, 6), (1, 1)])
        ends.append([(fought.unit(name).order, fought.unit(name).figures, fought.unit(name).men) for name in "ab"])
    assert ends[0] == ends[1] == [("FU", 21, 12)] * 2


# columns and generals


@pytest.mark.proves("05.02.1", "02.04.2")
@pytest.mark.parametrize("formation", ["line", "march_column", "chain"])
@pytest.mark.parametrize(("arm", "total"), [(inf, -2), (cav, 1)])
def test_R105_a_unit_in_rout_is_fired_at_as_a_chain_whatever_it_was(formation: str, arm: Any, total: int) -> None:
    state = field_of(A, arm("b", 1, at=(50, 48), face=180, formation=formation, order="FU"))
    with_unit(state, "a", has_fired=True, fired=state.turn)
    first = volley(state)
    told = {line.text.key: line.value for line in small_arms_fire.assess(first.situation).lines}
    found = {key: value for key, value in told.items() if key.startswith("civilwar.modifier.target.")}
    assert sum(value or 0 for value in found.values()) == total
    assert "civilwar.modifier.target.chain" in found
    assert hit_formation(unit_of(state, "b")) == "chain"


@pytest.mark.proves("05.02.5")
def test_units_behind_in_a_column_take_only_what_their_ranks_add() -> None:
    lines = [foot(name, 1, 50, 50 + 3 * number) for number, name in enumerate("bcd")]
    state = field_of(A, *lines)
    first = volley(state)
    assert [one.unit for one in first.behind] == ["c", "d"]
    assert first.situation.all_ranks == 6
    fought = fire_turn(state, {"a": fire("b")}, dice=[(2, 2)])
    outputs = fought.ruling("small-arms-fire").outputs
    extra = outputs["extra_losses_men"]
    assert extra > 0
    taken = [20 * fought.unit(name).lost + fought.unit(name).men for name in "bcd"]
    assert taken == [outputs["losses_men"], (extra + 1) // 2, extra // 2]


COLUMN = foot("b", 1, 50, 50, formation="march_column", figures=12), foot("c", 1, 50, 59, 12, face=0)


@cases(
    "says there behind",
    ("05.02.5", "a gap between lines is no column", (B, foot("c", 1, 50, 54)), 0),
    ("05.02.5 07.04.1", "who stands behind it", COLUMN, 1),
    ("05.02.5 07.04.1", "R114: not who fights there", (*COLUMN, foot("d", 0, 50, 59, 12, face=180)), 0),
)
def test_how_many_behind_a_column_take_of_its_losses(there: Any, behind: int) -> None:
    assert len(volley(field_of(A, *there)).behind) == behind


@pytest.mark.proves("05.02.7")
@pytest.mark.parametrize(("dice", "falls"), [((5, 5), True), ((4, 5), False)])
def test_a_general_beside_a_unit_falls_on_a_ten(dice: tuple[int, int], falls: bool) -> None:
    staff = [chief("chief-0", 0, at=(5, 5)), chief("bee", 1, at=(50, 53))]
    state = field_of(A, foot("b", 1, 50, 50, under="bee"), staff=staff)
    fought = fire_turn(state, {"a": fire("b")}, dice=[dice, (6, 6)])
    bee = next(one for one in fought.state.staff if one.id == "bee")
    assert (bee.where == "lost") is falls
    assert bee.vacant == (1 if falls else 0)


@pytest.mark.proves("05.02.7", "08.02.7")
@pytest.mark.parametrize(("dice", "total"), [((4, 6), -2), ((5, 6), -1)])
def test_R115_a_general_who_falls_does_not_count_for_the_test(dice: tuple[int, int], total: int) -> None:
    staff = [chief("chief-0", 0, at=(5, 5)), chief("bee", 1, at=(50, 51))]
    state = field_of(A, foot("b", 1, 50, 48, under="bee"), staff=staff)
    fought = fire_turn(state, {"a": fire("b")}, dice=[dice, (3, 4)])
    # one figure -1, no answer -1, and the general +1
    assert fought.ruling("morale-test").outputs["total"] == total


# mounted troops, guns and wagons as targets


@pytest.mark.proves("05.01.3")
@pytest.mark.parametrize(("target", "lost"), [(None, True), ("w", False)])
def test_R116_only_who_is_told_to_fires_at_a_wagon_and_to_no_effect(target: str | None, lost: bool) -> None:
    train = {"arm": "wagon", "figures": 0, "companies": 0, "weapon": None, "formation": "march_column"}
    state = field_of(A, unit("w", 1, at=(50, 48), face=180, **train), foot("b", 1, 58, 50))
    fought = fire_turn(state, {"a": fire(target)}, dice=[(3, 4)])
    assert (fought.doing("b").men_lost > 0) is lost
    (told,) = (event for event in fought.events if event.text.key == "civilwar.fire.volley")
    assert (told.text.args["n"] > 0) is lost


@pytest.mark.proves("04.02.6")
def test_mounted_cavalry_that_close_fire_shakes_turns_away() -> None:
    state = field_of(A, horse("b", 1, 50, 44, grade=2))
    fought = fire_turn(state, {"a": fire("b")}, dice=[(6, 5), (3, 4)])
    assert fought.ruling("morale-test").outputs["must_turn_away"]
    assert fought.unit("b").y > 5000
    assert not is_pinned(fought.state, fought.unit("b"))


@pytest.mark.proves("05.02.2")
def test_a_battery_that_loses_its_last_gunner_leaves_its_guns() -> None:
    state = field_of(foot("a", 0, 50, 40, 30), cannon("b", 1, 50, 43, figures=1))
    fought = fire_turn(state, {"a": fire("b")}, dice=[(6, 6)])
    assert fought.unit("b").where == "lost"
    assert [one.kind for one in fought.state.made] == ["guns"]
    assert "civilwar.fire.destroyed" in fought.told


@pytest.mark.proves("05.02.2")
def test_small_arms_do_no_harm_to_a_wagon() -> None:
    wagon = unit("w", 1, at=(50, 43), face=180, arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    fought = fire_turn(field_of(A, wagon), {"a": fire("w")}, dice=[(6, 6)])
    assert fought.doing("a").shots == 20
    assert fought.unit("w").on_table
    assert not fought.state.history
