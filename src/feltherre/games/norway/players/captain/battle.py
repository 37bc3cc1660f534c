"""The captain in battle (4.2): which to fight first, and which cards to lay; and after the dice, who is lost, who is
saved, and where the losers go (2.4-all-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.games.norway import actions, aftermath, board, cards, combat, steps
from feltherre.games.norway.battle import fought, stopped_cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.evacuation import EVACUATION
from feltherre.games.norway.hands import BY_SHORT_ID, card_name
from feltherre.games.norway.players.captain.chances import expected_toll, threats
from feltherre.games.norway.players.captain.garrisons import go_home
from feltherre.games.norway.players.captain.scales import Change, Scales, better, scales_for
from feltherre.games.norway.players.captain.stakes import Prices, Prospect, Stakes, last_throw, stakes_of
from feltherre.games.norway.players.odds import NO_DICE, DiceChances
from feltherre.games.norway.players.sight import CITIES, Order, Sight
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import NOWHERE, Battle, NorwayState, side

#: sets of cards that are compared in one battle
MOST_SETS = 64


def choose_battle(sight: Sight, step: steps.ChooseBattle) -> Order:
    """The battle with most at stake comes first, while the cards are still in hand."""
    scales = scales_for(sight)

    def at_stake(option: actions.Fight) -> tuple[float, int]:
        area = board.INDEX[option.area]
        stakes = stakes_of(sight, scales, area)
        prospect = stakes.prospect(stakes.attack_dice, stakes.defence_dice, stakes.defenders_cards())
        return abs(prospect.won - prospect.lost), -area

    best = max(sight.options(), key=at_stake)
    return best, say("norway.why.fight", area=area_label(best.area))


def choose_cards(sight: Sight, asked: Step, options: Sequence[actions.Play], meant: Sequence[int] = ()) -> Order:
    """The set of cards that gains most over its price; the first of them is laid now. Those that were meant for this
    battle when it was planned are cheap."""
    step = combat.WINDOWS[type(asked)].step
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, fought(sight.state).area)
    prices = Prices(sight, scales)
    added = still_to_come(sight, stakes, step)

    def with_these(chosen: Sequence[actions.Play]) -> Prospect:
        battle = fought(sight.state)
        for play in chosen:
            battle = combat.with_card(battle, sight.country, step, play)
        return prospect_with(stakes, battle, added)

    bare = with_these(())
    best: tuple[actions.Play, ...] = ()
    best_gain, whole = 0.0, bare
    for chosen in card_sets(sight, step, options):
        used = [card_of(sight, play) for play in chosen]
        price = sum(prices.playing(card) * (scales.weights.meant if card in meant else 1.0) for card in used)
        prospect = with_these(chosen)
        value = prospect.value
        # whether the German deck must run out at the end of this turn
        if sight.country == sight.in_turn == GERMANY and sight.to_draw + len(chosen) >= sight.deck:
            price, value = 0.0, last_throw(sight, stakes.area, prospect.chance)
        gain = better(sight.country, value, bare.value) - price
        if gain > best_gain:
            best, best_gain, whole = chosen, gain, prospect
    return lay(sight, best, bare, with_these(best[:1]), whole)


def card_of(sight: Sight, play: actions.Play) -> int:
    return BY_SHORT_ID[sight.country][play.card]


def lay(sight: Sight, chosen: Sequence[actions.Play], bare: Prospect, first: Prospect, whole: Prospect) -> Order:
    """The first card of the set, with what it adds itself and what the whole set does."""
    attacks = sight.country == sight.in_turn
    before, after, in_all = (p.percent if attacks else 100 - p.percent for p in (bare, first, whole))
    area = area_name(fought(sight.state).area)
    if not chosen:
        return actions.Pass(), say("norway.why.keep-cards", area=area, chance=before)
    play = chosen[0]
    card = card_name(card_of(sight, play))
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
    """Sets of cards that may be laid together, counters first (4.2-2): one of a type in step 1, else one of a kind, and
    none is countered twice. Scouts are kept to stop an Ambush."""
    over_land = sight.over_land(fought(sight.state).area)

    def dice(play: actions.Play) -> int:
        card = card_of(sight, play)
        return cards.attack_dice(card, over_land) if step == 1 else cards.defence_dice(card) if step == 2 else 0

    def kind(play: actions.Play) -> int:
        card = card_of(sight, play)
        return cards.BATTLE_TYPE[card] if step == 1 else card

    def fits(chosen: Sequence[actions.Play], play: actions.Play) -> bool:
        if any(kind(other) == kind(play) for other in chosen):
            return False
        return not play.against or all(other.against != play.against for other in chosen)

    useful = [play for play in options if play.against or dice(play)]
    useful.sort(key=lambda play: (not play.against, play.card, play.against))
    found: list[tuple[actions.Play, ...]] = [()]
    for play in useful:
        found += [(*chosen, play) for chosen in found if fits(chosen, play)][:MOST_SETS]
    return found[1:]


def prospect_with(stakes: Stakes, battle: Battle, added: DiceChances) -> Prospect:
    """What comes of a battle with the cards on its table that are in force (4.2-cancel)."""
    over_land, stopped = stakes.over_land, stopped_cards(battle)
    laid = [played for i, played in enumerate(battle.played) if i not in stopped and played.against < 0]
    attack = sum(cards.attack_dice(played.card, over_land) for played in laid if played.step == 1)
    defence = sum(cards.defence_dice(played.card) for played in laid if played.step == 2)
    return stakes.prospect(stakes.attack_dice + attack, stakes.defence_dice + defence, added)


# losses and retreat


def attacker_won(state: NorwayState) -> bool | None:
    """The winner of the battle is known since the dice fell: the step that says so waits on the agenda."""
    known = (getattr(step, "attacker_wins", None) for step in reversed(state.agenda))
    return next((wins for wins in known if wins is not None), None)


def choose_losses(sight: Sight, step: Step) -> Order:
    """The attacker keeps those who go back to where they are needed. Of two defending countries whoever has more there
    loses first; both reckon alike, so that they agree (4.2-6-joint)."""
    options: list[actions.Lose] = sight.options()
    if isinstance(step, steps.GermanyChoosesLosses):  # Allied battalions are the harder to replace
        return max(options, key=lambda option: dict(option.losses).get("allies", 0)), say("norway.why.their-losses")
    if sight.country != sight.in_turn:
        there = dict(sight.space.heaps)

        def left(option: actions.Lose) -> tuple[int, int]:
            norway, allies = (there[name] - dict(option.losses).get(name, 0) for name in ("norway", "allies"))
            return abs(norway - allies), norway

        return min(options, key=left), say("norway.why.joint-losses")
    if attacker_won(sight.state) is not False:  # the survivors stand together in the area that they have won
        return options[0], say("norway.why.losses.won")
    scales = scales_for(sight)

    def value(option: actions.Lose) -> float:
        lost = [(sight.country, board.INDEX[name], -n) for name, n in option.losses if name in board.INDEX]
        return better(sight.country, scales.after(lost), 0.0)

    return max(options, key=value), say("norway.why.losses.lost")


def choose_retreat(sight: Sight, step: Step) -> Order:
    """Where the losers count most; enemies who disagree Germany sends to where they count least (R70)."""
    theirs = isinstance(step, steps.GermanyChoosesRetreat)
    attacker_wins = attacker_won(sight.state) is not False
    scales = scales_for(sight)
    leaving = losers(sight, attacker_wins)
    feared = threats(sight, sight.country)

    def value(option: actions.Retreat) -> tuple[float, str]:
        area = board.INDEX[option.target]
        score = better(sight.country, score_after(scales, sight, leaving, area, attacker_wins), 0.0)
        if theirs:
            return score, ""
        together = sum(sight.battalions[country][area] for country in side(sight.country))
        toll = expected_toll(together + sum(number for _, number in leaving), feared[area])
        return score - scales.weights.exposed * toll, option.target

    best = max(sight.options(), key=value)
    if theirs:
        return best, say("norway.why.their-retreat", area=area_label(best.target))
    weight = scales.weight[GERMANY][board.INDEX[best.target]]
    nearest = CITIES[max(range(len(CITIES)), key=lambda city: weight[city])]
    return best, say("norway.why.retreat", area=area_label(best.target), city=area_name(nearest))


def losers(sight: Sight, attacker_wins: bool) -> list[tuple[int, int]]:
    """(country, battalions) that must leave; of losing attackers only those from sea or air have a choice."""
    area = fought(sight.state).area
    if attacker_wins:
        there = [(country, sight.battalions[country][area]) for country in range(3) if country != sight.in_turn]
        return [(country, number) for country, number in there if number]
    landed = sum(group.battalions for group in sight.groups_at(area) if group.origin < 0)
    return [(sight.in_turn, landed)]


def score_after(
    scales: Scales, sight: Sight, leaving: Sequence[tuple[int, int]], target: int, attacker_wins: bool
) -> float:
    """The score when the losers have gone to an area; winning attackers enter the one they fought for."""
    area = fought(sight.state).area
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


def choose_rescue(sight: Sight, step: Step) -> Order:
    """Save a lost battalion, if it is worth more than the card."""
    scales = scales_for(sight)
    worth = {one: scales.worth(ALLIES, board.INDEX[one.target]) for one in sight.options(actions.Evacuate)}
    best = max(worth, key=worth.__getitem__, default=None)
    if best is None or worth[best] <= Prices(sight, scales).playing(EVACUATION):
        return actions.Pass(), say("norway.why.no-rescue")
    return best, say("norway.why.rescue", area=area_label(best.target))


def choose_sea_withdrawal(sight: Sight, step: steps.LeaveBySea, options: Sequence[actions.SeaWithdraw]) -> Order:
    """Leave by sea if there is no other way, or if it is worth more than the card."""
    scales = scales_for(sight)
    area, attacker_wins = fought(sight.state).area, step.attacker_wins
    stakes = stakes_of(sight, scales, area)
    if attacker_wins:
        leaving, ways = sight.battalions[ALLIES][area], stakes.retreats(ALLIES)
    else:
        leaving = stakes.attacking
        ways = [force.origin for force in stakes.forces if force.origin >= 0] or stakes.retreats(ALLIES, landed=True)

    def value(target: int) -> float:
        return better(ALLIES, score_after(scales, sight, [(ALLIES, leaving)], target, attacker_wins), 0.0)

    if ways:
        by_land = max(value(way) for way in ways)
    else:
        by_land = better(ALLIES, scales.after([(ALLIES, area, -leaving)] if attacker_wins else []), 0.0)
    by_sea = {option: value(board.INDEX[option.target]) for option in options}
    best = max(options, key=by_sea.__getitem__)
    if by_sea[best] - by_land <= Prices(sight, scales).playing(EVACUATION):
        return actions.Pass(), say("norway.why.by-land")
    key = "norway.why.by-sea" if ways else "norway.why.by-sea.surrounded"
    return best, say(key, n=leaving, area=area_label(best.target))


def choose_withdrawal(sight: Sight, step: Step) -> Order:
    """Four battalions go home: those that are missed least, one after another. Those under way by sea or air, who are
    on no scales, are on an attack that was thought worth a card: they go last."""
    heaps, number = dict(sight.space.heaps), sight.space.number
    standing = {board.INDEX[name]: n for name, n in heaps.items() if name in board.INDEX}
    gone = Counter({board.AREAS[area]: n for area, n in go_home(sight, scales_for(sight), standing, number).items()})
    for name, n in heaps.items():
        if name not in board.INDEX:
            gone[name] = min(n, number - gone.total())
    chosen = actions.Withdraw(tuple((name, gone[name]) for name in heaps if gone[name]))
    return chosen, say("norway.why.withdraw", areas=[aftermath.heap_label(name) for name in heaps if gone[name]])
