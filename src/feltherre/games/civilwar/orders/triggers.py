"""What a fire order waits for (03.03.6, 03.03.7, R35): the ledger's closed list `fire_triggers`, as data.

A trigger is met once, at the first instant of the turn at which it is true and the firer sees its target. Most take a
filter on the enemy; an empty one fits every enemy.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.games.civilwar.orders.places import Gate, Length, Name, ObjectMark, UnitMark

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


class _Trigger(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What triggers have in common."""


class Enemy(_Trigger, frozen=True):
    """Which enemies count: a named one, an arm, a formation, those that attack; nothing given: all."""

    unit: Name | None = None
    arm: EnemyArm | None = None
    formation: Formation | None = None
    attacking: bool = False


ANY_ENEMY = Enemy()


class AtTime(_Trigger, frozen=True, tag="at"):
    """At an eighth of the turn; 0 is at once."""

    eighths: Instant = 0


class EnemyCrosses(_Trigger, frozen=True, tag="enemy_crosses"):
    """A base of an enemy cuts the gate."""

    gate: Gate
    enemy: Enemy = ANY_ENEMY


class EnemyWithin(_Trigger, frozen=True, tag="enemy_within"):
    """An enemy comes so near to the firer, or to a friendly unit or terrain object."""

    length: Length
    of: UnitMark | ObjectMark | None = None
    enemy: Enemy = ANY_ENEMY


class EnemyVisible(_Trigger, frozen=True, tag="enemy_visible"):
    """An enemy becomes visible to the firer."""

    enemy: Enemy = ANY_ENEMY


class EnemyFires(_Trigger, frozen=True, tag="enemy_fires"):
    """An enemy has fired at the firer, or at a friendly unit."""

    at: Name | None = None
    enemy: Enemy = ANY_ENEMY


class BeforeShock(_Trigger, frozen=True, tag="before_shock"):
    """An attacker reaches charge distance of the firer, or of a friendly unit (07.02.2, R36)."""

    unit: Name | None = None
    enemy: Enemy = ANY_ENEMY


class AfterShock(_Trigger, frozen=True, tag="after_shock"):
    """Directly after a shock throw against the firer, if it is then in OR or LU (R36)."""


class OwnDoes(_Trigger, frozen=True, tag="own"):
    """A friendly unit starts or ends its move, fires, retires, routs or makes contact."""

    unit: Name
    event: OwnEvent


class UmpireSays(_Trigger, frozen=True, tag="umpire"):
    """Free wording; the umpire declares it met."""

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
