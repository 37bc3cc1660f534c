"""A game at a glance: what the list of one's own games says of it. Of a game that nobody has open the store keeps it,
noted down when the last page is closed, so that a list of many games plays none of them again. It holds only what every
seat knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from feltherre.core.match import Match
from feltherre.core.space import Decision
from feltherre.core.text import Text
from feltherre.server.asking import asked_of
from feltherre.server.numbering import sealed_in


class Sitting(Struct, frozen=True):
    """A seat: its roles, the computer player that holds it, or what the person is called who last had it open."""

    name: str
    roles: tuple[str, ...]
    player: str = ""
    called: str = ""


class Glance(Struct, frozen=True):
    """`lines`: how many the record had; what came later is not known here."""

    lines: int
    turn: Text
    asked: tuple[str, ...]
    seats: tuple[Sitting, ...]
    role_names: dict[str, Text]

    @property
    def called(self) -> dict[str, str]:
        return {seat.name: seat.called for seat in self.seats if seat.called}


def glance_of(match: Match[Any], decisions: Sequence[Decision[Any]], called: Mapping[str, str]) -> Glance:
    """`decisions`: those that are open; `called`: the names of people, by seat."""
    game, state = match.game, match.state
    sealed = sealed_in(state)
    asked = dict.fromkeys(asked_of(match, decision) for decision in decisions if decision.role not in sealed)
    seats = tuple(
        Sitting(seat.name, seat.roles, match.players.get(seat.name, ""), called.get(seat.name, ""))
        for seat in game.seated(state, match.setup.seats)
    )
    names = {role: game.role_name(role) for seat in seats for role in seat.roles}
    return Glance(match.next_line, game.scene(state, ()).status.turn, tuple(asked), seats, names)


def write_glance(glance: Glance) -> bytes:
    return msgspec.json.encode(glance)


def read_glance(data: bytes) -> Glance | None:
    """What the store keeps; None of a game of earlier software that has not been open since."""
    return msgspec.json.decode(data, type=Glance) if data else None
