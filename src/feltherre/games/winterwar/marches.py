"""Where ground units can go, hex by hex: the space of a move, and why a hex is out of reach (turn-3, move)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Part, Partial
from feltherre.core.text import Text, say
from feltherre.games.winterwar import maps, spaces, texts, units
from feltherre.games.winterwar.actions import ForceMove, Move
from feltherre.games.winterwar.state import AWAITED, WinterWarState, enemy_of, is_on_map, units_in
from feltherre.games.winterwar.tables import BARRED
from feltherre.ground.hexes.reach import Mover, Reach
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.ways import Start, Ways

AnyMove = Move | ForceMove
#: the rule of full stacks
FULL_STACK: Final = "setup-8"


@rule("turn-3-a", "turn-1-c", "supply-5", "move-8")
def fault(state: WinterWarState, unit: int) -> tuple[str, str] | None:
    """What keeps a counter on the map from moving, with the rule; None: it may, supplied and not moved yet (turn-3-a,
    supply-5). Ships never do (move-8), air units fly (move-11)."""
    if not units.IS_GROUND[unit]:
        return ("ship-stays", "move-8") if units.IS_SHIP[unit] else ("air-flies", "move-11")
    if state.moved[unit]:
        return "moved-already", "turn-3-a"
    return ("cut-off", "supply-5") if state.cut_off[unit] else None


def can_move(state: WinterWarState, unit: int) -> bool:
    """Whether a ground unit may still move."""
    return state.places[unit] > AWAITED and fault(state, unit) is None


def can_step(state: WinterWarState, unit: int, forced: bool) -> bool:
    """Whether at least one hex beside it is open to a unit that may move; it can always pay for one (move-4)."""
    mover, bits = maps.mover_of(unit, forced), maps.bits_of(state)
    return any(not bits[there] & mover.bar for there, _ in mover.table.steps[state.places[unit]])


def movable(state: WinterWarState, forced: bool = False) -> Iterator[int]:
    """The units of the side in turn that can move."""
    moved = state.moved
    for unit in units.OF_SIDE[state.side]:
        if not moved[unit] and can_move(state, unit) and can_step(state, unit, forced):
            yield unit


class MoveSpace(Ways[AnyMove]):
    """A unit, then hexes it goes to one after the other, then `stop`."""

    def __init__(self, state: WinterWarState, action: type[Move] | type[ForceMove]) -> None:
        super().__init__(action, spaces.unit_things("turn-3-a"), spaces.hex_things("turn-3-a"))
        self.state = state
        self.forced = action is ForceMove

    def own(self) -> Sequence[int]:
        return units.OF_SIDE[self.state.side]

    def may_go(self, unit: int) -> bool:
        return can_move(self.state, unit)

    def able(self) -> Iterator[int]:
        return movable(self.state, self.forced)

    @rule("turn-3-a", "turn-3-f", "turn-3-i", "move-6", "1.3-b")
    def start(self, unit: int) -> Start:
        """A unit goes hex by hex; whatever way there is can be gone."""
        state = self.state
        return Start(
            self.mover(unit), maps.THEATRE.bits_for(state, unit), state.places[unit], maps.allowance_of(state, unit)
        )

    def reached(self, unit: int) -> Reach:
        return maps.reach_of(self.state, unit, self.forced)

    def mover(self, unit: int) -> Mover:
        return maps.mover_of(unit, self.forced)

    def bits(self) -> list[int]:
        return maps.bits_of(self.state)

    def why_not_unit(self, part: Part) -> Illegal:
        return why_cannot_move(self.state, part)

    def refused(self, unit: int, refusal: Refusal) -> Illegal:
        return refused(unit, refusal)

    @rule("setup-8")
    def instead(self, partial: Partial, part: Part) -> tuple[Partial, Text] | None:
        """A full stack can be gone through all the same, at the price of a unit (setup-8, R15)."""
        if self.forced or not partial or self.why_refused(partial, part).rule != FULL_STACK:
            return None
        way, forced = (*partial, part), MoveSpace(self.state, ForceMove)
        if not all(step in forced.options(way[:depth]) for depth, step in enumerate(way)):
            return None
        return ("force", *way), say("winterwar.insist")

    def no_path(self, unit: int) -> Illegal:
        return Illegal(say("winterwar.illegal.no-path", unit=texts.unit_name(unit)), "turn-3-a")

    def stop_name(self) -> Text:
        return say("winterwar.label.stop")


@rule("turn-3-a")
def why_cannot_move(state: WinterWarState, part: Part) -> Illegal:
    """Why a counter does not move, with the rule; a hex is asked about when a person points at it."""
    unit, hex_ = spaces.unit_of(part), spaces.hex_at(part)
    if spaces.is_known(hex_):
        own = units_in(state, hex_, state.side)
        if not own or any(unit in own for unit in movable(state)):
            return spaces.about_hex("choose-counter" if own else "nobody-there", hex_, "turn-3-a")
        unit, *_ = own
    if not spaces.is_known(unit):
        return spaces.no_such_unit(str(part), "turn-3-a")
    if units.SIDE[unit] != state.side or not is_on_map(state, unit):
        return spaces.not_yours(unit, "turn-3-a")
    key, rule_id = fault(state, unit) or ("hemmed-in", "turn-3-a")
    return Illegal(say(f"winterwar.illegal.{key}", unit=texts.unit_name(unit)), rule_id)


#: the ground's reason -> the word of the refusal, and the rule
_REFUSED: Final = {Reason.TOO_DEAR: ("too-far", "turn-3-f"), Reason.NOT_ADJACENT: ("not-adjacent", "turn-3-a")}


@rule("turn-3-a", "turn-3-c", "turn-3-e", "turn-3-f", "setup-8", "supply-9")
def refused(unit: int, refusal: Refusal) -> Illegal:
    """The ground's reason in the words of this game."""
    reason, detail, side = refusal.reason, refusal.detail, units.SIDE[unit]
    if reason is Reason.MUST_STOP:
        return spaces.about_unit("must-stop", unit, refusal.before, "turn-3-c")
    if reason is Reason.MARKED and detail & maps.UNIT[enemy_of(side)]:
        return spaces.about_unit("enemy-there", unit, refusal.hex, "turn-3-e")
    if reason is Reason.MARKED and detail & maps.ANY_FULL[side]:
        return spaces.about_unit("full-stack", unit, refusal.hex, FULL_STACK)
    if reason is Reason.NO_WAY:
        return _no_way(unit, refusal)
    key, rule_id = _REFUSED.get(reason, ("too-far", "turn-3-a"))
    return spaces.about_unit(key, unit, refusal.hex, rule_id)


#: what there is no way into -> the word of the refusal, and the rule
_NO_WAY: Final = {"sea": ("water", "move-7"), "neutral": ("neutral", "1.1-f"), "off-road": ("off-road", "turn-3-g")}


@rule("turn-3-g", "move-5", "move-7", "1.1-f", "1.4-j")
def _no_way(unit: int, refusal: Refusal) -> Illegal:
    """No ground unit enters water or a neutral country, and no Soviet one leaves road and railway."""
    key, rule_id = _NO_WAY[BARRED[refusal.detail]]
    return spaces.about_unit(key, unit, refusal.hex, rule_id)
