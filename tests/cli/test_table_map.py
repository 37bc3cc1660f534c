"""The command `map`: the table in characters, as the seat sees it, and nothing by which one could measure."""

import re

import pytest
from rich.console import Console

from feltherre.cli.table_map import show_map
from feltherre.core.scene import Board, Kind, Layer, Legend, Place, Pose, Scene, Side, Status
from feltherre.core.text import Text, say

NAME = say("core.plain", text="?")


def plain(text: str) -> Text:
    return say("core.plain", text=text)


def body(id_: str, side: str, symbol: str = "infantry") -> Kind:
    return Kind(id=id_, side=side, name=plain(id_), shape="body", symbol=symbol, label=id_)


WOOD = Place(
    id="pines", name=plain("pines"), at=(8000, 1500), path="M7000,1000L9000,1000L9000,2000L7000,2000Z", kind="wood"
)
FENCE = Place(id="fence", name=plain("fence"), at=(2000, 3000), path="M1000,3000L3000,3000", kind="linear")
BOARD = Board(
    kind="tabletop",
    title=NAME,
    box=(0, 0, 10_000, 6_000),
    places=(WOOD, FENCE),
    sides=(Side(id="red", name=plain("Red"), sign="R"), Side(id="blue", name=plain("Blue"), sign="B")),
    layers=(Layer(kind="hill", path="M4000,4000L6000,4000L6000,5000L4000,5000Z", level=2),),
    legend=tuple(Legend(kind=one, text=plain(one)) for one in ("hill", "wood", "linear", "general", "remembered")),
)
#: two ranks of ten files that face east
LINE = ((1150, 1000, 0, 80, -150, 0, 10, 0, 720, 2, -150, 0),)


def drawn(width: int = 81, **parts: object) -> list[str]:
    console = Console(width=width, record=True, color_system=None, force_terminal=False)
    with console.capture() as caught:
        show_map(console, BOARD, Scene(status=Status(turn=NAME, phase=NAME), **parts))  # type: ignore[arg-type]
    return caught.get().splitlines()


def test_ground_stands_where_it_is() -> None:
    lines = [line for line in drawn() if "North is up" not in line]
    wood = [line for line in lines if "♣" in line]
    assert len(wood) == 4
    assert all(line.index("♣") == 56 for line in wood)
    assert any("pines" in line for line in wood)
    assert any(line.startswith(" " * 8 + "#") and "fence" in line for line in lines)
    assert sum("::" in line for line in lines) == 4
    assert not any("." in line for line in lines), "a second terrace, and none below it"


def test_bodies_have_their_name_and_an_arrow_for_their_front() -> None:
    found = "\n".join(
        drawn(
            kinds=(body("r1", "red"), body("b2", "blue"), body("lee", "blue", "general")),
            poses=(Pose("r1", 1000, 1400, 90, blocks=LINE), Pose("b2", 3000, 1000, 225), Pose("lee", 5000, 1000, 0)),
        )
    )
    assert "→r1" in found, "east, of the first side"
    assert "⇙b2" in found, "south-west, of the second"
    assert "★lee" in found
    assert "▪" in found
    assert "↑ Red   ⇑ Blue" in found
    assert "★ general" in found


def test_who_is_remembered_stands_in_brackets() -> None:
    found = "\n".join(
        drawn(kinds=(body("b2", "blue"),), poses=(Pose("b2", 3000, 1000, 180),), flags={"remembered": ("b2",)})
    )
    assert "⇓(b2)" in found
    assert "( ) remembered" in found


def test_what_is_gone_is_not_drawn_and_what_was_made_is() -> None:
    work = Place(id="work", name=NAME, at=(5000, 1000), path="M4500,1000L5500,1000", kind="linear")
    found = "\n".join(drawn(places={"gone": ("fence",)}, extra=(work,)))
    assert "fence" not in found
    assert "#work#" in found


def test_a_name_covers_no_other_body() -> None:
    kinds = tuple(body(name, "red") for name in ("first", "second", "third"))
    poses = tuple(Pose(kind.id, 3000 + 250 * number, 1000, 0) for number, kind in enumerate(kinds))
    found = "\n".join(drawn(kinds=kinds, poses=poses))
    assert found.count("↑") == 3 + 1, "and one in the legend"


@pytest.mark.parametrize("width", [40, 81, 100, 200])
def test_it_fits_the_terminal(width: int) -> None:
    *picture, legend = drawn(width)
    assert max(len(line) for line in picture) <= width
    assert len(legend) <= width


def test_it_is_drawn_in_the_game_as_the_seat_sees_it(feltherre) -> None:  # type: ignore[no-untyped-def]
    done = feltherre("play", "civilwar", "--scenario", "hokes-run", "--as", "union", typed=["map", "quit"])
    assert done.exit_code == 0
    picture = done.output.rpartition("Turn 1: write the orders")[2]
    for sign in ("↓pa11", "↓wi1", "⇑va5", "abercrombie★", "west-wood", "North is up."):
        assert sign in picture
    names = ("pa11", "wi1", "va5")
    numbers = re.findall(r"\S*\d\S*", picture.partition("board, ?")[2].partition("North is up.")[0])
    assert [one for one in numbers if not any(name in one for name in names)] == [], "no scale, no grid"


def test_a_game_without_a_table_has_no_map(feltherre) -> None:  # type: ignore[no-untyped-def]
    done = feltherre("play", "norway", "--as", "germany", typed=["map", "?", "quit"])
    assert "There is no table in this game" in done.output
    assert "a picture of the table" not in done.output
