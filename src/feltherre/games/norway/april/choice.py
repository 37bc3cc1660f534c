"""Choosing nine-April cards and drawing ships (7.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import cards
from feltherre.games.norway.advanced_cards import cards_to_choose
from feltherre.games.norway.april.actions import CallShips, ChooseApril
from feltherre.games.norway.april.steps import ChooseCards, DrawShips
from feltherre.games.norway.april.windows import play_window
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, counted_cards, country_name, hand_cards, use
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import put, ships_at
from feltherre.games.norway.state import ALLIES, COUNTRIES, ROLES, NorwayState

SHIPS_TO_THE_RESCUE = cards.INDEX["apr-all-ships-to-the-rescue"]
#: Allied ships drawn for the nine-April round (7.0-choice-all)
SHIPS_DRAWN = 9
CHOICE_RULE = ("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")


def fill_box(state: NorwayState) -> None:
    """All nine-April cards lie in the box before they are chosen (6.2-1)."""
    for card in range(cards.TYPE_COUNT, cards.ALL_COUNT):
        state.deck[card] = cards.COUNT[card]


class ChooseCardsRules(StepRules[NorwayState, ChooseCards]):
    asks = True

    @rule("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all", "6.2-1")
    def decisions(self, state: NorwayState, step: ChooseCards) -> Sequence[Decision[Any]]:
        """Germany chooses five of its nine-April cards, Norway three, the Allies three, each unseen (7.0-choice-ger,
        -nor, -all)."""
        return [self._decision(state, country) for country in range(len(COUNTRIES))]

    def _decision(self, state: NorwayState, country: int) -> Decision[Any]:
        role, number = ROLES[country], cards_to_choose()[country]
        prompt = say("norway.prompt.choose-april", country=country_name(country), n=number)
        waiting = say("norway.wait.choose-april", country=country_name(country))
        space = ChoiceSpace(country, number)
        return Decision(decision_id(state, role), role, prompt, CHOICE_RULE[country], space, waiting)

    @rule("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
    def answer(self, table: Table[NorwayState], step: ChooseCards, role: str, action: ChooseApril) -> None:
        """The chosen cards come into the hand; the others stay in the box face down."""
        state, country = table.state, ROLES.index(role)
        for short in action.cards:
            card = BY_SHORT_ID[country][short]
            state.deck[card] -= 1
            state.hand[card] += 1
        state.hand_size[country] = len(action.cards)
        table.reveal()
        own = say(
            "norway.event.you-choose-april",
            country=country_name(country),
            cards=counted_cards(hand_cards(state, country)),
        )
        public = say("norway.event.chooses-april", country=country_name(country), n=len(action.cards))
        table.tell(public, CHOICE_RULE[country], secrets=(Secret(role, own),))


class ChoiceSpace(Space[ChooseApril]):
    """A fixed number of a country's nine-April cards, in the order of the card file."""

    kinds = (ChooseApril,)

    def __init__(self, country: int, number: int) -> None:
        self.country = country
        self.number = number
        self.there = [card for card in cards.APRIL_OF_COUNTRY[country] for _ in range(cards.COUNT[card])]

    def options(self, partial: Partial) -> Sequence[Part]:
        wanting = self.number - len(partial)
        if not wanting:
            return ()
        ahead = self._ahead(partial)
        return list(dict.fromkeys(cards.SHORT_IDS[card] for card in ahead[: len(ahead) - wanting + 1]))

    def _ahead(self, partial: Partial) -> list[int]:
        """Copies of cards that come after those chosen; of equal cards the first are taken first."""
        if not partial:
            return self.there
        last = BY_SHORT_ID[self.country][str(partial[-1])]
        return self.there[self.there.index(last) + partial.count(partial[-1]) :]

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """All cards of which there is one more: in which order they are named says nothing."""
        if len(partial) == self.number:
            return ()
        shown = dict.fromkeys(self.there)
        return [cards.SHORT_IDS[c] for c in shown if self.there.count(c) > partial.count(cards.SHORT_IDS[c])]

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        return tuple(sorted((*partial, part), key=lambda card: BY_SHORT_ID[self.country][str(card)]))

    def build(self, partial: Partial) -> ChooseApril:
        return ChooseApril(tuple(str(part) for part in partial))

    def parts(self, action: ChooseApril) -> Partial:
        own = BY_SHORT_ID[self.country]
        if any(own.get(card, 0) < cards.TYPE_COUNT for card in action.cards):
            raise self._refusal()
        return tuple(sorted(action.cards, key=own.__getitem__))

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self._refusal()

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self._refusal()

    def _refusal(self) -> Illegal:
        return Illegal(say("norway.illegal.choose-april", n=self.number), CHOICE_RULE[self.country])

    def label(self, partial: Partial, part: Part) -> Text:
        card = BY_SHORT_ID[self.country][str(part)]
        return say("norway.card-worth", card=card_name(card), n=cards.SYMBOLS[card])


class DrawShipsRules(StepRules[NorwayState, DrawShips]):
    asks = True

    @rule("7.0-choice-all")
    def decisions(self, state: NorwayState, step: DrawShips) -> Sequence[Decision[Any]]:
        """After the first nine the Allies may call three more with Ships to the rescue (7.0-choice-all)."""
        if not step.drawn:
            return ()
        return play_window(state, ALLIES, SHIPS_TO_THE_RESCUE, "call-ships", CallShips(), "7.0-choice-all")

    @rule("7.0-choice-all")
    def proceed(self, table: Table[NorwayState], step: DrawShips) -> None:
        """Nine of the eighteen Allied ships are drawn; the others can be used only later (7.0-choice-all, R44)."""
        if not step.drawn:
            draw(table, SHIPS_DRAWN)
            table.push(DrawShips(drawn=True))

    @rule("7.0-choice-all")
    def answer(self, table: Table[NorwayState], step: DrawShips, role: str, action: Any) -> None:
        """Three more ships; the Home Fleet brings so many fewer later."""
        if isinstance(action, CallShips):
            use(table, SHIPS_TO_THE_RESCUE)
            function = cards.TYPES[SHIPS_TO_THE_RESCUE].functions[0]
            draw(table, function.ships)


def draw(table: Table[NorwayState], number: int) -> None:
    home = ships_at(table.state, ALLIES, ships.HOME)
    drawn = sorted(table.draw(min(number, len(home)), home, "ships", "7.0-choice-all"))
    put(table.state, drawn, ships.IN_HAND)
    own = say("norway.event.you-draw-ships", ships=[ships.name(ship) for ship in drawn])
    public = say("norway.event.draws-ships", n=len(drawn))
    table.tell(public, "7.0-choice-all", secrets=(Secret(ROLES[ALLIES], own),))


STEPS: dict[type[Step], Any] = {ChooseCards: ChooseCardsRules(), DrawShips: DrawShipsRules()}
