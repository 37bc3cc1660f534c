"""Records of earlier days, finished and unfinished, of every game: they are read, verified and shown for ever.

A file's name in tests/records/ says the game and the rules version it was played under. When a rules version has been
raised, `python tools/keep_records.py --write` adds new ones; none is ever changed.
"""

import gzip
from pathlib import Path

import msgspec
import pytest

from feltherre.core.catalogue import render
from feltherre.core.match import SPECTATOR
from feltherre.core.record import Ended, Header, read_lines
from feltherre.core.registry import game_ids
from feltherre.core.replay import playable, resume, snapshots, verify
from feltherre.server.forms import Frames
from feltherre.server.frames import frames_of
from kept_records import DIRECTORY, KEY

RECORDS = sorted(DIRECTORY.glob("*.jsonl.gz"))

pytestmark = pytest.mark.parametrize("file", RECORDS, ids=[file.name.split(".")[0] for file in RECORDS])


def test_it_is_read_and_verified(file: Path) -> None:
    data = gzip.decompress(file.read_bytes())
    lines = read_lines(data)
    header = lines[0]
    assert isinstance(header, Header)
    assert file.name.startswith(f"{header.game}-{header.rules}-"), "a file is named by game and rules"
    found = verify(data)
    assert found.lines == len(lines)
    assert found.finished == isinstance(lines[-1], Ended) == ("-finished" in file.name)
    assert found.states_checked == playable(lines)


def test_it_is_shown(file: Path) -> None:
    """From its moves where its rules still stand, otherwise from its snapshots; no sentence of it is lost."""
    data = gzip.decompress(file.read_bytes())
    shown = msgspec.json.decode(frames_of(data, None), type=Frames)
    assert shown.frames
    assert shown.board is not None
    places = {place.id for place in shown.board.places}
    stacks = [stack for frame in shown.frames for stack in frame.scene.stacks]
    assert shown.board.kind == "tabletop" or (stacks and all(stack.place in places for stack in stacks))
    lines = read_lines(data)
    header = lines[0]
    assert isinstance(header, Header)
    read = []
    for name in (SPECTATOR, *(seat.name for seat in header.setup.seats)):
        _, seen = snapshots(lines, name)[-1]
        status = seen.drawn().status
        sentences = [render(text) for text in (status.turn, status.phase, *status.notes)]
        sentences += [render(event.text) for event in seen.log]
        assert [sentence for sentence in sentences if sentence.startswith("<") or "{" in sentence] == []
        read.append(len(sentences))
    # of a game with fog spectators read little
    assert read[0] > 5
    assert min(read[1:]) > 20


def test_an_unfinished_one_goes_on_where_its_rules_stand(file: Path) -> None:
    lines = read_lines(gzip.decompress(file.read_bytes()))
    if isinstance(lines[-1], Ended) or not playable(lines):
        pytest.skip("finished, or of rules that are gone")
    match = resume(lines, KEY)
    assert match.lines[: len(lines)] == lines
    assert match.decisions()


def test_every_game_has_both_kinds(file: Path) -> None:
    game = file.name.split("-")[0]
    assert game in game_ids()
    names = [other.name for other in RECORDS if other.name.startswith(f"{game}-")]
    assert {name.split(".")[0].rsplit("-", 1)[1] for name in names} == {"finished", "unfinished"}
