"""Throws that can be seen coming: battles on land, those laid on and in the movement phase those that could be; at sea
battles, strikes by cards, interceptions. All of it is made of what lies open (battalions, ships face up, sizes of
piles, cards on the table), so every seat sees the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, cast

from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.norway import battle, board, combat
from feltherre.games.norway import state as states
from feltherre.games.norway.actions import Move, Play
from feltherre.games.norway.hands import card_name, country_name
from feltherre.games.norway.marches import free_to_move
from feltherre.games.norway.procedures.combat import CombatSituation, chance_to_win, land_combat
from feltherre.games.norway.procedures.movement import naval_interception
from feltherre.games.norway.procedures.sea_combat import naval_combat, ship_strike
from feltherre.games.norway.sea import aftermath, ships
from feltherre.games.norway.sea.combat import battle_areas, fighters, strikes_in_force
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.interception import interception_situation
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.sea.steps import InterceptionChoice, SeaDice, SeaReactionCards, StrikeDie
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import AREAS, NOWHERE, ROLES, NorwayState
from feltherre.games.norway.steps import BattleDice, Movement


def prospects(state: NorwayState) -> list[Prospect]:
    """The battle being fought (until its dice are thrown), the others laid on, and those that could be laid on; of
    these and those the attacker's best chance first."""
    fought = state.battle
    found, laid_on = [], []
    if fought is not None and any(isinstance(step, BattleDice) for step in state.agenda):
        found.append(_prospect(state, fought, states.groups_at(state, fought.area)))
    for area in states.attacked_areas(state):
        if fought is None or area != fought.area:
            laid_on.append(_prospect(state, states.Battle(area), states.groups_at(state, area)))
    possible = _possible(state) if any(isinstance(step, Movement) for step in state.agenda) else []
    return [*found, *sorted(laid_on, key=_win_chance, reverse=True), *sorted(possible, key=_win_chance, reverse=True)]


def _win_chance(prospect: Prospect) -> Fraction:
    known = land_combat.assess(cast("CombatSituation", prospect.situation), telling=False).known
    return chance_to_win(known["attacker_dice_count"], known["defender_dice_count"])


def foreseen(state: NorwayState, role: str, action: Any) -> list[Prospect]:
    """The battle being fought as it would stand with a card of the role's own: on the table and in its hand lies all
    that it takes. And the battle that a move would lay on, by those who go and those who attack there already."""
    if isinstance(action, Move):
        return _laid_on_by(state, action)
    window = next((combat.WINDOWS.get(type(step)) for step in state.agenda[-1:]), None)
    if window is None or window.at_sea or state.battle is None or not isinstance(action, Play):
        return []
    with_it = state.clone()
    with_it.battle = combat.with_card(state.battle, ROLES.index(role), window.step, action)
    return [_prospect(with_it, with_it.battle, states.groups_at(state, state.battle.area))]


def _laid_on_by(state: NorwayState, move: Move) -> list[Prospect]:
    origin, target = board.INDEX[move.origin], board.INDEX[move.target]
    if not states.enemy_held(state, state.country, target):
        return []
    going = states.Group(origin, target, "water" if board.over_water(origin, target) else "land", move.count)
    groups = _together((*states.groups_at(state, target), going))
    return [_prospect(state, states.Battle(target), groups)]


def _possible(state: NorwayState) -> list[Prospect]:
    """Attacks by all who can still walk there, together with those who attack already."""
    found = []
    for area in range(AREAS):
        more = _who_could_join(state, area) if states.enemy_held(state, state.country, area) else ()
        if more:
            groups = _together((*states.groups_at(state, area), *more))
            found.append(_prospect(state, states.Battle(area), groups, possible=True))
    return found


def _together(groups: Iterable[states.Group]) -> tuple[states.Group, ...]:
    """Those who attack already and those who could join them are one group if they come the same way."""
    joined: dict[tuple[int, str], states.Group] = {}
    for group in groups:
        way = (group.origin, group.mode)
        before = joined[way].battalions if way in joined else 0
        joined[way] = states.Group(group.origin, group.target, group.mode, before + group.battalions)
    return tuple(joined.values())


def _who_could_join(state: NorwayState, area: int) -> tuple[states.Group, ...]:
    return tuple(
        states.Group(origin, area, "water" if board.over_water(origin, area) else "land", free_to_move(state, origin))
        for origin in board.NEIGHBOURS[area]
        if free_to_move(state, origin) > 0
    )


def _prospect(
    state: NorwayState, fought: states.Battle, groups: Sequence[states.Group], possible: bool = False
) -> Prospect:
    situation, area = battle.situation_of(state, fought, groups), fought.area
    attacker = country_name(state.country)
    countries = [country_name(country) for country in states.enemies(state.country) if states.at(state, country, area)]
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
        place=board.AREAS[area],
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


def _group(group: states.Group) -> Text:
    if group.origin == NOWHERE:
        return say(f"norway.odds.group.{group.mode}", n=group.battalions)
    return say(f"norway.odds.group.{group.mode}", n=group.battalions, origin=area_name(group.origin))


# at sea


def sea_prospects(state: NorwayState) -> list[Prospect]:
    """What is next on the agenda first: an interception, strikes, the battle being fought; then the other battles."""
    if state.sea is None:
        return []
    return [*_interceptions(state), *_strikes(state), *_sea_battles(state)]


def _sea_battles(state: NorwayState) -> list[Prospect]:
    found = []
    battle = sea_of(state).battle
    if battle is not None and any(isinstance(step, SeaDice) for step in state.agenda):
        found.append(_sea_battle(battle, say("norway.odds.no-more-cards")))
    for area in battle_areas(state):
        if battle is None or area != battle.area:
            found.append(_sea_battle(SeaBattle(area, *fighters(state, area)), say("norway.odds.no-more-ships")))
    return found


def _sea_battle(battle: SeaBattle, assumption: Text) -> Prospect:
    attacker, defender = _countries(battle.attackers), _countries(battle.defenders)
    return Prospect(
        title=say(
            "norway.odds.sea-battle",
            sea=ships.place_name(battle.area),
            attackers=[ships.name(ship) for ship in battle.attackers],
            defenders=[ships.name(ship) for ship in battle.defenders],
        ),
        place=board.SEAS[battle.area],
        procedure=naval_combat.name,
        situation=aftermath.situation(battle),
        assumption=assumption,
        outputs={
            "attacker_sunk": say("norway.odds.sunk", side=attacker),
            "attacker_chased": say("norway.odds.chased", side=attacker),
            "attacker_cards_lost": say("norway.odds.cards-lost", side=attacker),
            "defender_sunk": say("norway.odds.sunk", side=defender),
            "defender_chased": say("norway.odds.chased", side=defender),
            "defender_cards_lost": say("norway.odds.cards-lost", side=defender),
        },
    )


def _countries(some: Sequence[int]) -> Text:
    countries = [country_name(country) for country in sorted({ships.COUNTRY[ship] for ship in some})]
    return countries[0] if len(countries) == 1 else say("norway.odds.joint", countries=countries)


def _strikes(state: NorwayState) -> list[Prospect]:
    """Cards whose die is still to be thrown, unless they are stopped before."""
    battle = sea_of(state).battle
    if battle is None:
        return []
    ahead = [step.played for step in reversed(state.agenda) if isinstance(step, StrikeDie)]
    if any(isinstance(step, SeaReactionCards) for step in state.agenda):
        ahead = strikes_in_force(battle)
    return [_strike(state, battle, number) for number in ahead]


def _strike(state: NorwayState, battle: SeaBattle, number: int) -> Prospect:
    played = battle.played[number]
    where = ships.place_name(battle.area)
    return Prospect(
        title=say("norway.odds.strike", country=country_name(played.country), card=card_name(played.card), sea=where),
        place=board.SEAS[battle.area],
        procedure=ship_strike.name,
        situation=aftermath.strike_situation(state, number),
        assumption=say("norway.odds.no-more-cards"),
        outputs={"result": say("norway.odds.ship-struck")},
        values={result: say(f"norway.odds.ship-struck.{result}") for result in ("sink", "chase", "none")},
    )


def _interceptions(state: NorwayState) -> list[Prospect]:
    """What those who are asked whether they intercept could catch."""
    return [
        Prospect(
            title=say("norway.odds.interception", country=country_name(step.country), sea=ships.place_name(step.area)),
            place=board.SEAS[step.area],
            procedure=naval_interception.name,
            situation=interception_situation(state, step.country, step.area),
            assumption=say("norway.odds.if-it-tries"),
            outputs={"intercepted": say("norway.odds.intercepted")},
        )
        for step in state.agenda[-1:]
        if isinstance(step, InterceptionChoice)
    ]
