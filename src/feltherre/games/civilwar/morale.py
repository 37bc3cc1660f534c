"""The morale test (08.02.7): a unit that has lost figures to a throw tests at once, and may fall into another order.

What the test looks at beside the unit's own order, pin and figures was settled before the first volley of the instant
(R33) and comes with the step. `test` puts it on the agenda.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import OneOf, Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.commanders import player_of
from feltherre.games.civilwar.field import by_id, grade, is_pinned, kind
from feltherre.games.civilwar.orderstate import becomes
from feltherre.games.civilwar.procedures.inputs import no_better, order_name
from feltherre.games.civilwar.procedures.morale import Cause, MoraleSituation, morale_test
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.measure import CM


class MoraleThrow(Step, frozen=True, kw_only=True, tag="morale-throw"):
    """A unit tests its morale for figures that one throw has removed; `by` is the enemy who made it."""

    unit: str
    by: str
    removed: int
    cause: Cause
    #: of the fire, in 0.1 mm
    range: int | None = None
    cover: int = 0
    support: bool = False
    general: bool = False
    flank: bool = False
    not_answering: bool = False
    vs_mounted: bool = False
    more_losses: bool = False
    throws: tuple[Thrown, ...] = ()

    @property
    def means(self) -> str:
        """Fire or melee."""
        return "melee" if self.cause == "melee" else "fire"


class MoraleRuled(Step, frozen=True, tag="morale-ruled"):
    """What the test says."""

    unit: str
    by: str
    #: fire or melee
    means: str
    ruling: Ruling


def original_figures(unit: Unit) -> int:
    """The figures with which a unit began, prisoners and all others who are gone included (R86)."""
    return unit.figures + unit.lost + unit.captured + unit.fled


def _changes(state: CivilWarState, step: MoraleRuled) -> Mapping[str, Value]:
    """Only a unit that is left in LU is pinned or turns away (04.02.6, 04.02.7)."""
    shaken = YesNo() if step.ruling.outputs["order_after"] == "LU" else OneOf((False,))
    after = no_better(unit_of(state, step.unit).order)
    return {"order_after": after, "becomes_pinned": shaken, "must_turn_away": shaken}


@steps.throws(MoraleThrow, MoraleRuled, by=morale_test, thrower=player_of("unit"), changes=_changes)
@rule("08.02.7", "05.02.3", "08.02.9")
def situation_of(state: CivilWarState, step: MoraleThrow) -> MoraleSituation | None:
    """Order and pin as they are now, after earlier volleys of the instant; the rest as it was before (R33). None for a
    unit that is already in FU; staff never test (08.02.9)."""
    unit = by_id(state, step.unit)
    if unit is None or not unit.on_table or unit.order == "FU" or not unit.figures > 0:
        return None
    unit_kind: Any = kind(unit)
    order: Any = unit.order
    return MoraleSituation(
        figures_removed=step.removed,
        # the umpire may have given figures back since (R103: no more are gone than there were)
        original_figures=max(original_figures(unit), unit.figures + step.removed),
        present_figures=unit.figures,
        detached_companies=unit.companies if unit.parent != unit.id else None,
        support=step.support,
        general=step.general,
        cover=step.cover,
        pinned=is_pinned(state, unit),
        cause=step.cause,
        melee_vs_mounted=step.vs_mounted,
        melee_more_losses=step.more_losses,
        flank_or_rear_fire=step.flank,
        not_answering=step.not_answering,
        order_state=order,
        grade=grade(state, unit),
        range_cm=None if step.range is None else step.range / CM,
        kind=unit_kind,
    )


@steps.does(MoraleRuled)
@rule("08.02.7", "04.02.7", "04.02.6")
def morale_falls(table: Table[CivilWarState], step: MoraleRuled) -> None:
    """The order that the test gives, if it is no better than the present one (R85); close fire pins foot and drives off
    horses (04.02.6, 04.02.7)."""
    state, outputs = table.state, step.ruling.outputs
    unit = by_id(state, step.unit)
    if unit is None or not unit.on_table:
        return
    close = outputs["becomes_pinned"] or outputs["must_turn_away"]
    order = "LU" if close else outputs["order_after"]
    words = {"unit": name(state, step.unit), "order": order_name(outputs["order_after"])}
    tell(table, "civilwar.fire.morale", "08.02.7", step.unit, ruling=step.ruling, **words)
    # a result equal to the present order counts again: it may pin or drive back once more (R39, R41)
    if close or order != unit.order or outputs["table_order"] == unit.order:
        becomes(table, step.unit, order, cause=step.by, by=step.means, close=close)
