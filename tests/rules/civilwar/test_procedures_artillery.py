"""Artillery (06.01 - 06.03), material loss and repair (06.03.3 - 06.03.6)."""

from fractions import Fraction
from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, explained, refusal
from feltherre.core.catalogue import messages
from feltherre.games.civilwar import procedures, tables
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.procedures import artillery, artillery_hits
from feltherre.umpire import desk

#: schema VII as the book prints it (0 is a dash): canister, shell, solid shot; with the class and size of R63
SCHEMA_VII: dict[str, tuple[int, int, int, str, int]] = {
    "6pdr_m41": (15, 80, 110, "smoothbore", -2),
    "6pdr_whitworth": (15, 0, 190, "special_rifled", -2),
    "10pdr_parrott": (20, 100, 140, "rifled", -1),
    "10pdr_brooke": (20, 105, 190, "rifled", -1),
    "3in_rodman": (20, 100, 140, "rifled", 0),
    "12pdr_gunhow_m41": (20, 85, 115, "smoothbore", 0),
    "12pdr_napoleon": (20, 85, 115, "smoothbore", 0),
    "12pdr_blakely": (20, 100, 140, "special_rifled", 0),
    "12pdr_armstrong": (20, 110, 160, "special_rifled", 0),
    "12pdr_whitworth": (20, 0, 250, "special_rifled", 0),
    "20pdr_parrott": (20, 100, 140, "rifled", 1),
    "30pdr_parrott": (20, 115, 155, "rifled", 1),
    "12pdr_howitzer": (15, 75, 0, "smoothbore", 0),
    "24pdr_howitzer": (20, 90, 0, "smoothbore", 1),
    "32pdr_howitzer": (20, 110, 0, "smoothbore", 1),
    "3pdr_mountain": (12, 60, 0, "smoothbore", -3),
    "12pdr_mountain": (14, 65, 0, "smoothbore", 0),
    "10in_mortar": (0, 150, 0, "smoothbore", 1),
}
AMMUNITION = ("canister", "shell", "solid_shot")


def fire(**changed: Any) -> dict[str, Any]:
    """Four Napoleons with solid shot at one line: no modifier."""
    given = {"piece": "12pdr_napoleon", "ammunition": "solid_shot", "guns_serviceable": 4, "gunners": 4}
    return ask("artillery-fire", **{**given, "distance_cm": 60, "dice": [3, 4], **changed})


@pytest.mark.proves("06.03.1", "06.02.1")
@pytest.mark.parametrize("piece", SCHEMA_VII)
def test_what_a_piece_fires_how_far_and_how_heavily(piece: str) -> None:
    *ranges, gun_class, size = SCHEMA_VII[piece]
    assert tables.PIECES[piece].gun_class == gun_class
    for ammunition, reach in zip(AMMUNITION, ranges, strict=True):
        assert (tables.PIECES[piece].range(ammunition) or 0) == reach
        given = {"piece": piece, "ammunition": ammunition, "guns_serviceable": 1, "gunners": 1, "dice": [1, 2]}
        if not reach:
            assert refusal("artillery-fire", **given, distance_cm=1).startswith("There is no ")
            continue
        bonus = {"canister": 4, "shell": 0, "solid_shot": 0}[ammunition]
        assert ask("artillery-fire", **given, distance_cm=10)["modifier"] == size + bonus
        beyond = {**given, "distance_cm": reach + 0.5}
        if ammunition == "canister":
            assert f"{reach} cm" in refusal("artillery-fire", **beyond)
        else:
            assert ask("artillery-fire", **beyond)["guns"] == 1


@pytest.mark.proves("06.01.3")
@pytest.mark.parametrize(
    ("serviceable", "gunners", "guns"), [(6, 6, 6), (6, 3, 6), (6, 2, 4), (3, 6, 3), (8, 8, 6), (4, 0, 0), (0, 4, 0)]
)
def test_half_a_gunner_for_each_gun(serviceable: int, gunners: int, guns: int) -> None:
    assert artillery.guns_firing(serviceable, gunners) == guns
    assert fire(guns_serviceable=serviceable, gunners=gunners)["guns"] == guns


def test_no_battery_has_more_than_eight_guns() -> None:
    nine = {"piece": "12pdr_napoleon", "ammunition": "shell", "guns_serviceable": 9, "gunners": 4, "distance_cm": 9}
    assert "8" in refusal("artillery-fire", **nine, dice=[3, 4])


def test_a_battery_that_nobody_serves_does_nothing() -> None:
    answer = fire(piece="10pdr_parrott", gunners=0, dice=[1, 1])
    assert (answer["losses_men"], answer["gun_bursts"]) == (0, False)


@pytest.mark.proves("06.01.3")
def test_of_a_battery_that_nobody_serves_no_modifier_is_told() -> None:
    silent = {"piece": "12pdr_napoleon", "ammunition": "solid_shot", "guns_serviceable": 4, "gunners": 0}
    told = explained("artillery-fire", **silent, distance_cm=60, surprised=True, grade=2, dice=[3, 4])
    assert [text for text, _ in told] == ["0 guns count.", "No gun can be served: nothing happens."]


@pytest.mark.proves("06.03.1")
@pytest.mark.parametrize(
    ("changed", "modifier"),
    [
        ({}, 0),
        ({"ammunition": "shell", "distance_cm": 20}, 0),
        ({"ammunition": "shell", "distance_cm": 20.5}, 2),
        ({"target_formation": "thin_line"}, -1),
        pytest.param({"target_formation": "building"}, -1, marks=pytest.mark.proves("02.04.3")),
        ({"target_formation": "chain"}, -2),
        ({"target_formation": "limbered_artillery"}, -2),
        pytest.param({"target_formation": "wagon"}, -2, marks=pytest.mark.proves("06.03.4")),
        ({"target_formation": "unlimbered_artillery"}, 0),
        ({"target_cover": 1}, -1),
        ({"target_cover": 2}, -2),
        ({"target_cover": 3}, 0),
        pytest.param({"surprised": True}, -4, marks=pytest.mark.proves("04.02.13")),
        ({"order_state": "LU"}, -1),
        ({"order_state": "U"}, -3),
        ({"grade": -1}, -1),
        ({"grade": 2}, 2),
    ],
)
def test_every_row_of_schema_ix(changed: dict[str, Any], modifier: int) -> None:
    answer = fire(**changed)
    assert (answer["modifier"], answer["result"]) == (modifier, 7 + modifier)


@pytest.mark.proves("06.02.3")
def test_solid_shot_counts_the_ranks_it_goes_through() -> None:
    assert [fire(front_ranks_hit=ranks)["modifier"] for ranks in range(7)] == [0, 0, 0, 2, 2, 4, 4]
    assert fire(front_ranks_hit=9, ammunition="shell", distance_cm=20)["modifier"] == 0


#: schema X as the book prints it
SCHEMA_X = {
    6: (2, 4, 6, 8, 10, 14, 18, 24, 36, 48, 60, 72, 96, 120, 144),
    5: (2, 3, 5, 7, 8, 12, 15, 20, 30, 40, 50, 60, 80, 100, 120),
    4: (1, 3, 4, 5, 7, 9, 12, 16, 24, 32, 40, 48, 64, 80, 96),
    3: (1, 2, 3, 4, 5, 7, 9, 12, 18, 24, 30, 36, 48, 60, 72),
    2: (1, 1, 2, 3, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48),
    1: (0, 0, 1, 1, 2, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24),
}


@pytest.mark.proves("06.03.1")
@pytest.mark.parametrize("guns", SCHEMA_X)
def test_schema_x_and_its_ends(guns: int) -> None:
    whole = Fraction(1)
    assert [artillery.artillery_losses(guns, result, whole, 1) for result in range(1, 16)] == list(SCHEMA_X[guns])
    ends = [artillery.artillery_losses(guns, result, whole, 1) for result in (-5, 0, 16, 99)]
    assert ends == [0, 0, SCHEMA_X[guns][-1], SCHEMA_X[guns][-1]]
    assert artillery.artillery_losses(0, 15, whole, 1) == 0, "nobody fires"


@cases(
    "changed losses",
    ("06.03.8", {}, 48),
    ("06.03.8", {"target_cover": 3}, 12),
    ("06.03.8", {"target_formation": "unlimbered_artillery"}, 24),
    ("06.03.8", {"target_pinned": True}, 24),
    ("06.03.8", {"target_cover": 3, "target_pinned": True}, 6),
    ("06.03.8", {"target_cover": 3, "target_formation": "unlimbered_artillery", "target_pinned": True}, 3),
)
def test_cover_iii_guns_and_pinned_units_take_reduced_losses(changed: dict[str, Any], losses: int) -> None:
    assert fire(dice=[6, 6], **changed)["losses_men"] == losses


@pytest.mark.proves("06.02.4", "06.03.4")
def test_units_behind_take_what_their_ranks_add_also_behind_a_wagon() -> None:
    through = fire(front_ranks_hit=2, all_ranks_hit=5)
    assert (through["losses_men"], through["extra_losses_men"]) == (12, 40 - 12)
    wagon = fire(target_formation="wagon", front_ranks_hit=1, all_ranks_hit=3, dice=[6, 3])
    assert (wagon["losses_men"], wagon["extra_losses_men"]) == (0, 24 - 12)
    assert fire(ammunition="shell", front_ranks_hit=2, all_ranks_hit=5)["extra_losses_men"] == 0
    assert fire(front_ranks_hit=5, all_ranks_hit=5)["extra_losses_men"] == 0


@pytest.mark.proves("06.03.9")
def test_a_general_falls_on_a_ten_but_not_beside_a_wagon() -> None:
    assert fire(general_in_contact=True, dice=[5, 5])["general_falls"] is True
    assert fire(general_in_contact=True, dice=[5, 6])["general_falls"] is False
    assert fire(general_in_contact=True, dice=[5, 5], target_formation="wagon")["general_falls"] is False
    assert fire(dice=[5, 5])["general_falls"] is False
    # one man is enough
    grazed = {"ammunition": "canister", "distance_cm": 10, "guns_serviceable": 1, "general_in_contact": True}
    assert fire(**grazed, canister_share=0.05, dice=[5, 5])["losses_men"] == 1
    assert fire(**grazed, canister_share=0.05, dice=[5, 5])["general_falls"] is True
    assert fire(**grazed, canister_share=0.02, dice=[5, 5])["general_falls"] is False


@pytest.mark.proves("06.03.7")
def test_two_ones_burst_a_10_pounder_parrott() -> None:
    assert fire(piece="10pdr_parrott", dice=[1, 1])["gun_bursts"] is True
    assert fire(piece="10pdr_parrott", dice=[1, 2])["gun_bursts"] is False
    assert fire(piece="20pdr_parrott", dice=[1, 1])["gun_bursts"] is False
    assert fire(piece="10pdr_parrott", dice=[1, 1], guns_serviceable=1)["gun_bursts"] is True
    found = desk.odds(
        procedures.PROCEDURES["artillery-fire"],
        {"piece": "10pdr_parrott", "ammunition": "shell", "guns_serviceable": 4, "gunners": 4, "distance_cm": 50},
    )["outputs"]
    assert {c["value"]: c["p"] for c in found["gun_bursts"]} == {False: "35/36", True: "1/36"}


@pytest.mark.proves("06.02.1")
def test_only_a_part_of_the_canister_is_told_of() -> None:
    given = {"piece": "12pdr_napoleon", "ammunition": "canister", "guns_serviceable": 4, "gunners": 4}
    told = [
        len(explained("artillery-fire", **given, distance_cm=9, canister_share=share, dice=[3, 4]))
        for share in (1, 0.5)
    ]
    assert told[1] == told[0] + 1
    # no table has more figures than a thousand
    thin = explained("artillery-fire", **given, distance_cm=9, canister_share=0.000999, dice=[3, 4])
    assert any("1/1000" in text for text, _ in thin)


@pytest.mark.proves("06.02.1")
def test_a_share_of_canister_told_with_decimals_is_read_as_the_ratio_it_was() -> None:
    given = {"piece": "3pdr_mountain", "ammunition": "canister", "distance_cm": 9, "guns_serviceable": 3}
    shares = ask(
        "canister-shares", targets=[{"id": "a", "figures_two_ranks": 10}, {"id": "b", "figures_two_ranks": 2}]
    )["shares"]
    assert shares == {"a": 0.8333333, "b": 0.1666667}
    # 3 men: 2.5 and 0.5, both rounded upwards
    for share, men in zip(shares.values(), (3, 1), strict=True):
        assert ask("artillery-fire", **given, gunners=3, canister_share=share, dice=[1, 1])["losses_men"] == men


@pytest.mark.proves("06.02.1")
def test_canister_is_shared_among_those_it_can_hit() -> None:
    masked = {"figures_two_ranks": 9, "covered_by_closed": True}
    behind = {"figures_two_ranks": 9, "nearer_friend_same_half": True}
    targets = [{"id": "m", **masked}, {"id": "b", **behind}]
    assert ask("canister-shares", targets=targets) == {"shares": {}}
    chain = {"id": "c", "figures_two_ranks": 6, "figures_chain_in_front": 3}
    found = ask("canister-shares", targets=[*targets, chain, {"id": "d", "figures_two_ranks": 3}])
    assert found == {"shares": {"c": 0.75, "d": 0.25}}
    assert "twice" in refusal("canister-shares", targets=[chain, chain])


@pytest.mark.proves("06.02.2")
@pytest.mark.parametrize(
    ("gun_class", "row"),
    [("smoothbore", "ss ll ooo rr gg"), ("rifled", "s ll ooooo rr g"), ("special_rifled", "ll ooooooo rr")],
)
def test_schema_viii(gun_class: str, row: str) -> None:
    names = {"s": "too_short", "l": "left", "o": "on_the_spot", "r": "right", "g": "too_long"}
    expected = [names[letter] for letter in row if letter != " "]
    found = []
    for total in range(2, 13):
        dice = [min(total - 1, 6), total - min(total - 1, 6)]
        shot = {"gun_class": gun_class, "guess_cm": 50, "origin": [0, 0], "bearing_deg": 0}
        found.append(ask("artillery-deviation", dice=dice, **shot)["deviation"])
    assert found == expected


@cases(
    "bearing deviation point",
    ("06.02.2", 0, "on_the_spot", (10, 70)),
    ("06.02.2", 0, "too_short", (10, 65)),
    ("06.02.2", 0, "too_long", (10, 75)),
    ("06.02.2", 0, "left", (5, 70)),
    ("06.02.2", 0, "right", (15, 70)),
    ("06.02.2", 90, "left", (60, 25)),
    ("06.02.2", 180, "left", (15, -30)),
    ("06.02.2", 270, "right", (-40, 25)),
    ("06.02.2", -90, "right", (-40, 25)),
    ("06.02.2", 450, "left", (60, 25)),
)
def test_a_round_falls_a_tenth_of_the_guess_off(bearing: float, deviation: str, point: tuple[float, float]) -> None:
    assert artillery_hits.impact((10, 20), bearing, 50, deviation) == point


@pytest.mark.proves("06.02.3")
def test_the_first_outline_on_the_point_is_hit_edges_included() -> None:
    square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    inside = [(5, 5), (0, 0), (10, 10), (0, 5), (5, 10), (10, 3)]
    outside = [(-0.01, 5), (10.01, 5), (5, 10.01), (11, 11), (-5, 0), (15, 10)]
    assert all(artillery_hits.contains(square, point) for point in inside)
    assert not any(artillery_hits.contains(square, point) for point in outside)
    crooked = [(0, 0), (10, 0), (10, 10), (5, 2), (0, 10)]
    assert artillery_hits.contains(crooked, (1, 5))
    assert not artillery_hits.contains(crooked, (5, 5))


@pytest.mark.proves("06.02.3", "06.02.5")
def test_friend_or_foe_whoever_stands_there_is_hit() -> None:
    box = [[-5, 40], [5, 40], [5, 60], [-5, 60]]
    shot: dict[str, Any] = {"gun_class": "rifled", "guess_cm": 50, "origin": [0, 0], "bearing_deg": 0}
    both = [{"id": "friend", "polygon": box}, {"id": "foe", "polygon": box}]
    assert ask("artillery-deviation", **shot, outlines=both, dice=[3, 4])["hit"] == "friend"
    assert ask("artillery-deviation", **shot, outlines=both[1:], dice=[3, 4])["hit"] == "foe"
    assert ask("artillery-deviation", **shot, dice=[3, 4])["hit"] is None
    again = ask("artillery-deviation", **shot, outlines=both, continued_hit="foe")
    assert again == {"deviation": "continued", "impact": None, "hit": "foe"}


def test_a_gunner_is_told_what_he_hit_but_no_distance() -> None:
    shot: dict[str, Any] = {"gun_class": "rifled", "guess_cm": 57, "origin": [0, 0], "bearing_deg": 0}
    told = explained("artillery-deviation", **shot, dice=[1, 1])
    assert [line for line, _ in told] == [
        "The dice show 2: a tenth of the guessed distance too short.",
        "Nobody is hit; the round is spent all the same.",
    ]


def overhead(**changed: Any) -> str:
    answer = ask("arc-and-overhead-fire", **{"piece": "12pdr_napoleon", "ammunition": "shell", **changed})
    assert answer["legal"] == (answer["reason"] == "ok")
    assert answer["in_arc"] == (answer["reason"] != "outside_arc")
    return str(answer["reason"])


def over(near: float = 10, far: float = 10, below: int = 1) -> dict[str, Any]:
    return {"from_battery_cm": near, "to_point_cm": far, "terraces_below": below}


@pytest.mark.proves("06.01.4")
def test_the_arc_is_45_degrees() -> None:
    assert (overhead(angle_deg=45), overhead(angle_deg=45.5)) == ("ok", "outside_arc")
    assert overhead(angle_deg=46, overshot=[over(near=1)]) == "outside_arc"


@pytest.mark.proves("06.01.5")
def test_overhead_fire_needs_10_cm_on_both_sides() -> None:
    assert overhead(overshot=[over()]) == "ok"
    assert overhead(overshot=[over(), over(near=9.5, far=9)]) == "too_near_battery"
    assert overhead(overshot=[over(far=9.5, below=0)]) == "too_near_point"
    assert overhead(ammunition="canister", overshot=[over(20, 20)]) == "canister_overhead"
    assert overhead(ammunition="canister") == "ok"


@pytest.mark.proves("06.01.5", "09.02.2")
@pytest.mark.parametrize("piece", SCHEMA_VII)
def test_cannon_and_solid_shot_need_higher_ground(piece: str) -> None:
    free = "howitzer" in piece or "mountain" in piece or "mortar" in piece
    _, shell, shot, *_ = SCHEMA_VII[piece]
    if shell:
        expected = "ok" if free else "no_higher_ground"
        assert overhead(piece=piece, overshot=[over(below=0)]) == expected
    if shot:
        assert overhead(piece=piece, ammunition="solid_shot", overshot=[over(below=0)]) == "no_higher_ground"
        assert overhead(piece=piece, ammunition="solid_shot", overshot=[over(below=1)]) == "ok"


def test_every_piece_of_the_book_has_a_name() -> None:
    names = {key for key in messages("civilwar", "en") if key.startswith("civilwar.piece.")}
    assert names == {f"civilwar.piece.{row[1]}" for row in GAME.ledger.tables["VII"].rows}


# material


NO_LOSS = {
    "guns_damaged": 0,
    "guns_destroyed": 0,
    "limbers_damaged": 0,
    "limbers_destroyed": 0,
    "horses_killed": 0,
    "wagon_destroyed": False,
}
#: schema XI as the book prints it, for an unlimbered battery
SCHEMA_XI: dict[int, dict[str, int]] = {
    12: {"limbers_damaged": 1, "horses_killed": 4},
    11: {"guns_damaged": 1},
    10: {"limbers_destroyed": 1},
    9: {"guns_destroyed": 1},
    8: {"limbers_damaged": 1},
    7: {"guns_damaged": 1},
    6: {"horses_killed": 2},
    5: {"horses_killed": 1},
}


def struck(dice_sum: int, **given: Any) -> dict[str, Any]:
    return ask("counter-battery", **{"dice_sum": dice_sum, "ammunition": "shell", **given})


@pytest.mark.proves("06.03.3")
@pytest.mark.parametrize("dice", range(2, 13))
@pytest.mark.parametrize("cover", range(4))
def test_schema_xi_less_the_cover(dice: int, cover: int) -> None:
    result = dice - cover
    expected = {"result": result, **NO_LOSS, **SCHEMA_XI.get(result, {})}
    assert struck(dice, target_cover=cover) == expected
    limbered = {**expected, "guns_destroyed": 1} if result == 10 else expected
    assert struck(dice, target_cover=cover, target_limbered=True) == limbered
    horses = {"result": result, **NO_LOSS, "horses_killed": expected["horses_killed"]}
    assert struck(dice, target_cover=cover, target_limbered=True, ammunition="canister") == horses


@pytest.mark.proves("06.03.4")
@pytest.mark.parametrize("dice", range(2, 13))
def test_a_wagon_is_destroyed_from_seven_but_never_by_canister(dice: int) -> None:
    horses = SCHEMA_XI.get(dice, {}).get("horses_killed", 0)
    expected = {"result": dice, **NO_LOSS, "horses_killed": horses, "wagon_destroyed": dice >= 7}
    assert struck(dice, is_wagon=True) == expected
    assert struck(dice, is_wagon=True, ammunition="canister") == {**expected, "wagon_destroyed": False}


@pytest.mark.proves("06.03.3")
def test_what_is_gone_cannot_be_lost_again() -> None:
    assert struck(7, guns_left=0)["guns_damaged"] == struck(9, guns_left=0)["guns_destroyed"] == 0
    broken = struck(7, guns_left=1, guns_already_damaged=1)
    assert (broken["guns_damaged"], broken["guns_destroyed"]) == (0, 1)
    limber = struck(8, limbers_left=2, limbers_already_damaged=2)
    assert (limber["limbers_damaged"], limber["limbers_destroyed"]) == (0, 1)
    assert struck(8, limbers_left=2, limbers_already_damaged=1)["limbers_damaged"] == 1
    assert struck(10, limbers_left=0)["limbers_destroyed"] == 0
    assert struck(12, horses_left=3)["horses_killed"] == 3


@cases(
    "worked fire_on_it attacked after done",
    ("06.03.6", 0, False, False, 1, False),
    ("06.03.6", 1, False, False, 2, True),
    ("06.03.6", 1, True, False, 2, False),
    ("06.03.6", 2, True, False, 3, True),
    ("06.03.6", 1, False, True, 1, False),
)
def test_a_gunner_repairs_in_two_turns_or_three_under_fire(
    worked: int, fire_on_it: bool, attacked: bool, after: int, done: bool
) -> None:
    given = {"turns_worked": worked, "under_effective_fire": fire_on_it, "attacked_or_melee": attacked}
    assert ask("repair", **given) == {"turns_after": after, "repaired": done}
