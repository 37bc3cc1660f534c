"""What is asked in the middle of a turn, answered as any sensible officer would."""

from __future__ import annotations

from typing import Any

from feltherre.core.space import ListSpace
from feltherre.core.text import NO_REASON, Text, say
from feltherre.games.civilwar.evading import AWAY, Evade
from feltherre.games.civilwar.fire_questions import EventJudged, FireFirst, FireSurprised
from feltherre.games.civilwar.pursuit import AttackNext, HoldGround, Pursue, TurnToMeet
from feltherre.games.civilwar.reactions import FallBack, Shelter
from feltherre.games.civilwar.shock import LeadAttack
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.players.player import Chosen, Position


def answer(position: Position) -> Chosen:
    """The best of the answers that are offered, and why."""
    space = position.decision.space
    offers: list[Any] = list(space.actions) if isinstance(space, ListSpace) else []
    if not offers:
        return Chosen(space.sample(position.rng), NO_REASON)
    best = max(enumerate(offers), key=lambda pair: (_merit(position.state, pair[1]), -pair[0]))[1]
    return Chosen(best, _why(best))


def _merit(state: CivilWarState, action: Any) -> float:
    """Fire rather than not, canister before all; chains, gunners and generals get out of the way; whoever has broken
    an enemy holds what he has won."""
    match action:
        case FireSurprised():
            return (3.0 if action.ammunition in ("", "canister") else 1.0) if action.fire else 0.0
        case LeadAttack():
            leader = unit_of(state, action.unit)
            return leader.figures + 10.0 * (leader.order == "OR")
        case FireFirst():
            return float(unit_of(state, action.unit).figures)
        case FallBack():
            return float(action.back)
        case Shelter():
            return float(bool(action.behind))
        case Evade():
            return 0.0 if not action.to else 1.0 if action.to == AWAY else 2.0
        case HoldGround():
            return 1.0
        case TurnToMeet():
            return float(action.turn)
        case EventJudged():
            return float(not action.met)
    return 0.0


def _why(action: Any) -> Text:
    reason = _reason(action)
    return NO_REASON if reason is None else say(f"civilwar.why.{reason}")


def _reason(action: Any) -> str | None:
    match action:
        case FireSurprised():
            return "surprised" if action.fire else None
        case Pursue() | AttackNext():
            return "pursue"
        case HoldGround():
            return "hold-ground"
        case LeadAttack():
            return "lead"
        case FallBack() | Shelter() | Evade():
            return "out-of-the-way"
        case TurnToMeet():
            return "turn-to-meet"
    return None
