"""What somebody who means no good tries with a server, in bounded numbers, on loopback: what `make probes` runs.

    python tools/probes.py [--quick] [--seed 1] [NAME ...]

Real servers are started in temporary folders. Prints a table with what was tried and what gave way, and ends with 1 if
anything did. NAMEs choose probes by the beginning of their names; --quick tries a sample of each.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from probing import fairness, lasting, leaks, refusals, requests, silence
from probing.findings import Findings, Probe, carry_out, table, told

PROBES: dict[str, Probe] = {
    "wrong seat": refusals.wrong_seat,
    "stale": refusals.stale,
    "off the list": refusals.off_list,
    "malformed messages": refusals.malformed_messages,
    "malformed bodies": requests.bodies,
    "malformed addresses": requests.addresses,
    "malformed frames": requests.frames,
    "leaks: Civil War": leaks.battles,
    "leaks: Norway and Winter War": leaks.cards_and_counters,
    "kills": lasting.killed,
    "full disk": lasting.full_disk,
    "silent connections": silence.silent,
    "long paths": requests.long_paths,
    "fairness: hints": fairness.hints,
    "fairness: records": fairness.records,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROBES))
    parser.add_argument("--quick", action="store_true", help="a sample of each probe")
    parser.add_argument("--seed", type=int, default=1, help="what is tried at random is the same with the same seed")
    given = parser.parse_args()
    wanted = tuple(given.names or PROBES)
    chosen = {name: probe for name, probe in PROBES.items() if name.startswith(wanted)}
    if len(chosen) < len(given.names):
        parser.error(f"the probes are: {', '.join(PROBES)}")
    return asyncio.run(run(chosen, given.seed, given.quick))


async def run(probes: dict[str, Probe], seed: int, quick: bool) -> int:
    """All of these one after the other; 1 if anything gave way."""
    all_found: list[Findings] = []
    for name, probe in probes.items():
        print(f"== {name}", flush=True)
        all_found.append(await carry_out(name, probe, seed, quick))
        for line in told(all_found[-1]):
            print(line, flush=True)
    failures = sum(len(found.failures) for found in all_found)
    tried = sum(found.tried for found in all_found)
    seconds = sum(found.seconds for found in all_found)
    print(f"\n{table(all_found)}\n\n{tried:,} tries, {failures} failures, in {seconds:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
