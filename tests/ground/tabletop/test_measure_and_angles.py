"""Centimetres, degrees and ticks; the table of sines; turning and directions."""

import doctest
from decimal import Decimal, getcontext
from fractions import Fraction
from math import atan2, degrees, floor, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop import angles as angles_module
from feltherre.ground.tabletop import distance as distance_module
from feltherre.ground.tabletop import formations as formations_module
from feltherre.ground.tabletop import measure
from feltherre.ground.tabletop import measure as measure_module
from feltherre.ground.tabletop.angles import COS, ONE, SIN, apart, bearing, forward, opposite, rotate, turn_to
from ground.tabletop.strategies import angles

ways = st.integers(-30000, 30000)


@given(st.integers(-100_000, 100_000))
def test_centimetres_are_read_as_they_are_written(length: int) -> None:
    assert measure.tenths_of_mm(measure.centimetres(length)) == length
    assert measure.tenths_of_mm(length / 100) == length


@pytest.mark.parametrize("written", ["1.234", 0.005, "a", "nan", "inf"])
def test_what_is_too_fine_or_no_number_is_refused(written: str | float) -> None:
    with pytest.raises(BadInput):
        measure.tenths_of_mm(written)


def test_degrees_have_one_decimal() -> None:
    assert measure.tenths_of_degree("22.5") == 225
    with pytest.raises(BadInput):
        measure.tenths_of_degree("22.55")


@given(st.integers(0, 100_000), st.integers(1, 20_000))
def test_an_arrival_is_the_first_tick_at_or_after_it(way: int, rate: int) -> None:
    ticks = measure.ticks_for(way, rate)
    assert ticks * rate >= way * measure.TURN
    assert ticks == 0 or (ticks - 1) * rate < way * measure.TURN
    assert measure.way_in(ticks, rate) >= way


def test_an_arrival_on_a_tick_is_not_moved() -> None:
    # 10 of 20 cm: half a turn
    assert measure.ticks_for(1000, 2000) == measure.TURN // 2 == 4 * measure.EIGHTH


def test_no_time_without_a_rate() -> None:
    with pytest.raises(BadInput):
        measure.ticks_for(10, 0)


@given(st.integers(-10_000, 10_000), st.integers(1, 1000))
def test_halves_are_rounded_upwards(top: int, bottom: int) -> None:
    assert measure.rounded(top, bottom) == floor(Fraction(top, bottom) + Fraction(1, 2))
    assert measure.rounded(1, 2) == 1
    assert measure.rounded(-1, 2) == 0


def _sine(angle: Decimal) -> Decimal:
    term = total = angle
    for n in range(1, 30):
        term = -term * angle * angle / (2 * n * (2 * n + 1))
        total += term
    return total


def test_the_table_of_sines_is_right_to_the_last_place() -> None:
    getcontext().prec = 50
    pi = Decimal("3.1415926535897932384626433832795028841971693993751")
    for tenth in range(901):
        assert SIN[tenth] == int((_sine(pi * tenth / 1800) * ONE).to_integral_value()), tenth


@given(angles)
def test_sine_and_cosine_agree_all_round(angle: int) -> None:
    assert SIN[(angle + 900) % 3600] == COS[angle]
    assert SIN[(angle + 1800) % 3600] == -SIN[angle]
    assert SIN[(1800 - angle) % 3600] == SIN[angle]
    assert abs(SIN[angle] ** 2 + COS[angle] ** 2 - ONE**2) <= 2 * ONE


@given(ways, ways, angles)
def test_a_turn_keeps_lengths_within_1_and_the_way_back_within_1(x: int, y: int, angle: int) -> None:
    turned = rotate(x, y, angle)
    assert abs(hypot(*turned) - hypot(x, y)) <= 1
    back = rotate(*turned, -angle)
    assert abs(back[0] - x) <= 1
    assert abs(back[1] - y) <= 1


@given(ways, ways, st.integers(-4, 8))
def test_right_angles_are_exact(x: int, y: int, quarters: int) -> None:
    turned = x, y
    for _ in range(quarters % 4):
        turned = turned[1], -turned[0]
    assert rotate(x, y, quarters * 900) == turned


@given(ways, ways)
def test_a_direction_is_the_nearest_tenth(dx: int, dy: int) -> None:
    if (dx, dy) == (0, 0):
        with pytest.raises(BadInput):
            bearing(dx, dy)
        return
    true = degrees(atan2(dx, dy)) * 10
    off = (bearing(dx, dy) - true) % 3600
    assert min(off, 3600 - off) <= 0.5001


@given(angles, st.integers(1000, 30000))
def test_forward_and_back(direction: int, way: int) -> None:
    point = forward((4000, 3000), direction, way)
    assert bearing(point[0] - 4000, point[1] - 3000) == direction
    home = forward(point, opposite(direction), way)
    assert max(abs(home[0] - 4000), abs(home[1] - 3000)) <= 1


@given(angles, angles)
def test_angles_between_directions(a: int, b: int) -> None:
    assert 0 <= apart(a, b) == apart(b, a) <= 1800
    assert (a + turn_to(a, b)) % 3600 == b
    assert abs(turn_to(a, b)) == apart(a, b)


@pytest.mark.parametrize("module", [angles_module, measure_module, distance_module, formations_module])
def test_examples_in_the_text_hold(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed
