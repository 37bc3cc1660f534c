"""Coastal evacuation from a land battle (4.2-6-evac, 4.2-8-att-2): Allied battalions that the fleet takes off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import actions, battle, board, cards, hands, spaces
from feltherre.games.norway import state as states
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.marches import use_card
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.sea import needs
from feltherre.games.norway.state import NorwayState
from feltherre.games.norway.steps import LeaveBySea, SaveLost

EVACUATION = cards.INDEX["all-coastal-evacuation"]


@rule("4.2-6-evac", "4.2-8-att-2", "2.3-sea-2", "5.2-2")
def fault(state: NorwayState, area: int, target: int, rule_id: str) -> Illegal | None:
    """Why Coastal evacuation may not take Allied battalions from a battle to this area; None: it may (R14, R71).

    They go to another coast of III to VII, without Germans and without an undecided battle; in the German turn not to
    an area that Germany attacks from. In the advanced game German ships must not control the sea there (5.2-2, R58).
    """
    if state.sea is not None and not needs.can_disembark(state, target):
        return Illegal(say("norway.illegal.german-sea", area=spaces.area_name(target)), "5.2-2")
    barred = {area, *states.attacked_areas(state), *(state.origins if state.country == GERMANY else ())}
    if board.open_to_allies(target) and target not in barred and not states.enemy_held(state, ALLIES, target):
        return None
    return Illegal(say("norway.illegal.no-refuge", area=spaces.area_name(target)), rule_id)


@rule("2.4-symbols-3", "2.4-symbols-4")
def evacuation_function(state: NorwayState, step: str) -> cards.Function | None:
    """What the card does in a step of the battle: a reaction in the Allies' own turn (green circle) and in the
    opponent's (red square) (2.4-symbols-3, 2.4-symbols-4)."""
    timing = cards.OWN_REACTION if state.country == ALLIES else cards.OPPONENT
    return next(iter(cards.functions_at(EVACUATION, timing, "2b", step)), None)


@rule("2.3-sea-2", "5.2-2")
def window(state: NorwayState, step: str, action: type[Any], rule_id: str) -> Iterator[Decision[Any]]:
    """The Allies may use Coastal evacuation from this battle, on a coast of III to VII; in the advanced game an Allied
    ship must lie there (5.2-2, R58). They are asked whenever they might hold the card."""
    area, what = battle.fought(state).area, str(action.__struct_config__.tag)
    may_leave = board.open_to_allies(area) and (state.sea is None or needs.can_embark(state, area))
    if not may_leave or evacuation_function(state, step) is None:
        return

    def refuge(target: int) -> Illegal | None:
        return fault(state, area, target, rule_id)

    if any(refuge(target) is None for target in board.ALLIED_COAST):
        space, there = spaces.Way(action, spaces.faulted(board.ALLIED_COAST, refuge)), spaces.area_name(area)
        yield from hands.offer(state, ALLIES, EVACUATION, space, rule_id, what, waiting="evacuation", area=there)


# no Allied battalions that are lost or must leave, nowhere to go, or nobody could hold the card; or it is kept
steps.does(SaveLost, LeaveBySea)(nothing)
steps.answer(SaveLost, LeaveBySea, to=actions.Pass)(nothing)


@steps.asks(SaveLost)
@rule("4.2-6-evac", "4-5")
def may_save_lost(state: NorwayState, step: SaveLost) -> Iterator[Decision[Any]]:
    """Step 6: the Allies may save a battalion just lost, one with each card (4.2-6-evac, R14)."""
    if step.lost:
        yield from window(state, cards.LOSSES, actions.Evacuate, "4.2-6-evac")


@steps.answer(SaveLost, to=actions.Evacuate)
@rule("4.2-6-evac")
def save_lost(table: Table[NorwayState], step: SaveLost, role: str, action: actions.Evacuate) -> None:
    """One battalion is put ashore elsewhere instead of being removed (4.2-6-evac)."""
    state = table.state
    function = evacuation_function(state, cards.LOSSES)
    assert function is not None
    use_card(table, EVACUATION, "4.2-6-evac", battle.fought(state).area)
    target, saved = board.INDEX[action.target], min(function.battalions, step.lost)
    state.removed[ALLIES] -= saved
    states.add(state, ALLIES, target, saved)
    table.tell(say("norway.event.saved", n=saved, area=spaces.area_name(target)), "4.2-6-evac", (action.target,))
    table.push(SaveLost(step.lost - saved))


@steps.asks(LeaveBySea)
@rule("4.2-8-att-2", "4-5")
def may_leave_by_sea(state: NorwayState, step: LeaveBySea) -> Iterator[Decision[Any]]:
    """Step 8: losing Allied battalions may leave by sea instead, with Coastal evacuation (4.2-8-att-2)."""
    if losing_allies(state, step):
        yield from window(state, cards.WITHDRAWAL, actions.SeaWithdraw, "4.2-8-att-2")


@steps.answer(LeaveBySea, to=actions.SeaWithdraw)
@rule("4.2-8-att-2")
def leave_by_sea(table: Table[NorwayState], step: LeaveBySea, role: str, action: actions.SeaWithdraw) -> None:
    """All the Allied battalions that must leave go to one other coastal area (4.2-8-att-2)."""
    state = table.state
    area, target = battle.fought(state).area, board.INDEX[action.target]
    use_card(table, EVACUATION, "4.2-8-att-2", area)
    leaving = losing_allies(state, step)
    if step.attacker_wins:
        states.add(state, ALLIES, area, -leaving)
    else:
        for group in states.groups_at(state, area):
            states.take_from_group(state, group, group.battalions)
    states.add(state, ALLIES, target, leaving)
    text = say("norway.event.leaves-by-sea", n=leaving, area=spaces.area_name(area), target=spaces.area_name(target))
    table.tell(text, "4.2-8-att-2", (board.AREAS[area], action.target))


def losing_allies(state: NorwayState, step: LeaveBySea) -> int:
    """Allied battalions that must leave the battle, as defenders or as attackers."""
    if step.attacker_wins:
        return states.at(state, ALLIES, battle.fought(state).area)
    return battle.attackers(state) if state.country == ALLIES else 0
