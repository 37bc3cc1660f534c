"""Whole games of Lanterns that have everything a record can hold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from feltherre.core.agenda import RulingChanged
from feltherre.core.clock import Paused, TimeAdded, TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.game import AnnounceSpecialRule, AnswerFor, HoldGate
from feltherre.core.match import Match
from feltherre.core.seats import HandedOver, Resigned, Standing, TakebackAsked, TakebackGranted, TakebackRefused
from tinygame.actions import Bid, ClosePlace, PlaceLantern, SetOil
from tinygame.play import act_at_random, answer, new_match, play_out, still_asked
from tinygame.town import Town


def pass_by_instruction(match: Match[Town]) -> None:
    """Send the passes that standing instructions give, as a server would."""
    for seat, decision, action in match.standing_passes():
        match.act(seat, decision.role, decision.id, action, auto=True)


def play_on(match: Match[Town], rng: Random, lines: int) -> None:
    while not match.over and lines:
        act_at_random(match, rng)
        pass_by_instruction(match)
        lines -= 1


def undo_whatever_can_be(match: Match[Town]) -> None:
    for seat in match.setup.seats:
        try:
            match.undo(seat.name)
        except Illegal:
            continue
        return


def take_back(match: Match[Town], to: int) -> None:
    asker, *others = (seat.name for seat in match.setup.seats)
    match.seat_act(asker, TakebackAsked(to))
    for other in others:
        match.seat_act(other, TakebackGranted(to))


def full_story(
    seed: int = 1, *, dice: str = "live", resigned: bool = False, journal: Callable[[bytes], None] | None = None
) -> Match[Town]:
    """A game with every kind of line: action, undo, override, clock, seat, snapshot, end."""
    rng = Random(seed)
    match = new_match(umpire=True, dice=dice, rounds="6", contributions=("a word", "another"), journal=journal)
    match.seat_act("Cid", Standing("coral", "pass", ("nothing of the kind",)))
    answer(match, "amber", Bid(2), act_id="first")
    match.undo("Ann")
    match.clock(TimeAdded("watch", 30, "umpire", "amber"))
    match.clock(TimeUp("bid", "amber"))
    match.override(AnswerFor("blue", Bid(1)), "Bob is late")
    play_on(match, rng, 5)
    match.snapshot()
    match.override(HoldGate(on=True), "a difficult evening")
    play_on(match, rng, 9)
    undo_whatever_can_be(match)
    if still_asked(match) == ["umpire"]:
        lit = match.state.agenda[-2].ruling.outputs["lit"]
        answer(match, "umpire", RulingChanged({"lit": not lit}, "seen from the tower"))
    match.override(PlaceLantern("amber", "gate"), "it was there")
    match.override(SetOil("blue", 5), "a gift")
    match.override(AnnounceSpecialRule("no whistling"), "club night")
    match.clock(Paused(on=True, by="Ann"))
    match.clock(Paused(on=False, by="Ann"))
    play_on(match, rng, 7)
    match.seat_act("Bob", TakebackAsked(match.next_line - 3))
    match.seat_act("Ann", TakebackRefused())
    take_back(match, match.next_line - 5)
    match.override(HoldGate(on=False), "all is clear")
    match.seat_act("Bob", HandedOver("random"))
    match.override(ClosePlace("harbour"), "flood")
    play_on(match, rng, 12)
    undo_whatever_can_be(match)
    match.snapshot()
    if resigned:
        match.seat_act("Cid", Resigned())
    play_out(match, rng)
    match.end()
    return match
