"""Where units are supplied (step 1 of the turn, supply-1 to supply-8), how many may stand together (setup-5 to setup-7,
1.2.1), and where reinforcements may enter (step 2 of the turn, 2.1)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.asks import Ask, By
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.reasons import Reasons
from feltherre.core.text import Text, say
from feltherre.games.winterwar.tables import STACKING_PLACES, Count, Nation, Side, UnitType
from feltherre.ground.hexes.stacking import Limit, places
from feltherre.ground.hexes.supply import SupplyRules

#: where a line ends
End: TypeAlias = Literal["own-national-town", "captured-town", "sweden"]

#: how many hexes a Finnish line may enter, the town's included (supply-7, R6)
FINNISH_REACH: Final = 2
#: what the defence of units without supply is divided by (supply-6)
UNSUPPLIED_DIVISOR: Final = 2


class LineHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of a supply line."""

    road_or_rail: bool = False
    enemy_unit: bool = False
    enemy_zoc: bool = False
    own_unit: bool = False
    sea: bool = False
    neutral: bool = False


class SupplyLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line from the hex after the unit's own to its end; no hexes if the unit stands in the end hex."""

    end: End
    end_controlled: bool
    hexes: tuple[LineHex, ...]


#: what a line runs through, as on the map
_ENEMY, _ZONE, _OWN = 1, 2, 4
_PASSING: Final = SupplyRules((), bar=_ENEMY, zone=_ZONE, shield=_OWN)

#: what is wrong with the end of a line (supply-2, supply-3, R5, R9)
WRONG_END: Final = Reasons[[str, SupplyLine, bool]](
    __name__,
    "WRONG_END",
    ("not-sweden", "supply-3", lambda nation, line, captured: nation == "sweden" and line.end != "sweden"),
    ("only-swedes", "supply-3", lambda nation, line, captured: nation != "sweden" and line.end == "sweden"),
    # only the option lets a line end in a captured town (R5)
    ("captured", "supply-2", lambda nation, line, captured: line.end == "captured-town" and not captured),
    ("not-controlled", "supply-2", lambda nation, line, captured: not line.end_controlled),
)

#: what breaks a line in a hex (turn-1-b, supply-8, R7, R8, R9)
BROKEN: Final = Reasons[[str, LineHex]](
    __name__,
    "BROKEN",
    ("sea", "supply-2", lambda nation, hex_: hex_.sea),
    ("neutral", "supply-2", lambda nation, hex_: hex_.neutral and nation != "sweden"),
    ("enemy", "supply-2", lambda nation, hex_: hex_.enemy_unit),
    ("zone", "turn-1-b", lambda nation, hex_: not _PASSING.passes(_ZONE * hex_.enemy_zoc + _OWN * hex_.own_unit)),
    ("off-road", "supply-8", lambda nation, hex_: nation == "soviet" and not hex_.road_or_rail),
)

#: why an air unit is not supplied: any town that its side controls will do, captured ones included (supply-4, R11)
NO_BASE: Final = Reasons[[SupplyLine]](
    __name__,
    "NO_BASE",
    ("not-at-base", "supply-4", lambda line: bool(line.hexes) or line.end == "sweden"),
    ("base-lost", "supply-4", lambda line: not line.end_controlled),
)

FAULT_RULES: Final = {**WRONG_END.rules, **BROKEN.rules, **NO_BASE.rules, "too-long": "supply-7"}


@rule("turn-1-a", "supply-2", "supply-7")
def line_fault(nation: str, line: SupplyLine, captured_supply: bool = False) -> tuple[str | None, int]:
    """What is wrong with a line for a ground unit of this nation, None if it holds, and at which of its hexes. Finnish
    lines reach two hexes, Soviet and Swedish ones any distance (supply-7, R6, R7, R9)."""
    length = len(line.hexes)
    if fault := WRONG_END.first(nation, line, captured_supply):
        return fault, length
    for at, hex_ in enumerate(line.hexes, start=1):
        if fault := BROKEN.first(nation, hex_):
            return fault, at
    return ("too-long" if nation == "finland" and length > FINNISH_REACH else None), length


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the lines it might be supplied by."""

    side: Side
    nation: Annotated[
        Nation, Ask(when={"side": ("finland",)}, follows=By("side", {"finland": "finland", "soviet": "soviet"}))
    ]
    unit_type: UnitType
    lines: tuple[SupplyLine, ...]


@procedure("supply-check", "supplied")
@rule("supply-1", "supply-5", "supply-6", "turn-1-d")
def supply_check(s: Supply, desk: Desk, *, captured_supply: bool = False) -> Outcome:
    """Whether a unit is supplied (turn-1, supply-1 to supply-8; option of R5). Without supply it neither moves nor
    attacks until a later check finds a line (turn-1-c, turn-1-d, R2), and half its defence is left (supply-6, R10)."""
    desk.refuse_if((s.side == "soviet") != (s.nation == "soviet"), "nation", "supply-2")
    always = s.unit_type in ("partisan", "ship")  # a ship is in its port (R40)
    desk.line_if(always, f"supply.always.{s.unit_type}", "2.1-j")
    supplied = always or has_line(s, desk, captured_supply)
    divisor = 1 if supplied else UNSUPPLIED_DIVISOR
    return {"supplied": supplied, "may_move": supplied, "may_attack": supplied, "defence_divisor": divisor}


def has_line(s: Supply, desk: Desk, captured_supply: bool) -> bool:
    """Whether one line holds (supply-1); what is wrong with each is told, up to the first that does."""
    for number, line in enumerate(s.lines, start=1):
        is_air = s.unit_type == "air"
        fault, at = (NO_BASE.first(line), len(line.hexes)) if is_air else line_fault(s.nation, line, captured_supply)
        if fault is None:
            desk.line("supply.holds", "supply-2", line=number)
            desk.line("supply.supplied", "supply-2")
            return True
        desk.line(f"supply.fault.{fault}", FAULT_RULES[fault], line=number, at=at)
    desk.line("supply.unsupplied", "turn-1-c")
    return False


DIVISION, LESSER, ARTILLERY = range(3)

#: whose places a class may take besides its own: a lesser unit a division's, artillery a lesser unit's (R12)
SUBSTITUTES: Final = ((), (DIVISION,), (LESSER,))

_SOUTH: Final = places(STACKING_PLACES[False], SUBSTITUTES)
_NORTH: Final = places(STACKING_PLACES[True], SUBSTITUTES)


@rule("setup-5", "1.2.1-b", "1.2.1-g")
def southern_limits() -> tuple[Limit, ...]:
    """South of the arctic line: two divisions, two lesser units, one artillery unit (R14)."""
    return _SOUTH


@rule("setup-6", "setup-7", "1.2.1-c", "1.2.1-h")
def northern_limits() -> tuple[Limit, ...]:
    """On the arctic line and north of it: one of each, or two lesser units instead of the division (R13)."""
    return _NORTH


@rule("1.2.1-i", "1.2.1-j", "1.2.1-k", "2.1-g")
def fits(arctic: bool, divisions: int, lesser: int, artillery: int) -> bool:
    """Whether these units of one side may stand together (R12 to R16). A corps is a division (1.2.1-k), flipped or
    not; engineers, partisans and battle groups are lesser units; air units and ships take no place."""
    limits = northern_limits() if arctic else southern_limits()
    return all(limit.holds((divisions, lesser, artillery)) for limit in limits)


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """Units of one side in a hex."""

    arctic: bool
    divisions: Count
    lesser: Count
    artillery: Count


@procedure("stacking-check", "legal")
def stacking_check(stack: Stack, desk: Desk) -> Outcome:
    """Whether these units may stand together (setup-5, setup-6, R12 to R16)."""
    legal = fits(stack.arctic, stack.divisions, stack.lesser, stack.artillery)
    number = "setup-6" if stack.arctic else "setup-5"
    room = "stacking.arctic" if stack.arctic else "stacking.south"
    desk.line(room, number, units=_listed(*STACKING_PLACES[stack.arctic]))
    held = _listed(stack.divisions, stack.lesser, stack.artillery)
    if not held:
        desk.line("stacking.nobody", number)
        return {"legal": legal}
    if legal:
        _tell_substitutes(stack, desk)
    desk.line("stacking.fits" if legal else "stacking.too-many", number, units=held)
    return {"legal": legal}


def _tell_substitutes(stack: Stack, desk: Desk) -> None:
    """Who stands in whose place, where all find one."""
    _, lesser_places, artillery_places = STACKING_PLACES[stack.arctic]
    guns = max(0, stack.artillery - artillery_places)
    lesser = max(0, stack.lesser + guns - lesser_places)
    desk.line_if(lesser > 0, "stacking.lesser", "1.2.1-i", lesser, n=lesser)
    desk.line_if(guns > 0, "stacking.artillery", "1.2.1-j", guns, n=guns)


def _listed(divisions: int, lesser: int, artillery: int) -> list[Text]:
    """What is there, without what is not."""
    counted = (("divisions", divisions), ("lesser", lesser), ("artillery", artillery))
    return [say(f"winterwar.count.{what}", n=n) for what, n in counted if n]


Kind: TypeAlias = Literal["ordinary", "partisan", "air", "swedish"]
IN_TOWNS: Final = Ask(when={"kind": ("ordinary", "air", "swedish")})


class EntrySituation(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex for a reinforcement: what the ledger asks about it."""

    kind: Kind
    own_national_town: Annotated[bool, IN_TOWNS]
    controlled: Annotated[bool, IN_TOWNS]
    enemy_zoc: Annotated[bool, IN_TOWNS]
    own_ground_unit: Annotated[bool, IN_TOWNS]
    enemy_ground_unit: bool
    borders_soviet_union: Annotated[bool, Ask(when={"kind": ("partisan",)})]
    near_sweden: Annotated[bool, Ask(when={"kind": ("swedish",)})]
    room: bool


#: why a reinforcement may not enter (turn-2-a, 2.1, R43, R44)
NO_ENTRY: Final = Reasons[[EntrySituation]](
    __name__,
    "NO_ENTRY",
    ("enemy", "turn-2-a", lambda e: e.enemy_ground_unit),
    ("no-base", "1.6-n", lambda e: e.kind == "air" and not e.room),
    ("no-room", "setup-5", lambda e: not e.room),
    # partisans enter anywhere on the Soviet border, enemy zones of control or not (2.1-i, R43)
    ("no-border", "2.1-i", lambda e: e.kind == "partisan" and not e.borders_soviet_union),
    # Swedish units enter where the others do, and also on the Swedish border (1.1-b, supply-3, R9)
    ("not-near-sweden", "supply-3", lambda e: e.kind == "swedish" and not (e.own_national_town or e.near_sweden)),
    # the others enter in towns of their own country that their side controls (turn-2-a, 1.1-b)
    ("no-town", "1.1-b", lambda e: e.kind in ("ordinary", "air") and not e.own_national_town),
    ("lost", "turn-2-a", lambda e: e.kind != "partisan" and e.own_national_town and not e.controlled),
    # in an enemy zone of control only where an own ground unit stands (2.1-c, R44)
    ("zone", "2.1-c", lambda e: e.kind != "partisan" and e.enemy_zoc and not e.own_ground_unit),
)
#: by what a kind may enter
KIND_RULE: Final = {"ordinary": "1.1-b", "air": "1.1-b", "partisan": "2.1-i", "swedish": "supply-3"}


@procedure("reinforcement-placement", "allowed")
@rule("turn-2-b", "2.1-b", "2.1.1-d", "2.1.2-b")
def reinforcement_placement(entry: EntrySituation, desk: Desk) -> Outcome:
    """Whether a reinforcement may enter in a hex (turn-2, 2.1)."""
    reason = NO_ENTRY.first(entry)
    if reason is None:
        desk.line(f"entry.allowed.{entry.kind}", KIND_RULE[entry.kind])
    else:
        desk.line(f"entry.{reason}", NO_ENTRY.rules[reason])
    return {"allowed": reason is None}
