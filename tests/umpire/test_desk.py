"""The umpire's desk, on a procedure of its own that throws twice and draws."""

from typing import Any

import pytest
from msgspec import Struct

from feltherre.core import errors, ledger, text
from feltherre.core.chance import Chance, Line, Outcome
from feltherre.core.procedure import Desk, Resolve, procedure, refuse
from feltherre.umpire import desk
from refusals import refusal_of


class ShotSituation(Struct, frozen=True, forbid_unknown_fields=True):
    guns: int
    targets: tuple[str, ...] = ("barn", "bridge")


DONE = Line(text.say("core.plain", text="Done."))


@procedure("shot", dice=list[int], second=int | None, drawn=list[str])
def shot(given: ShotSituation, desk: Desk) -> Resolve:
    """One die a gun; if any shows 6 a second die is thrown, and on 4 or more a target is drawn."""
    if given.guns == 0:
        raise refuse("core.plain", "9-1", text="There is no gun.")

    def resolve(chance: Chance) -> Outcome:
        sixes = chance.throw(given.guns, "dice", "9-1").values.count(6)
        hit: tuple[str, ...] = ()
        if sixes and chance.throw(1, "second", "9-2").values[0] >= 4:
            hit = chance.draw(1, given.targets, "drawn", "9-3")
        desk.lines += [Line(text.say("core.plain", text="Bang."), "9-1", sixes), DONE]
        return {"hit": list(hit), "sixes": sixes}

    return resolve


def shoot(**given: Any) -> dict[str, Any]:
    return desk.run(shot, {"guns": 2, "dice": [6, 1], "second": 4, "drawn": ["barn"], **given})


def reason(**given: Any) -> str:
    with pytest.raises((errors.BadInput, errors.Illegal)) as refused:
        shoot(**given)
    return desk.reason(refused.value)


def test_a_ruling_comes_with_its_outputs_and_its_explanation() -> None:
    assert shoot() == {
        "outputs": {"hit": ["barn"], "sixes": 1},
        "explanation": [{"text": "Bang.", "rule": "9-1", "value": 1}, {"text": "Done.", "rule": None}],
    }


def test_throws_and_draws_that_are_not_made_are_given_as_null_or_empty() -> None:
    assert shoot(dice=[5, 5], second=None, drawn=[])["outputs"] == {"hit": [], "sixes": 0}
    assert shoot(second=3, drawn=[])["outputs"] == {"hit": [], "sixes": 1}


def test_what_may_be_null_may_be_left_out() -> None:
    given = {"guns": 2, "dice": [1, 1], "drawn": []}
    assert desk.run(shot, given)["outputs"] == {"hit": [], "sixes": 0}
    refused = refusal_of(errors.BadInput, lambda: desk.run(shot, {**given, "dice": [6, 1]}))
    assert desk.reason(refused) == "second: the situation calls for 1, given are 0."


def test_what_is_drawn_may_be_written_without_capitals_and_accents() -> None:
    drawn = shoot(targets=["Gård", "barn"], drawn=["gard"])
    assert drawn["outputs"]["hit"] == ["Gård"], "it is given back as it stands in the situation"


def test_what_nobody_reads_is_passed_over_where_the_procedure_says_so() -> None:
    chance = desk.DeskChance({"drawn": ("church", "barn"), "second": ()})
    chance.ignore(1, "drawn")
    chance.ignore(1, "second")
    assert chance.draw(1, ("bridge", "barn"), "drawn", "9-3") == ("barn",)
    chance.refuse_leftovers()


def test_dice_and_draws_must_be_exactly_those_of_the_situation() -> None:
    assert reason(dice=[6]) == "dice: the situation calls for 2, given are 1."
    assert reason(dice=[6, 6, 6]) == "dice: the situation calls for 2, given are 3."
    assert reason(dice=[1, 1]) == "second: the situation calls for 0, given are 1."
    assert reason(second=None) == "second: the situation calls for 1, given are 0."
    assert reason(drawn=[]) == "drawn: the situation calls for 1, given are 0."
    assert reason(second=3) == "drawn: the situation calls for 0, given are 1."
    assert reason(drawn=["church"]) == "drawn: church cannot be drawn here."
    assert reason(dice=[6, 7]) == "dice: a die shows 1 to 6, not 7."
    assert reason(second=0) == "second: a die shows 1 to 6, not 0."


def test_input_that_cannot_be_read_is_named() -> None:
    assert reason(guns="two") == "guns: here belongs a whole number, not a word"
    assert reason(targets=["barn", 3]) == "targets[1]: here belongs a word, not a whole number"
    assert reason(dice=["six"]) == "dice[0]: here belongs a whole number, not a word"
    assert reason(dice=6) == "dice: here belongs a list in [ ], not a whole number"
    assert reason(wind=1) == "wind is not asked for here"
    refused = refusal_of(errors.BadInput, lambda: desk.run(shot, {"guns": 2, "second": None, "drawn": []}))
    assert desk.reason(refused) == "dice is missing: give what was thrown or drawn."
    for nothing in (None, [], 3, "guns"):
        with pytest.raises(errors.BadInput):
            desk.run(shot, nothing)


def test_what_the_rules_forbid_is_refused_with_the_rule() -> None:
    assert reason(guns=0, dice=[]) == "There is no gun. (rule 9-1)"


def test_the_throws_stand_in_the_ruling_as_typed() -> None:
    chance = desk.DeskChance({"dice": (6, 1), "second": (3,), "drawn": ()})
    ruling = shot.resolve(shot.assess(ShotSituation(2)), chance)
    assert [(thrown.purpose, thrown.values, thrown.typed) for thrown in ruling.throws] == [
        ("dice", (6, 1), True),
        ("second", (3,), True),
    ]


def test_odds_count_throws_that_depend_on_throws() -> None:
    found = desk.odds(shot, {"guns": 1})["outputs"]
    assert found["sixes"] == [
        {"value": 0, "p": "5/6", "probability": 5 / 6},
        {"value": 1, "p": "1/6", "probability": 1 / 6},
    ]
    # a six, then 4 or more: 1/12; then one of two targets
    assert found["hit"] == {
        "length": [
            {"value": 0, "p": "11/12", "probability": 11 / 12},
            {"value": 1, "p": "1/12", "probability": 1 / 12},
        ],
        "elements": [
            {"value": "barn", "p": "1/24", "probability": 1 / 24},
            {"value": "bridge", "p": "1/24", "probability": 1 / 24},
        ],
    }


def test_odds_want_no_dice_and_not_too_many() -> None:
    with pytest.raises(errors.BadInput) as refused:
        desk.odds(shot, {"guns": 1, "dice": [6]})
    assert "leave out the dice" in desk.reason(refused.value)
    assert "dice" in desk.reason(refusal_of(errors.BadInput, lambda: desk.odds(shot, {"guns": desk.MOST_DICE + 1})))
    with pytest.raises(errors.BadInput):
        desk.odds(shot, {"gun": 1})


def test_procedures_are_described_by_the_ledger() -> None:
    written = ledger.LedgerProcedure(
        name="shot",
        rules=("9-1",),
        inputs=(
            ledger.Input("guns", "int", "guns that fire"),
            ledger.Input("targets", "list[str]", "what they fire at", default=["barn", "bridge"]),
            ledger.Input("wind", "int", "its strength", default_from="the weather"),
            ledger.Input("dice", "list[int]", "one a gun", chance={"dice": "guns"}),
        ),
        outputs=(ledger.Output("hit", "list[str]"),),
        steps=("shoot",),
    )
    assert desk.describe({"shot": shot}, {"shot": written, "other": written}) == [
        {
            "name": "shot",
            "rules": ["9-1"],
            "inputs": [
                {"name": "guns", "type": "int", "meaning": "guns that fire"},
                {
                    "name": "targets",
                    "type": "list[str]",
                    "meaning": "what they fire at",
                    "default": ["barn", "bridge"],
                },
                {"name": "wind", "type": "int", "meaning": "its strength", "default_from": "the weather"},
                {"name": "dice", "type": "list[int]", "meaning": "one a gun", "chance": {"dice": "guns"}},
            ],
            "outputs": [{"name": "hit", "type": "list[str]", "meaning": ""}],
        }
    ]
