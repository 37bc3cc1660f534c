"""Battles that can be seen coming: the one under way, air combats ahead, and every attack that could be made now; and
what a player may not want though the rules allow it. It all lies open on the map, so every seat sees the same. Warnings
are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from feltherre.core.procedure import Desk
from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, battle, board, combat, maps, movement, opening, units
from feltherre.games.winterwar.board import WORDS, side_name, unit_names
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.procedures.combat import air_outcome, tell_code, tell_outcome
from feltherre.games.winterwar.state import WinterWarState, flying_over, ground_in, units_in
from feltherre.games.winterwar.steps import AirBattle
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH, tables_of
from feltherre.games.winterwar.units import IS_AIR
from feltherre.hexgame import actions as common
from feltherre.hexgame import prospects as seen_coming
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.steps import GroundBattle

#: phases in which attacks can be seen coming
_AHEAD: Final = ("movement", "air", "combat")
#: the strength a partisan has on average, before its die (2.1-m)
MIDDLING: Final = sorted(PARTISAN_STRENGTH.values())[len(PARTISAN_STRENGTH) // 2]


def prospects(state: WinterWarState) -> list[Prospect]:
    """The battle whose die is to be thrown; else air combats ahead, and attacks that are open to the side in turn."""
    if state.phase not in _AHEAD:
        return []
    battles = [step for step in reversed(state.agenda) if isinstance(step, AirBattle | GroundBattle)]
    if battles:
        return [seen for step in battles for seen in _battle(state, step)]
    meetings = {**combat.air_combats_due(state), **combat.air_combats_open(state)}
    air = [_air(state, hex_, drawn_in, could=True) for hex_, choices in meetings.items() for drawn_in in choices]
    attacks = FORESIGHT.open_attacks(state)
    return air + [seen for hex_, those in attacks.items() for seen in _ground(state, hex_, those, could=True)]


def foreseen(state: WinterWarState, action: Any) -> list[Prospect]:
    """The battle that an answer begins, with the units it names; a partisan's die comes before it."""
    match action:
        case common.Attack():
            return _ground(state, board.hex_of(action.hex), units.COUNTERS.numbers_of(action.units))
        case actions.AirCombat():
            return [_air(state, board.hex_of(action.hex), action.with_based, could=False)]
        case _:
            return []


def _weighed(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> seen_coming.Weighed:
    """An attack as things stand, and what is known of it before the die; a partisan whose die is not thrown counts the
    middling strength."""
    if unknown := _unthrown(state, hex_, chosen):
        state = state.clone()
        for unit in unknown:
            state.strengths[unit] = MIDDLING
    seen = battle.situation(state, hex_, chosen)
    known = battle.ground_procedure(state).assess(seen, telling=False).known
    strengths, there = (known["attack_total"], known["defence_total"]), ground_in(state, hex_, enemy_of(state.side))
    return seen_coming.Weighed(seen, *strengths, known["column"], known["modifier"], len(chosen), len(there))


def _unthrown(state: WinterWarState, hex_: int, chosen: Sequence[int]) -> list[int]:
    """The partisans in an attack whose die is not thrown."""
    fighting = (*chosen, *ground_in(state, hex_, enemy_of(state.side)))
    return [unit for unit in fighting if units.IS_PARTISAN[unit] and not state.strengths[unit]]


def _battle(state: WinterWarState, step: AirBattle | GroundBattle) -> list[Prospect]:
    if isinstance(step, GroundBattle):
        return _ground(state, step.hex, step.units)
    return [_air_combat(state, step.hex, step.attackers, step.defenders)]


# on the ground


def defenders(state: WinterWarState, hex_: int, side: int) -> list[int]:
    """All of a side in a hex; air units at their base take no part (R37)."""
    return [unit for unit in units_in(state, hex_, side) if not IS_AIR[unit] or state.flown[unit]]


FORESIGHT: Final = seen_coming.Foresight(
    *(WORDS, combat.targets, combat.able_units, defenders, _weighed),
    by=lambda state: (battle.ground_procedure(state), tables_of(state.rules.tables).ground),
    tell=lambda state, hex_: partial(tell_code, loss_numbers=state.rules.loss_numbers),
)


def _ground(state: WinterWarState, hex_: int, chosen: Sequence[int], could: bool = False) -> list[Prospect]:
    unknown = _unthrown(state, hex_, chosen)
    middling = say("winterwar.odds.partisans", units=unit_names(unknown), strength=MIDDLING) if unknown else None
    return FORESIGHT.prospects(state, hex_, chosen, could, middling)


# in the air


def _air(state: WinterWarState, hex_: int, drawn_in: bool, could: bool) -> Prospect:
    enemy = enemy_of(state.side)
    there = [unit for unit in units_in(state, hex_, enemy) if IS_AIR[unit] and (state.flown[unit] or drawn_in)]
    return _air_combat(state, hex_, flying_over(state, hex_, state.side), there, could)


def _air_combat(
    state: WinterWarState, hex_: int, attackers: Sequence[int], defenders: Sequence[int], could: bool = False
) -> Prospect:
    by, seen, table = (
        battle.air_procedure(state),
        battle.air_situation(state, hex_, attackers, defenders),
        tables_of(state.rules.tables).air,
    )
    known = by.assess(seen).known
    title = say(
        "winterwar.odds.could-fight-in-air" if could else "winterwar.odds.air",
        side=side_name(state.side),
        place=board.hex_name(hex_),
        attackers=unit_names(attackers),
        defenders=unit_names(defenders),
        difference=known["differential"],
    )

    def tell(result: str, desk: Desk) -> None:
        tell_outcome(result, air_outcome(result, len(seen.attackers), len(seen.defenders)), desk)

    assumption = say("winterwar.odds.as-it-stands")
    return seen_coming.battle(WORDS, hex_, title, by, seen, assumption, table, known["column"], tell)


# what a player may not want


_OF_MOVE: Final = partial(seen_coming.of_march, THEATRE, values=board.TOWN_VALUE)


def _of_end_reinforcement(state: WinterWarState, side: int, action: common.EndReinforcement) -> Iterable[Text]:
    waiting = [unit for unit in opening.due(state, side) if opening.entry_hexes(state, unit)]
    return seen_coming.of_some(WORDS, "reinforcements", waiting)


def _of_end_movement(state: WinterWarState, side: int, action: common.EndMovement) -> Iterable[Text]:
    if unmoved := len(list(movement.movable(state))):
        yield WORDS.warning("unmoved", n=unmoved)
    at_base = [unit for unit in movement.flyers(state) if movement.missions(state, unit)]
    yield from seen_coming.of_some(WORDS, "at-base", at_base)


WARNINGS: Final[dict[type, Callable[[WinterWarState, int, Any], Iterable[Text]]]] = {
    common.Move: _OF_MOVE,
    actions.ForceMove: _OF_MOVE,
    # units without a line at their first check, as far as it can be seen now
    common.EndSetup: lambda state, side, _: seen_coming.of_some(WORDS, "setup-cut-off", maps.without_line(state, side)),
    common.EndReinforcement: _of_end_reinforcement,
    common.EndMovement: _of_end_movement,
    common.EndCombat: FORESIGHT.of_end_combat,
    common.Attack: FORESIGHT.of_attack,
}
