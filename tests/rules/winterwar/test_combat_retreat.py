"""Retreat after combat (1.5-f, 1.5-g, R33, R61)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.core import engine
from feltherre.core.table import Table
from feltherre.games.winterwar import units
from feltherre.games.winterwar.game import GAME
from feltherre.hexgame.steps import Retreating
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


def by(finland: dict[str, list[str]], **more: Any) -> dict[str, Any]:
    """Finns around Soviet units that are beaten in 1842; the attack comes from 1742."""
    return {"attack": "1742", "finland": finland, **more}


IN_ZONE = by({"1742": ["4D"], "2043": ["5D"]})
SHUT_IN = by({"1742": ["4D"], "1841": ["5D"], "1943": ["11D"]})
SHIELDED = {"own_unit_shields_retreat": "true"}


@cases(
    "says beaten_units situation wanted",
    ("1.5-f turn-3-g", "along the only road that is left: nobody is asked", "142RD",
     by({"1742": ["4D"], "1841": ["5D"]}), {"142RD": "1943"}),
    ("1.5-f", "never off the road; 1841 touches 1742, 1943 does not", "142RD 49RD", by({"1742": ["4D"]}),
     {"142RD": "1943", "49RD": "1943"}),
    ("1.5-f", "R61: the hex the attack came from is not away, though it is empty", "142RD",
     by({"1640": ["4D"]}, attack="1841"), {"142RD": "1943"}),
    ("1.5-g", "into an enemy zone: a further loss, own unit or not", "142RD", {**IN_ZONE, "soviet": {"1943": ["24RD"]}},
     {"142RD": "1943 flipped", "24RD": "1943"}),
    ("1.5-g", "by option an own unit lifts it", "142RD", {**IN_ZONE, "soviet": {"1943": ["24RD"]}, "options": SHIELDED},
     {"142RD": "1943"}),
    ("1.5-g", "by option, but the hex was empty", "142RD", {**IN_ZONE, "options": SHIELDED}, {"142RD": "1943 flipped"}),
    ("1.5-f", "R33: without a way out a further loss", "142RD", SHUT_IN, {"142RD": "1842 flipped"}),
    ("1.5-f", "R33: by option they are lost", "142RD", {**SHUT_IN, "options": {"blocked_retreat": "eliminated"}},
     {"142RD": "destroyed"}),
    ("1.5-f", "no room for a third division in 1943: it takes 1841, in the attacker's zone", "142RD 35TB",
     by({"1742": ["4D"]}, soviet={"1943": ["24RD", "90RD"]}), {"142RD": "1841 flipped", "35TB": "1943"}),
)  # fmt: skip
def test_where_beaten_units_go_if_there_is_nothing_to_choose(
    beaten_units: str, situation: dict[str, Any], wanted: dict[str, str]
) -> None:
    names = beaten_units.split()
    given = {**situation, "soviet": {"1842": names, **situation.get("soviet", {})}}
    play = beaten("soviet", "1842", names, [given.pop("attack")], **given)
    found = {name: f"{play.place(name)}{' flipped' if play.flipped(name) else ''}" for name in wanted}
    assert found == wanted
    shut_in = situation["finland"] == SHUT_IN["finland"]
    assert ("winterwar.event.blocked" in play.told()) == shut_in


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
