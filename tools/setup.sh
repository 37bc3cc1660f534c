#!/bin/sh
# Finds a Python that is new enough and lets tools/setup.py do the set-up with it. Use another one with
# `make setup PYTHON=/path/to/python`.
set -eu
cd "$(dirname "$0")/.."

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if new_enough "$python"; then
        exec "$python" tools/setup.py "$@"
    fi
done

found=$("${PYTHON:-python3}" --version 2>/dev/null || echo "no Python")
cat >&2 <<WORDS
Feltherre needs Python 3.11 or newer; found: $found.
Install one and run the same command again:
  Debian, Ubuntu:  sudo apt install python3 python3-venv   (Debian 12, Ubuntu 24.04 or newer)
  macOS:           brew install python@3.13
  Fedora:          sudo dnf install python3
If it is installed under a name of its own, say which: make setup PYTHON=/path/to/python3.11
WORDS
exit 1
