"""Every area, sea area, card and country of the board has its name; what the procedures say is asked for in
tests/rules/test_procedure_texts.py."""

from __future__ import annotations

from itertools import chain

from feltherre.core.catalogue import messages
from feltherre.games.norway import board, cards


def test_every_area_sea_card_and_country_has_its_name() -> None:
    english = messages("norway", "en")
    wanted = chain(
        (f"norway.area.{area}" for area in board.AREAS),
        (f"norway.sea.{sea}" for sea in board.SEAS),
        (f"norway.card.{card.id}" for card in cards.TYPES),
        (f"norway.country.{country}" for country in ("germany", "norway", "allies")),
    )
    assert [key for key in wanted if key not in english] == []
