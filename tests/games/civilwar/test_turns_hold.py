"""What holds in every turn, whatever is ordered and thrown: nobody passes what cannot be passed, nobody marches farther
than schema I lets him, nobody stands on another, no figure is lost count of."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from battery import examples
from civilwar_turns import Battle, at_random, looked_at, play_turn, skirmish
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.marchers import fastest, marcher
from feltherre.games.civilwar.orders.language import Move
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.room import BARRED, drawn_in
from feltherre.games.civilwar.state import CivilWarState, Doing, Unit
from feltherre.ground.tabletop.shapes import Outline, overlap
from feltherre.ground.tabletop.tracks import leg_at, pieces_at, pose_at

SEEDS = st.integers(0, 2**32)
#: so closely one looks at a track, in ticks
EVERY = 128
#: turns of a skirmish that are played
TURNS = 3
#: two places rounded to 0.1 mm, at the start and at the end of each of a few legs
ROUNDING = 8


def barred_under(state: CivilWarState, pieces: tuple[Outline, ...]) -> list[str]:
    """The objects that nobody passes on which a body lies."""
    smaller = drawn_in(pieces)
    return [
        one.id
        for one in ground(state).features
        if one.type in BARRED and any(overlap(piece, solid) for piece in smaller for solid in one.solids)
    ]


def nobody_in_the_way(state: CivilWarState, begin: int, end: int) -> None:
    for place, track in enumerate(state.tracks):
        if not track or not state.units[place].on_table:
            continue
        for tick in (*range(begin, end, EVERY), end):
            found = barred_under(state, pieces_at(leg_at(track, tick), tick))
            assert not found, f"{state.units[place].id} goes through {found} at {tick} of turn {state.turn}"


def nobody_on_it(state: CivilWarState) -> None:
    for unit in state.units:
        if unit.on_table and not unit.building:
            found = barred_under(state, body(state, unit).pieces)
            assert not found, f"{unit.id} stands on {found} after turn {state.turn}"


def allowance(state: CivilWarState, unit: Unit, doing: Doing, formations: set[tuple[str, str]]) -> int:
    """The longest march of a turn that schema I has for a unit in any of these formations."""
    paces = [
        "ordinary",
        *(["charge"] if doing.charging or doing.storms >= 0 else []),
        *(["flight"] if unit.order == "FU" else []),
    ]
    kinds = [
        marcher(state, replace(unit, arm=arm, formation=formation, mounted=mounted, trail=()), pace, free=True)
        for arm, formation in formations
        for mounted in {unit.mounted, unit.arm == "cavalry"}
        for pace in paces
    ]
    return max((fastest(who) for who in kinds if who is not None), default=0)


class Marches:
    """Looks at the end of each turn how far everybody has come."""

    def __init__(self, state: CivilWarState) -> None:
        self.seen = 0
        #: with the arm, since gunners who leave their guns go on foot
        self.formations = {unit.id: {(unit.arm, unit.formation)} for unit in state.units}
        #: where everybody comes to by his march alone, before the end of the turn makes room (R25)
        self.came = {unit.id: (unit.x, unit.y) for unit in state.units}

    def moving(self, state: CivilWarState, begin: int, end: int) -> None:
        for unit, track in zip(state.units, state.tracks, strict=True):
            self.formations.setdefault(unit.id, set()).add((unit.arm, unit.formation))
            self.came[unit.id] = pose_at(leg_at(track, end), end).point if track else (unit.x, unit.y)

    def at_end(self, state: CivilWarState) -> None:
        for unit, doing in zip(state.units, state.doing, strict=True):
            if not unit.on_table or not doing.stood:
                continue
            self.seen += 1
            formations = self.formations.get(unit.id, set()) | {(unit.arm, unit.formation)}
            assert doing.marched <= allowance(state, unit, doing, formations), unit.id
            # who came to stand on a friend has gone back on his way, and marched no farther than there (R25)
            if is_plain_march(doing) and (unit.x, unit.y) == self.came[unit.id]:
                assert math.dist(doing.stood[:2], self.came[unit.id]) <= doing.marched + ROUNDING, unit.id


def is_plain_march(doing: Doing) -> bool:
    """Nothing but marching was ordered, and nothing came between."""
    order = doing.line.order if doing.line is not None else None
    plain = isinstance(order, Move) and all(isinstance(leg, Go) for leg in order.legs)
    return plain and not doing.void and not doing.passing and not doing.passed_through


def play(battle: Battle, seed: int) -> None:
    choose = at_random(seed)
    for _ in range(TURNS):
        play_turn(battle, choose)


@examples(sample=20, full=300)
@given(seed=SEEDS)
def test_nothing_passes_what_cannot_be_passed_or_stands_on_it(seed: int) -> None:
    battle = skirmish(seed)
    with looked_at(nobody_in_the_way, nobody_on_it):
        play(battle, seed)


@examples(sample=20, full=300)
@given(seed=SEEDS)
def test_no_march_is_longer_than_its_allowance(seed: int) -> None:
    battle = skirmish(seed)
    marches = Marches(battle.state)
    with looked_at(marches.moving, marches.at_end):
        play(battle, seed)


@examples(sample=20, full=300)
@given(seed=SEEDS)
def test_after_a_turn_no_closed_formations_overlap_and_no_figure_is_missing(seed: int) -> None:
    battle = skirmish(seed)
    choose = at_random(seed)
    for _ in range(TURNS):
        play_turn(battle, choose)
        assert not GAME.invariants(battle.state)
    # the figures once more, added up here
    began = {unit.id: unit.figures for unit in skirmish(seed).state.units}
    for name, figures in began.items():
        parts = [unit for unit in battle.state.units if unit.parent == name]
        assert sum(unit.figures + unit.lost + unit.captured + unit.fled for unit in parts) == figures


def test_the_skirmishes_march_and_fight() -> None:
    """The three above are worth something only if something happens in them."""
    marched = lost = turned = 0
    for seed in range(12):
        battle = skirmish(seed)
        marches = Marches(battle.state)
        with looked_at(marches.moving, marches.at_end):
            play(battle, seed)
        marched += marches.seen
        lost += sum(unit.lost + unit.captured + unit.fled for unit in battle.state.units)
        turned += sum(unit.order_turn > 0 for unit in battle.state.units)
    assert marched > 30
    assert lost > 10
    assert turned > 5
