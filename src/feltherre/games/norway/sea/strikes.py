"""Cards that strike at ships (8.2-seq-1, 8.2-seq-2): Bomber, U-boat, Submarine, Dive bomber. One die each, and the ship
struck is drawn at random and laid aside; in a battle it still fires (R48)."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from feltherre.core.agenda import Adjudication, StepRules
from feltherre.core.chance import Ruling
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.hands import card_name, country_name
from feltherre.games.norway.procedures.sea_combat import StrikeSituation, ship_strike
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.aftermath import take_losses
from feltherre.games.norway.sea.battle_cards import fought, function
from feltherre.games.norway.sea.fleet import change, enemy_ships, sea_of, turn_up
from feltherre.games.norway.sea.pieces import Struck
from feltherre.games.norway.sea.steps import StrikeDie, StrikeRuled
from feltherre.games.norway.state import ROLES, NorwayState


@rule("8.2-seq-4", "5.2-3")
def targets(state: NorwayState, country: int) -> tuple[int, ...]:
    """The ships that a country's cards can strike: the enemy's in the battle that are not laid aside (R48); of a Bomber
    without a battle, all enemy ships in the sea area (R57, R79)."""
    battle = fought(state)
    if not battle.attackers:
        return enemy_ships(state, country, battle.area)
    struck = {hit.ship for hit in battle.struck}
    enemies = battle.defenders if country == state.country else battle.attackers
    return tuple(ship for ship in enemies if ship not in struck)


class StrikeDieRules(Adjudication[NorwayState, StrikeDie]):
    """One die, by the procedure ship-strike."""

    def alive(self, state: NorwayState, step: StrikeDie) -> bool:
        battle = sea_of(state).battle
        return battle is not None and bool(targets(state, battle.played[step.played].country))

    def procedure(self, state: NorwayState) -> Any:
        return ship_strike

    @rule("8.2-seq-1", "8.2-seq-2", "5.2-3", "7.2a-dive-bomber")
    def assessment(self, state: NorwayState, step: StrikeDie) -> Any:
        """The numbers on which the card sinks and chases are its own (8.2-seq-1, 8.2-seq-2, 7.2a-dive-bomber)."""
        return ship_strike.assess(strike_situation(state, step.played))

    def effects(self, step: StrikeDie, ruling: Ruling) -> Step:
        return StrikeRuled(step.played, ruling)

    def thrower(self, state: NorwayState, step: StrikeDie, purpose: str) -> str:
        return ROLES[fought(state).played[step.played].country]


def strike_situation(state: NorwayState, number: int) -> StrikeSituation:
    """The card at a place in the order of play, as the procedure ship-strike is asked."""
    played = fought(state).played[number]
    effect = function(played.card, played.step)
    return StrikeSituation(sink_on=effect.sink, chase_on=effect.chase)


class StrikeRuledRules(StepRules[NorwayState, StrikeRuled]):
    def alive(self, state: NorwayState, step: StrikeRuled) -> bool:
        return sea_of(state).battle is not None

    @rule("8.2-seq-4", "8.2-seq-7-en", "5.2-3", "7.2a-dive-bomber")
    def proceed(self, table: Table[NorwayState], step: StrikeRuled) -> None:
        """A ship drawn at random is laid aside until step 6 (R48); without a battle it is lost or flees at once (R57).
        Eidsvoll & Norge cannot flee (8.2-seq-7-en)."""
        state = table.state
        battle = fought(state)
        played = battle.played[step.played]
        result, pool = step.ruling.outputs["result"], targets(state, played.country)
        who, what, places = country_name(played.country), card_name(played.card), (board.SEAS[battle.area],)
        if result not in ("sink", "chase") or not pool:
            missed = say("norway.event.strike-missed", country=who, card=what, sea=ships.place_name(battle.area))
            table.tell(missed, "8.2-seq-1", places, step.ruling)
            return
        ship = struck_ship(table, result, pool)
        hit = Struck(ship, "sunk" if result == "sink" or ship == ships.EIDSVOLL else "chased")
        turn_up(table, (ship,))
        change(state, battle=structs.replace(battle, struck=(*battle.struck, hit)))
        text = say(f"norway.event.struck.{hit.result}", country=who, card=what, ship=ships.name(ship))
        table.tell(text, "8.2-seq-4", places, step.ruling)
        if not battle.attackers:
            take_losses(table, (hit,))


@rule("8.2-seq-6-en", "8.2-seq-4")
def struck_ship(table: Table[NorwayState], result: str, pool: tuple[int, ...]) -> int:
    """One of the ships at random; in a battle Eidsvoll & Norge is sunk before any other (8.2-seq-6-en, R48, R79)."""
    if result == "sink" and ships.EIDSVOLL in pool and fought(table.state).attackers:
        return ships.EIDSVOLL
    return table.draw(1, pool, "struck", "8.2-seq-4")[0]


STEPS: dict[type[Step], Any] = {StrikeDie: StrikeDieRules(), StrikeRuled: StrikeRuledRules()}
