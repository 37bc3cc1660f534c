"""The nine-April cards (6.2): how they are chosen, the question whether one is used now, and the ships drawn (7.0)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Several, Things
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import cards, hands
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april import steps as april
from feltherre.games.norway.april.actions import CallShips, ChooseApril
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.state import ALLIES, ROLES, NorwayState

SHIPS_TO_THE_RESCUE = cards.INDEX["apr-all-ships-to-the-rescue"]
#: Allied ships drawn for the nine-April round (7.0-choice-all)
SHIPS_DRAWN = 9
CHOICE_RULE = ("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")


# choosing cards


def fill_box(state: NorwayState) -> None:
    """All nine-April cards lie in the box before they are chosen (6.2-1)."""
    for card in range(cards.TYPE_COUNT, cards.ALL_COUNT):
        state.deck[card] = cards.COUNT[card]


@steps.asks(april.ChooseCards)
@rule("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all", "6.2-1")
def which_cards(state: NorwayState, step: april.ChooseCards) -> Iterator[Decision[Any]]:
    """Germany chooses five of its nine-April cards, Norway three, the Allies three, each unseen (7.0-choice-ger,
    -nor, -all)."""
    for country, number in enumerate(cards.cards_to_choose()):
        space = choice_space(country, number)
        yield hands.ask_of(state, country, "choose-april", CHOICE_RULE[country], space, n=number)


@cache
def choice_space(country: int, number: int) -> Several[ChooseApril]:
    """So many of a country's nine-April cards, in the order of the card file."""
    own = cards.APRIL_OF_COUNTRY[country]
    refusal = Illegal(say("norway.illegal.choose-april", n=number), CHOICE_RULE[country])

    def worth(card: int) -> Text:
        return say("norway.card-worth", card=hands.card_name(own[card]), n=cards.SYMBOLS[own[card]])

    return Several(
        ChooseApril,
        Things(
            [cards.SHORT_IDS[card] for card in own], worth, lambda card: refusal, card=lambda card: cards.IDS[own[card]]
        ),
        [place for place, card in enumerate(own) for _ in range(cards.COUNT[card])],
        lambda chosen, card: refusal,
        least=number,
        most=number,
        done=None,
    )


@steps.answer(april.ChooseCards)
@rule("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
def choose_cards(table: Table[NorwayState], step: april.ChooseCards, role: str, action: ChooseApril) -> None:
    """The chosen cards come into the hand; the others stay in the box face down."""
    state, country = table.state, ROLES.index(role)
    for short in action.cards:
        card = hands.BY_SHORT_ID[country][short]
        state.deck[card] -= 1
        state.hand[card] += 1
    state.hand_size[country] = len(action.cards)
    table.reveal()
    who, chosen = hands.country_name(country), hands.counted_cards(hands.hand_cards(state, country))
    own = say("norway.event.you-choose-april", country=who, cards=chosen)
    public = say("norway.event.chooses-april", country=who, n=len(action.cards))
    table.tell(public, CHOICE_RULE[country], secrets=(Secret(role, own),))


# using one

#: steps in which a country may use one card, and nothing happens without it
OFFERS = (
    *(april.Reconnaissance, april.MisleadingManoeuvre, april.Redeployment),
    *(april.AprilDrops, april.EvacuatedSailors, april.Bluff),
)


# the card is kept, or the country cannot hold it (any more), or has no ship there
steps.answer(*OFFERS, april.DrawShips, to=Pass)(nothing)
steps.does(*OFFERS, april.Raiding, april.Landing)(nothing)


# ships for the round


@steps.asks(april.DrawShips)
@rule("7.0-choice-all")
def more_ships(state: NorwayState, step: april.DrawShips) -> Iterator[Decision[Any]]:
    """After the first nine the Allies may call three more with Ships to the rescue (7.0-choice-all)."""
    if step.drawn:
        yield from hands.offer(state, ALLIES, SHIPS_TO_THE_RESCUE, CallShips(), "7.0-choice-all", "april-card")


@steps.does(april.DrawShips)
@rule("7.0-choice-all")
def first_ships(table: Table[NorwayState], step: april.DrawShips) -> None:
    """Nine of the eighteen Allied ships are drawn; the others can be used only later (7.0-choice-all, R44)."""
    if not step.drawn:
        draw(table, SHIPS_DRAWN)
        table.push(april.DrawShips(drawn=True))


@steps.answer(april.DrawShips, to=CallShips)
@rule("7.0-choice-all")
def call_ships(table: Table[NorwayState], step: april.DrawShips, role: str, action: CallShips) -> None:
    """Three more ships; the Home Fleet brings so many fewer later."""
    hands.use(table, SHIPS_TO_THE_RESCUE)
    draw(table, cards.TYPES[SHIPS_TO_THE_RESCUE].functions[0].ships)


def draw(table: Table[NorwayState], number: int) -> None:
    home = fleet.ships_at(table.state, ALLIES, ships.HOME)
    drawn = sorted(table.draw(min(number, len(home)), home, "ships", "7.0-choice-all"))
    fleet.put(table.state, drawn, ships.IN_HAND)
    own = say("norway.event.you-draw-ships", ships=[ships.name(ship) for ship in drawn])
    public = say("norway.event.draws-ships", n=len(drawn))
    table.tell(public, "7.0-choice-all", secrets=(Secret(ROLES[ALLIES], own),))
