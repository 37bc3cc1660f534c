"""Writes tools/requirements.lock anew: every Python package that set-up installs, with its version and the checksums of
all its files, for all systems and all Pythons from 3.11 on. Needs a network.

What the lock holds is kept as long as it fits pyproject.toml. To raise versions:

    make lock ARGS=--upgrade
    make lock ARGS="--upgrade-package ruff --upgrade-package mypy"

The standard library is all it uses; uv, which works out the versions, is put into a folder of its own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "tools" / "requirements.lock"
PLACE = ROOT / ".setup" / "lock"
UV = "uv==0.13.8"

COMPILE = (
    *("pip", "compile", "pyproject.toml", "--extra", "dev"),
    # one version of each package for everybody, whatever the system and the Python
    *("--universal", "--python-version", "3.11", "--fork-strategy", "fewest"),
    # no addresses: whoever installs from it may have a registry of his own
    *("--generate-hashes", "--no-emit-index-url", "--no-annotate", "--quiet"),
    *("--custom-compile-command", "make lock", "--output-file", str(LOCK.relative_to(ROOT))),
)


def tool(place: Path, package: str) -> Path:
    """The folder of the programs of a package that is installed into a place of its own."""
    programs = place / "bin"
    stamp = place / "installed"
    if not stamp.exists() or stamp.read_text() != package:
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", package], check=True)
        stamp.write_text(package)
    return programs


def main() -> int:
    try:
        uv = tool(PLACE, UV) / "uv"
        subprocess.run([uv, *COMPILE, *sys.argv[1:]], cwd=ROOT, check=True)
    except subprocess.CalledProcessError as error:
        print("\nThe lock is as it was. It is renewed on a machine with a network.", file=sys.stderr)
        return error.returncode
    print(f"{LOCK.relative_to(ROOT)} is up to date; `make test` says whether the code agrees with it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
