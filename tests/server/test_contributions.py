"""The dice: committed by the server, mixed with words of every seat, and thrown again by anybody afterwards."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from feltherre.core import registry, replay, seats
from feltherre.core.dice import KeyedStream, commitment
from feltherre.core.record import BadRecord, SeatAct, read_lines, seal, write_line
from server.tables import Page, in_loop, play, serving


def words(text: str) -> dict[str, Any]:
    return {"type": "seat", "id": "contribution", "act": {"act": "contribute", "words": text}}


def test_words_change_everything_that_follows_and_nothing_before() -> None:
    key = b"k" * 32
    plain, mixed, other = (KeyedStream(key, ("maker",)) for _ in range(3))
    assert plain.dice(20) == mixed.dice(20) == other.dice(20)
    mixed.mix("amber's")
    other.mix("blue's")
    following = [(stream.dice(40), stream.positions(20, 1000)) for stream in (plain, mixed, other)]
    assert len({dice for dice, _ in following}) == 3
    assert len({drawn for _, drawn in following}) == 3


@in_loop
async def test_every_seat_adds_its_words_and_the_record_proves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"}, contribution="the maker's")
        for seat, page in pages.items():
            assert page.welcome["contribute"]
            assert (await page.ask(words(f"{seat}'s")))["type"] == "done"
            again = await page.ask({**words("more"), "id": "another"})
            assert again["reason"]["key"] == "core.illegal.contributed"
            assert (await page.ask(words("resent")))["type"] == "done"
        assert not (await server.page(made["link"])).welcome["contribute"]
        for page in pages.values():
            await page.settled()
        await play(pages, Random(1), 500)
        record = (await server.http.post("/api/record", json={"token": made["link"]["token"]})).content
    checked = replay.verify(record)
    assert (checked.finished, checked.dice_checked, checked.states_checked) == (True, True, True)
    lines = read_lines(record)
    header, end = lines[0], lines[-1]
    assert header.contributions == ("the maker's",)  # type: ignore[union-attr]
    said = [msgspec.convert(line.act, seats.Contributed).words for line in lines if is_contribution(line)]
    assert said == ["amber's", "blue+coral's"]
    assert pages["amber"].welcome["commitment"] == commitment(bytes.fromhex(end.key))  # type: ignore[union-attr]
    with pytest.raises(BadRecord):
        replay.verify(with_other_words(lines))
    # software that no longer has the rules throws the dice again all the same
    monkeypatch.setattr(type(registry.get_game("lanterns")), "rules_version", "of another time")
    checked = replay.verify(record)
    assert (checked.dice_checked, checked.states_checked) == (True, False)
    with pytest.raises(BadRecord):
        replay.verify(with_other_words(lines))


def is_contribution(line: Any) -> bool:
    return isinstance(line, SeatAct) and line.act["act"] == "contribute"


def with_other_words(lines: list[Any]) -> bytes:
    """The record with other words in it, and every hash made anew: only the dice can tell."""
    prev, forged = "", b""
    for line in lines:
        if is_contribution(line):
            line = msgspec.structs.replace(line, act={"act": "contribute", "words": "forged"})
        sealed = seal(line, prev)
        prev = sealed.hash
        forged += write_line(sealed) + b"\n"
    return forged


@in_loop
async def test_a_game_goes_on_with_its_words_after_the_server_has_stopped(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made, pages = await server.pages(seating=1, options={"rounds": "1"})
        tokens = [made["link"]["token"], pages["blue+coral"].token]
        await pages["blue+coral"].ask(words("mine"))
        await play(pages, Random(2), 3)
    async with serving(tmp_path) as server:
        back = {seat: await Page(server).hello(token) for seat, token in zip(pages, tokens, strict=True)}
        assert not back["blue+coral"].welcome["contribute"]
        await back["amber"].settled()
        await play(back, Random(3), 500)
        record = (await server.http.post("/api/record", json={"token": tokens[0]})).content
    assert replay.verify(record).dice_checked


@in_loop
async def test_spectators_and_the_umpire_add_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.make(seating=1, umpire=True, spectators=True)
        umpire, watching = await server.page(made["umpire"]), await server.page(made["spectators"])
        assert not umpire.welcome["contribute"]
        assert not watching.welcome["contribute"]
        assert (await umpire.ask(words("x")))["reason"]["key"] == "core.illegal.contributed"
        assert (await watching.ask(words("x")))["reason"]["key"] == "server.illegal.spectator"
