"""Battles that can be seen coming: the one under way, and every attack that could be made now; and what a player may
not want though the rules allow it. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from feltherre.core.procedure import Desk
from feltherre.core.prospect import Prospect
from feltherre.games.normandy import board, combat, maps, movement, naval, opening, units
from feltherre.games.normandy.actions import Duel
from feltherre.games.normandy.battle import BARRED, ground_combat, tell_code
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, ground_in
from feltherre.games.normandy.steps import Gunfire
from feltherre.games.normandy.tables import GROUND
from feltherre.hexgame import actions as common
from feltherre.hexgame import prospects as seen_coming
from feltherre.hexgame.marching import movable
from feltherre.hexgame.results import Code, parse_result
from feltherre.hexgame.steps import GroundBattle
from feltherre.hexgame.words import is_known


def prospects(state: NormandyState) -> list[Prospect]:
    """The battle whose die is to be thrown; else the attacks that are open to the side in turn, the best first, and the
    fire between ships and coastal artillery."""
    for step in reversed(state.agenda):
        if isinstance(step, GroundBattle | Gunfire):
            return _SEEN[type(step)](state, step.hex, step.units, could=False)
    if state.phase not in ("movement", "combat"):
        return []
    duels = naval.duels(state) if state.phase == "combat" else {}
    attacks = FORESIGHT.open_attacks(state)
    return [
        *(seen for hex_, those in attacks.items() for seen in FORESIGHT.prospects(state, hex_, those, could=True)),
        *(seen for hex_, those in duels.items() for seen in naval.seen(state, hex_, those, could=True)),
    ]


def foreseen(state: NormandyState, action: Any) -> list[Prospect]:
    """The chances of an attack or of fire before it is made."""
    if not isinstance(action, common.Attack | Duel):
        return []
    hex_, chosen = WORDS.hex_at(action.hex), [units.COUNTERS.number(unit) for unit in action.units]
    return _SEEN[type(action)](state, hex_, sorted(chosen), could=False) if is_known(hex_, *chosen) else []


def _weighed(state: NormandyState, hex_: int, chosen: Sequence[int]) -> seen_coming.Weighed | None:
    """An attack as things stand, and what is known of it before the die; None if it is none."""
    seen = combat.situation(state, hex_, chosen)
    if seen is None or BARRED.first(seen):
        return None
    known = ground_combat.assess(seen, telling=False).known
    strengths = known["attack_total"], known["defence_total"]
    return seen_coming.Weighed(
        seen, *strengths, known["odds"], known["die_modifier"], len(seen.attackers), len(seen.defenders)
    )


def _tell(state: NormandyState, hex_: int) -> Callable[[str, Desk], None]:
    return lambda result, desk: tell_code(parse_result(result) or Code(), board.TERRAIN[hex_], desk)


FORESIGHT: Final = seen_coming.Foresight(
    *(WORDS, combat.targets, combat.able_units, ground_in, _weighed),
    by=lambda state: (ground_combat, GROUND),
    tell=_tell,
)
_SEEN: Final = {
    **dict.fromkeys((GroundBattle, common.Attack), FORESIGHT.prospects),
    **dict.fromkeys((Gunfire, Duel), naval.seen),
}


# what a player may not want


def _of_end_reinforcement(state: NormandyState, side: int, action: common.EndReinforcement) -> Iterable[Any]:
    waiting = opening.due(state, side)
    could = [unit for unit in waiting if opening.entry_hexes(state, unit)]
    dropping = [unit for unit in opening.droppers(state, waiting) if opening.drop_hexes(state, unit)]
    yield from seen_coming.of_some(WORDS, "reinforcements", list(dict.fromkeys((*could, *dropping))))
    yield from seen_coming.of_some(WORDS, "drop-lapses", dropping)


def _of_end_movement(state: NormandyState, side: int, action: common.EndMovement) -> Iterable[Any]:
    if unmoved := len(list(movable(THEATRE, state, movement.fault, maps.movers_of(state)))):
        yield WORDS.warning("unmoved", n=unmoved)
    yield from seen_coming.of_some(WORDS, "at-base", movement.flyers(state))


WARNINGS: Final[dict[type, Any]] = {
    common.Move: partial(seen_coming.of_march, THEATRE, values=board.VALUES),
    common.EndReinforcement: _of_end_reinforcement,
    common.EndMovement: _of_end_movement,
    common.EndCombat: FORESIGHT.of_end_combat,
    common.Attack: FORESIGHT.of_attack,
}
