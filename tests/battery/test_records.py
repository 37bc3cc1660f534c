"""A record that somebody has changed is refused, and the line is named: a byte, a die, a draw, a missing line."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battery import Way, examples, fewer_in_the_sample, in_every_way, in_progress, is_full, new_match, somewhere, tried
from feltherre.core.record import BadRecord, Snapshot, read_lines
from feltherre.core.registry import get_game
from feltherre.core.replay import resume, verify
from feltherre.core.scene import Scene, Status
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from tinygame.forgery import in_lines, resealed

WAYS = in_every_way()
SEEDS = st.integers(0, 2**32)
#: games with dice and without a deck
ONLY_THROW = ("civilwar", "ford", "winterwar")
#: changes tried on one record, and changed throws or draws
CHANGES = 20 if is_full() else 10
CHANGED_THROWS = 4 if is_full() else 3


def finished_record(way: Way, seed: int) -> bytes:
    match = somewhere(new_match(way, seed), Random(seed), 20_000)
    match.end()
    return match.data()


def complaint(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        verify(data)
    assert refused.value.reason.args.get("line", refused.value.line) == refused.value.line
    return refused.value


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_a_changed_byte_is_found_and_its_line_named(way: Way, seed: int) -> None:
    data, rng = finished_record(way, seed), Random(seed)
    for _ in range(CHANGES):
        at = rng.randrange(len(data))
        changed = bytearray(data)
        changed[at] = (changed[at] + rng.randrange(1, 256)) % 256
        assert complaint(bytes(changed)).line == data[:at].count(b"\n")
        tried("changed bytes")


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_a_changed_die_is_found_even_if_all_hashes_are_made_again(way: Way, seed: int) -> None:
    data, rng = finished_record(way, seed), Random(seed)
    lines = [line["n"] for line in in_lines(data) if any(thrown["values"] for thrown in line.get("throws", ()))]
    assume(lines)  # a short game may end without a throw
    for number in rng.sample(lines, min(CHANGED_THROWS, len(lines))):
        changed = in_lines(data)
        values = rng.choice([thrown["values"] for thrown in changed[number]["throws"] if thrown["values"]])
        die = rng.randrange(len(values))
        values[die] = values[die] % 6 + 1
        found = complaint(resealed(changed, number))
        assert (found.line, found.why) == (number, "dice")
        tried("changed dice")


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_a_changed_draw_is_found_even_if_all_hashes_are_made_again(way: Way, seed: int) -> None:
    data, rng = finished_record(way, seed), Random(seed)
    lines = [line["n"] for line in in_lines(data) if any(is_free(drawn) for drawn in line.get("draws", ()))]
    if way.game in ONLY_THROW:
        assert lines == [], "this game draws: take it off the list"
        return
    if not draws(way.game):
        return
    assume(lines)  # a short game may end without a free draw
    for number in rng.sample(lines, min(CHANGED_THROWS, len(lines))):
        changed = in_lines(data)
        drawn = rng.choice([drawn for drawn in changed[number]["draws"] if is_free(drawn)])
        others = [place for place in range(drawn["size"]) if place not in drawn["taken"]]
        drawn["taken"][rng.randrange(len(drawn["taken"]))] = rng.choice(others)
        found = complaint(resealed(changed, number))
        assert (found.line, found.why) == (number, "draw")
        tried("changed draws")


@cache
def draws(game: str) -> bool:
    """Whether somebody draws in one of several games; one that a club has installed is on no list of ours."""
    games = (in_lines(finished_record(Way(game, 0), seed)) for seed in range(8))
    return any(is_free(drawn) for lines in games for line in lines for drawn in line.get("draws", ()))


def is_free(drawn: dict[str, Any]) -> bool:
    """Whether something else could have been drawn."""
    return 0 < len(drawn["taken"]) < int(drawn["size"])


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_a_missing_line_is_found_even_if_the_others_are_made_to_fit(way: Way, seed: int) -> None:
    data, rng = finished_record(way, seed), Random(seed)
    whole = data.splitlines(keepends=True)
    for number in rng.sample(range(len(whole) - 1), min(CHANGES, len(whole) - 1)):
        assert complaint(b"".join(whole[:number] + whole[number + 1 :])).line == number
        tried("missing lines")
    number = rng.randrange(1, len(whole) - 1)
    fitted = in_lines(data)
    del fitted[number]
    for place, line in enumerate(fitted):
        line["n"] = place
    fitted[-1]["count"] = len(fitted)
    assert complaint(resealed(fitted, number)).line >= number
    tried("missing lines")


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_a_record_without_its_end_is_unfinished_and_not_proven(way: Way, seed: int) -> None:
    data, rng = finished_record(way, seed), Random(seed)
    whole = data.splitlines(keepends=True)
    checked = verify(b"".join(whole[: rng.randrange(1, len(whole))]))
    assert not checked.finished
    assert not checked.dice_checked


@WAYS
@examples(sample=10, full=50)
@given(seed=SEEDS)
@fewer_in_the_sample
def test_another_result_is_not_believed(way: Way, seed: int) -> None:
    lines = in_lines(finished_record(way, seed))
    result = json.loads(json.dumps(lines[-1]["result"]))
    lines[-1]["result"] = {**result, "score": result["score"] + 1}
    found = complaint(resealed(lines, len(lines) - 1))
    assert (found.line, found.why) == (len(lines) - 1, "differs")


@WAYS
def test_what_is_worded_and_shown_otherwise_is_still_the_same_game(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event in other words, another view, another drawing: the record verifies, and its game goes on."""
    match = in_progress(way, 7, 4 if get_game(way.game).whole_turns else 60)
    match.snapshot()
    data, game = match.data(), type(get_game(way.game))
    other, tell = say("core.record.wrong-key"), Table.tell

    def tell_otherwise(table: Table[Any], text: Text, rule: str | None = None, *more: Any, **named: Any) -> None:
        tell(table, other, rule, *more, **named)

    monkeypatch.setattr(Table, "tell", tell_otherwise)
    monkeypatch.setattr(game, "view", lambda *asked, **named: {"shown": "otherwise"})
    monkeypatch.setattr(game, "scene", lambda *asked, **named: Scene(status=Status(turn=other, phase=other)))
    again = resume(read_lines(data), match.key)
    again.snapshot()
    shown = again.lines[-1]
    assert isinstance(shown, Snapshot)
    assert all(seen.drawn().status.turn == other for seen in shown.seats), "nothing was shown otherwise"
    assert verify(data).states_checked
    assert again.data().startswith(data)
    assert again.decisions() or again.over
