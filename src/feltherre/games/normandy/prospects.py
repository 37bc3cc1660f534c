"""Battles that can be seen coming: the one under way, and every attack that could be made now; and what a player may
not want though the rules allow it. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from feltherre.core.procedure import Desk
from feltherre.core.prospect import Prospect
from feltherre.games.normandy import board, combat, maps, movement, naval, opening, units
from feltherre.games.normandy.actions import Duel
from feltherre.games.normandy.battle import BARRED, Combat, ground_combat, tell_code
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, ground_in
from feltherre.games.normandy.steps import Gunfire
from feltherre.games.normandy.tables import GROUND
from feltherre.hexgame import actions as common
from feltherre.hexgame import prospects as seen_coming
from feltherre.hexgame import results
from feltherre.hexgame.counters import enemy_of
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
    attacks = {hex_: combat.able_units(state, hex_) for hex_ in sorted(combat.targets(state))}
    best = sorted(attacks, key=lambda hex_: _worth(state, hex_, attacks[hex_]), reverse=True)
    duels = naval.duels(state) if state.phase == "combat" else {}
    return [
        *(seen for hex_ in best for seen in _ground(state, hex_, attacks[hex_], could=True)),
        *(seen for hex_, those in duels.items() for seen in naval.seen(state, hex_, those, could=True)),
    ]


def foreseen(state: NormandyState, action: Any) -> list[Prospect]:
    """The chances of an attack or of fire before it is made."""
    if not isinstance(action, common.Attack | Duel):
        return []
    hex_, chosen = WORDS.hex_at(action.hex), [units.COUNTERS.number(unit) for unit in action.units]
    return _SEEN[type(action)](state, hex_, sorted(chosen), could=False) if is_known(hex_, *chosen) else []


def _weighed(state: NormandyState, hex_: int, chosen: Sequence[int]) -> tuple[Combat, Mapping[str, Any]] | None:
    """An attack as things stand, and what is known of it before the die; None if it is none."""
    seen = combat.situation(state, hex_, chosen)
    return None if seen is None or BARRED.first(seen) else (seen, ground_combat.assess(seen, telling=False).known)


def _worth(state: NormandyState, hex_: int, chosen: Sequence[int]) -> int:
    """What the enemy suffers in an attack, less what the attackers do, summed over the faces of the die."""
    weighed = _weighed(state, hex_, chosen)
    if weighed is None:
        return 0
    seen, known = weighed
    ways = GROUND.chances(GROUND.headings.index(known["odds"]), known["die_modifier"])
    return results.worth(ways, len(seen.attackers), len(seen.defenders))


def _ground(state: NormandyState, hex_: int, chosen: Sequence[int], could: bool) -> list[Prospect]:
    weighed = _weighed(state, hex_, chosen)
    if weighed is None:
        return []
    seen, known = weighed
    sets, odds = (chosen, ground_in(state, hex_, enemy_of(state.side))), known["odds"]
    title = seen_coming.title(WORDS, state.side, hex_, sets, {**known, "column": odds}, could)

    def tell(result: str, desk: Desk) -> None:
        tell_code(parse_result(result) or Code(), seen.terrain, desk)

    assumption = seen_coming.assumption(WORDS, could)
    return [seen_coming.battle(WORDS, hex_, title, ground_combat, seen, assumption, GROUND, odds, tell)]


_SEEN: Final = {GroundBattle: _ground, common.Attack: _ground, Gunfire: naval.seen, Duel: naval.seen}


# what a player may not want


def _strengths(state: NormandyState, hex_: int, chosen: Sequence[int]) -> tuple[int, int]:
    """(attack, defence) of an attack as things stand; nothing against nothing if it is none."""
    weighed = _weighed(state, hex_, chosen)
    return (0, 0) if weighed is None else (weighed[1]["attack_total"], weighed[1]["defence_total"])


def _of_end_reinforcement(state: NormandyState, side: int, action: common.EndReinforcement) -> Iterable[Any]:
    waiting = opening.due(state, side)
    could = [unit for unit in waiting if opening.entry_hexes(state, unit)]
    dropping = [unit for unit in opening.droppers(state, waiting) if opening.drop_hexes(state, unit)]
    return seen_coming.of_some(WORDS, "reinforcements", list(dict.fromkeys((*could, *dropping))))


def _of_end_movement(state: NormandyState, side: int, action: common.EndMovement) -> Iterable[Any]:
    if unmoved := len(list(movable(THEATRE, state, movement.fault, maps.movers_of(state)))):
        yield WORDS.warning("unmoved", n=unmoved)
    yield from seen_coming.of_some(WORDS, "at-base", movement.flyers(state))


def _of_end_combat(state: NormandyState, side: int, action: common.EndCombat) -> Iterable[Any]:
    """Attacks by all who could take part."""
    attacks = ((hex_, _strengths(state, hex_, combat.able_units(state, hex_))) for hex_ in combat.targets(state))
    return seen_coming.of_good_attacks(WORDS, sorted(one for one in attacks if one[1] != (0, 0)))


WARNINGS: Final[dict[type, Any]] = {
    common.Move: partial(seen_coming.of_march, THEATRE, values=board.VALUES),
    common.EndReinforcement: _of_end_reinforcement,
    common.EndMovement: _of_end_movement,
    common.EndCombat: _of_end_combat,
    common.Attack: lambda state, side, action: seen_coming.of_poor_odds(WORDS, action, partial(_strengths, state)),
}
