"""The umpire's edits: battalions placed and removed, hands dealt, at any moment; the game goes on."""

from random import Random
from typing import Any

import pytest

from cases import cases, each
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import AnswerFor, HoldGate, Seat, Setup
from feltherre.core.match import Match
from feltherre.core.state import canonical
from feltherre.games.norway import board, cards
from feltherre.games.norway.edits import PlaceBattalions, PlaceShip, RemoveBattalions, RemoveShip, SetHand
from feltherre.games.norway.game import GAME
from feltherre.games.norway.hands import hand_cards, in_play
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import controls
from feltherre.games.norway.sea.pieces import Sighting
from feltherre.games.norway.state import ROLES, NorwayState
from norway_table import Playing, position, sea_position
from norway_table.april import april_game, april_position
from norway_table.battles import battle
from norway_table.sea_battles import begin, sea_battle

Edit = PlaceBattalions | RemoveBattalions | SetHand | PlaceShip | RemoveShip


def umpired(play: Playing) -> Match[NorwayState]:
    """The position at a table with an umpire."""
    match = Match(GAME, Setup(tuple(Seat(role, (role,)) for role in ROLES), umpire=True), key=b"edits".ljust(32))
    match.stream = play.script
    match.state = play.state
    play.state.umpire = True
    return match


def override(play: Playing, edit: Edit) -> Playing:
    match = umpired(play)
    play.events += match.override(edit, "a slip at the table")
    play.state = match.state
    assert not GAME.invariants(play.state)
    return play


def refusal(play: Playing, edit: Edit) -> str:
    match = umpired(play)
    before, log = canonical(match.state), len(match.lines)
    with pytest.raises(Illegal) as refused:
        match.override(edit, "a slip at the table")
    assert canonical(match.state) == before
    assert len(match.lines) == log
    return refused.value.reason.key


# battalions


def test_battalions_are_placed_and_removed_and_everyone_reads_it() -> None:
    play = position("norway", norway={"Hamar": 1})
    override(play, PlaceBattalions("norway", "hamar", 2))
    override(play, PlaceBattalions("allies", "hamar", 1))
    override(play, RemoveBattalions("norway", "hamar", 1))
    assert (play.at("norway", "Hamar"), play.at("allies", "Hamar")) == (2, 1)
    assert play.told()[-2:] == ["core.event.override", "norway.event.umpire-removes"]
    assert play.events[-1].places == ("hamar",)


@cases(
    "edit key",
    ("", PlaceBattalions("norway", "hamar", 0), "edit-count"),
    ("", PlaceBattalions("norway", "hamar", -1), "edit-count"),
    ("", PlaceBattalions("norway", "hamar", 10**9), "edit-count"),
    ("", RemoveBattalions("norway", "hamar", 2), "edit-count"),
    ("", RemoveBattalions("norway", "hamar", -1), "edit-count"),
    ("", RemoveBattalions("allies", "hamar", 1), "edit-count"),
    ("", PlaceBattalions("germany", "hamar", 1), "edit-enemy"),
    ("", PlaceBattalions("norway", "oslo", 1), "edit-enemy"),
    ("", PlaceBattalions("sweden", "hamar", 1), "no-such-country"),
    ("", PlaceBattalions("norway", "sweden", 1), "no-such-area"),
    ("", RemoveBattalions("norway", "", 1), "no-such-area"),
    ("", SetHand("germany", ("ambush",)), "no-such-card"),
    ("", SetHand("norway", ("ambush",) * 4), "edit-hand-limit"),
    ("", SetHand("norway", ("anti-tank-gun",) * 3), "edit-hand"),
    ("", SetHand("sweden", ()), "no-such-country"),
)
def test_an_edit_that_cannot_be_changes_nothing(edit: Edit, key: str) -> None:
    assert refusal(position("norway", germany={"Oslo": 1}, norway={"Hamar": 1}), edit) == f"norway.illegal.{key}"


def test_the_reason_is_needed_and_a_finished_game_stays_as_it_is() -> None:
    match = umpired(position("norway", norway={"Hamar": 1}))
    with pytest.raises(Illegal):
        match.override(RemoveBattalions("norway", "hamar", 1), "  ")
    match.override(RemoveBattalions("norway", "hamar", 1), "the last one")
    assert match.over
    with pytest.raises(Illegal) as refused:
        match.override(PlaceBattalions("norway", "hamar", 1), "no, wait")
    assert refused.value.reason.key == "core.illegal.over"


def test_edits_are_read_from_json_and_bad_ones_are_refused() -> None:
    edit = GAME.convert_edit({"edit": "place", "country": "norway", "area": "hamar", "count": 1})
    assert edit == PlaceBattalions("norway", "hamar", 1)
    for bad in ({"edit": "place"}, {"edit": "move"}, {"edit": "place", "country": 1, "area": "x", "count": 1}):
        with pytest.raises(BadInput):
            GAME.convert_edit(bad)


# in the middle of movement


def test_a_battalion_taken_away_after_it_has_moved_is_forgotten() -> None:
    play = position("germany", germany={"Oslo": 2}, norway={"Hamar": 1})("move Oslo > Horten 2")
    override(play, RemoveBattalions("germany", "horten", 1))
    assert play.offered() == ["end movement"], "the one left has moved already"
    override(play, PlaceBattalions("germany", "horten", 1))
    assert "move Horten > Oslo 1" in play.offered()


def test_attackers_walk_in_when_the_umpire_removes_the_last_defender() -> None:
    play = position("germany", germany={"Oslo": 2}, norway={"Hønefoss": 1, "Hamar": 1})("move Oslo > Hønefoss 2")
    override(play, RemoveBattalions("norway", "honefoss", 1))
    assert (play.groups(), play.battalions("germany")) == ([], {"Hønefoss": 2})
    assert play.offered() == ["end movement"]


def test_attackers_can_be_removed_and_the_attack_is_off_with_the_last() -> None:
    play = position("germany", germany={"Oslo": 2, "Horten": 1}, norway={"Hønefoss": 1})("move Oslo > Hønefoss 2")
    assert refusal(play, RemoveBattalions("germany", "honefoss", 3)) == "norway.illegal.edit-count"
    override(play, RemoveBattalions("germany", "honefoss", 1))
    assert play.groups() == [("Oslo", "Hønefoss", "land", 1)]
    override(play, RemoveBattalions("germany", "honefoss", 1))
    assert (play.groups(), play("end movement").state.phase) == ([], 3)


def test_nobody_is_placed_behind_attackers_who_may_have_to_go_back_there() -> None:
    play = position("germany", germany={"Oslo": 1}, norway={"Hønefoss": 1})("move Oslo > Hønefoss 1")
    assert refusal(play, PlaceBattalions("norway", "oslo", 1)) == "norway.illegal.edit-origin"
    override(play, PlaceBattalions("germany", "oslo", 1))


def test_a_flight_whose_battalions_are_gone_does_not_take_place() -> None:
    hands = {"germany": ["Transport plane"], "allies": ["Tank"]}
    play = position("germany", germany={"Oslo": 1, "Trondheim": 1}, norway={"Hamar": 1}, hands=hands)
    play("fly Oslo > Trondheim 1")
    assert play.asked == ["allies"]
    override(play, RemoveBattalions("germany", "oslo", 1))
    assert play.asked == ["germany"]
    assert play.battalions("germany") == {"Trondheim": 1}


def test_a_roadblock_against_battalions_that_are_gone_does_nothing() -> None:
    hands = {"germany": ["Panzer"], "norway": ["Roadblock"]}
    play = position("germany", germany={"Oslo": 2}, norway={"Hønefoss": 1}, hands=hands)
    play("move Oslo > Hønefoss 2")("end movement")("roadblock Oslo > Hønefoss 2")
    assert play.asked == ["germany"]
    override(play, RemoveBattalions("germany", "honefoss", 1))
    assert play.groups() == [("Oslo", "Hønefoss", "land", 1)]
    assert play.battalions("germany") == {}


# in the middle of a battle


def hamar(**more: Any) -> Playing:
    hands = {"germany": ["Panzer", "Bomber"], "norway": ["Ambush"]}
    return battle("Hamar", {"Kongsvinger": 2}, {"norway": 2}, hands=hands, **more)


@cases("role holder", ("", "norway", "germany"), ("", "germany", "norway"))
def test_a_battle_in_which_one_side_is_gone_is_not_fought(role: str, holder: str) -> None:
    play = hamar()("play Panzer")
    override(play, RemoveBattalions(role, "hamar", 2))
    assert (play.state.battle, play.state.phase) == (None, 3)
    assert (play.at(role, "Hamar"), play.at(holder, "Hamar")) == (0, 2)
    assert play.used("germany") == ["Panzer"]


def test_a_battle_is_fought_with_those_who_are_there_when_the_dice_are_thrown() -> None:
    play = hamar()("pass").throws([1, 2], [3, 3, 3])
    override(play, PlaceBattalions("allies", "hamar", 1))
    play.passes("germany")
    ruling = next(event.ruling for event in play.events if event.ruling)
    assert (ruling.outputs["attacker_dice_count"], ruling.outputs["defender_dice_count"]) == (2, 3)


def test_when_the_dice_are_thrown_the_attackers_are_settled() -> None:
    hands = {"germany": ["Panzer"]}
    play = battle("Hamar", {"Kongsvinger": 1, "Rena": 1}, {"norway": 2}, hands=hands).throws([1, 1], [6, 1])("pass")
    assert play.decision().rule == "4.2-6"
    assert refusal(play, RemoveBattalions("germany", "hamar", 1)) == "norway.illegal.edit-battle"
    override(play, PlaceBattalions("norway", "voss", 1))
    play("lose Rena 1")
    assert play.battalions("germany") == {"Arendal": 1, "Kongsvinger": 1}


def test_a_ruling_held_at_the_gate_takes_effect_on_those_who_are_left() -> None:
    play = hamar(umpire=True, gate_held=True).throws([6, 6], [1, 1])
    play.passes()
    assert play.asked == ["umpire"]
    override(play, RemoveBattalions("norway", "hamar", 1))
    play("accept ruling")
    assert play.at("norway", "Hamar") == 0
    assert play.state.removed[1] == 2


# hands


def test_a_hand_is_dealt_and_only_its_owner_reads_which_cards() -> None:
    play = position("germany", hands={"norway": ["Ambush", "Roadblock"]})
    override(play, SetHand("norway", ("reinforcements", "ambush", "ambush")))
    assert play.hand("norway") == ["Ambush", "Ambush", "Reinforcements"]
    assert sum(play.state.deck[card] for card in cards.OF_COUNTRY[1]) == 19
    event = play.events[-1]
    assert (event.text.key, event.text.args["n"]) == ("norway.event.umpire-deals", 3)
    assert [secret.role for secret in event.secrets] == ["norway"]


def test_what_was_known_of_a_hand_is_no_longer_known_when_it_is_dealt_anew() -> None:
    hands = {"germany": ["Scouts"], "norway": ["Ambush", "Roadblock"]}
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, hands=hands)("play Scouts")
    assert len(play.state.known) == 2
    override(play, SetHand("norway", ("ambush",)))
    assert play.state.known == []


def test_a_card_dealt_in_a_battle_can_be_used_in_it() -> None:
    play = hamar()("pass").throws([1, 1], [2, 2])
    override(play, SetHand("norway", ("ambush", "roadblock")))
    assert play.offered() == ["play Ambush", "pass"]
    override(play, SetHand("norway", ()))
    assert play.asked != ["norway"], "with an empty hand there is nothing to wait for"


@pytest.mark.parametrize(("role", "left"), [("germany", 1), ("allies", 2), ("norway", 3)])
def test_the_last_face_down_card_can_only_be_drawn(role: str, left: int) -> None:
    """What follows when a deck is used up belongs to drawing, so an umpire does not empty one."""
    play = position("germany", decks={role: left})
    own = [cards.SHORT_IDS[card] for card in cards.OF_COUNTRY[ROLES.index(role)] for _ in range(play.state.deck[card])]
    assert refusal(play, SetHand(role, tuple(own))) == "norway.illegal.edit-last-cards"
    if left > 1:
        override(play, SetHand(role, tuple(own[1:])))
        assert play.state.hand_size[ROLES.index(role)] == left - 1


def test_nine_april_cards_are_dealt_in_their_round() -> None:
    play = april_position(1, hands={"norway": ["Fighter"], "germany": ["Paratroops"]})
    override(play, SetHand("norway", ("april-coastal-fort", "Jagerfly", "reinforcements")))
    held = [cards.SHORT_IDS[card] for card in hand_cards(play.state, 1)]
    assert sorted(held) == ["april-coastal-fort", "april-fighter", "april-reinforcements"]
    assert refusal(play, SetHand("norway", ("ambush",))) == "norway.illegal.no-such-card"
    assert refusal(play, SetHand("norway", ("april-redeployment",) * 2)) == "norway.illegal.edit-hand"
    assert refusal(play, SetHand("norway", ("april-coastal-fort",) * 4)) == "norway.illegal.edit-hand-limit"
    override(play, SetHand("norway", ()))
    assert play.state.hand_size[1] == 0
    assert sum(play.state.deck[card] for card in cards.APRIL_OF_COUNTRY[1]) == 6, "they are in the box again"


def test_before_the_nine_april_cards_are_chosen_there_is_no_hand_to_deal() -> None:
    play = april_game()
    assert refusal(play, SetHand("germany", ("april-bomber",))) == "norway.illegal.edit-before-choice"
    chosen = [cards.SHORT_IDS[card] for card in cards.APRIL_OF_COUNTRY[0][:5]]
    match = umpired(play)
    match.override(AnswerFor("germany", {"kind": "choose-april", "cards": chosen}), "that is the way to do it")
    assert [sealed.role for sealed in match.state.sealed] == ["germany"]


# ships


def test_a_hidden_ship_is_moved_and_only_its_owner_reads_which() -> None:
    play = sea_position("norway", ships_at={"III": ["KMS Blücher", "KMS Emden"], "V": ["HMS York"]})
    override(play, PlaceShip("blücher", "iv"))
    assert (play.ships("germany", "III"), play.ships("germany", "IV")) == (["KMS Emden"], ["KMS Blücher"])
    assert not play.face_up("KMS Blücher")
    event = play.events[-1]
    assert (event.text.key, event.places) == ("norway.event.umpire-moves-card", ("IV",))
    assert "Emden" not in render(event.text)
    assert "Blücher" not in render(event.text)
    assert [(secret.role, "Blücher" in render(secret.text)) for secret in event.secrets] == [("germany", True)]


def test_what_was_known_of_a_pile_is_doubtful_when_the_umpire_takes_a_card_of_it() -> None:
    seen = (Sighting(2, ships.NAMES.find("Blücher"), (board.find_sea("III"),)),)
    at = {"III": ["KMS Blücher", "KMS Emden"], "V": ["HMS York"]}
    play = sea_position("norway", ships_at=at, sea={"sightings": seen})
    assert play.sightings("allies") == {"KMS Blücher": ["III"]}
    override(play, PlaceShip("kms-emden", "IV"))
    assert play.sightings("allies") == {"KMS Blücher": ["III", "IV"]}
    override(play, PlaceShip("kms-emden", "V"))
    assert play.sightings("allies") == {"KMS Blücher": ["III", "V"]}
    override(play, RemoveShip("kms-blucher"))
    assert play.sightings("allies") == {}
    assert play.ships("germany", "removed").count("KMS Blücher") == 1


def test_a_ship_that_comes_back_was_seen_by_everybody() -> None:
    play = sea_position("norway", ships_at={"III": ["KMS Emden"]})
    override(play, PlaceShip("HMS Rodney", "VII"))
    assert play.ships("allies", "VII") == ["HMS Rodney"]
    assert not play.face_up("HMS Rodney")
    assert play.sightings("germany") == play.sightings("norway") == {"HMS Rodney": ["VII"]}
    event = play.events[-1]
    assert (event.text.key, event.secrets) == ("norway.event.umpire-places-ship", ())


def test_eidsvoll_and_norge_always_lies_open() -> None:
    play = sea_position("germany", ships_at={"VII": ["Eidsvoll & Norge"]})
    for edit in (PlaceShip("eidsvoll-norge", "V"), RemoveShip("Eidsvoll & Norge"), PlaceShip("Eidsvoll & Norge", "VI")):
        override(play, edit)
        assert play.face_up("Eidsvoll & Norge")
    assert play.ships("norway", "VI") == ["Eidsvoll & Norge"]


def test_control_of_a_sea_area_follows_the_ships() -> None:
    play, five = sea_position("germany", ships_at={"V": ["HMS York"]}), board.find_sea("V")
    assert controls(play.state, 2, five)
    assert not controls(override(play, PlaceShip("KMS Köln", "V")).state, 2, five)
    assert controls(override(play, RemoveShip("HMS York")).state, 0, five)


@each(
    "edit key",
    (PlaceShip("KMS Emden", "III"), "norway.illegal.edit-ship-there"),
    (PlaceShip("HMS York", "II"), "norway.illegal.closed-sea"),
    (PlaceShip("decoy-1", "IV"), "norway.illegal.edit-decoy"),
    (PlaceShip("Titanic XX", "IV"), "norway.illegal.edit-no-such-ship"),
    (PlaceShip("KMS", "IV"), "core.names.ambiguous"),
    (PlaceShip("KMS Emdem", "IV"), "core.names.near"),
    (PlaceShip("KMS Emden", "IX"), "norway.board.no-sea"),
    (PlaceShip("KMS Emden", "oslo"), "norway.board.no-sea"),
    (RemoveShip("HMS Rodney"), "norway.illegal.edit-ship-gone"),
    (RemoveShip(""), "norway.illegal.edit-no-such-ship"),
)
def test_a_change_at_sea_that_cannot_be_changes_nothing(edit: Edit, key: str) -> None:
    assert refusal(sea_position("norway", ships_at={"III": ["KMS Emden"], "V": ["HMS York"]}), edit) == key


def test_the_basic_game_has_no_ships_and_undeployed_ones_stay_in_hand() -> None:
    assert refusal(position("norway"), PlaceShip("KMS Emden", "III")) == "norway.illegal.edit-no-ships"
    assert refusal(april_game(), RemoveShip("KMS Emden")) == "norway.illegal.edit-undeployed"


def test_ships_that_are_caught_or_fight_are_left_to_the_rules() -> None:
    play = sea_position("germany", ships_at={"III": ["KMS Emden"], "IV": ["HMS York"]})("sail KMS Emden > IV")
    assert refusal(play, RemoveShip("KMS Emden")) == "norway.illegal.edit-ships-at-work"
    battle = begin(sea_battle("IV", ["KMS Emden"], ["HMS York"]))
    assert refusal(battle, RemoveShip("HMS York")) == "norway.illegal.edit-ships-at-work"


# at any moment


def random_edit(state: NorwayState, rng: Random) -> Edit:
    country = rng.randrange(3)
    attacked = [board.AREAS[group.target] for group in state.groups]
    area = rng.choice([*board.AREAS, *attacked * 8])
    kind = rng.randrange(5 if state.sea is None else 8)
    if kind > 4:
        ship = rng.choice(ships.IDS)
        return RemoveShip(ship) if kind == 5 else PlaceShip(ship, rng.choice(board.SEAS))
    if kind < 2:
        return PlaceBattalions(ROLES[country], area, rng.randint(0, 3))
    if kind < 4:
        return RemoveBattalions(ROLES[country], area, rng.randint(0, 2))
    own = [card for card in in_play(state, country) for _ in range(cards.COUNT[card])]
    some = rng.sample(own, rng.randint(0, cards.HAND_LIMIT[country]))
    return SetHand(ROLES[country], tuple(cards.SHORT_IDS[card] for card in some))


@pytest.mark.parametrize("dice", ["live", "typed"])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(4))
def test_games_go_on_to_their_end_whatever_an_umpire_changes(seed: int, rules: str, dice: str) -> None:
    """Edits at random moments, the gate now held and now not: no dead end, and everything stays conserved."""
    rng = Random(seed)
    seats = [("germany",), ("norway", "allies")] if seed % 2 else [("germany",), ("norway",), ("allies",)]
    named = tuple(Seat("+".join(roles), roles) for roles in seats)
    setup = Setup(named, {"rules": rules}, umpire=True, dice=dice)
    match = Match(GAME, setup, key=seed.to_bytes(32, "big"))
    made = 0
    while not match.over:
        if rng.random() < 0.04:
            match.override(HoldGate(rng.random() < 0.5), "let me see")
        if rng.random() < 0.3:
            made += try_edit(match, rng)
        if not match.over:
            answered = {sealed.role for sealed in match.state.sealed}
            decision = next(decision for decision in match.decisions() if decision.role not in answered)
            match.act(match.seat_of(decision.role).name, decision.role, decision.id, decision.space.sample(rng))
        assert not GAME.invariants(match.state)
    assert made > 5


def try_edit(match: Match[NorwayState], rng: Random) -> bool:
    before = canonical(match.state)
    try:
        match.override(random_edit(match.state, rng), "at random")
    except Illegal:
        assert canonical(match.state) == before
        return False
    assert not GAME.invariants(match.state)
    return True
