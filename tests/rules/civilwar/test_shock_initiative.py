"""Who makes the shock throw when both attack (07.03.1, R75): initiative, joint attacks, and attacks on them."""

from typing import Any, Union

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_attack import Fight, advance, attack, fight_of, modifier
from civilwar_table import field_of, foot
from feltherre.core.state import canonical, read_state
from feltherre.games.civilwar.field import CHARGE, distance, touching
from feltherre.games.civilwar.onset import Onset
from feltherre.games.civilwar.procedures.attack import InitiativeSituation, ShockSituation
from feltherre.games.civilwar.shock import InitiativeThrow, LeadAttack
from feltherre.games.civilwar.state import CivilWarState


@pytest.mark.proves("07.03.1")
def test_of_two_who_attack_each_other_the_one_with_orders_throws() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 50))
    fight = fight_of(state, {"a": advance(), "b": attack("a")}, dice=[(4, 4)])
    assert fight.ruling("initiative").outputs == {"thrower": "b", "decided_by": "orders"}
    # the enemy attacks without orders: +2
    assert modifier(fight) == 2
    assert [ruling.procedure for ruling in fight.rulings].count("shock") == 1
    assert fight.doing("a").attacked_by == ("b",)


@pytest.mark.proves("07.03.1")
def test_equal_claims_are_diced_for_and_equal_dice_thrown_again() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 50))
    dice = [(2, 2), (1, 3), (6, 5), (2, 2), (4, 4)]
    fight = fight_of(state, {"a": attack("b"), "b": attack("a")}, dice=dice)
    assert fight.ruling("initiative").outputs == {"thrower": "a", "decided_by": "dice"}
    assert fight.unit("b").order == "LU"
    assert fight.dice.throws == []


@cases(
    "dice orders met",
    # nobody falls: both attacks end at charge distance
    ("07.03.1 07.02.3 07.02.4", (3, 3), ("OR", "OR"), False),
    # the thrower breaks in
    ("07.03.1 07.02.3 07.02.4", (4, 4), ("OR", "LU"), True),
    # the thrower shakes himself: now the other goes on
    ("07.03.1 07.02.3 07.02.4", (2, 2), ("LU", "OR"), True),
)
def test_one_throw_settles_the_attacks_of_both(dice: tuple[int, int], orders: tuple[str, str], met: bool) -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 50))
    fight = fight_of(state, {"a": attack("b"), "b": attack("a")}, dice=[(6, 6), (1, 1), dice])
    assert (fight.unit("a").order, fight.unit("b").order) == orders
    assert touching(fight.state, fight.unit("a"), fight.unit("b")) is met
    assert fight.doing("a").shocked == ("b",)
    assert fight.doing("b").shocked == ("a",)
    if not met:
        assert distance(fight.state, fight.unit("a"), fight.unit("b")) in range(CHARGE - 3, CHARGE + 1)


def against_two(orders: Any, dice: Any) -> Fight:
    """Two regiments come together at one that comes at them."""
    state = field_of(foot("a", 0, 45.1, 40), foot("c", 0, 54.9, 40), foot("b", 1, 50, 50, formation="line"))
    return fight_of(state, orders, dice=dice)


@pytest.mark.proves("07.03.1", "07.01.5")
@pytest.mark.parametrize(
    ("dice", "attackers", "counter"),
    [((4, 5), "LU", "OR"), ((3, 3), "OR", "OR"), ((2, 2), "OR", "LU")],
    ids=["breaks-in", "repelled", "shaken"],
)
def test_who_attacks_a_joint_attack_with_the_initiative_throws_once_against_all_of_it(
    dice: tuple[int, int], attackers: str, counter: str
) -> None:
    """R75: one throw settles it between those who attack each other, with the figures of all."""
    fight = against_two({"a": advance(), "c": advance(), "b": attack("a")}, [dice])
    assert fight.ruling("initiative").outputs["thrower"] == "b"
    assert [ruling.procedure for ruling in fight.rulings].count("shock") == 1
    # the others attack without orders: +2; they are 48 against 24: -1
    assert modifier(fight) == 1
    assert (fight.unit("a").order, fight.unit("c").order, fight.unit("b").order) == (attackers, attackers, counter)
    assert set(fight.doing("b").shocked) == {"a", "c"}
    assert fight.doing("a").attacked_by == fight.doing("c").attacked_by == ("b",)
    if attackers == counter:
        assert {fight.doing(name).void for name in ("a", "b", "c")} == {"repelled"}


@pytest.mark.proves("07.06.1")
def test_all_of_a_joint_attack_whom_a_counter_attack_routs_give_up_prisoners() -> None:
    fight = against_two({"a": advance(), "c": advance(), "b": attack("a")}, [(6, 6)])
    assert (fight.unit("a").order, fight.unit("c").order) == ("FU", "FU")
    taken = [ruling.outputs["prisoner_figures"] for ruling in fight.rulings if ruling.procedure == "prisoners"]
    assert [fight.unit("a").captured, fight.unit("c").captured] == taken
    assert all(taken)


@pytest.mark.proves("07.03.1", "07.01.5")
def test_a_joint_attack_with_the_initiative_throws_once_with_all_its_figures() -> None:
    fight = against_two({"a": attack("b"), "c": attack("b"), "b": advance()}, [(3, 5)])
    assert fight.ruling("initiative").outputs["thrower"] == "a"
    fight.answer(LeadAttack("c"))
    # 48 against 24: +1, the other attacks without orders: +2
    assert modifier(fight) == 3
    assert [ruling.procedure for ruling in fight.rulings].count("shock") == 1
    assert fight.unit("b").order == "U"


@pytest.mark.proves("07.03.1", "07.01.5")
def test_whom_a_counter_attack_has_dealt_with_no_longer_counts_in_the_joint_attack() -> None:
    """A unit that has the initiative attacks one of two that come at it: it throws, and the other makes its own attack
    with its own figures."""
    state = field_of(
        foot("a", 0, 46.5, 40, 12, companies=4), foot("c", 0, 53.5, 40, 12, companies=4), foot("b", 1, 50, 45)
    )
    jointly = ShockSituation(own_arm="infantry", enemy_arm="infantry", own_figures=24, enemy_figures=24)
    onset = Onset(
        leaders=("a", "c"),
        situations=(jointly, jointly),
        opposite={"a": 2, "c": 2},
        followers=(),
        defender="b",
        figures={"a": 12, "c": 12},
        countered="a",
        initiative=InitiativeSituation(a_with_orders=False, b_with_orders=True),
        counter=replace(jointly, enemy_figures=12),
        answered={"a": 2},
    )
    fight = Fight(state, [(3, 3), (3, 3)])
    table = fight.table()
    table.push(InitiativeThrow(onset))
    fight.go(table)
    first, second = (ruling for ruling in fight.rulings if ruling.procedure == "shock")
    # 24 against 12, then 12 against 24
    assert (first.outputs["modifier"], second.outputs["modifier"]) == (1, -1)
    assert (fight.doing("b").shocked, fight.doing("b").attacked_by) == (("a",), ("c",))


@pytest.mark.proves("07.03.1")
def test_a_turn_stopped_at_the_question_who_leads_can_be_written_and_read() -> None:
    state = field_of(foot("a", 0, 45, 40), foot("c", 0, 55.5, 40), foot("b", 1, 50, 46))
    fight = fight_of(state, {"a": attack("b"), "c": attack("b")}, dice=[(4, 3)])
    assert fight.asked
    step_type: Any = Union
    read = read_state(canonical(state), CivilWarState, Any, step_type[tuple(fight.game.all_steps)])
    assert canonical(read) == canonical(state)
    again = Fight(read, [(4, 3)])
    again.go(again.table())
    for turn in (fight, again):
        turn.answer(LeadAttack("c"))
    # the count of questions apart, both end alike
    read.opened = state.opened
    assert canonical(again.state) == canonical(fight.state)
