"""Turns and phases (4-1 to 4-4), and phase 4, new cards: the forced discard, drawing, and what happens when the Allied
deck is used up (4.4, 2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, ListSpace
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards, hands
from feltherre.games.norway import steps as on_land
from feltherre.games.norway.actions import Discard, Withdraw
from feltherre.games.norway.aftermath import group_name, heap_label
from feltherre.games.norway.combat import break_off
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY
from feltherre.games.norway.procedures.cards import must_discard
from feltherre.games.norway.procedures.victory import battalions_home
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.reinforcement import hunters
from feltherre.games.norway.sea.pieces import at_rest
from feltherre.games.norway.sea.steps import SeaCombat, SeaMovement
from feltherre.games.norway.spaces import allocation
from feltherre.games.norway.state import AREAS, ROLES, NorwayState, at, take_from_group, take_off, total
from feltherre.games.norway.victory import check_destruction


@rule("4-2")
def first_turn() -> on_land.Turn:
    """Germany has the first turn (4-2)."""
    return on_land.Turn(GERMANY)


@steps.does(on_land.Turn)
@rule("4-1")
def turn(table: Table[NorwayState], step: on_land.Turn) -> None:
    """A country completes all its phases before the next begins (4-1)."""
    state = table.state
    state.country = step.country
    state.moved = [0] * AREAS
    state.origins.clear()
    state.used_this_turn = 0
    if state.sea is not None:
        state.sea = at_rest(state.sea)
    table.tell(say("norway.event.turn", country=hands.country_name(step.country), n=state.round), "4-2")
    table.push(on_land.Phase(1))


@steps.does(on_land.Phase)
@rule("4-3", "4-4", "8-1", "8.1b-1", "8.2b-1", "8.4-1")
def phase(table: Table[NorwayState], step: on_land.Phase) -> None:
    """The four phases in their order: movement, combat, reinforcement, new cards (4-3).

    In the advanced game movement at sea comes before movement on land, sea battle before land battle (8-1).
    """
    state = table.state
    state.phase = step.phase
    state.placed.clear()
    match step.phase:
        case 1:
            table.push(*((SeaMovement(),) if state.sea is not None else ()), on_land.Movement())
        case 2:
            table.push(*((SeaCombat(),) if state.sea is not None else ()), on_land.ChooseBattle())
        case 3:
            first = (on_land.FirstAllies(),) if state.country == ALLIES and not state.first_allies_landed else ()
            boats = [on_land.ConvoyAnswer(country) for country in hunters(state)]
            table.push(*first, on_land.Exchange(), *boats, on_land.Phase(4))
        case 4:
            table.push(on_land.ForcedDiscard(), on_land.DrawCards(), on_land.NextTurn())


@steps.does(on_land.NextTurn)
@rule("4-2", "4.4-6")
def next_turn(table: Table[NorwayState], step: on_land.NextTurn) -> None:
    """Germany, Norway, the Allies, and Germany again; the order never changes (4-2)."""
    state = table.state
    following = (state.country + 1) % len(COUNTRIES)
    state.round += following == 0
    table.push(on_land.Turn(following))


# 4.4 new cards


@steps.asks(on_land.ForcedDiscard)
@rule("4.4-2", "2.4-ger-2", "2.4-all-2")
def may_discard(state: NorwayState, step: on_land.ForcedDiscard) -> Iterator[Decision[Any]]:
    """Germany and the Allies must throw a card away if they have used none in their turn (4.4-2, R22)."""
    country = state.country
    if must_discard(ROLES[country], state.used_this_turn, state.hand_size[country]):
        held = [card for card in cards.OF_COUNTRY[country] if state.hand[card]]
        space = ListSpace(
            [Discard(cards.SHORT_IDS[card]) for card in held],
            hands.card_names(held),
            lambda action: Illegal(say("norway.illegal.discard", cards=hands.card_names(held)), "4.4-2"),
            [cards.IDS[card] for card in held],
        )
        yield hands.ask_of(state, country, "discard", "4.4-2", space)


# a card was used, or there is none, or the country need not
steps.does(on_land.ForcedDiscard)(nothing)


@steps.answer(on_land.ForcedDiscard)
@rule("4.4-2")
def discard(table: Table[NorwayState], step: on_land.ForcedDiscard, role: str, action: Discard) -> None:
    """The card goes face up to the bottom of the deck before new ones are drawn (4.4-2, R22)."""
    card = hands.BY_SHORT_ID[table.state.country][action.card]
    hands.lay_face_up(table, card)
    who = hands.country_name(table.state.country)
    table.tell(say("norway.event.discards", country=who, card=hands.card_name(card)), "4.4-2")


@steps.does(on_land.DrawCards)
@rule("4.4-1")
def draw_cards(table: Table[NorwayState], step: on_land.DrawCards) -> None:
    """Before the turn passes on, its player draws (4.4-1)."""
    hands.draw_to_limit(table, table.state.country)


# the Allied deck is used up


@steps.asks(on_land.AlliedWithdrawal)
@rule("2.4-all-3")
def may_choose_withdrawal(state: NorwayState, step: on_land.AlliedWithdrawal) -> Iterator[Decision[Any]]:
    """The Allies remove four battalions of their choice, or all they have (2.4-all-3, R26)."""
    heaps = allied_heaps(state)
    number = battalions_home(total(state, ALLIES))
    if len(heaps) > 1 and number < total(state, ALLIES):
        space = allocation(heaps, number, Withdraw, heap_label, "2.4-all-3")
        yield hands.ask_of(state, ALLIES, "withdraw", "2.4-all-3", space, n=number)


@steps.does(on_land.AlliedWithdrawal)
@rule("2.4-all-3")
def all_withdraw(table: Table[NorwayState], step: on_land.AlliedWithdrawal) -> None:
    """No choice: all battalions go, or some from the only place they are (R26)."""
    left = battalions_home(total(table.state, ALLIES))
    for heap, size in allied_heaps(table.state):
        taken = min(left, size)
        if taken:
            go_home(table, heap, taken)
            left -= taken
    after_withdrawal(table)


@steps.answer(on_land.AlliedWithdrawal)
@rule("2.4-all-3")
def some_withdraw(table: Table[NorwayState], step: on_land.AlliedWithdrawal, role: str, action: Withdraw) -> None:
    """The battalions the Allies have chosen leave; the others go on as usual (2.4-all-3)."""
    for heap, count in action.battalions:
        go_home(table, heap, count)
    after_withdrawal(table)


def allied_heaps(state: NorwayState) -> list[tuple[str, int]]:
    """(name, battalions) of every place where Allied battalions are. In their own turn ships may be lost when an attack
    is under way: attackers belong to the area they came from, or to the sea or the air."""
    heaps = {board.AREAS[area]: at(state, ALLIES, area) for area in range(AREAS)}
    for group in state.groups if state.country == ALLIES else ():
        name = group_name(group)
        heaps[name] = heaps.get(name, 0) + group.battalions
    return [(name, size) for name, size in heaps.items() if size]


def go_home(table: Table[NorwayState], heap: str, battalions: int) -> None:
    """Battalions leave Norway: first those at rest, then attackers."""
    state = table.state
    resting = min(battalions, at(state, ALLIES, board.INDEX[heap])) if heap in board.INDEX else 0
    if resting:
        take_off(state, ALLIES, board.INDEX[heap], resting)
    left = battalions - resting
    for group in tuple(state.groups) if left else ():
        taken = min(left, group.battalions) if group_name(group) == heap else 0
        if taken:
            take_from_group(state, group, taken)
            state.removed[ALLIES] += taken
            left -= taken
    places = (heap,) if heap in board.INDEX else ()
    table.tell(say("norway.event.goes-home", n=battalions, area=heap_label(heap)), "2.4-all-3", places)


def after_withdrawal(table: Table[NorwayState]) -> None:
    """Where nobody defends any more, an attack under way meets no battle."""
    if table.state.phase <= 2:
        break_off(table)
    check_destruction(table)
