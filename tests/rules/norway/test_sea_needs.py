"""What Fighter, Coastal bombardment, Coastal evacuation and Invasion need of the fleet (5.2-2, 6.1-carrier, R58)."""

from random import Random
from typing import Any

import pytest

from cases import cases
from feltherre.core import engine
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import change, sea_of
from feltherre.games.norway.sea.needs import might_be_carrier_in
from feltherre.games.norway.sea.pieces import Sighting
from feltherre.games.norway.state import GERMANY, NORWAY, NorwayState
from norway_table import Playing, sea_position
from norway_table.battles import dice, to_battle

ARK_ROYAL, GLORIOUS, FURIOUS = (ships.NAMES.find(name) for name in ("HMS Ark Royal", "HMS Glorious", "HMS Furious"))
WARSPITE = ships.NAMES.find("HMS Warspite")
Ships = dict[str, list[str]]
NO_CARRIER = ("norway.illegal.no-carrier-beside", "6.1-carrier")


def ashore(turn: str = "germany", **more: Any) -> Playing:
    """Movement at sea is over; movement on land is to come."""
    play = sea_position(turn, **more)
    return play if play.decision().rule == "4.1b-1" else play("end sailing")


def against_fighter(card: str, line: str, ships_at: Ships, **forces: dict[str, int]) -> Playing:
    """Germany uses a card against which the Allies hold Fighter."""
    forces = {"germany": {"Bergen": 2, "Oslo": 2, "Stavanger": 1}, "allies": {"Tromsø": 1}, **forces}
    return ashore(hands={"germany": [card], "allies": ["Fighter"]}, ships_at=ships_at, **forces)(line)


def battle_at_forde(ships_at: Ships, defender: str = "allies") -> Playing:
    """Germany attacks Førde (on IV) from Bergen with a Bomber in hand."""
    defenders = {"allies": {"Tromsø": 1}, defender: {"Førde": 1}}
    return to_battle(against_fighter("Bomber", "move Bergen > Førde 2", ships_at, **defenders))


# Fighter


@pytest.mark.proves("6.1-carrier", "5.2-2")
def test_fighter_flies_over_land_that_borders_the_carriers_sea_area() -> None:
    play = battle_at_forde({"IV": ["HMS Ark Royal"]})("play Bomber")
    assert play.offered() == ["play Fighter against Bomber", "pass"]
    play.throws([3], [6])("play Fighter against Bomber")  # over water, and no die of the Bomber
    assert play.used("allies") == ["Fighter"]
    assert dice(play) == (1, 1)


@pytest.mark.proves("6.1-carrier", "5.2-2")
def test_without_a_carrier_there_fighter_is_refused_though_the_window_opens() -> None:
    """Germany cannot know that the card in IV is no carrier."""
    play = battle_at_forde({"IV": ["HMS Warspite"], "V": ["HMS Ark Royal"]})("play Bomber")
    assert (play.asked, play.offered()) == (["allies"], ["pass"])
    assert play.refusal("play Fighter against Bomber") == NO_CARRIER


@cases(
    "says ships_at",
    ("6.1-carrier", "no ship", {"V": ["HMS Ark Royal"]}),
    ("6.1-carrier", "every carrier is gone", {"IV": ["HMS Warspite"]}),
)
def test_where_everybody_knows_that_no_carrier_can_be_nobody_is_asked(ships_at: Ships) -> None:
    """The defenders are Norwegian, so that the Allies could use nothing but Fighter (4.2b-4)."""
    play = battle_at_forde(ships_at, "norway").throws([1, 1, 1], [6])("play Bomber")
    assert not play.script.dice_to_come, "the dice are thrown: the Allies were not asked"


@pytest.mark.proves("6.1-carrier")
def test_an_inland_battle_is_out_of_the_carriers_reach() -> None:
    forces = {"germany": {"Oslo": 1, "Kongsvinger": 2}, "norway": {"Hamar": 1}}
    play = against_fighter("Bomber", "move Kongsvinger > Hamar 2", {"III": ["HMS Ark Royal"]}, **forces)
    to_battle(play).throws([1, 1, 1, 1], [6])("play Bomber")
    assert not play.script.dice_to_come, "the dice are thrown: the Allies were not asked"


@cases(
    "says card line answer own other",
    ("6.1-carrier 5.2-2", "Paratroops are diverted", "Paratroops", "drop Førde", "divert Bergen", "IV", "V"),
    ("6.1-carrier", "a flight is stopped", "Transport plane", "fly Oslo > Stavanger 2", "stop flight", "III", "IV"),
)
def test_fighter_flies_against_aircraft_only_beside_a_carrier(
    card: str, line: str, answer: str, own: str, other: str
) -> None:
    assert answer in against_fighter(card, line, {own: ["HMS Warspite", "HMS Ark Royal"]}).offered()
    far = against_fighter(card, line, {own: ["HMS Warspite"], other: ["HMS Ark Royal"]})
    assert far.offered() == ["pass"]
    assert far.refusal(answer) == NO_CARRIER
    assert against_fighter(card, line, {other: ["HMS Ark Royal"]}).asked == ["germany"], "nobody could answer"


# what everybody knows of the carriers


def seen(play: Playing, *sightings: tuple[int, tuple[int, ...]], by: tuple[int, ...] = (GERMANY, NORWAY)) -> Playing:
    change(
        play.state,
        sightings=tuple(Sighting(viewer, ship, places) for viewer in by for ship, places in sorted(sightings)),
    )
    return play


def test_a_carrier_that_everybody_has_seen_elsewhere_is_not_here() -> None:
    play = sea_position(ships_at={"IV": ["HMS Warspite"], "V": ["HMS Ark Royal", "HMS Rodney"]})
    sea = ships.SEA_IV
    assert might_be_carrier_in(play.state, sea)
    assert not might_be_carrier_in(seen(play, (ARK_ROYAL, (ships.SEA_V,))).state, sea)
    # what only one country has seen is not known to all
    assert might_be_carrier_in(seen(play, (ARK_ROYAL, (ships.SEA_V,)), by=(GERMANY,)).state, sea)
    # a part of the pile has sailed: it can be in either place
    assert might_be_carrier_in(seen(play, (ARK_ROYAL, (ships.SEA_IV, ships.SEA_V))).state, sea)
    # the only card in IV is known to be Warspite
    assert not might_be_carrier_in(seen(play, (WARSPITE, (ships.SEA_IV,))).state, sea)


def test_a_carrier_that_everybody_knows_to_be_here_is_here() -> None:
    play = sea_position(ships_at={"IV": ["HMS Ark Royal"]})
    assert might_be_carrier_in(seen(play, (ARK_ROYAL, (ships.SEA_IV,))).state, ships.SEA_IV)
    assert not might_be_carrier_in(play.state, ships.SEA_V)
    change(play.state, sightings=(), face_up=(True,) * ships.SHIP_COUNT)
    assert might_be_carrier_in(play.state, ships.SEA_IV)


def test_the_window_does_not_depend_on_which_ship_a_card_is() -> None:
    """The same for Germany whether the carrier lies in IV or at home; the answers differ for the Allies alone."""
    windows = [
        battle_at_forde({"IV": [here], "home": [there]})("play Bomber")
        for here, there in (("HMS Ark Royal", "HMS Warspite"), ("HMS Warspite", "HMS Ark Royal"))
    ]
    prompts = [(play.decision().role, play.decision().prompt, play.decision().waiting) for play in windows]
    assert prompts[0] == prompts[1]
    assert [play.offered() for play in windows] == [["play Fighter against Bomber", "pass"], ["pass"]]
    assert sea_of(windows[0].state).sightings == ()


@pytest.mark.parametrize("sightings", [(), ((ARK_ROYAL, (ships.SEA_IV, ships.SEA_V)),), ((WARSPITE, (ships.SEA_IV,)),)])
def test_who_is_asked_is_the_same_in_every_position_that_germany_must_think_possible(
    sightings: tuple[tuple[int, tuple[int, ...]], ...],
) -> None:
    ships_at = {"IV": ["HMS Warspite", "HMS York"], "V": ["HMS Ark Royal", "HMS Rodney"], "home": ["HMS Glorious"]}
    play = seen(battle_at_forde(ships_at)("play Bomber"), *sightings)
    here = {ships.SEA_IV}

    def asked(state: NorwayState) -> list[tuple[object, ...]]:
        return [(decision.role, decision.prompt, decision.waiting) for decision in engine.open_decisions(GAME, state)]

    carriers = set()
    for seed in range(30):
        other = GAME.redeal(play.state, ("germany",), Random(seed))
        assert asked(other) == asked(play.state)
        carriers.add(not here.isdisjoint(sea_of(other).place[ship] for ship in ships.CARRIERS))
    assert carriers == {True, False}, "the deals differ in what matters"


# Coastal bombardment


@cases(
    "says ships_at allowed",
    ("5.2-2 8.2-control", "a cruiser", {"IV": ["HMS York"]}, True),
    ("5.2-2 8.2-control", "beside a German one", {"IV": ["HMS York", "KMS Emden"]}, False),
    ("5.2-2 8.2-control", "beside Eidsvoll & Norge (R45)", {"IV": ["HMS York", "Eidsvoll & Norge"]}, True),
    ("5.2-2 8.2-control", "Eidsvoll & Norge alone (R45)", {"IV": ["Eidsvoll & Norge"]}, False),
    ("5.2-2 8.2-control", "elsewhere", {"V": ["HMS York"]}, False),
)
def test_coastal_bombardment_needs_control_of_the_sea_outside(ships_at: Ships, allowed: bool) -> None:
    hands = {"allies": ["Coastal bombardment", "Tank"]}
    play = ashore("allies", germany={"Førde": 1, "Oslo": 1}, allies={"Ålesund": 2}, hands=hands, ships_at=ships_at)
    to_battle(play("move Ålesund > Førde 2"))
    assert ("play Coastal bombardment" in play.offered()) is allowed
    if not allowed:
        assert play.refusal("play Coastal bombardment") == ("norway.illegal.no-sea-control", "5.2-2")


# Invasion


INVASION = {"allies": ["Invasion", "Reinforcements"]}


@pytest.mark.proves("5.2-2", "8.2-control")
def test_invasion_lands_where_the_allies_control_the_sea() -> None:
    ships_at = {"IV": ["HMS York"], "V": ["HMS Rodney", "KMS Emden"]}
    play = ashore("allies", germany={"Bergen": 1, "Oslo": 1}, hands=INVASION, ships_at=ships_at)
    landings = {line.split(" at ")[1] for line in play.offered() if line.startswith("invade with Reinforcements at")}
    assert {"Bergen 2", "Lærdal 1, Førde 1"} <= landings
    assert not any(place in landing for landing in landings for place in ("Trondheim", "Tromsø", "Egersund"))
    assert play.refusal("invade with Reinforcements at Trondheim 2") == ("norway.illegal.no-sea-control", "5.2-2")
    assert play.refusal("invade with Reinforcements at Oslo 2") == ("norway.illegal.no-landing", "2.3-sea-2")
    play("invade with Reinforcements at Bergen 1, Førde 1")
    assert play.groups() == [("sea", "Bergen", "sea", 1)]
    assert play.at("allies", "Førde") == 1


@pytest.mark.proves("5.2-2")
def test_invasion_is_of_no_use_without_control_anywhere() -> None:
    play = ashore("allies", hands=INVASION, ships_at={"IV": ["HMS York", "KMS Emden"]})
    assert not any(line.startswith("invade") for line in play.offered())
    assert play.refusal("invade with Reinforcements at Førde 2") == ("norway.illegal.no-use-at-sea.invade", "5.2-2")
    poor = ashore("allies", hands={"allies": ["Invasion", "Tank"]}, ships_at={"IV": ["HMS York"]})
    assert poor.refusal("invade with Tank at Førde 1") == ("norway.illegal.no-use.invade", "4.1b-cards")


# Coastal evacuation

EVACUATION = {"allies": ["Coastal evacuation"]}


@pytest.mark.proves("5.2-2", "8.2-control")
def test_coastal_evacuation_along_the_coast_needs_a_ship_and_an_open_coast() -> None:
    ships_at = {"IV": ["HMS York", "KMS Köln"], "V": ["KMS Emden"], "VI": ["KMS Blücher", "Eidsvoll & Norge"]}
    play = ashore("allies", allies={"Førde": 3, "Namsos": 1}, hands=EVACUATION, ships_at=ships_at)
    # a German ship beside the Allied one does not matter where they leave
    assert "ship Førde > Tromsø 3" in play.offered()
    assert play.refusal("ship Namsos > Tromsø 1") == ("norway.illegal.no-ship-to-embark", "5.2-2")
    assert play.refusal("ship Førde > Trondheim 1") == ("norway.illegal.german-sea", "5.2-2")
    # Eidsvoll & Norge keeps Germany from control of VI (R45)
    assert play("ship Førde > Narvik 2").at("allies", "Narvik") == 2


@pytest.mark.proves("5.2-2")
def test_coastal_evacuation_is_of_no_use_without_ships() -> None:
    play = ashore("allies", allies={"Førde": 3}, hands=EVACUATION)
    assert play.refusal("ship Førde > Tromsø 3") == ("norway.illegal.no-use-at-sea.ship", "5.2-2")
    inland = ashore("allies", allies={"Oslo": 3}, hands=EVACUATION, ships_at={"IV": ["HMS York"]})
    assert inland.refusal("ship Oslo > Tromsø 3") == ("norway.illegal.no-use.ship", "4.1b-cards")


def lost_at_namsos(ships_at: Ships) -> Playing:
    """Three Germans destroy one of two Allied battalions at Namsos (on V), and win."""
    allies = {"Namsos": 2, "Tromsø": 1}
    play = ashore(germany={"Steinkjer": 3}, allies=allies, hands=EVACUATION, ships_at=ships_at)
    return to_battle(play("move Steinkjer > Namsos 3")).throws([6, 5, 5], [1, 1])("pass")


@pytest.mark.proves("5.2-2", "8.2-control")
def test_coastal_evacuation_from_a_battle_needs_a_ship_outside_and_an_open_coast() -> None:
    play = lost_at_namsos({"V": ["HMS York"], "VI": ["KMS Emden"]})
    assert play.decision().rule == "4.2-6-evac"
    assert "evacuate to Tromsø" in play.offered()
    assert play.refusal("evacuate to Narvik") == ("norway.illegal.german-sea", "5.2-2")
    play("evacuate to Tromsø")
    assert play.at("allies", "Tromsø") == 2


@pytest.mark.proves("5.2-2")
def test_without_a_ship_outside_nobody_is_taken_off() -> None:
    play = lost_at_namsos({"VI": ["HMS York"]})
    assert play.hand("allies") == ["Coastal evacuation"]
    assert not any(decision.rule in ("4.2-6-evac", "4.2-8-att-2") for decision in play.decisions)


# what ships change nothing in


@pytest.mark.proves("8.1b-1", "4.1b-1", "4.1c-1")
def test_movement_on_land_sabotage_and_flight_are_as_in_the_basic_game() -> None:
    """Whatever lies at sea: the Norwegians block the road, and the Germans stay where they were."""
    ships_at, hands = {"I": ["KMS Emden"], "IV": ["HMS York"]}, {"norway": ["Roadblock"]}
    play = ashore(germany={"Kongsvinger": 1}, norway={"Hamar": 1, "Rena": 1}, hands=hands, ships_at=ships_at)
    assert play.refusal("move Kongsvinger > Narvik 1") == ("norway.illegal.not-adjacent", "4.1b-1")
    play("move Kongsvinger > Hamar 1")("end movement")
    assert play.decided == ("norway", "4.1c-1")
    play("roadblock Kongsvinger > Hamar 1").passes()
    assert play.used("norway") == ["Roadblock"]
    assert play.at("germany", "Kongsvinger") == 1
    assert play.groups() == []
