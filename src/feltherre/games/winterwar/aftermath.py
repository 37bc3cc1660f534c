"""After a ground combat (1.5-c to 1.5-h): losses and the advance into a hex that was won; retreat.py has retreats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Several
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import attackers, board, fates, maps, retreat, spaces
from feltherre.games.winterwar.actions import Advance, TakeLosses
from feltherre.games.winterwar.procedures.advance import STAYS_RULE, may_advance_together, why_not_advance
from feltherre.games.winterwar.procedures.losses import borne
from feltherre.games.winterwar.state import WinterWarState, attack_value, can_flip, enemy_of, flying_over, is_on_map
from feltherre.games.winterwar.steps import Advancing, BattleOver, EndOfGame, Losses, steps
from feltherre.games.winterwar.texts import WORDS, hex_name, side_name, unit_name, unit_names
from feltherre.games.winterwar.units import INDEX, IS_GROUND, ROLES, SIDE, UNITS
from feltherre.hexgame import fighting

# losses


def _among(state: WinterWarState, step: Losses) -> dict[int, int]:
    """The units that are left -> how many losses each may take (R29); a retreat costs units (1.5-g)."""
    numbers = "units" if step.rule == "1.5-g" else state.rules.loss_numbers
    return {unit: borne(can_flip(state, unit), numbers) for unit in step.units if is_on_map(state, unit)}


@steps.asks(Losses)
@rule("2.1-e", "1.5-g")
def whom_to_lose(state: WinterWarState, step: Losses) -> Iterator[Decision[Any]]:
    """The owner chooses which of his units take the losses (R29), or the further loss of a retreat (1.5-g)."""
    bears = _among(state, step)
    outlasts = {unit: int(can_flip(state, unit)) for unit in bears}
    space = fighting.share_losses(WORDS, TakeLosses, bears, outlasts, step.count, step.rule)
    if space is not None:
        what = "retreat-loss" if step.rule == "1.5-g" else f"losses.{state.rules.loss_numbers}"
        role, side, place = ROLES[step.side], side_name(step.side), hex_name(step.hex)
        yield ask(state, role, what, step.rule, space, waiting="losses", side=side, place=place, n=step.count)


@steps.does(Losses)
@rule("2.1-e")
def all_lose(table: Table[WinterWarState], step: Losses) -> None:
    """There are as many losses as units to take them, or more: the surplus lapses (R29)."""
    for unit, most in _among(table.state, step).items():
        for _ in range(most):
            fates.lose(table, unit)


@steps.answer(Losses)
def losses_chosen(table: Table[WinterWarState], step: Losses, role: str, action: TakeLosses) -> None:
    for name in action.units:
        fates.lose(table, INDEX[name])


# the advance


@rule("1.5-h", "turn-3-g", "1.4-d")
def why_stays(state: WinterWarState, unit: int, hex_: int) -> str | None:
    """Why a unit that took part may not move into the hex that was won; None if it may, stacking apart (R34)."""
    here, stack = state.places[unit], UNITS[unit].stack
    if IS_GROUND[unit] and hex_ not in board.GRID.neighbours[here]:
        return "not-beside"
    if not IS_GROUND[unit]:
        return why_not_advance(ROLES[SIDE[unit]], stack, "none", True)
    return why_not_advance(ROLES[SIDE[unit]], stack, attackers.crossing(here, hex_), board.is_linked(here, hex_))


@rule("1.5-h", "1.5-d")
def advancers(state: WinterWarState, step: Advancing) -> list[int]:
    """The attackers that may move in: nobody while an enemy ground unit is left in the hex (1.5-d, R34)."""
    if maps.has_enemy(state, step.hex, state.side):
        return []
    return [unit for unit in step.units if is_on_map(state, unit) and why_stays(state, unit, step.hex) is None]


@rule("1.5-h", "setup-5", "setup-6")
def have_room(hex_: int, chosen: Sequence[int]) -> bool:
    """Whether these have room together in a hex that was won; nobody else of their side can be there (R34)."""
    return may_advance_together(board.IS_ARCTIC[hex_], [UNITS[unit].stack for unit in chosen])


@rule("1.5-h")
def advance_space(state: WinterWarState, step: Advancing, able: Sequence[int]) -> Several[Advance]:
    """Some of the attackers that have room together, or none."""
    hex_ = step.hex

    def refuse(chosen: Sequence[int], unit: int) -> Illegal:
        if unit not in step.units:
            return Illegal(say("winterwar.illegal.advance.took-no-part", unit=unit_name(unit)), "1.5-h")
        if unit in chosen:
            return spaces.named_twice(unit, "1.5-h")
        if unit in able:
            return spaces.about_unit("advance.no-room", unit, hex_, spaces.stacking_rule(hex_))
        reason = why_stays(state, unit, hex_) if is_on_map(state, unit) else "not-beside"
        return spaces.about_unit(f"advance.{reason}", unit, hex_, STAYS_RULE.get(reason or "", "1.5-h"))

    fits, strength = partial(have_room, hex_), partial(attack_value, state)
    return fighting.advance_space(WORDS, Advance, Advance, able, fits, strength, refuse, "1.5-h")


@steps.asks(Advancing)
@rule("1.5-h")
def who_advances(state: WinterWarState, step: Advancing) -> Iterator[Decision[Any]]:
    """The attacker may move units that took part into a hex without enemy ground units (1.5-h)."""
    able = advancers(state, step)
    if able:
        role, side, place = ROLES[state.side], side_name(state.side), hex_name(step.hex)
        yield ask(state, role, "advance", "1.5-h", advance_space(state, step, able), side=side, place=place)


@steps.does(Advancing)
def nobody_advances(table: Table[WinterWarState], step: Advancing) -> None:
    """The hex is still held, or nobody can go."""


@steps.answer(Advancing)
@rule("1.5-h", "win-3", "intro-8")
def advance(table: Table[WinterWarState], step: Advancing, role: str, action: Advance) -> None:
    """They enter at no cost, whatever zones there are; it counts like any entering (R34, R47)."""
    chosen = [INDEX[name] for name in action.units]
    if chosen:
        text = say("winterwar.event.advance", n=len(chosen), place=hex_name(step.hex), units=unit_names(chosen))
        table.tell(text, "1.5-h", (board.number(step.hex),))
    retreat.enter_together(table, chosen, step.hex)


@steps.does(BattleOver)
@rule("intro-4", "intro-3")
def battle_over(table: Table[WinterWarState], step: BattleOver) -> None:
    """When the two hours are over, the combat just finished was the last (intro-4, R4)."""
    if table.state.time_over:
        table.push(EndOfGame("time"))
    if step.on_ground:
        _send_home(table, step)


@rule("1.5-e")
def _send_home(table: Table[WinterWarState], step: BattleOver) -> None:
    """The air units of both sides that took part return to their base (1.5-e, R37)."""
    state, hex_ = table.state, step.hex
    own = [unit for unit in flying_over(state, hex_, state.side) if unit in step.units]
    fates.fly_home(table, [*own, *flying_over(state, hex_, enemy_of(state.side))], hex_, "1.5-e")
