"""The choice of sides (setup-2), the clocks (order-1, intro-2 to intro-4), and victory (intro-3 to intro-8, win-1 to
win-8): who owns a town, the points, the winner, sudden death.

Points are counted in quarters, because destroyed attack values are divided by four and not rounded (R32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import astuple

from feltherre.core.asks import Ask
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.winterwar import tables
from feltherre.games.winterwar.tables import LAST_TURN, Amount
from feltherre.hexgame.sides import Teams, higher_die

#: seconds for the movement of one side in one turn (order-1), and for the whole game (intro-4)
MOVEMENT_SECONDS: Final = 300
GAME_SECONDS: Final = 7200
#: for each choice that is left when the whole time is used up (R62)
CHOICE_SECONDS: Final = 60


@procedure("side-choice", "chooser", dice=list[int])
def side_choice(given: Teams, desk: Desk) -> Resolve:
    """A die for each team; the higher chooses its side, and on equal dice both throw again (setup-2, R50)."""
    return higher_die(desk, "setup-2")


class Clocks(Struct, frozen=True, forbid_unknown_fields=True):
    """The time used up so far."""

    movement_seconds: Amount
    game_seconds: Amount
    turn: Annotated[int, Meta(ge=1, le=LAST_TURN)]
    both_sides_done: bool


@procedure("phase-clock", "movement_over", "game_over")
@rule("turn-3-b")
def phase_clock(clocks: Clocks, desk: Desk) -> Outcome:
    """Five minutes for all reinforcement and movement, combat outside them (order-1, turn-3-b, R3); the game is over
    after turn eight, or when two hours are used up (intro-2 to intro-4, R4)."""
    movement, two_hours = clocks.movement_seconds >= MOVEMENT_SECONDS, clocks.game_seconds >= GAME_SECONDS
    last_turn = clocks.turn >= LAST_TURN and clocks.both_sides_done
    desk.line("clock.movement-over" if movement else "clock.movement", "order-1")
    if two_hours:
        desk.line("clock.two-hours", "intro-4")
    elif last_turn:
        desk.line("clock.last-turn", "intro-2", turn=clocks.turn)
    else:
        desk.line("clock.game", "intro-3", turn=clocks.turn)
    return {"movement_over": movement, "game_over": two_hours or last_turn}


#: by what destroyed attack values are divided (win-5)
LOSS_DIVISOR: Final = 4

Nobody: TypeAlias = Literal["none", "finland", "soviet"]
Winner: TypeAlias = Literal["finland", "soviet", "draw"]
DecidedBy: TypeAlias = Literal["sudden-death", "points", "units", "towns", "none"]
#: the hexes that matter for sudden death
DeathHex: TypeAlias = Literal["leningrad-large", "leningrad-small", "helsinki", "other"]


@rule("win-3", "2.1-k", "1.1-g")
def town_owner(
    last_owner: tables.Side, ground_unit: Nobody, finland_zoc: bool, soviet_zoc: bool, game_end: bool
) -> tuple[tables.Side, str]:
    """Who owns a town, and why: whoever stands in it; at the end whoever alone has a zone of control over it; otherwise
    whoever was last in it (win-3, R46)."""
    if ground_unit != "none":
        return ground_unit, "unit"
    if not game_end:
        return last_owner, "keeps"
    if finland_zoc == soviet_zoc:
        return last_owner, "both-zones" if finland_zoc else "last"
    return ("finland" if finland_zoc else "soviet"), "zone"


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
def sudden_death(hex_: DeathHex, side: tables.Side, ground_unit: bool) -> Nobody:
    """Who has won at once by entering a hex with a ground unit (intro-8, win-8, R47)."""
    if ground_unit and (hex_, side) in (("leningrad-large", "finland"), ("helsinki", "soviet")):
        return side
    return "none"


EMPTY_TOWN: Final = {"ground_unit": ("none",)}
CLOSING: Final = Ask(when={**EMPTY_TOWN, "game_end": (True,)})


class Town(Struct, frozen=True, forbid_unknown_fields=True):
    last_owner: tables.Side
    ground_unit: Nobody
    finland_zoc: Annotated[bool, CLOSING]
    soviet_zoc: Annotated[bool, CLOSING]
    game_end: Annotated[bool, Ask(when=EMPTY_TOWN)]


@procedure("town-control", "owner")
def town_control(town: Town, desk: Desk) -> Outcome:
    """Who owns a town (win-3, R46)."""
    owner, reason = town_owner(*astuple(town))
    desk.line(f"town.{owner}.{reason}", "win-3")
    return {"owner": owner}


class TownHeld(Struct, frozen=True, forbid_unknown_fields=True):
    value: tables.Count
    owner: tables.Side


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    towns: tuple[TownHeld, ...]
    destroyed_finnish: tuple[tables.Count, ...]
    destroyed_soviet: tuple[tables.Count, ...]


@procedure("victory-points", "finland_points", "soviet_points")
def victory_points(points: Points, desk: Desk) -> Outcome:
    """The points of both sides (win-2, win-4, win-5, intro-6, R32)."""
    found = {}
    sides: tuple[tuple[tables.Side, Sequence[int]], ...] = (
        ("finland", points.destroyed_soviet),
        ("soviet", points.destroyed_finnish),
    )
    for side, destroyed in sides:
        towns = [town.value for town in points.towns if town.owner == side]
        quarters, lost = points_in_quarters(towns, destroyed), sum(destroyed)
        desk.line(f"points.{side}.towns", "win-2", sum(towns), points=sum(towns))
        desk.line_if(bool(destroyed), f"points.{side}.destroyed", "win-5", values=lost, points=tables.amount(lost))
        desk.line(f"points.{side}.total", "intro-6", points=tables.amount(quarters))
        found[f"{side}_points"] = tables.number(quarters)
    return found


#: points and what was lost decide only where no sudden death has
ON_POINTS: Final = Ask(when={"sudden_death": ("none",)}, default=0)


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts at the end of the game."""

    sudden_death: Nobody
    finland_points: Annotated[tables.Amount, ON_POINTS]
    soviet_points: Annotated[tables.Amount, ON_POINTS]
    units_destroyed_by_finland: Annotated[tables.Count, ON_POINTS]
    units_destroyed_by_soviet: Annotated[tables.Count, ON_POINTS]
    towns_finland: Annotated[tables.Count, ON_POINTS]
    towns_soviet: Annotated[tables.Count, ON_POINTS]


@procedure("winner", "winner", "decided_by")
def winner(end: End, desk: Desk) -> Outcome:
    """Who has won, and by what (intro-5, intro-7, intro-8, win-1, R48)."""
    finland = Standing(end.finland_points, end.units_destroyed_by_finland, end.towns_finland)
    soviet = Standing(end.soviet_points, end.units_destroyed_by_soviet, end.towns_soviet)
    won_by, decided_by = decide(end.sudden_death, finland, soviet)
    if decided_by == "sudden-death":
        desk.line(f"winner.{won_by}.sudden-death", "intro-8")
        return {"winner": won_by, "decided_by": decided_by}
    for measure, rule_id, ours, theirs in (
        ("points", "intro-5", tables.amount_of(finland.points), tables.amount_of(soviet.points)),
        ("units", "intro-7", finland.units_destroyed, soviet.units_destroyed),
        ("towns", "intro-7", finland.towns, soviet.towns),
    ):
        desk.line(f"winner.{measure}", rule_id, finland=ours, soviet=theirs)
        if measure == decided_by:
            desk.line(f"winner.{won_by}.wins", "win-1")
            break
    desk.line_if(decided_by == "none", "winner.draw", "intro-7")
    return {"winner": won_by, "decided_by": decided_by}


class Entered(Struct, frozen=True, forbid_unknown_fields=True):
    hex: DeathHex
    side: tables.Side
    ground_unit: bool


@procedure("sudden-death", "winner")
def sudden_death_check(entered: Entered, desk: Desk) -> Outcome:
    """Whether entering a hex has won the game (intro-8, win-8, R47)."""
    won_by = sudden_death(entered.hex, entered.side, entered.ground_unit)
    if won_by != "none":
        desk.line(f"death.{entered.hex}", "intro-8")
    elif entered.hex == "leningrad-small":
        desk.line("death.leningrad-small", "win-8")
    else:
        desk.line("death.none", "intro-8")
    return {"winner": won_by}
