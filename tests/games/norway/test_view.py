"""What each seat, a spectator and the umpire see of a game of Norway."""

from typing import Any

import msgspec
import pytest

from feltherre.core.event import seen_by
from feltherre.core.game import Seat, Setup
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.scene import Arrow, Lot, Stack
from feltherre.core.state import canonical
from feltherre.games.norway import board, cards, steps
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES
from feltherre.games.norway.view import NorwayView
from norway_table import Playing, position
from norway_table.battles import battle

HANDS = {"germany": ["Panzer", "Bomber"], "norway": ["Ambush", "Roadblock"], "allies": ["Tank"]}


def names(view: NorwayView, country: str) -> list[str]:
    """The cards of a country that stand in a view's hand."""
    own = cards.OF_COUNTRY[ROLES.index(country)]
    return [cards.TYPES[card].name_en for card in own for _ in range(view.hand[card])]


def known(view: NorwayView) -> list[tuple[str, str, str]]:
    return [(ROLES[k.viewer], ROLES[k.country], cards.TYPES[k.card].name_en) for k in view.known]


def read(play: Playing, *roles: str, all_seeing: bool = False) -> list[str]:
    """The keys of the log as a seat reads it."""
    return [seen.text.key for event in play.events for seen in seen_by(event, roles, all_seeing=all_seeing)]


# hands


@pytest.mark.parametrize("role", ROLES)
def test_each_of_three_seats_sees_its_own_hand_and_only_the_size_of_the_others(role: str) -> None:
    """Partners do not see each other's cards either."""
    state = position(hands=HANDS).state
    view = GAME.view(state, (role,))
    assert {country: names(view, country) for country in ROLES} == {
        country: HANDS[country] if country == role else [] for country in ROLES
    }
    assert view.hand_size == [2, 2, 1]


def test_one_person_with_norway_and_the_allies_sees_both_hands() -> None:
    view = GAME.view(position(hands=HANDS, one_seat=True).state, ("norway", "allies"))
    assert names(view, "norway") == ["Ambush", "Roadblock"]
    assert names(view, "allies") == ["Tank"]
    assert names(view, "germany") == []
    assert view.one_seat


def test_a_spectator_sees_no_hand_and_the_umpire_all() -> None:
    state = position(hands=HANDS).state
    assert sum(GAME.view(state, ()).hand) == 0
    everything = GAME.view(state, ("umpire",), all_seeing=True)
    assert {country: names(everything, country) for country in ROLES} == HANDS


def test_decks_are_counts_and_face_up_cards_lie_open() -> None:
    state = position(hands=HANDS, decks={"germany": 20}).state
    view = GAME.view(state, ())
    assert view.deck_size == [20, 20, 27]
    assert sum(view.used) == 62 - 2 - 20
    assert "deck" not in view.__struct_fields__, "what lies face down is nowhere in a view"


def test_the_board_is_open_to_all() -> None:
    play = position("germany", germany={"Oslo": 2}, norway={"Hønefoss": 1}, allies={"Namsos": 3})
    play("move Oslo > Hønefoss 1")
    views = [GAME.view(play.state, roles) for roles in ((), ("germany",), ("norway",), ("norway", "allies"))]
    for view in views:
        assert (sum(view.germany), sum(view.norway), sum(view.allies)) == (1, 1, 3)
        assert [(group.battalions, group.mode) for group in view.groups] == [(1, "land")]
        assert (view.country, view.phase, view.round) == ("germany", 1, 1)


def test_a_view_that_is_kept_does_not_change_with_the_game() -> None:
    hands = {"germany": ["Rapid movement"], "norway": ["Ambush"]}
    play = position("germany", germany={"Oslo": 2}, norway={"Hønefoss": 1}, hands=hands)
    kept = [GAME.view(play.state, roles) for roles in ((), ("germany",), ROLES)]
    as_they_were = [canonical(view) for view in kept]
    play("move Oslo > Hønefoss 1")("rapid Oslo > Østfold > Kongsvinger 1")
    play.state.special_rules.append("frost")
    play.state.known.clear()
    assert [canonical(view) for view in kept] == as_they_were
    assert canonical(GAME.view(play.state, ())) != as_they_were[0]


# Scouts


def scouted(one_seat: bool = False) -> Playing:
    """Germany attacks Norwegians and Allies together at Hamar and sends Scouts."""
    return battle(
        "Hamar",
        {"Kongsvinger": 2},
        {"norway": 1, "allies": 1},
        hands={"germany": ["Scouts", "Panzer"], "norway": ["Ambush", "Ambush", "Reinforcements"], "allies": ["Tank"]},
        one_seat=one_seat,
    )("play Scouts")


def test_scouts_show_both_hands_to_germany_and_to_nobody_else() -> None:
    play = scouted()
    norwegian = [("germany", "norway", name) for name in ("Ambush", "Ambush", "Reinforcements")]
    allied = [("germany", "allies", "Tank")]
    assert known(GAME.view(play.state, ("germany",))) == [*norwegian, *allied]
    assert known(GAME.view(play.state, ("norway",))) == norwegian, "Norway knows what was seen of its own"
    assert known(GAME.view(play.state, ("allies",))) == allied
    assert known(GAME.view(play.state, ("norway", "allies"))) == [*norwegian, *allied]
    assert known(GAME.view(play.state, ())) == []
    assert names(GAME.view(play.state, ("germany",)), "norway") == []


def test_everybody_reads_that_germany_looked_and_only_those_concerned_what_it_saw() -> None:
    play = scouted()
    assert read(play).count("norway.event.hand-looked-at") == 2
    assert read(play, "germany").count("norway.event.hand-seen") == 2
    assert read(play, "norway").count("norway.event.hand-shown") == 1
    assert read(play, "norway").count("norway.event.hand-looked-at") == 1
    assert read(play, "norway", "allies").count("norway.event.hand-shown") == 2
    told = [seen.text for event in play.events for seen in seen_by(event, ("germany",))]
    seen = [text.args["cards"] for text in told if text.key == "norway.event.hand-seen"]
    assert [[card.key for card in hand] for hand in seen] == [
        ["norway.cards-counted", "norway.card.nor-reinforcements"],
        ["norway.card.all-tank"],
    ]
    assert seen[0][0].args["n"] == 2
    assert "norway.card.nor-ambush" not in str([s.text for e in play.events for s in seen_by(e, ("allies",))])


def test_a_known_card_is_forgotten_when_it_is_used() -> None:
    """One of the two Ambushes is played: Germany still knows of the other, and of the rest."""
    play = scouted()("pass")("play Ambush")
    left = known(GAME.view(play.state, ("germany",)))
    assert left == [
        ("germany", "norway", "Ambush"),
        ("germany", "norway", "Reinforcements"),
        ("germany", "allies", "Tank"),
    ]


def test_knowledge_stays_through_later_turns_and_cards_drawn_are_unknown() -> None:
    play = scouted()("pass").throws([3, 3], [6, 6])
    while play.state.country == 0:
        play(play.offered()[-1])
    play("end movement")("reinforce with Reinforcements at Bergen 1")
    assert play.state.country == 2
    assert len(play.hand("norway")) == 3
    norwegian = [name for _, country, name in known(GAME.view(play.state, ("germany",))) if country == "norway"]
    assert norwegian == ["Ambush", "Ambush"]


# sealed answers


def test_a_sealed_answer_is_seen_by_its_own_seat_and_the_umpire_only() -> None:
    play = battle(
        "Hamar", {"Kongsvinger": 1, "Rena": 1}, {"norway": 1, "allies": 1}, throws=([6, 1], [6, 5]), one_seat=True
    )
    assert play.asked == ["germany", "norway"]
    play("lose allies 1", "norway")
    assert play.asked == ["germany", "norway"], "it may still be replaced"
    for roles, seen in (((), 0), (("germany",), 0), (("norway",), 1), (("norway", "allies"), 1)):
        view = GAME.view(play.state, roles)
        assert (view.answered, len(view.sealed)) == (["norway"], seen)
        assert (b'"lose"' in canonical(view)) is bool(seen)
    assert len(GAME.view(play.state, ("umpire",), all_seeing=True).sealed) == 1


# what is drawn


def test_the_scene_shows_a_hand_only_to_its_seat() -> None:
    state = position(hands=HANDS, special_rules=["no bombing of Oslo"]).state
    for roles, shown in (((), []), (("norway",), ["norway"]), (("norway", "allies"), ["norway", "allies"])):
        scene = GAME.scene(state, roles)
        hands = {holding.side: holding for holding in scene.holdings if holding.kind == "hand"}
        assert [side for side in ROLES if hands[side].items] == shown
        assert [hands[side].count for side in ROLES] == [2, 2, 1]
        assert {"text": "no bombing of Oslo"} in [note.args for note in scene.status.notes]
    umpire = GAME.scene(state, ("umpire",), all_seeing=True)
    assert all(holding.items for holding in umpire.holdings if holding.kind == "hand")


def test_the_scene_shows_who_stands_where_who_has_moved_and_who_attacks() -> None:
    play = position("germany", germany={"Oslo": 4}, norway={"Hønefoss": 1})
    scene = GAME.scene(play("move Oslo > Hønefoss 2")("move Oslo > Horten 1").state, ())
    assert scene.stacks == (
        Stack("oslo", (Lot("germany", 1),)),
        Stack("horten", (Lot("germany", 1, "moved"),)),
        Stack("honefoss", (Lot("norway", 1),)),
    )
    assert scene.arrows == (Arrow("oslo", "honefoss", "germany", 2, "land"),)


# a whole match


def three_seats(umpire: bool = False) -> Match[Any]:
    return Match(GAME, Setup(tuple(Seat(role, (role,)) for role in ROLES), umpire=umpire), key=b"view".ljust(32))


def test_a_match_gives_each_seat_its_view_and_snapshots_stay_as_they_were() -> None:
    match = three_seats(umpire=True)
    match.snapshot()
    written = match.data()
    decision = match.decisions()[0]
    match.act("germany", "germany", decision.id, GAME.notation.read("move Oslo > Horten 1"))
    assert match.data().startswith(written)
    seats = msgspec.json.decode(written.splitlines()[1])["seats"]
    held = {seat["seat"]: [one for one in seat["scene"]["holdings"] if one["kind"] == "hand"] for seat in seats}
    cards = {seat: sum(len(hand.get("items", ())) for hand in hands) for seat, hands in held.items()}
    assert cards == {"germany": 5, "norway": 3, "allies": 3, SPECTATOR: 0, "umpire": 11}


def test_the_first_hands_are_read_only_by_their_owners() -> None:
    match = three_seats()
    for seat in (*ROLES, SPECTATOR):
        own = [seen.text for seen in match.seen(seat) if seen.text.key == "norway.event.you-draw"]
        assert [text.args["country"].key for text in own] == ([f"norway.country.{seat}"] if seat in ROLES else [])


# what waits for an answer


def test_everybody_sees_what_waits_for_an_answer() -> None:
    hands = {
        "germany": ["Paratroops", "Transport plane", "Engineer company"],
        "norway": ["Roadblock"],
        "allies": ["Fighter"],
    }
    play = position("germany", germany={"Oslo": 3, "Trondheim": 1}, norway={"Hønefoss": 1}, hands=hands)
    oslo, trondheim, target = (board.find_area(name) for name in ("Oslo", "Trondheim", "Hønefoss"))
    roadblock = cards.INDEX["nor-roadblock"]

    def seen() -> Any:
        views = [GAME.view(play.state, roles).pending for roles in ((), *((role,) for role in ROLES))]
        assert views == [views[0]] * 4
        return views[0]

    assert seen() is None
    play("drop Stavanger")
    assert seen() == steps.DropAnswer(board.find_area("Stavanger"))
    play("pass")("fly Oslo > Trondheim 1")
    assert seen() == steps.FlightAnswer(oslo, trondheim, 1)
    play("pass")("move Oslo > Hønefoss 2")("end movement")
    assert seen() is None, "what Norway may do is no secret, but nothing is played yet"
    play("roadblock Oslo > Hønefoss 2")
    assert seen() == steps.SabotageAnswer(roadblock, oslo, target, 2)


def test_nothing_waits_when_the_game_is_over() -> None:
    play = position("germany", 4, decks={"germany": 1})
    assert play.state.result is not None
    assert GAME.view(play.state, ()).pending is None
