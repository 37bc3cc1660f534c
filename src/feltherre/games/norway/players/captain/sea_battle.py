"""The captain in sea battles (8.1-int, 8.2): who intercepts, who joins, which cards strike, where chased ships go."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards, combat
from feltherre.games.norway.battle import stopped_cards
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import BY_SHORT_ID, card_name
from feltherre.games.norway.players import engagement
from feltherre.games.norway.players.captain.sailing import Outlook, spare_card
from feltherre.games.norway.players.captain.scales import scales_for
from feltherre.games.norway.players.captain.stakes import Prices
from feltherre.games.norway.players.sight import Order, Sight, Waters
from feltherre.games.norway.procedures.victory import HEAVY
from feltherre.games.norway.sea import actions as sea_actions
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.games.norway.sea.combat import BOMBER, fought, function, strikes
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.state import side

#: a ship that is alone in its sea area is missed more than its guns
ALONE = 0.5


def errand(sight: Sight, country: int) -> float:
    """On 9 April German ships carry battalions (7.2-landing-1)."""
    return engagement.UNLANDED if country == GERMANY and not sight.view.round else 0.0


def tenths(value: float) -> str:
    return f"{round(value * 10) / 10:+.1f}"


# interception


def choose_interception(sight: Sight, step: sea_steps.InterceptionChoice) -> Order:
    """Try if the battles that may follow are worth it on average."""
    if "intercept" not in sight.space.branches:
        return actions.Pass(), say("norway.why.sea.decoys")
    waters, where = sight.sea, ships.place_name(step.area)
    values = engagement.appraisal(sight)
    own = values.squadron_at(waters, sight.country, step.area, errand(sight, sight.country))
    foe = engagement.enemy_fleet(sight.country)
    enemy = values.squadron_at(waters, foe, step.area, errand(sight, foe))
    value = engagement.interception_value(own, enemy)
    if sight.country == GERMANY and waters.coast_defence == step.area:
        value += engagement.battle_value(own, values.squadron((ships.EIDSVOLL,)))
    if value <= 0:
        return actions.Pass(), say("norway.why.sea.no-interception", sea=where, gain=tenths(value))
    return sea_actions.Intercept(), say("norway.why.sea.interception", sea=where, gain=tenths(value))


def choose_smoke(sight: Sight, step: Step, options: Sequence[sea_actions.HideInSmoke]) -> Order:
    """The ship worth most gets away."""
    best = max(options, key=lambda option: (engagement.appraisal(sight).worth(ships.INDEX[option.ship]), option.ship))
    return best, say("norway.why.sea.smoke", ship=ships.name(ships.INDEX[best.ship]))


def choose_join(sight: Sight, step: sea_steps.JoinBattle) -> Order:
    """All others, none of them, or those with the best guns: whichever makes the battle best."""
    waters, where = sight.sea, ships.place_name(step.area)
    fighting = [ship for ship in waters.at(sight.country, step.area) if waters.view.face_up[ship]]
    fighting = [ship for ship in fighting if ship not in ships.DECOYS]
    enemy = fighters(sight, engagement.enemy_fleet(sight.country), step.area)
    able = ships.best_first(sight.space.choice)
    ours, load = engagement.appraisal(sight), errand(sight, sight.country)
    squadrons = [ours.squadron([*fighting, *able[:number]], load) for number in range(len(able) + 1)]
    values = [engagement.battle_value(squadron, enemy) for squadron in squadrons]
    best = max(range(len(values)), key=lambda number: (values[number], -number))
    joining = sea_actions.Join(tuple(ships.IDS[ship] for ship in sorted(able[:best])))
    if not best:
        return joining, say("norway.why.sea.nobody-joins", sea=where, gain=tenths(values[0]))
    before, after = tenths(values[0]), tenths(values[best])
    return joining, say("norway.why.sea.join", sea=where, n=best, before=before, after=after)


def fighters(sight: Sight, country: int, area: int) -> engagement.Squadron:
    """Ships of a country's side that lie open in a sea area, and so fight there."""
    waters = sight.sea
    shown = [ship for one in side(country) for ship in waters.at(one, area) if waters.view.face_up[ship]]
    return engagement.appraisal(sight).squadron(
        [ship for ship in shown if ship not in ships.DECOYS], errand(sight, country)
    )


# which battle first, and Bombers where there is none


def choose_sea_battle(sight: Sight, step: Step) -> Order:
    """A Bomber where it opens a coast or may sink much; then the best battle first."""
    bombs: list[sea_actions.Bomb] = sight.options(sea_actions.Bomb)
    if bombs:
        outlook = Outlook(sight)
        gains = {option: bomb_gain(sight, outlook, board.SEA_INDEX[option.area]) for option in bombs}
        best = max(bombs, key=lambda option: (gains[option], option.area))
        prices = Prices(sight, scales_for(sight))
        if gains[best] > prices.playing(BOMBER) / prices.battalion and spare_card(sight):
            where = ships.place_name(board.SEA_INDEX[best.area])
            return best, say("norway.why.sea.bomb", sea=where, gain=tenths(gains[best]))
    fights: list[sea_actions.FightAtSea] = sight.options(sea_actions.FightAtSea)
    if not fights:
        return sea_actions.EndSeaCombat(), say("norway.why.sea.no-bomb" if bombs else "norway.why.no-card")
    foe = engagement.enemy_fleet(sight.country)

    def value(option: sea_actions.FightAtSea) -> float:
        area = board.SEA_INDEX[option.area]
        return engagement.battle_value(fighters(sight, sight.country, area), fighters(sight, foe, area))

    first = max(fights, key=lambda option: (value(option), option.area))
    return first, say("norway.why.sea.first", sea=ships.place_name(board.SEA_INDEX[first.area]))


def bomb_gain(sight: Sight, outlook: Outlook, area: int) -> float:
    """What a Bomber does to ships in a sea area, and to what they close, in battalions."""
    waters = sight.sea
    enemy = engagement.appraisal(sight).squadron_at(waters, ALLIES, area)
    number = waters.enemies_at(GERMANY, area)
    german, _, allied = waters.numbers
    left = [n - (sea == area and n > 0) for sea, n in enumerate(allied)]
    opened = outlook.value(german, left, waters.coast_defence) - outlook.now if number == 1 else 0.0
    return die_gain(BOMBER, 1, enemy.worth / max(1, enemy.number), opened)


# cards


def choose_sea_cards(sight: Sight, step: Step, options: Sequence[actions.Play]) -> Order:
    """A card that strikes if its die is worth it; a card against another if that one would hurt more."""
    number, battle = combat.WINDOWS[type(step)].step, fought(sight.state)
    prices = Prices(sight, scales_for(sight))
    own = BY_SHORT_ID[sight.country]
    gains = {
        play: play_gain(sight, battle, play, number) - prices.playing(own[play.card]) / prices.battalion
        for play in options
    }
    best = max(options, key=lambda play: (gains[play], play.card))
    if gains[best] <= 0 or (sight.country == GERMANY == sight.in_turn and sight.view.round and not spare_card(sight)):
        return actions.Pass(), say("norway.why.sea.keep-cards")
    card = card_name(own[best.card])
    return best, say("norway.why.sea.card", card=card, sea=ships.place_name(battle.area), gain=tenths(gains[best]))


def play_gain(sight: Sight, battle: SeaBattle, play: actions.Play, number: int) -> float:
    """What a card does to the enemy's ships, or keeps another from doing, on average."""
    card = BY_SHORT_ID[sight.country][play.card]
    own, theirs = battle.attackers, battle.defenders
    if sight.country != sight.in_turn:
        own, theirs = theirs, own
    if not play.against:
        return strike_gain(sight, card, number, theirs, errand(sight, engagement.enemy_fleet(sight.country)))
    for i, played in enumerate(battle.played):
        if cards.SHORT_IDS[played.card] == play.against and i not in stopped_cards(battle):
            if strikes(played.card, played.step):
                return strike_gain(sight, played.card, played.step, own or presumed(sight, battle.area))
            # a Fighter that has stopped our Bomber
            first = battle.played[played.against]
            return strike_gain(sight, first.card, first.step, theirs or presumed(sight, battle.area))
    return 0.0


def presumed(sight: Sight, area: int) -> list[int]:
    """Allied ships under a Bomber without a battle, or such as they may be."""
    waters = sight.sea
    return waters.known_at(ALLIES, area) or waters.unknown(ALLIES)


def strike_gain(sight: Sight, card: int, step: int, targets: Sequence[int], unlanded: float = 0.0) -> float:
    """What the die of a card does on average to one of these ships."""
    return die_gain(card, step, engagement.appraisal(sight).mean(targets), unlanded) if targets else 0.0


def die_gain(card: int, step: int, worth: float, errand: float) -> float:
    """What a card's die does on average to a ship of this worth, which misses its errand when it is struck at all."""
    effect = function(card, step)
    return len(effect.sink) / 6 * (worth + errand) + len(effect.chase) / 6 * (engagement.CHASED + errand)


# chased ships


def choose_flight(sight: Sight, step: Step) -> Order:
    """Chased ships go to where they help their owner least; transports of 9 April out to sea, where nobody lands."""
    waters, outlook = sight.sea, Outlook(sight)
    rows = [list(row) for row in waters.numbers]
    stations: dict[int, int] = {}
    for ship, ways in sight.space.choice.items():
        country = ships.COUNTRY[ship]
        row, sign = rows[country], 1 if country == GERMANY else -1
        row[fought(sight.state).area] -= 1
        values = {}
        for area in ways:
            row[area] += 1
            values[area] = sign * outlook.value(rows[GERMANY], rows[ALLIES], waters.coast_defence)
            row[area] -= 1
            if country == GERMANY and not sight.view.round:
                values[area] = float(area != ships.SEA_VIII)
        stations[ship] = min(ways, key=lambda area: (round(values[area], 6), area != ships.SEA_VIII, area))
        row[stations[ship]] += 1
    seas = [ships.place_name(area) for area in sorted(set(stations.values()))]
    return sea_actions.ChaseTo(engagement.ships_to_seas(stations)), say("norway.why.sea.chase", seas=seas)


# five ships go home


def choose_ships_withdrawal(sight: Sight, step: Step) -> Order:
    """Of the lawful fives the one that is missed least: one light ship of each class with the heavy ones, or all that
    are heavy and then others (5.2-1, R26)."""
    cost = {ship: missed(sight.sea, ship) for ship in sight.space.choice}
    by_cost = sorted(cost, key=lambda ship: (cost[ship], ship))
    heavy = [ship for ship in by_cost if ships.CLASS[ship] in HEAVY]
    light = [ship for ship in by_cost if ships.CLASS[ship] not in HEAVY]
    one_each = {ships.CLASS[ship]: ship for ship in reversed(light)}.values()
    few_light = [ship for ship in by_cost if ship in heavy or ship in one_each]
    fives = [sorted(some[: sight.space.most]) for some in (few_light, [*heavy, *light])]
    orders = {sea_actions.WithdrawShips(tuple(ships.IDS[ship] for ship in five)): five for five in fives}
    lawful = [order for order in orders if sight.space.contains(order)]
    best = min(lawful, key=lambda order: sum(cost[ship] for ship in orders[order]))
    return best, say("norway.why.sea.withdraw", ships=[ships.name(ship) for ship in orders[best]])


def missed(waters: Waters, ship: int) -> float:
    """What an Allied ship is worth where it lies: more where it lies alone."""
    place = waters.place[ship]
    alone = place in ships.SEAS and waters.numbers[ALLIES][place] == 1
    return engagement.PLAIN.worth(ship) + (ALONE if alone else 0.0)
