"""A sheet that is written line by line: nothing that was noted is lost before it is handed in; lists of its lines."""

from pathlib import Path

from feltherre.core.record import Acted, read_lines

TUTORIAL = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "greedy", "--seed", "7")
KEPT = "Noted so far, and not handed in yet."


def told(done) -> str:
    """What was shown, on one line, with single blanks."""
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


def journal(home: Path) -> Path:
    (file,) = (home / "games").glob("*.jsonl")
    return file


def sheets(home: Path) -> list[str]:
    """The sheets that the person has handed in."""
    lines = read_lines(journal(home).read_bytes())
    return [line.text for line in lines if isinstance(line, Acted) and line.role == "union"]


def test_what_was_noted_is_there_when_the_game_is_resumed(feltherre, home: Path) -> None:
    page = told(feltherre(*TUTORIAL, typed=["wi1: GO S 6"]))
    assert "What you have noted and not handed in is kept beside it." in page
    assert sheets(home) == [], "the record has nothing of it"
    assert b"GO S 6" not in journal(home).read_bytes()
    page = told(feltherre("play", "--resume", typed=["sheet", "pa11: GO S 6", "done", "quit"]))
    assert page.count(f"orders wi1: GO S 6 {KEPT}") == 2, "at once, and when asked for"
    assert sheets(home) == ["orders pa11: GO S 6 | wi1: GO S 6"]
    assert "is kept beside it" not in page
    assert not list((home / "games").glob("*.draft"))


def test_what_was_noted_goes_with_a_saved_game(feltherre, tmp_path: Path) -> None:
    saved = tmp_path / "mine.jsonl"
    feltherre(*TUTORIAL, typed=["wi1: GO S 6", f"save {saved}", "quit"])
    assert f"orders wi1: GO S 6 {KEPT}" in told(feltherre("play", "--load", str(saved), typed=["quit"]))


def test_what_was_noted_outlasts_the_umpire(feltherre, home: Path) -> None:
    typed = ["wi1: GO S 6", "umpire", "hold-gate on because training", "done", "done", "quit"]
    page = told(feltherre(*TUTORIAL, "--umpire", typed=typed))
    assert f"orders wi1: GO S 6 {KEPT}" in page
    assert sheets(home) == ["orders wi1: GO S 6"]


def test_what_no_longer_can_be_is_said_to_be_thrown_away(feltherre, home: Path) -> None:
    typed = ["wi1: GO S 6", "umpire", "set-order wi1 FU because they ran", "done", "sheet", "quit"]
    page = told(feltherre(*TUTORIAL, "--umpire", typed=typed))
    assert "What you had noted is thrown away, because the position has changed:" in page
    assert "Nothing has been written yet." in page


def test_lines_picked_from_the_list_are_noted(feltherre, home: Path) -> None:
    page = told(feltherre(*TUTORIAL, typed=["list", "8", "board", "sheet", "done", "quit"]))
    assert f"orders wi1: A gun {KEPT}" in page
    assert sheets(home) == ["orders wi1: A gun"]


def test_help_names_the_sheet_only_where_one_is_written(feltherre) -> None:
    assert "sheet what you have written so far" in told(feltherre(*TUTORIAL, typed=["?", "quit"]))
    norway = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "7")
    assert "sheet what you have" not in told(feltherre(*norway, typed=["?", "quit"]))


def test_the_list_is_searched_for_what_it_shows(feltherre, home: Path) -> None:
    for words in ("attack Rockbridge Wisconsin", "wi1 attack gun", "WISC rockb att"):
        page = told(feltherre(*TUTORIAL, typed=[f"list {words}", "quit"]))
        assert "1 1st Wisconsin: Attack Rockbridge Artillery (one gun)." in page
        assert "2 1st" not in page.partition("Write a line")[2]
    page = told(feltherre(*TUTORIAL, typed=["list perkins", "quit"]))
    assert "1 Perkins' section, 4th US Artillery: Stand still." in page
    assert "orders pa11" not in page, "lines, no whole sheets"


def test_a_number_after_a_list_without_anything_chooses_from_the_one_before(feltherre, home: Path) -> None:
    page = told(feltherre(*TUTORIAL, typed=["list attack wisconsin", "list nonsense", "1", "done", "quit"]))
    assert "No answer has these words." in page
    assert sheets(home) == ["orders wi1: A gun"]


def test_other_lists_too_are_searched_for_what_they_show(feltherre) -> None:
    norway = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "7")
    page = told(feltherre(*norway, typed=["list", "quit"]))
    first = page.partition("or: list")[2].partition(" 1 ")[2].partition(" 2 ")[0]
    found = told(feltherre(*norway, typed=[f"list {first}", "quit"]))
    assert "No answer has these words." not in found


def test_undo_takes_back_the_last_line_that_was_noted(feltherre, home: Path) -> None:
    typed = ["wi1: GO S 6", "pa11: GO S 6", "pa11: GO S 8", "undo", "done", "quit"]
    page = told(feltherre(*TUTORIAL, typed=typed))
    assert "orders pa11: GO S 6 | wi1: GO S 6 Taken back: your last line." in page
    assert sheets(home) == ["orders pa11: GO S 6 | wi1: GO S 6"]


def test_what_was_noted_before_a_break_is_not_taken_back_line_by_line(feltherre, home: Path) -> None:
    feltherre(*TUTORIAL, typed=["wi1: GO S 6"])
    page = told(feltherre("play", "--resume", typed=["pa11: GO S 6", "undo", "undo", "done", "quit"]))
    assert "What was noted before stays: a new line for the same unit takes the place of the old one." in page
    assert sheets(home) == ["orders wi1: GO S 6"]


def test_the_first_line_can_be_taken_back_too(feltherre, home: Path) -> None:
    page = told(feltherre(*TUTORIAL, typed=["wi1: GO S 6", "undo", "sheet", "quit"]))
    assert "Nothing has been written yet." in page
    assert not list((home / "games").glob("*.draft"))


def test_what_a_courier_has_brought_stands_on_the_sheet(feltherre, home: Path) -> None:
    """R137: nobody types it again, and it is handed in with the rest."""
    ride = "abercrombie-1: RIDE wi1 ORDER [GO S 6]"
    page = told(feltherre(*TUTORIAL, typed=[ride, "done", "look wi1", "pa11: GO S 6", "done", "quit"]))
    assert page.count("a courier has brought the order GO S 6") >= 2, "on the board, and when one looks at the unit"
    assert f"orders wi1: GO S 6 {KEPT}" in page
    assert sheets(home)[1] == "orders pa11: GO S 6 | wi1: GO S 6"
