"""What is told of messages (03.01.1): the general who gets one reads it when it has come, and nobody else does. The
writer of one that could not be handed over learns that it waits."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_of, role_over
from feltherre.games.civilwar.field import by_id
from feltherre.games.civilwar.riding import TALK
from feltherre.games.civilwar.state import CivilWarState, Message, staff_of
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.measure import CM


@rule("03.01.1")
def tell_new(table: Table[CivilWarState]) -> None:
    """The messages that have been handed over between the last turn and this one, and those of the last turn that have
    not."""
    state = table.state
    for message in state.messages:
        if message.read == state.turn:
            table.tell(words(state, message), "03.01.1", (message.to,), audience=(_reader(state, message.to),))
        elif not message.read and message.written == state.turn - 1:
            audience = (role_over(state, staff_of(state, message.sender)),)
            table.tell(_waits(state, message), "03.01.1", (message.sender,), audience=audience)


def _waits(state: CivilWarState, message: Message) -> Text:
    """The generals are not together: the message waits until they meet, or a courier has to ride."""
    sender, to = name(state, message.sender), name(state, message.to)
    return say("civilwar.message.waits", sender=sender, to=to, cm=TALK // CM, signs=f'RIDE {message.to} SAY "..."')


def words(state: CivilWarState, message: Message) -> Text:
    sender, to = name(state, message.sender), name(state, message.to)
    return say("civilwar.message.read", sender=sender, to=to, turn=message.written, words=message.text)


def _reader(state: CivilWarState, to: str) -> str:
    unit = by_id(state, to)
    return role_over(state, staff_of(state, to)) if unit is None else role_of(state, unit)
