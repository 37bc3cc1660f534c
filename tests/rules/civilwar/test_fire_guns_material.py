"""What artillery fire does to material, men and generals, and what gunners mend (06.03; R66, R67, R69, R99)."""

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_attack import advance
from civilwar_fire import CALM, ON_THE_SPOT, battery, fire_turn, gun_fire, next_turn, shelled
from civilwar_table import cannon, chief, field_of, foot, unit, with_unit
from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.games.civilwar import brief, field, gun_steps, marchers, works
from feltherre.games.civilwar.orders.language import Work
from feltherre.games.civilwar.state import Battery, Mending, unit_of


def wagon(**values: Any) -> Any:
    usual: dict[str, Any] = {
        "arm": "wagon",
        "figures": 0,
        "companies": 0,
        "weapon": None,
        "formation": "march_column",
        "face": 180,
    }
    return unit("w", 1, **usual, **values)


# material


@pytest.mark.proves("06.03.3")
def test_a_hit_on_a_battery_reads_the_dice_again_for_its_material() -> None:
    state = field_of(cannon("g", 0, 50, 40), cannon("b", 1, 50, 70))
    # the middle of the target is at 72.25
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=32)}, dice=[ON_THE_SPOT, (4, 5), (6, 6)])
    hit = battery(fought.state, "b")
    assert (hit.guns, hit.damaged, hit.limbers) == (3, 0, 4)
    canister = field_of(cannon("g", 0, 50, 40), cannon("b", 1, 50, 50))
    fought = fire_turn(canister, {"g": gun_fire("canister", "b")}, dice=[(6, 6), (6, 6), (6, 6)])
    hit = battery(fought.state, "b")
    assert (hit.guns, hit.limbers_damaged, hit.horses) == (4, 0, 0)


@pytest.mark.proves("06.03.3", "04.01.3")
@pytest.mark.parametrize(("figures", "order"), [(4, "FU"), (1, "OR")])
def test_guns_of_one_instant_both_do_their_damage_though_the_first_rids_the_battery_of_its_crew(
    figures: int, order: str
) -> None:
    """R32, R33: the gunners run, or are dead, only after the last fire of the instant."""
    state = field_of(
        cannon("g", 0, 50, 40, piece="20pdr_parrott"),
        cannon("h", 0, 60, 40, piece="20pdr_parrott"),
        cannon("b", 1, 50, 70),
    )
    with_unit(state, "b", figures=figures)
    orders = {"g": gun_fire("shell", "b", guess=32), "h": gun_fire("shell", "b", guess=33.5)}
    first = [ON_THE_SPOT, (6, 5), *([(1, 1)] if order == "FU" else [])]
    fought = fire_turn(state, orders, dice=[*first, ON_THE_SPOT, (4, 5)])
    # 11 damages a gun, 9 destroys one
    assert (battery(fought.state, "b").guns, battery(fought.state, "b").damaged) == (3, 1)
    assert fought.unit("b").order == order


@pytest.mark.proves("06.03.3")
def test_what_is_destroyed_is_sound_as_long_as_something_is() -> None:
    nothing = {"guns_damaged": 0, "guns_destroyed": 0, "limbers_damaged": 0, "limbers_destroyed": 0, "horses_killed": 0}
    mixed = Battery(3, 4, 4, 4, 4, damaged=1)
    assert gun_steps.without_material(mixed, nothing | {"guns_destroyed": 1}).damaged == 1
    damaged = Battery(2, 4, 4, 4, 4, damaged=2)
    left = gun_steps.without_material(damaged, nothing | {"guns_destroyed": 1})
    assert (left.guns, left.damaged) == (1, 1)


@pytest.mark.proves("06.03.4")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), True), ((3, 3), False)])
def test_a_wagon_is_destroyed_on_a_seven_and_loses_no_men(dice: tuple[int, int], lost: bool) -> None:
    state = field_of(cannon("g", 0, 50, 40), wagon(at=(50, 70)))
    fought = fire_turn(state, {"g": gun_fire("shell", "w", guess=34)}, dice=[ON_THE_SPOT, dice])
    assert (fought.unit("w").where == "lost") is lost
    assert fought.doing("w").men_lost == 0


@pytest.mark.proves("06.03.4")
def test_a_wagon_beside_a_battery_that_is_hit_is_looked_at_too() -> None:
    state = field_of(cannon("g", 0, 50, 40), cannon("b", 1, 50, 70), wagon(at=(54, 70)))
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=32)}, dice=[ON_THE_SPOT, (3, 4), (6, 6)])
    assert fought.unit("w").where == "lost"
    assert battery(fought.state, "b").damaged == 1


@pytest.mark.proves("06.03.5", "01.02.7")
@pytest.mark.parametrize(("hits", "horses", "cm"), [(0, 4, 10), (1, 2, 5), (2, 0, 0)])
def test_a_wagon_goes_as_well_as_its_horses_take_it(hits: int, horses: int, cm: float) -> None:
    """R67: 5 and 6 kill one or two of its four horses."""
    state = field_of(cannon("g", 0, 50, 40), wagon(at=(50, 70)))
    for _ in range(hits):
        fought = fire_turn(state, {"g": gun_fire("shell", "w", guess=34)}, dice=[ON_THE_SPOT, (3, 3)])
        with_unit(state, "g", battery=replace(battery(state), laid_on=""))
        state = next_turn(fought.state)
    assert marchers.horses_of(unit_of(state, "w")) == horses
    fought = fire_turn(state, {"w": advance()})
    assert fought.at("w")[1] == pytest.approx(70 - cm, abs=0.02)


@pytest.mark.proves("06.03.7")
@pytest.mark.parametrize(("piece", "guns_left"), [("10pdr_parrott", 3), ("12pdr_napoleon", 4)])
def test_two_ones_burst_a_parrott(piece: str, guns_left: int) -> None:
    fought = fire_turn(shelled(piece=piece), {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, (1, 1)])
    assert battery(fought.state).guns == guns_left
    assert ("civilwar.fire.bursts" in fought.told) is (guns_left == 3)


# losses


@pytest.mark.proves("06.03.2", "08.02.7")
def test_artillery_takes_figures_and_tests_without_the_deduction_for_silence() -> None:
    # 12 and 2: 80 men, four figures
    fought = fire_turn(shelled(), {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, (6, 6), (6, 6)])
    test = fought.ruling("morale-test")
    assert fought.unit("b").lost == 4
    assert test.outputs["total"] == -10 + 3
    assert not field.is_pinned(fought.state, fought.unit("b"))


@pytest.mark.proves("06.03.8")
def test_pinned_units_lose_half_to_guns() -> None:
    men = []
    for pinned in (0, 1):
        state = shelled()
        if pinned:
            with_unit(state, "b", order="LU", pinned=1)
        fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, (4, 3), (6, 6)])
        men.append(fought.ruling("artillery-fire").outputs["losses_men"])
    assert men[1] == (men[0] + 1) // 2


@pytest.mark.proves("06.03.9")
@pytest.mark.parametrize(("dice", "falls"), [((4, 6), True), ((4, 4), False)])
def test_a_general_beside_a_unit_falls_to_a_ten(dice: tuple[int, int], falls: bool) -> None:
    staff = [chief("chief-0", 0, at=(5, 5)), chief("bee", 1, at=(50, 73))]
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 70, under="bee", figures=40), staff=staff)
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, dice, (6, 6)])
    bee = next(one for one in fought.state.staff if one.id == "bee")
    assert (bee.where == "lost") is falls


@pytest.mark.proves("06.02.3")
def test_the_umpire_may_say_that_another_was_hit() -> None:
    state = shelled(foot("c", 1, 70, 70))
    state.umpire = state.gate_held = True
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, CALM])
    fought.answer(RulingChanged({"hit": "c"}, "a stray round"))
    fought.answer(RulingAccepted())
    assert fought.doing("c").men_lost > 0
    assert fought.doing("b").men_lost == 0
    assert field.body(fought.state, fought.unit("c")).centre[0] == 7000


@pytest.mark.proves("06.01.2")
def test_a_full_load_is_counted_down_by_kind() -> None:
    state = field_of(cannon("g", 0, 50, 40, rounds=brief.Rounds(1, 1, 0)), foot("b", 1, 50, 70))
    first = fire_turn(state, {"g": gun_fire("shell", "b", guess=20)}, dice=[ON_THE_SPOT])
    second = fire_turn(next_turn(first.state), {"g": gun_fire("shell", "b", guess=20)})
    assert second.told[-1] == "civilwar.fire.no-shot.no-rounds"


@pytest.mark.proves("06.03.6", "06.01.3")
def test_a_battery_fires_with_the_rest_while_gunners_mend_a_gun_and_a_limber() -> None:
    """R66: a gunner for each, who serves no gun meanwhile."""
    state = shelled()
    with_unit(state, "g", figures=3, battery=replace(battery(state), guns=4, damaged=1, limbers_damaged=1, canister=2))
    order = gun_fire("shell", "b", guess=31, repairs=("gun", "limber"))
    fought = fire_turn(state, {"g": order}, dice=[ON_THE_SPOT, CALM])
    # one of three gunners serves, which is enough for two guns
    assert fought.ruling("artillery-fire").outputs["guns"] == 2
    works.count_works(fought.table())
    assert battery(state).mending == (Mending("gun", 1), Mending("limber", 1))
    state = next_turn(state)
    fire_turn(state, {"g": order}, dice=[CALM])
    works.count_works(fought.table())
    mended = battery(state)
    assert (mended.damaged, mended.limbers_damaged, mended.mending) == (0, 0, ())


@pytest.mark.proves("06.03.6")
def test_what_gunners_have_begun_to_mend_rests_while_they_fire_and_is_lost_when_they_move() -> None:
    for orders, begun in (({}, 1), ({"g": advance(length=100)}, 0)):
        state = shelled()
        with_unit(state, "g", battery=replace(battery(state), damaged=1, mending=(Mending("gun", 1),)))
        fought = fire_turn(state, orders)
        works.count_works(fought.table())
        assert len(battery(state).mending) == begun
        fought = fire_turn(next_turn(state), {"g": "WORK REPAIR-GUN"})
        works.count_works(fought.table())
        assert battery(state).damaged == (0 if begun else 1)


@pytest.mark.proves("06.03.6")
@pytest.mark.parametrize(("shelled_in", "turns"), [(0, 2), (1, 3), (2, 3)])
def test_a_repair_takes_a_turn_more_if_the_battery_was_under_effective_fire(shelled_in: int, turns: int) -> None:
    state = field_of(cannon("g", 0, 50, 40), cannon("b", 1, 50, 70))
    with_unit(state, "b", battery=Battery(4, 4, 4, 4, 4, damaged=1))
    for number in range(1, turns + 1):
        assert battery(state, "b").damaged == 1
        orders: dict[str, Any] = {"b": Work("repair_gun")}
        if number == shelled_in:
            orders["g"] = gun_fire("shell", "b", guess=32)
        # a throw of 5 takes a horse
        fought = fire_turn(state, orders, dice=[ON_THE_SPOT, (2, 3)])
        works.count_works(fought.table())
        state = next_turn(fought.state)
    assert battery(state, "b").damaged == 0


# where the crew falls too


@pytest.mark.proves("06.03.3", "08.02.6")
@pytest.mark.parametrize(
    ("dice", "there", "left", "damaged", "stand"),
    [((5, 4), 6, 5, 0, True), ((3, 4), 6, 6, 1, True), ((5, 4), 1, 0, 0, False)],
    ids=["one destroyed", "one damaged", "the last one destroyed"],
)
def test_a_hit_that_takes_the_last_gunner_takes_its_material_too(
    dice: tuple[int, int], there: int, left: int, damaged: int, stand: bool
) -> None:
    """Guns of which some are left stay behind as they are; if the hit destroys the last one, nothing stays."""
    state = field_of(cannon("g", 0, 50, 40, guns=6, piece="12pdr_napoleon"), cannon("h", 1, 50, 80, guns=there))
    with_unit(state, "h", figures=1, men=19)
    ran = fire_turn(state, {"g": gun_fire("shell", "h", guess=42)}, dice=[ON_THE_SPOT, dice])
    battery = ran.unit("h").battery
    assert battery is not None
    assert (ran.unit("h").on_table, unit_of(state, "h").figures) == (False, 0)
    assert (battery.guns, battery.damaged) == (left, damaged)
    assert [one.id for one in state.made] == (["h-guns"] if stand else [])
    assert "civilwar.fire.material" in ran.told
