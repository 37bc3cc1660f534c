"""How the captain places Soviet units: forward along the roads in columns, with the road behind them guarded."""

from __future__ import annotations

from feltherre.games.winterwar import board, maps
from feltherre.games.winterwar.board import GRID, TOWN_HEX
from feltherre.games.winterwar.players.captain import weights
from feltherre.games.winterwar.players.captain.roads import CAPITAL, FAR, distances_to, fading, tolls
from feltherre.games.winterwar.players.captain.scores import Danger, Parts, is_last_turn, town_of
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.worth import POINTS, attack_of, defence_of, prize, town_swing
from feltherre.games.winterwar.units import FINLAND, HAS_ZOC, SOVIET


class SovietScores:
    """Hexes for Soviet units."""

    side = SOVIET

    def __init__(self, field: Field) -> None:
        self.field = field
        self.danger = Danger(field, SOVIET)
        self._goals = [town for town in range(len(TOWN_HEX)) if field.state.owners[town] == FINLAND]
        held_up = tolls(field, weights.ATTACKERS_TOLL)
        self._ways = {town: distances_to(TOWN_HEX[town], held_up) for town in self._goals}
        self._sent = dict.fromkeys(self._goals, 0.0)
        self._needs = {town: self._need(TOWN_HEX[town]) for town in self._goals}
        #: hex of road -> points of the units in front whose supply runs through it
        self.guards: dict[int, float] = {}
        self._at_risk: dict[int, bool] = {}
        self._supply = maps.supply_of(field.state, maps.RUSSIAN)

    def _need(self, hex_: int) -> float:
        """How strong a force must be that is to take a town: the Finns around it, and something in any case."""
        around = sum(
            defence_of(self.field.state, unit)
            for here, stack in self.field.stacks[FINLAND].items()
            if GRID.distance(here, hex_) <= 2
            for unit in stack
        )
        return weights.LEAST_FORCE + weights.SUPERIORITY * around

    def _value(self, town: int) -> float:
        """What is left of a town as a goal, after those who have been sent there."""
        value = CAPITAL if TOWN_HEX[town] == board.HELSINKI else town_swing(town, SOVIET)
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
                HAS_ZOC[unit] for beside in GRID.neighbours[hex_] for unit in threat.comers(beside)
            )
        return known

    def open_road(self, hex_: int) -> list[int] | None:
        """The hexes of the supply line of a unit there that Finns can close, None if it has no line."""
        supply = self._supply
        if not supply.supplied(hex_):
            return None
        own = self.field.stacks[SOVIET]
        return [road for road in supply.line(hex_)[1:] if road not in own and self.at_risk(road)]

    def parts(self, unit: int, hex_: int) -> Parts:
        field, danger = self.field, self.danger
        strength = attack_of(field.state, unit) / weights.A_DIVISION
        others = danger.others(unit, hex_)
        parts: Parts = {
            "prize": danger.lasting(hex_, [*others, unit]) * prize(field.state, hex_, SOVIET),
            "march": weights.MARCH * strength * sum(self.pull(hex_).values()),
            "exposed": weights.BOLDNESS * (danger.cost(hex_, others) - danger.cost(hex_, [*others, unit])),
        }
        if not others:
            parts["guard"] = weights.GUARD * self.guards.get(hex_, 0.0)
        parts["garrison"] = self._garrison(unit, hex_, others)
        if not is_last_turn(field):
            parts["supply"] = -self._cut_risk(unit, hex_)
        return parts

    def _garrison(self, unit: int, hex_: int, others: list[int]) -> float:
        """Towns are not left to raiders, Leningrad least of all (intro-8)."""
        town = town_of(self.field, hex_, SOVIET)
        if town < 0:
            return 0.0
        swing = town_swing(town, FINLAND)
        without, with_it = self.danger.lost(hex_, others), self.danger.lost(hex_, [*others, unit])
        kept = swing * (without - with_it)
        if hex_ == board.LENINGRAD and not others:
            return kept + weights.LENINGRAD
        return kept + (weights.HOME_TOWN * swing if not others and board.FIRST_OWNER[town] == SOVIET else 0.0)

    def _cut_risk(self, unit: int, hex_: int) -> float:
        """What it costs to stand where the road behind is cut, or can be."""
        open_ = self.open_road(hex_)
        if open_ is None:
            return weights.NO_SUPPLY * POINTS[unit]
        return weights.CUT_RISK * POINTS[unit] * (1 - weights.ROAD_HOLDS ** len(open_))

    def taken(self, unit: int, hex_: int) -> None:
        """It counts for the goal it is nearest to, and its supply line wants guards."""
        self._supply = maps.supply_of(self.field.state, maps.RUSSIAN)
        self.guards.pop(hex_, None)
        pull = self.pull(hex_)
        if pull:
            self._sent[max(pull, key=lambda town: pull[town])] += attack_of(self.field.state, unit)
        for road in self.open_road(hex_) or ():
            self.guards[road] = self.guards.get(road, 0.0) + POINTS[unit]
