"""Other processes that think for the server, so that its loop is never held up.

A worker is one process at the end of a pipe and does one thing at a time. What belongs together (the players of one
game, who keep a plan) goes to the same worker if it is free. One that takes too long is killed, and another takes its
place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from feltherre.core.errors import BadInput, Readable
from feltherre.core.text import say

T = TypeVar("T")

#: workers give way to the server itself
NICENESS = 5
#: work that takes longer than this on average is not to keep shorter work waiting
LONG_SECONDS = 0.5
#: a process that has not started by then never will; what it says when it has
START_SECONDS = 120.0
READY = "ready"
#: who has run out of time gets twice as long the next time, up to so many times what the settings say
MOST_PATIENCE = 4
#: rooms and addresses that are remembered
MOST_OWNERS = 10_000


class WorkerDied(BadInput):
    """The process has ended before it was done; what it was asked can be asked of another."""

    def __init__(self) -> None:
        super().__init__(say("server.error.internal"))


class TookTooLong(BadInput):
    """The work was not done in its time."""

    def __init__(self) -> None:
        super().__init__(say("server.error.too-long"))


class Workers(Protocol):
    async def run(self, seconds: float, belongs_to: str, work: Callable[..., T], *args: Any) -> T:
        """Do the work elsewhere, in turn with that of others; TookTooLong if it takes longer than so many seconds."""

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
            raise TookTooLong from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Job(Struct, frozen=True):
    """Work that waits, and who is told what came of it."""

    seconds: float
    work: Callable[..., Any]
    args: tuple[Any, ...]
    told: asyncio.Future[Any]


class _Owner:
    """A room or an address: what it waits for, how long its work has taken, and the worker that knows its plans."""

    __slots__ = ("running", "seconds", "waiting", "worker")

    def __init__(self) -> None:
        self.waiting: deque[_Job] = deque()
        self.running = False
        self.seconds = 0.0
        self.worker: Worker | None = None

    @property
    def is_long(self) -> bool:
        return self.seconds >= LONG_SECONDS


class ProcessWorkers:
    """So many processes, each started when it is first needed, and everybody served in turn.

    Each owner has one thing done at a time and then waits until the others have had theirs. Owners whose work takes
    long leave one worker (if there are several) to those whose work does not.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._idle = [Worker() for _ in range(number)]
        self._workers = tuple(self._idle)
        self._pool = ThreadPoolExecutor(max_workers=number, thread_name_prefix="workers")
        #: in the order in which it is their turn
        self._owners: OrderedDict[str, _Owner] = OrderedDict()
        self._long_running = 0
        self._closed = False

    async def run(self, seconds: float, belongs_to: str, work: Callable[..., T], *args: Any) -> T:
        if self._closed:
            raise WorkerDied
        told: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        owner = self._owners.get(belongs_to)
        if owner is None:
            self._forget_some()
            owner = self._owners[belongs_to] = _Owner()
        owner.waiting.append(_Job(seconds, work, args, told))
        self._deal()
        return await told

    def _deal(self) -> None:
        while self._idle and not self._closed and (name := self._next()) is not None:
            self._start(name)

    def _next(self) -> str | None:
        """Whose turn it is."""
        room_for_long = self._number == 1 or self._long_running < self._number - 1
        for name, owner in self._owners.items():
            while owner.waiting and owner.waiting[0].told.cancelled():
                owner.waiting.popleft()
            if owner.waiting and not owner.running and (room_for_long or not owner.is_long):
                return name
        return None

    def _start(self, name: str) -> None:
        owner = self._owners[name]
        job = owner.waiting.popleft()
        worker = owner.worker if owner.worker in self._idle else None
        if worker is None:
            worker = next((one for one in self._idle if one.started), self._idle[0])
        self._idle.remove(worker)
        owner.worker, owner.running, long = worker, True, owner.is_long
        cold = not worker.started  # the start of a process says nothing about the work
        self._long_running += long
        loop = asyncio.get_running_loop()
        started = loop.time()

        def done(asked: asyncio.Future[Any]) -> None:
            owner.running = False
            self._owners.move_to_end(name)
            if not cold:
                owner.seconds = (owner.seconds + loop.time() - started) / 2
            self._long_running -= long
            self._idle.append(worker)
            _pass_on(asked, job.told)
            self._deal()

        loop.run_in_executor(self._pool, worker.ask, job.seconds, job.work, job.args).add_done_callback(done)

    def _forget_some(self) -> None:
        if len(self._owners) >= MOST_OWNERS:
            for name, owner in list(self._owners.items()):
                if not owner.waiting and not owner.running:
                    del self._owners[name]

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()
        for owner in self._owners.values():
            for job in owner.waiting:
                if not job.told.done():
                    job.told.set_exception(WorkerDied())


def _pass_on(done: asyncio.Future[Any], to: asyncio.Future[Any]) -> None:
    """Tell what came of it, unless nobody waits any more."""
    if done.cancelled():
        to.cancel()
    elif (error := done.exception()) is not None:
        if not to.cancelled():
            to.set_exception(error)
    elif not to.cancelled():
        to.set_result(done.result())


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: who stops the server does not wait for who asks
        self._ending = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None

    def ask(self, seconds: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Called in a thread; waits for those who asked before, and for the answer."""
        with self._lock:
            pipe = self._started()
            try:
                pipe.send((work, args))
                is_done = pipe.poll(seconds)
                ok, result = pipe.recv() if is_done else (False, TookTooLong())
            except (OSError, EOFError) as error:
                self._kill()
                raise WorkerDied from error
            if not is_done:
                self._kill()
        if not ok:
            raise result
        return result

    @property
    def started(self) -> bool:
        return self._process is not None

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
            self._wait_until_ready(self._pipe)
        return self._pipe

    def _wait_until_ready(self, pipe: Connection[Any, Any]) -> None:
        """The start of a process is not the work of who asked first, however busy the machine is."""
        try:
            is_ready = pipe.poll(START_SECONDS) and pipe.recv() == READY
        except (OSError, EOFError):
            is_ready = False
        if not is_ready:
            self._kill()
            raise WorkerDied

    def _kill(self) -> None:
        """Whoever comes first ends the process and closes its pipe: closed twice, the number of the pipe could be that
        of another file by then."""
        with self._ending:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join(1.0)
        if pipe is not None:
            pipe.close()


def _work(pipe: Connection[Any, Any]) -> None:
    """The worker: one question after another, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    with suppress(OSError):
        pipe.send(READY)
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
