"""The captain: a plan for each movement phase, exact odds in combat; set-up, reinforcements, advance and retreat."""

from __future__ import annotations

from functools import partial
from typing import Any

from feltherre.core.state import Step
from feltherre.core.text import Text
from feltherre.games.winterwar import aftermath, board, maps, opening, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.players import greedy, plan, roads, weights
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.greedy import SAY
from feltherre.games.winterwar.players.plan import content, scores_for
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import CombatPhase
from feltherre.hexgame.actions import Deploy, DeployHistorically, EndReinforcement, EndSetup
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.planning import who_stands_better
from feltherre.hexgame.steps import Advancing, Movement, Reinforcement, Retreating, Setup
from feltherre.hexgame.weighing import best_part, total
from feltherre.players.planned import Answer, Order, Orders, PlannedPlayer
from feltherre.players.player import Position

#: another place must be better by so much
CLEARLY = 0.1
#: its line stands where it has to
ISTHMUS = "FI-ISTHMUS"


class Deploying:
    """The orders of a set-up, each by the position in which it is due."""

    def __init__(self, state: WinterWarState, side: int) -> None:
        self.state = state
        self.side = side
        self.orders: Orders = {}
        if any(state.places[unit] < 0 for unit in opening.STARTING[side]):
            self._add(DeployHistorically(), WORDS.why("historical"))
            opening.deploy_historically(state, side)
        if side == units.FINLAND:
            self._improve(self._finns_ahead(), self._light_units())
        self._add(EndSetup(), WORDS.why("set-up"))

    def _add(self, action: Any, why: Text) -> None:
        self.orders[content(self.state)] = action, why

    def _light_units(self) -> list[int]:
        """Those who may stand better beside a road than in it."""
        return [
            unit
            for unit in opening.STARTING[units.FINLAND]
            if units.STACK[unit] == units.LESSER and units.HAS_ZOC[unit] and units.UNITS[unit].zone != ISTHMUS
        ]

    def _finns_ahead(self) -> WinterWarState:
        """The board as it will look if the Soviet side stands where it stood in history."""
        ahead = self.state.clone()
        opening.deploy_historically(ahead, units.SOVIET)
        return ahead

    def _improve(self, ahead: WinterWarState, those: list[int]) -> None:
        """Each of these goes to the best hex of its zone, if it is clearly better."""
        field = Field(ahead)
        scores = scores_for(field, self.side)
        for unit in those:
            here = ahead.places[unit]
            values = {hex_: total(scores, unit, hex_) for hex_ in opening.deployment_hexes(ahead, unit)}
            best = max(values, key=lambda hex_: (values[hex_], -hex_), default=here)
            if values.get(best, 0.0) > total(scores, unit, here) + CLEARLY:
                why = WORDS.why(f"move.{best_part(scores, unit, here, best)}", place=best)
                self._add(Deploy(units.UNITS[unit].id, board.number(best)), why)
                field.move(unit, best)
                maps.put(self.state, unit, best)
            scores.taken(unit, ahead.places[unit])


def choose_entry(position: Position, state: WinterWarState, step: Reinforcement) -> Order:
    """The hex where the unit is worth most; air units enter near the enemy."""
    field = Field(state)
    for unit in opening.due(state, state.side):
        hexes = opening.entry_hexes(state, unit)
        if not hexes:
            continue
        if units.IS_AIR[unit]:
            enemies = list(field.stacks[enemy_of(state.side)])
            best = min(hexes, key=lambda hex_: (sum(board.GRID.distance(hex_, there) for there in enemies), hex_))
        else:
            scores = scores_for(field, state.side)
            best = max(hexes, key=lambda hex_: (total(scores, unit, hex_), -hex_))
        return SAY.place(unit, best)
    return EndReinforcement(), WORDS.why("placed")


def choose_advance(position: Position, state: WinterWarState, step: Advancing) -> Order:
    """Whoever stands better in the hex that was won goes there, the strongest first."""
    field = Field(state.clone())
    able, fits = aftermath.advancers(state, step), partial(aftermath.have_room, state, step.hex)
    scores = scores_for(field, state.side)
    return SAY.go_in(step.hex, who_stands_better(field, scores, step.hex, able, fits, weights.WORTH_MOVING))


def choose_retreat(position: Position, state: WinterWarState, step: Retreating) -> Order:
    """Out of enemy zones, where the units are supplied and of most use."""
    ways = aftermath.ways_out(state, step)
    scores = scores_for(Field(state), step.side)

    def value(hex_: int) -> tuple[bool, float, int]:
        able = aftermath.able_to(ways, hex_)
        return not maps.in_enemy_zone(state, hex_, step.side), sum(total(scores, unit, hex_) for unit in able), -hex_

    return greedy.fall_back(state, step, ways, max((hex_ for hexes in ways.values() for hex_ in hexes), key=value))


def _fight(position: Position, state: WinterWarState, step: CombatPhase) -> Order:
    return greedy.choose_combat(position, state, weights.WORTH_ATTACKING, roads.hex_worth(Field(state), state.side))


ANSWERS: dict[type[Step], Answer] = {
    **greedy.ANSWERS,
    CombatPhase: _fight,
    Reinforcement: choose_entry,
    Advancing: choose_advance,
    Retreating: choose_retreat,
}


class CaptainPlayer(PlannedPlayer):
    """Plays both sides."""

    name = "captain"
    answers = ANSWERS
    plans = {
        Setup: lambda state, step: Deploying(state, step.side).orders,
        Movement: lambda state, step: plan.Planning(state).orders,
    }
    content = content
