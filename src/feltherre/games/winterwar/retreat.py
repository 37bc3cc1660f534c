"""Retreat (1.5-f, 1.5-g): beaten units leave their hex, away from the opponent, and pay for an enemy zone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Level, Several, Then
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, fates, occupation, spaces, texts
from feltherre.games.winterwar.actions import Retreat
from feltherre.games.winterwar.board import GRID, IS_OPEN, hex_of, number
from feltherre.games.winterwar.maps import THEATRE, in_enemy_zone
from feltherre.games.winterwar.procedures.retreat import CLOSED_RULE, costs_a_unit
from feltherre.games.winterwar.state import WinterWarState, ground_in
from feltherre.games.winterwar.steps import Losses, Retreating, steps
from feltherre.games.winterwar.units import INDEX, ROLES
from feltherre.ground.hexes.reasons import Retreat as Verdict
from feltherre.ground.hexes.reasons import RetreatOption
from feltherre.hexgame import fighting

#: unit -> the hexes it may retreat to
Ways = Mapping[int, Sequence[int]]


def left_behind(state: WinterWarState, step: Retreating) -> list[int]:
    """Those that have not left yet."""
    return [unit for unit in step.units if state.places[unit] == step.hex]


@rule("1.5-f", "turn-3-g")
def options(state: WinterWarState, step: Retreating, unit: int) -> list[RetreatOption]:
    """The hexes beside a beaten unit, and what a retreat into each means (1.5-f, R33). Whether there is room depends on
    the unit and on those that have gone before it; a hex from which the attack came counts as touched itself (R61)."""
    ways = board.WAYS[step.side]
    return fighting.retreat_hexes(THEATRE, state, step.side, step.hex, ways, step.attackers, [unit])


def retreat_hexes(state: WinterWarState, step: Retreating, unit: int) -> tuple[int, ...]:
    """Where a unit may go: of the free hexes beside it those that touch the fewest hexes of the attack (R33)."""
    return tuple(option.hex for option in options(state, step, unit) if option.allowed)


def ways_out(state: WinterWarState, step: Retreating) -> Ways:
    """The units that are left and can go, with the hexes open to them."""
    found = {unit: retreat_hexes(state, step, unit) for unit in left_behind(state, step)}
    return {unit: hexes for unit, hexes in found.items() if hexes}


#: whether these units find room in a hex together (R12, R15)
fit: Final = THEATRE.fit


def only_way(state: WinterWarState, side: int, ways: Ways) -> dict[int, list[int]] | None:
    """hex -> units, if nothing is to be chosen."""
    return fighting.only_way(THEATRE, state, side, ways)


#: why a hex is not entered; one that is open to a unit has no room for it beside the others
_REASON: Final = {Verdict.MARKED: "enemy", Verdict.NOT_AWAY: "not-away"}


def able_to(ways: Ways, hex_: int) -> list[int]:
    """The units that may go to a hex."""
    return [unit for unit, hexes in ways.items() if hex_ in hexes]


def retreat_space(state: WinterWarState, step: Retreating, ways: Ways) -> Then[Retreat]:
    """A hex and the units that go there together; the others are asked for afterwards (R33)."""

    def why_not(unit: int, hex_: int) -> Illegal:
        """Why this unit may not retreat to that hex; one that could finds no room beside the others."""
        if hex_ not in GRID.neighbours[step.hex]:
            return spaces.about_hex("retreat.not-beside", hex_, "1.5-f")
        verdict = next(option.verdict for option in options(state, step, unit) if option.hex == hex_)
        if verdict is Verdict.NO_WAY:
            reason = "off-road" if IS_OPEN[hex_] else "closed"
        else:
            reason = _REASON.get(verdict, "no-room")
        rule_id = spaces.stacking_rule(hex_) if reason == "no-room" else CLOSED_RULE.get(reason, "1.5-f")
        return spaces.about_unit(f"retreat.{reason}", unit, hex_, rule_id)

    def refuse(hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is None:
            return spaces.about_hex("retreat.nobody", hex_, "1.5-f")
        if unit not in left_behind(state, step):
            return Illegal(say("winterwar.illegal.retreat.not-beaten", unit=texts.unit_name(unit)), "1.5-f")
        return spaces.named_twice(unit, "1.5-f") if unit in chosen else why_not(unit, hex_)

    def those_that_go(hex_: int) -> Several[Retreat]:
        return Several(
            Retreat,
            spaces.unit_things("1.5-f"),
            able_to(ways, hex_),
            partial(refuse, hex_),
            least=1,
            goes_on=partial(fit, state, step.side, hex_),
            done_name=spaces.DONE_NAME,
            build=partial(Retreat, number(hex_)),
            field="units",
            all_at_first=True,
        )

    hexes = list(dict.fromkeys(hex_ for hexes in ways.values() for hex_ in hexes))
    first = Level(spaces.hex_things("1.5-f"), lambda: hexes, partial(why_not, next(iter(ways))))
    return Then(Retreat, first, those_that_go)


@steps.asks(Retreating)
@rule("1.5-f")
def where_to_retreat(state: WinterWarState, step: Retreating) -> Iterator[Decision[Any]]:
    """The owner chooses the hexes; he may split the units (1.5-f, R33)."""
    ways = ways_out(state, step)
    if ways and only_way(state, step.side, ways) is None:
        role, space, left = ROLES[step.side], retreat_space(state, step, ways), left_behind(state, step)
        told, side, place = texts.unit_names(left), texts.side_name(step.side), texts.hex_name(step.hex)
        yield ask(state, role, "retreat", "1.5-f", space, n=len(left), side=side, place=place, units=told)


@steps.does(Retreating)
def without_choice(table: Table[WinterWarState], step: Retreating) -> None:
    """One way only; or none for those that are left; or all have gone."""
    state = table.state
    groups = only_way(state, step.side, ways_out(state, step))
    if groups:
        retreat(table, step, groups)
        return
    for unit in left_behind(state, step):
        blocked(table, unit, step)
    table.push(*charges(state, step))


@steps.answer(Retreating)
def retreat_as_chosen(table: Table[WinterWarState], step: Retreating, role: str, action: Retreat) -> None:
    retreat(table, step, {hex_of(action.hex): [INDEX[name] for name in action.units]})


@rule("1.5-f")
def retreat(table: Table[WinterWarState], step: Retreating, groups: Mapping[int, Sequence[int]]) -> None:
    """Units go one hex; the step goes on with the others (1.5-f). `groups`: hex -> the units that go there."""
    entered = tuple((hex_, unit) for hex_, group in groups.items() for unit in group)
    table.push(msgspec.structs.replace(step, entered=(*step.entered, *entered)))
    for hex_, group in groups.items():
        start, target = texts.hex_name(step.hex), texts.hex_name(hex_)
        text = say("winterwar.event.retreat", n=len(group), units=texts.unit_names(group), place=start, target=target)
        table.tell(text, "1.5-f", (number(step.hex), number(hex_)))
        enter_together(table, group, hex_)


def enter_together(table: Table[WinterWarState], chosen: Sequence[int], hex_: int) -> None:
    """Units come into a hex one after the other, until the game is won by it."""
    for unit in chosen:
        if table.state.result is None:
            occupation.enter(table, unit, hex_)


@rule("1.5-f")
def blocked(table: Table[WinterWarState], unit: int, step: Retreating) -> None:
    """A unit that must retreat and cannot takes a further loss and stays, if it is left; by option it is lost (R33)."""
    place = texts.hex_name(step.hex)
    table.tell(say("winterwar.event.blocked", unit=texts.unit_name(unit), place=place), "1.5-f", (number(step.hex),))
    if table.state.rules.blocked_retreat == "eliminated":
        fates.destroy(table, unit)
    else:
        fates.lose(table, unit)


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
