"""What a title gets that says no more than it must: its answers told by their notation, colours of the house."""

import msgspec
import pytest

from battery import key
from feltherre.core.catalogue import render
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.seats import Resigned
from feltherre.hexgame import pictures
from feltherre.hexgame.actions import EndMovement
from feltherre.hexgame.game import HexGame
from feltherre.hexgame.steps import EndOfGame, March, Turn
from feltherre.hexgame.views import Views
from tinyhex.field import ROLES, WORDS, Field
from tinyhex.game import Ford


class PlainFord(HexGame[Field]):
    """The Ford, with nothing told that the contract does not ask."""

    id, title, roles, rules_version, package = "ford", "The Ford", ROLES, "1", "tinyhex"
    options = Ford.options
    words = WORDS
    state_type, action_type, view_type = Ford.state_type, Ford.action_type, Ford.view_type
    steps, notation = Ford.steps, Ford.notation
    begin, view, redeal, board, scene = Ford.begin, Ford.view, Ford.redeal, Ford.board, Ford.scene


def match() -> Match[Field]:
    setup = Setup(tuple(Seat(role, (role,)) for role in ROLES))
    return Match(PlainFord(), setup, key=key(1))


def test_an_answer_without_a_sentence_is_told_by_its_line() -> None:
    played = match()
    assert render(played.game.tell_action(played.state, ROLES[0], EndMovement())) == "end movement"


def test_a_side_of_a_game_that_counts_nothing_can_give_up() -> None:
    played = match()
    played.seat_act(ROLES[0], Resigned())
    assert played.state.result is not None
    assert (played.state.result.winners, played.state.result.score) == ((ROLES[1],), 0)


def test_a_side_that_the_client_does_not_know_gets_colours_of_the_house() -> None:
    signs = {"north": "N", "south": "S"}
    assert [side.look for side in pictures.sides(WORDS, signs)] == ["", ""]
    assert [side.look for side in pictures.sides(WORDS, signs, looks=("south",))] == ["", "south"]


def test_a_view_is_made_from_the_fields_of_a_state_and_keeps_copies_of_its_lists() -> None:
    views = Views(
        "Seen", "What is seen.", Field, ROLES, ("turn", "phase", "places", "owners"), Turn | March, {"n": int}
    )
    state = Field(turn=2, side=1, places=[1, 2], owners=[0])
    # what is done first stands at the end of the agenda
    state.agenda[:] = [EndOfGame("turns"), Turn(3), March(0, (4,))]
    seen = views(state, 7)
    state.places[0] = 9
    assert msgspec.to_builtins(seen) == {
        "places": [1, 2],
        "owners": [0],
        "turn": 2,
        "phase": state.phase,
        "side": ROLES[1],
        "n": 7,
        "under_way": [{"step": "march", "unit": 0, "path": (4,)}, {"step": "turn", "number": 3}],
    }
    with pytest.raises(ValueError, match="Seen: a view has two lists"):
        Views("Seen", "", Field, ROLES, ("turn", "phase", "places"), Turn | March, {})
