"""Setting up by hand: a side places its starting counters one after the other, in any order, or all at once as history
had them, and may change its mind until it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Generic

from feltherre.core.errors import Illegal
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Pick
from feltherre.core.steps import Steps
from feltherre.core.table import Table
from feltherre.hexgame.actions import Deploy, DeployHistorically, EndSetup
from feltherre.hexgame.aftermath import Noted
from feltherre.hexgame.counters import AWAITED
from feltherre.hexgame.placing import draw_place, placing
from feltherre.hexgame.steps import HistoricalSetup, Setup
from feltherre.hexgame.theatre import S
from feltherre.hexgame.words import Words

#: how often a random player moves a counter that stands already
_AGAIN = 0.02


class SettingUp(Generic[S]):
    """How the sides of a game set up.

    `starting`: by side, the counters that it places; `historical`: by counter, where it stood; `hexes`: where a counter
    may stand now, `hex_fault` why not in another hex, `no_room` why nowhere; `fault`: why another counter of the side
    is not placed; `put`: a counter comes to stand in a hex.
    """

    def __init__(
        self,
        words: Words,
        rule: str,
        *,
        starting: Sequence[Sequence[int]],
        historical: Sequence[int],
        hexes: Callable[[S, int], Sequence[int]],
        hex_fault: Callable[[S, int, int], Illegal | None],
        no_room: Callable[[int], Illegal],
        fault: Callable[[int], Illegal | None],
        put: Callable[[S, int, int], None],
    ) -> None:
        self.words = words
        self.rule = rule
        self.starting = starting
        self.historical = historical
        self.hexes = hexes
        self.hex_fault = hex_fault
        self.no_room = no_room
        self.fault = fault
        self.put = put

    def unplaced(self, state: S, side: int) -> list[int]:
        places = state.places
        return [unit for unit in self.starting[side] if places[unit] == AWAITED]

    def is_historical(self, state: S, side: int) -> bool:
        return all(state.places[unit] == self.historical[unit] for unit in self.starting[side])

    def historically(self, state: S, side: int) -> None:
        """Every starting counter goes where it stood."""
        for unit in self.starting[side]:
            self.put(state, unit, AWAITED)
        for unit in self.starting[side]:
            self.put(state, unit, self.historical[unit])

    def space(self, state: S, side: int) -> Pick[Deploy]:
        """A starting counter, then a hex. Counters that are placed already may be moved."""
        words, starting, places = self.words, self.starting[side], state.places
        hexes = partial(self.hexes, state)

        def able() -> list[int]:
            placed = (unit for unit in starting if places[unit] != AWAITED)
            return [unit for unit in (*self.unplaced(state, side), *placed) if hexes(unit)]

        def fault(unit: int) -> Illegal | None:
            return words.not_yours(unit, self.rule) if words.counters.side[unit] != side else self.fault(unit)

        def hex_fault(unit: int, hex_: int) -> Illegal | None:
            if hex_ == places[unit]:
                return words.about_unit("there-already", unit, hex_, self.rule)
            return self.hex_fault(state, unit, hex_)

        def draw(rng: Random) -> Deploy | None:
            """Counters that wait are drawn far more often: somebody who sets up comes to an end."""
            waiting: Sequence[int] = self.unplaced(state, side)
            if not waiting or rng.random() < _AGAIN:
                waiting = starting
            return draw_place(words, Deploy, waiting, hexes, rng)

        return placing(
            *(words, Deploy, (self.rule, self.rule)),
            waiting=partial(self.unplaced, state, side),
            able=able,
            fault=fault,
            stuck=self.no_room,
            hexes=hexes,
            hex_fault=hex_fault,
            draw=draw,
        )

    def noted(self, steps: Steps) -> Noted:
        """Note what is done about setting up."""
        words, rule = self.words, self.rule

        def closed(left: int, kind: str) -> Illegal:
            return words.illegal("not-all-placed" if kind == "end-setup" else "historical-already", rule, n=left)

        @steps.asks(Setup)
        def set_up(state: S, step: Setup) -> Iterator[Decision[Any]]:
            left = len(self.unplaced(state, step.side))
            branches: dict[str, Space[Any]] = {"deploy": self.space(state, step.side)}
            if not self.is_historical(state, step.side):
                branches["historical"] = Single(DeployHistorically())
            if not left:
                branches["end-setup"] = Single(EndSetup())
            kinds = (Deploy, DeployHistorically, EndSetup)
            space = OneOf(branches, kinds, partial(closed, left), words.kind_name)
            yield words.ask(state, step.side, "setup" if left else "setup-done", rule, space, "setup", n=left)

        @steps.answer(Setup, to=EndSetup)
        def end_setup(table: Table[S], step: Setup, role: str, action: EndSetup) -> None:
            words.tell(table, "set-up", rule, side=step.side)

        @steps.answer(Setup, to=Deploy)
        def deploy(table: Table[S], step: Setup, role: str, action: Deploy) -> None:
            table.push(step)
            unit, hex_ = words.counters.index[action.unit], words.board.hex_of(action.hex)
            self.put(table.state, unit, hex_)
            words.tell(table, "deployed", rule, [hex_], unit=unit, place=hex_)

        @steps.answer(Setup, to=DeployHistorically)
        def choose_historical(table: Table[S], step: Setup, role: str, action: DeployHistorically) -> None:
            table.push(step)
            take_historical(table, step)

        @steps.does(HistoricalSetup)
        def take_historical(table: Table[S], step: Setup | HistoricalSetup) -> None:
            self.historically(table.state, step.side)
            words.tell(table, "historical", rule, side=step.side)

        return set_up, take_historical
