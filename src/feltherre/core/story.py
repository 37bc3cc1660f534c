"""A match told as plain text that an umpire can check by hand: who did what on each line of the record, what followed,
the dice, and each ruling with its explanation and rule numbers.

    for line in story(match): print(line)              all there is, hidden things too
    for line in story(match, "Ann"): print(line)       what the seat may know ("" is a spectator)

Answers that are sealed and not yet opened are told only to their own seat and to the umpire's, unless the game is over
or the caller opens them (`open_sealed`): whoever plays has the record of his game on his own disk.

A record is told through the match it replays to: `story(look_at(read_lines(data)))`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from feltherre.core.agenda import UMPIRE
from feltherre.core.catalogue import render, show, throw_name, word
from feltherre.core.chance import Drawn, Line, Ruling, Thrown
from feltherre.core.errors import BadInput
from feltherre.core.event import Event, seen_by
from feltherre.core.figures import written_moment
from feltherre.core.game import AnnounceSpecialRule, AnswerFor, Game, HoldGate, Seat
from feltherre.core.introduction import title_of
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import Acted, AnyLine, Clocked, Ended, Header, Overridden, SeatAct, Snapshot, Undone
from feltherre.core.replay import look_at
from feltherre.core.seats import Advised, AnySeatEvent, HandedOver, Standing, player_called, seat_name
from feltherre.core.state import Result, canonical
from feltherre.core.text import Text, readable, say

#: indents: what followed from a line of the record, and what belongs to one thing that followed
FOLLOWED = " " * 6
DETAIL = " " * 8


class Reader(Struct, frozen=True):
    """For whom the story is told: the name of the seat and its roles, or one who sees all."""

    game: Game[Any]
    #: all seats of the game
    seats: tuple[Seat, ...]
    seat: str
    roles: tuple[str, ...]
    all_seeing: bool
    #: the states by the lines after which they stood, as far as they are at hand, and the last one
    states: Mapping[int, Any]
    now: Any
    #: lines whose answers are not opened yet, and not for this reader
    sealed: frozenset[int] = frozenset()

    def before(self, line: AnyLine) -> Any:
        """The state in which a line was acted; the last one where it is not at hand."""
        return self.states.get(line.n - 1, self.now)


def story(match: Match[Any], seat: str | None = None, *, open_sealed: bool = False) -> Iterator[str]:
    """The whole match, line by line; for one seat, or (None) for somebody who may see everything."""
    reader = reader_of(match, seat, open_sealed=open_sealed)
    yield from opening(match)
    for _, told in told_lines(match, reader):
        yield from told
    if not isinstance(match.lines[-1], Ended):
        yield from where_it_stands(match)


def reader_of(match: Match[Any], seat: str | None, *, open_sealed: bool = False) -> Reader:
    all_seeing = seat is None or seat == UMPIRE
    name = UMPIRE if seat is None else seat
    roles = () if all_seeing or name == SPECTATOR else match.seat(name).roles
    sealed = frozenset[int]() if open_sealed or seat == UMPIRE else sealed_lines(match)
    return Reader(match.game, match.seats, name, roles, all_seeing, match.states, match.state, sealed)


def sealed_lines(match: Match[Any]) -> frozenset[int]:
    """The lines with answers that were sealed and have not been opened: those of decisions that are still open, also
    where they were replaced or taken back since, or asked for anew after an umpire's edit."""
    if match.over:
        return frozenset()
    states = _states(match)
    found: set[int] = set()
    for line in match.lines:
        role = _answered_role(line, match.game)
        still = {sealed.role for sealed in states.get(line.n, match.state).sealed}
        if role in still:
            found.add(line.n)
        elif (role or isinstance(line, Clocked)) and not still:
            found.clear()
    return frozenset(found)


def _states(match: Match[Any]) -> Mapping[int, Any]:
    """The states after all lines but the last."""
    if len(match.states) >= match.next_line - 1 or not match.state.sealed:
        return match.states
    as_it_stands = _as_it_stood(match, match.next_line - 1)
    return match.states if as_it_stands is None else as_it_stands.states


def _answered_role(line: AnyLine, game: Game[Any]) -> str:
    """Whose decision a line answers, "" if none."""
    if isinstance(line, Acted):
        return line.role
    if isinstance(line, Overridden):
        edit = game.convert_edit(msgspec.to_builtins(line.edit))
        return edit.role if isinstance(edit, AnswerFor) else ""
    return ""


def told_lines(match: Match[Any], reader: Reader) -> Iterator[tuple[AnyLine, list[str]]]:
    """(line of the record, what is told of it), for the lines of which the reader knows anything."""
    events = events_by_line(match)
    rulings = [(n, event.ruling) for n in sorted(events) for event in events[n] if event.ruling is not None]
    gone = taken_back(match)
    for line in match.lines:
        what = heading(line, reader)
        if what is None:
            continue
        first, *parts = what
        told = [f"{line.n:>4}  {first}", *(DETAIL + part for part in parts)]
        if line.n in gone:
            told.append(FOLLOWED + render(say("core.story.taken-back", line=gone[line.n])))
        later = [ruling for n, ruling in rulings if n > line.n]
        told += followed(line, events.get(line.n, ()), reader, later)
        yield line, told


def opening(match: Match[Any]) -> Iterator[str]:
    """What the game was made with."""
    game, setup, header = match.game, match.setup, match.lines[0]
    assert isinstance(header, Header)
    yield render(say("core.story.title", game=title_of(game), rules=header.rules))
    for seat in setup.seats:
        roles = [game.role_name(role) for role in seat.roles]
        yield FOLLOWED + render(say("core.story.seat", seat=seat.name, roles=roles))
    if setup.umpire:
        yield FOLLOWED + render(say("core.story.with-umpire"))
    if setup.scenario:
        ours = say("core.story.scenario", name=setup.scenario)
        own = say("core.story.own-scenario", name=setup.scenario)
        yield FOLLOWED + render(own if setup.scenario_file else ours)
    for name, value in sorted(setup.options.items()):
        yield FOLLOWED + render(say("core.story.option", name=name, value=value))
    if setup.dice == "typed":
        yield FOLLOWED + render(say("core.story.typed-dice"))
    if header.made:
        yield FOLLOWED + render(say("core.story.made", made=written_moment(header.made)))
    yield FOLLOWED + render(say("core.story.commitment", commitment=header.commitment))


def where_it_stands(match: Match[Any]) -> Iterator[str]:
    """How a story ends whose record goes on."""
    if match.state.result is not None:
        yield render(told_result(match.game, match.state.result))
    yield render(say("core.story.goes-on"))
    yield from (FOLLOWED + render(decision.waiting) for decision in match.unanswered())


# what was done


def heading(line: AnyLine, reader: Reader) -> list[str] | None:
    """Who did what, and the parts of it; None if the reader does not even know that something was done."""
    if isinstance(line, Acted):
        return _acted(line, reader)
    done = _done(line, reader)
    return None if done is None else [done]


def _done(line: AnyLine, reader: Reader) -> str | None:
    match line:
        case Header():
            return render(say("core.story.set-up"))
        case Undone():
            if line.granted:
                granted = [_seat(name, reader) for name in line.granted]
                return render(say("core.story.takeback", seat=_seat(line.seat, reader), line=line.to, granted=granted))
            return render(say("core.story.undo", seat=_seat(line.seat, reader), line=line.to))
        case Overridden():
            return _overridden(line, reader)
        case Clocked():
            return render(say("core.story.clock", event=_plainly(line.event, "clock")))
        case SeatAct():
            return _seat_act(line, reader)
        case Snapshot():
            return render(say("core.story.snapshot")) if reader.all_seeing else None
        case Ended():
            return _ended(line, reader)
        case _:
            return None


def _acted(line: Acted, reader: Reader) -> list[str]:
    """The action as its game tells it, or in one-line notation. Another seat reads only that there is an answer, and
    then what it led to."""
    umpire = line.role == UMPIRE
    role = say("core.story.umpire") if umpire else reader.game.role_name(line.role)
    if not (reader.all_seeing or line.seat == reader.seat):
        return [render(say("core.story.answered", role=role))]
    if line.n in reader.sealed and line.seat != reader.seat:
        return [render(say("core.story.sealed", role=role))]
    if line.auto:
        return [render(say("core.story.acted-by-instruction", role=role, action=line.text))]
    action = reader.game.convert_action(msgspec.to_builtins(line.action))
    told = () if umpire else reader.game.account(reader.before(line), line.role, action)
    return [render(text) for text in told] or [render(say("core.story.acted", role=role, action=line.text))]


def _overridden(line: Overridden, reader: Reader) -> str:
    """The umpire's edit; those who do not see all read his reason and what it led to."""
    if not reader.all_seeing:
        return render(say("core.story.override"))
    edit = reader.game.convert_edit(msgspec.to_builtins(line.edit))
    if isinstance(edit, AnswerFor):
        if line.n in reader.sealed:
            return render(say("core.story.sealed", role=reader.game.role_name(edit.role)))
        action = reader.game.notation.write(reader.game.convert_action(edit.action))
        return render(say("core.story.answered-for", role=reader.game.role_name(edit.role), action=action))
    return render(say("core.story.override-with", edit=_edit(edit, line)))


def _edit(edit: Any, line: Overridden) -> Text:
    """What the umpire changed; a game's own edits as he typed them."""
    if isinstance(edit, HoldGate):
        return told_gate(edit)
    if isinstance(edit, AnnounceSpecialRule):
        return say("core.story.edit.special-rule", text=edit.text)
    return say("core.plain", text=_plainly(line.edit, "edit"))


def told_gate(edit: HoldGate) -> Text:
    """For which rulings the umpire holds his gate from now on."""
    if not edit.on:
        return say("core.story.edit.open-gate")
    only = [*edit.kinds, *edit.sides]
    return say("core.story.edit.hold-gate-for", only=only) if only else say("core.story.edit.hold-gate")


def _seat_act(line: SeatAct, reader: Reader) -> str | None:
    """What a seat did beside the game. A standing instruction is nobody else's business."""
    private = isinstance(msgspec.convert(line.act, AnySeatEvent), Standing)
    if private and not (reader.all_seeing or line.seat == reader.seat):
        return None
    act = _act(msgspec.convert(line.act, AnySeatEvent), reader.game)
    return render(say("core.story.seat-act", seat=_seat(line.seat, reader), act=act))


def _act(act: Any, game: Game[Any]) -> Text:
    """What a seat did beside the game, in a sentence."""
    tag = act.__struct_config__.tag
    if isinstance(act, Standing):
        role = game.role_name(act.role)
        if act.mode == "pass" and act.unless:
            return say("core.story.act.standing-pass-unless", role=role, unless=list(act.unless))
        return say(f"core.story.act.standing-{act.mode}", role=role)
    if isinstance(act, Advised):
        return say(f"core.story.act.advised.{act.what}")
    if isinstance(act, HandedOver):
        player = player_called(act.to) if act.to else say("core.event.hand-over.person")
        return say("core.story.act.hand-over", to=player)
    return Text(f"core.story.act.{tag}", msgspec.structs.asdict(act))


def _seat(name: str, reader: Reader) -> str:
    seat = next((seat for seat in reader.seats if seat.name == name), None)
    return readable(name) if seat is None else show(seat_name(reader.game, seat))


def _plainly(act: Any, tag_field: str) -> str:
    """An act that has no notation of its own: `time-added: by umpire, name bid, seconds 30`."""
    fields = msgspec.to_builtins(act)
    tag = fields.pop(tag_field)
    told = ", ".join(f"{name} {_value(value)}" for name, value in sorted(fields.items()))
    return f"{tag}: {told}" if told else str(tag)


def _value(value: Any) -> str:
    return readable(value if isinstance(value, str) else canonical(value).decode())


def _ended(line: Ended, reader: Reader) -> str:
    result = render(told_result(reader.game, line.result))
    reason = f" ({readable(line.reason)})" if line.reason else ""
    return render(say("core.story.end", n=line.count, result=result, key=line.key)) + reason


def told_result(game: Game[Any], result: Result | None) -> Text:
    """Who has won, how well and why; that nobody has yet."""
    if result is None:
        return say("core.story.no-result")
    winners = [game.role_name(role) for role in result.winners]
    degree, reason = word(game.id, "result.degree", result.degree), word(game.id, "result.reason", result.reason)
    score = game.tell_score(result)
    if score is None:
        return say("core.story.result-plain", winners=winners, degree=degree, reason=reason)
    return say("core.story.result", winners=winners, degree=degree, score=score, reason=reason)


# what followed


def followed(line: AnyLine, events: Sequence[Event], reader: Reader, later: Sequence[Ruling]) -> Iterator[str]:
    """The events of a line and, for one who sees all, the throws and draws that no ruling among them shows; `later`
    are the rulings told on the lines after it."""
    if reader.all_seeing:
        shown = [thrown for event in events if event.ruling for thrown in event.ruling.throws]
        for thrown in getattr(line, "throws", ()):
            if thrown not in shown:
                yield FOLLOWED + _thrown(thrown, _procedure_of(thrown, later, reader), reader.game)
    draws = list(getattr(line, "draws", ())) if reader.all_seeing else []
    moment: Text | None = None
    for event in events:
        told = list(_event(event, reader))
        if told and event.moment is not None and event.moment != moment:
            moment = event.moment
            yield FOLLOWED + render(moment)
        yield from told
        # a draw is told below the first event of its rule, which says who drew
        if draws and draws[0].rule == event.rule:
            yield DETAIL + _drawn(draws.pop(0))
    for drawn in draws:
        yield FOLLOWED + _drawn(drawn)


def _event(event: Event, reader: Reader) -> Iterator[str]:
    seen = (event.text,) if reader.all_seeing else (told.text for told in seen_by(event, reader.roles))
    for text in seen:
        yield FOLLOWED + _with_rule(render(text), event.rule)
    if reader.all_seeing:
        yield from _secrets(event, reader.game)
    if event.ruling is not None:
        yield from told_ruling(event.ruling, reader.game)


def _secrets(event: Event, game: Game[Any]) -> Iterator[str]:
    """What some of the roles read instead of the public words."""
    for text in {render(secret.text): secret.text for secret in event.secrets}.values():
        roles = [game.role_name(secret.role) for secret in event.secrets if secret.text == text]
        yield DETAIL + render(say("core.story.secret", roles=roles, text=text))


def told_ruling(ruling: Ruling, game: Game[Any]) -> Iterator[str]:
    """What a procedure was asked, what was thrown, and every line of its explanation with the number it gives."""
    yield DETAIL + render(say("core.story.ruling", procedure=word(game.id, "procedure", ruling.procedure)))
    for thrown in ruling.throws:
        yield DETAIL + _thrown(thrown, ruling.procedure, game)
    for line in ruling.explanation:
        yield DETAIL + _explained(line)


def _explained(line: Line) -> str:
    """The number in a column of its own, so that sums can be checked at a glance."""
    value = "" if line.value is None else str(line.value)
    return f"{value:>6}  {_with_rule(render(line.text), line.rule)}"


def _procedure_of(thrown: Thrown, later: Sequence[Ruling], reader: Reader) -> str:
    """The procedure of a throw that was made before its ruling is told: its dice were typed in one after the other, or
    the ruling stands at the umpire's gate. "" if nothing tells."""
    found = (ruling.procedure for ruling in later if thrown in ruling.throws)
    return next(found, "") or _procedure_waiting(thrown, reader)


def _procedure_waiting(thrown: Thrown, reader: Reader) -> str:
    for step in reversed(reader.now.agenda):
        ruling, rules = getattr(step, "ruling", None), reader.game.all_steps[type(step)]
        if isinstance(ruling, Ruling) and thrown in ruling.throws:
            return ruling.procedure
        if rules.throwing is not None and thrown in step.throws:
            return rules.throwing.procedure(reader.now).name
    return ""


def _thrown(thrown: Thrown, procedure: str, game: Game[Any]) -> str:
    purpose, values = throw_name(game.id, procedure, thrown.purpose), " ".join(map(str, thrown.values)) or "-"
    if thrown.typed:
        return _with_rule(render(say("core.story.thrown-typed", purpose=purpose, values=values)), thrown.rule)
    return _with_rule(render(say("core.story.thrown", purpose=purpose, values=values)), thrown.rule)


def _drawn(drawn: Drawn) -> str:
    taken = " ".join(map(str, drawn.taken)) or "-"
    return _with_rule(render(say("core.story.drawn", taken=taken, size=drawn.size)), drawn.rule)


def _with_rule(words: str, rule: str | None) -> str:
    return f"{words} [{rule}]" if rule else words


# what happened on lines that were taken back


def taken_back(match: Match[Any]) -> dict[int, int]:
    """The lines whose acts were taken back, each with the line that did it first."""
    return {
        number: line.n
        for line in reversed(match.lines)
        if isinstance(line, Undone)
        for number in range(line.to + 1, line.n)
        if number not in match.beside and not isinstance(match.lines[number], Undone | Snapshot)
    }


def events_by_line(match: Match[Any]) -> dict[int, tuple[Event, ...]]:
    """Everything that happened on each line, also on lines whose events have left the log because they were taken back.

    Those are found by looking at the match as it stood just before it was taken back.
    """
    found = _by_line(match.log)
    known = match.lines_that_count()
    for line in match.lines:
        if isinstance(line, Undone) and not known.issuperset(range(line.to + 1, line.n)):
            # the last grant of a takeback is itself a line, and takes the game back at once when it is replayed
            granting = isinstance(match.lines[line.n - 1], SeatAct)
            before = _as_it_stood(match, line.n - 2 if granting else line.n - 1)
            found = {**_by_line(before.log), **found} if before else found
            known |= set(range(line.n)) if before is None else before.lines_that_count()
    return found


def _by_line(log: Collection[tuple[int, Event]]) -> dict[int, tuple[Event, ...]]:
    found: dict[int, tuple[Event, ...]] = {}
    for number, event in log:
        found[number] = (*found.get(number, ()), event)
    return found


def _as_it_stood(match: Match[Any], line: int) -> Match[Any] | None:
    """None where it cannot be replayed: the rules it was played by, or the game itself, are not installed."""
    try:
        return look_at(match.lines, line)
    except BadInput:
        return None
