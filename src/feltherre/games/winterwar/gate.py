"""What an umpire may change in the rulings of this game at his gate: for each step that applies a ruling the outputs
that it reads, and what each may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from feltherre.core.changes import Changeable, Code, OneOf, Value, Whole, YesNo
from feltherre.games.winterwar.codes import parse_ground
from feltherre.games.winterwar.procedures.partisans import partisan_strength
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import AirRuled, GroundRuled, PartisanRuled, SideRuled

Values = Mapping[str, Value]

#: what a die can give a partisan unit (2.1-m)
STRENGTHS: Final = sorted({partisan_strength(die) for die in range(1, 7)})
#: results as umpires write them; a table of one's own may have others (1.5-b)
RESULTS: Final = ("A1", "A1-F1R", "F2R", "FER")


def _air(state: WinterWarState, step: AirRuled) -> Values:
    return {
        "attackers_lost": Whole(0, len(step.attackers)),
        "defenders_lost": Whole(0, len(step.defenders)),
        "attackers_home": YesNo(),
        "defenders_home": YesNo(),
        "combat_cancelled": YesNo(),
    }


CHANGEABLE: Final[Changeable] = {
    SideRuled: lambda state, step: {"chooser": OneOf((1, 2, None))},
    PartisanRuled: lambda state, step: {"strength": OneOf(STRENGTHS)},
    AirRuled: _air,
    GroundRuled: lambda state, step: {"result": Code(lambda text: parse_ground(text) is not None, RESULTS)},
}
