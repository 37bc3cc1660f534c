"""How the captain places Soviet units: forward along the roads in columns, with the road behind them guarded."""

from __future__ import annotations

from feltherre.games.winterwar import board, maps, tables
from feltherre.games.winterwar.players.captain import scores, weights
from feltherre.games.winterwar.players.captain.roads import CAPITAL, FAR, IS_ON_ROAD, distances_to, fading, tolls
from feltherre.games.winterwar.players.field import Field, attack_hexes
from feltherre.games.winterwar.players.odds import driven_out
from feltherre.games.winterwar.players.worth import POINTS, SUDDEN_DEATH, attack_of, defence_of, prize, town_swing
from feltherre.games.winterwar.units import FINLAND, HAS_ZOC, SOVIET


class SovietScores:
    """Hexes for Soviet units."""

    side = SOVIET

    def __init__(self, field: Field) -> None:
        self.field = field
        self.danger = scores.Danger(field, SOVIET)
        self._goals = [town for town in range(len(board.TOWN_HEX)) if field.state.owners[town] == FINLAND]
        held_up = tolls(field, weights.ATTACKERS_TOLL)
        self._ways = {town: distances_to(board.TOWN_HEX[town], held_up) for town in self._goals}
        self._sent = dict.fromkeys(self._goals, 0.0)
        self._needs = {town: self._need(board.TOWN_HEX[town]) for town in self._goals}
        #: hex of road -> points of the units in front whose supply runs through it
        self.guards: dict[int, float] = {}
        self._at_risk: dict[int, bool] = {}
        self._supply = maps.supply_of(field.state, maps.RUSSIAN)
        self._homeward = self._roads_home()
        self._finns_around = self._around_leningrad()
        self._ring = self._exposed_ring()

    def _need(self, hex_: int) -> float:
        """How strong a force must be that is to take a town: the Finns around it, and something in any case."""
        around = sum(
            defence_of(self.field.state, unit)
            for here, stack in self.field.stacks[FINLAND].items()
            if board.GRID.distance(here, hex_) <= 2
            for unit in stack
        )
        return weights.LEAST_FORCE + weights.SUPERIORITY * around

    def _value(self, town: int) -> float:
        """What is left of a town as a goal, after those who have been sent there."""
        value = CAPITAL if board.TOWN_HEX[town] == board.HELSINKI else town_swing(town, SOVIET)
        return value / (1 + self._sent[town] / self._needs[town])

    def pull(self, hex_: int) -> dict[int, float]:
        """town -> what is to be had there from a hex."""
        return {town: self._value(town) * fading(way[hex_]) for town, way in self._ways.items() if way[hex_] < FAR}

    def at_risk(self, hex_: int) -> bool:
        """Whether Finnish units could close a hex of road in their next player turn."""
        known = self._at_risk.get(hex_)
        if known is None:
            threat = self.danger.threat
            known = self._at_risk[hex_] = bool(threat.comers(hex_)) or any(
                HAS_ZOC[unit] for beside in board.GRID.neighbours[hex_] for unit in threat.comers(beside)
            )
        return known

    def open_road(self, hex_: int) -> list[int] | None:
        """The hexes of the supply line of a unit there that Finns can close, None if it has no line."""
        supply = self._supply
        if not supply.supplied(hex_):
            return None
        own = self.field.stacks[SOVIET]
        return [road for road in supply.line(hex_)[1:] if road not in own and self.at_risk(road)]

    def parts(self, unit: int, hex_: int) -> scores.Parts:
        field, danger = self.field, self.danger
        strength = attack_of(field.state, unit) / weights.A_DIVISION
        others = danger.others(unit, hex_)
        parts: scores.Parts = {
            "prize": danger.lasting(hex_, [*others, unit]) * prize(field.state, hex_, SOVIET),
            "march": weights.MARCH * strength * sum(self.pull(hex_).values()),
            "exposed": weights.BOLDNESS * (danger.cost(hex_, others) - danger.cost(hex_, [*others, unit])),
        }
        if not others:
            parts["guard"] = weights.GUARD * self.guards.get(hex_, 0.0)
        parts["garrison"] = self._garrison(unit, hex_, others)
        if not scores.is_last_turn(field):
            parts["supply"] = -self._cut_risk(unit, hex_)
        return parts

    def _garrison(self, unit: int, hex_: int, others: list[int]) -> float:
        """Towns are not left to raiders, Leningrad least of all (intro-8)."""
        before_leningrad = weights.BEFORE_LENINGRAD if not others and hex_ in self._ring else 0.0
        town = scores.town_of(self.field, hex_, SOVIET)
        if town < 0:
            return before_leningrad
        swing = town_swing(town, FINLAND)
        without, with_it = self.danger.lost(hex_, others), self.danger.lost(hex_, [*others, unit])
        kept = swing * (without - with_it)
        if hex_ == board.LENINGRAD:
            return max(kept, self._leningrad(others) - self._leningrad([*others, unit]))
        kept += before_leningrad
        return kept + (weights.HOME_TOWN * swing if not others and board.FIRST_OWNER[town] == SOVIET else 0.0)

    def _leningrad(self, stack: list[int]) -> float:
        """What the danger to Leningrad costs: all Finns around can come at once if the roads before it are left."""
        if not stack:
            return weights.LENINGRAD + (SUDDEN_DEATH if self._finns_around else 0.0)
        if not self._finns_around:
            return 0.0
        defence = self.field.defence(stack, board.LENINGRAD)
        return SUDDEN_DEATH * driven_out(self.field.tables, self._finns_around, defence, 0, self.field.faces(stack))

    def _exposed_ring(self) -> frozenset[int]:
        """The hexes from which Leningrad can be attacked next turn. One die in six drives out any garrison (1.5): they
        are better not left to the Finns."""
        finns = self.field.stacks[FINLAND]
        return frozenset(
            hex_
            for hex_ in attack_hexes(FINLAND)[board.LENINGRAD]
            if IS_ON_ROAD[hex_] and any(board.GRID.distance(hex_, here) <= weights.NEAR_LENINGRAD - 1 for here in finns)
        )

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
        self.guards.pop(hex_, None)
        pull = self.pull(hex_)
        if pull:
            self._sent[max(pull, key=lambda town: pull[town])] += attack_of(self.field.state, unit)
        open_ = self.open_road(hex_)
        for road in self._closed_road(hex_) if open_ is None else open_:
            self.guards[road] = self.guards.get(road, 0.0) + POINTS[unit]

    def _closed_road(self, hex_: int) -> list[int]:
        """Where zones of control cut off a unit there: whoever goes there opens its road again (R8)."""
        bits, zone, own = self.field.bits, maps.ZONE[FINLAND], self.field.stacks[SOVIET]
        found, road = [], self._homeward.get(hex_, -1)
        while road >= 0:
            if bits[road] & zone and road not in own:
                found.append(road)
            road = self._homeward[road]
        return found

    def _roads_home(self) -> dict[int, int]:
        """hex -> the next one towards a town of supply, as if there were no zones of control."""
        bits, barred = self.field.bits, maps.UNIT[FINLAND]
        found = {hex_: -1 for hex_ in maps.sources(self.field.state, maps.RUSSIAN) if not bits[hex_] & barred}
        waiting = list(found)
        for hex_ in waiting:
            for beside in board.WAYS[SOVIET][hex_]:
                if beside not in found and not bits[beside] & barred:
                    found[beside] = hex_
                    waiting.append(beside)
        return found
