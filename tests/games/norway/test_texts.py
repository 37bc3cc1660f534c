"""Texts of Norway whose keys are made of names; all others are looked for in tests/texts."""

import re

import pytest

from feltherre.core.catalogue import messages, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.seats import Resigned
from feltherre.games.norway import board, cards
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES

CATALOGUE = messages("norway", "en")
#: a key or a gap in a sentence
UNREAD = r"<[a-z]+\.|[{}]"

#: the values that stand in a key, where the code makes one of them out of a name
ENUMERATED = {
    "norway.area.*": board.AREAS,
    "norway.card.*": cards.IDS,
    "norway.country.*": ROLES,
    "norway.role.*": ROLES,
    "norway.winner.*": ("germany", "norway-allies"),
    "norway.degree.*": ("clear", "narrow"),
    "norway.phase.*": ("0", "1", "2", "3", "4"),
    "norway.event.april-phase.*": ("0", "1", "2", "3", "4"),
    "norway.origin.*": ("sea", "air"),
    "norway.side.*": ("attacker", "defender"),
    "norway.event.places.*": ("land", "sea", "air"),
    "norway.illegal.placement.*": ROLES,
    "norway.victory.*": (
        *("germans-destroyed", "enemies-destroyed", "all-cities-clear", "all-cities-narrow"),
        *("cities-held-clear", "cities-held-narrow"),
    ),
    "norway.event.attack.*": ("land", "water", "sea", "air"),
}


@pytest.mark.parametrize(("pattern", "values"), ENUMERATED.items())
def test_every_key_that_can_be_made_has_an_english_entry(pattern: str, values: tuple[str, ...]) -> None:
    assert [value for value in values if pattern.replace("*", value) not in CATALOGUE] == []


def test_resigning_and_typing_nonsense_can_be_read() -> None:
    match = Match(GAME, Setup(tuple(Seat(role, (role,)) for role in ROLES)), key=b"texts".ljust(32))
    for line in ("move Oslo > Sweden 1", "move Oslo > B 1", "march", "move Oslo", "play Ubåt", "dice x"):
        with pytest.raises(BadInput) as refused:
            GAME.notation.read(line)
        assert not re.search(UNREAD, render(refused.value.reason))
    for event in match.seat_act("norway", Resigned()):
        assert not re.search(UNREAD, render(event.text))
    assert match.state.result is not None
    assert match.state.result.winners == ("germany",)
