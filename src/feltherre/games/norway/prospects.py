"""Battles that can be seen coming: those laid on, and in the movement phase those that could be. All of it lies open
on the board, so every seat sees the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, cast

from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.norway import battle, board, combat
from feltherre.games.norway.actions import Play
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.marches import free_to_move
from feltherre.games.norway.procedures.combat import CombatSituation, chance_to_win, land_combat
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import (
    AREAS,
    NOWHERE,
    ROLES,
    Battle,
    Group,
    NorwayState,
    at,
    attacked_areas,
    enemies,
    enemy_held,
    groups_at,
)
from feltherre.games.norway.steps import BattleDice, Movement


def prospects(state: NorwayState) -> list[Prospect]:
    """The battle being fought (until its dice are thrown), the others laid on, and those that could be laid on; of
    these and those the attacker's best chance first."""
    fought = state.battle
    found, laid_on = [], []
    if fought is not None and any(isinstance(step, BattleDice) for step in state.agenda):
        found.append(_prospect(state, fought, groups_at(state, fought.area)))
    for area in attacked_areas(state):
        if fought is None or area != fought.area:
            laid_on.append(_prospect(state, Battle(area), groups_at(state, area)))
    possible = _possible(state) if any(isinstance(step, Movement) for step in state.agenda) else []
    return [*found, *sorted(laid_on, key=_win_chance, reverse=True), *sorted(possible, key=_win_chance, reverse=True)]


def _win_chance(prospect: Prospect) -> Fraction:
    known = land_combat.assess(cast("CombatSituation", prospect.situation), telling=False).known
    return chance_to_win(known["attacker_dice_count"], known["defender_dice_count"])


def foreseen(state: NorwayState, role: str, action: Any) -> list[Prospect]:
    """The battle being fought as it would stand with a card of the role's own: on the table and in its hand lies all
    that it takes."""
    window = next((combat.WINDOWS.get(type(step)) for step in state.agenda[-1:]), None)
    if window is None or window.at_sea or state.battle is None or not isinstance(action, Play):
        return []
    with_it = state.clone()
    with_it.battle = combat.with_card(state.battle, ROLES.index(role), window.step, action)
    return [_prospect(with_it, with_it.battle, groups_at(state, state.battle.area))]


def _possible(state: NorwayState) -> list[Prospect]:
    """Attacks by all who can still walk there, together with those who attack already."""
    found = []
    for area in range(AREAS):
        more = _who_could_join(state, area) if enemy_held(state, state.country, area) else ()
        if more:
            groups = _together((*groups_at(state, area), *more))
            found.append(_prospect(state, Battle(area), groups, possible=True))
    return found


def _together(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Those who attack already and those who could join them are one group if they come the same way."""
    joined: dict[tuple[int, str], Group] = {}
    for group in groups:
        way = (group.origin, group.mode)
        before = joined[way].battalions if way in joined else 0
        joined[way] = Group(group.origin, group.target, group.mode, before + group.battalions)
    return tuple(joined.values())


def _who_could_join(state: NorwayState, area: int) -> tuple[Group, ...]:
    return tuple(
        Group(origin, area, "water" if board.over_water(origin, area) else "land", free_to_move(state, origin))
        for origin in board.NEIGHBOURS[area]
        if free_to_move(state, origin) > 0
    )


def _prospect(state: NorwayState, fought: Battle, groups: Sequence[Group], possible: bool = False) -> Prospect:
    situation, area = battle.situation_of(state, fought, groups), fought.area
    attacker = country_name(state.country)
    countries = [country_name(country) for country in enemies(state.country) if at(state, country, area)]
    defender = countries[0] if len(countries) == 1 else say("norway.odds.joint", countries=countries)
    title = say(
        "norway.odds.could" if possible else "norway.odds.laid-on",
        area=area_name(area),
        groups=[_group(group) for group in groups],
        attacker=attacker,
        defender=defender,
        n=situation.defender_battalions,
    )
    return Prospect(
        title=title,
        procedure=land_combat.name,
        situation=situation,
        assumption=say("norway.odds.no-more-cards"),
        outputs={
            "winner": say("norway.odds.winner"),
            "attacker_losses": say("norway.odds.losses", side=attacker),
            "defender_losses": say("norway.odds.losses", side=defender),
        },
        values={"attacker": attacker, "defender": defender},
    )


def _group(group: Group) -> Text:
    if group.origin == NOWHERE:
        return say(f"norway.odds.group.{group.mode}", n=group.battalions)
    return say(f"norway.odds.group.{group.mode}", n=group.battalions, origin=area_name(group.origin))
