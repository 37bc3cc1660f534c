"""The story of a battle: an umpire can check by hand what was ordered, measured and booked; a seat reads its own."""

from functools import cache
from typing import Any

import pytest

from civilwar_fire import fire, fire_turn, gun_fire
from civilwar_sheets import begin
from civilwar_table import cannon, chiefs, field_of, foot, with_unit
from feltherre.core import catalogue, event, record, replay
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.story import story
from feltherre.games.civilwar import evading, sheets
from feltherre.games.civilwar.account import account
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.measured import crossings
from feltherre.games.civilwar.orders.language import Attack, Move, Order, OrderLine, OrderSheet, Prefs, Stand
from feltherre.games.civilwar.orders.legs import Form
from feltherre.games.civilwar.state import ROLES

UNION = "orders pa11: S WHEN WITHIN 3 ; PURSUE NO ; SHELTER NO | perkins: AP ; SHELTER NO ; PURSUE NO | wi1: GO S 6"
SOUTH = 'orders gun: S SHELL AT pa11 GUESS 26 | STAFF jackson: WITH gun | MESSAGE jackson > jackson-1: "Hold."'


@cache
def a_turn() -> Match[Any]:
    """The first turn of the tutorial, played and read again."""
    seats = tuple(Seat(role, (role,)) for role in ROLES)
    match = Match(GAME, Setup(seats, scenario="hokes-run"), key=bytes(32))
    for role, line in zip(ROLES, (UNION, SOUTH), strict=True):
        asked = next(one for one in match.decisions() if one.role == role)
        match.act(role, role, asked.id, GAME.notation.read(line))
    return replay.look_at(record.read_lines(match.data()))


def told(seat: str | None = None, lang: str = "en") -> str:
    with catalogue.reading_in(lang):
        return "\n".join(story(a_turn(), seat))


def test_a_sheet_is_told_line_by_line_with_the_signs_that_were_written() -> None:
    page = told()
    assert "Union seals the order sheet:\n        11th Pennsylvania: Fire when an enemy comes within 3 cm." in page
    assert "(pa11: S WHEN WITHIN 3)" in page
    assert "1st Wisconsin: Move: go south for 6 cm. (wi1: GO S 6)" in page
    assert "Fire shell at 11th Pennsylvania at once, guessed distance 26 cm. (gun: S SHELL AT pa11 GUESS 26)" in page
    assert "(jackson: WITH gun)" in page
    assert "Col. Jackson writes to Courier 1 of Col. Jackson: Hold." in page


def test_standing_instructions_are_told_to_those_who_can_follow_them() -> None:
    regiment, battery = (
        next(line for line in told().splitlines() if f"({sign}: " in line) for sign in ("pa11", "perkins")
    )
    assert "Do not pursue" in regiment
    assert "gunners" not in regiment
    assert "gunners stay" in battery
    assert "pursue" not in battery


@pytest.mark.parametrize(
    ("formation", "order", "said", "unsaid"),
    [
        ("line", Attack("b", follow="pursue"), [], ["Do not pursue", "chain"]),
        ("line", Attack("b"), ["Do not pursue"], ["chain"]),
        ("line", Move((Form("chain"),)), ["A threatened chain goes back."], []),
        ("chain", Stand(), ["A threatened chain goes back."], []),
    ],
)
def test_a_standing_instruction_is_told_where_it_says_more_than_the_order(
    formation: str, order: Order, said: list[str], unsaid: list[str]
) -> None:
    state = begin(field_of(foot("a", 0, 50, 40, formation=formation), foot("b", 1, 50, 70)))
    line = OrderLine(order, Prefs(fallback="yes", pursue="no"))
    page = " ".join(map(catalogue.render, account(GAME, state, "union", sheets.SealOrders(OrderSheet({"a": line})))))
    assert [words in page for words in said] == [True] * len(said)
    assert [words in page for words in unsaid] == [False] * len(unsaid)


def test_a_seat_reads_its_own_sheet_and_not_the_enemys() -> None:
    page = told("union")
    assert "(pa11: S WHEN WITHIN 3)" in page
    assert "GUESS 26" not in page
    assert "Confederacy answers." in page


def test_the_story_is_told_in_the_language_of_the_book() -> None:
    page = told(lang="da")
    assert "Nordstaterne forsegler ordresedlen:" in page
    assert "11th Pennsylvania: Skyd, når en modstander kommer inden for 3 cm." in page


def test_only_the_umpire_reads_where_a_round_fell_and_how_far_the_target_is() -> None:
    measured = next(line for line in told().splitlines() if "For the umpire alone" in line)
    assert "guessed 26 cm from 60/38" in measured
    assert "the line of fire crosses 11th Pennsylvania between " in measured
    for seat in (*ROLES, ""):
        assert "For the umpire alone" not in told(seat)


def test_the_umpire_reads_the_pace_of_each_part_of_a_march() -> None:
    legs = next(line for line in told().splitlines() if "part by part" in line)
    assert "1st Wisconsin, part by part: from 0 to 0.5 of the turn 6 cm over ordinary ground at 12 cm a turn" in legs
    assert "part by part" not in told("union")


def test_a_line_of_fire_is_measured_to_both_edges_of_its_target() -> None:
    square = [(40.0, 60.0), (60.0, 60.0), (60.0, 62.0), (40.0, 62.0)]
    assert sorted(crossings((50, 40), 0, square)) == pytest.approx([20, 22])
    assert list(crossings((50, 40), 90, square)) == []
    assert list(crossings((50, 80), 0, square)) == [], "it lies behind the guns"
    assert sorted(crossings((50, 80), 180, square)) == pytest.approx([18, 20])


def test_what_is_measured_of_a_hit_is_where_the_round_fell() -> None:
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 70))
    fired = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, [(3, 4), (1, 2)])
    (text,) = [one for one in fired.events if one.text.key == "civilwar.fire.measured"]
    assert text.audience == ()
    assert "the point struck is 50/71; the line of fire crosses b between 30 and " in catalogue.render(text.text)


def test_losses_are_summed_up_for_the_unit_s_own_commander() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 44))
    with_unit(state, "b", men=15)
    fired = fire_turn(state, {"a": fire("b")}, [(3, 3), (6, 6)])
    (booked,) = [one for one in fired.events if one.text.key == "civilwar.fire.booked"]
    men = booked.text.args["men"]
    assert booked.text.args["sum"] == 15 + men == 20 * booked.text.args["n"] + booked.text.args["rest"]
    assert f"b, losses booked: {men}, with 15 from before" in catalogue.render(booked.text)
    assert event.seen_by(booked, ("confederate",))
    assert not event.seen_by(booked, ("union",)), "the enemy counts figures, not men"


def test_a_question_is_told_with_its_answer() -> None:
    staff = chiefs((60, 30), (60, 80))
    state = field_of(foot("a", 0, 90, 40), foot("e", 1, 60, 33), staff=staff)
    state.agenda.append(evading.EvadeAsked("chief-0", "e"))
    (asked,) = GAME.account(state, "union", evading.Evade("chief-0", "away"))
    words = catalogue.render(asked)
    assert words.startswith("Union is asked: e is at charge distance")
    assert "The answer: Ride straight away from the enemy" in words
    assert not GAME.account(state, "confederate", evading.Evade("chief-0", "away")), "nobody asked them"
