"""The choice of sides (setup-2) and the two clocks (order-1, intro-2 to intro-4)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.winterwar.procedures.inputs import Amount
from feltherre.games.winterwar.tables import LAST_TURN

#: seconds for the movement of one side in one turn (order-1), and for the whole game (intro-4)
MOVEMENT_SECONDS: Final = 300
GAME_SECONDS: Final = 7200
#: for each choice that is left when the whole time is used up (R62)
CHOICE_SECONDS: Final = 60


@rule("setup-2")
def choosing_team(first_die: int, second_die: int) -> int | None:
    """The team, 1 or 2, that chooses its side; None: both roll again (setup-2, R50)."""
    if first_die == second_die:
        return None
    return 1 if first_die > second_die else 2


@rule("order-1", "turn-3-b")
def movement_is_over(movement_seconds: float) -> bool:
    """Five minutes for all reinforcement and movement; combat is outside them (order-1, turn-3-b, R3)."""
    return movement_seconds >= MOVEMENT_SECONDS


@rule("intro-2", "intro-3", "intro-4")
def game_is_over(game_seconds: float, turn: int, both_sides_done: bool) -> bool:
    """After turn eight, or when two hours are used up (intro-3, intro-4, R4)."""
    return game_seconds >= GAME_SECONDS or (turn >= LAST_TURN and both_sides_done)


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the dice decides."""


@procedure("side-choice", dice=list[int])
def side_choice(given: Choice, desk: Desk) -> Resolve:
    """A die for each team; the higher chooses its side, and on equal dice both throw again (setup-2, R50)."""

    def resolve(chance: Chance) -> Outcome:
        dice = [chance.throw(1, "dice", "setup-2") for _team in range(2)]
        first, second = (die.values[0] for die in dice)
        team = choosing_team(first, second)
        desk.line("choice.dice", "setup-2", first=first, second=second)
        desk.line_if(team is None, "choice.again", "setup-2")
        desk.line_if(team is not None, "choice.chooses", "setup-2", team, team=team)
        return {"chooser": team}

    return resolve


class Clocks(Struct, frozen=True, forbid_unknown_fields=True):
    """The time used up so far."""

    movement_seconds: Amount
    game_seconds: Amount
    turn: Annotated[int, Meta(ge=1, le=LAST_TURN)]
    both_sides_done: bool


@procedure("phase-clock")
def phase_clock(clocks: Clocks, desk: Desk) -> Outcome:
    """Whether the movement or the whole game is over (order-1, intro-2 to intro-4)."""
    movement = movement_is_over(clocks.movement_seconds)
    over = game_is_over(clocks.game_seconds, clocks.turn, clocks.both_sides_done)
    desk.line("clock.movement-over" if movement else "clock.movement", "order-1")
    if not over:
        desk.line("clock.game", "intro-3", turn=clocks.turn)
    elif clocks.game_seconds >= GAME_SECONDS:
        desk.line("clock.two-hours", "intro-4")
    else:
        desk.line("clock.last-turn", "intro-2", turn=clocks.turn)
    return {"movement_over": movement, "game_over": over}
