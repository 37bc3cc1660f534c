"""Orders from turn to turn (03.03, 04.01, 04.02): what is declared, who takes part, what a courier brings, what
a charge may be ordered to do."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_sheets import begin, out_of_command, play
from civilwar_table import cannon, cav, chief, chiefs, field_of, foot, horse, inf, with_unit
from feltherre.core.errors import Illegal
from feltherre.games.civilwar.orders import language, legs, places, triggers
from feltherre.games.civilwar.state import CivilWarState, Staff, staff_of, unit_of
from refusals import refusal_of


@pytest.mark.proves("04.01.2", "04.02.14")
def test_the_fire_of_a_unit_that_cannot_break_off_is_declared_as_well() -> None:
    state = out_of_command(foot("a", 0, 50, 20), foot("b", 1, 50, 26))
    with_unit(state, "a", fights=(("b", 2),))
    told = play(state).told
    assert told.index("civilwar.declare.fire-when") < told.index("civilwar.fire.volley")


@pytest.mark.proves("03.03.5", "07.01.3")
@pytest.mark.parametrize(("companies", "figures", "unbidden"), [(3, 9, True), (4, 12, True), (5, 15, False)])
def test_only_the_companies_named_take_part_in_an_attack_and_fewer_than_half_have_no_orders(
    companies: int, figures: int, unbidden: bool
) -> None:
    staff = chiefs((50, 10), (50, 60))
    state = begin(field_of(foot("a", 0, 50, 30), foot("b", 1, 50, 37), staff=staff))
    played = play(state, union={"a": language.Attack("b", companies=companies)})
    rest, part = unit_of(state, "a"), unit_of(state, "a/1")
    assert (rest.figures, part.figures) == (24 - figures, figures)
    assert rest.y == 3000
    assert part.y >= 3500
    assert ("civilwar.attack.unbidden" in played.told) == unbidden
    assert rest.last == language.OrderLine(language.Stand()), "the rest stands"


# couriers


ORDERED = language.OrderLine(language.Move((legs.Go(length=500),)))


def with_a_courier(at: tuple[int, int] = (600, 500)) -> CivilWarState:
    """A regiment far from its general, who has a courier."""
    state = begin(
        field_of(
            foot("a", 0, 100, 60),
            foot("c", 0, 30, 20, under="lee"),
            foot("b", 1, 30, 110),
            staff=[
                chief("lee", 0, at=(8, 5), rank="division"),
                chief("chief-0", 0, at=(5, 5), under="lee"),
                chief("chief-1", 1, at=(50, 110)),
            ],
        )
    )
    state.staff.append(Staff("rider", 0, "courier", "chief-0", x=at[0], y=at[1]))
    return state


def sent(to: str = "a") -> language.OrderSheet:
    return language.OrderSheet(staff={"rider": language.StaffLine(language.Courier(to, ORDERED))})


@pytest.mark.proves("03.03.2", "03.03.3")
def test_a_unit_out_of_command_gets_the_order_that_a_courier_brings_once_and_no_other() -> None:
    state = with_a_courier()
    play(state, union=sent())
    with pytest.raises(Illegal):
        play(state, union={"a": ORDERED})  # he is still on his way
    play(state)
    assert staff_of(state, "rider").beside == "a"
    with pytest.raises(Illegal):
        play(state, union={"a": "GO FWD 6"})
    play(state, union={"a": ORDERED})
    assert unit_of(state, "a").y == 6500
    with pytest.raises(Illegal):
        play(state, union={"a": "GO FWD 6"})
    play(state)
    with pytest.raises(Illegal):
        play(state, union={"a": ORDERED})  # it stood in the turn before: nothing to repeat


@pytest.mark.proves("03.03.2")
@pytest.mark.parametrize(("at", "to", "why"), [((9000, 500), "a", "courier-far"), ((600, 500), "c", "courier-unit")])
def test_a_courier_is_given_an_order_near_his_general_and_for_a_unit_of_his(
    at: tuple[int, int], to: str, why: str
) -> None:
    state = with_a_courier(at)
    assert refusal_of(Illegal, lambda: play(state, union=sent(to))).reason.key == f"civilwar.illegal.{why}"


@cases(
    "fence arm legal",
    ("02.06.4", 40, cav, False),
    ("02.06.4", 58.5, cav, False),
    ("02.06.4", 59.98, cav, False),
    ("02.06.4", 60, cav, False),
    ("02.06.4", 60.5, cav, True),
    ("02.06.4", 70, cav, True),
    ("02.06.4", 40, inf, True),
    ("02.06.4", 59.98, inf, True),
)
def test_cavalry_cannot_be_ordered_to_charge_over_an_obstacle(fence: float, arm: Any, legal: bool) -> None:
    """The enemy's front is at 60 cm: a fence that he stands behind has to be passed to come to him."""
    terrain = [{"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((40, fence), (70, fence))}]
    staff = chiefs((50, 10), (50, 80))
    enemy = foot("b", 1, 50, 60)
    state = begin(field_of(arm("a", 0, at=(50, 20)), enemy, terrain=terrain, staff=staff))
    with_unit(state, "a", in_motion=True)
    charge = {"a": language.Attack("b", pace="charge")}
    if legal:
        play(state, union=charge)
        assert unit_of(state, "a").charged == 1
        return
    assert refusal_of(Illegal, lambda: play(state, union=charge)).reason.key == "civilwar.ruling.order.charge-obstacle"
    play(state, union={"a": "A b"})
    assert unit_of(state, "a").y > 4000, "at ordinary pace it may"


@pytest.mark.proves("02.06.1")
@pytest.mark.parametrize(
    ("formation", "south", "legal"), [("line", 40, False), ("attack_column", 40, True), ("line", 48, True)]
)
def test_a_line_in_a_wood_cannot_be_ordered_to_charge(formation: str, south: float, legal: bool) -> None:
    """Schema I has no charge pace for a line there: it would stand still."""
    wood = {"id": "pines", "type": "wood", "poly": [(30, 30), (70, 30), (70, 47), (30, 47)]}
    staff = chiefs((50, 50), (50, 90))
    enemy = foot("b", 1, 50, 58)
    state = begin(field_of(foot("a", 0, 50, south, formation=formation), enemy, terrain=[wood], staff=staff))
    charge = {"a": language.Attack("b", pace="charge")}
    if legal:
        play(state, union=charge)
        assert unit_of(state, "a").y > south * 100
        return
    refused = refusal_of(Illegal, lambda: play(state, union=charge))
    assert (refused.reason.key, refused.rule) == ("civilwar.no.charge-ground", "02.06.1")
    play(state, union={"a": "A b"})
    assert unit_of(state, "a").y > south * 100, "at ordinary pace it may"


@pytest.mark.proves("02.05.6", "03.03.4")
@pytest.mark.parametrize(
    ("east", "legal"),
    [(55, True), (62, True), (66, True), (67, False), (85, False)],
    ids=["before-the-front", "by-a-wheel", "with-one-wing", "just-outside", "far-outside"],
)
def test_a_charge_cannot_be_ordered_on_an_enemy_who_is_not_reached_by_a_turn_of_20_degrees(
    east: float, legal: bool
) -> None:
    """R8: such an order is refused when it is written; at ordinary pace the wheel may be greater."""
    staff = chiefs((50, 10), (50, 80))
    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, east, 36), staff=staff))
    charge = {"a": language.Attack("b", pace="charge")}
    if legal:
        play(state, union=charge)
        assert unit_of(state, "a").charged == 1
        assert unit_of(state, "a").facing <= 200
        return
    refused = refusal_of(Illegal, lambda: play(state, union=charge))
    assert (refused.reason.key, refused.rule) == ("civilwar.ruling.order.charge-direction", "02.05.6")
    play(state, union={"a": "A b"})
    assert unit_of(state, "a").facing > 200


#: two places before a battery at (80, 40) that faces north, and a road with two bends of 90 degrees
PLACES: Any = [
    {"id": "wide", "type": "field", "kind": "difficult", "rect": [90, 44, 91, 45]},
    {"id": "near", "type": "field", "kind": "difficult", "rect": [82, 54, 83, 55]},
    {"id": "pike", "type": "road", "line": [[80, 30], [80, 45], [90, 45], [90, 60]]},
]


def horse_guns() -> CivilWarState:
    return begin(
        field_of(
            cannon("g", 0, 80, 40, formation="march_column", horse_battery=True, horses=6),
            foot("b", 1, 150, 110),
            staff=chiefs((75, 40), (150, 100)),
            terrain=PLACES,
        )
    )


@cases(
    "text facing",
    ("02.05.6", "TO wide, GO FWD SM", None),
    ("02.05.6", "GO FWD 2 SM, TO wide", None),
    ("02.05.6", "ALONG pike TO wide, GO FWD SM", None),
    # two changes, the first by 9.8 degrees
    ("02.05.6", "TO near, GO N 2, GO FWD SM", None),
    # 2.5 cm to the east and 14.5 to the north
    ("02.05.6", "TO near, GO FWD SM", 98),
    ("02.05.6", "GO FWD 2 SM, TO near", 113),
    # no leg at charge pace: as it likes
    ("02.05.6", "TO wide, GO FWD", 668),
)
def test_in_a_turn_at_charge_pace_the_legs_at_ordinary_pace_turn_no_farther_either(
    text: str, facing: int | None
) -> None:
    state = horse_guns()
    if facing is None:
        refused = refusal_of(Illegal, lambda: play(state, union={"g": text}))
        assert (refused.reason.key, refused.rule) == ("civilwar.ruling.order.charge-direction", "02.05.6")
        return
    play(state, union={"g": text})
    assert unit_of(state, "g").facing == facing


@pytest.mark.proves("02.05.6", "03.02.2")
def test_a_charge_on_an_enemy_out_of_sight_is_judged_by_where_he_was_seen_last() -> None:
    staff = chiefs((50, 10), (50, 80))
    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 40), staff=staff))
    state.sightings = [replace(one, live=False) for one in state.sightings]
    with_unit(state, "b", x=12000)
    play(state, union={"a": "A b SM"})
    assert unit_of(state, "a").charged == 1

    state = begin(field_of(foot("a", 0, 50, 20), foot("b", 1, 120, 40), staff=staff))
    state.sightings = [replace(one, live=False) for one in state.sightings]
    with_unit(state, "b", x=5000)
    with pytest.raises(Illegal):
        play(state, union={"a": "A b SM"})


@pytest.mark.proves("02.05.6", "03.03.4")
@pytest.mark.parametrize(("corner", "legal"), [("SW", True), ("SE", False)])
def test_horse_artillery_gallops_to_no_place_for_which_it_must_turn_more_than_20_degrees(
    corner: Any, legal: bool
) -> None:
    hill = {"id": "hill", "type": "hill", "level": 1, "poly": [[60, 60], [90, 60], [90, 80], [60, 80]]}
    battery = cannon("a", 0, 50, 20, formation="march_column", horse_battery=True)
    staff = chiefs((50, 10), (50, 110))
    state = begin(field_of(battery, foot("b", 1, 50, 110), terrain=[hill], staff=staff))
    gallop = {"a": language.Move((legs.GoTo(places.Place(places.CornerMark("hill", corner)), pace="charge"),))}
    if legal:
        play(state, union=gallop)
        assert unit_of(state, "a").charged == 1
        return
    assert refusal_of(Illegal, lambda: play(state, union=gallop)).rule == "02.05.6"


@pytest.mark.proves("02.04.3")
def test_a_regiment_is_told_when_its_order_is_written_that_a_house_is_too_small_for_it() -> None:
    house = {"id": "house", "type": "building", "poly": [[46, 36], [54, 36], [54, 42], [46, 42]], "capacity": 3}
    staff = chiefs((50, 10), (50, 80))
    placed = foot("a", 0, 50, 35.9), foot("b", 1, 50, 80)
    state = begin(field_of(*placed, terrain=[house], staff=staff))
    assert refusal_of(Illegal, lambda: play(state, union={"a": "ENTER house"})).reason.key == "civilwar.no.enter-room"
    play(state, union={"a": "3 OF ENTER house"})


# marks


def ends_at(mark: str, moves: tuple[str, ...], order: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a unit and a general end who are sent to a mark, while some others march off to the east."""
    state = begin(
        field_of(
            foot("a", 0, 50, 30),
            horse("friend", 0, 60, 60, face=90, formation="march_column", figures=6, companies=2),
            horse("b", 1, 50, 80, face=90, formation="march_column", figures=6, companies=2),
            staff=chiefs((60, 45), (60, 100)),
        )
    )
    go: dict[str, Any] = {name: language.OrderLine(language.Move((legs.Go(),))) for name in moves}
    rides = language.StaffLine(
        language.StaffMove(places.Place(places.UnitMark(mark), places.Offset(1800, 1000)), triggers.AtTime(6))
    )
    own = {"a": language.OrderLine(order), **({"friend": go["friend"]} if "friend" in go else {})}
    play(
        state, union=language.OrderSheet(own, staff={"chief-0": rides}), confederate={"b": go["b"]} if "b" in go else {}
    )
    assert (unit_of(state, mark).x > 6500) is (mark in moves)
    unit, general = unit_of(state, "a"), staff_of(state, "chief-0")
    assert (general.moved, state.began) == (False, {})
    return (unit.x, unit.y, unit.facing), (general.x, general.y)


@pytest.mark.proves("03.01.4", "03.02.2")
@pytest.mark.parametrize("mark", ["friend", "b"])
def test_a_march_or_ride_to_a_unit_goes_where_it_stood_when_the_turn_began(mark: str) -> None:
    """Also if the unit changes its formation first, and if the general rides only later in the turn."""
    order = language.Move((legs.Form("march_column"), legs.GoTo(places.Place(places.UnitMark(mark)))))
    stays, goes = ends_at(mark, (), order), ends_at(mark, (mark,), order)
    assert goes == stays
    assert stays[0] != (5000, 3000, 0)
    assert stays[1] != (6000, 4500)
