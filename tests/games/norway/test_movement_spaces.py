"""What phase 1 allows is one set, however it is asked: listing, checking, drawing at random, writing down."""

from itertools import groupby
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from feltherre.core.catalogue import missing_keys, render
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import Illegal
from feltherre.core.space import Space
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import (
    BlowBridge,
    Divert,
    Drop,
    EndMovement,
    Engineers,
    Flee,
    Fly,
    Invade,
    Move,
    Pass,
    RapidMove,
    Roadblock,
    Ship,
    StopFlight,
    Train,
)
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES
from norway_table import Playing, position

seeds = st.integers(0, 2**32 - 1)
NAMES = board.BOARD.names.display
#: areas that are always held so: there is an attack by land to be made, two airfields, and room beside Hamar
FIXED = {
    "Oslo": "germany",
    "Trondheim": "germany",
    "Kongsvinger": "germany",
    "Hamar": "norway",
    "Rena": "norway",
    "Finnmark": "norway",
}
#: cards that matter in phase 1, and some that do not
HANDS = {
    "germany": ["Paratroops", "Rapid movement", "Transport plane", "Engineer company", "Panzer"],
    "norway": ["Train transport", "Roadblock", "Blown bridge", "Ambush"],
    "allies": ["Invasion", "Coastal evacuation", "Fighter", "Reinforcements", "Tank"],
}
MOVEMENT = {Move, RapidMove, Drop, Fly, Train, Invade, Ship, EndMovement}
SABOTAGE = {Roadblock, BlowBridge, Flee, Pass}
FIGHTERS = {Divert, StopFlight, Pass}
ENGINEERS = {Engineers, Pass}


#: what the decisions of phase 1 are about, by their rule: (kinds of answers, what leads there in the German turn)
ASKED: dict[str, tuple[set[type], tuple[type, ...]]] = {
    "4.1b-1": (MOVEMENT, ()),
    "4.1b-cards": (FIGHTERS, (Drop,)),
    "4.1b-cards again": (FIGHTERS, (Fly,)),
    "4.1c-1": (SABOTAGE, (EndMovement,)),
    "4.1c-3": (ENGINEERS, (EndMovement, Roadblock)),
}
each_decision = pytest.mark.parametrize("asked", ASKED)


def in_phase_1(asked: str, seed: int) -> Playing:
    """A random position with this decision open, some random moves into phase 1."""
    rng = Random(seed)
    turn = rng.choice(ROLES) if asked == "4.1b-1" else "germany"
    placed: dict[str, dict[str, int]] = {role: {} for role in ROLES}
    for name in NAMES:
        side = FIXED.get(name) or rng.choice(("", "", "germany", "germany", "norway", "allies", "both"))
        for role in ("norway", "allies") if side == "both" else (side,) if side else ():
            placed[role][name] = rng.randint(1, 4)
    play = position(turn=turn, hands=random_hands(rng), **placed)  # type: ignore[arg-type]
    if turn == "germany":
        play("move Kongsvinger > Hamar 1")
    for _ in range(rng.randint(0, 6)):
        action = play.decision().space.sample(rng)
        if not isinstance(action, EndMovement) and type(action) not in ASKED[asked][1]:
            answered(play, action)
        play.passes()
    for kind in ASKED[asked][1]:
        found = [action for action in play.decision().space.candidates() if type(action) is kind]
        assume(found and answered(play, rng.choice(found)))  # not if the airfields have been left meanwhile
    assume(play.decision().rule == asked.split()[0])  # not if nobody holds a card any more
    return play


def random_hands(rng: Random) -> dict[str, list[str]]:
    """Each with the first card of its list, which leads to a window, and some others."""
    limits = zip(ROLES, cards.HAND_LIMIT, strict=True)
    hands = {role: rng.sample(HANDS[role], rng.randint(1, limit)) for role, limit in limits}
    hands["germany"] = ["Paratroops", "Transport plane", *rng.sample(HANDS["germany"], 2)]
    hands["norway"] = ["Roadblock", *rng.sample(HANDS["norway"], rng.randint(0, 2))]
    return hands


def answered(play: Playing, action: Any) -> bool:
    """Answer, if the game then stays in this phase 1; otherwise the position is as it was."""
    before, told = play.state.clone(), len(play.events)
    play.script = KeyedStream(bytes(32))  # type: ignore[assignment]
    play.answer(action)
    if (play.state.country, play.state.phase) == (before.country, 1) and play.asked:
        return True
    play.state = before
    del play.events[told:]
    return False


def refusal(space: Space[Any], action: Any) -> Illegal | None:
    try:
        space.check(action)
    except Illegal as illegal:
        return illegal
    return None


def random_area(rng: Random, near: str = "") -> str:
    """Mostly an area beside another, sometimes any, now and then none at all."""
    if near in board.INDEX and rng.random() < 0.75:
        return board.AREAS[rng.choice(board.NEIGHBOURS[board.INDEX[near]])]
    return rng.choice(board.AREAS) if rng.random() < 0.95 else rng.choice(("sweden", "I", ""))


def random_action(rng: Random) -> Any:
    """Anything that answers a decision of phase 1, mostly not allowed."""
    count = rng.randint(-1, 5)
    first = random_area(rng)
    second = random_area(rng, first)
    third = random_area(rng, second)
    path = (first, second, third, random_area(rng, third))[: rng.randint(0, 4)]
    airfields = [board.AREAS[area] for area in rng.sample(board.AIRFIELDS, 2)]
    hand = tuple(rng.choices(cards.SHORT_IDS, k=rng.randint(0, 3)))
    return rng.choice(
        (
            Move(first, second, count),
            RapidMove(first, second, third, count),
            Drop(first),
            Fly(airfields[0], airfields[1], count),
            Train(path, count),
            Invade(hand, ((second, count), (third, rng.randint(0, 2)))),
            Invade(("reinforcements",), ((first, 1), (second, 1))),
            Ship(first, random_area(rng), count),
            Divert(second),
            Roadblock(second, first, count),
            BlowBridge(second, first),
            Flee(first, second),
            rng.choice((EndMovement(), StopFlight(), Engineers(), Pass())),
        )
    )


def plain(action: Any) -> Any:
    """Invade with cards and areas in their order; what is said does not depend on it."""
    if not isinstance(action, Invade):
        return action
    own = [cards.SHORT_IDS[card] for card in cards.OF_COUNTRY[2]]
    named = sorted((area for area, n in action.placements for _ in range(n)), key=board.INDEX.__getitem__)
    return Invade(
        tuple(sorted(action.cards, key=own.index)), tuple((area, len(list(run))) for area, run in groupby(named))
    )


@each_decision
@given(seed=seeds)
def test_whatever_is_listed_or_drawn_is_legal_and_reads_back(asked: str, seed: int) -> None:
    play = in_phase_1(asked, seed)
    space = play.decision().space
    listed = list(space.candidates())
    assert len(listed) == len(set(listed)), "each answer once"
    for action in listed:
        space.check(action)
        assert GAME.notation.read(GAME.notation.write(action)) == action
    rng = Random(seed)
    for _ in range(20):
        assert space.sample(rng) in listed


@each_decision
@given(seed=seeds)
def test_any_action_is_listed_or_refused_with_a_reason_and_a_rule(asked: str, seed: int) -> None:
    space = in_phase_1(asked, seed).decision().space
    listed = set(space.candidates())
    kinds = ASKED[asked][0]
    rng = Random(seed)
    for _ in range(100):
        action = random_action(rng)
        illegal = refusal(space, action)
        if illegal is None:
            assert type(action) in kinds
            assert plain(action) in listed
            continue
        assert action not in listed
        assert missing_keys([illegal.reason]) == []
        assert "{" not in render(illegal.reason)
        if type(action) in kinds:
            assert illegal.reason.key.startswith("norway.illegal.")
            assert illegal.rule in GAME.ledger.rules
        else:
            assert illegal.reason.key == "core.illegal.other-decision"


@each_decision
@given(seed=seeds)
def test_a_client_that_builds_an_answer_step_by_step_is_shown_words(asked: str, seed: int) -> None:
    decision = in_phase_1(asked, seed).decision()
    assert missing_keys([decision.prompt, decision.waiting]) == []
    action = decision.space.sample(Random(seed))
    path = decision.space.parts(action)
    for depth in range(len(path)):
        shown = decision.space.choices(path[:depth])
        assert path[depth] in [choice.part for choice in shown]
        assert missing_keys([choice.label for choice in shown]) == []
    assert decision.space.choices(path) == []


@each_decision
@given(seed=seeds)
def test_what_is_answered_is_told_in_words_and_leaves_the_board_in_order(asked: str, seed: int) -> None:
    play = in_phase_1(asked, seed)
    rng = Random(seed)
    for _ in range(5):
        answered(play, play.decision().space.sample(rng))  # the table asserts the invariants
    assert missing_keys([event.text for event in play.events]) == []
    assert all("{" not in render(event.text) for event in play.events)
    assert all(event.rule in GAME.ledger.rules for event in play.events)
