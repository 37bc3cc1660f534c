"""What a seat may ask about its open decisions: what may come next, why not, and what it would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import UMPIRE, GateSpace
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.space import Decision, DecisionSeen, DiceSpace, Part, Partial, Space, WrittenSpace, offered, shown
from feltherre.core.text import Text, say
from feltherre.server import messages as m
from feltherre.server.numbering import sealed_in


class Open:
    """The decisions that are open in a match, found once after each of its lines."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self._line = -1
        self._state: Any = None
        self._found: Sequence[Decision[Any]] = ()

    def decisions(self) -> Sequence[Decision[Any]]:
        # a refused act leaves another state behind, though no line
        match = self.match
        if self._line != match.next_line or self._state is not match.state:
            self._found = match.decisions()
            self._line, self._state = match.next_line, match.state
        return self._found

    def forget(self) -> None:
        """Forget what can be found again, while nothing happens in the game."""
        self._line, self._state, self._found = -1, None, ()

    def of(self, seat: str) -> list[Decision[Any]]:
        """The open decisions that a seat is asked, also those with an answer that may still be replaced."""
        return [] if seat == SPECTATOR else [d for d in self.decisions() if asked_of(self.match, d) == seat]

    def asked(self, seat: str) -> list[DecisionSeen]:
        return [shown(decision, self.match.known) for decision in self.of(seat)]

    def waiting(self, seat: str) -> list[Text]:
        """What a seat reads while others have yet to answer."""
        answered = sealed_in(self.match.state)
        return [d.waiting for d in self.decisions() if d.role not in answered and asked_of(self.match, d) != seat]

    def of_others(self) -> list[DecisionSeen]:
        """What the umpire sees of the decisions that are not his."""
        return [
            shown(decision, self.match.known)
            for decision in self.decisions()
            if asked_of(self.match, decision) != UMPIRE
        ]

    def at_the_gate(
        self,
    ) -> tuple[Ruling | None, tuple[str, ...], tuple[Text, ...], dict[str, tuple[str | None, ...]]]:
        """The ruling that waits for the umpire, if one does, which outputs of it he can change, whom it is about, and
        which words he can choose from."""
        waits = next((d.space for d in self.decisions() if isinstance(d.space, GateSpace)), None)
        if waits is None:
            return None, (), (), {}
        game, state = self.match.game, self.match.state
        changes, concerned = waits.changes, tuple(game.concerned(state))
        return game.named(state, waits.ruling), tuple(changes.values()), concerned, changes.choices()

    def find(self, seat: str, decision_id: str) -> Decision[Any]:
        """An open decision that this seat may ask about: its own, and any if it is the umpire."""
        mine = self.decisions() if seat == UMPIRE else self.of(seat)
        for decision in mine:
            if decision.id == decision_id:
                return decision
        raise Illegal(say("server.illegal.not-open", decision=decision_id))


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


def answer(open_now: Open, seat: str, message: m.Message) -> m.Message:
    """What answers a question about an open decision."""
    match message:
        case m.AskChoices():
            return choices(open_now, seat, message)
        case m.AskWhyNot():
            return why_not(open_now, seat, message)
        case m.AskPreview():
            return preview(open_now, seat, message)
        case m.AskSheet():
            return sheet(open_now, seat, message)
        case m.AskOffers():
            return m.Offers(message.id, list(_written(open_now, seat, message.decision).offers(message.row)))
        case m.AskDraft():
            return draft(open_now, seat, message)
    raise TypeError(type(message))


def choices(open_now: Open, seat: str, message: m.AskChoices) -> m.Choices:
    decision = open_now.find(seat, message.decision)
    space = decision.space
    partial, options = walked(space, message.partial)
    if options:
        choices = offered(space, partial, options, open_now.match.known)
        return m.Choices(message.id, choices, picking=space.picking(partial))
    action = space.build(partial)
    told = _told(open_now.match, decision, message.id, action)
    return m.Choices(message.id, [], action, told.text, told.words, told.warnings, parts=space.parts(action))


def preview(open_now: Open, seat: str, message: m.AskPreview) -> m.Preview:
    """What an answer would be; the refusal that the act would get, if it is not allowed."""
    decision = open_now.find(seat, message.decision)
    match = open_now.match
    action = match.read(decision.role, message.text) if message.text else match.game.convert_action(message.action)
    decision.space.check(action)
    return _told(match, decision, message.id, action)


def _told(match: Match[Any], decision: Decision[Any], message_id: str, action: Any) -> m.Preview:
    game, state = match.game, match.state
    return m.Preview(
        id=message_id,
        action=action,
        text=game.notation.write(action),
        words=game.tell_action(state, decision.role, action),
        warnings=list(game.warnings(state, decision.role, action)),
    )


def sheet(open_now: Open, seat: str, message: m.AskSheet) -> m.Sheet:
    space = _written(open_now, seat, message.decision)
    rows, others, letters = list(space.rows()), list(space.others()), list(space.letters())
    return m.Sheet(message.id, rows, list(space.signs()), space.example_line(), others, letters)


def draft(open_now: Open, seat: str, message: m.AskDraft) -> m.Draft:
    """What the lines come to, as the act would read them."""
    decision = open_now.find(seat, message.decision)
    action, read = _written(open_now, seat, message.decision).read_lines(message.lines)
    if action is None:
        return m.Draft(message.id, read)
    match = open_now.match
    warnings = match.game.warnings(match.state, decision.role, action)
    return m.Draft(message.id, read, action, True, list(warnings))


def _written(open_now: Open, seat: str, decision_id: str) -> WrittenSpace[Any]:
    space = open_now.find(seat, decision_id).space
    if not isinstance(space, WrittenSpace):
        raise Illegal(say("server.illegal.not-written"))
    return space


def why_not(open_now: Open, seat: str, message: m.AskWhyNot) -> m.WhyNot:
    """Ask before trying: the refusal that the act would get, or None."""
    space = open_now.find(seat, message.decision).space
    try:
        if message.part is None:
            space.check(open_now.match.game.convert_action(message.action))
        else:
            walked(space, (*message.partial, message.part))
    except Illegal as illegal:
        instead = space.instead(tuple(message.partial), message.part) if message.part is not None else None
        return m.WhyNot(message.id, illegal.reason, illegal.rule, instead)
    return m.WhyNot(message.id, None)


def walked(space: Space[Any], parts: Sequence[Part]) -> tuple[Partial, Sequence[Part]]:
    """These parts in the order of the rules, and what may come next; or the reason why they are not possible. Of things
    that may be picked in any order they may be named so."""
    partial: Partial = ()
    options = space.pickable(())
    for part in parts:
        if not options:
            raise Illegal(say("server.illegal.complete"))
        if part not in options:
            raise space.why_refused(partial, part)
        partial = space.with_picked(partial, part)
        options = space.pickable(partial)
    return partial, options
