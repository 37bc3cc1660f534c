"""The answers of the combat phase: an attack on a hex (turn-4), an air combat over one (1.6-l, R60)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random

from feltherre.core.errors import Illegal
from feltherre.core.space import Part, Space
from feltherre.core.spaces import Level, Several, Then, Things, one_of
from feltherre.core.text import say
from feltherre.games.winterwar import attackers, board, spaces, units
from feltherre.games.winterwar.actions import AirCombat, Attack
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.texts import WORDS
from feltherre.hexgame import fighting

#: hex -> the units that can make an attack on it
Targets = Mapping[int, Sequence[int]]


def sound_sets(state: WinterWarState, able: Sequence[int], leads: Sequence[int]) -> Iterator[list[int]]:
    """The sets worth a computer's thought, of far too many: everybody, everybody on the ground, one stack alone with
    and without the air units."""
    air = [unit for unit in able if units.IS_AIR[unit]]
    ground = [unit for unit in able if not units.IS_AIR[unit]]
    seen: set[tuple[int, ...]] = set()
    for base in (ground, *units.COUNTERS.by_hex(state, leads).values()):
        for chosen in (sorted((*base, *air)), base):
            if tuple(chosen) not in seen:
                seen.add(tuple(chosen))
                yield chosen


def why_not_in_set(state: WinterWarState, hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
    """Why a unit, or the end of the list, may not follow these units in an attack on a hex."""
    if unit is None:
        return attackers.why_not_alone(chosen, hex_)
    return spaces.named_twice(unit, "turn-4-e") if unit in chosen else attackers.why_not_unit(state, unit, hex_)


def attack_space(state: WinterWarState, targets: Targets) -> Then[Attack]:
    """A hex, then the units that attack it; at least one must be able to attack it without the others."""
    able = cache(partial(attackers.able_units, state))
    return fighting.attack_space(
        *(WORDS, Attack, Attack, targets, able, ("turn-4-b", "turn-4-c")),
        no_target=partial(attackers.why_not_hex, state),
        not_first=lambda unit: attackers.why_not_first(state, unit, targets),
        refuse=lambda hex_: partial(why_not_in_set, state, hex_),
        sound=lambda hex_: sound_sets(state, able(hex_), targets[hex_]),
    )


#: whether air units at their base in the hex are drawn in
_WORDS = ("flying", "based")
_BASED = Things(_WORDS, lambda word: say(f"winterwar.part.{_WORDS[word]}"), what="line")


def air_combat_space(state: WinterWarState, hexes: Mapping[int, Sequence[bool]], targets: Targets) -> Then[AirCombat]:
    """A hex over which air units meet, whether those at base there are drawn in if that can be chosen, and the ground
    units and ships named to attack it afterwards, if any (R60). `hexes`: hex -> what may be said about air units at
    base there."""

    def able(hex_: int) -> list[int]:
        """Who can be named; air units over the hex need not be."""
        return [unit for unit in attackers.able_units(state, hex_) if not units.IS_AIR[unit]] if hex_ in targets else []

    def refuse(hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is not None and units.IS_AIR[unit]:
            return Illegal(say("winterwar.illegal.air.not-named"), "1.6-l")
        return why_not_in_set(state, hex_, chosen, unit) if hex_ in targets else attackers.why_not_hex(state, hex_)

    def named(hex_: int, with_based: int) -> Several[AirCombat]:
        def build(chosen: tuple[str, ...]) -> AirCombat:
            return AirCombat(board.number(hex_), chosen, bool(with_based))

        leads = targets.get(hex_, ())
        return fighting.led_set(
            WORDS, AirCombat, build, able(hex_), leads, partial(refuse, hex_), "1.6-l", may_be_empty=True
        )

    def rest(hex_: int) -> Space[AirCombat]:
        """What follows the hex; whom it draws in is asked where there is a choice."""
        if len(hexes[hex_]) == 1:
            return named(hex_, hexes[hex_][0])

        def no_word(name: str) -> Illegal:
            unit = spaces.unit_of(name)
            return refuse(hex_, (), unit) if unit >= 0 else spaces.no_such_unit(name, "1.6-l")

        words = Level(_BASED.refusing(no_word), lambda: hexes[hex_])
        return Then(AirCombat, words, partial(named, hex_), part=lambda action: _WORDS[action.with_based])

    def hex_of_action(action: AirCombat) -> Part:
        """The hex, if what is said about those at base there can be said."""
        choice = hexes.get(spaces.hex_at(action.hex), ())
        if choice and action.with_based not in choice:
            key = "nobody-at-base" if action.with_based else "only-at-base"
            raise spaces.about_hex(f"air.{key}", spaces.hex_at(action.hex), "1.6-l")
        return action.hex

    def no_combat(hex_: int) -> Illegal:
        return spaces.about_hex("air.fought" if hex_ in state.air_fought else "air.nobody", hex_, "1.6-l")

    def draw(rng: Random) -> AirCombat:
        hex_ = one_of(list(hexes), rng)
        leads = targets.get(hex_, ())
        chosen = fighting.drawn(able(hex_), leads, rng) if leads and rng.random() < 0.8 else []
        return AirCombat(board.number(hex_), spaces.ids(chosen), one_of(hexes[hex_], rng))

    def sound() -> Iterator[AirCombat]:
        """For each hex: everybody named, one stack, nobody."""
        for hex_, choice in hexes.items():
            sets = [*sound_sets(state, able(hex_), targets.get(hex_, ()))]
            for with_based in choice:
                for chosen in (*(each for each in sets if each), []):
                    yield AirCombat(board.number(hex_), spaces.ids(chosen), with_based)

    first = Level(spaces.hex_things("1.6-l"), lambda: list(hexes), no_combat)
    return Then(AirCombat, first, rest, part=hex_of_action, draw=draw, sound=sound)
