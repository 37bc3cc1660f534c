"""The HTTP part: games, links, records, rules, texts and the umpire's desk. docs/wire.md lists it."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from feltherre.core.asks import NOTHING_SAID
from feltherre.core.book import Book
from feltherre.core.catalogue import FALLBACK
from feltherre.core.errors import BadInput
from feltherre.core.game import Game
from feltherre.core.match import SPECTATOR
from feltherre.core.procedure import AnyProcedure
from feltherre.core.registry import books, get_book, get_game
from feltherre.core.schema import game_schema
from feltherre.core.text import say
from feltherre.lab.report import Report
from feltherre.server import forms, rulebook, thinking
from feltherre.server.calls import Left, can_call
from feltherre.server.frames import frames_of, report_for
from feltherre.server.gate import host_name
from feltherre.server.http import Handler, Refusal, json, read_body, read_form, refusing
from feltherre.server.hub import Hub, NotThere
from feltherre.server.limits import Buckets, network_of
from feltherre.server.mine import my_game
from feltherre.server.openapi import document
from feltherre.server.questions import read_back
from feltherre.server.reach import addresses, is_loopback
from feltherre.server.settings import MINUTE
from feltherre.server.startpage import game_info, opening_shown
from feltherre.server.store import StoredGame, StoredToken
from feltherre.server.texts import languages, texts
from feltherre.server.tokens import LINK, token_hash, watching_token
from feltherre.umpire import desk
from feltherre.umpire.asking import describe_asking

T = TypeVar("T")

#: a record is verified, played again and shown within this many seconds, or not at all
RECORD_SECONDS = 60.0
#: reports that are kept
MOST_REPORTS = 64


class Endpoint(Struct, frozen=True):
    """A request, what it is asked and answers; for the router and for OpenAPI."""

    method: str
    path: str
    about: str
    handler: Handler
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    status: int = 200
    media: str = "application/json"


class Api:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        settings = self.settings = hub.settings
        self._making = Buckets(settings.matches_per_minute / MINUTE, settings.matches_burst)
        self._asking = Buckets(settings.requests_per_minute / MINUTE, settings.requests_burst)
        self._leaving = Buckets(settings.leaving_per_minute / MINUTE, settings.leaving_burst)
        #: how many of each address wait for the desk, or are being served there
        self._waiting: Counter[str] = Counter()
        self._described = b""
        #: reports of games that have ended, by game and seat; the oldest is forgotten first
        self._reports: dict[tuple[str, str], bytes] = {}

    def endpoints(self) -> list[Endpoint]:
        anything = dict[str, Any]
        return [
            Endpoint("GET", "/api/games", "The games there are.", self.games, list[forms.GameInfo]),
            Endpoint(
                *("GET", "/api/games/{game}/opening", "A picture of the game.", self.opening, forms.OpeningShown),
            ),
            Endpoint("GET", "/api/games/{game}/schema", "JSON Schema of a game's messages.", self.schema, anything),
            Endpoint("POST", "/api/seatings", "Who plays a game that is made so.", self.seatings, *_SEATINGS),
            Endpoint("POST", "/api/matches", "Make a game.", self.make, forms.Made, forms.NewMatch, status=201),
            Endpoint(
                *("POST", "/api/invitation", "What an invitation is to.", self.invitation, forms.Invited, forms.ByLink),
            ),
            Endpoint("GET", "/api/reach", "Where others reach this server.", self.reach, forms.Reach),
            Endpoint("POST", "/api/claim", "Turn an invitation into a link.", self.claim, forms.Link, forms.Claim),
            Endpoint("POST", "/api/mine", "One's own games.", self.mine, list[forms.MyGame], forms.ByLinks),
            Endpoint("POST", "/api/calls", "To be told that one is asked.", self.calls, forms.CanCall, forms.CallMe),
            Endpoint("POST", "/api/log", "One's own log.", self.own_log, forms.OwnLog, forms.LogOf),
            Endpoint(
                *("POST", "/api/record", "The record of a game that has ended.", self.record, str, forms.ByLink),
                media="application/x-ndjson",
            ),
            Endpoint("POST", "/api/report", "A game seen from its end.", self.report, Report, forms.ByLink),
            Endpoint("POST", "/api/share", "A link to look at it.", self.share, forms.Shared, forms.ToShare),
            Endpoint(
                *("POST", "/api/records", "Open a record file.", self.records, forms.Frames, str),
                query=("seat",),
                media="application/json",
            ),
            Endpoint("GET", "/api/texts", "The languages there are.", self.languages, forms.Languages),
            Endpoint("GET", "/api/texts/{lang}", "All sentences of a language.", self.texts, forms.Catalogue),
            Endpoint(
                *("GET", "/api/rules/{game}", "The rules of a game, to be read.", self.rules, forms.Rulebook),
                query=("lang",),
            ),
            Endpoint(
                *("GET", "/api/rules/{game}/{id}", "One entry of the ledger.", self.rule, forms.RuleEntry),
                query=("lang",),
            ),
            Endpoint("GET", "/api/umpire/{game}", "The umpire's procedures.", self.procedures, list[anything]),
            Endpoint(
                *("GET", "/api/umpire/{game}/{procedure}", "How a person is asked.", self.asking, anything),
                query=("lang",),
            ),
            Endpoint(
                *("POST", "/api/umpire/{game}/{procedure}", "Rule on a situation.", self.ruling, anything, anything),
                query=("lang",),
            ),
            Endpoint("POST", "/api/odds/{game}/{procedure}", "Exact chances.", self.odds, anything, anything),
            Endpoint("GET", "/api/openapi.json", "This description.", self.openapi, anything),
            Endpoint("GET", "/healthz", "Whether the server works.", self.health, forms.Health),
        ]

    def routes(self) -> list[Route]:
        return [
            Route(endpoint.path, refusing(endpoint.handler), methods=[endpoint.method]) for endpoint in self.endpoints()
        ]

    # games

    async def games(self, request: Request) -> Response:
        return json([game_info(book) for book in books()[0]])

    async def opening(self, request: Request) -> Response:
        game = _game(request)
        return _unchanging(request, await asyncio.to_thread(_opening, game.id))

    async def schema(self, request: Request) -> Response:
        return _unchanging(request, _schema(_game(request).id))

    async def seatings(self, request: Request) -> Response:
        """A scenario file is looked through at the desk, as when a game is made with it."""
        self._not_too_often(request)
        form = await self._read(request, forms.ToBeMade, self.settings.making_bytes)
        async with self._at_desk(request) as address:
            asked = (form.game, form.options, form.scenario, form.scenario_file)
            return json(await self.hub.desk.run(self.settings.think_seconds, address, thinking.seatings, *asked))

    async def make(self, request: Request) -> Response:
        if not self._making.take(_address(request)):
            raise Refusal(429, say("server.error.too-often"))
        form = await self._read(request, forms.NewMatch, self.settings.making_bytes)
        if form.scenario_file:
            await self._check_scenario(request, form)
        return json(await self.hub.create(form), 201)

    async def _check_scenario(self, request: Request, form: forms.NewMatch) -> None:
        """Anybody may send a file, so it is first looked through at the desk, where it holds up nobody."""
        game = get_game(form.game)
        async with self._at_desk(request) as address:
            work = (thinking.check_scenario, game.id, form.scenario_file)
            await self.hub.desk.run(self.settings.think_seconds, address, *work)

    async def invitation(self, request: Request) -> Response:
        """Nobody has yet taken a seat with it, and nobody need have to read what it is."""
        return json(await self.hub.invited((await self._form(request, forms.ByLink)).token))

    async def reach(self, request: Request) -> Response:
        """Told only to somebody at this very machine: others need not know its addresses."""
        own = all(is_loopback(name) for name in (_address(request), host_name(request.headers.get("host", ""))))
        port = (request.scope.get("server") or ("", 0))[1]
        return json(forms.Reach(addresses(self.settings.listens_on, port) if own else []))

    async def claim(self, request: Request) -> Response:
        form = await self._form(request, forms.Claim)
        return json(await self.hub.claim(form.token, form.link))

    async def mine(self, request: Request) -> Response:
        form = await self._form(request, forms.ByLinks)
        found = []
        for number, token in enumerate(form.tokens):
            link = await self.hub.find(token)
            mine = None if link is None else await my_game(self.hub, number, link)
            if mine is not None:
                found.append(mine)
        return json(found)

    async def calls(self, request: Request) -> Response:
        """Addresses are personal: they are told to nobody, and even to whoever has the seat's link only in part."""
        form = await self._form(request, forms.CallMe)
        link = await self._found(form.token)
        office, room = self.settings.office, await self.hub.room(link.game_id)
        if form.act == "keep" and not self._leaving.take(_address(request)):
            raise Refusal(429, say("server.error.too-often"))
        async with room.lock:
            room.check_open()
            if form.act == "keep":
                language = _known_language(form.language)
                left = Left(link.seat, form.token, language, form.email.strip(), webhook=form.webhook.strip())
                letter = room.calls.leave(office, left)
                if letter is not None and not self.hub.post.put(letter):
                    room.calls.forget(link.seat)
                    raise Refusal(429, say("server.error.too-often"))
            elif form.act == "confirm":
                room.calls.confirm(link.seat, form.code)
            elif form.act == "forget":
                room.calls.forget(link.seat)
            await room.keep_calls()
            return json(can_call(office, room.calls.of(link.seat)))

    async def own_log(self, request: Request) -> Response:
        """A player may take away his own log at any time; it holds no hash of anything hidden. It tells everything when
        the game has ended."""
        form = await self._form(request, forms.LogOf)
        link = await self._found(form.token)
        room = await self.hub.room(link.game_id)
        async with room.lock:
            told = read_back(room, link.seat, form.eyes)
            read = [(room.numbering.number(line, link.seat), seen) for line, seen in told]
            return json(forms.OwnLog(room.match.game.id, room.id, link.seat, read))

    async def record(self, request: Request) -> Response:
        """The whole record, with everything hidden and the key of the dice: only when the game has ended."""
        link = await self._found((await self._form(request, forms.ByLink)).token)
        stored = await self._ended(link)
        name = f"{stored.game}-{stored.id}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(b"".join(stored.lines), 200, headers, "application/x-ndjson")

    async def report(self, request: Request) -> Response:
        """What a game looks like from its end. It takes a while, and is worked out once for each seat."""
        link = await self._found((await self._form(request, forms.ByLink)).token)
        key = link.game_id, link.seat
        if key not in self._reports:
            data = b"".join((await self._ended(link)).lines)
            async with self._at_desk(request) as address:
                work = (report_for, data, link.seat)
                self._reports[key] = await self.hub.desk.run(RECORD_SECONDS, address, *work)
            while len(self._reports) > MOST_REPORTS:
                del self._reports[next(iter(self._reports))]
        return json(self._reports[key])

    async def share(self, request: Request) -> Response:
        """A link to look at a game that has ended; the same for the same link, however often it is asked for."""
        form = await self._form(request, forms.ToShare)
        link = await self._found(form.token)
        room = await self.hub.room(link.game_id)
        async with room.lock:
            if not room.ended:
                raise Refusal(403, say("server.error.not-ended"))
            numbering = room.numbering
            line = numbering.number(numbering.line(max(0, form.line), link.seat), SPECTATOR)
        if link.seat == SPECTATOR:
            return json(forms.Shared(form.token, line))
        token = watching_token(form.token)
        await self.hub.store.add_link(StoredToken(token_hash(token), link.game_id, LINK, SPECTATOR))
        return json(forms.Shared(token, line))

    async def records(self, request: Request) -> Response:
        self._not_too_often(request, 5)
        async with self._at_desk(request) as address:
            data = await read_body(request, self.settings.record_bytes, self.settings.request_seconds)
            seat = _query(request, "seat")
            return json(await self.hub.desk.run(RECORD_SECONDS, address, frames_of, data, seat))

    # texts and rules

    async def languages(self, request: Request) -> Response:
        return json(languages())

    async def texts(self, request: Request) -> Response:
        return _unchanging(request, _texts(_known_language(request.path_params["lang"])))

    async def rules(self, request: Request) -> Response:
        return _unchanging(request, _rules(_book(request).id, _asked_language(request)))

    async def rule(self, request: Request) -> Response:
        return json(rulebook.rule_entry(_book(request), request.path_params["id"], _asked_language(request)))

    # the umpire's desk

    async def procedures(self, request: Request) -> Response:
        return _unchanging(request, _procedures(_book(request).id))

    async def asking(self, request: Request) -> Response:
        """What a page needs to ask a person for the inputs of a procedure, in his language."""
        book, procedure = _book(request), _procedure(request)
        lang = _asked_language(request)
        asks = book.asks.get(procedure.name, NOTHING_SAID)
        return json(describe_asking(procedure, book.ledger.procedures[procedure.name], asks, lang))

    async def ruling(self, request: Request) -> Response:
        return json(await self._worked_out(request, thinking.rule_on, _asked_language(request)))

    async def odds(self, request: Request) -> Response:
        return json(await self._worked_out(request, thinking.odds_of))

    async def _worked_out(self, request: Request, work: Callable[..., bytes], *more: str) -> bytes:
        book, name = _book(request), _procedure(request).name
        situation = await self._form(request, dict[str, Any])
        asked: tuple[Any, ...] = (work, book.id, name, situation, *more)
        async with self._at_desk(request) as address:
            return await self.hub.desk.run(self.settings.think_seconds, address, *asked)

    @asynccontextmanager
    async def _at_desk(self, request: Request) -> AsyncIterator[str]:
        """Anybody may ask here, so the desk has processes of its own and a queue of limited length, for each address
        (which it gives) and in all."""
        address = _address(request)
        full = self._waiting.total() >= self.settings.at_the_desk
        if full or self._waiting[address] >= self.settings.at_the_desk_for_each:
            raise Refusal(503, say("server.error.at-the-desk"))
        self._waiting[address] += 1
        try:
            yield address
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    # the server itself

    async def openapi(self, request: Request) -> Response:
        self._described = self._described or msgspec.json.encode(document(self.endpoints()))
        return _unchanging(request, self._described)

    async def health(self, request: Request) -> Response:
        alive = await self.hub.store.alive()
        return json(forms.Health(alive), 200 if alive else 503)

    # what they share

    async def _form(self, request: Request, wanted: type[T]) -> T:
        self._not_too_often(request)
        return await self._read(request, wanted)

    async def _read(self, request: Request, wanted: type[T], most: int = 0) -> T:
        return await read_form(request, wanted, most or self.settings.request_bytes, self.settings.request_seconds)

    async def _found(self, token: str) -> StoredToken:
        """The link of a token."""
        link = await self.hub.find(token)
        if link is None:
            raise NotThere(say("server.closed.unknown-link"))
        return link

    async def _ended(self, link: StoredToken) -> StoredGame:
        """The game of a link, if it has ended."""
        summary = await self.hub.store.summary(link.game_id)
        stored = await self.hub.store.load(link.game_id) if summary is not None and summary.finished else None
        if stored is None:
            raise Refusal(403, say("server.error.not-ended"))
        return stored

    def _not_too_often(self, request: Request, cost: float = 1.0) -> None:
        if not self._asking.take(_address(request), cost):
            raise Refusal(429, say("server.error.too-often"))


#: what that request is answered with, and what it sends
_SEATINGS: Final = (forms.Seatings, forms.ToBeMade)


def _game(request: Request) -> Game[Any]:
    return _found(get_game, request)


def _book(request: Request) -> Book:
    return _found(get_book, request)


def _found(get: Callable[[str], T], request: Request) -> T:
    """What the address names; NotThere if there is none."""
    try:
        return get(request.path_params["game"])
    except BadInput as error:
        raise NotThere(error.reason) from None


def _procedure(request: Request) -> AnyProcedure:
    procedures, name = _book(request).procedures, request.path_params["procedure"]
    if name not in procedures:
        raise NotThere(say("server.error.no-such-procedure", name=name, known=list(procedures)))
    return procedures[name]


@cache
def _opening(game_id: str) -> bytes:
    return msgspec.json.encode(opening_shown(get_game(game_id)))


@cache
def _schema(game_id: str) -> bytes:
    return msgspec.json.encode(game_schema(get_game(game_id)))


@cache
def _rules(game_id: str, lang: str) -> bytes:
    return msgspec.json.encode(rulebook.rulebook(get_book(game_id), lang))


@cache
def _procedures(game_id: str) -> bytes:
    book = get_book(game_id)
    return msgspec.json.encode(desk.describe(book.procedures, book.ledger.procedures))


@cache
def _texts(lang: str) -> bytes:
    return msgspec.json.encode(texts(lang))


def _unchanging(request: Request, body: bytes) -> Response:
    """What changes only with the software: a browser asks whether its copy is still good."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return json(_packed(body), headers={**headers, "Content-Encoding": "gzip"})
    return json(body, headers=headers)


@lru_cache(maxsize=64)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 6)


def _query(request: Request, name: str) -> str | None:
    value: str | None = request.query_params.get(name)
    return value


def _asked_language(request: Request) -> str:
    """The language that an address asks for, English if it does not say."""
    return _known_language(_query(request, "lang") or FALLBACK)


def _known_language(lang: str) -> str:
    if lang not in [language.id for language in languages().languages]:
        raise NotThere(say("server.error.no-such-language", name=lang))
    return lang


def _address(request: Request) -> str:
    return network_of(request.client.host if request.client else "")
