"""The land battle (4.2): how many dice each side throws, what the sixes destroy, and who holds the area."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.chance import TALLY, Chance, Dice, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures.battle_cards import (
    CardAssessment,
    CardResolution,
    CardSituation,
    card_lines,
)
from feltherre.games.norway.procedures.inputs import AttackGroup, Count, Country, battalions, dice, origin_of
from feltherre.odds.enumerate import distribution

#: battalions of one side that give dice, however many take part (4.2-dice-2)
COUNTING = 5
#: the face that destroys a battalion (4.2-dice-7, R6)
DESTROYS = 6

Side = Literal["attacker", "defender"]


@rule("4.2-dice-1", "4.2-dice-5", "2.2-2", "2.2-4")
def battalion_dice(bn_plain: int, bn_water: int) -> int:
    """Dice from the battalions of one side, one for each that counts (4.2-dice-1 to 4.2-dice-5).

    Battalions from the sea or from the air are plain ones.
    """
    plain, water = _that_count(bn_plain, bn_water)
    return plain + _dice_over_water(water)


@rule("4.2-dice-2", "4.2-dice-3")
def _that_count(bn_plain: int, bn_water: int) -> tuple[int, int]:
    """At most five count, those that do not cross water first (R8); a joint defence is one side."""
    plain = min(bn_plain, COUNTING)
    return plain, min(bn_water, COUNTING - plain)


@rule("4.2-dice-4", "2.3-fjord-2")
def _dice_over_water(bn_water: int) -> int:
    """The dice of those who attack over a fjord or lake are halved, rounded down (R8)."""
    return bn_water // 2


@rule("4.2-dice-6")
def total_dice(bn_plain: int, bn_water: int, card_dice: int) -> int:
    """Dice of one side: those of the cards come on top, neither limited nor halved (4.2-dice-6)."""
    return battalion_dice(bn_plain, bn_water) + card_dice


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


class DiceAssessment(Assessment, frozen=True, kw_only=True):
    situation: DiceSituation
    battalion_dice: int
    total_dice: int


class DiceCount(CertainProcedure[DiceSituation, DiceAssessment]):
    name = "dice-count"
    situation = DiceSituation
    outputs = ("battalion_dice", "total_dice")

    def assess(self, situation: DiceSituation) -> DiceAssessment:
        plain, water = situation.bn_plain, situation.bn_water
        return DiceAssessment(
            situation=situation,
            battalion_dice=battalion_dice(plain, water),
            total_dice=total_dice(plain, water, situation.card_dice),
        )

    def lines(self, assessment: DiceAssessment) -> list[Line]:
        given = assessment.situation
        told = battalion_lines(given.bn_plain, given.bn_water)
        if given.card_dice:
            told.append(Line(say("norway.ruling.dice.cards", n=given.card_dice), "4.2-dice-6", given.card_dice))
        return [
            *told,
            Line(say("norway.ruling.dice.total", n=assessment.total_dice), "4.2-dice-1", assessment.total_dice),
        ]


def battalion_lines(bn_plain: int, bn_water: int, side: Side | None = None) -> list[Line]:
    """How the battalions (of a side, in a battle) come to their dice."""
    plain = min(bn_plain, COUNTING)
    water = min(bn_water, COUNTING - plain)
    all_of_them = bn_plain + bn_water
    told = []
    if all_of_them > COUNTING:
        told.append(_battalion_line("limit", side, "4.2-dice-2", COUNTING, n=all_of_them, limit=COUNTING))
    if plain:
        told.append(_battalion_line("plain", side, "4.2-dice-1", plain, n=plain, dice=dice(plain)))
    if water:
        told.append(_battalion_line("water", side, "4.2-dice-4", water // 2, n=water, dice=dice(water // 2)))
    return told


def _battalion_line(what: str, side: Side | None, number: str, value: int, **args: Any) -> Line:
    if side is None:
        return Line(say(f"norway.ruling.dice.{what}", **args), number, value)
    return Line(say(f"norway.ruling.battle.{what}", side=_side(side), **args), number, value)


class CombatSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attack_groups: tuple[AttackGroup, ...]
    defender_battalions: Count
    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    reaction_cards: tuple[str, ...]
    dice_values: dict[str, Count]
    attacker: Country = "germany"
    defenders: tuple[Country, ...] | UnsetType = UNSET


class CombatAssessment(Assessment, frozen=True, kw_only=True):
    """A battle before the dice: what the game, the desk and the odds all start from."""

    bn_plain: int
    bn_water: int
    defender_battalions: int
    attacker_card_dice: int
    defender_card_dice: int
    attacker_dice_count: int
    defender_dice_count: int
    #: None where the cards are told elsewhere (the game's log) or do not matter (the odds of bare dice)
    cards: CardAssessment | None = None

    @property
    def attackers(self) -> int:
        return self.bn_plain + self.bn_water


@rule("4.2-5")
def assess_battle(
    bn_plain: int,
    bn_water: int,
    defender_battalions: int,
    attacker_card_dice: int,
    defender_card_dice: int,
    cards: CardAssessment | None = None,
) -> CombatAssessment:
    """The dice of both sides; every defender counts, also those that the attacker's sixes destroy first (4.2-5)."""
    attack = total_dice(bn_plain, bn_water, attacker_card_dice)
    defence = total_dice(defender_battalions, 0, defender_card_dice)
    return CombatAssessment(
        bn_plain=bn_plain,
        bn_water=bn_water,
        defender_battalions=defender_battalions,
        attacker_card_dice=attacker_card_dice,
        defender_card_dice=defender_card_dice,
        attacker_dice_count=attack,
        defender_dice_count=defence,
        cards=cards,
        will_throw=(Planned("attacker_dice", attack, "4.2-4"), Planned("defender_dice", defence, "4.2-5")),
    )


class LandCombat(Procedure[CombatSituation, CombatAssessment]):
    """Steps 1 to 7 of a land battle. The desk fights any battle it is told of, also against nobody (R13)."""

    name = "land-combat"
    situation = CombatSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"attacker_dice": list[int], "defender_dice": list[int]}

    def assess(self, situation: CombatSituation) -> CombatAssessment:
        cards = CARD_RESOLUTION.assess(
            CardSituation(
                attacker_cards=situation.attacker_cards,
                defender_cards=situation.defender_cards,
                reaction_cards=situation.reaction_cards,
                dice_values=situation.dice_values,
                attacker=situation.attacker,
                defenders=situation.defenders,
            )
        )
        for group in situation.attack_groups:
            origin_of(group)  # refuses an area that is not on the board
        water = sum(group.battalions for group in situation.attack_groups if group.mode == "water")
        total = sum(group.battalions for group in situation.attack_groups)
        return assess_battle(
            total - water,
            water,
            situation.defender_battalions,
            cards.attacker_card_dice,
            cards.defender_card_dice,
            cards,
        )

    def resolve(self, assessment: CombatAssessment, chance: Chance) -> Ruling:
        a = assessment
        attack = chance.throw(a.attacker_dice_count, "attacker_dice", "4.2-4", TALLY)
        defence = chance.throw(a.defender_dice_count, "defender_dice", "4.2-5", TALLY)

        # each output reads only what it needs, so that the odds walk through no more than that
        def attacker_losses() -> int:
            return destroyed(defence.count(DESTROYS), a.attackers)

        def defender_losses() -> int:
            return destroyed(attack.count(DESTROYS), a.defender_battalions)

        outputs = {
            "attacker_dice_count": lambda: a.attacker_dice_count,
            "defender_dice_count": lambda: a.defender_dice_count,
            "attacker_sum": lambda: attack.total,
            "defender_sum": lambda: defence.total,
            "attacker_losses": attacker_losses,
            "defender_losses": defender_losses,
            "attackers_left": lambda: a.attackers - attacker_losses(),
            "defenders_left": lambda: a.defender_battalions - defender_losses(),
            "winner": lambda: winner(attack.total, defence.total),
            "withdraws": lambda: _other(winner(attack.total, defence.total)),
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(a, attack, defence))

    def lines(self, assessment: CombatAssessment) -> list[Line]:
        a = assessment
        return [
            *(card_lines(a.cards) if a.cards else ()),
            *_dice_lines("attacker", a.bn_plain, a.bn_water, a.attacker_card_dice, a.attacker_dice_count),
            *_dice_lines("defender", a.defender_battalions, 0, a.defender_card_dice, a.defender_dice_count),
        ]

    def explain(self, assessment: CombatAssessment, attack: Dice, defence: Dice) -> list[Line]:
        a = assessment
        won = winner(attack.total, defence.total)
        return [
            *self.lines(a),
            _throw_line("attacker", attack, "4.2-4"),
            _loss_line("defender", attack, a.defender_battalions, "4.2-4"),
            _throw_line("defender", defence, "4.2-5"),
            _loss_line("attacker", defence, a.attackers, "4.2-5"),
            _verdict(won, attack.total, defence.total),
        ]


CARD_RESOLUTION = CardResolution()
LAND_COMBAT = LandCombat()


def _other(side: Side) -> Side:
    return "defender" if side == "attacker" else "attacker"


def _side(side: str) -> Text:
    return say(f"norway.side.{side}")


def _dice_lines(side: Side, plain: int, water: int, card_dice: int, total: int) -> list[Line]:
    told = battalion_lines(plain, water, side)
    if card_dice:
        told.append(Line(say("norway.ruling.battle.cards", side=_side(side), n=card_dice), "4.2-dice-6", card_dice))
    if len(told) != 1:  # one line already says it all
        told.append(Line(say("norway.ruling.battle.dice", side=_side(side), n=total), "4.2-dice-1", total))
    return told


def _throw_line(side: str, thrown: Dice, number: str) -> Line:
    if not thrown.values:
        return Line(say("norway.ruling.battle.no-dice", side=_side(side)), number, 0)
    values: Sequence[int] = list(thrown.values)
    return Line(
        say("norway.ruling.battle.throw", side=_side(side), dice=values, sum=thrown.total), number, thrown.total
    )


def _loss_line(side: str, thrown: Dice, there: int, number: str) -> Line:
    lost = destroyed(thrown.count(DESTROYS), there)
    if not lost:
        return Line(say("norway.ruling.battle.no-losses", side=_side(side)), number, 0)
    sixes = say("norway.count.sixes", n=thrown.count(DESTROYS))
    text = say(
        "norway.ruling.battle.losses", side=_side(side), sixes=sixes, battalions=battalions(lost), left=there - lost
    )
    return Line(text, number, lost)


def _verdict(won: Side, attack: int, defence: int) -> Line:
    key = "norway.ruling.battle.tie" if attack == defence else f"norway.ruling.battle.{won}-wins"
    return Line(say(key, attack=attack, defence=defence), "4.2-7")


class BattleChances(Struct, frozen=True):
    """Exact chances of a battle, for players that weigh it; losses are indexed by the number of battalions lost."""

    win: Fraction
    attacker_losses: tuple[Fraction, ...]
    defender_losses: tuple[Fraction, ...]


@lru_cache(maxsize=4096)
def battle_chances(attacker_dice: int, defender_dice: int, attackers: int, defenders: int) -> BattleChances:
    """What the dice of a battle will do, counted by the same code that fights it."""
    return BattleChances(
        win=_win_chance(attacker_dice, defender_dice),
        attacker_losses=_loss_chances(defender_dice, attackers),
        defender_losses=_loss_chances(attacker_dice, defenders),
    )


@lru_cache(maxsize=4096)
def _win_chance(attacker_dice: int, defender_dice: int) -> Fraction:
    bare = _bare_battle(attacker_dice, defender_dice, 0)
    return distribution(LAND_COMBAT, bare, lambda outputs: outputs["winner"]).get("attacker", Fraction(0))


@lru_cache(maxsize=4096)
def _loss_chances(enemy_dice: int, there: int) -> tuple[Fraction, ...]:
    bare = _bare_battle(enemy_dice, 0, there)
    found = distribution(LAND_COMBAT, bare, lambda outputs: outputs["defender_losses"])
    return tuple(found.get(lost, Fraction(0)) for lost in range(there + 1))


def _bare_battle(attacker_dice: int, defender_dice: int, defenders: int) -> CombatAssessment:
    """A battle of which only the dice (and the defenders they can destroy) are known."""
    return CombatAssessment(
        bn_plain=0,
        bn_water=0,
        defender_battalions=defenders,
        attacker_card_dice=0,
        defender_card_dice=0,
        attacker_dice_count=attacker_dice,
        defender_dice_count=defender_dice,
    )
