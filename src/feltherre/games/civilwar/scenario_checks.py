"""What can be wrong with a scenario that has been read: who is there, who commands, what is named but does not exist.

Where things stand on the table is checked in `placement_checks`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from feltherre.games.civilwar.brief import Scenario, SideData, UnitData
from feltherre.games.civilwar.ground import DIFFICULT_KINDS, TYPES, classes
from feltherre.games.civilwar.procedures.artillery import LARGEST_BATTERY
from feltherre.games.civilwar.scenario_faults import Fault, fault
from feltherre.games.civilwar.shapes import files_of, formations_of, gaps_of, standing_as
from feltherre.games.civilwar.special_rules import (
    AnySpecial,
    CoverUntilMoved,
    Exits,
    HidesLikeWood,
    NoMovementBefore,
    Wagon,
)
from feltherre.games.civilwar.tables import ledger_tree
from feltherre.games.civilwar.victory_terms import AnyCondition, AtPlace, ObjectState, OfUnits, Where, simple_conditions
from feltherre.ground.tabletop.measure import centimetres

#: what people type in orders: no blanks, no capitals, and not much of it
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
SIDES: Final = ("union", "confederate")
#: a company of fewer than 7 men is none; the weakest of ours at the cornfield has 8
COMPANIES_IN_A_FIGURE: Final = 3
_RANKS: Final = ("brigade", "division", "corps")


def faults_of(scenario: Scenario) -> Iterator[Fault]:
    """Everything that is wrong with it but for where things stand."""
    yield from _id_faults(scenario)
    yield from _terrain_faults(scenario)
    for side in scenario.sides:
        yield from _command_faults(side)
        for unit in side.units:
            where = f"units, {unit.id}"
            yield from _arm_faults(unit, where)
            yield from _formation_faults(unit, where)
    yield from _victory_faults(scenario)
    yield from _special_faults(scenario)
    yield from _ledger_faults(scenario)


def _id_faults(scenario: Scenario) -> Iterator[Fault]:
    """Two sides, in the order in which everything is settled, and every id once."""
    if tuple(side.id for side in scenario.sides) != SIDES:
        yield fault("sides", "sides", known=list(SIDES))
    wagons = [rule.unit for rule in scenario.special if isinstance(rule, Wagon)]
    ids = {
        "units": [*(name for side in scenario.sides for name in side.ids), *wagons],
        "terrain": [one.id for one in scenario.terrain],
        "victory": [one.id for one in scenario.victory],
        "special": [one.id for one in scenario.special],
    }
    for where, names in ids.items():
        for name, times in Counter(names).items():
            if not ID.fullmatch(name):
                yield fault(f"{where}, {name}", "bad-id", id=name)
            if times > 1:
                yield fault(f"{where}, {name}", "twice", id=name)


def _terrain_faults(scenario: Scenario) -> Iterator[Fault]:
    kinds = {
        "linear": [kind for kind in classes() if kind not in TYPES],
        "building": ["building_wood", "building_stone"],
        "field": ["ordinary", *DIFFICULT_KINDS],
    }
    for one in scenario.terrain:
        where = f"terrain, {one.id}"
        if one.type not in TYPES:
            yield fault(where, "one-of", field="type", value=one.type, known=list(TYPES))
        elif one.type in kinds and one.kind not in kinds[one.type]:
            yield fault(where, "one-of", field="kind", value=one.kind, known=kinds[one.type])


def _command_faults(side: SideData) -> Iterator[Fault]:
    """One commander-in-chief, everybody else under somebody of a higher rank, every unit under a general (01.05.2)."""
    staff = {one.id: one for one in side.staff}
    chiefs = [one.id for one in side.staff if not one.under]
    if len(chiefs) != 1:
        yield fault(f"sides, {side.id}, staff", "one-chief", found=chiefs)
    for one in side.staff:
        over = staff.get(one.under)
        if one.under and over is None:
            yield fault(f"staff, {one.id}", "no-general", under=one.under, known=list(staff))
        elif over is not None and _RANKS.index(over.rank) <= _RANKS.index(one.rank):
            yield fault(f"staff, {one.id}", "rank", under=one.under)
    for unit in side.units:
        if unit.under not in staff:
            yield fault(f"units, {unit.id}", "no-general", under=unit.under, known=list(staff))
    for name in side.succession:
        if name not in staff:
            yield fault(f"sides, {side.id}, succession", "no-general", under=name, known=list(staff))


def _arm_faults(unit: UnitData, where: str) -> Iterator[Fault]:
    """Each arm with what it fights with (01.05.2)."""
    if unit.arm == "artillery":
        if unit.piece is None:
            yield fault(where, "missing-field", field="piece")
        if not unit.guns:
            yield fault(where, "missing-field", field="guns")
        if unit.guns > LARGEST_BATTERY:
            yield fault(where, "battery-guns", most=LARGEST_BATTERY)
    elif unit.arm != "wagon":
        if not unit.figures:
            yield fault(where, "missing-field", field="figures")
        if unit.weapon is None and unit.arm != "pioneers":
            yield fault(where, "missing-field", field="weapon")
        if unit.guns or unit.piece:
            yield fault(where, "not-artillery")
    most = COMPANIES_IN_A_FIGURE * unit.figures
    if unit.figures and unit.companies > most:
        yield fault(where, "companies", companies=unit.companies, figures=unit.figures, most=most)
    if unit.mounted and unit.arm != "cavalry":
        yield fault(where, "not-cavalry")


def _formation_faults(unit: UnitData, where: str) -> Iterator[Fault]:
    """The formation is one that the arm has, with files, gap and depth that it may have (02.01-02.03, R13, R14)."""
    known = formations_of(unit.arm, unit.mounted, unit.guns)
    if unit.formation not in known:
        yield fault(where, "one-of", field="formation", value=unit.formation, known=list(known))
        return
    if unit.arm in ("artillery", "wagon"):
        return
    files = files_of(unit.formation, unit.mounted)
    if unit.files and unit.files not in files:
        yield fault(where, "files", files=unit.files, known=[str(number) for number in files] or ["0"])
    least, most = gaps_of(unit.formation, unit.mounted)
    if not least <= unit.gap <= most:
        yield fault(where, "gap", gap=centimetres(unit.gap), least=centimetres(least), most=centimetres(most))
    if unit.figures and standing_as(unit.formation, unit.mounted, unit.figures, unit.files) != unit.formation:
        yield fault(where, "no-third-rank", figures=unit.figures)


def _victory_faults(scenario: Scenario) -> Iterator[Fault]:
    for one in scenario.victory:
        for condition in simple_conditions(one.when):
            yield from _condition_faults(scenario, condition, f"victory, {one.id}")


def _condition_faults(scenario: Scenario, condition: AnyCondition, where: str) -> Iterator[Fault]:
    """What a condition names is there, and its turn comes."""
    if isinstance(condition, ObjectState):
        yield from _objects(scenario, [condition.object], where)
    if isinstance(condition, OfUnits):
        yield from _units(scenario, condition.of.ids, where)
    if isinstance(condition, AtPlace):
        yield from _where_faults(scenario, condition.where, where)
    at = getattr(condition, "at", None)
    if isinstance(at, int):
        yield from _turn(scenario, at, where)


def _where_faults(scenario: Scenario, place: Where, where: str) -> Iterator[Fault]:
    sides = (place.north_of, place.south_of, place.east_of, place.west_of)
    lines = [name for name in sides if isinstance(name, str)]
    near = [place.of] if place.of else []
    yield from _objects(scenario, [*place.inside, *place.touching, *near, *lines], where)
    areas = {one.id for one in scenario.terrain if one.area}
    yield from (fault(where, "not-a-line", id=name) for name in lines if name in areas)
    yield from _near_faults(place.within, place.of, where)
    if place == Where():
        yield fault(where, "nowhere-named")


def _special_faults(scenario: Scenario) -> Iterator[Fault]:
    for one in scenario.special:
        where = f"special, {one.id}"
        if isinstance(one, CoverUntilMoved | NoMovementBefore):
            yield from _units(scenario, one.units, where)
        if isinstance(one, Exits | NoMovementBefore):
            yield from _objects(scenario, [one.of] if one.of else [], where)
            yield from _near_faults(one.within, one.of, where)
        if isinstance(one, HidesLikeWood):
            yield from _objects(scenario, one.objects, where)
        yield from _wagon_faults(scenario, one, where)
        for turn in (getattr(one, name, None) for name in ("turn", "from_turn", "to_turn")):
            if turn is not None:
                yield from _turn(scenario, turn, where)


def _wagon_faults(scenario: Scenario, rule: AnySpecial, where: str) -> Iterator[Fault]:
    if isinstance(rule, Wagon):
        staff = [one.id for side in scenario.sides if side.id == rule.side for one in side.staff]
        if rule.under not in staff:
            yield fault(where, "no-general", under=rule.under, known=staff)


def _near_faults(within: int | None, of: str, where: str) -> Iterator[Fault]:
    """A distance and the object from which it counts are named together."""
    if (within is None) != (not of):
        yield fault(where, "within-of")


def _units(scenario: Scenario, ids: Iterable[str], where: str) -> Iterator[Fault]:
    yield from _named(scenario.units, ids, where, "no-unit")


def _objects(scenario: Scenario, ids: Iterable[str], where: str) -> Iterator[Fault]:
    yield from _named({one.id: one for one in scenario.terrain}, ids, where, "no-object")


def _named(known: Mapping[str, object], ids: Iterable[str], where: str, key: str) -> Iterator[Fault]:
    for name in ids:
        if name not in known:
            yield fault(where, key, id=name, known=list(known))


def _turn(scenario: Scenario, turn: int, where: str) -> Iterator[Fault]:
    if turn > scenario.turns:
        yield fault(where, "turn", turn=turn, turns=scenario.turns)


def _ledger_faults(scenario: Scenario) -> Iterator[Fault]:
    """Switches and rules that are named are in the ledger."""
    options, rules = _ledger_names()
    for name in scenario.options:
        if name not in options:
            yield fault("options", "one-of", field="options", value=name, known=list(options))
    for name in scenario.teaches:
        if name not in rules:
            yield fault("teaches", "no-rule", id=name)


@cache
def _ledger_names() -> tuple[tuple[str, ...], frozenset[str]]:
    tree = ledger_tree()
    return tuple(one["name"] for one in tree["options"]), frozenset(one["id"] for one in tree["rules"])
