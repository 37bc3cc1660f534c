"""Games are found by their entry points (`feltherre.games`), so that a club can add its own as a package of its own."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from feltherre.core.errors import BadInput
from feltherre.core.game import Game
from feltherre.core.text import say

GROUP = "feltherre.games"


def game_ids() -> list[str]:
    return sorted(point.name for point in entry_points(group=GROUP))


@cache
def get_game(game_id: str) -> Game[Any]:
    for point in entry_points(group=GROUP):
        if point.name == game_id:
            game = point.load()
            if not isinstance(game, Game) or game.id != game_id:
                raise BadInput(say("core.bad.entry-point", name=game_id, value=point.value))
            return game
    raise BadInput(say("core.bad.game", name=game_id, known=game_ids()))
