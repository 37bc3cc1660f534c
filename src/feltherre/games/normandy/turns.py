"""The course of a game (INT-1, SEQ, STEP): eight turns; in each the weather, the check for isolated units, then the
Allies and then the Germans move and fight."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.changes import OneOf
from feltherre.core.marks import rule, rule_of
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.table import Table
from feltherre.games.normandy import maps, movement, occupation, opening, units
from feltherre.games.normandy import steps as ours
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.state import MOVEMENT_SECONDS, NormandyState, Weather
from feltherre.games.normandy.steps import steps
from feltherre.games.normandy.tables import LAST_TURN, WEATHER, allowed_in
from feltherre.games.normandy.units import ALLIED, GERMAN, ROLES
from feltherre.hexgame import course
from feltherre.hexgame import steps as common
from feltherre.hexgame.clocks import Clocks
from feltherre.hexgame.counters import AWAITED

# turn by turn


@steps.does(common.Turn)
@rule("SEQ-2", "SEQ-3", "SEQ-4")
def turn(table: Table[NormandyState], step: common.Turn) -> None:
    """Weather and isolation once for both sides, then the Allies, then the Germans (R54); after turn eight the game is
    over."""
    state = table.state
    if step.number > LAST_TURN:
        table.push(common.EndOfGame("turns"))
        return
    state.turn = step.number
    WORDS.tell(table, "turn", "SEQ-3", number=step.number)
    table.push(
        common.PhaseBegins("weather", ALLIED),
        ours.WeatherDie(),
        ours.CarpetDue(),
        ours.Isolation(),
        common.PlayerTurn(ALLIED),
        common.PlayerTurn(GERMAN),
        common.Turn(step.number + 1),
    )


# weather (1.8)


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


@steps.throws(
    ours.WeatherDie,
    ours.WeatherRuled,
    by=weather,
    thrower=lambda state, step, purpose: ROLES[ALLIED],
    changes={"weather": OneOf(("clear", "rain", "storm"))},
)
@rule("STEP-1", "WEA-1", "WEA-2", "1.8-a")
def weather_die(state: NormandyState, step: ours.WeatherDie) -> Skies:
    """The Allied side throws; not in turn 1, nor after a storm (R9)."""
    return Skies(state.turn, state.weather if state.turn > 1 else None)


@steps.does(ours.WeatherRuled)
@rule("WEA-1")
def weather_holds(table: Table[NormandyState], step: ours.WeatherRuled) -> None:
    """It holds for the whole turn."""
    table.state.weather = step.ruling.outputs["weather"]
    WORDS.tell(table, f"weather.{table.state.weather}", "WEA-1", (), step.ruling)
    movement.land_stopped(table)


@steps.does(ours.Isolation)
@rule("STEP-3-a", "SUP-1", "SUP-4", "1.2-d")
def isolation(table: Table[NormandyState], step: ours.Isolation) -> None:
    """Every unit of both sides that can draw no line takes a loss and is marked until it can again; first in turn 2
    (R29)."""
    state = table.state
    if state.turn == 1:
        return
    for side in (ALLIED, GERMAN):
        _, freed = maps.check_lines(state, side, state.isolated)
        isolated = [unit for unit in units.OF_SIDE[side] if state.isolated[unit]]
        for key, those in (("isolated", isolated), ("supplied", freed)):
            if those:
                where = dict.fromkeys(state.places[unit] for unit in those)
                WORDS.tell(table, key, "STEP-3-a", where, side=side, units=those, n=len(those))
    for unit in [unit for unit, mark in enumerate(state.isolated) if mark]:
        occupation.lose(table, unit, "SUP-4")


@steps.does(common.PlayerTurn)
@rule("SEQ-1", "STEP-5-e", "CAR-8")
def player_turn(table: Table[NormandyState], step: common.PlayerTurn) -> None:
    """First movement, at its beginning what comes onto the map, then combat (SEQ-1, 2.1-c)."""
    state = table.state
    course.player_turn_begins(table, WORDS, step.side, "SEQ-1")
    state.landed = [AWAITED] * units.COUNT
    state.fired_at = [0] * units.COUNT
    state.movement_time = MOVEMENT_SECONDS
    if step.side == ALLIED:
        opening.arrive_at_sea(state)
        for unit in units.BOMBERS if state.bombed else ():
            state.moved[unit] = 1
    table.push(*course.phases(step.side, common.CombatPhase()))


steps.does(common.PhaseBegins)(course.phase_begins)


@steps.does(common.EndOfPlayerTurn)
def end_of_player_turn(table: Table[NormandyState], step: common.EndOfPlayerTurn) -> None:
    """The other side follows, or the next turn; aircraft that hinder movement stay over their hexes (R32). The last
    thing the Allies do is to plan what their bombers do next (R31)."""
    if table.state.side == ALLIED:
        table.push(ours.BombingPlan())


@steps.does(common.EndOfGame)
@rule("VIC-1", "SEQ-4")
def end_of_game(table: Table[NormandyState], step: common.EndOfGame) -> None:
    """After the last turn, or when the time is up, the points decide."""
    result, points = occupation.result_of(table.state, step.reason), occupation.tell_points(table.state)
    course.ends_on_points(table, WORDS, result, points, ("VIC-1", "INT-3"))


#: five minutes for each side's movement in every turn (R50), and by our own option a time for the whole game, of which
#: the combat under way is the last
CLOCKS: Final = Clocks(
    *(WORDS, ("STEP-4-b", None)),
    period=lambda state: state.turn * 2 + state.side,
    fights=(common.BattleOver,),
    owed=(
        ours.FlakFire,
        ours.FlakRuled,
        ours.Gunfire,
        ours.GunfireRuled,
        ours.Carpet,
        ours.CarpetRuled,
        common.Losses,
        common.Retreating,
    ),
    moves=(common.March, ours.Flight),
    ends=movement.time_up,
)
for clocked in (CLOCKS.shown, CLOCKS.event):
    rule_of(__name__, "STEP-4-b")(clocked)
