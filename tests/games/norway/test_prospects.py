"""Battles of Norway that can be seen coming: what a card would change in them, and which come first."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from feltherre.core.state import canonical
from feltherre.games.norway.game import GAME
from feltherre.server import thinking
from norway_table import Playing, position
from norway_table.battles import battle_for_hamar


def foreseen(play: Playing, line: str) -> list[Any]:
    """What an answer would bring about, as a client gets it; asking changes nothing."""
    before = canonical(play.state)
    action = json.encode(GAME.notation.read(line))
    told: list[Any] = json.decode(thinking.foreseen("norway", before, play.decision().role, action))
    assert canonical(play.state) == before
    return told


def ahead(play: Playing) -> list[Any]:
    told: list[Any] = json.decode(thinking.prospects("norway", canonical(play.state), ()))
    return told


def win(prospect: Any) -> float:
    """The attacker's chance to win a battle."""
    chances = prospect["outputs"][0]["chances"]
    return sum(float(chance["probability"]) for chance in chances if chance["value"] == "attacker")


def test_a_card_of_the_attacker_raises_his_chances() -> None:
    play = battle_for_hamar({"germany": ["Panzer"], "norway": ["Roadblock"]})
    (now,), (then,) = ahead(play), foreseen(play, "play Panzer")
    assert now["title"] == then["title"]
    assert win(then) > win(now)
    play("play Panzer")
    assert win(ahead(play)[0]) == win(then)


def test_a_card_against_another_takes_its_dice_away() -> None:
    play = battle_for_hamar({"germany": ["Bomber"], "allies": ["Fighter"]})
    bare = win(ahead(play)[0])
    play("play Bomber")
    (then,) = foreseen(play, "play Fighter against Bomber")
    assert win(then) == bare < win(ahead(play)[0])


@pytest.mark.parametrize("strong", ["Kongsvinger", "Gjøvik"])
def test_the_best_chance_stands_first(strong: str) -> None:
    play = position(
        germany={"Oslo": 3, "Hønefoss": 3},
        norway={"Kongsvinger": 1, "Gjøvik": 1, strong: 3},
        hands={"germany": [], "norway": []},
    )
    chances = [win(prospect) for prospect in ahead(play)]
    assert len(set(chances)) > 1
    assert chances == sorted(chances, reverse=True)


def test_nothing_is_foreseen_of_a_pass_or_outside_a_battle() -> None:
    assert foreseen(battle_for_hamar({"germany": ["Panzer"]}), "pass") == []
    moving = position(germany={"Oslo": 3}, norway={"Kongsvinger": 1}, hands={"germany": [], "norway": []})
    assert foreseen(moving, "move Oslo > Kongsvinger 2") == []
