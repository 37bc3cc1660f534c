"""What several procedures share: the kinds of input, as the ledger names them, exact numbers, and how lengths and times
are told. What a number cannot be in any situation is in its type; what a rule forbids the procedure refuses (R95).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from feltherre.core.amounts import in_decimals, in_eighths
from feltherre.core.chance import TALLY, Chance, Dice
from feltherre.core.procedure import Desk
from feltherre.core.text import Text, say
from feltherre.games.napoleon.tables import records

MOST: Final = 1_000_000
#: a number of things on the table: it cannot be negative, nor beyond all counting
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
#: cm, or turns
Length: TypeAlias = Annotated[float, Meta(ge=0, le=MOST)]
#: points, modifiers and grades, which may be below zero; grades and training are cut to what a schema prints (R91)
Points: TypeAlias = Annotated[int, Meta(ge=-MOST, le=MOST)]
#: an angle in degrees, or how far something has been turned
Angle: TypeAlias = Annotated[float, Meta(ge=0, le=MOST)]
#: a compass direction: 0 is up, and it goes round with the clock
Facing: TypeAlias = Annotated[float, Meta(ge=-MOST, le=MOST)]
Coordinate: TypeAlias = Annotated[float, Meta(ge=-MOST, le=MOST)]
#: [x, y] in cm
Point: TypeAlias = tuple[Coordinate, Coordinate]
#: an outline, corner by corner
Outline: TypeAlias = tuple[Point, ...]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]

#: the worst and the best morale grade (04.05.1)
GRADES: Final = (-4, 5)

#: the states of order, worst last (03.03)
State: TypeAlias = Literal["OR", "LU-1", "LU-2", "LU-3", "U", "FU"]
#: those in which a unit can still fight
FightingState: TypeAlias = Literal["OR", "LU-1", "LU-2", "LU-3", "U"]

#: the formations of the ledger's table formation-geometry
BookFormation: TypeAlias = Literal[
    "line",
    "attack_column",
    "regimental_column",
    "march_column",
    "single_file",
    "brigade_column",
    "square",
    "brigade_square",
    "battalion_mass",
    "clump",
    "dense_skirmish_line",
    "thin_skirmish_line",
    "attack_column_da_pr_au",
    "attack_column_fr",
    "attack_column_ru",
    "attack_column_company_front",
    "artillery_march_column",
    "artillery_line",
    "working",
    "routed",
]
#: with the words for open formations of any density
Formation: TypeAlias = BookFormation | Literal["skirmish_line", "swarm"]
#: the formations in which a unit marches one behind another, and has no front to speak of (06.01.3, 07.04.3)
MARCH_COLUMNS: Final = frozenset({"march_column", "single_file", "artillery_march_column"})
#: skirmish line, swarm, working units and those in flight (05.04.2)
OPEN: Final = frozenset(
    {"skirmish_line", "swarm", *(row["key"] for row in records("formation-geometry") if row["order"] == "open")}
)

#: what a procedure of one throw of three dice asks for
THREE_DICE: Final[dict[str, Any]] = {"dice": list[int]}
#: the same where sometimes nothing is thrown
THREE_DICE_OR_NONE: Final[dict[str, Any]] = {"dice": list[int] | None}


def three_dice_if(thrown: bool, chance: Chance, rule: str, purpose: str = "dice") -> Dice | None:
    """Three dice of which only the sum is read, where they are thrown; else what people threw all the same is passed
    over (R11, R95)."""
    if thrown:
        return chance.throw(3, purpose, rule, TALLY)
    chance.ignore(3, purpose)
    return None


def cut(number: int, least: int, most: int) -> int:
    """A grade or training within what the schema prints (R91)."""
    return max(least, min(most, number))


def check_lu_grades(grades: int, in_u: bool, desk: Desk) -> None:
    """No unit has more than three LU grades, nor any while it is in U (03.03.7, R7)."""
    desk.refuse_if(grades > 3, "lu-grades", "03.03.7", n=grades)
    desk.refuse_if(grades > 0 and in_u, "lu-in-u", "03.03.7")


def lu_grades(state: State) -> int:
    """How many LU grades a unit in this state has."""
    return int(state[-1]) if state.startswith("LU-") else 0


# numbers


def number(exactly: Fraction) -> int | float:
    """An exact number as an output tells it: whole, or the nearest that JSON can write."""
    return int(exactly) if exactly.denominator == 1 else float(exactly)


def amount(value: float | Fraction) -> str | Text:
    """A length or time as it is read: 2, 1¾, ⅛; what no eighth fits with decimals."""
    return in_eighths(value) or decimals(value)


def decimals(value: float | Fraction) -> str | Text:
    """A number with at most two decimals, in the reader's language: 78.75."""
    whole, part = in_decimals(value)
    return say("napoleon.count.decimal", whole=whole, part=part) if part else whole


def turns_of(time: float | Fraction) -> Text:
    """A time as it is read: `½ turn`, `2 turns`."""
    return say("napoleon.count.turns", n=1 if 0 < time <= 1 else 2, time=amount(time))


# telling


def tell_dice(dice: Dice, modifier: int, total: int, desk: Desk, rule: str) -> None:
    """What was thrown, and what it counts with its additions and deductions."""
    if modifier:
        desk.line("dice-count", rule, total, dice=dice.total, total=total)
    else:
        desk.line("dice", rule, total, dice=dice.total)


def class_of(value: int) -> str:
    """A class of obstacle or cover as the book writes it: I to III."""
    return ("", "I", "II", "III")[value]
