"""Every sentence of the command line is in its catalogue, and gets the arguments it wants."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import feltherre.cli
import feltherre.lab
from feltherre.cli.play.commands import COMMANDS
from feltherre.core.catalogue import find, messages

FILES = [
    file
    for package in (feltherre.cli, feltherre.lab)
    for file in sorted(Path(package.__path__[0]).rglob("*.py"))
    if file.name not in ("rules.py", "rules_page.py")  # they have a catalogue and tests of their own
]

#: keys that are put together from these parts
PUT_TOGETHER = {
    "cli.games.{}": ("id", "title", "roles", "options", "scenarios", "players"),
    "cli.simulate.{}": ("winner", "degree", "score", "turns", "actions"),
    "cli.replay.{}": ("chain", "dice", "states"),
    "cli.play.list.{}": ("hint", "hint-filtered", "hint-back", "hint-written", "nothing"),
    "cli.play.command.{}": tuple(command.names[0] for command in COMMANDS),
}


def calls() -> Iterator[tuple[str, set[str] | None]]:
    """(key as written, names of the arguments) of every sentence; None: they are passed on."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                passed = {keyword.arg for keyword in node.keywords}
                given = None if None in passed else {str(argument) for argument in passed}
                if name == "words" or (name == "say" and _is_screen(node.func)):
                    yield from ((key, given) for key in _keys(node.args[0], "cli."))
                elif name == "say":
                    yield from ((key, given) for key in _keys(node.args[0], ""))


def _is_screen(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute)


def _keys(argument: ast.expr, prefix: str) -> Iterator[str]:
    """`"a.b"` as it is, `f"a.{b}"` as `a.{}`, both sides of `x if y else z`."""
    if isinstance(argument, ast.Constant):
        yield f"{prefix}{argument.value}"
    elif isinstance(argument, ast.JoinedStr):
        yield prefix + "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in argument.values)
    elif isinstance(argument, ast.IfExp):
        yield from _keys(argument.body, prefix)
        yield from _keys(argument.orelse, prefix)


def said() -> dict[str, set[str]]:
    """{key: the arguments it is always given}"""
    found: dict[str, set[str]] = {}
    for key, given in calls():
        for whole in [key.replace("{}", part) for part in PUT_TOGETHER.get(key, ("{}",))]:
            if given is not None and whole.startswith("cli.") and "{}" not in whole:
                found[whole] = found.get(whole, given) & given
    return found


SAID = said()


def test_the_scan_finds_what_is_said() -> None:
    assert {"cli.play.saved", "cli.bad.option", "cli.replay.chain", "cli.play.list.hint"} <= set(SAID)
    assert len(SAID) > 80


@pytest.mark.parametrize("key", sorted(SAID))
def test_it_is_in_the_catalogue_and_gets_what_it_wants(key: str) -> None:
    message = find(key)
    assert message is not None, f"no English sentence for {key}"
    for form in message.forms:
        wanted = set(re.findall(r"(?<!\{)\{(\w+)\}", form))
        assert wanted <= SAID[key], f"{key} wants {wanted - SAID[key]}, which it is not always given"


def test_no_sentence_is_left_over() -> None:
    optional = ("cli.rules.", "cli.holding.", "cli.piece.", "cli.play.player.", "cli.side.")
    own = [key for key in messages("cli", "en") if key.startswith("cli.") and not key.startswith(optional)]
    left = [key for key in own if key not in SAID]
    assert left == []
