"""The Finnish front: where Soviet units will come along the roads, how soon, and how strong."""

from __future__ import annotations

from feltherre.games.winterwar.board import IS_ARCTIC, TERRAIN
from feltherre.games.winterwar.players.captain.roads import IS_ON_ROAD, arrivals, free_distances, soon, tolls
from feltherre.games.winterwar.players.captain.scores import Danger
from feltherre.games.winterwar.players.field import Field, attack_hexes
from feltherre.games.winterwar.players.odds import driven_out
from feltherre.games.winterwar.players.worth import attack_of
from feltherre.games.winterwar.tables import TERRAIN_MODIFIER
from feltherre.games.winterwar.units import SOVIET

#: what a full Soviet stack attacks with, south of the arctic line and north of it
FULL_STACK = (22, 12)


#: a defence of one holds about as well as so much attack breaks it
HOLDS_AGAINST = 3.0
#: what a -1 of the terrain makes of a defence
GOOD_GROUND = 0.3


class Front:
    """Hexes of road before the Soviet units."""

    def __init__(self, field: Field, danger: Danger) -> None:
        self.field = field
        self.danger = danger
        coming = arrivals(field.stacks[SOVIET], tolls(field))
        #: hex -> how soon Soviet units can be there: 1 in their next turn, 0 never or much later
        self.near = [soon(cost) if IS_ON_ROAD[hex_] else 0.0 for hex_, cost in enumerate(coming)]
        for hex_ in field.stacks[SOVIET]:
            self.near[hex_] = 0.0
        self.hexes = [hex_ for hex_, near in enumerate(self.near) if near]
        self._strengths = [
            (free_distances(hex_), sum(attack_of(field.state, unit) for unit in stack))
            for hex_, stack in field.stacks[SOVIET].items()
        ]
        self._pressure: dict[int, int] = {}

    def pressure(self, hex_: int) -> int:
        """How strong an attack on a hex will be: what can be brought now, or what is on its way."""
        known = self._pressure.get(hex_)
        if known is None:
            from_ = attack_hexes(SOVIET)[hex_]
            coming = sum(strength * soon(distances[hex_]) for distances, strength in self._strengths)
            room = sum(FULL_STACK[IS_ARCTIC[here]] for here in from_)
            known = self._pressure[hex_] = max(self.danger.threat.attack(hex_), int(min(coming, room)))
        return known

    def driven_out(self, hex_: int, stack: list[int]) -> float:
        """How likely these lose the hex. Not by the table alone: against a whole army a second division does not change
        the odds of a single combat, but it takes one combat more to be rid of it."""
        attack = self.pressure(hex_)
        if not attack:
            return 0.0
        defence, modifier = self.field.defence(stack, hex_), TERRAIN_MODIFIER[TERRAIN[hex_]]
        at_once = driven_out(self.field.tables, attack, defence, modifier, self.field.faces(stack))
        in_the_end = attack / (attack + HOLDS_AGAINST * (1 - GOOD_GROUND * modifier) * defence)
        return (at_once + in_the_end) / 2
