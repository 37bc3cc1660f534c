"""After a crash a game goes on from its journal; a last line that was torn off is left out and reported."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core import catalogue, errors, seats, state
from feltherre.core.match import Match
from feltherre.core.record import BadRecord, SeatAct, Undone, read_journal, read_lines, write_line
from feltherre.core.replay import resume, verify
from refusals import refusal_of
from tinygame.actions import Bid
from tinygame.play import KEY, act_at_random, answer, fingerprint, new_match, play_out
from tinygame.stories import full_story
from tinygame.town import Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")

SEEDS = st.integers(0, 10**6)


def appending_to(file: Path) -> Callable[[bytes], None]:
    """A journal on the disk, written line by line."""

    def write(line: bytes) -> None:
        with file.open("ab") as stream:
            stream.write(line)

    return write


def some_lines(journal: Callable[[bytes], None] | None = None, lines: int = 14, seed: int = 2) -> Match[Town]:
    match, rng = new_match(journal=journal), Random(seed)
    while len(match.lines) < lines:
        act_at_random(match, rng)
    return match


def test_the_journal_is_the_record_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    match = full_story(journal=appending_to(file))
    assert file.read_bytes() == match.data()


def test_a_game_goes_on_after_a_crash_as_if_nothing_had_happened(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    crashed = some_lines(appending_to(file))
    lines, torn = read_journal(file.read_bytes())
    assert torn is None
    match = resume(lines, KEY, appending_to(file))
    assert fingerprint(match) == fingerprint(crashed), "the dice to come are the same, too"
    for going_on in (crashed, match):
        going_on.journal = None if going_on is crashed else going_on.journal
        play_out(going_on, Random(9))
        going_on.end()
    assert file.read_bytes() == match.data() == crashed.data()
    assert verify(file.read_bytes()).finished


@given(SEEDS, st.integers(1, 40))
@settings(max_examples=10, deadline=None)
def test_a_full_story_can_be_taken_up_at_any_line(seed: int, cut: int) -> None:
    story = full_story(seed)
    cut = min(cut, len(story.lines) - 1)
    match = resume(read_lines(story.data())[:cut], KEY)
    rng = Random(seed)
    while len(match.lines) <= cut:  # a takeback that was granted has written its line
        act_at_random(match, rng)
    play_out(match, rng)
    match.end()
    assert verify(match.data()).states_checked


def test_seats_are_as_they_were() -> None:
    before = some_lines()
    before.seat_act("Bob", seats.Standing("blue", "pass"))
    before.seat_act("Cid", seats.HandedOver("random"))
    before.seat_act("Ann", seats.TakebackAsked(3))
    match = resume(read_lines(before.data()), KEY)
    assert match.standing == before.standing
    assert match.players == before.players
    assert match.takeback == before.takeback
    assert match.log == before.log


def test_an_undo_is_still_possible_and_a_resend_still_known() -> None:
    before = new_match()
    answer(before, "amber", Bid(1), act_id="a1")
    match = resume(read_lines(before.data()), KEY)
    assert match.act("Ann", "amber", "1-amber", Bid(1), act_id="a1") == []
    match.undo("Ann")
    assert match.state.sealed == []
    with pytest.raises(errors.Illegal):
        match.undo("Ann")


@pytest.mark.parametrize("kept", [1, 2, 3, 8, 13])
def test_a_torn_last_line_is_left_out_and_reported(kept: int) -> None:
    whole = some_lines().data().splitlines(keepends=True)
    for at in range(1, len(whole[kept]) - 1, 17):
        data = b"".join(whole[:kept]) + whole[kept][:at]
        with pytest.raises(BadRecord) as refusal:
            verify(data)
        assert (refusal.value.line, refusal.value.why) == (kept, "torn")
        lines, torn = read_journal(data)
        assert torn is not None
        assert torn.line == kept
        assert f"go on from line {kept - 1}" in catalogue.render(torn.reason)
        assert len(lines) == kept
        assert state.canonical(resume(lines, KEY).state) == state.canonical(some_lines(lines=kept).state)


@pytest.mark.parametrize("rubbish", [b"\0" * 100, b"\xff\xfe", b"{", b" "])
def test_rubbish_after_the_last_line_is_a_torn_line(rubbish: bytes) -> None:
    data = some_lines().data()
    lines, torn = read_journal(data + rubbish)
    assert torn is not None
    assert torn.line == len(lines)
    assert b"".join(write_line(line) + b"\n" for line in lines) == data


def test_a_last_line_that_lacks_only_its_newline_is_whole() -> None:
    data = some_lines().data()
    lines, torn = read_journal(data[:-1])
    assert torn is None
    assert len(lines) == 14


def test_going_on_after_a_torn_line_gives_a_sound_record(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    some_lines(appending_to(file))
    file.write_bytes(file.read_bytes()[:-30])
    lines, torn = read_journal(file.read_bytes())
    assert torn is not None
    match = resume(lines, KEY)
    file.write_bytes(match.data())
    match.journal = appending_to(file)
    play_out(match, Random(4))
    match.end()
    assert verify(file.read_bytes()).finished


def test_only_the_torn_end_is_forgiven() -> None:
    data = some_lines().data()
    middle = len(data) // 2
    changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    for wrong in (changed, changed + b"{", data[:-2] + b"x\n", data.replace(b"\n", b"\n\n", 1)):
        with pytest.raises(BadRecord) as refusal:
            read_journal(wrong)
        assert refusal.value.why != "torn"


def test_a_last_line_that_was_changed_is_not_taken_for_a_torn_one() -> None:
    data = some_lines().data()
    where = data.rindex(b'"seat":"') + 8
    for end in (b"\n", b""):
        changed = data[:where] + b"X" + data[where + 1 : -1] + end
        with pytest.raises(BadRecord) as refusal:
            read_journal(changed)
        assert (refusal.value.line, refusal.value.why) == (13, "changed")


def test_with_a_torn_header_there_is_nothing_to_go_on_from() -> None:
    assert refusal_of(BadRecord, lambda: read_journal(some_lines().data()[:50])).why == "empty"


def test_another_key_does_not_fit() -> None:
    refusal = refusal_of(errors.BadInput, lambda: resume(read_lines(some_lines().data()), bytes(32)))
    assert refusal.reason.key == "core.record.wrong-key"


def test_a_finished_game_is_taken_up_closed() -> None:
    match = play_out(new_match(), Random(1))
    match.end()
    again = resume(read_lines(match.data()), KEY)
    assert again.data() == match.data()
    with pytest.raises(errors.Illegal):
        again.end()


def test_a_takeback_that_was_granted_just_before_the_crash_is_carried_out() -> None:
    written: list[bytes] = []
    before = some_lines(written.append)
    before.seat_act("Ann", seats.TakebackAsked(4))
    for seat in ("Bob", "Cid"):
        before.seat_act(seat, seats.TakebackGranted(4))
    assert isinstance(before.lines[-1], Undone)
    assert isinstance(before.lines[-2], SeatAct)
    *journal, last = written
    assert last.count(b"\n") == 2, "grant and takeback are written in one breath"
    journal.append(last.splitlines(keepends=True)[0])
    match = resume(read_lines(b"".join(journal)), KEY, journal.append)
    assert match.data() == before.data() == b"".join(journal)
