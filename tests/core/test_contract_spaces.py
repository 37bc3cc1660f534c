"""Decisions offer lists and spaces: checking, offering, sampling and listing never disagree."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each
from feltherre.core.errors import Illegal
from feltherre.core.space import DiceSpace, DiceTyped, ListSpace, Partial, Single, Space, shown
from feltherre.core.state import canonical
from refusals import refusal_of
from tinygame.actions import Bid, Gust, LetBe, Light, Look, Rest, Shift
from tinygame.play import answer, new_match, play_out
from tinygame.spaces import BidSpace, ShiftSpace, gust_space, turn_space
from tinygame.town import PLACES, ROLES, Town, add

SEEDS = st.integers(0, 10**6)
EVERY_ACTION: list[Any] = [
    *(Bid(oil, card) for oil in range(-1, 8) for card in ("", "spark", "gust", "nonsense")),
    *(Shift(a, b, n) for a in (*PLACES.ids, "moon") for b in (*PLACES.ids, "moon") for n in range(-1, 5)),
    *(Look(role) for role in (*ROLES, "nobody")),
    *(Light(place) for place in (*PLACES.ids, "moon")),
    Rest(),
    Gust(),
    LetBe(),
    DiceTyped((1,)),
    DiceTyped((3, 4)),
]


def paths(space: Space[Any], partial: Partial = ()) -> list[Partial]:
    """All complete paths through the choices that are offered."""
    choices = space.choices(partial)
    if not choices:
        return [partial]
    return [path for choice in choices for path in paths(space, (*partial, choice.part))]


@given(SEEDS, st.sampled_from(["live", "typed"]))
@settings(max_examples=8, deadline=None)
def test_one_code_checks_offers_samples_and_lists(seed: int, dice: str) -> None:
    match, rng = new_match(dice=dice), Random(seed)

    def check() -> None:
        for decision in match.decisions():
            space = decision.space
            candidates = list(space.candidates())
            by_choices = [space.build(path) for path in paths(space)]
            legal = [action for action in EVERY_ACTION if space.contains(action)]
            assert by_choices == candidates
            assert len({canonical(action) for action in candidates}) == len(candidates)
            assert all(space.contains(action) for action in candidates)
            assert all(action in candidates for action in legal)
            assert all(space.build(space.parts(action)) == action for action in candidates)
            assert space.sample(rng) in candidates
            assert list(space.candidates(2)) == candidates[:2]
            assert (space.only() is not None) == (len(candidates) == 1)

    play_out(match, rng, check)


def town() -> Town:
    match = new_match()
    return match.state


def test_every_legal_answer_can_come_up() -> None:
    state, rng = town(), Random(3)
    add(state, 0, "gate", 2)
    space = turn_space(state, "amber", looked=False)
    drawn = {canonical(space.sample(rng)) for _ in range(2000)}
    assert drawn == {canonical(action) for action in space.candidates()}


@each(
    "action key rule",
    (Rest(), "lanterns.illegal.bid-now", "L2"),
    (Bid(5), "lanterns.illegal.oil", "L2"),
    (Bid(-1), "lanterns.illegal.oil", "L2"),
    (Bid(1, "gust"), "lanterns.illegal.no-such-card", "L2"),
)
def test_a_refusal_names_the_reason_and_the_rule(action: Any, key: str, rule: str) -> None:
    refusal = refusal_of(Illegal, lambda: BidSpace(town(), "amber").check(action))
    assert (refusal.reason.key, refusal.rule) == (key, rule)


def test_a_kind_that_is_closed_says_why() -> None:
    space = turn_space(town(), "amber", looked=True)
    for action, key in ((Shift("gate", "bridge", 1), "no-shift"), (Look("blue"), "no-look")):
        with pytest.raises(Illegal) as refusal:
            space.check(action)
        assert refusal.value.reason.key == f"lanterns.illegal.{key}"
    assert refusal_of(Illegal, lambda: space.check(Gust())).reason.key == "core.illegal.other-decision"


def test_each_part_of_a_path_has_its_own_reason() -> None:
    state = town()
    add(state, 0, "gate", 3)
    space = ShiftSpace(state, 0)
    reasons = {}
    for action in (Shift("bridge", "gate", 1), Shift("gate", "gate", 1), Shift("gate", "bridge", 3)):
        with pytest.raises(Illegal) as refusal:
            space.check(action)
        reasons[canonical(action)] = (refusal.value.reason.key.rpartition(".")[2], refusal.value.rule)
    assert list(reasons.values()) == [("no-lantern-there", "L3"), ("no-room", "L6"), ("too-many-shifted", "L3")]


def test_choices_are_offered_step_by_step_with_labels() -> None:
    state = town()
    add(state, 0, "gate", 2)
    space = turn_space(state, "amber", looked=False)
    assert [choice.part for choice in space.choices()] == ["shift", "look", "light", "rest"]
    assert [choice.part for choice in space.choices(("shift",))] == ["gate"]
    assert [choice.part for choice in space.choices(("shift", "gate", "bridge"))] == [1, 2]
    assert space.choices(("light",))[0].label.key == "lanterns.place.gate"
    with pytest.raises(Illegal):
        space.choices(("shift", "harbour"))
    with pytest.raises(Illegal):
        space.choices(("rest", "again"))


def test_an_unfinished_path_is_not_legal() -> None:
    class Half(ShiftSpace):
        def parts(self, action: Shift) -> Partial:
            return super().parts(action)[:2]

    state = town()
    add(state, 0, "gate", 1)
    refusal = refusal_of(Illegal, lambda: Half(state, 0).check(Shift("gate", "bridge", 1)))
    assert refusal.reason.key == "core.illegal.incomplete"


def test_a_list_refuses_with_its_own_reason_or_the_common_one() -> None:
    own = refusal_of(Illegal, lambda: gust_space(town(), "amber").check(Rest()))
    assert (own.reason.key, own.rule) == ("lanterns.illegal.no-gust", "L4")
    assert refusal_of(Illegal, lambda: ListSpace[Any]([Rest()]).check(LetBe())).reason.key == "core.illegal.not-listed"


def test_a_single_answer_is_the_only_one() -> None:
    assert Single(Rest()).only() == Rest()
    assert list(Single(Rest()).candidates()) == [Rest()]


@each(
    "action key",
    (Rest(), "core.illegal.type-dice"),
    (DiceTyped((3,)), "core.illegal.number-of-dice"),
    (DiceTyped((3, 7)), "core.illegal.no-die"),
    (DiceTyped((0, 1)), "core.illegal.no-die"),
)
def test_typed_dice_have_to_be_dice(action: Any, key: str) -> None:
    assert refusal_of(Illegal, lambda: DiceSpace(2).check(action)).reason.key == key


def test_typed_dice_can_be_any_dice() -> None:
    assert len(list(DiceSpace(2).candidates())) == 36
    assert DiceSpace(2).contains(DiceTyped((6, 1)))


def test_a_decision_says_who_what_why_and_what_the_others_read() -> None:
    match = new_match()
    for role in ROLES:
        answer(match, role, Bid(0))
    (decision,) = match.decisions()
    assert (decision.role, decision.rule, decision.reaction) == ("amber", "L3", False)
    assert decision.waiting.key == "lanterns.wait.turn"
    seen = shown(decision, {})
    assert (seen.id, seen.role, seen.prompt.key) == (decision.id, "amber", "lanterns.prompt.turn")
    assert [choice.part for choice in seen.choices] == ["look", "light", "rest"]
