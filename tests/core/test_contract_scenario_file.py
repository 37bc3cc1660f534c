"""A game that is made with a scenario file of one's own: its text stands in the record, and nothing else is needed."""

from typing import Any

import msgspec
import pytest

from feltherre.core import errors, record, state
from feltherre.core.game import Setup
from feltherre.core.match import Match
from feltherre.core.text import say
from tinygame import GAME
from tinygame.game import Lanterns
from tinygame.play import KEY, THREE


class Lettered(Lanterns):
    """Lanterns with scenario files of one line: their id."""

    def scenario_id(self, text: str) -> str:
        if "\n" in text:
            raise errors.BadInput(say("core.plain", text="one line"))
        return text


def key(game: Any, setup: Setup) -> str:
    with pytest.raises(errors.BadInput) as refusal:
        Match(game, setup, key=KEY)
    return refusal.value.reason.key


def test_the_text_stands_in_the_header_and_comes_back_from_it() -> None:
    match = Match(Lettered(), Setup(THREE, scenario="stormy", scenario_file="stormy"), key=KEY)
    header = match.lines[0]
    assert isinstance(header, record.Header)
    assert header.setup.scenario_file == "stormy"
    assert msgspec.json.decode(state.canonical(header.setup), type=Setup) == header.setup


def test_a_header_of_before_there_were_such_files_is_written_as_it_was() -> None:
    assert b"scenario_file" not in state.canonical(Setup(THREE))
    assert not Setup(THREE).scenario_file


def test_a_file_with_faults_is_refused_and_so_is_one_under_another_name() -> None:
    assert key(Lettered(), Setup(THREE, scenario="stormy", scenario_file="stormy\n")) == "core.plain"
    assert key(Lettered(), Setup(THREE, scenario="calm", scenario_file="stormy")) == "core.bad.scenario-id"
    assert key(Lettered(), Setup(THREE, scenario_file="stormy")) == "core.bad.scenario-id"
    assert key(Lettered(), Setup(THREE, scenario="stormy")) == "core.bad.scenario", "without its file"


def test_a_game_without_scenario_files_refuses_one() -> None:
    setup = Setup(THREE, scenario="calm", scenario_file="calm")
    assert key(GAME, setup) == "core.bad.no-scenario-files"
    with pytest.raises(errors.BadInput):
        GAME.check_choices(setup)
