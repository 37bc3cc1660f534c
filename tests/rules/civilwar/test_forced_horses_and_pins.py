"""Forced actions: horses that turn away, pins, declared retreats (04.02.6-04.02.8; R41-R43, R45)."""

from typing import Any

import pytest

from civilwar_forced import Ran, falls, hit, run
from civilwar_table import cannon, field_of, foot, horse, with_unit
from feltherre.games.civilwar import field, forced, motion, orderstate
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import note, unit_of
from feltherre.ground.tabletop.measure import TURN

# horses turn away, foot is pinned


@pytest.mark.proves("04.02.6", "07.02.1")
def test_mounted_cavalry_shaken_by_close_fire_turns_and_rides_away_for_the_rest_of_the_turn() -> None:
    state = field_of(horse("a", 0, 80, 80), foot("enemy", 1, 80, 90))
    before = field.body(state, unit_of(state, "a")).centre
    broken: list[bool] = []
    ran = run(
        state,
        falls("a", "LU", close=True),
        lambda table: broken.append(orderstate.attack_broken(table.state, "a")),
        at=TURN // 2,
    )
    assert broken == [True]
    assert ran.unit("a").facing == 1800
    x, y = field.body(ran.state, ran.unit("a")).centre
    assert x == pytest.approx(before[0], abs=2)
    assert before[1] - y == pytest.approx(1500, abs=5)
    assert ran.doing("a").void == "turned-away"


@pytest.mark.proves("04.02.6", "02.06.3")
@pytest.mark.parametrize("charging", [True, False])
def test_R45_horse_driven_off_from_a_charge_goes_through_a_friend_like_any_that_does_not_charge(charging: bool) -> None:
    placed = horse("a", 0, 50, 60), foot("friend", 0, 50, 40), foot("enemy", 1, 50, 74)
    state = field_of(*placed)
    note(state, "a", attacks="enemy", charging=charging)
    ran = run(state, falls("a", "LU", close=True))
    assert "civilwar.motion.passes" in ran.told
    assert ran.at("a") == (50, 24)
    assert ran.doing("a").void == "turned-away"


@pytest.mark.proves("04.02.6")
def test_limbered_guns_turn_away_and_unlimbered_ones_stand() -> None:
    state = field_of(cannon("a", 0, 80, 80, formation="limbered_line"), foot("enemy", 1, 80, 90))
    ran = run(state, falls("a", "LU", close=True))
    assert ran.unit("a").facing == 1800
    assert ran.middle("a")[1] < 60
    ran = run(field_of(cannon("a", 0, 80, 80), foot("enemy", 1, 80, 90)), falls("a", "LU", close=True))
    assert ran.at("a") == (80, 80)
    assert not field.is_pinned(ran.state, ran.unit("a"))


@pytest.mark.proves("04.02.7", "08.02.4", "08.02.1")
def test_foot_shaken_by_close_fire_is_pinned_for_this_turn_and_the_next() -> None:
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70), turn=4)
    ran = run(state, falls("a", "LU", close=True))
    unit = ran.unit("a")
    assert (unit.order, unit.pinned, unit.pinned_in) == ("LU", 5, 4)
    assert ran.at("a") == (50, 60)
    far = run(field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 90)), falls("a", "LU"))
    assert not field.is_pinned(far.state, far.unit("a")), "fire from farther away does not pin"


@pytest.mark.proves("04.02.7")
def test_light_disorder_by_anything_but_fire_does_not_pin() -> None:
    for by in ("shock", "melee", "movement", "carried"):
        state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70))
        ran = run(state, falls("a", "LU", by=by, close=True))
        assert ran.unit("a").order == "LU"
        assert not field.is_pinned(ran.state, ran.unit("a"))


@pytest.mark.proves("04.02.7")
def test_a_pinned_unit_that_loses_men_to_close_fire_is_pinned_again() -> None:
    placed = (foot("a", 0, 50, 60, order="LU"), foot("enemy", 1, 50, 70))
    state = field_of(*placed, turn=4)
    with_unit(state, "a", pinned=4, pinned_in=3)
    ran = run(state, hit("a", close=True))
    assert (ran.unit("a").pinned, ran.unit("a").pinned_in) == (5, 4)
    assert ran.told == ["civilwar.forced.pinned-again"]
    state = field_of(*placed, turn=4)
    assert not field.is_pinned(state, run(state, hit("a", close=True)).unit("a")), "losses alone pin nobody anew"


@pytest.mark.proves("04.02.8")
def test_a_unit_that_is_pinned_on_the_march_goes_no_further() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("enemy", 1, 50, 60))
    note(state, "a", line=language.OrderLine(language.Move((legs.Go(),))))
    motion.set_out(state, "a")
    ran = run(state, falls("a", "LU", close=True), at=TURN // 4)
    assert ran.at("a") == (50, 43)
    assert ran.doing("a").void == "pinned"


@pytest.mark.proves("08.02.1", "08.02.8")
def test_a_result_never_makes_an_order_better_and_ends_a_pin_only_with_disorder() -> None:
    state = field_of(foot("a", 0, 50, 60, order="U"), foot("enemy", 1, 50, 70))
    ran = run(state, falls("a", "LU", close=True))
    assert (ran.unit("a").order, ran.told) == ("U", [])
    state = field_of(foot("a", 0, 50, 60, order="LU"), foot("enemy", 1, 50, 70), turn=2)
    with_unit(state, "a", pinned=3, pinned_in=2)
    ran = run(state, falls("a", "U"))
    assert (ran.unit("a").order, ran.unit("a").pinned) == ("U", 0)


@pytest.mark.proves("04.02.1", "04.02.3")
def test_of_several_results_at_one_instant_only_the_worst_is_carried_out() -> None:
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70))
    ran = run(state, falls("a", "LU", close=True), falls("a", "U"), falls("a", "FU"))
    assert ran.unit("a").order == "FU"
    assert "civilwar.forced.retires" not in ran.told
    assert ran.told.count("civilwar.forced.flees") == 1


# declared retreats


@pytest.mark.proves("04.02.8", "04.01.3")
def test_a_declared_retreat_ends_the_pin_and_the_unit_goes_back_only_after_the_fire_at_0() -> None:
    state = field_of(foot("a", 0, 50, 60, order="LU"), foot("enemy", 1, 50, 70), turn=3)
    with_unit(state, "a", pinned=3, pinned_in=2)
    note(state, "a", line=language.OrderLine(language.Retreat()), retreats=True)
    seen: list[Any] = []

    def under_fire(table: Any) -> None:
        unit = unit_of(table.state, "a")
        seen.append((unit.order, field.is_pinned(table.state, unit), unit.y))
        orderstate.hit(table, "a", cause="enemy", close=True)

    ran = run(state, forced.declared_retreats, step="melee")
    assert ran.at("a") == (50, 54)
    state = field_of(foot("a", 0, 50, 60, order="LU"), foot("enemy", 1, 50, 70), turn=3)
    with_unit(state, "a", pinned=3, pinned_in=2)
    note(state, "a", line=language.OrderLine(language.Retreat()), retreats=True)
    forced.declared_retreats(Ran(state, ()).table())
    ran = run(state, under_fire)
    assert seen == [("U", False, 6000)]
    assert ran.at("a") == (50, 54), "and nothing on top of it (R43)"
    assert not field.is_pinned(ran.state, ran.unit("a"))


@pytest.mark.proves("04.02.14", "04.02.8")
def test_a_unit_locked_in_a_fire_fight_retreats_from_its_foe() -> None:
    state = field_of(
        foot("a", 0, 50, 60, order="OR"), foot("foe", 1, 50, 66), foot("other", 1, 36, 58.5, face=90), turn=3
    )
    with_unit(state, "a", fights=(("foe", 2),))
    note(state, "a", line=language.OrderLine(language.Retreat()), retreats=True)
    ran = run(state, forced.declared_retreats, step="melee")
    assert (ran.unit("a").order, ran.unit("a").fights) == ("U", ())
    assert ran.at("a") == (50, 54)


@pytest.mark.proves("04.02.8")
@pytest.mark.parametrize("foe", [{"where": "lost"}, {"order": "FU"}, {}])
def test_a_pinned_unit_retreats_from_the_nearest_enemy_not_from_one_that_it_has_fired_at_once(foe: Any) -> None:
    """It fired at the foe on its right last turn, who may be gone by now; the other lies before it."""
    state = field_of(foot("a", 0, 50, 60, order="LU"), foot("foe", 1, 70, 64), foot("other", 1, 50, 68), turn=3)
    with_unit(state, "a", pinned=3, pinned_in=2, fights=(("foe", 1),))
    with_unit(state, "foe", **foe)
    note(state, "a", line=language.OrderLine(language.Retreat()), retreats=True)
    assert run(state, forced.declared_retreats, step="melee").at("a") == (50, 54)


def test_units_that_stand_are_left_alone() -> None:
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 70))
    note(state, "a", line=language.OrderLine(language.Stand()))
    ran = run(state, forced.declared_retreats, forced.start_of_turn, step="melee")
    assert ran.at("a") == (50, 60)
    assert ran.told == []
