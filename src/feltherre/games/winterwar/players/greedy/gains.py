"""What a single move or flight gains at once: towns, odds, and the way to the next town."""

from __future__ import annotations

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.players.assault import weigh
from feltherre.games.winterwar.players.field import Field, attack_hexes
from feltherre.games.winterwar.players.worth import POINTS, prize, town_swing
from feltherre.games.winterwar.state import enemy_of, flying_over

#: points for each hex nearer to a goal
NEARER = 0.05
#: an enemy so near may walk into an empty town
NEAR = 4
#: how much of an attack that can be made from a hex counts for moving there
CHANCE_TO_ATTACK = 0.5


class Gains:
    """One side's gains in a position."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self.enemy = enemy_of(side)
        state = field.state
        self._goals = [hex_ for town, hex_ in enumerate(board.TOWN_HEX) if self._is_goal(town, hex_)]
        self._distances: dict[int, int] = {}
        self._attacks: dict[tuple[int, int], float] = {}
        self._supply = [maps.supply_of(state, net) for net in range(3)]

    def _is_goal(self, town: int, hex_: int) -> bool:
        """Towns to take; for Finland, which stays at home, towns of its own that it has lost or may lose."""
        if self.side == units.FINLAND and board.FIRST_OWNER[town] != units.FINLAND:
            return False
        if self.field.state.owners[town] != self.side:
            return True
        return self.side == units.FINLAND and self._enemy_near(hex_)

    def _enemy_near(self, hex_: int) -> bool:
        return any(board.GRID.distance(hex_, there) <= NEAR for there in self.field.stacks[self.enemy])

    def distance(self, hex_: int) -> int:
        """To the nearest goal."""
        known = self._distances.get(hex_)
        if known is None:
            known = min((board.GRID.distance(hex_, goal) for goal in self._goals), default=0)
            self._distances[hex_] = known
        return known

    def of(self, unit: int, hex_: int) -> float:
        """What a unit gains by standing in a hex."""
        state = self.field.state
        gain = prize(state, hex_, self.side) - NEARER * self.distance(hex_) + self._attack_from(unit, hex_)
        if not units.IS_PARTISAN[unit] and not self._supply[maps.net_of(unit)].supplied(hex_):
            gain -= POINTS[unit]
        return gain + self._garrison(unit, hex_)

    def _garrison(self, unit: int, hex_: int) -> float:
        """A town of one's own that would stand empty near the enemy is worth staying in."""
        town = board.TOWN_AT[hex_]
        if town < 0 or self.field.state.owners[town] != self.side:
            return 0.0
        others = [other for other in self.field.stack(self.side, hex_) if other != unit]
        return town_swing(town, self.enemy) / 2 if not others and self._enemy_near(hex_) else 0.0

    def _attack_from(self, unit: int, hex_: int) -> float:
        """The best attack with those who stand by already."""
        best = 0.0
        bits, enemy = self.field.bits, maps.UNIT[self.enemy]
        for target in board.GRID.neighbours[hex_]:
            if bits[target] & enemy and hex_ in attack_hexes(self.side)[target]:
                best = max(best, self._with(unit, target))
        return CHANCE_TO_ATTACK * best

    def _with(self, unit: int, target: int) -> float:
        key = (unit, target)
        known = self._attacks.get(key)
        if known is None:
            others = [other for other in self.field.beside(self.side, target) if other != unit]
            known = self._attacks[key] = weigh(self.field, self.side, target, [*others, unit]).gain
        return known

    def by_air(self, unit: int, hex_: int) -> float:
        """What an air unit adds to an attack on a hex, or to none."""
        ground = self.field.beside(self.side, hex_)
        if not ground or not self.field.stack(self.enemy, hex_) or units.SIDE[unit] != self.side:
            return 0.0
        there = flying_over(self.field.state, hex_, self.side)
        lifted = weigh(self.field, self.side, hex_, ground, [*there, unit]).gain
        return max(lifted, 0.0) - max(weigh(self.field, self.side, hex_, ground, there).gain, 0.0)
