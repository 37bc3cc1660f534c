"""What is turned away before anybody looks at it: long paths, strange names, posts of other sites."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from feltherre.server.gate import MOST_PATH, host_name, names_of
from server.tables import Closed, Page, in_loop, serving


@in_loop
async def test_a_path_that_is_no_path_is_refused_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for long in ("/" + "a/" * 30_000, "/api/" + "x" * MOST_PATH, "/api/games?" + "a&" * 30_000):
            answer = await server.http.get(long)
            assert answer.status_code == 414
            assert answer.json()["error"]["key"] == "server.error.long-path"
        assert (await server.http.get("/api/" + "x" * 100)).status_code == 404


@in_loop
@pytest.mark.parametrize("kind", ["text/plain", "application/json", "application/x-www-form-urlencoded"])
async def test_a_page_of_another_site_posts_nothing_whatever_it_calls_it(tmp_path: Path, kind: str) -> None:
    async with serving(tmp_path) as server:
        host = server.http.base_url.netloc.decode()
        form = b'{"game": "lanterns", "seating": 0, "seat": "amber"}'

        async def status(**headers: str) -> int:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            answer = await server.http.post("/api/matches", content=form, headers={"content-type": kind, **named})
            return int(answer.status_code)

        assert await status(origin="https://evil.test") == 403
        assert await status(origin="null") == 403
        assert await status(sec_fetch_site="cross-site") == 403
        assert await status(origin=f"http://{host}", sec_fetch_site="same-origin") == 201
        assert await status() == 201


@in_loop
async def test_only_names_of_this_server_are_answered(tmp_path: Path) -> None:
    async with serving(tmp_path, host_names=names_of("127.0.0.1", ["Club.Test"])) as server:

        async def status(host: str) -> int:
            return int((await server.http.get("/api/games", headers={"host": host})).status_code)

        for known in ("club.test", "club.test:8940", "localhost:1", "127.0.0.1", "[::1]:8940"):
            assert await status(known) == 200
        for strange in ("evil.test", "club.test.evil.test", "", "198.51.100.7"):
            assert await status(strange) == 421
        page = Page(server)
        page.scope["headers"] = [(b"host", b"evil.test")]
        with pytest.raises(Closed):
            await page.connect()


@in_loop
async def test_a_server_answers_to_the_address_at_which_it_was_reached(tmp_path: Path) -> None:
    async with serving(tmp_path, host_names=names_of("0.0.0.0")) as server:
        transport = httpx.ASGITransport(server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://198.51.100.7") as http:
            assert (await http.get("/api/games")).status_code == 200
            assert (await http.get("/api/games", headers={"host": "198.51.100.8"})).status_code == 421


@pytest.mark.parametrize(
    ("host", "name"),
    [("Club.test:80", "club.test"), ("[::1]:80", "::1"), ("[::1]", "::1"), ("10.1.2.3", "10.1.2.3"), ("", "")],
)
def test_the_name_in_a_host_header(host: Any, name: str) -> None:
    assert host_name(host) == name
