"""The combat phase (STEP-5): the side attacks in any order it likes, each unit once, several hexes together; the throw
of an attack and what its result does to both sides (1.5). How it ends is in aftermath.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from feltherre.core.changes import OneOf as AnyOf
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.normandy import board, maps, movement, naval, occupation, units
from feltherre.games.normandy.actions import Duel
from feltherre.games.normandy.battle import (
    Aircraft,
    Attacker,
    Combat,
    Defender,
    Ship,
    ground_combat,
    may_join,
    may_lead,
)
from feltherre.games.normandy.board import GRID, WORDS, crossing
from feltherre.games.normandy.state import NormandyState, ground_in
from feltherre.games.normandy.steps import Gunfire, GunfireRuled, steps
from feltherre.games.normandy.tables import GROUND, NAVAL, allowed_in
from feltherre.games.normandy.units import IS_AIR, IS_GROUND, IS_SHIP, ROLES, SIDE, UNITS
from feltherre.hexgame import course, fighting
from feltherre.hexgame.actions import Attack, EndCombat
from feltherre.hexgame.counters import enemy_of, is_on_map
from feltherre.hexgame.results import Code, Part, parse_result
from feltherre.hexgame.steps import (
    Advancing,
    BattleOver,
    CombatPhase,
    EndOfGame,
    GroundBattle,
    GroundRuled,
    Losses,
    Retreating,
)

#: hex -> the hexes that can be attacked from it
FRONTS: Final = fighting.fronts(
    board.BOARD, lambda here, there: board.IS_LAND[here] and board.IS_LAND[there] and crossing(here, there) != "river"
)


@rule("STEP-5-a", "STEP-5-e", "1.4-river", "1.4-bridge", "3.1-f")
def targets(state: NormandyState) -> dict[int, list[int]]:
    """hex with Germans, or Allies -> the ground units beside it that can attack it without the help of others."""
    return fighting.targets(
        *(maps.THEATRE, state, FRONTS),
        ready=lambda unit: not (state.attacked[unit] or units.IS_BATTERY[unit]),
        may_join=lambda unit, hex_: True,
    )


@rule("STEP-5-a", "STEP-5-c", "STEP-5-e", "1.4-river", "1.8-storm", "4.1-e")
def obstacle(state: NormandyState, unit: int, hex_: int) -> tuple[str, str] | None:
    """Why a unit may not take part in an attack on a hex, with the rule; None if it may."""
    here = state.places[unit]
    if SIDE[unit] != state.side or not is_on_map(state, unit):
        return "not-yours", "STEP-5-a"
    if state.attacked[unit]:
        return "has-attacked", "STEP-5-e"
    if IS_AIR[unit]:
        return None if here == hex_ and state.flown[unit] else ("not-over", "STEP-5-c")
    if hex_ not in GRID.neighbours[here]:
        return "not-beside", "STEP-5-a"
    if IS_SHIP[unit]:
        return None if allowed_in(state.weather).naval_support else ("storm", "1.8-storm")
    if units.IS_BATTERY[unit]:
        return "battery", "4.1-e"
    return None if may_join(UNITS[unit].type, crossing(here, hex_)) else ("river", "1.4-river")


def _alone(chosen: Sequence[int], hex_: int) -> Illegal:
    """Artillery lacks company because of the river, aircraft and ships wherever they are (R34)."""
    on_ground = any(IS_GROUND[unit] for unit in chosen)
    return WORDS.about_hex("attack.nobody-leads", hex_, "1.4-river" if on_ground else "STEP-5-b")


def why_not_hex(state: NormandyState, hex_: int) -> Illegal:
    there = maps.has_enemy(state, hex_, state.side)
    return WORDS.about_hex("attack.out-of-reach" if there else "attack.no-enemy", hex_, "STEP-5-a")


ATTACKS: Final = fighting.Attacks(
    maps.THEATRE,
    obstacle=obstacle,
    idle=lambda state, unit: ("has-attacked", "STEP-5-e") if state.attacked[unit] else ("no-target", "STEP-5-a"),
    no_target=why_not_hex,
    alone=_alone,
    # ships and aircraft (R34)
    supports=tuple(not ground for ground in IS_GROUND),
    rules=("STEP-5-a", "STEP-5-b", "STEP-5-e"),
)
#: ground units and ships beside a hex, and the aircraft over it
able_units: Final = rule_of(__name__, "STEP-5-b", "STEP-5-c", "4.1-h")(ATTACKS.able)


# the phase


@steps.asks(CombatPhase)
@rule("STEP-5-a", "SEQ-1")
def attack_or_end(state: NormandyState, step: CombatPhase) -> Iterator[Decision[Any]]:
    """As often as it likes or not at all (R37); nobody is asked who can attack nothing."""
    branches: dict[str, Space[Any]] = {}
    if attackable := targets(state):
        branches["attack"] = ATTACKS.space(state, attackable)
    if duels := naval.duels(state):
        branches["duel"] = naval.duel_space(state, duels)
    if branches:
        branches["end-combat"] = Single(EndCombat())
        none = {"attack": ("attack.none", "STEP-5-a"), "duel": ("duel.none", "4.1-g")}
        space = OneOf(branches, (Attack, Duel, EndCombat), lambda kind: WORDS.illegal(*none[kind]), WORDS.kind_name)
        yield WORDS.ask(state, state.side, "combat", "STEP-5-a", space)


steps.does(CombatPhase)(course.over_by_itself)


course.ends(steps, WORDS, CombatPhase, EndCombat, "combat-over", "STEP-5-a")


@steps.answer(CombatPhase, to=Attack)
@rule("STEP-5-b", "STEP-5-e")
def attack(table: Table[NormandyState], step: CombatPhase, role: str, action: Attack) -> None:
    """Those that take part attack nothing else in this turn (STEP-5-e)."""
    hex_, chosen, _ = fighting.declare(table, WORDS, action, ground_in, "STEP-5-a")
    table.push(GroundBattle(hex_, chosen), BattleOver(hex_, chosen, on_ground=True), step)


@steps.answer(CombatPhase, to=Duel)
@rule("4.1-g", "STEP-5-e")
def duel(table: Table[NormandyState], step: CombatPhase, role: str, action: Duel) -> None:
    """Those that fire attack nothing else in this turn, nor support an attack (R37)."""
    hex_, chosen, _ = fighting.declare(table, WORDS, action, naval.fired_at, "4.1-g")
    table.push(Gunfire(hex_, chosen), BattleOver(hex_, chosen), step)


# the battle


def fighters(state: NormandyState, chosen: Sequence[int], hex_: int) -> list[int]:
    """Those of the attacking ground units that are still beside the hex."""
    return [unit for unit in chosen if IS_GROUND[unit] and state.places[unit] in GRID.neighbours[hex_]]


@rule("STEP-5-c", "STEP-5-d", "3.1-f", "1.4-river")
def situation(state: NormandyState, hex_: int, chosen: Sequence[int]) -> Combat | None:
    """An attack on a hex by these units, as the procedure asks for it; None if nobody is left to make it, or to meet
    it: an umpire may have taken either away."""
    attacking, defending = fighters(state, chosen, hex_), ground_in(state, hex_, enemy_of(state.side))
    if not defending or not any(may_lead(UNITS[u].type, crossing(state.places[u], hex_)) for u in attacking):
        return None
    return Combat(
        attacking_side=ROLES[state.side],
        attackers=tuple(Attacker(*_figures(state, u), crossing(state.places[u], hex_)) for u in attacking),
        air=tuple(
            Aircraft(UNITS[unit].id, UNITS[unit].type, UNITS[unit].strength)  # type: ignore[arg-type]
            for unit in chosen
            if IS_AIR[unit] and state.places[unit] == hex_
        ),
        ships=tuple(
            Ship(UNITS[unit].id, UNITS[unit].strength)
            for unit in naval.still_firing(state, hex_, chosen)
            if IS_SHIP[unit]
        ),
        defenders=tuple(Defender(*_figures(state, u)) for u in defending),
        terrain=board.TERRAIN[hex_],  # type: ignore[arg-type]
        weather=state.weather,
    )


def _figures(state: NormandyState, unit: int) -> tuple[str, Any, int, int, int]:
    """What an umpire would say of a ground unit, in the order of a `Defender`."""
    one = UNITS[unit]
    return one.id, one.type, one.strength, one.loss_value, state.losses[unit]


_RESULTS: Final = AnyOf(dict.fromkeys(cell for row in GROUND.cells for cell in row))


@steps.throws(
    GroundBattle,
    GroundRuled,
    by=ground_combat,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes={"result": _RESULTS},
)
@rule("1.5-a")
def battle(state: NormandyState, step: GroundBattle) -> Combat | None:
    """One die (1.5-a)."""
    return situation(state, step.hex, step.units)


@steps.does(GroundRuled)
@rule("1.5-b", "1.5-c", "1.5-f", "3.1-d2")
def carry_out(table: Table[NormandyState], step: GroundRuled) -> None:
    """The losses of both sides, then the retreat, then the advance (1.5)."""
    state, hex_, enemy, outputs = table.state, step.hex, enemy_of(table.state.side), step.ruling.outputs
    numbers = {"attack": outputs["attack_total"], "defence": outputs["defence_total"], "column": outputs["odds"]}
    WORDS.tell(table, "battle", "1.5-a", [hex_], step.ruling, place=hex_, **numbers, result=outputs["result"])
    code = parse_result(outputs["result"]) or Code()
    attacking, defending = tuple(fighters(state, step.units, hex_)), tuple(ground_in(state, hex_, enemy))
    from_where = tuple(dict.fromkeys(state.places[unit] for unit in attacking))
    follows: list[Step] = [
        *losses_of(table, code.attacker, state.side, hex_, attacking),
        *losses_of(table, code.defender, enemy, hex_, defending),
    ]
    if code.defender.retreats:
        follows.append(Retreating(enemy, hex_, defending, from_where))
    table.push(*follows, Advancing(hex_, attacking))


@rule("1.5-b", "1.5-g")
def losses_of(
    table: Table[NormandyState],
    part: Part,
    side: int,
    hex_: int,
    fighting: tuple[int, ...],
    rules: tuple[str, str] = ("1.5-b", "1.5-g"),
) -> tuple[Losses, ...]:
    """On E all of them are destroyed at once (R36); a number is for the owner to spread (R35). `rules`: of both."""
    losses_rule, everyone_rule = rules
    if part.everyone:
        for unit in fighting:
            occupation.destroy(table, unit, everyone_rule)
    return (Losses(side, hex_, fighting, part.losses, losses_rule),) if part.losses else ()


# ships and coastal artillery


@steps.throws(
    Gunfire,
    GunfireRuled,
    by=naval.naval_vs_coastal,
    thrower=lambda state, step, purpose: ROLES[state.side],
    changes={"result": AnyOf(dict.fromkeys(cell for table in NAVAL.values() for row in table.cells for cell in row))},
)
@rule("1.6-a")
def gunfire(state: NormandyState, step: Gunfire) -> naval.Gunfire | None:
    """One die (1.6)."""
    return naval.situation(state, step.hex, step.units)


@steps.does(GunfireRuled)
@rule("1.6-a", "4.1-g")
def gunfire_hits(table: Table[NormandyState], step: GunfireRuled) -> None:
    """The losses of both sides, each spread by its owner over those that fired or were fired at (R6); nobody retreats
    or advances."""
    state, hex_, enemy, outputs = table.state, step.hex, enemy_of(table.state.side), step.ruling.outputs
    told = {"n": outputs["attack_points"], "result": outputs["result"]}
    WORDS.tell(table, "gunfire", "1.6-a", [hex_], step.ruling, place=hex_, **told)
    code = parse_result(outputs["result"]) or Code()
    firing, hit = tuple(naval.still_firing(state, hex_, step.units)), tuple(naval.fired_at(state, hex_, enemy))
    rules = ("1.6-a", "1.6-a")
    table.push(
        *losses_of(table, code.attacker, state.side, hex_, firing, rules),
        *losses_of(table, code.defender, enemy, hex_, hit, rules),
    )


@steps.does(BattleOver)
@rule("MOV-5")
def battle_over(table: Table[NormandyState], step: BattleOver) -> None:
    """Aircraft that have given support return, and hinder nobody any more (R32)."""
    if table.state.time_over:
        table.push(EndOfGame("time"))
    movement.fly_home(table, [unit for unit in step.units if IS_AIR[unit] and table.state.flown[unit]])
