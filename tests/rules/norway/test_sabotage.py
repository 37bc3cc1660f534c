"""Norwegian sabotage and flight in the German turn (4.1c), played through the engine."""

import pytest

from cases import cases
from feltherre.games.norway import board
from feltherre.games.norway.edits import RemoveBattalions
from norway_table import Playing, position


def attack_on_hamar(norwegian: list[str], german: list[str] | None = None, **placed: dict[str, int]) -> Playing:
    """Example 1: one battalion comes by land from Kongsvinger, three over Mjøsa from Gjøvik."""
    play = position(
        germany=placed.get("germany", {"Kongsvinger": 1, "Gjøvik": 3}),
        norway=placed.get("norway", {"Hamar": 1}),
        allies=placed.get("allies", {}),
        hands={"norway": norwegian, "germany": german or []},
    )
    for area in placed.get("germany", {"Kongsvinger": 1, "Gjøvik": 3}):
        play(f"move {area} > Hamar {play.at('germany', area)}")
        assert play.asked == ["germany"]
    return play("end movement")


# when, and with what


@pytest.mark.proves("4.1c-1", "4.1c-cards", "4-5")
def test_when_germany_has_moved_norway_may_use_its_three_cards() -> None:
    play = attack_on_hamar(["Roadblock", "Blown bridge", "Train transport"])
    assert (play.asked, play.state.phase) == (["norway"], 1), "not before all movement is done"
    assert play.offered() == [
        "roadblock Kongsvinger > Hamar 1",
        "blow bridge Kongsvinger > Hamar",
        "flee Hamar > Lillehammer",
        "flee Hamar > Rena",
        "pass",
    ]


@pytest.mark.proves("4.1c-1")
@pytest.mark.parametrize("turn", ["norway", "allies"])
def test_there_is_no_sabotage_in_other_turns(turn: str) -> None:
    play = position(
        turn=turn,
        germany={"Hamar": 1, "Oslo": 1},
        hands={"norway": ["Roadblock", "Blown bridge", "Train transport"]},
        **{turn: {"Kongsvinger": 1, "Voss": 1}},
    )
    play.throws([1], [1])("move Kongsvinger > Hamar 1")("end movement")
    assert "norway.event.battle" in play.told(), "fought without anybody having been asked"
    assert play.used("norway") == []


@pytest.mark.proves("4.1c-1")
def test_norway_may_leave_it_and_the_battle_is_fought() -> None:
    play = attack_on_hamar(["Roadblock"], norway={"Hamar": 1, "Voss": 1}).throws([6, 1], [1])
    play("pass").passes()
    assert play.at("germany", "Hamar") == 4
    assert play.hand("norway") == ["Roadblock"]


@pytest.mark.proves("4.1c-1", "4.1c-cards")
def test_other_cards_are_of_no_use_here() -> None:
    play = attack_on_hamar(["Ambush", "Anti-tank gun", "Reinforcements"])
    assert play.offered() == ["pass"], "asked all the same: nobody can see the hand"
    for line in ("roadblock Kongsvinger > Hamar 1", "blow bridge Kongsvinger > Hamar", "flee Hamar > Rena"):
        assert play.refusal(line) == ("norway.illegal.no-card", "4.1c-cards")


@cases(
    "says norway allies move phase",
    ("4.1c-1", "over Mjøsa, and no area is open", {"Hamar": 1, "Voss": 1}, {}, "Gjøvik > Hamar", 2),
    ("4.1c-1", "nothing is attacked", {"Voss": 1}, {}, "Gjøvik > Hamar", 3),
    ("4.1c-1", "only Allies are attacked", {"Voss": 1}, {"Hamar": 1}, "Kongsvinger > Hamar", 3),
)
def test_norway_is_not_asked_where_everyone_sees_that_nothing_can_be_played(
    norway: dict[str, int], allies: dict[str, int], move: str, phase: int
) -> None:
    germany = {"Gjøvik": 1, "Lillehammer": 1, "Rena": 1, "Kongsvinger": 1}
    play = position(germany=germany, norway=norway, allies=allies, hands={"norway": ["Roadblock"]})
    play.throws([1], [1])(f"move {move} 1")("end movement")
    assert play.state.phase == phase


# Roadblock


@pytest.mark.proves("4.1c-2")
def test_a_roadblock_takes_attackers_back_to_where_they_came_from_and_they_do_not_fight() -> None:
    play = attack_on_hamar(["Roadblock"])
    play.throws([1], [1])("roadblock Kongsvinger > Hamar 1").passes()
    assert "norway.event.sent-back" in play.told()
    assert not play.script.dice_to_come, "three battalions over Mjøsa throw one die"
    assert play.battalions("germany") == {"Kongsvinger": 1, "Gjøvik": 3}
    assert play.used("norway") == ["Roadblock"]


@pytest.mark.proves("4.1c-2")
def test_a_roadblock_stops_up_to_two_battalions_of_one_group() -> None:
    play = attack_on_hamar(["Roadblock", "Roadblock"], germany={"Kongsvinger": 4})
    refusal = play.refused("roadblock Kongsvinger > Hamar 3")
    assert (refusal.reason.key, refusal.rule, refusal.reason.args["n"]) == ("norway.illegal.how-many", "4.1c-2", 2)
    play("roadblock Kongsvinger > Hamar 2")
    assert play.groups() == [("Kongsvinger", "Hamar", "land", 2)]
    assert play.at("germany", "Kongsvinger") == 2
    # several cards may be played one after another
    play("roadblock Kongsvinger > Hamar 2")
    assert (play.groups(), play.state.phase) == ([], 3)
    assert play.used("norway") == ["Roadblock", "Roadblock"]


@pytest.mark.proves("4.1c-2")
def test_who_attacks_over_water_cannot_be_stopped() -> None:
    play = attack_on_hamar(["Roadblock", "Blown bridge"])
    assert play.refusal("roadblock Gjøvik > Hamar 1") == ("norway.illegal.sabotage", "4.1c-2")
    assert play.refusal("blow bridge Gjøvik > Hamar") == ("norway.illegal.sabotage", "4.1c-2")
    assert play.refusal("roadblock Kongsvinger > Rena 1") == ("norway.illegal.sabotage", "4.1c-2")
    assert play.refusal("blow bridge Rena > Hamar") == ("norway.illegal.sabotage", "4.1c-2")


@pytest.mark.proves("4.1c-2")
def test_paratroops_cannot_be_stopped_on_the_road() -> None:
    hands = {"germany": ["Paratroops"], "norway": ["Roadblock"]}
    play = position(germany={"Oslo": 1}, norway={"Hamar": 1}, hands=hands)("drop Hamar")("end movement")
    assert play.refusal("roadblock Oslo > Hamar 1") == ("norway.illegal.no-use.roadblock", "4.1c-1")


@pytest.mark.proves("4.1c-2")
def test_only_an_attack_on_norwegians_can_be_stopped() -> None:
    germany, hands = {"Kongsvinger": 1, "Trondheim": 1}, {"norway": ["Roadblock", "Blown bridge"]}
    play = position(germany=germany, norway={"Hamar": 1}, allies={"Steinkjer": 1}, hands=hands)
    play("move Kongsvinger > Hamar 1")("move Trondheim > Steinkjer 1")("end movement")
    assert play.offered() == ["roadblock Kongsvinger > Hamar 1", "blow bridge Kongsvinger > Hamar", "pass"]
    assert play.refusal("roadblock Trondheim > Steinkjer 1") == ("norway.illegal.sabotage", "4.1c-2")


@pytest.mark.proves("4.1c-2")
def test_norwegians_beside_allies_can_stop_an_attack_on_both() -> None:
    play = attack_on_hamar(["Roadblock", "Ambush"], allies={"Hamar": 2})("roadblock Kongsvinger > Hamar 1")
    assert play.groups() == [("Gjøvik", "Hamar", "water", 3)]


@pytest.mark.proves("4.1c-2")
def test_after_rapid_movement_they_go_back_to_the_last_area_before_the_attack() -> None:
    hands = {"germany": ["Rapid movement"], "norway": ["Roadblock"]}
    play = position(germany={"Oslo": 2}, norway={"Hamar": 1}, hands=hands)
    play("rapid Oslo > Kongsvinger > Hamar 2")("end movement")("roadblock Kongsvinger > Hamar 2")
    assert (play.battalions("germany"), play.battalions("norway")) == ({"Kongsvinger": 2}, {"Hamar": 1})
    assert play.state.phase == 3, "nobody is left to attack"


# Blown bridge


@pytest.mark.proves("4.1c-2")
def test_a_blown_bridge_sends_the_whole_group_back() -> None:
    play = attack_on_hamar(["Blown bridge"], germany={"Kongsvinger": 7, "Lillehammer": 1})
    play.throws([1], [1])("blow bridge Kongsvinger > Hamar")
    assert play.battalions("germany") == {"Kongsvinger": 7, "Lillehammer": 1}
    assert not play.script.dice_to_come, "one die for the battalion from Lillehammer"
    assert play.used("norway") == ["Blown bridge"]


# what lies open


@cases(
    "card line count",
    ("4.1c-3", "Roadblock", "roadblock Kongsvinger > Hamar 2", 2),
    ("4.1c-3", "Blown bridge", "blow bridge Kongsvinger > Hamar", 4),
)
def test_germany_is_told_which_group_is_stopped_and_how_many_of_it(card: str, line: str, count: int) -> None:
    forces = {"Kongsvinger": 4, "Gjøvik": 3}
    play = attack_on_hamar([card, "Ambush"], ["Engineer company"], germany=forces)(line)
    played = next(event for event in play.events if event.text.key == "norway.event.sabotage")
    assert (played.places, played.rule) == (("kongsvinger", "hamar"), "4.1c-2")
    for text in (played.text, play.decision().prompt):
        assert text.args["n"] == count
        assert text.args["origin"].key == "norway.area.kongsvinger"
        assert text.args["target"].key == "norway.area.hamar"
        assert text.args["card"].key == f"norway.card.nor-{card.lower().replace(' ', '-')}"


@pytest.mark.proves("4.1c-2")
def test_who_was_sent_back_and_who_has_walked_in_has_made_his_move() -> None:
    """Norway has another card and phase 1 goes on: the board still shows who has moved."""
    play = attack_on_hamar(["Roadblock", "Train transport", "Roadblock"], germany={"Kongsvinger": 3, "Gjøvik": 3})
    kongsvinger, hamar = board.find_area("Kongsvinger"), board.find_area("Hamar")
    play("roadblock Kongsvinger > Hamar 2")
    assert (play.state.phase, play.state.moved[kongsvinger]) == (1, 2)
    play("flee Hamar > Rena")
    assert (play.at("germany", "Hamar"), play.state.moved[hamar]) == (4, 4)


# Engineer company


@cases(
    "card line",
    ("4.1c-3 4.1c-cards 2.4-symbols-4", "Roadblock", "roadblock Kongsvinger > Hamar 1"),
    ("4.1c-3 4.1c-cards 2.4-symbols-4", "Blown bridge", "blow bridge Kongsvinger > Hamar"),
)
def test_an_engineer_company_prevents_roadblock_and_blown_bridge(card: str, line: str) -> None:
    play = attack_on_hamar([card, "Ambush"], ["Engineer company"])(line)
    assert (play.asked, play.offered()) == (["germany"], ["engineers", "pass"])
    play("engineers")
    assert play.groups() == [("Kongsvinger", "Hamar", "land", 1), ("Gjøvik", "Hamar", "water", 3)]
    assert (play.used("norway"), play.used("germany")) == ([card], ["Engineer company"])
    assert play.state.used_this_turn == 1


@pytest.mark.proves("4.1c-3", "4.1c-cards")
def test_germany_may_let_it_happen_and_is_asked_whether_or_not_it_holds_the_card() -> None:
    for held in ("Engineer company", "Panzer"):
        play = attack_on_hamar(["Roadblock"], [held])("roadblock Kongsvinger > Hamar 1")
        assert play.asked == ["germany"]
        if held == "Panzer":
            assert play.offered() == ["pass"]
            assert play.refusal("engineers") == ("norway.illegal.no-card", "4.1c-3")
        play("pass")
        assert (play.at("germany", "Kongsvinger"), play.hand("germany")) == (1, [held])


@pytest.mark.proves("4.1c-1")
def test_an_engineer_company_does_not_prevent_a_flight() -> None:
    play = attack_on_hamar(["Train transport"], ["Engineer company"])("flee Hamar > Rena")
    assert (play.battalions("norway"), play.used("germany")) == ({"Rena": 1}, [])


@pytest.mark.proves("4.1c-2")
def test_a_roadblock_against_a_group_that_an_umpire_has_freed_of_its_enemies_falls_away() -> None:
    play = attack_on_hamar(["Roadblock"], ["Engineer company"], norway={"Hamar": 1, "Voss": 1})
    play("roadblock Kongsvinger > Hamar 1")
    play.edit(RemoveBattalions("norway", "hamar", 1))
    assert play.at("germany", "Hamar") == 4
    assert play.state.phase > 1


# flight


@pytest.mark.proves("4.1c-1")
def test_all_norwegians_flee_and_the_attackers_occupy_the_area_without_a_battle() -> None:
    play = attack_on_hamar(["Train transport", "Train transport"], norway={"Hamar": 3, "Voss": 1})
    play("flee Hamar > Lillehammer")
    assert play.battalions("norway") == {"Lillehammer": 3, "Voss": 1}
    assert play.battalions("germany") == {"Hamar": 4}
    assert (play.groups(), play.state.phase) == ([], 3), "no battle"
    assert play.used("norway") == ["Train transport"]


@pytest.mark.proves("4.1c-1")
def test_allies_who_stay_fight_alone() -> None:
    play = attack_on_hamar(["Train transport", "Roadblock"], ["Panzer"], allies={"Hamar": 2})
    play("flee Hamar > Rena")
    assert (play.at("norway", "Hamar"), play.at("allies", "Hamar"), play.at("norway", "Rena")) == (0, 2, 1)
    assert play.state.phase == 2, "there are no Norwegians left to play a Roadblock for"
    assert play.groups() == [("Kongsvinger", "Hamar", "land", 1), ("Gjøvik", "Hamar", "water", 3)]


@pytest.mark.proves("4.1c-1")
def test_a_flight_goes_where_a_retreat_could_go_and_not_over_water() -> None:
    germany = {"Hønefoss": 1, "Oslo": 2, "Fagernes": 1}
    play = position(germany=germany, norway={"Gjøvik": 1, "Kongsvinger": 1}, hands={"norway": ["Train transport"]})
    play("move Hønefoss > Gjøvik 1")("move Oslo > Kongsvinger 2")("end movement")
    # Gjøvik borders Oslo and Hønefoss (attacked from), Hamar (over Mjøsa), Fagernes (Germans) and Lillehammer
    # Kongsvinger borders Oslo (attacked from), Østfold, Hamar and Rena
    ways = ("Kongsvinger > Østfold", "Kongsvinger > Hamar", "Kongsvinger > Rena", "Gjøvik > Lillehammer")
    assert play.offered() == [*(f"flee {way}" for way in ways), "pass"]
    for line in ("Gjøvik > Hamar", "Gjøvik > Oslo", "Gjøvik > Hønefoss", "Gjøvik > Fagernes", "Rena > Hamar"):
        assert play.refusal(f"flee {line}") == ("norway.illegal.flight", "4.1c-1")


@pytest.mark.proves("4.1c-1")
def test_nobody_flees_into_an_undecided_battle() -> None:
    norway, hands = {"Kongsvinger": 1, "Hamar": 1}, {"norway": ["Train transport"]}
    play = position(germany={"Oslo": 2, "Lillehammer": 1}, norway=norway, hands=hands)
    play("move Oslo > Kongsvinger 2")("move Lillehammer > Hamar 1")("end movement")
    assert play.offered() == ["flee Kongsvinger > Østfold", "flee Kongsvinger > Rena", "flee Hamar > Rena", "pass"]


@pytest.mark.proves("4.1c-1")
def test_those_with_no_open_area_cannot_flee() -> None:
    play = attack_on_hamar(["Train transport", "Roadblock"], germany={"Kongsvinger": 1, "Lillehammer": 1, "Rena": 1})
    assert play.refusal("flee Hamar > Gjøvik") == ("norway.illegal.no-use.flee", "4.1c-1")


@pytest.mark.proves("4.1c-1")
def test_one_card_after_another_also_in_different_areas() -> None:
    play = position(
        germany={"Kongsvinger": 3, "Bergen": 1},
        norway={"Hamar": 1, "Voss": 1},
        hands={"norway": ["Train transport", "Blown bridge", "Ambush"]},
    )
    play("move Kongsvinger > Hamar 3")("move Bergen > Voss 1")("end movement")
    play("flee Voss > Geilo")("blow bridge Kongsvinger > Hamar")
    assert play.battalions("germany") == {"Kongsvinger": 3, "Voss": 1}
    assert play.battalions("norway") == {"Hamar": 1, "Geilo": 1}
    assert play.state.phase == 3
