"""What an umpire may change in the rulings of a battle (01.06.1): only what has an effect, only to what can be."""

from typing import Any

import pytest

from civilwar_attack import Fight, attack, fight_of
from civilwar_fire import fire, fire_turn, gun_fire
from civilwar_table import cannon, field_of, foot
from feltherre.core import agenda, catalogue, errors, registry
from feltherre.core.game import HoldGate
from feltherre.games.civilwar.field import name_of
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import CivilWarState

REASON = "so it was at the table"


def volley(dice: list[tuple[int, ...]]) -> Fight:
    """Unit a fires at unit b; the ruling is at the gate."""
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 44))
    state.umpire = state.gate_held = True
    return fire_turn(state, {"a": fire("b")}, dice=dice)


def at_gate(fight: Fight) -> agenda.GateSpace:
    space = fight.asked[0].space
    assert isinstance(space, agenda.GateSpace)
    return space


def refusal(fight: Fight, outputs: dict[str, Any]) -> str:
    with pytest.raises(errors.Illegal) as refused:
        at_gate(fight).check(agenda.RulingChanged(outputs, REASON))
    return catalogue.render(refused.value.reason, "en")


def test_a_morale_test_is_changed_to_an_order_that_there_is() -> None:
    fight = volley([(6, 6), (1, 1)])
    fight.answer(agenda.RulingAccepted())
    assert at_gate(fight).ruling.procedure == "morale-test"
    told = refusal(fight, {"order_after": "lu"})
    assert told == 'order_after cannot be "lu" here. Possible: "OR", "LU", "U" and "FU".'
    # whoever is pinned is in LU
    assert "becomes_pinned" in refusal(fight, {"becomes_pinned": True})
    fight.answer(agenda.RulingChanged({"order_after": "LU"}, REASON))
    assert fight.unit("b").order == "LU"


@pytest.mark.parametrize(
    "outputs",
    [
        *({"legal": False}, {"firing_units": 10}, {"zone": 99}, {"reason": "no_firing_unit"}, {"general_falls": True}),
        *({"extra_losses_men": 5}, {"losses_men": -3}, {"losses_men": 5000}, {"losses_men": "many"}, {}),
    ],
)
def test_what_would_change_nothing_or_cannot_be_is_refused(outputs: dict[str, Any]) -> None:
    fight = volley([(6, 6)])
    refusal(fight, outputs)
    assert "losses_men" in at_gate(fight).changes.example()


def test_the_umpire_turns_a_hit_into_a_miss_and_names_nobody_who_is_not_there() -> None:
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 71))
    state.umpire = state.gate_held = True
    fight = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[(3, 4)])
    assert at_gate(fight).ruling.outputs["hit"] == "b"
    told = [catalogue.render(line.text, "en") for line in GAME.named(fight.state, at_gate(fight).ruling).explanation]
    assert any(name_of(fight.state, "b") in line for line in told), "by its name, not by its id"
    # he alone may measure (06.02.2), and does so before he accepts
    assert "guessed 31 cm from 50/40 on a bearing of 0 degrees" in told[-1]
    assert "the point struck is 50/71; the line of fire crosses b between 31 and 34 cm." in told[-1]
    assert "null" in refusal(fight, {"hit": "xyz"})
    refusal(fight, {"hit": "g"})
    refusal(fight, {"deviation": "too_short"})
    fight.answer(agenda.RulingChanged({"hit": None}, REASON))
    assert fight.doing("b").men_lost == 0
    (ruling,) = fight.rulings
    assert catalogue.render(ruling.explanation[-1].text, "en").endswith(f"to nothing: {REASON}")


def test_an_attack_that_the_umpire_stops_is_given_its_reason() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 50))
    state.umpire = state.gate_held = True
    fight = fight_of(state, {"a": attack("b")})
    assert at_gate(fight).ruling.procedure == "charge-attempt"
    assert "impassable_obstacle" in refusal(fight, {"outcome": "stopped"})
    fight.answer(agenda.RulingChanged({"outcome": "stopped", "reason": "impassable_obstacle"}, REASON))
    assert fight.doing("a").barred
    assert "shock" not in [ruling.procedure for ruling in fight.rulings]


def held(state: CivilWarState, *, kinds: tuple[str, ...] = (), sides: tuple[str, ...] = ()) -> CivilWarState:
    state.umpire, state.gate_held = True, GAME.held(state, HoldGate(True, kinds, sides))
    return state


def both_batteries() -> CivilWarState:
    """A battery of each side fires shell at the other's infantry."""
    return field_of(cannon("g", 0, 50, 40), foot("a", 0, 80, 40), cannon("h", 1, 80, 71), foot("b", 1, 50, 71))


def at_the_gate(state: CivilWarState) -> list[str]:
    """The procedures of the rulings that the umpire is shown, with who fires."""
    sheets = {"g": gun_fire("shell", "b", guess=31), "h": gun_fire("shell", "a", guess=31)}
    fight = fire_turn(state, sheets, dice=[(3, 4), (3, 3), (3, 4), (3, 3), (3, 3), (3, 3)])
    found = []
    while fight.asked:
        found.append(f"{at_gate(fight).ruling.procedure} {GAME.concerned(state)[0].args['text']}")
        fight.answer(agenda.RulingAccepted())
    return found


def test_the_gate_is_held_for_some_kinds_of_rulings_or_one_side_alone() -> None:
    both = ["artillery-deviation g", "artillery-fire g", "artillery-deviation h", "artillery-fire h"]
    assert [one for one in at_the_gate(held(both_batteries())) if one.startswith("artillery")] == both
    assert at_the_gate(held(both_batteries(), kinds=("Artillery",), sides=("union",))) == both[:2]
    assert at_the_gate(held(both_batteries(), kinds=("artillery-fire",))) == both[1::2]
    assert not at_the_gate(held(both_batteries(), kinds=("melee",)))


def test_a_kind_or_side_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(errors.Illegal) as refused:
        held(both_batteries(), kinds=("cannon",))
    assert "small-arms, artillery, attack" in catalogue.render(refused.value.reason, "en")
    with pytest.raises(errors.Illegal) as refused:
        held(both_batteries(), sides=("france",))
    assert "union and confederate" in catalogue.render(refused.value.reason, "en")


def test_every_ruling_says_whose_it_is_and_every_kind_is_there() -> None:
    rules = [one for game in map(registry.get_game, registry.game_ids()) for one in game.all_steps.values()]
    assert len([one for one in rules if getattr(one, "throwing", None)]) >= 20
    assert {name for names in GAME.gate_kinds.values() for name in names} <= set(GAME.procedures)


def test_whom_a_round_hits_is_chosen_from_all_who_are_there_or_nobody() -> None:
    """The page offers them by name; the battery itself is not among them."""
    state = field_of(cannon("g", 0, 50, 20), foot("a", 0, 80, 20), foot("b", 1, 50, 60))
    state.umpire = state.gate_held = True
    fight = fire_turn(state, {"g": gun_fire("shell", "b", guess=20)}, dice=[(3, 4)])
    assert at_gate(fight).ruling.procedure == "artillery-deviation"
    assert at_gate(fight).changes.choices() == {"hit": (None, "a", "b")}
    assert at_gate(volley([(6, 6)])).changes.choices() == {}
