"""A pytest plugin: a test that claims to prove a rule must run code marked with that rule.

    @pytest.mark.proves("4.2-7")
    def test_equal_sums_leave_the_defender_in_the_area(): ...

The game is named by the directory, `tests/rules/<game>/`. An id that is no rule of its ledger stops the collection.
Also here: `--full`, and how many examples hypothesis tries.
"""

import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from feltherre.core import ledger, marks
from feltherre.core.ledger.counting import directory_of, package_of
from feltherre.umpire.desk import counted

settings.register_profile(
    "sample", max_examples=10, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# hypothesis itself turns derandomize on where it sees CI; the full numbers are to find new cases
settings.register_profile(
    "full", max_examples=200, derandomize=False, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the full numbers: tests marked full, more examples each")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "proves(*rules): the rules of the ledger that this test proves")
    config.addinivalue_line("markers", "full: part of the full numbers; only run with --full")
    if not config.getoption("--hypothesis-profile", None):
        settings.load_profile("full" if config.getoption("--full") else "sample")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wrong = [line for item in items for line in _wrong_claims(item)]
    if wrong:
        raise pytest.UsageError("\n".join(wrong))
    if not config.getoption("--full"):
        left_out = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    claimed = claims(item)
    if not claimed:
        return (yield)
    # chances that an earlier test has asked for would be told without running their rules
    counted.cache_clear()
    watch = Watch(claimed)
    with watch:
        result = yield
    if watch.waiting:
        rules = ", ".join(sorted(rule for _, rule in watch.waiting))
        pytest.fail(
            f"claims to prove {rules}, but ran no code marked with it "
            "(a function that caches its result runs only the first time: mark the one that asks it)",
            pytrace=False,
        )
    return result


def claims(item: pytest.Item) -> set[tuple[str, str]]:
    """The (game, rule) pairs that a test says it proves, as marked code is named."""
    rules = [rule for mark in item.iter_markers("proves") for rule in mark.args]
    game = _game(item.path)
    if not rules or game is None:
        return set()
    marked_as = marks.game_of(package_of(game) + ".module")
    return {(marked_as, rule) for rule in rules}


class Watch:
    """Notes which marked code runs, until all that is waited for has run."""

    def __init__(self, wanted: set[tuple[str, str]]) -> None:
        self.waiting = set(wanted)
        self.codes: dict[CodeType, set[tuple[str, str]]] = {
            code: wanted.intersection(pairs) for code, pairs in marks.MARKED_CODE.items() if wanted.intersection(pairs)
        }
        self.before: Any = None

    def __enter__(self) -> None:
        # A profiler written in C cannot be put back; it goes on after the test without this one's calls.
        before = sys.getprofile()
        self.before = before if callable(before) else None
        marks.noticed = self.notice
        sys.setprofile(self.see)

    def __exit__(self, *error: object) -> None:
        marks.noticed = None
        sys.setprofile(self.before)

    def notice(self, game: str, rule: str) -> None:
        """A rule that was reached at a desk."""
        self.waiting.discard((game, rule))

    def see(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code in self.codes:
            self.waiting -= self.codes[frame.f_code]
            if not self.waiting:
                sys.setprofile(self.before)


def _wrong_claims(item: pytest.Item) -> list[str]:
    rules = [rule for mark in item.iter_markers("proves") for rule in mark.args]
    if not rules:
        return []
    game = _game(item.path)
    if game is None:
        return [f"{item.nodeid}: a test that proves rules belongs in tests/rules/<game>/"]
    known = rule_ids(game)
    return [f"{item.nodeid}: proves {rule!r}, which is no rule of {game}" for rule in rules if rule not in known]


@cache
def rule_ids(game: str) -> frozenset[str]:
    return frozenset(ledger.load_ledger(directory_of(package_of(game)) / "ledger.yaml").rules)


def _game(path: Path) -> str | None:
    """`tests/rules/norway/test_combat.py` is about norway."""
    parts = path.parts
    for at in range(len(parts) - 3):
        if parts[at : at + 2] == ("tests", "rules"):
            return parts[at + 2]
    return None
