"""What an umpire may change in a game of the Winter War: where counters are, which way up, supply, towns, partisans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from msgspec import structs

from feltherre.core.datafile import read_text
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Edit, names
from feltherre.core.names import Names, UnknownName
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, fates, invariants, maps, occupation, spaces, units
from feltherre.games.winterwar import steps as all_steps
from feltherre.games.winterwar.reinforcement import has_place
from feltherre.games.winterwar.state import DESTROYED, WinterWarState, enemy_of
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, kept
from feltherre.games.winterwar.texts import hex_name, side_name, town_name, unit_name

SIDE_NAMES: Final = Names(units.ROLES, units.ROLES)
#: a die gives a partisan at most so much (2.1-m)
MOST_BY_DIE: Final = max(PARTISAN_STRENGTH.values())

#: steps that have counted the units they are about
_AT_WORK: Final = (
    *(
        all_steps.AirBattle,
        all_steps.AirRuled,
        all_steps.AirLosses,
        all_steps.GroundBattle,
        all_steps.GroundRuled,
        all_steps.Losses,
    ),
    *(all_steps.Retreating, all_steps.Advancing, all_steps.BattleOver, all_steps.OverStacked, all_steps.LostBase),
)


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


class TurnUnit(Edit, frozen=True, tag="turn-unit"):
    """The umpire turns a counter to its back side, or to its front again."""

    unit: Counter
    flipped: bool


class ReplaceTables(Edit, frozen=True, tag="replace-tables"):
    """The umpire replaces combat tables by those of a file, whose text (YAML, docs/games/winterwar-tables.md) this is;
    without a text the ledger's come back."""

    text: str


class SetOwner(Edit, frozen=True, tag="set-owner"):
    """The umpire gives a town to a side."""

    town: Town
    side: Side


class SetSupply(Edit, frozen=True, tag="set-supply"):
    """The umpire rules whether a unit is supplied, until its side's next check."""

    unit: Counter
    supplied: bool


class SetStrength(Edit, frozen=True, tag="set-strength"):
    """The umpire sets the strength of a partisan unit for this turn; 0: its die is still to be thrown."""

    unit: Counter
    strength: int


WinterWarEdit = PlaceUnit | RemoveUnit | TurnUnit | SetOwner | SetSupply | SetStrength | ReplaceTables


def carry_out(table: Table[WinterWarState], edit: Any) -> None:
    """Make the change, or raise Illegal and change nothing. A game that is over is not changed any more."""
    if table.state.result is not None:
        raise Illegal(say("core.illegal.over"))
    CARRY_OUT[type(edit)](table, edit)


# where counters are


def place_unit(table: Table[WinterWarState], edit: PlaceUnit) -> None:
    state = table.state
    unit, hex_ = named_unit(edit.unit), named_hex(edit.hex)
    check_at_rest(state)
    check_place(state, unit, hex_)
    state.destroyed[:] = [loss for loss in state.destroyed if loss.unit != unit]
    if state.places[unit] == DESTROYED:
        # as it comes out of the box (2.1-d)
        state.flipped[unit] = state.cut_off[unit] = 0
    table.tell(say("winterwar.event.umpire-places", unit=unit_name(unit), place=hex_name(hex_)), "umpire", _at(hex_))
    if units.IS_GROUND[unit]:
        occupation.enter(table, unit, hex_)
        return
    if units.IS_AIR[unit]:
        state.bases[unit], state.flown[unit] = hex_, 0
    maps.put(state, unit, hex_)


def check_place(state: WinterWarState, unit: int, hex_: int) -> None:
    """What the rules never allow, an umpire cannot put on the map either."""
    if found := _why_not_there(state, unit, hex_):
        key, rule = found
        raise spaces.about_unit(f"edit-{key}", unit, hex_, rule)


def _why_not_there(state: WinterWarState, unit: int, hex_: int) -> tuple[str, str] | None:
    """(key of the reason, rule); None if a counter can be there. A ship lies in its port and nowhere else, and is lost
    with it (R40); an air unit is put at a base: a town of its side with room for it (1.6-n, R11)."""
    side, town = units.SIDE[unit], board.TOWN_AT[hex_]
    held = town >= 0 and state.owners[town] == side
    if units.ARRIVES[unit] > state.turn:
        return "early", "2.1-a"
    if state.places[unit] == hex_ and not state.flown[unit]:
        return "there", "umpire"
    if units.IS_SHIP[unit]:
        if hex_ not in board.ZONES[units.UNITS[unit].zone]:
            return "port", "move-8"
        return None if held else ("port-lost", "move-8")
    if units.IS_AIR[unit]:
        if not held:
            return "base", "supply-4"
        return None if state.bases[unit] == hex_ or has_place(state, unit, hex_) else ("base-full", "1.6-n")
    if not board.IS_OPEN[hex_]:
        return "closed", "1.1-f" if board.IS_NEUTRAL[hex_] else "1.4-j"
    if side == units.SOVIET and hex_ not in invariants.ON_NETWORK:
        return "off-road", "turn-3-g"
    if maps.has_enemy(state, hex_, side):
        return "enemy", "turn-3-e"
    return None if maps.has_room(state, hex_, unit) else ("full", spaces.stacking_rule(hex_))


def remove_unit(table: Table[WinterWarState], edit: RemoveUnit) -> None:
    state = table.state
    unit = on_map(state, named_unit(edit.unit))
    check_at_rest(state)
    place = state.places[unit]
    table.tell(say("winterwar.event.umpire-removes", unit=unit_name(unit), place=hex_name(place)), "umpire", _at(place))
    if edit.counted:
        fates.destroy(table, unit)
        return
    maps.put(state, unit, DESTROYED)
    state.flown[unit] = 0


def check_at_rest(state: WinterWarState) -> None:
    """While a battle is being settled, or somebody chooses what becomes of a unit, what goes on has counted them."""
    if any(isinstance(step, _AT_WORK) for step in state.agenda):
        raise Illegal(say("winterwar.illegal.edit-at-work"))


# what they are like


def turn_unit(table: Table[WinterWarState], edit: TurnUnit) -> None:
    state = table.state
    unit = on_map(state, named_unit(edit.unit))
    if not units.HAS_BACK[unit]:
        raise Illegal(say("winterwar.illegal.edit-no-back", unit=unit_name(unit)), "2.1-e")
    if state.flipped[unit] == edit.flipped:
        raise Illegal(say("winterwar.illegal.edit-turned", unit=unit_name(unit)))
    state.flipped[unit] = int(edit.flipped)
    key = "winterwar.event.umpire-flips" if edit.flipped else "winterwar.event.umpire-unflips"
    table.tell(say(key, unit=unit_name(unit)), "umpire", _at(state.places[unit]))


def set_supply(table: Table[WinterWarState], edit: SetSupply) -> None:
    """Only where a check could have found the same: partisans, ships and air units need no line (2.1-j, supply-4)."""
    state = table.state
    unit = on_map(state, named_unit(edit.unit))
    if units.IS_PARTISAN[unit] or not units.IS_GROUND[unit]:
        raise Illegal(say("winterwar.illegal.edit-needs-no-supply", unit=unit_name(unit)), "2.1-j")
    state.cut_off[unit] = int(not edit.supplied)
    key = "winterwar.event.umpire-supplies" if edit.supplied else "winterwar.event.umpire-cuts-off"
    table.tell(say(key, unit=unit_name(unit)), "umpire", _at(state.places[unit]))


def set_strength(table: Table[WinterWarState], edit: SetStrength) -> None:
    state = table.state
    unit = on_map(state, named_unit(edit.unit))
    if not units.IS_PARTISAN[unit]:
        raise Illegal(say("winterwar.illegal.edit-no-partisan", unit=unit_name(unit)), "2.1-l")
    if not 0 <= edit.strength <= MOST_BY_DIE:
        raise Illegal(say("winterwar.illegal.edit-strength", most=MOST_BY_DIE), "2.1-m")
    state.strengths[unit] = edit.strength
    key = "winterwar.event.umpire-strength" if edit.strength else "winterwar.event.umpire-no-strength"
    table.tell(say(key, unit=unit_name(unit), strength=edit.strength), "umpire", _at(state.places[unit]))


# towns


def set_owner(table: Table[WinterWarState], edit: SetOwner) -> None:
    """A town with ground units in it is theirs (win-3). What a side loses with a town it loses here too (R11, R40)."""
    state = table.state
    town, side = named_town(edit.town), named_side(edit.side)
    hex_ = board.TOWN_HEX[town]
    name = town_name(town)
    check_at_rest(state)
    if state.owners[town] == side:
        raise Illegal(say("winterwar.illegal.edit-owned", town=name, side=side_name(side)))
    if maps.has_own(state, hex_, enemy_of(side)):
        raise Illegal(say("winterwar.illegal.edit-held", town=name), "win-3")
    table.tell(say("winterwar.event.umpire-gives", town=name, side=side_name(side)), "umpire", _at(hex_))
    occupation.change_owner(table, side, hex_)


# combat tables (R30, R36)


def replace_tables(table: Table[WinterWarState], edit: ReplaceTables) -> None:
    """The tables of a file from now on, kept in the state, so that the record needs no file."""
    state = table.state
    check_at_rest(state)
    try:
        tables = kept(read_text(edit.text, _FILE), _FILE) if edit.text.strip() else ""
    except BadInput as error:
        raise Illegal(error.reason, "umpire") from None
    state.rules = structs.replace(state.rules, tables=tables)
    key = "winterwar.event.umpire-tables" if tables else "winterwar.event.umpire-own-tables"
    table.tell(say(key), "umpire")


#: what the text of the umpire is called where something is wrong with it
_FILE: Final = "tables"

# what an umpire names


def on_map(state: WinterWarState, unit: int) -> int:
    if state.places[unit] < 0:
        raise Illegal(say("winterwar.illegal.edit-off-map", unit=unit_name(unit)))
    return unit


def named_unit(typed: str) -> int:
    return _named(units.COUNTERS.typed.find, typed, say("winterwar.illegal.edit-no-such-unit", unit=typed))


def named_hex(typed: str) -> int:
    return _named(board.BOARD.find, typed, say("winterwar.illegal.edit-no-such-place", place=typed))


def named_town(typed: str) -> int:
    town = board.TOWN_AT[named_hex(typed)]
    if town < 0:
        raise Illegal(say("winterwar.illegal.edit-no-such-town", town=typed))
    return town


def named_side(typed: str) -> int:
    return _named(SIDE_NAMES.find, typed, say("winterwar.illegal.edit-no-such-side", side=typed))


def _named(find: Callable[[str], int], typed: str, refusal: Text) -> int:
    """What an umpire means; a name that is like no other is plainly refused."""
    try:
        return find(typed)
    except UnknownName as error:
        raise (Illegal(error.reason) if error.near else Illegal(refusal)) from None
    except BadInput as error:
        raise Illegal(error.reason) from None


def _at(hex_: int) -> tuple[str, ...]:
    return (board.number(hex_),)


CARRY_OUT: Final[dict[type, Callable[[Table[WinterWarState], Any], None]]] = {
    PlaceUnit: place_unit,
    RemoveUnit: remove_unit,
    TurnUnit: turn_unit,
    SetOwner: set_owner,
    SetSupply: set_supply,
    SetStrength: set_strength,
    ReplaceTables: replace_tables,
}
