"""Melee in the game (07.04, 07.05; R34, R80, R81, R83): who fights with how many figures, and what comes of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_attack import SILENT, Fight, attack, fight_of
from civilwar_table import cannon, chiefs, field_of, foot, horse, inf, table_for, with_unit
from feltherre.games.civilwar import edits, forced, grips, melee, unit_facts, volleys
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Detach, Fire, FirePart, Move, OrderLine, Retreat, Stand
from feltherre.games.civilwar.orders.legs import Back, Face, Go
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.prisoners import melee_units
from feltherre.games.civilwar.state import STEPS, CivilWarState, move_staff, note, unit_of
from feltherre.ground.tabletop import measure, schedule

#: dice that cost nobody a figure: 2 and 3 with nothing added
LITTLE = [(1, 1), (1, 1)]


def locked(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, *more: Any, **rest: Any) -> CivilWarState:
    """Two units front to front in base contact."""
    one = {"at": (50, 46), "face": 0, "figures": 24} | (a or {})
    two = {"at": (50, 46), "face": 180, "figures": 24} | (b or {})
    return field_of(inf("a", 0, **one), inf("b", 1, **two), *more, **rest)


def figures(state: CivilWarState, name: str) -> dict[str, int]:
    unit = unit_of(state, name)
    return grips.fighting_figures(state, unit, grips.opponents(state, unit))


# who fights


END_ON = foot("a", 0, 40.4, 47.5, 24, face=90), foot("b", 1, 45.2, 46, 24)
COLUMN = {"formation": "march_column"}
CHAIN = {"formation": "chain", "gap": 120}


@cases(
    "says state expected",
    ("07.04.4", "lines of 12 files: both ranks of both", locked(), {"a": {"b": 24}, "b": {"a": 24}}),
    ("07.04.4", "six files against twelve: six and one at each end, two ranks deep", locked({}, {"figures": 12}),
     {"a": {"b": 16}, "b": {"a": 12}}),
    ("07.04.4", "a column of three files: its two foremost ranks, against four files and one at each end",
     locked(COLUMN), {"a": {"b": 6}, "b": {"a": 12}}),
    ("07.04.4", "a chain stands too far apart for neighbours to help", locked(CHAIN | {"figures": 6}),
     {"a": {"b": 6}, "b": {"a": 24}}),
    ("07.04.4", "end on: the end file of two, and the file beside it", field_of(*END_ON), {"b": {"a": 4}}),
    ("07.04.4", "who is between two enemies divides his figures",
     locked({}, {"at": (47.6, 46), "figures": 12}, foot("c", 1, 52.4, 46, 12)), {"a": {"b": 12, "c": 12}}),
)  # fmt: skip
def test_figures_in_contact_and_those_beside_them(state: CivilWarState, expected: dict[str, dict[str, int]]) -> None:
    assert {name: figures(state, name) for name in expected} == expected


@pytest.mark.proves("07.04.1")
def test_units_in_rout_and_wagons_fight_no_melee() -> None:
    state = locked()
    assert [unit.id for unit in grips.opponents(state, unit_of(state, "a"))] == ["b"]
    with_unit(state, "b", order="FU")
    assert grips.opponents(state, unit_of(state, "a")) == []


@pytest.mark.proves("07.06.2")
def test_figures_that_would_fight_if_the_attacker_stepped_forward() -> None:
    state = field_of(foot("a", 0, 50, 44), foot("b", 1, 50, 46, 12))
    # six files opposite, one more at each end, two ranks
    assert grips.figures_on_step_forward(state, unit_of(state, "a"), unit_of(state, "b")) == 16


@pytest.mark.proves("07.04.4")
def test_figures_turned_and_led_round_count_and_are_let_go_with_the_contact() -> None:
    state = field_of(*END_ON)
    grips.set_grip(state, "b", "a", turned=6)
    grips.set_grip(state, "a", "b", lapping=4)
    before = figures(state, "a")["b"]
    assert figures(state, "b") == {"a": 6}
    with_unit(state, "a", grips=())
    assert figures(state, "a")["b"] == before - 4
    with_unit(state, "a", x=1000)
    grips.let_go(state)
    assert unit_of(state, "b").grips == ()


@pytest.mark.proves("07.04.5", "07.04.4")
def test_companies_turned_to_a_flank_fight_there_and_not_to_the_front() -> None:
    state = locked({}, {}, foot("flank", 0, 45.15, 48, 24, face=90))
    grips.set_grip(state, "b", "flank", turned=6)
    assert figures(state, "b") == {"flank": 6, "a": 18}


@pytest.mark.proves("07.04.4")
def test_two_lines_shoulder_to_shoulder_fight_each_the_one_before_it() -> None:
    # the corners of all four meet, and there is nobody there whom another does not hold already
    state = locked({}, {}, foot("a2", 0, 59.6, 46), foot("b2", 1, 59.6, 46))
    assert figures(state, "a") == {"b": 24, "b2": 0}
    assert figures(state, "b2") == {"a2": 24, "a": 0}
    fight = fight_of(state, {}, dice=LITTLE * 2)
    assert [ruling.procedure for ruling in fight.rulings].count("melee") == 2


# the throws


@pytest.mark.proves("07.04.1", "07.05.1", "07.04.2", "07.04.3")
def test_units_in_contact_fight_at_the_beginning_of_the_turn() -> None:
    fight = fight_of(locked(), {}, dice=LITTLE)
    ruling = fight.ruling("melee")
    assert (ruling.outputs["melee_units_a"], ruling.outputs["melee_units_b"]) == (4, 4)
    assert fight.unit("a").fired == fight.unit("b").fired == 1


@pytest.mark.proves("07.05.1", "07.05.2", "07.05.3")
def test_losses_are_booked_for_both_and_each_that_lost_figures_tests() -> None:
    # dice 7 against 6: both lose figures; then both test with good dice
    fight = fight_of(locked(), {}, dice=[(3, 4), (3, 3), (6, 6), (6, 6)])
    outputs = fight.ruling("melee").outputs
    for name, men in (("a", outputs["losses_a"]), ("b", outputs["losses_b"])):
        assert men >= 20
        assert 20 * fight.unit(name).lost + fight.unit(name).men == men
    assert [ruling.procedure for ruling in fight.rulings].count("morale-test") == 2
    assert fight.dice.throws == []


@pytest.mark.proves("07.05.3")
def test_a_unit_that_fights_two_tests_once_for_the_sum() -> None:
    state = locked({}, {"at": (47.6, 46), "figures": 12}, foot("c", 1, 52.4, 46, 12))
    fight = fight_of(state, {}, dice=[(6, 4), (6, 4), (6, 4), (6, 4), *[(6, 6)] * 3])
    tests = [ruling for ruling in fight.rulings if ruling.procedure == "morale-test"]
    assert [ruling.procedure for ruling in fight.rulings].count("melee") == 2
    assert len(tests) == 3
    lost = sum(ruling.outputs["losses_a"] for ruling in fight.rulings if ruling.procedure == "melee")
    assert 20 * fight.unit("a").lost + fight.unit("a").men == lost


@pytest.mark.proves("07.05.4")
def test_a_general_with_a_unit_that_loses_men_falls_on_the_enemys_seven() -> None:
    staff = chiefs((50, 42), (150, 100))

    def fought(enemy: tuple[int, int]) -> Fight:
        state = locked(staff=staff)
        move_staff(state, "chief-0", beside="a")
        return fight_of(state, {}, dice=[(1, 1), enemy, (6, 6)])

    assert fought((3, 4)).state.staff[0].vacant == 1
    assert fought((3, 3)).state.staff[0].on_table
    # R115: his +1 is gone with him; 8 men a unit either way
    fallen, there = (fought(dice).ruling("morale-test").outputs["total"] for dice in ((3, 4), (3, 5)))
    assert fallen == there - 1


@pytest.mark.proves("09.01.1", "09.01.2")
def test_a_pair_empties_the_pouches_and_who_has_none_fights_on() -> None:
    state = locked()
    with_unit(state, "b", out_of_ammunition=True)
    fight = fight_of(state, {}, dice=[(1, 1), (1, 2)])
    assert fight.unit("a").out_of_ammunition
    assert fight.ruling("melee").outputs["melee_units_b"] == 4


@pytest.mark.proves("07.05.1")
def test_the_umpires_switches_for_melee_losses() -> None:
    def lost(**options: str) -> int:
        state = locked()
        with_unit(state, "b", order="LU", pinned=1)
        state.options |= options
        fight = fight_of(state, {}, dice=[(2, 4), (1, 1), (6, 6)])
        return int(fight.ruling("melee").outputs["losses_b"])

    whole = lost(melee_pin_reduces_losses="false")
    assert whole > 0
    assert lost() == (whole + 1) // 2


# after it


@pytest.mark.proves("07.06.1", "07.06.2", "07.06.4")
def test_a_side_that_routs_in_melee_gives_prisoners_by_the_winners_dice() -> None:
    # 6 + 5 costs b many figures; its own test is as bad as can be
    fight = fight_of(locked({"grade": 2}, {"grade": -1, "figures": 12}), {}, dice=[(6, 5), (1, 2), (1, 1)])
    assert fight.unit("b").order == "FU"
    prisoners = fight.ruling("prisoners")
    assert prisoners.outputs["prisoner_figures"] > 0
    assert fight.unit("b").captured == prisoners.outputs["prisoner_figures"]
    b = fight.unit("b")
    assert b.figures + b.lost + b.captured == 12


@cases(
    "says ordered order",
    ("07.04.1", "on into the enemy", Go(), "OR"),
    ("07.04.1", "a facing turn", Face("about"), "OR"),
    ("07.04.1", "R129: back", Back(), "OR"),
    ("07.04.1", "R129: back in LU", Back(), "LU"),
    ("07.04.1", "R129: back in U", Back(), "U"),
)
def test_nobody_marches_out_of_a_melee(ordered: Any, order: str) -> None:
    fight = fight_of(locked({"order": order}), {"a": OrderLine(Move((ordered,)))}, dice=LITTLE)
    assert (fight.unit("a").order, fight.doing("a").void) == (order, "melee")
    assert (fight.at("a"), fight.unit("a").facing) == ((50, 46), 0)
    assert not fight.made("shock")
    # what it was ordered is not for the enemy to know
    assert [told.audience for told in fight.events if told.text.key == "civilwar.attack.held"] == [("union",)]


@pytest.mark.proves("07.04.1")
def test_nobody_fights_a_melee_whose_enemy_has_gone() -> None:
    state = field_of(cannon("a", 0, 50, 46), foot("b", 1, 50, 46))
    melee.plan_melees(state)
    (event,) = (event for event in state.line.waiting if event.kind == "melee")
    with_unit(state, "b", y=6000)
    assert (figures(state, "a"), figures(state, "b")) == ({}, {})
    table = table_for(state, Fight(state, []).game)
    melee.melee(table, event)
    assert (state.agenda, state.situations) == ([], {})


def gone(table: Any) -> None:
    """The enemy is somewhere else."""
    with_unit(table.state, "b", y=10000)


@pytest.mark.proves("07.04.1")
@pytest.mark.parametrize("order", ["LU", "U"])
def test_R80_a_unit_in_U_does_not_set_out_after_its_melee(order: str) -> None:
    fight = fight_of(locked({"order": order}), {"a": OrderLine(Move((Back(),)))}, dice=LITTLE, act=(0, "fire", gone))
    assert fight.doing("a").void == ("melee" if order == "U" else "")
    assert fight.at("a") == (50, 46 if order == "U" else 40)


@pytest.mark.proves("04.02.8", "07.04.1")
def test_R129_a_declared_retreat_leads_out_of_a_melee_at_its_price() -> None:
    state = locked()
    assert unit_facts.facts_of(state, unit_of(state, "a")).in_contact
    note(state, "a", line=OrderLine(Retreat()), retreats=True)
    forced.declared_retreats(table_for(state, GAME))
    assert unit_of(state, "a").order == "U"
    fight = fight_of(state, {"a": OrderLine(Retreat())}, dice=LITTLE)
    # in U it fights, and is gone after it: half a turn's march
    assert fight.made("melee")
    assert fight.at("a") == (50, 40)
    assert next_turn(state) == []


@pytest.mark.proves("07.04.1")
def test_a_turn_that_takes_no_time_is_not_made_before_the_melee_nor_in_it() -> None:
    """Open formations turn without time (02.05.3), but what is ordered comes after the melee (R34, R80)."""
    chain = CHAIN | {"figures": 8}
    before = figures(locked(chain), "b")["a"]
    fight = fight_of(locked(chain), {"a": OrderLine(Move((Face("about"),)))}, dice=LITTLE)
    units = fight.ruling("melee").outputs["melee_units_b"]
    assert units == melee_units(fight.unit("b"), before)
    assert (fight.unit("a").facing, fight.at("a"), fight.doing("a").void) == (0, (50, 46), "melee")
    assert "civilwar.attack.held" in fight.told


@pytest.mark.proves("07.04.1")
def test_who_has_nobody_left_to_fight_when_the_melee_begins_marches_as_ordered() -> None:
    fight = fight_of(locked(), {"a": OrderLine(Move((Go(),)))}, act=(0, "melee", gone))
    assert not fight.made("melee")
    assert (fight.at("a"), fight.doing("a").void) == ((50, 58), "")


@pytest.mark.proves("07.04.1")
def test_companies_are_sent_off_only_after_the_melee() -> None:
    sent = OrderLine(Detach(4, (Back(),)))
    fight = fight_of(locked(), {"a": sent}, dice=LITTLE, act=(0, "fire", gone))
    assert fight.ruling("melee").outputs["melee_units_a"] == 4
    assert (fight.unit("a").figures, fight.unit("a/1").figures) == (12, 12)
    assert (fight.at("a")[1], fight.at("a/1")[1], fight.doing("a/1").void) == (46, 40, "")
    held = fight_of(locked(), {"a": sent}, dice=LITTLE)
    assert (held.unit("a").figures, held.doing("a").void) == (24, "melee")


@pytest.mark.proves("07.04.1")
def test_an_attack_that_comes_to_contact_is_fought_out_in_the_next_turn() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 46))
    first = fight_of(state, {"a": attack("b")}, dice=[(5, 4)])
    assert not first.made("melee")
    state.line = schedule.TimeLine(STEPS, measure.TURN)
    melee.plan_melees(state)
    assert [event.who for event in state.line.waiting if event.kind == "melee"] == [("a", "b")]


@cases(
    "says foe units",
    ("07.04.3", "mounted", horse("b", 1, 50, 46, 12), 4),
    ("07.04.3", "dismounted", horse("b", 1, 50, 46, 14, mounted=False), 2),
    ("07.04.3", "gunners", cannon("b", 1, 50, 46, guns=6), 1),
)
def test_others_than_foot_count_their_own_way(foe: Any, units: int) -> None:
    fight = fight_of(field_of(foot("a", 0, 50, 46, 36), foe), {}, dice=[(1, 1), (1, 1), (6, 6)])
    assert fight.ruling("melee").outputs["melee_units_b"] == units


# fire into it


@pytest.mark.proves("07.04.1")
def test_others_do_not_fire_at_units_that_are_all_in_the_melee() -> None:
    state = locked({}, {}, foot("friend", 0, 62, 46, face=300))
    a, b, friend = (unit_of(state, name) for name in ("a", "b", "friend"))
    assert grips.sheltered_by_melee(state, friend, b)
    assert not grips.sheltered_by_melee(state, a, b)
    assert volleys.volley_at(state, friend, b) is None
    with_unit(state, "a", y=4000)
    assert volleys.volley_at(state, friend, unit_of(state, "b")) is not None


@pytest.mark.proves("07.04.1")
def test_the_rear_of_a_deep_column_may_be_fired_at() -> None:
    state = locked({}, {"formation": "attack_column"}, foot("friend", 0, 62, 46, face=300))
    assert not grips.sheltered_by_melee(state, unit_of(state, "friend"), unit_of(state, "b"))


@pytest.mark.proves("07.04.1")
def test_who_comes_into_contact_after_the_turn_has_begun_has_no_part_in_its_melee() -> None:
    state = locked(None, None, foot("c", 1, 120, 90))
    melee.plan_melees(state)
    (event,) = [one for one in state.line.waiting if one.kind == "melee"]
    assert event.who == ("a", "b")
    with_unit(state, "c", x=5960, y=4600, facing=1800)
    assert {one.id for one in grips.opponents(state, unit_of(state, "a"))} == {"b", "c"}
    table = table_for(state, GAME)
    melee.melee(table, event)
    assert [(one.a, one.b) for one in state.agenda if isinstance(one, melee.MeleeThrow)] == [("a", "b")]


# fire of those who fight


#: nobody loses a figure, and nobody runs out of ammunition
HARMLESS = [(1, 2), (1, 2)]


@pytest.mark.proves("07.04.1")
@pytest.mark.parametrize(("switch", "fires"), [("false", False), ("true", True)])
@pytest.mark.parametrize("gone", [False, True], ids=["in contact", "when the enemy has gone"])
def test_R131_who_has_fought_a_melee_does_not_fire_in_the_turn(gone: bool, switch: str, fires: bool) -> None:
    def goes(table: Any) -> None:
        with_unit(table.state, "b", y=5200 if gone else 4600)

    state = locked()
    state.options["melee_units_fire"] = switch
    order = Fire((FirePart("b", when=AtTime(4)),))
    fight = fight_of(state, {"a": order}, dice=[*HARMLESS, (1, 2), (6, 6)], act=(0, "fire", goes))
    assert bool(fight.doing("a").shots) is fires
    assert ("civilwar.fire.no-shot.in-melee" in fight.told) is not fires


@pytest.mark.proves("07.04.1", "04.02.13")
def test_R131_who_is_in_a_melee_does_not_fire_as_surprised_at_another() -> None:
    state = field_of(foot("a", 0, 46, 46, 12), foot("other", 0, 53, 41), foot("b", 1, 50, 46))
    assert grips.opponents(state, unit_of(state, "b"))
    orders = {"other": attack("b"), "b": OrderLine(Stand(), replace(SILENT, surprised="yes"))}
    fight = fight_of(state, orders, dice=[*HARMLESS, (3, 3)])
    assert fight.made("shock")
    assert fight.doing("b").shots == 0


# it goes on until one of the two gives way


def next_turn(state: CivilWarState) -> list[tuple[str, ...]]:
    """The melees of the next turn."""
    state.line = schedule.TimeLine(STEPS, measure.TURN)
    melee.plan_melees(state)
    return [event.who for event in state.line.waiting if event.kind == "melee"]


#: both lose one figure and stand their test
ONE_EACH = [(5, 5), (5, 5), (6, 6), (6, 6)]


@pytest.mark.proves("07.04.1")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        # two lines overlap by 6 mm at their ends
        ({"at": (50, 46), "figures": 23}, {"at": (59, 46), "figures": 23}),
        ({"at": (50, 46), "figures": 23}, {"at": (41, 46), "figures": 23}),
        # they meet at the corners, at a slight angle
        ({"at": (50, 46), "figures": 23}, {"at": (59.25, 46.67), "face": 172, "figures": 23}),
        # taken in the rear by a line that its rear rank alone touches: a column that grows shorter
        ({"at": (50, 46), "figures": 22, "formation": "march_column"}, {"at": (50, 34), "face": 0, "figures": 23}),
    ],
)
def test_R127_a_melee_does_not_end_because_figures_are_taken_off(a: dict[str, Any], b: dict[str, Any]) -> None:
    state = locked(a, b)
    for one in ("a", "b"):
        with_unit(state, one, men=15)
    assert grips.opponents(state, unit_of(state, "a"))
    before = unit_of(state, "a").figures, unit_of(state, "b").figures
    fight = fight_of(state, {}, dice=ONE_EACH)
    assert fight.unit("a").figures < before[0]
    assert fight.unit("b").figures < before[1]
    assert next_turn(state) == [("a", "b")]


def between(b: Any, c: Any) -> tuple[CivilWarState, Fight]:
    """A regiment that has an enemy at each end loses a figure to them."""
    state = field_of(foot("a", 0, 50, 46, 23), b, c)
    with_unit(state, "a", men=19)
    assert {one.id for one in grips.opponents(state, unit_of(state, "a"))} == {"b", "c"}
    fight = fight_of(state, {}, dice=[(1, 1), (5, 5), (1, 1), (5, 5), (6, 6)])
    assert fight.unit("a").figures == 22
    return state, fight


@pytest.mark.proves("07.04.1")
def test_R127_who_holds_an_enemy_at_each_end_is_closed_up_to() -> None:
    state, fight = between(foot("b", 1, 40.7, 46), foot("c", 1, 59.3, 46))
    assert next_turn(state) == [("a", "b", "c")]
    assert fight.told.count("civilwar.attack.closes-up") == 1
    # nobody has marched: to close up is no move
    assert not any(fight.doing(one).moved for one in "abc")


@pytest.mark.proves("07.04.1")
def test_R127_who_closes_up_to_guns_is_followed_by_the_enemy_whom_he_held() -> None:
    state, fight = between(cannon("b", 1, 43.5, 46), foot("c", 1, 59.3, 46))
    assert next_turn(state) == [("a", "b", "c")]
    assert fight.at("b") == (43.5, 46), "guns stay where they are"


@pytest.mark.proves("07.04.1")
def test_R127_who_cannot_close_up_is_told_of() -> None:
    """Guns at both ends of a line stay where they are."""
    state, fight = between(cannon("b", 1, 43.5, 46), cannon("c", 1, 56.5, 46))
    assert "civilwar.attack.loses-contact" in fight.told
    assert len(next_turn(state)) == 1


@pytest.mark.proves("07.04.1")
def test_R127_nor_because_the_umpire_takes_figures_off() -> None:
    state = locked({"figures": 23}, {"at": (59.3, 46)})
    GAME.edit(table_for(state, GAME), edits.SetLosses("a", 20))
    assert next_turn(state) == [("a", "b")]
