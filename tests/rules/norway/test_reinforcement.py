"""Phase 3 (4.3): cards become battalions, and each country places them where it may."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from cases import cases
from feltherre.games.norway import cards
from feltherre.games.norway.actions import Reinforce
from norway_table import Playing, position

GERMAN_COAST = ["Oslo", "Østfold", "Horten", "Skien", "Arendal", "Kristiansand"]
POINT_CITIES = ["Oslo", "Kristiansand", "Stavanger", "Bergen", "Trondheim", "Narvik"]
MOBILISATION_POINTS = ["Østfold", "Kongsvinger", "Hamar", "Gjøvik", "Hønefoss", "Kongsberg"]
MOBILISATION_POINTS += ["Voss", "Åndalsnes", "Steinkjer", "Mosjøen", "Bardufoss", "Tromsø"]


def areas_offered(play: Playing) -> set[str]:
    """Every area in which some answer places a battalion."""
    placed = (line.partition(" at ")[2].partition(" and fly to ")[0] for line in play.offered())
    return {part.strip().rpartition(" ")[0] for line in placed if line for part in line.split(",")}


# what cards buy


@cases(
    "says hand symbols bought",
    ("4.3-1 4.3-2", "three cards of one symbol", ["Train transport", "Ambush", "Roadblock"], 3, 1),
    ("4.3-1 4.3-2", "two symbols too many", ["Reinforcements", "Ambush", "Train transport"], 5, 1),
    ("4.3-1 4.3-2", "two battalions, one symbol too many", ["Reinforcements", "Reinforcements", "Ambush"], 7, 2),
)
def test_three_symbols_of_all_the_cards_together_are_one_battalion(hand: list[str], symbols: int, bought: int) -> None:
    play = position("norway", 3, norway={"Finnmark": 1}, hands={"norway": hand})
    cities = ["Oslo", "Bergen", "Trondheim", "Narvik"]
    asked = " + ".join(hand)
    over = play.refused(f"reinforce with {asked} at {', '.join(cities[: bought + 1])}")
    assert (over.reason.key, over.reason.args["n"], over.rule) == ("norway.illegal.too-many-placed", bought, "4.3-2")
    short = play.refused(f"reinforce with {asked} at {', '.join(cities[: bought - 1]) or '-'}")
    assert (short.reason.key, short.reason.args["n"]) == ("norway.illegal.too-few-placed", bought)
    play(f"reinforce with {asked} at {', '.join(cities[:bought])}")
    assert play.battalions("norway") == {"Finnmark": 1, **dict.fromkeys(cities[:bought], 1)}
    told = next(event.text for event in play.events if event.text.key == "norway.event.exchanges")
    assert (told.args["symbols"].args["n"], told.args["battalions"].args["n"]) == (symbols, bought)


@pytest.mark.proves("4.3-1")
def test_exchanging_is_a_choice_and_the_functions_of_the_cards_are_ignored() -> None:
    """A U-boat and a Transport plane exchanged strike nobody and fly nobody: they are only two symbols each."""
    hand = ["U-boat", "Transport plane", "Panzer", "Bomber"]
    play = position("germany", 3, germany={"Oslo": 1}, hands={"germany": hand, "allies": ["Fighter"]})
    assert "reinforce at Oslo 1" in play.offered()
    play("reinforce with U-boat + Transport plane at Oslo 2")
    assert play.battalions("germany") == {"Oslo": 3}
    assert play.used("germany") == ["Transport plane", "U-boat"]
    assert "norway.event.plays" not in play.told()


@pytest.mark.proves("4.3-1")
def test_only_cards_in_the_hand_and_each_only_once() -> None:
    play = position("norway", 3, hands={"norway": ["Reinforcements", "Ambush"]})
    for cards_named in ("Train transport", "Ambush + Ambush", "Panzer"):
        assert play.refusal(f"reinforce with {cards_named} at Oslo 1") == ("norway.illegal.card-not-in-hand", "4.3-1")


@pytest.mark.proves("4.3-1", "4.3-2")
def test_cards_that_buy_no_battalion_are_not_exchanged() -> None:
    """R86: a card cannot be used for nothing, to draw another in its place."""
    play = position("norway", 3, norway={"Finnmark": 1}, hands={"norway": ["Train transport", "Ambush"]})
    assert play.offered() == ["reinforce nothing"]
    for some in ("Train transport", "Train transport + Ambush"):
        assert play.refusal(f"reinforce with {some} at -") == ("norway.illegal.too-few-symbols", "4.3-2")


@pytest.mark.proves("4.3-1")
def test_one_person_with_two_countries_does_not_mix_their_cards() -> None:
    """R55: an Allied card buys nothing in the Norwegian turn, though the same person holds it."""
    hands = {"norway": ["Reinforcements"], "allies": ["Invasion", "Tank"]}
    play = position("norway", 3, norway={"Hamar": 1}, hands=hands, one_seat=True)
    for card in ("Invasion", "Tank"):
        assert play.refusal(f"reinforce with {card} at Oslo 1") == ("norway.illegal.card-not-in-hand", "4.3-1")
    play("reinforce with Reinforcements at Oslo 1")
    assert play.hand("allies") == ["Invasion", "Tank"]


# Germany


@pytest.mark.proves("4.3-ger-1")
def test_germany_gets_one_battalion_each_turn_for_nothing() -> None:
    play = position("germany", 3, germany={"Oslo": 2})
    assert play.offered() == [f"reinforce at {area} 1" for area in GERMAN_COAST]
    assert play.refused("reinforce with - at Oslo 2").reason.args["n"] == 1
    assert play.refused("reinforce with - at -").reason.key == "norway.illegal.too-few-placed"
    play("reinforce with - at Oslo 1")
    assert play.battalions("germany") == {"Oslo": 3}
    assert play.used("germany") == []


@pytest.mark.proves("4.3-ger-1")
@pytest.mark.parametrize("turn", ["norway", "allies"])
def test_the_others_get_nothing_for_nothing(turn: str) -> None:
    play = position(turn, 3, norway={"Hamar": 1}, allies={"Namsos": 1}, hands={turn: ["Reinforcements"]})
    place = "Oslo" if turn == "norway" else "Namsos"
    assert play.refused(f"reinforce with - at {place} 1").reason.key == "norway.illegal.too-many-placed"
    bought = play.refused("reinforce with Reinforcements at -").reason.args["n"]
    assert bought == {"norway": 1, "allies": 2}[turn], "what the card buys and nothing besides"
    play("reinforce with - at -")
    assert play.battalions("norway") == {"Hamar": 1}
    assert play.battalions("allies") == {"Namsos": 1}


@pytest.mark.proves("4.3-ger-1", "4.3-1")
def test_the_free_battalion_comes_besides_those_bought_and_cards_and_areas_are_named_in_any_order() -> None:
    """Six symbols buy two battalions."""
    play = position("germany", 3, germany={"Horten": 1}, hands={"germany": ["Reinforcements", "Panzer"]})
    play("reinforce with Panzer + Reinforcements at Skien 1, Oslo 1, Skien")
    assert play.battalions("germany") == {"Oslo": 1, "Horten": 1, "Skien": 2}
    assert play.used("germany") == ["Reinforcements", "Panzer"]


@pytest.mark.proves("4.3-ger-2")
def test_germany_places_on_the_coast_of_i_and_ii_with_friends_and_in_empty_areas_but_never_with_enemies() -> None:
    forces = {"germany": {"Oslo": 1, "Bergen": 1}, "norway": {"Horten": 1}, "allies": {"Skien": 1}}
    play = position("germany", 3, hands={"germany": ["Reinforcements"]}, **forces)
    assert areas_offered(play) == {"Oslo", "Østfold", "Arendal", "Kristiansand"}
    for inland_or_north in ("Bergen", "Egersund", "Hønefoss", "Kongsberg"):
        assert play.refusal(f"reinforce at {inland_or_north} 1") == ("norway.illegal.placement.germany", "4.3-ger-2")
    for held in ("Horten", "Skien"):
        assert play.refusal(f"reinforce at {held} 1") == ("norway.illegal.placement-enemy", "4.3-ger-2")
    play("reinforce with Reinforcements at Oslo 1, Østfold 1")
    assert play.battalions("germany") == {"Oslo": 2, "Bergen": 1, "Østfold": 1}


@pytest.mark.proves("4.3-ger-2")
def test_a_battalion_that_finds_no_area_is_lost() -> None:
    """Everyone sees that there is nothing to place: without cards Germany is not asked. Cards are not exchanged for
    battalions that find no area either (R86)."""
    norway = dict.fromkeys(GERMAN_COAST, 1)
    play = position("germany", 3, germany={"Bergen": 1}, norway=norway, hands={"germany": ["Reinforcements"]})
    assert play.offered() == ["reinforce nothing"]
    refused = play.refusal("reinforce with Reinforcements at -")
    assert refused == ("norway.illegal.nowhere-to-place", "4.3-2")
    play("reinforce nothing")
    lost = next(event for event in play.events if event.text.key == "norway.event.no-room")
    assert (lost.text.args["n"], lost.rule) == (1, "4.3-ger-2")
    without_cards = position("germany", 3, germany={"Bergen": 1}, norway=norway)
    assert without_cards.state.country == 1


@pytest.mark.proves("4.3-ger-transport", "2.3-air-3", "4.3-cards")
def test_a_transport_plane_carries_the_free_battalion_to_a_held_airfield() -> None:
    """Example 3: the free battalion stands at Bardufoss."""
    germany = {"Bardufoss": 1, "Trondheim": 1, "Oslo": 1}
    play = position("germany", 3, germany=germany, hands={"germany": ["Transport plane"]})
    flights = [line for line in play.offered() if "fly" in line]
    assert flights == [f"reinforce fly to {area}" for area in ("Oslo", "Trondheim", "Bardufoss")]
    for not_held in ("Stavanger", "Kristiansand", "Narvik"):
        assert play.refusal(f"reinforce with - at - and fly to {not_held}") == (
            "norway.illegal.no-held-airfield",
            "4.3-ger-transport",
        )
    refused = play.refused("reinforce with - at Oslo 1 and fly to Bardufoss")
    assert (refused.reason.key, refused.reason.args["n"]) == ("norway.illegal.too-many-placed", 0)
    play("reinforce with - at - and fly to Bardufoss")
    assert play.at("germany", "Bardufoss") == 2
    assert play.used("germany") == ["Transport plane"]


@pytest.mark.proves("4.3-ger-transport")
def test_only_the_free_battalion_flies_and_the_others_come_by_sea() -> None:
    play = position("germany", 3, germany={"Trondheim": 1}, hands={"germany": ["Transport plane", "Reinforcements"]})
    assert play.refused("reinforce with Reinforcements at Trondheim 1 and fly to Trondheim").rule == "4.3-ger-2"
    play("reinforce with Reinforcements at Oslo 1 and fly to Trondheim")
    assert play.battalions("germany") == {"Oslo": 1, "Trondheim": 2}


FLY = "reinforce with - at - and fly to Oslo"
SPENT = "reinforce with Transport plane at - and fly to Oslo"


@cases(
    "says turn hand held line reason rule",
    ("4.3-ger-transport", "no card", "germany", ["Panzer"], "Oslo", FLY, "no-card", "4.3-ger-transport"),
    ("4.3-ger-transport", "no airfield", "germany", ["Transport plane"], "Bergen", FLY, "no-held-airfield",
     "4.3-ger-transport"),
    ("4.3-1", "twice the same", "germany", ["Transport plane", "Panzer"], "Oslo", SPENT, "card-not-in-hand", "4.3-1"),
    ("4.3-ger-transport", "Norway", "norway", ["Ambush"], "Oslo", FLY, "no-card", "4.3-ger-transport"),
)  # fmt: skip
def test_no_flight_without_the_card_the_airfield_or_twice_the_same_card(
    turn: str, hand: list[str], held: str, line: str, reason: str, rule: str
) -> None:
    play = position(turn, 3, germany={held: 1}, hands={turn: hand})
    assert play.refusal(line) == (f"norway.illegal.{reason}", rule)


@pytest.mark.proves("4.3-ger-transport")
def test_of_two_transport_planes_one_may_fly_and_one_be_exchanged() -> None:
    hand = {"germany": ["Transport plane", "Transport plane", "Panzer"]}
    play = position("germany", 3, germany={"Oslo": 1}, hands=hand)
    play("reinforce with Panzer + Transport plane at Horten 1 and fly to Oslo")
    assert play.battalions("germany") == {"Oslo": 2, "Horten": 1}
    assert play.used("germany") == ["Panzer", "Transport plane", "Transport plane"]


# Norway


@pytest.mark.proves("4.3-nor-1", "2.3-point-2")
def test_norway_places_in_point_cities_and_on_mobilisation_points_without_germans() -> None:
    forces = {"germany": {"Oslo": 2, "Bergen": 1, "Hamar": 1}, "norway": {"Voss": 1}, "allies": {"Narvik": 3}}
    play = position("norway", 3, hands={"norway": ["Reinforcements"]}, **forces)
    assert areas_offered(play) == {*POINT_CITIES, *MOBILISATION_POINTS} - {"Oslo", "Bergen", "Hamar"}
    for area, key in (("Oslo", "placement-enemy"), ("Hamar", "placement-enemy"), ("Dombås", "placement.norway")):
        assert play.refusal(f"reinforce with Reinforcements at {area} 1") == (f"norway.illegal.{key}", "4.3-nor-1")
    assert play("reinforce with Reinforcements at Narvik 1").at("norway", "Narvik") == 1


@pytest.mark.proves("4.3-nor-2")
def test_norway_places_one_battalion_in_an_area_also_where_some_stand() -> None:
    hand = {"norway": ["Reinforcements", "Reinforcements", "Ambush"]}
    play = position("norway", 3, norway={"Voss": 1}, hands=hand)
    line = "reinforce with Reinforcements + Reinforcements + Ambush at "
    assert play.refusal(line + "Voss 2") == ("norway.illegal.one-each", "4.3-nor-2")
    play(line + "Voss 1, Tromsø 1")
    assert play.battalions("norway") == {"Voss": 2, "Tromsø": 1}


@pytest.mark.proves("4.3-nor-2", "4.3-nor-1")
def test_norway_cannot_place_more_battalions_than_there_are_areas_open() -> None:
    """Two battalions for one area: one is lost, and nobody else is asked about it."""
    held = {area: 1 for area in (*POINT_CITIES, *MOBILISATION_POINTS) if area != "Tromsø"}
    hand = {"norway": ["Reinforcements", "Reinforcements"]}
    play = position("norway", 3, germany=held, norway={"Finnmark": 1}, hands=hand)
    both = "reinforce with Reinforcements + Reinforcements at "
    assert [line for line in play.offered() if line.startswith(both)] == [both + "Tromsø 1"]
    assert play.refused(both + "-").reason.args["n"] == 1
    play(both + "Tromsø 1")
    assert play.battalions("norway") == {"Tromsø": 1, "Finnmark": 1}
    lost = next(event.text for event in play.events if event.text.key == "norway.event.no-room")
    assert lost.args["n"] == 1


# the Allies


@pytest.mark.proves("4.3-all-1", "4.3-all-2", "2.3-fjord-3")
def test_the_allies_place_along_the_coast_of_III_to_VII_and_a_fjord_is_coast() -> None:
    """Lærdal lies on the inner fjord; Hamar and Gjøvik only on lake Mjøsa, which has no sea outside."""
    play = position("allies", 3, germany={"Oslo": 1, "Bergen": 2}, hands={"allies": ["Reinforcements"]})
    offered = areas_offered(play)
    assert {"Egersund", "Lærdal", "Namsos", "Narvik", "Finnmark"} <= offered
    assert len(offered) == 20
    assert "Bergen" not in offered
    for inland_or_south in ("Hamar", "Gjøvik", "Dombås", "Bardufoss", *GERMAN_COAST[1:]):
        assert play.refusal(f"reinforce with Reinforcements at {inland_or_south} 2") == (
            "norway.illegal.placement.allies",
            "4.3-all-1",
        )
    assert play.refusal("reinforce with Reinforcements at Bergen 2")[0] == "norway.illegal.placement-enemy"


@pytest.mark.proves("4.3-all-1")
def test_the_allies_may_put_any_number_in_one_area_and_stand_with_norwegians() -> None:
    hand = {"allies": ["Reinforcements", "Reinforcements", "Fighter"]}
    play = position("allies", 3, norway={"Namsos": 1}, allies={"Namsos": 1}, hands=hand)
    play("reinforce with Reinforcements + Reinforcements + Fighter at Namsos 4, Bodø 1")
    assert play.battalions("allies") == {"Namsos": 5, "Bodø": 1}
    assert play.battalions("norway") == {"Namsos": 1}


# nothing to do


@pytest.mark.proves("4.3-1")
@pytest.mark.parametrize("turn", ["norway", "allies"])
def test_without_cards_there_is_nothing_to_ask(turn: str) -> None:
    play = position(turn, 3)
    assert play.state.phase == 1
    assert play.asked == ["allies" if turn == "norway" else "germany"]


# the whole space, counted another way


def every_exchange(country: int, hand: Sequence[str], free: int, open_areas: Sequence[str]) -> Iterator[Reinforce]:
    """Brute force: every set of cards, and every way to place what they give (Norway: one in an area)."""
    numbers = [cards.find_card(name, country) for name in hand]
    chosen_sets = {tuple(sorted(some)) for n in range(len(numbers) + 1) for some in combinations(numbers, n)}
    ways = combinations if country == 1 else combinations_with_replacement
    for chosen in chosen_sets:
        bought = sum(cards.SYMBOLS[card] for card in chosen) // 3
        if chosen and not bought:
            continue  # R86
        number = bought + free
        number = min(number, len(open_areas)) if country == 1 else number
        for placed in ways(open_areas, number):
            counts = tuple((area, placed.count(area)) for area in dict.fromkeys(placed))
            yield Reinforce(tuple(cards.SHORT_IDS[card] for card in chosen), counts)


def offered_once(play: Playing) -> set[Any]:
    """Every answer, of which none is offered twice or refused."""
    space = play.decision().space
    offered = list(space.candidates())
    assert len(offered) == len(set(offered))
    assert all(space.contains(action) for action in offered)
    return set(offered)


@cases(
    "hand",
    ("4.3-1 4.3-2 4.3-nor-2", ["Reinforcements", "Ambush", "Ambush"]),
    ("4.3-1 4.3-2 4.3-nor-2", ["Reinforcements", "Reinforcements", "Train transport"]),
    ("4.3-1 4.3-2 4.3-nor-2", ["Roadblock", "Blown bridge", "Anti-tank gun"]),
)
def test_every_norwegian_exchange_is_offered_once(hand: list[str]) -> None:
    open_areas = {"Oslo": "oslo", "Voss": "voss", "Narvik": "narvik", "Tromsø": "tromso"}
    held = {area: 1 for area in (*POINT_CITIES, *MOBILISATION_POINTS) if area not in open_areas}
    play = position("norway", 3, germany=held, norway={"Finnmark": 1}, hands={"norway": hand})
    assert offered_once(play) == set(every_exchange(1, hand, 0, list(open_areas.values())))


@cases(
    "hand",
    ("4.3-1 4.3-ger-1 4.3-ger-transport", ["Reinforcements", "Panzer"]),
    ("4.3-1 4.3-ger-1 4.3-ger-transport", ["Transport plane", "Panzer", "Panzer"]),
    ("4.3-1 4.3-ger-1 4.3-ger-transport", ["Transport plane", "Transport plane", "Reinforcements"]),
)
def test_every_german_exchange_is_offered_once(hand: list[str]) -> None:
    norway = {area: 1 for area in GERMAN_COAST if area not in ("Oslo", "Horten", "Skien")}
    play = position("germany", 3, germany={"Oslo": 1, "Trondheim": 1}, norway=norway, hands={"germany": hand})
    expected = set(every_exchange(0, hand, 1, ["oslo", "horten", "skien"]))
    if "Transport plane" in hand:
        others = list(hand)
        others.remove("Transport plane")
        by_sea = every_exchange(0, others, 0, ["oslo", "horten", "skien"])
        expected |= {
            Reinforce(action.cards, action.placements, airfield)
            for action, airfield in product(by_sea, ("oslo", "trondheim"))
        }
    assert offered_once(play) == expected
