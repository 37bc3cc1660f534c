"""Phase 4, new cards: the forced discard, drawing, and what happens when the Allied deck is used up (4.4, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, ListSpace
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Discard, Withdraw
from feltherre.games.norway.aftermath import group_name, heap_label
from feltherre.games.norway.combat import break_off
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, card_names, country_name, draw_to_limit, lay_face_up
from feltherre.games.norway.procedures.cards import must_discard
from feltherre.games.norway.procedures.victory import battalions_home
from feltherre.games.norway.spaces import allocation
from feltherre.games.norway.state import ALLIES, AREAS, ROLES, NorwayState, at, take_from_group, take_off, total
from feltherre.games.norway.steps import AlliedWithdrawal, DrawCards, ForcedDiscard
from feltherre.games.norway.victory import check_destruction


class ForcedDiscardRules(StepRules[NorwayState, ForcedDiscard]):
    asks = True

    @rule("4.4-2", "2.4-ger-2", "2.4-all-2")
    def decisions(self, state: NorwayState, step: ForcedDiscard) -> Sequence[Decision[Any]]:
        """Germany and the Allies must throw a card away if they have used none in their turn (4.4-2, R22)."""
        country = state.country
        if not must_discard(ROLES[country], state.used_this_turn, state.hand_size[country]):
            return ()
        held = [card for card in cards.OF_COUNTRY[country] if state.hand[card]]
        role = ROLES[country]
        space = ListSpace(
            [Discard(cards.SHORT_IDS[card]) for card in held],
            [card_name(card) for card in held],
            lambda action: Illegal(say("norway.illegal.discard", cards=card_names(held)), "4.4-2"),
        )
        prompt = say("norway.prompt.discard", country=country_name(country))
        waiting = say("norway.wait.discard", country=country_name(country))
        return (Decision(decision_id(state, role), role, prompt, "4.4-2", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: ForcedDiscard) -> None:
        """A card was used, or there is none, or the country need not."""

    @rule("4.4-2")
    def answer(self, table: Table[NorwayState], step: ForcedDiscard, role: str, action: Discard) -> None:
        """The card goes face up to the bottom of the deck before new ones are drawn (4.4-2, R22)."""
        card = BY_SHORT_ID[table.state.country][action.card]
        lay_face_up(table, card)
        who = country_name(table.state.country)
        table.tell(say("norway.event.discards", country=who, card=card_name(card)), "4.4-2")


class DrawCardsRules(StepRules[NorwayState, DrawCards]):
    @rule("4.4-1")
    def proceed(self, table: Table[NorwayState], step: DrawCards) -> None:
        """Before the turn passes on, its player draws (4.4-1)."""
        draw_to_limit(table, table.state.country)


class AlliedWithdrawalRules(StepRules[NorwayState, AlliedWithdrawal]):
    asks = True

    @rule("2.4-all-3")
    def decisions(self, state: NorwayState, step: AlliedWithdrawal) -> Sequence[Decision[Any]]:
        """The Allies remove four battalions of their choice, or all they have (2.4-all-3, R26)."""
        heaps = allied_heaps(state)
        number = battalions_home(total(state, ALLIES))
        if len(heaps) < 2 or number == total(state, ALLIES):
            return ()
        role = ROLES[ALLIES]
        prompt = say("norway.prompt.withdraw", n=number)
        waiting = say("norway.wait.withdraw", country=country_name(ALLIES))
        space = allocation(heaps, number, Withdraw, heap_label, "2.4-all-3")
        return (Decision(decision_id(state, role), role, prompt, "2.4-all-3", space, waiting),)

    @rule("2.4-all-3")
    def proceed(self, table: Table[NorwayState], step: AlliedWithdrawal) -> None:
        """No choice: all battalions go, or some from the only place they are (R26)."""
        state = table.state
        left = battalions_home(total(state, ALLIES))
        for heap, size in allied_heaps(state):
            taken = min(left, size)
            if taken:
                go_home(table, heap, taken)
                left -= taken
        after_withdrawal(table)

    @rule("2.4-all-3")
    def answer(self, table: Table[NorwayState], step: AlliedWithdrawal, role: str, action: Withdraw) -> None:
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
