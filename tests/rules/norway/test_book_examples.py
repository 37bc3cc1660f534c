"""The three worked examples of the book (chapter 4), played through the engine from movement to drawing with the
book's dice. Battalions outside the detail of the figures stand out of the way; hands are filled up with cards that the
example does not speak of."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.norway.hands import deck_size
from norway_table import Playing, position


@cache
def example(example_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """(given, then) of an example of the ledger."""
    found = load_ledger(directory_of("feltherre.games.norway") / "ledger.yaml").examples[example_id]
    return found.given, found.then


def ends_as_told(play: Playing, then: Mapping[str, Any], **outside: Mapping[str, int]) -> bool:
    """Whether the board is as the figure shows at the end of the turn, beside the battalions outside it."""
    told = {"germany": "end_german", "norway": "end_norwegian", "allies": "end_allied"}
    for country, name in told.items():
        assert play.battalions(country) == {**then.get(name, {}), **outside.get(country, {})}
    for country in told:
        assert sorted(play.used(country)) == sorted(then.get(f"cards_used_by_{country}", []))
    return play.asked == [then["next_turn"]]


def deck(play: Playing, country: int) -> int:
    return deck_size(play.state, country)


@pytest.mark.proves("4-2", "4.2-values", "4.2-dice-4", "4.2-8-att-1")
def test_example_1_a_german_turn() -> None:
    given, then = example("ex-1-setup")
    play = position(
        germany=given["german"],
        norway=given["norwegian"],
        hands={
            "germany": [*given["german_cards_known"], "U-boat", "Paratroops"],
            "norway": [*given["norwegian_cards_known"], "Reinforcements"],
        },
    )

    # phase 1
    play("move Oslo > Hønefoss 2")
    assert play.at("germany", "Hønefoss") == 2
    play("move Kongsvinger > Hamar 1")("move Gjøvik > Hamar 3")
    assert play.groups() == [("Kongsvinger", "Hamar", "land", 1), ("Gjøvik", "Hamar", "water", 3)]
    play("end movement")
    assert play.asked == ["norway"]
    play("roadblock Kongsvinger > Hamar 1")
    assert play.asked == ["germany"]
    assert "Engineer company" not in play.hand("germany")
    assert play.offered() == ["pass"]
    play("pass")
    assert play.at("germany", "Kongsvinger") == 1
    assert play.groups() == [("Gjøvik", "Hamar", "water", 3)]

    # phase 2
    play.passes(until="germany")
    play("play Panzer")("pass")("play Ambush", "norway")("pass")
    assert play.offered() == ["play Scouts against Ambush", "pass"]
    play.throws([3, 3], [6])
    play("play Scouts against Ambush")
    assert not play.script.dice_to_come, (
        "3 battalions over Mjøsa and a Panzer are 2 dice, 1 battalion without Ambush is 1"
    )
    assert play.at("germany", "Gjøvik") == 2, "one of three is lost to the six, the others are back"
    assert play.at("norway", "Hamar") == 1

    # phase 3: five symbols buy one battalion, and one is free
    assert play.asked == ["germany"]
    play("reinforce with Reinforcements at Oslo 2")

    # phase 4
    assert play.state.hand_size[0] == 5
    assert deck(play, 0) == 62 - 5 - 3
    assert ends_as_told(play, then)


@pytest.mark.proves("4.1b-invasion", "4.2-dice-5", "4.2-8-def-3", "4.2-8-def-4")
def test_example_2_an_allied_turn() -> None:
    given, then = example("ex-2-setup")
    outside = {"Oslo": 1}
    play = position(
        turn="allies",
        germany={**given["german"], **outside},
        norway=given["norwegian"],
        allies=given["allied"],
        hands={
            "allies": given["allied_hand"],
            "germany": ["Bomber", "Scouts", "U-boat", "Paratroops", "Reinforcements"],
        },
    )

    # phase 1: 7 + 2 symbols are three battalions
    play("invade with Reinforcements + Coastal evacuation at Åndalsnes 3")
    assert play.groups() == [("sea", "Åndalsnes", "sea", 3)]
    assert play.hand("allies") == []
    play("end movement")

    # phase 2: the Allies have no card left and are not asked; Germany has none that helps in defence
    assert (play.asked, play.offered()) == (["germany"], ["pass"])
    play.throws([3, 5, 4], [6, 1])
    play("pass")
    assert not play.script.dice_to_come
    assert play.at("germany", "Åndalsnes") == 0, "over the fjords they cannot go and Norway holds Dombås"
    assert "norway.event.surrounded" in play.told()
    assert play.at("allies", "Åndalsnes") == 2

    # phase 3: nothing to exchange; phase 4: three cards drawn
    play.passes()
    assert play.state.hand_size[2] == 3
    assert deck(play, 2) == 28 - 3 - 3
    assert ends_as_told(play, then, germany=outside)


@pytest.mark.proves("4.1b-paratroops", "4.2-0", "4.2-6-evac", "4.2-8-def-1")
def test_example_3_a_german_turn() -> None:
    given, then = example("ex-3-setup")
    play = position(
        germany=given["german"],
        norway=given["norwegian"],
        allies=given["allied"],
        hands={
            "germany": given["german_hand"],
            "allies": given["allied_cards_known"],
            "norway": ["Reinforcements", "Ambush", "Anti-tank gun"],
        },
    )

    # phase 1
    play("rapid Tysfjord > Bjørnfjell > Bardufoss 1")("move Tysfjord > Narvik 1")
    offered = play.offered()
    assert [area for area in ("Harstad", "Narvik", "Bjørnfjell") if f"drop {area}" in offered] == [
        "Harstad",
        "Narvik",
        "Bjørnfjell",
    ]
    assert not [area for area in ("Gratangen", "Bardufoss", "Tromsø") if f"drop {area}" in offered]
    play("drop Narvik")
    play("pass", "allies")  # the Fighter is kept for the battle
    assert play.groups() == [
        ("Bjørnfjell", "Bardufoss", "land", 1),
        ("Tysfjord", "Narvik", "land", 1),
        ("air", "Narvik", "air", 1),
    ]
    play("end movement")
    assert play.asked == ["norway"]
    assert play.offered() == ["pass"], "no Roadblock and no Blown bridge in hand"
    play("pass")

    # phase 2: Narvik first
    assert sorted(play.offered()) == ["fight Bardufoss", "fight Narvik"]
    play("fight Narvik")("play Bomber")("play Panzer")("pass")
    assert (play.asked, play.offered()) == (["allies"], ["play Fighter against Bomber", "pass"])
    play("play Fighter against Bomber")("pass", "allies")
    assert play.asked == ["germany"]
    assert play.offered() == ["pass"], "no Fighter-bomber to save the Bomber"
    play.throws([2, 6, 3, 6], [6, 5])
    play("pass", "germany")
    assert not play.script.dice_to_come, "2 battalions and 2 dice of Panzer against 2 battalions"
    assert play.offered() == ["lose air 1", "lose Tysfjord 1"]
    play("lose Tysfjord 1")
    assert play.asked == ["allies"], "both Allied battalions are lost, one can be saved"
    play("evacuate to Tromsø")
    assert play.at("germany", "Narvik") == 1
    assert play.at("allies", "Tromsø") == 1

    # then Bardufoss, without cards
    play.throws([5], [4])
    play.passes(until="norway")
    play("pass")
    assert play.asked == ["norway"]
    assert play.refused("retreat to Bjørnfjell").reason.key == "norway.illegal.retreat.origin"
    assert play.refused("retreat to Narvik").reason.key == "norway.illegal.retreat.enemy"
    assert play.offered() == ["retreat to Gratangen", "retreat to Tromsø"]
    play("retreat to Tromsø")
    assert play.at("germany", "Bardufoss") == 1

    # phase 3: the free battalion flies to the airfield just taken
    play("reinforce with - at - and fly to Bardufoss")

    # phase 4
    assert play.state.hand_size[0] == 5
    assert deck(play, 0) == 62 - 5 - 5
    assert ends_as_told(play, then)
