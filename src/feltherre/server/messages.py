"""What goes over the wire between a client and a room: one tagged union each way."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from feltherre.core.event import SeenEvent
from feltherre.core.seats import AnySeatEvent
from feltherre.core.space import Choice, DecisionSeen, Part
from feltherre.core.text import Text

#: longest message a client may send, in bytes
MOST_BYTES = 16_384


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


# from the client


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the link's token, and the last line the client has seen (-1: nothing)."""

    token: str
    seen: int = -1
    name: str = ""


class Act(Message, frozen=True, tag="act"):
    """An answer to a decision, as an action or as a line of notation. `id` makes a resend harmless."""

    id: str
    role: str
    decision: str
    action: Any = None
    text: str = ""


class AskChoices(Message, frozen=True, tag="choices"):
    """What may come next in an answer that is being built."""

    id: str
    decision: str
    partial: list[Part] = []


class AskWhyNot(Message, frozen=True, tag="why-not"):
    """Why this part may not come next, or why this action is refused."""

    id: str
    decision: str
    partial: list[Part] = []
    part: Part | None = None


class AskHint(Message, frozen=True, tag="hint"):
    """What would the computer do here, and why."""

    id: str
    role: str
    player: str = "captain"


class AskProspects(Message, frozen=True, tag="prospects"):
    """Exact chances of what lies before this seat."""

    id: str


class AskLine(Message, frozen=True, tag="look"):
    """The position as it was after a line of the record (replay)."""

    id: str
    line: int


class Undo(Message, frozen=True, tag="undo"):
    id: str


class SeatActed(Message, frozen=True, tag="seat"):
    """Standing instructions, resigning, takebacks, handing the seat over."""

    id: str
    act: AnySeatEvent


class TakePen(Message, frozen=True, tag="pen"):
    """Of several people on one seat, this one writes from now on."""


class Override(Message, frozen=True, tag="override"):
    """The umpire's edit."""

    id: str
    edit: Any
    reason: str


class Say(Message, frozen=True, tag="say"):
    text: str


FromClient = (
    Hello
    | Act
    | AskChoices
    | AskWhyNot
    | AskHint
    | AskProspects
    | AskLine
    | Undo
    | SeatActed
    | TakePen
    | Override
    | Say
)


# to the client


class SeatInfo(Struct, frozen=True):
    """A seat as everyone sees it."""

    name: str
    roles: tuple[str, ...]
    #: the computer player that holds it, or ""
    player: str
    people: int
    claimed: bool


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything a client needs to begin or to go on."""

    game: str
    match: str
    seat: str
    roles: tuple[str, ...]
    umpire: bool
    spectators: bool
    options: dict[str, str]


class Position(Message, frozen=True, tag="position"):
    """The position of this seat after a line, what happened since the client last heard, and who is asked."""

    line: int
    view: Any
    events: list[tuple[int, SeenEvent]]
    #: True: the log starts anew (a first visit, or something was taken back)
    anew: bool
    asked: list[DecisionSeen]
    waiting: list[Text]
    seats: list[SeatInfo]
    pen: bool
    can_undo: bool
    takeback: list[Any]
    over: bool


class Done(Message, frozen=True, tag="done"):
    """The act with this id is durable."""

    id: str


class Refused(Message, frozen=True, tag="refused"):
    """Nothing has changed, and why."""

    id: str
    reason: Text
    rule: str | None = None


class Choices(Message, frozen=True, tag="choices"):
    id: str
    choices: list[Choice]
    #: the whole action, when nothing more is to be chosen, and its line of notation
    action: Any = None
    text: str = ""


class WhyNot(Message, frozen=True, tag="why-not"):
    id: str
    reason: Text | None
    rule: str | None = None


class Hint(Message, frozen=True, tag="hint"):
    id: str
    action: Any
    text: str
    why: Text


class Prospects(Message, frozen=True, tag="prospects"):
    id: str
    prospects: Any


class Look(Message, frozen=True, tag="look"):
    """An earlier position, as this seat saw it."""

    id: str
    line: int
    view: Any
    log: list[SeenEvent]


class Said(Message, frozen=True, tag="said"):
    who: str
    text: str


class Closed(Message, frozen=True, tag="closed"):
    """The connection ends, and why."""

    reason: Text


read = msgspec.json.Decoder(FromClient).decode
write = msgspec.json.Encoder().encode
