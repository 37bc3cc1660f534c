"""What the game puts before tests under fire, throws of those who are carried away, rallies and the clocks of disorder
(schemas XV, XVIII, XIX; 08.04.2), of artillery and of ammunition wagons (schema IX, 06.02, 09.03)."""

from typing import Any

import pytest

from civilwar_course import carried
from civilwar_fire import fire, fire_turn, gun_fire
from civilwar_forced import run
from civilwar_rows import rows
from civilwar_table import cannon, chief, chiefs, field_of, foot, inf, unit, with_unit
from feltherre.games.civilwar import gun_steps, morale, orderstate, rallying, resupplying, shots
from feltherre.games.civilwar.guns import GunOrder, NoShot
from feltherre.games.civilwar.guns import gun_fire as laid
from feltherre.games.civilwar.orders.language import OrderLine, Resupply
from feltherre.games.civilwar.state import CivilWarState, note, unit_of
from feltherre.ground.tabletop.measure import CM

FAR = chiefs((150, 5), (150, 110))


def under_fire(*more: Any, **rest: Any) -> CivilWarState:
    """A regiment 6 cm before another that fires at it."""
    front = foot("a", 0, 50, 64), foot("b", 1, 50, 70)
    return field_of(*front, *more, **{"staff": FAR} | rest)


def counted(state: CivilWarState) -> dict[str, int]:
    """What counts in the test of b, beside the figures removed and that it does not answer."""
    fought = fire_turn(state, {"a": fire("b")}, dice=[(6, 6), (6, 6)])
    found = rows(fought.ruling("morale-test"))
    return {key: value for key, value in found.items() if "removed" not in key and "answering" not in key}


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(("at", "counts"), [((50, 73.2), {"unit.general": 1}), ((50, 90), {})])
def test_a_general_with_it_steadies_a_unit_under_fire(at: tuple[float, float], counts: dict[str, int]) -> None:
    assert counted(under_fire(staff=[FAR[0], chief("chief-1", 1, at=at)])) == counts


@pytest.mark.proves("08.02.7", "02.06.6")
@pytest.mark.parametrize(("cover", "worth"), [(1, 1), (2, 2), (3, 4)])
def test_cover_steadies_a_unit_under_fire(cover: int, worth: int) -> None:
    line = ((30, 69.98), (70, 69.98))
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": line, "cover": cover}
    state = under_fire(terrain=[wall])
    # behind cover it loses less: the next man is a figure
    with_unit(state, "b", men=19)
    assert counted(state) == {f"unit.cover-{cover}": worth}


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(
    ("parent", "companies", "counts"),
    [("c", 4, {"unit.detached": -1}), ("c", 5, {}), ("b", 4, {})],
    ids=["four of a regiment", "five of a regiment", "a regiment of four"],
)
def test_fewer_than_five_companies_away_from_their_regiment_are_less_steady(
    parent: str, companies: int, counts: dict[str, int]
) -> None:
    state = under_fire(foot("c", 1, 120, 100))
    with_unit(state, "b", parent=parent, companies=companies)
    assert counted(state) == counts


# carried away


@pytest.mark.proves("08.03.2")
@pytest.mark.parametrize(("cover", "after"), [(0, "FU"), (1, "OR"), (3, "OR")])
def test_cover_of_any_class_steadies_who_may_be_carried_away(cover: int, after: str) -> None:
    """A throw of 5 carries away; the 2 for cover make it 7."""
    line = ((55.18, 80), (55.18, 95))
    walls = [{"id": "wall", "type": "linear", "kind": "wall", "line": line, "cover": cover}] if cover else []
    state = field_of(foot("a", 0, 50, 90), foot("b", 0, 60, 90), foot("enemy", 1, 50, 100), terrain=walls)
    ran = run(state, lambda table: orderstate.becomes(table, "a", "FU", cause="enemy", by="fire"), dice=[(2, 3)])
    assert ran.unit("b").order == after


# rallying and the clocks


@pytest.mark.proves("08.04.3")
@pytest.mark.parametrize(
    ("helps", "needs"), [("", 8), ("checked", 7), ("general", 6), ("grade", 7)], ids=["nothing", "+1", "+2", "grade +1"]
)
def test_what_helps_a_unit_to_rally(helps: str, needs: int) -> None:
    for dice, rallied in ((needs, True), (needs - 1, False)):
        staff = [chief("chief-0", 0, at=(50, 16.97)), FAR[1]] if helps == "general" else FAR
        state = field_of(foot("a", 0, 50, 20, grade=int(helps == "grade")), foot("b", 1, 50, 100), staff=staff)
        with_unit(state, "a", order="FU")
        note(state, "a", checked=helps == "checked")
        carried(state, rallying.Rallying("a"), dice=(dice - 3, 3))
        assert (unit_of(state, "a").order == "U") is rallied, dice


@pytest.mark.proves("08.04.2")
@pytest.mark.parametrize(("attacked_by", "order"), [((), "LU"), (("b",), "U")])
def test_an_attack_breaks_the_turns_of_quiet_of_a_unit_in_disorder(attacked_by: tuple[str, ...], order: str) -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100), turn=5)
    with_unit(state, "a", order="U", order_turn=2, clean=1)
    note(state, "a", attacked_by=attacked_by)
    carried(state, rallying.Reorganising())
    assert (unit_of(state, "a").order, unit_of(state, "a").clean) == (order, 0)


@pytest.mark.proves("08.02.7")
def test_figures_that_the_umpire_has_given_back_do_not_stop_the_test() -> None:
    """Three figures came off, and he gave two of them back before the throw: the loss counts all the same."""
    state = under_fire()
    with_unit(state, "b", figures=23, lost=1)
    test = morale.MoraleThrow(unit="b", by="a", removed=3, cause="small_arms", cover=0, support=False, general=False)
    given = morale.situation_of(state, test)
    assert (given.figures_removed, given.present_figures, given.original_figures) == (3, 23, 26)


# artillery and ammunition wagons


ON_THE_SPOT = (3, 4)


def canister(*others: Any, target: tuple[float, float], at: tuple[str, ...] = ("b",)) -> Any:
    """What canister at a regiment, and perhaps others, comes to."""
    battery = cannon("g", 0, 50, 20, guns=6, piece="12pdr_napoleon")
    state = field_of(battery, inf("b", 1, at=target, face=180), *others)
    return laid(state, unit_of(state, "g"), GunOrder("canister", at))


@pytest.mark.proves("06.02.1")
@pytest.mark.parametrize(
    ("friend", "fires"),
    [((45, 28), False), ((62, 28), True), ((45, 40), True), ((30, 18), True)],
    ids=["nearer in the same half", "nearer in the other half", "farther", "behind the guns"],
)
def test_a_friend_nearer_in_the_same_half_of_the_arc_forbids_canister(friend: tuple[float, float], fires: bool) -> None:
    found = canister(inf("f", 0, at=friend, figures=6, companies=2), target=(42, 33))
    assert isinstance(found, gun_steps.Cannonade if fires else NoShot)


@pytest.mark.proves("06.02.1")
@pytest.mark.parametrize(("chain", "share"), [(0, 24 / 48), (6, 30 / 54), (12, 36 / 60)])
def test_a_chain_before_a_target_adds_its_figures_to_what_that_target_takes(chain: int, share: float) -> None:
    skirmishers = {"at": (46.5, 28), "face": 180, "formation": "chain", "figures": chain, "companies": 2}
    second = foot("d", 1, 58, 33)
    found = canister(second, *([inf("c", 1, **skirmishers)] if chain else []), target=(42, 33), at=("b", "d"))
    assert isinstance(found, gun_steps.Cannonade)
    shares = {one.struck.unit: one.situation.canister_share for one in (found.shot, *found.sharing)}
    assert shares == pytest.approx({"b": share, "d": 1 - share}, abs=0.001)


@pytest.mark.proves("06.02.3", "06.02.4")
@pytest.mark.parametrize(("second", "ranks"), [(80.0, 3), (80.1, 2)])
def test_a_solid_shot_goes_on_for_10_cm_beyond_the_point_struck(second: float, ranks: int) -> None:
    """A line of two ranks, and another whose first rank is so far behind the first rank of the first."""
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 70), foot("c", 1, 50, second))
    g, b = unit_of(state, "g"), unit_of(state, "b")
    shot = shots.shot_at(state, g, b, (50 * CM, 70 * CM), ammunition="solid_shot", guns=4)
    assert (shot.situation.front_ranks_hit, shot.situation.all_ranks_hit) == (2, ranks)
    assert [one.unit for one in shot.behind] == (["c"] if ranks > 2 else [])


@pytest.mark.proves("06.02.2")
@pytest.mark.parametrize(("y", "cm"), [(97, 87), (98, 88), (110, 88)])
def test_a_hit_that_the_umpire_gives_beyond_all_range_is_one_at_the_farthest_point(y: float, cm: float) -> None:
    """Shell of a 6-pounder reaches 80 cm, and falls at 88 cm if it is guessed so and falls too long."""
    state = field_of(cannon("g", 0, 50, 10, piece="6pdr_m41"), foot("b", 1, 50, y))
    shot = shots.shot_at(
        state, unit_of(state, "g"), unit_of(state, "b"), (50 * CM, round(y * CM)), ammunition="shell", guns=4
    )
    assert shot.situation.distance_cm == cm
    assert shot.struck.range == (y - 10) * CM, "the test of morale has the true range"


@pytest.mark.proves("06.03.1")
@pytest.mark.parametrize(("order", "counts"), [("OR", {}), ("LU", {"own.lu": -1}), ("U", {"own.u": -3})])
def test_the_disorder_of_the_battery_that_fires_counts(order: str, counts: dict[str, int]) -> None:
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 70))
    before = rows(fire_at(state))
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 70))
    with_unit(state, "g", order=order)
    assert rows(fire_at(state)) == before | counts


def fire_at(state: Any) -> Any:
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, (1, 2)])
    return fought.ruling("artillery-fire")


# ammunition


@pytest.mark.proves("09.03.1", "09.03.2")
@pytest.mark.parametrize(
    ("who", "did", "served"),
    [("a", {}, True), ("w", {"moved": True}, False), ("a", {"moved": True}, False), ("a", {"surprised": True}, False)],
    ids=["both stood", "the wagon moved", "the unit moved", "the unit fired as surprised"],
)
def test_who_is_supplied_stands_with_the_wagon_all_turn_and_does_not_fire(
    who: str, did: dict[str, bool], served: bool
) -> None:
    wagon = unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    state = field_of(wagon, foot("a", 0, 50, 18.98, 6, companies=2), foot("b", 1, 50, 100, face=0))
    with_unit(state, "a", out_of_ammunition=True)
    note(state, "a", line=OrderLine(Resupply("w")))
    note(state, who, **did)
    (step,) = resupplying.resupplies(state)
    carried(state, step, dice=(6,))
    assert unit_of(state, "a").out_of_ammunition is not served
