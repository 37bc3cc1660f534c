"""The captain at sea in phase 1a (8.1): which ships go where, whether raiders are called back, the Home Fleet; and what
the sea means for the land (8.3): where ships let battalions come ashore, and whom they keep away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.asking import Order, ships_to_seas
from feltherre.games.norway.players.captain.attacks import subsets
from feltherre.games.norway.players.captain.scales import Scales, scales_for
from feltherre.games.norway.players.captain.stakes import Prices
from feltherre.games.norway.players.engagement import Squadron, appraisal, enemy_fleet, interception_value
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.procedures.nine_april import RECALL_PRICE
from feltherre.games.norway.procedures.reinforcement import UNLIMITED, german_sea_limits
from feltherre.games.norway.sea import actions as sea_actions
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.sea.view import UNKNOWN
from feltherre.players.player import Position

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

    def now(self) -> float:
        german, _, allied = self.waters.numbers
        return self.value(german, allied, self.waters.coast_defence)

    def value(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        """How the ships stand for Germany, by numbers in the sea areas: what may come ashore, for it and against."""
        key = (tuple(german), tuple(allied), coast_defence)
        if key not in self._values:
            self._values[key] = self._coming(*key) - self._against(*key)
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

    def _against(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        open_seas = [self.allied[sea] for sea in ships.SEAS if allied[sea] or sea == coast_defence or not german[sea]]
        return ALLIES_COMING * max(open_seas, default=0.0) + 0.1 * sum(open_seas)

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
    for area in board.SHORE[sea]:
        beside = (area, *board.NEIGHBOURS[area])
        others = any(sight.enemies_at(GERMANY, other) for other in beside)
        if others and any(sight.battalions[GERMANY][other] for other in beside):
            return True
    return False


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


# orders


def choose_sailing(sight: Sight, step: Step, position: Position) -> Order:
    """One order of the movement at sea; the next is thought over when it comes."""
    waters = sight.sea
    under_way = tuple(waters.view.under_way)
    at_home = sight.country == ALLIES and not waters.view.home_fleet_called and waters.at(ALLIES, ships.HOME)
    if at_home and not under_way:
        return call_home_fleet(Charts(sight))
    charts = Charts(sight)
    if under_way:
        best = charts.best([under_way])
        return charts.order(best) if best else (sea_actions.Stay(), say("norway.why.sea.stay"))
    recall = recall_raiders(sight)
    if recall is not None:
        return recall
    best = charts.best(charts.groups())
    return charts.order(best) if best else (sea_actions.EndSailing(), say("norway.why.sea.end"))


class Charts:
    """The sea while a country thinks about its ships."""

    def __init__(self, sight: Sight) -> None:
        self.waters = waters = sight.sea
        self.country = sight.country
        self.enemy = enemy_fleet(sight.country)
        self.outlook = Outlook(sight)
        self.sign = 1 if sight.country == GERMANY else -1
        self.appraisal = appraisal(sight)
        self.foes = {sea: self.appraisal.squadron_at(waters, self.enemy, sea) for sea in ships.SEAS}
        self.before = self.outlook.now()
        self.own = {place: waters.at(self.country, place) for place in (*ships.SEAS, ships.RAID_BOX)}
        self.danger = cache(self._danger)
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
        left = tuple(ship for ship in self.own[origin] if ship not in group)
        before, there = tuple(self.own[target]), (*self.own[target], *group)
        gain += self.prey(there, target) - self.prey(before, target) * bool(before)
        gain -= self.danger(there, target) + self.danger(left, origin)
        gain += self.danger(before, target) + self.danger(tuple(self.own[origin]), origin)
        if self.country == ALLIES:
            gain += self.carriers(group, target)
        return gain

    def prey(self, some: Sequence[int], area: int) -> float:
        """What own ships can do to enemies in a sea area, and those to them, where both may intercept (8.1-int-1)."""
        foes = self.foes[area]
        if not foes.guns or self.country == NORWAY:
            return 0.0
        own = self.appraisal.squadron(some)
        return max(0.0, interception_value(own, foes)) - max(0.0, interception_value(foes, own))

    def _danger(self, some: tuple[int, ...], area: int) -> float:
        """What enemies in reach, and Bombers, could do to ships that lie in a sea area."""
        if not some or area not in ships.SEAS:
            return 0.0
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
    sets = [some for some in subsets(sight.cards()) if enough(some)]
    if not sets:
        return None
    best = min(sets, key=lambda some: (sum(prices.playing(card) for card in some), some))
    recall = sea_actions.RecallRaiders(tuple(cards.SHORT_IDS[card] for card in sorted(best)))
    return recall, say("norway.why.sea.recall", n=len(out))


def spare_card(sight: Sight) -> bool:
    """Whether Germany can use cards without ending the game (1.3-1)."""
    return sight.deck > 2 * len(sight.cards())


def enough(some: Sequence[int]) -> bool:
    """Six symbols, and no card more than it takes."""
    symbols = sum(cards.SYMBOLS[card] for card in some)
    return symbols >= RECALL_PRICE and all(symbols - cards.SYMBOLS[card] < RECALL_PRICE for card in some)


# the Home Fleet


def call_home_fleet(charts: Charts) -> Order:
    """One ship after another, the strongest first, to where it gains most beside those placed before it."""
    rows = [list(row) for row in charts.waters.numbers]
    stations: dict[int, int] = {}
    seas = [sea for sea in ships.SEAS if sea not in ships.CLOSED_TO_ALLIES]
    fleet = sorted(charts.waters.at(ALLIES, ships.HOME), key=lambda ship: (-charts.appraisal.worth(ship), ship))
    for ship in fleet:
        gains = {sea: station_gain(charts, rows, ship, sea) for sea in seas}
        best = max(seas, key=lambda sea: (gains[sea], -sea))
        stations[ship] = best
        rows[ALLIES][best] += 1
        charts.own[best] = [*charts.own[best], ship]
    seas_used = [ships.place_name(sea) for sea in sorted(set(stations.values()))]
    return sea_actions.CallHomeFleet(ships_to_seas(stations)), say("norway.why.sea.home-fleet", seas=seas_used)


def station_gain(charts: Charts, rows: Sequence[Sequence[int]], ship: int, sea: int) -> float:
    """What one more ship of the Home Fleet does in a sea area."""
    before = charts.outlook.value(rows[GERMANY], rows[ALLIES], charts.waters.coast_defence)
    after_row = [number + (area == sea) for area, number in enumerate(rows[ALLIES])]
    after = charts.outlook.value(rows[GERMANY], after_row, charts.waters.coast_defence)
    there = tuple(charts.own[sea])
    gain = before - after + charts.prey((*there, ship), sea) - charts.prey(there, sea)
    gain -= charts.danger((*there, ship), sea) - charts.danger(there, sea)
    if ship in ships.CARRIERS and charts.outlook.contested[sea]:
        gain += charts.outlook.cover([sea]) if not any(other in ships.CARRIERS for other in there) else 0.0
    return gain
