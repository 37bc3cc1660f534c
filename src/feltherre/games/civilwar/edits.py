"""What an umpire may change in a battle (01.06): where units are, their order, losses and ammunition, staff, and the
means of discipline of 01.06.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from feltherre.core.errors import Illegal
from feltherre.core.game import Edit, names, pointed
from feltherre.core.marks import rule
from feltherre.core.names import fold
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import objects
from feltherre.games.civilwar.commanders import role_name, roles
from feltherre.games.civilwar.field import bodies, body, by_id, ground, is_closed
from feltherre.games.civilwar.ground import TYPES, classes
from feltherre.games.civilwar.losses import close_up
from feltherre.games.civilwar.procedures.inputs import Length, Order
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.room import step_off
from feltherre.games.civilwar.settling import make_room
from feltherre.games.civilwar.shapes import formations_of, usual_gap
from feltherre.games.civilwar.shots import on_table
from feltherre.games.civilwar.state import ROLES, CivilWarState, Made, Staff, Unit, change, move_staff
from feltherre.games.civilwar.steps import WriteOrders
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.timeline import RunTurn
from feltherre.games.civilwar.works import free_name
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
#: a unit on the table, or a general or courier
Body = Annotated[str, names("piece", "infantry cavalry artillery wagon")]
Rider = Annotated[str, names("piece", "general courier")]
#: where the finger that points at a place puts the middle of a unit's front, or a rider, in cm
FrontAcross = Annotated[Length, pointed("across", CM, "front")]
FrontUp = Annotated[Length, pointed("up", CM, "front")]
Across = Annotated[Length, pointed("across", CM)]
Up = Annotated[Length, pointed("up", CM)]


class PlaceUnit(Edit, frozen=True, tag="place-unit"):
    """The umpire puts a unit somewhere: the middle of its front in cm, its facing in degrees."""

    unit: Body
    x: FrontAcross
    y: FrontUp
    facing: Annotated[float, Meta(ge=0, lt=360), pointed("facing")]


class SetFormation(Edit, frozen=True, tag="set-formation"):
    unit: Body
    formation: str


class SetOrder(Edit, frozen=True, tag="set-order"):
    """The umpire rules in what order a unit is, and whether it is pinned to the end of this turn."""

    unit: Body
    order: Order
    pinned: bool = False


class SetLosses(Edit, frozen=True, tag="set-losses"):
    """The umpire rules how many figures a unit has left, and men lost towards the next."""

    unit: Body
    figures: Number
    men: Annotated[int, Meta(ge=0, lt=MEN_PER_FIGURE)] = 0


class SetAmmunition(Edit, frozen=True, tag="set-ammunition"):
    """Whether a unit of small arms has cartridges, or the rounds of a battery."""

    unit: Body
    has_ammunition: bool = True
    shell: Number | None = None
    shot: Number | None = None
    canister: Number | None = None


class SetGrade(Edit, frozen=True, tag="set-grade"):
    """Discipline (01.06.2): the morale grade of a unit and of its companies for the rest of the battle."""

    unit: Body
    grade: Literal["-1", "0", "+1", "+2"]


class PlaceStaff(Edit, frozen=True, tag="place-staff"):
    """The umpire puts a general or courier somewhere, in cm."""

    staff: Rider
    x: Across
    y: Up


class HaltUnits(Edit, frozen=True, tag="halt-units"):
    """Discipline (01.06.2): the orders of a side's units for this turn are void, or of one commander's (a role)."""

    side: Annotated[str, names("side")]


class RefuseOrder(Edit, frozen=True, tag="refuse-order"):
    """The umpire does not let a unit's order stand: it goes against the brigade's instruction (03.02.1), or no unit of
    the period could have done it. The unit stands still in this turn."""

    unit: Body


class PlaceWork(Edit, frozen=True, tag="place-work"):
    """A work that the rules do not name, as agreed with the umpire (10.01.2): a line from one place to another in cm,
    with its classes of obstacle and cover."""

    kind: str
    start: Annotated[tuple[Length, Length], pointed("place", CM)]
    end: Annotated[tuple[Length, Length], pointed("place", CM)]
    obstacle: Annotated[int, Meta(ge=0, le=4)]
    cover: Annotated[int, Meta(ge=0, le=3)]


CivilWarEdit = (
    PlaceUnit
    | SetFormation
    | SetOrder
    | SetLosses
    | SetAmmunition
    | SetGrade
    | PlaceStaff
    | HaltUnits
    | RefuseOrder
    | PlaceWork
)


@rule("01.06.1")
def carry_out(table: Table[CivilWarState], edit: Any) -> None:
    """Make the change, or raise Illegal and change nothing: his decisions are final, but only for this battle."""
    if table.state.result is not None:
        raise Illegal(say("core.illegal.over"))
    CARRY_OUT[type(edit)](table, edit)


def _unit(state: CivilWarState, named: str) -> Unit:
    unit = by_id(state, named)
    if unit is None or not unit.on_table:
        raise Illegal(say("civilwar.illegal.edit-unit", unit=named))
    return unit


def _staff(state: CivilWarState, named: str) -> Staff:
    found = next((one for one in state.staff if one.id == named and one.on_table), None)
    if found is None:
        raise Illegal(say("civilwar.illegal.edit-staff", who=named))
    return found


def _between_turns(state: CivilWarState) -> None:
    """Where things stand is changed while orders are written: in the middle of a turn the time line counts on it."""
    if not any(isinstance(step, WriteOrders) for step in state.agenda):
        raise Illegal(say("civilwar.illegal.edit-in-turn"))


def place_unit(table: Table[CivilWarState], edit: PlaceUnit) -> None:
    state = table.state
    unit = _unit(state, edit.unit)
    _between_turns(state)
    x, y = on_table((edit.x, edit.y))
    there: dict[str, Any] = {"x": x, "y": y, "facing": round(edit.facing * DEGREE) % CIRCLE}
    there |= {"trail": (), "building": ""}
    _check_room(state, replace(unit, **there))
    change(state, edit.unit, **there)
    _tell(table, "place-unit", edit.unit)


def _check_room(state: CivilWarState, unit: Unit) -> None:
    table = ground(state)
    barred = {one.id for one in table.features if one.type in ("building", "canal")}
    closed = {place: other for place, other in bodies(state, (unit.id,)).items() if is_closed(state.units[place])}
    if table.no_room(body(state, unit), barred, closed if is_closed(unit) else {}) is not None:
        raise Illegal(say("civilwar.illegal.edit-no-room", unit=name(state, unit.id)))


def set_formation(table: Table[CivilWarState], edit: SetFormation) -> None:
    state = table.state
    unit = _unit(state, edit.unit)
    _between_turns(state)
    guns = unit.battery.guns_start if unit.battery is not None else 1
    known = formations_of(unit.arm, unit.mounted, guns)
    if edit.formation not in known:
        words = {"unit": name(state, edit.unit), "formation": edit.formation, "known": list(known)}
        raise Illegal(say("civilwar.illegal.edit-formation", **words))
    formed: dict[str, Any] = {"formation": edit.formation, "files": 0, "trail": (), "parted": 0}
    formed["gap"] = usual_gap(edit.formation)
    _check_room(state, replace(unit, **formed))
    change(state, edit.unit, **formed)
    _tell(table, "set-formation", edit.unit)


def _take_ground(table: Table[CivilWarState], unit_id: str) -> None:
    """Out of rout, or with more figures, a unit takes more ground; in the middle of a turn that is seen to when it
    ends (R25)."""
    if not any(isinstance(step, RunTurn) for step in table.state.agenda):
        step_off(table.state, unit_id)
        make_room(table, unit_id)
        ride_along(table.state)


def set_order(table: Table[CivilWarState], edit: SetOrder) -> None:
    state = table.state
    _unit(state, edit.unit)
    if edit.pinned and edit.order != "LU":
        raise Illegal(say("civilwar.illegal.edit-pin"), "08.02.1")
    pinned = state.turn if edit.pinned else 0
    change(state, edit.unit, order=edit.order, order_turn=state.turn, pinned=pinned, clean=0, attempts=0, broken=False)
    _take_ground(table, edit.unit)
    _tell(table, "set-order", edit.unit)


def set_losses(table: Table[CivilWarState], edit: SetLosses) -> None:
    state = table.state
    unit = _unit(state, edit.unit)
    if not 1 <= edit.figures <= unit.figures + unit.lost:
        raise Illegal(say("civilwar.illegal.edit-figures", n=unit.figures + unit.lost))
    change(state, edit.unit, figures=edit.figures, lost=unit.lost + unit.figures - edit.figures, men=edit.men)
    close_up(table, unit)
    _take_ground(table, edit.unit)
    _tell(table, "set-losses", edit.unit)


def set_ammunition(table: Table[CivilWarState], edit: SetAmmunition) -> None:
    state = table.state
    unit = _unit(state, edit.unit)
    battery = unit.battery
    if battery is not None:
        rounds = {"shell": edit.shell, "shot": edit.shot, "canister": edit.canister}
        battery = replace(battery, **{kind: number for kind, number in rounds.items() if number is not None})
    change(state, edit.unit, out_of_ammunition=not edit.has_ammunition, battery=battery)
    _tell(table, "set-ammunition", edit.unit)


@rule("01.06.2")
def set_grade(table: Table[CivilWarState], edit: SetGrade) -> None:
    """A sanction, or the end of one (R98)."""
    state = table.state
    state.grades[_unit(state, edit.unit).parent] = int(edit.grade)
    _tell(table, "set-grade", edit.unit)


def place_staff(table: Table[CivilWarState], edit: PlaceStaff) -> None:
    state = table.state
    _staff(state, edit.staff)
    x, y = on_table((edit.x, edit.y))
    if x > ground(state).width or y > ground(state).height:
        raise Illegal(say("civilwar.illegal.edit-no-room", unit=name(state, edit.staff)))
    move_staff(state, edit.staff, x=x, y=y, beside="")
    _tell(table, "place-staff", edit.staff)


@rule("01.06.2")
def halt_units(table: Table[CivilWarState], edit: HaltUnits) -> None:
    """Their sheets are void for the turn: while orders are written they may only stand (01.06.2)."""
    state = table.state
    _between_turns(state)
    known = tuple(dict.fromkeys((*ROLES, *roles(state))))
    if edit.side not in known:
        raise Illegal(say("civilwar.illegal.no-such-commander", name=edit.side, known=list(known)), "01.06.2")
    state.halted.append(edit.side)
    table.tell(say("civilwar.event.umpire-halts", side=role_name(edit.side)), "01.06.2")


@rule("03.02.1", "fw-3")
def refuse_order(table: Table[CivilWarState], edit: RefuseOrder) -> None:
    """An order that no brigade under this instruction, or no unit of the period, would have been given (03.02.1)."""
    state = table.state
    _unit(state, edit.unit)
    _between_turns(state)
    state.refused.append(edit.unit)
    _tell(table, "refuse-order", edit.unit)


@rule("10.01.2")
def place_work(table: Table[CivilWarState], edit: PlaceWork) -> None:
    state = table.state
    width, height = ground(state).width, ground(state).height
    start, end = on_table(edit.start), on_table(edit.end)
    if start == end or any(x > width or y > height for x, y in (start, end)):
        raise Illegal(say("civilwar.illegal.edit-work"), "10.01.2")
    _check_kind(edit.kind)
    name_of_work = free_name(state, "work")
    work = Made(name_of_work, edit.kind, (start, end), False, edit.obstacle, edit.cover)
    objects.put(state, [work], ())
    seeing = tuple(role for role in roles(state) if name_of_work in objects.beliefs(state, (role,)))
    table.tell(say("civilwar.event.umpire-place-work", kind=edit.kind), "10.01.2", (name_of_work,), audience=seeing)


@rule("10.01.2")
def _check_kind(kind: str) -> None:
    """A kind of schema XXII, or a word of the umpire's own for what the rules do not name; no half of the one, which
    would pass for the other (a light field work covers and a barricade is cleared by its kind)."""
    word = fold(kind).replace(" ", "_").replace("-", "_")
    known = [one for one in classes() if one not in TYPES]
    near = [one for one in known if one != kind and (one.startswith(word) or word in one.split("_"))]
    if kind not in known and near:
        raise Illegal(say("civilwar.illegal.edit-work-kind", kind=kind, known=near), "10.01.2")


def _tell(table: Table[CivilWarState], what: str, thing: str) -> None:
    """Only the owner's side, and whoever sees it, hears of it."""
    tell(table, f"civilwar.event.umpire-{what}", "01.06.1", thing, unit=name(table.state, thing))


CARRY_OUT: Final[dict[type[Edit], Callable[[Table[CivilWarState], Any], None]]] = {
    PlaceUnit: place_unit,
    SetFormation: set_formation,
    SetOrder: set_order,
    SetLosses: set_losses,
    SetAmmunition: set_ammunition,
    SetGrade: set_grade,
    PlaceStaff: place_staff,
    HaltUnits: halt_units,
    RefuseOrder: refuse_order,
    PlaceWork: place_work,
}
