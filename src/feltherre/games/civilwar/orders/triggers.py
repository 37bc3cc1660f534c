"""What a fire order waits for (03.03.6, 03.03.7, R35): the ledger's closed list `fire_triggers`, as data.

A trigger is met once, at the first instant of the turn at which it is true and the firer sees its target. Most take a
filter on the enemy; an empty one fits every enemy.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.games.civilwar.orders.places import Gate, Length, Name, ObjectMark, Signed, UnitMark
from feltherre.games.civilwar.orders.templates import Sign

#: an instant of the turn, in eighths
Instant: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
#: what a friendly unit does that others wait for
OwnEvent: TypeAlias = Literal["starts", "ends", "fires", "retires", "routs", "contact"]
EnemyArm: TypeAlias = Literal["infantry", "cavalry", "artillery"]
Formation: TypeAlias = Literal["line", "attack_column", "march_column", "thin_line", "chain"]
#: words for people, such as what the umpire is to look out for: one line
Words: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=500, pattern=r"\A[^\x00-\x1f\x7f\u0085\u2028\u2029]+\Z")
]


class Enemy(Signed, frozen=True):
    """Which enemies count: a named one, an arm, a formation, those that attack; nothing given: all."""

    sign: ClassVar = Sign("[{unit:marked}] [{arm}] [{formation}] [ATTACKING=attacking]", "S WHEN SEEN BY CAV ATTACKING")
    unit: Name | None = None
    arm: EnemyArm | None = None
    formation: Formation | None = None
    attacking: bool = False


ANY_ENEMY = Enemy()


class AtTime(Signed, frozen=True, tag="at"):
    """At an eighth of the turn; 0 is at once."""

    sign: ClassVar = Sign("AT {eighths}", "S WHEN AT 1/4")
    eighths: Instant = 0


class EnemyCrosses(Signed, frozen=True, tag="enemy_crosses"):
    """A base of an enemy cuts the gate."""

    sign: ClassVar = Sign("CROSS {gate} [BY {enemy:filter}]", "CROSS pines/NE +N 12")
    gate: Gate
    enemy: Enemy = ANY_ENEMY


class EnemyWithin(Signed, frozen=True, tag="enemy_within"):
    """An enemy comes so near to the firer, or to a friendly unit or terrain object."""

    sign: ClassVar = Sign(
        "WITHIN {length} [OF {of}] [BY {enemy:filter}]", "S WHEN WITHIN 8", of="S WHEN WITHIN 8 OF henry-house"
    )
    length: Length
    of: UnitMark | ObjectMark | None = None
    enemy: Enemy = ANY_ENEMY


class EnemyVisible(Signed, frozen=True, tag="enemy_visible"):
    """An enemy becomes visible to the firer."""

    sign: ClassVar = Sign("SEEN [BY {enemy:filter}]")
    enemy: Enemy = ANY_ENEMY


class EnemyFires(Signed, frozen=True, tag="enemy_fires"):
    """An enemy has fired at the firer, or at a friendly unit."""

    sign: ClassVar = Sign("FIRES [AT {at:unit}] [BY {enemy:filter}]", "S WHEN FIRES AT va2")
    at: Name | None = None
    enemy: Enemy = ANY_ENEMY


class BeforeShock(Signed, frozen=True, tag="before_shock"):
    """An attacker reaches charge distance of the firer, or of a friendly unit (07.02.2, R36)."""

    sign: ClassVar = Sign(
        "BEFORE SHOCK [OF? {unit}] [BY {enemy:filter}]", "S WHEN BEFORE SHOCK", unit="S WHEN BEFORE SHOCK OF va2"
    )
    unit: Name | None = None
    enemy: Enemy = ANY_ENEMY


class AfterShock(Signed, frozen=True, tag="after_shock"):
    """Directly after a shock throw against the firer, if it is then in OR or LU (R36)."""

    sign: ClassVar = Sign("AFTER SHOCK", "S WHEN AFTER SHOCK")


class OwnDoes(Signed, frozen=True, tag="own"):
    """A friendly unit starts or ends its move, fires, retires, routs or makes contact."""

    sign: ClassVar = Sign("OWN {unit} {event}", "S WHEN OWN va2 FIRES")
    unit: Name
    event: OwnEvent


class UmpireSays(Signed, frozen=True, tag="umpire"):
    """Free wording; the umpire declares it met."""

    sign: ClassVar = Sign("UMPIRE {text}", 'S WHEN UMPIRE "their smoke clears"')
    text: Words


Trigger: TypeAlias = (
    AtTime | EnemyCrosses | EnemyWithin | EnemyVisible | EnemyFires | BeforeShock | AfterShock | OwnDoes | UmpireSays
)
AT_ONCE = AtTime()


def waits_for_umpire(part: object) -> bool:
    """If an order, or a part of one, waits for what only an umpire can judge."""
    if isinstance(part, tuple):
        return any(waits_for_umpire(item) for item in part)
    if isinstance(part, Struct) and not isinstance(part, UmpireSays):
        return any(waits_for_umpire(getattr(part, field)) for field in part.__struct_fields__)
    return isinstance(part, UmpireSays)
