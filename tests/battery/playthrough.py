"""Golden play-throughs: whole games told as text, kept in tests/golden/. A change of rules changes a story.

`tools/golden.py` writes them, `test_golden.py` compares them.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from battery import Way, new_match, setup_of, somewhere, ways
from feltherre.core import registry, replay, story
from feltherre.core.match import Match
from feltherre.core.record import read_lines
from feltherre.lab.runner import Task, play

GOLDEN = Path(__file__).parents[1] / "golden"
#: games at random for each seating
GAMES = 2
#: computer players of which a game is kept as well, where a game has them
PLAYERS = ("captain",)
#: how much of a long game is told: so many lines from its beginning, and its last ones
FIRST_LINES = 120
LAST_LINES = 10
HASH_EVERY = 10


class PlayThrough(Struct, frozen=True):
    """One game that is kept: played at random, or by a computer player."""

    way: Way
    player: str
    seed: int

    @property
    def name(self) -> str:
        by = "" if self.player == "random" else f"{self.player}-"
        return f"{self.way.name}-{by}{self.seed}"

    @property
    def file(self) -> Path:
        return GOLDEN / f"{self.name}.txt"

    def tell(self) -> str:
        match = self._at_random() if self.player == "random" else self._by_player()
        return "".join(f"{line}\n" for line in shortened(match))

    def _at_random(self) -> Match[Any]:
        match = somewhere(new_match(self.way, self.seed), Random(self.seed), 20_000)
        match.end()
        return match

    def _by_player(self) -> Match[Any]:
        setup = setup_of(self.way)
        with TemporaryDirectory() as directory:
            record = Path(directory) / "record.jsonl"
            play(Task(self.way.game, setup, (self.player,) * len(setup.seats), self.seed, 1, str(record)))
            return replay.look_at(read_lines(record.read_bytes()))


def play_throughs() -> list[PlayThrough]:
    """Every play-through there should be, for every game the battery runs over (Lanterns must be installed)."""
    return [kept for way in ways() for kept in _of_way(way)]


def _of_way(way: Way) -> Iterator[PlayThrough]:
    # the same seed would give the same game again to people who sit otherwise
    seeds = [way.seating * GAMES + number for number in range(1, GAMES + 1)]
    yield from (PlayThrough(way, "random", seed) for seed in seeds)
    players = registry.get_game(way.game).players
    yield from (PlayThrough(way, player, seeds[0]) for player in PLAYERS if player in players)


def shortened(match: Match[Any]) -> Iterator[str]:
    """The story of a match with the hash of the state after every tenth line; a long one without its middle."""
    last = len(match.lines) - LAST_LINES
    yield from story.opening(match)
    for line, told in story.told_lines(match, story.reader_of(match, None)):
        if FIRST_LINES < line.n < last:
            if line.n == FIRST_LINES + 1:
                yield f"      ... {last - line.n} lines ..."
            continue
        yield from told
        if line.n % HASH_EVERY == 0 or line.n == len(match.lines) - 1:
            yield f"      state {line.state}"
