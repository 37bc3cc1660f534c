"""Who plays which side, by dice. The teams sit down as the sides in order; if the team that throws higher wants the
other side, the two change places, and from then on each seat holds the other role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.changes import OneOf
from feltherre.core.game import Option, Seat, Setup
from feltherre.core.procedure import Desk, Procedure, Resolve
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.steps import Steps, ask
from feltherre.core.table import Table
from feltherre.hexgame.steps import SideChoice, SideDice, SideRuled
from feltherre.hexgame.words import Words

#: whether the teams have agreed on their sides, or throw for the choice
BY_DIE = "by-die"
SIDES = Option("sides", ("agreed", BY_DIE), "agreed")


def dice_first(setup: Setup) -> tuple[SideDice, ...]:
    """The dice that a game begins with, if the teams throw for their sides."""
    return (SideDice(),) if setup.options.get(SIDES.name) == BY_DIE else ()


class Teams(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the dice decides."""


def higher_die(desk: Desk, rule: str) -> Resolve:
    """A procedure of a title for who chooses: a die for each team; `chooser` is the team that threw higher, None on
    equal dice."""

    def resolve(chance: Chance) -> Outcome:
        first, second = (chance.throw(1, "dice", rule).values[0] for _team in range(2))
        team = None if first == second else 1 if first > second else 2
        desk.line("choice.dice", rule, first=first, second=second)
        desk.line_if(team is None, "choice.again", rule)
        desk.line_if(team is not None, "choice.chooses", rule, team, team=team)
        return {"chooser": team}

    return resolve


def choice_of_sides(
    steps: Steps, words: Words, by: Procedure[Any], take: Callable[..., Action], rule: str
) -> tuple[Callable[..., Any], ...]:
    """Note what is done about the dice for the sides: each team throws its own die, the higher chooses, equal dice are
    thrown again. `by` rules who chooses, team 1 or 2 (`chooser`); `take` is the answer that takes the side of a role.
    The functions noted are given back, for the title to say which of its rules they carry out."""

    @steps.throws(
        SideDice,
        SideRuled,
        by=by,
        # when both dice lie there, the first is meant
        thrower=lambda state, step, purpose: words.roles[len(step.throws) % 2],
        changes={"chooser": OneOf((1, 2, None))},
    )
    def each_team_throws(state: Any, step: SideDice) -> Any:
        return by.situation()

    @steps.does(SideRuled)
    def higher_die_chooses(table: Table[Any], step: SideRuled) -> None:
        chooser = step.ruling.outputs["chooser"]
        if chooser is None:
            table.tell(words.event("side-tie"), rule, ruling=step.ruling)
            table.push(SideDice())
            return
        table.tell(words.event("side-chooser", n=chooser), rule, ruling=step.ruling)
        table.push(SideChoice(chooser - 1))

    @steps.asks(SideChoice)
    def which_side(state: Any, step: SideChoice) -> Iterator[Decision[Any]]:
        space = ListSpace([take(role) for role in words.roles], list(words.side_names))
        yield ask(state, words.roles[step.side], "side", rule, space, n=step.side + 1)

    @steps.answer(SideChoice)
    def take_side(table: Table[Any], step: SideChoice, role: str, action: Any) -> None:
        """A team that wants the side where the other team sits changes places with it."""
        table.state.swapped = action.side != role
        side = words.side_name(words.roles.index(action.side))
        table.tell(words.event("side-taken", n=step.side + 1, side=side), rule)

    return each_team_throws, higher_die_chooses, which_side, take_side


def seated(words: Words, state: Any, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with the sides they play after the choice: the teams may have changed places."""
    if not state.swapped:
        return seats
    other = dict(zip(words.roles, reversed(words.roles), strict=True))
    return tuple(Seat(seat.name, tuple(other[role] for role in seat.roles)) for seat in seats)
