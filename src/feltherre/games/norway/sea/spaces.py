"""The shapes that answers at sea take: some ships of several, a place for each of some ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.sea import ships
from feltherre.games.norway.spaces import OneOfIds

#: ends the choice of ships
STOP = "."


def check_ships(some: Sequence[str], refusal: Illegal) -> tuple[int, ...]:
    """The numbers of ships named, each once, in the order of the ship cards; Illegal for anything else."""
    if any(ship not in ships.INDEX for ship in some) or len(set(some)) < len(some):
        raise refusal
    return tuple(sorted(ships.INDEX[ship] for ship in some))


def check_seas(some: Sequence[str]) -> None:
    unknown = [sea for sea in some if sea not in board.SEA_INDEX]
    if unknown:
        raise Illegal(say("norway.illegal.no-such-sea", sea=unknown[0]), "5.1-sea-1")


def ship_label(ship: str) -> Text:
    return say(f"norway.ship.{ship}")


def sea_label(sea: str) -> Text:
    return say(f"norway.sea.{sea}")


class ShipsSpace(Space[Any]):
    """Some of several ships, at least `least` and at most `most`; they are chosen in the order of the ship cards."""

    def __init__(
        self,
        choice: Sequence[int],
        action: type[Any],
        refusal: Illegal,
        least: int = 0,
        most: int | None = None,
    ) -> None:
        self.choice = list(choice)
        self.kinds = (action,)
        self.action = action
        self.refusal = refusal
        self.least = least
        self.most = len(self.choice) if most is None else most

    def options(self, partial: Partial) -> Sequence[Part]:
        if partial and partial[-1] == STOP:
            return ()
        after = self.choice.index(ships.INDEX[str(partial[-1])]) + 1 if partial else 0
        wanting = self.least - len(partial)
        ahead = self.choice[after : len(self.choice) - max(0, wanting - 1)] if len(partial) < self.most else []
        found: list[Part] = [ships.IDS[ship] for ship in ahead]
        return found if wanting > 0 else [*found, STOP]

    def build(self, partial: Partial) -> Any:
        return self.action(tuple(str(part) for part in partial[:-1]))

    def parts(self, action: Any) -> Partial:
        named = getattr(action, action.__struct_fields__[0])
        return (*(ships.IDS[ship] for ship in check_ships(named, self.refusal)), STOP)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self.refusal

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.ships-chosen") if part == STOP else ship_label(str(part))


class StationsSpace(Space[Any]):
    """A sea area for every one of some ships, one ship after the other."""

    def __init__(
        self,
        places: Mapping[int, Sequence[int]],
        action: type[Any],
        refusal: Callable[[int, int], Illegal],
        incomplete: Illegal,
    ) -> None:
        #: ship -> the sea areas it may go to
        self.places = dict(sorted(places.items()))
        self.order = list(self.places)
        self.kinds = (action,)
        self.action = action
        self.refusal = refusal
        self.incomplete = incomplete

    def options(self, partial: Partial) -> Sequence[Part]:
        if len(partial) == len(self.order):
            return ()
        return [board.SEAS[place] for place in self.places[self.order[len(partial)]]]

    def build(self, partial: Partial) -> Any:
        return self.action(tuple((ships.IDS[ship], str(sea)) for ship, sea in zip(self.order, partial, strict=True)))

    def parts(self, action: Any) -> Partial:
        given = getattr(action, action.__struct_fields__[0])
        named = dict(given)
        check_seas(list(named.values()))
        if len(named) < len(given) or set(check_ships(list(named), self.incomplete)) != set(self.order):
            raise self.incomplete
        return tuple(named[ships.IDS[ship]] for ship in self.order)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal(self.order[len(partial)], board.SEA_INDEX[str(part)])

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.ship-to", ship=ships.name(self.order[len(partial)]), sea=sea_label(str(part)))


class ShipSpace(OneOfIds):
    """One of some ships."""

    def __init__(self, choice: Sequence[int], action: type[Any], refusal: Illegal) -> None:
        super().__init__([ships.IDS[ship] for ship in choice], action, lambda ship: refusal)

    def label(self, partial: Partial, part: Part) -> Text:
        return ship_label(str(part))


class SeaSpace(OneOfIds):
    """One of some sea areas."""

    def __init__(self, areas: Sequence[int], action: type[Any], refusal: Callable[[str], Illegal]) -> None:
        super().__init__([board.SEAS[area] for area in areas], action, refusal)

    def check_id(self, named: str) -> None:
        check_seas((named,))

    def label(self, partial: Partial, part: Part) -> Text:
        return sea_label(str(part))
