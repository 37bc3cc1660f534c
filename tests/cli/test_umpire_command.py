"""`feltherre umpire` and `feltherre odds`, as scripts call them."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from cases import each
from feltherre.cli import umpire
from feltherre.core.errors import BadInput
from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.norway.procedures import PROCEDURES

APP = typer.Typer()
APP.command("umpire")(umpire.umpire_command)
APP.command("odds")(umpire.odds_command)

STACK = {"pieces": 1, "white_chips": 2, "black_chips": 1}
CONVOY = {
    "card": "U-boat",
    "player": "germany",
    "placing_country": "allies",
    "placed": [{"area": "Åndalsnes", "battalions": 1, "by": "sea"}],
    "chosen_area": "andalsnes",
}


@pytest.fixture(autouse=True)
def norway(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = load_ledger(directory_of("feltherre.games.norway") / "ledger.yaml")

    def find_desk(game: str) -> umpire.Desk:
        if game != "norway":
            raise BadInput(f"no game {game}")
        return umpire.Desk("norway", PROCEDURES, ledger)

    monkeypatch.setattr(umpire, "find_desk", find_desk)


def call(*arguments: str, given: Any = None) -> Any:
    typed = given if isinstance(given, str | bytes) else None if given is None else json.dumps(given)
    return CliRunner().invoke(APP, list(arguments), input=typed)


def test_a_situation_from_the_standard_input() -> None:
    for arguments in (("umpire", "norway", "stack-count"), ("umpire", "norway", "stack-count", "-")):
        found = call(*arguments, given=STACK)
        assert found.exit_code == 0
        answer = json.loads(found.stdout)
        assert set(answer) == {"outputs", "explanation"}
        assert answer["outputs"] == {"battalions": 8}
        assert answer["explanation"][-1] == {"text": "The stack is 8 battalions.", "rule": "2.2-6", "value": 8}


def test_a_situation_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "convoy.json"
    file.write_text(json.dumps({**CONVOY, "die": 2}), encoding="utf-8")
    answer = json.loads(call("umpire", "norway", "convoy-attack", str(file)).stdout)
    assert answer["outputs"]["remaining"] == [{"area": "Åndalsnes", "battalions": 1, "by": "sea"}]


def test_letters_beyond_ascii_are_written_as_utf_8() -> None:
    found = call("umpire", "norway", "convoy-attack", given={**CONVOY, "die": 2})
    assert "Åndalsnes".encode() in found.stdout_bytes


@each(
    "arguments given reason",
    (("umpire", "chess"), "", "chess"),
    (("umpire", "norway", "xyzzy"), "{}", "xyzzy"),
    (("umpire", "norway", "stack-count"), "{", "JSON"),
    (("odds", "norway", "stack-count"), " ", "Nothing was given to read"),
    (("umpire", "norway", "stack-count"), b"\xff", "JSON"),
    (("umpire", "norway", "stack-count"), "[" * 100_000, "JSON"),
    (("umpire", "norway", "stack-count"), "[]", "object"),
    (("umpire", "norway", "stack-count"), '{"pieces": 1, "white_chips": -1, "black_chips": 0}', "white_chips"),
    (("umpire", "norway", "stack-count", "no/such/file"), "", "no/such/file"),
    (("umpire", "norway", "--batch", "no/such/file"), "", "no/such/file"),
    (("umpire", "norway", "stack-count", "-", "--batch"), "", "--batch"),
    (("odds", "norway", "xyzzy"), "{}", "xyzzy"),
    (("odds", "norway", "convoy-attack"), json.dumps({**CONVOY, "die": 3}), "leave out the dice"),
    (("odds", "chess", "convoy-attack"), "{}", "chess"),
)
def test_bad_input_ends_with_2_and_the_reason(arguments: tuple[str, ...], given: Any, reason: str) -> None:
    found = call(*arguments, given=given)
    assert found.exit_code == 2
    assert found.stdout == ""
    assert reason in found.stderr


def test_a_batch_answers_every_line_and_a_bad_one_does_not_stop_it() -> None:
    lines = [
        {"procedure": "stack-count", "input": STACK},
        {"procedure": "stack-count", "input": {**STACK, "pieces": 5}},
        {"procedure": "xyzzy", "input": {}},
        {"procedure": ["stack-count"], "input": {}},
        {"procedure": "stack-count"},
        {"procedure": "stack-count", "input": STACK, "dice": [1]},
        {"procedure": "stack-count", "input": None},
        [],
        {"procedure": "convoy-attack", "input": {**CONVOY, "die": 5}},
    ]
    typed = "\n".join([*map(json.dumps, lines), "no json", "", '{"procedure": "stack-count", "input": {"pieces": 1}}'])
    for arguments in (("umpire", "norway", "--batch"), ("umpire", "norway", "--batch", "-")):
        found = call(*arguments, given=typed)
        assert found.exit_code == 1, "some lines were refused"
        answers = [json.loads(line) for line in found.stdout.splitlines()]
        assert len(answers) == 12  # the empty line is answered too, so that answers keep their places
        assert [set(answer) for answer in answers[:-3]] == [
            {"outputs", "explanation"},
            *[{"error"}] * 7,
            {"outputs", "explanation"},
        ]
        assert answers[0]["outputs"] == {"battalions": 8}
        assert "pieces" in answers[1]["error"]
        assert answers[8]["outputs"]["success"] is True
        assert "JSON" in answers[9]["error"]
        assert "white_chips" in answers[11]["error"]


@each(
    "line lacks",
    ({"input": STACK}, "procedure"),
    ({"procedure": None, "input": STACK}, "procedure"),
    ({"procedure": "x"}, "input"),
)
def test_a_line_of_a_batch_that_lacks_something_is_told_with_its_number(line: Any, lacks: str) -> None:
    sound = {"procedure": "stack-count", "input": STACK}
    found = call("umpire", "norway", "--batch", given="\n".join(map(json.dumps, (sound, line, sound))))
    first, wrong, last = [json.loads(answer) for answer in found.stdout.splitlines()]
    assert first == last
    assert wrong["error"].startswith(f'Line 2: "{lacks}" is missing.')
    assert found.exit_code == 1


def test_a_misspelt_procedure_is_told_what_may_be_meant() -> None:
    found = call("umpire", "norway", "stak-count", given=STACK)
    assert "Did you mean stack-count (battalions of a stack)" in found.stderr
    assert "Did you mean" not in call("umpire", "norway", "xyzzy", given="{}").stderr


def test_a_batch_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(json.dumps({"procedure": "stack-count", "input": STACK}) + "\n", encoding="utf-8")
    found = call("umpire", "norway", "--batch", str(file))
    assert [json.loads(line)["outputs"] for line in found.stdout.splitlines()] == [{"battalions": 8}]
    assert found.exit_code == 0


def test_the_procedures_are_listed_with_their_inputs() -> None:
    text = call("umpire", "norway").stdout
    for name in PROCEDURES:
        assert name in text
    assert "attack_groups" in text
    assert call("odds", "norway").stdout == text
    listed = json.loads(call("umpire", "norway", "--json").stdout)
    assert [procedure["name"] for procedure in listed] == list(PROCEDURES)
    convoy = next(procedure for procedure in listed if procedure["name"] == "convoy-attack")
    assert {asked["name"] for asked in convoy["inputs"]} == {*CONVOY, "nine_april", "cards_played_before", "die"}


def test_odds_are_fractions() -> None:
    found = call("odds", "norway", "convoy-attack", given=CONVOY)
    assert found.exit_code == 0
    chances = json.loads(found.stdout)["outputs"]
    assert chances["success"] == [
        {"value": False, "p": "1/2", "probability": 0.5},
        {"value": True, "p": "1/2", "probability": 0.5},
    ]
    assert chances["remaining"]["length"] == [
        {"value": 0, "p": "1/2", "probability": 0.5},
        {"value": 1, "p": "1/2", "probability": 0.5},
    ]


def test_a_blank_line_of_a_batch_is_answered_so_that_answers_keep_their_places() -> None:
    question = json.dumps({"procedure": "stack-count", "input": STACK})
    found = call("umpire", "norway", "--batch", given=f"{question}\n\n  \n{question}\n")
    answers = [json.loads(line) for line in found.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, False]
