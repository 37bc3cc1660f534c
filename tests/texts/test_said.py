"""Whatever the source says has an English sentence; whatever a game says as it is played has one in every language."""

import ast
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, NamedTuple

import pytest

import feltherre
from feltherre.core.catalogue import languages, messages, missing_keys, render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.registry import book_ids, game_ids, get_game
from feltherre.core.text import Text, say

SOURCE = Path(feltherre.__file__).parent
#: functions whose first argument is a key
SAYING = ("say", "Text", "refuse", "words")
#: what stands before the key that a function is given
PREFIX = {"words": "cli."}
#: modules whose `words` is their own, and what it puts before the key
OWN_PREFIX = {"rules_page.py": "cli.rules."}
KEY = re.compile(r"[a-z]+(\.[\w*-]+)+")
GAME_KEY = re.compile(rf"({'|'.join(book_ids())})\.[a-z][a-z-]*(\.[\w*-]+)+")


class Said(NamedTuple):
    """A key in the source, with `*` for what is put into it; `given`: the arguments, where the call says them all."""

    where: str
    key: str
    given: frozenset[str] | None = None


def keys_said() -> Iterator[Said]:
    """Every call that says something, and every other word in a game's source that looks like a key of it."""
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        told: set[int] = set()
        for node in ast.walk(tree):
            where = f"{file.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and node.args and (prefix := prefix_of(node, file)) is not None:
                told.update(id(part) for part in ast.walk(node.args[0]))
                for key in keys_of(node.args[0]):
                    if KEY.fullmatch(prefix + key):
                        yield Said(where, prefix + key, arguments_of(node))
            elif isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in told:
                told.update(id(part) for part in ast.walk(node))
                for key in keys_of(node):
                    if GAME_KEY.fullmatch(key):
                        yield Said(where, key)


def arguments_of(call: ast.Call) -> frozenset[str] | None:
    """The names of what a call of `say` fills in; None if they are not all written there."""
    names = [keyword.arg for keyword in call.keywords]
    return frozenset(filter(None, names)) if getattr(call.func, "id", "") == "say" and None not in names else None


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


SAID = list(keys_said())


def entries(key: str) -> list[str]:
    known = messages(key.partition(".")[0], "en")
    pattern = re.compile(re.escape(key).replace(r"\*", r"[\w.-]+"))
    return [entry for entry in known if pattern.fullmatch(entry)]


def test_the_source_is_read() -> None:
    found = {said.key for said in SAID}
    assert {"server.bad.nobody", "umpire.no-die", "core.illegal.stale", "cli.play.saved", "norway.area.*"} <= found
    assert len(found) > 500


def test_whatever_is_said_in_the_source_is_in_the_english_catalogues() -> None:
    unknown = sorted({f"{said.where}: {said.key}" for said in SAID if not entries(said.key)})
    if unknown:
        pytest.fail("\n".join(["no English entry:", *unknown]), pytrace=False)


def test_every_placeholder_is_given_by_the_source_and_what_is_counted_its_number() -> None:
    """Where the key stands there in full; an entry with a plural is chosen by the argument n."""
    wrong = []
    for said in SAID:
        if said.given is not None and "*" not in said.key and entries(said.key):
            forms = messages(said.key.partition(".")[0], "en")[said.key].forms
            wanted = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
            lacking = (wanted | ({"n"} if len(forms) > 1 else set())) - said.given
            wrong += [f"{said.where}: {said.key} wants {sorted(lacking)}"] if lacking else []
    assert wrong == []


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
    """Play to the end at random: prompts, labels on the way to an answer, the answer told, refusals of answers to other
    questions, odds, events with their rulings, what each seat is shown, and what board and cards say of every place and
    card."""
    game = match.game
    tried: list[Any] = []
    while not match.over:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = rng.choice([decision for decision in match.decisions() if decision.role not in answered])
        yield from (decision.prompt, decision.waiting)
        partial: tuple[Any, ...] = ()
        while choices := decision.space.choices(partial):
            yield from (choice.label for choice in choices)
            partial = (*partial, rng.choice(choices).part)
        for action in rng.sample(tried, min(6, len(tried))):
            try:
                decision.space.check(action)
            except Illegal as illegal:
                yield illegal.reason
        if decision.role in game.roles:
            yield from texts_in(list(game.prospects(match.state, (decision.role,))))
        action = decision.space.sample(rng)
        tried.append(action)
        if decision.role in game.roles:
            yield game.tell_action(match.state, decision.role, action)
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)
    for _, event in match.log:
        yield from texts_in(event)
    for roles in ((), *((role,) for role in game.roles)):
        yield from texts_in(game.scene(match.state, roles))
    board, scene = match.drawn_on, game.scene(match.state, (), all_seeing=True)
    yield from texts_in(board)
    things = [*board.cards, *board.kinds, *scene.kinds]
    named = {thing.id: thing.name for thing in things}
    held = [named[item] for holding in scene.holdings for item in holding.items]
    for name in {render(text) for text in [*held, *(place.name for place in (*board.places, *scene.extra))]}:
        with suppress(BadInput):  # not every game tells something of each
            yield from texts_in(list(game.about(name)))
    yield from (game.role_name(role) for role in game.roles)


def parts_of(value: Any) -> Iterator[Text]:
    """A Text, and those among its arguments."""
    for text in texts_in(value):
        yield text
        yield from parts_of(list(text.args.values()))


def to_write(said: Collection[Text], lang: str) -> str:
    """Each entry that a language lacks, with what its sentence is given: whoever writes it sees nothing else of it."""
    given = {text.key: " ".join(f"{{{name}}}" for name in text.args) for text in parts_of(list(said))}
    return "\n".join(f"  {key} {given[key]}".rstrip() for key in missing_keys(said, lang))


def test_an_entry_that_is_lacking_is_told_with_its_arguments() -> None:
    text = say("ford.never-said", unit=say("ford.nor-this", number="7"), hex="0101")
    assert (
        to_write([text, say("core.illegal.stale", decision="12")], "en")
        == "  ford.never-said {unit} {hex}\n  ford.nor-this {number}"
    )


@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_a_game_says_is_in_every_language(game_id: str) -> None:
    game = get_game(game_id)
    said: dict[str, Text] = {}
    # a game of Norway is short, and seldom says the half of it
    for number in range(20 if game_id == "norway" else 6):
        seating = game.seatings()[number % len(game.seatings())]
        setup = Setup(tuple(Seat("+".join(roles), roles) for roles in seating), dice=("live", "typed")[number % 2])
        match = Match(game, setup, key=(700 + number).to_bytes(32, "big"))
        said |= {text.key: text for text in said_by(match, Random(number))}
    assert len(said) > 30
    for lang in languages():
        if lacking := to_write(said.values(), lang):
            pytest.fail(
                f"no entry in locale/{lang}/ of {game_id} for (with what each sentence is given):\n{lacking}",
                pytrace=False,
            )
        unfilled = [key for key, text in said.items() if re.search(r"<[a-z]+\.|[{}]", render(text, lang))]
        assert unfilled == [], lang
