"""Cards in a sea battle (8.2, steps 1 to 3): which may be used now, and against what.

Aircraft and boats strike at ships; Fighter stops Bomber, and Fighter-bomber stops Fighter. In the nine-April round
there is only Dive bomber (7.2a-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Pass, Play
from feltherre.games.norway.battle import not_held, place_in_play, stoppable_cards, stopped_cards
from feltherre.games.norway.combat import CardSpace, PlaySpace
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, could_hold, country_name, holds, use
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.combat import in_reach
from feltherre.games.norway.sea.fleet import change, sea_of
from feltherre.games.norway.sea.needs import carrier_in, might_be_carrier_in
from feltherre.games.norway.sea.pieces import Played, SeaBattle
from feltherre.games.norway.sea.steps import SeaAttackerCards, SeaDefenderCards, SeaReactionCards, StrikeDie
from feltherre.games.norway.state import ROLES, NorwayState

#: step of the battle -> when its cards are used in an ordinary turn, and the book's number of the step
TIMING = {
    1: (cards.OWN, "8.2-seq-1"),
    2: (cards.OPPONENT, "8.2-seq-2"),
    3: (cards.OWN_REACTION, "8.2-seq-3"),
}

#: conditions that a battle may fail to meet -> the reason of the refusal and the rule
IN_BATTLE, REACH, CARRIER = "ships-in-battle", "sea-bombing", "carrier"
UNMET = {
    IN_BATTLE: ("norway.illegal.only-in-sea-battle", "5.2-3"),
    REACH: ("norway.illegal.bomber-out-of-reach", "5.1-air-sea"),
    CARRIER: ("norway.illegal.no-carrier", "5.2-2"),
}
FIGHTER = cards.INDEX["all-fighter"]


class InSeaBattle:
    """For the rules of a step of a sea battle: it drops out when there is none."""

    def alive(self, state: NorwayState, step: Any) -> bool:
        return sea_of(state).battle is not None


def fought(state: NorwayState) -> SeaBattle:
    battle = sea_of(state).battle
    assert battle is not None
    return battle


# what may be used


@rule("8.2-seq-1", "8.2-seq-2", "8.2-seq-3", "7.2a-1")
def listed(state: NorwayState, country: int, step: int) -> tuple[int, ...]:
    """The cards of a country for a step: those of 8.2, in the nine-April round those of 7.2a (7.2a-1)."""
    timing, number = TIMING[step]
    if state.round:
        return cards.cards_for(country, timing, "2a", number)
    return cards.cards_for(country, cards.APRIL_PLAY, "7.2a", number)


def function(card: int, step: int) -> cards.Function:
    """What a card does in a step of a sea battle: it strikes at ships or stops another card, never both."""
    timing, number = TIMING[step]
    if card < cards.TYPE_COUNT:
        return cards.functions_at(card, timing, "2a", number)[0]
    return cards.functions_at(card, cards.APRIL_PLAY, "7.2a", number)[0]


def strikes(card: int, step: int) -> bool:
    return function(card, step).op == "ship-strike"


def playable(state: NorwayState, country: int, step: int, *, in_hand_only: bool = True) -> list[int]:
    """Cards the country may use now in the battle, of those in its hand; or of all that it might hold, with a carrier
    where the others must think one possible."""
    return [
        card
        for card in listed(state, country, step)
        if (not in_hand_only or holds(state, card))
        and not used_already(state, country, card, step)
        and not unmet_condition(state, card, step, known_to_all=not in_hand_only)
        and (strikes(card, step) or targets_of(state, card, step))
    ]


@rule("8.2-seq-1", "8.2-seq-2")
def used_already(state: NorwayState, country: int, card: int, step: int) -> bool:
    """At most one card of a type in a battle (8.2-seq-1, 8.2-seq-2)."""
    return any((played.country, played.card, played.step) == (country, card, step) for played in fought(state).played)


@rule("5.1-air-sea", "5.2-2", "5.2-3")
def unmet_condition(state: NorwayState, card: int, step: int, *, known_to_all: bool = False) -> str:
    """What the card needs and the battle has not: Bomber an airfield on the coast (5.1-air-sea), Fighter a carrier in
    the sea area (5.2-2, R58); against a Bomber alone no boat can be sent (R57). Empty if nothing is lacking."""
    battle, effect = fought(state), function(card, step)
    if effect.against == IN_BATTLE and not battle.attackers:
        return IN_BATTLE
    if effect.needs == REACH and not in_reach(state, battle.area):
        return REACH
    if card == FIGHTER and not (might_be_carrier_in if known_to_all else carrier_in)(state, battle.area):
        return CARRIER
    return ""


@rule("8.2-seq-2", "8.2-seq-3")
def targets_of(state: NorwayState, card: int, step: int) -> list[int]:
    """Cards on the table that this one can stop now; counters come before cards that strengthen (8.2-seq-2)."""
    return stoppable_cards(fought(state), card, step, TIMING[step][1])


def why_not_playable(state: NorwayState, country: int, step: int, action: Play) -> Illegal:
    """The reason why the card cannot be used so, and the rule."""
    number = TIMING[step][1]
    card = BY_SHORT_ID[country].get(action.card)
    if card is None or not holds(state, card):
        return not_held(action, card, number)
    name = card_name(card)
    if card not in listed(state, country, step):
        return Illegal(say("norway.illegal.not-in-sea-step", card=name), number)
    if used_already(state, country, card, step):
        return Illegal(say("norway.illegal.same-type-at-sea", card=name), number)
    unmet = unmet_condition(state, card, step)
    if unmet:
        key, rule_id = UNMET[unmet]
        return Illegal(say(key, card=name, sea=ships.place_name(fought(state).area)), rule_id)
    if strikes(card, step):
        return Illegal(say("norway.illegal.stops-no-card", card=name), number)
    if not action.against:
        return Illegal(say("norway.illegal.only-counters", card=name), number)
    return Illegal(say("norway.illegal.no-target", card=name), number)


class SeaPlaySpace(PlaySpace):
    """The cards a country can use now in the sea battle, each to strike at ships or against another card."""

    def __init__(self, state: NorwayState, country: int, step: int) -> None:
        self.state = state
        self.country = country
        self.step = step
        self.actions = []
        for card in playable(state, country, step):
            name = cards.SHORT_IDS[card]
            if strikes(card, step):
                self.actions.append(Play(name))
            self.actions += [Play(name, cards.SHORT_IDS[target]) for target in targets_of(state, card, step)]

    def refusal(self, action: Play) -> Illegal:
        return why_not_playable(self.state, self.country, self.step, action)

    def label(self, partial: tuple[Any, ...], part: Any) -> Text:
        action = self.actions[part]
        card = BY_SHORT_ID[self.country][action.card]
        if not action.against:
            return say("norway.play-to-strike", card=card_name(card))
        enemy = next(t for t in targets_of(self.state, card, self.step) if cards.SHORT_IDS[t] == action.against)
        return say("norway.play-against", card=card_name(card), target=card_name(enemy))


# the windows


def card_window(state: NorwayState, country: int, step: int, prompt: str) -> Sequence[Decision[Any]]:
    """A country may use cards in a step of the battle. It is asked whenever it might hold one, and in vain if not."""
    if not could_hold(state, country, playable(state, country, step, in_hand_only=False)):
        return ()
    number, role = TIMING[step][1], ROLES[country]
    there = {"country": country_name(country), "sea": ships.place_name(fought(state).area)}
    return (
        Decision(
            decision_id(state, role),
            role,
            say(prompt, **there),
            number,
            CardSpace(SeaPlaySpace(state, country, step), number),
            say("norway.wait.sea-cards", **there),
            reaction=True,
        ),
    )


def play(table: Table[NorwayState], country: int, step: int, action: Play) -> None:
    """A card is laid on the table in this battle and used up, whatever comes of it (2.4-2, R64)."""
    state = table.state
    battle, card = fought(state), BY_SHORT_ID[country][action.card]
    against = place_in_play(battle, action)
    use(table, card)
    change(state, battle=structs.replace(battle, played=(*battle.played, Played(country, card, step, against))))
    who, what, where = country_name(country), card_name(card), ships.place_name(battle.area)
    if against < 0:
        text = say("norway.event.plays-at-sea", country=who, card=what, sea=where)
    else:
        target = card_name(battle.played[against].card)
        text = say("norway.event.plays-against-at-sea", country=who, card=what, target=target, sea=where)
    table.tell(text, TIMING[step][1], (board.SEAS[battle.area],))


def strikes_in_force(battle: SeaBattle) -> list[int]:
    """Places in the order of play of the cards that strike at ships and have not been stopped."""
    stopped = stopped_cards(battle)
    return [i for i, played in enumerate(battle.played) if i not in stopped and strikes(played.card, played.step)]


class SeaAttackerCardsRules(InSeaBattle, StepRules[NorwayState, SeaAttackerCards]):
    asks = True

    @rule("8.2-seq-1")
    def decisions(self, state: NorwayState, step: SeaAttackerCards) -> Sequence[Decision[Any]]:
        """Step 1: the country in turn uses all the cards it wants, at most one of a type (8.2-seq-1, R83)."""
        return card_window(state, state.country, 1, "norway.prompt.sea-attacker-cards")

    def proceed(self, table: Table[NorwayState], step: SeaAttackerCards) -> None:
        """Nobody could hold a card for it."""

    def answer(self, table: Table[NorwayState], step: SeaAttackerCards, role: str, action: Any) -> None:
        if not isinstance(action, Pass):
            table.push(step)
            play(table, table.state.country, 1, action)


class SeaDefenderCardsRules(InSeaBattle, StepRules[NorwayState, SeaDefenderCards]):
    asks = True

    @rule("8.2-seq-2", "7.2a-1")
    def decisions(self, state: NorwayState, step: SeaDefenderCards) -> Sequence[Decision[Any]]:
        """Step 2: the defender counters and then strengthens himself (8.2-seq-2). Norway has no card for it; where
        Eidsvoll & Norge fights it is on the Allied side, and the Allies use theirs (8.2-4, R83)."""
        return card_window(state, step.country, 2, "norway.prompt.sea-defender-cards")

    def proceed(self, table: Table[NorwayState], step: SeaDefenderCards) -> None:
        """Nobody could hold a card for it."""

    def answer(self, table: Table[NorwayState], step: SeaDefenderCards, role: str, action: Any) -> None:
        if not isinstance(action, Pass):
            table.push(step)
            play(table, step.country, 2, action)


class SeaReactionCardsRules(InSeaBattle, StepRules[NorwayState, SeaReactionCards]):
    asks = True

    @rule("8.2-seq-3")
    def decisions(self, state: NorwayState, step: SeaReactionCards) -> Sequence[Decision[Any]]:
        """Step 3: the attacker counters the defender's cards (8.2-seq-3)."""
        return card_window(state, state.country, 3, "norway.prompt.sea-reaction-cards")

    @rule("8.2-seq-1", "8.2-seq-2")
    def proceed(self, table: Table[NorwayState], step: SeaReactionCards) -> None:
        """Now it is known which cards are stopped: the others strike, in the order in which they were played (R77)."""
        table.push(*(StrikeDie(i) for i in strikes_in_force(fought(table.state))))

    def answer(self, table: Table[NorwayState], step: SeaReactionCards, role: str, action: Any) -> None:
        if isinstance(action, Pass):
            self.proceed(table, step)
        else:
            table.push(step)
            play(table, table.state.country, 3, action)


STEPS: dict[type[Step], Any] = {
    SeaAttackerCards: SeaAttackerCardsRules(),
    SeaDefenderCards: SeaDefenderCardsRules(),
    SeaReactionCards: SeaReactionCardsRules(),
}
