"""Before the first turn (chapters 2.2 and 3): stacks of chips, who plays which country, the first Allied battalions."""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import Count, Country, battalions

#: table 2.2: battalions a piece or chip stands for
PIECE, WHITE_CHIP, BLACK_CHIP = 1, 1, 5

#: the sides to take, by number of players (1.2-1, 1.2-2), in the order in which they are left over (R68)
SIDES: dict[int, tuple[tuple[Country, ...], ...]] = {
    2: (("germany",), ("norway", "allies")),
    3: (("germany",), ("norway",), ("allies",)),
}

#: table 3-allies: two groups of three, which may not border each other
FIRST = board.first_allies()
FIRST_GROUPS, FIRST_GROUP_SIZE = FIRST.groups, FIRST.per_group


@rule("2.2-6")
def stack_battalions(pieces: int, white_chips: int, black_chips: int) -> int:
    """Battalions in a stack of piece and chips (2.2-6, table 2.2)."""
    return PIECE * pieces + WHITE_CHIP * white_chips + BLACK_CHIP * black_chips


@rule("3-2")
def choosing_order(players: Sequence[int], dice: Sequence[int]) -> tuple[list[int], list[int]]:
    """(the players in the order in which they choose, those of them who tied and throw again) (3-2, R68)."""
    thrown = dict(zip(players, dice, strict=True))
    tied = [player for player in players if dice.count(thrown[player]) > 1]
    return ([], tied) if tied else (sorted(players, key=lambda player: -thrown[player]), [])


@rule("3-2", "1.2-1", "1.2-2")
def assign_countries(order: Sequence[int], wishes: Sequence[Sequence[Country]]) -> list[list[Country]]:
    """Each player in turn takes the first of his wishes that is free, or the first side left (3-2, 1.2, R68)."""
    free = list(SIDES[len(order)])
    taken: dict[int, tuple[Country, ...]] = {}
    for player in order:
        wished = (side for wish in wishes[player - 1] for side in free if wish in side)
        taken[player] = next(wished, free[0])
        free.remove(taken[player])
    return [list(taken[player]) for player in sorted(taken)]


@rule("3-6", "3-7")
def first_placement_valid(
    areas: Sequence[Hashable], sizes: Sequence[int], allowed: Container[Hashable], bordering: bool
) -> bool:
    """Whether the first six Allied battalions stand as two groups of three that do not border (3-6, 3-7)."""
    two_areas = len(areas) == FIRST_GROUPS and len(set(areas)) == FIRST_GROUPS
    of_three = list(sizes) == [FIRST_GROUP_SIZE] * FIRST_GROUPS
    return two_areas and of_three and all(area in allowed for area in areas) and (FIRST.may_border or not bordering)


class StackSituation(Struct, frozen=True, forbid_unknown_fields=True):
    pieces: Annotated[int, Meta(ge=0, le=1)]
    white_chips: Count
    black_chips: Count


class StackAssessment(Assessment, frozen=True, kw_only=True):
    situation: StackSituation
    battalions: int


class StackCount(CertainProcedure[StackSituation, StackAssessment]):
    name = "stack-count"
    situation = StackSituation
    outputs = ("battalions",)

    def assess(self, situation: StackSituation) -> StackAssessment:
        found = stack_battalions(situation.pieces, situation.white_chips, situation.black_chips)
        return StackAssessment(situation=situation, battalions=found)

    def lines(self, assessment: StackAssessment) -> list[Line]:
        parts = (
            ("piece", assessment.situation.pieces, PIECE),
            ("white", assessment.situation.white_chips, WHITE_CHIP),
            ("black", assessment.situation.black_chips, BLACK_CHIP),
        )
        told = [
            Line(say(f"norway.ruling.stack.{part}", n=n, battalions=battalions(n * worth)), "2.2-6", n * worth)
            for part, n, worth in parts
            if n
        ]
        total = assessment.battalions
        return [*told, Line(say("norway.ruling.stack.total", battalions=battalions(total)), "2.2-6", total)]


class ChoiceSituation(Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    wishes: tuple[tuple[Country, ...], ...] = ()
    again: tuple[int, ...] = ()


class ChoiceAssessment(Assessment, frozen=True, kw_only=True):
    players: int
    #: those who throw, numbered from 1
    throwing: tuple[int, ...]
    wishes: tuple[tuple[Country, ...], ...]


class CountryChoice(Procedure[ChoiceSituation, ChoiceAssessment]):
    name = "country-choice"
    situation = ChoiceSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def assess(self, situation: ChoiceSituation) -> ChoiceAssessment:
        players = situation.players
        if players not in SIDES:
            raise refuse("norway.refuse.players", "1.2-1", n=players)
        if situation.wishes and len(situation.wishes) != players:
            raise refuse("norway.refuse.wishes", "3-2", n=len(situation.wishes), players=players)
        again = situation.again
        if again and (sorted({*again}) != [*again] or len(again) < 2 or not 1 <= again[0] < again[-1] <= players):
            raise refuse("norway.refuse.again", "3-2", players=players)
        throwing = again or tuple(range(1, players + 1))
        planned = Planned(purpose="dice", n=len(throwing), rule="3-2")
        return ChoiceAssessment(players=players, throwing=throwing, wishes=situation.wishes, will_throw=(planned,))

    def resolve(self, assessment: ChoiceAssessment, chance: Chance) -> Ruling:
        throwing, wishes = assessment.throwing, assessment.wishes
        dice = chance.throw(len(throwing), "dice", "3-2")

        def assignment() -> list[list[Country]]:
            order, _ = choosing_order(throwing, dice.values)
            return assign_countries(order, wishes) if len(order) == assessment.players and wishes else []

        outputs = {
            "order": lambda: choosing_order(throwing, dice.values)[0],
            "throw_again": lambda: choosing_order(throwing, dice.values)[1],
            "assignment": assignment,
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(throwing, dice.values, assignment()))

    def explain(self, throwing: Sequence[int], dice: Sequence[int], assignment: list[list[Country]]) -> list[Line]:
        order, tied = choosing_order(throwing, dice)
        told = [
            Line(say("norway.ruling.choice.throws", player=player, die=die), "3-2", die)
            for player, die in zip(throwing, dice, strict=True)
        ]
        if tied:
            return [*told, Line(say("norway.ruling.choice.tie", players=tied), "3-2")]
        told.append(Line(say("norway.ruling.choice.order", players=order), "3-2"))
        for player in order if assignment else ():
            taken = [names.country(country) for country in assignment[player - 1]]
            told.append(Line(say("norway.ruling.choice.takes", player=player, countries=taken), "3-2"))
        return told


class FirstPlacementSituation(Struct, frozen=True, forbid_unknown_fields=True):
    group_areas: tuple[str, ...]
    group_sizes: tuple[Count, ...]
    allowed: tuple[str, ...]
    bordering: bool


class FirstPlacementAssessment(Assessment, frozen=True, kw_only=True):
    areas: tuple[names.Place, ...]
    sizes: tuple[int, ...]
    allowed: tuple[names.Place, ...]
    bordering: bool
    valid: bool


class FirstAlliedPlacement(CertainProcedure[FirstPlacementSituation, FirstPlacementAssessment]):
    name = "first-allied-placement"
    situation = FirstPlacementSituation
    outputs = ("valid",)

    def assess(self, situation: FirstPlacementSituation) -> FirstPlacementAssessment:
        areas = names.areas(situation.group_areas)
        allowed = names.areas(situation.allowed)
        valid = first_placement_valid(areas, situation.group_sizes, allowed, situation.bordering)
        return FirstPlacementAssessment(
            areas=areas, sizes=situation.group_sizes, allowed=allowed, bordering=situation.bordering, valid=valid
        )

    def lines(self, assessment: FirstPlacementAssessment) -> list[Line]:
        areas = assessment.areas
        told = []
        if len(set(areas)) != FIRST_GROUPS or len(areas) != FIRST_GROUPS:
            told.append(Line(say("norway.ruling.first.two-areas", n=len(set(areas))), "3-7"))
        if list(assessment.sizes) != [FIRST_GROUP_SIZE] * FIRST_GROUPS:
            told.append(Line(say("norway.ruling.first.of-three", sizes=list(assessment.sizes)), "3-7"))
        closed = [area.text for area in dict.fromkeys(areas) if area not in assessment.allowed]
        if closed:
            told.append(Line(say("norway.ruling.first.closed", n=len(closed), areas=closed), "3-6"))
        if assessment.bordering:
            told.append(Line(say("norway.ruling.first.bordering"), "3-7"))
        if assessment.valid:
            told.append(Line(say("norway.ruling.first.valid", areas=[area.text for area in areas]), "3-7"))
        return told
