"""Links and invitations: who gets which, claimed once, and never kept or logged."""

import asyncio
import logging
import sqlite3
from pathlib import Path
from random import Random

import pytest

from feltherre.server.tokens import TOKEN_BYTES, is_token, new_token, token_hash
from server.tables import Closed, Page, in_loop, play, serving


def test_a_token_has_192_random_bits() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert TOKEN_BYTES * 8 == 192
    assert all(is_token(token) and len(token) == 32 for token in tokens)
    assert not any(is_token(text) for text in ("", "a" * 31, "a" * 33, "a" * 31 + "/", "a" * 32 + "\n"))
    assert len(token_hash(new_token())) == 32


@in_loop
async def test_the_maker_gets_his_own_link_and_an_invitation_for_every_other_person(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=0, seat="blue", computers={"coral": "random"})
        assert (made["link"]["kind"], made["link"]["seat"], made["link"]["roles"]) == ("link", "blue", ["blue"])
        assert [(link["kind"], link["seat"]) for link in made["invitations"]] == [("invitation", "amber")]
        assert made["umpire"] is None
        assert made["spectators"] is None
        page = await server.page(made["link"])
        assert not page.welcome["umpire"]
        assert not page.welcome["spectators"]
        claimed = {seat["name"]: seat["claimed"] for seat in page.position["seats"]}
        assert claimed == {"amber": False, "blue": True, "coral": False}
        await server.page(made["invitations"][0])
        await page.until(lambda position: position["seats"][0]["claimed"] and position["seats"][0]["people"])


@in_loop
async def test_an_invitation_opens_nothing_and_is_claimed_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1)
        (invitation,) = made["invitations"]
        with pytest.raises(Closed) as closed:
            await Page(server).hello(invitation["token"])
        assert closed.value.code == 4001
        link = await server.post("/api/claim", {"token": invitation["token"]})
        assert (link["kind"], link["seat"], link["roles"]) == ("link", "blue+coral", ["blue", "coral"])
        again = await server.post("/api/claim", {"token": invitation["token"]}, 409)
        assert again["error"]["key"] == "server.error.claimed"
        for token in (made["link"]["token"], new_token(), "short", ""):
            assert (await server.post("/api/claim", {"token": token}, 404))["error"]["key"].startswith("server.error")
        page = await server.page(link)
        assert page.welcome["seat"] == "blue+coral"


@in_loop
async def test_an_invitation_is_not_claimed_for_a_link_that_is_in_use(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1)
        (invitation,) = made["invitations"]
        taken = {"token": invitation["token"], "link": made["link"]["token"]}
        assert (await server.post("/api/claim", taken, 409))["error"]["key"] == "server.error.claimed"
        link = await server.post("/api/claim", {"token": invitation["token"]})
        assert link["seat"] == "blue+coral", "the invitation is still good"


@in_loop
async def test_of_many_who_claim_at_once_one_gets_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1)
        token = made["invitations"][0]["token"]
        answers = await asyncio.gather(*(server.http.post("/api/claim", json={"token": token}) for _ in range(20)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19


@in_loop
async def test_a_claim_whose_answer_was_lost_can_be_sent_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1)
        mine = {"token": made["invitations"][0]["token"], "link": new_token()}
        first = await server.post("/api/claim", mine)
        assert await server.post("/api/claim", mine) == first
        await server.post("/api/claim", {**mine, "link": new_token()}, 409)
        await server.post("/api/claim", {**mine, "link": "too short"}, 404)
        assert first["token"] == mine["link"]


@in_loop
async def test_an_umpires_and_a_spectators_place_are_there_only_if_the_game_was_made_with_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        own = await server.make(seating=1, umpire=True, seat="umpire", spectators=True)
        assert own["link"]["seat"] == "umpire"
        assert own["umpire"] is None
        assert len(own["invitations"]) == 2
        for _ in range(3):
            assert (await server.page(own["spectators"])).welcome["seat"] == ""
        refused = await server.post("/api/matches", {"game": "lanterns", "seat": "umpire"}, 400)
        assert refused["error"]["key"] == "server.bad.seat"
        computers = dict.fromkeys(("amber", "blue", "coral"), "random")
        nobody = await server.post("/api/matches", {"game": "lanterns", "computers": computers}, 400)
        assert nobody["error"]["key"] == "server.bad.nobody"
        watched = await server.make(computers=computers, spectators=True)
        assert watched["link"] == watched["spectators"]


@in_loop
@pytest.mark.parametrize(
    ("form", "key"),
    [
        ({"game": "nothing"}, "core.bad.game"),
        ({"seating": 7}, "server.bad.seating"),
        ({"seating": -1}, "server.bad.request"),
        ({"seat": "purple"}, "server.bad.seat"),
        ({"computers": {"purple": "random"}}, "server.bad.seat"),
        ({"computers": {"blue": "nobody"}}, "server.bad.player"),
        ({"options": {"rounds": "7"}}, "core.bad.option-value"),
        ({"options": {"colour": "7"}}, "core.bad.option"),
        ({"scenario": "foggy"}, "core.bad.scenario"),
        ({"dice": "loaded"}, "core.bad.dice"),
        ({"more": 1}, "server.bad.request"),
    ],
)
async def test_a_game_that_cannot_be_is_refused_with_a_reason(
    tmp_path: Path, form: dict[str, object], key: str
) -> None:
    async with serving(tmp_path) as server:
        refused = await server.post("/api/matches", {"game": "lanterns", **form}, 400)
        assert refused["error"]["key"] == key


@in_loop
async def test_tokens_are_neither_kept_nor_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        async with serving(tmp_path) as server:
            made = await server.make(seating=1, umpire=True, spectators=True)
            tokens = [made[name]["token"] for name in ("link", "umpire", "spectators")]
            link = await server.post("/api/claim", {"token": made["invitations"][0]["token"]})
            tokens += [made["invitations"][0]["token"], link["token"]]
            page = await server.page(link)
            page.send({"type": "hello", "token": link["token"]})
            page.send("not a message " + link["token"])
            await page.next("refused")
            await server.http.post("/api/mine", json={"tokens": tokens})
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert kept
    for token in tokens:
        assert token.encode() not in kept
        assert token not in caplog.text
    db = sqlite3.connect(tmp_path / "games.db")
    assert db.execute("SELECT count(*) FROM tokens WHERE hash = ?", (token_hash(tokens[0]),)).fetchone() == (1,)
    db.close()
    assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


@in_loop
async def test_ones_own_games_are_listed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"})
        tokens = [new_token(), made["link"]["token"]]
        (mine,) = await server.post("/api/mine", {"tokens": tokens})
        assert (mine["token_number"], mine["match"], mine["game"]) == (1, made["match"], "lanterns")
        assert (mine["seat"], mine["roles"], mine["finished"], mine["asked"]) == ("amber", ["amber"], False, True)
        await play(pages, Random(4), 300)
        (mine,) = await server.post("/api/mine", {"tokens": tokens})
        assert (mine["finished"], mine["asked"]) == (True, False)


@in_loop
async def test_a_player_takes_away_his_own_log_during_play_and_the_record_afterwards(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"})
        await play(pages, Random(4), 3)
        token = {"token": made["link"]["token"]}
        own = await server.post("/api/log", token)
        fresh = await server.page(made["link"])
        assert own["log"] == fresh.position["events"]
        assert own["seat"] == "amber"
        refused = await server.post("/api/record", token, 403)
        assert refused["error"]["key"] == "server.error.not-ended"
        await server.post("/api/record", {"token": new_token()}, 404)
        await server.post("/api/log", {"token": new_token()}, 404)
        await play({**pages, "amber": pages["amber"]}, Random(4), 300)
        assert (await server.http.post("/api/record", json=token)).status_code == 200
