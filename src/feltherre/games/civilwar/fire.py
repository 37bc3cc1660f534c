"""Fire in the course of a turn (03.03.6, 03.03.7, 04.01.3, 05, 06): who fires when, and what is due at an instant.

`plan_fire` enters the fire orders of a turn, `before_shock` and `after_shock` those that wait for an attack, `rewatch`
plans anew when somebody's way has changed. All fire of one step is worked out from one look at the table before the
first of it is carried out, and then taken one after the other (R32, R33).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar import fire_questions, riding, uniforms
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import body, by_id, distance, enemies, kind
from feltherre.games.civilwar.fire_questions import (
    FireStep,
    JudgedByUmpire,
    SurprisedFire,
    in_sequence,
    surprised_answers,
)
from feltherre.games.civilwar.firefight import hold_fire_fights
from feltherre.games.civilwar.grips import sheltered_by_melee, silenced_by_melee
from feltherre.games.civilwar.guns import AMMUNITION, GunOrder, NoShot, canister_targets, gun_fire, refusal
from feltherre.games.civilwar.lines_of_fire import reach_of
from feltherre.games.civilwar.neighbours import layout
from feltherre.games.civilwar.orders.language import FirePart, GunFire
from feltherre.games.civilwar.orders.triggers import AfterShock, AtTime, BeforeShock
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, change, doing_of, note, unit_of
from feltherre.games.civilwar.steps import events
from feltherre.games.civilwar.timeline import AllLook
from feltherre.games.civilwar.triggers import (
    ASK_UMPIRE,
    FIRE,
    LASTING,
    SURPRISED,
    Due,
    fits,
    meet,
    parts_of,
    plan,
    put,
    waiting_parts,
)
from feltherre.games.civilwar.triggers import notice as notice
from feltherre.games.civilwar.triggers import rewatch as plan_anew
from feltherre.games.civilwar.uniforms import takes_for_friend
from feltherre.games.civilwar.volleys import Volley, freshness, volley_at
from feltherre.ground.tabletop.schedule import Event, begin_step, strike

#: a unit whose order is void for one of these reasons still fires: it only cannot move (R38, R44)
_STILL_FIRES: Final = ("", "pinned", fire_questions.FIRED)


# the turn's fire


@rule("05.01.1", "06.01.1", "03.03.6", "03.03.7", "04.01.3")
def plan_fire(state: CivilWarState) -> None:
    """Enter every fire order of the turn for its time or event (04.01.3); nobody else fires but the surprised."""
    hold_fire_fights(state)
    for unit in by_place(state):
        if unit.on_table:
            note(state, unit.id, freshness=freshness(state, unit), to_fire=_ordered(state, unit))
    uniforms.plan_meetings(state)
    for unit, part, _ in list(waiting_parts(state)):
        plan(state, unit, part)


def _ordered(state: CivilWarState, unit: Unit) -> tuple[int, ...]:
    """The parts of a unit's fire order; one in FU or about to retreat has none."""
    if unit.order == "FU" or doing_of(state, unit.id).retreats:
        return ()
    return tuple(range(len(parts_of(state, unit.id))))


@rule("06.02.5")
def rewatch(state: CivilWarState, unit_id: str) -> None:
    """A unit's way has changed: fire that waits for it is planned anew, and a battery that moves is laid on nothing
    any more (R60)."""
    unit = unit_of(state, unit_id)
    if unit.battery is not None and unit.battery.laid_on:
        change(state, unit_id, battery=replace(unit.battery, laid_on="", laid_with="", laid_turn=0))
    uniforms.plan_meetings(state, unit_id)
    plan_anew(state, unit_id)


@events.of(FIRE)
@rule("04.01.3", "05.01.1", "06.01.1")
def fire_at(table: Table[CivilWarState], event: Event) -> None:
    """All fire that is due at this instant and step, worked out together before the first of it (R32, R33)."""
    state = table.state
    batch = [one for one in begin_step(state.line) if one.kind == FIRE]
    found = [(one, _take_up(state, due_fire(state, one))) for one in batch]
    waiting = [one for one, fire in found if _waits_on(state, one, fire)]
    done = [(one, fire) for one, fire in found if one not in waiting]
    for one, _ in done:
        _is_fired(state, one)
    for one, fire in done:
        if isinstance(fire, NoShot):
            role = role_of(state, unit_of(state, one.who[0]))
            table.tell(fire.why, fire.rule, one.who, audience=(role,))
    for one in waiting:
        _wait_on(state, one)
    fires: list[Any] = [fire for _, fire in done if isinstance(fire, Step)]
    table.push(*in_sequence(state, fires))


def _take_up(state: CivilWarState, fire: FireStep | NoShot | None) -> FireStep | NoShot | None:
    """The figures of a volley are spoken for: another part of the unit at the same instant has others (R38). So is the
    side of a house (R15)."""
    if isinstance(fire, Volley):
        doing = doing_of(state, fire.firer)
        house = unit_of(state, fire.firer).building
        sides = doing.sides_fired if fire.side < 0 else (*doing.sides_fired, (house, fire.side))
        note(state, fire.firer, files_fired=(*doing.files_fired, *fire.files), sides_fired=sides)
    return fire


def _is_fired(state: CivilWarState, event: Event) -> None:
    """This part is no longer to come."""
    unit = event.who[0]
    part = event.data["part"]
    note(state, unit, to_fire=tuple(one for one in doing_of(state, unit).to_fire if one != part))


@rule("03.03.6", "03.03.7")
def _waits_on(state: CivilWarState, event: Event, fire: FireStep | NoShot | None) -> bool:
    """If a fire that an event sets off reaches nobody at that moment: it is not used up by it (R35, R135). A written
    time passes."""
    part = int(str(event.data["part"]))
    if part == SURPRISED or not _out_of_reach(fire):
        return False
    return not isinstance(parts_of(state, event.who[0])[part].when, AtTime)


def _wait_on(state: CivilWarState, event: Event) -> None:
    """What has been done stays done, and the fire follows when it reaches the target; an attacker at charge distance is
    there for a moment only, and the next one is waited for."""
    unit, part = unit_of(state, event.who[0]), int(str(event.data["part"]))
    strike(state.line, lambda other: other.number == event.number, (FIRE,))
    when = parts_of(state, unit.id)[part].when
    if isinstance(when, LASTING):
        meet(state, unit, part, str(event.data["enemy"]))
    elif not isinstance(when, BeforeShock | AfterShock):
        plan(state, unit, part)


def due_fire(state: CivilWarState, event: Event) -> FireStep | NoShot | None:
    """What a fire that is due comes to: the throw, why there is none, or nothing if it has been seen to already."""
    unit = by_id(state, event.who[0])
    part = int(str(event.data["part"]))
    if unit is None or not unit.on_table or part not in doing_of(state, unit.id).to_fire:
        return None
    if not may_fire(state, unit):
        return None
    if silenced_by_melee(state, unit):
        return refusal(state, unit, "in-melee", "07.04.1")
    enemy = str(event.data["enemy"])
    if part == SURPRISED:
        return _surprised_fire(state, unit, enemy, event.data)
    return fire_by(state, unit, parts_of(state, unit.id)[part], enemy)


def fire_by(state: CivilWarState, unit: Unit, order: FirePart | GunFire, enemy: str) -> FireStep | NoShot:
    """What a part of a fire order comes to as all stand now; `enemy` has set it off."""
    if isinstance(order, GunFire):
        return _gun_fire(state, unit, order, enemy)
    return _volley(state, unit, order, enemy)


def reaches(state: CivilWarState, unit: Unit, order: FirePart | GunFire, enemy: str) -> bool:
    """If a part of a fire order reaches somebody as all stand now (R135)."""
    return not _out_of_reach(fire_by(state, unit, order, enemy))


def _out_of_reach(fire: FireStep | NoShot | None) -> bool:
    return isinstance(fire, NoShot) and fire.out_of_reach


def may_fire(state: CivilWarState, unit: Unit) -> bool:
    """A forced move, rout or contact ends a fire order; lying pinned does not (R39, R44)."""
    return unit.order != "FU" and doing_of(state, unit.id).void in _STILL_FIRES


@rule("05.01.3")
def _volley(state: CivilWarState, unit: Unit, part: FirePart, enemy: str) -> FireStep | NoShot:
    """A volley at the target named, at the enemy that has set it off, or else at the nearest that can be hit and has
    men to lose: no wagon (R116)."""
    named = part.target or enemy
    for target in (by_id(state, named),) if named else nearest_enemies(state, unit, reach_of(state, unit)):
        if target is not None and target.on_table and (named or target.arm != "wagon"):
            volley = volley_at(state, unit, target, part.companies)
            if volley is not None:
                return volley
    return refusal(state, unit, _why_nobody(state, unit, by_id(state, named) if named else None), "05.01.3")


def _why_nobody(state: CivilWarState, unit: Unit, target: Unit | None) -> str:
    """Why no volley is fired."""
    if unit.out_of_ammunition:
        return "out"
    if target is not None and sheltered_by_melee(state, unit, target):
        return "melee"
    return "mistaken" if target is not None and takes_for_friend(state, unit, target) else "nobody"


def nearest_enemies(state: CivilWarState, unit: Unit, reach: int | None = None) -> Iterator[Unit]:
    """The enemies that a unit sees, all or those within reach and hardly more, the nearest first. Mostly the first is
    enough, and the others are not looked for."""
    if reach is None:
        some = enemies(state, unit)
    else:
        near = [state.units[place] for place in layout(state).meeting(body(state, unit).box, reach)]
        some = [other for other in near if other.side != unit.side]
    nearest_first = sorted(some, key=lambda enemy: (distance(state, unit, enemy), enemy.id))
    return (enemy for enemy in nearest_first if sees(state, unit, enemy))


def _gun_fire(state: CivilWarState, unit: Unit, order: GunFire, enemy: str) -> FireStep | NoShot:
    """A battery's fire at the targets named, at the enemy that has set it off, or else at the nearest that can be
    hit."""
    targets = order.targets or ((enemy,) if enemy else ())
    choices = [targets]
    if not targets and kind(unit) == "unlimbered_artillery":
        near = canister_targets(state, unit) if order.ammunition == "canister" else nearest_enemies(state, unit)
        choices = [(one.id,) for one in near] or choices
    fires = (gun_fire(state, unit, GunOrder(AMMUNITION[order.ammunition], choice, order.guess)) for choice in choices)
    nearest = next(fires)
    if not isinstance(nearest, NoShot):
        return nearest
    return next((fire for fire in fires if not isinstance(fire, NoShot)), nearest)


# fire before and after the shock throw


@rule("07.02.2", "04.02.13", "03.03.6")
def before_shock(table: Table[CivilWarState], defender_id: str, attacker_id: str) -> None:
    """An attacker is at charge distance: fire ordered for that moment, of the defender and of those who watch over him
    (07.02.2, R36); else he may fire as surprised (04.02.13)."""
    state = table.state
    defender, attacker = unit_of(state, defender_id), unit_of(state, attacker_id)
    now = state.line.now
    own_fire = _is_entered(state, defender_id, now)
    for unit, part, when in list(waiting_parts(state)):
        if not isinstance(when, BeforeShock) or unit.side != defender.side:
            continue
        if (when.unit or unit.id) == defender_id and fits(state, attacker, when.enemy):
            own_fire = own_fire or unit.id == defender_id
            if not _is_entered(state, unit.id, now, part):
                put(state, unit.id, part, Due(now, attacker_id))
    riding.notice_shock(state, BeforeShock, defender, attacker)
    if not own_fire and surprised_answers(state, defender, attacker):
        table.push(AllLook(), SurprisedFire(defender_id, attacker_id))


def _is_entered(state: CivilWarState, unit: str, tick: int, part: int | None = None) -> bool:
    """If a unit's fire, or a part of it, is due at an instant already."""
    return any(
        event.kind == FIRE and event.who == (unit,) and event.tick == tick and part in (None, event.data["part"])
        for event in state.line.waiting
    )


def _surprised_fire(state: CivilWarState, unit: Unit, enemy: str, data: Mapping[str, Any]) -> FireStep | NoShot | None:
    """The fire of a surprised unit at its attacker (04.02.13, R70)."""
    target = by_id(state, enemy)
    if target is None or not target.on_table:
        return None
    if unit.arm == "artillery":
        guess = int(str(data["guess"])) or None
        ammunition: Any = data["ammunition"]
        return gun_fire(state, unit, GunOrder(ammunition, (enemy,), guess, surprised=True))
    return volley_at(state, unit, target, surprised=True) or refusal(state, unit, "nobody", "05.01.3")


@rule("07.02.2", "03.03.6")
def after_shock(table: Table[CivilWarState], defender_id: str, attacker_id: str) -> None:
    """Directly after the shock throw a defender in OR or LU fires who was ordered to (R36)."""
    state = table.state
    defender = unit_of(state, defender_id)
    if defender.order not in ("OR", "LU"):
        return
    for unit, part, when in list(waiting_parts(state)):
        if unit.id == defender_id and isinstance(when, AfterShock):
            put(state, unit.id, part, Due(state.line.now, attacker_id), step="after")
    riding.notice_shock(state, AfterShock, defender, unit_of(state, attacker_id))


@events.of(ASK_UMPIRE)
@rule("03.03.6")
def ask_umpire(table: Table[CivilWarState], event: Event) -> None:
    """Whether what an order leaves to the umpire's judgement has come about (R35)."""
    unit, part = event.who[0], int(str(event.data["part"]))
    if part in doing_of(table.state, unit).to_fire:
        table.push(JudgedByUmpire(unit, part))
