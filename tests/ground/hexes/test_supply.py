"""Supply: lines that hold, maps mended as if made anew, and the hex that breaks a line."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.reasons import Broken, LineBreak
from feltherre.ground.hexes.supply import CUT_OFF, SupplyMap, SupplyRules, supply_map
from feltherre.ground.hexes.supply_breaks import broken_line
from feltherre.ground.hexes.tables import ways
from feltherre.ground.hexes.zones import Template
from ground.hexes.boards import random_bits, random_board

ENEMY, ZONE, OWN = 1, 2, 4
BOARDS = [random_board(seed) for seed in range(4)]
LAND = [ways(b.grid, lambda h, d, t, b=b: "sea" not in (b.named("terrain", h), b.named("terrain", t))) for b in BOARDS]  # type: ignore[misc]
LINKS = [ways(b.grid, lambda h, d, t, b=b: bool(b.links[h * 6 + d])) for b in BOARDS]  # type: ignore[misc]


def rules(over: Template, longest: int | None = None, zone_at_source: bool = False) -> SupplyRules:
    return SupplyRules(over, bar=ENEMY, zone=ZONE, shield=OWN, longest=longest, zone_at_source=zone_at_source)


def lines_by_the_book(how: SupplyRules, bits: list[int], sources: frozenset[int], start: int) -> int:
    """The length of the shortest line that holds, looking outward from the unit; CUT_OFF if there is none."""
    if start in sources and not bits[start] & ENEMY:
        return 0
    edge, seen = [start], {start}
    for length in range(1, how.longest + 1):
        entered = dict.fromkeys(there for here in edge for there in how.ways[here] if there not in seen)
        seen.update(entered)
        edge = [
            hex_
            for hex_ in entered
            if not bits[hex_] & ENEMY
            and (not bits[hex_] & ZONE or bits[hex_] & OWN or (how.zone_at_source and hex_ in sources))
        ]
        if any(hex_ in sources for hex_ in edge):
            return length
    return CUT_OFF


@st.composite
def situations(draw: st.DrawFn) -> tuple[SupplyRules, list[int], list[int], Random]:
    over = draw(st.sampled_from([*LAND, *LINKS]))
    how = rules(over, draw(st.sampled_from([1, 2, 4, None])), draw(st.booleans()))
    rng = Random(draw(st.integers(0, 10_000)))
    bits = random_bits(rng, len(over), ENEMY | ZONE | OWN, draw(st.sampled_from([0.1, 0.4])))
    linked = [hex_ for hex_ in range(len(over)) if over[hex_]]
    return how, bits, rng.sample(linked, 3), rng


Situation = tuple[SupplyRules, list[int], list[int], Random]


@settings(deadline=None)
@given(situations())
def test_a_hex_is_supplied_exactly_when_a_line_holds(situation: Situation) -> None:
    how, bits, sources, _ = situation
    supply = supply_map(how, bits, sources)
    by_the_book = [lines_by_the_book(how, bits, frozenset(sources), hex_) for hex_ in range(len(bits))]
    assert supply.lengths == by_the_book


@settings(deadline=None)
@given(situations())
def test_a_line_holds_and_ends_in_a_source(situation: Situation) -> None:
    how, bits, sources, _ = situation
    supply = supply_map(how, bits, sources)
    for hex_ in range(len(bits)):
        if not supply.supplied(hex_):
            with pytest.raises(ValueError, match="cut off"):
                supply.line(hex_)
            continue
        line = supply.line(hex_)
        assert (line[0], len(line) - 1) == (hex_, supply.lengths[hex_])
        assert line[-1] in sources
        assert len(line) - 1 <= how.longest
        assert all(there in how.ways[here] for here, there in pairwise(line))
        assert all(how.passes(bits[h]) or (how.zone_at_source and h in sources) for h in line[1:])


@settings(deadline=None, max_examples=150)
@given(situations())
def test_a_mended_map_is_as_if_made_anew(situation: Situation) -> None:
    how, bits, sources, rng = situation
    supply = supply_map(how, bits, sources)
    for _ in range(10):
        changed = rng.sample(range(len(bits)), rng.choice([1, 1, 2, 12, 80]))
        for hex_ in changed:
            bits[hex_] = rng.choice([0, OWN, ENEMY, ZONE, ZONE | OWN])
        if rng.random() < 0.4:
            sources = rng.sample(range(len(bits)), 3)
            supply.update(bits, changed, sources)
        else:
            supply.update(bits, changed)
        fresh = supply_map(how, bits, sources)
        assert (supply.lengths, supply.open, supply.sources) == (fresh.lengths, fresh.open, fresh.sources)
        if rng.random() < 0.3:
            supply = supply.copy()


@settings(deadline=None)
@given(situations())
def test_a_broken_line_holds_once_its_breaks_are_mended(situation: Situation) -> None:
    how, bits, sources, _ = situation
    supply = supply_map(how, bits, sources)
    for hex_ in range(len(bits)):
        broken = broken_line(supply, bits, hex_)
        if broken is None:
            assert supply.supplied(hex_)
            continue
        assert not supply.supplied(hex_)
        if broken.reason is LineBreak.CUT:
            assert (broken.hex in broken.line, broken.detail) == (True, bits[broken.hex])
            breaking = [h for h in broken.line[1:] if not supply.open[h]] or [hex_]
            assert broken.hex == breaking[0]
            mended = [0 if h in breaking else bits[h] for h in range(len(bits))]
            assert supply_map(how, mended, sources).supplied(hex_)
            # no line with fewer breaks: mending all but one of them does not do
            still = [bits[h] if h == breaking[-1] else mended[h] for h in range(len(bits))]
            assert not supply_map(how, still, sources).supplied(hex_)
        elif broken.reason is LineBreak.TOO_FAR:
            assert how.longest < broken.detail == len(broken.line) - 1
            assert broken.line[-1] in sources
        else:
            assert not supply_map(rules(how.ways), [0] * len(bits), sources).supplied(hex_)


# By hand, on a row of seven hexes with the source at the west end. ------------------------------------------------

ROW = Grid(7, 1).neighbours


def in_row(longest: int | None = None, **marks: int) -> tuple[SupplyMap, list[int]]:
    bits = [marks.get(f"h{hex_}", 0) for hex_ in range(7)]
    return supply_map(rules(ROW, longest), bits, [0]), bits


def test_supply_reaches_so_many_hexes() -> None:
    supply, bits = in_row(longest=2)
    assert supply.lengths == [0, 1, 2, *[CUT_OFF] * 4]
    assert broken_line(supply, bits, 4) == Broken(LineBreak.TOO_FAR, (4, 3, 2, 1, 0), 0, 4)


def test_a_zone_cuts_a_line_unless_an_own_unit_stands_there() -> None:
    supply, bits = in_row(h2=ZONE)
    assert [supply.supplied(hex_) for hex_ in (1, 2, 3)] == [True, True, False]
    assert broken_line(supply, bits, 4) == Broken(LineBreak.CUT, (4, 3, 2, 1, 0), 2, ZONE)
    supply, bits = in_row(h2=ZONE | OWN)
    assert supply.line(5) == [5, 4, 3, 2, 1, 0]


def test_the_first_break_seen_from_the_unit_is_named() -> None:
    supply, bits = in_row(h1=ENEMY, h4=ZONE)
    assert broken_line(supply, bits, 6) == Broken(LineBreak.CUT, (6, 5, 4, 3, 2, 1, 0), 4, ZONE)


def test_a_source_in_a_zone_supplies_nobody_but_its_own_hex() -> None:
    supply, bits = in_row(h0=ZONE)
    assert supply.lengths == [0, *[CUT_OFF] * 6]
    lenient = supply_map(rules(ROW, zone_at_source=True), bits, [0])
    assert lenient.supplied(6)


def test_a_source_held_by_the_enemy_is_none() -> None:
    supply, bits = in_row(h0=ENEMY)
    assert not any(supply.supplied(hex_) for hex_ in range(7))
    assert broken_line(supply, bits, 0) == Broken(LineBreak.CUT, (0,), 0, ENEMY)


def test_where_nothing_leads_there_is_no_line() -> None:
    supply = supply_map(rules(((), ())), [0, 0], [0])
    assert broken_line(supply, [0, 0], 1) == Broken(LineBreak.NO_LINE)
