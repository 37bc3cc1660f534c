"""Loads what all tests share: the check that tests prove what they claim, and pytest's own tester."""

from __future__ import annotations

import sys
from pathlib import Path

# so that the plugin is found whichever way pytest imports the tests
sys.path.insert(0, str(Path(__file__).parent))

pytest_plugins = ["proofs", "pytester"]
