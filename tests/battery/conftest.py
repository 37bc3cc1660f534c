"""The small games are installed while the battery runs, and every test reports how much it has tried."""

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from battery import TRIED
from battery.tiny import small_games_installed


@pytest.fixture(scope="module", autouse=True)
def lanterns() -> Iterator[None]:
    with small_games_installed():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """What a test has tried goes into its report, where `tools/test_all.py` reads it."""
    TRIED.clear()
    result = yield
    params = getattr(item, "callspec", None) and item.callspec.params  # type: ignore[attr-defined]
    way = params["way"].name if params and "way" in params else "-"
    item.user_properties += [(f"{way}: {what}", number) for what, number in sorted(TRIED.items())]
    return result
