"""Cards in a land battle (4.2, steps 1 to 3): which may be played, which stop which, and how many dice they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import Text, say
from feltherre.games.norway.cards import ATTACKERS_CARDS, COUNTERS, DEFENDERS_CARDS
from feltherre.games.norway.procedures import battle_table as table
from feltherre.games.norway.procedures.battle_table import card_text
from feltherre.games.norway.procedures.inputs import Count, Country, dice, sides
from feltherre.games.norway.procedures.names import country as country_text

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
    values = {table.card_name(name): value for name, value in given.dice_values.items()}
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
    if card not in values and any(row.op == table.ADD_DICE for row in table.rows(card, step)):
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
            desk.refuse("defender", "4.2b-1", country=country_text(country), attacker=country_text(attacker))
    step_1 = [_read(text, ATTACKERS_CARDS, desk) for text in given.attacker_cards]
    step_2 = [_read(text, DEFENDERS_CARDS, desk) for text in given.defender_cards]
    step_3 = [_read(text, COUNTERS, desk) for text in given.reaction_cards]
    _check_tables(((step_1, ATTACKERS_CARDS), (step_2, DEFENDERS_CARDS), (step_3, COUNTERS)), attacker, desk)
    _check_types_of_step_1(step_1, desk)
    _check_owners_of_step_2(step_2, may_defend, defenders, desk)
    _check_counters(step_2, DEFENDERS_CARDS, step_1, desk)
    _check_counters(step_3, COUNTERS, step_2, desk)
    return step_1, step_2, step_3


def _read(text: str, step: str, desk: Desk) -> Play:
    """`Panzer`, or `Scouts>Ambush` for a card that answers another."""
    name, sign, target = text.partition(">")
    play = Play(table.card_name(name), table.card_name(target) if sign else None)
    if sign and step == ATTACKERS_CARDS:
        desk.refuse("counter-in-step-1", "4.2-1", card=play.text)
    if not sign and step == COUNTERS:
        desk.refuse("reaction-target", "4.2-3", card=play.text)
    return play


def _check_tables(steps: Sequence[tuple[Plays, str]], attacker: Country, desk: Desk) -> None:
    """Every card stands in the table for its side and step, and all of them in the same table (R66)."""
    common = set(table.TABLES)
    for plays, step in steps:
        countries = sides(attacker) if step == DEFENDERS_CARDS else (attacker,)
        for play in plays:
            listed = {row.table for row in table.rows(play.card, step) if row.country in countries}
            if not listed:
                desk.refuse(f"step.{step}", step, card=play.text, countries=[country_text(one) for one in countries])
            common &= listed
            if not common:
                desk.refuse("two-decks", "6.2-1", card=play.text)


def _check_types_of_step_1(plays: Plays, desk: Desk) -> None:
    """One card of a type; Bomber and Fighter-bomber are one (4.2-1)."""
    types = Counter(table.battle_type(play.card) for play in plays)
    for play in plays:
        if types[table.battle_type(play.card)] > 1:
            desk.refuse("same-type", "4.2-1", card=play.text)


@rule("4.2b-4")
def _check_owners_of_step_2(
    plays: Plays, may_defend: Sequence[Country], defenders: Sequence[Country], desk: Desk
) -> None:
    """One card of a type for each country with battalions in the battle; Fighter needs none (4.2-2, 4.2b-4, R10)."""
    counts = Counter(play.card for play in plays)
    for play in plays:
        there = defenders if table.needs_own_battalions(play.card) else may_defend
        owners = {row.country for row in table.rows(play.card, DEFENDERS_CARDS)} & set(may_defend) & set(there)
        if not owners:
            desk.refuse("no-battalions", "4.2b-4", card=play.text)
        if counts[play.card] > len(owners):
            desk.refuse("same-type", "4.2-2", card=play.text)


def _check_counters(plays: Plays, step: str, answered: Plays, desk: Desk) -> None:
    """A counter answers a card that it can stop and that was played; a card that can only counter must do so (R66)."""
    there = {play.card for play in answered}
    for play in plays:
        known = table.rows(play.card, step)
        if play.target is None:
            if all(row.op == table.CANCEL for row in known):
                desk.refuse("counter-target", step, card=play.text)
            continue
        if not any(play.target in row.targets for row in known):
            desk.refuse("counter", "4.2-cancel", card=play.text, target=card_text(play.target))
        if play.target not in there:
            desk.refuse("target-not-played", step, card=play.text, target=card_text(play.target))
