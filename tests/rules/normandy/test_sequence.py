"""Sides, set-up, the course of a turn, weather, landing and reinforcement (SET, SEQ, STEP-1, WEA, LAN, 1.8, 2.1)."""

from __future__ import annotations

import pytest

from cases import cases
from feltherre.core.game import Seat
from feltherre.games.normandy import board, units
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.units import GERMAN, UNITS
from normandy_table import hex_, opening, position, unit
from procedure_desk import Desk

DESK = Desk(GAME.procedures)


@pytest.mark.proves("SET-2")
def test_the_team_with_the_higher_die_takes_the_side_it_wants() -> None:
    play = opening([3], [3], [2], [5], sides="by-die")
    assert (play.prompt, play.asked) == ("side", ["german"])
    play("take allied")
    assert play.state.swapped
    both = (Seat("one", ("allied",)), Seat("two", ("german",)))
    assert [seat.roles for seat in GAME.seated(play.state, both)] == [("german",), ("allied",)]


@pytest.mark.proves("SET-3", "1.1-a", "2.1.2")
def test_the_germans_stand_where_the_scenario_has_them() -> None:
    state = opening().state
    standing = [u for u in units.OF_SIDE[GERMAN] if state.places[u] >= 0]
    assert standing == [u for u in units.OF_SIDE[GERMAN] if units.ARRIVES[u] == 0]
    assert all(state.places[u] == hex_(UNITS[u].entry) for u in standing)
    assert sum(units.IS_BATTERY[u] for u in standing) == 9
    assert state.places[unit("cb-longues")] == hex_("1209")


@pytest.mark.proves("SET-4", "SET-5", "SET-8", "2.1.1", "LAN-2")
def test_the_allied_starting_force_lands_first_of_all() -> None:
    play = opening()
    assert (play.prompt, play.kinds()) == ("landing-first", ["drop", "place"])
    # the Americans are divided between Utah and Omaha as the player likes
    play("place us-1-inf utah", "place us-2-inf omaha-east", "drop us-101-abn 0709")
    assert play.state.moved[unit("us-101-abn")] == 1
    left = ["us-4-inf", "us-9-inf", "us-29-inf", "us-90-inf", "us-2-arm", "us-v-art"]
    play(*(f"place {name} utah" for name in left[:4]), *(f"place {name} omaha-west" for name in left[4:]))
    left = ["br-3-inf", "br-50-inf", "br-51-inf", "ca-3-inf", "br-7-arm", "br-5-agra"]
    for name in left:
        assert play.refusal("end reinforcement") == ("must-land", "SET-4")
        play(f"place {name} {'sword' if name in left[:3] else 'gold'}")
    # two parachute divisions may land later
    play("end reinforcement")
    assert play.prompt == "movement-full"


@cases(
    "says line refusal",
    ("SET-6", "a British division at an American beach", "place br-50-inf utah", ("landing.other-nations", "SET-6")),
    ("SET-5", "an American one at Gold", "place us-1-inf gold", ("landing.other-nations", "SET-5")),
    ("LAN-1", "at no beachhead", "place us-1-inf 1512", ("no-beachhead", "LAN-1")),
    ("SET-10 LAN-2", "dropped outside its area", "drop us-101-abn 1512", ("drop.outside-area", "LAN-2")),
    ("SET-4", "not all are ashore", "end reinforcement", ("must-land", "SET-4")),
)
def test_landing_and_dropping_have_their_places(line: str, refusal: tuple[str, str]) -> None:
    play = position(phase="reinforcement", turn=1)
    assert play.refusal(line) == refusal


@pytest.mark.proves("LAN-1", "SET-9")
def test_R44_nobody_lands_where_germans_stand() -> None:
    play = position(phase="reinforcement", turn=2, german={"utah": ["de-709-inf"]})
    assert play.prompt == "landing"
    assert play.refusal("place us-82-abn utah") == ("landing.lost", "SUP-5")
    play("place us-82-abn omaha-west")


@pytest.mark.proves("SET-7", "LAN-3", "1.8-storm")
@pytest.mark.parametrize(("weather", "divisions"), [("clear", 5), ("storm", 2)])
def test_a_beachhead_takes_ten_points_in_a_turn_and_five_in_a_storm(weather: str, divisions: int) -> None:
    play = position(phase="reinforcement", turn=1, weather=weather)
    names = ["us-1-inf", "us-2-inf", "us-4-inf", "us-9-inf", "us-29-inf", "us-90-inf"]
    play(*(f"place {name} utah" for name in names[:divisions]))
    assert play.refusal(f"place {names[divisions]} utah") == ("landing.full", "LAN-3")
    play(f"place {names[divisions]} omaha-west")


@pytest.mark.proves("SET-9", "SET-10", "LAN-3", "LAN-2")
def test_whoever_is_not_dropped_in_the_first_turn_lands_like_others() -> None:
    play = position(phase="reinforcement", turn=2)
    assert "drop" not in play.kinds()
    assert play.refusal("drop us-82-abn 0608") == ("drop.over", "SET-10")
    play("place us-82-abn utah")
    assert play.place("us-82-abn") == "0708"
    # it can be dropped where there are no Germans and there is room
    play = position(phase="reinforcement", turn=1, german={"0608": ["de-709-inf"]})
    assert play.refusal("drop us-82-abn 0608") == ("drop.enemy", "LAN-2")
    assert "drop us-82-abn 0609" in play.offered()


@pytest.mark.proves("2.1-a", "2.1-c", "SEQ-3", "4.1-a")
def test_reinforcements_come_in_their_week_at_a_start_hex_of_their_side() -> None:
    play = position(side="german", phase="player-turn", turn=6, german={"1512": ["de-21-pz"]})
    assert play.prompt == "reinforcement"
    assert play.refusal("place de-116-pz 1325") == ("not-due", "2.1-c")
    assert play.refusal("place de-275-inf 1512") == ("no-start-hex", "2.1-c")
    play("place de-275-inf 1325", "end reinforcement", "de-275-inf > 1224 > 1323")
    assert play.place("de-275-inf") == "1323"


@pytest.mark.proves("2.1-c", "SUP-5", "SEQ-3")
def test_nobody_enters_at_a_start_hex_that_is_lost_or_held_by_the_enemy() -> None:
    lost = [0] * len(board.PLACES)
    lost[board.PLACE_AT[hex_("1325")]] = 1
    play = position(
        side="german",
        phase="reinforcement",
        turn=1,
        allied={"0825": ["us-1-inf"]},
        german={"1512": ["de-21-pz"]},
        lost=lost,
    )
    assert play.refusal("place de-77-inf 1325") == ("start-hex-lost", "SUP-5")
    assert play.refusal("place de-77-inf 0825") == ("start-hex-lost", "SUP-5")


@pytest.mark.proves("SEQ-1", "SEQ-2", "SEQ-3", "SEQ-4", "VIC-1")
def test_the_allies_move_and_fight_then_the_germans_and_after_turn_eight_it_is_over() -> None:
    stands = {"allied": {"1411": ["br-7-arm"]}, "german": {"1512": ["de-21-pz"], "1511": ["de-716-inf"]}}
    play = position(phase="turn", turn=7, alone=True, **stands, dice=([4], [4]))
    asked: list[tuple[int, str, str]] = []
    while play.asked:
        asked.append((play.state.turn, play.asked[0], play.state.phase))
        play(play.kinds()[-1].replace("-", " "))
    one = [("allied", "movement"), ("allied", "combat"), ("german", "movement"), ("german", "combat")]
    assert asked == [(turn, *each) for turn in (7, 8) for each in one]
    assert play.state.result is not None
    assert (play.state.result.reason, play.state.result.winners) == ("turns", ("german",))


@pytest.mark.proves("STEP-1", "WEA-1", "WEA-2", "1.8-a")
@pytest.mark.parametrize(
    ("turn", "before", "dice", "weather"),
    [
        (1, "rain", (), "clear"),
        (2, "storm", (), "clear"),
        (3, "storm", (), "clear"),
        (3, "clear", ([1],), "storm"),
        (4, "rain", ([2],), "rain"),
        (4, "rain", ([4],), "clear"),
    ],
)
def test_the_allies_throw_for_the_weather(turn: int, before: str, dice: tuple[list[int], ...], weather: str) -> None:
    play = position(phase="turn", turn=turn, weather=before, dice=dice)
    assert play.state.weather == weather
    assert play.script.dice_to_come == []


@cases(
    "says turn before told",
    ("STEP-1", "the first turn", 1, None, ("The first turn has clear weather.", "STEP-1")),
    ("WEA-2", "after a storm", 2, "storm", ("After a storm the weather is clear.", "WEA-2")),
)
def test_it_is_told_why_nobody_throws(turn: int, before: str | None, told: tuple[str, str]) -> None:
    capacity = ("Each beachhead takes 10 stacking points in this turn.", "1.8-clear")
    assert DESK.explained("weather", turn=turn, previous=before, dice=None) == [told, capacity]


@pytest.mark.proves("WEA-3", "1.8-clear", "1.8-rain", "1.8-storm")
@pytest.mark.parametrize(("weather", "able"), [("clear", "ba"), ("rain", "a"), ("storm", "")])
def test_rain_stops_bombers_and_a_storm_all_aircraft(weather: str, able: str) -> None:
    play = position(weather=weather, allied={"1301": ["at-83-grp-1", "bm-us-8af"], "1310": ["br-7-arm"]})
    flies = play.decision.space.branches.get("fly") if "fly" in play.kinds() else None
    names = [] if flies is None else [str(part) for part in play.decision.space.branches["fly"].options(())]
    wanted = {"a": "at-83-grp-1", "b": "bm-us-8af"}
    assert sorted(names) == sorted(wanted[letter] for letter in able)
    if weather == "rain":
        assert play.refusal("fly bm-us-8af 1512") == ("weather-stops", "1.8-rain")


@pytest.mark.proves("LAN-4", "4.1-d", "1.4-beachhead")
def test_a_division_has_half_its_movement_in_the_turn_of_landing_and_all_of_it_later() -> None:
    fresh = position(turn=3, allied={"1310": ["us-3-arm"]}, landed=["us-3-arm"])
    assert max(fresh.reach("us-3-arm").values()) == 4
    later = position(turn=4, allied={"1310": ["us-3-arm"]})
    assert max(later.reach("us-3-arm").values()) == 8


@pytest.mark.proves("MOV-5", "2.1.1")
def test_ships_and_aircraft_are_in_their_start_hexes_at_sea() -> None:
    play = position(phase="player-turn", turn=3, allied={"1310": ["br-7-arm"]})
    assert play.place("bb-texas") == "1001"
    assert play.place("at-84-grp") == "1601"
    assert play.place("at-xix-tac") == "awaited"


@pytest.mark.proves("SET-5", "SET-6", "SET-7", "SET-9", "LAN-1", "LAN-3", "1.8-storm")
def test_the_umpire_says_who_must_wait_at_sea() -> None:
    (example,) = (e for e in GAME.ledger.examples.values() if e.id == "chk-landing")
    DESK.check_example(example)
