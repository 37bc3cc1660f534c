"""Aircraft in phase 1b (4.1b): Paratroops and Transport plane, and Fighters against them, played through the engine."""

import pytest

from cases import cases
from feltherre.games.norway import board, cards
from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.game import GAME
from norway_table import Playing, position


def offered(play: Playing, kind: str) -> list[str]:
    return [line for line in play.offered() if line.startswith(kind + " ")]


# Paratroops


@pytest.mark.proves("4.1b-paratroops")
def test_paratroops_are_one_new_battalion() -> None:
    play = position(germany={"Arendal": 1}, hands={"germany": ["Paratroops"]})("drop Haugesund")
    assert play.battalions("germany") == {"Arendal": 1, "Haugesund": 1}
    assert play.state.raised[0] == 2
    assert play.used("germany") == ["Paratroops"]
    assert play.refusal("move Haugesund > Bergen 1") == ("norway.illegal.origin", "2.2-3")


@pytest.mark.proves("4.1b-paratroops", "2.3-air-1")
def test_without_an_airfield_paratroops_reach_the_south_only() -> None:
    play = position(germany={"Arendal": 1}, hands={"germany": ["Paratroops"]})
    south = {
        "Oslo", "Østfold", "Horten", "Skien", "Arendal", "Kristiansand", "Evje", "Rjukan", "Kongsberg", "Hønefoss",
        "Kongsvinger", "Egersund", "Stavanger", "Haugesund",
    }  # fmt: skip
    assert {line.removeprefix("drop ") for line in offered(play, "drop")} == south
    assert play.refusal("drop Hamar") == ("norway.illegal.out-of-range", "2.3-air-1")
    in_range = next(overlay for overlay in GAME.overlays(play.state, (), "") if overlay.id == "air")
    assert {board.BOARD.names.name(board.INDEX[tinted.place]) for tinted in in_range.places} == south


@pytest.mark.proves("4.1b-paratroops", "2.3-air-1")
def test_ex_3_from_trondheim_they_reach_narvik_and_not_bardufoss() -> None:
    play = position(germany={"Trondheim": 1}, hands={"germany": ["Paratroops"]})
    for area in ("Harstad", "Narvik", "Bjørnfjell"):
        assert f"drop {area}" in play.offered()
    for area in ("Gratangen", "Bardufoss", "Tromsø"):
        assert play.refusal(f"drop {area}") == ("norway.illegal.out-of-range", "2.3-air-1")


@pytest.mark.proves("4.1b-paratroops", "2.3-air-1")
def test_air_range_is_judged_at_the_moment_of_play() -> None:
    play = position(germany={"Steinkjer": 1}, hands={"germany": ["Paratroops"]})
    assert play.refusal("drop Narvik") == ("norway.illegal.out-of-range", "2.3-air-1")
    play("move Steinkjer > Trondheim 1")("drop Narvik")
    assert play.at("germany", "Narvik") == 1


@pytest.mark.proves("4.1b-paratroops")
def test_paratroops_on_enemies_join_the_attack_and_their_die_counts_in_full() -> None:
    play = position(
        germany={"Trondheim": 1, "Tysfjord": 1}, allies={"Narvik": 2, "Tromsø": 1}, hands={"germany": ["Paratroops"]}
    )
    play("move Tysfjord > Narvik 1")("drop Narvik")
    assert play.groups() == [("Tysfjord", "Narvik", "land", 1), ("air", "Narvik", "air", 1)]
    assert play.state.origins == [board.find_area("Tysfjord")], "paratroops bar no retreat"
    assert play.told()[-1] == "norway.event.attack.air"
    play.throws([6, 6], [1, 1])("end movement")
    assert play.at("germany", "Narvik") == 2


# Fighters against aircraft


def dropped_on_stavanger(**placed: dict[str, int]) -> Playing:
    """Paratroops come down, and the Allies hold Fighter."""
    hands = {"germany": ["Paratroops"], "allies": ["Fighter"]}
    return position(germany={"Arendal": 1}, hands=hands, **placed)("drop Stavanger")  # type: ignore[arg-type]


@pytest.mark.proves("4.1b-cards", "2.4-symbols-3", "4-5")
def test_fighters_divert_paratroops_to_a_neighbouring_area_of_the_allied_choice() -> None:
    play = dropped_on_stavanger(allies={"Namsos": 1})
    assert (play.asked, play.offered()) == (["allies"], ["divert Egersund", "divert Haugesund", "pass"])
    assert play.refusal("divert Bergen") == ("norway.illegal.not-beside", "4.1b-cards")
    play("divert Haugesund")
    assert play.battalions("germany") == {"Arendal": 1, "Haugesund": 1}
    assert (play.used("allies"), play.used("germany")) == (["Fighter"], ["Paratroops"])
    assert play.asked == ["germany"], "movement goes on"


@pytest.mark.proves("4.1b-cards", "4.1b-paratroops")
def test_paratroops_diverted_into_an_enemy_area_attack_there() -> None:
    play = dropped_on_stavanger(norway={"Egersund": 2})("divert Egersund")
    assert play.groups() == [("air", "Egersund", "air", 1)]
    assert play.at("germany", "Stavanger") == 0


@pytest.mark.proves("4.1b-cards")
def test_the_allies_may_let_the_paratroops_land() -> None:
    play = dropped_on_stavanger()("pass")
    assert (play.at("germany", "Stavanger"), play.hand("allies")) == (1, ["Fighter"])


@pytest.mark.proves("4.1b-cards")
def test_fighters_stop_a_transport_plane_and_the_battalions_stay() -> None:
    play = position(germany={"Oslo": 3, "Trondheim": 1}, hands={"germany": ["Transport plane"], "allies": ["Fighter"]})
    play("fly Oslo > Trondheim 2")
    assert (play.asked, play.offered()) == (["allies"], ["stop flight", "pass"])
    assert play.refused("divert Oslo").reason.key == "norway.illegal.not-now"
    play("stop flight")
    assert play.battalions("germany") == {"Oslo": 3, "Trondheim": 1}
    assert (play.used("allies"), play.used("germany")) == (["Fighter"], ["Transport plane"])
    assert "move Oslo > Gjøvik 3" in play.offered(), "they have not moved"


@pytest.mark.proves("4.1b-cards")
def test_the_window_opens_whether_or_not_there_are_fighters_in_the_hand() -> None:
    hands = {"germany": ["Paratroops", "Transport plane"], "allies": ["Tank", "Submarine", "Invasion"]}
    play = position(germany={"Oslo": 1, "Trondheim": 1}, hands=hands)("drop Stavanger")
    assert (play.asked, play.offered()) == (["allies"], ["pass"])
    assert play.refusal("divert Egersund") == ("norway.illegal.no-card", "4.1b-cards")
    play("pass")("fly Oslo > Trondheim 1")
    assert (play.asked, play.offered()) == (["allies"], ["pass"])
    assert play.refusal("stop flight") == ("norway.illegal.no-card", "4.1b-cards")
    play("pass")
    assert play.battalions("germany") == {"Stavanger": 1, "Trondheim": 2}


@pytest.mark.proves("4.1b-cards")
def test_the_window_stays_closed_where_everyone_sees_that_there_can_be_no_fighters() -> None:
    hands = {"germany": ["Paratroops"], "allies": ["Tank"]}
    play = position(germany={"Oslo": 1}, hands=hands)
    fighter = cards.INDEX["all-fighter"]
    play.state.used[fighter], play.state.deck[fighter] = play.state.deck[fighter], 0
    play("drop Stavanger")
    assert play.asked == ["germany"]
    assert play.at("germany", "Stavanger") == 1


# Transport plane


@pytest.mark.proves("2.3-air-3", "4.1b-cards")
def test_a_transport_plane_carries_up_to_two_battalions_between_held_airfields() -> None:
    play = position(germany={"Oslo": 3, "Kristiansand": 1}, hands={"germany": ["Transport plane"]})
    assert offered(play, "fly") == [
        "fly Oslo > Kristiansand 1",
        "fly Oslo > Kristiansand 2",
        "fly Kristiansand > Oslo 1",
    ]
    refusal = play.refused("fly Oslo > Kristiansand 3")
    assert (refusal.reason.key, refusal.rule, refusal.reason.args["n"]) == ("norway.illegal.how-many", "4.1b-cards", 2)
    play("fly Oslo > Kristiansand 2")
    assert play.battalions("germany") == {"Oslo": 1, "Kristiansand": 3}
    assert play.used("germany") == ["Transport plane"]


@pytest.mark.proves("2.3-air-3")
def test_both_airfields_must_be_held_already() -> None:
    germany, hands = {"Oslo": 1, "Bergen": 1, "Stavanger": 1}, {"germany": ["Transport plane"]}
    play = position(germany=germany, norway={"Bardufoss": 1}, hands=hands)
    for way in ("Oslo > Trondheim", "Oslo > Bardufoss", "Oslo > Bergen", "Oslo > Oslo", "Bergen > Oslo"):
        assert play.refusal(f"fly {way} 1") == ("norway.illegal.no-held-airfield", "2.3-air-3")
    assert play.refusal("fly Trondheim > Oslo 1") == ("norway.illegal.no-held-airfield", "2.3-air-3")
    play = position(germany={"Oslo": 2, "Bergen": 1}, hands=hands)
    assert play.refusal("fly Oslo > Trondheim 1") == ("norway.illegal.no-use.fly", "4.1b-cards"), "one airfield"


@pytest.mark.proves("2.3-air-3")
def test_a_flight_is_the_move_of_the_battalions() -> None:
    play = position(germany={"Oslo": 2, "Horten": 1, "Trondheim": 1}, hands={"germany": ["Transport plane"] * 2})
    play("move Horten > Oslo 1")("fly Oslo > Trondheim 2")
    refusal = play.refused("move Trondheim > Oppdal 3")
    assert (refusal.reason.key, refusal.reason.args["n"]) == ("norway.illegal.how-many", 1)
    assert play.refusal("fly Oslo > Trondheim 1") == ("norway.illegal.origin", "2.2-3")


@pytest.mark.proves("2.3-air-3")
@pytest.mark.parametrize("edit", [RemoveBattalions("germany", "oslo", 2), RemoveBattalions("germany", "trondheim", 1)])
def test_a_flight_whose_battalions_or_airfield_an_umpire_takes_away_does_not_take_place(edit: RemoveBattalions) -> None:
    play = position(
        germany={"Oslo": 2, "Trondheim": 1, "Bergen": 1}, hands={"germany": ["Transport plane"], "allies": ["Fighter"]}
    )
    play("fly Oslo > Trondheim 2")
    before = play.battalions("germany")
    play.edit(edit)
    assert play.asked == ["germany"], "no window for Fighters any more"
    assert sum(before.values()) - edit.count == sum(play.battalions("germany").values())
    assert play.at("germany", "Trondheim") < 2
    play("move Bergen > Voss 1")


# what lies open


FLIGHT = {"origin": "oslo", "target": "trondheim"}


@cases(
    "says card line key told",
    ("4.1b-cards", "who flies from where to where", "Transport plane", "fly Oslo > Trondheim 2", "takes-off", FLIGHT),
    ("4.1b-cards", "where paratroops come down", "Paratroops", "drop Stavanger", "drops", {"area": "stavanger"}),
)
def test_the_allies_are_told(card: str, line: str, key: str, told: dict[str, str]) -> None:
    hands = {"germany": [card], "allies": ["Fighter"]}
    play = position(germany={"Oslo": 3, "Trondheim": 1}, hands=hands)(line)
    played = play.events[-1]
    assert (played.text.key, played.places) == (f"norway.event.{key}", tuple(told.values()))
    for text in (played.text, play.decision().prompt):
        assert {name: text.args[name].key for name in told} == {n: f"norway.area.{area}" for n, area in told.items()}
        assert text.args.get("n") == (2 if told is FLIGHT else None)
