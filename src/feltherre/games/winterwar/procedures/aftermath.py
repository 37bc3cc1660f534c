"""After a combat: who is flipped and who leaves the map (1.5-c, 1.5-d, 2.1-e), and what that is worth to the enemy;
where beaten units go (1.5-f, 1.5-g); who moves in (1.5-h).

A unit that lies front up and has a back side can flip; any other is removed by a loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.asks import Ask
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.reasons import Reasons
from feltherre.games.winterwar.procedures.combat import NEEDED, is_linked
from feltherre.games.winterwar.procedures.places import fits
from feltherre.games.winterwar.tables import Count, Crossing, Side, default_tables, parse_ground
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.hexgame import desk as on_desk
from feltherre.hexgame.results import Part, SideLetter

#: option loss_numbers (R29): a number means so many different units, or so many losses in all
LossNumbers: TypeAlias = Literal["units", "steps"]
#: option victory_value (R31): what a destroyed unit gives the enemy
VictoryValue: TypeAlias = Literal["front", "faces"]


@rule("1.5-c")
def borne(can_flip: bool, loss_numbers: str = "units") -> int:
    """How many losses of one result a unit takes at most: one, or by option as many as it has faces left (R29)."""
    return 2 if loss_numbers == "steps" and can_flip else 1


@rule("1.5-c")
def losses_due(part: Part, can_flip: Iterable[bool], loss_numbers: str = "units") -> int:
    """How many losses a side has to take (1.5-c, R29): on E one for every unit, else never more than they can bear."""
    most = [borne(flips, loss_numbers) for flips in can_flip]
    return len(most) if part.everyone else min(part.losses, sum(most))


@rule("1.5-c")
def loss_order(
    part: Part, can_flip: Mapping[str, bool], chosen: Sequence[str], loss_numbers: str = "units"
) -> tuple[str, ...]:
    """The units that take a loss, in order: those the owner names, without what they cannot bear, and on E all the
    others too (1.5-c, R29). Shorter than `losses_due` if the owner has not named enough."""
    if part.everyone:
        return tuple(dict.fromkeys((*chosen, *can_flip)))
    taken = [u for at, u in enumerate(chosen) if chosen[:at].count(u) < borne(can_flip[u], loss_numbers)]
    return tuple(taken[: losses_due(part, can_flip.values(), loss_numbers)])


@rule("2.1-e", "1.5-c", "1.5-d", "2.1-h")
def take_losses(can_flip: Mapping[str, bool], order: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(flipped, removed) by one loss for each name in `order`: the first flips a unit that can, the next removes it
    (2.1-e)."""
    flipped: dict[str, None] = {}
    removed: dict[str, None] = {}
    for unit in order:
        if can_flip[unit] and unit not in flipped:
            flipped[unit] = None
        else:
            flipped.pop(unit, None)
            removed[unit] = None
    return tuple(flipped), tuple(removed)


@rule("win-4", "2.1-h")
def victory_value(front: int, back: int | None, reading: str = "front") -> int:
    """What a destroyed unit adds to the enemy's list before dividing by four (win-4, R31).

    An air unit has its air combat value for a front (R58), a partisan the strength it had (R43).
    """
    return front + (back or 0) if reading == "faces" else front


class CombatUnit(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    face: Literal["front", "back"]
    has_back: bool

    @property
    def can_flip(self) -> bool:
        return self.face == "front" and self.has_back


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of an earlier ground combat, which is not thrown for again, and the units of one side."""

    result: str
    side: SideLetter
    units: tuple[CombatUnit, ...]
    chosen: tuple[str, ...]


@procedure("apply-result", "removed", "flipped")
@rule("1.5-f")
def apply_result(
    r: Result, desk: Desk, *, table: CombatTable | None = None, loss_numbers: LossNumbers = "units"
) -> Outcome:
    """Who is flipped, who leaves the map, who must retreat (1.5-b to 1.5-f, R29). A code that does not stand in the
    table of the game is no result."""
    known = any(r.result in row for row in (table or default_tables().ground).cells)
    code = parse_ground(r.result) if known else None
    if code is None:
        desk.refuse("code", "1.5-b", code=r.result)
    units, part = _units(r, desk), code.part(r.side)
    order = loss_order(part, units, r.chosen, loss_numbers)
    due = losses_due(part, units.values(), loss_numbers)
    desk.refuse_if(len(order) < due, "chosen-few", "2.1-e", n=due, named=len(order))
    flipped, removed = take_losses(units, order)
    lapsed, retreat = part.losses - due, part.retreats and len(removed) < len(units)
    for what, rule_id, lost in (("flipped", "1.5-d", flipped), ("removed", "2.1-e", removed)):
        desk.line_if(bool(lost), f"result.{what}", rule_id, len(lost), n=len(lost), units=list(lost))
    desk.line_if(not flipped and not removed, "result.none", "1.5-b")
    desk.line_if(bool(lapsed) and not part.everyone, "result.lapsed", "2.1-e", lapsed, n=lapsed)
    desk.line_if(retreat, "result.retreat", "1.5-f")
    return {"flipped": flipped, "removed": removed, "retreat": retreat}


def _units(r: Result, desk: Desk) -> dict[str, bool]:
    """Whether each unit can flip, by its name."""
    units = {unit.id: unit.can_flip for unit in r.units}
    desk.refuse_if(len(units) < len(r.units), "unit-twice", "1.5-c")
    for unit in r.units:
        desk.refuse_if(unit.face == "back" and not unit.has_back, "no-back", "2.1-e", unit=unit.id)
    for chosen in r.chosen:
        desk.refuse_if(chosen not in units, "not-in-combat", "1.5-c", unit=chosen)
    return units


class Lost(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a unit that is lost."""

    front_attack: Annotated[Count | None, NEEDED] = None
    back_attack: Annotated[Count | None, NEEDED] = None
    air_combat: Annotated[Count | None, NEEDED] = None


@procedure("loss-points", "first_loss", "second_loss", "victory_value")
def loss_points(lost: Lost, desk: Desk, *, reading: VictoryValue = "front") -> Outcome:
    """What the losses of a unit are worth to the enemy (2.1-h, win-4, R31)."""
    is_air = lost.air_combat is not None
    desk.refuse_if((lost.front_attack is None) != is_air, "one-attack-value", "win-4")
    desk.refuse_if(is_air and lost.back_attack is not None, "air-back", "win-4")
    first, second = (lost.air_combat if is_air else lost.front_attack) or 0, lost.back_attack or 0
    value = victory_value(first, lost.back_attack, reading)
    desk.line("loss-points.air" if is_air else "loss-points.first", "2.1-h", first, n=first)
    desk.line_if(bool(second), "loss-points.second", "2.1-h", second, n=second)
    desk.line("loss-points.victory", "win-4", value, n=value)
    return {"first_loss": first, "second_loss": second, "victory_value": value}


class RetreatHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex beside the beaten units."""

    hex: str
    road_or_rail: bool = False
    enemy_unit: bool = False
    enemy_zoc: bool = False
    own_unit: bool = False
    closed: bool = False
    room: bool = True
    #: how many hexes beside it ground units attacked from
    adjacent_attackers: Count = 0


#: why nobody can retreat into a hex (R33); Soviet units keep to road and railway (R18)
CLOSED: Final = Reasons[[str, RetreatHex]](
    __name__,
    "CLOSED",
    ("closed", "1.4-j", lambda side, option: option.closed),
    ("enemy", "1.5-f", lambda side, option: option.enemy_unit),
    ("no-room", "setup-5", lambda side, option: not option.room),
    ("off-road", "turn-3-g", lambda side, option: side == "soviet" and not option.road_or_rail),
)


@rule("1.5-g")
def costs_a_unit(enemy_zoc: bool, own_unit: bool, own_unit_shields_retreat: bool = False) -> bool:
    """A zone of control costs one further unit, an own unit there or not unless the option says so (1.5-g, R33)."""
    return enemy_zoc and not (own_unit and own_unit_shields_retreat)


class Retreat(Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes around beaten units."""

    side: Side
    options: tuple[RetreatHex, ...]
    own_unit_shields_retreat: Annotated[bool, Ask(seldom=True)] = False


@procedure("retreat-options", "legal", "costs_a_unit", "blocked")
def retreat_options(r: Retreat, desk: Desk) -> Outcome:
    """Where beaten units may go, and where that costs them a unit (1.5-f, 1.5-g, R33)."""
    on_desk.refuse_twice(desk, (option.hex for option in r.options), "hex-twice", "1.5-f")
    kept = {option.hex: CLOSED.first(r.side, option) for option in r.options}
    touched = {option.hex: option.adjacent_attackers for option in r.options}
    costly = [o.hex for o in r.options if costs_a_unit(o.enemy_zoc, o.own_unit, r.own_unit_shields_retreat)]
    legal, dear = on_desk.retreat(desk, kept, touched, costly, {**CLOSED.rules, "costly": "1.5-g"}, "1.5-f")
    return {"legal": legal, "costs_a_unit": dear, "blocked": not legal}


StackClass: TypeAlias = Literal["division", "lesser", "artillery", "air", "ship"]


class Advancer(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that took part in the attack and is left."""

    id: str
    stack: StackClass
    crossing: Crossing = "none"
    along_road_or_rail: bool = True


#: why a unit that took part may not move in, stacking apart (1.5-h, R34)
STAYS: Final = Reasons[[str, str, str, bool]](
    __name__,
    "STAYS",
    ("air", "1.5-h", lambda side, stack, crossing, along: stack == "air"),
    ("ship", "move-8", lambda side, stack, crossing, along: stack == "ship"),
    ("water", "1.4-d", lambda side, stack, crossing, along: crossing == "water"),
    ("off-road", "turn-3-g", lambda side, stack, crossing, along: side == "soviet" and not is_linked(crossing, along)),
)


@rule("1.5-h", "setup-5", "setup-6", "setup-7")
def may_advance_together(arctic: bool, stacks: Sequence[str]) -> bool:
    """Whether units that may move in have room together; nobody else of their side is there (1.5-h, R34)."""
    return fits(arctic, stacks.count("division"), stacks.count("lesser"), stacks.count("artillery"))


class Advance(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who took part in the attack, and who of them is to move in."""

    side: Side
    hex_empty: bool
    arctic: bool = False
    attackers: tuple[Advancer, ...]
    chosen: tuple[str, ...] = ()


@procedure("advance-after-combat", "legal", "advancing")
def advance_after_combat(a: Advance, desk: Desk) -> Outcome:
    """Who may move into the hex that the enemy has left, and whether those chosen may (1.5-h, R34)."""
    units = {unit.id: unit for unit in a.attackers}
    for named in ([unit.id for unit in a.attackers], a.chosen):
        on_desk.refuse_twice(desk, named, "unit-twice", "1.5-h")
    if not a.hex_empty:
        desk.line("advance.held", "1.5-h")
        return {"may_advance": (), "legal": not a.chosen, "advancing": ()}
    stays = {u.id: STAYS.first(a.side, u.stack, u.crossing, u.along_road_or_rail) for u in a.attackers}
    together = may_advance_together(a.arctic, [units[unit].stack for unit in a.chosen if unit in units])
    room_rule = "setup-6" if a.arctic else "setup-5"
    return on_desk.advance(desk, stays, STAYS.rules, a.chosen, together, "1.5-h", room_rule)
