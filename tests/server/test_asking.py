"""What may be asked about a decision."""

from typing import Any

import pytest

from battery import Way, new_match
from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import say
from feltherre.server.asking import Open, walked


class Roads(Space[Any]):
    """A space that knows only its own towns."""

    towns = {"oslo": "closed", "bergen": "snow"}

    def options(self, partial: Partial) -> tuple[str, ...]:
        return () if partial else ("oslo",)

    def build(self, partial: Partial) -> Any:
        return partial[0]

    def parts(self, action: Any) -> Partial:
        return (action,)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return Illegal(say("core.plain", text=self.towns[part]))  # type: ignore[index]


@pytest.mark.parametrize(("part", "key"), [("bergen", "core.plain"), ("atlantis", "core.illegal.not-offered")])
def test_a_part_that_is_made_up_is_refused_like_any_other(part: str, key: str) -> None:
    space = Roads()
    for ask in (
        lambda: space.check(part),
        lambda: space.choices((part,)),
        lambda: walked(space, (part,)),
    ):
        with pytest.raises(Illegal) as refused:
            ask()
        assert refused.value.reason.key == key
    assert not space.contains(part)


def test_open_decisions_are_found_anew_after_a_refused_act() -> None:
    match = new_match(Way("lanterns", 0), 3)
    now = Open(match)
    decision = now.decisions()[0]
    assert now.decisions()[0] is decision
    with pytest.raises(Illegal):
        match.act(match.seat_of(decision.role).name, decision.role, "no such decision", object())
    assert now.decisions()[0] is not decision
    assert now.decisions()[0].id == decision.id
