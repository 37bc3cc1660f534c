"""Losses, points, tie-breaks, sudden death (2.1-e to 2.1-h, win, intro-5 to intro-8; R31, R32, R43, R46-R48, R58)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.games.winterwar import board, occupation
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.state import Loss, attack_value, defence_value, movement_of
from feltherre.games.winterwar.units import COUNT, FINLAND, SOVIET, STACK
from feltherre.hexgame.counters import AWAITED, DESTROYED
from winterwar_table import Playing, hex_, number, position, unit


def lose(play: Playing, name: str) -> None:
    """A unit takes a loss."""
    table = Table(GAME, play.state, play.script)
    occupation.lose(table, unit(name))
    play.events += table.events


def ended(**fields: Any) -> Result:
    """The result of a game that ends after turn eight in this position."""
    side = position(turn=8, side="finland", phase="end", **fields)
    result = side.state.result
    assert result is not None
    return result


def quarters(play: Playing) -> tuple[int, int]:
    return occupation.both_points(play.state)[FINLAND], occupation.both_points(play.state)[SOVIET]


# losses


@pytest.mark.proves("2.1-e", "2.1-f", "2.1-g", "win-4")
def test_R31_the_11th_division_is_flipped_then_destroyed_and_counts_its_front_once() -> None:
    """Four loss points by being flipped, two more before it leaves the map."""
    play = position(side="finland", finland={"1741": ["11D"]})
    division = unit("11D")
    assert attack_value(play.state, division) == 4
    lose(play, "11D")
    assert play.flipped("11D")
    assert play.place("11D") == "1741"
    assert (attack_value(play.state, division), defence_value(play.state, division)) == (2, 2)
    # it is a division as before, and moves as before
    assert (STACK[division], movement_of(play.state, division)) == (0, 3)
    assert quarters(play) == (120, 44)
    lose(play, "11D")
    assert play.place("11D") == "destroyed"
    assert GAME.view(play.state, ["finland"]).places[division] == -2, "as clients know it"
    assert quarters(play) == (120, 48)
    assert play.told() == ["winterwar.event.flipped", "winterwar.event.destroyed"]


@pytest.mark.proves("2.1-e", "win-4")
def test_R31_by_option_a_destroyed_unit_gives_front_and_back() -> None:
    play = position(side="finland", finland={"1741": ["11D"]}, flipped=["11D"], options={"victory_value": "faces"})
    lose(play, "11D")
    assert play.state.destroyed == [Loss(unit("11D"), 6, 1)]
    single = position(side="finland", finland={"1741": ["RTR1"]}, options={"victory_value": "faces"})
    lose(single, "RTR1")
    assert single.state.destroyed == [Loss(unit("RTR1"), 2, 1)]


@pytest.mark.proves("2.1-e")
def test_a_unit_without_a_back_side_is_destroyed_by_its_first_loss() -> None:
    play = position(side="finland", finland={"1741": ["RTR1"]})
    lose(play, "RTR1")
    assert play.place("RTR1") == "destroyed"


@pytest.mark.proves("win-4", "intro-6")
def test_R43_a_partisan_counts_the_strength_it_had_or_one() -> None:
    soviet = {"1814": ["122RD"]}
    play = position(side="finland", phase="combat", finland={"1714": ["P1", "P2"]}, soviet=soviet)
    assert play.state.phase == "combat"
    play.state.strengths[unit("P1")] = 3
    lose(play, "P1")
    lose(play, "P2")
    assert [loss.value for loss in play.state.destroyed] == [3, 1]


@pytest.mark.proves("2.1-l", "2.1-m", "win-4")
def test_R43_a_partisans_strength_is_thrown_for_when_it_is_attacked() -> None:
    """One die for the partisans, one for the attack: 5-1 against a strength of 1 in a forest."""
    play = position(phase="combat", finland={"1714": ["P1"]}, soviet={"1813": ["122RD"]})
    assert play.state.strengths[unit("P1")] == 0
    play.throws([2], [6])("attack 1714 with 122RD")
    while play.step in ("Losses", "Retreating", "Advancing"):
        play(play.offered()[0])
    assert play.place("P1") == "destroyed"
    assert [loss.value for loss in play.state.destroyed] == [1]


@pytest.mark.proves("win-4")
def test_R58_an_air_unit_counts_its_air_combat_value() -> None:
    play = position(soviet={"Leningrad": ["59IAB", "18SBB"]})
    lose(play, "59IAB")
    lose(play, "18SBB")
    assert [loss.value for loss in play.state.destroyed] == [3, 1]


@pytest.mark.proves("win-4")
def test_R43_a_partisan_that_is_lost_outside_combat_counts_one_whatever_was_thrown_before() -> None:
    strengths = [0] * COUNT
    strengths[unit("P1")] = 3
    play = position(
        side="finland", finland={"1725": ["P1", "P2", "P3", "ErP13"], "1726": ["Pion"]}, strengths=strengths
    )
    play("force Pion > 1725", "eliminate P1")
    assert play.state.destroyed == [Loss(unit("P1"), 1, 1)]


@pytest.mark.proves("win-5", "intro-6", "win-2")
def test_R32_all_loss_points_are_added_then_divided_by_four_without_rounding() -> None:
    play = position(soviet={"1843": ["43RD"], "1844": ["7Eng"]}, flipped=["43RD"])
    lose(play, "43RD")
    lose(play, "7Eng")
    assert quarters(play) == (30 * 4 + 5 + 1, 11 * 4)
    assert occupation.as_points(quarters(play)[0]) == "31.5"
    assert [occupation.as_points(n) for n in (4, 5, 7)] == ["1", "1.25", "1.75"]


# towns


@pytest.mark.proves("win-3", "win-2", "win-6", "1.1-g")
def test_R46_a_town_changes_owner_when_an_enemy_ground_unit_passes_it() -> None:
    play = position(soviet={"1843": ["43RD"]})("43RD > Terijoki > 1642")
    assert play.owner("Terijoki") == "soviet"
    assert quarters(play) == (29 * 4, 12 * 4)
    # Finnish units take Soviet towns, and their own back
    finns = position(side="finland", finland={"1742": ["1Br"]}, owners={"Terijoki": "soviet"})
    assert finns.owner("Terijoki") == "soviet"
    finns("1Br > 1843 > Terijoki")
    assert (finns.owner("1843"), finns.owner("Terijoki")) == ("finland", "finland")


def test_R46_a_zone_of_control_takes_no_town_during_the_game() -> None:
    play = position(soviet={"1843": ["43RD"]}, finland={"1540": ["4D"]})
    play.end_turn()
    assert play.owner("Terijoki") == "finland"


@pytest.mark.proves("2.1-k", "win-3")
def test_R46_partisans_take_a_town_by_standing_in_it() -> None:
    play = position(side="finland", finland={"1822": ["P1"]})("P1 > 1921")
    assert play.owner("Ukhta") == "finland"


@pytest.mark.proves("win-3")
def test_R46_at_the_end_whoever_alone_has_a_zone_over_an_empty_town_owns_it() -> None:
    base = (30 - 11) * 4
    assert ended().score == base
    # a division on the road beside Terijoki: the town goes over
    assert ended(soviet={"1842": ["142RD"]}).score == base - 2 * 4
    # with a Finnish zone there too it stays with its last owner
    assert ended(soviet={"1842": ["142RD"]}, finland={"1642": ["1Br"]}).score == base
    assert ended(soviet={"1842": ["142RD"]}, finland={"1642": ["1Br"]}, owners={"Terijoki": "soviet"}).score == base - 8
    # a ground unit in the hex decides, partisans and artillery too
    assert ended(soviet={"1842": ["142RD"]}, finland={"1742": ["P1"]}).score == base
    # artillery has no zone
    assert ended(soviet={"1842": ["19KA"]}).score == base


@pytest.mark.proves("1.1-e", "win-2")
def test_R49_towns_of_neutral_countries_do_not_count() -> None:
    assert {board.COUNTRY[there] for there in board.TOWN_HEX} == {"finland", "soviet"}
    play = position()
    assert sum(quarters(play)) == 41 * 4


@pytest.mark.proves("move-8", "win-4", "win-3")
def test_R40_a_ship_is_destroyed_and_counted_when_an_enemy_ground_unit_enters_its_port() -> None:
    play = position(side="finland", finland={"2005": ["4D"]}, soviet={"Murmansk": ["SF"]})("4D > Murmansk")
    assert play.place("SF") == "destroyed"
    assert play.state.destroyed == [Loss(unit("SF"), 2, 1)]
    assert play.owner("Murmansk") == "finland"
    assert quarters(play) == (32 * 4 + 2, 9 * 4)


# who wins


@pytest.mark.proves("intro-5", "win-1", "win-2")
def test_more_points_win() -> None:
    assert (ended().winners, ended().degree) == (("finland",), "points")
    assert occupation.both_points(position(owners=ONE_BEHIND).state)[FINLAND] == 20 * 4
    result = ended(owners=ONE_BEHIND)
    assert (result.winners, result.degree, result.score) == (("soviet",), "points", -4)


#: ten points of Finnish towns in Soviet hands: 20 to 21
ONE_BEHIND = dict.fromkeys(("Viipuri", "Turku", "Tampere", "Kouvola", "Kuopio", "Oulu", "Kemi"), "soviet")


def destroyed(*losses: tuple[str, int]) -> dict[str, Any]:
    """Units that have been destroyed, with what they count."""
    places = [AWAITED] * COUNT
    for name, _ in losses:
        places[unit(name)] = DESTROYED
    return {"places": places, "destroyed": [Loss(unit(name), value, 3) for name, value in losses]}


@pytest.mark.proves("intro-7", "intro-5")
def test_R48_with_equal_points_more_destroyed_enemy_units_win() -> None:
    """A tank brigade of 4 makes up for the point; Finland has destroyed one unit, the Soviet side none."""
    result = ended(owners=ONE_BEHIND, **destroyed(("20TB", 4)))
    assert (result.winners, result.degree, result.score) == (("finland",), "units", 0)
    # more losses of less value turn it round: an artillery unit of 4 against two units that counted nothing
    result = ended(owners=ONE_BEHIND, **destroyed(("20TB", 4), ("P1", 0), ("P2", 0)))
    assert (result.winners, result.degree, result.score) == (("soviet",), "units", 0)


@pytest.mark.proves("intro-7")
def test_R48_then_more_towns_win() -> None:
    """Points and units are equal; Finland has 18 of the 33 towns."""
    taken = {number(name) for name in ONE_BEHIND}
    owned = ["soviet" if town.hex in taken else town.owner for town in board.TOWNS]
    assert (owned.count("finland"), owned.count("soviet")) == (18, 15)
    result = ended(owners=ONE_BEHIND, **destroyed(("20TB", 4), ("P1", 0)))
    assert (result.winners, result.degree, result.score) == (("finland",), "towns", 0)


@pytest.mark.proves("intro-7", "intro-5")
def test_R48_if_all_is_equal_the_game_is_drawn() -> None:
    """33 towns cannot be shared equally, so here one is in nobody's hands, and what was destroyed makes up for it."""
    play = position(owners=ONE_BEHIND, **destroyed(("20TB", 0), ("P1", 0)))
    nobodys, other, *_ = (town for town, owner in enumerate(play.state.owners) if owner == FINLAND)
    play.state.owners[nobodys], play.state.owners[other] = -1, SOVIET
    finland, soviet = occupation.both_points(play.state)
    play.state.destroyed[0] = Loss(unit("20TB"), soviet - finland, 3)
    assert [play.state.owners.count(side) for side in (FINLAND, SOVIET)] == [16, 16]
    assert occupation.final_result(play.state, "turns") == Result((), "draw", 0, "turns")


# sudden death


@pytest.mark.proves("intro-8", "win-8")
def test_R47_a_soviet_ground_unit_in_helsinki_wins_at_once_also_in_passing() -> None:
    near = next(there for there in board.LINKED_WAYS[hex_("Helsinki")])
    for path in ("Helsinki", f"Helsinki > {board.number(near)}"):
        play = position(turn=3, soviet={board.number(near): ["100RD"]})(f"100RD > {path}")
        result = play.state.result
        assert result is not None
        assert (result.winners, result.degree, result.reason) == (("soviet",), "sudden-death", "sudden-death")
        assert (play.asked, play.state.phase, play.place("100RD")) == ([], "over", "0842")


@pytest.mark.proves("intro-8", "win-8")
def test_R47_a_finnish_ground_unit_in_the_large_hex_of_leningrad_wins_at_once() -> None:
    """With an air base and ships there: nobody is asked where they go any more."""
    play = position(side="finland", finland={"1744": ["1Br"]}, soviet={"Leningrad": ["59IAB", "KBF"]})
    play("1Br > Leningrad")
    assert play.state.result is not None
    assert (play.state.result.winners, play.asked) == (("finland",), [])
    assert play.place("KBF") == "destroyed"


@pytest.mark.proves("win-8", "intro-8")
def test_R47_the_small_hex_of_leningrad_ends_nothing() -> None:
    play = position(side="finland", finland={"1744": ["1Br"]})("1Br > 1843")
    assert play.state.result is None
    assert play.owner("1843") == "finland"


@pytest.mark.proves("intro-8")
def test_R47_a_zone_of_control_or_an_air_unit_over_the_capital_ends_nothing() -> None:
    play = position(
        side="finland",
        finland={"1744": ["1Br"], "Viipuri": ["LeR2"]},
        soviet={"Leningrad": ["59IAB"]},
    )("fly LeR2 Leningrad", "end movement")
    while play.asked == ["finland"]:
        play("end combat" if "end-combat" in play.kinds() else play.offered()[0])
    assert play.state.result is None
    # the own side passes through it as through any town
    own = position(soviet={"1843": ["43RD"]})("43RD > Leningrad")
    assert own.state.result is None
    occupation.check_sudden_death(Table(GAME, own.state, own.script), SOVIET, hex_("Leningrad"))
    assert own.state.result is None


@pytest.mark.proves("intro-8", "win-8", "1.5-f")
def test_R47_a_retreat_into_an_empty_capital_counts_too() -> None:
    """The book asks for a ground unit that stands in the hex, not how it came there."""
    play = position(phase="combat", soviet={"2044": ["138RD", "123RD"]}, finland={"1944": ["1Br"]})
    play.throws([6])("attack 1944 with 138RD + 123RD")
    assert play.step == "Retreating"
    play("retreat Leningrad 1Br")
    assert play.state.result is not None
    assert (play.state.result.winners, play.state.result.degree) == (("finland",), "sudden-death")
