"""Field works in whole turns (10): what ends a turn's work, what may be cleared, who clears how much."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_fire import battery
from civilwar_sheets import begin, play
from civilwar_table import cannon, chiefs, field_of, foot, table_for, with_unit
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.text import say
from feltherre.games.civilwar import cover, edits, gunners, special_rules, works
from feltherre.games.civilwar.field import ground
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import legs, triggers
from feltherre.games.civilwar.orders.language import Attack, Fire, FirePart, GunFire, Move, OrderLine, Work
from feltherre.games.civilwar.procedures.field_works import lacking
from feltherre.games.civilwar.state import CivilWarState, Doing, unit_of
from feltherre.ground.tabletop.measure import CM
from refusals import refusal_of

CHIEFS = chiefs((50, 10), (50, 110))
FENCE = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((40, 23), (80, 23))}
REDOUBT = {"id": "redoubt", "type": "linear", "kind": "proper_field_work", "line": ((45, 23), (55, 23))}
LIGHT = Work("light_field_work")


def at_the_fence(*more: Any, terrain: tuple[dict[str, Any], ...] = (FENCE,), enemy: float = 100) -> CivilWarState:
    """A regiment that stands with its front at a fence."""
    enemies = foot("b", 1, 50, enemy)
    return begin(field_of(foot("a", 0, 50, 22.98), *more, enemies, terrain=list(terrain), staff=CHIEFS))


def digging(worked: int) -> CivilWarState:
    """A regiment at work, six centimetres before an enemy."""
    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 26), staff=CHIEFS))
    with_unit(state, "a", work="light_field_work", worked=worked)
    return state


def in_town(town: Any, face: float = 0) -> CivilWarState:
    """A regiment in line, 9.6 cm wide and 3 deep, with the middle of its front at (50, 20), and a town: a rectangle or
    an outline."""
    outline = {"rect": town} if isinstance(town[0], int | float) else {"poly": town}
    terrain = [{"id": "town", "type": "town", **outline}]
    enemies = foot("b", 1, 50, 100)
    return begin(field_of(foot("a", 0, 50, 20, face=face), enemies, terrain=terrain, staff=CHIEFS))


FIRES = {"b": Fire((FirePart("a"),))}


# interruptions


@cases(
    "says dice order pinned worked",
    ("10.01.1 04.02.3", "driven from the place: all the work done there is lost", (1, 1), "U", 0, 0),
    ("10.01.1 04.02.8 03.03.1", "pinned: the turn does not count", (3, 4), "LU", 2, 4),
    ("10.01.1", "losses alone do not interrupt it", (6, 6), "OR", 0, 5),
)
def test_what_fire_does_to_a_work(dice: tuple[int, int], order: str, pinned: int, worked: int) -> None:
    state = digging(4)
    play(state, (6, 6), dice, union={"a": LIGHT}, confederate=FIRES)
    unit = unit_of(state, "a")
    assert (unit.order, unit.pinned, unit.worked) == (order, pinned, worked)
    assert (unit.y < 2000) is (order == "U")
    assert unit.figures < 24


@pytest.mark.proves("10.01.1")
@pytest.mark.parametrize(
    ("between", "worked"),
    [(None, 5), (Fire((FirePart("b"),)), 5), (Move((legs.Go(),)), 0), (Move((legs.Form("attack_column"),)), 0)],
    ids=["stands", "fires", "marches", "changes formation"],
)
def test_a_turn_of_something_else_takes_only_itself_unless_the_place_is_left(between: Any, worked: int) -> None:
    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 60), staff=CHIEFS))
    with_unit(state, "a", work="light_field_work", worked=5)
    play(state, union={"a": between} if between else {})
    assert unit_of(state, "a").worked == worked
    play(state, union={"a": LIGHT})
    assert [one.kind for one in state.made] == (["light_field_work"] if worked else [])


@pytest.mark.proves("06.03.6")
@pytest.mark.parametrize(("attacks", "turns"), [(True, 0), (False, 1)])
def test_no_gun_is_mended_while_an_attack_is_turned_back_by_fire(attacks: bool, turns: int) -> None:
    """The attack has begun at charge distance, even if it does not come to its throw."""
    six = cannon("g", 0, 50, 66, guns=6, grade=2, piece="12pdr_napoleon")
    state = begin(field_of(six, foot("b", 1, 50, 78, grade=-1), staff=CHIEFS))
    with_unit(state, "g", battery=replace(battery(state), damaged=1))
    order = GunFire("canister", when=triggers.BeforeShock(), repairs=("gun",))
    play(state, (6, 6), (1, 1), union={"g": order}, confederate={"b": Attack("g")} if attacks else {})
    assert unit_of(state, "b").order == ("FU" if attacks else "OR")
    assert [one.turns for one in battery(state).mending] == [turns]


@pytest.mark.proves("04.02.8", "04.02.7")
def test_a_unit_that_is_pinned_does_not_end_its_change_of_formation() -> None:
    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 26), staff=CHIEFS))
    play(state, (6, 6), (3, 4), union={"a": "AK"}, confederate=FIRES)
    unit = unit_of(state, "a")
    assert unit.pinned == 2
    assert unit.formation == "line"


# clearing


@cases(
    "terrain work",
    ("10.06.1", (REDOUBT,), Work("clear_fence", at="redoubt")),
    ("10.06.1", (FENCE | {"line": ((40, 60), (80, 60))},), Work("clear_fence", at="fence")),
    ("10.06.1", (FENCE,), Work("clear_barricade", at="fence")),
)
def test_only_a_fence_at_which_the_workers_stand_is_cleared(terrain: Any, work: Work) -> None:
    state = at_the_fence(terrain=terrain)
    assert refusal_of(Illegal, lambda: play(state, union={"a": work})).reason.key == "civilwar.no.cleared-there"


@pytest.mark.proves("10.06.1")
def test_two_parties_at_one_fence_clear_their_own_lengths() -> None:
    state = at_the_fence(foot("c", 0, 70, 22.98))
    gang = Work("clear_fence", at="fence", companies=1)
    for _ in range(2):
        play(state, union={"a": gang, "c": gang})
    left = sorted((one.points[0][0], one.points[-1][0]) for one in ground(state).features if one.id.startswith("fence"))
    assert left == [(4000, 4600), (5400, 6600), (7400, 8000)]


@pytest.mark.proves("10.06.1", "10.04.1")
@pytest.mark.parametrize(
    ("kind", "line", "left"),
    [
        ("fence_or_hedge", ((40, 23), (80, 23)), [(4000, 4600), (5400, 8000)]),
        ("fence_or_hedge", ((40.3, 23), (50.55, 23), (80.2, 23)), [(4030, 4600), (5400, 8020)]),
        ("fence_or_hedge", ((50, 23), (80, 23)), [(5800, 8000)]),
        ("fence_or_hedge", ((46, 23), (53.5, 23)), []),
        ("barricade", ((40, 23), (60, 23)), [(4000, 4850), (5150, 6000)]),
        ("barricade", ((49.2, 23), (60, 23)), [(5220, 6000)]),
    ],
    ids=["fence", "bent fence", "end of a fence", "short fence", "barricade", "end of a barricade"],
)
def test_three_figures_clear_8_cm_of_a_fence_and_3_of_a_barricade_wherever_they_stand(
    kind: str, line: Any, left: list[tuple[int, int]]
) -> None:
    state = at_the_fence(terrain=({"id": "bar", "type": "linear", "kind": kind, "line": line},))
    gang = Work("clear_fence" if kind == "fence_or_hedge" else "clear_barricade", at="bar", companies=1)
    for _ in range(2 if kind == "fence_or_hedge" else 3):
        play(state, union={"a": gang})
    assert state.cleared == ["bar"]
    parts = sorted((one.points[0][0], one.points[-1][0]) for one in ground(state).features if one.kind == kind)
    assert parts == left


@pytest.mark.proves("10.06.1")
def test_a_corner_that_is_cleared_is_measured_along_the_fence() -> None:
    """The workers stand 2 cm from the corner: the gang's 8 cm lie on both sides of it."""
    state = at_the_fence(terrain=(FENCE | {"line": ((40, 23), (52, 23), (52, 40))},))
    for _ in range(2):
        play(state, union={"a": "WORK CLEAR-FENCE WITH 1 AT fence"})
    assert [one.points for one in state.made] == [((4000, 2300), (4600, 2300)), ((5200, 2500), (5200, 4000))]


@pytest.mark.proves("10.06.1", "10.01.1")
def test_a_party_that_grows_begins_anew() -> None:
    state = at_the_fence()
    play(state, union={"a": "WORK CLEAR-FENCE WITH 1 AT fence"})
    play(state, union={"a": "WORK CLEAR-FENCE WITH 4 AT fence"})
    assert state.cleared == []
    assert unit_of(state, "a").worked == 1


@pytest.mark.proves("10.06.1", "03.02.2")
def test_an_order_cannot_name_what_is_no_longer_there() -> None:
    state = at_the_fence()
    for _ in range(2):
        play(state, union={"a": "WORK CLEAR-FENCE AT fence"})
    assert state.cleared == ["fence"]
    with pytest.raises(Illegal):
        play(state, union={"a": "TO fence"})


# building


@pytest.mark.proves("10.05.1")
@pytest.mark.parametrize(("side", "legal"), [("union", True), ("confederate", False)])
def test_chevaux_de_frise_are_made_of_material_that_the_scenario_gives_the_side(side: Any, legal: bool) -> None:
    material = special_rules.ObstacleMaterial(id="frames", text=say("core.plain", text=""), side=side)
    enemies = foot("b", 1, 50, 100)
    state = begin(field_of(foot("a", 0, 50, 20), enemies, staff=CHIEFS, special=(material,)))
    order = Work("chevaux_de_frise", companies=2)
    if not legal:
        with pytest.raises(Illegal):
            play(state, union={"a": order})
        return
    for _ in range(6):
        play(state, union={"a": order})
    (made,) = state.made
    assert (made.kind, made.obstacle, made.points[1][0] - made.points[0][0]) == ("chevaux_de_frise", 3, 300)


@cases(
    "says order town built",
    # 24 figures build 24 cm, 3 figures 3 cm, along the front 0.1 cm ahead of it
    ("10.04.1", "whole", Work("barricade"), (30, 10, 70, 30), ((3800, 2010), (6200, 2010))),
    ("10.04.1", "one gang", Work("barricade", companies=1), (30, 10, 70, 30), ((4850, 2010), (5150, 2010))),
    # what would lie outside is not built
    ("10.04.1", "narrow town", Work("barricade"), (48, 10, 52, 30), ((4800, 2010), (5200, 2010))),
    ("10.04.1", "half in the town", Work("barricade"), (52, 10, 90, 30), ((5200, 2010), (6200, 2010))),
    # at the right end of the line, 4.8 cm from its middle, across the whole town
    ("10.04.1", "at the flank", Work("barricade", direction=900), (54, 10, 70, 30), ((5490, 3000), (5490, 1000))),
    # a bend of the town: the longer part of 1 and 6 cm
    (
        "10.04.1",
        "bent town",
        Work("barricade", companies=4),
        ((40, 10), (60, 10), (60, 30), (50, 30), (50, 15), (45, 15), (45, 30), (40, 30)),
        ((5000, 2010), (5600, 2010)),
    ),
)
def test_of_a_barricade_only_what_lies_in_a_town_is_built(order: Work, town: Any, built: Any) -> None:
    state = in_town(town)
    for _ in range(4):
        play(state, union={"a": order})
    (made,) = state.made
    assert (made.kind, made.points) == ("barricade", built)


@cases(
    "says order town",
    # it stands in the town with its rear, with its front up to the edge, with its right end
    ("10.04.1", "rear", Work("barricade"), (30, 10, 70, 17.5)),
    ("10.04.1", "edge", Work("barricade"), (30, 10, 70, 20)),
    ("10.04.1", "right end", Work("barricade", companies=1), (52, 10, 70, 30)),
    # the barricade would be at its left end, and that is outside
    ("10.04.1", "other side", Work("barricade", direction=2700), (46, 10, 70, 30)),
    # 2.99 cm are less than a gang builds
    ("10.04.1", "too narrow", Work("barricade"), (48, 10, 50.99, 30)),
)
def test_no_barricade_is_built_outside_a_town_though_some_of_its_builders_stand_in_it(order: Work, town: Any) -> None:
    state = in_town(town)
    assert lacking(works.work_situation(state, unit_of(state, "a"), order)) == "town"
    assert refusal_of(Illegal, lambda: play(state, union={"a": order})).reason.key == "civilwar.ruling.work.no-town"


@pytest.mark.proves("10.04.1")
@pytest.mark.parametrize("face", [0, 17, 33.3, 45, 61.8, 200])
def test_a_barricade_of_one_gang_may_stand_any_way_in_a_town(face: float) -> None:
    state = in_town((30, 5, 70, 40), face=face)
    assert lacking(works.work_situation(state, unit_of(state, "a"), Work("barricade", companies=1))) is None


@pytest.mark.proves("10.03.1")
@pytest.mark.parametrize(("south", "legal"), [(30.0, True), (30.01, False)])
def test_an_abatis_needs_a_wood_within_ten_centimetres(south: float, legal: bool) -> None:
    wood = {"id": "wood", "type": "wood", "rect": (40, south, 60, 50)}
    enemies = foot("b", 1, 50, 100)
    state = begin(field_of(foot("a", 0, 50, 20), enemies, terrain=[wood], staff=CHIEFS))
    assert lacking(works.work_situation(state, unit_of(state, "a"), Work("abatis_half"))) == (None if legal else "wood")
    if legal:
        play(state, union={"a": "WORK ABATIS-HALF"})
        assert unit_of(state, "a").worked == 1
        return
    with pytest.raises(Illegal):
        play(state, union={"a": "WORK ABATIS-HALF"})


@pytest.mark.proves("10.01.2")
def test_works_have_names_of_their_own_though_guns_were_left_and_manned_again() -> None:
    state = field_of(cannon("g", 0, 50, 20), foot("b", 1, 50, 100))
    table = table_for(state, GAME, bytes(32))
    gunners.leave_guns(table, "g")
    GAME.edit(table, edits.PlaceWork("rifle pit", (10, 10), (15, 10), 1, 2))
    assert gunners.man_guns(table, "g")
    GAME.edit(table, edits.PlaceWork("rifle pit", (20, 10), (25, 10), 1, 2))
    assert len({one.id for one in state.made}) == len(state.made) == 2


@pytest.mark.proves("10.02.1")
@pytest.mark.parametrize(
    ("direction", "from_where"), [(None, (50, 60)), (0, (50, 60)), (900, (90, 19)), (1800, (50, 0)), (2700, (10, 19))]
)
def test_a_work_covers_the_side_of_the_unit_that_the_order_names(
    direction: int | None, from_where: tuple[int, int]
) -> None:
    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100), staff=CHIEFS))
    origin = from_where[0] * CM, from_where[1] * CM
    assert cover.cover_against(state, unit_of(state, "a"), origin) == 0
    for _ in range(6):
        play(state, union={"a": Work("light_field_work", direction=direction)})
    assert cover.cover_against(state, unit_of(state, "a"), origin) == 1
    behind = 2 * 5000 - origin[0], 2 * 1850 - origin[1]
    assert cover.cover_against(state, unit_of(state, "a"), behind) == 0


@pytest.mark.proves("10.01.1", "10.02.1")
def test_six_whole_turns_make_a_light_field_work_and_a_turn_of_marching_ends_it() -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100))
    table = table_for(state, GAME, bytes(32))
    state.doing[0] = Doing(line=OrderLine(Work("light_field_work")))
    for turn in range(1, 6):
        works.count_works(table)
        assert (unit_of(state, "a").worked, state.made) == (turn, [])
    works.count_works(table)
    (made,) = state.made
    assert (made.kind, made.obstacle, made.cover) == ("light_field_work", 2, 1)
    assert made.points[1][0] - made.points[0][0] == 960
    assert ground(state).feature(made.id).obstacle == 2
    with_unit(state, "a", work="light_field_work", worked=5)
    state.doing[0] = Doing(line=OrderLine(Move((legs.Go(),))), moved=True)
    works.count_works(table)
    assert unit_of(state, "a").worked == 0


@pytest.mark.proves("10.02.2")
def test_proper_field_works_are_the_scenarios_alone() -> None:
    work = {"id": "redoubt", "type": "linear", "kind": "proper_field_work", "line": ((10, 10), (20, 10))}
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100), terrain=[work])
    assert (ground(state).feature("redoubt").obstacle, ground(state).feature("redoubt").cover) == (3, 3)
    with pytest.raises(BadInput):
        GAME.convert_action(
            {"kind": "orders", "sheet": {"units": {"a": {"order": {"type": "work", "kind": "proper"}}}}}
        )
