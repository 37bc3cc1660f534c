"""The board of a battle: all of its ground is drawn, and every object that orders may name is a place."""

import re
from pathlib import Path
from typing import Any

import pytest

from civilwar_table import foot, scenario_with
from feltherre.core.catalogue import in_every_language, render
from feltherre.core.game import Setup
from feltherre.core.scene import Board, Layer
from feltherre.games.civilwar.drawn_ground import drawn_board
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.ground import TYPES

SQUARE = (20, 20, 40, 40)
LINE = ((10, 50), (60, 50), (60, 70))


def board_of(*terrain: dict[str, Any]) -> Board:
    return drawn_board(scenario_with(foot("a", 0, 60, 40), foot("e", 1, 60, 100), terrain=list(terrain)))


def layers(board: Board, kind: str) -> list[Layer]:
    return [one for one in board.layers if one.kind == kind]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_all_ground_of_a_scenario_is_drawn_on_its_table(scenario: str) -> None:
    board = GAME.board(Setup((), {}, scenario))
    _, _, width, height = board.box
    drawn = "".join(layer.path for layer in board.layers)
    assert board.places
    for place in board.places:
        assert place.path in drawn
        assert "-" not in render(place.name)
        assert 0 <= place.at[0] <= width
        assert 0 <= place.at[1] <= height
        assert place.listed is not None
        assert render(place.listed).startswith(f"{place.id} ")
    assert {place.id for place in board.places} == {one for region in board.regions for one in region.places}
    described = {entry.kind for entry in board.legend}
    assert {place.kind for place in board.places} <= described


def test_an_own_scenario_is_drawn_too() -> None:
    """The example of docs/scenarios.md."""
    page = (Path(__file__).parents[3] / "docs/scenarios.md").read_text()
    written = re.search(r"```yaml\n(game: civilwar.*?)```", page, re.DOTALL)
    assert written is not None
    board = GAME.board(Setup((), {}, scenario_file=written[1]))
    assert board.box == (0, 0, 10_000, 8_000)
    assert [layer.kind for layer in board.layers] == [
        "hill",
        "wood",
        "stream",
        "ford",
        "road",
        "wall",
        "building-stone",
    ]
    places = {place.id: place for place in board.places}
    assert (render(places["mill-wall"].name), places["mill-wall"].kind, places["mill-wall"].ground) == (
        ("mill wall", "linear", "wall")
    )


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_of_ground_has_its_layer_and_its_words(kind: str) -> None:
    passage = kind in ("bridge", "ford")
    is_line = kind in ("linear", "road", "path", "stream", "canal")
    brook = {"id": "brook", "type": "stream", "line": LINE}
    one = {"id": "it", "type": kind, "level": int(kind == "hill")}
    one |= {"at": (30, 50), "crosses": "brook"} if passage else {"line": LINE} if is_line else {"rect": SQUARE}
    board = board_of(*([brook] if passage else []), one)
    (layer,) = layers(board, kind)
    assert layer.form == ("line" if is_line else "fill")
    assert layer.path.endswith("Z") is not is_line
    assert (layer.width > 0) is is_line
    (entry,) = [entry for entry in board.legend if entry.kind == kind]
    assert all("<" not in told for told in in_every_language(entry.text))


def test_north_is_up() -> None:
    board = board_of({"id": "barn", "type": "building", "kind": "building_stone", "rect": (20, 100, 30, 110)})
    (layer,) = layers(board, "building-stone")
    assert layer.path == "M2000,2000L2000,1000L3000,1000L3000,2000Z"
    assert board.places[0].at == (2500, 1500)


def test_each_terrace_is_a_layer_and_lies_below_everything() -> None:
    board = board_of(
        {"id": "wood", "type": "wood", "rect": SQUARE},
        {"id": "top", "type": "hill", "level": 2, "rect": (25, 25, 35, 35)},
        {"id": "foot", "type": "hill", "level": 1, "rect": SQUARE},
        {"id": "other", "type": "hill", "level": 1, "rect": (60, 60, 70, 70)},
    )
    assert [(layer.kind, layer.level) for layer in board.layers] == [("hill", 1), ("hill", 2), ("wood", 0)]
    assert board.layers[0].path.count("M") == 2


def test_a_road_goes_over_the_stream_and_the_bridge_over_the_road() -> None:
    board = board_of(
        {"id": "bridge", "type": "bridge", "at": (30, 50), "crosses": "brook"},
        {"id": "pike", "type": "road", "line": ((30, 0), (30, 120)), "width": 2},
        {"id": "brook", "type": "stream", "line": LINE},
    )
    assert [(layer.kind, layer.width) for layer in board.layers] == [("stream", 80), ("road", 200), ("bridge", 0)]
    pike = next(place for place in board.places if place.id == "pike")
    assert pike.at == (3000, 6000), "a name stands half way along"


def test_no_troops_stand_on_the_board() -> None:
    assert board_of().kinds == ()
    assert '"va5"' not in str(GAME.board(Setup((), {}, "hokes-run")))
