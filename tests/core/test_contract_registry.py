"""Games are found by their entry points, so that a club can add its own as a package of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltherre.core.errors import BadInput
from feltherre.core.registry import book_ids, books, game_ids, get_book, get_game
from tinygame import GAME
from tinygame.installed import write_distribution


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with installed packages, on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    get_book.cache_clear()
    return tmp_path


def test_a_game_that_is_not_installed_is_not_there(site: Path) -> None:
    assert "lanterns" not in game_ids()
    with pytest.raises(BadInput) as refusal:
        get_game("lanterns")
    assert refusal.value.reason.key == "core.bad.game"
    assert refusal.value.reason.args["known"] == book_ids()


def test_an_installed_package_adds_its_game(site: Path) -> None:
    write_distribution(site, "lanterns = tinygame:GAME")
    assert "lanterns" in game_ids()
    assert game_ids() == sorted(game_ids())
    assert get_game("lanterns") is GAME
    assert get_game("lanterns") is get_game("lanterns")


def test_a_package_written_by_a_club_is_loaded_from_its_own_files(site: Path) -> None:
    (site / "evening_lanterns.py").write_text(
        "from tinygame.game import Lanterns\n\n\n"
        "class EveningLanterns(Lanterns):\n    id = 'evening'\n    title = 'Evening lanterns'\n\n\n"
        "GAME = EveningLanterns()\n"
    )
    write_distribution(site, "evening = evening_lanterns:GAME")
    game = get_game("evening")
    assert game.title == "Evening lanterns"
    assert game.roles == ("amber", "blue", "coral")


@pytest.mark.parametrize("entry", ["lanterns = tinygame.town:ROLES", "torches = tinygame:GAME"])
def test_an_entry_point_that_leads_to_no_such_game_is_named(site: Path, entry: str) -> None:
    write_distribution(site, entry)
    with pytest.raises(BadInput) as refusal:
        get_game(entry.split()[0])
    assert refusal.value.reason.key == "core.bad.entry-point"


def test_a_book_without_a_game_is_known_and_cannot_be_played() -> None:
    assert "napoleon" in book_ids()
    assert "napoleon" not in game_ids()
    assert get_book("norway") is get_game("norway")
    with pytest.raises(BadInput) as refusal:
        get_game("napoleon")
    assert (refusal.value.reason.key, refusal.value.reason.args) == ("core.bad.no-game-yet", {"name": "napoleon"})


def test_a_game_says_what_it_is() -> None:
    assert (GAME.id, GAME.title, GAME.roles) == ("lanterns", "Lanterns", ("amber", "blue", "coral"))
    assert [(option.name, option.values, option.default) for option in GAME.options] == [
        ("rounds", ("1", "3", "6"), "3")
    ]
    assert GAME.scenarios == ("calm", "windy")
    assert GAME.role_name("amber").key == "lanterns.role.amber"


def test_a_game_that_python_cannot_load_is_named_with_the_line_and_takes_no_other_away(site: Path) -> None:
    (site / "spent_lanterns.py").write_text("from tinygame.game import Lanterns\n\nGAME = Lanterns(oil=4)\n")
    write_distribution(site, "spent = spent_lanterns:GAME")
    with pytest.raises(BadInput) as refusal:
        get_game("spent")
    assert refusal.value.reason.key == "core.bad.broken-game"
    assert refusal.value.reason.args["name"] == "spent"
    why = str(refusal.value.reason.args["why"])
    assert why.startswith(f"{site / 'spent_lanterns.py'}:3: TypeError: ")
    found, broken = books()
    assert [book.id for book in found] == [book_id for book_id in book_ids() if book_id != "spent"]
    assert [error.told("en") for error in broken] == [f'The game "spent" cannot be used: {why}']


def test_a_game_that_says_too_little_of_itself_is_told_all_of_it(site: Path) -> None:
    (site / "dim_lanterns.py").write_text(
        "from feltherre.core.book import Book\n\n\n"
        "class Dim(Book):\n    title = 'Dim'\n    id = 'dim'\n\n\nGAME = Dim()\n"
    )
    write_distribution(site, "dim = dim_lanterns:GAME")
    with pytest.raises(BadInput) as refusal:
        get_book("dim")
    assert refusal.value.reason.args["why"] == "it does not say its package"


def test_all_games_of_the_house_can_be_used() -> None:
    get_book.cache_clear()
    found, broken = books()
    assert len(found) >= 5
    assert broken == []
