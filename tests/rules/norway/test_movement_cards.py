"""The cards of phase 1b (4.1b-cards), played through the engine."""

import pytest

from cases import cases
from feltherre.games.norway import board
from feltherre.games.norway.actions import Invade, Ship
from norway_table import Playing, example, position


def offered(play: Playing, kind: str) -> list[str]:
    return [line for line in play.offered() if line.startswith(kind + " ")]


# whose cards, and when


HELD = {
    "germany": ["Paratroops", "Rapid movement", "Transport plane", "Engineer company", "Bomber"],
    "norway": ["Train transport", "Roadblock", "Ambush"],
    "allies": ["Invasion", "Coastal evacuation", "Reinforcements"],
}


def with_all_cards(turn: str, hands: dict[str, list[str]] = HELD) -> Playing:
    """Everybody has battalions where each of his cards could be of use."""
    forces = {"germany": {"Oslo": 1, "Trondheim": 1}, "norway": {"Rena": 1}, "allies": {"Namsos": 1}}
    return position(turn, hands=hands, **forces)  # type: ignore[arg-type]


@cases(
    "turn kinds",
    ("4.1b-cards", "germany", {"move", "rapid", "drop", "fly", "end"}),
    ("4.1b-cards", "norway", {"move", "train", "end"}),
    ("4.1b-cards", "allies", {"move", "invade", "ship", "end"}),
)
def test_each_country_has_its_own_cards_of_phase_1b_in_its_own_turn(turn: str, kinds: set[str]) -> None:
    assert {line.split()[0] for line in with_all_cards(turn).offered()} == kinds


@pytest.mark.proves("4.1b-cards", "2.4-symbols-2")
@pytest.mark.parametrize("turn", ["germany", "norway", "allies"])
def test_a_card_must_be_in_the_hand_of_the_country_in_turn(turn: str) -> None:
    play = with_all_cards(turn, {role: names for role, names in HELD.items() if role != turn})
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
    assert play.refusal("play Panzer")[0] == "core.illegal.other-decision"


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


RAPID = {"germany": ["Rapid movement", "Rapid movement"]}


@pytest.mark.proves("4.1b-rapid")
def test_up_to_two_battalions_move_two_areas_together() -> None:
    play = position(germany={"Oslo": 4}, hands=RAPID)
    assert offered(play, "rapid")[:2] == ["rapid Oslo > Østfold > Horten 1", "rapid Oslo > Østfold > Horten 2"]
    assert play.refusal("rapid Oslo > Gjøvik > Lillehammer 3") == ("norway.illegal.how-many", "4.1b-rapid")
    assert play.refused("rapid Oslo > Gjøvik > Lillehammer 3").reason.args == {"n": 2, "given": 3}
    play("rapid Oslo > Gjøvik > Lillehammer 2")
    assert play.battalions("germany") == {"Oslo": 2, "Lillehammer": 2}


@pytest.mark.proves("4.1b-rapid")
def test_only_those_go_who_have_not_moved_and_they_move_no_further() -> None:
    play = position(germany={"Oslo": 1, "Horten": 1}, hands=RAPID)("move Horten > Oslo 1")
    refusal = play.refused("rapid Oslo > Gjøvik > Lillehammer 2")
    assert (refusal.reason.key, refusal.reason.args["n"]) == ("norway.illegal.how-many", 1)
    play("rapid Oslo > Gjøvik > Lillehammer 1")
    assert play.offered() == ["end movement"], "one card is left, and nobody who may move"
    assert play.refusal("rapid Lillehammer > Dombås > Oppdal 1") == ("norway.illegal.no-use.rapid", "4.1b-cards")


ENEMY = {"Bjørnfjell": 1}
THROUGH = "rapid Tysfjord > Bjørnfjell > Bardufoss 1"


@cases(
    "says germany norway line reason rule",
    ("4.1b-rapid", "through Norwegians", {"Tysfjord": 2}, ENEMY, THROUGH, "rapid-through-enemy", "4.1b-rapid"),
    ("4.1b-rapid", "there and back", {"Oslo": 1}, {}, "rapid Oslo > Gjøvik > Oslo 1", "no-way-on", "4.1b-rapid"),
    ("4.1b-rapid", "to no neighbour", {"Oslo": 1}, {}, "rapid Oslo > Gjøvik > Rena 1", "not-adjacent", "4.1b-1"),
    ("4.1b-rapid", "into a dead end", {"Tromsø": 1}, {}, "rapid Tromsø > Finnmark > Tromsø 1", "no-way-on",
     "4.1b-rapid"),
    ("4.1b-rapid", "who can go nowhere", {"Finnmark": 1, "Oslo": 1}, {"Tromsø": 1},
     "rapid Finnmark > Tromsø > Bardufoss 1", "rapid-blocked", "4.1b-rapid"),
    ("4.1b-rapid", "from an empty area", {"Oslo": 1}, {}, "rapid Bergen > Voss > Geilo 1", "origin", "2.2-3"),
)  # fmt: skip
def test_rapid_movement_leads_two_areas_on_and_not_back_and_the_first_is_free_of_enemies(
    germany: dict[str, int], norway: dict[str, int], line: str, reason: str, rule: str
) -> None:
    play = position(germany=germany, norway=norway, allies={"Voss": 1}, hands=RAPID)
    assert play.refusal(line) == (f"norway.illegal.{reason}", rule)
    assert line not in play.offered()


@pytest.mark.proves("4.1b-rapid")
def test_the_second_step_may_be_an_attack_and_own_battalions_are_no_hindrance_in_the_first() -> None:
    allied = position(germany={"Tysfjord": 2}, allies=ENEMY, hands=RAPID)
    assert allied.refusal(THROUGH) == ("norway.illegal.rapid-through-enemy", "4.1b-rapid")
    assert "rapid Tysfjord > Narvik > Bjørnfjell 2" in allied.offered()
    own = position(germany={"Tysfjord": 1, "Bjørnfjell": 1}, hands=RAPID)("rapid Tysfjord > Bjørnfjell > Narvik 1")
    assert own.battalions("germany") == {"Bjørnfjell": 1, "Narvik": 1}


@pytest.mark.proves("4.1b-rapid", "4.1b-4")
def test_after_rapid_movement_the_area_attacked_from_is_the_last_before_the_attack() -> None:
    over_water = position(germany={"Oslo": 1}, norway={"Hamar": 1}, hands=RAPID)("rapid Oslo > Gjøvik > Hamar 1")
    assert over_water.groups() == [("Gjøvik", "Hamar", "water", 1)]
    play = position(germany={"Tysfjord": 1}, norway={"Bardufoss": 1}, hands=RAPID)(THROUGH)
    assert [board.AREAS[area] for area in play.state.origins] == ["bjornfjell"]


# Train transport in the own turn


@pytest.mark.proves("4.1b-cards")
def test_up_to_three_norwegian_battalions_go_up_to_three_areas_by_train() -> None:
    play = position(turn="norway", norway={"Rena": 4}, hands={"norway": ["Train transport"]})
    assert play.refusal("train Rena > Tynset > Oppdal > Dombås 4") == ("norway.illegal.how-many", "4.1b-cards")
    too_long = "train Rena > Tynset > Oppdal > Dombås > Lillehammer 1"
    assert play.refusal(too_long) == ("norway.illegal.train-length", "4.1b-cards")
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
    play = position("allies", allies={"Namsos": 1}, hands={"allies": ["Invasion", "Submarine"]})
    assert play.refusal("invade with Submarine at Namsos 1") == ("norway.illegal.no-use.invade", "4.1b-cards")
    # with a second Invasion the two symbols of that one count
    play = position("allies", allies={"Namsos": 1}, hands={"allies": ["Invasion", "Invasion", "Submarine"]})
    assert play.refusal("invade with Invasion + Invasion at Namsos 1")[0] == "norway.illegal.card-not-in-hand"
    play("invade with Invasion + Submarine at Namsos 1")
    assert (play.at("allies", "Namsos"), play.hand("allies")) == (2, [])


@pytest.mark.proves("4.1b-invasion")
def test_three_symbols_buy_a_battalion_and_those_left_over_are_lost() -> None:
    play = position("allies", allies={"Namsos": 1}, hands={"allies": ["Invasion", "Reinforcements"]})
    refusals = {
        "invade with Reinforcements at Namsos 3": ("norway.illegal.too-many-placed", "4.3-2"),
        "invade with Reinforcements at Namsos 1": ("norway.illegal.too-few-placed", "4.3-2"),
        "invade with Tank at Namsos 1": ("norway.illegal.card-not-in-hand", "4.3-1"),
        "invade with - at Namsos 1": ("norway.illegal.too-few-symbols", "4.3-2"),
    }
    assert {line: play.refusal(line) for line in refusals} == refusals
    assert play("invade with Reinforcements at Namsos 2").at("allies", "Namsos") == 3


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
    assert play.state.origins == [], "battalions from the sea bar no retreat"
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


# Coastal evacuation in the own turn


@pytest.mark.proves("4.1b-cards", "2.3-sea-2")
def test_up_to_three_allied_battalions_go_along_the_coast() -> None:
    play = position(turn="allies", allies={"Namsos": 4}, hands={"allies": ["Coastal evacuation"]})
    assert play.refusal("ship Namsos > Tromsø 4") == ("norway.illegal.how-many", "4.1b-cards")
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
def test_ships_put_in_where_norwegians_stand_and_out_only_from_the_coast() -> None:
    """Friends may share an area (R34)."""
    hands = {"allies": ["Coastal evacuation"]}
    play = position("allies", norway={"Tromsø": 2}, allies={"Namsos": 2}, hands=hands)("ship Namsos > Tromsø 2")
    assert (play.battalions("allies"), play.battalions("norway")) == ({"Tromsø": 2}, {"Tromsø": 2})
    assert play.groups() == []
    inland = position("allies", allies={"Dombås": 1}, hands=hands)
    assert inland.refusal("ship Dombås > Namsos 1") == ("norway.illegal.no-use.ship", "4.1b-cards")


# what all of them have in common


@cases(
    "turn line used event",
    ("4.1b-cards", "germany", "rapid Oslo > Gjøvik > Lillehammer 1", 1, "plays"),
    ("4.1b-cards", "germany", "drop Oslo", 1, "drops"),
    ("4.1b-cards", "germany", "fly Oslo > Trondheim 1", 1, "takes-off"),
    ("4.1b-cards", "norway", "train Rena > Tynset 1", 1, "plays"),
    ("4.1b-cards", "allies", "invade with Reinforcements at Namsos 2", 2, "plays"),
    ("4.1b-cards", "allies", "ship Namsos > Tromsø 1", 1, "plays"),
)
def test_a_card_used_counts_as_used_in_the_own_turn_and_is_told_with_its_name(
    turn: str, line: str, used: int, event: str
) -> None:
    play = with_all_cards(turn)(line)
    assert play.state.used_this_turn == used
    assert f"norway.event.{event}" in play.told()
    assert not play.asked or play.state.phase == 1
