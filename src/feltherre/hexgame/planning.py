"""The plan of a movement phase: made on a copy of the state, counter by counter. First those who come together for
attacks, then the others, each to where it is worth most; then aircraft to where they add most."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from feltherre.core.text import Text
from feltherre.hexgame.actions import (
    Advance,
    Attack,
    DeployHistorically,
    EndCombat,
    EndSetup,
    FallBack,
    Place,
    Stand,
    TakeLosses,
)
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Field, Gathering, Weighed
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.theatre import S, Theatre
from feltherre.hexgame.weighing import Scores, best_part, total

#: an answer, and why
Order = tuple[Any, Text]


def content(state: HexGameState, *more: Sequence[int]) -> Hashable:
    """What a plan depends on: who is where, who has moved, who owns what, and what a title adds."""
    listed = (state.places, state.moved, state.owners, *more)
    return (state.turn, state.side, *map(tuple, listed))


class Strike(Weighed, Protocol):
    """An attack as a title's player weighs it."""

    @property
    def attack(self) -> int: ...

    @property
    def defence(self) -> int: ...


W = TypeVar("W", bound=Strike)


class Planning(Generic[S]):
    """`free`: the counters that may move; `content`: of a state, what a plan depends on; `least`: what a move must
    gain."""

    def __init__(
        self, field: Field[S], scores: Scores, free: Iterable[int], content: Callable[[S], Hashable], least: float
    ) -> None:
        self.field = field
        self.state = field.state
        self.side = field.state.side
        self.scores = scores
        self.free = list(free)
        self.least = least
        #: what is to be done in which position
        self.orders: dict[Hashable, Order] = {}
        self._content = content
        for unit in field.theatre.counters.ground_of_side[self.side]:
            if self.state.places[unit] >= 0 and unit not in self.free:
                scores.taken(unit, self.state.places[unit])

    def add(self, action: Any, why: Text) -> None:
        self.orders[self._content(self.state)] = (action, why)

    # coming together for attacks

    def concentrate(self, gathering: Gathering[S, W], least: float) -> None:
        """The best attack first, then what the others can still do."""
        found = {hex_: gathering.against(hex_) for hex_ in gathering.targets()}
        while found:
            hex_, best = max(found.items(), key=lambda item: item[1].gain if item[1] else -9.0)
            if best is None or best.gain <= least:
                return
            del found[hex_]
            self._gather(hex_, best.attack, best.stands, gathering.leaving)
            used = set(best.stands)
            gathering.free -= used
            gathering.fixed -= used
            for other, known in found.items():
                if known is not None and used & set(known.stands):
                    found[other] = gathering.against(other)

    def _gather(self, target: int, strike: W, stands: dict[int, int], leaving: Callable[[int, int], float]) -> None:
        """Those that stand there already stay, the others come if the way is still open."""
        odds, left = self.field.odds.heading(strike.attack, strike.defence), strike.gain
        for unit, hex_ in stands.items():
            if unit not in self.free:
                continue
            if hex_ == self.state.places[unit]:
                self.stay(unit)
            elif hex_ in self.field.ends(unit):
                # the more have gone, the more those that are left are missed
                cost = leaving(unit, hex_)
                if cost < left:
                    left -= cost
                    self.march(unit, hex_, self.field.theatre.words.why("concentrate", place=target, odds=odds))

    def leaving(self, most: float, unit: int, hex_: int) -> float:
        """What it costs to take a counter away from where it is, for where it goes; it may gain so much by it."""
        here = total(self.scores, unit, self.state.places[unit])
        return max(here - total(self.scores, unit, hex_), -most)

    # the others

    def in_order(self) -> list[int]:
        """Those in front first, so that the way is free and the rear knows what to guard."""
        enemies, grid = list(self.field.stacks[enemy_of(self.side)]), self.field.theatre.board.grid

        def distance(unit: int) -> tuple[int, int]:
            here = self.state.places[unit]
            return min((grid.distance(here, there) for there in enemies), default=0), unit

        return sorted(self.free, key=distance)

    def best_hex(self, unit: int) -> int:
        """The best hex it can reach; its own if no other is clearly better."""
        hex_ = self.state.places[unit]
        best = total(self.scores, unit, hex_) + self.least
        for there in self.field.ends(unit):
            value = total(self.scores, unit, there)
            if value > best:
                best, hex_ = value, there
        return hex_

    def send(self, unit: int) -> None:
        self.go(unit, self.best_hex(unit))

    def go(self, unit: int, hex_: int) -> None:
        here = self.state.places[unit]
        if hex_ == here:
            self.stay(unit)
        else:
            part = best_part(self.scores, unit, here, hex_)
            self.march(unit, hex_, self.field.theatre.words.why(f"move.{part}", place=hex_))

    def stay(self, unit: int) -> None:
        self.free.remove(unit)
        self.scores.taken(unit, self.state.places[unit])

    def march(self, unit: int, hex_: int, why: Text) -> None:
        action, board = self.field.march(unit, hex_), self.field.theatre.board
        self.add(action, why)
        for entered in board.hexes_of(action.path):
            self.field.take(entered, self.side)
        self.field.move(unit, hex_)
        self.state.moved[unit] = 1
        self.free.remove(unit)
        self.scores.taken(unit, hex_)


def sorties(
    able: Sequence[int],
    missions: Callable[[int], Iterable[int]],
    targets: Iterable[int],
    gain: Callable[[int, Sequence[int]], float],
    least: float,
    most: int,
    share: Callable[[int], float] = lambda hex_: 1.0,
) -> Iterator[tuple[int, int]]:
    """(air unit, hex): one after the other goes where it adds most, or up to `most` of them together where each adds
    most. `gain`: what an attack on a hex brings with these over it; `share`: how much counts of what is added there."""
    over: dict[int, list[int]] = {hex_: [] for hex_ in targets}
    gains = {hex_: gain(hex_, ()) for hex_ in over}
    reached, left = {unit: set(missions(unit)) for unit in able}, list(able)
    while left:
        options = [(0.0, 0, left[:1])]
        for hex_ in over:
            able_to = [unit for unit in left if hex_ in reached[unit]][:most] if hex_ in reached[left[0]] else []
            for n in range(1, len(able_to) + 1):
                added = (gain(hex_, [*over[hex_], *able_to[:n]]) - gains[hex_]) * share(hex_)
                options.append((added / n, -hex_, able_to[:n]))
        added, hex_, sent = max(options)
        if added > least:
            over[-hex_] += sent
            gains[-hex_] = gain(-hex_, over[-hex_])
            yield from ((unit, -hex_) for unit in sent)
        left = [unit for unit in left if unit not in sent]


class Answers(Generic[S]):
    """Answers that players of a title give in the same form, with their reasons."""

    def __init__(self, theatre: Theatre[S]) -> None:
        self.words = theatre.words
        self.counters = theatre.counters

    def named(self, chosen: Iterable[int]) -> tuple[str, ...]:
        return self.counters.ids_of(sorted(chosen))

    def set_up(self, is_historical: bool) -> Order:
        """As in history, and then that is all."""
        if is_historical:
            return EndSetup(), self.words.why("set-up")
        return DeployHistorically(), self.words.why("historical")

    def place(self, unit: int, hex_: int) -> Order:
        return Place(self.counters.ids[unit], self.words.board.number(hex_)), self.words.why("place", place=hex_)

    def attack(self, hex_: int, chosen: Iterable[int], odds: str, won: float) -> Order:
        """`won`: how likely the hex is."""
        why = self.words.why("attack", place=hex_, odds=odds, chance=round(100 * won))
        return Attack(self.words.board.number(hex_), self.named(chosen)), why

    def no_attack(self) -> Order:
        return EndCombat(), self.words.why("no-attack")

    def losses(self, space: Any, price: Callable[[int, int], float]) -> Order:
        """The cheapest losses of those offered. `price`: of a loss of a counter that takes so many already."""
        seen: dict[int, int] = {}
        priced = []
        for unit in space.choice:
            again = seen[unit] = seen.get(unit, -1) + 1
            priced.append((price(unit, again), again, unit))
        chosen = sorted(unit for _, _, unit in sorted(priced)[: space.most])
        return TakeLosses(self.named(chosen)), self.words.why("losses", units=dict.fromkeys(chosen))

    def fall_back(self, hex_: int) -> Order:
        return FallBack(self.words.board.number(hex_)), self.words.why("retreat", place=hex_)

    def stand(self, hex_: int) -> Order:
        return Stand(), self.words.why("stand", place=hex_)

    def go_in(self, hex_: int, chosen: Sequence[int]) -> Order:
        if not chosen:
            return Advance(), self.words.why("no-advance")
        return Advance(self.named(chosen)), self.words.why("advance", place=hex_, units=chosen)


def who_stands_better(
    field: Field[S],
    scores: Scores,
    hex_: int,
    able: Iterable[int],
    fits: Callable[[Sequence[int]], bool],
    least: float,
) -> list[int]:
    """Those of the counters that had better go into a hex, as far as they have room there together, the strongest
    first; on the player's own copy of the state they go."""
    chosen: list[int] = []
    for unit in sorted(able, key=lambda one: (-field.strength(one, hex_), one)):
        here = field.state.places[unit]
        if fits((*chosen, unit)) and total(scores, unit, hex_) > total(scores, unit, here) + least:
            side = field.theatre.counters.side[unit]
            field.move(unit, hex_)
            field.take(hex_, side)
            chosen.append(unit)
    return chosen
