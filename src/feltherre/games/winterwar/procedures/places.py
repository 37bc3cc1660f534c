"""Where units are supplied (step 1 of the turn, supply-1 to supply-8), how many may stand together (setup-5 to setup-7,
1.2.1), and where reinforcements may enter (step 2 of the turn, 2.1)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
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


#: what is wrong with a line, and the rule
Fault: TypeAlias = tuple[str, str]


@rule("supply-2", "supply-3", "turn-1-a")
def end_fault(nation: str, end: str, controlled: bool, captured_supply: bool = False) -> Fault | None:
    """A line ends in an own national town that the side controls, a Swedish one at the border of Sweden (supply-2,
    supply-3, R5, R9); in a captured town only if the option says so."""
    if nation == "sweden":
        if end != "sweden":
            return "not-sweden", "supply-3"
    elif end == "sweden":
        return "only-swedes", "supply-3"
    elif end == "captured-town" and not captured_supply:
        return "captured", "supply-2"
    return None if controlled else ("not-controlled", "supply-2")


#: the bits of a hex that is described, and what a line runs through, as on the map
_ENEMY, _ZONE, _OWN = 1, 2, 4
_PASSING: Final = SupplyRules((), bar=_ENEMY, zone=_ZONE, shield=_OWN)


@rule("turn-1-b", "supply-2", "supply-3", "supply-8")
def hex_fault(nation: str, hex_: LineHex) -> Fault | None:
    """What breaks a line in a hex, with the rule; None if nothing does (turn-1-b, supply-8, R7, R8, R9)."""
    if hex_.sea:
        return "sea", "supply-2"
    if hex_.neutral and nation != "sweden":
        return "neutral", "supply-2"
    if not _PASSING.passes(_ENEMY * hex_.enemy_unit + _ZONE * hex_.enemy_zoc + _OWN * hex_.own_unit):
        return ("enemy", "supply-2") if hex_.enemy_unit else ("zone", "turn-1-b")
    if nation == "soviet" and not hex_.road_or_rail:
        return "off-road", "supply-8"
    return None


@rule("supply-2", "supply-7")
def line_fault(nation: str, line: SupplyLine, captured_supply: bool = False) -> tuple[Fault | None, int]:
    """What is wrong with a line for a ground unit of this nation, None if it holds, and at which of its hexes. Finnish
    lines reach two hexes, Soviet and Swedish ones any distance (supply-7, R6, R7, R9)."""
    length = len(line.hexes)
    if fault := end_fault(nation, line.end, line.end_controlled, captured_supply):
        return fault, length
    for at, hex_ in enumerate(line.hexes, start=1):
        if fault := hex_fault(nation, hex_):
            return fault, at
    return ("too-long", "supply-7") if nation == "finland" and length > FINNISH_REACH else None, length


@rule("supply-4")
def air_fault(line: SupplyLine) -> tuple[Fault | None, int]:
    """An air unit is supplied in any town its side controls, captured ones included (supply-4, R11)."""
    if line.hexes or line.end == "sweden":
        return ("not-at-base", "supply-4"), len(line.hexes)
    return None if line.end_controlled else ("base-lost", "supply-4"), len(line.hexes)


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the lines it might be supplied by."""

    side: Side
    nation: Nation
    unit_type: UnitType
    lines: tuple[SupplyLine, ...]


@procedure("supply-check")
@rule("supply-1", "supply-5", "supply-6", "turn-1-d")
def supply_check(s: Supply, desk: Desk, *, captured_supply: bool = False) -> Outcome:
    """Whether a unit is supplied (turn-1, supply-1 to supply-8; option of R5). Without supply it neither moves nor
    attacks until a later check finds a line (turn-1-c, turn-1-d, R2), and half its defence is left (supply-6, R10)."""
    desk.refuse_if((s.side == "soviet") != (s.nation == "soviet"), "nation", "supply-2")
    supplied = needs_no_line(s.unit_type, desk) or has_line(s, desk, captured_supply)
    divisor = 1 if supplied else UNSUPPLIED_DIVISOR
    return {"supplied": supplied, "may_move": supplied, "may_attack": supplied, "defence_divisor": divisor}


def needs_no_line(unit_type: str, desk: Desk) -> bool:
    """Partisans, and ships in their ports (2.1-j, R40)."""
    found = unit_type in ("partisan", "ship")
    desk.line_if(found, f"supply.always.{unit_type}", "2.1-j")
    return found


def has_line(s: Supply, desk: Desk, captured_supply: bool) -> bool:
    """Whether one line holds (supply-1); what is wrong with each is told, up to the first that does."""
    for number, line in enumerate(s.lines, start=1):
        fault, at = air_fault(line) if s.unit_type == "air" else line_fault(s.nation, line, captured_supply)
        if fault is None:
            desk.line("supply.holds", "supply-2", line=number)
            desk.line("supply.supplied", "supply-2")
            return True
        what, rule_id = fault
        desk.line(f"supply.fault.{what}", rule_id, line=number, at=at)
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
    held = (divisions, lesser, artillery)
    return all(
        sum(weight * n for weight, n in zip(limit.weights, held, strict=True)) <= limit.most
        for limit in (northern_limits() if arctic else southern_limits())
    )


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """Units of one side in a hex."""

    arctic: bool
    divisions: Count
    lesser: Count
    artillery: Count


@procedure("stacking-check")
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


class EntrySituation(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex for a reinforcement: what the ledger asks about it."""

    kind: Kind
    own_national_town: bool
    controlled: bool
    enemy_zoc: bool
    own_ground_unit: bool
    enemy_ground_unit: bool
    borders_soviet_union: bool
    near_sweden: bool
    room: bool


@rule("turn-2-a", "1.1-b", "2.1-b", "2.1.1-d", "2.1.2-b", "1.6-n")
def why_no_entry(entry: EntrySituation) -> str | None:
    """Why a reinforcement may not enter here; None if it may (turn-2-a, 2.1, R43, R44)."""
    if entry.enemy_ground_unit:
        return "enemy"
    if not entry.room:
        return "no-base" if entry.kind == "air" else "no-room"
    if entry.kind == "partisan":
        return _partisan_fault(entry)
    wrong_place = _swedish_fault(entry) if entry.kind == "swedish" else _town_fault(entry)
    return wrong_place or _zone_fault(entry)


@rule("2.1-i")
def _partisan_fault(entry: EntrySituation) -> str | None:
    """Partisans enter anywhere on the Soviet border, enemy zones of control or not (2.1-i, R43)."""
    return None if entry.borders_soviet_union else "no-border"


@rule("turn-2-a", "1.1-b", "2.1.1-d", "2.1.2-b")
def _town_fault(entry: EntrySituation) -> str | None:
    """The others enter in towns of their own country that their side controls (turn-2-a, 1.1-b)."""
    if not entry.own_national_town:
        return "no-town"
    return None if entry.controlled else "lost"


@rule("supply-3")
def _swedish_fault(entry: EntrySituation) -> str | None:
    """Swedish units enter where the others do, and also on the Swedish border (1.1-b, supply-3, R9)."""
    if entry.own_national_town:
        return _town_fault(entry)
    return None if entry.near_sweden else "not-near-sweden"


@rule("turn-2-b", "2.1-c", "2.1.1-d", "2.1.2-b")
def _zone_fault(entry: EntrySituation) -> str | None:
    """In an enemy zone of control only where an own ground unit stands (2.1-c, R44)."""
    return "zone" if entry.enemy_zoc and not entry.own_ground_unit else None


#: why a reinforcement may not enter -> the rule; by what kind it may -> the rule
REASON_RULE: Final = {
    "enemy": "turn-2-a",
    "no-room": "setup-5",
    "no-base": "1.6-n",
    "no-border": "2.1-i",
    "no-town": "1.1-b",
    "lost": "turn-2-a",
    "not-near-sweden": "supply-3",
    "zone": "2.1-c",
}
KIND_RULE: Final = {"ordinary": "1.1-b", "air": "1.1-b", "partisan": "2.1-i", "swedish": "supply-3"}


@procedure("reinforcement-placement")
def reinforcement_placement(entry: EntrySituation, desk: Desk) -> Outcome:
    """Whether a reinforcement may enter in a hex (turn-2, 2.1)."""
    reason = why_no_entry(entry)
    if reason is None:
        desk.line(f"entry.allowed.{entry.kind}", KIND_RULE[entry.kind])
    else:
        desk.line(f"entry.{reason}", REASON_RULE[reason])
    return {"allowed": reason is None}
