"""Loads what all tests share: the check that tests prove what they claim, and pytest's own tester."""

import os
import sys
from pathlib import Path

# so that the plugin is found whichever way pytest imports the tests
sys.path.insert(0, str(Path(__file__).parent))

# what tests read is English, whatever language the machine speaks
os.environ["FELTHERRE_LANG"] = "en"

pytest_plugins = ["proofs", "pytester"]
