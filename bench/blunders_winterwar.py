"""The plain blunders of the Winter War's computer players, counted over a series of games.

python bench/blunders_winterwar.py [FINLAND SOVIET [GAMES [SEED]]]     captain captain 10 1
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Any

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.winterwar import board, maps, movement, units
from feltherre.games.winterwar.actions import Fly
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.players.field import Field, attack_of
from feltherre.games.winterwar.state import DEFENDS, WinterWarState
from feltherre.games.winterwar.units import FINLAND, ROLES, SOVIET
from feltherre.hexgame.actions import Attack, EndMovement, EndSetup
from feltherre.hexgame.counters import enemy_of
from feltherre.lab.statistics import wilson
from feltherre.players.player import Player, position_for

SETUP = Setup(tuple(Seat(role, (role,)) for role in ROLES))
ARMOUR = tuple(unit for unit in units.GROUND_UNITS[SOVIET] if units.IS_ARMOUR[unit])
ISTHMUS = frozenset(board.ZONES["FI-ISTHMUS"])


class Blunders:
    """What is counted, over all games."""

    def __init__(self) -> None:
        self.won: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.ahead: list[float] = []
        #: Soviet units cut off at their first check; side -> units cut off at each of its later checks
        self.cut_at_first: list[int] = []
        self.cut_later: dict[str, list[int]] = {role: [] for role in ROLES}
        #: mean distance of Soviet armour from the nearest Finnish ground unit: set up, and after the first movement
        self.armour: dict[str, list[float]] = defaultdict(list)
        self.attacks: dict[str, Counter[str]] = {role: Counter() for role in ROLES}
        self.flights: dict[str, Counter[str]] = {role: Counter() for role in ROLES}
        #: turn -> Finnish ground units on the Isthmus after the Finnish movement, and what they attack with
        self.isthmus: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.setups: dict[str, set[tuple[int, ...]]] = {role: set() for role in ROLES}
        self.openings: dict[str, set[tuple[int, ...]]] = {role: set() for role in ROLES}
        self.seconds: dict[str, float] = defaultdict(float)
        self.answers: Counter[str] = Counter()

    def play(self, makers: Sequence[Callable[[], Player]], seed: int) -> None:
        """One game, and everything in it counted."""
        players = {role: make() for role, make in zip(ROLES, makers, strict=True)}
        rng, stream, checked = Random(seed), KeyedStream(seed.to_bytes(32, "big")), (0, 0)
        state: WinterWarState = engine.begin(GAME, SETUP, stream).state
        while decisions := engine.open_decisions(GAME, state):
            role = decisions[0].role
            if state.turn and (state.turn, state.side) != checked:
                checked = state.turn, state.side
                self._supply_checked(state)
            began = time.process_time()
            chosen = players[role].choose(position_for(GAME, state, (role,), role, rng))
            self.seconds[role] += time.process_time() - began
            self.answers[role] += 1
            self._look_at(state, role, chosen.action)
            engine.carry_out(Table(GAME, state, stream, quiet=True), decisions, role, chosen.action)
        assert state.result is not None
        self.won["".join(state.result.winners) or "drawn"] += 1
        self.reasons[state.result.reason] += 1
        self.ahead.append(state.result.score / 4)

    def _supply_checked(self, state: WinterWarState) -> None:
        cut = sum(state.cut_off[unit] for unit in units.OF_SIDE[state.side])
        if state.turn > 1:
            self.cut_later[ROLES[state.side]].append(cut)
        elif state.side == SOVIET:
            self.cut_at_first.append(cut)

    def _look_at(self, state: WinterWarState, role: str, action: Any) -> None:
        if isinstance(action, EndSetup):
            self.setups[role].add(_standing(state, ROLES.index(role)))
            if role == "soviet":
                self.armour["set_up"].append(_to_the_front(state))
        elif isinstance(action, Attack):
            self._attack(state, role, action)
        elif isinstance(action, Fly):
            defends = maps.has_own(state, board.hex_of(action.hex), state.side)
            self.flights[role]["in defence" if defends else "to attack"] += 1
        elif isinstance(action, EndMovement):
            self._movement_over(state, role)

    def _attack(self, state: WinterWarState, role: str, action: Attack) -> None:
        hex_, field = board.hex_of(action.hex), Field(state)
        those = [units.INDEX[name] for name in action.units]
        attack = sum(units.GROUND_SUPPORT[one] if units.IS_AIR[one] else attack_of(state, one) for one in those)
        defence = field.defence(field.stack(enemy_of(state.side), hex_), hex_)
        self.attacks[role].update(made=1, below_1_1=attack < defence)

    def _movement_over(self, state: WinterWarState, role: str) -> None:
        own = {state.places[unit] for unit in units.GROUND_UNITS[state.side]}
        idle = sum(not own.isdisjoint(movement.missions(state, unit)) for unit in movement.flyers(state))
        flown = sum(state.flown[unit] == DEFENDS for unit in units.AIR_UNITS[state.side])
        self.flights[role]["could have been in defence"] += idle + flown
        if state.turn == 1:
            self.openings[role].add(_standing(state, state.side))
            if role == "soviet":
                self.armour["turn_1_moved"].append(_to_the_front(state))
        if role == "finland":
            there = [unit for unit in units.GROUND_UNITS[FINLAND] if state.places[unit] in ISTHMUS]
            self.isthmus[state.turn].append((len(there), sum(attack_of(state, unit) for unit in there)))

    def figures(self) -> dict[str, Any]:
        games = len(self.ahead)
        low, high = wilson(self.won["finland"], games)
        return {
            "games": games,
            "won": dict(self.won),
            "finland_won_95": [round(100 * low, 1), round(100 * high, 1)],
            "ended": dict(self.reasons),
            "finland_ahead_points": round(mean(self.ahead), 1),
            "soviet_cut_off_at_first_check": dict(sorted(Counter(self.cut_at_first).items())),
            "cut_off_at_later_checks": {role: round(mean(cut), 2) for role, cut in self.cut_later.items()},
            "armour_from_the_front": {when: round(mean(found), 2) for when, found in self.armour.items()},
            "attacks": {role: dict(found) for role, found in self.attacks.items()},
            "flights": {role: dict(found) for role, found in self.flights.items()},
            "finns_on_the_isthmus": {
                turn: [round(mean(number), 1) for number in zip(*found, strict=True)]
                for turn, found in sorted(self.isthmus.items())
            },
            "different_set_ups": {role: len(found) for role, found in self.setups.items()},
            "different_first_turns": {role: len(found) for role, found in self.openings.items()},
            "ms_an_answer": {role: round(1000 * self.seconds[role] / self.answers[role], 2) for role in ROLES},
            "s_a_game": {role: round(self.seconds[role] / games, 3) for role in ROLES},
        }


def _standing(state: WinterWarState, side: int) -> tuple[int, ...]:
    return tuple(state.places[unit] for unit in units.OF_SIDE[side])


def _to_the_front(state: WinterWarState) -> float:
    """The mean distance of Soviet armour from the nearest Finnish ground unit, in hexes."""
    finns = [state.places[unit] for unit in units.GROUND_UNITS[FINLAND] if state.places[unit] >= 0]
    armour = [state.places[unit] for unit in ARMOUR if state.places[unit] >= 0]
    return mean(min(board.GRID.distance(here, there) for there in finns) for here in armour)


def main() -> None:
    names = sys.argv[1:3] or ["captain", "captain"]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    blunders = Blunders()
    for seed in range(first, first + games):
        blunders.play([GAME.players[name] for name in names], seed)
    print(json.dumps({"bench": "blunders_winterwar", "players": names, **blunders.figures()}))


if __name__ == "__main__":
    main()
