"""Flak against aircraft (1.2-e, 1.2-f, 1.7): what it covers, when it fires in both sides' movement, and the throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.changes import Whole
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.table import Table
from feltherre.games.normandy import occupation, units
from feltherre.games.normandy.board import GRID, WORDS
from feltherre.games.normandy.state import NormandyState, left
from feltherre.games.normandy.steps import FlakFire, FlakRuled, steps
from feltherre.games.normandy.tables import FLAK, Count
from feltherre.games.normandy.units import FLAK_UNITS, GERMAN, ROLES, UNITS
from feltherre.hexgame.counters import is_on_map

# the throw


class AirUnit(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    loss_value: Annotated[int, Meta(ge=1, le=10_000)]
    losses: Count = 0


class Barrage(Struct, frozen=True, forbid_unknown_fields=True):
    """The flak that covers a hex, and the air unit that comes there."""

    flak_points: Count
    aircraft: AirUnit


@rule("1.7-d")
def check_points(points: int, desk: Desk) -> None:
    """One regiment has 2 flak points, both have 4; there are no others (R7)."""
    desk.refuse_if(str(points) not in FLAK.headings, "flak-points", "1.7-d", n=points)


@rule("1.2-e", "1.7-a")
def shot(desk: Desk, points: int, aircraft: AirUnit, die: int) -> tuple[int, bool]:
    """The losses of an air unit by table 1.7, and whether they shoot it down; else it goes on to its task."""
    cell = FLAK.result(FLAK.value_column(points), die)
    losses = 0 if cell == "-" else int(cell)
    down = aircraft.losses + losses >= aircraft.loss_value
    called = WORDS.unit_text(aircraft.id)
    desk.line(f"flak.{'hit' if losses else 'miss'}", "1.7-a", losses, die=die, n=losses, unit=called)
    desk.line(f"flak.{'shot-down' if down else 'goes-on'}", "1.2-e", unit=called)
    return losses, down


@procedure("flak", "losses", "shot_down", dice=list[int])
@rule("MOV-4")
def flak(given: Barrage, desk: Desk) -> Resolve:
    """Flak fires once at an air unit, by the points that cover the hex (1.7, R33)."""
    check_points(given.flak_points, desk)
    desk.line("flak.points", "1.7-d", given.flak_points, n=given.flak_points)

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "1.7-a").values[0]
        losses, down = shot(desk, given.flak_points, given.aircraft, die)
        return {"losses": losses, "shot_down": down, "continues": not down}

    return resolve


# what it covers


@rule("1.2-f", "1.7-d", "MOV-4")
def covering(state: NormandyState, hex_: int) -> tuple[int, ...]:
    """The flak regiments that cover a hex: their own and the six around it, whatever lies between (R33)."""
    there = (unit for unit in FLAK_UNITS if is_on_map(state, unit))
    return tuple(unit for unit in there if GRID.distance(state.places[unit], hex_) <= 1)


@rule("1.7-d")
def points_of(regiments: Sequence[int]) -> int:
    """The flak points of regiments that cover the same hex, added together (R7)."""
    return sum(UNITS[unit].flak for unit in regiments)


def unfired(state: NormandyState, unit: int, hex_: int) -> tuple[int, ...]:
    """Those that cover a hex and have not fired at this air unit in this player turn."""
    return tuple(one for one in covering(state, hex_) if not state.fired_at[unit] & _bit(one))


def _bit(regiment: int) -> int:
    return 1 << FLAK_UNITS.index(regiment)


# fire


@rule("1.2-e", "1.2-f", "1.7-b")
def on_the_way(state: NormandyState, unit: int, hex_: int, target: int) -> tuple[int, ...]:
    """Who fires at an air unit that comes over a hex on its way to a target: each regiment once, where it first covers
    it; but two that cover the target fire there together (R33)."""
    now = unfired(state, unit, hex_)
    return now if len(now) >= len(unfired(state, unit, target)) else ()


@rule("1.2-f", "1.7-b")
def in_sight(state: NormandyState, regiment: int, hex_: int) -> list[int]:
    """The air units in flight that a regiment would cover from a hex, and has not fired at in this player turn: at each
    it fires once when it has moved there (R33)."""
    if regiment not in FLAK_UNITS:
        return []
    those = (unit for unit in units.AIR_UNITS if state.flown[unit] and not state.fired_at[unit] & _bit(regiment))
    return [unit for unit in those if GRID.distance(state.places[unit], hex_) <= 1]


@rule("1.2-f", "1.7-b", "1.7-d")
def fire_from(table: Table[NormandyState], regiment: int) -> None:
    """A regiment that has moved fires at whatever it covers now; with it the other, if that covers the same hex and has
    not fired at it yet."""
    state = table.state
    for unit in reversed(in_sight(state, regiment, state.places[regiment])):
        fire(table, unit, state.places[unit], unfired(state, unit, state.places[unit]))


def fire(table: Table[NormandyState], unit: int, hex_: int, regiments: Sequence[int]) -> None:
    """These regiments throw together at an air unit over a hex, before anything else is done."""
    for one in regiments:
        table.state.fired_at[unit] |= _bit(one)
    if regiments:
        table.push(FlakFire(hex_, unit, tuple(regiments)))


@rule("CAR-4", "1.7-d")
def fire_at_all(table: Table[NormandyState], flyers: Sequence[int], hex_: int) -> None:
    """All flak that covers a hex throws once at each of these air units, the first before the others."""
    for unit in reversed(flyers):
        fire(table, unit, hex_, covering(table.state, hex_))


@steps.throws(
    FlakFire,
    FlakRuled,
    by=flak,
    thrower=lambda state, step, purpose: ROLES[GERMAN],
    changes={"losses": Whole(0, 3)},
)
@rule("1.2-e", "1.7-d")
def flak_fire(state: NormandyState, step: FlakFire) -> Barrage | None:
    """One die (1.7-a); none if the aircraft or the flak is gone meanwhile."""
    points = points_of([unit for unit in step.regiments if is_on_map(state, unit)])
    if not points or not is_on_map(state, step.unit):
        return None
    one = UNITS[step.unit]
    return Barrage(points, AirUnit(one.id, one.loss_value, state.losses[step.unit]))


@steps.does(FlakRuled)
@rule("1.7-a", "1.2-e")
def take_hits(table: Table[NormandyState], step: FlakRuled) -> None:
    """Losses are marked; who is not shot down goes on."""
    n = min(step.ruling.outputs["losses"], left(table.state, step.unit))
    told = {"attackers": step.regiments, "unit": step.unit, "place": step.hex, "n": n}
    WORDS.tell(table, "flak" if n else "flak-misses", "1.7-a", [step.hex], step.ruling, **told)
    for _ in range(n):
        occupation.lose(table, step.unit, "1.7-a")
