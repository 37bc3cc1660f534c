"""Coastal evacuation from a land battle (4.2-6-evac, 4.2-8-att-2): Allied battalions that the fleet takes off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Evacuate, Pass, SeaWithdraw
from feltherre.games.norway.battle import attackers, fought
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.hands import card_window, could_hold, country_name, holds, use
from feltherre.games.norway.marches import tell_card
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.sea import needs
from feltherre.games.norway.spaces import area_name, area_space, no_card
from feltherre.games.norway.state import (
    NorwayState,
    add,
    at,
    attacked_areas,
    free_of_enemies,
    groups_at,
    take_from_group,
)
from feltherre.games.norway.steps import LeaveBySea, SaveLost

EVACUATION = cards.INDEX["all-coastal-evacuation"]


@rule("4.2-6-evac", "4.2-8-att-2", "2.3-sea-2", "5.2-2")
def sea_refuges(state: NorwayState, area: int) -> list[int]:
    """Where Coastal evacuation may take Allied battalions from a battle (R14, R71).

    From a coast of III to VII to another one, without Germans and without an undecided battle; in the German turn not
    to an area that Germany attacks from. In the advanced game an Allied ship must lie where they leave, and German
    ships must not control the sea where they land (5.2-2, R58).
    """
    if not board.open_to_allies(area):
        return []
    barred = {area, *attacked_areas(state), *(state.origins if state.country == GERMANY else ())}
    refuges = [other for other in free_of_enemies(state, ALLIES, board.ALLIED_COAST) if other not in barred]
    if state.sea is None:
        return refuges
    return [other for other in refuges if needs.can_disembark(state, other)] if needs.can_embark(state, area) else []


@rule("2.4-symbols-3", "2.4-symbols-4")
def evacuation_function(state: NorwayState, step: str) -> cards.Function | None:
    """What the card does in a step of the battle: a reaction in the Allies' own turn (green circle) and in the
    opponent's (red square) (2.4-symbols-3, 2.4-symbols-4)."""
    timing = cards.OWN_REACTION if state.country == ALLIES else cards.OPPONENT
    return next(iter(cards.functions_at(EVACUATION, timing, "2b", step)), None)


def evacuation_window(
    state: NorwayState, step: str, kind: str, action: type[Any], rule_id: str
) -> Iterator[Decision[Any]]:
    """The Allies may use Coastal evacuation from this battle. They are asked whenever they might hold the card."""
    area, who = fought(state).area, country_name(ALLIES)
    refuges = sea_refuges(state, area)
    if refuges and evacuation_function(state, step) is not None and could_hold(state, ALLIES, (EVACUATION,)):
        uses = {kind: area_space(refuges, action, lambda other: no_refuge(state, other, rule_id))}
        prompt = say(f"norway.prompt.{kind}", country=who, area=area_name(area))
        waiting = say("norway.wait.evacuation", country=who, area=area_name(area))
        refused = no_card(EVACUATION, rule_id)
        held = uses if holds(state, EVACUATION) else {}
        yield card_window(state, ALLIES, held, (action,), lambda other: refused, prompt, rule_id, waiting)


def no_refuge(state: NorwayState, area: int, rule_id: str) -> Illegal:
    if state.sea is not None and not needs.can_disembark(state, area):
        return Illegal(say("norway.illegal.german-sea", area=area_name(area)), "5.2-2")
    return Illegal(say("norway.illegal.no-refuge", area=area_name(area)), rule_id)


# no Allied battalions that are lost or must leave, nowhere to go, or nobody could hold the card; or it is kept
steps.does(SaveLost, LeaveBySea)(nothing)
steps.answer(SaveLost, LeaveBySea, to=Pass)(nothing)


@steps.asks(SaveLost)
@rule("4.2-6-evac", "4-5")
def may_save_lost(state: NorwayState, step: SaveLost) -> Iterator[Decision[Any]]:
    """Step 6: the Allies may save a battalion just lost, one with each card (4.2-6-evac, R14)."""
    if step.lost:
        yield from evacuation_window(state, cards.LOSSES, "evacuate", Evacuate, "4.2-6-evac")


@steps.answer(SaveLost, to=Evacuate)
@rule("4.2-6-evac")
def save_lost(table: Table[NorwayState], step: SaveLost, role: str, action: Evacuate) -> None:
    """One battalion is put ashore elsewhere instead of being removed (4.2-6-evac)."""
    state = table.state
    function = evacuation_function(state, cards.LOSSES)
    assert function is not None
    use(table, EVACUATION)
    tell_card(table, EVACUATION, "4.2-6-evac", fought(state).area)
    target, saved = board.INDEX[action.target], min(function.battalions, step.lost)
    state.removed[ALLIES] -= saved
    add(state, ALLIES, target, saved)
    table.tell(say("norway.event.saved", n=saved, area=area_name(target)), "4.2-6-evac", (action.target,))
    table.push(SaveLost(step.lost - saved))


@steps.asks(LeaveBySea)
@rule("4.2-8-att-2", "4-5")
def may_leave_by_sea(state: NorwayState, step: LeaveBySea) -> Iterator[Decision[Any]]:
    """Step 8: losing Allied battalions may leave by sea instead, with Coastal evacuation (4.2-8-att-2)."""
    if losing_allies(state, step):
        yield from evacuation_window(state, cards.WITHDRAWAL, "withdraw-by-sea", SeaWithdraw, "4.2-8-att-2")


@steps.answer(LeaveBySea, to=SeaWithdraw)
@rule("4.2-8-att-2")
def leave_by_sea(table: Table[NorwayState], step: LeaveBySea, role: str, action: SeaWithdraw) -> None:
    """All the Allied battalions that must leave go to one other coastal area (4.2-8-att-2)."""
    state = table.state
    area, target = fought(state).area, board.INDEX[action.target]
    use(table, EVACUATION)
    tell_card(table, EVACUATION, "4.2-8-att-2", area)
    leaving = losing_allies(state, step)
    if step.attacker_wins:
        add(state, ALLIES, area, -leaving)
    else:
        for group in groups_at(state, area):
            take_from_group(state, group, group.battalions)
    add(state, ALLIES, target, leaving)
    text = say("norway.event.leaves-by-sea", n=leaving, area=area_name(area), target=area_name(target))
    table.tell(text, "4.2-8-att-2", (board.AREAS[area], action.target))


def losing_allies(state: NorwayState, step: LeaveBySea) -> int:
    """Allied battalions that must leave the battle, as defenders or as attackers."""
    if step.attacker_wins:
        return at(state, ALLIES, fought(state).area)
    return attackers(state) if state.country == ALLIES else 0
