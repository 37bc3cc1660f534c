"""Questions about the battle being fought: who defends, which cards may be used now, what they are worth (4.2)."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Play
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, holds
from feltherre.games.norway.procedures.battle_cards import cancelled_cards
from feltherre.games.norway.procedures.combat import CombatSituation
from feltherre.games.norway.procedures.inputs import AttackGroup
from feltherre.games.norway.sea import needs
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.spaces import area_name, no_card
from feltherre.games.norway.state import (
    NOWHERE,
    ROLES,
    Battle,
    NorwayState,
    Played,
    at,
    enemies,
    groups_at,
    in_air_range,
)

#: step of the battle -> when its cards are used, and the book's number of the step
TIMING = {
    1: (cards.OWN, cards.ATTACKERS_CARDS),
    2: (cards.OPPONENT, cards.DEFENDERS_CARDS),
    3: (cards.OWN_REACTION, cards.COUNTERS),
}


#: conditions of the card data that a battle must meet -> the reason of the refusal and the rule
AIR_RANGE, ALLIED_COAST = "battle-in-air-range", "battle-on-allied-coast"
UNMET = {
    AIR_RANGE: ("norway.illegal.out-of-air-range", "2.3-air-1"),
    ALLIED_COAST: ("norway.illegal.no-allied-coast", "2.3-sea-2"),
    **needs.REFUSALS,
}

#: (card, step) -> what the card can do then; nine-April cards have one sign for all (6.2-2, 7.2b-1)
_FUNCTIONS = {
    (card, step): cards.functions_at(card, timing, "2b", number)
    if card < cards.TYPE_COUNT
    else cards.functions_at(card, cards.APRIL_PLAY, "7.2b", number)
    for card in range(cards.ALL_COUNT)
    for step, (timing, number) in TIMING.items()
}
#: (card, step) -> the conditions it has then
_NEEDS = {when: {function.needs for function in functions} - {""} for when, functions in _FUNCTIONS.items()}
#: (card, step) with an effect of its own, besides stopping another card
_EFFECTIVE = {
    when for when, functions in _FUNCTIONS.items() if any(function.op != "cancel-card" for function in functions)
}


class InBattle:
    """For the rules of a step of a battle: it drops out when the battle is broken off (see combat.break_off)."""

    def alive(self, state: NorwayState, step: Any) -> bool:
        return state.battle is not None


def fought(state: NorwayState) -> Battle:
    assert state.battle is not None
    return state.battle


def defending_countries(state: NorwayState) -> tuple[int, ...]:
    """Countries with battalions in the defence, in the order in which they use their cards (R11)."""
    area = fought(state).area
    return tuple(country for country in enemies(state.country) if at(state, country, area))


def defenders(state: NorwayState) -> int:
    area = fought(state).area
    return sum(at(state, country, area) for country in enemies(state.country))


def attackers(state: NorwayState) -> int:
    return sum(group.battalions for group in groups_at(state, fought(state).area))


@rule("4.2b-4")
def owns_part(state: NorwayState, country: int, card: int) -> bool:
    """A card needs own battalions in the battle; Fighter is the only one that does not (4.2b-4)."""
    return (
        not cards.NEEDS_OWN_BATTALIONS[card] or country == state.country or at(state, country, fought(state).area) > 0
    )


@rule("7.2b-1")
def cards_of_step(state: NorwayState, country: int, step: int) -> tuple[int, ...]:
    """The cards of a country for a step of a battle; on 9 April only German Bomber and Gebirgsjäger, for Bluff and
    threats comes before it (7.2b-1, R30)."""
    timing, number = TIMING[step]
    if state.round:
        return cards.cards_for(country, timing, "2b", number)
    listed = cards.cards_for(country, cards.APRIL_PLAY, "7.2b", number)
    return tuple(card for card in listed if any(f.op == "add-dice" for f in _FUNCTIONS[card, step]))


def playable(state: NorwayState, country: int, step: int, *, in_hand_only: bool = True) -> list[int]:
    """Cards the country may use now in the battle (of those in its hand, or of all it might hold)."""
    return [
        card
        for card in cards_of_step(state, country, step)
        if (not in_hand_only or holds(state, card))
        and owns_part(state, country, card)
        and not used_already(state, country, card, step)
        and not unmet_condition(state, card, step, publicly=not in_hand_only)
        and (has_effect(card, step) or targets_of(state, card, step))
    ]


@rule("4.2-1", "4.2-2")
def used_already(state: NorwayState, country: int, card: int, step: int) -> bool:
    """At most one card of a type by one country in step 1 and in step 2; in step 1 Bomber and Fighter-bomber are one
    type; reactions of step 3 are free of it (4.2-1, 4.2-2, R9, R10)."""
    _, number = TIMING[step]
    if number == cards.COUNTERS:
        return False
    kind = battle_type(card, step)
    return any(
        played.country == country and played.step == step and battle_type(played.card, step) == kind
        for played in fought(state).played
    )


def battle_type(card: int, step: int) -> int:
    return cards.BATTLE_TYPE[card] if step == 1 else card


@rule("2.3-air-1", "2.3-sea-2")
def unmet_condition(state: NorwayState, card: int, step: int, *, publicly: bool = False) -> str:
    """What the card needs and the battle has not: aircraft need air range at this moment, Coastal bombardment a coast
    of III to VII (2.3-air-1, R40, 2.3-sea-2), and in the advanced game some need ships. Empty if nothing is lacking.

    `publicly`: only what lacks for all to see; where a carrier may lie, none is lacking.
    """
    wanted = _NEEDS[card, step]
    if wanted:
        area = fought(state).area
        if AIR_RANGE in wanted and not in_air_range(state, area):
            return AIR_RANGE
        if ALLIED_COAST in wanted and not board.open_to_allies(area):
            return ALLIED_COAST
    return "" if state.sea is None else _unmet_at_sea(state, card, publicly)


@rule("5.2-2", "6.1-carrier")
def _unmet_at_sea(state: NorwayState, card: int, publicly: bool) -> str:
    """Fighter needs a carrier, Coastal bombardment control of the sea outside the battle (5.2-2, 6.1-carrier)."""
    area = fought(state).area
    if publicly:
        return "" if needs.might_hold(state, card, area) else needs.NEED[card]
    return needs.unmet(state, card, area)


def has_effect(card: int, step: int) -> bool:
    """Whether the card does something in this step without countering another."""
    return (card, step) in _EFFECTIVE


@rule("4.2-cancel", "4.2-2", "4.2-3")
def targets_of(state: NorwayState, card: int, step: int) -> list[int]:
    """Cards on the table that this one can stop now (4.2-cancel). Counters come before strengthening (4.2-2), and a
    card that is stopped already is not stopped again."""
    return stoppable_cards(fought(state), card, step, TIMING[step][1])


def stoppable_cards(battle: Battle | SeaBattle, card: int, step: int, number: str) -> list[int]:
    """Cards on the table of a battle that this one can stop in the step with this number of the book."""
    if has_strengthened(battle, cards.COUNTRY[card], step):
        return []
    stoppable = cards.counters(card, number)
    stopped = {played.against for played in battle.played}
    return [played.card for i, played in enumerate(battle.played) if played.card in stoppable and i not in stopped]


def place_in_play(battle: Battle | SeaBattle, action: Play) -> int:
    """The place in the order of play of the card that an action is against; -1 if it is against none."""
    if not action.against:
        return -1
    return next(i for i, played in enumerate(battle.played) if cards.SHORT_IDS[played.card] == action.against)


def with_card(battle: Battle, country: int, step: int, action: Play) -> Battle:
    """The battle when a card has been laid on the table in it."""
    played = Played(country, BY_SHORT_ID[country][action.card], step, place_in_play(battle, action))
    return structs.replace(battle, played=(*battle.played, played))


def has_strengthened(battle: Battle | SeaBattle, country: int, step: int) -> bool:
    """Whether a defender has gone on from countering to strengthening (4.2-2)."""
    return step == 2 and any(
        played.country == country and played.step == 2 and played.against < 0 for played in battle.played
    )


def why_not_playable(state: NorwayState, country: int, step: int, action: Play) -> Illegal:
    """The reason why the card cannot be used so, and the rule."""
    number = TIMING[step][1]
    card = BY_SHORT_ID[country].get(action.card)
    if card is None or not holds(state, card):
        return not_held(action, card, number)
    name = card_name(card)
    if card not in cards_of_step(state, country, step):
        return Illegal(say("norway.illegal.not-in-step", card=name), number)
    if not owns_part(state, country, card):
        return Illegal(say("norway.illegal.no-battalions-there", card=name), "4.2b-4")
    if used_already(state, country, card, step):
        return Illegal(say("norway.illegal.same-type", card=name), number)
    unmet = unmet_condition(state, card, step)
    if unmet:
        key, rule_id = UNMET[unmet]
        return Illegal(say(key, card=name, area=area_name(fought(state).area)), rule_id)
    if not action.against:
        return Illegal(say("norway.illegal.only-counters", card=name), number)
    if has_strengthened(fought(state), country, step) and cards.counters(card, number):
        return Illegal(say("norway.illegal.counters-first", card=name), number)
    return Illegal(say("norway.illegal.no-target", card=name), "4.2-cancel")


def not_held(action: Play, card: int | None, number: str) -> Illegal:
    """The country has no such card, in its deck or in its hand."""
    if card is None:
        return Illegal(say("norway.illegal.not-your-card", card=action.card), number)
    return no_card(card, number)


@rule("4.2-values", "4.2-dice-6")
def dice_value(state: NorwayState, card: int, step: int) -> int:
    """Dice the card adds in step 1 or 2; some add fewer when no attacker comes over land (4.2-values, R7)."""
    if step == 1:
        over_land = any(group.mode == "land" for group in groups_at(state, fought(state).area))
        return cards.attack_dice(card, over_land)
    return cards.defence_dice(card)


def stopped_cards(battle: Battle | SeaBattle) -> set[int]:
    """Places in the order of play of the cards that have lost their effect (4.2-cancel)."""
    numbered = list(enumerate(battle.played))
    step_1 = [i for i, played in numbered if played.step == 1]
    step_2 = [(i, played.against if played.against >= 0 else None) for i, played in numbered if played.step == 2]
    step_3 = [(i, played.against) for i, played in numbered if played.step == 3]
    lost_1, lost_2 = cancelled_cards(step_1, step_2, step_3)
    return {*lost_1, *lost_2}


def situation(state: NorwayState) -> CombatSituation:
    """The battle as the procedure land-combat is asked."""
    battle = fought(state)
    groups = groups_at(state, battle.area)
    # A card stays in force although an umpire has since taken its owner's battalions away.
    taking_part = {*defending_countries(state), *(played.country for played in battle.played if played.step == 2)}
    return CombatSituation(
        attack_groups=tuple(
            AttackGroup(
                board.AREAS[group.origin] if group.origin != NOWHERE else group.mode, group.mode, group.battalions
            )
            for group in groups
        ),
        defender_battalions=defenders(state),
        attacker_cards=_names(battle, 1),
        defender_cards=_names(battle, 2),
        reaction_cards=_names(battle, 3),
        dice_values={
            cards.TYPES[played.card].name_en: dice_value(state, played.card, played.step)
            for played in battle.played
            if played.step < 3 and played.against < 0
        },
        attacker=ROLES[state.country],
        defenders=tuple(ROLES[country] for country in sorted(taking_part)),
    )


def _names(battle: Battle, step: int) -> tuple[str, ...]:
    return tuple(_name(battle, played) for played in battle.played if played.step == step)


def _name(battle: Battle, played: Played) -> str:
    name = cards.TYPES[played.card].name_en
    if played.against < 0:
        return name
    return f"{name}>{cards.TYPES[battle.played[played.against].card].name_en}"
