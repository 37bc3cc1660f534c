"""What a game that is over looks like from its end: points turn by turn and where they came from, losses, the luck of
the dice, and its story in a few lines. Everything is open then, so there is one report for everybody.

It is made from the record alone: the game is played again, and whatever its dice were thrown for is weighed by the same
procedures (`odds`). A game says what counts (`Game.tallies`, `Game.stakes`); what it does not say is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from feltherre.core.catalogue import word
from feltherre.core.event import Event
from feltherre.core.game import Game
from feltherre.core.hands import Hands
from feltherre.core.match import Match
from feltherre.core.record import AnyLine, Doing
from feltherre.core.replay import look_at
from feltherre.core.state import canonical
from feltherre.core.table import Fallen, Table
from feltherre.core.tally import Stake, Tally
from feltherre.core.text import Text
from feltherre.odds.luck import Luck, luck_of, share_as_good

#: the story has so many lines at most, and so many of them are marked as those that swung it
MOST_LINES: Final = 10
MOST_SWINGS: Final = 4
#: dice far from what was to be expected weigh so much beside points that changed hands
_DICE: Final = 0.6
#: what is told seldom says more than what is told all the time; it weighs at most so much
_SELDOM: Final = 0.1
#: who plays, pauses, takebacks: no story of the game itself
_BESIDE: Final = "core."


class Point(Struct, frozen=True):
    """The points of each side when a turn began, in the order of `sides`; the last one is the end."""

    line: int
    number: int
    turn: Text
    points: tuple[float, ...]


class Throws(Struct, frozen=True):
    """The dice that a side threw for one thing: how often, what came of it and what was to be expected.

    `as_good`: in which share of games they would have been as good or better; None where that is not known. `counts`:
    losses, hits or successes (a `Stake`); pips where the game does not say what they are good for.
    """

    role: str
    what: Text
    counts: str
    times: int
    came: float
    expected: float
    as_good: float | None = None


class Gain(Struct, frozen=True):
    """What a side (by its place in `sides`) gained or lost, and what the points are for."""

    side: int
    why: Text
    points: float


class Beat(Struct, frozen=True, omit_defaults=True):
    """A line of the story: what happened, and what it brought."""

    line: int
    turn: Text
    text: Text
    rule: str | None = None
    #: points that changed hands by it for more than the turn
    gains: tuple[Gain, ...] = ()
    #: what its dice came to, and what was to be expected
    dice: tuple[int, float] | None = None
    #: it is one of those that swung the game most
    swung: bool = False


class Report(Struct, frozen=True):
    sides: tuple[Tally, ...]
    points: tuple[Point, ...]
    throws: tuple[Throws, ...]
    story: tuple[Beat, ...]


class _Weighed(Struct, frozen=True):
    """Dice that have fallen on a line of the record, with their luck."""

    line: int
    fallen: Fallen
    counts: str
    luck: Luck


class _Watching(Hands):
    """Carry out everything, and keep what the dice were thrown for."""

    def __init__(self) -> None:
        self.fallen: list[tuple[int, Fallen]] = []

    def carry_out(self, match: Match[Any], line: Doing) -> Table[Any]:
        table = super().carry_out(match, line)
        self.fallen += [(line.n, fallen) for fallen in table.fallen]
        return table


#: how somebody counts the lines of a record: from its lines and the states after them, his number of each
Count: TypeAlias = Callable[[Sequence[AnyLine], Mapping[int, Any]], Callable[[int], int]]


def report_of(lines: Sequence[AnyLine], count: Count = lambda lines, states: lambda line: line) -> Report:
    """The report of a record, its lines as its reader counts them. BadInput if it cannot be played again."""
    watching = _Watching()
    match = look_at(lines, hands=watching)
    counting = match.lines_that_count()
    game, number = match.game, count(match.lines, match.states)
    tallies = {line: tuple(game.tallies(state)) for line, state in match.states.items() if line in counting}
    weighed = _weighed(game, [(line, fallen) for line, fallen in watching.fallen if line in counting])
    return Report(
        sides=tallies[max(tallies)],
        points=tuple(msgspec.structs.replace(point, line=number(point.line)) for point in _points(match, tallies)),
        throws=_throws(game, weighed),
        story=tuple(msgspec.structs.replace(beat, line=number(beat.line)) for beat in _story(match, tallies, weighed)),
    )


# points


def _points(match: Match[Any], tallies: dict[int, tuple[Tally, ...]]) -> list[Point]:
    """The points with which each turn began, and those of the end."""
    lines, turns = sorted(tallies), [match.game.turns(match.states[line]) for line in sorted(tallies)]
    begins = [line for line, before, turn in zip(lines, [-1, *turns], turns, strict=False) if turn > before]
    return [
        Point(
            line,
            match.game.turns(match.states[line]),
            _turn(match, line),
            tuple(tally.points for tally in tallies[line]),
        )
        for line in dict.fromkeys((*begins, lines[-1]))
    ]


def _turn(match: Match[Any], line: int) -> Text:
    return match.game.scene(match.states[line], match.game.roles_in(match.setup), all_seeing=True).status.turn


# the dice


def _weighed(game: Game[Any], fallen: Sequence[tuple[int, Fallen]]) -> list[_Weighed]:
    """The luck of all dice of which a side wanted something. Equal situations with equal results are weighed once."""
    known: dict[Any, Luck | None] = {}
    found = []
    for line, one in fallen:
        stake = game.stakes.get(one.procedure.name, _PIPS)
        if stake is None:
            continue
        key = (one.procedure.name, msgspec.json.encode(one.situation), msgspec.json.encode(one.ruling.outputs))
        if stake is not _PIPS and key not in known:
            known[key] = luck_of(one.procedure, one.situation, one.ruling, stake)
        luck = _pips(one) if stake is _PIPS else known[key]
        if luck is not None:
            found.append(_Weighed(line, one, "pips" if stake is _PIPS else stake.counts, luck))
    return found


#: a game that says nothing of a procedure: its dice are added up
_PIPS: Final = Stake("hits", {})


def _pips(fallen: Fallen) -> Luck:
    values = [value for thrown in fallen.ruling.throws for value in thrown.values]
    return Luck(sum(values), 3.5 * len(values))


def _throws(game: Game[Any], weighed: Sequence[_Weighed]) -> tuple[Throws, ...]:
    """Added up for each role and each thing that dice were thrown for; what was thrown for most comes first."""
    groups: dict[tuple[str, str, str], list[Luck]] = {}
    for one in weighed:
        groups.setdefault((one.fallen.procedure.name, one.fallen.role, one.counts), []).append(one.luck)
    found = [
        Throws(
            role=role,
            what=word(game.id, "procedure", name),
            counts=counts,
            times=len(lucks),
            came=sum(luck.came for luck in lucks),
            expected=sum(luck.expected for luck in lucks),
            as_good=share_as_good(lucks),
        )
        for (name, role, counts), lucks in groups.items()
    ]
    return tuple(sorted(found, key=lambda row: (row.counts != "losses", -row.times)))


# the story


def _story(match: Match[Any], tallies: dict[int, tuple[Tally, ...]], weighed: Sequence[_Weighed]) -> list[Beat]:
    """What weighed most, as it happened: points that changed hands for good, dice far from what was to be expected, and
    for the rest what is told seldom."""
    seldom = Counter(event.text.key for _, event in match.log)
    gains = _told_gains(match, tallies, seldom)
    lucks = {id(one.fallen.ruling): one.luck for one in weighed if one.counts == "losses"}
    most_points = max((_swing(gain) for gain in gains.values()), default=0.0) or 1.0
    most_luck = max((_far(luck) for luck in lucks.values()), default=0.0) or 1.0
    found: list[tuple[float, float, int]] = []
    for number, (line, event) in enumerate(match.log):
        if line in tallies and not event.text.key.startswith(_BESIDE):
            luck = lucks.get(id(event.ruling))
            swing = _swing(gains.get(number, ())) / most_points + (
                0.0 if luck is None else _DICE * _far(luck) / most_luck
            )
            found.append((swing + _SELDOM / seldom[event.text.key], swing, number))
    best = sorted(found, key=lambda row: -row[0])[:MOST_LINES]
    swings = {number for _, swing, number in sorted(best, key=lambda row: -row[1])[:MOST_SWINGS] if swing}
    story = []
    for number in sorted(number for _, _, number in best):
        line, event = match.log[number]
        luck = lucks.get(id(event.ruling))
        dice = None if luck is None else (luck.came, luck.expected)
        turn, gain = _turn(match, line), tuple(gains.get(number, ()))
        story.append(Beat(line, turn, event.text, event.rule, gain, dice, number in swings))
    return story


def _told_gains(
    match: Match[Any], tallies: dict[int, tuple[Tally, ...]], seldom: Counter[str]
) -> dict[int, list[Gain]]:
    """Number of an event -> the points that changed hands by it."""
    told: dict[int, list[tuple[int, Event]]] = {}
    for number, (line, event) in enumerate(match.log):
        told.setdefault(line, []).append((number, event))
    found: dict[int, list[Gain]] = {}
    for line, gain in _gains(match, tallies):
        events = told.get(line, ())
        if events:
            # what speaks of it, or else what is told most seldom
            best = min(events, key=lambda one: (not _speaks_of(one[1].text, gain.why), seldom[one[1].text.key]))
            found.setdefault(best[0], []).append(gain)
    return found


def _gains(match: Match[Any], tallies: dict[int, tuple[Tally, ...]]) -> list[tuple[int, Gain]]:
    """(line, what a side gained or lost by it), but for what was undone within the same turn."""
    lines, found = sorted(tallies), list[tuple[int, Gain]]()
    pending: dict[tuple[int, bytes], list[tuple[int, Gain]]] = {}
    turn = -1
    for before, line in pairwise(lines):
        if match.game.turns(match.states[before]) != turn:
            found += chain.from_iterable(pending.values())
            turn, pending = match.game.turns(match.states[before]), {}
        for side, (then, now) in enumerate(zip(tallies[before], tallies[line], strict=True)):
            if then.points == now.points:
                continue
            for key, gain in _changes(side, then, now):
                changes = pending.setdefault((side, key), [])
                if changes and changes[-1][1].points == -gain.points:
                    changes.pop()
                else:
                    changes.append((line, gain))
    return sorted([*found, *chain.from_iterable(pending.values())], key=lambda row: row[0])


def _changes(side: int, then: Tally, now: Tally) -> Iterator[tuple[bytes, Gain]]:
    """What a side has more or less of, by what it is for."""
    more: dict[bytes, tuple[Text, float]] = {}
    for sign, tally in ((-1, then), (1, now)):
        for why, points in tally.sources:
            key = canonical(why)
            more[key] = why, more.get(key, (why, 0.0))[1] + sign * points
    return ((key, Gain(side, why, points)) for key, (why, points) in more.items() if points)


def _speaks_of(text: Text, what: Text) -> bool:
    return text == what or any(isinstance(arg, Text) and _speaks_of(arg, what) for arg in _args(text))


def _args(text: Text) -> Iterator[Any]:
    for arg in text.args.values():
        yield from arg if isinstance(arg, list | tuple) else (arg,)


def _swing(gains: Sequence[Gain]) -> float:
    """How much the distance between the sides changed."""
    by_side = Counter[int]()
    for gain in gains:
        by_side[gain.side] += gain.points  # type: ignore[assignment]
    return max((*by_side.values(), 0)) - min((*by_side.values(), 0))


def _far(luck: Luck) -> float:
    return abs(luck.came - luck.expected)
