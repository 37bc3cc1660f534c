"""After an attack (1.5-b to 1.5-f, 3.1): losses shared by their owner, retreat or a loss instead, advance."""

from __future__ import annotations

import pytest

from cases import cases
from feltherre.games.normandy import board
from normandy_table import Playing, position


def attack(line: str, die: int, **stand: object) -> Playing:
    return position(phase="combat", turn=8, **stand).throws([die])(line)  # type: ignore[arg-type]


@pytest.mark.proves("3.1-d2", "1.5-b", "3.1-d")
@pytest.mark.parametrize(
    ("line", "left"), [("losses ca-3-inf + ca-3-inf", "destroyed"), ("losses br-7-arm + ca-3-inf", "1411")]
)
def test_the_owner_spreads_the_losses(line: str, left: str) -> None:
    """Example 3: A2 costs one division, or each of them a loss."""
    play = attack(
        "attack 1512 with br-7-arm + ca-3-inf",
        1,
        allied={"1412": ["br-7-arm"], "1511": ["ca-3-inf"]},
        german={"1512": ["de-711-inf"]},
    )
    assert (play.asked, play.prompt) == (["allied"], "losses")
    assert play.refusal("losses ca-3-inf")[0] == "losses.number"
    assert play.refusal("losses br-3-inf + ca-3-inf")[0] == "losses.not-among"
    play(line)
    assert play.place("ca-3-inf") == ("destroyed" if left == "destroyed" else "1511")
    assert play.losses("br-7-arm") == (0 if left == "destroyed" else 1)


@pytest.mark.proves("1.5-b", "1.2-d")
def test_losses_beyond_what_is_there_are_ignored() -> None:
    # 6-1 and a 4: F2R
    play = attack(
        "attack 1511 with br-7-arm",
        4,
        allied={"1411": ["br-7-arm"]},
        german={"1511": ["de-716-inf"]},
        losses={"de-716-inf": 1},
    )
    assert play.place("de-716-inf") == "destroyed"
    assert play.prompt == "advance"


@pytest.mark.proves("1.5-c", "1.5-d", "3.1-c", "1.4-open")
def test_a_retreat_through_zones_costs_another_loss() -> None:
    """Example 2: the 711th is shut in, and destroyed."""
    play = attack(
        "attack 1614 with br-7-arm",
        3,
        allied={"1613": ["br-7-arm"], "1516": ["ca-3-inf"], "1716": ["br-3-inf"]},
        german={"1614": ["de-711-inf"]},
    )
    assert (play.asked, play.prompt) == (["german"], "retreat")
    # of the hexes around it 1615, 1714 and 1715 touch fewest of the attacking hexes
    assert sorted(play.offered()) == ["fall back to 1615", "fall back to 1714", "fall back to 1715"]
    assert play.refusal("fall back to 1613") == ("retreat.enemy", "1.5-c")
    assert play.refusal("fall back to 1512") == ("retreat.not-beside", "1.5-c")
    assert play.refusal("stand")[0] == "no-stand"
    play("fall back to 1615")
    assert play.place("de-711-inf") == "destroyed"
    assert play.told()[-2:] == ["shut-in", "destroyed"]


@pytest.mark.proves("1.5-d", "1.5-b", "3.1-d2")
def test_the_retreat_costs_one_loss_which_the_owner_spreads_and_one_alone_is_not_asked() -> None:
    play = attack(
        "attack 1614 with br-7-arm + br-11-arm",
        2,
        allied={"1613": ["br-7-arm", "br-11-arm"], "1516": ["ca-3-inf"], "1716": ["br-3-inf"]},
        german={"1614": ["de-711-inf", "de-716-inf"]},
    )
    # F1R: a loss for the attack, and one for the way
    play("losses de-711-inf", "fall back to 1615")
    assert (play.asked, play.prompt) == (["german"], "losses")
    play("losses de-716-inf")
    assert [play.losses(name) for name in ("de-711-inf", "de-716-inf")] == [1, 1]
    alone = attack("attack 1614 with br-7-arm", 3, allied={"1613": ["br-7-arm"]}, german={"1614": ["de-711-inf"]})
    assert (alone.losses("de-711-inf"), "losses" in alone.prompt) == (1, False)


@pytest.mark.proves("1.5-d", "3.1-d", "3.1-g")
@cases(
    "says german costs",
    ("", "an enemy zone", {}, True),
    ("", "cancelled by the zone of another own unit", {"1616": ["de-21-pz"]}, False),
    ("", "not where that unit itself stands", {"1615": ["de-21-pz"]}, True),
)
def test_an_own_zone_cancels_the_enemys_in_an_empty_hex(german: dict[str, list[str]], costs: bool) -> None:
    play = attack(
        "attack 1614 with br-7-arm",
        3,
        allied={"1613": ["br-7-arm"], "1516": ["ca-3-inf"]},
        german={"1614": ["de-711-inf"], **german},
    )
    play("fall back to 1615")
    assert play.place("de-711-inf") == ("destroyed" if costs else "1615")


@pytest.mark.proves("1.5-e", "3.1-f2", "1.4-city", "3.1-f")
def test_in_a_city_the_defender_may_trade_the_retreat_for_a_loss() -> None:
    """Example 4: F1R; the loss would destroy the 711th, so it retreats."""
    stand = {
        "allied": {"1412": ["ca-3-inf"], "1511": ["br-7-arm"], "1611": ["br-3-inf"]},
        "german": {"1512": ["de-711-inf"]},
    }
    play = attack("attack 1512 with ca-3-inf + br-7-arm + br-3-inf", 6, **stand)
    assert play.prompt == "retreat-or-stand"
    assert {"fall back to 1613", "stand"} <= set(play.offered())
    play("fall back to 1613")
    assert (play.place("de-711-inf"), play.losses("de-711-inf")) == ("1613", 1)
    play = attack("attack 1512 with ca-3-inf + br-7-arm + br-3-inf", 6, **stand)
    play("stand")
    assert play.place("de-711-inf") == "destroyed"


@cases(
    "says hex attacker",
    ("1.5-e 1.4-bocage", "bocage", "1212", "1311"),
    ("1.5-e 1.4-marsh", "marsh", "0810", "0911"),
)
def test_in_bocage_and_marsh_too(hex: str, attacker: str) -> None:  # noqa: A002 the column of the rows
    force = ["br-7-arm", "br-11-arm", "br-gds-arm"]
    play = attack(f"attack {hex} with {' + '.join(force)}", 6, allied={attacker: force}, german={hex: ["de-711-inf"]})
    # 24 against 3, a 6 less 2: F2R would destroy it; F1R at a lower die
    assert play.place("de-711-inf") == "destroyed"
    play = attack(f"attack {hex} with {' + '.join(force)}", 4, allied={attacker: force}, german={hex: ["de-711-inf"]})
    assert play.prompt == "retreat-or-stand"
    play("stand")
    assert play.place("de-711-inf") == "destroyed"


@pytest.mark.proves("1.5-c", "4.1-e")
def test_whoever_has_nowhere_to_go_stays_and_takes_a_loss_and_batteries_are_left_behind() -> None:
    # Longues stands between the sea and the Aure; the division goes, the battery is lost
    play = attack(
        "attack 1209 with us-2-arm + us-1-inf",
        4,
        allied={"1109": ["us-2-arm", "us-1-inf"]},
        german={"1209": ["de-352-inf", "cb-longues"]},
        losses={"de-352-inf": 0},
    )
    while play.asked == ["german"]:
        play(play.offered()[0])
    assert play.place("cb-longues") == "destroyed"
    # alone it cannot retreat
    play = attack("attack 1209 with us-2-arm", 2, allied={"1109": ["us-2-arm"]}, german={"1209": ["cb-longues"]})
    assert play.place("cb-longues") == "destroyed"


@pytest.mark.proves("1.5-c", "4.1-e")
def test_a_battery_is_left_behind_by_those_it_stood_with_and_counts_for_their_room() -> None:
    """At Longues at 4-1: a 4 is F1R, a 5 F2R. The one way out that the enemy does not hold is Bayeux (1210)."""
    stand = {"allied": {"1109": ["us-2-arm", "us-1-inf"]}, "german": {"1209": ["de-352-inf", "cb-longues"]}}
    line = "attack 1209 with us-2-arm + us-1-inf"
    play = attack(line, 4, **stand)("losses de-352-inf")
    assert [play.place(name) for name in ("de-352-inf", "cb-longues")] == ["1210", "destroyed"]
    assert play.told().index("destroyed") < play.told().index("retreat")
    # with four points in Bayeux there is room for the division, but not for both
    stand["german"] = {**stand["german"], "1210": ["de-21-pz", "de-77-inf"]}
    play = attack(line, 4, **stand)("losses de-352-inf")
    assert (play.told()[-1], play.prompt, play.losses("de-352-inf")) == ("blocked", "losses", 1)
    play("losses cb-longues")
    assert (play.place("de-352-inf"), play.place("cb-longues")) == ("1209", "destroyed")
    # when the battery alone is left it stays, and is lost by that
    stand["german"] = {"1209": ["de-352-inf", "cb-longues"]}
    play = attack(line, 5, **stand)("losses de-352-inf + de-352-inf")
    assert play.told()[-3:] == ["destroyed", "blocked", "destroyed"]
    assert play.place("cb-longues") == "destroyed"


@pytest.mark.proves("1.5-c", "1.4-river", "1.4-bridge")
def test_a_retreat_goes_over_a_bridge_but_over_no_river_without_one() -> None:
    play = attack("attack 1513 with br-7-arm", 3, allied={"1512": ["br-7-arm"]}, german={"1513": ["de-711-inf"]})
    assert sorted(play.offered()) == ["fall back to 1413", "fall back to 1414"]
    assert play.refusal("fall back to 1412") == ("retreat.no-way", "1.4-river")
    assert play.refusal("fall back to 1514") == ("retreat.no-way", "1.4-river")
    play = attack("attack 1513 with br-7-arm", 3, allied={"1413": ["br-7-arm"]}, german={"1513": ["de-711-inf"]})
    assert play.place("de-711-inf") == "1512"


@pytest.mark.proves("1.5-c")
def test_without_a_hex_to_go_to_a_loss_is_taken() -> None:
    around = {"1511": ["br-7-arm"], "1412": ["br-3-inf"], "1611": ["br-50-inf"], "1612": ["br-49-inf"]}
    allied = {**around, "1613": ["br-15-inf"], "1513": ["br-43-inf", "br-53-inf"]}
    play = attack("attack 1512 with br-7-arm + br-3-inf + br-50-inf", 6, allied=allied, german={"1512": ["de-711-inf"]})
    # F1R: one loss for the attack, one more because there is no way out
    assert "blocked" in play.told()
    assert play.place("de-711-inf") == "destroyed"


@pytest.mark.proves("1.5-f", "3.1-b", "STEP-4-e", "VIC-2")
def test_those_who_took_part_may_advance_but_not_over_the_river() -> None:
    """Example 1: the Canadians take the hex, the artillery stays behind the river."""
    play = attack(
        "attack 1513 with ca-3-inf + br-3-inf + br-5-agra",
        5,
        allied={"1512": ["ca-3-inf", "br-3-inf"], "1412": ["br-5-agra"]},
        german={"1513": ["de-711-inf"]},
    )
    while play.asked == ["german"]:
        play(play.offered()[0])
    assert play.prompt == "advance"
    assert play.refusal("advance br-5-agra") == ("advance.river", "3.1-b")
    assert play.refusal("advance br-7-arm") == ("advance.took-no-part", "1.5-f")
    play("advance ca-3-inf")
    assert (play.place("ca-3-inf"), play.place("br-3-inf"), play.place("br-5-agra")) == ("1513", "1512", "1412")


#: all beachheads but Sword are the Germans' and lost
TAKEN = {place.id: "german" for place in board.PLACES if place.base == "beachhead" and place.id != "sword"}


def at_sword(side: str, **stand: dict[str, list[str]]) -> Playing:
    """The last beachhead is fought for."""
    lost = [int(place.id in TAKEN) for place in board.PLACES]
    return position(side, "combat", 3, owners=TAKEN, lost=lost, alone=True, **stand)


@pytest.mark.proves("1.5-f", "SUP-5", "SUP-6")
def test_an_advance_into_the_last_beachhead_ends_the_game_at_once() -> None:
    play = at_sword("german", allied={"sword": ["br-3-inf"]}, german={"1511": ["de-21-pz", "de-711-inf"]})
    play.throws([6])("attack sword with de-21-pz + de-711-inf")
    play(play.offered()[0])
    assert play.state.result is None
    play("advance de-21-pz")
    assert play.told()[-4:] == ["advance", "taken", "start-hex-lost", "sudden-death"]
    assert play.asked == []
    assert play.state.result is not None
    assert play.state.result.winners == ("german",)


@pytest.mark.proves("1.5-c", "SUP-5", "SUP-6")
def test_a_retreat_into_the_last_beachhead_takes_it_too() -> None:
    play = at_sword("allied", allied={"1512": ["br-7-arm"]}, german={"1511": ["de-711-inf"]})
    play.throws([3])("attack 1511 with br-7-arm")
    play("fall back to sword")
    assert play.told()[-4:] == ["retreat", "taken", "start-hex-lost", "sudden-death"]
    assert play.state.result is not None
    assert play.state.result.winners == ("german",)


@pytest.mark.proves("1.5-c", "1.5-d")
@cases(
    "says german die answers told lost",
    ("", "all of them", ["de-711-inf"], 3, ["fall back to sword"], ["loss", "shut-in", "destroyed"], False),
    (
        "SUP-5 SUP-6",
        "one of two",
        ["de-711-inf", "de-716-inf"],
        5,
        ["losses de-711-inf", "fall back to sword"],
        ["loss", "retreat", "taken", "start-hex-lost", "sudden-death"],
        True,
    ),
)
def test_whom_the_way_destroys_takes_nothing(
    german: list[str], die: int, answers: list[str], told: list[str], lost: bool
) -> None:
    """R14: they are shut in, and have not been in the last beachhead."""
    play = at_sword("allied", allied={"1512": ["br-7-arm"], "1611": ["ca-3-inf"]}, german={"1511": german})
    play.throws([die])("attack 1511 with br-7-arm")
    play(*answers)
    assert play.told()[-len(told) :] == told
    assert (play.state.result is not None, play.owner("sword")) == (lost, "german" if lost else "allied")


@pytest.mark.proves("1.5-f", "SUP-5")
def test_an_advance_takes_a_start_hex() -> None:
    play = attack("attack 1325 with br-7-arm", 6, allied={"1224": ["br-7-arm"]}, german={"1325": ["de-7-werfer"]})
    assert play.prompt == "advance"
    play("advance br-7-arm")
    assert "start-hex-lost" in play.told()
    assert [place.hex for place, mark in zip(board.PLACES, play.state.lost, strict=True) if mark == 1] == ["1325"]
