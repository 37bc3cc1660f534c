"""Reads what people type: in a terminal with prompt, history and completion; piped in, line by line without prompts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

from feltherre.cli.words import words
from feltherre.core.names import fold

#: gives the lines that could be meant by what has been typed so far
Completer = Callable[[str], Sequence[str]]


class Reader:
    """One keyboard (or pipe) for everybody at the table."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.completions: Completer = lambda typed: ()
        if self.is_terminal:
            self._set_up_line_editing()

    def line(self, prompt: str) -> str | None:
        """The next line, or None when there are no more (end of file, or Ctrl-C at the prompt)."""
        if not self.is_terminal:
            read = sys.stdin.readline()
            return read.strip() if read else None
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return None

    def yes(self, question: str, default: bool = True) -> bool:
        """A question that is answered by yes or no; Enter, or no more input, is the default; what is neither is no."""
        if self.is_terminal:
            hint = words("play.yes-or-no" if default else "play.no-or-yes")
            answer = self.line(f"{question} {hint} ")
        else:
            self.console.print(question, markup=False, highlight=False)
            answer = self.line("")
        if not answer:
            return default
        if not answer.casefold().startswith(("y", "j", "n")):
            self.console.print(words("play.neither"), markup=False, highlight=False)
        return answer.casefold().startswith(("y", "j"))

    def choose(self, question: str, choices: Sequence[str], prompt: str) -> int | None:
        """The number of one of the choices, by its number or the beginning of its name; None when input ends."""
        self.console.print(question, markup=False, highlight=False, style="bold")
        for number, choice in enumerate(choices, start=1):
            self.console.print(f"  {number}  {choice}", markup=False, highlight=False)
        while True:
            answer = self.line(prompt)
            if answer is None:
                return None
            if not answer:
                return 0
            if answer.isdigit() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            fitting = [n for n, choice in enumerate(choices) if fold(choice).startswith(fold(answer))]
            if len(fitting) == 1:
                return fitting[0]
            self.console.print(question, markup=False, highlight=False)

    def wait(self, prompt: str) -> bool:
        """Until Enter is pressed; piped input is not waited for. False when input ends."""
        return not self.is_terminal or self.line(prompt) is not None

    def clear(self) -> None:
        """Wipe the screen and what could be scrolled back to, so that the next person sees no hand."""
        if self.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def _set_up_line_editing(self) -> None:
        try:
            import readline
        except ImportError:  # not on every system
            return
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        found: list[str] = []

        def complete(typed: str, number: int) -> str | None:
            if number == 0:
                found[:] = next_words(typed, self.completions(typed))
            return found[number] if number < len(found) else None

        readline.set_completer(complete)


def next_words(typed: str, lines: Sequence[str]) -> list[str]:
    """What has been typed, carried on by one word in every way that leads to one of the lines.

    >>> next_words("move o", ["move Oslo > Hamar 1", "move Oslo > Rena 1", "move Oppdal > Tynset 1"])
    ['move Oslo ', 'move Oppdal ']
    """
    start = fold(typed)
    carried: dict[str, None] = {}
    for line in lines:
        if not fold(line).startswith(start):
            continue
        words = line.split(" ")
        for count in range(1, len(words) + 1):
            part = " ".join(words[:count])
            if len(fold(part)) > len(start) or (count == len(words)):
                carried[part if count == len(words) else f"{part} "] = None
                break
    return list(carried)


def width() -> int | None:
    """Columns to write to where nobody has a window: enough for a whole order on a line."""
    return None if sys.stdout.isatty() or "COLUMNS" in os.environ else 100
