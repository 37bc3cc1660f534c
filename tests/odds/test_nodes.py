"""A step that throws is a node of chance: every ruling it can bring, with its exact chance."""

from fractions import Fraction

from feltherre.core import dice, engine, table
from feltherre.odds.nodes import falls
from tinygame import GAME
from tinygame.play import KEY, new_match
from tinygame.steps import Lighting, Lit
from tinygame.town import Town, at


def lighting(gusts: int = 0) -> Town:
    """A town in which amber is about to throw for a lantern at the gate."""
    state = new_match().state.clone()
    state.agenda.append(Lighting("amber", "gate", gusts))
    return state


def test_the_ways_of_falling_add_up_to_one_and_are_those_of_the_dice() -> None:
    found = [(chance, after.agenda[-1]) for chance, after in falls(GAME, lighting())]
    assert sum(chance for chance, _ in found) == 1
    assert all(isinstance(step, Lit) and step.place == "gate" for _, step in found)
    lit = sum(chance for chance, step in found if step.ruling.outputs["lit"])
    # 8 or more with two dice, or 7 and then 3 or more with one
    assert lit == Fraction(15, 36) + Fraction(6, 36) * Fraction(4, 6)


def test_the_game_goes_on_from_each_of_them_and_the_state_before_is_as_it_was() -> None:
    state = lighting(gusts=1)
    for _, after in falls(GAME, state):
        ruling = after.agenda[-1].ruling
        engine.settle(table.Table(GAME, after, dice.KeyedStream(KEY)))
        assert at(after, 0, "gate") == int(ruling.outputs["lit"])
    assert state.agenda[-1] == Lighting("amber", "gate", 1)


def test_a_step_that_does_not_throw_or_has_died_is_no_node_of_chance() -> None:
    state = lighting()
    state.closed.append("gate")
    assert list(falls(GAME, state)) == []
    assert list(falls(GAME, new_match().state)) == []
