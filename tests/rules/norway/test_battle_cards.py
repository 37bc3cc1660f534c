"""Cards that strengthen attack and defence, steps 1 and 2 of a land battle (4.2-1, 4.2-2), and whose they are."""

import pytest

from cases import cases
from norway_table import Playing, position
from norway_table.battles import attack, battle, battle_for_hamar, dice, fight, to_battle

# whose cards, in which step


def at_andalsnes(attacker: str, defender: str, hands: dict[str, list[str]]) -> Playing:
    """Two from Dombås against one on the coast of V, over land; Germany holds an airfield in range."""
    others = {"germany": {"Oslo": 1}} if attacker == "germany" else {}
    return battle("Åndalsnes", {"Dombås": 2}, {defender: 1}, attacker, others, hands=hands)


@cases(
    "country card more",
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "germany", "Artillery", 1),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "germany", "Bomber", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "germany", "Gebirgsjäger", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "germany", "Fighter-bomber", 1),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "germany", "Panzer", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "germany", "Scouts", 0),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "norway", "Ambush", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "allies", "French alpine chasseurs", 1),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "allies", "Foreign Legion", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "allies", "Coastal bombardment", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "allies", "Polish mountain troops", 2),
    ("4.2-1 4.2-dice-6 2.4-symbols-2", "allies", "Tank", 2),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "germany", "Engineer company", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "germany", "Reinforcements", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "germany", "Paratroops", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "norway", "Anti-tank gun", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "norway", "Roadblock", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "allies", "Fighter", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "allies", "Anti-tank gun", None),
    ("4.2-1 2.4-symbols-3 2.4-symbols-4", "allies", "Coastal evacuation", None),
)
def test_the_attacker_strengthens_his_attack_with_cards_of_step_1(country: str, card: str, more: int | None) -> None:
    play = at_andalsnes(country, "norway" if country == "germany" else "germany", {country: [card]})
    uses(play, country, "4.2-1", card, more)
    if more is not None:
        assert dice(play) == (2 + more, 1)


@cases(
    "country card more",
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "germany", "Artillery", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "germany", "Gebirgsjäger", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "germany", "Engineer company", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "germany", "Panzer", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "norway", "Ambush", 2),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "norway", "Anti-tank gun", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "allies", "French alpine chasseurs", 2),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "allies", "Foreign Legion", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "allies", "Polish mountain troops", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "allies", "Tank", 1),
    ("4.2-2 4.2-dice-6 2.4-symbols-3", "allies", "Anti-tank gun", 1),
    ("4.2-2 2.4-symbols-2", "germany", "Bomber", None),
    ("4.2-2 2.4-symbols-2", "germany", "Fighter-bomber", None),
    ("4.2-2 2.4-symbols-2", "germany", "Scouts", None),
    ("4.2-2 2.4-symbols-2", "norway", "Roadblock", None),
    ("4.2-2 2.4-symbols-2", "norway", "Reinforcements", None),
    ("4.2-2 2.4-symbols-2", "allies", "Coastal bombardment", None),
    ("4.2-2 2.4-symbols-2", "allies", "Invasion", None),
)
def test_the_defender_strengthens_his_defence_with_cards_of_step_2(country: str, card: str, more: int | None) -> None:
    play = at_andalsnes("allies" if country == "germany" else "germany", country, {country: [card]})
    uses(play, country, "4.2-2", card, more)
    if more is not None:
        assert dice(play) == (2, 1 + more)


def uses(play: Playing, country: str, step: str, card: str, more: int | None) -> None:
    """The card is used in this step and gives so many dice more; or (None) it is no card of the step."""
    assert play.decided == (country, step)
    if more is None:
        assert play.offered() == ["pass"]
        assert play.refusal(f"play {card}") == ("norway.illegal.not-in-step", step)
        return
    assert play.offered() == [f"play {card}", "pass"]
    attack_dice, defence_dice = (2 + more, 1) if step == "4.2-1" else (2, 1 + more)
    play.throws([1] * attack_dice, [1] * defence_dice)(f"play {card}").passes()
    assert play.used(country) == [card]


# step 1


@pytest.mark.proves("4.2-1")
def test_all_the_cards_he_wants_but_one_of_a_type() -> None:
    play = battle_for_hamar({"germany": ["Panzer", "Panzer", "Artillery", "Gebirgsjäger", "Bomber"]})
    play("play Panzer")
    assert play.refusal("play Panzer") == ("norway.illegal.same-type", "4.2-1")
    play("play Artillery")("play Gebirgsjäger")("play Bomber")
    assert play.hand("germany") == ["Panzer"]
    fight(play, [1] * 9, [1])
    assert dice(play) == (2 + 2 + 1 + 2 + 2, 1)


@cases("first second", ("4.2-1", "Bomber", "Fighter-bomber"), ("4.2-1", "Fighter-bomber", "Bomber"))
def test_bomber_and_fighter_bomber_are_one_type_in_step_1(first: str, second: str) -> None:
    play = battle_for_hamar({"germany": [first, second]})(f"play {first}")
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


@cases(
    "says attackers wanted",
    ("4.2-values", "over land", {"Kongsvinger": 2}, 2 + 2),
    ("4.2-values", "over Mjøsa", {"Gjøvik": 2}, 1 + 1),
    ("4.2-values", "both ways", {"Gjøvik": 2, "Kongsvinger": 1}, 2 + 2),
)
def test_panzer_gives_one_die_if_nobody_comes_over_land(attackers: dict[str, int], wanted: int) -> None:
    play = battle("Hamar", attackers, {"norway": 1}, hands={"germany": ["Panzer"]})
    fight(play, [1] * wanted, [4], "play Panzer")
    assert dice(play) == (wanted, 1)


@pytest.mark.proves("4.2-values", "4.2-dice-5")
def test_panzer_with_paratroops_alone_gives_one_die() -> None:
    hands = {"germany": ["Paratroops", "Panzer"]}
    play = position(germany={"Oslo": 1}, norway={"Hamar": 1, "Finnmark": 1}, hands=hands)("drop Hamar")
    fight(to_battle(play), [1, 1], [4], "play Panzer")
    assert dice(play) == (1 + 1, 1)


@pytest.mark.proves("4.2-values", "4.2-dice-6")
def test_tank_gives_one_die_over_a_fjord() -> None:
    play = battle("Åndalsnes", {"Ålesund": 4}, {"germany": 1}, "allies", hands={"allies": ["Tank"]})
    fight(play, [1] * 3, [4], "play Tank")
    assert dice(play) == (2 + 1, 1)


# step 2


@pytest.mark.proves("4.2-2")
def test_one_card_of_a_type_in_step_2() -> None:
    play = battle_for_hamar({"norway": ["Ambush", "Ambush"]})("play Ambush")
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
    assert (play.asked, play.offered()) == (["allies"], [f"play Fighter against {aircraft}", "pass"])
    assert play.refusal("play Tank") == ("norway.illegal.no-battalions-there", "4.2b-4")
    play.throws([1] * 3, [1])
    play(f"play Fighter against {aircraft}")
    assert dice(play) == (2 + 1, 1), f"without the {value} of {aircraft}"


@pytest.mark.proves("4.2b-4", "4.2-2")
def test_a_country_that_is_not_there_is_not_asked_for_other_cards() -> None:
    hands = {"germany": ["Artillery"], "norway": ["Ambush"], "allies": ["Tank", "Fighter"]}
    play = battle("Åndalsnes", {"Dombås": 1}, {"allies": 1}, hands=hands)("play Artillery")
    assert play.asked == ["allies"], "Norway has nobody there"
    assert play.offered() == ["play Tank", "pass"]
    assert play.refusal("play Fighter") == ("norway.illegal.only-counters", "4.2-2")
    play = battle_for_hamar(hands)("play Artillery")
    assert play.asked == ["norway"]
    play.throws([1] * 3, [1])
    play("pass")
    assert not play.script.dice_to_come, "the Allies have nobody there, and no aircraft to shoot at"
