"""What may be answered in The Ford."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.notation import ListOf, Named, Notation
from feltherre.core.space import Action, OneOf, Part, Single, Space
from feltherre.core.spaces import Level, Pick, Several, Then, Things
from feltherre.core.text import Text, say
from feltherre.ground.hexes.reach import Mover, Reach, reach
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.ways import Start, Ways
from tinyhex.field import (
    GRID,
    HEXES,
    MOVER,
    UNITS,
    Field,
    bits_for,
    figures,
    hex_name,
    of_side,
    targets,
    unit_name,
    way_out,
)


class March(Action, frozen=True, tag="march"):
    """A counter goes hex by hex (S3)."""

    forms = ("{unit:unit} > {path:path}", "march {unit:unit} > {path:path}")
    example = "N1 > 0303"
    weight = 6

    unit: str
    path: tuple[str, ...]


class Attack(Action, frozen=True, tag="attack"):
    """Some counters attack an enemy together (S4)."""

    forms = ("attack {hex:hex} with {units:units}",)
    gathers = True
    weight = 4

    hex: str
    units: tuple[str, ...]


class End(Action, frozen=True, tag="end"):
    """No more marches, or no more attacks (S2)."""

    forms = ("end",)
    tapped = False
    final = True


class FallBack(Action, frozen=True, tag="fall-back"):
    """A beaten counter goes one hex back (S4)."""

    forms = ("fall back to {hex:hex}",)

    hex: str


class Stand(Action, frozen=True, tag="stand"):
    """It stands, and takes a loss (S4)."""

    forms = ("stand",)
    tapped = False


ACTIONS = (March, Attack, End, FallBack, Stand)
AnyAction = March | Attack | End | FallBack | Stand
_HEX, _UNIT = Named(HEXES), Named(UNITS)
NOTATION = Notation.of(ACTIONS, {"unit": _UNIT, "hex": _HEX, "path": ListOf(_HEX, ">"), "units": ListOf(_UNIT, "+")})

HEX_THINGS, UNIT_THINGS = Things(GRID.numbers, hex_name), Things(UNITS.ids, unit_name)
_REFUSED = {Reason.NO_WAY: "lake", Reason.MARKED: "taken", Reason.MUST_STOP: "stops"}


def refused(word: str, rule: str = "S3", **told: Any) -> Illegal:
    return Illegal(say(f"ford.illegal.{word}", **told), rule)


class Marches(Ways[March]):
    """A counter, then the hexes it goes to, then `stop` (S3)."""

    def __init__(self, state: Field) -> None:
        super().__init__(March, UNIT_THINGS, HEX_THINGS)
        self.state = state
        self._bits = bits_for(state, state.side)

    def own(self) -> Sequence[int]:
        return of_side(self.state, self.state.side)

    def may_go(self, unit: int) -> bool:
        return not self.state.marched[unit]

    def able(self) -> Iterator[int]:
        return (unit for unit in self.own() if self.may_go(unit) and self.reached(unit).hexes)

    def start(self, unit: int) -> Start:
        return Start(MOVER, self._bits, self.state.places[unit], 2 * figures(self.state, unit)[2])

    def reached(self, unit: int) -> Reach:
        return reach(*self.start(unit))

    def mover(self, unit: int) -> Mover:
        return MOVER

    def bits(self) -> list[int]:
        return self._bits

    def why_not_unit(self, part: Part) -> Illegal:
        unit = self.units.number(part)
        return refused("marched" if self.state.marched[unit] else "cannot-march", "S2", unit=unit_name(unit))

    def refused(self, unit: int, refusal: Refusal) -> Illegal:
        word = _REFUSED.get(refusal.reason, "too-far")
        return refused(word, unit=unit_name(unit), hex=hex_name(refusal.hex))

    def no_path(self, unit: int) -> Illegal:
        return refused("no-way", unit=unit_name(unit))

    def stop_name(self) -> Text:
        return say("ford.choice.stop")


def kinds(branches: dict[str, Space[Any]], *actions: type[Action]) -> OneOf:
    return OneOf(branches, actions, lambda kind: refused(f"no-{kind}", "S2"), lambda kind: say(f"ford.choice.{kind}"))


def march_space(state: Field) -> OneOf:
    """Every counter marches once (S2)."""
    marches = Marches(state)
    branches: dict[str, Space[Any]] = {"march": marches} if any(True for _ in marches.able()) else {}
    return kinds({**branches, "end": Single(End())}, March, End)


def attack_space(state: Field) -> OneOf:
    """A hex with an enemy, then those who attack it (S4)."""
    open_to = targets(state)

    def attackers(hex_: int) -> Several[Attack]:
        def refuse(chosen: Sequence[int], unit: int | None) -> Illegal:
            if unit is None:
                return refused("nobody-attacks", "S4")
            return refused("fought" if state.fought[unit] else "not-beside", "S4", unit=unit_name(unit))

        build = partial(Attack, GRID.number(hex_))
        return Several(
            *(Attack, UNIT_THINGS, open_to[hex_], refuse),
            least=1, build=build, field="units", any_order=True, done_name=say("ford.choice.attack-now"),
        )  # fmt: skip

    def no_target(hex_: int) -> Illegal:
        return refused("no-target", "S4", hex=hex_name(hex_))

    branches: dict[str, Space[Any]] = {}
    if open_to:
        branches["attack"] = Then(Attack, Level(HEX_THINGS, lambda: list(open_to), no_target), attackers)
    return kinds({**branches, "end": Single(End())}, Attack, End)


def beaten_space(state: Field, unit: int, may_stand: bool) -> OneOf:
    """Back one hex; or, beaten only just, a loss where it stands (S4)."""

    def not_there(hex_: int) -> Illegal:
        return refused("not-back", "S4", unit=unit_name(unit), hex=hex_name(hex_))

    branches: dict[str, Space[Any]] = {}
    if hexes := way_out(state, unit):
        branches["fall-back"] = Pick(FallBack, Level(HEX_THINGS, lambda: hexes, not_there))
    if may_stand:
        branches["stand"] = Single(Stand())
    return kinds(branches, FallBack, Stand)
