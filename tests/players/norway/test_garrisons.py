"""Who stays, who turns back, and where the first Allies land: the captain leaves no point city to an enemy who stands
next to it, does not march to and fro, knows when its ally goes home, and opens in more than one way.
"""

from cases import each
from feltherre.core.catalogue import render
from feltherre.games.norway.actions import FirstLanding
from feltherre.games.norway.players import CaptainPlayer
from norway_table import Playing, position
from norway_table.captain import ask, order

#: Germany in the five cities south of Narvik
FIVE = {"Oslo": 3, "Kristiansand": 2, "Stavanger": 2, "Bergen": 3, "Trondheim": 3}


def march(play: Playing, player: CaptainPlayer | None = None) -> list[str]:
    """The captain's orders in a movement phase, up to its end; nobody answers them."""
    player = player or CaptainPlayer()
    mover, given = play.asked[0], list[str]()
    while (line := order(play, player, mover)) != "end movement":
        given.append(line)
        play(line, mover).passes(until=mover)
    return given


@each(
    "says turn city germany norway allies",
    (
        "three in Stavanger before five in Egersund",
        "allies",
        "Stavanger",
        {"Oslo": 1, "Kristiansand": 2, "Egersund": 5, "Bergen": 3, "Trondheim": 2, "Tysfjord": 2},
        {"Voss": 3, "Førde": 2, "Narvik": 5},
        {"Stavanger": 3, "Førde": 3},
    ),
    (
        "five in Bergen before five in Voss",
        "norway",
        "Bergen",
        {"Oslo": 4, "Kristiansand": 1, "Stavanger": 5, "Voss": 5, "Trondheim": 4, "Tysfjord": 2},
        {"Bergen": 5, "Narvik": 5},
        {"Haugesund": 5, "Førde": 3},
    ),
    (
        "an attack with all of them would be won",
        "allies",
        "Trondheim",
        {"Oslo": 5, "Kongsvinger": 1, "Bergen": 2, "Oppdal": 1, "Tynset": 5, "Narvik": 3},
        {"Voss": 4, "Steinkjer": 2},
        {"Trondheim": 4},
    ),
    (
        "the last city that Germany misses, shortly before the end",
        "norway",
        "Narvik",
        FIVE | {"Tysfjord": 2},
        {"Narvik": 5, "Bodø": 1},
        {"Haugesund": 5},
    ),
    (
        "Germans too, with an enemy on either side",
        "germany",
        "Kristiansand",
        {"Oslo": 3, "Kristiansand": 3, "Stavanger": 1, "Hønefoss": 4, "Trondheim": 5},
        {"Bergen": 5, "Narvik": 3, "Arendal": 1},
        {"Egersund": 1},
    ),
)
def test_a_city_that_the_enemy_can_enter_is_not_left(
    turn: str, city: str, germany: dict[str, int], norway: dict[str, int], allies: dict[str, int]
) -> None:
    hands = {"germany": ["Bomber", "Panzer", "Artillery"]}
    play = position(turn=turn, germany=germany, norway=norway, allies=allies, hands=hands, decks={"germany": 9})
    march(play)
    assert play.at(turn, city) > 0


def test_germans_all_go_where_nobody_can_enter_behind_them() -> None:
    """From Egersund there is no way but to Stavanger and Kristiansand. One who attacks from Stavanger leaves nobody who
    could enter it; he who leaves Kristiansand would let in the Norwegian from Evje."""
    play = position(
        germany={"Oslo": 3, "Kristiansand": 1, "Stavanger": 1, "Hønefoss": 4, "Trondheim": 5},
        norway={"Bergen": 5, "Narvik": 3, "Evje": 1},
        allies={"Egersund": 2},
        hands={"germany": ["Bomber", "Panzer", "Artillery"]},
        decks={"germany": 9},
    )
    given = march(play)
    assert "move Stavanger > Egersund 1" in given
    assert play.at("germany", "Kristiansand") == 1


def test_the_captain_says_where_a_battalion_stays_behind() -> None:
    play = position(turn="norway", germany=FIVE | {"Tysfjord": 4}, norway={"Narvik": 1}, decks={"germany": 9})
    march(play)
    assert render(ask(play).why) == (
        "No other move helps. A battalion stays in Narvik, so that the enemy does not simply walk in."
    )


def two_and_four_in_narvik(allied_cards: int) -> Playing:
    """One German stands next to them."""
    return position(
        turn="norway",
        germany=FIVE | {"Tysfjord": 1},
        norway={"Narvik": 2},
        allies={"Narvik": 4},
        decks={"germany": 20, "allies": allied_cards},
        hands={"norway": ["Ambush"]},
    )


def test_norway_goes_where_its_ally_stays_but_not_where_he_goes_home() -> None:
    """The Allies lose four battalions when their deck is used up (2.4-all-3): all that they have here."""
    assert march(two_and_four_in_narvik(allied_cards=20)) == ["move Narvik > Tysfjord 2"]
    assert march(two_and_four_in_narvik(allied_cards=2)) == []


def test_the_allies_who_go_home_are_not_the_last_in_a_city() -> None:
    """Of five Allies the four in Tysfjord go: the one in Narvik keeps the Germans in Bjørnfjell out (2.4-all-3)."""
    play = position(
        turn="allies",
        phase=4,
        germany=FIVE | {"Bjørnfjell": 2},
        allies={"Narvik": 1, "Tysfjord": 4},
        norway={"Finnmark": 1},
        hands={"allies": ["Tank"]},
        decks={"allies": 1},
    )
    assert order(play("discard Tank")) == "withdraw Tysfjord 4"


def before_oslo(norwegians: str, germans_in_oslo: int, turn: int) -> Playing:
    return position(
        turn="norway",
        round=turn,
        germany=FIVE | {"Oslo": germans_in_oslo, "Hønefoss": 2, "Tysfjord": 2},
        norway={norwegians: 1, "Narvik": 2},
        decks={"germany": 30},
    )


def test_a_battalion_does_not_march_to_and_fro() -> None:
    """It has left Kongsvinger before four Germans in Oslo. Now there are two: one who comes from elsewhere would go
    there, but it does not turn back for so little. Before a single German it does."""
    back = "move Rena > Kongsvinger 1"
    assert back in march(before_oslo("Rena", germans_in_oslo=2, turn=6))
    for germans, turns_back in ((2, False), (1, True)):
        captain = CaptainPlayer()
        assert march(before_oslo("Kongsvinger", 4, turn=5), captain) == ["move Kongsvinger > Rena 1"]
        assert (back in march(before_oslo("Rena", germans, turn=6), captain)) == turns_back


def landing(seed: int) -> FirstLanding:
    """Where the first Allies land after a usual first turn of Germany and Norway (3-6)."""
    play = position(
        turn="allies",
        phase=3,
        germany={"Oslo": 3, "Kristiansand": 2, "Stavanger": 2, "Bergen": 2, "Trondheim": 2, "Narvik": 3},
        norway={"Hamar": 2, "Voss": 2, "Steinkjer": 1, "Bardufoss": 3},
        first_allies_landed=False,
    )
    chosen = ask(play, seed=seed).action
    assert isinstance(chosen, FirstLanding)
    return chosen


def test_the_first_allies_land_in_many_places_and_the_same_chance_lands_them_in_the_same() -> None:
    landings = [landing(seed) for seed in range(40)]
    assert [landing(seed) for seed in range(5)] == landings[:5]
    coasts = [{one.first, one.second} for one in landings]
    assert len({coast for pair in coasts for coast in pair}) >= 5
    assert sum("egersund" in pair for pair in coasts) < len(coasts) / 2
