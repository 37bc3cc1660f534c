"""The map and the counters as a person reads them without the printed pieces: regions, marks, what there is to say; and
what can be laid over the map: where a unit can go and at what cost, zones, supply lines and their breaks.

A small ° stands behind whatever is our completion and not stated in the rulebook. Everything is public, so either side
sees the other's zones and lines, and what an enemy unit could reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import Final

from msgspec import structs

from feltherre.core.chance import Line
from feltherre.core.datafile import is_completion
from feltherre.core.marks import rule
from feltherre.core.overlay import Overlay, Tinted
from feltherre.core.scene import Legend, Mark
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, maps, movement, units
from feltherre.games.winterwar.board import BOARD, COUNTRY, GRID, TERRAIN, TOWNS, WORDS
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.procedures.places import FINNISH_REACH
from feltherre.games.winterwar.state import WinterWarState, movement_of
from feltherre.games.winterwar.tables import QUARTERS, amount
from feltherre.games.winterwar.units import FINLAND, ROLES, UNITS
from feltherre.ground.hexes.reasons import Broken, LineBreak
from feltherre.hexgame import overlays as laid_over
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
    return board_regions(BOARD, _REGIONS)


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
    return WORDS.about(name, about_hex, about_unit)


_TERRAIN_RULE: Final = {"forest": "1.4-a", "marsh": "1.4-b", "mountain": "1.4-c", "town": "1.4-e", board.SEA: "1.4-j"}


def terrain_name(hex_: int) -> Text:
    return say(f"winterwar.terrain.{'sea' if board.IS_SEA[hex_] else TERRAIN[hex_]}")


def about_hex(hex_: int) -> list[Line]:
    told = [Line(BOARD.name(hex_)), *_about_town(board.TOWN_AT[hex_]), ground_line(hex_)]
    if board.IS_SEA[hex_]:
        return told
    for key, beside, rule_id in (
        ("winterwar.about.rail", _linked(hex_, board.RAIL), "1.4-g"),
        ("winterwar.about.road", _linked(hex_, board.ROAD), "1.4-f"),
        ("winterwar.about.water", [there for there in GRID.neighbours[hex_] if board.is_water(hex_, there)], "1.4-d"),
    ):
        if beside:
            told.append(Line(say(key, places=[BOARD.name(there) for there in beside]), rule_id))
    if board.IS_NEUTRAL[hex_]:
        return [*told, Line(say("winterwar.about.neutral"), "1.1-f")]
    return [*told, stacking_line(hex_)]


def stacking_line(hex_: int) -> Line:
    """How many may stand together."""
    key = "stacking-arctic" if board.IS_ARCTIC[hex_] else "stacking"
    return Line(say(f"winterwar.about.{key}"), board.stacking_rule(hex_))


def ground_line(hex_: int) -> Line:
    """The ground of a hex and its country."""
    return Line(_ground(hex_), _TERRAIN_RULE[TERRAIN[hex_]])


def _ground(hex_: int) -> Text:
    if not COUNTRY[hex_]:
        return say("winterwar.about.open-water", terrain=terrain_name(hex_))
    country = say(f"winterwar.nation.{COUNTRY[hex_]}")
    return say("winterwar.about.ground", terrain=terrain_name(hex_), country=country)


def _linked(hex_: int, link: int) -> list[int]:
    return [there for there in GRID.neighbours[hex_] if board.MAP.link_between(hex_, there) & link]


def _about_town(number: int) -> list[Line]:
    if number < 0:
        return []
    town, side = TOWNS[number], board.FIRST_OWNER[number]
    value = say(
        "winterwar.about.town",
        side=WORDS.side_name(side),
        n=town.value,
        colour=say(f"winterwar.mark.town-{town.colour}"),
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
        unit=units.COUNTERS.name(number),
        short=unit.short,
        nation=say(f"winterwar.nation.{unit.nation}"),
        type=say(f"winterwar.type.{unit.type}"),
        size=say(f"winterwar.size.{unit.size}"),
    )
    told = [Line(_marked(who, unit.provenance["identity"])), Line(_marked(_values(unit), values), "turn-4-d")]
    if unit.back is not None:
        told.append(Line(_marked(say("winterwar.about.back", **unit.back._asdict()), values), "2.1-e"))
    elif unit.type not in ("air", "ship"):
        told.append(Line(_marked(say("winterwar.about.no-back"), values), "2.1-e"))
    told += [
        Line(_marked(say(f"winterwar.about.{word}"), values), rule_id)
        for word, rule_id, on in (
            ("winter", "1.2.1-e", unit.winter),
            ("ski", "1.4-h", unit.ski),
            ("zoc", "1.2.1-a", unit.zoc),
        )
        if on
    ]
    return [*told, _arrival(unit)]


def _values(unit: units.Unit) -> Text:
    if unit.type == "air":
        return say("winterwar.about.air", combat=unit.air_combat, support=unit.ground_support, movement=unit.movement)
    if unit.type == "ship":
        return say("winterwar.about.ship", attack=unit.attack, defence=unit.defence)
    if unit.attack == units.BY_DIE:
        return say("winterwar.about.by-die", movement=unit.movement)
    return say("winterwar.about.front", attack=unit.attack, defence=unit.defence, movement=unit.movement)


def _arrival(unit: units.Unit) -> Line:
    zone = board.HEXES.zones[unit.zone]
    where = say(f"winterwar.zone.{unit.zone}")
    if unit.turn == 0:
        return Line(_marked(say("winterwar.about.starts", where=where), zone.provenance), "1.1-a")
    return Line(_marked(say("winterwar.about.arrives", n=unit.turn, where=where), zone.provenance), "2.1-a")


#: the phases of a player turn up to the end of movement: until then the last supply check decides who moves
_UNTIL_MOVED: Final = ("reinforcement", "movement")
#: phases in which nobody asks how far a unit can go
_FIGHTING: Final = ("air", "combat")


def overlays(state: WinterWarState, roles: Collection[str], picked: str) -> tuple[Overlay, ...]:
    """Without a unit those of the whole position; with one where that unit can go."""
    if picked:
        return _of_unit(state, laid_over.picked_unit(THEATRE, picked))
    return laid_over.of_position(THEATRE, state, roles, _supply)


def terrain() -> Overlay:
    """The same in every position: the kinds of ground where the war is fought, each in its colour."""
    fought_over = (hex_ for hex_ in range(board.SIZE) if COUNTRY[hex_] in ROLES)
    places = tuple(Tinted(BOARD.number(hex_), TERRAIN[hex_]) for hex_ in fought_over)
    return Overlay("terrain", say("winterwar.overlay.terrain"), places)


# where a unit can go


def _of_unit(state: WinterWarState, unit: int) -> tuple[Overlay, ...]:
    """Nothing for a ship, which stays in its port (move-8), and for a counter that is not on the map."""
    if state.places[unit] < 0 or units.IS_SHIP[unit]:
        return ()
    reach = _flight(state, unit) if units.IS_AIR[unit] else _march(state, unit)
    return (structs.replace(reach, suggested=state.phase not in _FIGHTING),)


def _march(state: WinterWarState, unit: int) -> Overlay:
    name, found, mover = (
        say(_march_key(state, unit), unit=units.COUNTERS.name(unit)),
        maps.reach_of(state, unit),
        maps.mover_of(unit),
    )
    why = partial(movement.refused, unit)
    return laid_over.reach_overlay(BOARD, name, found, mover, maps.bits_of(state), why, _points)


@rule("turn-1-a", "turn-1-c", "supply-5")
def _march_key(state: WinterWarState, unit: int) -> str:
    """What the unit can do now, could do in its next movement phase, or could do if it were in supply (supply-5)."""
    own_turn = state.side == units.SIDE[unit]
    if own_turn and state.phase == "movement" and movement.can_move(state, unit):
        return "winterwar.overlay.reach"
    checked = own_turn and state.phase in _UNTIL_MOVED and not state.moved[unit]
    supplied = not state.cut_off[unit] if checked else maps.is_supplied(state, unit)
    return "winterwar.overlay.reach-next" if supplied else "winterwar.overlay.reach-cut-off"


def _flight(state: WinterWarState, unit: int) -> Overlay:
    """An air unit pays a point a hex (move-10) and starts from its base."""
    base = state.bases[unit]
    now = state.phase == "movement" and unit in movement.flyers(state)
    name = say("winterwar.overlay.range" if now else "winterwar.overlay.range-next", unit=units.COUNTERS.name(unit))
    start = base if base >= 0 else state.places[unit]
    found = movement.air_reach(start, movement_of(state, unit))
    why, points = partial(movement.why_out_of_range, unit), lambda cost: _points(cost * QUARTERS)
    return laid_over.reach_overlay(
        BOARD, name, found, movement.AIR, movement.NOBODY, lambda refusal: why(refusal.hex), points
    )


def _points(cost: int) -> str:
    """Nothing stands in the hex where a unit is."""
    return amount(cost) if cost else ""


# supply


@rule("supply-2", "supply-3", "supply-7", "supply-8", "2.1-j")
def _supply(state: WinterWarState, side: int, id_: str) -> Overlay:
    """The lines of this moment; the supply check of the next player turn will ask for them."""
    net, why = maps.FINNISH if side == FINLAND else maps.RUSSIAN, partial(_why_broken, side)
    return laid_over.supply_overlay(THEATRE, state, side, id_, net, board.IS_OPEN, why)


@rule("turn-1-b", "supply-7", "supply-8")
def _why_broken(side: int, broken: Broken, there: Sequence[int]) -> Text:
    """What breaks a line; the units as their counters have them, because it is printed on the map."""
    names = [UNITS[unit].short for unit in there]
    if broken.reason is LineBreak.TOO_FAR:
        return say("winterwar.overlay.too-far", units=names, distance=broken.detail, most=FINNISH_REACH)
    return laid_over.why_cut(THEATRE, side, names, broken)
