"""Throws at sea that can be seen coming: battles, strikes by cards, interceptions. All of it is made of what lies open
(ships face up, sizes of piles, cards on the table), so every seat sees the same."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.norway.hands import card_name, country_name
from feltherre.games.norway.procedures.sea_combat import naval_combat, ship_strike
from feltherre.games.norway.procedures.sea_movement import naval_interception
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.aftermath import situation, strike_situation
from feltherre.games.norway.sea.battle_cards import strikes_in_force
from feltherre.games.norway.sea.combat import battle_areas, fighters
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.interception import interception_situation
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.sea.steps import InterceptionChoice, SeaDice, SeaReactionCards, StrikeDie
from feltherre.games.norway.state import NorwayState


def sea_prospects(state: NorwayState) -> list[Prospect]:
    """What is next on the agenda first: an interception, strikes, the battle being fought; then the other battles."""
    if state.sea is None:
        return []
    return [*_interceptions(state), *_strikes(state), *_battles(state)]


def _battles(state: NorwayState) -> list[Prospect]:
    found = []
    battle = sea_of(state).battle
    if battle is not None and any(isinstance(step, SeaDice) for step in state.agenda):
        found.append(_battle(battle, say("norway.odds.no-more-cards")))
    for area in battle_areas(state):
        if battle is None or area != battle.area:
            found.append(_battle(SeaBattle(area, *fighters(state, area)), say("norway.odds.no-more-ships")))
    return found


def _battle(battle: SeaBattle, assumption: Text) -> Prospect:
    attacker, defender = _countries(battle.attackers), _countries(battle.defenders)
    return Prospect(
        title=say(
            "norway.odds.sea-battle",
            sea=ships.place_name(battle.area),
            attackers=[ships.name(ship) for ship in battle.attackers],
            defenders=[ships.name(ship) for ship in battle.defenders],
        ),
        procedure=naval_combat.name,
        situation=situation(battle),
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
        procedure=ship_strike.name,
        situation=strike_situation(state, number),
        assumption=say("norway.odds.no-more-cards"),
        outputs={"result": say("norway.odds.ship-struck")},
        values={result: say(f"norway.odds.ship-struck.{result}") for result in ("sink", "chase", "none")},
    )


def _interceptions(state: NorwayState) -> list[Prospect]:
    """What those who are asked whether they intercept could catch."""
    return [
        Prospect(
            title=say("norway.odds.interception", country=country_name(step.country), sea=ships.place_name(step.area)),
            procedure=naval_interception.name,
            situation=interception_situation(state, step.country, step.area),
            assumption=say("norway.odds.if-it-tries"),
            outputs={"intercepted": say("norway.odds.intercepted")},
        )
        for step in state.agenda[-1:]
        if isinstance(step, InterceptionChoice)
    ]
