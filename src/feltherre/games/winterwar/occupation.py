"""What becomes of towns and counters: a loss, destruction, the way home (2.1-e to 2.1-g, win-4); what a ground unit
does by entering a hex (win-3); victory (intro-5 to intro-8, win): points, tie-breaks, sudden death."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import compress

from feltherre.core.marks import rule
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar import state as states
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.maps import UNIT, ZONE
from feltherre.games.winterwar.procedures import aftermath, combat
from feltherre.games.winterwar.procedures import victory as book
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import LostBase, PartisanRuled, steps
from feltherre.games.winterwar.units import FINLAND, ROLES, SIDE, SOVIET
from feltherre.hexgame import aftermath as after_fights
from feltherre.hexgame import course
from feltherre.hexgame.counters import DESTROYED, enemy_of, is_on_map
from feltherre.hexgame.steps import March

#: points are kept in quarters, because losses are divided by four and not rounded (win-5, R32)
QUARTER_POINTS = book.LOSS_DIVISOR
_ALL_TOWNS = sum(board.TOWN_VALUE)
#: the hexes of which sudden death speaks
_DEATH_HEX: dict[int, book.DeathHex] = {board.HELSINKI: "helsinki", board.LENINGRAD: "leningrad-large"}


@rule("intro-8", "win-8")
def check_sudden_death(table: Table[WinterWarState], side: int, hex_: int) -> None:
    """A ground unit in Helsinki, or in the large hex of Leningrad, wins at once (intro-8, R47)."""
    if book.sudden_death(_DEATH_HEX.get(hex_, "other"), ROLES[side], ground_unit=True) == "none":
        return
    WORDS.tell(table, "sudden-death", "intro-8", [hex_], side=side, place=hex_)
    course.over(table, Result((ROLES[side],), "sudden-death", points_ahead(table.state), "sudden-death"))


@rule("win-2", "win-6", "win-7", "1.1-c", "1.1-d", "1.1-e")
def town_points(state: WinterWarState) -> tuple[int, int]:
    """What the towns of both sides are worth; there are none in neutral countries (1.1-e)."""
    soviet = sum(compress(board.TOWN_VALUE, state.owners))
    return _ALL_TOWNS - soviet, soviet


@rule("win-2", "win-4", "win-5", "intro-6")
def both_points(state: WinterWarState) -> tuple[int, int]:
    """Both sides' points in quarters: a side's towns, and a quarter of the attack values of the enemy's destroyed
    units. In one go, because every view shows them."""
    finnish_towns, soviet_towns = town_points(state)
    lost = [0, 0]
    for loss in state.destroyed:
        lost[SIDE[loss.unit]] += loss.value
    return (
        book.points_in_quarters((finnish_towns,), (lost[SOVIET],)),
        book.points_in_quarters((soviet_towns,), (lost[FINLAND],)),
    )


def points_ahead(state: WinterWarState) -> int:
    """How many quarter points Finland is ahead."""
    finnish, soviet = both_points(state)
    return finnish - soviet


@rule("win-3")
def settle_towns(table: Table[WinterWarState]) -> None:
    """At the end a town without a ground unit belongs to the side that alone has a zone of control over it (R46)."""
    state, bits = table.state, maps.bits_of(table.state)
    for town, hex_ in enumerate(board.TOWN_HEX):
        marks = bits[hex_]
        standing: book.Nobody = "finland" if marks & UNIT[FINLAND] else "soviet" if marks & UNIT[SOVIET] else "none"
        finnish, soviet = bool(marks & ZONE[FINLAND]), bool(marks & ZONE[SOVIET])
        role, _ = book.town_owner(ROLES[state.owners[town]], standing, finnish, soviet, game_end=True)
        owner = ROLES.index(role)
        if owner != state.owners[town]:
            state.owners[town] = owner
            WORDS.tell(table, "town-by-zone", "win-3", [hex_], side=owner, place=hex_)


@rule("intro-5", "intro-7", "win-1", "win-2")
def final_result(state: WinterWarState, reason: str) -> Result:
    """More points win; then more enemy units destroyed; then more towns; else it is a draw (intro-7, R48)."""
    points = both_points(state)
    finland, soviet = (
        book.Standing(points[side], len(states.destroyed_of(state, enemy_of(side))), state.owners.count(side))
        for side in (FINLAND, SOVIET)
    )
    winner, degree = book.decide("none", finland, soviet)
    if winner == "draw":
        return Result((), "draw", points_ahead(state), reason)
    return Result((winner,), degree, points_ahead(state), reason)


def as_points(quarters: int) -> str:
    """Quarter points as people write them: 28, 28.25, 28.5."""
    whole, rest = divmod(quarters, QUARTER_POINTS)
    return str(whole) + ("", ".25", ".5", ".75")[rest]


def tell_points(state: WinterWarState) -> Text:
    finnish, soviet = both_points(state)
    return say("winterwar.event.points", finland=as_points(finnish), soviet=as_points(soviet))


@rule("2.1-e", "2.1-f", "2.1-g", "1.5-c", "1.5-d")
def lose(table: Table[WinterWarState], unit: int) -> None:
    """A unit takes a loss: it is flipped and stays where it is, or, without a back side or flipped before, destroyed.

    Nothing ever turns it back (2.1-f), and all its other properties stay (2.1-g).
    """
    state = table.state
    if states.can_flip(state, unit):
        state.flipped[unit] = 1
        WORDS.tell(table, "flipped", "2.1-e", _places(state, unit), unit=unit)
    else:
        destroy(table, unit)


@rule("win-4", "intro-6", "2.1-e")
def victory_value(state: WinterWarState, unit: int) -> int:
    """What a destroyed unit gives the enemy before dividing by four: its front attack value (R31), an air unit's air
    combat value (R58), a partisan's strength in this combat, or 1 if it is lost otherwise (R43)."""
    if units.IS_AIR[unit]:
        return aftermath.victory_value(units.AIR_COMBAT[unit], None)
    if units.IS_PARTISAN[unit]:
        fought = state.phase == "combat" and state.strengths[unit]
        return aftermath.victory_value(fought or combat.UNTHROWN_VALUE, None)
    front, back = units.ATTACK[unit]
    return aftermath.victory_value(front, back, state.rules.victory_value)


def destroy(table: Table[WinterWarState], unit: int) -> None:
    """A unit leaves the map for good and is counted for the enemy."""
    state = table.state
    value = victory_value(state, unit)
    WORDS.tell(table, "destroyed", "win-4", _places(state, unit), unit=unit, side=SIDE[unit], n=value)
    maps.put(state, unit, DESTROYED)
    state.flown[unit] = 0
    state.destroyed.append(states.Loss(unit, value, state.turn))


@steps.alive(March, LostBase, PartisanRuled)
def is_there(state: WinterWarState, step: March | LostBase | PartisanRuled) -> bool:
    """What is under way with a unit ends when it has left the map."""
    return is_on_map(state, step.unit)


def fly_home(table: Table[WinterWarState], flyers: Sequence[int], hex_: int, rule_id: str) -> None:
    """Air units leave a hex by the result of a combat."""
    after_fights.fly_home(table, WORDS, flyers, rule_id, partial(go_home, table), hex_)


@rule("1.5-e", "1.6-c", "1.6-m")
def go_home(table: Table[WinterWarState], unit: int) -> None:
    """An air unit returns to the base it came from; without it, it looks for another (R37)."""
    state = table.state
    state.flown[unit] = 0
    base = state.bases[unit]
    if state.owners[board.TOWN_AT[base]] == units.SIDE[unit]:
        maps.put(state, unit, base)
    else:
        table.push(LostBase(unit))


def _places(state: WinterWarState, unit: int) -> list[int]:
    return [state.places[unit]] if state.places[unit] >= 0 else []


def enter(table: Table[WinterWarState], unit: int, hex_: int) -> None:
    """A ground unit comes into a hex; what it finds there may have to be settled first (steps are pushed)."""
    maps.put(table.state, unit, hex_)
    if board.TOWN_AT[hex_] >= 0:
        take_town(table, units.SIDE[unit], hex_)


@rule("win-3", "1.1-g", "2.1-k")
def take_town(table: Table[WinterWarState], side: int, hex_: int) -> None:
    """The side whose ground unit was in a town last owns it (win-3, R46); in a capital that is the end (intro-8)."""
    change_owner(table, side, hex_)
    check_sudden_death(table, side, hex_)


@rule("win-3", "move-8")
def change_owner(table: Table[WinterWarState], side: int, hex_: int) -> None:
    """A town changes hands; ships and air units of the other side lose their port and base (R40, R11)."""
    state, town = table.state, board.TOWN_AT[hex_]
    if state.owners[town] == side:
        return
    state.owners[town] = side
    WORDS.tell(table, "captured", "win-3", [hex_], side=side, town=town, points=board.TOWN_VALUE[town])
    for ship in states.ships_in(state, hex_, enemy_of(side)):
        destroy(table, ship)
    table.push(*map(LostBase, _at_base(state, side, hex_)))


@rule("supply-4")
def _at_base(state: WinterWarState, side: int, hex_: int) -> list[int]:
    """The enemy's air units at their base in a hex: they look for another at once, those in flight when they come home
    (R11)."""
    return [unit for unit in states.based_in(state, hex_, enemy_of(side)) if not state.flown[unit]]


def interrupts(state: WinterWarState, side: int, hex_: int) -> bool:
    """Whether somebody has to be asked when a ground unit of this side comes into a hex."""
    town = board.TOWN_AT[hex_]
    return town >= 0 and state.owners[town] != side and bool(_at_base(state, side, hex_))
