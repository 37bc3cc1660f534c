"""After an attack (1.5-b to 1.5-f): losses spread by their owner, retreat or a loss instead of it, advance into a hex
that was won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.spaces import Level, Pick, Several
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.normandy import board, maps, occupation
from feltherre.games.normandy.actions import Advance, FallBack, Stand, TakeLosses
from feltherre.games.normandy.battle import CLOSE
from feltherre.games.normandy.board import DRY_WAYS, GRID, TERRAIN, WORDS, crossing, hex_name, hex_of, side_name
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, ground_in, is_on_map, left
from feltherre.games.normandy.steps import Advancing, Losses, Retreating, steps
from feltherre.games.normandy.units import INDEX, IS_BATTERY, ROLES, STRENGTH
from feltherre.ground.hexes.reasons import Retreat as Verdict
from feltherre.ground.hexes.zones import exerting
from feltherre.hexgame import fighting

# losses


@rule("1.5-b", "3.1-d2")
def bears(state: NormandyState, step: Losses) -> dict[int, int]:
    """Who is left of those that fought -> how many losses each can take (R35)."""
    return {unit: left(state, unit) for unit in step.units if is_on_map(state, unit)}


@steps.asks(Losses)
@rule("1.5-b", "3.1-d2")
def who_takes_losses(state: NormandyState, step: Losses) -> Iterator[Decision[Any]]:
    """The owner spreads them as he likes (R35)."""
    most = bears(state, step)
    outlasts = {unit: n - 1 for unit, n in most.items()}
    space = fighting.share_losses(WORDS, TakeLosses, most, outlasts, step.count, step.rule)
    if space is not None and len(most) > 1:
        side, place = side_name(step.side), hex_name(step.hex)
        yield ask(state, ROLES[step.side], "losses", step.rule, space, side=side, place=place, n=step.count)


@steps.does(Losses)
@rule("1.5-b")
def nothing_to_spread(table: Table[NormandyState], step: Losses) -> None:
    """One unit takes them all, or there are as many as all can bear; what is beyond that is ignored (R35)."""
    most = bears(table.state, step)
    for unit, n in most.items():
        for _ in range(min(n, step.count) if len(most) == 1 else n):
            occupation.lose(table, unit, step.rule)


@steps.answer(Losses)
def take_losses(table: Table[NormandyState], step: Losses, role: str, action: TakeLosses) -> None:
    for name in action.units:
        occupation.lose(table, INDEX[name], step.rule)


# retreat, or a loss instead


def beaten(state: NormandyState, step: Retreating) -> list[int]:
    """Those that are left in the hex."""
    return [unit for unit in step.units if state.places[unit] == step.hex]


@rule("1.5-c", "1.4-river")
def ways_out(state: NormandyState, step: Retreating) -> dict[int, Verdict]:
    """Each hex beside the beaten, and what a retreat of all of them means: away from the attackers, over no river
    without a bridge, where the whole stack has room, a battery in it counted too (R14)."""
    stack = beaten(state, step)
    options = fighting.retreat_hexes(THEATRE, state, step.side, step.hex, DRY_WAYS, step.attackers, stack)
    return {option.hex: option.verdict for option in options}


OPEN: Final = (Verdict.FREE, Verdict.COSTLY)


def open_hexes(state: NormandyState, step: Retreating) -> list[int]:
    """Where they may go; nowhere if only coastal artillery is left, which cannot move (R48)."""
    if all(IS_BATTERY[unit] for unit in beaten(state, step)):
        return []
    return [hex_ for hex_, verdict in ways_out(state, step).items() if verdict in OPEN]


@rule("1.5-d", "3.1-c", "3.1-d", "3.1-g")
def costs_a_loss(state: NormandyState, step: Retreating, hex_: int) -> bool:
    """Whether a retreat into a hex costs a loss: it lies in an enemy zone, unless it is empty and
    an own unit that does not retreat with them has its zone there too (R15)."""
    if not maps.in_enemy_zone(state, hex_, step.side):
        return False
    if maps.THEATRE.has_own(state, hex_, step.side):
        return True
    beside = exerting(DRY_WAYS, GRID.neighbours[hex_], hex_)
    others = (unit for near in beside for unit in ground_in(state, near, step.side) if unit not in step.units)
    return not any(maps.zone_of(state, unit) for unit in others)


@rule("1.5-e", "1.4-bocage", "1.4-marsh", "1.4-city", "3.1-f2")
def may_stand(step: Retreating) -> bool:
    """Whether the defender may take a loss instead: in bocage, marsh and city (R13)."""
    return TERRAIN[step.hex] in CLOSE


@steps.alive(Retreating)
def somebody_is_left(state: NormandyState, step: Retreating) -> bool:
    return bool(beaten(state, step))


@steps.asks(Retreating)
@rule("1.5-c", "1.5-e")
def where_to(state: NormandyState, step: Retreating) -> Iterator[Decision[Any]]:
    """The owner chooses the hex for all of them, and whether they go at all where he may."""
    hexes = open_hexes(state, step)
    if len(hexes) + (may_stand(step) and bool(hexes)) > 1:
        side, place, told = side_name(step.side), hex_name(step.hex), board.unit_names(beaten(state, step))
        what = "retreat-or-stand" if may_stand(step) else "retreat"
        space = retreat_space(state, step, hexes)
        yield ask(state, ROLES[step.side], what, "1.5-c", space, waiting="retreat", side=side, place=place, units=told)


#: why a hex is closed to them -> the word of the refusal, and the rule
_CLOSED: Final = {
    Verdict.NO_WAY: ("no-way", "1.4-river"),
    Verdict.MARKED: ("enemy", "1.5-c"),
    Verdict.NO_ROOM: ("no-room", "STEP-4-e"),
    Verdict.NOT_AWAY: ("not-away", "1.5-c"),
}


def retreat_space(state: NormandyState, step: Retreating, hexes: Sequence[int]) -> OneOf:
    def why_not(hex_: int) -> Illegal:
        verdict = ways_out(state, step).get(hex_)
        word, rule_id = ("not-beside", "1.5-c") if verdict is None else _CLOSED[verdict]
        return WORDS.about_hex(f"retreat.{word}", hex_, rule_id)

    branches: dict[str, Space[Any]] = {
        "fall-back": Pick(FallBack, Level(WORDS.hex_things("1.5-c"), lambda: hexes, why_not))
    }
    if may_stand(step):
        branches["stand"] = Single(Stand())
    return OneOf(branches, (FallBack, Stand), lambda kind: WORDS.illegal("no-stand", "1.5-e"), WORDS.kind_name)


@steps.answer(Retreating, to=FallBack)
def fall_back(table: Table[NormandyState], step: Retreating, role: str, action: FallBack) -> None:
    go(table, step, hex_of(action.hex))


@steps.answer(Retreating, to=Stand)
@rule("1.5-e")
def stand(table: Table[NormandyState], step: Retreating, role: str, action: Stand) -> None:
    """One further loss, and they stay (R13)."""
    told = say("normandy.event.stand", units=board.unit_names(beaten(table.state, step)), place=hex_name(step.hex))
    table.tell(told, "1.5-e", (board.number(step.hex),))
    further_loss(table, step, beaten(table.state, step), "1.5-e")


@steps.does(Retreating)
@rule("1.5-c", "4.1-e")
def no_choice(table: Table[NormandyState], step: Retreating) -> None:
    """To the only hex there is; without one they stay, and take one further loss (R14, R48)."""
    hexes = open_hexes(table.state, step)
    if hexes:
        go(table, step, hexes[0])
        return
    there = beaten(table.state, step)
    told = say("normandy.event.blocked", units=board.unit_names(there), place=hex_name(step.hex))
    table.tell(told, "1.5-c", (board.number(step.hex),))
    further_loss(table, step, there, "1.5-c")


@rule("1.5-c", "1.5-d", "4.1-e")
def go(table: Table[NormandyState], step: Retreating, hex_: int) -> None:
    """All go one hex, at the price of a loss into an enemy zone; coastal artillery is left behind and lost (R48)."""
    state = table.state
    stack = beaten(state, step)
    going = [unit for unit in stack if not IS_BATTERY[unit]]
    costly = costs_a_loss(state, step, hex_)
    for unit in stack:
        if IS_BATTERY[unit]:
            occupation.destroy(table, unit, "4.1-e")
    names, where = board.unit_names(going), (board.number(step.hex), board.number(hex_))
    told = say("normandy.event.retreat", n=len(going), units=names, place=hex_name(step.hex), target=hex_name(hex_))
    table.tell(told, "1.5-c", where)
    if costly:
        table.push(Losses(step.side, hex_, tuple(going), 1, "1.5-d"))
    occupation.enter_together(table, going, hex_)


def further_loss(table: Table[NormandyState], step: Retreating, those: Sequence[int], rule_id: str) -> None:
    table.push(Losses(step.side, step.hex, tuple(those), 1, rule_id))


# the advance


@rule("1.5-f", "3.1-b")
def advancers(state: NormandyState, step: Advancing) -> list[int]:
    """The attackers that may move in when no enemy is left: over no river without a bridge (R53)."""
    if maps.has_enemy(state, step.hex, state.side):
        return []
    return [unit for unit in step.units if is_on_map(state, unit) and crossing(state.places[unit], step.hex) != "river"]


@rule("1.5-f", "STEP-4-e")
def advance_space(state: NormandyState, step: Advancing, able: Sequence[int]) -> Several[Advance]:
    """Some of them that have room together, or none."""

    def refuse(chosen: Sequence[int], unit: int) -> Illegal:
        if unit in chosen:
            return WORDS.named_twice(unit, "1.5-f")
        if unit in able:
            return WORDS.about_unit("no-room", unit, step.hex, "STEP-4-e")
        word, rule_id = ("river", "3.1-b") if unit in step.units else ("took-no-part", "1.5-f")
        return WORDS.about_unit(f"advance.{word}", unit, step.hex, rule_id)

    fits = partial(maps.fit, state, state.side, step.hex)
    return fighting.advance_space(WORDS, Advance, Advance, able, fits, STRENGTH.__getitem__, refuse, "1.5-f")


@steps.asks(Advancing)
@rule("1.5-f")
def who_advances(state: NormandyState, step: Advancing) -> Iterator[Decision[Any]]:
    """The attacker may move units that took part into the empty hex (R53)."""
    if able := advancers(state, step):
        side, place = side_name(state.side), hex_name(step.hex)
        yield ask(
            state, ROLES[state.side], "advance", "1.5-f", advance_space(state, step, able), side=side, place=place
        )


@steps.does(Advancing)
def nobody_advances(table: Table[NormandyState], step: Advancing) -> None:
    """The hex is still held, or nobody can go."""


@steps.answer(Advancing)
@rule("1.5-f", "VIC-2", "SUP-5")
def advance(table: Table[NormandyState], step: Advancing, role: str, action: Advance) -> None:
    """At no cost and whatever zones there are; it may take a Start hex (R53)."""
    chosen = [INDEX[name] for name in action.units]
    if chosen:
        names = board.unit_names(chosen)
        told = say("normandy.event.advance", n=len(chosen), units=names, place=hex_name(step.hex))
        table.tell(told, "1.5-f", (board.number(step.hex),))
    occupation.enter_together(table, chosen, step.hex)
