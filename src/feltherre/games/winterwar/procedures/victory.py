"""Victory (intro-3 to intro-8, win-1 to win-8): who owns a town, the points, the winner, sudden death.

Points are counted in quarters, because destroyed attack values are divided by four and not rounded (R32).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.winterwar.procedures.inputs import (
    Amount,
    Count,
    Side,
    amount,
    amount_of,
    number,
)

#: by what destroyed attack values are divided (win-5)
LOSS_DIVISOR: Final = 4

Nobody: TypeAlias = Literal["none", "finland", "soviet"]
Winner: TypeAlias = Literal["finland", "soviet", "draw"]
DecidedBy: TypeAlias = Literal["sudden-death", "points", "units", "towns", "none"]
#: the hexes that matter for sudden death
DeathHex: TypeAlias = Literal["leningrad-large", "leningrad-small", "helsinki", "other"]


@rule("win-3", "2.1-k", "1.1-g")
def town_owner(last_owner: Side, ground_unit: Nobody, finland_zoc: bool, soviet_zoc: bool, game_end: bool) -> Side:
    """Who owns a town: whoever stands in it; at the end whoever alone has a zone of control over it; otherwise whoever
    was last in it (win-3, R46)."""
    if ground_unit != "none":
        return ground_unit
    if game_end and finland_zoc != soviet_zoc:
        return "finland" if finland_zoc else "soviet"
    return last_owner


@rule("win-2", "win-4", "win-5", "intro-6")
def points_in_quarters(town_values: Iterable[int], destroyed_enemies: Iterable[int]) -> int:
    """A side's points in quarters: its towns, and a quarter of the attack values it destroyed (win-2, win-5, R32)."""
    return LOSS_DIVISOR * sum(town_values) + sum(destroyed_enemies)


class Standing(Struct, frozen=True):
    """What counts for one side at the end; points in any unit, as long as both sides have the same."""

    points: float
    units_destroyed: int
    towns: int


@rule("intro-5", "intro-7", "intro-8", "win-1")
def decide(sudden_death: Nobody, finland: Standing, soviet: Standing) -> tuple[Winner, DecidedBy]:
    """The winner and what decides: sudden death, points, units destroyed, towns (intro-5, intro-7, R48)."""
    if sudden_death != "none":
        return sudden_death, "sudden-death"
    measures: tuple[tuple[DecidedBy, float, float], ...] = (
        ("points", finland.points, soviet.points),
        ("units", finland.units_destroyed, soviet.units_destroyed),
        ("towns", finland.towns, soviet.towns),
    )
    for by, finnish, soviets in measures:
        if finnish != soviets:
            return ("finland" if finnish > soviets else "soviet"), by
    return "draw", "none"


@rule("intro-8", "win-8")
def sudden_death(hex_: DeathHex, side: Side, ground_unit: bool) -> Nobody:
    """Who has won at once by entering a hex with a ground unit (intro-8, win-8, R47)."""
    if ground_unit and (hex_, side) in (("leningrad-large", "finland"), ("helsinki", "soviet")):
        return side
    return "none"


class TownSituation(Struct, frozen=True, forbid_unknown_fields=True):
    last_owner: Side
    ground_unit: Nobody
    finland_zoc: bool
    soviet_zoc: bool
    game_end: bool


class TownAssessment(Assessment, frozen=True, kw_only=True):
    situation: TownSituation
    owner: Side


class TownControl(CertainProcedure[TownSituation, TownAssessment]):
    name = "town-control"
    situation = TownSituation
    outputs = ("owner",)

    def assess(self, situation: TownSituation) -> TownAssessment:
        given = situation
        owner = town_owner(given.last_owner, given.ground_unit, given.finland_zoc, given.soviet_zoc, given.game_end)
        return TownAssessment(situation=given, owner=owner)

    def lines(self, assessment: TownAssessment) -> list[Line]:
        reason = self._reason(assessment.situation)
        return [Line(say(f"winterwar.ruling.town.{assessment.owner}.{reason}"), "win-3")]

    def _reason(self, given: TownSituation) -> str:
        if given.ground_unit != "none":
            return "unit"
        if not given.game_end:
            return "keeps"
        if given.finland_zoc and given.soviet_zoc:
            return "both-zones"
        return "zone" if given.finland_zoc or given.soviet_zoc else "last"


class TownHeld(Struct, frozen=True, forbid_unknown_fields=True):
    value: Count
    owner: Side


class PointsSituation(Struct, frozen=True, forbid_unknown_fields=True):
    towns: tuple[TownHeld, ...]
    destroyed_finnish: tuple[Count, ...]
    destroyed_soviet: tuple[Count, ...]


class PointsAssessment(Assessment, frozen=True, kw_only=True):
    situation: PointsSituation
    finland_quarters: int
    soviet_quarters: int

    @property
    def finland_points(self) -> float:
        return number(self.finland_quarters)

    @property
    def soviet_points(self) -> float:
        return number(self.soviet_quarters)


class VictoryPoints(CertainProcedure[PointsSituation, PointsAssessment]):
    name = "victory-points"
    situation = PointsSituation
    outputs = ("finland_points", "soviet_points")

    def assess(self, situation: PointsSituation) -> PointsAssessment:
        given = situation
        return PointsAssessment(
            situation=given,
            finland_quarters=points_in_quarters(_values(given, "finland"), given.destroyed_soviet),
            soviet_quarters=points_in_quarters(_values(given, "soviet"), given.destroyed_finnish),
        )

    def lines(self, assessment: PointsAssessment) -> list[Line]:
        a, given = assessment, assessment.situation
        return [
            *_points_lines("finland", _values(given, "finland"), given.destroyed_soviet, a.finland_quarters),
            *_points_lines("soviet", _values(given, "soviet"), given.destroyed_finnish, a.soviet_quarters),
        ]


def _values(given: PointsSituation, side: Side) -> list[int]:
    return [town.value for town in given.towns if town.owner == side]


def _points_lines(side: Side, towns: Sequence[int], destroyed: Sequence[int], quarters: int) -> list[Line]:
    told = [Line(say(f"winterwar.ruling.points.{side}.towns", points=sum(towns)), "win-2", sum(towns))]
    if destroyed:
        lost = sum(destroyed)
        text = say(f"winterwar.ruling.points.{side}.destroyed", values=lost, points=amount(lost))
        told.append(Line(text, "win-5"))
    return [*told, Line(say(f"winterwar.ruling.points.{side}.total", points=amount(quarters)), "intro-6")]


class WinnerSituation(Struct, frozen=True, forbid_unknown_fields=True):
    sudden_death: Nobody
    finland_points: Amount
    soviet_points: Amount
    units_destroyed_by_finland: Count
    units_destroyed_by_soviet: Count
    towns_finland: Count
    towns_soviet: Count


class WinnerAssessment(Assessment, frozen=True, kw_only=True):
    finland: Standing
    soviet: Standing
    winner: Winner
    decided_by: DecidedBy


class WinnerCheck(CertainProcedure[WinnerSituation, WinnerAssessment]):
    name = "winner"
    situation = WinnerSituation
    outputs = ("winner", "decided_by")

    def assess(self, situation: WinnerSituation) -> WinnerAssessment:
        given = situation
        finland = Standing(given.finland_points, given.units_destroyed_by_finland, given.towns_finland)
        soviet = Standing(given.soviet_points, given.units_destroyed_by_soviet, given.towns_soviet)
        winner, decided_by = decide(given.sudden_death, finland, soviet)
        return WinnerAssessment(finland=finland, soviet=soviet, winner=winner, decided_by=decided_by)

    def lines(self, assessment: WinnerAssessment) -> list[Line]:
        a = assessment
        if a.decided_by == "sudden-death":
            return [Line(say(f"winterwar.ruling.winner.{a.winner}.sudden-death"), "intro-8")]
        told = [
            _compared("points", amount_of(a.finland.points), amount_of(a.soviet.points), "intro-5"),
            _compared("units", a.finland.units_destroyed, a.soviet.units_destroyed, "intro-7"),
            _compared("towns", a.finland.towns, a.soviet.towns, "intro-7"),
        ]
        measures: tuple[DecidedBy, ...] = ("points", "units", "towns")
        if a.decided_by == "none":
            return [*told, Line(say("winterwar.ruling.winner.draw"), "intro-7")]
        last = measures.index(a.decided_by) + 1
        return [*told[:last], Line(say(f"winterwar.ruling.winner.{a.winner}.wins"), "win-1")]


def _compared(what: str, finland: str | int, soviet: str | int, number_: str) -> Line:
    return Line(say(f"winterwar.ruling.winner.{what}", finland=finland, soviet=soviet), number_)


class DeathSituation(Struct, frozen=True, forbid_unknown_fields=True):
    hex: DeathHex
    side: Side
    ground_unit: bool


class DeathAssessment(Assessment, frozen=True, kw_only=True):
    situation: DeathSituation
    winner: Nobody


class SuddenDeath(CertainProcedure[DeathSituation, DeathAssessment]):
    name = "sudden-death"
    situation = DeathSituation
    outputs = ("winner",)

    def assess(self, situation: DeathSituation) -> DeathAssessment:
        given = situation
        return DeathAssessment(situation=given, winner=sudden_death(given.hex, given.side, given.ground_unit))

    def lines(self, assessment: DeathAssessment) -> list[Line]:
        given = assessment.situation
        if assessment.winner != "none":
            return [Line(say(f"winterwar.ruling.death.{given.hex}"), "intro-8")]
        if given.hex == "leningrad-small":
            return [Line(say("winterwar.ruling.death.leningrad-small"), "win-8")]
        return [Line(say("winterwar.ruling.death.none"), "intro-8")]
