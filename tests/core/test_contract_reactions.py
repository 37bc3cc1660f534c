"""A window for a reaction opens to whoever might, for all the others know, hold an answer, and gives nothing away."""

from typing import Any

import pytest

from feltherre.core.errors import Illegal
from feltherre.core.match import Match
from feltherre.core.record import Acted
from feltherre.core.seats import Standing
from feltherre.core.state import canonical
from tinygame.actions import Bid, Gust, LetBe, Light
from tinygame.play import answer, hold, new_match
from tinygame.steps import Gusts
from tinygame.town import ROLES, Town


def being_lit(blue: tuple[str, ...], coral: tuple[str, ...] = ()) -> Match[Town]:
    """Amber tries to light a lantern; the others hold these cards."""
    match = new_match()
    hold(match, "blue", *blue)
    hold(match, "coral", *coral)
    hold(match, "amber", "hush", "hush", "hush")
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Light("gate"))
    return match


def seen_by_others(match: Match[Town]) -> bytes:
    sent: list[Any] = []
    for seat in ("Ann", "Cid", ""):
        sent += [match.view(seat), match.seen(seat), match.waiting(seat), match.scene(seat)]
    return canonical([*sent, [decision.id for decision in match.decisions()]])


def test_the_window_opens_whatever_the_hand() -> None:
    armed, unarmed = being_lit(("gust", "spark")), being_lit(("spark", "spark"))
    for match in (armed, unarmed):
        assert isinstance(match.state.agenda[-1], Gusts)
        assert [decision.role for decision in match.decisions()] == ["blue"]
        assert match.decisions()[0].reaction
    assert seen_by_others(armed) == seen_by_others(unarmed)


def test_no_window_opens_to_a_role_that_all_see_cannot_answer() -> None:
    match = being_lit(())
    assert not isinstance(match.state.agenda[-1], Gusts)


def test_passing_by_hand_and_by_standing_instruction_look_the_same() -> None:
    by_hand, standing = being_lit(("gust", "spark")), being_lit(("gust", "spark"))
    answer(by_hand, "blue", LetBe())
    standing.standing["blue"] = Standing("blue", "pass")
    ((seat, decision, action),) = standing.standing_passes()
    standing.act(seat, decision.role, decision.id, action, auto=True)
    assert seen_by_others(by_hand) == seen_by_others(standing)


def test_passing_with_and_without_an_answer_look_the_same() -> None:
    armed, unarmed = being_lit(("gust", "spark")), being_lit(("spark", "spark"))
    for match in (armed, unarmed):
        answer(match, "blue", LetBe())
    assert seen_by_others(armed) == seen_by_others(unarmed)


@pytest.mark.parametrize(
    ("hand", "standing", "passes"),
    [
        (("gust",), None, False),
        (("gust",), Standing("blue", "ask"), False),
        (("spark",), Standing("blue", "ask"), False),
        (("gust",), Standing("blue", "pass-if-nothing"), False),
        (("spark",), Standing("blue", "pass-if-nothing"), True),
        (("gust",), Standing("blue", "pass"), True),
        (("gust",), Standing("blue", "pass", ("gust",)), False),
        (("spark",), Standing("blue", "pass", ("gust",)), True),
        (("gust",), Standing("blue", "pass", ("something else",)), True),
    ],
)
def test_a_standing_instruction_passes_as_it_says(
    hand: tuple[str, ...], standing: Standing | None, passes: bool
) -> None:
    match = being_lit(hand)
    if standing is not None:
        match.seat_act("Bob", standing)
    found = match.standing_passes()
    assert [(seat, decision.role, action) for seat, decision, action in found] == (
        [("Bob", "blue", LetBe())] if passes else []
    )
    if standing is not None:
        assert match.state.agenda[-1] == Gusts("amber", "gate"), "the window is open whatever the instruction"


def test_an_automatic_pass_is_marked_in_the_record_and_only_there() -> None:
    match = being_lit(("spark",))
    match.seat_act("Bob", Standing("blue", "pass"))
    ((seat, decision, action),) = match.standing_passes()
    match.act(seat, decision.role, decision.id, action, auto=True)
    line = match.lines[-1]
    assert isinstance(line, Acted)
    assert line.auto
    assert match.standing_passes() == []


def test_a_standing_instruction_is_never_taken_for_an_ordinary_decision() -> None:
    match = new_match()
    for seat, role in (("Ann", "amber"), ("Bob", "blue"), ("Cid", "coral")):
        match.seat_act(seat, Standing(role, "pass"))
    assert match.standing_passes() == []


def test_a_pass_that_is_in_is_not_sent_again_nor_put_in_place_of_an_answer() -> None:
    match = being_lit(("gust",), ("gust",))
    for seat, role in (("Bob", "blue"), ("Cid", "coral")):
        match.seat_act(seat, Standing(role, "pass"))
    answer(match, "blue", Gust())
    assert [decision.role for _, decision, _ in match.standing_passes()] == ["coral"]
    seat, decision, action = match.standing_passes()[0]
    match.act(seat, decision.role, decision.id, action, auto=True)
    assert match.state.discard == ["gust"], "the gust that was answered by hand counts"


def test_a_standing_instruction_can_be_changed_and_belongs_to_its_seat() -> None:
    match = being_lit(("spark",))
    match.seat_act("Bob", Standing("blue", "pass"))
    match.seat_act("Bob", Standing("blue", "ask"))
    assert match.standing_passes() == []
    for wrong in (Standing("coral", "pass"), Standing("blue", "sleep"), Standing("nobody", "pass")):
        with pytest.raises(Illegal) as refusal:
            match.seat_act("Bob", wrong)
        assert refusal.value.reason.key == "core.illegal.standing"
