"""Records as a client shows them: every frame has a scene, whether the software still has their rules, their scenario
or even their game."""

import gzip
import json
from typing import Any

import msgspec
import pytest

from feltherre.core import catalogue
from feltherre.core.display import Display
from feltherre.core.match import SPECTATOR
from feltherre.core.record import read_lines
from feltherre.core.registry import get_game
from feltherre.core.replay import playable, snapshots
from feltherre.core.scene import board_for_page
from feltherre.lab.report import report_of
from feltherre.server.forms import Frames
from feltherre.server.frames import frames_of
from kept_records import DIRECTORY
from tinygame.forgery import in_lines, resealed
from tinygame.game import Lanterns
from tinygame.stories import full_story

KEPT = [gzip.decompress(file.read_bytes()) for file in sorted(DIRECTORY.glob("*.jsonl.gz"))]
GONE = [data for data in KEPT if not playable(read_lines(data))]


def shown(data: bytes, seat: str | None = None) -> Frames:
    """Read back through the schema, as a client would."""
    return msgspec.json.decode(frames_of(data, seat), type=Frames)


def renamed(data: bytes, **header: Any) -> bytes:
    """The record with other fields in its header."""
    lines = in_lines(data)
    lines[0] |= header
    return resealed(lines)


def test_there_are_records_whose_rules_are_gone() -> None:
    assert {in_lines(data)[0]["game"] for data in GONE} == {"civilwar", "norway", "winterwar"}


@pytest.mark.parametrize("data", GONE, ids=lambda data: json.loads(data.splitlines()[0])["game"])
def test_where_the_rules_are_gone_every_frame_is_drawn_on_the_board(data: bytes) -> None:
    found = shown(data)
    header = read_lines(data)[0]
    assert not found.verification.states_checked
    today = get_game(found.game).board(header.setup)  # type: ignore[union-attr]
    assert msgspec.to_builtins(found.board) == msgspec.to_builtins(board_for_page(today))
    viewer = SPECTATOR if not snapshots(read_lines(data), found.seat) else found.seat
    kept = snapshots(read_lines(data), viewer)
    assert [frame.line for frame in found.frames] == [line for line, _ in kept]
    for frame, (_, seen) in zip(found.frames, kept, strict=True):
        assert isinstance(seen.display, Display), "older records have displays"
        assert catalogue.render(frame.scene.status.turn)
        assert len(frame.scene.extra) == len(seen.display.places)
        pieces = sum(bool(place.pieces) for place in seen.display.places)
        assert len({stack.place for stack in frame.scene.stacks} | {to.target for to in frame.scene.arrows}) == pieces


def test_where_the_rules_still_stand_every_frame_has_a_scene_on_the_board() -> None:
    found = shown(full_story().data())
    assert found.board == get_game("lanterns").board(found.setup)
    assert [frame.line for frame in found.frames] == list(range(found.verification.lines))
    places = {place.id for place in found.board.places}
    stacks = [stack for frame in found.frames for stack in frame.scene.stacks]
    assert stacks
    assert {stack.place for stack in stacks} <= places


def test_a_game_that_is_not_installed_is_shown_without_a_board() -> None:
    story = full_story()
    found = shown(renamed(story.data(), game="checkers"))
    assert found.board is None
    assert found.verification.dice_checked
    assert not found.verification.states_checked
    kept = snapshots(read_lines(story.data()), "umpire")
    assert [(frame.line, frame.scene) for frame in found.frames] == [(line, seen.scene) for line, seen in kept]
    assert sum(len(frame.events) for frame in found.frames) == len(kept[-1][1].log)


def test_a_finished_game_that_can_be_played_again_comes_with_its_report() -> None:
    data = full_story().data()
    assert shown(data).report == report_of(read_lines(data))
    assert shown(renamed(data, game="checkers")).report is None
    unfinished = b"".join(data.splitlines(keepends=True)[:-1])
    assert shown(unfinished).report is None


def test_what_one_seat_saw_of_it_is_no_more_than_its_own() -> None:
    found = shown(renamed(full_story().data(), game="checkers"), "Ann")
    hands = [held for frame in found.frames for held in frame.scene.holdings if held.kind == "hand"]
    assert {held.side for held in hands if held.items} == {"amber"}


def test_a_board_that_cannot_be_made_any_more_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of other rules may name a scenario that is gone."""
    data = next(data for data in GONE if in_lines(data)[0]["game"] == "civilwar")
    setup = in_lines(data)[0]["setup"] | {"scenario": "a-lost-field"}
    found = shown(renamed(data, setup=setup))
    assert found.board is None
    assert found.frames
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    assert shown(full_story().data()).board is not None
