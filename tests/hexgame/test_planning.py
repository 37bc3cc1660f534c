"""What players plan with: parts of a hex's worth, dangers, goals, who flies where, a plan that is followed."""

from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from feltherre.core.space import Action, Single
from feltherre.core.state import Step
from feltherre.core.text import say
from feltherre.hexgame.field import Threat
from feltherre.hexgame.planning import content, sorties, who_stands_better
from feltherre.hexgame.weighing import Blow, Danger, Goals, best_part, shares
from feltherre.players.planned import PlannedPlayer
from feltherre.players.player import Position
from hexgame.test_answers import MIDDLE, ODDS, E, W, placed, read


class Worth:
    """A hex is worth what is said of it; who has gone there makes no difference."""

    def __init__(self, parts: dict[int, dict[str, float]]) -> None:
        self.by_hex = parts

    def parts(self, unit: int, hex_: int) -> dict[str, float]:
        return self.by_hex.get(hex_, {})

    def taken(self, unit: int, hex_: int) -> None: ...


def test_the_part_that_gains_most_is_the_reason() -> None:
    scores = Worth({W: {"march": 1.0, "exposed": -2.0}, E: {"march": 2.0, "exposed": -0.5, "prize": 1.2}})
    assert best_part(scores, 0, W, E) == "exposed"
    assert best_part(scores, 0, E, W) == "march", "what loses least"


def test_a_danger_is_what_the_enemy_can_bring_against_those_who_stand_there() -> None:
    field = read(placed(U0=MIDDLE, U1=MIDDLE, U10=E, U11=W), lambda unit, hex_: 2)
    threat = Threat(field, 1, [10, 11])
    danger = Danger(threat, lambda hex_, stack: Blow(ODDS, threat.attack(hex_), 2, 0), lambda stack: [1.0, 3.0], len)
    # two of them with 2 each against 2: at 2-1 both defenders go on R (four faces) or with both lost on FE
    assert danger.lost(MIDDLE, [0, 1]) == pytest.approx(ODDS.driven_out(4, 2, 0, 2))
    assert danger.cost(MIDDLE, [0, 1]) == pytest.approx(2.0 * ODDS.losses(4, 2, 0, 2))
    assert (danger.lost(MIDDLE, []), danger.cost(MIDDLE, [])) == (1.0, 0.0), "an empty hex is walked into"
    assert danger.others(0, MIDDLE) == [1]


def test_a_goal_draws_less_when_a_force_has_been_sent_there() -> None:
    goals = Goals({7: 8.0, 8: 6.0}, {7: [1.0, 0.5], 8: [1.0, 0.0]}, {7: 4.0, 8: 4.0})
    assert goals.pull(0) == {7: 8.0, 8: 6.0}
    assert goals.pull(1) == {7: 4.0}, "nothing of what cannot be reached"
    goals.send(0, 4.0)
    assert goals.pull(0) == {7: 4.0, 8: 6.0}
    goals.send(0, 12.0)
    assert goals.pull(0) == {7: 4.0, 8: 1.5}
    assert shares([2.0, 999.0], lambda distance: 1 / distance) == [0.5, 0.0]


def test_aircraft_go_one_after_the_other_where_each_adds_most() -> None:
    def gain(hex_: int, over: Any) -> float:
        return {1: 3.0, 2: 2.0}[hex_] * min(len(over), 1)

    everywhere = {11: [1, 2], 12: [1, 2], 13: [1, 2]}
    assert list(sorties([11, 12, 13], everywhere.__getitem__, [1, 2], gain, 0.1, 1)) == [(11, 1), (12, 2)]
    assert list(sorties([11], lambda unit: [2], [1, 2], gain, 0.1, 1)) == [(11, 2)], "only where it can go"
    assert list(sorties([11], everywhere.__getitem__, [1, 2], gain, 0.1, 1, lambda hex_: hex_ - 1.0)) == [(11, 2)]


def test_several_go_together_where_one_alone_adds_nothing() -> None:
    def gain(hex_: int, over: Any) -> float:
        return 4.0 if len(over) >= hex_ else 0.0

    # two lift the attack on 2 by 4, three that on 3: each adds more to the first
    assert list(sorties([11, 12, 13], lambda unit: [2, 3], [2, 3], gain, 0.1, 3)) == [(11, 2), (12, 2)]
    assert list(sorties([11, 12, 13], lambda unit: [2, 3], [2, 3], gain, 0.1, 1)) == []


def test_whoever_stands_better_goes_in_as_far_as_there_is_room() -> None:
    field = read(placed(U0=W, U1=W, U2=E), lambda unit, hex_: 5 + unit)
    field.state.owners = []
    scores = Worth({MIDDLE: {"prize": 1.0}, E: {"hold": 2.0}})
    assert who_stands_better(field, scores, MIDDLE, [0, 1, 2], lambda those: len(those) < 2, 0.1) == [1]
    assert field.state.places[1] == MIDDLE, "on the player's own copy"


def test_a_plan_depends_on_what_a_title_adds() -> None:
    state = placed(U0=W)
    assert content(state, [1]) == content(placed(U0=W), [1])
    assert content(state, [1]) != content(state, [2])
    assert content(state) != content(placed(U0=E))


class Count(Step, frozen=True, tag="count"):
    """A step that asks again and again."""


class Say(Action, frozen=True, tag="say"):
    word: int


class Counting(PlannedPlayer):
    """Plans three answers ahead."""

    name = "counting"
    answers: ClassVar[dict[Any, Any]] = {}
    plans: ClassVar[dict[Any, Any]] = {
        Count: lambda state, step, rng: {
            state.turn + n: (Say(state.turn + n), say("core.why.random")) for n in range(3)
        }
    }
    content = lambda state: state.turn  # noqa: E731


class At:
    """A state that is nothing but a turn."""

    def __init__(self, turn: int, *agenda: Step) -> None:
        self.turn, self.agenda = turn, list(agenda)

    def clone(self) -> "At":
        return At(self.turn, *self.agenda)


def asked(turn: int, space: Any, step: Step) -> Position:
    state: Any = At(turn, step)
    decision: Any = SimpleNamespace(space=space)
    return Position(None, state, (), decision, None, Random(1))  # type: ignore[arg-type]


def test_a_plan_is_followed_and_made_anew_when_the_game_goes_another_way() -> None:
    player = Counting()
    assert [player.choose(asked(turn, Single(Say(turn)), Count())).action.word for turn in (4, 5, 6)] == [4, 5, 6]
    first = player.orders
    player.choose(asked(6, Single(Say(6)), Count()))
    assert player.orders is first
    assert player.choose(asked(9, Single(Say(9)), Count())).action == Say(9)
    assert player.orders is not first


def test_what_nobody_has_thought_of_or_may_be_done_no_more_is_answered_at_random() -> None:
    player = Counting()
    assert player.choose(asked(4, Single(Say(7)), Count())).action == Say(7), "the plan says 4"

    class Unknown(Step, frozen=True, tag="unknown"):
        """No player knows it."""

    assert player.choose(asked(4, Single(Say(8)), Unknown())).action == Say(8)
