"""Computer players at the table, standing passes, and hints."""

import asyncio
import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.record import Acted, SeatAct, Undone
from feltherre.core.registry import get_game
from feltherre.core.text import say
from feltherre.server import thinking
from feltherre.server.room import Room
from feltherre.server.workers import TookTooLong, Worker, make_workers
from server.tables import Page, Server, in_loop, open_decisions, play, serving


def the_room(server: Server) -> Room:
    return next(iter(server.hub.rooms.values()))


async def play_alone(page: Page, rng: Random, most: int = 400) -> None:
    """One person against computers, until the game is over."""
    for _ in range(most):
        await page.until(lambda position: position["over"] or open_decisions(page))
        if page.position["over"]:
            return
        told = await page.ask(await page.answer(open_decisions(page)[0], rng))
        assert told["type"] == "done", told
    raise AssertionError("no end")


@in_loop
async def test_a_computer_holds_a_seat_from_the_beginning(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=0, computers={"blue": "random", "coral": "random"}, options={"rounds": "1"})
        assert made["invitations"] == []
        page = await server.page(made["link"])
        assert [seat["player"] for seat in page.position["seats"]] == ["", "random", "random"]
        await play_alone(page, Random(3))
        acted = [line for line in the_room(server).match.lines if isinstance(line, Acted)]
        assert {line.seat for line in acted} == {"amber", "blue", "coral"}


@in_loop
async def test_computers_go_on_only_while_somebody_has_the_game_open(tmp_path: Path) -> None:
    async with serving(tmp_path, drop_after=0) as server:
        form = {"computers": dict.fromkeys(("amber", "blue", "coral"), "random"), "spectators": True}
        made = await server.make(**form, options={"rounds": "6"})
        assert server.hub.rooms == {}
        page = await server.page(made["link"])
        await page.until(lambda position: position["line"] > 12)
        await page.gone()
        await asyncio.sleep(0.05)
        server.hub.keep_house()
        assert server.hub.rooms == {}
        back = await server.page(made["spectators"], seen=page.position["line"])
        await back.until(lambda position: position["over"])


@in_loop
async def test_a_seat_is_handed_over_and_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1)
        amber = pages["amber"]
        hand_over = {"type": "seat", "act": {"act": "hand-over", "to": "random"}}
        unknown = await amber.ask({"type": "seat", "act": {"act": "hand-over", "to": "nobody"}})
        assert unknown["reason"]["key"] == "server.bad.player"
        assert (await amber.ask(hand_over))["type"] == "done"
        await amber.until(lambda position: "amber" in position["scene"].get("answered", ()))
        refused = await amber.ask(
            {**await amber.answer(amber.position["asked"][0], Random(1)), "action": {"kind": "bid", "oil": 0}}
        )
        assert refused["reason"]["key"] == "server.illegal.computer-plays"
        assert (await amber.ask({"type": "seat", "act": {"act": "hand-over", "to": ""}}))["type"] == "done"
        assert (await amber.ask(await amber.answer(amber.position["asked"][0], Random(1))))["type"] == "done"


@in_loop
async def test_others_hand_over_a_seat_only_when_it_has_been_empty_for_long(tmp_path: Path) -> None:
    async with serving(tmp_path, absent_after=3600) as server:
        _, pages = await server.pages(seating=1)
        amber, other = pages["amber"], pages["blue+coral"]
        over = {"type": "take-over", "seat": "blue+coral", "player": "random"}
        assert (await amber.ask(over))["reason"]["key"] == "server.illegal.not-absent"
        await other.gone()
        assert (await amber.ask(over))["reason"]["key"] == "server.illegal.not-absent"
        room = the_room(server)
        room.people.left["blue+coral"] -= 3601
        server.hub.keep_house()
        await amber.until(lambda position: position["seats"][1]["absent"])
        assert (await amber.ask({**over, "player": ""}))["reason"]["key"] == "server.illegal.not-absent"
        assert (await amber.ask(over))["type"] == "done"
        await amber.until(lambda position: position["scene"].get("answered") == ["blue", "coral"])
        assert amber.position["seats"][1]["player"] == "random"


@in_loop
async def test_standing_instructions_pass(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=0, scenario="windy", options={"rounds": "6"})
        for name, page in pages.items():
            standing = {"act": "standing", "role": name, "mode": "pass", "unless": []}
            assert (await page.ask({"type": "seat", "act": standing}))["type"] == "done"
        await play(pages, Random(5), 120)
        lines = the_room(server).match.lines
        automatic = [line for line in lines if isinstance(line, Acted) and line.auto]
        assert automatic
        assert all(line.action.__struct_config__.tag == "let-be" for line in automatic)
        assert made["match"] == the_room(server).id


@in_loop
async def test_a_lone_person_is_not_asked_where_he_can_only_pass(tmp_path: Path) -> None:
    async with serving(tmp_path, pass_pauses=(3600,), longest_pause=3600) as server:
        made = await server.make(computers={"blue": "random", "coral": "random"}, options={"rounds": "6"})
        page = await server.page(made["link"])
        assert page.position["standing"]["amber"]["mode"] == "pass-if-nothing"
        await play_alone(page, Random(8))
        seats = [line.act for line in the_room(server).match.lines if isinstance(line, SeatAct)]
        assert len(seats) == 3


@in_loop
async def test_a_player_that_fails_is_replaced_for_this_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing:
        name = "failing"

        def choose(self, position: Any) -> Any:
            raise ZeroDivisionError

    game = get_game("lanterns")
    monkeypatch.setattr(type(game), "players", {"failing": Failing})
    with caplog.at_level(logging.ERROR):
        async with serving(tmp_path) as server:
            made = await server.make(seating=1, computers={"blue+coral": "failing"}, options={"rounds": "1"})
            await play_alone(await server.page(made["link"]), Random(1))
    assert "a computer player has failed" in caplog.text


@in_loop
async def test_hints_come_from_the_seats_own_view(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=1, aids=True)
        amber = pages["amber"]
        hint = await amber.ask({"type": "hint", "role": "amber"})
        assert hint["type"] == "hint", hint
        assert hint["why"] == {"key": "core.why.random"}
        assert hint["decision"] == amber.position["asked"][0]["id"]
        act = {"type": "act", "role": "amber", "decision": hint["decision"], "action": hint["action"]}
        assert (await amber.ask(act))["type"] == "done"
        other = await amber.ask({"type": "hint", "role": "blue"})
        assert other["reason"]["key"] == "server.illegal.not-asked"
        nobody = await amber.ask({"type": "hint", "role": "amber", "player": "nobody"})
        assert nobody["reason"]["key"] == "server.bad.player"


@in_loop
async def test_the_chances_of_battles_ahead_are_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(game="norway", seating=1, computers={"norway+allies": "random"})
        page = await server.page(made["link"])
        told = await page.ask({"type": "prospects"})
        assert told["type"] == "prospects", told
        assert told["prospects"]
        for prospect in told["prospects"]:
            winner = next(output for output in prospect["outputs"] if output["name"] == "winner")
            assert sum(chance["probability"] for chance in winner["chances"]) == pytest.approx(1)
            assert all(chance["label"]["key"] for chance in winner["chances"])
            assert prospect["factors"]


@in_loop
async def test_the_chances_of_an_answer_are_told_as_far_as_the_game_foresees_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(game="norway", seating=1, computers={"norway+allies": "random"})
        page = await server.page(made["link"])
        about = {"type": "prospects", "decision": page.position["asked"][0]["id"]}
        ends = await page.ask({**about, "action": {"kind": "end-movement"}})
        assert ends["prospects"] == []
        passing = await page.ask({**about, "action": {"kind": "pass"}})
        assert passing["type"] == "refused"
        unknown = await page.ask({**about, "decision": "99-nobody", "action": {"kind": "end-movement"}})
        assert unknown["reason"]["key"] == "server.illegal.not-open"


def test_a_worker_is_another_process_and_one_that_hangs_is_replaced() -> None:
    import os
    import time

    worker = Worker()
    try:
        first = worker.ask(30, os.getpid, ())
        assert first not in (os.getpid(), None)
        assert worker.ask(30, os.getpid, ()) == first
        with pytest.raises(BadInput):
            worker.ask(0.05, time.sleep, (60,))
        assert worker.ask(30, os.getpid, ()) != first
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            worker.ask(30, divmod, (1, 0))
    finally:
        worker.stop()


@in_loop
async def test_a_game_goes_on_in_another_process() -> None:
    from battery import Way, new_match
    from feltherre.core.state import canonical

    match = new_match(Way("norway", 0), 5)
    decision = match.decisions()[0]
    question = thinking.Question("norway", canonical(match.state), ("germany",), "germany", "random", "table", "seed")
    workers = make_workers(1)
    try:
        answer = await workers.run(30, "table", thinking.answer, question)
    finally:
        workers.close()
    assert decision.space.contains(match.game.read_action(answer.action))
    assert match.game.notation.read(answer.text) == match.game.read_action(answer.action)


async def takeback_asked(page: Page, line: int) -> None:
    ask = {"type": "seat", "act": {"act": "ask-takeback", "to": line}}
    assert (await page.ask(ask))["type"] == "done"


def undone(server: Server) -> list[Undone]:
    return [line for line in the_room(server).match.lines if isinstance(line, Undone)]


@in_loop
async def test_computers_grant_takebacks(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1, computers={"blue+coral": "random"}, options={"rounds": "6"})
        page = await server.page(made["link"])
        start = page.position["line"]
        for number in range(6):
            await page.until(lambda _: open_decisions(page))
            await page.ask(await page.answer(open_decisions(page)[0], Random(number)))
        await page.until(lambda _: open_decisions(page))
        await takeback_asked(page, start)
        # computers that are asked in the position gone back to answer at once, so that only the log is sure
        await page.until(lambda position: any(e["text"]["key"] == "core.event.undone" for _, e in position["events"]))
        (back,) = undone(server)
        assert (back.seat, back.granted) == ("amber", ("blue+coral",))
        assert the_room(server).match.takeback is None
        await play_alone(page, Random(1))


@in_loop
async def test_people_have_their_own_say_in_a_takeback(tmp_path: Path) -> None:
    """The computer grants at once and holds still; nothing is taken back until the other person grants too."""
    async with serving(tmp_path) as server:
        _, pages = await server.pages(seating=0, computers={"coral": "random"}, options={"rounds": "6"})
        amber, blue = pages["amber"], pages["blue"]
        start = amber.position["line"]
        await play(pages, Random(3), 6)
        await takeback_asked(amber, start)
        await blue.until(lambda position: position["takeback"] and position["takeback"][0][2] == ["coral"])
        before = the_room(server).match.next_line
        await asyncio.sleep(0.1)
        assert the_room(server).match.next_line == before
        assert undone(server) == []
        ((_, line, _),) = blue.position["takeback"]
        assert (await blue.ask({"type": "seat", "act": {"act": "grant-takeback", "to": line}}))["type"] == "done"
        assert [set(back.granted) for back in undone(server)] == [{"coral", "blue"}]


@in_loop
async def test_a_refused_takeback_lets_the_computers_play_on(tmp_path: Path) -> None:
    async with serving(tmp_path, computer_pause=0.3) as server:
        _, pages = await server.pages(seating=0, computers={"coral": "random"}, options={"rounds": "6"})
        amber, blue = pages["amber"], pages["blue"]
        start = amber.position["line"]
        for page in (amber, blue):
            await page.ask(await page.answer(open_decisions(page)[0], Random(1)))
        # coral is thinking about its own bid now; what it has in mind must not end the talk
        await takeback_asked(amber, start)
        await blue.until(lambda position: position["takeback"] and position["takeback"][0][2] == ["coral"])
        assert (await blue.ask({"type": "seat", "act": {"act": "refuse-takeback"}}))["type"] == "done"
        await blue.until(lambda position: not position["takeback"] and "coral" not in str(position["waiting"]))
        await play(pages, Random(1), 4)
        assert "coral" in {line.seat for line in the_room(server).match.lines if isinstance(line, Acted)}


@in_loop
async def test_a_computer_that_could_not_answer_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, try_again=0.01) as server:
        failed = []
        run = server.hub.workers.run

        async def fails_twice(*args: Any) -> Any:
            if len(failed) < 2:
                failed.append(args)
                raise BadInput(say("server.error.internal"))
            return await run(*args)

        monkeypatch.setattr(server.hub.workers, "run", fails_twice)
        made = await server.make(seating=1, computers={"blue+coral": "random"})
        page = await server.page(made["link"])
        await page.until(lambda position: position["scene"].get("answered") == ["blue", "coral"])
        assert len(failed) == 2


@in_loop
async def test_the_table_is_told_of_a_computer_that_cannot_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, try_again=0.01) as server:
        mended = asyncio.Event()
        run = server.hub.workers.run

        async def fails(*args: Any) -> Any:
            if not mended.is_set():
                raise BadInput(say("server.error.internal"))
            return await run(*args)

        monkeypatch.setattr(server.hub.workers, "run", fails)
        made = await server.make(seating=1, computers={"blue+coral": "random"})
        page = await server.page(made["link"])
        await page.until(lambda position: [seat["stuck"] for seat in position["seats"]] == [False, True])
        mended.set()
        await page.until(lambda position: position["scene"].get("answered") == ["blue", "coral"])
        assert not any(seat["stuck"] for seat in page.position["seats"])


@in_loop
async def test_who_is_too_slow_is_answered_for_by_a_weaker_player_and_has_more_time_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine an honest player needs longer than the settings say; nobody is to wait for ever."""
    async with serving(tmp_path, think_seconds=3) as server:
        asked: list[tuple[str, float]] = []
        run = server.hub.workers.run

        async def slow(seconds: float, belongs_to: str, work: Any, *args: Any) -> Any:
            if work is not thinking.answer:
                return await run(seconds, belongs_to, work, *args)
            question = args[0]
            asked.append((question.player, seconds))
            if question.player == "captain" and seconds < 12:
                raise TookTooLong
            return await run(300, belongs_to, work, replace(question, player="random"))

        monkeypatch.setattr(server.hub.workers, "run", slow)
        form = {"computers": {"germany": "captain", "norway+allies": "random"}, "spectators": True}
        made = await server.make(game="norway", seating=1, **form)
        page = await server.page(made["spectators"])
        await page.until(lambda _: [player for player, _ in asked].count("captain") > 2)
        asked = [one for one in asked if one[0] != "random"]
        assert asked[:5] == [("captain", 3), ("greedy", 6), ("captain", 6), ("greedy", 12), ("captain", 12)]
        assert not any(seat["stuck"] for seat in page.position["seats"])


@in_loop
async def test_a_computer_whose_answers_are_all_refused_is_told_of_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, try_again=0.01) as server:
        mended = asyncio.Event()
        change = Room.change

        async def refuses(room: Room, *args: Any) -> int:
            if not mended.is_set():
                raise Illegal(say("core.illegal.not-listed"))
            return await change(room, *args)

        monkeypatch.setattr(Room, "change", refuses)
        made = await server.make(seating=1, computers={"blue+coral": "random"})
        page = await server.page(made["link"])
        await page.until(lambda position: [seat["stuck"] for seat in position["seats"]] == [False, True])
        mended.set()
        await page.until(lambda position: position["scene"].get("answered") == ["blue", "coral"])
