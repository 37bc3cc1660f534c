"""Maps beside a state: always true of its data, shared by clones until one changes, and no part of what is written."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core.errors import Illegal
from feltherre.core.state import canonical, read_state, state_hash
from feltherre.ground.hexes.derived import forget_maps, kept_maps, own_maps
from ground.hexes.skirmish import (
    BOARD,
    Skirmish,
    SkirmishMaps,
    made_anew,
    maps_of,
    march,
    put_unit,
    reach_of,
    supply_of,
)
from refusals import refusal_of

LAND = [hex_ for hex_ in range(BOARD.size) if BOARD.named("terrain", hex_) != "sea"]


def opened(seed: int, units: int = 20) -> Skirmish:
    """Two lines of units facing each other."""
    rng = Random(seed)
    near = [hex_ for hex_ in LAND if 8 * BOARD.grid.columns <= hex_ < 20 * BOARD.grid.columns]
    return Skirmish(places=rng.sample(near, units))


def assert_true_of_the_data(state: Skirmish) -> None:
    maps, fresh = maps_of(state), made_anew(state)
    assert maps.layers.same(fresh.layers)
    assert [stacks.held for stacks in maps.stacks] == [stacks.held for stacks in fresh.stacks]
    for side in range(2):
        assert supply_of(state, side).lengths == fresh.supply[side].lengths
    for unit, hex_ in enumerate(state.places):
        if hex_ >= 0:
            forgetful = Skirmish(places=state.places[:])
            assert reach_of(state, unit).hexes == reach_of(forgetful, unit).hexes


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10_000))
def test_maps_stay_true_through_moves_losses_and_clones(seed: int) -> None:
    rng = Random(seed)
    states = [opened(seed)]
    for turn in range(40):
        state = rng.choice(states)
        unit = rng.randrange(len(state.places))
        if state.places[unit] >= 0 and rng.random() < 0.9:
            ends = reach_of(state, unit).hexes
            if ends:
                march(state, unit, rng.choice(ends))
        else:
            put_unit(state, unit, -1)
        if rng.random() < 0.2:
            states.append(state.clone())
        if turn % 8 == 0:
            supply_of(state, turn // 8 % 2)
    for state in states:
        assert_true_of_the_data(state)


def test_a_clone_shares_the_maps_until_one_of_the_two_moves() -> None:
    state = opened(1)
    maps = maps_of(state)
    clone = state.clone()
    assert maps_of(clone) is maps
    march(clone, 0, reach_of(clone, 0).hexes[0])
    assert maps_of(clone) is not maps
    assert maps_of(state) is maps
    assert_true_of_the_data(state)
    assert_true_of_the_data(clone)
    # the clone has maps of its own now and changes them in place
    own = maps_of(clone)
    march(clone, 1, reach_of(clone, 1).hexes[0])
    assert maps_of(clone) is own


def test_without_maps_only_the_data_change() -> None:
    state = opened(2)
    put_unit(state, 0, -1)
    assert kept_maps(state, SkirmishMaps) is None
    assert own_maps(state, SkirmishMaps) is None
    assert kept_maps(state.clone(), SkirmishMaps) is None


def test_maps_are_no_part_of_what_is_written_compared_or_read() -> None:
    state, plain = opened(3), opened(3)
    maps_of(state)
    assert canonical(state) == canonical(plain)
    assert state_hash(state) == state_hash(plain)
    assert state == plain
    read = read_state(canonical(state), Skirmish, Any, Any)
    assert read == state
    assert kept_maps(read, SkirmishMaps) is None
    assert kept_maps(read.clone(), SkirmishMaps) is None
    assert_true_of_the_data(read)


def test_who_changes_the_data_in_another_way_forgets_the_maps() -> None:
    state = opened(4)
    maps = maps_of(state)
    state.places[:] = opened(5).places
    assert not maps.layers.same(made_anew(state).layers)
    forget_maps(state)
    assert_true_of_the_data(state)


def test_a_refusal_is_the_games_own_sentence_with_its_rule() -> None:
    state = opened(6)
    refused = refusal_of(Illegal, lambda: march(state, 0, state.places[-1]))
    assert refused.rule in ("S1", "S2")
    assert refused.reason.args["hex"] == BOARD.grid.number(state.places[-1])
    sea = next(h for h in range(BOARD.size) if BOARD.named("terrain", h) == "sea")
    put_unit(state, 0, BOARD.grid.neighbours[sea][0])
    before = msgspec.json.encode(state)
    refused = refusal_of(Illegal, lambda: march(state, 0, sea))
    assert (refused.reason.key, refused.rule) == ("skirmish.illegal.sea", "S4")
    assert msgspec.json.encode(state) == before
