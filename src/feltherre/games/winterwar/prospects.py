"""Battles that can be seen coming: the one under way, air combats ahead, and every attack that could be made now; and
what a player may not want though the rules allow it. It all lies open on the map, so every seat sees the same. Warnings
are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from feltherre.core.marks import rule
from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, board, combat, maps, movement, opening, units
from feltherre.games.winterwar.actions import AirCombat, Attack
from feltherre.games.winterwar.battle import air_procedure, air_situation, ground_procedure, situation
from feltherre.games.winterwar.board import hex_name, hex_of, side_name, town_name, unit_name, unit_names
from feltherre.games.winterwar.combat import able_units, air_combats_due, air_combats_open, targets
from feltherre.games.winterwar.maps import is_supplied
from feltherre.games.winterwar.procedures.combat import Combat, air_outcome, tell_code, tell_outcome
from feltherre.games.winterwar.state import WinterWarState, enemy_of, flying_over, ground_in, is_on_map, units_in
from feltherre.games.winterwar.steps import AirBattle, GroundBattle
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, tables_of
from feltherre.games.winterwar.units import INDEX, IS_AIR, IS_PARTISAN
from feltherre.hexgame import results
from feltherre.hexgame.sentences import coded

#: phases in which attacks can be seen coming
_AHEAD: Final = ("movement", "air", "combat")
#: the strength a partisan has on average, before its die (2.1-m)
MIDDLING: Final = sorted(PARTISAN_STRENGTH.values())[len(PARTISAN_STRENGTH) // 2]


def prospects(state: WinterWarState) -> list[Prospect]:
    """The battle whose die is to be thrown; else air combats ahead, and attacks that are open to the side in turn."""
    if state.phase not in _AHEAD:
        return []
    battles = [step for step in reversed(state.agenda) if isinstance(step, AirBattle | GroundBattle)]
    if battles:
        return [_battle(state, step) for step in battles]
    meetings = {**air_combats_due(state), **air_combats_open(state)}
    air = [_air(state, hex_, drawn_in, could=True) for hex_, choices in meetings.items() for drawn_in in choices]
    return air + [_ground(state, hex_, able, could=True) for hex_, able in _best_first(state)]


def _best_first(state: WinterWarState) -> list[tuple[int, Sequence[int]]]:
    """The hexes that could be attacked, each with all who could take part; the attack worth most comes first."""
    attacks = [(hex_, able_units(state, hex_)) for hex_ in sorted(targets(state))]
    return sorted(attacks, key=lambda attack: _worth(state, *attack), reverse=True)


def _worth(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> int:
    """What the enemy suffers in an attack, less what the attackers do, summed over the faces of the die."""
    known = ground_procedure(state).assess(_attack(state, hex_, chosen), telling=False).known
    table = tables_of(state.rules.tables).ground
    defenders = ground_in(state, hex_, enemy_of(state.side))
    ways = table.chances(table.headings.index(known["column"]), known["modifier"])
    return results.worth(ways, len(chosen), len(defenders))


def foreseen(state: WinterWarState, action: Any) -> list[Prospect]:
    """The battle that an answer begins, with the units it names; a partisan's die comes before it."""
    match action:
        case Attack():
            return [_ground(state, hex_of(action.hex), [INDEX[name] for name in action.units])]
        case AirCombat():
            return [_air(state, hex_of(action.hex), action.with_based, could=False)]
        case _:
            return []


def strengths(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> tuple[int, int]:
    """(attack, defence) of an attack as things stand."""
    known = ground_procedure(state).assess(_attack(state, hex_, chosen), telling=False).known
    return known["attack_total"], known["defence_total"]


def _attack(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> Combat:
    """An attack as things stand; a partisan whose die is not thrown counts the middling strength."""
    if unknown := _unthrown(state, hex_, chosen):
        state = state.clone()
        for unit in unknown:
            state.strengths[unit] = MIDDLING
    return situation(state, hex_, chosen)


def _unthrown(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> list[int]:
    """The partisans in an attack whose die is not thrown."""
    fighting = (*chosen, *ground_in(state, hex_, enemy_of(state.side)))
    return [unit for unit in fighting if IS_PARTISAN[unit] and not state.strengths[unit]]


def _battle(state: WinterWarState, step: AirBattle | GroundBattle) -> Prospect:
    if isinstance(step, GroundBattle):
        return _ground(state, step.hex, step.units)
    return _air_combat(state, step.hex, step.attackers, step.defenders)


# on the ground


def _ground(state: WinterWarState, hex_: int, chosen: Sequence[int], could: bool = False) -> Prospect:
    seen = _attack(state, hex_, chosen)
    known = ground_procedure(state).assess(seen, telling=False).known
    table = tables_of(state.rules.tables).ground
    column = table.headings.index(known["column"])
    defenders = [unit for unit in units_in(state, hex_, enemy_of(state.side)) if not IS_AIR[unit] or state.flown[unit]]
    title = say(
        "winterwar.odds.could-attack" if could else "winterwar.odds.attack",
        side=side_name(state.side),
        place=hex_name(hex_),
        attackers=unit_names(chosen),
        defenders=unit_names(defenders),
        attack=known["attack_total"],
        defence=known["defence_total"],
        column=known["column"],
    )
    return Prospect(
        title=title,
        place=board.number(hex_),
        procedure="ground-combat",
        situation=seen,
        by=ground_procedure(state),
        assumption=_assumption(state, chosen, hex_, could),
        outputs={"result": say("winterwar.odds.result")},
        values={
            row[column]: _coded(row[column], partial(tell_code, row[column], loss_numbers=state.rules.loss_numbers))
            for row in table.cells
        },
    )


def _assumption(state: WinterWarState, chosen: Sequence[int], hex_: int, could: bool) -> Text:
    if unknown := _unthrown(state, hex_, chosen):
        return say("winterwar.odds.partisans", units=unit_names(unknown), strength=MIDDLING)
    return say("winterwar.odds.as-it-stands" if could else "winterwar.odds.those-chosen")


_coded: Final = partial(coded, "winterwar")


# in the air


def _air(state: WinterWarState, hex_: int, drawn_in: bool, could: bool) -> Prospect:
    enemy = enemy_of(state.side)
    there = [unit for unit in units_in(state, hex_, enemy) if IS_AIR[unit] and (state.flown[unit] or drawn_in)]
    return _air_combat(state, hex_, flying_over(state, hex_, state.side), there, could)


def _air_combat(
    state: WinterWarState, hex_: int, attackers: Sequence[int], defenders: Sequence[int], could: bool = False
) -> Prospect:
    procedure, seen = air_procedure(state), air_situation(state, hex_, attackers, defenders)
    known, table = procedure.assess(seen).known, tables_of(state.rules.tables).air
    column = table.headings.index(known["column"])
    title = say(
        "winterwar.odds.could-fight-in-air" if could else "winterwar.odds.air",
        side=side_name(state.side),
        place=hex_name(hex_),
        attackers=unit_names(attackers),
        defenders=unit_names(defenders),
        difference=known["differential"],
    )
    results, fighting = {row[column] for row in table.cells}, (len(seen.attackers), len(seen.defenders))
    return Prospect(
        title=title,
        place=board.number(hex_),
        procedure="air-combat",
        situation=seen,
        by=procedure,
        assumption=say("winterwar.odds.as-it-stands"),
        outputs={"result": say("winterwar.odds.result")},
        values={
            result: _coded(result, partial(tell_outcome, result, air_outcome(result, *fighting)))
            for result in sorted(results)
        },
    )


#: an attack that is worth a word when the phase ends without it: at least so many to one
GOOD_ODDS: Final = 2


def warnings(state: WinterWarState, role: str, action: Any) -> list[Text]:
    """All that is to be said of an answer before it is given."""
    warn = WARNINGS.get(type(action))
    return [] if warn is None or role not in units.ROLES else list(warn(state, units.ROLES.index(role), action))


# moving


def _of_move(state: WinterWarState, side: int, action: actions.Move | actions.ForceMove) -> Iterable[Text]:
    unit, path = board.unit_of(action.unit), [board.hex_at(part) for part in action.path]
    if not path or not board.is_known(unit, *path) or not is_on_map(state, unit):
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
    waiting = [unit for unit in opening.due(state, side) if opening.entry_hexes(state, unit)]
    if waiting:
        yield say("winterwar.warning.reinforcements", units=unit_names(waiting), n=len(waiting))


def _of_end_movement(state: WinterWarState, side: int, action: actions.EndMovement) -> Iterable[Text]:
    unmoved = len(list(movement.movable(state)))
    if unmoved:
        yield say("winterwar.warning.unmoved", n=unmoved)
    at_base = [unit for unit in movement.flyers(state) if movement.missions(state, unit)]
    if at_base:
        yield say("winterwar.warning.at-base", units=unit_names(at_base), n=len(at_base))


def _of_end_combat(state: WinterWarState, side: int, action: actions.EndCombat) -> Iterable[Text]:
    """Attacks by all who could take part, at two to one or better."""
    good = [hex_ for hex_ in sorted(combat.targets(state)) if _odds_at_least(state, hex_, GOOD_ODDS)]
    if good:
        yield say("winterwar.warning.attacks", places=[hex_name(hex_) for hex_ in good], n=len(good))


def _odds_at_least(state: WinterWarState, hex_: int, odds: int) -> bool:
    attack, defence = strengths(state, hex_, combat.able_units(state, hex_))
    return attack >= odds * defence


# attacking


@rule("1.5-a")
def _of_attack(state: WinterWarState, side: int, action: actions.Attack) -> Iterable[Text]:
    """An attack by the weaker side."""
    hex_, chosen = board.hex_at(action.hex), [board.unit_of(name) for name in action.units]
    if not chosen or not board.is_known(hex_, *chosen):
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
