"""Who plays which side, by dice (setup-2). Teams may also simply agree: then nothing of this is used.

The teams sit down as Finland and as the Soviet Union; if the team that throws higher wants the other side, the two
change places, and from then on each seat holds the other role.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.game import Seat
from feltherre.core.marks import rule
from feltherre.core.procedure import AnyProcedure
from feltherre.core.space import Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar.actions import TakeSide
from feltherre.games.winterwar.procedures.turns import Choice, side_choice
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import SideChoice, SideDice, SideRuled
from feltherre.games.winterwar.texts import side_name
from feltherre.games.winterwar.units import ROLES


class SideDiceRules(Adjudication[WinterWarState, SideDice]):
    @rule("setup-2")
    def procedure(self, state: WinterWarState) -> AnyProcedure:
        """Each team throws one die (setup-2)."""
        return side_choice

    def assessment(self, state: WinterWarState, step: SideDice) -> Any:
        return side_choice.assess(Choice())

    def effects(self, step: SideDice, ruling: Ruling) -> SideRuled:
        return SideRuled(ruling)

    @rule("setup-2")
    def thrower(self, state: WinterWarState, step: SideDice, purpose: str) -> str:
        """Each team throws its own die (setup-2)."""
        return ROLES[len(step.throws)]


class SideRuledRules(StepRules[WinterWarState, SideRuled]):
    @rule("setup-2")
    def proceed(self, table: Table[WinterWarState], step: SideRuled) -> None:
        """The higher die chooses; equal dice are thrown again (R50)."""
        chooser = step.ruling.outputs["chooser"]
        if chooser is None:
            table.tell(say("winterwar.event.side-tie"), "setup-2", ruling=step.ruling)
            table.push(SideDice())
            return
        table.tell(say("winterwar.event.side-chooser", n=chooser), "setup-2", ruling=step.ruling)
        table.push(SideChoice(chooser - 1))


class SideChoiceRules(StepRules[WinterWarState, SideChoice]):
    asks = True

    @rule("setup-2")
    def decisions(self, state: WinterWarState, step: SideChoice) -> Sequence[Decision[Any]]:
        """The team that threw higher chooses Finland or the Soviet Union (setup-2)."""
        role = ROLES[step.side]
        space = ListSpace([TakeSide("finland"), TakeSide("soviet")], [side_name(side) for side in range(len(ROLES))])
        prompt, wait = say("winterwar.prompt.side"), say("winterwar.wait.side", n=step.side + 1)
        return (Decision(decision_id(state, role), role, prompt, "setup-2", space, wait),)

    @rule("setup-2")
    def answer(self, table: Table[WinterWarState], step: SideChoice, role: str, action: TakeSide) -> None:
        """A team that wants the side where the other team sits changes places with it."""
        table.state.swapped = action.side != role
        side = side_name(ROLES.index(action.side))
        table.tell(say("winterwar.event.side-taken", n=step.side + 1, side=side), "setup-2")


@rule("setup-2")
def seated(state: WinterWarState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with the sides they play, after the choice (setup-2)."""
    if not state.swapped:
        return seats
    return tuple(Seat(seat.name, tuple(_OTHER[role] for role in seat.roles)) for seat in seats)


_OTHER = dict(zip(ROLES, reversed(ROLES), strict=True))

STEPS: dict[type[Step], StepRules[WinterWarState, Any]] = {
    SideDice: SideDiceRules(),
    SideRuled: SideRuledRules(),
    SideChoice: SideChoiceRules(),
}
