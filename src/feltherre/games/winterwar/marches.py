"""Where ground units can go, hex by hex: the space of a move, and why a hex is out of reach (turn-3, move)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Part, Partial, Space
from feltherre.core.text import Text, say
from feltherre.games.winterwar import units
from feltherre.games.winterwar.actions import ForceMove, Move
from feltherre.games.winterwar.board import hex_of, number, numbers
from feltherre.games.winterwar.maps import ANY_FULL, FULL, INTO_NEUTRAL, INTO_SEA, UNIT, bits_of, mover_of, reach_of
from feltherre.games.winterwar.spaces import hex_at, no_such_unit, not_yours, unit_of
from feltherre.games.winterwar.state import WinterWarState, enemy_of, movement_of, units_in
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.texts import hex_name, unit_name
from feltherre.games.winterwar.units import UNITS
from feltherre.ground.hexes.path import next_step, walk, why_not
from feltherre.ground.hexes.reach import FREELY, Mover, Reach, path_to, reach
from feltherre.ground.hexes.reasons import Reason, Refusal

AnyMove = Move | ForceMove

#: the part that ends a path
STOP = "stop"


@rule("turn-3-a", "turn-1-c", "supply-5", "move-8")
def can_move(state: WinterWarState, unit: int) -> bool:
    """Whether a ground unit may still move: supplied, not moved yet (turn-3-a, supply-5). Ships never do (move-8)."""
    return units.IS_GROUND[unit] and state.places[unit] >= 0 and not state.moved[unit] and not state.cut_off[unit]


def can_step(state: WinterWarState, unit: int, forced: bool) -> bool:
    """Whether at least one hex beside it is open to a unit that may move; it can always pay for one (move-4)."""
    mover, bits = mover_of(unit, forced), bits_of(state)
    return any(not bits[there] & mover.bar for there, _ in mover.table.steps[state.places[unit]])


def movable(state: WinterWarState, forced: bool = False) -> Iterator[int]:
    """The units of the side in turn that can move."""
    moved = state.moved
    for unit in units.OF_SIDE[state.side]:
        if not moved[unit] and can_move(state, unit) and can_step(state, unit, forced):
            yield unit


def allowance_of(state: WinterWarState, unit: int) -> int:
    """In quarters of a movement point."""
    return movement_of(state, unit) * QUARTERS


@cache
def _onward(mover: Mover) -> Mover:
    """How a unit goes on after its first hex: no minimum move, no glide (move-4, R21)."""
    return Mover(mover.table, bar=mover.bar, stop=mover.stop, zone_to_zone=FREELY)


def bits_for(state: WinterWarState, unit: int) -> list[int]:
    """The bits of the hexes as a unit on its way meets them: it may come back to its place in a full stack."""
    bits, start = bits_of(state), state.places[unit]
    full = FULL[units.SIDE[unit]][units.STACK[unit]]
    if not bits[start] & full:
        return bits
    bits = bits[:]
    bits[start] &= ~full
    return bits


class Gone:
    """How far a unit has gone on a way that is being built: the hexes entered, and what is left."""

    def __init__(self, state: WinterWarState, unit: int, forced: bool) -> None:
        self.unit = unit
        self.mover = mover_of(unit, forced)
        self.bits = bits_for(state, unit)
        self.start = state.places[unit]
        self.allowance = allowance_of(state, unit)
        self.left = self.allowance
        self.hexes: list[int] = [self.start]
        self._ahead: Reach | None = reach_of(state, unit, forced)
        #: at which hex of the way that was found
        self._found_at = 1

    def ahead(self) -> Reach | None:
        """Where it can go from here; None if it has to stop."""
        if self._found_at != len(self.hexes):
            self._found_at = len(self.hexes)
            self._ahead = self._look_on()
        return self._ahead

    def _look_on(self) -> Reach | None:
        """Where it can go when it has entered a hex."""
        here = self.hexes[-1]
        if self.bits[here] & self.mover.stop or self.left <= 0:
            return None
        return reach(_onward(self.mover), self.bits, here, self.left)

    def go(self, hex_: int) -> bool:
        """Straight into a neighbour if that step can be made, else by a way of least cost. False if it cannot."""
        step = next_step(self.mover, self.bits, self.hexes, hex_, self.left, self.allowance)
        if isinstance(step, int):
            self.hexes.append(hex_)
            self.left -= step
            return True
        found = self.ahead()
        if found is None or hex_ == self.hexes[-1] or hex_ not in found:
            return False
        mover = self.mover if len(self.hexes) == 1 else _onward(self.mover)
        self.left -= found.costs[hex_]
        self.hexes.extend(path_to(mover, self.bits, found, hex_)[1:])
        return True


class MoveSpace(Space[AnyMove]):
    """A unit, then hexes it goes to one after the other, then `stop`.

    A hex that is not beside the last stands for a way of least cost to it; the action has every hex that is entered.
    """

    def __init__(self, state: WinterWarState, action: type[Move] | type[ForceMove]) -> None:
        self.state = state
        self.action = action
        self.forced = action is ForceMove

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [UNITS[unit].id for unit in movable(self.state, self.forced)]
        if partial[-1] == STOP:
            return ()
        gone = self._gone(partial)
        found = gone.ahead()
        hexes = [] if found is None else [number(hex_) for hex_ in found.hexes]
        return [*hexes, STOP] if len(partial) > 1 else hexes

    def build(self, partial: Partial) -> AnyMove:
        gone = self._gone(partial[:-1])
        return self._along(gone.unit, gone.hexes)

    def parts(self, action: AnyMove) -> Partial:
        return (action.unit, *action.path, STOP)

    def example(self, partial: Partial = ()) -> Partial:
        """A short way: to the hex that costs least."""
        if len(partial) > 1:
            return super().example(partial)
        unit = unit_of(partial[0]) if partial else next(iter(movable(self.state, self.forced)))
        found = reach_of(self.state, unit, self.forced)
        nearest = min(found.hexes, key=lambda hex_: found.costs[hex_])
        return (UNITS[unit].id, number(nearest), STOP)

    def completed(self, action: AnyMove) -> AnyMove:
        """A way that was typed may leave out hexes as one that is clicked may."""
        unit = unit_of(action.unit)
        partial: Partial = (action.unit,)
        if unit < 0 or units.SIDE[unit] != self.state.side or not can_move(self.state, unit):
            return action
        gone = Gone(self.state, unit, self.forced)
        for part in action.path:
            if not gone.go(_known(part)):
                raise self.why_not(partial, part)
            partial = (*partial, part)
        return self._along(unit, gone.hexes)

    @rule("turn-3-a", "turn-3-f", "turn-3-i", "move-6", "1.3-b")
    def check(self, action: AnyMove) -> None:
        """Step by step, as `reach_of` finds the hexes: whatever way there is can be gone."""
        unit = unit_of(action.unit)
        if unit < 0 or units.SIDE[unit] != self.state.side or not can_move(self.state, unit):
            raise self._why_not_unit(action.unit)
        if not action.path:
            raise Illegal(say("winterwar.illegal.no-path", unit=unit_name(unit)), "turn-3-a")
        way = [self.state.places[unit]]
        for part in action.path:
            way.append(_known(part))
        gone = walk(mover_of(unit, self.forced), bits_for(self.state, unit), way, allowance_of(self.state, unit))
        if gone.refusal is not None:
            raise refused(self.state, unit, gone.refusal, self.forced)

    def sample(self, rng: Random) -> AnyMove:
        able = units.OF_SIDE[self.state.side]
        for _ in range(_TRIES):
            unit = able[int(rng.random() * len(able))]
            if can_move(self.state, unit):
                found = reach_of(self.state, unit, self.forced)
                if found.hexes:
                    return self._drawn(unit, found, rng)
        return self._walked(rng)

    def _drawn(self, unit: int, found: Reach, rng: Random) -> AnyMove:
        """A move to a hex, mostly by a way of least cost, now and then on to another hex from there."""
        hex_ = found.hexes[int(rng.random() * len(found.hexes))]
        if rng.random() > _DETOURS:
            return self._to(unit, found, hex_)
        gone = Gone(self.state, unit, self.forced)
        gone.go(hex_)
        onward = gone.ahead()
        if onward is not None and onward.hexes:
            gone.go(onward.hexes[int(rng.random() * len(onward.hexes))])
        return self._along(unit, gone.hexes)

    def _walked(self, rng: Random) -> AnyMove:
        """What `Space.sample` draws, part by part, without going the way again from its start for every part."""
        able = list(movable(self.state, self.forced))
        unit = able[int(rng.random() * len(able))]
        gone = Gone(self.state, unit, self.forced)
        while True:
            onward = gone.ahead()
            hexes = [] if onward is None else onward.hexes
            may_stop = len(gone.hexes) > 1
            drawn = int(rng.random() * (len(hexes) + may_stop))
            if drawn == len(hexes):
                return self._along(unit, gone.hexes)
            gone.go(hexes[drawn])

    @property
    def lists_all(self) -> bool:
        return False

    def candidates(self, limit: int | None = None) -> Iterator[AnyMove]:
        """Every unit to every hex it can reach, each by a way of least cost."""
        found = 0
        for unit in movable(self.state, self.forced):
            reached = reach_of(self.state, unit, self.forced)
            for hex_ in reached.hexes:
                if limit is not None and found >= limit:
                    return
                found += 1
                yield self._to(unit, reached, hex_)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            return self._why_not_unit(part)
        unit, hex_ = unit_of(partial[0]), hex_at(part)
        if hex_ < 0:
            return Illegal(say("winterwar.illegal.no-such-hex", hex=str(part)), "turn-3-a")
        gone = self._gone(partial)
        refusal = self._refusal(gone, hex_)
        return refused(self.state, unit, refusal, self.forced)

    def why_incomplete(self, partial: Partial) -> Illegal:
        return Illegal(say("winterwar.illegal.no-path", unit=unit_name(unit_of(partial[0]))), "turn-3-a")

    def label(self, partial: Partial, part: Part) -> Text:
        if not partial:
            return unit_name(unit_of(part))
        return say("winterwar.label.stop") if part == STOP else hex_name(hex_of(str(part)))

    def _to(self, unit: int, found: Reach, hex_: int) -> AnyMove:
        return self._along(unit, path_to(mover_of(unit, self.forced), bits_of(self.state), found, hex_))

    def _along(self, unit: int, way: Sequence[int]) -> AnyMove:
        """The action of a way, of which the unit's own hex is no part."""
        return self.action(UNITS[unit].id, numbers(way[1:]))

    def _gone(self, partial: Partial) -> Gone:
        gone = Gone(self.state, unit_of(partial[0]), self.forced)
        for part in partial[1:]:
            gone.go(hex_of(str(part)))
        return gone

    def _refusal(self, gone: Gone, hex_: int) -> Refusal:
        here = gone.hexes[-1]
        found = gone.ahead()
        if found is None:
            marks = gone.bits[here] & gone.mover.stop
            return Refusal(Reason.MUST_STOP if marks else Reason.TOO_DEAR, hex_, here, marks)
        mover = gone.mover if len(gone.hexes) == 1 else _onward(gone.mover)
        return why_not(mover, gone.bits, found, hex_) or Refusal(Reason.NOT_ADJACENT, hex_, here)

    def _why_not_unit(self, part: Part) -> Illegal:
        return why_cannot_move(self.state, part)


_TRIES = 12
#: how often a unit goes somewhere by way of another hex
_DETOURS = 0.1


def _known(part: str) -> int:
    hex_ = hex_at(part)
    if hex_ < 0:
        raise Illegal(say("winterwar.illegal.no-such-hex", hex=part), "turn-3-a")
    return hex_


@rule("turn-3-a", "supply-5", "move-8", "turn-1-c")
def why_cannot_move(state: WinterWarState, part: Part) -> Illegal:
    """Why a counter does not move, with the rule; a hex is asked about when a person points at it."""
    unit, hex_ = unit_of(part), hex_at(part)
    if hex_ >= 0:
        own = units_in(state, hex_, state.side)
        if not own or any(unit in own for unit in movable(state)):
            key = "winterwar.illegal.choose-counter" if own else "winterwar.illegal.nobody-there"
            return Illegal(say(key, place=hex_name(hex_)), "turn-3-a")
        unit = own[0]
    if unit < 0:
        return no_such_unit(str(part), "turn-3-a")
    if units.SIDE[unit] != state.side or state.places[unit] < 0:
        return not_yours(unit, "turn-3-a")
    name = unit_name(unit)
    if units.IS_SHIP[unit]:
        return Illegal(say("winterwar.illegal.ship-stays", unit=name), "move-8")
    if units.IS_AIR[unit]:
        return Illegal(say("winterwar.illegal.air-flies", unit=name), "move-11")
    if state.moved[unit]:
        return Illegal(say("winterwar.illegal.moved-already", unit=name), "turn-3-a")
    if state.cut_off[unit]:
        return Illegal(say("winterwar.illegal.cut-off", unit=name), "supply-5")
    return Illegal(say("winterwar.illegal.hemmed-in", unit=name), "turn-3-a")


@rule("turn-3-a", "turn-3-c", "turn-3-e", "turn-3-f", "setup-8", "supply-9")
def refused(state: WinterWarState, unit: int, refusal: Refusal, forced: bool) -> Illegal:
    """The ground's reason in the words of this game."""
    place, name = hex_name(refusal.hex), unit_name(unit)
    match refusal.reason:
        case Reason.MARKED if refusal.detail & UNIT[enemy_of(units.SIDE[unit])]:
            return Illegal(say("winterwar.illegal.enemy-there", unit=name, place=place), "turn-3-e")
        case Reason.MARKED if refusal.detail & ANY_FULL[units.SIDE[unit]]:
            return Illegal(say("winterwar.illegal.full-stack", unit=name, place=place), "setup-8")
        case Reason.NO_WAY:
            return _no_way(name, place, refusal.detail)
        case Reason.MUST_STOP:
            return Illegal(say("winterwar.illegal.must-stop", unit=name, place=hex_name(refusal.before)), "turn-3-c")
        case Reason.TOO_DEAR:
            return Illegal(say("winterwar.illegal.too-far", unit=name, place=place), "turn-3-f")
        case _:
            key = (
                "winterwar.illegal.not-adjacent"
                if refusal.reason is Reason.NOT_ADJACENT
                else "winterwar.illegal.too-far"
            )
            return Illegal(say(key, unit=name, place=place), "turn-3-a")


@rule("turn-3-g", "move-5", "move-7", "1.1-f", "1.4-j")
def _no_way(name: Text, place: Text, code: int) -> Illegal:
    """No ground unit enters water or a neutral country, and no Soviet one leaves road and railway."""
    if code == INTO_SEA:
        return Illegal(say("winterwar.illegal.water", unit=name, place=place), "move-7")
    if code == INTO_NEUTRAL:
        return Illegal(say("winterwar.illegal.neutral", unit=name, place=place), "1.1-f")
    return Illegal(say("winterwar.illegal.off-road", unit=name, place=place), "turn-3-g")
