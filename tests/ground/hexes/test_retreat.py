"""Retreat: away from the opponent first, then the price of a zone."""

from collections.abc import Callable
from typing import Any

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.reasons import Retreat, RetreatOption
from feltherre.ground.hexes.retreat import retreat_options

ENEMY, ZONE = 1, 2
GRID = Grid(7, 7)
MIDDLE = GRID.index("0404")
#: the neighbours of the middle, clockwise from the east
E, SE, SW, W, NW, NE = GRID.neighbours[MIDDLE]


def options(marks: dict[int, int], attackers: list[int], **changed: Any) -> dict[int, RetreatOption]:
    bits = [marks.get(hex_, 0) for hex_ in range(GRID.size)]
    rules: dict[str, Any] = {"ways": GRID.neighbours, "has_room": lambda hex_: True, **changed}
    ways = rules.pop("ways")
    found = retreat_options(GRID, ways, bits, MIDDLE, bar=ENEMY, zone=ZONE, attackers=attackers, **rules)
    assert [option.hex for option in found] == [E, SE, SW, W, NW, NE]
    return {option.hex: option for option in found}


def verdicts(found: dict[int, RetreatOption]) -> dict[int, Retreat]:
    return {hex_: option.verdict for hex_, option in found.items()}


def test_only_hexes_that_touch_the_fewest_attackers_are_away_from_the_opponent() -> None:
    found = options({E: ENEMY}, [E])
    assert verdicts(found) == {
        E: Retreat.MARKED,
        SE: Retreat.NOT_AWAY,
        SW: Retreat.FREE,
        W: Retreat.FREE,
        NW: Retreat.FREE,
        NE: Retreat.NOT_AWAY,
    }
    assert (found[E].detail, found[SE].detail) == (ENEMY, 1)
    assert [hex_ for hex_, option in found.items() if option.allowed] == [SW, W, NW]


def test_a_zone_is_looked_at_after_that() -> None:
    # the hexes away from the attacker lie in zones; a hex without a zone that touches the attacker is still not allowed
    found = options({E: ENEMY, W: ZONE, SW: ZONE, NW: ZONE}, [E])
    assert [verdicts(found)[hex_] for hex_ in (SW, W, NW, SE)] == [Retreat.COSTLY] * 3 + [Retreat.NOT_AWAY]
    assert found[W] == RetreatOption(W, Retreat.COSTLY, ZONE)
    assert found[W].allowed


def test_without_room_or_a_way_a_hex_does_not_count() -> None:
    def has_room(hex_: int) -> bool:
        return hex_ not in (SW, NW)

    ways = [[h for h in beside if h != W] for beside in GRID.neighbours]
    found = verdicts(options({E: ENEMY}, [E], has_room=has_room, ways=ways))
    # what is left touches the attacker, but nothing better is to be had
    assert found == {
        E: Retreat.MARKED,
        SE: Retreat.FREE,
        SW: Retreat.NO_ROOM,
        W: Retreat.NO_WAY,
        NW: Retreat.NO_ROOM,
        NE: Retreat.FREE,
    }


def test_a_stack_shut_in_has_nowhere_to_go() -> None:
    no_room: Callable[[int], bool] = lambda hex_: False  # noqa: E731
    assert not any(option.allowed for option in options({}, [E, W], has_room=no_room).values())
