"""Who plays which country, by dice (3-2, R68)."""

from random import Random
from typing import Any

import pytest

from cases import cases
from feltherre.core.agenda import RulingChanged
from feltherre.core.catalogue import render
from feltherre.core.errors import Illegal
from feltherre.core.game import HoldGate, Seat, Setup
from feltherre.core.match import Match
from feltherre.core.replay import verify
from feltherre.core.space import DiceTyped
from feltherre.games.norway.actions import TakeCountry
from feltherre.games.norway.game import GAME
from feltherre.games.norway.players import PLAYERS
from feltherre.players.player import Position

THREE = (Seat("Anna", ("germany",)), Seat("Bo", ("norway",)), Seat("Cato", ("allies",)))
TWO = (Seat("Anna", ("germany",)), Seat("Bo", ("norway", "allies")))
BY_DIE = {"sides": "by-die"}


def thrown(seats: tuple[Seat, ...], *throws: list[int], **options: str) -> Match[Any]:
    """A game whose countries are thrown for with real dice."""
    match = Match(GAME, Setup(seats, options=BY_DIE | options, dice="typed"))
    for throw in throws:
        act(match, DiceTyped(tuple(throw)))
    return match


def act(match: Match[Any], action: Any) -> str:
    """The name of the seat that was asked and has answered."""
    (decision,) = match.decisions()
    name = match.seat_of(decision.role).name
    match.act(name, decision.role, decision.id, action)
    return name


def choose(match: Match[Any], *countries: str) -> list[str]:
    return [act(match, TakeCountry(country)) for country in countries]  # type: ignore[arg-type]


def roles(match: Match[Any]) -> dict[str, tuple[str, ...]]:
    return {seat.name: seat.roles for seat in match.seats}


def told(match: Match[Any]) -> list[str]:
    return [render(event.text) for _, event in match.log]


@pytest.mark.proves("3-1", "3-2", "1.2-1")
def test_three_players_throw_and_the_highest_chooses_first() -> None:
    match = thrown(THREE, [2, 3, 6])
    assert choose(match, "germany", "norway") == ["Cato", "Bo"], "the last takes what is left"
    assert roles(match) == {"Anna": ("allies",), "Bo": ("norway",), "Cato": ("germany",)}
    assert [seat for seat in match.seats if match.view(seat.name).hand_size != [5, 3, 3]] == []
    (decision,) = match.decisions()
    assert (decision.role, match.seat_of("germany").name) == ("germany", "Cato")


@pytest.mark.proves("3-2", "1.2-2")
@pytest.mark.parametrize(("dice", "first"), [([5, 4], "Anna"), ([4, 5], "Bo"), ([1, 6], "Bo")])
@pytest.mark.parametrize("country", ["germany", "norway"])
def test_of_two_players_the_higher_takes_germany_or_both_the_others(dice: list[int], first: str, country: str) -> None:
    match = thrown(TWO, dice)
    assert choose(match, country) == [first]
    sides = {"germany": ("germany",), "norway": ("norway", "allies")}
    own, left = sides.pop(country), *sides.values()
    other = "Bo" if first == "Anna" else "Anna"
    assert roles(match) == {first: own, other: left}
    assert match.state.one_seat


@pytest.mark.proves("3-2")
def test_who_chooses_is_told_which_of_the_numbered_players_he_is() -> None:
    """The dice and their order are told by number alone."""
    match = thrown(THREE, [2, 3, 6])
    for number, country in ((3, "norway"), (2, "germany")):
        (decision,) = match.decisions()
        assert render(decision.prompt).startswith(f"You are player {number}.")
        choose(match, country)


@pytest.mark.proves("3-2")
def test_a_country_that_is_taken_cannot_be_taken_again() -> None:
    match = thrown(THREE, [6, 5, 1])
    choose(match, "norway")
    with pytest.raises(Illegal):
        choose(match, "norway")
    assert [choice.part for choice in match.decisions()[0].space.choices()] == [0, 1]


@cases(
    "dice order",
    # the two highest tie: the lower of the new throws still chooses before the third
    ("3-2", [[4, 4, 2], [1, 2]], ["Bo", "Anna"]),
    # the two lowest tie: the new throws never overtake the first
    ("3-2", [[3, 6, 3], [5, 6]], ["Bo", "Cato"]),
    ("3-2", [[5, 1, 5], [3, 2]], ["Anna", "Cato"]),
    # all three tie, then two of them, then those once more
    ("3-2", [[3, 3, 3], [2, 5, 2], [4, 4], [1, 6]], ["Bo", "Cato"]),
)
def test_those_who_tie_throw_again_among_themselves_and_keep_their_place(
    dice: list[list[int]], order: list[str]
) -> None:
    assert choose(thrown(THREE, *dice), "germany", "norway") == order


@pytest.mark.proves("3-2")
def test_dice_order_and_countries_are_told() -> None:
    match = thrown(THREE, [4, 2, 4], [2, 5])
    choose(match, "allies", "germany")
    assert told(match)[:5] == [
        "Players 1 and 3 have thrown the same number and throw again among themselves.",
        "The highest chooses first. Order of the players: 3, 1 and 2.",
        "Player 3: Allies.",
        "Player 1: Germany.",
        "Player 2: Norway.",
    ]
    ruled = [event.ruling for _, event in match.log if event.ruling is not None]
    assert [render(line.text) for line in ruled[1].explanation][:2] == ["Player 1 throws 2.", "Player 3 throws 5."]


@pytest.mark.proves("3-2")
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_nobody_sees_a_card_before_he_has_a_country_and_nothing_is_lacking_afterwards(rules: str) -> None:
    match = thrown(THREE, [6, 5, 1], rules=rules)
    assert match.state.hand_size == [0, 0, 0]
    assert GAME.invariants(match.state) == []
    choose(match, "germany", "norway")
    agreed = Match(GAME, Setup(THREE, options={"rules": rules}, dice="typed"))
    assert match.state.hand_size == agreed.state.hand_size
    assert match.state.battalions == agreed.state.battalions
    assert [type(step) for step in match.state.agenda] == [type(step) for step in agreed.state.agenda]


@pytest.mark.proves("3-2")
def test_an_umpire_may_change_the_order_at_his_gate() -> None:
    match = Match(GAME, Setup(THREE, options=BY_DIE, dice="typed", umpire=True))
    match.override(HoldGate(on=True), "to see the dice")
    act(match, DiceTyped((6, 5, 1)))
    (decision,) = match.decisions()
    changed = RulingChanged({"order": [3, 2, 1]}, "the first die lay on the edge")
    match.act("umpire", decision.role, decision.id, changed)
    assert choose(match, "germany") == ["Cato"]


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize(("first", "taken"), [("norway", "germany"), ("germany", "norway")])
def test_a_computer_keeps_its_place_if_it_can(name: str, first: str, taken: str) -> None:
    match = thrown(THREE, [5, 6, 1])
    choose(match, first)
    (decision,) = match.decisions()
    position = Position(GAME, match.state, ("germany",), decision, match.view("Anna"), Random(1))
    assert PLAYERS[name]().choose(position).action == TakeCountry(taken)  # type: ignore[arg-type]


def test_a_record_with_changed_places_verifies() -> None:
    lines: list[bytes] = []
    match = Match(GAME, Setup(THREE, options=BY_DIE), key=bytes(32), journal=lines.append)
    rng = Random(3)
    for _ in range(40):
        for decision in match.decisions()[:1]:
            match.act(match.seat_of(decision.role).name, decision.role, decision.id, decision.space.sample(rng))
    match.end("unfinished")
    assert verify(b"".join(lines)).lines == len(lines)
