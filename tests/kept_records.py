"""Where records of earlier days are kept, and the dice key of the unfinished ones (tools/keep_records.py adds some)."""

from pathlib import Path
from typing import Final

DIRECTORY: Final = Path(__file__).parent / "records"
KEY: Final = bytes.fromhex("2ccbb682e489a268fe3c2d9028c69555af2834e1ac0542429de2f57abcb252a2")
