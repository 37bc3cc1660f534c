"""The captain's passage of lines: muskets with nobody to fire at stand, and the rifles behind come through them."""

from typing import Any

import pytest

from cases import each
from civilwar_players import orders_due, position, see, term, written
from civilwar_table import Placed, cannon, foot, horse, table_for, with_unit
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.gunners import leave_guns
from feltherre.games.civilwar.orders.language import Stand
from feltherre.games.civilwar.players.captain.passage import lets_through
from feltherre.games.civilwar.players.captain.plan import Plan, Slot
from feltherre.games.civilwar.players.captain.sandtable import SandTable
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.state import CivilWarState, move_staff, unit_of
from feltherre.games.civilwar.victory_terms import HoldMore, Of, Where
from feltherre.ground.tabletop.measure import CM

HILL = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 90), (100, 90), (100, 110), (60, 110))}
HOUSE = {"id": "house", "type": "building", "kind": "building_wood", "rect": (78, 58, 82, 62)}
HOLD_THE_HILL = term("hill", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",))))


def _lines(
    front: float = 60, rear: float = 50, *more: Placed, arms: str = "rifle_cartridge", turn: int = 2
) -> CivilWarState:
    """Muskets, behind them others with these arms, and an enemy on the hill."""
    return orders_due(
        foot("front", 0, 80, front),
        foot("rear", 0, 80, rear, weapon=arms),
        foot("b", 1, 80, 98),
        *more,
        terrain=[HILL, HOUSE],
        victory=(HOLD_THE_HILL,),
        turn=turn,
    )


def _plan(state: CivilWarState) -> Plan:
    return Plan(Knowledge(position(state, 0)))


def _made(plan: Plan) -> list[str]:
    return [unit.id for unit in lets_through(plan)]


def test_muskets_stand_and_the_rifles_behind_come_through_them() -> None:
    """Who stands is marched through without loss of time (02.06.3); by itself the front would go on too."""
    state = _lines(50, 40)
    assert _plan(state).slots["front"].place[1] > 60 * CM
    sheet = written(state, 0)
    orders = {name: sheet.order(name) for name in ("front", "rear")}
    assert orders["front"] == Stand()
    why = GAME.players["captain"]().choose(position(state, 0)).why
    assert "civilwar.why.lets-through" in [reason.key for reason in why.args["reasons"]]
    after = SandTable(Knowledge(position(state, 0))).walk(orders)
    assert unit_of(after, "rear").y > unit_of(after, "front").y == 50 * CM


@each(
    "front rear made",
    (60, 40, True),
    (60, 39.5, False),  # more than 20 cm behind
    (50, 60, False),  # before them
    (82, 74, True),  # though a rifle hits already, it does not tell at 24 cm
    (82.5, 74, True),
    (83, 74, False),  # at 15 cm a musket has somebody to fire at
)
def test_way_is_made_for_those_close_behind_while_nobody_is_in_reach(front: float, rear: float, made: bool) -> None:
    assert _made(_plan(_lines(front, rear))) == ["front"] * made


@pytest.mark.parametrize(("arms", "made"), [("rifle_ball", True), ("smoothbore_musket", False), ("pistol", False)])
def test_way_is_made_only_for_those_who_reach_farther(arms: str, made: bool) -> None:
    assert _made(_plan(_lines(arms=arms))) == ["front"] * made


@pytest.mark.parametrize(("aside", "made"), [(9.5, True), (9.7, False), (-9.5, True), (-9.7, False)])
def test_way_is_not_made_for_those_who_pass_beside(aside: float, made: bool) -> None:
    """Both fronts are 9.6 cm wide, and the rifles go straight on."""
    state = _lines()
    x = round((80 + aside) * CM)
    with_unit(state, "rear", x=x)
    see(state)
    plan = _plan(state)
    plan.slots["rear"] = Slot((x, 84 * CM), 0, None, waits=True)
    assert _made(plan) == ["front"] * made


def test_way_is_not_made_for_those_who_are_where_they_go_or_go_nowhere() -> None:
    plan = _plan(_lines())
    there = unit_of(plan.known.state, "rear")
    plan.slots["rear"] = Slot((there.x, there.y - 3 * CM // 2), 0, None, waits=True)
    assert not _made(plan)
    del plan.slots["rear"]
    assert not _made(plan)


@pytest.mark.parametrize(("goal", "made"), [(58, False), (59, True)])
def test_way_is_not_made_for_those_who_stop_short(goal: int, made: bool) -> None:
    """The middle of the muskets is 10 cm before that of the rifles, at 48.5 cm."""
    plan = _plan(_lines())
    plan.slots["rear"] = Slot((80 * CM, goal * CM), 0, None, waits=True)
    assert _made(plan) == ["front"] * made


@pytest.mark.parametrize("name", ["front", "rear"])
@each(
    "change made",
    ({"order": "LU"}, True),
    ({"order": "U"}, False),
    ({"order": "LU", "pinned": 2, "pinned_in": 1}, False),
    ({"building": "house"}, False),
)
def test_only_the_steady_and_free_make_way_or_come_through(name: str, change: dict[str, Any], made: bool) -> None:
    state = _lines()
    with_unit(state, name, **change)
    see(state)
    assert _made(_plan(state)) == ["front"] * made


def test_way_is_not_made_for_those_without_cartridges_or_whose_fire_tells_already() -> None:
    empty = _lines()
    with_unit(empty, "rear", out_of_ammunition=True)
    see(empty)
    assert not _made(_plan(empty))
    beside = foot("beside", 1, 96, 47, 9, face=270, companies=3)
    state = _lines(62, 44, beside)
    known = Knowledge(position(state, 0))
    nearest = [known.nearest(unit_of(known.state, name)) for name in ("front", "rear")]
    assert nearest[0] is not None
    assert nearest[1] is not None
    assert nearest[1][1] <= 15 * CM < nearest[0][1]
    assert not _made(Plan(known))


def test_troopers_gunners_without_guns_and_foot_without_arms_do_not_make_way() -> None:
    state = _lines(
        20,
        50,
        horse("troopers", 0, 80, 62, mounted=False, weapon="pistol"),
        foot("unarmed", 0, 80, 66, weapon=None),
        cannon("g", 0, 80, 57, guns=2),
    )
    leave_guns(table_for(state, GAME), "g")
    see(state)
    assert not _made(_plan(state))


def test_who_goes_into_a_house_or_leaves_the_field_does_not_stand_for_others() -> None:
    for kept in ("garrison", "leaving"):
        plan = _plan(_lines())
        assert _made(plan) == ["front"]
        getattr(plan, kept)["front"] = None
        assert not _made(plan)


def test_nobody_stands_for_those_who_are_out_of_command() -> None:
    """They could only go on with their last order (03.03.3)."""
    state = _lines()
    move_staff(state, "chief-0", x=5 * CM, y=5 * CM)
    see(state)
    assert not _made(_plan(state))


def test_nobody_lets_others_through_once_the_side_storms_or_need_not_attack() -> None:
    storming, ahead = _plan(_lines(turn=6)), _lines()
    assert storming.storming
    assert not _made(storming)
    ahead.points[0] = 5
    assert not _plan(ahead).pressing
    assert not _made(_plan(ahead))


@pytest.mark.parametrize("name", ["front", "rear"])
def test_who_hurries_to_what_counts_at_the_end_neither_makes_way_nor_comes_through(name: str) -> None:
    plan = _plan(_lines())
    assert _made(plan) == ["front"]
    plan.slots[name] = plan.slots[name]._replace(urgent=True)
    assert not _made(plan)
