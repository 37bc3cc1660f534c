"""What somebody reads before he takes a seat: the game, his side, who invites him, and how it is played."""

from __future__ import annotations

from typing import Any

import msgspec

from feltherre.core import introduction
from feltherre.core.agenda import UMPIRE
from feltherre.core.game import Game, Setup
from feltherre.core.record import Header
from feltherre.core.registry import get_game
from feltherre.core.text import Text
from feltherre.server.forms import ChoiceMade, Invited
from feltherre.server.glance import read_glance
from feltherre.server.store import StoredToken, Summary
from feltherre.server.watching import LATE, TableInfo


def invited(summary: Summary, invitation: StoredToken) -> Invited:
    """The game of an invitation, in words. Nothing in it that a player does not know who sits there."""
    setup = msgspec.json.decode(summary.header, type=Header).setup
    game, table = get_game(summary.game), msgspec.json.decode(summary.table, type=TableInfo)
    glance = read_glance(summary.glance)
    roles = next((seat.roles for seat in setup.seats if seat.name == invitation.seat), (UMPIRE,))
    return Invited(
        match=summary.id,
        game=game.id,
        title=introduction.title_of(game),
        about=introduction.about(game),
        facts=introduction.facts(game),
        seat=invitation.seat,
        roles=roles,
        role_names={} if glance is None else glance.role_names,
        inviter=table.maker,
        seats=() if glance is None else glance.seats,
        scenario=_scenario(game, setup),
        choices=_choices(game, setup),
        clocks=game.about_clocks() if setup.clocks is True else None,
        pace=table.pace,
        dice=setup.dice,
        umpire=setup.umpire,
        spectators=table.spectators,
        watched=table.watched,
        turns_late=table.turns_late if table.watched == LATE else 0,
    )


def _scenario(game: Game[Any], setup: Setup) -> Text | None:
    return introduction.scenario_name(game, setup.scenario) if setup.scenario else None


def _choices(game: Game[Any], setup: Setup) -> tuple[ChoiceMade, ...]:
    """The options that mean something in this game, in words."""
    values = {option.name: game.option(setup, option.name) for option in game.options}
    return tuple(
        ChoiceMade(
            introduction.option_label(game, option),
            introduction.value_label(game, option, values[option.name]),
            usual=values[option.name] == option.default,
        )
        for option in game.options
        if all(values[other] == value for other, value in option.needs.items())
    )
