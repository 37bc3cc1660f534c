"""Draws a position in the terminal: places by region, what is on the way, hands and decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.text import Text as Line

from feltherre.cli.words import named, put, words
from feltherre.core.catalogue import render
from feltherre.core.scene import Arrow, Board, Card, Holding, Kind, Legend, Lot, Place, Region, Scene
from feltherre.core.text import Text, say

#: colours of the sides, in the order of the board
COLOURS = ("bold bright_red", "bold bright_blue", "bold bright_green", "bold bright_yellow", "bold bright_magenta")
COMPLETED = "°"
#: the flag that so many pieces bear at times that it is not told of each
MOVED = "moved"
GAP = 2


class Drawing:
    """A scene on its board, as far as characters can show it. Without a board, which belongs to rules that are gone,
    the scene has to describe everything itself."""

    def __init__(self, board: Board | None, scene: Scene) -> None:
        self.scene = scene
        self.title = scene.title or (board.title if board is not None else scene.status.turn)
        self.places: dict[str, Place] = {place.id: place for place in scene.extra}
        self.kinds: dict[str, Kind] = {kind.id: kind for kind in scene.kinds}
        self.cards: dict[str, Card] = {}
        self.legend: list[Legend] = list(scene.legend)
        self.regions = scene.regions
        sides: dict[str, str] = {}
        if board is not None:
            self.places |= {place.id: place for place in board.places}
            self.kinds |= {kind.id: kind for kind in board.kinds}
            self.cards = {card.id: card for card in board.cards}
            self.regions = _together(scene.regions, board.regions)
            sides = {side.id: side.sign for side in board.sides}
            self.legend = [Legend(kind=side.id, text=side.name, sign=side.sign) for side in board.sides]
            self.legend += board.legend
        self.sign = {entry.kind: entry.sign for entry in self.legend if entry.sign} | sides
        self.name = {entry.kind: render(entry.text) for entry in self.legend}
        unlisted = {kind.side for kind in self.kinds.values()} | {holding.side for holding in scene.holdings}
        listed = list(sides) or [kind for kind in self.sign if kind in unlisted]
        listed += sorted(unlisted - set(listed))
        self.colour = {side: COLOURS[number % len(COLOURS)] for number, side in enumerate(listed)}
        self.bodies = [pose.id for pose in scene.poses]
        self.at = {stack.place: stack.pieces for stack in scene.stacks}
        self.flagged: dict[str, list[str]] = {}
        for flag, pieces in scene.flags.items():
            for piece in pieces if flag in self.name and flag != MOVED else ():
                self.flagged.setdefault(piece, []).append(flag)
        for piece in scene.faces if "flipped" in self.name else ():
            self.flagged.setdefault(piece, []).insert(0, "flipped")

    def piece(self, piece: str | Lot) -> Line:
        """`G3`, or the piece's own label."""
        kind = self.kinds[piece.kind if isinstance(piece, Lot) else piece]
        if isinstance(piece, str) or kind.label or kind.id in self.scene.told:
            count = piece.count if isinstance(piece, Lot) else 1
            shown = (kind.label or render(kind.name)) + (f" x{count}" if count != 1 else "")
        else:
            shown = f"{self.sign.get(kind.side, named('side', kind.side) + ' ')}{piece.count}"
        return Line(shown, style=self.colour[kind.side])

    def side(self, piece: str | Lot) -> str:
        """Whose a piece is."""
        return self.kinds[piece.kind if isinstance(piece, Lot) else piece].side

    def note(self, place: str, piece: str | Lot) -> str:
        """What there is to say of a piece besides; "" where its label says it all."""
        id_ = piece.kind if isinstance(piece, Lot) else piece
        for told in (f"{place} {id_}", id_):
            words = self.scene.listed.get(told) or self.scene.told.get(told)
            if words is not None:
                return render(words)
        if isinstance(piece, Lot) and (known := self.known(place, piece)):
            return render(say("core.known", pieces=known))
        flags = [self.name[flag] for flag in self.flagged.get(id_, ())]
        return f"{render(self.kinds[id_].name)}: {', '.join(flags)}" if flags else ""

    def known(self, place: str, lot: Lot) -> list[Text]:
        """What the pieces of a lot are called, as far as the seat knows them."""
        kind = self.kinds[lot.kind]
        there = [self.kinds[id_] for id_ in self.scene.known.get(place, ())]
        return [one.name for one in there if (one.side, one.shape) == (kind.side, kind.shape)]

    def card(self, id_: str) -> tuple[str, tuple[str, ...]]:
        """A card or a piece in a hand: its name, and what it does."""
        card = self.cards.get(id_)
        if card is None:
            return render(self.kinds[id_].name), ()
        effects = [f"{render(effect.when)} {render(effect.text)}" for effect in card.effects]
        return render(card.name), (*(render(text) for text in card.facts), *effects)

    def listed(self, place: Place) -> bool:
        """Whether there is anything to say of a place: of a hex in the open with nobody in it there is not."""
        if place.id in self.scene.places.get("gone", ()):
            return False
        return place.kind != "hex" or bool(place.marks) or place.id in self.at

    def called(self, place: Place) -> str:
        return render(place.listed or place.name)

    def body(self, id_: str) -> Line:
        """`7th Ohio (oh7) x30  attack column: good order (OR); near 70/85`."""
        kind, figures = self.kinds[id_], self.scene.figures.get(id_)
        line = Line(render(kind.name), style="dim")
        line.append(f" ({kind.label})" + (f" x{figures}" if figures else ""), style=f"not dim {self.colour[kind.side]}")
        return line.append(f"  {self.note('', id_)}", style="default not dim not bold")


def _together(scene: Sequence[Region], board: Sequence[Region]) -> tuple[Region, ...]:
    """The regions of a scene and of its board. An old record's scene has all places itself."""
    named = {place for region in scene for place in region.places}
    of_board = [
        Region(name=region.name, places=rest)
        for region in board
        if (rest := tuple(place for place in region.places if place not in named))
    ]
    more = {render(region.name): region.places for region in scene}
    joined = [Region(name=one.name, places=one.places + more.pop(render(one.name), ())) for one in of_board]
    return (*(region for region in scene if render(region.name) in more), *joined)


def show_position(console: Console, board: Board | None, scene: Scene) -> None:
    """The whole of a position: hands and decks, then the board, so that it stands just above what is asked."""
    show_holdings(console, board, scene)
    show_board(console, board, scene)


def show_board(console: Console, board: Board | None, scene: Scene) -> None:
    drawing = Drawing(board, scene)
    _show_status(console, drawing)
    groups = list(_groups(drawing))
    short = [place for _, places in groups if not _all_noted(places, drawing) for place in places]
    width = max((cell_len(_cell(place, drawing).plain) for place in short), default=0) + GAP
    columns = max(1, (console.width - 1) // width)
    _show_bodies(console, drawing)
    for region, places in groups:
        if region:
            console.print(Line(region, style="dim italic"))
        if _all_noted(places, drawing):
            for line in _noted(places, drawing):
                put(console, line, 1, 6)
        else:
            _show_cells(console, [_cell(place, drawing) for place in places], width, columns)
    for arrow in scene.arrows:
        console.print(_arrow(arrow, drawing))
    for line in _noted(short, drawing):
        put(console, line, 2, 6)
    for note in (*scene.status.notes[1:], *scene.notes):
        put(console, Line(render(note), style="yellow"))
    if drawing.legend:
        put(console, _legend(drawing))


def _show_bodies(console: Console, drawing: Drawing) -> None:
    """Who stands on a tabletop, group by group, with all that there is to say of each."""
    for region in drawing.scene.regions if drawing.bodies else ():
        bodies = [id_ for id_ in region.places if id_ in drawing.bodies]
        if bodies:
            console.print(Line(render(region.name), style="dim italic"))
        for id_ in bodies:
            put(console, drawing.body(id_), 1, 6)


def _show_status(console: Console, drawing: Drawing) -> None:
    """Title, turn and points in the rule over the board; where it is too narrow, below it, so that nothing is cut."""
    parts = _status(drawing)
    whole = " · ".join(parts)
    if cell_len(whole) + len("─  ─") <= console.width:
        console.print(Rule(whole, style="dim"))
        return
    console.print(Rule(parts[0], style="dim"))
    put(console, Line(" · ".join(parts[1:])))


def status(board: Board | None, scene: Scene) -> str:
    """Title, turn, phase and how it stands, in one line."""
    return " · ".join(_status(Drawing(board, scene)))


def _status(drawing: Drawing) -> list[str]:
    now = drawing.scene.status
    told = (drawing.title, now.turn, now.phase, *now.notes[:1])
    return list(dict.fromkeys(words for text in told if (words := render(text))))


def show_holdings(console: Console, board: Board | None, scene: Scene) -> None:
    """Own hands with what each card does; of the others only the numbers."""
    drawing = Drawing(board, scene)
    for side, group in groupby(scene.holdings, key=lambda holding: holding.side):
        holdings = list(group)
        line = Line(drawing.name.get(side, named("side", side)), style=drawing.colour[side])
        line.append(": " + ", ".join(_count(holding) for holding in holdings), style="default not bold")
        console.print(line)
        for holding in holdings:
            _show_items(console, holding, drawing)


def _show_items(console: Console, holding: Holding, drawing: Drawing) -> None:
    """The cards of a hand, equal ones once."""
    counted: dict[str, tuple[int, tuple[str, ...]]] = {}
    for name, details in _items(holding, drawing):
        counted[name] = (counted.get(name, (0, ()))[0] + 1, details)
    for name, (count, details) in counted.items():
        line = Line(name + (f" x{count}" if count > 1 else ""), style="bold")
        for text in details:
            line.append(f"   {text}", style="not bold dim")
        put(console, line, 2, 6)


def _items(holding: Holding, drawing: Drawing) -> list[tuple[str, tuple[str, ...]]]:
    return [drawing.card(id_) for id_ in holding.items] + [(render(name), ()) for name in holding.names]


def hand_line(board: Board | None, scene: Scene, side: str) -> str:
    """A hand in one line: `Panzer, Bomber x2`."""
    drawing = Drawing(board, scene)
    hands = [holding for holding in scene.holdings if holding.side == side and holding.kind == "hand"]
    names = [name for holding in hands for name, _ in _items(holding, drawing)]
    counted = {name: names.count(name) for name in names}
    return ", ".join(name + (f" x{count}" if count > 1 else "") for name, count in counted.items())


def _groups(drawing: Drawing) -> Iterable[tuple[str, list[Place]]]:
    """The places worth listing, region by region; those of none come first."""
    grouped = {id_ for region in drawing.regions for id_ in region.places}
    if loose := [place for id_, place in drawing.places.items() if id_ not in grouped and drawing.listed(place)]:
        yield "", loose
    for region in drawing.regions:
        known = [drawing.places[id_] for id_ in region.places if id_ in drawing.places]
        places = [place for place in known if drawing.listed(place)]
        if places:
            yield render(region.name), places


def _all_noted(places: Sequence[Place], drawing: Drawing) -> bool:
    """Whether there is more to say of every place than fits a cell: such a region is a list."""
    return all(any(drawing.note(place.id, piece) for piece in drawing.at.get(place.id, ())) for place in places)


def _cell(place: Place, drawing: Drawing) -> Line:
    """`★✈Oslo G5`, dim where nobody stands."""
    scene = drawing.scene
    resting = drawing.at.get(place.id, ())
    marks = [mark.kind for mark in place.marks] + ["captured"] * (place.id in scene.owners)
    marks += [kind for kind, those in scene.places.items() if place.id in those]
    signs = "".join(drawing.sign.get(mark, "") for mark in marks)
    attacked = any(arrow.target == place.id for arrow in scene.arrows)
    line = Line()
    if signs:
        line.append(signs, style="yellow")
    line.append(drawing.called(place), style="default" if resting or attacked else "dim")
    if place.reconstructed:
        line.append(COMPLETED, style="dim")
    for piece in resting:
        line.append(" ").append_text(drawing.piece(piece))
    if attacked:
        line.append(" !", style="bold yellow")
    return line


def _show_cells(console: Console, cells: Sequence[Line], width: int, columns: int) -> None:
    for start in range(0, len(cells), columns):
        row = Line(" ")
        for cell in cells[start : start + columns]:
            row.append_text(cell).append(" " * (width - cell_len(cell.plain)))
        row.rstrip()
        console.print(row, no_wrap=True)


def _arrow(arrow: Arrow, drawing: Drawing) -> Line:
    """Pieces on their way: `Oslo → Hønefoss  G2 against N1`."""
    target = render(drawing.places[arrow.target].name)
    origin = arrow.where or drawing.places[arrow.origin].name
    line = Line(f"  {render(origin)} → {target}  ", style="yellow")
    if arrow.count:
        line.append(f"{drawing.sign.get(arrow.side, '')}{arrow.count}", style=drawing.colour[arrow.side])
    if arrow.mode:
        line.append(f"  {named('piece', f'attack-{arrow.mode}')}", style="dim")
    if against := [piece for piece in drawing.at.get(arrow.target, ()) if drawing.side(piece) != arrow.side]:
        line.append(f"  {words('board.against')}", style="dim")
        for enemy in against:
            line.append(" ").append_text(drawing.piece(enemy))
    return line


def _noted(places: Sequence[Place], drawing: Drawing) -> Iterable[Line]:
    """Pieces of which more is to be said than their number: `sea area III G2  KMS Emden and KMS Köln, back up`."""
    for place in places:
        for piece in drawing.at.get(place.id, ()):
            if note := drawing.note(place.id, piece):
                line = Line(f"{drawing.called(place)} ", style="dim")
                line.append_text(drawing.piece(piece))
                yield line.append(f"  {note}", style="default not dim")


def _legend(drawing: Drawing) -> Line:
    line = Line(style="dim")
    for entry in drawing.legend:
        if entry.sign:
            line.append(entry.sign, style=drawing.colour.get(entry.kind, "yellow"))
            line.append(f" {render(entry.text)}   ")
    places = drawing.places.values()
    if any(place.reconstructed or any(mark.reconstructed for mark in place.marks) for place in places):
        line.append(f"{COMPLETED} {words('board.completed')}")
    return line


def _count(holding: Holding) -> str:
    count, *beside = (
        words("board.holding", n=n, kind=named("holding", kind))
        for kind, n in ((holding.kind, holding.count), *holding.beside.items())
    )
    return ", ".join([count if holding.title is None else f"{count} ({render(holding.title)})", *beside])
