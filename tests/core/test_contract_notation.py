"""The one-line notation: every action is a line that parses back to it."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each
from feltherre.core import agenda, errors, names, space
from feltherre.core.notation import Counted, Form, ListOf, Named, Notation, Number
from refusals import refusal_of
from tinygame import GAME
from tinygame.actions import Bid, Gust, LetBe, Light, Look, Rest, Shift
from tinygame.play import new_match, play_out

NOTATION = GAME.notation


@each(
    "line action",
    ("bid 2", Bid(2)),
    ("bid 2 with spark", Bid(2, "spark")),
    ("shift North Gate > Mill Bridge 2", Shift("gate", "bridge", 2)),
    ("look blue", Look("blue")),
    ("light Harbour", Light("harbour")),
    ("rest", Rest()),
    ("gust", Gust()),
    ("let be", LetBe()),
    ("dice 3 + 4", space.DiceTyped((3, 4))),
    ("accept ruling", agenda.RulingAccepted()),
    ('change ruling {"lit":true} because the wick was wet', agenda.RulingChanged({"lit": True}, "the wick was wet")),
)
def test_each_kind_of_action_has_its_line(line: str, action: Any) -> None:
    assert NOTATION.write(action) == line
    assert NOTATION.read(line) == action


@each(
    "typed action",
    ("  SHIFT   north gate   >  mill bridge  2 ", Shift("gate", "bridge", 2)),
    ("Light harb", Light("harbour")),
    ("light bridge", Light("bridge")),
    ("LET  BE", LetBe()),
    ("shift gate > harbour 1", Shift("gate", "harbour", 1)),
)
def test_people_type_as_they_like(typed: str, action: Any) -> None:
    assert NOTATION.read(typed) == action


@given(st.integers(0, 10**6), st.sampled_from(["live", "typed"]))
@settings(max_examples=8, deadline=None)
def test_every_legal_answer_of_a_game_parses_back_to_itself(seed: int, dice: str) -> None:
    match = new_match(umpire=True, dice=dice)

    def check() -> None:
        for decision in match.decisions():
            for action in decision.space.candidates():
                line = NOTATION.write(action)
                assert "\n" not in line
                assert NOTATION.read(line) == action

    play_out(match, Random(seed), check)


@given(
    st.dictionaries(st.text(max_size=5), st.integers() | st.booleans() | st.lists(st.integers())), st.text(min_size=1)
)
def test_a_changed_ruling_parses_back(outputs: dict[str, Any], reason: str) -> None:
    action = agenda.RulingChanged(outputs, reason.strip() or "x")
    if not any(" because " in name for name in outputs):
        assert NOTATION.read(NOTATION.write(action)) == action


@each(
    "typed key",
    ("", "core.notation.unknown"),
    ("dance", "core.notation.unknown"),
    ("bid many", "core.notation.unknown"),
    ("bid -1", "core.notation.unknown"),
    ("bid 2.5", "core.notation.unknown"),
    ("shift gate > bridge many", "core.notation.unknown"),
    ("shift gate > moon 2", "core.names.unknown"),
    ("light the moon", "core.names.unknown"),
    ("dice 3 + x", "core.notation.number"),
    ("change ruling [1] because so", "core.notation.json"),
)
def test_a_line_that_is_not_understood_says_what_is_wrong(typed: str, key: str) -> None:
    assert refusal_of(errors.BadInput, lambda: NOTATION.read(typed)).reason.key == key


WORDS = st.sampled_from(
    ("bid", "with", "spark", "shift", "look", "blue", "light", "Harbour", ">", "+", "dice", "rest", "2", "3")
)


@given(st.text(max_size=40) | st.lists(WORDS, min_size=1, max_size=4).map(" ".join))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(typed: str) -> None:
    try:
        action = NOTATION.read(typed)
    except errors.BadInput:
        return
    assert NOTATION.read(NOTATION.write(action)) == action


def test_the_refusal_offers_what_can_be_typed() -> None:
    forms = refusal_of(errors.BadInput, lambda: NOTATION.read("dance")).reason.args["forms"]
    assert forms == NOTATION.usage()
    assert "shift ORIGIN > TARGET COUNT" in NOTATION.usage()
    assert "accept ruling" not in NOTATION.usage(), "what only an umpire types is not offered to all"


class Advance(space.Action, frozen=True, tag="advance"):
    path: tuple[str, ...]
    losses: tuple[tuple[str, int], ...] = ()
    fast: bool = False


PLACES = Named(names.Names(ids=("mo", "bodo", "oslo"), names=("Mo i Rana", "Bodø", "Oslo")))
ADVANCE = Notation(
    [
        Form(Advance, "advance {path:path} losing {losses:losses}", {"fast": False}),
        Form(Advance, "rush {path:path} losing {losses:losses}", {"fast": True}),
        Form(Advance, "adv {path:path}"),
    ],
    {"path": ListOf(PLACES, ">"), "losses": Counted(PLACES), "count": Number()},
)


@each(
    "action line",
    (Advance(("mo", "bodo"), (("mo", 1),)), "advance Mo i Rana > Bodø losing Mo i Rana 1"),
    (Advance(()), "advance - losing -"),
    (Advance((), (("oslo", 2), ("mo", 1))), "advance - losing Oslo 2, Mo i Rana 1"),
    (Advance(("oslo",), fast=True), "rush Oslo losing -"),
)
def test_lists_counts_and_several_forms(action: Advance, line: str) -> None:
    assert ADVANCE.write(action) == line
    assert ADVANCE.read(line) == action


def test_the_first_form_that_fits_is_written_and_rather_one_that_need_not_say_nothing() -> None:
    assert ADVANCE.read("adv bodo > oslo") == Advance(("bodo", "oslo"))
    assert ADVANCE.write(ADVANCE.read("adv bodo > oslo")) == "adv Bodø > Oslo"
    assert ADVANCE.write(ADVANCE.read("advance bodo losing oslo 2")) == "advance Bodø losing Oslo 2"


def test_where_the_arrow_stands_to_may_be_typed() -> None:
    assert ADVANCE.read("adv bodo to mo i rana TO oslo") == Advance(("bodo", "mo", "oslo"))
    assert NOTATION.read("shift gate to harbour 2") == Shift("gate", "harbour", 2)


def test_an_example_stands_beside_its_form() -> None:
    shown = Notation([Form(Advance, "adv {path:path}")], ADVANCE.codecs, {Advance: "adv Oslo > Bodø"})
    assert shown.usage() == ["adv PATH (adv Oslo > Bodø)"]
    assert refusal_of(errors.BadInput, lambda: shown.read("adv")).reason.args["forms"] == ["adv PATH (adv Oslo > Bodø)"]


def test_a_count_of_one_need_not_be_typed() -> None:
    assert ADVANCE.read("advance oslo losing mo, bodo 3") == Advance(("oslo",), (("mo", 1), ("bodo", 3)))


def test_a_form_that_names_a_field_nothing_is_written_as_is_refused_when_it_is_declared() -> None:
    with pytest.raises(ValueError, match=r"'douse \{place:town\}': nothing is written as 'town', only as number, word"):
        Notation([Form(Shift, "douse {place:town}")], {})
