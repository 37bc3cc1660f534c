"""How the captain thinks: generals, ammunition, honest ranges, and nothing that his side does not see."""

from random import Random

import pytest

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import cannon, chiefs, foot, horse, inf, unit, with_unit
from feltherre.games.civilwar.orders import language, places
from feltherre.games.civilwar.players import forecasts, gunnery, knowledge, odds
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.objectives import objectives, place_for
from feltherre.games.civilwar.state import move_staff, unit_of
from feltherre.games.civilwar.victory_terms import HoldAlone, NoneWithin, Of, Where
from feltherre.ground.tabletop.measure import CM

WOOD = {"id": "wood", "type": "wood", "poly": ((40, 60), (70, 60), (70, 80), (40, 80))}
HOUSE = {"id": "house", "type": "building", "kind": "building_wood", "rect": (48, 58, 52, 62)}


def test_two_dice_are_thrown_in_36_ways() -> None:
    assert sum(odds.TWO_DICE.values()) == pytest.approx(1)
    assert odds.TWO_DICE[7] == pytest.approx(6 / 36)
    assert odds.TWO_DICE[2] == pytest.approx(1 / 36)


def test_a_general_stands_behind_the_middle_of_his_brigade() -> None:
    """Of three regiments 25 cm apart the middle one is within 40 cm of both others (03.03.2)."""
    state = orders_due(
        *(foot(name, 0, x, 20) for name, x in (("left", 20), ("middle", 45), ("right", 70))), foot("b", 1, 45, 100)
    )
    ride = written(state, 0).rides("chief-0")
    assert isinstance(ride, language.StaffMove)
    assert ride.to.mark == places.UnitMark("middle")
    assert ride.to.offset is not None
    assert ride.to.offset.direction == 1800


@pytest.mark.parametrize(
    ("foe", "friend", "beside"),
    [
        (42, (70, 30), True),
        (60, (70, 30), False),  # no enemy comes so far in a turn
        (42, (110, 30), False),  # from there he would not reach the other
    ],
)
def test_a_general_is_beside_the_unit_that_may_be_attacked(foe: int, friend: tuple[int, int], beside: bool) -> None:
    """He counts in the shock throw (XII) and in rallying (XIX); else he stands behind, where he cannot fall."""
    state = orders_due(
        foot("a", 0, 50, 30),
        inf("friend", 0, at=friend, face=0),
        foot("b", 1, 50, foe),
        staff=chiefs((60, 22), (50, 75)),
    )
    ride = written(state, 0).rides("chief-0")
    assert (ride == language.StaffWith("a")) is beside


def test_a_general_gets_away_from_a_unit_that_is_fired_at_from_afar() -> None:
    """A general with a unit that has losses falls on a 10 (05.02.7)."""
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 52), staff=chiefs((50, 27), (50, 70)))
    move_staff(state, "chief-0", beside="a")
    ride = written(state, 0).rides("chief-0")
    assert isinstance(ride, language.StaffMove)
    assert ride.to.mark == places.UnitMark("a")
    assert ride.to.offset is not None
    assert ride.to.offset.direction == 1800
    assert ride.to.offset.length >= 8 * CM


def test_a_general_rides_with_those_who_run() -> None:
    """His presence counts 2 when they try to rally (schema XIX)."""
    state = orders_due(foot("a", 0, 50, 30), foot("runs", 0, 60, 25, face=180), foot("b", 1, 50, 80))
    with_unit(state, "runs", order="FU")
    assert written(state, 0).rides("chief-0") == language.StaffWith("runs")


def test_a_unit_without_cartridges_takes_some_from_the_wagon_beside_it() -> None:
    state = orders_due(
        foot("a", 0, 50, 30),
        unit("wagon", 0, at=(50, 27), face=0, arm="wagon", figures=0, companies=0, weapon=None, formation="wagon"),
        foot("b", 1, 50, 100),
    )
    with_unit(state, "a", out_of_ammunition=True, has_fired=True)
    assert written(state, 0).order("a") == language.Resupply("wagon")


def test_no_volley_is_wasted_at_long_range() -> None:
    """At 14 cm muskets hit next to nothing, and every volley after the first may empty the pouches (09.01.1)."""
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 44), turn=5)
    with_unit(state, "a", has_fired=True, fired=4)
    order = written(state, 0).order("a")
    greedy = written(state, 0, "greedy").order("a")
    assert isinstance(greedy, language.Fire)
    assert greedy.parts[0].target == "b"
    assert not (isinstance(order, language.Fire) and order.parts[0].target == "b")


def test_a_gunner_may_be_a_tenth_off_and_guesses_whole_centimetres() -> None:
    guesses = {gunnery.estimate(50 * CM, Random(seed)) for seed in range(200)}
    assert min(guesses) >= 45 * CM
    assert max(guesses) <= 55 * CM
    assert len(guesses) > 5
    assert all(guess % CM == 0 for guess in guesses)


def test_the_guess_does_not_follow_the_true_range() -> None:
    """The same battery guesses differently from game to game, though nothing else differs."""
    state = orders_due(cannon("g", 0, 50, 20), foot("b", 1, 50, 75))
    orders = [written(state, 0, seed=seed).order("g") for seed in range(8)]
    guesses = {order.guess for order in orders if isinstance(order, language.GunFire)}
    assert len(guesses) > 1


def test_the_enemy_in_the_wood_is_not_known() -> None:
    """A regiment that stands still in a wood is seen at 8 cm (03.02.3): no order is made by where it is."""
    placed = (foot("a", 0, 55, 20), foot("seen", 1, 120, 90))
    hidden = orders_due(*placed, foot("hidden", 1, 55, 70), terrain=[WOOD])
    known = knowledge.Knowledge(position(hidden, 0))
    assert [enemy.id for enemy in known.enemies] == ["seen"]
    assert not unit_of(known.state, "hidden").on_table


def test_what_is_never_seen_of_the_enemy_is_taken_for_granted() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 50))
    with_unit(state, "b", order="U", out_of_ammunition=True, men=13)
    see(state)
    seen = unit_of(knowledge.Knowledge(position(state, 0)).state, "b")
    assert (seen.order, seen.out_of_ammunition, seen.men) == ("OR", False, 0)


def test_the_odds_of_a_volley_fall_with_the_range() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 32.5))
    far = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 38))
    near = odds.volley(state, unit_of(state, "a"), unit_of(state, "b"))
    assert near.men > 2 * odds.volley(far, unit_of(far, "a"), unit_of(far, "b")).men > 0
    assert near.broken > 0.3


def test_a_flank_is_the_better_attack() -> None:
    front = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 40))
    flank = orders_due(foot("a", 0, 50, 30), foot("b", 1, 48, 40, face=270))
    views = [
        forecasts.forecast(state, unit_of(state, "a"), unit_of(state, "b"), "ordinary") for state in (front, flank)
    ]
    assert views[0] is not None
    assert views[1] is not None
    assert views[1].situation.aspect == "flank"
    assert views[1].odds.broken > views[0].odds.broken + 0.3


def test_an_attack_that_would_run_into_another_first_is_none_on_the_target() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 44), foot("between", 1, 50, 37, 9, companies=3))
    assert forecasts.forecast(state, unit_of(state, "a"), unit_of(state, "b"), "charge") is None


def test_objectives_come_from_the_conditions_of_both_sides() -> None:
    """What one side scores for holding, and how it spoils what the other scores for an empty part of the table."""
    house = HoldAlone(of=Of(side="own", arms=("infantry",)), where=Where(within=10 * CM, of="house"))
    empty = NoneWithin(of=Of(side="enemy", orders=("OR", "LU")), where=Where(south_of=50 * CM))
    state = orders_due(
        foot("a", 0, 20, 20),
        foot("b", 1, 50, 100),
        terrain=[HOUSE],
        victory=(term("house", "union", 4, house), term("empty", "confederate", 2, empty)),
    )
    mine, theirs = objectives(state, 0), objectives(state, 1)
    assert [(one.task, one.points) for one in mine] == [("hold", 4), ("hold", 2)]
    # nobody holds a house alone beside which we stand
    assert [(one.task, one.points, one.spoils) for one in theirs] == [("hold", 4, True), ("clear", 2, False)]
    assert mine[0].where is not None
    x, y = place_for(state, mine[0].where, (20 * CM, 20 * CM))
    assert 46 * CM < x <= 48 * CM
    assert 56 * CM < y <= 58 * CM


def test_brigades_stand_beside_each_other_with_the_weakest_behind() -> None:
    house = HoldAlone(of=Of(side="own"), where=Where(within=10 * CM, of="house"))
    state = orders_due(
        *(foot(f"a{number}", 0, 20 + 20 * number, 20, 30 - 5 * number) for number in range(3)),
        foot("b", 1, 50, 100),
        terrain=[HOUSE],
        victory=(term("house", "union", 4, house),),
    )
    plan = Plan(knowledge.Knowledge(position(state, 0)))
    assert plan.pressing
    slots = {name: plan.slots[name] for name in ("a0", "a1", "a2")}
    assert [slots[name].support for name in ("a0", "a1", "a2")] == [False, False, True]
    assert slots["a0"].place[0] < slots["a1"].place[0]
    assert slots["a2"].place[1] < slots["a0"].place[1]


def test_cavalry_keeps_off_muskets() -> None:
    """Ten troopers 16 cm before a fresh line of thirty would only be shot at: mounted men are hit easily (schema V)."""
    state = orders_due(
        horse("horse", 0, 50, 30, 10, companies=4),
        foot("b", 1, 50, 46, 30, companies=10),
        staff=chiefs((50, 15), (50, 60)),
    )
    order = written(state, 0).order("horse")
    assert type(order).__name__ == "Move"
