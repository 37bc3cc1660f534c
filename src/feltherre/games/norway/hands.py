"""Hands, decks and the use of cards (2.4): who may hold what, using a card, drawing, the three regimes of the decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from feltherre.core.agenda import decision_id
from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, Single, Space
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import cards
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.procedures.cards import Event, cards_wanted, draw_cards
from feltherre.games.norway.sea.steps import ShipsWithdrawal
from feltherre.games.norway.spaces import Kinds, no_card
from feltherre.games.norway.state import ROLES, Known, NorwayState
from feltherre.games.norway.steps import AlliedWithdrawal
from feltherre.games.norway.victory import end_by_deck

#: country -> card by its id within the country
BY_SHORT_ID: tuple[dict[str, int], ...] = tuple(
    {cards.SHORT_IDS[card]: card for card in (*play, *april)}
    for play, april in zip(cards.OF_COUNTRY, cards.APRIL_OF_COUNTRY, strict=True)
)

#: country -> where its play cards stand in lists by card, and its nine-April cards
SPAN: tuple[slice, ...] = tuple(slice(own[0], own[-1] + 1) for own in cards.OF_COUNTRY)
APRIL_SPAN: tuple[slice, ...] = tuple(slice(own[0], own[-1] + 1) for own in cards.APRIL_OF_COUNTRY)

#: a card is not used
PASS = Single(Pass())

_CARD_NAMES = tuple(say(f"norway.card.{card}") for card in cards.IDS)
_COUNTRY_NAMES = tuple(say(f"norway.country.{role}") for role in ROLES)


def holds(state: NorwayState, card: int) -> bool:
    return state.hand[card] > 0


def could_hold(state: NorwayState, country: int, types: Iterable[int]) -> bool:
    """Whether, for all the others can see, the country might hold one of these cards.

    Public are the number of cards in hand and the cards lying face up below the deck. A window for an answer opens by
    this and never by the true hand, so that its opening tells nothing.
    """
    if not state.hand_size[country]:
        return False
    used = state.used
    return any(cards.COUNT[card] > used[card] for card in types)


def ask_of(
    state: NorwayState, country: int, what: str, rule_id: str, space: Space[Any], /, **told: Any
) -> Decision[Any]:
    """A question to a country, which its words name; the rest as `ask` has it."""
    return ask(state, ROLES[country], what, rule_id, space, country=country_name(country), **told)


@rule("6.2-1", "6.2-2")
def offer(
    state: NorwayState,
    country: int,
    card: int,
    answer: Action | Space[Any],
    rule_id: str,
    what: str,
    /,
    *,
    waiting: str = "answer",
    **told: Any,
) -> Iterator[Decision[Any]]:
    """A country may use this card now, or pass; the window opens whatever it holds, if it could hold the card (6.2-2).
    The question is `norway.prompt.<what>`, in the words `told`."""
    if could_hold(state, country, (card,)):
        space = answer if isinstance(answer, Space) else Single(answer)
        action: Any = next(iter(space.kinds), type(answer))
        usable = holds(state, card) and (space is not answer or bool(space.options(())))
        uses = {action.__struct_config__.tag: space} if usable else {}
        told = {"country": country_name(country), "card": card_name(card), **told}
        prompt, wait = say(f"norway.prompt.{what}", **told), say(f"norway.wait.{waiting}", **told)
        played = dict.fromkeys(uses, cards.IDS[card])
        yield card_window(
            state, country, uses, (action,), lambda kind: no_card(card, rule_id), prompt, rule_id, wait, played
        )


def card_window(
    state: NorwayState,
    country: int,
    uses: Mapping[str, Space[Any]],
    kinds: Sequence[type],
    closed: Callable[[str], Illegal],
    prompt: Text,
    rule_id: str,
    waiting: Text | None = None,
    played: Mapping[str, str] | None = None,
) -> Decision[Any]:
    """Whether a country uses a card now, or passes: what its hand allows (`uses`), of the kinds of answer that belong
    to the question. `played`: the card of each, where its action does not name it. The others read the same whatever it
    holds."""
    role, who = ROLES[country], country_name(country)
    space = Kinds({**uses, "pass": PASS}, (*kinds, Pass), closed, played)
    wait = waiting or say("norway.wait.answer", country=who)
    return Decision(decision_id(state, role), role, prompt, rule_id, space, wait, reaction=True)


@rule("2.4-3", "4.2-cancel", "4.4-2", "2.4-ger-2", "2.4-all-2")
def use(table: Table[NorwayState], card: int) -> None:
    """A card is used: it is laid face up below its owner's deck, cancelled or not (2.4-3, R64).

    In the owner's own turn that fulfils the duty to use a card; in an opponent's turn it does not (R22).
    """
    if cards.COUNTRY[card] == table.state.country:
        table.state.used_this_turn += 1
    lay_face_up(table, card)


@rule("2.4-3")
def lay_face_up(table: Table[NorwayState], card: int) -> None:
    """A card leaves the hand for the bottom of its owner's deck, face up, where everyone sees it (2.4-3)."""
    state = table.state
    state.hand[card] -= 1
    state.used[card] += 1
    state.hand_size[cards.COUNTRY[card]] -= 1
    forget_used(state, card)
    table.reveal()


def forget_used(state: NorwayState, card: int) -> None:
    """A card that was seen in a hand and has now been used is no longer known to be there."""
    seen = set()
    for known in state.known[:]:
        if known.card == card and known.viewer not in seen:
            seen.add(known.viewer)
            state.known.remove(known)


def in_play(state: NorwayState, country: int) -> tuple[int, ...]:
    """The cards a country can hold now: in the nine-April round only those of that round (6.2-1)."""
    return cards.OF_COUNTRY[country] if state.round else cards.APRIL_OF_COUNTRY[country]


def hand_cards(state: NorwayState, country: int) -> list[int]:
    """The cards in a hand, equal ones side by side."""
    return [card for card in in_play(state, country) for _ in range(state.hand[card])]


def held_cards(state: NorwayState, country: int) -> dict[int, int]:
    """How many of each card that is in a hand, in the order of the deck."""
    span = SPAN[country] if state.round else APRIL_SPAN[country]
    return {card: n for card, n in enumerate(state.hand[span], span.start) if n}


def look_at_hand(table: Table[NorwayState], viewer: int, country: int) -> None:
    """Scouts: the viewer sees all cards of a defending country."""
    state = table.state
    state.known[:] = [known for known in state.known if (known.viewer, known.country) != (viewer, country)]
    seen = hand_cards(state, country)
    state.known.extend(Known(viewer, country, card) for card in seen)
    table.reveal()
    names = counted_cards(seen)
    public = say("norway.event.hand-looked-at", viewer=country_name(viewer), country=country_name(country))
    to_viewer = say("norway.event.hand-seen", country=country_name(country), cards=names)
    to_owner = say("norway.event.hand-shown", viewer=country_name(viewer), country=country_name(country), cards=names)
    table.tell(public, "4.2-1", secrets=(Secret(ROLES[viewer], to_viewer), Secret(ROLES[country], to_owner)))


@rule("3-1", "4.4-1", "2.4-all-3")
def draw_to_limit(table: Table[NorwayState], country: int) -> None:
    """Draw up to the hand limit: five for Germany, three for the others; nobody draws outside his own turn (4.4-1).

    From an Allied deck that is used up nothing more is drawn (2.4-all-3).
    """
    state = table.state
    wanted = cards_wanted(state.hand_size[country], cards.hand_limit(country))
    while wanted and state.result is None and (pile := face_down(state, country)):
        drawing = draw_cards(ROLES[country], len(pile), wanted)
        taken = table.draw(drawing.drawn, pile, "draw", "4.4-1")
        for card in taken:
            state.deck[card] -= 1
            state.hand[card] += 1
        state.hand_size[country] += len(taken)
        wanted -= len(taken)
        tell_drawn(table, country, taken)
        used_up(table, country, drawing.event)


def tell_drawn(table: Table[NorwayState], country: int, drawn: Sequence[int]) -> None:
    own = say("norway.event.you-draw", country=country_name(country), cards=counted_cards(drawn))
    public = say("norway.event.draws", country=country_name(country), n=len(drawn))
    table.tell(public, "4.4-1", secrets=(Secret(ROLES[country], own),))


def face_down(state: NorwayState, country: int) -> list[int]:
    """The unused cards of a deck; their order is decided when they are drawn."""
    return [card for card in cards.OF_COUNTRY[country] for _ in range(state.deck[card])]


def deck_size(state: NorwayState, country: int) -> int:
    return sum(state.deck[SPAN[country]])


@rule("2.4-ger-3", "2.4-nor-2", "2.4-all-3", "1.3-1")
def used_up(table: Table[NorwayState], country: int, event: Event) -> None:
    """What happens when the last face-down card has left a deck: each country has its own rule (R20, R21, R26)."""
    state = table.state
    match event:
        case "game-over":
            end_by_deck(table)
        case "reshuffle":
            hand_is_known(state, country)
            for card in cards.OF_COUNTRY[country]:
                state.deck[card], state.used[card] = state.used[card], 0
            table.tell(say("norway.event.reshuffled", country=country_name(country)), "2.4-nor-2")
        case "allied-withdrawal" if not state.allies_withdrawn:
            state.allies_withdrawn = True
            table.tell(say("norway.event.allied-deck-empty"), "2.4-all-3")
            table.push(AlliedWithdrawal(), *((ShipsWithdrawal(),) if state.sea is not None else ()))


@rule("5.1-telegraph", "7.2-raiding-2", "8.2-seq-6-loss", "6.1-carrier", "6.1-battleship")
def lose_from_deck(table: Table[NorwayState], country: int, number: int, rule_id: str) -> None:
    """Cards from the top of a deck go face up to its bottom: for ships lost, raiders, the telegraph line (R20)."""
    pile = face_down(table.state, country)
    losing = draw_cards(ROLES[country], len(pile), number)
    lost = table.draw(losing.drawn, pile, "deck-loss", rule_id)
    if not lost:
        return
    for card in lost:
        table.state.deck[card] -= 1
        table.state.used[card] += 1
    table.reveal(*(cards.IDS[card] for card in lost))
    names = counted_cards(sorted(lost))
    table.tell(say("norway.event.deck-loss", country=country_name(country), n=len(lost), cards=names), rule_id)
    used_up(table, country, losing.event)


@rule("2.4-nor-2")
def hand_is_known(state: NorwayState, country: int) -> None:
    """With no card face down, all that do not lie face up are in the hand: the others know it before the cards are
    shuffled (2.4-nor-2). What is drawn afterwards they do not know."""
    viewers = [viewer for viewer in range(len(ROLES)) if viewer != country]
    state.known[:] = [known for known in state.known if known.country != country]
    state.known += [Known(viewer, country, card) for viewer in viewers for card in hand_cards(state, country)]


def card_name(card: int) -> Text:
    return _CARD_NAMES[card]


def card_names(some: Iterable[int]) -> list[Text]:
    return [card_name(card) for card in some]


def counted_cards(some: Iterable[int]) -> list[Text]:
    """Cards in a sentence, equal ones together: "2 × Reinforcements and Panzer"."""
    return [
        card_name(card) if n == 1 else say("norway.cards-counted", n=n, card=card_name(card))
        for card, n in Counter(some).items()
    ]


def card_worth(card: int) -> Text:
    """A card on a list of those that may be exchanged: its name and its symbols."""
    return say("norway.card-worth", card=card_name(card), n=cards.SYMBOLS[card])


def country_name(country: int) -> Text:
    return _COUNTRY_NAMES[country]
