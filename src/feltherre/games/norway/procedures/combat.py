"""The land battle (4.2): the dice of each side, what the sixes destroy, who holds the area, where the loser goes."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.chance import TALLY, Chance, Dice, Outcome, Outputs
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures import inputs
from feltherre.games.norway.procedures.battle_cards import CardSituation, cards_in_force
from feltherre.games.norway.procedures.inputs import AttackGroup, Count, Country, Place, battalions, dice, origin_of
from feltherre.odds.enumerate import Distribution, outcomes

#: battalions of one side that give dice, however many take part (4.2-dice-2)
COUNTING = 5
#: the face that destroys a battalion (4.2-dice-7, R6)
DESTROYS = 6

Side: TypeAlias = Literal["attacker", "defender"]
Role: TypeAlias = Literal["defender", "attacker-land", "attacker-sea-air"]

#: countries whose battalions may retreat over a fjord or lake (4.2-8-def-3)
RETREAT_OVER_WATER = ("norway",)

K = TypeVar("K", bound=Hashable)


@rule("4.2-dice-2", "4.2-dice-3")
def that_count(bn_plain: int, bn_water: int) -> tuple[int, int]:
    """At most five count, those that do not cross water first (R8); a joint defence is one side."""
    plain = min(bn_plain, COUNTING)
    return plain, min(bn_water, COUNTING - plain)


@rule("4.2-dice-1", "4.2-dice-4", "4.2-dice-5", "2.2-2", "2.2-4", "2.3-fjord-2")
def battalion_dice(bn_plain: int, bn_water: int) -> int:
    """Dice from the battalions of one side, one for each that counts; the dice of those who attack over a fjord or lake
    are halved, rounded down (4.2-dice-1 to 4.2-dice-5, R8). Battalions from the sea or from the air are plain ones."""
    plain, water = that_count(bn_plain, bn_water)
    return plain + water // 2


@rule("4.2-dice-7", "4.2-4", "4.2-5", "4.2-6")
def destroyed(sixes: int, enemy_battalions: int) -> int:
    """Battalions that the sixes of a side destroy, at most those there are (4.2-dice-7, 4.2-4, 4.2-5, R12)."""
    return min(sixes, enemy_battalions)


@rule("4.2-7", "4.2-dice-8")
def winner(attacker_sum: int, defender_sum: int) -> Side:
    """The higher sum wins, the defender if they are equal; nothing else counts (4.2-7, 4.2-dice-8, R13)."""
    return "attacker" if attacker_sum > defender_sum else "defender"


class DiceSituation(Struct, frozen=True, forbid_unknown_fields=True):
    bn_plain: Count
    bn_water: Count
    card_dice: Count


@procedure("dice-count")
def dice_count(given: DiceSituation, desk: Desk) -> Outcome:
    """The dice of one side in a battle (4.2-dice-1 to 4.2-dice-6)."""
    total = side_dice(given.bn_plain, given.bn_water, given.card_dice, desk, "dice")
    desk.line("dice.total", "4.2-dice-1", total, n=total)
    return {"battalion_dice": total - given.card_dice, "total_dice": total}


@rule("4.2-dice-6")
def side_dice(bn_plain: int, bn_water: int, card_dice: int, desk: Desk, what: str, **side: Text) -> int:
    """Dice of one side, told as `what` (of a side, in a battle); those of the cards come on top, neither limited nor
    halved (4.2-dice-6)."""
    if desk.telling:
        (plain, water), there = that_count(bn_plain, bn_water), bn_plain + bn_water
        halved, limit = water // 2, COUNTING
        if there > limit:
            desk.line(f"{what}.limit", "4.2-dice-2", limit, **side, n=there, limit=limit)
        if plain:
            desk.line(f"{what}.plain", "4.2-dice-1", plain, **side, n=plain, dice=dice(plain))
        if water:
            desk.line(f"{what}.water", "4.2-dice-4", halved, **side, n=water, dice=dice(halved))
        if card_dice:
            desk.line(f"{what}.cards", "4.2-dice-6", card_dice, **side, n=card_dice)
    return battalion_dice(bn_plain, bn_water) + card_dice


class CombatSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attack_groups: tuple[AttackGroup, ...]
    defender_battalions: Count
    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    reaction_cards: tuple[str, ...]
    dice_values: dict[str, Count]
    attacker: Country = "germany"
    defenders: tuple[Country, ...] | UnsetType = UNSET


@procedure("land-combat", attacker_dice=list[int], defender_dice=list[int])
@rule("4.2-5")
def land_combat(c: CombatSituation, desk: Desk) -> Resolve:
    """Steps 1 to 7 of a land battle. The desk fights any battle it is told of, also against nobody (R13); every
    defender counts, also those that the attacker's sixes destroy first (4.2-5)."""
    cards = CardSituation(c.attacker_cards, c.defender_cards, c.reaction_cards, c.dice_values, c.attacker, c.defenders)
    attacker_cards, defender_cards, _ = cards_in_force(cards, desk)
    for group in c.attack_groups:
        origin_of(group)  # refuses an area that is not on the board
    attackers = sum(group.battalions for group in c.attack_groups)
    water = sum(group.battalions for group in c.attack_groups if group.mode == "water")
    attack = _side_in_battle("attacker", attackers - water, water, attacker_cards, desk)
    defence = _side_in_battle("defender", c.defender_battalions, 0, defender_cards, desk)
    desk.known |= {"attacker_dice_count": attack, "defender_dice_count": defence}
    return fight(attack, defence, attackers, c.defender_battalions, desk)


def _side_in_battle(side: Side, bn_plain: int, bn_water: int, card_dice: int, desk: Desk) -> int:
    """The dice of a side, and their sum unless one line already says it all."""
    told, who = len(desk.lines), say(f"norway.side.{side}")
    total = side_dice(bn_plain, bn_water, card_dice, desk, "battle", side=who)
    desk.line_if(len(desk.lines) != told + 1, "battle.dice", "4.2-dice-1", total, side=who, n=total)
    return total


def fight(attacker_dice: int, defender_dice: int, attackers: int, defenders: int, desk: Desk) -> Resolve:
    """Steps 4 to 7, when the dice of both sides are known (4.2-4 to 4.2-7)."""

    def resolve(chance: Chance) -> Outcome:
        attack = chance.throw(attacker_dice, "attacker_dice", "4.2-4", TALLY)
        defence = chance.throw(defender_dice, "defender_dice", "4.2-5", TALLY)

        # each output reads only what it needs, so that the odds walk through no more than that
        def attacker_losses() -> int:
            return destroyed(defence.count(DESTROYS), attackers)

        def defender_losses() -> int:
            return destroyed(attack.count(DESTROYS), defenders)

        if desk.telling:
            _tell_throw("attacker", attack, "defender", defenders, "4.2-4", desk)
            _tell_throw("defender", defence, "attacker", attackers, "4.2-5", desk)
            won = "tie" if attack.total == defence.total else f"{winner(attack.total, defence.total)}-wins"
            desk.line(f"battle.{won}", "4.2-7", attack=attack.total, defence=defence.total)
        return {
            "attacker_sum": lambda: attack.total,
            "defender_sum": lambda: defence.total,
            "attacker_losses": attacker_losses,
            "defender_losses": defender_losses,
            "attackers_left": lambda: attackers - attacker_losses(),
            "defenders_left": lambda: defenders - defender_losses(),
            "winner": lambda: winner(attack.total, defence.total),
            "withdraws": lambda: "attacker" if winner(attack.total, defence.total) == "defender" else "defender",
        }

    return resolve


def _tell_throw(side: Side, thrown: Dice, enemy: Side, there: int, number: str, desk: Desk) -> None:
    """What a side throws, and what its sixes destroy of the enemies that are there."""
    who, struck = say(f"norway.side.{side}"), say(f"norway.side.{enemy}")
    if thrown.values:
        desk.line("battle.throw", number, thrown.total, side=who, dice=list(thrown.values), sum=thrown.total)
    else:
        desk.line("battle.no-dice", number, 0, side=who)
    lost = destroyed(thrown.count(DESTROYS), there)
    if lost:
        sixes, gone = say("norway.count.sixes", n=thrown.count(DESTROYS)), battalions(lost)
        desk.line("battle.losses", number, lost, side=struck, sixes=sixes, battalions=gone, left=there - lost)
    else:
        desk.line("battle.no-losses", number, 0, side=struck)


# the loser withdraws (step 8)


@rule("4.2-8-def-1", "4.2-8-def-2", "4.2-8-def-3", "4.2-8-att-2", "2.3-fjord-2")
def open_for_retreat(
    country: str,
    neighbours: Iterable[tuple[K, bool]],
    enemy_held: Container[K],
    pending_battles: Container[K],
    attack_origins: Container[K] = (),
) -> list[K]:
    """Neighbours (area, over water) to which all battalions of a country may go together (4.2-8-def-1 to -3, R15).

    `attack_origins` bars a defender only: for attackers from sea or air it is left empty (4.2-8-att-2, R15).
    """
    crosses = country in RETREAT_OVER_WATER
    return [
        area
        for area, water in neighbours
        if (crosses or not water)
        and area not in enemy_held
        and area not in pending_battles
        and area not in attack_origins
    ]


@rule("4.2-8-def-4")
def surrounded(options: Sequence[object]) -> bool:
    """Battalions without an area to go to are lost (4.2-8-def-4)."""
    return not options


@rule("4.2b-2", "4.2-8-def-2")
def common_retreat(norwegian: Sequence[K], allied: Container[K]) -> list[K]:
    """Areas open to both defenders; if there are any, both must go to the same one of them (4.2-8-def-2, R16)."""
    return [area for area in norwegian if area in allied]


class Neighbour(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    water: bool


class RetreatSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    role: Role
    neighbours: tuple[Neighbour, ...]
    enemy_held: tuple[str, ...]
    pending_battles: tuple[str, ...]
    attack_origins: tuple[str, ...]
    own_origins: tuple[str, ...]


@procedure("retreat-options")
def retreat_options(given: RetreatSituation, desk: Desk) -> Outcome:
    """Where beaten battalions may go; they are lost if there is nowhere (4.2-8-def, 4.2-8-att, R15)."""
    around = [(inputs.area(border.area), border.water) for border in given.neighbours]
    closed = {
        "enemy": inputs.areas(given.enemy_held),
        "pending": inputs.areas(given.pending_battles),
        "origin": inputs.areas(given.attack_origins),
    }
    own_origins = inputs.areas(given.own_origins)
    if given.role == "attacker-land":  # each goes back to the area it attacked from
        desk.line("retreat.back", "4.2-8-att-1", areas=[area.text for area in own_origins])
        return {"options": [area.name for area in own_origins], "all_lost": False}
    if given.role != "defender":
        closed["origin"] = ()
    found = open_for_retreat(given.country, around, closed["enemy"], closed["pending"], closed["origin"])
    for area, _ in around:
        if area not in found:
            _tell_closed(area, closed, given.country, desk)
    number = "4.2-8-def-1" if given.role == "defender" else "4.2-8-att-2"
    _tell_way(given.country, found, number, desk)
    return {"options": [area.name for area in found], "all_lost": surrounded(found)}


def _tell_closed(area: Place, closed: Mapping[str, Container[Place]], country: Country, desk: Desk) -> None:
    """Why a neighbour is closed: by somebody there, or by water."""
    for reason, areas in closed.items():
        if area in areas:
            desk.line(f"retreat.{reason}", "4.2-8-def-1", area=area.text)
            return
    desk.line("retreat.water", "4.2-8-def-3", area=area.text, country=inputs.country(country))


def _tell_way(country: Country, options: Sequence[Place], number: str, desk: Desk) -> None:
    who, areas = inputs.country(country), [area.text for area in options]
    desk.line_if(surrounded(options), "retreat.surrounded", "4.2-8-def-4", country=who)
    desk.line_if(not surrounded(options), "retreat.open", number, country=who, n=len(areas), areas=areas)


class JointSituation(Struct, frozen=True, forbid_unknown_fields=True):
    norwegian_options: tuple[str, ...]
    allied_options: tuple[str, ...]


@procedure("joint-retreat")
def joint_retreat(given: JointSituation, desk: Desk) -> Outcome:
    """Where Norwegian and Allied battalions go together; apart, if no area is open to both (4.2-8-def-2, R16)."""
    norwegian, allied = inputs.areas(given.norwegian_options), inputs.areas(given.allied_options)
    shared = common_retreat(norwegian, allied)
    if shared:
        areas = [area.text for area in shared]
        desk.line("retreat.together", "4.2-8-def-2", n=len(areas), areas=areas)
    else:
        desk.line("retreat.apart", "4.2-8-def-2")
        _tell_way("norway", norwegian, "4.2-8-def-3", desk)
        _tell_way("allies", allied, "4.2-8-def-3", desk)
    return {"common": [area.name for area in shared], "separate": not shared}


# for players that weigh a battle


class BattleChances(Struct, frozen=True):
    """Exact chances of a battle; losses are indexed by the number of battalions lost."""

    win: Fraction
    attacker_losses: tuple[Fraction, ...]
    defender_losses: tuple[Fraction, ...]


@lru_cache(maxsize=4096)
def battle_chances(attacker_dice: int, defender_dice: int, attackers: int, defenders: int) -> BattleChances:
    """What the dice of a battle will do, counted by the same code that fights it."""
    return BattleChances(
        win=chance_to_win(attacker_dice, defender_dice),
        attacker_losses=_loss_chances(defender_dice, attackers),
        defender_losses=_loss_chances(attacker_dice, defenders),
    )


@lru_cache(maxsize=4096)
def chance_to_win(attacker_dice: int, defender_dice: int) -> Fraction:
    """The attacker's chance to win (4.2-7)."""
    return _chances("winner", attacker_dice, defender_dice).get("attacker", Fraction(0))


@lru_cache(maxsize=4096)
def _loss_chances(enemy_dice: int, there: int) -> tuple[Fraction, ...]:
    found = _chances("defender_losses", enemy_dice, 0, there)
    return tuple(found.get(lost, Fraction(0)) for lost in range(there + 1))


def _chances(output: str, attacker_dice: int, defender_dice: int, defenders: int = 0) -> Distribution:
    """The chances of an output in a battle of which only the dice (and the defenders they can destroy) are known."""
    resolve = fight(attacker_dice, defender_dice, 0, defenders, Desk("norway", telling=False))
    return outcomes(lambda chance: Outputs(resolve(chance))[output])
