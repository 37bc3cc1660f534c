"""The course of a game: eight turns, in each a player turn of both sides (order, intro-2 to intro-4)."""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule, rule_of
from feltherre.core.table import Table
from feltherre.games.winterwar import maps, occupation, tables, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.procedures.victory import MOVEMENT_SECONDS
from feltherre.games.winterwar.state import DEFENDS, WinterWarState
from feltherre.games.winterwar.steps import CombatPhase, LostBase, OverStacked, steps
from feltherre.hexgame import course
from feltherre.hexgame.clocks import Clocks
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.steps import (
    BattleOver,
    EndOfGame,
    EndOfPlayerTurn,
    PhaseBegins,
    PlayerTurn,
    Turn,
)


@steps.does(Turn)
@rule("order-2", "intro-2", "intro-3", "win-1")
def turn(table: Table[WinterWarState], step: Turn) -> None:
    """Both sides take their player turns, the Soviet side first (R1); after turn eight the game ends."""
    state = table.state
    if step.number > tables.LAST_TURN:
        table.push(EndOfGame("turns"))
        return
    state.turn = step.number
    # what was thrown for a partisan holds for one turn (2.1-m, R43)
    state.strengths = [0] * units.COUNT
    WORDS.tell(table, "turn", "intro-2", number=step.number)
    first = state.rules.first
    table.push(PlayerTurn(first), PlayerTurn(enemy_of(first)), Turn(step.number + 1))


@steps.does(PlayerTurn)
@rule("order-1", "turn-4-e")
def player_turn(table: Table[WinterWarState], step: PlayerTurn) -> None:
    """Supply check, reinforcements and movement, then combat (order-1)."""
    state = table.state
    course.player_turn_begins(table, WORDS, step.side, "order-1")
    state.pledged = [AWAITED] * units.COUNT
    state.air_fought.clear()
    state.stopped.clear()
    state.movement_time = MOVEMENT_SECONDS
    check_supply(table, step.side)
    table.push(*course.phases(step.side, CombatPhase()))


steps.does(PhaseBegins)(course.phase_begins)


@rule("turn-1-a", "turn-1-d", "supply-1", "supply-2", "supply-5", "supply-6")
def check_supply(table: Table[WinterWarState], side: int) -> None:
    """Each unit of the side draws a line or is cut off until the next check: it can neither move nor attack, and
    defends with half its value (supply-5, supply-6); with a line it is free again (turn-1-d, R2)."""
    fresh, freed = maps.check_lines(table.state, side, table.state.cut_off)
    for key, rule_id, those in (("cut-off", "supply-5", fresh), ("supplied", "turn-1-d", freed)):
        if those:
            WORDS.tell(table, key, rule_id, side=side, units=those, n=len(those))


@steps.does(EndOfPlayerTurn)
@rule("1.5-e", "1.6-m", "1.6-j")
def end_of_player_turn(table: Table[WinterWarState], step: EndOfPlayerTurn) -> None:
    """Air units that flew to attack and are still there go home, and so does the enemy's defensive support, which
    has stayed through this player turn; the side's own defensive support stays through the next (R37)."""
    state = table.state
    for unit in (*units.AIR_UNITS[state.side], *units.AIR_UNITS[enemy_of(state.side)]):
        stays = units.SIDE[unit] == state.side and state.flown[unit] == DEFENDS
        if state.flown[unit] and not stays:
            occupation.go_home(table, unit)


@steps.does(EndOfGame)
@rule("intro-5", "intro-3", "win-1", "win-3")
def end_of_game(table: Table[WinterWarState], step: EndOfGame) -> None:
    """Whoever has more points wins (intro-5)."""
    occupation.settle_towns(table)
    result, points = occupation.final_result(table.state, step.reason), occupation.tell_points(table.state)
    course.ends_on_points(table, WORDS, result, points, ("intro-5", "intro-7"))


#: five minutes for the side that places reinforcements and moves, afresh in every player turn (R3), still while the
#: enemy looks for another base; two hours for everybody, set-up included (R4), and when they are over a minute for each
#: choice that is left (R62). What a move has cost is paid: a unit of a full stack (R15), the way to another base (R11)
CLOCKS: Final = Clocks(
    *(WORDS, ("turn-3-b", "intro-4")),
    period=lambda state: state.turn * 2 + (state.side != state.rules.first),
    fights=(BattleOver,),
    owed=(OverStacked, LostBase),
    waits=(LostBase,),
)
for clocked in (CLOCKS.shown, CLOCKS.event):
    rule_of(__name__, "order-1", "turn-3-b", "intro-3", "intro-4")(clocked)
