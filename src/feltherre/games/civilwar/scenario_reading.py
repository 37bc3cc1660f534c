"""A scenario file becomes a `Scenario`: its entries are read, what they leave out takes the book's standard (01.02),
and the whole is checked. All faults are told together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from difflib import get_close_matches
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from feltherre.core.errors import BadInput
from feltherre.core.marks import rule
from feltherre.games.civilwar.brief import Scenario, SideData, StaffData, UnitData
from feltherre.games.civilwar.ground import features
from feltherre.games.civilwar.placement_checks import placement_faults
from feltherre.games.civilwar.procedures.orders import SIGHT_RANGE
from feltherre.games.civilwar.scenario_checks import ID, faults_of
from feltherre.games.civilwar.scenario_entries import LONGEST, Entries, in_words, without_marks
from feltherre.games.civilwar.scenario_faults import BadScenario, Fault, fault
from feltherre.games.civilwar.special_rules import KINDS, AnySpecial
from feltherre.games.civilwar.standards import completed, couriers_of, standard_grade, standard_size
from feltherre.games.civilwar.victory_terms import TESTS, All, AnyCondition, Edge, OneOf, Victory
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.terrain import Feature, FeatureData

#: the fields of a file, apart from marks of where data come from
FIELDS: Final = (
    *("game", "id", "date", "begins", "turns", "table", "sight", "options", "teaches", "draw_within"),
    *("title", "story", "strategic", "weather", "terrain", "sides", "victory", "special"),
)
SIDE_FIELDS: Final = ("id", "own_edge", "operational", "supply", "morale", "task", "staff", "units", "succession")
_WHERE_LENGTHS: Final = ("north_of", "south_of", "east_of", "west_of", "within")
#: what stands in for a field that is missing or wrong, so that the rest of the file can still be checked
_UNIT_STAND_INS: Final = {
    "id": "?",
    "name": "?",
    "under": "",
    "arm": "infantry",
    "grade": 0,
    "weapon": "smoothbore_musket",
    "piece": "6pdr_m41",
}
_USUAL_FORMATION: Final = {"artillery": "unlimbered", "wagon": "wagon"}
_STAFF_STAND_INS: Final = {"id": "?", "name": "?", "rank": "brigade"}
_CONDITION_STAND_INS: Final = {"of": {"side": "own"}, "where": {"edge": "north"}, "percent": 100}
_DEFAULTS: Final = {"sight": SIGHT_RANGE, "options": {}, "teaches": [], "draw_within": 1}
#: a field, and those in which it may be written
_WRITTEN_AS: Final = {"figures": ("figures", "size")}
MOST_TURNS: Final = 200
_Turns = Annotated[int, Meta(ge=1, le=MOST_TURNS)]


#: entries of a kind; the largest of ours has 35 units, 15 generals and 30 objects
MOST: Final = {"sides": 10, "units": 200, "staff": 60, "terrain": 300, "victory": 60, "special": 60}
#: of a terrain object
MOST_CORNERS: Final = 100
_WAYS: Final = ("poly", "line", "crest")

#: minutes
_DAY: Final = 24 * 60

#: the years of the rules
PERIOD: Final = range(1861, 1864)


def scenario_of(tree: Any, name: str, *, own: bool = False) -> Scenario:
    """The scenario in a file's tree; BadScenario if anything is wrong with it. `own`: it is somebody's own, whose words
    stand in the file, whatever its id."""
    if not isinstance(tree, dict):
        raise BadScenario(name, [fault(name, "not-an-entry")])
    tree = without_marks(tree)
    if too_many := list(_too_many(tree)):
        raise BadScenario(name, too_many)
    read = Entries(name, "" if own else str(tree.get("id", "")))
    unknown = [field for field in tree if field not in FIELDS]
    read.faults += [fault(name, "unknown-field", field=field, known=list(FIELDS)) for field in unknown]
    scenario = _scenario(read, tree)
    has_table = not any(one.where.startswith("table") for one in read.faults)
    further = [*faults_of(scenario), *(placement_faults(scenario) if has_table else ())]
    faults = [*read.faults, *(one for one in further if not _is_there(one, read.faults))]
    if faults:
        raise BadScenario(name, faults)
    return scenario


def _is_there(lacking: Fault, told: Sequence[Fault]) -> bool:
    """If a field that seems to be missing is there and only wrong or misspelt, which has been told."""
    if not lacking.what.key.endswith(".missing-field"):
        return False
    fields = _WRITTEN_AS.get(str(lacking.what.args["field"]), (str(lacking.what.args["field"]),))
    places = [f"{lacking.where}, {field}" for field in fields]
    here = [str(one.what.args.get("field", "")) for one in told if one.where == lacking.where]
    return any(one.where in places for one in told) or any(get_close_matches(field, fields) for field in here)


def _too_many(tree: Mapping[str, Any]) -> Iterator[Fault]:
    """What no table could bear, and no machine should be asked to look through."""
    sides = [side for side in _list(tree.get("sides")) if isinstance(side, dict)]
    numbers = {
        "sides": len(_list(tree.get("sides"))),
        "units": sum(len(_list(side.get("units"))) for side in sides),
        "staff": sum(len(_list(side.get("staff"))) for side in sides),
        "terrain": len(_list(tree.get("terrain"))),
        "victory": len(_list(tree.get("victory"))),
        "special": len(_list(tree.get("special"))),
    }
    for where, number in numbers.items():
        if number > MOST[where]:
            yield fault(where, "too-many", n=number, most=MOST[where])
    for one in _list(tree.get("terrain")):
        corners = max((len(_list(one.get(way))) for way in _WAYS), default=0) if isinstance(one, dict) else 0
        if corners > MOST_CORNERS:
            yield fault(f"terrain, {one.get('id')}", "too-many", n=corners, most=MOST_CORNERS)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _scenario(read: Entries, tree: dict[str, Any]) -> Scenario:
    table = _mapping(read, tree, "table")
    tree = {**_DEFAULTS, **tree}
    return Scenario(
        id=_id(read, tree),
        date=_day(read, tree),
        begins=_hour(read, tree),
        turns=read.value(tree, "turns", _Turns, MOST_TURNS),
        title=read.text(tree.get("title"), "title", "title"),
        story=read.text(tree.get("story"), "story", "story"),
        strategic=read.text(tree.get("strategic"), "strategic", "strategic"),
        weather=read.text(tree.get("weather"), "weather", "weather"),
        width=read.length(table, "width", LONGEST, "table"),
        height=read.length(table, "height", LONGEST, "table"),
        sight=read.length(tree, "sight", SIGHT_RANGE * CM),
        terrain=_terrain(read, tree),
        sides=tuple(_side(read, entry, where) for where, entry in read.listed(tree, "sides")),
        victory=_victory(read, tree),
        special=_special(read, tree),
        options=read.value(tree, "options", dict[str, bool], {}),
        teaches=read.value(tree, "teaches", tuple[str, ...], ()),
        draw_within=read.value(tree, "draw_within", Annotated[int, Meta(ge=0)], 1),
    )


def _mapping(read: Entries, tree: Mapping[str, Any], field: str) -> dict[str, Any]:
    found = tree.get(field)
    if isinstance(found, dict):
        return found
    read.faults.append(fault(field, "not-an-entry"))
    return {}


def _id(read: Entries, tree: Mapping[str, Any]) -> str:
    if tree.get("game") != "civilwar":
        read.faults.append(fault("game", "game"))
    written = str(tree.get("id", ""))
    if not ID.fullmatch(written):
        read.faults.append(fault("id", "bad-id", id=written))
    return written


def _day(read: Entries, tree: Mapping[str, Any]) -> str:
    written = str(tree.get("date", ""))
    try:
        return _in_period(read, date.fromisoformat(written)).isoformat()
    except ValueError:
        read.faults.append(fault("date", "date", value=written))
        return written


@rule("fw-2")
def _in_period(read: Entries, day: date) -> date:
    """The rules are for the first part of the war, in which the old tactics met the new weapons (fw-2)."""
    if day.year not in PERIOD:
        read.faults.append(fault("date", "period", value=day.isoformat(), first=PERIOD[0], last=PERIOD[-1]))
    return day


def _hour(read: Entries, tree: Mapping[str, Any]) -> str:
    written = tree.get("begins", "")
    try:
        # a number is an hour without quotation marks, which YAML has counted in minutes: 20:00 would become 1200
        return time.fromisoformat("" if type(written) is int else str(written)).strftime("%H:%M")
    except ValueError:
        read.faults.append(fault("begins", "hour", value=_as_hour(written)))
        return str(written)


def _as_hour(written: Any) -> str:
    """An hour as its author wrote it."""
    counted = type(written) is int and 0 <= written < _DAY
    return f"{written // 60}:{written % 60:02}" if counted else str(written)


def _terrain(read: Entries, tree: Mapping[str, Any]) -> tuple[Feature, ...]:
    """The objects on the table; one that is wrong is told and left out."""
    data = []
    for where, entry in read.listed(tree, "terrain"):
        known = FeatureData.__struct_fields__
        unknown = [field for field in entry if field not in known]
        read.faults += [fault(where, "unknown-field", field=field, known=list(known)) for field in unknown]
        kept = {field: value for field, value in entry.items() if field in known}
        made = read.entry(kept, FeatureData, where, {"id": "?", "type": "field"})
        if made is not None and _in_reach(read, made, where):
            data.append(made)
    try:
        return features(data)
    except BadInput as error:
        # the ground tells its own faults, each with the object's id, in one line
        read.faults += [fault("terrain", "ground", why=in_words(part)) for part in str(error.args[0]).split("; ")]
    return _sound_features(data)


def _in_reach(read: Entries, data: FeatureData, where: str) -> bool:
    """If an object lies on or near a table of any size: numbers beyond that are slips of the pen."""
    places = (
        *data.poly,
        *data.line,
        *data.crest,
        *((data.at,) if data.at else ()),
        data.rect or (),
        (data.width or 0,),
    )
    far = [number for place in places for number in place if not abs(number) * CM <= LONGEST]
    read.faults += [
        fault(where, "bad-value", value=str(number), why=f"-{LONGEST // CM}..{LONGEST // CM}") for number in far
    ]
    return not far


def _sound_features(data: list[FeatureData]) -> tuple[Feature, ...]:
    """The objects that can be laid out at all, so that the rest of the file can be checked against them."""
    sound: list[FeatureData] = []
    for one in data:
        try:
            features([*sound, one])
        except BadInput:
            continue
        sound.append(one)
    return features(sound)


def _side(read: Entries, entry: dict[str, Any], where: str) -> SideData:
    for field in entry:
        if field not in SIDE_FIELDS:
            read.faults.append(fault(where, "unknown-field", field=field, known=list(SIDE_FIELDS)))
    side = str(entry.get("id", ""))

    def text(field: str) -> Any:
        return read.text(entry.get(field), f"{side}.{field}", f"{where}, {field}")

    staff = [_staff(read, one, place) for place, one in read.listed(entry, "staff")]
    units = [_unit(read, one, place, side) for place, one in read.listed(entry, "units")]
    return SideData(
        id=side,  # type: ignore[arg-type]  # checked with the others
        own_edge=read.value(entry, "own_edge", Edge, "south", where),
        operational=text("operational"),
        supply=text("supply"),
        morale=text("morale"),
        task=text("task"),
        staff=couriers_of([one for one in staff if one is not None]),
        units=tuple(one for one in units if one is not None),
        succession=read.value({"succession": (), **entry}, "succession", tuple[str, ...], (), where),
    )


def _staff(read: Entries, entry: dict[str, Any], where: str) -> StaffData | None:
    measured = read.measured(entry, where, ("at",), ("facing",))
    _measure_reinforcement(read, measured, where)
    return read.entry(measured, StaffData, where, _STAFF_STAND_INS)


def _unit(read: Entries, entry: dict[str, Any], where: str, side: str) -> UnitData | None:
    entry = read.measured(entry, where, ("at", "gap"), ("facing",))
    _measure_reinforcement(read, entry, where)
    if entry.get("arm") == "artillery" and type(entry.get("figures")) is int and not entry["figures"]:
        read.faults.append(fault(where, "no-gunners"))
    read.faults += standard_size(entry, side, where)
    read.faults += standard_grade(entry, where)
    entry.setdefault("formation", _USUAL_FORMATION.get(str(entry.get("arm")), "line"))
    entry.setdefault("mounted", entry.get("arm") == "cavalry")
    unit = read.entry(entry, UnitData, where, _UNIT_STAND_INS)
    return unit and completed(unit)


def _measure_reinforcement(read: Entries, entry: dict[str, Any], where: str) -> None:
    if isinstance(entry.get("reinforcement"), dict):
        place = f"{where}, reinforcement"
        entry["reinforcement"] = read.measured(entry["reinforcement"], place, ("at",), ("facing",))


def _victory(read: Entries, tree: Mapping[str, Any]) -> tuple[Victory, ...]:
    found = []
    for where, entry in read.listed(tree, "victory"):
        text = read.text(entry.get("text"), f"victory.{entry.get('id')}", where)
        condition = _condition(read, entry.get("when"), f"{where}, when")
        if condition is not None:
            entry = {**entry, "text": msgspec.to_builtins(text), "when": msgspec.to_builtins(condition)}
            made = read.entry(entry, Victory, where, {"id": "?", "side": "each", "points": 1})
            found += [made] if made else []
    return tuple(found)


def _condition(read: Entries, tree: Any, where: str) -> AnyCondition | None:
    """A condition, part by part if it is made up of others; None if it cannot be read."""
    entry = _tagged(read, tree, "test", TESTS, where)
    if entry is None:
        return None
    if entry["test"] in ("all", "one-of"):
        return _made_up_of(read, entry, where)
    if isinstance(entry.get("where"), dict):
        entry["where"] = read.measured(entry["where"], f"{where}, where", _WHERE_LENGTHS)
    made: AnyCondition | None = read.entry(entry, TESTS[entry["test"]], where, _CONDITION_STAND_INS)
    return made


def _made_up_of(read: Entries, entry: dict[str, Any], where: str) -> AnyCondition:
    written = entry.get("parts")
    if not isinstance(written, list) or not written:
        read.faults.append(fault(f"{where}, parts", "not-a-list"))
        written = []
    found = [_condition(read, part, f"{where}, {number}") for number, part in enumerate(written, start=1)]
    parts = tuple(part for part in found if part is not None)
    return All(parts=parts) if entry["test"] == "all" else OneOf(parts=parts)


def _tagged(read: Entries, tree: Any, tag: str, known: Mapping[str, type[Struct]], where: str) -> dict[str, Any] | None:
    """An entry that says of which kind it is, if there is such a kind."""
    if not isinstance(tree, dict):
        read.faults.append(fault(where, "not-an-entry"))
        return None
    entry = without_marks(tree)
    if str(entry.get(tag)) not in known:
        read.faults.append(fault(where, "one-of", field=tag, value=str(entry.get(tag)), known=list(known)))
        return None
    return entry


def _special(read: Entries, tree: Mapping[str, Any]) -> tuple[AnySpecial, ...]:
    found: list[AnySpecial] = []
    for where, entry in read.listed(tree, "special"):
        text = read.text(entry.get("text"), f"special.{entry.get('id')}", where)
        if _tagged(read, entry, "kind", KINDS, where) is not None:
            measured = read.measured(entry, where, ("within", "sight", "at"), ("facing",))
            measured["text"] = msgspec.to_builtins(text)
            made = read.entry(measured, KINDS[entry["kind"]], where, {"id": "?"})
            found += [made] if made else []
    return tuple(found)
