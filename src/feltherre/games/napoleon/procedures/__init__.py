"""The umpire's procedures of the Napoleonic rules, chapter by chapter in the ledger's order. Each module says in
PROCEDURES which are its own."""

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

#: the modules, in the order of their chapters
CHAPTERS = (
    #
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
PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure for chapter in CHAPTERS for procedure in chapter.PROCEDURES
}
