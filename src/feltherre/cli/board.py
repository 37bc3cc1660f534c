"""Draws a position in the terminal from the display schema: places by region, what is on the way, hands and decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.text import Text as Line

from feltherre.cli.words import named, put, words
from feltherre.core.catalogue import render
from feltherre.core.display import Display, DisplayHolding, DisplayPiece, DisplayPlace
from feltherre.core.text import Text

#: colours of the sides, in the order of the legend
COLOURS = ("bold bright_red", "bold bright_blue", "bold bright_green", "bold bright_yellow", "bold bright_magenta")
COMPLETED = "°"
GAP = 2


class Sides:
    """How the pieces of each side and the marks of places are written."""

    def __init__(self, display: Display) -> None:
        sides = {piece.side for place in display.places for piece in place.pieces}
        sides |= {holding.side for holding in display.holdings}
        self.sign = {entry.kind: entry.sign for entry in display.legend}
        self.name = {entry.kind: render(entry.text) for entry in display.legend}
        listed = [kind for kind in self.sign if kind in sides] + sorted(sides - set(self.sign))
        self.colour = {side: COLOURS[number % len(COLOURS)] for number, side in enumerate(listed)}

    def piece(self, piece: DisplayPiece) -> Line:
        """`G3`, or the piece's own label."""
        if piece.label is not None:
            shown = render(piece.label) + (f" x{piece.count}" if piece.count != 1 else "")
        else:
            shown = f"{self.sign.get(piece.side, named('side', piece.side) + ' ')}{piece.count}"
        return Line(shown, style=self.colour[piece.side])


def show_position(console: Console, display: Display) -> None:
    """The whole of a position: hands and decks, then the board, so that it stands just above what is asked."""
    show_holdings(console, display)
    show_board(console, display)


def show_board(console: Console, display: Display) -> None:
    sides = Sides(display)
    _show_status(console, display)
    regions = _by_region(display)
    short = [place for places in regions.values() if not _all_noted(places) for place in places]
    width = max((cell_len(_cell(place, sides).plain) for place in short), default=0) + GAP
    columns = max(1, (console.width - 1) // width)
    for region, places in regions.items():
        if region:
            console.print(Line(region, style="dim italic"))
        if _all_noted(places):
            for line in _noted(places, sides):
                put(console, line, 1, 6)
        else:
            _show_cells(console, [_cell(place, sides) for place in places], width, columns)
    for line in _arrows(display, sides):
        console.print(line)
    for line in _noted(short, sides):
        put(console, line, 2, 6)
    for note in display.notes:
        put(console, Line(render(note), style="yellow"))
    if display.legend:
        put(console, _legend(display, sides))


def _show_status(console: Console, display: Display) -> None:
    """Title, turn and points in the rule over the board; where it is too narrow, below it, so that nothing is cut."""
    whole = status(display)
    if cell_len(whole) + len("─  ─") <= console.width:
        console.print(Rule(whole, style="dim"))
        return
    console.print(Rule(render(display.title), style="dim"))
    put(console, Line(" · ".join(render(part) for part in display.status)))


def status(display: Display) -> str:
    return " · ".join(render(part) for part in (display.title, *display.status))


def show_holdings(console: Console, display: Display) -> None:
    """Own hands with what each card does; of the others only the numbers."""
    sides = Sides(display)
    for side, group in groupby(display.holdings, key=lambda holding: holding.side):
        holdings = list(group)
        line = Line(sides.name.get(side, named("side", side)), style=sides.colour[side])
        line.append(": " + ", ".join(_count(holding) for holding in holdings), style="default not bold")
        console.print(line)
        for holding in holdings:
            show_items(console, holding)


def show_items(console: Console, holding: DisplayHolding) -> None:
    """The cards of a hand, equal ones once."""
    details = holding.details or ((),) * len(holding.items)
    counted: dict[str, tuple[int, tuple[Text, ...]]] = {}
    for item, detail in zip(holding.items, details, strict=False):
        name = render(item)
        counted[name] = (counted.get(name, (0, ()))[0] + 1, detail)
    for name, (count, detail) in counted.items():
        line = Line(name + (f" x{count}" if count > 1 else ""), style="bold")
        for text in detail:
            line.append(f"   {render(text)}", style="not bold dim")
        put(console, line, 2, 6)


def hand_line(display: Display, side: str) -> str:
    """A hand in one line: `Panzer, Bomber x2`."""
    hands = [holding for holding in display.holdings if holding.side == side and holding.kind == "hand"]
    names = [render(item) for holding in hands for item in holding.items]
    counted = {name: names.count(name) for name in names}
    return ", ".join(name + (f" x{count}" if count > 1 else "") for name, count in counted.items())


def _by_region(display: Display) -> dict[str, list[DisplayPlace]]:
    """The places of each region, regions in the order in which the board first names them."""
    regions: dict[str, list[DisplayPlace]] = {}
    for place in display.places:
        region = render(place.region) if place.region is not None else ""
        regions.setdefault(region, []).append(place)
    return regions


def _all_noted(places: Sequence[DisplayPlace]) -> bool:
    """Whether there is more to say of every place than fits a cell: such a region is a list."""
    return all(any(piece.note is not None for piece in place.pieces) for place in places)


def _cell(place: DisplayPlace, sides: Sides) -> Line:
    """`★✈Oslo G5`, dim where nobody stands."""
    resting = [piece for piece in place.pieces if piece.origin is None]
    attacked = len(resting) < len(place.pieces)
    signs = "".join(sides.sign.get(mark.kind, "") for mark in place.marks)
    line = Line()
    if signs:
        line.append(signs, style="yellow")
    line.append(render(place.name), style="default" if place.pieces else "dim")
    if place.reconstructed:
        line.append(COMPLETED, style="dim")
    for piece in resting:
        line.append(" ").append_text(sides.piece(piece))
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


def _arrows(display: Display, sides: Sides) -> Iterable[Line]:
    """Pieces on their way: `Oslo → Hønefoss  G2 against N1`."""
    for place in display.places:
        against = [piece for piece in place.pieces if piece.origin is None]
        for piece in place.pieces:
            if piece.origin is None:
                continue
            line = Line(f"  {render(piece.origin)} → {render(place.name)}  ", style="yellow")
            line.append_text(sides.piece(piece))
            line.append(f"  {named('piece', piece.kind)}", style="dim")
            if against:
                line.append(f"  {words('board.against')}", style="dim")
                for enemy in against:
                    line.append(" ").append_text(sides.piece(enemy))
            yield line


def _noted(places: Sequence[DisplayPlace], sides: Sides) -> Iterable[Line]:
    """Pieces of which more is to be said than their number: `sea area III G2  KMS Emden and KMS Köln, back up`."""
    for place in places:
        for piece in place.pieces:
            if piece.note is not None:
                line = Line(f"{render(place.name)} ", style="dim")
                line.append_text(sides.piece(piece))
                yield line.append(f"  {render(piece.note)}", style="default not dim")


def _legend(display: Display, sides: Sides) -> Line:
    line = Line(style="dim")
    for entry in display.legend:
        line.append(entry.sign, style=sides.colour.get(entry.kind, "yellow"))
        line.append(f" {render(entry.text)}   ")
    if any(place.reconstructed or any(mark.reconstructed for mark in place.marks) for place in display.places):
        line.append(f"{COMPLETED} {words('board.completed')}")
    return line


def _count(holding: DisplayHolding) -> str:
    return words("board.holding", n=holding.count, kind=named("holding", holding.kind))
