"""Air combat (1.6): fought before the ground combat where air units of both sides meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from feltherre.core.changes import Value, Whole, YesNo
from feltherre.core.marks import rule
from feltherre.core.procedure import Procedure
from feltherre.core.space import Decision
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar.actions import TakeLosses
from feltherre.games.winterwar.board import number
from feltherre.games.winterwar.fates import destroy, fly_home
from feltherre.games.winterwar.procedures.air_combat import Air, air_combat
from feltherre.games.winterwar.procedures.inputs import signed
from feltherre.games.winterwar.state import WinterWarState, enemy_of
from feltherre.games.winterwar.steps import AirBattle, AirLosses, AirRuled, steps
from feltherre.games.winterwar.tables import tables_of
from feltherre.games.winterwar.texts import WORDS, hex_name, side_name
from feltherre.games.winterwar.units import AIR_COMBAT, INDEX, ROLES
from feltherre.hexgame.fighting import share_losses


@cache
def _procedure(tables: str) -> Procedure[Air]:
    return air_combat.under(table=tables_of(tables).air)


def over(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> list[int]:
    """Those of the air units that are still in or over the hex."""
    return [unit for unit in chosen if state.places[unit] == hex_]


@rule("1.6-f", "1.6-g")
def air_situation(state: WinterWarState, hex_: int, attackers: Sequence[int], defenders: Sequence[int]) -> Air:
    """Any number of air units on both sides, with their air combat values (1.6-f, 1.6-g)."""
    return Air(
        tuple([AIR_COMBAT[unit] for unit in over(state, hex_, attackers)]),
        tuple([AIR_COMBAT[unit] for unit in over(state, hex_, defenders)]),
    )


def air_procedure(state: WinterWarState) -> Procedure[Air]:
    """Air combat by the table of this game."""
    return _procedure(state.rules.tables)


def _changes(state: WinterWarState, step: AirRuled) -> dict[str, Value]:
    lost = {"attackers_lost": Whole(0, len(step.attackers)), "defenders_lost": Whole(0, len(step.defenders))}
    return {**lost, "attackers_home": YesNo(), "defenders_home": YesNo(), "combat_cancelled": YesNo()}


@steps.throws(
    AirBattle, AirRuled, by=air_procedure, thrower=lambda state, step, purpose: ROLES[state.side], changes=_changes
)
@rule("1.6-f", "1.6-l")
def air_battle(state: WinterWarState, step: AirBattle) -> Air | None:
    """The difference of the two sides' values (1.6-f); with no air unit on one side there is no air combat."""
    seen = air_situation(state, step.hex, step.attackers, step.defenders)
    return seen if seen.attackers and seen.defenders else None


@steps.does(AirRuled)
@rule("1.6-b", "1.6-c", "1.6-d", "1.6-e", "1.6-m")
def carry_out_result(table: Table[WinterWarState], step: AirRuled) -> None:
    """Losses, and who goes home; the others stay over the hex and may support (1.6-m, R59). Those of them that would
    rather fly home lose nothing by staying: they go at the end of the phase."""
    side, hex_, outputs = table.state.side, step.hex, step.ruling.outputs
    difference, result = signed(outputs["differential"]), outputs["result"]
    text = say("winterwar.event.air-ruled", place=hex_name(hex_), difference=difference, result=result)
    table.tell(text, "1.6-f", (number(hex_),), step.ruling)
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
    table.tell(say("winterwar.event.stopped", place=hex_name(hex_)), "1.6-e", (number(hex_),))


@steps.asks(AirLosses)
@rule("1.6-d")
def whom_to_lose(state: WinterWarState, step: AirLosses) -> Iterator[Decision[Any]]:
    """The owner chooses which of his air units are lost (1.6-d, R38)."""
    bears = dict.fromkeys(over(state, step.hex, step.units), 1)
    space = share_losses(WORDS, TakeLosses, bears, {}, step.count, "1.6-d")
    if space is not None:
        role, side, place = ROLES[step.side], side_name(step.side), hex_name(step.hex)
        yield ask(state, role, "air-losses", "1.6-d", space, waiting="losses", side=side, place=place, n=step.count)


@steps.answer(AirLosses)
def losses_chosen(table: Table[WinterWarState], step: AirLosses, role: str, action: TakeLosses) -> None:
    _lose(table, step, [INDEX[name] for name in action.units])


@steps.does(AirLosses)
def all_or_none(table: Table[WinterWarState], step: AirLosses) -> None:
    _lose(table, step, over(table.state, step.hex, step.units) if step.count else [])


@rule("1.6-b", "1.6-c", "1.6-d", "1.6-m")
def _lose(table: Table[WinterWarState], step: AirLosses, lost: Sequence[int]) -> None:
    """Lost air units leave the map (1.6-b); the others go home, if the result says so (1.6-c)."""
    for unit in lost:
        destroy(table, unit)
    if step.home:
        left = [unit for unit in over(table.state, step.hex, step.units) if table.state.flown[unit]]
        fly_home(table, left, step.hex, "1.6-c")
