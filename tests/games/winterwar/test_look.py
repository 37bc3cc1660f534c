"""What a player reads of a hex or a counter as it is now."""

from feltherre.core.catalogue import render
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.scene import drawn_board
from feltherre.games.winterwar.units import INDEX
from winterwar_table import position


def test_units_come_first_with_their_figures_then_the_town_and_the_ground() -> None:
    play = position(side="finland", finland={"1641": ["4D", "5D"]}, soviet={"1843": ["138RD"]}, cut_off=["5D"])
    told = [render(line.text) for line in GAME.look(play.state, ("finland",), "1641")]
    assert told[0].startswith("4th Division")
    assert told[1].endswith(", without supply")
    assert all(any(figure in line for figure in "123456789") for line in told[:2])
    assert [line.rule for line in GAME.look(play.state, (), "Viipuri")][-2:] == ["win-6", "1.4-e"]


def test_a_counter_shows_the_figures_of_the_side_that_lies_up() -> None:
    play = position(side="finland", finland={"1641": ["4D"]}, soviet={"1843": ["138RD"]})
    unit = next(kind for kind in drawn_board().kinds if kind.id == "FI-4D")
    front, back = unit.faces
    assert front in render(GAME.look(play.state, (), "FI-4D")[0].text)
    play.state.flipped[INDEX["FI-4D"]] = 1
    assert back in render(GAME.look(play.state, (), "4D")[0].text)
