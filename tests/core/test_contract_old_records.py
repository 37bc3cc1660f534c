"""Old games stay readable: shown from their snapshots, continued only if all seats accept it on a recorded line."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from feltherre.core.catalogue import render
from feltherre.core.errors import Illegal
from feltherre.core.game import HoldGate
from feltherre.core.match import Match
from feltherre.core.record import BadRecord, SeatAct, Snapshot, read_lines
from feltherre.core.replay import look_at, playable, resume, snapshots, verify
from feltherre.core.seats import Resigned, RulesAccepted
from feltherre.core.state import canonical
from tinygame import lighting
from tinygame.actions import Bid
from tinygame.forgery import in_lines, resealed
from tinygame.game import Lanterns
from tinygame.play import KEY, act_at_random, fingerprint, new_match, play_out
from tinygame.stories import full_story, take_back, undo_whatever_can_be
from tinygame.town import Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")


@cache
def finished() -> bytes:
    return full_story().data()


def unfinished(lines: int = 20, seed: int = 5) -> bytes:
    match, rng = new_match(umpire=True, rounds="6"), Random(seed)
    while len(match.lines) < lines - 1:
        act_at_random(match, rng)
    match.snapshot()
    return match.data()


@pytest.fixture
def _new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The software at hand has a later version of the rules."""
    finished()
    monkeypatch.setattr(Lanterns, "rules_version", "2")


def accept(match: Match[Town], *seats: str, rules: str = "2") -> None:
    for seat in seats:
        match.seat_act(seat, RulesAccepted(rules))


# snapshots


def test_a_snapshot_holds_what_each_seat_sees() -> None:
    match = full_story()
    number, line = next((line.n, line) for line in match.lines if isinstance(line, Snapshot))
    assert [seen.seat for seen in line.seats] == ["Ann", "Bob", "Cid", "", "umpire"]
    then = look_at(read_lines(match.data()), number)
    for seen in line.seats:
        assert canonical(seen.scene) == canonical(then.scene(seen.seat))
        assert seen.view is None, "what the scene says is not kept twice"
        assert seen.log == then.seen(seen.seat)


@pytest.mark.parametrize("seed", range(8))
def test_the_snapshots_together_hold_the_whole_log_whatever_was_taken_back(seed: int) -> None:
    match, rng = new_match(rounds="6"), Random(seed)
    while not match.over and len(match.lines) < 90:
        act_at_random(match, rng)
        chance = rng.random()
        if chance < 0.2:
            match.snapshot()
        elif chance < 0.4:
            undo_whatever_can_be(match)
        elif chance < 0.5:
            take_back(match, rng.choice(sorted(match.lines_that_count() - {match.next_line - 1})))
    match.snapshot()
    lines = read_lines(match.data())
    for seat in ("Ann", ""):
        shown = snapshots(lines, seat)
        assert [number for number, _ in shown] == [line.n for line in lines if isinstance(line, Snapshot)]
        for number, seen in shown:
            assert seen.log == look_at(lines, number).seen(seat)


def test_without_an_umpire_no_snapshot_sees_all() -> None:
    match = new_match()
    match.snapshot()
    line = match.lines[-1]
    assert isinstance(line, Snapshot)
    assert [seen.seat for seen in line.seats] == ["Ann", "Bob", "Cid", ""]
    assert b"gust" not in canonical(line.seats[3])


# a record of other rules


@pytest.mark.usefixtures("_new_rules")
def test_it_is_not_replayed() -> None:
    lines = read_lines(finished())
    assert not playable(lines)
    for to in (None, 3, 20):
        with pytest.raises(BadRecord) as refusal:
            look_at(lines, to)
        assert (refusal.value.line, refusal.value.why) == (0, "rules")


@pytest.mark.usefixtures("_new_rules")
def test_it_is_shown_from_its_snapshots() -> None:
    for seat in ("Ann", "", "umpire"):
        shown = snapshots(read_lines(finished()), seat)
        assert len(shown) == 2
        assert shown[0][0] < shown[1][0]
        for _, seen in shown:
            drawn = seen.drawn()
            words = [render(text) for text in (drawn.status.turn, drawn.status.phase, *drawn.status.notes)]
            words += [render(event.text) for event in seen.log]
            assert words[0].startswith("Lanterns, round ")
            assert "Amber: " in words[2]
            assert not [sentence for sentence in words if "<" in sentence or "{" in sentence]
    assert snapshots(read_lines(finished()), "Nobody") == []


@pytest.mark.usefixtures("_new_rules")
def test_its_hashes_and_dice_are_verified_all_the_same() -> None:
    found = verify(finished())
    assert (found.finished, found.dice_checked, found.states_checked) == (True, True, False)
    assert found.result is not None
    assert not verify(unfinished()).dice_checked


@pytest.mark.usefixtures("_new_rules")
@pytest.mark.parametrize(("field", "why"), [("throws", "dice"), ("draws", "draw")])
def test_dice_that_were_not_thrown_are_found_without_the_rules(field: str, why: str) -> None:
    lines = in_lines(finished())
    number = next(n for n, line in enumerate(lines) if n and line.get(field))
    chance: dict[str, Any] = lines[number][field][0]
    if field == "throws":
        chance["values"][0] = chance["values"][0] % 6 + 1
    else:
        chance["taken"][0] = (chance["taken"][0] + 1) % chance["size"]
    with pytest.raises(BadRecord) as refusal:
        verify(resealed(lines))
    assert (refusal.value.line, refusal.value.why) == (number, why)


# going on under the new rules


def test_it_goes_on_only_when_all_seats_have_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    data = unfinished()
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    match = resume(read_lines(data), KEY)
    assert match.data() == data
    assert match.to_accept == {"Ann", "Bob", "Cid"}
    acts: list[Callable[[], object]] = [
        lambda: act_at_random(match, Random(1)),
        lambda: match.undo("Ann"),
        lambda: match.override(HoldGate(on=True), "because"),
        lambda: match.seat_act("Ann", Resigned()),
        lambda: match.snapshot(),
        lambda: match.end(),
    ]
    for seats in (("Ann",), ("Cid",)):
        accept(match, *seats)
        before = fingerprint(match)
        for act in acts:
            with pytest.raises(Illegal) as refusal:
                act()
            assert refusal.value.reason.key == "core.illegal.rules-gone"
        assert fingerprint(match) == before
        assert not playable(match.lines)
    accept(match, "Bob")
    assert playable(match.lines)
    play_out(match, Random(1))
    match.end()
    found = verify(match.data())
    assert (found.finished, found.dice_checked, found.states_checked) == (True, True, True)
    accepted = [line.seat for line in match.lines if isinstance(line, SeatAct)]
    assert accepted == ["Ann", "Cid", "Bob"]


def test_acceptance_is_of_the_version_at_hand_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = unfinished()
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    match = resume(read_lines(data), KEY)
    with pytest.raises(Illegal):
        accept(match, "Ann", rules="1")
    with pytest.raises(Illegal):
        accept(match, "umpire")
    accept(match, "Ann")
    with pytest.raises(Illegal):
        accept(match, "Ann")
    assert match.to_accept == {"Bob", "Cid"}


def test_it_can_be_put_away_between_acceptances(monkeypatch: pytest.MonkeyPatch) -> None:
    data = unfinished()
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    for seat in ("Ann", "Bob", "Cid"):
        match = resume(read_lines(data), KEY)
        assert seat in match.to_accept
        accept(match, seat)
        data = match.data()
    match = resume(read_lines(data), KEY)
    assert match.to_accept == set()
    act_at_random(match, Random(1))


def test_rules_that_changed_what_happens_are_the_rules_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the new rules a flickering lantern always goes out, so the same throws have lit fewer."""
    data = unfinished(40, seed=1)
    before = look_at(read_lines(data)).state
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    monkeypatch.setattr(lighting, "GOES_OUT", 6)
    match = resume(read_lines(data), KEY)
    assert sum(match.state.lanterns) < sum(before.lanterns)
    accept(match, "Ann", "Bob", "Cid")
    play_out(match, Random(3))
    match.end()
    assert verify(match.data()).states_checked
    assert match.data().startswith(data), "what was written under the old rules stays as it was"


def test_a_record_that_the_new_rules_forbid_is_refused_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match()
    match.act("Ann", "amber", "1-amber", Bid(4))
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    begin = Lanterns.begin

    def with_less_oil(self: Lanterns, setup: Any, table: Any) -> None:
        table.state.oil = [2, 2, 2]
        begin(self, setup, table)

    monkeypatch.setattr(Lanterns, "begin", with_less_oil)
    with pytest.raises(BadRecord) as refusal:
        resume(read_lines(match.data()), KEY)
    assert (refusal.value.line, refusal.value.why) == (1, "refused")


def test_a_game_can_outlive_several_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    data = unfinished()
    for version in ("2", "3"):
        monkeypatch.setattr(Lanterns, "rules_version", version)
        match = resume(read_lines(data), KEY)
        accept(match, "Ann", "Bob", "Cid", rules=version)
        act_at_random(match, Random(1))
        data = match.data()
    play_out(match, Random(2))
    match.end()
    assert verify(match.data()).states_checked


def test_a_takeback_reaches_back_into_the_time_of_the_old_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    data = unfinished()
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    match = resume(read_lines(data), KEY)
    accept(match, "Ann", "Bob", "Cid")
    take_back(match, 6)
    play_out(match, Random(2))
    match.end()
    assert verify(match.data()).finished


def test_a_story_with_everything_goes_on_under_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = read_lines(finished())
    cut = next(n for n in range(len(lines) - 1, 0, -1) if isinstance(lines[n], Snapshot))
    monkeypatch.setattr(Lanterns, "rules_version", "2")
    match = resume(lines[: cut + 1], KEY)
    accept(match, "Ann", "Bob", "Cid")
    play_out(match, Random(2))
    match.end()
    assert verify(match.data()).finished
