"""The captain at sea in phase 1a (8.1): which ships go where, whether raiders are called back, the Home Fleet; and what
the sea means for the land (8.3): where ships let battalions come ashore, and whom they keep away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct

from feltherre.core.state import Step
from feltherre.core.text import NO_REASON, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players import engagement
from feltherre.games.norway.players.captain.attacks import subsets
from feltherre.games.norway.players.captain.scales import Scales, scales_for
from feltherre.games.norway.players.captain.stakes import Prices
from feltherre.games.norway.players.sight import Order, Sight
from feltherre.games.norway.procedures.nine_april import RECALL_PRICE
from feltherre.games.norway.procedures.reinforcement import UNLIMITED, german_sea_limits
from feltherre.games.norway.sea import actions as sea_actions
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.movement import movable, sea_targets
from feltherre.games.norway.sea.view import UNKNOWN
from feltherre.games.norway.state import held_airfields

#: battalions that are expected to come by sea while things stand so: the German and the Allied ones of some turns
GERMANS_COMING, ALLIES_COMING = 4, 2
#: each further battalion on one coast is worth less
ONE_MORE = 0.85
#: Fighters fly from a carrier (6.1-carrier): what it is worth beside land where both sides stand
COVER = 0.12
#: the worth of a battalion, at least: nothing is divided by less
LEAST = 0.01


class Outlook:
    """The worth of each sea area to those who want to land there, in battalions."""

    def __init__(self, sight: Sight) -> None:
        self.waters = sight.sea
        scales = scales_for(sight)
        german = worth_by_sea(sight, scales, GERMANY)
        allied = worth_by_sea(sight, scales, ALLIES)
        unit = max(LEAST, sum(sorted((*german, *allied))[-4:]) / 4)
        self.german = [worth / unit for worth in german]
        self.allied = [worth / unit for worth in allied]
        #: sea areas beside land where Fighters are wanted
        self.contested = [contested(sight, area) for area in ships.SEAS]
        self._values: dict[tuple[tuple[int, ...], tuple[int, ...], int], float] = {}
        german_ships, _, allied_ships = self.waters.numbers
        self.now = self.value(german_ships, allied_ships, self.waters.coast_defence)

    def value(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        """How the ships stand for Germany, by numbers in the sea areas: what may come ashore, for it and against."""
        key = (tuple(german), tuple(allied), coast_defence)
        if key not in self._values:
            open_seas = [
                self.allied[sea] for sea in ships.SEAS if allied[sea] or sea == coast_defence or not german[sea]
            ]
            against = ALLIES_COMING * max(open_seas, default=0.0) + 0.1 * sum(open_seas)
            self._values[key] = self._coming(*key) - against
        return self._values[key]

    def _coming(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        limits = list(german_sea_limits(True, german, allied, None if coast_defence == UNKNOWN else coast_defence))
        # what a few ships let through now they let through again in the turns after
        room = [limit if limit == UNLIMITED else 2 * limit for limit in limits]
        worth = list(self.german)
        total = 0.0
        for _ in range(GERMANS_COMING):
            best = max((sea for sea in ships.SEAS if room[sea]), key=worth.__getitem__, default=None)
            if best is None:
                break
            total += worth[best]
            worth[best] *= ONE_MORE
            room[best] -= 1
        return total

    def cover(self, carriers: Sequence[int]) -> float:
        """What carriers in these sea areas are worth to the Allies."""
        return sum(COVER for sea in set(carriers) if sea in ships.SEAS and self.contested[sea])


def worth_by_sea(sight: Sight, scales: Scales, country: int) -> list[float]:
    """What a new battalion is worth on the best coast of each sea area."""
    found = []
    for sea in ships.SEAS:
        shore = [area for area in board.SHORE[sea] if not sight.enemies_at(country, area)]
        closed = country == ALLIES and sea in ships.CLOSED_TO_ALLIES
        found.append(0.0 if closed else max((scales.worth(country, area) for area in shore), default=0.0))
    return found


def contested(sight: Sight, sea: int) -> bool:
    """Whether Germans stand next to others on the coast of a sea area."""
    return any(
        any(sight.enemies_at(GERMANY, other) for other in beside)
        and any(sight.battalions[GERMANY][other] for other in beside)
        for beside in ((area, *board.NEIGHBOURS[area]) for area in board.SHORE[sea])
    )


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
    target: int
    via: int
    gain: float


# orders


def choose_sailing(sight: Sight, step: Step) -> Order:
    """One order of the movement at sea; the next is thought over when it comes."""
    charts = Charts(sight)
    under_way = tuple(sight.sea.view.under_way)
    if under_way:
        best = charts.best([under_way])
        return charts.order(best) if best else (sea_actions.Stay(), NO_REASON)
    if "home-fleet" in sight.space.branches:
        return call_home_fleet(charts)
    recall = recall_raiders(sight)
    if recall is not None:
        return recall
    best = charts.best(charts.groups())
    return charts.order(best) if best else (sea_actions.EndSailing(), NO_REASON)


class Charts:
    """The sea while a country thinks about its ships."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.waters = waters = sight.sea
        self.country = sight.country
        self.enemy = engagement.enemy_fleet(sight.country)
        self.outlook = Outlook(sight)
        self.sign = 1 if sight.country == GERMANY else -1
        self.appraisal = engagement.appraisal(sight)
        self.foes = {sea: self.appraisal.squadron_at(waters, self.enemy, sea) for sea in ships.SEAS}
        self.before = self.outlook.now
        self.rows = [list(row) for row in waters.numbers]
        self.own = {place: waters.at(self.country, place) for place in (*ships.SEAS, ships.RAID_BOX)}
        self.danger = cache(self._danger)
        airfields = held_airfields(sight.state)
        self.bombed = [board.in_sea_bombing_range(sea, airfields) for sea in ships.SEAS]

    def groups(self) -> Iterator[tuple[int, ...]]:
        """Groups that might sail: one ship, half of a pile, all but one, all; weak ships first or last. Raiders only
        after they were called back (R52)."""
        may_move = movable(self.sight.state)
        for some in self.own.values():
            able = [ship for ship in some if ship in may_move]
            able.sort(key=lambda ship: (self.appraisal.worth(ship), ship))
            wanted = [able[:1], able[-1:], able[: len(able) // 2], able[len(able) // 2 :], able[1:], able]
            yield from dict.fromkeys(tuple(sorted(group)) for group in wanted if group)

    # where to

    def best(self, groups: Iterable[tuple[int, ...]]) -> Course | None:
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
                yield Course(group, area, via, self.gain(group, origin, area))
                if not self.waters.enemies_at(self.country, area):
                    following += [(further, via) for further in sea_targets(self.country, area)]
            edge = following
            legs -= 1

    def gain(self, group: Sequence[int], origin: int, target: int) -> float:
        """What a group gains by lying in another sea area: for the land, against enemies there, and in safety."""
        gain = self.sign * (self.value_with(group, origin, target) - self.before)
        left = tuple(ship for ship in self.own[origin] if ship not in group)
        before, there = tuple(self.own[target]), (*self.own[target], *group)
        gain += self.prey(there, target) - self.prey(before, target) * bool(before)
        gain -= self.danger(there, target) + self.danger(left, origin)
        gain += self.danger(before, target) + self.danger(tuple(self.own[origin]), origin)
        if self.country == ALLIES:
            gain += self.carriers(group, target)
        return gain

    def value_with(self, group: Sequence[int], origin: int, target: int) -> float:
        """How the ships stand for Germany once the group lies there."""
        rows = [list(row) for row in self.rows]
        if origin in ships.SEAS:
            rows[self.country][origin] -= len(group)
        rows[self.country][target] += len(group)
        coast_defence = target if ships.EIDSVOLL in group else self.waters.coast_defence
        return self.outlook.value(rows[GERMANY], rows[ALLIES], coast_defence)

    def prey(self, some: Sequence[int], area: int) -> float:
        """What own ships can do to enemies in a sea area, and those to them, where both may intercept (8.1-int-1)."""
        foes = self.foes[area]
        if not foes.guns or self.country == NORWAY:
            return 0.0
        return engagement.encounter_value(self.appraisal.squadron(some), foes)

    def _danger(self, some: tuple[int, ...], area: int) -> float:
        """What enemies in reach, and Bombers, could do to ships that lie in a sea area."""
        if not some or area not in ships.SEAS:
            return 0.0
        own, near = self.appraisal.squadron(some), {area, *ships.BORDERS[area]}
        near |= {further for other in ships.BORDERS[area] for further in ships.BORDERS[other]}
        coming = [self.foes[sea] for sea in sorted(near) if self.foes[sea].guns]
        if self.enemy == ALLIES and area in ships.CLOSED_TO_ALLIES:
            coming = []
        worst = max((engagement.interception_value(foe, own) for foe in coming), default=0.0)
        bombed = BOMBED if self.country == ALLIES and self.bombed[area] else 0.0
        return FEARED * max(0.0, worst) + bombed

    def carriers(self, group: Sequence[int], target: int) -> float:
        """What it is worth that carriers of a group go to a sea area."""
        places = {ship: self.waters.place[ship] for ship in sorted(ships.CARRIERS)}
        before = self.outlook.cover(list(places.values()))
        moved = [target if ship in group else place for ship, place in places.items()]
        return self.outlook.cover(moved) - before

    def order(self, course: Course) -> Order:
        names = [ships.name(ship) for ship in course.group]
        foes = self.waters.enemies_at(self.country, course.target)
        key = "norway.why.sea.hunt" if foes else "norway.why.sea.sail"
        return sea_actions.Sail(tuple(ships.IDS[ship] for ship in course.group), board.SEAS[course.via]), say(
            key, ships=names, sea=ships.place_name(course.target), gain=f"{course.gain:.1f}"
        )


# the raiders


def recall_raiders(sight: Sight) -> Order | None:
    """Six symbols are two battalions: raiders are called back only when Germany has hardly a ship left."""
    waters = sight.sea
    if sight.country != GERMANY:
        return None
    out = [ship for ship in waters.at(GERMANY, ships.RAID_BOX) if waters.view.face_up[ship]]
    if len(out) < 2 or sum(waters.numbers[GERMANY]) >= TOO_FEW or not spare_card(sight):
        return None
    prices = Prices(sight, scales_for(sight))

    def beyond(some: Sequence[int]) -> int:
        return sum(cards.SYMBOLS[card] for card in some) - RECALL_PRICE

    # six symbols, and no card more than it takes
    enough = [some for some in subsets(sight.cards()) if 0 <= beyond(some) < min(cards.SYMBOLS[card] for card in some)]
    if not enough:
        return None
    best = min(enough, key=lambda some: (sum(prices.playing(card) for card in some), some))
    recall = sea_actions.RecallRaiders(tuple(cards.SHORT_IDS[card] for card in sorted(best)))
    return recall, say("norway.why.sea.recall", n=len(out))


def spare_card(sight: Sight) -> bool:
    """Whether Germany can use cards without ending the game (1.3-1)."""
    return sight.deck > 2 * len(sight.cards())


# the Home Fleet


def call_home_fleet(charts: Charts) -> Order:
    """One ship after another, the strongest first, to where it gains most beside those placed before it."""
    stations: dict[int, int] = {}
    ways = charts.sight.space.branches["home-fleet"].choice
    for ship in sorted(ways, key=lambda ship: (-charts.appraisal.worth(ship), ship)):
        gains = {sea: station_gain(charts, ship, sea) for sea in ways[ship]}
        best = max(gains, key=lambda sea: (gains[sea], -sea))
        charts.before = charts.value_with((ship,), ships.HOME, best)
        charts.rows[ALLIES][best] += 1
        charts.own[best] = [*charts.own[best], ship]
        stations[ship] = best
    seas_used = [ships.place_name(sea) for sea in sorted(set(stations.values()))]
    return sea_actions.CallHomeFleet(engagement.ships_to_seas(stations)), say(
        "norway.why.sea.home-fleet", seas=seas_used
    )


def station_gain(charts: Charts, ship: int, sea: int) -> float:
    """What one more ship of the Home Fleet does in a sea area."""
    before = tuple(charts.own[sea])
    there = (*before, ship)
    gain = charts.before - charts.value_with((ship,), ships.HOME, sea)
    gain = gain + charts.prey(there, sea) - charts.prey(before, sea)
    gain -= charts.danger(there, sea) - charts.danger(before, sea)
    first = ship in ships.CARRIERS and ships.CARRIERS.isdisjoint(before)
    return gain + (charts.outlook.cover([sea]) if first else 0.0)
