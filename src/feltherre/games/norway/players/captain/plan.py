"""The plan for a turn's movement: attacks first, then marches; followed while nothing unforeseen happens."""

from __future__ import annotations

from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.actions import EndMovement, Move, NorwayAction
from feltherre.games.norway.players.captain.attacks import best_attack, commit
from feltherre.games.norway.players.captain.marches import plan_marches
from feltherre.games.norway.players.captain.reserves import Reserves
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.sight import Sight

Order = tuple[NorwayAction, Text]
#: round, country, own battalions at rest, how many of them have moved
Expected = tuple[int, int, tuple[int, ...], int]

#: attacks planned in one turn
MOST_ATTACKS = 6


class Plan:
    """Orders still to be given, and the position in which the next one was meant."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.expected: Expected | None = None
        #: cards meant for the battle in each area
        self.meant: dict[int, tuple[int, ...]] = {}

    def next_order(self, sight: Sight) -> Order:
        if not self.orders or self.expected != found(sight):
            self.orders, self.meant = make_plan(sight)
        order = self.orders.pop(0)
        self.expected = foreseen(sight, order[0])
        return order


def make_plan(sight: Sight) -> tuple[list[Order], dict[int, tuple[int, ...]]]:
    """The orders of a turn, and the cards meant for its battles."""
    reserves = Reserves(sight, scales_for(sight))
    orders: list[Order] = []
    meant: dict[int, tuple[int, ...]] = {}
    for _ in range(MOST_ATTACKS):
        attack = best_attack(reserves)
        if attack is None:
            break
        orders += commit(reserves, attack)
        meant[attack.area] = attack.cards
    orders += plan_marches(reserves)
    orders.sort(key=lambda order: isinstance(order[0], Move))
    orders.append((EndMovement(), say("norway.why.end-movement")))
    return orders, meant


def found(sight: Sight) -> Expected:
    return sight.view.round, sight.country, tuple(sight.battalions[sight.country]), sum(sight.moved)


def foreseen(sight: Sight, action: NorwayAction) -> Expected | None:
    """The position after an ordinary move; after anything else the plan is made anew."""
    if not isinstance(action, Move):
        return None
    battalions: list[int] = list(sight.battalions[sight.country])
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    battalions[origin] -= action.count
    moved = sum(sight.moved)
    if not sight.enemies_at(sight.country, target):
        battalions[target] += action.count
        moved += action.count
    return sight.view.round, sight.country, tuple(battalions), moved
