"""Chapters 2.3 and 3: the board and the set-up are what the book says, and what it leaves open hangs together."""

from math import asin, cos, radians, sin, sqrt
from typing import Any

import pytest

from feltherre.core.catalogue import missing_keys, render
from feltherre.core.datafile import read_tree, unmarked
from feltherre.core.errors import BadInput
from feltherre.core.names import AmbiguousName, UnknownName
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.boardfile import MAP
from feltherre.games.norway.reinforcement import german_areas
from feltherre.games.norway.state import NorwayState
from norway_table import table

POINT_CITIES = "Oslo, Kristiansand, Stavanger, Bergen, Trondheim, Narvik"
MOBILISATION_POINTS = (
    "Østfold, Kongsvinger, Hamar, Gjøvik, Hønefoss, Kongsberg, Voss, Åndalsnes, Steinkjer, Mosjøen, Bardufoss, Tromsø"
)
EVERYWHERE = range(44)


def area(name: str) -> int:
    return board.find_area(name)


def names(areas: Any) -> list[str]:
    return [board.BOARD.names.display[number] for number in areas]


def named(text: str) -> set[str]:
    return set(text.split(", "))


# land areas (2.3)


@pytest.mark.proves("2.3-land-1")
def test_there_are_44_land_areas_with_names() -> None:
    assert len(board.land_areas()) == board.AREA_COUNT == 44
    assert len(set(board.land_areas())) == len(set(names(EVERYWHERE))) == 44
    assert {row[0] for row in table("2.3-areas")} <= set(names(EVERYWHERE))
    assert len(table("2.3-areas")) == 33


@pytest.mark.proves("2.3-land-1")
def test_a_place_name_means_the_land_area_of_that_name() -> None:
    for number in EVERYWHERE:
        display = board.BOARD.names.display[number]
        assert area(display) == area(display.upper()) == area(board.AREAS[number]) == number
    assert board.AREAS[area("hone")] == "honefoss"
    with pytest.raises(AmbiguousName, match="Kristiansand and Kristiansund"):
        area("kristians")
    with pytest.raises(UnknownName):
        area("Stockholm")


@pytest.mark.proves("2.3-point-1", "2.3-mob-1")
def test_the_six_point_cities_and_the_twelve_mobilisation_points() -> None:
    assert (len(board.point_cities()), len(board.mobilisation_points())) == (6, 12)
    assert set(names(board.point_cities())) == named(POINT_CITIES)
    assert set(names(board.mobilisation_points())) == named(MOBILISATION_POINTS)
    assert set(names(board.NORWEGIAN_PLACES)) == named(MOBILISATION_POINTS) | named(POINT_CITIES)


@pytest.mark.proves("2.3-impassable-1")
@pytest.mark.parametrize("name", ["Sweden", "Denmark", "Hardangervidda", "Jotunheimen"])
def test_nothing_can_be_done_in_impassable_country(name: str) -> None:
    with pytest.raises(UnknownName) as refused:
        area(name)
    said = render(refused.value.reason)
    assert name in said
    assert "impassable" in said


def test_every_impassable_area_has_a_name_to_show() -> None:
    shown = [say(f"norway.impassable.{entry['id']}") for entry in read_tree(MAP)["impassable"]]
    assert missing_keys(shown) == []


# the detail of 2.3 and the seas


@pytest.mark.proves("2.3-caption-1")
def test_the_detail_of_the_map() -> None:
    land = board.land_areas()
    assert {"bergen", "voss", "geilo", "haugesund", "stavanger", "egersund"} <= set(land)
    third = board.find_sea("III")
    assert set(names(number for number in EVERYWHERE if third in board.coast(number))) == {
        "Haugesund",
        "Stavanger",
        "Egersund",
    }
    fjords = {("Bergen", "Førde"), ("Bergen", "Haugesund"), ("Haugesund", "Stavanger")}
    assert all(board.over_water(area(a), area(b)) for a, b in fjords)
    assert not board.over_water(area("Egersund"), area("Stavanger"))
    assert board.AREAS[board.TELEGRAPH] == "egersund"
    assert "Stavanger" in names(board.AIRFIELDS)


def test_an_island_without_a_name_is_no_area() -> None:
    with pytest.raises(BadInput):
        area("Karmøy")


@pytest.mark.proves("2.3-sea-2", "4.3-all-1", "4.3-all-2")
def test_the_allies_come_to_the_whole_coast_of_iii_to_vii_and_not_of_i_and_ii() -> None:
    for sea in ("I", "II", "III", "IV", "V", "VI", "VII"):
        touching = board.SHORE[board.find_sea(sea)]
        assert touching
        assert {board.open_to_allies(number) for number in touching} == {sea not in ("I", "II")}
    inland = [number for number in EVERYWHERE if not board.COAST[number]]
    assert {"Voss", "Bardufoss"} <= set(names(inland))
    assert not any(board.open_to_allies(number) for number in inland)
    assert tuple(number for number in EVERYWHERE if board.open_to_allies(number)) == board.ALLIED_COAST
    assert len(board.ALLIED_COAST) == 21


@pytest.mark.proves("4.3-ger-2")
def test_germany_lands_on_the_coast_of_i_and_ii() -> None:
    coast = german_areas(NorwayState())
    assert set(names(coast)) == named("Oslo, Østfold, Horten, Skien, Arendal, Kristiansand")
    assert not set(coast) & set(board.ALLIED_COAST)


@pytest.mark.proves("2.3-fjord-3")
def test_a_fjord_is_coastline_and_a_lake_is_none() -> None:
    for border in board.BOARD.borders:
        if border.crossing == "fjord":
            assert board.coast(border.a)
            assert board.coast(border.b)
        if border.crossing == "lake":
            assert not board.coast(border.a)
            assert not board.coast(border.b)
    # Lærdal lies at the head of the Sognefjord, far from the open sea
    assert board.coast(area("Lærdal")) == (board.find_sea("IV"),)


@pytest.mark.proves("2.3-fjord-1")
def test_mjosa_separates_like_a_fjord() -> None:
    hamar, gjovik = area("Hamar"), area("Gjøvik")
    assert board.over_water(hamar, gjovik)
    assert board.over_water(gjovik, hamar)
    border = board.BOARD.border(hamar, gjovik)
    assert border is not None
    assert (border.crossing, border.water) == ("lake", "Mjøsa")
    # one still crosses it in the ordinary way
    assert gjovik in board.NEIGHBOURS[hamar]
    assert gjovik not in board.LAND_NEIGHBOURS[hamar]


def test_the_coasts_that_follow_from_the_book() -> None:
    iii_to_vii = {"III", "IV", "V", "VI", "VII"}
    meant = {"I or II": {"I", "II"}, "one of III-VII": iii_to_vii}
    for name, seas, _ in table("2.3-coasts"):
        touched = {board.SEAS[sea] for sea in board.COAST[area(name)]}
        assert touched
        assert touched <= meant.get(seas, {seas}), name


def test_the_coast_is_divided_among_the_sea_areas() -> None:
    assert {sea: ", ".join(names(board.SHORE[number])) for number, sea in enumerate(board.SEAS)} == {
        "I": "Oslo, Østfold, Horten, Skien",
        "II": "Arendal, Kristiansand",
        "III": "Egersund, Stavanger, Haugesund",
        "IV": "Bergen, Lærdal, Førde, Ålesund",
        "V": "Åndalsnes, Kristiansund, Trondheim, Steinkjer, Namsos",
        "VI": "Mosjøen, Mo i Rana, Bodø, Tysfjord, Narvik",
        "VII": "Harstad, Gratangen, Tromsø, Finnmark",
        "VIII": "",
    }


def test_the_sea_areas_border_as_the_book_says() -> None:
    borders = {sea: {board.SEAS[other] for other in board.SEA_BORDERS[n]} for n, sea in enumerate(board.SEAS)}
    assert list(borders) == ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
    assert borders["VIII"] == {"II", "III", "IV", "V", "VI", "VII"}
    for first, second in zip(board.SEAS[:6], board.SEAS[1:7], strict=True):
        assert second in borders[first]
        assert first in borders[second]
    assert not board.SHORE[board.find_sea("VIII")]
    # no land area touches two sea areas
    assert all(len(touched) <= 1 for touched in board.COAST)
    with pytest.raises(BadInput):
        board.find_sea("IX")


# borders


def test_the_borders_that_follow_from_the_book() -> None:
    for a, b, crossing, _ in table("2.3-borders"):
        other = "Førde" if b == "area north of Bergen" else b
        border = board.BOARD.border(area(a), area(other))
        assert border is not None, (a, other)
        assert crossing in ("unknown", border.crossing), (a, other)


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("Åndalsnes", {"Ålesund": "fjord", "Kristiansund": "fjord", "Dombås": "none"}),
        ("Stavanger", {"Haugesund": "fjord", "Egersund": "none"}),
        ("Haugesund", {"Stavanger": "fjord", "Bergen": "fjord"}),
        ("Harstad", {"Narvik": "fjord", "Gratangen": "fjord"}),
        ("Oslo", dict.fromkeys(("Østfold", "Horten", "Hønefoss", "Kongsvinger", "Gjøvik"), "none")),
        ("Bardufoss", dict.fromkeys(("Narvik", "Bjørnfjell", "Gratangen", "Tromsø"), "none")),
    ],
)
def test_areas_whose_neighbours_matter(name: str, neighbours: dict[str, str]) -> None:
    here = area(name)
    assert set(names(board.NEIGHBOURS[here])) == set(neighbours)
    for other, crossing in neighbours.items():
        border = board.BOARD.border(here, area(other))
        assert border is not None
        assert border.crossing == crossing


def test_borders_are_the_same_from_both_sides() -> None:
    assert len(board.BOARD.borders) == 72
    assert sum(border.crossing != "none" for border in board.BOARD.borders) == 13
    for a in EVERYWHERE:
        assert set(board.NEIGHBOURS[a]) == {*board.LAND_NEIGHBOURS[a], *board.WATER_NEIGHBOURS[a]}
        for b in EVERYWHERE:
            assert board.ADJACENT[a][b] == board.ADJACENT[b][a] == (b in board.NEIGHBOURS[a])
            assert board.WATER[a][b] == board.WATER[b][a] == (b in board.WATER_NEIGHBOURS[a])


def test_borders_drawn_as_straight_lines_do_not_cross() -> None:
    """So the board can be drawn flat with every name at its real place."""
    at = [board.position(number) for number in EVERYWHERE]

    def left_of(a: int, b: int, c: int) -> bool:
        (ya, xa), (yb, xb), (yc, xc) = at[a], at[b], at[c]
        return (xb - xa) * (yc - ya) > (yb - ya) * (xc - xa)

    lines = [(border.a, border.b) for border in board.BOARD.borders]
    for i, (a, b) in enumerate(lines):
        for c, d in lines[:i]:
            if len({a, b, c, d}) == 4:
                crossing = left_of(a, b, c) != left_of(a, b, d) and left_of(c, d, a) != left_of(c, d, b)
                assert not crossing, names((a, b, c, d))


# air range


@pytest.mark.proves("2.3-air-1")
def test_air_range_as_the_book_shows_it() -> None:
    for base, name, reach, _ in table("2.3-air"):
        if name == "southern tip of Norway":
            continue
        held = [] if base == "Germany" else [area(base)]
        assert board.in_air_range(area(name), held) == (reach == "in"), (base, name)


@pytest.mark.proves("2.3-air-1")
def test_north_of_the_line_from_germany_an_airfield_must_be_held() -> None:
    for name in ("Oslo", "Stavanger", "Haugesund", "Kongsvinger"):
        assert board.in_air_range(area(name), [])
    for name in ("Bergen", "Hamar", "Trondheim", "Narvik"):
        assert not board.in_air_range(area(name), [])
    assert board.in_air_range(area("Bergen"), [area("Oslo")])
    # an area without an airfield helps nobody, and airfields add up
    assert not board.in_air_range(area("Bergen"), [area("Voss"), area("Bergen")])
    both = [area("Trondheim"), area("Bardufoss")]
    assert all(board.in_air_range(number, both) for number in EVERYWHERE)


@pytest.mark.proves("2.3-air-2")
def test_every_airfield_but_bardufoss_reaches_the_southern_tip() -> None:
    assert set(names(board.AIRFIELDS)) == named("Oslo, Kristiansand, Stavanger, Trondheim, Bardufoss")
    # from the airfield alone, without the line from Germany
    for airfield in board.AIRFIELDS:
        for tip in board.SOUTHERN_TIP:
            assert bool(board.REACH[airfield] >> tip & 1) == (airfield != area("Bardufoss"))
            assert board.air_range([airfield]) >> tip & 1
    assert all(board.REACH[number] == 0 for number in EVERYWHERE if number not in board.AIRFIELDS)


@pytest.mark.proves("5.1-air-sea")
def test_bombers_strike_ships_off_the_coast_of_a_held_airfield() -> None:
    seas = range(len(board.SEAS))
    assert not any(board.in_sea_bombing_range(sea, []) for sea in seas)
    for airfield in board.AIRFIELDS:
        reached = {board.SEAS[sea] for sea in seas if board.in_sea_bombing_range(sea, [airfield])}
        own_coast = {board.SEAS[sea] for sea in board.COAST[airfield]}
        assert reached == (own_coast or {"VII"}), board.AREAS[airfield]


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    (north_a, east_a), (north_b, east_b) = ((radians(x), radians(y)) for x, y in (a, b))
    half = sin((north_b - north_a) / 2) ** 2 + cos(north_a) * cos(north_b) * sin((east_b - east_a) / 2) ** 2
    return 2 * 6371.0 * asin(sqrt(half))


def test_the_reaches_are_those_of_the_circles_they_were_made_from() -> None:
    air = read_tree(MAP)["air_range"]
    bases = [(board.FROM_GERMANY, tuple(air["from_germany"]["base"]["position"]))]
    bases += [(board.REACH[number], board.position(number)) for number in board.AIRFIELDS]
    for mask, base in bases:
        inside = {n for n in EVERYWHERE if kilometres(base, board.position(n)) <= air["model"]["radius_km"]}
        assert inside == {n for n in EVERYWHERE if mask >> n & 1}


# set-up (3)


def placed(battalions: tuple[int, ...]) -> dict[str, int]:
    return {board.BOARD.names.display[number]: count for number, count in enumerate(battalions) if count}


@pytest.mark.proves("3-3", "3-4", "3-5")
def test_the_german_and_the_norwegian_set_up() -> None:
    german, norwegian = board.german_setup(), board.norwegian_setup()
    assert placed(german) == dict(table("3-germany"))
    assert placed(norwegian) == dict(table("3-norway"))
    assert (sum(german), sum(norwegian)) == (13, 9)
    assert (placed(german)["Narvik"], placed(norwegian)["Finnmark"]) == (3, 2)
    assert not any(theirs and own for theirs, own in zip(german, norwegian, strict=True))


@pytest.mark.proves("3-6")
def test_the_first_allied_battalions() -> None:
    first = board.first_allies()
    ((battalions, groups, per_group, _, may_border),) = table("3-allies")
    assert (first.battalions, first.groups, first.per_group) == (battalions, groups, per_group) == (6, 2, 3)
    assert first.may_border == may_border is False
    assert first.areas == board.ALLIED_COAST


# where the data come from


def test_every_datum_of_the_board_has_a_mark() -> None:
    assert list(unmarked(read_tree(MAP))) == []


def test_marks_can_be_asked_for() -> None:
    assert board.provenance("oslo", "name") == "source"
    assert board.provenance("skien", "name") == "reconstructed"
    assert board.provenance("oslo", "coast") == "derived"
    assert board.provenance("oslo", "point_city") == board.provenance("skien", "mobilisation_point") == "source"
    assert board.provenance("trondheim", "airfield") == "source"
    assert board.provenance("stavanger", "airfield") == "derived"
    assert board.provenance("bergen", "airfield") == "reconstructed"
    assert (
        board.border_provenance("gjovik", "hamar") == board.border_provenance("hamar", "gjovik", "crossing") == "source"
    )
    assert board.border_provenance("bergen", "forde") == "reconstructed"
    assert board.reach_provenance("trondheim", "gratangen") == "source"
    assert board.reach_provenance("trondheim", "bodo") == "reconstructed"
    assert board.reach_provenance("germany", "stavanger") == "derived"
    assert board.reach_provenance("germany", "oslo") == "reconstructed"
    assert board.sea_provenance("III", "coast") == "source"


def test_eleven_names_are_ours() -> None:
    ours = {
        board.BOARD.names.display[n]
        for n, thing in enumerate(board.AREAS)
        if board.provenance(thing, "name") != "source"
    }
    assert ours == named("Skien, Arendal, Evje, Rjukan, Lillehammer, Fagernes, Lærdal, Førde, Namsos, Mo i Rana, Bodø")
