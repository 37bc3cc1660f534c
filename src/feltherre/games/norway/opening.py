"""How a game is made and set up (chapters 0, 1.2 and 3): version, seats, starting battalions, decks and first hands.

Who plays which country may be decided by dice (3-2); the players may also simply agree. The players sit down at the
places of Germany, Norway and the Allies, and are numbered so. They throw, and choose in the order of their dice; from
then on each seat holds what its player has taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from msgspec import Struct

from feltherre.core.chance import Ruling
from feltherre.core.changes import OneOf, Value
from feltherre.core.errors import BadInput
from feltherre.core.game import Option, Seat, Setup, Way
from feltherre.core.marks import rule
from feltherre.core.space import Decision, ListSpace
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, hands
from feltherre.games.norway.actions import TakeCountry
from feltherre.games.norway.procedures.inputs import Country
from feltherre.games.norway.procedures.setup import SIDES, ChoiceSituation, country_choice
from feltherre.games.norway.register import steps
from feltherre.games.norway.state import COUNTRIES, GERMANY, NORWAY, ROLES, NorwayState, bring_on
from feltherre.games.norway.steps import ChooseCountry, CountryDice, CountryRuled, FirstHands

#: which of the two versions is played (0-2)
RULES = Option("rules", ("basic", "advanced"), "basic")
#: of the advanced game: the lowest die that intercepts (R5), and whether the six battalions of 3-6 come there too (R43)
_ADVANCED = {RULES.name: "advanced"}
INTERCEPTION_FROM = Option("interception-from", ("5", "4"), "5", _ADVANCED)
FIRST_ALLIED_BATTALIONS = Option("first-allied-battalions", ("no", "yes"), "no", _ADVANCED)
#: whether the players have agreed on their countries, or throw for the choice (3-2)
SIDES_CHOSEN = Option("sides", ("agreed", "by-die"), "agreed")
OPTIONS = (RULES, SIDES_CHOSEN, INTERCEPTION_FROM, FIRST_ALLIED_BATTALIONS)

#: the two versions, by the options that differ from the usual ones
VARIANTS: tuple[dict[str, str], ...] = ({}, _ADVANCED)
#: what can be begun at once beside the basic game
WAYS = (Way(say("norway.advanced"), say("norway.advanced.about"), _ADVANCED),)

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
        hands.draw_to_limit(table, country)


@steps.does(FirstHands)
@rule("3-1")
def first_hands(table: Table[NorwayState], step: FirstHands) -> None:
    """Nobody sees a card before he knows his country."""
    shuffle_decks(table)


# who plays which country


def sides(state: NorwayState) -> tuple[tuple[Country, ...], ...]:
    """The sides to take: three, or two (1.2-1, 1.2-2)."""
    return SIDES[len(COUNTRIES) - state.one_seat]


def throw_for_countries(table: Table[NorwayState]) -> None:
    """Nobody has a country yet, and all throw (3-2)."""
    players = len(sides(table.state))
    table.state.taken = [-1] * players
    table.push(CountryDice((tuple(range(1, players + 1)),)))


def choice_changes(state: NorwayState, step: CountryRuled) -> dict[str, Value]:
    """At his gate an umpire may give another order of those who have thrown; without one they throw again."""
    return {"order": OneOf(([], *map(list, permutations(throwers(step.levels)))))}


def first_thrower(state: NorwayState, step: CountryDice, purpose: str) -> str:
    return role_of(state, throwers(step.levels)[0])


@steps.throws(CountryDice, CountryRuled, by=country_choice, thrower=first_thrower, changes=choice_changes)
@rule("3-2")
def country_dice(state: NorwayState, step: CountryDice) -> ChoiceSituation:
    """Each player throws a die (3-2); those who tied throw again among themselves (R68)."""
    players, throwing = len(sides(state)), throwers(step.levels)
    return ChoiceSituation(players, again=throwing if len(throwing) < players else ())


def throwers(levels: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The first players who have thrown the same."""
    return next(level for level in levels if len(level) > 1)


def role_of(state: NorwayState, player: int) -> str:
    """The role by which a player is asked before he has a country: that of the place where he sat down."""
    return sides(state)[player - 1][0]


@steps.does(CountryRuled)
@rule("3-2")
def country_ruled(table: Table[NorwayState], step: CountryRuled) -> None:
    """The highest chooses first, and so on; those who tied keep their place towards the others (3-2, R68)."""
    at = step.levels.index(throwers(step.levels))
    levels = (*step.levels[:at], *in_order(step.levels[at], step.ruling), *step.levels[at + 1 :])
    if any(len(level) > 1 for level in levels):
        table.tell(say("norway.ruling.choice.tie", players=list(throwers(levels))), "3-2", ruling=step.ruling)
        table.push(CountryDice(levels))
    else:
        order = tuple(player for level in levels for player in level)
        table.tell(say("norway.ruling.choice.order", players=list(order)), "3-2", ruling=step.ruling)
        table.push(ChooseCountry(order))


@rule("3-2")
def in_order(throwing: Sequence[int], ruling: Ruling) -> list[tuple[int, ...]]:
    """Those who have thrown, the higher die first; equal dice stay together (3-2)."""
    if ruling.outputs["order"]:
        return [(player,) for player in ruling.outputs["order"]]
    dice = dict(zip(throwing, ruling.throws[-1].values, strict=True))
    levels = sorted({*dice.values()}, reverse=True)
    return [tuple(player for player in throwing if dice[player] == die) for die in levels]


@steps.asks(ChooseCountry)
@rule("3-2", "1.2-1", "1.2-2")
def may_take_country(state: NorwayState, step: ChooseCountry) -> Iterator[Decision[Any]]:
    """One after the other takes a country that is left; the last has no choice (3-2)."""
    if len(step.players) > 1:
        player = step.players[0]
        free = [side for number, side in enumerate(sides(state)) if number not in state.taken]
        space = ListSpace([TakeCountry(side[0]) for side in free], [side_name(side) for side in free])
        yield ask(state, role_of(state, player), "take-country", "3-2", space, player=player)


@steps.does(ChooseCountry)
def take_last(table: Table[NorwayState], step: ChooseCountry) -> None:
    """The last takes what is left."""
    (player,) = step.players
    (left,) = {*range(len(sides(table.state)))} - {*table.state.taken}
    take(table, player, left)


@steps.answer(ChooseCountry)
@rule("3-2", "1.2-2")
def take_country(table: Table[NorwayState], step: ChooseCountry, role: str, action: TakeCountry) -> None:
    """Whoever takes Norway in a game of two has the Allies with it (1.2-2)."""
    side = next(number for number, side in enumerate(sides(table.state)) if action.country in side)
    take(table, step.players[0], side)
    table.push(ChooseCountry(step.players[1:]))


def take(table: Table[NorwayState], player: int, side: int) -> None:
    table.state.taken[player - 1] = side
    countries = [hands.country_name(ROLES.index(country)) for country in sides(table.state)[side]]
    table.tell(say("norway.ruling.choice.takes", player=player, countries=countries), "3-2")


def side_name(side: Sequence[Country]) -> Text:
    names = [hands.country_name(ROLES.index(country)) for country in side]
    return say("norway.winner.norway-allies") if len(names) > 1 else names[0]


@rule("3-2", "1.2-1", "1.2-2")
def seated(state: NorwayState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with the countries they play, once all have chosen (3-2)."""
    if not state.taken or -1 in state.taken:
        return seats
    own = sides(state)
    places = [next(number for number, side in enumerate(own) if {*side} == {*seat.roles}) for seat in seats]
    return tuple(Seat(seat.name, own[state.taken[place]]) for seat, place in zip(seats, places, strict=True))
