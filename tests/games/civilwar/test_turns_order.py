"""Whose name stands first in the scenario's file changes nothing of what happens at the same time (R32, R33)."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from battery import examples
from civilwar_table import Placed, chiefs, field_of, foot, inf
from civilwar_turns import SameDice, ordered
from feltherre.core.space import Decision
from feltherre.games.civilwar.orders.language import Attack, Fire, FirePart, Order, OrderLine, Prefs
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.state import CivilWarState, Unit

SEEDS = st.integers(0, 2**32)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
#: so far do the pairs stand from each other, in cm: no flight or fire of one concerns another
APART = 60
#: nobody is asked anything
SILENT = Prefs(surprised="yes", fallback="no", shelter="no", pursue="no")
#: what fire and shock do to a unit
RESULTS = ("figures", "men", "lost", "captured", "fled", "order", "pinned", "out_of_ammunition", "has_fired", "fights")
WHEN = (AtTime(0), AtTime(2048))


def pairs(seed: int, swapped: bool = False) -> list[list[Placed]]:
    """Three pairs of units that face each other at 4 to 9 cm."""
    rng = Random(seed)
    found = []
    for number in range(3):
        x, gap = 20 + APART * number, rng.randrange(4, 10)
        facts: list[dict[str, Any]] = [
            {
                "figures": rng.randrange(8, 25),
                "grade": rng.randrange(-1, 3),
                "weapon": rng.choice(("smoothbore_musket", "rifle_ball")),
            }
            for _ in range(2)
        ]
        found.append(
            [
                inf(f"a{number}", int(swapped), at=(x, 50), face=0, **facts[0]),
                inf(f"b{number}", int(not swapped), at=(x, 50 + gap), face=180, **facts[1]),
            ]
        )
    return found


def fought(placed: list[Placed], orders: dict[str, Order], dice: tuple[int, int]) -> CivilWarState:
    staff = chiefs((90, 3), (95, 3))
    state = field_of(*placed, staff=staff, size=(200, 120))
    lines = {name: OrderLine(order, SILENT) for name, order in orders.items()}
    battle = ordered(state, lines, SameDice(*dice))
    while (decision := battle.asked()) is not None and battle.state.phase == "turn":
        battle.answer(decision.role, _answer(decision))
    return battle.state


def _answer(decision: Decision[Any]) -> Any:
    """The same answer whatever the order of the list."""
    return min(decision.space.candidates(20), key=str)


def results(state: CivilWarState) -> dict[str, dict[str, Any]]:
    return {unit.id: {field: getattr(unit, field) for field in RESULTS} for unit in state.units}


def by_name(state: CivilWarState) -> dict[str, Unit]:
    return {unit.id: unit for unit in state.units}


def volleys(seed: int) -> dict[str, Order]:
    """Each fires at the other of its pair, most of them at the same instant."""
    rng = Random(seed)
    return {name: volley(name, rng.choice(WHEN)) for number in range(3) for name in (f"a{number}", f"b{number}")}


def volley(name: str, when: AtTime) -> Order:
    """Fire at the other unit of the pair."""
    other = {"a": "b", "b": "a"}[name[0]]
    return Fire((FirePart(other + name[1:], when=when),))


@examples(sample=15, full=300)
@given(seed=SEEDS, dice=DICE)
def test_simultaneous_volleys_do_not_ask_whose_name_stands_first(seed: int, dice: tuple[int, int]) -> None:
    groups, orders = pairs(seed), volleys(seed)
    listed = [unit for pair in groups for unit in pair]
    once = results(fought(listed, orders, dice))
    # who fires at instant 0 has fired, whatever has become of him
    at_once = [name for name, order in orders.items() if order == volley(name, WHEN[0])]
    assert all(once[name]["has_fired"] for name in at_once)
    shuffled = Random(seed + 1).sample(listed, len(listed))
    assert results(fought(shuffled, orders, dice)) == once
    # the two sides change places in the file
    turned_round = [unit for pair in pairs(seed, swapped=True) for unit in pair]
    assert results(fought(turned_round, orders, dice)) == once


def test_both_fire_even_if_both_break() -> None:
    """Point 11: at the same instant nobody's volley is spoilt by the other's."""
    weak = {"figures": 24, "grade": -1, "weapon": "rifle_ball"}
    placed = [foot("a", 0, 50, 50, **weak), foot("b", 1, 50, 53, **weak)]
    orders: dict[str, Order] = {"a": Fire((FirePart("b"),)), "b": Fire((FirePart("a"),))}
    after = by_name(fought(placed, orders, (1, 1)))
    assert after["a"].has_fired
    assert after["b"].has_fired
    assert after["a"].order == after["b"].order != "OR"
    assert (after["a"].lost, after["a"].men) == (after["b"].lost, after["b"].men)


@examples(sample=15, full=300)
@given(seed=SEEDS, dice=DICE)
def test_attacks_far_from_each_other_do_not_ask_whose_name_stands_first(seed: int, dice: tuple[int, int]) -> None:
    """Point 10: who attacks comes there at the same tick, and everything follows in the same way."""
    rng = Random(seed)
    orders: dict[str, Order] = {}
    for number in range(3):
        orders[f"a{number}"] = Attack(f"b{number}")
        if rng.random() < 0.5:
            orders[f"b{number}"] = volley(f"b{number}", rng.choice(WHEN))
    listed = [unit for pair in pairs(seed) for unit in pair]
    once = by_name(fought(listed, orders, dice))
    shuffled = Random(seed + 1).sample(listed, len(listed))
    assert by_name(fought(shuffled, orders, dice)) == once
