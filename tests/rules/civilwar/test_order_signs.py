"""The signs of the order sheet (03.01.3): arrows from one's own base line, and short signs for fire."""

from __future__ import annotations

import pytest

from civilwar_orders import bull_run
from feltherre.games.civilwar.orders.language import GunFire, Move
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.places import Edge
from feltherre.games.civilwar.orders.reading import read_order


@pytest.mark.proves("03.01.3")
@pytest.mark.parametrize(
    ("own_edge", "arrow", "degrees"),
    [("south", "↑", 0), ("north", "↑", 180), ("north", "→", 270), ("west", "↑", 90), ("east", "↗", 315)],
)
def test_an_arrow_is_drawn_with_the_sheet_along_the_players_own_base_line(
    own_edge: Edge, arrow: str, degrees: int
) -> None:
    order = read_order(arrow, OpenLexicon(own_edge=own_edge)).order
    assert order == Move((Go(degrees * 10),))


@pytest.mark.parametrize(("sign", "ammunition"), [("sg", "shell"), ("sf", "shot"), ("sk", "canister")])
def test_fire_has_short_signs(sign: str, ammunition: str) -> None:
    order = read_order(sign, bull_run(), "pendleton").order
    assert isinstance(order, GunFire)
    assert order.ammunition == ammunition
