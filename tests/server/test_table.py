"""A game over the wire: playing, reconnecting, sharing a seat, taking back, ending."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from feltherre.core.record import Snapshot
from feltherre.core.replay import verify
from feltherre.core.scene import Scene
from feltherre.server import messages as m
from server.tables import Closed, Page, in_loop, open_decisions, play, serving


def bid(decision: dict[str, Any], oil: int = 0) -> dict[str, Any]:
    return {"type": "act", "role": decision["role"], "decision": decision["id"], "action": {"kind": "bid", "oil": oil}}


async def bid_all(pages: dict[str, Page], **oil: int) -> None:
    """Every watch bids; the highest has the first turn."""
    for page in pages.values():
        for decision in page.position["asked"]:
            assert (await page.ask(bid(decision, oil.get(decision["role"], 0))))["type"] == "done"
    for page in pages.values():
        await page.settled()


async def in_turn(page: Page, text: str) -> dict[str, Any]:
    """An answer in notation to the one decision that is open."""
    (decision,) = page.position["asked"]
    return await page.ask({"type": "act", "role": decision["role"], "decision": decision["id"], "text": text})


@in_loop
async def test_a_game_is_played_to_its_end_and_its_record_verifies(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(options={"rounds": "1"})
        await play(pages, Random(1), 500)
        for page in pages.values():
            assert page.position["over"]
            assert page.position["result"]["winners"]
            assert page.position["asked"] == []
        record = await server.http.post("/api/record", json={"token": made["link"]["token"]})
        checked = verify(record.content)
        assert (checked.finished, checked.dice_checked, checked.states_checked) == (True, True, True)
        frames = (await server.http.post("/api/records", content=record.content)).json()
        assert [frame["line"] for frame in frames["frames"]] == list(range(checked.lines))
        assert frames["seat"] == "umpire"
        assert frames["frames"][-1]["scene"]["outcome"]["winners"] == pages["amber"].position["result"]["winners"]


def as_sent(scene: Scene) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(scene))
    return found


def hands(scene: dict[str, Any]) -> list[Any]:
    """The cards that are seen of each hand."""
    return [(held["side"], held.get("items")) for held in scene["holdings"] if held["kind"] == "hand"]


@in_loop
async def test_a_game_that_has_ended_lies_open_to_every_seat_and_no_sooner(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(game="norway", seating=1, spectators=True)
        pages["spectator"] = await server.page(made["spectators"])
        room = next(iter(server.hub.rooms.values()))

        def all_hands() -> list[Any]:
            return hands(as_sent(room.match.game.scene(room.match.state, (), all_seeing=True)))

        assert all(hands(page.position["scene"]) != all_hands() for page in pages.values())
        first = pages["germany"].position["line"]
        look = {"type": "look", "line": first}
        assert hands((await pages["germany"].ask(look))["scene"]) == hands(pages["germany"].position["scene"])
        assert (await pages["germany"].ask({"type": "seat", "act": {"act": "resign"}}))["type"] == "done"
        for page in pages.values():
            await page.settled()
            assert page.position["over"]
            assert hands(page.position["scene"]) == all_hands()
        assert hands((await pages["germany"].ask(look))["scene"]) == all_hands()


@in_loop
async def test_every_message_has_the_shape_of_its_type(tmp_path: Path) -> None:
    decoder = msgspec.json.Decoder(m.ToClient)
    async with serving(tmp_path) as server:
        _, pages = await server.pages(options={"rounds": "6"}, umpire=True)
        assert await play(pages, Random(2), 40) == 40
        for page in pages.values():
            assert len(page.frames) > 40
            for frame in page.frames:
                decoder.decode(frame)


@in_loop
async def test_a_resend_is_carried_out_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1)
        page = pages["blue+coral"]
        act = {**bid(page.position["asked"][0]), "id": "mine"}
        first = await page.ask(act)
        assert first["type"] == "done"
        room = next(iter(server.hub.rooms.values()))
        lines = room.match.next_line
        assert await page.ask(act) == first
        assert await page.ask({**act, "action": {"kind": "bid", "oil": 1}}) == first
        assert room.match.next_line == lines


@in_loop
async def test_a_resend_after_the_room_was_dropped_is_carried_out_once(tmp_path: Path) -> None:
    async with serving(tmp_path, drop_after=0) as server:
        made, pages = await server.pages(seating=1)
        await bid_all(pages, amber=2)
        undone = pages["amber"]
        assert (await in_turn(undone, "rest"))["type"] == "done"
        match = next(iter(server.hub.rooms.values())).match
        before = [type(line).__name__ for line in match.lines]
        for page in pages.values():
            await page.gone()
        server.hub.keep_house()
        assert server.hub.rooms == {}
        page = await server.page(made["link"])
        again = next(iter(server.hub.rooms.values())).match
        assert [type(line).__name__ for line in again.lines] == before
        assert again.state == match.state
        done = [key for key in next(iter(server.hub.rooms.values())).changes.done if key[0] == "amber"]
        for _, act_id in done:
            answer = await page.ask({"type": "undo", "id": act_id})
            assert answer["type"] == "done"
        assert again.next_line == len(before)


@in_loop
async def test_whoever_comes_back_reads_only_what_he_has_not_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        amber = pages["amber"]
        seen = amber.position["line"]
        await amber.gone()
        other = pages["blue+coral"]
        for decision in other.position["asked"]:
            await other.ask(bid(decision))
        back = await server.page(made["link"], seen=seen)
        assert not back.position["anew"]
        assert back.position["events"] == []
        assert back.position["scene"]["answered"] == ["blue", "coral"]
        assert (await back.ask(bid(back.position["asked"][0])))["type"] == "done"
        assert [line for line, _ in back.position["events"]] == [back.position["line"]] * 3
        await back.gone()
        fresh = await server.page(made["link"])
        assert fresh.position["anew"]
        assert fresh.position["events"][-3:] == back.position["events"]
        future = await server.page(made["link"], seen=10**6)
        assert future.position["anew"]


@in_loop
async def test_undo_takes_back_and_the_log_starts_anew_for_those_who_had_read_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1)
        await bid_all(pages, amber=2)
        amber, other = pages["amber"], pages["blue+coral"]
        before = amber.position
        assert not before["can_undo"]
        assert (await in_turn(amber, "rest"))["type"] == "done"
        assert amber.position["can_undo"]
        await other.settled()
        assert not other.position["can_undo"]
        assert (await other.ask({"type": "undo"}))["reason"]["key"] == "core.illegal.nothing-to-undo"
        assert (await amber.ask({"type": "undo"}))["type"] == "done"
        assert amber.position["scene"] == before["scene"]
        assert amber.position["anew"]
        await other.settled()
        assert other.position["anew"]
        assert other.position["events"][-1][1]["text"]["key"] == "core.event.undone"


@in_loop
async def test_a_line_that_others_may_not_know_of_is_not_counted_for_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=0)
        amber, blue = pages["amber"], pages["blue"]
        await amber.ask(bid(amber.position["asked"][0], 0))
        await blue.settled()
        before, frames = blue.position, len(blue.frames)
        await amber.ask(bid(amber.position["asked"][0], 2))
        standing = {"act": "standing", "role": "amber", "mode": "pass", "unless": []}
        await amber.ask({"type": "seat", "act": standing})
        assert amber.position["standing"]["amber"]["mode"] == "pass"
        await blue.settled()
        assert len(blue.frames) == frames
        assert amber.position["line"] == before["line"] + 2
        ask = {"type": "seat", "act": {"act": "ask-takeback", "to": before["line"]}}
        refused = await blue.ask(ask)
        assert refused["reason"] == {"key": "core.illegal.takeback-line", "args": {"line": before["line"]}}
        look = await blue.ask({"type": "look", "line": before["line"]})
        assert look["scene"] == before["scene"]
        # the same when the game comes out of the store
        await blue.gone()
        for page in (amber, pages["coral"]):
            await page.gone()
        server.hub.rooms.clear()
        back = await server.page(made["link"])
        assert back.position["line"] == amber.position["line"]
        room = next(iter(server.hub.rooms.values()))
        assert room.numbering.number(room.match.next_line - 1, "blue") == before["line"]


@in_loop
async def test_of_several_people_on_a_seat_one_holds_the_pen(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        first = pages["amber"]
        second = await server.page(made["link"], name="Ada")
        await first.settled()
        assert first.position["pen"]
        assert not second.position["pen"]
        assert second.position["asked"] == first.position["asked"]
        seat = next(seat for seat in first.position["seats"] if seat["name"] == "amber")
        assert (seat["people"], seat["names"]) == (2, ["Ada"])
        refused = await second.ask(bid(second.position["asked"][0]))
        assert refused["reason"]["key"] == "server.illegal.no-pen"
        second.send({"type": "pen"})
        await second.until(lambda position: position["pen"])
        await first.until(lambda position: not position["pen"])
        assert (await second.ask(bid(second.position["asked"][0])))["type"] == "done"
        await second.gone()
        await first.until(lambda position: position["pen"])


@in_loop
async def test_spectators_see_what_is_open_and_do_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, spectators=True)
        assert pages["amber"].welcome["spectators"]
        watching = await server.page(made["spectators"])
        assert watching.welcome["seat"] == ""
        assert watching.position["asked"] == []
        assert len(watching.position["waiting"]) == 3
        decision = pages["amber"].position["asked"][0]
        for act in (bid(decision), {"type": "undo"}, {"type": "end"}, {"type": "seat", "act": {"act": "resign"}}):
            assert (await watching.ask(act))["reason"]["key"] == "server.illegal.spectator"
        refused = await watching.ask({"type": "choices", "decision": decision["id"]})
        assert refused["reason"]["key"] == "server.illegal.not-open"
        watching.send({"type": "say", "text": "psst"})
        assert (await watching.next("refused"))["reason"]["key"] == "server.illegal.spectator"
        room = next(iter(server.hub.rooms.values()))
        assert watching.position["scene"] == as_sent(room.match.scene(""))


@in_loop
async def test_the_umpire_sees_all_edits_and_answers_for_others(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, umpire=True)
        assert made["umpire"]["kind"] == "invitation"
        assert pages["amber"].welcome["umpire"]
        umpire = await server.page(made["umpire"])
        assert {decision["role"] for decision in umpire.position["open"]} == {"amber", "blue", "coral"}
        assert [decision["waiting"] for decision in umpire.position["open"]] == umpire.position["waiting"], (
            "told of the players, not to them"
        )
        assert pages["amber"].position["open"] == []
        edit = {"type": "override", "edit": {"edit": "set-oil", "role": "blue", "oil": 9}, "reason": "a spilt can"}
        assert (await pages["amber"].ask(edit))["reason"]["key"] == "server.illegal.not-umpire"
        assert (await umpire.ask({**edit, "reason": " "}))["reason"]["key"] == "core.illegal.reason-needed"
        assert (await umpire.ask({**edit, "edit": {"edit": "?"}}))["reason"]["key"] == "core.bad.edit"
        assert (await umpire.ask(edit))["type"] == "done"
        await pages["amber"].settled()
        told = [event["text"]["key"] for _, event in pages["amber"].position["events"]]
        assert told == ["core.event.override"]
        act = await umpire.answer(next(d for d in umpire.position["open"] if d["role"] == "blue"), Random(1))
        answer = {"edit": "answer", "role": "blue", "action": act["action"]}
        assert (await umpire.ask({"type": "override", "edit": answer, "reason": "he is away"}))["type"] == "done"
        assert umpire.position["scene"]["answered"] == ["blue"]
        over = {"type": "take-over", "seat": "blue+coral", "player": "random"}
        assert (await umpire.ask(over))["type"] == "done"
        await umpire.until(lambda position: "coral" in position["scene"]["answered"])


@in_loop
async def test_the_umpire_holds_the_gate(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, umpire=True)
        umpire = await server.page(made["umpire"])
        hold = {"type": "override", "edit": {"edit": "hold-gate", "on": True}, "reason": "I want to see it"}
        assert not umpire.position["gate_held"]
        assert (await umpire.ask(hold))["type"] == "done"
        assert umpire.position["gate_held"]
        assert not any(page.position["gate_held"] for page in pages.values()), (
            "his alone; the others read it in the log"
        )
        for number in range(200):
            await umpire.settled()
            if umpire.position["asked"] or await play(pages, Random(number), 1) == 0:
                break
        (gate,) = umpire.position["asked"]
        assert gate["role"] == "umpire"
        assert [choice["part"] for choice in gate["choices"]] == ["accept", "change"]
        held = umpire.position["gate"]
        assert held["procedure"] == gate["prompt"]["args"]["procedure"]
        assert held["explanation"]
        assert all(page.position["gate"] is None for page in pages.values())
        assert set(umpire.position["gate_changes"]) <= set(held["outputs"])
        assert "lit" in umpire.position["gate_changes"]
        assert not any(page.position["gate_changes"] for page in pages.values())
        accept = {"type": "act", "role": "umpire", "decision": gate["id"], "action": {"kind": "accept-ruling"}}
        assert (await pages["amber"].ask(accept))["reason"]["key"] == "core.illegal.wrong-seat"
        other = {**held["outputs"], "lit": not held["outputs"]["lit"]}
        changed = {"kind": "change-ruling", "outputs": other, "reason": "as we play it here"}
        for wrong in ({**changed, "reason": " "}, {**changed, "outputs": {"nothing": 1}}, {**changed, "outputs": {}}):
            assert (await umpire.ask({**accept, "action": wrong}))["type"] == "refused"
        assert umpire.position["gate"] == held
        assert (await umpire.ask({**accept, "action": changed}))["type"] == "done"
        assert umpire.position["asked"] == []
        assert umpire.position["gate"] is None
        loose = {**hold, "edit": {"edit": "hold-gate", "on": False}, "reason": "I have seen enough"}
        assert (await umpire.ask(loose))["type"] == "done"
        assert not umpire.position["gate_held"]


@in_loop
async def test_what_cannot_be_told_closes_the_room_and_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> None:
        raise ZeroDivisionError

    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        amber = pages["amber"]
        act = {**bid(amber.position["asked"][0]), "id": "mine"}
        with monkeypatch.context() as patched:
            patched.setattr("feltherre.server.room.position_of", broken)
            amber.send(act)
            with pytest.raises(Closed) as closed:
                await amber.next("never")
        assert closed.value.code == 4000
        back = await server.page(made["link"])
        assert back.position["scene"]["answered"] == ["amber"]
        assert (await back.ask(act))["type"] == "done"


@in_loop
async def test_all_people_together_can_end_a_game_as_it_stands(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        amber, other = pages["amber"], pages["blue+coral"]
        assert (await amber.ask({"type": "end"}))["type"] == "done"
        await other.settled()
        assert other.position["ending"] == ["amber"]
        assert (await other.ask({"type": "end", "agree": False}))["type"] == "done"
        assert other.position["ending"] == []
        await server.post("/api/record", {"token": made["link"]["token"]}, 403)
        await amber.ask({"type": "end"})
        await other.ask({"type": "end"})
        assert other.position["over"]
        assert other.position["result"] is None
        assert (await other.ask({"type": "end"}))["reason"]["key"] == "core.illegal.record-closed"
        record = await server.http.post("/api/record", json={"token": made["link"]["token"]})
        assert verify(record.content).finished


@in_loop
async def test_a_takeback_goes_beyond_the_dice_if_the_others_grant_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1)
        start = pages["amber"].position
        assert start["back"] == -1  # it has done nothing yet
        await bid_all(pages)
        amber, other = pages["amber"], pages["blue+coral"]
        # it cannot undo its bid, and reads how far back it may ask to go
        assert (amber.position["can_undo"], amber.position["back"]) == (False, start["line"])
        ask = {"type": "seat", "act": {"act": "ask-takeback", "to": start["line"]}}
        assert (await amber.ask(ask))["type"] == "done"
        await other.until(lambda position: position["takeback"])
        ((seat, line, granted),) = other.position["takeback"]
        assert (seat, granted) == ("amber", [])
        grant = {"type": "seat", "act": {"act": "grant-takeback", "to": line}}
        assert (await other.ask({"type": "seat", "act": {"act": "grant-takeback", "to": 0}}))["type"] == "refused"
        assert (await other.ask(grant))["type"] == "done"
        await amber.settled()
        assert amber.position["scene"] == start["scene"]
        assert amber.position["takeback"] == []


@in_loop
async def test_looking_back_shows_what_the_seat_saw(tmp_path: Path) -> None:
    async with serving(tmp_path, past_kept=0) as server:
        _, pages = await server.pages(seating=1, options={"rounds": "6"})
        seen: dict[int, Any] = {}
        amber = pages["amber"]
        for _ in range(30):
            seen[amber.position["line"]] = amber.position["scene"]
            await play(pages, Random(len(seen)), 1)
        for line, view in seen.items():
            told = await amber.ask({"type": "look", "line": line})
            assert told["scene"] == view
        room = next(iter(server.hub.rooms.values()))
        snapshots = [line for line in room.match.lines if isinstance(line, Snapshot)]
        assert snapshots
        assert all(line.seats == () for line in snapshots)
        assert len(room.past.states) == room.match.next_line
        await play(pages, Random(0), 1)
        last = await amber.ask({"type": "look", "line": amber.position["line"]})
        assert last["scene"] == amber.position["scene"]
        assert len(room.past.states) == room.match.next_line
        room.past._looked -= 1
        server.hub.keep_house()
        assert room.past.states == {}
        for line in (-1, amber.position["line"] + 1):
            assert (await amber.ask({"type": "look", "line": line}))["reason"]["key"] == "server.bad.line"


@in_loop
async def test_people_at_the_table_talk(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1)
        pages["amber"].send({"type": "say", "text": "good luck"})
        said = await pages["blue+coral"].next("said")
        assert (said["seat"], said["text"]) == ("amber", "good luck")
        late = Page(server)
        await late.connect()
        late.send({"type": "hello", "token": made["link"]["token"]})
        assert (await late.next("said"))["text"] == "good luck"


@in_loop
async def test_real_dice_of_a_computer_are_typed_in_by_people(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1, dice="typed", computers={"blue+coral": "random"}, options={"rounds": "6"})
        amber = await server.page(made["link"])
        typed = 0
        for _ in range(400):
            await amber.until(lambda position: position["over"] or open_decisions(amber))
            if amber.position["over"] or typed:
                break
            decision = open_decisions(amber)[0]
            act = await amber.answer(decision, Random(typed))
            await amber.ask(act)
            typed += decision["role"] != "amber"
        assert typed
