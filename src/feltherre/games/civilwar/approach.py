"""How an attack comes on (07.01.1, 07.03.3, 07.03.4, R71-R74): from which side, with how many companies past a flank,
and what lies between it and the enemy. Everything here is worked out from the state and changes nothing.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.games.civilwar.changing import companies_at
from feltherre.games.civilwar.field import CHARGE, NEAR, body, enemies, friends, ground, info, is_closed, pose, shape
from feltherre.games.civilwar.ground import ground_at, march_arm
from feltherre.games.civilwar.procedures.attack import GeometrySituation, attack_geometry
from feltherre.games.civilwar.procedures.inputs import Aspect
from feltherre.games.civilwar.procedures.march import ground_rate, march_row, obstacle_rate
from feltherre.games.civilwar.shapes import standing_as
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index
from feltherre.games.civilwar.watch import at_charge_distance
from feltherre.ground.tabletop.angles import Point, bearing, forward, to_the_right
from feltherre.ground.tabletop.arcs import behind, edge_met
from feltherre.ground.tabletop.bodies import Body, Edge, base_centres
from feltherre.ground.tabletop.distance import nearest_points, pieces_distance, point_distance, within
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE, rounded
from feltherre.ground.tabletop.shapes import Outline, meet
from feltherre.ground.tabletop.table import near_feature
from feltherre.ground.tabletop.terrain import Feature, is_on
from feltherre.ground.tabletop.tracks import leg_at

#: the sides of a frontal attack (R71)
FRONTAL: Final = ("front", "overlap")
#: the worst obstacle that schema XII knows
WORST_OBSTACLE: Final = 3
#: farther than any two places on a table
_FAR: Final = 1000 * CM
_QUARTER: Final = CIRCLE // 4


# the way of an advance


def advance_bearing(state: CivilWarState, unit: Unit, tick: int) -> int:
    """The direction in which a unit goes (R71); its facing if it wheels or stands."""
    track = state.tracks[index(state, unit.id)]
    leg = leg_at(track, tick) if track else None
    if leg is None or leg.turn or not (leg.dx or leg.dy):
        return unit.facing
    return bearing(leg.dx, leg.dy)


def moves_at(state: CivilWarState, unit: Unit, tick: int) -> bool:
    """If a unit is in motion at a tick."""
    track = state.tracks[index(state, unit.id)]
    if not track:
        return False
    leg = leg_at(track, tick)
    return leg.way > 0 and leg.start <= tick <= leg.end


def front_distance(attacker: Body, defender: Body) -> int:
    """From the attacker's front to the nearest point of the opponent (07.01.1)."""
    return pieces_distance((attacker.front,), defender.pieces)


def attack_formation(unit: Unit) -> str:
    """A unit's formation as the procedures of the attack name it; guns and wagons are as a line."""
    if unit.building:
        return "building"
    formation = standing_as(unit.formation, unit.mounted, unit.figures, unit.files)
    known = ("line", "attack_column", "march_column", "thin_line", "chain")
    return formation if formation in known else "line"


@rule("07.01.1", "07.01.2")
def is_only_beside(state: CivilWarState, attacker: Unit, defender: Unit) -> bool:
    """If an enemy at charge distance is not attacked: he is not the one whom the attack is on and stands past the end
    of the front, while the attacker has another straight before him, or goes on after one who gave way (R118)."""
    doing = doing_of(state, attacker.id)
    if doing.attacks == defender.id or is_before(state, attacker, defender):
        return False
    return bool(doing.won) or any(
        is_before(state, attacker, other) and _is_at_front(state, attacker, other)
        for other in enemies(state, attacker)
        if other.id != defender.id and other.order != "FU"
    )


def is_before(state: CivilWarState, attacker: Unit, defender: Unit) -> bool:
    """If some part of an opponent lies straight ahead of a figure of the first rank (R118)."""
    front, facing = body(state, attacker).front, attacker.facing
    x, y = front[0]
    ranks = shape(state, attacker)
    places = zip(ranks.bases, base_centres(ranks, pose(attacker)), strict=True)
    first = [to_the_right(px - x, py - y, facing) for base, (px, py) in places if base.rank == 0]
    # a chain on both flanks of its support has a gap in the middle
    spans = [[to_the_right(px - x, py - y, facing) for px, py in piece] for piece in body(state, defender).pieces]
    return any(min(span) <= place <= max(span) for span in spans for place in first)


def _is_at_front(state: CivilWarState, attacker: Unit, defender: Unit) -> bool:
    front = body(state, attacker).front
    return any(at_charge_distance(front, attacker.facing, piece) for piece in body(state, defender).pieces)


# the side that is attacked


@rule("07.01.1", "07.03.3", "07.03.4", "02.04.3")
def side_attacked(state: CivilWarState, attacker: Unit, defender: Unit, advance: int) -> Aspect:
    """The side that is attacked, by the procedure attack-geometry."""
    mine, yours = body(state, attacker), body(state, defender)
    centres = base_centres(shape(state, attacker), pose(attacker))
    share = behind(yours.front, yours.facing, centres) / len(centres) if centres else 0.0
    situation = GeometrySituation(
        distance_cm=front_distance(mine, yours) / CM,
        advance_bearing_deg=advance / DEGREE,
        defender_facing_deg=defender.facing / DEGREE,
        defender_formation=attack_formation(defender),  # type: ignore[arg-type]
        open_formations_have_flanks=state.options.get("open_formations_have_flanks") != "false",
        share_behind_front_line=share,
        front_middle_behind_rear_line=behind(yours.rear, yours.facing, ((attacker.x, attacker.y),)) > 0,
        companies_facing_open_flank=companies_on_open_flank(state, attacker, defender),
    )
    aspect: Aspect = attack_geometry.outputs(situation)["aspect"]
    return aspect


@rule("07.03.3")
def companies_on_open_flank(state: CivilWarState, attacker: Unit, defender: Unit) -> int:
    """How many companies have their front towards an uncovered flank of the opponent, the one with more (R72)."""
    yours = body(state, defender)
    places = companies_at(state, attacker) if attacker.companies else []
    found = [0]
    for edge in (Edge.LEFT, Edge.RIGHT):
        count = sum(_faces_edge(place, attacker.facing, yours, edge) for place in places)
        if count and not is_covered(state, attacker, defender, edge):
            found.append(count)
    return max(found)


def _faces_edge(place: Point, facing: int, defender: Body, edge: Edge) -> bool:
    """If the line forward from a company meets a side edge, or passes within charge distance outside it (R72)."""
    end = forward(place, facing, _FAR)
    met = edge_met(defender.outline, place, end)
    if met is not None:
        return met.edge == edge
    return within((place, end), defender.edge(edge), CHARGE)


@rule("07.03.3")
def is_covered(state: CivilWarState, attacker: Unit, defender: Unit, edge: Edge) -> bool:
    """If a flank is covered (R72): by a friendly closed formation in OR or LU, a building, an obstacle that the
    attacker cannot pass, or the table's edge within 8 cm outward of it."""
    beside = _beside(body(state, defender), edge)
    table = ground(state)
    if not table.holds((beside,)):
        return True
    for friend in friends(state, defender):
        steady = is_closed(friend) and friend.order in ("OR", "LU")
        if steady and any(meet(piece, beside) for piece in body(state, friend).pieces):
            return True
    return any(
        (one.type == "building" or bars(state, attacker, one)) and near_feature((beside,), one, 0)
        for one in table.features
    )


def _beside(defender: Body, edge: Edge) -> Outline:
    """The ground within 8 cm outward of a flank."""
    left_front, right_front, right_rear, left_rear = defender.outline
    if edge == Edge.RIGHT:
        out = (defender.facing + _QUARTER) % CIRCLE
        return right_front, forward(right_front, out, NEAR), forward(right_rear, out, NEAR), right_rear
    out = (defender.facing - _QUARTER) % CIRCLE
    return forward(left_front, out, NEAR), left_front, left_rear, forward(left_rear, out, NEAR)


# what lies between


class Between(Struct, frozen=True):
    """What an attacker has still to cross to make contact: the worst class of obstacle, if it cannot be crossed, and if
    not by his arm in whatever formation."""

    obstacle: int
    impassable: bool
    for_his_arm: bool = False


def line_of_attack(attacker: Body, defender: Body) -> tuple[Point, Point]:
    """The line on which an attack meets its opponent: straight ahead from the middle of that part of the front which is
    opposite to him, or between the nearest points if no part is."""
    left, right = attacker.front
    width = to_the_right(right[0] - left[0], right[1] - left[1], attacker.facing)
    sides = [to_the_right(x - left[0], y - left[1], attacker.facing) for piece in defender.pieces for x, y in piece]
    low, high = max(0, min(sides)), min(width, max(sides))
    if low <= high and width > 0:
        part = low + high
        start = (
            left[0] + rounded((right[0] - left[0]) * part, 2 * width),
            left[1] + rounded((right[1] - left[1]) * part, 2 * width),
        )
        end = forward(start, attacker.facing, _FAR)
        met = [found for piece in defender.pieces if (found := edge_met(piece, start, end)) is not None]
        if met:
            return start, min(met, key=lambda found: found.way).at
    pairs = [nearest_points(attacker.front, piece) for piece in defender.pieces]
    return min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


@rule("07.03.2", "07.01.6")
def between(state: CivilWarState, attacker: Unit, defender: Unit) -> Between:
    """The obstacles on the line of attack (R74), and whether the attacker cannot pass what is there (07.01.6, R16)."""
    start, end = line_of_attack(body(state, attacker), body(state, defender))
    table = ground(state)
    crossed = [one for one in table.features if one.obstacle and _crosses(one, start, end)]
    worst = max((one.obstacle for one in crossed), default=0)
    grounds = _grounds(state, attacker, defender, start, end)
    barred = any(bars(state, attacker, one) for one in crossed)
    kept_out = any(keeps_out(state, attacker, one) for one in grounds)
    stops = barred or any(one == "impassable" or not _enters(state, attacker, one) for one in grounds)
    return Between(min(worst, WORST_OBSTACLE), stops, barred or kept_out)


def _crosses(feature: Feature, start: Point, end: Point) -> bool:
    """If a line leads over an object: of an area, over its edge."""
    if not feature.area:
        return near_feature(((start, end),), feature, 0)
    at_start, at_end = is_on(feature, start), is_on(feature, end)
    if at_start or at_end:
        return at_start != at_end
    return any(meet(solid, (start, end)) for solid in feature.solids)


@rule("07.01.6")
def bars(state: CivilWarState, unit: Unit, feature: Feature) -> bool:
    """If an object is an obstacle that a unit's arm cannot pass (schema III)."""
    if not feature.obstacle:
        return False
    arm = march_arm(unit.arm, unit.mounted, unit.formation, info(state, unit).horse_battery)
    row = march_row(arm, unit.formation, "ordinary")
    return row is None or obstacle_rate(arm, row, "ordinary", feature.obstacle) is None


@rule("07.01.6")
def keeps_out(state: CivilWarState, unit: Unit, terrain: str) -> bool:
    """If a unit's arm cannot enter a kind of ground, even in march column (schema I, 02.06.5)."""
    arm = march_arm(unit.arm, unit.mounted, "march_column", info(state, unit).horse_battery)
    row = march_row(arm, "march_column", "ordinary")
    return terrain == "impassable" or row is None or ground_rate(row, "march_column", "ordinary", terrain) is None


def _enters(state: CivilWarState, unit: Unit, terrain: str) -> bool:
    """If a unit can enter a kind of ground in its formation (R16)."""
    arm = march_arm(unit.arm, unit.mounted, unit.formation, info(state, unit).horse_battery)
    row = march_row(arm, unit.formation, "ordinary")
    return row is not None and ground_rate(row, unit.formation, "ordinary", terrain) is not None


def _grounds(state: CivilWarState, attacker: Unit, defender: Unit, start: Point, end: Point) -> set[str]:
    """The kinds of ground on the line of attack, but for the house that the defender is in."""
    table = ground(state)
    arm = march_arm(attacker.arm, attacker.mounted, attacker.formation, info(state, attacker).horse_battery)
    length = point_distance(start, end)
    found: set[str] = set()
    for stretch in table.stretches(start, end):
        if defender.building and defender.building in stretch.under:
            continue
        middle = (stretch.start + stretch.end) // 2
        place = (
            start[0] + rounded((end[0] - start[0]) * middle, length),
            start[1] + rounded((end[1] - start[1]) * middle, length),
        )
        found.add(ground_at(table, place, attacker.formation, arm))
    return found
