"""Twelve positions whose right move any club player knows, for all three countries. The captain must find ten."""

from __future__ import annotations

from collections.abc import Callable

from norway_table import position
from norway_table.captain import order, orders_of_the_turn
from positions import Recorded, check_positions

#: Germany in all six point cities, well garrisoned
ALL_SIX = {"Oslo": 4, "Kristiansand": 3, "Stavanger": 3, "Bergen": 4, "Trondheim": 4, "Narvik": 4}


def germany_garrisons_the_threatened_city() -> bool:
    """Four Allies in Egersund stand before Kristiansand with its one battalion, nobody before Oslo with its five: the
    free battalion goes to Kristiansand."""
    play = position(
        phase=3,
        germany={"Oslo": 5, "Kristiansand": 1, "Stavanger": 4, "Bergen": 3, "Trondheim": 3, "Narvik": 3},
        allies={"Egersund": 4},
        norway={"Finnmark": 1},
    )
    return order(play) == "reinforce at Kristiansand 1"


def germany_takes_an_undefended_city_at_once() -> bool:
    """Bergen is empty and Germans stand in Voss: an unoccupied city counts as Norwegian (1.3-4), so one walks in."""
    play = position(
        germany={"Oslo": 3, "Kristiansand": 2, "Stavanger": 2, "Voss": 2, "Trondheim": 3, "Narvik": 3},
        norway={"Finnmark": 2},
        allies={"Ålesund": 2},
    )
    orders_of_the_turn(play)
    return play.at("germany", "Bergen") > 0


def the_allies_do_not_attack_over_water_at_bad_odds() -> bool:
    """Two battalions from Harstad over the fjord have one die against three Germans in Narvik: a waste."""
    play = position(
        turn="allies",
        germany=ALL_SIX | {"Narvik": 3},
        allies={"Harstad": 2},
        norway={"Tromsø": 1},
        hands={"allies": ["Fighter", "Submarine"], "germany": ["Artillery"] * 3},
    )
    return not any("> Narvik" in line for line in orders_of_the_turn(play))


def norway_blocks_the_road_of_the_decisive_group() -> bool:
    """Two battalions come from Hamar and one from Gjøvik against two in Lillehammer. A Roadblock stops two battalions
    of one group: without those from Hamar the rest is beaten."""
    play = position(
        germany=ALL_SIX | {"Hamar": 2, "Gjøvik": 1},
        norway={"Lillehammer": 2, "Dombås": 1},
        hands={"norway": ["Roadblock"]},
    )
    play("move Hamar > Lillehammer 2")("move Gjøvik > Lillehammer 1")("end movement")
    return order(play) == "roadblock Hamar > Lillehammer 2"


def norway_lays_the_ambush_that_turns_the_battle() -> bool:
    """Three Germans attack two Norwegians in Narvik, the one city that Germany misses shortly before the end: with two
    more dice the defenders are ahead."""
    play = position(
        germany=ALL_SIX | {"Narvik": 0, "Tysfjord": 3},
        norway={"Narvik": 2, "Bardufoss": 1},
        hands={"norway": ["Ambush"]},
        decks={"germany": 12},
    )
    play("move Tysfjord > Narvik 3")("end movement")("pass")
    return order(play) == "play Ambush"


def the_allies_send_fighters_against_the_bomber_that_matters() -> bool:
    """A Bomber and Artillery support an attack on Norwegians in Narvik. Fighters help where no Allied battalion is
    (4.2b-4), and two dice less save the last city."""
    play = position(
        germany=ALL_SIX | {"Narvik": 0, "Tysfjord": 3},
        norway={"Narvik": 4},
        hands={"germany": ["Bomber", "Artillery"], "allies": ["Fighter", "Submarine"]},
        decks={"germany": 12},
    )
    play("move Tysfjord > Narvik 3")("end movement")("play Bomber")("play Artillery")
    return order(play.passes(until="allies")) == "play Fighter against Bomber"


def norway_retreats_towards_its_own_side() -> bool:
    """Beaten out of Hamar, the Norwegian can go to Rena between the Germans in Kongsvinger and Tynset, to Gjøvik before
    the Germans in Oslo, or to Lillehammer, where two more stand: alone he would be eaten up."""
    play = position(germany=ALL_SIX | {"Kongsvinger": 4, "Tynset": 2}, norway={"Hamar": 1, "Lillehammer": 2})
    play.throws([5, 5, 4], [1])("move Kongsvinger > Hamar 3")("end movement")
    return order(play) == "retreat to Lillehammer"


def germany_keeps_the_battalion_that_holds_the_city() -> bool:
    """The attack on Voss is lost and one battalion with it. The one from Bergen is all that holds Bergen: one of the
    three from Geilo is given up."""
    play = position(germany=ALL_SIX | {"Bergen": 1, "Geilo": 3}, norway={"Voss": 4})
    play.throws([1, 1, 2, 2], [6, 5, 4, 4])("move Bergen > Voss 1")("move Geilo > Voss 3")("end movement")
    return order(play) == "lose Geilo 1"


def norway_exchanges_reinforcements() -> bool:
    """Nothing is served by holding Reinforcements: it has no other use, and the hand is filled again at once."""
    play = position(
        turn="norway",
        phase=3,
        germany=ALL_SIX,
        norway={"Bardufoss": 2},
        hands={"norway": ["Reinforcements", "Ambush", "Blown bridge"]},
    )
    return order(play).startswith("reinforce with Reinforcements at ")


def the_allies_invade_the_weakest_city_before_the_end() -> bool:
    """Germany holds all six cities, has three cards left and ends the game in its next turn. Stavanger is held by one
    battalion: Invasion with two battalions there is the only way not to lose."""
    play = position(
        turn="allies",
        germany=ALL_SIX | {"Stavanger": 1},
        allies={"Harstad": 1},
        norway={"Finnmark": 1},
        hands={"allies": ["Invasion", "Reinforcements", "Coastal bombardment"]},
        decks={"germany": 3},
    )
    return orders_of_the_turn(play)[0].startswith("invade with ") and ("sea", "Stavanger", "sea", 2) in play.groups()


def germany_burns_its_cards_and_wins() -> bool:
    """Germany holds all six cities and five cards are face down: it uses all five in its hand, draws the deck empty and
    has won."""
    play = position(
        phase=3,
        germany=ALL_SIX,
        norway={"Bardufoss": 4},
        allies={"Harstad": 4},
        hands={"germany": ["Panzer", "Bomber", "Artillery", "Scouts", "Paratroops"]},
        decks={"germany": 5},
    )
    play(order(play)).passes()
    return play.state.result is not None and play.state.result.winners == ("germany",)


def the_allies_leave_by_sea_when_surrounded() -> bool:
    """Four Allies are beaten in Stavanger; Egersund is German and Allies cannot retreat over the fjord. Coastal
    evacuation saves all of them, passing none."""
    play = position(
        germany=ALL_SIX | {"Stavanger": 0, "Egersund": 4},
        allies={"Stavanger": 4, "Namsos": 1},
        hands={"allies": ["Coastal evacuation"]},
    )
    play.throws([5, 5, 5, 5], [1, 1, 1, 1])("move Egersund > Stavanger 4")("end movement")
    while play.asked == ["allies"] and "withdraw by sea" not in " ".join(play.offered()):
        play("pass")
    return order(play).startswith("withdraw by sea to ")


POSITIONS: tuple[Callable[[], bool], ...] = (
    germany_garrisons_the_threatened_city,
    germany_takes_an_undefended_city_at_once,
    the_allies_do_not_attack_over_water_at_bad_odds,
    norway_blocks_the_road_of_the_decisive_group,
    norway_lays_the_ambush_that_turns_the_battle,
    the_allies_send_fighters_against_the_bomber_that_matters,
    norway_retreats_towards_its_own_side,
    germany_keeps_the_battalion_that_holds_the_city,
    norway_exchanges_reinforcements,
    the_allies_invade_the_weakest_city_before_the_end,
    germany_burns_its_cards_and_wins,
    the_allies_leave_by_sea_when_surrounded,
)


def test_the_captain_finds_the_right_moves(record_property: Recorded) -> None:
    check_positions("norway", POSITIONS, record_property)
