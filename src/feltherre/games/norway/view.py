"""What a seat may know: the board and all that lies open, its own cards, and what it has seen of others' (2.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from msgspec import Struct

from feltherre.core.engine import open_decisions
from feltherre.core.game import Game
from feltherre.core.state import Result, Sealed
from feltherre.games.norway import cards
from feltherre.games.norway.agreement import forget
from feltherre.games.norway.hands import APRIL_SPAN, SPAN, hand_cards, in_play
from feltherre.games.norway.sea.view import SeaView, redeal_sea, sea_view
from feltherre.games.norway.state import (
    ALLIES,
    AREAS,
    NORWAY,
    ROLES,
    Battle,
    Group,
    Known,
    NorwayState,
    Placed,
)
from feltherre.games.norway.steps import DropAnswer, FlightAnswer, SabotageAnswer


class NorwayView(Struct, frozen=True):
    """Everything one seat may know. Lists by area follow the order of the board, lists by card that of the cards."""

    round: int
    country: str
    phase: int
    germany: list[int]
    norway: list[int]
    allies: list[int]
    moved: list[int]
    groups: list[Group]
    origins: list[int]
    battle: Battle | None
    #: what has been played and waits for an answer: Paratroops, a Transport plane, or sabotage with the group it is for
    pending: DropAnswer | FlightAnswer | SabotageAnswer | None
    #: own cards: how many of each type (nothing of a country that the seat does not hold)
    hand: list[int]
    hand_size: list[int]
    deck_size: list[int]
    #: cards face up below the decks
    used: list[int]
    used_this_turn: int
    #: cards this seat has seen in others' hands, and others in its own
    known: list[Known]
    placed: list[Placed]
    first_allies_landed: bool
    allies_withdrawn: bool
    one_seat: bool
    #: roles whose sealed answer is in, and this seat's own sealed answers
    answered: list[str]
    sealed: list[Sealed]
    special_rules: list[str]
    result: Result | None
    #: the sea of the advanced game
    sea: SeaView | None = None


def view(state: NorwayState, roles: Collection[str], all_seeing: bool = False) -> NorwayView:
    """What a seat with these roles sees; one that holds Norway and the Allies sees both hands (1.2-2).

    The lists are copies: a view that somebody keeps does not change with the game.
    """
    own = [all_seeing or role in roles for role in ROLES]
    battalions, sealed = state.battalions, state.sealed
    # the cards of 9 April belong to the advanced game
    kinds = cards.TYPE_COUNT if state.sea is None else cards.ALL_COUNT
    return NorwayView(
        state.round,
        ROLES[state.country],
        state.phase,
        battalions[:AREAS],
        battalions[AREAS : 2 * AREAS],
        battalions[2 * AREAS :],
        state.moved[:],
        state.groups[:],
        state.origins[:],
        state.battle,
        pending(state),
        own_cards(state, own, kinds),
        state.hand_size[:],
        [sum(state.deck[span]) for span in SPAN],
        state.used[:kinds],
        state.used_this_turn,
        [known for known in state.known if own[known.viewer] or own[known.country]] if state.known else [],
        state.placed[:],
        state.first_allies_landed,
        state.allies_withdrawn,
        state.one_seat,
        [answer.role for answer in sealed] if sealed else [],
        [answer for answer in sealed if all_seeing or answer.role in roles] if sealed else [],
        state.special_rules[:],
        state.result,
        None if state.sea is None else sea_view(state, own),
    )


def pending(state: NorwayState) -> DropAnswer | FlightAnswer | SabotageAnswer | None:
    """The card on the table that the other side may answer; everybody sees what it is for."""
    step = state.agenda[-1] if state.agenda else None
    return step if isinstance(step, DropAnswer | FlightAnswer | SabotageAnswer) else None


def own_cards(state: NorwayState, own: Sequence[bool], kinds: int) -> list[int]:
    """The hand by card, with nothing where the seat does not hold the country."""
    shown = [0] * kinds
    for country, span in enumerate(SPAN if state.round else APRIL_SPAN):
        if own[country]:
            shown[span] = state.hand[span]
    return shown


def redeal(game: Game[NorwayState], state: NorwayState, roles: Collection[str], rng: Random) -> NorwayState:
    """Deal again what a seat cannot know: others' hands and decks, and their sealed answers."""
    dealt = state.clone()
    for country, role in enumerate(ROLES):
        if role not in roles:
            deal_hand(dealt, country, roles, rng)
    redeal_sea(dealt, roles, rng)
    if not {ROLES[NORWAY], ROLES[ALLIES]}.intersection(roles):
        forget(dealt, rng)
    if dealt.sealed:
        spaces = {decision.role: decision.space for decision in open_decisions(game, dealt)}
        dealt.sealed = [
            sealed if sealed.role in roles else Sealed(sealed.role, spaces[sealed.role].sample(rng))
            for sealed in dealt.sealed
        ]
    return dealt


def deal_hand(state: NorwayState, country: int, roles: Collection[str], rng: Random) -> None:
    """A hand of the same size from the cards not lying open; cards that the seat has seen in it stay."""
    own_cards = in_play(state, country)
    seen = [known.card for known in state.known if known.country == country and ROLES[known.viewer] in roles]
    # several roles of one seat may have seen the same card
    certain = [card for card in own_cards for _ in range(_most_seen(state, country, card, roles))] if seen else []
    pool = [card for card in own_cards for _ in range(state.hand[card] + state.deck[card])]
    for card in certain:
        pool.remove(card)
    hand = certain + rng.sample(pool, state.hand_size[country] - len(certain))
    for card in own_cards:
        everything = state.hand[card] + state.deck[card]
        state.hand[card] = hand.count(card)
        state.deck[card] = everything - state.hand[card]
    _redeal_knowledge(state, country, roles, rng)


def _most_seen(state: NorwayState, country: int, card: int, roles: Collection[str]) -> int:
    counts = [
        sum(1 for known in state.known if (known.viewer, known.country, known.card) == (viewer, country, card))
        for viewer, role in enumerate(ROLES)
        if role in roles
    ]
    return max(counts, default=0)


def _redeal_knowledge(state: NorwayState, country: int, roles: Collection[str], rng: Random) -> None:
    """What other seats have seen of the redealt hand must be in it."""
    for viewer, role in enumerate(ROLES):
        seen = [known for known in state.known if known.viewer == viewer and known.country == country]
        if seen and role not in roles:
            state.known[:] = [known for known in state.known if known not in seen]
            state.known += [
                Known(viewer, country, card) for card in sorted(rng.sample(hand_cards(state, country), len(seen)))
            ]
