"""Overlays over the wire, the aid policy that allows them, and why a hex or a counter may not be chosen."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from feltherre.core.game import Setup
from feltherre.games.winterwar.game import GAME
from server.tables import Page, Server, in_loop, serving

WHOLE_POSITION = ["enemy-zones", "own-zones", "own-supply", "enemy-supply"]


async def at_movement(server: Server, **form: Any) -> tuple[dict[str, Any], dict[str, Page]]:
    """A game of the Winter War after both historical set-ups: the Soviet side moves first."""
    made, pages = await server.pages(game="winterwar", **form)
    for role in ("finland", "soviet"):
        for line in ("historical", "end setup"):
            await order(pages, role, line)
    assert choices(pages["soviet"])[0] == "move"
    return made, pages


async def order(pages: Mapping[str, Page], role: str, line: str) -> None:
    page = pages[role]
    told = await page.ask({"type": "act", "role": role, "decision": decision(page), "text": line})
    assert told["type"] == "done", told
    for each in pages.values():
        await each.settled()


def decision(page: Page) -> str:
    (asked,) = page.position["asked"]
    found: str = asked["id"]
    return found


def choices(page: Page) -> list[str]:
    return [choice["part"] for choice in page.position["asked"][0]["choices"]]


async def overlays(page: Page, picked: str = "") -> dict[str, dict[str, Any]]:
    told = await page.ask({"type": "overlays", "picked": picked})
    assert told["type"] == "overlays", told
    assert told["line"] == page.position["line"]
    return {overlay["id"]: overlay for overlay in told["overlays"]}


@in_loop
async def test_every_seat_gets_its_overlays_also_when_it_is_not_asked(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await at_movement(server, spectators=True)
        soviet, finnish = await overlays(pages["soviet"]), await overlays(pages["finland"])
        assert list(soviet) == WHOLE_POSITION
        assert {place for place, _, _ in soviet["own-zones"]["places"]} == {
            place for place, _, _ in finnish["enemy-zones"]["places"]
        }
        assert await overlays(await server.page(made["spectators"])) == finnish


@in_loop
async def test_the_reach_of_a_unit_is_what_its_move_may_choose(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        page = pages["soviet"]
        reach = (await overlays(page, "SU-138RD"))["reach"]
        asked = {"type": "choices", "decision": decision(page), "partial": ["move", "SU-138RD"]}
        lit = [choice["part"] for choice in (await page.ask(asked))["choices"]]
        assert sorted(place for place, _, _ in reach["places"]) == sorted(lit)
        assert all(label and tint == "reach" for _, tint, label in reach["places"])
        assert (await overlays(pages["finland"], "SU-138RD"))["reach"] == reach
        for place, reason, rule in reach["barred"]:
            why = await page.ask({**asked, "type": "why-not", "part": place})
            assert (why["reason"], why["rule"]) == (reason, rule)


@in_loop
async def test_overlays_belong_to_the_position_they_are_asked_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        before = (await overlays(pages["finland"], "SU-138RD"))["reach"]
        there = before["places"][0][0]
        await order(pages, "soviet", f"138RD > {there}")
        after = (await overlays(pages["finland"], "SU-138RD"))["reach"]
        assert before["name"]["key"] == "winterwar.overlay.reach"
        assert after["name"]["key"] == "winterwar.overlay.reach-next"
        assert there not in {place for place, _, _ in after["places"]}


@in_loop
async def test_a_piece_that_is_none_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        told = await pages["soviet"].ask({"type": "overlays", "picked": "SU-999RD"})
        assert (told["type"], told["reason"]["key"]) == ("refused", "core.bad.nothing-about")


@in_loop
async def test_each_game_has_overlays_of_its_own(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(game="norway")
        assert list(await overlays(pages["germany"])) == ["air"]
        told = await pages["germany"].ask({"type": "board"})
        assert [overlay["id"] for overlay in told["board"]["overlays"]] == ["south", "west", "mobilisation"]


def test_the_aid_policy_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the aid neither the seat nor spectators get overlays; the umpire may have everything."""

    def aids(self: Any, setup: Setup, role: str) -> frozenset[str]:
        return frozenset({"odds", "reach"} if role == "soviet" else {"odds"})

    monkeypatch.setattr(type(GAME), "aids", aids)

    @in_loop
    async def run() -> None:
        async with serving(tmp_path) as server:
            made, pages = await server.pages(game="winterwar", spectators=True, umpire=True)
            watching, umpire = await server.page(made["spectators"]), await server.page(made["umpire"])
            for page in (pages["finland"], watching):
                told = await page.ask({"type": "overlays"})
                assert (told["type"], told["reason"]["key"]) == ("refused", "server.illegal.no-reach")
            for page in (pages["soviet"], umpire):
                assert list(await overlays(page)) == WHOLE_POSITION

    run()


# typed ways


@in_loop
async def test_a_typed_way_is_completed_like_a_clicked_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        page = pages["soviet"]
        clicked = {"type": "choices", "decision": decision(page), "partial": ["move", "SU-138RD", "2144", "stop"]}
        whole = (await page.ask(clicked))["action"]
        assert len(whole["path"]) > 1
        typed = {"decision": decision(page), "text": "move 138RD > 2144"}
        assert (await page.ask({"type": "preview", **typed}))["action"] == whole
        assert (await page.ask({"type": "act", "role": "soviet", **typed}))["type"] == "done"
        assert page.position["events"][-1][1]["places"][-1] == "2144"


# why not


async def why(page: Page, partial: list[str], part: str) -> tuple[str, str]:
    told = await page.ask({"type": "why-not", "decision": decision(page), "partial": partial, "part": part})
    assert told["reason"] is not None, f"{part} may follow {partial}"
    return told["reason"]["key"].removeprefix("winterwar.illegal."), told["rule"]


@in_loop
async def test_why_a_unit_does_not_move_and_why_not_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        page = pages["soviet"]
        kinds = (await page.ask({"type": "board"}))["board"]["kinds"]
        ship = next(kind["id"] for kind in kinds if kind.get("shape") == "ship")
        assert await why(page, ["move"], "FI-4D") == ("not-your-unit", "turn-3-a")
        assert await why(page, ["move"], ship) == ("ship-stays", "move-8")
        assert await why(page, ["move"], "SU-43RD") == ("hemmed-in", "turn-3-a")
        hexes = dict(standing(pages))
        assert await why(page, ["move"], "1540") == ("nobody-there", "turn-3-a")
        assert await why(page, ["move"], hexes["SU-138RD"]) == ("choose-counter", "turn-3-a")
        assert await why(page, ["move", "SU-138RD"], "1540") == ("not-adjacent", "turn-3-a")
        assert await why(page, ["move", "SU-138RD"], "0000") == ("no-such-hex", "turn-3-a")
        there = (await overlays(page, "SU-138RD"))["reach"]["places"][0][0]
        await order(pages, "soviet", f"138RD > {there}")
        assert await why(page, ["move"], "SU-138RD") == ("moved-already", "turn-3-a")


@in_loop
async def test_why_a_hex_is_not_attacked_and_why_not_by_a_unit(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        page = pages["soviet"]
        await order(pages, "soviet", "end movement")
        assert choices(page) == ["attack", "end-combat"]
        assert await why(page, ["attack"], "1540") == ("attack.out-of-reach", "turn-4-b")
        assert await why(page, ["attack"], "0101") == ("attack.no-enemy", "turn-4-b")
        assert await why(page, ["attack", "1742"], "SU-104RD") == ("attack.not-beside", "turn-4-b")
        assert await why(page, ["attack", "1742"], "FI-4D") == ("attack.not-yours", "turn-4-b")


@in_loop
async def test_why_an_attack_does_not_begin_with_a_counter(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await at_movement(server)
        page = pages["soviet"]
        await order(pages, "soviet", "end movement")
        far = next(unit for unit, hex_ in standing(pages) if unit.startswith("FI-") and hex_ == "1540")
        assert await why(page, ["attack"], far) == ("attack.out-of-reach", "turn-4-b")
        assert await why(page, ["attack"], "SU-43RD") == ("attack.hex-first", "turn-4-b")
        assert await why(page, ["attack"], "SU-138RD") == ("attack.no-target", "turn-4-b")


def standing(pages: Mapping[str, Page]) -> list[tuple[str, str]]:
    """(unit, hex) of every counter on the map."""
    stacks = pages["soviet"].position["scene"]["stacks"]
    return [(unit, hex_) for hex_, units in stacks for unit in units]
