"""Turns and phases (4-1 to 4-4)."""

from __future__ import annotations

from feltherre.core.agenda import StepRules
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import convoys
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.sea.pieces import at_rest
from feltherre.games.norway.sea.steps import SeaCombat, SeaMovement
from feltherre.games.norway.state import ALLIES, AREAS, COUNTRIES, GERMANY, NorwayState
from feltherre.games.norway.steps import (
    ChooseBattle,
    ConvoyAnswer,
    DrawCards,
    Exchange,
    FirstAllies,
    ForcedDiscard,
    Movement,
    NextTurn,
    Phase,
    Turn,
)


@rule("4-2")
def first_turn() -> Turn:
    """Germany has the first turn (4-2)."""
    return Turn(GERMANY)


class TurnRules(StepRules[NorwayState, Turn]):
    @rule("4-1")
    def proceed(self, table: Table[NorwayState], step: Turn) -> None:
        """A country completes all its phases before the next begins (4-1)."""
        state = table.state
        state.country = step.country
        state.moved = [0] * AREAS
        state.origins.clear()
        state.used_this_turn = 0
        if state.sea is not None:
            state.sea = at_rest(state.sea)
        table.tell(say("norway.event.turn", country=country_name(step.country), n=state.round), "4-2")
        table.push(Phase(1))


class PhaseRules(StepRules[NorwayState, Phase]):
    @rule("4-3", "4-4", "8-1", "8.1b-1", "8.2b-1", "8.4-1")
    def proceed(self, table: Table[NorwayState], step: Phase) -> None:
        """The four phases in their order: movement, combat, reinforcement, new cards (4-3).

        In the advanced game movement at sea comes before movement on land, sea battle before land battle (8-1).
        """
        state = table.state
        state.phase = step.phase
        state.placed.clear()
        match step.phase:
            case 1:
                table.push(*((SeaMovement(),) if state.sea is not None else ()), Movement())
            case 2:
                table.push(*((SeaCombat(),) if state.sea is not None else ()), ChooseBattle())
            case 3:
                first = (FirstAllies(),) if state.country == ALLIES and not state.first_allies_landed else ()
                boats = [ConvoyAnswer(country) for country in convoys.hunters(state)]
                table.push(*first, Exchange(), *boats, Phase(4))
            case 4:
                table.push(ForcedDiscard(), DrawCards(), NextTurn())


class NextTurnRules(StepRules[NorwayState, NextTurn]):
    @rule("4-2", "4.4-6")
    def proceed(self, table: Table[NorwayState], step: NextTurn) -> None:
        """Germany, Norway, the Allies, and Germany again; the order never changes (4-2)."""
        state = table.state
        following = (state.country + 1) % len(COUNTRIES)
        state.round += following == 0
        table.push(Turn(following))
