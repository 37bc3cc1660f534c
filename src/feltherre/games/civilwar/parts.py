"""Companies away from their unit (R11): sent off on their own, and back with it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.buildings import room_in
from feltherre.games.civilwar.changing import cut_path, on_path
from feltherre.games.civilwar.field import arm, ground, shape
from feltherre.games.civilwar.halting import set_track, stop_changing
from feltherre.games.civilwar.marching import shortened
from feltherre.games.civilwar.orders.language import Detach, Move, OrderLine, Rejoin, Stand
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.procedures.orders import without_orders
from feltherre.games.civilwar.room import Floor, step_off
from feltherre.games.civilwar.shapes import in_file
from feltherre.games.civilwar.sightings import take_off
from feltherre.games.civilwar.state import (
    LEFT,
    CivilWarState,
    Doing,
    Unit,
    change,
    doing_of,
    index,
    note,
    unit_of,
    worse,
)
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import changed
from feltherre.ground.tabletop.angles import Point, apart, forward
from feltherre.ground.tabletop.measure import CIRCLE, rounded


def figures_of(unit: Unit, companies: int) -> int:
    """The figures of so many companies of a unit: losses are spread evenly (R11)."""
    return -(-companies * unit.figures // max(1, unit.companies))


@rule("01.02.2", "01.02.3", "01.02.4")
def detach(state: CivilWarState, unit_id: str, line: OrderLine, heading: int | None = None) -> str | None:
    """Send companies off, in a direction if they march: those from where the way there is free (R136). They are a unit
    of their own from now on; its name is given back, None if the unit cannot be divided so."""
    unit, order = unit_of(state, unit_id), line.order
    assert isinstance(order, Detach)
    figures = figures_of(unit, order.companies)
    if order.companies >= unit.companies or not 0 < figures < unit.figures or unit.building or unit.arm == "artillery":
        return None
    gone = _share_of_losses(unit, order.companies)
    rest = replace(unit, figures=unit.figures - figures, companies=unit.companies - order.companies, trail=(), parted=0)
    part = replace(
        unit,
        id=next_part(state, unit),
        figures=figures,
        companies=order.companies,
        men=0,
        **gone,
        trail=(),
        parted=0,
        last=None,
        work="",
        worked=0,
    )
    part, rest = _divided(state, unit, part, rest, heading)
    table = ground(state)
    if not all(0 <= one.x <= table.width and 0 <= one.y <= table.height for one in (part, rest)):
        return None  # the rear of a column that is not on the table yet
    left = {kind: getattr(unit, kind) - number for kind, number in gone.items()}
    place = {"x": rest.x, "y": rest.y, "facing": rest.facing, "trail": rest.trail, "parted": 0}
    change(state, unit_id, figures=rest.figures, companies=rest.companies, **place, **left)
    state.units.append(part)
    legs_line = OrderLine(Move(order.legs), line.prefs) if order.legs else OrderLine(Stand(), line.prefs)
    state.doing.append(Doing(line=legs_line, moved=True, stood=(part.x, part.y, part.facing)))
    state.tracks.append(())
    for one in (unit_id, part.id):
        _beside_objects(state, one, unit)
    return part.id


@rule("08.02.7")
def _share_of_losses(unit: Unit, companies: int) -> dict[str, int]:
    """What so many of a unit's companies have lost of its losses: they are spread evenly (R11), and each part has its
    share of the original strength (R86)."""
    return {kind: rounded(getattr(unit, kind) * companies, unit.companies) for kind in ("lost", "captured", "fled")}


def next_part(state: CivilWarState, unit: Unit) -> str:
    """The name of a new part of a unit: its parent's with a number."""
    number = sum(1 for other in state.units if other.parent == unit.parent and other.id != unit.parent) + 1
    return f"{unit.parent}/{number}"


@rule("01.02.2")
def _divided(state: CivilWarState, unit: Unit, part: Unit, rest: Unit, heading: int | None) -> tuple[Unit, Unit]:
    """Both parts on the ground of the whole. Side by side in line: those on the side to which they march go, else those
    on the right. One behind the other in column: the foremost if they march ahead or to a side, else the rearmost
    (R136)."""
    if unit.formation in ("attack_column", "march_column") or in_file(unit.formation, unit.files):
        if heading is not None and apart(heading, unit.facing) <= CIRCLE // 4:
            return _in_file(state, unit, part, rest)
        rest, part = _in_file(state, unit, rest, part)
        return part, rest
    if heading is not None and (heading - unit.facing) % CIRCLE > CIRCLE // 2:
        return _abreast(state, unit, part, rest)
    rest, part = _abreast(state, unit, rest, part)
    return part, rest


def _abreast(state: CivilWarState, unit: Unit, left: Unit, right: Unit) -> tuple[Unit, Unit]:
    """The two parts of a line: who is on the left, who on the right."""
    whole, one, other = (shape(state, unit_).width for unit_ in (replace(unit, trail=()), left, right))
    width = max(whole, one + other)
    x, y = forward((unit.x, unit.y), (unit.facing - CIRCLE // 4) % CIRCLE, rounded(width - one, 2))
    to_right = forward((unit.x, unit.y), (unit.facing + CIRCLE // 4) % CIRCLE, rounded(width - other, 2))
    return replace(left, x=x, y=y), replace(right, x=to_right[0], y=to_right[1])


def _in_file(state: CivilWarState, unit: Unit, first: Unit, last: Unit) -> tuple[Unit, Unit]:
    """The two parts of a column: who is at its head, who behind."""
    before, depth = shape(state, first).depth, shape(state, last).depth
    return replace(first, trail=_trail(first, unit.trail, before)), _behind(unit, last, depth, before)


def _behind(unit: Unit, part: Unit, depth: int, before: int) -> Unit:
    """Companies at the rear of a column, so far behind its head, bent where it is bent."""
    path = ((unit.x, unit.y), *unit.trail)
    (x, y), _ = on_path(path, unit.facing, before)
    # just behind there, if it is a corner
    _, facing = on_path(path, unit.facing, before + 1)
    there = replace(part, x=x, y=y, facing=facing)
    # of the corners behind the head of the whole, those that lie behind this one
    passed = len(cut_path(path, unit.facing, before)) - 1
    return replace(there, trail=_trail(there, path[passed:], depth))


def _trail(head: Unit, trail: tuple[Point, ...], depth: int) -> tuple[Point, ...]:
    return shortened((head.x, head.y), trail, head.facing, depth)


def _beside_objects(state: CivilWarState, unit_id: str, before: Unit) -> None:
    """Parts take a little more ground than the whole, and the whole more than one of them: not that of a house."""
    if not Floor(state, before.id).on_object(before, grace=True):
        step_off(state, unit_id)


def rejoins(state: CivilWarState, mover: Unit, other: Unit) -> bool:
    """If a unit has orders to join another of the same regiment, and if that is in a house there is room (02.04.3)."""
    line = doing_of(state, mover.id).line
    joins = line is not None and isinstance(line.order, Rejoin) and line.order.unit == other.id
    if not joins or mover.parent != other.parent or mover.mounted != other.mounted:
        return False
    return not other.building or mover.companies <= room_in(state, other.building, mover)


@rule("05.02.4", "09.01.1", "03.03.4")
def rejoin(table: Table[CivilWarState], part: Unit, unit: Unit) -> None:
    """The companies are with their unit again: figures, losses and men are added up, the worse order holds for all.
    What either has fired (05.02.4, 09.01.1) or charged (03.03.4) the whole has."""
    state = table.state
    mine, other = name(state, part.id), name(state, unit.id)
    tell(table, "civilwar.motion.rejoins", "03.03.1", part.id, unit.id, unit=mine, other=other)
    men = part.men + unit.men
    removed = men // MEN_PER_FIGURE
    note(state, unit.id, men_lost=doing_of(state, unit.id).men_lost + doing_of(state, part.id).men_lost)
    change(
        state,
        unit.id,
        figures=unit.figures + part.figures - removed,
        companies=unit.companies + part.companies,
        men=men % MEN_PER_FIGURE,
        lost=unit.lost + part.lost + removed,
        captured=unit.captured + part.captured,
        fled=unit.fled + part.fled,
        **_order_of_whole(state, part, unit),
        out_of_ammunition=unit.out_of_ammunition or part.out_of_ammunition,
        has_fired=unit.has_fired or part.has_fired,
        fired=max(unit.fired, part.fired),
        charged=max(unit.charged, part.charged),
        stirred=unit.stirred or part.stirred,
    )
    if not state.tracks[index(state, unit.id)]:
        _beside_objects(state, unit.id, unit)
    stop_changing(state, part.id)
    set_track(state, part.id, ())
    take_off(state, part.id, LEFT, figures=0, companies=0, men=0, lost=0, captured=0, fled=0)
    for one in (part.id, unit.id):
        changed(state, one)


@rule("08.04.1", "08.04.2", "08.02.1")
def _order_of_whole(state: CivilWarState, part: Unit, unit: Unit) -> dict[str, Any]:
    """The worse order of the two and what counts towards a better one (R122): what the companies bring the whole has
    come into in this turn, and in U it was not still, since they have moved; two in LU have what both have."""
    order = worse(part.order, unit.order)
    if order != unit.order or part.order == "U":
        return {"order": order, "order_turn": state.turn, "clean": 0, "pinned": 0}
    if part.order != order:
        return {}
    return {"order_turn": max(part.order_turn, unit.order_turn), "clean": min(part.clean, unit.clean)}


@rule("03.03.5")
def enough_attack(state: CivilWarState, unit: Unit) -> bool:
    """If enough of a regiment attacks the enemy whom a unit of it attacks (03.03.5, R29)."""
    parts = [one for one in state.units if one.on_table and one.parent == unit.parent]
    whole = sum(one.figures for one in parts)
    # companies of it that go by themselves against the same enemy take part as well
    target = doing_of(state, unit.id).attacks
    taking_part = sum(one.figures for one in parts if doing_of(state, one.id).attacks == target)
    return not without_orders(arm(unit), taking_part, whole)  # type: ignore[arg-type]
