"""The sheet as it is written: line by line, each with its reason, none that the rules refuse."""

from __future__ import annotations

from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.text import Text, say
from feltherre.games.civilwar.field import is_pinned, name_of
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.orders.language import (
    Attack,
    Fire,
    FirePart,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    Prefs,
    StaffLine,
    Stand,
)
from feltherre.games.civilwar.orders.legs import GoTo, Wheel
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.measure import CM
from feltherre.players.player import Chosen

#: fire whenever surprised, chains and gunners get out of the way, a broken enemy is not run after
PREFS: Final = Prefs(surprised="yes", fallback="yes", shelter="no", pursue="no")


#: so near is against each other
AGAINST: Final = CM // 2


class SheetWriter:
    """Lines and their reasons."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.units: dict[str, OrderLine] = {}
        self.staff: dict[str, StaffLine] = {}
        self.reasons: dict[str, list[str]] = {}
        #: who stands still and can be passed through
        self.standing: set[str] = set()

    def allowed(self, unit: Unit, order: Order) -> bool:
        try:
            self.known.space.check(SealOrders(OrderSheet({unit.id: OrderLine(order, PREFS)})))
        except Illegal:
            return False
        return True

    def sensible(self, unit: Unit, order: Order) -> bool:
        """Whether an order is allowed and not in vain: a unit that could not begin to form or wheel in the turn before
        (a friend in the way, no room) would only stand there for another turn. Nothing is kept of an order that was
        prevented."""
        if not isinstance(order, Move) or isinstance(order.legs[0], GoTo):
            return self.allowed(unit, order)
        last = unit.last.order if unit.last is not None else None
        again = isinstance(last, Move) and order.legs[0] == last.legs[0]
        prevented = unit.last is None and self.known.turn > 1 and isinstance(order.legs[0], Wheel)
        return not again and not prevented and self.allowed(unit, order)

    def write(self, unit: Unit, order: Order, why: str, prefs: Prefs = PREFS) -> None:
        """Take an order; what the rules refuse becomes fire at what it is locked on, or standing still."""
        if not self.allowed(unit, order):
            target = locked_target(self.known.state, unit)
            order, why = (Fire((FirePart(target),)), "locked") if target else (Stand(), "stand")
            if not self.allowed(unit, order):
                return
        self.units[unit.id] = OrderLine(order, prefs)
        self.reasons.setdefault(why, []).append(unit.id)
        if isinstance(order, Stand) and unit.order in ("OR", "LU") and not is_pinned(self.known.state, unit):
            self.standing.add(unit.id)

    def crowded(self, unit: Unit) -> bool:
        """If a unit stands against a friend who moves off: both together would only get into each other's way."""
        return any(
            name != unit.id and isinstance(line.order, Move | Attack) and self._against(unit, name)
            for name, line in self.units.items()
        )

    def _against(self, unit: Unit, name: str) -> bool:
        friend = next(one for one in self.known.own if one.id == name)
        return self.known.apart(unit, friend) <= AGAINST

    def ride(self, name: str, line: StaffLine) -> None:
        try:
            self.known.space.check(SealOrders(OrderSheet(staff={name: line})))
        except Illegal:
            return
        self.staff[name] = line

    def sealed(self) -> Chosen:
        """The whole sheet, and why it is so."""
        state = self.known.state
        told: list[Text] = [
            say(f"civilwar.why.{why}", units=[name_of(state, unit) for unit in units])
            for why, units in self.reasons.items()
        ]
        why = say("civilwar.why.sheet", reasons=told) if told else say("civilwar.why.nobody")
        return Chosen(SealOrders(OrderSheet(self.units, self.staff)), why)
