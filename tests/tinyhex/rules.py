"""How The Ford is played: what may be answered, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.changes import OneOf as AnyOf
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.space import Action, Decision, OneOf, Single, Space
from feltherre.core.state import Result, Step
from feltherre.core.steps import Steps
from feltherre.core.table import Table
from feltherre.ground.hexes.reasons import Reason
from feltherre.hexgame import course, fighting, marching
from feltherre.hexgame.actions import Attack, EndCombat, EndMovement, FallBack, Move, Stand
from feltherre.hexgame.counters import DESTROYED, is_on_map
from feltherre.hexgame.steps import (
    CombatPhase,
    EndOfGame,
    GroundBattle,
    GroundRuled,
    March,
    Movement,
    PhaseBegins,
    PlayerTurn,
    Turn,
)
from tinyhex import field
from tinyhex.field import BOARD, COUNTERS, GRID, LAKE, ROLES, TERRAIN, THEATRE, WORDS, Field

STEPS = Steps()


class Beaten(Step, frozen=True, tag="beaten"):
    """A counter falls back, or takes a loss instead (S4)."""

    unit: int
    may_stand: bool


def kinds(branches: dict[str, Space[Any]], *actions: type[Action]) -> OneOf:
    return OneOf(branches, actions, no_such_kind, WORDS.kind_name)


def no_such_kind(kind: str) -> Illegal:
    return WORDS.illegal(f"no-{kind}", "S2")


# the course of a game


@STEPS.does(Turn)
@rule("S2")
def turn(table: Table[Field], step: Turn) -> None:
    """The North, then the South, until the turns are over."""
    state = table.state
    state.turn = step.number
    WORDS.tell(table, "turn", "S2", number=step.number)
    is_last = step.number == state.last_turn
    table.push(PlayerTurn(0), PlayerTurn(1), EndOfGame("turns") if is_last else Turn(step.number + 1))


@STEPS.does(PlayerTurn)
@rule("S2")
def player_turn(table: Table[Field], step: PlayerTurn) -> None:
    """A side marches, then it fights."""
    course.player_turn_begins(table, WORDS, step.side, "S2")
    table.push(PhaseBegins("movement", step.side), Movement(), PhaseBegins("combat", step.side), CombatPhase())


STEPS.does(PhaseBegins)(course.phase_begins)


@STEPS.does(EndOfGame)
@rule("S6")
def end_of_game(table: Table[Field], step: EndOfGame) -> None:
    won_by(table, table.state.owners[0], step.reason)


@rule("S6")
def look_whether_over(table: Table[Field]) -> None:
    """Both villages for the South, or no counters left (S6)."""
    state = table.state
    if state.result is None and state.owners == [1, 1]:
        won_by(table, 1, "villages")
    for side in (0, 1):
        if state.result is None and not field.of_side(state, side):
            won_by(table, 1 - side, "destroyed")


def won_by(table: Table[Field], side: int, why: str) -> None:
    course.over(table, Result((ROLES[side],), why, len(field.of_side(table.state, side)), "S6"))


# marching

#: why a counter does not enter a hex (S3)
_REASONS = marching.checked(
    THEATRE,
    {
        LAKE: ("lake", "S3"),
        marching.ENEMY: ("taken", "S3"),
        marching.FULL: ("taken", "S3"),
        Reason.MUST_STOP: ("stops", "S3"),
        Reason.TOO_DEAR: ("too-far", "S3"),
        Reason.NOT_ADJACENT: ("too-far", "S3"),
    },
)


def marched(state: Field, unit: int) -> tuple[str, str] | None:
    """Every counter marches once (S2)."""
    return ("marched", "S2") if state.moved[unit] else None


@STEPS.asks(Movement)
def whom_to_march(state: Field, step: Movement) -> Iterator[Decision[Any]]:
    """Nobody is asked who has nobody to march."""
    marches = marching.Marches(THEATRE, state, Move, "S3", marched, _REASONS, THEATRE.movers)
    if any(True for _ in marches.able()):
        space = kinds({"move": marches, "end-movement": Single(EndMovement())}, Move, EndMovement)
        yield WORDS.ask(state, state.side, "movement", "S2", space)


STEPS.does(Movement, CombatPhase)(course.over_by_itself)
course.ends(STEPS, WORDS, Movement, EndMovement, "movement-over", "S2")
course.ends(STEPS, WORDS, CombatPhase, EndCombat, "combat-over", "S2")


@STEPS.answer(Movement, to=Move)
def move(table: Table[Field], step: Movement, role: str, action: Move) -> None:
    table.push(step)
    marching.set_out(table, WORDS, action.unit, action.path, "S3")


@STEPS.does(March)
@rule("S3")
def march(table: Table[Field], step: March) -> None:
    """It holds whatever village it comes through (S6)."""
    for hex_ in step.path:
        field.enter(table.state, step.unit, hex_)
    look_whether_over(table)


# attacks


def obstacle(state: Field, unit: int, hex_: int) -> tuple[str, str] | None:
    """Why a counter takes no part in an attack on a hex, with the rule."""
    if COUNTERS.side[unit] != state.side or state.places[unit] not in GRID.neighbours[hex_]:
        return "not-beside", "S4"
    return ("has-attacked", "S2") if state.attacked[unit] else None


def targets(state: Field) -> dict[int, list[int]]:
    """Hex of an enemy -> the counters that may attack it (S4)."""
    ready, may_join = (lambda unit: not state.attacked[unit]), (lambda unit, hex_: True)
    return fighting.targets(THEATRE, state, GRID.neighbours, ready, may_join)


ATTACKS = fighting.Attacks(
    THEATRE,
    obstacle=obstacle,
    idle=lambda state, unit: ("has-attacked", "S2") if state.attacked[unit] else ("not-beside-any", "S4"),
    no_target=lambda state, hex_: WORDS.about_hex("attack.no-target", hex_, "S4"),
    alone=lambda chosen, hex_: WORDS.about_hex("attack.nobody", hex_, "S4"),
    supports=[False] * COUNTERS.count,
    rules=("S4", "S4", "S4"),
)


@STEPS.asks(CombatPhase)
def whom_to_attack(state: Field, step: CombatPhase) -> Iterator[Decision[Any]]:
    if found := targets(state):
        branches = {"attack": ATTACKS.space(state, found), "end-combat": Single(EndCombat())}
        yield WORDS.ask(state, state.side, "combat", "S2", kinds(branches, Attack, EndCombat))


@STEPS.answer(CombatPhase, to=Attack)
@rule("S4")
def attack(table: Table[Field], step: CombatPhase, role: str, action: Attack) -> None:
    hex_, chosen, _ = fighting.declare(table, WORDS, action, COUNTERS.ground_in, "S4")
    table.push(GroundBattle(hex_, chosen), step)


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


def assault_on(state: Field, hex_: int, units: Sequence[int]) -> Assault | None:
    """What an attack is fought with; None if nobody is there any more."""
    defender, there = field.unit_at(state, hex_), [unit for unit in units if is_on_map(state, unit)]
    if defender < 0 or not there:
        return None
    return Assault(sum(field.figures(state, u)[0] for u in there), field.figures(state, defender)[1], TERRAIN[hex_])


@STEPS.throws(
    GroundBattle,
    GroundRuled,
    by=assault,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes={"outcome": AnyOf(OUTCOMES)},
)
def battle(state: Field, step: GroundBattle) -> Assault | None:
    return assault_on(state, step.hex, step.units)


# both are there still
STEPS.alive(GroundRuled)(lambda state, step: assault_on(state, step.hex, step.units) is not None)


@STEPS.does(GroundRuled)
@rule("S4", "S5")
def take_effect(table: Table[Field], step: GroundRuled) -> None:
    state, outcome, defender = table.state, step.ruling.outputs["outcome"], field.unit_at(table.state, step.hex)
    WORDS.tell(table, outcome, "S4", [step.hex], step.ruling, place=step.hex)
    if outcome == "repelled":
        takes_loss(table, next(unit for unit in step.units if is_on_map(state, unit)))
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
    WORDS.tell(table, "loss" if stands else "destroyed", "S5", unit=unit)
    return stands


STEPS.alive(Beaten)(lambda state, step: is_on_map(state, step.unit))


@STEPS.asks(Beaten)
@rule("S4")
def back_or_stand(state: Field, step: Beaten) -> Iterator[Decision[Any]]:
    """Back one hex; or, beaten only just, a loss where it stands (S4)."""

    def why_not(hex_: int) -> Illegal:
        return WORDS.about_unit("not-back", step.unit, hex_, "S4")

    if hexes := field.way_out(state, step.unit):
        space = fighting.fall_back_or_stand(WORDS, hexes, why_not, step.may_stand, no_such_kind, "S4")
        yield WORDS.ask(state, COUNTERS.side[step.unit], "beaten", "S4", space, unit=step.unit)


@STEPS.does(Beaten)
@STEPS.answer(Beaten, to=Stand)
def stand(table: Table[Field], step: Beaten, *answer: Any) -> None:
    """It stands, or has nowhere to go to: a loss (S4)."""
    takes_loss(table, step.unit)
    look_whether_over(table)


@STEPS.answer(Beaten, to=FallBack)
def fall_back(table: Table[Field], step: Beaten, role: str, action: FallBack) -> None:
    hex_ = BOARD.hex_of(action.hex)
    field.enter(table.state, step.unit, hex_)
    WORDS.tell(table, "falls-back", "S4", [hex_], unit=step.unit, place=hex_)
    look_whether_over(table)
