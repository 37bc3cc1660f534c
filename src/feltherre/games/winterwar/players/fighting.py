"""The combat phase: which attack to make next, and what to say before an air combat (turn-4, 1.6-l, R60)."""

from __future__ import annotations

from collections.abc import Callable

from feltherre.core.text import Text, say
from feltherre.games.winterwar import attackers, board, combat, texts, units
from feltherre.games.winterwar.actions import AirCombat, Attack, EndCombat
from feltherre.games.winterwar.players.asking import attack, named, offers
from feltherre.games.winterwar.players.assault import Assault, best_set
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.odds import heading
from feltherre.games.winterwar.state import WinterWarState
from feltherre.players.player import Position

#: what a hex is worth to the attacker besides the town in it
HexWorth = Callable[[int], float]


def no_worth(hex_: int) -> float:
    return 0.0


def attack_on(field: Field, hex_: int, more: float) -> Assault | None:
    """The best attack on a hex by those who may take part in it now."""
    able = attackers.able_units(field.state, hex_)
    ground = [unit for unit in able if not units.IS_AIR[unit]]
    air = [unit for unit in able if units.IS_AIR[unit]]
    return best_set(field, field.state.side, hex_, ground, air, more)


def best_attack(field: Field, worth: HexWorth = no_worth) -> Assault | None:
    """The attack that brings most, of all that can be made now."""
    found = [attack_on(field, hex_, worth(hex_)) for hex_ in attackers.targets(field.state)]
    return max((assault for assault in found if assault is not None), key=lambda one: one.gain, default=None)


def choose_combat(
    position: Position, state: WinterWarState, least: float, worth: HexWorth = no_worth
) -> tuple[Attack | AirCombat | EndCombat, Text]:
    """Attack while an attack brings more than `least`."""
    field = Field(state)
    if offers(position, "air-combat") and not offers(position, "end-combat"):
        return _air_combat(field, worth)
    best = best_attack(field, worth)
    if best is None or best.gain <= least:
        return EndCombat(), say("winterwar.why.no-attack")
    return attack(best.hex, (*best.ground, *best.air)), _why_attack(field, best)


def _why_attack(field: Field, best: Assault) -> Text:
    return say(
        "winterwar.why.attack",
        place=texts.hex_name(best.hex),
        odds=heading(field.tables, best.attack, best.defence),
        chance=round(100 * best.forecast.won),
    )


def _air_combat(field: Field, worth: HexWorth) -> tuple[AirCombat, Text]:
    """It must be fought; whoever would attack the hex is named for it (R60)."""
    hex_, choice = next(iter(combat.air_combats_due(field.state).items()))
    best = attack_on(field, hex_, worth(hex_)) if hex_ in attackers.targets(field.state) else None
    chosen = best.ground if best is not None and best.gain > 0 else ()
    why = say("winterwar.why.air-combat", place=texts.hex_name(hex_))
    return AirCombat(board.number(hex_), named(chosen), choice[0]), why
