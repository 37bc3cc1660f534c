"""Norway 1940, basic and advanced, as a game of the house: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from feltherre.core.chance import Line, Ruling
from feltherre.core.game import NOBODY_SEATED, Game, Option, Seat, Setup, Way
from feltherre.core.overlay import Overlay
from feltherre.core.prospect import Prospect
from feltherre.core.registry import later
from feltherre.core.scene import Board, Box, Scene
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import (  # noqa: F401 they note the rules of their steps
    aftermath,
    agreement,
    chart,
    edits,
    evacuation,
    invariants,
    look,
    marked,
    movement,
    movement_air,
    opening,
    prospects,
    reckoning,
    register,
    reinforcement,
    sabotage,
    scene,
    steps,
    turns,
    wording,
)
from feltherre.games.norway import combat as combat  # notes the rules of its steps
from feltherre.games.norway import view as views
from feltherre.games.norway.actions import NorwayAction
from feltherre.games.norway.april import deployment, invasion, landing, phases  # noqa: F401 rules of their steps
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.asks import ASKS
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.games.norway.state import ROLES, NorwayState
from feltherre.games.norway.victory import german_point_cities
from feltherre.games.norway.wording import NOTATION


class NorwayGame(Game[NorwayState]):
    id: ClassVar[str] = "norway"
    title: ClassVar[str] = "Norway 1940"
    roles: ClassVar[tuple[str, ...]] = ROLES
    options: ClassVar[tuple[Option, ...]] = opening.OPTIONS
    ways: ClassVar[tuple[Way, ...]] = opening.WAYS
    #: the south, where both sides begin
    picture_box: ClassVar[Box | None] = (900, 5400, 7800, 7000)
    scope: ClassVar[str | None] = "advanced"
    rules_version: ClassVar[str] = "advanced-2"
    package: ClassVar[str] = "feltherre.games.norway"

    state_type = NorwayState
    action_type = NorwayAction
    edit_type = edits.NorwayEdit
    view_type = views.NorwayView
    steps = register.steps.complete(steps, april_steps, sea_steps)
    notation = NOTATION
    procedures = PROCEDURES
    asks = ASKS
    stakes = reckoning.STAKES
    tallies = staticmethod(reckoning.tallies)

    players = {
        "captain": later("feltherre.games.norway.players:CaptainPlayer"),
        "greedy": later("feltherre.games.norway.players.greedy:greedy"),
    }

    def check_setup(self, setup: Setup) -> None:
        opening.check_seats(setup)
        super().check_setup(setup)

    def seatings(self, setup: Setup = NOBODY_SEATED) -> tuple[tuple[tuple[str, ...], ...], ...]:
        return opening.SEATINGS

    def variants(self) -> tuple[Mapping[str, str], ...]:
        return opening.VARIANTS

    def begin(self, setup: Setup, table: Table[NorwayState]) -> None:
        state = table.state
        state.one_seat = opening.one_plays_both(setup)
        if opening.is_advanced(setup):
            phases.begin(table, opening.advanced_options(setup))
        else:
            opening.place_starting_battalions(state)
            opening.lay_decks(state)
            table.push(steps.FirstHands(), turns.first_turn())
        if opening.by_die(setup):
            opening.throw_for_countries(table)

    def seated(self, state: NorwayState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return opening.seated(state, seats)

    def view(self, state: NorwayState, roles: Collection[str], *, all_seeing: bool = False) -> views.NorwayView:
        return views.view(state, roles, all_seeing)

    def redeal(self, state: NorwayState, roles: Collection[str], rng: Random) -> NorwayState:
        return views.redeal(self, state, roles, rng)

    def board(self, setup: Setup) -> Board:
        return scene.drawn_board(setup, self.ledger.terms)

    def scene(self, state: NorwayState, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return scene.position(state, roles, self.ledger.terms, all_seeing=all_seeing)

    def turns(self, state: NorwayState) -> int:
        return state.round

    def prospects(self, state: NorwayState, roles: Collection[str]) -> Sequence[Prospect]:
        return [*prospects.sea_prospects(state), *prospects.prospects(state)]

    def foreseen(self, state: NorwayState, role: str, action: Any) -> Sequence[Prospect]:
        return prospects.foreseen(state, role, action)

    def tell_action(self, state: NorwayState, role: str, action: Any) -> Text:
        told = wording.tell_action(state, ROLES.index(role), action) if role in ROLES else None
        return super().tell_action(state, role, action) if told is None else told

    def warnings(self, state: NorwayState, role: str, action: Any) -> Sequence[Text]:
        return wording.warnings(state, role, action)

    def marked(self, ruling: Ruling) -> Sequence[Sequence[int]]:
        return marked.marked(ruling)

    def overlays(self, state: NorwayState, roles: Collection[str], picked: str) -> Sequence[Overlay]:
        return look.overlays(state, picked)

    def about(self, name: str) -> Sequence[Line]:
        return chart.about(name)

    def look(
        self, state: NorwayState, roles: Collection[str], name: str, *, all_seeing: bool = False
    ) -> Sequence[Line]:
        return look.look(state, [all_seeing or role in roles for role in ROLES], name)

    def invariants(self, state: NorwayState) -> Sequence[str]:
        return invariants.broken(state)

    def edit(self, table: Table[NorwayState], edit: Any) -> None:
        if type(edit) not in edits.CARRY_OUT:
            super().edit(table, edit)
        edits.carry_out(table, edit)

    def resign(self, table: Table[NorwayState], roles: Sequence[str]) -> None:
        """A side that gives up loses clearly."""
        winners = ("norway", "allies") if "germany" in roles else ("germany",)
        names = [country_name(ROLES.index(role)) for role in roles]
        table.tell(say("norway.event.resigns", countries=names))
        table.finish(Result(winners, "clear", german_point_cities(table.state), "resigned"))


GAME = NorwayGame()
