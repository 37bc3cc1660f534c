"""How formations lie on the ground: the computed tables of the reconstruction, in 0.1 mm."""

import pytest

from feltherre.core.errors import BadInput
from feltherre.games.civilwar.shapes import (
    closed,
    files_of,
    formations_of,
    gaps_of,
    has_flanks,
    shape_of,
    standing_as,
    usual_gap,
)

INFANTRY = [
    # figures, line, attack column, march column, widest thin line, narrowest and widest chain
    (30, (1200, 300), (480, 750), (240, 1500), 4691, 4720, 7040),
    (24, (960, 300), (480, 600), (240, 1200), 3737, 3760, 5600),
    (18, (720, 300), (480, 450), (240, 900), 2783, 2800, 4160),
]
CAVALRY = [(30, (2250, 600), (900, 1500), (300, 4500), 8850), (18, (1350, 600), (900, 900), (300, 2700), 5250)]
BATTERIES = [
    # guns, horse battery, unlimbered, limbered line, march column
    (4, False, (400, 450), (400, 1300), (400, 1300)),
    (4, True, (400, 450), (400, 1600), (400, 1600)),
    (6, False, (600, 450), (600, 1150), (300, 2050)),
    (6, True, (600, 450), (600, 1200), (300, 2350)),
]


def ground(arm: str, mounted: bool, formation: str, figures: int, **more: int) -> tuple[int, int]:
    shape = shape_of(arm, mounted, formation, figures, **more)
    return shape.width, shape.depth


@pytest.mark.parametrize(("figures", "line", "attack", "march", "thin", "chain", "wide_chain"), INFANTRY)
def test_infantry_covers_the_ground_of_the_table(
    figures: int, line: object, attack: object, march: object, thin: int, chain: int, wide_chain: int
) -> None:
    def foot(formation: str, **more: int) -> tuple[int, int]:
        return ground("infantry", False, formation, figures, **more)

    assert (foot("line"), foot("attack_column"), foot("march_column")) == (line, attack, march)
    widest, (least, most) = gaps_of("thin_line", False)[1], gaps_of("chain", False)
    assert foot("thin_line", gap=widest) == (thin, 150)
    assert foot("chain", gap=least) == (chain, 150)
    assert foot("chain", gap=most) == (wide_chain, 150)


@pytest.mark.parametrize(("figures", "line", "attack", "march", "chain"), CAVALRY)
def test_cavalry_covers_the_ground_of_the_table(
    figures: int, line: object, attack: object, march: object, chain: int
) -> None:
    def riders(formation: str, **more: int) -> tuple[int, int]:
        return ground("cavalry", True, formation, figures, **more)

    assert (riders("line"), riders("attack_column"), riders("march_column")) == (line, attack, march)
    assert riders("chain", gap=gaps_of("chain", True)[1]) == (chain, 300)


@pytest.mark.parametrize(("guns", "horse", "unlimbered", "limbered", "march"), BATTERIES)
def test_batteries_cover_the_ground_of_the_table(
    guns: int, horse: bool, unlimbered: object, limbered: object, march: object
) -> None:
    shapes = [
        shape_of("artillery", False, formation, guns, guns, horse_battery=horse)
        for formation in ("unlimbered", "limbered_line", "march_column")
    ]
    assert [(shape.width, shape.depth) for shape in shapes] == [unlimbered, limbered, march]


def test_in_march_column_each_gun_follows_its_limber() -> None:
    column = shape_of("artillery", False, "march_column", 6, 6)
    assert [base.depth for base in column.bases] == [700, 450, 450, 450]
    assert [base.back for base in column.bases] == [0, 700, 1150, 1600]


@pytest.mark.parametrize(("guns", "width"), [(1, 300), (3, 300), (4, 400), (5, 600), (8, 800), (9, 900), (12, 1200)])
def test_a_model_is_three_or_four_real_guns_by_its_base(guns: int, width: int) -> None:
    """Batteries of other sizes have a model for each 3 or 4 guns (R58)."""
    assert shape_of("artillery", False, "unlimbered", guns, guns).width == width


def test_one_figure_is_a_base() -> None:
    assert ground("staff", True, "staff", 1) == (150, 300)
    assert ground("wagon", False, "wagon", 0) == (400, 1100)
    assert ground("artillery", False, "line", 4, guns=0) == (160, 300)  # gunners away from their guns


def test_gaps_have_a_usual_size_within_their_limits() -> None:
    assert (usual_gap("chain"), usual_gap("thin_line"), usual_gap("line")) == (120, 40, 0)
    for formation, mounted in (("chain", False), ("chain", True), ("thin_line", False)):
        least, most = gaps_of(formation, mounted)
        assert least <= usual_gap(formation) <= most
    assert ground("infantry", False, "chain", 8) == (8 * 80 + 7 * 120, 150)


def test_a_routed_unit_has_as_many_files_as_ranks() -> None:
    shape = shape_of("infantry", False, "rout", 30)
    assert (shape.files, shape.ranks) == (6, 5)
    assert shape_of("infantry", False, "rout", 9).files == 3


def test_a_column_made_from_line_by_a_quarter_turn_is_two_wide() -> None:
    line, column = (ground("infantry", False, formation, 30, files=2) for formation in ("line", "march_column"))
    assert column == (160, 2250)
    assert line == (1200, 300)
    assert files_of("march_column", False) == (3, 2)


@pytest.mark.parametrize(
    ("mounted", "figures", "files", "counts_as"),
    [
        (False, 13, 0, "attack_column"),
        (False, 12, 0, "line"),
        (True, 11, 5, "attack_column"),
        (True, 10, 5, "line"),
        (True, 12, 6, "line"),
    ],
)
def test_an_attack_column_that_begins_no_third_rank_is_a_line(
    mounted: bool, figures: int, files: int, counts_as: str
) -> None:
    assert standing_as("attack_column", mounted, figures, files) == counts_as
    arm = "cavalry" if mounted else "infantry"
    column = shape_of(arm, mounted, "attack_column", figures, files=files)
    assert (column == shape_of(arm, mounted, "line", figures)) == (counts_as == "line")


def test_each_arm_has_its_formations() -> None:
    assert "thin_line" in formations_of("infantry")
    assert "thin_line" not in formations_of("cavalry", mounted=True)
    assert formations_of("cavalry", mounted=False) == formations_of("infantry")
    assert formations_of("artillery") == ("unlimbered", "limbered_line", "march_column")
    assert formations_of("artillery", guns=0) == formations_of("infantry")
    assert formations_of("wagon") == ("wagon",)


def test_closed_formations_and_flanks() -> None:
    assert all(closed(formation) for formation in ("line", "attack_column", "march_column", "unlimbered"))
    assert not any(closed(formation) for formation in ("thin_line", "chain", "rout"))
    assert has_flanks("line")
    assert not has_flanks("line", in_building=True)
    assert has_flanks("chain")
    assert not has_flanks("chain", open_formations_have_flanks=False)
    assert has_flanks("line", open_formations_have_flanks=False)
    assert not has_flanks("rout")


def test_what_cannot_stand_is_refused() -> None:
    with pytest.raises(BadInput, match="0 figures"):
        shape_of("infantry", False, "line", 0)
    with pytest.raises(BadInput, match="unlimbered"):
        shape_of("infantry", False, "unlimbered", 10)
    with pytest.raises(BadInput, match="attack_column"):
        shape_of("artillery", False, "attack_column", 4, 4)


def test_the_front_stays_when_figures_fall() -> None:
    """Losses are taken from the rear rank."""
    assert (
        shape_of("infantry", False, "attack_column", 29).width == shape_of("infantry", False, "attack_column", 30).width
    )
    assert shape_of("infantry", False, "line", 30) is shape_of("infantry", False, "line", 30)
