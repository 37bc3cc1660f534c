"""The record: JSON Lines in a chain of hashes; any changed byte is found, and the line named."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.match import Match
from feltherre.core.record import (
    Acted,
    BadRecord,
    Clocked,
    Ended,
    Header,
    Overridden,
    SeatAct,
    Snapshot,
    Undone,
    read_lines,
    seal,
    write_line,
)
from feltherre.core.replay import look_at, playable, verify
from feltherre.core.state import canonical, state_hash
from tinygame.actions import Bid
from tinygame.forgery import in_lines, resealed
from tinygame.play import KEY, answer, new_match, play_out
from tinygame.stories import full_story
from tinygame.town import Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")


@cache
def story() -> Match[Town]:
    return full_story()


@cache
def record() -> bytes:
    return story().data()


def complaint(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as refusal:
        verify(data)
    assert refusal.value.reason.args["line"] == refusal.value.line
    return refusal.value


# what is right is accepted


def test_the_story_has_every_kind_of_line() -> None:
    kinds = {type(line) for line in story().lines}
    assert kinds == {Header, Acted, Undone, Overridden, Clocked, SeatAct, Snapshot, Ended}
    acts = {line.act.__struct_config__.tag for line in story().lines if isinstance(line, SeatAct)}
    assert acts == {"standing", "ask-takeback", "grant-takeback", "refuse-takeback", "hand-over"}
    assert any(isinstance(line, Undone) and line.granted for line in story().lines)
    assert any(isinstance(line, Undone) and not line.granted for line in story().lines)
    assert any(isinstance(line, Acted) and line.auto for line in story().lines)
    assert any(isinstance(line, Acted) and line.role == "umpire" for line in story().lines)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dice", ["live", "typed"])
@pytest.mark.parametrize("resigned", [False, True])
def test_every_record_made_is_accepted_and_replays_to_the_byte(seed: int, dice: str, resigned: bool) -> None:
    match = full_story(seed, dice=dice, resigned=resigned)
    data = match.data()
    found = verify(data)
    assert (found.game, found.lines, found.finished) == ("lanterns", len(match.lines), True)
    assert found.dice_checked
    assert found.states_checked
    assert found.result == match.state.result
    again = look_at(read_lines(data))
    assert again.data() == data
    assert canonical(again.state) == canonical(match.state)
    assert again.log == match.log
    assert (again.players, again.standing) == (match.players, match.standing)


def test_each_line_has_its_number_and_the_hash_of_the_one_before() -> None:
    lines = in_lines(record())
    assert [line["n"] for line in lines] == list(range(len(lines)))
    assert [line.get("prev", "") for line in lines] == ["", *(line["hash"] for line in lines[:-1])]
    assert all(line["state"] for line in lines)
    assert lines[-1]["count"] == len(lines)


def test_the_header_has_all_the_game_is_made_with() -> None:
    header = in_lines(record())[0]
    assert header["kind"] == "header"
    assert header["game"] == "lanterns"
    assert header["rules"] == "1"
    assert header["contributions"] == ["a word", "another"]
    assert header["setup"]["options"] == {"rounds": "6"}
    assert header["setup"]["umpire"] is True
    assert [seat["name"] for seat in header["setup"]["seats"]] == ["Ann", "Bob", "Cid"]


def test_the_key_stands_nowhere_before_the_end() -> None:
    key = KEY.hex().encode()
    assert record().count(key) == 1
    assert key in record().splitlines()[-1]


def test_typed_dice_are_marked() -> None:
    match = full_story(dice="typed")
    thrown = [thrown for line in match.lines for thrown in getattr(line, "throws", ())]
    assert thrown
    assert all(dice.typed for dice in thrown)
    typed = [line for line in match.lines if isinstance(line, Acted) and line.throws]
    assert typed[0].throws[0].values == typed[0].action.values
    assert not any(dice.typed for line in story().lines for dice in getattr(line, "throws", ()))


def test_every_state_of_the_record_can_be_looked_at() -> None:
    lines = read_lines(record())
    for to in range(0, len(lines), 7):
        match = look_at(lines, to)
        assert state_hash(match.state) == lines[to].state
        assert match.next_line == to + 1


@pytest.mark.parametrize("kept", range(1, 12))
def test_a_record_that_just_stops_is_unfinished_and_no_error(kept: int) -> None:
    lines = record().splitlines(keepends=True)
    for cut in (kept, len(lines) - kept):
        found = verify(b"".join(lines[:cut]))
        assert not found.finished
        assert not found.dice_checked
        assert found.states_checked
        assert found.lines == cut


def test_the_last_newline_may_be_missing() -> None:
    assert verify(record().rstrip(b"\n")).finished


# what is wrong is refused, and the line named


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_any_changed_byte_is_found(data: st.DataObject) -> None:
    original = record()
    where = data.draw(st.integers(0, len(original) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != original[where]))
    changed = original[:where] + bytes([byte]) + original[where + 1 :]
    assert complaint(changed).line == original[:where].count(b"\n")


@pytest.mark.parametrize("kind", ["header", "action", "undo", "override", "clock", "seat", "snapshot", "end"])
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_changed_byte_is_found_in_every_kind_of_line(kind: str, data: st.DataObject) -> None:
    lines = record().splitlines(keepends=True)
    numbers = [number for number, line in enumerate(in_lines(record())) if line["kind"] == kind]
    number = data.draw(st.sampled_from(numbers))
    where = data.draw(st.integers(0, len(lines[number]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != lines[number][where]))
    lines[number] = lines[number][:where] + bytes([byte]) + lines[number][where + 1 :]
    assert complaint(b"".join(lines)).line == number


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_byte_too_many_or_too_few_is_found(data: st.DataObject) -> None:
    original = record()
    where = data.draw(st.integers(0, len(original) - 2))
    shorter = original[:where] + original[where + 1 :]
    assert complaint(shorter).line == original[:where].count(b"\n")
    byte = data.draw(st.integers(0, 255))
    longer = original[:where] + bytes([byte]) + original[where:]
    if byte != 10 or original[where : where + 1] != b"\n":
        assert complaint(longer).line >= original[:where].count(b"\n")


@pytest.mark.parametrize("number", [0, 1, 7, 30, -2])
def test_a_missing_line_is_found(number: int) -> None:
    lines = record().splitlines(keepends=True)
    number %= len(lines)
    del lines[number]
    found = complaint(b"".join(lines))
    assert (found.line, found.why) == (number, "number")


@pytest.mark.parametrize("number", [0, 1, 7, 30])
def test_a_repeated_line_is_found(number: int) -> None:
    lines = record().splitlines(keepends=True)
    lines.insert(number, lines[number])
    assert complaint(b"".join(lines)).line == number + 1


@pytest.mark.parametrize("number", [0, 1, 7, 30])
def test_swapped_lines_are_found(number: int) -> None:
    lines = record().splitlines(keepends=True)
    lines[number], lines[number + 1] = lines[number + 1], lines[number]
    assert complaint(b"".join(lines)).line == number


def test_lines_after_the_end_are_found() -> None:
    lines = record().splitlines(keepends=True)
    last = len(lines)
    found = complaint(b"".join([*lines, lines[-1]]))
    assert (found.line, found.why) == (last, "after-end")


def test_a_second_header_and_no_header_are_found() -> None:
    lines = in_lines(record())
    assert complaint(b"").why == "empty"
    headless = [dict(line, n=line["n"] - 1) for line in lines[1:]]
    assert complaint(resealed(headless)).why == "header"
    twice = [lines[0], dict(lines[0], n=1)]
    assert (complaint(resealed(twice)).line, complaint(resealed(twice)).why) == (1, "header")


def test_a_line_taken_from_elsewhere_does_not_follow_the_one_before() -> None:
    """Its own hash is right, but it was made to follow another line."""
    lines = record().splitlines(keepends=True)
    for number in (1, 7, len(lines) - 1):
        stray = seal(read_lines(record())[number], "0" * 32)
        found = complaint(b"".join([*lines[:number], write_line(stray) + b"\n", *lines[number + 1 :]]))
        assert (found.line, found.why) == (number, "previous")
    changed = resealed([dict(line, seat="Bob") if line["n"] == 7 else line for line in in_lines(record())], 7)
    spliced = b"".join([*lines[:7], changed.splitlines(keepends=True)[7], *lines[8:]])
    assert (complaint(spliced).line, complaint(spliced).why) == (8, "previous")


def test_another_format_is_not_guessed_at() -> None:
    lines = in_lines(record())
    lines[0]["format"] = 99
    found = complaint(resealed(lines))
    assert (found.line, found.why) == (0, "format")


# what is wrong is found although the hashes have been made again


def first_line(where: Any) -> int:
    return next(number for number, line in enumerate(in_lines(record())) if where(line))


def forged(number: int, **changes: Any) -> BadRecord:
    lines = in_lines(record())
    lines[number] |= changes
    return complaint(resealed(lines, number))


def test_resealing_alone_changes_nothing() -> None:
    assert resealed(in_lines(record())) == record()


def test_a_changed_die_is_found() -> None:
    number = first_line(lambda line: line.get("throws"))
    throws = in_lines(record())[number]["throws"]
    throws[0]["values"][0] = throws[0]["values"][0] % 6 + 1
    found = forged(number, throws=throws)
    assert (found.line, found.why) == (number, "dice")


def test_a_changed_draw_is_found() -> None:
    number = first_line(lambda line: line.get("draws") and line["n"])
    draws = in_lines(record())[number]["draws"]
    draws[0]["taken"] = [(draws[0]["taken"][0] + 1) % draws[0]["size"]]
    found = forged(number, draws=draws)
    assert (found.line, found.why) == (number, "draw")
    header = in_lines(record())[0]
    header["draws"][0]["taken"].reverse()
    assert forged(0, draws=header["draws"]).line == 0


def test_added_and_left_out_throws_are_found() -> None:
    number = first_line(lambda line: line.get("throws"))
    throws = in_lines(record())[number]["throws"]
    assert forged(number, throws=[*throws, throws[0]]).line == number
    assert forged(number, throws=[]).line == number


def test_a_changed_answer_is_found_by_its_state() -> None:
    number = first_line(lambda line: line["kind"] == "action" and line["action"]["kind"] == "bid")
    action = in_lines(record())[number]["action"]
    assert forged(number, action=dict(action, oil=(action["oil"] + 1) % 3)).line == number
    assert forged(number, action={"kind": "bid", "oil": 77, "card": ""}).why == "refused"
    assert forged(number, action={"kind": "dance"}).why == "refused"
    assert forged(number, action=None).why == "refused"


@pytest.mark.parametrize(
    ("kind", "field", "value", "why"),
    [
        ("action", "state", "0" * 32, "state"),
        ("action", "seat", "Bob", "refused"),
        ("action", "role", "nobody", "refused"),
        ("action", "decision", "77-amber", "refused"),
        ("undo", "to", 0, "differs"),
        ("undo", "seat", "Bob", "refused"),
        ("override", "edit", {"edit": "explode"}, "refused"),
        ("override", "reason", "", "refused"),
        ("clock", "event", {"clock": "time-added", "name": "bid", "seconds": 31, "by": "", "role": "amber"}, "state"),
        ("clock", "event", {"clock": "struck"}, "refused"),
        ("seat", "act", {"act": "dance"}, "refused"),
        ("seat", "seat", "Bob", "refused"),
        ("end", "result", {"winners": ["coral"], "degree": "clear", "score": 9, "reason": "L7"}, "differs"),
        ("end", "count", 3, "count"),
        ("end", "key", "00" * 32, "commitment"),
        ("end", "key", "no key at all", "commitment"),
        ("end", "state", "0" * 32, "state"),
    ],
)
def test_a_forged_field_is_found(kind: str, field: str, value: Any, why: str) -> None:
    number = first_line(lambda line: line["kind"] == kind)
    found = forged(number, **{field: value})
    assert (found.line, found.why) == (number, why)


def test_changed_options_are_found() -> None:
    setup = in_lines(record())[0]["setup"]
    found = forged(0, setup=dict(setup, options={"rounds": "3"}))
    assert (found.line, found.why) == (0, "state")
    assert forged(0, setup=dict(setup, options={"rounds": "7"})).why == "refused"
    assert forged(0, setup=dict(setup, scenario="windy")).line == 0
    assert forged(0, setup=dict(setup, umpire=False)).line == 0


def test_changed_contributions_and_commitment_are_found() -> None:
    assert (forged(0, contributions=["a word"]).line, forged(0, contributions=["a word"]).why) == (0, "draw")
    found = forged(0, commitment="0" * 64)
    assert (found.line, found.why) == (len(in_lines(record())) - 1, "commitment")


def test_a_left_out_act_is_found_although_the_lines_are_numbered_anew() -> None:
    lines = in_lines(record())
    number = first_line(lambda line: line.get("throws"))
    kept = [line for line in lines if line["n"] != number]
    for n, line in enumerate(kept):
        line["n"] = n
    kept[-1]["count"] = len(kept)
    assert complaint(resealed(kept)).line == number


def test_an_undo_that_nobody_made_is_found() -> None:
    match = play_out(new_match(), Random(3))
    lines = in_lines(match.data())
    state = lines[3]["state"]
    lines[4:] = [{"kind": "undo", "n": 4, "seat": "Ann", "to": 2, "granted": ["Bob", "Cid"], "state": state}]
    assert complaint(resealed(lines)).line == 4


def test_of_a_game_that_is_not_installed_chain_and_dice_are_checked_and_nothing_goes_on() -> None:
    lines = in_lines(record())
    lines[0]["game"] = "checkers"
    data = resealed(lines)
    found = verify(data)
    assert (found.game, found.lines, found.dice_checked, found.states_checked) == ("checkers", len(lines), True, False)
    assert not playable(read_lines(data))
    with pytest.raises(BadInput) as refusal:
        look_at(read_lines(data))
    assert refusal.value.reason.key == "core.bad.game"
    assert refusal.value.reason.args["name"] == "checkers"
    thrown = next(line for line in lines if line.get("throws"))
    thrown["throws"][0]["values"][0] = 7 - thrown["throws"][0]["values"][0]
    assert complaint(resealed(lines)).why == "dice"


def test_dice_of_an_unfinished_record_have_at_least_to_be_dice() -> None:
    lines = in_lines(record())
    number = first_line(lambda line: line.get("throws"))
    lines[number]["throws"][0]["values"] = [7, 7]
    found = complaint(resealed(lines[: number + 1], number))
    assert found.line == number


def test_what_is_worded_or_drawn_otherwise_is_still_the_same_game() -> None:
    """The same software version may say the same thing in other words tomorrow."""
    lines = in_lines(record())
    lines[first_line(lambda line: line["kind"] == "action")]["text"] = "an older notation"
    snapshot = lines[first_line(lambda line: line["kind"] == "snapshot")]["seats"][0]
    snapshot["scene"]["status"]["turn"] = {"key": "an.older.turn"}
    lines[first_line(lambda line: line.get("throws"))]["throws"][0]["purpose"] = "older"
    lines[first_line(lambda line: line.get("draws"))]["draws"][0]["rule"] = "L99"
    data = resealed(lines)
    assert verify(data).states_checked
    assert look_at(read_lines(data)).data() == data
    lines[-1]["result"]["winners"] = []
    assert complaint(resealed(lines)).why == "differs", "but the result has to be the same"


def test_words_cannot_be_changed_without_breaking_the_chain() -> None:
    number = first_line(lambda line: line["kind"] == "snapshot")
    lines = read_lines(record())
    lines[number] = replace(lines[number], seats=())
    found = complaint(b"".join(write_line(line) + b"\n" for line in lines))
    assert (found.line, found.why) == (number, "changed")


def test_the_text_form_of_the_record_is_the_notation() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    line = match.lines[-1]
    assert isinstance(line, Acted)
    assert line.text == "bid 2"
    assert match.game.notation.read(line.text) == line.action
