"""Battles: ground combat (1.5) with the dice of partisans, and air combat (1.6), fought before it where air units of
both sides meet; what a result does to both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from feltherre.core.changes import Code as LetterCode
from feltherre.core.changes import OneOf, Value, Whole, YesNo
from feltherre.core.figures import signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Procedure
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.winterwar import board, combat, occupation, tables, units
from feltherre.games.winterwar import state as states
from feltherre.games.winterwar import steps as all_steps
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.procedures import combat as book
from feltherre.games.winterwar.procedures.aftermath import losses_due
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import AirBattle, AirLosses, AirRuled, steps
from feltherre.games.winterwar.units import IS_AIR, IS_GROUND, ROLES
from feltherre.hexgame.actions import TakeLosses
from feltherre.hexgame.counters import enemy_of, is_on_map
from feltherre.hexgame.fighting import share_losses
from feltherre.hexgame.results import Code, Part, parse_result
from feltherre.hexgame.steps import Advancing, GroundBattle, GroundRuled, Losses, Retreating

# partisans

#: what a die can give a partisan unit (2.1-m)
_STRENGTHS: Final = sorted(set(tables.PARTISAN_STRENGTH.values()))


@steps.throws(
    *(all_steps.PartisanDie, all_steps.PartisanRuled),
    by=book.partisan,
    thrower=lambda state, step, purpose: ROLES[units.SIDE[step.unit]],
    changes={"strength": OneOf(_STRENGTHS)},
)
@rule("2.1-l")
def partisan_die(state: WinterWarState, step: all_steps.PartisanDie) -> book.Partisan | None:
    """The die for a partisan unit that attacks or is attacked: only that decides (2.1-l)."""
    return book.Partisan() if is_on_map(state, step.unit) and not state.strengths[step.unit] else None


@steps.does(all_steps.PartisanRuled)
@rule("2.1-l", "2.1-m")
def partisan_has_strength(table: Table[WinterWarState], step: all_steps.PartisanRuled) -> None:
    """The strength holds for the rest of the turn (2.1-m, R43)."""
    unit, strength = step.unit, step.ruling.outputs["strength"]
    table.state.strengths[unit] = strength
    place = table.state.places[unit]
    WORDS.tell(table, "partisan", "2.1-m", [place], step.ruling, unit=unit, strength=strength)


# the battle


@cache
def _ground_procedure(kept: str, air_support: str, loss_numbers: str) -> Procedure[book.Combat]:
    table = tables.tables_of(kept).ground
    return book.ground_combat.under(table=table, air_support=air_support, loss_numbers=loss_numbers, lawful=True)


def ground_procedure(state: WinterWarState) -> Procedure[book.Combat]:
    """Ground combat by the table and the readings of this game."""
    return _ground_procedure(state.rules.tables, state.rules.air_support, state.rules.loss_numbers)


def fighters(state: WinterWarState, chosen: Sequence[int]) -> list[int]:
    """Those of the attacking ground units and ships that are still there."""
    return [unit for unit in chosen if not IS_AIR[unit] and is_on_map(state, unit)]


@rule("turn-4-d", "1.6-h", "1.6-j", "supply-6", "1.2.1-d", "1.4-h")
def situation(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> book.Combat:
    """An attack on a hex by these units: all enemy units in it defend together, ships and the air units over it too
    (turn-4-d, 1.6-j, R10, R35, R40)."""
    attacking = fighters(state, chosen)
    side, enemy = state.side, enemy_of(state.side)
    defending = states.ground_in(state, hex_, enemy)
    full = [unit for unit in defending if not state.cut_off[unit]] + states.ships_in(state, hex_, enemy)
    half = [unit for unit in defending if state.cut_off[unit]]
    over_it = [unit for unit in chosen if IS_AIR[unit] and state.places[unit] == hex_]
    support = units.GROUND_SUPPORT
    return book.Combat(
        side=ROLES[side],
        attack_values=tuple([states.attack_value(state, unit) for unit in attacking]),
        attackers=tuple([combat.attacker(unit, state.places[unit], hex_) for unit in attacking]),
        attack_support=tuple([support[unit] for unit in over_it]),
        defence_supplied=tuple([states.defence_value(state, unit) for unit in full]),
        defence_unsupplied=tuple([states.defence_value(state, unit) for unit in half]),
        defence_support=tuple([support[unit] for unit in states.flying_over(state, hex_, enemy)]),
        terrain=board.TERRAIN[hex_],  # type: ignore[arg-type]
        attacker_winter=_any_winter(attacking),
        defender_winter=_any_winter(defending),
        attacker_ski=any(units.IS_SKI[unit] for unit in attacking),
    )


@rule("1.2.1-e", "1.2.1-f")
def _any_winter(fighting: Sequence[int]) -> bool:
    """One ground unit with winter capability is enough on either side; ships and air units do not count (R27)."""
    return any(units.HAS_WINTER[unit] and IS_GROUND[unit] for unit in fighting)


#: results as umpires write them; a table of one's own may have others (1.5-b)
_RESULTS: Final = LetterCode(lambda text: parse_result(text) is not None, ("A1", "A1-F1R", "F2R", "FER"))


@steps.throws(
    *(GroundBattle, GroundRuled),
    by=ground_procedure,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes={"result": _RESULTS},
)
@rule("turn-4-b", "1.6-i", "1.5-a", "turn-4-d")
def ground_battle(state: WinterWarState, step: GroundBattle) -> book.Combat | None:
    """The odds and the modifiers of the die (1.5-a, turn-4-d). A battle needs an enemy and somebody to attack him; an
    umpire may have taken either away."""
    hex_ = step.hex

    def leads(unit: int) -> bool:
        here = state.places[unit]
        beside = IS_GROUND[unit] and hex_ in board.GRID.neighbours[here]
        return beside and book.may_lead(combat.attacker(unit, here, hex_))

    held = states.ground_in(state, hex_, enemy_of(state.side))
    return situation(state, hex_, step.units) if held and any(map(leads, fighters(state, step.units))) else None


@steps.does(GroundRuled)
@rule("1.5-b", "1.5-c", "1.5-f", "1.5-h")
def carry_out_ground_result(table: Table[WinterWarState], step: GroundRuled) -> None:
    """The result is carried out: the losses of both sides, retreats, then the advance (1.5)."""
    state, hex_, enemy, outputs = table.state, step.hex, enemy_of(table.state.side), step.ruling.outputs
    odds = {"attack": outputs["attack_total"], "defence": outputs["defence_total"], "column": outputs["column"]}
    result = outputs["result"]
    WORDS.tell(table, "ground-ruled", "1.5-a", [hex_], step.ruling, place=hex_, **odds, result=result)
    code = parse_result(result) or Code()
    attacking = tuple(unit for unit in fighters(state, step.units) if IS_GROUND[unit])
    defending = tuple(states.ground_in(state, hex_, enemy))
    # the hexes from which ground units took part, with those that did
    stacks = units.COUNTERS.by_hex(state, attacking)
    follows: list[Step] = [
        *_losses(table, code.part("A"), state.side, hex_, attacking),
        *_losses(table, code.part("F"), enemy, hex_, defending),
    ]
    if code.part("F").retreats:
        follows.append(Retreating(enemy, hex_, defending, tuple(stacks)))
    if code.part("A").retreats:
        follows += [Retreating(state.side, here, tuple(stack), (hex_,)) for here, stack in stacks.items()]
    else:
        follows.append(Advancing(hex_, step.units))
    table.push(*follows)


@rule("1.5-c", "2.1-e")
def _losses(
    table: Table[WinterWarState], part: Part, side: int, hex_: int, fighting: tuple[int, ...]
) -> tuple[Losses, ...]:
    """On E every ground unit that took part takes a loss at once; a number is for the owner to choose (R29)."""
    state = table.state
    if part.everyone:
        for unit in fighting:
            occupation.lose(table, unit)
        return ()
    due = losses_due(part, [states.can_flip(state, unit) for unit in fighting], state.rules.loss_numbers)
    return (Losses(side, hex_, fighting, due, "2.1-e"),) if due else ()


# in the air


@cache
def _air_procedure(kept: str) -> Procedure[book.Air]:
    return book.air_combat.under(table=tables.tables_of(kept).air)


def air_procedure(state: WinterWarState) -> Procedure[book.Air]:
    """Air combat by the table of this game."""
    return _air_procedure(state.rules.tables)


def over(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> list[int]:
    """Those of the air units that are still in or over the hex."""
    return [unit for unit in chosen if state.places[unit] == hex_]


@rule("1.6-f", "1.6-g")
def air_situation(state: WinterWarState, hex_: int, attackers: Sequence[int], defenders: Sequence[int]) -> book.Air:
    """Any number of air units on both sides, with their air combat values (1.6-f, 1.6-g)."""
    both = ([units.AIR_COMBAT[unit] for unit in over(state, hex_, those)] for those in (attackers, defenders))
    return book.Air(*map(tuple, both))


def _changes(state: WinterWarState, step: AirRuled) -> dict[str, Value]:
    lost = {"attackers_lost": Whole(0, len(step.attackers)), "defenders_lost": Whole(0, len(step.defenders))}
    return {**lost, "attackers_home": YesNo(), "defenders_home": YesNo(), "combat_cancelled": YesNo()}


@steps.throws(
    *(AirBattle, AirRuled),
    by=air_procedure,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes=_changes,
)
@rule("1.6-f", "1.6-l")
def air_battle(state: WinterWarState, step: AirBattle) -> book.Air | None:
    """The difference of the two sides' values (1.6-f); with no air unit on one side there is no air combat."""
    seen = air_situation(state, step.hex, step.attackers, step.defenders)
    return seen if seen.attackers and seen.defenders else None


@steps.does(AirRuled)
@rule("1.6-b", "1.6-c", "1.6-d", "1.6-e", "1.6-m")
def carry_out_air_result(table: Table[WinterWarState], step: AirRuled) -> None:
    """Losses, and who goes home; the others stay over the hex and may support (1.6-m, R59). Those of them that would
    rather fly home lose nothing by staying: they go at the end of the phase."""
    side, hex_, outputs = table.state.side, step.hex, step.ruling.outputs
    told = {"place": hex_, "difference": signed(outputs["differential"]), "result": outputs["result"]}
    WORDS.tell(table, "air-ruled", "1.6-f", [hex_], step.ruling, **told)
    if outputs["combat_cancelled"]:
        stop(table, hex_)
    table.push(
        AirLosses(side, hex_, step.attackers, outputs["attackers_lost"], outputs["attackers_home"]),
        AirLosses(enemy_of(side), hex_, step.defenders, outputs["defenders_lost"], outputs["defenders_home"]),
    )


@rule("1.6-e", "turn-4-e")
def stop(table: Table[WinterWarState], hex_: int) -> None:
    """S: nobody attacks this hex in this player turn, and those that were to do it attack nothing else (R35, R39)."""
    state = table.state
    state.stopped.append(hex_)
    for unit, pledged in enumerate(state.pledged):
        if pledged == hex_:
            state.attacked[unit] = 1
    WORDS.tell(table, "stopped", "1.6-e", [hex_], place=hex_)


@steps.asks(AirLosses)
@rule("1.6-d")
def whom_to_lose(state: WinterWarState, step: AirLosses) -> Iterator[Decision[Any]]:
    """The owner chooses which of his air units are lost (1.6-d, R38)."""
    bears = dict.fromkeys(over(state, step.hex, step.units), 1)
    space = share_losses(WORDS, TakeLosses, bears, {}, step.count, "1.6-d")
    if space is not None:
        told = {"place": step.hex, "n": step.count}
        yield WORDS.ask(state, step.side, "air-losses", "1.6-d", space, "losses", **told)


@steps.answer(AirLosses)
def losses_chosen(table: Table[WinterWarState], step: AirLosses, role: str, action: TakeLosses) -> None:
    _lose(table, step, units.COUNTERS.numbers_of(action.units))


@steps.does(AirLosses)
def all_or_none(table: Table[WinterWarState], step: AirLosses) -> None:
    _lose(table, step, over(table.state, step.hex, step.units) if step.count else [])


@rule("1.6-b", "1.6-c", "1.6-d", "1.6-m")
def _lose(table: Table[WinterWarState], step: AirLosses, lost: Sequence[int]) -> None:
    """Lost air units leave the map (1.6-b); the others go home, if the result says so (1.6-c)."""
    for unit in lost:
        occupation.destroy(table, unit)
    if step.home:
        left = [unit for unit in over(table.state, step.hex, step.units) if table.state.flown[unit]]
        occupation.fly_home(table, left, step.hex, "1.6-c")
