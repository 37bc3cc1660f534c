"""Attacks and what comes after them, as answers: who attacks a hex, who takes the losses, where beaten counters go, who
moves into a hex that was won. Who may do it, and what it costs, a title says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from feltherre.core.errors import Illegal
from feltherre.core.space import Action, OneOf, Single, Space
from feltherre.core.spaces import Level, Pick, Several, Then, one_of
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.ground.hexes.reasons import RetreatOption
from feltherre.ground.hexes.retreat import retreat_options
from feltherre.ground.hexes.zones import Template
from feltherre.hexgame.actions import Attack, FallBack, Stand
from feltherre.hexgame.board import Board
from feltherre.hexgame.counters import AWAITED, enemy_of, is_on_map
from feltherre.hexgame.theatre import S, Theatre
from feltherre.hexgame.words import Words

A = TypeVar("A", bound=Action)
#: those chosen so far, and the one refused, None for the end -> why
Refuse = Callable[[Sequence[int], int | None], Illegal]

# attacks


def fronts(board: Board, may_attack: Callable[[int, int], bool]) -> tuple[tuple[int, ...], ...]:
    """hex -> the neighbours that can be attacked from it."""
    return tuple(
        tuple(there for there in sorted(board.grid.neighbours[here]) if may_attack(here, there))
        for here in range(board.size)
    )


def attack_hexes(board: Board, fronts: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """hex -> the neighbours from which it can be attacked."""
    around = board.grid.neighbours
    return tuple(tuple(here for here in around[there] if there in fronts[here]) for there in range(board.size))


def targets(
    theatre: Theatre[S],
    state: S,
    fronts: Sequence[Sequence[int]],
    ready: Callable[[int], bool],
    may_join: Callable[[int, int], bool],
) -> dict[int, list[int]]:
    """hex with enemies -> the counters of the side in turn that can attack it from where they stand. `ready`: whether
    a counter on the map may attack at all; `may_join`: whether it may attack this hex."""
    places, bits, enemy = state.places, theatre.bits_of(state), theatre.bits.unit[enemy_of(state.side)]
    # hex -> the hexes with enemies that may be attacked from it
    before: dict[int, list[int]] = {}
    found: dict[int, list[int]] = {}
    for unit in theatre.counters.ground_of_side[state.side]:
        here = places[unit]
        if here > AWAITED and ready(unit):
            if here not in before:
                before[here] = [hex_ for hex_ in fronts[here] if bits[hex_] & enemy]
            for hex_ in before[here]:
                if may_join(unit, hex_):
                    found.setdefault(hex_, []).append(unit)
    return found


class AtHex(Protocol):
    """An answer that names a hex, and the counters that attack it."""

    @property
    def hex(self) -> str: ...

    @property
    def units(self) -> tuple[str, ...]: ...


def declare(
    table: Table[S], words: Words, action: AtHex, defends: Callable[[S, int, int], Sequence[int]], rule: str
) -> tuple[int, tuple[int, ...], Sequence[int]]:
    """An attack is told, and those who make it have attacked: the hex, they, and those of the enemy who defend it."""
    state, hex_ = table.state, words.board.hex_of(action.hex)
    chosen = tuple(sorted(words.counters.numbers_of(action.units)))
    for unit in chosen:
        state.attacked[unit] = 1
    defenders = defends(state, hex_, enemy_of(state.side))
    told = {"side": state.side, "place": hex_, "attackers": chosen, "defenders": defenders}
    words.tell(table, "attack", rule, [hex_], **told)
    return hex_, chosen, defenders


def drawn(able: Sequence[int], leads: Sequence[int], rng: Random) -> list[int]:
    """A set at random with at least one of `leads`."""
    sure = one_of(leads, rng)
    return [unit for unit in able if unit == sure or rng.random() < 0.5]


def is_led(leads: Sequence[int], chosen: Sequence[int]) -> bool:
    """Whether somebody among these can attack without the others."""
    return any(unit in leads for unit in chosen)


def led_set(
    words: Words,
    action: type[A],
    build: Callable[[tuple[str, ...]], A],
    able: Sequence[int],
    leads: Sequence[int],
    refuse: Refuse,
    rule: str,
    ends: Callable[[Sequence[int]], bool],
) -> Several[A]:
    """Counters of which at least one must be able to attack without the others (`leads`). `ends`: whether those chosen
    are a whole answer."""

    def can_be_led(chosen: Sequence[int]) -> bool:
        return bool(leads) and (chosen[-1] <= leads[-1] or is_led(leads, chosen))

    return Several(
        *(action, words.unit_things(rule), able, refuse),
        goes_on=can_be_led,
        fits=lambda chosen: bool(leads),
        ends=ends,
        done_name=words.done,
        build=build,
        field="units",
        all_at_first=True,
    )


def attack_space(
    words: Words,
    action: Callable[[str, tuple[str, ...]], A],
    kind: type[A],
    targets: Mapping[int, Sequence[int]],
    able: Callable[[int], Sequence[int]],
    rules: tuple[str, str],
    *,
    no_target: Callable[[int], Illegal],
    not_first: Callable[[int], Illegal],
    refuse: Callable[[int], Refuse],
    sound: Callable[[int], Iterable[Sequence[int]]],
) -> Then[A]:
    """A hex, then the counters that attack it. `targets`: hex -> those that can make an attack on it; `able`: all that
    may take part; `rules`: of the hex, and of the counters; `not_first`: why an attack does not begin with a counter;
    `sound`: the sets worth a computer's thought."""
    number, counters = words.board.number, words.counters
    hex_rule, unit_rule = rules

    def those_who_attack(hex_: int) -> Several[A]:
        def build(ids: tuple[str, ...]) -> A:
            return action(number(hex_), ids)

        leads = targets[hex_]
        return led_set(words, kind, build, able(hex_), leads, refuse(hex_), unit_rule, partial(is_led, leads))

    def no_hex(name: str) -> Illegal:
        unit = counters.number(name)
        return not_first(unit) if unit >= 0 else words.no_such_hex(name, hex_rule)

    def draw(rng: Random) -> A:
        hex_ = one_of(list(targets), rng)
        return action(number(hex_), counters.ids_of(drawn(able(hex_), targets[hex_], rng)))

    def all_sound() -> Iterator[A]:
        """A few sound attacks on each hex, not all the sets there are."""
        for hex_ in targets:
            for chosen in dict.fromkeys(map(tuple, sound(hex_))):
                yield action(number(hex_), counters.ids_of(chosen))

    first = Level(words.hex_things("").refusing(no_hex), lambda: list(targets), no_target)
    return Then(kind, first, those_who_attack, draw=draw, sound=all_sound)


class Attacks(NamedTuple, Generic[S]):
    """How a title's side in turn attacks hexes, several counters together: declared once. A reason is a word and the
    rule behind it; `<game>.illegal.attack.<word>` is its sentence."""

    theatre: Theatre[S]
    #: (state, counter, hex) -> what keeps it from taking part in an attack on the hex; None: it may
    obstacle: Callable[[S, int, int], tuple[str, str] | None]
    #: (state, counter) -> why one of the side attacks nothing, where it is found beside no target
    idle: Callable[[S, int], tuple[str, str]]
    #: (state, hex) -> why nobody attacks the hex
    no_target: Callable[[S, int], Illegal]
    #: (some counters, hex) -> why they make no attack without others
    alone: Callable[[Sequence[int], int], Illegal]
    #: counter -> whether it only supports the attack of others
    supports: Sequence[bool]
    #: the rules of the hex, of the counters, and of naming one twice
    rules: tuple[str, str, str]

    def able(self, state: S, hex_: int) -> list[int]:
        """All of the side in turn, in or beside a hex, that nothing keeps from taking part in an attack on it."""
        places, near, obstacle = state.places, self.theatre.board.near[hex_], self.obstacle
        own = self.theatre.counters.of_side[state.side]
        return [unit for unit in own if places[unit] in near and obstacle(state, unit, hex_) is None]

    def why_not_in_set(self, state: S, hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
        """Why a counter, or the end of the list, may not follow these in an attack on a hex."""
        words = self.theatre.words
        if unit is None:
            return self.alone(chosen, hex_)
        if unit in chosen:
            return words.named_twice(unit, self.rules[2])
        found = self.obstacle(state, unit, hex_)
        if found is None:
            return self.alone([unit], hex_)  # it could, and lacks company
        reason, rule = found
        return words.about_unit(f"attack.{reason}", unit, hex_, rule)

    def why_not_first(self, state: S, targets: Mapping[int, Sequence[int]], unit: int) -> Illegal:
        """Why an attack does not begin with a counter: with an enemy's because of its hex, with an own one because it
        attacks nothing, or because the hex comes first."""
        words, here = self.theatre.words, state.places[unit]
        if here not in targets and is_on_map(state, unit) and self.theatre.counters.side[unit] != state.side:
            return self.no_target(state, here)
        if here in targets or any(unit in able for able in targets.values()):
            return words.illegal("attack.hex-first", self.rules[0], unit=unit)
        reason, rule = self.idle(state, unit)
        return words.illegal(f"attack.{reason}", rule, unit=unit)

    def sound(self, state: S, able: Sequence[int], leads: Sequence[int]) -> Iterable[tuple[int, ...]]:
        """The sets worth a computer's thought, of far too many: everybody, everybody on the ground, one stack alone
        with and without those that support it."""
        helping = [unit for unit in able if self.supports[unit]]
        stacks = self.theatre.counters.by_hex(state, leads).values()
        bases = ([unit for unit in able if not self.supports[unit]], *stacks)
        return dict.fromkeys(tuple(chosen) for base in bases for chosen in (sorted((*base, *helping)), base))

    def space(self, state: S, targets: Mapping[int, Sequence[int]]) -> Then[Attack]:
        """A hex, then the counters that attack it; at least one must be able to attack it without the others.
        `targets`: hex -> those that can."""
        able = cache(partial(self.able, state))
        return attack_space(
            *(self.theatre.words, Attack, Attack, targets, able, self.rules[:2]),
            no_target=partial(self.no_target, state),
            not_first=partial(self.why_not_first, state, targets),
            refuse=lambda hex_: partial(self.why_not_in_set, state, hex_),
            sound=lambda hex_: self.sound(state, able(hex_), targets[hex_]),
        )


# losses


def share_losses(
    words: Words, action: type[A], bears: Mapping[int, int], outlasts: Mapping[int, int], count: int, rule: str
) -> Several[A] | None:
    """The owner shares `count` losses among his counters. `bears`: how many of them each may take; `outlasts`: how many
    leave it on the map. None if nothing is to be chosen: there are no losses, or as many as they can bear."""
    if not 0 < count < sum(bears.values()):
        return None
    counters = words.counters

    def refuse(chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is None:
            return words.illegal("losses.number", rule, n=count, given=len(chosen))
        if unit not in bears:
            names = counters.names(bears)
            return words.illegal("losses.not-among", rule, unit=counters.name(unit), units=names)
        return words.illegal("losses.too-many", rule, unit=unit)

    def name(chosen: Sequence[int], unit: int) -> Text:
        """A counter, and what this loss would do to it."""
        stays = chosen.count(unit) < outlasts.get(unit, 0)
        return say(f"{words.game}.loss.{'flipped' if stays else 'destroyed'}", unit=counters.name(unit))

    # each counter as often as it can take a loss
    faces = [unit for unit, most in bears.items() for _ in range(most)]
    return Several(action, words.unit_things(rule), faces, refuse, least=count, most=count, done=None, name=name)


# retreat


def retreat_hexes(
    theatre: Theatre[S],
    state: S,
    side: int,
    start: int,
    ways: Template,
    attackers: Iterable[int],
    stack: Sequence[int],
) -> list[RetreatOption]:
    """The hexes around beaten counters that go together, each with what a retreat into it means: by these ways, away
    from the hexes they were attacked from, where the whole stack finds room."""
    bits, enemy = theatre.bits, enemy_of(side)
    return retreat_options(
        *(theatre.board.grid, ways, theatre.bits_of(state), start),
        bar=bits.unit[enemy],
        zone=bits.zone[enemy],
        attackers=attackers,
        has_room=lambda hex_: theatre.fit(state, side, hex_, stack),
    )


def fall_back_or_stand(
    words: Words,
    hexes: Sequence[int],
    why_not: Callable[[int], Illegal],
    may_stand: bool,
    closed: Callable[[str], Illegal],
    rule: str,
) -> OneOf:
    """The beaten go into one of these hexes together, or stand where they may. `why_not`: why they do not go into a
    hex; `closed`: why they do neither."""
    branches: dict[str, Space[Any]] = {}
    if hexes:
        branches["fall-back"] = Pick(FallBack, Level(words.hex_things(rule), lambda: hexes, why_not))
    if may_stand:
        branches["stand"] = Single(Stand())
    return OneOf(branches, (FallBack, Stand), closed, words.kind_name)


def only_way(
    theatre: Theatre[S], state: S, side: int, ways: Mapping[int, Sequence[int]]
) -> dict[int, list[int]] | None:
    """hex -> counters, if nothing is to be chosen: each has one hex, and all find room; None otherwise."""
    groups: dict[int, list[int]] = {}
    for unit, hexes in ways.items():
        if len(hexes) > 1:
            return None
        groups.setdefault(hexes[0], []).append(unit)
    return groups if all(theatre.fit(state, side, hex_, group) for hex_, group in groups.items()) else None


# advance


def as_fit(wanted: Iterable[int], fits: Callable[[Sequence[int]], bool]) -> list[int]:
    """As many of these as have room together, the first before the others."""
    chosen: list[int] = []
    for unit in wanted:
        if fits([*chosen, unit]):
            chosen.append(unit)
    return chosen


def advance_space(
    words: Words,
    action: Callable[[tuple[str, ...]], A],
    kind: type[A],
    able: Sequence[int],
    fits: Callable[[Sequence[int]], bool],
    strength: Callable[[int], int],
    refuse: Callable[[Sequence[int], int], Illegal],
    rule: str,
) -> Several[A]:
    """Some of the attackers that have room together in a hex that was won, or none."""
    ids_of = words.counters.ids_of

    def refused(chosen: Sequence[int], unit: int | None) -> Illegal:
        assert unit is not None  # nobody is a choice too
        return refuse(chosen, unit)

    def sound() -> Iterator[A]:
        """Nobody, each alone, and each with the strongest others that find room."""
        strong = sorted(able, key=lambda unit: -strength(unit))
        found: dict[tuple[int, ...], None] = {(): None}
        for unit in strong:
            found[(unit,)] = None
            others = (other for other in strong if other != unit)
            found[tuple(sorted(as_fit((unit, *others), fits)))] = None
        return (action(ids_of(chosen)) for chosen in found)

    def draw(rng: Random) -> A:
        return action(ids_of(sorted(as_fit((unit for unit in able if rng.random() < 0.5), fits))))

    return Several(
        *(kind, words.unit_things(rule), able, refused), goes_on=fits, done_name=words.done, draw=draw, sound=sound
    )
