"""The order sheet over the wire: its rows, what is offered, what lines come to, and that it is sealed as it was
read."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from battery import Way, new_match
from civilwar_players import orders_due
from civilwar_table import chiefs, foot
from feltherre.core.match import Match
from feltherre.core.space import Decision
from feltherre.games.civilwar.notation import NOTATION
from feltherre.games.civilwar.sheets import SheetSpace
from feltherre.server import asking
from feltherre.server import messages as m
from server.tables import Page, Server, in_loop, serving

UNION, CONFEDERATE = "union", "confederate"


async def at_hokes_run(server: Server) -> dict[str, Page]:
    _, pages = await server.pages(game="civilwar", seating=0, scenario="hokes-run", aids=True)
    return pages


def decision_of(page: Page) -> str:
    (decision,) = page.position["asked"]
    assert decision["written"]
    return str(decision["id"])


async def asked(page: Page, kind: str, **more: Any) -> dict[str, Any]:
    told = await page.ask({"type": kind, "decision": decision_of(page), **more})
    assert told["type"] == kind, told
    return told


@in_loop
async def test_a_sheet_is_read_line_by_line_and_sealed_as_it_was_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = (await at_hokes_run(server))[UNION]
        sheet = await asked(page, "sheet")
        assert [row["head"] for row in sheet["rows"]] == [
            *("wi1", "pa11", "perkins", "STAFF abercrombie", "STAFF abercrombie-1")
        ]
        offers = (await asked(page, "offers", row="wi1"))["offers"]
        assert all(offer["line"].startswith("wi1: ") and offer["words"] for offer in offers)
        lines = [offers[3]["line"], "pa11: march south 10", "perkins: S SHELL AT va5"]
        draft = await asked(page, "draft", lines=lines)
        assert not draft["ready"]
        assert draft["action"] is None
        read = draft["lines"]
        assert [line["row"] for line in read] == ["wi1", "pa11", "perkins"]
        assert read[0]["line"] == lines[0]
        assert "reason" not in read[0]
        assert read[1]["instead"] == ["pa11: GO S 10"]
        assert (read[2]["reason"]["key"], read[2]["rule"]) == ("civilwar.ruling.order.not-unlimbered", "06.01.2")
        draft = await asked(page, "draft", lines=[lines[0], *read[1]["instead"]])
        assert draft["ready"]
        act = {"type": "act", "role": UNION, "decision": decision_of(page), "action": draft["action"]}
        assert (await page.ask(act))["type"] == "done"
        rows = {row["id"]: row for row in (await asked(page, "sheet"))["rows"]}
        assert (rows["wi1"]["line"], rows["pa11"]["line"]) == (lines[0], "pa11: GO S 10")
        assert "line" not in rows["perkins"]


@in_loop
async def test_the_adviser_says_what_he_would_write(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = (await at_hokes_run(server))[UNION]
        hint = await page.ask({"type": "hint", "role": UNION, "player": "greedy"})
        draft = await asked(page, "draft", lines=hint["lines"])
        assert hint["lines"]
        assert draft["ready"]
        assert draft["action"] == hint["action"]


@in_loop
async def test_nobody_asks_for_the_sheet_of_another(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        pages = await at_hokes_run(server)
        decision = decision_of(pages[UNION])
        for kind, more in (("sheet", {}), ("offers", {"row": "wi1"}), ("draft", {"lines": []})):
            told = await pages[CONFEDERATE].ask({"type": kind, "decision": decision, **more})
            assert told["reason"]["key"] == "server.illegal.not-open"
            told = await pages[UNION].ask({"type": kind, "decision": "1-union-old", **more})
            assert told["reason"]["key"] == "server.illegal.not-open"
        told = await pages[UNION].ask({"type": "offers", "decision": decision, "row": "va5"})
        assert told["reason"]["key"] == "civilwar.illegal.not-yours"


@in_loop
async def test_of_a_sealed_sheet_nothing_is_sent_to_the_other_side(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        pages = await at_hokes_run(server)
        draft = await asked(pages[UNION], "draft", lines=["wi1: GO FWD 7 ; SURPRISED NO"])
        act = {"type": "act", "role": UNION, "decision": decision_of(pages[UNION]), "action": draft["action"]}
        assert (await pages[UNION].ask(act))["type"] == "done"
        other = pages[CONFEDERATE]
        await other.settled()
        before = len(other.frames)
        await asked(other, "sheet")
        for row in ("va5", "gun", "stuart"):
            await asked(other, "offers", row=row)
        await asked(other, "draft", lines=["va5: A wi1", "va5: A nobody", "wi1: X"])
        sent = b"".join(other.frames[before:])
        assert b"SURPRISED NO" not in sent.replace(b'"sign":"; SURPRISED NO"', b"")
        assert b"FWD 7" not in sent
        assert other.position["scene"]["answered"] == [UNION]


@in_loop
async def test_no_page_is_told_a_place_in_figures(tmp_path: Path) -> None:
    """Nobody measures (06.02.2), and a page has the picture: board, looks and the story of a march name no place."""
    async with serving(tmp_path) as server:
        pages = await at_hokes_run(server)
        page = pages[UNION]
        for side, lines in ((UNION, ["wi1: GO S 10"]), (CONFEDERATE, [])):
            draft = await asked(pages[side], "draft", lines=lines)
            act = {"type": "act", "role": side, "decision": decision_of(pages[side]), "action": draft["action"]}
            assert (await pages[side].ask(act))["type"] == "done"
        await page.until(lambda position: any("marched" in event["text"]["key"] for _, event in position["events"]))
        for name in ("wi1", "va5", "abercrombie", "orchard"):
            assert (await page.ask({"type": "about", "name": name}))["lines"]
        await page.ask({"type": "board"})
        sent = b"".join(page.frames)
        assert b"civilwar.display.facing" in sent
        for figures in (b'"listed"', b"civilwar.display.where", b"civilwar.display.near", b"civilwar.display.object"):
            assert figures not in sent
        (march,) = [event for _, event in page.position["events"] if "marched" in event["text"]["key"]]
        assert set(march["text"]["args"]) == {"unit", "formation", "way", "facing", "why"}


@in_loop
async def test_a_game_whose_answers_are_not_written_has_no_sheet(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = await server.page((await server.make())["link"])
        (decision, *_) = page.position["asked"]
        assert not decision["written"]
        for kind, more in (("sheet", {}), ("offers", {"row": "x"}), ("draft", {"lines": ["x: X"]})):
            told = await page.ask({"type": kind, "decision": decision["id"], **more})
            assert told["reason"]["key"] == "server.illegal.not-written"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "draft", "id": "1", "decision": "1", "lines": "va5: X"},
        {"type": "draft", "id": "1", "decision": "1", "lines": [1]},
        {"type": "draft", "id": "1", "decision": "1", "lines": ["x" * 2001]},
        {"type": "offers", "id": "1", "decision": "1"},
        {"type": "sheet", "id": "1"},
        {"type": "sheet", "id": "1", "decision": "1", "row": "x"},
    ],
)
def test_a_malformed_question_is_no_question(message: dict[str, Any]) -> None:
    with pytest.raises(msgspec.DecodeError):
        m.read(msgspec.json.encode(message).decode())


def test_any_words_at_all_are_answered_with_a_reason() -> None:
    match = new_match(Way("civilwar", 0), 1)
    now = asking.Open(match)
    decision = next(one for one in now.decisions() if one.role == UNION)
    lines = [
        *("", " ", ":", "wi1", "wi1:", ": X", "wi1: X\npa11: X", "wi1: \x00", 'wi1: "', "wi1: " + "(" * 1500),
        *("STAFF : X", "MESSAGE", 'MESSAGE > : "x"', "# note", "wi1: X ; EVADE YES", "wi1: " + "GO N, " * 300),
        "wi1: " + "march " * 300,
    ]
    seat = match.seat_of(UNION).name
    told = asking.draft(now, seat, m.AskDraft("1", decision.id, lines))
    assert len(told.lines) == len(lines)
    for line, read in zip(lines, told.lines, strict=True):
        nothing = not line.strip() or line.startswith("#")
        assert (read.reason is None) == nothing, (line, read)
    assert not told.ready


def sixty() -> Match[Any]:
    """Sixty regiments, which know of ten enemies before them."""
    match: Match[Any] = new_match(Way("civilwar", 0), 1)
    own = [foot(f"regiment-{place}", 0, 40 + 5 * (place % 15), 10 + 8 * (place // 15)) for place in range(60)]
    enemies = [foot(f"enemy-{place}", 1, 10 + 14 * place, 90) for place in range(10)]
    match.state = orders_due(*own, *enemies, staff=chiefs((75, 22), (75, 100)))
    return match


def test_a_sheet_of_sixty_units_fits_the_messages() -> None:
    match = sixty()
    now = asking.Open(match)
    decision: Decision[Any] = next(one for one in match.decisions() if one.role == UNION)
    assert isinstance(decision.space, SheetSpace)
    seat = match.seat_of(UNION).name
    sheet = asking.sheet(now, seat, m.AskSheet("1", decision.id))
    lines = [
        f"{row.head}: GO N 4, WHEEL LEFT 45, GO NW 3, FACE ABOUT ; SURPRISED YES ; FALLBACK NO ; PURSUE NO ; FIRST YES"
        for row in sheet.rows
        if row.id.startswith("regiment")
    ]
    assert len(lines) == 60
    asked = m.AskDraft("1", decision.id, lines)
    draft = asking.draft(now, seat, asked)
    assert draft.ready, [line for line in draft.lines if line.reason]
    act = m.Act("1", UNION, decision.id, draft.action)
    text = m.Act("1", UNION, decision.id, text=NOTATION.write(draft.action))
    for message in (asked, act, text):
        sent = m.write(message)
        assert len(sent) <= m.MOST_SHEET_BYTES
        m.read(sent.decode())
