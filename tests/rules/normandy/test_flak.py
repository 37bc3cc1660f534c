"""Flak against aircraft (1.2-e, 1.2-f, 1.7, MOV-4): the table, what it covers, and when it fires."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from feltherre.core import engine
from feltherre.core.table import Table
from feltherre.games.normandy import board, flak, movement, units
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.state import NormandyState
from normandy_table import hex_, position, unit
from norway_table import Script
from procedure_desk import Desk

DESK = Desk(GAME.procedures)
FLAK = ("de-flak-32", "de-flak-sturm-1")

#: die -> the losses of an air unit under 2 and under 4 flak points, as the book prints table 1.7
PRINTED = {1: (0, 0), 2: (0, 0), 3: (0, 1), 4: (1, 1), 5: (1, 2), 6: (2, 3)}


@pytest.mark.proves("1.7-a", "1.7-d", "1.2-e", "MOV-4")
@pytest.mark.parametrize("die", PRINTED)
@pytest.mark.parametrize("regiments", [1, 2])
@pytest.mark.parametrize("taken", [0, 1])
def test_the_table_of_flak(die: int, regiments: int, taken: int) -> None:
    losses = PRINTED[die][regiments - 1]
    one = {"id": "bm-1", "loss_value": 2, "losses": taken}
    found = DESK.ask("flak", flak_points=2 * regiments, aircraft=one, dice=[die])
    assert found == {"losses": losses, "shot_down": losses + taken >= 2, "continues": losses + taken < 2}


@pytest.mark.proves("1.7-a", "1.7-d")
def test_the_umpire_rules_on_flak_as_the_examples_say() -> None:
    examples = [e for e in GAME.ledger.examples.values() if e.procedure == "flak"]
    assert [e.id for e in examples] == ["chk-flak-two", "chk-flak-four"]
    for example in examples:
        DESK.check_example(example)


@pytest.mark.proves("1.7-d")
@pytest.mark.parametrize("points", [0, 1, 3, 6])
def test_there_are_no_other_flak_points_than_2_and_4(points: int) -> None:
    one = {"id": "bm-1", "loss_value": 2}
    assert str(points) in DESK.refusal("flak", flak_points=points, aircraft=one, dice=[1])


@pytest.mark.proves("1.2-f", "1.7-d", "MOV-4")
def test_flak_covers_its_own_hex_and_the_six_around_it_over_any_ground() -> None:
    play = position(german={"1412": [FLAK[0]]})
    covered = {board.number(n) for n in range(board.SIZE) if flak.covering(play.state, n)}
    assert covered == {"1412", "1512", "1312", "1511", "1411", "1513", "1413"}
    # a river without a bridge, over which no zone of control reaches
    assert board.crossing(hex_("1412"), hex_("1513")) == "river"
    both = position(german={"1412": [FLAK[0]], "1612": [FLAK[1]]}).state
    assert [flak.points_of(flak.covering(both, hex_(name))) for name in ("1312", "1512", "1712")] == [2, 4, 2]


# in the game

AIR = {"1001": ["bm-us-8af", "at-ix-tac-1"], "1310": ["br-7-arm"]}


@pytest.mark.proves("1.2-e", "1.2-f", "1.7-a", "1.7-b")
def test_flak_fires_at_an_air_unit_before_it_is_over_its_target() -> None:
    play = position(allied=AIR, german={"1512": [FLAK[0]]}).throws([3], [4])
    play("fly bm-us-8af 1512")
    assert (play.place("bm-us-8af"), play.losses("bm-us-8af")) == ("1512", 0)
    assert play.told()[-2:] == ["flak-misses", "flies"]
    play("fly at-ix-tac-1 1513")
    assert (play.place("at-ix-tac-1"), play.losses("at-ix-tac-1")) == ("1513", 1)
    assert play.told()[-3:] == ["flak", "loss", "flies"]


@pytest.mark.proves("1.2-e", "VIC-3")
def test_whoever_is_shot_down_does_not_come_to_its_target() -> None:
    play = position(allied=AIR, german={"1512": [FLAK[0]]}).throws([6])
    before = GAME.scene(play.state, ()).status.notes[-1].args["german"]
    play("fly bm-us-8af 1512")
    assert (play.place("bm-us-8af"), "flies" in play.told()) == ("destroyed", False)
    assert GAME.scene(play.state, ()).status.notes[-1].args["german"] == before + 2
    assert play.state.flown[unit("bm-us-8af")] == 0
    assert play.prompt == "movement"


@pytest.mark.proves("1.7-d", "1.2-f")
def test_two_regiments_that_cover_the_target_fire_together_once() -> None:
    """A 3 does nothing under 2 points, and is a loss under 4."""
    play = position(allied=AIR, german={"1512": [FLAK[0]], "1613": [FLAK[1]]}).throws([3])
    # one of them is passed first, and waits for the other
    play("fly bm-us-8af 1513")
    assert (play.place("bm-us-8af"), play.losses("bm-us-8af")) == ("1513", 1)
    assert play.told().count("flak") == 1


@pytest.mark.proves("MOV-4", "1.4-air", "1.2-e")
def test_an_air_unit_flies_round_flak_that_does_not_cover_its_target() -> None:
    play = position(allied=AIR, german={"1512": [FLAK[0]]})
    way = movement.airway(play.state, unit("bm-us-8af"), hex_("1514"))
    assert not any(flak.covering(play.state, passed) for passed in way)
    steps = [min(board.SEA_START, key=lambda start: board.GRID.distance(start, way[0])), *way]
    assert [board.GRID.distance(*pair) for pair in pairwise(steps)] == [1] * len(way)
    play("fly bm-us-8af 1514")
    assert play.told()[-1] == "flies"


@pytest.mark.proves("1.2-e", "1.4-air", "1.7-b")
def test_flak_that_cannot_be_flown_round_fires_on_the_way() -> None:
    """Where the movement is just enough for the straight way, each regiment fires where it first covers it."""
    far = next(n for n in range(board.SIZE) if movement.in_range(unit("bm-us-8af"), n) and n // 30 == 24)
    way = movement.airway(position().state, unit("bm-us-8af"), far)
    assert len(way) == units.UNITS[unit("bm-us-8af")].movement
    stands = board.number(way[-4])
    play = position(allied=AIR, german={stands: [FLAK[0]]}).throws([4])
    play(f"fly bm-us-8af {board.number(far)}")
    assert (play.losses("bm-us-8af"), play.place("bm-us-8af")) == (1, board.number(far))


@pytest.mark.proves("1.7-b", "1.2-f")
def test_a_regiment_on_the_march_fires_at_what_it_comes_near_to_and_goes_on() -> None:
    flying = {"bm-us-8af": "1615", "at-ix-tac-1": "1913"}
    play = position(side="german", german={"1618": [FLAK[0]]}, flying=flying).throws([5])
    play(f"{FLAK[0]} > 1617 > 1616 > 1715")
    assert (play.losses("bm-us-8af"), play.losses("at-ix-tac-1")) == (1, 0)
    assert play.place(FLAK[0]) == "1715"
    # once, though it still covers it from the next hex
    assert play.told().count("flak") + play.told().count("flak-misses") == 1


@pytest.mark.proves("1.7-b", "1.2-f", "SEQ-1")
def test_what_was_fired_at_on_its_way_is_fired_at_again_in_the_german_movement() -> None:
    play = position(allied=AIR, german={"1615": [FLAK[0]]}, alone=True).throws([4], [4])
    play("fly bm-us-8af 1614", "end movement")
    assert (play.asked, play.losses("bm-us-8af")) == (["german"], 1)
    play(f"{FLAK[0]} > 1715")
    assert play.place("bm-us-8af") == "destroyed"


@pytest.mark.proves("1.7-b", "1.2-f")
def test_a_regiment_two_hexes_away_fires_at_nobody_and_neither_does_the_one_that_stands_still() -> None:
    play = position(side="german", german={"1618": [FLAK[0]], "1614": [FLAK[1]]}, flying={"bm-us-8af": "1615"})
    play(f"{FLAK[0]} > 1617")
    assert not any(key.startswith("flak") for key in play.told())


@pytest.mark.proves("1.7-b", "1.7-d")
def test_the_other_regiment_fires_with_it_where_both_cover_the_same_aircraft() -> None:
    """A 3 does nothing under 2 points, and is a loss under 4; then the other has fired too."""
    flying = {"bm-us-8af": "1615"}
    play = position(side="german", german={"1617": [FLAK[0]], "1614": [FLAK[1]]}, flying=flying).throws([3])
    play(f"{FLAK[0]} > 1616")
    assert play.losses("bm-us-8af") == 1
    play(f"{FLAK[1]} > 1715")
    assert play.losses("bm-us-8af") == 1


@pytest.mark.proves("1.7-b", "2.1-c")
def test_a_regiment_that_enters_fires_at_aircraft_over_its_start_hex() -> None:
    play = position(side="german", phase="reinforcement", flying={"bm-us-8af": "1325"}).throws([6])
    play(f"place {FLAK[1]} 1325")
    assert play.place("bm-us-8af") == "destroyed"


@cases("says regiment stands", ("1.7-c", "an infantry division fires at nobody", "de-21-pz", "1618"))
def test_only_flak_fires(regiment: str, stands: str) -> None:
    play = position(side="german", german={stands: [regiment]}, flying={"bm-us-8af": "1615"})
    play(f"{regiment} > 1617 > 1616")
    assert play.losses("bm-us-8af") == 0


@pytest.mark.proves("1.7-d", "1.2-f")
def test_before_a_carpet_all_flak_over_the_hex_fires_once_at_each_bomber() -> None:
    bombers = ["bm-us-8af", "bm-us-9bc", "bm-raf-bc-1"]
    play = position(allied={"1001": bombers}, german={"1512": [FLAK[0]], "1513": [FLAK[1]], "2012": ["de-21-pz"]})
    script = Script()
    script.dice_to_come = [(2,), (6,), (4,)]
    table: Table[NormandyState] = Table(GAME, play.state, script)
    flak.fire_at_all(table, [unit(name) for name in bombers], hex_("1512"))
    engine.settle(table)
    assert [play.place(name) for name in bombers] == ["1001", "destroyed", "1001"]
    assert [play.losses(name) for name in bombers] == [0, 2, 1]


@pytest.mark.proves("1.2-e", "1.2-f", "1.4-air", "MOV-4")
@given(st.integers(0, board.SIZE - 1), st.integers(0, board.SIZE - 1), st.integers(0, board.SIZE - 1))
def test_every_way_meets_the_flak_that_covers_the_target_and_as_little_else_as_may_be(
    first: int, second: int, target: int
) -> None:
    state = NormandyState()
    bomber = unit("bm-us-8af")
    for name, stands in zip(FLAK, (first, second), strict=True):
        if board.IS_LAND[stands]:
            state.places[unit(name)] = stands
    if target not in movement.missions(bomber):
        return
    way = movement.airway(state, bomber, target)
    assert (way[-1], len(way) <= 24) == (target, True)
    assert any(board.GRID.distance(start, way[0]) == 1 for start in board.SEA_START)
    met = {one for passed in way for one in flak.covering(state, passed)}
    assert met >= set(flak.covering(state, target))
    if met > set(flak.covering(state, target)):
        # only where the way round is too long
        assert len(way) > 12
