"""How ships leave the game: sunk, and their owner loses cards from his deck (6.1, 8.2-seq-6); or withdrawn, five with
the battalions when the Allied deck is used up (5.2-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Several
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.hands import country_name, lose_from_deck
from feltherre.games.norway.procedures.victory import HEAVY, LIGHT, ships_home, ships_home_fault
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import WithdrawShips
from feltherre.games.norway.sea.fleet import sea_of, take_out
from feltherre.games.norway.sea.spaces import ships_space
from feltherre.games.norway.sea.steps import ShipsWithdrawal
from feltherre.games.norway.state import ALLIES, ROLES, NorwayState


@rule("8.2-seq-6", "8.2-seq-6-loss", "6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor")
def sink(table: Table[NorwayState], ship: int, rule_id: str) -> None:
    """A ship is sunk, by whatever means: two cards for a battleship or carrier, one for others, none for Norway's
    coast-defence ships (8.2-seq-6-loss, R69)."""
    country, place = ships.COUNTRY[ship], sea_of(table.state).place[ship]
    take_out(table, (ship,), ships.SUNK)
    where = (board.SEAS[place],) if place in ships.SEAS else ()
    table.tell(say("norway.event.sunk", country=country_name(country), ship=ships.name(ship)), rule_id, where)
    if ships.CARDS_LOST[ship]:
        lose_from_deck(table, country, ships.CARDS_LOST[ship], "8.2-seq-6-loss")


# five ships go home


@rule("5.2-1")
def allied_ships(state: NorwayState) -> list[int]:
    """All Allied ships in the game, also those not yet on the board (R26)."""
    place = sea_of(state).place
    return [ship for ship in ships.OF_COUNTRY[ALLIES] if place[ship] not in (ships.SUNK, ships.REMOVED)]


@steps.asks(ShipsWithdrawal)
@rule("5.2-1")
def which_go_home(state: NorwayState, step: ShipsWithdrawal) -> Iterator[Decision[Any]]:
    """The Allies choose five of their ships (5.2-1)."""
    left = allied_ships(state)
    number = ships_home(len(left))
    if number < len(left):
        space, who = withdrawal_space(left, number), country_name(ALLIES)
        yield ask(state, ROLES[ALLIES], "withdraw-ships", "5.2-1", space, n=number, country=who)


def withdrawal_space(choice: Sequence[int], number: int) -> Several[WithdrawShips]:
    """Five ships of those in the game: at most one minor ship and one heavy cruiser, unless every carrier and
    battleship goes as well (5.2-1, R26)."""

    def can_end(chosen: Sequence[int]) -> bool:
        """Whether ships further on make a lawful five of those chosen: the heavy ones first, then the light."""
        ahead = choice[choice.index(chosen[-1]) + 1 :]
        heavy = [ship for ship in ahead if ships.CLASS[ship] in HEAVY]
        light = [ship for ship in ahead if ships.CLASS[ship] in LIGHT]
        has = {ships.CLASS[ship] for ship in chosen}
        one_each = {ships.CLASS[ship]: ship for ship in light if ships.CLASS[ship] not in has}.values()
        wanted = number - len(chosen)
        fives = ([*chosen, *[*heavy, *lighter][:wanted]] for lighter in (one_each, light))
        return any(not ships_home_fault(_by_class(choice), _by_class(five), number) for five in fives)

    refusal = Illegal(say("norway.illegal.withdraw-ships", n=number), "5.2-1")
    return ships_space(choice, WithdrawShips, refusal, number, number, can_end)


def _by_class(some: Sequence[int]) -> Any:
    return Counter(ships.CLASS[ship] for ship in some)


@steps.does(ShipsWithdrawal)
def all_go_home(table: Table[NorwayState], step: ShipsWithdrawal) -> None:
    """There are no more than five: all go (R26)."""
    go_home(table, allied_ships(table.state))


@steps.answer(ShipsWithdrawal)
def some_go_home(table: Table[NorwayState], step: ShipsWithdrawal, role: str, action: WithdrawShips) -> None:
    go_home(table, sorted(ships.INDEX[ship] for ship in action.ships))


@rule("5.2-1", "6.1-3")
def go_home(table: Table[NorwayState], some: Sequence[int]) -> None:
    """Ships leave the game without being sunk; everybody sees which (5.2-1)."""
    if not some:
        return
    take_out(table, some, ships.REMOVED)
    names = [ships.name(ship) for ship in some]
    table.tell(say("norway.event.ships-withdrawn", n=len(names), ships=names), "5.2-1")
