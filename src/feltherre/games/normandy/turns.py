"""The course of a game (INT-1, SEQ, STEP): eight turns; in each the weather, the check for isolated units, then the
Allies and then the Germans move and fight."""

from __future__ import annotations

from feltherre.core.changes import OneOf
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.normandy import board, maps, occupation, opening, units
from feltherre.games.normandy import steps as all_steps
from feltherre.games.normandy.board import side_name
from feltherre.games.normandy.desk import Skies, weather
from feltherre.games.normandy.state import AWAITED, NormandyState, is_on_map
from feltherre.games.normandy.steps import steps
from feltherre.games.normandy.tables import LAST_TURN
from feltherre.games.normandy.units import ALLIED, GERMAN, ROLES

# turn by turn


@steps.does(all_steps.Turn)
@rule("SEQ-2", "SEQ-3", "SEQ-4")
def turn(table: Table[NormandyState], step: all_steps.Turn) -> None:
    """Weather and isolation once for both sides, then the Allies, then the Germans (R54); after turn eight the game is
    over."""
    state = table.state
    if step.number > LAST_TURN:
        table.push(all_steps.EndOfGame("turns"))
        return
    state.turn = step.number
    table.tell(say("normandy.event.turn", number=step.number), "SEQ-3")
    table.push(
        all_steps.PhaseBegins("weather", ALLIED),
        all_steps.WeatherDie(),
        all_steps.Isolation(),
        all_steps.PlayerTurn(ALLIED),
        all_steps.PlayerTurn(GERMAN),
        all_steps.Turn(step.number + 1),
    )


@steps.throws(
    all_steps.WeatherDie,
    all_steps.WeatherRuled,
    by=weather,
    thrower=lambda state, step, purpose: ROLES[ALLIED],
    changes={"weather": OneOf(("clear", "rain", "storm"))},
)
@rule("STEP-1", "WEA-1", "WEA-2", "1.8-a")
def weather_die(state: NormandyState, step: all_steps.WeatherDie) -> Skies:
    """The Allied side throws; not in turn 1, nor after a storm (R9)."""
    return Skies(state.turn, state.weather if state.turn > 1 else None)


@steps.does(all_steps.WeatherRuled)
@rule("WEA-1")
def weather_holds(table: Table[NormandyState], step: all_steps.WeatherRuled) -> None:
    """It holds for the whole turn."""
    table.state.weather = step.ruling.outputs["weather"]
    table.tell(say(f"normandy.event.weather.{table.state.weather}"), "WEA-1", ruling=step.ruling)


@steps.does(all_steps.Isolation)
@rule("STEP-3-a", "SUP-1", "SUP-4", "1.2-d")
def isolation(table: Table[NormandyState], step: all_steps.Isolation) -> None:
    """Every unit of both sides that can draw no line takes a loss and is marked until it can again; first in turn 2
    (R29)."""
    state = table.state
    if state.turn == 1:
        return
    now = [unit for side in (ALLIED, GERMAN) for unit in maps.without_line(state, side)]
    before, state.isolated = state.isolated, [0] * units.COUNT
    for unit in now:
        state.isolated[unit] = 1
    for side in (ALLIED, GERMAN):
        cut = [unit for unit in now if units.SIDE[unit] == side]
        freed = [
            unit for unit in units.OF_SIDE[side] if before[unit] and not state.isolated[unit] and is_on_map(state, unit)
        ]
        for key, those in (("isolated", cut), ("supplied", freed)):
            if those:
                names = board.unit_names(those)
                told = say(f"normandy.event.{key}", side=side_name(side), units=names, n=len(those))
                table.tell(told, "STEP-3-a", tuple(dict.fromkeys(board.number(state.places[unit]) for unit in those)))
    for unit in now:
        occupation.lose(table, unit, "SUP-4")


@steps.does(all_steps.PlayerTurn)
@rule("SEQ-1", "STEP-5-e")
def player_turn(table: Table[NormandyState], step: all_steps.PlayerTurn) -> None:
    """First movement, at its beginning what comes onto the map, then combat (SEQ-1, 2.1-c)."""
    state = table.state
    state.side = step.side
    state.moved, state.attacked = [0] * units.COUNT, [0] * units.COUNT
    state.landed = [AWAITED] * units.COUNT
    table.tell(say("normandy.event.player-turn", side=side_name(step.side), number=state.turn), "SEQ-1")
    if step.side == ALLIED:
        opening.arrive_at_sea(state)
    table.push(
        all_steps.PhaseBegins("reinforcement", step.side),
        all_steps.Reinforcement(),
        all_steps.PhaseBegins("movement", step.side),
        all_steps.Movement(),
        all_steps.PhaseBegins("combat", step.side),
        all_steps.CombatPhase(),
        all_steps.EndOfPlayerTurn(),
    )


@steps.does(all_steps.PhaseBegins)
def phase_begins(table: Table[NormandyState], step: all_steps.PhaseBegins) -> None:
    table.state.phase, table.state.side = step.phase, step.side


@steps.does(all_steps.EndOfPlayerTurn)
def end_of_player_turn(table: Table[NormandyState], step: all_steps.EndOfPlayerTurn) -> None:
    """The other side follows, or the next turn; aircraft that hinder movement stay over their hexes (R32)."""


@steps.does(all_steps.EndOfGame)
def end_of_game(table: Table[NormandyState], step: all_steps.EndOfGame) -> None:
    occupation.end_on_points(table)
