"""The umpire's procedures of the Civil War, in the ledger's order."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure, Procedure
from feltherre.games.civilwar.procedures import (
    ammunition,
    artillery,
    artillery_hits,
    attack,
    field_works,
    forced_actions,
    losses,
    march,
    melee,
    morale,
    orders,
    small_arms,
)
from feltherre.games.civilwar.tables import ledger_tree

_CHAPTERS = (orders, small_arms, losses, artillery, artillery_hits, attack, melee, morale, ammunition)
_FOUND = {
    thing.name: thing
    for chapter in (*_CHAPTERS, march, field_works, forced_actions)
    for thing in vars(chapter).values()
    if isinstance(thing, Procedure)
}
PROCEDURES: dict[str, AnyProcedure] = {entry["name"]: _FOUND[entry["name"]] for entry in ledger_tree()["procedures"]}
