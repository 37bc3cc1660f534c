"""Mending guns and limbers (06.03.6, R66): a gunner for each, who serves no gun meanwhile. The rest of the battery may
stand or fire; if it moves, or is driven off, what was begun is lost (R96).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.orders.language import Repaired
from feltherre.games.civilwar.orders.situation import repairs_of
from feltherre.games.civilwar.procedures.artillery_hits import RepairSituation, repair
from feltherre.games.civilwar.state import Battery, CivilWarState, Mending, Unit, change, doing_of
from feltherre.games.civilwar.telling import name, tell


@rule("06.01.3", "06.03.6")
def gunners_serving(state: CivilWarState, unit: Unit) -> int:
    """The gunners who serve the guns: not those at a repair (R66)."""
    return max(0, unit.figures - len(_ordered(state, unit)))


def _ordered(state: CivilWarState, unit: Unit) -> tuple[Repaired, ...]:
    line = doing_of(state, unit.id).line
    return () if line is None else repairs_of(line.order)


@rule("06.03.6")
def mend(table: Table[CivilWarState], unit: Unit, *, disturbed: bool, left: bool) -> None:
    """A turn's work of each gunner at a repair: two turns, three under effective fire, none while the battery is
    attacked (06.03.6)."""
    state, battery = table.state, unit.battery
    if battery is None:
        return
    wanted = () if left else _ordered(state, unit)[: unit.figures]
    begun = [] if left else list(battery.mending)
    under_fire = doing_of(state, unit.id).men_lost > 0 or doing_of(state, unit.id).material_lost
    going, done = _turn_of_work(battery, begun, wanted, under_fire, disturbed)
    mended = replace(
        battery,
        mending=tuple(going),
        damaged=battery.damaged - done.count("gun"),
        limbers_damaged=battery.limbers_damaged - done.count("limber"),
    )
    if mended != battery:
        change(state, unit.id, battery=mended)
    for kind in done:
        tell(table, f"civilwar.works.repair-{kind}", "06.03.6", unit.id, unit=name(state, unit.id))


@rule("06.03.6")
def _turn_of_work(
    battery: Battery, begun: list[Mending], wanted: Sequence[Repaired], under_fire: bool, disturbed: bool
) -> tuple[list[Mending], list[str]]:
    """What is being mended after a turn, and what is mended. Repairs that nobody works at rest; of what has been
    destroyed meanwhile nothing is left to mend."""
    damaged = {"gun": battery.damaged, "limber": battery.limbers_damaged}
    going: list[Mending] = []
    done: list[str] = []
    for kind in wanted:
        old = next((one for one in begun if one.kind == kind), Mending(kind))
        begun = [one for one in begun if one is not old]
        if sum(one.kind == kind for one in going) + done.count(kind) >= damaged[kind]:
            continue
        now = replace(old, under_fire=old.under_fire or under_fire)
        work = repair.outputs(
            RepairSituation(turns_worked=now.turns, under_effective_fire=now.under_fire, attacked_or_melee=disturbed)
        )
        if work["repaired"]:
            done.append(kind)
        else:
            going.append(replace(now, turns=work["turns_after"]))
    for one in begun:
        if sum(other.kind == one.kind for other in going) + done.count(one.kind) < damaged[one.kind]:
            going.append(one)
    return going, done
