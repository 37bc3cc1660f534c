"""The game in a real terminal: prompts, questions, completion, the spinner, Ctrl-C, and wiping the screen."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feltherre.cli.play.reading import next_words

COMMAND = Path(sys.executable).parent / "feltherre"
#: seconds after which something that was to appear is taken not to come
PATIENCE = 30


def _as_from_a_shell() -> None:
    """Ctrl-C reaches the process and stops it, even if the tests run in the background, where it is ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The command with a terminal of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        self.seen = ""
        self.raw = ""
        self.master, slave = pty.openpty()
        environment = {**os.environ, "FELTHERRE_HOME": str(home), "TERM": "xterm", "COLUMNS": "100", "LINES": "60"}
        self.process = subprocess.Popen(
            [COMMAND, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=_as_from_a_shell,
        )
        os.close(slave)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def expect(self, words: str) -> str:
        """Read on until these words have appeared; what was read since the last time."""
        if not self._appears(words, PATIENCE):
            raise AssertionError(f"{words!r} did not appear in {self.seen[-2000:]!r}")
        read, self.seen = self.seen, ""
        return read

    def interrupt(self, words: str) -> str:
        """Ctrl-C, until these words have appeared; what was read since the last time.

        Python's line editor loses an interrupt that comes between the prompt and its listening: a person presses again.
        """
        for _press in range(6):
            self.type("\x03")
            if self._appears(words, PATIENCE / 6):
                break
        return self.expect(words)

    def _appears(self, words: str, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while words not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0, deadline - time.monotonic()))
            if not ready or not self._read():
                return False
        return True

    def _read(self) -> bool:
        try:
            data = os.read(self.master, 65536).decode(errors="replace")
        except OSError:  # the other side has closed
            return False
        self.raw += data
        self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data)
        return bool(data)

    def exit_code(self) -> int:
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_terminal(*words: str) -> Terminal:
        opened.append(Terminal(tmp_path / "home", *words))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.close()


def test_from_the_welcome_to_leaving_and_going_on(terminal: Callable[..., Terminal]) -> None:
    first = terminal("play", "norway", "--against", "random", "--seed", "5")
    first.expect("Number (Enter for 1): ")
    first.type("\n")
    assert "Oslo G2" in first.expect("Germany> ")
    first.type("move hor\t")  # completed by one word
    first.expect("Horten ")
    first.type("> sk\t1\n")
    assert "Skien" in first.expect("Germany> ")
    first.interrupt("--resume")  # leaves; the game is kept
    assert first.exit_code() == 0

    second = terminal("play", "norway")
    second.expect("Go on with it? [Y/n] ")
    second.type("\n")
    assert "Skien° G1" in second.expect("Germany> ")
    second.type("end movement\n")
    second.expect("Germany> ")
    second.type("quit\n")
    assert second.exit_code() == 0


def test_hot_seat_wipes_the_screen_before_the_next_person(terminal: Callable[..., Terminal]) -> None:
    one = terminal("play", "norway", "--hot-seat", "--as", "germany", "--as", "norway+allies", "--seed", "5")
    one.expect("Press Enter when the others look away. ")
    one.type("\n")
    one.expect("Germany> ")
    one.type("move oslo > gjovik 2\n")
    assert "Oslo" in one.expect("Do it anyway? [Y/n] "), "nobody would be left in a point city"
    one.type("n\n")
    one.expect("Germany> ")
    one.type("move oslo > gjovik 2\n")
    one.expect("Do it anyway? [Y/n] ")
    one.type("y\n")
    one.expect("Germany> ")
    one.raw = ""
    one.type("end movement\n")
    page = one.expect("Press Enter when the others look away. ")
    assert "Pass the keyboard to Norway and Allies." in page
    assert "Your cards" not in page
    wiped = one.raw.rindex("\x1b[3J")
    assert one.raw.index("Pass the keyboard") > wiped > one.raw.index("\x1b[2J")
    one.type("\n")
    assert "Your cards" in one.expect("Norway> ")
    one.type("\x04")  # Ctrl-D
    assert one.exit_code() == 0


@pytest.mark.parametrize(
    ("typed", "carried"),
    [
        ("mo", ["move "]),
        ("move o", ["move Oslo ", "move Oppdal "]),
        ("move oslo > h", ["move Oslo > Hamar ", "move Oslo > Hønefoss "]),
        ("MOVE oslo > ho", ["move Oslo > Hønefoss "]),
        ("move oslo > hamar 1", ["move Oslo > Hamar 1"]),
        ("fly", []),
    ],
)
def test_what_is_typed_is_carried_on_by_a_word(typed: str, carried: list[str]) -> None:
    answers = ["move Oslo > Hamar 1", "move Oslo > Hønefoss 1", "move Oslo > Hønefoss 2", "move Oppdal > Tynset 1"]
    assert next_words(typed, answers) == carried
