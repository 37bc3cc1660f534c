"""Series of games between computer players, through `feltherre simulate`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from full_numbers.kept import once
from full_numbers.row import Row

FELTHERRE = Path(sys.executable).parent / "feltherre"


@dataclass(frozen=True)
class Contest:
    """`player` on each side in turn against `against`, and the share of the games it must win on both sides."""

    player: str
    against: str
    games: int
    share: float


@dataclass(frozen=True)
class Plan:
    """The series of a game: its two sides, how often captain plays against itself, and against whom else."""

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    mirror: int
    contests: tuple[Contest, ...]


MIRRORED = "captain"
#: "nearly always" is taken as 19 games of 20
PLANS = {
    "norway": Plan(
        (("germany",), ("norway", "allies")),
        100,
        (Contest("captain", "greedy", 200, 0.60), Contest("captain", "random", 200, 0.95)),
    ),
    "winterwar": Plan(
        (("finland",), ("soviet",)),
        100,
        (Contest("captain", "greedy", 200, 0.60), Contest("captain", "random", 40, 0.95)),
    ),
    "normandy": Plan(
        (("allied",), ("german",)),
        100,
        (Contest("captain", "greedy", 200, 0.60), Contest("captain", "random", 40, 0.95)),
    ),
}
#: `tools/battles.py` plays the battles of these games, which take long
ELSEWHERE = ("civilwar",)


def rows(game: str, jobs: int, records: Path, shorter: int = 1) -> Iterator[Row]:
    """All series of a game, each so many times shorter than asked (to try the tool)."""
    if game in ELSEWHERE:
        print(f"   {game}: see tools/battles.py", flush=True)
        return
    if entry_of(game).get("in_making"):
        print(f"   {game}: in the making", flush=True)
        return
    plan = PLANS.get(game)
    if plan is None or MIRRORED not in players_of(game):
        yield Row(f"{game}: {MIRRORED} plays it", "yes", "no", False)
        return
    yield from _mirror(game, plan.sides, MIRRORED, plan.mirror // shorter, 1, jobs, records)
    for contest in plan.contests:
        for side in plan.sides:
            yield _contest(game, plan.sides, side, contest, max(1, contest.games // shorter), jobs, records)


def players_of(game: str) -> list[str]:
    return list(entry_of(game).get("players", ()))


def entry_of(game: str) -> dict[str, Any]:
    """What `feltherre games` says of it."""
    games = json.loads(_output("games", "--json"))
    return next((entry for entry in games if entry["id"] == game), {})


def games() -> list[str]:
    return [str(entry["id"]) for entry in json.loads(_output("games", "--json"))]


def _mirror(
    game: str, sides: tuple[tuple[str, ...], ...], player: str, games: int, wins: int, jobs: int, records: Path
) -> Iterator[Row]:
    roles = [role for side in sides for role in side]
    played = simulate(game, dict.fromkeys(roles, player), games, jobs, records)
    for side in sides:
        won = sum(one["winner"] == "+".join(side) for one in played["games"])
        what = f"{game}: {player} against itself, {games} games, won by {'+'.join(side)}"
        yield Row(what, f"at least {wins}", str(won), won >= wins)
    unfinished = played["totals"]["unfinished"]
    yield Row(f"{game}: {player} against itself, games that did not end", "none", str(unfinished), unfinished == 0)


def _contest(
    game: str,
    sides: tuple[tuple[str, ...], ...],
    side: tuple[str, ...],
    contest: Contest,
    games: int,
    jobs: int,
    records: Path,
) -> Row:
    seated = {role: contest.player if own is side else contest.against for own in sides for role in own}
    played = simulate(game, seated, games, jobs, records)
    won = sum(one["winner"] == "+".join(side) for one in played["games"])
    low, high = played["totals"]["winners"].get("+".join(side), {"interval": (0.0, 0.0)})["interval"]
    what = f"{game}: {contest.player} as {'+'.join(side)} against {contest.against}, {games} games"
    measured = f"{won / games:.1%} ({low:.1%} - {high:.1%})"
    return Row(what, f"at least {contest.share:.0%}", measured, won >= contest.share * games)


def simulate(game: str, players: dict[str, str], games: int, jobs: int, records: Path) -> dict[str, Any]:
    """`feltherre simulate`, with a player for each role in the order of the game's roles; the records are kept."""
    entry = next(entry for entry in json.loads(_output("games", "--json")) if entry["id"] == game)
    names = ",".join(players[role] for role in entry["roles"])
    print(f"   {game}: {names}, {games} games", flush=True)
    words = ["simulate", game, "--players", names, "--games", str(games), "--seed", "1", "--json", "--jobs", str(jobs)]
    name = f"{game} {names} {games} games"
    kept = once(records, name, lambda: _output(*words, "--records", str(records / game / names.replace(",", "-"))))
    told: dict[str, Any] = json.loads(kept)
    return told


def _output(*words: str) -> str:
    done = subprocess.run([FELTHERRE, *words], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"`feltherre {' '.join(words)}` failed (exit {done.returncode})")
    return done.stdout
