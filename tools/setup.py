"""Sets up everything Feltherre needs, in plain words, and does nothing twice.

Each step leaves a stamp under .setup/: a fingerprint of all that the step depends on. A step whose fingerprint is
unchanged is skipped, so that the second run only compares fingerprints. The Python standard library is all it uses.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WEB = ROOT / "web"
STAMPS = ROOT / ".setup"

#: every Python package with its version and the checksums of its files; renewed by `make lock`
LOCK = ROOT / "tools" / "requirements.lock"
WEB_PACKAGES = (WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc")
WEB_CONFIG = tuple(WEB / name for name in ("index.html", "vite.config.ts", "svelte.config.js", "tsconfig.json"))
WEB_SOURCES = (*WEB_CONFIG, WEB / "src", *WEB_PACKAGES)
RULES = (ROOT / "src" / "feltherre", ROOT / "tools" / "gen_types.py", WEB / "scripts", *WEB_PACKAGES)


Command = Sequence[str | Path]


class Stop(Exception):
    """Set-up cannot go on; the message says what to do."""


@dataclass(frozen=True)
class Step:
    """One thing to set up: what it is called, what it depends on, what it makes, and how."""

    name: str
    words: str
    fingerprint: Callable[[], str]
    makes: tuple[Path, ...]
    commands: Callable[[], Sequence[Command]]
    folder: Path = ROOT


def main() -> int:
    try:
        check_python()
        node = check_node()
        done = [step.name for step in steps(node) if carry_out(step)]
    except Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    print("Set-up is complete." if done else "Set-up: nothing to do.", flush=True)
    return 0


# ---------------------------------------------------------------------------------------------- what is there already


def check_python() -> None:
    """tools/setup.sh has seen to the version; Debian ships the venv module apart."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    raise Stop(
        f"This Python {version} ({sys.executable}) cannot make a virtual environment: the venv module is missing.\n"
        f"Install it and run the same command again:\n"
        f"  Debian, Ubuntu:  sudo apt install python{version}-venv"
    )


def check_node() -> str:
    """The version of Node, which Vite 8 wants to be 20.19 or a later 20, or 22.12 or newer."""
    found = version_of("node")
    numbers = tuple(int(number) for number in re.findall(r"\d+", found)[:2])
    if not (numbers[:1] == (20,) and numbers >= (20, 19)) and not numbers >= (22, 12):
        raise Stop(
            f"The browser client is built with Vite 8, which needs Node 20.19 or a later 20, or Node 22.12 or newer; "
            f"found: {found or 'no Node'}.\n"
            "Install one and run the same command again:\n"
            "  with nvm:  nvm install 22\n"
            "  macOS:     brew install node\n"
            "  others:    the installers of the Node.js project, or your distribution's package if it is new enough"
        )
    if shutil.which("npm") is None:
        raise Stop(
            f"Node {found} is there, but npm is not. Install it (Debian, Ubuntu: sudo apt install npm) and try again."
        )
    return found


def version_of(program: str) -> str:
    try:
        return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


# ------------------------------------------------------------------------------------------------------- what is done


def steps(node: str) -> list[Step]:
    python = VENV / "bin" / "python"
    feltherre = VENV / "bin" / "feltherre"
    # where the project lies matters: the `feltherre` command holds the path of its Python
    machine = f"{ROOT} {platform.machine()}"
    return [
        Step(
            name="python",
            words="Installing Feltherre and its Python packages into .venv (a minute the first time)",
            fingerprint=lambda: fingerprint([ROOT / "pyproject.toml", LOCK], machine),
            makes=(python, feltherre),
            commands=lambda: python_commands(python),
        ),
        Step(
            name="npm",
            words="Installing the packages of the browser client into web/node_modules",
            fingerprint=lambda: fingerprint(WEB_PACKAGES, f"{machine} {node}"),
            makes=(WEB / "node_modules",),
            commands=lambda: [("npm", "ci", "--no-audit", "--no-fund")],
            folder=WEB,
        ),
        Step(
            name="types",
            words="Making the client's TypeScript types from the rules' own types",
            fingerprint=lambda: fingerprint(RULES, machine),
            makes=(WEB / "schema", WEB / "src" / "generated"),
            commands=lambda: [(python, ROOT / "tools" / "gen_types.py")],
        ),
        Step(
            name="client",
            words="Building the browser client into web/dist",
            fingerprint=lambda: fingerprint(WEB_SOURCES, machine),
            makes=(WEB / "dist" / "index.html",),
            commands=lambda: [("npm", "run", "--silent", "build")],
            folder=WEB,
        ),
    ]


def python_commands(python: Path) -> list[Command]:
    """A virtual environment unless a usable one is there, the packages of the lock in it, and ours with nothing that
    the lock does not name: neither what it needs nor what it is built with is looked for elsewhere."""
    install = (python, "-m", "pip", "install", "--quiet")
    packages = (*install, "--require-hashes", "--requirement", LOCK)
    ours = (*install, "--no-deps", "--no-build-isolation", "--editable", ".")
    made = [] if python_works(python) else [(sys.executable, "-m", "venv", "--clear", VENV)]
    return [*made, packages, ours]


def python_works(python: Path) -> bool:
    """A virtual environment that can be kept: new enough, with pip."""
    test = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return python.exists() and subprocess.run([python, "-c", test], capture_output=True).returncode == 0


def carry_out(step: Step) -> bool:
    """Do the step unless its stamp says that it is done; True if there was something to do."""
    stamp = STAMPS / step.name
    now = step.fingerprint()
    if stamp.exists() and stamp.read_text() == now and all(made.exists() for made in step.makes):
        return False
    print(f"{step.words} ...", flush=True)
    started = time.monotonic()
    STAMPS.mkdir(exist_ok=True)
    stamp.unlink(missing_ok=True)
    log = STAMPS / f"{step.name}.log"
    with log.open("w") as output:
        for command in step.commands():
            run(command, step.folder, log, output.fileno())
    missing = [str(made.relative_to(ROOT)) for made in step.makes if not made.exists()]
    if missing:
        raise Stop(f"The step went through but did not make {', '.join(missing)}. What it said is in {log}.")
    stamp.write_text(now)
    print(f"  done in {time.monotonic() - started:.0f} s", flush=True)
    return True


def run(command: Command, folder: Path, log: Path, output: int) -> None:
    """Run a command with its talk going to the log, which is shown when the command fails."""
    words = [str(word) for word in command]
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    code = subprocess.run(words, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT).returncode
    if code != 0:
        last = log.read_text(errors="replace").splitlines()[-40:]
        raise Stop(
            "\n".join(last)
            + f"\n\nThis command failed (exit {code}), in {folder}:\n  {' '.join(words)}\n"
            + f"What it said is above, and in full in {log}. Mend it and run the same make command again."
        )


def fingerprint(paths: Iterable[Path], also: str = "") -> str:
    """Of the names and contents of these files, and of all files in these folders."""
    digest = hashlib.sha256(also.encode())
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"\n{file.relative_to(ROOT)}\n".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
