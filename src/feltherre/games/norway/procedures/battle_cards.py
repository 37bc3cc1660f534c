"""Cards in a land battle (4.2, steps 1 to 3): which may be played, which stop which, and how many dice they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import Text, say
from feltherre.games.norway.cards import ATTACKERS_CARDS, COUNTERS, DEFENDERS_CARDS
from feltherre.games.norway.procedures import battle_table as table
from feltherre.games.norway.procedures.battle_table import card_text
from feltherre.games.norway.procedures.inputs import Count, Country, dice, sides
from feltherre.games.norway.procedures.names import country as country_text

K = TypeVar("K", bound=Hashable)


@rule("4.2-cancel", "4.2-2", "4.2-3")
def cancelled_cards(
    step_1: Sequence[K], step_2: Sequence[tuple[K, K | None]], step_3: Sequence[tuple[K, K]]
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


class CardPlay(Struct, frozen=True):
    """All cards of one battle, step by step, after they were found lawful."""

    step_1: tuple[Play, ...]
    step_2: tuple[Play, ...]
    step_3: tuple[Play, ...]


class CardSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    reaction_cards: tuple[str, ...]
    dice_values: dict[str, Count]
    attacker: Country = "germany"
    defenders: tuple[Country, ...] | UnsetType = UNSET


class CardAssessment(Assessment, frozen=True, kw_only=True):
    play: CardPlay
    #: dice of each card in force
    values: dict[str, int]
    attacker_card_dice: int
    defender_card_dice: int
    cancelled: tuple[str, ...]


class CardResolution(CertainProcedure[CardSituation, CardAssessment]):
    name = "card-resolution"
    situation = CardSituation
    outputs = ("attacker_card_dice", "defender_card_dice", "cancelled")

    def assess(self, situation: CardSituation) -> CardAssessment:
        play = lawful_play(situation)
        values = {table.card_name(name): value for name, value in situation.dice_values.items()}
        lost_1, lost_2 = cancelled_cards(
            [played.card for played in play.step_1],
            [(played.card, played.target) for played in play.step_2],
            [(played.card, played.target or "") for played in play.step_3],
        )
        attack = _dice_in_force(play.step_1, lost_1, ATTACKERS_CARDS, values)
        defence = _dice_in_force(play.step_2, lost_2, DEFENDERS_CARDS, values)
        return CardAssessment(
            play=play,
            values=values,
            attacker_card_dice=sum(attack),
            defender_card_dice=sum(defence),
            cancelled=(*lost_1, *lost_2),
        )

    def lines(self, assessment: CardAssessment) -> list[Line]:
        return [
            *card_lines(assessment),
            Line(
                say(
                    "norway.ruling.cards.total",
                    attacker=dice(assessment.attacker_card_dice),
                    defender=dice(assessment.defender_card_dice),
                ),
                "4.2-dice-6",
            ),
        ]


def _dice_in_force(plays: Iterable[Play], cancelled: Sequence[str], step: str, values: dict[str, int]) -> Iterator[int]:
    """Dice of the strengthening cards that were not cancelled; a counter gives none."""
    for played in plays:
        if played.target is None and played.card not in cancelled:
            yield _value(played.card, step, values)


def _value(card: str, step: str, values: dict[str, int]) -> int:
    if card in values:
        return values[card]
    if any(row.op == table.ADD_DICE for row in table.rows(card, step)):
        raise refuse("norway.refuse.no-dice-value", "4.2-dice-6", card=card_text(card))
    return 0


# what may be played (R66)


@rule("4.2-1", "4.2-2", "4.2-3")
def lawful_play(situation: CardSituation) -> CardPlay:
    """The cards of the three steps, or a refusal with the reason (4.2-1, 4.2-2, 4.2-3, 4.2b-4, R9, R10)."""
    attacker = situation.attacker
    defenders = defending(attacker, situation.defenders)
    play = CardPlay(
        tuple(_read(text, ATTACKERS_CARDS) for text in situation.attacker_cards),
        tuple(_read(text, DEFENDERS_CARDS) for text in situation.defender_cards),
        tuple(_read(text, COUNTERS) for text in situation.reaction_cards),
    )
    _check_tables(play, attacker)
    _check_types_of_step_1(play.step_1)
    _check_owners_of_step_2(play.step_2, attacker, defenders)
    _check_counters(play.step_2, DEFENDERS_CARDS, play.step_1)
    _check_counters(play.step_3, COUNTERS, play.step_2)
    return play


def defending(attacker: Country, given: tuple[Country, ...] | UnsetType) -> tuple[Country, ...]:
    """The defending countries: those given, or all that may defend against this attacker."""
    may = sides(attacker)
    if isinstance(given, UnsetType):
        return may
    for country in given:
        if country not in may:
            raise refuse(
                "norway.refuse.defender", "4.2b-1", country=country_text(country), attacker=country_text(attacker)
            )
    return given


def _read(text: str, step: str) -> Play:
    """`Panzer`, or `Scouts>Ambush` for a card that answers another."""
    name, sign, target = text.partition(">")
    played = Play(table.card_name(name), table.card_name(target) if sign else None)
    if sign and step == ATTACKERS_CARDS:
        raise refuse("norway.refuse.counter-in-step-1", "4.2-1", card=played.text)
    if not sign and step == COUNTERS:
        raise refuse("norway.refuse.reaction-target", "4.2-3", card=played.text)
    return played


def _check_tables(play: CardPlay, attacker: Country) -> None:
    """Every card stands in the table for its side and step, and all of them in the same table (R66)."""
    common = set(table.TABLES)
    for plays, step, countries in (
        (play.step_1, ATTACKERS_CARDS, (attacker,)),
        (play.step_2, DEFENDERS_CARDS, sides(attacker)),
        (play.step_3, COUNTERS, (attacker,)),
    ):
        for played in plays:
            listed = {row.table for row in table.rows(played.card, step) if row.country in countries}
            if not listed:
                owners = [country_text(country) for country in countries]
                raise refuse(f"norway.refuse.step.{step}", step, card=played.text, countries=owners)
            common &= listed
            if not common:
                raise refuse("norway.refuse.two-decks", "6.2-1", card=played.text)


def _check_types_of_step_1(plays: Sequence[Play]) -> None:
    """One card of a type; Bomber and Fighter-bomber are one (4.2-1)."""
    types = Counter(table.battle_type(played.card) for played in plays)
    for played in plays:
        if types[table.battle_type(played.card)] > 1:
            raise refuse("norway.refuse.same-type", "4.2-1", card=played.text)


@rule("4.2b-4")
def _check_owners_of_step_2(plays: Sequence[Play], attacker: Country, defenders: tuple[Country, ...]) -> None:
    """One card of a type for each country with battalions in the battle; Fighter needs none (4.2-2, 4.2b-4, R10)."""
    counts = Counter(played.card for played in plays)
    for played in plays:
        listed = {row.country for row in table.rows(played.card, DEFENDERS_CARDS)}
        owners = [country for country in sides(attacker) if country in listed]
        if table.needs_own_battalions(played.card):
            owners = [country for country in owners if country in defenders]
        if not owners:
            raise refuse("norway.refuse.no-battalions", "4.2b-4", card=played.text)
        if counts[played.card] > len(owners):
            raise refuse("norway.refuse.same-type", "4.2-2", card=played.text)


def _check_counters(plays: Sequence[Play], step: str, answered: Sequence[Play]) -> None:
    """A counter answers a card that it can stop and that was played; a card that can only counter must do so (R66)."""
    there = {played.card for played in answered}
    for played in plays:
        known = table.rows(played.card, step)
        if played.target is None:
            if all(row.op == table.CANCEL for row in known):
                raise refuse("norway.refuse.counter-target", step, card=played.text)
            continue
        target = card_text(played.target)
        if not any(played.target in row.targets for row in known):
            raise refuse("norway.refuse.counter", "4.2-cancel", card=played.text, target=target)
        if played.target not in there:
            raise refuse("norway.refuse.target-not-played", step, card=played.text, target=target)


# explanations


def card_lines(assessment: CardAssessment) -> list[Line]:
    """What each card does, in the order of play, and which ones are stopped by which."""
    play = assessment.play
    stopped = {played.target for played in play.step_3}
    told = [_strengthening(played, "attacker", assessment) for played in play.step_1]
    for played in play.step_2:
        if played.target is None:
            told.append(_strengthening(played, "defender", assessment))
        else:
            told.append(_counter(played, "defender", "4.2-2"))
    told += [_counter(played, "attacker", "4.2-3") for played in play.step_3]
    for counter in (*play.step_3, *play.step_2):
        if counter.target is not None and (counter in play.step_3 or counter.card not in stopped):
            told.append(
                Line(
                    say("norway.ruling.cards.stops", card=counter.text, target=card_text(counter.target)), "4.2-cancel"
                )
            )
    return told


def _strengthening(played: Play, side: str, assessment: CardAssessment) -> Line:
    step = ATTACKERS_CARDS if side == "attacker" else DEFENDERS_CARDS
    who = say(f"norway.side.{side}")
    n = assessment.values.get(played.card, 0)
    if n == 0 or played.card in assessment.cancelled:
        return Line(say("norway.ruling.cards.plays", side=who, card=played.text), step)
    return Line(say("norway.ruling.cards.dice", side=who, card=played.text, n=n), step, n)


def _counter(played: Play, side: str, step: str) -> Line:
    target = card_text(played.target or "")
    return Line(
        say("norway.ruling.cards.answers", side=say(f"norway.side.{side}"), card=played.text, target=target), step
    )
