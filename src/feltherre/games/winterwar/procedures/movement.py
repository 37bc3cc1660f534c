"""Movement (step 3 of the turn, move-1 to move-10, 1.4): what a way costs a unit, and where it has to stop; zones of
control (1.2.1-a, 2.1-k, turn-3-h, turn-3-j).

Costs are counted in quarters of a movement point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.asks import Ask, By
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.reasons import Reasons
from feltherre.games.winterwar.tables import BARRED, QUARTERS, Amount, Side, UnitType, amount, number, step_price
from feltherre.ground.hexes.path import Walk
from feltherre.ground.hexes.reach import WITH_ALL
from feltherre.ground.hexes.reasons import Reason
from feltherre.hexgame import desk as on_desk

#: kinds of unit without a zone of control, with the rule that says so (table zoc)
NO_ZONE: Final = {
    "artillery": "1.2.1-a",
    "engineer": "1.2.1-a",
    "air": "1.2.1-a",
    "ship": "1.2.1-a",
    "partisan": "2.1-k",
}


@rule("1.2.1-a", "2.1-k")
def exerts_zone(unit_type: str) -> bool:
    """Whether a kind of unit has a zone of control, flipped or cut off as it may be (1.2.1-a, 2.1-k, R17)."""
    return unit_type not in NO_ZONE


#: why a zone of control does not reach into a hex beside the unit: river and lake stop every zone, bridged or not,
#: unless the option says so (turn-3-j, R19); a Soviet one follows road and railway (turn-3-h, R18)
UNREACHED: Final = Reasons[[str, bool, bool, bool, bool]](
    __name__,
    "UNREACHED",
    ("sea", "1.4-j", lambda side, linked, water, sea, bridge_zoc: sea),
    ("water", "turn-3-j", lambda side, linked, water, sea, bridge_zoc: water and not (bridge_zoc and linked)),
    ("off-road", "turn-3-h", lambda side, linked, water, sea, bridge_zoc: side == "soviet" and not linked),
)


class ZoneNeighbour(Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    road_or_rail: bool
    river_or_lake: bool
    sea: bool


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the hexes around it."""

    side: Side
    unit_type: UnitType
    neighbours: tuple[ZoneNeighbour, ...]


@procedure("zone-of-control", "controlled")
@rule("turn-3-h", "turn-3-j", "1.4-f", "1.4-g")
def zone_of_control(zone: Zone, desk: Desk, *, bridge_zoc: bool = False) -> Outcome:
    """The hexes that a unit's zone of control reaches into (1.2.1-a, 2.1-k, turn-3-h, turn-3-j; option of R19)."""
    on_desk.refuse_twice(desk, (beside.hex for beside in zone.neighbours), "hex-twice", "1.2.1-a")
    if not exerts_zone(zone.unit_type):
        desk.line(f"zone.none.{zone.unit_type}", NO_ZONE[zone.unit_type])
        return {"controlled": ()}
    kept = {
        beside.hex: UNREACHED.first(zone.side, beside.road_or_rail, beside.river_or_lake, beside.sea, bridge_zoc)
        for beside in zone.neighbours
    }
    return {"controlled": on_desk.zone(desk, kept, UNREACHED.rules, "1.2.1-a")}


Link: TypeAlias = Literal["rail", "road", "none"]
Terrain: TypeAlias = Literal["forest", "marsh", "mountain", "town", "sea", "neutral"]
StoppedBy: TypeAlias = Literal["none", "zoc", "glide", "allowance", "illegal", "no-supply"]

#: what an air unit pays for a hex, whatever is in it (1.4-i)
AIR_COST: Final = QUARTERS


class PathHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the way a unit is to go."""

    link: Link
    terrain: Terrain
    enemy_zoc: bool = False
    enemy_unit: bool = False
    full_stack: bool = False


#: who pays less in the mountains whatever is said of skis
LIGHT: Final = ("ski", "partisan")


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the way it is to go."""

    side: Side
    unit_type: UnitType
    ski: Annotated[bool, Ask(unless={"unit_type": LIGHT}, follows=By("unit_type", {"ski": True}))]
    allowance: Amount
    in_supply: bool
    starts_in_enemy_zoc: bool
    path: tuple[PathHex, ...]

    @property
    def quarters(self) -> int:
        """The allowance in quarters of a point."""
        return int(self.allowance * QUARTERS)

    @property
    @rule("1.4-c")
    def light(self) -> bool:
        """Ski units and partisans pay less in the mountains (1.4-c, R56)."""
        return self.ski or self.unit_type in LIGHT


@rule("turn-3-f", "move-9", "move-10", "1.4-i")
def price(m: Movement, hex_: PathHex) -> int:
    """The cost of a hex in quarters by table 1.4, below 0 where the unit may never enter it; a river or lake on the
    hexside adds nothing, for it is frozen (1.4-d, R24)."""
    if m.unit_type == "air" and hex_.terrain != "neutral":
        return AIR_COST
    return step_price(m.side == "soviet", m.light, hex_.link, hex_.terrain)


@rule("supply-5", "move-8", "turn-1-c")
def why_still(m: Movement) -> StoppedBy | None:
    """Why a unit does not move at all: ships never do, and units without supply (move-8, supply-5)."""
    if m.unit_type == "ship":
        return "illegal"
    if not m.in_supply and m.unit_type != "partisan":
        return "no-supply"
    return None


#: the bits of the hexes of a way
_ENEMY, _ZONE = 1, 2


def _bits(m: Movement, hex_: PathHex) -> int:
    """Who is in a hex of the way, as far as it concerns a unit on the ground; land that is closed is so anyway."""
    if m.unit_type == "air":
        return 0
    return _ENEMY * (hex_.enemy_unit and hex_.terrain not in ("sea", "neutral")) + _ZONE * hex_.enemy_zoc


@rule("turn-3-d", "move-3")
def _why_stopped(m: Movement, gone: Walk, bits: Sequence[int]) -> tuple[StoppedBy, str]:
    """What stopped the unit, and what barred its way if something did; from one zone straight into another it has
    glided (turn-3-d, move-3)."""
    entered, refusal = len(gone.costs), gone.refusal
    if entered and bits[entered] & _ZONE:
        return "glide" if entered == 1 and m.starts_in_enemy_zoc else "zoc", ""
    if refusal is None:
        return "none", ""
    if refusal.reason is Reason.TOO_DEAR:
        return "allowance", ""
    return "illegal", "enemy" if refusal.reason is Reason.MARKED else BARRED[refusal.detail]


#: the rule behind a cost, and behind a hex that may not be entered
COST_RULE: Final = {
    "rail": "1.4-g",
    "road": "1.4-f",
    "forest": "1.4-a",
    "marsh": "1.4-b",
    "mountain": "1.4-c",
    "town": "1.4-e",
    "air": "1.4-i",
}
BARRED_RULE: Final = {
    "ship": "move-8",
    "neutral": "1.1-f",
    "sea": "move-7",
    "enemy": "turn-3-e",
    "off-road": "turn-3-g",
}


@procedure("movement-cost", "entered", "spent")
@rule("turn-3-a", "turn-3-c", "move-4", "setup-8", "supply-9", "supply-10")
def movement_cost(m: Movement, desk: Desk) -> Outcome:
    """How far a unit comes on a way before the rules stop it, and what it pays (turn-3, move-1 to move-10, 1.4)."""
    desk.refuse_if(m.allowance * QUARTERS != m.quarters, "quarters", "1.4-g", allowance=str(m.allowance))
    still = why_still(m)
    own = PathHex("none", "forest", enemy_zoc=m.starts_in_enemy_zoc)
    row = (own, *m.path) if still is None else (own,)
    prices, bits = [price(m, hex_) for hex_ in row], [_bits(m, hex_) for hex_ in row]
    # without any allowance, too, a unit enters one hex (move-4)
    rules = {"bar": _ENEMY, "stop": _ZONE, "zone_to_zone": WITH_ALL}
    gone = on_desk.walked(prices, bits, max(m.quarters, 1), minimum=True, **rules)
    entered, spent = len(gone.costs), min(gone.spent, m.quarters)
    left = m.quarters - spent
    stopped_by, barred = (still, m.unit_type) if still else _why_stopped(m, gone, bits)
    for at in range(1, entered + 1):
        _tell_step(m, at, prices[at], spent if stopped_by == "glide" else None, desk)
    desk.line_if(stopped_by == "no-supply", "movement.no-supply", "supply-5")
    desk.line_if(stopped_by == "zoc", "movement.zoc", "turn-3-c", at=entered)
    if stopped_by == "illegal":
        desk.line(f"movement.barred.{barred}", BARRED_RULE[barred], at=entered + 1)
    if stopped_by == "allowance":
        told = {"at": entered + 1, "cost": amount(prices[entered + 1]), "left": amount(left)}
        desk.line("movement.allowance", "turn-3-a", **told)
    desk.line("movement.total", "turn-3-a", n=entered, spent=amount(spent), left=amount(left))
    full = sum(hex_.full_stack for hex_ in m.path[:entered] if m.unit_type != "air")
    desk.line_if(bool(full), "movement.eliminate", "setup-8", full, n=full)
    found = {"entered": entered, "spent": number(spent), "left": number(left), "stopped_by": stopped_by}
    return {**found, "units_to_eliminate": full}


def _tell_step(m: Movement, at: int, cost: int, glide: int | None, desk: Desk) -> None:
    """What a hex of the way costs; `glide`: what it does for a unit that glides into it."""
    hex_ = m.path[at - 1]
    if at == 1 and glide is not None:
        desk.line("movement.glide", "move-3", cost=amount(glide))
    elif at == 1 and cost > m.quarters:
        desk.line("movement.minimum", "move-4", cost=amount(cost), allowance=amount(m.quarters))
    else:
        by = "air" if m.unit_type == "air" else hex_.terrain if hex_.link == "none" else hex_.link
        desk.line(f"movement.{by}", COST_RULE[by], at=at, cost=amount(cost))
