"""How a display is drawn: any game's, in any width, also one that an old record holds."""

from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from feltherre.cli.board import hand_line, show_board, show_position
from feltherre.core.display import (
    Display,
    DisplayHolding,
    DisplayLegend,
    DisplayMark,
    DisplayPiece,
    DisplayPlace,
    as_scene,
)
from feltherre.core.game import Setup
from feltherre.core.match import Match
from feltherre.core.registry import get_game
from feltherre.core.text import Text, say
from feltherre.players.listed import seats_for


def plain(text: str) -> Text:
    return say("core.plain", text=text)


def drawn(display: Display, width: int = 100, whole: bool = True) -> list[str]:
    console = Console(file=StringIO(), width=width, highlight=False)
    (show_position if whole else show_board)(console, None, as_scene(display))
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


TOWN = Display(
    title=plain("Town"),
    status=(plain("Night 1"),),
    places=(
        DisplayPlace("gate", plain("Gate"), (DisplayPiece("red", "man", 2),), plain("North")),
        DisplayPlace("well", plain("Well"), (), plain("South"), (DisplayMark("water"),)),
        DisplayPlace(
            "tower",
            plain("[Tower]"),
            (DisplayPiece("blue", "man", 1), DisplayPiece("red", "attack-land", 3, origin=plain("Gate"))),
            plain("North"),
            (DisplayMark("water", reconstructed=True),),
            reconstructed=True,
        ),
    ),
    holdings=(
        DisplayHolding("red", "hand", 3, (plain("Axe"), plain("Axe"), plain("Key"))),
        DisplayHolding("blue", "hand", 2),
    ),
    notes=(plain("It rains."),),
    legend=(DisplayLegend("red", "R", plain("the Reds")), DisplayLegend("water", "~", plain("has water"))),
)


def test_places_by_region_with_marks_pieces_and_arrows() -> None:
    page = drawn(TOWN, whole=False)
    assert page[0].strip("─ ") == "Town · Night 1"
    assert page[1:5] == ["North", " Gate R2             ~[Tower]° blue 1 !", "South", " ~Well"]
    assert page[5] == "  Gate → [Tower]  R3  by land  against blue 1"
    assert "It rains." in page
    assert "R the Reds   ~ has water   ° our completion, not in the rulebook" in page


def test_own_cards_once_with_what_they_do_and_of_others_only_the_number() -> None:
    page = drawn(TOWN)
    assert page[:4] == ["the Reds: hand 3", "  Axe x2", "  Key", "blue: hand 2"]
    assert hand_line(None, as_scene(TOWN), "red") == "Axe x2, Key"
    assert hand_line(None, as_scene(TOWN), "blue") == ""


def test_an_old_display_without_regions_marks_and_legend_is_drawn() -> None:
    old = Display(plain("Old"), (), (DisplayPlace("a", plain("A"), (DisplayPiece("red", "man"),)),))
    assert [line for line in drawn(old) if "─" not in line] == [" A red 1"]


def test_no_line_is_wider_than_the_window() -> None:
    game = get_game("norway")
    match = Match(game, Setup(seats_for(game, ("random",) * 3)), key=bytes(32))
    for width in (40, 80, 120):
        console = Console(file=StringIO(), width=width, highlight=False)
        show_position(console, match.drawn_on, match.scene("germany"))
        lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
        assert len(lines) > 20
        assert all(cell_len(line) <= width for line in lines)
