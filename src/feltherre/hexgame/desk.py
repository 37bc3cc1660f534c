"""What an umpire describes, for a title's procedures: ways, where hexes in a row are a board of their own, on which
counters go as on the map; zones, retreat and advance, told as rulings under `<game>.ruling.*`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from feltherre.core.procedure import Desk
from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.path import Walk, walk
from feltherre.ground.hexes.reach import FREELY, Mover
from feltherre.ground.hexes.retreat import away
from feltherre.ground.hexes.tables import move_table

#: thing that an umpire names -> what keeps it out, a reason of `rules`; None: nothing does
Kept = Mapping[str, str | None]


def walked(
    prices: Sequence[int],
    bits: list[int],
    allowance: int,
    *,
    bar: int = 0,
    stop: int = 0,
    no_end: int = 0,
    zone_to_zone: int = FREELY,
    minimum: bool = False,
) -> Walk:
    """How far a way can be gone, the counter's own hex first: what it costs to enter each, or why it is closed, and
    what is in it; the rest as in a `Mover`."""
    table = move_table(Grid(len(bits), 1), lambda here, direction, there: prices[there])
    mover = Mover(table, bar=bar, stop=stop, no_end=no_end, zone_to_zone=zone_to_zone, minimum=minimum)
    return walk(mover, bits, range(len(bits)), allowance)


def refuse_twice(desk: Desk, names: Iterable[str], reason: str, rule: str) -> None:
    """Everything is named once."""
    listed = list(names)
    desk.refuse_if(len(set(listed)) < len(listed), reason, rule)


def zone(desk: Desk, kept: Kept, rules: Mapping[str, str], rule: str) -> tuple[str, ...]:
    """The hexes around a counter into which its zone reaches; each other is told with its reason."""
    controlled = _others_told(desk, "zone", kept, rules, "hex")
    desk.line_if(not controlled, "zone.nowhere", rule)
    desk.line_if(bool(controlled), "zone.controls", rule, len(controlled), hexes=controlled)
    return tuple(controlled)


def _others_told(desk: Desk, what: str, kept: Kept, rules: Mapping[str, str], word: str) -> list[str]:
    """Those that nothing keeps out; each other is told with its reason."""
    for name, reason in kept.items():
        if reason is not None:
            desk.line(f"{what}.{reason}", rules[reason], **{word: name})
    return [name for name, reason in kept.items() if reason is None]


def retreat(
    desk: Desk, kept: Kept, touched: Mapping[str, int], costly: Iterable[str], rules: Mapping[str, str], rule: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hexes into which beaten counters can go, and those of them that cost something. `touched`: hex -> beside
    how many it lies from which they were attacked; `rules`: also that of what is `costly`."""
    legal = away({hex_: touched[hex_] for hex_, reason in kept.items() if reason is None})
    for hex_, reason in kept.items():
        if reason is not None:
            desk.line(f"retreat.{reason}", rules[reason], hex=hex_)
        elif hex_ not in legal:
            desk.line("retreat.not-away", rule, touched[hex_], hex=hex_, n=touched[hex_])
    desk.line_if(not legal, "retreat.blocked", rule)
    desk.line_if(bool(legal), "retreat.legal", rule, n=len(legal), hexes=list(legal))
    dear = tuple(hex_ for hex_ in costly if hex_ in legal)
    for hex_ in dear:
        desk.line("retreat.costly", rules["costly"], hex=hex_)
    return legal, dear


def advance(
    desk: Desk, kept: Kept, rules: Mapping[str, str], chosen: Sequence[str], fit: bool, rule: str, room_rule: str
) -> dict[str, Any]:
    """Who of those that took part may move into a hex that was won, and whether the chosen do; `fit`: they have room
    there together."""
    able = _others_told(desk, "advance.stays", kept, rules, "unit")
    desk.line_if(bool(able), "advance.may", rule, n=len(able), units=able)
    barred = [unit for unit in chosen if unit not in able]
    legal = fit and not barred
    if not chosen:
        desk.line("advance.nobody", rule)
    elif legal:
        desk.line("advance.enters", rule, n=len(chosen), units=list(chosen))
    elif not barred:
        desk.line("advance.no-room", room_rule)
    else:
        desk.line("advance.barred", rule, n=len(barred), units=barred)
    return {"may_advance": tuple(able), "legal": legal, "advancing": tuple(chosen) if legal else ()}
