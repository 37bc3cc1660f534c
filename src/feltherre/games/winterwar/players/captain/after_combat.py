"""After a combat: whether to advance, and where beaten units go."""

from __future__ import annotations

from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.winterwar import aftermath, board, maps, retreat
from feltherre.games.winterwar.actions import Advance, Retreat
from feltherre.games.winterwar.players.asking import named
from feltherre.games.winterwar.players.captain import plan, weights
from feltherre.games.winterwar.players.captain.scores import total
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.greedy.player import together
from feltherre.games.winterwar.players.worth import attack_of
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import Advancing, Retreating
from feltherre.games.winterwar.texts import hex_name, unit_names
from feltherre.players.player import Position


def choose_advance(position: Position, state: WinterWarState, step: Advancing) -> tuple[Any, Text]:
    """Whoever stands better in the hex that was won goes there, the strongest first."""
    copy = state.clone()
    field = Field(copy)
    scores = plan.scores_for(field, state.side)
    chosen: list[int] = []
    for unit in sorted(aftermath.advancers(state, step), key=lambda one: (-attack_of(state, one), one)):
        if not aftermath.have_room(step.hex, (*chosen, unit)):
            continue
        if total(scores, unit, step.hex) > total(scores, unit, copy.places[unit]) + weights.WORTH_MOVING:
            field.move(unit, step.hex)
            town = board.TOWN_AT[step.hex]
            if town >= 0:
                copy.owners[town] = state.side
            chosen.append(unit)
    if not chosen:
        return Advance(), say("winterwar.why.no-advance")
    return Advance(named(chosen)), say("winterwar.why.advance", place=hex_name(step.hex), units=unit_names(chosen))


def choose_retreat(position: Position, state: WinterWarState, step: Retreating) -> tuple[Any, Text]:
    """Out of enemy zones, where the units are supplied and of most use."""
    ways = retreat.ways_out(state, step)
    scores = plan.scores_for(Field(state), step.side)

    def value(hex_: int) -> tuple[bool, float, int]:
        able = retreat.able_to(ways, hex_)
        return not maps.in_enemy_zone(state, hex_, step.side), sum(total(scores, unit, hex_) for unit in able), -hex_

    best = max((hex_ for hexes in ways.values() for hex_ in hexes), key=value)
    chosen = together(state, step.side, best, retreat.able_to(ways, best))
    return Retreat(board.number(best), named(chosen)), say("winterwar.why.retreat", place=hex_name(best))
