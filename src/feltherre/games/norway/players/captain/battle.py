"""The captain in battle: which to fight first, and which cards to lay (4.2, steps 0 to 3)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Fight, NorwayAction, Pass, Play
from feltherre.games.norway.battle import stopped_cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.captain.prices import Prices
from feltherre.games.norway.players.captain.reserves import last_throw
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.stakes import Force, Prospect, Stakes, better
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.odds import NO_DICE, DiceChances
from feltherre.games.norway.players.sight import HAND_LIMIT, Sight
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import Battle, Played

Order = tuple[NorwayAction, Text]

#: sets of cards that are compared in one battle
MOST_SETS = 64


def stakes_of(sight: Sight, scales: Scales, area: int) -> Stakes:
    """The battle for an area as it stands."""
    forces = [Force(group.origin, group.mode, group.battalions) for group in sight.groups_at(area)]
    return Stakes(sight, scales, sight.in_turn, area, forces, sight.view.origins, sight.attacked())


def choose_battle(sight: Sight, areas: Sequence[int]) -> Order:
    """The battle with most at stake comes first, while the cards are still in hand."""
    scales = scales_for(sight)

    def at_stake(area: int) -> float:
        stakes = stakes_of(sight, scales, area)
        added = sight.defence_dice([country for country, _ in stakes.defenders])
        prospect = stakes.prospect(stakes.attack_dice(), stakes.defence_dice(), added)
        return abs(prospect.won - prospect.lost)

    area = max(areas, key=lambda a: (at_stake(a), -a))
    return Fight(board.AREAS[area]), say("norway.why.fight", area=area_name(area))


def choose_cards(sight: Sight, step: int, options: Sequence[Play], meant: Sequence[int] = ()) -> Order:
    """The set of cards that gains most over its price; the first of them is laid now. Those that were meant for this
    battle when it was planned are cheap."""
    if not options:
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, sight.battle.area)
    prices = Prices(sight, scales)
    added = still_to_come(sight, stakes, step)
    bare = prospect_with(stakes, sight.battle, added)
    best: tuple[Play, ...] = ()
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


def lay(sight: Sight, chosen: Sequence[Play], bare: Prospect, first: Prospect, whole: Prospect) -> Order:
    """The first card of the set, with what it adds itself and what the whole set does."""
    attacks = sight.country == sight.in_turn
    before, after, in_all = (p.percent if attacks else 100 - p.percent for p in (bare, first, whole))
    area = area_name(sight.battle.area)
    if not chosen:
        return Pass(), say("norway.why.keep-cards", area=area, chance=before)
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
    defenders = [country for country, _ in stakes.defenders]
    if step == 1:
        return sight.defence_dice(defenders)
    if step == 2 and sight.country == NORWAY and ALLIES in defenders:
        return sight.defence_dice((ALLIES,))
    return NO_DICE


def card_sets(sight: Sight, step: int, options: Sequence[Play]) -> list[tuple[Play, ...]]:
    """Sets of cards that may be laid together, counters first (4.2-2); Scouts are kept to stop an Ambush."""
    useful = [play for play in options if play.against or dice_of(sight, step, play)]
    useful.sort(key=lambda play: (not play.against, play.card, play.against))
    found: list[tuple[Play, ...]] = [()]
    for play in useful:
        found += [(*chosen, play) for chosen in found if fits(sight, step, chosen, play)][:MOST_SETS]
    return found[1:]


def fits(sight: Sight, step: int, chosen: Sequence[Play], play: Play) -> bool:
    own = BY_SHORT_ID[sight.country]
    kind = cards.BATTLE_TYPE[own[play.card]] if step == 1 else own[play.card]
    kinds = [cards.BATTLE_TYPE[own[other.card]] if step == 1 else own[other.card] for other in chosen]
    if kind in kinds:
        return False
    return not play.against or all(other.against != play.against for other in chosen)


def dice_of(sight: Sight, step: int, play: Play) -> int:
    card = BY_SHORT_ID[sight.country][play.card]
    if step == 1:
        over_land = any(group.mode == "land" for group in sight.groups_at(sight.battle.area))
        return cards.attack_dice(card, over_land)
    return cards.defence_dice(card) if step == 2 else 0


def with_plays(sight: Sight, step: int, chosen: Sequence[Play]) -> Battle:
    """The battle with these cards on the table."""
    battle = sight.battle
    for play in chosen:
        card = BY_SHORT_ID[sight.country][play.card]
        against = -1
        if play.against:
            against = next(
                i
                for i, played in enumerate(battle.played)
                if cards.SHORT_IDS[played.card] == play.against and played.step < step
            )
        battle = structs.replace(battle, played=(*battle.played, Played(sight.country, card, step, against)))
    return battle


def prospect_with(stakes: Stakes, battle: Battle, added: DiceChances) -> Prospect:
    attack, defence = dice_on_table(battle, stakes.over_land())
    return stakes.prospect(stakes.attack_dice() + attack, stakes.defence_dice() + defence, added)


def dice_on_table(battle: Battle, over_land: bool) -> tuple[int, int]:
    """(attacker's, defenders') dice of the cards that are in force (4.2-cancel)."""
    stopped = stopped_cards(battle)
    attack = defence = 0
    for i, played in enumerate(battle.played):
        if i in stopped or played.against >= 0:
            continue
        if played.step == 1:
            attack += cards.attack_dice(played.card, over_land)
        elif played.step == 2:
            defence += cards.defence_dice(played.card)
    return attack, defence


def burns_the_deck(sight: Sight, number: int) -> bool:
    """Whether Germany's deck must run out at the end of this turn once so many more cards are used."""
    if sight.country != GERMANY or sight.in_turn != GERMANY:
        return False
    drawn = HAND_LIMIT - sight.view.hand_size[GERMANY]
    return drawn + number >= sight.deck
