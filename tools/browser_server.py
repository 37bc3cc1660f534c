"""The server of the browser tests: `feltherre serve` with short pauses, without limits of rate, and with known dice.

    python tools/browser_server.py --port 0 --database FILE [--seed WORD] [--client FOLDER] [--movement-seconds N]
                                   [--think-seconds N]

The n-th game that it makes has dice of its own, the same in every run with this seed. Prints the address as soon as it
can be reached.
"""

from __future__ import annotations

import argparse
import hashlib
from itertools import count
from pathlib import Path
from unittest.mock import patch

from msgspec.structs import replace

from feltherre.games.winterwar.procedures.victory import MOVEMENT_SECONDS
from feltherre.server.running import serve
from feltherre.server.settings import Settings

#: a person would not keep up with this; a test waits for what it sees and for nothing else
QUICK = Settings(
    pass_pauses=(0.02,),
    longest_pause=0.02,
    computer_pause=0.02,
    messages_per_second=10_000,
    message_burst=10_000,
    matches_burst=10_000,
    requests_burst=10_000,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--database", required=True)
    parser.add_argument("--seed", default="")
    parser.add_argument("--client", type=Path, help="a built client other than web/dist")
    parser.add_argument("--movement-seconds", type=int, default=MOVEMENT_SECONDS, help="of the Winter War's clock")
    parser.add_argument("--think-seconds", type=float, default=QUICK.think_seconds, help="of a computer player")
    options = parser.parse_args()
    numbers = count()

    def known_key() -> bytes:
        return hashlib.sha256(f"{options.seed} {next(numbers)}".encode()).digest()

    # a page would add words of its own to the dice, which nobody can foresee
    nobody_contributes = patch("feltherre.server.telling.contributes", return_value=False)
    # nobody waits five minutes for a clock to run out
    clock = patch("feltherre.games.winterwar.turns.MOVEMENT_SECONDS", options.movement_seconds)
    with patch("feltherre.core.match.new_key", known_key), nobody_contributes, clock:
        serve(
            "127.0.0.1",
            options.port,
            options.database,
            settings=replace(QUICK, think_seconds=options.think_seconds),
            client=options.client,
            tell=lambda address: print(address, flush=True),
        )


if __name__ == "__main__":
    main()
