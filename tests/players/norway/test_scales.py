"""How the captain weighs a position."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from feltherre.games.norway import board
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.players.captain.chances import FOR_GERMANY, distances, expected_toll, obstacles
from feltherre.games.norway.players.captain.scales import Scales

NOBODY = (0,) * board.AREA_COUNT
OSLO, NARVIK, TRONDHEIM = (board.INDEX[area] for area in ("oslo", "narvik", "trondheim"))
CITY = {area: number for number, area in enumerate(board.POINT_CITY)}


def empty_scales(**fields: float) -> Scales:
    return Scales(FOR_GERMANY, fields.get("turns", 8.0), NOBODY, NOBODY, safe=fields.get("safe", 0.0))


def random_scales(rng: Random) -> Scales:
    scales = empty_scales(turns=rng.randint(1, 20))
    for _ in range(rng.randint(5, 25)):
        scales.add(rng.randrange(3), rng.randrange(board.AREA_COUNT), rng.randint(1, 4))
    return scales


def test_the_score_is_the_sum_over_the_cities() -> None:
    """The quick sum and the chances that are told to people come from the same curve (within its steps)."""
    rng = Random(4)
    for _ in range(100):
        scales = random_scales(rng)
        slowly = scales.material + sum(log(scales.city_chance(city)) for city in range(6))
        assert scales.score() == pytest.approx(slowly, abs=0.2)


def test_what_is_tried_is_undone() -> None:
    scales = random_scales(Random(5))
    mark, before = scales.mark(), scales.score()
    scales.add(GERMANY, NARVIK, 3)
    scales.add(ALLIES, TRONDHEIM, 2)
    assert scales.score() != before
    scales.back_to(mark)
    assert scales.score() == before


def test_a_battalion_helps_its_own_side_and_most_in_the_city() -> None:
    scales = empty_scales()
    for city in board.POINT_CITY:
        scales.add(GERMANY, city, 1)
    scales.add(ALLIES, board.INDEX["gratangen"], 3)
    assert scales.worth(GERMANY, NARVIK) > scales.worth(GERMANY, board.INDEX["tysfjord"]) > 0
    assert scales.worth(NORWAY, board.INDEX["bardufoss"]) > scales.worth(NORWAY, board.INDEX["finnmark"]) > 0


def test_a_city_without_a_garrison_is_worth_less_than_one_with_it_whoever_is_near() -> None:
    """A German who leaves a city for the area next to it never improves its chance."""
    for enemies in range(7):
        inside, outside = empty_scales(), empty_scales()
        for scales, area in ((inside, NARVIK), (outside, board.INDEX["tysfjord"])):
            scales.add(GERMANY, area, 2)
            scales.add(ALLIES, board.INDEX["gratangen"], enemies)
        assert inside.city_chance(CITY[NARVIK]) > outside.city_chance(CITY[NARVIK])


def test_a_city_left_empty_before_germans_is_worth_less_than_one_held_against_them() -> None:
    """After a turn of Norway or the Allies the Germans next to it simply walk in."""
    for germans in range(1, 7):
        chances = []
        for area in ("narvik", "gratangen"):
            scales = Scales(FOR_GERMANY, 8.0, NOBODY, NOBODY, germany_next=True)
            scales.add(NORWAY, board.INDEX[area], 2)
            scales.add(GERMANY, board.INDEX["tysfjord"], germans)
            chances.append(scales.city_chance(CITY[NARVIK]))
        held, left = chances
        assert held < left


def test_when_germany_can_end_the_game_what_it_holds_is_safe() -> None:
    at_the_end = empty_scales(safe=0.98)
    at_the_end.add(GERMANY, NARVIK, 1)
    at_the_end.add(ALLIES, board.INDEX["gratangen"], 6)
    assert at_the_end.city_chance(CITY[NARVIK]) > 0.97


def test_marches_take_longer_over_water_and_through_enemies() -> None:
    free = distances(NOBODY)
    assert free[NARVIK][CITY[NARVIK]] == 0
    assert free[board.INDEX["gratangen"]][CITY[NARVIK]] == 1
    assert free[board.INDEX["harstad"]][CITY[NARVIK]] == pytest.approx(1.7)
    enemies = [0] * board.AREA_COUNT
    enemies[board.INDEX["kongsvinger"]] = 3
    blocked = distances(obstacles(enemies))
    assert blocked[OSLO][CITY[TRONDHEIM]] > free[OSLO][CITY[TRONDHEIM]]


def test_small_stacks_next_to_large_ones_are_eaten_up() -> None:
    assert expected_toll(1, 4) > expected_toll(1, 1) > 0
    assert expected_toll(5, 2) == 0
    assert expected_toll(0, 4) == 0
