"""The captain brings everybody to bear: reinforcements come on and are met, guns find room, who is hidden is reckoned
with, and a few go to where it counts at the end."""

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import Placed, cannon, chief, chiefs, foot, inf, table_for, with_unit
from feltherre.games.civilwar import brief, gunners, scenario
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import legs, places
from feltherre.games.civilwar.orders.language import Move, OrderLine, StaffMove
from feltherre.games.civilwar.players import knowledge, marches
from feltherre.games.civilwar.players.captain import prospects, standing
from feltherre.games.civilwar.players.captain.finish import Finish
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.captain.rehearsal import Rehearsal
from feltherre.games.civilwar.players.objectives import for_driving_off, must_stay, objectives
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.state import CivilWarState, Sighting, unit_of
from feltherre.games.civilwar.victory_terms import DrivenOff, Hold, HoldAlone, HoldMore, NoneWithin, Of, OneOf, Where
from feltherre.ground.tabletop.measure import CM

HILL = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 80), (100, 80), (100, 110), (60, 110))}
WOOD = {"id": "wood", "type": "wood", "poly": ((20, 50), (120, 50), (120, 90), (20, 90))}
MOST_IN_THE_WOOD = term(
    "wood", "each", 4, HoldMore(of=Of(side="own", orders=("OR", "LU")), where=Where(inside=("wood",)))
)


def _known(state: CivilWarState) -> knowledge.Knowledge:
    return knowledge.Knowledge(position(state, 0))


def _rehearsal(state: CivilWarState) -> Rehearsal:
    known = _known(state)
    return Rehearsal(FootOrders(Plan(known), marches.Marches(known, wary=True), SheetWriter(known)))


def _worth(state: CivilWarState, **values: Any) -> float:
    known = _known(state)
    after = known.state.clone()
    return standing.Standing(Plan(known)).worth(after, with_unit(after, "a", **values))


def _coming(name: str, turn: int, at: tuple[int, int]) -> Placed:
    side, data = inf(name, 0, at=at, face=270, under="corps")
    return side, replace(data, at=None, reinforcement=brief.Reinforcement(turn, (at[0] * CM, at[1] * CM), 2700))


# reinforcements


def _before_they_come(*more: Placed) -> CivilWarState:
    return orders_due(
        foot("a", 0, 40, 20, under="brigade"),
        *more,
        _coming("first", 8, (160, 60)),
        _coming("second", 12, (100, 0)),
        foot("b", 1, 40, 100),
        staff=[
            chief("corps", 0, at=(60, 20)),
            chief("brigade", 0, at=(40, 12), under="corps"),
            chief("chief-1", 1, at=(40, 110)),
        ],
        turn=2,
    )


def test_a_general_whose_troops_are_still_to_come_rides_to_where_the_first_come_on() -> None:
    """Six turns ahead: those on the table have a general of their own (03.03.3)."""
    ride = written(_before_they_come(), 0).rides("corps")
    assert isinstance(ride, StaffMove)
    assert isinstance(ride.to.mark, places.UnitMark)
    assert ride.to.offset is not None
    known = _known(_before_they_come())
    mark = unit_of(known.state, ride.to.mark.unit)
    assert 450 < ride.to.offset.direction < 900, "to the north-east"
    assert mark.x + ride.to.offset.length > 110 * CM


def test_a_general_with_troops_on_the_table_stays_with_them_until_others_come_soon() -> None:
    state = _before_they_come(foot("c", 0, 60, 30, under="corps"))
    ride = written(state, 0).rides("corps")
    far = isinstance(ride, StaffMove) and ride.to.offset is not None and ride.to.offset.length > 25 * CM
    assert not far


def far_from_lyon() -> CivilWarState:
    """A regiment 110 cm to the east of its general."""
    return orders_due(
        foot("a", 0, 130, 20, under="lyon"),
        foot("b", 1, 20, 100),
        staff=[chief("lyon", 0, at=(20, 20)), chief("chief-1", 1, at=(20, 110))],
        turn=3,
    )


def test_who_was_told_to_form_where_there_is_no_room_is_not_told_so_again() -> None:
    state = far_from_lyon()
    for last, goes_on in ((Move((legs.Form("attack_column"),)), False), (Move((legs.Go(2700),)), True)):
        with_unit(state, "a", last=OrderLine(last))
        see(state)
        assert (written(state, 0).order("a") == last) is goes_on


def test_who_has_formed_by_his_last_order_goes_on_with_the_march_after_it() -> None:
    """R28: the change is not made again."""
    state = far_from_lyon()
    march = Move((legs.Go(2700),))
    with_unit(state, "a", last=OrderLine(Move((legs.Form("line"), *march.legs))), again=march)
    see(state)
    assert written(state, 0).order("a") == march


def test_who_may_do_nothing_at_all_is_left_out_of_the_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 60))
    monkeypatch.setattr(SheetWriter, "allowed", lambda self, unit, order: False)
    rehearsal = _rehearsal(state)
    rehearsal.add(unit_of(state, "a"))
    assert rehearsal.play({}) == {}


# guns


def test_a_battery_unlimbers_only_where_its_guns_have_room() -> None:
    for beside, room in ((44, False), (80, True)):
        state = orders_due(
            cannon("g", 0, 50, 30, formation="march_column", guns=6, figures=6),
            foot("a", 0, beside, 30),
            foot("b", 1, 50, 70),
        )
        with_unit(state, "a", order="U")
        see(state)
        assert marches.Marches(_known(state)).unlimbers(unit_of(state, "g")) is room
        order = written(state, 0).order("g")
        assert (isinstance(order, Move) and isinstance(order.legs[0], legs.Unlimber)) is room


def test_fire_is_drawn_by_batteries_that_score_when_they_are_driven_off() -> None:
    off = term("guns", "union", 3, DrivenOff(of=Of(side="enemy", arms=("artillery",)), where=Where(inside=("hill",))))
    for y, points in ((95, 3), (70, 0)):
        state = orders_due(
            foot("a", 0, 80, 30), cannon("g", 1, 80, y), foot("b", 1, 95, 95), terrain=[HILL], victory=(off,)
        )
        plan = Plan(_known(state))
        assert plan.shot_for(unit_of(state, "g")) == points
        assert plan.shot_for(unit_of(state, "b")) == 0
        assert for_driving_off(state, 0, unit_of(state, "g")) == points
        assert must_stay(state, 1, unit_of(state, "g")) is (points > 0)


# in woods and corn


def test_who_is_not_seen_in_a_wood_takes_no_fire_there() -> None:
    """Beyond 15 cm nobody is seen in a wood (03.02.3)."""
    worth = {}
    for terrain in ((), (WOOD,)):
        rifles = foot("b", 1, 50, 48, face=0, weapon="rifle_cartridge")
        state = orders_due(foot("a", 0, 50, 96, face=180), rifles, terrain=list(terrain))
        with_unit(state, "a", out_of_ammunition=True)
        worth[bool(terrain)] = _worth(state, y=70 * CM) - _worth(state, y=96 * CM)
    assert worth[True] > worth[False]


def test_who_is_hidden_in_a_wood_still_holds_it() -> None:
    """How the battle stands is reckoned with those who were seen there last."""
    for figures, behind in ((36, True), (6, False)):
        state = orders_due(
            foot("a", 0, 50, 60, 24),
            foot("b", 1, 50, 86, figures=figures, companies=2),
            terrain=[WOOD],
            victory=(MOST_IN_THE_WOOD,),
            turn=8,
        )
        assert not any(one.live for one in state.sightings if one.unit == "b")
        seen = replace(_sighting(state), figures=figures, live=False, turn=7)
        state.sightings = [one for one in state.sightings if one.unit != "b"] + [seen]
        assert (prospects.ahead_by(_known(state)) < 0) is behind


@pytest.mark.parametrize("order", ["OR", "U"])
@pytest.mark.parametrize(("y", "ago", "feared"), [(112, 12, True), (112, 13, False), (160, 12, False)])
def test_who_was_seen_near_a_wood_and_is_out_of_sight_may_be_in_it(y: int, ago: int, feared: bool, order: str) -> None:
    """In which order he is there nobody knows."""
    state = orders_due(
        foot("a", 0, 50, 60, 24),
        foot("b", 1, 50, 86, 36, companies=2),
        terrain=[WOOD],
        victory=(MOST_IN_THE_WOOD,),
        turn=15,
    )
    with_unit(state, "b", order=order, out_of_ammunition=True, men=5)
    seen = replace(_sighting(state), figures=36, live=False, turn=15 - ago, y=y * CM)
    state.sightings = [one for one in state.sightings if one.unit != "b"] + [seen]
    known = _known(state)
    assert not known.ghosts
    hidden = unit_of(known.state, "b")
    assert (hidden.order, hidden.out_of_ammunition, hidden.men) == ("OR", False, 0)
    assert [unit.id for unit in prospects.feared_at(known, Where(inside=("wood",)))] == ["b"] * feared
    assert (prospects.ahead_by(known) < 0) is feared


def _sighting(state: CivilWarState) -> Sighting:
    """How the enemy would be known if he stood before the wood."""
    other = state.clone()
    with_unit(other, "b", y=46 * CM)
    see(other)
    known = next(one for one in other.sightings if one.unit == "b" and one.live and one.general == "chief-0")
    return replace(known, y=86 * CM)


# the end


def test_who_goes_to_one_of_two_places_need_not_go_to_the_other() -> None:
    """Either place scores once, and from either one spoils what the enemy scores for."""
    either = OneOf(
        parts=(
            Hold(of=Of(side="own"), where=Where(inside=("hill",))),
            Hold(of=Of(side="own"), where=Where(within=3 * CM, of="hill")),
        )
    )
    empty = NoneWithin(of=Of(side="enemy"), where=Where(north_of=70 * CM))
    state = orders_due(
        *(foot(f"a{n}", 0, 30 + 15 * n, 60) for n in range(8)),
        foot("b", 1, 20, 20, face=0),
        terrain=[HILL],
        victory=(term("either", "union", 4, either), term("empty", "confederate", 3, empty)),
    )
    state.turn = scenario.load_scenario(state.scenario).turns - 3
    see(state)
    known = _known(state)
    assert len(Finish(known, objectives(known.state, 0), known.orders_of).places) == 3


def test_who_is_where_one_thing_counts_goes_on_to_where_more_does() -> None:
    """From the hill one also spoils what the enemy scores for: nobody is left for that alone."""
    hill = Hold(of=Of(side="own", orders=("OR",)), where=Where(inside=("hill",)))
    empty = NoneWithin(of=Of(side="enemy"), where=Where(north_of=70 * CM))
    state = orders_due(
        foot("a", 0, 80, 74, 12, companies=6, formation="march_column"),
        foot("b", 1, 20, 20, face=0),
        terrain=[HILL],
        victory=(term("hill", "union", 4, hill), term("empty", "confederate", 3, empty)),
    )
    state.turn = scenario.load_scenario(state.scenario).turns
    see(state)
    known = _known(state)
    place, counts = Finish(known, objectives(known.state, 0), known.orders_of).places["a"]
    assert (counts.points, place[1] >= 80 * CM) == (4, True)


def test_who_is_hemmed_in_sets_out_all_the_same_for_what_counts_at_the_end() -> None:
    """No way is free all along; at the worst one stops against a friend (04.02.5)."""
    hill = Hold(of=Of(side="own", orders=("OR",)), where=Where(inside=("hill",)))
    state = orders_due(
        foot("a", 0, 80, 60, formation="attack_column", figures=30, companies=10),
        foot("before", 0, 80, 63, 30, companies=10),
        *(foot(f"beside-{at}", 0, at, 60, formation="attack_column") for at in (72, 88)),
        foot("b", 1, 20, 20, face=0),
        terrain=[HILL],
        victory=(term("hill", "union", 4, hill),),
    )
    state.turn = scenario.load_scenario(state.scenario).turns - 2
    for name in ("before", "beside-72", "beside-88"):
        with_unit(state, name, order="U")
    see(state)
    known = _known(state)
    assert marches.Marches(known, wary=True).march(unit_of(known.state, "a"), (80 * CM, 90 * CM), stop=6 * CM) is None
    order = written(state, 0).order("a")
    assert isinstance(order, Move)
    assert isinstance(order.legs[-1], legs.GoTo)


def _two_on_the_way(turns_left: int, *foes: Placed, alone: bool = False) -> tuple[knowledge.Knowledge, Finish]:
    """Regiments of which the last is a little farther away and was sent there in the turn before."""
    where = Where(north_of=100 * CM)
    wanted = term("empty", "confederate", 3, NoneWithin(of=Of(side="enemy", min=1), where=where))
    if alone:
        wanted = term("alone", "union", 3, HoldAlone(of=Of(side="own"), where=where))
    state = orders_due(
        *(foot(f"a{n}", 0, 40 + 20 * n, 80 - 3 * n) for n in range(5)),
        *foes,
        foot("b", 1, 20, 20, face=0),
        victory=(wanted,),
    )
    ahead = places.Place(places.UnitMark("a4"), places.Offset(0, 20 * CM))
    with_unit(state, "a4", last=OrderLine(Move((legs.GoTo(ahead),))))
    state.turn = scenario.load_scenario(state.scenario).turns + 1 - turns_left
    see(state)
    known = _known(state)
    return known, Finish(known, objectives(known.state, 0), known.orders_of)


def test_who_is_on_his_way_goes_on_though_others_are_nearer() -> None:
    _, finish = _two_on_the_way(4)
    assert len(finish.places) == 3
    assert "a4" in finish.places


def test_in_the_last_turns_one_goes_where_two_fire_but_not_before() -> None:
    foes = [foot(f"foe{n}", 1, 8 + 12 * n, 118, 20, companies=10) for n in range(13)]
    sent = [len(_two_on_the_way(left, *foes)[1].places) for left in (6, 4)]
    assert sent[0] == 0 < sent[1]
    # where no enemy may be it is of no use to be among them
    assert not _two_on_the_way(4, *foes, alone=True)[1].places


def test_gunners_who_have_left_their_guns_go_back_when_the_enemy_is_gone() -> None:
    for y, back in ((110, True), (38, False)):
        state = orders_due(cannon("g", 0, 50, 30), foot("a", 0, 80, 30), foot("b", 1, 50, y))
        gunners.leave_guns(table_for(state, GAME), "g")
        with_unit(state, "g", x=50 * CM, y=12 * CM)
        see(state)
        sheet = written(state, 0)
        goes = sheet.order("g")
        leg = goes.legs[-1] if isinstance(goes, Move) else None
        assert isinstance(leg, legs.GoTo) is back
        assert "g" not in Plan(_known(state)).finish.places


def test_who_is_there_early_does_not_stay_for_it_and_nobody_else_is_sent() -> None:
    """Three are there: in the last turns they stay, before that they fight on."""
    for turns_left, stay in ((8, False), (4, True)):
        empty = NoneWithin(of=Of(side="enemy", min=1), where=Where(north_of=100 * CM))
        state = orders_due(
            *(foot(f"there{n}", 0, 40 + 20 * n, 108) for n in range(3)),
            *(foot(f"away{n}", 0, 40 + 20 * n, 80) for n in range(3)),
            foot("b", 1, 20, 20, face=0),
            victory=(term("empty", "confederate", 3, empty),),
        )
        state.turn = scenario.load_scenario(state.scenario).turns + 1 - turns_left
        see(state)
        known = _known(state)
        finish = Finish(known, objectives(known.state, 0), known.orders_of)
        assert sorted(finish.places) == (["there0", "there1", "there2"] if stay else [])


def test_to_be_beside_a_place_that_the_enemy_must_hold_alone_is_enough_in_the_end() -> None:
    """He has it only if nobody of ours in good order is there; two go, whoever fires."""
    field = {"id": "field", "type": "field", "kind": "difficult", "poly": ((44, 79), (56, 79), (56, 100), (44, 100))}
    alone = HoldAlone(of=Of(side="own", arms=("infantry",), orders=("OR",)), where=Where(inside=("field",)))
    for victory, goes in ((term("field", "confederate", 4, alone), True), (term("field", "union", 4, alone), False)):
        state = orders_due(
            foot("a", 0, 50, 60, 12, companies=4),
            foot("b", 1, 44, 94, 24),
            foot("c", 1, 56, 94, 24),
            terrain=[field],
            victory=(victory,),
        )
        state.turn = scenario.load_scenario(state.scenario).turns - 1
        see(state)
        known = _known(state)
        assert ("a" in Finish(known, objectives(known.state, 0), known.orders_of).places) is goes


def test_a_reserve_far_from_the_enemy_comes_up_though_the_side_is_ahead() -> None:
    """Who is near him stays where he is."""
    for y, comes in ((20, True), (70, False)):
        state = orders_due(
            foot("a", 0, 50, 92, 36, companies=10),
            foot("r", 0, 60, y, 24),
            foot("b", 1, 86, 90, 6, face=270, companies=2),
            terrain=[{"id": "hill", "type": "hill", "level": 1, "poly": ((30, 84), (70, 84), (70, 100), (30, 100))}],
            victory=(term("hill", "each", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",)))),),
            staff=chiefs((50, 56), (96, 90)),
            turn=6,
        )
        known = _known(state)
        assert prospects.ahead_by(known) > 1
        assert isinstance(written(state, 0).order("r"), Move) is comes
