"""Fire at sea (6.1, 8.2): what a die does to a ship, which ship it strikes, a whole side's fire, and its exact chances.

The game, the desk and the odds all fire by this.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal

from msgspec import Struct, structs

from feltherre.core.chance import Chance
from feltherre.core.marks import rule
from feltherre.games.norway.procedures.ships import CARDS_LOST, CHASES_ON, COAST_DEFENCE, SINKS_ON, NamedShip
from feltherre.odds.enumerate import Distribution, fold
from feltherre.odds.lists import ListChances

Side = Literal["attacker", "defender"]
Result = Literal["sink", "chase", "none"]

#: the step of the battle in which each side fires
STEP: dict[Side, str] = {"attacker": "8.2-seq-4", "defender": "8.2-seq-5"}


@rule("5.2-3", "7.2a-dive-bomber", "6.1-5")
def strike_result(die: int, sink_on: Sequence[int], chase_on: Sequence[int]) -> Result:
    """What a die does to a ship: the die of a card (5.2-3, 7.2a-dive-bomber) or of another ship (6.1-5)."""
    if die in sink_on:
        return "sink"
    return "chase" if die in chase_on else "none"


class Targets(Struct, frozen=True):
    """One side under fire: ships that can still be struck, and those laid aside by the fire in the order struck.

    Ships are names here; the odds use one name for all ships that are alike.
    """

    afloat: tuple[str, ...]
    #: the name of Eidsvoll & Norge, if it takes part
    coast_defence: str | None = None
    sunk: tuple[str, ...] = ()
    chased: tuple[str, ...] = ()


class Shot(Struct, frozen=True):
    """What one ship's fire did. `result` is that of the die; a chased Eidsvoll & Norge stands among the sunk ships."""

    die: int
    result: Result
    struck: str | None
    targets: Targets


@rule("6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor", "6.1-coast-defence", "8.2-seq-4")
def fire(side: Side, ship_class: str, targets: Targets, chance: Chance) -> Shot:
    """One ship fires one die by the numbers of its class, and the ship struck is settled at once (6.1, 8.2-seq-4)."""
    die = chance.throw(1, f"{side}_dice", STEP[side]).values[0]
    result = strike_result(die, SINKS_ON[ship_class], CHASES_ON[ship_class])
    if result == "none":
        return Shot(die, result, None, targets)
    struck = _struck_ship(side, result, targets, chance)
    return Shot(die, result, struck, _lay_aside(targets, struck, result))


@rule("8.2-seq-6-en", "8.2-seq-4")
def _struck_ship(side: Side, result: Result, targets: Targets, chance: Chance) -> str:
    """A ship drawn at random of those not laid aside; but Eidsvoll & Norge is sunk before any other (8.2-seq-6-en)."""
    first = targets.coast_defence
    if result == "sink" and first is not None and first in targets.afloat:
        chance.ignore(1, f"{side}_draws")
        return first
    return chance.draw(1, targets.afloat, f"{side}_draws", STEP[side])[0]


@rule("8.2-seq-4", "8.2-seq-7-en")
def _lay_aside(targets: Targets, struck: str, result: Result) -> Targets:
    """A ship is struck once in a battle (R48); a chased Eidsvoll & Norge cannot flee and is sunk (8.2-seq-7-en)."""
    left = list(targets.afloat)
    left.remove(struck)
    if result == "sink" or struck == targets.coast_defence:
        return structs.replace(targets, afloat=tuple(left), sunk=(*targets.sunk, struck))
    return structs.replace(targets, afloat=tuple(left), chased=(*targets.chased, struck))


@rule("8.2-seq-4", "8.2-seq-5")
def volley(side: Side, ships: Sequence[NamedShip], targets: Targets, chance: Chance) -> tuple[list[Shot], Targets]:
    """(shots, targets after them): all ships of a side fire in their order until every enemy ship has been laid aside
    (8.2-seq-4, 8.2-seq-5)."""
    shots: list[Shot] = []
    for ship in ships:
        if not targets.afloat:
            break
        shots.append(fire(side, ship.ship_class, targets, chance))
        targets = shots[-1].targets
    return shots, targets


# Exact chances of a sea battle of any size, by the same fire. Whoever fires, the ship struck is drawn from all that are
# left; so the ships of a side are alike but for Eidsvoll & Norge, and only their numbers are followed from shot to
# shot. Which ships they are is settled at the end: of n ships every choice of k is equally likely. And neither side's
# fire changes what the other does, for ships laid aside still fire: each side is counted by itself.

#: the one name of all ships that are alike
SHIP = "ship"


class Struck(Struct, frozen=True):
    """What fire did to a side: how many of its ships were sunk and chased, and whether Eidsvoll & Norge was sunk."""

    sunk: int
    chased: int
    coast_defence_sunk: bool


@lru_cache(maxsize=1024)
def fire_chances(classes: tuple[str, ...], ships: int, coast_defence: bool) -> dict[Struck, Fraction]:
    """What ships of these classes, best first, do to so many ships and Eidsvoll & Norge (8.2-seq-4, 8.2-seq-5)."""
    names = (SHIP,) * ships + ((COAST_DEFENCE,) if coast_defence else ())
    states: Distribution = {Targets(names, COAST_DEFENCE if coast_defence else None): Fraction(1)}
    for ship_class in classes:

        def shot(targets: Targets, chance: Chance, ship_class: str = ship_class) -> Targets:
            if not targets.afloat:
                return targets
            after = fire("attacker", ship_class, targets, chance).targets
            # in whatever order they were struck
            return structs.replace(after, sunk=tuple(sorted(after.sunk)))

        states = fold(states, shot)
    found: dict[Struck, Fraction] = {}
    for targets, p in states.items():
        struck = Struck(targets.sunk.count(SHIP), len(targets.chased), COAST_DEFENCE in targets.sunk)
        found[struck] = found.get(struck, Fraction(0)) + p
    return found


def side_odds(
    ships: Sequence[NamedShip], targets: Targets, enemies: Sequence[NamedShip]
) -> tuple[ListChances, ListChances, dict[int, Fraction]]:
    """What the enemies' fire does to a side: the chances of which ships are sunk, which are chased, and how many cards
    are lost."""
    coast_defence = targets.coast_defence if targets.coast_defence in targets.afloat else None
    others = [name for name in targets.afloat if name != coast_defence]
    struck = fire_chances(tuple(ship.ship_class for ship in enemies), len(others), coast_defence is not None)
    classes = {ship.name: ship.ship_class for ship in ships}
    return (
        _list_chances(others, coast_defence, [(s.sunk, s.coast_defence_sunk, p) for s, p in struck.items()]),
        _list_chances(others, None, [(s.chased, False, p) for s, p in struck.items()]),
        _loss_chances([CARDS_LOST[classes[name]] for name in others], struck),
    )


def _list_chances(
    others: Sequence[str], coast_defence: str | None, struck: Sequence[tuple[int, bool, Fraction]]
) -> ListChances:
    """How many ships are in the list, and which: every choice of k out of n is equally likely.

    `struck`: (how many of the others, whether Eidsvoll & Norge too, the chance)
    """
    length: dict[int, Fraction] = {}
    elements: dict[str, Fraction] = {}
    for k, with_coast_defence, p in struck:
        length[k + with_coast_defence] = length.get(k + with_coast_defence, Fraction(0)) + p
        if coast_defence is not None and with_coast_defence:
            elements[coast_defence] = elements.get(coast_defence, Fraction(0)) + p
        for name in dict.fromkeys(others) if k else ():
            spared = Fraction(comb(len(others) - others.count(name), k), comb(len(others), k))
            elements[name] = elements.get(name, Fraction(0)) + p * (1 - spared)
    return ListChances(length, tuple(elements.items()))


def _loss_chances(losses: Sequence[int], struck: dict[Struck, Fraction]) -> dict[int, Fraction]:
    """Cards lost with the ships sunk (8.2-seq-6-loss); Eidsvoll & Norge costs none."""
    choices = _choices(losses)
    found: dict[int, Fraction] = {}
    for after, p in struck.items():
        for (chosen, cards), ways in choices.items():
            if chosen == after.sunk:
                found[cards] = found.get(cards, Fraction(0)) + p * Fraction(ways, comb(len(losses), chosen))
    return found


def _choices(losses: Sequence[int]) -> dict[tuple[int, int], int]:
    """{(number of ships, cards lost with them): ways to choose them}"""
    found = {(0, 0): 1}
    for loss in losses:
        for (number, cards), ways in list(found.items()):
            cell = (number + 1, cards + loss)
            found[cell] = found.get(cell, 0) + ways
    return found
