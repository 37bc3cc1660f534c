"""The course of a game: eight turns, in each a player turn of both sides (order, intro-2 to intro-4)."""

from __future__ import annotations

from typing import Any

from feltherre.core import engine
from feltherre.core.agenda import UMPIRE
from feltherre.core.clock import Clock, ClockEvent, Paused, TimeAdded
from feltherre.core.marks import rule
from feltherre.core.space import Decision, DiceSpace, DiceTyped
from feltherre.core.table import Table
from feltherre.games.winterwar import maps, occupation, tables, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.procedures.victory import MOVEMENT_SECONDS
from feltherre.games.winterwar.state import DEFENDS, WinterWarState
from feltherre.games.winterwar.steps import CombatPhase, LostBase, OverStacked, steps
from feltherre.hexgame import course
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.steps import (
    BattleOver,
    EndOfGame,
    EndOfPlayerTurn,
    March,
    Movement,
    PhaseBegins,
    PlayerTurn,
    Reinforcement,
    Turn,
)

#: the names of the clocks (R3, R4, R62)
MOVEMENT_CLOCK = "movement"
GAME_CLOCK = "game"
CHOICE_CLOCK = "choice"


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


# the clocks (R3, R4, R62)


@rule("order-1", "turn-3-b", "intro-4")
def clocks(state: WinterWarState) -> tuple[Clock, ...]:
    """Five minutes for the side that places reinforcements and moves, afresh in every player turn (R3); two hours for
    everybody, set-up included (R4), and when they are over a minute for each choice that is left (R62). While the
    enemy looks for another base, the five minutes stand still."""
    runs = _is_moving(state) and not isinstance(state.agenda[-1], LostBase)
    period = state.turn * 2 + (state.side != state.rules.first)
    going = state.result is None
    both = (
        Clock(MOVEMENT_CLOCK, units.ROLES[state.side], state.movement_time, runs, period),
        Clock(GAME_CLOCK, "", state.game_time, going and not state.time_over),
    )
    return (*both, Clock(CHOICE_CLOCK, "", state.choice_time, going, state.opened)) if state.time_over else both


def _is_moving(state: WinterWarState) -> bool:
    return any(isinstance(step, Reinforcement | Movement) for step in state.agenda)


@rule("order-1", "turn-3-b", "intro-3", "intro-4")
def clock(table: Table[WinterWarState], event: ClockEvent) -> None:
    """Time enters the game: five minutes for reinforcements and movement, two hours for everything, a minute for each
    choice of the last combat (R3, R4, R62)."""
    if isinstance(event, Paused):
        return  # the match sees to it
    state = table.state
    if event.name not in _TIME_UP:
        raise WORDS.illegal("no-such-clock", "intro-4", name=event.name)
    if event.name == MOVEMENT_CLOCK and not _is_moving(state):
        raise WORDS.illegal("no-movement-under-way", "turn-3-b")
    if event.name == CHOICE_CLOCK and not state.time_over:
        raise WORDS.illegal("no-last-choice", "intro-4")
    if isinstance(event, TimeAdded):
        _add_time(state, event)
    else:
        _TIME_UP[event.name](table)


def _add_time(state: WinterWarState, event: TimeAdded) -> None:
    """More for the movement phase under way, for each of the last choices, or for the whole game: then the combat under
    way need not be the last, if it was to be (R3, R4, R62)."""
    if event.name == MOVEMENT_CLOCK:
        state.movement_time += event.seconds
    elif event.name == CHOICE_CLOCK:
        state.choice_time += event.seconds
    else:
        state.game_time += event.seconds
        if any(isinstance(step, BattleOver) for step in state.agenda):
            state.time_over = False


def _movement_over(table: Table[WinterWarState]) -> None:
    """Unmoved units stay, unplaced reinforcements wait, a move under way ends in the hex last entered (R3)."""
    state = table.state
    over = Reinforcement | Movement | March
    state.agenda = [step for step in state.agenda if not isinstance(step, over)]
    WORDS.tell(table, "movement-time-up", "turn-3-b", side=state.side)


def _game_over(table: Table[WinterWarState]) -> None:
    """The combat under way is finished, then the game is scored as it stands (R4). What a move has cost already is
    paid: a unit of a full stack (R15), the way to another base (R11)."""
    state = table.state
    state.time_over = True
    WORDS.tell(table, "time-over", "intro-4")
    if not any(isinstance(step, BattleOver) for step in state.agenda):
        owed = [step for step in state.agenda if isinstance(step, OverStacked | LostBase)]
        state.agenda[:] = [EndOfGame("time"), *owed]


@rule("intro-4")
def _choice_over(table: Table[WinterWarState]) -> None:
    """Whoever would lose must not keep the game from its end by saying nothing: his choice is made for him, the first
    that can be made; real dice are thrown by the software (R62). The umpire takes the time he needs."""
    decisions = [each for each in engine.open_decisions(table.game, table.state) if each.role != UMPIRE]
    if not decisions:
        raise WORDS.illegal("no-last-choice", "intro-4")
    for decision in decisions:
        WORDS.tell(table, "choice-time-up", "intro-4", side=units.ROLES.index(decision.role))
        engine.carry_out(table, decisions, decision.role, _first_choice(table, decision))


def _first_choice(table: Table[WinterWarState], decision: Decision[Any]) -> Any:
    space = decision.space
    if isinstance(space, DiceSpace):
        return DiceTyped(table.throw(space.n, "time-up", decision.rule).values)
    return next(space.candidates(1))


_TIME_UP = {MOVEMENT_CLOCK: _movement_over, GAME_CLOCK: _game_over, CHOICE_CLOCK: _choice_over}
