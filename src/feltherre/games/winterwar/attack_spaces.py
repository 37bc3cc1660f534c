"""The answers of the combat phase: an attack on a hex (turn-4), an air combat over one (1.6-l, R60)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import Text, say
from feltherre.games.winterwar import units
from feltherre.games.winterwar.actions import AirCombat, Attack
from feltherre.games.winterwar.attackers import (
    able_units,
    by_hex,
    why_not_alone,
    why_not_first,
    why_not_hex,
    why_not_unit,
)
from feltherre.games.winterwar.board import hex_of, number
from feltherre.games.winterwar.spaces import hex_at, unit_of
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.texts import hex_name
from feltherre.games.winterwar.unit_sets import (
    DONE,
    ids,
    in_order,
    known_hex,
    led_set,
    named_twice,
    no_such_hex,
    no_such_unit,
    numbers_of,
    part_name,
)

#: hex -> the units that can make an attack on it
Targets = Mapping[int, Sequence[int]]


def drawn(able: Sequence[int], leads: Sequence[int], rng: Random) -> list[int]:
    """A set at random with at least one of `leads`."""
    sure = leads[int(rng.random() * len(leads))]
    return [unit for unit in able if unit == sure or rng.random() < 0.5]


def sound_sets(state: WinterWarState, able: Sequence[int], leads: Sequence[int]) -> Iterator[list[int]]:
    """The sets worth a computer's thought, of far too many: everybody, everybody on the ground, one stack alone with
    and without the air units."""
    air = [unit for unit in able if units.IS_AIR[unit]]
    ground = [unit for unit in able if not units.IS_AIR[unit]]
    seen: set[tuple[int, ...]] = set()
    for base in (ground, *by_hex(state, leads).values()):
        for chosen in (sorted((*base, *air)), base):
            if tuple(chosen) not in seen:
                seen.add(tuple(chosen))
                yield chosen


class AttackSpace(Space[Attack]):
    """A hex, then the units that attack it; at least one must be able to attack it without the others."""

    kinds = (Attack,)

    def __init__(self, state: WinterWarState, targets: Targets) -> None:
        self.state = state
        self.targets = targets
        self._able: dict[int, list[int]] = {}

    def able(self, hex_: int) -> list[int]:
        found = self._able.get(hex_)
        if found is None:
            found = self._able[hex_] = able_units(self.state, hex_)
        return found

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [number(hex_) for hex_ in self.targets]
        if partial[-1] == DONE:
            return ()
        hex_ = hex_of(str(partial[0]))
        return led_set(self.able(hex_), self.targets[hex_], numbers_of(partial[1:]), may_be_empty=False)

    def build(self, partial: Partial) -> Attack:
        return Attack(str(partial[0]), tuple(str(part) for part in partial[1:-1]))

    def parts(self, action: Attack) -> Partial:
        known_hex(action.hex, "turn-4-b")
        return (action.hex, *in_order(action.units, "turn-4-c"), DONE)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            hex_, unit = hex_at(part), unit_of(part)
            if unit >= 0:
                return why_not_first(self.state, unit, self.targets)
            return why_not_hex(self.state, hex_) if hex_ >= 0 else no_such_hex(part, "turn-4-b")
        return why_not_in_set(self.state, hex_of(str(partial[0])), numbers_of(partial[1:]), part)

    def label(self, partial: Partial, part: Part) -> Text:
        return part_name(part)

    def sample(self, rng: Random) -> Attack:
        hexes = list(self.targets)
        hex_ = hexes[int(rng.random() * len(hexes))]
        return Attack(number(hex_), tuple(ids(drawn(self.able(hex_), self.targets[hex_], rng))))

    @property
    def lists_all(self) -> bool:
        return False

    def candidates(self, limit: int | None = None) -> Iterator[Attack]:
        """A few sound attacks on each hex (`sound_sets`), not all the sets of units there are."""
        found = 0
        for hex_, leads in self.targets.items():
            for chosen in sound_sets(self.state, self.able(hex_), leads):
                if found == limit:
                    return
                found += 1
                yield Attack(number(hex_), tuple(ids(chosen)))


def why_not_in_set(state: WinterWarState, hex_: int, chosen: Sequence[int], part: Part) -> Illegal:
    """Why a unit, or the end of the list, may not follow these units in an attack on a hex."""
    if part == DONE:
        return why_not_alone(chosen, hex_)
    unit = unit_of(part)
    if unit < 0:
        return no_such_unit(part, "turn-4-c")
    return named_twice(unit, "turn-4-e") if unit in chosen else why_not_unit(state, unit, hex_)


#: whether air units at their base in the hex are drawn in
BASED, FLYING = "based", "flying"
_WORD: Final = {True: BASED, False: FLYING}


class AirCombatSpace(Space[AirCombat]):
    """A hex over which air units meet, whether those at base there are drawn in if that can be chosen, and the ground
    units and ships named to attack it afterwards, if any (R60)."""

    kinds = (AirCombat,)

    def __init__(self, state: WinterWarState, hexes: Mapping[int, Sequence[bool]], targets: Targets) -> None:
        """`hexes`: hex -> what may be said about air units at base there."""
        self.state = state
        self.hexes = hexes
        self.targets = targets

    def able(self, hex_: int) -> list[int]:
        """Who can be named; air units over the hex need not be."""
        if hex_ not in self.targets:
            return []
        return [unit for unit in able_units(self.state, hex_) if not units.IS_AIR[unit]]

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [number(hex_) for hex_ in self.hexes]
        if partial[-1] == DONE:
            return ()
        hex_, _, named = self._read(partial)
        if named is None:
            return [_WORD[drawn_in] for drawn_in in self.hexes[hex_]]
        return led_set(self.able(hex_), self.targets.get(hex_, ()), numbers_of(named), may_be_empty=True)

    def _read(self, partial: Partial) -> tuple[int, bool, Partial | None]:
        """(hex, whether those at base are drawn in, the rest of the path; None if the former is still to be said)"""
        hex_ = hex_of(str(partial[0]))
        choice = self.hexes[hex_]
        if len(choice) == 1:
            return hex_, choice[0], partial[1:]
        return (hex_, partial[1] == BASED, partial[2:]) if len(partial) > 1 else (hex_, False, None)

    def build(self, partial: Partial) -> AirCombat:
        _, with_based, named = self._read(partial)
        assert named is not None
        return AirCombat(str(partial[0]), tuple(ids(numbers_of(named))), with_based)

    def parts(self, action: AirCombat) -> Partial:
        hex_ = known_hex(action.hex, "1.6-l")
        named = in_order(action.units, "1.6-l")
        choice = self.hexes.get(hex_, ())
        if choice and action.with_based not in choice:
            key = "winterwar.illegal.air.nobody-at-base" if action.with_based else "winterwar.illegal.air.only-at-base"
            raise Illegal(say(key, place=hex_name(hex_)), "1.6-l")
        word = (_WORD[action.with_based],) if len(choice) > 1 else ()
        return (action.hex, *word, *named, DONE)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            hex_ = hex_at(part)
            return _why_no_air_combat(self.state, hex_) if hex_ >= 0 else no_such_hex(part, "1.6-l")
        hex_, _, named = self._read(partial)
        chosen, unit = numbers_of(named or ()), unit_of(part)
        if unit >= 0 and units.IS_AIR[unit]:
            return Illegal(say("winterwar.illegal.air.not-named"), "1.6-l")
        if hex_ not in self.targets:
            return why_not_hex(self.state, hex_)
        return why_not_in_set(self.state, hex_, chosen, part)

    def label(self, partial: Partial, part: Part) -> Text:
        return part_name(part)

    def sample(self, rng: Random) -> AirCombat:
        hexes = list(self.hexes)
        hex_ = hexes[int(rng.random() * len(hexes))]
        choice, leads = self.hexes[hex_], self.targets.get(hex_, ())
        named = drawn(self.able(hex_), leads, rng) if leads and rng.random() < 0.8 else []
        return AirCombat(number(hex_), tuple(ids(named)), choice[int(rng.random() * len(choice))])

    @property
    def lists_all(self) -> bool:
        return False

    def candidates(self, limit: int | None = None) -> Iterator[AirCombat]:
        """For each hex: everybody named, one stack, nobody."""
        found = 0
        for hex_, choice in self.hexes.items():
            named = [*sound_sets(self.state, self.able(hex_), self.targets.get(hex_, ()))]
            for with_based in choice:
                for chosen in (*(each for each in named if each), []):
                    if found == limit:
                        return
                    found += 1
                    yield AirCombat(number(hex_), tuple(ids(chosen)), with_based)


def _why_no_air_combat(state: WinterWarState, hex_: int) -> Illegal:
    if hex_ in state.air_fought:
        return Illegal(say("winterwar.illegal.air.fought", place=hex_name(hex_)), "1.6-l")
    return Illegal(say("winterwar.illegal.air.nobody", place=hex_name(hex_)), "1.6-l")
