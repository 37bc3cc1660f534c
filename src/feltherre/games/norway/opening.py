"""How a game is made and set up (chapters 0, 1.2 and 3): version, seats, starting battalions, decks and first hands.

Who plays which country may be thrown for: see sides.py.
"""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.game import Option, Setup
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.hands import draw_to_limit
from feltherre.games.norway.procedures.setup import SIDES
from feltherre.games.norway.state import COUNTRIES, GERMANY, NORWAY, NorwayState, bring_on

#: which of the two versions is played (0-2)
RULES = Option("rules", ("basic", "advanced"), "basic")
#: of the advanced game: the lowest die that intercepts (R5), and whether the six battalions of 3-6 come there too (R43)
INTERCEPTION_FROM = Option("interception-from", ("5", "4"), "5")
FIRST_ALLIED_BATTALIONS = Option("first-allied-battalions", ("no", "yes"), "no")
ADVANCED_ONLY = (INTERCEPTION_FROM, FIRST_ALLIED_BATTALIONS)
#: whether the players have agreed on their countries, or throw for the choice (3-2)
SIDES_CHOSEN = Option("sides", ("agreed", "by-die"), "agreed")
OPTIONS = (RULES, SIDES_CHOSEN, *ADVANCED_ONLY)

#: the two versions, by the options that differ from the usual ones
VARIANTS: tuple[dict[str, str], ...] = ({}, {RULES.name: "advanced"})

#: three players, or two of whom one has Norway and the Allies (1.2-1, 1.2-2)
SEATINGS: tuple[tuple[tuple[str, ...], ...], ...] = (SIDES[3], SIDES[2])


class AdvancedOptions(Struct, frozen=True):
    """What a game of the advanced version is made with."""

    #: the lowest number of a die that intercepts
    interception_from: int
    #: the Allies get the first six battalions of the basic game
    first_allied_battalions: bool


def chosen(setup: Setup, option: Option) -> str:
    return setup.options.get(option.name, option.default)


@rule("8.1-int-3", "3-6")
def advanced_options(setup: Setup) -> AdvancedOptions:
    """The two choices of the advanced game that the book leaves open (8.1-int-3, R5; 3-6, R43)."""
    return AdvancedOptions(
        interception_from=int(chosen(setup, INTERCEPTION_FROM)),
        first_allied_battalions=chosen(setup, FIRST_ALLIED_BATTALIONS) == "yes",
    )


def check_options(setup: Setup) -> None:
    """Options of the advanced game change nothing in the basic one: refused there, rather than ignored."""
    for option in ADVANCED_ONLY:
        if chosen(setup, RULES) == "basic" and chosen(setup, option) != option.default:
            raise BadInput(say("norway.bad.advanced-option", option=option.name))


@rule("0-2")
def is_advanced(setup: Setup) -> bool:
    """The book has two versions, basic and advanced; the players choose (0-2)."""
    return chosen(setup, RULES) == "advanced"


@rule("3-2")
def by_die(setup: Setup) -> bool:
    """The players throw for the choice of country, or have agreed (3-2)."""
    return chosen(setup, SIDES_CHOSEN) == "by-die"


@rule("1.2-1", "1.2-2", "1.2-3")
def check_seats(setup: Setup) -> None:
    """Three seats with a country each, or two: Germany, and Norway with the Allies (1.2-1, 1.2-2).

    A team is several people on one seat; there are no more seats than countries (1.2-3).
    """
    seating = sorted(sorted(seat.roles) for seat in setup.seats)
    if seating not in [sorted(sorted(roles) for roles in lawful) for lawful in SEATINGS]:
        raise BadInput(say("norway.bad.seats"))


@rule("1.2-2")
def one_plays_both(setup: Setup) -> bool:
    """Whether one player has Norway and the Allies, who keep their own turns and cards (1.2-2, R55)."""
    return len(setup.seats) < len(COUNTRIES)


@rule("3-3", "3-4", "3-5")
def place_starting_battalions(state: NorwayState) -> None:
    """Germany and Norway start with given battalions on the board (3-3)."""
    for country, setup in ((GERMANY, board.german_setup()), (NORWAY, board.norwegian_setup())):
        for area, battalions in enumerate(setup):
            bring_on(state, country, area, battalions)


def lay_decks(state: NorwayState) -> None:
    """All play cards lie face down in their decks."""
    for card in range(cards.TYPE_COUNT):
        state.deck[card] = cards.COUNT[card]


@rule("3-1", "2.4-ger-1", "2.4-nor-1", "2.4-all-1", "1.2-2")
def shuffle_decks(table: Table[NorwayState]) -> None:
    """Three decks, face down, and each country draws its first hand (3-1, R17); hands stay apart (1.2-2, R55)."""
    lay_decks(table.state)
    for country in range(len(COUNTRIES)):
        draw_to_limit(table, country)
