"""Ground combat (1.5): the dice of partisans, the odds, and what a result does to both sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from feltherre.core.changes import Code as LetterCode
from feltherre.core.changes import OneOf
from feltherre.core.marks import rule
from feltherre.core.procedure import Procedure
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import attackers, board, codes, fates, texts, units
from feltherre.games.winterwar import state as states
from feltherre.games.winterwar import steps as all_steps
from feltherre.games.winterwar.procedures.attack import may_lead
from feltherre.games.winterwar.procedures.ground_combat import Combat, ground_combat
from feltherre.games.winterwar.procedures.losses import losses_due
from feltherre.games.winterwar.procedures.partisans import Partisan, partisan
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import steps
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, tables_of
from feltherre.games.winterwar.units import GROUND_SUPPORT, IS_AIR, IS_GROUND, IS_SKI, ROLES, SIDE

# partisans


def _owner(state: WinterWarState, step: all_steps.PartisanDie, purpose: str) -> str:
    return ROLES[SIDE[step.unit]]


#: what a die can give a partisan unit (2.1-m)
_STRENGTHS: Final = sorted(set(PARTISAN_STRENGTH.values()))


@steps.throws(
    all_steps.PartisanDie, all_steps.PartisanRuled, by=partisan, thrower=_owner, changes={"strength": OneOf(_STRENGTHS)}
)
@rule("2.1-l")
def partisan_die(state: WinterWarState, step: all_steps.PartisanDie) -> Partisan | None:
    """The die for a partisan unit that attacks or is attacked: only that decides (2.1-l)."""
    return Partisan() if states.is_on_map(state, step.unit) and not state.strengths[step.unit] else None


@steps.does(all_steps.PartisanRuled)
@rule("2.1-l", "2.1-m")
def partisan_has_strength(table: Table[WinterWarState], step: all_steps.PartisanRuled) -> None:
    """The strength holds for the rest of the turn (2.1-m, R43)."""
    strength = step.ruling.outputs["strength"]
    table.state.strengths[step.unit] = strength
    places = (board.number(table.state.places[step.unit]),)
    text = say("winterwar.event.partisan", unit=texts.unit_name(step.unit), strength=strength)
    table.tell(text, "2.1-m", places, step.ruling)


# the battle


@cache
def _procedure(tables: str, air_support: str, loss_numbers: str) -> Procedure[Combat]:
    return ground_combat.under(
        table=tables_of(tables).ground, air_support=air_support, loss_numbers=loss_numbers, lawful=True
    )


def ground_procedure(state: WinterWarState) -> Procedure[Combat]:
    """Ground combat by the table and the readings of this game."""
    return _procedure(state.rules.tables, state.rules.air_support, state.rules.loss_numbers)


def fighters(state: WinterWarState, chosen: Sequence[int]) -> list[int]:
    """Those of the attacking ground units and ships that are still there."""
    return [unit for unit in chosen if not IS_AIR[unit] and states.is_on_map(state, unit)]


@rule("turn-4-d", "1.6-h", "1.6-j", "supply-6", "1.2.1-d", "1.4-h")
def situation(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> Combat:
    """An attack on a hex by these units: all enemy units in it defend together, ships and the air units over it too
    (turn-4-d, 1.6-j, R10, R35, R40)."""
    attacking = fighters(state, chosen)
    side, enemy = state.side, states.enemy_of(state.side)
    defending = states.ground_in(state, hex_, enemy)
    full = [unit for unit in defending if not state.cut_off[unit]] + states.ships_in(state, hex_, enemy)
    half = [unit for unit in defending if state.cut_off[unit]]
    return Combat(
        side=ROLES[side],
        attack_values=tuple([states.attack_value(state, unit) for unit in attacking]),
        attackers=tuple([attackers.attacker(unit, state.places[unit], hex_) for unit in attacking]),
        attack_support=tuple([GROUND_SUPPORT[unit] for unit in chosen if IS_AIR[unit] and state.places[unit] == hex_]),
        defence_supplied=tuple([states.defence_value(state, unit) for unit in full]),
        defence_unsupplied=tuple([states.defence_value(state, unit) for unit in half]),
        defence_support=tuple([GROUND_SUPPORT[unit] for unit in states.flying_over(state, hex_, enemy)]),
        terrain=board.TERRAIN[hex_],  # type: ignore[arg-type]
        attacker_winter=_any_winter(attacking),
        defender_winter=_any_winter(defending),
        attacker_ski=any(IS_SKI[unit] for unit in attacking),
    )


@rule("1.2.1-e", "1.2.1-f")
def _any_winter(fighting: Sequence[int]) -> bool:
    """One ground unit with winter capability is enough on either side; ships and air units do not count (R27)."""
    return any(units.HAS_WINTER[unit] and IS_GROUND[unit] for unit in fighting)


#: results as umpires write them; a table of one's own may have others (1.5-b)
_RESULTS: Final = LetterCode(lambda text: codes.parse_ground(text) is not None, ("A1", "A1-F1R", "F2R", "FER"))


@steps.throws(
    all_steps.GroundBattle,
    all_steps.GroundRuled,
    by=ground_procedure,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes={"result": _RESULTS},
)
@rule("turn-4-b", "1.6-i", "1.5-a", "turn-4-d")
def ground_battle(state: WinterWarState, step: all_steps.GroundBattle) -> Combat | None:
    """The odds and the modifiers of the die (1.5-a, turn-4-d). A battle needs an enemy and somebody to attack him; an
    umpire may have taken either away."""
    held = states.ground_in(state, step.hex, states.enemy_of(state.side))
    if held and any(IS_GROUND[unit] and _leads(state, unit, step.hex) for unit in fighters(state, step.units)):
        return situation(state, step.hex, step.units)
    return None


def _leads(state: WinterWarState, unit: int, hex_: int) -> bool:
    here = state.places[unit]
    return hex_ in board.GRID.neighbours[here] and may_lead(attackers.attacker(unit, here, hex_))


@steps.does(all_steps.GroundRuled)
@rule("1.5-b", "1.5-c", "1.5-f", "1.5-h")
def carry_out_result(table: Table[WinterWarState], step: all_steps.GroundRuled) -> None:
    """The result is carried out: the losses of both sides, retreats, then the advance (1.5)."""
    state, hex_, enemy, outputs = table.state, step.hex, states.enemy_of(table.state.side), step.ruling.outputs
    odds = {"attack": outputs["attack_total"], "defence": outputs["defence_total"], "column": outputs["column"]}
    text = say("winterwar.event.ground-ruled", place=texts.hex_name(hex_), **odds, result=outputs["result"])
    table.tell(text, "1.5-a", (board.number(hex_),), step.ruling)
    code = codes.parse_ground(outputs["result"]) or codes.Code()
    attacking = tuple(unit for unit in fighters(state, step.units) if IS_GROUND[unit])
    defending = tuple(states.ground_in(state, hex_, enemy))
    # the hexes from which ground units took part, with those that did
    stacks = units.COUNTERS.by_hex(state, attacking)
    follows: list[Step] = [
        *_losses(table, code.part("A"), state.side, hex_, attacking),
        *_losses(table, code.part("F"), enemy, hex_, defending),
    ]
    if code.part("F").retreats:
        follows.append(all_steps.Retreating(enemy, hex_, defending, tuple(stacks)))
    if code.part("A").retreats:
        follows += [all_steps.Retreating(state.side, here, tuple(stack), (hex_,)) for here, stack in stacks.items()]
    else:
        follows.append(all_steps.Advancing(hex_, step.units))
    table.push(*follows)


@rule("1.5-c", "2.1-e")
def _losses(
    table: Table[WinterWarState], part: codes.Part, side: int, hex_: int, fighting: tuple[int, ...]
) -> tuple[all_steps.Losses, ...]:
    """On E every ground unit that took part takes a loss at once; a number is for the owner to choose (R29)."""
    state = table.state
    if part.everyone:
        for unit in fighting:
            fates.lose(table, unit)
        return ()
    due = losses_due(part, [states.can_flip(state, unit) for unit in fighting], state.rules.loss_numbers)
    return (all_steps.Losses(side, hex_, fighting, due),) if due else ()
