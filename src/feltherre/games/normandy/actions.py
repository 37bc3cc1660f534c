"""Everything a player of Normandy can answer, one kind of action for each decision of the rules.

Units are named by their ids (`br-7-arm`), hexes by their printed numbers (`1512`).
"""

from __future__ import annotations

from typing import Final, Literal

from feltherre.core.space import Action
from feltherre.hexgame import actions as common


class TakeSide(Action, frozen=True, tag="side"):
    """The team that threw higher takes the Allies or the Germans."""

    forms = (("take allied", {"side": "allied"}), ("take german", {"side": "german"}))

    side: Literal["allied", "german"]


class Drop(Action, frozen=True, tag="drop"):
    """A parachute division is dropped in its area (LAN-2)."""

    forms = ("drop {unit:unit} {hex:hex}", "drop {unit:unit} > {hex:hex}")
    example = "drop us-101-abn 0709"
    weight = 10

    unit: str
    hex: str


class SendBack(Action, frozen=True, tag="send-back"):
    """A unit that came onto the map in this phase, has not moved and finds no room waits for a later turn (R24)."""

    forms = ("send back {unit:unit}",)
    example = "send back us-1-inf"
    weight = 0.1

    unit: str


class Duel(Action, frozen=True, tag="duel"):
    """Ships fire at the coastal artillery in a hex beside them, or coastal artillery at the ships in one (4.1-g)."""

    forms = ("fire at {hex:hex} with {units:units}",)
    example = "fire at 0707 with bb-nevada + bb-texas"
    weight = 6
    gathers = True

    hex: str
    units: tuple[str, ...]


class Fly(Action, frozen=True, tag="fly"):
    """An air unit flies over a hex, to support an attack on it or to hinder movement into it (R32)."""

    forms = ("fly {unit:unit} {hex:hex}", "fly {unit:unit} > {hex:hex}")
    example = "fly bm-us-8af 1613"
    weight = 4

    unit: str
    hex: str


class PlanBombing(Action, frozen=True, tag="plan-bombing"):
    """All bombers are to bomb this hex first thing in the next turn; the others do not know (CAR-2)."""

    unseen = True
    forms = ("bomb {hex:hex} next turn", "bomb {hex:hex}")
    example = "bomb 1512"
    weight = 4

    hex: str


class NoBombing(Action, frozen=True, tag="no-bombing"):
    """No bombing is planned for the next turn; the others do not know that either."""

    unseen = True
    forms = ("no bombing",)
    tapped = False


SettingUp = TakeSide | common.Deploy | common.DeployHistorically | common.EndSetup
Entering = common.Place | Drop | common.EndReinforcement
Moving = common.Move | Fly | SendBack | common.EndMovement | PlanBombing | NoBombing
Fighting = common.Attack | Duel | common.EndCombat | common.TakeLosses | common.FallBack | common.Stand | common.Advance
NormandyAction = SettingUp | Entering | Moving | Fighting

#: examples of the notation, with counters of this game
EXAMPLES: Final[dict[type[Action], str]] = {
    common.Deploy: "deploy de-21-pz 1512",
    common.Place: "place us-1-inf omaha-east",
    common.Move: "move br-7-arm 1310 > 1311",
    common.Attack: "attack 1511 with br-3-inf + ca-3-inf",
    common.TakeLosses: "losses br-7-arm + ca-3-inf",
    common.Advance: "advance ca-3-inf",
    common.FallBack: "fall back to 1613",
}
