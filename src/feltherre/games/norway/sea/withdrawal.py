"""When the Allied deck is used up, five ships go home with the battalions (5.2-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.procedures.victory import HEAVY, LIGHT, ships_home, ships_home_fault
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import WithdrawShips
from feltherre.games.norway.sea.fleet import sea_of, take_out
from feltherre.games.norway.sea.spaces import STOP, ShipsSpace
from feltherre.games.norway.sea.steps import ShipsWithdrawal
from feltherre.games.norway.state import ALLIES, ROLES, NorwayState


@rule("5.2-1")
def allied_ships(state: NorwayState) -> list[int]:
    """All Allied ships in the game, also those not yet on the board (R26)."""
    place = sea_of(state).place
    return [ship for ship in ships.OF_COUNTRY[ALLIES] if place[ship] not in (ships.SUNK, ships.REMOVED)]


class WithdrawalSpace(ShipsSpace):
    """Five ships of those in the game: at most one minor ship and one heavy cruiser, unless every carrier and
    battleship goes as well (5.2-1, R26)."""

    def __init__(self, choice: Sequence[int], number: int) -> None:
        refusal = Illegal(say("norway.illegal.withdraw-ships", n=number), "5.2-1")
        super().__init__(choice, WithdrawShips, refusal, least=number, most=number)

    def options(self, partial: Partial) -> Sequence[Part]:
        return [part for part in super().options(partial) if part == STOP or self._can_end((*partial, part))]

    def _can_end(self, partial: Partial) -> bool:
        """Whether ships further on make a lawful five of those chosen: the heavy ones first, then the light."""
        chosen = [ships.INDEX[str(part)] for part in partial]
        ahead = self.choice[self.choice.index(chosen[-1]) + 1 :]
        wanted = self.least - len(chosen)
        heavy = [ship for ship in ahead if ships.CLASS[ship] in HEAVY]
        light = [ship for ship in ahead if ships.CLASS[ship] in LIGHT]
        one_each = list({ships.CLASS[ship]: ship for ship in light if not _has_class(chosen, ship)}.values())
        few_light = [*heavy, *one_each][:wanted]
        any_light = [*heavy, *light][:wanted]
        return any(self._lawful([*chosen, *rest]) for rest in (few_light, any_light))

    def _lawful(self, chosen: Sequence[int]) -> bool:
        return not ships_home_fault(_by_class(self.choice), _by_class(chosen), self.least)


def _has_class(some: Sequence[int], ship: int) -> bool:
    return any(ships.CLASS[other] == ships.CLASS[ship] for other in some)


def _by_class(some: Sequence[int]) -> Any:
    return Counter(ships.CLASS[ship] for ship in some)


class ShipsWithdrawalRules(StepRules[NorwayState, ShipsWithdrawal]):
    asks = True

    @rule("5.2-1")
    def decisions(self, state: NorwayState, step: ShipsWithdrawal) -> Sequence[Decision[Any]]:
        """The Allies choose five of their ships (5.2-1)."""
        left = allied_ships(state)
        number = ships_home(len(left))
        if number == len(left):
            return ()
        role = ROLES[ALLIES]
        prompt = say("norway.prompt.withdraw-ships", n=number)
        waiting = say("norway.wait.withdraw-ships", country=country_name(ALLIES))
        return (Decision(decision_id(state, role), role, prompt, "5.2-1", WithdrawalSpace(left, number), waiting),)

    def proceed(self, table: Table[NorwayState], step: ShipsWithdrawal) -> None:
        """There are no more than five: all go (R26)."""
        go_home(table, allied_ships(table.state))

    def answer(self, table: Table[NorwayState], step: ShipsWithdrawal, role: str, action: WithdrawShips) -> None:
        go_home(table, sorted(ships.INDEX[ship] for ship in action.ships))


@rule("5.2-1", "6.1-3")
def go_home(table: Table[NorwayState], some: Sequence[int]) -> None:
    """Ships leave the game without being sunk; everybody sees which (5.2-1)."""
    if not some:
        return
    take_out(table, some, ships.REMOVED)
    names = [ships.name(ship) for ship in some]
    table.tell(say("norway.event.ships-withdrawn", n=len(names), ships=names), "5.2-1")


STEPS: dict[type[Step], Any] = {ShipsWithdrawal: ShipsWithdrawalRules()}
