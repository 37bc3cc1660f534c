"""How far units have gone in a turn, and what is told of it at its end, so that an umpire can check it with a ruler.

Everybody who sees a unit learns that it has moved. How far and where to its own side learns too, by eye; the figures
that can be checked with a ruler are for the umpire alone (06.02.2, R140).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.by_eye import compass, paced
from feltherre.games.civilwar.changing import CHANGES, change_of
from feltherre.games.civilwar.commanders import role_of, roles
from feltherre.games.civilwar.field import shape
from feltherre.games.civilwar.marching import wheel_way
from feltherre.games.civilwar.orders.language import Attack, Detach, Exit, Move, Rejoin
from feltherre.games.civilwar.orders.legs import Back, Enter, Go, Sideways
from feltherre.games.civilwar.procedures.inputs import class_of, decimals
from feltherre.games.civilwar.room import room_to_change
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.sightings import has_moved
from feltherre.games.civilwar.state import CivilWarState, Doing, Unit, by_place, doing_of, index, note
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.angles import apart
from feltherre.ground.tabletop.measure import CM, DEGREE, TURN, way_in
from feltherre.ground.tabletop.tracks import Leg, Track, pose_at

#: why a unit goes no farther, as `Doing.void` and `Doing.stopped` name it; an attack that may not be made has a reason
#: of its own, which is told when it stops
KNOWN: Final = (
    *("terrain", "obstacle", "building", "edge", "contact", "pinned", "U", "FU", "turned-away", "fell-back"),
    *("fired", "manning", "melee", "holds", "re-forming", "sheltered", "repelled"),
)
_MOVES: Final = (Move, Attack, Exit, Rejoin)


def way_done(track: Track, tick: int) -> int:
    """The march length of a track up to a tick; wheels count as 02.05.5 says."""
    return sum(min(leg.way, way_in(tick - leg.start, leg.rate)) for leg in track if leg.start < tick)


def count_way(state: CivilWarState, unit_id: str, tick: int) -> None:
    """Add what a unit has gone on its track, which is about to end."""
    track, doing = state.tracks[index(state, unit_id)], doing_of(state, unit_id)
    done = way_done(track, tick)
    if done:
        went = [_cut(leg, tick) for leg in track if leg.way and leg.start < tick]
        note(state, unit_id, marched=doing.marched + done, went=(*doing.went, *went))


def _cut(leg: Leg, tick: int) -> Leg:
    """A leg as far as it was gone by a tick."""
    if leg.end <= tick:
        return leg
    here = pose_at(leg, tick)
    way = min(leg.way, way_in(tick - leg.start, leg.rate))
    return (
        replace(leg, way=way, dx=here.x - leg.pose.x, dy=here.y - leg.pose.y) if not leg.turn else replace(leg, way=way)
    )


class _Part(Struct, frozen=True):
    """A part of a march at one pace over one ground, as it is told."""

    start: int
    end: int
    way: int
    rate: int
    wheel: bool
    ground: Text


def tell_legs(table: Table[CivilWarState]) -> None:
    """To the umpire: the parts of each march, with the ground and the pace of each (schema I)."""
    state = table.state
    if table.quiet:
        return
    for unit in by_place(state):
        parts = _parts(state, unit) if unit.on_table else []
        if parts:
            told = say("civilwar.motion.legs", unit=name(state, unit.id), legs=[_told(part) for part in parts])
            table.tell(told, "02.06.1", (unit.id,), audience=())


def _parts(state: CivilWarState, unit: Unit) -> list[_Part]:
    """What a unit has gone, without parts too short for the clock; a march that was worked out anew on its way is one
    part as long as its pace is the same."""
    track = state.tracks[index(state, unit.id)]
    legs = (*doing_of(state, unit.id).went, *(_cut(leg, TURN) for leg in track if leg.way and leg.start < TURN))
    parts: list[_Part] = []
    for leg in legs:
        one = _Part(leg.start, min(TURN, leg.end), leg.way, leg.rate, bool(leg.turn), _ground_of(leg))
        last = parts[-1] if parts else None
        if last is not None and replace(last, start=last.end, way=0) == replace(one, end=last.end, way=0):
            parts[-1] = replace(last, end=one.end, way=last.way + one.way)
        else:
            parts.append(one)
    return [part for part in parts if _share(part.start) != _share(part.end)]


@rule("02.06.1", "02.06.6")
def _ground_of(leg: Leg) -> Text:
    """What gave a leg its pace, as the march knew it."""
    told = say(f"civilwar.terrain.{leg.ground}")
    if not leg.obstacle:
        return told
    return say("civilwar.motion.over-obstacle", ground=told, obstacle=class_of(leg.obstacle))


def _told(part: _Part) -> Text:
    """`0.25 to 0.50: 6 cm on a road at 24 cm a turn`"""
    key = "civilwar.motion.leg-wheel" if part.wheel else "civilwar.motion.leg"
    words = {"start": _share(part.start), "end": _share(part.end), "cm": _cm(part.way), "rate": _cm(part.rate)}
    return say(key, **words, ground=part.ground)


def _share(tick: int) -> str | Text:
    return decimals(Fraction(tick, TURN))


@rule("04.01.4")
def tell_marches(table: Table[CivilWarState]) -> None:
    """Who has moved from where to where, how far, in what formation, and why he went no farther (04.01.4)."""
    state = table.state
    if table.quiet:
        return
    moved = has_moved(state)
    for unit in by_place(state):
        doing = doing_of(state, unit.id)
        if not unit.on_table:
            continue
        if unit.id in moved:
            _tell(table, unit, doing)
        bar = _in_the_way(state, unit, doing) if unit.change_left else None
        why = "" if unit.id in moved else _why_it_stayed(unit, doing)
        if bar is not None:
            told = say("civilwar.motion.in-the-way", unit=name(state, unit.id), what=bar)
            table.tell(told, "02.05.1", (unit.id,), audience=(role_of(state, unit),))
        elif why:
            told = say(f"civilwar.motion.{why}", unit=name(state, unit.id))
            table.tell(told, "02.05.2", (unit.id,), audience=(role_of(state, unit),))


@rule("02.05.1", "02.03.4")
def _in_the_way(state: CivilWarState, unit: Unit, doing: Doing) -> Text | None:
    """What takes the room that a unit needs for a change which it has not finished (R21); None if there is room."""
    order = doing.line.order if doing.line is not None else None
    for leg in order.legs if isinstance(order, Move | Exit | Detach) else ():
        found = change_of(state, unit, leg) if isinstance(leg, CHANGES) else None
        if found is None:
            continue
        after = replace(unit, **found.becomes)
        bar = room_to_change(state, unit.id, after)
        if bar is None:
            continue
        if bar.who >= 0:
            other = state.units[bar.who]
            seen = role_sees(state, role_of(state, unit), other)
            return name(state, other.id) if seen else say("civilwar.motion.somebody")
        return name(state, bar.what) if bar.what else say("civilwar.motion.table-edge")
    return None


def _why_it_stayed(unit: Unit, doing: Doing) -> str:
    """Why a unit that was to move stands as it stood ("" if that has been told, or it was not to)."""
    if doing.void or doing.stopped or doing.line is None or not isinstance(doing.line.order, _MOVES):
        return ""
    if unit.change_left:
        return "still-changing"
    return "" if doing.moved else "not-begun"


def _tell(table: Table[CivilWarState], unit: Unit, doing: Doing) -> None:
    state = table.state
    moved = {"unit": name(state, unit.id), "formation": say(f"civilwar.formation.{unit.formation.replace('_', '-')}")}
    # a forced move is told by itself
    way = doing.marched if doing.driven is None else doing.driven.before
    # who was driven, or only changed his formation, stands elsewhere without a march
    went = "marched" if way else "shifted" if doing.stood[:2] != (unit.x, unit.y) else "turned"
    own = say(
        f"civilwar.motion.{went}",
        **moved,
        way=paced(way),
        facing=compass(unit.facing),
        why=why_it_stands(unit, doing, _has_come(state, unit, doing)),
    )
    _tell_measured(table, unit, doing)
    sees = tuple(role for role in roles(state) if role_sees(state, role, unit))
    table.tell(
        say("civilwar.motion.moved", **moved),
        "04.01.4",
        (unit.id,),
        secrets=(Secret(role_of(state, unit), own),),
        audience=sees,
    )


def _tell_measured(table: Table[CivilWarState], unit: Unit, doing: Doing) -> None:
    """To the umpire: from where to where, and how its front has turned."""
    x, y, facing = doing.stood
    places = {"from_x": _cm(x), "from_y": _cm(y), "x": _cm(unit.x), "y": _cm(unit.y)}
    turned = {"was": _degrees(facing), "facing": _degrees(unit.facing)}
    told = say("civilwar.motion.measured", unit=name(table.state, unit.id), **places, **turned)
    table.tell(told, "04.01.4", (unit.id,), audience=())


def _cm(length: int) -> str | Text:
    return decimals(Fraction(length, CM))


def _degrees(angle: int) -> str | Text:
    return decimals(Fraction(angle, DEGREE))


def why_it_stands(unit: Unit, doing: Doing, has_come: bool = False) -> Text:
    """Why a unit has gone no farther in this turn; `has_come`: as far as it was ordered."""
    # the house that it was sent into is no bar
    why = doing.void or ("" if doing.stopped == "building" and _was_sent_in(doing) else doing.stopped)
    if not why:
        why = "changing" if unit.change_left else "time" if unit.in_motion and not has_come else "done"
    elif why not in KNOWN:
        why = "no-attack"
    return say(f"civilwar.motion.end.{why.lower()}")


def _has_come(state: CivilWarState, unit: Unit, doing: Doing) -> bool:
    """If a unit that was ordered to go so far one way has: it may have got there as the turn ended, in motion still
    (R23), but its order is carried out."""
    order = doing.line.order if doing.line is not None else None
    going = [leg for leg in order.legs if not isinstance(leg, CHANGES)] if isinstance(order, Move) else []
    if len(going) != 1 or not isinstance(going[0], Go | Back | Sideways) or going[0].length is None:
        return False
    turned = apart(doing.stood[2], unit.facing)
    wheel = wheel_way(shape(state, unit).width, turned) if isinstance(going[0], Go) and turned else 0
    return doing.marched >= going[0].length + wheel


def _was_sent_in(doing: Doing) -> bool:
    order = doing.line.order if doing.line is not None else None
    return isinstance(order, Move | Detach) and any(isinstance(leg, Enter) for leg in order.legs)
