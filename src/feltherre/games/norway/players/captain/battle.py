"""The captain in battle (4.2): which to fight first, and which cards to lay; and after the dice, who is lost, who is
saved, and where the losers go (2.4-all-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards, steps
from feltherre.games.norway.aftermath import heap_label
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.asking import CARD_STEPS, Order, dice_on_table, joint_losses, options_of, with_play
from feltherre.games.norway.players.captain.chances import expected_toll, threats
from feltherre.games.norway.players.captain.scales import Change, Scales, better, scales_for
from feltherre.games.norway.players.captain.stakes import Prices, Prospect, Stakes, last_throw, stakes_of
from feltherre.games.norway.players.odds import NO_DICE, DiceChances
from feltherre.games.norway.players.sight import CITIES, Sight, heap_name
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import NOWHERE, Battle, side
from feltherre.players.player import Position

#: sets of cards that are compared in one battle
MOST_SETS = 64
EVACUATION = cards.INDEX["all-coastal-evacuation"]


def choose_battle(sight: Sight, step: steps.ChooseBattle, position: Position) -> Order:
    """The battle with most at stake comes first, while the cards are still in hand."""
    scales = scales_for(sight)

    def at_stake(area: int) -> float:
        stakes = stakes_of(sight, scales, area)
        prospect = stakes.prospect(stakes.attack_dice(), stakes.defence_dice(), stakes.defenders_cards())
        return abs(prospect.won - prospect.lost)

    area = max((board.INDEX[option.area] for option in options_of(position)), key=lambda a: (at_stake(a), -a))
    return actions.Fight(board.AREAS[area]), say("norway.why.fight", area=area_name(area))


def choose_cards(sight: Sight, asked: Step, options: Sequence[actions.Play], meant: Sequence[int] = ()) -> Order:
    """The set of cards that gains most over its price; the first of them is laid now. Those that were meant for this
    battle when it was planned are cheap."""
    step = CARD_STEPS[type(asked)]
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, sight.battle.area)
    prices = Prices(sight, scales)
    added = still_to_come(sight, stakes, step)
    bare = prospect_with(stakes, sight.battle, added)
    best: tuple[actions.Play, ...] = ()
    best_gain, whole = 0.0, bare
    for chosen in card_sets(sight, step, options):
        used = [BY_SHORT_ID[sight.country][play.card] for play in chosen]
        price = sum(prices.playing(card) * (scales.weights.meant if card in meant else 1.0) for card in used)
        prospect = prospect_with(stakes, with_plays(sight, step, chosen), added)
        value = prospect.value
        if burns_the_deck(sight, len(chosen)):
            price, value = 0.0, last_throw(sight, stakes.area, prospect.chance)
        gain = better(sight.country, value, bare.value) - price
        if gain > best_gain:
            best, best_gain, whole = chosen, gain, prospect
    first = prospect_with(stakes, with_plays(sight, step, best[:1]), added)
    return lay(sight, best, bare, first, whole)


def lay(sight: Sight, chosen: Sequence[actions.Play], bare: Prospect, first: Prospect, whole: Prospect) -> Order:
    """The first card of the set, with what it adds itself and what the whole set does."""
    attacks = sight.country == sight.in_turn
    before, after, in_all = (p.percent if attacks else 100 - p.percent for p in (bare, first, whole))
    area = area_name(sight.battle.area)
    if not chosen:
        return actions.Pass(), say("norway.why.keep-cards", area=area, chance=before)
    play = chosen[0]
    card = say(f"norway.card.{cards.IDS[BY_SHORT_ID[sight.country][play.card]]}")
    if len(chosen) > 1:
        left = say("norway.why.cards", n=len(chosen) - 1)
        key = "norway.why.play-first" if after > before else "norway.why.play-together"
        return play, say(key, card=card, area=area, before=before, after=after, in_all=in_all, left=left)
    key = "norway.why.play" if after > before else "norway.why.play-anyway"
    return play, say(key, card=card, area=area, before=before, after=after)


def still_to_come(sight: Sight, stakes: Stakes, step: int) -> DiceChances:
    """Dice that defenders may still add after this step: all of them in step 1, the Allies' after Norway's."""
    if step == 1:
        return stakes.defenders_cards()
    if step == 2 and sight.country == NORWAY and sight.battalions[ALLIES][stakes.area]:
        return sight.defence_dice((ALLIES,))
    return NO_DICE


def card_sets(sight: Sight, step: int, options: Sequence[actions.Play]) -> list[tuple[actions.Play, ...]]:
    """Sets of cards that may be laid together, counters first (4.2-2); Scouts are kept to stop an Ambush."""
    useful = [play for play in options if play.against or dice_of(sight, step, play)]
    useful.sort(key=lambda play: (not play.against, play.card, play.against))
    found: list[tuple[actions.Play, ...]] = [()]
    for play in useful:
        found += [(*chosen, play) for chosen in found if fits(sight, step, chosen, play)][:MOST_SETS]
    return found[1:]


def fits(sight: Sight, step: int, chosen: Sequence[actions.Play], play: actions.Play) -> bool:
    """Whether a card may be laid beside others: one of a type in step 1, else one of a kind, and none is countered
    twice."""

    def kind(play: actions.Play) -> int:
        card = BY_SHORT_ID[sight.country][play.card]
        return cards.BATTLE_TYPE[card] if step == 1 else card

    if any(kind(other) == kind(play) for other in chosen):
        return False
    return not play.against or all(other.against != play.against for other in chosen)


def dice_of(sight: Sight, step: int, play: actions.Play) -> int:
    card = BY_SHORT_ID[sight.country][play.card]
    if step == 1:
        return cards.attack_dice(card, sight.over_land(sight.battle.area))
    return cards.defence_dice(card) if step == 2 else 0


def with_plays(sight: Sight, step: int, chosen: Sequence[actions.Play]) -> Battle:
    """The battle with these cards on the table."""
    battle = sight.battle
    for play in chosen:
        battle = with_play(battle, sight.country, step, play)
    return battle


def prospect_with(stakes: Stakes, battle: Battle, added: DiceChances) -> Prospect:
    attack, defence = dice_on_table(battle, stakes.over_land())
    return stakes.prospect(stakes.attack_dice() + attack, stakes.defence_dice() + defence, added)


def burns_the_deck(sight: Sight, number: int) -> bool:
    """Whether Germany's deck must run out at the end of this turn once so many more cards are used."""
    return sight.country == sight.in_turn == GERMANY and sight.to_draw + number >= sight.deck


# losses and retreat


def attacker_won(position: Position) -> bool:
    """The winner of the battle is known since the dice fell: the step that says so waits on the agenda."""
    for step in reversed(position.state.agenda):
        if isinstance(step, steps.CompareSums | steps.LeaveBySea | steps.Withdrawal | steps.BattleOver):
            return step.attacker_wins
    return True


def choose_losses(sight: Sight, step: Step, position: Position) -> Order:
    """The attacker keeps those who go back to where they are needed; two defending countries share their losses."""
    options: list[actions.Lose] = options_of(position)
    if sight.country != sight.in_turn:
        return joint_losses(sight, options), say("norway.why.joint-losses")
    if attacker_won(position):  # the survivors stand together in the area that they have won
        return options[0], say("norway.why.losses.won")
    scales = scales_for(sight)
    origins = {heap_name(group): group.origin for group in sight.groups_at(sight.battle.area)}

    def value(option: actions.Lose) -> float:
        lost = [(sight.country, origins[name], -number) for name, number in option.losses if origins[name] != NOWHERE]
        return better(sight.country, scales.after(lost), 0.0)

    return max(options, key=value), say("norway.why.losses.lost")


def choose_their_losses(sight: Sight, step: Step, position: Position) -> Order:
    """Germany decides for enemies who disagree: Allied battalions are the harder to replace."""
    best = max(options_of(position), key=lambda option: dict(option.losses).get("allies", 0))
    return best, say("norway.why.their-losses")


def choose_retreat(sight: Sight, step: Step, position: Position) -> Order:
    """Where the losers count most."""
    attacker_wins = attacker_won(position)
    scales = scales_for(sight)
    leaving = losers(sight, attacker_wins)
    feared = threats(sight, sight.country)

    def value(option: actions.Retreat) -> float:
        area = board.INDEX[option.target]
        together = sum(sight.battalions[country][area] for country in side(sight.country))
        toll = scales.weights.exposed * expected_toll(together + sum(number for _, number in leaving), feared[area])
        return better(sight.country, score_after(scales, sight, leaving, area, attacker_wins), 0.0) - toll

    best = max(options_of(position), key=lambda option: (value(option), option.target))
    weight = scales.weight[GERMANY][board.INDEX[best.target]]
    nearest = CITIES[max(range(len(CITIES)), key=lambda city: weight[city])]
    return best, say("norway.why.retreat", area=area_name(board.INDEX[best.target]), city=area_name(nearest))


def choose_their_retreat(sight: Sight, step: Step, position: Position) -> Order:
    """Germany sends enemies who disagree to where they count least."""
    scales = scales_for(sight)
    leaving = losers(sight, attacker_wins=True)

    def score(option: actions.Retreat) -> float:
        return score_after(scales, sight, leaving, board.INDEX[option.target], attacker_wins=True)

    best = max(options_of(position), key=score)
    return best, say("norway.why.their-retreat", area=area_name(board.INDEX[best.target]))


def losers(sight: Sight, attacker_wins: bool) -> list[tuple[int, int]]:
    """(country, battalions) that must leave; of losing attackers only those from sea or air have a choice."""
    area = sight.battle.area
    if attacker_wins:
        there = [(country, sight.battalions[country][area]) for country in range(3) if country != sight.in_turn]
        return [(country, number) for country, number in there if number]
    landed = sum(group.battalions for group in sight.groups_at(area) if group.origin < 0)
    return [(sight.in_turn, landed)]


def score_after(
    scales: Scales, sight: Sight, leaving: Sequence[tuple[int, int]], target: int, attacker_wins: bool
) -> float:
    """The score when the losers have gone to an area; winning attackers enter the one they fought for."""
    area = sight.battle.area
    changes: list[Change] = []
    for country, number in leaving:
        if attacker_wins:
            changes.append((country, area, -number))
        changes.append((country, target, number))
    return scales.after([*changes, *entering(sight, area)] if attacker_wins else changes)


def entering(sight: Sight, area: int) -> Iterator[Change]:
    """The attackers go from where they came from into the area they attack."""
    for group in sight.groups_at(area):
        if group.origin != NOWHERE:
            yield sight.in_turn, group.origin, -group.battalions
        yield sight.in_turn, area, group.battalions


# Coastal evacuation


def choose_rescue(sight: Sight, step: Step, position: Position) -> Order:
    """Save a lost battalion, if it is worth more than the card."""
    scales = scales_for(sight)
    options: list[actions.Evacuate] = options_of(position, actions.Evacuate)
    best = max(options, key=lambda option: scales.worth(ALLIES, board.INDEX[option.target]), default=None)
    if best is None or scales.worth(ALLIES, board.INDEX[best.target]) <= Prices(sight, scales).playing(EVACUATION):
        return actions.Pass(), say("norway.why.no-rescue")
    return best, say("norway.why.rescue", area=area_name(board.INDEX[best.target]))


def choose_sea_withdrawal(sight: Sight, step: steps.LeaveBySea, options: Sequence[actions.SeaWithdraw]) -> Order:
    """Leave by sea if there is no other way, or if it is worth more than the card."""
    scales = scales_for(sight)
    area, attacker_wins = sight.battle.area, step.attacker_wins
    stakes = stakes_of(sight, scales, area)
    if attacker_wins:
        leaving = sight.battalions[ALLIES][area]
        ways = stakes.retreats(ALLIES)
    else:
        leaving = stakes.attacking
        ways = [force.origin for force in stakes.forces if force.origin >= 0] or stakes.retreats(ALLIES, landed=True)
    moved = [(ALLIES, leaving)]

    def value(target: int) -> float:
        return better(ALLIES, score_after(scales, sight, moved, target, attacker_wins), 0.0)

    if ways:
        by_land = max(value(way) for way in ways)
    else:
        by_land = better(ALLIES, scales.after([(ALLIES, area, -leaving)] if attacker_wins else []), 0.0)
    by_sea = {option: value(board.INDEX[option.target]) for option in options}
    best = max(options, key=lambda option: by_sea[option])
    if by_sea[best] - by_land <= Prices(sight, scales).playing(EVACUATION):
        return actions.Pass(), say("norway.why.by-land")
    key = "norway.why.by-sea" if ways else "norway.why.by-sea.surrounded"
    return best, say(key, n=leaving, area=area_name(board.INDEX[best.target]))


def choose_withdrawal(sight: Sight, step: Step, position: Position) -> Order:
    """Four battalions go home: those that are missed least, one after another."""
    scales = scales_for(sight)
    number = sum(count for _, count in options_of(position)[0].battalions)
    heaps = sight.allied_heaps()
    gone: dict[str, int] = {}
    for _ in range(number):
        left = [name for name, n in heaps.items() if n > gone.get(name, 0)]
        # those under way by sea or air are on an attack that was thought worth a card: they go last
        on_land = [name for name in left if name in board.INDEX] or left
        least = min(on_land, key=lambda name: (loss_of(scales, name), board.INDEX.get(name, 0)))
        gone[least] = gone.get(least, 0) + 1
        if least in board.INDEX:
            scales.add(ALLIES, board.INDEX[least], -1)
    chosen = actions.Withdraw(tuple((name, gone[name]) for name in heaps if name in gone))
    return chosen, say("norway.why.withdraw", areas=[heap_label(name) for name in gone])


def loss_of(scales: Scales, heap: str) -> float:
    """What the Allies lose with a battalion of a heap; one under way is on no scales."""
    if heap not in board.INDEX:
        return 0.0
    return better(ALLIES, scales.score(), scales.after([(ALLIES, board.INDEX[heap], -1)]))
