"""After a ground combat (1.5-c to 1.5-h): losses, retreat away from the opponent, advance into a hex that was won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Decision
from feltherre.core.spaces import Level, Several, Then
from feltherre.core.table import Table
from feltherre.games.winterwar import board, combat, maps, occupation, units
from feltherre.games.winterwar import state as states
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.procedures import aftermath as book
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.steps import steps
from feltherre.ground.hexes.reasons import Retreat as Verdict
from feltherre.ground.hexes.reasons import RetreatOption
from feltherre.hexgame import aftermath as after_fights
from feltherre.hexgame import fighting
from feltherre.hexgame.actions import Retreat
from feltherre.hexgame.aftermath import still_in
from feltherre.hexgame.counters import enemy_of, is_on_map
from feltherre.hexgame.steps import Advancing, BattleOver, EndOfGame, Losses, Retreating

#: unit -> the hexes it may retreat to
Ways = Mapping[int, Sequence[int]]


@rule("1.5-f", "turn-3-g")
def options(state: WinterWarState, step: Retreating, unit: int) -> list[RetreatOption]:
    """The hexes beside a beaten unit, and what a retreat into each means (1.5-f, R33). Whether there is room depends on
    the unit and on those that have gone before it; a hex from which the attack came counts as touched itself (R61)."""
    ways = board.WAYS[step.side]
    return fighting.retreat_hexes(THEATRE, state, step.side, step.hex, ways, step.attackers, [unit])


def ways_out(state: WinterWarState, step: Retreating) -> Ways:
    """The units that are left and can go, with the hexes open to them: of the free ones those that touch the fewest
    hexes of the attack (R33)."""
    found = {u: [option.hex for option in options(state, step, u) if option.allowed] for u in still_in(state, step)}
    return {unit: hexes for unit, hexes in found.items() if hexes}


def able_to(ways: Ways, hex_: int) -> list[int]:
    """The units that may go to a hex."""
    return [unit for unit, hexes in ways.items() if hex_ in hexes]


#: why a hex is not entered; one that is open to a unit has no room for it beside the others
_REASON: Final = {Verdict.MARKED: "enemy", Verdict.NOT_AWAY: "not-away"}


def retreat_space(state: WinterWarState, step: Retreating, ways: Ways) -> Then[Retreat]:
    """A hex and the units that go there together; the others are asked for afterwards (R33)."""

    def why_not(unit: int, hex_: int) -> Illegal:
        """Why this unit may not retreat to that hex; one that could finds no room beside the others."""
        if hex_ not in board.GRID.neighbours[step.hex]:
            return WORDS.about_hex("retreat.not-beside", hex_, "1.5-f")
        verdict = next(option.verdict for option in options(state, step, unit) if option.hex == hex_)
        if verdict is Verdict.NO_WAY:
            reason = "off-road" if board.IS_OPEN[hex_] else "closed"
        else:
            reason = _REASON.get(verdict, "no-room")
        rule_id = board.stacking_rule(hex_) if reason == "no-room" else book.CLOSED.rules.get(reason, "1.5-f")
        return WORDS.about_unit(f"retreat.{reason}", unit, hex_, rule_id)

    def refuse(hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is None:
            return WORDS.about_hex("retreat.nobody", hex_, "1.5-f")
        if unit not in still_in(state, step):
            return WORDS.illegal("retreat.not-beaten", "1.5-f", unit=unit)
        return WORDS.named_twice(unit, "1.5-f") if unit in chosen else why_not(unit, hex_)

    def those_that_go(hex_: int) -> Several[Retreat]:
        return Several(
            *(Retreat, WORDS.unit_things("1.5-f"), able_to(ways, hex_), partial(refuse, hex_)),
            least=1,
            goes_on=partial(THEATRE.fit, state, step.side, hex_),
            done_name=WORDS.done,
            build=partial(Retreat, board.number(hex_)),
            field="units",
            all_at_first=True,
        )

    hexes = list(dict.fromkeys(hex_ for hexes in ways.values() for hex_ in hexes))
    first = Level(WORDS.hex_things("1.5-f"), lambda: hexes, partial(why_not, next(iter(ways))))
    return Then(Retreat, first, those_that_go)


@steps.asks(Retreating)
@rule("1.5-f")
def where_to_retreat(state: WinterWarState, step: Retreating) -> Iterator[Decision[Any]]:
    """The owner chooses the hexes; he may split the units (1.5-f, R33)."""
    ways, left = ways_out(state, step), still_in(state, step)
    if ways and fighting.only_way(THEATRE, state, step.side, ways) is None:
        told = {"n": len(left), "place": step.hex, "units": left}
        yield WORDS.ask(state, step.side, "retreat", "1.5-f", retreat_space(state, step, ways), **told)


@steps.does(Retreating)
@rule("1.5-f")
def without_choice(table: Table[WinterWarState], step: Retreating) -> None:
    """One way only; or none for those that are left: each takes a further loss and stays, if it is left, or is lost by
    option (R33); or all have gone."""
    state = table.state
    groups = fighting.only_way(THEATRE, state, step.side, ways_out(state, step))
    if groups:
        retreat(table, step, groups)
        return
    for unit in still_in(state, step):
        WORDS.tell(table, "blocked", "1.5-f", [step.hex], unit=unit, place=step.hex)
        is_lost = state.rules.blocked_retreat == "eliminated"
        (occupation.destroy if is_lost else occupation.lose)(table, unit)
    table.push(*charges(state, step))


@steps.answer(Retreating)
def retreat_as_chosen(table: Table[WinterWarState], step: Retreating, role: str, action: Retreat) -> None:
    retreat(table, step, {board.hex_of(action.hex): units.COUNTERS.numbers_of(action.units)})


@rule("1.5-f")
def retreat(table: Table[WinterWarState], step: Retreating, groups: Mapping[int, Sequence[int]]) -> None:
    """Units go one hex; the step goes on with the others (1.5-f). `groups`: hex -> the units that go there."""
    entered = tuple((hex_, unit) for hex_, group in groups.items() for unit in group)
    table.push(msgspec.structs.replace(step, entered=(*step.entered, *entered)))
    for hex_, group in groups.items():
        told = {"n": len(group), "units": group, "place": step.hex, "target": hex_}
        WORDS.tell(table, "retreat", "1.5-f", (step.hex, hex_), **told)
        enter_together(table, group, hex_)


def enter_together(table: Table[WinterWarState], chosen: Sequence[int], hex_: int) -> None:
    """Units come into a hex one after the other, until the game is won by it."""
    for unit in chosen:
        if table.state.result is None:
            occupation.enter(table, unit, hex_)


@rule("1.5-g")
def charges(state: WinterWarState, step: Retreating) -> list[Losses]:
    """For each hex entered that lies in an enemy zone of control one of those that entered it takes a further loss,
    even if an own ground unit was there before, unless the option says that it shields them (1.5-g, R33)."""
    groups: dict[int, list[int]] = {}
    for hex_, unit in step.entered:
        groups.setdefault(hex_, []).append(unit)
    found = []
    for hex_, group in groups.items():
        stood_there = any(unit not in group for unit in states.ground_in(state, hex_, step.side))
        zone, shields = maps.in_enemy_zone(state, hex_, step.side), state.rules.own_unit_shields_retreat
        if book.costs_a_unit(zone, stood_there, shields):
            found.append(Losses(step.side, hex_, tuple(sorted(group)), 1, "1.5-g"))
    return found


# losses


def borne(state: WinterWarState, step: Losses) -> dict[int, int]:
    """The units that are left -> how many losses each may take (R29); a retreat costs units (1.5-g). There may be as
    many losses as units to take them, or more: the surplus lapses (R29)."""
    numbers = "units" if step.rule == "1.5-g" else state.rules.loss_numbers
    return {unit: book.borne(states.can_flip(state, unit), numbers) for unit in step.units if is_on_map(state, unit)}


# the owner chooses which of his units take the losses (R29), or the further loss of a retreat (1.5-g)
for noted in after_fights.losses(
    steps,
    WORDS,
    bears=borne,
    outlasts=lambda state, unit: int(states.can_flip(state, unit)),
    lose=lambda table, unit, rule_id: occupation.lose(table, unit),
    what=lambda state, step: "retreat-loss" if step.rule == "1.5-g" else f"losses.{state.rules.loss_numbers}",
):
    rule_of(__name__, "2.1-e", "1.5-g")(noted)


# the advance


@rule("1.5-h", "turn-3-g", "1.4-d")
def why_stays(state: WinterWarState, unit: int, hex_: int) -> str | None:
    """Why a unit that took part may not move into the hex that was won; None if it may, stacking apart (R34)."""
    here, stack, role = state.places[unit], units.UNITS[unit].stack, units.ROLES[units.SIDE[unit]]
    if not units.IS_GROUND[unit]:
        return book.STAYS.first(role, stack, "none", True)
    if hex_ not in board.GRID.neighbours[here]:
        return "not-beside"
    return book.STAYS.first(role, stack, combat.crossing(here, hex_), board.is_linked(here, hex_))


@rule("1.5-h", "1.5-d")
def advancers(state: WinterWarState, step: Advancing) -> list[int]:
    """The attackers that may move in: nobody while an enemy ground unit is left in the hex (1.5-d, R34)."""
    if maps.has_enemy(state, step.hex, state.side):
        return []
    return [unit for unit in step.units if is_on_map(state, unit) and why_stays(state, unit, step.hex) is None]


@rule("1.5-h", "setup-5", "setup-6")
def have_room(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> bool:
    """Whether these have room together in a hex that was won; nobody else of their side can be there (R34)."""
    return book.may_advance_together(board.IS_ARCTIC[hex_], [units.UNITS[unit].stack for unit in chosen])


def why_not_in(state: WinterWarState, step: Advancing, unit: int) -> Illegal:
    """Why a unit does not move in, or not with the others."""
    if unit not in step.units:
        return WORDS.illegal("advance.took-no-part", "1.5-h", unit=unit)
    reason = why_stays(state, unit, step.hex) if is_on_map(state, unit) else "not-beside"
    if reason is None and unit in advancers(state, step):
        return WORDS.about_unit("advance.no-room", unit, step.hex, board.stacking_rule(step.hex))
    return WORDS.about_unit(f"advance.{reason}", unit, step.hex, book.STAYS.rules.get(reason or "", "1.5-h"))


# the attacker may move units that took part into a hex without enemy ground units (1.5-h), at no cost, whatever zones
# there are; it counts like any entering (R34, R47)
for noted in after_fights.advance(
    *(steps, WORDS, "1.5-h"),
    able=advancers,
    fits=have_room,
    strength=states.attack_value,
    refuse=why_not_in,
    enter=enter_together,
):
    rule_of(__name__, "1.5-h", "win-3", "intro-8")(noted)


@steps.does(BattleOver)
@rule("intro-4", "intro-3", "1.5-e")
def battle_over(table: Table[WinterWarState], step: BattleOver) -> None:
    """When the two hours are over, the combat just finished was the last (intro-4, R4). After a combat on the ground
    the air units of both sides that took part return to their base (1.5-e, R37)."""
    state, hex_ = table.state, step.hex
    if state.time_over:
        table.push(EndOfGame("time"))
    if step.on_ground:
        own = [unit for unit in states.flying_over(state, hex_, state.side) if unit in step.units]
        enemies = states.flying_over(state, hex_, enemy_of(state.side))
        occupation.fly_home(table, [*own, *enemies], hex_, "1.5-e")
