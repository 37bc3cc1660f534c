"""The position in words: what there is to say of units, generals, couriers and the ground, as one commander knows them.

Nobody measures (06.02.2): only a list that has no picture of the table beside it tells places, to 5 cm.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import Final

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.names import Names, fold
from feltherre.core.text import Text, say
from feltherre.games.civilwar import commanders, messages, telling
from feltherre.games.civilwar.account import sheet_lines
from feltherre.games.civilwar.by_eye import about, compass
from feltherre.games.civilwar.field import distance, general_of, grade, ground, info, name_of
from feltherre.games.civilwar.orders.language import OrderSheet
from feltherre.games.civilwar.orders.writing import write_line
from feltherre.games.civilwar.procedures.inputs import decimals
from feltherre.games.civilwar.state import ROLES, CivilWarState, Staff, Unit
from feltherre.games.civilwar.unit_states import states
from feltherre.games.civilwar.view import CivilWarView, SeenStaff, SeenUnit, sheets_read, view
from feltherre.ground.tabletop.measure import CM, DEGREE, TURN, rounded
from feltherre.ground.tabletop.shapes import middle
from feltherre.ground.tabletop.table import Table as Ground
from feltherre.ground.tabletop.terrain import Feature

#: to so many enemies it is measured
MEASURED: Final = 5


def ground_seen(state: CivilWarState, seen: CivilWarView) -> Ground:
    """The table with the objects of play that the reader knows of (04.01.2)."""
    if not (state.made or state.cleared or seen.made):
        return ground(state)
    shown = copy(state)
    shown.made, shown.cleared = list(seen.made), list(seen.cleared)
    return ground(shown)


# sentences


def body_words(state: CivilWarState, unit: Unit | SeenUnit) -> Text:
    """All that the board says of a unit: how it stands, and in what state."""
    return _with_formation(unit, _unit_words(state, unit))


def body_listed(state: CivilWarState, unit: Unit | SeenUnit) -> Text:
    """The same for a list without a picture of the table: and about where."""
    return _with_formation(unit, _unit_words(state, unit, placed=True))


def _with_formation(unit: Unit | SeenUnit, words: Text) -> Text:
    return Text("civilwar.display.body", {"formation": formation(unit.formation), **words.args})


def _unit_words(state: CivilWarState, unit: Unit | SeenUnit, *, placed: bool = False) -> Text:
    """`placed`: with the place to 5 cm."""
    found = states(state, unit) if isinstance(unit, Unit) else _seen_states(state, unit)
    where = _where(unit.x, unit.y, unit.facing) if placed else say("civilwar.display.facing", way=compass(unit.facing))
    return say("civilwar.display.unit", states=found, where=where)


def has_nothing_to_fire(unit: Unit) -> bool:
    """If its pouches or caissons are empty."""
    battery = unit.battery
    return unit.out_of_ammunition or (battery is not None and not (battery.shell + battery.shot + battery.canister))


def house_of(state: CivilWarState, unit: SeenUnit) -> str:
    """The building that a unit is seen or remembered in ("" if none): nobody else stands in the middle of one."""
    here = (unit.x, unit.y)
    houses = (one.id for one in ground(state).features if one.type == "building" and middle(one.points) == here)
    return unit.building or next(houses, "")


def _seen_states(state: CivilWarState, unit: SeenUnit) -> list[Text]:
    found = [say("civilwar.order.FU")] if unit.routed else []
    if house := house_of(state, unit):
        found.append(say("civilwar.display.in-building", building=house))
    if unit.pinned:
        found.append(say("civilwar.display.pinned"))
    if unit.moved:
        found.append(say("civilwar.display.moved"))
    found.append(say("civilwar.display.last-seen", turn=unit.seen) if unit.seen else say("civilwar.display.in-sight"))
    return found


def rider_words(state: CivilWarState, one: Staff | SeenStaff) -> Text:
    """All that the board says of a general or courier: what he is, and with whom or on his way to whom."""
    at = _errands(state, one)
    return say("civilwar.display.unit", states=[rank(one)], where=at) if at else rank(one)


def rider_listed(state: CivilWarState, one: Staff | SeenStaff) -> Text:
    """The same for a list without a picture of the table: and about where."""
    where = [*_errands(state, one), say("civilwar.display.near", **about(one.x, one.y))]
    return say("civilwar.display.unit", states=[rank(one)], where=where)


def _errands(state: CivilWarState, one: Staff | SeenStaff) -> list[Text]:
    """Under whom a general or courier is, with whom, and to whom he is on his way with what order."""
    if isinstance(one, SeenStaff):
        return []
    found = [say("civilwar.display.under-whom", general=name_of(state, one.under))] if one.under else []
    if one.beside:
        found.append(say("civilwar.sheet.beside", unit=name_of(state, one.beside)))
    if one.bound_for and one.bound_for != one.beside:
        found.append(_bound(state, one))
    return found


def _bound(state: CivilWarState, one: Staff) -> Text:
    to = name_of(state, one.bound_for)
    if one.carries is None:
        return say("civilwar.sheet.bound", to=to)
    return say("civilwar.display.bound-with-order", to=to, order=write_line(one.carries))


def _where(x: int, y: int, facing: int) -> Text:
    return say("civilwar.display.where", **about(x, y), facing=compass(facing))


def named(state: CivilWarState, name: str) -> Text:
    """With the sign by which orders call it."""
    return say("civilwar.display.sign", name=telling.name(state, name), sign=name)


def rank(one: Staff | SeenStaff) -> Text:
    """What a general commands, if the reader knows that."""
    if isinstance(one, Staff):
        return say(f"civilwar.rank.{one.rank}")
    return say("civilwar.rank.courier" if one.courier else "civilwar.rank.general")


def formation(name: str) -> Text:
    return say(f"civilwar.formation.{name.replace('_', '-')}")


def moment(state: CivilWarState) -> Text | None:
    """The instant of the turn under way, in hundredths of it, as people reckon it by hand (04.01.4)."""
    if state.phase != "turn":
        return None
    hundredths = rounded(100 * state.line.now, TURN)
    if hundredths in (0, 100):
        return say("civilwar.moment.end" if hundredths else "civilwar.moment.start")
    return say("civilwar.moment.at", hundredths=f"{hundredths:02d}")


def passed(moment: Text) -> int:
    """The hundredths of the turn that such an instant names."""
    whole = {"civilwar.moment.start": 0, "civilwar.moment.end": 100}
    return whole[moment.key] if moment.key in whole else int(str(moment.args["hundredths"]))


# one thing looked at


def look(state: CivilWarState, roles: Collection[str], name: str, all_seeing: bool = False) -> Sequence[Line]:
    """What a commander may know of a unit, a staff figure or a terrain object; BadInput if he knows of none such."""
    if fold(name) in (*ROLES, *commanders.roles(state)):
        return _sheet(state, roles, fold(name), all_seeing)
    seen = view(state, roles, all_seeing)
    units = {one.id: one for one in seen.units if one.on_table}
    others = {one.id: one for one in (*seen.friends, *seen.enemies)}
    staff: dict[str, Staff | SeenStaff] = {one.id: one for one in seen.staff if one.on_table}
    staff |= {one.id: one for one in (*seen.friend_staff, *seen.enemy_staff)}
    objects = {one.id: one for one in ground_seen(state, seen).features}
    ids = [*units, *others, *staff, *objects]
    wanted = ids[Names(ids, [name_of(state, one) for one in ids]).find(name)]
    if wanted in objects:
        return [*_about_object(objects[wanted]), *_inside(state, seen, wanted)]
    if wanted in staff:
        what = say("civilwar.look.staff", name=named(state, wanted), rank=rank(staff[wanted]))
        read = [Line(messages.words(state, one), "03.01.1") for one in seen.messages if one.to == wanted]
        at = _errands(state, staff[wanted])
        errands = [Line(say("core.plain", text=at))] if at else []
        return [Line(what), *errands, *_ordered(state, seen, wanted), *read]
    if wanted in others:
        return _about_other(state, others[wanted])
    measured = all_seeing or may_measure(state)
    unit = units[wanted]
    exactly = [_exactly(unit), *_ways(state, seen, unit)] if measured else []
    return [*_about_unit(state, unit), *_ordered(state, seen, wanted), *exactly]


def _about_other(state: CivilWarState, other: SeenUnit) -> list[Line]:
    """A unit of somebody else, as far as it is seen."""
    what = say("civilwar.look.seen", name=named(state, other.id), formation=formation(other.formation), n=other.figures)
    true = next(one for one in state.units if one.id == other.id)
    return [Line(what, "03.02.2"), Line(_unit_words(state, other)), *_armament(state, true)]


@rule("03.01.2")
def _sheet(state: CivilWarState, roles: Collection[str], side: str, all_seeing: bool) -> list[Line]:
    """The order sheet of a side, as far as the reader may read it."""
    own = [role for role in commanders.roles(state) if all_seeing or role in roles]
    sheet = sheets_read(state, own, all_seeing).get(side)
    key = "civilwar.look.no-sheet" if sheet is None else "civilwar.look.sheet"
    lines = () if sheet is None else sheet_lines(state, sheet)
    return [Line(say(key, side=commanders.role_name(side)), "03.01.2"), *(Line(line, "03.01.2") for line in lines)]


def _ordered(state: CivilWarState, seen: CivilWarView, who: str) -> list[Line]:
    """What the sheet in force has for a unit or a general, or for the umpire one that is sealed."""
    lines = [
        OrderSheet(
            {name: line for name, line in sheet.units.items() if name == who},
            {name: line for name, line in sheet.staff.items() if name == who},
        )
        for sheet in seen.sheets
    ]
    return [Line(told, "03.01.2") for sheet in lines for told in sheet_lines(state, sheet)]


def _about_unit(state: CivilWarState, unit: Unit) -> list[Line]:
    """Strength, arms, chief, state, losses and the order that it may repeat."""
    general = general_of(state, unit)
    what = say(
        "civilwar.look.unit" if unit.companies else "civilwar.look.no-companies",
        name=named(state, unit.id),
        formation=formation(unit.formation),
        n=unit.figures,
        companies=unit.companies,
    )
    lines = [Line(what), Line(_unit_words(state, unit)), *_armament(state, unit)]
    lines.append(Line(say("civilwar.look.grade", grade=f"{grade(state, unit):+d}"), "08.01.1"))
    if general is not None:
        lines.append(Line(say("civilwar.look.general", general=named(state, general.id)), "03.03.2"))
    if unit.lost or unit.captured or unit.fled:
        lost = say("civilwar.look.lost", lost=unit.lost, captured=unit.captured, fled=unit.fled)
        lines.append(Line(lost))
    return lines


@rule("01.05.2")
def _armament(state: CivilWarState, unit: Unit) -> Iterator[Line]:
    """What a unit is armed with: known to its own side, and of who has been seen to all others too (R126)."""
    data = info(state, unit)
    if data.piece is not None:
        yield Line(say("civilwar.look.piece", piece=say(f"civilwar.piece.{data.piece}")), "01.05.2")
    elif data.weapon is not None:
        weapon = say(f"civilwar.weapon.{data.weapon}")
        told = say("civilwar.look.weapon-model", weapon=weapon, model=data.model) if data.model else None
        yield Line(told or say("civilwar.look.weapon", weapon=weapon), "01.05.2")


def _exactly(unit: Unit) -> Line:
    """Where a unit is to the tenth of a millimetre, as the umpire types it."""
    words = {"x": decimals(unit.x / CM), "y": decimals(unit.y / CM), "facing": decimals(unit.facing / DEGREE)}
    typed = f"{unit.x / CM:g} {unit.y / CM:g} {unit.facing / DEGREE:g}"
    return Line(say("civilwar.look.exactly", **words, typed=typed))


def may_measure(state: CivilWarState) -> bool:
    """If the umpire allows against the book that distances are measured before orders are given (06.02.2)."""
    return state.options.get("measuring") == "allowed"


def _ways(state: CivilWarState, seen: CivilWarView, unit: Unit) -> list[Line]:
    """How far it is from a unit to the nearest enemies that the reader sees, base to base."""
    in_sight = {one.id for one in seen.enemies if not one.seen} | {one.id for one in seen.units}
    others = [one for one in state.units if one.id in in_sight and one.side != unit.side and one.on_table]
    ways = sorted((distance(state, unit, other), other.id) for other in others)[:MEASURED]
    return [
        Line(say("civilwar.look.way", target=named(state, other), cm=decimals(way / CM)), "06.02.2")
        for way, other in ways
    ]


def _inside(state: CivilWarState, seen: CivilWarView, house: str) -> Iterator[Line]:
    """Who is in a building, as far as the reader knows."""
    for unit in seen.units:
        if unit.on_table and unit.building == house:
            yield Line(say("civilwar.look.inside", unit=named(state, unit.id)), "02.04.3")
    for other in (*seen.friends, *seen.enemies):
        if house_of(state, other) == house:
            key = "was-inside" if other.seen else "inside"
            yield Line(say(f"civilwar.look.{key}", unit=named(state, other.id), turn=other.seen), "02.04.3")


def _about_object(feature: Feature) -> list[Line]:
    """What schema XXII or the scenario says of it."""
    kind = say(f"civilwar.object.{feature.type}")
    lines = [
        Line(say("civilwar.look.object", name=feature.id, kind=kind)),
        Line(say("civilwar.look.classes", obstacle=feature.obstacle, cover=feature.cover), "02.06.6"),
    ]
    if feature.type == "material":
        lines.append(Line(say("civilwar.look.left"), "R99"))
    if feature.capacity:
        lines.append(Line(say("civilwar.look.capacity", n=feature.capacity), "02.04.3"))
    if feature.level:
        lines.append(Line(say("civilwar.look.level", n=feature.level)))
    if feature.screens:
        lines.append(Line(say("civilwar.look.screens"), "03.02.3"))
    return lines
