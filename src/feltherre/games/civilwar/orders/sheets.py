"""Whole order sheets as text: `unit: order ; prefs`, `STAFF general: order`, `MESSAGE from > to: "words"`, `# comment`.

All faults of a sheet are told at once, each with its line.
"""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.errors import BadInput
from feltherre.core.text import Text, say
from feltherre.games.civilwar.orders.language import Message, OrderLine, OrderSheet, StaffLine
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.reading import order_line, staff_line
from feltherre.games.civilwar.orders.reading_places import find, name
from feltherre.games.civilwar.orders.signs import MESSAGE, STAFF
from feltherre.games.civilwar.orders.tokens import Cursor, quoted, split
from feltherre.games.civilwar.orders.writing import write_line, write_staff


class BadSheet(BadInput):
    """A sheet with faults: the number of the line (from 1) and what is wrong there, in order."""

    def __init__(self, faults: Sequence[tuple[int, Text]]) -> None:
        self.faults = tuple(faults)
        lines = [say("civilwar.sheet.in-line", line=number, fault=fault) for number, fault in faults]
        reason = lines[0]
        for line in lines[1:]:
            reason = say("civilwar.sheet.faults", first=reason, next=line)
        super().__init__(reason)


def read_sheet(text: str, lexicon: Lexicon) -> OrderSheet:
    """The sheet that a text stands for; BadSheet tells every line that cannot be read."""
    units: dict[str, OrderLine] = {}
    staff: dict[str, StaffLine] = {}
    messages: list[Message] = []
    faults: list[tuple[int, Text]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = split(line)
            if words:
                _read(Cursor(words), lexicon, units, staff, messages)
        except BadInput as fault:
            faults.append((number, fault.reason))
    if faults:
        raise BadSheet(faults)
    return OrderSheet(units, staff, tuple(messages))


def write_sheet(sheet: OrderSheet) -> str:
    """The sheet as text; reading it gives the sheet back."""
    lines = [f"{unit}: {write_line(line)}" for unit, line in sorted(sheet.units.items())]
    lines += [f"{STAFF} {figure}: {write_staff(line)}" for figure, line in sorted(sheet.staff.items())]
    lines += [f"{MESSAGE} {one.sender} > {one.to}: {quoted(one.text)}" for one in sheet.messages]
    return "".join(f"{line}\n" for line in lines)


def _read(
    cursor: Cursor,
    lexicon: Lexicon,
    units: dict[str, OrderLine],
    staff: dict[str, StaffLine],
    messages: list[Message],
) -> None:
    """One line of a sheet, put where it belongs."""
    if cursor.skip(MESSAGE) or cursor.after() == ">":
        messages.append(_message(cursor, lexicon))
    else:
        kind, figure = _whose(cursor, lexicon)
        cursor.need(":", "colon", "va33: GO NW")
        if figure in units or figure in staff:
            raise BadInput(say("civilwar.sheet.twice", name=figure))
        if kind == "staff":
            staff[figure] = staff_line(cursor, lexicon)
        else:
            units[figure] = order_line(cursor, lexicon, figure)
    cursor.end("end", "va33: X ; SURPRISED YES")


def _whose(cursor: Cursor, lexicon: Lexicon) -> tuple[str, str]:
    """Whose line it is: a unit's or a staff figure's."""
    if cursor.after() != ":" and cursor.skip(STAFF):
        return "staff", name(cursor, lexicon, "staff", "staff", "STAFF jackson: TO henry-house")
    return find(cursor, lexicon, ("unit", "staff"), "own-unit", "va33: GO NW")


def _message(cursor: Cursor, lexicon: Lexicon) -> Message:
    example = 'MESSAGE jackson > bee: "Hold the pines."'
    sender = name(cursor, lexicon, "staff", "staff", example)
    cursor.need(">", "receiver-sign", example)
    to = name(cursor, lexicon, "staff", "staff", example)
    if to == sender:
        raise BadInput(say("civilwar.sheet.to-himself", name=sender))
    cursor.need(":", "colon", example)
    return Message(sender, to, cursor.quotation("quotation", example))
