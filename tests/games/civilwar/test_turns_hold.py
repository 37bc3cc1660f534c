"""What holds in every turn, whatever is ordered and thrown, and of every forced move, wherever units stand."""

import math
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from battery import examples
from civilwar_forced import run
from civilwar_table import field_of, foot, guns, horse, inf
from civilwar_turns import Battle, at_random, looked_at, play_turn, skirmish
from feltherre.games.civilwar import marchers, orderstate, room
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import CivilWarState, Doing, Unit, unit_of
from feltherre.ground.tabletop.shapes import Outline, overlap
from feltherre.ground.tabletop.table import covers_part
from feltherre.ground.tabletop.tracks import leg_at, pieces_at, pose_at

SEEDS = st.integers(0, 2**32)
#: so closely one looks at a track, in ticks
EVERY = 128
#: turns of a skirmish that are played
TURNS = 3
#: two places rounded to 0.1 mm, at the start and at the end of each of a few legs
ROUNDING = 8


def barred_under(state: CivilWarState, pieces: tuple[Outline, ...]) -> list[str]:
    """The objects that nobody passes on which a body lies."""
    smaller = room.drawn_in(pieces)
    return [
        one.id
        for one in ground(state).features
        if one.type in room.BARRED and any(overlap(piece, solid) for piece in smaller for solid in one.solids)
    ]


def nobody_in_the_way(state: CivilWarState, begin: int, end: int) -> None:
    for place, track in enumerate(state.tracks):
        if not track or not state.units[place].on_table:
            continue
        for tick in (*range(begin, end, EVERY), end):
            found = barred_under(state, pieces_at(leg_at(track, tick), tick))
            assert not found, f"{state.units[place].id} goes through {found} at {tick} of turn {state.turn}"


def nobody_on_it(state: CivilWarState) -> None:
    for unit in state.units:
        if unit.on_table and not unit.building:
            found = barred_under(state, body(state, unit).pieces)
            assert not found, f"{unit.id} stands on {found} after turn {state.turn}"


def allowance(state: CivilWarState, unit: Unit, doing: Doing, formations: set[tuple[str, str]]) -> int:
    """The longest march of a turn that schema I has for a unit in any of these formations."""
    paces = [
        "ordinary",
        *(["charge"] if doing.charging or doing.storms >= 0 else []),
        *(["flight"] if unit.order == "FU" else []),
    ]
    kinds = [
        marchers.marcher(state, replace(unit, arm=arm, formation=formation, mounted=mounted, trail=()), pace, free=True)
        for arm, formation in formations
        for mounted in {unit.mounted, unit.arm == "cavalry"}
        for pace in paces
    ]
    return max((marchers.fastest(who) for who in kinds if who is not None), default=0)


class Marches:
    """Looks at the end of each turn how far everybody has come."""

    def __init__(self, state: CivilWarState) -> None:
        self.seen = 0
        #: with the arm, since gunners who leave their guns go on foot
        self.formations = {unit.id: {(unit.arm, unit.formation)} for unit in state.units}
        #: where everybody comes to by his march alone, before the end of the turn makes room (R25)
        self.came = {unit.id: (unit.x, unit.y) for unit in state.units}

    def moving(self, state: CivilWarState, begin: int, end: int) -> None:
        for unit, track in zip(state.units, state.tracks, strict=True):
            self.formations.setdefault(unit.id, set()).add((unit.arm, unit.formation))
            self.came[unit.id] = pose_at(leg_at(track, end), end).point if track else (unit.x, unit.y)

    def at_end(self, state: CivilWarState) -> None:
        for unit, doing in zip(state.units, state.doing, strict=True):
            if not unit.on_table or not doing.stood:
                continue
            self.seen += 1
            formations = self.formations.get(unit.id, set()) | {(unit.arm, unit.formation)}
            assert doing.marched <= allowance(state, unit, doing, formations), unit.id
            # who came to stand on a friend has gone back on his way, and marched no farther than there (R25)
            if is_plain_march(doing) and (unit.x, unit.y) == self.came[unit.id]:
                assert math.dist(doing.stood[:2], self.came[unit.id]) <= doing.marched + ROUNDING, unit.id


def is_plain_march(doing: Doing) -> bool:
    """Nothing but marching was ordered, and nothing came between."""
    order = doing.line.order if doing.line is not None else None
    plain = isinstance(order, language.Move) and all(isinstance(leg, legs.Go) for leg in order.legs)
    return plain and not doing.void and not doing.passing and not doing.passed_through


def play(battle: Battle, seed: int) -> None:
    choose = at_random(seed)
    for _ in range(TURNS):
        play_turn(battle, choose)


@examples(sample=20, full=300)
@given(seed=SEEDS)
def test_nothing_passes_what_cannot_be_passed_or_stands_on_it(seed: int) -> None:
    battle = skirmish(seed)
    with looked_at(nobody_in_the_way, nobody_on_it):
        play(battle, seed)


@examples(sample=20, full=300)
@given(seed=SEEDS)
def test_no_march_is_longer_than_its_allowance(seed: int) -> None:
    battle = skirmish(seed)
    marches = Marches(battle.state)
    with looked_at(marches.moving, marches.at_end):
        play(battle, seed)


@examples(sample=20, full=300)
@given(seed=SEEDS)
def test_after_a_turn_no_closed_formations_overlap_and_no_figure_is_missing(seed: int) -> None:
    battle = skirmish(seed)
    choose = at_random(seed)
    for _ in range(TURNS):
        play_turn(battle, choose)
        assert not GAME.invariants(battle.state)
    # the figures once more, added up here
    began = {unit.id: unit.figures for unit in skirmish(seed).state.units}
    for name, figures in began.items():
        parts = [unit for unit in battle.state.units if unit.parent == name]
        assert sum(unit.figures + unit.lost + unit.captured + unit.fled for unit in parts) == figures


def test_the_skirmishes_march_and_fight() -> None:
    """The three above are worth something only if something happens in them."""
    marched = lost = turned = 0
    for seed in range(12):
        battle = skirmish(seed)
        marches = Marches(battle.state)
        with looked_at(marches.moving, marches.at_end):
            play(battle, seed)
        marched += marches.seen
        lost += sum(unit.lost + unit.captured + unit.fled for unit in battle.state.units)
        turned += sum(unit.order_turn > 0 for unit in battle.state.units)
    assert marched > 30
    assert lost > 10
    assert turned > 5


# forced moves: nobody ends on anybody or in a building, and no move is longer than it may be


PLACES = st.tuples(st.integers(8, 100), st.integers(8, 80))
FACINGS = st.sampled_from([0, 30, 90, 135, 180, 200, 270, 315])
FORMATIONS = st.sampled_from(["line", "attack_column", "march_column", "chain"])
HOUSES = st.lists(st.tuples(st.integers(5, 95), st.integers(5, 75)), max_size=3)
#: cm: half a flight of foot, half a line's march at the most (column and chain 25 cm a turn); a crowd about its middle
FARTHEST = {"FU": 20.1, "U": 12.6}


def on_somebody(state: CivilWarState) -> bool:
    bodies = [body(state, unit).pieces for unit in state.units if unit.on_table]
    return any(
        overlap(p, q) for number, one in enumerate(bodies) for other in bodies[number + 1 :] for p in one for q in other
    )


def in_a_house(state: CivilWarState) -> bool:
    return any(
        covers_part(house, body(state, unit).pieces)
        for house in ground(state).features
        if house.type == "building"
        for unit in state.units
        if unit.on_table
    )


@st.composite
def battlefields(draw: st.DrawFn) -> CivilWarState:
    """Some friends, an enemy and houses, none of them on each other."""
    placed: list[Any] = []
    for number in range(draw(st.integers(2, 6))):
        at, face = draw(PLACES), draw(FACINGS)
        kind = draw(st.sampled_from(["foot", "foot", "foot", "guns"]))
        formation = draw(FORMATIONS)
        gap = {"gap": 80} if formation == "chain" else {}
        if kind == "guns" and number:
            placed.append(guns(f"u{number}", 0, at=at, face=face))
        else:
            figures = draw(st.integers(13, 30)) if formation != "chain" else 8
            placed.append(inf(f"u{number}", 0, at=at, face=face, formation=formation, figures=figures, **gap))
    placed.append(inf("enemy", 1, at=draw(PLACES), face=draw(FACINGS)))
    houses = [
        {"id": f"house{number}", "type": "building", "rect": (x, y, x + 6, y + 4)}
        for number, (x, y) in enumerate(draw(HOUSES))
    ]
    state = field_of(*placed, terrain=houses, size=(110, 90))
    assume(not on_somebody(state) and not in_a_house(state))
    assume(all(ground(state).holds(body(state, unit).pieces) for unit in state.units))
    return state


@given(battlefields(), st.sampled_from(["U", "FU"]), st.lists(st.integers(1, 6), min_size=60, max_size=60))
def test_a_forced_move_ends_on_free_ground_and_is_not_too_long(
    state: CivilWarState, order: str, faces: list[int]
) -> None:
    before = {unit.id: body(state, unit).centre for unit in state.units}
    figures = sum(unit.figures for unit in state.units)
    dice = list(zip(faces[::2], faces[1::2], strict=True))
    ran = run(state, lambda table: orderstate.becomes(table, "u0", order, cause="enemy", by="shock"), dice=dice)
    assert not ran.asked
    assert not on_somebody(ran.state)
    assert not in_a_house(ran.state)
    assert all(ground(ran.state).holds(body(ran.state, unit).pieces) for unit in ran.state.units if unit.on_table)
    assert sum(unit.figures + unit.fled for unit in ran.state.units) == figures
    first = unit_of(ran.state, "u0")
    if first.on_table and not ran.doing("u0").checked:
        x, y = body(ran.state, first).centre
        assert math.hypot(x - before["u0"][0], y - before["u0"][1]) <= FARTHEST[order] * 100
    # whoever was not carried away stands where he stood
    for unit in ran.state.units[1:]:
        if unit.order == "OR":
            assert body(ran.state, unit).centre == before[unit.id]


@given(battlefields(), st.integers(0, 359))
def test_horses_that_turn_away_keep_their_distance(state: CivilWarState, face: int) -> None:
    enemy = unit_of(state, "enemy")
    riders = horse("riders", 0, 55, 45, face=face)
    placed = [riders, foot("enemy", 1, enemy.x / 100, enemy.y / 100, face=enemy.facing / 10)]
    alone = field_of(*placed, size=(110, 90))
    assume(not on_somebody(alone))
    there = unit_of(alone, "riders")
    x, y = body(alone, there).centre
    ran = run(alone, lambda table: orderstate.becomes(table, "riders", "LU", cause="enemy", by="fire", close=True))
    after = ran.unit("riders")
    if after.on_table:
        nx, ny = body(ran.state, after).centre
        ex, ey = body(ran.state, ran.unit("enemy")).centre
        assert math.hypot(nx - x, ny - y) <= 30.1 * 100 + 2 * 500, "30 cm, and the turn on its ground"
        assert math.hypot(nx - ex, ny - ey) >= math.hypot(x - ex, y - ey) - 700
