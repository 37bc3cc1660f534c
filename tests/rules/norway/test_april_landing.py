"""The landing of 9 April: who lands where, Eidsvoll & Norge, mines, forts and resistance (6.2, 7.2)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from cases import cases
from feltherre.core.agenda import RulingChanged
from feltherre.core.errors import Illegal
from feltherre.core.state import canonical
from feltherre.games.norway.april.steps import LandingPlan
from feltherre.games.norway.board import INDEX
from feltherre.games.norway.game import GAME
from feltherre.games.norway.hands import deck_size
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.state import GERMANY
from norway_table import Playing, example
from norway_table.april import april_hand, april_position


def landing(
    ships_at: Mapping[str, Sequence[str]], norwegian: Sequence[str] = (), allied: Sequence[str] = (), **more: Any
) -> Playing:
    hands = {"norway": norwegian, "allies": allied}
    return april_position(2, ships_at=ships_at, hands={role: held for role, held in hands.items() if held}, **more)


# who lands, and where


@pytest.mark.proves("7.2-landing-1")
def test_each_ship_lands_one_battalion_in_an_adjoining_land_area() -> None:
    play = landing({"II": ["KMS Emden", "KMS Köln", "KMS Blücher"]})
    assert play.decided == ("germany", "7.2-landing-1")
    assert play.refusal("land ships KMS Emden > Egersund") == ("norway.illegal.no-shore", "7.2-landing-1")
    twice = "land ships KMS Emden > Arendal, KMS Emden > Kristiansand"
    assert play.refusal(twice) == ("norway.illegal.landing-ships", "7.2-landing-1")
    play("land ships KMS Blücher > Arendal, KMS Emden > Arendal")
    assert play.battalions("germany") == {"Arendal": 2}
    assert sea_of(play.state).landed == ((INDEX["arendal"], 2),)


@pytest.mark.proves("7.2-landing-1", "7.2-landing-4")
def test_sea_area_after_sea_area_along_the_coast() -> None:
    play = landing({"VI": ["KMS Blücher"], "II": ["KMS Emden"], "IV": ["KMS Köln"]})
    play("pass")  # nobody raids
    order = []
    while play.decisions and play.decision().rule == "7.2-landing-1":
        order.append(play.decision().prompt.args["sea"].args["sea"].key.removeprefix("norway.sea."))
        play("land ships -")
    assert order == ["II", "IV", "VI"]
    assert play.told().count("norway.event.nothing-lands") == 3


@pytest.mark.proves("7.2-landing-2")
def test_nothing_lands_from_viii() -> None:
    play = landing({"VIII": ["KMS Emden"], "III": ["KMS Köln"]})
    play("pass")  # nobody raids
    assert play.refusal("land ships KMS Emden > Stavanger") == ("norway.illegal.landing-ships", "7.2-landing-1")
    play("land ships -")
    assert not play.decisions or play.decision().rule != "7.2-landing-1"


@pytest.mark.proves("7.2-landing-4", "6.1-decoy")
def test_the_ship_is_shown_and_a_decoy_lands_nothing() -> None:
    play = landing({"II": ["KMS Emden", "Decoy 1"]})
    assert play.refusal("land ships Decoy 1 > Arendal") == ("norway.illegal.landing-ships", "7.2-landing-1")
    play("land ships KMS Emden > Arendal")
    told = next(event for event in play.events if event.text.key == "norway.event.lands")
    assert [one.args["ship"].key for one in told.text.args["landings"]] == ["norway.ship.kms-emden"]
    assert play.sightings("allies") == play.sightings("norway") == {"KMS Emden": ["II"]}, "all have seen it"
    assert not play.face_up("KMS Emden")


@pytest.mark.proves("7.2-landing-4")
def test_germany_is_asked_where_only_decoys_lie_and_can_land_nothing() -> None:
    play, twin = landing({"II": ["Decoy 1"]}), landing({"II": ["KMS Emden"]})
    assert play.offered() == ["land nothing"]
    assert play.refusal("land ships KMS Emden > Arendal") == ("norway.illegal.no-ship-to-land", "7.2-landing-4")
    one, other = play.decision(), twin.decision()
    assert (one.id, one.prompt, one.waiting) == (other.id, other.prompt, other.waiting)


@pytest.mark.proves("7.2-landing-1", "7.2-landing-4")
def test_karlsruhe_of_example_4_lands_although_it_never_fought() -> None:
    given, then = example("ex-4-landing")
    play = landing({given["sea_area"]: [given["ship"]]}, germany={"Haugesund": 1}).throws([1])
    assert given["face_down_before"] is not play.face_up(given["ship"])
    play(f"land ships {given['ship']} > {given['lands_in']}")
    assert play.battalions("germany") == then["german"]


@pytest.mark.proves("7.2-landing-1")
def test_where_norwegians_stand_it_is_an_attack_from_the_sea() -> None:
    play = landing({"VI": ["KMS Emden"]}, norway={"Mosjøen": 1}, germany={"Oslo": 1})
    play("pass").throws([6], [1])
    play("land ships KMS Emden > Mosjøen")
    assert play.at("germany", "Mosjøen") == 1
    told = play.told()
    assert told.index("norway.event.attack.sea") < told.index("norway.event.battle")


# Eidsvoll & Norge


def past_eidsvoll(**more: Any) -> Playing:
    return landing({"VI": ["KMS Emden", "KMS Köln", "KMS Karlsruhe", "Eidsvoll & Norge", "HMS York"]}, **more)("pass")


@pytest.mark.proves("7.2-landing-3", "6.1-coast-defence")
def test_landing_ships_first_fight_eidsvoll_and_norge() -> None:
    play = past_eidsvoll(allied=["Minelaying"])
    play.throws([1], [1], [6]).draws([1])
    play("land ships KMS Emden > Narvik, KMS Köln > Bodø")
    assert play.decided == ("allies", "8.2-seq-2")
    play("pass")
    assert play.decided == ("norway", "8.2-seq-7"), "Norway sends away the ship that its own have chased"
    battle = next(event for event in play.events if event.text.key == "norway.event.sea-battle")
    assert [ship.key for ship in battle.text.args["defenders"]] == ["norway.ship.eidsvoll-norge"], "York does not join"
    play("chase KMS Emden > VIII")
    assert play.ships("germany", "VIII") == ["KMS Emden"]
    assert play.decided == ("germany", "7.2-landing-1"), "what is left says anew where it lands"
    assert play.refusal("land ships KMS Emden > Narvik")[0] == "norway.illegal.landing-ships", "it was chased away"
    assert play.refusal("land ships KMS Karlsruhe > Narvik")[0] == "norway.illegal.landing-ships", (
        "it did not fight (R75)"
    )
    play("land ships KMS Köln > Narvik")
    play.throws([1])("pass")  # no mines; nobody resists
    assert play.battalions("germany") == {"Narvik": 1}


@pytest.mark.proves("7.2-landing-3", "7.2-landing-1")
def test_a_ship_chased_away_lands_from_where_it_comes_to_if_that_is_still_to_come() -> None:
    play = landing({"I": ["KMS Blücher", "Eidsvoll & Norge"], "II": ["Decoy 1"]}).throws([1], [6])
    play("land ships KMS Blücher > Oslo")
    assert play.ships("germany", "II") == ["KMS Blücher", "Decoy 1"], "I borders only II"
    assert play.sightings("norway") == {"KMS Blücher": ["II"]}
    play("land ships KMS Blücher > Arendal")  # R75
    assert play.battalions("germany") == {"Arendal": 1}


ARENDAL = "KMS Emden > Arendal"
FOUGHT = {"sea": {"coast_defence_fought": True}}


@cases(
    "says ships_at more line",
    ("7.2-landing-3", "it has fought", {"II": ["KMS Emden", "Eidsvoll & Norge"]}, FOUGHT, ARENDAL),
    ("7.2-landing-3", "nobody wants to land", {"II": ["KMS Emden", "Eidsvoll & Norge"]}, {}, "-"),
    ("7.2-landing-3", "it is elsewhere", {"II": ["KMS Emden"], "III": ["Eidsvoll & Norge"]}, {}, ARENDAL),
)
def test_where_eidsvoll_and_norge_does_not_fight(
    ships_at: dict[str, list[str]], more: dict[str, Any], line: str
) -> None:
    play = landing(ships_at, **more)(f"land ships {line}")
    assert play.battalions("germany") == ({"Arendal": 1} if line == ARENDAL else {})
    assert "norway.event.sea-battle" not in play.told()
    assert sea_of(play.state).coast_defence_fought is bool(more)


@pytest.mark.proves("7.2-landing-3", "7.2a-1")
def test_the_crew_of_a_ship_sunk_off_eidsvoll_and_norge_can_still_land() -> None:
    play = april_position(
        2,
        ships_at={"IV": ["KMS Emden", "Eidsvoll & Norge"]},
        hands={"allies": ["Dive bomber"], "germany": ["Evacuated sailors"]},
    )
    play.throws([6], [1], [1])
    play("land ships KMS Emden > Bergen")("play April Dive bomber")
    assert play.decided == ("germany", "7.2a-1")
    play("rescue sailors")
    assert play.offered() == [
        "land nothing",
        *(f"land ships Sailors > {a}" for a in ("Bergen", "Lærdal", "Førde", "Ålesund")),
    ]
    play("land ships Sailors > Førde")
    assert play.battalions("germany") == {"Førde": 1}


# mines


def mined(die: int, *positions: int) -> Playing:
    play = landing({"V": ["KMS Emden", "KMS Köln", "KMS Blücher"]}, allied=["Minelaying", "Dive bomber"])
    play("land ships KMS Emden > Namsos, KMS Köln > Namsos, KMS Blücher > Åndalsnes")
    assert play.decided == ("allies", "7.2-landing-cards")
    return play.throws([die]).draws(list(positions)) if positions else play.throws([die])


@cases(
    "says die drawn sunk landed",
    ("7.2-landing-cards", "a six sinks one, drawn at random", 6, [0], ["KMS Blücher"], {"Namsos": 2}),
    ("7.2-landing-cards", "a four keeps one from landing", 4, [2], [], {"Namsos": 1, "Åndalsnes": 1}),
    ("7.2-landing-cards", "a three does nothing", 3, [], [], {"Namsos": 2, "Åndalsnes": 1}),
)
def test_minelaying(die: int, drawn: list[int], sunk: list[str], landed: dict[str, int]) -> None:
    play = mined(die, *drawn)
    before = deck_size(play.state, GERMANY)
    play("lay mines")
    assert play.ships("germany", "sunk") == sunk
    assert deck_size(play.state, GERMANY) == before - len(sunk)
    assert play.battalions("germany") == landed
    assert april_hand(play, "allies") == ["Dive bomber"]
    left = [ship for ship in ("KMS Emden", "KMS Köln", "KMS Blücher") if ship not in sunk]
    assert not any(play.face_up(ship) for ship in left), "all are hidden again"


@pytest.mark.proves("7.2-landing-cards")
def test_no_mines_off_i_and_ii_or_against_a_landing_that_is_none() -> None:
    play = landing({"II": ["KMS Emden"], "V": ["KMS Köln"]}, allied=["Minelaying"])
    play("land ships KMS Emden > Arendal")
    assert play.decided == ("germany", "7.2-landing-1"), "in II no mines are laid"
    play("land ships -")
    assert not play.decisions or play.decision().rule != "7.2-landing-cards"


def test_the_software_draws_the_mined_ship_when_dice_are_typed_in() -> None:
    play = mined(6)
    play.script.dice_to_come.clear()
    play.state.dice = "typed"
    play("lay mines")
    assert play.asked == ["allies"]
    play.draws([1])("dice 6")
    assert play.ships("germany", "sunk") == ["KMS Köln"]


# Coastal fort


def fort(
    die: int, *positions: int, area: str = "Oslo", norwegian: Sequence[str] = ("Coastal fort", "Fighter")
) -> Playing:
    play = landing({"I": ["KMS Blücher", "KMS Emden", "KMS Köln"]}, norwegian)
    play(f"land ships KMS Blücher > {area}, KMS Emden > {area}, KMS Köln > Horten")
    play.throws([die])
    return play.draws(list(positions)) if positions else play


@pytest.mark.proves("6.2-coastal-fort", "7.2-landing-cards")
def test_a_six_of_coastal_fort_sinks_a_ship_landing_there_and_the_others_go_elsewhere() -> None:
    play = fort(6, 0)
    assert play.decided == ("norway", "6.2-coastal-fort")
    before = deck_size(play.state, GERMANY)
    play("fire fort")
    assert play.ships("germany", "sunk") == ["KMS Blücher"]
    assert deck_size(play.state, GERMANY) == before - 1
    assert play.decided == ("germany", "6.2-coastal-fort")
    assert play.refusal("land ships KMS Emden > Oslo") == ("norway.illegal.no-shore", "7.2-landing-1")
    assert play.refusal("land ships -") == ("norway.illegal.must-land", "6.2-coastal-fort")
    assert play.refusal("land ships KMS Köln > Skien")[0] == "norway.illegal.landing-ships", "it was not turned away"
    play("land ships KMS Emden > Skien")
    assert play.battalions("germany") == {"Horten": 1, "Skien": 1}
    assert april_hand(play, "norway") == ["Fighter"]


@pytest.mark.proves("6.2-coastal-fort")
def test_a_four_bars_the_city() -> None:
    play = fort(4)("fire fort")
    assert play.ships("germany", "sunk") == []
    play("land ships KMS Emden > Østfold, KMS Blücher > Horten")
    assert play.battalions("germany") == {"Horten": 2, "Østfold": 1}
    assert "norway.event.no-resistance" not in play.told(), "nobody landed in a point city"


@pytest.mark.proves("6.2-coastal-fort")
def test_a_fort_fires_only_at_a_landing_in_a_point_city() -> None:
    play = fort(3, area="Horten")
    assert "norway.event.fort-misses" not in play.told()
    assert play.battalions("germany") == {"Horten": 3}


@pytest.mark.proves("6.2-coastal-fort", "6.2-2")
def test_norway_is_asked_in_vain_without_the_card_and_once_for_a_city() -> None:
    play = fort(1, norwegian=("Fighter",))
    assert play.decided == ("norway", "6.2-coastal-fort")
    assert play.refusal("fire fort") == ("norway.illegal.no-card", "6.2-coastal-fort")
    play("pass")
    assert play.battalions("germany") == {"Oslo": 2, "Horten": 1}
    play = fort(1, norwegian=("Coastal fort", "Coastal fort")).throws([1])("fire fort")
    assert play.battalions("germany") == {"Oslo": 2, "Horten": 1}, "a second fort does not fire in the same city (R74)"
    assert april_hand(play, "norway") == ["Coastal fort"]


@pytest.mark.proves("6.2-coastal-fort", "7.2-landing-cards")
def test_mines_come_before_the_fort() -> None:
    play = landing({"III": ["KMS Emden"]}, ["Coastal fort"], ["Minelaying"])("land ships KMS Emden > Stavanger")
    assert play.decided == ("allies", "7.2-landing-cards")
    play.throws([4])("lay mines")
    assert play.battalions("germany") == {}
    assert april_hand(play, "norway") == ["Coastal fort"], "nothing lands any more, so no fort is asked for"


def test_crews_are_no_ships_for_mines_and_forts_but_the_barred_city_is_closed_to_them_too() -> None:
    play = landing({"III": ["KMS Emden"]}, ["Coastal fort"], ["Minelaying"], sea={"sailors": (2,)})
    play("land ships KMS Emden > Stavanger, Sailors > Stavanger")
    plan = play.state.agenda[-1]
    assert isinstance(plan, LandingPlan)
    assert plan.landings[-1] == (-1, INDEX["stavanger"]), "a crew comes last, and in records has the number -1"
    play("pass")  # no mines
    play.throws([6])("fire fort")
    assert play.ships("germany", "sunk") == ["KMS Emden"]
    assert play.offered() == ["land ships Sailors > Egersund", "land ships Sailors > Haugesund"]
    play("land ships Sailors > Haugesund")
    assert play.battalions("germany") == {"Haugesund": 1}
    alone = landing({}, ["Coastal fort"], ["Minelaying"], sea={"sailors": (2,)}).throws([1])
    alone("land ships Sailors > Stavanger")
    assert alone.battalions("germany") == {"Stavanger": 1}, "neither mines nor forts are asked for (R73)"


# resistance


@cases(
    "says city norway throws raised",
    ("7.2-resist-1", "a five raises one", "Kristiansand", {}, ([5], [6, 6], [1]), 1),
    ("7.2-resist-1", "a four does not", "Kristiansand", {}, ([4],), 0),
    ("7.2-resist-1", "also beside others, one throw", "Kristiansand", {"Kristiansand": 1}, ([6], [6, 6], [1, 1]), 1),
    ("7.2-resist-2 7.2-resist-1", "no throw in other areas", "Arendal", {}, (), 0),
)
def test_resistance_in_point_cities(
    city: str, norway: dict[str, int], throws: Sequence[Sequence[int]], raised: int
) -> None:
    """Two battalions land."""
    ships_at = {"II": ["KMS Emden", "KMS Köln"]}
    play = landing(ships_at, germany={"Oslo": 1}, norway={"Finnmark": 1, **norway}).throws(*throws)
    play(f"land ships KMS Emden > {city}, KMS Köln > {city}").passes()
    assert len(sea_of(play.state).mobilised) == raised
    assert ("norway.event.battle" in play.told()) is bool(raised)
    told = {"norway.event.resists", "norway.event.no-resistance"} & set(play.told())
    assert told == ({"norway.event.resists" if raised else "norway.event.no-resistance"} if throws else set())
    assert (play.at("germany", city), play.at("norway", city)) == (2, 0)


@pytest.mark.proves("7.2-resist-1")
def test_paratroops_in_the_city_fight_beside_those_who_landed() -> None:
    play = landing({"III": ["KMS Emden"]}, germany={"Stavanger": 1}).throws([6], [1, 1], [1])
    play("land ships KMS Emden > Stavanger")
    ruling = next(event.ruling for event in play.events if event.ruling and event.ruling.procedure == "land-combat")
    assert ruling.outputs["attacker_dice_count"] == 2


# what others may know


def test_a_seat_cannot_tell_decoys_from_ships_before_they_land() -> None:
    play = landing({"II": ["KMS Emden", "Decoy 1"], "III": ["KMS Köln", "Decoy 2"]})
    places = set()
    for seed in range(20):
        twin = GAME.redeal(play.state, ("norway",), Random(seed))
        assert canonical(GAME.view(twin, ("norway",))) == canonical(GAME.view(play.state, ("norway",)))
        places.add(sea_of(twin).place)
    assert len(places) > 3


# the umpire


@pytest.mark.proves("7.2-landing-cards")
def test_an_umpire_may_name_another_mined_ship_but_only_one_that_lands() -> None:
    for named, struck in (("KMS Emden", ["KMS Emden"]), ("", [])):
        play = mined(6, 0)
        play.state.umpire = play.state.gate_held = True
        play("lay mines")
        with pytest.raises(Illegal) as refusal:
            play.answer(RulingChanged({"ship": "KMS Scharnhorst"}, "a mistake"), "umpire")
        assert refusal.value.reason.key == "core.illegal.output-word"
        play.answer(RulingChanged({"ship": named}, "a mistake"), "umpire")
        assert play.ships("germany", "sunk") == struck
        assert sum(play.battalions("germany").values()) == 3 - len(struck)
