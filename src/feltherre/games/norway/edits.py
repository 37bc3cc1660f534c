"""What an umpire may change in a game of Norway: battalions on the board and the cards of a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import Secret
from feltherre.core.game import Edit
from feltherre.core.names import Names, UnknownName
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, combat
from feltherre.games.norway.hands import card_names, country_name, deck_size, hand_cards
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import (
    ROLES,
    NorwayState,
    at,
    bring_on,
    enemies,
    enemy_held,
    groups_at,
    take_from_group,
    take_off,
)
from feltherre.games.norway.steps import BattleDice
from feltherre.games.norway.victory import check_destruction

#: an umpire places or removes at most so many battalions at once
MOST_AT_ONCE = 99

COUNTRY_NAMES = Names(ROLES, ROLES)


class PlaceBattalions(Edit, frozen=True, tag="place"):
    """The umpire puts battalions on the board."""

    country: str
    area: str
    count: int


class RemoveBattalions(Edit, frozen=True, tag="remove"):
    """The umpire takes battalions off the board: those that rest in an area, or those that attack it."""

    country: str
    area: str
    count: int


class SetHand(Edit, frozen=True, tag="set-hand"):
    """The umpire gives a country these cards; those it held go back into its deck."""

    country: str
    cards: tuple[str, ...]


NorwayEdit = PlaceBattalions | RemoveBattalions | SetHand


def carry_out(table: Table[NorwayState], edit: Any) -> None:
    """Make the change, or raise Illegal and change nothing. A game that is over is not changed any more."""
    if table.state.result is not None:
        raise Illegal(say("core.illegal.over"))
    CARRY_OUT[type(edit)](table, edit)


def place(table: Table[NorwayState], edit: PlaceBattalions) -> None:
    state = table.state
    country, area = named_country(edit.country), named_area(edit.area)
    check_count(edit.count, MOST_AT_ONCE, area)
    if enemy_held(state, country, area):
        raise Illegal(say("norway.illegal.edit-enemy", area=area_name(area)))
    if country in enemies(state.country) and any(group.origin == area for group in state.groups):
        raise Illegal(say("norway.illegal.edit-origin", area=area_name(area)))
    bring_on(state, country, area, edit.count)
    changed(table, "norway.event.umpire-places", country, area, edit.count)


def remove(table: Table[NorwayState], edit: RemoveBattalions) -> None:
    state = table.state
    country, area = named_country(edit.country), named_area(edit.area)
    if country == state.country and groups_at(state, area):
        remove_attackers(state, area, edit.count)
    else:
        check_count(edit.count, at(state, country, area), area)
        take_off(state, country, area, edit.count)
        if country == state.country:
            state.moved[area] = min(state.moved[area], at(state, country, area))
    changed(table, "norway.event.umpire-removes", country, area, edit.count)


def remove_attackers(state: NorwayState, area: int, count: int) -> None:
    """Attackers stand at the border of the area; when their dice are thrown, their number is settled."""
    check_count(count, sum(group.battalions for group in groups_at(state, area)), area)
    fought_now = state.battle is not None and state.battle.area == area
    if fought_now and not any(isinstance(step, BattleDice) for step in state.agenda):
        raise Illegal(say("norway.illegal.edit-battle", area=area_name(area)))
    left = count
    for group in groups_at(state, area):
        taken = min(left, group.battalions)
        if taken:
            take_from_group(state, group, taken)
            left -= taken
    state.removed[state.country] += count
    if fought_now and not groups_at(state, area):
        state.battle = None


def changed(table: Table[NorwayState], key: str, country: int, area: int, count: int) -> None:
    """Everyone hears of it; a battle without defenders is not fought, and the last battalion's loss ends the game."""
    text = say(key, n=count, country=country_name(country), area=area_name(area))
    table.tell(text, "umpire", (board.AREAS[area],))
    combat.break_off(table)
    check_destruction(table)


def set_hand(table: Table[NorwayState], edit: SetHand) -> None:
    state = table.state
    country = named_country(edit.country)
    wanted = wanted_cards(country, edit.cards)
    own = cards.OF_COUNTRY[country]
    if len(edit.cards) > cards.HAND_LIMIT[country]:
        raise Illegal(say("norway.illegal.edit-hand-limit", n=cards.HAND_LIMIT[country]), "4.4-1")
    lacking = [card for card in own if wanted[card] > state.hand[card] + state.deck[card]]
    if lacking:
        raise Illegal(say("norway.illegal.edit-hand", cards=card_names(lacking)))
    if deck_size(state, country) and len(edit.cards) == state.hand_size[country] + deck_size(state, country):
        # what follows from an empty deck belongs to drawing
        raise Illegal(say("norway.illegal.edit-last-cards", country=country_name(country)))
    for card in own:
        state.deck[card] += state.hand[card] - wanted[card]
        state.hand[card] = wanted[card]
    state.hand_size[country] = len(edit.cards)
    state.known[:] = [known for known in state.known if known.country != country]
    table.reveal()
    who = country_name(country)
    own_text = say("norway.event.umpire-deals-you", country=who, cards=card_names(hand_cards(state, country)))
    table.tell(
        say("norway.event.umpire-deals", country=who, n=len(edit.cards)),
        "umpire",
        secrets=(Secret(ROLES[country], own_text),),
    )


def wanted_cards(country: int, names: tuple[str, ...]) -> list[int]:
    wanted = [0] * cards.ALL_COUNT
    for name in names:
        refusal = say("norway.illegal.no-such-card", card=name)
        wanted[cards.OF_COUNTRY[country][named(cards.names_of(country).find, name, refusal)]] += 1
    return wanted


def check_count(count: int, most: int, area: int) -> None:
    if not 1 <= count <= most:
        raise Illegal(say("norway.illegal.edit-count", n=most, area=area_name(area)))


def named_country(country: str) -> int:
    return named(COUNTRY_NAMES.find, country, say("norway.illegal.no-such-country", country=country))


def named_area(area: str) -> int:
    return named(board.find_area, area, say("norway.illegal.no-such-area", area=area), "2.3-land-1")


def named(find: Callable[[str], int], typed: str, refusal: Text, rule: str | None = None) -> int:
    """What an umpire means: an id, or a name as people type it. A name that is like no other is plainly refused."""
    try:
        return find(typed)
    except UnknownName as error:
        raise (Illegal(error.reason) if error.near else Illegal(refusal, rule)) from None
    except BadInput as error:
        raise Illegal(error.reason, rule) from None


CARRY_OUT: dict[type, Callable[[Table[NorwayState], Any], None]] = {
    PlaceBattalions: place,
    RemoveBattalions: remove,
    SetHand: set_hand,
}
