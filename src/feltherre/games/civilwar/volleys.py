"""Small-arms fire (05): a volley of a unit, or of a part of it, at a target.

A volley is worked out whole before the first of its instant is carried out (R32, R33) and waits on the agenda: the
throw, then its losses and the morale tests that follow at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.cover import nearest_place, own_cover
from feltherre.games.civilwar.field import NEAR, body, by_id, fire_formation, grade, info, is_pinned, kind
from feltherre.games.civilwar.grips import sheltered_by_melee
from feltherre.games.civilwar.lines_of_fire import Group, best_group, front_files
from feltherre.games.civilwar.morale import MoraleThrow
from feltherre.games.civilwar.procedures.small_arms import VolleySituation, aimed, general_falls, small_arms_fire
from feltherre.games.civilwar.shapes import standing_as
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, note, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.struck import (
    Struck,
    column_behind,
    losses_changed,
    ranks_of,
    shares_behind,
    struck_unit,
    suffer,
)
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.triggers import notice_fire
from feltherre.games.civilwar.under_fire import dice_of, tell_fire, tell_own
from feltherre.games.civilwar.uniforms import meets, takes_for_friend
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM


class Volley(Step, frozen=True, tag="volley"):
    """A unit fires small arms: who, with what, at whom, and who stands behind."""

    firer: str
    situation: VolleySituation
    struck: Struck
    #: the units that make one column with the target (05.02.5)
    behind: tuple[Struck, ...] = ()
    #: the file of each figure that fires
    files: tuple[int, ...] = ()
    side: int = -1
    throws: tuple[Thrown, ...] = ()

    @property
    def volley(self) -> Volley:
        """What the ruling is about: all of it."""
        return self


class VolleyRuled(Step, frozen=True, tag="volley-ruled"):
    volley: Volley
    ruling: Ruling


# before the throw


@rule("05.02.4")
def freshness(state: CivilWarState, unit: Unit) -> str:
    """What a unit's small-arms fire in this turn is: the first of the game, rested, or neither (05.02.4, R51).

    All its volleys of the turn are alike: it was noted before the turn began to run, else it is as it is now.
    """
    noted = doing_of(state, unit.id).freshness
    if noted:
        return noted
    if not unit.has_fired:
        return "first"
    return "rested" if unit.fired < state.turn - 1 else "steady"


@rule("05.01.1", "05.01.3", "05.02.4", "05.02.6")
def volley_at(
    state: CivilWarState, firer: Unit, target: Unit, companies: int | None = None, *, surprised: bool = False
) -> Volley | None:
    """The volley of a unit, or of some companies, at a target as all stand now; None if no shot can be made (R104)."""
    if not has_cartridges(firer) or takes_for_friend(state, firer, target):
        return None
    if sheltered_by_melee(state, firer, target):
        return None
    group = best_group(state, firer, target, companies)
    if group is None:
        return None
    behind = column_behind(state, firer, target, group.origin, group.mark)
    struck = struck_unit(state, target, group.origin, group.mark, group.range)
    volley = Volley(
        firer=firer.id,
        situation=_situation(state, firer, struck, group, behind, surprised),
        struck=struck,
        behind=tuple(_behind(state, unit, group) for unit in behind),
        files=group.files,
        side=group.side,
    )
    return volley if aimed(volley.situation) is not None else None


@rule("05.01.1", "09.01.1")
def has_cartridges(unit: Unit) -> bool:
    """A unit that has run out of ammunition may not fire, not even as surprised (09.01.1, R94)."""
    return not unit.out_of_ammunition and unit.order != "FU"


def _situation(
    state: CivilWarState, firer: Unit, struck: Struck, group: Group, behind: list[Unit], surprised: bool
) -> VolleySituation:
    """Everything that schema V looks at, as it is now."""
    target = unit_of(state, struck.unit)
    front = ranks_in_column(state, target)
    return _facts(
        state,
        firer,
        target,
        firers=group.figures,
        distance_cm=group.range / CM,
        surprised=surprised,
        own_cover=own_cover(state, firer, group.mark),
        front_ranks=front,
        all_ranks=sum(ranks_of(state, unit) for unit in (target, *behind)) if behind else front,
        target_cover=struck.cover,
        general_in_contact=struck.general,
    )


def _facts(state: CivilWarState, firer: Unit, target: Unit, **more: Any) -> VolleySituation:
    """What schema V looks at of the two units themselves, and `more`: of how they stand to each other."""
    data, fresh = info(state, firer), freshness(state, firer)
    given: dict[str, Any] = {
        "arm": "cavalry" if firer.arm == "cavalry" else "infantry",
        "formation": fire_formation(firer),
        "order_state": firer.order,
        "weapon": data.weapon,
        "target_kind": kind(target),
        "target_formation": fire_formation(target),
    }
    return VolleySituation(
        mounted=firer.mounted,
        pinned=is_pinned(state, firer),
        grade=grade(state, firer),
        weapon_mod=data.weapon_mod,
        first_fire=fresh == "first",
        fired_last_turn=fresh != "rested",
        target_pinned=is_pinned(state, target),
        **given,
        **more,
    )


@rule("05.02.1")
def whole_volley(state: CivilWarState, firer: Unit, target: Unit, cm: float, **more: Any) -> VolleySituation:
    """The fire of a whole unit at an enemy straight ahead of it and so far away, as one weighs it before the order."""
    men = sum(file.figures for file in front_files(state, firer))
    return _facts(state, firer, target, firers=men, distance_cm=cm, **more)


def _behind(state: CivilWarState, unit: Unit, group: Group) -> Struck:
    mark = nearest_place(body(state, unit), group.origin)
    way = point_distance(group.origin, mark)
    return struck_unit(state, unit, group.origin, mark, way, ranks=ranks_of(state, unit))


@rule("05.02.5")
def ranks_in_column(state: CivilWarState, unit: Unit) -> int:
    """The ranks of a unit in march or attack column; others have no depth to be hit in (schema V)."""
    if unit.order == "FU" or unit.building or unit.arm in ("artillery", "wagon"):
        return 0
    formation = standing_as(unit.formation, unit.mounted, unit.figures, unit.files)
    return ranks_of(state, unit) if formation in ("march_column", "attack_column") else 0


# the throw and what it does


def _changes(state: CivilWarState, step: VolleyRuled) -> Mapping[str, Value]:
    volley, men = step.volley, step.ruling.outputs["losses_men"]
    return {**losses_changed(state, volley.struck, volley.behind, men), "out_of_ammunition": YesNo()}


@steps.throws(Volley, VolleyRuled, by=small_arms_fire, thrower=player_of("firer"), changes=_changes)
@rule("05.02.1")
def volley(state: CivilWarState, step: Volley) -> VolleySituation | None:
    """As all was before the first volley of the instant (R33)."""
    there = by_id(state, step.firer) is not None and by_id(state, step.struck.unit) is not None
    return step.situation if there else None


@steps.does(VolleyRuled)
@rule("05.02.1", "05.02.5", "05.02.7")
def volley_strikes(table: Table[CivilWarState], step: VolleyRuled) -> None:
    """The losses of the target and of those behind it, and the ammunition of the firer."""
    state, volley, outputs = table.state, step.volley, step.ruling.outputs
    key = "civilwar.fire.volley-surprised" if volley.situation.surprised else "civilwar.fire.volley"
    # a wagon has no men to lose (R116)
    men = 0 if unit_of(state, volley.struck.unit).arm == "wagon" else outputs["losses_men"]
    tell_fire(table, key, "05.02.1", volley.firer, volley.struck.unit, step.ruling, n=men)
    _note_fire(state, volley)
    tests = [
        *_losses(table, volley, volley.struck, outputs["losses_men"], bool(outputs["general_falls"])),
        *(
            test
            for one, men in shares_behind(volley.behind, outputs["extra_losses_men"])
            for test in _losses(table, volley, one, men, general_falls(one.general, men, dice_of(step.ruling)))
        ),
    ]
    if outputs["out_of_ammunition"]:
        _run_out(table, volley.firer)
    notice_fire(state, volley.firer, (volley.struck.unit,))
    table.push(*tests)


def _losses(table: Table[CivilWarState], volley: Volley, one: Struck, men: int, falls: bool) -> tuple[MoraleThrow, ...]:
    return suffer(table, one, men, by=volley.firer, cause="small_arms", general_falls=falls)


@rule("05.01.3", "04.02.14")
def _note_fire(state: CivilWarState, volley: Volley) -> None:
    """How many figures have fired this turn, and at whom from close by (R47)."""
    doing, unit = doing_of(state, volley.firer), unit_of(state, volley.firer)
    close = volley.struck.range <= NEAR and volley.struck.unit not in doing.fire_at
    note(
        state,
        volley.firer,
        freshness=freshness(state, unit),
        shots=doing.shots + volley.situation.firers,
        fire_at=(*doing.fire_at, volley.struck.unit) if close else doing.fire_at,
    )
    change(state, volley.firer, has_fired=True, fired=state.turn, stirred=True)
    meets(state, volley.firer, volley.struck.unit)


@rule("09.01.1")
def _run_out(table: Table[CivilWarState], firer: str) -> None:
    """The throw takes full effect; afterwards the unit is out (R94). What its parts were still to fire is off."""
    state = table.state
    change(state, firer, out_of_ammunition=True)
    note(state, firer, to_fire=())
    tell_own(table, "civilwar.fire.out", "09.01.1", firer, unit=name(state, firer))
