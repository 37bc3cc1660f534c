"""What a field of an umpire's edit names stands on the board, and the edit understands it."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import pytest

from feltherre.core import registry
from feltherre.core.game import Game, Setup
from feltherre.core.scene import Board
from feltherre.core.schema import game_schema

#: how the games read what is named
READ = {
    "norway": {
        ("side", ""): "named_country",
        ("place", "area"): "named_area",
        ("place", "water"): "named_sea",
    },
    "winterwar": {
        ("side", ""): "HAND.named.side",
        ("place", "hex"): "HAND.named.hex",
        ("place", "town"): "HAND.named.town",
        ("piece", ""): "HAND.named.unit",
    },
}


def named_fields(game: Game[Any]) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """(edit, field, what it names and of which kind)"""
    defined = game_schema(game)["$defs"]
    for entry in defined["Edit"]["anyOf"]:
        edit = defined[entry["$ref"].rpartition("/")[2]]
        for field, schema in edit["properties"].items():
            item = schema.get("items", schema)
            if "names" in item:
                yield edit["title"], field, (item["names"], item.get("of", ""))


def those(board: Board, what: str, of: str) -> list[str]:
    if what == "side":
        return [side.id for side in board.sides]
    if what == "card":
        return [card.id for card in board.cards]
    if what == "piece":
        return [kind.id for kind in board.kinds if not kind.lot and of in ("", kind.shape)]
    return [place.id for place in board.places if (place.rank if of == "town" else place.kind == of)]


@pytest.mark.parametrize(("id_", "options"), [("norway", {"rules": "advanced"}), ("winterwar", {})])
def test_all_that_a_field_may_name_is_understood(id_: str, options: dict[str, str]) -> None:
    game = registry.get_game(id_)
    edits = __import__(f"feltherre.games.{id_}.edits", fromlist=["edits"])
    board, seen = game.board(Setup((), options)), set()
    for edit, field, named in named_fields(game):
        listed = those(board, *named)
        assert listed, (edit, field)
        if named in READ[id_]:
            numbers = [attrgetter(READ[id_][named])(edits)(one) for one in listed]
            assert len(set(numbers)) == len(listed)
        seen.add(named)
    assert seen >= set(READ[id_])


def test_the_basic_game_of_norway_has_no_ships_to_name() -> None:
    board = registry.get_game("norway").board(Setup(()))
    assert those(board, "piece", "ship") == those(board, "place", "water") == []
    assert len(those(board, "place", "area")) == 44
