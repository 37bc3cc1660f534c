"""Reinforcements (4.3, 8.3): what cards buy, where battalions are placed, and the boats that strike at convoys."""

from typing import Any

import pytest

from cases import cases
from feltherre.games.norway.procedures.reinforcement import (
    UNLIMITED,
    Purchase,
    allied_coast,
    german_sea_limits,
    purchase,
)
from norway_desk import ask, explained, refusal


@pytest.mark.proves("4.3-1", "4.3-2")
@pytest.mark.parametrize(
    ("symbols", "bought", "wasted"),
    [([], 0, 0), ([2], 0, 2), ([3], 1, 0), ([5], 1, 2), ([6], 2, 0), ([7, 2], 3, 0), ([2, 2, 1], 1, 2), ([5, 5], 3, 1)],
)
def test_three_symbols_buy_a_battalion_and_the_rest_is_lost(symbols: list[int], bought: int, wasted: int) -> None:
    for free in (0, 1, 6):
        assert ask("reinforcement-purchase", symbols=symbols, free_battalions=free) == {
            "bought": bought,
            "total": bought + free,
            "symbols_wasted": wasted,
        }


@pytest.mark.proves("4.3-2")
def test_nothing_comes_free_unless_it_is_said() -> None:
    assert purchase(8) == Purchase(bought=2, total=2, symbols_wasted=2)


def test_the_purchase_is_explained() -> None:
    assert explained("reinforcement-purchase", symbols=[5], free_battalions=1) == [
        ("5 symbols buy 1 battalion, at three symbols each.", "4.3-2"),
        ("2 symbols are left over and lost.", "4.3-2"),
        ("1 battalion comes free.", "4.3-ger-1"),
        ("2 battalions to place.", "4.3-1"),
    ]
    assert ("6 battalions come free.", "3-6") in explained("reinforcement-purchase", symbols=[], free_battalions=6)


def area(name: str, *coast: str, **facts: Any) -> dict[str, Any]:
    plain = {"point_city": False, "mobilisation_point": False, "airfield": False, "german": 0, "norwegian": 0}
    return {"area": name, "coast": list(coast), **plain, "allied": 0, **facts}


def allowed(country: str, *areas: dict[str, Any], version: str = "basic", **more: Any) -> dict[str, str]:
    found = ask("reinforcement-areas", country=country, version=version, areas=list(areas), **more)
    assert set(found) == {"allowed"}
    limits: dict[str, str] = found["allowed"]
    return limits


OSLO = area("Oslo", "I", point_city=True, airfield=True)
KRISTIANSAND = area("Kristiansand", "II", point_city=True, airfield=True)
STAVANGER = area("Stavanger", "III", point_city=True, airfield=True)
BERGEN = area("Bergen", "IV", point_city=True)
NAMSOS = area("Namsos", "V")
NARVIK = area("Narvik", "VI", point_city=True)
TROMSO = area("tromso", "VII", mobilisation_point=True)
HAMAR = area("Hamar", mobilisation_point=True)
BARDUFOSS = area("Bardufoss", mobilisation_point=True, airfield=True)
RENA = area("Rena")
BOARD = (OSLO, KRISTIANSAND, STAVANGER, BERGEN, NAMSOS, NARVIK, TROMSO, HAMAR, BARDUFOSS, RENA)


@pytest.mark.proves("4.3-nor-1", "4.3-nor-2", "8.3-nor-1")
@pytest.mark.parametrize("version", ["basic", "advanced"])
def test_norway_mobilises_one_battalion_in_each_point_city_and_mobilisation_point(version: str) -> None:
    ships = {"german_ships": {"VI": 3}, "transport_plane": True}
    open_to_norway = ["Oslo", "Kristiansand", "Stavanger", "Bergen", "Narvik", "Tromsø", "Hamar", "Bardufoss"]
    assert allowed("norway", *BOARD, version=version, **ships) == dict.fromkeys(open_to_norway, "1")


def without_limit(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "any")


SOUTH = without_limit("Oslo", "Kristiansand")
COAST = without_limit("Oslo", "Kristiansand", "Stavanger", "Bergen", "Namsos", "Narvik", "Tromsø")
FROM_III = without_limit("Stavanger", "Bergen", "Namsos", "Narvik", "Tromsø")
HELD = [{**OSLO, "norwegian": 1}, {**KRISTIANSAND, "allied": 1}, {**BERGEN, "german": 1}]
PLANE, ADVANCED = {"transport_plane": True}, {"version": "advanced"}
BEHIND = ADVANCED | {"allied_ships": {"III": 1}, "german_ships": {"III": 4, "VI": 2, "VII": 1}}
TWO_WAYS = ADVANCED | {"allied_ships": {"III": 1}, "german_ships": {"VI": 2, "VII": 3}}
HARSTAD = area("Harstad", "VI", "VII", airfield=True, german=1)
SHIPS = {"german_ships": {"V": 1, "VI": 1, "VII": 2}, "allied_ships": {"VI": 1}, "norwegian_ship": "VII"}


@cases(
    "says country areas given expected",
    ("4.3-nor-1", "not under German battalions but with friends", "norway",
     [{**OSLO, "german": 1}, {**HAMAR, "norwegian": 4}, {**NARVIK, "allied": 2}], {}, {"Hamar": "1", "Narvik": "1"}),
    ("4.3-ger-2", "Germany lands on the coast of I and II", "germany", BOARD, {"german_ships": {"III": 5}}, SOUTH),
    ("4.3-ger-2", "not where enemies stand", "germany", HELD, {}, {}),
    ("4.3-ger-2", "but with its own", "germany", [{**OSLO, "german": 9}], {}, without_limit("Oslo")),
    ("4.3-all-1", "nor do the Allies", "allies", [*HELD, NAMSOS], {}, without_limit("Namsos")),
    ("4.3-all-1 4.3-all-2 2.3-sea-2", "the Allies land from III to VII", "allies", BOARD, {}, FROM_III),
    ("4.3-all-1 4.3-all-2 2.3-sea-2", "not where I or II is near", "allies",
     [area("Egersund", "II", "III"), area("Skien", "VIII")], {}, {}),
    ("4.3-ger-transport", "a plane flies the free battalion to a held airfield", "germany",
     [{**BARDUFOSS, "german": 1}], PLANE, {"Bardufoss": "free"}),
    ("4.3-ger-transport", "without a plane", "germany", [{**BARDUFOSS, "german": 1}], {}, {}),
    ("4.3-ger-transport", "an airfield that is not held", "germany", [BARDUFOSS], PLANE, {}),
    ("4.3-ger-transport", "no airfield", "germany", [{**HAMAR, "german": 1}], PLANE, {}),
    ("4.3-ger-transport", "open by sea too", "germany", [{**OSLO, "german": 1}], PLANE, without_limit("Oslo")),
    ("8.3-ger-1 8.3-ger-2", "no Allied ship", "germany", BOARD, ADVANCED, COAST),
    ("8.3-ger-1 8.3-ger-2", "one in V", "germany", BOARD, ADVANCED | {"allied_ships": {"V": 1}},
     without_limit("Oslo", "Kristiansand", "Stavanger", "Bergen")),
    ("8.3-ger-1 8.3-ger-2", "one in III", "germany", BOARD, ADVANCED | {"allied_ships": {"III": 1, "VIII": 4}}, SOUTH),
    ("8.3-ger-1 8.3-ger-2", "VIII is not counted", "germany", BOARD, ADVANCED | {"allied_ships": {"VIII": 4}}, COAST),
    ("8.3-ger-1 8.3-ger-2", "Eidsvoll & Norge is no Allied ship (R45)", "germany", BOARD,
     ADVANCED | {"norwegian_ship": "III"}, COAST),
    ("8.3-ger-3", "behind Allied ships one for each ship that controls the sea", "germany", BOARD, BEHIND,
     SOUTH | {"Narvik": "VI:2", "Tromsø": "VII:1"}),
    ("8.3-ger-3", "not where Eidsvoll & Norge lies", "germany", BOARD, BEHIND | {"norwegian_ship": "VI"},
     SOUTH | {"Tromsø": "VII:1"}),
    ("8.3-ger-3", "nor Allied ships", "germany", [NARVIK],
     ADVANCED | {"allied_ships": {"III": 1, "VI": 1}, "german_ships": {"VI": 2}}, {}),
    ("8.3-ger-3", "open in two ways: the wider limit", "germany", [HARSTAD], TWO_WAYS, {"Harstad": "VII:3"}),
    ("8.3-ger-3 4.3-ger-transport", "and by air", "germany", [HARSTAD], TWO_WAYS | PLANE, {"Harstad": "VII:3+free"}),
    ("8.3-ger-3", "or none", "germany", [area("Bodø", "VI", "II")], TWO_WAYS, without_limit("Bodø")),
    ("8.3-all-1", "the Allies do not land where German ships control the sea", "allies", BOARD, ADVANCED | SHIPS,
     without_limit("Stavanger", "Bergen", "Narvik", "Tromsø")),
    ("4.3-all-1", "in the basic game they do", "allies", BOARD, SHIPS, FROM_III),
)  # fmt: skip
def test_where_a_country_may_place_and_how_many(
    country: str, areas: Any, given: dict[str, Any], expected: dict[str, str]
) -> None:
    assert allowed(country, *areas, **given) == expected


@pytest.mark.proves("8.3-ger-2", "8.3-ger-3", "4.3-all-1")
def test_the_game_asks_the_same_functions_with_numbers_of_sea_areas() -> None:
    assert german_sea_limits(False) == (UNLIMITED, UNLIMITED, 0, 0, 0, 0, 0, 0)
    limits = german_sea_limits(True, [0, 0, 0, 0, 3, 0, 1, 9], [0, 0, 0, 1, 0, 0, 0, 0])
    assert limits == (UNLIMITED, UNLIMITED, UNLIMITED, 0, 3, 0, 1, 0)
    assert allied_coast((2,))
    assert not allied_coast((7,))


def test_a_board_has_six_point_cities_and_twelve_mobilisation_points_and_each_area_once() -> None:
    names = ["Oslo", "Kristiansand", "Stavanger", "Bergen", "Trondheim", "Narvik", "Voss", "Hamar", "Rena", "Geilo"]
    names += ["Bodø", "Namsos", "Tromsø"]
    asked = {"country": "norway", "version": "basic"}
    cities = [area(name, point_city=True) for name in names]
    assert ask("reinforcement-areas", **asked, areas=cities[:6])["allowed"]
    assert "6 point cities" in refusal("reinforcement-areas", **asked, areas=cities[:7])
    points = [area(name, mobilisation_point=True) for name in names]
    assert ask("reinforcement-areas", **asked, areas=points[:12])["allowed"]
    assert "12 mobilisation points" in refusal("reinforcement-areas", **asked, areas=points[:13])
    assert "twice" in refusal("reinforcement-areas", **asked, areas=[OSLO, OSLO])


def test_the_umpire_says_of_each_area_why_it_is_open_or_closed() -> None:
    told = explained("reinforcement-areas", country="allies", version="basic", areas=[OSLO, NAMSOS, RENA])
    assert told == [
        ("Oslo is closed: it has coast on sea area I or II.", "4.3-all-2"),
        ("Namsos is open without limit.", "4.3-all-1"),
        ("Rena is closed: no coast on sea areas III to VII.", "4.3-all-1"),
    ]


def sea(name: str, battalions: int, by: str = "sea") -> dict[str, Any]:
    return {"area": name, "battalions": battalions, "by": by}


def convoy(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "card": "U-boat",
        "player": "germany",
        "placing_country": "allies",
        "placed": [sea("Namsos", 1), sea("Åndalsnes", 3)],
        "chosen_area": "Namsos",
        "die": 4,
    }
    return {**given, **changed}


SUBMARINE: dict[str, Any] = {
    "card": "Submarine",
    "player": "allies",
    "placing_country": "germany",
    "placed": [sea("Bardufoss", 1, "air"), sea("Oslo", 2)],
    "chosen_area": "Oslo",
}


@pytest.mark.proves("4.3-cards")
@pytest.mark.parametrize(("die", "struck"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_a_boat_sinks_a_transport_on_4_to_6(die: int, struck: bool) -> None:
    left = [] if struck else [sea("Namsos", 1)]
    assert ask("convoy-attack", **convoy(die=die)) == {
        "success": struck,
        "battalions_removed": int(struck),
        "remaining": [*left, sea("Åndalsnes", 3)],
    }
    assert ask("convoy-attack", **convoy(**SUBMARINE, die=die))["success"] is struck


@pytest.mark.proves("4.3-cards")
def test_the_battalion_is_taken_from_the_area_chosen_and_never_from_those_flown_in() -> None:
    found = ask("convoy-attack", **convoy(chosen_area="andalsnes"))
    assert found["remaining"] == [sea("Namsos", 1), sea("Åndalsnes", 2)]
    both = [sea("Oslo", 1, "air"), sea("Oslo", 2)]
    found = ask("convoy-attack", **convoy(**{**SUBMARINE, "placed": both}))
    assert found["remaining"] == [sea("Oslo", 1, "air"), sea("Oslo", 1)]
    flown_in = {**SUBMARINE, "chosen_area": "Bardufoss"}
    assert "by sea in Bardufoss" in refusal("convoy-attack", **convoy(**flown_in))
    assert "by sea" in refusal("convoy-attack", **convoy(placed=[sea("Namsos", 1, "air")]))
    assert "by sea" in refusal("convoy-attack", **convoy(placed=[sea("Namsos", 0)]))
    assert "by sea" in refusal("convoy-attack", **convoy(chosen_area="Bergen"))


@pytest.mark.proves("4.3-cards", "7.3-cards")
@pytest.mark.parametrize("card", ["U-boat", "Submarine"])
@pytest.mark.parametrize("player", ["germany", "norway", "allies"])
@pytest.mark.parametrize("placing", ["germany", "norway", "allies"])
@pytest.mark.parametrize("nine_april", [False, True])
def test_u_boats_strike_the_allies_and_submarines_germany(
    card: str, player: str, placing: str, nine_april: bool
) -> None:
    lawful = {
        ("U-boat", "germany", "allies", False),
        ("Submarine", "allies", "germany", False),
        ("Submarine", "allies", "germany", True),
        ("Submarine", "norway", "germany", True),
    }
    given = convoy(card=card, player=player, placing_country=placing, nine_april=nine_april)
    if (card, player, placing, nine_april) in lawful:
        assert ask("convoy-attack", **given)["success"] is True
    else:
        assert "cannot use" in refusal("convoy-attack", **given)


@pytest.mark.proves("4.3-cards")
def test_one_such_card_a_phase_and_player() -> None:
    assert "only one" in refusal("convoy-attack", **convoy(cards_played_before=1))
    assert ask("convoy-attack", **convoy(cards_played_before=0))["success"] is True
    assert "U-boat and Submarine" in refusal("convoy-attack", **convoy(card="Panzer"))
