"""Who stands near is found as by asking everybody, also after some have moved, left the table or come on it."""

from random import Random

from msgspec.structs import replace

from civilwar_table import field_of, inf, with_unit
from feltherre.games.civilwar.field import body, pose, staff_body, touching
from feltherre.games.civilwar.neighbours import layout, lone_staff, near_body, touched_by, ways
from feltherre.games.civilwar.state import CivilWarState, Staff
from feltherre.games.civilwar.watch import mover_of
from feltherre.ground.tabletop import distance, shapes, tracks


def _crowd(rng: Random, count: int = 16) -> CivilWarState:
    places = [(rng.randrange(20, 80), rng.randrange(20, 60), rng.randrange(360)) for _ in range(count)]
    return field_of(*(inf(f"u{i}", i % 2, at=(x, y), face=face) for i, (x, y, face) in enumerate(places)))


def _as_by_asking_all(state: CivilWarState, limit: int) -> bool:
    there = [unit for unit in state.units if unit.on_table]
    for unit in there:
        mine = body(state, unit)
        near = [one for one in there if distance.pieces_within(mine.pieces, body(state, one).pieces, limit)]
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
    assert before.things[1].x != 10


def _ways_as_by_asking_all(state: CivilWarState, rng: Random) -> int:
    """How many ways were found near some places, each time the same as by asking every unit and rider."""
    found = 0
    for _ in range(12):
        x, y, limit = rng.randrange(10000), rng.randrange(8000), rng.choice((0, 200, 800))
        box = (x, y, x + 300, y + 200)
        on_way = [
            place
            for place, unit in enumerate(state.units)
            if unit.on_table and shapes.boxes_meet(shapes.widened(mover_of(state, place).box, limit), box)
        ]
        alone = [
            place
            for place, one in enumerate(state.staff)
            if one.on_table and not one.beside and shapes.boxes_meet(shapes.widened(staff_body(one).box, limit), box)
        ]
        assert ways(state).meeting(box, limit) == on_way
        assert lone_staff(state).meeting(box, limit) == alone
        found += len(on_way) + len(alone)
    return found


def test_whose_way_leads_near_is_as_by_asking_everybody() -> None:
    rng = Random(9)
    found = 0
    for _ in range(4):
        state = _crowd(rng)
        state.staff = [
            Staff(f"s{i}", i % 2, "brigade", x=rng.randrange(10000), y=rng.randrange(8000)) for i in range(8)
        ]
        found += _ways_as_by_asking_all(state, rng)
        for place in rng.sample(range(16), 8):
            here = pose(state.units[place])
            state.tracks[place] = (tracks.march(0, here, 900, 300, rng.randrange(3600), rng.randrange(1, 3000), 3000),)
        found += _ways_as_by_asking_all(state, rng)
        # on the march, off the table, halted; a rider moves, another joins a unit
        with_unit(state, "u2", x=state.units[2].x + 50)
        with_unit(state, "u5", where="left")
        state.tracks[7] = ()
        state.staff[1] = replace(state.staff[1], x=500)
        state.staff[2] = replace(state.staff[2], beside="u0")
        found += _ways_as_by_asking_all(state, rng)
    assert found > 40
