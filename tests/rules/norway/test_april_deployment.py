"""Deployment of the nine-April round and its three cards (7.0, R61)."""

import pytest

from cases import cases
from feltherre.games.norway import cards
from feltherre.games.norway.april.steps import (
    DeployNorway,
    DeployShips,
    MisleadingManoeuvre,
    Reconnaissance,
    Redeployment,
)
from feltherre.games.norway.game import GAME
from feltherre.games.norway.hands import held_cards
from feltherre.games.norway.sea.fleet import change
from feltherre.games.norway.sea.pieces import Sighting
from feltherre.games.norway.sea.ships import INDEX, SEA_III
from feltherre.games.norway.state import ALLIES, GERMANY, ROLES
from norway_table import Playing, example
from norway_table.april import GERMAN_SHIPS, april_game, april_hand, april_position, everywhere, in_hand

NINE = ["HMS Warspite", "HMS Rodney", "HMS York", "HMS Renown"]
LIGHT_CRUISER = "Light cruiser with destroyers Aurora"
#: where Norway stands before Redeployment
DEPLOYED = {"Finnmark": 1, "Oslo": 1, "Steinkjer": 1, "Hamar": 1}


def deploying(*steps: object, **more: object) -> Playing:
    return april_position(0, steps=steps, **more)  # type: ignore[arg-type]


# Norway


@pytest.mark.proves("7.0-deploy-nor")
def test_norway_deploys_first() -> None:
    play = deploying(
        DeployNorway(), DeployShips(GERMANY), ships_at={"hand": ["Eidsvoll & Norge", "KMS Emden"]}, norway={}
    )
    assert play.decided == ("norway", "7.0-deploy-nor")
    picking = play.decision().space.picking(("horten",))
    assert (picking and picking.need) == 2, "two mobilisation points are picked together"
    play("deploy oslo Horten and points Voss and Steinkjer and ships IV")
    assert play.battalions("norway") == {"Finnmark": 1, "Horten": 1, "Voss": 1, "Steinkjer": 1}
    assert play.ships("norway", "IV") == ["Eidsvoll & Norge"]
    assert play.face_up("Eidsvoll & Norge")
    assert play.asked == ["germany"]


@cases(
    "says line key",
    ("7.0-deploy-nor", "not beside Oslo", "oslo Hamar and points Voss and Steinkjer and ships IV", "around-oslo"),
    ("7.0-deploy-nor", "on no point", "oslo Oslo and points Voss and Bergen and ships IV", "mobilisation-point"),
    ("7.0-deploy-nor", "ships in VIII", "oslo Oslo and points Voss and Voss and ships VIII", "no-station-viii"),
)
def test_where_norway_does_not_deploy(line: str, key: str) -> None:
    play = deploying(DeployNorway(), ships_at={"hand": ["Eidsvoll & Norge"]}, norway={})
    assert play.refusal(f"deploy {line}") == (f"norway.illegal.{key}", "7.0-deploy-nor")


@pytest.mark.proves("7.0-deploy-nor")
def test_the_battalion_at_oslo_stands_there_or_beside_it_and_the_others_may_stand_on_the_same_point() -> None:
    play = deploying(DeployNorway(), ships_at={"hand": ["Eidsvoll & Norge"]}, norway={})
    allowed = {line.split(" and ")[0].removeprefix("deploy oslo ") for line in play.offered()}
    assert allowed == {"Oslo", "Østfold", "Horten", "Hønefoss", "Kongsvinger", "Gjøvik"}
    play("deploy oslo Gjøvik and points Gjøvik and Gjøvik and ships VII")  # R61
    assert play.battalions("norway") == {"Finnmark": 1, "Gjøvik": 3}
    assert play.ships("norway", "VII") == ["Eidsvoll & Norge"]


# Germany and the Allies


@pytest.mark.proves("7.0-deploy-ger", "6.1-1")
def test_germany_places_all_ships_and_decoys_face_down_anywhere() -> None:
    play = deploying(
        DeployShips(GERMANY), Reconnaissance(), ships_at={"hand": GERMAN_SHIPS}, hands={"allies": ["Minelaying"]}
    )
    assert play.refusal(everywhere({}, GERMAN_SHIPS[:-1], "I")) == ("norway.illegal.stations", "7.0-deploy-ger")
    areas = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
    play(everywhere(dict(zip(GERMAN_SHIPS, areas, strict=False)), GERMAN_SHIPS, "V"))
    assert [len(play.ships("germany", area)) for area in areas] == [1, 1, 1, 1, 10, 1, 1, 1]
    assert not any(play.face_up(ship) for ship in GERMAN_SHIPS)
    told = [event for event in play.events if event.text.key == "norway.event.sails"]
    assert [event.text.args["n"] for event in told] == [1, 1, 1, 1, 10, 1, 1, 1]
    assert {secret.role for event in told for secret in event.secrets} == {"germany"}


@pytest.mark.proves("7.0-deploy-all")
def test_the_allies_place_theirs_anywhere_but_in_i_and_ii_also_with_germans() -> None:
    play = deploying(
        DeployShips(ALLIES),
        MisleadingManoeuvre(),
        ships_at={"hand": NINE, "III": ["KMS Emden"]},
        hands={"germany": ["Bomber"]},
    )
    assert play.decided == ("allies", "7.0-deploy-all")
    for closed in ("I", "II"):
        line = everywhere({"HMS York": closed}, NINE, "III")
        assert play.refusal(line) == ("norway.illegal.closed-sea", "5.1-sea-2")
    assert play.refusal(everywhere({}, NINE[1:], "III")) == ("norway.illegal.stations", "7.0-deploy-all")
    play(everywhere({"HMS York": "VIII"}, NINE, "III"))
    assert play.ships("allies", "III") == ["HMS Warspite", "HMS Rodney", "HMS Renown"]
    assert not play.face_up("HMS Warspite")


@pytest.mark.proves("7.0-deploy-ger", "7.0-deploy-all")
def test_the_placement_of_example_4() -> None:
    given, then = example("ex-4-deploy")
    german, allied = given["german_face_down"], ["HMS Warspite", LIGHT_CRUISER]
    play = deploying(
        DeployShips(GERMANY),
        DeployShips(ALLIES),
        Redeployment(),
        ships_at={"hand": [*german, *allied]},
        hands={"norway": ["Fighter"]},
    )
    play(everywhere({}, german, given["sea_area"]))
    assert play.refusal(everywhere({}, allied, "II")) == ("norway.illegal.closed-sea", "5.1-sea-2")
    play(everywhere({}, allied, given["sea_area"]))
    assert then["legal"]
    assert play.ships("allies", "III") == allied
    assert not any(play.face_up(ship) for ship in (*german, *allied))


# the order


@pytest.mark.proves("7.0-cards", "7.0-recon")
def test_the_order_of_deployment() -> None:
    play = april_game()
    for role, line in (
        (
            "germany",
            "choose April Misleading manoeuvre + April Bomber + April Smoke screen + April Gebirgsjäger + april-bluff",
        ),
        ("norway", "choose April Redeployment + April Coastal fort + april-fighter"),
        ("allies", "choose April Reconnaissance plane + April Dive bomber + April Minelaying"),
    ):
        play(line, role)
    asked = []
    lines = {
        ("norway", "7.0-deploy-nor"): "deploy oslo Oslo and points Hamar and Steinkjer and ships VII",
        ("germany", "7.0-deploy-ger"): everywhere({}, GERMAN_SHIPS, "I"),
        ("allies", "7.0-recon"): "reconnoitre I",
        ("allies", "7.0-deploy-all"): "",
        ("germany", "7.0-cards"): "manoeuvre Decoy 1 > II",
        ("norway", "7.0-cards"): "redeploy Hamar > Voss",
        ("allies", "7.0-choice-all"): "pass",
    }
    play.throws([1] * 17)
    while play.state.phase == 0:
        asked.append(play.decided)
        line = lines[asked[-1]]
        play(line or everywhere({}, in_hand(play, "allies"), "VIII"))
    assert asked == [
        ("allies", "7.0-choice-all"),
        ("norway", "7.0-deploy-nor"),
        ("germany", "7.0-deploy-ger"),
        ("allies", "7.0-recon"),
        ("allies", "7.0-deploy-all"),
        ("germany", "7.0-cards"),
        ("norway", "7.0-cards"),
    ]
    assert (april_hand(play, "allies"), april_hand(play, "norway")) == (
        ["Dive bomber", "Minelaying"],
        ["Coastal fort", "Fighter"],
    )


# Reconnaissance plane


def over_iii(dice: list[int], *positions: list[int]) -> Playing:
    play = deploying(
        Reconnaissance(),
        DeployShips(ALLIES),
        ships_at={"III": ["KMS Admiral Hipper", "KMS Karlsruhe", "Decoy 1"], "V": ["KMS Emden"], "hand": ["HMS York"]},
        hands={"allies": ["Reconnaissance plane", "Dive bomber"]},
    )
    return play.throws(dice).draws(*positions)


@pytest.mark.proves("7.0-recon")
def test_one_die_for_each_german_card_and_five_and_six_find_one() -> None:
    play = over_iii([5, 4, 6], [2, 0])("reconnoitre III")
    assert play.sightings("allies") == {"KMS Admiral Hipper": ["III"], "Decoy 1": ["III"]}
    assert play.sightings("norway") == {}, "only the Allies have looked"
    assert not play.face_up("KMS Admiral Hipper"), "the cards are laid back face down"
    event = next(event for event in play.events if event.text.key == "norway.event.ships-seen")
    assert event.text.args["n"] == 2
    assert [secret.role for secret in event.secrets] == ["allies"]
    assert april_hand(play, "allies") == ["Dive bomber"]
    assert play.decided == ("allies", "7.0-deploy-all")


@pytest.mark.proves("7.0-recon")
def test_a_plane_may_find_nothing_and_flies_only_where_germans_lie() -> None:
    play = over_iii([1, 2, 4])
    assert play.refusal("reconnoitre IV") == ("norway.illegal.nothing-to-see", "7.0-recon")
    play("reconnoitre III")
    assert play.sightings("allies") == {}


# Misleading manoeuvre


def manoeuvring(**places: list[str]) -> Playing:
    return deploying(
        MisleadingManoeuvre(),
        Redeployment(),
        ships_at=places,
        hands={"germany": ["Misleading manoeuvre"], "norway": ["Fighter"]},
    )


@pytest.mark.proves("7.0-cards")
def test_misleading_manoeuvre_moves_up_to_three_cards_one_sea_area_each() -> None:
    play = manoeuvring(III=["KMS Emden", "KMS Köln", "Decoy 1", "Decoy 2"])
    four = "manoeuvre KMS Emden > IV, KMS Köln > IV, Decoy 1 > IV, Decoy 2 > II"
    assert play.refusal(four) == ("norway.illegal.manoeuvre", "7.0-cards")
    assert play.refusal("manoeuvre KMS Emden > V") == ("norway.illegal.manoeuvre", "7.0-cards")
    assert play.refusal("manoeuvre KMS Emden > IV, KMS Emden > II") == ("norway.illegal.manoeuvre", "7.0-cards")
    play("manoeuvre KMS Emden > IV, KMS Köln > VIII, Decoy 1 > II")
    assert play.ships("germany", "III") == ["Decoy 2"]
    assert [play.ships("germany", area) for area in ("II", "IV", "VIII")] == [["Decoy 1"], ["KMS Emden"], ["KMS Köln"]]
    told = [event for event in play.events if event.text.key == "norway.event.sails"]
    assert {secret.role for event in told for secret in event.secrets} == {"germany"}
    assert play.asked == ["norway"]


@pytest.mark.proves("7.0-cards")
def test_what_the_allies_have_seen_they_lose_track_of() -> None:
    play = manoeuvring(III=["KMS Emden", "Decoy 1"], IV=["KMS Köln"])
    change(play.state, sightings=(Sighting(ALLIES, INDEX["kms-emden"], (SEA_III,)),))
    # one card goes from III to IV, the one in IV to V: nobody takes the first for one that moved twice
    play("manoeuvre Decoy 1 > IV, KMS Köln > V")
    assert play.sightings("allies") == {"KMS Emden": ["III", "IV"]}


# Redeployment


def redeploying(**battalions: int) -> Playing:
    return deploying(
        Redeployment(),
        DeployNorway(),
        ships_at={"IV": ["Eidsvoll & Norge"]},
        hands={"norway": ["Redeployment"]},
        norway=battalions or DEPLOYED,
    )


@pytest.mark.proves("7.0-cards", "7.0-deploy-nor")
def test_redeployment_moves_up_to_two_battalions_and_the_ships() -> None:
    play = redeploying()
    three = "redeploy Oslo > Horten, Steinkjer > Voss, Hamar > Tromsø"
    assert play.refusal(three) == ("norway.illegal.redeploy", "7.0-deploy-nor")
    assert play.refusal("redeploy Steinkjer > Voss and ships VIII") == (
        "norway.illegal.no-station-viii",
        "7.0-deploy-nor",
    )
    play("redeploy Oslo > Horten, Hamar > Tromsø and ships II")
    assert play.battalions("norway") == {"Finnmark": 1, "Horten": 1, "Steinkjer": 1, "Tromsø": 1}
    assert play.ships("norway", "II") == ["Eidsvoll & Norge"]


@pytest.mark.proves("7.0-deploy-nor")
def test_redeployed_battalions_stand_as_they_could_have_been_deployed() -> None:
    play = redeploying()
    for line in (
        "redeploy Finnmark > Tromsø",
        "redeploy Oslo > Tromsø",
        "redeploy Hamar > Finnmark",
        "redeploy Steinkjer > Bergen",
        "redeploy Voss > Tromsø",
    ):
        assert play.refusal(line) == ("norway.illegal.redeploy", "7.0-deploy-nor"), line
    assert play.refusal("redeploy -")[1] == "7.0-deploy-nor", "nothing is no redeployment"


@cases(
    "says start line wanted",
    ("7.0-cards", "neither move is lawful alone: Oslo would be empty, or two would stand off the points", DEPLOYED,
     "Oslo > Tromsø, Steinkjer > Horten", {"Finnmark": 1, "Horten": 1, "Hamar": 1, "Tromsø": 1}),
    ("7.0-cards", "a point beside Oslo takes the part of Oslo", {"Finnmark": 1, "Oslo": 1, "Gjøvik": 1, "Voss": 1},
     "Oslo > Tromsø", {"Finnmark": 1, "Gjøvik": 1, "Voss": 1, "Tromsø": 1}),
    ("7.0-cards", "the ships alone", DEPLOYED, "- and ships VII", DEPLOYED),
)  # fmt: skip
def test_what_counts_is_how_they_stand_in_the_end(start: dict[str, int], line: str, wanted: dict[str, int]) -> None:
    play = redeploying(**start)
    assert play.refusal("redeploy - and ships IV") == ("norway.illegal.no-station-viii", "7.0-deploy-nor")
    play(f"redeploy {line}")
    assert play.battalions("norway") == wanted
    assert play.ships("norway", "VII") == (["Eidsvoll & Norge"] if "VII" in line else [])


# the hands of the round


def test_a_hand_of_the_round_is_shown_whole_and_to_nobody_else() -> None:
    play = april_position(0)
    state = play.state
    state.hand = [0] * cards.TYPE_COUNT + [1] * (cards.ALL_COUNT - cards.TYPE_COUNT)
    for country, role in enumerate(ROLES):
        own = cards.APRIL_OF_COUNTRY[country]
        assert held_cards(state, country) == dict.fromkeys(own, 1)
        assert [card for card, n in enumerate(GAME.view(state, (role,)).hand) if n] == list(own)
