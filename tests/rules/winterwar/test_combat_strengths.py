"""The strengths of both sides and the modifiers of the die, as the game puts them together (turn-4-d, 1.4, 1.6-h)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.core.chance import Ruling
from winterwar_table import Playing, position, unit


def ruling(play: Playing) -> Ruling:
    """The last ground combat."""
    found = [event.ruling for event in play.events if event.ruling and event.ruling.procedure == "ground-combat"]
    return found[-1]


def finns(attackers: str, defenders: str, **more: Any) -> dict[str, Any]:
    """Finns in Terijoki (1742) who could attack the road before it (1842), where Soviet units stand in forest."""
    placed = {"finland": {"1742": attackers.split()}, "soviet": {"1842": defenders.split()}}
    return {"side": "finland", "line": f"attack 1842 with {' + '.join(attackers.split())}", **placed, **more}


def reds(attackers: str, defenders: str, **more: Any) -> dict[str, Any]:
    """Soviet units in 1843, bombers in Leningrad, and Finns in Terijoki (1742), a town: they attack it."""
    placed = {"soviet": {"1843": attackers.split(), "1844": ["18SBB"]}}
    placed["finland"] = {"1742": defenders.split(), "1540": ["LeR4"]}
    return {"line": f"attack 1742 with {' + '.join(attackers.split())}", **placed, **more}


SKI = finns("RvPr Ras 4D", "142RD")
PORT = {"soviet": {"1844": ["123RD", "KBF"]}, "finland": {"1843": ["4D"]}, "owners": {"1843": "finland"}}
BOMBERS = reds("43RD", "1Br", flying={"18SBB": "1742"}, line="attack 1742 with 43RD + 18SBB")


@cases(
    "says fight wanted",
    ("turn-4-d 1.5-a 1.2.1-d", "all in the hex defend, artillery with its second value", finns("4D 5D", "142RD 50KA"),
     {"attack_total": 8, "defence_total": 6, "column": "1-1", "modifier": 0}),
    ("1.2.1-d", "artillery: one value to attack, another to defend", reds("50KA", "RTR1"),
     {"attack_total": 3, "defence_total": 1}),
    ("supply-6 turn-1-c", "R10: without supply half of the total, rounded up once",
     finns("4D 5D", "142RD 35TB 49RD", cut_off=["142RD", "49RD"]), {"defence_total": 3 + 5}),
    ("2.1-e", "a flipped unit fights with its back", finns("4D 5D", "142RD", flipped=["142RD", "4D"]),
     {"attack_total": 2 + 4, "defence_total": 3}),
    ("1.4-e 1.2.1-e", "a town and winter units each take one off the die", reds("43RD", "1Br"), {"modifier": -2}),
    ("1.2.1-f", "one winter unit in the attack lifts the penalty", reds("43RD 104RD", "1Br"), {"modifier": -1}),
    ("1.2.1-e", "nobody minds the winter against units without it", finns("4D", "142RD"), {"modifier": 0}),
    ("1.4-h", "R52: ski units add one to the die, once", SKI, {"modifier": 1}),
    ("1.4-h", "only if they attack", {**SKI, "line": "attack 1842 with 4D"}, {"modifier": 0}),
    ("1.4-h", "in defence they give nothing", {**SKI, "side": "soviet", "line": "attack 1742 with 142RD"},
     {"modifier": -2}),
    ("1.4-i 1.6-h", "air support adds its value and one to the die", BOMBERS, {"attack_total": 5 + 3, "modifier": -1}),
    ("1.4-i 1.6-h", "by option the value only", {**BOMBERS, "options": {"air_support": "value-only"}},
     {"attack_total": 5 + 3, "modifier": -2}),
    ("1.4-i 1.6-h", "by option the die only", {**BOMBERS, "options": {"air_support": "die-only"}},
     {"attack_total": 5, "modifier": -1}),
    ("1.6-j 1.6-h", "defensive air support adds its value only", reds("43RD", "1Br", flying={"LeR4": "1742"}),
     {"defence_total": 2 + 2, "modifier": -2}),
    ("", "air units at their base do not support its defence", reds("43RD", "1Br LeR1"), {"defence_total": 2}),
    ("turn-4-d", "a ship defends its port with its value", {"side": "finland", "line": "attack 1844 with 4D", **PORT},
     {"defence_total": 5 + 2}),
)  # fmt: skip
def test_what_the_game_puts_together(fight: dict[str, Any], wanted: dict[str, Any]) -> None:
    play = position(phase="combat", **{name: value for name, value in fight.items() if name != "line"})
    play.throws([1])(fight["line"])
    outputs = ruling(play).outputs
    assert {name: outputs[name] for name in wanted} == wanted


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
