"""What an umpire may change in a game of Norway: battalions on the board, the cards of a hand, and ships at sea."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import Secret
from feltherre.core.game import Edit, names
from feltherre.core.names import Names, UnknownName
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, combat
from feltherre.games.norway import state as states
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.april.phases import CHOICE_RULE
from feltherre.games.norway.april.steps import ChooseCards
from feltherre.games.norway.hands import counted_cards, country_name, deck_size, hand_cards, in_play
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import ALLIES, ROLES, NorwayState
from feltherre.games.norway.steps import BattleDice
from feltherre.games.norway.victory import check_destruction

#: an umpire places or removes at most so many battalions at once
MOST_AT_ONCE = 99

COUNTRY_NAMES = Names(ROLES, ROLES)

#: the phase of the nine-April round in which the decoys leave the game (R72)
DECOYS_LEAVE = 3
#: steps that have counted the ships they are about
SHIPS_AT_WORK = (
    *(sea_steps.Interceptions, sea_steps.InterceptionChoice, sea_steps.InterceptionDice, sea_steps.InterceptionRuled),
    *(sea_steps.SmokeScreen, sea_steps.JoinBattle, sea_steps.ChooseFlight),
    *(april_steps.ReconnaissanceDice, april_steps.ReconnaissanceRuled),
    *(april_steps.Landing, april_steps.LandingPlan, april_steps.LandElsewhere),
    *(april_steps.MineDie, april_steps.MineRuled, april_steps.FortDie, april_steps.FortRuled),
)


#: what the fields of edits name
Side = Annotated[str, names("side")]
Area = Annotated[str, names("place", "area")]
Sea = Annotated[str, names("place", "water")]
Card = Annotated[str, names("card")]
Ship = Annotated[str, names("piece", "ship")]


class PlaceBattalions(Edit, frozen=True, tag="place"):
    """The umpire puts battalions on the board."""

    country: Side
    area: Area
    count: int


class RemoveBattalions(Edit, frozen=True, tag="remove"):
    """The umpire takes battalions off the board: those that rest in an area, or those that attack it."""

    country: Side
    area: Area
    count: int


class SetHand(Edit, frozen=True, tag="set-hand"):
    """The umpire gives a country these cards; those it held go back into its deck."""

    country: Side
    cards: tuple[Card, ...]


class PlaceShip(Edit, frozen=True, tag="place-ship"):
    """The umpire lays a ship card in a sea area, from wherever it is; one that has left the game comes back."""

    ship: Ship
    area: Sea


class RemoveShip(Edit, frozen=True, tag="remove-ship"):
    """The umpire takes a ship card out of the game, shown to everybody; it costs no cards."""

    ship: Ship


NorwayEdit = PlaceBattalions | RemoveBattalions | SetHand | PlaceShip | RemoveShip


def carry_out(table: Table[NorwayState], edit: Any) -> None:
    """Make the change, or raise Illegal and change nothing. A game that is over is not changed any more."""
    if table.state.result is not None:
        raise Illegal(say("core.illegal.over"))
    CARRY_OUT[type(edit)](table, edit)


def place(table: Table[NorwayState], edit: PlaceBattalions) -> None:
    state = table.state
    country, area = named_country(edit.country), named_area(edit.area)
    check_count(edit.count, MOST_AT_ONCE, area)
    if states.enemy_held(state, country, area):
        raise Illegal(say("norway.illegal.edit-enemy", area=area_name(area)))
    if country in states.enemies(state.country) and any(group.origin == area for group in state.groups):
        raise Illegal(say("norway.illegal.edit-origin", area=area_name(area)))
    states.bring_on(state, country, area, edit.count)
    changed(table, "norway.event.umpire-places", country, area, edit.count)


def remove(table: Table[NorwayState], edit: RemoveBattalions) -> None:
    state = table.state
    country, area = named_country(edit.country), named_area(edit.area)
    if country == state.country and states.groups_at(state, area):
        remove_attackers(state, area, edit.count)
    else:
        check_count(edit.count, states.at(state, country, area), area)
        states.take_off(state, country, area, edit.count)
        if country == state.country:
            state.moved[area] = min(state.moved[area], states.at(state, country, area))
    changed(table, "norway.event.umpire-removes", country, area, edit.count)


def remove_attackers(state: NorwayState, area: int, count: int) -> None:
    """Attackers stand at the border of the area; when their dice are thrown, their number is settled."""
    check_count(count, sum(group.battalions for group in states.groups_at(state, area)), area)
    fought_now = state.battle is not None and state.battle.area == area
    if fought_now and not any(isinstance(step, BattleDice) for step in state.agenda):
        raise Illegal(say("norway.illegal.edit-battle", area=area_name(area)))
    left = count
    for group in states.groups_at(state, area):
        taken = min(left, group.battalions)
        if taken:
            states.take_from_group(state, group, taken)
            left -= taken
    state.removed[state.country] += count
    if fought_now and not states.groups_at(state, area):
        state.battle = None


def changed(table: Table[NorwayState], key: str, country: int, area: int, count: int) -> None:
    """Everyone hears of it; a battle without defenders is not fought, and the last battalion's loss ends the game."""
    text = say(key, n=count, country=country_name(country), area=area_name(area))
    table.tell(text, "umpire", (board.AREAS[area],))
    combat.break_off(table)
    check_destruction(table)


# hands


def set_hand(table: Table[NorwayState], edit: SetHand) -> None:
    """Play cards, or in the nine-April round cards of that round; those it held go back into the deck or the box."""
    state = table.state
    country = named_country(edit.country)
    if any(isinstance(step, ChooseCards) for step in state.agenda):
        raise Illegal(say("norway.illegal.edit-before-choice", country=country_name(country)), CHOICE_RULE[country])
    own = in_play(state, country)
    wanted = wanted_cards(state, country, edit.cards)
    if len(edit.cards) > cards.HAND_LIMIT[country]:
        raise Illegal(say("norway.illegal.edit-hand-limit", n=cards.HAND_LIMIT[country]), "4.4-1")
    lacking = [card for card in own if wanted[card] > state.hand[card] + state.deck[card]]
    if lacking:
        raise Illegal(say("norway.illegal.edit-hand", cards=counted_cards(lacking)))
    if state.round and deck_size(state, country) == len(edit.cards) - state.hand_size[country] > 0:
        # what follows from an empty deck belongs to drawing
        raise Illegal(say("norway.illegal.edit-last-cards", country=country_name(country)))
    for card in own:
        state.deck[card] += state.hand[card] - wanted[card]
        state.hand[card] = wanted[card]
    state.hand_size[country] = len(edit.cards)
    state.known[:] = [known for known in state.known if known.country != country]
    table.reveal()
    who = country_name(country)
    own_text = say("norway.event.umpire-deals-you", country=who, cards=counted_cards(hand_cards(state, country)))
    table.tell(
        say("norway.event.umpire-deals", country=who, n=len(edit.cards)),
        "umpire",
        secrets=(Secret(ROLES[country], own_text),),
    )


def wanted_cards(state: NorwayState, country: int, names: tuple[str, ...]) -> list[int]:
    wanted = [0] * cards.ALL_COUNT
    own, known = in_play(state, country), cards.names_of(country, april=not state.round)
    for name in names:
        wanted[own[named(known.find, name, say("norway.illegal.no-such-card", card=name))]] += 1
    return wanted


# ships


def place_ship(table: Table[NorwayState], edit: PlaceShip) -> None:
    """A card that lies back up is moved unseen; one that lay open outside the sea areas everybody has seen."""
    state = table.state
    ship, area = named_ship(state, edit.ship), named_sea(edit.area)
    origin, country, where = fleet.sea_of(state).place[ship], ships.COUNTRY[ship], ships.place_name(area)
    if origin == area:
        raise Illegal(say("norway.illegal.edit-ship-there", ship=ships.name(ship), sea=where))
    if country == ALLIES and area in ships.CLOSED_TO_ALLIES:
        raise Illegal(say("norway.illegal.closed-sea", sea=where), "5.1-sea-2")
    if ship in ships.DECOYS and (state.round or state.phase >= DECOYS_LEAVE):
        raise Illegal(say("norway.illegal.edit-decoy"), "6.1-decoy")
    open_card = fleet.sea_of(state).face_up[ship]
    fleet.put(state, (ship,), area)
    if origin not in ships.SEAS:
        fleet.turn_down(state, (ship,))
    table.reveal()
    own_text = say("norway.event.umpire-places-ship", ship=ships.name(ship), sea=where)
    public = say(
        "norway.event.umpire-moves-card", country=country_name(country), origin=ships.place_name(origin), sea=where
    )
    text, secrets = (own_text, ()) if open_card else (public, (Secret(ROLES[country], own_text),))
    table.tell(text, "umpire", (board.SEAS[area],), secrets=secrets)


def remove_ship(table: Table[NorwayState], edit: RemoveShip) -> None:
    state = table.state
    ship = named_ship(state, edit.ship)
    origin = fleet.sea_of(state).place[ship]
    if origin in (ships.SUNK, ships.REMOVED):
        raise Illegal(say("norway.illegal.edit-ship-gone", ship=ships.name(ship)))
    fleet.take_out(table, (ship,), ships.REMOVED)
    where = (board.SEAS[origin],) if origin in ships.SEAS else ()
    table.tell(
        say("norway.event.umpire-removes-ship", ship=ships.name(ship), place=ships.place_name(origin)), "umpire", where
    )


def named_ship(state: NorwayState, ship: str) -> int:
    """The ship that is meant. There are ships only in the advanced game, and they are changed where they lie at rest:
    before they are deployed, or while they are caught, fight or land, what goes on has counted them."""
    if state.sea is None:
        raise Illegal(say("norway.illegal.edit-no-ships"), "0-2")
    if ships.IN_HAND in state.sea.place:
        raise Illegal(say("norway.illegal.edit-undeployed"), "7.0-deploy-ger")
    at_work = state.sea.under_way or state.sea.caught or state.sea.hunts or state.sea.battle
    if at_work or any(isinstance(step, SHIPS_AT_WORK) for step in state.agenda):
        raise Illegal(say("norway.illegal.edit-ships-at-work"))
    return named(ships.NAMES.find, ship, say("norway.illegal.edit-no-such-ship", ship=ship))


def named_sea(area: str) -> int:
    return named(board.find_sea, area, say("norway.board.no-sea", name=area))


# what an umpire names


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
    PlaceShip: place_ship,
    RemoveShip: remove_ship,
}
