"""Losses, retreat and advance as the umpire rules them (1.5-c to 1.5-h, 2.1-e to 2.1-h)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.games.winterwar.procedures.aftermath import (
    CLOSED,
    STAYS,
    RetreatHex,
    apply_result,
    costs_a_unit,
    loss_order,
    loss_points,
    losses_due,
    may_advance_together,
    take_losses,
    victory_value,
)
from feltherre.ground.hexes.retreat import away as farthest
from feltherre.hexgame.results import Part
from feltherre.umpire import desk
from winterwar_desk import ask, explained, refusal

#: a unit that can flip, one that is flipped, one without a back side
FRESH = {"id": "fresh", "face": "front", "has_back": True}
WORN = {"id": "worn", "face": "back", "has_back": True}
GUNS = {"id": "guns", "face": "front", "has_back": False}
ALL = [FRESH, WORN, GUNS]


@cases(
    "says result side units chosen wanted",
    ("2.1-e 1.5-d", "a loss flips a fresh unit", "F1", "F", ALL, ["fresh"], (["fresh"], [], False)),
    ("2.1-e 1.5-d", "and removes a flipped one", "F1", "F", ALL, ["worn"], ([], ["worn"], False)),
    ("2.1-e 1.5-d", "and one without a back side", "F1", "F", ALL, ["guns"], ([], ["guns"], False)),
    ("1.5-c", "two losses hit two, as named", "F2R", "F", ALL, ["guns", "fresh", "worn"], (["fresh"], ["guns"], True)),
    ("1.5-c", "never the same twice", "F2R", "F", ALL, ["fresh", "fresh", "worn"], (["fresh"], ["worn"], True)),
    ("1.5-c", "E: a loss for everybody", "FER", "F", ALL, [], (["fresh"], ["worn", "guns"], True)),
    ("1.5-c", "E: those named first", "FER", "F", ALL, ["guns"], (["fresh"], ["guns", "worn"], True)),
    ("1.5-f", "nobody retreats if nobody is left", "FER", "F", [WORN, GUNS], [], ([], ["worn", "guns"], False)),
    ("1.5-b", "nothing to the other side: A2", "A2", "F", ALL, [], ([], [], False)),
    ("1.5-b", "nothing to the other side: FER", "FER", "A", ALL, ["fresh"], ([], [], False)),
    ("1.5-b", "each side its part: the attacker", "A1-F1R", "A", ALL, ["fresh"], (["fresh"], [], False)),
    ("1.5-b", "each side its part: the defender", "A1-F1R", "F", ALL, ["fresh"], (["fresh"], [], True)),
)
def test_what_a_result_does(
    result: str, side: str, units: list[dict[str, Any]], chosen: list[str], wanted: tuple[list[str], list[str], bool]
) -> None:
    outputs = ask("apply-result", result=result, side=side, units=units, chosen=chosen)
    assert (outputs["flipped"], outputs["removed"], outputs["retreat"]) == wanted


@pytest.mark.proves("1.5-c")
def test_what_is_due_with_each_reading_of_the_numbers() -> None:
    """R29: a fresh unit bears two of the losses in all, any other one."""
    two = Part(2)
    assert losses_due(two, [True]) == 1
    assert losses_due(two, [True], "steps") == 2
    assert losses_due(two, [False], "steps") == 1
    assert losses_due(two, [True, False]) == 2
    assert losses_due(Part(9), [True, False], "steps") == 3
    assert losses_due(Part(everyone=True), [True, False], "steps") == 2
    assert loss_order(two, {"a": True, "b": False}, ["b", "b", "a", "a"]) == ("b", "a")
    assert loss_order(two, {"a": True, "b": False}, ["a", "a", "b"], "steps") == ("a", "a")
    assert loss_order(two, {"a": True, "b": False}, ["b", "b", "a"], "steps") == ("b", "a")


@pytest.mark.proves("2.1-e", "2.1-h")
def test_a_unit_may_be_flipped_and_removed_at_once() -> None:
    assert take_losses({"a": True, "b": True}, ["a", "b", "a"]) == (("b",), ("a",))
    steps = apply_result.under(loss_numbers="steps")
    given = {"result": "F2R", "side": "F", "units": [FRESH], "chosen": ["fresh", "fresh"]}
    assert desk.run(steps, given)["outputs"] == {"flipped": [], "removed": ["fresh"], "retreat": False}


def test_what_apply_result_refuses() -> None:
    def why(**changed: Any) -> str:
        return refusal("apply-result", **{"result": "F1", "side": "F", "units": ALL, "chosen": ["fresh"], **changed})

    assert "must name one unit" in why(chosen=[])
    assert "units for 2 losses; 1 can be used" in why(result="F2R", chosen=["fresh", "fresh"])
    assert "elsewhere did not take part" in why(chosen=["elsewhere"])
    assert "named twice" in why(units=[FRESH, FRESH])
    assert "no back side" in why(units=[{"id": "fresh", "face": "back", "has_back": False}])
    for code in ("A3", "H", "", "F1R-A1", "FE", "f1"):
        assert "is no result of the combat table" in why(result=code)


@pytest.mark.proves("1.5-b", "1.5-d", "2.1-e")
def test_what_apply_result_says() -> None:
    assert explained("apply-result", result="F2R", side="F", units=[FRESH], chosen=["fresh"]) == [
        ("fresh is flipped.", "1.5-d"),
        ("One loss lapses: no other unit is there to take it.", "2.1-e"),
        ("The units that are left retreat one hex.", "1.5-f"),
    ]
    assert explained("apply-result", result="A1", side="F", units=[FRESH], chosen=[]) == [
        ("This side takes no loss.", "1.5-b")
    ]


@pytest.mark.proves("win-4", "2.1-h")
def test_what_a_destroyed_unit_is_worth() -> None:
    assert ask("loss-points", front_attack=5) == {"first_loss": 5, "second_loss": 0, "victory_value": 5}
    assert ask("loss-points", front_attack=0, back_attack=0)["victory_value"] == 0
    assert victory_value(4, 2) == 4
    assert victory_value(4, 2, "faces") == 6
    assert victory_value(3, None, "faces") == 3
    faces = desk.run(loss_points.under(reading="faces"), {"front_attack": 4, "back_attack": 2})["outputs"]
    assert faces == {"first_loss": 4, "second_loss": 2, "victory_value": 6}


def test_a_unit_has_one_attack_value_and_an_air_unit_no_back() -> None:
    assert "Give either" in refusal("loss-points")
    assert "Give either" in refusal("loss-points", front_attack=3, air_combat=2)
    assert "Give either" in refusal("loss-points", back_attack=2)
    assert "no back side" in refusal("loss-points", air_combat=3, back_attack=1)


# retreat


def away(side: str, *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    named = [{"hex": str(number), **option} for number, option in enumerate(options)]
    return ask("retreat-options", side=side, options=named, **more)


@pytest.mark.proves("1.5-f")
@pytest.mark.parametrize(
    ("option", "reason"),
    [({"closed": True}, "closed"), ({"enemy_unit": True}, "enemy"), ({"room": False}, "no-room"), ({}, None)],
)
def test_what_closes_a_hex_to_a_retreat(option: dict[str, Any], reason: str | None) -> None:
    assert CLOSED.first("finland", RetreatHex("here", **option)) == reason
    assert away("finland", option) == {"legal": [] if reason else ["0"], "costs_a_unit": [], "blocked": bool(reason)}


@pytest.mark.proves("1.5-f")
def test_soviet_units_retreat_along_road_and_railway_only() -> None:
    assert away("soviet", {})["blocked"] is True
    assert away("soviet", {"road_or_rail": True})["legal"] == ["0"]


@pytest.mark.proves("1.5-f", "1.5-g")
def test_away_from_the_opponent_comes_before_the_charge() -> None:
    found = away("finland", {"adjacent_attackers": 2}, {"adjacent_attackers": 1, "enemy_zoc": True})
    assert found == {"legal": ["1"], "costs_a_unit": ["1"], "blocked": False}
    closed = away("finland", {"adjacent_attackers": 2}, {"adjacent_attackers": 1, "room": False})
    assert closed["legal"] == ["0"]
    assert farthest({"a": 2, "b": 1, "c": 1}) == ("b", "c")
    assert farthest({}) == ()


@pytest.mark.proves("1.5-g")
def test_an_own_unit_lifts_the_charge_only_by_the_option() -> None:
    assert costs_a_unit(enemy_zoc=True, own_unit=True)
    assert not costs_a_unit(enemy_zoc=True, own_unit=True, own_unit_shields_retreat=True)
    assert costs_a_unit(enemy_zoc=True, own_unit=False, own_unit_shields_retreat=True)
    assert not costs_a_unit(enemy_zoc=False, own_unit=False)
    held = {"enemy_zoc": True, "own_unit": True}
    assert away("finland", held)["costs_a_unit"] == ["0"]
    assert away("finland", held, own_unit_shields_retreat=True)["costs_a_unit"] == []


def test_a_hex_is_named_once() -> None:
    twice = [{"hex": "a"}, {"hex": "a"}]
    assert "named twice" in refusal("retreat-options", side="finland", options=twice)


# advance


def advance(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"side": "finland", "hex_empty": True, "attackers": [{"id": "4D", "stack": "division"}]}
    return ask("advance-after-combat", **{**given, **changed})


@pytest.mark.proves("1.5-h")
def test_an_advance_is_voluntary() -> None:
    assert advance() == {"may_advance": ["4D"], "legal": True, "advancing": []}
    assert advance(hex_empty=False) == {"may_advance": [], "legal": True, "advancing": []}
    assert advance(chosen=["4D"], hex_empty=False)["legal"] is False


@cases(
    "says side stack crossing along reason",
    ("1.5-h", "Finns off the road", "finland", "division", "none", False, None),
    ("1.5-h", "over a bridge", "finland", "division", "bridge", True, None),
    ("1.5-h 1.4-d", "artillery over water stays", "finland", "artillery", "water", True, "water"),
    ("1.5-h", "air units stay", "finland", "air", "none", True, "air"),
    ("1.5-h", "ships stay", "soviet", "ship", "none", True, "ship"),
    ("1.5-h turn-3-g", "Soviet units off the road stay", "soviet", "division", "none", False, "off-road"),
    ("1.5-h turn-3-g", "Soviet units on the road", "soviet", "division", "none", True, None),
    ("1.5-h turn-3-g", "Soviet units over a bridge", "soviet", "division", "bridge", False, None),
)
def test_who_may_advance(side: str, stack: str, crossing: str, along: bool, reason: str | None) -> None:
    assert STAYS.first(side, stack, crossing, along) == reason


@pytest.mark.proves("1.5-h", "setup-5", "setup-6", "setup-7")
def test_those_who_advance_must_have_room_together() -> None:
    assert may_advance_together(False, ["division", "division", "lesser"])
    assert not may_advance_together(True, ["division", "division"])
    assert may_advance_together(True, ["lesser", "lesser", "artillery"])


def test_a_unit_that_took_no_part_makes_the_advance_unlawful() -> None:
    assert advance(chosen=["5D"]) == {"may_advance": ["4D"], "legal": False, "advancing": []}
    assert explained(
        "advance-after-combat",
        side="finland",
        hex_empty=True,
        attackers=[{"id": "4D", "stack": "division"}],
        chosen=["5D"],
    )[-1] == ("May not move in: 5D.", "1.5-h")
    twice = refusal("advance-after-combat", side="finland", hex_empty=True, attackers=[], chosen=["4D", "4D"])
    assert "named twice" in twice
