"""Generals who fall, who takes their command, and who learns of it (08.05, 08.02.9)."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_course import SETUP, WOOD, begun, carried
from civilwar_table import chief, field_of, foot, table_for, with_unit
from feltherre.core import catalogue, errors
from feltherre.core.game import Setup
from feltherre.games.civilwar import endturn, field, motion, orderstate, sheets, succession
from feltherre.games.civilwar.command import in_command
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.scenario import lend_scenario
from feltherre.games.civilwar.state import ROLES, STEPS, CivilWarState, move_staff, note, staff_of, unit_of
from feltherre.ground.tabletop import angles, distance, measure, schedule, shapes


def command(general_at: tuple[float, float] = (60, 20)) -> CivilWarState:
    return field_of(
        foot("a", 0, 50, 20, under="smith"),
        foot("b", 1, 50, 100),
        staff=[
            chief("lee", 0, at=(60, 10), rank="division"),
            chief("smith", 0, at=general_at, under="lee"),
            chief("chief-1", 1, at=(60, 110)),
        ],
    )


@pytest.mark.proves("08.05.1", "08.05.3")
@pytest.mark.parametrize(("dice", "appointed"), [((5, 4), True), ((4, 4), False)])
def test_the_superior_takes_over_and_tries_to_appoint_a_successor(dice: tuple[int, int], appointed: bool) -> None:
    state = command()
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "smith"), "fallen")
    commander = field.general_of(state, unit_of(state, "a"))
    assert commander is not None
    assert commander.id == "lee"
    assert in_command(state, unit_of(state, "a"))
    assert [step.general for step in endturn.steps_of(state) if isinstance(step, succession.Appointing)] == ["smith"]
    carried(state, succession.Appointing("smith"), dice=dice)
    smith, lee = staff_of(state, "smith"), staff_of(state, "lee")
    assert smith.on_table == appointed
    if appointed:
        assert abs(smith.x - lee.x) + abs(smith.y - lee.y) == 150  # base to base


@pytest.mark.proves("08.05.1", "03.02.2")
@pytest.mark.parametrize(("at", "seen"), [((60, 20), True), ((30, 25), False)])
@pytest.mark.parametrize("commanders", ["one", "several"])
def test_who_sees_a_general_fall_learns_of_it_and_his_own_command(
    at: tuple[float, float], seen: bool, commanders: str
) -> None:
    state = field_of(
        foot("a", 0, 80, 20, under="smith"),
        foot("b", 1, 80, 80),
        terrain=[WOOD],
        staff=[
            chief("lee", 0, at=(100, 10), rank="division"),
            chief("smith", 0, at=at, under="lee"),
            chief("hill", 0, at=(80, 100), under="lee"),
            chief("chief-1", 1, at=(80, 110)),
        ],
    )
    state.options["commanders"] = commanders
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "smith"), "fallen")
    (told,) = table.events
    if commanders == "one":
        assert told.audience == (ROLES if seen else ("union",))
    else:
        known = {"union-lee", "union-smith"} | ({"union-hill", "confederate-chief-1"} if seen else set())
        assert known == set(told.audience or ())


@pytest.mark.proves("08.05.2", "03.02.2")
def test_who_takes_the_command_only_his_own_side_is_told() -> None:
    state = begun(Setup(SETUP.seats, scenario="kernstown")).state
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "kimball"), "fallen")
    assert [event.audience for event in table.events if event.text.key == "civilwar.end.succeeds"] == [("union",)]


@pytest.mark.proves("08.05.4")
@pytest.mark.parametrize("lee_at", [(60, 10), (159.25, 3), (0.75, 118)])
def test_successors_stand_in_base_contact_with_who_appoints_them_and_not_on_each_other(
    lee_at: tuple[float, float],
) -> None:
    names = ["smith", "hill", "early"]
    state = field_of(
        foot("a", 0, 50, 20, under="smith"),
        foot("b", 1, 50, 100),
        staff=[
            chief("lee", 0, at=lee_at, rank="division"),
            *(chief(name, 0, at=(20 + 5 * place, 20), under="lee") for place, name in enumerate(names)),
            chief("chief-1", 1, at=(60, 110)),
        ],
    )
    table = table_for(state, GAME, bytes(32))
    for name in names:
        succession.lose_staff(table, staff_of(state, name), "fallen")
    for name in names:
        carried(state, succession.Appointing(name), dice=(5, 5))
    bodies = [field.staff_body(staff_of(state, name)) for name in ("lee", *names)]
    assert all(field.ground(state).holds(one.pieces) for one in bodies)
    assert not any(shapes.overlap(*one.pieces, *other.pieces) for one, other in combinations(bodies, 2))
    assert all(distance.pieces_within(one.pieces, bodies[0].pieces, distance.CONTACT) for one in bodies[1:])


@pytest.mark.proves("08.05.2")
def test_a_subordinate_takes_the_place_of_the_commander_in_chief() -> None:
    state = begun(Setup(SETUP.seats, scenario="kernstown")).state
    table = table_for(state, GAME, bytes(32))
    heir = staff_of(state, "tyler")
    succession.lose_staff(table, staff_of(state, "kimball"), "fallen")
    kimball, tyler = staff_of(state, "kimball"), staff_of(state, "tyler")
    assert (kimball.on_table, kimball.vacant, (kimball.x, kimball.y)) == (True, 0, (heir.x, heir.y))
    assert (tyler.on_table, tyler.vacant) == (False, state.turn)


@pytest.mark.proves("08.02.9")
def test_a_general_beside_a_unit_in_rout_is_not_disordered() -> None:
    state = command(general_at=(50, 21))
    before = staff_of(state, "smith")
    orderstate.becomes(table_for(state, GAME, bytes(32)), "a", "U", cause="b", by="fire")
    assert unit_of(state, "a").order == "U"
    assert staff_of(state, "smith") == before


@pytest.mark.proves("08.05.2", "07.06.3")
def test_an_enemy_on_his_way_comes_to_whoever_has_taken_the_command() -> None:
    """The heir stands alone in the way of an enemy, who then finds the commander-in-chief there."""
    state = begun(Setup(SETUP.seats, scenario="kernstown")).state
    state.line = schedule.TimeLine(STEPS, measure.TURN)
    enemy = next(unit for unit in state.units if unit.side == 1 and unit.on_table)
    x, y = angles.forward((enemy.x, enemy.y), enemy.facing, 500)
    move_staff(state, "tyler", x=x, y=y, beside="")
    note(state, enemy.id, line=language.OrderLine(language.Move((legs.Go(),))))
    motion.set_out(state, enemy.id)
    motion.watch_all(state)
    succession.lose_staff(table_for(state, GAME, bytes(32)), staff_of(state, "kimball"), "fallen")
    near = [event.data["staff"] for event in state.line.waiting if event.kind == "staff-near"]
    assert "kimball" in near


@pytest.mark.proves("08.05.1", "08.05.4")
@pytest.mark.parametrize(("dice", "audience"), [((5, 4), ("union-lee", "union-smith")), ((4, 4), ("union-lee",))])
def test_who_appoints_a_successor_hears_whether_he_has_one(dice: tuple[int, int], audience: tuple[str, ...]) -> None:
    state = command()
    state.options["commanders"] = "several"
    succession.lose_staff(table_for(state, GAME, bytes(32)), staff_of(state, "smith"), "fallen")
    table = carried(state, succession.Appointing("smith"), dice=dice)
    assert [event.audience for event in table.events] == [audience]


@cases(
    "lost line refusal",
    ("08.05.1 03.01.2", "smith", "smith: WITH a", "smith is no longer on the table: lee commands in his place."),
    ("08.05.1 03.01.2", "smith", "STAFF smith: WITH a", "smith is no longer on the table: lee commands in his place."),
    ("08.05.1 03.01.2", "lee", "lee: WITH a", "lee is no longer on the table, and nobody commands in his place."),
)
def test_a_line_for_a_fallen_general_is_not_read_as_one_for_his_courier(lost: str, line: str, refusal: str) -> None:
    state = command()
    state.staff += [
        replace(staff_of(state, one), id=f"{one}-1", rank="courier", under=one, moved=False) for one in ("lee", "smith")
    ]
    if lost == "lee":
        # else he would take the command (R124)
        succession.lose_staff(table_for(state, GAME, bytes(32)), staff_of(state, "smith"), "fallen")
    succession.lose_staff(table_for(state, GAME, bytes(32)), staff_of(state, lost), "fallen")
    with pytest.raises(errors.BadInput) as refused:
        sheets.SheetSpace(state, "union").add_line(None, line)
    assert catalogue.render(refused.value.reason) == refusal
    written = sheets.SheetSpace(state, "union").add_line(None, f"{lost}-1: WITH a")
    assert list(written.sheet.staff) == [f"{lost}-1"]


@pytest.mark.proves("03.01.2")
@pytest.mark.parametrize(
    ("where", "refusal"),
    [("awaited", "a is not on the table yet: brief tells in which turn it comes."), ("lost", "a is no longer on the")],
)
@pytest.mark.parametrize("line", ["a: GO N", "b: S WHEN OWN a STARTS"])
def test_a_line_for_an_own_unit_that_is_not_on_the_table_is_told_so(where: str, refusal: str, line: str) -> None:
    state = field_of(foot("a", 0, 30, 40), foot("b", 0, 50, 40), foot("e", 1, 50, 100))
    with_unit(state, "a", where=where)
    with pytest.raises(errors.BadInput) as refused:
        sheets.SheetSpace(state, "union").add_line(None, line)
    assert catalogue.render(refused.value.reason).startswith(refusal)


@pytest.mark.proves("08.05.2", "03.03.3")
def test_a_side_that_loses_its_only_general_is_told_that_nobody_commands() -> None:
    state = command()
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "lee"), "fallen")
    assert "civilwar.end.nobody-succeeds" not in [event.text.key for event in table.events], "smith takes it"
    table = table_for(state, GAME, bytes(32))
    succession.lose_staff(table, staff_of(state, "chief-1"), "fallen")
    told = [(event.text.key, event.rule, event.audience) for event in table.events]
    assert told[1:] == [("civilwar.end.nobody-succeeds", "03.03.3", ("confederate",))]
    assert not in_command(state, unit_of(state, "b"))


def _army(*names: str, succession_of_union: tuple[str, ...] = ()) -> CivilWarState:
    """A corps of two divisions, one of which has a brigade."""
    staff = [
        chief("chief-1", 1, at=(60, 110)),
        chief("lee", 0, at=(60, 10), rank="corps"),
        chief("smith", 0, at=(20, 20), under="jones"),
        chief("jones", 0, at=(80, 20), under="lee", rank="division"),
        chief("hill", 0, at=(100, 20), under="lee", rank="division"),
    ]
    state = field_of(foot("a", 0, 50, 20, under="smith"), foot("b", 1, 50, 100), staff=staff)
    if succession_of_union:
        scenario = field.scenario_of(state)
        union = replace(scenario.sides[0], succession=succession_of_union)
        lend_scenario(replace(scenario, sides=(union, scenario.sides[1])))
    for name in names:
        move_staff(state, name, where="lost", vacant=1)
    return state


@cases(
    "lost listed heir",
    ("08.05.2", (), ("hill",), "hill"),
    ("08.05.2", (), (), "jones"),
    ("08.05.2", ("hill",), ("hill",), "jones"),
    ("08.05.2", ("jones",), (), "hill"),
    ("08.05.2", ("jones", "hill"), ("hill",), "smith"),
)
def test_R124_somebody_commands_as_long_as_a_general_is_there(
    lost: tuple[str, ...], listed: tuple[str, ...], heir: str
) -> None:
    state = _army(*lost, succession_of_union=listed)
    there = staff_of(state, heir)
    succession.lose_staff(table_for(state, GAME, bytes(32)), staff_of(state, "lee"), "fallen")
    assert staff_of(state, "lee").on_table
    assert (staff_of(state, "lee").x, staff_of(state, "lee").vacant) == (there.x, 0)
    assert staff_of(state, heir).vacant
    vacant = [step.general for step in endturn.steps_of(state) if isinstance(step, succession.Appointing)]
    assert set(vacant) == {*lost, heir}


@pytest.mark.proves("08.05.2")
def test_R124_a_general_who_arrives_later_takes_the_command_that_nobody_could_take() -> None:
    state = _army("jones", "hill")
    move_staff(state, "smith", where="awaited")
    succession.lose_staff(table_for(state, GAME, bytes(32)), staff_of(state, "lee"), "fallen")
    carried(state, endturn.EndThrows())
    assert staff_of(state, "lee").vacant, "nobody is there"
    move_staff(state, "smith", where="table")
    carried(state, endturn.EndThrows(), dice=(3, 3, 3, 3, 3, 3))
    assert (staff_of(state, "lee").on_table, staff_of(state, "lee").vacant) == (True, 0)
    assert staff_of(state, "smith").vacant
