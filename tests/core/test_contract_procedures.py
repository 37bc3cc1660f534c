"""A procedure is a pure function used three times; throw, ruling and effects are separate steps of the agenda."""

from typing import Any

import pytest

from cases import each
from feltherre.core import engine, errors, marks, space, state
from feltherre.core.chance import Dice, GivenDice, NeedsThrow, Ruling, Thrown
from feltherre.core.dice import KeyedStream
from feltherre.core.match import Match
from feltherre.core.steps import Steps
from feltherre.core.table import Table
from refusals import refusal_of
from tinygame import GAME
from tinygame.actions import Bid, ClosePlace, Light, SetOil
from tinygame.lighting import Attempt, light_lantern
from tinygame.play import KEY, answer, hold, new_match
from tinygame.steps import Gusts, Lighting, Lit
from tinygame.town import ROLES, Town, at


def ruled(*throws: tuple[str, tuple[int, ...]], spark: bool = False, gusts: int = 0, windy: bool = False) -> Ruling:
    assessment = light_lantern.assess(Attempt(spark, gusts, windy))
    given = [Thrown(purpose, "L5", values, typed=True) for purpose, values in throws]
    return light_lantern.resolve(assessment, GivenDice(given))


def test_an_assessment_tells_every_modifier_with_its_rule_and_what_will_be_thrown() -> None:
    assessment = light_lantern.assess(Attempt(spark=True, gusts=2, windy=True))
    assert [(line.text.key, line.rule, line.value) for line in assessment.lines] == [
        ("lanterns.ruling.modifier.spark", "L2", 1),
        ("lanterns.ruling.modifier.windy", "L5", -1),
        ("lanterns.ruling.gusts", "L4", -4),
    ]
    assert [(planned.purpose, planned.n, planned.rule) for planned in assessment.will_throw] == [("wick_dice", 2, "L5")]


def test_a_situation_that_cannot_be_is_refused() -> None:
    refusal = refusal_of(errors.Illegal, lambda: light_lantern.assess(Attempt(spark=False, gusts=-1, windy=False)))
    assert (refusal.reason.key, refusal.rule) == ("lanterns.refuse.gusts", "L4")


@each(
    "throws modifiers outputs",
    ([("wick_dice", (4, 4))], {}, {"lit": True, "flickered": False}),
    ([("wick_dice", (3, 3))], {}, {"lit": False, "flickered": False}),
    ([("wick_dice", (3, 3)), ("flicker_die", (3,))], {"spark": True}, {"lit": True, "flickered": True}),
    ([("wick_dice", (3, 4)), ("flicker_die", (2,))], {}, {"lit": False, "flickered": True}),
    ([("wick_dice", (6, 6))], {"gusts": 3}, {"lit": False, "flickered": False}),
)
def test_a_ruling_of_one_or_two_throws(throws: Any, modifiers: dict[str, Any], outputs: dict[str, bool]) -> None:
    ruling = ruled(*throws, **modifiers)
    assert ruling.outputs == outputs
    assert ruling.procedure == "light-lantern"
    assert [(thrown.purpose, thrown.values) for thrown in ruling.throws] == throws
    assert ruling.explanation[-1].rule == "L5"


def test_a_procedure_stops_where_dice_are_missing_and_says_which() -> None:
    first = refusal_of(NeedsThrow, lambda: ruled())
    assert (first.n, first.purpose, first.rule) == (2, "wick_dice", "L5")
    second = refusal_of(NeedsThrow, lambda: ruled(("wick_dice", (3, 4))))
    assert (second.n, second.purpose) == (1, "flicker_die")


def test_live_dice_and_given_dice_rule_the_same() -> None:
    for number in range(40):
        key = bytes([number]) * 32
        table: Table[Town] = Table(GAME, new_match().state, KeyedStream(key))
        assessment = light_lantern.assess(Attempt(spark=True, gusts=0, windy=False))
        live = table.rule_by(light_lantern, assessment)
        assert table.barrier
        again = light_lantern.resolve(assessment, GivenDice(live.throws))
        assert again == live


def test_a_throw_can_be_read_as_a_total_or_a_count() -> None:
    dice = Dice((6, 1, 6))
    assert (dice.total, dice.count(6), dice.values) == (13, 2, (6, 1, 6))


# on the agenda


def lighting(dice: str = "live", *, umpire: bool = False) -> Match[Town]:
    """Amber lights a lantern at the gate, and nobody can answer."""
    match = new_match(dice=dice, umpire=umpire)
    for role in ROLES:
        hold(match, role)
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Light("gate"))
    return match


def test_throw_ruling_and_effects_are_separate_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    for rules in (GAME.steps[Lighting], GAME.steps[Lit]):

        def noted(table: Any, step: Any, proceed: Any = rules.proceed) -> None:
            seen.append(type(step).__name__)
            proceed(table, step)

        monkeypatch.setattr(rules, "proceed", noted)
    match = lighting()
    assert seen == ["Lighting", "Lit"]
    ruling = next(event.ruling for _, event in match.log if event.ruling)
    assert at(match.state, 0, "gate") == int(ruling.outputs["lit"])


@pytest.mark.usefixtures("lanterns_installed")
def test_real_dice_are_asked_for_throw_by_throw() -> None:
    match = lighting("typed")
    (decision,) = match.decisions()
    assert decision.role == "amber"
    assert decision.prompt.key == "core.prompt.type-dice"
    assert decision.prompt.args["n"] == 2
    assert decision.prompt.args["purpose"].key == "lanterns.throw.light-lantern.wick_dice"  # type: ignore[union-attr]
    answer(match, "amber", space.DiceTyped((3, 4)))
    (decision,) = match.decisions()
    assert decision.prompt.args["n"] == 1
    answer(match, "amber", space.DiceTyped((3,)))
    assert at(match.state, 0, "gate") == 1
    ruling = next(event.ruling for _, event in match.log if event.ruling)
    assert [(thrown.values, thrown.typed) for thrown in ruling.throws] == [((3, 4), True), ((3,), True)]


def test_typed_dice_cannot_be_taken_back() -> None:
    match = lighting("typed")
    answer(match, "amber", space.DiceTyped((3, 4)))
    with pytest.raises(errors.Illegal):
        match.undo("Ann")


def test_typed_dice_are_refused_where_the_software_throws() -> None:
    match = new_match()
    with pytest.raises(errors.Illegal):
        answer(match, "amber", space.DiceTyped((3, 4)))


def test_dice_typed_for_a_situation_that_has_changed_are_thrown_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    match = lighting("typed", umpire=True)
    answer(match, "amber", space.DiceTyped((3, 4)))
    resolve = type(light_lantern).resolve

    def with_three_dice(self: Any, assessment: Any, chance: Any) -> Ruling:
        chance.throw(3, "wick_dice", "L5")
        return resolve(self, assessment, chance)

    monkeypatch.setattr(type(light_lantern), "resolve", with_three_dice)
    match.override(SetOil("blue", 3), "the position is another one")
    (decision,) = match.decisions()
    assert decision.prompt.args["n"] == 3
    answer(match, "amber", space.DiceTyped((1, 1, 1)))
    assert match.state.agenda[-1].throws == (Thrown("wick_dice", "L5", (1, 1, 1), typed=True),)


def test_a_throw_for_a_place_that_is_gone_is_not_made() -> None:
    match = lighting("typed", umpire=True)
    match.override(ClosePlace("gate"), "flood")
    assert not any(isinstance(step, Lighting | Gusts) for step in match.state.agenda)
    assert match.decisions()[0].role == "blue"


def test_steps_are_done_in_the_order_written() -> None:
    class Noted(state.Step, frozen=True, tag="noted"):
        word: str

    done: list[str] = []

    noting = Steps()

    @noting.does(Noted)
    def note(table: Table[Town], step: Noted) -> None:
        done.append(step.word)
        if step.word == "b":
            table.push(Noted("b1"), Noted("b2"))

    class Noting(type(GAME)):  # type: ignore[misc]
        steps: Any = {**GAME.steps, **noting}

        def begin(self, setup: Any, table: Table[Town]) -> None:
            super().begin(setup, table)
            table.push(Noted("a"), Noted("b"), Noted("c"))

    Match(Noting(), new_match().setup, key=KEY)
    assert done == ["a", "b", "b1", "b2", "c"]


def test_when_the_game_is_over_nothing_more_is_asked_and_nothing_sealed_is_left() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    table: Table[Town] = Table(GAME, match.state.clone(), KeyedStream(KEY))
    table.finish(state.Result(("blue",), "clear", 1, "L7"))
    assert (table.state.agenda, table.state.sealed) == ([], [])
    assert engine.open_decisions(GAME, table.state) == ()
    refusal = refusal_of(errors.Illegal, lambda: engine.apply(GAME, table, "blue", "1-blue", Bid(0)))
    assert refusal.reason.key == "core.illegal.over"


# marks


def test_a_mark_ties_a_function_to_the_rules_it_carries_out() -> None:
    @marks.rule("L5", "L6")
    def marked() -> int:
        return 5

    name = f"{marked.__module__}.{marked.__qualname__}"
    game = marks.game_of(marked.__module__)
    try:
        assert marked() == 5
        assert marks.MARKED[(game, "L5")] == [name]
        assert marks.MARKED_CODE[marked.__code__] == ((game, "L5"), (game, "L6"))
    finally:
        for number in ("L5", "L6"):
            del marks.MARKED[(game, number)]
        del marks.MARKED_CODE[marked.__code__]


@each(
    "module game",
    ("feltherre.games.norway.combat", "norway"),
    ("feltherre.games.norway.procedures.naval", "norway"),
    ("tinygame.steps", "tinygame"),
    ("games", "games"),
)
def test_a_module_belongs_to_its_game(module: str, game: str) -> None:
    assert marks.game_of(module) == game
