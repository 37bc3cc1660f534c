"""Who plays which side, by dice (setup-2). Teams may also simply agree: then nothing of this is used.

The teams sit down as Finland and as the Soviet Union; if the team that throws higher wants the other side, the two
change places, and from then on each seat holds the other role.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.changes import OneOf
from feltherre.core.game import Seat
from feltherre.core.marks import rule
from feltherre.core.space import Decision, ListSpace
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar.actions import TakeSide
from feltherre.games.winterwar.procedures.turns import Choice, side_choice
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import SideChoice, SideDice, SideRuled, steps
from feltherre.games.winterwar.texts import side_name
from feltherre.games.winterwar.units import ROLES


def _thrower(state: WinterWarState, step: SideDice, purpose: str) -> str:
    """Each team throws its own die (setup-2)."""
    return ROLES[len(step.throws)]


@steps.throws(SideDice, SideRuled, by=side_choice, thrower=_thrower, changes={"chooser": OneOf((1, 2, None))})
@rule("setup-2")
def each_team_throws(state: WinterWarState, step: SideDice) -> Choice:
    """Each team throws one die (setup-2)."""
    return Choice()


@steps.does(SideRuled)
@rule("setup-2")
def higher_die_chooses(table: Table[WinterWarState], step: SideRuled) -> None:
    """The higher die chooses; equal dice are thrown again (R50)."""
    chooser = step.ruling.outputs["chooser"]
    if chooser is None:
        table.tell(say("winterwar.event.side-tie"), "setup-2", ruling=step.ruling)
        table.push(SideDice())
        return
    table.tell(say("winterwar.event.side-chooser", n=chooser), "setup-2", ruling=step.ruling)
    table.push(SideChoice(chooser - 1))


@steps.asks(SideChoice)
@rule("setup-2")
def which_side(state: WinterWarState, step: SideChoice) -> Iterator[Decision[Any]]:
    """The team that threw higher chooses Finland or the Soviet Union (setup-2)."""
    space = ListSpace([TakeSide("finland"), TakeSide("soviet")], [side_name(side) for side in range(len(ROLES))])
    yield ask(state, ROLES[step.side], "side", "setup-2", space, n=step.side + 1)


@steps.answer(SideChoice)
@rule("setup-2")
def take_side(table: Table[WinterWarState], step: SideChoice, role: str, action: TakeSide) -> None:
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
