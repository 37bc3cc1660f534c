"""How the captain places Finnish units: on the roads that must be held, beside those that can be cut, never too far
from a town."""

from __future__ import annotations

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.board import GRID, TOWN_HEX
from feltherre.games.winterwar.players.captain import front, lines, roads, scores, weights
from feltherre.games.winterwar.players.field import Field, attack_hexes
from feltherre.games.winterwar.players.worth import POINTS, prize, town_swing
from feltherre.games.winterwar.units import FINLAND, HAS_ZOC, SOVIET


def is_safe(hex_: int) -> bool:
    """Whether no Soviet unit can ever attack it: no road or railway leads there (turn-4-f)."""
    return not attack_hexes(SOVIET)[hex_]


class FinnishScores:
    """Hexes for Finnish units."""

    side = FINLAND

    def __init__(self, field: Field) -> None:
        self.field = field
        self.danger = scores.Danger(field, FINLAND)
        self.gates = roads.gates(tuple(field.state.owners))
        self.cuts = lines.Cuts(field)
        self._raids = self._empty_towns()
        self._supply = [maps.supply_of(field.state, net) for net in range(3)]
        self._zones = lines.finnish_zones(field.state.rules.bridge_zoc)
        self.front = front.Front(field, self.danger)
        self._wanted: list[tuple[int, float]] = []
        self._pull: dict[int, float] = {}

    def _empty_towns(self) -> list[int]:
        """Soviet towns that nobody holds."""
        return [
            hex_
            for town, hex_ in enumerate(TOWN_HEX)
            if self.field.state.owners[town] == SOVIET and not self.field.stack(SOVIET, hex_)
        ]

    def parts(self, unit: int, hex_: int) -> scores.Parts:
        danger = self.danger
        others = danger.others(unit, hex_)
        with_it = [*others, unit]
        parts: scores.Parts = {
            "prize": self.danger.lasting(hex_, with_it) * prize(self.field.state, hex_, FINLAND),
            "pull": weights.PULL * self.pull(hex_),
            "exposed": danger.cost(hex_, others) - danger.cost(hex_, with_it),
            "cut": weights.CUT * self.cuts.worth(unit, hex_),
        }
        if self.front.near[hex_]:
            parts["hold"] = weights.HOLD * self.gates[hex_] * (self.opened(hex_, others) - self.opened(hex_, with_it))
        if HAS_ZOC[unit]:
            parts["block"] = weights.BLOCK * self._blocks(unit, hex_)
        if units.IS_PARTISAN[unit]:
            parts["raid"] = self._raid(hex_)
        elif not scores.is_last_turn(self.field):
            parts["supply"] = -self._no_supply(unit, hex_)
        if scores.is_last_turn(self.field):
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

    def pull(self, hex_: int) -> float:
        """Reserves are drawn to where a road is weakly held."""
        known = self._pull.get(hex_)
        if known is None:
            known = max(
                (need * weights.NEARER ** GRID.distance(hex_, there) for there, need in self._greatest()), default=0.0
            )
            self._pull[hex_] = known
        return known

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
        self._supply = [maps.supply_of(self.field.state, net) for net in range(3)]
        self._wanted = []
        self._pull.clear()
