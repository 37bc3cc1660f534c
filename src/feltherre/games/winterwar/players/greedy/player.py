"""The greedy player: every decision by what it gains at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, board, flight, maps, movement, reinforcement, retreat, steps
from feltherre.games.winterwar.aftermath import advancers, have_room
from feltherre.games.winterwar.players import aftermath, field, fighting, worth
from feltherre.games.winterwar.players.asking import fly, march, named, offers, place
from feltherre.games.winterwar.players.greedy.gains import Gains
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.texts import hex_name, unit_names
from feltherre.hexgame.fighting import as_fit
from feltherre.players.player import Chosen, Position

Order = tuple[Any, Text]

#: a move must gain so much to be made, an attack so much to be risked
WORTH_MOVING = 0.01
WORTH_ATTACKING = 0.0


class GreedyPlayer:
    """Plays both sides. It looks at the position as it stands and keeps nothing in mind."""

    name = "greedy"

    def choose(self, position: Position) -> Chosen:
        step = position.state.agenda[-1]
        answer = ANSWERS.get(type(step))
        if answer is None:  # real dice to be typed in: they fall as they fall
            return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
        return Chosen(*answer(position, position.state, step))


def set_up(position: Position, state: WinterWarState, step: steps.Setup) -> Order:
    """As in November 1939."""
    if offers(position, "historical"):
        return actions.DeployHistorically(), say("winterwar.why.historical")
    return actions.EndSetup(), say("winterwar.why.set-up")


def _reinforce(position: Position, state: WinterWarState, step: steps.Reinforcement) -> Order:
    """Into the hex nearest to something to be gained."""
    gains = Gains(field.Field(state), state.side)
    for unit in reinforcement.due(state, state.side):
        hexes = reinforcement.entry_hexes(state, unit)
        if hexes:
            best = min(hexes, key=lambda hex_: (gains.distance(hex_), hex_))
            return place(unit, best), say("winterwar.why.place", place=hex_name(best))
    return actions.EndReinforcement(), say("winterwar.why.placed")


def _move(position: Position, state: WinterWarState, step: steps.Movement) -> Order:
    """The first unit that gains something by moving goes where it gains most."""
    gains = Gains(field.Field(state), state.side)
    for unit in movement.movable(state):
        stay = gains.of(unit, state.places[unit])
        best, hex_ = max(
            ((gains.of(unit, there), -there) for there in maps.reach_of(state, unit).hexes), default=(stay, 0)
        )
        if best > stay + WORTH_MOVING:
            return march(state, unit, -hex_), say("winterwar.why.move", place=hex_name(-hex_))
    return _fly(state, gains)


def _fly(state: WinterWarState, gains: Gains) -> Order:
    """Air units go where they lift an attack most."""
    for unit in flight.flyers(state):
        options = [(gains.by_air(unit, hex_), -hex_) for hex_ in flight.missions(state, unit)]
        best, hex_ = max(options, default=(0.0, 0))
        if best > WORTH_MOVING:
            return fly(unit, -hex_), say("winterwar.why.fly", place=hex_name(-hex_))
    return actions.EndMovement(), say("winterwar.why.moved")


def _fight(position: Position, state: WinterWarState, step: steps.CombatPhase) -> Order:
    return fighting.choose_combat(position, state, WORTH_ATTACKING)


def _advance(position: Position, state: WinterWarState, step: steps.Advancing) -> Order:
    """Into a town with all that have room, otherwise with nobody."""
    if not worth.prize(state, step.hex, state.side):
        return actions.Advance(), say("winterwar.why.no-advance")
    strong = sorted(advancers(state, step), key=lambda one: -worth.attack_of(state, one))
    chosen = as_fit(strong, partial(have_room, step.hex))
    return actions.Advance(named(chosen)), say(
        "winterwar.why.advance", place=hex_name(step.hex), units=unit_names(chosen)
    )


def _retreat(position: Position, state: WinterWarState, step: steps.Retreating) -> Order:
    """Out of enemy zones, towards a town of one's own."""
    ways = retreat.ways_out(state, step)
    options = [hex_ for hexes in ways.values() for hex_ in hexes]
    homes = [hex_ for town, hex_ in enumerate(board.TOWN_HEX) if state.owners[town] == step.side] or options

    def price(hex_: int) -> tuple[bool, int, int]:
        return maps.in_enemy_zone(state, hex_, step.side), min(board.GRID.distance(hex_, home) for home in homes), hex_

    best = min(options, key=price)
    return actions.Retreat(
        board.number(best), named(together(state, step.side, best, retreat.able_to(ways, best)))
    ), say("winterwar.why.retreat", place=hex_name(best))


def together(state: WinterWarState, side: int, hex_: int, able: list[int]) -> list[int]:
    """As many as find room in a hex, the most valuable first."""
    best = sorted(able, key=lambda one: (-worth.POINTS[one], one))
    return as_fit(best, partial(retreat.fit, state, side, hex_))


ANSWERS: dict[type, Callable[[Position, WinterWarState, Any], Order]] = {
    steps.Setup: set_up,
    steps.Reinforcement: _reinforce,
    steps.Movement: _move,
    steps.CombatPhase: _fight,
    steps.Advancing: _advance,
    steps.Retreating: _retreat,
    steps.Losses: lambda position, state, step: aftermath.choose_losses(state, position.decision.space),  # type: ignore[arg-type]
    steps.AirLosses: lambda position, state, step: aftermath.choose_losses(state, position.decision.space),  # type: ignore[arg-type]
    steps.OverStacked: lambda position, state, step: aftermath.choose_eliminated(state, position.decision.space),  # type: ignore[arg-type]
    steps.LostBase: lambda position, state, step: aftermath.choose_base(state, step, position),
}
