"""What the adviser of a seat has said it would do: that is what it does, unless something has come in between.

As long as only what was advised has been done, the next answers of the plan stand, in the very position in which they
were meant. If something else has happened the adviser thinks anew; if it then wants something else than it said, it
says why: what has happened since is in the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.match import Match
from feltherre.core.record import Acted, AnyLine, Overridden
from feltherre.core.space import Decision, DiceTyped
from feltherre.core.text import Text, say
from feltherre.players.ahead import Ends
from feltherre.server.thinking import Answer

#: why the adviser may have changed its mind: an act was taken back, somebody did other than advised, dice or draws
#: fell, somebody else acted, the umpire did; or nothing has happened, and it has only thought again
Cause = Literal["undone", "yours", "chance", "others", "umpire", "again"]


CHANGED: Mapping[Cause, Text] = {
    "undone": say("server.changed.undone"),
    "yours": say("server.changed.yours"),
    "chance": say("server.changed.chance"),
    "others": say("server.changed.others"),
    "umpire": say("server.changed.umpire"),
    "again": say("server.changed.again"),
}


class Promise(Struct, frozen=True):
    """What was said after a line of the record, in a turn, for a role. `ends`: it was a whole plan, and why it ended
    there."""

    line: int
    turn: int
    role: str
    player: str
    answers: tuple[Answer, ...]
    ends: Ends | None = None


class Since(Struct, frozen=True):
    """What is left of a promise, and what has come in between; None: nothing has."""

    left: tuple[Answer, ...]
    cause: Cause | None

    def changed(self, now: Answer) -> Text | None:
        """Why the adviser now says something else than it did; None: it does not."""
        if not self.left or any(answer.action == now.action for answer in self.left):
            return None
        return CHANGED[self.cause or "again"]


#: nothing was promised
NOTHING = Since((), "again")


def since(match: Match[Any], promise: Promise | None, decision: Decision[Any], player: str) -> Since:
    """What of a promise still counts when this decision is asked."""
    if promise is None or (promise.role, promise.player) != (decision.role, player):
        return NOTHING
    if promise.turn != match.game.turns(match.state):
        return NOTHING
    counting = match.lines_that_count()
    if promise.line not in counting:
        return Since(_possible(match, promise.answers, decision), "undone")
    left, causes = list(promise.answers), list[Cause]()
    for line in match.lines[promise.line + 1 :]:
        if line.n in counting:
            _note(line, promise.role, left, causes)
    # what came first; what others did, such as passing, only if there is nothing else
    causes.sort(key=lambda cause: cause == "others")
    return Since(_possible(match, left, decision), causes[0] if causes else None)


def _note(line: AnyLine, role: str, left: list[Answer], causes: list[Cause]) -> None:
    if isinstance(line, Overridden) or (isinstance(line, Acted) and isinstance(line.action, RulingChanged)):
        causes.append("umpire")
    elif isinstance(line, Acted) and isinstance(line.action, DiceTyped):
        causes.append("chance")
    elif isinstance(line, Acted) and line.role == role:
        action = msgspec.json.encode(line.action)
        done = next((answer for answer in left if answer.action == action), None)
        if done is None:
            causes.append("yours")
        else:
            left.remove(done)
    elif isinstance(line, Acted) and not isinstance(line.action, RulingAccepted):
        causes.append("others")
    if isinstance(line, Acted) and (line.throws or line.draws):
        causes.append("chance")


def _possible(match: Match[Any], left: Sequence[Answer], decision: Decision[Any]) -> tuple[Answer, ...]:
    """From the first answer on that can be given now."""
    for number, answer in enumerate(left):
        if decision.space.contains(match.game.read_action(answer.action)):
            return tuple(left[number:])
    return ()
