"""A server that is killed again and again: what the probes do with every game (tools/probes.py), with Norway alone."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battery import tried
from kills import Persistent, killed


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.full)])
def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path, kills: int) -> None:
    def one_more(seconds: float) -> None:
        tried("kills of the server")

    acts = asyncio.run(killed(tmp_path / "games.db", Random(kills), kills, one_more, game="norway", seating=1))
    assert acts > 10


class Overtaken(Persistent):
    """A client whose decision is closed while it answers it; the next position is there before it hears of that."""

    async def next_act(self) -> dict[str, Any] | None:
        (decision,) = self.position["asked"]
        if decision == "first":
            self.position = {"over": False, "asked": ["second"]}
            return None
        return {"type": "act", "id": "an answer", "decision": decision}

    async def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        self.position = {"over": True}
        return {"type": "done"}

    async def wait_for(self, *types: str, id: str = "") -> dict[str, Any]:  # noqa: A002
        raise TimeoutError("nothing more will come: it is this client that is asked")


def test_a_client_that_was_overtaken_plays_on() -> None:
    client = Overtaken("x" * 32, Random(1))
    client.position = {"over": False, "asked": ["first"]}
    asyncio.run(client.talk())
    assert client.acknowledged == ["an answer"]
