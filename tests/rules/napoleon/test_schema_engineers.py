"""Schemas XX and XXI, typed in again from the book and asked through the procedures that read them."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest

from feltherre.games.napoleon.tables import by_key
from napoleon_desk import ask, refusal

LEADERS = ("engineer_officer", "pioneer_nco", "officer")
ENGINEER, NCO, OFFICER = LEADERS
#: the figures that work: fewest and most of a party, None where such troops cannot
Party = tuple[int, int] | None

#: schema XX: work -> leader, pioneers, others, how much at a time, turns, turns of rest, procurement roll
XX: dict[str, tuple[str, Party, Party, float, int, int, bool]] = {
    "assault_footbridge": (NCO, (2, 3), (3, 4), 2, 1, 0, False),
    "column_bridge_pontoon": (ENGINEER, (4, 8), None, 1, 1, 0, False),
    "column_bridge_other": (ENGINEER, (4, 8), None, 0.5, 1, 0, False),
    "makeshift_repair": (NCO, (2, 3), (3, 4), 1, 1, 0, False),
    "repair_bridge": (ENGINEER, (3, 5), None, 0.5, 1, 0, False),
    "repair_thrown_deck": (NCO, (1, 2), (2, 3), 1, 1, 0, False),
    "ferry_pontoon": (ENGINEER, (3, 6), None, 1, 4, 0, False),
    "ferry_makeshift": (ENGINEER, (3, 6), None, 1, 6, 0, False),
    "boat_pontoon": (NCO, (3, 6), None, 1, 2, 0, False),
    "boat_other": (NCO, (3, 6), None, 1, 4, 0, False),
    "strengthen_ford": (ENGINEER, (3, 6), (5, 10), 8, 2, 0, True),
    "scaling_ladder": (OFFICER, (1, 1), (1, 2), 1, 4, 0, True),
    "path_through_wood": (NCO, (3, 4), (4, 6), 4, 4, 0, False),
    "road_through_wood": (ENGINEER, (3, 4), (4, 6), 1, 5, 0, True),
    "abatis_barricade": (OFFICER, (1, 2), (2, 3), 2, 4, 0, False),
    "chevaux_palisade": (NCO, (1, 2), (2, 4), 2, 6, 0, False),
    "wolf_pit": (ENGINEER, (4, 6), (8, 12), 1, 16, 0, True),
    "sap": (OFFICER, (1, 1), (1, 2), 2, 8, 0, True),
    "communication_trench": (ENGINEER, (2, 3), (3, 6), 2, 8, 0, True),
    "breastwork_1": (ENGINEER, (2, 3), (3, 6), 2, 64, 8, True),
    "breastwork_2": (ENGINEER, (3, 4), (5, 8), 2, 64, 8, True),
    "breastwork_3": (ENGINEER, (4, 5), (6, 10), 2, 72, 8, True),
    "ramp": (NCO, (2, 4), (4, 8), 1, 10, 0, True),
    "parapet": (ENGINEER, (1, 3), (2, 6), 2, 10, 0, True),
    "parallel": (ENGINEER, (3, 6), (5, 10), 2, 40, 0, True),
    "magazine": (ENGINEER, (4, 8), (8, 16), 1, 60, 8, False),
    "shelter_10": (ENGINEER, (4, 8), (8, 16), 1, 40, 0, False),
    "gun_emplacement": (ENGINEER, (5, 10), (10, 20), 1, 32, 0, False),
}


def test_all_rows_of_schema_xx_are_asked() -> None:
    assert set(by_key("XX")) == set(XX)


@pytest.mark.proves("19.04.1", "19.04.3")
@pytest.mark.parametrize("troops", ["pioneers", "others"])
@pytest.mark.parametrize("work", XX)
def test_the_parties_of_a_work_and_what_they_build(work: str, troops: str) -> None:
    """A party has the larger number; one more may have the smaller (19.04.3)."""
    leader, pioneers, others, each, *_ = XX[work]
    party = pioneers if troops == "pioneers" else others
    told: dict[str, Any] = {"work": work, "troops": troops, "leader": leader, "leaders": 2, "delay_die": 6}
    if party is None:
        assert "cannot do it" in refusal("work-time", **told, figures=20)
        return
    fewest, full = party
    assert f"Fewer than {fewest} figures" in refusal("work-time", **told, figures=fewest - 1)
    for figures, parties in ((fewest, 1), (full, 1), (full + fewest, 2), (3 * full, 3)):
        found = ask("work-time", **told, figures=figures)
        assert (found["work_units"], found["amount"]) == (parties, parties * each), figures
    if fewest > 1:
        assert ask("work-time", **told, figures=full + fewest - 1)["work_units"] == 1


@pytest.mark.proves("19.04.2", "19.03.1", "19.04.1")
@pytest.mark.parametrize("work", XX)
def test_the_leader_time_rest_and_procurement_of_a_work(work: str) -> None:
    leader, pioneers, _, _, turns, rest, procured = XX[work]
    assert pioneers is not None
    told: dict[str, Any] = {"work": work, "troops": "pioneers", "figures": pioneers[1], "delay_die": 6}
    led = {**told, "leader": leader}
    assert ask("work-time", **led)["turns"] == turns + rest
    assert ask("work-time", **led, relieved_at_rest=True)["turns"] == turns
    for other in LEADERS:
        lower = LEADERS.index(other) - LEADERS.index(leader)
        if lower > 1:
            assert "more than one rank" in refusal("work-time", **told, leader=other)
        else:
            assert ask("work-time", **told, leader=other)["turns"] == turns * (2 if lower == 1 else 1) + rest
    roll = {**led, "procurement": "roll", "procurement_die": 1}
    if procured:
        assert ask("work-time", **roll)["turns"] == turns + rest + ceil(turns / 2)
    else:
        assert "cannot be procured" in refusal("work-time", **roll)


@pytest.mark.proves("19.04.4", "19.04.5")
@pytest.mark.parametrize("work", [work for work, row in XX.items() if row[5]])
def test_rest_is_saved_by_a_party_that_takes_over(work: str) -> None:
    leader, pioneers, *_, rest, _ = XX[work]
    assert pioneers is not None
    told = {"work": work, "troops": "pioneers", "figures": pioneers[1], "leader": leader, "delay_die": 6}
    assert ask("work-time", **told)["turns"] - ask("work-time", **told, relieved_at_rest=True)["turns"] == rest


#: schema XXI: object -> leader, pioneers, others, turns and KL of a blast, turns of burning (its materials can be
#: procured), of throwing off the deck, and of another way
XXI: dict[str, tuple[str, Party, Party, int, float, int | None, int | None, int | None]] = {
    "assault_footbridge": (OFFICER, (1, 2), (1, 2), 2, 0.25, 2, 1, 2),
    "wooden_bridge": (OFFICER, (2, 4), (4, 6), 4, 1, 4, 2, 5),
    "stone_bridge": (ENGINEER, (3, 6), None, 6, 2, None, None, None),
    "ferry": (OFFICER, (2, 4), (4, 6), 3, 1, 3, None, 4),
    "boat": (OFFICER, (1, 1), (1, 2), 2, 0.5, 2, 1, 2),
    "wall_2cm": (OFFICER, (1, 1), (2, 2), 1, 0.25, None, None, 4),
    "abatis_2cm": (OFFICER, (1, 2), (2, 3), 1, 0.25, 2, None, 3),
    "chevaux_2cm": (OFFICER, (1, 2), (2, 3), 1, 0.25, None, 1, 2),
}
#: a delay roll without delay
NO_DELAY = {"delay_die": 6}


def test_all_rows_of_schema_xxi_are_asked() -> None:
    assert set(by_key("XXI")) == set(XXI)


@pytest.mark.proves("19.05.3", "19.05.4", "19.07.1", "19.07.2", "19.07.3")
@pytest.mark.parametrize("thing", XXI)
def test_what_a_blast_needs(thing: str) -> None:
    """All blasts are led by engineer officers and done by pioneers, however small the object."""
    _, pioneers, _, turns, powder, *_ = XXI[thing]
    assert pioneers is not None
    party = {"leader": ENGINEER, "troops": "pioneers", "figures": pioneers[0], "kl_available": powder}
    told: dict[str, Any] = {"object": thing, "method": "blast", **party, **NO_DELAY, "blast_die": 5}
    assert ask("demolition", **told) == {"turns": turns, "kl_used": powder, "result": "complete"}
    assert "KL" in refusal("demolition", **{**told, "kl_available": powder - 0.01})
    assert f"Fewer than {pioneers[0]} figures" in refusal("demolition", **{**told, "figures": pioneers[0] - 1})
    assert "cannot do it" in refusal("demolition", **{**told, "troops": "others", "figures": 20})
    for leader in (NCO, OFFICER):
        assert "Only an engineer officer" in refusal("demolition", **{**told, "leader": leader})


@pytest.mark.proves("19.05.1", "19.05.2", "19.05.3", "19.05.4", "19.09.2")
@pytest.mark.parametrize("method", ["throw_off", "other"])
@pytest.mark.parametrize("thing", XXI)
def test_what_other_ways_need(thing: str, method: str) -> None:
    leader, *parties, _, _, _, throw_off, other = XXI[thing]
    turns = throw_off if method == "throw_off" else other
    for troops, party in zip(("pioneers", "others"), parties, strict=True):
        told: dict[str, Any] = {"object": thing, "method": method, "leader": leader, "troops": troops, **NO_DELAY}
        if turns is None:
            assert "cannot be destroyed" in refusal("demolition", **told, figures=20)
        elif party is None:
            assert "cannot do it" in refusal("demolition", **told, figures=20)
        else:
            found = ask("demolition", **told, figures=party[0])
            assert found == {"turns": turns, "kl_used": 0, "result": "complete"}
            assert f"Fewer than {party[0]} figures" in refusal("demolition", **told, figures=party[0] - 1)


@pytest.mark.proves("19.06.1")
@pytest.mark.parametrize("thing", XXI)
def test_what_burning_needs(thing: str) -> None:
    turns = XXI[thing][5]
    told: dict[str, Any] = {"object": thing, **NO_DELAY, "fire_die": 6}
    if turns is None:
        assert "does not burn" in refusal("burn", **told)
    else:
        assert ask("burn", **told)["preparation_turns"] == turns
        procured = ask("burn", **told, procurement="roll", procurement_die=1)
        assert procured["preparation_turns"] == turns + ceil(turns / 2)
