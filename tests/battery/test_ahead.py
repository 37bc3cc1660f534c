"""What a player means to do: it goes no further than its seat can see, and comes to pass if it is followed."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battery import Way, examples, in_progress, next_asked, tried
from battery.test_secrets import WAYS
from feltherre.core import engine
from feltherre.core.match import Match
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.players.ahead import Ahead, NoChance
from feltherre.players.listed import make_player, player_names
from feltherre.players.player import Chosen, Position, position_for


def ahead_of(match: Match, seed: int, player: str = "") -> Ahead:
    """The plan of the strongest player for whoever is asked first."""
    decision = match.unanswered()[0]
    roles = match.seat_of(decision.role).roles
    position = position_for(match.game, match.state, roles, decision.role, Random(seed))
    return Ahead(make_player(match.game, player or player_names(match.game)[0]), position, lambda: True)


@WAYS
@examples(2, 30)
@given(seed=st.integers(0, 2**32))
def test_a_plan_that_is_followed_comes_to_pass_without_anything_thrown_drawn_or_shown(way: Way, seed: int) -> None:
    """Carried out in the true state, dice and draws would be refused: every answer but the last is legal there, and
    leaves the same role to be asked. So nothing in the plan rests on what its seat does not know."""
    match = in_progress(way, seed, Random(seed).randrange(200))
    before = canonical(match.state)
    ahead = ahead_of(match, seed)
    role, answers = ahead.position.decision.role, [chosen.action for _, chosen in ahead.answers()]
    assert canonical(match.state) == before, "planning changes nothing"
    state = match.state.clone()
    for number, action in enumerate(answers):
        (decision,) = [one for one in engine.open_decisions(match.game, state) if one.role == role]
        decision.space.check(action)
        if number == len(answers) - 1:
            return
        table = Table(match.game, state, NoChance(), quiet=True)
        asked = engine.carry_out(table, engine.open_decisions(match.game, state), role, action)
        assert not table.barrier
        assert [one.role for one in asked] == [role]
        tried("answers of a plan carried out in the true state")


class Spy:
    """Remembers what it was shown, and answers as another would."""

    name = "spy"

    def __init__(self, other: object) -> None:
        self.other = other
        self.seen: list[Position] = []

    def choose(self, position: Position) -> Chosen:
        self.seen.append(position)
        return self.other.choose(position)  # type: ignore[attr-defined, no-any-return]


def test_a_plan_is_made_in_the_redealt_state_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_progress(Way("norway", 0), 5, 0)
    dealt = []
    redeal = type(match.game).redeal

    def noted(self: object, *args: object) -> object:
        dealt.append(redeal(self, *args))  # type: ignore[arg-type]
        return dealt[-1]

    monkeypatch.setattr(type(match.game), "redeal", noted)
    ahead = ahead_of(match, 5)
    spy = ahead.player = Spy(ahead.player)
    assert len(list(ahead.answers())) > 1
    assert [position.state for position in spy.seen] == dealt * len(spy.seen)
    assert all(position.state is dealt[0] is not match.state for position in spy.seen)


def test_it_says_why_it_goes_no_further() -> None:
    match = in_progress(Way("winterwar", 0), 1, 0)
    ends = set()
    while len(ends) < 2 and not match.over:
        ahead = ahead_of(match, 1)
        list(ahead.answers())
        ends.add(ahead.ends)
        decision = next_asked(match, Random(1))
        match.answer(decision, make_player(match.game, "captain").choose(ahead_of(match, 1).position).action)
    assert ends <= {"chance", "others", "turn", "long"}
    assert len(ends) == 2


def test_it_stops_when_there_is_no_more_time() -> None:
    match = in_progress(Way("winterwar", 0), 1, 0)
    ahead = ahead_of(match, 1)
    ahead.in_time = lambda: False
    assert (len(list(ahead.answers())), ahead.ends) == (1, "long")
