"""Builders for positions of Norway, so that a test reads like an example of the rulebook.

play = position(turn="germany", germany={"Gjøvik": 3}, norway={"Hamar": 1}, hands={"germany": ["Panzer"]})
play("move Gjøvik > Hamar 3")           the role that is asked answers, in the one-line notation
play("end movement")
play.throws([3, 3], [6])                the dice to come, in the order in which they are thrown
play.refused("move Oslo > Bergen 1")    the Illegal that is raised (and nothing has changed)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from feltherre.core import engine
from feltherre.core.errors import Illegal
from feltherre.core.event import Event
from feltherre.core.space import Decision
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.games.norway import board, cards, steps
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import new_sea, sea_of
from feltherre.games.norway.state import ROLES, NorwayState, at, bring_on

START = {1: steps.Phase(1), 2: steps.Phase(2), 3: steps.Phase(3), 4: steps.Phase(4)}


class Script:
    """Dice as the test says; cards are drawn from the front of the pile."""

    def __init__(self) -> None:
        self.dice_to_come: list[tuple[int, ...]] = []
        self.draws_to_come: list[list[int]] = []

    def dice(self, n: int) -> tuple[int, ...]:
        assert self.dice_to_come, f"the test has no dice for a throw of {n}"
        values = self.dice_to_come.pop(0)
        assert len(values) == n, f"{n} dice are thrown, the test has {values}"
        return values

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        drawn = tuple(self.draws_to_come.pop(0)) if self.draws_to_come else tuple(range(k))
        assert len(drawn) == k, f"{k} are drawn, the test has {drawn}"
        return drawn


class Playing:
    """A position being played by the roles that are asked."""

    def __init__(self, state: NorwayState) -> None:
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
        """The roles that are asked now."""
        return [decision.role for decision in self.decisions]

    def decision(self, role: str | None = None) -> Decision[Any]:
        decisions = [decision for decision in self.decisions if role in (None, decision.role)]
        assert len(decisions) == 1, f"asked: {self.asked}"
        return decisions[0]

    @property
    def decided(self) -> tuple[str, str | None]:
        """Who is asked, and by which rule."""
        decision = self.decision()
        return decision.role, decision.rule

    def offered(self, role: str | None = None) -> list[str]:
        """Every legal answer, in the one-line notation."""
        return [GAME.notation.write(action) for action in self.decision(role).space.candidates()]

    def at(self, country: str, area: str) -> int:
        return at(self.state, ROLES.index(country), board.find_area(area))

    def battalions(self, country: str) -> dict[str, int]:
        """Where a country's battalions rest: {"Oslo": 2, ...}"""
        names = board.BOARD.names.display
        return {name: self.at(country, name) for name in names if self.at(country, name)}

    def hand(self, country: str) -> list[str]:
        own = cards.OF_COUNTRY[ROLES.index(country)]
        return [cards.TYPES[card].name_en for card in own for _ in range(self.state.hand[card])]

    def used(self, country: str) -> list[str]:
        own = cards.OF_COUNTRY[ROLES.index(country)]
        return [cards.TYPES[card].name_en for card in own for _ in range(self.state.used[card])]

    def groups(self) -> list[tuple[str, str, str, int]]:
        """(from, to, mode, battalions) of each attacking group; from is the mode for those from sea or air."""
        names = board.BOARD.names.display
        return [
            (names[g.origin] if g.origin >= 0 else g.mode, names[g.target], g.mode, g.battalions)
            for g in self.state.groups
        ]

    def ships(self, country: str, place: str) -> list[str]:
        """The names of a country's ships in a sea area ("III"), or "raid", "home", "sunk", "removed"."""
        words = {"raid": ships.RAID_BOX, "home": ships.HOME, "sunk": ships.SUNK, "removed": ships.REMOVED}
        number = words[place] if place in words else board.find_sea(place)
        own = ships.OF_COUNTRY[ROLES.index(country)]
        return [ships.NAMES.name(ship) for ship in own if sea_of(self.state).place[ship] == number]

    def face_up(self, name: str) -> bool:
        return sea_of(self.state).face_up[ships.NAMES.find(name)]

    def sightings(self, viewer: str) -> dict[str, list[str]]:
        """What a country has seen of ships that lie face down: {"KMS Blücher": ["III", "IV"]}"""
        names = (*board.SEAS, "raid", "home", "hand")
        return {
            ships.NAMES.name(seen.ship): [names[place] for place in seen.places]
            for seen in sea_of(self.state).sightings
            if seen.viewer == ROLES.index(viewer)
        }

    @property
    def outcome(self) -> tuple[tuple[str, ...], str, str] | None:
        """(who has won, how clearly, why) when the game is over."""
        result = self.state.result
        return None if result is None else (result.winners, result.degree, result.reason)

    def draws(self, *positions: Sequence[int]) -> Playing:
        """What is drawn next: places in the pile, one list for each draw."""
        self.script.draws_to_come += [list(draw) for draw in positions]
        return self

    def told(self) -> list[str]:
        """The keys of the events so far."""
        return [event.text.key for event in self.events]

    # acting

    def throws(self, *dice: Sequence[int]) -> Playing:
        self.script.dice_to_come += [tuple(throw) for throw in dice]
        return self

    def __call__(self, line: str, role: str | None = None) -> Playing:
        return self.answer(GAME.notation.read(line), role)

    def answer(self, action: Any, role: str | None = None) -> Playing:
        """The same with an action that is no line."""
        decision = self.decision(role)
        table = Table(GAME, self.state, self.script)
        engine.apply(GAME, table, decision.role, decision.id, action)
        self.events += table.events
        problems = GAME.invariants(self.state)
        assert not problems, problems
        return self

    def passes(self, until: str | None = None) -> Playing:
        """Pass every window in which a card could be used, until somebody must decide something else (or `until`)."""
        while self.decisions and all(decision.reaction for decision in self.decisions) and self.asked != [until]:
            self("pass")
        return self

    def refused(self, line: str, role: str | None = None) -> Illegal:
        before = canonical(self.state)
        try:
            self(line, role)
        except Illegal as illegal:
            assert canonical(self.state) == before, "a refused action has changed the state"
            return illegal
        raise AssertionError(f"not refused: {line}")

    def refusal(self, line: str, role: str | None = None) -> tuple[str, str | None]:
        """(key of the reason, rule) of a refused line."""
        illegal = self.refused(line, role)
        return illegal.reason.key, illegal.rule

    def edit(self, *edits: Any) -> Playing:
        """An umpire steps in."""
        for edit in edits:
            table = Table(GAME, self.state, self.script)
            before = self.state.agenda[:]
            GAME.edit(table, edit)
            engine.go_on(table, before)
            self.events += table.events
            problems = GAME.invariants(self.state)
            assert not problems, problems
        return self


def example(example_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """(given, then) of an example of the ledger."""
    found = GAME.ledger.examples[example_id]
    return found.given, found.then


def table(table_id: str) -> list[list[Any]]:
    """The rows of a table of the ledger."""
    return [list(row) for row in GAME.ledger.tables[table_id].rows]


def position(
    turn: str = "germany",
    phase: int = 1,
    germany: Mapping[str, int] | None = None,
    norway: Mapping[str, int] | None = None,
    allies: Mapping[str, int] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    decks: Mapping[str, int] | None = None,
    one_seat: bool = False,
    **fields: Any,
) -> Playing:
    """A position at the start of a phase. Cards not named in `hands` lie face down; `decks` leaves only so many there
    and lays the rest face up. Countries named nowhere get a battalion out of the way, so that the game is not over."""
    state = NorwayState()
    state.country = ROLES.index(turn)
    state.phase = phase
    state.one_seat = one_seat
    state.first_allies_landed = True
    for role, placed in (("germany", germany), ("norway", norway), ("allies", allies)):
        for area, count in (placed or {}).items():
            bring_on(state, ROLES.index(role), board.find_area(area), count)
    if germany is None:
        bring_on(state, 0, board.find_area("Arendal"), 1)
    if norway is None and allies is None:
        bring_on(state, 1, board.find_area("Finnmark"), 1)
    deal(state, hands or {}, decks or {})
    for name, value in fields.items():
        setattr(state, name, value)
    state.agenda.append(START[phase])
    return Playing(state)


def deal(state: NorwayState, hands: Mapping[str, Sequence[str]], decks: Mapping[str, int]) -> None:
    for card in range(cards.TYPE_COUNT):
        state.deck[card] = cards.COUNT[card]
    for role, names in hands.items():
        country = ROLES.index(role)
        for name in names:
            card = cards.find_card(name, country)
            state.deck[card] -= 1
            state.hand[card] += 1
            state.hand_size[country] += 1
    for role, left in decks.items():
        for card in cards.OF_COUNTRY[ROLES.index(role)]:
            kept = min(left, state.deck[card])
            state.used[card] += state.deck[card] - kept
            state.deck[card] = kept
            left -= kept


def sea_position(
    turn: str = "germany",
    phase: int = 1,
    ships_at: Mapping[str, Sequence[str]] | None = None,
    sea: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Playing:
    """An ordinary turn of the advanced game: ships by sea area (`{"III": ["KMS Blücher", "HMS Warspite"]}`, also "raid"
    and "home"); those not named are out of the game, and the Home Fleet has come. Other words as in `position`."""
    lies = dict.fromkeys(range(ships.SHIP_COUNT), ships.REMOVED)
    for place, names in (ships_at or {}).items():
        number = {"raid": ships.RAID_BOX, "home": ships.HOME}.get(place)
        for name in names:
            lies[ships.NAMES.find(name)] = board.find_sea(place) if number is None else number
    open_there = (ships.RAID_BOX, ships.REMOVED)
    values: dict[str, Any] = {
        "place": tuple(lies.values()),
        "face_up": tuple(place in open_there or ship == ships.EIDSVOLL for ship, place in lies.items()),
        "home_fleet_called": True,
        **(sea or {}),
    }
    return position(turn=turn, phase=phase, sea=structs.replace(new_sea(), **values), **fields)


__all__ = ["Playing", "deal", "example", "position", "sea_position", "table"]
