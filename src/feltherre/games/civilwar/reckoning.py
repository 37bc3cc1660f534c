"""What the Civil War counts, for whoever looks back on it: points (01.05.1), losses, and what the dice were for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.core.tally import Stake, Tally
from feltherre.core.text import Text, say
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.state import ROLES, CivilWarState
from feltherre.games.civilwar.victory import award_reason

#: a unit in these orders still does what it is told
_IN_HAND: Final = frozenset({"OR", "LU"})

STAKES: Final = {
    "initiative": None,
    "small-arms-fire": Stake("losses", {"losses_men": 1}),
    "artillery-fire": Stake("losses", {"losses_men": 1}),
    "artillery-deviation": Stake("hits", {"hit": lambda hit: int(bool(hit))}),
    "melee": Stake("losses", {"losses_b": 1, "losses_a": -1}),
    "shock": Stake("successes", {"advance_continues": 1, "own_turns_away": -1}),
    "morale-test": Stake("successes", {"order_after": lambda order: int(order in _IN_HAND)}),
    "carried-away": Stake("successes", {"order_after": lambda order: int(order in _IN_HAND)}),
    "rally": Stake("successes", {"rallied": 1}),
    "appoint-general": Stake("successes", {"appointed": 1}),
    "pass-through-pinned": Stake("successes", {"passes": 1}),
    "resupply": Stake("successes", {"resupplied": 1}),
}


def tallies(state: CivilWarState) -> Iterator[Tally]:
    for side, role in enumerate(ROLES):
        awards = [award for award in state.awards if award.side == side and award.points]
        yield Tally(
            side=role,
            name=say(f"civilwar.role.{role}"),
            points=state.points[side],
            sources=tuple((award_reason(state, award), award.points) for award in awards),
            lost=tuple(_lost(state, side)),
        )


def _lost(state: CivilWarState, side: int) -> Iterator[tuple[Text, int]]:
    """Men by what became of them; a part of a figure that is lost counts as it is entered on the sheet (R2)."""
    units = [unit for unit in state.units if unit.side == side]
    fallen = sum(MEN_PER_FIGURE * unit.lost + unit.men for unit in units)
    for kind, n in (
        ("fallen", fallen),
        ("captured", MEN_PER_FIGURE * sum(unit.captured for unit in units)),
        ("fled", MEN_PER_FIGURE * sum(unit.fled for unit in units)),
    ):
        if n:
            yield say(f"civilwar.lost.{kind}"), n
