"""Many whole battles of the Civil War: they end, keep the invariants after every answer, and their records verify.

    python tools/battles.py [--random 100] [--captain 30] [--scenario kernstown] [--jobs 2] [--seed 1]

A game whose answers are whole turns takes long; so these numbers have a command of their own beside `make test-all`.
Ends with 1 if any battle falls short.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from random import Random

from full_numbers.row import Row, none, table

from feltherre.core.catalogue import render
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.record import BadRecord
from feltherre.core.replay import verify
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import CivilWarState
from feltherre.lab.runner import winner_of
from feltherre.lab.series import follow_the_parent
from feltherre.players.listed import make_player
from feltherre.players.player import position_for


@dataclass(frozen=True)
class Battle:
    scenario: str
    player: str
    seed: int


@dataclass(frozen=True)
class Fought:
    battle: Battle
    faults: tuple[str, ...]
    winner: str
    turns: int


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--random", type=int, default=100, help="battles of random players in each scenario")
    parser.add_argument("--captain", type=int, default=30, help="battles of captains in each scenario")
    parser.add_argument("--scenario", choices=GAME.scenarios, action="append", help="only this one; may be repeated")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes work beside each other")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    given = parser.parse_args()
    started = time.monotonic()
    rows = []
    for scenario in given.scenario or GAME.scenarios:
        for player, number in (("random", given.random), ("captain", given.captain)):
            battles = [Battle(scenario, player, given.seed + place) for place in range(number)]
            if battles:
                rows.append(row(scenario, player, fight_all(battles, given.jobs)))
    short = [one for one in rows if not one.ok]
    print(f"\n{table(rows)}\n\n{len(short)} of {len(rows)} fall short, in {time.monotonic() - started:.0f} s")
    return 1 if short else 0


def fight_all(battles: list[Battle], jobs: int) -> list[Fought]:
    """All battles, with a line of how far it is."""
    fought = []
    with ProcessPoolExecutor(jobs, initializer=follow_the_parent) as pool:
        for done in as_completed([pool.submit(fight, battle) for battle in battles]):
            fought.append(done.result())
            print(
                f"\r   {battles[0].scenario}, {battles[0].player}: {len(fought)} of {len(battles)}", end="", flush=True
            )
    print(flush=True)
    return sorted(fought, key=lambda one: one.battle.seed)


def row(scenario: str, player: str, fought: list[Fought]) -> Row:
    judged = none(
        f"{scenario}: {len(fought)} battles of {player} players that do not end, break an invariant or do not verify",
        [f"seed {one.battle.seed}: {one.faults[0]}" for one in fought if one.faults],
    )
    won = ", ".join(f"{side} {number}" for side, number in sorted(Counter(one.winner for one in fought).items()))
    turns = sum(one.turns for one in fought) / len(fought)
    return Row(judged.what, judged.asked, f"{judged.measured} ({won}; {turns:.1f} turns)", judged.ok)


def fight(battle: Battle) -> Fought:
    match: Match[CivilWarState] = Match(
        GAME,
        Setup(tuple(Seat(role, (role,)) for role in GAME.roles), scenario=battle.scenario),
        key=battle.seed.to_bytes(32, "big"),
    )
    try:
        faults = [*play(match, battle), *check_record(match)]
    except Exception as error:  # one battle that breaks down is told; the others go on
        faults = [f"{type(error).__name__}: {error}"]
    return Fought(battle, tuple(faults), winner_of(match.state.result) or "nobody", match.state.turn)


def play(match: Match[CivilWarState], battle: Battle) -> list[str]:
    """Play to the end; what breaks an invariant on the way."""
    rng = Random(battle.seed)
    players = {role: make_player(GAME, battle.player) for role in GAME.roles}
    while not match.over:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = next(one for one in match.decisions() if one.role not in answered)
        position = position_for(GAME, match.state, (decision.role,), decision.role, rng)
        action = players[decision.role].choose(position).action
        match.act(decision.role, decision.role, decision.id, action)
        if broken := GAME.invariants(match.state):
            return [f"turn {match.state.turn}: {problem}" for problem in broken]
    match.end()
    return []


def check_record(match: Match[CivilWarState]) -> list[str]:
    """The record is replayed: the same states line by line, the same dice and the same result."""
    if not match.over:
        return []
    try:
        checked = verify(match.data())
    except BadRecord as complaint:
        return [render(complaint.reason)]
    whole = checked.finished and checked.dice_checked and checked.states_checked
    return [] if whole and checked.result == match.state.result else ["the record is not proven as a whole"]


if __name__ == "__main__":
    sys.exit(main())
