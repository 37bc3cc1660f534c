"""Versions, seats, and the set-up (chapters 0, 1.2, 2.2 and 3), as a game is made."""

import pytest

from cases import cases
from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import BadInput
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.norway import board, cards
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import GERMANY, NorwayState, total
from norway_table import Playing, position

THREE = (Seat("Anna", ("germany",)), Seat("Bo", ("norway",)), Seat("Cato", ("allies",)))
TWO = (Seat("Anna", ("germany",)), Seat("Bo", ("norway", "allies")))


def begun(setup: Setup, key: bytes = bytes(32)) -> Table[NorwayState]:
    return engine.begin(GAME, setup, KeyedStream(key))


def refused(setup: Setup) -> str:
    with pytest.raises(BadInput) as error:
        begun(setup)
    return error.value.reason.key


# 0, two versions


@pytest.mark.proves("0-2")
def test_the_basic_version_is_offered_and_is_the_one_played_if_nothing_is_said() -> None:
    option = next(option for option in GAME.options if option.name == "rules")
    assert (option.values, option.default) == (("basic", "advanced"), "basic")
    said = begun(Setup(THREE, {"rules": "basic"})).state
    unsaid = begun(Setup(THREE)).state
    assert said == unsaid


@pytest.mark.proves("0-2")
def test_the_advanced_version_begins_with_the_nine_april_round() -> None:
    basic, advanced = begun(Setup(THREE)).state, begun(Setup(THREE, {"rules": "advanced"})).state
    assert (basic.round, basic.sea) == (1, None)
    assert advanced.round == 0
    assert advanced.sea is not None
    assert total(basic, GERMANY) > 0
    assert total(advanced, GERMANY) == 0
    assert [decision.rule for decision in engine.open_decisions(GAME, advanced)] == [
        *("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
    ]
    for wrong in ({"rules": "expert"}, {"rules": "advanced", "interception-from": "3"}):
        assert refused(Setup(THREE, wrong)) == "core.bad.option-value"


@pytest.mark.proves("0-2")
@pytest.mark.parametrize("option", [{"interception-from": "4"}, {"first-allied-battalions": "yes"}])
def test_options_of_the_advanced_version_are_refused_in_the_basic_one(option: dict[str, str]) -> None:
    with pytest.raises(BadInput) as error:
        begun(Setup(THREE, option))
    assert error.value.reason.key == "core.bad.option-needs"
    assert next(iter(option)) in render(error.value.reason)
    begun(Setup(THREE, {"rules": "advanced", **option}))


# 1.2, number of players


@pytest.mark.proves("1.2-1")
def test_norway_and_the_allies_win_together() -> None:
    play = position(turn="norway", germany={"Tynset": 1}, norway={"Oppdal": 1}).throws([6], [1])
    play("move Oppdal > Tynset 1")("end movement")
    assert play.state.result is not None
    assert play.state.result.winners == ("norway", "allies")


@pytest.mark.proves("1.2-1", "1.2-2")
def test_three_players_have_a_country_each_and_of_two_one_has_norway_and_the_allies() -> None:
    assert [begun(Setup(seats)).state.one_seat for seats in (THREE, TWO)] == [False, True]
    assert begun(Setup(TWO)).state.hand_size == [5, 3, 3]


@pytest.mark.proves("1.2-1", "1.2-2", "1.2-3")
@pytest.mark.parametrize(
    "seats",
    [
        (Seat("Anna", ("germany", "norway", "allies")),),
        (Seat("Anna", ("germany", "norway")), Seat("Bo", ("allies",))),
        (Seat("Anna", ("germany", "allies")), Seat("Bo", ("norway",))),
        (Seat("Anna", ("germany",)), Seat("Bo", ("norway",))),
        (*THREE, Seat("Dag", ("germany",))),
        (*TWO, Seat("Dag", ())),
        (Seat("Anna", ("germany",)), Seat("Bo", ("norway",)), Seat("Cato", ("sweden",))),
    ],
)
def test_any_other_seating_is_refused(seats: tuple[Seat, ...]) -> None:
    assert refused(Setup(seats)) == "norway.bad.seats"


@pytest.mark.proves("1.2-3")
def test_a_team_is_several_people_on_one_seat() -> None:
    team = Setup((Seat("Anna and Dag", ("germany",)), *THREE[1:]))
    assert begun(team).state == begun(Setup(THREE)).state
    assert refused(Setup((Seat("Anna", ("germany",)), Seat("Dag", ("germany",)), *THREE[1:]))) == "norway.bad.seats"


@cases(
    "says turn kinds refused",
    ("1.2-2", "in the Norwegian turn", "norway", {"move", "train", "end"}, "invade with Reinforcements at Namsos 2"),
    ("1.2-2", "in the Allied turn", "allies", {"move", "ship", "invade", "end"}, "train Dombås > Oppdal 1"),
)
def test_one_player_of_both_countries_keeps_their_turns_battalions_and_cards_apart(
    turn: str, kinds: set[str], refused: str
) -> None:
    hands = {"norway": ["Train transport"], "allies": ["Invasion", "Reinforcements", "Coastal evacuation"]}
    play = position(turn, norway={"Dombås": 1}, allies={"Namsos": 1}, hands=hands, one_seat=True)
    assert (play.asked, {line.split()[0] for line in play.offered()}) == ([turn], kinds)
    assert play.refusal(refused) == ("norway.illegal.no-card", "4.1b-cards")
    other = "Namsos > Steinkjer" if turn == "norway" else "Dombås > Oppdal"
    assert play.refused(f"move {other} 1").rule == "2.2-3"


# 2.2, battalions


@pytest.mark.proves("2.2-2", "2.2-4")
@pytest.mark.parametrize("turn", ["germany", "norway", "allies"])
def test_a_battalion_is_one_die_whoever_it_belongs_to_in_attack_and_in_defence(turn: str) -> None:
    enemy = "norway" if turn == "germany" else "germany"
    play = position(turn=turn, **{turn: {"Oppdal": 3, "Bodø": 1}, enemy: {"Tynset": 2, "Namsos": 1}})
    play.throws([6, 6, 1], [1, 1])("move Oppdal > Tynset 3")("end movement").passes()
    assert not play.script.dice_to_come, "three dice are thrown against two"
    assert (play.at(turn, "Tynset"), play.at(enemy, "Tynset")) == (3, 0)


# 3, what stands and lies where


@pytest.mark.proves("3-3", "3-4", "3-5")
def test_germany_starts_with_thirteen_battalions_norway_with_nine_and_the_allies_with_none() -> None:
    """Where each of them stands: test_board.py."""
    table = begun(Setup(THREE))
    play, names = Playing(table.state), board.BOARD.names.display
    for country, setup in (("germany", board.german_setup()), ("norway", board.norwegian_setup())):
        assert play.battalions(country) == {names[n]: count for n, count in enumerate(setup) if count}
    assert play.battalions("allies") == {}
    assert table.state.raised == [13, 9, 0]
    assert GAME.invariants(table.state) == []


@pytest.mark.proves("3-1", "2.4-ger-1", "2.4-nor-1", "2.4-all-1")
def test_the_three_decks_are_shuffled_and_everyone_draws_a_first_hand() -> None:
    table = begun(Setup(THREE))
    assert [(drawn.size, len(drawn.taken)) for drawn in table.draws] == [(62, 5), (22, 3), (28, 3)]
    assert table.state.hand_size == [5, 3, 3]
    face_down = [sum(table.state.deck[card] for card in own) for own in cards.OF_COUNTRY]
    assert face_down == [57, 19, 25]
    assert sum(table.state.used) == 0
    assert begun(Setup(THREE), bytes(31) + b"1").state.hand != table.state.hand


@pytest.mark.proves("3-1")
def test_first_hands_are_seen_by_their_owners_only() -> None:
    table = begun(Setup(THREE))
    state = table.state
    told = [event for event in table.events if event.text.key == "norway.event.draws"]
    assert [[secret.role for secret in event.secrets] for event in told] == [["germany"], ["norway"], ["allies"]]
    for country, role in enumerate(GAME.roles):
        seen = GAME.view(state, (role,)).hand  # type: ignore[attr-defined]
        assert [card for card in range(cards.TYPE_COUNT) if seen[card] and cards.COUNTRY[card] != country] == []
        assert sum(seen) == state.hand_size[country]
