"""What a seat can see coming: a situation that a procedure will (or could) rule on, for the odds to weigh."""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import Text


class Prospect(Struct, frozen=True, omit_defaults=True):
    """One adjudication ahead, made from what its seat may know."""

    title: Text
    procedure: str
    situation: Struct
    #: what the figures take for granted ("if no more cards are played")
    assumption: Text
    #: the outputs a player asks about, and how each reads
    outputs: dict[str, Text]
    #: how a value of an output reads, where it is a word of the procedure
    values: dict[str, Text] = {}
    #: the procedure as this game has it, where its options change something; None: the desk's
    by: AnyProcedure | None = None
    #: where it is, by its id; "": at no place
    place: str = ""
