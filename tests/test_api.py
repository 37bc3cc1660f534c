"""A match played from Python (docs/api.md): every method, with every game."""

from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import feltherre
from feltherre.api import MOST_LISTED, OpenMatch
from feltherre.core import catalogue, record, registry, replay
from feltherre.core.game import HoldGate

GAMES = [name for name in registry.game_ids() if name in ("civilwar", "norway", "winterwar")]
#: a battle comes within so many answers of random players
LONG_ENOUGH = 400


def a_game(name: str, **wishes: Any) -> OpenMatch:
    return feltherre.new_game(name, seed=1, **wishes)


def winter_war() -> OpenMatch:
    return a_game("winterwar", options={"setup": "historical"})


def played_until(match: OpenMatch, wanted: str) -> OpenMatch:
    """Random players answer until a property or method of this name has something to say."""
    for _ in range(LONG_ENOUGH):
        found = getattr(match, wanted)
        if found() if callable(found) else found:
            return match
        match.play_by("random")
    raise AssertionError(f"{wanted}: nothing in {LONG_ENOUGH} answers")


@pytest.mark.parametrize("name", GAMES)
class TestEveryGame:
    def test_who_is_asked_what(self, name: str) -> None:
        match = a_game(name)
        asked = [decision.role for decision in match.decisions()]
        assert match.turn == asked[0]
        assert len(match.question.splitlines()) == len(asked)
        assert match.question.startswith(f"{catalogue.render(match.game.role_name(match.turn))}: ")
        assert match.question.splitlines()[0] in repr(match)

    def test_what_is_listed_is_legal_and_can_be_played(self, name: str) -> None:
        match = a_game(name)
        listed = list(islice(match.legal, 20))
        assert listed
        assert all(line in match.legal for line in listed)
        assert "no such order" not in match.legal
        assert match.play(listed[0], match.turn) == listed[0]

    def test_a_list_has_an_end(self, name: str) -> None:
        assert 0 < a_game(name).legal.count() <= MOST_LISTED

    def test_nonsense_is_refused_with_what_is_asked(self, name: str) -> None:
        match = a_game(name)
        before = match.data()
        with pytest.raises(feltherre.BadInput) as refused:
            match.play("gibberish", match.turn)
        assert "gibberish" in str(refused.value) or "orders" in str(refused.value)
        assert refused.value.__notes__ == [match.question.splitlines()[0]]
        assert match.data() == before

    def test_an_answer_is_taken_back(self, name: str) -> None:
        match = a_game(name)
        question, state = match.question, match.state.clone()
        match.play(next(iter(match.legal)), match.turn)
        match.undo()
        state.opened = match.state.opened
        assert (match.question, match.state) == (question, state)
        with pytest.raises(feltherre.Illegal, match="nothing you can take back"):
            match.undo()

    def test_to_the_end_and_to_a_file_and_back(self, name: str, tmp_path: Path) -> None:
        match = a_game(name)
        file = tmp_path / "game.jsonl"
        for _ in range(3):
            match.play_by("random")
        match.save(file)
        again = feltherre.load(file)
        assert (again.state, again.question) == (match.state, match.question)
        while not again.over:
            assert (again.play_by("random"), again.told) == (match.play_by("random"), match.told)
        assert again.result.startswith("Result: ")
        assert (again.turn, again.question, list(again.legal), bool(again.legal)) == ("", "", [], False)
        assert again.result in repr(again)
        with pytest.raises(feltherre.Illegal, match=r"The game is over\."):
            again.play("pass")
        with pytest.raises(feltherre.Illegal, match=r"The game is over\."):
            again.odds()
        again.save(file)
        assert not file.with_name("game.jsonl.key").exists()
        assert replay.verify(file.read_bytes()).dice_checked
        assert feltherre.load(file).result == match.result

    def test_a_computer_player_chooses_for_its_seat(self, name: str) -> None:
        match, other = a_game(name), a_game(name)
        role = match.turn
        assert match.play_by("captain") == other.play_by("captain", role)
        line = match.lines[-1]
        assert isinstance(line, record.Acted)
        assert line.role == role
        with pytest.raises(feltherre.BadInput, match="captain"):
            match.play_by("nobody")

    def test_the_last_ruling_is_explained(self, name: str) -> None:
        match = a_game(name)
        assert match.why() == ""
        told = played_until(match, "why").why().splitlines()
        event, ruling, *explained = told
        assert event in match.told
        assert ruling.startswith("Ruling: ")
        assert explained
        assert all(line.endswith("]") for line in explained)
        assert event in match.story()

    def test_the_board_is_drawn(self, name: str) -> None:
        match = a_game(name)
        assert len(match.board.splitlines()) > 5
        assert "\x1b" not in match.board


@pytest.mark.parametrize("name", ["norway", "winterwar"])
def test_chances_of_what_is_seen_coming_are_exact(name: str) -> None:
    match = played_until(a_game(name), "odds")
    for odds in match.odds():
        assert all(sum(chances.values()) == 1 for chances in odds.chances.values())
        assert str(odds).startswith(odds.title)
        assert odds.told in str(odds)


def test_a_move_and_an_attack() -> None:
    match = winter_war()
    assert match.play("138RD > 2144") == "move 138RD > 2044 > 2144"
    assert match.told == ["138th Rifle Division moves from Mga (1944) to hex 2144 near Volkhov."]
    with pytest.raises(feltherre.Illegal) as refused:
        match.play("138RD > 2143")
    assert str(refused.value) == "138th Rifle Division has moved already. (rule turn-3-a)"
    match.play("end movement")
    (odds,) = match.odds("attack 1841 with 142RD + 49RD")
    assert odds.chances["result"]["F2R"] == Fraction(1, 3)
    with pytest.raises(feltherre.Illegal):
        match.odds("attack 1841 with 138RD")


def test_who_answers_is_said_where_several_do() -> None:
    match = a_game("civilwar")
    line = next(iter(match.legal))
    with pytest.raises(feltherre.BadInput, match=r"Several answer here \(union and confederate\)"):
        match.play(line)
    match.play(line, "union")
    assert match.turn == "confederate"
    match.play(next(iter(match.legal)))


def test_who_is_not_asked_cannot_answer() -> None:
    with pytest.raises(feltherre.Illegal, match="Soviet Union moves"):
        winter_war().play("end movement", "finland")


def test_seats_are_as_wished() -> None:
    assert [seat.name for seat in a_game("norway").seats] == ["germany", "norway", "allies"]
    shared = a_game("norway", seats=["germany", "norway+allies"])
    assert [seat.roles for seat in shared.seats] == [("germany",), ("norway", "allies")]
    with pytest.raises(feltherre.BadInput, match="sweden"):
        a_game("norway", seats=["sweden"])
    with pytest.raises(feltherre.BadInput, match="There is no game"):
        a_game("chess")


def test_dice_are_typed_and_an_umpire_rules() -> None:
    match = a_game("winterwar", options={"setup": "historical"}, umpire=True, dice="typed")
    match.override(HoldGate(on=True), "to see every ruling")
    match.play("end movement")
    match.play("attack 1841 with 142RD + 49RD")
    match.play("dice 6")
    assert match.turn == "umpire"
    assert match.question.startswith("The umpire: ")
    assert "Rolled 6" in match.why()
    match.play("accept ruling")
    assert match.turn != "umpire"


def test_words_are_in_the_language_of_the_reader() -> None:
    match = winter_war()
    with catalogue.reading_in("sv"):
        assert match.question.startswith("Sovjetunionen:")


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = a_game("norway"), a_game("norway")
    assert [one.play_by("random") for _ in range(30)] == [other.play_by("random") for _ in range(30)]
    assert feltherre.new_game("norway").key != feltherre.new_game("norway").key


def test_nothing_else_is_found_in_the_package() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        feltherre.chess  # noqa: B018
