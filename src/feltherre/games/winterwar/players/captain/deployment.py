"""Setting up: as in November 1939, but Finnish light units go beside the roads they are to close (setup-3)."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, maps, opening, units
from feltherre.games.winterwar.actions import Deploy, DeployHistorically, EndSetup
from feltherre.games.winterwar.players.captain.content import Orders, content
from feltherre.games.winterwar.players.captain.plan import scores_for
from feltherre.games.winterwar.players.captain.reasons import why_move
from feltherre.games.winterwar.players.captain.scores import total
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.state import WinterWarState

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
        if any(state.places[unit] < 0 for unit in opening.STARTING[side]):
            self._add(DeployHistorically(), say("winterwar.why.historical"))
            opening.deploy_historically(state, side)
        if side == units.FINLAND:
            self._improve(self._finns_ahead(), self._light_units())
        self._add(EndSetup(), say("winterwar.why.set-up"))

    def _add(self, action: Any, why: Text) -> None:
        self.orders[content(self.state)] = (action, why)

    def _light_units(self) -> list[int]:
        """Those who may stand better beside a road than in it."""
        return [
            unit
            for unit in opening.STARTING[units.FINLAND]
            if units.STACK[unit] == units.LESSER and units.HAS_ZOC[unit] and units.UNITS[unit].zone != ISTHMUS
        ]

    def _finns_ahead(self) -> WinterWarState:
        """The board as it will look if the Soviet side stands where it stood in history."""
        ahead = self.state.clone()
        opening.deploy_historically(ahead, units.SOVIET)
        return ahead

    def _improve(self, ahead: WinterWarState, those: list[int]) -> None:
        """Each of these goes to the best hex of its zone, if it is clearly better."""
        field = Field(ahead)
        scores = scores_for(field, self.side)
        for unit in those:
            here = ahead.places[unit]
            values = {hex_: total(scores, unit, hex_) for hex_ in opening.deployment_hexes(ahead, unit)}
            best = max(values, key=lambda hex_: (values[hex_], -hex_), default=here)
            if values.get(best, 0.0) > total(scores, unit, here) + CLEARLY:
                self._add(Deploy(units.UNITS[unit].id, board.number(best)), why_move(scores, unit, here, best))
                field.move(unit, best)
                maps.put(self.state, unit, best)
            scores.taken(unit, ahead.places[unit])
