"""Fire orders that wait for something (03.03.6, R35)."""

from typing import Any

import pytest

from cases import cases
from civilwar_attack import advance, attack
from civilwar_fire import CALM, facing, fire, fire_turn, gun_fire, next_turn, planned
from civilwar_table import cannon, field_of, foot
from feltherre.games.civilwar import fire_questions, motion, triggers, volleys
from feltherre.games.civilwar.orders import language, legs, places
from feltherre.games.civilwar.orders.triggers import (
    AtTime,
    BeforeShock,
    Enemy,
    EnemyCrosses,
    EnemyFires,
    EnemyVisible,
    EnemyWithin,
    OwnDoes,
    UmpireSays,
)
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.triggers import notice_fire, seen_at
from feltherre.ground.tabletop import measure, schedule


def fires(state: CivilWarState, name: str = "a") -> list[schedule.Event]:
    return [event for event in state.line.waiting if event.kind == "fire" and event.who == (name,)]


def first_tick(state: CivilWarState, orders: dict[str, Any], name: str = "a") -> int | None:
    events = fires(planned(state, orders), name)
    return events[0].tick if events else None


def march_rate(state: CivilWarState, name: str) -> int:
    """What a unit that marches straight on goes in the turn, in 0.1 mm."""
    place = next(number for number, unit in enumerate(state.units) if unit.id == name)
    (leg, *_) = state.tracks[place]
    return leg.rate


# times and places


@pytest.mark.proves("03.03.6", "04.01.3")
@pytest.mark.parametrize("eighths", [0, 3, 8])
def test_a_written_time_is_kept(eighths: int) -> None:
    assert first_tick(facing(10), {"a": fire("b", when=AtTime(eighths))}) == eighths * measure.EIGHTH


RIFLES = foot("a", 0, 50, 40, weapon="rifle_cartridge")
WALL = {"id": "wall", "type": "linear", "kind": "wall", "line": [(40, 50), (60, 50)]}
WOOD = {"id": "pines", "type": "wood", "poly": [(20, 55), (40, 55), (40, 65), (20, 65)]}
PASSES = EnemyCrosses(places.Gate(places.CornerMark("pines", "SE"), places.Offset(900, 2000)))
#: a gate behind a wood, crossed from the east
SCREEN = {"id": "pines", "type": "wood", "poly": [(20, 45), (80, 45), (80, 55), (20, 55)]}
BEHIND = EnemyCrosses(places.Gate(places.CornerMark("pines", "NW"), places.Offset(0, 1000)))
COMES = foot("b", 1, 26, 60, face=270)


@cases(
    "says state when marched",
    ("03.03.6", "an enemy within a distance", facing(20), EnemyWithin(1200), 800),
    ("03.03.6", "what is true at the start, at once", facing(10), EnemyWithin(1200), 0),
    ("03.03.6", "what does not come about", facing(30), EnemyWithin(1200), None),
    # 5 cm from the wall, which is 0.2 cm thick, and in reach of rifles (R135)
    ("03.03.6", "within a distance from an object", field_of(RIFLES, foot("b", 1, 50, 60), terrain=[WALL]),
     EnemyWithin(500, places.ObjectMark("wall")), 490),
    ("03.03.6", "he passes the corner of the wood", facing(25, terrain=[WOOD]), PASSES, 1000),
    ("03.03.6", "who crosses unseen sets nothing off", field_of(foot("a", 0, 50, 40), COMES, terrain=[SCREEN]),
     BEHIND, None),
    ("03.03.6", "from the side, where no wood stands between, he is seen",
     field_of(foot("a", 0, 5, 60, face=90), COMES, terrain=[SCREEN]), BEHIND, 600),
    ("03.03.6", "only cavalry", facing(10), EnemyWithin(1200, enemy=Enemy(arm="cavalry")), None),
    ("03.03.6", "only that line", facing(10), EnemyWithin(1200, enemy=Enemy(unit="b", formation="line")), 0),
    ("03.03.6", "only attackers", facing(10), EnemyWithin(1200, enemy=Enemy(attacking=True)), None),
)  # fmt: skip
def test_how_far_the_enemy_marches_before_he_sets_the_fire_off(
    state: CivilWarState, when: Any, marched: int | None
) -> None:
    tick = first_tick(state, {"a": fire(when=when), "b": advance()})
    assert tick == (None if marched is None else -(-marched * measure.TURN // march_rate(state, "b")))


@pytest.mark.proves("03.03.6")
def test_fire_at_a_distance_falls_into_its_zone_and_does_not_fall_if_nobody_comes() -> None:
    comes = {"a": fire(when=EnemyWithin(1200)), "b": advance(length=900)}
    assert fire_turn(facing(20), comes, dice=[CALM]).ruling("small-arms-fire").outputs["zone"] == 4
    assert fire_turn(facing(30), {"a": fire(when=EnemyWithin(1200))}).doing("a").shots == 0


@pytest.mark.proves("03.03.6")
def test_the_distance_may_be_from_a_friend() -> None:
    friend = field_of(RIFLES, foot("c", 0, 80, 60), foot("b", 1, 50, 70))
    near = first_tick(friend, {"a": fire(when=EnemyWithin(2200, places.UnitMark("c"))), "b": advance()})
    assert near is not None
    assert 0 < near < measure.TURN


@pytest.mark.proves("03.03.6")
def test_fire_when_the_enemy_comes_into_view() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(30, 50), (70, 50), (70, 60), (30, 60)]}
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 62, formation="march_column"), terrain=[wood])
    tick = first_tick(state, {"a": fire(when=EnemyVisible()), "b": advance()})
    assert tick is not None
    assert 0 < tick < measure.TURN
    # moving in a wood it is seen at 15 cm, and not a tick before
    assert seen_at(state, 0, 1, tick)
    assert not seen_at(state, 0, 1, tick - 1)


@pytest.mark.proves("03.03.6")
def test_fire_in_answer_to_fire() -> None:
    orders = {"a": fire("b", when=EnemyFires()), "b": fire("a", when=AtTime(2))}
    fought = fire_turn(facing(13), orders, dice=[CALM, CALM])
    assert [ruling.procedure for ruling in fought.rulings] == ["small-arms-fire"] * 2
    assert fought.doing("a").shots == 24
    assert fire_turn(facing(13), {"a": fire("b", when=EnemyFires())}).doing("a").shots == 0


@pytest.mark.proves("03.03.6")
def test_fire_when_a_friend_fires_or_moves() -> None:
    def field() -> CivilWarState:
        return field_of(foot("a", 0, 45, 40), foot("c", 0, 55, 40), foot("b", 1, 50, 52))

    together = {"a": fire("b", when=OwnDoes("c", "fires")), "c": fire("b", when=AtTime(4))}
    assert fire_turn(field(), together, dice=[CALM, CALM]).doing("a").shots > 0
    state = planned(field(), {"a": fire("b", when=OwnDoes("c", "ends")), "c": advance(length=300)})
    assert fires(state)[0].tick == -(-300 * measure.TURN // march_rate(state, "c"))


@pytest.mark.proves("03.03.6")
def test_a_friends_move_ends_also_where_it_is_stopped_and_not_where_he_changes_formation_on_the_way() -> None:
    def field() -> CivilWarState:
        placed = foot("a", 0, 45, 40), foot("c", 0, 70, 30), foot("d", 0, 70, 36, face=90)
        return field_of(*placed, foot("b", 1, 45, 48))

    when = fire("b", when=OwnDoes("c", "ends"))
    # the friend before it fires and lets nobody through
    stopped = fire_turn(field(), {"a": when, "c": advance(), "d": fire("b", when=AtTime(8))}, dice=[CALM])
    assert stopped.doing("c").void == "contact"
    assert stopped.doing("a").shots > 0
    on = language.Move((legs.Go(length=100), legs.Form("thin_line"), legs.Go(length=100)))
    state = planned(field(), {"a": when, "c": on})
    assert fires(state) == [], "when it ends is not known before it has changed formation"
    assert fire_turn(field(), {"a": when, "c": on}, dice=[CALM]).doing("a").shots > 0


PINES = {"id": "pines", "type": "wood", "poly": [(30, 50), (70, 50), (70, 60), (30, 60)]}


def hidden() -> CivilWarState:
    """A regiment whose enemy is about to come through the pines, a friend of it, and an enemy before that friend."""
    return field_of(
        foot("a", 0, 50, 40, weapon="rifle_cartridge"),
        foot("c", 0, 100, 40),
        foot("b", 1, 50, 62, formation="march_column"),
        foot("d", 1, 100, 52),
        terrain=[PINES],
    )


@pytest.mark.proves("03.03.6")
@pytest.mark.parametrize("when", [OwnDoes("c", "fires"), EnemyFires("c"), UmpireSays("the bugle sounds")])
def test_what_came_about_while_the_target_was_out_of_sight_sets_the_fire_off_when_it_is_seen(
    when: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R35: at the first instant at which it is true and the firer sees the target."""
    visible = first_tick(hidden(), {"a": fire("b", when=EnemyVisible(Enemy("b"))), "b": advance()})
    assert visible is not None
    assert 0 < visible < measure.TURN
    volleyed: dict[str, int] = {}

    def note_volley(state: CivilWarState, firer: str, targets: tuple[str, ...]) -> None:
        volleyed[firer] = state.line.now
        notice_fire(state, firer, targets)

    monkeypatch.setattr(volleys, "notice_fire", note_volley)
    state = hidden()
    state.umpire = True
    orders = {"a": fire("b", when=when), "b": advance(), "c": fire("d"), "d": fire("c")}
    fought = fire_turn(state, orders, dice=[CALM, CALM, CALM])
    if isinstance(when, UmpireSays):
        fought.answer(fire_questions.EventJudged(met=True))
    assert fought.doing("a").shots > 0
    assert volleyed == {"a": visible, "c": 0, "d": 0}


@cases(
    "says when others fires waits",
    ("03.03.6", "who never comes into sight is not fired at", OwnDoes("c", "fires"), {"c": fire("d")}, True, True),
    ("03.03.6", "a friend's march that ended out of sight is remembered", OwnDoes("c", "ends"),
     {"b": advance(), "c": advance(length=100)}, True, False),
    ("03.03.6", "a written time passes, seen or not", AtTime(0), {"b": advance()}, False, False),
)  # fmt: skip
def test_what_is_left_of_fire_at_a_target_out_of_sight(
    when: Any, others: dict[str, Any], fires: bool, waits: bool
) -> None:
    fought = fire_turn(hidden(), {"a": fire("b", when=when), **others}, dice=[CALM] if fires else [])
    assert (fought.doing("a").shots > 0) is (fires and not waits)
    assert fought.doing("a").to_fire == ((0,) if waits else ())


@pytest.mark.proves("03.03.6", "07.02.2")
def test_an_attacker_out_of_sight_does_not_use_up_fire_before_shock() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(60, 20), (65, 20), (65, 70), (60, 70)]}
    state = field_of(
        foot("a", 0, 50, 40),
        foot("c", 0, 75, 45, face=270, weapon="rifle_cartridge"),
        foot("b", 1, 50, 52),
        terrain=[wood],
    )
    fought = fire_turn(state, {"c": fire(when=BeforeShock("a")), "b": attack("a")}, dice=[(3, 3), (6, 6)])
    assert fought.made("shock")
    assert (fought.doing("c").shots, fought.doing("c").to_fire) == (0, (0,))


@pytest.mark.proves("03.03.6")
def test_the_umpire_is_asked_every_eighth_until_he_says_so() -> None:
    state = facing(10)
    state.umpire = True
    order = fire("b", when=UmpireSays("when the bugle sounds"))
    fought = fire_turn(state, {"a": order}, dice=[CALM])
    assert [decision.role for decision in fought.asked] == ["umpire"]
    fought.answer(fire_questions.EventJudged(met=False))
    assert fought.state.line.now == measure.EIGHTH
    fought.answer(fire_questions.EventJudged(met=True))
    assert fought.doing("a").shots == 24
    assert not fire_turn(facing(10), {"a": order}).asked


@pytest.mark.proves("03.03.6")
def test_a_way_that_changes_plans_the_fire_anew() -> None:
    state = facing(20)
    planned(state, {"a": fire(when=EnemyWithin(1200)), "b": advance()})
    assert fires(state)
    motion.halt(state, "b", "stopped")
    assert not fires(state)


@pytest.mark.proves("06.01.1", "05.01.1")
def test_only_who_has_orders_fires() -> None:
    state = field_of(foot("a", 0, 50, 40), cannon("g", 0, 70, 40), foot("b", 1, 60, 50))
    fought = fire_turn(state, {})
    assert not fought.rulings
    assert fires(planned(next_turn(state), {"g": gun_fire("canister", "b")}), "g")


def crossed(**flank: Any) -> CivilWarState:
    """A regiment with an enemy beside it whom nobody of it can fire at, and a column about to cross its front."""
    return field_of(
        foot("a", 0, 50, 40),
        foot("b", 1, 64, 38, face=0, formation="march_column", **flank),
        foot("c", 1, 30, 44, face=90, formation="march_column"),
    )


@pytest.mark.proves("03.03.6")
@pytest.mark.parametrize("when", [EnemyWithin(800), EnemyVisible()])
def test_who_cannot_be_fired_at_does_not_use_up_a_trigger(when: Any) -> None:
    """R135: the enemy beside the regiment is near, but in nobody's arc; the one who crosses its front is shot at."""
    fought = fire_turn(crossed(), {"a": fire(when=when), "c": advance()}, dice=[CALM])
    assert fought.doing("a").shots > 0
    assert not [key for key in fought.told if "no-shot" in key]
    alone = fire_turn(crossed(), {"a": fire(when=when)})
    assert (alone.doing("a").shots, alone.doing("a").to_fire) == (0, (0,)), "it still waits"


@pytest.mark.proves("03.03.6")
def test_a_volley_waits_for_the_first_instant_at_which_a_firing_unit_reaches_the_enemy() -> None:
    """R135: within 8 cm from beside, before the front a little later: not a tick before figures have him in arc."""
    state = crossed()
    near = first_tick(state, {"a": fire(when=EnemyWithin(800, enemy=Enemy("c"))), "c": advance()})
    assert near is not None
    assert 0 < near < measure.TURN
    for tick, reached in ((near, True), (near - 1, False)):
        assert triggers.reached_at(state, state.units[0], language.FirePart(), "c", tick) is reached


@pytest.mark.proves("03.03.6")
def test_fire_from_where_it_cannot_be_answered_is_answered_to_another_who_fires() -> None:
    """R135: the enemy on the flank fires first; the regiment answers the one before its front who fires later."""
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 66, 40, face=270), foot("c", 1, 50, 52))
    orders = {"a": fire(when=EnemyFires()), "b": fire("a"), "c": fire("a", when=AtTime(4))}
    fought = fire_turn(state, orders, dice=[CALM, CALM, CALM])
    assert [fought.doing(unit).shots > 0 for unit in "abc"] == [True] * 3


@pytest.mark.proves("03.03.6", "06.02.1")
def test_canister_waits_for_who_is_before_the_guns() -> None:
    """R135: of guns too: an enemy behind the battery does not use up its canister."""
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 30, face=90), foot("c", 1, 50, 62))
    orders = {"g": gun_fire("canister", when=EnemyWithin(1500)), "c": advance()}
    fought = fire_turn(state, orders, dice=[CALM])
    assert fought.made("artillery-fire")
