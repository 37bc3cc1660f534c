"""Melee (07.04, 07.05): units that touch an enemy when the turn begins fight, before anything else happens (R34).

Units that touch each other in a chain fight one melee: every pair throws, from one look at the table; then all losses
are booked, then everybody tests who has lost figures, once for the sum (R80); then those in rout give up prisoners.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import Value, Whole, YesNo
from feltherre.core.marks import rule
from feltherre.core.procedure import Procedure
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import falling_back, motion
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.cover import cover_against, nearest_place
from feltherre.games.civilwar.field import arm, body, by_id, generals_beside, grade, is_pinned
from feltherre.games.civilwar.grips import AFTER_MELEE, fighting_figures, has_shotguns, let_go, opponents, troops
from feltherre.games.civilwar.losses import book, generals_at_risk, generals_fall, men_left
from feltherre.games.civilwar.morale import MoraleThrow
from feltherre.games.civilwar.prisoners import PrisonersDue
from feltherre.games.civilwar.procedures.melee import MeleeSituation, melee_throw
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, change, doing_of, place_in_order, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.support import supported
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.schedule import Event, enter, under_way

#: the procedure by the game's readings of R53: cover reduces losses, pins do
_PROCEDURES: Final = {
    (cover, pin): melee_throw.under(cover_reduces=cover, pin_reduces=pin)
    for cover in (True, False)
    for pin in (True, False)
}


class Fought(Struct, frozen=True):
    """A pair that has thrown, and what came of it."""

    a: str
    b: str
    units_a: int
    units_b: int
    losses_a: int
    losses_b: int
    dice_a: int
    dice_b: int
    general_a_falls: bool
    general_b_falls: bool
    ammo_out_a: bool
    ammo_out_b: bool


#: of what the procedure gives, what a pair is remembered with under the same name
_OUTPUTS: Final = ("losses_a", "losses_b", "general_a_falls", "general_b_falls", "ammo_out_a", "ammo_out_b")


class MeleeThrow(Step, frozen=True, tag="melee-throw"):
    """Two units in base contact throw against each other (07.05.1)."""

    a: str
    b: str
    situation: MeleeSituation
    throws: tuple[Thrown, ...] = ()


class MeleeRuled(Step, frozen=True, tag="melee-ruled"):
    a: str
    b: str
    ruling: Ruling


class Combatant(Struct, frozen=True):
    """What a unit brings to its test, as it was before the first throw (R32)."""

    unit: str
    order: str
    cover: int
    support: bool
    general: bool
    vs_mounted: bool


class MeleeLosses(Step, frozen=True, tag="melee-losses"):
    """All pairs have thrown: losses and tests (07.05.2, 07.05.3)."""

    fighters: tuple[Combatant, ...]


class MeleeOver(Step, frozen=True, tag="melee-over"):
    """The tests are done: prisoners (07.06.1)."""

    fighters: tuple[Combatant, ...]


# who fights


@rule("07.04.1")
def plan_melees(state: CivilWarState) -> None:
    """Enter a melee for every group of units that touch an enemy at the beginning of the turn (07.04.1); they set out
    after it (R80)."""
    let_go(state)
    left = [unit.id for unit in by_place(state) if opponents(state, unit)]
    while left:
        group = _group(state, left[0])
        left = [unit for unit in left if unit not in group]
        enter(state.line, 0, "melee", "melee", order=place_in_order(state, group[0]), who=tuple(group))
        for unit in group:
            enter(state.line, 0, "react", AFTER_MELEE, order=place_in_order(state, unit), who=(unit,))


def _group(state: CivilWarState, first: str) -> list[str]:
    """A unit, the enemies it touches, those whom they touch, and so on."""
    group = [first]
    for unit in group:
        group += [enemy.id for enemy in opponents(state, unit_of(state, unit)) if enemy.id not in group]
    return sorted(group, key=lambda unit: place_in_order(state, unit))


@events.of("melee")
@rule("07.04.1", "07.05.1")
def melee(table: Table[CivilWarState], event: Event) -> None:
    """Every pair throws, all situations being as they are before the first throw (R32, R80)."""
    state = table.state
    group = [unit for unit in (by_id(state, one) for one in event.who) if unit is not None]
    # who has come into contact since then has no part in it (07.04.1)
    foes = {unit.id: [foe for foe in opponents(state, unit) if foe.id in event.who] for unit in group}
    figures = {unit.id: fighting_figures(state, unit, foes[unit.id]) for unit in group}
    # two units of which nobody is left to fight the other, each having other enemies, make no pair (07.04.4)
    foes = {
        unit: [foe for foe in against if figures[unit][foe.id] or figures[foe.id][unit]]
        for unit, against in foes.items()
    }
    throws = [
        MeleeThrow(unit.id, enemy.id, _situation(state, unit, enemy, figures))
        for unit in group
        for enemy in foes[unit.id]
        if unit.side < enemy.side
    ]
    if not throws:
        return
    state.situations[str(event.number)] = []
    fighters = tuple(_combatant(state, unit, foes[unit.id]) for unit in group if foes[unit.id])
    table.push(*throws, MeleeLosses(fighters))


def _combatant(state: CivilWarState, unit: Unit, foes: list[Unit]) -> Combatant:
    return Combatant(
        unit=unit.id,
        order=unit.order,
        cover=max(_cover(state, unit, enemy) for enemy in foes),
        support=supported(state, unit),
        general=bool(generals_beside(state, unit)),
        vs_mounted=not unit.mounted and any(arm(enemy) == "cavalry_mounted" for enemy in foes),
    )


@rule("02.06.6", "07.05.1")
def _cover(state: CivilWarState, unit: Unit, enemy: Unit) -> int:
    """The cover across which the enemy fights (R53), seen from the middle of his body; none for one who came to him
    and so did not stand there (R132)."""
    came = any(grip.enemy == enemy.id and grip.came for grip in unit.grips)
    if came and state.options.get("melee_cover_for_attacker") != "true":
        return 0
    centre = body(state, enemy).centre
    return cover_against(state, unit, centre) if nearest_place(body(state, unit), centre) != centre else 0


@rule("07.05.1", "07.04.4", "09.01.2")
def _situation(state: CivilWarState, a: Unit, b: Unit, figures: Mapping[str, Mapping[str, int]]) -> MeleeSituation:
    """What the procedure asks of both sides; a unit without ammunition fights alike (09.01.2)."""
    sides = {
        f"{side}_{key}": value
        for side, unit, enemy in (("a", a, b), ("b", b, a))
        for key, value in _side(state, unit, enemy, figures[unit.id][enemy.id]).items()
    }
    return MeleeSituation(**sides)


def _side(state: CivilWarState, unit: Unit, enemy: Unit, figures: int) -> dict[str, Any]:
    return {
        "troops": troops(unit),
        "figures": figures,
        "order_state": unit.order,
        "grade": grade(state, unit),
        "cover": _cover(state, unit, enemy),
        "shotgun": has_shotguns(state, unit),
        "pinned": is_pinned(state, unit),
        "general": bool(generals_beside(state, unit)),
        "has_ammunition": unit.arm != "artillery" and not unit.out_of_ammunition,
    }


# the throws


def procedure_of(state: CivilWarState) -> Procedure[MeleeSituation]:
    """Melee by the readings of this game (R53)."""
    cover = state.options.get("melee_cover_reduces_losses") != "false"
    return _PROCEDURES[cover, state.options.get("melee_pin_reduces_losses") != "false"]


def _thrower(state: CivilWarState, step: MeleeThrow, purpose: str) -> str:
    return role_of(state, unit_of(state, step.a if purpose == "dice_a" else step.b))


def _changes(state: CivilWarState, step: MeleeRuled) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for letter, one in (("a", step.a), ("b", step.b)):
        found[f"losses_{letter}"] = men_left(state, one)
        if step.ruling.outputs[f"losses_{letter}"] and generals_at_risk(state, one):
            found[f"general_{letter}_falls"] = YesNo()
        found[f"ammo_out_{letter}"] = YesNo()
        # by these prisoners are counted (07.06.2)
        found[f"melee_units_{letter}"] = Whole(0, unit_of(state, one).figures)
    return found


@steps.throws(MeleeThrow, MeleeRuled, by=procedure_of, thrower=_thrower, changes=_changes)
@rule("07.05.1", "07.04.2", "07.04.3")
def pair_throws(state: CivilWarState, step: MeleeThrow) -> MeleeSituation:
    """Melee units and the rows below the line of schema V, for both sides."""
    return step.situation


@steps.does(MeleeRuled)
@rule("07.05.1")
def pair_has_thrown(table: Table[CivilWarState], step: MeleeRuled) -> None:
    """Kept until every pair has thrown: both sides strike at the same time (R80)."""
    state, outputs = table.state, step.ruling.outputs
    event = under_way(state.line)
    assert event is not None
    dice = {thrown.purpose: sum(thrown.values) for thrown in step.ruling.throws}
    fought = Fought(
        a=step.a,
        b=step.b,
        units_a=outputs["melee_units_a"],
        units_b=outputs["melee_units_b"],
        dice_a=dice["dice_a"],
        dice_b=dice["dice_b"],
        **{field: outputs[field] for field in _OUTPUTS},
    )
    state.situations[str(event.number)] = [*state.situations[str(event.number)], msgspec.to_builtins(fought)]
    words = {"a": name(state, step.a), "b": name(state, step.b)}
    losses = {"losses_a": fought.losses_a, "losses_b": fought.losses_b}
    tell(table, "civilwar.attack.melee", "07.05.1", step.a, step.b, ruling=step.ruling, **words, **losses)


def fought_pairs(state: CivilWarState) -> list[Fought]:
    """The pairs of the melee under way that have thrown."""
    event = under_way(state.line)
    assert event is not None
    return msgspec.convert(state.situations[str(event.number)], list[Fought])


# what came of it


@steps.does(MeleeLosses)
@rule("07.05.2", "07.05.3", "07.05.4", "09.01.1")
def melee_losses(table: Table[CivilWarState], step: MeleeLosses) -> None:
    """Losses of all first; then whoever has lost figures tests once, for the sum (R80, R85)."""
    state, pairs = table.state, fought_pairs(table.state)
    tests: list[Step] = []
    for one in step.fighters:
        lost, inflicted = men_of(pairs, one.unit)
        by = _hardest(pairs, one.unit)
        _after_throw(state, one.unit, pairs)
        if lost and any(_falls(pair, one.unit) for pair in pairs):
            generals_fall(table, one.unit)
        # one who has fallen steadies nobody (R115)
        general = one.general and bool(generals_beside(state, unit_of(state, one.unit)))
        removed = book(table, one.unit, lost, cause=by, rule_id="07.05.2")
        if removed:
            tests.append(_test(replace(one, general=general), by, removed, lost > inflicted))
    table.push(*tests, MeleeOver(step.fighters))


def men_of(pairs: list[Fought], unit: str) -> tuple[int, int]:
    """The men that a unit has lost in all its pairs, and those that it has cost its enemies."""
    lost = sum(pair.losses_a if pair.a == unit else pair.losses_b for pair in pairs if unit in (pair.a, pair.b))
    cost = sum(pair.losses_b if pair.a == unit else pair.losses_a for pair in pairs if unit in (pair.a, pair.b))
    return lost, cost


def _hardest(pairs: list[Fought], unit: str) -> str:
    """The enemy who cost a unit most, the first of several."""
    own = [pair for pair in pairs if unit in (pair.a, pair.b)]
    worst = max(own, key=lambda pair: pair.losses_a if pair.a == unit else pair.losses_b)
    return worst.b if worst.a == unit else worst.a


@rule("07.05.4")
def _falls(pair: Fought, unit: str) -> bool:
    """If the enemy's dice say that the generals with a unit fall (07.05.4)."""
    return (pair.a == unit and pair.general_a_falls) or (pair.b == unit and pair.general_b_falls)


@rule("09.01.1")
def _after_throw(state: CivilWarState, unit: str, pairs: list[Fought]) -> None:
    """Melee counts as firing: it is no rest, and a pair of the dice empties the pouches (09.01.1, R51, R94)."""
    empty = any((pair.a == unit and pair.ammo_out_a) or (pair.b == unit and pair.ammo_out_b) for pair in pairs)
    change(state, unit, fired=state.turn, out_of_ammunition=unit_of(state, unit).out_of_ammunition or empty)


@rule("07.05.3")
def _test(one: Combatant, by: str, removed: int, more: bool) -> MoraleThrow:
    return MoraleThrow(
        unit=one.unit,
        by=by,
        removed=removed,
        cause="melee",
        cover=one.cover,
        support=one.support,
        general=one.general,
        vs_mounted=one.vs_mounted,
        more_losses=more,
    )


@steps.does(MeleeOver)
@rule("07.06.1", "07.06.2")
def melee_over(table: Table[CivilWarState], step: MeleeOver) -> None:
    """Whoever fell into FU gives up prisoners to those who did not, by their melee dice (R82)."""
    state = table.state
    fallen = [one.unit for one in step.fighters if one.order != "FU" and unit_of(state, one.unit).order == "FU"]
    table.push(*(prisoners for unit in fallen for prisoners in _prisoners(state, unit)))


def _prisoners(state: CivilWarState, loser: str) -> list[PrisonersDue]:
    found = []
    for pair in fought_pairs(state):
        if loser not in (pair.a, pair.b):
            continue
        first = pair.b == loser
        winner = pair.a if first else pair.b
        unit = unit_of(state, winner)
        if unit.on_table and unit.order != "FU":
            units, dice = (pair.units_a, pair.dice_a) if first else (pair.units_b, pair.dice_b)
            found.append(PrisonersDue(winner, loser, units, dice))
    return found


# what units that have fought do in the rest of the turn (R80, R129)


@events.of(AFTER_MELEE)
@rule("07.04.1")
def set_out_after(table: Table[CivilWarState], event: Event) -> None:
    """A movement order is carried out after the melee, but not by who is in U then (R80). While an enemy still stands
    against a unit it is void, wherever it leads: out of a melee there is only a declared retreat (R129)."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is None or not unit.on_table:
        return
    doing = doing_of(state, unit.id)
    if doing.void or doing.line is None or not motion.moves(doing.line):
        return
    # melee counts as firing (R51)
    fought = unit.fired == state.turn
    if (fought and unit.order == "U") or opponents(state, unit):
        motion.halt(state, unit.id, "melee")
        # what it was ordered is not for the enemy to know
        told = say("civilwar.attack.held", attacker=name(state, unit.id))
        table.tell(told, "07.04.1", (unit.id,), audience=(role_of(state, unit),))
        return
    number = len(state.units)
    falling_back.come_together(state, unit)
    motion.set_out(state, unit.id)
    # those who go: itself, or the companies that it sends off
    for mover in (unit, *state.units[number:]):
        motion.changed(state, mover.id)
