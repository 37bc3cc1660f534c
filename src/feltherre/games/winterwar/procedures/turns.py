"""The choice of sides (setup-2) and the two clocks (order-1, intro-2 to intro-4)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure
from feltherre.core.text import say
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


class ChoiceSituation(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the dice decides."""


class SideChoice(Procedure[ChoiceSituation, Assessment]):
    name = "side-choice"
    situation = ChoiceSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def assess(self, situation: ChoiceSituation) -> Assessment:
        return Assessment(will_throw=(Planned("dice", 2, "setup-2"),))

    def resolve(self, assessment: Assessment, chance: Chance) -> Ruling:
        first, second = (chance.throw(1, "dice", "setup-2").values[0] for _team in range(2))
        outputs = {"chooser": lambda: choosing_team(first, second)}
        return chance.ruling(self.name, outputs, lambda: _choice_lines(first, second))


def _choice_lines(first: int, second: int) -> list[Line]:
    told = [Line(say("winterwar.ruling.choice.dice", first=first, second=second), "setup-2")]
    team = choosing_team(first, second)
    if team is None:
        return [*told, Line(say("winterwar.ruling.choice.again"), "setup-2")]
    return [*told, Line(say("winterwar.ruling.choice.chooses", team=team), "setup-2", team)]


class ClockSituation(Struct, frozen=True, forbid_unknown_fields=True):
    movement_seconds: Amount
    game_seconds: Amount
    turn: Annotated[int, Meta(ge=1, le=LAST_TURN)]
    both_sides_done: bool


class ClockAssessment(Assessment, frozen=True, kw_only=True):
    situation: ClockSituation
    movement_over: bool
    game_over: bool


class PhaseClock(CertainProcedure[ClockSituation, ClockAssessment]):
    name = "phase-clock"
    situation = ClockSituation
    outputs = ("movement_over", "game_over")

    def assess(self, situation: ClockSituation) -> ClockAssessment:
        given = situation
        return ClockAssessment(
            situation=given,
            movement_over=movement_is_over(given.movement_seconds),
            game_over=game_is_over(given.game_seconds, given.turn, given.both_sides_done),
        )

    def lines(self, assessment: ClockAssessment) -> list[Line]:
        a, given = assessment, assessment.situation
        movement = "winterwar.ruling.clock.movement-over" if a.movement_over else "winterwar.ruling.clock.movement"
        return [Line(say(movement), "order-1"), self._game_line(a, given)]

    def _game_line(self, assessment: ClockAssessment, given: ClockSituation) -> Line:
        if not assessment.game_over:
            return Line(say("winterwar.ruling.clock.game", turn=given.turn), "intro-3")
        if given.game_seconds >= GAME_SECONDS:
            return Line(say("winterwar.ruling.clock.two-hours"), "intro-4")
        return Line(say("winterwar.ruling.clock.last-turn", turn=given.turn), "intro-2")
