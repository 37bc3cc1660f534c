"""What sinking a ship brings with it (6.1, 8.2-seq-6): it leaves the game, and its owner loses cards from his deck."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.hands import country_name, lose_from_deck
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import sea_of, take_out
from feltherre.games.norway.state import NorwayState


@rule("8.2-seq-6", "8.2-seq-6-loss", "6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor")
def sink(table: Table[NorwayState], ship: int, rule_id: str) -> None:
    """A ship is sunk, by whatever means: two cards for a battleship or carrier, one for others, none for Norway's
    coast-defence ships (8.2-seq-6-loss, R69)."""
    country, place = ships.COUNTRY[ship], sea_of(table.state).place[ship]
    take_out(table, (ship,), ships.SUNK)
    where = (board.SEAS[place],) if place in ships.SEAS else ()
    table.tell(say("norway.event.sunk", country=country_name(country), ship=ships.name(ship)), rule_id, where)
    if ships.CARDS_LOST[ship]:
        lose_from_deck(table, country, ships.CARDS_LOST[ship], "8.2-seq-6-loss")
