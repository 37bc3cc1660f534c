"""The course of a turn in The Ford."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome, Ruling, Thrown
from feltherre.core.changes import OneOf as OneOfWords
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.space import Decision
from feltherre.core.state import Result, Step
from feltherre.core.steps import Steps, ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.hexgame.counters import DESTROYED, is_on_map
from tinyhex.field import (
    BOARD,
    COUNTERS,
    ROLES,
    TERRAIN,
    THEATRE,
    WORDS,
    Field,
    enter,
    figures,
    of_side,
    unit_at,
    way_out,
)
from tinyhex.spaces import Attack, End, FallBack, March, Stand, attack_space, beaten_space, march_space

#: the outcomes of an attack, by the total up to which each holds (S4)
OUTCOMES = ("repelled", "holds", "pressed", "broken")


class Assault(Struct, frozen=True):
    attack: int
    defence: int
    ground: str


@procedure("assault", die=int)
@rule("S4")
def assault(given: Assault, desk: Desk) -> Resolve:
    """One die, the attack of all, less the defence and what the ground gives (S4)."""
    cover = -int(given.ground in ("forest", "village"))
    numbers = {"attack": given.attack, "defence": -given.defence, "cover": cover}
    difference = desk.sum("of", {name: (number, "S4") for name, number in numbers.items()})

    def resolve(chance: Chance) -> Outcome:
        total = chance.throw(1, "die", "S4").total + difference
        outcome = OUTCOMES[(total > 1) + (total > 3) + (total > 5)]
        desk.line(outcome, "S4", total, total=total)
        return {"outcome": outcome}

    return resolve


class Turn(Step, frozen=True, tag="turn"):
    number: int


class Phase(Step, frozen=True, tag="phase"):
    """A side marches, counter by counter, or attacks, one enemy after the other (S2)."""

    side: int
    phase: str
    begun: bool = False


class Battle(Step, frozen=True, tag="battle"):
    """The throw of an attack (S4)."""

    hex: int
    units: tuple[int, ...]
    throws: tuple[Thrown, ...] = ()


class Fought(Step, frozen=True, tag="fought"):
    """It takes effect (S4)."""

    hex: int
    units: tuple[int, ...]
    ruling: Ruling


class Beaten(Step, frozen=True, tag="beaten"):
    """A counter falls back, or takes a loss instead (S4)."""

    unit: int
    may_stand: bool


class EndOfTurn(Step, frozen=True, tag="end-of-turn"):
    number: int


STEPS = Steps()


@STEPS.does(Turn)
def turn(table: Table[Field], step: Turn) -> None:
    state = table.state
    state.turn = step.number
    state.moved, state.attacked = [0] * COUNTERS.count, [0] * COUNTERS.count
    table.tell(say("ford.event.turn", n=step.number), "S2")
    phases = (Phase(side, phase) for side in (0, 1) for phase in ("march", "attack"))
    table.push(*phases, EndOfTurn(step.number))


@STEPS.asks(Phase)
def what_to_do(state: Field, step: Phase) -> Iterator[Decision[Any]]:
    """Nobody is asked who has nothing to do."""
    space = (march_space if step.phase == "march" else attack_space)(state) if step.begun else None
    if space is not None and len(space.branches) > 1:
        yield ask(state, ROLES[step.side], step.phase, "S2", space, side=WORDS.side_name(step.side))


@STEPS.does(Phase)
def phase_begins(table: Table[Field], step: Phase) -> None:
    if not step.begun:
        table.state.side, table.state.phase = step.side, step.phase
        table.push(Phase(step.side, step.phase, begun=True))


@STEPS.answer(Phase, to=March)
@rule("S3")
def march(table: Table[Field], step: Phase, role: str, action: March) -> None:
    state, unit = table.state, COUNTERS.index[action.unit]
    state.moved[unit] = 1
    for hex_ in BOARD.hexes_of(action.path):
        enter(state, unit, hex_)
    told = say("ford.event.marches", unit=COUNTERS.name(unit), hex=BOARD.name(state.places[unit]))
    table.tell(told, "S3", places=action.path)
    table.push(step)
    look_whether_over(table)


@STEPS.answer(Phase, to=Attack)
@rule("S4")
def attack(table: Table[Field], step: Phase, role: str, action: Attack) -> None:
    state, hex_ = table.state, BOARD.hex_of(action.hex)
    units = tuple(COUNTERS.numbers_of(action.units))
    for unit in units:
        state.attacked[unit] = 1
    table.tell(say("ford.event.attack", units=COUNTERS.names(units), hex=BOARD.name(hex_)), "S4", places=(action.hex,))
    table.push(Battle(hex_, units), step)


@STEPS.answer(Phase, to=End)
def end(table: Table[Field], step: Phase, role: str, action: End) -> None:
    table.tell(say(f"ford.event.end-{step.phase}", side=WORDS.side_name(step.side)), "S2")


@STEPS.throws(
    Battle,
    Fought,
    by=assault,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes=lambda state, step: {"outcome": OneOfWords(OUTCOMES)},
)
def battle(state: Field, step: Battle) -> Assault | None:
    return assault_on(state, step.hex, step.units)


def assault_on(state: Field, hex_: int, units: tuple[int, ...]) -> Assault | None:
    """What an attack is fought with; None if nobody is there any more."""
    defender, there = unit_at(state, hex_), [unit for unit in units if state.places[unit] >= 0]
    if defender < 0 or not there:
        return None
    return Assault(sum(figures(state, u)[0] for u in there), figures(state, defender)[1], TERRAIN[hex_])


@STEPS.alive(Fought)
def both_stand(state: Field, step: Fought) -> bool:
    return assault_on(state, step.hex, step.units) is not None


@STEPS.does(Fought)
@rule("S4", "S5")
def take_effect(table: Table[Field], step: Fought) -> None:
    state, outcome, defender = table.state, step.ruling.outputs["outcome"], unit_at(table.state, step.hex)
    places = (BOARD.number(step.hex),)
    told = say(f"ford.event.{outcome}", hex=BOARD.name(step.hex))
    table.tell(told, "S4", places=places, ruling=step.ruling)
    if outcome == "repelled":
        takes_loss(table, next(unit for unit in step.units if state.places[unit] >= 0))
    elif outcome == "pressed":
        table.push(Beaten(defender, may_stand=True))
    elif outcome == "broken" and takes_loss(table, defender):
        table.push(Beaten(defender, may_stand=False))
    look_whether_over(table)


@rule("S5")
def takes_loss(table: Table[Field], unit: int) -> bool:
    """The first turns the counter over, the second destroys it (S5). True if it still stands."""
    state = table.state
    state.losses[unit] += 1
    stands = state.losses[unit] < 2
    if not stands:
        THEATRE.put(state, unit, DESTROYED)
    table.tell(say(f"ford.event.{'loss' if stands else 'destroyed'}", unit=COUNTERS.name(unit)), "S5")
    return stands


@STEPS.alive(Beaten)
def still_there(state: Field, step: Beaten) -> bool:
    return is_on_map(state, step.unit)


@STEPS.asks(Beaten)
def back_or_stand(state: Field, step: Beaten) -> Iterator[Decision[Any]]:
    if way_out(state, step.unit):
        space = beaten_space(state, step.unit, step.may_stand)
        yield ask(state, ROLES[COUNTERS.side[step.unit]], "beaten", "S4", space, unit=COUNTERS.name(step.unit))


@STEPS.does(Beaten)
@STEPS.answer(Beaten, to=Stand)
def stand(table: Table[Field], step: Beaten, *answer: Any) -> None:
    """It stands, or has nowhere to go to: a loss (S4)."""
    takes_loss(table, step.unit)
    look_whether_over(table)


@STEPS.answer(Beaten, to=FallBack)
def fall_back(table: Table[Field], step: Beaten, role: str, action: FallBack) -> None:
    hex_ = BOARD.hex_of(action.hex)
    enter(table.state, step.unit, hex_)
    told = say("ford.event.falls-back", unit=COUNTERS.name(step.unit), hex=BOARD.name(hex_))
    table.tell(told, "S4", places=(action.hex,))
    look_whether_over(table)


@STEPS.does(EndOfTurn)
def end_of_turn(table: Table[Field], step: EndOfTurn) -> None:
    if step.number < table.state.turns:
        table.push(Turn(step.number + 1))
    else:
        won_by(table, table.state.owners[0], "turns")


@rule("S6")
def look_whether_over(table: Table[Field]) -> None:
    """Both villages for the South, or no counters left (S6)."""
    state = table.state
    if state.result is None:
        if state.owners == [1, 1]:
            won_by(table, 1, "villages")
        for side in (0, 1):
            if not of_side(state, side) and state.result is None:
                won_by(table, 1 - side, "destroyed")


def won_by(table: Table[Field], side: int, why: str) -> None:
    table.finish(Result((ROLES[side],), why, len(of_side(table.state, side)), "S6"))


def how_won(result: Result) -> Text:
    return say(f"ford.won.{result.degree}")
