"""Cards that strengthen attack and defence, steps 1 and 2 of a land battle (4.2-1, 4.2-2), and whose they are."""

from __future__ import annotations

import pytest

from norway_table import Playing, position
from norway_table.battles import attack, battle, battle_for_hamar, dice, fight, to_battle

#: a battle on the coast of III to VII in German air range, over land, for each attacker
COAST = {
    "germany": ("Åndalsnes", {"Dombås": 2}, {"norway": 1}, {"germany": {"Oslo": 1}}),
    "norway": ("Åndalsnes", {"Dombås": 2}, {"germany": 1}, {}),
    "allies": ("Åndalsnes", {"Dombås": 2}, {"germany": 1}, {}),
}


def attacked_by(country: str, hands: dict[str, list[str]]) -> Playing:
    target, attackers, defenders, others = COAST[country]
    return battle(target, attackers, defenders, country, others, hands=hands)


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
    assert play.refusal(f"play {card}") == ("norway.illegal.not-in-step", "4.2-1")


@pytest.mark.proves("4.2-1")
def test_all_the_cards_he_wants_but_one_of_a_type() -> None:
    play = battle_for_hamar({"germany": ["Panzer", "Panzer", "Artillery", "Gebirgsjäger", "Bomber"]})
    play("play Panzer")
    assert play.refusal("play Panzer") == ("norway.illegal.same-type", "4.2-1")
    play("play Artillery")("play Gebirgsjäger")("play Bomber")
    assert play.hand("germany") == ["Panzer"]
    fight(play, [1] * 9, [1])
    assert dice(play) == (2 + 2 + 1 + 2 + 2, 1)


@pytest.mark.proves("4.2-1")
@pytest.mark.parametrize(("first", "second"), [("Bomber", "Fighter-bomber"), ("Fighter-bomber", "Bomber")])
def test_bomber_and_fighter_bomber_are_one_type_in_step_1(first: str, second: str) -> None:
    play = battle_for_hamar({"germany": [first, second]})
    play(f"play {first}")
    assert play.refusal(f"play {second}") == ("norway.illegal.same-type", "4.2-1")
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
    assert play.refusal(f"play {card}") == ("norway.illegal.not-in-step", "4.2-2")


@pytest.mark.proves("4.2-2")
def test_one_card_of_a_type_in_step_2() -> None:
    play = battle_for_hamar({"norway": ["Ambush", "Ambush"]})
    play("play Ambush")
    assert play.refusal("play Ambush") == ("norway.illegal.same-type", "4.2-2")
    fight(play, [1, 1], [1, 1, 1])


@pytest.mark.proves("4.2-2", "4.2b-2")
def test_norway_and_then_the_allies_may_each_use_one_of_a_type() -> None:
    play = battle_for_hamar({"norway": ["Anti-tank gun"], "allies": ["Anti-tank gun"]}, allies=1)
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
    assert play.refusal("play Anti-tank gun against Panzer") == ("norway.illegal.counters-first", "4.2-2")
    fight(play, [1, 1, 1], [1, 1])
    assert dice(play) == (3, 2)


@pytest.mark.proves("4.2-2", "4.2-cancel")
def test_a_counter_and_then_strengthening() -> None:
    play = battle(
        "Åndalsnes", {"Dombås": 1}, {"allies": 1}, hands={"germany": ["Panzer"], "allies": ["Tank", "Anti-tank gun"]}
    )
    play("play Panzer")("play Anti-tank gun against Panzer")
    fight(play, [1], [1, 1], "play Tank")
    assert dice(play) == (1, 2), "the counter gives no die of its own"


@pytest.mark.proves("4.2-2")
def test_each_country_counters_before_it_strengthens() -> None:
    play = battle_for_hamar({"germany": ["Panzer"], "norway": ["Ambush"], "allies": ["Anti-tank gun"]}, allies=1)
    play("play Panzer")("play Ambush", "norway")
    assert "play Anti-tank gun against Panzer" in play.offered("allies")
    play.throws([1, 1], [1, 1, 1, 1])
    play("play Anti-tank gun against Panzer")
    assert dice(play) == (2, 2 + 2)


# own battalions (4.2b-4)


@pytest.mark.proves("4.2b-4", "4.2-cancel")
@pytest.mark.parametrize(("aircraft", "value"), [("Bomber", 2), ("Fighter-bomber", 1)])
def test_fighter_needs_no_battalions_of_its_own(aircraft: str, value: int) -> None:
    play = battle_for_hamar({"germany": [aircraft, "Artillery"], "allies": ["Fighter", "Tank"]})
    play(f"play {aircraft}")("play Artillery")
    assert play.asked == ["allies"]
    assert play.offered() == [f"play Fighter against {aircraft}", "pass"]
    assert play.refusal("play Tank") == ("norway.illegal.no-battalions-there", "4.2b-4")
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
    assert play.refusal("play Fighter") == ("norway.illegal.only-counters", "4.2-2")
    play = battle_for_hamar(hands)
    play("play Artillery")
    assert play.asked == ["norway"]
    play.throws([1] * 3, [1])
    play("pass")
    assert not play.script.dice_to_come, "the Allies have nobody there, and no aircraft to shoot at"
