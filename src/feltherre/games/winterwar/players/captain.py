"""The captain: a plan for each movement phase, exact odds in combat; set-up, reinforcements, advance and retreat."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from feltherre.core.state import Step
from feltherre.core.text import Text
from feltherre.games.winterwar import aftermath, board, maps, opening, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.players import greedy, plan, roads, weights
from feltherre.games.winterwar.players.field import POINTS, Field
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
#: and one that is worse by no more than this is as good
NEARLY = 0.3
#: its line stands where it has to
ISTHMUS = "FI-ISTHMUS"


class Deploying:
    """The orders of a set-up, each by the position in which it is due. Among places of near-equal worth `rng` decides,
    so that not every game opens alike."""

    def __init__(self, state: WinterWarState, side: int, rng: Random) -> None:
        self.state = state
        self.side = side
        self.rng = rng
        self.orders: Orders = {}
        if any(state.places[unit] < 0 for unit in opening.STARTING[side]):
            self._add(DeployHistorically(), WORDS.why("historical"))
            opening.deploy_historically(state, side)
        if side == units.FINLAND:
            ahead = state.clone()
            # as the board will look if the Soviet side stands where it stood in history
            opening.deploy_historically(ahead, units.SOVIET)
            self._improve(ahead, _light_units())
        else:
            self._improve(state.clone(), _armour())
            self._into_supply()
        self._add(EndSetup(), WORDS.why("set-up"))

    def _add(self, action: Any, why: Text) -> None:
        self.orders[content(self.state)] = action, why

    def _deploy(self, unit: int, hex_: int, reason: str) -> None:
        self._add(Deploy(units.UNITS[unit].id, board.number(hex_)), WORDS.why(f"move.{reason}", place=hex_))
        maps.put(self.state, unit, hex_)

    def _improve(self, ahead: WinterWarState, those: list[int]) -> None:
        """Each of these that still stands as in history goes to a hex of its zone that is clearly better: to the best,
        or one nearly as good."""
        field = Field(ahead)
        scores = scores_for(field, self.side)
        for unit in those:
            here = ahead.places[unit]
            if here == opening.SETTING_UP.historical[unit]:
                stays = total(scores, unit, here)
                values = {hex_: total(scores, unit, hex_) for hex_ in self._places(field, unit)}
                values = {hex_: value for hex_, value in values.items() if value > stays} | {here: stays + CLEARLY}
                least = max(values.values()) - NEARLY
                hex_ = self.rng.choice(sorted(hex_ for hex_, value in values.items() if value >= least))
                if hex_ != here:
                    self._deploy(unit, hex_, best_part(scores, unit, here, hex_))
                    field.move(unit, hex_)
            scores.taken(unit, ahead.places[unit])

    def _places(self, field: Field, unit: int) -> list[int]:
        """The hexes of its zone with room; armour does not go back from the front."""
        finns, hexes = list(field.stacks[units.FINLAND]), opening.deployment_hexes(field.state, unit)

        def away(hex_: int) -> int:
            return min(board.GRID.distance(hex_, there) for there in finns)

        most = away(field.state.places[unit])
        return [hex_ for hex_ in hexes if not units.IS_ARMOUR[unit] or away(hex_) <= most]

    def _into_supply(self) -> None:
        """Whoever would be cut off at once by the Finns who stand already (turn-1) goes elsewhere in his zone, or
        guards the road for the others (R8), as far forward as that does."""
        state = self.state

        def cut_off(unit: int, hex_: int) -> float:
            here = state.places[unit]
            maps.put(state, unit, hex_)
            cut = maps.without_line(state, self.side)
            maps.put(state, unit, here)
            return _points(cut)

        while cut := maps.without_line(state, self.side):
            scores = scores_for(Field(state), self.side)
            options = [(unit, hex_) for unit in cut for hex_ in opening.deployment_hexes(state, unit)]
            found = [(cut_off(*option), -total(scores, *option), *option) for option in options]
            left, _, unit, hex_ = min(found, default=(_points(cut), 0.0, 0, 0))
            if left >= _points(cut):
                return
            self._deploy(unit, hex_, "supply")


def _points(those: list[int]) -> float:
    return sum(POINTS[unit] for unit in those)


def _light_units() -> list[int]:
    """Finns who may stand better beside a road than in it."""
    return [
        unit
        for unit in opening.STARTING[units.FINLAND]
        if units.STACK[unit] == units.LESSER and units.HAS_ZOC[unit] and units.UNITS[unit].zone != ISTHMUS
    ]


def _armour() -> list[int]:
    return [unit for unit in opening.STARTING[units.SOVIET] if units.IS_ARMOUR[unit]]


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
        Setup: lambda state, step, rng: Deploying(state, step.side, rng).orders,
        Movement: lambda state, step, rng: plan.Planning(state).orders,
    }
    content = content
