"""Builders for positions of Normandy, so that a test reads like an example of the rulebook.

play = position(side="allied", phase="combat", allied={"1412": ["br-7-arm"]}, german={"1512": ["de-711-inf"]})
play("attack 1512 with br-7-arm")      the side that is asked answers, in the one-line notation
play.throws([3], [6])                  the dice to come, in the order in which they are thrown
play.refusal("br-7-arm > 1612")        (key of the reason, rule) of a refused line; nothing has changed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core.event import seen_by
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.tables import HALVES
from feltherre.games.normandy.units import ALLIED, ROLES
from feltherre.hexgame.counters import DESTROYED
from feltherre.hexgame.steps import CombatPhase
from hexgame_table import HexPlaying, agenda
from norway_table import Script

Placed = Mapping[str, Sequence[str]]


def unit(name: str) -> int:
    return units.INDEX[name]


def hex_(name: str) -> int:
    """The number of a hex by its printed number or its place."""
    return board.BOARD.find(name)


class Playing(HexPlaying[NormandyState]):
    """A position being played by the sides that are asked."""

    game = GAME
    unsaid = ("normandy.event.", "normandy.illegal.", "normandy.prompt.")

    @property
    def prompt(self) -> str:
        return self.key(self.decision.prompt)

    def told_to(self, *roles: str) -> list[str]:
        """The keys of the events that a seat with these roles has read."""
        return [self.key(seen.text) for event in self.events for seen in seen_by(event, roles)]

    def losses(self, name: str) -> int:
        return self.state.losses[unit(name)]

    def reach(self, name: str) -> dict[str, float]:
        """hex -> cost in movement points of all hexes where a unit can end its move."""
        mover = maps.movers_of(self.state)[unit(name)]
        found = maps.THEATRE.reach_by(self.state, unit(name), mover)
        ends = found.ends(mover, maps.bits_of(self.state))
        return {board.number(there): found.costs[there] / HALVES for there in ends}


def position(
    side: str = "allied",
    phase: str = "movement",
    turn: int = 2,
    allied: Placed | None = None,
    german: Placed | None = None,
    flying: Mapping[str, str] | None = None,
    owners: Mapping[str, str] | None = None,
    landed: Sequence[str] = (),
    losses: Mapping[str, int] | None = None,
    dice: Sequence[Sequence[int]] = (),
    alone: bool = False,
    typed: bool = False,
    **fields: Any,
) -> Playing:
    """A position at the start of a phase, or of a `turn` or a `player-turn`. Counters by hex; whoever is not named is
    not on the map yet, or never (`alone`). `landed`: those that came onto the map where they stand in this phase;
    `flying`: aircraft by hex; `typed`: real dice are typed in."""
    state = NormandyState(turn=turn, side=ROLES.index(side))
    if alone:
        state.places = [DESTROYED] * units.COUNT
    for place, names in [*(allied or {}).items(), *(german or {}).items()]:
        for name in names:
            state.places[unit(name)] = hex_(place)
    for name, place in (flying or {}).items():
        state.places[unit(name)], state.flown[unit(name)] = hex_(place), 1
    for place, owner in (owners or {}).items():
        state.owners[board.PLACE_AT[hex_(place)]] = ROLES.index(owner)
    for name in landed:
        state.landed[unit(name)] = state.places[unit(name)]
    for name, n in (losses or {}).items():
        state.losses[unit(name)] = n
    for field, value in fields.items():
        setattr(state, field, value)
    state.dice = "typed" if typed else state.dice
    state.agenda[:] = agenda(state, phase, ALLIED, CombatPhase)
    return Playing(state, *dice)


def opening(*dice: Sequence[int], **options: str) -> Playing:
    """A game from its beginning."""
    state = NormandyState()
    seats = tuple(Seat(role, (role,)) for role in ROLES)
    GAME.begin(Setup(seats, options), Table(GAME, state, Script()))
    return Playing(state, *dice)
