"""The shapes that answers in Norway take: a journey of so many battalions, one area, a number of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.space import OneOf, Part, Partial, Space
from feltherre.core.spaces import Level, OneEach, Pick, Several, Share, Things
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.sea import ships

_AREA_NAMES = tuple(say(f"norway.area.{area}") for area in board.AREAS)


def area_name(area: int) -> Text:
    return _AREA_NAMES[area]


def area_label(area_id: str) -> Text:
    return say(f"norway.area.{area_id}")


def kind_name(kind: str) -> Text:
    """How a kind of answer reads on a button."""
    return say(f"norway.kind.{kind}")


class Kinds(OneOf):
    """Several kinds of answers, some of them with a card. A tap on the board means the first that begins with a place;
    `played`: kind -> the card it is played with, where it is not always the same one."""

    def __init__(
        self,
        branches: Mapping[str, Space[Any] | Callable[[], Space[Any]]],
        kinds: Sequence[type],
        closed: Callable[[str], Illegal],
        played: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(branches, kinds, closed, kind_name)
        self.played = played or {}

    def taps(self, kind: Part) -> bool:
        return kind == next((one for one, space in self.branches.items() if _begins_with_place(space)), None)

    def card(self, partial: Partial, part: Part) -> str:
        return super().card(partial, part) if partial else self.played.get(str(part)) or super().card(partial, part)


def _begins_with_place(space: Space[Any]) -> bool:
    return any(part in board.INDEX or part in board.SEA_INDEX or part == RAID_BOX for part in space.options(()))


def no_card(card: int, rule_id: str) -> Illegal:
    """The same words whether the card is not in the hand or belongs to somebody else."""
    return Illegal(say("norway.illegal.no-card", card=say(f"norway.card.{cards.IDS[card]}")), rule_id)


def not_now(kind: str) -> Illegal:
    return Illegal(say("norway.illegal.not-now", kind=kind_name(kind)), "2.4-symbols-1")


#: the land areas, as answers name them
AREAS = Things(board.AREAS, area_name)


class Way(Pick[Any]):
    """Areas one after the other, and perhaps how many battalions; what is no area at all is refused first."""

    def parts(self, action: Any) -> Partial:
        path = super().parts(action)
        board.check_ids(part for part in path if isinstance(part, str))
        return path


def battalions(most: Callable[..., int], rule_id: str) -> Level:
    """How many battalions go along a way: at least one, at most what `most` says of the areas before."""

    def refuse(*given: int) -> Illegal:
        *way, number = given
        return how_many(most(*way), number, rule_id)

    return Level(None, lambda *way: range(1, most(*way) + 1), refuse, name=number_of_battalions)


def how_many(most: int, given: int, rule_id: str) -> Illegal:
    return Illegal(say("norway.illegal.how-many", n=most, given=given), rule_id)


def number_of_battalions(number: int) -> Text:
    return say("norway.battalions", n=number)


def not_from(origin: int) -> Illegal:
    """No battalion in this area may still move (2.2-3)."""
    return Illegal(say("norway.illegal.origin", area=area_name(origin)), "2.2-3")


def not_adjacent(*way: int) -> Illegal:
    """The last area of a way does not border the one before it (4.1b-1)."""
    return Illegal(say("norway.illegal.not-adjacent", a=area_name(way[-2]), b=area_name(way[-1])), "4.1b-1")


def faulted(areas: Sequence[int], fault: Callable[..., Illegal | None]) -> Level:
    """Those of some areas that have no fault; any other is refused for its own."""
    return Level(AREAS, among=areas, fault=fault)


def area_space(areas: Sequence[int], action: type[Any], refuse: Callable[[int], Illegal]) -> Way:
    """One of some areas."""
    return Way(action, Level(AREAS, lambda: areas, refuse))


def pair_levels(
    pairs: Sequence[tuple[int, int]],
    refuse: Callable[..., Illegal],
    first: Callable[[int], Text] = area_name,
    second: Callable[[int], Text] = area_name,
) -> tuple[Level, Level]:
    """Two areas, one of some pairs: an attacking group, the flight of an area's battalions, two landings."""
    firsts = list(dict.fromkeys(a for a, _ in pairs))
    return (
        Level(AREAS, lambda: firsts, refuse, name=first),
        Level(AREAS, lambda one: [b for a, b in pairs if a == one], refuse, name=second),
    )


def allocation(
    heaps: Sequence[tuple[str, int]], number: int, action: type[Any], label: Callable[[str], Text], rule_id: str
) -> Share[Any]:
    """A fixed number taken from several heaps: for each heap in turn, how many (4.2-6, 2.4-all-3)."""

    def heap(name: str, size: int) -> Text:
        return say("norway.heap", name=label(name), n=size)

    def refusal() -> Illegal:
        return Illegal(say("norway.illegal.allocation", n=number, heaps=[heap(*one) for one in heaps]), rule_id)

    return Share(action, heaps, number, refusal, heap)


#: ends a choice of several things
STOP: Final = "."
#: the raid box, as answers name it
RAID_BOX: Final = "raid"


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
    fits: Callable[[Sequence[int]], bool] | None = None,
) -> Several[Any]:
    """Some of several ships, at least `least` and at most `most`, in the order of the ship cards."""
    return Several(
        action,
        SHIPS.refusing(lambda ship: refusal),
        choice,
        lambda chosen, ship: refusal,
        least=least,
        most=most,
        goes_on=goes_on,
        fits=fits,
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
