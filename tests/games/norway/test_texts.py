"""Every text of Norway is in the English catalogue, and says what the code gives it to say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, NamedTuple

import pytest

from feltherre.core.catalogue import messages, read_catalogue, render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import seen_by
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.seats import Resigned
from feltherre.core.text import Text
from feltherre.games.norway import board, cards, countries
from feltherre.games.norway.edits import PlaceBattalions, RemoveBattalions, SetHand
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES, NorwayState

PACKAGE = Path(countries.__file__).parent
CATALOGUE = messages("norway", "en")
KEY = re.compile(r"norway\.[a-z][a-z-]*(\.[\w-]+)*")
GAMES = 20

#: the values that stand in a key, where the code makes one of them out of a name
ENUMERATED = {
    "norway.area.*": board.AREAS,
    "norway.card.*": cards.IDS,
    "norway.country.*": ROLES,
    "norway.role.*": ROLES,
    "norway.winner.*": ("germany", "norway-allies"),
    "norway.degree.*": ("clear", "narrow"),
    "norway.phase.*": ("0", "1", "2", "3", "4"),
    "norway.event.april-phase.*": ("0", "1", "2", "3", "4"),
    "norway.origin.*": ("sea", "air"),
    "norway.side.*": ("attacker", "defender"),
    "norway.event.places.*": ("land", "sea", "air"),
    "norway.illegal.placement.*": ROLES,
    "norway.victory.*": (
        *("germans-destroyed", "enemies-destroyed", "all-cities-clear", "all-cities-narrow"),
        *("cities-held-clear", "cities-held-narrow"),
    ),
    "norway.event.attack.*": ("land", "water", "sea", "air"),
}


class Said(NamedTuple):
    """A key in the code; with `*` for what is put in. `given`: the arguments of the call, if it says them all."""

    key: str
    where: str
    given: frozenset[str] | None


def said_in(file: Path) -> Iterator[Said]:
    """Every key in a module, and the arguments of those that are said with a literal key."""
    tree = ast.parse(file.read_text("utf-8"))
    in_calls: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
            names = [keyword.arg for keyword in node.keywords]
            given = None if None in names else frozenset(str(name) for name in names)
            for key in keys_of(node.args[0]):
                in_calls.add(id(node.args[0]))
                yield Said(key, f"{file.name}:{node.lineno}", given)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in in_calls:
            for key in keys_of(node):
                yield Said(key, f"{file.name}:{node.lineno}", None)


def keys_of(node: ast.AST) -> list[str]:
    """The keys an expression can be: a literal, an f-string, or one or another of these."""
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) + keys_of(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        made = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        return [made] if made.startswith("norway.") and made != "norway.*.*" else []
    return []


SAID = [said for file in sorted(PACKAGE.rglob("*.py")) for said in said_in(file)]


def entries(key: str) -> list[str]:
    """The entries of the catalogue that a key of the code can mean."""
    if "*" not in key:
        return [key] if key in CATALOGUE else []
    pattern = re.compile(re.escape(key).replace(r"\*", r"[\w.-]+"))
    return [entry for entry in CATALOGUE if pattern.fullmatch(entry)]


def certain_entries(said: Said) -> list[str]:
    """The entries that the call is sure to mean with its arguments; what is made of other names is read in games."""
    if "*" not in said.key:
        return entries(said.key)
    return [said.key.replace("*", value) for value in ENUMERATED.get(said.key, ())]


def placeholders(key: str) -> set[str]:
    return {name for form in CATALOGUE[key].forms for _, name, _, _ in Formatter().parse(form) if name}


def test_keys_are_found_in_the_code() -> None:
    assert len(SAID) > 200
    assert {"norway.event.over", "norway.event.places.*", "norway.prompt.attacker-cards"} <= {said.key for said in SAID}


def test_every_key_in_the_code_has_an_english_entry() -> None:
    assert [f"{said.where}: {said.key}" for said in SAID if not entries(said.key)] == []


@pytest.mark.parametrize(("pattern", "values"), ENUMERATED.items())
def test_every_key_that_can_be_made_has_an_english_entry(pattern: str, values: tuple[str, ...]) -> None:
    assert [value for value in values if pattern.replace("*", value) not in CATALOGUE] == []


def test_every_placeholder_is_given_by_the_code() -> None:
    wrong = [
        f"{said.where}: {key} wants {sorted(placeholders(key) - said.given)}"
        for said in SAID
        if said.given is not None
        for key in certain_entries(said)
        if not placeholders(key) <= said.given
    ]
    assert wrong == []


def test_counted_entries_have_their_number() -> None:
    """An entry with a plural is chosen by the argument n."""
    wrong = [
        f"{said.where}: {key}"
        for said in SAID
        if said.given is not None
        for key in certain_entries(said)
        if len(CATALOGUE[key].forms) > 1 and "n" not in said.given
    ]
    assert wrong == []


def test_no_entry_stands_in_two_files() -> None:
    seen: dict[str, str] = {}
    twice = []
    for file in sorted((PACKAGE / "locale" / "en").glob("*.po")):
        for key in read_catalogue(file):
            if key in seen:
                twice.append(f"{key} in {seen[key]} and {file.name}")
            seen[key] = file.name
    assert twice == []


# as people read them


def checked(text: Text) -> str:
    sentence = render(text)
    assert not re.search(r"<[a-z]+\.|[{}]", sentence), f"{text} reads {sentence!r}"
    assert sentence.strip(), text
    return sentence


def read_decision(decision: Any, rng: Random) -> None:
    """The prompt, what the others read, and the labels on the way to an answer and beside it."""
    checked(decision.prompt)
    checked(decision.waiting)
    partial: tuple[Any, ...] = ()
    while choices := decision.space.choices(partial):
        for choice in choices:
            checked(choice.label)
        partial = (*partial, rng.choice(choices).part)


def read_refusals(match: Match[NorwayState], tried: list[Any], rng: Random) -> int:
    """Actions of other moments of the game: what they are refused with."""
    refused = 0
    for decision in match.decisions():
        for action in rng.sample(tried, min(12, len(tried))):
            try:
                decision.space.check(action)
            except Illegal as illegal:
                checked(illegal.reason)
                refused += 1
    return refused


def read_edit(match: Match[NorwayState], rng: Random) -> None:
    country = rng.randrange(3)
    role, area = ROLES[country], rng.choice(board.AREAS)
    some = tuple(cards.SHORT_IDS[card] for card in rng.sample(cards.deck(country), rng.randint(0, 6)))
    count = rng.randint(0, 2)
    edit = rng.choice([PlaceBattalions(role, area, count), RemoveBattalions(role, area, count), SetHand(role, some)])
    try:
        match.override(edit, "to be read")
    except Illegal as illegal:
        checked(illegal.reason)


@pytest.mark.parametrize("seed", range(GAMES))
def test_everything_in_a_random_game_can_be_read(seed: int) -> None:
    """Prompts, labels, refusals, events with their rulings, for every seat; with an umpire in every second game."""
    rng = Random(seed)
    seats = (("germany",), ("norway", "allies")) if seed % 3 == 0 else (("germany",), ("norway",), ("allies",))
    setup = Setup(
        tuple(Seat("+".join(roles), roles) for roles in seats),
        umpire=seed % 2 == 0,
        dice=("live", "typed")[seed % 5 == 4],
    )
    match = Match(GAME, setup, key=(900 + seed).to_bytes(32, "big"))
    tried: list[Any] = []
    refused = 0
    while not match.over:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = rng.choice([decision for decision in match.decisions() if decision.role not in answered])
        read_decision(decision, rng)
        refused += read_refusals(match, tried, rng)
        action = decision.space.sample(rng)
        tried.append(action)
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)
        if setup.umpire and not match.over and rng.random() < 0.1:
            read_edit(match, rng)
    assert refused > 100
    for _, event in match.log:
        for roles in (*seats, ()):
            for seen in seen_by(event, roles):
                checked(seen.text)
        checked_lines(event)
    read_display(match)


def checked_lines(event: Any) -> None:
    for line in event.ruling.explanation if event.ruling else ():
        checked(line.text)


def read_display(match: Match[NorwayState]) -> None:
    display = GAME.display(match.state, ROLES)
    texts = [display.title, *display.status, *display.notes, *(place.name for place in display.places)]
    texts += [item for holding in display.holdings for item in holding.items]
    texts += [entry.text for entry in display.legend]
    for text in texts:
        checked(text)


def test_resigning_and_typing_nonsense_can_be_read() -> None:
    match = Match(GAME, Setup(tuple(Seat(role, (role,)) for role in ROLES)), key=b"texts".ljust(32))
    for line in ("move Oslo > Sweden 1", "move Oslo > B 1", "march", "move Oslo", "play Ubåt", "dice x"):
        with pytest.raises(BadInput) as refused:
            GAME.notation.read(line)
        checked(refused.value.reason)
    for event in match.seat_act("norway", Resigned()):
        checked(event.text)
    assert match.state.result is not None
    assert match.state.result.winners == ("germany",)
