"""The shapes that answers at sea take: some ships of several, one ship or sea area, a sea area for each ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.spaces import Level, OneEach, Pick, Several, Things
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.sea import ships

#: ends the choice of ships
STOP: Final = "."


def no_such_sea(sea: str) -> Illegal:
    return Illegal(say("norway.illegal.no-such-sea", sea=sea), "5.1-sea-1")


def sea_label(sea: str) -> Text:
    return say(f"norway.sea.{sea}")


def ship_label(ship: str) -> Text:
    return say(f"norway.ship.{ship}")


SHIPS: Final = Things(ships.IDS, ships.name)
SEAS: Final = Things(board.SEAS, lambda sea: sea_label(board.SEAS[sea]), no_such_sea)


def check_ships(some: Sequence[str], refusal: Illegal) -> tuple[int, ...]:
    """The numbers of ships named, each once, in the order of the ship cards; Illegal for anything else."""
    if any(ship not in ships.INDEX for ship in some) or len(set(some)) < len(some):
        raise refusal
    return tuple(sorted(ships.INDEX[ship] for ship in some))


def check_seas(some: Sequence[str]) -> None:
    for sea in some:
        SEAS.number(sea)


def ships_space(
    choice: Sequence[int],
    action: type[Any],
    refusal: Illegal,
    least: int = 0,
    most: int | None = None,
    goes_on: Callable[[Sequence[int]], bool] | None = None,
) -> Several[Any]:
    """Some of several ships, at least `least` and at most `most`; they are chosen in the order of the ship cards."""
    return Several(
        action,
        SHIPS.refusing(lambda ship: refusal),
        choice,
        lambda chosen, ship: refusal,
        least=least,
        most=most,
        goes_on=goes_on,
        done=STOP,
        done_name=say("norway.ships-chosen"),
    )


def ship_space(choice: Sequence[int], action: type[Any], refusal: Illegal) -> Pick[Any]:
    """One of some ships."""
    return Pick(action, Level(SHIPS.refusing(lambda ship: refusal), lambda: choice, lambda ship: refusal))


def sea_space(areas: Sequence[int], action: type[Any], refusal: Callable[[str], Illegal]) -> Pick[Any]:
    """One of some sea areas."""
    return Pick(action, Level(SEAS, lambda: areas, lambda area: refusal(board.SEAS[area])))


def stations_space(
    places: Mapping[int, Sequence[int]],
    action: type[Any],
    refusal: Callable[[int, int], Illegal],
    incomplete: Illegal,
) -> OneEach[Any]:
    """A sea area for every one of some ships, one ship after the other; `places`: where each may go."""
    return OneEach(action, SHIPS, SEAS, places, refusal, incomplete, _station_label)


def _station_label(ship: int, sea: int) -> Text:
    return say("norway.ship-to", ship=ships.name(ship), sea=SEAS.name(sea))
