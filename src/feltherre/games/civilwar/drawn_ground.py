"""The table of a scenario as clients draw it: its ground in layers, and its objects as places that orders name.

The sheet is in 0.1 mm with y downwards, so that north is up; the rules count y from the south edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from feltherre.core.scene import Board, Cues, Layer, Legend, Place, Point, Region, Side
from feltherre.core.text import Text, say
from feltherre.games.civilwar import commanders
from feltherre.games.civilwar.brief import Scenario
from feltherre.games.civilwar.by_eye import about
from feltherre.games.civilwar.state import ROLES
from feltherre.ground.tabletop.bodies import round_length
from feltherre.ground.tabletop.shapes import middle
from feltherre.ground.tabletop.terrain import Feature

#: a rider's base is so deep (01.03.2): signs and words are drawn by this measure
UNIT: Final = 300
#: types of objects from the table upwards; within a type what the scenario names later lies on top
_UPWARDS: Final = (
    *("hill", "field", "garden", "marsh", "wood", "town", "stream", "canal", "ford", "road", "path", "bridge"),
    *("linear", "work", "building"),
)
#: how standards and edges are cut, for who does not see the colours
_OUTLINES: Final = {"union": "square", "confederate": "cut"}
#: what a flag of a body means
_FLAGS: Final = {
    "lu": "civilwar.order.LU",
    "u": "civilwar.order.U",
    "fu": "civilwar.order.FU",
    "pinned": "civilwar.display.pinned",
    "out-of-command": "civilwar.display.out-of-command",
    "out-of-ammunition": "civilwar.display.no-ammunition",
    "smoke": "civilwar.display.smoke",
    "remembered": "civilwar.display.remembered",
    "moved": "civilwar.display.moved",
    "mounted": "civilwar.display.mounted",
    "limbered": "civilwar.display.limbered",
    "in-building": "civilwar.display.housed",
}


def drawn_board(scenario: Scenario, roles: Sequence[str] = ROLES) -> Board:
    """The table of a scenario as it lies there when the battle begins; troops are on the scenes alone. `roles`: the
    commanders that have seats of their own."""
    features, height = scenario.terrain, scenario.height
    # what play makes too: works, and guns left behind
    types = dict.fromkeys([*(one.type for one in _upwards(features)), "linear", "material"])
    return Board(
        kind="tabletop",
        title=scenario.title,
        box=(0, 0, scenario.width, height),
        places=tuple(place_of(one, height) for one in features),
        sides=tuple(_side(role) for role in dict.fromkeys((*ROLES, *roles))),
        regions=(Region(name=say("civilwar.display.ground"), places=tuple(one.id for one in features)),),
        unit=UNIT,
        layers=tuple(_layers(features, height)),
        legend=(
            *(Legend(kind=flag, text=say(key)) for flag, key in _FLAGS.items()),
            *(Legend(kind=one, text=say(f"civilwar.rank.{one}")) for one in ("general", "courier")),
            *(Legend(kind=one, text=say(f"civilwar.object.{one}")) for one in types),
        ),
        order="va33: GO N",
        cues=Cues(moments=True, declared=("civilwar.declare.",), turns=("civilwar.event.turn",)),
    )


def _side(role: str) -> Side:
    """A side, or a commander of one, who is called by his own name."""
    side = ROLES[commanders.side_of(role)]
    name = commanders.role_name(role)
    of = "" if role == side else side
    return Side(id=role, name=name, sign=side[0].upper(), look=side, outline=_OUTLINES[side], of=of)


def _upwards(features: Iterable[Feature]) -> list[Feature]:
    return sorted(features, key=lambda one: (_UPWARDS.index(one.type), one.level))


def _layers(features: Sequence[Feature], height: int) -> Iterator[Layer]:
    """Objects that are drawn alike are one layer; what play can clear away is a layer of its own."""

    def alike(one: Feature) -> tuple[str, bool, int, int, str]:
        return _look(one), one.area, one.level, 2 * one.half, one.id if one.type == "linear" else ""

    for (kind, area, level, width, place), group in groupby(_upwards(features), key=alike):
        path = "".join(_path(one, height) for one in group)
        yield Layer(
            kind=kind, form="fill" if area else "line", path=path, level=level, width=0 if area else width, place=place
        )


def _look(feature: Feature) -> str:
    """The kind of an object if it has one, else its type: tall-corn, fence-or-hedge, building-stone, wood."""
    kind = "" if feature.kind == "ordinary" else feature.kind
    return (kind or feature.type).replace("_", "-")


def place_of(feature: Feature, height: int) -> Place:
    """A terrain object, called by its id made readable."""
    return Place(
        id=feature.id,
        name=readable(feature.id),
        at=_on_sheet(_label(feature), height),
        path=_path(feature, height),
        kind=feature.type,
        ground=_look(feature) if feature.kind else "",
        listed=say("civilwar.display.object", name=feature.id, **about(*middle(feature.points))),
    )


def readable(name: str) -> Text:
    return say("core.plain", text=name.replace("-", " "))


def _path(feature: Feature, height: int) -> str:
    """Its rim, or the line that it runs along."""
    points = (_on_sheet(point, height) for point in feature.points)
    return "M" + "L".join(f"{x},{y}" for x, y in points) + ("Z" if feature.area else "")


def _on_sheet(point: Point, height: int) -> Point:
    return point[0], height - point[1]


def _label(feature: Feature) -> Point:
    """Where its name stands: the middle of an area, half way along a line."""
    return middle(feature.points) if feature.area else _half_way(feature.points)


def _half_way(points: Sequence[Point]) -> Point:
    lengths = [round_length(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    left = sum(lengths) // 2
    for ((ax, ay), (bx, by)), length in zip(pairwise(points), lengths, strict=True):
        if left <= length:
            return ax + (bx - ax) * left // length, ay + (by - ay) * left // length
        left -= length
    return points[-1]
