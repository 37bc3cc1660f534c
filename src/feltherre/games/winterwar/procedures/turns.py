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


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the dice decides."""


@procedure("side-choice", dice=list[int])
def side_choice(given: Choice, desk: Desk) -> Resolve:
    """A die for each team; the higher chooses its side, and on equal dice both throw again (setup-2, R50)."""

    def resolve(chance: Chance) -> Outcome:
        dice = [chance.throw(1, "dice", "setup-2") for _team in range(2)]
        first, second = (die.values[0] for die in dice)
        team = None if first == second else 1 if first > second else 2
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
@rule("turn-3-b")
def phase_clock(clocks: Clocks, desk: Desk) -> Outcome:
    """Five minutes for all reinforcement and movement, combat outside them (order-1, turn-3-b, R3); the game is over
    after turn eight, or when two hours are used up (intro-2 to intro-4, R4)."""
    movement, two_hours = clocks.movement_seconds >= MOVEMENT_SECONDS, clocks.game_seconds >= GAME_SECONDS
    last_turn = clocks.turn >= LAST_TURN and clocks.both_sides_done
    desk.line("clock.movement-over" if movement else "clock.movement", "order-1")
    if two_hours:
        desk.line("clock.two-hours", "intro-4")
    elif last_turn:
        desk.line("clock.last-turn", "intro-2", turn=clocks.turn)
    else:
        desk.line("clock.game", "intro-3", turn=clocks.turn)
    return {"movement_over": movement, "game_over": two_hours or last_turn}
