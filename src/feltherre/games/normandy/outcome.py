"""What an umpire can ask after an attack: losses shared out (1.5-b), retreat or a loss instead (1.5-c to 1.5-e),
advance (1.5-f); and what the game itself reads of that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Struct

from feltherre.core.asks import Ask
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.reasons import Reasons
from feltherre.games.normandy import maps
from feltherre.games.normandy.battle import CLOSE, SELDOM, Ground
from feltherre.games.normandy.board import Crossing
from feltherre.games.normandy.desk import Count
from feltherre.games.normandy.places import River
from feltherre.hexgame import desk as on_desk

# losses


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    loss_value: Count
    losses: Count = 0


class Sharing(Struct, frozen=True, forbid_unknown_fields=True):
    """The losses of a side, and how its owner spreads them."""

    units: tuple[Fighter, ...]
    losses: Count
    allocation: dict[str, Count]


def _left(units: Iterable[Fighter], desk: Desk) -> dict[str, int]:
    """unit -> how many losses destroy it."""
    listed = list(units)
    on_desk.refuse_twice(desk, (unit.id for unit in listed), "unit-twice", "1.5-b")
    for unit in listed:
        desk.refuse_if(unit.losses >= unit.loss_value, "destroyed-before", "1.2-d", unit=unit.id)
    return {unit.id: unit.loss_value - unit.losses for unit in listed}


@procedure("allocate-losses", "legal", "destroyed", "victory_points")
@rule("1.2-c", "3.1-d2")
def allocate_losses(s: Sharing, desk: Desk) -> Outcome:
    """Who is destroyed by the losses as their owner spreads them, and what that gives the enemy (1.5-b, VIC-3, R35)."""
    left = _left(s.units, desk)
    for name in s.allocation:
        desk.refuse_if(name not in left, "not-in-combat", "1.5-b", unit=name)
    due, given = min(s.losses, sum(left.values())), sum(s.allocation.values())
    over = [unit for unit, n in s.allocation.items() if n > left[unit]]
    desk.line("losses.due", "1.5-b", due, n=due)
    desk.line_if(given != due, "losses.other-sum", "1.5-b", given, n=given)
    desk.line_if(bool(over), "losses.too-many", "1.5-b", units=over)
    legal = given == due and not over
    gone = [unit for unit in s.units if legal and s.allocation.get(unit.id, 0) == left[unit.id]]
    points = sum(unit.loss_value for unit in gone)
    desk.line_if(bool(gone), "losses.destroyed", "VIC-3", points, units=[unit.id for unit in gone], n=points)
    return {"legal": legal, "destroyed": [unit.id for unit in gone], "victory_points": points}


# retreat


class Beaten(Fighter, frozen=True, forbid_unknown_fields=True):
    """`immobile`: coastal artillery."""

    immobile: bool = False


class RetreatHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex beside the beaten; `own_zoc`: that of units which do not retreat with them; `adjacent_attackers`: how many
    hexes beside it were attacked from."""

    hex: str
    land: bool = True
    enemy_units: bool = False
    river: River = "none"
    enemy_zoc: bool = False
    own_units: bool = False
    own_zoc: bool = False
    free_stacking: Annotated[Count, SELDOM] = maps.MOST_POINTS
    adjacent_attackers: Count = 0


_GOING: Final = {"choice": ("retreat",)}


class Retreat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Beaten units, the hexes around them, and what their owner chooses."""

    terrain: Ground
    stack: tuple[Beaten, ...]
    choice: Annotated[Literal["retreat", "loss"], Ask(when={"terrain": CLOSE})] = "retreat"
    candidates: Annotated[tuple[RetreatHex, ...], Ask(when=_GOING, default=())]
    to: Annotated[str | None, Ask(when=_GOING)] = None


#: why they cannot go into a hex (R14)
CLOSED: Final = Reasons[[RetreatHex, int]](
    __name__,
    "CLOSED",
    ("water", "1.5-c", lambda hex_, points: not hex_.land),
    ("enemy", "1.5-c", lambda hex_, points: hex_.enemy_units),
    ("river", "1.4-river", lambda hex_, points: hex_.river == "unbridged"),
    ("no-room", "STEP-4-e", lambda hex_, points: hex_.free_stacking < points),
)
_RULES: Final = {**CLOSED.rules, "costly": "1.5-d"}


@rule("1.5-d", "3.1-c", "3.1-d", "3.1-g")
def zone_costs(enemy_zone: bool, own_units: bool, own_zone: bool, cancels: str = "contested-empty") -> bool:
    """Whether a retreat into a hex costs a loss: it lies in an enemy zone, unless it is empty and an own unit that does
    not retreat with them has its zone there too; by option an own unit in the hex cancels it, or nothing (R15)."""
    if cancels == "none":
        return enemy_zone
    return enemy_zone and (not own_units if cancels == "occupied" else own_units or not own_zone)


@rule("1.5-e", "1.4-bocage", "1.4-marsh", "1.4-city", "3.1-f2")
def may_stand(terrain: str) -> bool:
    """Whether the defender may take a loss instead: in bocage, marsh and city (R13)."""
    return terrain in CLOSE


@procedure("retreat", "legal", "retreats_to", "extra_losses", "stack_destroyed")
@rule("1.5-c", "1.2-c")
def retreat(r: Retreat, desk: Desk) -> Outcome:
    """Where beaten units may go, what that costs them, and what becomes of them by their owner's choice (1.5-c to
    1.5-e, R13 to R15, R48)."""
    on_desk.refuse_twice(desk, (hex_.hex for hex_ in r.candidates), "hex-twice", "1.5-c")
    left = _left(r.stack, desk)
    desk.refuse_if(not left, "nobody", "1.5-c")
    needed = sum(unit.loss_value for unit in r.stack)
    kept = {hex_.hex: CLOSED.first(hex_, needed) for hex_ in r.candidates}
    touched = {hex_.hex: hex_.adjacent_attackers for hex_ in r.candidates}
    costly = [hex_.hex for hex_ in r.candidates if zone_costs(hex_.enemy_zoc, hex_.own_units, hex_.own_zoc)]
    where = on_desk.retreat(desk, kept, touched, costly, _RULES, "1.5-c") if kept or r.choice == "retreat" else ((), ())
    hexes, dear = where
    found = {"loss_instead_allowed": may_stand(r.terrain), "legal_hexes": hexes, "penalty_hexes": dear}
    going = [unit.id for unit in r.stack if not unit.immobile]
    stuck = not hexes or not going
    legal = r.to is None and may_stand(r.terrain) if r.choice == "loss" else r.to in ((None,) if stuck else hexes)
    goes_to = r.to if legal else None
    behind = [unit.id for unit in r.stack if goes_to is not None and unit.immobile]
    extra = int(legal and (goes_to is None or goes_to in dear))
    destroyed = bool(extra) and sum(left[unit] for unit in left if unit not in behind) <= extra
    what = "illegal" if not legal else "stays" if goes_to is None else "shut-in" if destroyed else "goes"
    desk.line(f"retreat.{what}", "1.5-e" if r.choice == "loss" else "1.5-c", extra, hex=goes_to or "", n=extra)
    desk.line_if(bool(behind), "retreat.left-behind", "4.1-e", units=behind)
    desk.line_if(destroyed, "retreat.destroyed", "1.2-d")
    found |= {"legal": legal, "extra_losses": extra, "stack_destroyed": destroyed}
    return {**found, "retreats_to": None if destroyed else goes_to, "left_behind": behind}


# advance


class Advancer(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    loss_value: Count
    crossing: Crossing = "none"


class Advance(Struct, frozen=True, forbid_unknown_fields=True):
    """Who took part in the attack, and who of them is to move in."""

    hex_empty: bool
    attackers: tuple[Advancer, ...]
    chosen: tuple[str, ...]


#: why a unit that took part does not move in (R53)
STAYS: Final = Reasons[[str]](__name__, "STAYS", ("river", "3.1-b", lambda crossing: crossing == "river"))


@procedure("advance-after-combat", "legal", "advancing")
@rule("SUP-5")
def advance_after_combat(a: Advance, desk: Desk) -> Outcome:
    """Whether those chosen may move into the hex that the enemy has left (1.5-f, R53)."""
    for named in ([unit.id for unit in a.attackers], a.chosen):
        on_desk.refuse_twice(desk, named, "unit-twice", "1.5-f")
    if not a.hex_empty:
        desk.line("advance.held", "1.5-f")
        return {"legal": not a.chosen, "advancing": ()}
    kept = {unit.id: STAYS.first(unit.crossing) for unit in a.attackers}
    fit = not maps.too_many(unit.loss_value for unit in a.attackers if unit.id in a.chosen)
    found = on_desk.advance(desk, kept, STAYS.rules, a.chosen, fit, "1.5-f", "STEP-4-e")
    return {"legal": found["legal"], "advancing": found["advancing"]}
