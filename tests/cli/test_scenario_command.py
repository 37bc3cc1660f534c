"""`feltherre scenario check FILE`: a file in order, a file with faults, and files that are none."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.conftest import Feltherre
from feltherre.core.errors import BadInput
from feltherre.core.registry import get_game
from feltherre.games.civilwar.scenario import check_scenario

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that the command asks for; each reads the scenarios of the Civil War."""
    games: list[str] = []

    def game(name: str) -> SimpleNamespace:
        games.append(name)
        return SimpleNamespace(check_scenario=check_scenario)

    monkeypatch.setattr("feltherre.cli.scenario.get_game", game)
    return games


def written(folder: Path, text: str) -> str:
    file = folder / "ours.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_file_in_order_is_told_so(feltherre: Feltherre, asked: list[str], tmp_path: Path) -> None:
    done = feltherre("scenario", "check", written(tmp_path, EXAMPLE))
    assert (done.exit_code, asked) == (0, ["civilwar"])
    assert 'The scenario "The mill ford" is in order: 5 units' in done.output


def test_all_faults_are_told_each_on_a_line(feltherre: Feltherre, asked: list[str], tmp_path: Path) -> None:
    wrong = EXAMPLE.replace("turns: 10", "turns: 0").replace("weapon: smoothbore_musket", "weapon: bow")
    done = feltherre("scenario", "check", written(tmp_path, wrong))
    assert done.exit_code == 2
    first, *others = done.output.splitlines()
    assert first == "ours.yaml has 3 faults:"
    assert [line.partition(":")[0] for line in others] == ["turns", "units, va40", "units, va40-mill"]
    assert asked == ["civilwar"]


def test_the_faults_are_told_in_the_readers_language(feltherre: Feltherre, asked: list[str], tmp_path: Path) -> None:
    done = feltherre("scenario", "check", written(tmp_path, EXAMPLE.replace("turns: 10", "")), "--lang", "da")
    assert '"turns" mangler. Tilføj det.' in done.output
    assert asked == ["civilwar"]


def test_what_is_no_yaml_is_told_by_the_game_that_it_names(
    feltherre: Feltherre, asked: list[str], tmp_path: Path
) -> None:
    wrong = EXAMPLE.replace("title: The mill ford", "title: The mill: ford")
    done = feltherre("scenario", "check", written(tmp_path, wrong), "--lang", "da")
    assert (done.exit_code, asked) == (2, ["civilwar"])
    assert "Filen kan ikke læses fra linje 7." in done.output
    done = feltherre("scenario", "check", written(tmp_path, "a: [1"))
    assert done.exit_code == 2


def test_distances_and_couriers_off_the_table_are_told_so(
    feltherre: Feltherre, asked: list[str], tmp_path: Path
) -> None:
    wrong = EXAMPLE.replace("at: [56, 72], facing: 180", "at: [99, 79], facing: 180")
    done = feltherre("scenario", "check", written(tmp_path, wrong), "--lang", "da")
    assert asked == ["civilwar"]
    assert "staff, cole: Han eller en af hans ordonnanser" in done.output
    assert "Den begynder 54,1 cm fra sin general" in done.output


def test_the_game_is_named_in_the_file_or_asked_for(feltherre: Feltherre, asked: list[str], tmp_path: Path) -> None:
    nameless = written(tmp_path, "id: ours")
    done = feltherre("scenario", "check", nameless)
    assert done.exit_code == 2
    assert "does not say for which game it is" in done.output
    assert feltherre("scenario", "check", nameless, "--game", "civilwar").exit_code == 2
    assert asked == ["civilwar"]


def test_what_is_no_file_or_no_text_is_refused(feltherre: Feltherre, tmp_path: Path) -> None:
    assert "cannot be read" in feltherre("scenario", "check", str(tmp_path / "none.yaml")).output
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\xff")
    done = feltherre("scenario", "check", str(tmp_path / "bytes.yaml"))
    assert (done.exit_code, "cannot be read" in done.output) == (2, True)
    assert feltherre("scenario", "burn", str(tmp_path)).exit_code == 2


def test_a_game_without_scenario_files_says_so(feltherre: Feltherre, tmp_path: Path) -> None:
    done = feltherre("scenario", "check", written(tmp_path, "game: norway"))
    assert (done.exit_code, done.output) == (2, "norway has no scenario files of its own.\n")
    with pytest.raises(BadInput):
        get_game("norway").check_scenario("", "")
