"""The combat phase (turn-4, 1.6-l): air combats first, then attacks in any order. How they end is in air_combat.py,
ground_combat.py and aftermath.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import units
from feltherre.games.winterwar.actions import AirCombat, Attack, EndCombat
from feltherre.games.winterwar.attack_spaces import AirCombatSpace, AttackSpace
from feltherre.games.winterwar.attackers import targets
from feltherre.games.winterwar.board import hex_of
from feltherre.games.winterwar.spaces import Branches
from feltherre.games.winterwar.state import WinterWarState, enemy_of, flying_over, ground_in
from feltherre.games.winterwar.steps import AirBattle, BattleOver, CombatPhase, GroundBattle, PartisanDie
from feltherre.games.winterwar.texts import hex_name, side_name, unit_names
from feltherre.games.winterwar.units import AIR_UNITS, INDEX, ROLES

KINDS: Final[dict[type, str]] = {AirCombat: "air-combat", Attack: "attack", EndCombat: "end-combat"}

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
    own = {places[unit] for unit in AIR_UNITS[state.side] if flown[unit]}
    if not own:
        return
    # (hex, whether it would have to be drawn in) of each enemy air unit
    enemies = {(places[unit], not flown[unit]) for unit in AIR_UNITS[enemy_of(state.side)]}
    for hex_ in sorted(own):
        choice = tuple(at_base for at_base in (False, True) if (hex_, at_base) in enemies)
        if choice and hex_ not in state.air_fought:
            yield hex_, choice


class CombatSpace(Branches):
    """An air combat, an attack, or the end of the phase."""

    def __init__(self, branches: dict[str, Space[Any]]) -> None:
        super().__init__(branches, KINDS, lambda kind: _closed(kind, branches))


def _closed(kind: str, branches: dict[str, Space[Any]]) -> Illegal:
    if kind == "air-combat":
        return Illegal(say("winterwar.illegal.air.none"), "1.6-l")
    if list(branches) == ["air-combat"]:
        return Illegal(say("winterwar.illegal.air-first"), "1.6-l")
    return Illegal(say("winterwar.illegal.attack.none"), "turn-4-b")


class CombatPhaseRules(StepRules[WinterWarState, CombatPhase]):
    asks = True

    @rule("turn-4-a", "turn-4-b", "1.6-l")
    def decisions(self, state: WinterWarState, step: CombatPhase) -> Sequence[Decision[Any]]:
        """Air combats come first (1.6-l); then the side attacks in any order, as often as it likes or not at all
        (turn-4-a, turn-4-b)."""
        if step.stage == BEGIN:
            return ()
        due = air_combats_due(state)
        if due:
            space: Space[Any] = AirCombatSpace(state, due, targets(state))
            if space.only() is not None:
                return ()
            return (_decision(state, "air", "1.6-l", CombatSpace({"air-combat": space})),)
        branches = _branches(state, step)
        return (_decision(state, "combat", "turn-4-a", CombatSpace(branches)),) if len(branches) > 1 else ()

    def proceed(self, table: Table[WinterWarState], step: CombatPhase) -> None:
        """The phase begins; or there is only one air combat to fight; or nothing can be attacked any more."""
        state = table.state
        due = air_combats_due(state)
        state.phase = "air" if due else "combat"
        if step.stage == BEGIN:
            table.push(CombatPhase(AIR))
        elif due:
            only = AirCombatSpace(state, due, targets(state)).only()
            assert only is not None
            fight_in_the_air(table, only)

    def answer(self, table: Table[WinterWarState], step: CombatPhase, role: str, action: Any) -> None:
        if isinstance(action, AirCombat):
            fight_in_the_air(table, action)
        elif isinstance(action, Attack):
            attack(table, action)
        else:
            table.tell(say("winterwar.event.combat-over", side=side_name(table.state.side)), "turn-4-a")


def _branches(state: WinterWarState, step: CombatPhase) -> dict[str, Space[Any]]:
    """What may be done when no air combat is due; one that is open is fought before the first attack (R60)."""
    branches: dict[str, Space[Any]] = {}
    attackable = targets(state)
    if step.stage == AIR and (meetings := air_combats_open(state)):
        branches["air-combat"] = AirCombatSpace(state, meetings, attackable)
    if attackable:
        branches["attack"] = AttackSpace(state, attackable)
    branches["end-combat"] = Single(EndCombat())
    return branches


def _decision(state: WinterWarState, what: str, rule_id: str, space: Space[Any]) -> Decision[Any]:
    role, side = ROLES[state.side], side_name(state.side)
    prompt, wait = say(f"winterwar.prompt.{what}", side=side), say(f"winterwar.wait.{what}", side=side)
    return Decision(decision_id(state, role), role, prompt, rule_id, space, wait)


@rule("1.6-l", "1.6-g", "1.6-k")
def fight_in_the_air(table: Table[WinterWarState], action: AirCombat) -> None:
    """All air units over the hex fight, those at base there if the attacker wishes (R37); the units he names are to
    attack the hex afterwards, and nothing else (R60)."""
    state = table.state
    hex_, enemy = hex_of(action.hex), enemy_of(state.side)
    own = flying_over(state, hex_, state.side)
    drawn_in = [u for u in AIR_UNITS[enemy] if state.places[u] == hex_ and (state.flown[u] or action.with_based)]
    named = [INDEX[name] for name in action.units]
    for unit in named:
        state.pledged[unit] = hex_
    state.air_fought.append(hex_)
    table.tell(
        say(
            "winterwar.event.air-combat",
            place=hex_name(hex_),
            attackers=unit_names(own),
            defenders=unit_names(drawn_in),
        ),
        "1.6-l",
        (action.hex,),
    )
    if named:
        text = say("winterwar.event.pledged", n=len(named), place=hex_name(hex_), units=unit_names(named))
        table.tell(text, "1.6-l", (action.hex,))
    table.push(AirBattle(hex_, tuple(own), tuple(drawn_in)), BattleOver(hex_, tuple(own)), CombatPhase())


@rule("turn-4-b", "turn-4-c", "turn-4-e", "2.1-l")
def attack(table: Table[WinterWarState], action: Attack) -> None:
    """An attack is declared: those that take part have attacked (turn-4-e), and the strength of partisans on both
    sides is thrown for (2.1-l, R43)."""
    state = table.state
    hex_ = hex_of(action.hex)
    chosen = tuple(sorted(INDEX[name] for name in action.units))
    for unit in chosen:
        state.attacked[unit] = 1
    defenders = ground_in(state, hex_, enemy_of(state.side))
    table.tell(
        say(
            "winterwar.event.attack",
            side=side_name(state.side),
            place=hex_name(hex_),
            attackers=unit_names(chosen),
            defenders=unit_names(defenders),
        ),
        "turn-4-b",
        (action.hex,),
    )
    unknown = [u for u in (*chosen, *defenders) if units.IS_PARTISAN[u] and not state.strengths[u]]
    table.push(
        *(PartisanDie(unit) for unit in unknown),
        GroundBattle(hex_, chosen),
        BattleOver(hex_, chosen, on_ground=True),
        CombatPhase(GROUND),
    )


STEPS: Final[dict[type[Step], StepRules[WinterWarState, Any]]] = {CombatPhase: CombatPhaseRules()}
