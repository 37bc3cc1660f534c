"""What it is worth to stand somewhere at the end of a turn, in figures: the fire that one gives from there and takes
there in the turns to come, and how far it is to what counts.
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import body, distance, is_pinned
from feltherre.games.civilwar.guns import SHIFTED
from feltherre.games.civilwar.players.captain.panic import Run, panic, runs
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.dangers import is_before, looks_at
from feltherre.games.civilwar.players.forecasts import BREAK, SHAKE, forecast
from feltherre.games.civilwar.players.objectives import Objective
from feltherre.games.civilwar.players.odds import MEN, men_of_volley, men_we_lose, zones_of
from feltherre.games.civilwar.shots import muzzle
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.struck import ranks_of
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM, DEGREE

#: one thinks of so many turns to come
TURNS: Final = 3.0
#: targets that are thought of, and how much longer the way between the middles is than between the edges at most
TARGETS: Final = 4
EDGES: Final = 15 * CM
#: an enemy fires at one of those who stand so near to him; less often at one who is not before him
NEAR: Final = 25 * CM
TURNS_TO: Final = 0.4
#: what canister and other rounds cost a line, those of guns that are laid on it, and how much more columns of 3 and
#: of 5 ranks (schema IX)
CANISTER: Final = 18 * CM
UNDER_CANISTER: Final = 3.0
SHELL: Final = 80 * CM
UNDER_SHELL: Final = 0.15
LAID_ON: Final = 1.5
RANKS: Final = ((5, 6.0), (3, 2.5), (0, 1.0))
#: what each figure costs if an enemy so near is not before the unit, and one who may be so in the next turn
FLANKED: Final = ((16 * CM, 0.06), (28 * CM, 0.03))
FRONT: Final = 60 * DEGREE
#: attacks are thought of from so near on foot and on horseback, of so many enemies, and how often they come
COMES_ON: Final = 30 * CM
RIDES: Final = 45 * CM
ATTACKERS: Final = 3
ATTACKS: Final = ((0.7, 0.7), (0.5, 0.3))
SELDOM: Final = 0.05
#: and if it has marched so near to one who may come on too: then it attacks without orders (07.01.3)
TOO_NEAR: Final = 7 * CM
UNBIDDEN: Final = 0.1
#: what each march costs by which one who waits for the attack goes nearer to the enemy than where one waits
IMPATIENT: Final = 3.0
#: what a turn's march to a place that counts is worth: to one that nobody holds, and in the end; to one that the enemy
#: holds at first, since there the fire must do its work before
MARCH: Final = 12 * CM
FREE: Final = 0.35
HELD: Final = 0.08
#: and for one who is so far from all enemies that he is of no use
FAR_OFF: Final = 35 * CM
COMES_UP: Final = 0.5
HURRY: Final = 2.0
#: what it is worth to be there, of the points: for a unit that must be there, for one of many
POST: Final = 2.5
SHARE: Final = 0.375
#: where the side need not attack it is worth less, and a unit that must go on for so much of the time left hurries
AHEAD: Final = 0.4
IN_TIME: Final = 0.7


class Standing:
    """What places are worth to a side's foot in a turn."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.known = plan, plan.known
        self._foes = self.known.fighting()
        self._places = [place for place, _ in self.known.enemy_places()]
        self._zones = {foe.id: zones_of(self.known.state, foe) for foe in self._foes}
        self._held: dict[Objective, bool] = {}
        self._turns = min(TURNS, self.known.turns_left - 1)
        self._field: CivilWarState | None = None
        self._may_run: list[Run] = []

    def worth(self, state: CivilWarState, unit: Unit) -> float:
        """What it is worth to be there; `state`: with everybody where they are then."""
        fire = self._turns * (self._gives(state, unit) - self._takes(state, unit))
        return fire + self._counts(state, unit) - panic(state, unit, self._runs(state)) - self._attacked(state, unit)

    def _attacked(self, state: CivilWarState, unit: Unit) -> float:
        """What the worst attack costs that an enemy can make in the next turn."""
        if unit.building or self.known.turns_left <= 1:
            return 0.0
        free = [foe for foe in self._foes if foe.arm in ("infantry", "cavalry") and foe.order in ("OR", "LU")]
        near = [(point_distance((foe.x, foe.y), (unit.x, unit.y)), foe.id, foe) for foe in free]
        near = [one for one in near if one[0] <= (RIDES if one[2].mounted else COMES_ON)]
        return max((self._shock(state, foe, unit) for _, _, foe in sorted(near)[:ATTACKERS]), default=0.0)

    def _shock(self, state: CivilWarState, foe: Unit, unit: Unit) -> float:
        view = None if is_pinned(state, foe) else forecast(state, foe, unit, "ordinary", on_us=True)
        if view is None:
            return 0.0
        comes = next((chance for least, chance in ATTACKS if view.odds.won >= least), SELDOM)
        comes *= 1 - view.awaited * view.fire.broken
        return comes * unit.figures * (BREAK * view.odds.broken + SHAKE * view.odds.shaken)

    def _runs(self, state: CivilWarState) -> list[Run]:
        """Who may run, with everybody where they are then."""
        if self._field is not state:
            self._field, self._may_run = state, runs(state, self.known.side, self._foes)
        return self._may_run

    def unbidden(self, state: CivilWarState, unit: Unit) -> float:
        """What it costs to march up to enemies who may come on too."""
        foot = [foe for foe in self._foes if foe.arm != "artillery" and not foe.building]
        free = [foe for foe in foot if foe.order in ("OR", "LU") and not is_pinned(state, foe)]
        near = [foe for foe in free if point_distance((foe.x, foe.y), (unit.x, unit.y)) <= TOO_NEAR + EDGES]
        return UNBIDDEN * unit.figures * any(distance(state, unit, foe) <= TOO_NEAR for foe in near)

    def impatient(self, unit: Unit, there: Unit) -> float:
        """What it costs one who waits for the attack to go nearer to the enemy than where one waits."""
        slot = self.plan.slot(unit)
        if slot is None or not slot.waits:
            return 0.0
        was, comes = ((one.x, one.y) for one in (unit, there))
        off = min(self.plan.stands_off(unit), self.known.from_enemy(was))
        return IMPATIENT * max(0, off - self.known.from_enemy(comes)) / MARCH

    def _gives(self, state: CivilWarState, unit: Unit) -> float:
        """The best volley from there."""
        zones = zones_of(state, unit)
        if not zones or unit.out_of_ammunition or unit.order == "FU":
            return 0.0
        near = sorted((point_distance((foe.x, foe.y), (unit.x, unit.y)), foe.id, foe) for foe in self._foes)
        targets = [foe for way, _, foe in near[:TARGETS] if way <= zones[-1] + EDGES]
        return max((_hurt(men_of_volley(state, unit, foe), foe) for foe in targets), default=0.0)

    def _takes(self, state: CivilWarState, unit: Unit) -> float:
        """The fire of a turn there, and who may come upon its flank."""
        cost, place = 0.0, (unit.x, unit.y)
        mates = [(one.x, one.y) for one in state.units if one.side == unit.side and one.on_table and one.id != unit.id]
        for foe in self._foes:
            way, before = point_distance((foe.x, foe.y), place), is_before(self.known, foe, place)
            if foe.arm == "artillery":
                fires = foe.formation == "unlimbered" and before and way <= SHELL and sees(state, foe, unit)
                cost += self._of_guns(state, foe, unit, way) if fires else 0.0
                continue
            zones = self._zones[foe.id]
            if zones and way <= zones[-1] and sees(state, foe, unit):
                hurt = _hurt(men_we_lose(state, foe, unit, way), unit) * (1.0 if before else TURNS_TO)
                cost += hurt / (1 + sum(point_distance((foe.x, foe.y), mate) <= NEAR for mate in mates))
            if foe.order in ("OR", "LU") and (foe.x, foe.y) != place and not looks_at(unit, (foe.x, foe.y), FRONT):
                cost += next((each for reach, each in FLANKED if way <= reach), 0.0) * unit.figures
        return cost

    def _of_guns(self, state: CivilWarState, foe: Unit, unit: Unit, way: int) -> float:
        if way <= CANISTER:
            return UNDER_CANISTER
        if way > SHELL:
            return 0.0
        ranks = ranks_of(state, unit)
        hit = LAID_ON if self._is_laid_on(state, foe, unit) else UNDER_SHELL
        return hit * next(more for least, more in RANKS if ranks >= least)

    def _is_laid_on(self, state: CivilWarState, foe: Unit, unit: Unit) -> bool:
        """If a battery that hit the unit in the turn before, as everybody there has felt and seen, hits it again
        without a guess because it has not gone far enough (06.02.5)."""
        guns = foe.battery
        if guns is None or guns.laid_on != unit.id or guns.laid_turn != self.known.turn - 1:
            return False
        return (
            point_distance(nearest_place(body(state, unit), muzzle(state, foe)), (guns.laid_x, guns.laid_y)) < SHIFTED
        )

    def _counts(self, state: CivilWarState, unit: Unit) -> float:
        """How far it is to what counts, or that one is there."""
        slot = self.plan.slot(unit)
        if slot is None:
            return 0.0
        goal, wanted = slot.place, slot.objective
        if wanted is not None and wanted.where is not None:
            if wanted.task == "hold" and is_there(state, unit, wanted.where):
                return wanted.points * (POST if slot.urgent or wanted.names(unit) else SHARE)
            if not slot.flank and not slot.waits:
                goal = self.plan.place(wanted, (unit.x, unit.y))
        marches = point_distance(goal, (unit.x, unit.y)) / MARCH
        late = (self.known.turn / self.known.last) ** 2
        each = FREE if slot.flank or wanted is None or not self._is_held(wanted) else HELD + (FREE - HELD) * late
        if self.is_far_off(unit):
            each = COMES_UP
        else:
            each *= 1.0 if self.plan.pressing else AHEAD
        return -each * marches * (HURRY if marches > IN_TIME * self.known.turns_left else 1.0)

    def is_far_off(self, unit: Unit) -> bool:
        """If a unit is so far from all enemies that it is of no use; nobody is if none are known."""
        here = (unit.x, unit.y)
        return bool(self._places) and all(point_distance(place, here) > FAR_OFF for place in self._places)

    def _is_held(self, wanted: Objective) -> bool:
        """If an enemy stands where one is to be."""
        if wanted not in self._held:
            self._held[wanted] = any(self.plan.stands(foe, wanted) for foe in self._foes)
        return self._held[wanted]


def _hurt(men: float, unit: Unit) -> float:
    """What the loss of so many men at once is worth: more than the men, since the more of them fall the sooner the
    rest break (schema XV)."""
    return men / MEN * (1.5 + men / (2 * MEN)) if unit.figures else 0.0
