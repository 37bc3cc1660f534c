"""The board as a player reads it: what units and places are worth in points of the game (INT-2, VIC), the exact chances
of an attack (1.5), and the best set of units for one.

A place that changes hands is counted twice: one side has the points more, the other has them less."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from feltherre.games.normandy import board, combat, maps, units
from feltherre.games.normandy.battle import CLOSE, may_lead
from feltherre.games.normandy.board import DRY_WAYS, TERRAIN
from feltherre.games.normandy.state import NormandyState, left
from feltherre.games.normandy.tables import DIE, GROUND, LAST_TURN
from feltherre.games.normandy.units import ALLIED, STRENGTH
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.hexgame import field as hexgame
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Assault
from feltherre.hexgame.fighting import attack_hexes, retreat_hexes
from feltherre.hexgame.results import Code, Odds, Part, forecast

#: what a point of strength is worth that can fight on for the whole game, besides the points of the loss value
FIGHTING: Final = 0.2
#: what losses before the last cost, of all that a unit is worth: nothing by themselves, but half of what destroys it
FIRST_LOSS: Final = 0.4
#: a beachhead or Start hex is lost for good, and with the last of them the game (SUP-5, SUP-6)
BASE: Final = (7.0, 1.0)
SUDDEN_DEATH: Final = 60.0
#: a unit that adds less than this to an attack stays out: it may be needed elsewhere
WORTH_JOINING: Final = 0.03

#: hex -> the hexes from which it can be attacked, the same for both sides
_ATTACK_HEXES: Final = attack_hexes(board.BOARD, combat.FRONTS)


class Results(Odds):
    """Table 1.5 as players weigh it: E destroys all (1.5-g). `stood`: beaten defenders take a loss rather than retreat
    (1.5-e)."""

    def __init__(self, table: CombatTable, stood: bool) -> None:
        self.stood = stood
        super().__init__(table)

    def _results(self, column: int, modifier: int) -> tuple[Code, ...]:
        found = super()._results(column, modifier)
        return tuple(Code(_read(code.attacker, False), _read(code.defender, self.stood)) for code in found)


def _read(part: Part, stood: bool) -> Part:
    if part.everyone:
        return Part(99)  # more losses than there are
    return Part(part.losses + 1) if stood and part.retreats else part


ODDS: Final = Results(GROUND, stood=False)
STOOD: Final = Results(GROUND, stood=True)


def time_left(state: NormandyState) -> float:
    """How much of the game is left for what fights on."""
    return (LAST_TURN - state.turn + (state.side == ALLIED)) / LAST_TURN


def swing(state: NormandyState, hex_: int, taker: int, lasting: float = 1.0) -> float:
    """By how much a side gets ahead by entering a hex, in points or what is worth points later. `lasting`: how likely
    it keeps the points; a base is lost for good in any case (SUP-5)."""
    place = board.PLACE_AT[hex_]
    if place < 0 or state.owners[place] == taker:
        return 0.0
    gain = 2.0 * board.VALUES[place] * lasting
    loser = enemy_of(taker)
    if place in board.BASES[loser] and not state.lost[place]:
        kept = sum(not state.lost[base] for base in board.BASES[loser])
        gain += BASE[loser] * time_left(state) + SUDDEN_DEATH / kept**2
    return gain


def worth(state: NormandyState, unit: int) -> float:
    """What a unit is worth to its owner."""
    return units.LOSS_VALUE[unit] + FIGHTING * STRENGTH[unit] * time_left(state)


def loss_costs(state: NormandyState, unit: int) -> list[float]:
    """What the losses cost that a unit can still take."""
    whole, before = worth(state, unit), units.LOSS_VALUE[unit] - 1
    costs = [FIRST_LOSS * whole / before] * before + [(1 - FIRST_LOSS) * whole] if before else [whole]
    return costs[-left(state, unit) :]


def rising_costs(state: NormandyState, fighting: Iterable[int]) -> list[float]:
    """What the first, second... loss of some units costs, if the owner gives up the cheapest first."""
    return sorted(cost for unit in fighting for cost in loss_costs(state, unit))


class Field(hexgame.Field[NormandyState]):
    """A position, read once: stacks of both sides by hex."""

    def __init__(self, state: NormandyState) -> None:
        both = (_ATTACK_HEXES, _ATTACK_HEXES)
        super().__init__(maps.THEATRE, state, both, attack_of, ODDS, maps.movers_of(state))

    def beside(self, side: int, hex_: int) -> list[int]:
        """The ground units that could lead an attack on a hex from where they stand."""
        those = (unit for here in _ATTACK_HEXES[hex_] for unit in self.stack(side, here))
        return [unit for unit in those if not units.IS_BATTERY[unit] and not self.state.attacked[unit]]

    def defence(self, defending: Sequence[int], hex_: int) -> int:
        """What some ground units defend a hex with (1.2-h, 1.4)."""
        ground = TERRAIN[hex_]
        total = sum(
            units.GUN_DEFENCE
            if units.UNITS[unit].type in units.GUNS
            else STRENGTH[unit] * (1 + (ground == "open" and units.UNITS[unit].type == "armour"))
            for unit in defending
        )
        return 2 * total if ground == "city" else total

    def faces(self, fighting: Iterable[int]) -> int:
        """How many losses destroy all of these."""
        return sum(left(self.state, unit) for unit in fighting)


def attack_of(unit: int, hex_: int) -> int:
    """What a unit attacks a hex with: armour is doubled in the open (1.4-open)."""
    if units.IS_BATTERY[unit]:
        return 0
    return STRENGTH[unit] * (1 + (TERRAIN[hex_] == "open" and units.UNITS[unit].type == "armour"))


def threat_of(field: Field, side: int) -> hexgame.Threat[NormandyState]:
    """What a side could bring against each hex in its next player turn."""
    places = field.state.places
    own = units.COUNTERS.ground_of_side[side]
    return hexgame.Threat(field, side, [u for u in own if places[u] >= 0 and not units.IS_BATTERY[u]])


def weigh(
    field: Field,
    side: int,
    hex_: int,
    ground: Sequence[int],
    air: Sequence[int] = (),
    more: float = 0.0,
    origins: Iterable[int] | None = None,
) -> Assault:
    """The forecast of an attack; `more`: what the hex is worth to the attacker besides what it gives; `origins`: the
    hexes it is made from, if the units are not there yet."""
    state = field.state
    from_where = {state.places[unit] for unit in ground} if origins is None else set(origins)
    defending = field.stack(enemy_of(side), hex_)
    attack = sum(attack_of(unit, hex_) for unit in ground) + sum(STRENGTH[unit] for unit in air)
    defence, costs = field.defence(defending, hex_), rising_costs(state, defending)
    prize = swing(state, hex_, side) + more
    stuck, pressed = flight(field, hex_, side, from_where, defending)

    def driven(losses: int) -> tuple[float, bool]:
        """What beaten defenders lose further, and whether they go: the cheaper for them, where they may choose."""
        further = costs[losses] if losses < len(costs) else 0.0
        stay = further + (prize if losses + 1 >= len(costs) else 0.0)
        go = prize + (further if pressed else 0.0)
        if stuck or (TERRAIN[hex_] in CLOSE and stay < go):
            return further, losses + 1 >= len(costs)
        return further if pressed else 0.0, True

    own = rising_costs(state, ground)
    found = forecast(ODDS.of(attack, defence, DIE[TERRAIN[hex_]]), own, costs, len(costs), driven, prize)
    return Assault(hex_, tuple(ground), tuple(air), attack, defence, found)


def flight(field: Field, hex_: int, side: int, from_where: set[int], beaten: Sequence[int]) -> tuple[bool, bool]:
    """Whether beaten defenders have nowhere to go, and whether they must go into a zone of control (1.5-c, 1.5-d)."""
    if all(units.IS_BATTERY[unit] for unit in beaten):
        return True, False
    options = retreat_hexes(maps.THEATRE, field.state, enemy_of(side), hex_, DRY_WAYS, from_where, beaten)
    allowed = [option.hex for option in options if option.allowed and option.hex not in from_where]
    return not allowed, all(field.bits[there] & maps.ZONE[side] for there in allowed)


def best_set(
    field: Field, side: int, hex_: int, able: Sequence[int], air: Sequence[int] = (), more: float = 0.0
) -> Assault | None:
    """Who of those that can should attack a hex: all but those that add nothing. None if nobody can lead."""
    places = field.state.places

    def led(chosen: Sequence[int]) -> bool:
        return any(may_lead(units.UNITS[u].type, board.crossing(places[u], hex_)) for u in chosen)

    def by(chosen: Sequence[int]) -> Assault:
        return weigh(field, side, hex_, chosen, air, more)

    order = sorted(able, key=lambda unit: attack_of(unit, hex_))
    return hexgame.without_idlers(able, order, by, WORTH_JOINING, led) if led(able) else None


#: what a hex is worth to the attacker besides what it gives
HexWorth = Callable[[int], float]


def lifts(
    field: Field, side: int, worth: HexWorth = lambda hex_: 0.0
) -> tuple[dict[int, list[int]], Callable[[int, Sequence[int]], float]]:
    """hex -> those who can lead an attack on it; and what it brings with these over the hex or beside it, besides the
    aircraft that are there already."""
    state = field.state
    ground = {hex_: those for hex_ in field.stacks[enemy_of(side)] if (those := field.beside(side, hex_))}

    def gain(hex_: int, support: Sequence[int]) -> float:
        there = [unit for unit in units.AIR_UNITS if state.flown[unit] and state.places[unit] == hex_]
        found = best_set(field, side, hex_, ground[hex_], [*there, *support], worth(hex_))
        return max(found.gain if found else 0.0, 0.0)

    return ground, gain


def holds(state: NormandyState, hex_: int, side: int) -> bool:
    """Whether a side owns a place in a hex that is worth something."""
    place = board.PLACE_AT[hex_]
    return place >= 0 and state.owners[place] == side and swing(state, hex_, enemy_of(side)) > 0
