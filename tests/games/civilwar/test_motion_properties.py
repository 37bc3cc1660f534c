"""What holds for every march, whatever the ground and the orders: property tests over small tables."""

import itertools
import math
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from civilwar_motion import march
from civilwar_table import Placed, cav, field_of, foot, guns, inf
from feltherre.core.state import canonical
from feltherre.games.civilwar import marchers, motion
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.orders.language import Attack, Move, Order, OrderLine
from feltherre.games.civilwar.orders.legs import Back, Face, Form, Go, Wheel
from feltherre.games.civilwar.room import drawn_in, stand_on
from feltherre.games.civilwar.state import CivilWarState, note, unit_of
from feltherre.ground.tabletop import distance, shapes
from feltherre.ground.tabletop.measure import CM, TURN
from feltherre.ground.tabletop.tracks import leg_at, pieces_at, pose_at

FORMATIONS = ("line", "attack_column", "march_column", "thin_line", "chain")
DEGREES = st.integers(0, 359)
#: ticks at which a track is looked at
TICKS = range(0, TURN + 1, 64)


@st.composite
def buildings(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A few houses on a grid, so that they never lie on each other, and a stream."""
    spots = draw(st.sets(st.tuples(st.integers(1, 6), st.integers(1, 4)), max_size=5))
    houses = [
        {
            "id": f"house-{x}-{y}",
            "type": "building",
            "kind": "building_wood",
            "rect": [x * 20, y * 20, x * 20 + 4, y * 20 + 3],
        }
        for x, y in sorted(spots)
    ]
    row = draw(st.integers(0, 4)) * 20 + 12
    return [*houses, {"id": "run", "type": "stream", "line": [[0, row], [160, row + 4]], "width": 0.8}]


@st.composite
def troops(draw: st.DrawFn, name: str, side: int, column: int) -> Placed:
    """A unit that stands clear of all houses, in a column of the table of its own."""
    at = (column * 20 + draw(st.integers(10, 14)), draw(st.integers(0, 4)) * 20 + draw(st.integers(9, 11)))
    face = draw(DEGREES)
    kind = draw(st.sampled_from(("foot", "horse", "guns")))
    if kind == "guns":
        return guns(name, side, at=at, face=face, formation=draw(st.sampled_from(("unlimbered", "march_column"))))
    if kind == "horse":
        return cav(name, side, at=at, face=face, figures=10, companies=4)
    figures = draw(st.integers(3, 12))
    formation = draw(st.sampled_from(("line", "march_column", "thin_line")))
    return inf(name, side, at=at, face=face, figures=figures, companies=4, formation=formation)


LEGS = st.one_of(
    st.builds(Go, direction=st.one_of(st.none(), DEGREES.map(lambda one: one * 10))),
    st.builds(Go, direction=DEGREES.map(lambda one: one * 10), length=st.integers(1, 30).map(lambda one: one * CM)),
    st.builds(Back, length=st.integers(1, 9).map(lambda one: one * CM)),
    st.builds(Wheel, side=st.sampled_from(("left", "right")), angle=st.integers(1, 1800)),
    st.builds(Face, turn=st.sampled_from(("left", "right", "about"))),
    st.builds(Form, formation=st.sampled_from(FORMATIONS)),
)
ORDERS = st.lists(LEGS, min_size=1, max_size=3).map(lambda legs: Move(tuple(legs)))


def on_a_house(state: CivilWarState, pieces: Any) -> bool:
    solids = [solid for one in ground(state).features if one.type == "building" for solid in one.solids]
    return any(shapes.overlap(piece, solid) for piece in drawn_in(pieces) for solid in solids)


def fits(state: CivilWarState) -> bool:
    """If the units as they were drawn stand where units can stand."""
    pieces = [body(state, unit).pieces for unit in state.units]
    apart = not any(stand_on(one, other) for one, other in itertools.combinations(pieces, 2))
    return (
        apart and not any(on_a_house(state, one) for one in pieces) and all(ground(state).holds(one) for one in pieces)
    )


@settings(max_examples=60, deadline=None)
@given(terrain=buildings(), placed=troops("a", 0, 3), order=ORDERS)
def test_a_track_leads_through_no_house_and_off_no_table_and_never_farther_than_its_rate(
    terrain: list[dict[str, Any]], placed: Placed, order: Order
) -> None:
    state = field_of(placed, foot("b", 1, 150, 100, 3, face=0, companies=1), terrain=terrain)
    assume(fits(state))
    note(state, "a", line=OrderLine(order))
    motion.set_out(state, "a")
    track = state.tracks[0]
    who = marchers.marcher(state, unit_of(state, "a"))
    assume(track)
    assert who is not None
    last = pose_at(track[0], 0)
    for tick in TICKS:
        leg = leg_at(track, tick)
        pieces = pieces_at(leg, tick)
        assert not on_a_house(state, pieces)
        assert ground(state).holds([pieces[0][:2]])
        here = pose_at(leg, tick)
        if not leg.turn and not track[0].turn:
            assert math.dist(here.point, last.point) <= marchers.fastest(who) * 64 / TURN + 2
        last = here


@settings(max_examples=100, deadline=None)
@given(
    face=DEGREES, figures=st.integers(6, 36), banks=st.tuples(st.integers(40, 60), st.integers(40, 60)), order=ORDERS
)
def test_a_closed_formation_comes_into_no_stream_straight_on_or_by_a_wheel(
    face: int, figures: int, banks: tuple[int, int], order: Order
) -> None:
    placed = foot("a", 0, 50, 50, face=face, figures=figures, companies=4)
    water = {"id": "run", "type": "stream", "line": [[0, banks[0]], [100, banks[1]]], "width": 0.8}
    state = field_of(placed, foot("b", 1, 150, 100, 3, face=0, companies=1), terrain=[water])
    run = ground(state).feature("run")
    # by rounding it may stand on the bank
    in_it = run.half - 2
    assume(not distance.pieces_within((((5000, 5000),),), run.solids, in_it))
    note(state, "a", line=OrderLine(order))
    motion.set_out(state, "a")
    track = state.tracks[0]
    for tick in TICKS if track else ():
        assert not distance.pieces_within(((pose_at(leg_at(track, tick), tick).point,),), run.solids, in_it)


@settings(max_examples=40, deadline=None)
@given(
    terrain=buildings(),
    placed=st.tuples(troops("a", 0, 1), troops("c", 0, 2), troops("b", 1, 3), troops("d", 1, 4)),
    orders=st.tuples(ORDERS, ORDERS, ORDERS, ORDERS),
    attack=st.booleans(),
)
def test_after_a_turn_nobody_stands_on_another_and_the_same_orders_give_the_same_turn(
    terrain: list[dict[str, Any]], placed: tuple[Placed, ...], orders: tuple[Order, ...], attack: bool
) -> None:
    state = field_of(*placed, terrain=terrain)
    assume(fits(state))
    given_ = dict(zip(("a", "c", "b", "d"), orders, strict=True))
    if attack and unit_of(state, "a").arm != "artillery":
        given_["a"] = Attack("b")
    again = state.clone()
    ran = march(state, given_)
    bodies = [body(state, unit).pieces for unit in state.units if unit.on_table]
    assert not any(stand_on(one, other) for one, other in itertools.combinations(bodies, 2))
    assert not any(on_a_house(state, one) for one in bodies)
    assert state.tracks == [()] * len(state.units)
    other = march(again, given_)
    assert canonical(again) == canonical(state)
    assert ran.seen == other.seen
