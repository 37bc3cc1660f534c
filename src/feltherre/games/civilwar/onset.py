"""Which shock throws are due at an instant (07.03.1, R32, R75): joint attacks, attacks from both sides, and all the
situations, worked out from one look at the table before the first of them is thrown.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.approach import (
    FRONTAL,
    advance_bearing,
    attack_formation,
    between,
    is_only_beside,
    line_of_attack,
    moves_at,
    side_attacked,
)
from feltherre.games.civilwar.attack import attempt, has_orders, is_joint, pair_of
from feltherre.games.civilwar.cover import cover_against
from feltherre.games.civilwar.field import arm, body, by_id, generals_beside, grade, is_working
from feltherre.games.civilwar.orderstate import attack_broken
from feltherre.games.civilwar.prisoners import units_opposite
from feltherre.games.civilwar.procedures.attack import InitiativeSituation, ShockSituation, charge_attempt
from feltherre.games.civilwar.state import ROLES, CivilWarState, Unit, doing_of, index, unit_of
from feltherre.games.civilwar.support import supported
from feltherre.ground.tabletop.schedule import Event, begin_step
from feltherre.ground.tabletop.tracks import leg_at, pose_at

CONFEDERATE: Final = ROLES.index("confederate")


class Onset(Struct, frozen=True):
    """A shock throw that is due: one attacker or several jointly, those at charge distance first."""

    #: units at charge distance, each with the situation in which it leads
    leaders: tuple[str, ...]
    situations: tuple[ShockSituation, ...]
    #: the melee units that each of them has opposite to the defender (R83)
    opposite: dict[str, int]
    #: others of a joint attack, who will be there within an eighth of a turn of the first (R75)
    followers: tuple[str, ...]
    defender: str
    #: the figures that each of the attackers brings to the throw (R118)
    figures: dict[str, int] = {}
    #: the defender attacks as well: which of them, who has the initiative, and the situation if he throws
    countered: str = ""
    initiative: InitiativeSituation | None = None
    counter: ShockSituation | None = None
    #: all of them whom he attacks: one throw settles it with all of these, and those whom he does not make theirs; and
    #: the melee units that he has opposite to each (R83)
    answered: dict[str, int] = {}

    @property
    def attackers(self) -> tuple[str, ...]:
        return (*self.leaders, *self.followers)

    def situation(self, leader: str) -> ShockSituation:
        return self.situations[self.leaders.index(leader)]


def onset_of(state: CivilWarState, event: Event) -> Onset | None:
    """The throw of an event of the step `shock`; None if it is broken off, or is a part of another's."""
    if str(event.number) not in state.situations:
        _prepare(state)
    prepared: Any = state.situations[str(event.number)]
    return None if prepared is None else msgspec.convert(prepared, Onset)


@rule("07.03.1", "07.02.1")
def _prepare(state: CivilWarState) -> None:
    """Work out every throw of the step before one is made (R32)."""
    events = [event for event in begin_step(state.line) if event.kind == "shock"]
    for event in events:
        state.situations[str(event.number)] = None
    left = [event for event in events if stands(state, *pair_of(event))]
    while left:
        event = left[0]
        group = _joint(event, left)
        answers = [one for one in left if _answers(one, group)]
        answers.sort(key=lambda one: not _is_target(state, one))
        state.situations[str(event.number)] = msgspec.to_builtins(_onset(state, group, answers))
        # between two units that attack each other one throw is made, never two (07.03.1)
        left = [one for one in left if one not in group and one not in answers]


@rule("07.02.1")
def stands(state: CivilWarState, attacker: str, defender: str) -> bool:
    """If an attack still comes to its throw: not if fire has broken it off (07.02.1), nor against a unit that fire has
    routed (R101)."""
    target = by_id(state, defender)
    if target is None or not target.on_table or target.order == "FU" or target.figures < 1:
        return False
    return not attack_broken(state, attacker) and not doing_of(state, attacker).void


@rule("07.01.5")
def _joint(event: Event, events: list[Event]) -> list[Event]:
    """The frontal attacks of the instant on one unit are one; those on flank and rear are by themselves (R75)."""
    if event.data["aspect"] not in FRONTAL:
        return [event]
    return [one for one in events if one.who[1] == event.who[1] and one.data["aspect"] in FRONTAL]


def _answers(event: Event, group: list[Event]) -> bool:
    """If an attack is that of the unit attacked on one of its attackers."""
    attacker, defender = pair_of(event)
    return any(pair_of(one) == (defender, attacker) for one in group)


def _is_target(state: CivilWarState, event: Event) -> bool:
    """If an attack is on the unit against which it was declared."""
    attacker, defender = pair_of(event)
    return doing_of(state, attacker).attacks == defender


@rule("07.03.1", "07.01.5")
def _onset(state: CivilWarState, group: list[Event], answers: list[Event]) -> Onset:
    """A joint attack, and the attack of the unit attacked on some of its attackers, which is joint as well (R75)."""
    by_foe = {event.who[1]: event for event in answers}
    leaders = tuple(event.who[0] for event in group)
    defender = unit_of(state, group[0].who[1])
    frontal = group[0].data["aspect"] in FRONTAL
    followers = tuple(_followers(state, leaders, defender)) if frontal else ()
    figures = {name: _brings(state, name, defender) for name in (*leaders, *followers)}
    situations = tuple(
        replace(
            shock_situation(state, event, by_foe.get(event.who[0])),
            own_figures=figures_led(state, event.who[0], figures),
        )
        for event in group
    )
    opposite = {name: units_opposite(state, unit_of(state, name), defender) for name in leaders}
    if not answers:
        return Onset(leaders, situations, opposite, followers, defender.id, figures)
    counter = answers[0]
    foe = unit_of(state, counter.who[1])
    facing = next(event for event in group if event.who[0] == foe.id)
    return Onset(
        leaders,
        situations,
        opposite,
        followers,
        defender.id,
        figures,
        countered=foe.id,
        initiative=_initiative(state, foe, defender),
        counter=replace(
            shock_situation(state, counter, facing), enemy_figures=sum(unit_of(state, one).figures for one in by_foe)
        ),
        answered={one: units_opposite(state, defender, unit_of(state, one)) for one in by_foe},
    )


def figures_led(state: CivilWarState, leader: str, figures: dict[str, int]) -> int:
    """The figures of a throw: all that the attackers bring; if none brings any, those of the one who leads (R118)."""
    return sum(figures.values()) or unit_of(state, leader).figures


@rule("07.03.2")
def _brings(state: CivilWarState, name: str, defender: Unit) -> int:
    """The figures that a unit brings to a throw; none if it attacks the one whom it was ordered against at
    the same time, for there they count (R118)."""
    unit, doing, line = unit_of(state, name), doing_of(state, name), state.line
    if doing.attacks in ("", defender.id):
        return unit.figures
    pair = (name, doing.attacks)
    due = [one for one in (*line.batch, *line.waiting) if one.kind in ("charge", "shock") and one.who == pair]
    elsewhere = doing.attacks in doing.shocked or any(is_joint(line.now, one.tick) for one in due)
    return 0 if elsewhere else unit.figures


@rule("07.01.5")
def _followers(state: CivilWarState, leaders: tuple[str, ...], defender: Unit) -> list[str]:
    """Who else will come to charge distance of the same unit, from the front, within an eighth of a turn of the first
    of them (R75)."""
    first = doing_of(state, defender.id).frontal_from
    found: list[str] = []
    for event in state.line.waiting:
        if event.kind != "charge" or event.who[1] != defender.id or not is_joint(first, event.tick):
            continue
        name = event.who[0]
        ready = stands(state, name, defender.id) and defender.id not in doing_of(state, name).shocked
        if ready and name not in (*leaders, *found) and _will_attack(state, name, defender, event.tick):
            found.append(name)
    return found


def _will_attack(state: CivilWarState, name: str, defender: Unit, tick: int) -> bool:
    """If a unit that is still on its way will make a frontal attack when it is there."""
    unit, track = unit_of(state, name), state.tracks[index(state, name)]
    if not track:
        return False
    there = pose_at(leg_at(track, tick), tick)
    arrived = replace(unit, x=there.x, y=there.y, facing=there.facing)
    if is_only_beside(state, arrived, defender):
        return False
    situation = attempt(state, arrived, defender, tick)
    return situation.aspect in FRONTAL and charge_attempt.outputs(situation)["outcome"] == "shock"


@rule("07.03.1")
def _initiative(state: CivilWarState, one: Unit, other: Unit) -> InitiativeSituation:
    """An ordered attack before one without orders, then charge pace, then the one who moves (R75)."""
    now = state.line.now
    return InitiativeSituation(
        a_with_orders=has_orders(state, one, other.id),
        a_charge_pace=doing_of(state, one.id).charging,
        a_moving=moves_at(state, one, now),
        b_with_orders=has_orders(state, other, one.id),
        b_charge_pace=doing_of(state, other.id).charging,
        b_moving=moves_at(state, other, now),
    )


@rule("07.03.2", "07.03.5", "02.02.5", "07.01.4")
def shock_situation(state: CivilWarState, event: Event, counter: Event | None) -> ShockSituation:
    """Everything that schema XII asks of an attack, as it is at this instant (R74). `counter` is the attack of the unit
    attacked, if it makes one."""
    attacker, defender = (unit_of(state, name) for name in pair_of(event))
    doing = doing_of(state, attacker.id)
    start, _ = line_of_attack(body(state, attacker), body(state, defender))
    own: dict[str, Any] = {
        # artillery attacks nobody (07.01.4); where an umpire lets it, its gunners go on foot (R142)
        "own_arm": "infantry" if arm(attacker) == "artillery" else arm(attacker),
        "own_confederate": attacker.side == CONFEDERATE,
        "own_figures": attacker.figures,
        "own_formation": attack_formation(attacker),
        "own_order_state": attacker.order,
        "own_grade": grade(state, attacker),
        "own_with_orders": not event.data["unbidden"],
        "own_charge_pace": doing.charging and not event.data["unbidden"],
        "own_support": supported(state, attacker),
        "own_general": bool(generals_beside(state, attacker)),
        "own_obstacle": between(state, attacker, defender).obstacle,
        "aspect": event.data["aspect"],
    }
    enemy: dict[str, Any] = {
        "enemy_arm": arm(defender),
        "enemy_confederate": defender.side == CONFEDERATE,
        "enemy_figures": _figures_against(state, defender),
        "enemy_formation": attack_formation(defender),
        "enemy_order_state": defender.order,
        "enemy_grade": grade(state, defender),
        "enemy_support": supported(state, defender),
        "enemy_general": bool(generals_beside(state, defender)),
        "enemy_halted": defender.mounted and not moves_at(state, defender, state.line.now),
        "enemy_working": is_working(state, defender),
        "enemy_cover": cover_against(state, defender, start),
    }
    return ShockSituation(**own, **enemy, **_countering(state, counter))


@rule("02.04.3")
def _figures_against(state: CivilWarState, defender: Unit) -> int:
    """The figures that stand against an attack: in a building all that are in it (02.04.3, R119)."""
    inside = [unit for unit in state.units if unit.on_table and unit.building and unit.building == defender.building]
    return sum(unit.figures for unit in inside) or defender.figures


@rule("07.03.2", "07.03.3")
def _countering(state: CivilWarState, counter: Event | None) -> dict[str, Any]:
    """What counts of an opponent only because he attacks too (R74)."""
    if counter is None:
        return {}
    unit, target = (unit_of(state, name) for name in pair_of(counter))
    advance = advance_bearing(state, unit, state.line.now)
    return {
        "enemy_attacking": True,
        "enemy_with_orders": not counter.data["unbidden"],
        "enemy_charge_pace": doing_of(state, unit.id).charging and not counter.data["unbidden"],
        "enemy_obstacle": between(state, unit, target).obstacle,
        "enemy_overlaps": side_attacked(state, unit, target, advance) == "overlap",
    }
