"""Who plays which country, decided by dice (3-2). The players may also simply agree: then nothing of this is used.

    seats, ruling = seats_by_die(("Anna", "Bo"), (("germany",), ("germany", "norway")), chance)

`ruling.throws` are the dice that were thrown, in their order, and `ruling.explanation` tells the choice name by name.
A name may be that of a team (1.2-3). Any source of chance will do: a Table, or GivenDice for dice typed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from feltherre.core.chance import VALUES, Chance, Dice, Line, Ruling, Thrown
from feltherre.core.game import Seat
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.procedures.inputs import Country
from feltherre.games.norway.procedures.setup import ChoiceSituation, CountryChoice, assign_countries
from feltherre.games.norway.state import ROLES

T = TypeVar("T")

_CHOICE = CountryChoice()

Wishes = Sequence[Country]


@rule("3-2", "1.2-1", "1.2-2")
def seats_by_die(names: Sequence[str], wishes: Sequence[Wishes], chance: Chance) -> tuple[tuple[Seat, ...], Ruling]:
    """The seats of two or three players who throw for their countries: the highest chooses first (3-2).

    `wishes`: for each player the countries he would take, best first. Those who tie throw again among themselves (R68).
    """
    # refuses other numbers of players, and wishes that do not fit them
    _CHOICE.assess(ChoiceSituation(len(names), tuple(tuple(wish) for wish in wishes)))
    noted = NotedChance(chance)
    told: list[Line] = []
    order = choosing_order(range(1, len(names) + 1), names, noted, told)
    assignment = assign_countries(order, wishes or [()] * len(names))
    for player in order:
        countries = [country_name(ROLES.index(country)) for country in assignment[player - 1]]
        told.append(Line(say("norway.sides.takes", name=names[player - 1], countries=countries), "3-2"))
    seats = tuple(Seat(name, tuple(roles)) for name, roles in zip(names, assignment, strict=True))
    outputs = {"order": order, "throw_again": [], "assignment": assignment}
    return seats, Ruling(_CHOICE.name, outputs, tuple(told), noted.made())


@rule("3-2")
def choosing_order(players: Sequence[int], names: Sequence[str], noted: NotedChance, told: list[Line]) -> list[int]:
    """The players in the order in which they choose; those who tied keep their place towards the others (R68)."""
    ruling = _CHOICE.resolve(_CHOICE.assess(ChoiceSituation(len(players))), noted)
    dice = dict(zip(players, noted.throws[-1].values, strict=True))
    told.extend(
        Line(say("norway.sides.throws", name=names[player - 1], die=die), "3-2", die) for player, die in dice.items()
    )
    if not ruling.outputs["throw_again"]:
        return [players[place - 1] for place in ruling.outputs["order"]]
    order: list[int] = []
    for die in sorted(set(dice.values()), reverse=True):
        level = [player for player in players if dice[player] == die]
        if len(level) > 1:
            told.append(Line(say("norway.sides.tie", names=[names[player - 1] for player in level]), "3-2"))
            level = choosing_order(level, names, noted, told)
        order += level
    return order


class NotedChance(Chance):
    """Another source of chance, whose throws are noted here."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.throws: list[Thrown] = []

    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        dice = self.source.throw(n, purpose, rule, reads)
        self.throws.append(Thrown(purpose, rule, dice.values))
        return dice

    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        return self.source.draw(k, items, purpose, rule)

    def made(self) -> tuple[Thrown, ...]:
        return tuple(self.throws)
