"""Guns that their gunners have left, and wagons (R99): an enemy who ends a turn at them, and is not fought for them,
has them."""

from __future__ import annotations

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import objects
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import body, ground, touching
from feltherre.games.civilwar.grips import opponents
from feltherre.games.civilwar.gunners import GUNS, are_away
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.sightings import take_off
from feltherre.games.civilwar.state import LOST, Change, CivilWarState, Made, Unit, by_place, change
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.table import near_feature


@rule("08.02.6")
def capture_guns(table: Table[CivilWarState]) -> None:
    """Infantry or cavalry that ends the turn touching guns without a crew, with no enemy of its own in contact, has
    captured them (R99)."""
    state = table.state
    for guns in list(state.made):
        if guns.kind == GUNS and guns.unit:
            taker = next((unit for unit in by_place(state) if _takes(state, unit, guns)), None)
            if taker is not None:
                _capture(table, guns, taker)


def _takes(state: CivilWarState, unit: Unit, guns: Made) -> bool:
    if not unit.on_table or unit.side == guns.side or not _takes_booty(unit):
        return False
    if not near_feature(body(state, unit).pieces, ground(state).feature(guns.id), CONTACT):
        return False
    # a wagon beside them, or men in rout, do not fight for them
    return not opponents(state, unit)


def _takes_booty(unit: Unit) -> bool:
    """Infantry and cavalry (R99): nobody in rout, nor gunners who are away from guns of their own."""
    return unit.arm in ("infantry", "cavalry") and unit.order != "FU" and not are_away(unit)


def _capture(table: Table[CivilWarState], guns: Made, taker: Unit) -> None:
    """The guns are the enemy's trophies: they stay where they are as terrain, and nobody serves them again."""
    state = table.state
    battery = next(unit for unit in state.units if unit.id == guns.unit)
    number = battery.battery.guns if battery.battery is not None else 0
    # whose guns they were knows it from the battery
    knowing = (role_of(state, taker), role_of(state, battery))
    objects.alter(state, guns, replace(guns, side=taker.side, unit=""), knowing)
    if battery.battery is not None:
        change(state, battery.id, battery=replace(battery.battery, guns=0, damaged=0, limbers=0, limbers_damaged=0))
    state.history.append(Change(state.turn, "captured", battery.id, taker.id, figures=number))
    tell(
        table,
        "civilwar.attack.guns-captured",
        "08.02.6",
        taker.id,
        battery.id,
        attacker=name(state, taker.id),
        defender=name(state, battery.id),
    )
    owner = role_of(state, battery)
    if not role_sees(state, owner, taker):
        lost = say("civilwar.partly.guns-lost", defender=name(state, battery.id))
        table.tell(lost, "08.02.6", (battery.id,), audience=(owner,))


@rule("08.02.6")
def capture_wagons(table: Table[CivilWarState]) -> None:
    """A wagon has nobody to fight for it: infantry or cavalry that ends the turn in base contact with it, and in no
    melee, has captured it, as it would guns without a crew (R99); it is led away."""
    state = table.state
    for wagon in by_place(state):
        takers = [unit for unit in by_place(state) if wagon.arm == "wagon" and _takes_wagon(state, unit, wagon)]
        if wagon.on_table and takers:
            take_off(state, wagon.id, LOST, takers[0].id)
            ride_along(state)
            state.history.append(Change(state.turn, "captured", wagon.id, takers[0].id))
            who, whom = name(state, takers[0].id), name(state, wagon.id)
            tell(
                table,
                "civilwar.attack.wagon-captured",
                "08.02.6",
                takers[0].id,
                wagon.id,
                attacker=who,
                defender=whom,
            )


def _takes_wagon(state: CivilWarState, unit: Unit, wagon: Unit) -> bool:
    able = unit.on_table and unit.side != wagon.side and _takes_booty(unit)
    return able and touching(state, unit, wagon) and not opponents(state, unit)
