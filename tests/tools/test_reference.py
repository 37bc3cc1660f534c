"""tools/reference.py: what modules offer to a game, without their code."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import reference


def printed(name: str) -> list[str]:
    return [line for module in reference.modules(name) for line in reference.of(module)]


def test_a_function_stands_with_its_parameters_and_its_own_words() -> None:
    lines = printed("ground.hexes.tables")
    at = lines.index("move_table(grid: Grid, price: Price) -> MoveTable")
    assert "price(hex, direction, next hex)" in lines[at + 1]


def test_a_class_stands_with_what_it_notes_and_the_methods_it_brings() -> None:
    lines = printed("hexgame.plainmap")
    at = lines.index("class PlainMap(map_: HexMap)")
    assert ".box" in lines[at + 2]
    assert "    .at(self, hex_: int) -> Point" in lines[at:]
    assert not any("__init__" in line or "._rims" in line for line in lines)


def test_a_class_method_stands_too_and_a_value_has_no_words_of_pythons() -> None:
    lines = printed("core.notation")
    assert any(line.startswith("    .of(cls, actions: Sequence[type[Action]]") for line in lines)
    counted = printed("core.scene")
    at = counted.index('class Lot(kind: str, count: int, flag: str = "")')
    assert (
        counted[at + 1].strip()
        == "Pieces without names: how many of a kind (a `Kind` of the board), and the flag they have in common."
    )


def test_types_constants_and_what_a_class_has_besides_stand_with_what_is_said_of_them() -> None:
    lines = printed("hexgame.marching")
    at = lines.index("Fault = Callable[[Any, int], tuple[str, str] | None]")
    assert "what keeps it from moving" in lines[at + 1]
    assert any(line.startswith("ENEMY, FULL = ") for line in lines)
    game = printed("hexgame.game")
    at = next(n for n, line in enumerate(game) if line.startswith("    .carry_out: ClassVar[Mapping[type, "))
    assert game[at + 1] == "        kind of edit -> what carries it out"
    reasons = printed("ground.hexes.reasons")
    assert any(line.startswith("class Retreat: FREE, COSTLY, ") for line in reasons)
    assert any(line.startswith("    .weight: ClassVar[float]") for line in printed("core.space"))


def test_everything_a_game_can_use_can_be_printed() -> None:
    lines = [line for name in ("core", "ground", "hexgame") for line in printed(name)]
    assert len(lines) > 3000
    assert not any("ForwardRef" in line for line in lines)


def test_a_package_stands_with_all_its_modules() -> None:
    heads = [line for line in printed("hexgame") if line.startswith("== ")]
    assert "== feltherre.hexgame.theatre" in heads
    assert len(heads) > 20


def test_a_module_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["reference.py", "hexgame.nothing"])
    with pytest.raises(SystemExit):
        reference.main()
    assert "feltherre.hexgame.nothing is no module" in capsys.readouterr().err
