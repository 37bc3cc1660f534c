"""The same series on a Ray cluster. Ray is an optional extra: nothing else in the house needs it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.lab.runner import Played, Task, play
from feltherre.lab.series import Watch


def play_on_ray(todo: list[Task], watch: Watch = lambda played: None) -> list[Played]:
    """Play all games on the cluster that Ray finds (or starts on this machine), and give them in their order.

    The machines of the cluster need the same version of feltherre; records are written where they are played.
    """
    if find_spec("ray") is None:
        raise BadInput(say("cli.bad.no-ray"))
    ray: Any = import_module("ray")
    ray.init(ignore_reinit_error=True, log_to_driver=False)
    remote: Any = ray.remote(play)
    waiting = [remote.remote(task) for task in todo]
    played: list[Played] = []
    while waiting:
        ready, waiting = ray.wait(waiting)
        for game in ray.get(ready):
            watch(game)
            played.append(game)
    return sorted(played, key=lambda game: game.number)
