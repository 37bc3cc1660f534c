"""Whatever the source says has an English sentence; whatever a game says as it is played has one in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import feltherre
from feltherre.core.catalogue import languages, messages, missing_keys, render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.registry import game_ids, get_game
from feltherre.core.text import Text

SOURCE = Path(feltherre.__file__).parent
#: functions whose first argument is a key
SAYING = ("say", "Text", "refuse", "words")
#: what stands before the key that a function is given
PREFIX = {"words": "cli."}
#: modules whose `words` is their own, and what it puts before the key
OWN_PREFIX = {"rules_page.py": "cli.rules."}
KEY = re.compile(r"[a-z]+(\.[\w*-]+)+")


def keys_said() -> Iterator[tuple[str, str]]:
    """(where, key) of every call that says something; `*` for what is put into a key."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and (prefix := prefix_of(node, file)) is not None:
                for key in keys_of(node.args[0]):
                    if KEY.fullmatch(prefix + key):
                        yield f"{file.relative_to(SOURCE)}:{node.lineno}", prefix + key


def prefix_of(call: ast.Call, file: Path) -> str | None:
    """What the function puts before the key; None if it says nothing."""
    if isinstance(call.func, ast.Attribute):  # `play.screen.say("play.saved")`
        return "cli." if call.func.attr == "say" else None
    name = getattr(call.func, "id", "")
    if name == "_words":
        return OWN_PREFIX.get(file.name)
    return PREFIX.get(name, "") if name in SAYING else None


def keys_of(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) + keys_of(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)]
    return []


SAID = sorted(set(keys_said()))


def entries(key: str) -> list[str]:
    known = messages(key.partition(".")[0], "en")
    pattern = re.compile(re.escape(key).replace(r"\*", r"[\w.-]+"))
    return [entry for entry in known if pattern.fullmatch(entry)]


def test_the_source_is_read() -> None:
    found = {key for _, key in SAID}
    assert {"server.bad.nobody", "umpire.no-die", "core.illegal.stale", "cli.play.saved", "norway.area.*"} <= found
    assert len(found) > 500


def test_whatever_is_said_in_the_source_is_in_the_english_catalogues() -> None:
    unknown = [f"{where}: {key}" for where, key in SAID if not entries(key)]
    if unknown:
        pytest.fail("\n".join(["no English entry:", *unknown]), pytrace=False)


# what is said while a game is played


def texts_in(value: Any) -> Iterator[Text]:
    """Every Text in a value of Structs, lists and mappings."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, dict):
        yield from texts_in(list(value.values()))
    elif fields := getattr(value, "__struct_fields__", ()):
        for field in fields:
            yield from texts_in(getattr(value, field))


def said_by(match: Match[Any], rng: Random) -> Iterator[Text]:
    """Play to the end at random: prompts, labels, refusals of answers to other questions, odds, events with their
    rulings, what each seat is shown, and what board and cards say of every place and card."""
    game = match.game
    tried: list[Any] = []
    while not match.over:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = rng.choice([decision for decision in match.decisions() if decision.role not in answered])
        yield from (decision.prompt, decision.waiting)
        yield from (choice.label for choice in decision.space.choices(()))
        for action in rng.sample(tried, min(6, len(tried))):
            try:
                decision.space.check(action)
            except Illegal as illegal:
                yield illegal.reason
        if decision.role in game.roles:
            yield from texts_in(list(game.prospects(match.state, (decision.role,))))
        action = decision.space.sample(rng)
        tried.append(action)
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)
    for _, event in match.log:
        yield from texts_in(event)
    for roles in ((), *((role,) for role in game.roles)):
        yield from texts_in(game.display(match.state, roles))
    board = game.display(match.state, (), all_seeing=True)
    held = [item for holding in board.holdings for item in holding.items]
    for name in {render(text) for text in [*held, *(place.name for place in board.places)]}:
        with suppress(BadInput):  # not every game tells something of each
            yield from texts_in(list(game.about(name)))
    yield from (game.role_name(role) for role in game.roles)


@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_a_game_says_is_in_every_language(game_id: str) -> None:
    game = get_game(game_id)
    said: dict[str, Text] = {}
    for number in range(6):
        seating = game.seatings()[number % len(game.seatings())]
        setup = Setup(tuple(Seat("+".join(roles), roles) for roles in seating), dice=("live", "typed")[number % 2])
        match = Match(game, setup, key=(700 + number).to_bytes(32, "big"))
        said |= {text.key: text for text in said_by(match, Random(number))}
    assert len(said) > 50
    for lang in languages():
        lacking = missing_keys(said.values(), lang)
        assert not lacking, f"{lang}: {lacking}"
        unfilled = [key for key, text in said.items() if re.search(r"<[a-z]+\.|[{}]", render(text, lang))]
        assert unfilled == [], lang
