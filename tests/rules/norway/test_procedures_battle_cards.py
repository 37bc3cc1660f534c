"""Which cards may be used in a land battle, and which stop which (4.2, steps 1 to 3)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.norway.procedures.battle_cards import cancelled_cards
from feltherre.games.norway.procedures.battle_table import STEPS, rows
from feltherre.games.norway.procedures.inputs import COUNTRIES
from norway_desk import ask, explained, refusal

VALUES = {
    "Panzer": 2,
    "Bomber": 2,
    "Fighter-bomber": 1,
    "Artillery": 1,
    "Gebirgsjäger": 2,
    "Engineer company": 1,
    "Ambush": 2,
    "Anti-tank gun": 1,
    "Coastal bombardment": 2,
    "French alpine chasseurs": 1,
    "Foreign Legion": 2,
    "Polish mountain troops": 2,
    "Tank": 2,
}


def cards(*steps: list[str], **changed: Any) -> dict[str, Any]:
    """The cards of step 1, step 2 and step 3; steps left out have none."""
    given: dict[str, Any] = {"attacker_cards": [], "defender_cards": [], "reaction_cards": []}
    given |= dict(zip(given, steps, strict=False))
    return {**given, "dice_values": VALUES, **changed}


def dice(*played: Any, **changed: Any) -> tuple[int, int]:
    found = ask("card-resolution", **cards(*played, **changed))
    return found["attacker_card_dice"], found["defender_card_dice"]


@pytest.mark.proves("4.2-1", "4.2-2")
def test_the_dice_of_strengthening_cards_add_up_on_each_side() -> None:
    assert dice(["Artillery", "Bomber", "Gebirgsjäger", "Panzer", "Scouts"]) == (7, 0)
    assert dice(["Artillery"], ["Ambush", "Tank", "Anti-tank gun"]) == (1, 5)
    assert dice([]) == (0, 0)


@pytest.mark.proves("4.2-cancel")
@pytest.mark.parametrize(
    ("attack", "counter"), [("Bomber", "Fighter"), ("Fighter-bomber", "Fighter"), ("Panzer", "Anti-tank gun")]
)
def test_a_counter_of_step_2_stops_its_target_and_gives_no_dice(attack: str, counter: str) -> None:
    found = ask("card-resolution", **cards([attack], [f"{counter}>{attack}"]))
    assert found == {"attacker_card_dice": 0, "defender_card_dice": 0, "cancelled": [attack]}


@pytest.mark.proves("4.2-cancel", "4.2-3")
def test_a_reaction_saves_the_card_that_was_countered() -> None:
    found = ask("card-resolution", **cards(["Bomber", "Panzer"], ["Fighter>Bomber"], ["Fighter-bomber>Fighter"]))
    assert found == {"attacker_card_dice": 4, "defender_card_dice": 0, "cancelled": ["Fighter"]}


@pytest.mark.proves("4.2-cancel", "4.2-3")
def test_scouts_cancel_ambush() -> None:
    found = ask("card-resolution", **cards([], ["Ambush", "Anti-tank gun"], ["Scouts>Ambush"]))
    assert found == {"attacker_card_dice": 0, "defender_card_dice": 1, "cancelled": ["Ambush"]}


@pytest.mark.proves("4.2-cancel", "4.2-3")
@pytest.mark.parametrize("attacker", ["norway", "allies"])
def test_attackers_stop_a_panzer_in_defence_with_an_anti_tank_gun(attacker: str) -> None:
    played = cards([], ["Panzer", "Artillery"], ["Anti-tank gun>Panzer"], attacker=attacker)
    assert ask("card-resolution", **played) == {
        "attacker_card_dice": 0,
        "defender_card_dice": 1,
        "cancelled": ["Panzer"],
    }


@pytest.mark.proves("4.2-cancel")
def test_cancelled_cards_are_told_in_the_order_of_play() -> None:
    played = cards(["Bomber", "Panzer"], ["Anti-tank gun>Panzer", "Fighter>Bomber", "Ambush"], ["Scouts>Ambush"])
    assert ask("card-resolution", **played)["cancelled"] == ["Bomber", "Panzer", "Ambush"]


@pytest.mark.proves("4.2-cancel", "4.2-2", "4.2-3")
def test_the_game_resolves_its_cards_by_the_same_function_with_numbers() -> None:
    assert cancelled_cards([0, 1], [(2, 0), (3, None)], []) == ([0], [])
    assert cancelled_cards([0, 1], [(2, 0), (3, None)], [(4, 2), (5, 3)]) == ([], [2, 3])


def test_the_value_of_a_cancelled_card_need_not_be_given_but_that_of_a_card_in_force_must() -> None:
    assert ask("card-resolution", **cards(["Bomber"], ["Fighter>Bomber"], dice_values={}))["attacker_card_dice"] == 0
    assert ask("card-resolution", **cards(["Scouts"], dice_values={}))["attacker_card_dice"] == 0
    assert "Bomber" in refusal("card-resolution", **cards(["Bomber"], dice_values={"Panzer": 2}))
    assert "dice_values" in refusal("card-resolution", **cards(["Bomber"], dice_values={"Bomber": -1}))
    assert "Zeppelin" in refusal("card-resolution", **cards([], dice_values={"Zeppelin": 1}))


@pytest.mark.proves("4.2-1")
def test_the_attacker_uses_one_card_of_a_type_and_bomber_and_fighter_bomber_are_one() -> None:
    assert "one card of a type" in refusal("card-resolution", **cards(["Panzer", "Panzer"]))
    assert "one card of a type" in refusal("card-resolution", **cards(["Bomber", "Fighter-bomber"]))
    assert "one card of a type" in refusal("card-resolution", **cards(["Fighter-bomber", "Artillery", "Bomber"]))


@pytest.mark.proves("4.2-3")
def test_reactions_are_free_of_that_limit() -> None:
    played = cards(["Bomber", "Scouts"], ["Fighter>Bomber", "Ambush"], ["Fighter-bomber>Fighter", "Scouts>Ambush"])
    assert ask("card-resolution", **played)["cancelled"] == ["Fighter", "Ambush"]


@pytest.mark.proves("4.2-2")
def test_each_defending_country_uses_one_card_of_a_type() -> None:
    assert "one card of a type" in refusal("card-resolution", **cards([], ["Ambush", "Ambush"]))
    twice = ["Anti-tank gun", "Anti-tank gun>Panzer"]
    assert dice(["Panzer"], twice) == (0, 1)
    for alone in ("norway", "allies"):
        assert "one card of a type" in refusal("card-resolution", **cards(["Panzer"], twice, defenders=[alone]))
    assert "one card of a type" in refusal("card-resolution", **cards(["Panzer"], [*twice, "Anti-tank gun"]))


@pytest.mark.proves("4.2b-4")
def test_only_fighter_is_used_without_own_battalions_in_the_battle() -> None:
    assert "battalions" in refusal("card-resolution", **cards([], ["Tank"], defenders=["norway"]))
    assert "battalions" in refusal("card-resolution", **cards([], ["Ambush"], defenders=["allies"]))
    assert dice(["Bomber"], ["Fighter>Bomber"], defenders=["norway"]) == (0, 0)


def test_a_country_does_not_defend_against_its_own_side() -> None:
    for attacker, defender in (("germany", "germany"), ("norway", "allies"), ("allies", "norway")):
        assert "defend" in refusal("card-resolution", **cards([], attacker=attacker, defenders=[defender]))


#: (country, step) -> the cards that rules 4.2-1, 4.2-2 and 4.2-3 name
LISTED = {
    ("germany", "4.2-1"): "Artillery, Bomber, Gebirgsjäger, Fighter-bomber, Panzer, Scouts",
    ("norway", "4.2-1"): "Ambush",
    ("allies", "4.2-1"): "French alpine chasseurs, Foreign Legion, Coastal bombardment, Polish mountain troops, Tank",
    ("germany", "4.2-2"): "Artillery, Gebirgsjäger, Engineer company, Panzer",
    ("norway", "4.2-2"): "Ambush, Anti-tank gun",
    ("allies", "4.2-2"): (
        "French alpine chasseurs, Foreign Legion, Fighter, Polish mountain troops, Tank, Anti-tank gun"
    ),
    ("germany", "4.2-3"): "Fighter-bomber, Scouts",
    ("norway", "4.2-3"): "Anti-tank gun",
    ("allies", "4.2-3"): "Anti-tank gun",
}
ALL_CARDS = sorted({card for listed in LISTED.values() for card in listed.split(", ")} | {"Roadblock", "U-boat"})
TARGET = {"Fighter": "Bomber", "Anti-tank gun": "Panzer", "Fighter-bomber": "Fighter", "Scouts": "Ambush"}


def play_one(country: str, step: str, card: str) -> dict[str, Any]:
    """A battle in which the country uses just this card in this step, with whatever it may answer on the table."""
    if step == "4.2-1":
        return cards([card], attacker=country)
    if step == "4.2-2":
        attacker = "germany" if country != "germany" else "allies"
        played = f"{card}>{TARGET[card]}" if card == "Fighter" else card
        return cards(["Bomber"] if attacker == "germany" else [], [played], attacker=attacker, defenders=[country])
    on_table = (["Bomber"], ["Fighter>Bomber", "Ambush"]) if country == "germany" else ([], ["Panzer"])
    return cards(*on_table, [f"{card}>{TARGET.get(card, 'Panzer')}"], attacker=country)


@pytest.mark.proves("4.2-1", "4.2-2", "4.2-3")
@pytest.mark.parametrize(("country", "step"), LISTED)
def test_the_cards_of_each_country_and_step_are_those_of_the_book(country: str, step: str) -> None:
    listed = LISTED[country, step].split(", ")
    for card in ALL_CARDS:
        if card in listed:
            ask("card-resolution", **play_one(country, step, card))
        elif (country, card) != ("norway", "Fighter") or step != "4.2-2":
            # an Allied Fighter may help Norway (4.2b-4); everything else that is not listed is refused
            assert card in refusal("card-resolution", **play_one(country, step, card))


def test_the_cards_of_the_steps_are_those_of_table_4_cards_in_the_ledger() -> None:
    table = load_ledger(directory_of("feltherre.games.norway") / "ledger.yaml").tables["4-cards"]
    written = {(row[0].lower(), row[1], row[4]) for row in table.rows if row[4] in STEPS}
    read = {
        (row.country, row.card, row.step)
        for card in {row[1] for row in table.rows}
        for step in STEPS
        for row in rows(card, step)
        if row.table == "4-cards"
    }
    assert read == written
    assert {country for country, _, _ in read} == set(COUNTRIES)


@pytest.mark.proves("4.2-1")
def test_nine_april_cards_are_used_among_themselves() -> None:
    assert dice(["Bluff and threats", "Bomber", "Gebirgsjäger"]) == (4, 0)
    assert "nine-April" in refusal("card-resolution", **cards(["Bluff and threats", "Panzer"]))
    assert "nine-April" in refusal("card-resolution", **cards(["Bluff and threats"], ["Ambush"]))


@pytest.mark.parametrize(
    ("attack", "defence", "reaction", "reason"),
    [
        (["Panzer"], ["Fighter>Bomber"], [], "not played"),
        ([], ["Anti-tank gun>Panzer"], [], "not played"),
        ([], [], ["Scouts>Ambush"], "not played"),
        (["Bomber"], [], ["Fighter-bomber>Fighter"], "not played"),
        (["Panzer"], ["Fighter>Panzer"], [], "cannot stop"),
        (["Bomber"], ["Anti-tank gun>Bomber"], [], "cannot stop"),
        (["Artillery"], ["Ambush>Artillery"], [], "cannot stop"),
        ([], ["Ambush", "Tank"], ["Scouts>Tank"], "cannot stop"),
        (["Bomber"], ["Fighter>Bomber"], ["Scouts>Fighter"], "cannot stop"),
        (["Bomber"], ["Fighter"], [], "write which one"),
        (["Bomber"], ["Ambush"], ["Scouts"], "write the card it answers"),
        (["Scouts>Ambush"], ["Ambush"], [], "step 1"),
        (["Zeppelin"], [], [], "Zeppelin"),
        (["Panzer"], ["Fighter>Zeppelin"], [], "Zeppelin"),
        ([""], [], [], "no card"),
    ],
)
def test_counters_that_the_book_does_not_know_are_refused(
    attack: list[str], defence: list[str], reaction: list[str], reason: str
) -> None:
    assert reason in refusal("card-resolution", **cards(attack, defence, reaction))


def test_names_may_be_typed_without_accents_and_capitals_and_come_back_as_printed() -> None:
    found = ask("card-resolution", **cards(["gebirgsjager", "PANZER"], ["anti-tank gun > panzer"]))
    assert found == {"attacker_card_dice": 2, "defender_card_dice": 0, "cancelled": ["Panzer"]}


def test_the_umpire_says_what_stops_what() -> None:
    told = explained("card-resolution", **cards(["Bomber"], ["Fighter>Bomber"], ["Fighter-bomber>Fighter"]))
    assert told == [
        ("The attacker plays Bomber: 2 more dice.", "4.2-1"),
        ("The defender answers Bomber with Fighter.", "4.2-2"),
        ("The attacker answers Fighter with Fighter-bomber.", "4.2-3"),
        ("Fighter-bomber stops Fighter, which has no effect but is used up.", "4.2-cancel"),
        ("Cards in force give the attacker 2 dice and the defender 0 dice.", "4.2-dice-6"),
    ]
