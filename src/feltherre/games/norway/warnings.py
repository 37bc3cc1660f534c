"""What a player may not want though the rules allow it. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board
from feltherre.games.norway.sea.actions import EndSailing
from feltherre.games.norway.sea.movement import fleet_at_home
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import GERMANY, ROLES, NorwayState, at

#: kind of action in one's own movement -> where its battalions leave from
ORIGIN: dict[type, Callable[[Any], str]] = {
    actions.Move: lambda action: str(action.origin),
    actions.RapidMove: lambda action: str(action.origin),
    actions.Fly: lambda action: str(action.origin),
}


def warnings(state: NorwayState, role: str, action: Any) -> list[Text]:
    """All that is to be said of an answer before it is given; only what lies open on the board."""
    found = (city_left_empty(state, role, action), fleet_left_at_home(state, action))
    return [text for text in found if text is not None]


@rule("7.4-fleet")
def fleet_left_at_home(state: NorwayState, action: Any) -> Text | None:
    """The Home Fleet comes in this phase or not at all (7.4-fleet, R87)."""
    at_home = isinstance(action, EndSailing) and state.sea is not None and fleet_at_home(state)
    return say("norway.warning.fleet-left-at-home") if at_home else None


@rule("1.3-4")
def city_left_empty(state: NorwayState, role: str, action: Any) -> Text | None:
    """The last German battalion leaves a point city, which then counts as Norwegian (1.3-4)."""
    origin = ORIGIN.get(type(action))
    if origin is None or role != ROLES[GERMANY]:
        return None
    area = board.INDEX[origin(action)]
    if area not in board.POINT_CITY or at(state, GERMANY, area) > action.count:
        return None
    return say("norway.warning.city-left-empty", area=area_name(area))
