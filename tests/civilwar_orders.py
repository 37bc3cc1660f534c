"""Every order that the language can say, for tests that must hold for all of them: made from its own types."""

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from feltherre.games.civilwar.orders import language, lexicon, places
from feltherre.ground.tabletop.measure import CIRCLE, DEGREE

_DIRECTIONS = st.sampled_from(sorted({*range(0, CIRCLE, DEGREE), *range(0, CIRCLE, places.POINT)}))
_HALF_CENTIMETRES = st.integers(1, 2000).map(lambda half: half * 50)


#: ids as scenarios have them, and the shortest and oddest that the language takes
_NAMES = st.from_regex(places.NAME_PATTERN, fullmatch=True).filter(
    lambda name: len(name) <= places.LONGEST_NAME
) | st.sampled_from(("va33", "henry-house", "va33/1", "nearest", "then", "by", "n", "8", "s-", "at"))
_WORDS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=40)


@cache
def strategy_for(kind: Any) -> st.SearchStrategy[Any]:
    """All values of a type of the language."""
    return _of(inspect.type_info(kind))


def _of(info: Any) -> st.SearchStrategy[Any]:
    match info:
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.IntType():
            return _DIRECTIONS if info.lt == CIRCLE else st.integers(info.ge, info.le)
        case inspect.StrType():
            return _NAMES if info.pattern == places.NAME_PATTERN else _WORDS
        case inspect.VarTupleType():
            most = min(info.max_length or 3, 3)
            return st.lists(_of(info.item_type), min_size=info.min_length or 0, max_size=most).map(tuple)
        case inspect.DictType():
            return st.dictionaries(_of(info.key_type), _of(info.value_type), max_size=3)
        case inspect.UnionType():
            return st.one_of([_of(one) for one in info.types])
        case inspect.StructType():
            return st.deferred(lambda: _struct(info.cls))
        case inspect.Metadata():
            return _of(info.type)
        case _:
            raise NotImplementedError(info)


@cache
def _struct(cls: type) -> st.SearchStrategy[Any]:
    """The values of a Struct that can be built: those that contradict themselves cannot."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    fields = {one.name: _of(one.type) for one in info.fields}
    if "guess" in fields:
        fields["guess"] = st.none() | _HALF_CENTIMETRES
    return st.fixed_dictionaries(fields).map(lambda values: _built(cls, values)).filter(lambda one: one is not None)


def _built(cls: type, values: dict[str, Any]) -> Any:
    try:
        return cls(**values)
    except ValueError:
        return None


order_lines = strategy_for(language.OrderLine)
staff_lines = strategy_for(language.StaffLine)


@st.composite
def order_sheets(draw: st.DrawFn) -> language.OrderSheet:
    """Sheets on which no name has two lines."""
    sheet = draw(strategy_for(language.OrderSheet))
    staff = {figure: line for figure, line in sheet.staff.items() if figure not in sheet.units}
    return msgspec.structs.replace(sheet, staff=staff)


def bull_run(*, umpire: bool = False) -> lexicon.Lexicon:
    """What Jackson may name on the plateau of Henry House Hill."""
    return lexicon.Lexicon(
        units={
            "va33": "33rd Virginia",
            "va2": "2nd Virginia",
            "va49": "49th Virginia",
            "pendleton": "Rockbridge Artillery",
        },
        enemies={
            "ricketts": "Ricketts, I/1st US Artillery",
            "griffin": "Griffin, D/5th US Artillery",
            "ny11": "11th New York",
        },
        staff={"jackson": "Brig. Gen. Jackson", "bee": "Brig. Gen. Bee", "jackson-1": "courier"},
        objects={
            "henry-house": "Henry house",
            "pines": "the pines",
            "sudley-road": "Sudley road",
            "road-fence": "road fence",
        },
        companies={"va33": 8, "va2": 10, "va49": 6},
        own_edge="south",
        umpire=umpire,
    )
