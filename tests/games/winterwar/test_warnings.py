"""What a player is warned of before an answer: open towns, broken lines, phases ended too early, poor odds."""

from typing import Any

import pytest

from feltherre.core.catalogue import languages, render
from feltherre.core.state import canonical
from feltherre.games.winterwar import board
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.wording import NOTATION
from feltherre.hexgame import actions as common
from winterwar_table import Playing, hex_, position


def warned(play: Playing, line: str, role: str | None = None) -> list[str]:
    """The keys of the warnings of the side that is asked; nothing has changed, and every language can say them."""
    before = canonical(play.state)
    found = GAME.warnings(play.state, role or play.asked[0], NOTATION.read(line))
    assert canonical(play.state) == before
    assert GAME.invariants(play.state) == []
    for text in found:
        for lang in languages():
            said = render(text, lang)
            assert "<" not in said
            assert "{" not in said
    return [text.key.removeprefix("winterwar.warning.") for text in found]


def said(play: Playing, line: str) -> list[str]:
    return [render(text) for text in GAME.warnings(play.state, play.asked[0], NOTATION.read(line))]


# moves


def test_a_town_that_the_enemy_can_reach_is_left_open() -> None:
    play = position(side="finland", finland={"1742": ["1Br"]}, soviet={"1844": ["24RD"]})
    assert warned(play, "1Br > 1741") == ["town-open"]
    assert said(play, "1Br > 1741") == ["Terijoki (worth 1) is left open: an enemy unit can reach it."]


def test_a_town_that_is_held_or_far_from_the_enemy_is_not() -> None:
    held = position(side="finland", finland={"1742": ["1Br", "2Br"]}, soviet={"1844": ["24RD"]})
    assert warned(held, "1Br > 1741") == []
    far = position(side="finland", finland={"Oulu": ["9D"]}, soviet={"1844": ["24RD"]})
    there = next(iter(far.reach("9D")))
    assert warned(far, f"9D > {there}") == []


def test_a_finnish_unit_too_far_from_its_towns_will_be_cut_off() -> None:
    """A Finnish line enters two hexes at most (supply-7)."""
    play = position(side="finland", finland={"Kuhmo": ["ErP14"]}, soviet={"1903": ["104RD"]})
    own = [hex_(town.hex) for town in board.TOWNS if town.owner == "finland"]
    far = {there for there in play.reach("ErP14") if min(board.GRID.distance(hex_(there), t) for t in own) > 2}
    assert {there for there in play.reach("ErP14") if "cut-off" in warned(play, f"ErP14 > {there}")} == far
    assert 0 < len(far) < len(play.reach("ErP14"))


def test_a_soviet_unit_with_the_enemy_behind_it_will_be_cut_off() -> None:
    owners = {"1742": "soviet", "1843": "finland"}
    # the way round Lake Ladoga is barred too
    behind = {"1843": ["4D"], "1640": ["5D"], "1841": ["11D"]}
    play = position(soviet={"1742": ["24RD"]}, finland=behind, owners=owners)
    assert "cut-off" in warned(play, "24RD > 1741")
    assert "no supply line at Muolaa (1741)" in said(play, "24RD > 1741")[0]
    free = position(soviet={"1742": ["24RD"]}, finland={"1540": ["4D"]}, owners={"1742": "soviet"})
    assert "cut-off" not in warned(free, "24RD > 1741")


def test_a_unit_whose_line_is_broken_by_anothers_leaving_is_named() -> None:
    """The 43rd keeps the Finnish zone from breaking the line of the 24th (turn-1-b)."""
    play = position(
        soviet={"1741": ["24RD"], "1742": ["43RD"]}, finland={"1841": ["4D"], "1640": ["5D"]}, owners={"1742": "soviet"}
    )
    assert warned(play, "43RD > 1843")[0] == "cuts-off"
    assert said(play, "43RD > 1843")[0] == "This breaks the supply line of 24th Rifle Division at Muolaa (1741)."


@pytest.mark.parametrize("action", [common.Move("x", ("1741",)), common.Move("SU-24RD", ("9999",))])
def test_nothing_is_said_of_what_cannot_be(action: Any) -> None:
    play = position(soviet={"1742": ["24RD"]}, finland={"1540": ["4D"]}, owners={"1742": "soviet"})
    assert GAME.warnings(play.state, "soviet", action) == []
    assert GAME.warnings(play.state, "umpire", common.EndMovement()) == []


# the ends of phases


def test_units_that_have_not_moved_or_flown_are_counted() -> None:
    play = position(
        soviet={"1742": ["24RD", "90RD"], "1844": ["59IAB"]}, finland={"1741": ["4D"]}, owners={"1742": "soviet"}
    )
    assert said(play, "end movement") == [
        "2 ground units that can move have not moved.",
        "An air unit is still at its base: 59th Fighter Brigade.",
    ]
    play("24RD > 1843", "90RD > 1843", "fly 59IAB 1741")
    assert warned(play, "end movement") == []


def test_reinforcements_that_could_be_placed_are_named() -> None:
    play = position(side="finland", phase="reinforcement", turn=4, finland={"1741": ["4D"]}, soviet={"1742": ["24RD"]})
    assert warned(play, "end reinforcement") == ["reinforcements"]
    assert "21st Division" in said(play, "end reinforcement")[0]


def test_ending_combat_with_a_good_attack_left_is_told() -> None:
    """Two divisions of 5 against a brigade: more than two to one."""
    play = position(
        phase="combat", soviet={"1742": ["24RD", "90RD"]}, finland={"1741": ["2Br"]}, owners={"1742": "soviet"}
    )
    assert said(play, "end combat") == ["You could still attack at two to one or better: Muolaa (1741)."]
    even = position(phase="combat", soviet={"1742": ["24RD"]}, finland={"1741": ["4D"]}, owners={"1742": "soviet"})
    assert warned(even, "end combat") == []


def test_an_attack_on_a_stronger_defender_is_told() -> None:
    play = position(
        phase="combat", soviet={"1742": ["24RD"]}, finland={"1741": ["4D", "5D"]}, owners={"1742": "soviet"}
    )
    assert said(play, "attack 1741 with 24RD") == ["You attack with 5 against 8: the defender is stronger."]
    strong = position(
        phase="combat", soviet={"1742": ["24RD", "90RD"]}, finland={"1741": ["4D", "5D"]}, owners={"1742": "soviet"}
    )
    assert warned(strong, "attack 1741 with 24RD + 90RD") == []


def test_a_set_up_without_supply_is_told() -> None:
    """Somebody who will be cut off at the first check, seen before the set-up is ended."""
    play = position(side="finland", finland={"1539": ["6D"]}, soviet={"1742": ["24RD"]}, owners={"1742": "soviet"})
    state = play.state
    assert GAME.warnings(state, "soviet", common.EndSetup()) == []
    for town, owner in enumerate(state.owners):
        state.owners[town] = 1 if owner == 0 else owner
    found = GAME.warnings(state, "finland", common.EndSetup())
    assert [render(text) for text in found] == ["6th Division has no supply line where it stands."]
