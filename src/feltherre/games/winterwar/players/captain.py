"""The captain: a plan for each movement phase, exact odds in combat; set-up, reinforcements, advance and retreat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.winterwar import aftermath, board, maps, opening, units
from feltherre.games.winterwar.actions import DeployHistorically
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.players import greedy, plan, roads, weights
from feltherre.games.winterwar.players.field import Field, attack_of
from feltherre.games.winterwar.players.plan import Order, Orders, content, scores_for
from feltherre.games.winterwar.players.weights import total, why_move
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import CombatPhase
from feltherre.hexgame.actions import Deploy, EndReinforcement, EndSetup
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.steps import Advancing, Movement, Reinforcement, Retreating, Setup
from feltherre.players.player import Chosen, Position

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
        self.orders[content(self.state)] = (action, why)

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
                self._add(Deploy(units.UNITS[unit].id, board.number(best)), why_move(scores, unit, here, best))
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
        return greedy.place(unit, best), WORDS.why("place", place=best)
    return EndReinforcement(), WORDS.why("placed")


def choose_advance(position: Position, state: WinterWarState, step: Advancing) -> Order:
    """Whoever stands better in the hex that was won goes there, the strongest first."""
    copy = state.clone()
    field = Field(copy)
    scores = scores_for(field, state.side)
    chosen: list[int] = []
    for unit in sorted(aftermath.advancers(state, step), key=lambda one: (-attack_of(state, one), one)):
        if not aftermath.have_room(state, step.hex, (*chosen, unit)):
            continue
        if total(scores, unit, step.hex) > total(scores, unit, copy.places[unit]) + weights.WORTH_MOVING:
            field.move(unit, step.hex)
            town = board.TOWN_AT[step.hex]
            if town >= 0:
                copy.owners[town] = state.side
            chosen.append(unit)
    return greedy.go_in(step, chosen)


def choose_retreat(position: Position, state: WinterWarState, step: Retreating) -> Order:
    """Out of enemy zones, where the units are supplied and of most use."""
    ways = aftermath.ways_out(state, step)
    scores = scores_for(Field(state), step.side)

    def value(hex_: int) -> tuple[bool, float, int]:
        able = aftermath.able_to(ways, hex_)
        return not maps.in_enemy_zone(state, hex_, step.side), sum(total(scores, unit, hex_) for unit in able), -hex_

    return greedy.fall_back(state, step, ways, max((hex_ for hexes in ways.values() for hex_ in hexes), key=value))


class CaptainPlayer:
    """Plays both sides."""

    name = "captain"

    def __init__(self) -> None:
        #: the plan under way: what is to be done in which position
        self.orders: Orders = {}

    def choose(self, position: Position) -> Chosen:
        state, step = position.state, position.state.agenda[-1]
        if isinstance(step, Movement | Setup):
            return Chosen(*self._next_order(state, step))
        answer = ANSWERS.get(type(step))
        if answer is None:  # real dice to be typed in: they fall as they fall
            return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
        return Chosen(*answer(position, state, step))

    def _next_order(self, state: WinterWarState, step: Movement | Setup) -> Order:
        """From the plan; if the game has gone another way than expected, from a new one."""
        order = self.orders.get(content(state))
        if order is None:
            copy = state.clone()
            made = plan.Planning(copy) if isinstance(step, Movement) else Deploying(copy, step.side)
            self.orders = made.orders
            order = self.orders[content(state)]
        return order


def _fight(position: Position, state: WinterWarState, step: CombatPhase) -> Order:
    return greedy.choose_combat(position, state, weights.WORTH_ATTACKING, roads.hex_worth(Field(state), state.side))


ANSWERS: dict[type, Callable[[Position, WinterWarState, Any], Order]] = {
    **greedy.ANSWERS,
    CombatPhase: _fight,
    Reinforcement: choose_entry,
    Advancing: choose_advance,
    Retreating: choose_retreat,
}
