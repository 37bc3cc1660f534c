"""The Winter War 1939-40 as a game of the house: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from feltherre.core.chance import Line
from feltherre.core.game import Option, Setup, Way
from feltherre.core.prospect import Prospect
from feltherre.core.registry import later
from feltherre.core.scene import Board, Box, Scene
from feltherre.games.winterwar import (
    aftermath,
    battle,
    board,
    chart,
    combat,
    edits,
    movement,
    occupation,
    opening,
    prospects,
    reckoning,
    scene,
    turns,
    wording,
)
from feltherre.games.winterwar import steps as all_steps
from feltherre.games.winterwar.actions import WinterWarAction
from feltherre.games.winterwar.occupation import points_ahead
from feltherre.games.winterwar.procedures import ASKS, PROCEDURES
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import ROLES
from feltherre.games.winterwar.wording import NOTATION
from feltherre.hexgame.game import HexGame


class WinterWarGame(HexGame[WinterWarState]):
    id: ClassVar[str] = "winterwar"
    title: ClassVar[str] = "Winter War 1939-40"
    roles: ClassVar[tuple[str, ...]] = ROLES
    options: ClassVar[tuple[Option, ...]] = opening.OPTIONS
    plain: ClassVar[Mapping[str, str]] = opening.PLAIN
    ways: ClassVar[tuple[Way, ...]] = opening.WAYS
    #: the Karelian Isthmus
    picture_box: ClassVar[Box | None] = (3900, 9050, 3900, 2600)
    has_clocks: ClassVar[bool] = True
    rules_version: ClassVar[str] = "2"
    package: ClassVar[str] = "feltherre.games.winterwar"

    state_type = WinterWarState
    action_type = WinterWarAction
    edit_type = edits.WinterWarEdit
    view_type = scene.VIEWS.type
    steps = all_steps.steps.complete(all_steps, aftermath, battle, combat, movement, occupation, opening, turns)
    notation = NOTATION
    procedures = PROCEDURES
    asks = ASKS
    words = board.WORDS
    signs = chart.SIGNS
    sentences = wording.tell_action
    checks = edits.CHECKS
    carry_out = edits.CARRY_OUT
    warned = prospects.WARNINGS
    players = {
        "captain": later("feltherre.games.winterwar.players:CaptainPlayer"),
        "greedy": later("feltherre.games.winterwar.players:GreedyPlayer"),
    }

    begin = staticmethod(opening.begin)
    view = staticmethod(scene.view)
    about = staticmethod(chart.about)
    overlays = staticmethod(chart.overlays)
    clocks = staticmethod(turns.CLOCKS.shown)
    clock = staticmethod(turns.CLOCKS.event)
    score = staticmethod(points_ahead)
    stakes = reckoning.STAKES
    tallies = staticmethod(reckoning.tallies)

    def variants(self) -> tuple[Mapping[str, str], ...]:
        """The usual game, and one that differs in all that can differ."""
        return {}, {option.name: option.values[1] for option in self.options}

    def board(self, setup: Setup) -> Board:
        return scene.drawn_board()

    def scene(self, state: WinterWarState, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return scene.position(state, self.ledger.terms)

    def prospects(self, state: WinterWarState, roles: Collection[str]) -> Sequence[Prospect]:
        return prospects.prospects(state)

    def foreseen(self, state: WinterWarState, role: str, action: Any) -> Sequence[Prospect]:
        return prospects.foreseen(state, action)

    def look(
        self, state: WinterWarState, roles: Collection[str], name: str, *, all_seeing: bool = False
    ) -> Sequence[Line]:
        return wording.look(state, name)


GAME = WinterWarGame()
