"""Plain blunders of a computer player of Norway, counted over a series of games against itself.

python bench/norway_blunders.py [GAMES] [--player captain] [--option rules=advanced] [--seed 1]

A point city is *left open* when a country ends its own turn with nobody of its side in a city that its battalions stood
in when the turn began, and enemies stand next to it; *lost* when they are in it when the country's turn comes again.
It is *the last* when Germany holds the five others (of a German city: when the German deck can run out in one more
turn). A *shuttle* is a battalion that marches from A to B in one turn and back to A in the next, with no battle.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from typing import Any

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Setup
from feltherre.core.table import Table
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.countries import COUNTRIES, GERMANY
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import NorwayState, enemies, enemy_held, side
from feltherre.lab.runner import Seated, Task, key_of, seat_players
from feltherre.players.listed import seats_for

#: a march of a turn: from, to -> battalions
Marches = Counter[tuple[str, str]]


def held(state: NorwayState, countries: tuple[int, ...], area: int) -> int:
    return sum(state.battalions[country * board.AREA_COUNT + area] for country in countries)


def open_to(state: NorwayState, country: int, area: int) -> bool:
    """Whether a battalion of the enemies stands next to an area."""
    return any(held(state, tuple(enemies(country)), other) for other in board.NEIGHBOURS[area])


class Watch:
    """What is seen of one game, turn by turn."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.landings: list[str] = []
        self.turn: tuple[int, int] = (0, -1)
        #: cities that the country in turn stood in when its turn began
        self.garrisons: list[int] = []
        self.sent_home = False
        #: by country: the marches of its turn before, and of this one
        self.before: list[Marches] = [Counter() for _ in COUNTRIES]
        self.now: Marches = Counter()
        #: (country, city, whether it is the last) left open and not yet told lost or not
        self.left: list[tuple[int, int, bool]] = []

    def acts(self, state: NorwayState, action: Any) -> None:
        """Before an action is carried out."""
        if (state.round, state.country) != self.turn:
            self.begins(state)
        if isinstance(action, actions.Move) and not enemy_held(state, state.country, board.INDEX[action.target]):
            self.now[action.origin, action.target] += action.count
        if isinstance(action, actions.FirstLanding):
            self.landings = sorted((action.first, action.second))
        self.sent_home |= isinstance(action, actions.Withdraw)

    def begins(self, state: NorwayState) -> None:
        country = state.country
        self.turn = state.round, country
        for who, city, last in [one for one in self.left if one[0] == country]:
            self.left.remove((who, city, last))
            self.settle(state, who, city, last)
        self.garrisons = [city for city in board.POINT_CITY if held(state, (country,), city)]
        self.now, self.sent_home = Counter(), False

    def settle(self, state: NorwayState, country: int, city: int, last: bool) -> None:
        """Whether what was left open is lost now."""
        if held(state, tuple(enemies(country)), city):
            self.counts[f"{COUNTRIES[country]}: lost"] += 1
            self.counts[f"{COUNTRIES[country]}: lost the last"] += last

    def follows(self, state: NorwayState) -> None:
        """After an action: a turn may have ended, and the game."""
        over = state.result is not None
        if (state.round, state.country) == self.turn and not over:
            return
        country = self.turn[1]
        if country >= 0 and state.round:
            self.ends(state, country)
        if over:
            for left in self.left:
                self.settle(state, *left)
            self.counts["games lost by Germany"] += "germany" not in state.result.winners  # type: ignore[union-attr]
        self.turn = (0, -1)

    def ends(self, state: NorwayState, country: int) -> None:
        name = COUNTRIES[country]
        self.counts[f"{name}: turns"] += 1
        for city in self.garrisons:
            if held(state, tuple(side(country)), city) or held(state, tuple(enemies(country)), city):
                continue
            if self.sent_home:
                self.counts[f"{name}: sent home from a city"] += 1
            elif open_to(state, country, city):
                last = is_last(state, country, city)
                self.counts[f"{name}: left open"] += 1
                self.counts[f"{name}: left open the last"] += last
                self.left.append((country, city, last))
        back = self.before[country]
        self.counts[f"{name}: shuttles"] += sum(min(n, back[there, here]) for (here, there), n in self.now.items())
        self.counts[f"{name}: marches"] += self.now.total()
        self.before[country] = self.now


def is_last(state: NorwayState, country: int, city: int) -> bool:
    if country == GERMANY:
        return sum(state.deck[card] for card in cards.OF_COUNTRY[GERMANY]) <= 2 * cards.HAND_LIMIT[GERMANY]
    return all(held(state, (GERMANY,), other) for other in board.POINT_CITY if other != city)


def watch(task: Task) -> tuple[Watch, float, int]:
    """A game played to its end: what was seen, the seconds of the processor its answers took, and how many they are."""
    seated: dict[str, Seated] = seat_players(GAME, task)
    table = engine.begin(GAME, task.setup, KeyedStream(key_of(task)))
    state, stream, seen = table.state, table.stream, Watch()
    seconds, number = 0.0, 0
    while decisions := engine.open_decisions(GAME, state):
        answered = {sealed.role for sealed in state.sealed}
        role = next(decision.role for decision in decisions if decision.role not in answered)
        start = time.process_time()
        action = seated[role].answer(GAME, state, role)
        seconds += time.process_time() - start
        number += 1
        seen.acts(state, action)
        engine.carry_out(Table(GAME, state, stream, number, quiet=True), decisions, role, action)
        seen.follows(state)
    return seen, seconds, number


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=40)
    parser.add_argument("--player", default="captain")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE of the game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    options = dict(option.split("=", 1) for option in given.option)
    players = (given.player,) * len(COUNTRIES)
    setup = Setup(seats_for(GAME, players), options)
    counts, with_it, landings, pairs = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    seconds, answers = 0.0, 0
    for number in range(given.games):
        seen, spent, asked = watch(Task("norway", setup, players, given.seed, number))
        counts += seen.counts
        with_it.update(key for key, n in seen.counts.items() if n)
        landings.update(seen.landings)
        pairs[" + ".join(seen.landings)] += 1
        seconds, answers = seconds + spent, answers + asked
    facts = {
        "bench": "norway_blunders",
        "player": given.player,
        "games": given.games,
        "options": options,
        "times": dict(sorted(counts.items())),
        "games_with": {key: n for key, n in sorted(with_it.items()) if "left" in key or "lost" in key},
        "first_landings": dict(landings.most_common()),
        "pairs_of_landings": dict(pairs.most_common()),
        "ms_an_answer": round(1000 * seconds / max(1, answers), 2),
        "seconds_a_game": round(seconds / max(1, given.games), 3),
    }
    print(json.dumps(facts, ensure_ascii=False))


if __name__ == "__main__":
    main()
