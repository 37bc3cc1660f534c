"""What an umpire may change in most hex games: where counters are, who owns a place. What the rules never allow a title
says; who is meant by what he types is found here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Edit, names
from feltherre.core.names import Names, UnknownName
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.theatre import S, Theatre
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


class Hand(Generic[S]):
    """What an umpire does with counters and places, as far as it is the same in all games: it is named, looked at and
    told; what it changes, and what follows by its rules, is a title's own. `at_work`: steps that have counted the
    counters they are about."""

    def __init__(self, theatre: Theatre[S], at_work: tuple[type[Step], ...]) -> None:
        self.theatre = theatre
        self.words = theatre.words
        self.named = Named(theatre.words)
        self.at_work = at_work

    def check_at_rest(self, state: S) -> None:
        """While a battle is being settled, or somebody chooses what becomes of a counter, nothing is changed."""
        if any(isinstance(step, self.at_work) for step in state.agenda):
            raise self.words.illegal("edit-at-work")

    def told(self, table: Table[S], key: str, hex_: int, /, **named: Any) -> None:
        """What the umpire has done somewhere."""
        self.words.tell(table, f"umpire-{key}", "umpire", [hex_], **named)

    def place(
        self, table: Table[S], edit: PlaceUnit, fault: Callable[[S, int, int], tuple[str, str] | None]
    ) -> tuple[int, int]:
        """A counter, and the hex it is put into; refused where the rules never allow it: `fault` says why, with the
        rule."""
        unit, hex_ = self.named.unit(edit.unit), self.named.hex(edit.hex)
        self.check_at_rest(table.state)
        if found := fault(table.state, unit, hex_):
            key, rule = found
            raise self.words.about_unit(f"edit-{key}", unit, hex_, rule)
        self.told(table, "places", hex_, unit=unit, place=hex_)
        return unit, hex_

    def remove(self, table: Table[S], edit: RemoveUnit) -> int:
        """The counter that is taken off the map."""
        unit = self.named.unit_on_map(table.state, edit.unit)
        self.check_at_rest(table.state)
        place = table.state.places[unit]
        self.told(table, "removes", place, unit=unit, place=place)
        return unit

    def give(self, table: Table[S], edit: SetOwner, held_rule: str) -> tuple[int, int]:
        """The hex of a town, and the side that gets it; one with ground units in it is theirs (`held_rule`)."""
        state, town, side = table.state, self.named.town(edit.town), self.named.side(edit.side)
        hex_ = self.words.board.towns[town]
        self.check_at_rest(state)
        if state.owners[town] == side:
            raise self.words.illegal("edit-owned", town=town, side=side)
        if self.theatre.has_enemy(state, hex_, side):
            raise self.words.illegal("edit-held", held_rule, town=town)
        self.told(table, "gives", hex_, town=town, side=side)
        return hex_, side
