"""Base contact on the march (02.06.3, 04.02.5, 04.02.9): through a friend, through an enemy in rout, or no farther."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.commanders import player_of, role_of
from feltherre.games.civilwar.field import are_there, by_id, grade, is_pinned, kind
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.grips import come_to_grips, opponents
from feltherre.games.civilwar.halting import halt
from feltherre.games.civilwar.orders.language import Fire, GunFire, Reorganise, Resupply, Retreat, Stand
from feltherre.games.civilwar.parts import rejoin, rejoins
from feltherre.games.civilwar.procedures.inputs import no_better
from feltherre.games.civilwar.procedures.march import (
    PassPinnedSituation,
    PassSituation,
    pass_through,
    pass_through_pinned,
)
from feltherre.games.civilwar.routes import legs_of, pace_of
from feltherre.games.civilwar.shapes import standing_as
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index, note, place_in_order, unit_of, worse
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import changed, mover_of, runs_into
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.motion import NEVER, first_clear
from feltherre.ground.tabletop.schedule import Event, enter


class PassPinned(Step, frozen=True, tag="pass-pinned"):
    """Foot comes to a pinned friend in its way (04.02.9)."""

    mover: str
    other: str
    situation: PassPinnedSituation
    throws: tuple[Thrown, ...] = ()


class PassPinnedRuled(Step, frozen=True, tag="pass-pinned-ruled"):
    mover: str
    other: str
    ruling: Ruling


@events.of("contact")
def contact(table: Table[CivilWarState], event: Event) -> None:
    """Two units touch: what becomes of it is settled when the movement of the instant goes on."""
    state = table.state
    order = place_in_order(state, event.who[0])
    enter(state.line, state.line.now, "move", "pass", order=order, who=event.who, data={})


@events.of("pass")
@rule("02.06.3", "04.02.5")
def pass_or_stop(table: Table[CivilWarState], event: Event) -> None:
    """A unit that still runs into another passes through it, or stops at base contact (04.02.5, R25)."""
    state = table.state
    mover, other = by_id(state, event.who[0]), by_id(state, event.who[1])
    if mover is None or other is None or not (mover.on_table and other.on_table):
        return
    track = state.tracks[index(state, mover.id)]
    if not track or other.id in doing_of(state, mover.id).passing:
        return
    if not runs_into(track, mover_of(state, index(state, other.id)), state.line.now):
        changed(state, mover.id)
        return
    if rejoins(state, mover, other):
        rejoin(table, mover, other)
        return
    found = pass_through.outputs(way_through(state, mover, other))
    if found["pinned_test"]:
        table.push(PassPinned(mover.id, other.id, pinned_situation(state, mover)))
    elif found["allowed"]:
        goes_through(table, mover.id, other.id)
    else:
        stops_at(table, mover.id, other.id, found["reason"])


@rule("02.06.3")
def way_through(state: CivilWarState, mover: Unit, other: Unit) -> PassSituation:
    """What bars the way through a unit (02.06.3, R25)."""
    given: dict[str, Any] = {
        "mover_kind": "artillery" if kind(mover).endswith("artillery") else kind(mover),
        "mover_order_state": mover.order,
        "formation": pass_formation(other),
        "order_state": other.order,
        "order": order_kind(state, other),
    }
    return PassSituation(
        same_side=mover.side == other.side,
        mover_charge_pace=_at_charge_pace(state, mover, other),
        pinned=is_pinned(state, other),
        fire_locked=bool(locked_target(state, other)),
        **given,
    )


@rule("02.06.3")
def _at_charge_pace(state: CivilWarState, mover: Unit, other: Unit) -> bool:
    """If it goes at charge pace when it comes to another, or before it is past him: its whole attack is at that pace,
    of a march the leg that it is on (R23)."""
    doing, now = doing_of(state, mover.id), state.line.now
    come_to = [stage for stage in doing.stages if stage.tick <= now]
    if doing.attacks or doing.void or doing.line is None or not come_to:
        return doing.charging
    legs, order = legs_of(doing.line.order), doing.line.order
    still = [come_to[-1], *(stage for stage in doing.stages if stage.tick > now)]
    charges = [stage.tick for stage in still if pace_of(order, legs[stage.leg]) == "charge"]
    return bool(charges) and (charges[0] <= now or not _is_past(state, mover, other, charges[0]))


def _is_past(state: CivilWarState, mover: Unit, other: Unit, tick: int) -> bool:
    """If a march through another is over by a tick."""
    one, two = (mover_of(state, index(state, unit.id)) for unit in (mover, other))
    return first_clear(one, two, CONTACT, state.line.now, tick) != NEVER


def pass_formation(unit: Unit) -> str:
    """Guns and wagons are closed formations like a line (R25)."""
    if unit.arm in ("artillery", "wagon"):
        return "march_column" if unit.formation == "march_column" else "line"
    return standing_as(unit.formation, unit.mounted, unit.figures, unit.files)


def order_kind(state: CivilWarState, unit: Unit) -> str:
    """stand, move or fire: what a unit has orders to do in this turn (03.03.1)."""
    line = doing_of(state, unit.id).line
    if line is None or isinstance(line.order, Stand | Reorganise | Resupply | Retreat):
        return "stand"
    return "fire" if isinstance(line.order, Fire | GunFire) else "move"


def pinned_situation(state: CivilWarState, mover: Unit) -> PassPinnedSituation:
    order: Any = mover.order
    return PassPinnedSituation(bool(doing_of(state, mover.id).attacks), grade(state, mover), order)


def goes_through(table: Table[CivilWarState], mover: str, other: str) -> None:
    """The march goes on as if nobody stood there; a unit passed through cannot fire as surprised (04.02.13)."""
    state = table.state
    note(state, mover, passing=(*doing_of(state, mover).passing, other))
    note(state, other, passed_through=True)
    tell(table, "civilwar.motion.passes", "02.06.3", mover, other, unit=name(state, mover), other=name(state, other))


@rule("04.02.5")
def stops_at(table: Table[CivilWarState], mover: str, other: str, reason: str) -> None:
    """It may not pass: it stops at base contact (04.02.5)."""
    state = table.state
    halt(state, mover, "contact")
    key = f"civilwar.motion.contact.{reason.replace('_', '-')}"
    tell(table, key, "04.02.5", mover, other, unit=name(state, mover), other=name(state, other))
    if unit_of(state, other).side != unit_of(state, mover).side:
        # it may have come to several at one instant
        for foe in dict.fromkeys((other, *(one.id for one in opponents(state, unit_of(state, mover))))):
            _hold(table, mover, foe)
        come_to_grips(table, mover)


@rule("07.02.4")
def _hold(table: Table[CivilWarState], mover: str, other: str) -> None:
    """Contact after their shock throw fixes two units for the melee: it ends the order of the other as well (R128). Who
    is forced to give way still does."""
    state = table.state
    settled = other in doing_of(state, mover).won or mover in doing_of(state, other).won
    if not settled or doing_of(state, other).void:
        return
    moves = order_kind(state, unit_of(state, other)) == "move"
    if moves or doing_of(state, other).to_fire:
        key = "civilwar.attack.fixed" if moves else "civilwar.attack.fixed-fire"
        told = say(key, attacker=name(state, mover), defender=name(state, other))
        # what it was ordered is not for the enemy to know
        table.tell(told, "07.02.4", (mover, other), audience=(role_of(state, unit_of(state, other)),))
    halt(state, other, "contact")


def _changes(state: CivilWarState, step: PassPinnedRuled) -> Mapping[str, Value]:
    """A unit that does not pass is in LU at best (04.02.9)."""
    if step.ruling.outputs["passes"] is not False:
        return {"passes": YesNo()}
    return {"passes": YesNo(), "order_after": no_better(worse("LU", unit_of(state, step.mover).order))}


@steps.throws(PassPinned, PassPinnedRuled, by=pass_through_pinned, thrower=player_of("mover"), changes=_changes)
@rule("04.02.9")
def at_pinned(state: CivilWarState, step: PassPinned) -> PassPinnedSituation | None:
    """Two dice and its grade for a unit that has declared an attack (04.02.9, R26)."""
    return step.situation if are_there(state, step.mover, step.other) else None


@steps.does(PassPinnedRuled)
@rule("04.02.9")
def passes_pinned(table: Table[CivilWarState], step: PassPinnedRuled) -> None:
    """It goes on through, or stops at contact in LU and is pinned itself (04.02.9, R26)."""
    from feltherre.games.civilwar import orderstate

    state = table.state
    if not are_there(state, step.mover, step.other):
        return
    who, whom = name(state, step.mover), name(state, step.other)
    key = "through-pinned" if step.ruling.outputs["passes"] else "caught"
    tell(table, f"civilwar.motion.{key}", "04.02.9", step.mover, step.other, ruling=step.ruling, unit=who, other=whom)
    if step.ruling.outputs["passes"]:
        note(state, step.mover, passing=(*doing_of(state, step.mover).passing, step.other))
        note(state, step.other, passed_through=True)
        return
    halt(state, step.mover, "pinned")
    orderstate.becomes(table, step.mover, str(step.ruling.outputs["order_after"]), cause=step.other, by="passing")
