"""Redealing: another state that a seat cannot tell from the true one, with other cards where it cannot know them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from feltherre.core.engine import open_decisions
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.space import shown
from feltherre.core.state import canonical
from feltherre.games.norway import cards
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES, NorwayState
from norway_table import position
from norway_table.battles import battle

THREE = (("germany",), ("norway",), ("allies",))
TWO = (("germany",), ("norway", "allies"))
#: of the candidates of a decision so many are compared
COMPARED = 150


def random_game(seating: tuple[tuple[str, ...], ...], seed: int) -> Iterator[NorwayState]:
    """The states of a game played at random, in turn."""
    match = Match(GAME, Setup(tuple(Seat("+".join(roles), roles) for roles in seating)), key=seed.to_bytes(32, "big"))
    rng = Random(seed)
    while not match.over:
        yield match.state
        act_at_random(match, rng)


def act_at_random(match: Match[NorwayState], rng: Random) -> None:
    answered = {sealed.role for sealed in match.state.sealed}
    decision = next(decision for decision in match.decisions() if decision.role not in answered)
    match.act(match.seat_of(decision.role).name, decision.role, decision.id, decision.space.sample(rng))


def own_decisions(state: NorwayState, roles: tuple[str, ...]) -> list[Any]:
    """What a seat gets of the open decisions, and what it could answer."""
    seen: list[Any] = []
    for decision in open_decisions(GAME, state):
        if decision.role in roles:
            seen.append((canonical(shown(decision, {})), list(decision.space.candidates(COMPARED))))
        else:
            seen.append((decision.id, decision.role, canonical(decision.waiting), decision.rule, decision.reaction))
    return seen


def held(state: NorwayState, country: int) -> list[int]:
    return [state.hand[card] for card in cards.OF_COUNTRY[country]]


@pytest.mark.parametrize(("seating", "seed"), [(THREE, 1), (THREE, 2), (TWO, 3)])
def test_a_seat_cannot_tell_a_redealt_state_from_the_true_one(seating: tuple[tuple[str, ...], ...], seed: int) -> None:
    rng = Random(seed)
    changed = dict.fromkeys(ROLES, 0)
    for n, state in enumerate(random_game(seating, seed)):
        before = canonical(state)
        for roles in (*seating, ()):
            if (n + len(roles)) % 3:
                continue
            other = GAME.redeal(state, roles, rng)
            assert canonical(GAME.view(other, roles)) == canonical(GAME.view(state, roles))
            assert canonical(GAME.scene(other, roles)) == canonical(GAME.scene(state, roles))
            assert own_decisions(other, roles) == own_decisions(state, roles)
            assert not GAME.invariants(other)
            for country, role in enumerate(ROLES):
                if role in roles:
                    assert held(other, country) == held(state, country)
                else:
                    changed[role] += held(other, country) != held(state, country)
        assert canonical(state) == before, "redealing changes a copy"
    assert all(times > 20 for times in changed.values()), "hands of others really vary"


def test_every_card_that_is_not_open_can_come_up() -> None:
    """Norway holds two cards; four of six Ambushes lie face up, so that at most two can be in the hand."""
    play = position(hands={"norway": ["Roadblock", "Ambush"]})
    ambush = cards.INDEX["nor-ambush"]
    play.state.deck[ambush] -= 4
    play.state.used[ambush] += 4
    rng = Random(1)
    hands = [held(GAME.redeal(play.state, ("germany",), rng), 1) for _ in range(400)]
    assert {sum(hand) for hand in hands} == {2}
    assert {hand[0] for hand in hands} == {0, 1, 2}
    assert all(any(hand[i] for hand in hands) for i in range(len(cards.OF_COUNTRY[1])))


def test_redealt_hands_are_as_likely_as_dealt_ones() -> None:
    """Of 22 Norwegian cards five are Roadblocks: a hand of three holds 15 in 22 cases."""
    play = position(hands={"norway": ["Roadblock", "Ambush", "Ambush"]})
    rng = Random(4)
    roadblocks = cards.INDEX["nor-roadblock"]
    found = sum(GAME.redeal(play.state, (), rng).hand[roadblocks] for _ in range(2000))
    assert cards.COUNT[roadblocks] == 5
    assert abs(found / 2000 - 3 * 5 / 22) < 0.06


def test_an_allied_hand_is_certain_when_the_deck_is_used_up() -> None:
    play = position(hands={"allies": ["Tank", "Fighter"]}, decks={"allies": 0}, allies={"Namsos": 1})
    assert held(GAME.redeal(play.state, (), Random(1)), 2) == held(play.state, 2)


def scouted() -> NorwayState:
    hands = {"germany": ["Scouts"], "norway": ["Ambush", "Ambush", "Reinforcements"], "allies": ["Tank", "Fighter"]}
    return battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, hands=hands)("play Scouts").state


def test_what_scouts_have_seen_stays_in_the_hand_for_germany() -> None:
    state, rng = scouted(), Random(2)
    dealt = [GAME.redeal(state, ("germany",), rng) for _ in range(30)]
    assert all(held(other, 1) == held(state, 1) for other in dealt)
    assert len({tuple(held(other, 2)) for other in dealt}) > 5, "the Allied hand was not seen"


def test_germany_knows_part_of_a_hand_after_new_cards_were_drawn() -> None:
    """Two of three cards are known: they are in every hand, the third may be any."""
    state, rng = scouted(), Random(3)
    state.known.pop(0)
    ambush, reinforcements = cards.INDEX["nor-ambush"], cards.INDEX["nor-reinforcements"]
    dealt = [GAME.redeal(state, ("germany",), rng) for _ in range(60)]
    assert all(other.hand[ambush] >= 1 and other.hand[reinforcements] >= 1 for other in dealt)
    assert len({tuple(held(other, 1)) for other in dealt}) > 3


def test_what_others_have_seen_is_redealt_with_the_hand() -> None:
    """The Allies do not know what Germany saw; whatever it is, it must be in the Norwegian hand."""
    state, rng = scouted(), Random(5)
    for _ in range(30):
        other = GAME.redeal(state, ("allies",), rng)
        assert len(other.known) == len(state.known)
        seen = [known.card for known in other.known]
        assert all(seen.count(card) <= other.hand[card] for card in seen)
    assert len({tuple(k.card for k in GAME.redeal(state, ("allies",), rng).known) for _ in range(30)}) > 3


def test_sealed_answers_of_others_are_drawn_anew_and_ones_own_stay() -> None:
    play = battle(
        "Hamar", {"Kongsvinger": 1, "Rena": 1}, {"norway": 1, "allies": 1}, throws=([6, 1], [6, 5]), one_seat=True
    )
    assert play.asked == ["germany", "norway"]
    play("lose allies 1", "norway")
    rng = Random(6)
    answers = {GAME.redeal(play.state, ("germany",), rng).sealed[0].action.losses for _ in range(20)}
    assert answers == {(("norway", 1),), (("allies", 1),)}
    own = GAME.redeal(play.state, ("norway", "allies"), rng)
    assert own.sealed == play.state.sealed


@pytest.mark.parametrize("roles", [*THREE, ("norway", "allies"), ()])
def test_a_redealt_game_can_be_played_on_to_its_end(roles: tuple[str, ...]) -> None:
    match = Match(GAME, Setup(tuple(Seat(role, (role,)) for role in ROLES)), key=b"redeal".ljust(32))
    rng = Random(7)
    for _ in range(120):
        act_at_random(match, rng)
    match.state = GAME.redeal(match.state, roles, rng)
    while not match.over:
        act_at_random(match, rng)
        assert not GAME.invariants(match.state)


@pytest.mark.parametrize("roles", [("germany",), ("allies",), ("norway",), ("norway", "allies"), ()])
def test_the_norwegian_hand_known_at_the_shuffle_stays_for_those_who_know_it(roles: tuple[str, ...]) -> None:
    """Two cards are known to Germany and the Allies, the third was drawn from the new deck."""
    state, rng = position("norway", 4, hands={"norway": ["Roadblock"]}, decks={"norway": 1}).state, Random(6)
    assert len(state.known) == 4
    ambush, roadblock = cards.INDEX["nor-ambush"], cards.INDEX["nor-roadblock"]
    for _ in range(30):
        other = GAME.redeal(state, roles, rng)
        assert canonical(GAME.view(other, roles)) == canonical(GAME.view(state, roles))
        assert not GAME.invariants(other)
        assert roles == () or (other.hand[ambush] >= 1 and other.hand[roadblock] >= 1)
