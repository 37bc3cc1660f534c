"""Beginning a game, going on with a saved one, going on with the last one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from feltherre.cli.play.beside import take_along
from feltherre.cli.play.reading import Reader
from feltherre.cli.play.session import Session
from feltherre.cli.play.store import Journal, Saved, new_path, read_saved, unfinished
from feltherre.cli.words import words
from feltherre.core.dice import key_of_seed
from feltherre.core.errors import BadInput
from feltherre.core.game import Game, Setup
from feltherre.core.match import Match
from feltherre.core.record import write_line
from feltherre.core.registry import book_ids
from feltherre.core.replay import resume
from feltherre.core.seats import RulesAccepted
from feltherre.core.text import say

Opened = tuple[Session, Journal]


def new_game(
    game: Game[Any], setup: Setup, computers: dict[str, str], seed: int | None = None, save: Path | None = None
) -> Opened:
    """A new game; with a seed its dice and cards are always the same."""
    game.check_setup(setup)
    now = datetime.now()
    key = key_of_seed(seed)
    journal = Journal.begun(save or new_path(game.id, now), key)
    made = now.isoformat(timespec="seconds")
    session = Session(Match(game, setup, key=key, made=made, journal=journal.add))
    session.begin(computers)
    return session, journal


def loaded_game(saved: Saved, reader: Reader, save: Path | None = None) -> Opened:
    """Go on from a saved game, in a new file: the saved one stays as it is."""
    match = _resumed(saved)
    journal = Journal.begun(save or new_path(saved.header.game, datetime.now()), saved.key, match.data())
    match.journal = journal.add
    take_along(saved.path, journal.path)
    _accept_rules(match, reader)
    return Session(match), journal


def resumed_game(saved: Saved, reader: Reader) -> Opened:
    """Go on with a game in its own file."""
    journal = Journal.reopened(saved)
    match = _resumed(saved)
    for line in match.lines[len(saved.lines) :]:  # a takeback that was granted just before the game stopped
        journal.add(write_line(line) + b"\n")
    match.journal = journal.add
    _accept_rules(match, reader)
    return Session(match), journal


def _resumed(saved: Saved) -> Match[Any]:
    return resume(saved.lines, saved.key)


def _accept_rules(match: Match[Any], reader: Reader) -> None:
    """A game begun under other rules goes on if everybody at the table agrees."""
    if not match.to_accept:
        return
    if not reader.yes(words("play.rules-changed", rules=match.game.rules_version), default=False):
        raise BadInput(say("cli.play.rules-refused"))
    for seat in sorted(match.to_accept):
        match.seat_act(seat, RulesAccepted(match.game.rules_version))


def last_unfinished(game_id: str) -> Saved | None:
    """The game played last, of one kind or (with no id) of any."""
    paths = [path for name in ([game_id] if game_id else book_ids()) for path in unfinished(name)]
    return read_saved(max(paths, key=lambda path: path.stat().st_mtime)) if paths else None
