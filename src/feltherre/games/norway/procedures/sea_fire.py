"""Ships as the procedures know them (6.1), and their fire (8.2): what a die does to a ship, which ship it strikes, a
whole side's fire, and its exact chances. The game, the desk and the odds all fire by this.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, TypeAlias

from msgspec import Struct, field, structs

from feltherre.core import names
from feltherre.core.chance import Chance
from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.sea.ships import BORDERS, CLOSED_TO_ALLIES, RAID_BOX
from feltherre.odds.enumerate import Distribution, fold
from feltherre.odds.lists import ListChances

#: ids of table 6.1
ShipClass: TypeAlias = Literal["carrier", "battleship", "heavy-cruiser", "minor", "coast-defence"]
COAST_DEFENCE: ShipClass = "coast-defence"

#: table 6.1: faces that sink and that chase, and cards lost with a ship, by class (decoys included)
SINKS_ON: dict[str, tuple[int, ...]] = {name: entry.sink for name, entry in cards.ship_classes().items()}
CHASES_ON: dict[str, tuple[int, ...]] = {name: entry.chase for name, entry in cards.ship_classes().items()}
CARDS_LOST: dict[str, int] = {name: entry.cards_lost for name, entry in cards.ship_classes().items()}
#: sea areas a ship moves in a turn (8.1-1); the coast-defence ships have their own number (6.1-coast-defence)
MOVES: dict[str, int] = {ship.ship_class: ship.sea_areas_per_turn for ship in cards.ships()}

#: class -> its place in the firing order; classes of the same numbers are equals
_NUMBERS = [(SINKS_ON[ship_class], CHASES_ON[ship_class]) for ship_class in cards.firing_order()]
_RANK = {
    ship_class: _NUMBERS.index(numbers) for ship_class, numbers in zip(cards.firing_order(), _NUMBERS, strict=True)
}
#: folded id or name -> the name on the card
_NAMES = {names.fold(written): ship.name for ship in cards.ships() for written in (ship.id, ship.name)}
#: sea areas closed to Allied ships (5.1-sea-2), and those that German ships go raiding from (7.2-raiding-1)
CLOSED_TO_ALLIED_SHIPS: tuple[str, ...] = tuple(board.SEAS[sea] for sea in CLOSED_TO_ALLIES)
RAIDING_SEAS: tuple[str, ...] = tuple(board.SEAS[sea] for sea in BORDERS[RAID_BOX])


class NamedShip(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship in a battle."""

    name: str
    ship_class: ShipClass = field(name="class")


@rule("6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor", "8.2-seq-6-loss")
def cards_lost(classes: Iterable[str]) -> int:
    """Cards that the owner of these ships loses with them, whatever sank them (8.2-seq-6-loss, R69)."""
    return sum(CARDS_LOST[ship_class] for ship_class in classes)


@rule("8.2-seq-4")
def best_first(classes: Iterable[str]) -> bool:
    """Whether ships stand in the order in which they fire; classes of the same numbers are equals (8.2-seq-4, R48)."""
    ranks = [_RANK[ship_class] for ship_class in classes]
    return ranks == sorted(ranks)


def ship_name(name: str) -> str:
    """The name on the card where there is such a card, else as it was written: the desk serves any fleet."""
    return _NAMES.get(names.fold(name), name.strip())


def class_text(ship_class: str) -> Text:
    return say(f"norway.ship-class.{ship_class}")


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
        for (chosen, lost), ways in choices.items():
            if chosen == after.sunk:
                found[lost] = found.get(lost, Fraction(0)) + p * Fraction(ways, comb(len(losses), chosen))
    return found


def _choices(losses: Sequence[int]) -> dict[tuple[int, int], int]:
    """{(number of ships, cards lost with them): ways to choose them}"""
    found = {(0, 0): 1}
    for loss in losses:
        for (number, lost), ways in list(found.items()):
            cell = (number + 1, lost + loss)
            found[cell] = found.get(cell, 0) + ways
    return found
