"""What an umpire may change in the rulings of this game at his gate: for each step that applies a ruling the outputs
that it reads, and what each may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Final

from feltherre.core.changes import Changeable, OneOf, Value, Whole, YesNo
from feltherre.games.norway.april.defences import landing_at
from feltherre.games.norway.april.steps import BluffRuled, FortRuled, MineRuled, ReconnaissanceRuled, ResistanceRuled
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import face_down
from feltherre.games.norway.sides import throwers
from feltherre.games.norway.state import GERMANY, NorwayState, at
from feltherre.games.norway.steps import ConvoyRuled, CountryRuled

Values = Mapping[str, Value]

_CARD_NAMES: Final = {ship: name for name, ship in ships.BY_CARD_NAME.items()}


def _convoy(state: NorwayState, step: ConvoyRuled) -> Values:
    return {"battalions_removed": Whole(0, at(state, state.country, step.area))}


def _mine(state: NorwayState, step: MineRuled) -> Values:
    """No ship, or one of those that land there; a ship that strikes no mine is not sunk."""
    found: dict[str, Value] = {"ship": OneOf(("", *(_CARD_NAMES[ship] for ship in landing_at(step.plan))))}
    return {**found, "ships_sunk": Whole(0, 1)} if step.ruling.outputs["ship"] else found


def _fort(state: NorwayState, step: FortRuled) -> Values:
    """Once a ship is sunk nothing is landed in the city anyway."""
    there = len(landing_at(step.plan, step.city))
    found: dict[str, Value] = {"ships_sunk": Whole(0, min(1, there))}
    return found if step.ruling.outputs["ships_sunk"] else {**found, "battalions_to_move_elsewhere": Whole(0, there)}


def _reconnaissance(state: NorwayState, step: ReconnaissanceRuled) -> Values:
    return {"seen": Whole(0, len(face_down(state, GERMANY, step.area)))}


def _choice(state: NorwayState, step: CountryRuled) -> Values:
    """Another order of those who have thrown; without one they throw again."""
    return {"order": OneOf(([], *map(list, permutations(throwers(step.levels)))))}


CHANGEABLE: Final[Changeable] = {
    CountryRuled: _choice,
    ConvoyRuled: _convoy,
    MineRuled: _mine,
    FortRuled: _fort,
    ReconnaissanceRuled: _reconnaissance,
    # one battalion for a city that rises (7.2-resist-1)
    ResistanceRuled: lambda state, step: {"new_norwegian_battalions": Whole(0, 1)},
    BluffRuled: lambda state, step: {"defender_leaves": YesNo()},
}
