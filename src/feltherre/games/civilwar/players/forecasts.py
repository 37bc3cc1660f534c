"""What an attack would bring: whether it arrives in this turn, the shock throw there, and the fire on the way."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from feltherre.games.civilwar.approach import side_attacked
from feltherre.games.civilwar.attack import attempt
from feltherre.games.civilwar.field import CHARGE, body
from feltherre.games.civilwar.onset import shock_situation
from feltherre.games.civilwar.orders.language import Attack
from feltherre.games.civilwar.players.odds import (
    MEN,
    NO_EFFECT,
    TAKEN_FOR,
    Effect,
    ShockOdds,
    shock_odds,
    volley,
    weight_of,
)
from feltherre.games.civilwar.procedures.attack import ShockSituation, charge_attempt
from feltherre.games.civilwar.routes import Approach, Course
from feltherre.games.civilwar.state import CivilWarState, Unit, change, index, note, unit_of
from feltherre.games.civilwar.watch import charge_tick, mover_of
from feltherre.ground.tabletop.motion import NEVER
from feltherre.ground.tabletop.schedule import Event
from feltherre.ground.tabletop.shapes import boxes_meet, widened
from feltherre.ground.tabletop.tracks import Leg, box_of_track, leg_at, pose_at

Pace = Literal["ordinary", "charge"]
#: how often a unit is waiting with its fire for the attack: one that has not fired in the turn before, one that has
FIRE_AWAITED: Final = 0.45
FIRES_ON: Final = 0.15
#: what the ruin of an attack costs, and what a target that breaks is worth, as parts of their figures
RUIN: Final = 0.35
BREAK: Final = 0.5
SHAKE: Final = 0.15


class Forecast(NamedTuple):
    """An attack as it would come out if the enemy stands."""

    order: Attack
    #: the attacker at charge distance
    arrived: Unit
    situation: ShockSituation
    odds: ShockOdds
    #: what the target's fire would do to the attacker at charge distance, and how often it comes
    fire: Effect
    awaited: float

    def worth(self, attacker: Unit, target: Unit) -> float:
        """In figures: what it gains less what it costs."""
        stopped = self.awaited * self.fire.broken
        hurt = self.awaited * (self.fire.men / MEN + RUIN * attacker.figures * self.fire.broken)
        gain = weight_of(target) * (BREAK * self.odds.broken + SHAKE * self.odds.shaken)
        cost = attacker.figures * RUIN * self.odds.ruined + 0.1 * attacker.figures * self.odds.repelled
        return (1 - stopped) * (gain - cost) - hurt


def forecast(state: CivilWarState, attacker: Unit, target: Unit, pace: Pace, *, on_us: bool = False) -> Forecast | None:
    """The attack of a unit on one that stands; None if it does not come to charge distance in this turn, or may not
    attack there. `on_us`: by an enemy, whose grade one does not know: one takes him for better than most."""
    there = _arrival(state, attacker, target, pace)
    if there is None:
        return None
    tick, after = there
    mover = unit_of(after, attacker.id)
    aspect = side_attacked(after, mover, target, mover.facing)
    if charge_attempt.outputs(attempt(after, mover, target, tick))["outcome"] != "shock":
        return None
    event = Event(tick, 0, (), 0, "shock", (attacker.id, target.id), {"aspect": aspect, "unbidden": False})
    situation = shock_situation(after, event, None)
    situation = replace(situation, **({"own_grade": TAKEN_FOR} if on_us else {"enemy_grade": 0}))
    fire = NO_EFFECT if target.arm == "artillery" else volley(after, target, mover, own=not on_us)
    awaited = FIRES_ON if 0 < target.fired >= state.turn - 1 else FIRE_AWAITED
    follow: Literal["pursue", "hold"] = "pursue" if target.arm == "artillery" else "hold"
    return Forecast(Attack(target.id, pace=pace, follow=follow), mover, situation, shock_odds(situation), fire, awaited)


def _arrival(state: CivilWarState, attacker: Unit, target: Unit, pace: Pace) -> tuple[int, CivilWarState] | None:
    """When the attacker comes to charge distance, and the field with him there."""
    course = Course(state, attacker, 0)
    course.march(Approach(target.id), pace)
    if not course.legs:
        return None
    track = tuple(course.legs)
    tick = charge_tick(track, mover_of(state, index(state, target.id)), 0)
    if tick == NEVER or _meets_another(state, attacker, target, track, tick):
        return None
    after = state.clone()
    pose = pose_at(leg_at(track, tick), tick)
    change(after, attacker.id, x=pose.x, y=pose.y, facing=pose.facing, trail=())
    note(after, attacker.id, attacks=target.id, charging=pace == "charge")
    return tick, after


def _meets_another(state: CivilWarState, attacker: Unit, target: Unit, track: tuple[Leg, ...], tick: int) -> bool:
    """If another enemy is at charge distance of the advance before the target is: it is he who would be attacked."""
    box = widened(box_of_track(track, 0, tick), CHARGE)
    for place, other in enumerate(state.units):
        if not other.on_table or other.side == attacker.side or other.id == target.id or other.order == "FU":
            continue
        if boxes_meet(box, body(state, other).box) and charge_tick(track, mover_of(state, place), 0) < tick:
            return True
    return False
