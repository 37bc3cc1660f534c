"""Battles that can be seen coming: the one under way, air combats ahead, and every attack that could be made now. It
all lies open on the map, so every seat sees the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any, Final

from feltherre.core.procedure import Desk
from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board
from feltherre.games.winterwar.actions import AirCombat, Attack
from feltherre.games.winterwar.air_combat import air_procedure, air_situation
from feltherre.games.winterwar.attackers import able_units, targets
from feltherre.games.winterwar.board import hex_of
from feltherre.games.winterwar.codes import Code, Part, parse_ground
from feltherre.games.winterwar.combat import air_combats_due, air_combats_open
from feltherre.games.winterwar.ground_combat import ground_procedure, situation
from feltherre.games.winterwar.procedures.air_combat import air_outcome, tell_outcome
from feltherre.games.winterwar.procedures.code_lines import tell_code
from feltherre.games.winterwar.procedures.ground_combat import Combat
from feltherre.games.winterwar.state import WinterWarState, enemy_of, flying_over, ground_in, units_in
from feltherre.games.winterwar.steps import AirBattle, GroundBattle
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, tables_of
from feltherre.games.winterwar.texts import hex_name, side_name, unit_names
from feltherre.games.winterwar.units import INDEX, IS_AIR, IS_PARTISAN

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
    worth = 0
    for result, faces in table.chances(table.headings.index(known["column"]), known["modifier"]).items():
        code = parse_ground(result) or Code()
        worth += faces * (_harm(code.defender, len(defenders)) - _harm(code.attacker, len(chosen)))
    return worth


def _harm(part: Part, there: int) -> int:
    """Units of a side that take a loss, and one more if it is driven back."""
    return (there if part.everyone else min(part.losses, there)) + part.retreats


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


def _coded(result: str, tell: Callable[[Desk], None]) -> Text:
    """A result with what it means, sentence after sentence, as the procedure tells it."""
    desk = Desk("winterwar")
    tell(desk)
    if not desk.lines:
        return say("core.plain", text=result)
    told = (line.text for line in desk.lines)
    meaning = reduce(lambda first, then: say("winterwar.odds.and-then", first=first, then=then), told)
    return say("winterwar.odds.code", code=result, meaning=meaning)


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
