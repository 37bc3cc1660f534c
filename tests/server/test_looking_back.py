"""A game that has ended lies open: its report, its log, what each seat saw, and a link for others to any moment."""

from pathlib import Path
from random import Random
from typing import Any

from feltherre.server.tokens import new_token
from server.tables import Page, Server, in_loop, play, serving


async def finished(server: Server) -> tuple[dict[str, Any], dict[str, Page]]:
    """A short game to its end, and the pages of its seats."""
    made, pages = await server.pages(seating=1, options={"rounds": "1"})
    await play(pages, Random(4), 300)
    assert pages["amber"].position["over"]
    return made, pages


@in_loop
async def test_nothing_is_looked_back_on_before_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"})
        await play(pages, Random(4), 3)
        token = made["link"]["token"]
        for path in ("/api/report", "/api/share"):
            assert (await server.post(path, {"token": token}, 403))["error"]["key"] == "server.error.not-ended"
            await server.post(path, {"token": new_token()}, 404)
        for eyes in ("blue+coral", "amber", ""):
            refused = await pages["amber"].ask({"type": "look", "line": 0, "eyes": eyes})
            assert refused["reason"]["key"] == "server.error.not-ended"
            await server.post("/api/log", {"token": token, "eyes": eyes}, 400)


@in_loop
async def test_the_report_names_lines_as_its_seat_counts_them_and_is_made_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await finished(server)
        token = {"token": made["link"]["token"]}
        report = await server.post("/api/report", token)
        amber = pages["amber"]
        log = (await server.post("/api/log", token))["log"]
        assert report["story"]
        assert {beat["line"] for beat in report["story"]} <= {line for line, _ in log}
        assert report["points"][-1]["line"] <= amber.position["line"]
        # the second time it is not worked out again
        server.hub.desk.close()
        assert await server.post("/api/report", token) == report


@in_loop
async def test_the_log_opens_up_and_can_be_read_with_other_eyes(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "3"})
        token = made["link"]["token"]
        heard: list[Any] = []
        while not pages["amber"].position["over"]:
            await play(pages, Random(len(heard)), 1)
            own = (await server.post("/api/log", {"token": token}))["log"]
            heard = heard if pages["amber"].position["over"] else own
        everything = (await server.post("/api/log", {"token": token}))["log"]
        amber = (await server.post("/api/log", {"token": token, "eyes": "amber"}))["log"]
        others = (await server.post("/api/log", {"token": token, "eyes": "blue+coral"}))["log"]
        assert amber[: len(heard)] == heard
        public = (await server.post("/api/log", {"token": token, "eyes": ""}))["log"]
        secrets = [[told for told in one if told not in public] for one in (amber, others)]
        assert secrets[0] != secrets[1]
        assert all(told in everything for own in secrets for told in own)
        await server.post("/api/log", {"token": token, "eyes": "nobody"}, 400)


@in_loop
async def test_a_moment_is_seen_as_it_was_or_with_the_eyes_of_a_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1, options={"rounds": "1"})
        amber, seen = pages["amber"], dict[int, Any]()
        while not amber.position["over"]:
            seen[amber.position["line"]] = amber.position["scene"]
            await play(pages, Random(len(seen)), 1)
        room = next(iter(server.hub.rooms.values()))
        for line, scene in seen.items():
            assert (await amber.ask({"type": "look", "line": line, "eyes": "amber"}))["scene"] == scene
            everything = await amber.ask({"type": "look", "line": line})
            assert await pages["blue+coral"].ask({"type": "look", "line": line}) | {"id": ""} == everything | {"id": ""}
        open_now = [(await amber.ask({"type": "look", "line": line}))["scene"] for line in seen]
        assert open_now != list(seen.values())
        refused = await amber.ask({"type": "look", "line": 0, "eyes": "nobody"})
        assert refused["type"] == "refused"
        assert room.ended


@in_loop
async def test_others_are_led_to_a_moment_by_a_link_that_stays_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await finished(server)
        token, line = made["link"]["token"], pages["amber"].position["line"] // 2
        shared = await server.post("/api/share", {"token": token, "line": line})
        assert shared["token"] not in (token, made["invitations"][0]["token"])
        assert await server.post("/api/share", {"token": token, "line": line}) == shared
        # whoever looks on gives the same link away
        assert await server.post("/api/share", shared) == shared

        other = await server.page({"token": shared["token"], "kind": "link"})
        assert other.welcome["seat"] == ""
        assert other.welcome["roles"] == []
        theirs = await other.ask({"type": "look", "line": shared["line"]})
        ours = await pages["amber"].ask({"type": "look", "line": line})
        assert theirs["scene"] == ours["scene"]
        report = await server.post("/api/report", {"token": shared["token"]})
        assert [beat["text"] for beat in report["story"]]
        refused = await other.ask({"type": "seat", "act": {"act": "resign"}})
        assert refused["type"] == "refused"
