"""Small battlefields for tests of the Civil War: units by hand on a table of one's own, and a scenario around them.

    state = field_of(inf("a", 0, at=(50, 20), face=0), inf("b", 1, at=(50, 60), face=180), terrain=[...])

Centimetres and degrees, as in scenario files. Generals stand beside their units unless others are given.
"""

import itertools
from typing import Any

from msgspec.structs import replace

from feltherre.core import dice, table
from feltherre.core.text import say
from feltherre.games.civilwar import ground, opening
from feltherre.games.civilwar.brief import Rounds, Scenario, SideData, StaffData, UnitData
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, lexicon, reading
from feltherre.games.civilwar.scenario import lend_scenario
from feltherre.games.civilwar.state import STEPS, CivilWarState, Doing, Unit
from feltherre.ground.tabletop.measure import TURN, tenths_of_degree, tenths_of_mm
from feltherre.ground.tabletop.schedule import TimeLine
from feltherre.ground.tabletop.terrain import FeatureData

_NUMBERS = itertools.count(1)
_NOTHING = say("core.plain", text="")

Placed = tuple[int, UnitData]


def _at(at: tuple[float, float]) -> tuple[int, int]:
    return tenths_of_mm(at[0]), tenths_of_mm(at[1])


def unit(name: str, side: int, *, at: tuple[float, float], face: float = 0, **values: Any) -> Placed:
    """A unit of a side (0 union, 1 confederate)."""
    given: dict[str, Any] = {
        "name": name,
        "under": f"chief-{side}",
        "arm": "infantry",
        "figures": 24,
        "companies": 8,
        "grade": 0,
        "weapon": "smoothbore_musket",
        "formation": "line",
    } | values
    return side, UnitData(id=name, at=_at(at), facing=tenths_of_degree(face), **given)


def inf(name: str, side: int, **values: Any) -> Placed:
    return unit(name, side, **values)


def cav(name: str, side: int, **values: Any) -> Placed:
    return unit(name, side, **({"arm": "cavalry", "mounted": True, "weapon": "pistol", "figures": 18} | values))


def guns(name: str, side: int, **values: Any) -> Placed:
    number = values.get("guns", 4)
    usual = {
        "arm": "artillery",
        "guns": number,
        "figures": number,
        "companies": 0,
        "horses": number,
        "piece": "6pdr_m41",
        "weapon": None,
        "formation": "unlimbered",
        "rounds": Rounds(4, 6, 2),
    }
    return unit(name, side, **(usual | values))


def foot(name: str, side: int, x: float, y: float, figures: int = 24, **values: Any) -> Placed:
    """Infantry in line at a place: the first side looks north there and the other south, unless it is said."""
    return inf(name, side, at=(x, y), **({"face": 180 * side, "figures": figures} | values))


def horse(name: str, side: int, x: float, y: float, figures: int = 18, **values: Any) -> Placed:
    """Mounted cavalry at a place, looking as `foot` does."""
    return cav(name, side, at=(x, y), **({"face": 180 * side, "figures": figures} | values))


def cannon(name: str, side: int, x: float, y: float, **values: Any) -> Placed:
    """Guns in position at a place, looking as `foot` does."""
    return guns(name, side, at=(x, y), **({"face": 180 * side} | values))


def chief(name: str, side: int, *, at: tuple[float, float], under: str = "", rank: str = "brigade") -> Any:
    return side, StaffData(id=name, name=name, rank=rank, under=under, at=_at(at), couriers=0)  # type: ignore[arg-type]


def chiefs(union: tuple[float, float], confederate: tuple[float, float]) -> list[Any]:
    """The one general of each side, where he stands."""
    return [chief(f"chief-{side}", side, at=at) for side, at in enumerate((union, confederate))]


def scenario_with(
    *placed: Placed,
    terrain: list[dict[str, Any]] | None = None,
    staff: Any = (),
    size: tuple[int, int] = (160, 120),
    **more: Any,
) -> Scenario:
    """A scenario of these units, known by a name of its own from now on."""
    number = next(_NUMBERS)
    chiefs = list(staff) or [chief(f"chief-{side}", side, at=(5 + 150 * side, 5)) for side in (0, 1)]
    sides = tuple(
        SideData(
            id=("union", "confederate")[side],  # type: ignore[arg-type]
            own_edge=("south", "north")[side],  # type: ignore[arg-type]
            operational=_NOTHING,
            supply=_NOTHING,
            morale=_NOTHING,
            task=_NOTHING,
            staff=tuple(data for of, data in chiefs if of == side),
            units=tuple(data for of, data in placed if of == side),
        )
        for side in (0, 1)
    )
    objects = tuple(FeatureData(**one) for one in terrain or [])
    return Scenario(
        id=f"test-{number}",
        date="1861-07-21",
        begins="14:00",
        turns=20,
        title=_NOTHING,
        story=_NOTHING,
        strategic=_NOTHING,
        weather=_NOTHING,
        width=tenths_of_mm(size[0]),
        height=tenths_of_mm(size[1]),
        sight=tenths_of_mm(250),
        terrain=ground.features(objects),
        sides=sides,
        victory=(),
        **more,
    )


def field_of(
    *placed: Placed,
    terrain: list[dict[str, Any]] | None = None,
    staff: Any = (),
    size: tuple[int, int] = (160, 120),
    turn: int = 1,
    **more: Any,
) -> CivilWarState:
    """A state in the middle of turn `turn`, at instant 0, in which nothing has been ordered."""
    scenario = scenario_with(*placed, terrain=terrain, staff=staff, size=size, **more)
    lend_scenario(scenario)
    state = CivilWarState()
    state.scenario = scenario.id
    state.options = {option.name: option.default for option in opening.OPTIONS}
    for side, data in enumerate(scenario.sides):
        state.staff += [figure for one in data.staff for figure in opening.staff_figures(one, side)]
        state.units += [opening.unit_at_start(one, side) for one in data.units]
    state.turn, state.phase = turn, "turn"
    state.doing = [Doing() for _ in state.units]
    state.tracks = [() for _ in state.units]
    state.line = TimeLine(STEPS, TURN)
    return state


def with_unit(state: CivilWarState, name: str, **values: Any) -> Unit:
    """Change a unit of the state, for the situation of a test."""
    place = next(number for number, one in enumerate(state.units) if one.id == name)
    state.units[place] = replace(state.units[place], **values)
    return state.units[place]


def table_for(state: CivilWarState, game: Any, seed: bytes = b"civilwar") -> table.Table[CivilWarState]:
    """A table at which something is carried out with dice of our own."""
    return table.Table(game or GAME, state, dice.KeyedStream(seed), line=1)


def order(text: str) -> language.Order:
    """An order as it is written on a sheet."""
    return reading.read_order(text, lexicon.OpenLexicon()).order


def ride(text: str) -> language.StaffOrder:
    """The order of a general or a courier as it is written on a sheet."""
    return reading.read_staff(text, lexicon.OpenLexicon()).order


def order_of(given: language.OrderLine | language.Order | str) -> language.OrderLine | language.Order:
    """An order that a test gives, which may be written as on a sheet."""
    return order(given) if isinstance(given, str) else given
