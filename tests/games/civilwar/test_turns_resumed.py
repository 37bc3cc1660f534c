"""The same orders and dice give the same turn to the byte, and a turn can be stopped at any question, written down, and
gone on with elsewhere."""

import subprocess
import sys
from copy import copy
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from battery import examples
from civilwar_turns import Battle, at_random, battle_at, play_again, play_turn, skirmish
from feltherre.core.state import canonical
from feltherre.games.civilwar.game import GAME

SEEDS = st.integers(0, 2**32)
TURNS = st.integers(1, 9)
#: another process: reads a state and the answers that are still to come, with dice that stand where they stood
ELSEWHERE = """
import pickle, sys
from civilwar_turns import Battle, play_again
from feltherre.core.state import canonical
from feltherre.games.civilwar.game import GAME
written, stream, answers = pickle.loads(sys.stdin.buffer.read())
battle = Battle(GAME.read_state(written), stream)
play_again(battle, [(role, GAME.notation.read(line)) for role, line in answers], lambda battle: None)
sys.stdout.buffer.write(canonical(battle.state))
"""


def twin(battle: Battle) -> Battle:
    return Battle(battle.state.clone(), copy(battle.stream))


def reread(battle: Battle) -> None:
    """What is not written is lost."""
    written = canonical(battle.state)
    battle.state = GAME.read_state(written)
    assert canonical(battle.state) == written


@examples(sample=6, full=200)
@given(seed=SEEDS, turn=TURNS)
def test_the_same_orders_and_dice_give_the_same_turn_to_the_byte(seed: int, turn: int) -> None:
    battle = battle_at("hokes-run", turn, seed)
    again, told, broken = twin(battle), twin(battle), twin(battle)
    given_ = play_turn(battle, at_random(seed + 1))
    written = canonical(battle.state)
    play_again(again, given_, lambda battle: None)
    assert canonical(again.state) == written
    # it is the same when everybody is told of it, and when it is written down and read before each answer
    assert play_turn(told, at_random(seed + 1), quiet=False) == given_
    assert canonical(told.state) == written
    play_again(broken, given_, reread)
    assert canonical(broken.state) == written


@examples(sample=25, full=400)
@given(seed=SEEDS)
def test_a_skirmish_that_is_stopped_at_every_question_ends_the_same(seed: int) -> None:
    battle = skirmish(seed)
    broken = twin(battle)
    given_ = play_turn(battle, at_random(seed))
    play_again(broken, given_, reread)
    assert canonical(broken.state) == canonical(battle.state)
    assert broken.state.turn > 1 or broken.state.result is not None


@examples(sample=1, full=20)
@given(seed=SEEDS, turn=TURNS, at=st.integers(0, 3))
def test_a_turn_is_gone_on_with_in_another_process(seed: int, turn: int, at: int) -> None:
    import pickle

    battle = battle_at("hokes-run", turn, seed)
    other = twin(battle)
    given_ = play_turn(battle, at_random(seed + 1))
    at = min(at, len(given_) - 1)
    play_again(other, given_[:at], lambda battle: None)
    answers = [(role, GAME.notation.write(action)) for role, action in given_[at:]]
    sent = pickle.dumps((canonical(other.state), other.stream, answers))
    tests = Path(__file__).parents[2]
    came = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=sent, capture_output=True, check=True, env={"PYTHONPATH": str(tests)}
    )
    assert came.stdout == canonical(battle.state)
    assert msgspec.json.decode(came.stdout)["turn"] == battle.state.turn
