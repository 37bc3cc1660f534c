"""Cards in sea battles, and Bombers over the sea (8.2-seq-1 to -3, 5.1-air-sea, 5.2-2, 5.2-3, 7.2a)."""

import pytest

from cases import cases
from feltherre.core.agenda import RulingChanged
from feltherre.core.seats import Standing, standing_pass
from feltherre.core.space import DiceTyped
from feltherre.games.norway.prospects import sea_prospects
from feltherre.games.norway.sea.actions import EndSeaCombat
from feltherre.games.norway.sea.fleet import sea_of
from norway_table import Playing, example, sea_position
from norway_table.sea_battles import battle_of, begin, on_9_april, ruling, sea_battle, to_sea_combat

#: Stavanger has an airfield on III
STAVANGER = {"Stavanger": 1}


def german_battle(german=(), allied=(), others=("HMS York",), held=None, **more) -> Playing:
    """The Allies have intercepted KMS Blücher in III, under the airfield of Stavanger."""
    hands = {"germany": german, "allies": allied}
    return to_sea_combat(sea_battle("III", ["KMS Blücher"], others, hands=hands, germany=held or STAVANGER, **more))


def over_the_sea(germany=("Bomber",), allies=(), there=("HMS York",), held=None, **more) -> Playing:
    """Ships lie hidden in III in the German turn, and there is no battle."""
    hands = {"germany": germany, "allies": allies}
    held = STAVANGER if held is None else held
    return to_sea_combat(sea_position(ships_at={"III": there, **more}, germany=held, hands=hands))


# step 1


@pytest.mark.proves("8.2-seq-1", "5.2-3")
def test_the_attacker_uses_bomber_and_u_boat_at_most_one_of_each():
    play = german_battle(["Bomber", "Bomber", "U-boat", "Panzer"])
    assert (play.asked, play.offered()) == (["germany"], ["play Bomber", "play U-boat", "pass"])
    play("play Bomber")
    assert play.offered() == ["play U-boat", "pass"]
    assert play.refusal("play Bomber") == ("norway.illegal.same-type-at-sea", "8.2-seq-1")
    assert play.refusal("play Panzer") == ("norway.illegal.not-in-sea-step", "8.2-seq-1")
    assert play.refusal("play Submarine") == ("norway.illegal.not-your-card", "8.2-seq-1")
    play.throws([6], [1])("play U-boat")  # Bomber sinks HMS York: the U-boat has nothing left to strike
    assert play.ships("allies", "sunk") == ["HMS York"]
    assert [thrown.purpose for thrown in ruling(play).throws] == ["defender_dice"]
    assert play.used("germany") == ["Bomber", "U-boat"]


@pytest.mark.proves("8.2-seq-1")
def test_the_allies_have_the_submarine_in_their_turn():
    play = sea_battle(
        "III", ["KMS Blücher"], ["HMS York"], ["germany"], turn="allies", hands={"allies": ["Submarine", "Fighter"]}
    )
    to_sea_combat(play)
    assert play.offered() == ["play Submarine", "pass"]
    assert play.refusal("play Fighter") == ("norway.illegal.not-in-sea-step", "8.2-seq-1")
    play.throws([5], [1])("play Submarine")  # Blücher, laid aside, still fires
    assert play.decision().rule == "8.2-seq-7"
    assert ruling(play, "ship-strike").outputs["result"] == "chase"


@pytest.mark.proves("5.1-air-sea", "8.2-seq-1")
def test_bomber_needs_an_airfield_on_the_coast_of_the_battle():
    play = german_battle(["Bomber", "U-boat"], held={"Oslo": 1})
    assert play.offered() == ["play U-boat", "pass"]
    assert play.refusal("play Bomber") == ("norway.illegal.bomber-out-of-reach", "5.1-air-sea")


@cases(
    "card die result",
    ("8.2-seq-1 5.2-3", "Bomber", 6, "sink"),
    ("8.2-seq-1 5.2-3", "Bomber", 4, "chase"),
    ("8.2-seq-1 5.2-3", "Bomber", 3, "none"),
    ("8.2-seq-1 5.2-3", "U-boat", 6, "sink"),
    ("8.2-seq-1 5.2-3", "U-boat", 5, "chase"),
    ("8.2-seq-1 5.2-3", "U-boat", 4, "none"),
)
def test_the_numbers_of_the_cards(card: str, die: int, result: str):
    """A ship that is struck leaves KMS Blücher nothing to fire at."""
    play = german_battle([card]).throws([die], *([[1]] if result == "none" else []), [1])(f"play {card}")
    assert ruling(play, "ship-strike").outputs["result"] == result
    assert bool(play.ships("allies", "sunk")) == (result == "sink")


@pytest.mark.proves("8.2-seq-4")
def test_a_ship_struck_by_a_card_is_laid_aside_and_still_fires():
    play = german_battle(["U-boat", "Panzer"], others=["HMS York", "HMS Renown"]).draws([0], [0])
    play.throws([6], [6], [3])("play U-boat")
    assert play.decision().rule == "8.2-seq-1"
    (strike,) = [ahead for ahead in sea_prospects(play.state) if ahead.procedure == "ship-strike"]
    assert (strike.situation.sink_on, strike.situation.chase_on) == ((6,), (5,))
    play("pass")
    # the first of the defenders, Renown, was struck by the U-boat, and Blücher's six can only strike York
    assert ruling(play).outputs["defender_sunk"] == ["HMS York"]
    assert play.ships("allies", "sunk") == ["HMS Renown", "HMS York"]
    # both fired: Renown's three chases Blücher, which ends the fire
    assert ruling(play).outputs["attacker_chased"] == ["KMS Blücher"]
    assert [thrown.values for thrown in ruling(play).throws] == [(6,), (3,)]
    assert len(play.used("allies")) == 3  # two cards for the battleship, one for the cruiser


# steps 2 and 3


@pytest.mark.proves("8.2-seq-2", "5.2-2")
def test_fighter_stops_bomber_if_a_carrier_is_in_the_sea_area():
    play = german_battle(["Bomber"], ["Fighter"], ["HMS York", "HMS Ark Royal"])("play Bomber")
    assert (play.asked, play.offered()) == (["allies"], ["play Fighter against Bomber", "pass"])
    assert play.refusal("play Fighter") == ("norway.illegal.only-counters", "8.2-seq-2")
    play.throws([1], [1], [1])("play Fighter against Bomber")  # no die for the Bomber
    assert "norway.event.strike-missed" not in play.told()
    assert play.used("allies") == ["Fighter"]


@pytest.mark.proves("5.2-2")
def test_without_a_carrier_in_the_sea_area_there_is_no_fighter():
    play = german_battle(["Bomber"], ["Fighter"], ["HMS York"], elsewhere={"IV": ["HMS Ark Royal"]})("play Bomber")
    assert play.offered() == ["pass"]
    assert play.refusal("play Fighter against Bomber") == ("norway.illegal.no-carrier", "5.2-2")
    # all see that no carrier can be where no Allied card lies: nobody is asked
    play = over_the_sea(["Bomber"], ["Fighter"], ["Eidsvoll & Norge"], IV=["HMS Ark Royal"])
    play.throws([1])("bomb III")
    assert "norway.event.strike-missed" in play.told()


@pytest.mark.proves("5.2-2")
def test_the_allies_are_asked_when_a_hidden_ship_might_be_a_carrier():
    play = over_the_sea(["Bomber"], ["Fighter"], ["HMS Renown"], IV=["HMS Ark Royal"])("bomb III")
    assert (play.asked, play.offered()) == (["allies"], ["pass"])
    assert play.refusal("play Fighter against Bomber") == ("norway.illegal.no-carrier", "5.2-2")


@pytest.mark.proves("8.2-seq-2")
def test_a_hidden_carrier_serves_as_well_as_one_in_the_battle():
    play = sea_battle(
        "III",
        ["KMS Blücher"],
        ["HMS York"],
        ["germany"],
        hidden=["HMS Furious"],
        germany=STAVANGER,
        hands={"germany": ["Bomber"], "allies": ["Fighter"]},
    )
    to_sea_combat(play)("join none")("play Bomber")
    assert "play Fighter against Bomber" in play.offered()


@pytest.mark.proves("8.2-seq-2")
def test_the_defender_counters_before_he_strengthens_himself():
    play = german_battle(["Bomber"], ["Fighter", "Submarine"], ["HMS York", "HMS Ark Royal"])("play Bomber")
    assert play.offered() == ["play Fighter against Bomber", "play Submarine", "pass"]
    # with the Submarine on the table it is too late for Fighter: the dice fall, first the Bomber's
    play.throws([1], [1], [1], [1], [1])("play Submarine")
    assert play.hand("allies") == ["Fighter"]
    assert play.told().count("norway.event.strike-missed") == 2


@pytest.mark.proves("8.2-seq-2")
def test_the_german_defender_has_the_u_boat():
    hands = {"germany": ["U-boat", "Bomber"], "allies": ["Submarine"]}
    play = sea_battle("III", ["KMS Blücher"], ["HMS York"], ["germany"], turn="allies", germany=STAVANGER, hands=hands)
    to_sea_combat(play)("pass")
    assert (play.asked, play.offered()) == (["germany"], ["play U-boat", "pass"])
    assert play.refusal("play U-boat against Submarine") == ("norway.illegal.stops-no-card", "8.2-seq-2")


@pytest.mark.proves("8.2-seq-3")
def test_fighter_bomber_stops_fighter_and_the_bomber_strikes():
    play = german_battle(["Bomber", "Fighter-bomber"], ["Fighter"], ["HMS Ark Royal"])
    assert play.refusal("play Fighter-bomber") == ("norway.illegal.not-in-sea-step", "8.2-seq-1")
    play("play Bomber")("pass")("play Fighter against Bomber")
    assert play.decision().rule == "8.2-seq-3"
    assert play.offered() == ["play Fighter-bomber against Fighter", "pass"]
    play.throws([6], [1])("play Fighter-bomber against Fighter")
    assert play.ships("allies", "sunk") == ["HMS Ark Royal"]


# Bomber without a battle


@pytest.mark.proves("5.2-3", "5.1-air-sea")
def test_bomber_strikes_ships_where_there_is_no_battle_once_in_a_sea_area():
    play = over_the_sea(["Bomber", "Bomber"])
    assert (play.asked, play.offered()) == (["germany"], ["bomb III", "end sea combat"])
    assert play.refusal("bomb IV") == ("norway.illegal.out-of-bombing-range", "5.1-air-sea")
    play.throws([6])("bomb III")
    assert play.ships("allies", "sunk") == ["HMS York"]
    assert len(play.used("allies")) == 1
    assert sea_of(play.state).done == (2,)
    assert play.decision().rule != "5.2-3"  # not again in this turn


@pytest.mark.proves("5.2-3")
def test_a_bombed_ship_is_drawn_at_random_chased_where_germany_wishes_and_hidden_again():
    play = over_the_sea(there=["HMS York", "HMS Renown"]).draws([1]).throws([5])("bomb III")
    assert play.asked == ["germany"]
    assert play.offered() == ["chase HMS York > IV", "chase HMS York > VIII"]  # II is closed to it
    play("chase HMS York > VIII")
    assert play.ships("allies", "VIII") == ["HMS York"]
    assert not play.face_up("HMS York")
    assert play.sightings("germany") == {"HMS York": ["VIII"]}


@pytest.mark.proves("5.2-3", "8.2-seq-7-en")
def test_without_a_battle_eidsvoll_and_norge_is_drawn_like_the_others_and_cannot_flee():
    for draw, sunk in ((0, ["Eidsvoll & Norge"]), (1, [])):
        play = over_the_sea(there=["HMS York", "Eidsvoll & Norge"]).draws([draw]).throws([4])("bomb III")
        assert play.ships("norway", "sunk") == sunk
        assert play.used("norway") == []


@pytest.mark.proves("5.2-3")
def test_the_allies_answer_a_bomber_with_fighter_and_nothing_else():
    play = over_the_sea(["Bomber", "Fighter-bomber"], ["Fighter", "Submarine"], ["HMS Ark Royal"])("bomb III")
    assert (play.asked, play.offered()) == (["allies"], ["play Fighter against Bomber", "pass"])
    assert play.refusal("play Submarine") == ("norway.illegal.only-in-sea-battle", "5.2-3")
    play("play Fighter against Bomber")
    assert play.offered() == ["play Fighter-bomber against Fighter", "pass"]
    play("pass")
    assert play.ships("allies", "III") == ["HMS Ark Royal"]
    assert not play.face_up("HMS Ark Royal")


@pytest.mark.proves("5.2-3", "5.1-air-sea")
def test_germany_is_asked_by_what_all_can_see():
    assert over_the_sea(["Panzer"]).offered() == ["end sea combat"]
    assert over_the_sea(["Panzer"]).refusal("bomb III")[0] == "norway.illegal.no-card"
    assert over_the_sea(held={"Oslo": 1}).decision().rule != "5.2-3"
    assert over_the_sea(there=["KMS Emden"]).decision().rule != "5.2-3"
    assert over_the_sea([]).decision().rule != "5.2-3"


@pytest.mark.proves("5.1-air-sea")
def test_bardufoss_reaches_vii():
    play = over_the_sea(there=[], held={"Bardufoss": 1}, VII=["HMS York"], VI=["HMS Renown"])
    assert "bomb VII" in play.offered()


@pytest.mark.proves("5.2-3", "8.2-seq-0")
def test_battles_and_bombers_in_any_order_but_no_bomber_apart_where_a_battle_is():
    play = sea_battle(
        "III",
        ["KMS Blücher"],
        ["HMS York"],
        elsewhere={"II": ["Eidsvoll & Norge"]},
        germany={"Stavanger": 1, "Kristiansand": 1},
        hands={"germany": ["Bomber", "U-boat"]},
    )
    to_sea_combat(play)
    assert play.offered() == ["fight at sea III", "bomb II"]
    assert play.refusal("bomb III") == ("norway.illegal.nothing-to-bomb", "5.2-3")
    play.throws([1])("bomb II")
    assert sea_of(play.state).done == (1,)
    assert battle_of(play).area == 2  # there is nothing left to choose
    assert play.refusal("play Bomber")[0] == "norway.illegal.no-card"


# 9 April

#: the ships of example 4
FOURTH = (["KMS Admiral Hipper"], ["HMS Warspite"])


@pytest.mark.proves("7.2a-1", "7.2a-dive-bomber")
def test_the_dive_bomber_of_example_4_in_step_2():
    given, then = example("ex-4-dive-bomber")
    play = begin(on_9_april("III", *FOURTH, "apr-all-dive-bomber", "apr-ger-bomber"))
    assert play.asked == ["allies"]  # Germany has no card for a sea battle on 9 April
    assert play.offered() == ["play April Dive bomber", "pass"]
    play.throws([given["die"]], [1], [1])("play April Dive bomber")
    assert ruling(play, "ship-strike").outputs == then


@pytest.mark.proves("7.2a-dive-bomber")
def test_with_real_dice_the_owner_of_the_dive_bomber_throws():
    play = begin(on_9_april("III", *FOURTH, "apr-all-dive-bomber", dice="typed"))("play April Dive bomber")
    assert play.asked == ["allies"]
    play.answer(DiceTyped((5,)))
    assert [hit.result for hit in battle_of(play).struck] == ["sunk"]


# windows and rulings


def test_a_standing_pass_sends_no_bomber_and_names_what_it_waits_for():
    play = over_the_sea()
    window = play.decision()
    assert standing_pass(window, Standing("germany", "ask")) is None
    assert standing_pass(window, Standing("germany", "pass-if-nothing")) is None
    assert standing_pass(window, Standing("germany", "pass", ("bomb",))) is None
    passing = standing_pass(window, Standing("germany", "pass"))
    assert passing == EndSeaCombat()
    assert play.answer(passing).decision().rule != "5.2-3"
    nothing = over_the_sea(["Panzer"]).decision()
    assert standing_pass(nothing, Standing("germany", "pass-if-nothing")) == EndSeaCombat()


def test_where_a_battle_waits_no_standing_pass_answers():
    play = sea_battle(
        "III",
        ["KMS Blücher"],
        ["HMS York"],
        elsewhere={"II": ["Eidsvoll & Norge"]},
        germany={"Stavanger": 1, "Kristiansand": 1},
        hands={"germany": ["Bomber"]},
    )
    to_sea_combat(play)
    assert play.offered() == ["fight at sea III", "bomb II"]
    assert standing_pass(play.decision(), Standing("germany", "pass")) is None


@pytest.mark.proves("8.2-seq-2", "8.2-4")
def test_the_allies_use_cards_for_eidsvoll_and_norge_alone_in_the_german_turn():
    play = sea_battle("V", ["KMS Emden"], ["Eidsvoll & Norge"], hunters=["germany"], hands={"allies": ["Submarine"]})
    to_sea_combat(play)
    assert play.asked == ["allies"]
    play.throws([6], [1], [1])("play Submarine")
    assert play.ships("germany", "sunk") == ["KMS Emden"]


@pytest.mark.proves("8.2-seq-1")
def test_in_the_norwegian_turn_the_allies_have_no_cards_for_the_attack():
    play = sea_battle(
        "V",
        ["KMS Emden"],
        ["Eidsvoll & Norge", "HMS York"],
        hunters=["germany"],
        turn="norway",
        hands={"allies": ["Submarine"], "germany": ["U-boat"]},
    )
    to_sea_combat(play)
    assert play.decided == ("germany", "8.2-seq-2")
    assert play.offered() == ["play U-boat", "pass"]


@pytest.mark.proves("8.2-seq-3", "8.2-seq-4")
def test_strikes_of_both_sides_fall_after_step_3_in_the_order_played():
    play = german_battle(["Bomber", "U-boat", "Panzer"], ["Submarine"], ["HMS York", "HMS Renown"])
    play("play U-boat")("play Bomber")
    assert not [event for event in play.events if event.ruling]
    play.draws([0], [0]).throws([6], [1], [6], [1], [1], [1])
    play("play Submarine")
    struck = [(event.text.key, event.text.args["card"].key) for event in play.events if "card" in event.text.args]
    assert [what for what in struck if "stru" in what[0] or "strike" in what[0]] == [
        ("norway.event.struck.sunk", "norway.card.ger-u-boat"),
        ("norway.event.strike-missed", "norway.card.ger-bomber"),
        ("norway.event.struck.sunk", "norway.card.all-submarine"),
    ]
    assert play.ships("germany", "sunk") == ["KMS Blücher"]


def test_the_umpire_may_change_what_a_strike_does():
    play = german_battle(["Bomber", "U-boat"], umpire=True, gate_held=True)
    play.throws([6], [1])("play Bomber")("pass")
    assert play.asked == ["umpire"]
    play.answer(RulingChanged({"result": "chase"}, "the airfield was fogged in"))
    assert [hit.result for hit in battle_of(play).struck] == ["chased"]
    assert play.ships("allies", "sunk") == []
