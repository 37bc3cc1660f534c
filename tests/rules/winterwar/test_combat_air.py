"""Air combat comes first in the combat phase (1.6, R35 to R39, R58 to R60)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.agenda import RulingChanged
from feltherre.core.clock import TimeUp
from feltherre.core.space import Space
from feltherre.games.winterwar import units
from feltherre.games.winterwar.actions import AirCombat
from feltherre.games.winterwar.occupation import both_points
from feltherre.hexgame.actions import Attack
from winterwar_table import Playing, hex_, position, unit


def meeting(**given: Any) -> Playing:
    """A fighter and a bomber brigade over Terijoki, where a Finnish fighter regiment defends a brigade: 4 - 3."""
    placed: dict[str, Any] = {
        "phase": "combat",
        "soviet": {"1843": ["43RD", "70RD", "20TB"], "1842": ["142RD"], "1844": ["59IAB", "18SBB"]},
        "finland": {"1742": ["1Br", "RvPr"], "1640": ["4D"], "1540": ["LeR2"]},
        "flying": {"59IAB": "1742", "18SBB": "1742", "LeR2": "1742"},
    }
    return position(**{**placed, **given})


def outputs(play: Playing, procedure: str) -> dict[str, Any]:
    return [e.ruling.outputs for e in play.events if e.ruling and e.ruling.procedure == procedure][-1]


@pytest.mark.proves("1.6-l", "1.4-i", "1.6-k")
def test_where_air_units_of_both_sides_are_over_a_hex_they_fight_before_any_attack() -> None:
    play = meeting()
    assert play.state.phase == "air"
    assert play.kinds() == ["air-combat"]
    assert play.refusal("attack 1742 with 43RD") == ("winterwar.illegal.air-first", "1.6-l")
    assert play.refusal("end combat") == ("winterwar.illegal.air-first", "1.6-l")
    assert play.refusal("air combat 1843") == ("winterwar.illegal.air.nobody", "1.6-l")
    # one better: row 3 is H
    play.throws([3])("air combat 1742 then 43RD")
    assert outputs(play, "air-combat")["differential"] == 1
    play("losses 18SBB")
    assert play.state.phase == "combat"
    assert play.kinds() == ["attack", "end-combat"]


@pytest.mark.proves("1.6-f", "1.6-g")
def test_any_number_of_air_units_are_added_up() -> None:
    play = meeting(
        soviet={"1843": ["43RD", "55SBB"], "1844": ["59IAB", "18SBB"]},
        finland={"1742": ["1Br"], "1640": ["4D"], "1540": ["LeR2", "LeR1"]},
        flying={"59IAB": "1742", "18SBB": "1742", "55SBB": "1742", "LeR2": "1742", "LeR1": "1742"},
    )
    play.throws([1])("air combat 1742")
    assert outputs(play, "air-combat")["differential"] == 3 + 1 + 1 - 3 - 1
    assert outputs(play, "air-combat")["column"] == "+1..+2"


@pytest.mark.proves("1.6-e", "turn-4-e")
def test_s_breaks_the_whole_combat_off() -> None:
    """Nothing happens in that combat this turn, and those named for it attack nothing else (R35, R39, R60)."""
    play = meeting(finland={"1742": ["1Br"], "1841": ["4D"], "1540": ["LeR2"]})
    play.throws([1])("air combat 1742 then 43RD + 142RD")
    assert outputs(play, "air-combat")["result"] == "S"
    assert [play.place(name) for name in ("59IAB", "18SBB", "LeR2")] == ["1844", "1844", "1540"]
    assert "winterwar.event.stopped" in play.told()
    assert "winterwar.event.destroyed" not in play.told()
    assert play.asked == ["finland"], "142RD, beside 4D, has used its attack up, and the others reach only Terijoki"


@pytest.mark.proves("1.6-e", "turn-4-e")
def test_s_leaves_other_units_their_attacks_elsewhere() -> None:
    play = meeting(finland={"1742": ["1Br"], "1841": ["4D"], "1540": ["LeR2"]})
    play.throws([1])("air combat 1742 then 43RD")
    assert (play.state.attacked[unit("43RD")], play.state.attacked[unit("142RD")]) == (1, 0)
    assert play.refusal("attack 1742 with 142RD") == ("winterwar.illegal.attack.stopped", "1.6-e")
    play.throws([1])("attack 1841 with 142RD")
    assert outputs(play, "ground-combat")["attack_total"] == 5


@pytest.mark.proves("1.6-c", "1.6-m")
def test_ar_sends_the_attackers_home_and_the_ground_attack_goes_on_without_them() -> None:
    play = meeting(
        soviet={"1843": ["43RD", "70RD"], "1844": ["18SBB"]},
        flying={"18SBB": "1742", "LeR2": "1742"},
    )
    # two worse: row 1 is AR
    play.throws([1])("air combat 1742 then 43RD + 70RD")
    assert outputs(play, "air-combat")["result"] == "AR"
    assert play.place("18SBB") == "1844"
    assert play.refusal("attack 1742 with 43RD + 18SBB") == ("winterwar.illegal.attack.not-over", "1.6-h")
    play.throws([1])("attack 1742 with 43RD + 70RD")
    ground = outputs(play, "ground-combat")
    assert (ground["attack_total"], ground["defence_total"]) == (10, 2 + 2 + 1)
    assert ground["modifier"] == -2


@pytest.mark.proves("1.6-c", "1.6-m", "1.6-h")
def test_fr_sends_the_defenders_home_and_the_attackers_may_support() -> None:
    play = meeting()
    play.throws([5])("air combat 1742 then 43RD + 70RD")
    assert outputs(play, "air-combat")["result"] == "FR"
    assert play.place("LeR2") == "1540"
    play.throws([1])("attack 1742 with 43RD + 70RD + 59IAB + 18SBB")
    ground = outputs(play, "ground-combat")
    assert (ground["attack_total"], ground["defence_total"]) == (10 + 1 + 3, 4)
    assert ground["modifier"] == -1


@pytest.mark.proves("1.6-b", "win-4")
def test_fe_removes_the_defenders_and_counts_their_air_combat_value() -> None:
    play = meeting(
        soviet={"1843": ["43RD", "55SBB"], "1844": ["59IAB", "18SBB"]},
        finland={"1742": ["1Br"], "1640": ["4D"], "1540": ["LeR1"]},
        flying={"59IAB": "1742", "18SBB": "1742", "55SBB": "1742", "LeR1": "1742"},
    )
    before = both_points(play.state)[units.SOVIET]
    # four better: row 6 is FE
    play.throws([6])("air combat 1742")
    assert outputs(play, "air-combat")["result"] == "FE"
    assert play.place("LeR1") == "destroyed"
    assert both_points(play.state)[units.SOVIET] == before + 1


@pytest.mark.proves("1.6-b")
def test_ae_removes_the_attackers() -> None:
    play = meeting(
        soviet={"1843": ["43RD"], "1844": ["18SBB"]},
        finland={"1742": ["1Br"], "1640": ["4D"], "1540": ["LeR2", "LeR1"]},
        flying={"18SBB": "1742", "LeR2": "1742", "LeR1": "1742"},
    )
    # three worse: row 1 is AE
    play.throws([1])("air combat 1742 then 43RD")
    assert outputs(play, "air-combat")["result"] == "AE"
    assert play.place("18SBB") == "destroyed"


@pytest.mark.proves("1.6-d", "1.6-m")
def test_h_takes_half_of_each_side_rounded_up_and_the_survivors_may_support() -> None:
    play = meeting(
        soviet={"1843": ["43RD", "55SBB"], "1844": ["59IAB", "18SBB"]},
        finland={"1742": ["1Br"], "1640": ["4D"], "1540": ["LeR2", "LeR4"]},
        flying={"59IAB": "1742", "18SBB": "1742", "55SBB": "1742", "LeR2": "1742", "LeR4": "1742"},
    )
    play.throws([3])("air combat 1742 then 43RD")
    assert outputs(play, "air-combat")["result"] == "H"
    assert play.asked == ["soviet"]
    assert play.decision.rule == "1.6-d"
    assert play.refusal("losses 59IAB") == ("winterwar.illegal.losses.number", "1.6-d")
    assert play.refusal("losses 59IAB + LeR2") == ("winterwar.illegal.losses.not-among", "1.6-d")
    assert play.refusal("losses 59IAB + 59IAB") == ("winterwar.illegal.losses.too-many", "1.6-d"), "each is lost once"
    play("losses 18SBB + 55SBB")
    assert play.asked == ["finland"]
    play("losses LeR2")
    assert [play.place(name) for name in ("59IAB", "18SBB", "55SBB")] == ["1742", "destroyed", "destroyed"]
    assert [play.place(name) for name in ("LeR2", "LeR4")] == ["destroyed", "1742"]
    play.throws([1])("attack 1742 with 43RD + 59IAB")
    ground = outputs(play, "ground-combat")
    assert (ground["attack_total"], ground["defence_total"]) == (5 + 1, 2 + 2)


def test_losses_and_the_way_home_together_where_a_table_says_so() -> None:
    play = meeting(umpire=True, gate_held=True)
    play.throws([3])("air combat 1742 then 43RD")
    changed = {"attackers_lost": 1, "attackers_home": True, "defenders_lost": 0}
    play.answer(RulingChanged(changed, "another table"))
    play("losses 18SBB")
    assert [play.place(name) for name in ("59IAB", "18SBB", "LeR2")] == ["1844", "destroyed", "1742"]


# who attacks afterwards (R60)


@pytest.mark.proves("1.6-l", "turn-4-b")
def test_only_those_named_attack_the_hex_and_they_nothing_else() -> None:
    play = meeting(finland={"1742": ["1Br", "RvPr"], "1841": ["4D"], "1540": ["LeR2"]})
    play.throws([5])("air combat 1742 then 43RD + 142RD")
    assert play.refusal("attack 1742 with 43RD + 70RD") == ("winterwar.illegal.attack.not-named", "1.6-l")
    assert play.refusal("attack 1841 with 142RD") == ("winterwar.illegal.attack.out-of-reach", "turn-4-b")
    answers = {frozenset(a.units) for a in Space.candidates(play.decision.space) if isinstance(a, Attack)}
    assert all(names <= {"SU-43RD", "SU-142RD", "SU-59IAB", "SU-18SBB"} for names in answers)
    play.throws([1])("attack 1742 with 43RD")
    assert outputs(play, "ground-combat")["attack_total"] == 5, "the others may refrain"


@pytest.mark.proves("1.6-l")
def test_a_unit_named_for_one_hex_is_refused_at_another() -> None:
    play = meeting(
        soviet={"1843": ["43RD"], "1842": ["142RD", "49RD"], "1844": ["59IAB"]},
        finland={"1742": ["1Br"], "1841": ["4D"], "1540": ["LeR2"]},
        flying={"59IAB": "1742", "LeR2": "1742"},
    )
    play.throws([6])("air combat 1742 then 142RD")
    assert play.refusal("attack 1841 with 49RD + 142RD") == ("winterwar.illegal.attack.named-elsewhere", "1.6-l")
    play.throws([1])("attack 1841 with 49RD")
    assert outputs(play, "ground-combat")["attack_total"] == 5


@pytest.mark.proves("1.6-l")
def test_naming_nobody_is_an_air_combat_and_nothing_more() -> None:
    play = meeting(finland={"1742": ["1Br"], "1841": ["4D"], "1540": ["LeR2"]})
    play.throws([5])("air combat 1742")
    assert play.refusal("attack 1742 with 43RD") == ("winterwar.illegal.attack.nobody-named", "1.6-l")
    assert play.kinds() == ["attack", "end-combat"]


@pytest.mark.proves("1.6-l")
def test_the_list_holds_ground_units_and_ships_that_could_make_the_attack() -> None:
    play = meeting(soviet={"1843": ["43RD"], "1844": ["59IAB", "18SBB", "123RD"]})
    assert play.refusal("air combat 1742 then 43RD + 59IAB") == ("winterwar.illegal.air.not-named", "1.6-l")
    assert play.refusal("air combat 1742 then 123RD") == ("winterwar.illegal.attack.not-beside", "turn-4-b")
    assert play.refusal("air combat 1742 and base") == ("winterwar.illegal.air.nobody-at-base", "1.6-l")
    answers = {(a.units, a.with_based) for a in Space.candidates(play.decision.space) if isinstance(a, AirCombat)}
    assert answers == {((), False), (("SU-43RD",), False)}
    assert {(a.units, a.with_based) for a in play.decision.space.candidates()} == answers


@pytest.mark.proves("1.6-l")
def test_with_nothing_to_decide_the_air_combat_is_fought_at_once() -> None:
    play = meeting(
        soviet={"1844": ["59IAB", "123RD"]},
        flying={"59IAB": "1742", "LeR2": "1742"},
        phase="movement",
    )
    play.throws([6])("end movement")
    assert outputs(play, "air-combat")["result"] == "FR"
    assert play.asked == ["finland"]


@pytest.mark.proves("1.6-l")
def test_several_air_combats_in_any_order() -> None:
    play = meeting(
        soviet={"1843": ["43RD"], "1842": ["142RD"], "1844": ["59IAB", "18SBB"]},
        finland={"1742": ["1Br"], "1841": ["4D"], "1540": ["LeR2", "LeR1"]},
        flying={"59IAB": "1742", "18SBB": "1841", "LeR2": "1742", "LeR1": "1841"},
    )
    play.throws([6])("air combat 1841 then 142RD")
    assert play.state.phase == "air"
    assert play.refusal("air combat 1841") == ("winterwar.illegal.air.fought", "1.6-l")
    assert play.refusal("air combat 1742 then 142RD") == ("winterwar.illegal.attack.named-elsewhere", "1.6-l")
    play.throws([6])("air combat 1742 then 43RD")
    assert play.state.phase == "combat"
    assert sorted(play.state.air_fought) == sorted([hex_("1742"), hex_("1841")])


# air units at their base (R37)


def base_below(**given: Any) -> Playing:
    """Soviet aircraft over Viipuri, where a Finnish air regiment has its base; nobody defends the sky."""
    placed: dict[str, Any] = {
        "phase": "combat",
        "soviet": {"1641": ["43RD", "70RD"], "1844": ["59IAB", "18SBB"]},
        "finland": {"1540": ["4D", "LeR1"], "1640": ["5D"]},
        "flying": {"59IAB": "1540"},
    }
    return position(**{**placed, **given})


@pytest.mark.proves("1.6-l")
def test_the_attacker_may_draw_in_air_units_at_their_base_before_the_first_attack() -> None:
    play = base_below()
    assert play.state.phase == "combat"
    assert play.kinds() == ["air-combat", "attack", "end-combat"]
    assert play.refusal("air combat 1540") == ("winterwar.illegal.air.only-at-base", "1.6-l")
    # two better: row 6 is FR, and they are at home already
    play.throws([6])("air combat 1540 and base then 43RD")
    assert play.place("LeR1") == "1540"
    assert play.kinds() == ["attack", "end-combat"]


@pytest.mark.proves("1.6-l")
def test_after_the_first_attack_nobody_is_drawn_in() -> None:
    play = base_below()
    play.throws([1])("attack 1540 with 43RD")
    while play.step != "CombatPhase":
        play(play.offered()[0])
    assert play.kinds() == ["attack", "end-combat"]
    assert play.refusal("air combat 1540 and base") == ("winterwar.illegal.air.none", "1.6-l")


@pytest.mark.proves("1.6-l", "1.6-b")
def test_air_units_at_base_may_join_those_in_the_air() -> None:
    play = base_below(
        finland={"1540": ["4D", "LeR1"], "1439": ["LeR2"], "1640": ["5D"]}, flying={"59IAB": "1540", "LeR2": "1540"}
    )
    assert play.kinds() == ["air-combat"]
    assert play.decision.space.options(("air-combat", "1540")) == ["flying", "based"]
    play.throws([6])("air combat 1540 and base")
    assert outputs(play, "air-combat")["differential"] == 3 - 3 - 1


# the way home (R37)


@pytest.mark.proves("1.6-m", "1.5-e")
def test_attackers_in_the_air_go_home_when_their_combat_is_over_and_the_others_with_the_player_turn() -> None:
    play = meeting(
        soviet={"1843": ["43RD"], "1842": ["142RD"], "1844": ["18SBB", "59IAB"]},
        finland={"1742": ["1Br"], "1841": ["4D"]},
        flying={"18SBB": "1742", "59IAB": "1742"},
    )
    play.throws([1])("attack 1742 with 43RD + 18SBB")
    while play.step != "CombatPhase":
        assert play.place("18SBB") == "1742"
        play(play.offered()[0])
    assert (play.place("18SBB"), play.place("59IAB")) == ("1844", "1742")
    assert play.state.attacked[unit("18SBB")]
    assert "winterwar.event.fly-home" in play.told()
    play("end combat")
    assert play.place("59IAB") == "1844"


@pytest.mark.proves("1.6-j", "1.5-e")
def test_defensive_support_that_took_part_is_gone_when_the_hex_is_attacked_again() -> None:
    play = meeting(
        soviet={"1843": ["43RD"], "1842": ["142RD"]},
        finland={"1742": ["1Br", "2Br"], "1540": ["LeR2"]},
        flying={"LeR2": "1742"},
    )
    play.throws([1])("attack 1742 with 43RD")
    with_support = outputs(play, "ground-combat")["defence_total"]
    while play.step != "CombatPhase":
        play(play.offered()[0])
    assert (play.place("LeR2"), play.state.flown[unit("LeR2")]) == ("1540", 0)
    play.throws([1])("attack 1742 with 142RD")
    assert outputs(play, "ground-combat")["defence_total"] < with_support


@pytest.mark.proves("1.6-m", "1.5-e")
def test_who_has_fought_in_the_air_alone_stays_to_support_and_goes_home_with_the_player_turn() -> None:
    play = meeting()
    play.throws([3])("air combat 1742 then 43RD")
    while play.step == "AirLosses":
        play(play.offered()[0])
    left = [name for name in ("18SBB", "59IAB") if play.place(name) == "1742"]
    assert left
    play("end combat")
    assert not any(play.place(name) == "1742" for name in left)


@pytest.mark.proves("intro-4")
def test_when_the_time_is_over_an_air_combat_is_finished_too() -> None:
    play = meeting()
    play.throws([3])("air combat 1742 then 43RD")
    play.clock(TimeUp("game"))
    assert play.asked == ["soviet"]
    play("losses 18SBB")
    assert play.state.result is not None
    assert play.state.result.reason == "time"
