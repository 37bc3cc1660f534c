"""What the rulings leave open, each in its positions (R15, R16, R22, R51), and the German set-up by hand (R43)."""

from __future__ import annotations

from random import Random

import pytest

from cases import cases
from feltherre.core.game import Option
from feltherre.games.normandy import maps, units
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.opening import OPTIONS, STARTING, rules_of
from feltherre.games.normandy.state import Rules
from feltherre.games.normandy.units import GERMAN, UNITS
from normandy_table import opening, position, unit


def test_the_options_are_the_ledgers_and_their_defaults_the_rules_without_any() -> None:
    def written(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    # who plays which side is agreed or thrown for (SET-2), a limit for the whole game is ours, and the movement clock
    # is chosen as in other games (R50)
    ours = {option.name: option for option in OPTIONS if option.name not in ("sides", "game_limit")}
    assert ours == {
        option.name: Option(option.name, tuple(map(written, option.values)), written(option.default))
        for option in GAME.ledger.options.values()
        if option.name != "movement_clock"
    }
    assert rules_of({}) == Rules()


@cases(
    "name value field wanted",
    ("", "zoc_cancel", "occupied", "zoc_cancel", "occupied"),
    ("", "zoc_cancel", "none", "zoc_cancel", "none"),
    ("", "artillery_zoc", "false", "artillery_zoc", False),
    ("", "beachhead_half", "every-start", "beachhead_half", "every-start"),
    ("", "minimum_move", "true", "minimum_move", True),
)
def test_what_is_chosen_is_what_is_played(name: str, value: str, field: str, wanted: object) -> None:
    assert getattr(opening(**{name: value}).state.rules, field) == wanted


# zones of control

UNIT, ZONE = {"1615": ["de-21-pz"]}, {"1616": ["de-21-pz"]}


@cases(
    "says cancels german costs",
    ("1.5-d", "an own zone in an empty hex cancels", "contested-empty", ZONE, False),
    ("1.5-d", "an own unit in the hex does not", "contested-empty", UNIT, True),
    ("1.5-d", "by option the unit does", "occupied", UNIT, False),
    ("1.5-d", "and the zone alone does not", "occupied", ZONE, True),
    ("1.5-d", "or nothing does: not the unit", "none", UNIT, True),
    ("1.5-d", "nor the zone", "none", ZONE, True),
)
def test_R15_when_an_own_unit_cancels_an_enemy_zone_for_a_retreat(
    cancels: str, german: dict[str, list[str]], costs: bool
) -> None:
    """The 7th armoured attacks the 711th at 16 to 3, and a 3 beats it for a loss; the Canadians' zone is on 1615."""
    play = position(
        phase="combat",
        allied={"1613": ["br-7-arm"], "1516": ["ca-3-inf"]},
        german={"1614": ["de-711-inf"], **german},
        rules=Rules(zoc_cancel=cancels),
    )
    play.throws([3])("attack 1614 with br-7-arm", "fall back to 1615")
    if play.prompt == "losses":
        assert costs
        return
    assert play.place("de-711-inf") == ("destroyed" if costs else "1615")


@cases("artillery_zoc stops", ("STEP-4-c", True, True), ("STEP-4-c", False, False))
def test_R16_whether_artillery_has_a_zone_of_control(artillery_zoc: bool, stops: bool) -> None:
    rules = Rules(artillery_zoc=artillery_zoc)
    play = position(allied={"1310": ["br-7-arm"]}, german={"1512": ["de-7-werfer"]}, rules=rules)
    if stops:
        assert play.refusal("br-7-arm > 1411 > 1511 > 1510") == ("must-stop", "STEP-4-c")
    else:
        play("br-7-arm > 1411 > 1511 > 1510")
    # infantry has one either way
    other = position(allied={"1310": ["br-7-arm"]}, german={"1512": ["de-711-inf"]}, rules=rules)
    assert other.refusal("br-7-arm > 1411 > 1511 > 1510") == ("must-stop", "STEP-4-c")


# movement


@cases(
    "half landed starts points",
    ("LAN-4", "landing", ["br-7-arm"], "juno", 4),
    ("4.1-d", "landing", [], "juno", 8),
    ("1.4-beachhead", "every-start", ["br-7-arm"], "juno", 4),
    ("1.4-beachhead", "every-start", [], "juno", 4),
    ("1.4-beachhead", "every-start", [], "1512", 8),
)
def test_R22_when_movement_is_halved(half: str, landed: list[str], starts: str, points: int) -> None:
    play = position(allied={starts: ["br-7-arm"]}, landed=landed, alone=True, rules=Rules(beachhead_half=half))
    assert maps.allowance_of(play.state, unit("br-7-arm")) == 2 * points


@cases("minimum", ("STEP-4-a", False), ("STEP-4-a", True))
def test_R51_whether_a_unit_that_cannot_pay_moves_one_hex(minimum: bool) -> None:
    """The static 711th has 4 points; marsh costs 4, and under two bombers it costs 6."""
    flying = {"bm-us-8af": "1811", "bm-us-9bc": "1811"}
    play = position(
        *("german", "movement"),
        german={"1810": ["de-711-inf"]},
        flying=flying,
        alone=True,
        rules=Rules(minimum_move=minimum),
    )
    if not minimum:
        assert play.refusal("de-711-inf > 1811") == ("too-far", "STEP-4-h")
    else:
        assert play.refusal("de-711-inf > 1811 > 1812")[0] in ("too-far", "not-adjacent")
        assert play.refusal("de-711-inf > 1809") == ("water", "1.4-coast")
        play("de-711-inf > 1811")
        assert play.place("de-711-inf") == "1811"


# the German set-up by hand


@pytest.mark.proves("SET-3", "1.1-a", "2.1.2")
def test_R43_by_option_the_germans_set_up_on_any_land_but_the_beachheads() -> None:
    play = opening(free_setup="true")
    assert (play.prompt, play.asked, play.kinds()) == ("setup", ["german"], ["deploy", "historical"])
    # the coastal artillery stands already, and stays
    assert play.place("cb-longues") == "1209"
    assert play.refusal("deploy cb-longues 1512") == ("battery-stays", "1.1-a")
    assert play.refusal("deploy de-2-pz 1512") == ("comes-later", "2.1-a")
    assert play.refusal("deploy de-21-pz omaha-west") == ("no-setup-hex", "SET-3")
    assert play.refusal("deploy de-21-pz 1408") == ("no-setup-hex", "SET-3")
    assert play.refusal("end setup") == ("not-all-placed", "SET-3")
    play("deploy de-21-pz 1512", "deploy de-12-ss-pz 1512", "deploy de-711-inf 1512")
    assert play.refusal("deploy de-346-inf 1512") == ("no-room", "STEP-4-e")
    # he may change his mind
    play("deploy de-711-inf 1613", "deploy de-346-inf 1512")
    assert (play.place("de-711-inf"), play.place("de-346-inf")) == ("1613", "1512")


@pytest.mark.proves("SET-3", "2.1.2")
def test_R43_the_scenarios_set_up_can_be_taken_and_changed() -> None:
    play, usual = opening(free_setup="true")("historical"), opening()
    assert all(play.state.places[u] == usual.state.places[u] for u in units.OF_SIDE[GERMAN])
    assert play.refusal("historical") == ("historical-already", "SET-3")
    play("deploy de-21-pz 1511", "end setup")
    assert (play.place("de-21-pz"), play.asked, play.state.turn) == ("1511", ["allied"], 1)


@pytest.mark.proves("SET-3")
def test_R43_drawn_at_random_it_comes_to_an_end() -> None:
    play, random = opening(free_setup="true"), Random(3)
    for _ in range(200):
        if play.asked == ["allied"]:
            break
        play(GAME.notation.write(play.decision.space.sample(random)))
    assert play.asked == ["allied"]
    assert all(play.state.places[u] >= 0 for u in STARTING[GERMAN])
    assert len(STARTING[GERMAN]) + 9 == sum(units.ARRIVES[u] == 0 for u in units.OF_SIDE[GERMAN])
    assert UNITS[STARTING[GERMAN][0]].side == "german"
