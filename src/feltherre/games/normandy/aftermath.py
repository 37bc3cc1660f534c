"""After an attack (1.5-b to 1.5-f): losses spread by their owner, retreat or a loss instead of it, advance into a hex
that was won; in the game, and as an umpire asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Struct

from feltherre.core.asks import Ask
from feltherre.core.chance import Outcome
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.procedure import Desk, procedure
from feltherre.core.reasons import Reasons
from feltherre.core.space import Decision, OneOf
from feltherre.core.table import Table
from feltherre.games.normandy import maps, occupation
from feltherre.games.normandy.battle import CLOSE, SELDOM, Ground
from feltherre.games.normandy.board import DRY_WAYS, GRID, TERRAIN, WORDS, Crossing, crossing, hex_of
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.places import River
from feltherre.games.normandy.state import NormandyState, ground_in, left
from feltherre.games.normandy.steps import steps
from feltherre.games.normandy.tables import Count, Counter
from feltherre.games.normandy.units import IS_BATTERY, STRENGTH
from feltherre.ground.hexes.reasons import Retreat as Verdict
from feltherre.ground.hexes.reasons import RetreatOption
from feltherre.ground.hexes.zones import exerting
from feltherre.hexgame import aftermath as after_fights
from feltherre.hexgame import desk as on_desk
from feltherre.hexgame import fighting
from feltherre.hexgame.actions import FallBack, Stand
from feltherre.hexgame.aftermath import still_in
from feltherre.hexgame.counters import is_on_map
from feltherre.hexgame.steps import Advancing, Losses, Retreating

# losses


class Sharing(Struct, frozen=True, forbid_unknown_fields=True):
    """The losses of a side, and how its owner spreads them."""

    units: tuple[Counter, ...]
    losses: Annotated[Count, Ask(word="losses_to_spread")]
    allocation: dict[str, Count]


def _left(units: Iterable[Counter], desk: Desk) -> dict[str, int]:
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


@rule("1.5-b", "3.1-d2")
def bears(state: NormandyState, step: Losses) -> dict[int, int]:
    """Who is left of those that fought -> how many losses each can take (R35); one alone takes no more than there
    are."""
    those = {unit: left(state, unit) for unit in step.units if is_on_map(state, unit)}
    return {unit: min(n, step.count) for unit, n in those.items()} if len(those) == 1 else those


# the owner spreads them as he likes; one unit takes them all, and what is beyond all can bear is ignored (R35)
for noted in after_fights.losses(
    *(steps, WORDS),
    bears=bears,
    outlasts=lambda state, unit: left(state, unit) - 1,
    lose=occupation.lose,
    what=lambda state, step: "losses",
):
    rule_of(__name__, "1.5-b", "3.1-d2")(noted)


# retreat, or a loss instead


class Beaten(Counter, frozen=True, forbid_unknown_fields=True):
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


@rule("1.5-c", "1.4-river")
def options(state: NormandyState, step: Retreating) -> list[RetreatOption]:
    """The hexes beside the beaten, and what a retreat of all of them means: away from the attackers, over no river
    without a bridge, where the whole stack has room, a battery in it counted too (R14)."""
    stack = still_in(state, step)
    return fighting.retreat_hexes(THEATRE, state, step.side, step.hex, DRY_WAYS, step.attackers, stack)


def open_hexes(state: NormandyState, step: Retreating) -> list[int]:
    """Where they may go; nowhere if only coastal artillery is left, which cannot move (R48)."""
    if all(IS_BATTERY[unit] for unit in still_in(state, step)):
        return []
    return [option.hex for option in options(state, step) if option.allowed]


@rule("1.5-d", "3.1-g")
def costs_a_loss(state: NormandyState, step: Retreating, hex_: int) -> bool:
    """Whether a retreat into a hex costs a loss, by the zones there."""
    beside = exerting(DRY_WAYS, GRID.neighbours[hex_], hex_)
    others = (unit for near in beside for unit in ground_in(state, near, step.side) if unit not in step.units)
    own_zone = any(maps.zone_of(state, unit) is DRY_WAYS for unit in others)
    enemy_zone, own_units = maps.in_enemy_zone(state, hex_, step.side), THEATRE.has_own(state, hex_, step.side)
    return zone_costs(enemy_zone, own_units, own_zone, state.rules.zoc_cancel)


@steps.alive(Retreating)
def somebody_is_left(state: NormandyState, step: Retreating) -> bool:
    return bool(still_in(state, step))


@steps.asks(Retreating)
@rule("1.5-c", "1.5-e")
def where_to(state: NormandyState, step: Retreating) -> Iterator[Decision[Any]]:
    """The owner chooses the hex for all of them, and whether they go at all where he may."""
    hexes, stands = open_hexes(state, step), may_stand(TERRAIN[step.hex])
    if len(hexes) + (stands and bool(hexes)) > 1:
        what, space = "retreat-or-stand" if stands else "retreat", retreat_space(state, step, hexes)
        told = {"place": step.hex, "units": still_in(state, step)}
        yield WORDS.ask(state, step.side, what, "1.5-c", space, "retreat", **told)


#: why a hex is closed to them -> the word of the refusal, and the rule
_CLOSED: Final = {
    Verdict.NO_WAY: ("no-way", "1.4-river"),
    Verdict.MARKED: ("enemy", "1.5-c"),
    Verdict.NO_ROOM: ("no-room", "STEP-4-e"),
    Verdict.NOT_AWAY: ("not-away", "1.5-c"),
}


def retreat_space(state: NormandyState, step: Retreating, hexes: Sequence[int]) -> OneOf:
    def why_not(hex_: int) -> Illegal:
        verdicts = {option.hex: option.verdict for option in options(state, step)}
        word, rule_id = _CLOSED[verdicts[hex_]] if hex_ in verdicts else ("not-beside", "1.5-c")
        return WORDS.about_hex(f"retreat.{word}", hex_, rule_id)

    return fighting.fall_back_or_stand(
        WORDS, hexes, why_not, may_stand(TERRAIN[step.hex]), lambda kind: WORDS.illegal("no-stand", "1.5-e"), "1.5-c"
    )


@steps.answer(Retreating, to=FallBack)
def fall_back(table: Table[NormandyState], step: Retreating, role: str, action: FallBack) -> None:
    go(table, step, hex_of(action.hex))


@steps.answer(Retreating, to=Stand)
@rule("1.5-e")
def stand(table: Table[NormandyState], step: Retreating, role: str, action: Stand) -> None:
    """One further loss, and they stay (R13)."""
    further_loss(table, step, "stand", "1.5-e")


@steps.does(Retreating)
@rule("1.5-c", "4.1-e")
def no_choice(table: Table[NormandyState], step: Retreating) -> None:
    """To the only hex there is; without one they stay, and take one further loss (R14, R48)."""
    hexes = open_hexes(table.state, step)
    if hexes:
        go(table, step, hexes[0])
    else:
        further_loss(table, step, "blocked", "1.5-c")


@rule("1.5-c", "1.5-d", "4.1-e")
def go(table: Table[NormandyState], step: Retreating, hex_: int) -> None:
    """All go one hex, at the price of a loss into an enemy zone: those it destroys are shut in, and do not get there
    (R14). Coastal artillery is left behind and lost (R48)."""
    state = table.state
    stack = still_in(state, step)
    going = [unit for unit in stack if not IS_BATTERY[unit]]
    costly = costs_a_loss(state, step, hex_)
    shut_in = costly and sum(left(state, unit) for unit in going) == 1
    for unit in stack:
        if IS_BATTERY[unit]:
            occupation.destroy(table, unit, "4.1-e")
    told = {"n": len(going), "units": going, "place": step.hex, "target": hex_}
    WORDS.tell(table, "shut-in" if shut_in else "retreat", "1.5-d" if shut_in else "1.5-c", (step.hex, hex_), **told)
    if costly:
        table.push(Losses(step.side, step.hex if shut_in else hex_, tuple(going), 1, "1.5-d"))
    if not shut_in:
        occupation.enter_together(table, going, hex_)


def further_loss(table: Table[NormandyState], step: Retreating, key: str, rule_id: str) -> None:
    """They stay, and take one."""
    those = still_in(table.state, step)
    WORDS.tell(table, key, rule_id, [step.hex], units=those, place=step.hex)
    table.push(Losses(step.side, step.hex, tuple(those), 1, rule_id))


# the advance


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


@rule("1.5-f")
def advancers(state: NormandyState, step: Advancing) -> list[int]:
    """The attackers that may move in when no enemy is left: over no river without a bridge (R53)."""
    if maps.has_enemy(state, step.hex, state.side):
        return []
    return [
        unit
        for unit in step.units
        if is_on_map(state, unit) and not STAYS.first(crossing(state.places[unit], step.hex))
    ]


@rule("1.5-f", "3.1-b", "STEP-4-e")
def why_not_in(state: NormandyState, step: Advancing, unit: int) -> Illegal:
    """Why a unit does not move in, or not with the others."""
    if unit in advancers(state, step):
        return WORDS.about_unit("no-room", unit, step.hex, "STEP-4-e")
    word, rule_id = ("river", "3.1-b") if unit in step.units else ("took-no-part", "1.5-f")
    return WORDS.about_unit(f"advance.{word}", unit, step.hex, rule_id)


# the attacker may move units that took part into the empty hex, at no cost and whatever zones there are; it may take a
# Start hex (R53)
for noted in after_fights.advance(
    *(steps, WORDS, "1.5-f"),
    able=advancers,
    fits=lambda state, hex_, chosen: maps.fit(state, state.side, hex_, chosen),
    strength=lambda state, unit: STRENGTH[unit],
    refuse=why_not_in,
    enter=occupation.enter_together,
):
    rule_of(__name__, "1.5-f", "VIC-2", "SUP-5")(noted)
