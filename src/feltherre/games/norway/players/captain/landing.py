"""The captain on 9 April once the ships lie (7.1 to 7.3): paratroops, raiders, the landing and what meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Drop, Pass
from feltherre.games.norway.april.actions import (
    BluffAndThreaten,
    FireFort,
    Land,
    LayMines,
    Mobilise,
    Raid,
    RescueSailors,
)
from feltherre.games.norway.april.landing import SAILORS, landing_at, open_city, ship_id
from feltherre.games.norway.april.steps import LandElsewhere, LandingPlan
from feltherre.games.norway.countries import GERMANY, NORWAY
from feltherre.games.norway.players.captain.battle import stakes_of
from feltherre.games.norway.players.captain.reactions import drop_value
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.odds import NO_DICE
from feltherre.games.norway.players.sight import CITIES, Sight
from feltherre.games.norway.sea import ships
from feltherre.games.norway.spaces import area_name

Order = tuple[Any, Text]
FORT = cards.INDEX["apr-nor-coastal-fort"]
EGERSUND = board.INDEX["egersund"]
#: how much of a landing to come is counted upon
LIKELY = 0.8
#: a city with so many battalions needs no more while others are worth having
GARRISON = 3
#: what it is worth to turn a landing away from a city: those behind fjords are not reached again by land
TURNED_AWAY = {"bergen": 1.3, "narvik": 1.2, "trondheim": 1.0, "stavanger": 0.9, "oslo": 0.8, "kristiansand": 0.6}
#: a battle that is won with this chance needs no bluff
SAFE = 0.8


# paratroops


def choose_drop(sight: Sight, options: Sequence[Any]) -> Order:
    """Where a battalion does most beside what the ships bring."""
    drops = [option for option in options if isinstance(option, Drop)]
    if not drops:
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    expect_landings(sight, scales)
    values = {option: drop_value(sight, scales, board.INDEX[option.area]) for option in drops}
    best = max(drops, key=lambda option: (values[option], option.area))
    if values[best] <= scales.score():
        return Pass(), say("norway.why.april.no-drop")
    return best, say("norway.why.april.drop", area=area_name(board.INDEX[best.area]))


def expect_landings(sight: Sight, scales: Scales) -> None:
    """Ships in sight of a point city will most likely bring their battalions there."""
    for sea in ships.COASTAL:
        city = next((area for area in board.SHORE[sea] if area in CITIES), board.SHORE[sea][0])
        landing = [ship for ship in sight.sea.at(GERMANY, sea) if ships.CLASS[ship] in LANDING_CLASSES]
        if landing:
            scales.add(GERMANY, city, LIKELY * len(landing))


#: battleships raid rather than land
LANDING_CLASSES = (ships.HEAVY_CRUISER, ships.MINOR)


# raiding


def choose_raid(sight: Sight) -> Order:
    """Two Allied cards are worth more than a battalion, one is not: battleships raid, heavy cruisers where they cannot
    land (7.2-raiding-2)."""
    place = sight.sea.place
    able = [ship for ship in sorted(ships.RAIDERS) if place[ship] in ships.BORDERS[ships.RAID_BOX]]
    going = [ship for ship in able if ships.CLASS[ship] == ships.BATTLESHIP or place[ship] == ships.SEA_VIII]
    if not going:
        return Pass(), say("norway.why.april.no-raid")
    return Raid(tuple(ships.IDS[ship] for ship in sorted(going))), say(
        "norway.why.april.raid", ships=[ships.name(ship) for ship in sorted(going)]
    )


# the landing


def landing_crews(sight: Sight, sea: int) -> list[int]:
    """Who lands from a sea area: own ships there, and crews of sunk ones."""
    own = [ship for ship in sight.sea.at(GERMANY, sea) if ship not in ships.DECOYS]
    return [*sorted(own), *([SAILORS] * sight.sea.view.sailors.count(sea))]


def choose_landing(sight: Sight, sea: int) -> Order:
    """The point city first; what it does not need takes the best areas beside it."""
    crews = landing_crews(sight, sea)
    if not crews:
        return Land(()), say("norway.why.april.nobody-lands")
    return land(sight, crews, board.SHORE[sea])


def choose_other_landing(sight: Sight, step: LandElsewhere) -> Order:
    shore = [area for area in board.SHORE[step.plan.area] if area not in step.plan.barred]
    return land(sight, list(step.ships), shore)


def land(sight: Sight, crews: Sequence[int], shore: Sequence[int]) -> Order:
    """One battalion after another to where it does most."""
    scales = scales_for(sight)
    placed: dict[int, int] = {}
    landings = []
    for crew in crews:
        area = max(shore, key=lambda area: (landing_worth(sight, scales, area, placed), -area))
        placed[area] = placed.get(area, 0) + 1
        scales.add(GERMANY, area, 1)
        landings.append((ship_id(crew), board.AREAS[area]))
    return Land(tuple(landings)), say("norway.why.april.land", areas=[area_name(area) for area in sorted(placed)])


def landing_worth(sight: Sight, scales: Scales, area: int, placed: dict[int, int]) -> float:
    """What one more battalion is worth in an area, those before it counted; the city is always wanted first."""
    there = placed.get(area, 0) + sight.battalions[GERMANY][area]
    worth = scales.worth(GERMANY, area)
    if sight.enemies_at(GERMANY, area) and area not in CITIES:
        return 0.0  # no battle for land that counts for little
    if area in CITIES and there < GARRISON:
        worth += 1.0
    if area == EGERSUND and not there and not sight.sea.view.telegraph_cut:
        worth += 0.5  # the telegraph line is worth an Allied card (5.1-telegraph)
    return worth


def choose_sailors(options: Sequence[Any]) -> Order:
    if not any(isinstance(option, RescueSailors) for option in options):
        return Pass(), say("norway.why.no-card")
    return RescueSailors(), say("norway.why.april.sailors")


# what meets it


def choose_defence(sight: Sight, plan: LandingPlan, options: Sequence[Any]) -> Order:
    """Mines at once; a fort where it turns away most, and the last one is kept for a better city."""
    if any(isinstance(option, LayMines) for option in options):
        return LayMines(), say("norway.why.april.mines", sea=ships.place_name(plan.area))
    city = open_city(plan)
    if city is None or not any(isinstance(option, FireFort) for option in options):
        return Pass(), say("norway.why.no-card")
    better = better_cities_ahead(sight, plan, city)
    if better >= sight.hand[FORT]:
        return Pass(), say("norway.why.april.keep-fort", city=area_name(city))
    return FireFort(), say("norway.why.april.fort", city=area_name(city), n=len(landing_at(plan, city)))


def better_cities_ahead(sight: Sight, plan: LandingPlan, city: int) -> int:
    """Point cities further along the coast that are worth more, and before which German cards lie."""
    german = sight.sea.numbers[GERMANY]
    value = TURNED_AWAY[board.AREAS[city]]
    ahead = [sea for sea in ships.COASTAL if sea > plan.area and german[sea]]
    return sum(1 for sea in ahead for area in board.SHORE[sea] if TURNED_AWAY.get(board.AREAS[area], 0.0) > value)


# land battle, mobilisation


def choose_bluff(sight: Sight, options: Sequence[Any]) -> Order:
    """Two times out of three the Norwegians leave: better than a doubtful battle."""
    if not any(isinstance(option, BluffAndThreaten) for option in options):
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, sight.battle.area)
    prospect = stakes.prospect(stakes.attack_dice(), stakes.defence_dice(), NO_DICE)
    area = area_name(sight.battle.area)
    if prospect.chance >= SAFE or (sight.battle.area not in CITIES and prospect.chance > 0.5):
        return Pass(), say("norway.why.april.no-bluff", area=area, chance=prospect.percent)
    return BluffAndThreaten(), say("norway.why.april.bluff", area=area, chance=prospect.percent)


def choose_mobilisation(sight: Sight, number: int) -> Order:
    """The points from which new battalions threaten Germany most, one after another."""
    scales = scales_for(sight)
    free = [point for point in board.MOBILISATION if not sight.battalions[GERMANY][point]]
    chosen: list[int] = []
    for _ in range(number):
        left = [point for point in free if point not in chosen]
        best = max(left, key=lambda point: (scales.worth(NORWAY, point), -point))
        chosen.append(best)
        scales.add(NORWAY, best, 1)
    chosen.sort()
    return Mobilise(tuple(board.AREAS[point] for point in chosen)), say(
        "norway.why.april.mobilise", areas=[area_name(point) for point in chosen]
    )
