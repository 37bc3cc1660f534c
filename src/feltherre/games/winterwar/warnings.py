"""What a player may not want though the rules allow it. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, board, maps, units
from feltherre.games.winterwar.attackers import able_units, targets
from feltherre.games.winterwar.flight import flyers, missions
from feltherre.games.winterwar.marches import movable
from feltherre.games.winterwar.prospects import strengths
from feltherre.games.winterwar.reinforcement import due, entry_hexes
from feltherre.games.winterwar.spaces import hex_at, unit_of
from feltherre.games.winterwar.state import WinterWarState, enemy_of, ground_in
from feltherre.games.winterwar.supply import is_supplied
from feltherre.games.winterwar.texts import hex_name, town_name, unit_name, unit_names
from feltherre.games.winterwar.units import ROLES

#: an attack that is worth a word when the phase ends without it: at least so many to one
GOOD_ODDS: Final = 2


def warnings(state: WinterWarState, role: str, action: Any) -> list[Text]:
    """All that is to be said of an answer before it is given."""
    warn = WARNINGS.get(type(action))
    return [] if warn is None or role not in ROLES else list(warn(state, ROLES.index(role), action))


# moving


def _of_move(state: WinterWarState, side: int, action: actions.Move | actions.ForceMove) -> Iterable[Text]:
    unit, path = unit_of(action.unit), [hex_at(part) for part in action.path]
    if unit < 0 or not path or min(path) < 0 or state.places[unit] < 0:
        return
    after = _after_move(state, side, unit, path)
    if not is_supplied(after, unit):
        yield say("winterwar.warning.cut-off", unit=unit_name(unit), place=hex_name(path[-1]))
    for other in _newly_cut_off(state, after, side, unit):
        yield say("winterwar.warning.cuts-off", unit=unit_name(other), place=hex_name(after.places[other]))
    town = board.TOWN_AT[state.places[unit]]
    if town >= 0 and _is_left_open(state, after, side, town):
        yield say("winterwar.warning.town-open", town=town_name(town), points=board.TOWN_VALUE[town])


def _after_move(state: WinterWarState, side: int, unit: int, path: list[int]) -> WinterWarState:
    """The position when the unit has moved; towns on its way are its side's (win-3)."""
    after = state.clone()
    maps.put(after, unit, path[-1])
    for hex_ in path:
        if board.TOWN_AT[hex_] >= 0:
            after.owners[board.TOWN_AT[hex_]] = side
    return after


@rule("supply-5", "turn-1-b")
def _newly_cut_off(state: WinterWarState, after: WinterWarState, side: int, mover: int) -> list[int]:
    """Others whose line ran through the unit's hex: it kept an enemy zone from breaking it (turn-1-b)."""
    return [
        unit
        for unit in units.OF_SIDE[side]
        if unit != mover and state.places[unit] >= 0 and is_supplied(state, unit) and not is_supplied(after, unit)
    ]


@rule("win-3")
def _is_left_open(state: WinterWarState, after: WinterWarState, side: int, town: int) -> bool:
    """Nobody stays in an own town that an enemy ground unit can reach in its next movement."""
    hex_ = board.TOWN_HEX[town]
    if state.owners[town] != side or ground_in(after, hex_, side):
        return False
    return any(
        units.IS_GROUND[unit] and after.places[unit] >= 0 and hex_ in maps.reach_of(after, unit)
        for unit in units.OF_SIDE[enemy_of(side)]
    )


# ending a phase


@rule("supply-5")
def _of_end_setup(state: WinterWarState, side: int, action: actions.EndSetup) -> Iterable[Text]:
    """Units without a line at their first check, as far as it can be seen now."""
    cut_off = [unit for unit in units.OF_SIDE[side] if state.places[unit] >= 0 and not is_supplied(state, unit)]
    if cut_off:
        yield say("winterwar.warning.setup-cut-off", units=unit_names(cut_off), n=len(cut_off))


def _of_end_reinforcement(state: WinterWarState, side: int, action: actions.EndReinforcement) -> Iterable[Text]:
    waiting = [unit for unit in due(state, side) if entry_hexes(state, unit)]
    if waiting:
        yield say("winterwar.warning.reinforcements", units=unit_names(waiting), n=len(waiting))


def _of_end_movement(state: WinterWarState, side: int, action: actions.EndMovement) -> Iterable[Text]:
    unmoved = len(list(movable(state)))
    if unmoved:
        yield say("winterwar.warning.unmoved", n=unmoved)
    at_base = [unit for unit in flyers(state) if missions(state, unit)]
    if at_base:
        yield say("winterwar.warning.at-base", units=unit_names(at_base), n=len(at_base))


def _of_end_combat(state: WinterWarState, side: int, action: actions.EndCombat) -> Iterable[Text]:
    """Attacks by all who could take part, at two to one or better."""
    good = [hex_ for hex_ in sorted(targets(state)) if _odds_at_least(state, hex_, GOOD_ODDS)]
    if good:
        yield say("winterwar.warning.attacks", places=[hex_name(hex_) for hex_ in good], n=len(good))


def _odds_at_least(state: WinterWarState, hex_: int, odds: int) -> bool:
    attack, defence = strengths(state, hex_, able_units(state, hex_))
    return attack >= odds * defence


# attacking


@rule("1.5-a")
def _of_attack(state: WinterWarState, side: int, action: actions.Attack) -> Iterable[Text]:
    """An attack by the weaker side."""
    hex_, chosen = hex_at(action.hex), [unit_of(name) for name in action.units]
    if hex_ < 0 or not chosen or min(chosen) < 0:
        return
    attack, defence = strengths(state, hex_, chosen)
    if attack < defence:
        yield say("winterwar.warning.poor-odds", attack=attack, defence=defence)


WARNINGS: Final[dict[type, Callable[[WinterWarState, int, Any], Iterable[Text]]]] = {
    actions.Move: _of_move,
    actions.ForceMove: _of_move,
    actions.EndSetup: _of_end_setup,
    actions.EndReinforcement: _of_end_reinforcement,
    actions.EndMovement: _of_end_movement,
    actions.EndCombat: _of_end_combat,
    actions.Attack: _of_attack,
}
