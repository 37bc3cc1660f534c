"""Where reinforcements are placed in the advanced game (8.3): what ships open and close."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from cases import cases
from feltherre.core.game import Seat, Setup
from feltherre.games.norway import board, opening
from feltherre.games.norway.game import GAME
from feltherre.games.norway.reinforcement import placement_areas
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import controls
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES
from norway_table import Playing, position, sea_position

#: land areas on the coast of each sea area
COAST = {sea: {board.AREAS[area] for area in board.SHORE[number]} for number, sea in enumerate(board.SEAS)}
TWICE = ["Reinforcements", "Reinforcements"]
NORTH = ("III", "IV", "V", "VI", "VII")


def coasts(*seas: str) -> set[str]:
    return set().union(*(COAST[sea] for sea in seas))


def places(play: Playing, country: int) -> set[str]:
    return {board.AREAS[area] for area in placement_areas(play.state, country)}


def reinforcing(
    ships_at: Mapping[str, Sequence[str]], turn: str = "germany", hand: Sequence[str] = ("Reinforcements",), **more: Any
) -> Playing:
    """The reinforcement phase; five symbols and the free battalion make two battalions for Germany."""
    forces = {"germany": {"Kongsvinger": 1}, "norway": {"Hamar": 1}, "allies": {"Fagernes": 1}}
    return sea_position(turn, 3, ships_at=ships_at, **{"hands": {turn: hand}, **forces, **more})


# Germany


@cases(
    "says ships_at open_seas",
    ("8.3-ger-1 8.3-ger-2", "no ship", {}, NORTH),
    ("8.3-ger-1 8.3-ger-2", "VIII is not counted", {"VIII": ["HMS Rodney"]}, NORTH),
    ("8.3-ger-1 8.3-ger-2", "in III", {"III": ["HMS Rodney"]}, ()),
    ("8.3-ger-1 8.3-ger-2", "in V", {"V": ["HMS Rodney"]}, NORTH[:2]),
    ("8.3-ger-1 8.3-ger-2", "Eidsvoll & Norge is no Allied ship (R45)", {"III": ["Eidsvoll & Norge"]}, NORTH),
)
def test_germany_places_along_the_coast_up_to_the_first_allied_ship(
    ships_at: dict[str, list[str]], open_seas: tuple[str, ...]
) -> None:
    play = reinforcing(ships_at)
    assert places(play, GERMANY) == coasts("I", "II", *open_seas)
    for area in sorted(coasts(*NORTH) - places(play, GERMANY))[:1]:
        line = f"reinforce with Reinforcements at {board.BOARD.names.display[board.INDEX[area]]} 2"
        assert play.refusal(line) == ("norway.illegal.sea-placement.germany", "8.3-ger-2")


@cases(
    "says in_v allowed",
    ("8.3-ger-3 8.2-control", "a German ship alone", ["KMS Emden"], True),
    ("8.3-ger-3 8.2-control", "beside an Allied one", ["KMS Emden", "HMS York"], False),
    ("8.3-ger-3 8.2-control", "beside Eidsvoll & Norge", ["KMS Emden", "Eidsvoll & Norge"], False),
    ("8.3-ger-3 8.2-control", "none", [], False),
)
def test_german_ships_that_control_a_sea_area_open_its_coast(in_v: list[str], allowed: bool) -> None:
    play = reinforcing({"III": ["HMS Rodney"], "V": in_v})
    assert ("trondheim" in places(play, GERMANY)) is allowed
    assert controls(play.state, GERMANY, ships.SEA_V) is allowed


@pytest.mark.proves("8.3-ger-3")
def test_with_allied_ships_further_south_one_battalion_lands_for_each_ship() -> None:
    """The limit counts all that are placed on the coast of the sea area (R54)."""
    play = reinforcing({"III": ["HMS Rodney"], "V": ["KMS Emden"]})
    too_many = ("norway.illegal.ship-limit", "8.3-ger-3")
    assert play.refusal("reinforce with Reinforcements at Trondheim 2") == too_many
    assert play.refusal("reinforce with Reinforcements at Namsos 1, Trondheim 1") == too_many
    assert play.refusal("reinforce with Reinforcements at Trondheim 1") == ("norway.illegal.too-few-placed", "4.3-2")
    play("reinforce with Reinforcements at Trondheim 1, Oslo 1")
    assert (play.at("germany", "Trondheim"), play.at("germany", "Oslo")) == (1, 1)


@pytest.mark.proves("8.3-ger-3")
def test_two_ships_land_two_battalions_and_each_sea_area_counts_for_itself() -> None:
    play = reinforcing({"III": ["HMS Rodney"], "V": ["KMS Emden", "KMS Köln"], "VI": ["KMS Blücher"]})
    offered = play.offered()
    assert "reinforce with Reinforcements at Trondheim 2" in offered
    assert "reinforce with Reinforcements at Trondheim 1, Narvik 1" in offered
    assert "reinforce with Reinforcements at Narvik 2" not in offered


@pytest.mark.proves("8.3-ger-3", "8.3-ger-2")
def test_without_allied_ships_further_south_there_is_no_limit() -> None:
    play = reinforcing({"V": ["KMS Emden"], "VI": ["HMS Rodney"], "VIII": ["HMS York"]})
    play("reinforce with Reinforcements at Trondheim 2")
    assert play.at("germany", "Trondheim") == 2


@pytest.mark.proves("8.3-ger-3", "8.3-1")
def test_battalions_that_no_ship_lands_are_lost() -> None:
    """Enemies hold the whole coast of I and II: only two ships' one battalion each finds a place."""
    held = {board.BOARD.names.display[area]: 1 for area in board.GERMAN_COAST}
    play = reinforcing({"III": ["HMS Rodney"], "V": ["KMS Emden", "KMS Köln"]}, hand=TWICE, norway=held)
    both = "Reinforcements + Reinforcements"
    assert play.refusal(f"reinforce with {both} at Trondheim 3") == ("norway.illegal.ship-limit", "8.3-ger-3")
    play(f"reinforce with {both} at Trondheim 2")
    assert play.at("germany", "Trondheim") == 2
    assert "norway.event.no-room" in play.told()


@pytest.mark.proves("8.3-ger-3")
def test_every_way_of_placing_within_the_limits_is_offered_once_and_no_other() -> None:
    """Four battalions, a limit of two on V and of one on VII, none on I and II, of which only Oslo is free."""
    held = {board.BOARD.names.display[area]: 1 for area in board.GERMAN_COAST if board.AREAS[area] != "oslo"}
    held |= dict.fromkeys(("Åndalsnes", "Kristiansund", "Steinkjer", "Gratangen", "Tromsø", "Finnmark"), 1)
    ships_at = {"III": ["HMS Rodney"], "V": ["KMS Emden", "KMS Köln"], "VII": ["KMS Blücher"]}
    play = reinforcing(ships_at, hand=TWICE, norway=held)
    offered = [line for line in play.offered() if "Reinforcements + Reinforcements" in line]
    expected = {
        (oslo, trondheim, namsos, harstad)
        for oslo in range(5)
        for trondheim in range(3)
        for namsos in range(3)
        for harstad in range(2)
        if oslo + trondheim + namsos + harstad == 4 and trondheim + namsos <= 2
    }
    assert len(offered) == len(set(offered)) == len(expected)
    space = play.decision().space
    for seed in range(50):
        sampled = space.sample(Random(seed))
        assert space.build(space.parts(sampled)) == sampled


@pytest.mark.proves("8.3-cards", "8.3-1")
def test_a_transport_plane_carries_the_free_battalion_besides_the_limit() -> None:
    hand = ["Transport plane", "Reinforcements"]
    play = reinforcing({"III": ["HMS Rodney"], "V": ["KMS Emden"]}, hand=hand, germany={"Trondheim": 1})
    play("reinforce with Reinforcements at Trondheim 1 and fly to Trondheim")
    assert play.at("germany", "Trondheim") == 3


@pytest.mark.proves("8.3-cards")
def test_a_submarine_waits_for_those_who_come_by_sea() -> None:
    play = reinforcing({"V": ["KMS Emden"]}, hands={"germany": ["Reinforcements"], "allies": ["Submarine"]})
    play("reinforce with Reinforcements at Trondheim 2").throws([4])("torpedo Trondheim")
    assert play.at("germany", "Trondheim") == 1


# Norway


@pytest.mark.proves("8.3-nor-1")
def test_norway_places_as_in_the_basic_game_whatever_lies_at_sea() -> None:
    forces = {"germany": {"Bergen": 1}, "norway": {"Hamar": 1}}
    with_ships = sea_position("norway", 3, ships_at={"IV": ["KMS Emden"], "V": ["KMS Köln"]}, **forces)
    assert places(with_ships, NORWAY) == places(position("norway", 3, **forces), NORWAY)
    assert len(places(with_ships, NORWAY)) == len(board.NORWEGIAN_PLACES) - 1


# the Allies


@cases(
    "says ships_at open_seas",
    ("8.3-all-1 8.2-control", "no ship", {}, NORTH),
    ("8.3-all-1 8.2-control", "a German ship alone", {"V": ["KMS Emden"]}, ("III", "IV", "VI", "VII")),
    ("8.3-all-1 8.2-control", "beside an Allied one", {"V": ["KMS Emden", "HMS York"]}, NORTH),
    ("8.3-all-1 8.2-control", "beside Eidsvoll & Norge", {"V": ["KMS Emden", "Eidsvoll & Norge"]}, NORTH),
    ("8.3-all-1 8.2-control", "in VIII", {"VIII": ["KMS Emden"]}, NORTH),
)
def test_german_control_closes_a_coast_to_the_allies(
    ships_at: dict[str, list[str]], open_seas: tuple[str, ...]
) -> None:
    play = reinforcing(ships_at, "allies")
    assert places(play, ALLIES) == coasts(*open_seas)
    for closed in ("Oslo",) if "V" in open_seas else ("Oslo", "Namsos"):
        line = f"reinforce with Reinforcements at {closed} 2"
        assert play.refusal(line) == ("norway.illegal.sea-placement.allies", "8.3-all-1")


def test_enemies_keep_reinforcements_out_in_the_advanced_game_too() -> None:
    play = sea_position("allies", 3, germany={"Namsos": 1}, hands={"allies": ["Reinforcements"]})
    assert play.refusal("reinforce with Reinforcements at Namsos 2") == ("norway.illegal.placement-enemy", "8.3-all-1")


# the options of the advanced game


THREE = tuple(Seat(role, (role,)) for role in ROLES)


@pytest.mark.proves("3-6")
def test_the_first_allied_battalions_come_to_an_open_coast_if_the_option_says_so() -> None:
    play = sea_position("allies", 3, ships_at={"V": ["KMS Emden"]}, first_allies_landed=False)
    assert play.decision().rule == "3-6"
    assert play.refusal("land Namsos and Tromsø") == ("norway.illegal.sea-placement.allies", "8.3-all-1")
    play("land Narvik and Tromsø")
    assert (play.at("allies", "Narvik"), play.at("allies", "Tromsø")) == (3, 3)


@pytest.mark.proves("8.1-int-3", "3-6")
def test_the_options_of_the_advanced_game() -> None:
    usual = opening.advanced_options(Setup(THREE, {"rules": "advanced"}))
    assert (usual.interception_from, usual.first_allied_battalions) == (5, False)
    other = Setup(THREE, {"rules": "advanced", "interception-from": "4", "first-allied-battalions": "yes"})
    GAME.check_setup(other)
    chosen = opening.advanced_options(other)
    assert (chosen.interception_from, chosen.first_allied_battalions) == (4, True)
