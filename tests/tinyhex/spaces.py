"""What may be answered in The Ford."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.notation import Notation
from feltherre.core.space import Action, OneOf, Single, Space
from feltherre.core.spaces import Then
from feltherre.ground.hexes.reasons import Reason
from feltherre.hexgame import fighting, marching
from feltherre.hexgame.actions import FallBack as FallBack
from feltherre.hexgame.actions import Stand as Stand
from feltherre.hexgame.notation import codecs
from tinyhex.field import BOARD, COUNTERS, GRID, LAKE, THEATRE, WORDS, Field, way_out


class March(Action, frozen=True, tag="march"):
    """A counter goes hex by hex (S3)."""

    forms = ("{unit:unit} {path:path}", "march {unit:unit} {path:path}")
    example = "N1 > 0303"
    weight = 6

    unit: str
    path: tuple[str, ...]


class Attack(Action, frozen=True, tag="attack"):
    """Some counters attack an enemy together (S4)."""

    forms = ("attack {hex:hex} with {units:units}",)
    gathers = True
    weight = 4

    hex: str
    units: tuple[str, ...]


class End(Action, frozen=True, tag="end"):
    """No more marches, or no more attacks (S2)."""

    forms = ("end",)
    tapped = False
    final = True


ACTIONS = (March, Attack, End, FallBack, Stand)
AnyAction = March | Attack | End | FallBack | Stand
NOTATION = Notation.of(ACTIONS, codecs(COUNTERS, BOARD))

#: why a counter does not march at all, or into a hex (S3)
_REASONS: marching.Reasons = {
    LAKE: ("lake", "S3"),
    marching.ENEMY: ("taken", "S3"),
    marching.FULL: ("taken", "S3"),
    Reason.MUST_STOP: ("stops", "S3"),
    Reason.TOO_DEAR: ("too-far", "S3"),
    Reason.NOT_ADJACENT: ("too-far", "S3"),
}


def marched(state: Field, unit: int) -> tuple[str, str] | None:
    """Every counter marches once (S2)."""
    return ("marched", "S2") if state.moved[unit] else None


def no_such_kind(kind: str) -> Illegal:
    return WORDS.illegal(f"no-{kind}", "S2")


def kinds(branches: dict[str, Space[Any]], *actions: type[Action]) -> OneOf:
    return OneOf(branches, actions, no_such_kind, WORDS.kind_name)


def march_space(state: Field) -> OneOf:
    marches = marching.Marches(THEATRE, state, March, "S3", marched, _REASONS, THEATRE.movers)
    branches: dict[str, Space[Any]] = {"march": marches} if any(True for _ in marches.able()) else {}
    return kinds({**branches, "end": Single(End())}, March, End)


def targets(state: Field) -> dict[int, list[int]]:
    """Hex of an enemy -> the counters that may attack it (S4)."""
    found = fighting.targets(
        THEATRE, state, GRID.neighbours, lambda unit: not state.attacked[unit], lambda unit, hex_: True
    )
    return dict(sorted(found.items()))


def attack_space(state: Field) -> OneOf:
    """A hex with an enemy, then those who attack it (S4)."""
    open_to = targets(state)

    def about(key: str, unit: int) -> Illegal:
        return WORDS.illegal(key, "S4", unit=COUNTERS.name(unit))

    def refuse(chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is None:
            return WORDS.illegal("nobody-attacks", "S4")
        return about("fought" if state.attacked[unit] else "not-beside", unit)

    def attack() -> Then[Attack]:
        return fighting.attack_space(
            *(WORDS, Attack, Attack, open_to, open_to.__getitem__, ("S4", "S4")),
            no_target=lambda hex_: WORDS.about_hex("no-target", hex_, "S4"),
            not_first=lambda unit: about("hex-first", unit),
            refuse=lambda hex_: refuse,
            sound=lambda hex_: [open_to[hex_], *([unit] for unit in open_to[hex_])],
        )

    return kinds({**({"attack": attack()} if open_to else {}), "end": Single(End())}, Attack, End)


def beaten_space(state: Field, unit: int, may_stand: bool) -> OneOf:
    """Back one hex; or, beaten only just, a loss where it stands (S4)."""

    def why_not(hex_: int) -> Illegal:
        return WORDS.about_unit("not-back", unit, hex_, "S4")

    return fighting.fall_back_or_stand(WORDS, way_out(state, unit), why_not, may_stand, no_such_kind, "S4")
