"""Hands and decks (2.4, 4.4): what is drawn, what happens when a deck is used up, the duty to use a card, and the cards
that a country loses from its deck: with ships sunk (8.2), to raiders (7.2) and to the telegraph line (5.1)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.norway import cards
from feltherre.games.norway.procedures import inputs
from feltherre.games.norway.procedures.inputs import COUNTRIES, Count, Country

#: table 2.4-hands: cards a country may hold and draws up to, and whether it must use a card in each of its turns
HAND_LIMIT: dict[Country, int] = dict(zip(COUNTRIES, cards.HAND_LIMIT, strict=True))
MUST_USE_A_CARD: dict[Country, bool] = dict(zip(COUNTRIES, cards.MUST_USE_A_CARD, strict=True))

Event = Literal["none", "game-over", "allied-withdrawal", "reshuffle"]

#: table 2.4-hands: what happens when the last face-down card leaves the deck
WHEN_USED_UP: dict[Country, Event] = dict(zip(COUNTRIES, cards.DECK_REGIME, strict=True))
#: the rule that says so, and the rule of each country's drawing
USED_UP: dict[Country, str] = {"germany": "2.4-ger-3", "norway": "2.4-nor-2", "allies": "2.4-all-3"}
DRAWS: dict[Country, str] = {"germany": "4.4-3", "norway": "4.4-4", "allies": "4.4-5"}


class Draw(Struct, frozen=True):
    drawn: int
    face_down_left: int
    event: Event


@rule("4.4-1")
def cards_wanted(hand: int, hand_limit: int) -> int:
    """Cards a player draws at the end of his turn if the deck has them (4.4-1)."""
    return max(hand_limit - hand, 0)


@rule("2.4-ger-3", "2.4-nor-2", "2.4-all-3")
def draw_cards(country: Country, face_down: int, wanted: int) -> Draw:
    """Take cards from the top of the deck; the last one leaving ends the game, calls the Allies home or, for Norway,
    brings the used cards back, and drawing goes on (2.4-ger-3, 2.4-all-3, 2.4-nor-2, R20, R21, R26)."""
    drawn = min(wanted, face_down)
    left = face_down - drawn
    # from an Allied deck that is used up nothing more leaves
    goes_on = left > 0 or (country == "allies" and face_down == 0)
    return Draw(drawn, left, "none" if goes_on else WHEN_USED_UP[country])


@rule("2.4-ger-2", "2.4-all-2", "4.4-2")
def must_discard(country: Country, used_in_own_turn: int, hand: int) -> int:
    """Cards thrown away because none was used in the own turn (2.4-ger-2, 2.4-all-2, 4.4-2, R22)."""
    return int(MUST_USE_A_CARD[country] and used_in_own_turn == 0 and hand > 0)


class DrawSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    face_down: Count
    face_up: Count
    hand: Count
    hand_limit: Count


@procedure("deck-draw")
def deck_draw(given: DrawSituation, desk: Desk) -> Outcome:
    """What a country draws at the end of its turn, and what follows when its deck is used up (2.4, 4.4)."""
    number, limit = DRAWS[given.country], given.hand_limit
    desk.refuse_if(limit not in HAND_LIMIT.values(), "hand-limit", number, n=limit)
    wanted = cards_wanted(given.hand, limit)
    draw = draw_cards(given.country, given.face_down, wanted)
    drawn, left, event = draw.drawn, draw.face_down_left, draw.event
    if event == "reshuffle":
        more = draw_cards(given.country, given.face_up, wanted - drawn)
        drawn, left = drawn + more.drawn, more.face_down_left
    who = inputs.country(given.country)
    desk.line("draw.wanted", number, country=who, hand=given.hand, limit=limit, n=wanted)
    desk.line("draw.drawn", number, drawn, country=who, n=drawn, left=left)
    desk.line_if(event != "none", f"draw.{event}", USED_UP[given.country], n=given.face_up)
    return {"drawn": drawn, "face_down_left": left, "event": event}


class DiscardSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    used_in_own_turn: Count
    hand: Count


@procedure("forced-discard")
def forced_discard(given: DiscardSituation, desk: Desk) -> Outcome:
    """Whether a card must be thrown away because none was used (2.4-ger-2, 2.4-all-2, 4.4-2, R22)."""
    who, used = inputs.country(given.country), given.used_in_own_turn
    found = must_discard(given.country, used, given.hand)
    if not MUST_USE_A_CARD[given.country]:
        desk.line("discard.free", "2.4-nor-3", 0, country=who)
    elif used:
        desk.line("discard.used", "4.4-2", 0, country=who, n=used)
    else:
        desk.line("discard.must" if found else "discard.empty-hand", "4.4-2", found, country=who)
    return {"must_discard": found}


class LossSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    face_down: Count
    loss: Count


@procedure("deck-loss")
@rule("8.2-seq-6-loss", "7.2-raiding-2", "5.1-telegraph")
def deck_loss(given: LossSituation, desk: Desk) -> Outcome:
    """Cards go from the top face up to the bottom, as far as there are any, and the last one leaving has the same
    consequence as if it had been drawn (R20, R26). Norway never loses cards (8.2-seq-6-loss)."""
    if given.country == "norway":
        desk.line("loss.norway", "8.2-seq-6-loss", 0)
        return {"face_down_left": given.face_down, "event": "none"}
    who, gone = inputs.country(given.country), draw_cards(given.country, given.face_down, given.loss)
    desk.line("loss.cards", "8.2-seq-6-loss", gone.drawn, country=who, n=gone.drawn, left=gone.face_down_left)
    desk.line_if(gone.drawn < given.loss, "loss.too-few", "8.2-seq-6-loss", country=who, n=given.loss)
    desk.line_if(gone.event != "none", f"loss.{gone.event}", USED_UP[given.country])
    return {"face_down_left": gone.face_down_left, "event": gone.event}
