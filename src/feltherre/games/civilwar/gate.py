"""What an umpire reads at his gate, and what he may change in the rulings of a battle (01.06.1): for each step that
applies a ruling the outputs that it reads, and what each may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from feltherre.core.agenda import Gate
from feltherre.core.chance import Line, Ruling
from feltherre.core.changes import Changeable, OneOf, Value, Whole, YesNo
from feltherre.core.state import Step
from feltherre.core.text import Text
from feltherre.games.civilwar.attack import Reached
from feltherre.games.civilwar.field import by_id, generals_beside
from feltherre.games.civilwar.forced_steps import CarriedRuled
from feltherre.games.civilwar.gun_steps import CannonadeRuled, LayingRuled, MaterialRuled, figures
from feltherre.games.civilwar.losses import generals_at_risk
from feltherre.games.civilwar.marchers import horses_of
from feltherre.games.civilwar.melee import MeleeRuled
from feltherre.games.civilwar.morale import MoraleRuled
from feltherre.games.civilwar.passing import PassPinnedRuled
from feltherre.games.civilwar.prisoners import PrisonersTaken
from feltherre.games.civilwar.procedures.losses import MEN_PER_FIGURE
from feltherre.games.civilwar.rallying import Rallied
from feltherre.games.civilwar.resupplying import Resupplied
from feltherre.games.civilwar.shock import InitiativeRuled, ShockRuled
from feltherre.games.civilwar.state import ORDERS, CivilWarState, unit_of, worse
from feltherre.games.civilwar.struck import Struck
from feltherre.games.civilwar.succession import Appointed
from feltherre.games.civilwar.telling import name, named
from feltherre.games.civilwar.uniforms import Recognised
from feltherre.games.civilwar.volleys import VolleyRuled

Values = Mapping[str, Value]

#: why an attack comes to no throw, by its outcome
WHY_NOT: Final = {
    "stopped": ("impassable_obstacle", "artillery", "disorder", "second_frontal_attack"),
    "no_throw": ("target_in_rout",),
}


def _men(state: CivilWarState, *units: str) -> Whole:
    """So many men as these units still have."""
    found = [unit for unit in (by_id(state, one) for one in units) if unit is not None and unit.on_table]
    return Whole(0, sum(MEN_PER_FIGURE * unit.figures - unit.men for unit in found))


def _not_better(order: str) -> OneOf:
    """The orders that a result can leave a unit in: never a better one (R76, R85)."""
    return OneOf(ORDERS[ORDERS.index(order) :])


# what he reads there


def at_the_gate(state: CivilWarState) -> Step | None:
    """The step below the umpire's gate, which is about to apply a ruling; None if he is not asked."""
    return state.agenda[-2] if len(state.agenda) > 1 and isinstance(state.agenda[-1], Gate) else None


def concerned(state: CivilWarState) -> list[Text]:
    """The units that the step below the umpire's gate names: who fires, at whom, who attacks whom."""
    units = {unit.id for unit in state.units}
    return [name(state, one) for one in dict.fromkeys(_ids(msgspec.to_builtins(at_the_gate(state)))) if one in units]


def read_by_umpire(state: CivilWarState, ruling: Ruling) -> Ruling:
    """A ruling with the names of units, and of a round at the gate with what only the umpire may measure (06.02.2)."""
    step = at_the_gate(state)
    told = figures(state, step.laying, ruling) if isinstance(step, LayingRuled) else None
    measured = () if told is None else (Line(told, "06.02.2"),)
    return named(state, msgspec.structs.replace(ruling, explanation=(*ruling.explanation, *measured)))


def _ids(value: Any) -> Iterator[str]:
    """All words in the fields of a step, but for those of its ruling."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in ("ruling", "situation"):
                yield from _ids(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _ids(part)


# fire


def _losses(state: CivilWarState, struck: Struck, behind: tuple[Struck, ...], men: object) -> dict[str, Value]:
    """The losses of the unit struck and of those behind it; generals fall only where men do."""
    found: dict[str, Value] = {}
    unit = by_id(state, struck.unit)
    if unit is not None and unit.arm != "wagon":
        found["losses_men"] = _men(state, struck.unit)
        if men and generals_at_risk(state, struck.unit):
            found["general_falls"] = YesNo()
    if behind:
        found["extra_losses_men"] = _men(state, *(one.unit for one in behind))
    return found


def _volley(state: CivilWarState, step: VolleyRuled) -> Values:
    men = step.ruling.outputs["losses_men"]
    return {**_losses(state, step.volley.struck, step.volley.behind, men), "out_of_ammunition": YesNo()}


def _laying(state: CivilWarState, step: LayingRuled) -> Values:
    """Nobody, or anybody on the table but the battery itself."""
    units = [unit.id for unit in state.units if unit.on_table and unit.id != step.laying.firer]
    return {"hit": OneOf((None, *units))}


def _cannonade(state: CivilWarState, step: CannonadeRuled) -> Values:
    found = _losses(state, step.shot.struck, step.shot.behind, step.ruling.outputs["losses_men"])
    return {**found, "gun_bursts": YesNo()} if step.whole else found


def _material(state: CivilWarState, step: MaterialRuled) -> Values:
    unit = unit_of(state, step.unit)
    horses = Whole(0, horses_of(unit))
    if unit.battery is None:
        return {"horses_killed": horses, "wagon_destroyed": YesNo()}
    guns, limbers = Whole(0, unit.battery.guns), Whole(0, unit.battery.limbers)
    return {
        "guns_destroyed": guns,
        "guns_damaged": guns,
        "limbers_destroyed": limbers,
        "limbers_damaged": limbers,
        "horses_killed": horses,
    }


def _morale(state: CivilWarState, step: MoraleRuled) -> Values:
    """Only a unit that is left in LU is pinned or turns away (04.02.6, 04.02.7)."""
    shaken = YesNo() if step.ruling.outputs["order_after"] == "LU" else OneOf((False,))
    return {
        "order_after": _not_better(unit_of(state, step.unit).order),
        "becomes_pinned": shaken,
        "must_turn_away": shaken,
    }


# attacks


def _reached(state: CivilWarState, step: Reached) -> Values:
    outcome = OneOf(("shock", *WHY_NOT))
    ruled = step.ruling.outputs["outcome"]
    if ruled in WHY_NOT:
        return {"outcome": outcome, "reason": OneOf(WHY_NOT[ruled])}
    return {"outcome": outcome, "without_orders": YesNo()}


def _initiative(state: CivilWarState, step: InitiativeRuled) -> Values:
    return {"thrower": OneOf(("a", "again") if step.onset.counter is None else ("a", "b", "again"))}


def _shock(state: CivilWarState, step: ShockRuled) -> Values:
    found: dict[str, Value] = {
        "own_order_after": _not_better(step.situation.own_order_state),
        "enemy_order_after": _not_better(step.situation.enemy_order_state),
        "advance_continues": YesNo(),
        "prisoners_due": YesNo(),
    }
    return found if step.ruling.outputs["advance_continues"] else {**found, "own_turns_away": YesNo()}


def _melee(state: CivilWarState, step: MeleeRuled) -> Values:
    found: dict[str, Value] = {}
    for letter, one in (("a", step.a), ("b", step.b)):
        found[f"losses_{letter}"] = _men(state, one)
        if step.ruling.outputs[f"losses_{letter}"] and generals_at_risk(state, one):
            found[f"general_{letter}_falls"] = YesNo()
        found[f"ammo_out_{letter}"] = YesNo()
        # by these prisoners are counted (07.06.2)
        found[f"melee_units_{letter}"] = Whole(0, unit_of(state, one).figures)
    return found


def _prisoners(state: CivilWarState, step: PrisonersTaken) -> Values:
    loser = unit_of(state, step.loser)
    found: dict[str, Value] = {"prisoner_figures": Whole(0, loser.figures)}
    return {**found, "general_captured": YesNo()} if generals_beside(state, loser) else found


# forced movement and movement


def _carried(state: CivilWarState, step: CarriedRuled) -> Values:
    found: dict[str, Value] = {"flight_checked": YesNo(), "tested": YesNo()}
    if step.ruling.outputs["tested"] is True:
        found["order_after"] = _not_better(unit_of(state, step.friend).order)
    return found


def _pass_pinned(state: CivilWarState, step: PassPinnedRuled) -> Values:
    """A unit that does not pass is in LU at best (04.02.9)."""
    if step.ruling.outputs["passes"] is not False:
        return {"passes": YesNo()}
    return {"passes": YesNo(), "order_after": _not_better(worse("LU", unit_of(state, step.mover).order))}


# the end of the turn


def _rallied(state: CivilWarState, step: Rallied) -> Values:
    return {"rallied": YesNo()} if step.ruling.outputs["rallied"] else {"rallied": YesNo(), "lost": YesNo()}


#: the kinds of rulings for which he may hold his gate, by the chapters of the book
KINDS: Final = {
    "small-arms": ("small-arms-fire",),
    "artillery": ("artillery-deviation", "artillery-fire", "counter-battery"),
    "attack": ("charge-attempt", "initiative", "shock"),
    "melee": ("melee", "prisoners"),
    "morale": ("morale-test", "carried-away", "pass-through-pinned"),
    "end-of-turn": ("rally", "resupply", "appoint-general"),
}

CHANGEABLE: Final[Changeable] = {
    VolleyRuled: _volley,
    LayingRuled: _laying,
    CannonadeRuled: _cannonade,
    MaterialRuled: _material,
    MoraleRuled: _morale,
    Reached: _reached,
    InitiativeRuled: _initiative,
    ShockRuled: _shock,
    MeleeRuled: _melee,
    PrisonersTaken: _prisoners,
    CarriedRuled: _carried,
    PassPinnedRuled: _pass_pinned,
    Rallied: _rallied,
    Appointed: lambda state, step: {"appointed": YesNo()},
    Resupplied: lambda state, step: {"resupplied": YesNo()},
    Recognised: lambda state, step: {"mistaken": YesNo()},
}
