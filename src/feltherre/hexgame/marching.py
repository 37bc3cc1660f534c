"""Marching: who can move, ways hex by hex as answers, why a hex is out of reach, and the march itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from feltherre.core.errors import Illegal
from feltherre.core.space import Part
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.ground.hexes.path import refusals, walk
from feltherre.ground.hexes.reach import Mover, Reach, has_step
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.ways import Start, Ways
from feltherre.hexgame.counters import AWAITED, enemy_of, is_on_map
from feltherre.hexgame.steps import March
from feltherre.hexgame.theatre import S, Theatre
from feltherre.hexgame.words import Words, is_known

A = TypeVar("A")

#: state, counter -> what keeps it from moving at all: (word of the refusal, rule); None: it may
Fault = Callable[[Any, int], tuple[str, str] | None]
#: why a hex is not entered -> (word of the refusal, rule): a reason of the ground, ENEMY or FULL for what is in the
#: hex, or the code of the move table for a step that is never made
Reasons = Mapping[Reason | str | int, tuple[str, str]]
ENEMY, FULL = "enemy", "full"


def checked(theatre: Theatre[Any], reasons: Reasons) -> Reasons:
    """Reasons of a title, where there is one for all that its movers can run into; ValueError names what is lacking."""
    faced: set[Reason | str | int] = set()
    for unit, mover in enumerate(theatre.movers):
        side = theatre.counters.side[unit]
        faced |= refusals(mover)
        faced |= {ENEMY} if mover.bar & theatre.bits.unit[enemy_of(side)] else set()
        faced |= {FULL} if mover.bar & theatre.bits.any_full[side] else set()
    if lacking := [str(getattr(reason, "name", reason)) for reason in faced - {Reason.MARKED} - set(reasons)]:
        raise ValueError(f"no (word of the refusal, rule) for {', '.join(sorted(lacking))}: a mover can run into it")
    return reasons


def can_step(theatre: Theatre[S], state: S, unit: int, mover: Mover) -> bool:
    """Whether there is a hex to which a counter can go."""
    bits = theatre.bits_of(state)
    if has_step(mover, bits, state.places[unit], theatre.allowance(state, unit)):
        return True
    # those around it may be full, and one beyond them not
    return mover.no_end != 0 and bool(theatre.reach_by(state, unit, mover).ends(mover, bits))


def movable(theatre: Theatre[S], state: S, fault: Fault, movers: Sequence[Mover]) -> Iterator[int]:
    """The counters of the side in turn that may move and have a hex to go to."""
    moved, places = state.moved, state.places
    for unit in theatre.counters.of_side[state.side]:
        may = not moved[unit] and places[unit] > AWAITED and fault(state, unit) is None
        if may and can_step(theatre, state, unit, movers[unit]):
            yield unit


def refused(theatre: Theatre[S], reasons: Reasons, unit: int, refusal: Refusal) -> Illegal:
    """The ground's reason in the words of a game."""
    reason: Reason | str | int = refusal.reason
    if reason is Reason.MARKED:
        enemies = theatre.bits.unit[enemy_of(theatre.counters.side[unit])]
        reason = ENEMY if refusal.detail & enemies else FULL
    elif reason is Reason.NO_WAY:
        reason = refusal.detail
    key, rule = reasons[reason]
    place = refusal.before if reason is Reason.MUST_STOP else refusal.hex
    return theatre.words.about_unit(key, unit, place, rule)


class Marches(Ways[A], Generic[A, S]):
    """A counter of the side in turn, then hexes it goes to one after the other, then `stop`."""

    def __init__(
        self,
        theatre: Theatre[S],
        state: S,
        action: Callable[[str, tuple[str, ...]], A],
        rule: str,
        fault: Fault,
        reasons: Reasons,
        movers: Sequence[Mover],
    ) -> None:
        """`movers`, by counter: how they move."""
        super().__init__(action, theatre.words.unit_things(rule), theatre.words.hex_things(rule))
        self.theatre = theatre
        self.state = state
        self.rule = rule
        self.fault = fault
        self.reasons = reasons
        self.movers = movers

    def own(self) -> Sequence[int]:
        return self.theatre.counters.of_side[self.state.side]

    def may_go(self, unit: int) -> bool:
        return self.state.places[unit] > AWAITED and self.fault(self.state, unit) is None

    def able(self) -> Iterator[int]:
        return movable(self.theatre, self.state, self.fault, self.movers)

    def start(self, unit: int) -> Start:
        state, theatre = self.state, self.theatre
        return Start(
            self.movers[unit], theatre.bits_for(state, unit), state.places[unit], theatre.allowance(state, unit)
        )

    def reached(self, unit: int) -> Reach:
        return self.theatre.reach_by(self.state, unit, self.movers[unit])

    def mover(self, unit: int) -> Mover:
        return self.movers[unit]

    def bits(self) -> list[int]:
        return self.theatre.bits_of(self.state)

    def refused(self, unit: int, refusal: Refusal) -> Illegal:
        return refused(self.theatre, self.reasons, unit, refusal)

    def no_path(self, unit: int) -> Illegal:
        return self._about("no-path", unit, self.rule)

    def stop_name(self) -> Text:
        return say(f"{self.theatre.words.game}.label.stop")

    def why_not_unit(self, part: Part) -> Illegal:
        """Why a counter does not move; a hex is asked about when a person points at it."""
        state, words, counters = self.state, self.theatre.words, self.theatre.counters
        unit, hex_ = counters.number(part), words.hex_at(part)
        if is_known(hex_):
            own = counters.in_hex(state, hex_, state.side)
            if not own or any(unit in own for unit in self.able()):
                return words.about_hex("choose-counter" if own else "nobody-there", hex_, self.rule)
            unit, *_ = own
        if not is_known(unit):
            return words.no_such_unit(str(part), self.rule)
        if counters.side[unit] != state.side or not is_on_map(state, unit):
            return words.not_yours(unit, self.rule)
        key, rule = self.fault(state, unit) or ("hemmed-in", self.rule)
        return self._about(key, unit, rule)

    def _about(self, key: str, unit: int, rule: str) -> Illegal:
        return self.theatre.words.illegal(key, rule, unit=unit)


def set_out(table: Table[Any], words: Words, id_: str, path: Sequence[str], rule: str) -> None:
    """A counter moves, once in a phase: it is told, and begins its march."""
    state, unit, hexes = table.state, words.counters.index[id_], words.board.hexes_of(path)
    start = state.places[unit]
    state.moved[unit] = 1
    words.tell(table, "moves", rule, (start, *hexes), unit=unit, origin=start, target=hexes[-1])
    table.push(March(unit, hexes))


def march(path: Sequence[int], goes_through: Callable[[int], bool]) -> tuple[int, tuple[int, ...]]:
    """Hex by hex, as far as nobody has to be asked: where a counter comes to a halt, and what is left of its way.
    `goes_through` does what passing a hex brings; False if it comes to a halt there."""
    for place, hex_ in enumerate(path[:-1], start=1):
        if not goes_through(hex_):
            return hex_, tuple(path[place:])
    return path[-1], ()


def cost_of(theatre: Theatre[S], state: S, unit: int, way: Sequence[int], mover: Mover) -> int | None:
    """What a way costs a counter on the map; None if it cannot be gone."""
    hexes, bits = [state.places[unit], *way], theatre.bits_for(state, unit)
    gone = walk(mover, bits, hexes, theatre.allowance(state, unit))
    return None if gone.refusal is not None else gone.spent
