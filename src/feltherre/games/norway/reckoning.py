"""What Norway 1940 counts, for whoever looks back on it: point cities (1.3), battalions, and what the dice were for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.core.tally import Stake, Tally
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.sea import ships
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import NorwayState

#: whose points are counted together (1.2-1)
_SIDES: Final = (("germany", (GERMANY,)), ("norway-allies", (NORWAY, ALLIES)))

_LOSSES: Final = {"defender_losses": 1, "attacker_losses": -1}
_AT_SEA: Final = {"defender_sunk": 1, "defender_chased": 1, "attacker_sunk": -1, "attacker_chased": -1}

STAKES: Final = {
    "country-choice": None,
    "land-combat": Stake("losses", _LOSSES),
    "naval-combat": Stake("hits", _AT_SEA),
    "ship-strike": Stake("hits", {"result": lambda result: int(result in ("sink", "chase"))}),
    "convoy-attack": Stake("hits", {"battalions_removed": 1}),
    "coastal-fort": Stake("hits", {"ships_sunk": 1}),
    "minelaying": Stake("hits", {"ships_sunk": 1}),
    "naval-interception": Stake("successes", {"intercepted": 1}),
    "reconnaissance": Stake("successes", {"seen": 1}),
    "norwegian-resistance": Stake("successes", {"new_norwegian_battalions": 1}),
    "bluff-and-threats": Stake("successes", {"defender_leaves": 1}),
}


def tallies(state: NorwayState) -> Iterator[Tally]:
    """A point city without a German battalion counts as Norwegian (1.3-4)."""
    for word, countries in _SIDES:
        held = [city for city in board.POINT_CITY if bool(state.battalions[city]) == (GERMANY in countries)]
        yield Tally(
            side=COUNTRIES[countries[0]],
            name=say(f"norway.winner.{word}"),
            points=len(held),
            sources=tuple((area_name(city), 1) for city in held),
            lost=tuple(_lost(state, countries)),
        )


def _lost(state: NorwayState, countries: tuple[int, ...]) -> Iterator[tuple[Text, int]]:
    for country in countries:
        if n := state.removed[country]:
            yield say("norway.lost.battalions", country=country_name(country)), n
    if state.sea is not None:
        sunk = [ship for ship, place in enumerate(state.sea.place) if place == ships.SUNK]
        for country in countries:
            if n := sum(ships.COUNTRY[ship] == country for ship in sunk):
                yield say("norway.lost.ships", country=country_name(country)), n
