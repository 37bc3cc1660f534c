"""Maps beside a state: always true of its data, shared by clones until one changes, and no part of what is written."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core.errors import Illegal
from feltherre.core.state import canonical, read_state, state_hash
from feltherre.ground.hexes.derived import forget_maps, kept_maps, own_maps
from feltherre.ground.hexes.stacking import Stacking
from feltherre.hexgame.theatre import SIDES, HexMaps, Theatre
from hexgame.skirmish import BITS, MAP, THEATRE, UNITS, WORDS, Skirmish, march
from refusals import refusal_of

LAND = [hex_ for hex_ in range(MAP.size) if MAP.named("terrain", hex_) != "sea"]


def opened(seed: int, units: int = 20) -> Skirmish:
    """Two lines of units facing each other."""
    rng = Random(seed)
    near = [hex_ for hex_ in LAND if 8 * MAP.grid.columns <= hex_ < 20 * MAP.grid.columns]
    return Skirmish(places=rng.sample(near, units))


def assert_true_of_the_data(state: Skirmish) -> None:
    maps, fresh = THEATRE.maps_of(state), THEATRE.made_anew(state)
    assert maps.layers.same(fresh.layers)
    assert [stacks.held for stacks in maps.stacks] == [stacks.held for stacks in fresh.stacks]
    for side in SIDES:
        assert THEATRE.supply_of(state, side).lengths == fresh.supply[side].lengths
    for unit, hex_ in enumerate(state.places):
        if hex_ >= 0:
            forgetful = Skirmish(places=state.places[:])
            assert THEATRE.reach_of(state, unit).hexes == THEATRE.reach_of(forgetful, unit).hexes


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10_000))
def test_maps_stay_true_through_moves_losses_and_clones(seed: int) -> None:
    rng = Random(seed)
    states = [opened(seed)]
    for turn in range(40):
        state = rng.choice(states)
        unit = rng.randrange(len(state.places))
        if state.places[unit] >= 0 and rng.random() < 0.9:
            ends = THEATRE.reach_of(state, unit).hexes
            if ends:
                march(state, unit, rng.choice(ends))
        else:
            THEATRE.put(state, unit, -1)
        if rng.random() < 0.2:
            states.append(state.clone())
        if turn % 8 == 0:
            THEATRE.supply_of(state, turn // 8 % 2)
    for state in states:
        assert_true_of_the_data(state)


def test_a_clone_shares_the_maps_until_one_of_the_two_moves() -> None:
    state = opened(1)
    maps = THEATRE.maps_of(state)
    clone = state.clone()
    assert THEATRE.maps_of(clone) is maps
    march(clone, 0, THEATRE.reach_of(clone, 0).hexes[0])
    assert THEATRE.maps_of(clone) is not maps
    assert THEATRE.maps_of(state) is maps
    assert_true_of_the_data(state)
    assert_true_of_the_data(clone)
    # the clone has maps of its own now and changes them in place
    own = THEATRE.maps_of(clone)
    march(clone, 1, THEATRE.reach_of(clone, 1).hexes[0])
    assert THEATRE.maps_of(clone) is own


def test_without_maps_only_the_data_change() -> None:
    state = opened(2)
    THEATRE.put(state, 0, -1)
    assert kept_maps(state, HexMaps) is None
    assert own_maps(state, HexMaps) is None
    assert kept_maps(state.clone(), HexMaps) is None


def test_maps_are_no_part_of_what_is_written_compared_or_read() -> None:
    state, plain = opened(3), opened(3)
    THEATRE.maps_of(state)
    assert canonical(state) == canonical(plain)
    assert state_hash(state) == state_hash(plain)
    assert state == plain
    read = read_state(canonical(state), Skirmish, Any, Any)
    assert read == state
    assert kept_maps(read, HexMaps) is None
    assert kept_maps(read.clone(), HexMaps) is None
    assert_true_of_the_data(read)


def test_who_changes_the_data_in_another_way_forgets_the_maps() -> None:
    state = opened(4)
    maps = THEATRE.maps_of(state)
    state.places[:] = opened(5).places
    assert not maps.layers.same(THEATRE.made_anew(state).layers)
    forget_maps(state)
    assert_true_of_the_data(state)


def test_a_refusal_is_the_games_own_sentence_with_its_rule() -> None:
    state = opened(6)
    refused = refusal_of(Illegal, lambda: march(state, 0, state.places[-1]))
    assert refused.rule in ("S1", "S2")
    assert refused.reason.args["place"] == WORDS.board.name(state.places[-1])
    sea = next(h for h in range(MAP.size) if MAP.named("terrain", h) == "sea")
    THEATRE.put(state, 0, MAP.grid.neighbours[sea][0])
    before = msgspec.json.encode(state)
    refused = refusal_of(Illegal, lambda: march(state, 0, sea))
    assert (refused.reason.key, refused.rule) == ("skirmish.illegal.sea", "S4")
    assert msgspec.json.encode(state) == before


def test_what_does_not_go_together_is_refused_when_a_theatre_is_made() -> None:
    given: dict[str, Any] = {
        "stacking": THEATRE.stacking,
        "classes": THEATRE.classes,
        "zone_of": THEATRE.zone_of,
        "movers": THEATRE.movers,
        "allowance": THEATRE.allowance,
        "nets": THEATRE.nets,
        "nets_of": THEATRE.nets_of,
    }
    Theatre(WORDS, BITS, THEATRE.empty, **given)
    for name, wrong, said in (
        ("classes", [0], "1 entries for 20"),
        ("classes", [1] * UNITS, "Bits has 1 classes of counters, stacking 1, and the counters. classes go to 1"),
        (
            "stacking",
            Stacking(THEATRE.stacking.kinds, THEATRE.stacking.kind_of[:3]),
            f"stacking knows the ground of 3 hexes of {MAP.size}",
        ),
        ("nets_of", [2] * UNITS, "a net that there is not"),
        ("movers", THEATRE.movers[::-1], "only; not so: "),
    ):
        with pytest.raises(ValueError, match=said):
            Theatre(WORDS, BITS, THEATRE.empty, **{**given, name: wrong})
