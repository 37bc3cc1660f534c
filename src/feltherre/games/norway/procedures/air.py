"""Air range of German aircraft (2.3; at sea 5.1)."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import SeaArea

K = TypeVar("K", bound=Hashable)

#: the airfield that reaches a sea area on which it has no coast (5.1-air-sea)
NORTHERN_AIRFIELD, NORTHERN_SEA = "bardufoss", "VII"


@rule("2.3-air-1", "2.3-air-2")
def in_air_range(
    target: K, from_germany: Container[K], held_airfields: Iterable[K], reach: Mapping[K, Container[K]]
) -> bool:
    """Whether German aircraft reach a land area, from Germany or from an airfield that they hold (2.3-air-1).

    Which areas each airfield reaches is data of the board (2.3-air-2).
    """
    return target in from_germany or any(target in reach.get(airfield, ()) for airfield in held_airfields)


@rule("5.1-air-sea")
def in_air_range_at_sea(sea: str, held_airfields: Iterable[str], coasts: Mapping[str, Container[str]]) -> bool:
    """Whether a held airfield has coast on a sea area; Bardufoss reaches VII besides (5.1-air-sea)."""
    return any(
        sea in coasts.get(airfield, ()) or (airfield, sea) == (NORTHERN_AIRFIELD, NORTHERN_SEA)
        for airfield in held_airfields
    )


class AirRangeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    target: str
    held_airfields: tuple[str, ...]
    from_germany: tuple[str, ...]
    reach: dict[str, tuple[str, ...]]
    airfield_coasts: dict[str, tuple[SeaArea, ...]]


class AirRangeAssessment(Assessment, frozen=True, kw_only=True):
    """One of `area` and `sea` is the target; `reached_from` are the held airfields that reach it."""

    area: names.Place | None = None
    sea: str = ""
    from_germany: bool = False
    reached_from: tuple[names.Place, ...] = ()
    in_range: bool


class AirRangeCheck(CertainProcedure[AirRangeSituation, AirRangeAssessment]):
    name = "air-range-check"
    situation = AirRangeSituation
    outputs = ("in_range",)

    def assess(self, situation: AirRangeSituation) -> AirRangeAssessment:
        held = names.areas(situation.held_airfields)
        from_germany = names.areas(situation.from_germany)
        reach = {names.area(airfield): names.areas(areas) for airfield, areas in situation.reach.items()}
        coasts = {names.area(airfield).id: seas for airfield, seas in situation.airfield_coasts.items()}
        number = names.sea_index(situation.target)
        if number is not None:
            sea = board.SEAS[number]
            near = tuple(airfield for airfield in held if in_air_range_at_sea(sea, [airfield.id], coasts))
            found = in_air_range_at_sea(sea, [airfield.id for airfield in held], coasts)
            return AirRangeAssessment(sea=sea, reached_from=near, in_range=found)
        target = names.area(situation.target)
        return AirRangeAssessment(
            area=target,
            from_germany=target in from_germany,
            reached_from=tuple(airfield for airfield in held if in_air_range(target, (), [airfield], reach)),
            in_range=in_air_range(target, from_germany, held, reach),
        )

    def lines(self, assessment: AirRangeAssessment) -> list[Line]:
        a = assessment
        airfields = [airfield.text for airfield in a.reached_from]
        if a.area is None:
            sea = say(f"norway.sea.{a.sea}")
            key = "norway.ruling.air.sea" if a.in_range else "norway.ruling.air.sea-out"
            return [Line(say(key, sea=sea, airfields=airfields), "5.1-air-sea")]
        if a.from_germany:
            return [Line(say("norway.ruling.air.from-germany", area=a.area.text), "2.3-air-1")]
        key = "norway.ruling.air.reached" if a.in_range else "norway.ruling.air.out"
        return [Line(say(key, area=a.area.text, airfields=airfields), "2.3-air-1")]
