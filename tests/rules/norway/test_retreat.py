"""The loser withdraws (4.2, step 8)."""

import pytest

from cases import cases
from norway_table import Playing, position
from norway_table.battles import attack, battle, to_battle

RETREAT = "norway.illegal.retreat."
WON = ([5], [4])
LOST = ([4], [5])

# losing defenders


@pytest.mark.proves("4.2-8-def-1", "4.2-8-def-2", "4-5")
def test_losing_defenders_go_all_to_one_adjoining_area_of_their_choice_also_with_friends() -> None:
    others = {"norway": {"Rena": 2}, "allies": {"Lillehammer": 1}}
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 3}, others=others, throws=([5], [1, 1, 1]))
    assert play.decided == ("norway", "4.2-8-def-1")
    assert all(len(answer.split(" to ")) == 2 for answer in play.offered())
    play("retreat to Lillehammer")
    assert play.battalions("norway") == {"Rena": 2, "Lillehammer": 3, "Finnmark": 1}
    assert (play.at("germany", "Hamar"), play.at("allies", "Lillehammer")) == (1, 1)


def open_areas(play: Playing) -> list[str]:
    return [line.removeprefix("retreat to ") for line in sorted(play.offered())]


@cases(
    "says germans attacked offered closed reason",
    ("4.2-8-def-1", "what adjoins", {}, {}, ["Gjøvik", "Lillehammer", "Rena"], "Tynset", "not-adjacent"),
    ("4.2-8-def-1", "not where enemies stand", {"Rena": 1}, {}, ["Gjøvik", "Lillehammer"], "Rena", "enemy"),
    ("4.2-8-def-1", "not into an undecided battle", {}, {"Lillehammer": "Fagernes"}, ["Gjøvik", "Rena"], "Lillehammer",
     "pending"),
    ("4.2-8-def-1", "not where any attack comes from, though it is empty", {}, {"Fagernes": "Gjøvik"},
     ["Lillehammer", "Rena"], "Gjøvik", "origin"),
)  # fmt: skip
def test_where_losing_defenders_of_hamar_may_go(
    germans: dict[str, int], attacked: dict[str, str], offered: list[str], closed: str, reason: str
) -> None:
    """One German comes from Kongsvinger; one Norwegian stands in each area that is attacked."""
    attacks = {"Hamar": {"Kongsvinger": 1}, **{area: {origin: 1} for area, origin in attacked.items()}}
    play = attack(attacks, {"norway": dict.fromkeys(attacks, 1)}, others={"germany": germans}, throws=WON)
    if attacked:
        play("fight Hamar")
    assert open_areas(play) == offered
    assert play.refusal(f"retreat to {closed}") == (f"norway.illegal.retreat.{reason}", "4.2-8-def-1")


@pytest.mark.proves("4.2-8-def-1", "4.2-0")
def test_but_where_a_battle_is_decided() -> None:
    attacks = {"Hamar": {"Kongsvinger": 1}, "Lillehammer": {"Fagernes": 1}}
    play = attack(attacks, {"norway": {"Hamar": 1, "Lillehammer": 1}}, throws=(*LOST, *WON))
    play("fight Lillehammer")
    assert open_areas(play) == ["Gjøvik", "Lillehammer", "Rena"]
    play("retreat to Lillehammer")
    assert play.at("norway", "Lillehammer") == 2


def rapid(start: str, via: str, target: str, *throws: list[int]) -> Playing:
    """Germans attack a Norwegian by Rapid movement, one for each die they throw."""
    germany, norway = {start: len(throws[0]), "Arendal": 1}, {target: 1, "Finnmark": 1}
    play = position(germany=germany, norway=norway, hands={"germany": ["Rapid movement"]}).throws(*throws)
    return to_battle(play(f"rapid {start} > {via} > {target} {len(throws[0])}"))


@pytest.mark.proves("4.2-8-def-1")
def test_after_rapid_movement_the_last_area_before_the_attack_is_barred_and_the_first_is_not() -> None:
    assert rapid("Oslo", "Kongsvinger", "Hamar", *WON).refusal("retreat to Kongsvinger")[0] == RETREAT + "origin"
    play = rapid("Lillehammer", "Gjøvik", "Fagernes", *WON)
    assert "Lillehammer" in open_areas(play)
    assert "Gjøvik" not in open_areas(play)


@pytest.mark.proves("4.2-8-def-1", "4.1c-2")
def test_an_attack_that_was_sent_back_still_bars_its_area() -> None:
    germany, norway = {"Kongsvinger": 1, "Rena": 1, "Arendal": 1}, {"Hamar": 1, "Finnmark": 1}
    play = position(germany=germany, norway=norway, hands={"norway": ["Roadblock"]}).throws(*WON)
    play("move Kongsvinger > Hamar 1")("move Rena > Hamar 1")("end movement")("roadblock Rena > Hamar 1").passes()
    assert open_areas(play) == ["Gjøvik", "Lillehammer"]


@pytest.mark.proves("4.2-8-def-3", "2.3-fjord-2")
def test_norwegians_retreat_over_water_and_others_do_not() -> None:
    norwegian = battle("Åndalsnes", {"Dombås": 1}, {"norway": 1}, throws=WON)
    assert sorted(norwegian.offered()) == ["retreat to Kristiansund", "retreat to Ålesund"]
    allied = battle("Åndalsnes", {"Dombås": 1}, {"allies": 1}, throws=WON)
    assert allied.battalions("allies") == {}
    assert allied.state.removed == [0, 0, 1]
    german = battle("Åndalsnes", {"Dombås": 1}, {"germany": 1}, "norway", throws=WON)
    assert german.state.removed == [1, 0, 0]


@cases("country attacker", ("4.2-8-def-3", "allies", "germany"), ("4.2-8-def-3", "germany", "allies"))
def test_the_refusal_names_the_water(country: str, attacker: str) -> None:
    play = battle("Kristiansund", {"Oppdal": 1}, {country: 1}, attacker, throws=WON)
    assert play.at(country, "Trondheim") == 1, "the only way by land, without being asked"
    play = battle("Narvik", {"Tysfjord": 1}, {country: 1}, attacker, throws=WON)
    assert open_areas(play) == ["Bardufoss", "Bjørnfjell", "Gratangen"]
    assert play.refusal("retreat to Harstad") == (RETREAT + "water", "4.2-8-def-3")


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
    assert rapid("Oslo", "Kongsvinger", "Hamar", [1, 1], [5]).battalions("germany") == {"Arendal": 1, "Kongsvinger": 2}


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
    play = to_battle(dropped({}, {"Rena": 1}, {"Kongsvinger": 1}).throws([1], [5, 5]))
    assert play.decided == ("germany", "4.2-8-att-2")
    assert open_areas(play) == ["Lillehammer", "Rena"]
    assert play.refusal("retreat to Kongsvinger") == (RETREAT + "enemy", "4.2-8-def-1")
    assert play.refusal("retreat to Gjøvik") == (RETREAT + "water", "4.2-8-def-3")
    play("retreat to Lillehammer")
    assert play.at("germany", "Lillehammer") == 1


@pytest.mark.proves("4.2-8-att-2", "4.2-8-att-1")
def test_those_who_dropped_may_join_those_who_marched_and_these_go_back() -> None:
    play = to_battle(dropped({"Kongsvinger": 2}, {}, {"Rena": 1}).throws([1, 1, 1], [5, 5]))
    assert open_areas(play) == ["Kongsvinger", "Lillehammer"]
    assert play("retreat to Kongsvinger").at("germany", "Kongsvinger") == 3


@pytest.mark.proves("4.2-8-att-2")
def test_losing_paratroops_do_not_go_into_an_undecided_battle() -> None:
    play = dropped({}, {"Gjøvik": 1}, {"Lillehammer": 1}).throws([1], [5, 5])("move Gjøvik > Lillehammer 1")
    assert open_areas(to_battle(play)("fight Hamar")) == ["Kongsvinger", "Rena"]


@pytest.mark.proves("4.2-8-att-2", "4.2-8-def-4")
def test_surrounded_paratroops_are_lost() -> None:
    play = dropped({}, {}, {"Kongsvinger": 1, "Rena": 1, "Lillehammer": 1}).throws([1], [5, 5])
    assert to_battle(play).state.removed == [1, 0, 0]
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
