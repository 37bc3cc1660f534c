"""Before and beside the table: what an invitation says, the list of one's own games, where others reach the server."""

import sqlite3
from pathlib import Path
from random import Random

import httpx
import pytest

from feltherre.server import reach
from feltherre.server.tokens import new_token
from server.tables import Server, in_loop, play, serving


@in_loop
async def test_an_invitation_says_what_it_is_to_until_it_is_claimed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=0, seat="blue", computers={"coral": "random"}, name=" Ann\n", spectators=True)
        (invitation,) = made["invitations"]
        told = await server.post("/api/invitation", {"token": invitation["token"]})
        assert (told["game"], told["seat"], told["roles"], told["inviter"]) == ("lanterns", "amber", ["amber"], "Ann")
        assert (told["clocks"], told["dice"], told["umpire"], told["spectators"]) == (None, "live", False, True)
        sitting = {seat["name"]: (seat["player"], seat["called"]) for seat in told["seats"]}
        assert sitting == {"amber": ("", ""), "blue": ("", "Ann"), "coral": ("random", "")}
        assert told["role_names"].keys() == {"amber", "blue", "coral"}
        await server.post("/api/claim", {"token": invitation["token"]})
        assert (await server.post("/api/invitation", {"token": invitation["token"]}, 409))["error"]["key"]
        for token in (made["link"]["token"], made["spectators"]["token"], new_token(), "short"):
            await server.post("/api/invitation", {"token": token}, 404)


@in_loop
async def test_an_invitation_names_the_rules_and_the_clock_in_words(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(game="winterwar", options={"setup": "historical"}, clocks=True, umpire=True)
        told = await server.post("/api/invitation", {"token": made["umpire"]["token"]})
        assert (told["seat"], told["roles"], told["clocks"]["key"]) == ("umpire", ["umpire"], "winterwar.clocks.about")
        (setup,) = [said for said in told["choices"] if said["label"]["key"] == "winterwar.option.setup"]
        assert (setup["value"]["key"], setup["usual"]) == ("winterwar.option.setup.historical", False)
        assert any(said["usual"] for said in told["choices"])


@in_loop
async def test_the_list_knows_a_game_that_nobody_has_open(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "3"}, name="Ann")
        tokens = [made["link"]["token"]]
        (new,) = await server.post("/api/mine", {"tokens": tokens})
        assert [seat["called"] for seat in new["seats"]] == ["Ann", ""]
        await play(pages, Random(4), 7)
        (open_now,) = await server.post("/api/mine", {"tokens": tokens})
        assert open_now["turn"]
        assert open_now["asked"] == (open_now["seat"] in open_now["waiting"])
        for page in pages.values():
            await page.gone()
        await server.hub.note_down()
        server.hub._drop(made["match"])
        assert (await server.post("/api/mine", {"tokens": tokens}))[0] == open_now
        assert not server.hub.rooms
    async with serving(tmp_path) as again:
        assert (await again.post("/api/mine", {"tokens": tokens}))[0] == open_now
        # the other comes with a name, and acts
        page = await again.page(made["link"], name="Bo")
        await page.gone()
        (known,) = await again.post("/api/mine", {"tokens": tokens})
        assert known["seats"][0]["called"] == "Bo"


@in_loop
async def test_what_was_not_noted_down_is_not_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "3"})
        await play(pages, Random(4), 5)
        server.hub._drop(made["match"])
        (mine,) = await server.post("/api/mine", {"tokens": [made["link"]["token"]]})
        assert (mine["turn"], mine["waiting"], mine["asked"]) == (None, None, None)
        assert [seat["name"] for seat in mine["seats"]] == ["amber", "blue+coral"]
        db = sqlite3.connect(tmp_path / "games.db")
        db.execute("DELETE FROM glances")
        db.commit()
        db.close()
        (mine,) = await server.post("/api/mine", {"tokens": [made["link"]["token"]]})
        assert [(seat["name"], seat["player"]) for seat in mine["seats"]] == [("amber", ""), ("blue+coral", "")]


@in_loop
async def test_a_finished_game_tells_who_has_won(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"})
        await play(pages, Random(4), 300)
        (mine,) = await server.post("/api/mine", {"tokens": [made["link"]["token"]]})
        assert mine["finished"]
        assert mine["result"] == pages["amber"].position["result"]
        assert mine["result"]["winners"]
        assert mine["waiting"] == []


@in_loop
async def test_spectators_who_are_late_are_not_told_in_the_list_either(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"}, spectators=True, watched="end")
        token = made["spectators"]["token"]
        (mine,) = await server.post("/api/mine", {"tokens": [token]})
        assert (mine["turn"], mine["waiting"], mine["asked"], mine["touched"]) == (None, None, None, "")
        await play(pages, Random(4), 300)
        (mine,) = await server.post("/api/mine", {"tokens": [token]})
        assert mine["turn"]


async def reached(server: Server, client: str, host: str) -> list[str]:
    transport = httpx.ASGITransport(server.app, client=(client, 50000))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}:8940") as browser:
        found: list[str] = (await browser.get("/api/reach")).json()["addresses"]
        return found


@in_loop
async def test_only_somebody_at_the_machine_is_told_where_others_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "_own_addresses", lambda: iter(["192.168.1.7", "fd00::7"]))
    async with serving(tmp_path, listens_on="0.0.0.0") as server:
        here = ["http://192.168.1.7:8940/", "http://[fd00::7]:8940/"]
        assert await reached(server, "127.0.0.1", "localhost") == here
        assert await reached(server, "127.0.0.1", "127.0.0.1") == here
        assert await reached(server, "192.168.1.9", "localhost") == []
        assert await reached(server, "127.0.0.1", "games.example.org") == []
    async with serving(tmp_path) as server:
        assert await reached(server, "127.0.0.1", "localhost") == []


def test_addresses_of_this_machine_are_none_of_its_own() -> None:
    for own in reach._own_addresses():
        assert not reach.is_loopback(own)
    assert reach.addresses("192.168.1.7", 8940) == ["http://192.168.1.7:8940/"]
    assert [reach.is_loopback(name) for name in ("::1", "[::1]", "127.3.2.1", "192.168.1.7", "example.org")] == [
        *(True, True, True),
        *(False, False),
    ]
