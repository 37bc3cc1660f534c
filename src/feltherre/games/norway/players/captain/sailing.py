"""The captain at sea in phase 1a (8.1): which ships go where, whether raiders are called back, the Home Fleet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.attacks import subsets
from feltherre.games.norway.players.captain.outlook import Outlook
from feltherre.games.norway.players.captain.prices import Prices
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.engagement import (
    Squadron,
    appraisal,
    enemy_fleet,
    interception_value,
)
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.players.waters import Waters
from feltherre.games.norway.procedures.nine_april import RECALL_PRICE
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import CallHomeFleet, EndSailing, RecallRaiders, Sail, Stay
from feltherre.games.norway.sea.movement import sea_targets

Order = tuple[Any, Text]

#: least gain for which ships sail, in battalions
THRESHOLD = 0.12
#: how much of what enemies in reach could do to a group counts before they come
FEARED = 0.35
#: what a Bomber in reach of an airfield costs Allied ships on average (5.1-air-sea)
BOMBED = 0.12
#: German ships at sea below which raiders are wanted back
TOO_FEW = 3


class Course(Struct, frozen=True):
    """Ships of one place that go to a sea area, the next one on the way, and what is hoped for."""

    group: tuple[int, ...]
    origin: int
    target: int
    via: int
    gain: float


def choose_sailing(sight: Sight) -> Order:
    """One order of the movement at sea; the next is thought over when it comes."""
    waters = sight.sea
    under_way = tuple(waters.view.under_way)
    at_home = sight.country == ALLIES and not waters.view.home_fleet_called and waters.at(ALLIES, ships.HOME)
    if at_home and not under_way:
        return call_home_fleet(sight, waters)
    charts = Charts(sight, waters)
    if under_way:
        best = charts.best([under_way])
        return charts.order(best) if best else (Stay(), say("norway.why.sea.stay"))
    recall = recall_raiders(sight, waters)
    if recall is not None:
        return recall
    best = charts.best(charts.groups())
    return charts.order(best) if best else (EndSailing(), say("norway.why.sea.end"))


class Charts:
    """The sea while a country thinks about its ships."""

    def __init__(self, sight: Sight, waters: Waters) -> None:
        self.sight = sight
        self.waters = waters
        self.country = sight.country
        self.enemy = enemy_fleet(sight.country)
        self.outlook = Outlook(sight)
        self.sign = 1 if sight.country == GERMANY else -1
        self.appraisal = appraisal(sight)
        self.foes = {sea: self.appraisal.squadron_at(waters, self.enemy, sea) for sea in ships.SEAS}
        self.before = self.outlook.now()
        self.own = {place: waters.at(self.country, place) for place in (*ships.SEAS, ships.RAID_BOX)}
        self._danger: dict[tuple[tuple[int, ...], int], float] = {}
        self.bombed = [board.in_sea_bombing_range(sea, sight.airfields()) for sea in ships.SEAS]

    # which ships

    def groups(self) -> Iterator[tuple[int, ...]]:
        """Groups that might sail: one ship, half of a pile, all but one, all; weak ships first or last."""
        for some in self.own.values():
            able = [ship for ship in some if self.able(ship)]
            able.sort(key=lambda ship: (self.appraisal.worth(ship), ship))
            wanted = [able[:1], able[-1:], able[: len(able) // 2], able[len(able) // 2 :], able[1:], able]
            yield from dict.fromkeys(tuple(sorted(group)) for group in wanted if group)

    def able(self, ship: int) -> bool:
        """Whether a ship may still move (8.1-1, 8.1-int-9); raiders only after they were called back (R52)."""
        view = self.waters.view
        raiding = self.waters.place[ship] == ships.RAID_BOX and view.face_up[ship]
        return view.legs[ship] < ships.MOVES[ship] and ship not in view.caught and not raiding

    # where to

    def best(self, groups: Any) -> Course | None:
        found = [course for group in groups for course in self.courses(group)]
        best = max(found, key=lambda course: (course.gain, -course.target, course.group), default=None)
        return best if best is not None and best.gain > THRESHOLD else None

    def courses(self, group: tuple[int, ...]) -> Iterator[Course]:
        """All sea areas that a group can reach; the second only past one without enemies."""
        origin = self.waters.place[group[0]]
        legs = min(ships.MOVES[ship] - self.waters.view.legs[ship] for ship in group)
        reached = {origin}
        edge = [(area, area) for area in sea_targets(self.country, origin)]
        while edge and legs:
            following = []
            for area, via in edge:
                if area in reached:
                    continue
                reached.add(area)
                yield Course(group, origin, area, via, self.gain(group, origin, area))
                if not self.waters.enemies_at(self.country, area):
                    following += [(further, via) for further in sea_targets(self.country, area)]
            edge = following
            legs -= 1

    def gain(self, group: Sequence[int], origin: int, target: int) -> float:
        """What a group gains by lying in another sea area: for the land, against enemies there, and in safety."""
        rows = [list(row) for row in self.waters.numbers]
        row = rows[self.country]
        if origin in ships.SEAS:
            row[origin] -= len(group)
        row[target] += len(group)
        coast_defence = target if ships.EIDSVOLL in group else self.waters.coast_defence
        gain = self.sign * (self.outlook.value(rows[GERMANY], rows[ALLIES], coast_defence) - self.before)
        left = [ship for ship in self.own[origin] if ship not in group]
        there = [*self.own[target], *group]
        gain += self.prey(there, target) - self.prey(self.own[target], target) * bool(self.own[target])
        gain -= self.danger(there, target) + self.danger(left, origin)
        gain += self.danger(self.own[target], target) + self.danger(self.own[origin], origin)
        if self.country == ALLIES:
            gain += self.carriers(group, origin, target)
        return gain

    def prey(self, some: Sequence[int], area: int) -> float:
        """What own ships can do to enemies in a sea area, and those to them, where both may intercept (8.1-int-1)."""
        foes = self.foes[area]
        if not foes.guns or self.country == NORWAY:
            return 0.0
        own = self.appraisal.squadron(some)
        return max(0.0, interception_value(own, foes)) - max(0.0, interception_value(foes, own))

    def danger(self, some: Sequence[int], area: int) -> float:
        """What enemies in reach, and Bombers, could do to ships that lie in a sea area."""
        if not some or area not in ships.SEAS:
            return 0.0
        key = (tuple(some), area)
        if key not in self._danger:
            self._danger[key] = self._reckon_danger(some, area)
        return self._danger[key]

    def _reckon_danger(self, some: Sequence[int], area: int) -> float:
        own = self.appraisal.squadron(some)
        worst = max((interception_value(foe, own) for foe in self.threats(area)), default=0.0)
        bombed = BOMBED if self.country == ALLIES and self.bombed[area] else 0.0
        return FEARED * max(0.0, worst) + bombed

    def threats(self, area: int) -> list[Squadron]:
        """Enemy piles that can come to a sea area in their next turn."""
        if self.enemy == ALLIES and area in ships.CLOSED_TO_ALLIES:
            return []
        near = {area, *ships.BORDERS[area]}
        near |= {further for other in ships.BORDERS[area] for further in ships.BORDERS[other]}
        return [self.foes[sea] for sea in sorted(near) if self.foes[sea].guns]

    def carriers(self, group: Sequence[int], origin: int, target: int) -> float:
        places = {ship: self.waters.place[ship] for ship in sorted(ships.CARRIERS)}
        before = self.outlook.cover(list(places.values()))
        moved = [target if ship in group else place for ship, place in places.items()]
        return self.outlook.cover(moved) - before

    def order(self, course: Course) -> Order:
        names = [ships.name(ship) for ship in course.group]
        foes = self.waters.enemies_at(self.country, course.target)
        key = "norway.why.sea.hunt" if foes else "norway.why.sea.sail"
        return Sail(tuple(ships.IDS[ship] for ship in course.group), board.SEAS[course.via]), say(
            key, ships=names, sea=ships.place_name(course.target), gain=f"{course.gain:.1f}"
        )


# the raiders


def recall_raiders(sight: Sight, waters: Waters) -> Order | None:
    """Six symbols are two battalions: raiders are called back only when Germany has hardly a ship left."""
    if sight.country != GERMANY:
        return None
    out = [ship for ship in waters.at(GERMANY, ships.RAID_BOX) if waters.view.face_up[ship]]
    if len(out) < 2 or sum(waters.numbers[GERMANY]) >= TOO_FEW or sight.deck <= 2 * len(sight.cards()):
        return None
    prices = Prices(sight, scales_for(sight))
    sets = [some for some in subsets(sight.cards()) if enough(some)]
    if not sets:
        return None
    best = min(sets, key=lambda some: (sum(prices.playing(card) for card in some), some))
    return RecallRaiders(tuple(cards.SHORT_IDS[card] for card in sorted(best))), say(
        "norway.why.sea.recall", n=len(out)
    )


def enough(some: Sequence[int]) -> bool:
    """Six symbols, and no card more than it takes."""
    symbols = sum(cards.SYMBOLS[card] for card in some)
    return symbols >= RECALL_PRICE and all(symbols - cards.SYMBOLS[card] < RECALL_PRICE for card in some)


# the Home Fleet


def call_home_fleet(sight: Sight, waters: Waters) -> Order:
    """One ship after another, the strongest first, to where it gains most beside those placed before it."""
    charts = Charts(sight, waters)
    rows = [list(row) for row in waters.numbers]
    stations: dict[int, int] = {}
    seas = [sea for sea in ships.SEAS if sea not in ships.CLOSED_TO_ALLIES]
    fleet = sorted(waters.at(ALLIES, ships.HOME), key=lambda ship: (-charts.appraisal.worth(ship), ship))
    for ship in fleet:
        gains = {sea: station_gain(charts, rows, ship, sea) for sea in seas}
        best = max(seas, key=lambda sea: (gains[sea], -sea))
        stations[ship] = best
        rows[ALLIES][best] += 1
        charts.own[best] = [*charts.own[best], ship]
    named = tuple((ships.IDS[ship], board.SEAS[stations[ship]]) for ship in sorted(stations))
    seas_used = [ships.place_name(sea) for sea in sorted(set(stations.values()))]
    return CallHomeFleet(named), say("norway.why.sea.home-fleet", seas=seas_used)


def station_gain(charts: Charts, rows: Sequence[Sequence[int]], ship: int, sea: int) -> float:
    before = charts.outlook.value(rows[GERMANY], rows[ALLIES], charts.waters.coast_defence)
    after_row = [number + (area == sea) for area, number in enumerate(rows[ALLIES])]
    after = charts.outlook.value(rows[GERMANY], after_row, charts.waters.coast_defence)
    there = charts.own[sea]
    gain = before - after + charts.prey([*there, ship], sea) - charts.prey(there, sea)
    gain -= charts.danger([*there, ship], sea) - charts.danger(there, sea)
    if ship in ships.CARRIERS and charts.outlook.contested[sea]:
        gain += charts.outlook.cover([sea]) if not any(other in ships.CARRIERS for other in there) else 0.0
    return gain
