"""Buildings (02.04.3, R15), companies sent off and taken back (01.02.2, R11), a chain that faces about (02.05.3)."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_motion import EAST, HOUSE, SOUTH, alone, done, march, next_turn
from civilwar_table import cannon, field_of, foot, horse, with_unit
from feltherre.games.civilwar import field, invariants, marched, morale, parts, room, volleys
from feltherre.games.civilwar.orders.language import Attack, Detach, Move, OrderLine, Rejoin
from feltherre.games.civilwar.orders.legs import Enter, Face, Form, Go
from feltherre.games.civilwar.state import Doing, doing_of, note, unit_of
from feltherre.ground.tabletop.distance import pieces_within

# buildings


@pytest.mark.proves("02.04.3", "02.06.6")
def test_R15_going_into_a_building_costs_the_passage_of_its_wall_for_each_company() -> None:
    """3 companies over 1.5 cm each at the rate of difficult terrain, 8 cm for a line: 4.5 / 8 of a turn."""
    state = alone(foot("a", 0, 50, 39, 9, companies=3), HOUSE)
    ran = march(state, {"a": "ENTER house"})
    reached = 1 / 12
    time = done(ran, "entered")
    assert time is not None
    assert math.isclose(time, reached + 4.5 / 8, abs_tol=0.01)
    assert ran.unit("a").building == "house"
    out = march(next_turn(state), {"a": "GO E"})
    left = done(out, "exited")
    assert left is not None
    assert math.isclose(left, 4.5 / 8, abs_tol=0.001)
    assert (out.unit("a").building, out.unit("a").facing) == ("", EAST)
    assert math.isclose(out.unit("a").x / 100, 52 + 3 + 12 * (1 - 4.5 / 8), abs_tol=0.1)


@pytest.mark.parametrize(
    ("legs", "why"), [((Go(direction=0), Enter("house")), "done"), ((Go(direction=0),), "building")]
)
def test_who_is_sent_into_a_house_is_not_barred_by_it(legs: tuple[Any, ...], why: str) -> None:
    state = alone(foot("a", 0, 50, 38, 9, companies=3), HOUSE)
    march(state, {"a": Move(legs)})
    doing = replace(doing_of(state, "a"), stopped="building")
    assert marched.why_it_stands(unit_of(state, "a"), doing).key == f"civilwar.motion.end.{why}"


@pytest.mark.proves("02.04.3")
def test_R15_a_building_holds_three_companies_of_one_side_on_foot() -> None:
    for placed in (
        foot("a", 0, 50, 39.9, 12, companies=4),
        horse("a", 0, 50, 39.9, 9, companies=3),
        cannon("a", 0, 50, 39.9),
    ):
        ran = march(alone(placed, HOUSE), {"a": "ENTER house"})
        assert (ran.unit("a").building, "cannot.entered" in ran.told) == ("", True)
    held = field_of(
        foot("a", 0, 50, 39.9, 6, companies=2), foot("b", 1, 50, 41, 3, face=0, companies=1), terrain=[HOUSE]
    )
    with_unit(held, "b", building="house")
    assert march(held, {"a": "ENTER house"}).unit("a").building == ""


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize(("side", "companies", "inside"), [(1, 2, ["a"]), (0, 2, ["a"]), (0, 1, ["a", "b"])])
def test_R15_two_who_go_into_a_house_at_once_both_find_room_there_or_only_the_first_does(
    side: int, companies: int, inside: list[str]
) -> None:
    """Both are at the house and begin at once; the house is asked again when they have come in."""
    state = field_of(
        foot("a", 0, 50, 39.9, 6, companies=2),
        foot("b", side, 50, 43.1, face=180, figures=6, companies=companies),
        terrain=[HOUSE],
    )
    ran = march(state, {name: Move((Enter("house"),)) for name in ("a", "b")})
    assert [unit.id for unit in state.units if unit.building] == inside
    assert ran.told.count("cannot.entered") == 2 - len(inside)
    assert not invariants.houses_have_room(state)


@pytest.mark.proves("02.04.3")
def test_R15_who_finds_the_house_taken_by_the_enemy_goes_on_with_the_rest_of_its_order() -> None:
    state = field_of(foot("a", 0, 50, 39.9, 9, companies=3), foot("b", 1, 50, 43.1, 3, companies=1), terrain=[HOUSE])
    ran = march(state, {name: Move((Enter("house"), Form("thin_line"))) for name in ("a", "b")})
    assert (ran.unit("a").building, ran.unit("a").formation) == ("", "thin_line")
    assert ran.unit("b").building == "house"


def test_a_house_with_both_sides_in_it_or_too_full_is_a_fault() -> None:
    state = field_of(
        foot("a", 0, 50, 41, 6, companies=2), foot("b", 1, 50, 41, 6, face=0, companies=2), terrain=[HOUSE]
    )
    for name in ("a", "b"):
        with_unit(state, name, building="house")
    assert len(invariants.houses_have_room(state)) == 2


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize("companies", [1, 2])
def test_R15_companies_rejoin_a_unit_in_a_house_only_if_there_is_room_for_them(companies: int) -> None:
    state = alone(foot("a", 0, 50, 38, 12, companies=4), HOUSE)
    march(state, {"a": "SPLIT 2"})
    part = with_unit(state, "a/1", x=5000, y=4150, building="house")
    rest = with_unit(state, "a", companies=companies)
    note(state, "a", line=OrderLine(Rejoin("a/1")))
    assert part.companies == 2
    assert parts.rejoins(state, rest, part) is (companies == 1)


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize("leg", [Form("chain"), Face("right"), Form("march_column")])
def test_R15_in_a_house_nobody_changes_formation_and_that_is_told(leg: Any) -> None:
    state = alone(foot("a", 0, 50, 41.5, 9, companies=3), HOUSE)
    with_unit(state, "a", building="house")
    ran = march(state, {"a": Move((leg,))})
    assert ran.told == ["cannot.faced" if isinstance(leg, Face) else "cannot.formed"]
    assert (ran.unit("a").formation, ran.unit("a").facing, ran.unit("a").building) == ("line", 0, "house")
    # the rest of the order is carried out
    out = march(next_turn(state), {"a": Move((leg, Go(direction=0)))})
    assert (out.unit("a").formation, out.unit("a").building) == ("line", "")


@pytest.mark.proves("02.04.3", "02.06.2")
def test_R15_a_unit_goes_backwards_out_of_a_house_by_its_rear() -> None:
    """4.5 / 8 of a turn through the wall; the rest at half of 12 cm, with its front to the house that it left."""
    state = alone(foot("a", 0, 50, 41.5, 9, companies=3), HOUSE)
    with_unit(state, "a", building="house")
    ran = march(state, {"a": "BACK"})
    assert (ran.unit("a").building, ran.unit("a").facing) == ("", 0)
    assert ran.at("a")[1] == pytest.approx(40 - 6 * (1 - 4.5 / 8), abs=0.05)


@pytest.mark.proves("02.04.3")
def test_R15_a_unit_leaves_a_row_of_houses_by_a_side_that_is_free() -> None:
    """The next house stands at the east side: out by the north, which is as far off its way as the south."""
    row = HOUSE | {"id": "next", "rect": [52.2, 40, 56, 43]}
    state = alone(foot("a", 0, 50, 41.5, 9, companies=3), HOUSE, row)
    with_unit(state, "a", building="house")
    ran = march(state, {"a": "GO 80"})
    assert done(ran, "exited") == pytest.approx(4.5 / 8, abs=0.001)
    assert (ran.unit("a").building, ran.unit("a").y > 4600) == ("", True)


# parts of units


@pytest.mark.proves("01.02.2")
def test_R11_companies_are_sent_away_and_come_back() -> None:
    state = alone(foot("a", 0, 60, 40, 24, companies=8))
    ran = march(state, {"a": "2 OF GO N 8"})
    part = ran.unit("a/1")
    assert (part.figures, part.companies, ran.unit("a").figures, ran.unit("a").companies) == (6, 2, 18, 6)
    # the two companies on the right: 2.4 of 9.6 cm, marching 8 cm ahead
    assert (part.x, part.y, ran.unit("a").x, ran.unit("a").y) == (6000 + 360, 4800, 6000 - 120, 4000)
    with_unit(state, "a/1", men=15)
    with_unit(state, "a", men=10)
    ran = march(next_turn(state), {"a/1": "JOIN a"})
    assert "rejoins" in ran.told
    whole = ran.unit("a")
    assert (whole.figures, whole.men, whole.lost, whole.companies) == (23, 5, 1, 8)
    assert not ran.unit("a/1").on_table


@cases(
    "companies rest part",
    # 12 cm deep, it came from the west and has gone 3 cm north: the rest bends, the rearmost stand as they stood
    ("01.02.2", 2, (5000, 4300, 0, 44), (4400, 4000, EAST, 41)),
    # the rest is before the corner: those behind it make room for its last figures, half a width
    ("01.02.2", 6, (5000, 4300, 0, 48.8), (4880, 4000, EAST, 39.8)),
)
def test_R11_companies_are_sent_away_from_a_bent_column_where_it_lies(
    companies: int, rest: tuple[float, ...], part: tuple[float, ...]
) -> None:
    barn = {"id": "barn", "type": "building", "rect": [46, 30, 54, 38.5]}
    state = alone(foot("a", 0, 50, 40, face=90, formation="march_column"), barn)
    march(state, {"a": "GO N 3"})
    ran = march(next_turn(state), {"a": Detach(companies)})
    for name, (x, y, facing, west) in (("a", rest), ("a/1", part)):
        unit = ran.unit(name)
        assert (unit.x, unit.y, unit.facing) == (x, y, facing)
        assert field.body(state, unit).box[0] == round(west * 100)


@pytest.mark.proves("01.02.2")
def test_R11_companies_that_are_sent_away_or_come_back_do_not_stand_on_a_house() -> None:
    """A rank of its own for one company of an attack column: 1.5 cm more ground behind it, where a house is."""
    barn = {"id": "barn", "type": "building", "rect": [46, 30, 54, 33.9]}
    column = foot("a", 0, 50, 40, formation="attack_column")
    state = alone(column, barn)
    march(state, {"a": "SPLIT 1"})
    assert not room.Floor(state, "a/1").on_object(unit_of(state, "a/1"))
    # a line is half of its ground wider to either side with those who join it
    state = alone(foot("a", 0, 50, 40), barn | {"rect": [58, 36, 60, 41]})
    march(state, {"a": "4 OF GO N 3"})
    with_unit(state, "a", x=5500)
    march(next_turn(state), {"a/1": "JOIN a"})
    assert unit_of(state, "a").companies == 8
    assert not room.Floor(state, "a").on_object(unit_of(state, "a"))


@pytest.mark.proves("05.02.4", "09.01.1", "03.03.4")
@pytest.mark.parametrize("who", ["a", "a/1"])
def test_what_companies_or_their_unit_have_fired_and_charged_the_whole_has_when_they_are_back(who: str) -> None:
    """There is no second first fire of the game, and no new charge within four turns."""
    state = alone(foot("a", 0, 60, 40, 24, companies=8))
    state.turn = 5
    march(state, {"a": "2 OF GO N 5"})
    with_unit(state, who, has_fired=True, fired=5, charged=4)
    march(next_turn(state), {"a/1": "JOIN a"})
    whole = unit_of(state, "a")
    assert (whole.companies, whole.has_fired, whole.fired, whole.charged) == (8, True, 5, 4)
    state.doing = [Doing() for _ in state.units]
    assert volleys.freshness(state, whole) == "steady"
    # and companies that are sent off again have it too
    march(next_turn(state), {"a": "2 OF GO N 5"})
    part = unit_of(state, "a/2")
    assert (part.has_fired, part.fired, part.charged) == (True, 5, 4)


@pytest.mark.proves("02.05.3", "07.01.1")
def test_a_chain_whose_target_is_behind_it_faces_about_and_goes() -> None:
    state = field_of(foot("a", 0, 60, 60, formation="chain"), foot("b", 1, 60, 45, face=0))
    ran = march(state, {"a": "A b"})
    assert ran.unit("a").facing == SOUTH
    assert ran.when("charge", "a", "b") is not None
    assert pieces_within(field.body(state, ran.unit("a")).pieces, field.body(state, ran.unit("b")).pieces, 5)


@pytest.mark.proves("01.02.2", "08.02.7")
def test_R11_companies_sent_out_have_had_their_share_of_the_losses() -> None:
    state = alone(foot("a", 0, 60, 40, 30, companies=10))
    with_unit(state, "a", figures=10, lost=13, captured=4, fled=3, men=7)
    march(state, {"a": "4 OF GO N 8"})
    part, rest = unit_of(state, "a/1"), unit_of(state, "a")
    assert (part.figures, part.lost, part.captured, part.fled, part.men) == (4, 5, 2, 1, 0)
    assert (rest.figures, rest.lost, rest.captured, rest.fled, rest.men) == (6, 8, 2, 2, 7)
    # both have lost two thirds, as the whole had (R86)
    assert (morale.original_figures(part), morale.original_figures(rest)) == (12, 18)


@pytest.mark.proves("01.02.2")
@pytest.mark.parametrize("order", [Detach(7, (Go(length=800),)), Attack("b", companies=7)])
def test_R11_of_a_few_men_so_many_companies_cannot_be_sent_off_and_that_is_told(order: Any) -> None:
    """Of two figures 7 of 8 companies are both."""
    state = field_of(foot("a", 0, 50, 20, 2, companies=8), foot("b", 1, 50, 90))
    ran = march(state, {"a": order})
    assert [unit.id for unit in state.units] == ["a", "b"]
    assert "cannot.divided" in ran.told
    assert ran.at("a") == (50, 20)


@cases(
    "formation order where",
    ("01.02.2", "march_column", "2 OF T, GO N 8", (47.3, 48.0)),
    ("01.02.2", "attack_column", "2 OF GO N 8", (50.0, 48.0)),
    ("01.02.2", "march_column", "2 OF GO E 8", (58.0, 40.0)),
    ("01.02.2", "march_column", "2 OF GO S 8", (50.0, 23.0)),
)
def test_R136_companies_go_from_where_their_way_is_free(formation: str, order: str, where: tuple[float, float]) -> None:
    """From the head of a column, or its rear if they go back."""
    state = alone(foot("a", 0, 50, 40, formation=formation))
    ran = march(state, {"a": order})
    assert ran.at("a/1") == where
    assert not [key for key in ran.told if "contact" in key or "room" in key]


@pytest.mark.proves("01.02.2")
@pytest.mark.parametrize(("order", "flank"), [("2 OF T, GO N 8", 1), ("2 OF T, GO NW 8", -1), ("2 OF T, GO S 4", 1)])
def test_R136_companies_of_a_line_form_a_chain_beside_the_rest_of_it(order: str, flank: int) -> None:
    state = alone(foot("a", 0, 50, 40))
    ran = march(state, {"a": order})
    assert ran.unit("a/1").formation == "chain"
    assert not [key for key in ran.told if "contact" in key or "room" in key]
    (x, y), (rest, _) = ran.at("a/1"), ran.at("a")
    assert (x - rest) * flank > 0
    assert y != 40, "they have gone on in chain"


@pytest.mark.proves("01.02.2", "02.04.3")
def test_R136_companies_of_a_column_get_into_a_house_before_it() -> None:
    state = alone(foot("a", 0, 50, 36, formation="march_column"), HOUSE)
    ran = march(state, {"a": "3 OF ENTER house"})
    assert ran.unit("a/1").building == "house"


@pytest.mark.proves("01.02.2", "02.06.3")
def test_R136_the_rest_of_a_regiment_stands_and_lets_its_companies_through() -> None:
    """A line on the right of another that turns to the right comes upon it with its heel, one on the left likewise."""
    for order, goes_east in (("2 OF GO E 8", True), ("2 OF GO W 8", False)):
        state = alone(foot("a", 0, 50, 40))
        ran = march(state, {"a": order})
        assert ran.told == ["passes"]
        # from the flank to which they go, 3.6 cm from the middle, with the wheel and the 8 cm of the order
        assert ran.at("a/1") == ((62.8, 41.2) if goes_east else (37.2, 41.2))
