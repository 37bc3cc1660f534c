"""Builders for positions of Normandy, so that a test reads like an example of the rulebook.

play = position(side="allied", phase="combat", allied={"1412": ["br-7-arm"]}, german={"1512": ["de-711-inf"]})
play("attack 1512 with br-7-arm")      the side that is asked answers, in the one-line notation
play.throws([3], [6])                  the dice to come, in the order in which they are thrown
play.refusal("br-7-arm > 1612")        (key of the reason, rule) of a refused line; nothing has changed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core import engine
from feltherre.core.clock import ClockEvent
from feltherre.core.errors import Illegal
from feltherre.core.event import Event, seen_by
from feltherre.core.game import Seat, Setup
from feltherre.core.space import Decision
from feltherre.core.state import Step, canonical
from feltherre.core.table import Table
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.tables import HALVES
from feltherre.games.normandy.units import ALLIED, GERMAN, ROLES
from feltherre.hexgame.counters import DESTROYED
from feltherre.hexgame.steps import CombatPhase, EndOfPlayerTurn, Movement, PhaseBegins, PlayerTurn, Reinforcement, Turn
from norway_table import Script

#: the steps of a player turn from each phase on
PHASES: dict[str, tuple[type[Step], ...]] = {
    "reinforcement": (Reinforcement, Movement, CombatPhase, EndOfPlayerTurn),
    "movement": (Movement, CombatPhase, EndOfPlayerTurn),
    "combat": (CombatPhase, EndOfPlayerTurn),
}
_BEGINS: dict[type[Step], str] = {Reinforcement: "reinforcement", Movement: "movement", CombatPhase: "combat"}

Placed = Mapping[str, Sequence[str]]


def unit(name: str) -> int:
    return units.INDEX[name]


def hex_(name: str) -> int:
    """The number of a hex by its printed number or its place."""
    return board.BOARD.find(name)


class Playing:
    """A position being played by the sides that are asked."""

    def __init__(self, state: NormandyState, *dice: Sequence[int]) -> None:
        self.state = state
        self.script = Script()
        self.throws(*dice)
        self.events: list[Event] = []
        table = Table(GAME, state, self.script)
        engine.settle(table)
        self._done(table)

    @property
    def decisions(self) -> Sequence[Decision[Any]]:
        return engine.open_decisions(GAME, self.state)

    @property
    def asked(self) -> list[str]:
        """The sides that are asked now."""
        return [decision.role for decision in self.decisions]

    @property
    def decision(self) -> Decision[Any]:
        (decision,) = self.decisions
        return decision

    @property
    def prompt(self) -> str:
        return self.decision.prompt.key.removeprefix("normandy.prompt.")

    def told_to(self, *roles: str) -> list[str]:
        """The keys of the events that a seat with these roles has read."""
        seen = (text for event in self.events for text in seen_by(event, roles))
        return [event.text.key.removeprefix("normandy.event.") for event in seen]

    def offered(self) -> list[str]:
        """Every candidate answer, in the one-line notation."""
        return [GAME.notation.write(action) for action in self.decision.space.candidates()]

    def kinds(self) -> list[str]:
        return [str(part) for part in self.decision.space.options(())]

    def place(self, name: str) -> str:
        """Where a unit is: a hex's number, "awaited", "destroyed"."""
        here = self.state.places[unit(name)]
        return board.number(here) if here >= 0 else "destroyed" if here == DESTROYED else "awaited"

    def owner(self, place: str) -> str:
        return ROLES[self.state.owners[board.PLACE_AT[hex_(place)]]]

    def losses(self, name: str) -> int:
        return self.state.losses[unit(name)]

    def reach(self, name: str) -> dict[str, float]:
        """hex -> cost in movement points of all hexes where a unit can end its move."""
        mover = maps.movers_of(self.state)[unit(name)]
        found = maps.THEATRE.reach_by(self.state, unit(name), mover)
        ends = found.ends(mover, maps.bits_of(self.state))
        return {board.number(there): found.costs[there] / HALVES for there in ends}

    def told(self) -> list[str]:
        """The keys of the events so far."""
        return [event.text.key.removeprefix("normandy.event.") for event in self.events]

    def throws(self, *dice: Sequence[int]) -> Playing:
        self.script.dice_to_come += [tuple(throw) for throw in dice]
        return self

    def __call__(self, *lines: str) -> Playing:
        for line in lines:
            self.answer(GAME.notation.read(line))
        return self

    def answer(self, action: Any) -> Playing:
        """An answer that has no notation of this game: dice typed in, an umpire's ruling."""
        decision, table = self.decision, Table(GAME, self.state, self.script)
        engine.apply(GAME, table, decision.role, decision.id, action)
        return self._done(table)

    def edit(self, *edits: Any) -> Playing:
        """An umpire steps in."""
        for edit in edits:
            table, before = Table(GAME, self.state, self.script), self.state.agenda[:]
            GAME.edit(table, edit)
            engine.go_on(table, before)
            self._done(table)
        return self

    def clock(self, event: ClockEvent) -> Playing:
        """Time enters the game."""
        table = Table(GAME, self.state, self.script)
        GAME.clock(table, event)
        engine.settle(table)
        return self._done(table)

    def refusal(self, line: str) -> tuple[str, str | None]:
        """(word of the reason, rule) of a refused line; the test fails if it is not refused or changes something."""
        before = canonical(self.state)
        try:
            self(line)
        except Illegal as illegal:
            assert canonical(self.state) == before, "a refused action has changed the state"
            return illegal.reason.key.removeprefix("normandy.illegal."), illegal.rule
        raise AssertionError(f"not refused: {line}")

    def end_turn(self) -> Playing:
        """End every phase that is left, until the other side is asked or the game is over."""
        side = self.asked
        while side and self.asked == side:
            self(self.kinds()[-1].replace("-", " "))
        return self

    def _done(self, table: Table[NormandyState]) -> Playing:
        self.events += table.events
        problems = GAME.invariants(self.state)
        assert not problems, problems
        return self


def position(
    side: str = "allied",
    phase: str = "movement",
    turn: int = 2,
    allied: Placed | None = None,
    german: Placed | None = None,
    flying: Mapping[str, str] | None = None,
    owners: Mapping[str, str] | None = None,
    landed: Sequence[str] = (),
    losses: Mapping[str, int] | None = None,
    dice: Sequence[Sequence[int]] = (),
    alone: bool = False,
    typed: bool = False,
    **fields: Any,
) -> Playing:
    """A position at the start of a phase, or of a `turn` or a `player-turn`. Counters by hex; whoever is not named is
    not on the map yet, or never (`alone`). `landed`: those that came onto the map where they stand in this phase;
    `flying`: aircraft by hex; `typed`: real dice are typed in."""
    state = NormandyState(turn=turn, side=ROLES.index(side))
    if alone:
        state.places = [DESTROYED] * units.COUNT
    for place, names in [*(allied or {}).items(), *(german or {}).items()]:
        for name in names:
            state.places[unit(name)] = hex_(place)
    for name, place in (flying or {}).items():
        state.places[unit(name)], state.flown[unit(name)] = hex_(place), 1
    for place, owner in (owners or {}).items():
        state.owners[board.PLACE_AT[hex_(place)]] = ROLES.index(owner)
    for name in landed:
        state.landed[unit(name)] = state.places[unit(name)]
    for name, n in (losses or {}).items():
        state.losses[unit(name)] = n
    for field, value in fields.items():
        setattr(state, field, value)
    state.dice = "typed" if typed else state.dice
    state.agenda[:] = agenda(state, phase)
    return Playing(state, *dice)


def opening(*dice: Sequence[int], **options: str) -> Playing:
    """A game from its beginning."""
    state = NormandyState()
    seats = tuple(Seat(role, (role,)) for role in ROLES)
    GAME.begin(Setup(seats, options), Table(GAME, state, Script()))
    return Playing(state, *dice)


def agenda(state: NormandyState, phase: str) -> list[Step]:
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
    if state.side == ALLIED:
        steps.append(PlayerTurn(GERMAN))
    steps.append(Turn(state.turn + 1))
    return steps[::-1]
