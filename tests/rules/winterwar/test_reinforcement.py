"""Reinforcements (turn-2, 1.1-b, 2.1, 2.1.1-d, 2.1.2-b; R9, R43 to R45)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.errors import Illegal
from feltherre.core.space import Space
from feltherre.games.winterwar import board
from feltherre.games.winterwar.opening import due
from feltherre.games.winterwar.units import FINLAND, SOVIET, UNITS
from feltherre.hexgame.actions import Place
from feltherre.hexgame.counters import DESTROYED
from winterwar_table import Playing, hex_, number, position, unit


def arriving(side: str = "finland", turn: int = 2, **fields: Any) -> Playing:
    """At the start of a side's reinforcement phase."""
    return position(side=side, turn=turn, phase="reinforcement", **fields)


def entries(play: Playing, name: str) -> set[str]:
    return {str(part) for part in play.decision.space.options(("place", UNITS[unit(name)].id))}


def names(play: Playing, side: int) -> list[str]:
    return [UNITS[each].short for each in due(play.state, side)]


def towns_of(side: str) -> set[str]:
    return {town.hex for town in board.TOWNS if town.owner == side}


# when


@pytest.mark.proves("2.1-a", "2.1-b")
def test_units_come_in_the_turn_of_their_growth_list() -> None:
    play = arriving(turn=2)
    assert names(play, FINLAND) == ["Talv", "P4", "Roin", "JR25"]
    assert names(play, SOVIET) == ["44RD", "136RD", "4RD", "39TB", "AON1"]
    assert play.refusal("place 21D Viipuri") == ("winterwar.illegal.not-due", "2.1-a")
    assert play.refusal("place 44RD Kem") == ("winterwar.illegal.not-your-unit", "2.1-b")


@pytest.mark.proves("2.1-b", "1.1-b", "turn-2-a")
def test_a_side_places_them_before_it_moves_and_they_may_move_at_once() -> None:
    play = arriving(finland={"Kouvola": ["4D"]})
    assert play.refusal("4D > 1240")[0] == "core.illegal.other-decision"
    play("place JR25 Kouvola", "end reinforcement", "JR25 > 1240")
    assert play.place("JR25") == "1240"


@pytest.mark.proves("2.1-b", "2.1-a")
def test_R45_who_is_not_placed_waits_for_a_later_turn() -> None:
    play = arriving(finland={"Kouvola": ["4D"]}, soviet={"Petrozavodsk": ["75RD"]})("place Talv Kajaani")
    play("end reinforcement").end_turn()
    play.end_turn()
    assert (play.state.turn, play.asked, play.state.phase) == (3, ["finland"], "reinforcement")
    assert names(play, FINLAND) == ["P4", "Roin", "JR25", "P5"]
    play("place Roin Kuhmo")
    assert play.place("Roin") == "1626"


@pytest.mark.proves("2.1-b")
def test_R45_where_nobody_can_enter_the_phase_passes_and_they_wait() -> None:
    lost = {town.hex: "finland" for town in board.TOWNS if town.owner == "soviet"}
    play = position(side="soviet", turn=2, phase="player-turn", owners=lost, finland={"Kouvola": ["4D"]})
    assert play.state.phase == "movement"
    assert "winterwar.event.no-entry" in play.told()
    assert names(play, SOVIET) == ["44RD", "136RD", "4RD", "39TB", "AON1"]


@pytest.mark.proves("2.1-f", "2.1-a")
def test_nobody_comes_back_from_the_dead() -> None:
    play = arriving(places=_with(DESTROYED, "Talv"))
    assert names(play, FINLAND) == ["P4", "Roin", "JR25"]


def _with(place: int, name: str) -> list[int]:
    return [place if each.short == name else -1 for each in UNITS]


# where


@pytest.mark.proves("turn-2-a", "1.1-b", "2.1.2-b", "2.1.1-d")
def test_R44_any_town_of_the_own_country_that_the_side_controls() -> None:
    assert entries(arriving(), "Talv") == towns_of("finland")
    assert entries(arriving("soviet"), "44RD") == towns_of("soviet")
    lost = arriving(owners={"Viipuri": "soviet", "Leningrad_small": "finland"})
    assert entries(lost, "Talv") == towns_of("finland") - {"1540"}
    assert lost.refusal("place Talv Viipuri") == ("winterwar.illegal.entry.lost", "turn-2-a")
    assert lost.refusal("place Talv 1843") == ("winterwar.illegal.no-entry-hex", "turn-2-a")
    assert lost.refusal("place Talv 1641") == ("winterwar.illegal.no-entry-hex", "turn-2-a")


@pytest.mark.parametrize(
    ("side", "name", "town", "enemy", "friend"),
    [
        ("finland", "Talv", "Terijoki", {"1842": ["142RD"]}, "1Br"),
        ("soviet", "44RD", "1843", {"1742": ["1Br"]}, "43RD"),
    ],
)
@pytest.mark.proves("turn-2-b", "2.1-c", "2.1.1-d", "2.1.2-b")
def test_R44_in_an_enemy_zone_only_where_an_own_ground_unit_is(
    side: str, name: str, town: str, enemy: dict[str, list[str]], friend: str
) -> None:
    other = "soviet" if side == "finland" else "finland"
    play = arriving(side, **{other: enemy})
    assert play.refusal(f"place {name} {town}") == ("winterwar.illegal.entry.zone", "2.1-c")
    held = arriving(side, **{other: enemy, side: {town: [friend]}})
    held(f"place {name} {town}")
    assert held.place(name) == board.number(hex_(town))


@pytest.mark.proves("2.1-c", "turn-2-b")
def test_R44_an_air_unit_at_its_base_is_no_ground_unit_and_partisans_are() -> None:
    soviet = {"1842": ["142RD"]}
    assert "1742" not in entries(arriving(soviet=soviet, finland={"Terijoki": ["LeR2"]}), "Talv")
    assert "1742" in entries(arriving(soviet=soviet, finland={"Terijoki": ["P1"]}), "Talv")


@pytest.mark.proves("turn-2-a", "setup-5")
def test_R12_stacking_holds_for_them() -> None:
    play = arriving("soviet", soviet={"1843": ["43RD", "70RD"]})
    assert play.refusal("place 44RD 1843") == ("winterwar.illegal.entry.no-room", "setup-5")
    play("place 39TB 1843")
    assert play.place("39TB") == "1843"


@pytest.mark.proves("turn-2-a")
def test_nobody_enters_where_the_enemy_is() -> None:
    play = arriving(soviet={"Viipuri": ["44RD"]})
    assert play.refusal("place Talv Viipuri") == ("winterwar.illegal.entry.enemy", "turn-2-a")


@pytest.mark.proves("1.6-n", "turn-2-a")
def test_R44_air_units_enter_in_towns_two_at_each() -> None:
    play = arriving("soviet", soviet={"Leningrad": ["59IAB", "18SBB"]})
    assert entries(play, "AON1") == towns_of("soviet") - {"1844"}
    assert play.refusal("place AON1 Leningrad") == ("winterwar.illegal.entry.no-base", "1.6-n")
    play("place AON1 Petrozavodsk")
    assert play.base("AON1") == "2535"


@pytest.mark.proves("2.1-i")
def test_R43_partisans_enter_on_the_soviet_border_enemy_zones_or_not() -> None:
    play = arriving(soviet={"1813": ["122RD"], "1903": ["104RD"]}, finland={"1841": ["1Br"]})
    open_to_it = entries(play, "P4")
    assert {hex_(there) for there in open_to_it} == set(board.BESIDE_SOVIET)
    # 1714 lies in the zone of the division on the road
    assert "1714" in open_to_it
    assert play.refusal("place P4 Viipuri") == ("winterwar.illegal.no-entry-hex", "turn-2-a")
    occupied = arriving(soviet={"1714": ["122RD"]})
    assert occupied.refusal("place P4 1714") == ("winterwar.illegal.entry.enemy", "turn-2-a")


@pytest.mark.proves("2.1-k", "win-3")
def test_R46_a_partisan_that_enters_in_a_lost_border_town_takes_it_back() -> None:
    """It owns the hex it stands in; a Soviet air unit at its base there has to go (R11)."""
    play = arriving(owners={"Terijoki": "soviet"}, soviet={"Leningrad": ["138RD"], "Terijoki": ["59IAB"]})
    play("place P4 Terijoki")
    assert play.owner("Terijoki") == "finland"
    assert (play.step, play.asked) == ("LostBase", ["soviet"])
    play("escape 59IAB Leningrad")
    assert (play.base("59IAB"), play.step, play.asked) == ("1844", "Reinforcement", ["finland"])


@pytest.mark.proves("2.1-i", "setup-6")
def test_R43_within_stacking() -> None:
    play = arriving(finland={"1714": ["ErP17", "Pets"]})
    assert play.refusal("place P4 1714") == ("winterwar.illegal.entry.no-room", "setup-6")


@pytest.mark.proves("supply-3", "turn-2-a")
def test_R9_swedes_enter_in_every_finnish_town_and_also_beside_sweden() -> None:
    play = arriving(turn=6)
    beside = {board.number(there) for there in board.BESIDE_SWEDEN}
    assert entries(play, "SFK1") == towns_of("finland") | beside
    play("place SFK1 Oulu")
    assert play.place("SFK1") == "1022"
    lost = arriving(turn=6, owners={"Kemi": "soviet"})
    assert lost.refusal("place SFK1 Kemi") == ("winterwar.illegal.entry.lost", "turn-2-a")


@pytest.mark.proves("1.1-b", "turn-2-a")
def test_R44_the_swedish_air_wing_enters_in_every_finnish_town_with_room() -> None:
    play = arriving(turn=4)
    assert entries(play, "F19") == towns_of("finland")
    play("place F19 Helsinki")
    assert play.base("F19") == number("Helsinki")


@pytest.mark.proves("2.1-d", "turn-2-a")
def test_a_reinforcement_comes_with_its_stronger_side_up() -> None:
    play = arriving()("place Talv Kajaani")
    assert not play.flipped("Talv")
    assert play.told()[-1] == "winterwar.event.placed"


@pytest.mark.proves("turn-2-a")
def test_the_other_kinds_of_answers_are_closed() -> None:
    play = position(side="finland", turn=1, phase="movement", finland={"Kouvola": ["4D"]})
    assert play.refusal("place Talv Viipuri")[0] == "core.illegal.other-decision"
    assert arriving().refusal("end movement")[0] == "core.illegal.other-decision"


def test_the_quick_check_agrees_with_what_is_offered() -> None:
    """Every unit of both sides, in towns, on the borders and elsewhere."""
    play = arriving(
        turn=6,
        finland={"Terijoki": ["LeR2"], "Kemi": ["4D", "5D"], "1714": ["ErP17", "Pets"]},
        soviet={"1842": ["142RD"], "Viipuri": ["10TK"]},
        owners={"Viipuri": "soviet"},
    )
    space = play.decision.space.branches["place"]  # type: ignore[attr-defined]
    hexes = {*towns_of("finland"), *towns_of("soviet"), "1714", "1726", "0817", "0918", "1641", "9999"}
    for each in UNITS:
        for there in sorted(hexes):
            action = Place(each.id, there)
            try:
                Space.check(space, action)
                offered = True
            except Illegal:
                offered = False
            assert space.contains(action) == offered, action
