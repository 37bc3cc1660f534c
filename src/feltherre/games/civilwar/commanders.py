"""Who plays whom: one player commands a side, or each general of the scenario has a player of his own.

With several commanders a role is a general: he writes the lines of the units that he commands (03.01.2), is asked what
they are asked, and knows what he and they know (03.02.2). While a command is vacant its units are ordered by the
superior (08.05.1), and when nobody is over them by the first general who is left (08.05.2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from feltherre.core.marks import rule
from feltherre.core.steps import Thrower
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import info
from feltherre.games.civilwar.scenario import Scenario
from feltherre.games.civilwar.state import ROLES, CivilWarState, Staff, Unit, unit_of

#: the option, and its value with which each general is a role
OPTION: Final = "commanders"
SEVERAL: Final = "several"
#: between the side and the general in the name of a role: union-tyler
DASH: Final = "-"


def roles_in(scenario: Scenario, options: Mapping[str, str]) -> tuple[str, ...]:
    """The roles of a battle, those of a side together, its commander-in-chief first."""
    if options.get(OPTION) != SEVERAL:
        return ROLES
    return tuple(
        role_of_general(side, general.id)
        for side, data in enumerate(scenario.sides)
        for general in sorted(data.staff, key=lambda one: bool(one.under))
    )


def role_of_general(side: int, general: str) -> str:
    return f"{ROLES[side]}{DASH}{general}"


def are_several(state: CivilWarState) -> bool:
    return state.options.get(OPTION) == SEVERAL


def roles(state: CivilWarState, side: int | None = None) -> tuple[str, ...]:
    """The roles of this battle, of one side or of both."""
    if not are_several(state):
        return ROLES if side is None else (ROLES[side],)
    generals = [one for one in state.staff if one.rank != "courier" and side in (None, one.side)]
    in_chief_first = sorted(generals, key=lambda one: (one.side, bool(one.under)))
    return tuple(role_of_general(one.side, one.id) for one in in_chief_first)


def side_of(role: str) -> int:
    return ROLES.index(role.partition(DASH)[0])


def role_name(role: str) -> Text:
    """`Union`, or `Tyler (Union)`"""
    side, _, general = role.partition(DASH)
    name = say(f"civilwar.role.{side}")
    return say("civilwar.role.general", side=name, name=general.replace(DASH, " ").title()) if general else name


@rule("03.01.2", "08.05.1", "08.05.2")
def role_of(state: CivilWarState, unit: Unit) -> str:
    """The role that orders a unit and is asked for it."""
    if not are_several(state):
        return ROLES[unit.side]
    return _in_charge(state, unit.side, info(state, unit).under)


def player_of(field: str) -> Thrower:
    """Who throws for a step: the role that orders the unit which the step has in this field."""
    return lambda state, step, purpose: role_of(state, unit_of(state, getattr(step, field)))


def role_over(state: CivilWarState, one: Staff) -> str:
    """The role that moves a general or courier."""
    if not are_several(state):
        return ROLES[one.side]
    return _in_charge(state, one.side, one.under if one.rank == "courier" else one.id)


def _in_charge(state: CivilWarState, side: int, general: str) -> str:
    """The general, or while he is not there the next above him, or the first of the side who is there."""
    by_id = {one.id: one for one in state.staff}
    one = by_id.get(general)
    while one is not None and one.vacant:
        one = by_id.get(one.under)
    if one is None:
        own = [other for other in state.staff if other.side == side and other.rank != "courier"]
        one = next((other for other in own if other.on_table and not other.vacant), own[0])
    return role_of_general(side, one.id)


def of_roles(state: CivilWarState, those: Collection[str]) -> list[Unit]:
    """The units that these roles command, wherever they are."""
    return [unit for unit in state.units if role_of(state, unit) in those]


def staff_of_roles(state: CivilWarState, those: Collection[str]) -> list[Staff]:
    """The generals and couriers of these roles."""
    return [one for one in state.staff if role_over(state, one) in those]
