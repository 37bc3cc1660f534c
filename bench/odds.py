"""Exact odds of land battles in Norway, from a few dice a side to far more than a game can bring together.

python bench/odds.py
"""

from __future__ import annotations

import time
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
from _common import report

from feltherre.core.chance import Outputs
from feltherre.core.registry import get_game
from feltherre.odds import enumerate as odds
from feltherre.odds import tallies

SIZES = (2, 5, 8, 12, 16, 24)


def battle(dice: int) -> Any:
    """An assessment with so many dice a side: five battalions and the rest from cards."""
    cards = max(0, dice - 5)
    procedure = get_game("norway").procedures["land-combat"]
    situation = {
        "attack_groups": [{"from": "Oslo", "mode": "land", "battalions": min(dice, 5)}],
        "defender_battalions": min(dice, 5),
        "attacker_cards": ["Gebirgsjäger"] if cards else [],
        "defender_cards": ["Ambush"] if cards else [],
        "reaction_cards": [],
        "dice_values": {"Gebirgsjäger": cards, "Ambush": cards} if cards else {},
    }
    return procedure, msgspec.convert(situation, procedure.situation)


def output(name: str, outputs: Outputs) -> Any:
    return outputs[name]


def forget() -> None:
    for table in (tallies.ways_by_total, tallies.ways_by_count, tallies.ways_by_total_and_count):
        table.cache_clear()


def main() -> None:
    figures: dict[str, float] = {}
    wins: dict[str, str] = {}
    for dice in SIZES:
        procedure, situation = battle(dice)
        assessment = procedure.assess(situation)
        forget()
        start = time.perf_counter()
        chances = odds.distribution(procedure, assessment, lambda outputs: outputs["winner"])
        cold = time.perf_counter() - start
        start = time.perf_counter()
        for name in odds.output_names(procedure, assessment):
            odds.distribution(procedure, assessment, partial(output, name))
        every = time.perf_counter() - start
        figures[f"winner_per_second_{dice}_dice"] = 1 / cold
        figures[f"all_outputs_per_second_{dice}_dice"] = 1 / every
        wins[f"{dice} against {dice}"] = str(chances.get("attacker", Fraction(0)))[:60]
    report("odds", figures, attacker_wins_exactly=wins)


main()
