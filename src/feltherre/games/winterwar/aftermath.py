"""After a ground combat (1.5-c to 1.5-h): losses and the advance into a hex that was won; retreat.py has retreats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.actions import Advance, TakeLosses
from feltherre.games.winterwar.attackers import crossing
from feltherre.games.winterwar.board import GRID, IS_ARCTIC, number
from feltherre.games.winterwar.fates import fly_home, lose
from feltherre.games.winterwar.ground_combat import can_flip
from feltherre.games.winterwar.loss_space import LossSpace
from feltherre.games.winterwar.maps import has_enemy
from feltherre.games.winterwar.procedures.advance import may_advance_together, why_not_advance
from feltherre.games.winterwar.retreat import RetreatingRules, enter_together
from feltherre.games.winterwar.spaces import unit_of
from feltherre.games.winterwar.state import WinterWarState, attack_value, enemy_of, flying_over, is_on_map
from feltherre.games.winterwar.steps import Advancing, BattleOver, EndOfGame, Losses, Retreating
from feltherre.games.winterwar.texts import hex_name, side_name, unit_name, unit_names
from feltherre.games.winterwar.unit_sets import (
    DONE,
    fitting_set,
    ids,
    in_order,
    named_twice,
    no_such_unit,
    numbers_of,
    part_name,
)
from feltherre.games.winterwar.units import INDEX, ROLES, UNITS

# losses


def losses_borne(state: WinterWarState, unit: int, rule_id: str) -> int:
    """How many of the losses of one result a unit may take: one, or by option as many as it has faces left (R29)."""
    in_all = state.rules.loss_numbers == "steps" and rule_id != "1.5-g"
    return 2 if in_all and can_flip(state, unit) else 1


class LossesRules(StepRules[WinterWarState, Losses]):
    asks = True

    def alive(self, state: WinterWarState, step: Losses) -> bool:
        return any(is_on_map(state, unit) for unit in step.units)

    def _among(self, state: WinterWarState, step: Losses) -> tuple[list[int], list[int]]:
        """The units that are left, and how many losses each may take."""
        among = [unit for unit in step.units if is_on_map(state, unit)]
        return among, [losses_borne(state, unit, step.rule) for unit in among]

    @rule("2.1-e", "1.5-g")
    def decisions(self, state: WinterWarState, step: Losses) -> Sequence[Decision[Any]]:
        """The owner chooses which of his units take the losses (R29), or the further loss of a retreat (1.5-g)."""
        among, bears = self._among(state, step)
        if not 0 < step.count < sum(bears):
            return ()
        role, side, place = ROLES[step.side], side_name(step.side), hex_name(step.hex)
        what = "retreat-loss" if step.rule == "1.5-g" else f"losses.{state.rules.loss_numbers}"
        prompt = say(f"winterwar.prompt.{what}", side=side, place=place, n=step.count)
        wait = say("winterwar.wait.losses", side=side, place=place)
        flips = [unit for unit in among if can_flip(state, unit)]
        space = LossSpace(among, step.count, step.rule, bears, flips)
        return (Decision(decision_id(state, role), role, prompt, step.rule, space, wait),)

    @rule("2.1-e")
    def proceed(self, table: Table[WinterWarState], step: Losses) -> None:
        """There are as many losses as units to take them, or more: the surplus lapses (R29)."""
        for unit, most in zip(*self._among(table.state, step), strict=True):
            for _ in range(most if step.count else 0):
                lose(table, unit)

    def answer(self, table: Table[WinterWarState], step: Losses, role: str, action: TakeLosses) -> None:
        for name in action.units:
            lose(table, INDEX[name])


# the advance


@rule("1.5-h", "turn-3-g", "1.4-d")
def why_stays(state: WinterWarState, unit: int, hex_: int) -> str | None:
    """Why a unit that took part may not move into the hex that was won; None if it may, stacking apart (R34)."""
    here, stack = state.places[unit], UNITS[unit].stack
    if units.IS_GROUND[unit] and hex_ not in GRID.neighbours[here]:
        return "not-beside"
    if not units.IS_GROUND[unit]:
        return why_not_advance(ROLES[units.SIDE[unit]], stack, "none", True)
    return why_not_advance(ROLES[units.SIDE[unit]], stack, crossing(here, hex_), board.is_linked(here, hex_))


@rule("1.5-h", "1.5-d")
def advancers(state: WinterWarState, step: Advancing) -> list[int]:
    """The attackers that may move in: nobody while an enemy ground unit is left in the hex (1.5-d, R34)."""
    if has_enemy(state, step.hex, state.side):
        return []
    return [unit for unit in step.units if is_on_map(state, unit) and why_stays(state, unit, step.hex) is None]


class AdvanceSpace(Space[Advance]):
    """Some of the attackers that have room together, or none."""

    kinds = (Advance,)

    def __init__(self, state: WinterWarState, step: Advancing, able: Sequence[int]) -> None:
        self.state = state
        self.step = step
        self.able = able

    @rule("1.5-h", "setup-5", "setup-6")
    def fits(self, chosen: Sequence[int]) -> bool:
        """Nobody else of their side can be there (R34)."""
        return may_advance_together(IS_ARCTIC[self.step.hex], [UNITS[unit].stack for unit in chosen])

    def options(self, partial: Partial) -> Sequence[Part]:
        if partial and partial[-1] == DONE:
            return ()
        return fitting_set(self.able, numbers_of(partial), self.fits, may_be_empty=True)

    def build(self, partial: Partial) -> Advance:
        return Advance(tuple(str(part) for part in partial[:-1]))

    def parts(self, action: Advance) -> Partial:
        return (*in_order(action.units, "1.5-h"), DONE)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        unit, place = unit_of(part), hex_name(self.step.hex)
        if unit < 0:
            return no_such_unit(part, "1.5-h")
        if unit not in self.step.units:
            return Illegal(say("winterwar.illegal.advance.took-no-part", unit=unit_name(unit)), "1.5-h")
        if unit in numbers_of(partial):
            return named_twice(unit, "1.5-h")
        if unit in self.able:
            stacking = "setup-6" if IS_ARCTIC[self.step.hex] else "setup-5"
            return Illegal(say("winterwar.illegal.advance.no-room", unit=unit_name(unit), place=place), stacking)
        reason = why_stays(self.state, unit, self.step.hex) if is_on_map(self.state, unit) else "not-beside"
        text = say(f"winterwar.illegal.advance.{reason}", unit=unit_name(unit), place=place)
        return Illegal(text, _STAYS_RULE.get(reason or "", "1.5-h"))

    def label(self, partial: Partial, part: Part) -> Text:
        return part_name(part)

    def sample(self, rng: Random) -> Advance:
        return Advance(tuple(ids(self._filled(unit for unit in self.able if rng.random() < 0.5))))

    def _filled(self, wanted: Any) -> list[int]:
        """As many of these as have room, the first before the others."""
        chosen: list[int] = []
        for unit in wanted:
            if self.fits((*chosen, unit)):
                chosen.append(unit)
        return sorted(chosen)

    @property
    def lists_all(self) -> bool:
        return False

    def candidates(self, limit: int | None = None) -> Iterator[Advance]:
        """Nobody, each unit alone, and each with the strongest others that find room."""
        strong = sorted(self.able, key=lambda unit: -attack_value(self.state, unit))
        found: dict[tuple[int, ...], None] = {(): None}
        for unit in strong:
            found[(unit,)] = None
            found[tuple(self._filled((unit, *(other for other in strong if other != unit))))] = None
        for chosen in list(found)[:limit]:
            yield Advance(tuple(ids(chosen)))


_STAYS_RULE: Final = {"ship": "move-8", "water": "1.4-d", "off-road": "turn-3-g"}


class AdvancingRules(StepRules[WinterWarState, Advancing]):
    asks = True

    @rule("1.5-h")
    def decisions(self, state: WinterWarState, step: Advancing) -> Sequence[Decision[Any]]:
        """The attacker may move units that took part into a hex without enemy ground units (1.5-h)."""
        able = advancers(state, step)
        if not able:
            return ()
        role, side, place = ROLES[state.side], side_name(state.side), hex_name(step.hex)
        prompt = say("winterwar.prompt.advance", side=side, place=place)
        wait = say("winterwar.wait.advance", side=side, place=place)
        return (Decision(decision_id(state, role), role, prompt, "1.5-h", AdvanceSpace(state, step, able), wait),)

    def proceed(self, table: Table[WinterWarState], step: Advancing) -> None:
        """The hex is still held, or nobody can go."""

    @rule("1.5-h", "win-3", "intro-8")
    def answer(self, table: Table[WinterWarState], step: Advancing, role: str, action: Advance) -> None:
        """They enter at no cost, whatever zones there are; it counts like any entering (R34, R47)."""
        chosen = [INDEX[name] for name in action.units]
        if chosen:
            text = say("winterwar.event.advance", n=len(chosen), place=hex_name(step.hex), units=unit_names(chosen))
            table.tell(text, "1.5-h", (number(step.hex),))
        enter_together(table, chosen, step.hex)


class BattleOverRules(StepRules[WinterWarState, BattleOver]):
    @rule("intro-4", "intro-3")
    def proceed(self, table: Table[WinterWarState], step: BattleOver) -> None:
        """When the two hours are over, the combat just finished was the last (intro-4, R4)."""
        if table.state.time_over:
            table.push(EndOfGame("time"))
        if step.on_ground:
            self._send_home(table, step)

    @rule("1.5-e")
    def _send_home(self, table: Table[WinterWarState], step: BattleOver) -> None:
        """The air units of both sides that took part return to their base (1.5-e, R37)."""
        state, hex_ = table.state, step.hex
        own = [unit for unit in flying_over(state, hex_, state.side) if unit in step.units]
        fly_home(table, [*own, *flying_over(state, hex_, enemy_of(state.side))], hex_, "1.5-e")


STEPS: Final[dict[type[Step], StepRules[WinterWarState, Any]]] = {
    Losses: LossesRules(),
    Retreating: RetreatingRules(),
    Advancing: AdvancingRules(),
    BattleOver: BattleOverRules(),
}
