"""The rules of a game's steps: functions in the modules of the book's chapters, noted in one register.

    steps = Steps()

    @steps.asks(Movement)
    def may_move(state, step):           # yields the decisions it opens, all together; none: it is done by itself
        yield ask(state, role, "move", "4.1b-1", space)

    @steps.answer(Movement, to=Move)     # carries out an answer of this kind; without `to` any answer
    def move(table, step, role, action): ...

    @steps.does(Turn)                    # carries out a step that asks nobody
    def turn(table, step): ...

    @steps.throws(Volley, VolleyRuled, by=small_arms_fire, thrower=firer, changes=...)
    def volley(state, step): ...         # the situation that the procedure rules on; None: the step has died

The engine takes a step off the agenda before it is carried out or answered; a step that is to go on is pushed again.
Two functions for the same thing are refused when the second is noted, a step without any by `complete`.

Throw, ruling and effects are separate steps: a step that throws has a field `throws: tuple[Thrown, ...] = ()`, and
`draws: tuple[Drawn, ...] = ()` if its procedure draws too (with real dice the software still draws). The step that
follows it carries the ruling as data, has its other fields of the same names, and the umpire's gate stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import isgeneratorfunction
from types import ModuleType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from feltherre.core.agenda import UMPIRE, Gate, GateSpace, RulingAccepted, RulingChanged, decision_id
from feltherre.core.catalogue import throw_name, word
from feltherre.core.chance import Drawn, GivenDice, Line, NeedsDraw, NeedsThrow, Ruling, Thrown
from feltherre.core.changes import Changeable, Changes, Declared, Value
from feltherre.core.procedure import Procedure
from feltherre.core.space import Decision, DiceSpace, DiceTyped, Space
from feltherre.core.state import Held, State, Step
from feltherre.core.table import Fallen, Table
from feltherre.core.text import say

F = TypeVar("F", bound=Callable[..., Any])

#: the role that throws for a purpose; where nothing is thrown (purpose ""), whose ruling it is
Thrower = Callable[[Any, Any, str], str]


def ask(
    state: State,
    role: str,
    what: str,
    rule: str,
    space: Space[Any],
    /,
    *,
    reaction: bool = False,
    waiting: str = "",
    cannot: tuple[Line, ...] = (),
    **told: Any,
) -> Decision[Any]:
    """The question `<game>.prompt.<what>` to a role, in the words `told`; the others read `<game>.wait.<what>`, or
    `<game>.wait.<waiting>` where the question itself would tell too much."""
    owner = state.owner
    return Decision(
        decision_id(state, role),
        role,
        lambda: say(f"{owner}.prompt.{what}", **told),
        rule,
        space,
        lambda: say(f"{owner}.wait.{waiting or what}", **told),
        reaction,
        cannot,
    )


class Rules:
    """What is done about one kind of step."""

    __slots__ = ("alive", "answer", "answers", "asks", "decisions", "kinds_answered", "opens", "proceed", "throwing")

    def __init__(self) -> None:
        #: False: the step is always done by itself
        self.asks = False
        #: False when what the step names is gone (after an umpire's edit): it drops out
        self.alive: Callable[[Any, Any], bool] = _always
        #: the decisions it opens, all together; asking changes nothing
        self.decisions: Callable[[Any, Any], Sequence[Decision[Any]]] = _nobody
        #: whether it opens any; a game may answer more cheaply than by building them
        self.opens: Callable[[Any, Any], bool] = self._opens
        self.proceed: Callable[[Table[Any], Any], None] = _not_told
        self.answer: Callable[[Table[Any], Any, str, Any], None] = self._by_kind
        #: the answers to decisions that were open together, in role order as one step
        self.answers: Callable[[Table[Any], Any, Mapping[str, Any]], None] = self._one_by_one
        self.kinds_answered: dict[type, Callable[[Table[Any], Any, str, Any], None]] = {}
        self.throwing: Throwing | None = None

    def _opens(self, state: State, step: Step) -> bool:
        return bool(self.decisions(state, step))

    def _by_kind(self, table: Table[Any], step: Step, role: str, action: Any) -> None:
        carry_out = self.kinds_answered.get(type(action))
        if carry_out is None:
            kind, answer = type(step).__name__, type(action).__name__
            raise TypeError(
                f"{kind} was answered with {answer}: no function is noted, @steps.answer({kind}, to={answer})"
            )
        carry_out(table, step, role, action)

    def _one_by_one(self, table: Table[Any], step: Step, actions: Mapping[str, Any]) -> None:
        for role, action in actions.items():
            self.answer(table, step, role, action)

    def is_told(self) -> bool:
        """Whether there is anything to be done about the step."""
        return self.asks or self.proceed is not _not_told

    def is_answered(self) -> bool:
        """Whether anything carries out an answer."""
        noted = self.answer != self._by_kind or self.answers != self._one_by_one
        return noted or bool(self.kinds_answered)


def _always(state: State, step: Step) -> bool:
    return True


def _nobody(state: State, step: Step) -> Sequence[Decision[Any]]:
    return ()


def _not_told(table: Table[Any], step: Step) -> None:
    kind = type(step).__name__
    raise TypeError(f"{kind} asks nobody now: no function is noted for what is done then, @steps.does({kind})")


#: what a game writes for it
_NOTED_BY = {"decisions": "asks", "proceed": "does"}


class Steps(dict[type[Step], Rules]):
    """The register of a game: kind of step -> its rules."""

    def __init__(self) -> None:
        super().__init__()
        #: for each step that applies a ruling: what an umpire may change in it at his gate
        self.changeable: dict[type[Step], Declared] = {}
        self._noted: set[tuple[type, str, type | None]] = set()

    def alive(self, *kinds: type[Step]) -> Callable[[F], F]:
        return self._note("alive", kinds)

    def asks(self, *kinds: type[Step]) -> Callable[[F], F]:
        """The function gives the decisions that the step opens, one by one or together."""

        def noted(function: F) -> F:
            self._note("decisions", kinds, together(function))(function)
            for kind in kinds:
                self[kind].asks = True
            return function

        return noted

    def opens(self, *kinds: type[Step]) -> Callable[[F], F]:
        return self._note("opens", kinds)

    def does(self, *kinds: type[Step]) -> Callable[[F], F]:
        return self._note("proceed", kinds)

    def answer(self, *kinds: type[Step], to: type | Iterable[type] | None = None) -> Callable[[F], F]:
        """The function carries out the answers to a step: all of them, or those of the kind `to`."""
        if to is None:
            return self._note("answer", kinds)

        def noted(function: F) -> F:
            for kind in kinds:
                for action in (to,) if isinstance(to, type) else to:
                    self._once(kind, "answer", action)
                    self._rules(kind).kinds_answered[action] = function
            return function

        return noted

    def answers(self, *kinds: type[Step]) -> Callable[[F], F]:
        """The function carries out the answers to several decisions that were open together."""
        return self._note("answers", kinds)

    def throws(
        self,
        kind: type[Step],
        ruled: type[Step],
        *,
        by: Procedure[Any] | Callable[[Any], Procedure[Any]],
        thrower: Thrower,
        changes: Declared | Mapping[str, Value] | None = None,
    ) -> Callable[[F], F]:
        """The function gives the situation on which a procedure rules; `by` is the procedure, or finds the one that
        holds in a state. `changes`: what an umpire may change before the step `ruled` carries the ruling out."""

        def noted(function: F) -> F:
            _check_fields(kind, ruled)
            throwing = Throwing(ruled, by, function, thrower)
            for name in ("decisions", "answer", "proceed"):
                self._note(name, (kind,), getattr(throwing, name))(function)
            self[kind].asks = True
            self[kind].throwing = throwing
            if changes is not None:
                self.changeable[ruled] = changes if callable(changes) else lambda state, step: changes
            return function

        return noted

    def complete(self, *modules: ModuleType) -> Steps:
        """The register itself, once every step of these modules has its rules."""
        defined = {kind for module in modules for kind in _steps_of(module)}
        untold = sorted(kind.__name__ for kind in defined if kind not in self or not self[kind].is_told())
        if untold:
            raise TypeError(f"no rules for the steps {', '.join(untold)}: note @steps.does, .asks or .throws for each")
        unanswered = sorted(kind.__name__ for kind, rules in self.items() if rules.asks and not rules.is_answered())
        if unanswered:
            raise TypeError(f"nothing carries out the answers to {', '.join(unanswered)}: note @steps.answer for each")
        return self

    def _note(self, name: str, kinds: Iterable[type[Step]], function: Any = None) -> Callable[[F], F]:
        def noted(given: F) -> F:
            for kind in kinds:
                self._once(kind, name)
                setattr(self._rules(kind), name, function or given)
            return given

        return noted

    def _once(self, kind: type[Step], name: str, action: type | None = None) -> None:
        those = {one for one in self._noted if one[:2] == (kind, name)}
        if those and (action is None or {(kind, name, action), (kind, name, None)} & those):
            noted_by = _NOTED_BY.get(name, name)
            raise TypeError(f"two rules for {kind.__name__}: {noted_by} {action.__name__ if action else ''}".rstrip())
        self._noted.add((kind, name, action))

    def _rules(self, kind: type[Step]) -> Rules:
        return self.setdefault(kind, Rules())


def together(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Sequence[Decision[Any]]]:
    """A function that yields decisions one by one as one that gives them all together."""
    if not isgeneratorfunction(function):
        return function
    return lambda state, step: tuple(function(state, step))


def _steps_of(module: ModuleType) -> Iterator[type[Step]]:
    """Its own, and those of a layer of games that it takes up; the core has the rules of its own steps."""
    for thing in vars(module).values():
        is_step = isinstance(thing, type) and issubclass(thing, Step) and not thing.__module__.startswith(_CORE)
        if is_step and thing.__struct_config__.tag is not None:
            yield thing


_CORE = __name__.rpartition(".")[0]


def _check_fields(throwing: type[Step], ruled: type[Step]) -> None:
    """TypeError unless the first step has room for its dice, and the second for the ruling and what it takes over."""
    if "throws" not in throwing.__struct_fields__:
        raise TypeError(f"{throwing.__name__} throws: it needs the field `throws: tuple[Thrown, ...] = ()`")
    if "ruling" not in ruled.__struct_fields__:
        raise TypeError(f"{ruled.__name__} carries a ruling out: it needs the field `ruling: Ruling`")
    if unknown := [name for name in ruled.__struct_fields__ if name != "ruling" and not hasattr(throwing, name)]:
        raise TypeError(f"{ruled.__name__} has fields that {throwing.__name__} has not: {', '.join(unknown)}")


class Throwing:
    """A step that throws and rules by a procedure: a node of chance."""

    __slots__ = ("_by", "_shared", "ruled", "situation", "thrower")

    def __init__(
        self,
        ruled: type[Step],
        by: Procedure[Any] | Callable[[Any], Procedure[Any]],
        situation: Callable[[Any, Any], Struct | None],
        thrower: Thrower,
    ) -> None:
        self.ruled = ruled
        self.situation = situation
        self.thrower = thrower
        self._by = by
        self._shared = [name for name in ruled.__struct_fields__ if name != "ruling"]

    def procedure(self, state: State) -> Procedure[Any]:
        return self._by if isinstance(self._by, Procedure) else self._by(state)

    def after(self, step: Any, ruling: Ruling) -> Step:
        """The step that carries the ruling out."""
        return self.ruled(**{name: getattr(step, name) for name in self._shared}, ruling=ruling)

    def decisions(self, state: State, step: Any) -> Sequence[Decision[Any]]:
        """Where dice are real, their thrower is asked what they show."""
        if state.dice != "typed":
            return ()
        needed, _ = self._needed(state, step)
        if needed is None:
            return ()
        role = self.thrower(state, step, needed.purpose)
        purpose = throw_name(state.owner, self.procedure(state).name, needed.purpose)
        prompt = say("core.prompt.type-dice", n=needed.n, purpose=purpose)
        waiting = say("core.wait.dice", role=role)
        return (Decision(decision_id(state, role), role, prompt, needed.rule, DiceSpace(needed.n), waiting),)

    def _needed(self, state: State, step: Any) -> tuple[NeedsThrow | None, tuple[Thrown, ...]]:
        """(the throw to be typed in next, the throws that stand)"""
        given, situation, procedure = _given(step), self.situation(state, step), self.procedure(state)
        if situation is None:
            return None, ()
        try:
            procedure.resolve(procedure.assess(situation), given)
        except NeedsThrow as needed:
            return needed, given.made()
        except NeedsDraw:
            pass  # no person is asked for it: the software draws
        return None, given.made()

    def answer(self, table: Table[Any], step: Any, role: str, action: DiceTyped) -> None:
        needed, made = self._needed(table.state, step)
        assert needed is not None
        thrown = Thrown(needed.purpose, needed.rule, action.values, typed=True)
        table.typed(thrown)
        table.push(msgspec.structs.replace(step, throws=(*made, thrown)))

    def proceed(self, table: Table[Any], step: Any) -> None:
        state = table.state
        situation = self.situation(state, step)
        if situation is None:
            return
        procedure = self.procedure(state)
        assessed = procedure.assess(situation)
        if state.dice == "live":
            ruling = table.rule_by(procedure, assessed)
        else:
            given = _given(step)
            try:
                ruling = procedure.resolve(assessed, given)
            except NeedsDraw as needed:
                table.push(_with_draw(table, step, given, needed))
                return
        if ruling.throws and not table.quiet:
            role = self.thrower(state, step, ruling.throws[0].purpose)
            table.fallen.append(Fallen(procedure, situation, role, ruling))
        table.push(self.after(step, ruling))
        if self.is_held(state, step, ruling):
            table.push(Gate())

    def is_held(self, state: State, step: Any, ruling: Ruling) -> bool:
        """Whether the umpire holds his gate before a ruling such as this."""
        held = state.gate_held
        if not isinstance(held, Held):
            return held
        if held.procedures and ruling.procedure not in held.procedures:
            return False
        purposes = [thrown.purpose for thrown in ruling.throws] or [""]
        return not held.roles or any(self.thrower(state, step, purpose) in held.roles for purpose in purposes)


def core_steps(changeable: Changeable) -> Steps:
    """The steps every game has. `changeable`: what an umpire may change in the rulings of its steps."""
    steps = Steps()

    def changes(state: State, step: Step) -> Changes:
        return Changes(changeable.get(type(step)), state, step)

    @steps.asks(Gate)
    def look_at_ruling(state: State, step: Gate) -> Iterator[Decision[Any]]:
        if state.umpire and state.gate_held:
            space = GateSpace(changes(state, state.agenda[-2]))
            prompt, waiting = say("core.prompt.gate", procedure=space.ruling.procedure), say("core.wait.umpire")
            yield Decision(decision_id(state, UMPIRE), UMPIRE, prompt, "umpire", space, waiting)

    @steps.does(Gate)
    @steps.answer(Gate, to=RulingAccepted)
    def let_stand(table: Table[Any], step: Gate, *answer: Any) -> None:
        """The umpire accepts the ruling, or nobody holds the gate (any more): it takes effect."""

    @steps.answer(Gate, to=RulingChanged)
    def change_ruling(table: Table[Any], step: Gate, role: str, action: RulingChanged) -> None:
        found = changes(table.state, table.state.agenda.pop())
        table.push(found.made(action.outputs, action.reason))
        procedure = word(table.game.id, "procedure", found.ruling.procedure)
        table.tell(say("core.event.ruling-changed", procedure=procedure, reason=action.reason), "umpire")

    return steps


def _given(step: Any) -> GivenDice:
    return GivenDice(step.throws, getattr(step, "draws", ()))


def _with_draw(table: Table[Any], step: Any, given: GivenDice, needed: NeedsDraw) -> Any:
    """The step with the draw that its procedure waits for."""
    taken = table.draw(needed.k, range(needed.size), needed.purpose, needed.rule)
    made = given.draws[: given.used_draws]
    return msgspec.structs.replace(step, draws=(*made, Drawn(needed.purpose, needed.rule, needed.size, taken)))
