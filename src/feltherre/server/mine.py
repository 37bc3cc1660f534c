"""One's own games, for the list of them: who plays, how far it has come, whose turn it is, and how it ended."""

from __future__ import annotations

import msgspec

from feltherre.core.match import SPECTATOR
from feltherre.core.record import Header
from feltherre.server.forms import MyGame
from feltherre.server.glance import Glance, Sitting, read_glance
from feltherre.server.hub import Hub
from feltherre.server.keeping import deleted_on
from feltherre.server.store import Damaged, StoredToken, Summary
from feltherre.server.watching import LIVE, TableInfo


async def my_game(hub: Hub, number: int, link: StoredToken) -> MyGame | None:
    """The game of a link, the so manyth that is asked for; None if it is damaged: who opens it is told."""
    try:
        summary = await hub.store.summary(link.game_id)
    except Damaged:
        return None
    if summary is None:
        return None
    glance, is_new = await _glance(hub, summary)
    seats = glance.seats if glance else _seats(summary)
    told = glance if is_new and not _held(summary, link.seat) else None
    return MyGame(
        token_number=number,
        match=summary.id,
        game=summary.game,
        seat=link.seat,
        roles=next((seat.roles for seat in seats if seat.name == link.seat), ()),
        kind=link.kind,
        made=summary.made,
        finished=summary.finished,
        asked=None if told is None or link.seat == SPECTATOR else link.seat in told.asked,
        deleted_on=deleted_on(summary.touched, hub.settings.keep_days),
        turn=None if told is None else told.turn,
        waiting=None if told is None else told.asked,
        seats=seats,
        role_names=glance.role_names if glance else {},
        result=summary.result,
        touched="" if _held(summary, link.seat) else summary.touched,
    )


async def _glance(hub: Hub, summary: Summary) -> tuple[Glance | None, bool]:
    """The game at a glance, and whether it stands so now: a server that broke down has not noted everything."""
    room = hub.rooms.get(summary.id)
    if room is not None and not room.closed:
        async with room.lock:
            return room.glance(), True
    kept = read_glance(summary.glance)
    return kept, kept is not None and kept.lines == summary.lines


def _seats(summary: Summary) -> tuple[Sitting, ...]:
    """Those it was made with; who sits there is not known."""
    header = msgspec.json.decode(summary.header, type=Header)
    return tuple(Sitting(seat.name, seat.roles) for seat in header.setup.seats)


def _held(summary: Summary, seat: str) -> bool:
    """Whether this is a spectator who is not shown yet how the game stands."""
    watched = msgspec.json.decode(summary.table, type=TableInfo).watched
    return seat == SPECTATOR and watched != LIVE and not summary.finished
