"""Forced moves wherever units stand: nobody ends on anybody or in a building, and no move is longer than it may be."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from civilwar_forced import run
from civilwar_table import field_of, foot, guns, horse, inf
from feltherre.games.civilwar import orderstate
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.ground.tabletop.shapes import overlap
from feltherre.ground.tabletop.table import covers_part

PLACES = st.tuples(st.integers(8, 100), st.integers(8, 80))
FACINGS = st.sampled_from([0, 30, 90, 135, 180, 200, 270, 315])
FORMATIONS = st.sampled_from(["line", "attack_column", "march_column", "chain"])
HOUSES = st.lists(st.tuples(st.integers(5, 95), st.integers(5, 75)), max_size=3)
#: cm: half a flight of foot, half a line's march at the most (column and chain 25 cm a turn); a crowd about its middle
FARTHEST = {"FU": 20.1, "U": 12.6}


def on_somebody(state: CivilWarState) -> bool:
    bodies = [body(state, unit).pieces for unit in state.units if unit.on_table]
    return any(
        overlap(p, q) for number, one in enumerate(bodies) for other in bodies[number + 1 :] for p in one for q in other
    )


def in_a_house(state: CivilWarState) -> bool:
    return any(
        covers_part(house, body(state, unit).pieces)
        for house in ground(state).features
        if house.type == "building"
        for unit in state.units
        if unit.on_table
    )


@st.composite
def battlefields(draw: st.DrawFn) -> CivilWarState:
    """Some friends, an enemy and houses, none of them on each other."""
    placed: list[Any] = []
    for number in range(draw(st.integers(2, 6))):
        at, face = draw(PLACES), draw(FACINGS)
        kind = draw(st.sampled_from(["foot", "foot", "foot", "guns"]))
        formation = draw(FORMATIONS)
        gap = {"gap": 80} if formation == "chain" else {}
        if kind == "guns" and number:
            placed.append(guns(f"u{number}", 0, at=at, face=face))
        else:
            figures = draw(st.integers(13, 30)) if formation != "chain" else 8
            placed.append(inf(f"u{number}", 0, at=at, face=face, formation=formation, figures=figures, **gap))
    placed.append(inf("enemy", 1, at=draw(PLACES), face=draw(FACINGS)))
    houses = [
        {"id": f"house{number}", "type": "building", "rect": (x, y, x + 6, y + 4)}
        for number, (x, y) in enumerate(draw(HOUSES))
    ]
    state = field_of(*placed, terrain=houses, size=(110, 90))
    assume(not on_somebody(state) and not in_a_house(state))
    assume(all(ground(state).holds(body(state, unit).pieces) for unit in state.units))
    return state


@given(battlefields(), st.sampled_from(["U", "FU"]), st.lists(st.integers(1, 6), min_size=60, max_size=60))
def test_a_forced_move_ends_on_free_ground_and_is_not_too_long(
    state: CivilWarState, order: str, faces: list[int]
) -> None:
    before = {unit.id: body(state, unit).centre for unit in state.units}
    figures = sum(unit.figures for unit in state.units)
    dice = list(zip(faces[::2], faces[1::2], strict=True))
    ran = run(state, lambda table: orderstate.becomes(table, "u0", order, cause="enemy", by="shock"), dice=dice)
    assert not ran.asked
    assert not on_somebody(ran.state)
    assert not in_a_house(ran.state)
    assert all(ground(ran.state).holds(body(ran.state, unit).pieces) for unit in ran.state.units if unit.on_table)
    assert sum(unit.figures + unit.fled for unit in ran.state.units) == figures
    first = unit_of(ran.state, "u0")
    if first.on_table and not ran.doing("u0").checked:
        x, y = body(ran.state, first).centre
        assert math.hypot(x - before["u0"][0], y - before["u0"][1]) <= FARTHEST[order] * 100
    # whoever was not carried away stands where he stood
    for unit in ran.state.units[1:]:
        if unit.order == "OR":
            assert body(ran.state, unit).centre == before[unit.id]


@given(battlefields(), st.integers(0, 359))
def test_horses_that_turn_away_keep_their_distance(state: CivilWarState, face: int) -> None:
    enemy = unit_of(state, "enemy")
    riders = horse("riders", 0, 55, 45, face=face)
    placed = [riders, foot("enemy", 1, enemy.x / 100, enemy.y / 100, face=enemy.facing / 10)]
    alone = field_of(*placed, size=(110, 90))
    assume(not on_somebody(alone))
    there = unit_of(alone, "riders")
    x, y = body(alone, there).centre
    ran = run(alone, lambda table: orderstate.becomes(table, "riders", "LU", cause="enemy", by="fire", close=True))
    after = ran.unit("riders")
    if after.on_table:
        nx, ny = body(ran.state, after).centre
        ex, ey = body(ran.state, ran.unit("enemy")).centre
        assert math.hypot(nx - x, ny - y) <= 30.1 * 100 + 2 * 500, "30 cm, and the turn on its ground"
        assert math.hypot(nx - ex, ny - ey) >= math.hypot(x - ex, y - ey) - 700
