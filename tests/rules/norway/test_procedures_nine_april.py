"""The nine-April round (6.2, 7): reconnaissance, raiding, the landing, bluff and threats, mobilisation."""

from fractions import Fraction
from typing import Any

import pytest

from feltherre.games.norway import board
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.procedures.nine_april import mobilisation_of_points
from feltherre.umpire import desk
from norway_desk import ask, explained, refusal

FACES = range(1, 7)

# reconnaissance


@pytest.mark.proves("7.0-recon")
def test_each_five_or_six_shows_one_card() -> None:
    assert [die for die in FACES if ask("reconnaissance", target_cards=1, dice=[die])["seen"]] == [5, 6]
    assert ask("reconnaissance", target_cards=6, dice=[1, 2, 3, 4, 5, 6]) == {"seen": 2}
    assert ask("reconnaissance", target_cards=0, dice=[]) == {"seen": 0}


def test_reconnaissance_is_explained() -> None:
    assert explained("reconnaissance", target_cards=2, dice=[6, 2]) == [
        ("The plane looks for ships: 2 German cards in the sea area, one die each.", "7.0-recon"),
        ("Thrown 6 and 2; 5 and 6 find a ship.", "7.0-recon"),
        ("1 card drawn at random is shown to the Allied player and laid back.", "7.0-recon"),
    ]


# raiding


def raid(*raiders: tuple[str, str]) -> dict[str, Any]:
    return ask("raid", raiders=[{"class": ship_class, "sea_area": sea} for ship_class, sea in raiders])


@pytest.mark.proves("7.2-raiding-1")
def test_german_battleships_and_heavy_cruisers_in_vi_vii_and_viii_may_raid() -> None:
    for sea in board.SEAS:
        for ship_class in ("carrier", "battleship", "heavy-cruiser", "minor", "coast-defence", "decoy"):
            lawful = sea in ("VI", "VII", "VIII") and ship_class in ("battleship", "heavy-cruiser")
            assert raid((ship_class, sea))["legal"] is lawful
    assert raid(("battleship", "VI"), ("minor", "VI")) == {"legal": False, "allied_cards_lost": 0}


@pytest.mark.proves("7.2-raiding-2")
def test_a_raiding_battleship_costs_two_allied_cards_and_a_heavy_cruiser_one() -> None:
    assert raid() == {"legal": True, "allied_cards_lost": 0}
    assert raid(("battleship", "VIII"))["allied_cards_lost"] == 2
    assert raid(("heavy-cruiser", "VI"))["allied_cards_lost"] == 1
    assert raid(("battleship", "VI"), ("battleship", "VII"), ("heavy-cruiser", "VIII"))["allied_cards_lost"] == 5


@pytest.mark.proves("7.2-raiding-3")
@pytest.mark.parametrize(
    ("symbols", "recalled"), [([], False), ([5], False), ([3, 2], False), ([6], True), ([5, 1], True), ([5, 5], True)]
)
def test_six_symbols_call_the_raiders_back(symbols: list[int], recalled: bool) -> None:
    assert ask("raid-recall", symbols=symbols) == {"recalled": recalled}


def test_raiding_is_explained() -> None:
    assert explained("raid", raiders=[])[0] == ("No ship goes raiding.", "7.2-raiding-1")
    raiders = [{"class": "battleship", "sea_area": "VI"}, {"class": "heavy-cruiser", "sea_area": "VIII"}]
    assert explained("raid", raiders=raiders) == [
        ("battleship in VI: 2 Allied cards.", "7.2-raiding-2"),
        ("heavy cruiser in VIII: 1 Allied card.", "7.2-raiding-2"),
        ("The Allies lose 3 cards from the top of their deck.", "7.2-raiding-2"),
    ]
    wrong = [{"class": "minor", "sea_area": "VI"}, {"class": "battleship", "sea_area": "V"}]
    assert explained("raid", raiders=wrong) == [
        ("minor ships: only German battleships and heavy cruisers may raid.", "7.2-raiding-1"),
        ("battleship in V: raiders start from sea area VI, VII or VIII.", "7.2-raiding-1"),
        ("These ships may not raid together: nothing is lost.", "7.2-raiding-1"),
    ]
    assert explained("raid-recall", symbols=[5, 3]) == [
        ("8 symbols: all raiding ships are called back, hidden, and move from the raid box.", "7.2-raiding-3"),
        ("2 symbols are left over and lost.", "7.2-raiding-3"),
    ]
    assert explained("raid-recall", symbols=[1]) == [
        ("1 symbol: too few, it takes 6 to call the ships back.", "7.2-raiding-3")
    ]


# the landing


@pytest.mark.proves("6.2-coastal-fort")
@pytest.mark.parametrize(
    ("die", "sunk", "elsewhere"), [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 3), (5, 0, 3), (6, 1, 2)]
)
def test_coastal_fort_sinks_a_ship_on_six_and_bars_the_landing_on_four_and_five(
    die: int, sunk: int, elsewhere: int
) -> None:
    assert ask("coastal-fort", die=die, landing_ships=3) == {
        "ships_sunk": sunk,
        "battalions_to_move_elsewhere": elsewhere,
    }


@pytest.mark.proves("6.2-coastal-fort")
def test_a_fort_that_sinks_the_only_ship_leaves_nobody_to_land_elsewhere() -> None:
    assert ask("coastal-fort", die=6, landing_ships=1) == {"ships_sunk": 1, "battalions_to_move_elsewhere": 0}


def test_a_fort_is_explained_and_needs_a_landing() -> None:
    assert explained("coastal-fort", die=6, landing_ships=2) == [
        ("Coastal fort against 2 ships that land in the point city.", "6.2-coastal-fort"),
        ("Thrown 6: one of these ships, drawn at random, is sunk and lands nothing.", "6.2-coastal-fort"),
        (
            "1 battalion must land in another area on the same sea area; where none is open it does not land.",
            "6.2-coastal-fort",
        ),
    ]
    assert len(explained("coastal-fort", die=3, landing_ships=2)) == 2
    assert "landing_ships" in refusal("coastal-fort", die=6, landing_ships=0)


@pytest.mark.proves("7.2-resist-1")
@pytest.mark.parametrize("die", FACES)
def test_five_or_six_raises_a_norwegian_battalion_in_a_point_city(die: int) -> None:
    new = 1 if die >= 5 else 0
    for landed in (1, 4):
        found = ask("norwegian-resistance", point_city=True, battalions_landed=landed, die=die)
        assert found == {"new_norwegian_battalions": new}


@pytest.mark.proves("7.2-resist-1", "7.2-resist-2")
@pytest.mark.parametrize(("point_city", "landed"), [(False, 2), (True, 0), (False, 0)])
def test_elsewhere_there_is_no_throw_and_a_die_given_is_not_read(point_city: bool, landed: int) -> None:
    for die in (None, 6):
        found = ask("norwegian-resistance", point_city=point_city, battalions_landed=landed, die=die)
        assert found == {"new_norwegian_battalions": 0}
    assert ask("norwegian-resistance", point_city=point_city, battalions_landed=landed) == found


def test_where_a_throw_is_due_the_die_must_be_given() -> None:
    assert "die" in refusal("norwegian-resistance", point_city=True, battalions_landed=1, die=None)
    assert "die" in refusal("norwegian-resistance", point_city=True, battalions_landed=1)


def test_resistance_is_explained() -> None:
    assert explained("norwegian-resistance", point_city=True, battalions_landed=1, die=6) == [
        ("1 battalion lands in the point city: Norway throws a die.", "7.2-resist-1"),
        ("Thrown 6: one new Norwegian battalion is there in time.", "7.2-resist-1"),
    ]
    assert explained("norwegian-resistance", point_city=True, battalions_landed=2, die=2)[1][0].startswith(
        "Thrown 2: no"
    )
    assert explained("norwegian-resistance", point_city=False, battalions_landed=1, die=None)[0][1] == "7.2-resist-2"
    assert explained("norwegian-resistance", point_city=True, battalions_landed=0, die=None)[0][1] == "7.2-resist-1"


def mines(
    die: int, drawn: str | None, sea_area: str = "III", ships: tuple[str, ...] = ("KMS Karlsruhe", "KMS Köln")
) -> dict[str, Any]:
    return {"sea_area": sea_area, "landing_ships": list(ships), "die": die, "drawn": drawn}


@pytest.mark.proves("7.2-landing-cards", "7.2-landing-1")
@pytest.mark.parametrize(
    ("die", "sunk", "ship", "landed"),
    [(1, 0, "", 2), (2, 0, "", 2), (3, 0, "", 2), (4, 0, "KMS Köln", 1), (5, 0, "KMS Köln", 1), (6, 1, "KMS Köln", 1)],
)
def test_a_mine_sinks_a_ship_on_six_and_keeps_one_off_on_four_and_five(
    die: int, sunk: int, ship: str, landed: int
) -> None:
    found = ask("minelaying", **mines(die, "kms koln" if ship else None))
    assert found == {"ships_sunk": sunk, "ship": ship, "battalions_landed": landed}


@pytest.mark.proves("7.2-landing-cards", "7.2-landing-2", "2.3-sea-2")
def test_mines_are_laid_where_germany_lands_from_iii_to_vii() -> None:
    for sea in ("III", "IV", "V", "VI", "VII"):
        assert ask("minelaying", **mines(2, None, sea))["battalions_landed"] == 2
    for sea in ("I", "II", "VIII"):
        assert f"sea area {sea}" in refusal("minelaying", **mines(2, None, sea))
    assert "nothing to strike" in refusal("minelaying", **mines(2, None, ships=()))


def test_the_ship_a_mine_strikes_is_one_of_those_that_land() -> None:
    for die, drawn in ((6, "KMS Emden"), (6, None), (4, None), (3, "KMS Köln")):
        assert "drawn" in refusal("minelaying", **mines(die, drawn))
    assert ask("minelaying", sea_area="V", landing_ships=["KMS Emden"], die=2)["battalions_landed"] == 1
    assert "no name" in refusal("minelaying", **mines(2, None, ships=("",)))


def test_mines_are_explained() -> None:
    assert explained("minelaying", **mines(6, "KMS Köln")) == [
        ("Minelaying in sea area III, where KMS Karlsruhe and KMS Köln land a battalion each.", "7.2-landing-cards"),
        ("Thrown 6: KMS Köln, drawn at random, strikes a mine, is sunk and lands nothing.", "7.2-landing-cards"),
        ("1 battalion lands.", "7.2-landing-1"),
    ]
    assert explained("minelaying", **mines(2, None))[1] == ("Thrown 2: no effect.", "7.2-landing-cards")


# the land battle, mobilisation


@pytest.mark.proves("7.2b-bluff")
@pytest.mark.parametrize("die", FACES)
def test_bluff_and_threats_works_on_three_to_six(die: int) -> None:
    assert ask("bluff-and-threats", die=die) == {"defender_leaves": die >= 3}
    rules = [number for _, number in explained("bluff-and-threats", die=die)]
    assert rules == (["7.2b-bluff", "4.2-8-def-1"] if die >= 3 else ["7.2b-bluff"])


def city(area: str, mobilised: bool = False, german_battalions: int = 0) -> dict[str, Any]:
    return {"area": area, "mobilised": mobilised, "german_battalions": german_battalions}


@pytest.mark.proves("7.3-mob-1")
def test_point_cities_mobilise_that_have_not_and_hold_no_germans() -> None:
    cities = [city("oslo"), city("Bergen", mobilised=True), city("Trondheim", german_battalions=1), city("NARVIK")]
    found = ask("mobilisation", point_cities=cities, free_mobilisation_points=0)
    assert found == {"city_battalions": ["Oslo", "Narvik"], "point_battalions": 0}
    both = ask("mobilisation", point_cities=[city("Oslo", True, 2)], free_mobilisation_points=0)
    assert both["city_battalions"] == []


@pytest.mark.proves("7.3-mob-2")
@pytest.mark.parametrize(("free", "battalions"), [(0, 0), (1, 0), (2, 1), (7, 3), (12, 6)])
def test_every_second_free_mobilisation_point_gives_a_battalion(free: int, battalions: int) -> None:
    assert mobilisation_of_points(free) == battalions
    assert ask("mobilisation", point_cities=[], free_mobilisation_points=free)["point_battalions"] == battalions


def test_a_mobilisation_that_cannot_be_is_refused() -> None:
    def refused(*cities: dict[str, Any], free: int = 0) -> str:
        return refusal("mobilisation", point_cities=list(cities), free_mobilisation_points=free)

    assert "Hamar is no point city" in refused(city("Hamar"))
    assert "listed twice" in refused(city("Oslo"), city("OSLO"))
    assert "free_mobilisation_points" in refused(free=len(board.MOBILISATION) + 1)
    point_cities = [city(board.AREAS[area]) for area in board.POINT_CITY]
    assert len(ask("mobilisation", point_cities=point_cities, free_mobilisation_points=0)["city_battalions"]) == 6


def test_mobilisation_is_explained() -> None:
    cities = [city("Oslo"), city("Bergen", mobilised=True), city("Narvik", german_battalions=1)]
    assert explained("mobilisation", point_cities=cities, free_mobilisation_points=5) == [
        ("Oslo mobilises one battalion.", "7.3-mob-1"),
        ("Bergen has already mobilised.", "7.3-mob-1"),
        ("Narvik is occupied by Germans.", "7.3-mob-1"),
        (
            "5 mobilisation points without Germans, one battalion for every second: 2 battalions, "
            "at most one on each point.",
            "7.3-mob-2",
        ),
    ]


# the odds


def test_the_odds_of_the_landing() -> None:
    def chances(procedure: str, output: str, **given: Any) -> dict[Any, Fraction]:
        listed = desk.odds(PROCEDURES[procedure], given)["outputs"][output]
        return {entry["value"]: Fraction(entry["p"]) for entry in listed}

    struck = chances("minelaying", "ship", sea_area="IV", landing_ships=["KMS Köln", "KMS Emden"])
    assert struck == {"": Fraction(1, 2), "KMS Köln": Fraction(1, 4), "KMS Emden": Fraction(1, 4)}
    assert chances("coastal-fort", "ships_sunk", landing_ships=2) == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    rises = chances("norwegian-resistance", "new_norwegian_battalions", point_city=True, battalions_landed=1)
    assert rises == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    nobody = chances("norwegian-resistance", "new_norwegian_battalions", point_city=False, battalions_landed=1)
    assert nobody == {0: 1}
    assert chances("bluff-and-threats", "defender_leaves") == {False: Fraction(1, 3), True: Fraction(2, 3)}
    assert chances("reconnaissance", "seen", target_cards=2) == {
        0: Fraction(4, 9),
        1: Fraction(4, 9),
        2: Fraction(1, 9),
    }
