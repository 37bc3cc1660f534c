"""A game seen from its end: points by turn, losses, luck, story; of games of the bank and one that counts nothing."""

import gzip
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from battery.tiny import small_games_installed
from feltherre.core.catalogue import missing_keys, render
from feltherre.core.errors import BadInput
from feltherre.core.record import AnyLine, Undone, read_lines
from feltherre.core.registry import get_game
from feltherre.core.replay import look_at
from feltherre.core.text import Text
from feltherre.lab.report import MOST_LINES, MOST_SWINGS, Report, report_of
from kept_records import DIRECTORY
from tinygame.play import new_match, play_out

BANK = Path(__file__).parents[1] / "bank"
#: one game of each kind, played to its end
GAMES = (
    "norway-basic-captain-2",
    "norway-advanced-captain-2",
    "norway-advanced-typed",
    "winterwar-captain-1",
    "winterwar-gate",
    "civilwar-hokes-run-captain",
)


def record(name: str) -> Sequence[AnyLine]:
    return read_lines(gzip.decompress((BANK / f"{name}.jsonl.gz").read_bytes()))


@pytest.fixture(params=GAMES)
def told(request: pytest.FixtureRequest) -> tuple[Sequence[AnyLine], Report]:
    lines = record(request.param)
    return lines, report_of(lines)


def texts_in(value: Any) -> list[Text]:
    if isinstance(value, Text):
        return [value]
    if isinstance(value, tuple):
        return [text for part in value for text in texts_in(part)]
    if isinstance(value, msgspec.Struct):
        return [text for name in value.__struct_fields__ for text in texts_in(getattr(value, name))]
    return []


def test_the_points_end_as_the_game_did_and_their_sources_add_up(told: tuple[Sequence[AnyLine], Report]) -> None:
    lines, report = told
    match = look_at(lines)
    first, second = report.sides
    for side in report.sides:
        assert sum(points for _, points in side.sources) == pytest.approx(side.points)
    assert report.points[-1].points == (first.points, second.points)
    assert [point.line for point in report.points] == sorted({point.line for point in report.points})
    result = match.state.result
    assert result is not None
    ahead = {"norway": first.points, "winterwar": 4 * (first.points - second.points)}
    if result.reason != "resigned":
        assert ahead.get(match.game.id, first.points - second.points) == result.score


def test_every_line_it_names_was_not_taken_back_and_every_word_is_in_the_catalogue(
    told: tuple[Sequence[AnyLine], Report],
) -> None:
    lines, report = told
    counting = look_at(lines).lines_that_count()
    assert {beat.line for beat in report.story} | {point.line for point in report.points} <= counting
    assert not missing_keys(texts_in(report))
    assert all(render(text) for text in texts_in(report))


def test_the_story_is_short_in_order_and_says_what_swung_it(told: tuple[Sequence[AnyLine], Report]) -> None:
    _, report = told
    assert 0 < len(report.story) <= MOST_LINES
    assert [beat.line for beat in report.story] == sorted(beat.line for beat in report.story)
    swings = [beat for beat in report.story if beat.swung]
    assert 0 < len(swings) <= MOST_SWINGS
    assert all(beat.gains or beat.dice for beat in swings)


def test_dice_are_counted_once_each_and_never_certain(told: tuple[Sequence[AnyLine], Report]) -> None:
    lines, report = told
    game = get_game(lines[0].game)  # type: ignore[union-attr]
    thrown = sum(len(getattr(line, "throws", ())) for line in lines)
    assert 0 < sum(row.times for row in report.throws) <= thrown
    for row in report.throws:
        assert row.role in game.roles_in(lines[0].setup)  # type: ignore[union-attr]
        assert row.as_good is None or 0 < row.as_good <= 1


def test_points_that_changed_hands_and_back_within_a_turn_are_no_story() -> None:
    """In Norway a city is left and entered again all the time; what is told of it lasted beyond the turn."""
    lines = record("norway-basic-captain-2")
    match, report = look_at(lines), report_of(lines)
    for beat in report.story:
        for gain in beat.gains:
            turn = match.game.turns(match.states[beat.line])
            after = [line for line, state in match.states.items() if line > beat.line and state.round > turn]
            tallies = [*match.game.tallies(match.states[min(after, default=max(match.states))])]
            held = gain.why in [why for why, _ in tallies[gain.side].sources]
            assert held == (gain.points > 0)


def test_somebody_else_may_count_the_lines_otherwise() -> None:
    lines = record("winterwar-captain-1")
    own, other = report_of(lines), report_of(lines, lambda lines, states: lambda line: 1000 + line)
    assert [beat.line + 1000 for beat in own.story] == [beat.line for beat in other.story]
    assert [point.line + 1000 for point in own.points] == [point.line for point in other.points]


def test_a_game_that_counts_nothing_has_its_dice_added_up_and_a_story() -> None:
    match = play_out(new_match(), Random(3))
    with small_games_installed():
        report = report_of(match.lines)
    assert report.sides == ()
    assert all(point.points == () for point in report.points)
    assert report.story
    assert not any(beat.swung for beat in report.story)
    dice = [
        thrown for line in match.lines for thrown in getattr(line, "throws", ()) if line.n in match.lines_that_count()
    ]
    assert {row.counts for row in report.throws} == {"pips"}
    assert sum(row.came for row in report.throws) == sum(sum(thrown.values) for thrown in dice)
    assert sum(row.expected for row in report.throws) == 3.5 * sum(len(thrown.values) for thrown in dice)


def test_what_was_taken_back_is_told_no_more() -> None:
    lines = next(
        lines
        for lines in (record(name) for name in ("norway-basic-random-2", "winterwar-random-1", "norway-basic-gate"))
        if any(isinstance(line, Undone) for line in lines)
    )
    gone = {n for line in lines if isinstance(line, Undone) for n in range(line.to + 1, line.n)}
    assert gone.isdisjoint(beat.line for beat in report_of(lines).story)


def test_a_record_whose_rules_are_gone_has_no_report() -> None:
    data = gzip.decompress((DIRECTORY / "winterwar-1-finished.jsonl.gz").read_bytes())
    with pytest.raises(BadInput):
        report_of(read_lines(data))
