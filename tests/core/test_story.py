"""A match told as text: complete for an umpire, and nothing but its own knowledge for a seat."""

import re
from functools import cache

import pytest

from feltherre.core import agenda, catalogue, errors, record, replay, seats
from feltherre.core.event import Secret
from feltherre.core.game import AnnounceSpecialRule, AnswerFor, HoldGate
from feltherre.core.match import Match
from feltherre.core.story import events_by_line, heading, reader_of, story, told_lines
from tinygame.actions import Bid, Gust, LetBe, Light, Look, PlaceLantern, SetOil, Shift
from tinygame.play import answer, hold, new_match
from tinygame.stories import full_story
from tinygame.town import Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")


@cache
def every_kind_of_line() -> Match[Town]:
    return full_story()


def told(match: Match[Town], seat: str | None = None) -> str:
    return "\n".join(story(match, seat))


def told_of(match: Match[Town], line: int, seat: str | None = None) -> list[str]:
    """What the story says of one line of the record."""
    return next((words for told, words in told_lines(match, reader_of(match, seat)) if told.n == line), [])


def a_lantern_is_lit() -> Match[Town]:
    """Amber lays a spark and lights a lantern, Blue blows a gust, Coral does nothing."""
    match = new_match(rounds="1", dice="typed")
    hold(match, "amber", "spark", "hush")
    hold(match, "blue", "gust")
    hold(match, "coral", "gust")
    answer(match, "amber", Bid(2, "spark"))
    answer(match, "blue", Bid(1))
    answer(match, "coral", Bid(0))
    answer(match, "amber", Light("gate"))
    answer(match, "blue", Gust())
    answer(match, "coral", LetBe())
    return match


# for one who sees all


def test_every_line_of_the_record_is_told_once_in_its_order() -> None:
    match = every_kind_of_line()
    numbers = [int(found[1]) for line in story(match) if (found := re.match(r" {0,3}(\d+)  \S", line))]
    assert numbers == list(range(len(match.lines)))


def test_actions_are_told_in_one_line_notation_with_their_role() -> None:
    match = every_kind_of_line()
    acts = [line for line in match.lines if isinstance(line, record.Acted)]
    assert len(acts) > 30
    for line in acts:
        role = "The umpire" if line.role == "umpire" else catalogue.render(match.game.role_name(line.role))
        by = ", by standing instruction" if line.auto else ""
        assert told_of(match, line.n)[0] == f"{line.n:>4}  {role}{by}: {line.text}"


def test_a_ruling_is_told_with_its_throws_and_every_line_of_its_explanation() -> None:
    match = a_lantern_is_lit()
    answer(match, "amber", match.game.notation.read("dice 6 + 3"))
    assert told_of(match, 7) == [
        "   7  Amber: dice 6 + 3",
        "      Amber lights a lantern at North Gate. [L5]",
        "        Ruling: light-lantern",
        "        thrown at the table and typed in for the wick: 6 3 [L5]",
        "             1  A spark was laid [L2]",
        "            -2  A gust [L4]",
        "             8  8: it burns [L5]",
    ]


def test_throws_of_a_ruling_that_is_not_yet_told_stand_by_themselves() -> None:
    match = a_lantern_is_lit()
    answer(match, "amber", match.game.notation.read("dice 5 + 3"))  # 8 with a spark and a gust is 7: it flickers
    assert told_of(match, 7) == [
        "   7  Amber: dice 5 + 3",
        "      thrown at the table and typed in for the wick: 5 3 [L5]",
    ]


def test_what_is_drawn_is_told_with_who_knows_it() -> None:
    match = new_match(rounds="1")
    assert told_of(match, 0) == [
        "   0  The game is set up.",
        "      Amber draws 3 cards. [L1]",
        "        only to Amber: You draw hush, hush and hush.",
        "        drawn from a pile of 15, by their places in it: 5 8 9 [L1]",
        "      Blue draws 3 cards. [L1]",
        "        only to Blue: You draw gust, hush and spark.",
        "        drawn from a pile of 12, by their places in it: 6 7 1 [L1]",
        "      Coral draws 3 cards. [L1]",
        "        only to Coral: You draw gust, hush and spark.",
        "        drawn from a pile of 9, by their places in it: 4 8 1 [L1]",
        "      Round 1.",
    ]


def test_a_secret_that_two_roles_share_is_told_once() -> None:
    match = new_match(rounds="1")
    for role in ("amber", "blue", "coral"):
        answer(match, role, Bid(0))
    hold(match, "blue", "gust")
    answer(match, "amber", Look("blue"))
    assert "        only to Amber and Blue: Amber looks at a card of Blue: gust." in told_of(match, match.next_line - 1)


def test_what_was_taken_back_is_marked_and_still_told() -> None:
    match = full_story(7)
    marked = {line.n: words[1] for line, words in told_lines(match, reader_of(match, None)) if is_marked(words)}
    acts = {line.n for line in match.lines if isinstance(line, record.Acted)}
    assert set(marked) == acts - match.lines_that_count()
    undos = [line for line in match.lines if isinstance(line, record.Undone)]
    for number, mark in marked.items():
        undo = next(undo for undo in undos if undo.to < number < undo.n)
        assert mark == f"      (This was taken back on line {undo.n}.)"
    resting = next(line for line in match.lines if line.n in marked and getattr(line, "text", "") == "rest")
    assert "      Coral rests. [L3]" in told_of(match, resting.n)
    assert any(line.startswith("        only to Blue: You draw") for line in told_of(match, resting.n))


def is_marked(words: list[str]) -> bool:
    return len(words) > 1 and "taken back on line" in words[1]


def test_events_of_lines_that_were_taken_back_one_after_the_other_are_all_found() -> None:
    match = new_match(rounds="1", umpire=True)
    for role in ("amber", "blue", "coral"):
        answer(match, role, Bid(0))
    match.override(PlaceLantern("amber", "gate"), "for the test")
    first = match.next_line
    answer(match, "amber", Shift("gate", "bridge", 1))
    answer(match, "amber", Shift("bridge", "harbour", 1))
    match.undo("Ann")
    match.undo("Ann")
    found = events_by_line(match)
    words = [catalogue.render(event.text) for line in (first, first + 1) for event in found[line]]
    assert words == ["Amber carries a lantern to Mill Bridge.", "Amber carries a lantern to Harbour."]


def test_it_begins_with_what_the_game_was_made_with() -> None:
    match = every_kind_of_line()
    header = match.lines[0]
    assert isinstance(header, record.Header)
    assert list(story(match))[:8] == [
        "Lanterns, rules version 1",
        "      Seat Ann: Amber",
        "      Seat Bob: Blue",
        "      Seat Cid: Coral",
        "      An umpire has a seat.",
        "      Scenario: calm",
        "      Option rounds: 6",
        f"      Commitment to the dice: {header.commitment}",
    ]


def test_a_game_that_is_not_finished_tells_who_is_waited_for() -> None:
    match = new_match(rounds="1")
    answer(match, "blue", Bid(1))
    assert list(story(match))[-3:] == ["The record does not end here.", "      Amber bids.", "      Coral bids."]


def test_an_answer_that_is_not_opened_yet_is_not_told() -> None:
    match = new_match(rounds="3", umpire=True)
    for role, oil in (("amber", 3), ("blue", 2), ("coral", 1)):
        answer(match, role, Bid(oil))
    opened = [line for line in story(match) if ": bid" in line]
    assert opened == ["   1  Amber: bid 3", "   2  Blue: bid 2", "   3  Coral: bid 1"]

    match = new_match(rounds="3", umpire=True)
    answer(match, "amber", Bid(3))
    answer(match, "blue", Bid(1))
    answer(match, "blue", Bid(2))  # in the place of the other
    match.override(SetOil("coral", 5), "a gift")  # whoever is asked is asked anew
    answer(match, "blue", Bid(0))
    for told_match in (match, replay.look_at(match.lines)):
        lines = [line for line in story(told_match) if "bid " in line or "sealed" in line]
        assert lines == [
            "   1  Amber: sealed, not yet opened",
            "   2  Blue: sealed, not yet opened",
            "   3  Blue: sealed, not yet opened",
            "   5  Blue: sealed, not yet opened",
        ]
        for everything in (story(told_match, open_sealed=True), story(told_match, agenda.UMPIRE)):
            assert "   3  Blue: bid 2" in list(everything)
        assert "   5  Blue: bid 0" in list(story(told_match, "Bob")), "his own"
    for role in ("amber", "coral"):
        answer(match, role, Bid(0))
    assert "   3  Blue: bid 2" in list(story(match)), "all are in and opened"


def test_a_finished_game_ends_with_its_result_and_key() -> None:
    match = every_kind_of_line()
    last = list(story(match))[-1]
    result = match.state.result
    assert result is not None
    assert f"End of the record, {len(match.lines)} lines." in last
    assert f"(clear, score {result.score}, {result.reason})" in last
    assert match.key.hex() in last


def test_a_record_is_told_like_the_match_that_made_it() -> None:
    match = every_kind_of_line()
    read = replay.look_at(record.read_lines(match.data()))
    for seat in (None, "umpire", "Ann", ""):
        assert told(read, seat) == told(match, seat)


def test_nothing_is_told_without_a_sentence() -> None:
    assert not re.search(r"<\w+\.[\w.-]+>|\{\w+\}", told(every_kind_of_line()))


# for a seat


def test_a_seat_reads_its_own_actions_and_only_that_others_answer() -> None:
    match = every_kind_of_line()
    for line in match.lines:
        if isinstance(line, record.Acted):
            heading = told_of(match, line.n, "Ann")[0]
            assert (line.text in heading) == (line.seat == "Ann")
            assert ("answers." in heading) == (line.seat != "Ann")


def test_a_seat_reads_no_draw_and_no_secret_of_another() -> None:
    match = every_kind_of_line()
    words = told(match, "Ann")
    assert "drawn for" not in words
    assert "only to" not in words
    foreign = [catalogue.render(secret.text) for secret in secrets(match) if secret.role != "amber"]
    own = [catalogue.render(secret.text) for secret in secrets(match) if secret.role == "amber"]
    assert [text for text in own if text not in words] == []
    assert [text for text in foreign if text not in own and text in words] == []


def secrets(match: Match[Town]) -> list[Secret]:
    return [secret for events in events_by_line(match).values() for event in events for secret in event.secrets]


def test_a_sealed_answer_is_not_told_to_others_before_it_is_opened() -> None:
    match = new_match(rounds="1")
    hold(match, "blue", "spark")
    answer(match, "blue", Bid(3, "spark"))
    assert told_of(match, 1, "Ann") == ["   1  Blue answers."]
    assert told_of(match, 1, "") == ["   1  Blue answers."]
    assert told_of(match, 1, "Bob") == ["   1  Blue: bid 3 with spark"]


def test_a_standing_instruction_and_a_pass_by_it_are_nobody_elses_business() -> None:
    match = every_kind_of_line()
    standing = next(
        line.n for line in match.lines if isinstance(line, record.SeatAct) and isinstance(line.act, seats.Standing)
    )
    assert told_of(match, standing)
    assert told_of(match, standing, "Cid")
    assert told_of(match, standing, "Ann") == []
    assert "by standing instruction" not in told(match, "Ann")
    assert "by standing instruction" in told(match, "Cid")


@pytest.mark.parametrize("lang", catalogue.languages())
@pytest.mark.parametrize(
    "act",
    [
        *(seats.Standing("amber", mode) for mode in seats.STANDING_MODES),
        seats.Standing("amber", "pass", ("gust",)),
        *(
            seats.HandedOver("captain"),
            seats.HandedOver(""),
            seats.Resigned(),
            seats.RulesAccepted("2"),
            seats.Contributed("a word"),
        ),
        *(seats.TakebackAsked(3), seats.TakebackGranted(3), seats.TakebackRefused()),
    ],
)
def test_what_seats_do_beside_the_game_is_told_in_words(act: seats.SeatEvent, lang: str) -> None:
    match = new_match()
    line = record.SeatAct(n=1, seat="Ann", act=act, state="")
    with catalogue.reading_in(lang):
        (words,) = heading(line, reader_of(match, None)) or []
    assert not re.search(r"<|\[\]|: true|mode |unless \[|" + f"{act.__struct_config__.tag}:", words), words
    assert lang != "en" or "Ann" in words or "Amber" in words


def test_the_umpires_own_acts_are_told_in_words() -> None:
    match = new_match(umpire=True)
    match.override(HoldGate(on=True), "I want to see it")
    match.override(HoldGate(on=False), "I have seen it")
    match.override(AnnounceSpecialRule("no whistling"), "club night")
    match.override(HoldGate(on=True, kinds=("light-lantern",), sides=("blue",)), "only his")
    told_first = [told_of(match, n)[0].partition(": ")[2] for n in (1, 2, 3, 4)]
    assert told_first == [
        "from now on each ruling waits for the umpire",
        "rulings take effect at once again",
        "a special rule: no whistling",
        "from now on rulings wait for the umpire, but only these: light-lantern and blue",
    ]


def test_an_edit_is_told_to_seats_by_its_reason_only() -> None:
    match = new_match(umpire=True)
    match.override(SetOil("blue", 5), "a gift")
    match.override(AnswerFor("blue", Bid(4)), "Bob is late")
    assert told_of(match, 1, "Ann") == [
        "   1  The umpire changes the game.",
        "      The umpire steps in: a gift [umpire]",
    ]
    assert told_of(match, 1)[0] == "   1  The umpire changes the game: set-oil: oil 5, role blue"
    assert told_of(match, 2)[0] == "   2  Blue: sealed, not yet opened"
    assert told_of(match, 2, agenda.UMPIRE)[0] == "   2  The umpire answers for Blue: bid 4"
    assert "bid 4" not in told(match, "Ann")


def test_throws_are_told_to_a_seat_in_the_ruling_they_belong_to() -> None:
    match = a_lantern_is_lit()
    answer(match, "amber", match.game.notation.read("dice 5 + 3"))
    assert "typed in for" not in told(match, "Bob")
    answer(match, "amber", match.game.notation.read("dice 5"))
    assert "        thrown at the table and typed in for the wick: 5 3 [L5]" in told_of(match, 8, "Bob")


def test_the_umpires_seat_sees_all() -> None:
    match = every_kind_of_line()
    assert told(match, "umpire") == told(match)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(errors.BadInput):
        told(new_match(), "Zoe")
