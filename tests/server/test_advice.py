"""Advice and odds: the table rule, what is noted, and that the adviser keeps what it has promised."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from battery import Way, new_match
from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.registry import get_game
from feltherre.core.replay import verify
from feltherre.core.seats import Advised
from feltherre.core.space import Decision
from feltherre.core.text import NO_REASON, say
from feltherre.core.traced import Traced
from feltherre.server import thinking
from feltherre.server.promises import Promise, since
from feltherre.server.telling import helps_of
from server.tables import Page, in_loop, serving

#: the armies stand where they stood: the Soviet side moves first
SET_UP = {"game": "winterwar", "options": {"setup": "historical"}}
AGAINST_THE_COMPUTER = {**SET_UP, "seat": "soviet", "computers": {"finland": "captain"}}
WAY = Way("winterwar", 0, (("setup", "historical"),))


async def refused(page: Page, **message: Any) -> str:
    told = await page.ask(message)
    assert told["type"] == "refused", told
    return str(told["reason"]["key"])


def noted(page: Page) -> list[str]:
    """What the log says of advice, as far as this page has heard it."""
    heard = [told for told in map(page.told_of, page.frames) if told["type"] == "position"]
    keys = [event["text"]["key"] for position in heard for _, event in position["events"]]
    return [key.removeprefix("core.event.advised.") for key in keys if key.startswith("core.event.advised.")]


# the table rule


@in_loop
async def test_against_the_computer_there_are_advice_and_odds_and_nobody_notes_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(**AGAINST_THE_COMPUTER)
        page = pages["soviet"]
        welcome = next(told for told in map(page.told_of, page.frames) if told["type"] == "welcome")
        assert {"advice", "odds"} <= set(welcome["aids"])
        assert not welcome.get("noted")
        assert (await page.ask({"type": "hint", "role": "soviet"}))["type"] == "hint"
        assert (await page.ask({"type": "plan", "role": "soviet"}))["type"] == "plan"
        assert (await page.ask({"type": "prospects"}))["type"] == "prospects"
        await page.settled()
        assert noted(page) == []
        # the header of such a game is what it was before there was the rule
        assert server.hub.rooms[made["match"]].match.setup.aids is UNSET


@in_loop
async def test_between_people_there_is_neither_unless_it_is_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(**SET_UP, spectators=True, umpire=True)
        page = pages["soviet"]
        welcome = next(told for told in map(page.told_of, page.frames) if told["type"] == "welcome")
        assert not {"advice", "odds"} & set(welcome["aids"])
        assert "reach" in welcome["aids"]
        assert await refused(page, type="hint", role="soviet") == "server.illegal.no-advice"
        assert await refused(page, type="plan", role="soviet") == "server.illegal.no-advice"
        assert await refused(page, type="prospects") == "server.illegal.no-odds"
        watcher = await server.page(made["spectators"])
        assert await refused(watcher, type="prospects") == "server.illegal.no-odds"
        umpire = await server.page(made["umpire"])
        assert (await umpire.ask({"type": "prospects"}))["type"] == "prospects"
        assert (await page.ask({"type": "brief"}))["type"] == "brief"


@in_loop
async def test_one_may_do_without_against_the_computer_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(aids=False, **AGAINST_THE_COMPUTER)
        assert await refused(pages["soviet"], type="hint", role="soviet") == "server.illegal.no-advice"


@in_loop
async def test_between_people_each_use_is_noted_for_all_once_for_each_decision(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(**SET_UP, aids=True, spectators=True)
        soviet, finland = pages["soviet"], pages["finland"]
        watcher = await server.page(made["spectators"])
        for _ in range(2):
            assert (await soviet.ask({"type": "hint", "role": "soviet"}))["type"] == "hint"
            assert (await soviet.ask({"type": "prospects"}))["type"] == "prospects"
        plan = await soviet.ask({"type": "plan", "role": "soviet"})
        for page in (soviet, finland, watcher):
            await page.settled()
            assert noted(page) == ["hint", "odds", "plan"]
        # who is asked nothing, or plays nothing, cannot be noted
        assert await refused(finland, type="prospects") == "server.illegal.no-odds"
        assert await refused(watcher, type="prospects") == "server.illegal.no-odds"
        # the same question is still open, and its answer counts
        act = {"type": "act", "role": "soviet", "decision": plan["decision"], "action": plan["orders"][0]["action"]}
        assert (await soviet.ask(act))["type"] == "done"
        await soviet.ask({"type": "hint", "role": "soviet"})
        await finland.settled()
        assert noted(finland) == ["hint", "odds", "plan", "hint"]
        # nobody notes it of himself
        own = {"type": "seat", "act": {"act": "advised", "what": "hint", "decision": plan["decision"]}}
        soviet.send({**own, "id": "own"})
        assert (await soviet.next("refused"))["reason"]["key"] == "server.bad.message"


@in_loop
async def test_the_rule_and_the_notes_are_there_after_the_server_has_stopped(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(**SET_UP, aids=True)
        await pages["soviet"].ask({"type": "hint", "role": "soviet"})
        none, _ = await server.pages(**SET_UP)
    async with serving(tmp_path) as server:
        soviet = await server.page(made["link"])
        await soviet.settled()
        assert noted(soviet) == ["hint"]
        await soviet.ask({"type": "hint", "role": "soviet"})
        await soviet.settled()
        assert noted(soviet) == ["hint"], "for this decision it has been noted"
        other = await server.page(none["link"])
        assert await refused(other, type="hint", role="soviet") == "server.illegal.no-advice"


def test_a_game_made_before_there_was_the_rule_keeps_what_it_had() -> None:
    """Its header says nothing of it: advice and odds are there, and no note can be made."""
    match = new_match(WAY, 1)
    assert b"aids" not in match.data()
    assert {"advice", "odds"} <= helps_of(match, "soviet") == helps_of(match, SPECTATOR)
    with pytest.raises(Illegal, match="not noted"):
        match.seat_act("soviet", Advised("hint", "0-soviet"))


def test_what_the_rules_of_a_game_forbid_no_table_allows() -> None:
    """Norway has no such rule, the Civil War forbids measuring: the table rule only takes away."""
    for aids in (UNSET, "none", "noted"):
        match = new_match(Way("civilwar", 0), 1)
        match.setup = replace(match.setup, aids=aids)
        for seat in match.setup.seats:
            helps = helps_of(match, seat.name)
            assert "measuring" not in helps
            assert ({"advice", "odds"} & helps == set()) is (aids == "none")


def test_a_record_with_notes_is_verified_and_tells_of_them() -> None:
    match = soviet_turn(aids="noted")
    match.seat_act("soviet", Advised("plan", asked(match).id))
    (move,) = moves(match, 1)
    match.answer(asked(match), move)
    match.undo("soviet")
    assert [event.text.key for _, event in match.log if "advised" in event.text.key] == ["core.event.advised.plan"]
    checked = verify(match.data())
    assert checked.states_checked
    assert checked.lines == len(match.lines)


# what was promised


def soviet_turn(**more: Any) -> Match[Any]:
    seats = Seat("soviet", ("soviet",)), Seat("finland", ("finland",))
    setup = Setup(seats, {"setup": "historical"}, umpire=True, **more)
    return Match(get_game("winterwar"), setup, key=bytes(32))


def answer_for(match: Match[Any], action: Any) -> thinking.Answer:
    words = say("core.plain", text=match.game.notation.write(action))
    return thinking.Answer(msgspec.json.encode(action), "", words, NO_REASON, [], Traced())


def asked(match: Match[Any], role: str = "soviet") -> Decision[Any]:
    return next(decision for decision in match.decisions() if decision.role == role)


def promised(match: Match[Any], *actions: Any) -> Promise:
    answers = tuple(answer_for(match, action) for action in actions)
    return Promise(match.next_line - 1, match.game.turns(match.state), "soviet", "captain", answers)


def moves(match: Match[Any], n: int) -> list[Any]:
    """So many moves of different units that do not bar each other."""
    found: dict[str, Any] = {}
    for action in asked(match).space.candidates():
        if type(action).__name__ == "Move" and len(action.path) == 1:
            found.setdefault(action.unit, action)
    return list(found.values())[:n]


def test_what_is_followed_stands() -> None:
    match = soviet_turn()
    first, second, third = moves(match, 3)
    promise = promised(match, first, second)
    match.answer(asked(match), first)
    found = since(match, promise, asked(match), "captain")
    assert ([answer.action for answer in found.left], found.cause) == ([msgspec.json.encode(second)], None)
    assert found.changed(answer_for(match, second)) is None
    assert since(match, promise, asked(match), "greedy").left == (), "another player has promised nothing"
    # in another order it is the same promise
    match.undo("soviet")
    match.answer(asked(match), second)
    found = since(match, promise, asked(match), "captain")
    assert ([answer.action for answer in found.left], found.cause) == ([msgspec.json.encode(first)], None)
    assert third != first


def test_a_changed_mind_says_why() -> None:
    match = soviet_turn()
    first, second, third = moves(match, 3)
    promise = promised(match, first, second)
    match.answer(asked(match), third)
    found = since(match, promise, asked(match), "captain")
    assert found.cause == "yours"
    assert found.changed(answer_for(match, first)) is None, "it still wants what it said"
    other = answer_for(match, moves(match, 4)[-1])
    assert found.changed(other) == say("server.changed.yours")
    # what was promised after that is taken back with it
    later = promised(match, second)
    match.undo("soviet")
    assert since(match, later, asked(match), "captain").changed(other) == say("server.changed.undone")
    match.override(match.game.convert_edit({"edit": "hold-gate", "on": True}), "to see")
    assert since(match, promise, asked(match), "captain").changed(other) == say("server.changed.umpire")
    assert asked(match).role != UMPIRE


def test_dice_that_fall_are_a_reason_and_a_turn_that_is_over_none() -> None:
    match = soviet_turn()
    rng = Random(3)
    (end,) = [one for one in asked(match).space.candidates() if type(one).__name__ == "EndMovement"]
    match.answer(asked(match), end)
    attacks = [one for one in asked(match).space.candidates() if type(one).__name__ == "Attack"]
    first = attacks[0]
    other = next(one for one in attacks if not set(one.units) & set(first.units) and one.hex != first.hex)
    promise, turn = promised(match, first, other), match.game.turns(match.state)
    match.answer(asked(match), first)
    assert match.lines[-1].throws
    while not match.decisions()[0].space.contains(other):
        decision = match.decisions()[0]
        match.answer(decision, decision.space.sample(rng))
    # that one's own side had to answer what followed from them was not in the promise, and is no other reason
    found = since(match, promise, asked(match), "captain")
    assert ([answer.action for answer in found.left], found.cause) == ([msgspec.json.encode(other)], "chance")
    over = replace(promise, turn=turn - 1)
    assert since(match, over, asked(match), "captain").changed(answer_for(match, end)) is None


@in_loop
async def test_a_plan_over_the_wire_is_kept_order_by_order(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(**AGAINST_THE_COMPUTER)
        page = pages["soviet"]
        plan = await page.ask({"type": "plan", "role": "soviet"})
        assert len(plan["orders"]) > 5
        assert plan["ends"]["key"] == "server.plan.chance"
        for order in plan["orders"][:3]:
            hint = await page.ask({"type": "hint", "role": "soviet"})
            assert hint["action"] == order["action"]
            assert hint.get("changed") is None
            await do(page, order["action"])
        again = await page.ask({"type": "plan", "role": "soviet"})
        assert [order["action"] for order in again["orders"]] == [order["action"] for order in plan["orders"][3:]]
        assert (await page.ask({"type": "hint", "role": "soviet"}))["drawn"] == again["orders"][0]["drawn"]


async def do(page: Page, action: Any) -> None:
    (decision,) = page.position["asked"]
    done = await page.ask({"type": "act", "role": decision["role"], "decision": decision["id"], "action": action})
    assert done["type"] == "done", done


@in_loop
async def test_a_changed_mind_is_told_over_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server:
        _, pages = await server.pages(**AGAINST_THE_COMPUTER)
        page = pages["soviet"]
        first = await page.ask({"type": "hint", "role": "soviet"})
        assert first.get("changed") is None
        thought = thinking.answer

        def otherwise(question: thinking.Question) -> thinking.Answer:
            return replace(thought(question), action=b'{"kind":"end-movement"}')

        monkeypatch.setattr(thinking, "answer", otherwise)
        (room,) = server.hub.rooms.values()
        other = next(move for move in moves(room.match, 9) if move.unit != first["action"]["unit"])
        await do(page, msgspec.to_builtins(other))
        hint = await page.ask({"type": "hint", "role": "soviet"})
        assert hint["changed"] == {"key": "server.changed.yours"}
        assert (await page.ask({"type": "hint", "role": "soviet"})).get("changed") is None, "it has been said"
        # nothing has happened, and yet the plan begins with something else
        plan = await page.ask({"type": "plan", "role": "soviet"})
        assert plan["changed"] == {"key": "server.changed.again"}
