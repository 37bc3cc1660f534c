"""The second list: what computer players choose from given seeds, as digests of ten answers each.

The records of the bank do not depend on it. It may change only in a commit that says so.
"""

from __future__ import annotations

import hashlib
from itertools import islice
from pathlib import Path

import msgspec

from feltherre.core.match import Match
from feltherre.core.registry import get_game
from feltherre.core.space import DiceSpace
from feltherre.lab.runner import key_of, seat_players
from kept_games.games import BANK, GAMES, Banked

FILE = BANK / "choices.json"
#: how many answers of a game are listed, and how many of each in one digest; whole turns are few and dear
MOST, EACH = 120, 10
MOST_WHOLE_TURNS, EACH_WHOLE_TURNS = 8, 2


def listed() -> list[Banked]:
    """The games whose answers are listed: those without people beside the computer players."""
    return [one for one in GAMES if not (one.gate or one.clocks or one.dice == "typed")]


def chosen(banked: Banked) -> list[str]:
    """A digest for each few answers, in order, from the beginning of the game."""
    task = banked.task
    game = get_game(task.game)
    most, each = (MOST_WHOLE_TURNS, EACH_WHOLE_TURNS) if game.whole_turns else (MOST, EACH)
    match, seated = Match(game, task.setup, key=key_of(task)), seat_players(game, task)
    texts: list[str] = []
    while len(texts) < most and not match.over:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = next(one for one in match.decisions() if one.role not in answered)
        assert not isinstance(decision.space, DiceSpace)
        action = seated[decision.role].answer(game, match.state, decision.role)
        texts.append(f"{decision.role}: {game.notation.write(action)}")
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)
    rest = iter(texts)
    return [digest(some) for some in iter(lambda: list(islice(rest, each)), [])]


def digest(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


def kept(file: Path = FILE) -> dict[str, list[str]]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, list[str]]) if file.exists() else {}


def keep(found: dict[str, list[str]], file: Path = FILE) -> None:
    lines = [f' "{name}": {msgspec.json.encode(digests).decode()}' for name, digests in sorted(found.items())]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
