"""The plan for a movement phase: roads that are cut, attacks for which units come together, and where air units fly
(1.6-h, 1.6-j, 1.4-i)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from feltherre.core.text import Text
from feltherre.games.winterwar import movement, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.players import field as fields
from feltherre.games.winterwar.players import roads, sides, weights
from feltherre.games.winterwar.players.field import Field, best_set, prize
from feltherre.games.winterwar.players.greedy import fly
from feltherre.games.winterwar.state import ATTACKS, DEFENDS, WinterWarState, flying_over
from feltherre.hexgame import planning
from feltherre.hexgame.actions import EndMovement
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Assault, Gathering
from feltherre.hexgame.planning import sorties
from feltherre.hexgame.weighing import Danger


def content(state: WinterWarState) -> Hashable:
    """What a plan depends on."""
    return planning.content(state, state.flipped, state.cut_off, state.flown)


def supporting(state: WinterWarState) -> list[int]:
    """The air unit that would be sent along: the one with most support that can still fly."""
    return sorted(movement.flyers(state), key=lambda unit: -units.GROUND_SUPPORT[unit])[:1]


def flights(field: Field, side: int) -> Iterator[tuple[int, int]]:
    """The strongest in support first; each where it adds most. Over enemy aircraft it may come to nothing (1.6)."""
    state, worth = field.state, roads.hex_worth(field, side)
    ground = {hex_: those for hex_ in field.stacks[enemy_of(side)] if (those := field.beside(side, hex_))}

    def gain(hex_: int, air: Sequence[int]) -> float:
        found = best_set(field, side, hex_, ground[hex_], air, worth(hex_))
        return max(found.gain if found else 0.0, 0.0)

    def share(hex_: int) -> float:
        return weights.CONTESTED if flying_over(state, hex_, enemy_of(side)) else 1.0

    able = sorted(movement.flyers(state), key=lambda unit: -units.GROUND_SUPPORT[unit])
    return sorties(able, partial(movement.missions, state), ground, gain, weights.WORTH_FLYING, 1, share)


def covers(field: Field, side: int, danger: Danger[WinterWarState]) -> Iterator[tuple[int, int]]:
    """Those that nobody needs to attack with stay over own units, where they change most what the enemy can do (1.6-j,
    R37)."""
    state, enemy = field.state, enemy_of(side)
    worth = roads.hex_worth(field, enemy)

    def gain(hex_: int, air: Sequence[int]) -> float:
        """What the stack there has to fear, below nothing."""
        bases = [(unit, state.places[unit]) for unit in air]
        for unit in air:
            state.places[unit], state.flown[unit] = hex_, DEFENDS
        stack = field.stack(side, hex_)
        ground = prize(state, hex_, enemy) + worth(hex_)
        feared = danger.cost(hex_, stack) + ground * danger.lost(hex_, stack)
        for unit, base in bases:
            state.places[unit], state.flown[unit] = base, 0
        return -feared

    able = sorted(movement.flyers(state), key=lambda unit: -units.GROUND_SUPPORT[unit])
    threatened = [hex_ for hex_ in field.stacks[side] if danger.threat.attack(hex_)]
    return sorties(able, partial(movement.missions, state), threatened, gain, weights.WORTH_COVERING, 1)


def scores_for(field: Field, side: int) -> sides.FinnishScores | sides.SovietScores:
    return sides.FinnishScores(field) if side == units.FINLAND else sides.SovietScores(field)


class Planning(planning.Planning[WinterWarState]):
    """Makes the plan on a copy of the state, unit by unit."""

    def __init__(self, state: WinterWarState) -> None:
        field = Field(state)
        on_map = [unit for unit in units.GROUND_UNITS[state.side] if state.places[unit] >= 0]
        free = [unit for unit in on_map if movement.can_move(state, unit)]
        scores = scores_for(field, state.side)
        super().__init__(field, scores, free, content, weights.WORTH_MOVING)
        fixed = [unit for unit in on_map if unit not in free and not state.cut_off[unit]]
        self._cut_roads()
        air, worth = supporting(state), roads.hex_worth(field, self.side)

        def weigh(hex_: int, chosen: Sequence[int], origins: set[int]) -> Assault:
            return fields.weigh(field, self.side, hex_, chosen, air, worth(hex_), origins)

        those = (self.free, fixed, weigh, partial(self.leaving, weights.WORTH_ATTACKING), fields.WORTH_JOINING)
        self.concentrate(Gathering(field, self.side, *those), weights.WORTH_GATHERING[self.side])
        for unit in self.in_order():
            self.send(unit)
        self._fly(field, scores.danger)
        self.add(EndMovement(), WORDS.why("moved"))

    def _cut_roads(self) -> None:
        """Finnish light units first go where they cut off most; divisions are for the line."""
        if self.side != units.FINLAND:
            return
        for unit in [unit for unit in self.in_order() if units.STACK[unit] == units.LESSER]:
            hex_ = self.best_hex(unit)
            parts = self.scores.parts(unit, hex_)
            if parts.get("cut", 0.0) + parts.get("block", 0.0) > weights.WORTH_CUTTING:
                self.go(unit, hex_)

    def _fly(self, field: Field, danger: Danger[WinterWarState]) -> None:
        """Air units last: they go where the attacks are, the others where attacks are to be feared."""
        for unit, hex_ in flights(field, self.side):
            self._fly_over(unit, hex_, ATTACKS, WORDS.why("fly", place=hex_))
        for unit, hex_ in covers(field, self.side, danger):
            self._fly_over(unit, hex_, DEFENDS, WORDS.why("cover", place=hex_))

    def _fly_over(self, unit: int, hex_: int, purpose: int, why: Text) -> None:
        self.add(fly(unit, hex_), why)
        self.state.flown[unit] = purpose
        self.state.moved[unit] = 1
        self.state.places[unit] = hex_
