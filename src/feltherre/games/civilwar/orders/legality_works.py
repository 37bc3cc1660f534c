"""What forbids a field work or a repair (10, 06.03.6, R96)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import Repaired, Work
from feltherre.games.civilwar.orders.situation import repairs_of
from feltherre.games.civilwar.procedures.field_works import PLANS, WorkSituation, lacking, work_length
from feltherre.games.civilwar.procedures.field_works import Work as FieldWork

_CLEARED: Final = ("clear_barricade", "clear_fence")


def work_faults(facts: OrderFacts, order: Work) -> Iterator[Illegal]:
    """Guns and limbers are mended; all else is built or cleared."""
    if order.kind == "repair_gun" or order.kind == "repair_limber":
        yield from repair_faults(facts, repairs_of(order))
    else:
        yield from _field_work_faults(facts, order, order.kind)


@rule("10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1")
def _field_work_faults(facts: OrderFacts, order: Work, kind: FieldWork) -> Iterator[Illegal]:
    """The builders, what they need, and that they are enough for the least length (10.02 - 10.06, R96)."""
    plan, figures = PLANS[kind], facts.figures_of(order.companies)
    lacks = lacking(
        WorkSituation(
            work=kind,
            arm=_builders(facts),
            figures=figures,
            present_figures=facts.figures,
            near_wood_10cm=facts.wood_within_10cm,
            in_town=facts.in_town,
            has_material=facts.has_material,
        )
    )
    if lacks is not None:
        yield Illegal(say(f"civilwar.ruling.work.no-{lacks}"), plan.rule)
    elif not plan.gang and figures < facts.figures:
        yield Illegal(say("civilwar.no.whole-unit"), plan.rule)
    elif not work_length(kind, figures, facts.figures):
        yield Illegal(say("civilwar.no.gang", n=plan.gang), plan.rule)
    if kind in _CLEARED:
        yield from _cleared_faults(facts, order, plan.rule)


@rule("10.04.1", "10.06.1")
def _cleared_faults(facts: OrderFacts, order: Work, rule_id: str) -> Iterator[Illegal]:
    """What is cleared is named, since it stands there already, and the workers are at it."""
    there = facts.fences if order.kind == "clear_fence" else facts.barricades
    if order.at is None:
        yield Illegal(say("civilwar.no.cleared-object"), rule_id)
    elif order.at not in there:
        yield Illegal(say("civilwar.no.cleared-there", name=order.at), rule_id)


def _builders(facts: OrderFacts) -> Literal["infantry", "dismounted_cavalry", "other"]:
    if not facts.on_foot:
        return "other"
    return "dismounted_cavalry" if facts.arm == "cavalry" else "infantry"


@rule("06.03.6")
def repair_faults(facts: OrderFacts, repairs: Sequence[Repaired]) -> Iterator[Illegal]:
    """Gunners mend what is damaged, one each (R66), unless the battery is in melee (06.03.6)."""
    damaged = {"gun": facts.damaged_guns, "limber": facts.damaged_limbers}
    if any(repairs.count(what) > damaged[what] for what in repairs):
        yield Illegal(say("civilwar.no.repair"), "06.03.6")
    elif len(repairs) > facts.figures:
        yield Illegal(say("civilwar.no.repair-hands", n=facts.figures), "06.03.6")
    elif repairs and facts.in_contact:
        yield Illegal(say("civilwar.no.repair-contact"), "06.03.6")
