"""The loser withdraws (4.2, step 8)."""

from __future__ import annotations

import pytest

from norway_table import Playing, position
from norway_table.battles import attack, battle, to_battle

WON = ([5], [4])
LOST = ([4], [5])

# losing defenders


@pytest.mark.proves("4.2-8-def-1", "4-5")
def test_losing_defenders_go_to_one_adjoining_area_of_their_choice() -> None:
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 3}, throws=([5], [1, 1, 1]))
    assert play.decided == ("norway", "4.2-8-def-1")
    assert sorted(play.offered()) == ["retreat to Gjøvik", "retreat to Lillehammer", "retreat to Rena"]
    assert play.refusal("retreat to Tynset") == ("norway.illegal.retreat.not-adjacent", "4.2-8-def-1")
    play("retreat to Lillehammer")
    assert play.battalions("norway") == {"Lillehammer": 3, "Finnmark": 1}
    assert play.at("germany", "Hamar") == 1


@pytest.mark.proves("4.2-8-def-2")
def test_all_of_them_go_to_the_same_area() -> None:
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 2}, throws=([5], [1, 1]))
    assert all(len(answer.split(" to ")) == 2 for answer in play.offered())
    play("retreat to Rena")
    assert play.at("norway", "Rena") == 2


@pytest.mark.proves("4.2-8-def-1")
def test_not_where_enemies_stand() -> None:
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, others={"germany": {"Rena": 1}}, throws=WON)
    assert "retreat to Rena" not in play.offered()
    assert play.refusal("retreat to Rena") == ("norway.illegal.retreat.enemy", "4.2-8-def-1")


@pytest.mark.proves("4.2-8-def-1")
def test_friends_do_no_harm() -> None:
    others = {"norway": {"Rena": 2}, "allies": {"Lillehammer": 1}}
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, others=others, throws=WON)
    play("retreat to Lillehammer")
    assert (play.at("norway", "Lillehammer"), play.at("allies", "Lillehammer")) == (1, 1)


def hamar_and(other: str, origin: str) -> Playing:
    """One German attacks Hamar from Kongsvinger, one attacks another area; one Norwegian in each."""
    return attack({"Hamar": {"Kongsvinger": 1}, other: {origin: 1}}, {"norway": {"Hamar": 1, other: 1}})


@pytest.mark.proves("4.2-8-def-1")
def test_not_into_an_undecided_battle() -> None:
    play = hamar_and("Lillehammer", "Fagernes").throws(*WON)
    play("fight Hamar")
    assert sorted(play.offered("norway")) == ["retreat to Gjøvik", "retreat to Rena"]
    assert play.refusal("retreat to Lillehammer") == ("norway.illegal.retreat.pending", "4.2-8-def-1")


@pytest.mark.proves("4.2-8-def-1", "4.2-0")
def test_but_where_a_battle_is_decided() -> None:
    play = hamar_and("Lillehammer", "Fagernes").throws(*LOST, *WON)
    play("fight Lillehammer")
    assert sorted(play.offered("norway")) == ["retreat to Gjøvik", "retreat to Lillehammer", "retreat to Rena"]
    play("retreat to Lillehammer")
    assert play.at("norway", "Lillehammer") == 2


@pytest.mark.proves("4.2-8-def-1")
def test_not_to_any_area_attacked_from_in_this_turn() -> None:
    play = hamar_and("Fagernes", "Gjøvik").throws(*WON)
    play("fight Hamar")
    assert play.at("germany", "Gjøvik") == 0, "it is empty, but Fagernes is attacked from there"
    assert sorted(play.offered("norway")) == ["retreat to Lillehammer", "retreat to Rena"]
    assert play.refusal("retreat to Gjøvik") == ("norway.illegal.retreat.origin", "4.2-8-def-1")


@pytest.mark.proves("4.2-8-def-1")
def test_after_rapid_movement_the_last_area_before_the_attack_is_barred_and_the_first_is_not() -> None:
    play = position(
        germany={"Oslo": 1, "Arendal": 1}, norway={"Hamar": 1, "Finnmark": 1}, hands={"germany": ["Rapid movement"]}
    ).throws(*WON)
    play("rapid Oslo > Kongsvinger > Hamar 1")
    to_battle(play)
    assert play.refusal("retreat to Kongsvinger", "norway")[0] == "norway.illegal.retreat.origin"
    play = position(
        germany={"Lillehammer": 1, "Arendal": 1},
        norway={"Fagernes": 1, "Finnmark": 1},
        hands={"germany": ["Rapid movement"]},
    ).throws(*WON)
    play("rapid Lillehammer > Gjøvik > Fagernes 1")
    to_battle(play)
    assert "retreat to Lillehammer" in play.offered("norway")
    assert "retreat to Gjøvik" not in play.offered("norway")


@pytest.mark.proves("4.2-8-def-1")
def test_an_attack_that_was_sent_back_still_bars_its_area() -> None:
    play = position(
        germany={"Kongsvinger": 1, "Rena": 1, "Arendal": 1},
        norway={"Hamar": 1, "Finnmark": 1},
        hands={"norway": ["Roadblock"]},
    ).throws(*WON)
    play("move Kongsvinger > Hamar 1")("move Rena > Hamar 1")("end movement")("roadblock Rena > Hamar 1")
    play.passes()
    assert sorted(play.offered("norway")) == ["retreat to Gjøvik", "retreat to Lillehammer"]


@pytest.mark.proves("4.2-8-def-3", "2.3-fjord-2")
def test_norwegians_retreat_over_water_and_others_do_not() -> None:
    norwegian = battle("Åndalsnes", {"Dombås": 1}, {"norway": 1}, throws=WON)
    assert sorted(norwegian.offered()) == ["retreat to Kristiansund", "retreat to Ålesund"]
    allied = battle("Åndalsnes", {"Dombås": 1}, {"allies": 1}, throws=WON)
    assert allied.battalions("allies") == {}
    assert allied.state.removed == [0, 0, 1]
    german = battle("Åndalsnes", {"Dombås": 1}, {"germany": 1}, "norway", throws=WON)
    assert german.state.removed == [1, 0, 0]


@pytest.mark.proves("4.2-8-def-3")
@pytest.mark.parametrize(("country", "attacker"), [("allies", "germany"), ("germany", "allies")])
def test_the_refusal_names_the_water(country: str, attacker: str) -> None:
    play = battle("Kristiansund", {"Oppdal": 1}, {country: 1}, attacker, throws=WON)
    assert play.at(country, "Trondheim") == 1, "the only way by land, without being asked"
    play = battle("Narvik", {"Tysfjord": 1}, {country: 1}, attacker, throws=WON)
    assert sorted(play.offered()) == ["retreat to Bardufoss", "retreat to Bjørnfjell", "retreat to Gratangen"]
    assert play.refusal("retreat to Harstad") == ("norway.illegal.retreat.water", "4.2-8-def-3")


@pytest.mark.proves("4.2-8-def-4")
def test_a_surrounded_defender_loses_all_who_are_left() -> None:
    play = battle("Åndalsnes", {"Dombås": 3}, {"allies": 3}, throws=([6, 5, 5], [1, 1, 1]))
    assert play.state.removed == [0, 0, 3], "one destroyed, two with nowhere to go"
    assert "norway.event.surrounded" in play.told()
    assert play.at("germany", "Åndalsnes") == 3


# losing attackers


@pytest.mark.proves("4.2-8-att-1")
def test_losing_attackers_go_back_each_to_the_area_they_came_from() -> None:
    attackers = {"Kongsvinger": 2, "Rena": 1, "Gjøvik": 3}
    play = battle("Hamar", attackers, {"norway": 4}, throws=([1] * 4, [5] * 4))
    assert play.battalions("germany") == {**attackers, "Arendal": 1}
    assert play.groups() == []


@pytest.mark.proves("4.2-8-att-1")
def test_after_rapid_movement_they_go_back_to_the_area_they_attacked_from() -> None:
    play = position(
        germany={"Oslo": 2, "Arendal": 1}, norway={"Hamar": 1, "Finnmark": 1}, hands={"germany": ["Rapid movement"]}
    ).throws([1, 1], [5])
    play("rapid Oslo > Kongsvinger > Hamar 2")
    to_battle(play)
    assert play.battalions("germany") == {"Arendal": 1, "Kongsvinger": 2}


def dropped(attackers: dict[str, int], others: dict[str, int], norway: dict[str, int]) -> Playing:
    """A battle for Hamar by paratroops and others, with Oslo held, just before movement ends."""
    play = position(
        germany={"Oslo": 1, **attackers, **others},
        norway={"Hamar": 2, "Finnmark": 1, **norway},
        hands={"germany": ["Paratroops"]},
    )
    play("drop Hamar")
    for origin, n in attackers.items():
        play(f"move {origin} > Hamar {n}")
    return play


@pytest.mark.proves("4.2-8-att-2")
def test_losing_paratroops_withdraw_like_defenders() -> None:
    play = dropped({}, {"Rena": 1}, {"Kongsvinger": 1}).throws([1], [5, 5])
    to_battle(play)
    assert play.decided == ("germany", "4.2-8-att-2")
    assert sorted(play.offered()) == ["retreat to Lillehammer", "retreat to Rena"]
    assert play.refusal("retreat to Kongsvinger") == ("norway.illegal.retreat.enemy", "4.2-8-def-1")
    assert play.refusal("retreat to Gjøvik") == ("norway.illegal.retreat.water", "4.2-8-def-3")
    play("retreat to Lillehammer")
    assert play.at("germany", "Lillehammer") == 1


@pytest.mark.proves("4.2-8-att-2", "4.2-8-att-1")
def test_those_who_dropped_may_join_those_who_marched_and_these_go_back() -> None:
    play = dropped({"Kongsvinger": 2}, {}, {"Rena": 1}).throws([1, 1, 1], [5, 5])
    to_battle(play)
    assert sorted(play.offered()) == ["retreat to Kongsvinger", "retreat to Lillehammer"]
    play("retreat to Kongsvinger")
    assert play.at("germany", "Kongsvinger") == 3


@pytest.mark.proves("4.2-8-att-2")
def test_losing_paratroops_do_not_go_into_an_undecided_battle() -> None:
    play = dropped({}, {"Gjøvik": 1}, {"Lillehammer": 1}).throws([1], [5, 5])
    play("move Gjøvik > Lillehammer 1")
    to_battle(play)
    play("fight Hamar")
    assert sorted(play.offered()) == ["retreat to Kongsvinger", "retreat to Rena"]


@pytest.mark.proves("4.2-8-att-2", "4.2-8-def-4")
def test_surrounded_paratroops_are_lost() -> None:
    play = dropped({}, {}, {"Kongsvinger": 1, "Rena": 1, "Lillehammer": 1}).throws([1], [5, 5])
    to_battle(play)
    assert play.state.removed == [1, 0, 0]
    assert "norway.event.surrounded" in play.told()


@pytest.mark.proves("4.2-8-att-2", "4.2-8-def-4")
def test_surrounded_invaders_are_lost_and_others_walk_inland() -> None:
    def landing(germans: dict[str, int]) -> Playing:
        play = position(
            "allies",
            germany={"Åndalsnes": 2, "Arendal": 1, **germans},
            allies={},
            norway={"Finnmark": 1},
            hands={"allies": ["Invasion", "Reinforcements"]},
        )
        play("invade with Reinforcements at Åndalsnes 2")
        play.throws([1, 1], [5, 5])
        return to_battle(play)

    assert landing({"Dombås": 1}).state.removed == [0, 0, 2]
    assert landing({}).battalions("allies") == {"Dombås": 2}


# the winner


@pytest.mark.proves("4.2b-3")
def test_the_winner_takes_over_the_area() -> None:
    play = battle("Hamar", {"Kongsvinger": 1, "Rena": 2}, {"norway": 1}, throws=([5, 5, 5], [1]))
    play("retreat to Lillehammer")
    assert play.at("germany", "Hamar") == 3
    assert (play.at("germany", "Kongsvinger"), play.at("germany", "Rena")) == (0, 0)
    assert "norway.event.takes" in play.told()
    assert play.state.battle is None


@pytest.mark.proves("4.2b-3", "4.2-8-att-1")
def test_the_defender_who_wins_stays() -> None:
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, throws=LOST)
    assert play.at("norway", "Hamar") == 1
    assert "norway.event.takes" not in play.told()
