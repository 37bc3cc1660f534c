"""What the HTTP part is asked and answers, as types; docs/wire.md tells it to people and openapi.py to programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from feltherre.core.catalogue import FALLBACK
from feltherre.core.event import SeenEvent
from feltherre.core.game import Setup, Way
from feltherre.core.scene import Board, Box, Scene
from feltherre.core.state import Result
from feltherre.core.text import Text
from feltherre.lab.report import Report
from feltherre.server.glance import Sitting
from feltherre.server.pace import Days
from feltherre.server.watching import TurnsLate, Watched

Word = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=64)]
PersonName = Annotated[str, Meta(max_length=40)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a client sends."""


class NewMatch(Form, frozen=True):
    """How a game is to be made. `seat`: the one its maker takes; `computers`: seat -> player; `scenario_file`: the text
    of a scenario file of one's own; `watched`, `turns_late`: what spectators are shown, and when; `name`: what its
    maker is called; `pace`: days for each answer; `aids`: whether there are advice and odds, null: as is usual (against
    computers only there are, between people there are not)."""

    game: Word
    seating: Annotated[int, Meta(ge=0)] = 0
    options: dict[str, Word] = {}
    scenario: Word = ""
    seat: Word | None = None
    computers: dict[str, Word] = {}
    umpire: bool = False
    spectators: bool = False
    watched: Watched = "live"
    turns_late: TurnsLate = 1
    dice: Word = "live"
    clocks: bool = False
    pace: Days = 0
    contribution: Word = ""
    scenario_file: str = ""
    aids: bool | None = None
    name: PersonName = ""


class ToBeMade(Form, frozen=True):
    """What of a game that is to be made decides who plays it."""

    game: Word
    options: dict[str, Word] = {}
    scenario: Word = ""
    scenario_file: str = ""


class Claim(Form, frozen=True):
    """An invitation; `link`: a link's token that the client has made, so that the claim can be sent again."""

    token: Token
    link: Token | None = None


class ByLink(Form, frozen=True):
    token: Token


class LogOf(Form, frozen=True):
    """`eyes`: as this seat read it; of a game that has ended, where otherwise everything is told."""

    token: Token
    eyes: Word | None = None


class ToShare(Form, frozen=True):
    """`line`: to which others are to be led, as the link's seat counts it."""

    token: Token
    line: int = 0


class CallMe(Form, frozen=True):
    """What somebody leaves at his seat, to be told that he is asked while he is away: `keep` these addresses in place
    of those before, `confirm` the e-mail with the code that was sent to it, `forget` everything; `look`: what is there.
    """

    token: Token
    act: Literal["look", "keep", "confirm", "forget"] = "look"
    email: Annotated[str, Meta(max_length=254)] = ""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    language: Word = FALLBACK
    code: Word = ""


class CanCall(Struct, frozen=True):
    """How people can be called from this server, and what somebody has left at his seat: an e-mail address, all but its
    beginning hidden, `confirmed` or not, and the host of an address of the web."""

    by_mail: bool
    by_web: bool
    email: str = ""
    confirmed: bool = False
    webhook: str = ""


class ByLinks(Form, frozen=True):
    tokens: Annotated[list[Token], Meta(max_length=100)]


class OptionInfo(Struct, frozen=True):
    """A choice made when a game is created, in words."""

    name: str
    values: tuple[str, ...]
    default: str
    label: Text
    help: Text | None
    value_labels: dict[str, Text]
    #: it means something only together with these other choices
    needs: dict[str, str]


class GameInfo(Struct, frozen=True):
    id: str
    title: Text
    about: Text
    #: how many play it, how long it takes
    facts: tuple[Text, ...]
    roles: tuple[str, ...] = ()
    role_names: dict[str, Text] = {}
    seatings: tuple[tuple[tuple[str, ...], ...], ...] = ()
    options: tuple[OptionInfo, ...] = ()
    #: the options with which somebody begins who only wants to play, and what else may be begun at once
    plain: dict[str, str] = {}
    ways: tuple[Way, ...] = ()
    scenarios: tuple[str, ...] = ()
    scenario_names: dict[str, Text] = {}
    players: tuple[str, ...] = ()
    #: what people call the computer players, and how each plays
    player_names: dict[str, Text] = {}
    umpire: bool = True
    #: whether it can be played with clocks
    clocks: bool = False
    #: False: there are the rules, the umpire's desk and the odds, and no game yet
    playable: bool = True
    #: it can be played, but not all of its book is carried out yet
    in_making: bool = False
    #: whether the browser is a good place to play it
    in_browser: bool = False


class Seatings(Struct, frozen=True):
    """Who plays a game that is made so: the ways to sit, and what the roles are called. Of a scenario file: its id and
    what it holds, in a sentence."""

    seatings: tuple[tuple[tuple[str, ...], ...], ...]
    role_names: dict[str, Text]
    scenario: str = ""
    about: Text | None = None


class OpeningShown(Struct, frozen=True):
    """The position in which the plain game opens, for a picture: `box` is the part of the sheet on it."""

    board: Board
    scene: Scene
    box: Box | None


class Link(Struct, frozen=True):
    """A way into a game: `link` opens it, `invitation` is claimed once."""

    kind: str
    match: str
    seat: str
    roles: tuple[str, ...]
    token: str


class Made(Struct, frozen=True):
    match: str
    link: Link
    invitations: list[Link]
    umpire: Link | None = None
    spectators: Link | None = None


class ChoiceMade(Struct, frozen=True):
    """An option of a game that has been made, in words; `usual`: it is as it is unless somebody chooses."""

    label: Text
    value: Text
    usual: bool


class Invited(Struct, frozen=True):
    """What somebody is invited to. `clocks`: what they do, in a game with clocks; `inviter`: "" if he gave no name."""

    match: str
    game: str
    title: Text
    about: Text
    facts: tuple[Text, ...]
    seat: str
    roles: tuple[str, ...]
    role_names: dict[str, Text]
    inviter: str
    seats: tuple[Sitting, ...]
    scenario: Text | None
    choices: tuple[ChoiceMade, ...]
    clocks: Text | None
    pace: Days
    dice: str
    umpire: bool
    spectators: bool
    watched: Watched
    turns_late: int


class Reach(Struct, frozen=True):
    """The pages of this server as other machines open them; none where only its own can."""

    addresses: list[str]


class Shared(Struct, frozen=True):
    """A spectators' link, and how spectators count the line."""

    token: str
    line: int


class MyGame(Struct, frozen=True):
    """A game in the list of one's own. `turn`, `asked` and `waiting` (the seats that have to answer) are null where it
    is not known how the game stands, or not to be told."""

    token_number: int
    match: str
    game: str
    seat: str
    roles: tuple[str, ...]
    kind: str
    made: str
    finished: bool
    asked: bool | None = None
    deleted_on: str = ""
    turn: Text | None = None
    waiting: tuple[str, ...] | None = None
    seats: tuple[Sitting, ...] = ()
    role_names: dict[str, Text] = {}
    result: Result | None = None
    #: the day on which something last happened in it
    touched: str = ""


class OwnLog(Struct, frozen=True):
    game: str
    match: str
    seat: str
    log: list[tuple[int, SeenEvent]]


class Language(Struct, frozen=True):
    id: str


class Languages(Struct, frozen=True):
    languages: list[Language]
    fallback: str


class Catalogue(Struct, frozen=True):
    """All sentences of a language; those that count things have a form for each of `plural`'s values."""

    lang: str
    plural: str
    texts: dict[str, str | tuple[str, ...]]


class RuleRead(Struct, frozen=True, omit_defaults=True):
    """A rule in the reader's language; `rulings`: ids of what was decided where the book is unclear."""

    id: str
    title: str
    text: str
    rulings: list[str] = []


class Chapter(Struct, frozen=True):
    id: str
    name: Text
    rules: list[RuleRead]


class TableRead(Struct, frozen=True):
    """A table of the book, its cells as words."""

    id: str
    title: str
    columns: list[str]
    rows: list[list[str]]


class Rulebook(Struct, frozen=True):
    chapters: list[Chapter]
    #: the tables that lie beside the board
    play_aid: list[TableRead]


class RuleEntry(Struct, frozen=True):
    type: str
    entry: Any
    rulings: list[Any] = []
    tables: list[str] = []
    procedures: list[str] = []
    examples: list[Any] = []
    #: the book's own words for what the rule speaks of: original -> ours
    terms: dict[str, str] = {}


class Checked(Struct, frozen=True):
    lines: int
    finished: bool
    dice_checked: bool
    states_checked: bool
    result: Result | None


class Frame(Struct, frozen=True):
    """The position after one line of a record. `taken_back`: the game later went on from before it."""

    line: int
    kind: str
    seat: str
    role: str
    text: str
    events: list[SeenEvent]
    scene: Scene
    taken_back: bool = False


class Frames(Struct, frozen=True):
    game: str
    setup: Setup
    verification: Checked
    seat: str
    #: the board of today; null where the game is not installed
    board: Board | None
    frames: list[Frame]
    #: of a finished game that can be played again
    report: Report | None = None


class Health(Struct, frozen=True):
    ok: bool


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    error: Text
    rule: str | None = None
