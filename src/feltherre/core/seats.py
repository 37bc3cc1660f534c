"""What a seat may do besides answering decisions: standing instructions, resigning, takebacks, changing hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from feltherre.core.agenda import UMPIRE
from feltherre.core.catalogue import text_or
from feltherre.core.errors import Illegal
from feltherre.core.space import Decision
from feltherre.core.text import Text, say

if TYPE_CHECKING:
    from feltherre.core.game import Game, Seat
    from feltherre.core.match import Match


class SeatEvent(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """Something that a seat does outside the decisions of the rules."""


class Standing(SeatEvent, frozen=True, tag="standing"):
    """How a role wants its reaction windows handled.

    `ask`: always ask. `pass-if-nothing`: pass where nothing else is possible. `pass`: pass, unless one of the kinds of
    action named in `unless` (or a card or area in it) is possible.
    """

    role: str
    mode: str = "ask"
    unless: tuple[str, ...] = ()


class Resigned(SeatEvent, frozen=True, tag="resign"):
    """The seat gives up."""


class TakebackAsked(SeatEvent, frozen=True, tag="ask-takeback"):
    """Please let the game go on from after line `to`."""

    to: int


class TakebackGranted(SeatEvent, frozen=True, tag="grant-takeback"):
    """Yes, go back to after line `to` (the line is named, so that nobody grants more than he was asked for)."""

    to: int


class TakebackRefused(SeatEvent, frozen=True, tag="refuse-takeback"):
    """No; or, from the seat that asked, never mind."""


class HandedOver(SeatEvent, frozen=True, tag="hand-over"):
    """The seat is played by somebody else from now on: a computer player's name, or "" for a person."""

    to: str


class RulesAccepted(SeatEvent, frozen=True, tag="accept-rules"):
    """The seat agrees to go on under another rules version."""

    rules: str


class Contributed(SeatEvent, frozen=True, tag="contribute"):
    """Words of the seat's own that are mixed into all dice and draws from here on, once for each seat: whoever holds
    the committed key cannot have chosen them."""

    words: Annotated[str, Meta(min_length=1, max_length=200)]


class Advised(SeatEvent, frozen=True, tag="advised"):
    """The seat has had help with a decision, at a table where that is noted: a hint, a plan, or the odds."""

    what: Literal["hint", "plan", "odds"]
    decision: str


#: what a seat may send by itself
SentSeatEvent = (
    Contributed | Standing | Resigned | TakebackAsked | TakebackGranted | TakebackRefused | HandedOver | RulesAccepted
)
AnySeatEvent = SentSeatEvent | Advised

#: a window with more answers than this is not searched to its end for the cards that a standing instruction excepts
MOST_LOOKED_AT = 5_000

STANDING_MODES = ("ask", "pass-if-nothing", "pass")

#: a takeback that is asked for: the seat, the line to go back to, and the seats that have granted it
Takeback = tuple[str, int, tuple[str, ...]]


def seat_name(game: Game[Any], seat: Seat) -> str | list[Text]:
    """A seat as people read it: the name it was given, or those of its roles if it is only called after ids of roles
    (its own, or those it had before people chose their sides)."""
    called = seat.name.split("+")
    if seat.name != UMPIRE and (called == list(seat.roles) or all(role in game.roles for role in called)):
        return [game.role_name(role) for role in seat.roles]
    return seat.name


def player_called(name: str) -> Text:
    """A computer player in a sentence: `the captain`; one of a game's own that has no such text, by its name."""
    return text_or(f"core.called.{name}", name)


def check_seat_act(match: Match[Any], seat: Seat, act: Any) -> None:
    """Raise Illegal unless the seat may do this now."""
    asked = match.takeback
    if isinstance(act, Standing) and (act.role not in seat.roles or act.mode not in STANDING_MODES):
        raise Illegal(say("core.illegal.standing", role=act.role, modes=list(STANDING_MODES)))
    if isinstance(act, Contributed) and (seat.name in match.contributed or seat.name == UMPIRE):
        raise Illegal(say("core.illegal.contributed"))
    if isinstance(act, Advised) and (match.setup.aids != "noted" or seat.name == UMPIRE):
        raise Illegal(say("core.illegal.not-noted"))
    if isinstance(act, Resigned) and match.over:
        raise Illegal(say("core.illegal.over"))
    if isinstance(act, Resigned | TakebackAsked | HandedOver) and seat.name == UMPIRE:
        raise Illegal(say("core.illegal.umpire-plays-not"))
    if isinstance(act, TakebackAsked) and act.to not in match.lines_that_count() - {match.next_line - 1}:
        raise Illegal(say("core.illegal.takeback-line", line=act.to))
    if isinstance(act, TakebackGranted) and (asked is None or asked[0] == seat.name or asked[1] != act.to):
        raise Illegal(say("core.illegal.no-takeback-asked"))
    if isinstance(act, TakebackRefused) and asked is None:
        raise Illegal(say("core.illegal.no-takeback-asked"))
    rules = match.game.rules_version
    if isinstance(act, RulesAccepted) and (seat.name not in match.to_accept or act.rules != rules):
        raise Illegal(say("core.illegal.nothing-to-accept", rules=rules))


def takeback_with(match: Match[Any], seat: str, act: Any) -> Takeback | None:
    """The takeback that is asked for once the seat has asked for it or granted it."""
    if isinstance(act, TakebackAsked):
        return (seat, act.to, ())
    if isinstance(act, TakebackGranted) and match.takeback is not None:
        asker, to, granted = match.takeback
        return (asker, to, (*granted, seat))
    return None


def standing_pass(decision: Decision[Any], standing: Standing | None) -> Any | None:
    """The pass that a standing instruction gives in this window, or None if the role is to be asked.

    In every reaction window the last candidate is the pass; games list it so.
    """
    if not decision.reaction or standing is None or standing.mode == "ask":
        return None
    if standing.mode == "pass-if-nothing":
        return decision.space.only()
    passing = decision.space.last()
    others = (action for action in decision.space.candidates(MOST_LOOKED_AT) if action != passing)
    return None if _any_named(others, standing.unless) else passing


def _any_named(candidates: Iterable[Any], unless: tuple[str, ...]) -> bool:
    wanted = set(unless)
    for action in candidates if wanted else ():
        values = {
            getattr(action, field) for field in action.__struct_fields__ if isinstance(getattr(action, field), str)
        }
        if wanted & (values | {action.__struct_config__.tag}):
            return True
    return False
