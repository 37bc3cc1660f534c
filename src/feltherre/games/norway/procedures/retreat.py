"""The loser withdraws (4.2, step 8)."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Sequence
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import Country

K = TypeVar("K", bound=Hashable)

Role: TypeAlias = Literal["defender", "attacker-land", "attacker-sea-air"]

#: countries whose battalions may retreat over a fjord or lake (4.2-8-def-3)
RETREAT_OVER_WATER = ("norway",)


@rule("4.2-8-def-1", "4.2-8-def-2", "4.2-8-def-3", "4.2-8-att-2", "2.3-fjord-2")
def open_for_retreat(
    country: str,
    neighbours: Iterable[tuple[K, bool]],
    enemy_held: Container[K],
    pending_battles: Container[K],
    attack_origins: Container[K] = (),
) -> list[K]:
    """Neighbours (area, over water) to which all battalions of a country may go together (4.2-8-def-1 to -3, R15).

    `attack_origins` bars a defender only: for attackers from sea or air it is left empty (4.2-8-att-2, R15).
    """
    crosses = country in RETREAT_OVER_WATER
    return [
        area
        for area, water in neighbours
        if (crosses or not water)
        and area not in enemy_held
        and area not in pending_battles
        and area not in attack_origins
    ]


@rule("4.2-8-def-4")
def surrounded(options: Sequence[object]) -> bool:
    """Battalions without an area to go to are lost (4.2-8-def-4)."""
    return not options


@rule("4.2-8-att-1")
def back_where_they_came_from(own_origins: Iterable[K]) -> list[K]:
    """Losing attackers by land go back, each to the area it attacked from (4.2-8-att-1)."""
    return list(own_origins)


@rule("4.2b-2", "4.2-8-def-2")
def common_retreat(norwegian: Sequence[K], allied: Container[K]) -> list[K]:
    """Areas open to both defenders; if there are any, both must go to the same one of them (4.2-8-def-2, R16)."""
    return [area for area in norwegian if area in allied]


class Neighbour(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    water: bool


class RetreatSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    role: Role
    neighbours: tuple[Neighbour, ...]
    enemy_held: tuple[str, ...]
    pending_battles: tuple[str, ...]
    attack_origins: tuple[str, ...]
    own_origins: tuple[str, ...]


class RetreatAssessment(Assessment, frozen=True, kw_only=True):
    country: Country
    role: Role
    neighbours: tuple[tuple[names.Place, bool], ...]
    enemy_held: tuple[names.Place, ...]
    pending_battles: tuple[names.Place, ...]
    attack_origins: tuple[names.Place, ...]
    open_areas: tuple[names.Place, ...]
    all_lost: bool

    @property
    def options(self) -> list[str]:
        return [area.name for area in self.open_areas]


class RetreatOptions(CertainProcedure[RetreatSituation, RetreatAssessment]):
    name = "retreat-options"
    situation = RetreatSituation
    outputs = ("options", "all_lost")

    def assess(self, situation: RetreatSituation) -> RetreatAssessment:
        role = situation.role
        neighbours = tuple((names.area(border.area), border.water) for border in situation.neighbours)
        enemy_held = names.areas(situation.enemy_held)
        pending = names.areas(situation.pending_battles)
        origins = names.areas(situation.attack_origins)
        own_origins = names.areas(situation.own_origins)
        if role == "attacker-land":
            found = back_where_they_came_from(own_origins)
        else:
            barred = origins if role == "defender" else ()
            found = open_for_retreat(situation.country, neighbours, enemy_held, pending, barred)
        return RetreatAssessment(
            country=situation.country,
            role=role,
            neighbours=neighbours,
            enemy_held=enemy_held,
            pending_battles=pending,
            attack_origins=origins,
            open_areas=tuple(found),
            all_lost=role != "attacker-land" and surrounded(found),
        )

    def lines(self, assessment: RetreatAssessment) -> list[Line]:
        open_areas = [area.text for area in assessment.open_areas]
        if assessment.role == "attacker-land":
            return [Line(say("norway.ruling.retreat.back", areas=open_areas), "4.2-8-att-1")]
        told = [
            reason for area, water in assessment.neighbours if (reason := _closed(area, water, assessment)) is not None
        ]
        who = names.country(assessment.country)
        if assessment.all_lost:
            return [*told, Line(say("norway.ruling.retreat.surrounded", country=who), "4.2-8-def-4")]
        number = "4.2-8-def-1" if assessment.role == "defender" else "4.2-8-att-2"
        return [
            *told,
            Line(say("norway.ruling.retreat.open", country=who, n=len(open_areas), areas=open_areas), number),
        ]


def _closed(area: names.Place, water: bool, assessment: RetreatAssessment) -> Line | None:
    """Why a neighbour is closed; None if it is open."""
    a = assessment
    if area in a.open_areas:
        return None
    if area in a.enemy_held:
        return Line(say("norway.ruling.retreat.enemy", area=area.text), "4.2-8-def-1")
    if area in a.pending_battles:
        return Line(say("norway.ruling.retreat.pending", area=area.text), "4.2-8-def-1")
    if a.role == "defender" and area in a.attack_origins:
        return Line(say("norway.ruling.retreat.origin", area=area.text), "4.2-8-def-1")
    return Line(say("norway.ruling.retreat.water", area=area.text, country=names.country(a.country)), "4.2-8-def-3")


class JointSituation(Struct, frozen=True, forbid_unknown_fields=True):
    norwegian_options: tuple[str, ...]
    allied_options: tuple[str, ...]


class JointAssessment(Assessment, frozen=True, kw_only=True):
    norwegian: tuple[names.Place, ...]
    allied: tuple[names.Place, ...]
    shared: tuple[names.Place, ...]

    @property
    def common(self) -> list[str]:
        return [area.name for area in self.shared]

    @property
    def separate(self) -> bool:
        return not self.shared


class JointRetreat(CertainProcedure[JointSituation, JointAssessment]):
    name = "joint-retreat"
    situation = JointSituation
    outputs = ("common", "separate")

    def assess(self, situation: JointSituation) -> JointAssessment:
        norwegian = names.areas(situation.norwegian_options)
        allied = names.areas(situation.allied_options)
        return JointAssessment(norwegian=norwegian, allied=allied, shared=tuple(common_retreat(norwegian, allied)))

    def lines(self, assessment: JointAssessment) -> list[Line]:
        if assessment.shared:
            areas = [area.text for area in assessment.shared]
            return [Line(say("norway.ruling.retreat.together", n=len(areas), areas=areas), "4.2-8-def-2")]
        return [
            Line(say("norway.ruling.retreat.apart"), "4.2-8-def-2"),
            _own_way("norway", assessment.norwegian),
            _own_way("allies", assessment.allied),
        ]


def _own_way(country: Country, options: Sequence[names.Place]) -> Line:
    who: Text = names.country(country)
    if surrounded(options):
        return Line(say("norway.ruling.retreat.surrounded", country=who), "4.2-8-def-4")
    areas = [area.text for area in options]
    return Line(say("norway.ruling.retreat.open", country=who, n=len(areas), areas=areas), "4.2-8-def-3")
