"""The order sheet as a page shows it: a row for each unit, general and courier, and the lines that carry words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from feltherre.core.chance import Line
from feltherre.core.sheet import Letter, Named, Row, Switch, Value
from feltherre.core.text import Text, say
from feltherre.games.civilwar.command import near_general
from feltherre.games.civilwar.field import general_of, is_pinned
from feltherre.games.civilwar.firefight import locked_target
from feltherre.games.civilwar.orders.language import OrderLine, StaffLine
from feltherre.games.civilwar.orders.signs import ANSWERS, EVADE, MESSAGE, PREFS, STAFF
from feltherre.games.civilwar.orders.writing import write_line, write_staff
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, staff_of
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.unit_states import states

#: what a drag on the board writes
_MARCHES: Final = {"bearing": "GO {to}", "place": "TO {to}"}
_RIDES: Final = {"place": "TO {to}", "friend": "WITH {to}"}


def head_of_staff(one: str) -> str:
    return f"{STAFF} {one}"


def unit_row(state: CivilWarState, unit: Unit, line: OrderLine | None, brought: OrderLine | None) -> Row:
    """`line`: what is sealed for it."""
    stands = line or brought
    return Row(
        unit.id,
        unit.id,
        name(state, unit.id),
        facts=(_strength(unit), *states(state, unit)),
        line=_whole(unit.id, stands),
        brought=_whole(unit.id, brought),
        last=_whole(unit.id, unit.last),
        switches=tuple(_switches(unit, stands)),
        limits=_limits(state, unit),
        writable=unit.order != "FU",
        drawn=_MARCHES | ({} if unit.arm in ("artillery", "wagon") else {"enemy": "A {to}"}),
    )


def staff_row(state: CivilWarState, one: Staff, line: StaffLine | None) -> Row:
    head = head_of_staff(one.id)
    rank = say(f"civilwar.rank.{one.rank}")
    beside = [say("civilwar.sheet.beside", unit=name(state, one.beside))] if one.beside else []
    bound = (
        [say("civilwar.sheet.bound", to=name(state, one.bound_for))] if one.bound_for not in ("", one.beside) else []
    )
    answer = "ask" if line is None else line.evade
    return Row(
        one.id,
        head,
        name(state, one.id),
        facts=(rank, *beside, *bound),
        line="" if line is None else f"{head}: {write_staff(line)}",
        switches=(_switch(EVADE, answer),),
        drawn=_RIDES,
    )


def _whole(unit: str, line: OrderLine | None) -> str:
    return "" if line is None else f"{unit}: {write_line(line)}"


def _strength(unit: Unit) -> Text:
    formation = say(f"civilwar.formation.{unit.formation.replace('_', '-')}")
    return say("civilwar.sheet.strength", n=unit.figures, formation=formation)


def _limits(state: CivilWarState, unit: Unit) -> Line | None:
    """Why it may be ordered little, or nothing, as the rule of the order would refuse it."""
    if unit.order == "FU":
        return Line(say("civilwar.ruling.order.in-rout"), "04.02.2")
    if locked_target(state, unit):
        return Line(say("civilwar.ruling.order.fire-locked"), "04.02.14")
    if is_pinned(state, unit):
        return Line(say("civilwar.ruling.order.pinned"), "04.02.7")
    return None


def _switches(unit: Unit, line: OrderLine | None) -> Iterator[Switch]:
    """The standing instructions that may mean something to the unit."""
    idle = {"artillery": {"PURSUE", "FALLBACK"}, "wagon": set(PREFS)}.get(unit.arm, {"SHELTER"})
    for pref in PREFS:
        if pref not in idle:
            yield _switch(pref, "ask" if line is None else getattr(line.prefs, pref.lower()))


def _switch(pref: str, answer: str) -> Switch:
    asks = Value("ask", say("civilwar.sheet.pref.ask"))
    others = (
        Value(value, say(f"civilwar.tell.pref.{pref.lower()}-{value}"), f"; {pref} {word}")
        for word, value in ANSWERS.items()
        if value != "ask"
    )
    return Switch(pref, say(f"civilwar.sheet.pref.{pref.lower()}"), answer, (asks, *others))


# lines that carry words or orders


def letters(
    state: CivilWarState, staff: Sequence[Staff], friends: Sequence[str], units: Sequence[Unit]
) -> Iterator[Letter]:
    """A message from a general, words or an order by a courier who can be sent; `friends`: the generals of the side."""
    senders = [one.id for one in staff if one.rank != "courier"]

    def called(one: str) -> Named:
        return Named(one, name(state, one))

    if senders and len(friends) > 1:
        yield _letter("message", f"{MESSAGE} {{from}} > {{to}}: {{text}}", senders, friends, called)
    couriers = [one for one in staff if one.rank == "courier" and _can_be_sent(state, one)]
    riders, head = [one.id for one in couriers], head_of_staff("{from}")
    if not riders:
        return
    generals = {one.under for one in couriers}
    under = [unit.id for unit in units if (chief := general_of(state, unit)) is not None and chief.id in generals]
    if under:
        yield _letter("order", f"{head}: RIDE {{to}} ORDER [{{line}}]", riders, under, called)
    yield _letter("words", f"{head}: RIDE {{to}} SAY {{text}}", riders, [*friends, *(one.id for one in units)], called)


def _letter(
    kind: str, form: str, writers: Sequence[str], receivers: Sequence[str], called: Callable[[str], Named]
) -> Letter:
    words = say(f"civilwar.sheet.letter-{kind}")
    return Letter(kind, words, form, tuple(map(called, writers)), tuple(map(called, receivers)))


def _can_be_sent(state: CivilWarState, courier: Staff) -> bool:
    """A courier is sent from his general's side (03.03.2)."""
    general = staff_of(state, courier.under)
    return general.on_table and near_general(courier, general)
