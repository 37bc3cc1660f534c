"""Battalions leave one area and enter another (4.1b): what ordinary moves and the cards of the phase have in common."""

from __future__ import annotations

from itertools import compress
from operator import gt
from typing import Literal

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards, hands
from feltherre.games.norway.procedures.inputs import Mode
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import AREAS, NOWHERE, NorwayState, add, add_group, enemy_held

#: how battalions come into an area: on foot, with a card, or new ones from the sea or the air
By = Literal["land", "train", "flight", "ship", "sea", "air"]
_ALL_AREAS = range(AREAS)
_NEW: dict[By, Mode] = {"sea": "sea", "air": "air"}


@rule("2.2-3")
def free_battalions(state: NorwayState) -> list[int]:
    """Areas with battalions of the country in turn that have not yet moved (2.2-3, R34)."""
    start = state.country * AREAS
    resting = state.battalions[start : start + AREAS]
    return list(compress(_ALL_AREAS, map(gt, resting, state.moved)))


@rule("2.2-3", "4.1b-1")
def free_to_move(state: NorwayState, area: int) -> int:
    """How many battalions in an area may still move: each makes one move per turn, by foot or by card (2.2-3, R34)."""
    return state.battalions[state.country * AREAS + area] - state.moved[area]


@rule("4.1b-1", "2.3-fjord-1", "2.3-impassable-1", "2.3-land-2")
def destinations(origin: int) -> tuple[int, ...]:
    """Where a battalion may go: an adjoining land area, also over a fjord; impassable areas are no areas (4.1b-1)."""
    return board.NEIGHBOURS[origin]


def leave(state: NorwayState, origin: int, count: int) -> None:
    add(state, state.country, origin, -count)


@rule("4.1b-2", "2.3-land-4", "4.1b-3", "4.1b-4")
def enter(table: Table[NorwayState], origin: int, target: int, count: int, by: By = "land") -> None:
    """Battalions enter an area: where enemies stand it is an attack, and they wait at the border (4.1b-2, 4.1b-4).

    Battalions from the sea or the air are new on the board; their origin is NOWHERE.
    """
    state = table.state
    if origin == NOWHERE:
        state.raised[state.country] += count
    if enemy_held(state, state.country, target):
        mode = _NEW.get(by) or ("water" if board.over_water(origin, target) else "land")
        add_group(state, origin, target, mode, count)
        _tell(table, f"norway.event.attack.{mode}", origin, target, count)
    else:
        add(state, state.country, target, count)
        state.moved[target] += count
        _tell(table, f"norway.event.enter.{by}", origin, target, count)


def _tell(table: Table[NorwayState], key: str, origin: int, target: int, count: int) -> None:
    country, to = hands.country_name(table.state.country), area_name(target)
    if origin == NOWHERE:
        table.tell(say(key, country=country, target=to, n=count), "4.1b-2", (board.AREAS[target],))
    else:
        places = (board.AREAS[origin], board.AREAS[target])
        table.tell(say(key, country=country, origin=area_name(origin), target=to, n=count), "4.1b-2", places)


def use_card(table: Table[NorwayState], card: int, rule_id: str, area: int) -> None:
    """A card is played and used; `area`: what it is about (NOWHERE: no single area)."""
    hands.use(table, card)
    who = hands.country_name(cards.COUNTRY[card])
    places = (board.AREAS[area],) if area != NOWHERE else ()
    table.tell(say("norway.event.plays", country=who, card=hands.card_name(card)), rule_id, places)


def battalions_of(card: int) -> int:
    """How many battalions the card's function in phase 1b is for."""
    return cards.functions_at(card, cards.OWN, "1b")[0].battalions
