"""What computer players of hex games call: distances with tolls, what hangs on a road, odds, gatherings for attacks."""

from typing import NamedTuple

import pytest

from feltherre.ground.hexes.reach import FREELY
from feltherre.ground.hexes.reasons import Reason
from feltherre.hexgame.desk import walked
from feltherre.hexgame.distances import FAR, branches, distances, way_back
from feltherre.hexgame.field import Gathering, without_idlers
from hexgame.skirmish import MAP
from hexgame.test_answers import MIDDLE, NW, ODDS, E, W, placed, read

#: a row of five hexes, 0 to 4, each step for 2
ROW = [[(there, 2) for there in (here - 1, here + 1) if 0 <= there < 5] for here in range(5)]
WAYS = tuple(tuple(there for there, _ in steps) for steps in ROW)


def test_a_way_costs_its_steps_and_the_tolls_of_the_hexes_that_are_left() -> None:
    tolls = [0.0, 1.0, 10.0, 0.0, 0.0]
    assert distances(ROW, {0: 0.0}, tolls) == [0.0, 2.0, 5.0, 17.0, 19.0]
    assert distances(ROW, {0: 3.0}, tolls)[1] == 5.0, "what it costs to leave the start"
    assert distances(ROW, {0: 0.0, 4: 0.0}, tolls)[2] == 4.0, "from the nearest start"
    assert distances([[], []], {0: 0.0}, [0.0, 0.0]) == [0.0, FAR]


def test_nothing_leads_through_a_closed_hex() -> None:
    found = branches(WAYS, [0])
    assert list(way_back(found, 3)) == [2, 1, 0]
    assert branches(WAYS, [0], {2}.__contains__) == {0: -1, 1: 0}
    assert branches(WAYS, [0], {0}.__contains__) == {0: -1}, "nor out of a closed start"
    assert list(way_back({0: -1}, 4)) == [], "where nothing leads"


def test_odds_are_weighed_over_the_six_faces() -> None:
    assert ODDS.heading(4, 2) == "2-1"
    # two units with three losses between them: R on four faces of six, or the third loss on none
    assert ODDS.driven_out(4, 2, 0, 3) == pytest.approx(4 / 6)
    assert ODDS.driven_out(4, 2, 0, 1) == 1
    # F1 takes one, FE both, F2 both
    assert ODDS.losses(4, 2, 0, 2) == pytest.approx((1 + 2 + 2) / 3)
    assert ODDS.driven_out(2, 2, 1, 2) == pytest.approx(3 / 6), "a face counts one more"


class Attack(NamedTuple):
    units: tuple[int, ...]
    gain: float


def test_who_adds_nothing_stays_out() -> None:
    worth = {1: 5.0, 2: 0.01, 3: -1.0}

    def weigh(chosen: object) -> Attack:
        units = tuple(chosen)  # type: ignore[call-overload]
        return Attack(units, sum(worth[unit] for unit in units))

    assert without_idlers([1, 2, 3], [3, 2, 1], weigh, 0.05).units == (1,)
    assert without_idlers([2], [2], weigh, 0.05).units == (2,), "somebody must attack"
    assert without_idlers([1, 2], [2, 1], weigh, 0.05, may=lambda fewer: 2 in fewer).units == (1, 2)


def test_counters_come_together_for_an_attack_as_far_as_they_have_room() -> None:
    state = placed(U0=W, U1=W, U2=W, U3=MIDDLE, U10=E)
    state.moved = state.attacked = [0] * len(state.places)
    field = read(state, lambda unit, hex_: 10 - unit)

    def weigh(hex_: int, chosen: object, origins: set[int]) -> Attack:
        units = tuple(chosen)  # type: ignore[call-overload]
        return Attack(units, float(len(units)))

    gathering = Gathering(field, 0, [0, 1, 2], [3], weigh, lambda unit, hex_: 0.5, 0.0)
    assert gathering.targets() == [E]
    found = gathering.against(E)
    assert found is not None
    assert found.stands[3] == MIDDLE, "who stays attacks from where it is"
    assert all(hex_ in MAP.grid.neighbours[E] for hex_ in found.stands.values())
    assert list(found.stands.values()).count(MIDDLE) <= 2, "two find room in a hex"
    moved = [unit for unit, hex_ in found.stands.items() if hex_ != state.places[unit]]
    assert found.gain == pytest.approx(len(found.stands) - 0.5 * len(moved))
    gathering.free.clear()
    alone = gathering.against(E)
    assert alone is not None
    assert list(alone.stands) == [3]
    assert Gathering(field, 0, [], [], weigh, lambda unit, hex_: 0.0, 0.0).against(NW) is None


def test_a_described_way_is_walked_like_one_on_the_map() -> None:
    gone = walked([0, 2, 2, 2], [0, 0, 1, 0], 5, stop=1, zone_to_zone=FREELY)
    assert gone.costs == (2, 2)
    assert gone.refusal is not None
    assert gone.refusal.reason is Reason.MUST_STOP
    assert walked([0, 2, -7], [0, 0, 0], 9).refusal.detail == 7  # type: ignore[union-attr]
    assert walked([0, 9], [0, 0], 1, minimum=True).costs == (1,)
