"""The American Civil War 1861-63 as a game of the house: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Union

from feltherre.core.chance import Line, Ruling
from feltherre.core.errors import Illegal
from feltherre.core.game import NOBODY_SEATED, Game, Option, Setup
from feltherre.core.prospect import Prospect
from feltherre.core.registry import later
from feltherre.core.scene import Board, Scene
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar import account as accounts
from feltherre.games.civilwar import (
    attack,
    briefing,
    commanders,
    drawn_ground,
    edits,
    endturn,
    evading,
    fire_questions,
    gun_steps,
    invariants,
    melee,
    morale,
    opening,
    orderstate,
    passing,
    prisoners,
    pursuit,
    rallying,
    reactions,
    reckoning,
    resupplying,
    riding,
    shock,
    succession,
    surrender,
    timeline,
    turn,
    uniforms,
    volleys,
)
from feltherre.games.civilwar import display as displays
from feltherre.games.civilwar import prospects as weighing
from feltherre.games.civilwar import redeal as redealing
from feltherre.games.civilwar import scene as scenes
from feltherre.games.civilwar import steps as all_steps
from feltherre.games.civilwar import view as views
from feltherre.games.civilwar.asks import ASKS
from feltherre.games.civilwar.gate import KINDS, concerned, read_by_umpire
from feltherre.games.civilwar.notation import FORMS, NOTATION
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.scenario import check_scenario, own_scenario, scenario_names
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import ROLES, CivilWarState
from feltherre.games.civilwar.victory import told_score

#: the modules with steps
CHAPTERS: Final = (
    *(all_steps, attack, endturn, evading, fire_questions, gun_steps, melee, morale),
    *(orderstate, passing, prisoners, pursuit, rallying, reactions, resupplying, riding, shock, succession, surrender),
    *(timeline, turn, uniforms, volleys),
)


#: one tagged union of all answers
_ACTION: Any = Union[tuple(dict.fromkeys(form.action for form in FORMS))]  # noqa: UP007


class CivilWarGame(Game[CivilWarState]):
    id: ClassVar[str] = "civilwar"
    title: ClassVar[str] = "American Civil War 1861-63"
    roles: ClassVar[tuple[str, ...]] = ROLES
    options: ClassVar[tuple[Option, ...]] = opening.OPTIONS
    scenarios: ClassVar[tuple[str, ...]] = scenario_names()
    whole_turns: ClassVar[bool] = True
    heavy: ClassVar[bool] = True
    #: what stands on the table of the tutorial is no secret: a picture of empty fields says little
    picture_roles: ClassVar[tuple[str, ...]] = ROLES
    rules_version: ClassVar[str] = "10"
    package: ClassVar[str] = "feltherre.games.civilwar"

    state_type = CivilWarState
    action_type = _ACTION
    edit_type = edits.CivilWarEdit
    view_type = views.CivilWarView
    steps = all_steps.steps.complete(*CHAPTERS)
    notation = NOTATION
    procedures = PROCEDURES
    asks = ASKS
    gate_kinds = KINDS
    stakes = reckoning.STAKES
    tallies = staticmethod(reckoning.tallies)
    players = {
        "captain": later("feltherre.games.civilwar.players:CaptainPlayer"),
        "greedy": later("feltherre.games.civilwar.players:GreedyPlayer"),
    }

    def begin(self, setup: Setup, table: Table[CivilWarState]) -> None:
        opening.begin(setup, table)

    def roles_in(self, setup: Setup) -> tuple[str, ...]:
        """The two sides, or each general of the scenario."""
        return commanders.roles_in(opening.scenario_for(setup), setup.options)

    def seatings(self, setup: Setup = NOBODY_SEATED) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """A seat for each commander, or for each side."""
        roles = self.roles_in(setup)
        sides = tuple(tuple(role for role in roles if commanders.side_of(role) == side) for side in (0, 1))
        return tuple(dict.fromkeys((tuple((role,) for role in roles), sides)))

    def role_name(self, role: str) -> Text:
        return commanders.role_name(role)

    def view(self, state: CivilWarState, roles: Collection[str], *, all_seeing: bool = False) -> views.CivilWarView:
        return views.view(state, roles, all_seeing)

    def redeal(self, state: CivilWarState, roles: Collection[str], rng: Random) -> CivilWarState:
        return redealing.redeal(state, roles, rng)

    def board(self, setup: Setup) -> Board:
        return drawn_ground.drawn_board(opening.scenario_for(setup), self.roles_in(setup))

    def scene(self, state: CivilWarState, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return scenes.scene(state, roles, all_seeing)

    def look(
        self, state: CivilWarState, roles: Collection[str], name: str, *, all_seeing: bool = False
    ) -> Sequence[Line]:
        return displays.look(state, roles, name, all_seeing)

    def brief(self, state: CivilWarState, roles: Collection[str], *, all_seeing: bool = False) -> Sequence[Line]:
        return briefing.brief(state, roles, all_seeing)

    def lesson(self, state: CivilWarState) -> Sequence[Line]:
        return briefing.lesson(state)

    def prospects(self, state: CivilWarState, roles: Collection[str]) -> Sequence[Prospect]:
        return weighing.prospects(state, roles)

    def moment(self, state: CivilWarState) -> Text | None:
        return displays.moment(state)

    def passed(self, moment: Text) -> int | None:
        return displays.passed(moment)

    def turns(self, state: CivilWarState) -> int:
        return state.turn

    def invariants(self, state: CivilWarState) -> Sequence[str]:
        return [problem for check in invariants.CHECKS for problem in check(state)]

    def roles_of_side(self, state: CivilWarState) -> Mapping[str, tuple[str, ...]]:
        """A side by its name, with several commanders also each of them."""
        each = {role: (role,) for role in commanders.roles(state)}
        return {**each, **{side: commanders.roles(state, place) for place, side in enumerate(ROLES)}}

    def edit(self, table: Table[CivilWarState], edit: Any) -> None:
        if type(edit) not in edits.CARRY_OUT:
            super().edit(table, edit)
            return
        edits.carry_out(table, edit)

    def aids(self, setup: Setup, role: str) -> frozenset[str]:
        """No measuring before the order is given, unless the umpire allows it (06.02.2)."""
        allowed = self.option(setup, "measuring") == "allowed"
        return frozenset({"odds", "measuring", "range-rings"}) if allowed else frozenset({"odds"})

    def resign(self, table: Table[CivilWarState], roles: Sequence[str]) -> None:
        """A side gives up the field: the other has won. Of several commanders only the one in chief can do so."""
        side = commanders.side_of(roles[0])
        if commanders.roles(table.state, side)[0] not in roles:
            raise Illegal(say("civilwar.illegal.only-the-chief"), "01.05.1")
        winners = commanders.roles(table.state, 1 - side)
        table.tell(say("civilwar.event.resigned", side=commanders.role_name(ROLES[side])), "01.05.1")
        table.state.phase = "over"
        table.finish(Result(winners, "victory", 1 if side == 1 else -1, "resigned"))

    def tell_score(self, result: Result) -> Text | None:
        return told_score(result)

    def check_scenario(self, text: str, name: str) -> Text:
        return check_scenario(text, name)

    def scenario_id(self, text: str) -> str:
        return own_scenario(text).id

    def tell_action(self, state: CivilWarState, role: str, action: Any) -> Text:
        if isinstance(action, SealOrders):
            return say("civilwar.action.orders", n=len(action.sheet.units))
        return super().tell_action(state, role, action)

    def named(self, state: CivilWarState, ruling: Ruling) -> Ruling:
        return read_by_umpire(state, ruling)

    def concerned(self, state: CivilWarState) -> Sequence[Text]:
        return concerned(state)

    def account(self, state: CivilWarState, role: str, action: Any) -> Sequence[Text]:
        return accounts.account(self, state, role, action)


GAME = CivilWarGame()
