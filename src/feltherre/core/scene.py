"""What a client draws: the board, which stays as it is while a game is played, and the scene of one position on it.

A game gives both; the browser, the terminal and the snapshots of a record draw any game from them and know none of its
rules. Words are Texts, written once for all who draw. The schema only ever grows: every field but those that a thing
cannot be without has a default, and what has its default is not written.

A scene says of a position only what the board does not say already: a piece is named there by the id under which the
board describes it. What a seat may not know is not in its scene.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.overlay import Overlay
from feltherre.core.space import What
from feltherre.core.text import Text

Point = tuple[int, int]
Box = tuple[int, int, int, int]


class Drawn(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that clients draw."""


# the board


class Mark(Struct, frozen=True, omit_defaults=True):
    """A lasting feature of a place, such as an airfield. `reconstructed`: our completion, not stated in the
    rulebook."""

    kind: str
    reconstructed: bool = False


class Place(Drawn, frozen=True, kw_only=True):
    """Where pieces stand and what answers name: a hex, an area, a sea area, a box on the sheet."""

    id: str
    name: Text
    #: the middle, where pieces stand, in units of the sheet
    at: Point = (0, 0)
    #: its rim as an SVG path; "": a hex, whose corners the board knows
    path: str = ""
    #: hex, area, water, or box
    kind: str = "area"
    #: what the ground is: forest, bocage, sea
    ground: str = ""
    #: whose it is when the game begins: a side; "": nobody's
    owner: str = ""
    marks: tuple[Mark, ...] = ()
    #: what the place itself is worth, printed on it
    value: int = 0
    #: how large the town is that stands there: 0 none, 1 the smallest; and what is written beside it, if that is
    #: not the name of the place
    rank: int = 0
    written: Text | None = None
    #: the middle of its name with its marks, and its width as printed, where the drawing says so; and where the name
    #: leads to, if it stands away from the place
    label: Point | None = None
    label_width: int = 0
    leader: Point | None = None
    #: how the name of a town stands to its sign (left, right), or the marks of an area to its name (above)
    beside: str = ""
    #: nobody may come here
    closed: bool = False
    #: the place itself is our completion
    reconstructed: bool = False
    #: how a list calls it that has no map beside it: as orders do, and about where it is; no page is sent it
    listed: Text | None = None


class Side(Drawn, frozen=True, kw_only=True):
    """A side as its pieces show it."""

    id: str
    name: Text
    #: its letter, where there are no colours
    sign: str
    #: the name of its colours in the client; "": one of the house's by its number
    look: str = ""
    #: how the edge of its pieces is cut: square, cut, round
    outline: str = "square"
    #: of a commander with a seat of his own: the side for which he plays, and whose pieces his are
    of: str = ""


class Nation(Drawn, frozen=True, kw_only=True):
    """Whose soldiers a piece shows, where a side has several: colours and the mark in the corner."""

    id: str
    name: Text
    #: cross, star, crowns, roundel, bars
    mark: str = "bars"


class Kind(Drawn, frozen=True, kw_only=True):
    """What is printed on a piece, or on all pieces of a kind that have no names of their own (`lot`)."""

    id: str
    side: str
    name: Text
    #: ground, air, ship, figure; body: bases on a tabletop, which stand as its pose says
    shape: str = "ground"
    #: the NATO symbol, or a silhouette; of a body its arm, or general, courier
    symbol: str = ""
    #: the sign of its size: XX
    size: str = ""
    #: what stands at its side: 4D; of a body the sign by which orders call it
    label: str = ""
    #: the figures of each face, front first: 4-4-3
    faces: tuple[str, ...] = ()
    nation: str = ""
    #: what lies on top of a stack: the greater
    weight: int = 0
    #: more that is to be said of it, on a list
    facts: tuple[Text, ...] = ()
    #: many pieces are alike, and are counted
    lot: bool = False
    reconstructed: bool = False


class Effect(Drawn, frozen=True, kw_only=True):
    """What a card does, and when."""

    when: Text
    text: Text
    #: a word for the sign of its time: own, opponent, own-reaction
    timing: str = ""
    reconstructed: bool = False


class Card(Drawn, frozen=True, kw_only=True):
    id: str
    #: how an answer names it, if otherwise
    part: str = ""
    side: str
    name: Text
    #: its name in the rulebook's own language
    original: str = ""
    effects: tuple[Effect, ...] = ()
    #: what it is worth in an exchange, if the game has such a thing
    worth: int | None = None
    #: what it is worth, what it needs
    facts: tuple[Text, ...] = ()
    #: what the signs on it mean
    help: tuple[Text, ...] = ()


class Region(Drawn, frozen=True, kw_only=True):
    """A part of the board, or bodies that belong together, for clients that draw no map."""

    name: Text
    places: tuple[str, ...]


class Layer(Drawn, frozen=True, kw_only=True):
    """A layer of the printed map, drawn in the order in which the board lists them. `kind` chooses colour and pattern:
    water, land, forest, marsh, road; one that a client does not know is drawn in the plain manner of its `form`."""

    kind: str
    #: fill: a ground; line: a way, a river, a rim; pattern: a ground strewn with the signs of its kind
    form: Literal["fill", "line", "pattern"] = "fill"
    path: str
    #: whose ground it is, where that gives the colour
    side: str = ""
    #: drawn only while this overlay is shown
    overlay: str = ""
    #: of a terrace of a hill: how many steps up it is
    level: int = 0
    #: of a line: how wide it is on the ground, in units of the sheet; 0: as wide as its kind is drawn
    width: int = 0
    #: the place that it shows, where that may be taken away in play (`gone` in the scene's places)
    place: str = ""


class Printed(Drawn, frozen=True, kw_only=True):
    """A name on the map that is no place's."""

    text: Text
    at: Point
    #: water, country, range, village, line
    kind: str = ""
    turn: int = 0
    size: int = 100
    spaced: bool = False
    #: the widest it may be, in units of the sheet; 0: as wide as it gets
    room: int = 0


class Sign(Drawn, frozen=True, kw_only=True):
    """A sign on the map with a way it lies: a bridge."""

    kind: str
    at: Point
    turn: int = 0


class Legend(Drawn, frozen=True, kw_only=True):
    """What a sign means. `kind`: that of a mark, of a layer of the map or of a flag of a piece, or the ground of a
    place; `ready`, a piece that can still act; `loss`, one that shows its losses; `pile`, several back up; or `note`,
    where there is no sign, only words."""

    kind: str
    text: Text
    #: how it is written where nothing can be drawn
    sign: str = ""
    #: the rulebook's own word
    original: str = ""


class Cues(Drawn, frozen=True, kw_only=True):
    """Which of the game's own words a client heeds, by their keys: it knows none of them by itself."""

    #: others' acts of these kinds are told together, as many as there are
    together: tuple[str, ...] = ()
    #: a clock has run out by these: everybody is told so, large
    loud: tuple[str, ...] = ()
    #: what is asked while a battle is fought or lies ahead: its chances stand beside it
    battle: tuple[str, ...] = ()
    #: prompt -> the procedure whose chances stand with it; a prompt that begins so counts too
    odds: dict[str, str] = {}
    #: kinds of answers whose chances are told before they are given
    chances: tuple[str, ...] = ()
    #: procedures whose throws are added up, so that their sum says something
    sums: tuple[str, ...] = ()
    #: a turn is told moment by moment, at the reader's pace, one's own acts too (`SeenEvent.moment`)
    moments: bool = False
    #: how the keys begin of what is declared before such a turn is carried out
    declared: tuple[str, ...] = ()
    #: with these a new turn begins
    turns: tuple[str, ...] = ()


class Guide(Drawn, frozen=True, kw_only=True):
    """A long sequence that a newcomer is led through: the board has its words, the scene how far it has come. Scenes of
    older records have both."""

    heading: Text | None = None
    at: int
    steps: tuple[tuple[Text, Text], ...] = ()


class Tip(Drawn, frozen=True, kw_only=True):
    """One thought for a newcomer in his first turn: it stands with a question until it is read or the question is
    answered, and is not shown again."""

    text: Text
    #: the keys of the prompts with which it stands
    asked: tuple[str, ...]
    #: places and pieces that it speaks of
    places: tuple[str, ...] = ()


def tips(game: str, told: Mapping[str, Sequence[tuple[str, ...]]]) -> dict[str, tuple[Tip, ...]]:
    """Each role's tips in their order, written as (word of the tip, words of the prompts with a space between, places
    and pieces): the sentence is `<game>.tip.<role>.<word>`."""
    return {
        role: tuple(
            Tip(
                text=Text(f"{game}.tip.{role}.{word}"),
                asked=tuple(f"{game}.prompt.{prompt}" for prompt in asked.split()),
                places=tuple(places),
            )
            for word, asked, *places in rows
        )
        for role, rows in told.items()
    }


class Board(Drawn, frozen=True, kw_only=True):
    """All that is the same in every position of a game that is made so."""

    kind: Literal["hexes", "areas", "tabletop"]
    title: Text
    #: the sheet, and the part of it that is looked at first
    box: Box
    home: Box | None = None
    places: tuple[Place, ...]
    sides: tuple[Side, ...]
    nations: tuple[Nation, ...] = ()
    regions: tuple[Region, ...] = ()
    kinds: tuple[Kind, ...] = ()
    cards: tuple[Card, ...] = ()
    #: width of a hex, or the natural edge of a counter, in units of the sheet
    unit: int = 100
    #: of hexes: how many stand in a row, and x and y of the six corners from the middle
    columns: int = 0
    corners: tuple[int, ...] = ()
    layers: tuple[Layer, ...] = ()
    names: tuple[Printed, ...] = ()
    signs: tuple[Sign, ...] = ()
    #: borders of areas that touch, as (a, b, where a piece stands that goes over it)
    borders: tuple[tuple[str, str, Point], ...] = ()
    #: the rim of the land, for the small map
    outline: str = ""
    legend: tuple[Legend, ...] = ()
    #: what a newcomer wants to know first, by role; "": whoever looks on
    intro: dict[str, tuple[Text, ...]] = {}
    #: a guided first turn, by role
    tips: dict[str, tuple[Tip, ...]] = {}
    #: an order in one line, as somebody might type it
    order: str = ""
    cues: Cues = Cues()
    #: the words of a sequence of which scenes say how far it has come
    guide: Guide | None = None
    #: what can be laid over it in every position; what hangs on the position is asked of the game (`Game.overlays`)
    overlays: tuple[Overlay, ...] = ()
    #: what the game's own part of a client wants besides: tables, tracks
    more: Any = None


def known_on(board: Board) -> dict[str, What]:
    """What the ids of a board stand for, as answers name them."""
    found: dict[str, What] = {card.part or card.id: "card" for card in board.cards}
    found |= {kind.id: "piece" for kind in board.kinds if not kind.lot}
    return found | {place.id: "place" for place in board.places}


# the scene


class Lot(Struct, frozen=True, array_like=True):
    """Pieces without names: how many of a kind (a `Kind` of the board), and the flag they have in common."""

    kind: str
    count: int
    flag: str = ""


class Stack(Struct, frozen=True, array_like=True):
    """Who stands at a place: pieces by their ids, and lots."""

    place: str
    pieces: tuple[str | Lot, ...]


class Arrow(Struct, frozen=True, array_like=True):
    """Who goes, or attacks, from where to where. `origin` "": from beyond the board. `count` 0: nothing is counted.
    `mode`: how it goes (land, water, sea, air), "" where it attacks over land from its own place."""

    origin: str
    target: str
    side: str
    count: int = 0
    mode: str = ""
    #: what the arrow begins at, in words, where that is no place
    where: Text | None = None


class Status(Drawn, frozen=True, kw_only=True):
    """Where the game has come to."""

    turn: Text
    phase: Text
    #: the rulebook's own word for the phase
    original: str = ""
    #: whose turn it is
    side: str = ""
    notes: tuple[Text, ...] = ()


class Force(Drawn, frozen=True, kw_only=True):
    """Who fights on one side of a battle: so many, or by name, or each with what its dice need."""

    side: str
    attacks: bool = False
    count: int = 0
    names: tuple[Text, ...] = ()
    ranks: tuple[Fighter, ...] = ()


class Fighter(Drawn, frozen=True, kw_only=True):
    """A piece that fights under its own name, in the order in which they act."""

    id: str
    facts: tuple[Text, ...] = ()
    #: what has become of it already
    fate: Text | None = None
    caught: bool = False


class Played(Drawn, frozen=True, kw_only=True):
    """A card on the table of a battle."""

    side: str
    name: Text
    against: Text | None = None
    stopped: bool = False


class Battle(Drawn, frozen=True, kw_only=True):
    """The battle that is being fought."""

    place: str
    attacker: str
    forces: tuple[Force, ...] = ()
    played: tuple[Played, ...] = ()
    #: its dice have fallen: nothing is left to chance in it
    decided: bool = False


class Holding(Drawn, frozen=True, kw_only=True):
    """What is not on the board: a hand, a deck, counters that wait. `items` are cards or pieces by their ids, as far as
    the seat knows them; `kind` says what it is (hand, deck, used, due, lost)."""

    side: str
    kind: str
    count: int
    items: tuple[str, ...] = ()
    #: their names, where the board does not describe them
    names: tuple[Text, ...] = ()
    #: where they are, of several of a kind
    title: Text | None = None
    #: how many lie with it that nobody sees or asks for: deck, used
    beside: dict[str, int] = {}


class Outcome(Drawn, frozen=True, kw_only=True):
    """How the game ended: who won, for everybody, and by what."""

    winners: tuple[str, ...]
    headline: Text
    how: tuple[Text, ...] = ()


class Pose(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Where a body stands on a tabletop: the middle of its ground, its front (degrees clockwise from north, which is up
    on the sheet), and its true outline, all in units of the sheet. One without an outline is drawn as a sign, such as a
    rider; one in a house has the house for its ground."""

    id: str
    x: int
    y: int
    facing: int
    #: outlines as x, y, x, y
    rings: tuple[tuple[int, ...], ...] = ()
    #: bases that are alike, in ranks and files: x, y of the left front corner of the first; the way along its front to
    #: the right (dx, dy); the way from its front to its rear; how many files, and the way from the first to the last;
    #: how many ranks, and the way from the first to the last. What is left out at the end is one rank, one file.
    #: The corner of the base in file f and rank r is x + f * sx / (files - 1) + r * tx / (ranks - 1), y likewise
    blocks: tuple[tuple[int, ...], ...] = ()


class Scene(Drawn, frozen=True, kw_only=True):
    """One position as a seat may see it."""

    status: Status
    #: of an old record: what is played, where no board says so
    title: Text | None = None
    stacks: tuple[Stack, ...] = ()
    poses: tuple[Pose, ...] = ()
    #: pieces that have turned another face than the front up, by the number of the face
    faces: dict[str, int] = {}
    #: figures that are other than the face's: id -> 3-3-2
    figures: dict[str, str] = {}
    #: steps or men that a piece has lost
    losses: dict[str, int] = {}
    #: moved, cut-off, in-flight, pinned, caught -> pieces
    flags: dict[str, tuple[str, ...]] = {}
    #: what a seat is told of a piece besides; of a lot by its place and kind: `III germany-ships`
    told: dict[str, Text] = {}
    #: the same of a piece for a list that has no map beside it: and about where it is; no page is sent it (`for_page`)
    listed: dict[str, Text] = {}
    #: place -> pieces in its lots, by their ids, as far as the seat knows them
    known: dict[str, tuple[str, ...]] = {}
    #: places held by another side than at first
    owners: dict[str, str] = {}
    #: closed, fought-in, seen-here, target (aimed at) -> places; gone: they are no longer on the board
    places: dict[str, tuple[str, ...]] = {}
    #: a few words that stand at a place or a thing of the map for as long as they are true
    words: dict[str, Text] = {}
    arrows: tuple[Arrow, ...] = ()
    battle: Battle | None = None
    holdings: tuple[Holding, ...] = ()
    #: roles whose sealed answer is in
    answered: tuple[str, ...] = ()
    guide: Guide | None = None
    outcome: Outcome | None = None
    notes: tuple[Text, ...] = ()
    #: pieces that the board does not describe: made during play, or of an old record
    kinds: tuple[Kind, ...] = ()
    #: places that the board does not describe, likewise, and how they are grouped in a list
    extra: tuple[Place, ...] = ()
    regions: tuple[Region, ...] = ()
    legend: tuple[Legend, ...] = ()
    #: what the game's own part of a client wants besides of this position
    more: Any = None


def for_page(scene: Scene) -> Scene:
    """A position without what is said of places in words: a page has the picture, and where nobody may measure no
    figures beside it."""
    return replace(scene, listed={}, extra=_unlisted(scene.extra))


def board_for_page(board: Board) -> Board:
    """The same of what stays as it is."""
    return replace(board, places=_unlisted(board.places))


def _unlisted(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(replace(place, listed=None) if place.listed else place for place in places)
