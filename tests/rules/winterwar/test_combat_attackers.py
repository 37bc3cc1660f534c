"""Step 4, combat: who may attack which hex (turn-4, 1.4-d, 1.6-i, R18, R25, R35, R40, R42)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from feltherre.core.errors import Illegal
from feltherre.core.procedure import Desk
from feltherre.core.space import Space
from feltherre.games.winterwar import units
from feltherre.games.winterwar.combat import able_units, attacker, targets
from feltherre.games.winterwar.procedures.combat import check_attackers
from feltherre.hexgame.actions import Attack
from winterwar_table import Playing, hex_, position, unit


def able(play: Playing, place: str) -> list[str]:
    return [units.UNITS[each].short for each in able_units(play.state, hex_(place))]


@pytest.mark.proves("turn-4-a")
def test_attacking_is_voluntary() -> None:
    play = position(phase="combat", soviet={"1843": ["43RD"]}, finland={"1742": ["1Br"]})
    assert play.kinds() == ["attack", "end-combat"]
    play("end combat")
    assert play.asked == ["finland"]
    assert play.place("1Br") == "1742"
    assert not play.flipped("1Br")


def test_nobody_is_asked_when_nothing_can_be_attacked() -> None:
    play = position(phase="combat", soviet={"1843": ["43RD"]}, finland={"1641": ["4D"]})
    assert play.asked == ["finland"]
    assert play.state.side == units.FINLAND


@pytest.mark.proves("turn-4-b")
def test_an_attack_is_against_one_adjacent_hex_with_enemy_units_from_one_or_more_hexes() -> None:
    play = position(
        phase="combat",
        soviet={"1843": ["43RD"], "1842": ["142RD"], "1844": ["123RD"]},
        finland={"1742": ["1Br"], "1641": ["4D"]},
    )
    assert able(play, "1742") == ["43RD", "142RD"]
    assert play.refusal("attack 1742 with 43RD + 123RD") == ("winterwar.illegal.attack.not-beside", "turn-4-b")
    assert play.refusal("attack 1642 with 43RD") == ("winterwar.illegal.attack.no-enemy", "turn-4-b")
    assert play.refusal("attack 1641 with 43RD") == ("winterwar.illegal.attack.out-of-reach", "turn-4-b")
    assert play.refusal("attack 1742 with -") == ("winterwar.illegal.attack.nobody", "turn-4-b")
    assert play.refusal("attack 1742 with 43RD + 1Br") == ("winterwar.illegal.attack.not-yours", "turn-4-b")
    assert play.refusal("attack 1742 with 43RD + 90RD") == ("winterwar.illegal.attack.not-on-map", "turn-4-b")
    assert play.refusal("attack 1742 with 43RD + 43RD") == ("winterwar.illegal.named-twice", "turn-4-e")
    play.throws([1])("attack 1742 with 142RD + 43RD")
    assert play.state.attacked[unit("43RD")]
    assert play.state.attacked[unit("142RD")]


@pytest.mark.proves("turn-4-c")
def test_the_attacker_chooses_any_combination_of_ground_and_air_units() -> None:
    play = position(
        phase="combat",
        soviet={"1843": ["43RD", "70RD"], "1844": ["18SBB"]},
        finland={"1742": ["1Br"]},
        flying={"18SBB": "1742"},
    )
    answers = {
        frozenset(answer.units) for answer in Space.candidates(play.decision.space) if isinstance(answer, Attack)
    }
    assert answers == {
        frozenset(ids)
        for ids in (
            ["SU-43RD"],
            ["SU-70RD"],
            ["SU-43RD", "SU-70RD"],
            ["SU-43RD", "SU-18SBB"],
            ["SU-70RD", "SU-18SBB"],
            ["SU-43RD", "SU-70RD", "SU-18SBB"],
        )
    }


@pytest.mark.proves("turn-4-e")
def test_a_unit_attacks_only_once_but_others_may_attack_the_same_hex_again() -> None:
    play = position(
        phase="combat", soviet={"1843": ["43RD", "70RD"]}, finland={"1742": ["1Br", "RvPr"], "1640": ["4D"]}
    )
    # 5 against 4, a town and winter units: row 1 of 1-1 is A1
    play.throws([3])("attack 1742 with 43RD")
    assert (play.state.attacked[unit("43RD")], play.state.attacked[unit("70RD")]) == (1, 0)
    assert play.refusal("attack 1742 with 43RD") == ("winterwar.illegal.attack.has-attacked", "turn-4-e")
    assert play.refusal("attack 1742 with 43RD + 70RD") == ("winterwar.illegal.attack.has-attacked", "turn-4-e")
    play.throws([3])("attack 1742 with 70RD")
    assert play.asked == ["finland"], "nobody is left who could attack"


@pytest.mark.proves("turn-4-f")
def test_soviet_units_attack_only_along_road_and_rail() -> None:
    soviet = {"1842": ["142RD", "50KA"]}
    finland = {"1942": ["1Br"], "1841": ["2Br"]}
    play = position(phase="combat", soviet=soviet, finland=finland)
    assert play.refusal("attack 1942 with 142RD") == ("winterwar.illegal.attack.out-of-reach", "turn-4-b")
    assert able(play, "1841") == ["142RD", "50KA"]
    assert able(play, "1942") == []
    play = position(phase="combat", soviet={**soviet, "1943": ["24RD"]}, finland=finland)
    assert list(targets(play.state)) == [hex_("1841")], "1943 has no link with 1942 either"


@pytest.mark.proves("turn-4-f")
def test_a_soviet_unit_off_the_road_is_named_in_the_refusal() -> None:
    play = position(phase="combat", soviet={"1842": ["142RD"], "1843": ["43RD"]}, finland={"1943": ["1Br"]})
    assert able(play, "1943") == ["142RD"]
    assert play.refusal("attack 1943 with 142RD + 43RD") == ("winterwar.illegal.attack.off-road", "turn-4-f")


def test_finnish_units_attack_off_the_road() -> None:
    play = position(side="finland", phase="combat", soviet={"1842": ["142RD"]}, finland={"1942": ["1Br"]})
    assert able(play, "1842") == ["1Br"]


@pytest.mark.proves("1.4-d")
def test_over_a_river_or_lake_only_artillery_supports_and_only_others() -> None:
    play = position(
        side="finland",
        phase="combat",
        soviet={"1741": ["142RD"]},
        finland={"1740": ["4D", "RTR1"], "1641": ["5D"]},
    )
    assert able(play, "1741") == ["5D", "RTR1"]
    assert play.refusal("attack 1741 with 4D") == ("winterwar.illegal.attack.over-water", "1.4-d")
    assert play.refusal("attack 1741 with 4D + 5D") == ("winterwar.illegal.attack.over-water", "1.4-d")
    assert play.refusal("attack 1741 with RTR1") == ("winterwar.illegal.attack.artillery-alone", "1.4-d")
    play.throws([5])("attack 1741 with 5D + RTR1")
    (ruling,) = [event.ruling for event in play.events if event.ruling]
    assert ruling.outputs["attack_total"] == 6


@pytest.mark.proves("1.4-d")
def test_a_bridge_is_attacked_over() -> None:
    play = position(side="finland", phase="combat", soviet={"1740": ["142RD"]}, finland={"1640": ["4D"]})
    assert able(play, "1740") == ["4D"]
    play = position(phase="combat", soviet={"1740": ["142RD", "50KA"]}, finland={"1640": ["4D"], "1741": ["5D"]})
    assert able(play, "1640") == ["142RD", "50KA"]
    assert able(play, "1741") == [], "Soviet artillery needs the link as well (R18)"


def test_artillery_attacks_alone_where_no_water_lies_between() -> None:
    play = position(side="finland", phase="combat", soviet={"1741": ["142RD"]}, finland={"1641": ["RTR1"]})
    play.throws([6])("attack 1741 with RTR1")
    assert "winterwar.event.ground-ruled" in play.told()


@pytest.mark.proves("move-8")
def test_a_ship_supports_an_attack_on_a_hex_beside_its_port_and_never_attacks_alone() -> None:
    play = position(
        phase="combat", soviet={"1844": ["KBF", "123RD"]}, finland={"1843": ["1Br"]}, owners={"1843": "finland"}
    )
    assert able(play, "1843") == ["123RD", "KBF"]
    assert play.refusal("attack 1843 with KBF") == ("winterwar.illegal.attack.ship-alone", "turn-4-b")
    play.throws([6])("attack 1843 with 123RD + KBF")
    (ruling,) = [event.ruling for event in play.events if event.ruling]
    assert ruling.outputs["attack_total"] == 5 + 3


@pytest.mark.proves("1.6-i")
def test_air_units_attack_no_ground_target_alone() -> None:
    play = position(
        phase="combat",
        soviet={"1843": ["43RD"], "1844": ["18SBB"], "1842": ["35TB"]},
        finland={"1742": ["1Br"], "1641": ["4D"]},
        flying={"18SBB": "1742"},
    )
    assert play.refusal("attack 1742 with 18SBB") == ("winterwar.illegal.attack.air-alone", "1.6-i")
    play = position(
        phase="combat",
        soviet={"1843": ["43RD"], "1844": ["18SBB"]},
        finland={"1742": ["1Br"], "1641": ["4D"]},
        flying={"18SBB": "1641"},
    )
    assert play.refusal("attack 1742 with 43RD + 18SBB") == ("winterwar.illegal.attack.not-over", "1.6-h")


@pytest.mark.proves("supply-5", "turn-1-c")
def test_a_unit_without_supply_does_not_attack() -> None:
    play = position(
        phase="combat", soviet={"1843": ["43RD"], "1842": ["142RD"]}, finland={"1742": ["1Br"]}, cut_off=["142RD"]
    )
    assert able(play, "1742") == ["43RD"]
    assert play.refusal("attack 1742 with 142RD") == ("winterwar.illegal.attack.cut-off", "supply-5")


@pytest.mark.proves("turn-4-b", "1.4-d", "turn-4-f")
@pytest.mark.parametrize("side", ["finland", "soviet"])
def test_the_answers_are_exactly_the_sets_that_the_procedure_lets_attack(side: str) -> None:
    """Each set has one path through the choices, and the procedure ground-combat knows no other lawful set."""
    if side == "finland":
        placed, target = {"1740": ["RTR1", "4D"], "1641": ["5D", "RTR3"], "1742": ["1Br"]}, "1741"
        play = position(side=side, phase="combat", finland=placed, soviet={target: ["142RD"]})
    else:
        placed, target = {"1844": ["KBF", "123RD", "19KA"], "1744": ["43RD"]}, "1843"
        play = position(side=side, phase="combat", soviet=placed, finland={target: ["1Br"]}, owners={"1843": "finland"})
    everybody = sorted(unit(name) for names in placed.values() for name in names)
    lawful = set()
    for size in range(1, len(everybody) + 1):
        for chosen in combinations(everybody, size):
            seen = [attacker(each, play.state.places[each], hex_(target)) for each in chosen]
            try:
                check_attackers(side, seen, Desk("winterwar", telling=False))  # type: ignore[arg-type]
            except Illegal:
                continue
            lawful.add(frozenset(units.UNITS[each].id for each in chosen))
    answers = [answer for answer in Space.candidates(play.decision.space) if isinstance(answer, Attack)]
    assert {frozenset(answer.units) for answer in answers} == lawful
    assert len(answers) == len(lawful)
    rng = Random(7)
    drawn = {frozenset(play.decision.space.branches["attack"].sample(rng).units) for _ in range(600)}  # type: ignore[attr-defined]
    assert drawn == lawful, "every answer can come up at random, and no other"
    offered = [answer for answer in play.decision.space.candidates() if isinstance(answer, Attack)]
    assert offered
    assert all(frozenset(answer.units) in lawful for answer in offered)


@pytest.mark.proves("turn-4-b")
def test_a_hex_with_nothing_but_a_ship_and_air_units_cannot_be_attacked() -> None:
    """It is entered by movement, and the ship is lost by it (R40)."""
    play = position(
        side="finland",
        phase="combat",
        soviet={"1844": ["KBF", "59IAB"], "1842": ["142RD"]},
        finland={"1843": ["4D"], "1742": ["5D"]},
        owners={"1843": "finland"},
    )
    assert play.refusal("attack 1844 with 4D") == ("winterwar.illegal.attack.no-enemy", "turn-4-b")
