"""The register of steps: who is asked, what is done, and steps that throw by a procedure."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest
from msgspec import Struct

from feltherre.core.agenda import Gate
from feltherre.core.chance import Chance, Drawn, Outcome, Ruling, Thrown
from feltherre.core.changes import YesNo
from feltherre.core.dice import KeyedStream
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.space import Action, Decision, DiceTyped, ListSpace
from feltherre.core.state import Held, State, Step
from feltherre.core.steps import Steps, ask
from feltherre.core.table import Table


@dataclass(slots=True)
class Pond(State):
    owner: ClassVar[str] = "pond"
    dry: bool = False


class Fishing(Step, frozen=True, tag="fishing"):
    boats: int = 1


class Cast(Step, frozen=True, tag="cast"):
    boat: int
    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()


class Caught(Step, frozen=True, tag="caught"):
    boat: int
    ruling: Ruling


class Row(Action, frozen=True, tag="row"):
    pass


class Wait(Action, frozen=True, tag="wait"):
    pass


class Water(Struct, frozen=True):
    deep: bool = True


@procedure("catch")
def catch(water: Water, desk: Desk) -> Resolve:
    def resolve(chance: Chance) -> Outcome:
        (kind,) = chance.draw(1, ("pike", "perch"), "fish", "P2")
        return {"die": chance.throw(1, "die", "P1").total, "kind": kind}

    return resolve


def table_of(**changes: Any) -> Table[Pond]:
    state = Pond()
    for name, value in changes.items():
        setattr(state, name, value)
    game: Any = SimpleNamespace(id="pond", all_steps={})
    return Table(game, state, KeyedStream(bytes(32)))


def register() -> Steps:
    steps = Steps()

    @steps.throws(
        Cast, Caught, by=catch, thrower=lambda state, step, purpose: f"boat-{step.boat}", changes={"big": YesNo()}
    )
    def water(state: Pond, step: Cast) -> Water | None:
        return None if state.dry else Water()

    return steps


def test_one_question_or_several_are_asked_together() -> None:
    steps = Steps()

    @steps.asks(Fishing)
    def who_rows(state: Pond, step: Fishing) -> Iterator[Decision[Any]]:
        for boat in range(step.boats):
            yield ask(state, f"boat-{boat}", "row", "P1", ListSpace([Row(), Wait()]), boat=boat)

    rules, state = steps[Fishing], Pond()
    asked = rules.decisions(state, Fishing(2))
    assert [(one.role, one.prompt.key, one.waiting.key, one.prompt.args) for one in asked] == [
        (f"boat-{boat}", "pond.prompt.row", "pond.wait.row", {"boat": boat}) for boat in range(2)
    ]
    assert rules.asks
    assert rules.opens(state, Fishing(1))
    assert not rules.opens(state, Fishing(0))
    hidden = ask(state, "boat-0", "row", "P1", ListSpace([Row()]), waiting="pond", reaction=True)
    assert (hidden.waiting.key, hidden.reaction) == ("pond.wait.pond", True)


def test_an_answer_is_carried_out_by_the_function_of_its_kind() -> None:
    steps, done = Steps(), []

    @steps.answer(Fishing, to=Row)
    def row(table: Table[Pond], step: Fishing, role: str, action: Row) -> None:
        done.append(("row", role))

    @steps.answer(Fishing, to=(Wait,))
    def wait(table: Table[Pond], step: Fishing, role: str, action: Wait) -> None:
        done.append(("wait", role))

    steps[Fishing].answers(table_of(), Fishing(), {"boat-0": Wait(), "boat-1": Row()})
    assert done == [("wait", "boat-0"), ("row", "boat-1")]
    assert steps[Fishing].alive(Pond(), Fishing())


def test_two_rules_for_the_same_thing_are_refused() -> None:
    steps = Steps()
    steps.does(Fishing)(lambda table, step: None)
    steps.answer(Fishing, to=Row)(lambda table, step, role, action: None)
    steps.answer(Fishing, to=Wait)(lambda table, step, role, action: None)
    with pytest.raises(TypeError, match=r"two rules for Fishing: does$"):
        steps.does(Fishing)(lambda table, step: None)
    with pytest.raises(TypeError, match="two rules for Fishing: answer Row"):
        steps.answer(Fishing, to=Row)(lambda table, step, role, action: None)
    with pytest.raises(TypeError, match="two rules for Fishing: answer"):
        steps.answer(Fishing)(lambda table, step, role, action: None)


class Plain(Step, frozen=True, tag="plain"):
    boat: int


class Elsewhere(Step, frozen=True, tag="elsewhere"):
    lake: int
    ruling: Ruling


@pytest.mark.parametrize(
    ("throwing", "ruled", "said"),
    [
        (Plain, Caught, r"Plain throws: it needs the field `throws: tuple\[Thrown, ...\] = \(\)`"),
        (Cast, Plain, "Plain carries a ruling out: it needs the field `ruling: Ruling`"),
        (Cast, Elsewhere, "Elsewhere has fields that Cast has not: lake"),
    ],
)
def test_a_step_that_cannot_hold_its_dice_or_ruling_is_refused(
    throwing: type[Step], ruled: type[Step], said: str
) -> None:
    with pytest.raises(TypeError, match=said):
        Steps().throws(throwing, ruled, by=catch, thrower=lambda state, step, purpose: "angler")(
            lambda state, step: None
        )


def test_a_step_without_rules_is_refused_when_the_register_is_complete() -> None:
    module = ModuleType(Fishing.__module__)
    vars(module).update(Fishing=Fishing, Cast=Cast, Caught=Caught, Step=Step, Row=Row)
    steps = register()
    steps.alive(Caught)(lambda state, step: True)
    with pytest.raises(TypeError, match="no rules for the steps Caught, Fishing"):
        steps.complete(module)
    steps.does(Fishing, Caught)(lambda table, step: None)
    assert steps.complete(module) is steps


def test_a_step_that_asks_and_whose_answers_nothing_carries_out_is_refused() -> None:
    steps = Steps()
    steps.asks(Fishing)(lambda state, step: ())
    with pytest.raises(TypeError, match=r"nothing carries out the answers to Fishing: note @steps.answer"):
        steps.complete()
    steps.answer(Fishing, to=Row)(lambda table, step, role, action: None)
    assert steps.complete() is steps


def test_what_is_not_noted_is_named_when_it_is_wanted() -> None:
    steps = Steps()
    steps.asks(Fishing)(lambda state, step: ())
    steps.answer(Fishing, to=Row)(lambda table, step, role, action: None)
    with pytest.raises(TypeError, match=r"Fishing was answered with Wait: .* @steps.answer\(Fishing, to=Wait\)"):
        steps[Fishing].answer(table_of(), Fishing(), "boat-0", Wait())
    with pytest.raises(TypeError, match=r"Fishing asks nobody now: .* @steps.does\(Fishing\)"):
        steps[Fishing].proceed(table_of(), Fishing())


def test_live_dice_are_thrown_and_the_ruling_is_a_step_of_its_own() -> None:
    table = table_of()
    register()[Cast].proceed(table, Cast(3))
    (caught,) = table.state.agenda
    assert isinstance(caught, Caught)
    assert caught.boat == 3
    assert caught.ruling.outputs["die"] == table.throws[0].values[0]
    assert caught.ruling.outputs["kind"] in ("pike", "perch")


def test_real_dice_are_typed_in_by_their_thrower_and_the_software_draws() -> None:
    steps, table = register(), table_of(dice="typed")
    rules = steps[Cast]
    assert rules.decisions(table.state, Cast(2)) == ()  # the draw comes first, and nobody is asked for it
    rules.proceed(table, Cast(2))
    (drawn,) = table.state.agenda
    assert isinstance(drawn, Cast)
    (asked,) = rules.decisions(table.state, drawn)
    assert (asked.role, asked.rule) == ("boat-2", "P1")
    table.state.agenda.clear()
    rules.answer(table, drawn, "boat-2", DiceTyped((5,)))
    (thrown,) = table.state.agenda
    assert isinstance(thrown, Cast)
    assert rules.decisions(table.state, thrown) == ()
    table.state.agenda.clear()
    rules.proceed(table, thrown)
    (caught,) = table.state.agenda
    assert isinstance(caught, Caught)
    assert (caught.ruling.outputs["die"], caught.ruling.throws[0].typed) == (5, True)


@pytest.mark.parametrize(
    ("held", "stands"),
    [
        (True, True),
        (False, False),
        (Held(procedures=("catch",)), True),
        (Held(procedures=("mend",)), False),
        (Held(roles=("boat-1",)), True),
        (Held(roles=("boat-0",)), False),
    ],
)
def test_the_gate_stands_before_the_rulings_for_which_it_is_held(held: bool | Held, stands: bool) -> None:
    table = table_of(gate_held=held)
    register()[Cast].proceed(table, Cast(1))
    assert isinstance(table.state.agenda[-1], Gate) == stands


def test_a_step_whose_situation_is_gone_drops_out() -> None:
    rules = register()[Cast]
    for dice in ("live", "typed"):
        table = table_of(dry=True, dice=dice)
        assert rules.decisions(table.state, Cast(1)) == ()
        rules.proceed(table, Cast(1))
        assert not table.state.agenda


def test_what_an_umpire_may_change_is_told_with_the_throw() -> None:
    declared = register().changeable[Caught]
    assert list(declared(Pond(), Caught(1, Ruling("catch", {}, ())))) == ["big"]
