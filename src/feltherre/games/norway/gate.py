"""What an umpire may change in the rulings of this game at his gate: for each step that applies a ruling the outputs
that it reads, and what each may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from feltherre.core.changes import Changeable, OneOf, SomeOf, Value, Whole, YesNo
from feltherre.games.norway.sea import interception, ships
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.steps import InterceptionRuled, SeaRuled, StrikeRuled
from feltherre.games.norway.state import NorwayState

Values = Mapping[str, Value]

_CARD_NAMES: Final = {ship: name for name, ship in ships.BY_CARD_NAME.items()}


def _interception(state: NorwayState, step: InterceptionRuled) -> Values:
    there = len(interception.targets(state, step.country, step.area))
    found: dict[str, Value] = {"intercepted": Whole(0, there)}
    coast_defence = interception.coast_defence_there(state, step.country, step.area)
    return {**found, "coast_defence_intercepted": YesNo()} if coast_defence else found


def _sea_battle(state: NorwayState, step: SeaRuled) -> Values:
    """Each side's ships that no card has struck, each of them sunk or chased but not both."""
    battle = sea_of(state).battle
    assert battle is not None
    struck = {hit.ship for hit in battle.struck}
    found: dict[str, Value] = {}
    for side, fleet in (("attacker", battle.attackers), ("defender", battle.defenders)):
        left = [_CARD_NAMES[ship] for ship in fleet if ship not in struck]
        sunk = step.ruling.outputs[f"{side}_sunk"]
        found[f"{side}_sunk"] = SomeOf(left)
        found[f"{side}_chased"] = SomeOf(
            name for name in left if not isinstance(sunk, list | tuple) or name not in sunk
        )
    return found


CHANGEABLE: Final[Changeable] = {
    StrikeRuled: lambda state, step: {"result": OneOf(("sink", "chase", "none"))},
    InterceptionRuled: _interception,
    SeaRuled: _sea_battle,
}
