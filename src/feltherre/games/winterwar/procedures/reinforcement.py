"""Where reinforcements may enter (step 2 of the turn, 2.1)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure

Kind: TypeAlias = Literal["ordinary", "partisan", "air", "swedish"]


class EntrySituation(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex for a reinforcement: what the ledger asks about it."""

    kind: Kind
    own_national_town: bool
    controlled: bool
    enemy_zoc: bool
    own_ground_unit: bool
    enemy_ground_unit: bool
    borders_soviet_union: bool
    near_sweden: bool
    room: bool


@rule("turn-2-a", "1.1-b", "2.1-b", "2.1.1-d", "2.1.2-b", "1.6-n")
def why_no_entry(entry: EntrySituation) -> str | None:
    """Why a reinforcement may not enter here; None if it may (turn-2-a, 2.1, R43, R44)."""
    if entry.enemy_ground_unit:
        return "enemy"
    if not entry.room:
        return "no-base" if entry.kind == "air" else "no-room"
    if entry.kind == "partisan":
        return _partisan_fault(entry)
    wrong_place = _swedish_fault(entry) if entry.kind == "swedish" else _town_fault(entry)
    return wrong_place or _zone_fault(entry)


@rule("2.1-i")
def _partisan_fault(entry: EntrySituation) -> str | None:
    """Partisans enter anywhere on the Soviet border, enemy zones of control or not (2.1-i, R43)."""
    return None if entry.borders_soviet_union else "no-border"


@rule("turn-2-a", "1.1-b", "2.1.1-d", "2.1.2-b")
def _town_fault(entry: EntrySituation) -> str | None:
    """The others enter in towns of their own country that their side controls (turn-2-a, 1.1-b)."""
    if not entry.own_national_town:
        return "no-town"
    return None if entry.controlled else "lost"


@rule("supply-3")
def _swedish_fault(entry: EntrySituation) -> str | None:
    """Swedish units enter where the others do, and also on the Swedish border (1.1-b, supply-3, R9)."""
    if entry.own_national_town:
        return _town_fault(entry)
    return None if entry.near_sweden else "not-near-sweden"


@rule("turn-2-b", "2.1-c", "2.1.1-d", "2.1.2-b")
def _zone_fault(entry: EntrySituation) -> str | None:
    """In an enemy zone of control only where an own ground unit stands (2.1-c, R44)."""
    return "zone" if entry.enemy_zoc and not entry.own_ground_unit else None


#: why a reinforcement may not enter -> the rule; by what kind it may -> the rule
REASON_RULE: Final = {
    "enemy": "turn-2-a",
    "no-room": "setup-5",
    "no-base": "1.6-n",
    "no-border": "2.1-i",
    "no-town": "1.1-b",
    "lost": "turn-2-a",
    "not-near-sweden": "supply-3",
    "zone": "2.1-c",
}
KIND_RULE: Final = {"ordinary": "1.1-b", "air": "1.1-b", "partisan": "2.1-i", "swedish": "supply-3"}


@procedure("reinforcement-placement")
def reinforcement_placement(entry: EntrySituation, desk: Desk) -> Outcome:
    """Whether a reinforcement may enter in a hex (turn-2, 2.1)."""
    reason = why_no_entry(entry)
    if reason is None:
        desk.line(f"entry.allowed.{entry.kind}", KIND_RULE[entry.kind])
    else:
        desk.line(f"entry.{reason}", REASON_RULE[reason])
    return {"allowed": reason is None}
