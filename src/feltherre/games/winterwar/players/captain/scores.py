"""What a unit is good for in a hex, as named parts that add up: the greatest is the reason that is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.players.captain import weights
from feltherre.games.winterwar.players.field import Field, threat_of
from feltherre.games.winterwar.players.odds import driven_out, losses
from feltherre.games.winterwar.players.worth import loss_cost
from feltherre.games.winterwar.state import enemy_of
from feltherre.games.winterwar.tables import LAST_TURN, TERRAIN_MODIFIER
from feltherre.games.winterwar.units import AIR_UNITS, GROUND_SUPPORT

#: name of a part -> points
Parts = dict[str, float]


class Scores(Protocol):
    """How a side weighs hexes."""

    field: Field
    side: int

    def parts(self, unit: int, hex_: int) -> Parts: ...

    def taken(self, unit: int, hex_: int) -> None:
        """A unit has been sent there (or stays)."""


def total(scores: Scores, unit: int, hex_: int) -> float:
    return sum(scores.parts(unit, hex_).values())


class Danger:
    """What the enemy can do to a stack in his next player turn."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        enemy, places = enemy_of(side), field.state.places
        self.threat = threat_of(field, enemy)
        self._air = max((GROUND_SUPPORT[unit] for unit in AIR_UNITS[enemy] if places[unit] >= 0), default=0)
        #: Soviet units lack winter units; their aircraft make up for it. Finnish attacks have skis
        self.modifier: Final = 0 if side == units.FINLAND else 1

    def _numbers(self, hex_: int, stack: list[int]) -> tuple[int, int, int]:
        air = self._air // 2
        attack = self.threat.attack(hex_)
        return attack + air, self.field.defence(stack, hex_), TERRAIN_MODIFIER[board.TERRAIN[hex_]] + self.modifier

    def lost(self, hex_: int, stack: list[int]) -> float:
        """How likely the enemy is in a hex after his turn, if these hold it."""
        if not stack:
            return 1.0 if self.threat.comes_near(hex_) else 0.0
        if not self.threat.attack(hex_):
            return 0.0
        attack, defence, modifier = self._numbers(hex_, stack)
        return driven_out(self.field.tables, attack, defence, modifier, self.field.faces(stack))

    def lasting(self, hex_: int, stack: list[int]) -> float:
        """How much of a town's points counts: what is taken may be lost again."""
        return 1.0 if board.TOWN_AT[hex_] < 0 else 1.0 - weights.TAKEN_BACK * self.lost(hex_, stack)

    def cost(self, hex_: int, stack: list[int]) -> float:
        """What the stack loses on average."""
        if not stack or not self.threat.attack(hex_):
            return 0.0
        attack, defence, modifier = self._numbers(hex_, stack)
        taken = losses(self.field.tables, attack, defence, modifier, len(stack))
        return taken * _mean(loss_cost(self.field.state, unit) for unit in stack)

    def others(self, unit: int, hex_: int) -> list[int]:
        """Those of the side in a hex, without this unit."""
        return [other for other in self.field.stack(self.side, hex_) if other != unit]


def _mean(costs: Iterable[float]) -> float:
    listed = list(costs)
    return sum(listed) / len(listed)


def is_last_turn(field: Field) -> bool:
    return field.state.turn >= LAST_TURN


def town_of(field: Field, hex_: int, owner: int) -> int:
    """The town in a hex that this side owns, -1 if there is none."""
    town = board.TOWN_AT[hex_]
    return town if town >= 0 and field.state.owners[town] == owner else -1
