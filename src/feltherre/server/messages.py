"""What goes over the wire between a client and a room: one tagged union each way. docs/wire.md tells it to people."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from feltherre.core.chance import Line, Ruling
from feltherre.core.event import SeenEvent
from feltherre.core.overlay import Overlay
from feltherre.core.scene import Board, Scene
from feltherre.core.seats import SentSeatEvent
from feltherre.core.sheet import Letter, LineRead, Offer, Row
from feltherre.core.space import Choice, DecisionSeen, Part, Picking
from feltherre.core.state import Result
from feltherre.core.text import Text
from feltherre.core.traced import Traced

#: longest message a client may send, in bytes; and the longest of those that hold a whole sheet (`SHEETS`)
MOST_BYTES = 16_384
MOST_SHEET_BYTES = 65_536

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Word = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=40)]
#: an answer as a line
Notation = Annotated[str, Meta(max_length=4000)]
#: the same, where it may be the order sheet of a large battle
WholeSheet = Annotated[str, Meta(max_length=32_000)]
#: a line of a sheet, and all of them
SheetLine = Annotated[str, Meta(max_length=2000)]
SheetLines = Annotated[list[SheetLine], Meta(max_length=200)]
Partial = Annotated[list[Part], Meta(max_length=300)]


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


# from the client


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the link's token, and the last line the client has seen (-1: nothing)."""

    token: Word
    seen: int = -1
    name: Name = ""


class Act(Message, frozen=True, tag="act"):
    """An answer to a decision, as an action or as a line of notation. `id` makes a resend harmless."""

    id: Id
    role: Word
    decision: Word
    action: Any = None
    text: WholeSheet = ""


class AskChoices(Message, frozen=True, tag="choices"):
    """What may come next in an answer that is being built."""

    id: Id
    decision: Word
    partial: Partial = []


class AskWhyNot(Message, frozen=True, tag="why-not"):
    """Why this part may not come next, or why this action is refused."""

    id: Id
    decision: Word
    partial: Partial = []
    part: Part | None = None
    action: Any = None


class AskPreview(Message, frozen=True, tag="preview"):
    """What an answer would be, before it is given: an action or a line of notation."""

    id: Id
    decision: Word
    action: Any = None
    text: Notation = ""


class AskSheet(Message, frozen=True, tag="sheet"):
    """The sheet of a decision that is answered in writing: a row for everybody who gets a line."""

    id: Id
    decision: Word


class AskOffers(Message, frozen=True, tag="offers"):
    """The lines that are offered for a row of it."""

    id: Id
    decision: Word
    row: Word


class AskDraft(Message, frozen=True, tag="draft"):
    """What the lines that stand on the sheet come to; nothing is sealed by it."""

    id: Id
    decision: Word
    lines: SheetLines = []


#: the player that advises where none is named
USUAL_ADVISER = "captain"


class AskHint(Message, frozen=True, tag="hint"):
    """What the computer would do here, and why."""

    id: Id
    role: Word
    player: Word = USUAL_ADVISER


class AskPlan(Message, frozen=True, tag="plan"):
    """All that the computer would do from here on, this turn."""

    id: Id
    role: Word
    player: Word = USUAL_ADVISER


class AskProspects(Message, frozen=True, tag="prospects"):
    """Exact chances of what lies before this seat; with an action, of what this answer would bring about."""

    id: Id
    decision: Word = ""
    action: Any = None


class AskBoard(Message, frozen=True, tag="board"):
    """The board of this game, on which every scene is drawn."""

    id: Id


class AskAbout(Message, frozen=True, tag="about"):
    """What a seat may know of a place or a thing that somebody points at."""

    id: Id
    name: Word


class AskBrief(Message, frozen=True, tag="brief"):
    """What this seat was told of the scenario before it began, and the lesson of the turn where a scenario teaches."""

    id: Id


class AskOverlays(Message, frozen=True, tag="overlays"):
    """What may be laid over the board: of the position, or of a piece that is picked."""

    id: Id
    picked: Word = ""


class AskLine(Message, frozen=True, tag="look"):
    """The position as this seat saw it after a line (replay); when the game has ended, as it was, or as the seat `eyes`
    saw it (`""`: a spectator)."""

    id: Id
    line: int
    eyes: Word | None = None


class Undo(Message, frozen=True, tag="undo"):
    id: Id


class SeatActed(Message, frozen=True, tag="seat"):
    """Standing instructions, resigning, takebacks, handing the seat over."""

    id: Id
    act: SentSeatEvent


class TakeOver(Message, frozen=True, tag="take-over"):
    """Let a computer play for a seat whose people have been away for long (the umpire may do so at any time)."""

    id: Id
    seat: Word
    player: Word


class OfferEnd(Message, frozen=True, tag="end"):
    """Offer to end the game as it stands, or agree; `agree` false takes it back or declines."""

    id: Id
    agree: bool = True


#: what may be asked for about the clocks
PAUSE, RESUME, ADD, DECLINE = "pause", "resume", "add", "decline"

Minutes = Annotated[int, Meta(ge=0, le=60)]


class AskTime(Message, frozen=True, tag="time"):
    """Pause, go on, or add minutes to a clock: the umpire at once, others when all people's seats want the same.
    `decline`: no, or never mind."""

    id: Id
    act: Literal["pause", "resume", "add", "decline"]
    name: Word = ""
    role: Word = ""
    minutes: Minutes = 0


class TakePen(Message, frozen=True, tag="pen"):
    """Of several people on one seat, this one writes from now on."""


class Override(Message, frozen=True, tag="override"):
    """The umpire's edit."""

    id: Id
    edit: Any
    reason: Annotated[str, Meta(max_length=500)]


class Say(Message, frozen=True, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


FromClient = (
    Hello
    | Act
    | AskChoices
    | AskWhyNot
    | AskPreview
    | AskSheet
    | AskOffers
    | AskDraft
    | AskHint
    | AskPlan
    | AskProspects
    | AskBoard
    | AskAbout
    | AskBrief
    | AskOverlays
    | AskLine
    | Undo
    | SeatActed
    | TakeOver
    | OfferEnd
    | AskTime
    | TakePen
    | Override
    | Say
)

#: messages that may be as long as a sheet
SHEETS = (Act, AskDraft)


# to the client


class SeatInfo(Struct, frozen=True):
    """A seat as everyone sees it."""

    name: str
    roles: tuple[str, ...]
    #: the computer player that holds it, or ""
    player: str
    #: how many people have it open, and the names they gave
    people: int
    #: whether somebody has the seat's link (a seat that a computer held from the beginning has none)
    claimed: bool
    names: tuple[str, ...] = ()
    #: nobody of it has been there for so long that a computer may take it over
    absent: bool = False
    #: its computer player could not answer, not even at random; it is asked again
    stuck: bool = False
    #: until when its people have time to answer, in ms since 1970; 0: they are not asked, or time does not count
    until: int = 0


class ClockSeen(Struct, frozen=True):
    """A clock at the moment of sending; while it runs the client counts on by itself."""

    name: str
    #: whose it is; "": everyone's
    role: str
    left_ms: int
    running: bool
    paused: bool


class TimeOffer(Struct, frozen=True):
    """A pause, going on, or more time, and the seats that want it so far."""

    act: str
    name: str = ""
    role: str = ""
    minutes: int = 0
    agreed: tuple[str, ...] = ()


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything a client needs to begin or to go on."""

    game: str
    match: str
    seat: str
    roles: tuple[str, ...]
    umpire: bool
    spectators: bool
    options: dict[str, str]
    #: what spectators are shown: live, late (by so many turns), end
    watched: str = "live"
    turns_late: int = 0
    scenario: str = ""
    dice: str = "live"
    #: published before the first die: the hash of the key that is revealed at the end
    commitment: str = ""
    #: this seat has yet to add words of its own to the dice (`contribute`)
    contribute: bool = False
    made: str = ""
    #: the helps that are lawful for this seat, at this table
    aids: tuple[str, ...] = ()
    #: each use of advice and odds is noted in the log
    noted: bool = False
    #: the computer players of this game
    players: tuple[str, ...] = ()
    #: the game is played with clocks
    clocks: bool = False
    #: days for each answer; 0: as long as it takes
    pace: int = 0
    #: the day on which it is deleted unless something happens in it: "2027-03-01"; "": never
    deleted_on: str = ""


class Position(Message, frozen=True, tag="position"):
    """The position of this seat after a line, what happened since the client last heard, and who is asked."""

    line: int
    scene: Scene
    events: list[tuple[int, SeenEvent]]
    #: True: the log starts anew (a first visit, or something was taken back)
    anew: bool
    asked: list[DecisionSeen]
    waiting: list[Text]
    seats: list[SeatInfo]
    pen: bool
    can_undo: bool
    #: a takeback that is asked for: [[seat, line to go back to, [seats that have granted it]]], or []
    takeback: list[tuple[str, int, tuple[str, ...]]]
    over: bool
    result: Result | None = None
    #: seats that have offered to end the game as it stands
    ending: tuple[str, ...] = ()
    #: the umpire alone: the decisions that others are asked
    open: list[DecisionSeen] = []
    #: the umpire alone: the ruling that waits at his gate, and whether he holds it
    gate: Ruling | None = None
    gate_held: bool = False
    #: and which outputs of it he can change
    gate_changes: tuple[str, ...] = ()
    #: and whom it is about, by name
    gate_concerns: tuple[Text, ...] = ()
    #: and for those outputs that are one of several words, or nobody, which
    gate_choices: dict[str, tuple[str | None, ...]] = {}
    #: this seat's own standing instructions: role -> {role, mode, unless}
    standing: dict[str, Any] = {}
    #: seats that have yet to accept that the game goes on under other rules than it was begun with
    to_accept: tuple[str, ...] = ()
    #: the game's clocks; none where it is played without
    clocks: list[ClockSeen] = []
    #: a pause or more time that is asked for
    time_offer: TimeOffer | None = None
    #: time stands, and nobody may act
    paused: bool = False
    #: where an undo is barred: the line to which this seat may ask to go back, before its last act; -1: none
    back: int = -1


class Done(Message, frozen=True, tag="done"):
    """The act with this id is durable."""

    id: str
    line: int = -1


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
    #: the same as a sentence, and what the game warns of
    words: Text | None = None
    warnings: list[Text] = []
    #: how the next part is picked
    picking: Picking | None = None
    #: the whole action part by part, with the places on its way that nobody needs to choose
    parts: tuple[Part, ...] = ()


class WhyNot(Message, frozen=True, tag="why-not"):
    """`instead`: the parts that lead there all the same, and their price."""

    id: str
    reason: Text | None
    rule: str | None = None
    instead: tuple[tuple[Part, ...], Text] | None = None


class Preview(Message, frozen=True, tag="preview"):
    """A legal answer as a sentence, and what the game warns of."""

    id: str
    action: Any
    text: str
    words: Text
    warnings: list[Text] = []


class Sheet(Message, frozen=True, tag="sheet"):
    id: str
    rows: list[Row]
    #: what can stand on a line
    signs: list[Text]
    #: a line that could be written now
    example: str
    #: lines that stand there now and belong to no row
    others: list[str] = []
    letters: list[Letter] = []


class Offers(Message, frozen=True, tag="offers"):
    id: str
    offers: list[Offer]


class Draft(Message, frozen=True, tag="draft"):
    """What has become of each line, in order; `action`, when the sheet is `ready`: the answer that they make."""

    id: str
    lines: list[LineRead]
    action: Any = None
    ready: bool = False
    #: what the player may not want though the rules allow it
    warnings: list[Text] = []


class Hint(Message, frozen=True, tag="hint"):
    id: str
    action: Any
    text: str
    #: the action as a sentence
    words: Text
    #: null: there is nothing to be said for it but itself
    why: Text | None
    decision: str = ""
    #: the way to it, as a client would build it
    parts: tuple[Part, ...] = ()
    warnings: list[Text] = []
    #: of an answer in writing: its lines
    lines: list[str] = []
    #: as it is seen on the board
    drawn: Traced = Traced()
    #: why it is not what was said before; null: it is, or nothing was said
    changed: Text | None = None


class PlannedOrder(Struct, frozen=True):
    """One answer of a plan: itself, its notation, its sentence, why, and how it is drawn when its turn comes."""

    action: Any
    text: str
    words: Text
    why: Text | None
    drawn: Traced


class Plan(Message, frozen=True, tag="plan"):
    """What the computer would do from here on, and why it goes no further."""

    id: str
    decision: str
    orders: list[PlannedOrder]
    ends: Text
    changed: Text | None = None


class Prospects(Message, frozen=True, tag="prospects"):
    id: str
    prospects: Any


class BoardSeen(Message, frozen=True, tag="board"):
    id: str
    board: Board


class About(Message, frozen=True, tag="about"):
    id: str
    lines: tuple[Line, ...]


class Brief(Message, frozen=True, tag="brief"):
    """`brief`: the first line is its title; `lesson`: none where nothing is taught this turn."""

    id: str
    brief: tuple[Line, ...]
    lesson: tuple[Line, ...] = ()


class Overlays(Message, frozen=True, tag="overlays"):
    """`line`: the position they belong to."""

    id: str
    line: int
    overlays: tuple[Overlay, ...]


class Look(Message, frozen=True, tag="look"):
    """An earlier position, as this seat saw it."""

    id: str
    line: int
    scene: Scene
    log: list[SeenEvent]


class Said(Message, frozen=True, tag="said"):
    who: str
    text: str
    seat: str = ""


class Closed(Message, frozen=True, tag="closed"):
    """The connection ends, and why."""

    reason: Text


ToClient = (
    Welcome
    | Position
    | Done
    | Refused
    | Choices
    | WhyNot
    | Preview
    | Sheet
    | Offers
    | Draft
    | Hint
    | Prospects
    | BoardSeen
    | About
    | Brief
    | Overlays
    | Look
    | Said
    | Closed
)

#: of what is asked about decisions, the answers
Answers = Choices | WhyNot | Preview | Sheet | Offers | Draft

read = msgspec.json.Decoder(FromClient).decode
write = msgspec.json.Encoder().encode
