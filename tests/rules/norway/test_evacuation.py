"""Coastal evacuation in a land battle (4.2, steps 6 and 8)."""

import pytest

from feltherre.games.norway.evacuation import evacuation_function
from norway_table import Playing, position
from norway_table.battles import attack, battle, fight, to_battle

ONE = {"allies": ["Coastal evacuation"]}


def at_narvik(allies: int = 2, **more: dict[str, dict[str, int]]) -> Playing:
    """Two Germans from Tysfjord against Allies in Narvik who hold Coastal evacuation."""
    return battle("Narvik", {"Tysfjord": 2}, {"allies": allies}, hands=ONE, **more)


# step 6: lost battalions


@pytest.mark.proves("4.2-6-evac", "2.4-symbols-3", "4-5")
def test_a_card_saves_one_lost_battalion_in_the_opponents_turn() -> None:
    play = at_narvik()
    fight(play, [6, 6], [1, 1])
    assert play.decided == ("allies", "4.2-6-evac")
    play("evacuate to Tromsø")
    assert play.battalions("allies") == {"Tromsø": 1}
    assert play.state.removed == [0, 0, 1]
    assert play.used("allies") == ["Coastal evacuation"]


@pytest.mark.proves("4.2-6-evac")
def test_one_battalion_with_each_card() -> None:
    hands = {"allies": ["Coastal evacuation", "Coastal evacuation", "Coastal evacuation"]}
    play = battle("Narvik", {"Tysfjord": 2}, {"allies": 2}, hands=hands)
    fight(play, [6, 6], [1, 1])
    play("evacuate to Tromsø")("evacuate to Bodø")
    assert play.battalions("allies") == {"Tromsø": 1, "Bodø": 1}
    assert play.hand("allies") == ["Coastal evacuation"], "no more than was lost"
    assert play.state.removed == [0, 0, 0]


@pytest.mark.proves("4.2-6-evac", "2.4-symbols-4")
def test_in_their_own_turn_the_allies_save_attackers() -> None:
    play = battle("Narvik", {"Gratangen": 3}, {"germany": 2}, "allies", hands=ONE)
    fight(play, [5, 5, 5], [6, 6])
    assert play.asked == ["allies"]
    play("evacuate to Gratangen")("retreat to Tysfjord", "germany")
    assert play.battalions("allies") == {"Gratangen": 1, "Narvik": 1}, "also to an area they attacked from (R71)"
    assert play.state.removed == [0, 0, 1], "one of the two that were lost, as in the opponent's turn"


@pytest.mark.proves("2.4-symbols-3", "2.4-symbols-4")
@pytest.mark.parametrize("step", ["4.2-6", "4.2-8"])
def test_it_is_the_circle_in_the_own_turn_and_the_square_in_anothers(step: str) -> None:
    own = evacuation_function(position("allies").state, step)
    other = evacuation_function(position("germany").state, step)
    assert own is not None
    assert other is not None
    assert (own.timing, other.timing) == ("own-reaction", "opponent")


@pytest.mark.proves("4.2-6-evac")
def test_without_losses_nobody_is_asked() -> None:
    play = at_narvik()
    fight(play, [1, 1], [2, 2])
    assert play.asked == ["germany"]
    assert play.state.phase == 3


@pytest.mark.proves("4.2-6-evac")
def test_norwegian_losses_cannot_be_saved() -> None:
    play = battle("Narvik", {"Tysfjord": 1}, {"norway": 2}, hands=ONE, throws=([6], [1, 1]))
    assert play.decided == ("norway", "4.2-8-def-1")


@pytest.mark.proves("4.2-6-evac", "2.3-sea-2")
@pytest.mark.parametrize(("area", "origin"), [("Bardufoss", "Bjørnfjell"), ("Kristiansand", "Arendal")])
def test_only_from_a_coast_of_iii_to_vii(area: str, origin: str) -> None:
    reserves = {"germany": {"Oslo": 1}, "norway": {"Finnmark": 1}}
    play = battle(area, {origin: 1}, {"allies": 2}, reserves=reserves, hands=ONE)
    fight(play, [6], [6, 6])
    assert play.state.removed == [1, 0, 1]
    assert play.asked == ["germany"], "neither in step 6 nor in step 8"


@pytest.mark.proves("4.2-6-evac", "2.3-sea-2")
def test_only_to_another_coast_of_iii_to_vii_without_germans() -> None:
    play = at_narvik(others={"germany": {"Bergen": 1}, "norway": {"Tromsø": 1}})
    fight(play, [6, 6], [1, 1])
    for target in ("Narvik", "Bergen", "Bardufoss", "Oslo", "Kristiansand"):
        assert play.refusal(f"evacuate to {target}") == ("norway.illegal.no-refuge", "4.2-6-evac"), target
    coasts = [
        *("Egersund", "Stavanger", "Haugesund", "Lærdal", "Førde", "Ålesund", "Åndalsnes", "Kristiansund"),
        *("Trondheim", "Steinkjer", "Namsos", "Mosjøen", "Mo i Rana", "Bodø", "Harstad", "Gratangen"),
        *("Tromsø", "Finnmark"),
    ]
    assert play.offered() == [*(f"evacuate to {coast}" for coast in coasts), "pass"]


@pytest.mark.proves("4.2-6-evac")
def test_not_into_an_undecided_battle_nor_where_germany_attacks_from() -> None:
    play = attack(
        {"Narvik": {"Tysfjord": 2}, "Steinkjer": {"Trondheim": 1}},
        {"allies": {"Narvik": 2}, "norway": {"Steinkjer": 1}},
        hands=ONE,
    )
    play("fight Narvik")
    fight(play, [6, 6], [1, 1])
    for target in ("Steinkjer", "Tysfjord", "Trondheim"):
        assert play.refusal(f"evacuate to {target}") == ("norway.illegal.no-refuge", "4.2-6-evac"), target
    assert play.at("germany", "Trondheim") == play.at("germany", "Tysfjord") == 0, "empty, but attacked from (R71)"


@pytest.mark.proves("4.2-6-evac")
def test_the_allies_are_asked_whenever_they_might_hold_the_card() -> None:
    hands = {"allies": ["Invasion"]}
    play = battle("Narvik", {"Tysfjord": 2}, {"allies": 2}, hands=hands)
    fight(play, [6, 6], [1, 1])
    assert (play.asked, play.offered()) == (["allies"], ["pass"])
    assert play.refusal("evacuate to Tromsø") == ("norway.illegal.no-card", "4.2-6-evac")
    play = battle("Narvik", {"Tysfjord": 2}, {"allies": 2}, throws=([6, 6], [1, 1]))
    assert play.asked == ["germany"], "an empty hand is not asked"


# step 8: survivors


@pytest.mark.proves("4.2-8-att-2", "2.4-symbols-3")
def test_losing_defenders_leave_by_sea_all_to_one_coast() -> None:
    play = at_narvik(3)
    fight(play, [5, 5], [1, 1, 1])
    assert play.decided == ("allies", "4.2-8-att-2")
    assert play.refusal("withdraw by sea to Tysfjord") == ("norway.illegal.no-refuge", "4.2-8-att-2")
    play("withdraw by sea to Finnmark")
    assert play.battalions("allies") == {"Finnmark": 3}
    assert play.state.removed == [0, 0, 0]
    assert play.at("germany", "Narvik") == 2


@pytest.mark.proves("4.2-8-att-2")
def test_or_they_keep_the_card_and_walk() -> None:
    play = at_narvik(1)
    fight(play, [5, 5], [1])
    play("pass")
    assert play.decision().rule == "4.2-8-def-1"
    play("retreat to Gratangen")
    assert play.battalions("allies") == {"Gratangen": 1}
    assert play.hand("allies") == ["Coastal evacuation"]


@pytest.mark.proves("4.2-8-att-2", "4.2-8-def-4")
def test_the_fleet_saves_a_surrounded_defender() -> None:
    play = battle("Åndalsnes", {"Dombås": 2}, {"allies": 1}, hands=ONE)
    fight(play, [5, 5], [1])
    play("withdraw by sea to Ålesund")
    assert play.battalions("allies") == {"Ålesund": 1}


@pytest.mark.proves("4.2-8-att-2", "2.4-symbols-4")
def test_losing_attackers_leave_by_sea_wherever_they_came_from() -> None:
    play = position(
        "allies",
        germany={"Åndalsnes": 2, "Dombås": 0, "Arendal": 1},
        norway={"Finnmark": 1},
        allies={"Ålesund": 2},
        hands={"allies": ["Invasion", "Reinforcements", "Coastal evacuation"]},
    )
    play("invade with Reinforcements at Åndalsnes 2")("move Ålesund > Åndalsnes 2")
    to_battle(play)
    fight(play, [1, 1, 1], [5, 5])
    play("withdraw by sea to Bergen")
    assert play.battalions("allies") == {"Bergen": 4}
    assert play.groups() == []


@pytest.mark.proves("4.2-8-att-2")
def test_a_winner_is_not_asked_to_leave() -> None:
    play = at_narvik(2)
    fight(play, [1, 1], [5, 5])
    assert play.state.phase == 3
    play = battle("Narvik", {"Gratangen": 1}, {"germany": 1}, "allies", hands=ONE)
    fight(play, [5], [1])
    assert play.asked == ["germany"]


@pytest.mark.proves("4.2-6-evac", "4.2-8-att-2")
def test_one_card_for_a_lost_battalion_and_another_for_the_rest() -> None:
    hands = {"allies": ["Coastal evacuation", "Coastal evacuation"]}
    play = battle("Narvik", {"Tysfjord": 2}, {"allies": 3}, hands=hands)
    fight(play, [6, 5], [1, 1, 1])
    play("evacuate to Harstad")("withdraw by sea to Tromsø")
    assert play.battalions("allies") == {"Harstad": 1, "Tromsø": 2}
    assert play.hand("allies") == []
