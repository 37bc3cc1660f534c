"""After an attack (1.5-b to 1.5-f): losses spread by their owner, retreat or a loss instead of it, advance into a hex
that was won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Decision, OneOf
from feltherre.core.table import Table
from feltherre.games.normandy import maps, occupation
from feltherre.games.normandy.board import DRY_WAYS, GRID, TERRAIN, WORDS, crossing, hex_of
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.outcome import STAYS, may_stand, zone_costs
from feltherre.games.normandy.state import NormandyState, ground_in, left
from feltherre.games.normandy.steps import steps
from feltherre.games.normandy.units import IS_BATTERY, STRENGTH
from feltherre.ground.hexes.reasons import Retreat as Verdict
from feltherre.ground.hexes.reasons import RetreatOption
from feltherre.ground.hexes.zones import exerting
from feltherre.hexgame import aftermath as after_fights
from feltherre.hexgame import fighting
from feltherre.hexgame.actions import FallBack, Stand
from feltherre.hexgame.aftermath import still_in
from feltherre.hexgame.counters import is_on_map
from feltherre.hexgame.steps import Advancing, Losses, Retreating

# losses


@rule("1.5-b", "3.1-d2")
def bears(state: NormandyState, step: Losses) -> dict[int, int]:
    """Who is left of those that fought -> how many losses each can take (R35); one alone takes no more than there
    are."""
    those = {unit: left(state, unit) for unit in step.units if is_on_map(state, unit)}
    return {unit: min(n, step.count) for unit, n in those.items()} if len(those) == 1 else those


# the owner spreads them as he likes; one unit takes them all, and what is beyond all can bear is ignored (R35)
for noted in after_fights.losses(
    *(steps, WORDS),
    bears=bears,
    outlasts=lambda state, unit: left(state, unit) - 1,
    lose=occupation.lose,
    what=lambda state, step: "losses",
):
    rule_of(__name__, "1.5-b", "3.1-d2")(noted)


# retreat, or a loss instead


@rule("1.5-c", "1.4-river")
def options(state: NormandyState, step: Retreating) -> list[RetreatOption]:
    """The hexes beside the beaten, and what a retreat of all of them means: away from the attackers, over no river
    without a bridge, where the whole stack has room, a battery in it counted too (R14)."""
    stack = still_in(state, step)
    return fighting.retreat_hexes(THEATRE, state, step.side, step.hex, DRY_WAYS, step.attackers, stack)


def open_hexes(state: NormandyState, step: Retreating) -> list[int]:
    """Where they may go; nowhere if only coastal artillery is left, which cannot move (R48)."""
    if all(IS_BATTERY[unit] for unit in still_in(state, step)):
        return []
    return [option.hex for option in options(state, step) if option.allowed]


@rule("1.5-d", "3.1-g")
def costs_a_loss(state: NormandyState, step: Retreating, hex_: int) -> bool:
    """Whether a retreat into a hex costs a loss, by the zones there."""
    beside = exerting(DRY_WAYS, GRID.neighbours[hex_], hex_)
    others = (unit for near in beside for unit in ground_in(state, near, step.side) if unit not in step.units)
    own_zone = any(maps.zone_of(state, unit) is DRY_WAYS for unit in others)
    enemy_zone, own_units = maps.in_enemy_zone(state, hex_, step.side), THEATRE.has_own(state, hex_, step.side)
    return zone_costs(enemy_zone, own_units, own_zone, state.rules.zoc_cancel)


@steps.alive(Retreating)
def somebody_is_left(state: NormandyState, step: Retreating) -> bool:
    return bool(still_in(state, step))


@steps.asks(Retreating)
@rule("1.5-c", "1.5-e")
def where_to(state: NormandyState, step: Retreating) -> Iterator[Decision[Any]]:
    """The owner chooses the hex for all of them, and whether they go at all where he may."""
    hexes, stands = open_hexes(state, step), may_stand(TERRAIN[step.hex])
    if len(hexes) + (stands and bool(hexes)) > 1:
        what, space = "retreat-or-stand" if stands else "retreat", retreat_space(state, step, hexes)
        told = {"place": step.hex, "units": still_in(state, step)}
        yield WORDS.ask(state, step.side, what, "1.5-c", space, "retreat", **told)


#: why a hex is closed to them -> the word of the refusal, and the rule
_CLOSED: Final = {
    Verdict.NO_WAY: ("no-way", "1.4-river"),
    Verdict.MARKED: ("enemy", "1.5-c"),
    Verdict.NO_ROOM: ("no-room", "STEP-4-e"),
    Verdict.NOT_AWAY: ("not-away", "1.5-c"),
}


def retreat_space(state: NormandyState, step: Retreating, hexes: Sequence[int]) -> OneOf:
    def why_not(hex_: int) -> Illegal:
        verdicts = {option.hex: option.verdict for option in options(state, step)}
        word, rule_id = _CLOSED[verdicts[hex_]] if hex_ in verdicts else ("not-beside", "1.5-c")
        return WORDS.about_hex(f"retreat.{word}", hex_, rule_id)

    return fighting.fall_back_or_stand(
        WORDS, hexes, why_not, may_stand(TERRAIN[step.hex]), lambda kind: WORDS.illegal("no-stand", "1.5-e"), "1.5-c"
    )


@steps.answer(Retreating, to=FallBack)
def fall_back(table: Table[NormandyState], step: Retreating, role: str, action: FallBack) -> None:
    go(table, step, hex_of(action.hex))


@steps.answer(Retreating, to=Stand)
@rule("1.5-e")
def stand(table: Table[NormandyState], step: Retreating, role: str, action: Stand) -> None:
    """One further loss, and they stay (R13)."""
    further_loss(table, step, "stand", "1.5-e")


@steps.does(Retreating)
@rule("1.5-c", "4.1-e")
def no_choice(table: Table[NormandyState], step: Retreating) -> None:
    """To the only hex there is; without one they stay, and take one further loss (R14, R48)."""
    hexes = open_hexes(table.state, step)
    if hexes:
        go(table, step, hexes[0])
    else:
        further_loss(table, step, "blocked", "1.5-c")


@rule("1.5-c", "1.5-d", "4.1-e")
def go(table: Table[NormandyState], step: Retreating, hex_: int) -> None:
    """All go one hex, at the price of a loss into an enemy zone: those it destroys are shut in, and do not get there
    (R14). Coastal artillery is left behind and lost (R48)."""
    state = table.state
    stack = still_in(state, step)
    going = [unit for unit in stack if not IS_BATTERY[unit]]
    costly = costs_a_loss(state, step, hex_)
    shut_in = costly and sum(left(state, unit) for unit in going) == 1
    for unit in stack:
        if IS_BATTERY[unit]:
            occupation.destroy(table, unit, "4.1-e")
    told = {"n": len(going), "units": going, "place": step.hex, "target": hex_}
    WORDS.tell(table, "shut-in" if shut_in else "retreat", "1.5-d" if shut_in else "1.5-c", (step.hex, hex_), **told)
    if costly:
        table.push(Losses(step.side, step.hex if shut_in else hex_, tuple(going), 1, "1.5-d"))
    if not shut_in:
        occupation.enter_together(table, going, hex_)


def further_loss(table: Table[NormandyState], step: Retreating, key: str, rule_id: str) -> None:
    """They stay, and take one."""
    those = still_in(table.state, step)
    WORDS.tell(table, key, rule_id, [step.hex], units=those, place=step.hex)
    table.push(Losses(step.side, step.hex, tuple(those), 1, rule_id))


# the advance


@rule("1.5-f")
def advancers(state: NormandyState, step: Advancing) -> list[int]:
    """The attackers that may move in when no enemy is left: over no river without a bridge (R53)."""
    if maps.has_enemy(state, step.hex, state.side):
        return []
    return [
        unit
        for unit in step.units
        if is_on_map(state, unit) and not STAYS.first(crossing(state.places[unit], step.hex))
    ]


@rule("1.5-f", "3.1-b", "STEP-4-e")
def why_not_in(state: NormandyState, step: Advancing, unit: int) -> Illegal:
    """Why a unit does not move in, or not with the others."""
    if unit in advancers(state, step):
        return WORDS.about_unit("no-room", unit, step.hex, "STEP-4-e")
    word, rule_id = ("river", "3.1-b") if unit in step.units else ("took-no-part", "1.5-f")
    return WORDS.about_unit(f"advance.{word}", unit, step.hex, rule_id)


# the attacker may move units that took part into the empty hex, at no cost and whatever zones there are; it may take a
# Start hex (R53)
for noted in after_fights.advance(
    *(steps, WORDS, "1.5-f"),
    able=advancers,
    fits=lambda state, hex_, chosen: maps.fit(state, state.side, hex_, chosen),
    strength=lambda state, unit: STRENGTH[unit],
    refuse=why_not_in,
    enter=occupation.enter_together,
):
    rule_of(__name__, "1.5-f", "VIC-2", "SUP-5")(noted)
