"""The land battle (4.2): how many dice each side throws, what the sixes destroy, and who holds the area."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.chance import TALLY, Chance, Dice, Outcome, Outputs
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures.battle_cards import CardSituation, cards_in_force
from feltherre.games.norway.procedures.inputs import AttackGroup, Count, Country, battalions, dice, origin_of
from feltherre.odds.enumerate import Distribution, outcomes

#: battalions of one side that give dice, however many take part (4.2-dice-2)
COUNTING = 5
#: the face that destroys a battalion (4.2-dice-7, R6)
DESTROYS = 6

Side = Literal["attacker", "defender"]


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
    (plain, water), there = that_count(bn_plain, bn_water), bn_plain + bn_water
    desk.line_if(there > COUNTING, f"{what}.limit", "4.2-dice-2", COUNTING, **side, n=there, limit=COUNTING)
    desk.line_if(plain > 0, f"{what}.plain", "4.2-dice-1", plain, **side, n=plain, dice=dice(plain))
    desk.line_if(water > 0, f"{what}.water", "4.2-dice-4", water // 2, **side, n=water, dice=dice(water // 2))
    desk.line_if(card_dice > 0, f"{what}.cards", "4.2-dice-6", card_dice, **side, n=card_dice)
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
    return _chances("winner", attacker_dice, defender_dice).get("attacker", Fraction(0))


@lru_cache(maxsize=4096)
def _loss_chances(enemy_dice: int, there: int) -> tuple[Fraction, ...]:
    found = _chances("defender_losses", enemy_dice, 0, there)
    return tuple(found.get(lost, Fraction(0)) for lost in range(there + 1))


def _chances(output: str, attacker_dice: int, defender_dice: int, defenders: int = 0) -> Distribution:
    """The chances of an output in a battle of which only the dice (and the defenders they can destroy) are known."""
    resolve = fight(attacker_dice, defender_dice, 0, defenders, Desk("norway", telling=False))
    return outcomes(lambda chance: Outputs(resolve(chance))[output])
