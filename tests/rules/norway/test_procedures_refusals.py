"""What cannot be is refused with a reason and gives no result: names that the book does not have (R66).

Values of the wrong kind, missing and unknown inputs and impossible dice: tests/rules/test_procedures.py.
"""

import pytest

from feltherre.games.norway.game import GAME
from feltherre.games.norway.procedures import PROCEDURES
from norway_desk import ask, refusal
from procedure_desk import changed, places
from procedure_situations import lawful

#: inputs of type str that name a land area or a card, wherever they stand
AREAS = {
    *("from", "to", "area", "target", "target_from", "target_to", "chosen_area", "group_areas", "allowed"),
    *("enemy_held", "pending_battles", "attack_origins", "own_origins", "norwegian_options", "allied_options"),
    *("held_airfields", "from_germany", "reach", "airfield_coasts"),
}
CARDS = {"card", "attacker_cards", "defender_cards", "reaction_cards", "dice_values"}


def wrong_names(input_name: str) -> list[str]:
    return ["Atlantis", ""] if input_name in AREAS else ["Zeppelin", ""] if input_name in CARDS else []


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_an_area_or_card_that_the_book_does_not_have_is_refused_wherever_it_stands(procedure: str) -> None:
    for given in lawful("norway", procedure):
        for asked in GAME.ledger.procedures[procedure].inputs:
            for place, wanted in places(given.get(asked.name), asked.parsed, (asked.name,)):
                if wanted.kind == "str":
                    *_, name = (step for step in place if isinstance(step, str))
                    for value in wrong_names(name):
                        assert refusal(procedure, **changed(given, place, value)), (place, value)


def test_nothing_is_drawn_where_nothing_is_hit() -> None:
    given = lawful("norway", "minelaying")[-1]
    assert ask("minelaying", **given)
    assert refusal("minelaying", **{**given, "drawn": "KMS Köln"})


def test_a_refusal_names_its_rule_where_there_is_one() -> None:
    given = {**lawful("norway", "joint-retreat")[0], "allied_options": ["London"]}
    assert refusal("joint-retreat", **given) == 'There is no land area "London" on the board. (rule 2.3-land-1)'


def test_half_a_name_is_no_name() -> None:
    for half in ("Osl", "Kristian", "mo"):
        assert half in refusal("joint-retreat", norwegian_options=[half], allied_options=[])


def test_a_thing_that_the_rules_merely_forbid_is_judged_and_not_refused() -> None:
    assert ask("first-allied-placement", **lawful("norway", "first-allied-placement")[0]) == {"valid": False}
    assert (
        ask("allied-withdrawal", **{**lawful("norway", "allied-withdrawal")[0], "chosen_ships": {"carrier": 3}})[
            "valid"
        ]
        is False
    )
