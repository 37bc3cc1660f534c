"""Guns: what is worth a round, and how far a gunner takes it to be.

Nobody measures before he has fired (06.02.2): a range is estimated from where the target is seen, up to a tenth too
short or too long, and the choice of target looks at how deep it stands, not at where the round would fall.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import body, info, is_pinned, shape
from feltherre.games.civilwar.guns import (
    AMMUNITION,
    GunOrder,
    NoShot,
    canister_targets,
    goes_on,
    gun_fire,
    guns_bearing,
    why_silent,
)
from feltherre.games.civilwar.orders.language import Ammunition, GunFire
from feltherre.games.civilwar.orders.triggers import EnemyWithin
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.odds import TWO_DICE, canister, shot_worth
from feltherre.games.civilwar.shots import muzzle, shot_at
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.tables import DEVIATION, PIECES
from feltherre.ground.tabletop.angles import Point, bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: how far off an estimate may be
ERROR: Final = 0.1
#: targets that are thought about
TARGETS: Final = 5
#: and from other places of enemies within so much of where the battery is
FARTHEST: Final = 120 * CM
LAID: Final[tuple[Ammunition, ...]] = ("shell", "shot")
#: a round of canister is kept for something worth it
CANISTER_FOR: Final = 0.8
#: enemies who are so near may come into the canister zone, and do so this often, in line and otherwise
COMES_WITHIN: Final = 34 * CM
LINE_WITHIN: Final = 23 * CM
COMES: Final = 0.03
COMES_FAST: Final = 0.08
CANISTER_AT: Final = 12 * CM
#: one who stood in the turn before comes so much less often
STANDS: Final = 0.3
#: a target that stands and is hit once is hit again (06.02.5): what each of the next rounds counts, at most so many
AGAIN: Final = 0.5
ROUNDS: Final = 3
#: how much more a round counts for each point that the target's place is worth
PRIZE: Final = 0.35


class Shoot(NamedTuple):
    """A fire order and what it is worth."""

    order: GunFire
    worth: float
    why: str


def estimate(way: int, rng: Random) -> int:
    """A range as a gunner takes it to be, in whole centimetres."""
    return _whole(way * rng.uniform(1 - ERROR, 1 + ERROR))


def _whole(way: float) -> int:
    return max(1, round(way / CM)) * CM


def best_shot(
    known: Knowledge, battery: Unit, *, waits: bool = True, prize: Callable[[Unit], float] = lambda target: 0.0
) -> Shoot | None:
    """The fire of a battery that is worth most; None if it can fire at nothing. `prize`: the points for the place in
    which a target stands."""
    found = [*_continued(known, battery), *_canister(known, battery), *_laid(known, battery, waits)]
    found = [_with_prize(known, shoot, prize) for shoot in found]
    found += _waiting(known, battery) if waits else []
    return max(found, key=lambda shoot: shoot.worth, default=None)


def _with_prize(known: Knowledge, shoot: Shoot, prize: Callable[[Unit], float]) -> Shoot:
    points = max((prize(unit) for unit in known.enemies if unit.id in shoot.order.targets), default=0.0)
    return shoot._replace(worth=shoot.worth * (1 + PRIZE * points))


def reach_of(state: CivilWarState, battery: Unit) -> int:
    """How far a battery fires with what it has left, in 0.1 mm."""
    piece, guns = info(state, battery).piece, battery.battery
    if piece is None or guns is None:
        return 0
    ranges = (PIECES[piece].shell if guns.shell else 0, PIECES[piece].solid_shot if guns.shot else 0)
    return max((one or 0) for one in (*ranges, PIECES[piece].canister if guns.canister else 0)) * CM


def _continued(known: Knowledge, battery: Unit) -> list[Shoot]:
    """What was hit last turn is hit again without a guess (06.02.5)."""
    guns, state = battery.battery, known.state
    if guns is None or not guns.laid_on:
        return []
    found = []
    for target in known.targets(battery, reach_of(state, battery)):
        for kind in LAID:
            if target.id == guns.laid_on and goes_on(state, battery, target, AMMUNITION[kind]):
                worth = _hit_worth(state, battery, target, kind)
                found.append(Shoot(GunFire(kind, (target.id,)), worth, "continued"))
    return [shoot for shoot in found if why_silent(state, battery, AMMUNITION[shoot.order.ammunition]) is None]


def _canister(known: Knowledge, battery: Unit) -> list[Shoot]:
    if why_silent(known.state, battery, "canister") is not None:
        return []
    named = {unit.id for unit in known.targets(battery, 30 * CM)}
    near = [unit.id for unit in canister_targets(known.state, battery) if unit.id in named]
    choices = [(name,) for name in near] + ([tuple(near)] if len(near) > 1 else [])
    shoots = [Shoot(GunFire("canister", names), canister(known.state, battery, names), "canister") for names in choices]
    return [shoot for shoot in shoots if shoot.worth >= CANISTER_FOR]


def _waiting(known: Knowledge, battery: Unit) -> list[Shoot]:
    """Canister for whoever comes near."""
    state = known.state
    if why_silent(state, battery, "canister") is not None:
        return []
    found = []
    for enemy in known.targets(battery, COMES_WITHIN):
        way = known.apart(battery, enemy)
        moves = enemy.order != "FU" and enemy.arm in ("infantry", "cavalry") and not is_pinned(state, enemy)
        guns = guns_bearing(state, battery, body(state, enemy).pieces)
        fast = enemy.mounted or enemy.formation.endswith("column")
        if moves and guns and CANISTER_AT < way <= (COMES_WITHIN if fast else LINE_WITHIN):
            place = nearest_place(body(state, enemy), muzzle(state, battery))
            shot = shot_at(state, battery, enemy, place, ammunition="canister", guns=guns, way=CANISTER_AT)
            order = GunFire("canister", when=EnemyWithin(CANISTER_AT))
            chance = (COMES_FAST if fast else COMES) * (1.0 if enemy.in_motion or known.turn == 1 else STANDS)
            found.append(Shoot(order, chance * shot_worth(state, shot), "wait"))
    return found


def _rounds_after(known: Knowledge, battery: Unit, kind: Ammunition) -> int:
    """How many rounds of a kind may follow this one at the same target."""
    guns = battery.battery
    left = 0 if guns is None else guns.shell if kind == "shell" else guns.shot
    return max(0, min(ROUNDS, left - 1, known.turns_left - 1))


def fire_from(
    known: Knowledge, battery: Unit, place: Point, prize: Callable[[Unit], float], facing: int | None = None
) -> float:
    """What the best round of a battery would be worth that stood in action at a place, its front to the target or in a
    direction."""
    state = known.state.clone()
    there = replace(battery, x=place[0], y=place[1], formation="unlimbered", change_left=0, trail=())
    elsewhere, best = known.elsewhere(state), 0.0
    for target in known.targets(battery, FARTHEST)[:TARGETS]:
        x, y = middle_of(state, target)
        if (x, y) == place:
            continue
        laid = replace(there, facing=bearing(x - place[0], y - place[1]) if facing is None else facing)
        state.units = [laid if unit.id == battery.id else unit for unit in state.units]
        if elsewhere.apart(laid, target) > reach_of(state, laid):
            continue
        shoots = _laid(elsewhere, laid, waits=True, only=target, guessing=_whole)
        best = max([best, *(_with_prize(known, shoot, prize).worth for shoot in shoots)])
    return best


def _laid(
    known: Knowledge,
    battery: Unit,
    waits: bool,
    only: Unit | None = None,
    guessing: Callable[[int], int] | None = None,
) -> list[Shoot]:
    """Shell and solid shot with a guess; a player who thinks of the next turns aims at units that stand."""
    state, found = known.state, []
    origin = muzzle(state, battery)
    targets = known.targets(battery, reach_of(state, battery))[:TARGETS] if only is None else [only]
    for target in targets:
        way = point_distance(origin, nearest_place(body(state, target), origin)) + CM
        guess = estimate(way, known.rng) if guessing is None else guessing(way)
        for kind in LAID:
            order = GunOrder(AMMUNITION[kind], (target.id,), guess)
            if not isinstance(gun_fire(state, battery, order), NoShot):
                worth = _hit_worth(state, battery, target, kind) * _hit_chance(state, battery, target, guess)
                worth *= 1 + (AGAIN * _rounds_after(known, battery, kind) if waits and not target.in_motion else 0)
                found.append(Shoot(GunFire(kind, (target.id,), guess), worth, "laid"))
    return found


def _hit_worth(state: CivilWarState, battery: Unit, target: Unit, kind: Ammunition) -> float:
    origin = muzzle(state, battery)
    place = nearest_place(body(state, target), origin)
    guns = guns_bearing(state, battery, body(state, target).pieces)
    return shot_worth(state, shot_at(state, battery, target, place, ammunition=AMMUNITION[kind], guns=guns))


def _hit_chance(state: CivilWarState, battery: Unit, target: Unit, guess: int) -> float:
    """How often a round that may be a tenth too short or too long falls on something so deep."""
    ways = DEVIATION[PIECES[info(state, battery).piece or ""].gun_class]
    on_the_spot = sum(chance for dice, chance in TWO_DICE.items() if ways[dice] == "on_the_spot")
    return on_the_spot * min(1.0, shape(state, target).depth / (2 * ERROR * guess + CM))
