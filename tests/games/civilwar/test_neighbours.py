"""Who stands near is found as by asking everybody, also after some have moved, left the table or come on it."""

from __future__ import annotations

from random import Random

from civilwar_table import field_of, inf, with_unit
from feltherre.games.civilwar.field import body, touching
from feltherre.games.civilwar.neighbours import layout, near_body, touched_by
from feltherre.games.civilwar.state import CivilWarState
from feltherre.ground.tabletop.distance import pieces_within


def _crowd(rng: Random, count: int = 16) -> CivilWarState:
    places = [(rng.randrange(20, 80), rng.randrange(20, 60), rng.randrange(360)) for _ in range(count)]
    return field_of(*(inf(f"u{i}", i % 2, at=(x, y), face=face) for i, (x, y, face) in enumerate(places)))


def _as_by_asking_all(state: CivilWarState, limit: int) -> bool:
    there = [unit for unit in state.units if unit.on_table]
    for unit in there:
        mine = body(state, unit)
        near = [one for one in there if pieces_within(mine.pieces, body(state, one).pieces, limit)]
        touched = [one for one in there if one.id != unit.id and touching(state, unit, one)]
        if near_body(state, mine, limit) != near or touched_by(state, unit) != touched:
            return False
    return True


def test_who_is_near_is_as_by_asking_everybody() -> None:
    rng = Random(6)
    touched = 0
    for _ in range(6):
        state = _crowd(rng)
        assert _as_by_asking_all(state, 800)
        touched += sum(len(touched_by(state, unit)) for unit in state.units)
        for _ in range(4):
            name = f"u{rng.randrange(16)}"
            with_unit(state, name, x=rng.randrange(2000, 8000), y=rng.randrange(2000, 6000))
            assert _as_by_asking_all(state, 300)
        with_unit(state, "u3", where="left")
        assert _as_by_asking_all(state, 800)
        with_unit(state, "u3", where="table")
        assert _as_by_asking_all(state, 800)
    assert touched > 10


def test_two_battles_side_by_side_are_not_mixed_up() -> None:
    rng = Random(7)
    one, other = _crowd(rng), _crowd(rng)
    for state in (one, other, one, other.clone(), one):
        assert _as_by_asking_all(state, 500)


def test_as_long_as_nobody_has_changed_the_layout_is_the_same() -> None:
    state = _crowd(Random(8))
    before = layout(state)
    assert layout(state) is before
    with_unit(state, "u1", x=10)
    assert layout(state) is not before
    assert before.units[1].x != 10
