"""The order sheet as a decision (03.01.2): line by line for every unit and general that a role commands, then
sealed.

Offered are the lines of menu.py; written may be any line of the order language that the rules allow and that the unit's
general knows enough for. What is checked here is checked again by nobody: a sheet that is taken is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from functools import partial as using
from heapq import nsmallest
from typing import Any, ClassVar

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.marks import rule
from feltherre.core.sheet import Letter, LineRead, Offer, Row
from feltherre.core.space import Action, Part, Partial, What, WrittenSpace
from feltherre.core.text import Text, say
from feltherre.games.civilwar.charging import why_no_charge
from feltherre.games.civilwar.command import brought_to
from feltherre.games.civilwar.commanders import role_of, role_over, side_of
from feltherre.games.civilwar.field import ground, info, name_of, scenario_of
from feltherre.games.civilwar.menu import offered
from feltherre.games.civilwar.objects import as_known
from feltherre.games.civilwar.orders.examples import COURIER, ENEMIES, GENERALS, OBJECTS, OWN, Examples
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import (
    EMPTY_SHEET,
    Attack,
    Detach,
    Exit,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    Rejoin,
    Resupply,
    StaffLine,
    StaffStay,
    StaffWith,
    Stand,
)
from feltherre.games.civilwar.orders.legality import why_illegal
from feltherre.games.civilwar.orders.lexicon import Lexicon, OpenLexicon
from feltherre.games.civilwar.orders.meant import meant
from feltherre.games.civilwar.orders.reading import read_order, read_staff
from feltherre.games.civilwar.orders.sheets import BadSheet, read_sheet, write_sheet
from feltherre.games.civilwar.orders.signs import STAFF
from feltherre.games.civilwar.orders.telling import tell_line, tell_staff
from feltherre.games.civilwar.orders.writing import write_line, write_staff
from feltherre.games.civilwar.sheet_rows import head_of_staff, letters, staff_row, unit_row
from feltherre.games.civilwar.sightings import enemies_among, known_to
from feltherre.games.civilwar.state import AWAITED, CivilWarState, Staff, Unit
from feltherre.games.civilwar.succession import superior
from feltherre.games.civilwar.unit_facts import facts_of, why_held_back, why_outside_town, why_unjudged, why_wrong_ride

_STAND = Stand()
#: what can stand on a line, for people who write it: texts of the catalogue
SIGNS = (
    *("stand", "march", "march-to", "turn", "form", "guns", "attack", "fire", "when", "gun-fire", "other", "supply"),
    *("staff", "courier", "courier-alone", "message", "prefs"),
)
#: how the line of a unit begins that takes ammunition from a wagon
_TAKES = "SUPPLY "
#: what follows is how far the guns are laid
_GUESS = " GUESS "
#: generals who ride are offered so many units to ride with
RIDES = 3


#: the lines of a menu name things by their ids
_BY_ID = OpenLexicon()


@lru_cache(maxsize=4096)
def _written(order: Order) -> str:
    """A line that is offered; the same are to most units."""
    return write_line(OrderLine(order))


@lru_cache(maxsize=4096)
def _read(line: Part) -> OrderLine:
    """A line of a menu, or another as it stands in an answer; BadInput if it is none."""
    return read_order(str(line), _BY_ID)


@lru_cache(maxsize=1024)
def _read_staff(line: Part) -> StaffLine:
    return read_staff(str(line), _BY_ID)


class SealOrders(Action, frozen=True, tag="orders"):
    """A commander's order sheet for the turn; nobody else reads it before all are in."""

    unseen: ClassVar[bool] = True

    sheet: OrderSheet


def together(sheets: Sequence[OrderSheet]) -> OrderSheet:
    """The sheets of a side's commanders as one: each has written of his own."""
    units = {name: line for sheet in sheets for name, line in sheet.units.items()}
    staff = {name: line for sheet in sheets for name, line in sheet.staff.items()}
    return OrderSheet(units, staff, tuple(message for sheet in sheets for message in sheet.messages))


def _takes_from(sheet: OrderSheet, unit: Unit) -> str:
    """The wagon from which a unit takes ammunition by a sheet, "" if from none."""
    line = sheet.units.get(unit.id)
    return line.order.wagon if line is not None and isinstance(line.order, Resupply) else ""


class SheetSpace(WrittenSpace[SealOrders]):
    """Every part is the line of the next unit, then of the next general, as it stands on the sheet."""

    kinds = (SealOrders,)

    def __init__(self, state: CivilWarState, role: str) -> None:
        self.state = state
        self.role = role
        self.side = side_of(role)
        self._menus: dict[str, list[str]] = {}
        self._facts: dict[str, OrderFacts] = {}

    @property
    def lists_all(self) -> bool:
        return False

    @cached_property
    def units(self) -> list[Unit]:
        """Those who get orders: all on the table but those in FU, whom nobody commands (04.02.2)."""
        commanded = [one for one in self.state.units if one.on_table and one.order != "FU"]
        return [one for one in commanded if role_of(self.state, one) == self.role]

    @cached_property
    def generals(self) -> list[Staff]:
        return [one for one in self.staff if one.rank != "courier"]

    @cached_property
    def staff(self) -> list[Staff]:
        """The generals and couriers who move as this sheet says."""
        present = [one for one in self.state.staff if one.on_table and not one.vacant]
        return [one for one in present if role_over(self.state, one) == self.role]

    @cached_property
    def known(self) -> CivilWarState:
        """With the objects of play that this role knows of (04.01.2)."""
        return as_known(self.state, (self.role,))

    # as a tree

    def options(self, partial: Partial) -> Sequence[Part]:
        place = len(partial)
        if place < len(self.units):
            unit = self.units[place]
            return self._menu_of_wagon(unit, partial) if unit.arm == "wagon" else self._menu_of_taker(unit, partial)
        place -= len(self.units)
        if place < len(self.generals):
            return self._rides(self.generals[place])
        return ()

    @rule("09.03.1")
    def _menu_of_wagon(self, wagon: Unit, partial: Partial) -> list[str]:
        """A wagon from which a unit above it on the sheet takes ammunition stays where it is (09.03.1)."""
        above = self._above(partial)
        taking = [(unit, above.units[unit.id]) for unit in self.units if _takes_from(above, unit) == wagon.id]

        def suits(words: str) -> bool:
            sheet = OrderSheet({wagon.id: OrderLine(_read(words).order)})
            return all(self._why_not_line(unit, line, sheet) is None for unit, line in taking)

        return [words for words in self._menu(wagon) if suits(words)] if taking else self._menu(wagon)

    @rule("09.03.1")
    def _menu_of_taker(self, unit: Unit, partial: Partial) -> list[str]:
        """From a wagon that moves, or from which two units above take ammunition, nobody else takes any (09.03.1)."""
        menu = self._menu(unit)
        if not any(words.startswith(_TAKES) for words in menu):
            return menu
        above = self._above(partial)

        def suits(words: str) -> bool:
            return self._why_not_line(unit, OrderLine(_read(words).order), above) is None

        return [words for words in menu if not words.startswith(_TAKES) or suits(words)]

    def _above(self, partial: Partial) -> OrderSheet:
        """The lines that are written already."""
        above = zip(self.units, partial, strict=False)
        return OrderSheet({unit.id: OrderLine(_read(part).order) for unit, part in above})

    def _menu(self, unit: Unit) -> list[str]:
        """The lines that are offered for a unit and allowed by the rules."""
        known = self._menus.get(unit.id)
        if known is None:
            # what is repeated may be offered anyway
            orders = dict.fromkeys(offered(self.state, unit))
            known = [_written(order) for order in orders if self._why_not_line(unit, OrderLine(order)) is None]
            self._menus[unit.id] = known
        return known

    def _rides(self, general: Staff) -> list[str]:
        """Stay, or ride with one of the units under him that are nearest."""
        lines = [StaffLine(StaffStay())]
        near = nsmallest(
            RIDES, self.units, key=lambda one: ((one.x - general.x) ** 2 + (one.y - general.y) ** 2, one.id)
        )
        lines += [StaffLine(StaffWith(unit.id)) for unit in near]
        return [write_staff(line) for line in lines if why_wrong_ride(self.state, general, line) is None]

    def build(self, partial: Partial) -> SealOrders:
        units = {unit.id: _read(line) for unit, line in zip(self.units, partial, strict=False)}
        rides = zip(self.generals, partial[len(self.units) :], strict=False)
        return SealOrders(OrderSheet(units, {one.id: _read_staff(line) for one, line in rides}))

    def parts(self, action: Any) -> Partial:
        if not isinstance(action, SealOrders):
            raise Illegal(say("core.illegal.other-decision"))
        sheet = action.sheet
        stand = OrderLine(_STAND)
        lines = {**self.brought, **sheet.units}
        of_units = [write_line(lines.get(unit.id, stand)) for unit in self.units]
        stay = StaffLine(StaffStay())
        return (*of_units, *(write_staff(sheet.staff.get(one.id, stay)) for one in self.generals))

    # written by a person

    @cached_property
    def lexicon(self) -> Lexicon:
        """What a line may name: own troops and generals, enemies that the side knows of, and what it has seen on the
        table."""
        state = self.state

        def named(ids: Iterable[str]) -> dict[str, str]:
            return {one: name_of(state, one) for one in ids}

        own = [one for one in state.units if one.side == self.side and one.on_table]
        gone = self._gone()
        return Lexicon(
            units=named(one.id for one in own),
            enemies=named(sorted(enemies_among(state, self.side, known_to(state, (self.role,))))),
            staff=named(one.id for one in state.staff if one.side == self.side and (one.on_table or one.id in gone)),
            objects=named(one.id for one in ground(self.known).features),
            companies={one.id: one.companies for one in own},
            own_edge=scenario_of(state).sides[self.side].own_edge,
            gone=gone,
            absent=self._absent(),
            judged=self.state.umpire,
        )

    def _absent(self) -> dict[str, Text]:
        """His units that are still to come or are lost: they are his, but no line can name them."""
        away = [one for one in self.state.units if not one.on_table and role_of(self.state, one) == self.role]
        return {
            one.id: say(
                "civilwar.sheet.not-yet" if one.where == AWAITED else "civilwar.sheet.no-longer",
                who=name_of(self.state, one.id),
            )
            for one in away
        }

    @rule("08.05.1")
    def _gone(self) -> dict[str, Text]:
        """The generals of the side who are lost, and who commands in the place of each (08.05.1): without them a line
        for a fallen general would be read as one for his courier, who bears his name."""
        lost = [one for one in self.state.staff if one.side == self.side and one.vacant and not one.on_table]
        over = {one.id: superior(self.state, one.id) for one in lost}
        return {
            one: say("civilwar.sheet.gone-nobody", who=name_of(self.state, one))
            if heir is None
            else say("civilwar.sheet.gone", who=name_of(self.state, one), heir=name_of(self.state, heir.id))
            for one, heir in over.items()
        }

    @cached_property
    @rule("03.03.2")
    def brought(self) -> dict[str, OrderLine]:
        """What couriers have brought to units, as far as it is allowed still: their lines, unless others are written
        (R27, R137)."""
        found = {unit: brought_to(self.state, unit) for unit in self.units}
        return {
            unit.id: line for unit, line in found.items() if line is not None and self._why_not_line(unit, line) is None
        }

    def begun(self) -> SealOrders | None:
        return SealOrders(OrderSheet(self.brought)) if self.brought else None

    def add_line(self, draft: SealOrders | None, line: str) -> SealOrders:
        """A line more on the sheet; a unit that has one already gets the new one instead."""
        try:
            new = read_sheet(" ".join(line.splitlines()), self.lexicon)
        except BadSheet as error:
            raise BadInput(self.examples.in_text(error.faults[0][1])) from None
        sheet = OrderSheet(self.brought) if draft is None else draft.sheet
        units, staff = {**sheet.units, **new.units}, {**sheet.staff, **new.staff}
        written = SealOrders(OrderSheet(units, staff, (*sheet.messages, *new.messages)))
        self.check(SealOrders(new), written.sheet)
        return written

    # as a sheet on a page

    def blank(self) -> SealOrders:
        return SealOrders(EMPTY_SHEET)

    @cached_property
    def sealed(self) -> OrderSheet | None:
        """The sheet that this role has handed in and may still replace."""
        mine = (one.action for one in self.state.sealed if one.role == self.role)
        return next((action.sheet for action in mine if isinstance(action, SealOrders)), None)

    def rows(self) -> list[Row]:
        """Those in rout too, whom nobody commands: their commander sees why (04.02.2)."""
        state, sheet = self.state, self.sealed or EMPTY_SHEET
        routed = [one for one in state.units if one.on_table and one.order == "FU"]
        units = [*self.units, *(one for one in routed if role_of(state, one) == self.role)]
        return [
            *(unit_row(state, one, sheet.units.get(one.id), self.brought.get(one.id)) for one in units),
            *(staff_row(state, one, sheet.staff.get(one.id)) for one in self.staff),
        ]

    def lines(self, action: SealOrders) -> list[str]:
        return write_sheet(action.sheet).splitlines()

    def others(self) -> list[str]:
        messages = () if self.sealed is None else self.sealed.messages
        return self.lines(SealOrders(OrderSheet(messages=messages)))

    def letters(self) -> list[Letter]:
        return list(letters(self.state, self.staff, self._generals_of_side, self.units))

    def offers(self, row: str) -> list[Offer]:
        unit = next((one for one in self.units if one.id == row), None)
        if unit is not None:
            found = [self._offer(f"{row}: {line}") for line in self._menu(unit)]
            return list({one.line: one for one in found}.values())
        one = next((one for one in self.staff if one.id == row), None)
        if one is None:
            raise self._no_such(row)
        return [self._offer(f"{head_of_staff(row)}: {line}") for line in self._rides(one)]

    def _offer(self, line: str) -> Offer:
        """A line of the menu. How far it is to the target of the guns is left to whoever writes (06.02.2)."""
        written, guess, _ = line.partition(_GUESS)
        told = self._tell(read_sheet(written, _BY_ID))
        if not guess:
            return Offer(line, told)
        return Offer(f"{written}{_GUESS.rstrip()}", say("civilwar.sheet.to-guess", order=told), open=True)

    def _tell(self, sheet: OrderSheet) -> Text:
        """A sheet of one line as a sentence."""
        named = using(name_of, self.state)
        for line in sheet.units.values():
            return tell_line(line, named)
        for ride in sheet.staff.values():
            return tell_staff(ride, named)
        message = sheet.messages[0]
        sender, to = named(message.sender), named(message.to)
        return say("civilwar.account.message", sender=sender, to=to, words=message.text)

    def told(self, line: str) -> LineRead:
        sheet = read_sheet(" ".join(line.splitlines()), self.lexicon)
        if sheet == EMPTY_SHEET:
            return LineRead(line=line)
        row = next(iter((*sheet.units, *sheet.staff)), "")
        return LineRead(row, write_sheet(sheet).strip(), self._tell(sheet))

    def row_of(self, line: str) -> str:
        head = line.partition(":")[0].strip()
        named = head[len(STAFF) :].strip() if head.upper().startswith(f"{STAFF} ") else head
        with suppress(BadInput):
            return self.lexicon.find_any(("unit", "staff"), named)[1]
        return ""

    def nearly(self, line: str) -> Iterator[str]:
        return meant(line, self.lexicon)

    def example_line(self) -> str:
        if not self.units:
            return "-"
        menu = self._menu(self.units[0])
        marches = [line for line in menu if line.startswith("GO ")]
        return f"{self.units[0].id}: {(marches or menu)[0]}"

    @cached_property
    def examples(self) -> Examples:
        """Names of this table for examples."""
        return Examples(
            # guns support nobody and are no part of a regiment: they come last
            units=[one.id for one in sorted(self.units, key=lambda one: one.arm in ("artillery", "wagon"))],
            enemies=sorted(enemies_among(self.state, self.side, known_to(self.state, (self.role,)))),
            generals=self._generals_of_side,
            features=ground(self.known).features,
        )

    @cached_property
    def _generals_of_side(self) -> list[str]:
        """The chief of the first unit first, then the others whom this sheet moves."""
        chief = info(self.state, self.units[0]).under if self.units else ""
        own = [one.id for one in self.generals]
        there = [one for one in self.state.staff if one.side == self.side and one.on_table and not one.vacant]
        friends = [one.id for one in there if one.rank != "courier"]
        return sorted(friends, key=lambda name: (name != chief, name not in own))

    def signs(self) -> Sequence[Text]:
        suited = self.examples.suited
        words = {
            "unit": suited(OWN[0]),
            "friend": suited(OWN[1]),
            "enemy": suited(ENEMIES[0]),
            "general": suited(GENERALS[0]),
            "other": suited(GENERALS[1]),
            "courier": suited(COURIER),
            **{key: suited(name) for key, name in zip(("house", "wood", "road"), OBJECTS, strict=False)},
        }
        wagon = next((one.id for one in self.state.units if one.arm == "wagon" and one.side == self.side), "")
        # a general who is the only one of his side has nobody to talk to
        alone = len(self._generals_of_side) < 2
        of_no_use = {"message": alone, "courier": alone, "courier-alone": not alone, "supply": not wagon}
        signs = [sign for sign in SIGNS if not of_no_use.get(sign)]
        return [say(f"civilwar.signs.{sign}", **words, wagon=wagon) for sign in signs]

    # what is allowed

    def check(self, action: Any, beside: OrderSheet | None = None) -> None:
        """Every line by the rules, whether it was offered or not (03.03); `beside` is all that the sheet has by now."""
        if not isinstance(action, SealOrders):
            raise Illegal(say("core.illegal.other-decision"))
        units = {unit.id: unit for unit in self.units}
        staff = {one.id: one for one in self.staff}
        friends = {one.id for one in self.state.staff if one.side == self.side and one.on_table and not one.vacant}
        for name, line in sorted(action.sheet.units.items()):
            refusal = (
                self._why_not_line(units[name], line, beside or action.sheet) if name in units else self._no_such(name)
            )
            if refusal is not None:
                raise refusal
        for name, ride in sorted(action.sheet.staff.items()):
            refusal = why_wrong_ride(self.state, staff[name], ride) if name in staff else self._no_such(name)
            if refusal is not None:
                raise refusal
        for message in action.sheet.messages:
            if message.sender not in staff or message.to not in friends:
                raise self._no_such(message.sender if message.sender not in staff else message.to)

    def _no_such(self, name: str) -> Illegal:
        return Illegal(say("civilwar.illegal.not-yours", name=name), "03.01.2")

    @rule("03.02.2", "03.03.1")
    def _why_not_line(self, unit: Unit, line: OrderLine, sheet: OrderSheet = EMPTY_SHEET) -> Illegal | None:
        """What forbids a line: the rules of orders, or that its general does not know of what it names."""
        moves = isinstance(line.order, Move | Attack | Exit | Detach | Rejoin)
        facts = self._facts.get(unit.id)
        if facts is None:
            facts = self._facts[unit.id] = facts_of(self.state, unit)
        refusal = why_illegal(facts, line.order, sheet) or why_held_back(self.state, unit, moves)
        refusal = refusal or why_outside_town(self.state, unit, line.order)
        return refusal or why_unjudged(self.state, line.order) or why_no_charge(self.known, unit, line.order)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        place = len(partial)
        try:
            if place < len(self.units):
                refusal = self._why_not_line(self.units[place], _read(part), self._above(partial))
            else:
                general = self.generals[place - len(self.units)]
                refusal = why_wrong_ride(self.state, general, _read_staff(part))
        except BadInput as error:
            return Illegal(error.reason)
        return refusal or Illegal(say("core.illegal.not-offered", part=str(part)))

    def what(self, partial: Partial, part: Part) -> What:
        return "line"

    def label(self, partial: Partial, part: Part) -> Text:
        """The unit, and its order as a sentence."""
        place = len(partial)
        named = using(name_of, self.state)
        if place < len(self.units):
            who, words = self.units[place].id, tell_line(_read(part), named)
        else:
            who, words = self.generals[place - len(self.units)].id, tell_staff(_read_staff(part), named)
        return say("civilwar.sheet.line-of", who=name_of(self.state, who), words=words)
