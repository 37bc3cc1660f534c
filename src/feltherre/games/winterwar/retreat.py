"""Retreat (1.5-f, 1.5-g): beaten units leave their hex, away from the opponent, and pay for an enemy zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.actions import Retreat
from feltherre.games.winterwar.board import GRID, IS_ARCTIC, IS_OPEN, hex_of, number
from feltherre.games.winterwar.fates import destroy, lose
from feltherre.games.winterwar.maps import has_enemy, has_room, in_enemy_zone, maps_of
from feltherre.games.winterwar.occupation import enter
from feltherre.games.winterwar.procedures.retreat import RetreatHex, away_from_opponent, costs_a_unit, why_closed
from feltherre.games.winterwar.spaces import hex_at, unit_of
from feltherre.games.winterwar.state import WinterWarState, ground_in
from feltherre.games.winterwar.steps import Losses, Retreating
from feltherre.games.winterwar.texts import hex_name, side_name, unit_name, unit_names
from feltherre.games.winterwar.unit_sets import (
    DONE,
    fitting_set,
    in_order,
    known_hex,
    named_twice,
    no_such_hex,
    no_such_unit,
    numbers_of,
    part_name,
)
from feltherre.games.winterwar.units import INDEX, ROLES
from feltherre.ground.hexes.stacking import one

#: unit -> the hexes it may retreat to
Ways = Mapping[int, Sequence[int]]


def left_behind(state: WinterWarState, step: Retreating) -> list[int]:
    """Those that have not left yet."""
    return [unit for unit in step.units if state.places[unit] == step.hex]


def retreat_hex(state: WinterWarState, step: Retreating, unit: int, hex_: int) -> RetreatHex:
    """A hex beside a beaten unit, as the procedure retreat-options sees it. A hex from which the attack came counts as
    touched itself, though nobody may be left in it (R61)."""
    return RetreatHex(
        number(hex_),
        road_or_rail=board.is_linked(step.hex, hex_),
        enemy_unit=has_enemy(state, hex_, step.side),
        closed=not IS_OPEN[hex_],
        room=IS_OPEN[hex_] and has_room(state, hex_, unit),
        adjacent_attackers=sum(1 for place in step.attackers if GRID.distance(place, hex_) <= 1),
    )


@rule("1.5-f", "turn-3-g")
def retreat_hexes(state: WinterWarState, step: Retreating, unit: int) -> tuple[int, ...]:
    """Where a unit may go: of the free hexes beside it those that touch the fewest hexes of the attack (1.5-f, R33).
    Whether there is room depends on the unit and on those that have gone before it (R61)."""
    around = {hex_: retreat_hex(state, step, unit, hex_) for hex_ in GRID.neighbours[step.hex]}
    return away_from_opponent(
        {hex_: seen.adjacent_attackers for hex_, seen in around.items() if why_closed(ROLES[step.side], seen) is None}
    )


def ways_out(state: WinterWarState, step: Retreating) -> Ways:
    """The units that are left and can go, with the hexes open to them."""
    found = {unit: retreat_hexes(state, step, unit) for unit in left_behind(state, step)}
    return {unit: hexes for unit, hexes in found.items() if hexes}


def fit(state: WinterWarState, side: int, hex_: int, chosen: Sequence[int]) -> bool:
    """Whether these units find room in a hex together (R12, R15)."""
    return maps_of(state).stacks[side].has_room(hex_, sum(one(units.STACK[unit]) for unit in chosen))


def only_way(state: WinterWarState, side: int, ways: Ways) -> dict[int, list[int]] | None:
    """hex -> units, if nothing is to be chosen: each unit has one hex, and all find room; None otherwise."""
    groups: dict[int, list[int]] = {}
    for unit, hexes in ways.items():
        if len(hexes) > 1:
            return None
        groups.setdefault(hexes[0], []).append(unit)
    return groups if all(fit(state, side, hex_, group) for hex_, group in groups.items()) else None


class RetreatSpace(Space[Retreat]):
    """A hex and the units that go there together; the others are asked for afterwards (R33)."""

    kinds = (Retreat,)

    def __init__(self, state: WinterWarState, step: Retreating, ways: Ways) -> None:
        self.state = state
        self.step = step
        self.ways = ways

    def able(self, hex_: int) -> list[int]:
        return [unit for unit, hexes in self.ways.items() if hex_ in hexes]

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [number(hex_) for hex_ in dict.fromkeys(hex_ for hexes in self.ways.values() for hex_ in hexes)]
        if partial[-1] == DONE:
            return ()
        hex_ = hex_of(str(partial[0]))

        def fits(chosen: Sequence[int]) -> bool:
            return fit(self.state, self.step.side, hex_, chosen)

        return fitting_set(self.able(hex_), numbers_of(partial[1:]), fits, may_be_empty=False)

    def build(self, partial: Partial) -> Retreat:
        return Retreat(str(partial[0]), tuple(str(part) for part in partial[1:-1]))

    def parts(self, action: Retreat) -> Partial:
        known_hex(action.hex, "1.5-f")
        return (action.hex, *in_order(action.units, "1.5-f"), DONE)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if not partial:
            hex_ = hex_at(part)
            return self.why_not_hex(next(iter(self.ways)), hex_) if hex_ >= 0 else no_such_hex(part, "1.5-f")
        hex_ = hex_of(str(partial[0]))
        if part == DONE:
            return Illegal(say("winterwar.illegal.retreat.nobody", place=hex_name(hex_)), "1.5-f")
        unit = unit_of(part)
        if unit < 0:
            return no_such_unit(part, "1.5-f")
        if unit not in left_behind(self.state, self.step):
            return Illegal(say("winterwar.illegal.retreat.not-beaten", unit=unit_name(unit)), "1.5-f")
        return named_twice(unit, "1.5-f") if unit in numbers_of(partial[1:]) else self.why_not_hex(unit, hex_)

    def why_not_hex(self, unit: int, hex_: int) -> Illegal:
        """Why this unit may not retreat to that hex; one that could finds no room beside the others."""
        place = hex_name(hex_)
        if hex_ not in GRID.neighbours[self.step.hex]:
            return Illegal(say("winterwar.illegal.retreat.not-beside", place=place), "1.5-f")
        closed = why_closed(ROLES[self.step.side], retreat_hex(self.state, self.step, unit, hex_))
        reason = closed or ("no-room" if hex_ in self.ways.get(unit, ()) else "not-away")
        stacking = "setup-6" if IS_ARCTIC[hex_] else "setup-5"
        rule_id = {"closed": "1.4-j", "no-room": stacking, "off-road": "turn-3-g"}.get(reason, "1.5-f")
        return Illegal(say(f"winterwar.illegal.retreat.{reason}", unit=unit_name(unit), place=place), rule_id)

    def label(self, partial: Partial, part: Part) -> Text:
        return part_name(part)


class RetreatingRules(StepRules[WinterWarState, Retreating]):
    asks = True

    @rule("1.5-f")
    def decisions(self, state: WinterWarState, step: Retreating) -> Sequence[Decision[Any]]:
        """The owner chooses the hexes; he may split the units (1.5-f, R33)."""
        ways = ways_out(state, step)
        if not ways or only_way(state, step.side, ways) is not None:
            return ()
        role, side, place = ROLES[step.side], side_name(step.side), hex_name(step.hex)
        left = left_behind(state, step)
        prompt = say("winterwar.prompt.retreat", n=len(left), side=side, place=place, units=unit_names(left))
        wait = say("winterwar.wait.retreat", side=side, place=place)
        return (Decision(decision_id(state, role), role, prompt, "1.5-f", RetreatSpace(state, step, ways), wait),)

    def proceed(self, table: Table[WinterWarState], step: Retreating) -> None:
        """One way only; or none for those that are left; or all have gone."""
        state = table.state
        groups = only_way(state, step.side, ways_out(state, step))
        if groups:
            retreat(table, step, groups)
            return
        for unit in left_behind(state, step):
            blocked(table, unit, step)
        table.push(*charges(state, step))

    def answer(self, table: Table[WinterWarState], step: Retreating, role: str, action: Retreat) -> None:
        retreat(table, step, {hex_of(action.hex): [INDEX[name] for name in action.units]})


@rule("1.5-f")
def retreat(table: Table[WinterWarState], step: Retreating, groups: Mapping[int, Sequence[int]]) -> None:
    """Units go one hex; the step goes on with the others (1.5-f). `groups`: hex -> the units that go there."""
    entered = tuple((hex_, unit) for hex_, group in groups.items() for unit in group)
    table.push(msgspec.structs.replace(step, entered=(*step.entered, *entered)))
    for hex_, group in groups.items():
        start, target = hex_name(step.hex), hex_name(hex_)
        text = say("winterwar.event.retreat", n=len(group), units=unit_names(group), place=start, target=target)
        table.tell(text, "1.5-f", (number(step.hex), number(hex_)))
        enter_together(table, group, hex_)


def enter_together(table: Table[WinterWarState], chosen: Sequence[int], hex_: int) -> None:
    """Units come into a hex one after the other, until the game is won by it."""
    for unit in chosen:
        if table.state.result is None:
            enter(table, unit, hex_)


@rule("1.5-f")
def blocked(table: Table[WinterWarState], unit: int, step: Retreating) -> None:
    """A unit that must retreat and cannot takes a further loss and stays, if it is left; by option it is lost (R33)."""
    place = hex_name(step.hex)
    table.tell(say("winterwar.event.blocked", unit=unit_name(unit), place=place), "1.5-f", (number(step.hex),))
    if table.state.rules.blocked_retreat == "eliminated":
        destroy(table, unit)
    else:
        lose(table, unit)


@rule("1.5-g")
def charges(state: WinterWarState, step: Retreating) -> list[Losses]:
    """For each hex entered that lies in an enemy zone of control one of those that entered it takes a further loss
    (1.5-g, R33)."""
    groups: dict[int, list[int]] = {}
    for hex_, unit in step.entered:
        groups.setdefault(hex_, []).append(unit)
    shields = state.rules.own_unit_shields_retreat
    return [
        Losses(step.side, hex_, tuple(sorted(group)), 1, "1.5-g")
        for hex_, group in groups.items()
        if costs_a_unit(in_enemy_zone(state, hex_, step.side), _stood_there(state, step.side, hex_, group), shields)
    ]


def _stood_there(state: WinterWarState, side: int, hex_: int, group: Sequence[int]) -> bool:
    """Whether an own ground unit was in the hex before these came."""
    return any(unit not in group for unit in ground_in(state, hex_, side))
