"""The captain in sea battles (8.1-int, 8.2): who intercepts, who joins, which cards strike, where chased ships go."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.battle import stopped_cards
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.asking import CARD_STEPS, Order, options_of, ships_to_seas
from feltherre.games.norway.players.captain.sailing import Outlook, spare_card
from feltherre.games.norway.players.captain.scales import scales_for
from feltherre.games.norway.players.captain.stakes import Prices
from feltherre.games.norway.players.engagement import (
    CHASED,
    PLAIN,
    UNLANDED,
    Appraisal,
    Squadron,
    appraisal,
    battle_value,
    enemy_fleet,
    interception_value,
)
from feltherre.games.norway.players.sight import Sight, Waters
from feltherre.games.norway.procedures.victory import ships_home_fault
from feltherre.games.norway.sea import actions as sea_actions
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.games.norway.sea.battle_cards import function, strikes
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.state import side
from feltherre.players.player import Position

BOMBER = cards.INDEX["ger-bomber"]
#: a ship that is alone in its sea area is missed more than its guns
ALONE = 0.5


def errand(sight: Sight, country: int) -> float:
    """On 9 April German ships carry battalions (7.2-landing-1)."""
    return UNLANDED if country == GERMANY and not sight.view.round else 0.0


def tenths(value: float) -> str:
    return f"{round(value * 10) / 10:+.1f}"


# interception


def choose_interception(sight: Sight, step: sea_steps.InterceptionChoice, position: Position) -> Order:
    """Try if the battles that may follow are worth it on average."""
    if not options_of(position, sea_actions.Intercept):
        return actions.Pass(), say("norway.why.sea.decoys")
    waters, where = sight.sea, ships.place_name(step.area)
    values = appraisal(sight)
    own = values.squadron_at(waters, sight.country, step.area, errand(sight, sight.country))
    foe = enemy_fleet(sight.country)
    enemy = values.squadron_at(waters, foe, step.area, errand(sight, foe))
    value = interception_value(own, enemy)
    if sight.country == GERMANY and waters.coast_defence == step.area:
        value += battle_value(own, values.squadron((ships.EIDSVOLL,)))
    if value <= 0:
        return actions.Pass(), say("norway.why.sea.no-interception", sea=where, gain=tenths(value))
    return sea_actions.Intercept(), say("norway.why.sea.interception", sea=where, gain=tenths(value))


def choose_smoke(sight: Sight, step: Step, options: Sequence[sea_actions.HideInSmoke]) -> Order:
    """The ship worth most gets away."""
    best = max(options, key=lambda option: (appraisal(sight).worth(ships.INDEX[option.ship]), option.ship))
    return best, say("norway.why.sea.smoke", ship=ships.name(ships.INDEX[best.ship]))


def choose_join(sight: Sight, step: sea_steps.JoinBattle, position: Position) -> Order:
    """All others, none of them, or those with the best guns: whichever makes the battle best."""
    waters, where = sight.sea, ships.place_name(step.area)
    there = [ship for ship in waters.at(sight.country, step.area) if ship not in ships.DECOYS]
    up = waters.view.face_up
    able = sorted((ship for ship in there if not up[ship]), key=lambda ship: (ships.RANK[ship], ship))
    fighting = [ship for ship in there if up[ship]]
    foe = enemy_fleet(sight.country)
    enemy = fighters(sight, foe, step.area)
    found = [able[:number] for number in range(len(able) + 1)]
    ours, load = appraisal(sight), errand(sight, sight.country)
    values = [battle_value(ours.squadron([*fighting, *some], load), enemy) for some in found]
    best = max(range(len(found)), key=lambda number: (values[number], -number))
    joining = sorted(found[best])
    if not joining:
        return sea_actions.Join(()), say("norway.why.sea.nobody-joins", sea=where, gain=tenths(values[0]))
    return sea_actions.Join(tuple(ships.IDS[ship] for ship in joining)), say(
        "norway.why.sea.join", sea=where, n=len(joining), before=tenths(values[0]), after=tenths(values[best])
    )


def fighters(sight: Sight, country: int, area: int) -> Squadron:
    """Ships of a country's side that lie open in a sea area, and so fight there."""
    waters = sight.sea
    shown = [ship for one in side(country) for ship in waters.at(one, area) if waters.view.face_up[ship]]
    return appraisal(sight).squadron([ship for ship in shown if ship not in ships.DECOYS], errand(sight, country))


# which battle first, and Bombers where there is none


def choose_sea_battle(sight: Sight, step: Step, position: Position) -> Order:
    """A Bomber where it opens a coast or may sink much; then the best battle first."""
    bombs: list[sea_actions.Bomb] = options_of(position, sea_actions.Bomb)
    if bombs:
        outlook = Outlook(sight)
        gains = {option: bomb_gain(sight, outlook, board.SEA_INDEX[option.area]) for option in bombs}
        best = max(bombs, key=lambda option: (gains[option], option.area))
        prices = Prices(sight, scales_for(sight))
        if gains[best] > prices.playing(BOMBER) / prices.battalion and spare_card(sight):
            where = ships.place_name(board.SEA_INDEX[best.area])
            return best, say("norway.why.sea.bomb", sea=where, gain=tenths(gains[best]))
    fights: list[sea_actions.FightAtSea] = options_of(position, sea_actions.FightAtSea)
    if not fights:
        return sea_actions.EndSeaCombat(), say("norway.why.sea.no-bomb" if bombs else "norway.why.no-card")
    foe = enemy_fleet(sight.country)

    def value(option: sea_actions.FightAtSea) -> float:
        area = board.SEA_INDEX[option.area]
        return battle_value(fighters(sight, sight.country, area), fighters(sight, foe, area))

    first = max(fights, key=lambda option: (value(option), option.area))
    return first, say("norway.why.sea.first", sea=ships.place_name(board.SEA_INDEX[first.area]))


def bomb_gain(sight: Sight, outlook: Outlook, area: int) -> float:
    """What a Bomber does to ships in a sea area, and to what they close, in battalions."""
    waters = sight.sea
    enemy = appraisal(sight).squadron_at(waters, ALLIES, area)
    number = waters.enemies_at(GERMANY, area)
    german, _, allied = waters.numbers
    left = [n - (sea == area and n > 0) for sea, n in enumerate(allied)]
    opened = outlook.value(german, left, waters.coast_defence) - outlook.now() if number == 1 else 0.0
    return die_gain(BOMBER, 1, enemy.worth / max(1, enemy.number), opened)


# cards


def choose_sea_cards(sight: Sight, step: Step, options: Sequence[actions.Play]) -> Order:
    """A card that strikes if its die is worth it; a card against another if that one would hurt more."""
    number, battle = CARD_STEPS[type(step)], sight.sea.battle
    prices = Prices(sight, scales_for(sight))
    own = BY_SHORT_ID[sight.country]
    gains = {
        play: play_gain(sight, battle, play, number) - prices.playing(own[play.card]) / prices.battalion
        for play in options
    }
    best = max(options, key=lambda play: (gains[play], play.card))
    if gains[best] <= 0 or (sight.country == GERMANY == sight.in_turn and sight.view.round and not spare_card(sight)):
        return actions.Pass(), say("norway.why.sea.keep-cards")
    card = say(f"norway.card.{cards.IDS[own[best.card]]}")
    return best, say("norway.why.sea.card", card=card, sea=ships.place_name(battle.area), gain=tenths(gains[best]))


def play_gain(sight: Sight, battle: SeaBattle, play: actions.Play, number: int) -> float:
    """What a card does to the enemy's ships, or keeps another from doing, on average."""
    card, values = BY_SHORT_ID[sight.country][play.card], appraisal(sight)
    own, theirs = battle.attackers, battle.defenders
    if sight.country != sight.in_turn:
        own, theirs = theirs, own
    if not play.against:
        return strike_gain(values, card, number, theirs, errand(sight, enemy_fleet(sight.country)))
    for i, played in enumerate(battle.played):
        if cards.SHORT_IDS[played.card] == play.against and i not in stopped_cards(battle):
            if strikes(played.card, played.step):
                return strike_gain(values, played.card, played.step, own or presumed(sight, battle.area))
            # a Fighter that has stopped our Bomber
            first = battle.played[played.against]
            return strike_gain(values, first.card, first.step, theirs or presumed(sight, battle.area))
    return 0.0


def presumed(sight: Sight, area: int) -> list[int]:
    """Allied ships under a Bomber without a battle, or such as they may be."""
    waters = sight.sea
    return waters.known_at(ALLIES, area) or waters.unknown(ALLIES)


def strike_gain(values: Appraisal, card: int, step: int, targets: Sequence[int], unlanded: float = 0.0) -> float:
    """What the die of a card does on average to one of these ships."""
    return die_gain(card, step, values.mean(targets), unlanded) if targets else 0.0


def die_gain(card: int, step: int, worth: float, errand: float) -> float:
    """What a card's die does on average to a ship of this worth, which misses its errand when it is struck at all."""
    effect = function(card, step)
    return len(effect.sink) / 6 * (worth + errand) + len(effect.chase) / 6 * (CHASED + errand)


# chased ships


def choose_flight(sight: Sight, step: sea_steps.ChooseFlight, position: Position) -> Order:
    """Chased ships go to where they help their owner least; transports of 9 April out to sea, where nobody lands."""
    waters = sight.sea
    battle = waters.battle
    outlook = Outlook(sight)
    rows = [list(row) for row in waters.numbers]
    stations: dict[int, int] = {}
    for ship in sorted(step.ships):
        country = ships.COUNTRY[ship]
        if waters.place[ship] != battle.area:
            continue
        ways = sea_targets(country, battle.area)
        rows[country][battle.area] -= 1
        sign = 1 if country == GERMANY else -1
        values = {}
        for area in ways:
            rows[country][area] += 1
            values[area] = sign * outlook.value(rows[GERMANY], rows[ALLIES], waters.coast_defence)
            rows[country][area] -= 1
            if country == GERMANY and not sight.view.round:
                values[area] = float(area != ships.SEA_VIII)
        best = min(ways, key=lambda area: (round(values[area], 6), area != ships.SEA_VIII, area))
        rows[country][best] += 1
        stations[ship] = best
    seas = [ships.place_name(area) for area in sorted(set(stations.values()))]
    return sea_actions.ChaseTo(ships_to_seas(stations)), say("norway.why.sea.chase", seas=seas)


# five ships go home


def choose_ships_withdrawal(sight: Sight, step: Step, position: Position) -> Order:
    """Of the lawful fives the one that is missed least (5.2-1, R26)."""
    waters = sight.sea
    left = waters.allied_ships_left()
    by_class: dict[str, list[int]] = {}
    for ship in sorted(left, key=lambda ship: (missed(waters, ship), ship)):
        by_class.setdefault(ships.CLASS[ship], []).append(ship)
    there = {name: len(some) for name, some in by_class.items()}
    number = min(5, len(left))
    best: list[int] = []
    least = float("inf")
    for counts in product(*(range(len(some) + 1) for some in by_class.values())):
        if sum(counts) != number:
            continue
        chosen = dict(zip(by_class, counts, strict=True))
        going = [ship for name, count in chosen.items() for ship in by_class[name][:count]]
        cost = sum(missed(waters, ship) for ship in going)
        if cost < least and not ships_home_fault(there, chosen, number):  # type: ignore[arg-type]
            best, least = going, cost
    return sea_actions.WithdrawShips(tuple(ships.IDS[ship] for ship in sorted(best))), say(
        "norway.why.sea.withdraw", ships=[ships.name(ship) for ship in sorted(best)]
    )


def missed(waters: Waters, ship: int) -> float:
    """What an Allied ship is worth where it lies: more where it lies alone."""
    place = waters.place[ship]
    alone = place in ships.SEAS and waters.numbers[ALLIES][place] == 1
    return PLAIN.worth(ship) + (ALONE if alone else 0.0)
