"""A mutant is one small change to the text of one file."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Mutant(Struct, frozen=True):
    """One number (or sign) changed."""

    file: Path
    #: span of the old text in the file, in characters
    start: int
    end: int
    old: str
    new: str
    #: the function, constant or key path it stands in
    where: str
    #: rules of the marked function it stands in; none: any rule may read it
    rules: tuple[str, ...] = ()
    #: can be made by exchanging the code of a function that is already imported
    quick: bool = False

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @property
    def mutated(self) -> str:
        text = self.text
        if text[self.start : self.end] != self.old:
            raise SystemExit(f"{self.file} was changed meanwhile; begin again")
        return text[: self.start] + self.new + text[self.end :]

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.start) + 1

    @property
    def line_text(self) -> str:
        return self.text.splitlines()[self.line - 1].strip()

    @property
    def at(self) -> str:
        """What an explanation names it by; unlike the line number it survives changes elsewhere."""
        return f"{self.file.name} {self.where}"

    @property
    def change(self) -> str:
        return f"{self.old} -> {self.new}"
