"""Who fights at sea, in which order, and the fire (8.2, 6.1)."""

from random import Random

import pytest
from msgspec import structs

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.space import DiceTyped
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.games.norway import opening, steps
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import new_sea, sea_of
from feltherre.games.norway.sea.view import UNKNOWN
from feltherre.games.norway.state import ALLIES, ROLES, NorwayState
from norway_table import example
from norway_table.sea_battles import battle_of, begin, fight, names, on_9_april, ruling, sea_battle, to_sea_combat

#: the Allies hold a card, so that a battle stops where they may use it
HAND = {"allies": ["Submarine"]}


@pytest.mark.proves("8.2-1", "8.2-2", "8.2-3")
def test_who_fights_in_the_example_of_the_book():
    given, then = example("ex-8.2-caption")
    allied = [name.replace("with destroyers", "with destroyers Aurora") for name in given["allied_face_up"]]
    play = sea_battle(
        given["sea_area"],
        given["german_face_up"],
        allied,
        hidden=["KMS Karlsruhe"],
        elsewhere={given["other_sea_area"]["id"]: ["KMS Emden", "HMS York"]},
        hands=HAND,
    )
    to_sea_combat(play)
    assert play.asked == ["germany"]  # the owner of the intercepted ship may bring his other one
    play("join none")
    assert play.asked == ["allies"]  # straight to the cards of the one battle
    assert battle_of(play).area == 4
    assert names(battle_of(play).attackers) == then["fighting_german"]
    assert names(battle_of(play).defenders) == allied
    assert not play.face_up("KMS Karlsruhe")
    assert not play.face_up("HMS York")


@pytest.mark.proves("8.2-2")
def test_the_owner_of_intercepted_ships_may_use_others_of_the_sea_area():
    play = sea_battle("V", ["KMS Blücher"], ["HMS York"], hidden=["KMS Emden", "KMS Köln"], hands=HAND)
    play = to_sea_combat(play)
    assert play.offered() == ["join KMS Köln + KMS Emden", "join KMS Köln", "join KMS Emden", "join none"]
    assert play.refusal("join HMS York") == ("norway.illegal.join", "8.2-2")
    assert play.refusal("join KMS Lützow") == ("norway.illegal.join", "8.2-2")
    play("join KMS Emden")
    assert names(battle_of(play).attackers) == ["KMS Blücher", "KMS Emden"]
    assert play.face_up("KMS Emden")
    assert not play.face_up("KMS Köln")


@pytest.mark.proves("8.2-3")
def test_who_intercepts_uses_all_his_ships_there_and_is_not_asked():
    play = sea_battle("V", ["KMS Blücher"], ["HMS York"], hidden=["HMS Renown"], hands=HAND)
    play = to_sea_combat(play)
    assert play.decision().rule == "8.2-seq-2"
    assert names(battle_of(play).defenders) == ["HMS Renown", "HMS York"]


@pytest.mark.proves("8.2-4", "6.1-coast-defence")
def test_eidsvoll_and_norge_takes_part_on_the_allied_side():
    play = sea_battle("V", ["KMS Blücher"], ["HMS York"], elsewhere={"V": ["Eidsvoll & Norge"]}, hands=HAND)
    play = to_sea_combat(play)
    assert names(battle_of(play).defenders) == ["HMS York", "Eidsvoll & Norge"]


@pytest.mark.proves("8.2-4", "8.2-seq-4")
def test_in_the_norwegian_turn_its_side_is_the_attacker():
    """Germany has caught Eidsvoll & Norge, which chases on a six and sinks nothing."""
    play = sea_battle("V", ["KMS Blücher"], ["Eidsvoll & Norge"], hunters=["germany"], turn="norway")
    fight(play, [6], [3])
    assert ruling(play).outputs["defender_chased"] == ["KMS Blücher"]
    assert play.asked == ["norway"]  # nobody else of its side has fought
    assert "chase KMS Blücher > VIII" in play.offered()


@pytest.mark.proves("8.2-2", "8.2-4")
def test_allied_ships_are_not_asked_to_join_eidsvoll_and_norge_alone():
    play = sea_battle("V", ["KMS Blücher"], ["Eidsvoll & Norge"], hunters=["germany"], hidden=["HMS York"], hands=HAND)
    play = to_sea_combat(play)
    assert play.decision().rule == "8.2-seq-2"
    assert names(battle_of(play).defenders) == ["Eidsvoll & Norge"]


@pytest.mark.proves("6.1-decoy", "8.2-2")
def test_decoys_are_asked_for_but_cannot_join():
    play = begin(on_9_april("V", ["KMS Blücher"], ["HMS York"], hidden=["Decoy 1", "KMS Emden"]))
    assert play.decision().prompt.args["n"] == 2
    assert play.offered() == ["join KMS Emden", "join none"]
    assert play.refusal("join Decoy 1") == ("norway.illegal.join", "8.2-2")


TWO = {"VI": (["KMS Köln"], ["HMS Berwick"])}


@pytest.mark.proves("8.2-seq-0")
def test_the_attacker_chooses_the_order_when_all_know_who_fights():
    play = sea_battle("IV", ["KMS Emden"], ["HMS York"], hidden=["KMS Lützow"], more=TWO, hands=HAND)
    to_sea_combat(play)("join none")
    assert (play.asked, play.offered()) == (["germany"], ["fight at sea IV", "fight at sea VI"])
    assert play.refusal("fight at sea V") == ("norway.illegal.no-sea-battle", "8.2-seq-0")
    assert play.refusal("end sea combat") == ("norway.illegal.closed.end-sea-combat", "8.2-1")
    play("fight at sea VI")
    assert battle_of(play).area == 5
    play.throws([1], [1], [1], [1])("pass")  # the last battle needs no choice
    assert battle_of(play).area == 3
    play("pass")
    assert sea_of(play.state).battle is None
    assert play.told().count("norway.event.sea-battle-over") == 2


@pytest.mark.proves("8.2-seq-0")
def test_joins_are_settled_in_every_sea_area_before_the_first_battle():
    play = sea_battle("IV", ["KMS Emden"], ["HMS York"], hidden=["KMS Lützow"], more=TWO, hands=HAND)
    to_sea_combat(play)
    assert sea_of(play.state).battle is None
    assert play.decision().rule == "8.2-2"


@pytest.mark.proves("8.2-seq-7", "8.2-seq-0")
def test_a_ship_chased_into_the_next_battle_has_no_part_in_it():
    play = sea_battle("IV", ["KMS Emden"], ["HMS York"], more={"V": (["KMS Köln"], ["HMS Berwick"])})
    fight(play)
    play.throws([1], [4])("fight at sea IV")
    assert play.asked == ["allies"]
    play.throws([1], [1])("chase KMS Emden > V")
    fought = [event for event in play.events if event.text.key == "norway.event.sea-battle"][-1]
    assert [text.key for text in fought.text.args["attackers"]] == ["norway.ship.kms-koln"]
    assert play.ships("germany", "V") == ["KMS Köln", "KMS Emden"]


@pytest.mark.proves("8.2-seq-4", "8.2-seq-5", "6.1-5", "8.2-seq-6")
def test_the_sea_battle_of_example_4():
    given, then = example("ex-4-sea-battle")
    aurora = "Light cruiser with destroyers Aurora"
    play = sea_battle("III", ["KMS Admiral Hipper"], ["HMS Warspite", aurora], hidden=["KMS Karlsruhe"])
    fight(play)
    play.throws(given["attacker_dice"], given["defender_dice"])("join none")  # a third die is not needed
    assert play.ships("germany", "sunk") == then["attacker_sunk"]
    assert len(play.used("germany")) == then["attacker_cards_lost"]
    assert play.used("allies") == []
    assert play.ships("allies", "III") == ["HMS Warspite", aurora]


@pytest.mark.proves("8.2-seq-4", "8.2-seq-5")
def test_the_best_ships_fire_first_and_a_struck_ship_still_fires():
    play = sea_battle(
        "V", ["KMS Emden", "KMS Blücher", "KMS Gneisenau"], ["HMS York", "HMS Renown"], hunters=["germany"]
    )
    fight(play, [4], [4], [6], [6], draws=[[0], [0], [0]])
    result = ruling(play)
    # 4 chases for a battleship and for a heavy cruiser; with both enemies laid aside Emden does not fire
    assert [thrown.values for thrown in result.throws] == [(4,), (4,), (6,), (6,)]
    assert sorted(result.outputs["defender_chased"]) == ["HMS Renown", "HMS York"]
    assert result.outputs["attacker_sunk"] == ["KMS Gneisenau", "KMS Blücher"]


@pytest.mark.proves("6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor", "6.1-caption", "6.1-5")
@pytest.mark.parametrize(
    ("ship", "sinks", "chases"),
    [
        ("HMS Ark Royal", (5, 6), (3, 4)),
        ("HMS Warspite", (5, 6), (3, 4)),
        ("HMS York", (6,), (4, 5)),
        ("Light cruiser with destroyers Aurora", (6,), (5,)),
        ("Eidsvoll & Norge", (), (6,)),
    ],
)
def test_what_each_die_of_a_class_does(ship: str, sinks: tuple[int, ...], chases: tuple[int, ...]):
    hunter = "germany" if ship.startswith("Eids") else "allies"
    for die in range(1, 7):
        play = sea_battle("V", ["KMS Blücher"], [ship], hunters=[hunter])
        fight(play, [1], [die])
        outputs = ruling(play).outputs
        assert bool(outputs["attacker_sunk"]) == (die in sinks)
        assert bool(outputs["attacker_chased"]) == (die in chases)


@pytest.mark.proves("6.1-1")
def test_ships_of_a_country_in_a_sea_area_are_one_pile_back_up():
    play = sea_battle("V", ["KMS Blücher"], ["HMS York"], hidden=["KMS Emden", "KMS Köln"])
    emden, blucher = ships.NAMES.find("KMS Emden"), ships.NAMES.find("KMS Blücher")
    theirs, own = GAME.view(play.state, ("allies",)).sea, GAME.view(play.state, ("germany",)).sea
    assert theirs.piles == own.piles
    assert [pile[ships.SEA_V] for pile in own.piles] == [2, 0, 0]
    assert (theirs.place[emden], own.place[emden]) == (UNKNOWN, ships.SEA_V)
    assert theirs.place[blucher] == ships.SEA_V


@pytest.mark.proves("8.2-seq-8", "6.1-4")
def test_survivors_are_hidden_again_where_they_are_and_the_others_remember_them():
    play = sea_battle("V", ["KMS Blücher"], ["HMS York"], elsewhere={"V": ["Eidsvoll & Norge"]})
    fight(play, [1], [1], [1])
    assert not play.face_up("KMS Blücher")
    assert not play.face_up("HMS York")
    assert play.face_up("Eidsvoll & Norge")
    assert play.sightings("allies") == {"KMS Blücher": ["V"]}
    assert play.sightings("germany") == {"HMS York": ["V"]}
    assert sea_of(play.state).caught == ()
    assert sea_of(play.state).done == (4,)


@pytest.mark.proves("7.2-landing-3")
def test_that_eidsvoll_and_norge_has_fought_on_9_april_is_remembered():
    norge = {"V": ["Eidsvoll & Norge"]}
    play = begin(on_9_april("V", ["KMS Blücher"], ["HMS York"], elsewhere=norge), [1], [1], [1])
    assert sea_of(play.state).coast_defence_fought
    play = begin(on_9_april("VI", ["KMS Blücher"], ["HMS York"], elsewhere=norge), [1], [1])
    assert not sea_of(play.state).coast_defence_fought


def test_real_dice_are_typed_in_and_the_software_draws():
    play = sea_battle("V", ["KMS Blücher", "KMS Emden"], ["HMS York", "HMS Renown"], dice="typed")
    to_sea_combat(play)
    play.draws([1], [1])
    asked = []
    for die in (6, 1, 5, 1):
        asked += play.asked
        play.answer(DiceTyped((die,)))
    assert asked == ["germany", "germany", "allies", "allies"]
    assert play.ships("allies", "sunk") == ["HMS York"]
    assert play.ships("germany", "sunk") == ["KMS Emden"]


@pytest.mark.proves("8.2b-1", "8-1")
def test_land_battles_follow_the_sea_battles():
    play = sea_battle(
        "V", ["KMS Blücher"], ["HMS York"], germany={"Kongsvinger": 2, "Oslo": 1}, norway={"Hamar": 1, "Finnmark": 1}
    )
    play("end sailing") if play.decision().rule == "8.1-1" else None
    play("move Kongsvinger > Hamar 2")
    play.throws([1], [1], [3, 3], [3])("end movement")
    told = [key for key in play.told() if key in ("norway.event.sea-battle-over", "norway.event.battle")]
    assert told == ["norway.event.sea-battle-over", "norway.event.battle"]


# ordinary turns at random


def strewn(seed: int) -> tuple[NorwayState, KeyedStream, Random]:
    """The basic set-up on land, and ships of both sides strewn over the seas."""
    rng, stream, state = Random(seed), KeyedStream(seed.to_bytes(32, "big")), NorwayState()
    place = []
    for ship, country in enumerate(ships.COUNTRY):
        if ship in ships.DECOYS:
            place.append(ships.REMOVED)
        elif country == ALLIES:
            place.append(rng.choice((ships.HOME, *range(ships.SEA_III, ships.SEA_VIII + 1))))
        else:
            place.append(rng.choice(ships.SEAS))
    face_up = tuple(at == ships.REMOVED or ship == ships.EIDSVOLL for ship, at in enumerate(place))
    state.sea = structs.replace(new_sea(), place=tuple(place), face_up=face_up)
    opening.place_starting_battalions(state)
    table = Table(GAME, state, stream)
    opening.shuffle_decks(table)
    state.first_allies_landed = True
    state.agenda.append(steps.Turn(0))
    engine.settle(table)
    return state, stream, rng


def seen(state: NorwayState, roles: tuple[str, ...]) -> list[bytes]:
    """Every byte that a seat gets without asking."""
    asked = engine.open_decisions(GAME, state)
    told = [canonical((one.id, one.role, one.waiting, one.rule, one.reaction)) for one in asked]
    own = [canonical((one.prompt, one.space.choices())) for one in asked if one.role in roles]
    return [canonical(GAME.view(state, roles)), *told, *own]


@pytest.mark.parametrize("seed", [3, 11])
def test_random_play_ends_keeps_the_invariants_and_hides_what_is_hidden(seed: int):
    state, stream, rng = strewn(seed)
    seats = [*((role,) for role in ROLES), ()]
    battles = 0
    while decisions := engine.open_decisions(GAME, state):
        answered = {sealed.role for sealed in state.sealed}
        decision = next(decision for decision in decisions if decision.role not in answered)
        action = decision.space.sample(rng)
        assert GAME.notation.read(GAME.notation.write(action)) == action
        table = Table(GAME, state, stream)
        engine.apply(GAME, table, decision.role, decision.id, action)
        battles += sum(event.text.key == "norway.event.sea-battle" for event in table.events)
        assert not GAME.invariants(state)
        roles = rng.choice(seats)
        other = GAME.redeal(state, roles, rng)
        assert not GAME.invariants(other)
        assert seen(other, roles) == seen(state, roles)
    assert state.result is not None
    assert battles > 3
