"""What players are told before and during a battle: the scenario brief (01.05.1) as far as their side may read it, and
in a scenario that teaches, a lesson a turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from feltherre.core.catalogue import find
from feltherre.core.chance import Line
from feltherre.core.text import Text, say
from feltherre.games.civilwar.brief import Scenario, SideData, StaffData, UnitData
from feltherre.games.civilwar.commanders import role_name, side_of
from feltherre.games.civilwar.display import named
from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.special_rules import Wagon
from feltherre.games.civilwar.state import AWAITED, ROLES, CivilWarState, Staff, Unit


def brief(state: CivilWarState, roles: Collection[str], all_seeing: bool = False) -> Sequence[Line]:
    """What 01.05.1 asks of a brief. Each side reads its own situation, task, points and reinforcements; a spectator
    what both read."""
    scenario = scenario_of(state)
    sides = [side for side in (0, 1) if all_seeing or side in {side_of(role) for role in roles}]
    lines = list(_for_everybody(scenario))
    for side in sides:
        lines += _for_side(state, scenario, side)
    lines += _special(scenario, {ROLES[side] for side in sides})
    return lines


def _for_everybody(scenario: Scenario) -> Iterator[Line]:
    yield Line(scenario.title, "01.05.1")
    yield Line(scenario.story)
    yield Line(scenario.strategic)
    yield Line(scenario.weather)
    yield Line(say("civilwar.brief.turns", n=scenario.turns, begins=scenario.begins))


def _for_side(state: CivilWarState, scenario: Scenario, side: int) -> Iterator[Line]:
    data: SideData = scenario.sides[side]
    name = role_name(ROLES[side])
    yield Line(say("civilwar.brief.task", side=name, text=data.task))
    yield Line(say("civilwar.brief.situation", text=data.operational))
    yield Line(say("civilwar.brief.supply", text=data.supply))
    yield Line(say("civilwar.brief.morale", text=data.morale))
    yield Line(say("civilwar.brief.edge", edge=say(f"civilwar.bearing.{data.own_edge[0].upper()}")))
    for term in scenario.victory:
        if term.side in (ROLES[side], "each"):
            yield Line(say("civilwar.brief.points", n=term.points, text=term.text))
    yield from _awaited(state, scenario, side)


def _awaited(state: CivilWarState, scenario: Scenario, side: int) -> Iterator[Line]:
    """Who is still to come, and when."""
    wagons = {one.unit: one.turn for one in scenario.special if isinstance(one, Wagon)}
    figures: list[UnitData | StaffData] = [*scenario.units.values(), *scenario.staff.values()]
    turns = {one.id: one.reinforcement.turn for one in figures if one.reinforcement is not None} | wagons
    own: list[Unit | Staff] = [*state.units, *state.staff]
    waiting = [one.id for one in own if one.side == side and one.where == AWAITED]
    coming: dict[int, list[Text]] = {}
    for one in waiting:
        if one in turns:
            coming.setdefault(turns[one], []).append(named(state, one))
    for turn, units in sorted(coming.items()):
        yield Line(say("civilwar.brief.arrives", turn=turn, units=units), "01.05.2")


def _special(scenario: Scenario, reading: Collection[str]) -> Iterator[Line]:
    for one in scenario.special:
        if one.known_to is None or one.known_to in reading:
            yield Line(say("civilwar.brief.special", text=one.text), "01.05.3")


def lesson(state: CivilWarState) -> Sequence[Line]:
    """In a scenario that teaches: what a beginner does this turn, with the rule behind it, one rule a turn."""
    teaches = scenario_of(state).teaches
    if not 1 <= state.turn <= len(teaches):
        return ()
    number = teaches[state.turn - 1]
    key = f"civilwar.lesson.{number}"
    text = say(f"civilwar.lesson.{number}") if find(key) else say("civilwar.lesson.other", rule=number)
    return (Line(say("civilwar.brief.lesson", number=state.turn, last=len(teaches), text=text), number),)
