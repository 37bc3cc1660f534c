"""The rehearsal: what the foot could do is walked through on the sand table, and everybody gets what comes out best.

Each unit has some ways to go on: stand, straight ahead, to its place, towards an enemy, into line, and what it would do
by itself. All first ways are walked through together, then all second ones, and so on; what each came to is what its
place in the end is worth (standing.py). Then the best of all are walked through together, and a unit in another's way
takes its next best.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.command import brought_to, in_command
from feltherre.games.civilwar.field import body, general_of
from feltherre.games.civilwar.orders.language import Move, Order, Reorganise, Stand
from feltherre.games.civilwar.orders.legs import Back, Form, Go, GoTo, Side, Wheel
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.captain.sandtable import SandTable
from feltherre.games.civilwar.players.captain.standing import Standing
from feltherre.games.civilwar.players.dangers import at_grips, provokes
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.players.odds import zones_of
from feltherre.games.civilwar.players.ways import crosses_water, in_water
from feltherre.games.civilwar.repeating import again_of
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.angles import Point, bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM, DEGREE

#: how far a line and a column go straight ahead
LINES: Final = (3 * CM, 6 * CM, 12 * CM)
COLUMNS: Final = (6 * CM, 12 * CM, 25 * CM)
AFTER_FORMING: Final = 6 * CM
#: a column thinks of forming line, at once or after its march, if an enemy is so near
DEPLOYS: Final = 45 * CM
#: a unit that comes no farther than this, and has so far to go, bends aside
STUCK: Final = 2 * CM
AWAY: Final = 6 * CM
ASIDE: Final = 45 * DEGREE
SIDES: Final[tuple[Side, ...]] = ("left", "right")
BACK: Final[tuple[tuple[Back, ...], ...]] = ((), (Back(5 * CM),))
ROUND: Final = 10 * CM
GETS_ON: Final = 0.4
#: a unit too near to an enemy draws back so far
DRAWS_BACK: Final = 6 * CM
#: one goes no nearer to an enemy than this
NO_NEARER: Final = 3 * CM
#: enemies one goes towards, and to which limits of one's zones of fire
TOWARDS: Final = 2
ZONES: Final = slice(1, 3)
#: what is added for what a unit would do by itself, for any other march, and for staying if the side need not attack
OWN: Final = 0.25
STIRS: Final = -0.1
STAYS: Final = 1.0
#: what it is worth to come nearer to the general
TOLD: Final = 2.0
#: what it costs to march into water, which only these formations cross (02.06.5)
WADES: Final = 3.0
CROSS_WATER: Final = ("march_column", "chain")
#: what each centimetre nearer to where the most figures count is worth in the last turns, and to be there
NEARER: Final = 0.3
ARRIVES: Final = 4.0
#: how often the best are walked through together
ROUNDS: Final = 8


class Way(NamedTuple):
    """A way to go on: what it is worth at once, the order, and why."""

    worth: float
    order: Order
    why: str

    @property
    def moves(self) -> bool:
        return isinstance(self.order, Move)

    @property
    def straight(self) -> bool:
        """If it leads only on, without any turn or change."""
        return isinstance(self.order, Move) and all(isinstance(leg, Go | GoTo) for leg in self.order.legs)


class Rehearsal:
    """The foot whose orders are rehearsed together."""

    def __init__(self, foot: FootOrders) -> None:
        self.foot, self.known = foot, foot.known
        self.standing, self.table = Standing(foot.plan), SandTable(foot.known)
        self._units: dict[str, Unit] = {}
        self._ways: dict[str, list[Way]] = {}
        #: what each way of each unit is worth, as far as it has been walked through
        self._worth: dict[tuple[str, int], float] = {}
        #: how far each has come in any of them
        self._went: dict[str, int] = {}

    def add(self, unit: Unit) -> None:
        """A unit that has a choice."""
        ways = [way for way in self._found(unit) if not provokes(self.known, unit, way.order)]
        ways = [way for way in ways if self.foot.writer.allowed(unit, way.order)]
        if not ways:
            return
        self._units[unit.id] = unit
        self._ways[unit.id] = [way for place, way in enumerate(ways) if way.order not in _orders(ways[:place])]

    def play(self, fixed: dict[str, Order]) -> dict[str, Way]:
        """The best way of each unit; `fixed`: the orders of all others."""
        for name, ways in self._ways.items():
            here = self.standing.worth(self.known.state, self._units[name])
            here += 0.0 if self.foot.plan.pressing or self.standing.is_far_off(self._units[name]) else STAYS
            for place, way in enumerate(ways):
                if not way.moves:
                    self._worth[name, place] = way.worth + here
        self._try(fixed, dict.fromkeys(self._ways, 0))
        self._try(fixed, self._bend_aside())
        return {name: self._ways[name][place] for name, place in self._together(fixed).items()}

    def _try(self, fixed: dict[str, Order], since: dict[str, int]) -> None:
        """Walk through all marches of some units, each from one of its ways on."""
        moves = {
            name: [place for place, way in enumerate(self._ways[name]) if way.moves and place >= first]
            for name, first in since.items()
        }
        for turn in range(max(map(len, moves.values()), default=0)):
            # a unit with no other way left walks its last one again, so that the others find it there
            chosen = {name: places[min(turn, len(places) - 1)] for name, places in moves.items() if places}
            self._walk(chosen, fixed, [name for name, places in moves.items() if turn < len(places)])

    def _bend_aside(self) -> dict[str, int]:
        """A unit that has a place to go to and comes nowhere, beside a house or behind a friend, tries to go round:
        from which of its ways on."""
        more: dict[str, int] = {}
        for name, unit in self._units.items():
            slot = self.foot.plan.slot(unit)
            if slot is None or self._went.get(name, STUCK) >= STUCK or unit.building:
                continue
            if point_distance(slot.place, (unit.x, unit.y)) <= AWAY:
                continue
            more[name] = len(self._ways[name])
            found = [Move((*back, Wheel(side, ASIDE), Go(length=ROUND))) for back in BACK for side in SIDES]
            found = [order for order in found if not provokes(self.known, unit, order)]
            self._ways[name] += [Way(STIRS, order, "round") for order in found if self.foot.writer.allowed(unit, order)]
        return more

    def _together(self, fixed: dict[str, Order]) -> dict[str, int]:
        """The best of all walked through together, until everybody gets what he hoped for or time is up."""
        best: tuple[float, dict[str, int]] = (float("-inf"), {})
        for _ in range(ROUNDS):
            chosen = {name: self._best(name) for name in self._ways}
            if chosen == best[1]:
                break
            self._walk(chosen, fixed, list(chosen))
            total = sum(self._worth[name, place] for name, place in chosen.items())
            best = max(best, (total, chosen), key=lambda pair: pair[0])
        return best[1]

    def _best(self, name: str) -> int:
        places = range(len(self._ways[name]))
        return max(places, key=lambda place: (self._worth.get((name, place), float("-inf")), -place))

    def _walk(self, chosen: dict[str, int], fixed: dict[str, Order], whose: list[str]) -> None:
        """Walk through one way of each, and note what those of some came to."""
        ways = {name: self._ways[name][place] for name, place in chosen.items()}
        after = self.table.walk(fixed | {name: way.order for name, way in ways.items()})
        for name in whose:
            if ways[name].moves:
                self._worth[name, chosen[name]] = self._came_to(ways[name], self._units[name], after)

    def _came_to(self, way: Way, unit: Unit, after: CivilWarState) -> float:
        """What a march came to."""
        there = unit_of(after, unit.id)
        gone = point_distance((there.x, there.y), (unit.x, unit.y))
        if way.straight:
            self._went[unit.id] = max(gone, self._went.get(unit.id, 0))
        worth = way.worth + self.standing.worth(after, there)
        worth -= self.standing.unbidden(after, there) + self.standing.impatient(unit, there)
        worth += GETS_ON * (way.why == "round" and gone >= STUCK)
        worth += TOLD * (way.why == "told" and self._comes_back(unit, there)) + self._hurries(way, unit, there, after)
        return worth - WADES * self._is_stopped_by_water(unit, there, after)

    def _hurries(self, way: Way, unit: Unit, there: Unit, after: CivilWarState) -> float:
        """What it is worth that a unit has come nearer to where the most figures count in the end, or is there; who
        goes round something may come away from it first."""
        slot = self.foot.plan.slot(unit)
        if slot is None or slot.objective is None or slot.objective.where is None or not self.foot.plan.crowds(unit):
            return 0.0
        was, comes = (point_distance((one.x, one.y), slot.place) for one in (unit, there))
        nearer = NEARER * (was - comes) / CM
        nearer = max(GETS_ON, nearer) if way.why == "round" else nearer
        return nearer + ARRIVES * is_there(after, there, slot.objective.where)

    def _is_stopped_by_water(self, unit: Unit, there: Unit, after: CivilWarState) -> bool:
        """If a unit has come into water that it cannot cross as it is formed, or has left its march column on the near
        side."""
        table, slot = self.foot.marches.table, self.foot.plan.slot(unit)
        if there.formation in CROSS_WATER:
            return False
        if in_water(table, body(after, there).pieces):
            return not in_water(table, body(self.known.state, unit).pieces)
        if unit.formation != "march_column" or slot is None:
            return False
        return crosses_water(table, (there.x, there.y), slot.place)

    def _comes_back(self, unit: Unit, there: Unit) -> bool:
        """If a march leads a unit nearer to its general."""
        general = general_of(self.known.state, unit)
        if general is None:
            return False
        was, comes = (point_distance((one.x, one.y), (general.x, general.y)) for one in (unit, there))
        return comes < was

    # the ways to go on

    def _found(self, unit: Unit) -> list[Way]:
        own = self.foot.choices(unit)
        order, why = self.foot.best(unit, own)
        stand: Order = Stand() if unit.order == "OR" else Reorganise()
        ways = [Way(0.0, stand, "stand" if unit.order == "OR" else "reorganise")]
        if isinstance(order, Move):
            ways.append(Way(OWN, order, why))
        ways += [Way(one.worth, one.order, one.why) for one in own if not isinstance(one.order, Move)]
        return ways + self._told(unit) + self._marches(unit)

    def _told(self, unit: Unit) -> list[Way]:
        """What a courier has brought, and what was ordered before: a unit far from its general can do nothing else."""
        if in_command(self.known.state, unit):
            return []
        brought = brought_to(self.known.state, unit)
        told = (brought.order if brought is not None else None, again_of(unit))
        orders = [order for order in told if isinstance(order, Move)]
        # a unit that could not begin to form or wheel would only stand there for another turn
        return [Way(STIRS, order, "told") for order in orders if isinstance(order.legs[0], Go | GoTo)]

    def _marches(self, unit: Unit) -> list[Way]:
        column, near = unit.formation in ("attack_column", "march_column"), self.known.nearest(unit)
        ways = [Way(STIRS, Move((Go(length=length),)), "ahead") for length in (COLUMNS if column else LINES)]
        deploys = column and near is not None and near[1] <= DEPLOYS
        for goal, stop, why in self._goals(unit):
            ways += self._to(unit, goal, stop, why, deploy=False)
            if deploys:
                ways += self._to(unit, goal, stop, why, deploy=True)
        if at_grips(self.known, unit):
            ways.append(Way(STIRS, Move((Back(DRAWS_BACK),)), "back"))
        if deploys and not unit.building:
            ways.append(Way(STIRS, Move((Form("line"),)), "deploy"))
            ways.append(Way(STIRS, Move((Form("line"), Go(length=AFTER_FORMING))), "deploy"))
        if near is not None and (place := middle_of(self.known.state, near[0])) != (unit.x, unit.y):
            face = self.foot.marches.face(unit, bearing(place[0] - unit.x, place[1] - unit.y))
            ways += [] if face is None else [Way(STIRS, face, "turn")]
        return ways

    def _goals(self, unit: Unit) -> list[tuple[Point, int, str]]:
        """Where a unit may go: to what counts, to its place in the plan, towards the enemies who are nearest."""
        slot, found = self.foot.plan.slot(unit), []
        if slot is not None:
            found.append((slot.place, NO_NEARER, "march"))
            if slot.objective is not None and slot.objective.where is not None and not slot.waits:
                found.append((self.foot.plan.place(slot.objective, (unit.x, unit.y)), NO_NEARER, "march"))
        foes = sorted(self.known.fighting(), key=lambda foe: (self.known.apart(unit, foe), foe.id))[:TOWARDS]
        for foe in foes:
            for limit in zones_of(self.known.state, unit)[ZONES]:
                found.append((middle_of(self.known.state, foe), limit - CM // 4, "close"))
        return found

    def _to(self, unit: Unit, goal: Point, stop: int, why: str, deploy: bool) -> list[Way]:
        """A march, without keeping its end free: the sand table tells who gets in whose way."""
        claims = self.foot.marches.claims
        mine = claims[unit.id]
        order = self.foot.marches.march(unit, goal, stop=stop, deploy=deploy)
        claims[unit.id] = mine
        return [] if order is None else [Way(STIRS, order, why)]


def _orders(ways: list[Way]) -> list[Order]:
    return [way.order for way in ways]
