"""What phase 1 allows is one set, however it is asked: listing, checking, drawing at random, writing down."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import Any

from hypothesis import given
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

NAMES = board.BOARD.names.display
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


@st.composite
def positions(draw: st.DrawFn) -> Playing:
    """A position in phase 1 of somebody's turn, some moves into it; often with a window for an answer open."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    placed: dict[str, dict[str, int]] = {role: {} for role in ROLES}
    for name in NAMES:
        side = rng.choice(("", "", "germany", "germany", "norway", "allies", "both"))
        for role in ("norway", "allies") if side == "both" else (side,) if side else ():
            placed[role][name] = rng.randint(1, 4)
    for role, name in (("germany", "Oslo"), ("norway", "Finnmark")):
        for other in ROLES:
            placed[other].pop(name, None)
        placed[role][name] = 2
    limits = dict(zip(ROLES, cards.HAND_LIMIT, strict=True))
    hands = {role: rng.sample(names, min(len(names), rng.randint(0, limits[role]))) for role, names in HANDS.items()}
    play = position(turn=draw(st.sampled_from(ROLES)), hands=hands, **placed)  # type: ignore[arg-type]
    for _ in range(draw(st.integers(0, 8))):
        answered(play, play.decision().space.sample(rng))
    return play


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


def areas(near: str | None = None) -> st.SearchStrategy[str]:
    """Any area, and more often one beside another; sometimes no area at all."""
    anywhere = st.sampled_from(board.AREAS)
    if near is None or near not in board.INDEX:
        return st.one_of(anywhere, anywhere, anywhere, st.sampled_from(["sweden", "I", ""]))
    beside = st.sampled_from([board.AREAS[area] for area in board.NEIGHBOURS[board.INDEX[near]]])
    return st.one_of(beside, beside, beside, anywhere)


@st.composite
def actions(draw: st.DrawFn) -> Any:
    """Anything that answers a decision of phase 1, mostly not allowed."""
    count = draw(st.integers(-1, 5))
    first = draw(areas())
    second = draw(areas(first))
    third = draw(areas(second))
    fourth = draw(areas(third))
    kind = draw(st.integers(0, 9))
    match kind:
        case 0:
            return Move(first, second, count)
        case 1:
            return RapidMove(first, second, third, count)
        case 2:
            return draw(
                st.sampled_from([Drop(first), Divert(second), EndMovement(), StopFlight(), Engineers(), Pass()])
            )
        case 3:
            fields = st.sampled_from([board.AREAS[area] for area in board.AIRFIELDS])
            return Fly(draw(fields), draw(fields), count)
        case 4:
            return Train((first, second, third, fourth)[: draw(st.integers(0, 4))], count)
        case 5:
            hand = tuple(draw(st.lists(st.sampled_from(cards.SHORT_IDS), max_size=3)))
            return Invade(hand, ((second, count), (third, draw(st.integers(0, 2)))))
        case 6:
            return Ship(first, draw(areas()), count)
        case 7:
            return Roadblock(second, first, count)
        case 8:
            return BlowBridge(second, first)
        case _:
            return Flee(first, second)


def kinds_asked(play: Playing) -> set[type]:
    """The kinds of action that answer the open decision."""
    rule = play.decision().rule
    return {"4.1b-1": MOVEMENT, "4.1c-1": SABOTAGE, "4.1b-cards": FIGHTERS, "4.1c-3": ENGINEERS}[rule]


def plain(action: Any) -> Any:
    """Invade with cards and areas in their order; what is said does not depend on it."""
    if not isinstance(action, Invade):
        return action
    own = [cards.SHORT_IDS[card] for card in cards.OF_COUNTRY[2]]
    named = sorted((area for area, n in action.placements for _ in range(n)), key=board.INDEX.__getitem__)
    return Invade(
        tuple(sorted(action.cards, key=own.index)), tuple((area, len(list(run))) for area, run in groupby(named))
    )


@given(positions(), st.integers(0, 2**32 - 1))
def test_whatever_is_listed_or_drawn_is_legal_and_reads_back(play: Playing, seed: int) -> None:
    space = play.decision().space
    listed = list(space.candidates())
    assert len(listed) == len(set(listed)), "each answer once"
    for action in listed:
        space.check(action)
        assert GAME.notation.read(GAME.notation.write(action)) == action
    rng = Random(seed)
    for _ in range(20):
        assert space.sample(rng) in listed


@given(positions(), st.data())
def test_any_action_is_listed_or_refused_with_a_reason_and_a_rule(play: Playing, data: st.DataObject) -> None:
    space = play.decision().space
    listed = set(space.candidates())
    kinds = kinds_asked(play)
    for _ in range(30):
        action = data.draw(actions())
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


@given(positions(), st.integers(0, 2**32 - 1))
def test_a_client_that_builds_an_answer_step_by_step_is_shown_words(play: Playing, seed: int) -> None:
    decision = play.decision()
    assert missing_keys([decision.prompt, decision.waiting]) == []
    action = decision.space.sample(Random(seed))
    path = decision.space.parts(action)
    for depth in range(len(path)):
        shown = decision.space.choices(path[:depth])
        assert path[depth] in [choice.part for choice in shown]
        assert missing_keys([choice.label for choice in shown]) == []
    assert decision.space.choices(path) == []


@given(positions(), st.integers(0, 2**32 - 1))
def test_what_is_answered_is_told_in_words_and_leaves_the_board_in_order(play: Playing, seed: int) -> None:
    rng = Random(seed)
    for _ in range(5):
        answered(play, play.decision().space.sample(rng))  # the table asserts the invariants
    assert missing_keys([event.text for event in play.events]) == []
    assert all("{" not in render(event.text) for event in play.events)
    assert all(event.rule in GAME.ledger.rules for event in play.events)
