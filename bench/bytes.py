"""Bytes that a page is sent after one act: the position with the game's view and its scene, with the scene alone, and
with the view alone, as it was before there were scenes.

    python bench/bytes.py [--acts 300]

Computer players play each game from its beginning; after every act the message to every seat is put together as the
server does (`position` of docs/wire.md, without the list of seats, which is the same in all three). Plain, and
compressed each by itself: the server sends WebSocket messages plain. Beside them the overlays of the position, for
which a page asks after each act only while one of them is laid. All figures are means, made in one run.
"""

from __future__ import annotations

import argparse
import gzip
import json
from random import Random
from typing import Any

import msgspec

from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.registry import get_game
from feltherre.players.listed import make_player
from feltherre.players.player import position_for
from feltherre.server.asking import Open
from feltherre.server.telling import heard, roles_of, sight_of

#: name -> game, options, scenario
PLAYED = {
    "norway": ("norway", {}, ""),
    "norway advanced": ("norway", {"rules": "advanced"}, ""),
    "winterwar": ("winterwar", {"setup": "historical"}, ""),
    "civilwar": ("civilwar", {}, "hokes-run"),
}
#: a whole turn of orders is one act
WHOLE_TURNS = 15


def new_match(game_id: str, options: dict[str, str], scenario: str) -> Match[Any]:
    game = get_game(game_id)
    roles = game.seatings(Setup((), options, scenario))[0]
    seats = tuple(Seat("+".join(held), held) for held in roles)
    return Match(game, Setup(seats, options, scenario), key=bytes(32))


def played(match: Match[Any], acts: int) -> Any:
    """The match after each of so many acts of the captains."""
    players = {role: make_player(match.game, "captain") for role in match.game.roles_in(match.setup)}
    rng = Random(1)
    while acts and not match.over:
        decision = match.unanswered()[0]
        role = decision.role
        action = players[role].choose(position_for(match.game, match.state, (role,), role, rng)).action
        match.act(match.seat_of(role).name, role, decision.id, action)
        acts -= 1
        yield match


def messages(match: Match[Any], seat: str) -> dict[str, bytes]:
    """The message to a seat's pages after the last line, in the three ways."""
    sight = sight_of(match, Open(match), seat, match.over)
    last = match.next_line - 1
    said: dict[str, Any] = {
        "type": "position",
        "line": last,
        "events": list(heard(match, seat, last)),
        "asked": sight.asked,
        "waiting": sight.waiting,
    }
    view: dict[str, Any] = {"view": match.game.view(match.state, roles_of(match, seat), all_seeing=match.over)}
    scene: dict[str, Any] = {"scene": sight.scene}
    ways = {"view and scene": view | scene, "scene alone": scene, "view alone": view}
    laid = match.game.overlays(match.state, roles_of(match, seat), "")
    return {way: msgspec.json.encode(said | drawn) for way, drawn in ways.items()} | {
        "overlays, while one is laid": msgspec.json.encode(laid)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--acts", type=int, default=300)
    acts = parser.parse_args().acts
    for name, (game, options, scenario) in PLAYED.items():
        match = new_match(game, options, scenario)
        sums: dict[str, float] = {}
        count = 0
        for now in played(match, min(acts, WHOLE_TURNS) if match.game.whole_turns else acts):
            for seat in now.setup.seats:
                count += 1
                for way, data in messages(now, seat.name).items():
                    sums[way] = sums.get(way, 0) + len(data)
                    sums[f"{way}, compressed"] = sums.get(f"{way}, compressed", 0) + len(gzip.compress(data, 6))
        figures = {way: round(total / count) for way, total in sums.items()}
        print(json.dumps({"bench": f"bytes after an act: {name}", "figures": figures, "messages": count}), flush=True)


if __name__ == "__main__":
    main()
