"""How the captain weighs one thing against another, in points of the game; and the dangers to a stack."""

from __future__ import annotations

from typing import Final

from feltherre.games.normandy import units
from feltherre.games.normandy.battle import CLOSE
from feltherre.games.normandy.board import GRID, IS_LAND, TERRAIN
from feltherre.games.normandy.players import field as fields
from feltherre.games.normandy.players.field import ODDS, STOOD, Field, rising_costs
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.tables import DIE, HALVES
from feltherre.games.normandy.units import ALLIED, STRENGTH
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.weighing import Blow, Danger

# both sides

#: a move must gain so much, an attack, and one for which units must come from elsewhere
WORTH_MOVING: Final = 0.02
WORTH_ATTACKING: Final = 0.05
WORTH_GATHERING: Final = (0.1, 3.0)
#: how much of a place counts that will be lost again
TAKEN_BACK: Final = 0.7
#: a defence of one holds about as well as so much attack breaks it
HOLDS_AGAINST: Final = 6.0
#: a unit that draws no line takes a loss in the next turn (SUP-4)
NO_SUPPLY: Final = 0.8
#: what an aircraft or ship must add, and how many are sent together
WORTH_FLYING: Final = 0.04
TOGETHER: Final = 8
#: a base so likely to be lost wants guards, if it is worth so much
RISK: Final = 0.2
WORTH_GUARDING: Final = 3.0
#: how much of a place counts that nobody guards, even if the enemy cannot be there at once
ALONE: Final = 0.7

# ways, in halves of a point

#: a division's allowance, and how much less a place counts for each turn it is away
TURN: Final = 6.0 * HALVES
FADES: Final = 0.6
#: what holds up a march: a zone of control, a stack, and each point of its strength
ZONE_TOLL: Final = 4.0
STACK_TOLL: Final = 4.0
STRENGTH_TOLL: Final = 0.6

# marching and fighting: Allied, German

#: what it is worth to be nearer to what can be taken, for each point of strength; and how much a danger counts
MARCH: Final = (0.13, 0.04)
BOLDNESS: Final = (0.5, 0.8)
#: the force sent against a place: at least, and for each point of defence around it
LEAST_FORCE: Final = 6.0
SUPERIORITY: Final = 2.0
#: what an enemy hex is worth to take, as a share of what lies behind it
WAY_IN: Final = (0.1, 0.05)

# German

#: what it is worth to stand before what lies behind
HOLD: Final = 0.1
#: how far a hex is open if its defenders are driven out, or if it lies empty in a German zone of control
DRIVEN_OUT: Final = 0.9
ONLY_ZONE: Final = 0.6
#: support that the ships give to attacks on hexes beside the sea
NAVAL_GUNS: Final = 6


def danger_of(field: Field, side: int) -> Danger[NormandyState]:
    """What the enemy can do to a stack of a side in his next player turn."""
    state, enemy = field.state, enemy_of(side)
    threat = fields.threat_of(field, enemy)
    air = sum(STRENGTH[unit] for unit in units.AIR_UNITS if state.places[unit] >= 0) // 3 if enemy == ALLIED else 0

    def blow(hex_: int, stack: list[int]) -> Blow:
        ground = TERRAIN[hex_]
        guns = NAVAL_GUNS if enemy == ALLIED and not all(IS_LAND[near] for near in GRID.neighbours[hex_]) else 0
        odds = STOOD if ground in CLOSE else ODDS
        return Blow(odds, threat.attack(hex_) + air + guns, field.defence(stack, hex_), DIE[ground])

    return Danger(threat, blow, lambda stack: rising_costs(state, stack), field.faces)
