"""What a seat may ask about its open decisions: what may come next, why not, and what it would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import Illegal
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.space import Choice, Decision, DecisionSeen, DiceSpace, Part, Partial, Space, shown
from feltherre.core.text import Text, say
from feltherre.server import messages as m


def people(match: Match[Any]) -> list[str]:
    """The seats that no computer holds."""
    return [seat.name for seat in match.setup.seats if not match.players.get(seat.name)]


def asked_of(match: Match[Any], decision: Decision[Any]) -> str:
    """The seat that answers a decision. Real dice for a computer's battle are thrown and typed in by people: by the
    first of their seats, or else by the umpire."""
    seat = match.seat_of(decision.role).name
    if match.players.get(seat) and isinstance(decision.space, DiceSpace):
        return next(iter(people(match)), UMPIRE if match.setup.umpire else seat)
    return seat


def decisions_of(match: Match[Any], seat: str) -> list[Decision[Any]]:
    """The open decisions that a seat is asked, also those with an answer that may still be replaced."""
    return [] if seat == SPECTATOR else [d for d in match.decisions() if asked_of(match, d) == seat]


def asked(match: Match[Any], seat: str) -> list[DecisionSeen]:
    return [shown(decision) for decision in decisions_of(match, seat)]


def waiting(match: Match[Any], seat: str) -> list[Text]:
    """What a seat reads while others have yet to answer."""
    answered = {sealed.role for sealed in match.state.sealed}
    return [d.waiting for d in match.decisions() if d.role not in answered and asked_of(match, d) != seat]


def asked_of_others(match: Match[Any]) -> list[DecisionSeen]:
    """What the umpire sees of the decisions that are not his."""
    return [shown(decision) for decision in match.decisions() if asked_of(match, decision) != UMPIRE]


def find_decision(match: Match[Any], seat: str, decision_id: str) -> Decision[Any]:
    """An open decision that this seat may ask about: its own, and any if it is the umpire."""
    mine = match.decisions() if seat == UMPIRE else decisions_of(match, seat)
    for decision in mine:
        if decision.id == decision_id:
            return decision
    raise Illegal(say("server.illegal.not-open", decision=decision_id))


def choices(match: Match[Any], seat: str, message: m.AskChoices) -> m.Choices:
    space = find_decision(match, seat, message.decision).space
    partial = tuple(message.partial)
    options = options_after(space, partial)
    if options:
        return m.Choices(message.id, [Choice(part, space.label(partial, part)) for part in options])
    action = space.build(partial)
    return m.Choices(message.id, [], action, match.game.notation.write(action))


def why_not(match: Match[Any], seat: str, message: m.AskWhyNot) -> m.WhyNot:
    """Ask before trying: the refusal that the act would get, or None."""
    space = find_decision(match, seat, message.decision).space
    try:
        if message.part is None:
            space.check(match.game.convert_action(message.action))
        else:
            options_after(space, (*message.partial, message.part))
    except Illegal as illegal:
        return m.WhyNot(message.id, illegal.reason, illegal.rule)
    return m.WhyNot(message.id, None)


def options_after(space: Space[Any], partial: Partial) -> Sequence[Part]:
    """What may come next, or the reason why one could not even come here."""
    options = space.options(())
    for depth, part in enumerate(partial):
        if not options:
            raise Illegal(say("server.illegal.complete"))
        if part not in options:
            raise _refusal(space, partial[:depth], part)
        options = space.options(partial[: depth + 1])
    return options


def _refusal(space: Space[Any], partial: Partial, part: Part) -> Illegal:
    """Games explain why one of their words may not come next; what a client makes up is none of them."""
    try:
        return space.why_not(partial, part)
    except (LookupError, ValueError, TypeError):
        return Illegal(say("core.illegal.not-offered", part=str(part)))
