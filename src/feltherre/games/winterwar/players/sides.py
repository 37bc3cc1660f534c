"""How the captain places units. Finnish ones: on the roads that must be held, beside those that can be cut, never too
far from a town. Soviet ones: forward along the roads in columns, with the road behind them guarded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from feltherre.games.winterwar import board, combat, maps, opening, tables, units
from feltherre.games.winterwar.board import GRID, TOWN_HEX
from feltherre.games.winterwar.players import roads, weights
from feltherre.games.winterwar.players.field import (
    POINTS,
    SUDDEN_DEATH,
    Field,
    attack_of,
    defence_of,
    prize,
    town_swing,
)
from feltherre.games.winterwar.players.roads import CAPITAL
from feltherre.games.winterwar.units import FINLAND, HAS_ZOC, IS_ARMOUR, SOVIET
from feltherre.hexgame.distances import branches, way_back
from feltherre.hexgame.weighing import Goals, Parts, shares

#: the Karelian Isthmus, the coast behind it, and Leningrad: where the main forces stand
IS_SOUTH: Final = tuple(
    hex_ // GRID.columns + 1 >= weights.SOUTH_ROW and hex_ % GRID.columns < weights.SOUTH_COLUMNS
    for hex_ in range(board.SIZE)
)
#: where partisans can be who enter on the border (2.1-i) and march
RAIDED: Final = frozenset(
    hex_
    for hex_ in range(board.SIZE)
    if any(GRID.distance(hex_, there) <= weights.RAIDER_HEXES for there in board.BESIDE_SOVIET)
)
#: the hexes of road from which Leningrad can be attacked
RING: Final = frozenset(hex_ for hex_ in combat.ATTACK_HEXES[FINLAND][board.LENINGRAD] if roads.IS_ON_ROAD[hex_])


def _near_leningrad(hex_: int) -> bool:
    return GRID.distance(hex_, board.LENINGRAD) <= weights.NEAR_LENINGRAD + 1


def is_safe(hex_: int) -> bool:
    """Whether no Soviet unit can ever attack it: no road or railway leads there (turn-4-f)."""
    return not combat.ATTACK_HEXES[SOVIET][hex_]


class FinnishScores:
    """Hexes for Finnish units."""

    side = FINLAND

    def __init__(self, field: Field) -> None:
        self.field = field
        self.danger = weights.danger_of(field, FINLAND)
        self.gates = roads.gates(tuple(field.state.owners))
        self.cuts = roads.Cuts(field)
        self._raids = self._empty_towns()
        self._supply = [maps.supply_of(field.state, net) for net in range(3)]
        self._zones = roads.finnish_zones(field.state.rules.bridge_zoc)
        self.front = roads.Front(field, self.danger)
        self._needed = weights.LINE_SHARE * self._strength_in_the_south(SOVIET)
        self._in_the_south = self._strength_in_the_south(FINLAND)
        self._wanted: list[tuple[int, float]] = []
        self.pull = cache(self._drawn)

    def _empty_towns(self) -> list[int]:
        """Soviet towns that nobody holds."""
        return [
            hex_
            for town, hex_ in enumerate(TOWN_HEX)
            if self.field.state.owners[town] == SOVIET and not self.field.stack(SOVIET, hex_)
        ]

    def parts(self, unit: int, hex_: int) -> Parts:
        danger = self.danger
        others = danger.others(unit, hex_)
        with_it = [*others, unit]
        parts: Parts = {
            "prize": weights.lasting(danger, hex_, with_it) * prize(self.field.state, hex_, FINLAND),
            "pull": weights.PULL * self.pull(hex_),
            "exposed": danger.cost(hex_, others) - danger.cost(hex_, with_it),
            "cut": weights.CUT * self.cuts.worth(unit, hex_),
        }
        if self.front.near[hex_]:
            parts["hold"] = weights.HOLD * self.gates[hex_] * (self.opened(hex_, others) - self.opened(hex_, with_it))
        if IS_SOUTH[hex_]:
            parts["line"] = self._in_line(unit)
        if HAS_ZOC[unit]:
            parts["block"] = weights.BLOCK * self._blocks(unit, hex_)
        if units.IS_PARTISAN[unit]:
            parts["raid"] = self._raid(hex_)
        elif not weights.is_last_turn(self.field):
            parts["supply"] = -self._no_supply(unit, hex_)
        if weights.is_last_turn(self.field):
            parts["zone"] = self._end_zone(unit, hex_)
        return parts

    def opened(self, hex_: int, stack: list[int]) -> float:
        """How far a road lies open: an empty hex is passed at once, from a held one the Soviets must drive somebody out
        and get no farther than that."""
        near = self.front.near[hex_]
        if stack:
            return near * weights.DRIVEN_OUT * self.front.driven_out(hex_, stack)
        return near * (weights.ONLY_ZONE if self.field.bits[hex_] & maps.ZONE[FINLAND] else 1.0)

    def _blocks(self, unit: int, hex_: int) -> float:
        """A zone of control over an empty road stops whoever comes along it at each hex (turn-3-c), and cuts him off if
        he goes on without leaving a garrison. Beside the road nobody can attack the unit that does it (turn-4-f)."""
        zones, counts = self._zones, maps.maps_of(self.field.state).layers.counts[maps.ZONE_LAYER[FINLAND]]
        here = self.field.state.places[unit]
        own = zones[here] if here >= 0 else ()
        stacks, near, safe = self.field.stacks[FINLAND], self.front.near, is_safe(hex_)
        found = sorted(
            self.gates[road] * near[road]
            for road in zones[hex_]
            if near[road] and road not in stacks and counts[road] == (road in own)
        )
        if not found:
            return 0.0
        share = weights.BLOCKED if safe else 1 - weights.ONLY_ZONE
        return share * (found[-1] + weights.FURTHER * sum(found[:-1]))

    def _in_line(self, unit: int) -> float:
        """The Isthmus is not emptied for gains elsewhere: what is short there of a share of the enemy's main force."""
        strength, here = attack_of(self.field.state, unit), self.field.state.places[unit]
        held = self._in_the_south - (strength if here >= 0 and IS_SOUTH[here] else 0)
        return weights.LINE * min(strength, max(0.0, self._needed - held))

    def _strength_in_the_south(self, side: int) -> int:
        stacks = self.field.stacks[side].items()
        return sum(attack_of(self.field.state, unit) for hex_, stack in stacks if IS_SOUTH[hex_] for unit in stack)

    def _drawn(self, hex_: int) -> float:
        """Reserves are drawn to where a road is weakly held."""
        needs = (need * weights.NEARER ** GRID.distance(hex_, there) for there, need in self._greatest())
        return max(needs, default=0.0)

    def _greatest(self) -> list[tuple[int, float]]:
        """The hexes of road that most want somebody, with how much."""
        if not self._wanted:
            own = self.field.stacks[FINLAND]
            needs = [(hex_, self.gates[hex_] * self.opened(hex_, own.get(hex_, []))) for hex_ in self.front.hexes]
            self._wanted = sorted(needs, key=lambda item: -item[1])[: weights.MOST_NEEDS]
        return self._wanted

    def _raid(self, hex_: int) -> float:
        """Partisans are always supplied (2.1-j): they go for towns that nobody guards."""
        turn = float(weights.RAIDER_HEXES)
        return max(
            (
                weights.RAID * town_swing(board.TOWN_AT[town], FINLAND) * 0.5 ** (GRID.distance(hex_, town) / turn)
                for town in self._raids
                if town != board.LENINGRAD
            ),
            default=0.0,
        )

    def _no_supply(self, unit: int, hex_: int) -> float:
        """Two hexes from a town at the next check, or stuck (supply-7)."""
        if self._supply[maps.net_of(unit)].supplied(hex_):
            return 0.0
        return weights.NO_SUPPLY * POINTS[unit]

    def _end_zone(self, unit: int, hex_: int) -> float:
        """After the last turn an empty town belongs to the side that alone has a zone of control over it (R46)."""
        if not HAS_ZOC[unit]:
            return 0.0
        bits, found = self.field.bits, 0.0
        for there in self._zones[hex_]:
            town = board.TOWN_AT[there]
            if town >= 0 and self.field.state.owners[town] == SOVIET:
                marks = bits[there]
                if not marks & (maps.UNIT[SOVIET] | maps.UNIT[FINLAND] | maps.ZONE[SOVIET]):
                    found += 2.0 * board.TOWN_VALUE[town]
        return found

    def taken(self, unit: int, hex_: int) -> None:
        """What it cuts is cut, and the roads it holds need less."""
        self.cuts.taken()
        self._in_the_south = self._strength_in_the_south(FINLAND)
        self._supply = [maps.supply_of(self.field.state, net) for net in range(3)]
        self._wanted = []
        self.pull.cache_clear()


class SovietScores:
    """Hexes for Soviet units."""

    side = SOVIET

    def __init__(self, field: Field) -> None:
        self.field = field
        self.danger = weights.danger_of(field, SOVIET)
        held_up = roads.tolls(field, weights.ATTACKERS_TOLL)
        goals = {town: hex_ for town, hex_ in enumerate(TOWN_HEX) if field.state.owners[town] == FINLAND}
        near = {town: shares(roads.distances_to(hex_, held_up), roads.fading) for town, hex_ in goals.items()}
        needs = {town: self._need(hex_) for town, hex_ in goals.items()}
        # a town that is too strong for those around draws less
        values = {
            town: (CAPITAL if hex_ == board.HELSINKI else town_swing(town, SOVIET))
            * min(1.0, self._coming(near[town]) / needs[town])
            for town, hex_ in goals.items()
        }
        self.goals = Goals(values, near, needs)
        #: hex of road -> points of the units in front whose supply runs through it
        self.guards: dict[int, float] = {}
        self.at_risk = cache(self._can_be_closed)
        self.away = cache(self._from_the_front)
        self._partisans_due = any(units.IS_PARTISAN[unit] for unit in opening.due(field.state, FINLAND))
        self._supply = maps.supply_of(field.state, maps.RUSSIAN)
        self._homeward = self._roads_home()
        self._finns_around = self._around_leningrad()
        #: the Finns near Leningrad who can move
        self._raiders = {
            hex_
            for hex_, stack in field.stacks[FINLAND].items()
            if _near_leningrad(hex_) and any(maps.is_supplied(field.state, unit) for unit in stack)
        }
        self._ring = self._exposed_ring()
        #: what the enemy can do counts for little in the south, where the main force is, elsewhere in full
        self._care = [weights.BOLDNESS if south else weights.CAUTION for south in IS_SOUTH]

    def _from_the_front(self, hex_: int) -> int:
        """To the nearest Finns."""
        return min((GRID.distance(hex_, there) for there in self.field.stacks[FINLAND]), default=0)

    def _coming(self, near: Sequence[float]) -> float:
        """How strong those are who could go to a goal, the nearest counted most."""
        stacks = self.field.stacks[SOVIET].items()
        return sum(near[hex_] * attack_of(self.field.state, unit) for hex_, stack in stacks for unit in stack)

    def _need(self, hex_: int) -> float:
        """How strong a force must be that is to take a town: the Finns around it, and something in any case."""
        around = sum(
            defence_of(self.field.state, unit)
            for here, stack in self.field.stacks[FINLAND].items()
            if board.GRID.distance(here, hex_) <= 2
            for unit in stack
        )
        return weights.LEAST_FORCE + weights.SUPERIORITY * around

    def _can_be_closed(self, hex_: int) -> bool:
        """Whether Finnish units could close a hex of road in their next player turn: they come there or beside it, or
        partisans enter in it (2.1-i, R43)."""
        comers, around = self.danger.threat.comers, board.GRID.neighbours[hex_]
        if hex_ in board.BESIDE_SOVIET and self._partisans_due:
            return True
        return bool(comers(hex_)) or any(HAS_ZOC[unit] for beside in around for unit in comers(beside))

    def line(self, hex_: int) -> list[int] | None:
        """The hexes of the supply line of a unit there that Finns could close, None if it has no line."""
        supply = self._supply
        return [road for road in supply.line(hex_)[1:] if self.at_risk(road)] if supply.supplied(hex_) else None

    def open_road(self, hex_: int) -> list[int] | None:
        """Those of them in which nobody stands."""
        line, own = self.line(hex_), self.field.stacks[SOVIET]
        return None if line is None else [road for road in line if road not in own]

    def parts(self, unit: int, hex_: int) -> Parts:
        field, danger = self.field, self.danger
        strength = attack_of(field.state, unit) / weights.A_DIVISION
        others = danger.others(unit, hex_)
        parts: Parts = {
            "prize": weights.lasting(danger, hex_, [*others, unit]) * prize(field.state, hex_, SOVIET),
            "march": weights.MARCH * strength * sum(self.goals.pull(hex_).values())
            - weights.ARMOUR_BACK * IS_ARMOUR[unit] * self.away(hex_),
            "exposed": self._care[hex_] * (danger.cost(hex_, others) - danger.cost(hex_, [*others, unit])),
        }
        if not others:
            parts["guard"] = weights.GUARD * self.guards.get(hex_, 0.0)
        parts["garrison"] = self._garrison(unit, hex_, others) * (weights.ARMOUR_GUARDS if IS_ARMOUR[unit] else 1.0)
        if not weights.is_last_turn(field):
            parts["supply"] = -self._cut_risk(unit, hex_)
        return parts

    def _garrison(self, unit: int, hex_: int, others: list[int]) -> float:
        """Towns are not left to raiders, Leningrad least of all (intro-8)."""
        before_leningrad = weights.BEFORE_LENINGRAD if not others and hex_ in self._ring else 0.0
        town = weights.town_of(self.field, hex_, SOVIET)
        if town < 0:
            return before_leningrad
        swing = town_swing(town, FINLAND)
        without, with_it = self.danger.lost(hex_, others), self.danger.lost(hex_, [*others, unit])
        if not others and self._partisans_due and hex_ in RAIDED:
            without = max(without, weights.PARTISANS_COME)
        kept = swing * (without - with_it)
        if hex_ == board.LENINGRAD:
            return max(kept, self._leningrad(others) - self._leningrad([*others, unit]))
        kept += before_leningrad
        raiders = weights.HOME_TOWN * 0.5 ** (self.away(hex_) / weights.RAIDER_HEXES)
        return kept + (raiders * swing if not others and board.FIRST_OWNER[town] == SOVIET else 0.0)

    def _leningrad(self, stack: list[int]) -> float:
        """What the danger to Leningrad costs: all Finns around can come at once if the roads before it are left."""
        if not stack:
            return weights.LENINGRAD + (SUDDEN_DEATH if self._finns_around else 0.0)
        if not self._finns_around:
            return 0.0
        defence = self.field.defence(stack, board.LENINGRAD)
        return SUDDEN_DEATH * self.field.odds.driven_out(self._finns_around, defence, 0, self.field.faces(stack))

    def _exposed_ring(self) -> frozenset[int]:
        """The hexes from which Leningrad can be attacked soon. One die in six drives out any garrison (1.5): they are
        better not left to the Finns. Behind Soviet stacks nobody comes."""
        own, reached, frontier = self.field.stacks[SOVIET], self._raiders, self._raiders
        for _ in range(weights.NEAR_LENINGRAD - 1):
            frontier = {there for hex_ in frontier - own.keys() for there in board.WAYS[FINLAND][hex_]} - reached
            reached = reached | frontier
        return RING & reached

    def _around_leningrad(self) -> int:
        """The attack of the Finns who can be before Leningrad in a turn, as far as they have room in two hexes."""
        finns = sum(
            attack_of(self.field.state, unit)
            for here, stack in self.field.stacks[FINLAND].items()
            if board.GRID.distance(here, board.LENINGRAD) <= weights.NEAR_LENINGRAD
            for unit in stack
        )
        return min(finns, weights.MOST_AT_LENINGRAD)

    def _cut_risk(self, unit: int, hex_: int) -> float:
        """What it costs to stand where the road behind is cut, or can be."""
        open_ = self.open_road(hex_)
        # the fewer turns are left, the less the Finns can make of it
        left = (tables.LAST_TURN - self.field.state.turn) / (tables.LAST_TURN - 1)
        if open_ is None:
            return weights.CUT_OFF * POINTS[unit] * left
        return weights.CUT_RISK * POINTS[unit] * left * (1 - weights.ROAD_HOLDS ** len(open_))

    def taken(self, unit: int, hex_: int) -> None:
        """It counts for the goal it is nearest to, and its supply line wants guards."""
        self._supply = maps.supply_of(self.field.state, maps.RUSSIAN)
        self._ring = self._exposed_ring()
        self.goals.send(hex_, attack_of(self.field.state, unit))
        line = self.line(hex_)
        # whoever stands there already may yet go: then somebody else is wanted
        for road in self._closed_road(hex_) if line is None else line:
            self.guards[road] = self.guards.get(road, 0.0) + POINTS[unit]

    def _closed_road(self, hex_: int) -> list[int]:
        """Where zones of control cut off a unit there: whoever goes there opens its road again (R8)."""
        bits, zone, own = self.field.bits, maps.ZONE[FINLAND], self.field.stacks[SOVIET]
        return [road for road in way_back(self._homeward, hex_) if bits[road] & zone and road not in own]

    def _roads_home(self) -> dict[int, int]:
        """hex -> the next one towards a town of supply, as if there were no zones of control."""
        bits, barred = self.field.bits, maps.UNIT[FINLAND]
        sources = [hex_ for hex_ in maps.sources(self.field.state, maps.RUSSIAN) if not bits[hex_] & barred]
        return branches(board.WAYS[SOVIET], sources, lambda hex_: bool(bits[hex_] & barred))
