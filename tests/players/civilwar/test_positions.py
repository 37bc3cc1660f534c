"""Twelve positions whose right order any club player knows, with the reason. The captain must find ten."""

from collections.abc import Callable

from msgspec.structs import replace

from civilwar_players import orders_due, see, term, written
from civilwar_table import cannon, foot, with_unit
from feltherre.core.text import say
from feltherre.games.civilwar.orders.language import Attack, Exit, Fire, GunFire, Move, Reorganise, Stand
from feltherre.games.civilwar.orders.legs import Form, GoTo
from feltherre.games.civilwar.orders.triggers import AtTime, EnemyWithin
from feltherre.games.civilwar.special_rules import Exits
from feltherre.games.civilwar.state import unit_of
from feltherre.games.civilwar.victory_terms import Exit as HasLeft
from feltherre.games.civilwar.victory_terms import Hold, HoldMore, Of, Where
from feltherre.ground.tabletop.measure import CM
from positions import Recorded, check_positions

FENCE = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((40, 30), (60, 30))}
HILL = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 90), (100, 90), (100, 110), (60, 110))}
HOLD_THE_HILL = term("hill", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",))))


def first_volley_at_short_range() -> bool:
    """Two lines stand 4 cm apart and nobody has fired: the first fire of the game at this range is worth most of all
    (05.02.4). Who attacks now is shot at first."""
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 34))
    order = written(state, 0).order("a")
    return isinstance(order, Fire) and isinstance(order.parts[0].when, AtTime)


def holds_the_fire_for_a_column() -> bool:
    """A column comes on at 20 cm, where muskets do not reach (schema IV). Who waits for it fires at 9 cm or nearer, at
    five ranks (schema V)."""
    state = orders_due(
        foot("a", 0, 80, 95, face=180),
        foot("b", 1, 80, 75, face=0, formation="attack_column"),
        terrain=[HILL],
        victory=(HOLD_THE_HILL,),
    )
    order = written(state, 0).order("a")
    when = order.parts[0].when if isinstance(order, Fire) else None
    return isinstance(when, EnemyWithin) and when.length <= 9 * CM


def canister_at_a_line_before_the_guns() -> bool:
    """A line stands 10 cm before four guns: canister needs no guess and counts 4 more (06.02.1, schema IX)."""
    state = orders_due(cannon("g", 0, 50, 30), foot("b", 1, 50, 40))
    order = written(state, 0).order("g")
    return isinstance(order, GunFire) and order.ammunition == "canister" and isinstance(order.when, AtTime)


def guns_fire_on_at_what_they_hit() -> bool:
    """The battery hit this line in the turn before, and it still stands there: it is hit again without a guess
    (06.02.5)."""
    state = orders_due(cannon("g", 0, 50, 30), foot("b", 1, 50, 70), turn=3)
    guns_of = unit_of(state, "g").battery
    assert guns_of is not None
    laid = replace(guns_of, laid_on="b", laid_x=5000, laid_y=7000, laid_with="shell", laid_turn=2)
    with_unit(state, "g", battery=laid)
    order = written(state, 0).order("g")
    return isinstance(order, GunFire) and order.targets == ("b",) and order.guess is None


def the_disordered_reorganise_out_of_fire() -> bool:
    """A regiment in U, with the enemy 45 cm away, gets in order by standing still (08.04)."""
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 75))
    with_unit(state, "a", order="U")
    return isinstance(written(state, 0).order("a"), Reorganise)


def the_pinned_answer_the_fire() -> bool:
    """A pinned regiment may not move; it fires at the line 4 cm before it, since those who do not answer fire have a
    worse morale (04.02.8, schema XV)."""
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 34), turn=3)
    with_unit(state, "a", order="LU", pinned=3, pinned_in=2)
    order = written(state, 0).order("a")
    return isinstance(order, Fire) and isinstance(order.parts[0].when, AtTime)


def a_long_march_is_made_in_column() -> bool:
    """The hill to be held is 65 cm away and the enemy is far: a column marches twice as far as a line (schema I)."""
    state = orders_due(foot("a", 0, 80, 25), foot("b", 1, 150, 115), terrain=[HILL], victory=(HOLD_THE_HILL,))
    order = written(state, 0).order("a")
    if not isinstance(order, Move) or not any(isinstance(leg, GoTo) for leg in order.legs):
        return False
    return any(isinstance(leg, Form) and leg.formation in ("attack_column", "march_column") for leg in order.legs)


def columns_deploy_before_the_enemy() -> bool:
    """A small attack column stands 12 cm before a strong line on the hill that it is to take. Two of its four ranks
    fire, and it can be hit in depth (05.01.2, 06.02.3): it forms line now."""
    state = orders_due(
        foot("a", 0, 80, 80, formation="attack_column", figures=20),
        foot("b", 1, 80, 92, 36, companies=10),
        foot("c", 1, 80, 100),
        terrain=[HILL],
        victory=(HOLD_THE_HILL,),
        turn=10,
    )
    order = written(state, 0).order("a")
    return isinstance(order, Move) and any(isinstance(leg, Form) and leg.formation == "line" for leg in order.legs)


def charges_a_pinned_unit_in_the_flank() -> bool:
    """A small regiment lies pinned with its flank 10 cm before ours, which is twice as strong and has a support unit
    behind it: flank, numbers, support and its disorder make the shock all but sure (schema XII)."""
    state = orders_due(
        foot("a", 0, 50, 30, 30, companies=10),
        foot("support", 0, 50, 20),
        foot("b", 1, 48, 42, 12, face=270, companies=5),
        turn=5,
    )
    with_unit(state, "b", order="LU", pinned=5, pinned_in=4)
    see(state)
    order = written(state, 0).order("a")
    return isinstance(order, Attack) and order.target == "b"


def does_not_charge_a_fresh_line() -> bool:
    """Thirty fresh muskets in line, and nothing but the front to attack with twenty: the fire before the shock alone
    breaks the attack (07.02.2)."""
    state = orders_due(foot("a", 0, 50, 30, 20), foot("b", 1, 50, 42, 30, companies=10))
    return not isinstance(written(state, 0).order("a"), Attack)


def keeps_the_post_it_is_to_hold() -> bool:
    """The regiment touches the fence that it must still touch at the end of turn 6, for 3 points. A weak enemy 14 cm
    before it is no reason to leave it (01.05.1)."""
    held = term("fence", "union", 3, Hold(of=Of(side="own", ids=("a",)), where=Where(touching=("fence",)), at=6))
    state = orders_due(
        foot("a", 0, 50, 29.9), foot("b", 1, 50, 44, 9, companies=5), terrain=[FENCE], victory=(held,), turn=6
    )
    return isinstance(written(state, 0).order("a"), Fire | Stand)


def withdraws_when_the_task_is_done() -> bool:
    """Nothing is to be held any longer, the enemy is three times as strong, and 2 points are given for getting away by
    the south edge: the regiment goes (01.05.3, R100)."""
    away = term("away", "union", 2, HasLeft(of=Of(side="own", ids=("a",)), where=Where(edge="south"), at="any"))
    way_out = Exits(id="way-out", text=say("core.plain", text="way out"), side="union", edge="south")
    state = orders_due(
        foot("a", 0, 50, 30),
        *(foot(f"b{number}", 1, 30 + 20 * number, 55) for number in range(3)),
        victory=(away,),
        special=(way_out,),
        turn=8,
    )
    order = written(state, 0).order("a")
    return isinstance(order, Exit) or (isinstance(order, Move) and any(isinstance(leg, GoTo) for leg in order.legs))


POSITIONS: tuple[Callable[[], bool], ...] = (
    first_volley_at_short_range,
    holds_the_fire_for_a_column,
    canister_at_a_line_before_the_guns,
    guns_fire_on_at_what_they_hit,
    the_disordered_reorganise_out_of_fire,
    the_pinned_answer_the_fire,
    a_long_march_is_made_in_column,
    columns_deploy_before_the_enemy,
    charges_a_pinned_unit_in_the_flank,
    does_not_charge_a_fresh_line,
    keeps_the_post_it_is_to_hold,
    withdraws_when_the_task_is_done,
)


def test_the_captain_finds_the_right_moves(record_property: Recorded) -> None:
    check_positions("civilwar", POSITIONS, record_property)
