"""Roles and seats: who sits where, what a game is made with, and what a seat does beside its decisions."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from feltherre.core import catalogue, clock, errors, record, state
from feltherre.core.game import Game, HoldGate, Seat, Setup
from feltherre.core.match import Match
from feltherre.core.seats import (
    AnySeatEvent,
    HandedOver,
    Resigned,
    RulesAccepted,
    Standing,
    TakebackAsked,
    TakebackGranted,
    TakebackRefused,
)
from feltherre.core.table import Table
from refusals import refusal_of
from tinygame import GAME
from tinygame.actions import Bid, Rest
from tinygame.game import Lanterns
from tinygame.play import KEY, THREE, TWO, answer, fingerprint, new_match
from tinygame.town import ROLES, Town


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup(THREE[:2]), "core.bad.seats"),
        (Setup((*THREE, Seat("Dan", ("amber",)))), "core.bad.seats"),
        (Setup((Seat("Ann", ("amber", "blue")), Seat("Bob", ("coral", "violet")))), "core.bad.seats"),
        (Setup((Seat("Ann", ("amber",)), Seat("Ann", ("blue", "coral")))), "core.bad.seat-names"),
        (Setup((Seat("umpire", ("amber",)), Seat("Bob", ("blue", "coral")))), "core.bad.seat-names"),
        (Setup((Seat("", ("amber",)), Seat("Bob", ("blue", "coral")))), "core.bad.seat-names"),
        (Setup((*THREE, Seat("Idle", ()))), "core.bad.seat-names"),
        (Setup(THREE, {"speed": "3"}), "core.bad.option"),
        (Setup(THREE, {"rounds": "4"}), "core.bad.option-value"),
        (Setup(THREE, scenario="stormy"), "core.bad.scenario"),
        (Setup(THREE, dice="loaded"), "core.bad.dice"),
    ],
)
def test_a_game_that_cannot_be_made_so_is_refused(setup: Setup, key: str) -> None:
    assert refusal_of(errors.BadInput, lambda: Match(GAME, setup, key=KEY)).reason.key == key


def test_the_values_of_an_option_are_told_as_a_choice() -> None:
    refusal = refusal_of(errors.BadInput, lambda: Match(GAME, Setup(THREE, {"rounds": "4"}), key=KEY))
    assert "1, 3 or 6" in catalogue.render(refusal.reason)


def test_options_have_defaults_and_scenarios_change_the_game() -> None:
    assert Match(GAME, Setup(THREE), key=KEY).state.rounds == 3
    assert Match(GAME, Setup(THREE, {"rounds": "6"}), key=KEY).state.rounds == 6
    assert not new_match().state.windy
    assert new_match(scenario="windy").state.windy


def test_decisions_go_to_roles_and_roles_to_seats() -> None:
    match = new_match(seats=TWO)
    assert match.seat_of("coral").name == match.seat_of("blue").name == "Bea"
    assert match.seat("Ann").roles == ("amber",)
    with pytest.raises(errors.BadInput):
        match.seat("Nobody")
    with pytest.raises(errors.BadInput):
        match.seat_of("umpire")
    assert new_match(umpire=True).seat_of("umpire").name == "umpire"


@pytest.mark.parametrize(
    "act",
    [
        Standing("amber", "pass", ("gust",)),
        Resigned(),
        TakebackAsked(3),
        TakebackGranted(3),
        TakebackRefused(),
        HandedOver("random"),
        RulesAccepted("2"),
    ],
)
def test_a_seat_s_act_goes_through_json_and_comes_back(act: Any) -> None:
    assert msgspec.json.decode(state.canonical(act), type=AnySeatEvent) == act


def test_resigning_ends_the_game_for_the_others() -> None:
    match = new_match(seats=TWO)
    answer(match, "amber", Bid(0))
    match.seat_act("Bea", Resigned())
    assert match.over
    assert match.state.result is not None
    assert match.state.result.winners == ("amber",)
    assert match.decisions() == ()
    assert match.state.sealed == []
    line = match.lines[-1]
    assert isinstance(line, record.SeatAct)
    assert (line.seat, line.act) == ("Bea", Resigned())


def test_nobody_resigns_twice_or_after_the_end() -> None:
    match = new_match()
    match.seat_act("Ann", Resigned())
    before = fingerprint(match)
    for seat in ("Ann", "Bob"):
        with pytest.raises(errors.Illegal) as refusal:
            match.seat_act(seat, Resigned())
        assert refusal.value.reason.key == "core.illegal.over"
    assert fingerprint(match) == before


def test_a_game_may_know_no_resigning() -> None:
    class Stubborn(Lanterns):
        def resign(self, table: Table[Town], roles: Any) -> None:
            Game.resign(self, table, roles)

    match = Match(Stubborn(), Setup(THREE), key=KEY)
    refusal = refusal_of(errors.Illegal, lambda: match.seat_act("Ann", Resigned()))
    assert refusal.reason.key == "core.illegal.no-resigning"


def test_play_goes_on_when_a_game_lets_the_others_go_on() -> None:
    class Persistent(Lanterns):
        def resign(self, table: Table[Town], roles: Any) -> None:
            """The watch that resigns loses its turn."""
            table.state.agenda.pop()

    match = Match(Persistent(), Setup(THREE), key=KEY)
    for role in ROLES:
        answer(match, role, Bid(0))
    match.seat_act("Ann", Resigned())
    assert not match.over
    assert match.decisions()[0].role == "blue"
    answer(match, "blue", Rest())


def test_a_seat_changes_hands() -> None:
    match = new_match()
    match.seat_act("Cid", HandedOver("captain"))
    assert match.players == {"Cid": "captain"}
    match.seat_act("Cid", HandedOver(""))
    assert match.players == {"Cid": ""}
    assert [seen.text.key for seen in match.seen("Ann")][-2:] == ["core.event.hand-over"] * 2
    assert [seen.text.args["seat"] for seen in list(match.seen("Ann"))[-2:]] == ["Cid"] * 2


def test_a_seat_called_after_its_roles_is_told_of_by_their_names() -> None:
    match = new_match(seats=(Seat("amber", ("amber",)), Seat("blue+coral", ("blue", "coral"))))
    match.seat_act("blue+coral", HandedOver("captain"))
    told = list(match.seen("amber"))[-1].text
    assert told.args["seat"] == [GAME.role_name("blue"), GAME.role_name("coral")]


def test_what_a_seat_does_beside_the_game_leaves_the_state_alone() -> None:
    match = new_match()
    answer(match, "amber", Bid(1))
    before = state.canonical(match.state)
    match.seat_act("Bob", Standing("blue", "pass"))
    match.seat_act("Cid", HandedOver("random"))
    match.seat_act("Ann", TakebackAsked(0))
    match.seat_act("Bob", TakebackRefused())
    assert state.canonical(match.state) == before


def test_nothing_to_accept_in_a_game_of_the_present_rules() -> None:
    match = new_match()
    refusal = refusal_of(errors.Illegal, lambda: match.seat_act("Ann", RulesAccepted(GAME.rules_version)))
    assert refusal.reason.key == "core.illegal.nothing-to-accept"


def test_the_aid_policy_is_the_game_s() -> None:
    assert GAME.aids(Setup(THREE), "amber") == {"odds", "reach"}


def test_when_the_record_is_closed_nothing_more_is_written() -> None:
    match = new_match(umpire=True)
    answer(match, "amber", Bid(1))
    match.end("abandoned")
    before = match.data()
    acts: list[Callable[[], object]] = [
        lambda: match.act("Bob", "blue", "1-blue", Bid(0)),
        lambda: match.undo("Ann"),
        lambda: match.override(HoldGate(on=True), "because"),
        lambda: match.clock(clock.Paused(on=True, by="Ann")),
        lambda: match.seat_act("Ann", Resigned()),
        lambda: match.snapshot(),
        lambda: match.end(),
    ]
    for act in acts:
        with pytest.raises(errors.Illegal) as refusal:
            act()
        assert refusal.value.reason.key == "core.illegal.record-closed"
    assert match.data() == before
