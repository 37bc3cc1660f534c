"""Every result of the ground combat table, carried out by the game (1.5-b to 1.5-f, 2.1-e, R29)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cases import cases
from feltherre.core import engine
from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.catalogue import render
from feltherre.core.space import DiceTyped
from feltherre.core.table import Table
from feltherre.games.winterwar import units
from feltherre.games.winterwar.board import GRID
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.maps import put
from feltherre.games.winterwar.occupation import both_points
from feltherre.hexgame.counters import AWAITED, DESTROYED
from winterwar_table import Playing, hex_, position, unit

ALL = "4D + 5D + 1Br + 2Br + 11D + 1D + 8D"


def before(**given: Any) -> Playing:
    """Two Soviet divisions on the road before Terijoki, with Finns on three sides of them; forest, no modifiers."""
    placed: dict[str, Any] = {
        "side": "finland",
        "phase": "combat",
        "soviet": {"1842": ["142RD", "49RD"]},
        "finland": {"1742": ["4D", "5D", "1Br", "2Br"], "1841": ["11D", "1D", "3Br", "Pion"], "1941": ["8D"]},
    }
    return position(**{**placed, **given})


def result(play: Playing) -> str:
    rulings = [event.ruling for event in play.events if event.ruling and event.ruling.procedure == "ground-combat"]
    return str(rulings[-1].outputs["result"])


def distance(play: Playing, name: str) -> int:
    """From the hex of the combat."""
    return GRID.distance(play.state.places[unit(name)], hex_("1842"))


def flipped(play: Playing) -> set[str]:
    return {units.UNITS[each].short for each in range(units.COUNT) if play.state.flipped[each]}


def destroyed(play: Playing) -> set[str]:
    return {units.UNITS[each].short for each in range(units.COUNT) if play.state.places[each] == DESTROYED}


@pytest.mark.proves("1.5-b", "1.5-c", "2.1-e", "1.5-a")
@pytest.mark.parametrize(
    ("attackers", "die", "code", "lines", "now_flipped", "now_destroyed", "retreated"),
    [
        ("1Br + Pion", 1, "AE", [], {"1Br"}, {"Pion"}, False),
        ("1Br + 2Br + 3Br", 1, "A2", ["losses 1Br + 3Br"], {"1Br", "3Br"}, set(), False),
        ("1Br + 2Br + 3Br", 3, "A1", ["losses 2Br"], {"2Br"}, set(), False),
        ("1Br + 2Br + 3Br", 4, "A1-F1", ["losses 2Br", "losses 49RD"], {"2Br", "49RD"}, set(), False),
        ("1Br + 2Br + 3Br", 5, "A1-F1R", ["losses 2Br", "losses 142RD"], {"2Br", "142RD"}, set(), True),
        ("1Br + 2Br + 3Br", 6, "F1", ["losses 142RD"], {"142RD"}, set(), False),
        (ALL, 6, "F1R", ["losses 142RD"], {"142RD"}, set(), True),
    ],
)
def test_results_against_two_full_divisions(
    attackers: str,
    die: int,
    code: str,
    lines: Sequence[str],
    now_flipped: set[str],
    now_destroyed: set[str],
    retreated: bool,
) -> None:
    play = before()
    play.throws([die])(f"attack 1842 with {attackers}", *lines)
    assert result(play) == code
    assert (flipped(play), destroyed(play)) == (now_flipped, now_destroyed)
    gone = {play.place("142RD"), play.place("49RD")}
    assert gone == ({"1943"} if retreated else {"1842"})


FOUR = "4D + 5D + 11D + 1D"


@cases(
    "says attackers given code now_flipped now_destroyed place gain",
    ("1.5-f 2.1-e", "F2R removes flipped units and sends nobody back", f"{FOUR} + 1Br", {"flipped": ["142RD", "49RD"]},
     "F2R", {"142RD", "49RD"}, {"142RD", "49RD"}, "destroyed", 10),
    ("1.5-f 2.1-e", "F2R takes one loss of a lone unit, the surplus lapses", FOUR, {"soviet": {"1842": ["142RD"]}},
     "F2R", {"142RD"}, set(), "1943", 0),
    ("1.5-c 1.5-d 1.5-f", "FER flips all, takes off those without a back, sends the rest away", FOUR,
     {"soviet": {"1842": ["142RD", "50KA"]}, "cut_off": ["142RD", "50KA"]}, "FER", {"142RD"}, {"50KA"}, "1943", 3),
)  # fmt: skip
def test_results_that_leave_the_hex_empty(
    attackers: str,
    given: dict[str, Any],
    code: str,
    now_flipped: set[str],
    now_destroyed: set[str],
    place: str,
    gain: int,
) -> None:
    play = before(**given)
    was = both_points(play.state)[units.FINLAND]
    play.throws([6])(f"attack 1842 with {attackers}")
    assert result(play) == code
    assert (flipped(play), destroyed(play), play.place("142RD")) == (now_flipped, now_destroyed, place)
    assert both_points(play.state)[units.FINLAND] - was == gain
    assert play.step == "Advancing", "the hex is free"


@pytest.mark.proves("1.5-d")
def test_a_flipped_unit_stays_where_it_is_and_keeps_the_enemy_out() -> None:
    play = before()
    play.throws([6])("attack 1842 with 1Br + 2Br + 3Br", "losses 142RD")
    assert play.place("142RD") == "1842"
    assert play.step == "CombatPhase", "no advance into a hex that is held"


def labels(play: Playing, *partial: str) -> list[str]:
    """What the owner reads of the units among which he chooses."""
    space = play.decision.space
    return [render(space.label(partial, part)) for part in space.options(partial)]


@pytest.mark.proves("2.1-e")
def test_the_owner_reads_what_a_loss_would_do_to_each_unit() -> None:
    play = before(flipped=["2Br"])
    play.throws([3])("attack 1842 with 1Br + 2Br + 3Br")
    told = {label.partition(": ")[2] for label in labels(play)}
    assert told == {"would be flipped", "would be destroyed"}
    assert [label for label in labels(play) if "destroyed" in label] == ["2nd Brigade: would be destroyed"]


@pytest.mark.proves("2.1-e")
def test_a_second_loss_of_the_same_unit_would_destroy_it() -> None:
    """Where losses are counted and not units (R29)."""
    play = before(options={"loss_numbers": "steps"})
    play.throws([1])("attack 1842 with 1Br + 2Br + 3Br")
    first = str(play.decision.space.options(())[0])
    assert labels(play)[0].endswith("would be flipped")
    assert labels(play, first)[0].endswith("would be destroyed")


@pytest.mark.proves("2.1-e")
def test_the_owner_chooses_different_units() -> None:
    play = before()
    play.throws([1])("attack 1842 with 1Br + 2Br + 3Br")
    assert play.asked == ["finland"]
    assert play.refusal("losses 1Br") == ("winterwar.illegal.losses.number", "2.1-e")
    assert play.refusal("losses 1Br + 1Br") == ("winterwar.illegal.losses.too-many", "2.1-e")
    assert play.refusal("losses 1Br + 4D") == ("winterwar.illegal.losses.not-among", "2.1-e")
    assert sorted(play.offered()) == ["losses 1Br + 2Br", "losses 1Br + 3Br", "losses 2Br + 3Br"]


@pytest.mark.proves("2.1-e")
def test_losses_in_all_may_fall_on_one_unit_where_the_option_says_so() -> None:
    play = before(options={"loss_numbers": "steps"})
    play.throws([1])("attack 1842 with 1Br + 2Br + Pion + 3Br")
    assert result(play) == "A2"
    assert "losses 1Br + 1Br" in play.offered()
    assert play.refusal("losses Pion + Pion") == ("winterwar.illegal.losses.too-many", "2.1-e")
    play("losses 1Br + 1Br")
    assert destroyed(play) == {"1Br"}
    assert flipped(play) == {"1Br"}


@pytest.mark.proves("1.5-c")
def test_e_is_one_loss_each_also_with_losses_in_all() -> None:
    play = before(options={"loss_numbers": "steps"})
    play.throws([1])("attack 1842 with 1Br + Pion")
    assert (flipped(play), destroyed(play)) == ({"1Br"}, {"Pion"})


@pytest.mark.proves("2.1-e")
def test_losses_in_all_that_nobody_can_bear_lapse() -> None:
    play = before(options={"loss_numbers": "steps"}, soviet={"1842": ["50KA"]})
    play.throws([4])("attack 1842 with 4D + 5D + 11D + 1D + 8D")
    assert result(play) == "F2R"
    assert destroyed(play) == {"50KA"}


@pytest.mark.proves("1.5-b", "1.5-f")
def test_a_result_that_drives_the_attackers_back() -> None:
    """No code of the table does, but an umpire, or a table of one's own, may have it."""
    play = before(umpire=True, gate_held=True)
    play.throws([4])("attack 1842 with 8D + 3Br")
    assert play.asked == ["umpire"]
    play.answer(RulingChanged({"result": "A1R"}, "the weather"))
    play("losses 3Br")
    # each stack leaves its own hex, for hexes that do not touch 1842
    assert play.asked == ["finland"]
    assert play.step == "Retreating"
    while play.step == "Retreating":
        play(play.offered()[0])
    assert all(distance(play, name) == 2 for name in ("8D", "3Br"))
    assert (play.place("142RD"), play.place("1D")) == ("1842", "1841"), "whoever took no part stays"


def test_the_umpire_may_let_a_ruling_stand() -> None:
    play = before(umpire=True, gate_held=True)
    play.throws([1])("attack 1842 with Pion")
    play.answer(RulingAccepted())
    assert destroyed(play) == {"Pion"}


def test_real_dice_are_typed_in_by_those_who_throw_them() -> None:
    play = before(dice="typed", finland={"1742": ["P1", "4D"]})
    play("attack 1842 with P1 + 4D")
    assert play.asked == ["finland"]
    play.answer(DiceTyped((6,)))
    assert play.state.strengths[unit("P1")] == 3
    play.answer(DiceTyped((6,)))
    # 7 against 10: the last row of 1-2
    assert result(play) == "F1"
    assert play.asked == ["soviet"]


# counters that are gone when their step comes


def take_away(play: Playing, *names: str) -> None:
    """Counters leave the map in the middle of a battle, as no edit lets them now; the steps that name them bear it."""
    table, agenda = Table(GAME, play.state, play.script), play.state.agenda[:]
    for name in names:
        put(play.state, unit(name), AWAITED)
    engine.go_on(table, agenda)
    play._done(table)


def test_a_battle_without_a_defender_or_an_attacker_left_is_not_fought() -> None:
    for gone in ("142RD", "4D"):
        play = before(dice="typed", soviet={"1842": ["142RD"]})
        play("attack 1842 with 4D")
        assert play.step == "GroundBattle"
        take_away(play, gone)
        assert "winterwar.event.ground-ruled" not in play.told()
        assert play.step != "GroundBattle"


def test_a_unit_that_is_taken_away_takes_no_loss() -> None:
    play = before()
    play.throws([3])("attack 1842 with 1Br + 2Br + 3Br")
    assert play.step == "Losses"
    take_away(play, "1Br", "2Br")
    assert flipped(play) == {"3Br"}, "only one is left to take it"


def test_an_air_combat_without_an_enemy_left_is_not_fought() -> None:
    play = position(
        phase="combat",
        dice="typed",
        soviet={"1843": ["43RD"], "1844": ["59IAB"]},
        finland={"1742": ["1Br"], "1640": ["4D"], "1540": ["LeR2"]},
        flying={"59IAB": "1742", "LeR2": "1742"},
    )
    play("air combat 1742 then 43RD")
    assert play.step == "AirBattle"
    play.state.flown[unit("LeR2")] = 0
    take_away(play, "LeR2")
    assert "winterwar.event.air-ruled" not in play.told()
    assert play.kinds() == ["attack", "end-combat"]
