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
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, occupation, opening, units
from feltherre.games.winterwar import steps as all_steps
from feltherre.games.winterwar.board import WORDS, hex_name, side_name, town_name, unit_name
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.opening import has_place
from feltherre.games.winterwar.state import DESTROYED, WinterWarState, enemy_of
from feltherre.games.winterwar.steps import LostBase, OverStacked
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, kept
from feltherre.games.winterwar.units import COUNT, COUNTERS, SIDE, SOVIET, UNITS
from feltherre.hexgame import checks, umpire
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
    return checks.stacks_hold(THEATRE, state, {step.hex for step in state.agenda if isinstance(step, OverStacked)})


def air_units_have_bases(state: WinterWarState) -> list[str]:
    """Except while their owner is asked for another (R11); the fall of Helsinki asks nobody any more."""
    if state.result is not None:
        return []
    problems = []
    homeless = {step.unit for step in state.agenda if isinstance(step, LostBase)}
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
    return [
        f"{UNITS[unit].id} has no back side"
        for unit in range(COUNT)
        if state.flipped[unit] and not units.HAS_BACK[unit]
    ]


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
    return [
        f"{UNITS[unit].id} has a strength by die"
        for unit, strength in enumerate(state.strengths)
        if strength and not units.IS_PARTISAN[unit]
    ]


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


NAMED: Final = umpire.Named(WORDS)
told: Final = partial(umpire.told, words=WORDS)
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
    unit, hex_ = NAMED.unit(edit.unit), NAMED.hex(edit.hex)
    check_at_rest(state)
    check_place(state, unit, hex_)
    state.destroyed[:] = [loss for loss in state.destroyed if loss.unit != unit]
    if state.places[unit] == DESTROYED:
        # as it comes out of the box (2.1-d)
        state.flipped[unit] = state.cut_off[unit] = 0
    told(table, "places", hex_, unit=unit_name(unit), place=hex_name(hex_))
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
        raise board.about_unit(f"edit-{key}", unit, hex_, rule)


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
    if side == units.SOVIET and hex_ not in ON_NETWORK:
        return "off-road", "turn-3-g"
    if maps.has_enemy(state, hex_, side):
        return "enemy", "turn-3-e"
    return None if maps.has_room(state, hex_, unit) else ("full", board.stacking_rule(hex_))


def remove_unit(table: Table[WinterWarState], edit: RemoveUnit) -> None:
    state = table.state
    unit = NAMED.unit_on_map(state, edit.unit)
    check_at_rest(state)
    place = state.places[unit]
    told(table, "removes", place, unit=unit_name(unit), place=hex_name(place))
    if edit.counted:
        occupation.destroy(table, unit)
        return
    maps.put(state, unit, DESTROYED)
    state.flown[unit] = 0


def check_at_rest(state: WinterWarState) -> None:
    umpire.check_at_rest(state, WORDS, _AT_WORK)


# what they are like


def turn_unit(table: Table[WinterWarState], edit: TurnUnit) -> None:
    state = table.state
    unit = NAMED.unit_on_map(state, edit.unit)
    if not units.HAS_BACK[unit]:
        raise Illegal(say("winterwar.illegal.edit-no-back", unit=unit_name(unit)), "2.1-e")
    if state.flipped[unit] == edit.flipped:
        raise Illegal(say("winterwar.illegal.edit-turned", unit=unit_name(unit)))
    state.flipped[unit] = int(edit.flipped)
    told(table, "flips" if edit.flipped else "unflips", state.places[unit], unit=unit_name(unit))


def set_supply(table: Table[WinterWarState], edit: SetSupply) -> None:
    """Only where a check could have found the same: partisans, ships and air units need no line (2.1-j, supply-4)."""
    state = table.state
    unit = NAMED.unit_on_map(state, edit.unit)
    if units.IS_PARTISAN[unit] or not units.IS_GROUND[unit]:
        raise Illegal(say("winterwar.illegal.edit-needs-no-supply", unit=unit_name(unit)), "2.1-j")
    state.cut_off[unit] = int(not edit.supplied)
    told(table, "supplies" if edit.supplied else "cuts-off", state.places[unit], unit=unit_name(unit))


def set_strength(table: Table[WinterWarState], edit: SetStrength) -> None:
    state = table.state
    unit = NAMED.unit_on_map(state, edit.unit)
    if not units.IS_PARTISAN[unit]:
        raise Illegal(say("winterwar.illegal.edit-no-partisan", unit=unit_name(unit)), "2.1-l")
    if not 0 <= edit.strength <= MOST_BY_DIE:
        raise Illegal(say("winterwar.illegal.edit-strength", most=MOST_BY_DIE), "2.1-m")
    state.strengths[unit] = edit.strength
    key, n = "strength" if edit.strength else "no-strength", edit.strength
    told(table, key, state.places[unit], unit=unit_name(unit), strength=n)


# towns


def set_owner(table: Table[WinterWarState], edit: SetOwner) -> None:
    """A town with ground units in it is theirs (win-3). What a side loses with a town it loses here too (R11, R40)."""
    state = table.state
    town, side = NAMED.town(edit.town), NAMED.side(edit.side)
    hex_ = board.TOWN_HEX[town]
    name = town_name(town)
    check_at_rest(state)
    if state.owners[town] == side:
        raise Illegal(say("winterwar.illegal.edit-owned", town=name, side=side_name(side)))
    if maps.has_own(state, hex_, enemy_of(side)):
        raise Illegal(say("winterwar.illegal.edit-held", town=name), "win-3")
    told(table, "gives", hex_, town=name, side=side_name(side))
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

CARRY_OUT: Final[dict[type, Callable[[Table[WinterWarState], Any], None]]] = {
    PlaceUnit: place_unit,
    RemoveUnit: remove_unit,
    TurnUnit: turn_unit,
    SetOwner: set_owner,
    SetSupply: set_supply,
    SetStrength: set_strength,
    ReplaceTables: replace_tables,
}
