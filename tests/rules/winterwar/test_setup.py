"""Setting up (setup-2 to setup-7, 1.1, 2.1.1, 2.1.2; R50, R53) and the options of a game."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Option, Seat, Setup
from feltherre.core.space import Space
from feltherre.games.winterwar import board, maps, opening, units
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.state import Rules
from feltherre.games.winterwar.units import FINLAND, SOVIET, UNITS
from feltherre.hexgame.actions import Deploy, DeployHistorically, EndSetup
from feltherre.hexgame.counters import AWAITED
from winterwar_table import Playing, hex_, unit


def is_offered(space: Space[Any], action: Any) -> bool:
    """Whether the walk through the parts that are offered leads to an action."""
    try:
        Space.check(space, action)
    except Illegal:
        return False
    return True


SEATS = (Seat("north", ("finland",)), Seat("east", ("soviet",)))


def new_game(**options: str) -> Playing:
    return Playing(engine.begin(GAME, Setup(SEATS, options), KeyedStream(bytes(32))).state)


def deployable(play: Playing, name: str) -> set[str]:
    """The hexes that are offered to a starting counter."""
    return {str(part) for part in play.decision.space.options(("deploy", UNITS[unit(name)].id))}


# the order


@pytest.mark.proves("setup-3", "setup-4", "2.1.1-a", "2.1.2-a")
def test_finland_sets_up_first_then_the_soviet_side() -> None:
    play = new_game()
    assert play.asked == ["finland"]
    assert play.state.phase == "setup"
    play("historical", "end setup")
    assert play.asked == ["soviet"]
    assert {play.state.places[each] for each in units.OF_SIDE[SOVIET]} == {AWAITED}
    play("historical", "end setup")
    assert (play.state.turn, play.state.phase, play.asked) == (1, "movement", ["soviet"])


@pytest.mark.proves("setup-3", "1.1-a")
def test_a_side_must_place_all_its_starting_counters() -> None:
    play = new_game()
    assert play.refusal("end setup") == ("winterwar.illegal.not-all-placed", "1.1-a")
    starting = [each for each in units.OF_SIDE[FINLAND] if units.ARRIVES[each] == 0]
    assert len(starting) == 31
    for each in starting[:-1]:
        play.answer(Deploy(UNITS[each].id, UNITS[each].suggested_hex))
    assert play.refusal("end setup")[0] == "winterwar.illegal.not-all-placed"
    last = UNITS[starting[-1]]
    play.answer(Deploy(last.id, last.suggested_hex))
    play("end setup")
    assert play.asked == ["soviet"]


@pytest.mark.proves("2.1-d", "2.1.1-a", "2.1.2-a")
def test_all_counters_start_with_the_stronger_side_up() -> None:
    play = new_game()("historical", "end setup", "historical", "end setup")
    assert not any(play.state.flipped)
    assert units.ATTACK[unit("11D")][play.state.flipped[unit("11D")]] == 4


@pytest.mark.proves("1.1-a")
def test_a_counter_may_be_moved_until_the_set_up_ends() -> None:
    play = new_game()("deploy 4D 1641", "deploy 4D 1540")
    assert play.place("4D") == "1540"
    assert play.refusal("deploy 4D 1540") == ("winterwar.illegal.there-already", "1.1-a")
    play("historical")
    assert play.place("4D") == "1641"
    assert play.refusal("historical") == ("winterwar.illegal.historical-already", "1.1-a")


# where


@pytest.mark.proves("2.1.1-b", "2.1.1-c", "1.1-a")
def test_R53_the_7th_army_starts_within_two_hexes_of_leningrad_inside_its_border() -> None:
    play = new_game()("historical", "end setup")
    offered = deployable(play, "138RD")
    assert offered == {"1842", "1843", "1943", "1844", "1944", "2044", "1845", "1945", "2045", "1746"}
    # Terijoki is as near, but in Finland; 1942 is Soviet and near, but has no road or railway
    assert play.refusal("deploy 138RD 1742") == ("winterwar.illegal.outside-zone", "1.1-a")
    assert play.refusal("deploy 138RD 1942") == ("winterwar.illegal.outside-zone", "1.1-a")
    assert board.GRID.distance(hex_("1942"), hex_("Leningrad")) == 2


@pytest.mark.proves("2.1.1-b")
def test_each_army_keeps_to_its_area() -> None:
    play = new_game()("historical", "end setup")
    assert "2234" in deployable(play, "139RD")
    assert "1943" not in deployable(play, "139RD")
    assert deployable(play, "SF") == {"2105"}
    assert deployable(play, "KBF") == {"1844"}


@pytest.mark.proves("1.1-a")
def test_other_counters_cannot_be_set_up() -> None:
    play = new_game()
    assert play.refusal("deploy 138RD 1944") == ("winterwar.illegal.not-your-unit", "1.1-a")
    assert play.refusal("deploy 21D Viipuri") == ("winterwar.illegal.comes-later", "2.1-a")


@pytest.mark.parametrize(("hex_", "key", "n"), [("1641", "counter-first", 14), ("1944", "counter-first-none", 0)])
def test_who_points_at_a_hex_first_is_told_how_many_counters_fit_there(hex_: str, key: str, n: int) -> None:
    refused = opening.deploy_space(new_game().state, FINLAND).why_not((), hex_)
    assert (refused.reason.key, refused.reason.args["n"]) == (f"winterwar.illegal.{key}", n)


@pytest.mark.proves("setup-5", "1.1-a")
def test_stacking_holds_at_set_up() -> None:
    play = new_game()("deploy 4D 1641", "deploy 5D 1641")
    assert play.refusal("deploy 11D 1641") == ("winterwar.illegal.no-room", "setup-5")
    assert "1641" not in deployable(play, "11D")
    assert "1641" in deployable(play, "1Br")


@pytest.mark.proves("setup-6", "setup-7")
def test_R13_on_the_arctic_line_itself_there_is_less_room() -> None:
    play = new_game()("deploy DetA 1522", "deploy ErP13 1522")
    # Suomussalmi lies on the line: two lesser units hold a division's place and their own
    assert play.refusal("deploy ErP14 1522") == ("winterwar.illegal.no-room", "setup-6")
    assert maps.has_room(play.state, hex_("1522"), unit("RTR1"))
    # one row to the south there is room for four of them
    play("deploy DetA 1523", "deploy ErP13 1523", "deploy ErP14 1523", "deploy ErP15 1523")
    assert play.place("ErP15") == "1523"


@pytest.mark.proves("2.1-i")
def test_R43_partisans_are_set_up_anywhere_on_the_soviet_border() -> None:
    play = new_game()
    assert {hex_(there) for there in deployable(play, "P1")} == set(board.BESIDE_SOVIET)
    assert play.refusal("deploy P1 1640") == ("winterwar.illegal.outside-zone", "1.1-a")


@pytest.mark.proves("1.6-n", "supply-4")
def test_R11_air_units_are_set_up_in_towns_two_in_each() -> None:
    play = new_game()("deploy LeR2 Viipuri", "deploy LeR4 Viipuri")
    assert play.base("LeR2") == play.place("LeR2") == "1540"
    assert play.refusal("deploy LeR1 Viipuri") == ("winterwar.illegal.no-base", "1.6-n")
    assert play.refusal("deploy LeR1 1641")[0] == "winterwar.illegal.outside-zone"
    play("deploy LeR2 Kouvola", "deploy LeR1 Viipuri")
    assert play.base("LeR2") == "1140"


def test_the_quick_check_of_a_deployment_agrees_with_what_is_offered() -> None:
    play = new_game()("deploy 4D 1641", "deploy 5D 1641", "deploy LeR2 Viipuri", "deploy LeR4 Viipuri")
    space = play.decision.space.branches["deploy"]  # type: ignore[attr-defined]
    hexes = [board.number(there) for there in range(0, board.SIZE, 211)] + ["1641", "1540", "1742", "1714", "9999"]
    for each in UNITS:
        for there in (*hexes, each.suggested_hex):
            action = Deploy(each.id, there)
            assert space.contains(action) == is_offered(space, action), action


# options
# options


def test_the_usual_options_are_the_ledgers() -> None:
    def written(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    # three more are no readings of the book: whether the teams throw for their sides (setup-2), who sets up, and which
    # tables are used
    ours = {option.name: option for option in opening.OPTIONS if option.name not in ("sides", "setup", "tables")}
    assert ours == {
        option.name: Option(option.name, tuple(map(written, option.values)), written(option.default))
        for option in GAME.ledger.options.values()
    }
    assert opening.rules_of({}) == Rules()


@pytest.mark.parametrize(
    ("option", "value", "field", "wanted"),
    [
        ("first_player", "finland", "first", FINLAND),
        ("captured_supply", "on", "captured_supply", True),
        ("bridge_zoc", "on", "bridge_zoc", True),
        ("air_support", "value-only", "air_support", "value-only"),
        ("air_support", "die-only", "air_support", "die-only"),
        ("loss_numbers", "steps", "loss_numbers", "steps"),
        ("victory_value", "faces", "victory_value", "faces"),
        ("blocked_retreat", "eliminated", "blocked_retreat", "eliminated"),
        ("own_unit_shields_retreat", "true", "own_unit_shields_retreat", True),
    ],
)
def test_an_option_is_kept_in_the_state(option: str, value: str, field: str, wanted: object) -> None:
    rules = new_game(**{option: value}).state.rules
    assert getattr(rules, field) == wanted
    assert getattr(Rules(), field) != wanted


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadInput):
        new_game(first_player="sweden")
    with pytest.raises(BadInput):
        new_game(weather="mild")


@pytest.mark.proves("1.1-a")
def test_a_game_with_the_historical_set_up_begins_with_the_first_turn() -> None:
    """Nobody is asked: both sides stand as in November 1939, as if each had taken that set-up and ended its own."""
    play = new_game(setup="historical")
    assert (play.state.turn, play.state.phase, play.decision.role) == (1, "movement", "soviet")
    own = new_game()
    for side in ("finland", "soviet"):
        assert own.decision.role == side
        own.answer(DeployHistorically())
        own.answer(EndSetup())
    assert play.state.places == own.state.places
    assert (own.state.turn, own.state.phase) == (1, "movement")
