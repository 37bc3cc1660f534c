"""Scenarios are read from files (docs/scenarios.md).

    load_scenario("kernstown")
    own_scenario(Path("mill-ford.yaml").read_text())

The first is one of ours, the second an umpire's own. A file with faults is refused with all of them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from feltherre.core.datafile import DamagedFile, read_tree
from feltherre.core.errors import BadInput
from feltherre.core.foreign import read_foreign
from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.civilwar.brief import Formation, Reinforcement, Rounds, Scenario, SideData, StaffData, UnitData
from feltherre.games.civilwar.scenario_faults import BadScenario, fault
from feltherre.games.civilwar.scenario_reading import scenario_of

__all__ = [
    "Formation",
    "Reinforcement",
    "Rounds",
    "Scenario",
    "SideData",
    "StaffData",
    "UnitData",
    "check_scenario",
    "lend_scenario",
    "load_scenario",
    "own_scenario",
    "read_scenario",
    "scenario_names",
]

SCENARIOS: Final = Path(__file__).parent / "scenarios"
#: of scenarios of people's own that are kept at hand
MOST_OWN: Final = 64


@cache
def scenario_names() -> tuple[str, ...]:
    """Our own scenarios in the order of their days."""
    days = {path.stem: str(read_tree(path)["date"]) for path in SCENARIOS.glob("*.yaml")}
    return tuple(sorted(days, key=lambda name: (days[name], name)))


#: scenarios of others that this process has read, by name
_LENT: Final[dict[str, Scenario]] = {}


def lend_scenario(scenario: Scenario) -> None:
    """Let a scenario that was made without a file be played under its id, for as long as this process lives: the small
    tables of tests and measurements. (One with a file is played with its text, wherever its state is read.)"""
    _LENT[scenario.id] = scenario


def load_scenario(name: str) -> Scenario:
    """One of our own scenarios, or one that was lent."""
    return _LENT[name] if name in _LENT else _ours(name)


@cache
def _ours(name: str) -> Scenario:
    if name not in scenario_names():
        raise BadInput(say("core.bad.scenario", name=name, known=list(scenario_names())))
    return read_scenario(SCENARIOS / f"{name}.yaml")


@lru_cache(maxsize=MOST_OWN)
def own_scenario(text: str) -> Scenario:
    """The scenario in a file of somebody's own. The state has the text, so that it is known wherever that is read."""
    return read_scenario(text)


@rule("01.05.1", "01.05.2", "01.05.3")
def read_scenario(source: Path | str, name: str = "scenario") -> Scenario:
    """The scenario in one of our files, or in the text of somebody's own (01.05). BadScenario tells every fault at
    once, where it is and what to do."""
    if isinstance(source, Path):
        return scenario_of(read_tree(source), source.name)
    try:
        tree = read_foreign(source, name)
    except DamagedFile as error:
        raise BadScenario(name, [fault(name, "yaml", line=error.entry.rpartition(" ")[2] or "?")]) from None
    return scenario_of(tree, name, own=True)


def check_scenario(text: str, name: str) -> Text:
    """What the file of an umpire's own scenario holds, in a sentence; BadScenario if anything is wrong with it."""
    scenario = read_scenario(text, name)
    units = [unit.figures for unit in scenario.units.values()]
    return say("civilwar.scenario.sound", title=scenario.title, turns=scenario.turns, figures=sum(units), n=len(units))
