"""Ships sunk and chased, and what they cost (8.2-seq-6 to -8, 6.1)."""

import pytest

from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.games.norway.april.steps import EvacuatedSailors
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.aftermath import hits
from feltherre.games.norway.sea.combat import begin_sea_battle
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.pieces import SeaBattle, Struck
from norway_table.sea_battles import begin, fight, on_9_april, ruling, sea_battle, to_sea_combat

NORGE = {"V": ["Eidsvoll & Norge"]}


@pytest.mark.proves(
    "8.2-seq-6", "8.2-seq-6-loss", "6.1-3", "6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor"
)
@pytest.mark.parametrize(
    ("ship", "cost"),
    [("HMS Ark Royal", 2), ("HMS Warspite", 2), ("HMS York", 1), ("Light cruiser with destroyers Aurora", 1)],
)
def test_a_sunk_ship_leaves_the_game_and_costs_cards_from_the_deck(ship, cost):
    play = sea_battle("V", ["KMS Scharnhorst"], [ship])
    fight(play, [6], [1])
    assert play.ships("allies", "sunk") == [ship]
    assert len(play.used("allies")) == cost
    assert play.used("germany") == []
    assert ruling(play).outputs["defender_cards_lost"] == cost


@pytest.mark.proves("8.2-seq-6-loss", "8.2-seq-6-en")
def test_eidsvoll_and_norge_is_sunk_before_the_allied_ships_and_costs_nothing():
    play = sea_battle("V", ["KMS Scharnhorst"], ["HMS York"], elsewhere=NORGE)
    fight(play, [6], [1], [1], draws=[[0]])
    assert play.ships("norway", "sunk") == ["Eidsvoll & Norge"]
    assert play.ships("allies", "V") == ["HMS York"]
    assert play.used("norway") == play.used("allies") == []


@pytest.mark.proves("8.2-seq-6-en", "8.2-seq-1")
def test_a_card_too_sinks_it_before_the_others():
    play = sea_battle("V", ["KMS Scharnhorst"], ["HMS York"], elsewhere=NORGE, hands={"germany": ["U-boat"]})
    to_sea_combat(play).throws([6], [1], [1], [1])("play U-boat")
    assert play.ships("norway", "sunk") == ["Eidsvoll & Norge"]
    assert play.ships("allies", "V") == ["HMS York"]


@pytest.mark.proves("8.2-seq-7-en", "8.2-seq-7")
def test_eidsvoll_and_norge_is_sunk_when_it_is_chased():
    play = sea_battle("V", ["KMS Scharnhorst"], ["HMS York"], elsewhere=NORGE)
    fight(play, [4], [1], [1], draws=[[1]])  # a chase is drawn at random: York, then Eidsvoll & Norge
    assert play.ships("norway", "sunk") == ["Eidsvoll & Norge"]
    play = sea_battle("V", ["KMS Scharnhorst"], ["HMS York"], elsewhere=NORGE)
    fight(play, [4], [1], [1], draws=[[0]])
    assert play.ships("norway", "V") == ["Eidsvoll & Norge"]
    assert play.asked == ["germany"]


@pytest.mark.proves("8.2-seq-7", "5.1-sea-2")
def test_the_opponent_chooses_an_adjoining_sea_area_open_to_the_ship():
    play = sea_battle("III", ["KMS Scharnhorst"], ["HMS York"])
    fight(play, [4], [1])
    assert (play.asked, play.offered()) == (["germany"], ["chase HMS York > IV", "chase HMS York > VIII"])
    assert play.refusal("chase HMS York > II") == ("norway.illegal.no-flight", "8.2-seq-7")
    assert play.refusal("chase HMS York > VI") == ("norway.illegal.no-flight", "8.2-seq-7")
    assert play.refusal("chase HMS Renown > IV") == ("norway.illegal.chase-all", "8.2-seq-7")
    play("chase HMS York > IV")
    assert play.ships("allies", "IV") == ["HMS York"]
    assert not play.face_up("HMS York")
    assert play.sightings("germany") == {"HMS York": ["IV"]}


@pytest.mark.proves("8.2-seq-7")
def test_german_ships_may_be_chased_to_ii_but_never_to_the_raid_box():
    play = sea_battle("III", ["KMS Scharnhorst"], ["HMS York"])
    fight(play, [1], [4])
    assert play.asked == ["allies"]
    assert play.offered() == [f"chase KMS Scharnhorst > {sea}" for sea in ("II", "IV", "VIII")]
    play = sea_battle("VI", ["KMS Scharnhorst"], ["HMS York"])
    fight(play, [1], [4])
    assert play.offered() == [f"chase KMS Scharnhorst > {sea}" for sea in ("V", "VII", "VIII")]


@pytest.mark.proves("8.2-seq-7")
def test_each_chased_ship_of_both_sides_is_sent_by_the_other():
    play = sea_battle("V", ["KMS Scharnhorst", "KMS Blücher"], ["HMS York", "HMS Renown"])
    fight(play, [4], [4], [4], [4])
    assert play.asked == ["germany"]
    assert play.refusal("chase HMS York > IV") == ("norway.illegal.chase-all", "8.2-seq-7")
    play("chase HMS York > IV, HMS Renown > VI")
    assert play.asked == ["allies"]
    play("chase KMS Blücher > VIII, KMS Scharnhorst > VIII")
    assert play.ships("germany", "VIII") == ["KMS Scharnhorst", "KMS Blücher"]
    assert play.ships("allies", "VI") == ["HMS Renown"]


@pytest.mark.proves("8.2-seq-7")
def test_a_ship_with_one_way_out_takes_it_and_nobody_intercepts():
    play = sea_battle(
        "I", ["KMS Emden"], ["Eidsvoll & Norge"], ["germany"], elsewhere={"II": ["KMS Köln"]}, turn="norway"
    )
    fight(play, [6], [1])
    assert play.ships("germany", "II") == ["KMS Köln", "KMS Emden"]
    assert "norway.event.interception" not in play.told()


@pytest.mark.proves("8.2-seq-6-loss", "1.3-1")
def test_the_last_german_card_lost_with_a_ship_ends_the_game_at_once():
    play = sea_battle("V", ["KMS Scharnhorst", "KMS Blücher"], ["HMS York"], decks={"germany": 2})
    fight(play, [4], [1], draws=[[0], [0]])  # York laid aside: Blücher need not fire
    assert play.state.result is None
    play = sea_battle("V", ["KMS Scharnhorst"], ["HMS York"], decks={"germany": 2})
    fight(play, [4], [6])
    assert play.state.result is not None
    assert play.decisions == ()
    assert play.ships("germany", "sunk") == ["KMS Scharnhorst"]


@pytest.mark.proves("7.2a-1")
@pytest.mark.parametrize(("attack", "defence", "offered"), [(1, 6, True), (6, 1, False), (1, 1, False)])
def test_on_9_april_the_crew_of_a_sunk_german_ship_may_land(attack, defence, offered):
    play = on_9_april("V", ["KMS Blücher"], ["HMS York"]).throws([attack], [defence])
    table = Table(GAME, play.state, play.script)
    while play.state.agenda and not isinstance(play.state.agenda[-1], EvacuatedSailors):
        step = play.state.agenda.pop()
        GAME.all_steps[type(step)].proceed(table, step)
    assert [step for step in play.state.agenda if isinstance(step, EvacuatedSailors)] == [EvacuatedSailors(4)] * offered


@pytest.mark.proves("8.2-seq-8", "7.2-landing-3")
def test_the_battle_at_the_landing_is_fought_by_those_named():
    """The nine-April round calls it for ships that want to land past Eidsvoll & Norge (R62)."""
    play = on_9_april("V", [], [], hidden=["KMS Blücher", "KMS Emden", "HMS York"], elsewhere=NORGE)
    play.state.agenda[:] = []
    table = Table(GAME, play.state, play.script)
    blucher, norge = ships.NAMES.find("KMS Blücher"), ships.EIDSVOLL
    begin_sea_battle(table, ships.SEA_V, [blucher], [norge])
    assert play.face_up("KMS Blücher")
    begin(play, [1], [6])
    assert play.asked == ["norway"]
    play("chase KMS Blücher > VIII")
    assert play.ships("germany", "VIII") == ["KMS Blücher"]
    assert sea_of(play.state).coast_defence_fought
    assert not play.face_up("KMS Emden")
    assert not play.face_up("HMS York")


def test_an_umpire_who_names_nonsense_in_a_ruling_strikes_no_ship_twice_and_no_stranger():
    hipper, york, norge = (ships.NAMES.find(name) for name in ("KMS Admiral Hipper", "HMS York", "Eidsvoll & Norge"))
    battle = SeaBattle(ships.SEA_V, (hipper,), (york, norge), struck=(Struck(york, "chased"),))
    outputs = {
        "defender_sunk": ["HMS York", "HMS Renown", 7, []],
        "defender_chased": ["Eidsvoll & Norge"],
        "attacker_sunk": ["KMS Admiral Hipper", "KMS Admiral Hipper"],
        "attacker_chased": ["KMS Admiral Hipper"],
    }
    assert hits(battle, Ruling("naval-combat", outputs, ())) == [Struck(norge, "sunk"), Struck(hipper, "sunk")]
