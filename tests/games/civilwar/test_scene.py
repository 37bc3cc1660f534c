"""The scene of a battle: bodies base by base as a seat may see them, and nothing of what it may not know."""

import re
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from battery.test_secrets import what_is_seen
from civilwar_sheets import begin, play
from civilwar_table import cannon, chief, chiefs, field_of, foot, horse, with_unit
from feltherre.core import engine
from feltherre.core import scene as drawn
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.state import Result, canonical
from feltherre.games.civilwar.drawn_bodies import pose_of
from feltherre.games.civilwar.field import scenario_of, shape
from feltherre.games.civilwar.game import GAME, CivilWarGame
from feltherre.games.civilwar.orders.language import OrderLine, OrderSheet, Work
from feltherre.games.civilwar.shapes import formations_of
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sightings import look_round
from feltherre.games.civilwar.state import ROLES, Award, CivilWarState, note, unit_of
from feltherre.ground.tabletop.bodies import Pose, base_outlines

#: between the two sides, so that neither sees the other
WOOD = {"id": "wood", "type": "wood", "poly": ((0, 60), (160, 60), (160, 66), (0, 66))}
FENCE = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": ((30, 97), (70, 97))}
CHIEFS = chiefs((60, 8), (60, 110))


def in_the_open(**enemy: Any) -> CivilWarState:
    return begin(field_of(foot("a", 0, 60, 40), foot("e", 1, 60, 80, **enemy), staff=CHIEFS))


def behind_the_wood(y: float = 97.02) -> CivilWarState:
    return begin(field_of(foot("a", 0, 50, 20), foot("hid", 1, 50, y), terrain=[WOOD, FENCE], staff=CHIEFS))


def scene(state: CivilWarState, *roles: str) -> drawn.Scene:
    return GAME.scene(state, roles)


def pose(found: drawn.Scene, name: str) -> drawn.Pose:
    return next(one for one in found.poses if one.id == name)


def names(found: drawn.Scene) -> set[str]:
    return {one.id for one in found.poses}


def flags(found: drawn.Scene, name: str) -> set[str]:
    return {flag for flag, ids in found.flags.items() if name in ids}


def rings(body: drawn.Pose) -> Iterator[tuple[tuple[float, float], ...]]:
    """Each base, as the docstring of `Pose` tells a client to draw it."""
    for x, y, ax, ay, bx, by, *more in body.blocks:
        files, sx, sy, ranks, tx, ty = (*more, *(1, 0, 0, 1, 0, 0)[len(more) :])
        for rank in range(ranks):
            for file in range(files):
                along, back = file / max(1, files - 1), rank / max(1, ranks - 1)
                left, top = x + sx * along + tx * back, y + sy * along + ty * back
                yield (left, top), (left + ax, top + ay), (left + ax + bx, top + ay + by), (left + bx, top + by)


# bases


ARMS = [("infantry", False), ("cavalry", True), ("cavalry", False), ("artillery", False)]
STANDING = [(arm, mounted, one) for arm, mounted in ARMS for one in (*formations_of(arm, mounted), "rout")]


@pytest.mark.parametrize(("arm", "mounted", "formation"), STANDING)
@pytest.mark.parametrize("facing", [0, 900, 2237])
def test_every_base_is_drawn_where_it_stands(arm: str, mounted: bool, formation: str, facing: int) -> None:
    place = {"infantry": foot, "cavalry": horse, "artillery": cannon}[arm]
    state = field_of(place("u", 0, 60, 40), foot("e", 1, 60, 100))
    order = "FU" if formation == "rout" else "OR"
    stands = "unlimbered" if arm == "artillery" and formation == "rout" else formation
    for figures in (23, 4) if arm != "artillery" else (4,):
        unit = with_unit(
            state, "u", figures=figures, mounted=mounted, formation=stands, order=order, facing=facing, gap=70
        )
        bases = base_outlines(shape(state, unit), Pose(unit.x, unit.y, facing))
        found = sorted(rings(pose_of(scenario_of(state), unit)))
        assert len(found) == len(bases) == (figures if arm != "artillery" else len(bases))
        for ring, base in zip(found, sorted([(x, 12_000 - y) for x, y in one] for one in bases), strict=True):
            for (x, y), (bx, by) in zip(ring, base, strict=True):
                assert max(abs(x - bx), abs(y - by)) <= 2, "but for a rounded step it is the same place"


def test_the_front_rank_of_a_line_is_a_few_numbers() -> None:
    line = pose(scene(in_the_open(), "union"), "a")
    assert (line.x, line.y, line.facing) == (6000, 8150, 0), "y is counted from the north edge"
    assert line.blocks == ((5520, 8000, 80, 0, 0, 150, 12, 880, 0, 2, 0, 150),)


def test_a_bent_column_lies_along_the_way_it_came() -> None:
    state = in_the_open()
    unit = with_unit(state, "a", formation="march_column", trail=((6000, 3600), (5000, 3600)))
    body = pose_of(scenario_of(state), unit)
    found = list(rings(body))
    assert len(found) == 24
    upright = [ring for ring in found if ring[0][1] == ring[1][1]]
    lying = [ring for ring in found if ring[0][0] == ring[1][0]]
    assert (len(upright), len(lying)) == (3 * 3, 24 - 9), "the head faces north, the rest east"
    assert min(x for ring in lying for x, _ in ring) < 5600


def test_who_is_in_a_house_has_the_house_for_his_ground() -> None:
    house = {"id": "farm", "type": "building", "kind": "building_wood", "rect": (58, 46, 62, 50), "capacity": 3}
    units = foot("a", 0, 60, 40, 9, companies=3), foot("e", 1, 60, 60)
    state = field_of(*units, terrain=[house], staff=chiefs((60, 8), (60, 80)))
    with_unit(state, "a", building="farm", x=6000, y=4800)
    look_round(begin(state), {"a"})
    for seat in ROLES:
        found = scene(state, seat)
        assert pose(found, "a").blocks == ()
        assert "in-building" in flags(found, "a")


# what is known


def test_an_own_unit_is_told_wholly() -> None:
    state = in_the_open()
    with_unit(state, "a", order="LU", pinned=state.turn, out_of_ammunition=True, men=7)
    found = scene(state, "union")
    assert flags(found, "a") == {"lu", "pinned", "out-of-ammunition"}
    assert found.figures["a"] == "24"
    assert "7 men lost" in render(found.told["a"])


def test_of_an_enemy_no_state_is_shown_but_pin_and_rout() -> None:
    state = in_the_open()
    with_unit(state, "e", order="U", men=7, out_of_ammunition=True, fired=state.turn - 1)
    look_round(state, ())
    found = scene(state, "union")
    assert flags(found, "e") == set()
    assert not re.search(r"civilwar\.order\.|men|ammunition", canonical([found.told["e"], found.flags]).decode())
    with_unit(state, "e", order="FU", pinned=state.turn)
    look_round(state, ())
    assert flags(scene(state, "union"), "e") == {"fu", "pinned"}


@pytest.mark.parametrize("phase", ["orders", "turn"])
def test_an_enemy_whom_nobody_sees_is_in_no_byte(phase: str) -> None:
    state = behind_the_wood()
    state.phase = phase
    for roles in (("union",), ()):
        assert b"hid" not in canonical(GAME.scene(state, roles))
        assert b"hid" not in canonical(GAME.board(Setup((), {}, "kernstown")))
    assert "hid" in names(scene(state, "confederate"))


@pytest.mark.parametrize("phase", ["orders", "turn"])
def test_who_was_seen_last_is_pale_and_stands_where_he_was(phase: str) -> None:
    state = behind_the_wood(58)
    assert "remembered" not in flags(scene(state, "union"), "hid")
    before = pose(scene(state, "union"), "hid")
    with_unit(state, "hid", x=11_000, y=9_702, facing=900, formation="attack_column", figures=20, order="FU")
    state.turn += 1
    look_round(state, ())
    state.phase = phase
    found = scene(state, "union")
    assert pose(found, "hid") == before
    assert flags(found, "hid") == {"remembered"}
    assert found.figures["hid"] == "24"
    assert "last seen in turn 1" in render(found.told["hid"])
    assert {name: render(words) for name, words in found.words.items()} == {"hid": "turn 1"}
    assert "110" not in render(found.told["hid"])


def test_figures_of_an_enemy_are_drawn_as_many_as_are_made_out() -> None:
    """Within 60 cm of a general they are counted, farther away guessed to a sixth (as `SeenUnit` says)."""
    for general, counted in ((5, 21), (70, 23)):
        staff = [chief("chief-0", 0, at=(50, general)), chief("chief-1", 1, at=(60, 110))]
        found = scene(begin(field_of(foot("a", 0, 50, 5), foot("e", 1, 50, 115, 23), staff=staff)), "union")
        assert len([*rings(pose(found, "e"))]) == counted == int(found.figures["e"])


def test_files_and_gaps_of_an_enemy_are_seen_while_he_is_in_sight() -> None:
    state = behind_the_wood(58)
    with_unit(state, "hid", formation="chain", gap=150)
    look_round(state, ())

    def step() -> int:
        (block,) = pose(scene(state, "union"), "hid").blocks
        return abs(block[7] // 23)

    assert step() == 230
    with_unit(state, "hid", y=9_702, gap=90)
    look_round(state, ())
    assert step() == 200, "one that is remembered is drawn with the usual gap"


def test_riders_of_others_show_their_place_and_no_more() -> None:
    found = scene(in_the_open(), "union")
    kinds = {one.id: one for one in found.kinds}
    assert pose(found, "chief-1").blocks == ()
    assert pose(found, "chief-1").facing == 0
    assert (kinds["chief-0"].size, kinds["chief-1"].size) == ("X", "")
    assert render(found.told["chief-1"]) == "general"


def test_spectators_see_the_ground_and_no_troops() -> None:
    found = scene(in_the_open())
    assert (found.poses, found.kinds, found.told, found.flags, found.figures) == ((), (), {}, {}, {})


def test_the_umpire_and_after_the_battle_everybody_sees_all() -> None:
    state = behind_the_wood()
    with_unit(state, "hid", order="U")
    everything = GAME.scene(state, (), all_seeing=True)
    assert names(everything) == {"a", "hid", "chief-0", "chief-1"}
    assert flags(everything, "hid") == {"u"}
    assert flags(everything, "a") == set()
    state.phase, state.result = "over", Result(("union",), "victory", 1, "points")
    assert names(scene(state)) == names(everything)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (Result(("union",), "victory", 3, "points"), "Union has won. Points: Union 0, Confederacy 0."),
        (Result((), "draw", 0, "points"), "The battle is drawn. Points: Union 0, Confederacy 0."),
        (
            Result(("confederate",), "victory", -1, "resigned"),
            "Confederacy has won. The other side has given up the field. Points: Union 0, Confederacy 0.",
        ),
    ],
)
def test_how_the_battle_ended_is_told(result: Result, told: str) -> None:
    state = in_the_open()
    assert scene(state).outcome is None
    state.phase, state.result = "over", result
    outcome = scene(state).outcome
    assert outcome is not None
    assert outcome.winners == result.winners
    assert " ".join(map(render, (outcome.headline, *outcome.how))) == told


def test_at_the_end_it_is_told_what_gave_points() -> None:
    setup = Setup(tuple(Seat(role, (role,)) for role in GAME.roles), scenario="hokes-run")
    state = engine.begin(GAME, setup, KeyedStream(bytes(32), ())).state
    state.awards = [Award("gun-captured", 0, 2, 12)]
    state.points = [2, 0]
    state.phase, state.result = "over", Result(("union",), "victory", 2, "points")
    outcome = scene(state).outcome
    assert outcome is not None
    assert [render(one) for one in outcome.how] == [
        "Union has 2 points: The gun is captured.",
        "Points: Union 2, Confederacy 0.",
    ]


def test_each_of_several_commanders_sees_with_his_own_eyes() -> None:
    hill = {"id": "hill", "type": "hill", "level": 1, "rect": (60, 0, 100, 120)}
    state = field_of(
        foot("near", 0, 20, 30, under="first"),
        foot("away", 0, 140, 30, under="second"),
        foot("e", 1, 20, 60),
        staff=[
            chief("first", 0, at=(20, 20), rank="division"),
            chief("second", 0, at=(140, 20), under="first"),
            chief("chief-1", 1, at=(20, 70)),
        ],
        terrain=[hill],
    )
    state.options = {**state.options, "commanders": "several"}
    with_unit(state, "away", order="LU")
    state = begin(state)
    assert {"near", "e", "first"} <= names(scene(state, "union-first"))
    second = scene(state, "union-second")
    assert names(second) == {"away", "second"}
    assert flags(second, "away") == {"lu"}
    assert flags(scene(state, "union-first", "union-second"), "away") == {"lu"}
    with_unit(state, "away", x=4_000)
    look_round(state, ())
    found = scene(state, "union-first")
    assert "away" in names(found)
    assert flags(found, "away") == set(), "a friend's order only his own commander knows"


def test_objects_of_play_are_there_as_far_as_they_are_known() -> None:
    state = behind_the_wood()
    with_unit(state, "hid", work="light_field_work", worked=5)
    play(state, confederate={"hid": Work("light_field_work")})
    (made,) = state.made
    (place,) = scene(state, "confederate").extra
    assert (place.id, place.kind, place.ground) == (made.id, "linear", "light-field-work")
    assert place.path.startswith("M")
    assert made.id in scene(state, "confederate").regions[-1].places
    for roles in (("union",), ()):
        assert GAME.scene(state, roles).extra == ()
        assert made.id.encode() not in canonical(GAME.scene(state, roles))
    for _ in range(2):
        play(state, confederate={"hid": "WORK CLEAR-FENCE WITH 1 AT fence"})
    assert scene(state, "confederate").places == {"gone": ("fence",)}
    assert scene(state, "union").places == {}
    layer = next(one for one in GAME.board(Setup((), {}, "hokes-run")).layers if one.place == "farm-fence")
    assert layer.kind == "fence-or-hedge", "what can be gone is a layer that a client can leave out"


def test_nothing_is_said_in_measures() -> None:
    """Places are told to 5 cm, and only to who has no picture of the table; a scene is the same whether one may measure
    or not: `aids` and `look` tell of that."""
    state = in_the_open()
    with_unit(state, "a", x=6_170, y=4_330, facing=13)
    found = scene(state, "union")
    assert render(found.listed["a"]).endswith("near 60/45, facing north")
    state.options = {**state.options, "measuring": "allowed"}
    assert scene(state, "union") == found
    told, listed = (" ".join(render(one) for one in said.values()) for said in (found.told, found.listed))
    assert "cm" not in listed
    assert all(int(one) % 5 == 0 for one in re.findall(r"(\d+)/|/(\d+)", listed) for one in one if one)
    assert not re.search(r"\d+/", told)
    assert drawn.for_page(found) == replace(found, listed={})


# smoke


def test_the_smoke_of_the_turn_before_hangs_over_those_who_fired() -> None:
    state = in_the_open()
    state.turn = 5
    with_unit(state, "a", fired=4)
    with_unit(state, "e", fired=3)
    assert scene(state, "union").flags.get("smoke") == ("a",)
    state.phase = "turn"
    assert "smoke" not in scene(state, "union").flags
    note(state, "a", shots=3)
    assert scene(state, "union").flags["smoke"] == ("a",)


def test_of_an_enemy_it_is_seen_by_those_at_whom_he_fired() -> None:
    state = in_the_open()
    state.turn = 5
    with_unit(state, "e", fired=4)
    look_round(state, ())
    assert "smoke" not in flags(scene(state, "union"), "e"), "who saw him fire at others is not kept"
    with_unit(state, "e", fights=(("a", 1),))
    assert "smoke" in flags(scene(state, "union"), "e")
    state.sightings = [replace(one, live=False) for one in state.sightings]
    assert flags(scene(state, "union"), "e") == {"remembered"}


# secrets


class Leaking(CivilWarGame):
    """The game, but an enemy whom nobody sees has slipped into the scene."""

    def scene(self, state: CivilWarState, roles: Collection[str], *, all_seeing: bool = False) -> drawn.Scene:
        found = super().scene(state, roles, all_seeing=all_seeing)
        return replace(found, poses=(*found.poses, pose_of(scenario_of(state), unit_of(state, "hid"))))


@pytest.mark.parametrize("phase", ["orders", "turn"])
def test_the_battery_finds_an_unseen_enemy_in_a_scene(phase: str) -> None:
    """It compares scenes of positions that the seat cannot tell apart, also inside a turn (battery/test_secrets.py)."""
    state = behind_the_wood(110)
    if phase == "turn":
        state.phase, state.agenda = "turn", []
    leaks = set()
    for seed in range(8):
        other = GAME.redeal(state, ("union",), Random(seed))
        assert what_is_seen(GAME, other, ("union",)) == what_is_seen(GAME, state, ("union",))
        leaks.add(what_is_seen(Leaking(), other, ("union",)) != what_is_seen(Leaking(), state, ("union",)))
    assert True in leaks


def test_who_has_sealed_his_orders_is_shown_and_not_what_is_in_them() -> None:
    state = behind_the_wood()
    before = scene(state, "union")
    sheet = SealOrders(OrderSheet({"hid": OrderLine(Work("light_field_work"))}))
    state.sealed = [engine.Sealed("confederate", sheet)]
    assert scene(state, "union") == replace(before, answered=("confederate",))
