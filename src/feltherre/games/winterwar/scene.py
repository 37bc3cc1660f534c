"""What everybody sees: the view, the board with its counters, and one position on it. Nothing is hidden in this game,
so every seat sees the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from feltherre.core import scene
from feltherre.core.datafile import is_completion
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, chart, occupation, opening, tables, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.state import WinterWarState, destroyed_of
from feltherre.games.winterwar.steps import (
    AirBattle,
    AirLosses,
    LostBase,
    OverStacked,
    PartisanDie,
)
from feltherre.games.winterwar.tips import TIPS
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET, UNITS, Unit
from feltherre.hexgame import pictures
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.drawing import Drawn, centres, drawing_of, drawn
from feltherre.hexgame.steps import Advancing, BattleOver, GroundBattle, Losses, March, Retreating
from feltherre.hexgame.tables import TableData
from feltherre.hexgame.views import Views

#: what is being done with units, by the steps that remain of it. A ruling is none of them: while the umpire looks at it
#: nobody else knows it
InTheField = March | OverStacked | LostBase | Losses | Retreating | Advancing
UnderWay = InTheField | PartisanDie | AirBattle | AirLosses | GroundBattle | BattleOver

#: the lists `bases` and `flown` are by air unit, `strengths` by partisan, each in the order of the order of battle
AIR: Final = (*units.AIR_UNITS[FINLAND], *units.AIR_UNITS[SOVIET])
PARTISANS: Final = tuple(unit for unit, is_partisan in enumerate(units.IS_PARTISAN) if is_partisan)
_of_air = itemgetter(*AIR)
_of_partisans = itemgetter(*PARTISANS)


VIEWS: Final = Views(
    "WinterWarView",
    """Lists are by unit or by town unless they say otherwise; a hex is its number inside, -1 for a unit that has not
    arrived and -2 for one that is destroyed.""",
    *(WinterWarState, ROLES),
    (
        *("swapped", "turn", "phase", "places", "flipped", "cut_off", "moved", "attacked", "air_fought", "stopped"),
        *("owners", "destroyed", "time_over", "movement_time", "game_time", "rules", "special_rules", "result"),
    ),
    UnderWay,
    {
        **dict.fromkeys(("bases", "flown", "strengths"), tuple[int, ...]),
        # (unit, hex) of those named to attack before an air combat (R60)
        "pledged": list[tuple[int, int]],
        # of Finland and of the Soviet side, in quarters of a point
        "points": tuple[int, int],
    },
)


def view(state: WinterWarState, roles: Collection[str], all_seeing: bool = False) -> Struct:
    """What a seat sees, whatever its roles."""
    # units are only named where an air combat is fought
    pledged = [(unit, hex_) for unit, hex_ in enumerate(state.pledged) if hex_ >= 0] if state.air_fought else []
    of_some = _of_air(state.bases), _of_air(state.flown), _of_partisans(state.strengths)
    return VIEWS(state, *of_some, pledged, occupation.both_points(state))


#: the drawn board, made by tools/winterwar_drawing.py
DRAWING: Final = Path(__file__).parent / "data" / "drawing.json"

# the board

_MARKS: Final = {"finland": "cross", "sweden": "crowns", "soviet": "star"}
_RANK: Final = {"white": 1, "black": 2, "grey": 3}
#: the signs of size; battle groups as the book prints them
_SIZES: Final = {
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "battle-group": "( )",
}
#: what lies on top of a stack: divisions, then the lesser, then artillery
_ON_TOP: Final = {"division": 20, "artillery": 0}

#: the layers of the map from below
_LAYERS: Final = tuple(Drawn(*layer) for layer in (
    ("shallow", "line", "land", "rings"), ("forest", "fill", "land", "rings"), ("firs", "pattern", "land", "rings"),
    ("marsh", "fill", "marsh", "rings"), ("reeds", "pattern", "marsh", "rings"),
    ("mountain", "fill", "mountain", "rings"), ("hachures", "line", "hachures", "strokes"),
    ("neutral", "fill", "neutral", "rings"), ("band", "fill", "bands", "bands"), ("grid", "line", "", ""),
    ("river", "line", "rivers", "lines"), ("lake", "fill", "lakes", "lakes"), ("coast", "line", "land", "rings"),
    ("frontier", "line", "borders", "lines"), ("front", "line", "front", "lines"),
    ("latitude", "line", "arctic", "lines"), ("road", "line", "roads", "lines"), ("rail", "line", "rails", "lines"),
))  # fmt: skip


@cache
def drawn_board() -> scene.Board:
    """Map, counters and tables; the same in every game."""
    drawing = drawing_of(DRAWING)
    shown = drawn("winterwar", drawing, _LAYERS)
    arctic_line = scene.Printed(text=say("winterwar.map.arctic-line"), at=tuple(drawing["arctic"][0][:2]), kind="line")
    return scene.Board(
        **{**shown, "names": (*shown["names"], arctic_line)},
        kind="hexes",
        title=say("winterwar.title"),
        places=tuple(_places(drawing)),
        sides=pictures.sides(WORDS, chart.SIGNS, looks=WORDS.roles),
        nations=pictures.nations(WORDS, _MARKS),
        regions=tuple(scene.Region(name=name, places=board.numbers(hexes)) for name, hexes in chart.regions()),
        kinds=tuple(_kind(number, unit) for number, unit in enumerate(UNITS)),
        legend=chart.legend(),
        intro=pictures.intro(WORDS, ("turn", "supply", "combat", "how"), ("turn", "supply")),
        tips=TIPS,
        order="138RD 2214 > 2213 > 2212",
        cues=scene.Cues(
            turns=("winterwar.event.player-turn",),
            together=_keys("event", "moves", "flies", "flies-to-defend", "new-base", "placed", "deployed"),
            loud=_keys("event", "movement-time-up", "time-over", "choice-time-up"),
            battle=_keys("prompt", "combat", "air"),
            chances=("attack", "air-combat"),
        ),
        overlays=(chart.terrain(),),
        more=_more(),
    )


def _keys(family: str, *words: str) -> tuple[str, ...]:
    return tuple(f"winterwar.{family}.{word}" for word in words)


def _places(drawing: dict[str, Any]) -> Iterator[scene.Place]:
    for hex_, at in enumerate(centres(drawing)):
        town = board.TOWNS[board.TOWN_AT[hex_]] if board.TOWN_AT[hex_] >= 0 else None
        yield scene.Place(
            id=board.number(hex_),
            name=board.hex_name(hex_),
            at=at,
            kind="hex",
            ground="sea" if board.IS_SEA[hex_] else board.TERRAIN[hex_],
            owner=town.owner if town else board.COUNTRY[hex_],
            marks=chart.marks(hex_),
            value=town.value if town else 0,
            rank=_RANK[town.colour] if town else 0,
            written=board.town_name(board.TOWN_AT[hex_]) if town else None,
            beside=drawing["beside"].get(town.id, "") if town else "",
            closed=drawing["open"][hex_] != "1",
            reconstructed=town is not None and is_completion(town.provenance["value"]),
        )


def _kind(number: int, unit: Unit) -> scene.Kind:
    attack = unit.attack if isinstance(unit.attack, int) else 0
    return scene.Kind(
        id=unit.id,
        side=unit.side,
        name=board.unit_name(number),
        shape=unit.stack if unit.stack in ("air", "ship") else "ground",
        symbol=unit.type,
        size=_SIZES.get(unit.size, ""),
        label=unit.short,
        faces=_faces(unit),
        nation=unit.nation,
        weight=attack + _ON_TOP.get(unit.stack, 10),
        facts=(_facts(unit),),
        reconstructed=is_completion(unit.provenance["values"]),
    )


def _faces(unit: Unit) -> tuple[str, ...]:
    """Attack-defence-movement, front and back; air combat, ground support and range of an air unit."""
    if unit.air_combat is not None:
        return (f"{unit.air_combat}/{unit.ground_support}/{unit.movement}",)
    front = f"{unit.attack}-{unit.defence}-{unit.movement}"
    return (front,) if unit.back is None else (front, "{}-{}-{}".format(*unit.back))


def _facts(unit: Unit) -> Text:
    if unit.air_combat is not None:
        return say("winterwar.thing.air", short=unit.short, combat=unit.air_combat, support=unit.ground_support)
    faces = _faces(unit)
    if len(faces) == 1:
        return say("winterwar.thing.one-step", short=unit.short, front=faces[0])
    return say("winterwar.thing", short=unit.short, front=faces[0], back=faces[1])


def _more() -> dict[str, Any]:
    """What the panels of the game's own show besides: combat tables, the track of the turns, what comes when."""

    def arriving(turn: object, role: str) -> list[str]:
        return [unit.id for unit in UNITS if unit.turn == turn and unit.side == role]

    return {
        "tables": {
            name: table(tables.ledger_tables()[id_])
            for name, id_ in zip(("ground", "air"), tables.REPLACEABLE, strict=True)
        },
        "turns": [
            {"turn": turn, "from": first, "to": last, "arrive": {role: arriving(turn, role) for role in ROLES}}
            for turn, first, last, *_ in tables.ledger_tables()[tables.TURNS].rows
        ],
    }


def table(data: TableData) -> dict[str, Any]:
    return {
        "id": data.id,
        "columns": [str(heading) for heading in data.columns],
        "rows": [[None if cell is None else str(cell) for cell in row] for row in data.rows],
        "reconstructed": is_completion(data.provenance),
    }


# the scene

#: the rulebook's own words for the phases, by the glossary's
_PHASE_TERMS: Final = {
    "reinforcement": "reinforcement",
    "movement": "movement phase",
    "air": "air combat",
    "combat": "combat phase",
}
#: what is under way while the die is still to be thrown
_BEFORE_THE_DIE: Final = (AirBattle, GroundBattle, PartisanDie)


def position(state: WinterWarState, terms: Mapping[str, str]) -> scene.Scene:
    """One position, the same for every seat. `terms`: our word -> the book's."""
    flipped = pictures.marked(WORDS, state.flipped)
    shown = {"moved": state.moved, "cut-off": state.cut_off, "in-flight": state.flown}
    return scene.Scene(
        status=_status(state, terms),
        stacks=pictures.stacks(WORDS, state),
        faces=flipped,
        losses=flipped,
        figures=dict(_thrown(state)),
        flags=pictures.flags(WORDS, state, shown),
        owners=pictures.owners(WORDS, state, board.FIRST_OWNER),
        places={"closed": board.numbers(state.stopped)} if state.stopped else {},
        arrows=pictures.arrows(WORDS, state, _ground_fight(state)),
        battle=_battle(state),
        holdings=tuple(chain.from_iterable(_holdings(state, side) for side in (FINLAND, SOVIET))),
        outcome=_outcome(state),
        more=_own_tables(state.rules.tables),
    )


@cache
def _own_tables(kept: str) -> dict[str, Any] | None:
    """The combat tables of a game that has others than the board's, by an option or put in by the umpire."""
    if not kept:
        return None
    own = tables.tables_of(kept)
    return {"tables": {"ground": table(own.ground_data), "air": table(own.air_data)}}


def figures(state: WinterWarState, unit: int) -> str:
    """The figures of a counter as it lies."""
    faces = _faces(UNITS[unit])
    return dict(_thrown(state)).get(UNITS[unit].id) or faces[min(state.flipped[unit], len(faces) - 1)]


def _thrown(state: WinterWarState) -> Iterator[tuple[str, str]]:
    """Partisans whose strength has been thrown for (2.1-l)."""
    for number, strength in enumerate(state.strengths):
        if strength:
            unit = UNITS[number]
            defence = strength if unit.defence == units.BY_DIE else unit.defence
            yield unit.id, f"{strength}-{defence}-{unit.movement}"


def _status(state: WinterWarState, terms: Mapping[str, str]) -> scene.Status:
    finland, soviet = map(occupation.as_points, occupation.both_points(state))
    original = terms.get(_PHASE_TERMS.get(state.phase, ""), "").partition(" / ")[0]
    notes = (say("winterwar.status.points", finland=finland, soviet=soviet),)
    return pictures.status(WORDS, state, tables.LAST_TURN, notes, original)


def _holdings(state: WinterWarState, side: int) -> Iterator[scene.Holding]:
    """Counters off the map by their zones; those of later turns are many, and stand in the order of battle."""
    starting = [unit for unit in opening.STARTING[side] if state.places[unit] == AWAITED]
    by_zone: dict[str, list[int]] = {}
    for unit in starting if state.phase == "setup" else opening.due(state, side):
        by_zone.setdefault(UNITS[unit].zone, []).append(unit)
    due = [(say(f"winterwar.zone.{zone}"), those) for zone, those in by_zone.items()]
    return pictures.off_map(WORDS, state, side, due, [loss.unit for loss in destroyed_of(state, side)])


# the battle that goes on


def _ground_fight(state: WinterWarState) -> BattleOver | GroundBattle | None:
    return pictures.next_of(state, BattleOver) or pictures.next_of(state, GroundBattle)


def _air_fight(state: WinterWarState) -> tuple[int, Sequence[int], Sequence[int]] | None:
    """Hex, attackers and defenders of an air combat, also while its losses are being chosen."""
    if battle := pictures.next_of(state, AirBattle):
        return battle.hex, battle.attackers, battle.defenders
    losing = [step for step in state.agenda if isinstance(step, AirLosses)]
    if not losing:
        return None
    of_side = {step.side: step.units for step in losing}
    return losing[-1].hex, of_side.get(state.side, ()), of_side.get(enemy_of(state.side), ())


def _battle(state: WinterWarState) -> scene.Battle | None:
    fought, ground = _air_fight(state), _ground_fight(state)
    if fought is None:
        if ground is None:
            return None
        there = units.COUNTERS.in_hex(state, ground.hex, enemy_of(state.side))
        fought = ground.hex, ground.units, [unit for unit in there if not units.IS_AIR[unit]]
    decided = not any(isinstance(step, _BEFORE_THE_DIE) for step in state.agenda)
    return pictures.battle(WORDS, state.side, *fought, decided)


#: what decides when the turns have been played (intro-7)
_AT_THE_END: Final = frozenset({"points", "units", "towns"})


def _outcome(state: WinterWarState) -> scene.Outcome | None:
    result = state.result
    if result is None:
        return None
    finland, soviet = occupation.both_points(state)
    loser = next((side for side, role in enumerate(ROLES) if role not in result.winners), None)
    if result.reason == "resigned" and loser is not None:
        why = say("web.over.resigned", side=WORDS.side_name(loser))
    else:
        why = say(f"winterwar.result.{result.reason}")
    how = [why, occupation.tell_points(state)]
    if finland != soviet:
        ahead, n = WORDS.side_name(FINLAND if finland > soviet else SOVIET), occupation.as_points(abs(finland - soviet))
        how.append(say("winterwar.ahead", side=ahead, n=n))
    return pictures.outcome(WORDS, result, how, _AT_THE_END)
