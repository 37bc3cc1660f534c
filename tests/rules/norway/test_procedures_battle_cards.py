"""Which cards may be used in a land battle, and which stop which (4.2, steps 1 to 3)."""

from typing import Any

import pytest

from cases import cases
from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.norway.procedures.battle_cards import STEPS, cancelled_cards, rows
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


@cases(
    "says steps changed dice cancelled",
    ("4.2-cancel", "Fighter stops Bomber and gives no dice", (["Bomber"], ["Fighter>Bomber"]), {}, (0, 0), ["Bomber"]),
    ("4.2-cancel", "and Fighter-bomber", (["Fighter-bomber"], ["Fighter>Fighter-bomber"]), {}, (0, 0),
     ["Fighter-bomber"]),
    ("4.2-cancel", "Anti-tank gun stops Panzer", (["Panzer"], ["Anti-tank gun>Panzer"]), {}, (0, 0), ["Panzer"]),
    ("4.2-cancel 4.2-3", "a reaction saves the card that was countered",
     (["Bomber", "Panzer"], ["Fighter>Bomber"], ["Fighter-bomber>Fighter"]), {}, (4, 0), ["Fighter"]),
    ("4.2-cancel 4.2-3", "Scouts cancel Ambush", ([], ["Ambush", "Anti-tank gun"], ["Scouts>Ambush"]), {}, (0, 1),
     ["Ambush"]),
    ("4.2-cancel 4.2-3", "Norway stops a Panzer in defence",
     ([], ["Panzer", "Artillery"], ["Anti-tank gun>Panzer"]), {"attacker": "norway"}, (0, 1), ["Panzer"]),
    ("4.2-cancel 4.2-3", "and so do the Allies",
     ([], ["Panzer", "Artillery"], ["Anti-tank gun>Panzer"]), {"attacker": "allies"}, (0, 1), ["Panzer"]),
    ("4.2-cancel", "they are told in the order of play",
     (["Bomber", "Panzer"], ["Anti-tank gun>Panzer", "Fighter>Bomber", "Ambush"], ["Scouts>Ambush"]), {}, (0, 0),
     ["Bomber", "Panzer", "Ambush"]),
    ("4.2-3", "reactions are free of one card of a type",
     (["Bomber", "Scouts"], ["Fighter>Bomber", "Ambush"], ["Fighter-bomber>Fighter", "Scouts>Ambush"]), {}, (2, 0),
     ["Fighter", "Ambush"]),
    ("", "names may be typed without accents and capitals", (["gebirgsjager", "PANZER"], ["anti-tank gun > panzer"]),
     {}, (2, 0), ["Panzer"]),
)  # fmt: skip
def test_what_cards_stop_and_what_dice_are_left(
    steps: Any, changed: dict[str, Any], dice: tuple[int, int], cancelled: list[str]
) -> None:
    found = ask("card-resolution", **cards(*steps, **changed))
    assert found == {"attacker_card_dice": dice[0], "defender_card_dice": dice[1], "cancelled": cancelled}


@pytest.mark.proves("4.2-cancel", "4.2-2", "4.2-3")
def test_the_game_resolves_its_cards_by_the_same_function_with_numbers() -> None:
    assert cancelled_cards([0, 1], [(2, 0), (3, None)], []) == ([0], [])
    assert cancelled_cards([0, 1], [(2, 0), (3, None)], [(4, 2), (5, 3)]) == ([], [2, 3])


@pytest.mark.proves("4.2-dice-6")
def test_the_value_of_a_cancelled_card_need_not_be_given_but_that_of_a_card_in_force_must() -> None:
    assert ask("card-resolution", **cards(["Bomber"], ["Fighter>Bomber"], dice_values={}))["attacker_card_dice"] == 0
    assert ask("card-resolution", **cards(["Scouts"], dice_values={}))["attacker_card_dice"] == 0
    assert "Bomber" in refusal("card-resolution", **cards(["Bomber"], dice_values={"Panzer": 2}))
    assert "dice_values" in refusal("card-resolution", **cards(["Bomber"], dice_values={"Bomber": -1}))
    assert "Zeppelin" in refusal("card-resolution", **cards([], dice_values={"Zeppelin": 1}))


TWICE = ["Anti-tank gun", "Anti-tank gun>Panzer"]
ONE = "one card of a type"


@cases(
    "says steps changed refused",
    ("4.2-1", "the attacker uses one card of a type", (["Panzer", "Panzer"],), {}, ONE),
    ("4.2-1", "Bomber and Fighter-bomber are one", (["Bomber", "Fighter-bomber"],), {}, ONE),
    ("4.2-1", "with another between them", (["Fighter-bomber", "Artillery", "Bomber"],), {}, ONE),
    ("4.2-2", "so does each defending country", ([], ["Ambush", "Ambush"]), {}, ONE),
    ("4.2-2", "Norway alone", (["Panzer"], TWICE), {"defenders": ["norway"]}, ONE),
    ("4.2-2", "the Allies alone", (["Panzer"], TWICE), {"defenders": ["allies"]}, ONE),
    ("4.2-2", "both with three", (["Panzer"], [*TWICE, "Anti-tank gun"]), {}, ONE),
    ("4.2b-4", "no Tank without Allies", ([], ["Tank"]), {"defenders": ["norway"]}, "battalions"),
    ("4.2b-4", "no Ambush without Norwegians", ([], ["Ambush"]), {"defenders": ["allies"]}, "battalions"),
    ("", "nobody defends against himself", ([],), {"attacker": "germany", "defenders": ["germany"]}, "defend"),
    ("", "nor Allies against Norway", ([],), {"attacker": "norway", "defenders": ["allies"]}, "defend"),
    ("", "nor Norway against Allies", ([],), {"attacker": "allies", "defenders": ["norway"]}, "defend"),
)
def test_cards_that_may_not_be_used_together(steps: Any, changed: dict[str, Any], refused: str) -> None:
    assert refused in refusal("card-resolution", **cards(*steps, **changed))


@cases(
    "says attack defence changed expected",
    ("4.2-2", "two countries use one card each", ["Panzer"], TWICE, {}, (0, 1)),
    ("4.2b-4", "Fighter needs no own battalions", ["Bomber"], ["Fighter>Bomber"], {"defenders": ["norway"]}, (0, 0)),
)
def test_cards_that_defenders_may_use(
    attack: list[str], defence: list[str], changed: dict[str, Any], expected: tuple[int, int]
) -> None:
    assert dice(attack, defence, **changed) == expected


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


def test_the_umpire_says_what_stops_what() -> None:
    told = explained("card-resolution", **cards(["Bomber"], ["Fighter>Bomber"], ["Fighter-bomber>Fighter"]))
    assert told == [
        ("The attacker plays Bomber: 2 more dice.", "4.2-1"),
        ("The defender answers Bomber with Fighter.", "4.2-2"),
        ("The attacker answers Fighter with Fighter-bomber.", "4.2-3"),
        ("Fighter-bomber stops Fighter, which has no effect but is used up.", "4.2-cancel"),
        ("Cards in force give the attacker 2 dice and the defender 0 dice.", "4.2-dice-6"),
    ]
