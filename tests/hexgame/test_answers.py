"""What titles call: marches, shared losses, retreats, advances, who finds room where; on the map of the skirmish."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from feltherre.core.errors import Illegal
from feltherre.core.space import Action
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.ground.hexes.path import refusals
from feltherre.ground.hexes.reach import NEVER, WITH_ALL, Mover
from feltherre.ground.hexes.reasons import Reason, Retreat
from feltherre.ground.hexes.ways import STOP
from feltherre.hexgame import fighting, results
from feltherre.hexgame.counters import DESTROYED
from feltherre.hexgame.field import Field, Filling, Threat
from feltherre.hexgame.marching import ENEMY, Marches, Reasons, checked, cost_of, march
from hexgame.skirmish import BITS, LAND, MAP, REFUSED, TABLE, THEATRE, UNITS, WORDS, Skirmish
from refusals import refusal_of


class Go(Action, frozen=True, tag="go"):
    unit: str
    path: tuple[str, ...]


class Lose(Action, frozen=True, tag="lose"):
    units: tuple[str, ...]


#: a hex of land with land all around
MIDDLE = next(
    hex_ for hex_ in range(MAP.size) if len(LAND[hex_]) == 6 and all(len(LAND[one]) == 6 for one in LAND[hex_])
)
E, SE, SW, W, NW, NE = MAP.grid.neighbours[MIDDLE]


def placed(**where: int) -> Skirmish:
    """`U0=hex`: units 0 to 9 are side 0's."""
    places = [DESTROYED] * UNITS
    for name, hex_ in where.items():
        places[int(name[1:])] = hex_
    return Skirmish(places=places)


ODDS = results.Odds(
    CombatTable(["die", "1-1", "2-1"], [["1..2", "A1", "F1"], ["3..4", "F1", "FER"], ["5..6", "F2R", "F2R"]])
)


def read(state: Skirmish, strength: Callable[[int, int], int]) -> Field[Skirmish]:
    """The board as a player reads it; whoever stands beside a hex can attack it."""
    return Field(THEATRE, state, [MAP.grid.neighbours] * 2, strength, ODDS, THEATRE.movers)


# marching


def test_a_march_goes_on_until_somebody_has_to_be_asked() -> None:
    passed: list[int] = []

    def goes_through(hex_: int) -> bool:
        passed.append(hex_)
        return hex_ != 4

    assert march((1, 2, 3), goes_through) == (3, ())
    assert passed == [1, 2], "where it ends is not passed"
    assert march((1, 4, 2, 3), goes_through) == (4, (2, 3))


def test_ways_are_those_of_a_counter_that_nothing_keeps_from_moving() -> None:
    state = placed(U0=MIDDLE, U1=E, U10=W)
    tired = lambda state, unit: ("tired", "S9") if unit == 1 else None  # noqa: E731
    state.moved = [0] * UNITS
    space = Marches(THEATRE, state, Go, "S1", tired, REFUSED, THEATRE.movers)
    assert list(space.options(())) == ["U0"]
    for part, word, rule in (("U1", "tired", "S9"), ("U10", "not-your-unit", "S1"), ("nobody", "not-your-unit", "S1")):
        refused = space.why_not_unit(part)
        assert (refused.reason.key, refused.rule) == (f"skirmish.illegal.{word}", rule)
    assert space.why_not_unit(MAP.grid.number(E)).reason.key == "skirmish.illegal.tired"
    assert space.why_not_unit(MAP.grid.number(MIDDLE)).reason.key == "skirmish.illegal.choose-counter"
    assert space.why_not_unit(MAP.grid.number(SE)).reason.key == "skirmish.illegal.nobody-there"
    enemy = refusal_of(Illegal, lambda: space.check(Go("U0", (MAP.grid.number(W),))))
    assert (enemy.reason.key, enemy.rule) == ("skirmish.illegal.taken", "S1")


#: how side 0 moves where a full hex may be passed
PASSING = Mover(TABLE, bar=BITS.unit[1], stop=BITS.zone[1], no_end=BITS.any_full[0], zone_to_zone=WITH_ALL)


@pytest.mark.parametrize("seed", range(40))
def test_no_way_leads_to_where_nobody_may_stay(seed: int) -> None:
    """Part by part, and as drawn: it ends where there is room, and every part leads on to such an end."""
    rng = Random(seed)
    around = sorted({far for near in LAND[MIDDLE] for far in LAND[near]} - {MIDDLE})
    full = rng.sample(around, 4)
    state = placed(U0=MIDDLE, **{f"U{n}": full[(n - 1) // 2] for n in range(1, 9)}, U10=rng.choice(around[-3:]))
    state.moved = [0] * UNITS
    space = Marches(
        THEATRE,
        state,
        Go,
        "S1",
        lambda state, unit: ("tired", "S9") if unit else None,
        {**REFUSED, Reason.MAY_NOT_END: ("taken", "S1")},
        [PASSING] * UNITS,
    )
    crowded = {MAP.grid.number(hex_) for hex_ in full}
    assert "U0" in space.options(())
    for _ in range(10):
        partial: tuple[Any, ...] = ("U0",)
        while choices := space.options(partial):
            partial = (*partial, rng.choice(choices))
        for action in (space.build(partial), space.sample(rng)):
            assert partial[-1] == STOP
            assert action.path[-1] not in crowded
            space.check(action)
    passed = next(part for part in space.options(("U0",)) if part in crowded)
    assert STOP not in space.options(("U0", passed))
    assert space.why_refused(("U0", passed), STOP).reason.key == "skirmish.illegal.taken"


def test_nobody_comes_back_to_where_there_are_too_many() -> None:
    start = placed(U0=MIDDLE, U1=MIDDLE)
    assert not THEATRE.bits_for(start, 0)[MIDDLE] & BITS.any_full[0]
    crowd = placed(U0=MIDDLE, U1=MIDDLE, U2=MIDDLE)
    assert THEATRE.bits_for(crowd, 0)[MIDDLE] & BITS.any_full[0]


def test_a_way_costs_what_its_steps_do() -> None:
    state = placed(U0=MIDDLE)
    mover = THEATRE.movers[0]
    price = mover.table.price(MIDDLE, E)
    assert cost_of(THEATRE, state, 0, [E], mover) == price
    assert cost_of(THEATRE, state, 0, [W, E], mover) is None, "no neighbours"


# losses


def test_losses_are_shared_among_those_who_bear_them() -> None:
    space = fighting.share_losses(WORDS, Lose, {0: 2, 1: 1}, {0: 1}, 2, "S5")
    assert space is not None
    assert {action.units for action in space.candidates()} == {("U0", "U0"), ("U0", "U1")}
    labels = [space.label(chosen, "U0").key for chosen in ((), ("U0",))]
    assert labels == ["skirmish.loss.flipped", "skirmish.loss.destroyed"]
    for units, word in ((("U0",), "number"), (("U0", "U2"), "not-among"), (("U1", "U1"), "too-many")):
        refused = refusal_of(Illegal, lambda units=units: space.check(Lose(units)))  # type: ignore[misc]
        assert refused.reason.key == f"skirmish.illegal.losses.{word}"


@pytest.mark.parametrize("count", [0, 3, 4])
def test_nothing_is_chosen_where_nothing_can_be(count: int) -> None:
    assert fighting.share_losses(WORDS, Lose, {0: 2, 1: 1}, {}, count, "S5") is None


# retreat and advance


def test_beaten_counters_go_away_from_where_they_were_attacked_and_where_all_find_room() -> None:
    state = placed(U0=MIDDLE, U1=MIDDLE, U2=W, U10=E)
    verdicts = {
        option.hex: option.verdict for option in fighting.retreat_hexes(THEATRE, state, 0, MIDDLE, LAND, [E], [0, 1])
    }
    assert verdicts[E] is Retreat.MARKED
    assert verdicts[W] is Retreat.NO_ROOM, "two find room in a hex"
    assert verdicts[NE] is verdicts[SE] is Retreat.NOT_AWAY
    alone = fighting.retreat_hexes(THEATRE, state, 0, MIDDLE, LAND, [E], [0])
    assert next(option.verdict for option in alone if option.hex == W).name in ("FREE", "COSTLY")


def test_there_is_one_way_only_if_all_find_room_on_it() -> None:
    state = placed(U0=MIDDLE, U1=MIDDLE, U2=W)
    assert fighting.only_way(THEATRE, state, 0, {0: [W]}) == {W: [0]}
    assert fighting.only_way(THEATRE, state, 0, {0: [W], 1: [W]}) is None
    assert fighting.only_way(THEATRE, state, 0, {0: [W, NW]}) is None


def test_as_many_as_fit_the_first_before_the_others() -> None:
    assert fighting.as_fit([5, 3, 4, 1], lambda chosen: sum(chosen) < 10) == [5, 3, 1]


# for players


def test_a_hex_is_filled_as_far_as_stacking_allows() -> None:
    filling = Filling(THEATRE)
    assert [filling.take(unit, MIDDLE) for unit in (0, 1, 2)] == [True, True, False]
    assert filling.take(2, E)


def test_a_threat_counts_each_counter_from_one_hex_only() -> None:
    state = placed(U0=W, U10=MIDDLE)
    threat = Threat(read(state, lambda unit, hex_: 7), 0, [0])
    assert threat.attack(MIDDLE) == 7
    assert threat.comes_near(MIDDLE)
    assert threat.comers(W) == [0]


def test_an_attack_is_weighed_by_all_its_results() -> None:
    codes = [results.parse_result(text) or results.Code() for text in ("A1", "F1", "FER", "A1-F1R")]
    found: Any = results.forecast(codes, [1.0, 2.0], [3.0, 4.0], 2, lambda losses: (0.5, True), prize=10.0)
    assert found.won == 2 / 4
    assert found.attacker_losses == 2 / 4
    assert found.defender_losses == (1 + 2 + 1) / 4
    assert found.gain == ((-1) + 3 + (7 + 10 + 0.5) + (3 - 1 + 10 + 0.5)) / 4
    assert results.worth({"A1": 2, "F1R": 4}, attackers=2, defenders=2) == 2 * -1 + 4 * 2


def test_reasons_that_lack_what_a_mover_can_run_into_are_refused_when_they_are_declared() -> None:
    assert checked(THEATRE, REFUSED) is REFUSED
    sea = next(code for code in REFUSED if isinstance(code, int))
    lacking: Reasons = {why: told for why, told in REFUSED.items() if why not in (ENEMY, sea, Reason.MUST_STOP)}
    with pytest.raises(ValueError, match=rf"no \(word of the refusal, rule\) for {sea}, MUST_STOP, enemy: a mover can"):
        checked(THEATRE, lacking)


def test_what_a_mover_may_not_do_is_all_that_can_keep_it_away() -> None:
    always = {Reason.NOT_ADJACENT, Reason.TOO_DEAR, *(-price for price in TABLE.prices if price < -1)}
    assert refusals(Mover(TABLE)) >= always
    found = refusals(Mover(TABLE, no_end=1, zone_to_zone=NEVER)) - refusals(Mover(TABLE))
    assert found == {Reason.MAY_NOT_END, Reason.ZONE_TO_ZONE}
