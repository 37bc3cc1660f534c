"""Norway and the Allies defend together (4.2b-2): cards, losses and retreats, with three players and with two."""

from random import Random

import pytest

from feltherre.core.catalogue import render
from feltherre.core.event import seen_by
from feltherre.games.norway.actions import Lose
from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.game import GAME
from norway_table import Playing
from norway_table.battles import battle, dice, edit, fight

BOTH = pytest.mark.parametrize("one_seat", [False, True])


def at_hamar(
    throws: tuple[list[int], list[int]], one_seat: bool = False, norwegians: int = 2, allies: int = 2
) -> Playing:
    """Germans from Kongsvinger (as many as they throw dice) against both in Hamar."""
    defenders = {"norway": norwegians, "allies": allies}
    return battle("Hamar", {"Kongsvinger": len(throws[0])}, defenders, throws=throws, one_seat=one_seat)


LOSE_TWO = ([6, 6, 1], [5, 5, 5, 5])
LOSE_GROUND = ([6, 6, 6, 6], [1, 1, 1, 1])


@pytest.mark.proves("4.2b-2", "4.2-2")
@BOTH
def test_all_in_the_area_defend_and_norway_uses_its_cards_first(one_seat: bool) -> None:
    hands = {"norway": ["Ambush"], "allies": ["Tank"]}
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1, "allies": 2}, hands=hands, one_seat=one_seat)
    assert play.asked == ["norway"]
    assert play.refusal("play Tank") == ("norway.illegal.not-your-card", "4.2-2"), "hands are not mixed (R55)"
    play("play Ambush")
    assert play.asked == ["allies"]
    play.throws([1, 1], [1] * 6)
    play("play Tank")
    assert dice(play) == (2, 1 + 2 + 2 + 1)


# losses


@pytest.mark.proves("4.2-6-joint")
def test_they_agree_on_their_losses() -> None:
    play = at_hamar(LOSE_TWO)
    offered = ["lose Allies 2", "lose Norway 1, Allies 1", "lose Norway 2"]
    for role in ("norway", "allies"):
        assert (play.asked, play.decision().rule, play.offered()) == ([role], "4.2-6-joint", offered)
        assert (play.at("norway", "Hamar"), play.at("allies", "Hamar")) == (2, 2)
        play("lose Norway 1, Allies 1")
    assert (play.at("norway", "Hamar"), play.at("allies", "Hamar")) == (1, 1)
    assert play.state.removed == [0, 1, 1]


@pytest.mark.proves("4.2-6-joint")
def test_the_partner_reads_the_proposal_and_germany_does_not() -> None:
    play = at_hamar(LOSE_TWO)
    assert play.decision().prompt.key == "norway.prompt.propose-losses"
    play("lose Norway 2", "norway")
    assert "proposes: losses Norway: 2." in render(play.decision().prompt)
    (proposal,) = [event for event in play.events if event.text.key == "norway.event.proposes"]
    assert [len(seen_by(proposal, [role])) for role in GAME.roles] == [0, 1, 1]
    heard = {
        str(GAME.redeal(play.state, [role], Random(seed)).agenda[-1].proposals)
        for role in ("norway", "allies")
        for seed in range(9)
    }
    assert heard == {str((Lose((("norway", 2),)),))}
    assert len({str(GAME.redeal(play.state, ["germany"], Random(seed)).agenda[-1]) for seed in range(9)}) > 1


@pytest.mark.proves("4.2-6-joint")
def test_a_proposal_may_be_changed_until_they_agree() -> None:
    play = at_hamar(LOSE_TWO)("lose Norway 2", "norway")("lose Allies 2", "allies")
    assert (play.asked, play.decision().prompt.key) == (["norway"], "norway.prompt.agree-again")
    play("lose Norway 1, Allies 1", "norway")
    assert play.asked == ["allies"], "a new proposal is answered by the partner, not by Germany"
    play("lose Allies 1, Norway 1", "allies")
    assert play.state.removed == [0, 1, 1]


@pytest.mark.proves("4.2-6-joint")
def test_if_they_do_not_agree_germany_decides() -> None:
    play = at_hamar(LOSE_TWO)
    for _ in range(2):
        play("lose Allies 2", "norway")
        assert "norway.event.no-agreement" not in play.told()
        play("lose Norway 2", "allies")
    assert play.asked == ["germany"], "both stand by what they proposed"
    assert play.decision().rule == "4.2-6-joint"
    assert play.offered() == ["lose Allies 2", "lose Norway 1, Allies 1", "lose Norway 2"]
    assert play.refusal("lose Norway 1") == ("norway.illegal.allocation", "4.2-6-joint")
    play("lose Norway 2")
    assert play.state.removed == [0, 2, 0]
    assert (play.at("norway", "Hamar"), play.at("allies", "Hamar")) == (0, 2)


@pytest.mark.proves("4.2-6-joint")
def test_who_has_seen_the_partner_stand_firm_may_still_give_way() -> None:
    play = at_hamar(LOSE_TWO)("lose Allies 2", "norway")("lose Norway 2", "allies")("lose Allies 2", "norway")
    assert play.decision().prompt.key == "norway.prompt.agree-last"
    play("lose Allies 2", "allies")
    assert play.state.removed == [0, 0, 2]


@pytest.mark.proves("4.2-6-joint")
def test_an_edit_of_the_umpire_that_leaves_nothing_to_agree_on_ends_their_talk() -> None:
    play = at_hamar(LOSE_TWO)("lose Allies 2", "norway")
    edit(play, RemoveBattalions("norway", "hamar", 2))
    assert play.battalions("allies") == {}, "two Allied battalions were left, and two are lost"


@pytest.mark.proves("4.2-6-joint")
def test_they_begin_anew_when_an_edit_has_made_a_proposal_impossible() -> None:
    play = at_hamar(LOSE_TWO)("lose Norway 2", "norway")
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert (play.asked, play.decision().prompt.key) == (["allies"], "norway.prompt.propose-losses")
    play("lose Allies 2", "allies")("lose Allies 2", "norway")
    assert (play.at("norway", "Hamar"), play.at("allies", "Hamar")) == (1, 0)


@pytest.mark.proves("4.2-6-joint")
def test_one_player_of_both_simply_chooses() -> None:
    play = at_hamar(LOSE_TWO, one_seat=True)
    assert play.asked == ["norway"]
    play("lose Allies 2")
    assert play.state.removed == [0, 0, 2]


@pytest.mark.proves("4.2-6-joint", "4.2-6")
@BOTH
def test_nobody_is_asked_if_all_are_lost(one_seat: bool) -> None:
    play = at_hamar(([6, 6], [6, 1]), one_seat, norwegians=1, allies=1)
    assert play.state.removed == [1, 1, 1]
    assert play.at("germany", "Hamar") == 1, "12 against 7"


@pytest.mark.proves("4.2-6", "4.2-6-joint")
def test_neither_side_knows_the_losses_of_the_other_when_it_chooses() -> None:
    defenders = {"norway": 1, "allies": 1}
    play = battle("Hamar", {"Kongsvinger": 1, "Rena": 1}, defenders, throws=([6, 1], [6, 5]))
    play("lose Norway 1", "norway")("lose Norway 1", "allies")
    assert (play.asked, play.state.removed) == (["germany"], [0, 0, 0]), "Germany has not seen what they agreed on"
    agreed = {str(GAME.redeal(play.state, ["germany"], Random(seed)).agenda[-1].agreed) for seed in range(9)}
    assert len(agreed) == 2
    play("lose Rena 1", "germany")
    assert play.state.removed == [1, 1, 0]
    assert play.at("germany", "Kongsvinger") == 1


@pytest.mark.proves("4.2-6-joint", "4.2-6-evac")
def test_an_allied_loss_that_germany_chose_can_be_saved() -> None:
    hands = {"allies": ["Coastal evacuation"]}
    play = battle("Narvik", {"Tysfjord": 1}, {"norway": 1, "allies": 1}, hands=hands)
    fight(play, [6], [5, 5])
    for _ in range(2):
        play("lose Allies 1", "norway")("lose Norway 1", "allies")
    play("lose Allies 1", "germany")("evacuate to Harstad", "allies")
    assert play.battalions("allies") == {"Harstad": 1}
    assert play.at("norway", "Narvik") == 1


# retreats


@pytest.mark.proves("4.2-8-def-2", "4.2b-2")
def test_both_retreat_to_the_same_area_if_they_can() -> None:
    play = at_hamar(([6, 5], [1, 1, 1, 1]))("lose Norway 1", "norway")("lose Norway 1", "allies")
    assert play.asked == ["norway"]
    assert sorted(play.offered()) == ["retreat to Lillehammer", "retreat to Rena"]
    assert play.refusal("retreat to Gjøvik", "norway") == ("norway.illegal.retreat.together", "4.2-8-def-2")
    play("retreat to Rena", "norway")
    assert "proposes: retreat to Rena." in render(play.decision().prompt)
    assert sorted(play.offered("allies")) == ["retreat to Lillehammer", "retreat to Rena"]
    assert play.refusal("retreat to Gjøvik", "allies") == ("norway.illegal.retreat.water", "4.2-8-def-3")
    assert (play.at("norway", "Hamar"), play.at("allies", "Hamar")) == (1, 2)
    play("retreat to Rena", "allies")
    assert (play.at("norway", "Rena"), play.at("allies", "Rena")) == (1, 2)
    assert play.at("germany", "Hamar") == 2


@pytest.mark.proves("4.2-8-def-2")
def test_if_they_do_not_agree_where_to_go_germany_decides() -> None:
    play = at_hamar(([5, 5], [1, 1]), norwegians=1, allies=1)
    for _ in range(2):
        play("retreat to Rena", "norway")("retreat to Lillehammer", "allies")
    assert play.decided == ("germany", "4.2-8-def-2")
    assert sorted(play.offered()) == ["retreat to Lillehammer", "retreat to Rena"]
    assert play.refusal("retreat to Gjøvik")[0] == "norway.illegal.retreat.water"
    play("retreat to Lillehammer")
    assert (play.at("norway", "Lillehammer"), play.at("allies", "Lillehammer")) == (1, 1)
    assert play.at("germany", "Hamar") == 2
    assert play.state.battle is None


@pytest.mark.proves("4.2-8-def-2")
def test_one_player_of_both_chooses_once_for_both() -> None:
    play = at_hamar(([5, 5], [1, 1]), one_seat=True, norwegians=1, allies=1)
    assert play.asked == ["norway"]
    play("retreat to Rena")
    assert (play.at("norway", "Rena"), play.at("allies", "Rena")) == (1, 1)


@pytest.mark.proves("4.2-8-def-2")
@BOTH
def test_a_single_common_area_needs_no_words(one_seat: bool) -> None:
    play = battle(
        "Hamar", {"Kongsvinger": 1, "Rena": 1}, {"norway": 1, "allies": 1}, throws=([5, 5], [1, 1]), one_seat=one_seat
    )
    assert (play.at("norway", "Lillehammer"), play.at("allies", "Lillehammer")) == (1, 1)


@pytest.mark.proves("4.2-8-def-2", "4.2-8-def-4", "4.2-8-def-3")
@BOTH
def test_without_a_common_area_norway_gets_away_over_the_water_and_the_allies_are_lost(one_seat: bool) -> None:
    play = battle("Åndalsnes", {"Dombås": 2}, {"norway": 1, "allies": 2}, throws=([5, 5], [1, 1, 1]), one_seat=one_seat)
    assert play.asked == ["norway"]
    assert sorted(play.offered()) == ["retreat to Kristiansund", "retreat to Ålesund"]
    play("retreat to Ålesund")
    assert play.at("norway", "Ålesund") == 1
    assert play.battalions("allies") == {}
    assert play.state.removed == [0, 0, 2]


@pytest.mark.proves("4.2-8-def-2", "4.2-8-att-2")
def test_allies_who_leave_by_sea_leave_norway_free_to_choose() -> None:
    hands = {"allies": ["Coastal evacuation"]}
    play = battle("Narvik", {"Tysfjord": 2}, {"norway": 1, "allies": 1}, hands=hands)
    fight(play, [5, 5], [1, 1])
    assert play.asked == ["allies"]
    play("withdraw by sea to Bodø")
    assert play.asked == ["norway"]
    assert "retreat to Harstad" in play.offered(), "over the water, alone"
    play("retreat to Harstad")
    assert (play.at("norway", "Harstad"), play.at("allies", "Bodø")) == (1, 1)


@pytest.mark.proves("4.2-8-def-2", "4.2-6-joint")
def test_the_whole_way_of_a_lost_joint_defence() -> None:
    play = at_hamar(([6, 5, 5, 5], [1, 1, 1, 6]))
    play("lose Allies 1", "norway")("lose Allies 1", "allies")("retreat to Lillehammer", "norway")
    play("retreat to Lillehammer", "allies")
    assert play.state.removed == [1, 0, 1]
    assert play.at("germany", "Hamar") == 3
    assert (play.at("norway", "Lillehammer"), play.at("allies", "Lillehammer")) == (2, 1)
