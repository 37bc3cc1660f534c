"""Which games the bank holds, and how one of them is played when it is put in."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from feltherre.core.agenda import UMPIRE
from feltherre.core.clock import TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.game import AnswerFor, HoldGate, Setup
from feltherre.core.match import Match
from feltherre.core.registry import get_game
from feltherre.core.space import Decision, DiceSpace
from feltherre.lab.runner import Seated, Task, key_of, seat_players
from feltherre.players.listed import seats_for

ROOT = Path(__file__).resolve().parents[2]
BANK = ROOT / "tests" / "bank"
#: the page whose first example is a scenario of somebody's own
SCENARIO_PAGE = ROOT / "docs" / "scenarios.md"

MOST_ACTS = 20_000
#: how often somebody takes an act back, the umpire answers for somebody, or a clock runs out: one act in so many
UNDO, ANSWER_FOR, TIME_UP = 12, 15, 40
#: the turn from which the time of a whole game may run out
LATE = 7


@dataclass(frozen=True)
class Banked:
    """One game of the bank: everything that it follows from."""

    name: str
    game: str
    player: str
    #: how many seats it is played on; 0: as the game is usually seated
    seats: int = 0
    options: tuple[tuple[str, str], ...] = ()
    scenario: str = ""
    #: an umpire holds the gate, and changes rulings at it
    gate: bool = False
    dice: str = "live"
    clocks: bool = False
    own_scenario: bool = False

    @property
    def file(self) -> Path:
        return BANK / f"{self.name}.jsonl.gz"

    @property
    def task(self) -> Task:
        setup = Setup((), dict(self.options), self.scenario, umpire=self.gate, dice=self.dice)
        if self.clocks:
            setup = replace(setup, clocks=True)
        if self.own_scenario:
            text = re.findall(r"```yaml\n(.*?)```", SCENARIO_PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
            setup = replace(setup, scenario=get_game(self.game).scenario_id(text), scenario_file=text)
        game = get_game(self.game)
        players = (self.player,) * (self.seats or len(game.seatings(setup)[0]))
        setup = replace(setup, seats=seats_for(game, players, setup))
        return Task(self.game, setup, players, seed_of(self.name), 1)


def seed_of(name: str) -> int:
    """A number of its own for each game of the bank."""
    return int.from_bytes(name.encode(), "big") % 1_000_003


def _civil_war() -> list[Banked]:
    several = (("commanders", "several"),)
    other_rules = (
        ("open_formations_have_flanks", "false"),
        ("melee_cover_reduces_losses", "false"),
        ("melee_units_fire", "true"),
        ("volley_sequence", "sheet"),
    )
    scenarios = get_game("civilwar").scenarios
    return [
        *(Banked(f"civilwar-{one}-random", "civilwar", "random", scenario=one) for one in scenarios),
        *(Banked(f"civilwar-{one}-captain", "civilwar", "captain", scenario=one) for one in scenarios),
        *(Banked(f"civilwar-{one}-gate", "civilwar", "random", scenario=one, gate=True) for one in scenarios[:2]),
        Banked("civilwar-captain-gate", "civilwar", "captain", scenario=scenarios[0], gate=True),
        *(Banked(f"civilwar-{one}-typed", "civilwar", "random", scenario=one, dice="typed") for one in scenarios[:2]),
        Banked("civilwar-several-random", "civilwar", "random", 0, several, scenarios[2]),
        Banked("civilwar-several-captain", "civilwar", "captain", 0, several, scenarios[2]),
        Banked("civilwar-other-rules", "civilwar", "captain", 0, other_rules, scenarios[0]),
        Banked("civilwar-own-random", "civilwar", "random", own_scenario=True),
        Banked("civilwar-own-captain", "civilwar", "captain", own_scenario=True),
    ]


def _norway() -> list[Banked]:
    found = []
    for rules, options in (("basic", ()), ("advanced", (("rules", "advanced"),))):
        found += [
            *(Banked(f"norway-{rules}-random-{n}", "norway", "random", n, options) for n in (2, 3)),
            *(Banked(f"norway-{rules}-captain-{n}", "norway", "captain", n, options) for n in (2, 3)),
            Banked(f"norway-{rules}-gate", "norway", "random", 3, options, gate=True),
            Banked(f"norway-{rules}-typed", "norway", "random", 2, options, dice="typed"),
        ]
    return found


def _winter_war() -> list[Banked]:
    by_die = (("sides", "by-die"),)
    return [
        *(Banked(f"winterwar-random-{n}", "winterwar", "random") for n in (1, 2)),
        *(Banked(f"winterwar-captain-{n}", "winterwar", "captain") for n in (1, 2)),
        Banked("winterwar-by-die", "winterwar", "random", 0, by_die),
        Banked("winterwar-variant-1", "winterwar", "random", 0, _other_rules("winterwar")),
        Banked("winterwar-gate", "winterwar", "random", gate=True),
        Banked("winterwar-typed", "winterwar", "random", dice="typed"),
        Banked("winterwar-clocks", "winterwar", "random", clocks=True),
    ]


def _normandy() -> list[Banked]:
    return [
        Banked("normandy-random", "normandy", "random"),
        Banked("normandy-captain", "normandy", "captain"),
        Banked("normandy-other-rules", "normandy", "random", 0, _other_rules("normandy")),
        Banked("normandy-gate", "normandy", "random", gate=True),
        Banked("normandy-typed", "normandy", "random", dice="typed"),
        Banked("normandy-clocks", "normandy", "random", 0, (("game_limit", "two-hours"),), clocks=True),
    ]


def _other_rules(game: str) -> tuple[tuple[str, str], ...]:
    """The options of the variant that differs in all that can differ."""
    return next(tuple(options.items()) for options in get_game(game).variants() if options)


GAMES = tuple(chain(_civil_war(), _norway(), _winter_war(), _normandy()))


def played(banked: Banked) -> bytes:
    """The record of the game, played now."""
    task = banked.task
    game = get_game(task.game)
    match = Match(game, task.setup, key=key_of(task))
    people = Random(f"{banked.name} people")
    seated = seat_players(game, task)
    if banked.gate:
        match.override(HoldGate(on=True), "to see every ruling")
    for _ in range(MOST_ACTS):
        if match.over:
            break
        _act(match, seated, people, banked)
    match.end()
    return match.data()


def _act(match: Match[Any], seated: dict[str, Seated], people: Random, banked: Banked) -> None:
    """One answer, and now and then what people do beside answering."""
    if banked.clocks and people.randrange(TIME_UP) == 0:
        running = [clock for clock in match.game.clocks(match.state) if clock.running]
        shortest = min(running, key=lambda clock: clock.seconds, default=None)
        # the clock of the whole game ends it: not before its last turns
        if shortest and (len(running) > 1 or match.game.turns(match.state) >= LATE):
            match.clock(TimeUp(shortest.name, shortest.role))
            return
    answered = {sealed.role for sealed in match.state.sealed}
    decision = next(one for one in match.decisions() if one.role not in answered)
    action = _answer(match, seated, people, decision)
    if banked.gate and decision.role != UMPIRE and people.randrange(ANSWER_FOR) == 0:
        match.override(AnswerFor(decision.role, action), "the umpire answers")
        return
    seat = match.seat_of(decision.role).name
    match.act(seat, decision.role, decision.id, action)
    if banked.player == "random" and people.randrange(UNDO) == 0:
        with suppress(Illegal):
            match.undo(seat)


def _answer(match: Match[Any], seated: dict[str, Seated], people: Random, decision: Decision[Any]) -> Any:
    """Dice that are typed in and the umpire's answers at his gate are people's; the rest is the computer player's."""
    if decision.role == UMPIRE or isinstance(decision.space, DiceSpace):
        return decision.space.sample(people)
    return seated[decision.role].answer(match.game, match.state, decision.role)
