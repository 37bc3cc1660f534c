"""What a seat sees: the view, the board with its counters, and one position on it. One thing is hidden: the hex
on which the Allies have planned a carpet bombing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from typing import Final

from msgspec import Struct

from feltherre.core import scene
from feltherre.core.datafile import is_completion, own_mark
from feltherre.core.marks import rule
from feltherre.core.overlay import Overlay, Tinted
from feltherre.core.text import say
from feltherre.games.normandy import board, naval, occupation, units
from feltherre.games.normandy.board import GRID, MAP, PLACES, TERRAIN, WORDS, hex_name
from feltherre.games.normandy.carpet import bombers
from feltherre.games.normandy.opening import due
from feltherre.games.normandy.state import NormandyState, ground_in
from feltherre.games.normandy.steps import Carpet, FlakFire, Flight, Gunfire, HaltedMarch
from feltherre.games.normandy.tables import LAST_TURN
from feltherre.games.normandy.tips import TIPS
from feltherre.games.normandy.units import ALLIED, GERMAN, IS_AIR, ROLES, UNITS, Unit
from feltherre.hexgame import pictures
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.plainmap import PlainMap
from feltherre.hexgame.steps import Advancing, BattleOver, GroundBattle, Losses, March, Retreating
from feltherre.hexgame.views import Views

#: what is being done with units, by the steps that remain of it. A ruling is none of them: while the umpire looks at it
#: nobody else knows it
Moving = March | HaltedMarch | Flight
UnderWay = Moving | FlakFire | Carpet | GroundBattle | Gunfire | Losses | Retreating | Advancing | BattleOver

VIEWS: Final = Views(
    *("NormandyView", "What a seat sees; by unit or by place, as in the state.", NormandyState, ROLES),
    (
        *("swapped", "turn", "phase", "weather", "places", "losses", "isolated", "moved", "attacked", "landed"),
        *("flown", "fired_at", "owners", "lost", "asked_to_plan", "bombed", "special_rules", "result"),
    ),
    UnderWay,
    # the hex of the carpet that is planned, AWAITED for none and for whoever does not know
    {"plan": int},
)


def view(state: NormandyState, roles: Collection[str], all_seeing: bool = False) -> Struct:
    """What a seat sees, by unit or by place as in the state."""
    return VIEWS(state, plan_seen(state, roles, all_seeing))


@rule("CAR-2")
def plan_seen(state: NormandyState, roles: Collection[str], all_seeing: bool) -> int:
    """The hex that the Allies have written down, for themselves and the umpire (R31)."""
    return state.plan if all_seeing or ROLES[ALLIED] in roles else AWAITED


# the board

#: how the counters of each side are written
SIGNS: Final = {"allied": "A", "german": "G"}
_SYMBOLS: Final = {
    "airborne": "airborne",
    "air-landing": "airborne",
    "mechanised": "mechanised",
    "armour": "tank",
    **dict.fromkeys(("artillery", "rocket-artillery"), "artillery"),
    "coastal-artillery": "coastal-artillery",
    "flak": "flak",
    "battleship": "ship",
    **dict.fromkeys(units.AIR, "air"),
}
_SIZES: Final = {"division": "XX", "brigade": "X", "regiment": "III"}
#: mark of a nation in the corner of its counters
_MARKS: Final = {
    "us": "star",
    "french": "bars",
    "british": "roundel",
    "canadian": "roundel",
    "polish": "bars",
    "german": "cross",
    "waffen-ss": "bars",
    "luftwaffe": "roundel",
}
#: the layers that a ground has, from below: kind and form
_GROUNDS: Final = {
    "bocage": (("bocage", "fill"),),
    "covered": (("forest", "fill"), ("firs", "pattern")),
    "marsh": (("marsh", "fill"), ("reeds", "pattern")),
    "city": (("city", "fill"),),
}
DRAWN: Final = PlainMap(MAP)


def _is(*terrains: str) -> str:
    return DRAWN.ground(lambda hex_: TERRAIN[hex_] in terrains)


def _layers() -> Iterator[scene.Layer]:
    land = DRAWN.ground(lambda hex_: board.IS_LAND[hex_])
    yield scene.Layer(kind="coastal-water", path=_is("coast"))
    yield scene.Layer(kind="land", path=land)
    for ground, layers in _GROUNDS.items():
        for kind, form in layers:
            yield scene.Layer(kind=kind, form=form, path=_is(ground))  # type: ignore[arg-type]
    beaches, starts = ([board.PLACE_HEX[place] for place in board.BASES[side]] for side in (ALLIED, GERMAN))
    yield scene.Layer(kind="beachhead", path=DRAWN.ground(lambda hex_: hex_ in beaches))
    yield scene.Layer(kind="start", side="german", path=DRAWN.ground(lambda hex_: hex_ in starts))
    yield scene.Layer(kind="grid", form="line", path="")
    yield scene.Layer(kind="river", form="line", path=DRAWN.along(lambda found: bool(found & board.RIVER)))
    yield scene.Layer(kind="coast", form="line", path=land)
    yield scene.Layer(kind="road", form="line", path=DRAWN.ways("road"))


#: whose map and order of battle these are
_WHOSE: Final = "own" if own_mark("normandy") else "ours"


@cache
def drawn_board() -> scene.Board:
    """Map and counters; the same in every game."""
    return scene.Board(
        kind="hexes",
        title=say("normandy.title"),
        box=DRAWN.box,
        places=tuple(_places()),
        sides=pictures.sides(WORDS, SIGNS, looks=WORDS.roles),
        nations=pictures.nations(WORDS, _MARKS),
        kinds=tuple(_kind(number, unit) for number, unit in enumerate(UNITS)),
        unit=DRAWN.unit,
        columns=GRID.columns,
        corners=DRAWN.corners,
        layers=tuple(_layers()),
        signs=tuple(DRAWN.across("bridge")),
        names=tuple(_names()),
        outline=DRAWN.ground(lambda hex_: board.IS_LAND[hex_]),
        legend=tuple(_legend()),
        intro=pictures.intro(WORDS, ("turn", _WHOSE, "how"), ("turn", _WHOSE)),
        overlays=(_terrain(),),
        order="move br-7-arm > 1311",
        tips={} if own_mark("normandy") else TIPS,
        cues=scene.Cues(
            turns=("normandy.event.player-turn",),
            together=tuple(f"normandy.event.{word}" for word in ("moves", "flies", "lands", "enters", "drops")),
            battle=("normandy.prompt.combat",),
            chances=("attack", "duel"),
        ),
    )


#: ground -> the tint of its kind
_TINTS: Final = {"covered": "forest", "marsh": "marsh", "city": "town", "bocage": "bocage"}


def _terrain() -> Overlay:
    """The same in every position: the kinds of ground that are not open."""
    tints = ((hex_, _TINTS.get(ground)) for hex_, ground in enumerate(TERRAIN))
    places = tuple(Tinted(board.number(hex_), tint) for hex_, tint in tints if tint)
    return Overlay("terrain", say("normandy.overlay.terrain"), places)


#: how far from the edge of the sheet the middle of a road's name stands
_INWARD: Final = 2 * DRAWN.unit


def _names() -> Iterator[scene.Printed]:
    """The beaches, seaward of their hexes, one a little farther out where two are neighbours; and where the roads lead
    from the Start hexes."""
    width, unit = DRAWN.box[2], DRAWN.unit
    for number, place in enumerate(board.BASES[ALLIED]):
        x, y = DRAWN.at(board.PLACE_HEX[place])
        words = board.BOARD.town_names[place]
        yield scene.Printed(text=words, at=(x, y - unit * (2 + number % 2) // 3), kind="water", size=30)
    for place in board.BASES[GERMAN]:
        x, y = DRAWN.at(board.PLACE_HEX[place])
        words = board.road_name(PLACES[place])
        yield scene.Printed(
            text=words, at=(min(max(x, _INWARD), width - _INWARD), y + unit // 3), kind="range", size=26
        )


def _legend() -> Iterator[scene.Legend]:
    for kind, sign in (("beachhead", "^"), ("start", ">"), ("city", "#"), ("value", "*")):
        yield scene.Legend(kind=kind, text=say(f"normandy.mark.{kind}"), sign=sign)
    yield scene.Legend(kind="closed", text=say("normandy.legend.lost"), sign="x")
    for flag in ("moved", "cut-off", "in-flight"):
        yield scene.Legend(kind=flag, text=say(f"normandy.note.{flag}"))
    for kind in ("loss", "figures", "ours"):
        yield scene.Legend(kind="loss" if kind == "loss" else "note", text=say(f"normandy.legend.{kind}"))
    for kind in ("coastal-water", "bocage", "forest", "marsh", "river", "road"):
        yield scene.Legend(kind=kind, text=say(f"normandy.legend.{kind}"))


def _marks(place: board.Place) -> tuple[scene.Mark, ...]:
    found: list[str] = [place.base] if place.base else []
    found += ["city"] if place.city else []
    found += ["value"] if place.value else []
    # only the beaches stand in the book, three of them American (4.1-c, R41)
    return tuple(scene.Mark(kind, place.base != "beachhead") for kind in found)


def _places() -> Iterator[scene.Place]:
    for hex_ in range(board.SIZE):
        number = board.PLACE_AT[hex_]
        place = PLACES[number] if number >= 0 else None
        yield scene.Place(
            id=board.number(hex_),
            name=hex_name(hex_),
            at=DRAWN.at(hex_),
            kind="hex",
            ground=TERRAIN[hex_],
            owner=ROLES[place.first] if place else "",
            marks=_marks(place) if place else (),
            value=place.value if place else 0,
            rank=(3 if place.city else 1 if place.value else 0) if place else 0,
            written=board.BOARD.town_names[number] if place else None,
            reconstructed=place is not None and place.base != "beachhead",
        )


def faces(unit: Unit) -> str:
    """Strength and movement; what can only attack stands in brackets (1.2-g)."""
    strength = f"({unit.strength})" if unit.type in units.GUNS else str(unit.strength)
    return f"{strength}-{unit.movement}"


def _kind(number: int, unit: Unit) -> scene.Kind:
    return scene.Kind(
        id=unit.id,
        side=unit.side,
        name=board.unit_name(number),
        shape="air" if IS_AIR[number] else "ship" if units.IS_SHIP[number] else "ground",
        symbol=_SYMBOLS.get(unit.type, "infantry"),
        size=_SIZES.get(unit.size, ""),
        label=unit.label,
        faces=(faces(unit),),
        nation=unit.nation,
        weight=unit.strength,
        facts=(say("normandy.thing", figures=faces(unit), n=unit.loss_value, type=say(f"normandy.type.{unit.type}")),),
        reconstructed=is_completion(unit.provenance["strength"]),
    )


# the scene


def position(state: NormandyState, roles: Collection[str], all_seeing: bool = False) -> scene.Scene:
    """One position as a seat sees it: the same for all but for the plan of the bombers."""
    plan = plan_seen(state, roles, all_seeing)
    planned = (board.number(plan),) if plan != AWAITED else ()
    lost = tuple(board.number(board.PLACE_HEX[place]) for place, mark in enumerate(state.lost) if mark)
    acted = state.attacked if state.phase == "combat" else state.moved
    shown = {"moved": acted, "cut-off": state.isolated, "in-flight": state.flown}
    return scene.Scene(
        status=_status(state, plan),
        stacks=pictures.stacks(WORDS, state),
        losses={unit.id: n for unit, n, hex_ in zip(UNITS, state.losses, state.places, strict=True) if n and hex_ >= 0},
        flags=pictures.flags(WORDS, state, shown),
        places={kind: those for kind, those in (("target", planned), ("closed", lost)) if those},
        words={
            **dict.fromkeys(lost, say("normandy.note.lost")),
            **dict.fromkeys(planned, say("normandy.note.bombing")),
        },
        owners=pictures.owners(WORDS, state, board.FIRST_OWNER),
        arrows=pictures.arrows(WORDS, state, pictures.next_of(state, BattleOver)),
        battle=_battle(state),
        holdings=tuple(chain.from_iterable(_holdings(state, side) for side in (ALLIED, GERMAN))),
        outcome=_outcome(state),
    )


def _status(state: NormandyState, plan: int) -> scene.Status:
    points = {ROLES[side]: occupation.standing(state, side).points for side in (ALLIED, GERMAN)}
    notes = [say(f"normandy.weather.{state.weather}")] if state.turn else []
    notes += [say("normandy.status.bombing", place=hex_name(plan))] if plan != AWAITED else []
    return pictures.status(WORDS, state, LAST_TURN, (*notes, say("normandy.status.points", **points)))


def _holdings(state: NormandyState, side: int) -> Iterator[scene.Holding]:
    """Counters off the map: those that may come, those still awaited, those lost."""
    return pictures.off_map(WORDS, state, side, [(None, due(state, side))], occupation.destroyed(state, side))


def _battle(state: NormandyState) -> scene.Battle | None:
    """The attack that goes on: its throw, or what is left of it; or the carpet that falls."""
    fight = pictures.next_of(state, BattleOver)
    if carpet := pictures.next_of(state, Carpet):
        bombed = ground_in(state, carpet.hex, GERMAN)
        return pictures.battle(WORDS, ALLIED, carpet.hex, bombers(state), bombed, decided=False)
    if fight is None:
        return None
    met = ground_in if any(units.IS_FIELD[unit] for unit in fight.units) else naval.fired_at
    there, decided = met(state, fight.hex, enemy_of(state.side)), pictures.next_of(state, GroundBattle, Gunfire) is None
    return pictures.battle(WORDS, state.side, fight.hex, fight.units, there, decided)


def _outcome(state: NormandyState) -> scene.Outcome | None:
    result = state.result
    if result is None:
        return None
    why = say(f"normandy.result.{'resigned' if result.reason == 'resigned' else result.degree}")
    return pictures.outcome(WORDS, result, (why, occupation.tell_points(state)))
