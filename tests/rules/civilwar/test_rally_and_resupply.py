"""The throws at the end of a turn: rallying, surrender (08.04), ammunition (09.03), repairs (06.03.6)."""

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_course import carried
from civilwar_sheets import begin, play
from civilwar_table import Placed, cannon, chief, field_of, foot, inf, table_for, unit, with_unit
from feltherre.games.civilwar import edits, field, orderstate, rallying, resupplying, riding, surrender, works
from feltherre.games.civilwar.brief import Rounds
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import OrderLine, Resupply, Work
from feltherre.games.civilwar.state import Doing, move_staff, note, staff_of, unit_of
from feltherre.ground.tabletop.distance import CONTACT, pieces_within


@cases(
    "attempts dice rallied",
    ("08.04.3", 0, (4, 4), True),
    ("08.04.3", 0, (3, 4), False),
    ("08.04.3", 1, (4, 5), True),
    ("08.04.3", 1, (4, 4), False),
    ("08.04.3", 2, (5, 5), True),
    ("08.04.3", 2, (4, 5), False),
)
def test_each_attempt_to_rally_is_harder_than_the_one_before(
    attempts: int, dice: tuple[int, int], rallied: bool
) -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100))
    with_unit(state, "a", order="FU", attempts=attempts)
    carried(state, rallying.Rallying("a"), dice=dice)
    unit = unit_of(state, "a")
    assert (unit.order == "U") == rallied
    assert unit.broken == (not rallied and attempts == 2)


@pytest.mark.proves("08.04.3")
def test_R89_a_new_rout_has_its_three_attempts() -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100))
    with_unit(state, "a", order="U", attempts=2)
    orderstate.becomes(table_for(state, GAME), "a", "FU", cause="b", by="fire")
    assert (unit_of(state, "a").order, unit_of(state, "a").attempts) == ("FU", 0)


@pytest.mark.proves("09.03.1")
def test_a_wagon_serves_two_units_and_no_third() -> None:
    wagon = unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    beside = [inf(name, 0, at=at, figures=6, companies=2) for name, at in (("a", (50, 18.98)), ("c", (50, 33.02)))]
    state = field_of(wagon, *beside, foot("d", 0, 53.22, 25, 6, companies=2), foot("b", 1, 50, 100, face=0))
    for name in ("a", "c", "d"):
        note(state, name, line=OrderLine(Resupply("w")))
        with_unit(state, name, out_of_ammunition=True)
    steps = resupplying.resupplies(state)
    assert [(step.unit, step.served) for step in steps] == [("a", 1), ("c", 2), ("d", 3)]
    for step in steps:
        carried(state, step, dice=(6,))
    assert [unit_of(state, name).out_of_ammunition for name in ("a", "c", "d")] == [False, False, True]


@cases(
    "piece began after",
    ("09.03.1", "6pdr_m41", Rounds(1, 2, 0), (4, 6, 2)),
    ("09.03.1", "12pdr_howitzer", Rounds(3, 0, 1), (10, 0, 2)),
    ("09.03.1", "6pdr_m41", Rounds(9, 6, 2), (9, 6, 2)),
)
def test_a_battery_is_given_the_whole_load_of_its_kind(piece: str, began: Rounds, after: tuple[int, int, int]) -> None:
    """R95: schema XXI, however little the scenario gave it to begin with; nothing is taken from it."""
    wagon = unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    battery = cannon("g", 0, 50, 33.02, piece=piece, rounds=began)
    state = field_of(wagon, battery, foot("b", 1, 50, 100, face=0))
    note(state, "g", line=OrderLine(Resupply("w")))
    (step,) = resupplying.resupplies(state)
    carried(state, step, dice=(6,))
    served = unit_of(state, "g").battery
    assert served is not None
    assert (served.shell, served.shot, served.canister) == after


@pytest.mark.proves("08.04.4", "07.06.4")
def test_figures_in_rout_too_near_an_enemy_surrender_and_leave_the_table() -> None:
    state = field_of(foot("a", 0, 50, 50), foot("b", 1, 50, 51.9))
    with_unit(state, "a", order="FU")
    near = surrender.figures_near_enemy(state, unit_of(state, "a"))
    assert 0 < near < 24
    carried(state, surrender.Surrender())
    unit = unit_of(state, "a")
    assert (unit.figures, unit.captured) == (24 - near, near)


@pytest.mark.proves("06.03.6")
def test_a_gun_is_mended_in_two_turns() -> None:
    state = field_of(cannon("g", 0, 50, 20), foot("b", 1, 50, 100))
    battery = unit_of(state, "g").battery
    assert battery is not None
    with_unit(state, "g", battery=replace(battery, damaged=1))
    table = table_for(state, GAME, bytes(32))
    state.doing[0] = Doing(line=OrderLine(Work("repair_gun")))
    works.count_works(table)
    works.count_works(table)
    mended = unit_of(state, "g").battery
    assert mended is not None
    assert (mended.damaged, mended.mending) == (0, ())


@pytest.mark.proves("03.01.5")
@pytest.mark.parametrize("by_umpire", [False, True])
def test_a_general_stays_with_the_unit_that_he_has_rallied(by_umpire: bool) -> None:
    """Out of rout it stands as a line again, where a friend leaves it room."""
    state = field_of(foot("a", 0, 50, 20), foot("friend", 0, 50, 22), foot("b", 1, 50, 100))
    with_unit(state, "a", order="FU")
    spot = riding.spot_by(state, staff_of(state, "chief-0"), unit_of(state, "a"))
    move_staff(state, "chief-0", x=spot.x, y=spot.y, facing=spot.facing, beside="a")
    if by_umpire:
        GAME.edit(table_for(state, GAME, bytes(32)), edits.SetOrder("a", "OR"))
    else:
        carried(state, rallying.Rallying("a"), dice=(6, 6))
        begin(state)
    a, general = unit_of(state, "a"), staff_of(state, "chief-0")
    assert (a.order != "FU", a.y != 2000) == (True, True)
    assert pieces_within(field.staff_body(general).pieces, field.body(state, a).pieces, CONTACT)


def _wagon() -> Placed:
    return unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")


@pytest.mark.proves("09.03.2")
def test_R123_who_fights_a_melee_at_the_wagon_takes_no_ammunition() -> None:
    chiefs = [chief("chief-0", 0, at=(40, 20)), chief("chief-1", 1, at=(50, 110))]
    fighters = (foot("a", 0, 50, 33.02), foot("b", 1, 50, 33.03))
    state = begin(field_of(_wagon(), *fighters, staff=chiefs, turn=3))
    with_unit(state, "a", out_of_ammunition=True)
    played = play(state, union={"a": "SUPPLY w"})
    assert "civilwar.attack.melee" in played.told
    assert unit_of(state, "a").out_of_ammunition


@pytest.mark.proves("09.03.1")
@pytest.mark.parametrize("kept_away", ["moved", "surprised"])
def test_R123_who_was_driven_off_or_fired_takes_nobodys_place_at_the_wagon(kept_away: str) -> None:
    beside = [inf(name, 0, at=at, figures=6, companies=2) for name, at in (("a", (50, 18.98)), ("c", (50, 33.02)))]
    state = field_of(_wagon(), *beside, foot("d", 0, 53.22, 25, 6, companies=2), foot("b", 1, 50, 100, face=0))
    for name in ("a", "c", "d"):
        note(state, name, line=OrderLine(Resupply("w")))
        with_unit(state, name, out_of_ammunition=True)
    note(state, "a", **{kept_away: True})
    # who throws and fails has had his turn at the wagon: a throws nothing, c fails, d is the second
    carried(state, *resupplying.resupplies(state), dice=(1, 6))
    assert [unit_of(state, name).out_of_ammunition for name in ("a", "c", "d")] == [True, True, False]


@pytest.mark.proves("08.04.4")
@pytest.mark.parametrize("troops", [False, True])
def test_R125_nobody_surrenders_to_a_wagon(troops: bool) -> None:
    """Only to troops that are as near."""
    near = foot("a", 0, 50, 30) if troops else _wagon()
    state = field_of(near, foot("b", 1, 50, 31.5))
    with_unit(state, "b", order="FU")
    carried(state, surrender.Surrender())
    assert (unit_of(state, "b").captured > 0) == troops
