"""What the captain says of its orders is true of the order it gives."""

from __future__ import annotations

from random import Random
from typing import Any

from feltherre.core.catalogue import render
from feltherre.games.norway import board
from feltherre.games.norway.game import GAME
from feltherre.games.norway.players.captain.attacks import Reserves
from feltherre.games.norway.players.captain.chances import CITIES
from feltherre.games.norway.players.captain.plan import cities_nearer, reason
from feltherre.games.norway.players.captain.scales import scales_for
from feltherre.games.norway.players.sight import Sight
from feltherre.players.player import position_for
from norway_table import Playing, position
from norway_table.captain import ask


def reserves_of(play: Playing, role: str) -> Reserves:
    sight = Sight(position_for(GAME, play.state, (role,), role, Random(1)))
    return Reserves(sight, scales_for(sight))


def marching(play: Playing, role: str, origin: str, target: str, number: int) -> str:
    area, to = board.find_area(origin), board.find_area(target)
    return reason(reserves_of(play, role), area, to, number).key


def test_a_city_without_germans_is_to_be_taken_and_not_held() -> None:
    lost = position(germany={"Steinkjer": 3}, norway={"Hamar": 1})
    assert marching(lost, "germany", "Steinkjer", "Trondheim", 2) == "norway.why.march.germany.not-held"
    held = position(germany={"Trondheim": 1, "Steinkjer": 2}, norway={"Oppdal": 3})
    assert marching(held, "germany", "Steinkjer", "Trondheim", 2) == "norway.why.march.germany.held"


def test_norwegians_go_against_germans_only_where_germans_are() -> None:
    theirs = position(turn="norway", germany={"Oslo": 2}, norway={"Hamar": 3})
    free = position(turn="norway", germany={"Oppdal": 2}, norway={"Rena": 3, "Steinkjer": 2})
    assert marching(theirs, "norway", "Hamar", "Kongsvinger", 3) == "norway.why.march.others.held"
    assert marching(free, "norway", "Steinkjer", "Trondheim", 2) == "norway.why.march.others.not-held"


def test_nearer_is_said_of_a_city_to_which_the_march_leads() -> None:
    play = position(germany={"Oslo": 3}, norway={"Tromsø": 1})
    reserves = reserves_of(play, "germany")
    oslo, hønefoss = board.find_area("Oslo"), board.find_area("Hønefoss")
    nearer = [CITIES[city] for city in cities_nearer(reserves, oslo, hønefoss)]
    assert board.find_area("Bergen") in nearer
    assert oslo not in nearer
    assert cities_nearer(reserves, hønefoss, oslo)[0] == CITIES.index(oslo)


def test_a_card_is_credited_with_what_it_adds_itself() -> None:
    play = position(
        germany={"Kongsvinger": 5, "Bergen": 2},
        norway={"Oslo": 3, "Hamar": 2},
        hands={"germany": ["Panzer"], "norway": ["Ambush", "Anti-tank gun"]},
    )
    play("move Kongsvinger > Oslo 5")("end movement")("pass", "norway")("pass", "germany")
    first = ask(play, role="norway")
    assert first.why.key == "norway.why.play-first"
    said: dict[str, Any] = first.why.args
    assert said["before"] < said["after"] < said["in_all"]
    second = ask(play.answer(first.action, "norway"), role="norway")
    assert second.why.key == "norway.why.play"
    assert (second.why.args["before"], second.why.args["after"]) == (said["after"], said["in_all"])
    assert "with one card more, to" in render(first.why, "en")
