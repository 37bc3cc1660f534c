"""Artillery fire carried out (06.02, 06.03): the throw for deviation, the throw for losses, material lost, guns that
burst. What each throw meets was worked out by `guns` before the first fire of the instant (R32).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from feltherre.core.agenda import Gate
from feltherre.core.chance import GivenDice, Line, Ruling, Thrown
from feltherre.core.changes import OneOf, Value, Whole, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar import objects
from feltherre.games.civilwar.commanders import player_of, role_of
from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import body, by_id, kind, touching
from feltherre.games.civilwar.gunners import guns_behind
from feltherre.games.civilwar.marchers import horses_of
from feltherre.games.civilwar.measured import fell, figures_of
from feltherre.games.civilwar.procedures.artillery import ArtillerySituation, artillery_fire
from feltherre.games.civilwar.procedures.artillery import general_falls as falls_to_guns
from feltherre.games.civilwar.procedures.artillery_hits import (
    CounterBatterySituation,
    DeviationSituation,
    artillery_deviation,
    contains,
    counter_battery,
)
from feltherre.games.civilwar.procedures.inputs import Ammunition
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.shots import Shot, muzzle, on_table, shot_at
from feltherre.games.civilwar.sightings import take_off
from feltherre.games.civilwar.state import LOST, Battery, Change, CivilWarState, Unit, change, doing_of, note, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.struck import Struck, losses_changed, shares_behind, suffer
from feltherre.games.civilwar.telling import name, named, tell
from feltherre.games.civilwar.triggers import notice_fire
from feltherre.games.civilwar.under_fire import dice_of, tell_fire, tell_others, tell_own

#: the ammunition of the procedures -> the field of a battery that counts its rounds
ROUNDS: Final[dict[str, Literal["shell", "shot", "canister"]]] = {
    "shell": "shell",
    "solid_shot": "shot",
    "canister": "canister",
}


class Laying(Step, frozen=True, tag="laying"):
    """A battery fires shell or solid shot: where does the round fall (06.02.2)? `shots`: whom it may hit."""

    firer: str
    target: str
    ammunition: Ammunition
    situation: DeviationSituation
    shots: tuple[Shot, ...]
    guns: int
    surprised: bool = False
    throws: tuple[Thrown, ...] = ()

    @property
    def laying(self) -> Laying:
        """What the ruling is about: all of it."""
        return self


class LayingRuled(Step, frozen=True, tag="laying-ruled"):
    laying: Laying
    ruling: Ruling


class Cannonade(Step, frozen=True, tag="cannonade"):
    """The throw for losses; canister may have further targets, which share it (06.02.1)."""

    firer: str
    shot: Shot
    sharing: tuple[Shot, ...] = ()
    throws: tuple[Thrown, ...] = ()
    whole: ClassVar[bool] = True


class CannonadeRuled(Step, frozen=True, tag="cannonade-ruled"):
    firer: str
    shot: Shot
    ruling: Ruling
    sharing: tuple[Shot, ...] = ()
    #: the battery's one throw, not a further target's part of it
    whole: bool = True


class Material(Step, frozen=True, tag="material"):
    """What a hit does to guns, limbers, horses or a wagon (06.03.3, 06.03.4)."""

    unit: str
    by: str
    dice_sum: int
    cover: int
    ammunition: Ammunition
    throws: tuple[Thrown, ...] = ()


class MaterialRuled(Step, frozen=True, tag="material-ruled"):
    unit: str
    by: str
    ruling: Ruling


def battery_of(unit: Unit) -> Battery:
    assert unit.battery is not None
    return unit.battery


def _spend(state: CivilWarState, firer: str, ammunition: str) -> None:
    """One round is gone, and the battery has fired (06.02.2, R38)."""
    battery = battery_of(unit_of(state, firer))
    kind_of = ROUNDS[ammunition]
    left = max(0, getattr(battery, kind_of) - 1)
    change(state, firer, battery=replace(battery, **{kind_of: left}), stirred=True)
    note(state, firer, shots=doing_of(state, firer).shots + 1)


def _ammunition(state: CivilWarState, ammunition: str) -> Text:
    return say(f"civilwar.ammunition.{ammunition}")


# deviation


def _hit_changed(state: CivilWarState, step: LayingRuled) -> Mapping[str, Value]:
    """Nobody, or anybody on the table but the battery itself."""
    units = [unit.id for unit in state.units if unit.on_table and unit.id != step.laying.firer]
    return {"hit": OneOf((None, *units))}


@steps.throws(Laying, LayingRuled, by=artillery_deviation, thrower=player_of("firer"), changes=_hit_changed)
@rule("06.02.2", "06.02.5")
def laying(state: CivilWarState, step: Laying) -> DeviationSituation | None:
    """The guess and everybody whom the round may strike (06.02.2)."""
    unit = by_id(state, step.firer)
    return step.situation if unit is not None and unit.battery is not None else None


@steps.does(LayingRuled)
@rule("06.02.2", "06.02.3", "06.02.5")
def round_falls(table: Table[CivilWarState], step: LayingRuled) -> None:
    """One round is spent; whoever stands on the point struck is hit (06.02.3), and continued fire is noted."""
    state, laying = table.state, step.laying
    hit = step.ruling.outputs["hit"]
    shot = _hit_on(state, laying, hit, step.ruling.outputs["impact"]) if hit else None
    _spend(state, laying.firer, laying.ammunition)
    _lay_on(state, laying, shot)
    # where the point lies only the umpire is shown (06.02.2)
    outputs = {key: value for key, value in step.ruling.outputs.items() if key != "impact"}
    told = named(state, msgspec.structs.replace(step.ruling, outputs=outputs))
    if shot is None:
        _tell_miss(table, laying, told, step.ruling.outputs["impact"])
    else:
        words = _words(state, laying, hit)
        tell_own(table, "civilwar.fire.laid", "06.02.3", laying.firer, told, **words)
    _tell_umpire(table, laying, step.ruling)
    notice_fire(state, laying.firer, (laying.target, hit) if hit else (laying.target,))
    if shot is not None:
        table.push(Cannonade(laying.firer, shot))


def _words(state: CivilWarState, laying: Laying, target: str) -> dict[str, Any]:
    return {
        "unit": name(state, laying.firer),
        "target": name(state, target),
        "ammunition": _ammunition(state, laying.ammunition),
    }


@rule("06.02.2")
def _tell_miss(table: Table[CivilWarState], laying: Laying, ruling: Ruling, point: Any) -> None:
    """The gunners see on which side of their target the round falls, and so do others who see both; a reader who sees
    the guns alone learns that they fire."""
    if table.quiet:
        return
    state, target = table.state, by_id(table.state, laying.target)
    words = _words(state, laying, laying.target)
    # a round that falls on somebody misses only by the umpire's word, and he says all there is to it
    struck = point is not None and any(contains(one.polygon, tuple(point)) for one in laying.situation.outlines)
    if point is None or struck or target is None or not target.on_table:
        tell_own(table, "civilwar.fire.missed", "06.02.3", laying.firer, ruling, **words)
        tell_others(table, "civilwar.fire.fires", "06.02.3", laying.firer, **words)
        return
    words["where"] = fell(state, target, laying.situation, point)
    seen = Line(say("civilwar.fire.falls", where=words["where"]), "06.02.2")
    ruling = msgspec.structs.replace(ruling, explanation=(*ruling.explanation, seen))
    tell_own(table, "civilwar.fire.missed-where", "06.02.3", laying.firer, ruling, **words)
    tell_others(table, "civilwar.fire.falls-there", "06.02.3", laying.firer, sees=target, **words)
    tell_others(table, "civilwar.fire.fires", "06.02.3", laying.firer, sees_not=target, **words)


def _tell_umpire(table: Table[CivilWarState], laying: Laying, ruling: Ruling) -> None:
    """What only the umpire may measure (06.02.2)."""
    told = None if table.quiet else figures(table.state, laying, ruling)
    if told is not None:
        table.tell(told, "06.02.2", (laying.firer,), audience=())


def figures(state: CivilWarState, laying: Laying, ruling: Ruling) -> Text | None:
    """The guess, the point struck and the true range of a round; None if there is nothing to measure."""
    return figures_of(state, by_id(state, laying.target), laying.situation, ruling.outputs["impact"])


@rule("06.02.3")
def _hit_on(state: CivilWarState, laying: Laying, hit: str, impact: Any) -> Shot | None:
    """The hit that was worked out before, of those on one unit that at the point struck: how many ranks lie beyond it
    depends on where in the unit it falls (06.02.3). One that only the umpire has given is worked out now."""
    point = None if impact is None else on_table(impact)
    known = sorted((one for one in laying.shots if one.struck.unit == hit), key=lambda one: one.point != point)
    target, battery = by_id(state, hit), unit_of(state, laying.firer)
    if known or target is None or not target.on_table:
        return next(iter(known), None)
    nearest = nearest_place(body(state, target), muzzle(state, battery))
    wanted: Any = {"ammunition": laying.ammunition, "guns": laying.guns, "surprised": laying.surprised}
    return shot_at(state, battery, target, nearest, **wanted)


@rule("06.02.5")
def _lay_on(state: CivilWarState, laying: Laying, shot: Shot | None) -> None:
    """Remember a hit on the target that was meant; anything else ends continued fire (06.02.5, R60)."""
    battery = battery_of(unit_of(state, laying.firer))
    if shot is None or shot.struck.unit != laying.target:
        change(state, laying.firer, battery=replace(battery, laid_on="", laid_with="", laid_turn=0))
        return
    x, y = shot.nearest
    laid = replace(
        battery, laid_on=laying.target, laid_x=x, laid_y=y, laid_with=laying.ammunition, laid_turn=state.turn
    )
    change(state, laying.firer, battery=laid)


# losses


def _losses_changed(state: CivilWarState, step: CannonadeRuled) -> Mapping[str, Value]:
    found = losses_changed(state, step.shot.struck, step.shot.behind, step.ruling.outputs["losses_men"])
    return {**found, "gun_bursts": YesNo()} if step.whole else found


@steps.throws(Cannonade, CannonadeRuled, by=artillery_fire, thrower=player_of("firer"), changes=_losses_changed)
@rule("06.03.1")
def cannonade(state: CivilWarState, step: Cannonade) -> ArtillerySituation | None:
    """As all was before the first fire of the instant (R33)."""
    there = by_id(state, step.firer) is not None and by_id(state, step.shot.struck.unit) is not None
    return step.shot.situation if there else None


@steps.does(CannonadeRuled)
@rule("06.03.1", "06.02.1", "06.02.4", "06.03.9")
def cannonade_strikes(table: Table[CivilWarState], step: CannonadeRuled) -> None:
    """Losses of the unit hit and of those behind it, material, the battery's own guns; then those who share it."""
    state, shot, outputs = table.state, step.shot, step.ruling.outputs
    ammunition = shot.situation.ammunition
    key = "civilwar.fire.cannonade-surprised" if shot.situation.surprised else "civilwar.fire.cannonade"
    words = {"ammunition": _ammunition(state, ammunition), "n": outputs["losses_men"]}
    tell_fire(table, key, "06.03.1", step.firer, shot.struck.unit, step.ruling, **words)
    if step.whole and ammunition == "canister":
        _spend(state, step.firer, ammunition)
        notice_fire(state, step.firer, tuple(one.struck.unit for one in (shot, *step.sharing)))
    dice = dice_of(step.ruling)
    follow: list[Step] = list(material_steps(state, step.firer, shot, dice))
    follow += _losses(table, step.firer, shot.struck, outputs["losses_men"], bool(outputs["general_falls"]))
    for one, men in shares_behind(shot.behind, outputs["extra_losses_men"]):
        follow += _losses(table, step.firer, one, men, falls_to_guns(one.general, men, dice))
    if step.whole and outputs["gun_bursts"]:
        burst(table, step.firer)
    table.push(*follow)
    share_canister(table, step)


def _losses(table: Table[CivilWarState], firer: str, one: Struck, men: int, falls: bool) -> tuple[Step, ...]:
    return suffer(table, one, men, by=firer, cause="artillery", general_falls=falls)


@rule("06.02.1")
def share_canister(table: Table[CivilWarState], step: CannonadeRuled) -> None:
    """The other targets of canister read the same dice, each with its own modifiers and share (06.02.1, R61)."""
    throwing = steps[Cannonade].throwing
    assert throwing is not None
    for shot in reversed(step.sharing):
        ruling = artillery_fire.resolve(artillery_fire.assess(shot.situation), GivenDice(step.ruling.throws))
        table.push(CannonadeRuled(step.firer, shot, ruling, whole=False))
        if throwing.is_held(table.state, Cannonade(step.firer, shot), ruling):
            table.push(Gate())


@rule("06.03.7")
def burst(table: Table[CivilWarState], firer: str) -> None:
    """One of the battery's real guns is gone (06.03.7, R69); the men are unhurt."""
    state = table.state
    battery = battery_of(unit_of(state, firer))
    guns = max(0, battery.guns - 1)
    change(state, firer, battery=replace(battery, guns=guns, damaged=min(battery.damaged, guns)))
    tell(table, "civilwar.fire.bursts", "06.03.7", firer, unit=name(state, firer))


# material


@rule("06.03.3", "06.03.4")
def material_steps(state: CivilWarState, firer: str, shot: Shot, dice: int) -> list[Material]:
    """A hit on artillery or on a wagon, and on a wagon beside a battery hit, reads the dice again (R66, R67)."""
    unit = unit_of(state, shot.struck.unit)
    if unit.arm not in ("artillery", "wagon") or not dice:
        return []
    ammunition = shot.situation.ammunition
    hit = [unit]
    if unit.arm == "artillery":
        hit += [one for one in state.units if one.on_table and one.arm == "wagon" and touching(state, one, unit)]
    return [Material(one.id, firer, dice, shot.struck.cover, ammunition) for one in hit]


def _material_changed(state: CivilWarState, step: MaterialRuled) -> Mapping[str, Value]:
    unit = unit_of(state, step.unit)
    horses = Whole(0, horses_of(unit))
    if unit.battery is None:
        return {"horses_killed": horses, "wagon_destroyed": YesNo()}
    guns, limbers = Whole(0, unit.battery.guns), Whole(0, unit.battery.limbers)
    return {
        **dict.fromkeys(("guns_destroyed", "guns_damaged"), guns),
        **dict.fromkeys(("limbers_destroyed", "limbers_damaged"), limbers),
        "horses_killed": horses,
    }


@steps.throws(Material, MaterialRuled, by=counter_battery, thrower=player_of("by"), changes=_material_changed)
@rule("06.03.3")
def material_hit(state: CivilWarState, step: Material) -> CounterBatterySituation | None:
    """What is there to be lost (schema XI, R66), with the dice of the throw for losses; guns are hit also if their last
    gunners fall by the same hit."""
    unit = by_id(state, step.unit)
    if unit is None or not (unit.on_table or guns_behind(state, unit) is not None):
        return None
    battery = unit.battery or Battery(0, 0, 0, 0, 0)
    return CounterBatterySituation(
        dice_sum=step.dice_sum,
        target_cover=step.cover,
        ammunition=step.ammunition,
        target_limbered=kind(unit) == "limbered_artillery",
        is_wagon=unit.arm == "wagon",
        guns_left=battery.guns,
        guns_already_damaged=battery.damaged,
        limbers_left=battery.limbers,
        limbers_already_damaged=battery.limbers_damaged,
        horses_left=horses_of(unit),
    )


@steps.does(MaterialRuled)
@rule("06.03.3", "06.03.4")
def material_lost(table: Table[CivilWarState], step: MaterialRuled) -> None:
    """Guns, limbers and horses are struck off, also of a wagon, or it is destroyed (06.03.4, R67)."""
    state, outputs = table.state, step.ruling.outputs
    unit = unit_of(state, step.unit)
    lost = any(value for key, value in outputs.items() if key != "result")
    if not lost:
        return
    tell_own(table, "civilwar.fire.material", "06.03.3", step.unit, step.ruling, unit=name(state, step.unit))
    note(state, step.unit, material_lost=True)
    if unit.battery is not None:
        change(state, step.unit, battery=without_material(unit.battery, outputs))
        clear_guns(state, step.unit)
    elif outputs["horses_killed"]:
        change(state, step.unit, horses_lost=unit.horses_lost + outputs["horses_killed"])
    if outputs["wagon_destroyed"]:
        take_off(state, step.unit, LOST)
        ride_along(state)
        state.history.append(Change(state.turn, "destroyed", step.unit, step.by))
        tell(table, "civilwar.fire.wagon", "06.03.4", step.unit, unit=name(state, step.unit))


def clear_guns(state: CivilWarState, unit_id: str) -> None:
    """Guns without a crew of which none is left are gone from the table."""
    unit = unit_of(state, unit_id)
    guns = guns_behind(state, unit)
    if guns is not None and not battery_of(unit).guns:
        objects.alter(state, guns, None, (role_of(state, unit),))


@rule("06.03.3")
def without_material(battery: Battery, lost: dict[str, Any]) -> Battery:
    """A battery after a material loss; what is destroyed was sound as long as something was (R66)."""
    guns = max(0, battery.guns - lost["guns_destroyed"])
    limbers = max(0, battery.limbers - lost["limbers_destroyed"])
    return replace(
        battery,
        guns=guns,
        damaged=min(battery.damaged + lost["guns_damaged"], guns),
        limbers=limbers,
        limbers_damaged=min(battery.limbers_damaged + lost["limbers_damaged"], limbers),
        horses=max(0, battery.horses - lost["horses_killed"]),
    )
