"""Ways to throw a total and a number of one face, against counting them one by one."""

from collections import Counter
from itertools import product

import pytest

from feltherre.odds.tallies import FACES, ways_by_count, ways_by_total, ways_by_total_and_count


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("face", FACES)
def test_small_throws_are_counted_one_by_one(n: int, face: int) -> None:
    throws = list(product(FACES, repeat=n))
    assert ways_by_total(n) == Counter(sum(throw) for throw in throws)
    assert ways_by_count(n, face) == Counter(throw.count(face) for throw in throws)
    assert ways_by_total_and_count(n, face) == Counter((sum(throw), throw.count(face)) for throw in throws)


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("faces", [(5, 6), (1, 3, 4), FACES])
def test_several_faces_are_counted_together(n: int, faces: tuple[int, ...]) -> None:
    throws = list(product(FACES, repeat=n))
    assert ways_by_count(n, *faces) == Counter(sum(die in faces for die in throw) for throw in throws)


@pytest.mark.parametrize("n", [12, 24, 40])
def test_all_throws_are_counted(n: int) -> None:
    assert sum(ways_by_total(n).values()) == 6**n
    assert sum(ways_by_count(n, 6).values()) == 6**n
