"""A record file as a row of positions, for the replay slider. Runs in a worker: it verifies and plays everything again.

Of a finished game everything can be seen, or what one seat saw; of an unfinished one only what spectators may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput
from feltherre.core.event import SeenEvent
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import Acted, AnyLine, Header, read_lines
from feltherre.core.replay import Verification, board_of, look_at, snapshots, verify
from feltherre.core.scene import board_for_page, for_page
from feltherre.core.text import say
from feltherre.lab.report import report_of
from feltherre.server.forms import Checked, Frame, Frames
from feltherre.server.numbering import numbering_of
from feltherre.server.telling import heard


def frames_of(data: bytes, seat: str | None) -> bytes:
    """The frames of a record as JSON."""
    checked = verify(data)
    lines = read_lines(data)
    header: Any = lines[0]
    viewer = _viewer(header, checked, seat)
    shown = _from_snapshots(lines, viewer) if not checked.states_checked else _played_again(lines, viewer)
    result = checked.result if checked.finished or checked.states_checked else None
    board = board_of(lines)
    found = Frames(
        header.game,
        # whoever has the record has the scenario's file with it; of an unfinished game it would tell too much
        msgspec.structs.replace(header.setup, scenario_file=UNSET),
        Checked(checked.lines, checked.finished, checked.dice_checked, checked.states_checked, result),
        viewer,
        None if board is None else board_for_page(board),
        shown,
        report_of(lines) if checked.finished and checked.states_checked else None,
    )
    return msgspec.json.encode(found)


def report_for(data: bytes, seat: str) -> bytes:
    """The report of a record as JSON, its lines as this seat counts them."""

    def counted(lines: Sequence[AnyLine], states: Mapping[int, Any]) -> Callable[[int], int]:
        numbering = numbering_of([*lines], states)
        return lambda line: numbering.number(line, seat)

    return msgspec.json.encode(report_of(read_lines(data), counted))


def _viewer(header: Header, checked: Verification, seat: str | None) -> str:
    if not checked.finished:
        if seat:
            raise BadInput(say("server.bad.unfinished"))
        return SPECTATOR
    known = [UMPIRE, SPECTATOR, *(held.name for held in header.setup.seats)]
    if seat is not None and seat not in known:
        raise BadInput(say("core.bad.seat", name=seat))
    return UMPIRE if seat is None else seat


def _played_again(lines: Sequence[AnyLine], viewer: str) -> list[Frame]:
    match = look_at(lines)
    counting = match.lines_that_count() | match.beside
    events = _events_by_line(match, viewer)
    roles = () if viewer in (SPECTATOR, UMPIRE) else match.seat(viewer).roles
    return [
        Frame(
            **_what(_worded_now(match, line), viewer),
            events=events.get(line.n, []),
            scene=for_page(match.game.scene(match.states[line.n], roles, all_seeing=viewer == UMPIRE)),
            taken_back=line.n not in counting,
        )
        for line in lines
    ]


def _worded_now(match: Match[Any], line: AnyLine) -> AnyLine:
    """The line with its act in today's notation: replaying vouches for the act, not for the words beside it."""
    if not isinstance(line, Acted):
        return line
    game = match.game
    return msgspec.structs.replace(line, text=game.notation.write(game.convert_action(line.action)))


def _events_by_line(match: Match[Any], viewer: str) -> dict[int, list[SeenEvent]]:
    if viewer == UMPIRE and not match.setup.umpire:
        # everything is open now, though the game had no umpire to see it
        match.setup = msgspec.structs.replace(match.setup, umpire=True)
    found: dict[int, list[SeenEvent]] = {}
    for line, seen in heard(match, viewer, 0):
        found.setdefault(line, []).append(seen)
    return found


def _from_snapshots(lines: Sequence[AnyLine], viewer: str) -> list[Frame]:
    """The rules of this record are gone: what was written down to be looked at. The umpire's eyes are among it only if
    the game had one; otherwise a spectator's must do."""
    kept = snapshots(lines, viewer) or snapshots(lines, SPECTATOR)
    found, read = [], 0
    for number, seen in kept:
        found.append(Frame(**_what(lines[number], viewer), events=list(seen.log[read:]), scene=seen.drawn()))
        read = len(seen.log)
    return found


def _what(line: AnyLine, viewer: str) -> dict[str, Any]:
    """The seat that acted in a line, and what it did; only the umpire reads the latter."""
    kind = line.__struct_config__.tag
    if viewer != UMPIRE or not isinstance(line, Acted):
        return {"line": line.n, "kind": kind, "seat": "", "role": "", "text": ""}
    return {"line": line.n, "kind": kind, "seat": line.seat, "role": line.role, "text": line.text}
