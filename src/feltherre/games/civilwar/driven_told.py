"""What is told of a forced move when it is over: how far it has led, in what direction, and what ended it (R140)."""

from __future__ import annotations

from typing import Final

from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.by_eye import compass, paced
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import by_id
from feltherre.games.civilwar.marched import way_done
from feltherre.games.civilwar.procedures.inputs import decimals
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.state import CivilWarState, Driven, Unit, by_place, doing_of, index, unit_of
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.measure import CM, DEGREE

#: the rule of each forced move that takes time
_RULES: Final = {"flight": "04.02.2", "retirement": "04.02.4", "away": "04.02.6"}


def tell_driven(table: Table[CivilWarState], unit_id: str, rule_id: str, way: int, move: Driven) -> None:
    """To its commander a forced move that is over, by eye; what there is to measure only to the umpire (R140)."""
    if table.quiet:
        return
    state = table.state
    unit = unit_of(state, unit_id)
    words = {"unit": name(state, unit_id), "direction": compass(move.heading), "why": _why(state, unit, move)}
    told = say(f"civilwar.driven.{move.kind if way else 'stands'}", **words, way=paced(way))
    table.tell(told, rule_id, (unit_id,), audience=(role_of(state, unit),))
    exact = {"way": way / CM, "bearing": move.heading / DEGREE, "x": unit.x / CM, "y": unit.y / CM}
    figures = {word: decimals(number) for word, number in exact.items()}
    told = say("civilwar.driven.measured", unit=name(state, unit_id), **figures)
    table.tell(told, rule_id, (unit_id,), audience=())


def _why(state: CivilWarState, unit: Unit, move: Driven) -> Text:
    """What ended a forced move; another event of the turn may have done so before it was at its end."""
    cut_short = doing_of(state, unit.id).void if move.void else ""
    if cut_short not in ("", move.void):
        return say(f"civilwar.motion.end.{cut_short.lower()}")
    return say(f"civilwar.driven.end.{move.stopped or 'time'}", by=_named(state, unit, move.by))


def _named(state: CivilWarState, unit: Unit, by: str) -> Text:
    other = by_id(state, by)
    seen = other is None or role_sees(state, role_of(state, unit), other)
    return name(state, by) if seen else say("civilwar.motion.somebody")


def tell_all_turn(table: Table[CivilWarState]) -> None:
    """The forced moves that took time, at the end of the turn."""
    for unit in by_place(table.state):
        if unit.on_table:
            tell_run(table, unit.id)


def tell_run(table: Table[CivilWarState], unit_id: str) -> None:
    """A forced move that took time, if the unit has made one."""
    state, doing = table.state, doing_of(table.state, unit_id)
    if doing.driven is not None:
        done = doing.marched + way_done(state.tracks[index(state, unit_id)], state.line.now)
        tell_driven(table, unit_id, _RULES[doing.driven.kind], done - doing.driven.before, doing.driven)
