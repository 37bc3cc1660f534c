"""What an umpire may change in a game of Normandy: where counters are, what they have suffered, who holds a place, the
weather."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from feltherre.core.game import Edit
from feltherre.core.table import Table
from feltherre.games.normandy import board, maps, movement, occupation, opening, steps, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, Weather
from feltherre.games.normandy.units import LOSS_VALUE
from feltherre.hexgame import steps as common
from feltherre.hexgame import umpire
from feltherre.hexgame.counters import DESTROYED
from feltherre.hexgame.umpire import Counter, PlaceUnit, RemoveUnit, SetOwner, SetSupply

#: steps that have counted the counters they are about
_AT_WORK: Final = (
    *(common.GroundBattle, common.GroundRuled, common.BattleOver, steps.Gunfire, steps.GunfireRuled),
    *(steps.Carpet, steps.CarpetRuled, steps.Flight, steps.FlakFire, steps.FlakRuled),
    *(common.Losses, common.Retreating, common.Advancing, common.March),
)
HAND: Final = umpire.Hand(THEATRE, _AT_WORK)


class SetLosses(Edit, frozen=True, tag="set-losses"):
    """The umpire says how many losses a unit on the map has taken; whoever has taken all is removed."""

    unit: Counter
    losses: int


class SetWeather(Edit, frozen=True, tag="set-weather"):
    """The umpire says what weather it is for the rest of the turn; aircraft that it grounds fly home."""

    weather: Weather


NormandyEdit = PlaceUnit | RemoveUnit | SetLosses | SetOwner | SetSupply | SetWeather


def place_unit(table: Table[NormandyState], edit: PlaceUnit) -> None:
    """One that was destroyed comes as it came first."""
    state = table.state
    unit, hex_ = HAND.place(table, edit, why_not_there)
    if state.places[unit] == DESTROYED:
        state.losses[unit] = state.isolated[unit] = state.uncounted[unit] = 0
    maps.put(state, unit, hex_)
    state.flown[unit] = int(units.IS_AIR[unit] and hex_ != opening.base_of(unit))
    if units.IS_GROUND[unit]:
        occupation.take(table, units.SIDE[unit], hex_)


def why_not_there(state: NormandyState, unit: int, hex_: int) -> tuple[str, str] | None:
    """(key of the reason, rule); None if a counter can be there: ships on the water, aircraft at their base, or over
    land in weather that lets them fly, batteries in their own hexes, other units where they find room."""
    if units.ARRIVES[unit] > state.turn:
        return "early", "2.1-a"
    if state.places[unit] == hex_:
        return "there", "umpire"
    if units.IS_SHIP[unit]:
        return ("land", "1.4-channel") if board.IS_LAND[hex_] else None
    if not board.IS_LAND[hex_]:
        return None if units.IS_AIR[unit] and hex_ == opening.base_of(unit) else ("water", "1.4-coast")
    if units.IS_AIR[unit]:
        return None if movement.allows(state, unit) else movement.stopped(state)
    if units.IS_BATTERY[unit] and hex_ != board.hex_of(units.UNITS[unit].entry):
        return "battery", "4.1-e"
    if maps.has_enemy(state, hex_, units.SIDE[unit]):
        return "enemy", "STEP-4-c"
    return None if maps.fit(state, units.SIDE[unit], hex_, [unit]) else ("full", "STEP-4-e")


def remove_unit(table: Table[NormandyState], edit: RemoveUnit) -> None:
    unit = HAND.remove(table, edit)
    maps.put(table.state, unit, DESTROYED)
    table.state.flown[unit], table.state.uncounted[unit] = 0, int(not edit.counted)


def set_losses(table: Table[NormandyState], edit: SetLosses) -> None:
    state, unit = table.state, HAND.named.unit_on_map(table.state, edit.unit)
    HAND.check_at_rest(state)
    if not 0 <= edit.losses < LOSS_VALUE[unit]:
        raise WORDS.illegal("edit-losses", "1.2-d", unit=unit, most=LOSS_VALUE[unit] - 1)
    state.losses[unit] = edit.losses
    HAND.told(table, "losses", state.places[unit], unit=unit, n=edit.losses)


def set_owner(table: Table[NormandyState], edit: SetOwner) -> None:
    """A place with ground units in it is theirs (VIC-2). A Start hex or beachhead that is given away is lost (SUP-5),
    and one that is given back was not."""
    hex_, side = HAND.give(table, edit, "VIC-2")
    occupation.take(table, side, hex_)
    place = board.PLACE_AT[hex_]
    if place in board.BASES[side]:
        table.state.lost[place] = 0


def set_supply(table: Table[NormandyState], edit: SetSupply) -> None:
    """Ships and aircraft need no line (R28)."""
    state, unit = table.state, HAND.named.unit_on_map(table.state, edit.unit)
    if not units.IS_GROUND[unit]:
        raise WORDS.illegal("edit-needs-no-supply", "SUP-1", unit=unit)
    state.isolated[unit] = int(not edit.supplied)
    HAND.told(table, "supplies" if edit.supplied else "isolates", state.places[unit], unit=unit)


def set_weather(table: Table[NormandyState], edit: SetWeather) -> None:
    state = table.state
    HAND.check_at_rest(state)
    state.weather = edit.weather
    WORDS.tell(table, f"umpire-weather.{edit.weather}", "umpire")
    movement.land_stopped(table)


CARRY_OUT: Final[dict[type, Callable[[Table[Any], Any], None]]] = {
    PlaceUnit: place_unit,
    RemoveUnit: remove_unit,
    SetLosses: set_losses,
    SetOwner: set_owner,
    SetSupply: set_supply,
    SetWeather: set_weather,
}
