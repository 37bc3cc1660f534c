"""Artillery fire laid (06.01, 06.02): which guns bear, what stands in the way, where a round may fall, who shares
canister. All of it is worked out before the first fire of the instant (R32); the throws are in `gun_steps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import bodies, body, by_id, enemies, friends, ground, info, is_closed, pose, shape
from feltherre.games.civilwar.grips import sheltered_by_melee
from feltherre.games.civilwar.gun_steps import ROUNDS, Cannonade, Laying, battery_of
from feltherre.games.civilwar.procedures.artillery import guns_firing
from feltherre.games.civilwar.procedures.artillery_hits import (
    CanisterSituation,
    CanisterTarget,
    DeviationSituation,
    Outline,
    OverheadSituation,
    Overshot,
    arc_and_overhead_fire,
    canister_shares,
    contains,
    impact,
    known_range,
)
from feltherre.games.civilwar.procedures.inputs import Ammunition
from feltherre.games.civilwar.repairs import gunners_serving
from feltherre.games.civilwar.shots import Shot, muzzle, on_table, shot_at
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, index
from feltherre.games.civilwar.tables import DEVIATION, PIECES
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.angles import Point, bearing, forward, to_the_right
from feltherre.ground.tabletop.arcs import angle_from_front, least_angle_from_front
from feltherre.ground.tabletop.bodies import base_outline
from feltherre.ground.tabletop.distance import pieces_distance, point_distance
from feltherre.ground.tabletop.firelines import bodies_on_line
from feltherre.ground.tabletop.measure import CM, DEGREE
from feltherre.ground.tabletop.shapes import Outline as Ground
from feltherre.ground.tabletop.shapes import box_of, boxes_meet, widened

#: the ammunition of an order as the procedures name it
AMMUNITION: Final[dict[str, Ammunition]] = {"shell": "shell", "shot": "solid_shot", "canister": "canister"}
#: to each side of the front, measured at the wings (06.01.4)
ARC: Final = 45 * DEGREE
#: continued fire ends if the target is so far from where it was hit (06.02.5)
SHIFTED: Final = 8 * CM
#: half the side of the spot that a guess of 2 cm must fall on (R70), in cm
_SPOT: Final = 0.05


class GunOrder(Struct, frozen=True):
    """What a battery is to fire: ammunition as the procedures name it, targets, the guess in 0.1 mm."""

    ammunition: Ammunition
    targets: tuple[str, ...]
    guess: int | None = None
    surprised: bool = False


class NoShot(Struct, frozen=True):
    """Why a unit does not fire."""

    why: Text
    rule: str
    #: if it is only that nobody whom it might fire at is where it reaches him
    out_of_reach: bool = False


#: what keeps a target from being fired at, and not the unit from firing
_OUT_OF_REACH: Final = frozenset(("nobody", "melee", "mistaken", "unseen", "outside-arc", "overhead", "canister"))


def refusal(state: CivilWarState, firer: Unit, why: str, rule_id: str, **args: Any) -> NoShot:
    words = say(f"civilwar.fire.no-shot.{why}", unit=name(state, firer.id), **args)
    return NoShot(words, rule_id, why in _OUT_OF_REACH)


def gun_fire(state: CivilWarState, battery: Unit, order: GunOrder) -> Laying | Cannonade | NoShot:
    """The fire of a battery as all stand now: the throw to be made, or why there is none."""
    unfit = why_silent(state, battery, order.ammunition)
    if unfit is not None:
        return unfit
    if order.ammunition == "canister":
        return canister_fire(state, battery, order)
    target = by_id(state, order.targets[0]) if order.targets else None
    if target is None or not target.on_table or not sees(state, battery, target):
        return refusal(state, battery, "unseen", "06.01.1")
    if sheltered_by_melee(state, battery, target):
        return refusal(state, battery, "melee", "07.04.1")
    return laid_fire(state, battery, target, order)


@rule("06.01.2", "06.01.3")
def why_silent(state: CivilWarState, battery: Unit, ammunition: str) -> NoShot | None:
    """A battery fires unlimbered, with ammunition and with gunners at its guns (06.01.2, 06.01.3)."""
    guns = battery.battery
    if guns is None or battery.arm != "artillery" or battery.formation != "unlimbered" or battery.change_left:
        return refusal(state, battery, "limbered", "06.01.2")
    if not getattr(guns, ROUNDS[ammunition]) or PIECES[piece_of(state, battery)].range(ammunition) is None:
        words = say(f"civilwar.ammunition.{ammunition}")
        return refusal(state, battery, "no-rounds", "06.01.2", ammunition=words)
    if battery.order == "FU" or not guns_firing(guns.guns - guns.damaged, gunners_serving(state, battery)):
        return refusal(state, battery, "no-guns", "06.01.3")
    return None


def piece_of(state: CivilWarState, battery: Unit) -> str:
    piece = info(state, battery).piece
    assert piece is not None
    return piece


@rule("06.01.3", "06.01.4")
def guns_bearing(state: CivilWarState, battery: Unit, pieces: Sequence[Ground]) -> int:
    """Serviceable real guns of those models that have the target within 45 degrees (06.01.4, R58)."""
    guns = battery_of(battery)
    models = [base for base in shape(state, battery).bases if base.rank == 0]
    each, rest = divmod(guns.guns_start, len(models))
    bear = 0
    for number, base in enumerate(models):
        outline = base_outline(base, pose(battery))
        if least_angle_from_front((outline[0], outline[1]), battery.facing, pieces) <= ARC:
            bear += each + (number < rest)
    return min(guns.guns - guns.damaged, bear)


# shell and solid shot


@rule("06.02.2", "06.01.4", "06.01.5", "03.03.7")
def laid_fire(state: CivilWarState, battery: Unit, target: Unit, order: GunOrder) -> Laying | Cannonade | NoShot:
    """Shell or solid shot at a target: over whom it may not go, then where it falls (06.01.5, 06.02.2)."""
    origin, middle_of_target = muzzle(state, battery), body(state, target).centre
    reach = known_range(piece_of(state, battery), order.ammunition) * CM
    continued = goes_on(state, battery, target, order.ammunition)
    if not continued and (order.guess is None or not 0 < order.guess <= reach):
        moved_on = order.guess is None and _was_hit(state, battery, target, order.ammunition)
        why, rule_id = ("moved-on", "06.02.5") if moved_on else ("no-guess", "03.03.7")
        return refusal(state, battery, why, rule_id, target=name(state, target.id))
    if middle_of_target == origin:
        return refusal(state, battery, "outside-arc", "06.01.4", target=name(state, target.id))
    direction = bearing(middle_of_target[0] - origin[0], middle_of_target[1] - origin[1])
    aimed_at = nearest_place(body(state, target), origin) if continued else forward(origin, direction, order.guess or 0)
    barred = _why_barred(state, battery, target, order.ammunition, aimed_at)
    if barred is not None:
        return barred
    guns = guns_bearing(state, battery, ((middle_of_target,),))
    if not guns:
        return refusal(state, battery, "outside-arc", "06.01.4", target=name(state, target.id))
    fall = _Fall(state, battery, target, order, guns, direction)
    return fall.continued(aimed_at) if continued else fall.guessed()


@rule("06.02.5")
def goes_on(state: CivilWarState, battery: Unit, target: Unit, ammunition: str) -> bool:
    """Whether this is continued fire at what was hit in the turn before (06.02.5, R60). A battery that moves or turns
    is laid on nothing any more."""
    if not _was_hit(state, battery, target, ammunition):
        return False
    guns = battery_of(battery)
    origin = muzzle(state, battery)
    nearest = nearest_place(body(state, target), origin)
    stays = point_distance(nearest, (guns.laid_x, guns.laid_y)) < SHIFTED
    return stays and point_distance(origin, nearest) <= known_range(piece_of(state, battery), ammunition) * CM


def _was_hit(state: CivilWarState, battery: Unit, target: Unit, ammunition: str) -> bool:
    """If a battery has hit this target in the turn before with this ammunition."""
    guns = battery_of(battery)
    return (guns.laid_on, guns.laid_with, guns.laid_turn) == (target.id, ammunition, state.turn - 1)


@rule("06.01.4", "06.01.5")
def _why_barred(
    state: CivilWarState, battery: Unit, target: Unit, ammunition: Ammunition, aimed_at: Point
) -> NoShot | None:
    """Outside the arc, or over a unit short of the point aimed at where that is not allowed (06.01.5, R62).

    The target itself is aimed at and not fired over, however long the guess.
    """
    origin, own = muzzle(state, battery), body(state, battery)
    angle = angle_from_front(own.front, own.facing, body(state, target).centre)
    length = point_distance(origin, aimed_at)
    level = ground(state).level_at(origin)
    over, between = [], []
    for one in bodies_on_line(bodies(state, but=(battery.id, target.id)), origin, aimed_at, ()):
        unit = state.units[one.name]
        if one.leaves < length and not (unit.building and unit.building == target.building):
            other = body(state, unit)
            below = level - ground(state).level_at(other.centre)
            near = pieces_distance((own.front,), other.pieces)
            over.append(Overshot(near / CM, (length - one.leaves) / CM, below))
            between.append(unit)
    piece: Any = piece_of(state, battery)
    judged = arc_and_overhead_fire.outputs(OverheadSituation(piece, ammunition, angle / DEGREE, tuple(over)))
    if not judged["in_arc"]:
        return refusal(state, battery, "outside-arc", "06.01.4", target=name(state, target.id))
    if not judged["legal"]:
        return refusal(state, battery, "overhead", "06.01.5", over=name(state, between[0].id))
    return None


class _Fall:
    """Where a battery's round may fall, and whom it hits there."""

    def __init__(
        self, state: CivilWarState, battery: Unit, target: Unit, order: GunOrder, guns: int, direction: int
    ) -> None:
        self.state, self.battery, self.target, self.order = state, battery, target, order
        self.guns = guns
        x, y = muzzle(state, battery)
        self.origin = x / CM, y / CM
        self.bearing = direction / DEGREE
        self.gun_class: Any = PIECES[piece_of(state, battery)].gun_class

    def continued(self, nearest: Point) -> Laying:
        """A sure hit (06.02.5)."""
        situation = DeviationSituation(self.gun_class, 0, self.origin, self.bearing, self.target.id)
        return self._laying(situation, (self._shot(self.target, nearest),))

    @rule("06.02.3")
    def guessed(self) -> Laying:
        """All places where the round may fall, with whoever stands there, friend or foe (06.02.3, R59)."""
        guess = (self.order.guess or 0) / CM
        ways = sorted(set(DEVIATION[self.gun_class].values()))
        points = [impact(self.origin, self.bearing, guess, way) for way in ways]
        found = self._outlines(guess, points)
        outlines = tuple(one for one in found if any(contains(one.polygon, point) for point in points))
        shots = []
        for point in points:
            hit = next((one.id for one in outlines if contains(one.polygon, point)), None)
            if hit is not None:
                shots.append(self._shot(self.state.units[index(self.state, hit)], on_table(point)))
        situation = DeviationSituation(self.gun_class, guess, self.origin, self.bearing, None, outlines)
        return self._laying(situation, tuple(shots))

    def _outlines(self, guess: float, points: Sequence[tuple[float, float]]) -> list[Outline]:
        """The ground in cm of everybody who may be hit at one of some places, the target before others who are in the
        same house; nobody who is wholly in a melee is (R114). An attacker at charge distance who is fired at with a
        guess of 2 cm is hit on the spot only (R70)."""
        spot = self.order.surprised and guess * CM <= 2 * CM
        if spot:
            x, y = impact(self.origin, self.bearing, guess, "on_the_spot")
            square = ((x - _SPOT, y - _SPOT), (x - _SPOT, y + _SPOT), (x + _SPOT, y + _SPOT), (x + _SPOT, y - _SPOT))
            return [Outline(self.target.id, square)]
        box = widened(box_of([on_table(point) for point in points]), CM)
        return [
            Outline(unit.id, tuple((x / CM, y / CM) for x, y in piece))
            for unit in sorted(by_place(self.state), key=lambda unit: unit.id != self.target.id)
            if unit.on_table and unit.id != self.battery.id and boxes_meet(body(self.state, unit).box, box)
            if not sheltered_by_melee(self.state, self.battery, unit)
            for piece in body(self.state, unit).pieces
        ]

    def _shot(self, unit: Unit, point: Point) -> Shot:
        wanted: Any = {"ammunition": self.order.ammunition, "guns": self.guns, "surprised": self.order.surprised}
        return shot_at(self.state, self.battery, unit, point, **wanted)

    def _laying(self, situation: DeviationSituation, shots: tuple[Shot, ...]) -> Laying:
        return Laying(
            firer=self.battery.id,
            target=self.target.id,
            ammunition=self.order.ammunition,
            situation=situation,
            shots=shots,
            guns=self.guns,
            surprised=self.order.surprised,
        )


# canister


@rule("06.02.1")
def canister_fire(state: CivilWarState, battery: Unit, order: GunOrder) -> Laying | Cannonade | NoShot:
    """Canister at all chosen targets that can be hit: one throw, shared by their figures (06.02.1, R61)."""
    chosen = [unit for unit in (by_id(state, target) for target in order.targets) if unit is not None]
    within = [unit for unit in chosen if in_canister_zone(state, battery, unit)]
    targets = tuple(_canister_target(state, battery, unit, within) for unit in within)
    shares = canister_shares.outputs(CanisterSituation(targets))["shares"]
    shots = [_canister_shot(state, battery, unit, shares[unit.id], order) for unit in within if unit.id in shares]
    shots = [shot for shot in shots if shot.situation.guns_serviceable]
    if not shots:
        return refusal(state, battery, "canister", "06.02.1")
    return Cannonade(battery.id, shots[0], tuple(shots[1:]))


@rule("06.02.1", "06.01.4")
def in_canister_zone(state: CivilWarState, battery: Unit, unit: Unit) -> bool:
    """Whether a target is seen, within the arc and within the canister zone (06.02.1)."""
    own, other = body(state, battery), body(state, unit)
    reach = known_range(piece_of(state, battery), "canister") * CM
    return (
        unit.on_table
        and pieces_distance((own.front,), other.pieces) <= reach
        and least_angle_from_front(own.front, own.facing, other.pieces) <= ARC
        and sees(state, battery, unit)
        and not sheltered_by_melee(state, battery, unit)
    )


def _canister_shot(state: CivilWarState, battery: Unit, unit: Unit, share: float, order: GunOrder) -> Shot:
    own, other = body(state, battery), body(state, unit)
    return shot_at(
        state,
        battery,
        unit,
        nearest_place(other, muzzle(state, battery)),
        ammunition="canister",
        guns=guns_bearing(state, battery, other.pieces),
        way=pieces_distance((own.front,), other.pieces),
        share=share,
        surprised=order.surprised,
    )


@rule("06.02.1")
def _canister_target(state: CivilWarState, battery: Unit, unit: Unit, chosen: Sequence[Unit]) -> CanisterTarget:
    """A target's part of the canister, and what keeps it from being hit (06.02.1, R61)."""
    origin = muzzle(state, battery)
    mark = nearest_place(body(state, unit), origin)
    length = point_distance(origin, mark)
    on_line = [
        state.units[one.name]
        for one in bodies_on_line(bodies(state, but=(battery.id, unit.id)), origin, mark, ())
        if one.enters < length
    ]
    chains = [one for one in on_line if one.formation == "chain" and one.side == unit.side and one not in chosen]
    return CanisterTarget(
        id=unit.id,
        figures_two_ranks=figures_in_front(state, unit),
        figures_chain_in_front=sum(one.figures for one in chains),
        covered_by_closed=any(is_closed(one) for one in on_line),
        nearer_friend_same_half=any(_bars(state, battery, friend, unit, mark) for friend in friends(state, battery)),
    )


def figures_in_front(state: CivilWarState, unit: Unit) -> int:
    """Figures of the two foremost ranks; of a battery or in a building all."""
    if unit.building or unit.arm in ("artillery", "wagon"):
        return max(1, unit.figures)
    return sum(base.rank < 2 for base in shape(state, unit).bases)


@rule("06.02.1")
def _bars(state: CivilWarState, battery: Unit, friend: Unit, target: Unit, mark: Point) -> bool:
    """Whether a friend in the same half of the arc is nearer to the battery than the target (R61)."""
    own, other = body(state, battery), body(state, friend)
    nearer = pieces_distance((own.front,), other.pieces) < pieces_distance((own.front,), body(state, target).pieces)
    if not nearer or least_angle_from_front(own.front, own.facing, other.pieces) > ARC:
        return False
    half = _side(state, battery, mark)
    return any(_side(state, battery, corner) * half >= 0 for piece in other.pieces for corner in piece)


def _side(state: CivilWarState, battery: Unit, point: Point) -> int:
    """On which side of the battery's centre line a place lies: below 0 left, above right."""
    x, y = muzzle(state, battery)
    return to_the_right(point[0] - x, point[1] - y, battery.facing)


def canister_targets(state: CivilWarState, battery: Unit) -> list[Unit]:
    """The enemies that canister may be fired at, the nearest first."""
    own = body(state, battery)
    found = [enemy for enemy in enemies(state, battery) if in_canister_zone(state, battery, enemy)]
    return sorted(found, key=lambda enemy: (pieces_distance((own.front,), body(state, enemy).pieces), enemy.id))
