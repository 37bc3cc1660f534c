"""The captain after the dice: who is lost, who is saved, and where the losers go (4.2, steps 6 to 8; 2.4-all-3)."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Evacuate, Lose, NorwayAction, Pass, Retreat, SeaWithdraw, Withdraw
from feltherre.games.norway.aftermath import heap_label
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.battle import stakes_of
from feltherre.games.norway.players.captain.exposure import expected_toll, threats
from feltherre.games.norway.players.captain.prices import Prices
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.stakes import better
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.sight import CITIES, Sight
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import Group

Order = tuple[NorwayAction, Text]
EVACUATION = cards.INDEX["all-coastal-evacuation"]


def choose_losses(sight: Sight, options: Sequence[Lose], attacker_wins: bool) -> Order:
    """The attacker keeps those who go back to where they are needed; two defending countries share their losses."""
    if sight.country != sight.in_turn:
        return joint_losses(sight, options), say("norway.why.joint-losses")
    scales = scales_for(sight)
    groups = {heap_name(group): group for group in sight.groups_at(sight.battle.area)}

    def value(option: Lose) -> float:
        if attacker_wins:
            return 0.0  # the survivors stand together in the area that they have won
        mark = scales.mark()
        for name, number in option.losses:
            if groups[name].origin >= 0:
                scales.add(sight.country, groups[name].origin, -number)
        after = scales.score()
        scales.back_to(mark)
        return better(sight.country, after, 0.0)

    best = max(options, key=value)
    return best, say("norway.why.losses.won" if attacker_wins else "norway.why.losses.lost")


def heap_name(group: Group) -> str:
    return group.mode if group.mode in ("sea", "air") else board.AREAS[group.origin]


def joint_losses(sight: Sight, options: Sequence[Lose]) -> Lose:
    """Whoever has more there loses first; both countries reckon alike, so that they agree (4.2-6-joint)."""
    there = {role: sight.battalions[i][sight.battle.area] for i, role in enumerate(COUNTRIES)}

    def left(option: Lose) -> tuple[int, int]:
        lost = dict(option.losses)
        norway, allies = there["norway"] - lost.get("norway", 0), there["allies"] - lost.get("allies", 0)
        return abs(norway - allies), norway

    return min(options, key=left)


def choose_their_losses(sight: Sight, options: Sequence[Lose]) -> Order:
    """Germany decides for enemies who disagree: Allied battalions are the harder to replace."""
    return max(options, key=lambda option: dict(option.losses).get("allies", 0)), say("norway.why.their-losses")


def choose_retreat(sight: Sight, options: Sequence[Retreat], attacker_wins: bool) -> Order:
    """Where the losers count most."""
    scales = scales_for(sight)
    leaving = losers(sight, attacker_wins)

    feared = threats(sight, sight.country)
    side = (GERMANY,) if sight.country == GERMANY else (NORWAY, ALLIES)

    def value(option: Retreat) -> float:
        area = board.INDEX[option.target]
        together = sum(sight.battalions[country][area] for country in side) + sum(number for _, number in leaving)
        toll = scales.weights.exposed * expected_toll(together, feared[area])
        return better(sight.country, score_after(scales, sight, leaving, area, attacker_wins), 0.0) - toll

    best = max(options, key=lambda option: (value(option), option.target))
    return best, say("norway.why.retreat", area=area_name(board.INDEX[best.target]), city=nearest_city(scales, best))


def choose_their_retreat(sight: Sight, options: Sequence[Retreat]) -> Order:
    scales = scales_for(sight)
    leaving = losers(sight, attacker_wins=True)
    best = max(options, key=lambda option: score_after(scales, sight, leaving, board.INDEX[option.target], True))
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
    mark = scales.mark()
    area = sight.battle.area
    for country, number in leaving:
        if attacker_wins:
            scales.add(country, area, -number)
        scales.add(country, target, number)
    if attacker_wins:
        for group in sight.groups_at(area):
            if group.origin >= 0:
                scales.add(sight.in_turn, group.origin, -group.battalions)
            scales.add(sight.in_turn, area, group.battalions)
    after = scales.score()
    scales.back_to(mark)
    return after


def nearest_city(scales: Scales, retreat: Retreat) -> Text:
    weight = scales.weight[GERMANY][board.INDEX[retreat.target]]
    return area_name(CITIES[max(range(len(CITIES)), key=lambda city: weight[city])])


# Coastal evacuation


def choose_rescue(sight: Sight, options: Sequence[Evacuate]) -> Order:
    """Save a lost battalion, if it is worth more than the card."""
    scales = scales_for(sight)
    price = Prices(sight, scales).playing(EVACUATION)
    best = max(options, key=lambda option: scales.worth(ALLIES, board.INDEX[option.target]), default=None)
    if best is None or scales.worth(ALLIES, board.INDEX[best.target]) <= price:
        return Pass(), say("norway.why.no-rescue")
    return best, say("norway.why.rescue", area=area_name(board.INDEX[best.target]))


def choose_sea_withdrawal(sight: Sight, options: Sequence[SeaWithdraw], attacker_wins: bool) -> Order:
    """Leave by sea if there is no other way, or if it is worth more than the card."""
    if not options:
        return Pass(), say("norway.why.no-card")
    scales = scales_for(sight)
    stakes = stakes_of(sight, scales, sight.battle.area)
    area = sight.battle.area
    if attacker_wins:
        leaving = sight.battalions[ALLIES][area]
        ways = stakes.retreats(ALLIES)
    else:
        leaving = stakes.attacking
        ways = [force.origin for force in stakes.forces if force.origin >= 0] or stakes.retreats(ALLIES, landed=True)
    moved = [(ALLIES, leaving)]
    by_land = [better(ALLIES, score_after(scales, sight, moved, way, attacker_wins), 0.0) for way in ways]
    if not ways:
        mark = scales.mark()
        if attacker_wins:
            scales.add(ALLIES, area, -leaving)
        by_land = [better(ALLIES, scales.score(), 0.0)]
        scales.back_to(mark)
    by_sea = {
        option: better(ALLIES, score_after(scales, sight, moved, board.INDEX[option.target], attacker_wins), 0.0)
        for option in options
    }
    best = max(options, key=lambda option: by_sea[option])
    if by_sea[best] - max(by_land) <= Prices(sight, scales).playing(EVACUATION):
        return Pass(), say("norway.why.by-land")
    key = "norway.why.by-sea" if ways else "norway.why.by-sea.surrounded"
    return best, say(key, n=leaving, area=area_name(board.INDEX[best.target]))


def choose_withdrawal(sight: Sight, options: Sequence[Withdraw]) -> Order:
    """Four battalions go home: those that are missed least, one after another."""
    scales = scales_for(sight)
    number = sum(count for _, count in options[0].battalions)
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
    chosen = Withdraw(tuple((name, gone[name]) for name in heaps if name in gone))
    return chosen, say("norway.why.withdraw", areas=[heap_label(name) for name in gone])


def loss_of(scales: Scales, heap: str) -> float:
    if heap not in board.INDEX:
        return 0.0
    mark = scales.mark()
    before = scales.score()
    scales.add(ALLIES, board.INDEX[heap], -1)
    after = scales.score()
    scales.back_to(mark)
    return better(ALLIES, before, after)
