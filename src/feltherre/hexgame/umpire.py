"""What an umpire may change in most hex games: where counters are, who owns a place. What the rules never allow a title
says; who is meant by what he types is found here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Edit, names
from feltherre.core.names import Names, UnknownName
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.words import Words

#: what the fields of edits name
Side = Annotated[str, names("side")]
Hex = Annotated[str, names("place", "hex")]
Town = Annotated[str, names("place", "town")]
Counter = Annotated[str, names("piece")]


class PlaceUnit(Edit, frozen=True, tag="place-unit"):
    """The umpire puts a counter into a hex, from wherever it is; a destroyed one comes back and counts no more."""

    unit: Counter
    hex: Hex


class RemoveUnit(Edit, frozen=True, tag="remove-unit"):
    """The umpire takes a counter off the map for good. `counted`: it scores for the enemy like any destroyed unit."""

    unit: Counter
    counted: bool = True


class SetOwner(Edit, frozen=True, tag="set-owner"):
    """The umpire gives a town to a side."""

    town: Town
    side: Side


class SetSupply(Edit, frozen=True, tag="set-supply"):
    """The umpire rules whether a unit is supplied, until its side's next check."""

    unit: Counter
    supplied: bool


class Named:
    """What an umpire names; a name that is like no other is plainly refused."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._roles = Names(words.roles, words.roles)

    def unit(self, typed: str) -> int:
        return self._found(self.words.counters.typed.find, typed, "unit", unit=typed)

    def unit_on_map(self, state: HexGameState, typed: str) -> int:
        unit = self.unit(typed)
        if state.places[unit] < 0:
            raise self.words.illegal("edit-off-map", unit=unit)
        return unit

    def hex(self, typed: str) -> int:
        return self._found(self.words.board.find, typed, "place", place=typed)

    def town(self, typed: str) -> int:
        town = self.words.board.town_at[self.hex(typed)]
        if town < 0:
            raise self.words.illegal("edit-no-such-town", town=typed)
        return town

    def side(self, typed: str) -> int:
        return self._found(self._roles.find, typed, "side", side=typed)

    def _found(self, find: Callable[[str], int], typed: str, what: str, **told: str) -> int:
        try:
            return find(typed)
        except UnknownName as error:
            raise (
                Illegal(error.reason) if error.near else self.words.illegal(f"edit-no-such-{what}", **told)
            ) from None
        except BadInput as error:
            raise Illegal(error.reason) from None


def check_at_rest(state: HexGameState, words: Words, at_work: tuple[type[Step], ...]) -> None:
    """While a battle is being settled, or somebody chooses what becomes of a counter, what goes on has counted them."""
    if any(isinstance(step, at_work) for step in state.agenda):
        raise words.illegal("edit-at-work")


def carry_out(edits: Mapping[type, Callable[[Table[Any], Any], None]], table: Table[Any], edit: Any) -> None:
    """Make the change, or raise Illegal and change nothing. A game that is over is not changed any more."""
    if table.state.result is not None:
        raise Illegal(say("core.illegal.over"))
    edits[type(edit)](table, edit)


def told(table: Table[Any], key: str, hex_: int, /, *, words: Words, **named: Text | str | int) -> None:
    """What the umpire has done somewhere."""
    table.tell(words.event(f"umpire-{key}", **named), "umpire", (words.board.number(hex_),))
