"""A game that is made with the text of a scenario file: checked, played, and shown to nobody."""

import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from feltherre.core.foreign import MOST_BYTES
from feltherre.games.civilwar.field import scenario_of
from server.tables import AT_ONCE, in_loop, serving

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0].replace("turns: 10", "turns: 2")
EXAMPLE = EXAMPLE.replace("at: 6", "at: 2").replace("turn: 3", "turn: 2")
FORM: dict[str, Any] = {"game": "civilwar", "scenario_file": EXAMPLE}
#: what only the file says, or only to the other side
SECRETS = (b"own_edge", b"Keep the enemy north", b"Pouches are half full")


@in_loop
async def test_it_is_made_named_after_its_file_and_the_file_is_sent_to_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.post("/api/matches", {**FORM, "umpire": True, "spectators": True}, 201)
        pages = [await server.page(link) for link in (made["link"], *made["invitations"], made["spectators"])]
        for page in pages:
            assert page.welcome["scenario"] == "mill-ford"
        for frame in pages[0].frames + pages[2].frames:
            assert not [secret for secret in SECRETS if secret in frame]
        room = await server.hub.room(made["match"])
        assert scenario_of(room.match.state).title.args["text"] == "The mill ford"
        assert room.match.setup.scenario_file == EXAMPLE


@in_loop
async def test_it_goes_on_after_the_server_was_stopped_and_its_record_is_shown(tmp_path: Path) -> None:
    computers = {"union": "random", "confederate": "random"}
    async with serving(tmp_path) as server:
        made = await server.post("/api/matches", {**FORM, "computers": computers, "spectators": True}, 201)
    async with serving(tmp_path) as server:
        page = await server.page(made["link"])
        await page.until(lambda position: position["over"])
        record = await server.http.post("/api/record", json={"token": made["link"]["token"]})
        assert b"own_edge" in record.content, "when it has ended, the file is there for all"
        shown = (await server.http.post("/api/records", content=record.content)).json()
        assert shown["verification"]["states_checked"]
        assert shown["setup"]["scenario"] == "mill-ford"
        assert "scenario_file" not in shown["setup"]


@in_loop
@pytest.mark.parametrize(
    ("form", "key"),
    [
        ({"scenario_file": EXAMPLE.replace("turns: 2", "turns: 0")}, "civilwar.scenario.next-line"),
        ({"scenario_file": "[" * 100_000}, "core.bad.file-too-deep"),
        ({"scenario_file": "a: &a [1]\nb: *a"}, "core.bad.file-aliases"),
        ({"scenario_file": "#" + "x" * MOST_BYTES}, "core.bad.file-too-long"),
        ({"scenario_file": "a: [1"}, "civilwar.scenario.next-line"),
        ({"scenario": "kernstown"}, "core.bad.scenario-id"),
        ({"game": "norway"}, "core.bad.no-scenario-files"),
        ({"game": "nothing"}, "core.bad.game"),
        ({"scenario_file": 7}, "server.bad.request"),
    ],
)
async def test_a_file_with_faults_is_refused_with_a_reason(tmp_path: Path, form: dict[str, Any], key: str) -> None:
    async with serving(tmp_path) as server:
        refused = await server.post("/api/matches", {**FORM, **form}, 400)
        assert refused["error"]["key"] == key


@in_loop
async def test_its_id_may_be_told_with_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await server.post("/api/matches", {**FORM, "scenario": "mill-ford"}, 201)


@in_loop
async def test_a_form_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        most = server.hub.settings.making_bytes
        answer: httpx.Response = await server.http.post("/api/matches", json={**FORM, "scenario_file": "x" * most})
        assert answer.status_code == 413
        assert answer.json()["error"] == {"key": "server.bad.too-large", "args": {"most": most}}


@in_loop
async def test_it_is_looked_through_in_another_process_and_its_faults_come_back_whole(tmp_path: Path) -> None:
    async with serving(tmp_path, replace(AT_ONCE, workers=1)) as server:
        wrong = EXAMPLE.replace("turns: 2", "turns: 0").replace("weapon: smoothbore_musket", "weapon: bow")
        refused = await server.post("/api/matches", {**FORM, "scenario_file": wrong}, 400)
        written = msgspec.json.encode(refused)
        assert written.count(b"civilwar.scenario.fault.") == 3
        await server.post("/api/matches", FORM, 201)


@in_loop
async def test_nobody_waits_for_it_behind_too_many_others(tmp_path: Path) -> None:
    async with serving(tmp_path, at_the_desk=0) as server:
        refused = await server.post("/api/matches", FORM, 503)
        assert refused["error"]["key"] == "server.error.at-the-desk"
        await server.post("/api/matches", {"game": "civilwar"}, 201)
