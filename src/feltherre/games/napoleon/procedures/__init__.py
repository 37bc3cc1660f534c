"""The umpire's procedures of the Napoleonic rules, in the ledger's order. Each module says in PROCEDURES which are its
own."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.napoleon.procedures import (
    ammunition,
    artillery,
    attack,
    buildings,
    command,
    disorder,
    engineers,
    fields,
    flight,
    march,
    melee,
    sight,
    small_arms,
)
from feltherre.games.napoleon.tables import ledger_tree

CHAPTERS = (
    command,
    sight,
    march,
    small_arms,
    fields,
    artillery,
    disorder,
    attack,
    melee,
    flight,
    ammunition,
    buildings,
    engineers,
)
_FOUND = {procedure.name: procedure for chapter in CHAPTERS for procedure in chapter.PROCEDURES}
PROCEDURES: dict[str, AnyProcedure] = {entry["name"]: _FOUND[entry["name"]] for entry in ledger_tree()["procedures"]}
