"""Cards in a land battle, steps 1 to 3 (4.2-1 to 4.2-3): which may be used when, and how many dice they give."""

from __future__ import annotations

import pytest

from feltherre.core.event import Event, seen_by
from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, Known
from norway_table import Playing, position
from norway_table.battles import attack, battle, dice, edit, fight, to_battle

#: a battle on the coast of III to VII in German air range, over land, for each attacker
COAST = {
    "germany": ("Åndalsnes", {"Dombås": 2}, {"norway": 1}, {"germany": {"Oslo": 1}}),
    "norway": ("Åndalsnes", {"Dombås": 2}, {"germany": 1}, {}),
    "allies": ("Åndalsnes", {"Dombås": 2}, {"germany": 1}, {}),
}


def attacked_by(country: str, hands: dict[str, list[str]]) -> Playing:
    target, attackers, defenders, others = COAST[country]
    return battle(target, attackers, defenders, country, others, hands=hands)


def at_hamar(hands: dict[str, list[str]], **more: int) -> Playing:
    """Two Germans by land against one Norwegian (and more defenders) in Hamar, in air range from Oslo."""
    return battle("Hamar", {"Kongsvinger": 2}, {"norway": 1, **more}, others={"germany": {"Oslo": 1}}, hands=hands)


# step 1


@pytest.mark.proves("4.2-1", "4.2-dice-6", "2.4-symbols-2")
@pytest.mark.parametrize(
    ("country", "card", "more"),
    [
        ("germany", "Artillery", 1),
        ("germany", "Bomber", 2),
        ("germany", "Gebirgsjäger", 2),
        ("germany", "Fighter-bomber", 1),
        ("germany", "Panzer", 2),
        ("germany", "Scouts", 0),
        ("norway", "Ambush", 2),
        ("allies", "French alpine chasseurs", 1),
        ("allies", "Foreign Legion", 2),
        ("allies", "Coastal bombardment", 2),
        ("allies", "Polish mountain troops", 2),
        ("allies", "Tank", 2),
    ],
)
def test_the_attacker_strengthens_his_attack(country: str, card: str, more: int) -> None:
    play = attacked_by(country, {country: [card]})
    assert play.asked == [country]
    assert play.decision().rule == "4.2-1"
    assert play.offered() == [f"play {card}", "pass"]
    play.throws([1] * (2 + more), [1])
    play(f"play {card}")
    play.passes()
    assert dice(play) == (2 + more, 1)
    assert play.used(country) == [card]


@pytest.mark.proves("4.2-1", "2.4-symbols-3", "2.4-symbols-4")
@pytest.mark.parametrize(
    ("country", "card"),
    [
        ("germany", "Engineer company"),
        ("germany", "Reinforcements"),
        ("germany", "Paratroops"),
        ("norway", "Anti-tank gun"),
        ("norway", "Roadblock"),
        ("allies", "Fighter"),
        ("allies", "Anti-tank gun"),
        ("allies", "Coastal evacuation"),
    ],
)
def test_a_card_without_a_triangle_for_it_is_no_card_of_step_1(country: str, card: str) -> None:
    play = attacked_by(country, {country: [card]})
    assert play.offered() == ["pass"]
    refused = play.refused(f"play {card}")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.not-in-step", "4.2-1")


@pytest.mark.proves("4.2-1")
def test_all_the_cards_he_wants_but_one_of_a_type() -> None:
    play = at_hamar({"germany": ["Panzer", "Panzer", "Artillery", "Gebirgsjäger", "Bomber"]})
    play("play Panzer")
    refused = play.refused("play Panzer")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.same-type", "4.2-1")
    play("play Artillery")
    play("play Gebirgsjäger")
    play("play Bomber")
    assert play.hand("germany") == ["Panzer"]
    fight(play, [1] * 9, [1])
    assert dice(play) == (2 + 2 + 1 + 2 + 2, 1)


@pytest.mark.proves("4.2-1")
@pytest.mark.parametrize(("first", "second"), [("Bomber", "Fighter-bomber"), ("Fighter-bomber", "Bomber")])
def test_bomber_and_fighter_bomber_are_one_type_in_step_1(first: str, second: str) -> None:
    play = at_hamar({"germany": [first, second]})
    play(f"play {first}")
    refused = play.refused(f"play {second}")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.same-type", "4.2-1")
    assert play.offered() == ["pass"]


@pytest.mark.proves("4.2-1")
def test_the_limit_is_for_one_battle() -> None:
    play = attack(
        {"Hamar": {"Kongsvinger": 1}, "Dombås": {"Åndalsnes": 1}},
        {"norway": {"Hamar": 1, "Dombås": 1}},
        hands={"germany": ["Panzer", "Panzer"]},
    )
    play("fight Hamar")
    fight(play, [1, 1, 1], [4], "play Panzer")
    fight(play, [1, 1, 1], [4], "play Panzer")
    assert play.used("germany") == ["Panzer", "Panzer"]


# the values that depend on the way the attackers come (R7)


@pytest.mark.proves("4.2-values")
@pytest.mark.parametrize(
    ("attackers", "of_battalions", "of_panzer"),
    [
        ({"Kongsvinger": 2}, 2, 2),
        ({"Gjøvik": 2}, 1, 1),
        ({"Gjøvik": 2, "Kongsvinger": 1}, 2, 2),
    ],
)
def test_panzer_gives_one_die_if_nobody_comes_over_land(
    attackers: dict[str, int], of_battalions: int, of_panzer: int
) -> None:
    play = battle("Hamar", attackers, {"norway": 1}, hands={"germany": ["Panzer"]})
    fight(play, [1] * (of_battalions + of_panzer), [4], "play Panzer")
    assert dice(play) == (of_battalions + of_panzer, 1)


@pytest.mark.proves("4.2-values", "4.2-dice-5")
def test_panzer_with_paratroops_alone_gives_one_die() -> None:
    play = drop_on_hamar(["Paratroops", "Panzer"])
    fight(play, [1, 1], [4], "play Panzer")
    assert dice(play) == (1 + 1, 1)


def drop_on_hamar(hand: list[str]) -> Playing:
    play = position(germany={"Oslo": 1}, norway={"Hamar": 1, "Finnmark": 1}, hands={"germany": hand})
    play("drop Hamar")
    return to_battle(play)


@pytest.mark.proves("4.2-values", "4.2-dice-6")
def test_tank_gives_one_die_over_a_fjord() -> None:
    play = battle("Åndalsnes", {"Ålesund": 4}, {"germany": 1}, "allies", hands={"allies": ["Tank"]})
    fight(play, [1] * 3, [4], "play Tank")
    assert dice(play) == (2 + 1, 1)


# step 2


@pytest.mark.proves("4.2-2", "4.2-dice-6", "2.4-symbols-3")
@pytest.mark.parametrize(
    ("country", "card", "more"),
    [
        ("germany", "Artillery", 1),
        ("germany", "Gebirgsjäger", 1),
        ("germany", "Engineer company", 1),
        ("germany", "Panzer", 1),
        ("norway", "Ambush", 2),
        ("norway", "Anti-tank gun", 1),
        ("allies", "French alpine chasseurs", 2),
        ("allies", "Foreign Legion", 1),
        ("allies", "Polish mountain troops", 1),
        ("allies", "Tank", 1),
        ("allies", "Anti-tank gun", 1),
    ],
)
def test_the_defender_strengthens_his_defence(country: str, card: str, more: int) -> None:
    attacker = "allies" if country == "germany" else "germany"
    play = battle("Åndalsnes", {"Dombås": 2}, {country: 1}, attacker, hands={country: [card]})
    assert play.asked == [country]
    assert play.decision().rule == "4.2-2"
    assert play.offered() == [f"play {card}", "pass"]
    play.throws([1, 1], [1] * (1 + more))
    play(f"play {card}")
    assert dice(play) == (2, 1 + more)
    assert play.used(country) == [card]


@pytest.mark.proves("4.2-2", "2.4-symbols-2")
@pytest.mark.parametrize(
    ("country", "card"),
    [
        ("germany", "Bomber"),
        ("germany", "Fighter-bomber"),
        ("germany", "Scouts"),
        ("norway", "Roadblock"),
        ("norway", "Reinforcements"),
        ("allies", "Coastal bombardment"),
        ("allies", "Invasion"),
    ],
)
def test_a_card_without_a_square_for_it_is_no_card_of_step_2(country: str, card: str) -> None:
    attacker = "allies" if country == "germany" else "germany"
    play = battle("Åndalsnes", {"Dombås": 2}, {country: 1}, attacker, hands={country: [card]})
    assert play.asked == [country]
    assert play.offered() == ["pass"]
    refused = play.refused(f"play {card}")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.not-in-step", "4.2-2")


@pytest.mark.proves("4.2-2")
def test_one_card_of_a_type_in_step_2() -> None:
    play = at_hamar({"norway": ["Ambush", "Ambush"]})
    play("play Ambush")
    refused = play.refused("play Ambush")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.same-type", "4.2-2")
    fight(play, [1, 1], [1, 1, 1])


@pytest.mark.proves("4.2-2", "4.2b-2")
def test_norway_and_then_the_allies_may_each_use_one_of_a_type() -> None:
    play = at_hamar({"norway": ["Anti-tank gun"], "allies": ["Anti-tank gun"]}, allies=1)
    assert play.asked == ["norway"]
    play("play Anti-tank gun")
    assert play.asked == ["allies"]
    play.throws([1, 1], [1, 1, 1, 1])
    play("play Anti-tank gun")
    assert dice(play) == (2, 1 + 1 + 1 + 1)


@pytest.mark.proves("4.2-2", "4.2-cancel")
def test_counters_come_before_strengthening() -> None:
    play = battle(
        "Åndalsnes", {"Dombås": 1}, {"allies": 1}, hands={"germany": ["Panzer"], "allies": ["Tank", "Anti-tank gun"]}
    )
    play("play Panzer")
    assert play.offered() == ["play Tank", "play Anti-tank gun", "play Anti-tank gun against Panzer", "pass"]
    play("play Tank")
    assert play.offered() == ["play Anti-tank gun", "pass"]
    refused = play.refused("play Anti-tank gun against Panzer")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.counters-first", "4.2-2")
    fight(play, [1, 1, 1], [1, 1])
    assert dice(play) == (3, 2)


@pytest.mark.proves("4.2-2", "4.2-cancel")
def test_a_counter_and_then_strengthening() -> None:
    play = battle(
        "Åndalsnes", {"Dombås": 1}, {"allies": 1}, hands={"germany": ["Panzer"], "allies": ["Tank", "Anti-tank gun"]}
    )
    play("play Panzer")
    play("play Anti-tank gun against Panzer")
    fight(play, [1], [1, 1], "play Tank")
    assert dice(play) == (1, 2), "the counter gives no die of its own"


@pytest.mark.proves("4.2-2")
def test_each_country_counters_before_it_strengthens() -> None:
    play = at_hamar({"germany": ["Panzer"], "norway": ["Ambush"], "allies": ["Anti-tank gun"]}, allies=1)
    play("play Panzer")
    play("play Ambush", "norway")
    assert "play Anti-tank gun against Panzer" in play.offered("allies")
    play.throws([1, 1], [1, 1, 1, 1])
    play("play Anti-tank gun against Panzer")
    assert dice(play) == (2, 2 + 2)


# own battalions (4.2b-4)


@pytest.mark.proves("4.2b-4", "4.2-cancel")
@pytest.mark.parametrize(("aircraft", "value"), [("Bomber", 2), ("Fighter-bomber", 1)])
def test_fighter_needs_no_battalions_of_its_own(aircraft: str, value: int) -> None:
    play = at_hamar({"germany": [aircraft, "Artillery"], "allies": ["Fighter", "Tank"]})
    play(f"play {aircraft}")
    play("play Artillery")
    assert play.asked == ["allies"]
    assert play.offered() == [f"play Fighter against {aircraft}", "pass"]
    refused = play.refused("play Tank")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.no-battalions-there", "4.2b-4")
    play.throws([1] * 3, [1])
    play(f"play Fighter against {aircraft}")
    assert dice(play) == (2 + 1, 1), f"without the {value} of {aircraft}"


@pytest.mark.proves("4.2b-4", "4.2-2")
def test_a_country_that_is_not_there_is_not_asked_for_other_cards() -> None:
    hands = {"germany": ["Artillery"], "norway": ["Ambush"], "allies": ["Tank", "Fighter"]}
    play = battle("Åndalsnes", {"Dombås": 1}, {"allies": 1}, hands=hands)
    play("play Artillery")
    assert play.asked == ["allies"], "Norway has nobody there"
    assert play.offered() == ["play Tank", "pass"]
    refused = play.refused("play Fighter")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.only-counters", "4.2-2")
    play = at_hamar(hands)
    play("play Artillery")
    assert play.asked == ["norway"]
    play.throws([1] * 3, [1])
    play("pass")
    assert not play.script.dice_to_come, "the Allies have nobody there, and no aircraft to shoot at"


# step 3 and what stops what


@pytest.mark.proves("4.2-cancel", "4.2-3", "2.4-symbols-4")
def test_scouts_cancel_ambush() -> None:
    play = at_hamar({"germany": ["Scouts"], "norway": ["Ambush"]})
    play("pass", "germany")
    play("play Ambush", "norway")
    assert play.asked == ["germany"]
    assert play.decision().rule == "4.2-3"
    assert play.offered() == ["play Scouts against Ambush", "pass"]
    play.throws([1, 1], [1])
    play("play Scouts against Ambush")
    assert dice(play) == (2, 1)
    assert play.used("norway") == ["Ambush"], "cancelled and used up all the same (R64)"


@pytest.mark.proves("4.2-3", "4.2-cancel")
def test_fighter_bomber_saves_the_bomber_of_the_same_battle() -> None:
    play = at_hamar({"germany": ["Bomber", "Fighter-bomber"], "allies": ["Fighter"]})
    play("play Bomber")
    play("pass", "germany")
    play("play Fighter against Bomber")
    assert play.offered("germany") == ["play Fighter-bomber against Fighter", "pass"]
    play.throws([1] * 4, [1])
    play("play Fighter-bomber against Fighter")
    assert dice(play) == (2 + 2, 1), "the Bomber counts, the Fighter-bomber only answers (R9)"


@pytest.mark.proves("4.2-3")
def test_reactions_are_free_of_the_limit_of_one_of_a_type() -> None:
    play = at_hamar({"germany": ["Fighter-bomber", "Fighter-bomber"], "allies": ["Fighter"]})
    play("play Fighter-bomber")
    play("pass", "germany")
    play("play Fighter against Fighter-bomber")
    play.throws([1] * 3, [1])
    play("play Fighter-bomber against Fighter")
    assert dice(play) == (2 + 1, 1)
    play = at_hamar({"germany": ["Scouts", "Scouts"], "norway": ["Ambush"]})
    play("play Scouts")
    play("pass", "germany")
    play("play Ambush", "norway")
    play.throws([1] * 2, [1])
    play("play Scouts against Ambush")
    assert dice(play) == (2, 1)


@pytest.mark.proves("4.2-cancel", "4.2-2")
@pytest.mark.parametrize("country", ["norway", "allies"])
def test_anti_tank_gun_stops_panzer_in_attack(country: str) -> None:
    hands = {"germany": ["Panzer", "Artillery"], country: ["Anti-tank gun"]}
    play = battle("Åndalsnes", {"Dombås": 2}, {country: 1}, hands=hands)
    play("play Panzer")
    play("play Artillery")
    play.throws([1] * 3, [1])
    play("play Anti-tank gun against Panzer", country)
    assert dice(play) == (2 + 1, 1)
    assert play.used("germany") == ["Panzer", "Artillery"]


@pytest.mark.proves("4.2-3", "4.2-cancel", "2.4-symbols-4")
@pytest.mark.parametrize("country", ["norway", "allies"])
def test_anti_tank_gun_stops_panzer_in_defence_as_a_reaction(country: str) -> None:
    play = battle(
        "Åndalsnes", {"Dombås": 2}, {"germany": 1}, country, hands={"germany": ["Panzer"], country: ["Anti-tank gun"]}
    )
    play("pass", country)
    play("play Panzer", "germany")
    assert play.offered(country) == ["play Anti-tank gun against Panzer", "pass"]
    play.throws([1, 1], [1])
    play("play Anti-tank gun against Panzer")
    assert dice(play) == (2, 1)


@pytest.mark.proves("4.2-cancel")
def test_a_card_cannot_stop_what_it_is_not_made_for() -> None:
    play = at_hamar({"germany": ["Artillery", "Panzer"], "norway": ["Anti-tank gun"], "allies": ["Fighter"]})
    play("play Artillery")
    play("pass", "germany")
    refused = play.refused("play Anti-tank gun against Artillery", "norway")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.no-target", "4.2-cancel")
    refused = play.refused("play Anti-tank gun against Panzer", "norway")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.no-target", "4.2-cancel")
    assert play.offered() == ["play Anti-tank gun", "pass"]


@pytest.mark.proves("4.2-cancel", "4.2-2")
def test_what_is_stopped_is_not_stopped_again() -> None:
    play = at_hamar({"germany": ["Panzer"], "norway": ["Anti-tank gun"], "allies": ["Anti-tank gun"]}, allies=1)
    play("play Panzer")
    play("play Anti-tank gun against Panzer", "norway")
    assert play.offered("allies") == ["play Anti-tank gun", "pass"]
    fight(play, [1, 1], [1, 1])


@pytest.mark.proves("4.2-3", "4.2b-3")
def test_nobody_answers_the_reactions_and_each_step_is_done_once() -> None:
    hands = {
        "germany": ["Scouts", "Panzer"],
        "norway": ["Ambush", "Anti-tank gun"],
        "allies": ["Anti-tank gun"],
    }
    play = at_hamar(hands, allies=1)
    play("pass", "germany")
    play("play Ambush", "norway")
    play("pass", "norway")
    play("pass", "allies")
    refused = play.refused("play Panzer", "germany")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.not-in-step", "4.2-3")
    play.throws([1, 1], [1, 1])
    play("play Scouts against Ambush")
    assert not play.script.dice_to_come, "straight to the dice (R65)"


@pytest.mark.proves("4.2-3")
def test_without_a_card_to_counter_step_3_is_not_asked() -> None:
    play = at_hamar({"germany": ["Scouts", "Fighter-bomber"], "norway": ["Anti-tank gun"]})
    play("pass", "germany")
    play.throws([1, 1], [1, 1])
    play("play Anti-tank gun", "norway")
    assert not play.script.dice_to_come


# Scouts


@pytest.mark.proves("4.2-1", "2.4-symbols-5")
def test_scouts_show_the_hands_of_the_defenders_and_of_nobody_else() -> None:
    play = at_hamar({"germany": ["Scouts", "Panzer"], "norway": ["Ambush", "Roadblock"], "allies": ["Tank"]})
    play("play Scouts")
    assert play.asked == ["germany"], "and then he goes on with step 1"
    ambush, roadblock = BY_SHORT_ID[NORWAY]["ambush"], BY_SHORT_ID[NORWAY]["roadblock"]
    assert play.state.known == [Known(GERMANY, NORWAY, ambush), Known(GERMANY, NORWAY, roadblock)]
    looks = [event for event in play.events if event.text.key == "norway.event.hand-looked-at"]
    assert len(looks) == 1
    assert read_by(looks[0], "germany") == ["norway.event.hand-seen"]
    assert read_by(looks[0], "norway") == ["norway.event.hand-shown"]
    assert read_by(looks[0], "allies") == ["norway.event.hand-looked-at"]
    assert "cards" not in looks[0].text.args
    play("pass", "germany")
    play("play Ambush", "norway")
    assert play.state.known == [Known(GERMANY, NORWAY, roadblock)], "what is used is no longer in the hand"


@pytest.mark.proves("4.2-1", "4.2b-2")
def test_scouts_show_both_hands_of_a_joint_defence() -> None:
    play = at_hamar({"germany": ["Scouts"], "norway": ["Ambush"], "allies": ["Tank"]}, allies=1)
    play("play Scouts")
    assert play.state.known == [
        Known(GERMANY, NORWAY, BY_SHORT_ID[NORWAY]["ambush"]),
        Known(GERMANY, ALLIES, BY_SHORT_ID[ALLIES]["tank"]),
    ]


def read_by(event: Event, role: str) -> list[str]:
    return [seen.text.key for seen in seen_by(event, [role])]


# air range (2.3-air-1, R40)


@pytest.mark.proves("2.3-air-1")
@pytest.mark.parametrize("card", ["Bomber", "Fighter-bomber"])
def test_aircraft_need_a_held_airfield_that_reaches_the_battle(card: str) -> None:
    far = {"Tysfjord": 2}, {"allies": 1}
    play = battle("Narvik", *far, others={"germany": {"Oslo": 1}}, hands={"germany": [card]})
    assert play.offered() == ["pass"]
    refused = play.refused(f"play {card}")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.out-of-air-range", "2.3-air-1")
    play = battle("Narvik", *far, others={"germany": {"Trondheim": 1}}, hands={"germany": [card]})
    assert play.offered() == [f"play {card}", "pass"]


@pytest.mark.proves("2.3-air-1")
def test_south_of_the_line_from_germany_no_airfield_is_needed() -> None:
    play = battle("Kongsvinger", {"Østfold": 1}, {"norway": 1}, hands={"germany": ["Bomber"]})
    assert play.offered() == ["play Bomber", "pass"]
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, hands={"germany": ["Bomber"]})
    assert play.offered() == ["pass"]


@pytest.mark.proves("2.3-air-1")
@pytest.mark.parametrize(("left_behind", "offered"), [({}, ["pass"]), ({"Trondheim": 1}, ["play Bomber", "pass"])])
def test_an_airfield_whose_battalions_have_left_to_attack_is_not_held(
    left_behind: dict[str, int], offered: list[str]
) -> None:
    others = {"germany": left_behind}
    play = battle("Steinkjer", {"Trondheim": 2}, {"norway": 1}, others=others, hands={"germany": ["Bomber"]})
    assert play.offered() == offered


@pytest.mark.proves("2.3-air-1", "4.2-0")
@pytest.mark.parametrize(("first", "offered"), [("Bardufoss", ["play Bomber", "pass"]), ("Gratangen", ["pass"])])
def test_range_is_judged_at_the_moment_of_play(first: str, offered: list[str]) -> None:
    play = attack(
        {"Bardufoss": {"Narvik": 1}, "Gratangen": {"Narvik": 1}},
        {"norway": {"Bardufoss": 1, "Gratangen": 1}},
        hands={"germany": ["Bomber"]},
    )
    play(f"fight {first}")
    fight(play, [5], [1])
    while play.asked == ["norway"]:
        play("retreat to Tromsø" if first == "Bardufoss" else "retreat to Harstad")
    assert play.asked == ["germany"]
    assert play.offered() == offered


@pytest.mark.proves("2.3-air-1", "4.2-3")
def test_fighter_bomber_as_a_reaction_needs_range_too() -> None:
    play = battle(
        "Narvik",
        {"Tysfjord": 1},
        {"allies": 1},
        others={"germany": {"Trondheim": 1}},
        hands={"germany": ["Bomber", "Fighter-bomber"], "allies": ["Fighter"]},
    )
    play("play Bomber")
    play("pass", "germany")
    edit(play, RemoveBattalions("germany", "trondheim", 1))
    play.throws([1], [1])
    play("play Fighter against Bomber")
    play.passes()
    assert dice(play) == (1, 1)
    assert play.hand("germany") == ["Fighter-bomber"]


# Coastal bombardment (2.3-sea-2)


@pytest.mark.proves("2.3-sea-2")
@pytest.mark.parametrize(
    ("target", "origin", "allowed"),
    [("Åndalsnes", "Dombås", True), ("Dombås", "Åndalsnes", False), ("Kristiansand", "Egersund", False)],
)
def test_coastal_bombardment_only_on_coasts_of_iii_to_vii(target: str, origin: str, allowed: bool) -> None:
    play = battle(target, {origin: 1}, {"germany": 1}, "allies", hands={"allies": ["Coastal bombardment"]})
    if allowed:
        assert play.offered() == ["play Coastal bombardment", "pass"]
        return
    assert play.offered() == ["pass"]
    refused = play.refused("play Coastal bombardment")
    assert (refused.reason.key, refused.rule) == ("norway.illegal.no-allied-coast", "2.3-sea-2")


# windows open by what everybody can see


@pytest.mark.proves("4.2-1", "4.2-2")
def test_a_country_with_cards_is_asked_and_one_without_is_not() -> None:
    play = at_hamar({"germany": ["U-boat"], "norway": ["Roadblock"]})
    assert (play.asked, play.offered()) == (["germany"], ["pass"])
    play("pass")
    assert (play.asked, play.offered()) == (["norway"], ["pass"])
    play = at_hamar({"norway": ["Roadblock"]})
    assert play.asked == ["norway"], "an empty German hand is not asked"


@pytest.mark.proves("4.2-2")
def test_a_country_whose_fitting_cards_all_lie_face_up_is_not_asked() -> None:
    play = battle(
        "Hamar",
        {"Kongsvinger": 1},
        {"norway": 1},
        hands={"norway": ["Roadblock"]},
        decks={"norway": 0},
        throws=([1], [1]),
    )
    assert not play.script.dice_to_come, "no card that could be in the Norwegian hand fits"
