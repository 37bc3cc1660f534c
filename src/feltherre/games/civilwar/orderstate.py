"""How a unit's order gets worse (08.02), and what that forces on it at once (04.02).

`becomes` is the one place where a result, from fire, shock, melee, flight of others or movement, changes a unit's
order; `hit` tells of men lost to fire. Order and pin change at once, since the next volley of the same instant already
meets them (R33). What the unit is then forced to do is entered for the step `forced` of this instant, after all fire
and shock, and carried out by `forced`. Where that step has begun already (a unit carried away by a flight), it is
done directly.
"""

from __future__ import annotations

from typing import Final

from feltherre.core.chance import Outcome, Ruling, Thrown
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.approach import FRONTAL, advance_bearing, side_attacked
from feltherre.games.civilwar.field import CLOSE, by_id, distance, enemies, has_moved, is_pinned, kind
from feltherre.games.civilwar.marched import count_way
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.procedures.inputs import order_name
from feltherre.games.civilwar.procedures.morale import CarriedSituation
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, note, place_in_order, unit_of, worse
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import field_at
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.schedule import Event, enter, strike, why_late


class Flight(Step, frozen=True, tag="flight"):
    """A unit is in flight without time (04.02.1): so many ticks of march are left to it."""

    unit: str
    heading: int
    left: int
    #: how often it has been turned aside by something impassable
    turns: int = 0
    #: the friend who checks it: it stops directly behind him (08.03.4)
    checked_by: str = ""
    #: how far its ranks reached from their middle towards the cause, of which a deeper crowd has become (08.03.1)
    back: int | None = None
    #: how far it has gone
    gone: int = 0


class CarriedThrow(Step, frozen=True, tag="carried-throw"):
    """A flight comes near a friend: is he carried away (08.03.2)? `flight` is what is left of one without time."""

    fleer: str
    friend: str
    heading: int
    situation: CarriedSituation
    flight: Flight | None = None
    throws: tuple[Thrown, ...] = ()


class CarriedRuled(Step, frozen=True, tag="carried-ruled"):
    fleer: str
    friend: str
    heading: int
    flight: Flight | None
    ruling: Ruling


#: what brings a unit into another order -> the cause as the procedure `forced-action` names it
CAUSES: Final = {
    "fire": "fire",
    "shock": "shock",
    "melee": "melee",
    "carried": "carried",
    "passing": "movement",
    "movement": "movement",
    "retreat": "none",
}
#: the forced actions in the order in which several of one instant are carried out (B1-B5): flights before retirements
#: before those who turn away
KINDS: Final = ("flee", "flight", "retire", "retire-all-turn", "turn-away", "pin")
#: how the procedure names what is an event of ours
_KIND_OF: Final = {"flee": "flee", "retire": "retire", "turn_away": "turn-away", "pinned": "pin"}


class ForcedMove(Step, frozen=True, tag="forced-move"):
    """A unit does what it is forced to; `heading` is given where it flees the same way as another."""

    kind: str
    unit: str
    cause: str
    heading: int | None = None


@rule("08.02.8", "08.02.1")
def becomes(
    table: Table[CivilWarState],
    unit_id: str,
    order: str,
    *,
    cause: str,
    by: str,
    close: bool = False,
    heading: int | None = None,
) -> None:
    """A result puts a unit in an order: only ever a worse one (R76, R85), with what follows from it (04.02).

    `cause` is the unit that brought it about, `by` how: fire, shock, melee, carried, passing, movement or retreat;
    `close`: by fire within 15 cm. `heading` is the way of the flight by which it was carried away.
    """
    state = table.state
    unit = unit_of(state, unit_id)
    if not unit.on_table or unit.arm == "wagon" or worse(unit.order, order) != order or order == "OR":
        return
    action = _after(state, unit, order, by, close)
    if by == "fire" and (action == "pinned" or action in _KIND_OF):
        _turned_back(state, unit)
    if order != unit.order:
        _fall_into(table, unit, order, by)
    elif order == "FU":
        return
    if action == "pinned" or (by == "passing" and order == "LU"):
        pin(table, unit_id, cause)
    elif action in _KIND_OF:
        force(table, _KIND_OF[action], unit_id, cause, heading)


def _fired_from(close: bool) -> float:
    """A range within 15 cm or beyond it: the procedure asks no more than that."""
    return (CLOSE if close else 2 * CLOSE) / CM


def _after(state: CivilWarState, unit: Unit, order: str, by: str, close: bool) -> str:
    """What the procedure says of a unit that has come into an order."""
    situation = ForcedSituation(
        event=f"became_{order}",  # type: ignore[arg-type]
        cause=CAUSES[by],  # type: ignore[arg-type]
        range_cm=_fired_from(close),
        kind=kind(unit),  # type: ignore[arg-type]
    )
    return str(forced_action.outputs(situation)["action"])


@rule("08.02.1", "08.02.5", "08.02.6", "08.02.9", "08.04.3")
def _fall_into(table: Table[CivilWarState], unit: Unit, order: str, by: str) -> None:
    """The new order; with U and FU a pin is over (R42). Only the unit falls into it: staff beside it never does."""
    state = table.state
    values = {"order": order, "order_turn": state.turn, "clean": 0}
    if order in ("U", "FU"):
        values |= {"pinned": 0}
    if order == "FU":
        values |= {"attempts": 0}  # a new rout has its three attempts (R89)
        _stand(state, unit.id)
    change(state, unit.id, **values)
    tell(table, f"civilwar.forced.falls-{by}", "08.02.8", unit.id, unit=name(state, unit.id), order=order_name(order))


def _stand(state: CivilWarState, unit_id: str) -> None:
    """The unit goes no further; what its own order had planned is struck when the forced move is made."""
    count_way(state, unit_id, state.line.now)
    state.tracks[place_in_order(state, unit_id)[1]] = ()


@rule("04.02.7", "08.02.4")
def pin(table: Table[CivilWarState], unit_id: str, cause: str) -> None:
    """Pinned for the rest of this and the whole of the next turn (04.02.7, R42)."""
    state = table.state
    again = is_pinned(state, unit_of(state, unit_id))
    change(state, unit_id, pinned=state.turn + 1, pinned_in=state.turn)
    key = "pinned-again" if again else "pinned"
    tell(table, f"civilwar.forced.{key}", "04.02.7", unit_id, unit=name(state, unit_id))
    force(table, "pin", unit_id, cause)


@rule("04.02.4", "04.02.7")
def hit(table: Table[CivilWarState], unit_id: str, *, cause: str, close: bool) -> None:
    """A unit has lost at least one man to fire: what that alone forces on it, whether or not it tests (R40, R41).

    To be told after the loss is booked and before the test of it.
    """
    state = table.state
    unit = unit_of(state, unit_id)
    if not unit.on_table:
        return
    action = _after_loss(state, unit, close)
    if action["action"] == "pinned":
        pin(table, unit_id, cause)
    elif action["basis"] == "half_speed":
        force(table, "retire-all-turn", unit_id, cause)


def _after_loss(state: CivilWarState, unit: Unit, close: bool) -> Outcome:
    doing = doing_of(state, unit.id)
    return forced_action.outputs(
        ForcedSituation(
            event="lost_men",
            cause="fire",
            range_cm=_fired_from(close),
            kind=kind(unit),  # type: ignore[arg-type]
            pinned=is_pinned(state, unit),
            # not the units that are in U because they have declared a retreat (R43)
            in_u_at_start=unit.order == "U" and unit.order_turn < state.turn and not doing.retreats,
            at_time_zero=state.line.now == 0,
        )
    )


@rule("04.02.1", "04.02.3")
def force(table: Table[CivilWarState], what: str, unit_id: str, cause: str, heading: int | None = None) -> None:
    """Enter a forced action for this instant, in place of a lesser one that waits; one flight and one retirement a
    turn (R39)."""
    state, line = table.state, table.state.line
    doing = doing_of(state, unit_id)
    if (what == "flee" and doing.fled) or (what == "retire" and (doing.retired or _waits(state, unit_id, KINDS[:4]))):
        return
    if why_late(line, line.now, "forced") is not None:
        strike(line, lambda event: event.who[0] == unit_id, KINDS[KINDS.index(what) :])
        table.push(ForcedMove(what, unit_id, cause, heading))
        return
    strike(line, lambda event: event.who[0] == unit_id, KINDS)
    unit = unit_of(state, unit_id)
    order = (KINDS.index(what), _to_enemy(state, unit), *place_in_order(state, unit_id))
    enter(line, line.now, "forced", what, order=order, who=(unit_id,), data={"cause": cause})


def _to_enemy(state: CivilWarState, unit: Unit) -> int:
    """How far the nearest enemy is: of several that flee, those nearest the enemy go first."""
    return min((distance(state, unit, enemy) for enemy in enemies(state, unit)), default=0)


def _waits(state: CivilWarState, unit_id: str, kinds: tuple[str, ...]) -> bool:
    return any(event.kind in kinds and event.who[0] == unit_id for event in waiting(state))


def waiting(state: CivilWarState) -> list[Event]:
    """The forced actions of this instant that are still to come."""
    line = state.line
    events = (*line.batch[int(line.busy) :], *line.waiting)
    return [event for event in events if event.tick == line.now and event.kind in KINDS]


@rule("07.01.5", "07.02.1")
def _turned_back(state: CivilWarState, attacker: Unit) -> None:
    """Fire breaks off an attack on its way: one that would have been frontal there counts for its target as if it had
    come to charge distance at its time (R130)."""
    target = by_id(state, doing_of(state, attacker.id).attacks)
    if target is None or not has_moved(state, attacker) or state.options.get("broken_attack_counts") == "false":
        return
    tick = next((one.tick for one in state.line.waiting if is_charge(one, attacker.id, target.id)), None)
    if tick is None:
        return
    then, advance = field_at(state, tick), advance_bearing(state, attacker, tick)
    if side_attacked(then, unit_of(then, attacker.id), unit_of(then, target.id), advance) in FRONTAL:
        note_frontal(state, target.id, tick)


@rule("07.01.5")
def note_frontal(state: CivilWarState, defender: str, tick: int) -> None:
    """A frontal attack on a unit is there at a tick; the first of the turn counts (R75)."""
    first = doing_of(state, defender).frontal_from
    note(state, defender, frontal_from=tick if first < 0 else min(first, tick))


def is_charge(event: Event, attacker: str, defender: str) -> bool:
    """If an event is that a unit comes to charge distance of an enemy."""
    return event.kind == "charge" and event.who == (attacker, defender)


@rule("07.02.1")
def attack_broken(state: CivilWarState, unit_id: str) -> bool:
    """Whether fire has broken off a unit's attack: pinned, U, FU, or horses that will turn away (07.02.1, R45)."""
    unit = unit_of(state, unit_id)
    shaken = unit.order in ("U", "FU") or is_pinned(state, unit)
    return not unit.on_table or shaken or _waits(state, unit_id, KINDS)
