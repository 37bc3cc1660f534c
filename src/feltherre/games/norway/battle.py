"""Questions about the land battle being fought: who takes part, what its cards are worth, how the procedure is asked
(4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from feltherre.core.marks import rule
from feltherre.games.norway import board, cards
from feltherre.games.norway import state as states
from feltherre.games.norway.procedures.battle_cards import cancelled_cards
from feltherre.games.norway.procedures.combat import CombatSituation
from feltherre.games.norway.procedures.inputs import AttackGroup
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.state import NOWHERE, ROLES, NorwayState


def fought(state: NorwayState) -> states.Battle:
    assert state.battle is not None
    return state.battle


def defending_countries(state: NorwayState) -> tuple[int, ...]:
    """Countries with battalions in the defence, in the order in which they use their cards (R11)."""
    area = fought(state).area
    return tuple(country for country in states.enemies(state.country) if states.at(state, country, area))


def defenders(state: NorwayState) -> int:
    area = fought(state).area
    return sum(states.at(state, country, area) for country in states.enemies(state.country))


def attackers(state: NorwayState) -> int:
    return sum(group.battalions for group in states.groups_at(state, fought(state).area))


@rule("4.2-values", "4.2-dice-6")
def dice_value(state: NorwayState, card: int, step: int) -> int:
    """Dice the card adds in step 1 or 2; some add fewer when no attacker comes over land (4.2-values, R7)."""
    if step == 1:
        over_land = any(group.mode == "land" for group in states.groups_at(state, fought(state).area))
        return cards.attack_dice(card, over_land)
    return cards.defence_dice(card)


def stopped_cards(battle: states.Battle | SeaBattle) -> set[int]:
    """Places in the order of play of the cards that have lost their effect (4.2-cancel)."""
    numbered = list(enumerate(battle.played))
    step_1 = [i for i, played in numbered if played.step == 1]
    step_2 = [(i, played.against if played.against >= 0 else None) for i, played in numbered if played.step == 2]
    step_3 = [(i, played.against) for i, played in numbered if played.step == 3]
    lost_1, lost_2 = cancelled_cards(step_1, step_2, step_3)
    return {*lost_1, *lost_2}


def situation(state: NorwayState) -> CombatSituation:
    """The battle being fought as the procedure land-combat is asked."""
    return situation_of(state, fought(state), states.groups_at(state, fought(state).area))


def situation_of(state: NorwayState, battle: states.Battle, groups: Iterable[states.Group]) -> CombatSituation:
    """A battle with the cards on its table, fought by these groups, as the procedure land-combat is asked."""
    there = {country: states.at(state, country, battle.area) for country in states.enemies(state.country)}
    # A card stays in force although an umpire has since taken its owner's battalions away.
    used = {played.country for played in battle.played if played.step == 2}
    return CombatSituation(
        attack_groups=tuple(
            AttackGroup(
                board.AREAS[group.origin] if group.origin != NOWHERE else group.mode, group.mode, group.battalions
            )
            for group in groups
        ),
        defender_battalions=sum(there.values()),
        attacker_cards=_names(battle, 1),
        defender_cards=_names(battle, 2),
        reaction_cards=_names(battle, 3),
        dice_values={
            cards.TYPES[played.card].name_en: dice_value(state, played.card, played.step)
            for played in battle.played
            if played.step < 3 and played.against < 0
        },
        attacker=ROLES[state.country],
        defenders=tuple(ROLES[country] for country, battalions in there.items() if battalions or country in used),
    )


def _names(battle: states.Battle, step: int) -> tuple[str, ...]:
    return tuple(_name(battle, played) for played in battle.played if played.step == step)


def _name(battle: states.Battle, played: states.Played) -> str:
    name = cards.TYPES[played.card].name_en
    if played.against < 0:
        return name
    return f"{name}>{cards.TYPES[battle.played[played.against].card].name_en}"
