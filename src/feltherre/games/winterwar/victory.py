"""Victory (intro-5 to intro-8, win): points for towns and destroyed units, tie-breaks, sudden death."""

from __future__ import annotations

from itertools import compress

from feltherre.core.marks import rule
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, texts
from feltherre.games.winterwar.maps import UNIT, ZONE, bits_of
from feltherre.games.winterwar.procedures import victory as book
from feltherre.games.winterwar.state import WinterWarState, destroyed_of, enemy_of
from feltherre.games.winterwar.units import FINLAND, ROLES, SIDE, SOVIET

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
    text = say("winterwar.event.sudden-death", side=texts.side_name(side), place=texts.hex_name(hex_))
    table.tell(text, "intro-8", (board.number(hex_),))
    table.state.phase = "over"
    table.finish(Result((ROLES[side],), "sudden-death", points_ahead(table.state), "sudden-death"))


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
    state, bits = table.state, bits_of(table.state)
    for town, hex_ in enumerate(board.TOWN_HEX):
        marks = bits[hex_]
        standing: book.Nobody = "finland" if marks & UNIT[FINLAND] else "soviet" if marks & UNIT[SOVIET] else "none"
        finnish, soviet = bool(marks & ZONE[FINLAND]), bool(marks & ZONE[SOVIET])
        owner = ROLES.index(book.town_owner(ROLES[state.owners[town]], standing, finnish, soviet, game_end=True))
        if owner != state.owners[town]:
            state.owners[town] = owner
            text = say("winterwar.event.town-by-zone", side=texts.side_name(owner), place=texts.hex_name(hex_))
            table.tell(text, "win-3", (board.number(hex_),))


@rule("intro-5", "intro-7", "win-1", "win-2")
def final_result(state: WinterWarState, reason: str) -> Result:
    """More points win; then more enemy units destroyed; then more towns; else it is a draw (intro-7, R48)."""
    winner, degree = book.decide("none", _standing(state, FINLAND), _standing(state, SOVIET))
    if winner == "draw":
        return Result((), "draw", points_ahead(state), reason)
    return Result((winner,), degree, points_ahead(state), reason)


def _standing(state: WinterWarState, side: int) -> book.Standing:
    return book.Standing(both_points(state)[side], len(destroyed_of(state, enemy_of(side))), state.owners.count(side))


def as_points(quarters: int) -> str:
    """Quarter points as people write them: 28, 28.25, 28.5."""
    whole, rest = divmod(quarters, QUARTER_POINTS)
    return str(whole) + ("", ".25", ".5", ".75")[rest]


def tell_points(state: WinterWarState) -> Text:
    finnish, soviet = both_points(state)
    return say("winterwar.event.points", finland=as_points(finnish), soviet=as_points(soviet))
