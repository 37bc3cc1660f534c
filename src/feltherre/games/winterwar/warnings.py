"""What a player may not want though the rules allow it. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.winterwar import (
    actions,
    attackers,
    board,
    flight,
    maps,
    movement,
    prospects,
    reinforcement,
    spaces,
    units,
)
from feltherre.games.winterwar.maps import is_supplied
from feltherre.games.winterwar.state import WinterWarState, enemy_of, ground_in, is_on_map
from feltherre.games.winterwar.texts import hex_name, town_name, unit_name, unit_names

#: an attack that is worth a word when the phase ends without it: at least so many to one
GOOD_ODDS: Final = 2


def warnings(state: WinterWarState, role: str, action: Any) -> list[Text]:
    """All that is to be said of an answer before it is given."""
    warn = WARNINGS.get(type(action))
    return [] if warn is None or role not in units.ROLES else list(warn(state, units.ROLES.index(role), action))


# moving


def _of_move(state: WinterWarState, side: int, action: actions.Move | actions.ForceMove) -> Iterable[Text]:
    unit, path = spaces.unit_of(action.unit), [spaces.hex_at(part) for part in action.path]
    if not path or not spaces.is_known(unit, *path) or not is_on_map(state, unit):
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
        if unit != mover and is_on_map(state, unit) and is_supplied(state, unit) and not is_supplied(after, unit)
    ]


@rule("win-3")
def _is_left_open(state: WinterWarState, after: WinterWarState, side: int, town: int) -> bool:
    """Nobody stays in an own town that an enemy ground unit can reach in its next movement."""
    hex_ = board.TOWN_HEX[town]
    if state.owners[town] != side or ground_in(after, hex_, side):
        return False
    return any(
        units.IS_GROUND[unit] and is_on_map(after, unit) and hex_ in maps.reach_of(after, unit)
        for unit in units.OF_SIDE[enemy_of(side)]
    )


# ending a phase


@rule("supply-5")
def _of_end_setup(state: WinterWarState, side: int, action: actions.EndSetup) -> Iterable[Text]:
    """Units without a line at their first check, as far as it can be seen now."""
    cut_off = [unit for unit in units.OF_SIDE[side] if is_on_map(state, unit) and not is_supplied(state, unit)]
    if cut_off:
        yield say("winterwar.warning.setup-cut-off", units=unit_names(cut_off), n=len(cut_off))


def _of_end_reinforcement(state: WinterWarState, side: int, action: actions.EndReinforcement) -> Iterable[Text]:
    waiting = [unit for unit in reinforcement.due(state, side) if reinforcement.entry_hexes(state, unit)]
    if waiting:
        yield say("winterwar.warning.reinforcements", units=unit_names(waiting), n=len(waiting))


def _of_end_movement(state: WinterWarState, side: int, action: actions.EndMovement) -> Iterable[Text]:
    unmoved = len(list(movement.movable(state)))
    if unmoved:
        yield say("winterwar.warning.unmoved", n=unmoved)
    at_base = [unit for unit in flight.flyers(state) if flight.missions(state, unit)]
    if at_base:
        yield say("winterwar.warning.at-base", units=unit_names(at_base), n=len(at_base))


def _of_end_combat(state: WinterWarState, side: int, action: actions.EndCombat) -> Iterable[Text]:
    """Attacks by all who could take part, at two to one or better."""
    good = [hex_ for hex_ in sorted(attackers.targets(state)) if _odds_at_least(state, hex_, GOOD_ODDS)]
    if good:
        yield say("winterwar.warning.attacks", places=[hex_name(hex_) for hex_ in good], n=len(good))


def _odds_at_least(state: WinterWarState, hex_: int, odds: int) -> bool:
    attack, defence = prospects.strengths(state, hex_, attackers.able_units(state, hex_))
    return attack >= odds * defence


# attacking


@rule("1.5-a")
def _of_attack(state: WinterWarState, side: int, action: actions.Attack) -> Iterable[Text]:
    """An attack by the weaker side."""
    hex_, chosen = spaces.hex_at(action.hex), [spaces.unit_of(name) for name in action.units]
    if not chosen or not spaces.is_known(hex_, *chosen):
        return
    attack, defence = prospects.strengths(state, hex_, chosen)
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
