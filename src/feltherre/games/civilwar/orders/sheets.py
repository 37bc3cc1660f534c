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
from feltherre.games.civilwar.orders.reading_parts import Reader
from feltherre.games.civilwar.orders.signs import MESSAGE, STAFF
from feltherre.games.civilwar.orders.tokens import quoted, split
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
                _read(Reader(words, lexicon), units, staff, messages)
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


def _read(reader: Reader, units: dict[str, OrderLine], staff: dict[str, StaffLine], messages: list[Message]) -> None:
    """One line of a sheet, put where it belongs."""
    if reader.skip(MESSAGE) or reader.after() == ">":
        messages.append(_message(reader))
    else:
        kind, figure = _whose(reader)
        reader.example = "va33: GO NW"
        reader.need(":", "colon")
        if figure in units or figure in staff:
            raise BadInput(say("civilwar.sheet.twice", name=figure))
        if kind == "staff":
            staff[figure] = staff_line(reader)
        else:
            reader.unit = figure
            units[figure] = order_line(reader)
    reader.end("va33: X ; SURPRISED YES")


def _whose(reader: Reader) -> tuple[str, str]:
    """Whose line it is: a unit's or a staff figure's."""
    if reader.after() != ":" and reader.skip(STAFF):
        reader.example = "STAFF jackson: TO henry-house"
        return reader.find(("staff",), "staff")
    reader.example = "va33: GO NW"
    return reader.find(("unit", "staff"), "own-unit")


def _message(reader: Reader) -> Message:
    reader.example = 'MESSAGE jackson > bee: "Hold the pines."'
    sender = reader.name("staff", "staff")
    reader.need(">", "receiver-sign")
    to = reader.name("staff", "staff")
    if to == sender:
        raise BadInput(say("civilwar.sheet.to-himself", name=sender))
    reader.need(":", "colon")
    return Message(sender, to, reader.quotation())
