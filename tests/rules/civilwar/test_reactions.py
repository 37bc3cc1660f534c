"""Free reactions (04.02.10-04.02.12, 03.01.5, 07.06.3): chains fall back, gunners shelter, staff ride off."""

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_forced import Ran, run
from civilwar_sheets import begin, play
from civilwar_table import cannon, chief, chiefs, field_of, foot, horse, inf, table_for, with_unit
from feltherre.games.civilwar import edits, evading, field, forced, gunners, motion, sheltering
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import (
    Attack,
    Fire,
    FirePart,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    Prefs,
    StaffLine,
    StaffStay,
    Stand,
)
from feltherre.games.civilwar.orders.legs import Form, Go
from feltherre.games.civilwar.reactions import FallBack, Shelter
from feltherre.games.civilwar.state import CivilWarState, change, move_staff, note, staff_of, unit_of
from feltherre.ground.tabletop import distance, measure, shapes

#: two brigades of the one side, and one of the other
STAFF = (("chief-0", 0), ("other", 0), ("chief-1", 1))
CHAIN: dict[str, Any] = {"formation": "chain", "figures": 6, "companies": 2, "gap": 80}


def comes_on(state: CivilWarState, enemy: str, order: Any = None) -> None:
    """An enemy marches straight ahead, or has another order."""
    note(state, enemy, line=OrderLine(order or Move((Go(),))))
    if isinstance(order, Attack):
        note(state, enemy, attacks=order.target)
    motion.set_out(state, enemy)
    for unit in state.units:
        motion.watch(state, unit.id)


def threatened(*more: Any, prefs: Prefs | None = None, **values: Any) -> CivilWarState:
    """A chain that an enemy line comes at from 12 cm."""
    state = field_of(foot("a", 0, 50, 60, **(CHAIN | values)), *more, foot("enemy", 1, 50, 72))
    if prefs is not None:
        note(state, "a", line=OrderLine(Stand(), prefs))
    comes_on(state, "enemy")
    return state


# chains


@pytest.mark.proves("04.02.10")
def test_a_chain_is_asked_when_an_enemy_comes_to_8_cm_and_goes_back_a_whole_turn() -> None:
    ran = run(threatened())
    (decision,) = ran.asked
    assert (decision.role, decision.rule, decision.reaction) == ("union", "04.02.10", True)
    assert ran.state.line.now == measure.TURN // 3 + 1, "4 cm at 12 cm a turn"
    ran.answer(FallBack("a", True))
    assert ran.at("a")[1] == pytest.approx(35, abs=0.01), "25 cm"
    assert ran.unit("a").order == "LU", "it has reached no support unit"
    assert ran.unit("a").formation == "chain"
    assert ran.doing("a").void == "fell-back"


@pytest.mark.proves("04.02.10", "04.02.13")
def test_a_friend_through_whom_a_chain_falls_back_cannot_fire_as_surprised() -> None:
    ran = run(threatened(foot("b", 0, 50, 50, under="other"), foot("c", 0, 70, 50, under="other")))
    ran.answer(FallBack("a", True))
    assert ran.at("a")[1] == pytest.approx(35, abs=0.01)
    assert [ran.doing(name).passed_through for name in ("b", "c")] == [True, False]


@pytest.mark.proves("04.02.10")
def test_a_chain_that_stays_is_asked_only_once_about_an_enemy() -> None:
    ran = run(threatened())
    ran.answer(FallBack("a", False))
    assert ran.asked == ()
    assert ran.at("a") == (50, 60)
    assert ran.doing("a").asked_about == ("enemy",)


@pytest.mark.proves("04.02.10")
def test_a_standing_instruction_answers_for_the_player() -> None:
    assert run(threatened(prefs=Prefs(fallback="yes"))).at("a")[1] < 40
    assert run(threatened(prefs=Prefs(fallback="no"))).at("a") == (50, 60)


@pytest.mark.proves("04.02.10")
def test_who_cannot_attack_threatens_nobody() -> None:
    state = field_of(foot("a", 0, 50, 60, **CHAIN), foot("enemy", 1, 50, 72, order="U"))
    comes_on(state, "enemy")
    assert run(state).asked == ()


@pytest.mark.proves("04.02.10", "07.03.5")
def test_a_chain_that_reaches_a_support_unit_stands_half_on_each_of_its_flanks() -> None:
    ran = run(threatened(foot("b", 0, 50, 50)))
    ran.answer(FallBack("a", True))
    assert ran.unit("a").order == "OR"
    chain, line = field.body(ran.state, ran.unit("a")), field.body(ran.state, ran.unit("b"))
    assert len(chain.pieces) == 2
    assert not any(shapes.overlap(half, line.outline) for half in chain.pieces)
    assert all(distance.pieces_distance((half,), line.pieces) <= 5 for half in chain.pieces), "in base contact"
    left, right = chain.pieces
    assert max(x for x, _ in left) <= 4520
    assert min(x for x, _ in right) >= 5480
    assert {y for _, y in (*left, *right)} == {5000, 4850}, "in line with its front"
    assert len(field.shape(ran.state, ran.unit("a")).bases) == 6
    assert "civilwar.react.fell-back-to" in ran.told


@pytest.mark.proves("04.02.10")
def test_where_the_flanks_have_no_room_the_chain_stands_before_the_support_unit() -> None:
    ran = run(threatened(foot("b", 0, 50, 50), foot("c", 0, 60, 50)))
    ran.answer(FallBack("a", True))
    assert ran.unit("a").order == "OR"
    assert ran.unit("a").parted == 0
    assert ran.at("a")[1] == pytest.approx(51.5, abs=0.06)


@pytest.mark.proves("04.02.10", "07.03.5")
def test_a_unit_of_another_brigade_is_no_support_unit() -> None:
    others = [chief(name, side, at=(5 + 50 * at, 5)) for at, (name, side) in enumerate((("chief-0", 0), ("x", 0)))]
    state = field_of(
        foot("a", 0, 50, 60, **CHAIN),
        foot("b", 0, 50, 50, under="x"),
        foot("enemy", 1, 50, 72),
        staff=[*others, chief("chief-1", 1, at=(155, 5))],
    )
    comes_on(state, "enemy")
    ran = run(state).answer(FallBack("a", True))
    assert ran.unit("a").order == "LU"


@pytest.mark.proves("04.02.10", "08.02.8")
@pytest.mark.parametrize(("friend", "y"), [(None, 1.5), (foot("friend", 0, 50, 50, order="U"), 51.55)])
def test_R46_a_chain_stopped_before_it_comes_to_support_falls_into_light_disorder(friend: Any, y: float) -> None:
    """By the edge of the table, or by a friend of another brigade whom it may not pass."""
    at = 10 if friend is None else 60
    chiefs = [chief(name, side, at=(5 + 30 * n, 5)) for n, (name, side) in enumerate(STAFF)]
    own = foot("a", 0, 50, at, **CHAIN)
    placed = [own, foot("enemy", 1, 50, at + 12)]
    if friend is not None:
        placed.append((0, replace(friend[1], under="other")))
    state = field_of(*placed, staff=chiefs)
    note(state, "a", line=OrderLine(Stand(), Prefs(fallback="yes")))
    comes_on(state, "enemy")
    ran = run(state)
    assert ran.at("a")[1] == pytest.approx(y, abs=0.1)
    assert ran.unit("a").order == "LU"


@pytest.mark.proves("04.02.10", "02.06.3")
@pytest.mark.parametrize("of_friend", [Move((Go(),)), Fire((FirePart(),)), Stand()])
def test_a_chain_on_both_flanks_of_its_support_sets_out_whatever_that_is_ordered(of_friend: Order) -> None:
    """It stands beside him, and does not pass through him."""
    placed = foot("a", 0, 50, 50, **CHAIN), foot("friend", 0, 50, 40), foot("enemy", 1, 50, 57)
    state = begin(field_of(*placed, staff=chiefs((50, 30), (50, 80))))
    falls_back = OrderLine(Stand(), Prefs(fallback="yes"))
    play(state, union={"a": falls_back}, confederate={"enemy": "A a"})
    assert unit_of(state, "a").parted
    change(state, "enemy", y=9000)
    told = play(state, union={"a": "GO FWD", "friend": of_friend}).told
    assert (unit_of(state, "a").x, unit_of(state, "a").y) == (5000, 6500)
    assert not {"civilwar.motion.passes", "civilwar.motion.contact.moving-or-firing"} & set(told)


@pytest.mark.proves("04.02.10", "04.02.8")
def test_a_pinned_chain_may_still_fall_back_which_ends_the_pin() -> None:
    state = threatened(order="LU")
    with_unit(state, "a", pinned=2, pinned_in=1)
    ran = run(state).answer(FallBack("a", True))
    assert ran.unit("a").pinned == 0
    assert ran.at("a")[1] < 40


@pytest.mark.proves("04.02.10")
def test_a_parted_chain_closes_up_when_it_is_ordered_to_march() -> None:
    state = field_of(foot("a", 0, 50, 50, **CHAIN), foot("b", 0, 50, 50), foot("enemy", 1, 50, 110, face=0))
    with_unit(state, "a", parted=970)
    note(state, "a", line=OrderLine(Move((Go(),))))
    assert len(field.body(state, unit_of(state, "a")).pieces) == 2
    ran = run(state, forced.start_of_turn, step="melee")
    assert ran.unit("a").parted == 0


@pytest.mark.proves("04.02.11")
def test_a_chain_stretched_too_far_spends_the_turn_closing_in_around_its_middle() -> None:
    state = field_of(foot("a", 0, 50, 60, **(CHAIN | {"gap": 200})), foot("enemy", 1, 50, 110))
    note(state, "a", line=OrderLine(Move((Go(),))))
    ran = Ran(state, ())
    table = ran.table()
    forced.start_of_turn(table)
    motion.set_out(state, "a")
    assert unit_of(state, "a").gap == 200
    ran = run(state)
    assert ran.unit("a").gap == 160
    assert ran.at("a") == (50, 60), "it does nothing else"


@pytest.mark.proves("04.02.11", "02.02.4")
def test_a_chain_of_riders_may_stretch_less() -> None:
    state = field_of(
        horse("a", 0, 50, 60, formation="chain", figures=6, gap=160),
        foot("b", 0, 90, 60, **(CHAIN | {"gap": 160})),
        foot("enemy", 1, 50, 110),
    )
    ran = run(state, forced.start_of_turn, step="melee")
    assert (ran.unit("a").gap, ran.unit("b").gap) == (150, 160)


@pytest.mark.proves("04.02.11")
def test_a_chain_that_a_formation_change_has_stretched_too_far_goes_no_farther_with_its_order() -> None:
    """R48: checked at the end of a formation change as well as when the turn begins."""
    state = field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 110))
    note(state, "a", line=OrderLine(Move((Form("chain"), Go()))))
    motion.set_out(state, "a")
    (formed,) = (event for event in state.line.waiting if event.kind == "formed")
    formed.data["gap"] = 170
    ran = run(state)
    assert "civilwar.react.too-wide" in ran.told
    assert (ran.unit("a").formation, ran.unit("a").gap) == ("chain", 160)
    assert ran.doing("a").void == "re-forming"
    assert ran.at("a")[1] == pytest.approx(60, abs=1), "it does not march on"


@pytest.mark.proves("04.02.11")
@pytest.mark.parametrize("gone", [True, False])
def test_a_chain_on_the_flanks_of_a_unit_that_has_gone_on_closes_in(gone: bool) -> None:
    at = (50, 70) if gone else (50, 50)
    state = field_of(foot("a", 0, 50, 50, **CHAIN), inf("b", 0, at=at), foot("enemy", 1, 50, 110, face=0))
    with_unit(state, "a", parted=970)
    with_unit(state, "b", figures=20)  # who loses men beside it does not stretch it
    ran = run(state, forced.start_of_turn, step="melee")
    assert (ran.doing("a").void == "re-forming") == gone
    assert (ran.unit("a").parted == 0) == gone


@pytest.mark.proves("04.02.11", "01.06.1")
def test_a_chain_that_the_umpire_forms_has_the_usual_gaps() -> None:
    state = begin(field_of(foot("a", 0, 50, 60), foot("enemy", 1, 50, 110)))
    edits.carry_out(table_for(state, GAME), edits.SetFormation("a", "chain"))
    assert unit_of(state, "a").gap == 120
    with_unit(state, "a", gap=170)
    played = play(state)
    assert "civilwar.react.too-wide" in played.told
    assert unit_of(state, "a").gap == 160


@pytest.mark.proves("04.02.10")
def test_a_chain_that_falls_back_to_the_edge_of_the_table_stops_there() -> None:
    """R100: only who is driven is lost over it, and a chain chooses to go."""
    state = field_of(foot("a", 0, 50, 10, **CHAIN), foot("enemy", 1, 50, 22))
    comes_on(state, "enemy")
    ran = run(state).answer(FallBack("a", True))
    there = field.body(ran.state, ran.unit("a"))
    assert ran.unit("a").on_table
    assert field.ground(ran.state).holds(there.pieces)
    assert min(y for piece in there.pieces for _, y in piece) < 10
    assert ran.unit("a").order == "LU"


# gunners


def battery(*more: Any) -> CivilWarState:
    state = field_of(cannon("a", 0, 50, 60), foot("b", 0, 58, 58), *more, foot("enemy", 1, 50, 72))
    comes_on(state, "enemy", Attack("a"))
    return state


@pytest.mark.proves("04.02.12", "08.02.6")
def test_threatened_gunners_may_go_behind_a_closed_unit_within_8_cm() -> None:
    ran = run(battery())
    (decision,) = ran.asked
    assert decision.rule == "04.02.12"
    ran.answer(Shelter("a", "b"))
    crew, line = ran.unit("a"), field.body(ran.state, ran.unit("b"))
    assert (crew.arm, crew.figures, crew.order) == ("infantry", 4, "OR")
    pieces = field.body(ran.state, crew).pieces
    assert max(y for piece in pieces for _, y in piece) < min(y for _, y in line.outline)
    assert distance.pieces_distance(pieces, line.pieces) <= 10
    assert [(one.kind, one.unit) for one in ran.state.made] == [("guns", "a")]


@pytest.mark.proves("04.02.12")
def test_gunners_who_stay_keep_their_guns() -> None:
    ran = run(battery())
    assert GAME.notation.read(GAME.notation.write_briefly(Shelter("a"))) == Shelter("a")
    ran.answer(Shelter("a"))
    assert ran.unit("a").arm == "artillery"
    assert not ran.state.made


@pytest.mark.proves("04.02.12")
def test_without_a_closed_unit_near_there_is_nothing_to_ask() -> None:
    state = field_of(
        cannon("a", 0, 50, 60),
        foot("b", 0, 90, 60),
        foot("c", 0, 44, 58, **CHAIN | {"figures": 2}),
        foot("enemy", 1, 50, 72),
    )
    with_unit(state, "c", formation="chain")
    comes_on(state, "enemy", Attack("a"))
    ran = run(state)
    assert not any(decision.rule == "04.02.12" for decision in ran.asked)


@pytest.mark.proves("04.02.12")
def test_gunners_who_march_back_man_their_guns_again() -> None:
    state = field_of(cannon("a", 0, 50, 60), foot("enemy", 1, 50, 110))
    table = Ran(state, ()).table()
    gunners.leave_guns(table, "a")
    change(state, "a", x=5000, y=4600, facing=0)
    assert gunners.are_away(unit_of(state, "a"))
    comes_on(state, "a")
    ran = run(state)
    unit = ran.unit("a")
    assert (unit.arm, unit.formation, unit.x, unit.y, unit.facing) == ("artillery", "unlimbered", 5000, 6000, 0)
    # 9.5 cm at 12 cm a turn; they are ready half a turn later
    assert unit.change_left == pytest.approx(measure.TURN * (9.5 / 12 - 1 / 2), abs=20)
    assert not ran.state.made
    assert ran.doing("a").void == "manning"


@pytest.mark.proves("04.02.12")
def test_guns_that_were_manned_late_are_ready_in_the_next_turn() -> None:
    state = field_of(cannon("a", 0, 50, 60), foot("enemy", 1, 50, 110))
    with_unit(state, "a", change_left=700)
    seen: list[int] = []
    ran = Ran(state, ())
    forced.start_of_turn(ran.table())
    ran = run(state, lambda table: seen.append(unit_of(table.state, "a").change_left), at=699)
    assert seen == [700]
    assert ran.unit("a").change_left == 0


@pytest.mark.proves("04.02.12")
def test_guns_that_gunners_came_back_to_late_stay_silent_until_they_are_ready() -> None:
    """From one turn into the next: at its start they are not served yet (R99), whatever the gunners were ordered."""
    placed = cannon("a", 0, 50, 60), foot("enemy", 1, 50, 110)
    state = begin(field_of(*placed, staff=chiefs((60, 50), (50, 115))))
    gunners.leave_guns(Ran(state, ()).table(), "a")
    change(state, "a", x=5000, y=4600, facing=0)
    play(state, union={"a": "GO FWD"})
    unit = unit_of(state, "a")
    assert (unit.arm, unit.last) == ("artillery", None)
    assert unit.change_left == pytest.approx(measure.TURN * (9.5 / 12 - 1 / 2), abs=20)
    assert unit.battery is not None
    play(state, union={"a": "S SHELL AT enemy GUESS 49"})
    after = unit_of(state, "a")
    assert after.battery is not None
    assert (after.change_left, after.battery.shell) == (0, unit.battery.shell)


@pytest.mark.proves("04.02.12")
@pytest.mark.parametrize(("gap", "near"), [(8.0, True), (8.01, False)])
def test_gunners_go_behind_nobody_who_is_more_than_eight_centimetres_away(gap: float, near: bool) -> None:
    # the gun reaches from 48 to 52 cm, a line of 24 is 9.6 cm wide
    state = field_of(cannon("a", 0, 50, 60), inf("b", 0, at=(round(52 + gap + 4.8, 2), 58)))
    assert [one.id for one in sheltering.shelters(state, unit_of(state, "a"))] == (["b"] if near else [])


# staff


def lone_general(*, moved: bool = False, evade: Any = "ask") -> CivilWarState:
    state = field_of(foot("a", 0, 80, 30), foot("enemy", 1, 50, 60), staff=chiefs((50, 50), (155, 115)))
    move_staff(state, "chief-0", moved=moved)
    state.sheets[0] = OrderSheet(staff={"chief-0": StaffLine(StaffStay(), evade)})
    comes_on(state, "enemy")
    return state


@pytest.mark.proves("03.01.5", "07.06.3")
def test_a_general_who_has_not_moved_may_ride_off_to_a_unit_or_away() -> None:
    ran = run(lone_general())
    (decision,) = ran.asked
    assert (decision.role, decision.rule) == ("union", "03.01.5")
    ran.answer(evading.Evade("chief-0", "a"))
    one = staff_of(ran.state, "chief-0")
    assert (one.beside, one.moved, one.on_table) == ("a", True, True)
    assert field.distance_to_staff(ran.state, one, ran.unit("a")) <= 5
    away = run(lone_general()).answer(evading.Evade("chief-0", "away"))
    one = staff_of(away.state, "chief-0")
    assert one.x == pytest.approx(5000, abs=20)
    assert one.y < 1000, "up to 80 cm, but no farther than the edge"
    stays = run(lone_general()).answer(evading.Evade("chief-0"))
    assert staff_of(stays.state, "chief-0").on_table, "he has his move yet: nobody takes him (R84)"


@pytest.mark.proves("03.01.5")
def test_the_sheet_may_say_what_a_general_does() -> None:
    ran = run(lone_general(evade="yes"))
    assert staff_of(ran.state, "chief-0").beside == "a"
    ran = run(lone_general(evade="no"))
    assert staff_of(ran.state, "chief-0").y == 5000


@pytest.mark.proves("07.06.3")
def test_a_general_who_has_moved_is_captured() -> None:
    ran = run(lone_general(moved=True))
    one = staff_of(ran.state, "chief-0")
    assert (one.where, one.vacant) == ("lost", 1)
