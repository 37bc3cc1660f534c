"""Air combat (1.6): fought before the ground combat where air units of both sides meet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessed, OneFunction
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar.actions import TakeLosses
from feltherre.games.winterwar.board import number
from feltherre.games.winterwar.fates import destroy, fly_home
from feltherre.games.winterwar.loss_space import LossSpace
from feltherre.games.winterwar.procedures.air_combat import Air, air_combat
from feltherre.games.winterwar.procedures.inputs import signed
from feltherre.games.winterwar.state import WinterWarState, enemy_of
from feltherre.games.winterwar.steps import AirBattle, AirLosses, AirRuled
from feltherre.games.winterwar.tables import tables_of
from feltherre.games.winterwar.texts import hex_name, side_name
from feltherre.games.winterwar.units import AIR_COMBAT, INDEX, ROLES


@cache
def _procedure(tables: str) -> OneFunction[Air]:
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


class AirBattleRules(Adjudication[WinterWarState, AirBattle]):
    """The attacker's die, by the procedure air-combat."""

    @rule("1.6-l")
    def alive(self, state: WinterWarState, step: AirBattle) -> bool:
        """With no air unit on one side there is no air combat."""
        return bool(over(state, step.hex, step.attackers)) and bool(over(state, step.hex, step.defenders))

    def procedure(self, state: WinterWarState) -> OneFunction[Air]:
        return air_procedure(state)

    @rule("1.6-f")
    def assessment(self, state: WinterWarState, step: AirBattle) -> Assessed:
        """The difference of the two sides' values (1.6-f)."""
        return air_procedure(state).assess(air_situation(state, step.hex, step.attackers, step.defenders))

    def effects(self, step: AirBattle, ruling: Ruling) -> Step:
        return AirRuled(step.hex, step.attackers, step.defenders, ruling)

    def thrower(self, state: WinterWarState, step: AirBattle, purpose: str) -> str:
        return ROLES[state.side]


def air_procedure(state: WinterWarState) -> OneFunction[Air]:
    """Air combat by the table of this game."""
    return _procedure(state.rules.tables)


class AirRuledRules(StepRules[WinterWarState, AirRuled]):
    @rule("1.6-b", "1.6-c", "1.6-d", "1.6-e", "1.6-m")
    def proceed(self, table: Table[WinterWarState], step: AirRuled) -> None:
        """Losses, and who goes home; the others stay over the hex and may support (1.6-m, R59). Those of them that
        would rather fly home lose nothing by staying: they go at the end of the phase."""
        state, hex_, outputs = table.state, step.hex, step.ruling.outputs
        text = say(
            "winterwar.event.air-ruled",
            place=hex_name(hex_),
            difference=signed(outputs["differential"]),
            result=outputs["result"],
        )
        table.tell(text, "1.6-f", (number(hex_),), step.ruling)
        if outputs["combat_cancelled"]:
            stop(table, hex_)
        table.push(
            AirLosses(state.side, hex_, step.attackers, outputs["attackers_lost"], outputs["attackers_home"]),
            AirLosses(enemy_of(state.side), hex_, step.defenders, outputs["defenders_lost"], outputs["defenders_home"]),
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


class AirLossesRules(StepRules[WinterWarState, AirLosses]):
    asks = True

    @rule("1.6-d")
    def decisions(self, state: WinterWarState, step: AirLosses) -> Sequence[Decision[Any]]:
        """The owner chooses which of his air units are lost (1.6-d, R38)."""
        there = over(state, step.hex, step.units)
        if not 0 < step.count < len(there):
            return ()
        role, side, place = ROLES[step.side], side_name(step.side), hex_name(step.hex)
        space = LossSpace(there, step.count, "1.6-d")
        prompt = say("winterwar.prompt.air-losses", side=side, place=place, n=step.count)
        wait = say("winterwar.wait.losses", side=side, place=place)
        return (Decision(decision_id(state, role), role, prompt, "1.6-d", space, wait),)

    def proceed(self, table: Table[WinterWarState], step: AirLosses) -> None:
        there = over(table.state, step.hex, step.units)
        self._carry_out(table, step, there if step.count else [])

    def answer(self, table: Table[WinterWarState], step: AirLosses, role: str, action: TakeLosses) -> None:
        self._carry_out(table, step, [INDEX[name] for name in action.units])

    @rule("1.6-b", "1.6-c", "1.6-d", "1.6-m")
    def _carry_out(self, table: Table[WinterWarState], step: AirLosses, lost: Sequence[int]) -> None:
        """Lost air units leave the map (1.6-b); the others go home, if the result says so (1.6-c)."""
        state = table.state
        for unit in lost:
            destroy(table, unit)
        if step.home:
            left = [unit for unit in over(state, step.hex, step.units) if state.flown[unit]]
            fly_home(table, left, step.hex, "1.6-c")


STEPS: Final[dict[type[Step], StepRules[WinterWarState, Any]]] = {
    AirBattle: AirBattleRules(),
    AirRuled: AirRuledRules(),
    AirLosses: AirLossesRules(),
}
