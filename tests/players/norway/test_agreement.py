"""Computer players come to an agreement, with each other and with a person (4.2-6-joint, R84)."""

from __future__ import annotations

import pytest

from feltherre.games.norway.players import PLAYERS
from norway_table import Playing
from norway_table.battles import battle
from norway_table.captain import order

EACH = pytest.mark.parametrize("name", sorted(PLAYERS))


def a_lost_joint_defence() -> Playing:
    return battle("Hamar", {"Kongsvinger": 4}, {"norway": 2, "allies": 2}, throws=([6, 5, 5, 5], [1, 1, 1, 1]))


@EACH
def test_two_of_them_agree_at_once(name: str) -> None:
    play = a_lost_joint_defence()
    player = PLAYERS[name]()
    for role in ("norway", "allies", "norway", "allies"):
        assert play.asked == [role]
        play(order(play, player))
    assert "norway.event.no-agreement" not in play.told()
    assert play.state.battle is None


@EACH
@pytest.mark.parametrize("line", ["lose Norway 1", "lose Allies 1"])
def test_a_person_is_agreed_with_whatever_he_proposes(name: str, line: str) -> None:
    play = a_lost_joint_defence()
    play(order(play, PLAYERS[name]()), "norway")
    if play.asked == ["allies"]:
        play(line, "allies")
    if play.asked == ["norway"] and play.decision().rule == "4.2-6-joint":
        assert order(play, PLAYERS[name]()) == line
        play(line)
    assert sum(play.state.removed) == 1
    assert "norway.event.no-agreement" not in play.told()
