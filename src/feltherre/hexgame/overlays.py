"""What can be laid over the map: where a counter can go and at what cost, zones, supply lines and where they break."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.overlay import Barred, Break, Overlay, Tinted, Way
from feltherre.core.text import Text, say
from feltherre.ground.hexes.path import fringe
from feltherre.ground.hexes.reach import Mover, Reach
from feltherre.ground.hexes.reasons import Broken, LineBreak, Refusal
from feltherre.ground.hexes.supply_breaks import broken_line
from feltherre.hexgame.board import Board
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.theatre import NO_NET, S, Theatre

OWN, ENEMY, REACH, SUPPLY = "own", "enemy", "reach", "supply"


def tinted(board: Board, hexes: Iterable[int], tint: str) -> tuple[Tinted, ...]:
    return tuple([Tinted(number, tint) for number in board.numbers(hexes)])


def zones(theatre: Theatre[S], state: S, side: int, tint: str) -> tuple[Tinted, ...]:
    """The hexes in a side's zones."""
    zone = theatre.bits.zone[side]
    return tinted(theatre.board, [hex_ for hex_, bits in enumerate(theatre.bits_of(state)) if bits & zone], tint)


def zones_of(theatre: Theatre[S], state: S, side: int, id_: str, tint: str) -> Overlay:
    """The zones of a side as an overlay."""
    words = theatre.words
    name = say(f"{words.game}.overlay.zones", side=words.side_name(side))
    return Overlay(id_, name, zones(theatre, state, side, tint))


def of_position(
    theatre: Theatre[S], state: S, roles: Collection[str], supply: Callable[[S, int, str], Overlay]
) -> tuple[Overlay, ...]:
    """Those of a whole position: zones and supply, of the other side and of one's own; who has no side of his own, or
    both, sees with the first side's eyes. `supply`: lines and breaks of a side."""
    own = int(list(roles) == [theatre.words.roles[1]])
    enemy = enemy_of(own)
    return (
        zones_of(theatre, state, enemy, "enemy-zones", ENEMY),
        zones_of(theatre, state, own, "own-zones", OWN),
        supply(state, own, "own-supply"),
        supply(state, enemy, "enemy-supply"),
    )


def picked_unit(theatre: Theatre[S], picked: str) -> int:
    """The counter that a person asks about."""
    unit = theatre.counters.number(picked)
    if unit < 0:
        raise BadInput(say("core.bad.nothing-about", name=picked))
    return unit


# where a counter can go


def reach_overlay(
    board: Board,
    name: Text,
    found: Reach,
    mover: Mover,
    bits: list[int],
    refused: Callable[[Refusal], Illegal],
    cost: Callable[[int], str],
) -> Overlay:
    """The hexes in reach with what they cost, and those just out of it with the reason."""
    costs = (Tinted(board.number(hex_), REACH, cost(found.costs[hex_])) for hex_ in found.hexes)
    why = ((each.hex, refused(each)) for each in fringe(mover, bits, found))
    barred = (Barred(board.number(hex_), one.reason, one.rule) for hex_, one in why)
    return Overlay("reach", name, tuple(costs), barred=tuple(barred))


# supply


def supply_overlay(
    theatre: Theatre[S],
    state: S,
    side: int,
    id_: str,
    net: int,
    is_open: Sequence[bool],
    why: Callable[[Broken, Sequence[int]], Text],
) -> Overlay:
    """The open hexes where a counter of the side is in supply by its usual net, the lines of its counters, and where
    lines break: those of this moment. `why`: what breaks a line of some counters."""
    board, words, bits = theatre.board, theatre.words, theatre.bits_of(state)
    name = say(f"{words.game}.overlay.supply", side=words.side_name(side))
    supplied = supplied_hexes(theatre, state, side, net, is_open)
    lines: list[Way] = []
    # by hex: a line is cut where no own counter stands, and gives out where one does, so no hex has two reasons
    breaks: dict[str, tuple[Broken, list[int]]] = {}
    drawn: set[tuple[int, int]] = set()
    for net, hex_, there in _who_needs_lines(theatre, state, side):
        net_supply = theatre.supply_of(state, net)
        broken = broken_line(net_supply, bits, hex_)
        if broken is None:
            line = _not_drawn(net_supply.line(hex_), net, drawn)
            lines += [Way(board.numbers(line), SUPPLY)] if len(line) > 1 else []
            continue
        cut = broken.line[: broken.line.index(broken.hex) + 1] if broken.line else ()
        lines += [Way(board.numbers(cut), ENEMY)] if len(cut) > 1 else []
        where = broken.hex if broken.reason is LineBreak.CUT else hex_
        breaks.setdefault(board.number(where), (broken, []))[1].extend(there)
    broken_at = tuple(Break(place, why(*reasons)) for place, reasons in breaks.items())
    return Overlay(id_, name, tinted(board, supplied, SUPPLY), tuple(lines), broken_at)


def why_cut(theatre: Theatre[S], side: int, names: Sequence[Text | str], broken: Broken) -> Text:
    """What breaks the line of these counters: an enemy unit, an enemy zone, or that no way leads there."""
    by_unit = broken.detail & theatre.bits.unit[enemy_of(side)]
    key = "no-line" if broken.reason is LineBreak.NO_LINE else "cut-by-unit" if by_unit else "cut-by-zone"
    return say(f"{theatre.words.game}.overlay.{key}", units=list(names))


def _who_needs_lines(theatre: Theatre[S], state: S, side: int) -> Iterator[tuple[int, int, list[int]]]:
    """(net, hex, counters) of all that need a line, in the order of the order of battle."""
    found: dict[tuple[int, int], list[int]] = {}
    for unit in theatre.counters.of_side[side]:
        if state.places[unit] >= 0 and theatre.nets_of[unit] != NO_NET:
            found.setdefault((theatre.nets_of[unit], state.places[unit]), []).append(unit)
    return ((net, hex_, there) for (net, hex_), there in found.items())


def _not_drawn(line: Sequence[int], net: int, drawn: set[tuple[int, int]]) -> list[int]:
    """A line up to where it joins one that is there already: from a hex on, lines of a net are the same."""
    part: list[int] = []
    for hex_ in line:
        part.append(hex_)
        if (net, hex_) in drawn:
            break
        drawn.add((net, hex_))
    return part


def supplied_hexes(theatre: Theatre[S], state: S, side: int, net: int, is_open: Sequence[bool]) -> list[int]:
    """The open hexes without enemies in which a counter of this net is in supply."""
    lengths, bits, enemy = (
        theatre.supply_of(state, net).lengths,
        theatre.bits_of(state),
        theatre.bits.unit[enemy_of(side)],
    )
    return [hex_ for hex_, length in enumerate(lengths) if length >= 0 and is_open[hex_] and not bits[hex_] & enemy]
