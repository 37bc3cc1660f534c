"""How the steps of the agenda are carried out: each kind of step has its rules, in the module of its chapter.

The engine takes a step off the agenda before it is carried out or answered; a step that is to go on is pushed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from feltherre.core.catalogue import throw_name, word
from feltherre.core.chance import Drawn, GivenDice, NeedsDraw, NeedsThrow, Ruling, Thrown
from feltherre.core.changes import Changeable, Changes
from feltherre.core.errors import Illegal
from feltherre.core.procedure import AnyProcedure
from feltherre.core.space import Action, Decision, DiceSpace, DiceTyped, Partial, Space
from feltherre.core.state import Held, State, Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Step)

UMPIRE = "umpire"


class StepRules(Generic[S, P]):
    """The rules of one kind of step."""

    #: False: the step always resolves by itself, and `decisions` is never called
    asks: ClassVar[bool] = False

    def alive(self, state: S, step: P) -> bool:
        """False when what the step names is gone (after an umpire's edit): it drops out."""
        return True

    def decisions(self, state: S, step: P) -> Sequence[Decision[Any]]:
        """The decisions this step opens, all together; none if it resolves by itself. Changes nothing."""
        return ()

    def opens(self, state: S, step: P) -> bool:
        """Whether the step opens a decision; a game may answer more cheaply than by building it."""
        return bool(self.decisions(state, step))

    def proceed(self, table: Table[S], step: P) -> None:
        """Carry the step out; called when it opens no decision."""
        raise NotImplementedError(type(step).__name__)

    def answer(self, table: Table[S], step: P, role: str, action: Any) -> None:
        """Carry out the answer to a single decision."""
        raise NotImplementedError(type(step).__name__)

    def answers(self, table: Table[S], step: P, actions: Mapping[str, Any]) -> None:
        """Carry out the answers to decisions that were open together, in role order as one step."""
        for role, action in actions.items():
            self.answer(table, step, role, action)


def decision_id(state: State, role: str) -> str:
    return f"{state.opened}-{role}"


class Adjudication(StepRules[S, P]):
    """A step that throws and rules by a procedure. The step has a field `throws: tuple[Thrown, ...] = ()`, and
    `draws: tuple[Drawn, ...] = ()` if the procedure draws too: with real dice the software still draws.

    Throw, ruling and effects are separate steps: what this pushes carries the Ruling as data, and the umpire's gate
    stands before it.
    """

    asks = True

    def procedure(self, state: S) -> AnyProcedure:
        raise NotImplementedError

    def assessment(self, state: S, step: P) -> Any:
        """The procedure's assessment of the situation in the state."""
        raise NotImplementedError

    def effects(self, step: P, ruling: Ruling) -> Step:
        """The step that applies the ruling; it has a field `ruling`."""
        raise NotImplementedError

    def thrower(self, state: S, step: P, purpose: str) -> str:
        """The role that throws the dice when they are real ones; where nothing is thrown (purpose ""), whose ruling it
        is."""
        raise NotImplementedError

    def decisions(self, state: S, step: P) -> Sequence[Decision[Any]]:
        if state.dice != "typed":
            return ()
        needed, _ = self._needed(state, step)
        if needed is None:
            return ()
        role = self.thrower(state, step, needed.purpose)
        purpose = throw_name(state.owner, self.procedure(state).name, needed.purpose)
        prompt = say("core.prompt.type-dice", n=needed.n, purpose=purpose)
        return (
            Decision(
                decision_id(state, role),
                role,
                prompt,
                needed.rule,
                DiceSpace(needed.n),
                say("core.wait.dice", role=role),
            ),
        )

    def _needed(self, state: S, step: P) -> tuple[NeedsThrow | None, tuple[Thrown, ...]]:
        """(the throw to be typed in next, the throws that stand)"""
        given = _given(step)
        try:
            self.procedure(state).resolve(self.assessment(state, step), given)
        except NeedsThrow as needed:
            return needed, given.made()
        except NeedsDraw:
            pass  # no person is asked for it: the software draws
        return None, given.made()

    def answer(self, table: Table[S], step: P, role: str, action: DiceTyped) -> None:
        needed, made = self._needed(table.state, step)
        assert needed is not None
        thrown = Thrown(needed.purpose, needed.rule, action.values, typed=True)
        table.typed(thrown)
        table.push(msgspec.structs.replace(step, throws=(*made, thrown)))

    def proceed(self, table: Table[S], step: P) -> None:
        procedure, assessment = self.procedure(table.state), self.assessment(table.state, step)
        if table.state.dice == "live":
            ruling = table.rule_by(procedure, assessment)
        else:
            given = _given(step)
            try:
                ruling = procedure.resolve(assessment, given)
            except NeedsDraw as needed:
                table.push(_with_draw(table, step, given, needed))
                return
        table.push(self.effects(step, ruling))
        self.hold(table, step, ruling)

    def hold(self, table: Table[S], step: P, ruling: Ruling) -> None:
        """The gate before the effects of a ruling, if the umpire holds it for such as this."""
        held = table.state.gate_held
        if isinstance(held, Held) and not self._is_among(table.state, step, ruling, held):
            return
        if held:
            table.push(Gate())

    def _is_among(self, state: S, step: P, ruling: Ruling, held: Held) -> bool:
        if held.procedures and ruling.procedure not in held.procedures:
            return False
        purposes = [thrown.purpose for thrown in ruling.throws] or [""]
        return not held.roles or any(self.thrower(state, step, purpose) in held.roles for purpose in purposes)


def _given(step: Any) -> GivenDice:
    return GivenDice(step.throws, getattr(step, "draws", ()))


def _with_draw(table: Table[Any], step: P, given: GivenDice, needed: NeedsDraw) -> P:
    """The step with the draw that its procedure waits for."""
    taken = table.draw(needed.k, range(needed.size), needed.purpose, needed.rule)
    made = given.draws[: given.used_draws]
    return msgspec.structs.replace(step, draws=(*made, Drawn(needed.purpose, needed.rule, needed.size, taken)))


class Gate(Step, frozen=True, tag="gate"):
    """The umpire's gate: he sees the ruling below it before it takes effect."""


class RulingAccepted(Action, frozen=True, tag="accept-ruling"):
    """The umpire lets the ruling stand."""


class RulingChanged(Action, frozen=True, tag="change-ruling"):
    """The umpire changes outputs of the ruling, with a reason that everyone reads."""

    outputs: dict[str, Any]
    reason: str


class GateSpace(Space[Any]):
    """Accept, or change outputs of the ruling that have an effect, each to a value that it may have."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.ruling = changes.ruling

    def options(self, partial: Partial) -> Sequence[str | int]:
        if partial:
            return ()
        return ("accept", "change") if self.changes.example() else ("accept",)

    def build(self, partial: Partial) -> Any:
        if partial[0] == "accept":
            return RulingAccepted()
        return RulingChanged(self.changes.example(), "-")

    def parts(self, action: Any) -> Partial:
        if isinstance(action, RulingAccepted):
            return ("accept",)
        if not isinstance(action, RulingChanged):
            raise Illegal(say("core.illegal.gate"))
        if not action.reason.strip():
            raise Illegal(say("core.illegal.reason-needed"))
        self.changes.check(action.outputs)
        return ("change",)

    def label(self, partial: Partial, part: str | int) -> Text:
        return say(f"core.gate.{part}")


class GateRules(StepRules[Any, Gate]):
    """The gate of a game that declares what can be changed in the rulings of its steps."""

    asks = True

    def __init__(self, changeable: Changeable) -> None:
        self.changeable = changeable

    def changes(self, state: Any, step: Step) -> Changes:
        return Changes(self.changeable.get(type(step)), state, step)

    def decisions(self, state: Any, step: Gate) -> Sequence[Decision[Any]]:
        if not (state.umpire and state.gate_held):
            return ()
        space = GateSpace(self.changes(state, state.agenda[-2]))
        prompt = say("core.prompt.gate", procedure=space.ruling.procedure)
        return (Decision(decision_id(state, UMPIRE), UMPIRE, prompt, "umpire", space, say("core.wait.umpire")),)

    def proceed(self, table: Table[Any], step: Gate) -> None:
        """Nobody holds the gate (any more): the ruling takes effect."""

    def answer(self, table: Table[Any], step: Gate, role: str, action: Any) -> None:
        if isinstance(action, RulingChanged):
            changes = self.changes(table.state, table.state.agenda.pop())
            table.push(changes.made(action.outputs, action.reason))
            procedure = word(table.game.id, "procedure", changes.ruling.procedure)
            table.tell(say("core.event.ruling-changed", procedure=procedure, reason=action.reason), "umpire")


def core_steps(changeable: Changeable) -> dict[type[Step], StepRules[Any, Any]]:
    """The steps every game has."""
    return {Gate: GateRules(changeable)}


__all__ = [
    "UMPIRE",
    "Adjudication",
    "Gate",
    "RulingAccepted",
    "RulingChanged",
    "StepRules",
    "core_steps",
    "decision_id",
]
