"""How the story tells what a commander has written or answered: his sheet line by line as sentences with the signs
that he wrote, and of each question what was asked and what he said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.engine import open_decisions
from feltherre.core.game import Game
from feltherre.core.space import ListSpace
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_name
from feltherre.games.civilwar.field import by_id, name_of
from feltherre.games.civilwar.orders.language import Attack, Detach, Exit, Move, Order, OrderLine, OrderSheet
from feltherre.games.civilwar.orders.legs import Form
from feltherre.games.civilwar.orders.telling import tell_line, tell_staff
from feltherre.games.civilwar.orders.writing import write_line, write_staff
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.telling import name

#: between an order and the standing instructions, which the sentence tells
PREFS: Final = " ;"


def account(game: Game[CivilWarState], state: CivilWarState, role: str, action: Any) -> Sequence[Text]:
    """What a role did, and below it the parts of that; nothing where the line of notation says it all."""
    if isinstance(action, SealOrders):
        lines = list(sheet_lines(state, action.sheet))
        return [say("civilwar.account.sheet" if lines else "civilwar.account.no-lines", role=role_name(role)), *lines]
    asked = next((one for one in open_decisions(game, state) if one.role == role), None)
    if asked is None or not isinstance(asked.space, ListSpace) or action not in asked.space.actions:
        return ()
    answer = asked.space.label((), asked.space.actions.index(action))
    return [say("civilwar.account.asked", role=role_name(role), prompt=asked.prompt, answer=answer)]


def sheet_lines(state: CivilWarState, sheet: OrderSheet) -> Iterator[Text]:
    """An order sheet line by line: sentences with the signs that were written."""

    def naming(thing: str) -> str:
        return name_of(state, thing)

    for unit, line in sheet.units.items():
        yield _line(state, unit, tell_line(_to_the_point(state, unit, line), naming), write_line(OrderLine(line.order)))
    for one, ride in sheet.staff.items():
        yield _line(state, one, tell_staff(ride, naming), write_staff(ride).partition(PREFS)[0])
    for message in sheet.messages:
        sender, to = name(state, message.sender), name(state, message.to)
        yield say("civilwar.account.message", sender=sender, to=to, words=message.text)


def _to_the_point(state: CivilWarState, unit_id: str, line: OrderLine) -> OrderLine:
    """The line without standing instructions that mean nothing to the unit, or of which the order itself speaks."""
    unit = by_id(state, unit_id)
    if unit is None:
        return line
    order = line.order
    idle = {"pursue"} if unit.arm == "artillery" else {"shelter"}
    if isinstance(order, Attack) and order.follow is not None:
        idle.add("pursue")
    if not _may_be_a_chain(unit, order):
        idle.add("fallback")
    return replace(line, prefs=replace(line.prefs, **dict.fromkeys(idle, "ask")))


def _may_be_a_chain(unit: Unit, order: Order) -> bool:
    """If a unit stands in chain, or is to form one: only a chain may go back before an enemy (04.02.10)."""
    legs = order.legs if isinstance(order, Move | Detach | Exit) else ()
    return unit.formation == "chain" or any(isinstance(leg, Form) and leg.formation == "chain" for leg in legs)


def _line(state: CivilWarState, who: str, words: Text, signs: str) -> Text:
    return say("civilwar.account.line", who=name(state, who), words=words, signs=f"{who}: {signs}")
