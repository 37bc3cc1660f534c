"""The battery finds what it is there to find: Lanterns with one fault each must not pass it."""

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import Any

import msgspec
import pytest

from battery import Way, play_on, test_play, test_refusals, test_secrets
from feltherre.core import engine, event, space
from feltherre.core.table import Table
from tinygame import sight, steps
from tinygame.game import NOTATION
from tinygame.spaces import ShiftSpace
from tinygame.town import Town, hand, number

Patch = pytest.MonkeyPatch
#: a fault must be found in one of so many games; the first of them are also played without it
GAMES = 10
WITHOUT = 2

LANTERNS = Way("lanterns", seating=0)


def the_deck_is_seen(patch: Patch) -> None:
    view = sight.view

    def leaking(state: Town, roles: Any, all_seeing: bool) -> sight.TownSeen:
        return msgspec.structs.replace(view(state, roles, all_seeing), discard=(*state.discard, state.deck[0]))

    patch.setattr(sight, "view", lambda state, *more: leaking(state, *more) if state.deck else view(state, *more))


def the_window_opens_only_to_those_with_a_gust(patch: Patch) -> None:
    decisions = steps.STEPS[steps.Gusts].decisions

    def telling(state: Town, step: steps.Gusts) -> Sequence[space.Decision[Any]]:
        return [asked for asked in decisions(state, step) if "gust" in hand(state, number(asked.role))]

    patch.setattr(steps.STEPS[steps.Gusts], "decisions", telling)


def cards_are_drawn_openly(patch: Patch) -> None:
    deal = steps.deal

    def open_deal(table: Table[Town], role: int, cards: int, rule: str) -> None:
        deal(table, role, cards, rule)
        table.events[-1] = event.Event(table.events[-1].secrets[0].text, rule)

    patch.setattr(steps, "deal", open_deal)


def a_refusal_tells_of_another_hand(patch: Patch) -> None:
    why_not = ShiftSpace.why_not

    def telling(self: ShiftSpace, partial: Any, part: Any) -> Any:
        refusal = why_not(self, partial, part)
        return type(refusal)(refusal.reason, str(self.state.hands))

    patch.setattr(ShiftSpace, "why_not", telling)


def a_redeal_loses_a_card(patch: Patch) -> None:
    redeal = sight.redeal

    def losing(state: Town, roles: Any, rng: Random) -> Town:
        other = redeal(state, roles, rng)
        del other.deck[:1]
        return other

    patch.setattr(sight, "redeal", losing)


def a_card_that_is_played_vanishes(patch: Patch) -> None:
    play = steps.play

    def vanishing(state: Town, role: int, card: str) -> None:
        play(state, role, card)
        state.discard.remove(card)

    patch.setattr(steps, "play", vanishing)


def a_game_does_not_end(patch: Patch) -> None:
    end = steps.STEPS[steps.EndOfRound]
    patch.setattr(end, "proceed", lambda table, step: table.push(steps.Round(step.number)))
    patch.setattr(test_play, "play_on", lambda match, rng: play_on(match, rng, 300))


def a_clone_shares_its_lists(patch: Patch) -> None:
    patch.setattr(Town, "clone", lambda state: copy(state))


def looking_changes_something(patch: Patch) -> None:
    view = sight.view

    def touching(state: Town, roles: Any, all_seeing: bool) -> sight.TownSeen:
        state.seconds[0] += 1
        return view(state, roles, all_seeing)

    patch.setattr(sight, "view", touching)


def the_notation_forgets_a_number(patch: Patch) -> None:
    write = NOTATION.write
    patch.setattr(NOTATION, "write", lambda action: write(action).replace("2", "1"))


def a_draw_sets_no_barrier(patch: Patch) -> None:
    draw = Table.draw

    def unbarred(self: Table[Any], *what: Any) -> Any:
        before = self.barrier
        drawn = draw(self, *what)
        self.barrier = before
        return drawn

    patch.setattr(Table, "draw", unbarred)


def an_illegal_action_is_let_through(patch: Patch) -> None:
    patch.setattr(space.Space, "check", lambda self, action: None)


def the_wrong_role_is_let_through(patch: Patch) -> None:
    def any_decision(decisions: Sequence[space.Decision[Any]], role: str, decision_id: str) -> space.Decision[Any]:
        return next((asked for asked in decisions if asked.id == decision_id), decisions[0])

    patch.setattr(engine, "find_decision", any_decision)


def played(seed: int) -> None:
    run(test_play.test_random_games_end_keep_the_invariants_and_replay_to_the_byte, seed)


def compared(seed: int) -> None:
    run(test_secrets.test_a_seat_sees_the_same_in_every_state_it_cannot_tell_apart, seed)


def cloned(seed: int) -> None:
    run(test_play.test_a_clone_is_equal_and_shares_nothing, seed, actions=5)


def asked(seed: int) -> None:
    run(test_play.test_asking_changes_nothing, seed)


def undone(seed: int) -> None:
    run(test_play.test_undo_never_passes_an_information_event, seed)


def refused(seed: int) -> None:
    run(test_refusals.test_illegal_actions_change_nothing, seed, actions=10)


def sent_by_the_wrong_seat(seed: int) -> None:
    run(test_refusals.test_the_wrong_seat_and_a_stale_decision_are_refused, seed, actions=10)


def run(test: Any, seed: int, **more: Any) -> None:
    """A test of the battery on one game of Lanterns, without hypothesis around it."""
    test.hypothesis.inner_test(way=LANTERNS, seed=seed, **more)


FAULTS: list[tuple[Callable[[Patch], None], Callable[[int], None]]] = [
    (the_deck_is_seen, compared),
    (the_window_opens_only_to_those_with_a_gust, compared),
    (cards_are_drawn_openly, compared),
    (a_refusal_tells_of_another_hand, compared),
    (a_redeal_loses_a_card, compared),
    (a_card_that_is_played_vanishes, played),
    (a_game_does_not_end, played),
    (the_notation_forgets_a_number, played),
    (a_clone_shares_its_lists, cloned),
    (looking_changes_something, asked),
    (a_draw_sets_no_barrier, undone),
    (an_illegal_action_is_let_through, refused),
    (the_wrong_role_is_let_through, sent_by_the_wrong_seat),
]


@pytest.mark.parametrize(("fault", "tried"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_the_fault_is_found(fault: Callable[[Patch], None], tried: Callable[[int], None], monkeypatch: Patch) -> None:
    for seed in range(WITHOUT):
        tried(seed)
    fault(monkeypatch)
    assert any(fails(tried, seed) for seed in range(GAMES))


def fails(tried: Callable[[int], None], seed: int) -> bool:
    try:
        tried(seed)
    except (Exception, pytest.fail.Exception):
        return True
    return False
