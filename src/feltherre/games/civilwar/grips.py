"""Which figures fight hand to hand (07.04.4, 07.04.5, R80, R81, R83): those in base contact, those beside them, those
led round to the enemy's sides and those turned to meet him.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.field import body, ground, info, pose, shape
from feltherre.games.civilwar.marching import marcher, rate_of
from feltherre.games.civilwar.neighbours import touched_by
from feltherre.games.civilwar.room import drawn_in, stand_on
from feltherre.games.civilwar.state import CivilWarState, Grip, Unit, change, doing_of, unit_of
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import Point, forward, to_the_right
from feltherre.ground.tabletop.bodies import Body, base_centres, base_outlines
from feltherre.ground.tabletop.distance import CONTACT, nearest_to, point_distance, within
from feltherre.ground.tabletop.firelines import bases_beside, bases_in_contact
from feltherre.ground.tabletop.measure import CIRCLE, TURN, rounded, way_in
from feltherre.ground.tabletop.shapes import Outline, middle
from feltherre.ground.tabletop.table import covers_part

#: only the two foremost ranks fight (07.04.4)
FIGHTING_RANKS: Final = 2
#: so many companies turn to meet an attack on the flank (07.04.5)
TURNING_COMPANIES: Final = 2
#: the event at which a unit that fights sets out: only when the melee is over (R80)
AFTER_MELEE: Final = "after-melee"


def troops(unit: Unit) -> Literal["mounted", "dismounted", "other"]:
    """A unit as 07.04.3 counts it."""
    if unit.arm != "cavalry":
        return "other"
    return "mounted" if unit.mounted else "dismounted"


@rule("07.04.1")
def opponents(state: CivilWarState, unit: Unit) -> list[Unit]:
    """The enemies in base contact with whom a unit fights a melee: nobody fights who is in FU, nor a wagon."""
    if not _fights(unit):
        return []
    return [other for other in touched_by(state, unit) if other.side != unit.side and _fights(other)]


def _fights(unit: Unit) -> bool:
    return unit.on_table and unit.order != "FU" and unit.arm != "wagon" and unit.figures > 0


def fights_first(state: CivilWarState, unit_id: str) -> bool:
    """If a unit has a melee before it when it is to set out (R80)."""
    line = state.line
    return any(one.kind == AFTER_MELEE and unit_id in one.who for one in (*line.batch[int(line.busy) :], *line.waiting))


@rule("07.04.1", "09.01.1")
def silenced_by_melee(state: CivilWarState, unit: Unit) -> bool:
    """If a unit does not fire because it is in a melee, or has fought one in this turn, which counts as fire (R131)."""
    if state.options.get("melee_units_fire") == "true":
        return False
    fought = unit.fired == state.turn and not doing_of(state, unit.id).shots
    return fought or bool(opponents(state, unit))


@rule("07.04.1")
def sheltered_by_melee(state: CivilWarState, firer: Unit, target: Unit) -> bool:
    """If a unit cannot be fired at because all its figures take part in a melee in which the firer does not (07.04.1).
    A deep column fights with its front only; the rest of it stands open to fire."""
    foes = opponents(state, target)
    if not foes or any(foe.id == firer.id for foe in foes):
        return False
    return sum(fighting_figures(state, target, foes).values()) >= target.figures


# who is in contact


@rule("07.04.4", "07.04.5")
def fighting_figures(state: CivilWarState, unit: Unit, enemies: list[Unit]) -> dict[str, int]:
    """How many figures fight against each enemy: those in base contact and those in contact with these (07.04.4); a
    unit touched by several divides its figures among them by contact (R80)."""
    if not enemies:
        return {}
    if unit.building or unit.arm == "artillery":
        # a building has no ranks (02.04.3), and gunners stand at their guns: all of them fight
        shares = _even(unit.figures, [enemy.id for enemy in enemies])
    else:
        shares = _by_contact(state, unit, enemies)
    left = unit.figures
    counts: dict[str, int] = {}
    # first those against whom figures were turned or led round: these fight nobody else (07.02.4, 07.04.5)
    held = [grip.enemy for grip in unit.grips if grip.turned or grip.lapping]
    for enemy in sorted(enemies, key=lambda enemy: enemy.id not in held):
        counts[enemy.id] = min(left, _with_grips(unit, enemy.id, shares[enemy.id]))
        left -= counts[enemy.id]
    return counts


def _even(figures: int, enemies: list[str]) -> dict[str, int]:
    full, rest = divmod(figures, len(enemies))
    return {enemy: full + (place < rest) for place, enemy in enumerate(enemies)}


def _by_contact(state: CivilWarState, unit: Unit, enemies: list[Unit]) -> dict[str, int]:
    own = base_outlines(shape(state, unit), pose(unit))
    along = {enemy.id: _touched(state, own, enemy) for enemy in enemies}
    touched = {enemy.id: along[enemy.id] or [_nearest(state, own, enemy)] for enemy in enemies}
    fighting = {enemy: bases_beside(own, bases) for enemy, bases in touched.items()}
    counts = dict.fromkeys(touched, 0)
    for base, outline in enumerate(own):
        claims = [enemy for enemy, bases in fighting.items() if base in bases]
        if claims:
            nearest = {enemy: _to_contact(own, outline, touched[enemy]) for enemy in claims}
            # who only meets the unit at a corner has those whom nobody else holds
            counts[min(claims, key=lambda enemy: (not along[enemy], nearest[enemy], counts[enemy]))] += 1
    return counts


def _to_contact(own: list[Outline], base: Outline, touched: list[int]) -> int:
    """How far a base stands from those that touch an enemy; 0 if it is one of them."""
    return min(point_distance(middle(base), middle(own[other])) for other in touched)


def _touched(state: CivilWarState, own: list[Outline], enemy: Unit) -> list[int]:
    """The bases that touch the enemy's; where a gap or an incomplete rank of his is between, his outline."""
    theirs = body(state, enemy).pieces
    bases = theirs if enemy.building else base_outlines(shape(state, enemy), pose(enemy))
    return _along_edges(own, bases) or _along_edges(own, theirs)


def _nearest(state: CivilWarState, own: list[Outline], enemy: Unit) -> int:
    theirs = body(state, enemy).pieces
    return min(range(len(own)), key=lambda base: _gap(own[base], theirs))


def _along_edges(own: Sequence[Outline], enemy: Sequence[Outline]) -> list[int]:
    """The bases that touch an enemy base; bases that only meet at their corners stand past each other, and are what the
    book calls overlapping (07.04.4)."""
    near = bases_in_contact(own, enemy)
    return [base for base in near if any(_meet_along(own[base], other) for other in enemy)]


def _meet_along(base: Outline, other: Outline) -> bool:
    """If two bases touch at more than their corners."""
    if not within(base, other, CONTACT):
        return False
    return any(within(edge, other, CONTACT) for edge in _edges(base)) or any(
        within(edge, base, CONTACT) for edge in _edges(other)
    )


def _edges(outline: Outline) -> list[Outline]:
    """The edges of an outline without their ends."""
    return [
        _shortened(a, b)
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)
        if point_distance(a, b) > 4 * CONTACT
    ]


def _shortened(a: Point, b: Point) -> Outline:
    length = point_distance(a, b)
    dx, dy = rounded((b[0] - a[0]) * 2 * CONTACT, length), rounded((b[1] - a[1]) * 2 * CONTACT, length)
    return (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)


def _gap(base: Outline, pieces: tuple[Outline, ...]) -> int:
    corners = [corner for piece in pieces for corner in piece]
    return min(point_distance(nearest_to(base, corner), corner) for corner in corners)


def _with_grips(unit: Unit, enemy: str, figures: int) -> int:
    grip = next((one for one in unit.grips if one.enemy == enemy), None)
    if grip is None:
        return figures
    return min(unit.figures, max(figures, grip.turned) + grip.lapping)


@rule("07.06.2", "07.04.4")
def figures_on_step_forward(state: CivilWarState, attacker: Unit, defender: Unit) -> int:
    """The figures that would fight if the attacker stepped straight forward: of his two foremost ranks those opposite
    to the defender, and one more at each end (R83)."""
    ground_shape = shape(state, attacker)
    centres = base_centres(ground_shape, pose(attacker))
    mine, yours = body(state, attacker), body(state, defender)
    low, high = _span(mine, yours)
    x, y = mine.front[0]
    by_rank: dict[int, list[int]] = {}
    for base, (cx, cy) in zip(ground_shape.bases, centres, strict=True):
        if base.rank < FIGHTING_RANKS:
            by_rank.setdefault(base.rank, []).append(to_the_right(cx - x, cy - y, attacker.facing))
    return min(attacker.figures, sum(_opposite(places, low, high) for places in by_rank.values()))


def _span(mine: Body, yours: Body) -> tuple[int, int]:
    """From where to where along a front another body lies, in parts as of `to_the_right`."""
    x, y = mine.front[0]
    sides = [to_the_right(px - x, py - y, mine.facing) for piece in yours.pieces for px, py in piece]
    return min(sides), max(sides)


def _opposite(places: list[int], low: int, high: int) -> int:
    """How many of a rank are opposite to the enemy, with one overlapping figure at each end."""
    opposite = sum(low <= place <= high for place in places)
    beyond_left = any(place < low for place in places)
    beyond_right = any(place > high for place in places)
    return opposite + beyond_left + beyond_right if opposite else min(1, len(places))


# led round, and turned to meet him


@rule("07.02.4")
def come_to_grips(table: Table[CivilWarState], mover: str) -> None:
    """A unit has come to base contact with the enemy; if its attack broke in, what overlaps him is led against his
    sides."""
    state = table.state
    for enemy in [foe.id for foe in opponents(state, unit_of(state, mover))]:
        _note_who_came(state, mover, enemy)
        if enemy not in doing_of(state, mover).won:
            continue
        figures = lap_round(state, mover, enemy, TURN - state.line.now)
        if figures:
            who, whom = name(state, mover), name(state, enemy)
            tell(table, "civilwar.attack.laps", "07.02.4", mover, enemy, attacker=who, defender=whom, n=figures)


@rule("02.06.6")
def _note_who_came(state: CivilWarState, mover: str, other: str) -> None:
    """One who has come to the other stood behind nothing (R132); nor did one who has attacked him in this turn."""
    set_grip(state, mover, other, came=True)
    if mover in doing_of(state, other).shocked:
        set_grip(state, other, mover, came=True)


@rule("07.02.4")
def lap_round(state: CivilWarState, attacker_id: str, defender_id: str, ticks: int) -> int:
    """Figures beyond the defender's ends are led into contact with his sides, as far as an ordinary march would take
    them in the time that is left, where nobody else stands (R81). Gives how many."""
    attacker, defender = unit_of(state, attacker_id), unit_of(state, defender_id)
    going = marcher(state, attacker, "ordinary")
    if going is None or attacker.building or defender.building:
        return 0
    length = way_in(ticks, rate_of(going, "ordinary") or 0)
    mine, yours = body(state, attacker), body(state, defender)
    low, high = _span(mine, yours)
    busy = [_span(mine, body(state, foe)) for foe in opponents(state, attacker) if foe.id != defender_id]
    count = 0
    for places, corner in (
        (_beyond(state, attacker, low, busy, left=True), 0),
        (_beyond(state, attacker, high, busy, left=False), 1),
    ):
        side, outward = _side_towards(yours, mine, corner)
        if not _is_free(state, attacker, defender, side, outward):
            continue
        room = max(1, point_distance(*side) // shape(state, attacker).bases[0].width)
        near = sorted(point_distance(place, nearest_to(side, place)) for place in places)
        count += min(room, sum(way <= length for way in near))
    if count:
        set_grip(state, attacker_id, defender_id, lapping=count)
    return count


@rule("07.02.4")
def _is_free(state: CivilWarState, attacker: Unit, defender: Unit, side: tuple[Point, Point], outward: int) -> bool:
    """If there is room for a rank of figures against a side: no other unit stands there, nor a house."""
    depth = shape(state, attacker).bases[0].depth
    strip = (side[1], side[0], forward(side[0], outward, depth), forward(side[1], outward, depth))
    units = [body(state, one) for one in state.units if one.on_table and one.id not in (attacker.id, defender.id)]
    houses = [one for one in ground(state).features if one.type == "building"]
    taken = any(stand_on((strip,), one.pieces) for one in units)
    return not taken and not any(covers_part(one, drawn_in((strip,))) for one in houses)


def _beyond(
    state: CivilWarState, unit: Unit, limit: int, busy: list[tuple[int, int]], *, left: bool
) -> list[tuple[int, int]]:
    """The figures of the fighting ranks that stand beyond one end of the enemy and have no other before them (`busy`),
    but for the one that overlaps there and counts anyway (07.04.4)."""
    ground_shape, here = shape(state, unit), pose(unit)
    x, y = body(state, unit).front[0]
    found = []
    for base, (cx, cy) in zip(ground_shape.bases, base_centres(ground_shape, here), strict=True):
        aside = to_the_right(cx - x, cy - y, unit.facing)
        idle = base.rank < FIGHTING_RANKS and not any(low <= aside <= high for low, high in busy)
        if idle and (aside < limit if left else aside > limit):
            found.append((abs(aside - limit), base.rank, (cx, cy)))
    ranks = {rank for _, rank, _ in found}
    return [place for _, _, place in sorted(found)][len(ranks) :]


def _side_towards(defender: Body, attacker: Body, corner: int) -> tuple[tuple[Point, Point], int]:
    """The edge of the defender that runs away from the attacker's front at its left (0) or right (1) end, and which way
    it looks."""
    x, y = attacker.front[0]
    pick = min if corner == 0 else max
    outline = defender.outline
    # the front, then the right side, the rear and the left
    edges = [((outline[i], outline[(i + 1) % 4]), (defender.facing + i * CIRCLE // 4) % CIRCLE) for i in range(4)]
    return pick(
        edges,
        key=lambda edge: sum(to_the_right(px - x, py - y, attacker.facing) for px, py in edge[0]),
    )


@rule("07.04.5")
def turning_figures(unit: Unit) -> int:
    """The figures of two companies (R11)."""
    companies = max(1, unit.companies)
    return min(unit.figures, -(-TURNING_COMPANIES * unit.figures // companies))


def set_grip(state: CivilWarState, unit_id: str, enemy: str, **values: int) -> None:
    """Note how a unit has come to grips with an enemy."""
    unit = unit_of(state, unit_id)
    old = next((one for one in unit.grips if one.enemy == enemy), Grip(enemy))
    others = tuple(one for one in unit.grips if one.enemy != enemy)
    change(state, unit_id, grips=(*others, replace(old, **values)))


def let_go(state: CivilWarState) -> None:
    """Drop what is noted of enemies who are no longer in contact."""
    for unit in list(state.units):
        if unit.grips:
            held = {enemy.id for enemy in opponents(state, unit)}
            change(state, unit.id, grips=tuple(one for one in unit.grips if one.enemy in held))


def has_shotguns(state: CivilWarState, unit: Unit) -> bool:
    return info(state, unit).weapon == "shotgun"
