"""Ground combat, air combat and partisans as the umpire rules them (turn-4, 1.4, 1.5, 1.6, 2.1)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cases import cases
from feltherre.games.winterwar.procedures import PROCEDURES
from feltherre.games.winterwar.procedures.combat import (
    BARRED,
    AirOutcome,
    AttackingUnit,
    Combat,
    air_outcome,
    ground_combat,
    may_lead,
    unsupplied_defence,
)
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, default_tables
from feltherre.umpire import desk
from winterwar_desk import ask, explained, refusal

TABLE = default_tables().ground


def attack(**changed: Any) -> dict[str, Any]:
    """A Finnish division against a Soviet one in the forest."""
    given: dict[str, Any] = {
        "side": "finland",
        "attack_values": [4],
        "defence_supplied": [4],
        "terrain": "forest",
        "attacker_winter": True,
        "defender_winter": False,
        "attacker_ski": False,
        "dice": [3],
    }
    return {**given, **changed}


def combat(**changed: Any) -> dict[str, Any]:
    return ask("ground-combat", **attack(**changed))


def why_refused(**changed: Any) -> str:
    return refusal("ground-combat", **attack(**changed))


COLUMNS = {
    "<=1-4": [(1, 5), (1, 4), (3, 10), (0, 4)],
    "1-3": [(1, 3), (3, 8)],
    "1-2": [(1, 2), (3, 4)],
    "1-1": [(4, 4), (7, 4)],
    "2-1": [(8, 4), (11, 4)],
    "3-1": [(12, 4)],
    "4-1": [(19, 4)],
    "5-1": [(20, 4), (23, 4)],
    ">=6-1": [(24, 4), (99, 4)],
}


@pytest.mark.proves("1.5-a")
@pytest.mark.parametrize("column", COLUMNS)
def test_odds_are_rounded_in_the_defenders_favour(column: str) -> None:
    for attackers, defenders in COLUMNS[column]:
        odds = ask("combat-lookup", table="1.5", attack_total=attackers, defence_total=defenders, modifier=0, dice=[1])
        assert odds["column"] == column


@pytest.mark.proves("1.5-a")
def test_the_die_is_held_to_the_first_and_the_last_row() -> None:
    def result(attack: int, die: int, modifier: int) -> str:
        numbers = {"attack_total": attack, "defence_total": 12, "modifier": modifier}
        return str(ask("combat-lookup", table="1.5", **numbers, dice=[die])["result"])

    for column, attack in enumerate((3, 4, 6, 12, 24, 36, 48, 60, 72)):
        assert result(attack, 1, -3) == result(attack, 1, -1) == TABLE.cells[0][column]
        assert result(attack, 6, 2) == result(attack, 6, 1) == TABLE.cells[-1][column]


EVERYTHING = {"attacker_winter": False, "defender_winter": True, "attacker_ski": True, "attack_support": [1]}


@cases(
    "says changed wanted",
    ("1.4-a", "forest", {}, {"modifier": 0}),
    ("1.4-b", "marsh", {"terrain": "marsh"}, {"modifier": -1}),
    ("1.4-c", "mountain", {"terrain": "mountain"}, {"modifier": -2}),
    ("1.4-e", "town", {"terrain": "town"}, {"modifier": -1}),
    ("1.2.1-e", "nobody is fit for winter", {"attacker_winter": False}, {"modifier": 0}),
    ("1.2.1-e", "only the defender is", {"attacker_winter": False, "defender_winter": True}, {"modifier": -1}),
    ("1.2.1-f", "both are", {"defender_winter": True}, {"modifier": 0}),
    ("1.2.1-f", "only the attacker is", {"attacker_winter": True}, {"modifier": 0}),
    ("1.4-h turn-4-d", "ski units attack", {"attacker_ski": True}, {"modifier": 1}),
    ("1.4-i turn-4-d", "air units attack", {"attack_support": [2]}, {"modifier": 1}),
    ("1.4-i turn-4-d", "two air units, one of no value", {"attack_support": [0, 1]}, {"modifier": 1}),
    ("1.4-i turn-4-d", "air units defend", {"defence_support": [3]}, {"modifier": 0}),
    ("1.4-h 1.4-i turn-4-d", "all together", {"terrain": "mountain", **EVERYTHING}, {"modifier": -1}),
    ("turn-4-c 1.2.1-d", "the sum of all who attack", {"attack_values": [5, 5, 3]}, {"attack_total": 13}),
    ("1.6-h", "support for the attack", {"attack_values": [4, 2], "attack_support": [3, 1]}, {"attack_total": 10}),
    ("1.6-h", "and for the defence", {"attack_values": [4, 2], "defence_support": [2]}, {"defence_total": 6}),
    ("turn-4-b", "somebody without supply defends", {"defence_supplied": [], "defence_unsupplied": [1]},
     {"defence_total": 1}),
)  # fmt: skip
def test_strengths_and_modifiers_add_up(changed: dict[str, Any], wanted: dict[str, int]) -> None:
    outputs = combat(**changed)
    assert {name: outputs[name] for name in wanted} == wanted


@pytest.mark.proves("1.6-h", "1.4-i")
def test_the_option_air_support_takes_one_of_the_two_away() -> None:
    """R28; defensive support adds its value in any case."""
    both, value_only, die_only = (
        desk.run(ground_combat.under(air_support=reading), attack(attack_support=[3], defence_support=[1]))["outputs"]
        for reading in ("both", "value-only", "die-only")
    )
    assert (both["attack_total"], both["modifier"]) == (7, 1)
    assert (value_only["attack_total"], value_only["modifier"]) == (7, 0)
    assert (die_only["attack_total"], die_only["modifier"]) == (4, 1)
    assert both["defence_total"] == value_only["defence_total"] == die_only["defence_total"] == 5


@pytest.mark.proves("supply-6", "turn-1-c")
@pytest.mark.parametrize(("values", "half"), [([5], 3), ([4], 2), ([1], 1), ([5, 5], 5), ([3, 1, 1], 3), ([], 0)])
def test_units_without_supply_have_their_total_halved_once_and_rounded_up(values: list[int], half: int) -> None:
    assert unsupplied_defence(values) == half
    defence = combat(defence_supplied=[4], defence_unsupplied=values, defence_support=[1])["defence_total"]
    assert defence == 5 + half


@pytest.mark.proves("1.6-i", "turn-4-b")
def test_an_attack_needs_ground_units_on_both_sides() -> None:
    assert "(rule 1.6-i)" in why_refused(attack_values=[], attack_support=[3])
    assert "(rule turn-4-b)" in why_refused(defence_supplied=[], defence_support=[2])


@pytest.mark.proves("1.4-d")
def test_only_artillery_supports_across_water_and_never_alone() -> None:
    over = {"unit_type": "artillery", "crossing": "water"}
    assert combat(attack_values=[4, 2], attackers=[{}, over])["attack_total"] == 6
    assert combat(attack_values=[4, 2], attackers=[{"crossing": "bridge"}, over])["attack_total"] == 6
    assert combat(attack_values=[2, 2], attackers=[{"unit_type": "artillery"}, over])["attack_total"] == 4
    assert "another ground unit" in why_refused(attack_values=[2, 2], attackers=[over, over])
    for kind in ("infantry", "ship", "engineer", "partisan"):
        wrong = why_refused(attack_values=[4, 2], attackers=[{}, {"unit_type": kind, "crossing": "water"}])
        assert "Only artillery" in wrong


@pytest.mark.proves("turn-4-b", "1.4-d")
def test_ships_only_support_an_attack_that_a_ground_unit_makes() -> None:
    ship = {"unit_type": "ship", "along_road_or_rail": False}
    assert combat(side="soviet", attack_values=[5, 3], attackers=[{}, ship])["attack_total"] == 8
    assert "Ships never attack alone" in why_refused(side="soviet", attack_values=[3], attackers=[ship])


@pytest.mark.proves("turn-4-f")
def test_soviet_ground_units_attack_along_road_and_railway_only() -> None:
    for kind in ("infantry", "tank", "artillery"):
        off_road = {"unit_type": kind, "along_road_or_rail": False}
        assert combat(attackers=[off_road])["attack_total"] == 4  # a Finnish unit
        assert "along a road or railway" in why_refused(side="soviet", attackers=[off_road])
        bridged = {"unit_type": kind, "crossing": "bridge", "along_road_or_rail": False}
        assert combat(side="soviet", attackers=[bridged])["attack_total"] == 4
    over = {"unit_type": "artillery", "crossing": "water"}
    assert "along a road" in why_refused(side="soviet", attack_values=[5, 3], attackers=[{}, over])


@pytest.mark.proves("turn-4-f", "1.4-d")
def test_what_a_game_asks_about_a_single_unit() -> None:
    over = AttackingUnit("artillery", "water")
    assert BARRED.first("finland", over) is None
    assert not may_lead(over)
    assert BARRED.first("soviet", AttackingUnit(along_road_or_rail=False)) == "off-road"
    assert may_lead(AttackingUnit("artillery"))
    assert not may_lead(AttackingUnit("ship"))


def test_as_many_attackers_are_described_as_have_values_or_none() -> None:
    assert "2 attack values, but 1 attackers" in why_refused(attack_values=[4, 2], attackers=[{}])


def test_the_explanation_reads_like_an_umpire_speaking() -> None:
    told = explained(
        "ground-combat",
        **attack(
            side="soviet",
            attack_values=[5, 5],
            attack_support=[2],
            defence_supplied=[2],
            defence_unsupplied=[3],
            defence_support=[1],
            terrain="mountain",
            attacker_winter=False,
            defender_winter=True,
            dice=[1],
        ),
    )
    assert told == [
        ("Ground support from the air adds 2 to the attack.", "1.6-h"),
        ("Units without supply defend with half of 3, rounded up: 2.", "supply-6"),
        ("Ground support from the air adds 1 to the defence.", "1.6-h"),
        ("2-1 (12 against 5).", "1.5-a"),
        ("Mountain: −2.", "1.4-c"),
        ("The defender has winter capability and the attacker has none: −1.", "1.2.1-e"),
        ("Air units over the attack: +1.", "1.4-i"),
        ("Rolled 1, counts −1: A1.", "1.5-a"),
        ("One attacking unit takes a loss.", "2.1-e"),
    ]


def test_with_losses_in_all_the_explanation_says_so() -> None:
    told = desk.run(
        ground_combat.under(loss_numbers="steps"), attack(attack_values=[2], defence_supplied=[9], dice=[2])
    )
    assert told["outputs"]["result"] == "A2"
    assert told["explanation"][-1]["text"] == "The attacker takes 2 losses in all."


@pytest.mark.proves("turn-4-d")
def test_modifiers_name_their_rules() -> None:
    def modifiers(**changed: Any) -> list[tuple[int | None, str | None]]:
        given = {name: value for name, value in attack(**changed).items() if name != "dice"}
        lines = ground_combat.assess(msgspec.convert(given, Combat)).lines
        return [(line.value, line.rule) for line in lines if line.value is not None]

    everything = {"attacker_winter": False, "defender_winter": True, "attacker_ski": True, "attack_support": [0]}
    assert modifiers(terrain="town", **everything) == [
        (0, "1.6-h"),
        (-1, "1.4-e"),
        (-1, "1.2.1-e"),
        (1, "1.4-h"),
        (1, "1.4-i"),
    ]
    assert modifiers(defender_winter=True) == []


def test_the_odds_of_a_combat_are_exact() -> None:
    given = {name: value for name, value in attack(attack_values=[10]).items() if name != "dice"}
    found = desk.odds(PROCEDURES["ground-combat"], given)["outputs"]
    assert {chance["value"]: chance["p"] for chance in found["result"]} == {
        "A1": "1/6",
        "A1-F1": "1/6",
        "A1-F1R": "1/6",
        "F1": "1/3",
        "F1R": "1/6",
    }
    assert [chance["p"] for chance in found["column"]] == ["1/1"]


DIFFERENCES: dict[str, list[tuple[list[int], list[int]]]] = {
    "<=-5": [([1], [9]), ([1], [6])],
    "-4..-3": [([1], [5]), ([1], [4])],
    "-2..-1": [([1], [3]), ([1], [2])],
    "0": [([2, 1], [3])],
    "+1..+2": [([2], [1]), ([3], [1])],
    "+3..+4": [([4], [1]), ([3, 2], [1])],
    ">=+5": [([3, 3], [1]), ([3, 3, 3, 3], [1, 1])],
}


@pytest.mark.proves("1.6-f", "1.6-g")
@pytest.mark.parametrize("column", DIFFERENCES)
def test_the_difference_of_all_air_units_gives_the_column(column: str) -> None:
    for attackers, defenders in DIFFERENCES[column]:
        outputs = ask("air-combat", attackers=attackers, defenders=defenders, dice=[1])
        assert outputs["column"] == column
        assert outputs["differential"] == sum(attackers) - sum(defenders)


@pytest.mark.proves("1.6-a", "1.6-b", "1.6-c", "1.6-d", "1.6-e", "1.6-m")
@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("AE", AirOutcome(3, 0, False, False)),
        ("AR", AirOutcome(0, 0, True, False)),
        ("FE", AirOutcome(0, 2, False, False)),
        ("FR", AirOutcome(0, 0, False, True)),
        ("H", AirOutcome(2, 1, False, False)),
        ("S", AirOutcome(0, 0, True, True, combat_cancelled=True)),
    ],
)
def test_what_air_results_do_to_three_attackers_and_two_defenders(result: str, outcome: AirOutcome) -> None:
    assert air_outcome(result, 3, 2) == outcome


@pytest.mark.proves("1.6-l")
def test_air_combat_needs_air_units_of_both_sides() -> None:
    assert "(rule 1.6-l)" in refusal("air-combat", attackers=[], defenders=[1], dice=[1])
    assert "(rule 1.6-l)" in refusal("air-combat", attackers=[1], defenders=[], dice=[1])


@pytest.mark.proves("1.6-d")
def test_the_explanation_of_an_air_combat() -> None:
    assert explained("air-combat", attackers=[3], defenders=[1, 1], dice=[2]) == [
        ("Air combat 3 against 2: difference +1, column +1..+2.", "1.6-f"),
        ("Rolled 2: H.", "1.6-f"),
        ("The attacker loses one air unit.", "1.6-d"),
        ("The defender loses one air unit.", "1.6-d"),
    ]


@pytest.mark.proves("2.1-l", "2.1-m")
@pytest.mark.parametrize(("die", "strength"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_strength_of_partisans(die: int, strength: int) -> None:
    assert ask("partisan-strength", dice=[die])["strength"] == strength
    assert set(PARTISAN_STRENGTH) == set(range(1, 7)), "what a die can show"


@pytest.mark.proves("1.5-a")
def test_a_defence_of_nothing_gives_no_odds() -> None:
    nothing = {"table": "1.5", "attack_total": 5, "defence_total": 0, "modifier": 0, "dice": [3]}
    assert "A defence of 0 gives no odds" in refusal("combat-lookup", **nothing)
    assert "A defence of 0 gives no odds" in why_refused(defence_supplied=[0])
    assert "modifier" in refusal("combat-lookup", **{**nothing, "defence_total": 5, "modifier": -1_000_000_000})


def test_the_table_on_its_own_agrees_with_ground_combat() -> None:
    for die in range(1, 7):
        outputs = combat(attack_values=[9], terrain="marsh", dice=[die])
        looked_up = ask("combat-lookup", table="1.5", attack_total=9, defence_total=4, modifier=-1, dice=[die])
        assert looked_up == {name: outputs[name] for name in ("column", "row", "result")}
