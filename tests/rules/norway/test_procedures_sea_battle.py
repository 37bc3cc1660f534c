"""The sea battle (6.1, 8.2): fire, ships sunk and chased, Eidsvoll & Norge, cards that strike ships; and its odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from cases import cases
from feltherre.core.chance import Chance
from feltherre.games.norway import cards
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.procedures.sea_fire import CARDS_LOST, CHASES_ON, SINKS_ON, cards_lost, strike_result
from feltherre.odds.enumerate import outcomes
from feltherre.umpire import desk
from norway_desk import ask, explained, refusal

# ships


@pytest.mark.proves("6.1-5", "6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor", "6.1-coast-defence")
@pytest.mark.parametrize(
    ("ship_class", "sinks", "chases", "lost"),
    [
        ("carrier", [5, 6], [3, 4], 2),
        ("battleship", [5, 6], [3, 4], 2),
        ("heavy-cruiser", [6], [4, 5], 1),
        ("minor", [6], [5], 1),
        ("coast-defence", [], [6], 0),
    ],
)
def test_each_class_fires_by_its_own_numbers_and_costs_its_own_cards(
    ship_class: str, sinks: list[int], chases: list[int], lost: int
) -> None:
    for die in range(1, 7):
        hit = die in sinks + chases
        found = battle(
            [("ship", ship_class)], [("KMS Köln", "minor")], attacker_dice=[die], attacker_draws=["KMS Köln"][:hit]
        )
        assert (found["defender_sunk"], found["defender_chased"]) == (
            ["KMS Köln"] if die in sinks else [],
            ["KMS Köln"] if die in chases else [],
        )
    assert cards_lost([ship_class, ship_class]) == 2 * lost
    found = battle([("HMS Rodney", "battleship")], [("ship", ship_class)], attacker_dice=[6], attacker_draws=["ship"])
    assert (found["defender_sunk"], found["defender_cards_lost"]) == (["ship"], lost)


# naval-combat

Named = tuple[str, str]


def situation(attackers: list[Named], defenders: list[Named], **more: Any) -> dict[str, Any]:
    return {
        "attacker_ships": [{"name": name, "class": ship_class} for name, ship_class in attackers],
        "defender_ships": [{"name": name, "class": ship_class} for name, ship_class in defenders],
        **more,
    }


#: a throw with which no ship does anything
NOTHING = 1


def battle(attackers: list[Named], defenders: list[Named], **more: Any) -> dict[str, Any]:
    """A sea battle in which nobody strikes anything but for what is given."""
    calm = {
        "attacker_dice": [NOTHING] * len(attackers),
        "defender_dice": [NOTHING] * len(defenders),
        "attacker_draws": [],
        "defender_draws": [],
    }
    return ask("naval-combat", **situation(attackers, defenders, **{**calm, **more}))


WARSPITE, RODNEY = ("HMS Warspite", "battleship"), ("HMS Rodney", "battleship")
YORK, HIPPER, LUTZOW = (
    ("HMS York", "heavy-cruiser"),
    ("KMS Admiral Hipper", "heavy-cruiser"),
    ("KMS Lützow", "heavy-cruiser"),
)
KOLN, EMDEN = ("KMS Köln", "minor"), ("KMS Emden", "minor")
EIDSVOLL = ("Eidsvoll & Norge", "coast-defence")


@pytest.mark.proves("8.2-seq-4", "8.2-seq-5")
def test_both_sides_fire_and_struck_ships_fire_back() -> None:
    found = battle(
        [HIPPER, KOLN],
        [WARSPITE, YORK],
        attacker_dice=[6, 5],
        attacker_draws=["HMS York", "HMS Warspite"],
        defender_dice=[3, 6],
        defender_draws=["KMS Köln", "KMS Admiral Hipper"],
    )
    assert found == {
        "attacker_sunk": ["KMS Admiral Hipper"],
        "attacker_chased": ["KMS Köln"],
        "defender_sunk": ["HMS York"],
        "defender_chased": ["HMS Warspite"],
        "attacker_cards_lost": 1,
        "defender_cards_lost": 1,
    }


@pytest.mark.proves("8.2-seq-4")
def test_a_ship_is_struck_once_only() -> None:
    given = situation(
        [RODNEY, WARSPITE],
        [LUTZOW, KOLN],
        attacker_dice=[3, 6],
        attacker_draws=["KMS Köln", "KMS Köln"],
        defender_dice=[1, 1],
        defender_draws=[],
    )
    assert "attacker_draws" in refusal("naval-combat", **given)
    found = ask("naval-combat", **{**given, "attacker_draws": ["KMS Köln", "KMS Lützow"]})
    assert (found["defender_sunk"], found["defender_chased"]) == (["KMS Lützow"], ["KMS Köln"])


@pytest.mark.proves("8.2-seq-5")
def test_no_more_dice_are_thrown_when_every_enemy_ship_has_been_struck() -> None:
    given = situation(
        [RODNEY, WARSPITE],
        [KOLN],
        attacker_dice=[5],
        attacker_draws=["KMS Köln"],
        defender_dice=[1],
        defender_draws=[],
    )
    assert ask("naval-combat", **given)["defender_sunk"] == ["KMS Köln"]
    assert "attacker_dice" in refusal("naval-combat", **{**given, "attacker_dice": [5, 1]})
    assert "attacker_dice" in refusal("naval-combat", **{**given, "attacker_dice": [1], "attacker_draws": []})
    assert "attacker_draws" in refusal("naval-combat", **{**given, "attacker_draws": ["KMS Köln", "KMS Köln"]})


@pytest.mark.proves("8.2-seq-6-en", "8.2-seq-6-loss")
def test_eidsvoll_and_norge_is_sunk_before_any_other_ship_and_what_was_drawn_for_it_is_ignored() -> None:
    found = battle(
        [("KMS Scharnhorst", "battleship"), HIPPER],
        [WARSPITE, EIDSVOLL],
        attacker_dice=[5, 6],
        attacker_draws=["HMS Warspite", "HMS Warspite"],
    )
    assert found["defender_sunk"] == ["Eidsvoll & Norge", "HMS Warspite"]
    assert (found["defender_cards_lost"], found["attacker_cards_lost"]) == (2, 0)
    alone = battle([HIPPER], [EIDSVOLL], attacker_dice=[6], attacker_draws=[])
    assert alone["defender_sunk"] == ["Eidsvoll & Norge"], "no draw is needed for it"


@pytest.mark.proves("8.2-seq-6-en")
def test_a_chasing_die_strikes_a_ship_drawn_at_random_also_beside_eidsvoll_and_norge() -> None:
    found = battle([HIPPER], [WARSPITE, EIDSVOLL], attacker_dice=[4], attacker_draws=["HMS Warspite"])
    assert (found["defender_sunk"], found["defender_chased"]) == ([], ["HMS Warspite"])


@pytest.mark.proves("8.2-seq-7-en", "8.2-seq-6-loss")
def test_eidsvoll_and_norge_is_sunk_if_it_is_chased_and_costs_no_card() -> None:
    found = battle([HIPPER], [WARSPITE, EIDSVOLL], attacker_dice=[5], attacker_draws=["eidsvoll & norge"])
    assert (found["defender_sunk"], found["defender_chased"]) == (["Eidsvoll & Norge"], [])
    assert found["defender_cards_lost"] == 0


@pytest.mark.proves("8.2-seq-6-en")
def test_eidsvoll_and_norge_sinks_first_on_the_side_of_the_attacker_too() -> None:
    found = battle([WARSPITE, EIDSVOLL], [LUTZOW], defender_dice=[6], defender_draws=["HMS Warspite"])
    assert found["attacker_sunk"] == ["Eidsvoll & Norge"]


@pytest.mark.proves("8.2-seq-4")
def test_ships_struck_by_cards_are_laid_aside_but_fire() -> None:
    found = battle(
        [HIPPER, KOLN],
        [WARSPITE, YORK],
        laid_aside=["hms york", "KMS Admiral Hipper"],
        attacker_dice=[6],
        attacker_draws=["HMS Warspite"],
        defender_dice=[1, 6],
        defender_draws=["KMS Köln"],
    )
    assert (found["defender_sunk"], found["attacker_sunk"]) == (["HMS Warspite"], ["KMS Köln"])
    assert (found["defender_cards_lost"], found["attacker_cards_lost"]) == (2, 1), "what cards sank is not counted here"


@pytest.mark.proves("8.2-seq-6-en", "8.2-seq-5")
def test_where_all_are_laid_aside_nobody_is_fired_at() -> None:
    found = battle(
        [HIPPER],
        [EIDSVOLL],
        laid_aside=["Eidsvoll & Norge"],
        attacker_dice=[],
        defender_dice=[6],
        defender_draws=[HIPPER[0]],
    )
    assert (found["defender_sunk"], found["attacker_chased"]) == ([], ["KMS Admiral Hipper"])
    passed = battle(
        [HIPPER], [YORK, EIDSVOLL], laid_aside=["Eidsvoll & Norge"], attacker_dice=[6], attacker_draws=["HMS York"]
    )
    assert passed["defender_sunk"] == ["HMS York"], "it has been struck already and sinks before nobody"


@pytest.mark.proves("8.2-seq-4")
def test_ships_stand_best_first_and_battleships_and_carriers_are_equals() -> None:
    ark_royal = ("HMS Ark Royal", "carrier")
    for lawful in ([WARSPITE, ark_royal, YORK], [ark_royal, WARSPITE, YORK], [YORK, ("Destroyers", "minor"), EIDSVOLL]):
        assert battle(lawful, [KOLN])["defender_sunk"] == []
    for wrong in ([YORK, WARSPITE], [YORK, ark_royal], [KOLN, YORK], [EIDSVOLL, KOLN]):
        dice = {"attacker_dice": [1, 1], "defender_dice": [1], "attacker_draws": [], "defender_draws": []}
        assert "best first" in refusal("naval-combat", **situation(wrong, [EMDEN], **dice))
        assert "best first" in refusal("naval-combat", **situation([EMDEN], wrong, **dice))


@cases(
    "attackers defenders aside reason",
    ("8.2-1", [], [KOLN], [], "at least one ship"),
    ("8.2-1", [KOLN], [], [], "at least one ship"),
    ("6.1-coast-defence", [EIDSVOLL, EIDSVOLL], [KOLN], [], "only one card"),
    ("6.1-1", [("KMS Köln", "battleship"), KOLN], [YORK], [], "two different classes"),
    ("6.1-1", [("", "minor")], [YORK], [], "no name"),
    ("8.2-seq-4", [KOLN], [YORK], ["KMS Emden"], "KMS Emden"),
    ("8.2-seq-4", [KOLN], [YORK], ["KMS Köln", "KMS Köln"], "KMS Köln"),
    ("8.2-seq-4", [KOLN], [KOLN], ["KMS Köln"], "both sides"),
)
def test_battles_that_cannot_be_are_refused(
    attackers: list[Named], defenders: list[Named], aside: list[str], reason: str
) -> None:
    dice: dict[str, list[Any]] = {"attacker_dice": [], "defender_dice": [], "attacker_draws": [], "defender_draws": []}
    assert reason in refusal("naval-combat", **situation(attackers, defenders, laid_aside=aside, **dice))


def test_cards_of_the_same_title_are_told_apart_by_their_number() -> None:
    flotilla = ("Light cruiser with destroyers", "minor")
    found = battle([RODNEY, WARSPITE], [flotilla, flotilla], attacker_dice=[6, 3], attacker_draws=[flotilla[0]] * 2)
    assert (found["defender_sunk"], found["defender_chased"]) == ([flotilla[0]], [flotilla[0]])


def test_a_sea_battle_is_explained_shot_by_shot() -> None:
    given = situation(
        [("kms scharnhorst", "battleship"), HIPPER, KOLN],
        [YORK, EIDSVOLL],
        attacker_dice=[5, 4],
        attacker_draws=["HMS York", "hms york"],
        defender_dice=[1, 6],
        defender_draws=["KMS Köln"],
    )
    assert explained("naval-combat", **given) == [
        ("KMS Scharnhorst throws 5: Eidsvoll & Norge is sunk, before any other ship.", "8.2-seq-6-en"),
        ("KMS Admiral Hipper throws 4: HMS York is drawn and chased off.", "8.2-seq-4"),
        ("Every ship on the other side has been struck: the attacker throws no more dice.", "8.2-seq-5"),
        ("HMS York throws 1: no hit.", "8.2-seq-5"),
        ("Eidsvoll & Norge throws 6: KMS Köln is drawn and chased off.", "8.2-seq-5"),
        (
            "Chased off from the attacker: KMS Köln. The opponent chooses the adjoining sea area it goes to.",
            "8.2-seq-7",
        ),
        ("The defender loses Eidsvoll & Norge, removed from the game.", "8.2-seq-6"),
        ("That costs the defender 0 cards from the deck.", "8.2-seq-6-loss"),
        (
            "Chased off from the defender: HMS York. The opponent chooses the adjoining sea area it goes to.",
            "8.2-seq-7",
        ),
        ("The battle is over: surviving ships are turned face down, except Eidsvoll & Norge.", "8.2-seq-8"),
    ]
    aside = situation(
        [HIPPER], [YORK, EIDSVOLL], laid_aside=["HMS York"], attacker_dice=[5], attacker_draws=[EIDSVOLL[0]]
    )
    told = explained("naval-combat", **aside, defender_dice=[1, 1], defender_draws=[])
    assert told[0] == ("HMS York was struck by a card: laid aside, but it still fires.", "8.2-seq-4")
    assert told[1][1] == "8.2-seq-7-en"
    assert ("The fire strikes no ship of the attacker.", "6.1-5") in told


# ship-strike


@pytest.mark.proves("5.2-3", "7.2a-dive-bomber")
def test_a_card_strikes_a_ship_by_its_own_numbers() -> None:
    strikes = {
        card.id: [strike_result(die, function.sink, function.chase) for die in range(1, 7)]
        for card in cards.TYPES
        for function in card.functions
        if function.op == "ship-strike"
    }
    assert strikes["apr-all-dive-bomber"] == ["none"] * 4 + ["sink"] * 2
    assert strikes["ger-bomber"] == ["none"] * 3 + ["chase"] * 2 + ["sink"]
    for die, result in enumerate(strikes["ger-bomber"], 1):
        assert ask("ship-strike", die=die, sink_on=[6], chase_on=[4, 5]) == {"result": result}


def test_a_strike_is_explained() -> None:
    assert explained("ship-strike", die=2, sink_on=[6], chase_on=[]) == [("Thrown 2: no effect.", "8.2-seq-1")]
    assert [number for _, number in explained("ship-strike", die=6, sink_on=[6], chase_on=[])] == [
        "8.2-seq-1",
        "8.2-seq-4",
    ]
    assert "sink_on" in refusal("ship-strike", die=2, sink_on=[7], chase_on=[])


# the odds

SMALL_BATTLES = [
    ([HIPPER], [WARSPITE], []),
    ([HIPPER, KOLN], [WARSPITE, YORK], []),
    ([HIPPER, KOLN], [WARSPITE, EIDSVOLL], []),
    ([("KMS Scharnhorst", "battleship"), HIPPER], [("HMS Furious", "carrier"), YORK, EIDSVOLL], []),
    ([HIPPER, KOLN], [WARSPITE, YORK], ["HMS York"]),
    ([HIPPER, KOLN], [YORK, EIDSVOLL], ["Eidsvoll & Norge"]),
    ([WARSPITE, EIDSVOLL], [KOLN, KOLN], []),
]


@pytest.mark.parametrize(("attackers", "defenders", "aside"), SMALL_BATTLES)
def test_the_odds_are_those_of_every_way_the_battle_can_go(
    attackers: list[Named], defenders: list[Named], aside: list[str]
) -> None:
    """Folded by numbers of ships, against walking through every throw and draw of the battle itself."""
    given = situation(attackers, defenders, laid_aside=aside)
    procedure = PROCEDURES["naval-combat"]
    assessment = procedure.assess(msgspec.convert(given, procedure.situation))

    def fought(chance: Chance) -> Any:
        outputs = procedure.resolve(assessment, Walked(chance)).outputs
        return tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in outputs.items())

    walked = outcomes(fought)
    assert sum(walked.values()) == 1
    found = desk.odds(procedure, given)["outputs"]
    for name, told in found.items():
        if isinstance(told, list):
            assert fractions(told) == summed((dict(way)[name], p) for way, p in walked.items())
            continue
        lists = [(dict(way)[name], p) for way, p in walked.items()]
        assert fractions(told["length"]) == summed((len(value), p) for value, p in lists)
        assert fractions(told["elements"]) == summed((ship, p) for value, p in lists for ship in set(value))


class Walked(Chance):
    """The enumerating source with the ruling written out, so that all outputs are read together."""

    def __init__(self, source: Chance) -> None:
        self.source = source

    def throw(self, n: int, purpose: str, rule: str, reads: str = "values") -> Any:
        return self.source.throw(n, purpose, rule, reads)

    def draw(self, k: int, items: Any, purpose: str, rule: str) -> Any:
        return self.source.draw(k, items, purpose, rule)


def summed(pairs: Any) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for value, p in pairs:
        found[value] = found.get(value, Fraction(0)) + p
    return found


def fractions(listed: list[dict[str, Any]]) -> dict[Any, Fraction]:
    return {entry["value"]: Fraction(entry["p"]) for entry in listed}


def test_the_odds_of_one_ship_against_one_are_those_of_their_numbers() -> None:
    found = desk.odds(PROCEDURES["naval-combat"], situation([HIPPER], [WARSPITE]))["outputs"]
    assert fractions(found["attacker_sunk"]["elements"]) == {
        "KMS Admiral Hipper": Fraction(len(SINKS_ON["battleship"]), 6)
    }
    assert fractions(found["defender_chased"]["elements"]) == {
        "HMS Warspite": Fraction(len(CHASES_ON["heavy-cruiser"]), 6)
    }
    assert fractions(found["defender_cards_lost"]) == {
        0: Fraction(5, 6),
        CARDS_LOST["battleship"]: Fraction(1, 6),
    }


def test_the_odds_of_the_whole_fleets_are_counted() -> None:
    german = [(f"b{i}", "battleship") for i in range(2)] + [(f"h{i}", "heavy-cruiser") for i in range(3)]
    german += [(f"m{i}", "minor") for i in range(8)]
    allied = [(f"B{i}", "battleship") for i in range(5)] + [(f"C{i}", "carrier") for i in range(3)]
    allied += [(f"H{i}", "heavy-cruiser") for i in range(4)] + [(f"M{i}", "minor") for i in range(6)]
    found = desk.odds(PROCEDURES["naval-combat"], situation(german, [*allied, EIDSVOLL]))["outputs"]
    for name in ("attacker_sunk", "attacker_chased", "defender_sunk", "defender_chased"):
        lengths, elements = fractions(found[name]["length"]), fractions(found[name]["elements"])
        assert sum(lengths.values()) == 1
        assert sum(elements.values()) == sum(length * p for length, p in lengths.items()), "the expected number"
    expected_loss = sum(n * p for n, p in fractions(found["attacker_cards_lost"]).items())
    sunk = fractions(found["attacker_sunk"]["elements"])
    assert expected_loss == sum(CARDS_LOST[ship_class] * sunk[name] for name, ship_class in german)
