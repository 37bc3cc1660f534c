"""Five Allied ships go home when the Allied deck is used up (5.2-1)."""

from itertools import combinations

import pytest

from cases import cases
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.aftermath import withdrawal_space
from norway_table import sea_position
from norway_table.sea_battles import fight, sea_battle, to_sea_combat

HEAVY = ["HMS Ark Royal", "HMS Warspite", "HMS Renown", "HMS Rodney"]
CRUISERS = ["HMS York", "HMS Berwick"]
MINOR = ["Light cruiser with destroyers Aurora", "Light cruiser with destroyers Penelope"]


def last_card_lost(*afloat: str, home: tuple[str, ...] = ()):
    """HMS Suffolk is sunk and with it goes the last card of the Allied deck."""
    play = sea_battle(
        "V",
        ["KMS Scharnhorst"],
        ["HMS Suffolk"],
        elsewhere={"VI": afloat, "home": home},
        decks={"allies": 1},
        allies={"Narvik": 5},
        norway={"Finnmark": 1},
    )
    return fight(play, [6], [1])


def numbers(names):
    return sorted(ships.NAMES.find(name) for name in names)


@pytest.mark.proves("5.2-1", "2.4-all-3")
def test_four_battalions_and_then_five_ships_leave_at_once():
    play = last_card_lost(*HEAVY, *CRUISERS, *MINOR)
    assert play.at("allies", "Narvik") == 1
    assert play.decided == ("allies", "5.2-1")
    chosen = [*HEAVY[:3], CRUISERS[0], MINOR[0]]
    play(f"withdraw ships {' + '.join(chosen)}")
    assert set(chosen) <= set(play.ships("allies", "removed"))
    assert play.ships("allies", "VI") == [ships.NAMES.name(ship) for ship in numbers([HEAVY[3], CRUISERS[1], MINOR[1]])]
    assert play.ships("allies", "sunk") == ["HMS Suffolk"]
    assert len(play.used("allies")) == 28  # ships that go home cost no cards


@cases(
    "refused",
    ("5.2-1", [*HEAVY[:3], *CRUISERS]),
    ("5.2-1", [*HEAVY[:3], *MINOR]),
    ("5.2-1", HEAVY),
    ("5.2-1", [*HEAVY, *CRUISERS]),
    ("5.2-1", [*HEAVY[:3], CRUISERS[0], "HMS Suffolk"]),
    ("5.2-1", [*HEAVY[:3], CRUISERS[0], "KMS Emden"]),
)
def test_at_most_one_minor_ship_and_one_heavy_cruiser_while_heavier_ones_are_left(refused):
    play = last_card_lost(*HEAVY, *CRUISERS, *MINOR)
    assert play.refusal(f"withdraw ships {' + '.join(refused)}") == ("norway.illegal.withdraw-ships", "5.2-1")


@pytest.mark.proves("5.2-1")
def test_other_ships_fill_up_when_carriers_and_battleships_do_not_suffice():
    play = last_card_lost(*HEAVY[:2], *CRUISERS, *MINOR)
    assert play.refusal(f"withdraw ships {' + '.join([HEAVY[0], *CRUISERS, *MINOR])}")[1] == "5.2-1"
    play(f"withdraw ships {' + '.join([*HEAVY[:2], *CRUISERS, MINOR[0]])}")
    assert play.ships("allies", "VI") == [MINOR[1]]


@pytest.mark.proves("5.2-1")
def test_ships_not_yet_on_the_board_count():
    play = last_card_lost("HMS York", home=(*HEAVY, *MINOR))
    play(f"withdraw ships {' + '.join([*HEAVY, 'HMS York'])}")
    assert play.ships("allies", "home") == [ships.NAMES.name(ship) for ship in numbers(MINOR)]


@pytest.mark.proves("5.2-1")
def test_five_or_fewer_all_go():
    play = last_card_lost(*CRUISERS, *MINOR)
    assert play.ships("allies", "VI") == []
    assert not play.decisions or play.decision().rule != "5.2-1"


@pytest.mark.proves("5.2-1")
@pytest.mark.parametrize("afloat", [[*HEAVY, *CRUISERS, *MINOR], [*HEAVY[:2], *CRUISERS, *MINOR], [*CRUISERS, *HEAVY]])
def test_every_lawful_five_can_be_chosen_and_no_other(afloat):
    """Checked against all fives, counted by the words of the rule."""
    choice = numbers(afloat)
    heavy = {ship for ship in choice if ships.CLASS[ship] in (ships.CARRIER, ships.BATTLESHIP)}

    def lawful(five):
        cruisers = sum(ships.CLASS[ship] == ships.HEAVY_CRUISER for ship in five)
        minor = sum(ships.CLASS[ship] == ships.MINOR for ship in five)
        return (cruisers <= 1 and minor <= 1) or heavy <= set(five)

    wanted = {tuple(ships.IDS[ship] for ship in five) for five in combinations(choice, 5) if lawful(five)}
    assert {action.ships for action in withdrawal_space(choice, 5).candidates()} == wanted


@pytest.mark.proves("5.2-1", "8.2-seq-7")
def test_a_chased_ship_may_go_home_instead_of_where_germany_would_send_it():
    play = sea_battle(
        "V",
        ["KMS Scharnhorst", "KMS Gneisenau"],
        ["HMS Suffolk", "HMS Valiant"],
        elsewhere={"VI": [*HEAVY, *CRUISERS]},
        decks={"allies": 1},
    )
    fight(play, [6], [4], [1], [1], draws=[[1], [0]])  # Suffolk is sunk, Valiant is chased
    assert play.decision().rule == "5.2-1"
    play(f"withdraw ships {' + '.join([*HEAVY, 'HMS Valiant'])}")
    assert "HMS Valiant" in play.ships("allies", "removed")
    assert "norway.event.chased-to" not in play.told()
    assert "norway.event.sea-battle-over" in play.told()


@pytest.mark.proves("5.2-1", "8.2-1")
def test_a_battle_whose_ships_have_gone_home_is_not_fought():
    play = sea_battle(
        "V",
        ["KMS Scharnhorst"],
        ["HMS Suffolk"],
        more={"VI": (["KMS Emden"], ["HMS York"])},
        elsewhere={"VIII": [*HEAVY, "HMS Berwick"]},
        decks={"allies": 1},
    )
    to_sea_combat(play)
    play.throws([6], [1])("fight at sea V")  # HMS Suffolk is sunk, and with it goes the last card
    play(f"withdraw ships {' + '.join([*HEAVY, 'HMS York'])}")
    assert play.told().count("norway.event.sea-battle") == 1
    assert not play.face_up("KMS Emden")
    assert play.sightings("allies")["KMS Emden"] == ["VI"]


@pytest.mark.proves("5.2-1", "2.4-all-3")
def test_ships_go_home_too_when_the_last_card_is_drawn_and_the_hand_is_kept():
    play = sea_position(
        "allies",
        phase=4,
        ships_at={"III": [*HEAVY, *CRUISERS]},
        hands={"allies": ["Fighter", "Fighter"]},
        decks={"allies": 1},
    )
    play("discard Fighter")
    assert play.decision().rule == "5.2-1"
    play(f"withdraw ships {' + '.join([*HEAVY, CRUISERS[0]])}")
    assert play.ships("allies", "III") == [CRUISERS[1]]
    assert len(play.hand("allies")) == 2
    assert play.asked == ["germany"]


def test_when_both_decks_run_out_in_one_battle_the_game_is_over_at_once():
    play = sea_battle(
        "V",
        ["KMS Emden"],
        ["HMS York"],
        decks={"germany": 1, "allies": 1},
        allies={"Narvik": 5},
        norway={"Finnmark": 1},
    )
    fight(play, [6], [6])
    assert play.state.result is not None
    assert play.at("allies", "Narvik") == 5  # nobody is withdrawn any more (R20)
    assert not play.decisions
