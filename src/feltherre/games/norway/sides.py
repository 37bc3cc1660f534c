"""Who plays which country, decided by dice (3-2). The players may also simply agree: then nothing of this is used.

The players sit down at the places of Germany, Norway and the Allies, and are numbered so. They throw, and choose in the
order of their dice; from then on each seat holds what its player has taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.game import Seat
from feltherre.core.marks import rule
from feltherre.core.procedure import AnyProcedure
from feltherre.core.space import Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway.actions import TakeCountry
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.opening import shuffle_decks
from feltherre.games.norway.procedures.inputs import Country
from feltherre.games.norway.procedures.setup import SIDES, ChoiceSituation, country_choice
from feltherre.games.norway.state import COUNTRIES, ROLES, NorwayState
from feltherre.games.norway.steps import ChooseCountry, CountryDice, CountryRuled, FirstHands


def sides(state: NorwayState) -> tuple[tuple[Country, ...], ...]:
    """The sides to take: three, or two (1.2-1, 1.2-2)."""
    return SIDES[len(COUNTRIES) - state.one_seat]


def throw_for_countries(table: Table[NorwayState]) -> None:
    """Nobody has a country yet, and all throw (3-2)."""
    players = len(sides(table.state))
    table.state.taken = [-1] * players
    table.push(CountryDice((tuple(range(1, players + 1)),)))


class CountryDiceRules(Adjudication[NorwayState, CountryDice]):
    @rule("3-2")
    def procedure(self, state: NorwayState) -> AnyProcedure:
        """Each player throws a die (3-2)."""
        return country_choice

    @rule("3-2")
    def assessment(self, state: NorwayState, step: CountryDice) -> Any:
        """Those who tied throw again among themselves (R68)."""
        players, throwing = len(sides(state)), throwers(step.levels)
        return country_choice.assess(ChoiceSituation(players, again=throwing if len(throwing) < players else ()))

    def effects(self, step: CountryDice, ruling: Ruling) -> CountryRuled:
        return CountryRuled(step.levels, ruling)

    def thrower(self, state: NorwayState, step: CountryDice, purpose: str) -> str:
        return role_of(state, throwers(step.levels)[0])


def throwers(levels: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The first players who have thrown the same."""
    return next(level for level in levels if len(level) > 1)


def role_of(state: NorwayState, player: int) -> str:
    """The role by which a player is asked before he has a country: that of the place where he sat down."""
    return sides(state)[player - 1][0]


class CountryRuledRules(StepRules[NorwayState, CountryRuled]):
    @rule("3-2")
    def proceed(self, table: Table[NorwayState], step: CountryRuled) -> None:
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


class ChooseCountryRules(StepRules[NorwayState, ChooseCountry]):
    asks = True

    @rule("3-2", "1.2-1", "1.2-2")
    def decisions(self, state: NorwayState, step: ChooseCountry) -> Sequence[Decision[Any]]:
        """One after the other takes a country that is left; the last has no choice (3-2)."""
        if len(step.players) < 2:
            return ()
        player = step.players[0]
        free = [side for number, side in enumerate(sides(state)) if number not in state.taken]
        space = ListSpace([TakeCountry(side[0]) for side in free], [side_name(side) for side in free])
        role = role_of(state, player)
        prompt = say("norway.prompt.take-country", player=player)
        waiting = say("norway.wait.take-country", player=player)
        return (Decision(decision_id(state, role), role, prompt, "3-2", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: ChooseCountry) -> None:
        """The last takes what is left."""
        (player,) = step.players
        (left,) = {*range(len(sides(table.state)))} - {*table.state.taken}
        take(table, player, left)

    @rule("3-2", "1.2-2")
    def answer(self, table: Table[NorwayState], step: ChooseCountry, role: str, action: TakeCountry) -> None:
        """Whoever takes Norway in a game of two has the Allies with it (1.2-2)."""
        side = next(number for number, side in enumerate(sides(table.state)) if action.country in side)
        take(table, step.players[0], side)
        table.push(ChooseCountry(step.players[1:]))


def take(table: Table[NorwayState], player: int, side: int) -> None:
    table.state.taken[player - 1] = side
    countries = [country_name(ROLES.index(country)) for country in sides(table.state)[side]]
    table.tell(say("norway.ruling.choice.takes", player=player, countries=countries), "3-2")


def side_name(side: Sequence[Country]) -> Text:
    names = [country_name(ROLES.index(country)) for country in side]
    return say("norway.winner.norway-allies") if len(names) > 1 else names[0]


@rule("3-2", "1.2-1", "1.2-2")
def seated(state: NorwayState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with the countries they play, once all have chosen (3-2)."""
    if not state.taken or -1 in state.taken:
        return seats
    own = sides(state)
    places = [next(number for number, side in enumerate(own) if {*side} == {*seat.roles}) for seat in seats]
    return tuple(Seat(seat.name, own[state.taken[place]]) for seat, place in zip(seats, places, strict=True))


class FirstHandsRules(StepRules[NorwayState, FirstHands]):
    @rule("3-1")
    def proceed(self, table: Table[NorwayState], step: FirstHands) -> None:
        """Nobody sees a card before he knows his country."""
        shuffle_decks(table)


STEPS: dict[type[Step], Any] = {
    CountryDice: CountryDiceRules(),
    CountryRuled: CountryRuledRules(),
    ChooseCountry: ChooseCountryRules(),
    FirstHands: FirstHandsRules(),
}
