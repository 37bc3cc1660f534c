"""Schemas II and XVI, typed in again from the book and asked through the procedures that read them."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon_desk import ask

#: schema II, delay: die -> turns; None: does not arrive
DELAY = {1: None, 2: 3, 3: 2, 4: 1, 5: 1, 6: 0}
#: schema II, reaction roll: situation -> points
REACTION: list[tuple[dict[str, Any], int]] = [
    ({"order_repeats": "last_executed"}, 4),
    ({"order_repeats": "latest_not_executed"}, 2),
    ({"follows_instruction": True}, 4),
    ({"courier_in_contact": True}, 2),
    *(({"lu_grades": grades}, -grades) for grades in (1, 2, 3)),
    ({"in_u": True}, -4),
    *(({"grade": grade}, grade) for grade in range(-4, 6)),
]
#: schema XVI: die -> whether the commander falls, and what the unit gets
COMMANDER = {1: (True, -2), 2: (True, 1), 3: (False, -1), 4: (False, 0), 5: (False, 1), 6: (False, 2)}


@pytest.mark.proves("08.03.2")
@pytest.mark.parametrize("die", DELAY)
def test_the_delay_of_a_message(die: int) -> None:
    turns = DELAY[die]
    assert ask("courier-delay", die=die, arrival=7) == {"readable_between": None if turns is None else 7 + turns}


@pytest.mark.proves("08.03.5")
@pytest.mark.parametrize(("situation", "points"), REACTION)
def test_the_points_of_a_reaction_roll(situation: dict[str, Any], points: int) -> None:
    assert ask("reaction-roll", dice=[1, 2, 4])["total"] == 7
    assert ask("reaction-roll", dice=[1, 2, 4], **situation)["total"] == 7 + points


@pytest.mark.proves("08.02.1", "08.02.2", "08.02.3")
@pytest.mark.parametrize("die", COMMANDER)
def test_what_a_committed_commander_gives_and_whether_he_falls(die: int) -> None:
    falls, points = COMMANDER[die]
    told = {"points": points, "falls": falls}
    assert ask("commander-intervention", die=die, use="melee") == {**told, "firer_morale_modifier": 0}
    assert ask("commander-intervention", die=die, use="under_fire") == {**told, "firer_morale_modifier": -points}
    assert ask("staff-casualty", die=die, committed_commander=True) == {"falls": falls}
