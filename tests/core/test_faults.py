"""What is wrong with data that somebody has given, in our own words, with what would be right."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from feltherre.core.catalogue import languages, render
from feltherre.core.faults import told_fault
from tinygame import GAME


class Gun(Struct, tag="gun", tag_field="kind", forbid_unknown_fields=True):
    order: Literal["OR", "LU"] = "OR"
    cover: Annotated[int, Meta(ge=0, le=4)] = 0
    crew: tuple[Literal["Ann", "Bob"], ...] = ()
    at: Annotated[tuple[int, ...], Meta(min_length=2)] = (0, 0)


class Wagon(Struct, tag="wagon", tag_field="kind", forbid_unknown_fields=True):
    load: str | None
    order: Literal["full", "empty"] = "full"
    weight: Annotated[float, Meta(gt=0, lt=9)] = 1.0


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"kind": "gun", "order": "XX"}, "order: “XX” is not possible. Possible: LU and OR"),
        ({"kind": "wagon", "load": "", "order": "XX"}, "order: “XX” is not possible. Possible: empty and full"),
        ({"kind": "gun", "crew": ["Ann", "Cid"]}, "crew[1]: “Cid” is not possible. Possible: Ann and Bob"),
        ({"kind": "boat"}, "kind: “boat” is not possible. Possible: gun and wagon"),
        ({"kind": "gun", "cover": 9}, "cover: the number must be at most 4"),
        ({"kind": "gun", "cover": -1}, "cover: the number must be at least 0"),
        ({"kind": "wagon", "load": "", "weight": 0.0}, "weight: the number must be more than 0.0"),
        ({"kind": "wagon", "load": "", "weight": 9.0}, "weight: the number must be less than 9.0"),
        ({"kind": "gun", "cover": 2.5}, "cover: 2.5 is not whole: write a whole number"),
        ({"kind": "gun", "at": [1, 30.5]}, "at[1]: 30.5 is not whole: write a whole number"),
        ({"kind": "gun", "cover": "much"}, "cover: here belongs a whole number, not a word"),
        ({"kind": "wagon", "load": 3}, "load: one of these belongs here: a word and null; not a whole number"),
        ({"kind": "gun", "at": [1]}, "at: there must be at least 2"),
        ({"kind": "wagon"}, "load is missing"),
        ({"kind": "gun", "colour": "red"}, "colour is not asked for here"),
        ([], "here belongs an object in { }, not a list in [ ]"),
    ],
)
def test_every_fault_is_told_in_our_words(data: Any, told: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(data, Gun | Wagon)
    fault = told_fault(refused.value, Gun | Wagon, data)
    assert render(fault, "en") == told
    for lang in languages():
        assert "xpected" not in render(fault, lang)
        assert "<core" not in render(fault, lang)


def test_an_edit_or_action_that_is_none_says_what_there_is() -> None:
    for convert in (GAME.convert_edit, GAME.convert_action):
        with pytest.raises(Exception) as refused:
            convert({"edit": "explode", "kind": "explode"})
        told = render(refused.value.reason, "en")  # type: ignore[attr-defined]
        assert "Possible: " in told
    with pytest.raises(Exception) as refused:
        GAME.read_action('{"kind":"bid","oil":"much"}')
    assert "oil: here belongs a whole number, not a word" in render(refused.value.reason, "en")  # type: ignore[attr-defined]
