"""Air units: flights, bases, the way home (turn-3-e, move-10, move-11, supply-4, 1.4-i, 1.6-j, 1.6-n; R11, R37)."""

from __future__ import annotations

import pytest

from cases import cases
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.board import GRID, IS_NEUTRAL
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.movement import in_range
from feltherre.games.winterwar.state import ATTACKS, DEFENDS
from feltherre.games.winterwar.wording import NOTATION
from winterwar_table import Playing, hex_, position, unit

FRONT = {
    "finland": {"Viipuri": ["LeR2", "4D"], "Terijoki": ["1Br"]},
    "soviet": {"1843": ["43RD", "55SBB"], "Leningrad": ["123RD", "KBF", "59IAB", "18SBB"]},
}


def flights(play: Playing, name: str, kind: str = "fly") -> set[str]:
    """Where an air unit may fly, or change its base to."""
    return {str(part) for part in play.decision.space.options((kind, units.UNITS[unit(name)].id))}


# how far


@pytest.mark.proves("1.4-i", "move-10")
def test_R24_R49_a_hex_costs_one_point_whatever_lies_there_but_neutral_land_is_closed() -> None:
    """From Petsamo in every direction, as far as a way around Norway leads."""
    start, movement = hex_("Petsamo"), 12
    near, edge = {start}, {start}
    for _ in range(movement):
        edge = {there for here in edge for there in GRID.neighbours[here] if not IS_NEUTRAL[there]} - near
        near |= edge
    in_range.cache_clear()
    assert in_range(start, movement) == near
    assert {board.TERRAIN[there] for there in near} == {"forest", "marsh", "mountain", "town", board.SEA}
    # 1302 lies five hexes to the west, behind Norwegian land
    assert GRID.distance(start, hex_("1302")) == 5
    assert hex_("1302") not in in_range(start, 6)


@pytest.mark.proves("1.4-i", "move-10", "1.1-f")
def test_nobody_flies_out_of_range_or_into_neutral_land() -> None:
    play = position(side="finland", **FRONT)
    assert play.refusal("fly LeR2 Murmansk") == ("winterwar.illegal.out-of-range", "1.4-i")
    north = position(side="finland", finland={"Kemi": ["LeR2", "4D"]})
    sweden = next(board.number(there) for there in GRID.neighbours[hex_("Kemi")] if board.COUNTRY[there] == "sweden")
    assert north.refusal(f"fly LeR2 {sweden}") == ("winterwar.illegal.neutral", "1.1-f")


# what for


@pytest.mark.proves("turn-3-e", "1.6-j", "move-11")
def test_R37_over_enemy_units_to_attack_over_own_ground_units_to_defend_or_to_another_base() -> None:
    play = position(side="finland", **FRONT)
    assert flights(play, "LeR2") == {"1540", "1742", "1843", "1844"}
    assert play.refusal("fly LeR2 1641") == ("winterwar.illegal.nothing-to-fly-for", "turn-3-e")
    play("fly LeR2 1843")
    assert (play.place("LeR2"), play.base("LeR2")) == ("1843", "1540")
    assert (play.state.flown[unit("LeR2")], play.state.moved[unit("LeR2")]) == (ATTACKS, 1)


@pytest.mark.proves("turn-3-e")
def test_air_units_are_the_only_ones_over_an_enemy_hex() -> None:
    play = position(side="finland", **FRONT)
    play("fly LeR2 1843")
    assert play.place("LeR2") == play.place("43RD")
    assert play.refusal("1Br > 1843") == ("winterwar.illegal.enemy-there", "turn-3-e")


@pytest.mark.proves("1.6-j", "turn-3-e")
def test_R37_defensive_support_is_flown_in_the_own_movement_phase() -> None:
    play = position(side="finland", **FRONT)("fly LeR2 Terijoki")
    assert play.state.flown[unit("LeR2")] == DEFENDS
    assert sorted(GAME.view(play.state, ["finland"]).flown)[-1] == 2, "as clients know it"
    assert play.told()[-1] == "winterwar.event.flies-to-defend"


@pytest.mark.proves("move-11", "turn-3-a")
def test_an_air_unit_starts_from_its_base_once_a_phase() -> None:
    play = position(side="finland", **FRONT)("fly LeR2 Terijoki")
    for line in ("fly LeR2 1843", "rebase LeR2 Kouvola"):
        assert play.refusal(line)[1] == "move-11"
    assert play.refusal("LeR2 > 1641") == ("winterwar.illegal.air-flies", "move-11")
    assert position(side="finland", **FRONT).refusal("fly 4D 1843") == ("winterwar.illegal.no-air-unit", "move-11")


# the way home


@pytest.mark.proves("1.5-e", "1.6-m", "1.6-j")
def test_R37_attackers_go_home_after_their_player_turn() -> None:
    """They stay over the hex through the combat phase."""
    play = position(side="finland", **FRONT)("fly LeR2 1843", "end movement")
    assert play.state.phase == "combat"
    assert play.place("LeR2") == "1843"
    play.end_turn()
    assert play.asked == ["soviet"]
    assert (play.place("LeR2"), play.state.flown[unit("LeR2")]) == ("1540", 0)


@pytest.mark.proves("1.6-j", "1.6-m")
def test_R37_defensive_support_stays_through_the_next_enemy_player_turn() -> None:
    play = position(side="finland", turn=1, **FRONT)("fly LeR2 Terijoki")
    play.end_turn()
    assert play.asked == ["soviet"]
    assert (play.place("LeR2"), play.state.flown[unit("LeR2")]) == ("1742", DEFENDS)
    play.end_turn()
    assert play.asked == ["finland"]
    assert (play.place("LeR2"), play.state.flown[unit("LeR2")]) == ("1540", 0)


@pytest.mark.proves("move-11", "1.6-n", "supply-4")
def test_R37_a_change_of_base_is_for_good() -> None:
    play = position(side="finland", **FRONT)("rebase LeR2 Kouvola")
    assert (play.place("LeR2"), play.base("LeR2"), play.state.flown[unit("LeR2")]) == ("1140", "1140", 0)
    play.end_turn()
    assert play.place("LeR2") == "1140"


@pytest.mark.proves("1.6-n", "supply-4")
def test_R11_a_base_is_an_own_town_with_fewer_than_two_air_units_captured_ones_too() -> None:
    play = position(
        side="finland",
        finland={"Viipuri": ["LeR2"], "Kouvola": ["LeR1", "LeR4"]},
        owners={"leningrad_small": "finland", "Terijoki": "soviet"},
    )
    assert play.refusal("rebase LeR2 Kouvola") == ("winterwar.illegal.no-base", "1.6-n")
    assert play.refusal("rebase LeR2 Terijoki") == ("winterwar.illegal.no-base", "1.6-n")
    assert play.refusal("rebase LeR2 1641") == ("winterwar.illegal.no-base", "1.6-n")
    play("rebase LeR2 1843")
    assert play.base("LeR2") == "1843"


@pytest.mark.proves("1.6-n")
def test_R11_an_air_unit_in_flight_keeps_its_place_at_its_base() -> None:
    play = position(side="finland", finland={"Kouvola": ["LeR1", "LeR4", "4D"], "Viipuri": ["LeR2"]})
    play("fly LeR1 Kouvola")
    assert play.refusal("rebase LeR2 Kouvola") == ("winterwar.illegal.no-base", "1.6-n")


# bases that are lost


@pytest.mark.proves("supply-4", "1.6-n")
def test_R11_when_an_enemy_enters_its_town_an_air_unit_moves_to_a_free_base_at_once() -> None:
    play = position(finland={"Terijoki": ["LeR2"], "Kouvola": ["LeR1", "LeR4"]}, soviet={"1843": ["43RD"]})
    play("43RD > Terijoki > 1642")
    assert (play.step, play.asked) == ("LostBase", ["finland"])
    # within its eight hexes, except Kouvola, where two air units are
    offered = {line.split()[-1] for line in play.offered()}
    assert {"Viipuri", "Lappeenranta"} <= offered
    assert "Kouvola" not in offered
    assert play.refusal("escape LeR2 Kouvola") == ("winterwar.illegal.no-base", "1.6-n")
    play("escape LeR2 Viipuri")
    assert (play.place("LeR2"), play.base("LeR2")) == ("1540", "1540")
    # and the division goes on
    assert play.place("43RD") == "1642"


@pytest.mark.proves("supply-4", "win-4")
def test_R11_R58_without_a_free_base_it_is_destroyed_and_counts_its_air_combat_value() -> None:
    held = {town.hex: "soviet" for town in board.TOWNS if town.owner == "finland" and town.id != "terijoki"}
    play = position(finland={"Terijoki": ["LeR2"]}, soviet={"1843": ["43RD"]}, owners=held)
    play("43RD > Terijoki")
    assert play.place("LeR2") == "destroyed"
    assert [(loss.unit, loss.value) for loss in play.state.destroyed] == [(unit("LeR2"), 3)]
    assert play.step == "Movement"


@cases(
    "says free base asked",
    ("supply-4 1.6-n", "the only free base is taken without asking", {"viipuri"}, "1540", "soviet"),
    ("supply-4 1.6-n", "of two its owner chooses", {"viipuri", "lappeenranta"}, "1742", "finland"),
)
def test_R11_which_base_a_homeless_air_unit_takes(free: set[str], base: str, asked: str) -> None:
    finnish = {town.name: town.id for town in board.TOWNS if town.owner == "finland"}
    held = {name: "soviet" for name, id_ in finnish.items() if id_ not in {"terijoki", *free}}
    play = position(finland={"Terijoki": ["LeR2"]}, soviet={"1843": ["43RD"]}, owners=held)
    play("43RD > Terijoki")
    assert (play.base("LeR2"), play.asked) == (base, [asked])


@pytest.mark.proves("supply-4", "1.6-m")
def test_R37_whose_base_was_lost_in_flight_looks_for_another_on_the_way_home() -> None:
    """The air unit defends Viipuri from its base in Terijoki; the base is taken in the enemy's player turn."""
    play = position(
        finland={"Terijoki": ["LeR2"], "Viipuri": ["4D"]}, soviet={"1843": ["43RD"]}, flying={"LeR2": "Viipuri"}
    )
    assert play.state.flown[unit("LeR2")] == DEFENDS
    play("43RD > Terijoki")
    assert (play.step, play.place("LeR2")) == ("Movement", "1540")
    play("end movement")
    assert (play.step, play.asked) == ("LostBase", ["finland"])
    play("escape LeR2 Lappeenranta")
    assert (play.place("LeR2"), play.base("LeR2"), play.state.flown[unit("LeR2")]) == ("1439", "1439", 0)


def test_every_flight_that_is_offered_is_legal_and_no_other() -> None:
    for kind in ("fly", "rebase"):
        play = position(side="finland", **FRONT)
        space = play.decision.space
        offered = flights(play, "LeR2", kind)
        for there in range(board.SIZE):
            line = f"{kind} LeR2 {board.number(there)}"
            assert (board.number(there) in offered) == space.contains(_read(line)), line


def _read(line: str) -> object:
    return NOTATION.read(line)


@pytest.mark.proves("1.6-n", "supply-4")
def test_R11_a_captured_town_takes_two_air_units_though_an_enemy_in_flight_came_from_it() -> None:
    play = position(
        finland={"Viipuri": ["LeR1"], "Kouvola": ["4D"]},
        flying={"LeR1": "Kouvola"},
        soviet={"1641": ["138RD"], "Leningrad": ["59IAB", "18SBB"]},
    )
    play("138RD > Viipuri", "rebase 59IAB Viipuri", "rebase 18SBB Viipuri")
    assert (play.base("59IAB"), play.base("18SBB"), play.base("LeR1")) == ("1540", "1540", "1540")
    play.end_turn()
    # its base is lost when it comes home: Lappeenranta, Kouvola and others are free
    assert (play.step, play.asked) == ("LostBase", ["finland"])
