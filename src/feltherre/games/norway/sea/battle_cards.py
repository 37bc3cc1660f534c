"""What cards do in a sea battle (8.2, steps 1 to 3); the windows in which they are used are those of combat.py.

Aircraft and boats strike at ships; Fighter stops Bomber, and Fighter-bomber stops Fighter. In the nine-April round
there is only Dive bomber (7.2a-1).
"""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.games.norway import cards
from feltherre.games.norway.battle import stopped_cards
from feltherre.games.norway.sea import needs
from feltherre.games.norway.sea.combat import in_reach
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.pieces import SeaBattle
from feltherre.games.norway.state import NorwayState

#: the book's number of each step of a sea battle in which cards are used
NUMBERS: Final = {1: "8.2-seq-1", 2: "8.2-seq-2", 3: "8.2-seq-3"}

#: conditions that a battle may fail to meet -> the reason of the refusal and the rule
IN_BATTLE, REACH, CARRIER = "ships-in-battle", "sea-bombing", "carrier"
UNMET: Final = {
    IN_BATTLE: ("norway.illegal.only-in-sea-battle", "5.2-3"),
    REACH: ("norway.illegal.bomber-out-of-reach", "5.1-air-sea"),
    CARRIER: ("norway.illegal.no-carrier", "5.2-2"),
}
FIGHTER: Final = cards.INDEX["all-fighter"]


def fought(state: NorwayState) -> SeaBattle:
    battle = sea_of(state).battle
    assert battle is not None
    return battle


def function(card: int, step: int) -> cards.Function:
    """What a card does in a step of a sea battle: it strikes at ships or stops another card, never both."""
    return cards.functions_in(card, NUMBERS[step])[0]


def strikes(card: int, step: int) -> bool:
    return function(card, step).op == "ship-strike"


def strikes_in_force(battle: SeaBattle) -> list[int]:
    """Places in the order of play of the cards that strike at ships and have not been stopped."""
    stopped = stopped_cards(battle)
    return [i for i, played in enumerate(battle.played) if i not in stopped and strikes(played.card, played.step)]


@rule("5.1-air-sea", "5.2-2", "5.2-3")
def unmet_condition(state: NorwayState, card: int, step: int, publicly: bool) -> str:
    """What the card needs and the battle has not: Bomber an airfield on the coast (5.1-air-sea), Fighter a carrier in
    the sea area (5.2-2, R58); against a Bomber alone no boat can be sent (R57). Empty if nothing is lacking.

    `publicly`: only what lacks for all to see; where a carrier may lie, none is lacking.
    """
    battle, effect = fought(state), function(card, step)
    if effect.against == IN_BATTLE and not battle.attackers:
        return IN_BATTLE
    if effect.needs == REACH and not in_reach(state, battle.area):
        return REACH
    if card == FIGHTER and not (needs.might_be_carrier_in if publicly else needs.carrier_in)(state, battle.area):
        return CARRIER
    return ""
