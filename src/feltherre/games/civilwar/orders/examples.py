"""Examples of orders with names that are on the table: the readers' own examples name units of a battle that everybody
knows, and a beginner would type them as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from feltherre.core.text import Text
from feltherre.games.civilwar.orders.signs import MESSAGE
from feltherre.ground.tabletop.terrain import Feature

#: the names in the examples of the readers, by what they stand for
OWN: Final = ("va33", "va2", "va49")
ENEMIES: Final = ("ricketts", "griffin")
GENERALS: Final = ("jackson", "bee")
COURIER: Final = "jackson-1"
#: objects, each with the types that may take its place, the likeliest first
OBJECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "henry-house": ("building", "town", "wood", "hill", "field"),
    "pines": ("wood", "field", "hill", "building"),
    "pike": ("road", "path", "stream", "linear"),
    "road-fence": ("linear", "work"),
}
_NAMES: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Examples:
    """What stands for each name of an example; names for which there is nothing stay as they are."""

    def __init__(
        self, *, units: Sequence[str], enemies: Sequence[str], generals: Sequence[str], features: Iterable[Feature]
    ) -> None:
        found = list(features)
        objects = {name: _first(found, types) for name, types in OBJECTS.items()}
        self.names = {name: to for name, to in objects.items() if to}
        for stock, here in ((OWN, units), (ENEMIES, enemies), (GENERALS, generals)):
            if here:
                self.names |= {name: here[min(place, len(here) - 1)] for place, name in enumerate(stock)}
        if generals:
            self.names[COURIER] = f"{generals[0]}-1"
        #: a general who is the only one of his side writes to nobody but his courier
        self._of_messages = self.names | ({GENERALS[1]: self.names[COURIER]} if len(generals) == 1 else {})

    def suited(self, example: str) -> str:
        """An example with the names of this table; quoted words stay as they are."""
        names = self._of_messages if example.startswith(MESSAGE) else self.names
        parts = example.split('"')
        parts[::2] = [_NAMES.sub(lambda name: names.get(name[0], name[0]), part) for part in parts[::2]]
        return '"'.join(parts)

    def in_text(self, text: Text) -> Text:
        """A refusal whose example suits this table."""
        example = text.args.get("example")
        return Text(text.key, {**text.args, "example": self.suited(example)}) if isinstance(example, str) else text


def _first(features: list[Feature], types: tuple[str, ...]) -> str:
    return next((one.id for kind in types for one in features if one.type == kind), "")
