"""What is asked in the course of fire: whether an attacked unit fires as surprised (04.02.13), in which sequence
several fire at one target (R33), and of the umpire whether something that only he can judge has come about (R35).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_name, role_of
from feltherre.games.civilwar.field import are_there, is_working, kind
from feltherre.games.civilwar.grips import silenced_by_melee
from feltherre.games.civilwar.gun_steps import Cannonade, Laying
from feltherre.games.civilwar.guns import GunOrder, NoShot, gun_fire, why_silent
from feltherre.games.civilwar.halting import halt
from feltherre.games.civilwar.judging import EventJudged as EventJudged
from feltherre.games.civilwar.judging import asked_of_umpire
from feltherre.games.civilwar.orders.triggers import AfterShock, UmpireSays
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.procedures.inputs import Ammunition, amount
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index, note, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.triggers import SURPRISED, Due, ask_umpire, earliest, meet, parts_of, put
from feltherre.games.civilwar.volleys import Volley, has_cartridges, volley_at
from feltherre.ground.tabletop.measure import CM

#: the throws of fire
FireStep: TypeAlias = Volley | Laying | Cannonade
#: what a surprised battery may guess, in 0.1 mm: from charge distance on (R70)
GUESSES: Final = tuple(range(2 * CM, 10 * CM + 1, CM // 2))
#: why the order of a unit is void that has fired as surprised instead
FIRED: Final = "fired"
LAID: Final[tuple[Ammunition, ...]] = ("shell", "solid_shot")


# fire as surprised


class SurprisedFire(Step, frozen=True, tag="surprised-fire"):
    """An attacked unit without orders for it may fire before the shock (04.02.13)."""

    defender: str
    attacker: str


class FireSurprised(Action, frozen=True, tag="fire-surprised"):
    """Whether it fires; a battery also says with what, and its guess in 0.1 mm (R70)."""

    fire: bool
    ammunition: str = ""
    guess: int = 0


HOLD: Final = FireSurprised(False)


@rule("04.02.13")
def surprised_answers(state: CivilWarState, defender: Unit, attacker: Unit) -> list[FireSurprised]:
    """How a unit can fire as surprised at its attacker; empty if it may not, or no figure or gun reaches him (R37)."""
    if defender.order == "FU" or not _may_be_surprised(state, defender):
        return []
    if defender.arm != "artillery":
        shot = has_cartridges(defender) and volley_at(state, defender, attacker, surprised=True) is not None
        return [FireSurprised(True)] if shot else []
    answers = [FireSurprised(True, "canister")]
    answers += [FireSurprised(True, ammunition, guess) for ammunition in LAID for guess in GUESSES]
    return [answer for answer in answers if _reaches(state, defender, attacker, answer)]


def _reaches(state: CivilWarState, battery: Unit, attacker: Unit, answer: FireSurprised) -> bool:
    ammunition: Any = answer.ammunition
    if why_silent(state, battery, ammunition) is not None:
        return False
    order = GunOrder(ammunition, (attacker.id,), answer.guess or None, surprised=True)
    return not isinstance(gun_fire(state, battery, order), NoShot)


@rule("04.02.13")
def _may_be_surprised(state: CivilWarState, unit: Unit) -> bool:
    """Stationary, nothing done or passed through, no order for fire after shock, no field work (04.02.13, R37)."""
    doing = doing_of(state, unit.id)
    unit_kind: Any = kind(unit)
    judged = forced_action.outputs(
        ForcedSituation(
            event="attacked",
            kind=unit_kind,
            moved=doing.moved and doing.begins <= state.line.now,
            fired=doing.shots > 0 or SURPRISED in doing.to_fire or silenced_by_melee(state, unit),
            passed_through=doing.passed_through,
            after_shock_order=any(isinstance(part.when, AfterShock) for part in parts_of(state, unit.id)),
            working=is_working(state, unit),
            has_ammunition=not unit.out_of_ammunition,
        )
    )
    return bool(judged["action"] == "choice_surprised_fire")


@steps.alive(SurprisedFire)
def both_there(state: CivilWarState, step: SurprisedFire) -> bool:
    return are_there(state, step.defender, step.attacker)


@steps.asks(SurprisedFire)
def fires_as_surprised(state: CivilWarState, step: SurprisedFire) -> Iterator[Decision[Any]]:
    defender = unit_of(state, step.defender)
    if _standing(state, step.defender) != "ask":
        return
    answers = surprised_answers(state, defender, unit_of(state, step.attacker))
    if answers:
        role, actions = role_of(state, defender), [*answers, HOLD]
        space = ListSpace(actions, [_label(answer) for answer in actions])
        unit, attacker = name(state, step.defender), name(state, step.attacker)
        yield ask(state, role, "surprised", "04.02.13", space, role=role_name(role), unit=unit, attacker=attacker)


@steps.does(SurprisedFire)
def as_instructed(table: Table[CivilWarState], step: SurprisedFire) -> None:
    """By the standing instruction on the sheet: the first way of firing that there is, or none (R37)."""
    state = table.state
    answers = surprised_answers(state, unit_of(state, step.defender), unit_of(state, step.attacker))
    if answers and _standing(state, step.defender) == "yes":
        fire_surprised(state, step, answers[0])


@steps.answer(SurprisedFire)
def as_answered(table: Table[CivilWarState], step: SurprisedFire, role: str, action: FireSurprised) -> None:
    if action.fire:
        fire_surprised(table.state, step, action)


def _standing(state: CivilWarState, unit: str) -> str:
    line = doing_of(state, unit).line
    return line.prefs.surprised if line is not None else "ask"


def _label(answer: FireSurprised) -> Text:
    if not answer.fire:
        return say("civilwar.fire.choice.hold")
    if not answer.ammunition:
        return say("civilwar.fire.choice.volley")
    ammunition = say(f"civilwar.ammunition.{answer.ammunition}")
    if not answer.guess:
        return say("civilwar.fire.choice.canister", ammunition=ammunition)
    return say("civilwar.fire.choice.laid", ammunition=ammunition, cm=amount(answer.guess / CM))


@rule("04.02.13")
def fire_surprised(state: CivilWarState, step: SurprisedFire, answer: FireSurprised) -> None:
    """It fires before the shock, instead of any fire that it was ordered for later (R37)."""
    if state.tracks[index(state, step.defender)]:
        # a unit that fires does nothing else in this turn (R38): a march that was to begin later is off
        halt(state, step.defender, FIRED)
    note(state, step.defender, surprised=True, to_fire=(SURPRISED,))
    due = Due(earliest(state), step.attacker)
    put(state, step.defender, SURPRISED, due, ammunition=answer.ammunition, guess=answer.guess)


# the sequence of several


class FireSequence(Step, frozen=True, tag="fire-sequence"):
    """Several of one side fire at one target at the same instant: which first (R33)?"""

    side: int
    fires: tuple[FireStep, ...]


class FireFirst(Action, frozen=True, tag="fire-first"):
    """This unit's fire is taken next."""

    unit: str


@rule("04.01.3", "05.02.3")
def in_sequence(state: CivilWarState, fires: Sequence[FireStep]) -> list[Step]:
    """The fires of an instant one after the other, those at one target as the firing side chooses (R33)."""
    found: list[Step] = []
    for side in (0, 1):
        own = [fire for fire in fires if unit_of(state, fire.firer).side == side]
        for target in dict.fromkeys(target_of(fire) for fire in own):
            found += _at_one_target(state, side, [fire for fire in own if target_of(fire) == target])
    return found


def _at_one_target(state: CivilWarState, side: int, fires: list[FireStep]) -> list[Step]:
    """Those who are to be first by a standing instruction, then as the firing side says or the list of units, and
    those who are to be last."""
    said = {fire.firer: _first(state, fire.firer) for fire in fires}
    first, open_, last = ([fire for fire in fires if said[fire.firer] == word] for word in ("yes", "ask", "no"))
    asks = state.options.get("volley_sequence") == "ask" and len({fire.firer for fire in open_}) > 1
    return [*first, *([FireSequence(side, tuple(open_))] if asks else open_), *last]


def _first(state: CivilWarState, unit: str) -> str:
    line = doing_of(state, unit).line
    return line.prefs.first if line is not None else "ask"


def target_of(fire: FireStep) -> str:
    """Whom a fire is aimed at."""
    if isinstance(fire, Volley):
        return fire.struck.unit
    return fire.target if isinstance(fire, Laying) else fire.shot.struck.unit


@steps.asks(FireSequence)
def who_fires_first(state: CivilWarState, step: FireSequence) -> Iterator[Decision[Any]]:
    units = list(dict.fromkeys(fire.firer for fire in step.fires))
    if len(units) > 1:
        role = role_of(state, unit_of(state, units[0]))
        targets = {fire.firer: name(state, target_of(fire)) for fire in reversed(step.fires)}
        labels = [say("civilwar.fire.choice.first", unit=name(state, unit), target=targets[unit]) for unit in units]
        space = ListSpace([FireFirst(unit) for unit in units], labels)
        yield ask(state, role, "sequence", "05.02.3", space, role=role_name(role))


@steps.does(FireSequence)
def all_fire(table: Table[CivilWarState], step: FireSequence) -> None:
    table.push(*step.fires)


@steps.answer(FireSequence)
def fires_first(table: Table[CivilWarState], step: FireSequence, role: str, action: FireFirst) -> None:
    first = next(fire for fire in step.fires if fire.firer == action.unit)
    rest = tuple(fire for fire in step.fires if fire is not first)
    table.push(first, FireSequence(step.side, rest))


# the umpire


class JudgedByUmpire(Step, frozen=True, tag="judged-by-umpire"):
    """Has the event come about that a fire order leaves to the umpire (R35)?"""

    unit: str
    part: int


@steps.alive(JudgedByUmpire)
def still_waits(state: CivilWarState, step: JudgedByUmpire) -> bool:
    return are_there(state, step.unit) and step.part in doing_of(state, step.unit).to_fire


@steps.asks(JudgedByUmpire)
def has_come_about(state: CivilWarState, step: JudgedByUmpire) -> Iterator[Decision[Any]]:
    when = parts_of(state, step.unit)[step.part].when
    if state.umpire and isinstance(when, UmpireSays):
        yield asked_of_umpire(state, "fire", "03.03.6", step.unit, when.text)


@steps.does(JudgedByUmpire)
def nobody_judges(table: Table[CivilWarState], step: JudgedByUmpire) -> None:
    """Nobody is there to say so: it does not come about."""


@steps.answer(JudgedByUmpire)
@rule("03.03.6")
def judged(table: Table[CivilWarState], step: JudgedByUmpire, role: str, action: EventJudged) -> None:
    """It fires at once, or the umpire is asked again an eighth later."""
    state = table.state
    if action.met:
        meet(state, unit_of(state, step.unit), step.part)
    else:
        ask_umpire(state, step.unit, step.part)
