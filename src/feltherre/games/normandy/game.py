"""Normandy 1944 as a game of the house: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from feltherre.core.chance import Line
from feltherre.core.datafile import own_mark
from feltherre.core.game import Option, Setup
from feltherre.core.prospect import Prospect
from feltherre.core.registry import later
from feltherre.core.scene import Board, Box, Scene
from feltherre.games.normandy import (
    aftermath,
    board,
    carpet,
    chart,
    combat,
    datacheck,
    edits,
    flak,
    maps,
    movement,
    naval,
    occupation,
    opening,
    places,
    prospects,
    turns,
    units,
)
from feltherre.games.normandy import scene as views
from feltherre.games.normandy import steps as all_steps
from feltherre.games.normandy.actions import NormandyAction
from feltherre.games.normandy.battle import ground_combat
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.units import ROLES
from feltherre.hexgame import checks
from feltherre.hexgame.counters import AWAITED
from feltherre.hexgame.game import HexGame
from feltherre.hexgame.steps import March

#: in the order of the ledger
PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        opening.side_choice,
        turns.weather,
        places.zone_of_control,
        places.movement_allowance,
        places.movement_cost,
        places.stacking_check,
        opening.landing_capacity,
        places.supply_check,
        ground_combat,
        aftermath.allocate_losses,
        aftermath.retreat,
        aftermath.advance_after_combat,
        naval.naval_vs_coastal,
        flak.flak,
        carpet.carpet_bombing,
        occupation.start_hex_loss,
        occupation.victory_points,
    )
}
ASKS = {name: procedure.asks for name, procedure in PROCEDURES.items()}


def room_is_kept(state: NormandyState) -> list[str]:
    """On a beach, and in a Start hex, more may stand until the movement phase ends, and wherever a unit is halted on
    its way (R24)."""
    landing = state.phase in ("reinforcement", "movement")
    crowded = {hex_ for hex_ in state.landed if hex_ != AWAITED} if landing else set()
    crowded |= {state.places[step.unit] for step in state.agenda if isinstance(step, March)}
    return checks.stacks_hold(maps.THEATRE, state, crowded)


def losses_leave_units(state: NormandyState) -> list[str]:
    """Whoever is on the map has taken fewer losses than destroy it."""
    return [
        f"{units.UNITS[unit].id} has {n} losses"
        for unit, n in enumerate(state.losses)
        if state.places[unit] >= 0 and not 0 <= n < units.LOSS_VALUE[unit]
    ]


def afloat(state: NormandyState) -> list[str]:
    """Ships are on the water, and coastal artillery ashore."""
    on_map = [(unit, hex_) for unit, hex_ in checks.on_map(state) if units.IS_SHIP[unit] or units.IS_BATTERY[unit]]
    wrong = [unit for unit, hex_ in on_map if board.IS_LAND[hex_] == units.IS_SHIP[unit]]
    return [f"{units.UNITS[unit].id} is in {board.number(state.places[unit])}" for unit in wrong]


def only_aircraft_fly(state: NormandyState) -> list[str]:
    """In flight are aircraft on the map, and nothing else; the others are at their bases."""
    flying = [unit for unit, mark in enumerate(state.flown) if mark]
    wrong = [unit for unit in flying if not units.IS_AIR[unit] or state.places[unit] < 0]
    grounded = (unit for unit in units.AIR_UNITS if state.places[unit] >= 0 and not state.flown[unit])
    wrong += [unit for unit in grounded if state.places[unit] not in board.SEA_START]
    return [f"{units.UNITS[unit].id} is not where aircraft are" for unit in wrong]


#: what must hold after every act
CHECKS = (
    partial(checks.somewhere, units.COUNTERS),
    partial(checks.enemies_apart, maps.THEATRE),
    room_is_kept,
    partial(checks.maps_in_step, maps.THEATRE),
    partial(checks.owned, [place.id for place in board.PLACES]),
    lambda state: checks.in_time(units.COUNTERS, state, units.ARRIVES),
    losses_leave_units,
    afloat,
    only_aircraft_fly,
)


class NormandyGame(HexGame[NormandyState]):
    id: ClassVar[str] = "normandy"
    title: ClassVar[str] = "Normandy 1944"
    roles: ClassVar[tuple[str, ...]] = ROLES
    options: ClassVar[tuple[Option, ...]] = opening.OPTIONS
    #: from Utah to Sword
    picture_box: ClassVar[Box | None] = (450, 480, 1500, 1000)
    has_clocks: ClassVar[bool] = True
    #: games on a map or with an order of battle of one's own are told from others by it
    rules_version: ClassVar[str] = "2" + own_mark("normandy")
    package: ClassVar[str] = "feltherre.games.normandy"

    state_type = NormandyState
    action_type = NormandyAction
    edit_type = edits.NormandyEdit
    view_type = views.VIEWS.type
    steps = all_steps.steps.complete(all_steps, aftermath, carpet, combat, flak, movement, opening, turns)
    notation = chart.NOTATION
    procedures = PROCEDURES
    asks = ASKS
    words = WORDS
    signs = views.SIGNS
    sentences = chart.tell_action
    checks = CHECKS
    carry_out = edits.CARRY_OUT
    warned = prospects.WARNINGS
    players = {
        "captain": later("feltherre.games.normandy.players:CaptainPlayer"),
        "greedy": later("feltherre.games.normandy.players:GreedyPlayer"),
    }

    begin = staticmethod(opening.begin)
    view = staticmethod(views.view)
    redeal = staticmethod(carpet.redeal)
    clocks = staticmethod(turns.CLOCKS.shown)
    clock = staticmethod(turns.CLOCKS.event)
    about = staticmethod(chart.about)
    overlays = staticmethod(chart.overlays)
    score = staticmethod(occupation.points_ahead)
    stakes = occupation.STAKES
    tallies = staticmethod(occupation.tallies)

    def variants(self) -> tuple[Mapping[str, str], ...]:
        """The usual game, and one that differs in all that can differ."""
        return {}, {option.name: option.values[1] for option in self.options}

    def board(self, setup: Setup) -> Board:
        return views.drawn_board()

    def scene(self, state: NormandyState, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return views.position(state, roles, all_seeing)

    def prospects(self, state: NormandyState, roles: Collection[str]) -> Sequence[Prospect]:
        return prospects.prospects(state)

    def foreseen(self, state: NormandyState, role: str, action: Any) -> Sequence[Prospect]:
        """The chances of an attack or of fire before it is made."""
        return prospects.foreseen(state, action)

    def check_data(self, files: Sequence[Path]) -> dict[str, Path]:
        return datacheck.checked(files)

    def look(
        self, state: NormandyState, roles: Collection[str], name: str, *, all_seeing: bool = False
    ) -> Sequence[Line]:
        return chart.look(state, name)


GAME = NormandyGame()
