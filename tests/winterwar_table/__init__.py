"""Builders for positions of the Winter War, so that a test reads like an example of the rulebook.

play = position(side="soviet", phase="movement", soviet={"1944": ["138RD"]}, finland={"1742": ["1Br"]})
play("138RD > 1943 > 1842")             the side that is asked answers, in the one-line notation
play.throws([3], [6])                   the dice to come, in the order in which they are thrown
play.refusal("138RD > 1641")            (key of the reason, rule) of a refused line; nothing has changed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core import engine
from feltherre.core.errors import Illegal
from feltherre.core.event import Event
from feltherre.core.space import Decision
from feltherre.core.state import Step, canonical
from feltherre.core.table import Table
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.opening import rules_of
from feltherre.games.winterwar.state import ATTACKS, DEFENDS, WinterWarState
from feltherre.games.winterwar.steps import CombatPhase
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.units import ROLES
from feltherre.hexgame.counters import DESTROYED, enemy_of
from feltherre.hexgame.steps import EndOfPlayerTurn, Movement, PhaseBegins, PlayerTurn, Reinforcement, Turn
from norway_table import Script

#: the steps of a player turn from each phase on
PHASES: dict[str, tuple[type[Step], ...]] = {
    "reinforcement": (Reinforcement, Movement, CombatPhase, EndOfPlayerTurn),
    "movement": (Movement, CombatPhase, EndOfPlayerTurn),
    "combat": (CombatPhase, EndOfPlayerTurn),
    "end": (EndOfPlayerTurn,),
}
_BEGINS: dict[type[Step], str] = {Reinforcement: "reinforcement", Movement: "movement", CombatPhase: "combat"}

#: counters by their names, towns stand for their hexes
Placed = Mapping[str, Sequence[str]]


def unit(name: str) -> int:
    """The number of a unit by its short name or id: `4D`, `FI-4D`."""
    return units.COUNTERS.typed.find(name)


def hex_(name: str) -> int:
    """The number of a hex by its printed number or its town."""
    return board.BOARD.find(name)


def number(name: str) -> str:
    """The printed number of a hex or of a town's hex."""
    return board.number(hex_(name))


class Playing:
    """A position being played by the sides that are asked."""

    def __init__(self, state: WinterWarState) -> None:
        self.state = state
        self.script = Script()
        self.events: list[Event] = []
        table = Table(GAME, state, self.script)
        engine.settle(table)
        self.events += table.events

    # asking

    @property
    def decisions(self) -> Sequence[Decision[Any]]:
        return engine.open_decisions(GAME, self.state)

    @property
    def asked(self) -> list[str]:
        """The sides that are asked now."""
        return [decision.role for decision in self.decisions]

    @property
    def decision(self) -> Decision[Any]:
        decisions = self.decisions
        assert len(decisions) == 1, f"asked: {self.asked}"
        return decisions[0]

    @property
    def step(self) -> str:
        """The name of the step that asks, "" when the game is over."""
        return type(self.state.agenda[-1]).__name__ if self.state.agenda else ""

    def offered(self) -> list[str]:
        """Every candidate answer, in the one-line notation."""
        return [GAME.notation.write(action) for action in self.decision.space.candidates()]

    def kinds(self) -> list[str]:
        """The kinds of answers that are open."""
        return [str(part) for part in self.decision.space.options(())]

    def place(self, name: str) -> str:
        """Where a unit is: a hex's number, "awaited", "destroyed"."""
        here = self.state.places[unit(name)]
        return board.number(here) if here >= 0 else "destroyed" if here == DESTROYED else "awaited"

    def base(self, name: str) -> str:
        return board.number(self.state.bases[unit(name)])

    def owner(self, town: str) -> str:
        return ROLES[self.state.owners[board.TOWN_AT[hex_(town)]]]

    def flipped(self, name: str) -> bool:
        return bool(self.state.flipped[unit(name)])

    def cut_off(self) -> list[str]:
        """The short names of the units whose last supply check failed."""
        return [units.UNITS[each].short for each in range(units.COUNT) if self.state.cut_off[each]]

    def reach(self, name: str, forced: bool = False) -> dict[str, float]:
        """hex -> cost in movement points of all a unit can enter."""
        found = maps.reach_of(self.state, unit(name), forced)
        return {board.number(there): found.costs[there] / QUARTERS for there in found.hexes}

    def told(self) -> list[str]:
        """The keys of the events so far."""
        return [event.text.key for event in self.events]

    # acting

    def throws(self, *dice: Sequence[int]) -> Playing:
        self.script.dice_to_come += [tuple(throw) for throw in dice]
        return self

    def __call__(self, *lines: str) -> Playing:
        for line in lines:
            self.answer(GAME.notation.read(line))
        return self

    def answer(self, action: Any) -> Playing:
        """The same with an action that is no line."""
        decision = self.decision
        table = Table(GAME, self.state, self.script)
        engine.apply(GAME, table, decision.role, decision.id, action)
        return self._done(table)

    def clock(self, event: Any) -> Playing:
        """Time enters the game, as the match lets it."""
        table, before = Table(GAME, self.state, self.script), self.state.agenda[:]
        GAME.clock(table, event)
        engine.go_on(table, before)
        return self._done(table)

    def edit(self, *edits: Any) -> Playing:
        """An umpire steps in."""
        for edit in edits:
            table, before = Table(GAME, self.state, self.script), self.state.agenda[:]
            GAME.edit(table, edit)
            engine.go_on(table, before)
            self._done(table)
        return self

    def refusal(self, line: str) -> tuple[str, str | None]:
        """(key of the reason, rule) of a refused line; the test fails if it is not refused or changes something."""
        before = canonical(self.state)
        try:
            self(line)
        except Illegal as illegal:
            assert canonical(self.state) == before, "a refused action has changed the state"
            return illegal.reason.key, illegal.rule
        raise AssertionError(f"not refused: {line}")

    def end_turn(self) -> Playing:
        """End every phase of the player turn that is left, until the other side is asked or the game is over."""
        side = self.asked
        while self.asked == side and side:
            kinds = self.kinds()
            self(
                {"end-reinforcement": "end reinforcement", "end-movement": "end movement"}.get(kinds[-1], "end combat")
            )
        return self

    def _done(self, table: Table[WinterWarState]) -> Playing:
        self.events += table.events
        problems = GAME.invariants(self.state)
        assert not problems, problems
        return self


def position(
    side: str = "soviet",
    phase: str = "movement",
    turn: int = 1,
    finland: Placed | None = None,
    soviet: Placed | None = None,
    flying: Mapping[str, str] | None = None,
    owners: Mapping[str, str] | None = None,
    flipped: Sequence[str] = (),
    cut_off: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> Playing:
    """A position at the start of a phase (`reinforcement`, `movement`, `combat`, `end`), or of a `turn` or a
    `player-turn`, whose supply check follows.

    Counters by hex; an air unit has its base there, and `flying` says over which hex it is: to defend it if own ground
    units are there. Whoever is not named is not on the map yet. `owners`: towns that have changed hands.
    """
    state = WinterWarState(rules=rules_of(dict(options or {})), turn=turn, side=ROLES.index(side))
    for place, names in [*(finland or {}).items(), *(soviet or {}).items()]:
        for name in names:
            state.places[unit(name)] = hex_(place)
            if units.IS_AIR[unit(name)]:
                state.bases[unit(name)] = hex_(place)
    for town, owner in (owners or {}).items():
        state.owners[board.TOWN_AT[hex_(town)]] = ROLES.index(owner)
    for name in flipped:
        state.flipped[unit(name)] = 1
    for name in cut_off:
        state.cut_off[unit(name)] = 1
    for name, place in (flying or {}).items():
        flyer, there = unit(name), hex_(place)
        state.places[flyer] = there
        state.flown[flyer] = DEFENDS if maps.has_own(state, there, units.SIDE[flyer]) else ATTACKS
    for field, value in fields.items():
        setattr(state, field, value)
    state.agenda[:] = agenda(state, phase)
    return Playing(state)


def agenda(state: WinterWarState, phase: str) -> list[Step]:
    """What is left of the turn from a phase on; the step that comes first lies on top."""
    if phase == "turn":
        return [Turn(state.turn)]
    steps: list[Step] = []
    if phase == "player-turn":
        steps.append(PlayerTurn(state.side))
    else:
        for kind in PHASES[phase]:
            if kind in _BEGINS:
                steps.append(PhaseBegins(_BEGINS[kind], state.side))
            steps.append(kind())
    if state.side == state.rules.first:
        steps.append(PlayerTurn(enemy_of(state.side)))
    steps.append(Turn(state.turn + 1))
    return steps[::-1]


__all__ = ["Playing", "Script", "agenda", "hex_", "number", "position", "unit"]
