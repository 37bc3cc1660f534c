"""How the game ends (1.3)."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.procedures.victory import POINT_CITIES, Verdict, degree_of_victory
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, NorwayState, total


@rule("2.3-point-2", "2.3-land-3", "1.3-4")
def german_point_cities(state: NorwayState) -> int:
    """Point cities that a German battalion holds now; all others count as Norwegian (1.3-4, R23)."""
    return sum(1 for city in board.POINT_CITY if state.battalions[city])


def verdict(state: NorwayState) -> Verdict:
    face_down = sum(state.deck[card] for card in cards.OF_COUNTRY[GERMANY])
    enemies = total(state, NORWAY) + total(state, ALLIES)
    return degree_of_victory(face_down, total(state, GERMANY), enemies, german_point_cities(state))


@rule("1.3-5")
def side_destroyed(state: NorwayState) -> bool:
    """One side has no battalions left on the board: Germany, or Norway and the Allies together (1.3-5, R24)."""
    return not (total(state, GERMANY) and (total(state, NORWAY) or total(state, ALLIES)))


@rule("1.3-5", "4.4-6")
def check_destruction(table: Table[NorwayState]) -> bool:
    """After every removal: the game is over if one side has no battalions left on the board; not before the end of the
    nine-April round (1.3-5, R24)."""
    state = table.state
    if state.round and state.result is None and side_destroyed(state):
        finish(table, verdict(state))
    return state.result is not None


@rule("1.3-1", "1.3-2", "1.3-3", "1.3-6", "4.4-6")
def end_by_deck(table: Table[NorwayState]) -> None:
    """The last German card has left the deck: the game ends at once and is judged (1.3-1, R20)."""
    finish(table, verdict(table.state))


@rule("1.2-1")
def finish(table: Table[NorwayState], found: Verdict) -> None:
    """The result, and what everyone reads: who has won, how clearly, and why; Norway and the Allies win and lose
    together (1.2-1, 1.3-6)."""
    state = table.state
    winners = ("germany",) if found.winner == "germany" else ("norway", "allies")
    cities = german_point_cities(state)
    why = say(
        f"norway.victory.{found.reason}",
        n=POINT_CITIES - cities,
        battalions=say("norway.count.battalions", n=total(state, NORWAY) + total(state, ALLIES)),
    )
    text = say(
        "norway.event.over",
        winner=say(f"norway.winner.{found.winner}"),
        degree=say(f"norway.degree.{found.degree}"),
        why=why,
    )
    table.finish(Result(winners, found.degree, cities, found.reason))
    table.tell(text, found.rule)
