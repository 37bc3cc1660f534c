"""Computer players exchange no card for nothing in phase 3 (4.3-1, R86)."""

from __future__ import annotations

import pytest

from feltherre.games.norway import board
from feltherre.games.norway.players import PLAYERS
from norway_table import position
from norway_table.captain import order

EACH = pytest.mark.parametrize("name", sorted(PLAYERS))

ALL_SIX = {"Oslo": 4, "Kristiansand": 3, "Stavanger": 3, "Bergen": 4, "Trondheim": 4, "Narvik": 4}


@EACH
def test_germany_keeps_cards_that_buy_nothing_and_places_its_free_battalion(name: str) -> None:
    """One is thrown away afterwards (4.4-2), but none exchanged, not even to end the game with all six cities."""
    hands = {"germany": ["Engineer company", "Panzer"]}
    for deck in (20, 1):
        play = position(phase=3, germany=ALL_SIX, norway={"Finnmark": 1}, hands=hands, decks={"germany": deck})
        line = order(play, PLAYERS[name]())
        assert " with " not in line
        play(line)


@EACH
@pytest.mark.parametrize("country", ["norway", "allies"])
def test_cards_are_kept_where_no_area_is_open(name: str, country: str) -> None:
    """Germans stand in every area where the country could place."""
    places = board.NORWEGIAN_PLACES if country == "norway" else board.ALLIED_COAST
    germans = {board.AREAS[area]: 1 for area in places}
    away = next(area for area in board.AREAS if area not in germans)
    play = position(turn=country, phase=3, germany=germans, norway={away: 1}, hands={country: ["Reinforcements"]})
    line = order(play, PLAYERS[name]())
    assert " with " not in line
    play(line)
