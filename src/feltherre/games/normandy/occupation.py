"""What becomes of places and counters: hexes that are taken, Start hexes lost for good, losses, destruction; victory
(INT-2, INT-3, SUP-5, SUP-6, VIC)."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.marks import rule
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.desk import Standing, decide, lost_side
from feltherre.games.normandy.state import NormandyState, left
from feltherre.games.normandy.units import ALLIED, GERMAN, ROLES
from feltherre.hexgame import course
from feltherre.hexgame.counters import DESTROYED, enemy_of


@rule("VIC-2", "SUP-5", "1.4-value")
def take(table: Table[NormandyState], side: int, hex_: int) -> None:
    """The side whose ground unit was last in a hex holds it (R38); an enemy Start hex or beachhead is lost for good
    (R26)."""
    state, place = table.state, board.PLACE_AT[hex_]
    if place < 0 or state.owners[place] == side:
        return
    state.owners[place] = side
    WORDS.tell(table, "taken", "VIC-2", [hex_], side=side, place=hex_)
    if place in board.BASES[enemy_of(side)] and not state.lost[place]:
        state.lost[place] = 1
        WORDS.tell(table, "start-hex-lost", "SUP-5", [hex_], place=hex_)
        check_sudden_death(table)


@rule("SUP-6")
def check_sudden_death(table: Table[NormandyState]) -> None:
    """A side whose Start hexes have all been taken loses at once (R25)."""
    state = table.state
    lost = [all(state.lost[place] for place in board.BASES[side]) for side in (ALLIED, GERMAN)]
    loser = lost_side(*lost)
    if loser is not None:
        WORDS.tell(table, "sudden-death", "SUP-6", side=ROLES.index(loser))
        course.over(table, result_of(state, "sudden-death", loser))


# losses


@rule("1.5-b", "1.2-d")
def lose(table: Table[NormandyState], unit: int, rule_id: str) -> None:
    """A unit takes a loss, which destroys it when it reaches its loss value. Nothing else about it changes (R35)."""
    state = table.state
    state.losses[unit] += 1
    if left(state, unit) > 0:
        WORDS.tell(table, "loss", rule_id, [state.places[unit]], unit=unit, n=left(state, unit))
    else:
        destroy(table, unit, rule_id)


@rule("VIC-3", "1.5-g")
def destroy(table: Table[NormandyState], unit: int, rule_id: str) -> None:
    """A unit leaves the map for good, and its loss value counts for the enemy (VIC-3)."""
    state, points = table.state, units.LOSS_VALUE[unit]
    WORDS.tell(table, "destroyed", rule_id, [state.places[unit]], unit=unit, n=points)
    maps.put(state, unit, DESTROYED)
    state.flown[unit] = 0


def destroyed(state: NormandyState, side: int) -> list[int]:
    """The units that a side has lost."""
    return [unit for unit in units.OF_SIDE[side] if state.places[unit] == DESTROYED and not state.uncounted[unit]]


# victory


@rule("INT-2", "VIC-2", "VIC-3", "1.4-value")
def standing(state: NormandyState, side: int) -> Standing:
    """The hexes that a side holds, with what the enemy has lost (R38, R39)."""
    held = [place for place, owner in enumerate(state.owners) if owner == side]
    lost = destroyed(state, enemy_of(side))
    return Standing(
        sum(board.VALUES[place] for place in held) + sum(units.LOSS_VALUE[unit] for unit in lost),
        sum(units.IS_DIVISION[unit] for unit in lost),
        sum(place in board.CITIES for place in held),
    )


@rule("INT-3", "VIC-1")
def result_of(state: NormandyState, reason: str, loser: str | None = None) -> Result:
    """More points win, then more enemy divisions destroyed, then more cities; else it is a draw (R39)."""
    allied, german = (standing(state, side) for side in (ALLIED, GERMAN))
    winner, decided_by = decide(allied, german, loser)
    return Result((winner,) if winner else (), decided_by, allied.points - german.points, reason)


def points_ahead(state: NormandyState) -> int:
    """How many points the Allies are ahead."""
    allied, german = (standing(state, side).points for side in (ALLIED, GERMAN))
    return allied - german


@rule("VIC-1", "SEQ-4")
def end_on_points(table: Table[NormandyState], reason: str) -> None:
    """After the last turn, or when the time is up, the points decide."""
    result = result_of(table.state, reason)
    course.ends_on_points(table, WORDS, result, tell_points(table.state), ("VIC-1", "INT-3"))


def tell_points(state: NormandyState) -> Text:
    allied, german = (standing(state, side).points for side in (ALLIED, GERMAN))
    return say("normandy.event.points", allied=allied, german=german)


def enter_together(table: Table[NormandyState], chosen: Sequence[int], hex_: int) -> None:
    """Units come into a hex after a fight, and take it."""
    for unit in chosen:
        maps.put(table.state, unit, hex_)
    if chosen:
        take(table, units.SIDE[chosen[0]], hex_)
