"""What can be laid over Norway's map."""

import pytest

from feltherre.core.catalogue import languages, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.games.norway import board
from feltherre.games.norway.game import GAME
from norway_table import Playing, position


def laid(play: Playing) -> dict[str, set[str]]:
    """What hangs on the position, then what is the same in all."""
    found = (*GAME.overlays(play.state, (), ""), *GAME.board(Setup(())).overlays)
    return {overlay.id: {tinted.place for tinted in overlay.places} for overlay in found}


def test_what_aircraft_reach_hangs_on_the_airfields_that_germans_hold() -> None:
    near, far = laid(position(germany={"Oslo": 1})), laid(position(germany={"Oslo": 1, "Bardufoss": 1}))
    assert near["air"] < far["air"]
    assert {area for area, number in board.INDEX.items() if board.FROM_GERMANY >> number & 1} <= near["air"]


def test_the_coasts_and_where_norway_mobilises_are_shaded() -> None:
    areas = laid(position())
    assert list(areas) == ["air", "south", "west", "mobilisation"]
    assert "oslo" in areas["south"]
    assert "bergen" in areas["west"]
    assert not areas["south"] & areas["west"]
    assert len(areas["mobilisation"]) == 18


def test_overlays_have_names_and_that_of_the_air_has_its_layer() -> None:
    for overlay in (*GAME.overlays(position().state, (), ""), *GAME.board(Setup(())).overlays):
        assert all("norway." not in render(overlay.name, language) for language in languages())
    assert {layer.overlay for layer in GAME.board(Setup(())).layers} == {"", "air"}


def test_what_never_changes_is_on_the_board_and_not_asked_for_again() -> None:
    assert [overlay.id for overlay in GAME.overlays(position().state, (), "")] == ["air"]
    assert [overlay.id for overlay in GAME.board(Setup(())).overlays] == ["south", "west", "mobilisation"]


def test_of_a_piece_there_is_nothing_to_lay_over_the_map() -> None:
    play = position()
    assert GAME.overlays(play.state, (), "kms-emden") == ()
    with pytest.raises(BadInput):
        GAME.overlays(play.state, (), "yamato")
