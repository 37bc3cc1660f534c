"""How the captain weighs one thing against another, in points of the game, found by playing series; and what a unit is
good for in a hex, as named parts that add up: the greatest is the reason that is told."""

from __future__ import annotations

from typing import Final

from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.players.field import Field, loss_cost, threat_of
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.tables import LAST_TURN, TERRAIN_MODIFIER
from feltherre.games.winterwar.units import AIR_UNITS, GROUND_SUPPORT
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.weighing import Blow, Danger

# both sides

#: a Finnish unit without supply can neither move nor attack: so much of its points
NO_SUPPLY: Final = 0.7
#: a move must gain so much, and an attack
WORTH_MOVING: Final = 0.02
WORTH_ATTACKING: Final = 0.05
#: the same for those who must come from elsewhere: Finland, Soviet side
WORTH_GATHERING: Final = (0.3, 0.05)
#: how much of a town counts that will be lost again
TAKEN_BACK: Final = 0.7
WORTH_FLYING: Final = 0.04
#: and in defence
WORTH_COVERING: Final = 0.05

# Soviet

#: how much of what holds up a march counts for whoever plans it, and of what the enemy can do to him
ATTACKERS_TOLL: Final = 0.4
BOLDNESS: Final = 0.2
#: the same away from the main force: a lone division is soon beaten there
CAUTION: Final = 1.0
#: what holds up a march, in quarters of a movement point
ZONE_TOLL: Final = 4.0
STACK_TOLL: Final = 6.0
STRENGTH_TOLL: Final = 1.0
#: the force sent against a town: at least, and for each point of defence around it
LEAST_FORCE: Final = 8.0
SUPERIORITY: Final = 3.0
A_DIVISION: Final = 5.0
MARCH: Final = 0.8
GUARD: Final = 0.2
#: what it costs to be cut off on a road, of a unit's points: Finns can choose when to strike
CUT_OFF: Final = 2.2
#: and to stand where the road behind can be cut
CUT_RISK: Final = 2.0
#: how likely a hex of road that Finns can close stays open
ROAD_HOLDS: Final = 0.6
#: an empty Leningrad, even if no Finn is near; how near is near, and how strong they can be there
LENINGRAD: Final = 8.0
NEAR_LENINGRAD: Final = 4
#: a hex from which Finns can attack it
BEFORE_LENINGRAD: Final = 5.0
MOST_AT_LENINGRAD: Final = 12
HOME_TOWN: Final = 0.5
#: how likely partisans who are due go for an empty town in their reach
PARTISANS_COME: Final = 0.5
#: armour is for the front: how much of what a garrison is worth counts for it
ARMOUR_GUARDS: Final = 0.5
#: and what each hex costs that it is away from the front
ARMOUR_BACK: Final = 0.3
#: what a Finnish hex is worth to take, as a share of what lies behind it
WAY_IN: Final = 0.12

# Finnish

#: the south with the Isthmus: its rows and columns; what share of the Soviet strength there must face it, and what each
#: point of attack that is short is worth
SOUTH_ROW: Final = 38
SOUTH_COLUMNS: Final = 20
LINE_SHARE: Final = 0.5
LINE: Final = 0.25
#: what it is worth to hold a road, of what lies behind it
HOLD: Final = 0.6
#: and to block it from beside
BLOCK: Final = 0.3
#: how far a road is open if its defenders are driven out, or if it lies empty in a Finnish zone of control
DRIVEN_OUT: Final = 0.9
ONLY_ZONE: Final = 0.7
#: how well a unit beside a road blocks it, and what each further hex of it in its zone adds
BLOCKED: Final = 0.8
FURTHER: Final = 0.3
PULL: Final = 0.05
#: by how much need elsewhere counts less with each hex
NEARER: Final = 0.85
CUT: Final = 0.6
#: what a cut must be worth before anything else is thought of
WORTH_CUTTING: Final = 0.4
RAID: Final = 0.4
RAIDER_HEXES: Final = 4
#: what a Soviet hex is worth to take
GROUND: Final = 0.2

# orders

#: what air support is worth where enemy aircraft are over the hex
CONTESTED: Final = 0.5
#: how many weak places draw reserves
MOST_NEEDS: Final = 10


def danger_of(field: Field, side: int) -> Danger[WinterWarState]:
    """What the enemy can do to a stack of a side in his next player turn."""
    enemy, places = enemy_of(side), field.state.places
    threat = threat_of(field, enemy)
    air = max((GROUND_SUPPORT[unit] for unit in AIR_UNITS[enemy] if places[unit] >= 0), default=0) // 2
    # Soviet units lack winter units; their aircraft make up for it. Finnish attacks have skis
    usual = 0 if side == units.FINLAND else 1

    def blow(hex_: int, stack: list[int]) -> Blow:
        modifier = TERRAIN_MODIFIER[board.TERRAIN[hex_]] + usual
        return Blow(field.odds, threat.attack(hex_) + air, field.defence(stack, hex_), modifier)

    return Danger(threat, blow, lambda stack: [loss_cost(field.state, unit) for unit in stack], field.faces)


def lasting(danger: Danger[WinterWarState], hex_: int, stack: list[int]) -> float:
    """How much of a town's points counts: what is taken may be lost again."""
    return 1.0 if board.TOWN_AT[hex_] < 0 else 1.0 - TAKEN_BACK * danger.lost(hex_, stack)


def is_last_turn(field: Field) -> bool:
    return field.state.turn >= LAST_TURN


def town_of(field: Field, hex_: int, owner: int) -> int:
    """The town in a hex that this side owns, -1 if there is none."""
    town = board.TOWN_AT[hex_]
    return town if town >= 0 and field.state.owners[town] == owner else -1
