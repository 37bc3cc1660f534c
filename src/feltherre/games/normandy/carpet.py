"""Carpet bombing (STEP-2, CAR): at the end of their player turn the Allies write down a hex, and in clear weather all
their bombers strike it first thing in the next turn. Until it falls nobody else knows of it (R31)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any, Final

from msgspec import Struct, structs

from feltherre.core.chance import Chance, Outcome
from feltherre.core.changes import OneOf as AnyOf
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.reasons import Reasons
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Level, Pick, one_of
from feltherre.core.table import Table
from feltherre.games.normandy import board, flak, maps, movement
from feltherre.games.normandy.actions import NoBombing, PlanBombing
from feltherre.games.normandy.battle import CLOSE, Ground, tell_code
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.combat import losses_of
from feltherre.games.normandy.state import NormandyState, Weather, ground_in
from feltherre.games.normandy.steps import BombingPlan, Carpet, CarpetDue, CarpetRuled, steps
from feltherre.games.normandy.tables import GROUND, LAST_TURN, Count, Counter, allowed_in
from feltherre.games.normandy.units import ALLIED, BOMBERS, GERMAN, ROLES, UNITS
from feltherre.hexgame.counters import AWAITED, is_on_map
from feltherre.hexgame.results import NOTHING, Code, Part, parse_result
from feltherre.hexgame.steps import Retreating

#: a carpet falls at these odds, whatever bombs and whoever is bombed (CAR-3)
COLUMN: Final = GROUND.headings.index("4-1")


class Bombing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn before which a carpet may have been planned."""

    planned: bool
    bombers_used_last_turn: bool = False
    weather: Weather
    bombers: tuple[flak.AirUnit, ...]
    flak_points: Count = 0
    defenders: tuple[Counter, ...]
    terrain: Ground


#: why nothing is carried out (R31)
LAPSES: Final = Reasons[[Bombing]](
    __name__,
    "LAPSES",
    ("not-planned", "CAR-2", lambda b: not b.planned),
    ("bomber-flew", "CAR-8", lambda b: b.bombers_used_last_turn),
    ("weather", "CAR-3", lambda b: not allowed_in(b.weather).bombers),
    ("no-bombers", "CAR-2", lambda b: not b.bombers),
)


@procedure("carpet-bombing", "result", dice=list[int] | None)
@rule("STEP-2", "CAR-3", "CAR-5", "CAR-6", "1.8-rain", "1.8-storm")
def carpet_bombing(b: Bombing, desk: Desk) -> Resolve | Outcome:
    """Flak at each bomber, then the column 4-1 with the bare die; only the Germans suffer (CAR-3 to CAR-5, R31)."""
    if b.flak_points:
        flak.check_points(b.flak_points, desk)
    if reason := LAPSES.first(b):
        desk.line(f"carpet.no.{reason}", LAPSES.rules[reason])
        return _outcome(reason, (), None, NOTHING, b.terrain)

    def resolve(chance: Chance) -> Outcome:
        down = [bomber.id for bomber in b.bombers if shot_down(bomber, b.flak_points, chance, desk)]
        if len(down) == len(b.bombers):
            chance.ignore(1, "dice")
            desk.line("carpet.no.all-down", "CAR-4")
            return _outcome("all-down", down, None, NOTHING, b.terrain)
        die = chance.throw(1, "dice", "CAR-3").values[0]
        result = GROUND.result(COLUMN, die)
        part = (parse_result(result) or Code()).defender
        desk.line("carpet.die", "CAR-3", die, die=die, column=GROUND.headings[COLUMN], result=result)
        tell_code(Code(defender=part), b.terrain, desk)
        return _outcome(None, down, result, part, b.terrain)

    return resolve


@rule("CAR-4")
def shot_down(bomber: flak.AirUnit, points: int, chance: Chance, desk: Desk) -> bool:
    """Whether flak over the hex brings a bomber down before it bombs: one die at each (R33)."""
    return bool(points) and flak.shot(desk, points, bomber, chance.throw(1, "dice", "CAR-4").values[0])[1]


def _outcome(
    reason: str | None, down: Sequence[str], result: str | None, part: Part, terrain: Ground
) -> dict[str, Any]:
    return {
        "carried_out": reason is None,
        "reason": reason,
        "shot_down": list(down),
        "result": result,
        "bomber_losses_from_table": 0,
        "defender_losses": part.losses,
        "retreat_required": part.retreats,
        "loss_instead_allowed": part.retreats and terrain in CLOSE,
    }


# the plan


def bombers(state: NormandyState) -> list[int]:
    """All that are left."""
    return [unit for unit in BOMBERS if is_on_map(state, unit)]


@cache
def in_range(those: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(hex_ for hex_ in movement.missions(those[0]) if all(movement.in_range(unit, hex_) for unit in those))


@rule("CAR-1", "CAR-2", "CAR-7", "CAR-8")
def may_plan(state: NormandyState) -> bool:
    """Whether a bombing of the next turn may be planned: in any weather, if no bomber has flown in this turn (R31)."""
    return state.turn < LAST_TURN and bool(bombers(state)) and not any(state.moved[unit] for unit in BOMBERS)


@steps.asks(BombingPlan)
@rule("CAR-1", "CAR-2", "CAR-8")
def where_to_bomb(state: NormandyState, step: BombingPlan) -> Iterator[Decision[Any]]:
    """One hex for all bombers together. The others read only that the Allies are busy with the end of their turn."""
    if not may_plan(state):
        return
    hexes = in_range(tuple(bombers(state)))
    held = [hex_ for hex_ in hexes if maps.has_enemy(state, hex_, ALLIED)]
    pick = Pick(
        PlanBombing,
        Level(WORDS.hex_things("CAR-2"), lambda: hexes, partial(WORDS.about_hex, "no-bombing-there", rule="CAR-2")),
        draw=lambda rng: PlanBombing(board.number(one_of(held, rng))) if held else None,
        sound=lambda: (PlanBombing(board.number(hex_)) for hex_ in held),
    )
    branches: dict[str, Space[Any]] = {"plan-bombing": pick, "no-bombing": Single(NoBombing())}
    space = OneOf(branches, (PlanBombing, NoBombing), WORDS.illegal, WORDS.kind_name)
    yield WORDS.ask(state, ALLIED, "bombing-plan", "CAR-2", space)


@steps.does(BombingPlan)
def no_plan(table: Table[NormandyState], step: BombingPlan) -> None:
    """A bomber has flown, or there is none."""


@steps.answer(BombingPlan)
@rule("CAR-2", "CAR-7")
def plan(table: Table[NormandyState], step: BombingPlan, role: str, action: PlanBombing | NoBombing) -> None:
    """It is written down, secret until it falls; that they may have planned everybody knows, since no bomber flew."""
    state, state.asked_to_plan = table.state, True
    if isinstance(action, PlanBombing):
        state.plan = board.hex_of(action.hex)
        tell_allies(table, "bombing-planned", state.plan, "CAR-2")


def tell_allies(table: Table[NormandyState], key: str, hex_: int, rule_id: str) -> None:
    """What only the Allies know."""
    table.tell(WORDS.event(key, place=hex_), rule_id, board.BOARD.numbers([hex_]), audience=(ROLES[ALLIED],))


@rule("CAR-2")
def redeal(state: NormandyState, roles: Collection[str], rng: Random) -> NormandyState:
    """For whoever does not hold the Allies any hex may have been written down, or none."""
    other = state.clone()
    if state.asked_to_plan and ROLES[ALLIED] not in roles:
        # an umpire may have taken all of them away since
        other.plan = rng.choice([AWAITED, *in_range(tuple(bombers(state)) or BOMBERS)])
    return other


# the carpet


@steps.does(CarpetDue)
@rule("STEP-2", "CAR-3", "CAR-8", "CAR-9", "SEQ-5")
def carpet_due(table: Table[NormandyState], step: CarpetDue) -> None:
    """First thing in a new turn, after the weather. What lapses for the weather stays a secret (R31)."""
    state, hex_, asked = table.state, table.state.plan, table.state.asked_to_plan
    state.plan, state.asked_to_plan, state.bombed = AWAITED, False, False
    if not asked:
        return
    planned = hex_ != AWAITED
    lapses = LAPSES.first(structs.replace(situation(state, Carpet(hex_)), planned=True))
    if lapses is not None:
        if planned:
            tell_allies(table, "bombing-off", hex_, LAPSES.rules[lapses])
        return
    table.reveal(board.number(hex_) if planned else "no carpet")
    if planned:
        state.bombed = True
        those = bombers(state)
        WORDS.tell(table, "carpet-comes", "CAR-9", [hex_], units=those, n=len(those), place=hex_)
        table.push(Carpet(hex_))
        flak.fire_at_all(table, those, hex_)


@steps.throws(
    Carpet,
    CarpetRuled,
    by=carpet_bombing,
    thrower=lambda state, step, purpose: ROLES[ALLIED],
    changes={"result": AnyOf(dict.fromkeys(row[COLUMN] for row in GROUND.cells))},
)
@rule("CAR-3", "CAR-4")
def situation(state: NormandyState, step: Carpet) -> Bombing:
    """All bombers that flak has left against all Germans in the hex."""

    def those(kind: type[Any], found: Sequence[int]) -> tuple[Any, ...]:
        return tuple(kind(UNITS[unit].id, UNITS[unit].loss_value, state.losses[unit]) for unit in found)

    return Bombing(
        planned=step.hex != AWAITED,
        weather=state.weather,
        bombers=those(flak.AirUnit, bombers(state)),
        defenders=those(Counter, ground_in(state, step.hex, GERMAN)),
        terrain=board.TERRAIN[step.hex],  # type: ignore[arg-type]
    )


@steps.does(CarpetRuled)
@rule("CAR-5", "CAR-6")
def carpet_falls(table: Table[NormandyState], step: CarpetRuled) -> None:
    """Only German ground units suffer, by losses and a retreat as in any combat; nobody advances (R31)."""
    state, hex_, result = table.state, step.hex, step.ruling.outputs["result"]
    if result is None:
        WORDS.tell(table, "carpet-fails", "CAR-4", [hex_], step.ruling, place=hex_)
        return
    WORDS.tell(table, "carpet", "CAR-3", [hex_], step.ruling, place=hex_, result=result)
    part, bombed = (parse_result(result) or Code()).defender, tuple(ground_in(state, hex_, GERMAN))
    retreats = (Retreating(GERMAN, hex_, bombed, ()),) if part.retreats else ()
    table.push(*losses_of(table, part, GERMAN, hex_, bombed), *retreats)
