"""A server that is killed again and again: what the probes do with every game (tools/probes.py), with Norway alone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from battery import tried
from kills import killed


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.full)])
def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path, kills: int) -> None:
    def one_more() -> None:
        tried("kills of the server")

    acts = asyncio.run(killed(tmp_path / "games.db", Random(kills), kills, one_more, game="norway", seating=1))
    assert acts > 10
