"""Setting up: as in November 1939, but Finnish light units go beside the roads that they are to close (setup-3)."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.winterwar import maps, units
from feltherre.games.winterwar.actions import Deploy, DeployHistorically, EndSetup
from feltherre.games.winterwar.board import number
from feltherre.games.winterwar.opening import STARTING, deploy_historically, deployment_hexes
from feltherre.games.winterwar.players.captain.content import Orders, content
from feltherre.games.winterwar.players.captain.finland import FinnishScores
from feltherre.games.winterwar.players.captain.reasons import why_move
from feltherre.games.winterwar.players.captain.scores import total
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import FINLAND, SOVIET, UNITS

#: another place must be better by so much
CLEARLY = 0.1
#: its line stands where it has to
ISTHMUS = "FI-ISTHMUS"


class Deploying:
    """The orders of a set-up, each by the position in which it is due."""

    def __init__(self, state: WinterWarState, side: int) -> None:
        self.state = state
        self.side = side
        self.orders: Orders = {}
        if any(state.places[unit] < 0 for unit in STARTING[side]):
            self._add(DeployHistorically(), say("winterwar.why.historical"))
            deploy_historically(state, side)
        if side == FINLAND:
            self._light_units()
        self._add(EndSetup(), say("winterwar.why.set-up"))

    def _add(self, action: Any, why: Text) -> None:
        self.orders[content(self.state)] = (action, why)

    def _light_units(self) -> None:
        """Whoever stands better beside a road, if the Soviet side stands where it stood in history."""
        ahead = self.state.clone()
        deploy_historically(ahead, SOVIET)
        field = Field(ahead)
        scores = FinnishScores(field)
        for unit in STARTING[FINLAND]:
            if units.STACK[unit] != units.LESSER or not units.HAS_ZOC[unit] or UNITS[unit].zone == ISTHMUS:
                continue
            here = ahead.places[unit]
            hexes = deployment_hexes(ahead, unit)
            best = max(hexes, key=lambda hex_, one=unit: (total(scores, one, hex_), -hex_), default=here)  # type: ignore[misc]
            if total(scores, unit, best) > total(scores, unit, here) + CLEARLY:
                self._add(Deploy(UNITS[unit].id, number(best)), why_move(scores, unit, here, best))
                field.move(unit, best)
                maps.put(self.state, unit, best)
            scores.taken(unit, ahead.places[unit])
