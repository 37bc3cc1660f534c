"""Prisoners at the shock throw, staff caught alone, and guns left behind (07.06, R82-R84, R99)."""

import pytest

from cases import cases
from civilwar_attack import Fight, advance, attack, fight_of
from civilwar_table import Placed, cannon, chief, field_of, foot, horse, table_for, unit, with_unit
from feltherre.games.civilwar import captures, gunners, victory, victory_terms
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.prisoners import capture_staff, is_caught
from feltherre.games.civilwar.state import CivilWarState, move_staff, staff_of, unit_of


def rout(dice: tuple[int, int], **staff: str) -> Fight:
    """A charge that finds the enemy in U: +4, twice as many +1, charge pace +1."""
    chiefs = [chief("chief-0", 0, at=(5, 5)), chief("chief-1", 1, at=(50, 50.5))]
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 46, 12), staff=chiefs)
    with_unit(state, "b", order="U")
    for name, beside in staff.items():
        move_staff(state, name.replace("_", "-"), beside=beside)
    return fight_of(state, {"a": attack("b", pace="charge")}, dice=[dice])


@pytest.mark.proves("07.06.1", "07.06.2", "07.06.4")
def test_a_unit_routed_by_shock_gives_up_figures_by_the_shock_dice() -> None:
    # 16 figures opposite are three melee units (R83)
    fight = rout((6, 2))
    prisoners = fight.ruling("prisoners").outputs
    assert fight.ruling("shock").outputs["prisoners_due"] is True
    assert prisoners["prisoner_figures"] == 3 * 1
    b = fight.unit("b")
    assert (b.captured, b.figures) == (3, 9)
    assert [change.kind for change in fight.state.history] == ["prisoners"]


@pytest.mark.proves("07.06.2")
@pytest.mark.parametrize(("dice", "taken"), [((6, 4), True), ((5, 4), False)])
def test_a_general_with_the_routed_unit_is_taken_on_a_ten(dice: tuple[int, int], taken: bool) -> None:
    fight = rout(dice, chief_1="b")
    assert fight.unit("b").order == "FU"
    assert (staff_of(fight.state, "chief-1").vacant == 1) is taken


@pytest.mark.proves("07.06.1")
def test_an_attacker_who_breaks_himself_gives_no_prisoners() -> None:
    state = field_of(foot("a", 0, 50, 40, 8), foot("b", 1, 50, 46, 24, grade=2))
    fight = fight_of(state, {"a": attack("b")}, dice=[(1, 1)])
    assert fight.unit("a").order == "FU"
    assert not fight.made("prisoners")
    assert fight.unit("a").captured == 0


@pytest.mark.proves("07.06.2")
def test_mounted_cavalry_takes_more_than_infantry() -> None:
    state = field_of(horse("a", 0, 50, 34, 12), foot("b", 1, 50, 40, 24))
    with_unit(state, "b", order="U", formation="line")
    fight = fight_of(state, {"a": attack("b")}, dice=[(6, 4)])
    assert fight.ruling("prisoners").outputs["prisoner_figures"] > 3


# staff


def lone(moved: bool, at: tuple[float, float] = (50, 43)) -> CivilWarState:
    chiefs = [chief("chief-0", 0, at=(5, 5)), chief("chief-1", 1, at=at)]
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 80, 60), staff=chiefs)
    move_staff(state, "chief-1", moved=moved)
    return state


@cases(
    "moved at fate",
    ("07.06.3", True, (50, 44.99), "captured"),
    ("07.06.3", True, (50, 45.01), "no_enemy_near"),
    ("07.06.3", False, (50, 44), "move_left"),
    ("07.06.3", True, (80, 63.2), "no_enemy_near"),
)
def test_a_general_alone_who_has_moved_is_caught_at_charge_distance(
    moved: bool, at: tuple[float, float], fate: str
) -> None:
    state = lone(moved, at)
    assert is_caught(state, staff_of(state, "chief-1"), unit_of(state, "a")) == fate


@pytest.mark.proves("07.06.3")
def test_a_general_by_a_unit_shares_its_fate_and_is_not_caught() -> None:
    state = lone(True)
    move_staff(state, "chief-1", beside="b")
    assert is_caught(state, staff_of(state, "chief-1"), unit_of(state, "a")) == "in_contact"
    assert capture_staff(table_for(state, None), "chief-1", "a") is False


@pytest.mark.proves("07.06.3")
def test_R125_a_wagon_catches_no_general() -> None:
    state = lone(True)
    with_unit(state, "a", arm="wagon", figures=0, companies=0, formation="wagon")
    assert is_caught(state, staff_of(state, "chief-1"), unit_of(state, "a")) == "no_enemy_near"
    assert capture_staff(table_for(state, None), "chief-1", "a") is False


@pytest.mark.proves("07.06.3")
def test_a_captured_general_leaves_his_command_vacant() -> None:
    state = lone(True)
    assert capture_staff(table_for(state, None), "chief-1", "a") is True
    one = staff_of(state, "chief-1")
    assert (one.on_table, one.vacant) == (False, 1)


# guns


def abandoned(*more: Placed) -> CivilWarState:
    state = field_of(cannon("g", 1, 50, 46), foot("a", 0, 50, 46), *more)
    gunners.leave_guns(table_for(state, None), "g")
    with_unit(state, "g", y=9000)
    return state


@pytest.mark.proves("08.02.6")
def test_infantry_at_the_end_of_the_turn_captures_guns_without_a_crew() -> None:
    state = abandoned()
    captures.capture_guns(table_for(state, None))
    battery = unit_of(state, "g").battery
    assert battery is not None
    assert battery.guns == 0
    assert [(change.kind, change.unit, change.by, change.figures) for change in state.history] == [
        ("captured", "g", "a", 4)
    ]
    (left,) = state.made
    assert (left.id, left.side, left.unit) == (gunners.guns_of("g"), 0, "")


@pytest.mark.proves("08.02.6")
def test_guns_are_not_taken_while_their_side_fights_for_them_nor_by_friends() -> None:
    state = abandoned(foot("b", 1, 58, 46, 12))
    with_unit(state, "b", x=unit_of(state, "a").x + 480 + 240, y=4300)
    captures.capture_guns(table_for(state, None))
    assert state.history == []
    with_unit(state, "a", side=1)
    captures.capture_guns(table_for(state, None))
    assert state.history == []


@pytest.mark.proves("08.02.6")
def test_guns_are_taken_with_the_wagon_that_stands_at_them() -> None:
    wagon = {"arm": "wagon", "figures": 0, "companies": 0, "formation": "march_column", "weapon": None}
    state = abandoned(unit("w", 1, at=(50, 46), face=180, **wagon))
    captures.capture_guns(table_for(state, None))
    captures.capture_wagons(table_for(state, None))
    assert [(change.kind, change.unit) for change in state.history] == [("captured", "g"), ("captured", "w")]


@pytest.mark.proves("07.06.3")
@pytest.mark.parametrize("moved", [True, False])
def test_a_general_whose_unit_is_shot_away_beside_him_is_caught_like_any_who_stands_alone(moved: bool) -> None:
    state = field_of(
        foot("a", 0, 50, 40),
        foot("c", 0, 60, 40, face=310, weapon="rifle_cartridge"),
        foot("b", 1, 50, 47, 1, companies=1),
        staff=[chief("chief-0", 0, at=(5, 5)), chief("chief-1", 1, at=(50, 50))],
    )
    with_unit(state, "b", men=19)
    move_staff(state, "chief-1", beside="b", moved=moved)
    fight = fight_of(state, {"a": advance(), "c": "S AT b"}, dice=[(6, 5)])
    assert "civilwar.fire.destroyed" in fight.told
    if moved:
        assert "civilwar.attack.caught" in fight.told
        assert not staff_of(state, "chief-1").on_table
    else:
        # he still has his move, and is asked (R31)
        assert [decision.prompt.key for decision in fight.asked] == ["civilwar.prompt.evade"]


@pytest.mark.proves("08.02.6")
def test_guns_that_their_gunners_left_and_the_enemy_took_count_as_captured_artillery() -> None:
    state = field_of(foot("a", 0, 50, 40), cannon("g", 1, 50, 40), foot("b", 1, 120, 100, face=0))
    table = table_for(state, GAME)
    gunners.leave_guns(table, "g")
    with_unit(state, "g", x=1000, y=10000)
    captures.capture_guns(table)
    assert [(change.kind, change.unit) for change in state.history] == [("captured", "g")]
    captured = victory_terms.Captured(of=victory_terms.Of(side="enemy", arms=("artillery",)), at="any")
    assert [unit.id for unit in victory.meant(state, captured.of, 0)] == ["g"]
    assert victory.meant(state, victory_terms.Of(side="enemy", arms=("infantry",)), 0) == [unit_of(state, "b")]
