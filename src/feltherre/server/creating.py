"""Making a game: its match, its first lines, and the links and invitations to it."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.registry import get_game
from feltherre.core.seats import HandedOver, Standing
from feltherre.core.text import readable, say
from feltherre.players.listed import player_names
from feltherre.server.forms import Link, Made, NewMatch
from feltherre.server.glance import glance_of, write_glance
from feltherre.server.store import StoredGame, StoredToken
from feltherre.server.tokens import INVITATION, LINK, new_token, token_hash
from feltherre.server.watching import TableInfo

#: reaction windows in which a lone person could only pass are passed for him
PASS_IF_NOTHING = "pass-if-nothing"


class Creation:
    """A new game, the tokens to be stored with it, and what its maker is told."""

    def __init__(self, new: NewMatch) -> None:
        self.new = new
        self.id = secrets.token_hex(8)
        self.tokens: list[StoredToken] = []
        game = get_game(new.game)
        made_so = _set_up(game, new)
        game.check_choices(made_so)
        if new.clocks and new.pace:
            raise BadInput(say("server.bad.pace"))
        seats = _seats(game, new.seating, made_so)
        _check_computers(game, seats, new.computers)
        self.people = [seat for seat in seats if not new.computers.get(seat.name)]
        setup = replace(made_so, seats=seats, aids=self._aids())
        taken, name = self._taken(), readable(new.name.strip())
        made = datetime.now(UTC).isoformat(timespec="seconds")
        contributions = (new.contribution,) if new.contribution else ()
        self.match: Match[Any] = Match(game, setup, contributions=contributions, made=made)
        self._seat_players()
        self.stored = StoredGame(
            id=self.id,
            game=game.id,
            dice_key=self.match.key,
            made=made,
            table=msgspec.json.encode(
                TableInfo(new.spectators, new.watched, new.turns_late, pace=new.pace, maker=name)
            ),
            lines=tuple(self.match.data().splitlines(keepends=True)),
            glance=write_glance(glance_of(self.match, self.match.decisions(), {taken: name})),
        )
        self.answer = self._links(taken)

    def _aids(self) -> Literal["none", "noted"] | UnsetType:
        """The table rule of advice and odds: against computers only they are there and nobody need know; as soon as two
        people play, only if they are asked for, and then each use is noted."""
        between_people = len(self.people) > 1
        there = not between_people if self.new.aids is None else self.new.aids
        if not there:
            return "none"
        return "noted" if between_people else UNSET

    def _taken(self) -> str:
        """The seat that the maker takes."""
        new = self.new
        places = [seat.name for seat in self.people] + [UMPIRE] * new.umpire + [SPECTATOR] * new.spectators
        if not places:
            raise BadInput(say("server.bad.nobody"))
        if new.seat is None:
            return places[0]
        if new.seat not in places:
            raise BadInput(say("server.bad.seat", name=new.seat, known=places))
        return new.seat

    def _seat_players(self) -> None:
        """Write into the record who plays. Where one person plays against computers nobody watches the pauses he
        makes, so that windows in which he can only pass are passed for him."""
        for seat, player in self.new.computers.items():
            if player:
                self.match.seat_act(seat, HandedOver(player))
        if len(self.people) == 1 and len(self.match.setup.seats) > 1 and not self.new.umpire:
            for role in self.people[0].roles:
                self.match.seat_act(self.people[0].name, Standing(role, PASS_IF_NOTHING))
        self.match.snapshot()

    def _links(self, taken: str) -> Made:
        umpire = spectators = None
        if self.new.umpire and taken != UMPIRE:
            umpire = self._link(INVITATION, UMPIRE, (UMPIRE,))
        if self.new.spectators:
            spectators = self._link(LINK, SPECTATOR, ())
        roles = {seat.name: seat.roles for seat in self.people} | {UMPIRE: (UMPIRE,)}
        own = spectators if taken == SPECTATOR and spectators else self._link(LINK, taken, roles.get(taken, ()))
        invitations = [self._link(INVITATION, seat.name, seat.roles) for seat in self.people if seat.name != taken]
        return Made(self.id, own, invitations, umpire, spectators)

    def _link(self, kind: str, seat: str, roles: tuple[str, ...]) -> Link:
        token = new_token()
        self.tokens.append(StoredToken(token_hash(token), self.id, kind, seat))
        return Link(kind, self.id, seat, roles, token)


def _set_up(game: Game[Any], new: NewMatch) -> Setup:
    """What the form asks for, with nobody seated yet. A scenario file's id need not be told: the file says it."""
    scenario, file = new.scenario, new.scenario_file
    if file and not scenario:
        scenario = game.scenario_id(file)
    return Setup((), new.options, scenario, new.umpire, new.dice, new.clocks or UNSET, file or UNSET)


def _seats(game: Game[Any], seating: int, made_so: Setup) -> tuple[Seat, ...]:
    seatings = game.seatings(made_so)
    if seating >= len(seatings):
        raise BadInput(say("server.bad.seating", number=seating, most=len(seatings) - 1))
    return tuple(Seat("+".join(roles), roles) for roles in seatings[seating])


def _check_computers(game: Game[Any], seats: tuple[Seat, ...], computers: dict[str, str]) -> None:
    names, known = [seat.name for seat in seats], player_names(game)
    for seat, player in computers.items():
        if seat not in names:
            raise BadInput(say("server.bad.seat", name=seat, known=names))
        if player and player not in known:
            raise BadInput(say("server.bad.player", name=player, known=known))
