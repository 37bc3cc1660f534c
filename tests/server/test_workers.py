"""Workers serve everybody in turn: who asks for much waits for himself, and short work does not wait for long work."""

import asyncio
import threading
import time
from collections.abc import Awaitable
from contextlib import suppress

import pytest

from feltherre.server.workers import LONG_SECONDS, ProcessWorkers, TookTooLong, Worker
from server.tables import in_loop

SHORT = 0.01
LONG = LONG_SECONDS * 2.5


class Clerk:
    """Hands work to workers and notes in which order it is done."""

    def __init__(self, number: int) -> None:
        self.workers = ProcessWorkers(number)
        self.done: list[str] = []

    async def ask(self, owner: str, seconds: float) -> None:
        await self.workers.run(20.0, owner, time.sleep, seconds)
        self.done.append(owner)

    def ask_often(self, owner: str, seconds: float, times: int) -> list[Awaitable[None]]:
        return [asyncio.ensure_future(self.ask(owner, seconds)) for _ in range(times)]


@in_loop
async def test_each_owner_in_turn() -> None:
    clerk = Clerk(1)
    try:
        await clerk.ask("nobody", SHORT)  # the process has been started
        asked = clerk.ask_often("battle", 0.1, 4) + clerk.ask_often("norway", SHORT, 2)
        await asyncio.gather(*asked)
        assert clerk.done[1:] == ["battle", "norway", "battle", "norway", "battle", "battle"]
    finally:
        clerk.workers.close()


@in_loop
async def test_short_work_is_not_behind_long_work() -> None:
    """Three battles that are known to think long share all workers but one."""
    clerk = Clerk(2)
    battles = ("one", "two", "three")
    try:
        await asyncio.gather(clerk.ask("nobody", SHORT), clerk.ask("somebody", SHORT))  # both have been started
        await asyncio.gather(*(clerk.ask(battle, LONG) for battle in battles))
        clerk.done.clear()
        asked = [task for battle in battles for task in clerk.ask_often(battle, LONG_SECONDS, 2)]
        asked += clerk.ask_often("norway", SHORT, 5)
        await asyncio.gather(*asked)
        assert clerk.done[:5] == ["norway"] * 5
        assert clerk.done[5:] == [*battles, *battles]
    finally:
        clerk.workers.close()


@in_loop
async def test_what_goes_wrong_is_told_to_who_asked_and_the_others_go_on() -> None:
    workers = ProcessWorkers(1)
    try:
        late = asyncio.ensure_future(workers.run(0.05, "a", time.sleep, 30))
        given_up = asyncio.ensure_future(workers.run(20.0, "b", time.sleep, 30))
        wrong = asyncio.ensure_future(workers.run(20.0, "c", int, "no number"))
        right = asyncio.ensure_future(workers.run(20.0, "d", int, "7"))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(TookTooLong):
            await late
        with pytest.raises(RuntimeError, match="no number"):
            await wrong
        assert await right == 7
    finally:
        workers.close()


@in_loop
async def test_the_start_of_a_process_is_not_the_work_of_who_asked_first() -> None:
    clerk = Clerk(2)
    try:
        await asyncio.gather(clerk.ask("first", SHORT), clerk.ask("second", SHORT))
        assert [owner.seconds for owner in clerk.workers._owners.values()] == [0.0, 0.0]
        await clerk.ask("first", SHORT)
        assert clerk.workers._owners["first"].seconds > 0
        assert sum(worker.started for worker in clerk.workers._workers) == 2
    finally:
        clerk.workers.close()


def test_two_who_end_a_process_at_once_close_its_pipe_once() -> None:
    together = threading.Barrier(2)
    closed: list[object] = []

    class Dying:
        def kill(self) -> None:
            pass

        def join(self, seconds: float) -> None:
            with suppress(threading.BrokenBarrierError):
                together.wait(1.0)

    class Pipe:
        def close(self) -> None:
            time.sleep(0.2)
            closed.append(self)

    worker = Worker()
    worker._process, worker._pipe = Dying(), Pipe()  # type: ignore[assignment]
    ends = [threading.Thread(target=worker.stop) for _ in range(2)]
    for end in ends:
        end.start()
    for end in ends:
        end.join()
    assert len(closed) == 1
    assert not worker.started
