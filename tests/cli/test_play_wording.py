"""What newcomers and umpires read and type in `feltherre play`: names, examples, hints and the end."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from civilwar_sheets import begin
from civilwar_table import field_of, inf, with_unit
from feltherre.cli.play.commands import hand_in
from feltherre.cli.play.umpire import read_edit
from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput
from feltherre.core.pace import snapshot_due
from feltherre.core.record import Overridden, read_lines
from feltherre.core.registry import get_game
from feltherre.core.replay import verify
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import OrderSheet
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import move_staff

GERMANY = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "7")
UMPIRED = ("play", "norway", "--hot-seat", "--umpire", "--seed", "5")


def told(done) -> str:
    return re.sub(r"\s+", " ", done.stdout)


def test_an_umpire_types_names_as_players_do(feltherre, home: Path) -> None:
    typed = ["umpire", "place Norway Hamar 2 because test", "place norway mo i rana 1 because test"]
    typed += ["place nor xyzzy 1 because test", "hold-gate on because test", "hold-gate OFF because test", "done"]
    page = told(feltherre(*UMPIRED, typed=typed))
    assert "The umpire places 2 battalions at Hamar: Norway." in page
    assert "The umpire places a battalion at Mo i Rana: Norway." in page
    assert '"xyzzy" is no land area' in page
    assert "The gate is held" in page
    assert "The gate is not held" in page
    assert "parted by commas" in page
    (file,) = (home / "games").glob("*.jsonl")
    made = [line.edit for line in read_lines(file.read_bytes()) if isinstance(line, Overridden)]
    assert [edit["area"] for edit in made[:2]] == ["Hamar", "mo i rana"]
    assert len(made) == 4
    assert verify(file.read_bytes()).states_checked


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("place norway oslo two because test", 'COUNT is a number from 0 up, not "two".'),
        ("place norway mo i rana because test", 'COUNT is a number from 0 up, not "rana".'),
        ("hold-gate perhaps because test", 'Type on or off, not "perhaps".'),
        ("set-hand germany because test", "Type: set-hand COUNTRY CARDS, ... because REASON"),
    ],
)
def test_an_edit_that_cannot_be_read_is_refused_in_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_edit(get_game("norway"), line)
    assert render(refused.value.reason) == reason


def test_the_first_example_throws_no_cards_away(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["end", "?"]))
    assert "Type an order, e.g. reinforce at Oslo 1 | reinforce with Reinforcements at Oslo" in page
    assert "+ Artillery" not in page.partition("Type an order, e.g. reinforce")[2].partition("or: list")[0]


def test_a_rule_in_the_game_is_its_text_and_rulings_only(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["rule 4.2-7"]))
    whole = told(feltherre("rules", "norway", "4.2-7"))
    shown = page.partition("4.2-7")[2]
    assert shown
    assert "Examples" in whole
    assert "Examples" not in shown


def test_a_word_that_means_nothing_says_what_to_type(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["look xx", "look panzr", "look", "rule zzz", "list oslo"]))
    assert 'Nothing here is called "xx". board shows the names that are known here' in page
    assert re.search(r'called "panzr". Near it: [^.]*Panzer', page)
    assert "Type: look NAME" in page
    assert "There is no rule zzz." in page
    assert "feltherre rules norway lists them all" in page
    filtered = page.partition("1 move Oslo")[2].partition("Germany>")[0]
    assert "list alone shows all answers." in filtered
    assert "list oslo" not in filtered


def test_the_end_says_what_the_score_counts_and_that_somebody_gave_up(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["resign", "yes"]))
    assert re.search(r"won: clear, \d of 6 point cities in German hands\. The other side gave up\.", page)


def test_whoever_types_the_dice_reads_whose_they_are(feltherre) -> None:
    typed = ["move oslo > gjovik 2", "end", *["pass"] * 2, "6 5"]
    page = told(feltherre(*GERMANY, "--dice", "typed", typed=typed))
    assert page.count("These are the dice of Norway") == 1


def test_help_shows_flags_without_a_type_and_keeps_brackets(feltherre) -> None:
    page = feltherre("simulate", "--help").stdout
    assert "--json" in page
    assert "<bool>" not in page
    assert "feltherre[ray]" in page
    assert "<bool>" not in feltherre("--help").stdout


def test_snapshots_come_every_fifth_turn() -> None:
    assert [turn for turn in range(1, 13) if snapshot_due(turn, turn - 1)] == [5, 10]
    assert not snapshot_due(4, 5), "a turn that was taken back"


def test_orders_are_written_line_by_line_and_everybody_can_be_looked_at(feltherre) -> None:
    battle = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "random", "--seed", "7")
    page = told(feltherre(*battle, typed=["wi1 GO N", "look abercrombie", "hand", "?", "quit"]))
    assert '"wi1 GO N" is no command, and no line of orders' in page
    assert "Generals and couriers" in page
    assert "Col. Abercrombie (abercrombie): brigade commander" in page
    assert "There are no hands in this game." in page
    assert "your cards and what they do" not in page


def test_the_umpire_looks_at_both_sides(feltherre) -> None:
    battle = ("play", "civilwar", "--scenario", "hokes-run", "--hot-seat", "--umpire", "--seed", "7")
    page = told(feltherre(*battle, typed=["umpire", "look wi1", "look va5", "done", "quit"]))
    assert "1st Wisconsin (wi1): " in page
    assert "5th Virginia (va5): " in page


def test_who_has_nobody_to_write_for_hands_in_an_empty_sheet() -> None:
    answered: list[SealOrders] = []
    for left, handed_in in (("table", []), ("lost", [SealOrders(OrderSheet())])):
        state = begin(field_of(inf("a", 0, at=(20, 20)), inf("b", 1, at=(50, 100), face=180)))
        with_unit(state, "b", where=left)
        move_staff(state, "chief-1", where="lost", vacant=1)
        decision = engine.open_decisions(GAME, state)[1]
        play: Any = SimpleNamespace(decision=decision, draft=None, answer=answered.append)
        with contextlib.suppress(BadInput):
            hand_in(play, "")
        assert answered == handed_in
