"""The board and the scenes of The Ford, from which any client draws it. Nothing in it is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from feltherre.core import scene
from feltherre.core.text import say
from feltherre.hexgame import pictures
from feltherre.hexgame.counters import is_on_map
from feltherre.hexgame.plainmap import PlainMap
from feltherre.hexgame.steps import GroundBattle, GroundRuled
from tinyhex.field import (
    BOARD,
    COUNTERS,
    FIGURES,
    GRID,
    KINDS,
    MAP,
    ROLES,
    START,
    TERRAIN,
    VILLAGES,
    WORDS,
    Field,
    unit_at,
)
from tinyhex.rules import Beaten

DRAWN = PlainMap(MAP)
_SYMBOLS = {"foot": "infantry", "horse": "cavalry", "gun": "artillery"}


@cache
def board() -> scene.Board:
    return scene.Board(
        kind="hexes",
        title=say("ford.title"),
        box=DRAWN.box,
        places=tuple(_places()),
        sides=tuple(
            scene.Side(id=role, name=WORDS.side_name(side), sign=role[0].upper(), outline=("square", "cut")[side])
            for side, role in enumerate(ROLES)
        ),
        kinds=tuple(_kinds()),
        unit=DRAWN.unit,
        columns=GRID.columns,
        corners=DRAWN.corners,
        layers=(
            scene.Layer(kind="land", path=DRAWN.ground(lambda hex_: True)),
            scene.Layer(kind="forest", path=DRAWN.ground(lambda hex_: TERRAIN[hex_] == "forest")),
            scene.Layer(kind="lake", path=DRAWN.ground(lambda hex_: TERRAIN[hex_] == "lake")),
            scene.Layer(kind="grid", form="line", path=""),
            scene.Layer(kind="river", form="line", path=DRAWN.along(lambda found: bool(found & MAP.side_bit("river")))),
            scene.Layer(kind="road", form="line", path=DRAWN.ways("road")),
        ),
        signs=tuple(DRAWN.across("ford")),
        legend=(
            scene.Legend(kind="bridge", text=say("ford.legend.ford"), sign="="),
            scene.Legend(kind="village", text=say("ford.legend.village"), sign="*"),
            scene.Legend(kind="moved", text=say("ford.legend.moved"), sign="."),
        ),
        intro={
            role: tuple(say(f"ford.intro.{word}") for word in (role or "watch", "turn", *(["how"] if role else [])))
            for role in (*ROLES, "")
        },
        order="N1 > 0303",
        cues=scene.Cues(together=("ford.event.moves",), battle=("ford.prompt.combat",), chances=("attack",)),
    )


def _places() -> Iterator[scene.Place]:
    for hex_ in range(MAP.size):
        village = GRID.number(hex_) in VILLAGES
        yield scene.Place(
            id=GRID.number(hex_),
            name=BOARD.name(hex_),
            at=DRAWN.at(hex_),
            kind="hex",
            ground=TERRAIN[hex_],
            owner=ROLES[BOARD.town_at[hex_]] if village else "",
            marks=(scene.Mark("village"),) if village else (),
            rank=int(village),
            written=BOARD.name(hex_) if village else None,
            closed=TERRAIN[hex_] == "lake",
        )


def _kinds() -> Iterator[scene.Kind]:
    for unit, id_ in enumerate(START):
        attack, defence, move = FIGURES[KINDS[unit]]
        yield scene.Kind(
            id=id_,
            side=ROLES[COUNTERS.side[unit]],
            name=COUNTERS.name(unit),
            symbol=_SYMBOLS[KINDS[unit]],
            size="II",
            label=id_,
            faces=(f"{attack}-{defence}-{move}", f"{attack - 1}-{defence - 1}-{move}"),
            weight=attack,
        )


def position(state: Field) -> scene.Scene:
    turned = pictures.marked(
        WORDS, [int(hex_ >= 0 and loss) for hex_, loss in zip(state.places, state.losses, strict=True)]
    )
    return scene.Scene(
        status=pictures.status(WORDS, state, state.last_turn),
        stacks=pictures.stacks(WORDS, state),
        faces=turned,
        losses=turned,
        flags=pictures.flags(WORDS, state, {"moved": state.moved if state.phase == "movement" else state.attacked}),
        owners=pictures.owners(WORDS, state, (0, 1)),
        battle=_battle(state),
        holdings=tuple(
            holding for side in (0, 1) for holding in pictures.holding(WORDS, side, "destroyed", _gone(state, side))
        ),
        outcome=pictures.outcome(WORDS, state.result, [say(f"ford.won.{state.result.degree}")] if state.result else ()),
    )


def _gone(state: Field, side: int) -> list[int]:
    return [unit for unit in COUNTERS.of_side[side] if not is_on_map(state, unit)]


def _battle(state: Field) -> scene.Battle | None:
    """The battle that is being fought, until what came of it is carried out."""
    for step in reversed(state.agenda):
        if isinstance(step, GroundBattle | GroundRuled):
            defender, decided = unit_at(state, step.hex), isinstance(step, GroundRuled)
            return pictures.battle(WORDS, state.side, step.hex, step.units, [defender], decided)
    beaten = [step.unit for step in state.agenda if isinstance(step, Beaten)]
    return pictures.battle(WORDS, state.side, state.places[beaten[0]], [], beaten[:1], True) if beaten else None
