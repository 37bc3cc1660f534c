"""The combat phase (turn-4, 1.6-l): air combats first, then attacks in any order. How they end is in air_combat.py,
ground_combat.py and aftermath.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import attack_spaces, attackers, board, texts, units
from feltherre.games.winterwar.actions import AirCombat, Attack, EndCombat
from feltherre.games.winterwar.state import WinterWarState, enemy_of, flying_over, ground_in
from feltherre.games.winterwar.steps import AirBattle, BattleOver, CombatPhase, GroundBattle, PartisanDie, steps

#: the stages of the step
BEGIN, AIR, GROUND = "begin", "air", "ground"

#: hex -> what the attacker may say about air units at base there: leave them out (False), draw them in (True)
Meetings = dict[int, tuple[bool, ...]]


@rule("1.6-l", "1.4-i", "1.6-k")
def air_combats_due(state: WinterWarState) -> Meetings:
    """Where air units of both sides are in flight over a hex and have not fought: they must (1.6-l, R37)."""
    return {hex_: choice for hex_, choice in _meetings(state) if False in choice}


@rule("1.6-l")
def air_combats_open(state: WinterWarState) -> Meetings:
    """Where the attacker may draw in enemy air units at their base, with nobody else in the air (R37)."""
    return {hex_: choice for hex_, choice in _meetings(state) if False not in choice}


def _meetings(state: WinterWarState) -> Iterator[tuple[int, tuple[bool, ...]]]:
    places, flown = state.places, state.flown
    own = {places[unit] for unit in units.AIR_UNITS[state.side] if flown[unit]}
    if not own:
        return
    # (hex, whether it would have to be drawn in) of each enemy air unit
    enemies = {(places[unit], not flown[unit]) for unit in units.AIR_UNITS[enemy_of(state.side)]}
    for hex_ in sorted(own):
        choice = tuple(at_base for at_base in (False, True) if (hex_, at_base) in enemies)
        if choice and hex_ not in state.air_fought:
            yield hex_, choice


def _space(branches: dict[str, Space[Any]]) -> OneOf:
    """An air combat, an attack, or the end of the phase."""

    def closed(kind: str) -> Illegal:
        if kind == "air-combat":
            return Illegal(say("winterwar.illegal.air.none"), "1.6-l")
        if list(branches) == ["air-combat"]:
            return Illegal(say("winterwar.illegal.air-first"), "1.6-l")
        return Illegal(say("winterwar.illegal.attack.none"), "turn-4-b")

    return OneOf(branches, (AirCombat, Attack, EndCombat), closed, texts.kind_name)


@steps.asks(CombatPhase)
@rule("turn-4-a", "turn-4-b", "1.6-l")
def attack_or_end(state: WinterWarState, step: CombatPhase) -> Iterator[Decision[Any]]:
    """Air combats come first (1.6-l); then the side attacks in any order, as often as it likes or not at all
    (turn-4-a, turn-4-b)."""
    if step.stage == BEGIN:
        return
    role, side = units.ROLES[state.side], texts.side_name(state.side)
    if due := air_combats_due(state):
        space = attack_spaces.air_combat_space(state, due, attackers.targets(state))
        if space.only() is None:
            yield ask(state, role, "air", "1.6-l", _space({"air-combat": space}), side=side)
    elif len(branches := _branches(state, step)) > 1:
        yield ask(state, role, "combat", "turn-4-a", _space(branches), side=side)


@steps.does(CombatPhase)
def begin_or_end(table: Table[WinterWarState], step: CombatPhase) -> None:
    """The phase begins; or there is only one air combat to fight; or nothing can be attacked any more."""
    state = table.state
    due = air_combats_due(state)
    state.phase = "air" if due else "combat"
    if step.stage == BEGIN:
        table.push(CombatPhase(AIR))
    elif due:
        only = attack_spaces.air_combat_space(state, due, attackers.targets(state)).only()
        assert only is not None
        fight_in_the_air(table, step, units.ROLES[state.side], only)


@steps.answer(CombatPhase, to=EndCombat)
def end_combat(table: Table[WinterWarState], step: CombatPhase, role: str, action: EndCombat) -> None:
    table.tell(say("winterwar.event.combat-over", side=texts.side_name(table.state.side)), "turn-4-a")


def _branches(state: WinterWarState, step: CombatPhase) -> dict[str, Space[Any]]:
    """What may be done when no air combat is due; one that is open is fought before the first attack (R60)."""
    branches: dict[str, Space[Any]] = {}
    attackable = attackers.targets(state)
    if step.stage == AIR and (meetings := air_combats_open(state)):
        branches["air-combat"] = attack_spaces.air_combat_space(state, meetings, attackable)
    if attackable:
        branches["attack"] = attack_spaces.attack_space(state, attackable)
    branches["end-combat"] = Single(EndCombat())
    return branches


@steps.answer(CombatPhase, to=AirCombat)
@rule("1.6-l", "1.6-g", "1.6-k")
def fight_in_the_air(table: Table[WinterWarState], step: CombatPhase, role: str, action: AirCombat) -> None:
    """All air units over the hex fight, those at base there if the attacker wishes (R37); the units he names are to
    attack the hex afterwards, and nothing else (R60)."""
    state = table.state
    hex_, enemy = board.hex_of(action.hex), enemy_of(state.side)
    own = flying_over(state, hex_, state.side)
    drawn_in = [u for u in units.AIR_UNITS[enemy] if state.places[u] == hex_ and (state.flown[u] or action.with_based)]
    named = [units.INDEX[name] for name in action.units]
    for unit in named:
        state.pledged[unit] = hex_
    state.air_fought.append(hex_)
    both = {"attackers": texts.unit_names(own), "defenders": texts.unit_names(drawn_in)}
    table.tell(say("winterwar.event.air-combat", place=texts.hex_name(hex_), **both), "1.6-l", (action.hex,))
    if named:
        text = say("winterwar.event.pledged", n=len(named), place=texts.hex_name(hex_), units=texts.unit_names(named))
        table.tell(text, "1.6-l", (action.hex,))
    table.push(AirBattle(hex_, tuple(own), tuple(drawn_in)), BattleOver(hex_, tuple(own)), CombatPhase())


@steps.answer(CombatPhase, to=Attack)
@rule("turn-4-b", "turn-4-c", "turn-4-e", "2.1-l")
def attack(table: Table[WinterWarState], step: CombatPhase, role: str, action: Attack) -> None:
    """An attack is declared: those that take part have attacked (turn-4-e), and the strength of partisans on both
    sides is thrown for (2.1-l, R43)."""
    state = table.state
    hex_ = board.hex_of(action.hex)
    chosen = tuple(sorted(units.INDEX[name] for name in action.units))
    for unit in chosen:
        state.attacked[unit] = 1
    defenders = ground_in(state, hex_, enemy_of(state.side))
    both = {"attackers": texts.unit_names(chosen), "defenders": texts.unit_names(defenders)}
    text = say("winterwar.event.attack", side=texts.side_name(state.side), place=texts.hex_name(hex_), **both)
    table.tell(text, "turn-4-b", (action.hex,))
    unknown = [u for u in (*chosen, *defenders) if units.IS_PARTISAN[u] and not state.strengths[u]]
    table.push(
        *(PartisanDie(unit) for unit in unknown),
        GroundBattle(hex_, chosen),
        BattleOver(hex_, chosen, on_ground=True),
        CombatPhase(GROUND),
    )
