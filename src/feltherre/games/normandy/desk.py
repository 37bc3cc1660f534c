"""What an umpire can ask about the course of a game: the choice of sides (SET-2), the weather (1.8), landing (SET-7,
LAN-3), Start hexes lost (SUP-6), points and the winner (VIC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.normandy.state import Weather
from feltherre.games.normandy.tables import LAST_TURN, WEATHER, allowed_in
from feltherre.games.normandy.units import GROUP_OF, Group
from feltherre.hexgame.sides import Teams, higher_die

Count = Annotated[int, Meta(ge=0, le=10_000)]
Side = Literal["allied", "german"]


@procedure("side-choice", "chooser", dice=list[int])
@rule("SET-2")
def side_choice(given: Teams, desk: Desk) -> Resolve:
    """A die for each team; the higher chooses its side, and on equal dice both throw again (SET-2, R40)."""
    return higher_die(desk, "SET-2")


class Skies(Struct, frozen=True, forbid_unknown_fields=True):
    """The turn, and the weather of the one before."""

    turn: Annotated[int, Meta(ge=1, le=LAST_TURN)]
    previous: Weather | None = None


@procedure("weather", "weather", "beachhead_capacity", dice=list[int] | None)
@rule("STEP-1", "WEA-1", "WEA-2")
def weather(s: Skies, desk: Desk) -> Resolve:
    """The weather of a turn: clear in turn 1 and after a storm, else by a die (1.8, R9)."""
    sure = s.turn == 1 or s.previous == "storm"
    desk.known["roll_needed"] = not sure

    def resolve(chance: Chance) -> Outcome:
        if sure:
            found: Weather = "clear"
            desk.line("weather.first" if s.turn == 1 else "weather.after-storm", "STEP-1" if s.turn == 1 else "WEA-2")
        else:
            die = chance.throw(1, "dice", "WEA-1").values[0]
            found = WEATHER[die]
            desk.line(f"weather.{found}", "1.8-a", die, die=die)
        allowed = allowed_in(found)
        desk.line("weather.capacity", f"1.8-{found}", allowed.capacity, n=allowed.capacity)
        return {
            "weather": found,
            "beachhead_capacity": allowed.capacity,
            "bombers_allowed": allowed.bombers,
            "attack_aircraft_allowed": allowed.attack_aircraft,
            "naval_support_allowed": allowed.naval_support,
        }

    return resolve


# landing


@rule("SET-5", "SET-6", "LAN-3", "SET-7", "SUP-5")
def landing_fault(group: Group, beach: str, lost: bool, over: bool) -> tuple[str, str] | None:
    """Why a unit must wait at sea, with the rule: the beachhead is lost, belongs to the other nations, or takes no more
    in this turn (R23, R44); None: it lands."""
    if lost:
        return "lost", "SUP-5"
    if beach != group:
        return "other-nations", "SET-5" if group == "us" else "SET-6"
    return ("full", "LAN-3") if over else None


class Beach(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    group: Group
    lost: bool = False


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    nation: Literal["us", "french", "british", "canadian", "polish"]
    loss_value: Count
    beachhead: str


class Landings(Struct, frozen=True, forbid_unknown_fields=True):
    """The landings of a turn in their order."""

    beachheads: tuple[Beach, ...]
    landings: tuple[Landing, ...]
    weather: Weather = "clear"


@procedure("landing-capacity", "landed", "refused")
@rule("LAN-1", "SET-9", "1.8-storm")
def landing_capacity(given: Landings, desk: Desk) -> Outcome:
    """What each beachhead takes in a turn, and who must wait at sea (SET-5 to SET-7, LAN-3)."""
    capacity = allowed_in(given.weather).capacity
    beaches = {beach.id: beach for beach in given.beachheads}
    landed, refused = dict.fromkeys(beaches, 0), list[str]()
    desk.line("landing.capacity", "LAN-3", capacity, n=capacity)
    for one in given.landings:
        desk.refuse_if(one.beachhead not in beaches, "no-beachhead", "LAN-1", beachhead=one.beachhead)
        beach, points = beaches[one.beachhead], landed[one.beachhead] + one.loss_value
        reason = landing_fault(GROUP_OF[one.nation], beach.group, beach.lost, points > capacity)
        if reason is None:
            landed[beach.id] = points
            desk.line("landing.lands", "LAN-1", points, unit=one.unit, beachhead=beach.id, n=points)
        else:
            refused.append(one.unit)
            desk.line(f"landing.{reason[0]}", reason[1], unit=one.unit, beachhead=beach.id)
    return {"capacity": capacity, "landed": landed, "refused": refused, "legal": not refused}


# Start hexes


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


# points


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
