"""What a battle is about: how the war stands after winning and after losing it, and what the dice say to that."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, log

from msgspec import Struct

from feltherre.games.norway import board
from feltherre.games.norway.countries import NORWAY
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.odds import DiceChances, expected_losses, mean_dice, win_against
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.procedures.combat import battalion_dice
from feltherre.games.norway.state import NOWHERE, Group, enemies


class Prospect(Struct, frozen=True):
    """The attacker's chance, the score after winning, after losing, and over all; what both lose on average."""

    chance: float
    won: float
    lost: float
    value: float
    lost_attackers: float
    lost_defenders: float

    @property
    def percent(self) -> int:
        return round(100 * self.chance)


class Stakes:
    """A battle for an area, weighed from the attacker's side and the defender's alike.

    The scales hold attackers by land where they came from and attackers from sea or air nowhere.
    """

    __slots__ = (
        "area",
        "attacker",
        "attacking",
        "defenders",
        "defending",
        "forces",
        "origins",
        "pending",
        "scales",
        "sight",
    )

    def __init__(
        self,
        sight: Sight,
        scales: Scales,
        attacker: int,
        area: int,
        forces: Sequence[Group],
        origins: Collection[int] = (),
        pending: Collection[int] = (),
    ) -> None:
        self.sight = sight
        self.scales = scales
        self.attacker = attacker
        self.area = area
        self.forces = forces
        #: areas attacked from in this turn, and those with another battle to come: closed to defenders (4.2-8-def-1)
        self.origins = {*origins, *(force.origin for force in forces)}
        self.pending = {*pending, area}
        there = ((country, sight.battalions[country][area]) for country in enemies(attacker))
        self.defenders = tuple((country, battalions) for country, battalions in there if battalions)
        self.attacking = sum(force.battalions for force in forces)
        self.defending = sum(battalions for _, battalions in self.defenders)

    def attack_dice(self) -> int:
        """Dice of the attacking battalions, without cards."""
        water = sum(force.battalions for force in self.forces if force.mode == "water")
        return battalion_dice(self.attacking - water, water)

    def defence_dice(self) -> int:
        return battalion_dice(self.defending, 0)

    def over_land(self) -> bool:
        return any(force.mode == "land" for force in self.forces)

    def defenders_cards(self) -> DiceChances:
        """Dice that the defenders' cards can add."""
        return self.sight.defence_dice([country for country, _ in self.defenders])

    def prospect(self, attack: int, defence: int, added: DiceChances) -> Prospect:
        """What comes of it with so many dice, and so many more that the defender may add."""
        chance = win_against(attack, defence, added)
        more = mean_dice(added)
        lost_attackers = _losses(defence + more, self.attacking)
        lost_defenders = _losses(float(attack), self.defending)
        mark = self.scales.mark()
        self.play_out(True, lost_attackers, lost_defenders)
        won = self.scales.score()
        self.scales.back_to(mark)
        self.play_out(False, lost_attackers, lost_defenders)
        lost = self.scales.score()
        self.scales.back_to(mark)
        value = log(chance * exp(won) + (1 - chance) * exp(lost))
        return Prospect(chance, won, lost, value, lost_attackers, lost_defenders)

    def play_out(self, attacker_wins: bool, lost_attackers: float, lost_defenders: float) -> None:
        """Put the outcome on the scales."""
        if attacker_wins:
            for force in self.forces:
                if force.origin != NOWHERE:
                    self.scales.add(self.attacker, force.origin, -force.battalions)
            self.scales.add(self.attacker, self.area, self.attacking - lost_attackers)
            self._defenders_leave(lost_defenders)
        else:
            self._attackers_return(lost_attackers)
            for country, battalions in self.defenders:
                self.scales.add(country, self.area, -lost_defenders * battalions / self.defending)

    def _attackers_return(self, lost: float) -> None:
        share = lost / self.attacking if self.attacking else 0.0
        for force in self.forces:
            if force.origin != NOWHERE:
                self.scales.add(self.attacker, force.origin, -share * force.battalions)
            else:
                ways = self.retreats(self.attacker, landed=True)
                if ways:
                    self.scales.add(self.attacker, ways[0], force.battalions * (1 - share))

    def _defenders_leave(self, lost: float) -> None:
        for country, battalions in self.defenders:
            self.scales.add(country, self.area, -battalions)
            ways = self.retreats(country)
            if ways:
                left = battalions * (1 - lost / self.defending)
                self.scales.add(country, self.best_refuge(country, ways), left)

    def retreats(self, country: int, landed: bool = False) -> list[int]:
        """Areas open to a country's losers (4.2-8): no enemies, no other battle, none attacked from, no water unless
        Norwegian."""
        return [
            area
            for area in board.NEIGHBOURS[self.area]
            if (country == NORWAY or not board.WATER[self.area][area])
            and area not in self.pending
            and (landed or area not in self.origins)
            and not self.sight.enemies_at(country, area)
        ]

    def best_refuge(self, country: int, ways: Sequence[int]) -> int:
        """Where a country would rather go, by what its battalions weigh there."""
        if len(ways) == 1:
            return ways[0]
        weight = self.scales.weight[country]
        return max(ways, key=lambda area: (sum(weight[area]) + (area in board.POINT_CITY), -area))


def stakes_of(sight: Sight, scales: Scales, area: int) -> Stakes:
    """The battle for an area as it stands."""
    return Stakes(sight, scales, sight.in_turn, area, sight.groups_at(area), sight.view.origins, sight.attacked())


def _losses(dice: float, battalions: int) -> float:
    """Expected losses for a number of dice that is itself an average."""
    whole = int(dice)
    low = expected_losses(whole, battalions)
    return low + (dice - whole) * (expected_losses(whole + 1, battalions) - low)
