"""What the captain's plan is made of."""

import pytest

from feltherre.games.winterwar import board
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.players import CaptainPlayer
from feltherre.games.winterwar.players.field import Field, odds_of, threat_of, weigh
from feltherre.games.winterwar.players.roads import Cuts, gates
from feltherre.games.winterwar.players.sides import is_safe
from feltherre.games.winterwar.units import FINLAND, SOVIET
from winterwar_table import hex_, position, unit
from winterwar_table.captain import ask, order


def test_exact_chances_of_a_combat() -> None:
    """Table 1.5, column 3-1 without modifier: R on three faces, F1 on five and F2 on one."""
    assert odds_of("").driven_out(12, 4, 0, 9) == pytest.approx(3 / 6)
    assert odds_of("").losses(12, 4, 0, 9) == pytest.approx(7 / 6)
    # the last face is lost with any loss
    assert odds_of("").driven_out(12, 4, 0, 1) == pytest.approx(1)


def test_a_division_that_is_cut_off_is_weighed_at_half() -> None:
    pieces = {"finland": {"1523": ["9D"]}, "soviet": {"1522": ["44RD"], "1844": ["123RD"]}}
    supplied = Field(position(side="finland", phase="combat", **pieces).state)  # type: ignore[arg-type]
    cut_off = Field(position(side="finland", phase="combat", cut_off=["44RD"], **pieces).state)  # type: ignore[arg-type]
    before, after = (weigh(field, FINLAND, hex_("1522"), [unit("9D")]) for field in (supplied, cut_off))
    assert (before.defence, after.defence) == (5, 3)
    assert after.gain > before.gain


def test_beaten_units_with_nowhere_to_go_are_worth_more() -> None:
    """Surrounded, each unit that must retreat takes a further loss (R33)."""
    open_ = position(side="finland", phase="combat", finland={"1425": ["9D"]}, soviet={"1526": ["54RD"]})
    ring = position(
        side="finland",
        phase="combat",
        finland={"1425": ["9D"], "1626": ["JR25"], "1426": ["ErP14"], "1525": ["6D"]},
        soviet={"1526": ["54RD"]},
    )
    free, caught = (weigh(Field(play.state), FINLAND, hex_("1526"), [unit("9D")]) for play in (open_, ring))
    assert caught.gain > free.gain


def test_nobody_can_attack_beside_a_road() -> None:
    assert is_safe(hex_("1941"))
    assert not is_safe(hex_("1741"))


def test_a_unit_beside_the_road_cuts_off_those_who_hang_on_it() -> None:
    """The 12th Division closes the way forward, so two divisions hang on the road back to Petrozavodsk."""
    soviet = {"2234": ["139RD", "56RD"], "2535": ["75RD"]}
    cuts = Cuts(Field(position(side="finland", finland={"2134": ["12D"], "2034": ["Ras"]}, soviet=soviet).state))
    assert cuts.worth(unit("Ras"), hex_("2235")) == pytest.approx(2 * 5 / 4)
    assert cuts.worth(unit("Ras"), hex_("2033")) == 0


def test_what_lies_behind_a_road_fades_with_each_hex() -> None:
    behind = gates(tuple(board.FIRST_OWNER))
    assert behind[hex_("1540")] > behind[hex_("1641")] > behind[hex_("1642")]
    without = gates(tuple(SOVIET for _ in board.TOWNS))
    assert not any(without)


def test_the_threat_counts_each_unit_once_and_only_as_many_as_have_room() -> None:
    play = position(
        finland={"1742": ["1Br"]}, soviet={"1843": ["43RD", "70RD", "20TB", "40TB", "19KA"], "1944": ["24RD", "90RD"]}
    )
    threat = threat_of(Field(play.state), SOVIET)
    # two hexes lead to Terijoki, 1843 and 1842: all seven units find room there, 5 + 5 + 4 + 3 + 3 + 5 + 5
    assert threat.attack(hex_("1742")) == 30
    assert threat.attack(hex_("1540")) == 0


def test_a_captain_asked_in_the_middle_makes_a_plan_of_its_own() -> None:
    """Nothing but the state decides what may be done: a new player goes on where another stopped."""
    play = position(
        finland={"1641": ["4D", "5D"], "1741": ["11D"]}, soviet={"1843": ["43RD", "70RD"], "1844": ["123RD", "24RD"]}
    )
    first = CaptainPlayer()
    play(order(play, first))
    assert play.step == "Movement"
    chosen = ask(play, CaptainPlayer())
    assert play.decision.space.contains(chosen.action)
    assert GAME.notation.write(chosen.action)
