"""The result codes of combat tables, read letter by letter, and what they bring on average.

A part of a code is a side (A attacker, F defender), its losses (a number, or E for everybody who took part) and R if
that side retreats; a hyphen joins the parts of both sides.

>>> parse_result("A1-F2R")
Code(attacker=Part(losses=1, everyone=False, retreats=False), defender=Part(losses=2, everyone=False, retreats=True))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from feltherre.ground.hexes.combat_table import CombatTable

SideLetter = Literal["A", "F"]
_PART = re.compile(r"([AF])(E|\d{1,2})?(R)?")


class Part(Struct, frozen=True):
    """What a result does to one side."""

    losses: int = 0
    #: E: everybody who took part takes a loss
    everyone: bool = False
    retreats: bool = False


#: nothing happens to a side of which the code does not speak
NOTHING = Part()


class Code(Struct, frozen=True):
    """What a result does to both sides."""

    attacker: Part = NOTHING
    defender: Part = NOTHING

    def part(self, side: SideLetter) -> Part:
        """What happens to the attacking side A or the defending side F."""
        return self.attacker if side == "A" else self.defender


@lru_cache(maxsize=1024)
def parse_result(text: str) -> Code | None:
    """The code of a result; None if it is none."""
    parts: dict[str, Part] = {}
    for word in text.split("-"):
        found = _PART.fullmatch(word)
        if found is None or len(word) == 1 or found[1] in parts:
            return None
        losses = int(found[2]) if found[2] and found[2] != "E" else 0
        parts[found[1]] = Part(losses, found[2] == "E", found[3] is not None)
    return Code(parts.get("A", NOTHING), parts.get("F", NOTHING))


# for players: an attack weighed by the results of its six faces


class Forecast(NamedTuple):
    """What a combat brings on average: points for the attacker, losses of each side, and how often the hex is won."""

    gain: float
    attacker_losses: float
    defender_losses: float
    won: float


def taken(part: Part, there: int) -> int:
    """How many of so many counters take a loss."""
    return there if part.everyone else min(part.losses, there)


def harm(part: Part, there: int) -> int:
    """Counters of a side that take a loss, and one more if it is driven back."""
    return taken(part, there) + part.retreats


def worth(ways: Mapping[str, int], attackers: int, defenders: int) -> int:
    """What the enemy suffers in an attack, less what the attackers do. `ways`: result -> on how many faces of the die
    it comes."""
    codes = ((parse_result(result) or Code(), faces) for result, faces in ways.items())
    return sum(faces * (harm(code.defender, defenders) - harm(code.attacker, attackers)) for code, faces in codes)


class Odds:
    """A combat table by odds as players weigh it: the results of the six faces of the die, kept for each attack."""

    def __init__(self, table: CombatTable) -> None:
        self.table = table
        #: (attack, defence) -> column
        self.column = lru_cache(maxsize=65536)(table.odds_column)
        #: (column, modifier) -> the results of the six faces of the die
        self.results = cache(self._results)
        self.driven_out = lru_cache(maxsize=65536)(self._driven_out)
        self.losses = lru_cache(maxsize=65536)(self._losses)

    def heading(self, attack: int, defence: int) -> str:
        """The odds as the table prints them, an open end as its number."""
        return self.table.headings[self.column(attack, defence)].lstrip("<>=")

    def of(self, attack: int, defence: int, modifier: int) -> tuple[Code, ...]:
        """What the six faces of the die bring."""
        return self.results(self.column(attack, defence), modifier)

    def _results(self, column: int, modifier: int) -> tuple[Code, ...]:
        return tuple(parse_result(self.table.result(column, die + modifier)) or Code() for die in range(1, 7))

    def _driven_out(self, attack: int, defence: int, modifier: int, faces: int) -> float:
        """How often an attack empties the hex: the defenders retreat, or lose the last of so many faces."""
        codes = [code.defender for code in self.of(attack, defence, modifier)]
        empties = (each.retreats or each.losses >= faces or (each.everyone and faces <= 1) for each in codes)
        return sum(empties) / len(codes)

    def _losses(self, attack: int, defence: int, modifier: int, defenders: int) -> float:
        """How many of so many defending counters take a loss on average; a retreat under pressure is not counted."""
        codes = self.of(attack, defence, modifier)
        return sum(taken(code.defender, defenders) for code in codes) / len(codes)


def forecast(
    results: Sequence[Code],
    attacker_costs: Sequence[float],
    defender_costs: Sequence[float],
    faces: int,
    driven: Callable[[int], tuple[float, bool]],
    prize: float,
) -> Forecast:
    """Weigh the results. The costs are those of the first, second... loss of a side; `faces`: how many losses destroy
    the defenders; `driven`: what a retreat costs them after so many losses, and whether they leave the hex; `prize`:
    what the attacker gains if he wins the hex."""
    gain = lost = killed = won = 0.0
    for code in results:
        own_losses = taken(code.attacker, len(attacker_costs))
        their_losses = taken(code.defender, len(defender_costs))
        gain += sum(defender_costs[:their_losses]) - sum(attacker_costs[:own_losses])
        lost += own_losses
        killed += their_losses
        cost, left = driven(their_losses) if code.defender.retreats else (0.0, False)
        if their_losses >= faces or left:
            won += 1
            gain += prize
        gain += cost
    n = len(results)
    return Forecast(gain / n, lost / n, killed / n, won / n)
