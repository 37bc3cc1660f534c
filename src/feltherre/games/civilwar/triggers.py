"""What a fire order waits for (03.03.6, 03.03.7, R35): the first instant at which it comes about, on the time line.

What can be worked out from the ways of the units is: times, gates, distances, what comes into view, friends who set out
or halt. It is worked out anew when a way changes (`rewatch`). What depends on dice and choices is told here when it
happens: `notice_fire` and `notice`. Fire before and after shock is entered by `fire`. A unit that does not see its
target at that moment, or reaches it with nobody, goes on waiting until it does (R135).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.games.civilwar.changing import KINDS
from feltherre.games.civilwar.field import body, by_id, enemies, ground, range_of_sight
from feltherre.games.civilwar.lines_of_fire import reach_of
from feltherre.games.civilwar.neighbours import touched_by, ways
from feltherre.games.civilwar.orders.language import Fire, FirePart, GunFire
from feltherre.games.civilwar.orders.places import Gate, Offset, UnitMark
from feltherre.games.civilwar.orders.triggers import (
    AtTime,
    Enemy,
    EnemyCrosses,
    EnemyFires,
    EnemyVisible,
    EnemyWithin,
    OwnDoes,
    Trigger,
    UmpireSays,
)
from feltherre.games.civilwar.sight import look
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index, note, place_in_order, unit_of
from feltherre.games.civilwar.watch import field_at, mover_of
from feltherre.games.civilwar.whereabouts import mark_of
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.arcs import in_arc
from feltherre.ground.tabletop.bodies import Body, body_of
from feltherre.ground.tabletop.distance import pieces_within
from feltherre.ground.tabletop.measure import DEGREE, EIGHTH, TURN
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.movers import Mover, Standing
from feltherre.ground.tabletop.schedule import Value, enter, strike, why_late
from feltherre.ground.tabletop.sight import body_hidden, body_seen
from feltherre.ground.tabletop.tracks import leg_at, pieces_at, pose_at

#: the kind of our events, and of the question whether what the umpire is to judge has come about
FIRE: Final = "fire"
ASK_UMPIRE: Final = "ask-umpire"
#: fire as surprised, which is no part of an order (04.02.13)
SURPRISED: Final = -1
#: what stays true once it has come about, so that the target may come into sight later (R35)
LASTING: Final = (EnemyFires, OwnDoes, UmpireSays)
#: what ends a change of formation on the way
_CHANGES: Final = frozenset((*KINDS.values(), "exited"))
#: how many ticks apart one looks whether something has come into view; then the first tick between is sought
_STRIDE: Final = 64
#: to each side of the front: nobody fires outside the arc of guns (06.01.4), which is wider than that of figures
_WIDEST: Final = 45 * DEGREE


class Due(Struct, frozen=True):
    """When a fire is due, and the enemy that sets it off ("" if none does)."""

    tick: int
    enemy: str = ""


def parts_of(state: CivilWarState, unit_id: str) -> tuple[FirePart | GunFire, ...]:
    """The parts of a unit's fire order; a battery fires in one."""
    line = doing_of(state, unit_id).line
    if line is None:
        return ()
    if isinstance(line.order, GunFire):
        return (line.order,)
    return line.order.parts if isinstance(line.order, Fire) else ()


def waiting_parts(state: CivilWarState) -> Iterator[tuple[Unit, int, Trigger]]:
    """All fires that are still to come, in the order of the lists."""
    for unit, doing in zip(state.units, state.doing, strict=True):
        if doing.to_fire and unit.on_table:
            parts = parts_of(state, unit.id)
            planned = [number for number in doing.to_fire if 0 <= number < len(parts)]
            yield from ((unit, number, parts[number].when) for number in planned)


def earliest(state: CivilWarState) -> int:
    """The first tick for which fire can still be entered."""
    line = state.line
    return line.now if why_late(line, line.now, FIRE) is None else line.now + 1


def put(state: CivilWarState, unit_id: str, part: int, due: Due, *, step: str = FIRE, **more: Value) -> None:
    """Enter a fire, in place of what was entered for this part before."""
    _strike_fire(state, unit_id, part)
    order = (*place_in_order(state, unit_id), part)
    data: dict[str, Value] = {"part": part, "enemy": due.enemy, **more}
    enter(state.line, due.tick, step, FIRE, order=order, who=(unit_id,), data=data)


def _strike_fire(state: CivilWarState, unit_id: str, part: int) -> None:
    strike(state.line, lambda event: event.who == (unit_id,) and event.data["part"] == part, (FIRE,))


@rule("03.03.6", "03.03.7")
def plan(state: CivilWarState, unit: Unit, part: int) -> None:
    """Enter a fire for the first instant at which what it waits for comes about and the target is reached (R35,
    R135)."""
    _strike_fire(state, unit.id, part)
    fire = parts_of(state, unit.id)[part]
    met = [enemy for number, enemy in doing_of(state, unit.id).met if number == part]
    if isinstance(fire.when, UmpireSays) and not met:
        ask_umpire(state, unit.id, part)
        return
    due = _when_reached(state, unit, fire, met) if met else first_due(state, unit, fire)
    if due is not None:
        put(state, unit.id, part, due)


@rule("03.03.6", "03.03.7")
def meet(state: CivilWarState, unit: Unit, part: int, enemy: str = "") -> None:
    """What a fire waits for has come about: it follows at once, or when the target is reached (R35)."""
    met = doing_of(state, unit.id).met
    if (part, enemy) not in met:
        note(state, unit.id, met=(*met, (part, enemy)))
    plan(state, unit, part)


def targets_for(state: CivilWarState, unit: Unit, fire: FirePart | GunFire, enemy: str) -> list[Unit]:
    """Whom a fire is for: those it names, the enemy that set it off, else any."""
    named = (fire.target or "",) if isinstance(fire, FirePart) else fire.targets
    names = [name for name in named if name] or ([enemy] if enemy else [])
    found = [by_id(state, name) for name in names] if names else enemies(state, unit)
    return [target for target in found if target is not None and target.on_table]


def _when_reached(state: CivilWarState, unit: Unit, fire: FirePart | GunFire, met: list[str]) -> Due | None:
    """The first instant from now at which a fire reaches a target for which everything else has come about."""
    begin, found, end = earliest(state), None, TURN
    for enemy in met:
        tick = first_true(partial(reached_at, state, unit, fire, enemy), begin, _stirs_later(state), end)
        if NEVER < tick <= end:
            found, end = Due(tick, enemy), tick - 1
    return found


@rule("03.03.6", "03.03.7", "05.01.3")
def reached_at(state: CivilWarState, unit: Unit, fire: FirePart | GunFire, enemy: str, tick: int) -> bool:
    """If a fire that an enemy sets off can be made at a tick: at least one firing unit, or gun, reaches its target as
    all stand then (R135)."""
    from feltherre.games.civilwar.fire import reaches

    if not any(_bears(state, unit, target, tick) for target in targets_for(state, unit, fire, enemy)):
        return False
    then = field_at(state, tick)
    return reaches(then, unit_of(then, unit.id), fire, enemy)


def _bears(state: CivilWarState, unit: Unit, target: Unit, tick: int) -> bool:
    """If a target is seen and before the front of who would fire: what can be said before looking at every figure."""
    place, subject = index(state, unit.id), index(state, target.id)
    eye = body_then(state, place, tick)
    bears = unit.building or in_arc(eye, body_then(state, subject, tick), _WIDEST)
    return bool(bears) and is_seen(state, eye, subject, tick)


def ask_umpire(state: CivilWarState, unit_id: str, part: int) -> None:
    """The umpire, if there is one, is asked at the next eighth whether his words have come true."""
    tick = next_look(state)
    if state.umpire and tick <= TURN:
        order = place_in_order(state, unit_id)
        enter(state.line, tick, "arrive", ASK_UMPIRE, order=order, who=(unit_id,), data={"part": part})


def next_look(state: CivilWarState) -> int:
    """The next eighth at which the umpire can be asked."""
    line = state.line
    begin = line.now if why_late(line, line.now, "arrive") is None else line.now + 1
    return -(-begin // EIGHTH) * EIGHTH


def first_due(state: CivilWarState, unit: Unit, fire: FirePart | GunFire) -> Due | None:
    """When a fire is due by the ways of all units as they are now; None if that does not say."""
    begin, when = earliest(state), fire.when
    if isinstance(when, AtTime):
        tick = when.eighths * EIGHTH
        return Due(tick) if tick >= begin else None
    if isinstance(when, OwnDoes):
        moment = moves_at(state, when)
        return Due(max(moment, begin)) if moment is not None else None
    if isinstance(when, EnemyCrosses | EnemyWithin | EnemyVisible):
        return _first_of(state, unit, fire, when, begin)
    return None


def target_of(fire: FirePart | GunFire) -> str | None:
    """The target that the order names first."""
    if isinstance(fire, FirePart):
        return fire.target
    return fire.targets[0] if fire.targets else None


def _first_of(
    state: CivilWarState,
    unit: Unit,
    fire: FirePart | GunFire,
    when: EnemyCrosses | EnemyWithin | EnemyVisible,
    begin: int,
) -> Due | None:
    """The first of the enemies that fit whom the fire reaches; where a target is named, it must reach that."""
    here = mover_of(state, index(state, unit.id))
    mark = (here, _reach(state, unit)) if isinstance(when, EnemyVisible) else mark_for(state, here, when)
    if mark is None or (target_of(fire) and not targets_for(state, unit, fire, "")):
        return None
    # of several at one tick the first of the list counts (R32): the others must be sooner than the one found before
    found, end = None, TURN
    for enemy in who_may_come(state, unit.side, mark):
        if end >= begin and fits(state, enemy, when.enemy):
            reached = partial(reached_at, state, unit, fire, enemy.id)
            tick = _first_tick(state, index(state, enemy.id), mark, reached, begin, end)
            if NEVER < tick <= end:
                found, end = Due(tick, enemy.id), tick - 1
    return found


def _reach(state: CivilWarState, unit: Unit) -> int:
    """How far a unit can fire at all; a gunner guesses, and tries it on whom he sees (06.02.2)."""
    return range_of_sight(state) if unit.arm == "artillery" else reach_of(state, unit)


def who_may_come(state: CivilWarState, side: int, mark: tuple[Mover, int]) -> list[Unit]:
    """The enemies of a side whose ways lead anywhere near a mark, in the order of the list."""
    there, limit = mark
    units = [state.units[place] for place in ways(state).meeting(there.box, limit)]
    return [unit for unit in units if unit.side != side]


@rule("03.03.6")
def fits(state: CivilWarState, enemy: Unit, wanted: Enemy) -> bool:
    """Whether an enemy is one of those that a trigger means (R35)."""
    return (
        (wanted.unit is None or wanted.unit == enemy.id)
        and (wanted.arm is None or wanted.arm == enemy.arm)
        and (wanted.formation is None or wanted.formation == enemy.formation)
        and (not wanted.attacking or bool(doing_of(state, enemy.id).attacks))
    )


# by the ways of units


def _first_tick(
    state: CivilWarState, enemy: int, mark: tuple[Mover, int], reached: Callable[[int], bool], begin: int, end: int
) -> int:
    """The first tick at which an enemy is at a mark while the fire that waits for it can be made. If that is not by the
    end, any later tick will do."""
    there, limit = mark
    mover = mover_of(state, enemy)
    tick = first_within(mover, there, limit, begin, end)
    if tick == NEVER:
        return tick

    def both(later: int) -> bool:
        return pieces_within(mover.pieces(later), there.pieces(later), limit) and reached(later)

    return first_true(both, tick, _stirs_later(state), end)


def first_true(condition: Callable[[int], bool], begin: int, changes: bool, end: int = TURN) -> int:
    """The first tick at which something is true, looked for in strides and then between the last two; not in strides
    that begin after the end."""
    if condition(begin):
        return begin
    if not changes:
        return NEVER
    low = begin
    while low < end:
        high = min(low + _STRIDE, TURN)
        if condition(high):
            while high - low > 1:
                half = (low + high) // 2
                low, high = (low, half) if condition(half) else (half, high)
            return high
        low = high
    return NEVER


def seen_at(state: CivilWarState, firer: int, subject: int, tick: int) -> bool:
    """If the firer sees a unit at a tick."""
    return is_seen(state, body_then(state, firer, tick), subject, tick)


def is_seen(state: CivilWarState, eye: Body, subject: int, tick: int) -> bool:
    """If a unit is seen at a tick; one that has set out by then is seen as one that has moved."""
    view = look(state, state.units[subject], tick)
    if not state.tracks[subject]:
        return body_seen(ground(state), eye, body(state, state.units[subject]), view)
    return body_hidden(ground(state), eye, body_then(state, subject, tick), view) is None


def _stirs_later(state: CivilWarState) -> bool:
    """If anybody may be seen, stand before others or be reached otherwise later in the turn: he is on his way, or
    changes where he stands."""
    return any(state.tracks) or any(doing.moved for doing in state.doing)


def body_then(state: CivilWarState, place: int, tick: int) -> Body:
    """A unit's body at a tick of its way."""
    track = state.tracks[place]
    if not track:
        return body(state, state.units[place])
    leg = leg_at(track, tick)
    return body_of(pieces_at(leg, tick), pose_at(leg, tick).facing)


def mark_for(state: CivilWarState, here: Mover, when: EnemyCrosses | EnemyWithin) -> tuple[Mover, int] | None:
    """What an enemy must come to, and how near; None if that is no longer there."""
    if isinstance(when, EnemyCrosses):
        gate = gate_ends(state, when.gate)
        return (Standing(gate), 0) if gate is not None else None
    if when.of is None:
        return here, when.length
    if isinstance(when.of, UnitMark):
        friend = by_id(state, when.of.unit)
        on_table = friend is not None and friend.on_table
        return (mover_of(state, index(state, when.of.unit)), when.length) if on_table else None
    name = when.of.object
    feature = next((one for one in ground(state).features if one.id == name), None)
    return (Standing(*feature.solids), when.length + feature.half) if feature is not None else None


def gate_ends(state: CivilWarState, gate: Gate) -> tuple[Point, Point] | None:
    """The ends of a gate on the table (R35)."""
    start = mark_of(state, gate.start, (0, 0), {})
    if start is None:
        return None
    if isinstance(gate.end, Offset):
        return start, forward(start, gate.end.direction, gate.end.length)
    end = mark_of(state, gate.end, (0, 0), {})
    return None if end is None else (start, end)


def moves_at(state: CivilWarState, when: OwnDoes) -> int | None:
    """When a friend starts or ends its move by its way: what has come about already, at 0. None if that does not say,
    or if it is another thing he does."""
    friend = by_id(state, when.unit)
    if friend is None or not friend.on_table or when.event not in ("starts", "ends"):
        return None
    track, gone = state.tracks[index(state, friend.id)], doing_of(state, friend.id).marched > 0
    moving = [number for number, leg in enumerate(track) if leg.way]
    if when.event == "starts":
        return 0 if gone else track[moving[0]].start if moving else None
    if friend.change_left or _changes_on_the_way(state, friend.id):
        return None
    if not moving:
        return 0 if gone else None
    last = track[moving[-1]]
    cut = track[moving[-1] + 1].start if moving[-1] + 1 < len(track) else last.end
    return min(last.end, cut)


def _changes_on_the_way(state: CivilWarState, unit_id: str) -> bool:
    """If a unit has still to change its formation, and perhaps to march on, before its move is at its end."""
    line = state.line
    coming = (*line.batch[int(line.busy) :], *line.waiting)
    return any(event.kind in _CHANGES and event.who[0] == unit_id for event in coming)


# what others tell of


def rewatch(state: CivilWarState, unit_id: str) -> None:
    """The way of a unit has changed, or how well it is seen: fires that may wait for it are planned anew."""
    for unit, part, when in list(waiting_parts(state)):
        depends = isinstance(when, EnemyCrosses | EnemyWithin | EnemyVisible)
        depends = depends or any(number == part for number, _ in doing_of(state, unit.id).met)
        if depends or (isinstance(when, OwnDoes) and when.unit == unit_id and when.event in ("starts", "ends")):
            plan(state, unit, part)
        elif isinstance(when, OwnDoes) and when.unit == unit_id and does(state, unit_id, when.event):
            meet(state, unit, part)


def does(state: CivilWarState, unit_id: str, event: str) -> bool:
    """Whether a friend does now what cannot be known from his way."""
    friend = by_id(state, unit_id)
    if friend is None:
        return False
    if event == "routs":
        return friend.order == "FU"
    if event == "retires":
        return doing_of(state, unit_id).retired
    if event != "contact" or not friend.on_table:
        return False
    return any(other.side != friend.side for other in touched_by(state, friend))


def notice(state: CivilWarState, unit_id: str, event: str) -> None:
    """A unit fires, retires, routs or makes contact: friends whose fire waits for that follow at once (R35)."""
    from feltherre.games.civilwar import riding

    for unit, part, when in list(waiting_parts(state)):
        if isinstance(when, OwnDoes) and when.unit == unit_id and when.event == event:
            meet(state, unit, part)
    riding.notice(state, unit_id, event)


@rule("03.03.6")
def notice_fire(state: CivilWarState, firer: str, targets: tuple[str, ...]) -> None:
    """A unit has fired: its enemies whose fire waits for that answer, its friends join in, and it is seen better."""
    from feltherre.games.civilwar import riding

    enemy = by_id(state, firer)
    if enemy is None:
        return
    for unit, part, when in list(waiting_parts(state)):
        if not isinstance(when, EnemyFires) or unit.side == enemy.side:
            continue
        if (when.at or unit.id) in targets and fits(state, enemy, when.enemy):
            meet(state, unit, part, firer)
    riding.notice_fire(state, enemy, targets)
    notice(state, firer, "fires")
    rewatch(state, firer)
    riding.replan(state)
