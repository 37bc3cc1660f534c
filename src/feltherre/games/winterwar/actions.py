"""Everything a player of the Winter War can answer, one kind of action for each decision of the rules.

Units are named by their ids (`SU-138RD`), hexes by their printed numbers (`1540`). Each kind says how it is written
(notation.py has the fields) and how often it is drawn at random: there are hundreds of moves and a single way to end a
phase, so a draw from all answers would hardly ever end one; hardly anybody goes through a full stack or changes a base.
"""

from __future__ import annotations

from typing import Final, Literal

from feltherre.core.space import Action
from feltherre.hexgame import actions as common

# choosing sides (setup-2)


class TakeSide(Action, frozen=True, tag="side"):
    """The team that threw higher takes Finland or the Soviet Union."""

    forms = (("take finland", {"side": "finland"}), ("take soviet", {"side": "soviet"}))

    side: Literal["finland", "soviet"]


# movement (turn-3)


class ForceMove(Action, frozen=True, tag="force"):
    """A ground unit moves through a full stack: its owner insists and pays with a unit of his own (setup-8, R15)."""

    forms = ("force {unit:unit} {path:path}",)
    example = "force 138RD > 1943"
    weight = 0.5
    tapped = False

    unit: str
    path: tuple[str, ...]


class Fly(Action, frozen=True, tag="fly"):
    """An air unit flies over a hex: to attack, to fight enemy air units, or as defensive support (1.6-j, R37)."""

    forms = ("fly {unit:unit} {hex:hex}", "fly {unit:unit} > {hex:hex}")
    example = "fly LeR2 1843"
    weight = 4

    unit: str
    hex: str


class ChangeBase(Action, frozen=True, tag="rebase"):
    """An air unit flies to another base for good (R37)."""

    forms = ("rebase {unit:unit} {hex:town}", "rebase {unit:unit} > {hex:town}")
    example = "rebase LeR2 Kouvola"
    weight = 0.5
    tapped = False

    unit: str
    hex: str


class Eliminate(Action, frozen=True, tag="eliminate"):
    """The unit that is lost for moving through a full stack (setup-8)."""

    forms = ("eliminate {unit:unit}",)
    example = "eliminate 4D"

    unit: str


class Escape(Action, frozen=True, tag="escape"):
    """An air unit whose base is lost goes to another (R11)."""

    forms = ("escape {unit:unit} {hex:town}", "escape {unit:unit} > {hex:town}")
    example = "escape LeR1 Kouvola"

    unit: str
    hex: str


# combat (turn-4, 1.5, 1.6)


class AirCombat(Action, frozen=True, tag="air-combat"):
    """Air units of both sides are over a hex: they fight. `units` are the ground units and ships that are to attack the
    hex afterwards (R60); `with_based`: enemy air units at their base there are drawn in (R37)."""

    forms = (
        ("air combat {hex:hex}", {"units": (), "with_based": False}),
        ("air combat {hex:hex} then {units:units}", {"with_based": False}),
        ("air combat {hex:hex} and base", {"units": (), "with_based": True}),
        ("air combat {hex:hex} and base then {units:units}", {"with_based": True}),
    )
    example = "air combat 1641 then 24RD + 90RD"

    hex: str
    units: tuple[str, ...] = ()
    with_based: bool = False


SettingUp = TakeSide | common.Deploy | common.DeployHistorically | common.EndSetup
Entering = common.Place | common.EndReinforcement
Moving = common.Move | ForceMove | Fly | ChangeBase | common.EndMovement | Eliminate | Escape
Fighting = AirCombat | common.Attack | common.EndCombat | common.TakeLosses | common.Retreat | common.Advance
WinterWarAction = SettingUp | Entering | Moving | Fighting

#: examples of the notation, with counters of this game
EXAMPLES: Final[dict[type[Action], str]] = {
    common.Deploy: "deploy 4D 1641",
    common.Place: "place 21D Viipuri",
    common.Move: "move 138RD 1944 > 1943 > 1842",
    common.Attack: "attack 1742 with 43RD + 70RD + 20TB",
    common.TakeLosses: "losses 4D + 5D",
    common.Retreat: "retreat 1540 4D + 5D",
    common.Advance: "advance 24RD",
}
