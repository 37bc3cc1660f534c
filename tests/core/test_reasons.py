"""Reasons as rows: the first that holds, with its rule, and what counts for the proofs."""

import pytest

from feltherre.core import marks
from feltherre.core.reasons import Reasons

WEATHER = Reasons[[int, bool]](
    "feltherre.games.shore.weather",
    "WEATHER",
    ("storm", "W1", lambda wind, dark: wind > 8),
    ("dark", "W2", lambda wind, dark: dark),
    ("squall", "W1", lambda wind, dark: wind > 6),
)


@pytest.mark.parametrize(
    ("wind", "dark", "reason"), [(9, True, "storm"), (7, True, "dark"), (7, False, "squall"), (6, False, None)]
)
def test_the_first_reason_that_holds_is_given(wind: int, dark: bool, reason: str | None) -> None:
    assert WEATHER.first(wind, dark) == reason


def test_each_reason_has_its_rule() -> None:
    assert WEATHER.rules == {"storm": "W1", "dark": "W2", "squall": "W1"}


def test_a_row_carries_out_the_rule_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MARKED", {})
    Reasons[[int]]("feltherre.games.shore.weather", "ICE", ("ice", "W3", lambda cold: cold < 0))
    assert marks.MARKED == {("shore", "W3"): ["feltherre.games.shore.weather.ICE"]}


def test_the_rules_of_the_rows_that_are_asked_are_noticed_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []
    monkeypatch.setattr(marks, "noticed", lambda game, rule: seen.append((game, rule)))
    WEATHER.first(7, True)
    assert seen == [("shore", "W1"), ("shore", "W2")]
