"""The shock throw (07.02.3 - 07.02.5, 07.03): who leads, who throws, and what the result does to both sides."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import OneOf, Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import fire, motion, orderstate, prisoners, pursuit
from feltherre.games.civilwar.attack import arrives, is_there
from feltherre.games.civilwar.commanders import role_name, role_of
from feltherre.games.civilwar.field import arm, by_id, is_pinned
from feltherre.games.civilwar.onset import Onset, figures_led, onset_of
from feltherre.games.civilwar.procedures.attack import (
    InitiativeSituation,
    ShockSituation,
    initiative,
    shock_outcome,
    shock_throw,
)
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.procedures.inputs import no_better
from feltherre.games.civilwar.state import CivilWarState, doing_of, note, place_in_order, unit_of, worse
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.timeline import AllLook
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import Event, enter


class LeadAttack(Action, frozen=True, tag="lead-attack"):
    """The unit whose conditions count in the throw of a joint attack (R75)."""

    unit: str


class NameLeader(Step, frozen=True, tag="name-leader"):
    """The attacker names the unit that leads a joint attack."""

    onset: Onset


class InitiativeThrow(Step, frozen=True, tag="initiative"):
    """Both sides attack: who has the initiative (07.03.1)?"""

    onset: Onset
    throws: tuple[Thrown, ...] = ()


class InitiativeRuled(Step, frozen=True, tag="initiative-ruled"):
    onset: Onset
    ruling: Ruling


class ShockThrow(Step, frozen=True, tag="shock-throw"):
    """The throw of an attack, with the conditions of the first attacker (07.03.2).

    `opposite`: the melee units of those at charge distance (R83); `countered`: the one whom the unit attacked attacks
    in its turn, "" if it does not; `others`: those of a joint attack whom the thrower attacks as well (R75), with
    his melee units opposite to each.
    """

    attackers: tuple[str, ...]
    defender: str
    situation: ShockSituation
    opposite: dict[str, int]
    countered: str = ""
    others: dict[str, int] = {}
    throws: tuple[Thrown, ...] = ()


class ShockRuled(Step, frozen=True, tag="shock-ruled"):
    attackers: tuple[str, ...]
    defender: str
    situation: ShockSituation
    opposite: dict[str, int]
    countered: str
    others: dict[str, int]
    ruling: Ruling

    @property
    def attacked(self) -> tuple[str, ...]:
        return (self.defender, *self.others)


# before the throw


@events.of("shock")
@rule("07.02.3")
def shock(table: Table[CivilWarState], event: Event) -> None:
    """The shock throw of an attack that the fire before it has not broken off."""
    onset = onset_of(table.state, event)
    if onset is None:
        return
    table.push(InitiativeThrow(onset) if onset.initiative is not None else NameLeader(onset))


@steps.asks(NameLeader)
@rule("07.01.5")
def who_leads(state: CivilWarState, step: NameLeader) -> Iterator[Decision[Any]]:
    """Of several units of a joint attack that are at charge distance the attacker names one (R75)."""
    leaders = step.onset.leaders
    if len(leaders) > 1:
        role = role_of(state, unit_of(state, leaders[0]))
        labels = [say("civilwar.attack.lead", unit=name(state, unit)) for unit in leaders]
        space, defender = ListSpace([LeadAttack(unit) for unit in leaders], labels), name(state, step.onset.defender)
        yield ask(state, role, "lead", "07.01.5", space, role=role_name(role), defender=defender)


@steps.does(NameLeader)
def one_leads(table: Table[CivilWarState], step: NameLeader) -> None:
    _throw(table, step.onset, step.onset.leaders[0])


@steps.answer(NameLeader)
def leads(table: Table[CivilWarState], step: NameLeader, role: str, action: LeadAttack) -> None:
    _throw(table, step.onset, action.unit)


def _throw(table: Table[CivilWarState], onset: Onset, leader: str) -> None:
    others = tuple(unit for unit in onset.attackers if unit != leader)
    situation = onset.situation(leader)
    table.push(ShockThrow((leader, *others), onset.defender, situation, onset.opposite, onset.countered))


def _thrower(state: CivilWarState, step: InitiativeThrow, purpose: str) -> str:
    unit = step.onset.countered if purpose == "dice_a" else step.onset.defender
    return role_of(state, unit_of(state, unit))


def _initiative_changed(state: CivilWarState, step: InitiativeRuled) -> Mapping[str, Value]:
    return {"thrower": OneOf(("a", "again") if step.onset.counter is None else ("a", "b", "again"))}


@steps.throws(InitiativeThrow, InitiativeRuled, by=initiative, thrower=_thrower, changes=_initiative_changed)
@rule("07.03.1")
def both_attack(state: CivilWarState, step: InitiativeThrow) -> InitiativeSituation | None:
    """Side a is the unit that the other attacks in its turn."""
    return step.onset.initiative


@steps.does(InitiativeRuled)
@rule("07.03.1")
def has_initiative(table: Table[CivilWarState], step: InitiativeRuled) -> None:
    """The one with the initiative throws; equal dice are thrown again (R1)."""
    state, onset, who = table.state, step.onset, step.ruling.outputs["thrower"]
    if who == "again":
        table.push(InitiativeThrow(onset))
        return
    thrower, other = (onset.countered, onset.defender) if who == "a" else (onset.defender, onset.countered)
    words = {"attacker": name(state, thrower), "defender": name(state, other)}
    tell(table, "civilwar.attack.initiative", "07.03.1", thrower, other, ruling=step.ruling, **words)
    if who == "a":
        table.push(AllLook(), NameLeader(onset))
        return
    assert onset.counter is not None
    rest = _without(state, onset, onset.answered)
    others = dict(onset.answered)
    opposite = {onset.defender: others.pop(onset.countered)}
    throw = ShockThrow((onset.defender,), onset.countered, onset.counter, opposite, onset.defender, others)
    table.push(throw, *([AllLook(), NameLeader(rest)] if rest.leaders else []))


@rule("07.03.1")
def _without(state: CivilWarState, onset: Onset, units: Collection[str]) -> Onset:
    """The attack without the units whom the unit attacked attacks itself: with them one throw settles it (07.03.1), the
    others still make theirs."""
    figures = {one: number for one, number in onset.figures.items() if one not in units}
    kept = [
        (one, replace(its, own_figures=figures_led(state, one, figures)))
        for one, its in zip(onset.leaders, onset.situations, strict=True)
        if one not in units
    ]
    return Onset(
        leaders=tuple(one for one, _ in kept),
        situations=tuple(its for _, its in kept),
        opposite={one: number for one, number in onset.opposite.items() if one not in units},
        followers=onset.followers,
        defender=onset.defender,
        figures=figures,
    )


# the throw


def _thrower_of_shock(state: CivilWarState, step: ShockThrow, purpose: str) -> str:
    return role_of(state, unit_of(state, step.attackers[0]))


def _shock_changed(state: CivilWarState, step: ShockRuled) -> Mapping[str, Value]:
    found: dict[str, Value] = {
        "own_order_after": no_better(step.situation.own_order_state),
        "enemy_order_after": no_better(step.situation.enemy_order_state),
        "advance_continues": YesNo(),
        "prisoners_due": YesNo(),
    }
    return found if step.ruling.outputs["advance_continues"] else {**found, "own_turns_away": YesNo()}


@steps.throws(ShockThrow, ShockRuled, by=shock_throw, thrower=_thrower_of_shock, changes=_shock_changed)
@rule("07.03.1", "07.03.2")
def as_it_began(state: CivilWarState, step: ShockThrow) -> ShockSituation:
    """Schema XII, as it was when the step began (R32)."""
    return step.situation


@steps.does(ShockRuled)
@rule("07.02.3", "07.02.4", "07.03.2")
def shock_ends(table: Table[CivilWarState], step: ShockRuled) -> None:
    """The orders of both sides, prisoners, the fire after shock, and whether the advance goes on."""
    state = table.state
    won = bool(step.ruling.outputs["advance_continues"])
    _note(state, step, won)
    key, rule_id = ("shock-won", "07.02.4") if won else ("shock-repelled", "07.02.3")
    words = {"attacker": name(state, step.attackers[0]), "defender": name(state, step.defender)}
    words["result"] = step.ruling.outputs["result"]
    tell(table, f"civilwar.attack.{key}", rule_id, step.attackers[0], step.defender, ruling=step.ruling, **words)
    own, enemy = _fall(table, step)
    if step.ruling.outputs["prisoners_due"]:
        table.push(*_prisoners(step))
    for unit in step.attacked:
        fire.after_shock(table, unit, step.attackers[0])
    if not won:
        _repelled(state, step)
    elif enemy in ("U", "FU"):
        pursuit.broken(state, step.attackers, step.defender)
    elif step.situation.aspect in ("flank", "rear"):
        pursuit.taken(state, step.attackers[0], step.defender, step.situation.aspect)
    if step.countered:
        _countered(state, step, own)


def _note(state: CivilWarState, step: ShockRuled, won: bool) -> None:
    for unit in step.attackers:
        doing = doing_of(state, unit)
        gave_way = (*doing.won, *step.attacked) if won else doing.won
        note(state, unit, shocked=(*doing.shocked, *step.attacked), won=gave_way)
    for unit in step.attacked:
        attacked = doing_of(state, unit).attacked_by
        note(state, unit, attacked_by=(*attacked, *step.attackers))


@rule("07.06.1")
def _prisoners(step: ShockRuled) -> list[prisoners.PrisonersDue]:
    """Every unit that the throw has routed gives up prisoners (07.06.1)."""
    dice, thrower = dice_of(step.ruling), step.attackers[0]
    due = prisoners.due_at_shock(step.opposite, step.defender, dice)
    for other, units in step.others.items():
        due += prisoners.due_at_shock({thrower: units}, other, dice)
    return due


def dice_of(ruling: Ruling, purpose: str = "dice") -> int:
    """The sum of a throw itself, without modifiers (07.06.2)."""
    return sum(next(thrown.values for thrown in ruling.throws if thrown.purpose == purpose))


@rule("07.02.3", "07.02.4")
def _fall(table: Table[CivilWarState], step: ShockRuled) -> tuple[str, str]:
    """Whoever the result names falls into that order (R76), all of a joint attack (R75). Gives the order that it names
    for the attackers, "OR" if none, and the order in which it leaves the unit attacked."""
    outputs = step.ruling.outputs
    clean = shock_outcome(replace(step.situation, own_order_state="OR", enemy_order_state="OR"), outputs["result"])
    own = _named(step.situation.own_order_state, clean["own_order_after"], outputs["own_order_after"])
    enemy = _named(step.situation.enemy_order_state, clean["enemy_order_after"], outputs["enemy_order_after"])
    if own != "OR":
        for unit in step.attackers:
            orderstate.becomes(table, unit, own, cause=step.defender, by="shock")
    if enemy != "OR":
        for unit in step.attacked:
            orderstate.becomes(table, unit, enemy, cause=step.attackers[0], by="shock")
    return own, worse(str(step.situation.enemy_order_state), str(outputs["enemy_order_after"]))


def _named(before: str, by_table: str, ruled: str) -> str:
    """The order that a result names, "OR" if none; where the umpire has ruled another, that one."""
    if worse(before, by_table) == ruled:
        return by_table
    return ruled


# repelled


@rule("07.02.3")
def _repelled(state: CivilWarState, step: ShockRuled) -> None:
    """The attack is broken off at charge distance; those still on their way stop when they are there."""
    leader, *others = step.attackers
    turns_away = {unit: _turns_away(state, unit, str(step.situation.enemy_arm)) for unit in others}
    turns_away[leader] = bool(step.ruling.outputs["own_turns_away"])
    for unit in step.attackers:
        tick = state.line.now if is_there(state, unit, step.defender) else arrives(state, unit, step.defender)
        if tick is not None:
            _enter_repelled(state, tick, unit, step.defender, turns_away[unit])


@rule("07.02.3")
def _turns_away(state: CivilWarState, unit: str, enemy_arm: str) -> bool:
    """If a unit that is repelled has to ride away: mounted cavalry that attacked another arm, whoever led (R78)."""
    return arm(unit_of(state, unit)) == "cavalry_mounted" != enemy_arm


def _enter_repelled(state: CivilWarState, tick: int, unit: str, enemy: str, turns_away: bool) -> None:
    order = place_in_order(state, unit)
    enter(state.line, tick, "forced", "repelled", order=order, who=(unit, enemy), data={"turns_away": turns_away})


@rule("07.03.1", "07.02.3", "07.02.4")
def _countered(state: CivilWarState, step: ShockRuled, own: str) -> None:
    """Both sides attacked and one throw has settled it: the one who did not throw goes on only if his opponent has
    fallen at least into LU by it (07.02.4), else he is repelled at charge distance like any other (07.02.3)."""
    foe, foes, won = step.countered, step.attackers, own != "OR"
    for unit in step.attacked:
        doing = doing_of(state, unit)
        note(state, unit, shocked=(*doing.shocked, *foes), won=(*doing.won, *foes) if won else doing.won)
        if not won:
            turns_away = _turns_away(state, unit, str(step.situation.own_arm))
            _enter_repelled(state, state.line.now, unit, foe, turns_away)
        elif own in ("U", "FU"):
            pursuit.broken(state, (unit,), foe)


@events.of("repelled")
@rule("07.02.3")
def repelled(table: Table[CivilWarState], event: Event) -> None:
    """It stands; mounted cavalry that attacked another arm turns about, which takes its time, and rides away from the
    opponent for the rest of the turn (R78). Whoever fire or the throw itself has forced elsewhere is gone already."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is None or not unit.on_table or unit.order not in ("OR", "LU") or doing_of(state, unit.id).void:
        return
    motion.halt(state, unit.id, "repelled")
    if not event.data["turns_away"] or not unit.mounted or is_pinned(state, unit):
        return
    left = (TURN - state.line.now) / TURN
    ride = forced_action.outputs(ForcedSituation(event="repelled", cause="shock", kind="mounted", time_left=left))
    tell(table, "civilwar.attack.rides-away", "07.02.3", unit.id, attacker=name(state, unit.id))
    motion.ride_away(state, unit.id, event.who[1], round(ride["turn_time"] * TURN))
