"""Which computer players there are for a game, and how players are seated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.catalogue import text_or
from feltherre.core.errors import BadInput
from feltherre.core.game import NOBODY_SEATED, Game, Seat, Setup
from feltherre.core.introduction import title_of
from feltherre.core.text import Text, say
from feltherre.players.player import Player
from feltherre.players.random_player import RandomPlayer

#: plays every game
RANDOM = RandomPlayer.name


def player_names(game: Game[Any]) -> list[str]:
    """The computer players of a game, the strongest first where the game lists them so; `random` is the last."""
    return [*(name for name in game.players if name != RANDOM), RANDOM]


def player_title(name: str) -> Text:
    """What people call a computer player, and how it plays; one of a game's own that has no such text, by its name."""
    return text_or(f"core.player.{name}", name)


def make_player(game: Game[Any], name: str) -> Player:
    """A new player; it may keep a plan, so every seat of every game has its own."""
    if name in game.players:
        player: Player = game.players[name]()
        return player
    if name == RANDOM:
        return RandomPlayer()
    raise BadInput(say("core.bad.player", name=name, game=title_of(game), known=player_names(game)))


def seats_for(game: Game[Any], players: Sequence[str], setup: Setup = NOBODY_SEATED) -> tuple[Seat, ...]:
    """A seat for each player, in the order of the game's roles: three players of Norway have a country each, of two the
    second has Norway and the Allies."""
    seatings = game.seatings(setup)
    for seating in seatings:
        if len(seating) == len(players):
            return tuple(Seat("+".join(roles), roles) for roles in seating)
    raise BadInput(
        say(
            "core.bad.number-of-players",
            game=title_of(game),
            n=len(players),
            seatings=[", ".join("+".join(roles) for roles in seating) for seating in seatings],
        )
    )
