"""Example 4 of the book: the nine-April round in sea area III and the land round it, from the choice of cards to the
first hands, with the book's dice. What lies outside the figures is placed out of the way."""

import pytest

from feltherre.games.norway import cards
from feltherre.games.norway.hands import deck_size
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.state import GERMANY
from norway_table import Playing, example
from norway_table.april import GERMAN_SHIPS, april_game, april_hand, everywhere, in_hand

HIPPER, KARLSRUHE, WARSPITE = "KMS Admiral Hipper", "KMS Karlsruhe", "HMS Warspite"
LIGHT_CRUISER = "Light cruiser with destroyers Aurora"
DETAIL = ("Haugesund", "Stavanger", "Egersund")


def in_the_detail(play: Playing, country: str) -> dict[str, int]:
    return {area: n for area, n in play.battalions(country).items() if area in DETAIL}


def ruling(play: Playing, procedure: str) -> dict[str, object]:
    """What the last ruling of a procedure said."""
    rulings = [event.ruling for event in play.events if event.ruling and event.ruling.procedure == procedure]
    return rulings[-1].outputs


@pytest.mark.proves(
    "7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all", "7.0-deploy-ger", "7.0-deploy-all", "7.0-recon", "7.1-1"
)
@pytest.mark.proves(
    "7.1-2", "7.1-fighter", "7.2a-1", "7.2a-dive-bomber", "7.2-raiding-1", "7.2-landing-1", "7.2-landing-4"
)
@pytest.mark.proves("7.2-resist-1", "7.2b-1", "7.2b-bluff", "7.3-mob-2", "7.4-1", "7.4-2", "7.4-3")
def test_example_4_the_nine_april_round() -> None:
    play = april_game()
    choose(play)
    deploy(play)
    intercept(play)
    drop(play)
    fight_at_sea(play)
    land(play)
    fight_on_land(play)
    close(play)


def choose(play: Playing) -> None:
    """Utvelgelse av 9. april-kort og skip."""
    given, then = example("ex-4-choice")
    play.draws([3, 13, 4, 5, 6, 7, 8, 9, 10])
    short = {"Submarine": "april-submarine", "Reinforcements": "april-reinforcements", "Fighter": "april-fighter"}
    for role, names in given.items():
        play("choose " + " + ".join(short.get(name, f"April {name}") for name in names), role)
    assert len(in_hand(play, "allies")) == then["allied_ships_drawn"]
    assert {WARSPITE, LIGHT_CRUISER} <= set(in_hand(play, "allies"))
    assert in_hand(play, "germany") == list(GERMAN_SHIPS), "all ships and decoys"
    play("pass")  # no Ships to the rescue


def deploy(play: Playing) -> None:
    """Utplassering, fig. 4a."""
    given, _ = example("ex-4-deploy")
    play("deploy oslo Oslo and points Hamar and Steinkjer and ships V")
    play(everywhere({**dict.fromkeys(given["german_face_down"], "III"), "KMS Lützow": "VII"}, GERMAN_SHIPS, "I"))
    assert play.ships("germany", "III") == [HIPPER, KARLSRUHE]
    recon, seen = example("ex-4-recon")
    play.throws(recon["dice"]).draws([0])
    play("reconnoitre III")
    assert ruling(play, "reconnaissance") == seen
    assert play.sightings("allies") == {HIPPER: ["III"]}
    assert not play.face_up(HIPPER), "the card is laid back face down"
    there = {WARSPITE: "III", LIGHT_CRUISER: "III"}
    play(everywhere(there, in_hand(play, "allies"), "IV"))
    assert play.ships("allies", "III") == [WARSPITE, LIGHT_CRUISER]
    play("pass")  # no Misleading manoeuvre
    play("pass")  # no Redeployment


def intercept(play: Playing) -> None:
    """Avskjæring på sjøen."""
    given, then = example("ex-4-interception")
    assert play.decided == ("germany", "8.1-int-1")
    play("pass")
    play.throws(given["dice"]).draws([0])
    play("intercept")
    outputs = ruling(play, "naval-interception")
    assert {name: outputs[name] for name in then} == then
    assert all(play.face_up(ship) for ship in (WARSPITE, LIGHT_CRUISER, HIPPER))
    assert not play.face_up(KARLSRUHE)
    play("pass")  # no Smoke screen


def drop(play: Playing) -> None:
    """Forflytning, fig. 4b."""
    given, then = example("ex-4-paratroops")
    play(f"drop {given['dropped_on']}")
    assert play.asked == [given["diverted_by"]]
    play(f"divert {given['diverted_to']}")
    assert play.battalions("germany") == then["german"]
    assert april_hand(play, "germany") == ["Paratroops", "Bomber", "Bluff and threats", "Gebirgsjäger"]
    play("pass")  # the second Paratroops is kept


def fight_at_sea(play: Playing) -> None:
    """Fase 2 a). The book asks for Karlsruhe right after the interception; here it is the first thing of phase 2a."""
    assert play.decided == ("germany", "8.2-2")
    play("join -")
    strike, missed = example("ex-4-dive-bomber")
    given, then = example("ex-4-sea-battle")
    play.throws([strike["die"]], given["attacker_dice"], given["defender_dice"])
    before = deck_size(play.state, GERMANY)
    assert play.decided == ("allies", "8.2-seq-2"), "Germany has no card for step 1"
    play("play April Dive bomber")
    assert ruling(play, "ship-strike") == missed
    assert not play.script.dice_to_come, "the light cruiser throws no die: nobody is left to be fired at"
    outputs = ruling(play, "naval-combat")
    assert {name: outputs[name] for name in then} == then
    assert play.ships("germany", "sunk") == [HIPPER]
    assert deck_size(play.state, GERMANY) == before - then["attacker_cards_lost"]
    play("pass")  # no Evacuated sailors
    assert not play.face_up(WARSPITE)
    assert not play.face_up(LIGHT_CRUISER)
    assert play.decided == ("germany", "7.2-raiding-1")
    play("pass")


def land(play: Playing) -> None:
    """Invasjon/ilandstigning og norsk motstand, fig. 4c."""
    given, then = example("ex-4-landing")
    play("land ships -")  # I
    assert play.face_up(KARLSRUHE) is not given["face_down_before"]
    play(f"land ships {KARLSRUHE} > {given['lands_in']}")
    assert [play.decided, play("pass").asked] == [("allies", "7.2-landing-cards"), ["norway"]]  # no mines
    play("pass")  # the Coastal fort is kept
    assert in_the_detail(play, "germany") == then["german"]
    resistance, raised = example("ex-4-resistance")
    play.throws([resistance["die"]])
    play("land ships -")  # VII
    assert ruling(play, "norwegian-resistance") == raised
    assert play.at("norway", "Stavanger") == 1


def fight_on_land(play: Playing) -> None:
    """Fase 2 b)."""
    given, then = example("ex-4-bluff")
    assert play.decided == ("germany", "7.2b-bluff")
    play.throws([given["die"]])
    play("bluff")
    assert ruling(play, "bluff-and-threats") == then
    assert play.at("norway", "Egersund") == 1, "the only area open to them"


def close(play: Playing) -> None:
    """Fase 3 og 4, fig. 4d."""
    _, then = example("ex-4-end")
    assert play.decided == ("norway", "7.3-mob-2")
    play("mobilise Kongsberg + Hamar + Voss + Steinkjer + Bardufoss + Tromsø")("reinforce at Arendal 1")
    play("pass", "norway")  # the Submarine is kept
    play("pass", "allies")("reinforce nothing", "norway")("reinforce nothing", "allies")
    assert in_the_detail(play, "germany") == then["german"]
    assert in_the_detail(play, "norway") == then["norwegian"]
    assert sum(play.state.hand[cards.TYPE_COUNT :]) == then["nine_april_cards_left_in_hand"]
    drawn = dict(zip(("germany", "norway", "allies"), play.state.hand_size, strict=True))
    assert drawn == then["cards_drawn"]
    assert deck_size(play.state, GERMANY) == cards.DECK_TOTAL[0] - then["german_deck_cards_lost"] - drawn["germany"]
    assert sea_of(play.state).telegraph_cut is then["egersund_taken_by_germany"]
    assert len(play.ships("allies", "home")) == 9, "the Home Fleet comes in the first Allied turn"
    assert play.asked == ["germany"]
    assert play.state.round == 1
