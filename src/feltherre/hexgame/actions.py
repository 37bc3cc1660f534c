"""Answers that hex games share, one kind for each decision. Counters are named by their ids, hexes by their printed
numbers.

Each kind says how it is written (notation.py has the fields) and how often it is drawn at random: there are hundreds of
moves and a single way to end a phase, so a draw from all answers would hardly ever end one. Examples are the title's.
"""

from __future__ import annotations

from feltherre.core.space import Action


class Deploy(Action, frozen=True, tag="deploy"):
    """A starting counter is placed in its zone, or moved to another hex of it."""

    forms = ("deploy {unit:unit} {hex:hex}", "deploy {unit:unit} > {hex:hex}")
    weight = 20

    unit: str
    hex: str


class DeployHistorically(Action, frozen=True, tag="historical"):
    """Every starting counter of the side goes where history had it; it can be moved afterwards."""

    forms = ("deploy historically", "historical")
    tapped = False


class EndSetup(Action, frozen=True, tag="end-setup"):
    """All starting counters are placed."""

    forms = ("end setup", "end set-up")
    tapped = False
    final = True


class Place(Action, frozen=True, tag="place"):
    """A reinforcement enters."""

    forms = ("place {unit:unit} {hex:town}", "place {unit:unit} > {hex:town}")
    weight = 10

    unit: str
    hex: str


class EndReinforcement(Action, frozen=True, tag="end-reinforcement"):
    """Whatever is left waits for a later turn."""

    forms = ("end reinforcement", "end reinforcements")
    tapped = False


class Move(Action, frozen=True, tag="move"):
    """A counter moves; `path` holds the hexes it enters, one after the other."""

    forms = ("move {unit:unit} {path:path}", "{unit:unit} {path:path}")
    weight = 20

    unit: str
    path: tuple[str, ...]


class EndMovement(Action, frozen=True, tag="end-movement"):
    """The movement phase is over."""

    forms = ("end movement",)
    tapped = False


class Attack(Action, frozen=True, tag="attack"):
    """Counters attack a hex together."""

    forms = ("attack {hex:hex} with {units:units}",)
    weight = 6
    gathers = True
    final = True

    hex: str
    units: tuple[str, ...]


class EndCombat(Action, frozen=True, tag="end-combat"):
    """No more attacks in this player turn."""

    forms = ("end combat",)
    tapped = False
    final = True


class TakeLosses(Action, frozen=True, tag="losses"):
    """The counters that take the losses of a side."""

    forms = ("losses {units:units}",)

    units: tuple[str, ...]


class Retreat(Action, frozen=True, tag="retreat"):
    """These beaten counters retreat into this hex."""

    forms = ("retreat {hex:hex} {units:units}", "retreat {units:units} to {hex:hex}")

    hex: str
    units: tuple[str, ...]


class FallBack(Action, frozen=True, tag="fall-back"):
    """All that are beaten go into this hex together."""

    forms = ("fall back to {hex:hex}",)

    hex: str


class Stand(Action, frozen=True, tag="stand"):
    """They stand, and take a loss instead."""

    forms = ("stand",)
    tapped = False


class Advance(Action, frozen=True, tag="advance"):
    """These attackers move into the hex that was won; none is a choice too."""

    forms = ("advance {units:units}",)

    units: tuple[str, ...] = ()
