"""A battle with a scenario file of one's own: played, written down, read elsewhere, and never mixed up with ours."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from battery import play_on
from civilwar_turns import SEATS, Battle, at_random, play_turn
from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import BadRecord, Header, seal, write_line
from feltherre.core.replay import look_at, verify
from feltherre.core.state import canonical, state_hash
from feltherre.core.story import story
from feltherre.games.civilwar.field import name_of, scenario_of
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.scenario import SCENARIOS, load_scenario, own_scenario
from feltherre.games.civilwar.scenario_faults import MOST_TOLD, BadScenario
from feltherre.games.civilwar.state import CivilWarState

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]
#: the example, not quite so long
SHORT = EXAMPLE.replace("turns: 10", "turns: 6")
KEY = bytes(range(32))
#: another process: it has the record or the state, and nothing else
ELSEWHERE = """
import sys
from feltherre.core.replay import verify
found = verify(sys.stdin.buffer.read())
print(found.finished, found.dice_checked, found.states_checked)
"""
FOUND_IN_STATE = """
import sys
from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.game import GAME
print(scenario_of(GAME.read_state(sys.stdin.buffer.read())).title.args["text"])
"""


def setup_of(text: str, scenario: str = "mill-ford") -> Setup:
    return Setup(SEATS, scenario=scenario, scenario_file=text)


def begun(text: str, scenario: str = "mill-ford") -> CivilWarState:
    return engine.begin(GAME, setup_of(text, scenario), KeyedStream(KEY)).state


@cache
def played() -> Match[CivilWarState]:
    match: Match[CivilWarState] = Match(GAME, setup_of(SHORT), key=KEY)
    match.snapshot()
    for _ in play_on(match, Random(5)):
        assert not GAME.invariants(match.state)
    match.snapshot()
    match.end()
    return match


def elsewhere(work: str, data: bytes) -> str:
    done = subprocess.run([sys.executable, "-c", work], input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().strip()


def test_it_is_played_to_its_end_and_the_record_verifies_in_a_process_that_has_no_file() -> None:
    match = played()
    assert match.over
    assert match.state.turn == 6
    assert elsewhere(ELSEWHERE, match.data()) == "True True True"
    assert state_hash(look_at(match.lines).state) == state_hash(match.state)


def test_a_state_needs_nothing_but_itself() -> None:
    state = begun(SHORT)
    assert elsewhere(FOUND_IN_STATE, canonical(state)) == "The mill ford"
    again = GAME.read_state(canonical(state))
    assert state_hash(again) == state_hash(state)
    one, other = (Battle(which, KeyedStream(KEY)) for which in (state, again))
    assert play_turn(one, at_random(3)) == play_turn(other, at_random(3))
    assert canonical(one.state) == canonical(other.state)


def test_the_hash_of_a_state_covers_the_file() -> None:
    other = begun(SHORT.replace("Clear and cool", "Clear and cold"))
    assert scenario_of(other).terrain == scenario_of(begun(SHORT)).terrain
    assert state_hash(other) != state_hash(begun(SHORT))


@pytest.mark.parametrize(("before", "after"), [("71st Penn", "72nd Penn"), ("grade: 1", "grade: 0")])
def test_a_changed_byte_in_the_file_of_a_record_is_found(before: str, after: str) -> None:
    data = played().data()
    changed = data.replace(before.encode(), after.encode(), 1)
    assert changed.index(after.encode()) < data.index(b"\n"), "in the header"
    with pytest.raises(BadRecord) as refusal:
        verify(changed)
    assert (refusal.value.line, refusal.value.why) == (0, "changed")


def test_another_file_under_a_seal_of_its_own_is_found_by_the_state() -> None:
    lines = played().lines
    header = lines[0]
    assert isinstance(header, Header)
    text = SHORT.replace("grade: 1", "grade: 0", 1)
    resealed = [seal(msgspec.structs.replace(header, setup=setup_of(text)), "")]
    for line in lines[1:]:
        resealed.append(seal(line, resealed[-1].hash))
    with pytest.raises(BadRecord) as refusal:
        verify(b"".join(write_line(line) + b"\n" for line in resealed))
    assert (refusal.value.line, refusal.value.why) == (0, "state")


def test_a_record_with_a_bad_file_is_refused_with_its_faults() -> None:
    header = played().lines[0]
    assert isinstance(header, Header)
    wrong = msgspec.structs.replace(header, setup=setup_of(SHORT.replace("turns: 6", "turns: 0")))
    with pytest.raises(BadRecord) as refusal:
        verify(write_line(seal(wrong, "")) + b"\n")
    assert refusal.value.why == "refused"
    assert 'turns: "0" cannot be read' in render(refusal.value.reason)


# whose it is


def test_the_words_are_those_of_the_file() -> None:
    state = begun(SHORT)
    scenario = scenario_of(state)
    assert render(scenario.title, "da") == "The mill ford"
    assert name_of(state, "pa71") == "71st Pennsylvania"
    board = GAME.board(setup_of(SHORT))
    assert board is not None
    assert render(board.title, "sv") == "The mill ford"
    told = "\n".join(story(played()))
    assert "Scenario: mill-ford, from a file of the players' own" in told
    assert "The battle begins: The mill ford." in told


def test_an_own_file_with_an_id_of_ours_stays_its_own() -> None:
    text = SHORT.replace("id: mill-ford\n", "id: kernstown\n")
    state = begun(text, "kernstown")
    assert scenario_of(state).title.args["text"] == "The mill ford"
    assert [unit.id for unit in state.units] == ["pa71", "battery-a", "ny6", "va40", "va40-mill"]
    ours = engine.begin(GAME, Setup(SEATS, scenario="kernstown"), KeyedStream(KEY)).state
    assert scenario_of(ours) is load_scenario("kernstown")
    again = GAME.read_state(canonical(state))
    assert scenario_of(again) == scenario_of(state)


def test_a_copy_of_ours_needs_words_of_its_own() -> None:
    """They would be looked up in catalogues that may say something else tomorrow."""
    text = (SCENARIOS / "hokes-run.yaml").read_text(encoding="utf-8")
    with pytest.raises(BadScenario) as refusal:
        own_scenario(text)
    assert {one.what.key for one in refusal.value.faults} == {"civilwar.scenario.fault.no-text"}
    assert "title" in {one.where for one in refusal.value.faults}


def test_the_scenario_is_read_once_for_every_state_that_has_it() -> None:
    one, other = begun(SHORT), GAME.read_state(canonical(begun(SHORT)))
    assert one.brief is not other.brief
    assert scenario_of(one) is scenario_of(other)
    assert scenario_of(one).table is scenario_of(other).table


# what is not shown


def test_no_view_shows_the_file() -> None:
    """It tells the enemy's order of battle; the umpire has the file."""
    match: Match[CivilWarState] = Match(GAME, setup_of(SHORT), key=KEY)
    for seat in ("union", "confederate", SPECTATOR):
        for seen in (match.view(seat), match.scene(seat), match.seen(seat)):
            written = msgspec.json.encode(seen)
            assert b"provenance" not in written
            assert b"sides:" not in written
            assert b"own_edge" not in written
    union = msgspec.json.encode([match.view("union"), match.scene("union"), match.seen("union")])
    for secret in (b"Pouches are half full", b"Keep the enemy north", b"two companies of the 40th", b"Hale"):
        assert secret not in union
        assert secret in canonical(match.state)


def test_a_game_without_such_a_file_has_none_in_its_state() -> None:
    assert engine.begin(GAME, Setup(SEATS), KeyedStream(KEY)).state.brief == ""


# what is refused


def test_faults_are_told_up_to_a_number_that_can_be_read() -> None:
    more = "".join(f"x{number}: 1\n" for number in range(3000))
    with pytest.raises(BadScenario) as refusal:
        own_scenario(EXAMPLE + more)
    assert len(refusal.value.faults) == 3000
    lines = render(refusal.value.reason).splitlines()
    assert len(lines) == 1 + MOST_TOLD + 1
    assert lines[-1] == f"... and {3000 - MOST_TOLD} more."


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("x" * 200_001, "core.bad.file-too-long"),
        ("[" * 100_000, "core.bad.file-too-deep"),
        ("a: &a [1]\nb: [*a, *a]", "core.bad.file-aliases"),
        (EXAMPLE.replace("Battery A", "\\e[2JBattery A"), "core.bad.file-unseen"),
        (EXAMPLE.replace("turns: 10", "turns: " + "1" * 30), "core.bad.file-number"),
        ("", "civilwar.scenario.next-line"),
    ],
)
def test_a_file_that_is_none_is_refused_when_a_game_is_made_with_it(text: str, key: str) -> None:
    for refuse in (lambda: GAME.check_choices(setup_of(text)), lambda: GAME.check_scenario(text, "x")):
        if text:
            with pytest.raises(BadInput) as refusal:
                refuse()
            assert refusal.value.reason.key == key
    with pytest.raises(BadInput) as refusal:
        GAME.scenario_id(text)
    assert refusal.value.reason.key == key


def test_who_begins_in_a_building_is_in_the_middle_of_it() -> None:
    """02.04.3: as whoever goes in during play; the board and the march out of it tell of that place."""
    state = begun(EXAMPLE)
    garrison = next(unit for unit in state.units if unit.id == "va40-mill")
    assert (garrison.x, garrison.y) == (5800, 3350)
    told = "\n".join(render(line.text) for line in GAME.look(state, ("confederate",), "va40-mill"))
    assert "in mill; near 60/35" in told
