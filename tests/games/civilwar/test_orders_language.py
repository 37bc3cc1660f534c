"""The order language holds for every order that it can say: text and back, JSON and back, and in four languages."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from civilwar_orders import order_lines, order_sheets, staff_lines, strategy_for
from feltherre.core.catalogue import missing_keys, render
from feltherre.core.errors import BadInput
from feltherre.core.text import Text
from feltherre.games.civilwar.orders.language import (
    Attack,
    Fire,
    FirePart,
    GunFire,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    StaffLine,
    Work,
)
from feltherre.games.civilwar.orders.legs import Go, OrderLeg, Wheel
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.named import NAMES
from feltherre.games.civilwar.orders.places import NAME_PATTERN, CornerMark, Edge, Gate, Offset
from feltherre.games.civilwar.orders.reading import read_order, read_staff
from feltherre.games.civilwar.orders.sheets import read_sheet, write_sheet
from feltherre.games.civilwar.orders.telling import tell_line, tell_staff
from feltherre.games.civilwar.orders.triggers import Trigger
from feltherre.games.civilwar.orders.writing import write_line, write_staff

EVERYBODY = OpenLexicon()
EDGES: tuple[Edge, ...] = get_args(Edge)
each_order = pytest.mark.parametrize("kind", get_args(Order), ids=lambda kind: kind.__name__)
each_leg = pytest.mark.parametrize("kind", get_args(OrderLeg), ids=lambda kind: kind.__name__)
each_trigger = pytest.mark.parametrize("kind", get_args(Trigger), ids=lambda kind: kind.__name__)


def holds(line: OrderLine) -> None:
    """What is written is read back, and is the only way in which it is written."""
    text = write_line(line)
    assert read_order(text, EVERYBODY) == line
    assert write_line(read_order(text, EVERYBODY)) == text
    assert msgspec.json.decode(msgspec.json.encode(line), type=OrderLine) == line


# text


@each_order
@given(data=st.data())
def test_every_order_is_read_as_it_is_written(kind: Any, data: st.DataObject) -> None:
    holds(OrderLine(data.draw(strategy_for(kind))))


@each_leg
@given(data=st.data())
def test_every_leg_is_read_as_it_is_written(kind: Any, data: st.DataObject) -> None:
    holds(OrderLine(Move((data.draw(strategy_for(kind)),))))


@each_trigger
@given(data=st.data())
def test_every_trigger_is_read_as_it_is_written(kind: Any, data: st.DataObject) -> None:
    trigger = data.draw(strategy_for(kind))
    holds(OrderLine(Fire((FirePart(when=trigger),))))
    holds(OrderLine(GunFire("canister", when=trigger)))


@given(order_lines)
def test_every_line_is_read_as_it_is_written(line: OrderLine) -> None:
    holds(line)


@given(order_lines, st.sampled_from(EDGES))
def test_arrows_are_read_by_the_player_on_whose_sheet_they_stand(line: OrderLine, edge: Edge) -> None:
    assert read_order(write_line(line, edge), OpenLexicon(own_edge=edge)) == line


@given(staff_lines)
def test_every_staff_line_is_read_as_it_is_written(line: StaffLine) -> None:
    assert read_staff(write_staff(line), EVERYBODY) == line
    assert msgspec.json.decode(msgspec.json.encode(line), type=StaffLine) == line


@given(order_sheets())
def test_every_sheet_is_read_as_it_is_written(sheet: OrderSheet) -> None:
    assert read_sheet(write_sheet(sheet), EVERYBODY) == sheet
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=OrderSheet) == sheet


# lines with a fault in them

STRAY = (
    "",
    "X",
    "GO",
    "8",
    "1/2",
    "9/9",
    "ricketts",
    "+",
    ",",
    ";",
    ":",
    ">",
    "[",
    "]",
    '"',
    "(1,2)",
    "↑",
    "@",
    "/",
    "#",
    "½",
)


@pytest.mark.parametrize("kind", [*get_args(Order), *get_args(Trigger)], ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_line_with_another_word_in_it_is_read_or_refused_with_a_reason(kind: Any, data: st.DataObject) -> None:
    part = data.draw(strategy_for(kind))
    order = part if isinstance(part, Order) else Fire((FirePart(when=part),))
    words = write_line(OrderLine(order)).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.sampled_from(STRAY))
    line = read_or_refused(" ".join(words))
    if isinstance(line, Text):
        assert not any(missing_keys([line], lang) for lang in ("en", "da", "nb", "sv"))
    else:
        holds(line)


def read_or_refused(text: str) -> OrderLine | Text:
    try:
        return read_order(text, EVERYBODY, "va33")
    except BadInput as refused:
        return refused.reason


# sentences


@pytest.mark.parametrize(
    "kind", [*get_args(Order), *get_args(OrderLeg), *get_args(Trigger)], ids=lambda kind: kind.__name__
)
@given(data=st.data())
def test_whatever_can_be_ordered_can_be_told(kind: Any, data: st.DataObject) -> None:
    part = data.draw(strategy_for(kind))
    if isinstance(part, Order):
        line = OrderLine(part)
    else:
        line = OrderLine(Move((part,)) if isinstance(part, OrderLeg) else Fire((FirePart(when=part),)))
    whole_in_every_language(tell_line(line, lambda name: f"[{name}]"))


@given(staff_lines, order_lines)
def test_whatever_a_line_says_can_be_told(staff: StaffLine, line: OrderLine) -> None:
    whole_in_every_language(tell_staff(staff, str.upper))
    whole_in_every_language(tell_line(line, str.upper))


def whole_in_every_language(text: Any) -> None:
    for lang in ("en", "da", "nb", "sv"):
        assert not missing_keys([text], lang)
        assert render(text, lang)[0].isupper()


# what cannot be said


@pytest.mark.parametrize(
    "build",
    [
        lambda: Go(direction=3155),
        lambda: Offset(direction=7, length=100),
        lambda: Gate(CornerMark("pines", "NE"), Offset(0, 3001)),
        lambda: GunFire("canister", guess=5000),
        lambda: GunFire("shell", guess=5010),
        lambda: GunFire("shot", ("va33", "va2"), 5000),
        lambda: Attack("ricketts", (Wheel("left", 200, "charge"),)),
        lambda: Work("clear_fence", at="road-fence", direction=0),
    ],
)
def test_what_contradicts_itself_cannot_be_built(build: Any) -> None:
    with pytest.raises(ValueError):
        build()


@pytest.mark.parametrize(
    "line",
    [
        {"order": {"type": "move", "legs": []}},
        {"order": {"type": "move", "legs": [{"type": "go", "length": 0}]}},
        {"order": {"type": "move", "legs": [{"type": "go", "span": 9}]}},
        {"order": {"type": "attack", "target": "Ricketts's battery"}},
        {"order": {"type": "fire", "parts": [{"when": {"type": "at", "eighths": 9}}]}},
        {"order": {"type": "stand", "x": 40}},
        {"order": {"type": "gun_fire", "ammunition": "shell", "guess": 5010}},
    ],
)
def test_json_that_the_language_cannot_say_is_refused(line: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(line, OrderLine)


# the language and the ledger


def test_the_triggers_are_those_of_the_ledger(ledger_triggers: set[str]) -> None:
    assert {inspect.type_info(kind).tag for kind in get_args(Trigger)} == ledger_triggers  # type: ignore[union-attr]


@pytest.fixture
def ledger_triggers() -> set[str]:
    from feltherre.core.datafile import read_tree
    from feltherre.games.civilwar.tables import LEDGER

    return {row["trigger"].partition("(")[0] for row in read_tree(LEDGER)["fire_triggers"]}


def test_every_field_with_a_name_in_it_is_known_for_what_it_names() -> None:
    found = {(cls, field) for cls in structs_of(OrderSheet) for field in name_fields(cls)}
    assert found == set(NAMES)


def structs_of(kind: Any) -> set[type]:
    """Every Struct that a type is made of."""
    found: set[type] = set()
    waiting = [inspect.type_info(kind)]
    while waiting:
        info = waiting.pop()
        if isinstance(info, inspect.StructType) and info.cls not in found:
            found.add(info.cls)
            waiting += [field.type for field in info.fields]
        waiting += parts_of(info)
    return found


def parts_of(info: Any) -> list[Any]:
    if isinstance(info, inspect.UnionType):
        return list(info.types)
    return [getattr(info, part) for part in ("item_type", "key_type", "value_type", "type") if hasattr(info, part)]


def name_fields(cls: type) -> list[str]:
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return [field.name for field in info.fields if holds_a_name(field.type)]


def holds_a_name(info: Any) -> bool:
    if isinstance(info, inspect.StrType):
        return info.pattern == NAME_PATTERN
    if isinstance(info, inspect.StructType | inspect.DictType):
        return False
    return any(holds_a_name(part) for part in parts_of(info))
