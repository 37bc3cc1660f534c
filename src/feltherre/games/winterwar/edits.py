"""What an umpire may change in a game of the Winter War: where counters are, which way up, supply, towns, partisans;
and what must hold after every action, whatever is played, which the shared battery asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import structs

from feltherre.core.datafile import read_text
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Edit
from feltherre.core.table import Table
from feltherre.games.winterwar import board, maps, occupation, opening, steps, tables, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import COUNTERS, SIDE, SOVIET, UNITS
from feltherre.hexgame import checks, umpire
from feltherre.hexgame import steps as common
from feltherre.hexgame.counters import DESTROYED
from feltherre.hexgame.umpire import Counter, PlaceUnit, RemoveUnit, SetOwner, SetSupply

#: all towns together (1.1-c)
TOWN_POINTS: Final = 41
#: phases in which attacks have been made or units named for them; in the last all of it is left as it was
_COMBAT: Final = ("air", "combat", "over")

#: hexes with a road or railway, to which Soviet ground units keep (turn-3-g)
ON_NETWORK: Final = frozenset(hex_ for hex_ in range(board.SIZE) if board.LINKED_WAYS[hex_])


def units_stand_where_they_may(state: WinterWarState) -> list[str]:
    problems = checks.somewhere(COUNTERS, state)
    for unit, hex_ in checks.on_map(state):
        name, number = UNITS[unit].id, board.number(hex_)
        if units.IS_GROUND[unit] and not board.IS_OPEN[hex_]:
            problems.append(f"{name} stands in {number}, no open land")
        if units.IS_GROUND[unit] and SIDE[unit] == SOVIET and hex_ not in ON_NETWORK:
            problems.append(f"{name} stands in {number}, off road and railway")
        if units.IS_SHIP[unit] and hex_ not in board.ZONES[UNITS[unit].zone]:
            problems.append(f"{name} lies in {number}, not in its port")
    return problems


def stacking_holds(state: WinterWarState) -> list[str]:
    """Except where somebody is asked what to eliminate (setup-8)."""
    asked = {step.hex for step in state.agenda if isinstance(step, steps.OverStacked)}
    return checks.stacks_hold(THEATRE, state, asked)


def air_units_have_bases(state: WinterWarState) -> list[str]:
    """Except while their owner is asked for another (R11); the fall of Helsinki asks nobody any more."""
    if state.result is not None:
        return []
    problems = []
    homeless = {step.unit for step in state.agenda if isinstance(step, steps.LostBase)}
    # an enemy in flight may have come from a town that is lost
    based: dict[tuple[int, int], int] = {}
    for unit, hex_ in checks.on_map(state):
        base, name = state.bases[unit], UNITS[unit].id
        if not units.IS_AIR[unit]:
            if state.flown[unit] or base >= 0:
                problems.append(f"{name} flies or has a base")
            continue
        town = board.TOWN_AT[base] if base >= 0 else -1
        if town < 0:
            problems.append(f"{name} has no base: {base}")
            continue
        based[base, SIDE[unit]] = based.get((base, SIDE[unit]), 0) + 1
        if state.flown[unit] or unit in homeless:
            continue
        if hex_ != base:
            problems.append(f"{name} is neither in flight nor at its base")
        if state.owners[town] != SIDE[unit]:
            problems.append(f"{name} has its base in an enemy town")
    crowded = [(base, n) for (base, _), n in based.items() if n > opening.MOST_PER_BASE]
    return problems + [f"{n} air units based in {board.number(base)}" for base, n in crowded]


def points_add_up(state: WinterWarState) -> list[str]:
    """Each town is one side's, and they are worth 41 points together; the rest is destroyed units."""
    problems = checks.owned((town.id for town in board.TOWNS), state)
    towns = sum(occupation.both_points(state)) - sum(loss.value for loss in state.destroyed)
    if towns != TOWN_POINTS * occupation.QUARTER_POINTS:
        problems.append(f"the towns are worth {towns} quarters of a point")
    return problems


def only_two_sided_counters_are_flipped(state: WinterWarState) -> list[str]:
    return checks.marked_only(COUNTERS, state.flipped, units.HAS_BACK, "has no back side")


def attacks_are_made_in_combat(state: WinterWarState) -> list[str]:
    """Units attack, and are named for attacks (R60), in the combat phase only; nobody moves before the first turn."""
    problems = []
    fighting = any(state.attacked) or state.air_fought or state.stopped or any(hex_ >= 0 for hex_ in state.pledged)
    if fighting and state.phase not in _COMBAT:
        problems.append(f"attacks in the phase {state.phase}")
    if any(hex_ >= 0 and hex_ not in state.air_fought for hex_ in state.pledged):
        problems.append("a unit is named for a hex without an air combat")
    if state.phase == "setup" and any(state.moved):
        problems.append("units move during the set-up")
    return problems


def strengths_are_of_partisans(state: WinterWarState) -> list[str]:
    return checks.marked_only(COUNTERS, state.strengths, units.IS_PARTISAN, "has a strength by die")


enemies_are_apart: Final = partial(checks.enemies_apart, THEATRE)
maps_are_in_step: Final = partial(checks.maps_in_step, THEATRE)


def losses_are_gone(state: WinterWarState) -> list[str]:
    return checks.losses_counted(COUNTERS, state, [loss.unit for loss in state.destroyed])


def units_arrive_in_time(state: WinterWarState) -> list[str]:
    return checks.in_time(COUNTERS, state, units.ARRIVES)


CHECKS: Final[tuple[Callable[[WinterWarState], list[str]], ...]] = (
    units_stand_where_they_may,
    enemies_are_apart,
    stacking_holds,
    air_units_have_bases,
    points_add_up,
    losses_are_gone,
    units_arrive_in_time,
    only_two_sided_counters_are_flipped,
    attacks_are_made_in_combat,
    strengths_are_of_partisans,
    maps_are_in_step,
)


#: a die gives a partisan at most so much (2.1-m)
MOST_BY_DIE: Final = max(tables.PARTISAN_STRENGTH.values())

#: steps that have counted the units they are about
_AT_WORK: Final = (
    *(steps.AirBattle, steps.AirRuled, steps.AirLosses, common.GroundBattle, common.GroundRuled, common.BattleOver),
    *(common.Losses, common.Retreating, common.Advancing, steps.OverStacked, steps.LostBase),
)
HAND: Final = umpire.Hand(THEATRE, _AT_WORK)


class TurnUnit(Edit, frozen=True, tag="turn-unit"):
    """The umpire turns a counter to its back side, or to its front again."""

    unit: Counter
    flipped: bool


class ReplaceTables(Edit, frozen=True, tag="replace-tables"):
    """The umpire replaces combat tables by those of a file, whose text (YAML, docs/games/winterwar-tables.md) this is;
    without a text the ledger's come back."""

    text: str


class SetStrength(Edit, frozen=True, tag="set-strength"):
    """The umpire sets the strength of a partisan unit for this turn; 0: its die is still to be thrown."""

    unit: Counter
    strength: int


WinterWarEdit = PlaceUnit | RemoveUnit | TurnUnit | SetOwner | SetSupply | SetStrength | ReplaceTables


# where counters are


def place_unit(table: Table[WinterWarState], edit: PlaceUnit) -> None:
    state = table.state
    unit, hex_ = HAND.place(table, edit, why_not_there)
    state.destroyed[:] = [loss for loss in state.destroyed if loss.unit != unit]
    if state.places[unit] == DESTROYED:
        # as it comes out of the box (2.1-d)
        state.flipped[unit] = state.cut_off[unit] = 0
    if units.IS_GROUND[unit]:
        occupation.enter(table, unit, hex_)
        return
    state.flown[unit] = 0
    opening.put_on(state, unit, hex_)


def why_not_there(state: WinterWarState, unit: int, hex_: int) -> tuple[str, str] | None:
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
        return None if state.bases[unit] == hex_ or opening.has_place(state, unit, hex_) else ("base-full", "1.6-n")
    if not board.IS_OPEN[hex_]:
        return "closed", "1.1-f" if board.IS_NEUTRAL[hex_] else "1.4-j"
    if side == units.SOVIET and hex_ not in ON_NETWORK:
        return "off-road", "turn-3-g"
    if maps.has_enemy(state, hex_, side):
        return "enemy", "turn-3-e"
    return None if maps.has_room(state, hex_, unit) else ("full", board.stacking_rule(hex_))


def remove_unit(table: Table[WinterWarState], edit: RemoveUnit) -> None:
    unit = HAND.remove(table, edit)
    if edit.counted:
        occupation.destroy(table, unit)
        return
    maps.put(table.state, unit, DESTROYED)
    table.state.flown[unit] = 0


# what they are like


def turn_unit(table: Table[WinterWarState], edit: TurnUnit) -> None:
    state = table.state
    unit = HAND.named.unit_on_map(state, edit.unit)
    if not units.HAS_BACK[unit]:
        raise WORDS.illegal("edit-no-back", "2.1-e", unit=unit)
    if state.flipped[unit] == edit.flipped:
        raise WORDS.illegal("edit-turned", unit=unit)
    state.flipped[unit] = int(edit.flipped)
    HAND.told(table, "flips" if edit.flipped else "unflips", state.places[unit], unit=unit)


def set_supply(table: Table[WinterWarState], edit: SetSupply) -> None:
    """Only where a check could have found the same: partisans, ships and air units need no line (2.1-j, supply-4)."""
    state = table.state
    unit = HAND.named.unit_on_map(state, edit.unit)
    if units.IS_PARTISAN[unit] or not units.IS_GROUND[unit]:
        raise WORDS.illegal("edit-needs-no-supply", "2.1-j", unit=unit)
    state.cut_off[unit] = int(not edit.supplied)
    HAND.told(table, "supplies" if edit.supplied else "cuts-off", state.places[unit], unit=unit)


def set_strength(table: Table[WinterWarState], edit: SetStrength) -> None:
    state = table.state
    unit = HAND.named.unit_on_map(state, edit.unit)
    if not units.IS_PARTISAN[unit]:
        raise WORDS.illegal("edit-no-partisan", "2.1-l", unit=unit)
    if not 0 <= edit.strength <= MOST_BY_DIE:
        raise WORDS.illegal("edit-strength", "2.1-m", most=MOST_BY_DIE)
    state.strengths[unit] = edit.strength
    key = "strength" if edit.strength else "no-strength"
    HAND.told(table, key, state.places[unit], unit=unit, strength=edit.strength)


def set_owner(table: Table[WinterWarState], edit: SetOwner) -> None:
    """A town with ground units in it is theirs (win-3). What a side loses with a town it loses here too (R11, R40)."""
    hex_, side = HAND.give(table, edit, "win-3")
    occupation.change_owner(table, side, hex_)


# combat tables (R30, R36)

#: what the text of the umpire is called where something is wrong with it
_FILE: Final = "tables"


def replace_tables(table: Table[WinterWarState], edit: ReplaceTables) -> None:
    """The tables of a file from now on, kept in the state, so that the record needs no file."""
    state = table.state
    HAND.check_at_rest(state)
    try:
        kept = tables.kept(read_text(edit.text, _FILE), _FILE) if edit.text.strip() else ""
    except BadInput as error:
        raise Illegal(error.reason, "umpire") from None
    state.rules = structs.replace(state.rules, tables=kept)
    WORDS.tell(table, "umpire-tables" if kept else "umpire-own-tables", "umpire")


CARRY_OUT: Final[dict[type, Callable[[Table[WinterWarState], Any], None]]] = {
    PlaceUnit: place_unit,
    RemoveUnit: remove_unit,
    TurnUnit: turn_unit,
    SetOwner: set_owner,
    SetSupply: set_supply,
    SetStrength: set_strength,
    ReplaceTables: replace_tables,
}
