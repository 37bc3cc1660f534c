"""What a game says of itself and does not go together is told when it is loaded, all of it at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from feltherre.core.declared import unsaid
from feltherre.core.game import Game, Option, Setup
from feltherre.core.notation import CORE_FORMS, Notation
from feltherre.core.state import State
from feltherre.hexgame.counters import DESTROYED
from tinygame import GAME
from tinygame.actions import Bid
from tinygame.game import Lanterns
from tinygame.town import Town
from tinyhex.field import COUNTERS, Field
from tinyhex.game import Ford


def test_the_small_games_are_sound() -> None:
    assert GAME.faults() == []
    assert Ford().faults() == []


def test_what_a_game_does_not_say_is_named_in_the_order_of_the_contract() -> None:
    answered = dict.fromkeys(Game.__abstractmethods__)
    bare = type("Bare", (Game,), {**answered, "id": "bare"})()
    lacking = [
        "title",
        "package",
        "roles",
        "rules_version",
        "state_type",
        "action_type",
        "view_type",
        "steps",
        "notation",
    ]
    assert unsaid(bare) == lacking
    assert bare.faults() == [f"it does not say its {name}" for name in lacking]


@dataclass
class Loose(Town):
    pass


class Plain(Town):
    pass


@dataclass(slots=True)
class Nobodys(State):
    pass


#: a kind of answer, and those that the notation has besides the game's own
NO_FORMS = (Bid, *(form.action for form in CORE_FORMS))

WRONG: list[tuple[str, Any, str]] = [
    ("options", (Option("wind", ("calm", "gale"), "storm"),), "option wind: its default 'storm' is none of its values"),
    (
        "procedures",
        {"candle": GAME.procedures["light-lantern"]},
        "procedures: 'candle' leads to the procedure 'light-lantern'",
    ),
    ("state_type", dict, "state_type: dict does not extend State"),
    ("state_type", Loose, "state_type: Loose lacks @dataclass(slots=True)"),
    ("state_type", Plain, "state_type: Plain lacks @dataclass(slots=True)"),
    (
        "state_type",
        Nobodys,
        'state_type: Nobodys does not say whose it is: owner: ClassVar[str] = "<id of the game>"',
    ),
    (
        "notation",
        Notation([form for form in GAME.notation.forms if form.action not in NO_FORMS], GAME.notation.codecs),
        "notation: no form for Bid, which action_type has",
    ),
    (
        "action_type",
        Bid,
        "action_type: Look is not in it, though the notation has a form for it",
    ),
]


@pytest.mark.parametrize(("name", "value", "said"), WRONG)
def test_what_does_not_go_together_is_told(name: str, value: Any, said: str) -> None:
    wrong = type("Wrong", (Lanterns,), {name: value})()
    assert said in wrong.faults()


@dataclass(slots=True)
class Short(Field):
    owner = "ford"

    def __post_init__(self) -> None:
        self.places = [DESTROYED]
        self.owners = []


def test_lists_by_counter_and_by_place_are_as_long_as_there_are() -> None:
    wrong = type("Wrong", (Ford,), {"state_type": Short, "roles": ("north", "south", "east")})()
    assert wrong.faults() == [
        "words: they are for the roles north, south",
        f"state_type: its places are 1, for {COUNTERS.count} counters",
        "state_type: its owners are 0, for 2 places of the board that can be owned",
    ]


def test_every_side_has_a_sign_where_counters_have_one() -> None:
    wrong = type("Wrong", (Ford,), {"signs": {"north": "N"}})()
    assert wrong.faults() == ["signs: they are for north, and the roles are north, south"]


def test_an_option_that_there_is_not_is_named_with_those_that_there_are() -> None:
    with pytest.raises(KeyError, match="lanterns has no option 'turns', only rounds"):
        GAME.option(Setup(()), "turns")
