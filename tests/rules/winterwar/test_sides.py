"""Who plays which side, by dice (setup-2; R50)."""

from __future__ import annotations

import pytest

from cases import cases
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.replay import verify
from feltherre.core.space import DiceTyped
from feltherre.games.winterwar.actions import TakeSide
from feltherre.games.winterwar.game import GAME
from feltherre.hexgame.actions import DeployHistorically

SEATS = (Seat("Anna", ("finland",)), Seat("Bo", ("soviet",)))


def thrown(*pairs: tuple[int, int]) -> Match:  # type: ignore[type-arg]
    """A game whose sides are thrown for with real dice: Anna's die and Bo's, again as often as they are equal."""
    match = Match(GAME, Setup(SEATS, options={"sides": "by-die"}, dice="typed"))
    for pair in pairs:
        for name, die in zip(("Anna", "Bo"), pair, strict=True):
            (decision,) = match.decisions()
            match.act(name, decision.role, decision.id, DiceTyped((die,)))
    return match


def choose(match: Match, side: str) -> str:  # type: ignore[type-arg]
    """The name of the seat that was asked and takes this side."""
    (decision,) = match.decisions()
    name = match.seat_of(decision.role).name
    match.act(name, decision.role, decision.id, TakeSide(side))  # type: ignore[arg-type]
    return name


def roles(match: Match) -> dict[str, tuple[str, ...]]:  # type: ignore[type-arg]
    return {seat.name: seat.roles for seat in match.seats}


@cases(
    "says dice side chooser anna",
    ("setup-2", "Anna's die is higher", [(5, 2)], "finland", "Anna", "finland"),
    ("setup-2", "and she wants the other side", [(5, 2)], "soviet", "Anna", "soviet"),
    ("setup-2", "Bo's die is higher", [(2, 5)], "soviet", "Bo", "finland"),
    ("setup-2", "and he wants the other side", [(1, 6)], "finland", "Bo", "soviet"),
    ("setup-2", "R50: equal dice are thrown again", [(3, 3), (4, 4), (1, 2)], "soviet", "Bo", "finland"),
)
def test_the_higher_die_chooses_its_side(dice: list[tuple[int, int]], side: str, chooser: str, anna: str) -> None:
    match = thrown(*dice)
    told = [event.text.key.rpartition(".")[2] for _, event in match.log]
    assert [key for key in told if key.startswith("side-")] == ["side-tie"] * (len(dice) - 1) + ["side-chooser"]
    (decision,) = match.decisions()
    assert decision.prompt.args["n"] == 1 + ("Anna", "Bo").index(chooser)
    assert choose(match, side) == chooser
    assert match.log[-1][1].text.args["n"] == decision.prompt.args["n"]
    assert roles(match) == {"Anna": (anna,), "Bo": ("soviet" if anna == "finland" else "finland",)}
    assert [decision.role for decision in match.decisions()] == ["finland"]


@pytest.mark.proves("setup-2")
def test_who_wants_the_other_side_changes_places_and_keeps_his_seat() -> None:
    match = thrown((6, 1))
    assert choose(match, "soviet") == "Anna"
    assert roles(match) == {"Anna": ("soviet",), "Bo": ("finland",)}
    (decision,) = match.decisions()
    assert (decision.role, match.seat_of("finland").name) == ("finland", "Bo")
    match.act("Bo", "finland", decision.id, DeployHistorically())
    assert match.view("Anna") == match.view("Bo")


def test_a_record_with_changed_places_verifies() -> None:
    lines: list[bytes] = []
    match = Match(GAME, Setup(SEATS, options={"sides": "by-die"}), key=bytes(32), journal=lines.append)
    (decision,) = match.decisions()
    other = "soviet" if decision.role == "finland" else "finland"
    choose(match, other)
    (decision,) = match.decisions()
    match.act(match.seat_of(decision.role).name, decision.role, decision.id, DeployHistorically())
    match.end("unfinished")
    assert verify(b"".join(lines)).lines == len(lines)
