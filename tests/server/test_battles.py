"""What a page is told of a battle beside its position: the brief and the lesson, how far the turn has come, whom a held
ruling is about, and who plays a scenario that is yet to be made."""

from pathlib import Path
from typing import Any

import pytest

from server.tables import Page, in_loop, serving
from server.test_own_scenario import EXAMPLE

BATTLE = {"game": "civilwar", "scenario": "hokes-run"}


async def hand_in(page: Page, text: str) -> None:
    (asked,) = page.position["asked"]
    act = {"type": "act", "role": asked["role"], "decision": asked["id"], "text": text}
    told = await page.ask(act)
    assert told["type"] == "done", told


@in_loop
async def test_each_side_reads_its_own_brief_and_all_the_lesson(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(**BATTLE, umpire=True, spectators=True)
        pages["umpire"] = await server.page(made["umpire"])
        pages[""] = await server.page(made["spectators"])
        told = {seat: await page.ask({"type": "brief"}) for seat, page in pages.items()}
        assert {answer["type"] for answer in told.values()} == {"brief"}
        assert {answer["brief"][0]["text"]["key"] for answer in told.values()} == {"civilwar.scenario.hokes-run.title"}
        tasks = {
            seat: [line["text"]["args"]["side"]["key"] for line in answer["brief"] if line["text"]["key"] == TASK]
            for seat, answer in told.items()
        }
        own = ["civilwar.role.union"], ["civilwar.role.confederate"]
        assert (tasks["union"], tasks["confederate"], tasks[""]) == (*own, [])
        assert tasks["umpire"] == own[0] + own[1]
        assert all(len(answer["lesson"]) == 1 for answer in told.values())


SEVERAL = {"commanders": "several"}
TASK = "civilwar.brief.task"


@in_loop
async def test_a_game_without_a_brief_answers_with_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(game="lanterns", scenario="calm", seating=1)
        told = await pages["amber"].ask({"type": "brief"})
        assert (told["brief"], told.get("lesson", [])) == ([], [])


@in_loop
async def test_events_say_how_much_of_the_turn_has_passed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(**BATTLE)
        await hand_in(pages["union"], "orders wi1: GO S 3")
        await hand_in(pages["confederate"], "orders -")
        position = await pages["union"].until(lambda told: told["asked"] and told["events"])
        log = [event for _, event in position["events"]]
        passed = [event["passed"] for event in log if "moment" in event]
        assert passed == sorted(passed)
        assert passed[-1] == 100
        assert all("passed" not in event for event in log if "moment" not in event)


@in_loop
async def test_the_umpire_reads_whom_a_held_ruling_is_about(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(**BATTLE, umpire=True)
        umpire = await server.page(made["umpire"])
        hold = {"type": "override", "edit": {"edit": "hold-gate", "on": True}, "reason": "I want to see it"}
        assert (await umpire.ask(hold))["type"] == "done"
        for union in ("orders perkins: AP", "orders perkins: S SHELL AT va5 GUESS 60"):
            await hand_in(pages["union"], union)
            await hand_in(pages["confederate"], "orders -")
            await pages["union"].settled()
        position = await umpire.until(lambda told: told["gate"])
        assert (await umpire.ask({"type": "prospects"}))["prospects"] == [], "he gives no orders"
        assert "Perkins" in str(position["gate_concerns"])
        assert position["gate"]["explanation"][-1]["text"]["key"] == "civilwar.fire.measured"
        assert all(not page.position["gate_concerns"] for page in pages.values())


@in_loop
async def test_who_plays_is_known_before_a_game_is_made(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        plain = await server.post("/api/seatings", BATTLE)
        assert plain["seatings"] == [[["union"], ["confederate"]]]
        several = await server.post("/api/seatings", {**BATTLE, "scenario": "kernstown", "options": SEVERAL})
        assert len(several["seatings"]) == 2
        (each, _) = several["seatings"]
        assert set(several["role_names"]) == {role for seat in each for role in seat}
        own = await server.post("/api/seatings", {"game": "civilwar", "scenario_file": EXAMPLE})
        assert (own["scenario"], own["about"]["key"]) == ("mill-ford", "civilwar.scenario.sound")


@in_loop
@pytest.mark.parametrize(
    ("form", "key"),
    [
        ({"scenario_file": EXAMPLE.replace("turns: 2", "turns: 0")}, "civilwar.scenario.next-line"),
        ({"scenario": "no-such-place"}, "core.bad.scenario"),
        ({"options": {"commanders": "many"}}, "core.bad.option-value"),
    ],
)
async def test_what_cannot_be_made_is_refused_with_its_faults(tmp_path: Path, form: dict[str, Any], key: str) -> None:
    async with serving(tmp_path) as server:
        told = await server.post("/api/seatings", {"game": "civilwar", **form}, 400)
        assert told["error"]["key"] == key
