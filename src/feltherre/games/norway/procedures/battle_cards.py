"""Cards in a land battle (4.2, steps 1 to 3): which may be played, which stop which, and how many dice they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache
from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.names import fold
from feltherre.core.procedure import Desk, procedure, refuse
from feltherre.core.text import Text, say
from feltherre.games.norway import cards
from feltherre.games.norway.cards import ATTACKERS_CARDS, COUNTERS, DEFENDERS_CARDS
from feltherre.games.norway.procedures import inputs
from feltherre.games.norway.procedures.inputs import COUNTRIES, Count, Country, dice, sides

STEPS = (ATTACKERS_CARDS, DEFENDERS_CARDS, COUNTERS)

#: tables of the ledger
TABLES = PLAY_CARDS, NINE_APRIL_CARDS = "4-cards", "7-cards"

#: operations of the card data
ADD_DICE, CANCEL = "add-dice", "cancel-card"

#: display name -> the first card that has it, play cards before nine-April cards; and the names as they are folded
_IDS = {card.name_en: card.id for card in reversed((*cards.PLAY_TYPES, *cards.APRIL_TYPES))}
_NAMES = {fold(name): name for name in _IDS}


class Row(Struct, frozen=True):
    """One function of a card in a land battle, by display names."""

    table: str
    country: Country
    card: str
    step: str
    op: str
    #: the cards that a counter stops
    targets: tuple[str, ...] = ()


_ROWS = tuple(
    Row(table, COUNTRIES[card.country], card.name_en, function.step, function.op, targets)
    for table, deck in ((PLAY_CARDS, cards.PLAY_TYPES), (NINE_APRIL_CARDS, cards.APRIL_TYPES))
    for card in deck
    for function in card.functions
    if function.step in STEPS
    for targets in [tuple(cards.TYPES[target].name_en for target in function.targets)]
)


@cache
def rows(card: str, step: str) -> tuple[Row, ...]:
    """The functions of a card in a step, of every country and table."""
    return tuple(row for row in _ROWS if (row.card, row.step) == (card, step))


def card_name(text: str) -> str:
    """The display name of a card, however it was typed (R66)."""
    # as printed first: the game asks with proper names, and folding takes time
    found = text if text in _IDS else _NAMES.get(fold(text))
    if found is None:
        raise refuse("norway.refuse.card", "2.4-1", name=text)
    return found


def card_text(name: str) -> Text:
    """The card's name, to be shown; it is the same on every card of the name."""
    return say(f"norway.card.{_IDS[name]}")


def battle_type(name: str) -> str:
    """The type a card counts as when the attacker uses it in step 1 (4.2-1)."""
    return cards.TYPES[cards.BATTLE_TYPE[cards.INDEX[_IDS[name]]]].name_en


def needs_own_battalions(name: str) -> bool:
    """Whether its owner must have battalions in the battle (4.2b-4)."""
    return cards.NEEDS_OWN_BATTALIONS[cards.INDEX[_IDS[name]]]


K = TypeVar("K", bound=Hashable)


@rule("4.2-cancel", "4.2-2", "4.2-3")
def cancelled_cards(
    step_1: Sequence[K], step_2: Sequence[tuple[K, K | None]], step_3: Sequence[tuple[K, K | None]]
) -> tuple[list[K], list[K]]:
    """(cards of step 1, cards of step 2) that lose their effect (4.2-cancel).

    Plays of step 2 and 3 are (card, target), without target for a card that strengthens. A reaction of step 3 stops
    its target; a counter of step 2 stops its own unless it is itself stopped.
    """
    stopped = {target for _, target in step_3}
    struck = {target for card, target in step_2 if target is not None and card not in stopped}
    return [card for card in step_1 if card in struck], [card for card, _ in step_2 if card in stopped]


class Play(Struct, frozen=True):
    """A card on the table, and the card it answers if it is used as a counter."""

    card: str
    target: str | None = None

    @property
    def text(self) -> Text:
        return card_text(self.card)


#: the cards of a step
Plays = Sequence[Play]


class CardSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    reaction_cards: tuple[str, ...]
    dice_values: dict[str, Count]
    attacker: Country = "germany"
    defenders: tuple[Country, ...] | UnsetType = UNSET


@procedure("card-resolution")
def card_resolution(given: CardSituation, desk: Desk) -> Outcome:
    """The dice that the cards of a battle give, and the cards that are stopped (4.2-1 to 4.2-3)."""
    attack, defence, cancelled = cards_in_force(given, desk)
    desk.line("cards.total", "4.2-dice-6", attacker=dice(attack), defender=dice(defence))
    return {"attacker_card_dice": attack, "defender_card_dice": defence, "cancelled": cancelled}


def cards_in_force(given: CardSituation, desk: Desk) -> tuple[int, int, list[str]]:
    """(dice of the attacker's cards, dice of the defender's, cards that are stopped), told card by card."""
    step_1, step_2, step_3 = played = lawful_play(given, desk)
    values = {card_name(name): value for name, value in given.dice_values.items()}
    answers_2, answers_3 = ([(play.card, play.target) for play in plays] for plays in (step_2, step_3))
    lost_1, lost_2 = cancelled_cards([play.card for play in step_1], answers_2, answers_3)
    attack = [_value(play.card, ATTACKERS_CARDS, values, desk) for play in step_1 if play.card not in lost_1]
    strengthening = [play.card for play in step_2 if play.target is None and play.card not in lost_2]
    defence = [_value(card, DEFENDERS_CARDS, values, desk) for card in strengthening]
    if desk.telling:
        _tell_cards(played, values, [*lost_1, *lost_2], desk)
    return sum(attack), sum(defence), [*lost_1, *lost_2]


def _value(card: str, step: str, values: dict[str, int], desk: Desk) -> int:
    """The dice of a strengthening card in force."""
    if card not in values and any(row.op == ADD_DICE for row in rows(card, step)):
        desk.refuse("no-dice-value", "4.2-dice-6", card=card_text(card))
    return values.get(card, 0)


def _tell_cards(played: Sequence[Plays], values: dict[str, int], cancelled: Sequence[str], desk: Desk) -> None:
    """What each card does, in the order of play, and which ones are stopped by which."""
    _, step_2, step_3 = played
    sides_and_steps = (("attacker", ATTACKERS_CARDS), ("defender", DEFENDERS_CARDS), ("attacker", COUNTERS))
    for plays, (side, step) in zip(played, sides_and_steps, strict=True):
        who = say(f"norway.side.{side}")
        for play in plays:
            n = 0 if play.card in cancelled else values.get(play.card, 0)
            if play.target is not None:
                desk.line("cards.answers", step, side=who, card=play.text, target=card_text(play.target))
            elif n:
                desk.line("cards.dice", step, n, side=who, card=play.text, n=n)
            else:
                desk.line("cards.plays", step, side=who, card=play.text)
    stopped = {play.target for play in step_3}
    for play in (*step_3, *step_2):
        if play.target is not None and (play in step_3 or play.card not in stopped):
            desk.line("cards.stops", "4.2-cancel", card=play.text, target=card_text(play.target))


# what may be played (R66)


@rule("4.2-1", "4.2-2", "4.2-3")
def lawful_play(given: CardSituation, desk: Desk) -> tuple[Plays, Plays, Plays]:
    """The cards of the three steps, or a refusal with the reason (4.2-1, 4.2-2, 4.2-3, 4.2b-4, R9, R10)."""
    attacker, may_defend = given.attacker, sides(given.attacker)
    defenders = may_defend if isinstance(given.defenders, UnsetType) else given.defenders
    for country in defenders:
        if country not in may_defend:
            desk.refuse("defender", "4.2b-1", country=inputs.country(country), attacker=inputs.country(attacker))
    step_1 = [_read(text, ATTACKERS_CARDS, desk) for text in given.attacker_cards]
    step_2 = [_read(text, DEFENDERS_CARDS, desk) for text in given.defender_cards]
    step_3 = [_read(text, COUNTERS, desk) for text in given.reaction_cards]
    _check_tables(((step_1, ATTACKERS_CARDS), (step_2, DEFENDERS_CARDS), (step_3, COUNTERS)), attacker, desk)
    types = Counter(battle_type(play.card) for play in step_1)
    for play in step_1:  # one card of a type; Bomber and Fighter-bomber are one
        desk.refuse_if(types[battle_type(play.card)] > 1, "same-type", "4.2-1", card=play.text)
    _check_owners_of_step_2(step_2, may_defend, defenders, desk)
    _check_counters(step_2, DEFENDERS_CARDS, step_1, desk)
    _check_counters(step_3, COUNTERS, step_2, desk)
    return step_1, step_2, step_3


def _read(text: str, step: str, desk: Desk) -> Play:
    """`Panzer`, or `Scouts>Ambush` for a card that answers another."""
    name, sign, target = text.partition(">")
    play = Play(card_name(name), card_name(target) if sign else None)
    if sign and step == ATTACKERS_CARDS:
        desk.refuse("counter-in-step-1", "4.2-1", card=play.text)
    if not sign and step == COUNTERS:
        desk.refuse("reaction-target", "4.2-3", card=play.text)
    return play


def _check_tables(steps: Sequence[tuple[Plays, str]], attacker: Country, desk: Desk) -> None:
    """Every card stands in the table for its side and step, and all of them in the same table (R66)."""
    common = set(TABLES)
    for plays, step in steps:
        countries = sides(attacker) if step == DEFENDERS_CARDS else (attacker,)
        for play in plays:
            listed = {row.table for row in rows(play.card, step) if row.country in countries}
            if not listed:
                desk.refuse(f"step.{step}", step, card=play.text, countries=[inputs.country(one) for one in countries])
            common &= listed
            if not common:
                desk.refuse("two-decks", "6.2-1", card=play.text)


@rule("4.2b-4")
def _check_owners_of_step_2(
    plays: Plays, may_defend: Sequence[Country], defenders: Sequence[Country], desk: Desk
) -> None:
    """One card of a type for each country with battalions in the battle; Fighter needs none (4.2-2, 4.2b-4, R10)."""
    counts = Counter(play.card for play in plays)
    for play in plays:
        there = defenders if needs_own_battalions(play.card) else may_defend
        owners = {row.country for row in rows(play.card, DEFENDERS_CARDS)} & set(may_defend) & set(there)
        if not owners:
            desk.refuse("no-battalions", "4.2b-4", card=play.text)
        if counts[play.card] > len(owners):
            desk.refuse("same-type", "4.2-2", card=play.text)


def _check_counters(plays: Plays, step: str, answered: Plays, desk: Desk) -> None:
    """A counter answers a card that it can stop and that was played; a card that can only counter must do so (R66)."""
    there = {play.card for play in answered}
    for play in plays:
        known = rows(play.card, step)
        if play.target is None:
            if all(row.op == CANCEL for row in known):
                desk.refuse("counter-target", step, card=play.text)
            continue
        if not any(play.target in row.targets for row in known):
            desk.refuse("counter", "4.2-cancel", card=play.text, target=card_text(play.target))
        if play.target not in there:
            desk.refuse("target-not-played", step, card=play.text, target=card_text(play.target))
