"""Bodies, addresses, headers and frames that make no sense, and paths that are too long: all are refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx

import malformed
from battery.spoiling import MISFITS
from feltherre.server.messages import MOST_BYTES
from live import WITHOUT_RATES, Client, Process
from probing import raw
from probing.findings import Findings

TOKEN = "x" * 32
BATTLE: dict[str, Any] = {
    "attack_groups": [{"from": "oslo", "mode": "land", "battalions": 3}],
    "defender_battalions": 2,
    "attacker_cards": [],
    "defender_cards": [],
    "reaction_cards": [],
    "dice_values": {},
}
#: every form that is posted, well formed
FORMS: dict[str, Any] = {
    "/api/matches": {
        "game": "norway",
        "seating": 1,
        "options": {},
        "computers": {},
        "dice": "live",
        "contribution": "x",
    },
    "/api/claim": {"token": TOKEN, "link": "y" * 32},
    "/api/mine": {"tokens": [TOKEN]},
    "/api/log": {"token": TOKEN},
    "/api/record": {"token": TOKEN},
    "/api/records": {"kind": "header", "game": "norway", "seats": []},
    "/api/umpire/norway/land-combat": {**BATTLE, "attacker_dice": [1, 2, 3], "defender_dice": [6, 6]},
    "/api/odds/norway/land-combat": BATTLE,
}
#: addresses that lead nowhere, and out of the house
TARGETS: tuple[bytes, ...] = (
    b"/%00",
    b"/%ff%fe",
    b"/..%2f..%2f..%2f..%2fetc/passwd",
    b"/../../../../etc/passwd",
    b"/assets/..%5c..%5cetc%5cpasswd",
    b"/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    b"//etc/passwd",
    b"/%2fetc%2fpasswd",
    b"/.",
    b"/..",
    b"/" + b"../" * 200,
    b"/%",
    b"/%zz",
    b"/?" + b"a=" * 500,
    b"/#/play/" + TOKEN.encode(),
    b"*",
    b"localhost:80",
    b"http://elsewhere.test/",
    b"/api",
    b"/api/",
    b"/api/nothing",
    b"/api/games/nothing/board",
    b"/api/games/%2e%2e/board",
    b"/api/games/norway%00/board",
    b"/api/texts/../../en",
    b"/api/texts/%00",
    b"/api/texts/" + b"x" * 500,
    b"/api/rules/norway/%00",
    b"/api/rules/norway/..%2f..%2fledger.yaml",
    b"/api/umpire/norway",
    b"/api/umpire/nothing",
    b"/ws",
    b"/\xe2\x80\xae",
    b"/\xff\xfe",
    b"/a b c",
    b"",
)
#: whole requests that are none
REQUESTS: tuple[bytes, ...] = (
    b"\r\n\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    raw.request(b"/", b"Broken"),
    raw.request(b"/", b"X: \0"),
    raw.request(b"/", b"Host: other"),
    raw.request(b"/", *[b"X-%d: y" % n for n in range(2000)]),
    raw.request(b"/", b"X: " + b"y" * 100_000),
    raw.request(b"/", b"Cookie: " + b"; ".join(b"a=b" for _ in range(5000))),
    raw.request(b"/healthz", method=b"DELETE"),
    raw.request(b"/api/claim", method=b"PUT"),
    raw.request(b"/api/claim", method=b"\xff\xff"),
    raw.request(b"/api/claim", b"Content-Length: -1", method=b"POST"),
    raw.request(b"/api/claim", b"Content-Length: 1e3", method=b"POST"),
    raw.request(b"/api/claim", b"Content-Length: 99999999999999999999", method=b"POST"),
    raw.request(b"/api/claim", b"Content-Length: 3", b"Content-Length: 4", method=b"POST") + b"null",
    raw.request(b"/api/claim", b"Content-Length: 4", b"Transfer-Encoding: chunked", method=b"POST") + b"0\r\n\r\n",
    raw.request(b"/api/claim", b"Transfer-Encoding: chunked", method=b"POST") + b"zz\r\n",
    raw.request(b"/api/claim", b"Transfer-Encoding: gzip", method=b"POST") + b"0\r\n\r\n",
    raw.request(b"/api/claim", b"Content-Length: 4", b"Origin: https://elsewhere.test", method=b"POST") + b"null",
    raw.request(b"/ws", b"Upgrade: websocket"),
    raw.upgrade().replace(b"Version: 13", b"Version: 99"),
    raw.upgrade().replace(b"Sec-WebSocket-Key", b"X"),
    raw.upgrade(b"/elsewhere"),
)
HELLO = b'{"type":"hello","token":"%s"}'
#: frames after a handshake, as they are or after a hello
FRAMES: tuple[bytes, ...] = (
    raw.frame(b"\xff\xfe\xfd"),
    raw.frame(b"x" * (MOST_BYTES + 1)),
    raw.frame(b"{}", raw.BINARY),
    raw.frame(b"{}", 3),
    raw.frame(b"{}", 11),
    raw.frame(b"{}", reserved=4),
    raw.frame(b"{}", masked=False),
    raw.frame(b"x" * 200, raw.PING),
    raw.frame(b"x", raw.PING, last=False),
    raw.frame(b"x", 0),
    raw.frame(b"x", last=False) + raw.frame(b"y"),
    raw.frame(b"{", last=False) + raw.frame(b"x" * MOST_BYTES, 0),
    raw.frame(b"\x03", raw.CLOSE),
    raw.frame(b"\x00\x01", raw.CLOSE),
    raw.frame(b"\x03\xe8\xff\xff", raw.CLOSE),
    b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0",
    b"\x81",
    b"GET / HTTP/1.1\r\n\r\n",
)
#: lengths of paths that are refused; h11 refuses what is longer by itself
LONG = (1025, 1500, 4000, 16_000, 60_000)


@asynccontextmanager
async def probed(found: Findings) -> AsyncIterator[Process]:
    """A server that is as well afterwards as before, and has found nothing to complain about."""
    server = Process(found.folder / "games.db", WITHOUT_RATES)
    try:
        made = await server.make(game="norway", seating=1)
        page = Client(server.port, made["link"]["token"], found.rng)
        async with page.connected():
            yield server
            told = await page.ask({"type": "choices", "decision": page.position["asked"][0]["id"]})
            if told["type"] != "choices":
                found.failures.append(f"somebody at a table is not answered any more: {told}")
        async with server.http() as http:
            if (await http.get("/healthz")).status_code != 200:
                found.failures.append("the server is not well afterwards")
    finally:
        server.stop()
    for line in server.complaints.read_text().splitlines():
        if "Traceback" in line or "ERROR" in line:
            found.failures.append(f"the server complained: {line}")


async def bodies(found: Findings) -> None:
    """Bodies of requests that are no forms, or forms with something wrong in them."""
    async with probed(found) as server, server.http() as http:
        for path, form in FORMS.items():
            for noise in malformed.NOISE:
                given = await http.post(path, content=noise.encode())
                _judge(found, given, f"{path} {noise[:40]!r}", refused=True)
            for content in (b"\xff\xfe", b"\0", b"\x1f\x8b" + b"\0" * 50):
                _judge(found, await http.post(path, content=content), f"{path} {content[:9]!r}", refused=True)
            for _ in range(found.many(40, 5)):
                spoilt = _spoilt(form, found.rng)
                _judge(found, await http.post(path, json=spoilt), f"{path} {str(spoilt)[:120]}")


def _spoilt(form: dict[str, Any], rng: Random) -> Any:
    """A form with one thing wrong."""
    name = rng.choice(sorted(form))
    wrong = rng.choice([*MISFITS, "", "nowhere", "x" * 5000, [], ["", 1], -1, 10**9, True, "\u202e\x1b[31m", [[]] * 50])
    kind = rng.randrange(4)
    if kind == 0:
        return {key: value for key, value in form.items() if key != name}
    return {**form, "more": wrong} if kind == 1 else {**form, name: wrong}


def _judge(found: Findings, given: httpx.Response, what: str, refused: bool = False) -> None:
    right = given.status_code < 500 and (given.status_code >= 400 or not refused)
    clean = "Traceback" not in given.text and ".py" not in given.text
    readable = given.status_code < 400 or "error" in given.json()
    found.expect(right and clean and readable, f"{what}: {given.status_code} {given.text[:120]}")


async def addresses(found: Findings) -> None:
    """Addresses and whole requests that make no sense. Where no client is built its paths answer 503."""
    async with probed(found) as server:
        built = raw.status_of(await raw.answer(server.port, raw.request(b"/"))) == 200
        asked = [raw.request(target) for target in TARGETS] + list(REQUESTS)
        for data in asked:
            told = await raw.answer(server.port, data)
            status = raw.status_of(told)
            right = status < 500 or (status == 503 and not built)
            clean = b"root:" not in told and b"Traceback" not in told
            found.expect(right and clean, f"{data[:80]!r}: {told[:120]!r}")


async def frames(found: Findings) -> None:
    """Frames that are none, before and after a hello: the connection is closed, or the message refused."""
    async with probed(found) as server:
        made = await server.make(game="norway", seating=1)
        hello = raw.frame(HELLO % made["link"]["token"].encode())
        for data in FRAMES:
            for before in (b"", hello):
                close = raw.frame(b"\x03\xe8", raw.CLOSE)
                told = await raw.answer(server.port, raw.upgrade() + before + data + close, end=True)
                right = raw.status_of(told) == 101 and b"Traceback" not in told and b"internal" not in told
                found.expect(right, f"{data[:40]!r} {'after hello' if before else ''}: {told[-160:]!r}")


async def long_paths(found: Findings) -> None:
    """Refused at once, whatever they are made of; how much of the processor each takes is told."""
    made_of = (b"a", b"a/", b"%41", b"../", b"api/", b"\xc3\xa6", b"%00", b"a.b/")
    async with probed(found) as server:
        usual = raw.request(b"/api/texts")
        busy = server.busy()
        for _ in range(found.many(100, 10)):
            found.expect(raw.status_of(await raw.answer(server.port, usual)) == 200, "a usual path is not answered")
        each = (server.busy() - busy) / found.many(100, 10)
        found.notes.append(f"processor time of a usual request: {1000 * each:.1f} ms")
        for length in LONG:
            busy, asked = server.busy(), found.many(5, 1)
            for one in made_of:
                path = b"/" + (one * (length // len(one) + 1))[: length if one != b"%41" else 3 * length]
                # what is written with % is shorter when it is read
                refused = (414,) if b"%" not in path or length > 4000 else (414, 400, 404, 200, 503)
                for _ in range(asked):
                    status = raw.status_of(await raw.answer(server.port, raw.request(path)))
                    found.expect(status in (*refused, 400, 431), f"{length} bytes of {one!r}: {status}")
            each = (server.busy() - busy) / asked / len(made_of)
            found.notes.append(f"processor time for a path of {length} bytes: {1000 * each:.1f} ms")
        told = await raw.answer(server.port, raw.upgrade(b"/ws" + b"a" * 2000))
        found.expect(400 <= raw.status_of(told) < 500, f"a WebSocket with a long path: {told[:80]!r}")
