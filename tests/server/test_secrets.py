"""Nothing a seat may not know is in any byte sent to it.

At every step of a random game a second room is made whose hidden things are dealt again as a seat could not tell. The
seat says and hears the same in both: positions, logs, choices, refusals, looks back. Every byte must be equal.
"""

import asyncio
from collections.abc import Callable, Sequence
from copy import copy, deepcopy
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from battery import Way, examples, fewer_in_the_sample, in_progress, new_match, next_asked, play_on, tried
from battery.spoiling import spoilt
from battery.test_secrets import WAYS, answers_opened, as_action, roles_answered
from feltherre.core import agenda, engine, errors, text
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.scene import board_for_page
from feltherre.core.space import WrittenSpace
from feltherre.core.table import Table
from feltherre.hexgame.counters import AWAITED
from feltherre.server import acts, asking, loading, questions, telling, timekeeping, undoing, watching
from feltherre.server import messages as m
from feltherre.server.numbering import Numbering
from feltherre.server.room import Room
from server.tables import AT_ONCE

STEPS = 25
#: lines that are drafted of a sheet
LINES = 12
WATCHED = watching.TableInfo(spectators=True)


class NoStore:
    """Takes everything, keeps nothing."""

    async def append(self, *args: Any) -> None:
        pass


class StillWatch:
    """No time goes by."""

    def now(self) -> float:
        return 0.0

    def date(self) -> float:
        return 0.0

    def call_later(self, seconds: float, ring: Callable[[], None]) -> timekeeping.Alarm:
        return asyncio.get_running_loop().call_soon(lambda: None)


class Listener:
    """A page that writes down every byte it is sent."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.name = ""
        self.told = -1
        self.heard: list[bytes] = []

    def send(self, message: m.Message) -> None:
        self.heard.append(m.write(message))

    def close(self, code: int, reason: text.Text) -> None:
        raise AssertionError(reason)


def room_of(match: Match[Any], numbering: Numbering | None = None, table: watching.TableInfo = WATCHED) -> Room:
    loaded = loading.Loaded.__new__(loading.Loaded)
    loaded.id, loaded.match, loaded.table = "table", match, table
    loaded.claimed, loaded.acts, loaded.talk, loaded.ending, loaded.glance = (), {}, (), (), None
    loaded.numbering = numbering or Numbering()
    loaded.clocks, loaded.calls = timekeeping.StoredClocks(), b""
    loaded.touched, loaded.written = "2027-01-01", 0
    loaded.turns = watching.begun_turns(match, table)
    if match.game.has_clocks:  # which of them run must not tell either
        match.setup = replace(match.setup, clocks=True)
    return Room(loaded, NoStore(), AT_ONCE, StillWatch())  # type: ignore[arg-type]


def twin_of(room: Room, roles: tuple[str, ...], rng: Random) -> Room:
    """The same game in another state that a seat with these roles cannot tell from the true one."""
    match = copy(room.match)
    match.state = match.game.redeal(match.state, roles, rng)
    match.stream = copy(match.stream)
    for name in (
        "lines",
        "log",
        "undo_points",
        "standing",
        "players",
        "act_ids",
        "contributed",
        "to_accept",
        "beside",
        "states",
    ):
        setattr(match, name, copy(getattr(match, name)))
    twin = room_of(match, deepcopy(room.numbering))
    for connection in room.people.connections:
        listener = Listener(connection.seat)
        listener.told = connection.told
        twin.people.connections.append(listener)
        if room.people.holds_pen(connection):
            twin.people.pens[connection.seat] = listener
    twin.clockwork.look()
    return twin


@WAYS
@examples(3, 60)
@given(seed=st.integers(0, 2**32))
@fewer_in_the_sample
def test_a_page_is_sent_the_same_bytes_in_every_state_its_seat_cannot_tell_apart(way: Way, seed: int) -> None:
    rng = Random(seed)
    asyncio.run(compared(in_progress(way, seed, rng.randrange(250)), rng))


@pytest.mark.parametrize("seed", range(2))
def test_a_bombing_that_has_been_planned_is_in_no_byte_that_others_are_sent(seed: int) -> None:
    """Hidden for a few questions of a long game: so from where it has just been written down."""
    match, rng = new_match(Way("normandy", 0), seed), Random(seed)
    for _ in play_on(match, rng):
        if match.state.plan != AWAITED:
            break
    asyncio.run(compared(match, rng, ("german", SPECTATOR)))


async def compared(match: Match[Any], rng: Random, seats: Sequence[str] = ()) -> None:
    """`seats`: those that are compared; none named: all."""
    room = room_of(match)
    everybody = [*(seat.name for seat in room.match.setup.seats), SPECTATOR]
    for name in everybody:
        await room.join(Listener(name), -1)
    for _ in range(STEPS):
        if room.match.over:
            break
        seat = rng.choice(seats or everybody)
        roles = telling.roles_of(room.match, seat)
        twin = twin_of(room, roles, rng)
        for said in what_a_seat_says(room.match, seat, rng):
            ours = [await heard(table, seat, said) for table in (room, twin)]
            assert ours[0] == ours[1], said
            tried("answers over the wire compared with a state dealt again")
        await compare_next_act(room, seat, rng)


async def compare_next_act(room: Room, seat: str, rng: Random) -> None:
    """Somebody acts. What the seat is sent does not depend on what it cannot know, unless it learns something."""
    match = room.match
    roles = telling.roles_of(match, seat)
    decision = next_asked(match, rng)
    action = decision.space.sample(rng)
    act = m.Act(f"a{match.next_line}", decision.role, decision.id, msgspec.to_builtins(action))
    actor = match.seat_of(decision.role).name
    twin = twin_that_allows(room, roles, decision.role, action, rng)
    before = match.next_line
    for table in (room, twin):
        if table is not None:
            for listener in table.people.connections:
                listener.heard.clear()  # type: ignore[attr-defined]
            await acts.carry_out(table, page_of(table, actor), act)
    if twin is None or room.ended or learnt(room, twin, roles, before):
        return  # an ended game lies open
    if roles_answered(match.state) != roles_answered(twin.match.state):
        return
    assert page_of(room, seat).heard == page_of(twin, seat).heard
    tried("acts heard over the wire compared with a state dealt again")


def page_of(room: Room, seat: str) -> Any:
    return next(connection for connection in room.people.connections if connection.seat == seat)


def twin_that_allows(room: Room, roles: tuple[str, ...], actor: str, action: Any, rng: Random) -> Room | None:
    """A twin in which the others can do what they really did and show everybody the same; None if it cannot be found.

    An action of which the others do not see all may be another one in the twin: the battery looks for that.
    """
    if action.unseen:
        return None
    answers = answers_opened(room.match, actor, action)
    for _ in range(4):
        twin = twin_of(room, roles, rng)
        spaces = {d.role: d.space for d in engine.open_decisions(twin.match.game, twin.match.state)}
        if all(spaces[role].contains(answer) for role, answer in answers.items()):
            if len(answers) > 1:
                twin.match.state.sealed[:] = room.match.state.sealed
            if shown(room.match, actor, action) == shown(twin.match, actor, action):
                return twin
    return None


def shown(match: Match[Any], actor: str, action: Any) -> list[str]:
    """The hidden things that everybody is shown when this is carried out."""
    table = Table(match.game, match.state.clone(), deepcopy(match.stream), match.next_line)
    engine.apply(match.game, table, actor, agenda.decision_id(match.state, actor), action)
    return table.shown


def learnt(room: Room, twin: Room, roles: tuple[str, ...], since: int) -> bool:
    """Whether the act has shown the seat something that only it may know."""
    return any(
        secret.role in roles
        for match in (room.match, twin.match)
        for line, event in match.log
        if line >= since
        for secret in event.secrets
    )


def what_a_seat_says(match: Match[Any], seat: str, rng: Random) -> list[m.Message]:
    """Everything a page can ask or try: answers of every kind, right and wrong, looks back, and other seats' things."""
    open_ones = asking.Open(match).of(seat)
    said: list[m.Message] = [
        m.AskLine("look", rng.randrange(match.next_line)),
        m.AskOverlays("overlays"),
        m.AskBoard("board"),
        m.AskBrief("brief"),
        *(m.AskAbout("about", name) for name in things_to_ask_about(match, seat, rng)),
        m.Undo("undo"),
        m.TakeOver("over", rng.choice(match.setup.seats).name, "random"),
        m.Override("edit", {"edit": "hold-gate", "on": True}, "because"),
        m.Act("other", *other_decision(match, rng)),
        m.AskChoices("others", other_decision(match, rng)[1]),
    ]
    for decision in open_ones:
        if isinstance(decision.space, WrittenSpace):
            said += what_is_asked_of_a_sheet(match, decision.id, decision.space, rng)
        path = decision.space.parts(decision.space.sample(rng))
        depth = rng.randrange(len(path) + 1)
        tries = [spoilt(match, decision.space.sample(rng), rng) for _ in range(4)]
        said += [
            m.AskChoices("choices", decision.id, list(path[:depth])),
            m.AskChoices("choices", decision.id, [*path[:depth], "nowhere"]),
            *(m.AskWhyNot("why", decision.id, list(path[:depth]), part) for part in ("nowhere", 0, 7)),
            *(m.AskWhyNot("why", decision.id, action=action) for action in tries),
            *(
                m.Act("try", decision.role, decision.id, action)
                for action in tries
                if not legal(match, decision, action)
            ),
        ]
    return said


def what_is_asked_of_a_sheet(
    match: Match[Any], decision: str, space: WrittenSpace[Any], rng: Random
) -> list[m.Message]:
    """The sheet, what is offered for a row, and lines about anybody at all: whom he sees, and whom he does not."""
    heads, names = [row.head for row in space.rows()], bodies(match)
    forms = ("A {name}", "S AT {name}", "attack {name}", "fire at {near}", "TO {name}", "A {near} SM", "WITH {name}")
    lines = []
    for head in heads[:LINES]:
        name = rng.choice(names)
        lines.append(f"{head}: {rng.choice(forms).format(name=name, near=name[:-1] + 'x')}")
    row = rng.choice([row.id for row in space.rows()] or ["nobody"])
    tried("sheets asked for and drafted with a state dealt again")
    return [
        m.AskSheet("sheet", decision),
        m.AskOffers("offers", decision, row),
        m.AskOffers("offers", decision, rng.choice(names)),
        m.AskDraft("draft", decision, lines),
    ]


def bodies(match: Match[Any]) -> list[str]:
    """Everybody on a tabletop, seen or not."""
    return [pose.id for pose in match.game.scene(match.state, (), all_seeing=True).poses]


def things_to_ask_about(match: Match[Any], seat: str, rng: Random) -> list[str]:
    """A place, a thing that the seat sees, and on a tabletop somebody whom it may not see."""
    places = [place.id for place in match.drawn_on.places]
    seen = [piece for stack in match.scene(seat).stacks for piece in stack.pieces if isinstance(piece, str)]
    return [rng.choice(those) for those in (places, seen, bodies(match)) if those]


def legal(match: Match[Any], decision: Any, action: Any) -> bool:
    typed = as_action(match, action)
    return typed is not None and decision.space.contains(typed)


def other_decision(match: Match[Any], rng: Random) -> tuple[str, str, Any]:
    decision = rng.choice(list(match.decisions()))
    return rng.choice(match.game.roles), f"{decision.id}-no", msgspec.to_builtins(decision.space.sample(rng))


async def heard(room: Room, seat: str, said: m.Message) -> list[bytes]:
    """What a page of the seat is sent for this, as page.py would answer it."""
    listener = Listener(seat)
    listener.told = room.match.next_line - 1
    pens = dict(room.people.pens)
    room.people.pens[seat] = listener
    try:
        answer = await reply(room, listener, seat, said)
    except errors.Illegal as illegal:
        answer = m.Refused(getattr(said, "id", ""), illegal.reason, illegal.rule)
    except errors.BadInput as bad:
        answer = m.Refused(getattr(said, "id", ""), bad.reason)
    finally:
        room.people.pens = pens
    listener.send(telling.welcome(room, listener))
    if answer is not None:
        listener.send(answer)
    listener.told = -1
    listener.send(telling.position_of(room, listener, {}))
    return listener.heard


async def reply(room: Room, listener: Listener, seat: str, said: m.Message) -> m.Message | None:
    match said:
        case m.AskChoices():
            return asking.choices(room.open, seat, said)
        case m.AskWhyNot():
            return asking.why_not(room.open, seat, said)
        case m.AskSheet() | m.AskOffers() | m.AskDraft():
            return asking.answer(room.open, seat, said)
        case m.AskBrief():
            return await questions.brief(room, seat, said)
        case m.AskLine():
            return await questions.look(room, seat, said)
        case m.AskBoard():
            return m.BoardSeen(said.id, board_for_page(room.match.drawn_on))
        case m.AskAbout():
            return await questions.about(room, seat, said)
        case m.AskOverlays():
            return await questions.overlays(room, seat, said)
        case m.Undo() if undoing.can_undo(room.match, seat):
            return None  # it would change the game
        case _:
            await acts.carry_out(room, listener, said)
    raise AssertionError(f"{said} was not refused")


def test_a_page_that_leaks_is_found() -> None:
    """The comparison itself: a room that tells a hidden thing is caught by it."""

    async def run() -> None:
        room = room_of(new_match(Way("norway", 0), 7))
        twin = twin_of(room, ("germany",), Random(1))
        honest = [await heard(table, "germany", m.AskLine("look", 0)) for table in (room, twin)]
        assert honest[0] == honest[1]
        leaking = [
            m.write(m.Refused("", text.say("core.plain", text=str(table.match.state.hand)))) for table in (room, twin)
        ]
        assert leaking[0] != leaking[1]

    asyncio.run(run())
