"""Every throw is called after its procedure, in the story, in `why` and where real dice are asked for."""

import re
from pathlib import Path
from typing import Any

import pytest

from feltherre.core.catalogue import find, render, throw_name
from feltherre.core.record import read_lines
from feltherre.core.registry import book_ids, game_ids, get_book, get_game
from feltherre.core.replay import look_at
from feltherre.core.story import story
from feltherre.lab.runner import play
from feltherre.lab.series import tasks

PROCEDURES = [(name, procedure) for name in book_ids() for procedure in get_book(name).procedures.values()]


def throws_of(procedure: Any) -> list[str]:
    """The purposes of a procedure's throws: what is drawn is not a number."""
    return [purpose for purpose, kind in procedure.chance_inputs.items() if "str" not in str(kind)]


def test_no_two_procedures_of_a_game_share_the_name_of_a_throw() -> None:
    named: dict[tuple[str, str], tuple[str, str]] = {}
    for game, procedure in PROCEDURES:
        for purpose in throws_of(procedure):
            text = throw_name(game, procedure.name, purpose)
            assert text.key.startswith(f"{game}.throw.{procedure.name}"), f"{game}: {procedure.name} {purpose}"
            named[(game, text.key)] = (procedure.name, purpose)
    assert len(named) == sum(len(throws_of(procedure)) for _, procedure in PROCEDURES) > 25


@pytest.mark.parametrize("name", game_ids())
def test_a_page_has_a_word_beside_the_dice_of_every_throw(name: str) -> None:
    """A short one of its own, or the game's: a club cannot add to the words of the page (`thrownFor` in throws.ts)."""
    thrown = [(one.name, purpose) for one in get_game(name).procedures.values() for purpose in throws_of(one)]
    named = {
        purpose: find(throw_name(name, by, purpose).key) and throw_name(name, by, purpose).key for by, purpose in thrown
    }
    nameless = {
        purpose for purpose, key in named.items() if key == "core.plain" and find(f"web.throw.{purpose}") is None
    }
    assert nameless == set()


@pytest.mark.parametrize("name", game_ids())
def test_a_state_knows_whose_catalogues_name_its_throws(name: str) -> None:
    assert get_game(name).state_type.owner == name


def thrown_for(record: Path) -> set[tuple[str, str]]:
    """(what a throw was for, its rule) in the story of a record."""
    told = "\n".join(story(look_at(read_lines(record.read_bytes()))))
    return set(re.findall(r"thrown for ([^:\n]*): [\d -]+ \[([^]]*)\]", told))


def test_the_story_of_an_advanced_game_calls_every_throw_by_its_name(tmp_path: Path) -> None:
    players = ("captain",) * 3
    (task,) = tasks("norway", players, 1, seed=1, options={"rules": "advanced"}, records=tmp_path)
    play(task)
    by_rule = {rule: name for name, rule in thrown_for(Path(task.record))}
    assert by_rule["8.1-int-3"] == "the interception"
    assert by_rule["8.2-seq-4"] == render(throw_name("norway", "naval-combat", "attacker_dice")) != by_rule["4.2-4"]
    assert by_rule["7.2-resist-1"] == "the resistance"
    assert len(set(by_rule.values())) == len(by_rule)
