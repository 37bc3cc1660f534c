"""The orders that are offered for a unit: those worth a thought to a player who does not write his own.

Any other order of the language may be written as well; whether one is allowed is asked of the rules in either case
(sheets.py). Nothing here tells more than the unit's general knows: enemies are those he knows of, and guesses for the
guns are round numbers up to the range of the piece, whatever the true distance is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.games.civilwar.command import brought_to, in_command
from feltherre.games.civilwar.field import info
from feltherre.games.civilwar.orders.language import (
    Ammunition,
    Attack,
    Fire,
    FirePart,
    GunFire,
    Move,
    Order,
    Reorganise,
    Resupply,
    Retreat,
    Stand,
    Work,
)
from feltherre.games.civilwar.orders.legs import Back, Dismount, Face, Form, Go, Limber, Mount, Unlimber, Wheel
from feltherre.games.civilwar.orders.triggers import BeforeShock, EnemyWithin
from feltherre.games.civilwar.repeating import again_of
from feltherre.games.civilwar.shapes import formations_of
from feltherre.games.civilwar.sightings import known_to_chief
from feltherre.games.civilwar.state import CivilWarState, Sighting, Unit
from feltherre.games.civilwar.tables import PIECES
from feltherre.ground.tabletop.measure import CIRCLE, CM

#: the directions of the sheet's arrows
ARROWS: Final = tuple(range(0, CIRCLE, CIRCLE // 8))
#: marches that are offered by length, besides the whole turn
LENGTHS: Final = (6 * CM, 12 * CM)
#: enemies that are offered as targets: so many of the nearest
TARGETS: Final = 3
GUESS_STEPS: Final = 10 * CM


def targets_of(state: CivilWarState, unit: Unit) -> list[Sighting]:
    """The enemies that its general sees now, those nearest to the unit first."""
    known = [one for one in known_to_chief(state, unit).values() if one.live]
    known.sort(key=lambda one: ((one.x - unit.x) ** 2 + (one.y - unit.y) ** 2, one.unit))
    return known[:TARGETS]


def offered(state: CivilWarState, unit: Unit) -> Iterator[Order]:
    """Orders for a unit: what a courier has brought, then the plainest first; not all of them are allowed."""
    if (brought := brought_to(state, unit)) is not None:
        yield brought.order
    yield Stand()
    if unit.order in ("LU", "U"):
        yield Reorganise()
    yield Retreat()
    targets = [one.unit for one in targets_of(state, unit)]
    if unit.arm == "artillery":
        yield from _gun_fire(state, unit, targets)
    elif unit.arm != "wagon":
        yield from _small_arms(targets)
        yield from _attacks(targets)
    if (again := again_of(unit)) is not None and not in_command(state, unit):
        yield again
    yield from _marches(unit)
    yield from _changes(unit)
    yield from _repairs(unit)
    if unit.arm in ("infantry", "pioneers"):
        yield Work("light_field_work")
    if unit.out_of_ammunition or unit.battery is not None:
        yield from (Resupply(wagon.id) for wagon in state.units if wagon.arm == "wagon" and wagon.side == unit.side)


def _repairs(unit: Unit) -> Iterator[Order]:
    if unit.battery is not None and unit.battery.damaged:
        yield Work("repair_gun")
    if unit.battery is not None and unit.battery.limbers_damaged:
        yield Work("repair_limber")


def _small_arms(targets: list[str]) -> Iterator[Order]:
    if targets:
        yield Fire()
    for target in targets:
        yield Fire((FirePart(target),))
    if targets:
        yield Fire((FirePart(when=EnemyWithin(8 * CM)),))
        yield Fire((FirePart(when=BeforeShock()),))


def _attacks(targets: list[str]) -> Iterator[Order]:
    for target in targets:
        yield Attack(target)
        yield Attack(target, pace="charge")


def _gun_fire(state: CivilWarState, unit: Unit, targets: list[str]) -> Iterator[Order]:
    piece = info(state, unit).piece
    if piece is None or not targets:
        return
    yield GunFire("canister")
    yield GunFire("canister", when=BeforeShock())
    kinds: tuple[tuple[Ammunition, int | None], ...] = (
        ("shell", PIECES[piece].shell),
        ("shot", PIECES[piece].solid_shot),
    )
    for ammunition, reach in kinds:
        for target in targets if reach else ():
            for guess in range(GUESS_STEPS, (reach or 0) * CM + 1, GUESS_STEPS):
                yield GunFire(ammunition, (target,), guess)


def _marches(unit: Unit) -> Iterator[Order]:
    yield Move((Go(),))
    for length in LENGTHS:
        yield Move((Go(length=length),))
    for direction in ARROWS:
        yield Move((Go(direction),))
    yield Move((Back(),))
    for side in ("left", "right"):
        yield Move((Wheel(side, CIRCLE // 8),))


def _changes(unit: Unit) -> Iterator[Order]:
    if unit.arm == "artillery":
        yield Move((Limber(),) if unit.formation == "unlimbered" else (Unlimber(),))
        yield Move((Face("about"),))
        return
    for formation in formations_of(unit.arm, unit.mounted):
        if formation != unit.formation and formation in ("line", "attack_column", "march_column", "thin_line", "chain"):
            yield Move((Form(formation),))  # type: ignore[arg-type]
    yield from (Move((Face(turn),)) for turn in ("left", "right", "about"))
    if unit.arm == "cavalry":
        yield Move((Dismount(),) if unit.mounted else (Mount(),))
