"""Wrong seat, stale, off the list, malformed messages: refused over the wire, and no byte of the game has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import live
import malformed
from battery.spoiling import misshapen, spoilt
from feltherre.core.catalogue import find
from feltherre.core.match import Match
from feltherre.server.messages import MOST_BYTES
from live import WITHOUT_RATES, Client, Process
from probing.findings import Findings

#: the games as they are probed: few seats hold several roles, and the smallest battle is battle enough
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "norway", "seating": 1},
    {"game": "winterwar"},
    {"game": "normandy"},
    {"game": "civilwar", "scenario": "hokes-run"},
)
#: positions of each game in which everything is tried, and how far one is from the next
POSITIONS, APART = 4, {"norway": 30, "winterwar": 30, "normandy": 30, "civilwar": 5}


class Table:
    """A game on a real server, with a page for each seat and one for the spectators."""

    def __init__(self, database: Path, match_id: str, pages: dict[str, Client]) -> None:
        self.database = database
        self.match_id = match_id
        self.pages = pages
        self.players = [page for seat, page in pages.items() if seat]
        #: answers that were given, in earlier decisions by now
        self.given: list[dict[str, Any]] = []

    async def play_on(self, rng: Random, most: int) -> None:
        for _ in range(most):
            asked = [page for page in self.players if page.open_decisions()]
            if not asked:
                return
            page = rng.choice(asked)
            act = await page.answer(rng.choice(page.open_decisions()))
            if act is not None and (await page.ask(act))["type"] == "done":
                self.given.append(act)
            for other in self.pages.values():
                await live.up_to_date(other)

    @contextmanager
    def unchanged(self, found: Findings, what: str) -> Iterator[None]:
        """Whatever is tried meanwhile, the record is the same afterwards."""
        before = live.record_kept(self.database, self.match_id)
        yield
        if live.record_kept(self.database, self.match_id) != before:
            found.failures.append(f"{what}: the record has changed")


@asynccontextmanager
async def tables(found: Findings) -> AsyncIterator[Iterator[Table]]:
    """A table of every game on one server; of a sample only of the first game. What the server complains of is a
    failure."""
    database = found.folder / "games.db"
    server = Process(database, {**WITHOUT_RATES, "pass_pauses": [0.0]})
    try:
        async with AsyncExitStack() as stack:
            laid = []
            for form in GAMES[: found.many(len(GAMES), 1)]:
                made = await server.make(**form, spectators=True)
                links = {**made["links"], "": made["spectators"]["token"]}
                pages = {seat: Client(server.port, token, found.rng) for seat, token in links.items()}
                for page in pages.values():
                    await stack.enter_async_context(page.connected())
                laid.append(Table(database, made["match"], pages))
            yield iter(laid)
    finally:
        server.stop()
    for line in server.complaints.read_text().splitlines():
        found.failures.append(f"the server complained: {line}")


Try = Callable[[Findings, Table, Match[Any], str], Awaitable[None]]


async def in_positions(found: Findings, trial: Try) -> None:
    """Try something in several positions of every game."""
    async with tables(found) as laid:
        for table in laid:
            game = table.players[0].welcome["game"]
            for number in range(found.many(POSITIONS, 1)):
                await table.play_on(found.rng, APART[game] if number else found.rng.randrange(1, APART[game]))
                match = live.match_kept(table.database, table.match_id)
                if match.over:
                    break
                name = f"{game}, line {match.next_line}"
                with table.unchanged(found, name):
                    await trial(found, table, match, name)


def judge(found: Findings, told: dict[str, Any], what: str) -> None:
    """It was refused, with a reason that a person can read and that tells nothing of the software."""
    right = told["type"] == "refused" and find(told["reason"]["key"]) is not None
    text = msgspec.json.encode(told)
    found.expect(right and b"Traceback" not in text and b".py" not in text, f"{what}: {text[:200]!r}")


async def wrong_seat(found: Findings) -> None:
    await in_positions(found, _wrong_seat)


async def _wrong_seat(found: Findings, table: Table, match: Match[Any], name: str) -> None:
    """Another's decision, under his role or under one's own; questions about it; what only an umpire may do."""
    for seat, page in table.pages.items():
        for other in table.players:
            if other is page or not other.open_decisions():
                continue
            decision = found.rng.choice(other.open_decisions())
            act = await other.answer(decision)
            if act is None:
                continue
            asked = {"decision": decision["id"]}
            for role in (act["role"], *page.welcome["roles"]):
                judge(
                    found, await page.ask({**act, "id": page.new_id(), "role": role}), f"{name}: {seat or 'spectator'}"
                )
            for question in (
                {"type": "choices", **asked},
                {"type": "why-not", **asked, "action": act["action"]},
                {"type": "preview", **asked, "action": act["action"]},
                {"type": "prospects", **asked, "action": act["action"]},
                {"type": "hint", "role": act["role"]},
                {"type": "override", "edit": {"edit": "hold-gate", "on": True}, "reason": "so"},
                {"type": "take-over", "seat": "+".join(other.welcome["roles"]), "player": "random"},
            ):
                judge(found, await page.ask(question), f"{name}: {seat or 'spectator'}: {question['type']}")
    spectator = table.pages[""]
    for message in (
        {"type": "undo"},
        {"type": "end"},
        {"type": "time", "act": "pause"},
        {"type": "seat", "act": {"act": "resign"}},
        {"type": "seat", "act": {"act": "contribute", "words": "x"}},
    ):
        judge(found, await spectator.ask(message), f"{name}: spectator: {message['type']}")


async def stale(found: Findings) -> None:
    await in_positions(found, _stale)


async def _stale(found: Findings, table: Table, match: Match[Any], name: str) -> None:
    """Answers to decisions that are closed or not yet open; the very same act again is done once, and told so."""
    by_role = {role: page for page in table.players for role in page.welcome["roles"]}
    opened = match.state.opened
    for act in table.given[-found.many(40, 5) :]:
        page = by_role[act["role"]]
        if act["decision"] in [asked["id"] for asked in page.position["asked"]]:
            continue
        judge(found, await page.ask({**act, "id": page.new_id()}), f"{name}: {act['decision']} again")
        for number in (opened + 1, opened - 1, 0, -1, 10**9):
            wrong = {**act, "id": page.new_id(), "decision": f"{number}-{act['role']}"}
            judge(found, await page.ask(wrong), f"{name}: {wrong['decision']}")
        told = await page.ask(act)
        found.expect(told["type"] == "done", f"{name}: {act['id']} sent twice: {told}")


async def off_list(found: Findings) -> None:
    await in_positions(found, _off_list)


async def _off_list(found: Findings, table: Table, match: Match[Any], name: str) -> None:
    """Answers that the open decision does not allow, by the game's own word."""
    for page in table.players:
        for asked in page.position["asked"]:
            decision = next(one for one in match.decisions() if one.id == asked["id"])
            legal = [decision.space.sample(found.rng) for _ in range(3)]
            for _ in range(found.many(60, 10)):
                action = spoilt(match, found.rng.choice(legal), found.rng)
                if _allowed(match, decision, action):
                    continue
                act = {"type": "act", "role": asked["role"], "decision": asked["id"], "action": action}
                judge(found, await page.ask(act), f"{name}: {action}")


def _allowed(match: Match[Any], decision: Any, action: Any) -> bool:
    try:
        return bool(decision.space.contains(match.game.convert_action(action)))
    except Exception:  # it has not even the shape of an action
        return False


async def malformed_messages(found: Findings) -> None:
    await in_positions(found, _malformed)


async def _malformed(found: Findings, table: Table, match: Match[Any], name: str) -> None:
    """Messages and actions without sense; those that the server cannot read have no id in their answer."""
    decisions = list(match.decisions())
    samples = [(one.role, one.id, one.space.sample(found.rng)) for one in decisions]
    for number in range(found.many(150, 20)):
        page = found.rng.choice(list(table.pages.values()))
        role, decision, action = found.rng.choice(samples)
        message: Any = found.rng.choice(
            [
                malformed.message(found.rng),
                found.rng.choice([noise for noise in malformed.NOISE if len(noise.encode()) <= MOST_BYTES]),
                {"type": "act", "role": role, "decision": decision, "action": misshapen(action, found.rng)},
            ]
        )
        if isinstance(message, dict) and message.get("id", "i") == "i" and message.get("type") not in ("hello", "say"):
            message = {**message, "id": f"{name} {number}"}
        await page.send(message)
        judge(found, await page.wait_for("refused"), f"{name}: {str(message)[:100]}")
