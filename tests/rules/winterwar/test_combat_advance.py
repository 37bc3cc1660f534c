"""Advance after combat (1.5-h, R34)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.games.winterwar import board, units
from winterwar_table import Playing, hex_, position


def won(line: str, die: int = 6, **given: Any) -> Playing:
    """A combat that leaves the attacked hex empty."""
    play = position(phase="combat", **given)
    play.throws([die])(line)
    assert play.step == "Advancing", play.told()
    return play


def soviet_success(**given: Any) -> Playing:
    """Five times the strength of a unit without a back side, in a town: the last row of a high column."""
    placed: dict[str, Any] = {
        "soviet": {"1843": ["43RD", "70RD", "20TB", "19KA"], "1842": ["142RD"], "1844": ["18SBB"]},
        "finland": {"1742": ["Pion"], "1640": ["4D"]},
        "flying": {"18SBB": "1742"},
    }
    return won("attack 1742 with 43RD + 70RD + 20TB + 19KA + 142RD + 18SBB", **{**placed, **given})


@pytest.mark.proves("1.5-h", "win-3")
def test_attackers_may_move_into_the_hex_that_was_won() -> None:
    play = soviet_success()
    assert play.asked == ["soviet"]
    play("advance 142RD + 20TB")
    assert (play.place("142RD"), play.place("20TB"), play.place("43RD")) == ("1742", "1742", "1843")
    assert play.owner("Terijoki") == "soviet"


@pytest.mark.proves("1.5-h")
def test_the_advance_is_voluntary() -> None:
    play = soviet_success()
    play("advance -")
    assert play.place("142RD") == "1842"
    assert play.owner("Terijoki") == "finland"


@pytest.mark.proves("1.5-h", "setup-5")
def test_only_units_that_took_part_and_have_room_together() -> None:
    play = soviet_success(
        soviet={"1843": ["43RD", "70RD", "20TB", "19KA"], "1842": ["142RD", "49RD"], "1844": ["18SBB"]}
    )
    assert play.refusal("advance 49RD") == ("winterwar.illegal.advance.took-no-part", "1.5-h")
    assert play.refusal("advance 43RD + 70RD + 142RD") == ("winterwar.illegal.advance.no-room", "setup-5")
    assert play.refusal("advance 18SBB") == ("winterwar.illegal.advance.air", "1.5-h")
    assert play.refusal("advance 43RD + 43RD") == ("winterwar.illegal.named-twice", "1.5-h")
    play("advance 43RD + 142RD + 20TB")
    assert [play.place(name) for name in ("43RD", "70RD", "142RD", "20TB")] == ["1742", "1843", "1742", "1742"]


@pytest.mark.proves("1.5-h", "setup-6")
def test_north_of_the_arctic_line_one_division_advances() -> None:
    play = won(
        "attack 1514 with 122RD + 104RD", soviet={"1614": ["122RD"], "1615": ["104RD"]}, finland={"1514": ["ErP17"]}
    )
    assert play.refusal("advance 122RD + 104RD") == ("winterwar.illegal.advance.no-room", "setup-6")
    assert play.offered() == ["advance -", "advance 122RD", "advance 104RD"]


@pytest.mark.proves("1.5-h", "1.4-d")
def test_artillery_that_supported_over_water_stays() -> None:
    play = won(
        "attack 1741 with 5D + 11D + RTR1",
        side="finland",
        soviet={"1741": ["7Eng"]},
        finland={"1740": ["RTR1"], "1641": ["5D", "11D"]},
    )
    assert play.refusal("advance RTR1") == ("winterwar.illegal.advance.water", "1.4-d")
    assert play.offered() == ["advance -", "advance 5D", "advance 5D + 11D", "advance 11D"]


@pytest.mark.proves("1.5-h", "move-8")
def test_a_ship_stays_in_its_port() -> None:
    play = won(
        "attack 1843 with 123RD + KBF + 10TK",
        soviet={"1844": ["123RD", "KBF", "10TK"]},
        finland={"1843": ["Pion"]},
        owners={"1843": "finland"},
    )
    assert play.refusal("advance KBF") == ("winterwar.illegal.advance.ship", "move-8")
    assert all("KBF" not in line for line in play.offered())


@pytest.mark.proves("1.5-h", "intro-8")
def test_R47_an_advance_into_helsinki_ends_the_game() -> None:
    near = board.number(board.LINKED_WAYS[hex_("Helsinki")][0])
    play = position(turn=4, phase="combat", soviet={near: ["100RD", "113RD", "39TB"]}, finland={"Helsinki": ["P1"]})
    play.throws([1], [6])("attack Helsinki with 100RD + 113RD + 39TB")
    while play.step in ("Losses", "Retreating"):
        play(play.offered()[0])
    assert play.state.result is None
    play("advance 100RD")
    assert play.state.result is not None
    assert (play.state.result.winners, play.state.result.degree) == (("soviet",), "sudden-death")


@pytest.mark.proves("1.5-h", "intro-8")
def test_R47_an_advance_into_leningrad_ends_the_game() -> None:
    play = won(
        "attack 1844 with 4D + 5D",
        side="finland",
        soviet={"1844": ["7Eng", "KBF"]},
        finland={"1843": ["4D", "5D"]},
        owners={"1843": "finland"},
        cut_off=["7Eng"],
    )
    play("advance 4D + 5D")
    assert play.state.result is not None
    assert (play.state.result.winners, play.state.result.degree) == (("finland",), "sudden-death")
    assert play.place("KBF") == "destroyed", "its port is lost (R40)"


@pytest.mark.proves("1.5-h", "1.5-d")
def test_nobody_advances_while_an_enemy_is_left() -> None:
    play = position(phase="combat", soviet={"1843": ["43RD", "70RD"]}, finland={"1742": ["1Br"], "1640": ["4D"]})
    # 10 against 2: row 2 of 5-1 is F1, and the brigade only flips
    play.throws([4])("attack 1742 with 43RD + 70RD")
    assert play.flipped("1Br")
    assert play.place("1Br") == "1742"
    assert play.asked == ["finland"]
    assert play.state.side == units.FINLAND
