"""Other processes that think for the server, so that its loop is never held up.

A worker is one process at the end of a pipe and does one thing at a time. What belongs together (the players of one
game, who keep a plan) goes to the same worker. One that takes too long is killed, and another takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from feltherre.core.errors import BadInput, Readable
from feltherre.core.text import say

T = TypeVar("T")

#: workers give way to the server itself
NICENESS = 5


class Workers(Protocol):
    async def run(self, seconds: float, belongs_to: str, work: Callable[..., T], *args: Any) -> T:
        """Do the work elsewhere; raises BadInput if it takes longer than so many seconds."""

    def close(self) -> None: ...


def make_workers(number: int) -> Workers:
    return ProcessWorkers(number) if number else ThreadWorkers()


class ThreadWorkers:
    """Threads of the server itself: nothing can be stopped, but nothing has to be started either."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="thinking")

    async def run(self, seconds: float, belongs_to: str, work: Callable[..., T], *args: Any) -> T:
        future = asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args))
        try:
            return await asyncio.wait_for(future, seconds)
        except TimeoutError:
            raise BadInput(say("server.error.too-long")) from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class ProcessWorkers:
    """So many processes, each started when it is first needed."""

    def __init__(self, number: int) -> None:
        self._workers = [Worker() for _ in range(number)]
        self._pool = ThreadPoolExecutor(max_workers=number * 2, thread_name_prefix="workers")

    async def run(self, seconds: float, belongs_to: str, work: Callable[..., T], *args: Any) -> T:
        worker = self._workers[zlib.crc32(belongs_to.encode()) % len(self._workers)]
        loop = asyncio.get_running_loop()
        result: T = await loop.run_in_executor(self._pool, worker.ask, seconds, work, args)
        return result

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None

    def ask(self, seconds: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Called in a thread; waits for those who asked before, and for the answer."""
        with self._lock:
            pipe = self._started()
            try:
                pipe.send((work, args))
                if not pipe.poll(seconds):
                    raise TimeoutError
                ok, result = pipe.recv()
            except (OSError, EOFError, TimeoutError) as error:
                self._kill()
                reason = "server.error.too-long" if isinstance(error, TimeoutError) else "server.error.internal"
                raise BadInput(say(reason)) from error
        if not ok:
            raise result
        return result

    def stop(self) -> None:
        self._kill()

    def _started(self) -> Connection[Any, Any]:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._kill()
            # a process of its own from the beginning: one split off from a server with threads may hang
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs,), name="feltherre-worker", daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(1.0)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _work(pipe: Connection[Any, Any]) -> None:
    """The worker: one question after another, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    while True:
        try:
            work, args = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            result = (True, work(*args))
        except Readable as error:
            result = (False, error)
        except Exception as error:
            result = (False, RuntimeError(f"{type(error).__name__}: {error}"))
        try:
            pipe.send(result)
        except OSError:
            return
