"""Combat dice and who has won (4.2-dice, steps 4, 5 and 7), played through the engine."""

from collections.abc import Mapping

import pytest

from cases import cases
from feltherre.core.state import canonical
from feltherre.games.norway.state import NorwayState
from norway_table import Playing, position
from norway_table.battles import attack, battle, dice, fight, ruling, to_battle

# how many dice (what the numbers give: test_procedures_combat.py)

BOTH_WAYS = {"Kongsvinger": 3, "Gjøvik": 9}


@cases(
    "says target attackers defenders wanted",
    ("4.2-dice-1 2.2-4 2.2-2", "a die for each", "Hamar", {"Kongsvinger": 2}, {"norway": 3}, (2, 3)),
    ("4.2-dice-2", "five at most", "Åndalsnes", {"Dombås": 7}, {"allies": 4}, (5, 4)),
    ("4.2-dice-2", "wherever from", "Hamar", {"Kongsvinger": 3, "Rena": 3}, {"norway": 6}, (5, 5)),
    ("4.2-dice-3 4.2b-2", "two countries together", "Hamar", {"Kongsvinger": 1}, {"norway": 2, "allies": 3}, (1, 5)),
    ("4.2-dice-3 4.2b-2", "five of both", "Hamar", {"Kongsvinger": 1}, {"norway": 3, "allies": 3}, (1, 5)),
    ("4.2-dice-4 2.3-fjord-2", "half over Mjøsa", "Hamar", {"Gjøvik": 3}, {"norway": 2}, (1, 2)),
    ("4.2-dice-4 2.3-fjord-2", "half over a fjord", "Ålesund", {"Åndalsnes": 4}, {"norway": 2}, (2, 2)),
    ("4.2-dice-4 4.2-dice-2", "only those who cross, and last", "Hamar", BOTH_WAYS, {"norway": 1}, (4, 1)),
)
def test_how_many_dice_each_side_throws(
    target: str, attackers: Mapping[str, int], defenders: Mapping[str, int], wanted: tuple[int, int]
) -> None:
    play = battle(target, attackers, defenders, throws=([1] * wanted[0], [1] * wanted[1]))
    assert dice(play) == wanted


@pytest.mark.proves("4.2-dice-5")
def test_invaders_and_paratroops_count_in_full() -> None:
    play = position(
        "allies",
        germany={"Bergen": 1, "Arendal": 1},
        allies={},
        hands={"allies": ["Invasion", "Reinforcements", "Coastal evacuation"]},
    )
    play("invade with Reinforcements + Coastal evacuation at Bergen 3")
    play.throws([1, 1, 1], [1])
    to_battle(play)
    play.passes()
    assert dice(play) == (3, 1)
    play = position(
        germany={"Gjøvik": 2, "Oslo": 1}, norway={"Hamar": 1, "Finnmark": 1}, hands={"germany": ["Paratroops"]}
    )
    play("drop Hamar")("move Gjøvik > Hamar 2")
    play.throws([1, 1], [1])
    to_battle(play)
    assert dice(play) == (1 + 1, 1)


@pytest.mark.proves("4.2-dice-6")
def test_dice_of_cards_come_on_top_of_the_limits() -> None:
    hands = {"germany": ["Artillery", "Gebirgsjäger"], "norway": ["Ambush"], "allies": ["Tank"]}
    play = battle("Hamar", {"Kongsvinger": 6}, {"norway": 3, "allies": 3}, hands=hands)
    fight(play, [1] * 8, [1] * 8, "play Artillery", "play Gebirgsjäger", "play Ambush", "play Tank")
    assert dice(play) == (5 + 1 + 2, 5 + 2 + 1)
    play = battle("Hamar", {"Gjøvik": 3}, {"norway": 1}, hands={"germany": ["Artillery", "Gebirgsjäger"]})
    fight(play, [1] * 4, [1], "play Artillery", "play Gebirgsjäger")
    assert dice(play) == (1 + 1 + 2, 1)


# what they do


@pytest.mark.proves("4.2-4", "4.2-5", "4.2-dice-7")
def test_every_six_destroys_one_and_the_destroyed_defenders_still_throw() -> None:
    play = battle("Hamar", {"Kongsvinger": 3}, {"norway": 3}, throws=([6, 6, 5], [6, 6, 1]))
    assert dice(play) == (3, 3)
    assert [throw.purpose for throw in ruling(play).throws] == ["attacker_dice", "defender_dice"]
    assert ruling(play).outputs["attacker_losses"] == 2, "two sixes, thrown for battalions already destroyed"
    assert ruling(play).outputs["defender_losses"] == 2
    play("retreat to Rena", "norway")
    assert play.at("germany", "Hamar") == 1
    assert play.at("norway", "Rena") == 1


@cases(
    "says throws holder",
    ("4.2-7 4.2-dice-8 4.2b-3", "the higher sum", ([2, 4], [5]), "germany"),
    ("4.2-7 4.2-dice-8 4.2b-3", "equal sums", ([2, 3], [5]), "norway"),
    ("4.2-7 4.2-dice-8 4.2b-3", "the lower sum", ([2, 2], [5]), "norway"),
)
def test_who_holds_the_area_after_the_battle(throws: tuple[list[int], list[int]], holder: str) -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, throws=throws)
    if play.asked == ["norway"]:
        play("retreat to Rena")
    won = holder == "germany"
    assert (play.at("germany", "Hamar"), play.at("norway", "Hamar")) == ((2, 0) if won else (0, 1))
    assert play.at("germany", "Kongsvinger") == (0 if won else 2)


@pytest.mark.proves("4.2-7", "4.2-6")
def test_the_winner_may_have_nobody_left_and_the_area_ends_empty() -> None:
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 2}, throws=([6], [6, 6]))
    assert play.at("germany", "Kongsvinger") == 0, "12 against 6: the attacker has lost, and all he had"
    assert play.at("norway", "Hamar") == 1
    hands = {"germany": ["Panzer"]}
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, hands=hands)
    fight(play, [5, 5, 1], [6], "play Panzer")
    assert play.asked == ["norway"], "11 against 6: the defender must leave although no attacker is left (R13)"
    play("retreat to Rena")
    assert play.at("germany", "Hamar") == play.at("norway", "Hamar") == 0
    assert "norway.event.takes" not in play.told()


@pytest.mark.proves("4.2-7")
def test_attackers_who_lose_go_back_although_no_defender_is_left() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, hands={"norway": ["Ambush"]})
    fight(play, [6, 1], [1, 5, 5], "play Ambush")
    assert play.at("norway", "Hamar") == 0
    assert play.at("germany", "Hamar") == 0
    assert play.at("germany", "Kongsvinger") == 2


# the order of battles


@pytest.mark.proves("4.2-0", "4.2b-1")
def test_the_attacker_chooses_the_order_and_fights_each_battle_to_its_end() -> None:
    play = attack(
        {"Hamar": {"Kongsvinger": 1}, "Dombås": {"Åndalsnes": 1}, "Voss": {"Bergen": 1}},
        {"norway": {"Hamar": 1, "Dombås": 1, "Voss": 1, "Geilo": 1}},
    )
    assert play.decided == ("germany", "4.2-0")
    assert sorted(play.offered()) == ["fight Dombås", "fight Hamar", "fight Voss"]
    assert play.refusal("fight Geilo") == ("norway.illegal.no-battle", "4.2-0")
    play.throws([1], [2])
    play("fight Voss")
    assert sorted(play.offered()) == ["fight Dombås", "fight Hamar"]
    play.throws([1], [2], [1], [2])
    play("fight Hamar")
    assert [event.text.args["area"].key for event in play.events if event.text.key == "norway.event.battle"] == [
        "norway.area.voss",
        "norway.area.hamar",
        "norway.area.dombas",
    ]
    assert play.state.phase == 3
    assert not play.state.groups


# real dice, typed in


def typed(play: Playing, *throws: list[int]) -> Playing:
    for values in throws:
        play("dice " + " + ".join(str(value) for value in values))
    return play


def settled(state: NorwayState) -> bytes:
    """The position, whoever threw the dice and however many lines it took."""
    same = state.clone()
    same.dice, same.opened = "live", 0
    return canonical(same)


@pytest.mark.proves("4.2-4", "4.2-5", "4-5")
def test_the_attacker_types_his_dice_first_and_then_the_defender() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, dice="typed")
    assert play.decided == ("germany", "4.2-4")
    assert play.refused("dice 3").reason.key == "core.illegal.number-of-dice"
    assert play.refused("dice 3 + 7").reason.key == "core.illegal.no-die"
    play("dice 3 + 4")
    assert play.decided == ("norway", "4.2-5")
    assert play.at("germany", "Hamar") == 0
    play("dice 6")
    assert play.asked == ["norway"], "7 against 6: Norway leaves, with a German battalion less"
    assert ruling(play).outputs["attacker_losses"] == 1
    assert all(throw.typed for throw in ruling(play).throws)


@cases(
    "defenders thrower",
    ("4-5", {"norway": 1}, "norway"),
    ("4-5", {"allies": 1}, "allies"),
    ("4-5", {"norway": 1, "allies": 1}, "norway"),
)
def test_who_throws_for_the_defence(defenders: Mapping[str, int], thrower: str) -> None:
    assert typed(battle("Hamar", {"Kongsvinger": 1}, defenders, dice="typed"), [1]).asked == [thrower]


@cases(
    "attackers throws",
    ("4.2-4 4.2-5 4.2-6", {"Kongsvinger": 2, "Rena": 1}, ([6, 2, 5], [6, 1])),
    ("4.2-4 4.2-5 4.2-6", {"Kongsvinger": 1, "Gjøvik": 2}, ([3, 3], [6, 6])),
    ("4.2-4 4.2-5 4.2-6", {"Kongsvinger": 2}, ([1, 1], [4, 4])),
)
def test_typed_dice_lead_to_the_same_position_as_thrown_ones(
    attackers: dict[str, int], throws: tuple[list[int], list[int]]
) -> None:
    thrown = battle("Hamar", attackers, {"norway": 2}, throws=throws)
    by_hand = typed(battle("Hamar", attackers, {"norway": 2}, dice="typed"), *throws)
    assert thrown.asked == by_hand.asked
    assert settled(thrown.state) == settled(by_hand.state)
    assert ruling(thrown).outputs == ruling(by_hand).outputs


@pytest.mark.proves("4.2-dice-4", "4.2-7")
def test_nobody_is_asked_to_type_no_dice_and_an_attack_without_dice_is_lost() -> None:
    play = battle("Hamar", {"Gjøvik": 1}, {"norway": 1}, dice="typed")
    assert play.asked == ["norway"]
    typed(play, [1])
    assert dice(play) == (0, 1)
    assert play.at("germany", "Gjøvik") == 1


# the umpire's gate


def at_the_gate(throws: tuple[list[int], list[int]] = ([4, 3], [6])) -> Playing:
    return battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, throws=throws, umpire=True, gate_held=True)


@pytest.mark.proves("4.2-4", "4.2-6")
def test_nothing_happens_before_the_umpire_has_passed_the_ruling() -> None:
    play = at_the_gate()
    assert play.asked == ["umpire"]
    assert (play.state.removed, play.groups()) == ([0, 0, 0], [("Kongsvinger", "Hamar", "land", 2)])
    play("accept ruling")
    free = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, throws=([4, 3], [6]))
    assert play.asked == free.asked == ["norway"]
    assert play.state.removed == free.state.removed == [1, 0, 0]


@pytest.mark.proves("4.2-6", "4.2-7")
def test_a_changed_ruling_takes_effect_but_removes_no_more_than_there_are() -> None:
    play = at_the_gate()
    for losses in (3, -3):
        refused = play.refusal(f'change ruling {{"attacker_losses": {losses}}} because so it was at the table')
        assert refused == ("core.illegal.output-number", None)
    play('change ruling {"winner": "defender", "attacker_losses": 0, "defender_losses": 0} because cocked die')
    assert "core.event.ruling-changed" in play.told()
    assert play.state.removed == [0, 0, 0]
    assert (play.at("germany", "Kongsvinger"), play.at("norway", "Hamar")) == (2, 1)
    assert at_the_gate()('change ruling {"attacker_losses": 2} because so it was').state.removed == [2, 0, 0]


@pytest.mark.proves("4.2-4")
def test_typed_dice_pass_the_gate_too() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, dice="typed", umpire=True, gate_held=True)
    typed(play, [4, 3], [6])
    assert play.asked == ["umpire"]
    play("accept ruling")
    assert play.asked == ["norway"]
    assert play.state.removed == [1, 0, 0]
