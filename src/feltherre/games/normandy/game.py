"""Normandy 1944 as a game of the house, in the making: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from feltherre.core.game import Game, Option, Seat, Setup
from feltherre.core.prospect import Prospect
from feltherre.core.scene import Board, Box, Scene
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.normandy import (  # noqa: F401 they note the rules of their steps
    aftermath,
    board,
    combat,
    desk,
    maps,
    movement,
    occupation,
    opening,
    turns,
    units,
    wording,
)
from feltherre.games.normandy import scene as views
from feltherre.games.normandy import steps as all_steps
from feltherre.games.normandy.actions import Attack, NormandyAction
from feltherre.games.normandy.battle import ground_combat
from feltherre.games.normandy.board import WORDS, side_name
from feltherre.games.normandy.state import AWAITED, NormandyState, enemy_of
from feltherre.games.normandy.units import ROLES
from feltherre.hexgame import checks

#: in the order of the ledger
PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        desk.side_choice,
        desk.weather,
        desk.landing_capacity,
        ground_combat,
        desk.start_hex_loss,
        desk.victory_points,
    )
}
ASKS = {name: procedure.asks for name, procedure in PROCEDURES.items()}


class NormandyGame(Game[NormandyState]):
    id: ClassVar[str] = "normandy"
    title: ClassVar[str] = "Normandy 1944"
    in_making: ClassVar[bool] = True
    roles: ClassVar[tuple[str, ...]] = ROLES
    options: ClassVar[tuple[Option, ...]] = opening.OPTIONS
    #: from Utah to Sword
    picture_box: ClassVar[Box | None] = (450, 480, 1500, 1000)
    rules_version: ClassVar[str] = "1"
    package: ClassVar[str] = "feltherre.games.normandy"

    state_type = NormandyState
    action_type = NormandyAction
    view_type = views.NormandyView
    steps = all_steps.steps.complete(all_steps)
    notation = wording.NOTATION
    procedures = PROCEDURES
    asks = ASKS

    def begin(self, setup: Setup, table: Table[NormandyState]) -> None:
        opening.begin(setup, table)

    def seated(self, state: NormandyState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return opening.seated(state, seats)

    def variants(self) -> tuple[Mapping[str, str], ...]:
        return opening.VARIANTS

    def view(self, state: NormandyState, roles: Collection[str], *, all_seeing: bool = False) -> views.NormandyView:
        return views.view(state, roles, all_seeing)

    def redeal(self, state: NormandyState, roles: Collection[str], rng: Random) -> NormandyState:
        """Nothing that is carried out so far is hidden."""
        return state.clone()

    def board(self, setup: Setup) -> Board:
        return views.drawn_board()

    def scene(self, state: NormandyState, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return views.position(state)

    def invariants(self, state: NormandyState) -> Sequence[str]:
        wrong = [*checks.somewhere(units.COUNTERS, state), *checks.enemies_apart(maps.THEATRE, state)]
        # on a beach, and in a Start hex, more may stand until the movement phase ends (R24)
        landing = state.phase in ("reinforcement", "movement")
        crowded = {hex_ for hex_ in state.landed if hex_ != AWAITED} if landing else set()
        wrong += [*checks.stacks_hold(maps.THEATRE, state, crowded), *checks.maps_in_step(maps.THEATRE, state)]
        wrong += [*checks.owned((place.id for place in board.PLACES), state)]
        wrong += [*checks.in_time(units.COUNTERS, state, units.ARRIVES)]
        return wrong + [
            f"{units.UNITS[unit].id} has {n} losses"
            for unit, n in enumerate(state.losses)
            if state.places[unit] >= 0 and not 0 <= n < units.LOSS_VALUE[unit]
        ]

    def turns(self, state: NormandyState) -> int:
        return state.turn

    def tell_action(self, state: NormandyState, role: str, action: Any) -> Text:
        told = wording.tell_action(state, ROLES.index(role), action) if role in ROLES else None
        return super().tell_action(state, role, action) if told is None else told

    def foreseen(self, state: NormandyState, role: str, action: Any) -> Sequence[Prospect]:
        """The chances of an attack before it is made."""
        if not isinstance(action, Attack):
            return ()
        hex_, chosen = WORDS.hex_at(action.hex), [units.COUNTERS.number(unit) for unit in action.units]
        if hex_ < 0 or min(chosen, default=-1) < 0:
            return ()
        situation = combat.situation(state, hex_, sorted(chosen))
        if situation is None:
            return ()
        title, outputs = (
            say("normandy.prospect", place=board.hex_name(hex_)),
            {"result": say("normandy.prospect.result")},
        )
        return [Prospect(title, "ground-combat", situation, say("normandy.prospect.assumes"), outputs, {})]

    def resign(self, table: Table[NormandyState], roles: Sequence[str]) -> None:
        """A side that gives up loses."""
        side = ROLES.index(roles[0])
        table.tell(say("normandy.event.resigns", side=side_name(side)))
        score = occupation.result_of(table.state, "resigned").score
        table.state.phase = "over"
        table.finish(Result((ROLES[enemy_of(side)],), "resigned", score, "resigned"))


GAME = NormandyGame()
