"""Everything the core and the players say has an English sentence, and the sentence uses what it is given."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import feltherre
from feltherre.core import catalogue, faults, record, seats, text

SOURCE = Path(feltherre.__file__).parent

#: keys that are put together, and the words that are put into them
PUT_TOGETHER = {
    "core.record.{}": set(),  # by BadRecord: see complaints()
    "core.event.{}": {"ask-takeback", "grant-takeback", "refuse-takeback"},
    "core.gate.{}": {"accept", "change"},
    "core.story.act.standing-{}": set(seats.STANDING_MODES),
    "core.fault.{}": {"least", "most", "more", "less", "exactly", "shortest", "longest"},
    "core.fault.type.{}": set(faults.TYPES),
    "core.bad.file-{}": {"too-deep", "aliases", "unseen", "number"},
    "core.event.advised.{}": {"hint", "plan", "odds"},
    "core.story.act.advised.{}": {"hint", "plan", "odds"},
    "{}.role.{}": set(),  # a game's own
    "{}.clock.{}": set(),
    "{}.clocks.about": set(),
    "{}.refuse.{}": set(),  # at a desk
    "{}.ruling.{}": set(),
    "{}.prompt.{}": set(),  # by ask()
    "{}.wait.{}": set(),
    "{}.action.{}": set(),  # by Sentences
}


def calls(*names: str) -> Iterator[tuple[Path, ast.Call]]:
    for folder in ("core", "players"):
        for file in sorted((SOURCE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    yield file, node


def key_of(argument: ast.expr) -> str | None:
    """`"a.b"` as it is, `f"a.{b}"` as `a.{}`, anything else unknown."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    if isinstance(argument, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in argument.values)
    return None


def said() -> dict[str, set[str]]:
    """Each key that is said, with the arguments that every place gives it."""
    found: dict[str, set[str]] = {}
    for file, call in calls("say", "refuse"):
        key = key_of(call.args[0])
        if key is None and file.name == "procedure.py":
            continue  # refuse() hands on the key it is given
        assert key is not None, f"{file}:{call.lineno} says what no test can read"
        given = {keyword.arg for keyword in call.keywords if keyword.arg}
        for written in [key.format(word) for word in sorted(PUT_TOGETHER[key])] if "{}" in key else [key]:
            found[written] = found.get(written, given) & given
    return found


def complaints() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for _, call in calls("BadRecord"):
        given = {keyword.arg for keyword in call.keywords if keyword.arg} | {"line"}
        why = call.args[1]
        for word in [str(why.value)] if isinstance(why, ast.Constant) else ["torn", "unreadable"]:
            found[f"core.record.{word}"] = found.get(f"core.record.{word}", given) & given
    return found


SAID = said() | complaints()


def test_the_scan_finds_what_is_said() -> None:
    assert {"core.illegal.stale", "core.record.torn", "core.event.hand-over", "core.why.random"} <= set(SAID)
    assert len(SAID) > 50


@pytest.mark.parametrize("key", sorted(key for key in SAID if key.startswith("core.")))
def test_every_key_of_the_core_has_an_english_sentence(key: str) -> None:
    message = catalogue.find(key)
    assert message is not None, f"no English sentence for {key}"
    for form in message.forms:
        wanted = set(re.findall(r"\{(\w+)\}", form))
        assert wanted <= SAID[key], f"{key} wants {wanted - SAID[key]}, which it is not always given"


def test_no_key_is_in_two_catalogues() -> None:
    keys: list[str] = []
    for file in sorted((catalogue.CORE_LOCALE / "en").glob("*.po")):
        with file.open("rb") as stream:
            keys += [str(message.id) for message in read_po(stream) if message.id]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_a_complaint_about_a_record_reads_as_a_sentence() -> None:
    complaint = record.BadRecord(17, "torn", before=16, error="Input data was truncated")
    sentence = catalogue.render(complaint.reason)
    assert "17" in sentence
    assert "16" in sentence
    assert "{" not in sentence


def test_numbers_choose_the_plural() -> None:
    one = catalogue.render(text.say("core.prompt.type-dice", n=1, purpose="the wick"))
    two = catalogue.render(text.say("core.prompt.type-dice", n=2, purpose="the wick"))
    assert one != two
    assert "die" in one
    assert "2 dice" in two
