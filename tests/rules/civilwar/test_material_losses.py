"""Material losses where the crew falls too (06.03.3, R66, R99)."""

from __future__ import annotations

import pytest

from civilwar_fire import fire_turn, gun_fire
from civilwar_table import cannon, field_of, with_unit
from feltherre.games.civilwar.state import unit_of

ON_THE_SPOT = (3, 4)


@pytest.mark.proves("06.03.3", "08.02.6")
@pytest.mark.parametrize(
    ("dice", "there", "left", "damaged", "stand"),
    [((5, 4), 6, 5, 0, True), ((3, 4), 6, 6, 1, True), ((5, 4), 1, 0, 0, False)],
    ids=["one destroyed", "one damaged", "the last one destroyed"],
)
def test_a_hit_that_takes_the_last_gunner_takes_its_material_too(
    dice: tuple[int, int], there: int, left: int, damaged: int, stand: bool
) -> None:
    """Guns of which some are left stay behind as they are; if the hit destroys the last one, nothing stays."""
    state = field_of(cannon("g", 0, 50, 40, guns=6, piece="12pdr_napoleon"), cannon("h", 1, 50, 80, guns=there))
    with_unit(state, "h", figures=1, men=19)
    ran = fire_turn(state, {"g": gun_fire("shell", "h", guess=42)}, dice=[ON_THE_SPOT, dice])
    battery = ran.unit("h").battery
    assert battery is not None
    assert (ran.unit("h").on_table, unit_of(state, "h").figures) == (False, 0)
    assert (battery.guns, battery.damaged) == (left, damaged)
    assert [one.id for one in state.made] == (["h-guns"] if stand else [])
    assert "civilwar.fire.material" in ran.told
