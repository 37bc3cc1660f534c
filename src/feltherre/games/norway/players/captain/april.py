"""The captain on 9 April: cards, deployment and what shifts it (7.0); then paratroops, raiders, the landing and what
meets it (7.1 to 7.3). Each country has several plans, so that none can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from feltherre.core.state import Step
from feltherre.core.text import NO_REASON, Text, say
from feltherre.games.norway import actions, board
from feltherre.games.norway.april import actions as april
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.april.deployment import MOST_SHIPS
from feltherre.games.norway.april.invasion import raiders
from feltherre.games.norway.april.landing import COASTAL_FORT, STAYS, landing_at, open_city, ship_id
from feltherre.games.norway.battle import fought
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.hands import BY_SHORT_ID, counted_cards
from feltherre.games.norway.players.captain.reactions import drop_value
from feltherre.games.norway.players.captain.scales import Scales, scales_for
from feltherre.games.norway.players.captain.stakes import best_use, stakes_of
from feltherre.games.norway.players.engagement import (
    PLAIN,
    UNLANDED,
    encounter_value,
    interception_value,
    ships_to_seas,
)
from feltherre.games.norway.players.odds import NO_DICE
from feltherre.games.norway.players.sight import CITIES, Order, Sight
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.spaces import area_label, area_name

#: by country: hands of nine-April cards that go together
HANDS: dict[int, tuple[tuple[str, ...], ...]] = {
    GERMANY: (
        ("april-paratroops", "april-paratroops", "april-gebirgsjager", "april-transport-plane", "april-reinforcements"),
        ("april-paratroops", "april-paratroops", "april-bluff", "april-gebirgsjager", "april-reinforcements"),
        ("april-paratroops", "april-paratroops", "april-smoke-screen", "april-gebirgsjager", "april-reinforcements"),
    ),
    NORWAY: (
        ("april-coastal-fort", "april-coastal-fort", "april-reinforcements"),
        ("april-coastal-fort", "april-fighter", "april-reinforcements"),
    ),
    ALLIES: (
        ("april-ships-to-the-rescue", "april-minelaying", "april-reinforcements"),
        ("april-dive-bomber", "april-minelaying", "april-reinforcements"),
        ("april-ships-to-the-rescue", "april-dive-bomber", "april-reinforcements"),
    ),
}

#: German plans: sea area -> (battleships, heavy cruisers, minor ships). Battleships raid; the others land.
GERMAN_PLANS: tuple[dict[str, tuple[int, int, int]], ...] = (
    {"I": (0, 1, 2), "II": (0, 0, 1), "IV": (0, 1, 1), "V": (0, 1, 2), "VI": (0, 0, 2), "VIII": (2, 0, 0)},
    {"I": (0, 1, 1), "II": (0, 0, 1), "IV": (0, 1, 2), "V": (0, 1, 2), "VI": (2, 0, 2)},
    {"I": (0, 1, 1), "II": (0, 0, 1), "III": (0, 0, 1), "IV": (0, 1, 1), "V": (0, 1, 2), "VI": (2, 0, 2)},
    {"I": (0, 1, 2), "II": (0, 0, 1), "IV": (0, 1, 1), "V": (0, 0, 2), "VI": (1, 1, 2), "VIII": (1, 0, 0)},
)
#: where decoys draw the Allies off
DECOY_WATERS = (ships.SEA_III, ships.SEA_IV, ships.SEA_V, ships.SEA_VI, ships.SEA_VII, ships.SEA_VIII)
#: what a ship in each sea area, I to VIII, is worth to Germany: Narvik can hardly be reached again
LANDING = (0.8, 0.7, 0.9, 1.1, 1.2, 1.4, 0.8, 0.6)
#: groups into which the Allies divide their ships at most
MOST_GROUPS = 3
#: Allied ships from which on one is left over to lie in III
ENOUGH = 7
#: where the battalion at Oslo and the two on mobilisation points may stand
AT_OSLO = ("oslo", "oslo", "honefoss", "gjovik")
POINTS = (("steinkjer", "bardufoss"), ("voss", "bardufoss"), ("voss", "steinkjer"), ("andalsnes", "bardufoss"))
#: Eidsvoll & Norge lies before Narvik, Trondheim or Bergen
STATIONS = (ships.SEA_VI, ships.SEA_VI, ships.SEA_V, ships.SEA_IV)
EGERSUND = board.INDEX["egersund"]
#: how much of a landing to come is counted upon
LIKELY = 0.8
#: a city with so many battalions needs no more while others are worth having
GARRISON = 3
#: what it is worth to turn a landing away from a city: those behind fjords are not reached again by land
TURNED_AWAY = {"bergen": 1.3, "narvik": 1.2, "trondheim": 1.0, "stavanger": 0.9, "oslo": 0.8, "kristiansand": 0.6}
#: a battle that is won with this chance needs no bluff
SAFE = 0.8


# before the shooting (7.0)


def choose_hand(sight: Sight, step: Step) -> Order:
    """One of the hands that go together."""
    hand = sight.position.rng.choice(HANDS[sight.country])
    own = BY_SHORT_ID[sight.country]
    return april.ChooseApril(hand), say("norway.why.april.cards", cards=counted_cards([own[card] for card in hand]))


def deploy_norway(sight: Sight, step: Step) -> Order:
    """Next to the cities that Germany will come to, where it cannot be foreseen."""
    rng = sight.position.rng
    first, second = rng.choice(POINTS)
    station = rng.choice(STATIONS)
    action = april.DeployNorwegians(rng.choice(AT_OSLO), first, second, board.SEAS[station])
    return action, say("norway.why.april.norway", sea=ships.place_name(station))


def deploy_ships(sight: Sight, step: april_steps.DeployShips) -> Order:
    """Germany by one of its plans, the Allies to where they hope to meet it."""
    if step.country == GERMANY:
        stations, why = german_stations(sight.position.rng), say("norway.why.april.germany")
    else:
        stations, why = allied_stations(sight, sight.position.rng)
    return april.Deploy(ships_to_seas(stations)), why


def german_stations(rng: Random) -> dict[int, int]:
    """ship -> sea area, by a plan: which of equal ships goes where is drawn by lot, and so are the decoys' places."""
    plan = rng.choice(GERMAN_PLANS)
    stations: dict[int, int] = {}
    for column, kind in enumerate((ships.BATTLESHIP, ships.HEAVY_CRUISER, ships.MINOR)):
        posts = [board.SEA_INDEX[sea] for sea, numbers in plan.items() for _ in range(numbers[column])]
        crew = [ship for ship in ships.OF_COUNTRY[GERMANY] if ships.CLASS[ship] == kind]
        rng.shuffle(crew)
        # whatever the card file has: the first posts again, or the last left out
        stations |= {ship: posts[turn % len(posts)] for turn, ship in enumerate(crew)}
    for decoy in sorted(ships.DECOYS):
        stations[decoy] = rng.choice(DECOY_WATERS)
    return stations


def allied_stations(sight: Sight, rng: Random) -> tuple[dict[int, int], Text]:
    """In one to three groups where most can be sunk or driven off; one light ship in III closes the coast to German
    transports (8.3-ger-2)."""
    waters = sight.sea
    fleet = list(ships.best_first(waters.at(ALLIES, ships.IN_HAND)))
    stations: dict[int, int] = {}
    if len(fleet) >= ENOUGH:
        stations[fleet.pop()] = ships.SEA_III
    quarry = {
        sea: PLAIN.squadron_at(waters, GERMANY, sea, UNLANDED * LANDING[sea])
        for sea in ships.SEAS
        if sea not in ships.CLOSED_TO_ALLIES and waters.numbers[GERMANY][sea]
    }
    plans = [seas for number in range(1, MOST_GROUPS + 1) for seas in combinations(sorted(quarry), number)]
    plans = plans or [(ships.SEA_IV, ships.SEA_V, ships.SEA_VI)]

    def value(plan: Sequence[int]) -> tuple[float, float]:
        """What groups of about equal strength there can do to the Germans, if those do not try first."""
        groups = [PLAIN.squadron(fleet[number :: len(plan)]) for number in range(len(plan))]
        meet = [encounter_value(group, quarry[sea]) for group, sea in zip(groups, plan, strict=True) if sea in quarry]
        return sum(meet), rng.random()

    seas = max(plans, key=value)
    stations |= {ship: seas[turn % len(seas)] for turn, ship in enumerate(fleet)}
    names = [ships.place_name(sea) for sea in sorted(set(seas))]
    return stations, say("norway.why.april.allies", seas=names)


# what shifts it


def choose_reconnaissance(sight: Sight, step: Step, options: Sequence[april.Reconnoitre]) -> Order:
    """Over the largest pile on the coast where it matters."""
    german = sight.sea.numbers[GERMANY]

    def value(option: april.Reconnoitre) -> tuple[float, str]:
        sea = board.SEA_INDEX[option.area]
        return (german[sea] * LANDING[sea] if sea not in ships.CLOSED_TO_ALLIES else 0.0), option.area

    best = max(options, key=value)
    return best, say("norway.why.april.reconnoitre", sea=ships.place_name(board.SEA_INDEX[best.area]))


def choose_manoeuvre(sight: Sight, step: Step) -> Order:
    """Ships slip away from where the Allies are strongest, to a coast next to it where they are not."""
    if "manoeuvre" not in sight.space.branches:
        return actions.Pass(), say("norway.why.no-card")
    waters = sight.sea
    danger = {
        sea: interception_value(
            PLAIN.squadron_at(waters, ALLIES, sea), PLAIN.squadron_at(waters, GERMANY, sea, UNLANDED)
        )
        for sea in ships.SEAS
        if waters.numbers[ALLIES][sea] and waters.at(GERMANY, sea)
    }
    worst = max(danger, key=lambda sea: (danger[sea], -sea), default=ships.SEA_I)
    ways = [sea for sea in sea_targets(GERMANY, worst) if not waters.numbers[ALLIES][sea] and board.SHORE[sea]]
    going = [ship for ship in waters.at(GERMANY, worst) if ship not in ships.DECOYS][:MOST_SHIPS]
    if danger.get(worst, 0.0) <= 0 or not ways or not going:
        return actions.Pass(), NO_REASON
    target = max(ways, key=lambda sea: (LANDING[sea], -sea))
    why = say("norway.why.april.manoeuvre", origin=ships.place_name(worst), sea=ships.place_name(target))
    return april.Manoeuvre(ships_to_seas(dict.fromkeys(going, target))), why


def choose_redeployment(sight: Sight, step: Step) -> Order:
    """Eidsvoll & Norge goes to where most Germans have come."""
    if "redeploy" not in sight.space.branches:
        return actions.Pass(), say("norway.why.no-card")
    german = sight.sea.numbers[GERMANY]
    best = max((ships.SEA_IV, ships.SEA_V, ships.SEA_VI), key=lambda sea: (german[sea] * LANDING[sea], sea))
    if best == sight.sea.coast_defence:
        return actions.Pass(), say("norway.why.april.stays", sea=ships.place_name(best))
    return april.Redeploy((), board.SEAS[best]), say("norway.why.april.redeploy", sea=ships.place_name(best))


# paratroops and raiders


def choose_drop(sight: Sight, step: Step, options: Sequence[actions.Drop]) -> Order:
    """Where a battalion does most beside what the ships bring."""
    scales = scales_for(sight)
    # ships in sight of a point city will most likely bring their battalions there; battleships raid rather than land
    for sea in ships.COASTAL:
        city = next((area for area in board.SHORE[sea] if area in CITIES), board.SHORE[sea][0])
        there = [ships.CLASS[ship] for ship in sight.sea.at(GERMANY, sea)]
        scales.add(GERMANY, city, LIKELY * (there.count(ships.HEAVY_CRUISER) + there.count(ships.MINOR)))
    # the last of equals
    ordered = sorted(options, key=lambda option: option.area, reverse=True)
    best = best_use(ordered, lambda option: drop_value(sight, scales, board.INDEX[option.area]), scales.score())
    if best is None:
        return actions.Pass(), say("norway.why.april.no-drop")
    return best, say("norway.why.april.drop", area=area_label(best.area))


def choose_raid(sight: Sight, step: Step) -> Order:
    """Two Allied cards are worth more than a battalion, one is not: battleships raid, heavy cruisers where they cannot
    land (7.2-raiding-2)."""
    able, place = raiders(sight.state), sight.sea.place
    going = [ship for ship in able if ships.CLASS[ship] == ships.BATTLESHIP or place[ship] == ships.SEA_VIII]
    if not going:
        return actions.Pass(), say("norway.why.april.no-raid")
    why = say("norway.why.april.raid", ships=[ships.name(ship) for ship in going])
    return april.Raid(tuple(ships.IDS[ship] for ship in going)), why


# the landing


def choose_landing(sight: Sight, step: Step) -> Order:
    """The point city first; what it does not need takes the best areas beside it: one battalion after another to where
    it does most."""
    crews, shore = sight.space.choice, [board.INDEX[goal] for goal in sight.space.goals if goal != STAYS]
    if not crews:
        return april.Land(()), say("norway.why.april.nobody-lands")
    scales = scales_for(sight)
    placed: dict[int, int] = {}
    landings = []
    for crew in crews:
        area = max(shore, key=lambda area: (landing_worth(sight, scales, area, placed), -area))
        placed[area] = placed.get(area, 0) + 1
        scales.add(GERMANY, area, 1)
        landings.append((ship_id(crew), board.AREAS[area]))
    return april.Land(tuple(landings)), say("norway.why.april.land", areas=[area_name(area) for area in sorted(placed)])


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


# what meets it


def choose_defence(
    sight: Sight, plan: april_steps.LandingPlan, options: Sequence[april.LayMines | april.FireFort]
) -> Order:
    """Mines at once; a fort where it turns away most, and the last one is kept for a better city."""
    if april.LayMines() in options:
        return april.LayMines(), say("norway.why.april.mines", sea=ships.place_name(plan.area))
    city = open_city(plan)
    assert city is not None  # the only other card
    # point cities further along the coast that are worth more, and before which German cards lie
    ahead = [sea for sea in ships.COASTAL if sea > plan.area and sight.sea.numbers[GERMANY][sea]]
    there = [TURNED_AWAY.get(board.AREAS[area], 0.0) for sea in ahead for area in board.SHORE[sea]]
    if sum(value > TURNED_AWAY[board.AREAS[city]] for value in there) >= sight.hand[COASTAL_FORT]:
        return actions.Pass(), say("norway.why.april.keep-fort", city=area_name(city))
    return april.FireFort(), say("norway.why.april.fort", city=area_name(city), n=len(landing_at(plan, city)))


# land battle, mobilisation


def choose_bluff(sight: Sight, step: Step, options: Sequence[april.BluffAndThreaten]) -> Order:
    """Two times out of three the Norwegians leave: better than a doubtful battle."""
    stakes = stakes_of(sight, scales_for(sight), fought(sight.state).area)
    prospect = stakes.prospect(stakes.attack_dice, stakes.defence_dice, NO_DICE)
    area = area_name(fought(sight.state).area)
    if prospect.chance >= SAFE or (fought(sight.state).area not in CITIES and prospect.chance > 0.5):
        return actions.Pass(), say("norway.why.april.no-bluff", area=area, chance=prospect.percent)
    return options[0], say("norway.why.april.bluff", area=area, chance=prospect.percent)


def choose_mobilisation(sight: Sight, step: Step) -> Order:
    """The points from which new battalions threaten Germany most, one after another."""
    scales = scales_for(sight)
    left: list[int] = list(sight.space.choice)
    chosen: list[int] = []
    for _ in range(sight.space.least):
        best = max(left, key=lambda point: (scales.worth(NORWAY, point), -point))
        left.remove(best)
        chosen.append(best)
        scales.add(NORWAY, best, 1)
    chosen.sort()
    why = say("norway.why.april.mobilise", areas=[area_name(point) for point in chosen])
    return april.Mobilise(tuple(board.AREAS[point] for point in chosen)), why
