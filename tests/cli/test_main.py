"""The command itself: help without loading games, refusals as a message and exit code 2, a reader that goes away."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from feltherre.cli.main import COMMANDS, load_command
from feltherre.core.registry import get_book
from tinygame.game import Lanterns
from tinygame.installed import write_distribution

COMMAND = Path(sys.executable).parent / "feltherre"


def test_the_package_can_be_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "feltherre", "games"], capture_output=True, text=True, check=True)
    assert "civilwar" in done.stdout


def test_help_names_every_command_and_loads_none_of_them() -> None:
    """The point of loading late: `--help` must not read boards, cards and ledgers."""
    script = (
        "import sys\nfrom feltherre.cli.main import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit: pass\n"
        "loaded = [name for name in sys.modules if name.startswith('feltherre.') and 'cli' not in name]\n"
        "print('LOADED', loaded)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout
    for name in COMMANDS:
        assert name in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_loaded_and_has_help(feltherre, name: str) -> None:
    assert load_command(name).name == name
    done = feltherre(name, "--help")
    assert done.exit_code == 0
    assert "Usage" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "atlantis"), 'There is no game "atlantis"'),
        (("schema", "atlantis"), 'There is no game "atlantis"'),
        (("play", "atlantis"), 'There is no game "atlantis"'),
        (("simulate", "atlantis"), 'There is no game "atlantis"'),
        (("umpire", "norway", "weather"), "has no procedure weather"),
        (("replay", "no-such-file.jsonl"), "no-such-file.jsonl cannot be read"),
        (("simulate", "norway", "--players", "random,random,napoleon"), 'no computer player "napoleon"'),
        (("simulate", "norway", "--players", "random,random,random,random"), "cannot be played by 4 players"),
        (("simulate", "norway", "--option", "fog"), '"fog" is no option'),
        (("simulate", "norway", "--option", "fog=thick"), 'no option "fog"'),
        (("simulate", "norway", "--scenario", "1945"), 'no scenario "1945"'),
        (("simulate", "norway", "--cluster", "abacus"), 'no cluster "abacus"'),
        (("play", "norway", "--as", "sweden"), 'no side "sweden"'),
        (("play", "norway", "--as", "germany+norway"), "Nobody can sit so"),
        (("play", "norway", "--as", "germany", "--as", "germany"), "only once"),
        (("play", "norway", "--as", "germany", "--against", "napoleon"), 'no computer player "napoleon"'),
        (("play", "norway", "--as", "germany", "--dice", "loaded"), "Dice are"),
        (("play", "norway", "--resume"), "no unfinished game"),
        (("play", "norway", "--load", "no-such-file.jsonl"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason_and_exit_code_2(feltherre, words: tuple[str, ...], said: str) -> None:
    done = feltherre(*words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_a_wrong_word_is_met_with_the_right_one(feltherre) -> None:
    done = feltherre("simulat")
    assert done.exit_code == 2
    assert "simulate" in done.stderr


def test_without_ray_the_cluster_says_how_to_get_it(feltherre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltherre.lab.cluster.find_spec", lambda name: None)
    done = feltherre("simulate", "norway", "--games", "1", "--cluster", "ray")
    assert done.exit_code == 2
    assert "feltherre[ray]" in done.stderr


def test_the_installed_command_refuses_without_a_traceback() -> None:
    done = subprocess.run([COMMAND, "rules", "atlantis"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip().startswith('There is no game "atlantis"')


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    done = subprocess.run(f"{COMMAND} schema norway | head -1", shell=True, capture_output=True, text=True)
    assert done.stdout.strip() == "{"
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_games_as_json(feltherre) -> None:
    done = feltherre("games", "--json")
    assert done.exit_code == 0
    norway = next(game for game in json.loads(done.stdout) if game["id"] == "norway")
    assert norway["title"] == "Norway 1940"
    assert norway["roles"] == ["germany", "norway", "allies"]
    assert all(set(option) == {"name", "values", "default"} for option in norway["options"])
    assert norway["scenarios"] == []
    assert norway["players"][-1] == "random"


def test_a_book_without_a_game_has_a_desk_and_cannot_be_played(feltherre) -> None:
    told = {game["id"]: game for game in json.loads(feltherre("games", "--json").stdout)}
    assert told["napoleon"] == {"id": "napoleon", "title": "Napoleonic rules 1812-15", "playable": False}
    assert told["norway"]["playable"] is True
    listed = " ".join(feltherre("games").stdout.split())
    assert "no game yet: rules (feltherre rules napoleon), odds and the umpire's desk (feltherre umpire" in listed
    assert feltherre("umpire", "napoleon").stdout.startswith("Staff and command")
    for command in (("play", "napoleon"), ("simulate", "napoleon"), ("schema", "napoleon")):
        done = feltherre(*command)
        assert done.exit_code == 2
        assert 'There is no game "napoleon" yet' in done.stderr


def test_a_game_in_the_making_says_so(feltherre, lanterns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lanterns, "in_making", True)
    told = {game["id"]: game for game in json.loads(feltherre("games", "--json").stdout)}
    assert [game for game in told if told[game].get("in_making")] == ["lanterns"]
    listed = " ".join(feltherre("games").stdout.split())
    assert listed.count("In the making: not all of the book is carried out yet.") == 1


@pytest.mark.parametrize("command", [("games",), ("games", "--json"), ("umpire",)])
def test_a_game_that_cannot_be_used_is_named_behind_the_others(feltherre, tmp_path, monkeypatch, command) -> None:
    (tmp_path / "spent_lanterns.py").write_text("from tinygame.game import Torches\n")
    write_distribution(tmp_path, "spent = spent_lanterns:GAME")
    monkeypatch.syspath_prepend(str(tmp_path))
    get_book.cache_clear()
    done = feltherre(*command)
    assert done.exit_code == 2
    assert "norway" in done.stdout.casefold()
    assert f'The game "spent" cannot be used: {tmp_path / "spent_lanterns.py"}:1: ImportError: ' in done.stderr


def test_options_and_scenarios_of_a_game(feltherre, lanterns) -> None:
    told = {game["id"]: game for game in json.loads(feltherre("games", "--json").stdout)}
    assert told["lanterns"]["options"] == [{"name": "rounds", "values": ["1", "3", "6"], "default": "3"}]
    assert told["lanterns"]["scenarios"] == ["calm", "windy"]
    page = feltherre("games").stdout
    assert "rounds=1|3|6 (3)" in page
    assert "measuring=forbidden|allowed (forbidden)" in page, "nothing is cut on a narrow screen"
    assert "Norway 1940" in page


def test_schema_is_that_of_the_core(feltherre) -> None:
    from feltherre.core.registry import get_game
    from feltherre.core.schema import game_schema

    done = feltherre("schema", "norway")
    assert json.loads(done.stdout) == json.loads(json.dumps(game_schema(get_game("norway"))))
