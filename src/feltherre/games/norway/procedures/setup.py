"""Before the first turn (chapters 2.2 and 3): stacks of chips, who plays which country, the first Allied battalions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.norway import board
from feltherre.games.norway.procedures import inputs

#: table 2.2: battalions a piece or chip stands for
PIECE, WHITE_CHIP, BLACK_CHIP = 1, 1, 5

#: the sides to take, by number of players (1.2-1, 1.2-2), in the order in which they are left over (R68)
SIDES: dict[int, tuple[tuple[inputs.Country, ...], ...]] = {
    2: (("germany",), ("norway", "allies")),
    3: (("germany",), ("norway",), ("allies",)),
}

#: table 3-allies: two groups of three, which may not border each other
FIRST = board.first_allies()
FIRST_GROUPS, FIRST_GROUP_SIZE = FIRST.groups, FIRST.per_group


@rule("3-2", "1.2-1", "1.2-2")
def assign_countries(order: Sequence[int], wishes: Sequence[Sequence[inputs.Country]]) -> list[list[inputs.Country]]:
    """Each player in turn takes the first of his wishes that is free, or the first side left (3-2, 1.2, R68)."""
    free = list(SIDES[len(order)])
    taken: dict[int, tuple[inputs.Country, ...]] = {}
    for player in order:
        wished = (side for wish in wishes[player - 1] for side in free if wish in side)
        taken[player] = next(wished, free[0])
        free.remove(taken[player])
    return [list(taken[player]) for player in sorted(taken)]


class StackSituation(Struct, frozen=True, forbid_unknown_fields=True):
    pieces: Annotated[int, Meta(ge=0, le=1)]
    white_chips: inputs.Count
    black_chips: inputs.Count


@procedure("stack-count")
def stack_count(stack: StackSituation, desk: Desk) -> Outcome:
    """How many battalions a stack of piece and chips stands for (2.2-6, table 2.2)."""
    total = 0
    for part, n, worth in (
        ("piece", stack.pieces, PIECE),
        ("white", stack.white_chips, WHITE_CHIP),
        ("black", stack.black_chips, BLACK_CHIP),
    ):
        total += n * worth
        desk.line_if(n > 0, f"stack.{part}", "2.2-6", n * worth, n=n, battalions=inputs.battalions(n * worth))
    desk.line("stack.total", "2.2-6", total, battalions=inputs.battalions(total))
    return {"battalions": total}


class ChoiceSituation(Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    wishes: tuple[tuple[inputs.Country, ...], ...] = ()
    again: tuple[int, ...] = ()


@procedure("country-choice", dice=list[int])
def country_choice(given: ChoiceSituation, desk: Desk) -> Resolve:
    """Who chooses first among the countries, and what each takes (3-2, 1.2-1, 1.2-2, R68); after a tie those named in
    `again` throw once more."""
    players, wishes, again = given.players, given.wishes, given.again
    desk.refuse_if(players not in SIDES, "players", "1.2-1", n=players)
    desk.refuse_if(bool(wishes) and len(wishes) != players, "wishes", "3-2", n=len(wishes), players=players)
    wrong = again and (sorted({*again}) != [*again] or len(again) < 2 or not 1 <= again[0] < again[-1] <= players)
    desk.refuse_if(bool(wrong), "again", "3-2", players=players)
    throwing = again or tuple(range(1, players + 1))

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(len(throwing), "dice", "3-2").values
        thrown = dict(zip(throwing, dice, strict=True))
        tied = [player for player, die in thrown.items() if dice.count(die) > 1]
        order = [] if tied else sorted(throwing, key=lambda player: -thrown[player])
        assignment = assign_countries(order, wishes) if len(order) == players and wishes else []
        for player, die in thrown.items():
            desk.line("choice.throws", "3-2", die, player=player, die=die)
        desk.line_if(bool(tied), "choice.tie", "3-2", players=tied)
        desk.line_if(not tied, "choice.order", "3-2", players=order)
        for player in order if assignment else ():
            taken = [inputs.country(country) for country in assignment[player - 1]]
            desk.line("choice.takes", "3-2", player=player, countries=taken)
        return {"order": order, "throw_again": tied, "assignment": assignment}

    return resolve


class FirstPlacementSituation(Struct, frozen=True, forbid_unknown_fields=True):
    group_areas: tuple[str, ...]
    group_sizes: tuple[inputs.Count, ...]
    allowed: tuple[str, ...]
    bordering: bool


@procedure("first-allied-placement")
@rule("3-6", "3-7")
def first_allied_placement(given: FirstPlacementSituation, desk: Desk) -> Outcome:
    """Whether the first six Allied battalions stand as two groups of three that do not border (3-6, 3-7)."""
    areas, allowed, sizes = inputs.areas(given.group_areas), inputs.areas(given.allowed), list(given.group_sizes)
    different = len(set(areas))
    two_areas = len(areas) == different == FIRST_GROUPS
    of_three = sizes == [FIRST_GROUP_SIZE] * FIRST_GROUPS
    closed = [area.text for area in dict.fromkeys(areas) if area not in allowed]
    valid = two_areas and of_three and not closed and (FIRST.may_border or not given.bordering)
    desk.line_if(not two_areas, "first.two-areas", "3-7", n=different)
    desk.line_if(not of_three, "first.of-three", "3-7", sizes=sizes)
    desk.line_if(bool(closed), "first.closed", "3-6", n=len(closed), areas=closed)
    desk.line_if(given.bordering, "first.bordering", "3-7")
    desk.line_if(valid, "first.valid", "3-7", areas=[area.text for area in areas])
    return {"valid": valid}
