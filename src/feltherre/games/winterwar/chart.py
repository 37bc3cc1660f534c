"""The map and the counters as a person reads them without the printed pieces: regions, marks, what there is to say.

A small ° stands behind whatever is our completion and not stated in the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from feltherre.core.chance import Line
from feltherre.core.datafile import is_completion
from feltherre.core.names import UnknownName
from feltherre.core.scene import Legend, Mark
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.board import COUNTRY, GRID, HEXES, IS_ARCTIC, IS_SEA, MAP, RAIL, ROAD, TERRAIN, TOWNS
from feltherre.games.winterwar.texts import hex_name, side_name, unit_name
from feltherre.games.winterwar.units import BY_DIE, UNITS, Unit
from feltherre.hexgame.board import regions as board_regions

# parts of the map, for lists only: a division of ours

_REGIONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "arctic": lambda column, row: row <= 19,
    "kainuu": lambda column, row: row <= 29,
    "ladoga": lambda column, row: row <= 37 and column >= 17,
    "isthmus": lambda column, row: row >= 38 and column >= 15,
    "south": lambda column, row: True,
}


@cache
def regions() -> list[tuple[Text, list[int]]]:
    """The parts of the map from the north, with their hexes."""
    return board_regions(board.BOARD, _REGIONS)


# marks

#: how the counters of each side are written, and the towns by their colour (win-6)
SIGNS: Final = {"finland": "F", "soviet": "S"}
_COLOURS: Final = {"white": "○", "black": "●", "grey": "◉"}
_CAPTURED: Final = "⚑"


#: layers of the map that are explained
_MAP_SIGNS: Final = ("rail", "road", "river", "front", "forest", "marsh", "mountain")


def marks(hex_: int) -> tuple[Mark, ...]:
    """The colour of a town."""
    number = board.TOWN_AT[hex_]
    if number < 0:
        return ()
    town = TOWNS[number]
    return (Mark(f"town-{town.colour}", is_completion(town.provenance["value"])),)


def legend() -> tuple[Legend, ...]:
    """What a counter or a town has come to, what the figures are, and the signs of the map."""
    signs = {f"town-{colour}": sign for colour, sign in _COLOURS.items()} | {"captured": _CAPTURED}
    marks = [Legend(kind=kind, text=say(f"winterwar.mark.{kind}"), sign=sign) for kind, sign in signs.items()]
    flags = [Legend(kind=flag, text=say(f"winterwar.note.{flag}")) for flag in ("flipped", "cut-off", "in-flight")]
    states = [Legend(kind=state, text=say(f"web.legend.{state}")) for state in ("moved", "ready")]
    loss, figures, ours = (say(f"winterwar.legend.{word}") for word in ("loss", "figures", "ours"))
    map_signs = [Legend(kind=kind, text=say(f"winterwar.legend.{kind}")) for kind in _MAP_SIGNS]
    return (
        *states,
        Legend(kind="loss", text=loss),
        *flags,
        Legend(kind="note", text=figures),
        *marks,
        *map_signs,
        Legend(kind="note", text=ours),
    )


def _marked(text: Text, provenance: str) -> Text:
    return say("winterwar.completed", text=text) if is_completion(provenance) else text


# what there is to say of a hex, a town or a unit


def about(name: str) -> Sequence[Line]:
    """The lines on a hex, a town or a unit."""
    try:
        return about_hex(board.BOARD.find(name))
    except UnknownName as unknown:
        found = units.COUNTERS.typed.matches(name)
        if not found and unknown.near:
            raise
    if len(found) == 1:
        return about_unit(found[0])
    # several fit, or none: the names say which come near
    return about_unit(units.COUNTERS.typed.find(name))


_TERRAIN_RULE: Final = {"forest": "1.4-a", "marsh": "1.4-b", "mountain": "1.4-c", "town": "1.4-e", board.SEA: "1.4-j"}


def terrain_name(hex_: int) -> Text:
    return say(f"winterwar.terrain.{'sea' if IS_SEA[hex_] else TERRAIN[hex_]}")


def about_hex(hex_: int) -> list[Line]:
    told = [Line(hex_name(hex_)), *_about_town(board.TOWN_AT[hex_]), ground_line(hex_)]
    if IS_SEA[hex_]:
        return told
    for key, beside, rule in (
        ("winterwar.about.rail", _linked(hex_, RAIL), "1.4-g"),
        ("winterwar.about.road", _linked(hex_, ROAD), "1.4-f"),
        ("winterwar.about.water", [there for there in GRID.neighbours[hex_] if board.is_water(hex_, there)], "1.4-d"),
    ):
        if beside:
            told.append(Line(say(key, places=[hex_name(there) for there in beside]), rule))
    if board.IS_NEUTRAL[hex_]:
        return [*told, Line(say("winterwar.about.neutral"), "1.1-f")]
    return [*told, stacking_line(hex_)]


def stacking_line(hex_: int) -> Line:
    """How many may stand together."""
    if IS_ARCTIC[hex_]:
        return Line(say("winterwar.about.stacking-arctic"), "setup-6")
    return Line(say("winterwar.about.stacking"), "setup-5")


def ground_line(hex_: int) -> Line:
    """The ground of a hex and its country."""
    return Line(_ground(hex_), _TERRAIN_RULE[TERRAIN[hex_]])


def _ground(hex_: int) -> Text:
    if not COUNTRY[hex_]:
        return say("winterwar.about.open-water", terrain=terrain_name(hex_))
    country = say(f"winterwar.nation.{COUNTRY[hex_]}")
    return say("winterwar.about.ground", terrain=terrain_name(hex_), country=country)


def _linked(hex_: int, link: int) -> list[int]:
    return [there for there in GRID.neighbours[hex_] if MAP.link_between(hex_, there) & link]


def _about_town(number: int) -> list[Line]:
    if number < 0:
        return []
    town, side = TOWNS[number], board.FIRST_OWNER[number]
    value = say(
        "winterwar.about.town", side=side_name(side), n=town.value, colour=say(f"winterwar.mark.town-{town.colour}")
    )
    told = [Line(_marked(value, town.provenance["value"]), "win-6", town.value)]
    if board.TOWN_HEX[number] in board.SUDDEN_DEATH:
        told.append(Line(say("winterwar.about.sudden-death"), "intro-8"))
    return told


def about_unit(number: int) -> list[Line]:
    unit = UNITS[number]
    values = unit.provenance["values"]
    who = say(
        "winterwar.about.unit",
        unit=unit_name(number),
        short=unit.short,
        nation=say(f"winterwar.nation.{unit.nation}"),
        type=say(f"winterwar.type.{unit.type}"),
        size=say(f"winterwar.size.{unit.size}"),
    )
    told = [Line(_marked(who, unit.provenance["identity"])), Line(_marked(_values(unit), values), "turn-4-d")]
    if unit.back is not None:
        attack, defence, movement = unit.back
        back = say("winterwar.about.back", attack=attack, defence=defence, movement=movement)
        told.append(Line(_marked(back, values), "2.1-e"))
    elif unit.type not in ("air", "ship"):
        told.append(Line(_marked(say("winterwar.about.no-back"), values), "2.1-e"))
    told += [
        Line(_marked(say(f"winterwar.about.{word}"), values), rule)
        for word, rule, on in (
            ("winter", "1.2.1-e", unit.winter),
            ("ski", "1.4-h", unit.ski),
            ("zoc", "1.2.1-a", unit.zoc),
        )
        if on
    ]
    return [*told, _arrival(unit)]


def _values(unit: Unit) -> Text:
    if unit.type == "air":
        return say("winterwar.about.air", combat=unit.air_combat, support=unit.ground_support, movement=unit.movement)
    if unit.type == "ship":
        return say("winterwar.about.ship", attack=unit.attack, defence=unit.defence)
    if unit.attack == BY_DIE:
        return say("winterwar.about.by-die", movement=unit.movement)
    return say("winterwar.about.front", attack=unit.attack, defence=unit.defence, movement=unit.movement)


def _arrival(unit: Unit) -> Line:
    zone = HEXES.zones[unit.zone]
    where = say(f"winterwar.zone.{unit.zone}")
    if unit.turn == 0:
        return Line(_marked(say("winterwar.about.starts", where=where), zone.provenance), "1.1-a")
    return Line(_marked(say("winterwar.about.arrives", n=unit.turn, where=where), zone.provenance), "2.1-a")
