"""The cards of phase 1b (4.1b-cards), played through the engine."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.games.norway import board
from feltherre.games.norway.actions import Drop, Fly, Invade, RapidMove, Ship, Train
from norway_table import Playing, example, position


def offered(play: Playing, kind: str) -> list[str]:
    return [line for line in play.offered() if line.startswith(kind + " ")]


# whose cards, and when


ALL_CARDS = {
    "germany": ["Paratroops", "Rapid movement", "Transport plane", "Engineer company", "Bomber"],
    "norway": ["Train transport", "Roadblock", "Ambush"],
    "allies": ["Invasion", "Coastal evacuation", "Fighter"],
}


@pytest.mark.proves("4.1b-cards")
@pytest.mark.parametrize(
    ("turn", "kinds"),
    [
        ("germany", {"move", "rapid", "drop", "fly", "end"}),
        ("norway", {"move", "train", "end"}),
        ("allies", {"move", "invade", "ship", "end"}),
    ],
)
def test_each_country_has_its_own_cards_of_phase_1b_in_its_own_turn(turn: str, kinds: set[str]) -> None:
    hands = {**ALL_CARDS, "allies": ["Invasion", "Coastal evacuation", "Reinforcements"]}
    play = position(
        turn=turn, germany={"Oslo": 1, "Trondheim": 1}, norway={"Rena": 1}, allies={"Namsos": 1}, hands=hands
    )
    assert {line.split()[0] for line in play.offered()} == kinds


@pytest.mark.proves("4.1b-cards", "2.4-symbols-2")
@pytest.mark.parametrize("turn", ["germany", "norway", "allies"])
def test_a_card_must_be_in_the_hand_of_the_country_in_turn(turn: str) -> None:
    play = position(
        turn=turn,
        germany={"Oslo": 1, "Trondheim": 1},
        norway={"Rena": 1},
        allies={"Namsos": 1},
        hands={role: names for role, names in ALL_CARDS.items() if role != turn},
    )
    for line in (
        "rapid Oslo > Gjøvik > Lillehammer 1",
        "drop Oslo",
        "fly Oslo > Trondheim 1",
        "train Rena > Tynset 1",
        "invade with Reinforcements at Namsos 2",
        "ship Namsos > Tromsø 1",
    ):
        assert play.refusal(line) == ("norway.illegal.no-card", "4.1b-cards")


@pytest.mark.proves("4.1b-cards", "2.4-symbols-1")
def test_a_card_of_another_phase_is_of_no_use_in_movement() -> None:
    play = position(germany={"Oslo": 1}, hands={"germany": ["Bomber", "Panzer", "Reinforcements"]})
    assert {line.split()[0] for line in play.offered()} == {"move", "end"}
    assert play.refused("play Panzer").reason.key == "core.illegal.other-decision"


# Rapid movement


@pytest.mark.proves("4.1b-rapid", "4.1b-2")
def test_ex_3_rapid() -> None:
    given, then = example("ex-3-rapid")
    start, via, end = given["path"]
    play = position(germany={start: 2}, norway=dict.fromkeys(given["enemy_in"], 1), hands={"germany": [given["card"]]})
    line = f"rapid {start} > {via} > {end} {given['battalions']}"
    assert (line in play.offered()) is then["legal"] is True
    play(line)
    assert play.groups() == [(then["attacks_from"], end, "land", given["battalions"])]
    assert bool(play.groups()) is then["is_attack"]
    assert play.battalions("germany") == {start: 1}
    assert play.used("germany") == [given["card"]]


@pytest.mark.proves("4.1b-rapid")
def test_up_to_two_battalions_move_two_areas_together() -> None:
    play = position(germany={"Oslo": 4}, hands={"germany": ["Rapid movement"]})
    assert offered(play, "rapid")[:2] == ["rapid Oslo > Østfold > Horten 1", "rapid Oslo > Østfold > Horten 2"]
    refusal = play.refused("rapid Oslo > Gjøvik > Lillehammer 3")
    assert (refusal.reason.key, refusal.rule) == ("norway.illegal.how-many", "4.1b-rapid")
    assert refusal.reason.args == {"n": 2, "given": 3}
    play("rapid Oslo > Gjøvik > Lillehammer 2")
    assert play.battalions("germany") == {"Oslo": 2, "Lillehammer": 2}


@pytest.mark.proves("4.1b-rapid")
def test_only_those_go_who_have_not_moved_and_they_move_no_further() -> None:
    play = position(germany={"Oslo": 1, "Horten": 1}, hands={"germany": ["Rapid movement", "Rapid movement"]})
    play("move Horten > Oslo 1")
    refusal = play.refused("rapid Oslo > Gjøvik > Lillehammer 2")
    assert (refusal.reason.key, refusal.reason.args["n"]) == ("norway.illegal.how-many", 1)
    play("rapid Oslo > Gjøvik > Lillehammer 1")
    assert play.offered() == ["end movement"], "one card is left, and nobody who may move"
    assert play.refusal("rapid Lillehammer > Dombås > Oppdal 1") == ("norway.illegal.no-use.rapid", "4.1b-cards")


@pytest.mark.proves("4.1b-rapid")
@pytest.mark.parametrize("enemy", ["norway", "allies"])
def test_the_first_area_must_be_free_of_enemies(enemy: str) -> None:
    play = position(germany={"Tysfjord": 2}, hands={"germany": ["Rapid movement"]}, **{enemy: {"Bjørnfjell": 1}})
    assert play.refusal("rapid Tysfjord > Bjørnfjell > Bardufoss 1") == (
        "norway.illegal.rapid-through-enemy",
        "4.1b-rapid",
    )
    assert "rapid Tysfjord > Narvik > Bjørnfjell 2" in play.offered(), "the second step may be an attack"


@pytest.mark.proves("4.1b-rapid")
def test_own_battalions_in_the_first_area_are_no_hindrance() -> None:
    play = position(germany={"Tysfjord": 1, "Bjørnfjell": 1}, hands={"germany": ["Rapid movement"]})
    play("rapid Tysfjord > Bjørnfjell > Narvik 1")
    assert play.battalions("germany") == {"Bjørnfjell": 1, "Narvik": 1}


@pytest.mark.proves("4.1b-rapid")
def test_the_way_leads_two_areas_on_and_not_back() -> None:
    play = position(germany={"Tromsø": 1, "Oslo": 1}, norway={"Voss": 1}, hands={"germany": ["Rapid movement"]})
    assert play.refusal("rapid Oslo > Gjøvik > Oslo 1") == ("norway.illegal.no-way-on", "4.1b-rapid")
    assert play.refusal("rapid Oslo > Gjøvik > Rena 1") == ("norway.illegal.not-adjacent", "4.1b-1")
    # Finnmark is a dead end
    assert play.refusal("rapid Tromsø > Finnmark > Tromsø 1") == ("norway.illegal.no-way-on", "4.1b-rapid")
    assert {line.split(" > ")[1] for line in offered(play, "rapid") if "Tromsø >" in line} == {"Bardufoss"}


@pytest.mark.proves("4.1b-rapid")
def test_a_group_that_can_go_nowhere_gets_the_reason() -> None:
    play = position(germany={"Finnmark": 1, "Oslo": 1}, norway={"Tromsø": 1}, hands={"germany": ["Rapid movement"]})
    assert play.refusal("rapid Finnmark > Tromsø > Bardufoss 1") == ("norway.illegal.rapid-blocked", "4.1b-rapid")
    assert play.refusal("rapid Bergen > Voss > Geilo 1") == ("norway.illegal.origin", "2.2-3")


@pytest.mark.proves("4.1b-rapid")
def test_a_fjord_before_the_last_area_makes_it_an_attack_over_water() -> None:
    play = position(germany={"Oslo": 1}, norway={"Hamar": 1}, hands={"germany": ["Rapid movement"]})
    play("rapid Oslo > Gjøvik > Hamar 1")
    assert play.groups() == [("Gjøvik", "Hamar", "water", 1)]


@pytest.mark.proves("4.1b-rapid", "4.1b-4")
def test_after_rapid_movement_the_area_attacked_from_is_the_last_before_the_attack() -> None:
    play = position(germany={"Tysfjord": 1}, norway={"Bardufoss": 1}, hands={"germany": ["Rapid movement"]})
    play("rapid Tysfjord > Bjørnfjell > Bardufoss 1")
    assert [board.AREAS[area] for area in play.state.origins] == ["bjornfjell"]
    play.throws([1], [5])("end movement")
    assert play.battalions("germany") == {"Bjørnfjell": 1}, "the loser goes back there"


# Train transport in the own turn


@pytest.mark.proves("4.1b-cards")
def test_up_to_three_norwegian_battalions_go_up_to_three_areas_by_train() -> None:
    play = position(turn="norway", norway={"Rena": 4}, hands={"norway": ["Train transport"]})
    refusal = play.refused("train Rena > Tynset > Oppdal > Dombås 4")
    assert (refusal.reason.key, refusal.rule, refusal.reason.args["n"]) == (
        "norway.illegal.how-many",
        "4.1b-cards",
        3,
    )
    assert play.refusal("train Rena > Tynset > Oppdal > Dombås > Lillehammer 1") == (
        "norway.illegal.train-length",
        "4.1b-cards",
    )
    play("train Rena > Tynset > Oppdal > Dombås 3")
    assert play.battalions("norway") == {"Rena": 1, "Dombås": 3}
    assert play.used("norway") == ["Train transport"]


@pytest.mark.proves("4.1b-cards")
@pytest.mark.parametrize(("path", "end"), [("Rena > Tynset", "Tynset"), ("Rena > Tynset > Oppdal", "Oppdal")])
def test_a_train_may_stop_earlier_and_it_is_the_move_of_those_who_went(path: str, end: str) -> None:
    play = position(turn="norway", norway={"Rena": 1}, hands={"norway": ["Train transport", "Train transport"]})
    play(f"train {path} 1")
    assert play.battalions("norway") == {end: 1}
    assert play.offered() == ["end movement"]
    assert play.refusal("train Tynset > Oppdal 1") == ("norway.illegal.no-use.train", "4.1b-cards")


@pytest.mark.proves("4.1b-cards")
def test_a_train_goes_nowhere_else() -> None:
    play = position(
        turn="norway",
        norway={"Gjøvik": 1, "Rena": 1, "Haugesund": 1},
        germany={"Oslo": 1},
        allies={"Lillehammer": 1},
        hands={"norway": ["Train transport"]},
    )
    refusals = {
        "train Gjøvik > Hamar 1": ("norway.illegal.train-water", "4.1b-cards"),
        "train Gjøvik > Oslo 1": ("norway.illegal.train-enemy", "4.1b-cards"),
        "train Gjøvik > Hønefoss > Oslo 1": ("norway.illegal.train-enemy", "4.1b-cards"),
        "train Gjøvik > Rena 1": ("norway.illegal.not-adjacent", "4.1b-1"),
        "train Gjøvik > Fagernes > Gjøvik 1": ("norway.illegal.train-back", "4.1b-cards"),
        "train Gjøvik 1": ("norway.illegal.train-length", "4.1b-cards"),
        "train Haugesund > Bergen 1": ("norway.illegal.train-nowhere", "4.1b-cards"),
        "train Bergen > Voss 1": ("norway.illegal.origin", "2.2-3"),
    }
    assert {line: play.refusal(line) for line in refusals} == refusals
    play("train Gjøvik > Lillehammer > Dombås > Åndalsnes 1")
    assert play.at("norway", "Åndalsnes") == 1, "past friends"


# Invasion


@pytest.mark.proves("4.1b-invasion")
def test_invasion_brings_in_reinforcements_at_once_also_against_the_enemy() -> None:
    play = position(
        turn="allies",
        germany={"Åndalsnes": 2, "Oslo": 1},
        norway={"Dombås": 1},
        allies={},
        hands={"allies": ["Invasion", "Reinforcements", "Coastal evacuation"]},
    )
    play("invade with Reinforcements + Coastal evacuation at Åndalsnes 3")
    assert play.groups() == [("sea", "Åndalsnes", "sea", 3)]
    assert play.state.raised[2] == 3
    assert sorted(play.used("allies")) == ["Coastal evacuation", "Invasion", "Reinforcements"]
    assert play.hand("allies") == []
    play.throws([3, 5, 4], [6, 1])("end movement")
    assert play.at("allies", "Åndalsnes") == 2, "they have fought in phase 2, with three dice"


@pytest.mark.proves("4.1b-invasion")
def test_the_symbols_of_invasion_itself_do_not_count() -> None:
    hands = {"allies": ["Invasion", "Submarine"]}
    play = position(turn="allies", allies={"Namsos": 1}, hands=hands)
    assert play.refusal("invade with Submarine at Namsos 1") == ("norway.illegal.no-use.invade", "4.1b-cards")
    # with a second Invasion the two symbols of that one count
    play = position(turn="allies", allies={"Namsos": 1}, hands={"allies": ["Invasion", "Invasion", "Submarine"]})
    assert play.refusal("invade with Invasion + Invasion at Namsos 1") == (
        "norway.illegal.card-not-in-hand",
        "4.3-1",
    )
    play("invade with Invasion + Submarine at Namsos 1")
    assert play.at("allies", "Namsos") == 2
    assert play.hand("allies") == []


@pytest.mark.proves("4.1b-invasion")
def test_three_symbols_buy_a_battalion_and_those_left_over_are_lost() -> None:
    play = position(turn="allies", allies={"Namsos": 1}, hands={"allies": ["Invasion", "Reinforcements"]})
    assert play.refusal("invade with Reinforcements at Namsos 3") == ("norway.illegal.too-many-placed", "4.3-2")
    assert play.refusal("invade with Reinforcements at Namsos 1") == ("norway.illegal.too-few-placed", "4.3-2")
    assert play.refusal("invade with Tank at Namsos 1") == ("norway.illegal.card-not-in-hand", "4.3-1")
    assert play.refusal("invade with - at Namsos 1") == ("norway.illegal.too-few-symbols", "4.3-2")
    play("invade with Reinforcements at Namsos 2")
    assert play.at("allies", "Namsos") == 3


@pytest.mark.proves("4.1b-invasion")
def test_the_battalions_may_be_split_and_named_in_any_order_and_do_not_move_on() -> None:
    play = position(
        turn="allies",
        germany={"Narvik": 1},
        norway={"Tromsø": 1},
        allies={},
        hands={"allies": ["Invasion", "Reinforcements", "Coastal evacuation"]},
    )
    play("invade with Coastal evacuation + Reinforcements at Tromsø 1, Narvik 1, Harstad 1")
    assert play.groups() == [("sea", "Narvik", "sea", 1)]
    assert play.battalions("allies") == {"Tromsø": 1, "Harstad": 1}
    assert play.offered() == ["end movement"]


@pytest.mark.proves("4.1b-invasion", "2.3-sea-2")
@pytest.mark.parametrize("area", ["Oslo", "Kristiansand", "Skien", "Voss", "Bardufoss"])
def test_invasion_goes_to_coasts_of_iii_to_vii_only(area: str) -> None:
    play = position(turn="allies", allies={}, norway={"Rena": 1}, hands={"allies": ["Invasion", "Reinforcements"]})
    assert play.refusal(f"invade with Reinforcements at {area} 2") == ("norway.illegal.no-landing", "2.3-sea-2")
    coast = {
        area for act in play.decision().space.candidates() if isinstance(act, Invade) for area, _ in act.placements
    }
    assert coast == {board.AREAS[area] for area in board.ALLIED_COAST}
    assert len(coast) == 21


@pytest.mark.proves("4.1b-invasion")
def test_battalions_from_the_sea_bar_no_retreat() -> None:
    play = position(turn="allies", allies={}, germany={"Namsos": 1}, hands={"allies": ["Invasion", "Reinforcements"]})
    play("invade with Reinforcements at Namsos 2")
    assert play.state.origins == []


# Coastal evacuation in the own turn


@pytest.mark.proves("4.1b-cards", "2.3-sea-2")
def test_up_to_three_allied_battalions_go_along_the_coast() -> None:
    play = position(turn="allies", allies={"Namsos": 4}, hands={"allies": ["Coastal evacuation"]})
    refusal = play.refused("ship Namsos > Tromsø 4")
    assert (refusal.reason.key, refusal.rule, refusal.reason.args["n"]) == (
        "norway.illegal.how-many",
        "4.1b-cards",
        3,
    )
    play("ship Namsos > Tromsø 3")
    assert play.battalions("allies") == {"Namsos": 1, "Tromsø": 3}
    assert play.used("allies") == ["Coastal evacuation"]
    assert play.refusal("move Tromsø > Bardufoss 1") == ("norway.illegal.origin", "2.2-3")


@pytest.mark.proves("2.3-sea-2", "4.1b-cards")
def test_ships_go_from_and_to_coasts_of_iii_to_vii_free_of_germans() -> None:
    play = position(
        turn="allies",
        germany={"Narvik": 1},
        allies={"Namsos": 1, "Oslo": 1, "Dombås": 1},
        hands={"allies": ["Coastal evacuation"]},
    )
    refusals = {
        "ship Oslo > Namsos 1": ("norway.illegal.no-embarking", "2.3-sea-2"),
        "ship Dombås > Namsos 1": ("norway.illegal.no-embarking", "2.3-sea-2"),
        "ship Namsos > Oslo 1": ("norway.illegal.no-landing", "2.3-sea-2"),
        "ship Namsos > Kristiansand 1": ("norway.illegal.no-landing", "2.3-sea-2"),
        "ship Namsos > Dombås 1": ("norway.illegal.no-landing", "2.3-sea-2"),
        "ship Namsos > Namsos 1": ("norway.illegal.no-landing", "2.3-sea-2"),
        "ship Namsos > Narvik 1": ("norway.illegal.ship-enemy", "4.1b-cards"),
        "ship Tromsø > Namsos 1": ("norway.illegal.origin", "2.2-3"),
    }
    assert {line: play.refusal(line) for line in refusals} == refusals
    targets = {act.target for act in play.decision().space.candidates() if isinstance(act, Ship)}
    assert len(targets) == 19, "all 21 but Namsos itself and Narvik"


@pytest.mark.proves("4.1b-cards")
def test_ships_put_in_where_norwegians_stand() -> None:
    """Friends may share an area (R34)."""
    play = position(turn="allies", norway={"Tromsø": 2}, allies={"Namsos": 2}, hands={"allies": ["Coastal evacuation"]})
    play("ship Namsos > Tromsø 2")
    assert (play.battalions("allies"), play.battalions("norway")) == ({"Tromsø": 2}, {"Tromsø": 2})
    assert play.groups() == []


@pytest.mark.proves("4.1b-cards")
def test_without_battalions_on_the_coast_coastal_evacuation_is_of_no_use() -> None:
    play = position(turn="allies", allies={"Dombås": 1}, hands={"allies": ["Coastal evacuation"]})
    assert play.refusal("ship Dombås > Namsos 1") == ("norway.illegal.no-use.ship", "4.1b-cards")


# what all of them have in common


@pytest.mark.proves("4.1b-cards")
@pytest.mark.parametrize(
    ("turn", "action"),
    [
        ("germany", RapidMove("oslo", "gjovik", "lillehammer", 1)),
        ("germany", Drop("oslo")),
        ("germany", Fly("oslo", "trondheim", 1)),
        ("norway", Train(("rena", "tynset"), 1)),
        ("allies", Invade(("reinforcements",), (("namsos", 2),))),
        ("allies", Ship("namsos", "tromso", 1)),
    ],
)
def test_a_card_used_counts_as_used_in_the_own_turn_and_is_told_with_its_name(turn: str, action: Any) -> None:
    hands = {**ALL_CARDS, "allies": ["Invasion", "Coastal evacuation", "Reinforcements"]}
    play = position(
        turn=turn, germany={"Oslo": 1, "Trondheim": 1}, norway={"Rena": 1}, allies={"Namsos": 1}, hands=hands
    )
    play.answer(action)
    assert play.state.used_this_turn == (2 if isinstance(action, Invade) else 1)
    told: dict[type, str] = {Drop: "norway.event.drops", Fly: "norway.event.takes-off"}
    assert told.get(type(action), "norway.event.plays") in play.told()
    assert not play.asked or play.state.phase == 1
