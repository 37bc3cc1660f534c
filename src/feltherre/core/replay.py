"""Playing a record again: to go on with it, to look at it, and to verify every byte, die and state of it.

The acts of the record go through `Match`, the same code as when they were first made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.clock import ClockEvent
from feltherre.core.dice import KEY_BYTES, KeyedStream, ReplayStream, commitment
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import SeenEvent
from feltherre.core.game import Game
from feltherre.core.hands import Hands
from feltherre.core.match import Match
from feltherre.core.record import (
    FORMAT,
    Acted,
    AnyLine,
    BadRecord,
    Clocked,
    Ended,
    Header,
    Overridden,
    SeatAct,
    SeatSnapshot,
    Snapshot,
    Undone,
    read_lines,
    write_line,
)
from feltherre.core.registry import get_game
from feltherre.core.scene import Board
from feltherre.core.seats import AnySeatEvent, Contributed, RulesAccepted
from feltherre.core.text import say


class Verification(Struct, frozen=True):
    """What a check of a record found right; anything wrong raises BadRecord with its line."""

    game: str
    lines: int
    finished: bool
    #: the dice were thrown again from the revealed key
    dice_checked: bool
    #: every act was carried out again (not if the software at hand has other rules than the record)
    states_checked: bool
    result: Any


class _LineStream:
    """Gives a match the recorded throws and draws of the line being replayed."""

    def __init__(self) -> None:
        self.line = ReplayStream((), ())

    def dice(self, n: int) -> tuple[int, ...]:
        return self.line.dice(n)

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        return self.line.positions(k, size)

    def mix(self, contribution: str) -> None:
        self.line.mix(contribution)


def playable(lines: Sequence[AnyLine]) -> bool:
    """Whether the software at hand still has the rules of this record, or all seats have accepted the new ones."""
    game = _installed(_header(lines))
    return game is not None and _rules_hold(game, lines)


def board_of(lines: Sequence[AnyLine]) -> Board | None:
    """The board of today for a record of any day; None where its game, or what it was made with, is there no more."""
    header = _header(lines)
    game = _installed(header)
    with suppress(BadInput):
        return None if game is None else game.board(header.setup)
    return None


def resume(lines: Sequence[AnyLine], key: bytes, journal: Callable[[bytes], None] | None = None) -> Match[Any]:
    """A match that goes on where an unfinished record stops.

    If the software at hand has other rules than the record, what was done is done again under the new ones, and
    nothing further can be done until all seats have accepted that on a recorded line (`to_accept`).
    """
    header = _header(lines)
    if commitment(key) != header.commitment:
        raise BadInput(say("core.record.wrong-key"))
    match = _replay(get_game(header.game), lines, key=key, live=True)
    match.journal = journal
    if journal is not None:
        for line in match.lines[len(lines) :]:  # a takeback that was granted just before the record stopped
            journal(write_line(line) + b"\n")
    return match


def look_at(lines: Sequence[AnyLine], to: int | None = None, hands: Hands | None = None) -> Match[Any]:
    """The match as it stood after line `to` (the last one if not given), for looking at; `hands` carry its acts out."""
    shown = lines if to is None else lines[: to + 1]
    game = get_game(_header(lines).game)
    _refuse_other_rules(game, shown)
    match = _replay(game, shown, hands=hands)
    match.state = match.states[len(shown) - 1].clone()
    del match.lines[len(shown) :]
    return match


def states_by_line(game: Game[Any], lines: Sequence[AnyLine]) -> dict[int, Any]:
    """The state after each line."""
    return _replay(game, lines).states


def verify(data: bytes) -> Verification:
    """Check every line: numbers, hashes, acts, states, and (when the key is revealed) every die and draw. Of a game
    that is not installed the acts and states are left out."""
    lines = read_lines(data)
    header, last = _header(lines), lines[-1]
    game = _installed(header)
    finished = isinstance(last, Ended)
    key = _key(header, last) if isinstance(last, Ended) else None
    if game is not None and _rules_hold(game, lines):
        match = _replay(game, lines, key=key, live=finished)
        return Verification(game.id, len(lines), finished, finished, True, match.state.result)
    if key is not None:
        _thrown_again(header, lines, key)
    return Verification(header.game, len(lines), finished, finished, False, getattr(last, "result", None))


def snapshots(lines: Sequence[AnyLine], seat: str) -> list[tuple[int, SeatSnapshot]]:
    """(line, what this seat saw, with its whole log) for each snapshot: all that is needed to show a record whose rules
    are gone."""
    found: list[tuple[int, SeatSnapshot]] = []
    log: tuple[SeenEvent, ...] = ()
    for line in lines:
        for seen in line.seats if isinstance(line, Snapshot) else ():
            if seen.seat == seat:
                log = (*log, *seen.log) if seen.since else seen.log
                found.append((line.n, replace(seen, log=log, since=0)))
    return found


def _installed(header: Header) -> Game[Any] | None:
    with suppress(BadInput):
        return get_game(header.game)
    return None


def _header(lines: Sequence[AnyLine]) -> Header:
    header = lines[0] if lines else None
    if not isinstance(header, Header):
        raise BadRecord(0, "header")
    if header.format != FORMAT:
        raise BadRecord(0, "format", format=header.format)
    return header


def _key(header: Header, last: Ended) -> bytes:
    try:
        key = bytes.fromhex(last.key)
    except ValueError:
        raise BadRecord(last.n, "commitment") from None
    if commitment(key) != header.commitment:
        raise BadRecord(last.n, "commitment")
    return key


def _first_line_of_these_rules(game: Game[Any], lines: Sequence[AnyLine]) -> int:
    """0 if the record was begun under the rules at hand; otherwise the line on which a seat first accepted them."""
    if _header(lines).rules == game.rules_version:
        return 0
    return next((line.n for line in lines if _accepts(game, line)), len(lines))


def _accepts(game: Game[Any], line: AnyLine) -> bool:
    return isinstance(line, SeatAct) and _seat_event(line) == RulesAccepted(game.rules_version)


def _seat_event(line: SeatAct) -> Any:
    try:
        return msgspec.convert(line.act, AnySeatEvent)
    except msgspec.ValidationError as error:
        raise BadRecord(line.n, "refused", error=str(error)) from None


def _rules_hold(game: Game[Any], lines: Sequence[AnyLine]) -> bool:
    header = _header(lines)
    accepted = {line.seat for line in lines if isinstance(line, SeatAct) and _accepts(game, line)}
    return header.rules == game.rules_version or {seat.name for seat in header.setup.seats} <= accepted


def _refuse_other_rules(game: Game[Any], lines: Sequence[AnyLine]) -> None:
    if not _rules_hold(game, lines):
        raise BadRecord(0, "rules", rules=_header(lines).rules, now=game.rules_version)


def _thrown_again(header: Header, lines: Sequence[AnyLine], key: bytes) -> KeyedStream:
    """The stream of the key after these lines, every die and draw of which it has given again."""
    stream = KeyedStream(key, header.contributions)
    for line in lines:
        for thrown in getattr(line, "throws", ()):
            if not thrown.typed and stream.dice(len(thrown.values)) != thrown.values:
                raise BadRecord(line.n, "dice")
        for drawn in getattr(line, "draws", ()):
            if len(drawn.taken) > drawn.size or stream.positions(len(drawn.taken), drawn.size) != drawn.taken:
                raise BadRecord(line.n, "draw")
        act = _seat_event(line) if isinstance(line, SeatAct) else None
        if isinstance(act, Contributed):
            stream.mix(act.words)
    return stream


def _replay(
    game: Game[Any],
    lines: Sequence[AnyLine],
    *,
    key: bytes | None = None,
    live: bool = False,
    hands: Hands | None = None,
) -> Match[Any]:
    """Do everything again. `live`: throw again from the key and compare; otherwise give out what the record says was
    thrown. Lines written under other rules are done again as well as these rules can, and not compared."""
    header = _header(lines)
    key = key or b"\0" * KEY_BYTES
    own = _first_line_of_these_rules(game, lines)
    recorded = _LineStream()
    recorded.line = ReplayStream(header.throws, header.draws)
    match = _begin(game, header, key, KeyedStream(key, header.contributions) if live and not own else recorded)
    match.hands = hands or match.hands
    for line in lines:
        if line.n == own and own:
            _change_rules(match, lines[:own], key if live else None)
        recorded.line = ReplayStream(getattr(line, "throws", ()), getattr(line, "draws", ()))
        if line.n < own:
            _again_under_other_rules(match, line)
        else:
            _again(match, line)
            _compare(match, line)
        # a seat's act that completes a takeback has written a second line; the state before that one is its own
        changed = len(match.lines) == line.n + 1
        match.states[line.n] = match.state.clone() if changed else match.states[line.n - 1]
    if own == len(lines):
        _change_rules(match, lines, key if live else None)
    return match


def _change_rules(match: Match[Any], lines: Sequence[AnyLine], key: bytes | None) -> None:
    """From here on the rules at hand are those of the record, if all seats accept them."""
    match.to_accept = {seat.name for seat in match.setup.seats}
    if key is not None:
        match.stream = _thrown_again(_header(lines), lines, key)


def _begin(game: Game[Any], header: Header, key: bytes, stream: Any) -> Match[Any]:
    try:
        return Match(game, header.setup, key=key, contributions=header.contributions, made=header.made, stream=stream)
    except (Illegal, BadInput) as error:
        raise BadRecord(0, "refused", error=error.reason) from None


def _again_under_other_rules(match: Match[Any], line: AnyLine) -> None:
    """What was done under other rules, done under these; the line stays what it was."""
    beside = isinstance(line, Snapshot | Ended) or (
        isinstance(line, SeatAct) and isinstance(_seat_event(line), RulesAccepted)
    )
    if not beside:
        _again(match, line)
    match.lines[line.n : line.n + 1] = [line]


def do_again(match: Match[Any], line: AnyLine) -> None:
    """Do what a line that was read from a file says; Illegal or BadInput if it is not allowed."""
    game = match.game
    if isinstance(line, Acted):
        action = game.convert_action(line.action)
        match.act(line.seat, line.role, line.decision, action, act_id=line.id, auto=line.auto)
    elif isinstance(line, Overridden):
        match.override(game.convert_edit(line.edit), line.reason)
    elif isinstance(line, Clocked):
        match.clock(msgspec.convert(line.event, ClockEvent))
    elif isinstance(line, SeatAct):
        match.seat_act(line.seat, _seat_event(line))
    elif isinstance(line, Undone) and match.next_line == line.n:
        match.undo(line.seat)  # if the line is there already, the last grant has taken the game back
    elif isinstance(line, Snapshot):
        match.snapshot()
    elif isinstance(line, Ended):
        match.end(line.reason)


def _again(match: Match[Any], line: AnyLine) -> None:
    """Do again what the line says was done; what is refused now cannot be in a record."""
    try:
        do_again(match, line)
    except (Illegal, BadInput, msgspec.ValidationError) as error:
        raise BadRecord(line.n, "refused", error=getattr(error, "reason", str(error))) from None


#: what follows from an act and is kept with its line, beside dice, draws and state
OUTCOMES: dict[type, tuple[str, ...]] = {Undone: ("seat", "to", "granted"), Ended: ("count", "result")}


def _compare(match: Match[Any], line: AnyLine) -> None:
    """What came of doing the line again must be what the record says: same dice, same draws, same state, same result.

    The rest of a line is what was put in, or how it was worded and drawn, which later software may do differently;
    the chain of hashes, checked when the record was read, guards those bytes.
    """
    if len(match.lines) <= line.n:
        raise BadRecord(line.n, "missing-effect")
    again: Any = match.lines[line.n]
    if type(again) is not type(line):
        raise BadRecord(line.n, "differs")
    if _dice(again) != _dice(line):
        raise BadRecord(line.n, "dice")
    if _positions(again) != _positions(line):
        raise BadRecord(line.n, "draw")
    if again.state != line.state:
        raise BadRecord(line.n, "state")
    if any(getattr(again, field) != getattr(line, field) for field in OUTCOMES.get(type(line), ())):
        raise BadRecord(line.n, "differs")
    match.lines[line.n] = line


def _dice(line: Any) -> list[tuple[tuple[int, ...], bool]]:
    """What was thrown, and whether the dice were typed in; what a throw was for is wording."""
    return [(thrown.values, thrown.typed) for thrown in getattr(line, "throws", ())]


def _positions(line: Any) -> list[tuple[int, tuple[int, ...]]]:
    """The draws, each as the size of the pile and the places taken from it."""
    return [(drawn.size, drawn.taken) for drawn in getattr(line, "draws", ())]


__all__ = [
    "RulesAccepted",
    "Verification",
    "board_of",
    "do_again",
    "look_at",
    "playable",
    "resume",
    "snapshots",
    "states_by_line",
    "verify",
]
