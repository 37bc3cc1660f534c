"""What several procedures share: the kinds of input, as the ledger names them (what cannot be is refused, R103), the
states of order (08.02.1), and what is told of a throw.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from msgspec import Meta

from feltherre.core.amounts import in_decimals, in_eighths
from feltherre.core.chance import TALLY, Chance, Dice
from feltherre.core.changes import OneOf
from feltherre.core.figures import plain
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, refuse
from feltherre.core.text import Text, say

#: a number of things on the table: it cannot be negative, nor beyond all counting
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
#: a number of things of which there must be at least one
Some: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
#: cm, or turns
Length: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]
#: a compass bearing in degrees, however often it goes round
Bearing: TypeAlias = Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]
#: a place on the table, or a height in terraces
Coordinate: TypeAlias = Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]
#: the smallest angle between two directions, in degrees
Angle: TypeAlias = Annotated[float, Meta(ge=0, le=180)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
#: morale grade (08.01.1)
Grade: TypeAlias = Annotated[int, Meta(ge=-1, le=2)]
#: class of cover or obstacle; 0 is none
Class: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
#: an earlier throw of two dice that is read again and not thrown anew
DiceSum: TypeAlias = Annotated[int, Meta(ge=2, le=12)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]

#: good order, light disorder, disorder, rout (08.02.1)
Order: TypeAlias = Literal["OR", "LU", "U", "FU"]
#: the orders in which a unit can still fight
FightingOrder: TypeAlias = Literal["OR", "LU", "U"]
Arm: TypeAlias = Literal["infantry", "cavalry_mounted", "cavalry_dismounted", "artillery"]
FireFormation: TypeAlias = Literal["closed", "thin_line", "chain", "building"]
#: foot: infantry and dismounted cavalry
Kind: TypeAlias = Literal["foot", "mounted", "limbered_artillery", "unlimbered_artillery"]
Ammunition: TypeAlias = Literal["canister", "shell", "solid_shot"]
Aspect: TypeAlias = Literal["front", "overlap", "flank", "rear"]

#: what a procedure of one throw of two dice asks for
TWO_DICE: Final[dict[str, Any]] = {"dice": list[int]}
#: the same where sometimes nothing is thrown
TWO_DICE_OR_NONE: Final[dict[str, Any]] = {"dice": list[int] | None}


@rule("01.04.1")
def two_dice_if(thrown: bool, chance: Chance, rule: str, purpose: str = "dice") -> Dice | None:
    """Two dice of which only the sum is read, where they are thrown; else what people threw all the same is passed
    over."""
    if thrown:
        return chance.throw(2, purpose, rule, TALLY)
    chance.ignore(2, purpose)
    return None


def check_ranks(front: int, everyone: int, front_name: str, all_name: str, rule_id: str) -> None:
    """The ranks of all units include those of the unit in front; 0: there is none behind it (R54, R103)."""
    if 0 < everyone < front:
        told = {"front_name": front_name, "all_name": all_name}
        raise refuse("civilwar.refuse.ranks", rule_id, front=front, all=everyone, **told)


def first(reasons: Mapping[str, bool], otherwise: str = "ok") -> str:
    """The first reason that holds."""
    return next((why for why, holds in reasons.items() if holds), otherwise)


def amount(number: float | Fraction) -> str | Text:
    """A length or time as it is read: 2, 1¾, ⅛; what no eighth fits with decimals."""
    return in_eighths(number) or decimals(number)


def decimals(number: float | Fraction) -> str | Text:
    """A number with at most two decimals, in the reader's language: 78.75."""
    whole, part = in_decimals(number)
    return say("civilwar.count.decimal", whole=whole, part=part) if part else whole


def turns_of(time: float | Fraction) -> Text:
    """A time as it is read: `½ turn`, `2 turns`."""
    return say("civilwar.count.turns", n=1 if 0 < time <= 1 else 2, time=amount(time))


def class_of(number: int) -> str:
    """A class of obstacle or cover as the book writes it: I to IV."""
    return ("", "I", "II", "III", "IV")[number]


def tell_dice(dice: int, modifier: int, desk: Desk, rule: str) -> None:
    """What was thrown, and what it counts with its modifiers."""
    counts = dice + modifier
    if modifier:
        desk.line("dice-counts", rule, counts, dice=dice, counts=plain(counts))
    else:
        desk.line("dice", rule, counts, dice=dice)


# the states of order


#: from the best to the worst
ORDERS: Final[tuple[Order, ...]] = ("OR", "LU", "U", "FU")
_RANK: Final = {order: rank for rank, order in enumerate(ORDERS)}


def as_order(name: str) -> Order:
    """The order that a cell of a schema names."""
    return cast("Order", name)


def worse(present: Order, result: Order) -> Order:
    """The worse of two states: no throw makes an order better (R76, R85)."""
    return result if _RANK[result] > _RANK[present] else present


def order_name(order: str) -> Text:
    """`light disorder (LU)`."""
    return say(f"civilwar.order.{order}")


def no_better(order: str) -> OneOf:
    """What an umpire may make of the order that a result leaves a unit in: never a better one (R76, R85)."""
    return OneOf(ORDERS[ORDERS.index(as_order(order)) :])
