"""Retreat after combat (1.5-f, 1.5-g, R33, R61)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core import engine
from feltherre.core.table import Table
from feltherre.games.winterwar import units
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.steps import Retreating
from winterwar_table import Playing, agenda, hex_, number, position, unit


def beaten(side: str, place: str, names: list[str], attackers: list[str], **given: Any) -> Playing:
    """Units of a side that must leave a hex after an attack from these hexes."""
    enemy = "soviet" if side == "finland" else "finland"
    play = position(side=enemy, phase="combat", **given)
    step = Retreating(
        units.ROLES.index(side), hex_(place), tuple(sorted(map(unit, names))), tuple(map(hex_, attackers))
    )
    play.state.side = units.ROLES.index(enemy)
    play.state.phase = "combat"
    play.state.agenda[:] = [*agenda(play.state, "combat"), step]
    table = Table(GAME, play.state, play.script)
    engine.settle(table)
    return play._done(table)


@pytest.mark.proves("1.5-f")
def test_a_retreat_goes_one_hex_away_from_the_hexes_of_the_attack() -> None:
    play = beaten(
        "finland",
        "1742",
        ["1Br"],
        ["1842", "1843"],
        soviet={"1842": ["142RD"], "1843": ["43RD"]},
        finland={"1742": ["1Br"]},
    )
    # 1642 and 1741 touch neither; 1841 touches 1842
    assert play.asked == ["finland"]
    assert sorted(play.offered()) == ["retreat 1642 1Br", "retreat 1741 1Br"]
    assert play.refusal("retreat 1841 1Br") == ("winterwar.illegal.retreat.not-away", "1.5-f")
    assert play.refusal("retreat 1743 1Br") == ("winterwar.illegal.retreat.closed", "1.4-j")
    assert play.refusal("retreat 1843 1Br") == ("winterwar.illegal.retreat.enemy", "1.5-f")
    assert play.refusal("retreat 1640 1Br") == ("winterwar.illegal.retreat.not-beside", "1.5-f")
    assert play.refusal("retreat 1642 -") == ("winterwar.illegal.retreat.nobody", "1.5-f")
    play("retreat 1741 1Br")
    assert play.place("1Br") == "1741"
    assert not play.flipped("1Br")


@pytest.mark.proves("1.5-f", "turn-3-g")
def test_soviet_units_retreat_only_along_road_and_rail_and_alone_if_there_is_one_way() -> None:
    play = beaten(
        "soviet", "1842", ["142RD"], ["1742"], soviet={"1842": ["142RD"]}, finland={"1742": ["4D"], "1841": ["5D"]}
    )
    assert play.place("142RD") == "1943", "the only road that is left: nobody is asked"


@pytest.mark.proves("1.5-f")
def test_soviet_units_may_not_leave_the_road() -> None:
    play = beaten(
        "soviet", "1842", ["142RD", "49RD"], ["1742"], soviet={"1842": ["142RD", "49RD"]}, finland={"1742": ["4D"]}
    )
    # 1841 touches 1742, 1943 does not
    assert play.place("142RD") == play.place("49RD") == "1943"


@pytest.mark.proves("1.5-g", "2.1-e")
def test_a_retreat_into_an_enemy_zone_costs_one_of_those_that_entered_a_further_loss() -> None:
    play = beaten(
        "soviet",
        "1842",
        ["142RD", "49RD"],
        ["1742"],
        soviet={"1842": ["142RD", "49RD"]},
        finland={"1742": ["4D"], "2043": ["5D"]},
    )
    assert play.place("142RD") == play.place("49RD") == "1943"
    assert play.asked == ["soviet"]
    assert play.decision.rule == "1.5-g"
    assert sorted(play.offered()) == ["losses 142RD", "losses 49RD"]
    play("losses 49RD")
    assert play.flipped("49RD")
    assert not play.flipped("142RD")


@pytest.mark.proves("1.5-g")
def test_an_own_unit_in_the_hex_lifts_the_charge_only_by_option() -> None:
    given: dict[str, Any] = {
        "soviet": {"1842": ["142RD"], "1943": ["24RD"]},
        "finland": {"1742": ["4D"], "2043": ["5D"]},
    }
    play = beaten("soviet", "1842", ["142RD"], ["1742"], **given)
    assert play.place("142RD") == "1943"
    assert play.flipped("142RD")
    assert not play.flipped("24RD")
    play = beaten("soviet", "1842", ["142RD"], ["1742"], options={"own_unit_shields_retreat": "true"}, **given)
    assert play.place("142RD") == "1943"
    assert not play.flipped("142RD")


@pytest.mark.proves("1.5-g")
def test_the_option_shields_nobody_in_a_hex_that_was_empty() -> None:
    play = beaten(
        "soviet",
        "1842",
        ["142RD"],
        ["1742"],
        options={"own_unit_shields_retreat": "true"},
        soviet={"1842": ["142RD"]},
        finland={"1742": ["4D"], "2043": ["5D"]},
    )
    assert play.flipped("142RD")


@pytest.mark.proves("1.5-f")
@pytest.mark.parametrize(
    ("option", "place", "flipped"), [("loss-each", "1842", True), ("eliminated", "destroyed", False)]
)
def test_units_without_a_way_out_take_a_further_loss_or_are_lost(option: str, place: str, flipped: bool) -> None:
    play = beaten(
        "soviet",
        "1842",
        ["142RD"],
        ["1742"],
        options={"blocked_retreat": option},
        soviet={"1842": ["142RD"]},
        finland={"1742": ["4D"], "1841": ["5D"], "1943": ["11D"]},
    )
    assert (play.place("142RD"), play.flipped("142RD")) == (place, flipped)
    assert "winterwar.event.blocked" in play.told()


@pytest.mark.proves("1.5-f")
def test_the_units_may_be_split() -> None:
    play = beaten(
        "finland", "1742", ["4D", "1Br"], ["1843"], soviet={"1843": ["43RD"]}, finland={"1742": ["4D", "1Br"]}
    )
    assert "retreat 1741 4D + 1Br" in play.offered()
    play("retreat 1741 4D")
    assert play.step == "Retreating"
    assert play.refusal("retreat 1642 4D") == (
        "winterwar.illegal.retreat.not-beaten",
        "1.5-f",
    )
    play("retreat 1642 1Br")
    assert (play.place("4D"), play.place("1Br")) == ("1741", "1642")


@pytest.mark.proves("1.5-f")
def test_a_hex_without_room_is_not_available() -> None:
    play = beaten(
        "soviet",
        "1842",
        ["142RD", "35TB"],
        ["1742"],
        soviet={"1842": ["142RD", "35TB"], "1943": ["24RD", "90RD"]},
        finland={"1742": ["4D"]},
    )
    # two divisions are in 1943: the third finds no room there and takes 1841, which touches the attack
    assert (play.place("142RD"), play.place("35TB")) == ("1841", "1943")


@pytest.mark.proves("1.5-f")
def test_with_room_for_one_the_owner_chooses_who_goes_where() -> None:
    play = beaten(
        "soviet",
        "1842",
        ["142RD", "49RD"],
        ["1742"],
        soviet={"1842": ["142RD", "49RD"], "1943": ["24RD"]},
        finland={"1742": ["4D"], "1841": ["5D"]},
    )
    assert sorted(play.offered()) == ["retreat 1943 142RD", "retreat 1943 49RD"]
    assert play.refusal("retreat 1943 142RD + 49RD") == ("winterwar.illegal.retreat.no-room", "setup-5")
    play("retreat 1943 49RD")
    assert play.place("49RD") == "1943"
    assert (play.place("142RD"), play.flipped("142RD")) == ("1842", True), "nothing is left for the other"


@pytest.mark.proves("1.5-f")
def test_the_hex_the_attack_came_from_is_not_away_from_the_opponent() -> None:
    play = beaten("soviet", "1842", ["142RD"], ["1841"], soviet={"1842": ["142RD"]}, finland={"1640": ["4D"]})
    assert play.place("142RD") == "1943", "1841 is empty, but the attack came from there (R61)"


@pytest.mark.proves("win-3")
def test_a_retreat_through_a_town_takes_it() -> None:
    play = beaten(
        "soviet",
        "1842",
        ["142RD"],
        ["1943"],
        soviet={"1842": ["142RD"]},
        finland={"1943": ["4D"], "1841": ["5D"]},
    )
    assert play.place("142RD") == number("Terijoki")
    assert play.owner("Terijoki") == "soviet"
