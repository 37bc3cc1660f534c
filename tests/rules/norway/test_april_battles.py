"""Interception, paratroops, sea battles, raiding and land battles of the nine-April round (7.1, 7.2)."""

import pytest

from cases import cases
from feltherre.games.norway.april.steps import AprilDrops, Landings, Raiding
from feltherre.games.norway.hands import deck_size
from feltherre.games.norway.state import ALLIES
from feltherre.games.norway.steps import ChooseBattle
from norway_table import Playing, example
from norway_table.april import april_hand, april_position
from norway_table.battles import dice

# interception


@pytest.mark.proves("7.1-1")
def test_in_each_shared_sea_area_germany_decides_first_then_the_allies() -> None:
    play = april_position(
        1, ships_at={"III": ["KMS Emden", "HMS York"], "V": ["KMS Köln", "HMS Renown"], "VI": ["KMS Blücher"]}
    )
    asked = []
    while play.state.phase == 1:
        asked.append((play.asked[0], str(play.decision().prompt.args["sea"].args["sea"].key)))
        play("pass")
    assert asked == [
        ("germany", "norway.sea.III"),
        ("allies", "norway.sea.III"),
        ("germany", "norway.sea.V"),
        ("allies", "norway.sea.V"),
    ]


@pytest.mark.proves("7.1-1")
def test_no_ship_goes_on_to_another_sea_area() -> None:
    play = april_position(1, ships_at={"III": ["KMS Emden", "HMS York"]})
    play("pass").throws([2])("intercept")
    assert "norway.event.nothing-intercepted" in play.told()
    assert play.decided == ("germany", "7.2-landing-1"), "nobody moves, no battle: the landing"
    assert not play.face_up("HMS York"), "who tried in vain is hidden again"


@pytest.mark.proves("7.1-1", "6.2-2")
def test_smoke_screen_hides_an_intercepted_ship_again() -> None:
    play = april_position(1, ships_at={"III": ["KMS Emden", "HMS York"]}, hands={"germany": ["Smoke screen"]})
    play("pass").throws([5])("intercept")
    assert play.decided == ("germany", "7.1-1")
    play("smoke KMS Emden")
    assert april_hand(play, "germany") == []
    assert not play.face_up("KMS Emden")
    assert play.decision().rule == "7.2-landing-1", "without a ship caught there is no battle, and Emden may land"
    assert play.offered() == [
        "land nothing",
        *(f"land ships KMS Emden > {a}" for a in ("Egersund", "Stavanger", "Haugesund")),
    ]


@pytest.mark.proves("6.1-decoy", "8.1-int-5")
def test_a_decoy_found_leaves_the_game_and_decoys_alone_do_not_intercept() -> None:
    play = april_position(1, ships_at={"III": ["Decoy 1", "HMS York"]})
    assert play.asked == ["germany"], "the others do not know that it is a decoy"
    assert play.refusal("intercept") == ("norway.illegal.decoys-only", "6.1-decoy")
    play("pass").throws([6])("intercept")
    assert play.ships("germany", "removed").count("Decoy 1") == 1
    assert "norway.event.decoy-found" in play.told()
    assert "norway.event.sea-battle" not in play.told()


# Paratroops


def dropping(*norwegian: str, german: tuple[str, ...] = ("Paratroops",), **more: int) -> Playing:
    return april_position(
        steps=(AprilDrops(), ChooseBattle()),
        hands={"germany": german, "norway": norwegian},
        norway={"Finnmark": 1, **more},
    )


@pytest.mark.proves("7.1-2")
def test_there_is_no_movement_but_paratroops() -> None:
    play = april_position(1, germany={"Oslo": 2}, hands={"germany": ["Paratroops"]})
    assert play.decided == ("germany", "7.1-2")
    assert play.refusal("move Oslo > Horten 1")[0] == "core.illegal.other-decision"
    assert play.refusal("drop Tromsø") == ("norway.illegal.out-of-range", "2.3-air-1")
    play("drop Kristiansand")
    assert play.at("germany", "Kristiansand") == 1
    assert april_hand(play, "germany") == []


@pytest.mark.proves("7.1-2")
def test_each_card_brings_one_battalion_and_over_defenders_it_attacks_from_the_air() -> None:
    play = dropping(german=("Paratroops", "Paratroops", "Gebirgsjäger"), Horten=1)("drop Oslo")("drop Oslo")
    assert play.at("germany", "Oslo") == 2
    assert play.decision().rule != "7.1-2", "both cards lie face up: nobody is asked for a third"
    play = dropping(german=("Paratroops", "Bomber"), Oslo=1)("drop Oslo")("pass")
    assert play.groups() == [("air", "Oslo", "air", 1)]


@pytest.mark.proves("7.1-fighter", "7.1-2")
def test_fighter_sends_the_paratroops_to_an_adjoining_area_also_over_a_fjord() -> None:
    given, then = example("ex-4-paratroops")
    play = dropping("Fighter", "Coastal fort")(f"drop {given['dropped_on']}")
    assert play.decided == ("norway", "7.1-fighter")
    assert play.refusal("divert Bergen") == ("norway.illegal.not-beside", "7.1-fighter")
    assert play.offered() == [*(f"divert {area}" for area in ("Egersund", "Haugesund")), "pass"]
    assert sorted(given["neighbours_of_stavanger"]) == ["Egersund", "Haugesund"]
    play(f"divert {given['diverted_to']}")
    assert play.battalions("germany") == then["german"]
    assert april_hand(play, "norway") == ["Coastal fort"]


@pytest.mark.proves("7.1-fighter")
def test_without_fighter_norway_is_asked_and_the_paratroops_land() -> None:
    play = dropping("Coastal fort")("drop Stavanger")
    assert play.decided == ("norway", "7.1-fighter")
    assert play.refusal("divert Haugesund") == ("norway.illegal.no-card", "7.1-fighter")
    play("pass")
    assert play.battalions("germany") == {"Stavanger": 1}


# sea battle


def fighting(*cards: str, area: str = "III", german: tuple[str, ...] = ()) -> Playing:
    """Emden has been caught by York."""
    play = april_position(
        1,
        ships_at={area: ["KMS Emden", "KMS Köln", "HMS York"]},
        hands={"allies": cards, "germany": german} if german else {"allies": cards},
    )
    play("pass").throws([5, 1]).draws([1])("intercept")
    while play.decision().rule in ("7.1-1", "7.1-2"):
        play("pass")
    return play("join -")


@cases("die sunk", ("7.2a-1 7.2a-dive-bomber", 5, ["KMS Emden"]), ("7.2a-1 7.2a-dive-bomber", 4, []))
def test_dive_bomber_sinks_a_ship_on_five_and_misses_on_four(die: int, sunk: list[str]) -> None:
    play = fighting("Dive bomber").throws([die], [1], [1])
    assert play.decided == ("allies", "8.2-seq-2")
    assert play("play April Dive bomber").ships("germany", "sunk") == sunk


@pytest.mark.proves("7.2a-1")
def test_only_the_cards_of_the_nine_april_round_count_in_its_sea_battles() -> None:
    play = fighting("Minelaying", "Dive bomber")
    assert play.offered() == ["play April Dive bomber", "pass"]
    assert play.refusal("play April Minelaying") == ("norway.illegal.not-in-sea-step", "8.2-seq-2")


def sinking(area: str, german: tuple[str, ...]) -> Playing:
    """York sinks Emden."""
    play = april_position(
        1, ships_at={area: ["KMS Emden", "HMS York"]}, hands={"germany": german, "norway": ["Coastal fort"]}
    )
    play("pass").throws([5], [1], [6])("intercept")
    while play.decision().rule in ("7.1-1", "7.1-2"):
        play("pass")
    assert play.ships("germany", "sunk") == ["KMS Emden"]
    return play


@pytest.mark.proves("7.2a-1", "6.2-2")
def test_evacuated_sailors_land_from_the_sea_area_where_their_ship_was_sunk() -> None:
    play = sinking("III", ("Evacuated sailors", "Gebirgsjäger"))
    assert play.decided == ("germany", "7.2a-1")
    play("rescue sailors")
    assert play.decided == ("germany", "7.2-landing-1")
    assert play.refusal("land ships Sailors > Bergen") == ("norway.illegal.no-shore", "7.2-landing-1")
    assert play.refusal("land ships Sailors > Egersund, Sailors > Stavanger")[0] == "norway.illegal.landing-ships"
    play("land ships Sailors > Egersund")
    assert play.at("germany", "Egersund") == 1
    assert april_hand(play, "germany") == ["Gebirgsjäger"]


@pytest.mark.proves("7.2a-1", "7.2-landing-2")
def test_nobody_is_asked_for_sailors_off_viii_from_where_nothing_lands() -> None:
    play = sinking("VIII", ("Evacuated sailors", "Gebirgsjäger"))
    assert play.decision().rule != "7.2a-1"


@pytest.mark.proves("7.2a-1")
def test_without_the_card_the_crew_is_lost() -> None:
    play = sinking("III", ("Gebirgsjäger",))
    assert play.decided == ("germany", "7.2a-1")
    assert play.refusal("rescue sailors") == ("norway.illegal.no-card", "7.2a-1")
    play("pass")
    assert play.battalions("germany") == {}
    assert play.decision().rule != "7.2-landing-1"


# raiding


def raiding(**places: list[str]) -> Playing:
    return april_position(
        2, ships_at=places, steps=(Raiding(), Landings(), ChooseBattle()), hands={"norway": ["Fighter"]}
    )


@pytest.mark.proves("7.2-raiding-1", "7.2-raiding-2", "5.1-raid-box")
def test_battleships_cost_the_allies_two_cards_and_heavy_cruisers_one() -> None:
    play = raiding(VI=["KMS Scharnhorst"], VII=["KMS Blücher"], VIII=["KMS Gneisenau", "KMS Lützow"])
    before = deck_size(play.state, ALLIES)
    play("raid KMS Scharnhorst + KMS Blücher + KMS Gneisenau")
    assert deck_size(play.state, ALLIES) == before - 2 - 1 - 2
    assert len(play.used("allies")) == 5, "they lie face up below the deck"
    assert play.ships("germany", "raid") == ["KMS Scharnhorst", "KMS Gneisenau", "KMS Blücher"]
    assert play.face_up("KMS Blücher")
    assert play.ships("germany", "VIII") == ["KMS Lützow"]


@pytest.mark.proves("7.2-raiding-1")
def test_only_battleships_and_heavy_cruisers_in_vi_vii_and_viii_raid() -> None:
    play = raiding(V=["KMS Blücher"], VI=["KMS Emden", "KMS Lützow"])
    refusal = ("norway.illegal.raid", "7.2-raiding-1")
    assert play.refusal("raid KMS Blücher") == refusal, "in V"
    assert play.refusal("raid KMS Emden") == refusal, "a light cruiser"
    assert play.offered() == ["raid KMS Lützow", "pass"]


@pytest.mark.proves("7.2-raiding-1")
def test_germany_is_asked_wherever_its_cards_lie_there_and_not_otherwise() -> None:
    play = raiding(VII=["Decoy 1"])
    assert play.decided == ("germany", "7.2-raiding-1")
    assert play.offered() == ["pass"], "for the others it might be a battleship"
    play = raiding(V=["KMS Scharnhorst"])
    assert play.decided == ("germany", "7.2-landing-1")


@pytest.mark.proves("7.2-raiding-1", "7.2-raiding-2")
def test_nobody_raids_and_nobody_loses_a_card() -> None:
    given, then = example("ex-4-raiding")
    play = raiding(VI=["KMS Lützow"])
    before = deck_size(play.state, ALLIES)
    play("pass")
    assert given["raiders"] == play.ships("germany", "raid")
    assert deck_size(play.state, ALLIES) == before - then["allied_cards_lost"]


# land battle


def landing(german: tuple[str, ...], norwegians: int = 2, area: str = "Kristiansand", sea: str = "II") -> Playing:
    """Emden and Köln land where Norwegians stand; nobody resists besides."""
    play = april_position(
        2,
        ships_at={sea: ["KMS Emden", "KMS Köln"]},
        hands={"germany": german},
        norway={"Finnmark": 1, area: norwegians},
    )
    play.throws([1])
    return play(f"land ships KMS Emden > {area}, KMS Köln > {area}")


@pytest.mark.proves("7.2b-1")
def test_germany_attacks_with_bomber_and_gebirgsjager() -> None:
    play = landing(("Bomber", "Gebirgsjäger", "Smoke screen"))
    play("pass")  # no Bluff and threats
    assert play.decided == ("germany", "4.2-1")
    assert play.offered() == ["play April Bomber", "play April Gebirgsjäger", "pass"]
    assert play.refusal("play April Smoke screen") == ("norway.illegal.not-in-step", "4.2-1")
    play.throws([6, 6, 6, 6, 6, 6], [1, 1])
    play("play April Bomber")("play April Gebirgsjäger")
    assert dice(play) == (2 + 2 + 2, 2), "landed battalions are not halved"
    assert play.at("germany", "Kristiansand") == 2
    assert play.at("norway", "Kristiansand") == 0


@pytest.mark.proves("7.2b-1")
def test_bomber_needs_air_range() -> None:
    play = landing(("Bomber", "Gebirgsjäger"), area="Trondheim", sea="V")("pass")
    assert play.refusal("play April Bomber")[1] == "2.3-air-1"
    assert play.offered() == ["play April Gebirgsjäger", "pass"]


def bluff(die: int, *throws: list[int]) -> Playing:
    play = landing(("Bluff and threats", "Smoke screen"))
    assert play.decided == ("germany", "7.2b-bluff")
    play.throws([die], *throws)("bluff")
    assert april_hand(play, "germany") == ["Smoke screen"]
    return play


@pytest.mark.proves("7.2b-bluff")
def test_a_bluff_works_on_three() -> None:
    play = bluff(3)
    assert play.decided == ("norway", "4.2-8-def-1")
    play("retreat to Evje")
    assert play.at("norway", "Evje") == 2, "all leave together, by the retreat rules"
    assert play.at("germany", "Kristiansand") == 2
    assert "norway.event.battle-dice" not in play.told()


@pytest.mark.proves("7.2b-bluff")
def test_a_bluff_fails_on_two() -> None:
    play = bluff(2, [1, 1], [6, 6]).passes()
    assert "norway.event.bluff-fails" in play.told()
    assert play.at("norway", "Kristiansand") == 2


@pytest.mark.proves("7.2b-bluff")
def test_bluff_comes_before_other_cards_of_the_battle() -> None:
    play = landing(("Bluff and threats", "Bomber"))("pass")
    assert play.decided == ("germany", "4.2-1")
    assert play.refusal("play April Bluff and threats") == ("norway.illegal.not-in-step", "4.2-1")
    assert play.refusal("bluff")[0] == "core.illegal.other-decision"


@pytest.mark.proves("7.2b-1", "7.2b-bluff")
def test_norwegians_who_are_surrounded_are_lost_to_a_bluff() -> None:
    play = april_position(
        2,
        ships_at={"III": ["KMS Emden"]},
        hands={"germany": ["Bluff and threats"]},
        norway={"Finnmark": 1, "Haugesund": 1},
        germany={"Stavanger": 1, "Bergen": 1},
    )
    play.throws([6])("land ships KMS Emden > Haugesund")("bluff")
    assert "norway.event.surrounded" in play.told()
    assert play.at("norway", "Haugesund") == play.at("norway", "Bergen") == 0
    assert play.at("germany", "Haugesund") == 1
