"""Charges that cannot be ordered because of what lies on their way (02.06.4)."""

from __future__ import annotations

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.marching import OBSTACLE
from feltherre.games.civilwar.orders.language import Attack, Order
from feltherre.games.civilwar.routes import Course, legs_of
from feltherre.games.civilwar.sightings import known_to_chief
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.games.civilwar.watch import charge_tick
from feltherre.ground.tabletop.motion import NEVER
from feltherre.ground.tabletop.movers import Standing


@rule("02.06.4")
def why_no_charge(state: CivilWarState, unit: Unit, order: Order) -> Illegal | None:
    """Mounted cavalry cannot charge if it has to pass an obstacle before it is at its target (02.06.4). Only a target
    that is seen now is asked about: where another is, the order must not tell."""
    if not unit.mounted or not isinstance(order, Attack) or order.pace != "charge":
        return None
    known = known_to_chief(state, unit).get(order.target)
    if known is None or not known.live:
        return None
    course = Course(state, unit, 0)
    for leg in legs_of(order):
        course.march(leg, "charge")
        if course.stopped:
            break
    target = Standing(*body(state, unit_of(state, order.target)).pieces)
    track = course.track()
    if course.stopped != OBSTACLE or (track and charge_tick(track, target, 0) != NEVER):
        return None
    return Illegal(say("civilwar.ruling.order.charge-obstacle"), "02.06.4")
