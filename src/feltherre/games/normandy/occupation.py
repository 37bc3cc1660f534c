"""What becomes of places and counters: hexes that are taken, Start hexes lost for good, losses, destruction; victory
(INT-2, INT-3, SUP-5, SUP-6, VIC), also as an umpire asks for it, and what is counted for whoever looks back on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.tally import Stake, Tally
from feltherre.core.text import Text, say
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.state import NormandyState, left
from feltherre.games.normandy.tables import Count, Side
from feltherre.games.normandy.units import ALLIED, GERMAN, ROLES
from feltherre.hexgame import course, reckoning
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
def lost_side(allied: bool, german: bool) -> Side | None:
    """The side that loses at once because all its Start hexes are lost; None if neither's are, or both (R25)."""
    return None if allied == german else "allied" if allied else "german"


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    lost: bool = False


class Bases(Struct, frozen=True, forbid_unknown_fields=True):
    """The beachheads of the Allies and the Start hexes of the Germans."""

    allied: tuple[Base, ...]
    german: tuple[Base, ...]


@procedure("start-hex-loss", "loser")
@rule("SUP-5")
def start_hex_loss(given: Bases, desk: Desk) -> Outcome:
    """Sudden death: whether a side has lost all of its Start hexes (SUP-6)."""
    lost = [bool(bases) and all(base.lost for base in bases) for bases in (given.allied, given.german)]
    loser = lost_side(*lost)
    desk.line(f"start-hexes.{loser or ('both' if all(lost) else 'neither')}", "SUP-6")
    return {"loser": loser, "both_lost": all(lost)}


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


class Standing(Struct, frozen=True):
    """What counts for one side at the end."""

    points: int
    divisions: int
    cities: int


Decided = Literal["sudden-death", "points", "divisions", "cities", "draw"]
_COUNTS: Final[tuple[Decided, ...]] = ("points", "divisions", "cities")


@rule("INT-3", "VIC-1", "SUP-6")
def decide(allied: Standing, german: Standing, loser: str | None) -> tuple[Side | None, Decided]:
    """The winner and what decided: sudden death, then points, enemy divisions destroyed, cities held (R39)."""
    if loser is not None:
        return ("german" if loser == "allied" else "allied"), "sudden-death"
    for what in _COUNTS:
        ours, theirs = getattr(allied, what), getattr(german, what)
        if ours != theirs:
            return ("allied" if ours > theirs else "german"), what
    return None, "draw"


class ValueHex(Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    value: Count
    controller: Side


class DestroyedUnit(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: Side
    loss_value: Count
    division: bool


class CityHex(Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    controller: Side


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """All that counts after the last turn."""

    hexes: tuple[ValueHex, ...]
    destroyed: tuple[DestroyedUnit, ...] = ()
    cities: tuple[CityHex, ...] = ()
    sudden_death_loser: Side | None = None


@procedure("victory-points", "winner", "allied_points", "german_points")
@rule("INT-2", "VIC-2", "VIC-3", "1.4-value", "SEQ-4")
def victory_points(given: Score, desk: Desk) -> Outcome:
    """The points of both sides, and who wins by what (VIC-1, INT-3)."""
    allied, german = (_standing(given, side) for side in ("allied", "german"))
    winner, decided_by = decide(allied, german, given.sudden_death_loser)
    desk.line("victory.points", "VIC-1", allied=allied.points, german=german.points)
    key = "draw" if winner is None else f"{winner}.{decided_by}"
    desk.line(f"victory.{key}", "SUP-6" if decided_by == "sudden-death" else "INT-3")
    points = {"allied_points": allied.points, "german_points": german.points}
    return {**points, "winner": winner, "decided_by": decided_by}


def _standing(given: Score, side: str) -> Standing:
    held: Sequence[int] = [one.value for one in given.hexes if one.controller == side]
    lost = [unit for unit in given.destroyed if unit.side != side]
    return Standing(
        sum(held) + sum(unit.loss_value for unit in lost),
        sum(unit.division for unit in lost),
        sum(city.controller == side for city in given.cities),
    )


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


def tell_points(state: NormandyState) -> Text:
    allied, german = (standing(state, side).points for side in (ALLIED, GERMAN))
    return say("normandy.event.points", allied=allied, german=german)


def enter_together(table: Table[NormandyState], chosen: Sequence[int], hex_: int) -> None:
    """Units come into a hex after a fight, and take it."""
    for unit in chosen:
        maps.put(table.state, unit, hex_)
    if chosen:
        take(table, units.SIDE[chosen[0]], hex_)


# looking back

#: what the dice were for
STAKES: Final = {
    "side-choice": None,
    "weather": None,
    "ground-combat": reckoning.COMBAT,
    "naval-vs-coastal": reckoning.COMBAT,
    "carpet-bombing": Stake("losses", {"defender_losses": 1, "retreat_required": 1}),
    "flak": Stake("hits", {"losses": 1}),
}


def tallies(state: NormandyState) -> Iterator[Tally]:
    places = list(zip(board.VALUES, board.FIRST_OWNER, strict=True))
    for side in (ALLIED, GERMAN):
        worth = sum(units.LOSS_VALUE[unit] for unit in destroyed(state, enemy_of(side)))
        steps = sum(state.losses[unit] for unit in units.OF_SIDE[side])
        lost = [("units", len(destroyed(state, side))), ("steps", steps)]
        yield reckoning.tally(WORDS, state, side, places, worth, lost)
