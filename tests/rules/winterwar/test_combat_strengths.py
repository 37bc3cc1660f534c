"""The strengths of both sides and the modifiers of the die, as the game puts them together (turn-4-d, 1.4, 1.6-h)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.chance import Ruling
from winterwar_table import Playing, position, unit


def ruling(play: Playing) -> Ruling:
    """The last ground combat."""
    found = [event.ruling for event in play.events if event.ruling and event.ruling.procedure == "ground-combat"]
    return found[-1]


def fought(line: str, die: int = 1, **given: Any) -> dict[str, Any]:
    play = position(phase="combat", **given)
    play.throws([die])(line)
    return ruling(play).outputs


@pytest.mark.proves("turn-4-d", "1.5-a")
def test_all_enemy_units_in_the_hex_defend_together() -> None:
    outputs = fought(
        "attack 1842 with 4D + 5D",
        side="finland",
        soviet={"1842": ["142RD", "50KA"]},
        finland={"1742": ["4D", "5D"]},
    )
    # artillery defends with its second value (1.2.1-d)
    assert (outputs["attack_total"], outputs["defence_total"]) == (8, 6)
    assert (outputs["column"], outputs["modifier"]) == ("1-1", 0)


@pytest.mark.proves("1.2.1-d")
def test_artillery_has_one_value_for_attack_and_another_for_defence() -> None:
    outputs = fought("attack 1742 with 50KA", soviet={"1842": ["50KA"]}, finland={"1742": ["RTR1"]})
    assert (outputs["attack_total"], outputs["defence_total"]) == (3, 1)


@pytest.mark.proves("supply-6")
def test_units_without_supply_defend_with_half_their_total_rounded_up() -> None:
    outputs = fought(
        "attack 1842 with 4D + 5D",
        side="finland",
        soviet={"1842": ["142RD", "35TB", "49RD"]},
        finland={"1742": ["4D", "5D"]},
        cut_off=["142RD", "49RD"],
    )
    assert outputs["defence_total"] == 3 + 5


@pytest.mark.proves("2.1-e")
def test_a_flipped_unit_fights_with_its_back() -> None:
    outputs = fought(
        "attack 1842 with 4D + 5D",
        side="finland",
        soviet={"1842": ["142RD"]},
        finland={"1742": ["4D", "5D"]},
        flipped=["142RD", "4D"],
    )
    assert (outputs["attack_total"], outputs["defence_total"]) == (2 + 4, 3)


@pytest.mark.proves("1.4-e", "1.2.1-e")
def test_a_town_and_winter_units_each_take_one_off_the_die() -> None:
    outputs = fought("attack 1742 with 43RD", soviet={"1843": ["43RD"]}, finland={"1742": ["1Br"]})
    assert outputs["modifier"] == -2


@pytest.mark.proves("1.2.1-f")
def test_one_winter_unit_in_the_attack_lifts_the_penalty() -> None:
    outputs = fought("attack 1742 with 43RD + 104RD", soviet={"1843": ["43RD", "104RD"]}, finland={"1742": ["1Br"]})
    assert outputs["modifier"] == -1


@pytest.mark.proves("1.2.1-e")
def test_nobody_minds_the_winter_against_units_without_it() -> None:
    outputs = fought("attack 1842 with 4D", side="finland", soviet={"1842": ["142RD"]}, finland={"1742": ["4D"]})
    assert outputs["modifier"] == 0


@pytest.mark.proves("1.4-h")
def test_ski_units_add_one_to_the_die_once_and_only_in_attack() -> None:
    given: dict[str, Any] = {"soviet": {"1842": ["142RD"]}, "finland": {"1742": ["RvPr", "Ras", "4D"]}}
    assert fought("attack 1842 with RvPr + Ras + 4D", side="finland", **given)["modifier"] == 1
    assert fought("attack 1842 with 4D", side="finland", **given)["modifier"] == 0
    assert fought("attack 1742 with 142RD", **given)["modifier"] == -2


@pytest.mark.proves("1.4-i", "1.6-h")
@pytest.mark.parametrize(
    ("air_support", "total", "modifier"), [("both", 5 + 3, -1), ("value-only", 5 + 3, -2), ("die-only", 5, -1)]
)
def test_air_support_adds_its_value_and_one_to_the_die(air_support: str, total: int, modifier: int) -> None:
    outputs = fought(
        "attack 1742 with 43RD + 18SBB",
        soviet={"1843": ["43RD"], "1844": ["18SBB"]},
        finland={"1742": ["1Br"]},
        flying={"18SBB": "1742"},
        options={"air_support": air_support},
    )
    assert (outputs["attack_total"], outputs["modifier"]) == (total, modifier)


@pytest.mark.proves("1.6-j", "1.6-h")
def test_defensive_air_support_adds_its_value_only() -> None:
    outputs = fought(
        "attack 1742 with 43RD",
        soviet={"1843": ["43RD"]},
        finland={"1742": ["1Br"], "1540": ["LeR4"]},
        flying={"LeR4": "1742"},
    )
    assert (outputs["defence_total"], outputs["modifier"]) == (2 + 2, -2)


def test_air_units_at_their_base_do_not_support_its_defence() -> None:
    outputs = fought("attack 1742 with 43RD", soviet={"1843": ["43RD"]}, finland={"1742": ["1Br", "LeR4"]})
    assert outputs["defence_total"] == 2


@pytest.mark.proves("turn-4-d")
def test_a_ship_defends_its_port_with_its_value() -> None:
    outputs = fought(
        "attack 1844 with 4D",
        side="finland",
        soviet={"1844": ["123RD", "KBF"]},
        finland={"1843": ["4D"]},
        owners={"1843": "finland"},
    )
    assert outputs["defence_total"] == 5 + 2


@pytest.mark.proves("2.1-l", "2.1-m")
def test_a_partisan_throws_for_its_strength_when_it_is_first_used_in_a_turn() -> None:
    play = position(
        side="finland",
        phase="combat",
        soviet={"1842": ["142RD"], "1943": ["24RD"]},
        finland={"1742": ["P1", "P2", "4D"]},
    )
    play.throws([4], [5])("attack 1842 with P1 + 4D")
    assert play.state.strengths[unit("P1")] == 2
    assert play.state.strengths[unit("P2")] == 0
    assert ruling(play).outputs["attack_total"] == 2 + 4
    (event,) = [event for event in play.events if event.text.key == "winterwar.event.partisan"]
    assert event.ruling is not None
    assert event.ruling.outputs == {"strength": 2}


@pytest.mark.proves("2.1-l")
def test_a_partisan_that_is_attacked_throws_too_and_keeps_the_strength_of_this_turn() -> None:
    play = position(phase="combat", soviet={"1843": ["43RD", "70RD"]}, finland={"1742": ["P1", "4D"]})
    # strength 3, then 5 against 7 with -2: row 4 of 1-2 is A1-F1
    play.throws([6], [6])("attack 1742 with 43RD")
    assert play.asked == ["finland"]
    play("losses 4D")
    assert play.state.strengths[unit("P1")] == 3
    play.throws([4])("attack 1742 with 70RD")
    assert ruling(play).outputs["defence_total"] == 3 + 2
