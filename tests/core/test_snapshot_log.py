"""Snapshots hold what is new since the one before, and whoever reads them gets the whole log."""

from random import Random

from feltherre.core import record, replay, seats
from feltherre.core.match import SPECTATOR
from tinygame.play import act_at_random, new_match


def parts(match: object) -> list[tuple[int, int]]:
    """(since, number of events) of the spectators' part of each snapshot."""
    return [
        (seen.since, len(seen.log))
        for line in match.lines  # type: ignore[attr-defined]
        if isinstance(line, record.Snapshot)
        for seen in line.seats
        if seen.seat == SPECTATOR
    ]


def test_a_snapshot_goes_on_from_the_one_before(lanterns_installed: None) -> None:
    match, rng = new_match(), Random(1)
    whole = []
    for _ in range(4):
        for _ in range(5):
            act_at_random(match, rng)
        match.snapshot()
        whole.append(match.seen(SPECTATOR))
    found = replay.snapshots(match.lines, SPECTATOR)
    assert [seen.log for _, seen in found] == whole
    assert [since for since, _ in parts(match)] == [0, *(line for line, _ in found[:-1])]
    assert sum(count for _, count in parts(match)) == len(whole[-1]), "nothing is written twice"
    assert replay.verify(match.data()).states_checked


def test_after_a_takeback_past_a_snapshot_the_whole_log_is_written_again(lanterns_installed: None) -> None:
    match, rng = new_match(), Random(1)
    for _ in range(5):
        act_at_random(match, rng)
    match.snapshot()
    act_at_random(match, rng)
    match.seat_act("Ann", seats.TakebackAsked(2))
    match.seat_act("Bob", seats.TakebackGranted(2))
    match.seat_act("Cid", seats.TakebackGranted(2))
    match.snapshot()
    assert parts(match)[-1] == (0, len(match.seen(SPECTATOR)))
    assert replay.snapshots(match.lines, SPECTATOR)[-1][1].log == match.seen(SPECTATOR)
    assert replay.verify(match.data()).states_checked
