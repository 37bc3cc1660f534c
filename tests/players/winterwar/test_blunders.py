"""Positions in which the captain used to blunder plainly: supply, armour, roads, the air, hopeless attacks, the
Isthmus, and one opening for all games."""

from collections.abc import Callable
from random import Random

import pytest

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.players import CaptainPlayer
from feltherre.games.winterwar.state import DEFENDS, WinterWarState
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET
from feltherre.players.player import position_for
from winterwar_table import hex_, position, unit
from winterwar_table.captain import move_all, order

SETUP = Setup(seats=(Seat("a", ("finland",)), Seat("b", ("soviet",))))


def captains(seed: int, until: Callable[[WinterWarState], bool]) -> WinterWarState:
    """Two captains play until then."""
    players = {role: CaptainPlayer() for role in ROLES}
    stream = KeyedStream(b"blunders")
    state: WinterWarState = engine.begin(GAME, SETUP, stream).state
    rng = Random(seed)
    while not until(state):
        decisions = engine.open_decisions(GAME, state)
        role = decisions[0].role
        chosen = players[role].choose(position_for(GAME, state, (role,), role, rng))
        engine.carry_out(Table(GAME, state, stream, quiet=True), decisions, role, chosen.action)
    return state


def is_set_up(state: WinterWarState) -> bool:
    return state.turn == 1


def standing(state: WinterWarState, side: int) -> tuple[int, ...]:
    return tuple(state.places[unit] for unit in units.OF_SIDE[side])


def from_the_finns(state: WinterWarState, hex_: int) -> int:
    finns = (state.places[unit] for unit in units.GROUND_UNITS[FINLAND] if state.places[unit] >= 0)
    return min(board.GRID.distance(hex_, there) for there in finns)


# set-up


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_cut_off_by_the_set_up(seed: int) -> None:
    """Detachment Räsänen beside the road to Suojärvi cut off two divisions and their artillery in every game."""
    state = captains(seed, is_set_up)
    assert state.places[unit("Ras")] == hex_("2235")
    assert not any(state.cut_off)


def test_openings_differ_and_come_from_the_chance_of_the_position() -> None:
    found = [captains(seed, is_set_up) for seed in (1, 1, 2, 3, 4, 5)]
    finnish = [standing(state, FINLAND) for state in found]
    assert finnish[0] == finnish[1]
    assert len(set(finnish)) >= 4
    assert len({standing(state, SOVIET) for state in found}) >= 2


def test_who_sets_up_by_answers_of_new_captains_comes_to_an_end() -> None:
    """An adviser may be asked anew for every answer: what stands otherwise than in history is left there."""
    state: WinterWarState = engine.begin(GAME, SETUP, KeyedStream(b"advice")).state
    answers = 0
    while not is_set_up(state):
        decisions = engine.open_decisions(GAME, state)
        role = decisions[0].role
        chosen = CaptainPlayer().choose(position_for(GAME, state, (role,), role, Random(answers)))
        engine.carry_out(Table(GAME, state, KeyedStream(b"x"), quiet=True), decisions, role, chosen.action)
        answers += 1
    assert answers < 40


# armour, roads


@pytest.mark.parametrize("seed", range(2))
def test_armour_stays_at_the_front(seed: int) -> None:
    """The 40th Tank Brigade used to drive behind Leningrad in turn 1, to guard it from nobody."""
    before = captains(seed, is_set_up)
    after = captains(seed, lambda state: state.phase == "combat")
    armour = [unit for unit in units.GROUND_UNITS[SOVIET] if units.IS_ARMOUR[unit] and before.places[unit] >= 0]
    away = [[from_the_finns(state, state.places[unit]) for unit in armour] for state in (before, after)]
    assert sum(away[1]) <= sum(away[0])
    assert after.places[unit("40TB")] != hex_("1945")


def test_terijoki_is_not_left_to_partisans() -> None:
    """The army before Viipuri hangs on the road by Terijoki, where two partisan units may enter in the Finnish turn
    (2.1-i, R43): in an empty Terijoki one of them would cut off everybody."""
    play = position(
        turn=3,
        finland={"1540": ["4D"], "1439": ["JR25"], "1739": ["8D", "10D"]},
        soviet={
            "1641": ["43RD", "70RD", "20TB"],
            "1741": ["123RD", "150RD"],
            "1742": ["44RD"],
            "1841": ["142RD", "49RD"],
            "1842": ["24RD"],
            "1843": ["136RD"],
            "1844": ["113RD", "90RD"],
        },
        owners={"1742": "soviet"},
    )
    move_all(play)
    assert maps.has_own(play.state, hex_("1742"), SOVIET)


def test_murmansk_is_not_left_to_partisans() -> None:
    """Partisans may enter at Petsamo in the Finnish turn, four hexes from a port worth two points."""
    play = position(
        turn=2,
        finland={"1306": ["Pets"], "1641": ["4D", "5D"]},
        soviet={"1803": ["104RD"], "2105": ["52RD"], "1844": ["123RD", "24RD"], "1843": ["43RD"]},
        owners={"1803": "soviet"},
    )
    move_all(play)
    assert maps.has_own(play.state, hex_("Murmansk"), SOVIET)


# the air


def test_aircraft_that_nobody_needs_to_attack_with_cover_the_defence() -> None:
    """No Finn can attack, three divisions will come against Viipuri: bombers over it take two columns off their
    odds."""
    play = position(
        side="finland",
        turn=3,
        finland={"1540": ["4D", "5D"], "1439": ["LeR4"]},
        soviet={"1642": ["43RD", "70RD", "20TB"], "1742": ["123RD", "24RD"], "1844": ["90RD"]},
        cut_off=["4D", "5D"],
        owners={"1742": "soviet"},
    )
    given = move_all(play)
    assert "fly LeR4 1540" in given, given
    assert play.state.flown[unit("LeR4")] == DEFENDS


def test_aircraft_stay_at_home_where_nothing_is_to_be_feared() -> None:
    play = position(side="finland", finland={"0441": ["6D"], "1439": ["LeR2"]}, soviet={"1844": ["90RD", "24RD"]})
    given = move_all(play)
    assert not any("fly" in one for one in given), given


# hopeless attacks


def test_nobody_attacks_far_below_even_odds_for_a_small_gain() -> None:
    """Regiment 25 against a fresh division: at 1-3 with a ski unit's +1 it loses a face on five dice of six, the enemy
    one on three."""
    play = position(
        side="finland",
        phase="combat",
        turn=2,
        finland={"1626": ["JR25"], "1425": ["9D"]},
        soviet={"1726": ["54RD"], "1921": ["163RD"], "1844": ["123RD"]},
    )
    assert order(play) == "end combat"


# the Isthmus


def test_the_isthmus_is_not_emptied_for_gains_elsewhere() -> None:
    """Seven Soviet divisions and their tanks stand before the line; a lone division at Ilomantsi and one before Kuhmo
    are worth beating, but not with the army of the Isthmus."""
    play = position(
        side="finland",
        turn=1,
        finland={
            "1641": ["4D", "5D"],
            "1741": ["11D", "2Br"],
            "1640": ["1D"],
            "1740": ["8D"],
            "1840": ["10D", "3Br"],
            "1439": ["6D"],
            "1931": ["DetA"],
            "2034": ["12D"],
            "2036": ["13D"],
        },
        soviet={
            "1742": ["43RD", "70RD"],
            "1841": ["35TB"],
            "1842": ["142RD", "49RD"],
            "1843": ["20TB"],
            "1943": ["24RD", "90RD"],
            "1844": ["123RD", "10TK"],
            "1932": ["155RD"],
            "1726": ["54RD"],
            "2136": ["18RD"],
            "2137": ["168RD"],
        },
        owners={"1742": "soviet", "1932": "soviet"},
        flipped=["155RD"],
    )
    move_all(play)
    left = [name for name in ("4D", "5D", "11D", "1D", "8D", "10D", "6D") if int(play.place(name)[2:]) >= 38]
    assert len(left) >= 5, left
