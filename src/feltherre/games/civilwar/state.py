"""The state of a Civil War battle: every unit and staff figure with all that a rule looks back at, what each unit is
doing in the turn, and the time line of the turn under way.

Lists are in one order: units by side and as the scenario names them (detachments follow at the end), staff likewise.
All elements are frozen; whoever changes one replaces it (`put`, `change`, `note`). Lengths are whole 0.1 mm,
directions whole 0.1 degree, times ticks of 1/4096 turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct

from feltherre.core.state import State
from feltherre.games.civilwar.orders.language import Order, OrderLine, OrderSheet
from feltherre.games.civilwar.orders.repeating import Stage
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import TimeLine
from feltherre.ground.tabletop.tracks import Leg

#: the sides, in the order of every scenario; each is a role
ROLES: Final = ("union", "confederate")

#: what happens at one instant, in this order (R32); `arrive` only finds out what has come about, and changes nothing
STEPS: Final = ("melee", "arrive", "fire", "shock", "after", "forced", "react", "move")
#: where a unit or staff figure is
ON_TABLE: Final = "table"
AWAITED: Final = "awaited"
#: left the table under orders, or driven over its edge; destroyed or taken whole; a general who fell or was captured
LEFT: Final = "left"
LOST: Final = "lost"

#: orders from best to worst (08.02.1)
ORDERS: Final = ("OR", "LU", "U", "FU")


class Mending(Struct, frozen=True):
    """A gun or limber that is being mended (06.03.6): the turns done, and if one was under effective fire (R66)."""

    kind: str
    turns: int = 0
    under_fire: bool = False


class Battery(Struct, frozen=True):
    """The guns of a battery as they were in reality, not as models (01.02.5, R58, R66)."""

    #: guns and limbers with the damaged ones among them, but without those that were destroyed
    guns: int
    limbers: int
    horses: int
    guns_start: int
    horses_start: int
    damaged: int = 0
    limbers_damaged: int = 0
    shell: int = 0
    shot: int = 0
    canister: int = 0
    #: what gunners have begun to mend (06.03.6)
    mending: tuple[Mending, ...] = ()
    #: what it hit last and how, for continued fire (06.02.5, R60): unit id, its nearest point then, ammunition, turn
    laid_on: str = ""
    laid_x: int = 0
    laid_y: int = 0
    laid_with: str = ""
    laid_turn: int = 0


class Grip(Struct, frozen=True):
    """How a unit has come to grips with an enemy: figures beyond those in base contact that were led round to his sides
    (07.02.4) or turned to meet him (07.04.5), and if it came to him (R132)."""

    enemy: str
    lapping: int = 0
    turned: int = 0
    came: bool = False


class Unit(Struct, frozen=True):
    """A tactical unit, or a part of one that is away from it."""

    id: str
    side: int
    #: the unit of the scenario whose arms, grade and chief it has; its own id unless it is a part
    parent: str
    #: infantry, cavalry, artillery, pioneers, wagon
    arm: str
    figures: int
    companies: int
    #: men lost towards the next figure, 0 to 19 (R2)
    men: int = 0
    #: figures that are no longer with it: killed, taken prisoner, gone over the table's edge
    lost: int = 0
    captured: int = 0
    fled: int = 0
    where: str = ON_TABLE
    x: int = 0
    y: int = 0
    facing: int = 0
    #: where the head of a march column came from, if it stands bent; () if it is straight
    trail: tuple[tuple[int, int], ...] = ()
    formation: str = "line"
    files: int = 0
    gap: int = 0
    #: a chain that stands on both flanks of a support unit (04.02.10): the width between its halves
    parted: int = 0
    mounted: bool = False
    #: the building it is in, which is then its ground (02.04.3)
    building: str = ""
    order: str = "OR"
    #: the turn in which it came into this order
    order_turn: int = 0
    #: the last turn of its pin, 0 if it is not pinned (R42), and the turn in which it was pinned last
    pinned: int = 0
    pinned_in: int = 0
    #: turns that count towards reorganising (R88), attempts to rally made (R89)
    clean: int = 0
    attempts: int = 0
    #: it failed three times and leaves the table (08.04.3)
    broken: bool = False
    #: the last turn in which it fired small arms or fought a melee, and in which it used charge pace; 0 never
    fired: int = 0
    charged: int = 0
    has_fired: bool = False
    out_of_ammunition: bool = False
    #: still executing a movement order at the end of the last turn (R23)
    in_motion: bool = False
    #: fire-fights (04.02.14, R47): each target, and for how many turns running; the longest first
    fights: tuple[tuple[str, int], ...] = ()
    #: field work under way (R96): its kind, where it is, and the turns that count
    work: str = ""
    work_at: str = ""
    #: how many companies are at it, 0 for all
    work_party: int = 0
    worked: int = 0
    #: for the melee of the next turn (R81); what is no longer in contact is dropped there
    grips: tuple[Grip, ...] = ()
    #: a formation change or facing turn that goes on into the next turn (R21): ticks still to go, and the leg of its
    #: order that it is, or that it has to leave a building for
    change_left: int = 0
    change_leg: int = 0
    battery: Battery | None = None
    #: the horses that a wagon has lost (06.03.4)
    horses_lost: int = 0
    #: last turn's order, for repeating it (03.03.3), and what that comes to (R28; None: the same order)
    last: OrderLine | None = None
    again: Order | None = None
    #: it has moved or fired at some time in the game (special rules of scenarios)
    stirred: bool = False
    #: enemies that it has come near to or fired at (special rule on uniforms)
    known: tuple[str, ...] = ()

    @property
    def on_table(self) -> bool:
        return self.where == ON_TABLE


class Driven(Struct, frozen=True):
    """A forced move: flight, retirement or away; its direction, and what ends it there ("": it is as long as it has
    to be). One that takes time also has what was marched before it, and the reason for which the order is void."""

    kind: str
    heading: int
    stopped: str = ""
    by: str = ""
    before: int = 0
    void: str = ""


class Doing(Struct, frozen=True):
    """What a unit does and has done in this turn."""

    line: OrderLine | None = None
    #: the order as it was written if it is carried out otherwise, since it is repeated (R28), and how far it has come
    written: OrderLine | None = None
    stages: tuple[Stage, ...] = ()
    #: declared at the start: the target of an attack ("" none), a retreat
    attacks: str = ""
    #: that attack is at charge pace
    charging: bool = False
    #: if enough of its regiment took part when its attack began (R29); None before
    ordered: bool | None = None
    retreats: bool = False
    #: it has moved, or does so by its order, from this tick on (-1: at once, by force)
    moved: bool = False
    begins: int = -1
    #: it moved or fired in the turn before, and is seen as such until this one goes on from the instant 0 (R110)
    stirred: bool = False
    #: the tick from which its order is carried out at charge pace, which is used up with the first step (03.03.4); -1:
    #: never
    storms: int = -1
    #: where it stood when the turn began: x, y, facing; () if it was not there
    stood: tuple[int, ...] = ()
    #: the march length done, and what barred the way of an ordered march ("" nothing)
    marched: int = 0
    stopped: str = ""
    #: what it has gone of the tracks that were cut short, leg by leg
    went: tuple[Leg, ...] = ()
    #: a forced move that takes time
    driven: Driven | None = None
    #: figures that have fired this turn; a battery counts as one
    shots: int = 0
    #: fire that is still to come: indexes into the parts of its fire order
    to_fire: tuple[int, ...] = ()
    #: of these, what has come about while the target is still out of sight: part, and the enemy that set it off (R35)
    met: tuple[tuple[int, str], ...] = ()
    #: the file of each figure that has fired (in a building the figure), and the building and side from which it has
    #: (R38, R15)
    files_fired: tuple[int, ...] = ()
    sides_fired: tuple[tuple[str, int], ...] = ()
    #: what it has fired small arms at within 8 cm (R47)
    fire_at: tuple[str, ...] = ()
    #: the target on which it was locked when the turn began ("" none) (R47)
    locked_on: str = ""
    #: what its first small-arms fire of this turn is: first (of the game), rested, steady (R51); "" as yet unknown
    freshness: str = ""
    surprised: bool = False
    #: enemies that it takes for friends in this turn (special rule on uniforms)
    mistakes: tuple[str, ...] = ()
    passed_through: bool = False
    #: men lost in this turn to anything; at the instant 0 alone
    men_lost: int = 0
    #: guns, limbers or horses lost (06.03.3)
    material_lost: bool = False
    #: an attack on it has begun, even if fire has turned it back before its throw (07.01.5)
    beset: bool = False
    #: units that have thrown for shock against it, frontal attacks among them (07.01.5), with the tick
    attacked_by: tuple[str, ...] = ()
    frontal_from: int = -1
    #: units against which it has made its shock throw, and those of them that gave way at it (07.02.4)
    shocked: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    #: a forced move of each kind is made once a turn (R39)
    retired: bool = False
    fled: bool = False
    #: why the rest of its order is void ("" if it is not): pinned, U, FU, turned-away, stopped, contact, repelled...
    void: str = ""
    #: enemies whose coming near it has been asked about (R46)
    asked_about: tuple[str, ...] = ()
    #: friends that it carried away or that checked it, and units that it passes through just now
    carried: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    #: its flight was checked behind a friend in this turn (XIX)
    checked: bool = False
    #: it reached charge distance of its target, or an impassable obstacle, in this turn (07.01.6)
    reached: bool = False
    barred: bool = False


class Staff(Struct, frozen=True):
    """A general or courier."""

    id: str
    side: int
    #: corps, division, brigade; courier
    rank: str
    #: the general over him ("" for the commander-in-chief); a courier's own general
    under: str = ""
    where: str = ON_TABLE
    x: int = 0
    y: int = 0
    facing: int = 0
    #: the unit that he rides with ("" if he stands alone): base contact
    beside: str = ""
    moved: bool = False
    #: a vacant command: the turn in which it became so (08.05)
    vacant: int = 0
    #: what a courier carries: the unit or general it is for, the text, and an order line if it is one
    bound_for: str = ""
    message: str = ""
    carries: OrderLine | None = None

    @property
    def on_table(self) -> bool:
        return self.where == ON_TABLE


class Sighting(Struct, frozen=True):
    """What a general last knew of an enemy unit (tabletop: fog of war)."""

    general: str
    unit: str
    turn: int
    tick: int
    x: int
    y: int
    facing: int
    formation: str
    figures: int
    pinned: bool
    order: str
    mounted: bool
    #: "" own eyes, a unit's id, or a message's number
    by: str = ""
    live: bool = True
    #: it moved in the turn before
    moved: bool = False
    #: as what it was seen: gunners away from their guns are on foot (R99)
    arm: str = ""


class Message(Struct, frozen=True):
    """A written instruction or report (03.01.1): it is read when it has arrived."""

    number: int
    sender: str
    to: str
    text: str
    written: int
    read: int = 0


class Made(Struct, frozen=True):
    """A thing that play has put on the table: a field work, an abatis, guns that were left behind."""

    id: str
    kind: str
    #: corners or ends
    points: tuple[tuple[int, int], ...]
    area: bool
    obstacle: int
    cover: int
    side: int = -1
    #: guns left behind: their battery's unit (R99)
    unit: str = ""


class Finding(Struct, frozen=True):
    """What a commander has seen last of an object that play has put on the table or cleared away (04.01.2): how it is,
    or None if it is gone."""

    role: str
    object: str
    turn: int
    made: Made | None


class Change(Struct, frozen=True):
    """A fact that victory conditions look back at: who did what to whom, where and when."""

    turn: int
    kind: str
    unit: str
    by: str = ""
    edge: str = ""
    figures: int = 0


class Award(Struct, frozen=True):
    """Points that a side was given for one of the scenario's conditions."""

    victory: str
    side: int
    points: int
    turn: int


@dataclass(slots=True)
class CivilWarState(State):
    owner: ClassVar[str] = "civilwar"
    scenario: str = ""
    #: the text of the scenario's file if it is none of ours: the state is all that is needed to go on with the battle
    brief: str = ""
    options: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    #: orders, turn, over
    phase: str = "orders"
    units: list[Unit] = field(default_factory=list)
    doing: list[Doing] = field(default_factory=list)
    #: the way of each unit in this turn; () if it stands
    tracks: list[tuple[Leg, ...]] = field(default_factory=list)
    staff: list[Staff] = field(default_factory=list)
    #: the sheets of both sides, sealed until both are in, then in force
    sheets: list[OrderSheet | None] = field(default_factory=lambda: [None, None])
    line: TimeLine = field(default_factory=lambda: TimeLine(STEPS, TURN))
    #: what the events of a step were worked out to be before the first of them was carried out (R32): by event number
    situations: dict[str, Any] = field(default_factory=dict)
    #: where the middle of every unit and staff figure was when the turn began, for orders that name it as a mark; empty
    #: between turns
    began: dict[str, tuple[int, int]] = field(default_factory=dict)
    sightings: list[Sighting] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    #: terrain objects that are no longer there (fences that were cleared)
    cleared: list[str] = field(default_factory=list)
    #: what each role knows of these
    findings: list[Finding] = field(default_factory=list)
    history: list[Change] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    awards: list[Award] = field(default_factory=list)
    #: sides whose orders for this turn an umpire has declared void (01.06.2)
    halted: list[str] = field(default_factory=list)
    #: units whose orders for this turn an umpire does not let stand (03.02.1)
    refused: list[str] = field(default_factory=list)
    #: morale grades that an umpire has set (01.06.2), by the scenario's units; all others have the scenario's
    grades: dict[str, int] = field(default_factory=dict)

    def clone(self) -> CivilWarState:
        copy = State.clone(self)
        copy.options = dict(self.options)
        copy.situations = dict(self.situations)
        copy.began = dict(self.began)
        copy.grades = dict(self.grades)
        line = self.line
        copy.line = TimeLine(
            line.steps, line.end, line.now, line.step, line.numbers, line.waiting[:], line.batch[:], line.busy
        )
        return copy


#: where a unit or staff figure was found last; only a hint, which is looked at before the list is searched
_FOUND: Final[dict[str, int]] = {}


def index(state: CivilWarState, unit: str) -> int:
    """The place of a unit in the lists. It hardly ever changes, so the place where it was last is tried first."""
    units = state.units
    hint = _FOUND.get(unit, -1)
    if 0 <= hint < len(units) and units[hint].id == unit:
        return hint
    for place, other in enumerate(units):
        if other.id == unit:
            _FOUND[unit] = place
            return place
    raise KeyError(unit)


def unit_of(state: CivilWarState, unit: str) -> Unit:
    return state.units[index(state, unit)]


def doing_of(state: CivilWarState, unit: str) -> Doing:
    return state.doing[index(state, unit)]


def staff_place(state: CivilWarState, name: str) -> int:
    """The place of a general or courier in the list, looked for as `index` does."""
    staff = state.staff
    hint = _FOUND.get(name, -1)
    if 0 <= hint < len(staff) and staff[hint].id == name:
        return hint
    found = next(place for place, one in enumerate(staff) if one.id == name)
    _FOUND[name] = found
    return found


def find_staff(state: CivilWarState, name: str) -> Staff | None:
    """A general or courier, or None if there is none of this name."""
    try:
        return staff_of(state, name)
    except StopIteration:
        return None


def staff_of(state: CivilWarState, name: str) -> Staff:
    return state.staff[staff_place(state, name)]


def change(state: CivilWarState, unit: str, **values: Any) -> Unit:
    """Replace fields of a unit."""
    place = index(state, unit)
    changed = msgspec.structs.replace(state.units[place], **values)
    state.units[place] = changed
    return changed


def note(state: CivilWarState, unit: str, **values: Any) -> Doing:
    """Replace fields of what a unit does in this turn."""
    place = index(state, unit)
    changed = msgspec.structs.replace(state.doing[place], **values)
    state.doing[place] = changed
    return changed


def move_staff(state: CivilWarState, name: str, **values: Any) -> Staff:
    """Replace fields of a staff figure."""
    place = staff_place(state, name)
    changed = msgspec.structs.replace(state.staff[place], **values)
    state.staff[place] = changed
    return changed


def present(state: CivilWarState, side: int | None = None) -> list[Unit]:
    """The units on the table, of one side or of both."""
    return [unit for unit in state.units if unit.where == ON_TABLE and (side is None or unit.side == side)]


def worse(order: str, other: str) -> str:
    """The worse of two orders: a result never makes it better (R76, R85)."""
    return order if ORDERS.index(order) >= ORDERS.index(other) else other


def place_in_order(state: CivilWarState, unit: str) -> tuple[int, int]:
    """How ties are broken (R32): side order of the scenario, then the unit."""
    place = index(state, unit)
    return state.units[place].side, place


def by_place(state: CivilWarState) -> list[Unit]:
    """All units in the order in which ties are broken (R32)."""
    # sorting keeps the order of the list among those of a side
    return sorted(state.units, key=lambda unit: unit.side)
