"""The umpire: a seat only if the game was made with one; his gate, his typed edits, each with a reason."""

from random import Random
from typing import Any

import pytest

from cases import each
from feltherre.core import agenda, catalogue, chance, errors, record, registry, seats
from feltherre.core.changes import Changes, Code, OneOf, SomeOf, Value, Whole
from feltherre.core.game import AnnounceSpecialRule, AnswerFor, HoldGate
from feltherre.core.match import Match
from refusals import refusal_of
from tinygame import GAME
from tinygame.actions import Bid, ClosePlace, LetBe, Light, PlaceLantern, RemoveLantern, Rest, SetOil
from tinygame.play import answer, fingerprint, hold, new_match, play_out
from tinygame.steps import Bidding, Lit, Turn
from tinygame.town import ROLES, Town, at


def at_turn(**made: Any) -> Match[Town]:
    match = new_match(umpire=True, **made)
    for role in ROLES:
        hold(match, role)
    for role in ROLES:
        answer(match, role, Bid(0))
    return match


def at_gate() -> Match[Town]:
    match = at_turn()
    match.override(HoldGate(on=True), "a difficult evening")
    answer(match, "amber", Light("gate"))
    return match


def test_there_is_no_umpire_unless_the_game_was_made_with_one() -> None:
    match = new_match()
    before = fingerprint(match)
    for edit in (HoldGate(on=True), AnnounceSpecialRule("no gusts"), SetOil("amber", 9)):
        with pytest.raises(errors.Illegal) as refusal:
            match.override(edit, "because")
        assert refusal.value.reason.key == "core.illegal.no-umpire"
    with pytest.raises(errors.BadInput):
        match.act("umpire", "umpire", "0-umpire", agenda.RulingAccepted())
    assert fingerprint(match) == before
    assert not match.view("Ann").umpire  # type: ignore[attr-defined]


def test_every_seat_sees_that_there_is_an_umpire_and_he_sees_all() -> None:
    match = new_match(umpire=True)
    assert match.view("Ann").umpire  # type: ignore[attr-defined]
    assert set(match.view("umpire").hands) == set(ROLES)  # type: ignore[attr-defined]
    answer(match, "amber", Bid(3))
    assert [sealed.role for sealed in match.view("umpire").answers] == ["amber"]  # type: ignore[attr-defined]


def test_a_ruling_passes_the_gate_by_itself_unless_it_is_held() -> None:
    match = at_turn()
    answer(match, "amber", Light("gate"))
    assert isinstance(match.state.agenda[-1], Turn)
    assert match.decisions()[0].role == "blue"


def test_the_umpire_sees_the_ruling_before_it_takes_effect() -> None:
    match = at_gate()
    assert isinstance(match.state.agenda[-1], agenda.Gate)
    assert [seen.role for seen in match.asked("umpire")] == ["umpire"]
    ruling = match.view("umpire").at_gate  # type: ignore[attr-defined]
    assert ruling.procedure == "light-lantern"
    assert ruling.throws
    assert match.view("Ann").at_gate is None  # type: ignore[attr-defined]
    assert [text.key for text in match.waiting("Ann")] == ["core.wait.umpire"]
    assert not [seen for seen in match.seen("Ann") if seen.ruling], "it has not been told yet"


def test_the_umpire_lets_it_stand_or_changes_it_with_a_reason() -> None:
    match = at_gate()
    lit = not match.view("umpire").at_gate.outputs["lit"]  # type: ignore[attr-defined]
    answer(match, "umpire", agenda.RulingChanged({"lit": lit}, "the wick was wet"))
    assert at(match.state, 0, "gate") == int(lit)
    told = [(seen.text.key, seen.text.args.get("reason")) for seen in match.seen("Cid")]
    assert ("core.event.ruling-changed", "the wick was wet") in told

    match = at_gate()
    ruled = match.view("umpire").at_gate.outputs["lit"]  # type: ignore[attr-defined]
    answer(match, "umpire", agenda.RulingAccepted())
    assert at(match.state, 0, "gate") == int(ruled)


@each(
    "action key",
    (agenda.RulingChanged({"lit": True}, "  "), "core.illegal.reason-needed"),
    (agenda.RulingChanged({"bright": True}, "why not"), "core.illegal.no-such-output"),
    (agenda.RulingChanged({"lit": 1}, "why not"), "core.illegal.output-yes-no"),
    (agenda.RulingChanged({"lit": "yes"}, "why not"), "core.illegal.output-yes-no"),
    (agenda.RulingChanged({"lit": None}, "why not"), "core.illegal.output-yes-no"),
    (agenda.RulingChanged({"flickered": False}, "why not"), "core.illegal.output-fixed"),
    (agenda.RulingChanged({}, "why not"), "core.illegal.nothing-changed"),
    (Rest(), "core.illegal.gate"),
)
def test_the_gate_refuses_what_is_no_change_of_the_ruling(action: Any, key: str) -> None:
    match = at_gate()
    before = fingerprint(match)
    assert refusal_of(errors.Illegal, lambda: answer(match, "umpire", action)).reason.key == key
    assert fingerprint(match) == before


def test_what_the_umpire_changed_stands_in_the_explanation() -> None:
    match = at_gate()
    ruled = match.view("umpire").at_gate.outputs["lit"]  # type: ignore[attr-defined]
    answer(match, "umpire", agenda.RulingChanged({"lit": not ruled}, "the wick was wet"))
    (told,) = [seen.ruling for seen in match.seen("Cid") if seen.ruling is not None]
    assert told.outputs["lit"] is not ruled
    last = told.explanation[-1].text
    assert (last.key, last.args["name"], last.args["reason"]) == ("core.ruling.changed", "lit", "the wick was wet")
    before, after = ("yes", "no") if ruled else ("no", "yes")
    assert catalogue.render(last, "en") == f"The umpire changed lit from {before} to {after}: the wick was wet"


def test_a_ruling_of_which_nothing_is_read_can_only_be_accepted() -> None:
    match = at_gate()
    (decision,) = match.decisions()
    assert decision.space.options(()) == ("accept", "change")
    bare = agenda.GateSpace(Changes(None, match.state, match.state.agenda[-2]))
    assert bare.options(()) == ("accept",)
    with pytest.raises(errors.Illegal):
        bare.check(agenda.RulingChanged({"lit": True}, "why not"))


@each(
    "value fits does_not key",
    (Whole(0, 3), [0, 3], [-1, 4, True, "2", 1.5, None], "core.illegal.output-number"),
    (OneOf(("LU", "U", None)), ["LU", None], ["lu", "", 1, ["LU"]], "core.illegal.output-word"),
    (OneOf((1, 2)), [1], [True, "1", 3], "core.illegal.output-word"),
    (SomeOf(("a", "b")), [[], ["b", "a"]], ["a", ["c"], ["a", "a"], None], "core.illegal.output-list"),
    (Code(str.isupper, ("AE", "F1")), ["A1"], ["a", 3, None], "core.illegal.output-code"),
)
def test_a_declared_output_says_what_it_may_be(value: Value, fits: list[Any], does_not: list[Any], key: str) -> None:
    assert all(value.holds(one) for one in fits)
    for wrong in does_not:
        assert not value.holds(wrong)
        assert value.told("x", wrong).key == key
    for one in fits:
        assert all(value.holds(other) and other != one for other in value.others(one))


def test_one_output_may_limit_another() -> None:
    """Declared for the ruling as it would be after the change: what was possible and is not changed must be possible
    still."""

    def declared(state: Any, step: Any) -> dict[str, Value]:
        found: dict[str, Value] = {"outcome": OneOf(("shock", "stopped"))}
        if step.ruling.outputs["outcome"] == "stopped":
            found["reason"] = OneOf(("wall",))
        return found

    ruling = chance.Ruling("charge", {"outcome": "shock", "reason": "ok"}, ())
    changes = Changes(declared, None, Lit("amber", "gate", ruling))
    for wrong, key in (({"outcome": "stopped"}, "output-word"), ({"reason": "wall"}, "output-fixed")):
        with pytest.raises(errors.Illegal) as refusal:
            changes.check(wrong)
        assert refusal.value.reason.key == f"core.illegal.{key}"
    changes.check({"outcome": "stopped", "reason": "wall"})
    assert changes.example() == {}


@pytest.mark.parametrize(
    "game", [GAME, *(registry.get_game(name) for name in registry.game_ids())], ids=lambda game: game.id
)
def test_every_step_that_applies_a_ruling_declares_what_can_be_changed(game: Any) -> None:
    ruled = {kind for kind in game.all_steps if "ruling" in kind.__struct_fields__}
    assert ruled
    assert set(game.changeable) == ruled


def test_nobody_but_the_umpire_answers_at_the_gate() -> None:
    match = at_gate()
    (decision,) = match.decisions()
    for seat in ("Ann", "Bob"):
        with pytest.raises(errors.Illegal):
            match.act(seat, "umpire", decision.id, agenda.RulingAccepted())


def test_the_gate_opens_when_the_umpire_lets_go_of_it() -> None:
    match = at_gate()
    match.override(HoldGate(on=False), "all is clear")
    assert not any(isinstance(step, agenda.Gate | Lit) for step in match.state.agenda)
    assert match.decisions()[0].role == "blue"
    answer(match, "blue", Light("gate"))
    assert match.decisions()[0].role == "coral"


def test_holding_the_gate_disturbs_no_open_decision() -> None:
    match = new_match(umpire=True)
    answer(match, "amber", Bid(2))
    ids = [decision.id for decision in match.decisions()]
    match.override(HoldGate(on=True), "from now on")
    match.override(AnnounceSpecialRule("no whistling"), "club night")
    assert [decision.id for decision in match.decisions()] == ids
    assert [sealed.action for sealed in match.state.sealed] == [Bid(2)]


def test_typed_edits_change_the_state_and_are_told_with_their_reason() -> None:
    match = at_turn()
    match.override(PlaceLantern("blue", "gate"), "it was there at the start")
    match.override(SetOil("coral", 9), "a gift")
    assert at(match.state, 1, "gate") == 1
    assert match.state.oil[2] == 9
    match.override(RemoveLantern("blue", "gate"), "no it was not")
    assert at(match.state, 1, "gate") == 0
    told = [seen.text.args["reason"] for seen in match.seen("Ann") if seen.text.key == "core.event.override"]
    assert told == ["it was there at the start", "a gift", "no it was not"]
    line = match.lines[-1]
    assert isinstance(line, record.Overridden)
    assert (line.edit, line.reason) == (RemoveLantern("blue", "gate"), "no it was not")


@each(
    "edit reason key",
    (SetOil("amber", 2), "", "core.illegal.reason-needed"),
    (SetOil("amber", -1), "why", "lanterns.illegal.oil"),
    (RemoveLantern("amber", "gate"), "why", "lanterns.illegal.no-lantern-there"),
    (PlaceLantern("amber", "moon"), "why", "lanterns.illegal.no-room"),
)
def test_an_edit_that_cannot_be_changes_nothing(edit: Any, reason: str, key: str) -> None:
    match = at_turn()
    before = fingerprint(match)
    assert refusal_of(errors.Illegal, lambda: match.override(edit, reason)).reason.key == key
    assert fingerprint(match) == before


def test_edits_are_read_from_json_with_validation() -> None:
    assert GAME.convert_edit({"edit": "set-oil", "role": "amber", "oil": 3}) == SetOil("amber", 3)
    assert GAME.convert_edit({"edit": "hold-gate", "on": True}) == HoldGate(on=True)
    wrong_ones: list[Any] = [{"edit": "set-oil", "role": "amber"}, {"edit": "explode"}, {"role": "amber"}, [], None]
    for wrong in wrong_ones:
        with pytest.raises(errors.BadInput) as refusal:
            GAME.convert_edit(wrong)
        assert refusal.value.reason.key == "core.bad.edit"


def test_after_an_edit_the_asked_are_asked_anew() -> None:
    match = at_turn()
    (before,) = match.decisions()
    match.override(ClosePlace("gate"), "flood")
    (after,) = match.decisions()
    assert before.role == after.role == "amber"
    refusal = refusal_of(errors.Illegal, lambda: match.act("Ann", "amber", before.id, Light("bridge")))
    assert refusal.reason.key == "core.illegal.stale"
    with pytest.raises(errors.Illegal):
        answer(match, "amber", Light("gate"))
    answer(match, "amber", Light("bridge"))


def test_a_step_that_names_something_gone_drops_out() -> None:
    match = at_gate()
    match.override(ClosePlace("gate"), "flood")
    # the gate stands before a ruling about a place that is closed: the umpire is asked, and nothing comes of it
    lit = match.state.agenda[-2].ruling.outputs["lit"]
    answer(match, "umpire", agenda.RulingChanged({"lit": not lit}, "in vain"))
    assert at(match.state, 0, "gate") == 0
    assert not any(isinstance(step, Lit) for step in match.state.agenda)
    assert match.decisions()[0].role == "blue"


def test_a_special_rule_stays_in_the_state_for_all_to_read() -> None:
    match = new_match(umpire=True)
    match.override(AnnounceSpecialRule("no whistling"), "club night")
    assert match.view("Cid").special_rules == ("no whistling",)  # type: ignore[attr-defined]
    assert "core.event.special-rule" in [seen.text.key for seen in match.seen("Cid")]


def test_the_umpire_answers_in_the_place_of_a_role() -> None:
    match = new_match(umpire=True)
    answer(match, "blue", Bid(3))
    match.override(AnswerFor("amber", Bid(1)), "Ann was called away")
    match.override(AnswerFor("coral", {"kind": "bid", "oil": 0}), "so was Cid")
    assert match.state.oil == [3, 1, 4]
    before = fingerprint(match)
    for wrong in (AnswerFor("amber", Rest()), AnswerFor("blue", Bid(0))):
        with pytest.raises(errors.Illegal):
            match.override(wrong, "because")
    with pytest.raises(errors.BadInput):
        match.override(AnswerFor("blue", {"kind": "dance"}), "because")
    assert fingerprint(match) == before
    answer(match, "blue", Rest())


def test_the_umpire_does_not_play() -> None:
    match = at_turn()
    for act in (seats.Resigned(), seats.HandedOver("random"), seats.TakebackAsked(0)):
        with pytest.raises(errors.Illegal) as refusal:
            match.seat_act("umpire", act)
        assert refusal.value.reason.key == "core.illegal.umpire-plays-not"


def test_a_game_with_the_gate_held_is_played_to_its_end() -> None:
    match = new_match(umpire=True)
    match.override(HoldGate(on=True), "a difficult evening")
    play_out(match, Random(6))
    accepted = [line for line in match.lines if getattr(line, "role", "") == "umpire"]
    assert len(accepted) > 3
    assert GAME.invariants(match.state) == []


def test_a_lantern_can_be_let_be_while_the_gate_is_held() -> None:
    match = new_match(umpire=True)
    match.override(HoldGate(on=True), "a difficult evening")
    hold(match, "blue", "gust")
    hold(match, "coral")
    for role in ROLES:
        answer(match, role, Bid(0))
    assert not isinstance(match.state.agenda[-1], Bidding)
    answer(match, "amber", Light("gate"))
    answer(match, "blue", LetBe())
    assert [decision.role for decision in match.decisions()] == ["umpire"]
