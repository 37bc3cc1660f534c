"""The real-browser tests (web/e2e): finds Chromium, or installs Debian's if it may, and runs them.

    python tools/browser.py [--full]

FELTHERRE_CHROMIUM names another browser of the Chromium family. Without any, and without the right to install one, it
says what to install and ends with SKIPPED, which tools/check.py shows as such.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"
#: names another browser
CHOICE = "FELTHERRE_CHROMIUM"
#: tells the tests to play more games, in other ways
FULL = "FELTHERRE_FULL"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGE = "chromium"
#: the exit code of a check that could not be made
SKIPPED = 77


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="more games, in other ways")
    options = parser.parse_args()
    browser = find() or install()
    if browser is None:
        tell_what_is_missing()
        return SKIPPED
    environment = {**os.environ, CHOICE: browser} | ({FULL: "1"} if options.full else {})
    return subprocess.run(["npm", "run", "--silent", "test:browser"], cwd=WEB, env=environment).returncode


def find() -> str | None:
    """A browser that starts: the one that is named, else the first that is installed."""
    named = os.environ.get(CHOICE)
    for name in (named,) if named else NAMES:
        path = shutil.which(name)
        if path is not None and starts(path):
            return path
    if named:
        print(f"{CHOICE} is {named}, which does not start.", file=sys.stderr, flush=True)
    return None


def starts(browser: str) -> bool:
    """Some systems have a command of this name that only says where to get the browser."""
    try:
        return subprocess.run([browser, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def install() -> str | None:
    """Debian's Chromium through apt, if this is a system with apt and we are root or may be without a password."""
    rights = apt_rights()
    if rights is None or os.environ.get(CHOICE):
        return None
    for words in (("apt-get", "update"), ("apt-get", "install", "--yes", "--no-install-recommends", PACKAGE)):
        command = [*rights, *words]
        print(f"Installing the browser of the browser tests: {' '.join(command)}", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print("\n".join(done.stdout.splitlines()[-8:]), file=sys.stderr, flush=True)
    return find()


def apt_rights() -> Sequence[str] | None:
    """What to put before apt-get; None: it may not be used."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return ()
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return (sudo, "-n")
    return None


def tell_what_is_missing() -> None:
    print(
        "\nThe browser tests are SKIPPED: they need Chromium. Install it and run the same command again:\n"
        f"  Debian:  sudo apt-get install {PACKAGE}\n"
        "  Fedora:  sudo dnf install chromium\n"
        "  macOS:   brew install --cask chromium\n"
        f"or name another browser of its family: {CHOICE}=/path/to/chrome",
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
