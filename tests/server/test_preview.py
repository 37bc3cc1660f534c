"""An answer as a sentence, and what the game warns of, before it is given."""

from pathlib import Path
from typing import Any

from feltherre.core.catalogue import render
from feltherre.core.text import Text
from server.tables import Page, in_loop, serving


def german(pages: dict[str, Page]) -> tuple[Page, str]:
    page = pages["germany"]
    (decision,) = page.position["asked"]
    return page, decision["id"]


def english(told: dict[str, Any]) -> str:
    return render(Text(told["key"], {k: Text(v["key"]) if isinstance(v, dict) else v for k, v in told["args"].items()}))


@in_loop
async def test_an_answer_is_told_and_warned_of_before_it_is_given(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(game="norway")
        page, decision = german(pages)
        asking = {"type": "preview", "decision": decision}
        one = await page.ask({**asking, "text": "move Oslo to Hønefoss 1"})
        assert one["type"] == "preview", one
        assert one["text"] == "move Oslo > Hønefoss 1"
        assert one["action"] == {"kind": "move", "origin": "oslo", "target": "honefoss", "count": 1}
        assert one["words"]["key"] in ("norway.action.move", "norway.action.attack")
        assert "Oslo" in english(one["words"])
        choices = await page.ask({"type": "choices", "decision": decision, "partial": ["move", "oslo", "honefoss"]})
        all_of_them = choices["choices"][-1]["part"]
        action = {**one["action"], "count": all_of_them}
        leaving = await page.ask({**asking, "action": action})
        assert [text["key"] for text in leaving["warnings"]] == ["norway.warning.city-left-empty"]
        assert (one["warnings"] == []) == (all_of_them > 1)
        built = ["move", "oslo", "honefoss", all_of_them]
        whole = await page.ask({"type": "choices", "decision": decision, "partial": built})
        assert whole["action"] == action
        assert (whole["words"], whole["warnings"]) == (leaving["words"], leaving["warnings"])
        assert page.position["asked"][0]["id"] == decision, "nothing has been done"


@in_loop
async def test_what_would_be_refused_is_refused_in_a_preview_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(game="norway")
        page, decision = german(pages)
        far = await page.ask({"type": "preview", "decision": decision, "text": "move Oslo > Bergen 1"})
        assert (far["type"], far["reason"]["key"], far["rule"]) == ("refused", "norway.illegal.not-adjacent", "4.1b-1")
        unread = await page.ask({"type": "preview", "decision": decision, "text": "march"})
        assert unread["reason"]["key"] == "core.notation.unknown"
        other = await pages["allies"].ask({"type": "preview", "decision": decision, "text": "end movement"})
        assert other["reason"]["key"] == "server.illegal.not-open"


@in_loop
async def test_a_hint_comes_with_its_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(game="norway", aids=True)
        page, decision = german(pages)
        hint = await page.ask({"type": "hint", "role": "germany", "player": "random"})
        preview = await page.ask({"type": "preview", "decision": decision, "action": hint["action"]})
        assert (hint["words"], hint["warnings"]) == (preview["words"], preview["warnings"])


@in_loop
async def test_computer_players_have_names_that_people_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        (norway,) = [game for game in await server.get("/api/games") if game["id"] == "norway"]
        assert list(norway["player_names"]) == norway["players"]
        assert norway["player_names"]["captain"] == {"key": "core.player.captain"}
        assert render(Text("core.player.captain"), "nb") == "Kapteinen: planlegger framover"


@in_loop
async def test_a_whole_sheet_of_a_large_battle_may_be_written_as_text(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(game="civilwar", scenario="cornfield")
        page = pages["union"]
        (decision,) = page.position["asked"]
        legs = ", ".join(["GO FWD 2"] * 6)
        conditions = "SURPRISED YES ; FALLBACK YES ; SHELTER NO ; PURSUE NO"
        (room,) = server.hub.rooms.values()
        units = [unit.id for unit in room.match.view("union").units]  # type: ignore[attr-defined]
        sheet = "orders " + " | ".join(f"{unit}: {legs} ; {conditions}" for unit in units)
        assert len(sheet) > 2000
        told = await page.ask({"type": "preview", "decision": decision["id"], "text": sheet})
        assert told["type"] == "preview", told
        assert set(told["action"]["sheet"]["units"]) == set(units)
