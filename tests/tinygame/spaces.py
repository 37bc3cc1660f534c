"""What may be answered in Lanterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.space import ListSpace, OneOf, Part, Partial, Single, Space, What
from feltherre.core.text import Text, say
from tinygame.actions import Bid, Gust, LetBe, Light, Look, Rest, Shift
from tinygame.town import FULL, MOST_SHIFTED, PLACES, ROLES, Town, at, hand, number, open_places, standing


def place_name(place: str) -> Text:
    return say(f"lanterns.place.{place}")


def role_name(role: str) -> Text:
    return say(f"lanterns.role.{role}")


class BidSpace(Space[Bid]):
    """How much oil, then which card (L2)."""

    def __init__(self, state: Town, role: str) -> None:
        self.oil = state.oil[number(role)]
        self.cards = ("", "spark") if "spark" in hand(state, number(role)) else ("",)

    def options(self, partial: Partial) -> Sequence[Part]:
        return (range(self.oil + 1), self.cards, ())[len(partial)]

    def build(self, partial: Partial) -> Bid:
        return Bid(int(partial[0]), str(partial[1]))

    def label(self, partial: Partial, part: Part) -> Text:
        if partial:
            return say(f"lanterns.choice.{part or 'no-spark'}")
        return say("core.plain", text=str(part))

    def what(self, partial: Partial, part: Part) -> What:
        return "line" if partial else "count"

    def parts(self, action: Any) -> Partial:
        if not isinstance(action, Bid):
            raise Illegal(say("lanterns.illegal.bid-now"), "L2")
        return (action.oil, action.card)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return Illegal(say("lanterns.illegal.oil", oil=self.oil), "L2")
        return Illegal(say("lanterns.illegal.no-such-card", card=part), "L2")


class ShiftSpace(Space[Shift]):
    """From where, to where, how many (L3)."""

    def __init__(self, state: Town, role: int) -> None:
        self.state = state
        self.role = role

    def options(self, partial: Partial) -> Sequence[Part]:
        state, places = self.state, open_places(self.state)
        match partial:
            case ():
                origins = (place for place in PLACES.ids if at(state, self.role, place))
                return [place for place in origins if set(places) - {place}]
            case (origin,):
                return [place for place in places if place != origin]
            case (str(origin), str(target)):
                room = FULL - standing(state, target)
                return range(1, min(at(state, self.role, origin), room, MOST_SHIFTED) + 1)
        return ()

    def label(self, partial: Partial, part: Part) -> Text:
        return place_name(part) if isinstance(part, str) else say("core.plain", text=str(part))

    def build(self, partial: Partial) -> Shift:
        origin, target, count = partial
        return Shift(str(origin), str(target), int(count))

    def parts(self, action: Shift) -> Partial:
        return (action.origin, action.target, action.count)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        reasons = ("no-lantern-there", "no-room", "too-many-shifted")
        return Illegal(say(f"lanterns.illegal.{reasons[len(partial)]}"), ("L3", "L6", "L3")[len(partial)])


class PlaceSpace(ListSpace[Light]):
    """Where to light a lantern (L6)."""

    def __init__(self, state: Town) -> None:
        places = open_places(state)
        actions = [Light(place) for place in places]
        super().__init__(actions, [place_name(place) for place in places], self._refuse)

    def _refuse(self, action: Light) -> Illegal:
        return Illegal(say("lanterns.illegal.no-room"), "L6")


KINDS: dict[type, str] = {Shift: "shift", Look: "look", Light: "light", Rest: "rest"}


def turn_space(state: Town, role: str, looked: bool) -> Space[Any]:
    """Everything a watch can do in its turn (L3)."""
    me = number(role)
    branches: dict[str, Space[Any]] = {}
    shifts = ShiftSpace(state, me)
    if shifts.options(()):
        branches["shift"] = shifts
    others = [Look(other) for other in ROLES if other != role and hand(state, number(other))]
    if others and not looked and state.oil[me]:
        branches["look"] = ListSpace(others, [role_name(look.role) for look in others])
    if open_places(state):
        branches["light"] = PlaceSpace(state)
    branches["rest"] = Single(Rest())
    return OneOf(
        branches,
        KINDS,
        lambda kind: Illegal(say(f"lanterns.illegal.no-{kind}"), "L3"),
        lambda kind: say(f"lanterns.choice.{kind}"),
    )


def gust_space(state: Town, role: str) -> ListSpace[Any]:
    """A gust, if there is one, or nothing (L4). The pass comes last."""
    actions = ([Gust()] if "gust" in hand(state, number(role)) else []) + [LetBe()]
    labels = [say(f"lanterns.choice.{'gust' if isinstance(action, Gust) else 'let-be'}") for action in actions]
    return ListSpace(actions, labels, lambda action: Illegal(say("lanterns.illegal.no-gust"), "L4"))
