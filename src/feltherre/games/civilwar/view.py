"""What a commander may know (fog of war): his own troops wholly; of others what his generals know while orders are
written, and what anybody under him sees while the turn is carried out. The umpire sees all; a spectator, who may be a
commander too, only what every commander knows: no troops, since nobody knows whom the enemy sees of his own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.state import Result
from feltherre.games.civilwar import commanders
from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.objects import known_objects
from feltherre.games.civilwar.orders.language import OrderSheet
from feltherre.games.civilwar.sheets import SealOrders, together
from feltherre.games.civilwar.sight import seen_by
from feltherre.games.civilwar.sightings import figures_seen, generals_of, known_to
from feltherre.games.civilwar.state import ROLES, Award, CivilWarState, Made, Message, Sighting, Staff, Unit


class SeenUnit(Struct, frozen=True, omit_defaults=True):
    """A unit of somebody else as it is seen or remembered. Its losses in men, grade, ammunition and orders are
    never seen."""

    id: str
    side: int
    x: int
    y: int
    facing: int
    formation: str
    figures: int
    mounted: bool = False
    pinned: bool = False
    routed: bool = False
    building: str = ""
    trail: tuple[tuple[int, int], ...] = ()
    #: the turn in which it was last seen, 0 if it is seen now
    seen: int = 0
    #: while orders are written: it moved in the turn before
    moved: bool = False
    #: as what it is seen: gunners away from their guns are on foot (R99)
    arm: str = ""


class SeenStaff(Struct, frozen=True, omit_defaults=True):
    """A general or courier of somebody else in sight."""

    id: str
    side: int
    x: int
    y: int
    courier: bool = False


class CivilWarView(Struct, frozen=True, omit_defaults=True):
    scenario: str
    turn: int
    phase: str
    #: ticks of the turn that have passed
    tick: int
    units: tuple[Unit, ...]
    staff: tuple[Staff, ...]
    enemies: tuple[SeenUnit, ...]
    enemy_staff: tuple[SeenStaff, ...]
    #: what play has put on the table, and what of the scenario's objects it has cleared away, as far as it was seen
    made: tuple[Made, ...]
    cleared: tuple[str, ...]
    options: dict[str, str]
    #: of its own side what other commanders have, as far as it is seen
    friends: tuple[SeenUnit, ...] = ()
    friend_staff: tuple[SeenStaff, ...] = ()
    messages: tuple[Message, ...] = ()
    sheets: tuple[OrderSheet, ...] = ()
    #: the roles that have sealed their orders
    sealed: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    result: Result | None = None


def view(state: CivilWarState, roles: Collection[str], all_seeing: bool = False) -> CivilWarView:
    everybody = commanders.roles(state)
    over = state.result is not None
    own = tuple(role for role in everybody if over or all_seeing or role in roles)
    units, staff = commanders.of_roles(state, own), commanders.staff_of_roles(state, own)
    made, cleared = (state.made, state.cleared) if over or all_seeing else known_objects(state, own)
    return CivilWarView(
        scenario=state.scenario,
        turn=state.turn,
        phase=state.phase,
        tick=state.line.now if state.phase == "turn" else 0,
        units=tuple(units),
        staff=tuple(staff),
        enemies=tuple(enemies_seen(state, own)),
        enemy_staff=tuple(_staff_seen(state, own, friends=False)),
        friends=tuple(friends_seen(state, own)),
        friend_staff=tuple(_staff_seen(state, own, friends=True)),
        made=tuple(made),
        cleared=tuple(cleared),
        options=state.options,
        messages=tuple(one for one in state.messages if one.read and any(one.to == figure.id for figure in staff)),
        sheets=tuple(sheets_read(state, own, all_seeing).values()),
        sealed=tuple(one.role for one in state.sealed),
        points=tuple(state.points),
        awards=tuple(state.awards),
        result=state.result,
    )


def sheets_read(state: CivilWarState, own: Sequence[str], all_seeing: bool = False) -> dict[str, OrderSheet]:
    """By side what these roles may read of its order sheet: what stands there for their units and staff. The umpire
    reads every sheet as soon as it is sealed, and may then refuse an order of it (03.02.1)."""
    names = {unit.id for unit in commanders.of_roles(state, own)}
    figures = {one.id for one in commanders.staff_of_roles(state, own)}
    sheets = _sealed_sheets(state) if all_seeing and state.sealed else state.sheets
    return {
        ROLES[side]: OrderSheet(
            {name: line for name, line in sheet.units.items() if name in names},
            {name: line for name, line in sheet.staff.items() if name in figures},
            tuple(message for message in sheet.messages if message.sender in figures),
        )
        for side in _sides(own)
        if (sheet := sheets[side]) is not None
    }


def _sealed_sheets(state: CivilWarState) -> list[OrderSheet | None]:
    """The sheets that are in before all are, and in force."""
    sealed = [
        (commanders.side_of(one.role), one.action.sheet) for one in state.sealed if isinstance(one.action, SealOrders)
    ]
    of_sides = [[sheet for whose, sheet in sealed if whose == side] for side in (0, 1)]
    return [together(sheets) if sheets else None for sheets in of_sides]


def enemies_seen(state: CivilWarState, own: Sequence[str]) -> list[SeenUnit]:
    """The units of the other side as these roles see them; a spectator sees none."""
    sides = _sides(own)
    if len(sides) != 1:
        return []
    return _seen(state, own, [unit for unit in state.units if unit.side not in sides])


def friends_seen(state: CivilWarState, own: Sequence[str]) -> list[SeenUnit]:
    """The units of the same side that others command, as these roles see them."""
    sides = _sides(own)
    others = [unit for unit in state.units if unit.side in sides and commanders.role_of(state, unit) not in own]
    return _seen(state, own, others)


def _sides(own: Sequence[str]) -> list[int]:
    return sorted({commanders.side_of(role) for role in own})


def _seen(state: CivilWarState, own: Sequence[str], units: Sequence[Unit]) -> list[SeenUnit]:
    """What is seen and remembered of these units."""
    if not units:
        return []
    sides = {unit.id: unit.side for unit in units}
    known = {name: one for name, one in known_to(state, own).items() if name in sides}
    if state.phase != "turn":
        return [remembered(one, sides[name]) for name, one in sorted(known.items())]
    there = [unit for unit in units if unit.on_table]
    generals = generals_of(state, own)
    found = [
        as_seen(state, unit, generals) for unit, seen in zip(there, seen_by(state, own, there), strict=True) if seen
    ]
    shown = {one.id for one in found}
    ghosts = [remembered(replace(one, live=False), sides[name]) for name, one in known.items() if name not in shown]
    return sorted([*found, *ghosts], key=lambda one: one.id)


def as_seen(state: CivilWarState, unit: Unit, generals: Sequence[Staff]) -> SeenUnit:
    """A unit in sight; how many figures it has is known as the generals make them out."""
    return SeenUnit(
        unit.id,
        unit.side,
        unit.x,
        unit.y,
        unit.facing,
        unit.formation,
        figures_seen(state, generals, unit),
        unit.mounted,
        is_pinned(state, unit),
        unit.order == "FU",
        unit.building,
        unit.trail,
        arm=unit.arm,
    )


def remembered(one: Sighting, side: int) -> SeenUnit:
    return SeenUnit(
        one.unit,
        side,
        one.x,
        one.y,
        one.facing,
        one.formation,
        one.figures,
        one.mounted,
        one.pinned,
        one.order == "FU",
        seen=0 if one.live else one.turn,
        moved=one.moved and one.live,
        arm=one.arm,
    )


def _staff_seen(state: CivilWarState, own: Sequence[str], friends: bool) -> list[SeenStaff]:
    """Generals and couriers of others in sight, friends of these roles or enemies."""
    sides = _sides(own)
    if not own:
        return []
    others = [one for one in state.staff if one.on_table and commanders.role_over(state, one) not in own]
    there = [one for one in others if (one.side in sides) == friends]
    return [
        SeenStaff(one.id, one.side, one.x, one.y, one.rank == "courier")
        for one, seen in zip(there, seen_by(state, own, there), strict=True)
        if seen
    ]
