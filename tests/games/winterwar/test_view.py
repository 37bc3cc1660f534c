"""What everybody sees of a game of the Winter War, what plain clients display, and what must hold of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from feltherre.core.catalogue import render
from feltherre.core.state import canonical
from feltherre.games.winterwar import board, invariants, maps, units, victory
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.state import AWAITED, DESTROYED, Loss, WinterWarState
from feltherre.games.winterwar.units import COUNT, FINLAND, ROLES, SOVIET
from feltherre.games.winterwar.view import AIR, PARTISANS, WinterWarView
from winterwar_table import Playing, hex_, position, unit


def isthmus(**more: Any) -> Playing:
    """Two Soviet divisions before a Finnish one, aircraft of both sides, a partisan behind the lines."""
    finland = {"1741": ["4D", "RTR1"], "1439": ["LeR2"], "1723": ["P1"]}
    soviet = {"1742": ["24RD", "90RD"], "Leningrad": ["59IAB", "KBF"]}
    return position(**{"finland": finland, "soviet": soviet, **more})


# the view


def test_everybody_sees_the_same() -> None:
    state = isthmus().state
    views = [GAME.view(state, roles) for roles in (("finland",), ("soviet",), (), ("finland", "soviet"))]
    assert all(view == views[0] for view in views)
    assert GAME.view(state, (), all_seeing=True) == views[0]


def test_units_are_where_the_state_has_them() -> None:
    view = GAME.view(isthmus(flipped=["4D"], cut_off=["24RD"]).state, ("soviet",))
    assert len(view.places) == COUNT == len(view.flipped) == len(view.moved)
    assert board.number(view.places[unit("4D")]) == "1741"
    assert view.places[unit("5D")] == AWAITED
    assert [view.flipped[unit("4D")], view.flipped[unit("24RD")]] == [1, 0]
    assert [view.cut_off[unit("4D")], view.cut_off[unit("24RD")]] == [0, 1]
    assert (view.turn, view.phase, view.side) == (1, "movement", "soviet")


def test_lists_of_air_units_and_partisans_follow_the_order_of_battle() -> None:
    strengths = [0] * COUNT
    strengths[unit("P1")] = 3
    view = GAME.view(isthmus(flying={"59IAB": "1741"}, strengths=strengths).state, ())
    assert [units.UNITS[n].type for n in AIR] == ["air"] * len(view.bases)
    assert list(AIR) == sorted(AIR)
    assert board.number(view.bases[AIR.index(unit("59IAB"))]) == "1844"
    assert view.flown[AIR.index(unit("59IAB"))] == 1
    assert view.flown[AIR.index(unit("LeR2"))] == 0
    assert view.strengths[PARTISANS.index(unit("P1"))] == 3
    assert [units.UNITS[n].type for n in PARTISANS] == ["partisan"] * len(view.strengths)


def test_a_view_that_is_kept_does_not_change_with_the_game() -> None:
    play = isthmus()
    view = GAME.view(play.state, ())
    before = canonical(view)
    play("24RD > 1843")
    assert canonical(view) == before
    assert canonical(GAME.view(play.state, ())) != before


def test_a_view_is_read_back_from_json() -> None:
    play = isthmus(phase="combat").throws([3])("attack 1741 with 24RD + 90RD")
    view = GAME.view(play.state, ())
    assert msgspec.json.decode(msgspec.json.encode(view), type=WinterWarView) == view


def test_points_are_those_of_the_victory_chapter() -> None:
    state = isthmus(owners={"Viipuri": "soviet"}).state
    state.destroyed += [Loss(unit("4D"), 4, 1), Loss(unit("24RD"), 5, 1), Loss(unit("P1"), 1, 1)]
    seen, fresh = GAME.view(state, ()).points, GAME.view(WinterWarState(), ()).points
    assert seen == (victory.points(state, FINLAND), victory.points(state, SOVIET))
    assert sum(fresh) == 4 * 41
    assert seen == (fresh[0] - 4 * 2 + 5, fresh[1] + 4 * 2 + 4 + 1)


def test_the_battle_under_way_is_seen_until_it_is_over() -> None:
    play = isthmus(phase="combat", dice="typed")
    assert GAME.view(play.state, ()).under_way == []
    play("attack 1741 with 24RD + 90RD")
    seen = [type(step).__name__ for step in GAME.view(play.state, ()).under_way]
    assert (seen[0], seen[-1]) == ("GroundBattle", "BattleOver")
    battle = GAME.view(play.state, ()).under_way[0]
    assert (board.number(battle.hex), battle.units) == ("1741", (unit("24RD"), unit("90RD")))


def test_a_ruling_at_the_umpires_gate_is_seen_by_nobody_else() -> None:
    play = isthmus(phase="combat", umpire=True, gate_held=True).throws([3])
    play("attack 1741 with 24RD + 90RD")
    assert play.asked == ["umpire"]
    assert any(type(step).__name__ == "GroundRuled" for step in play.state.agenda)
    seen = GAME.view(play.state, ("finland",)).under_way
    assert [type(step).__name__ for step in seen] == ["BattleOver"]


# the display


def test_the_display_has_every_town_and_every_hex_with_counters() -> None:
    display = GAME.display(isthmus(flipped=["4D"]).state, ())
    places = {place.id: place for place in display.places}
    assert len(places) == len(display.places)
    assert {town.hex for town in board.TOWNS} <= set(places)
    assert set(places) - {town.hex for town in board.TOWNS} == {"1741", "1723"}
    assert [render(piece.label) for piece in places["1741"].pieces if piece.label] == ["4D", "RTR1"]
    notes = [render(piece.note) for piece in places["1741"].pieces if piece.note]
    assert notes == ["4th Division: flipped"]


def test_the_display_names_towns_sides_and_points_in_every_language() -> None:
    display = GAME.display(isthmus().state, ())
    viipuri = next(place for place in display.places if place.id == "1540")
    assert [render(viipuri.name, lang) for lang in ("en", "sv")] == ["Viipuri (1540)", "Viborg (1540)"]
    assert [render(part) for part in display.status] == ["Turn 1 of 8: Soviet Union", "Movement phase"]
    assert {entry.kind for entry in display.legend} >= {*ROLES, "town-white", "town-black", "town-grey", "captured"}


def test_counters_off_the_map_are_listed_by_what_becomes_of_them() -> None:
    state = isthmus(turn=4).state
    state.places[unit("4D")] = DESTROYED
    state.destroyed.append(Loss(unit("4D"), 4, 3))
    held = {
        (holding.side, holding.kind): [render(item) for item in holding.items]
        for holding in GAME.display(state, ()).holdings
    }
    assert held["finland", "destroyed"] == ["4th Division"]
    assert "21st Division" in held["finland", "due"]
    later = [n for n in units.OF_SIDE[FINLAND] if state.places[n] == AWAITED and units.ARRIVES[n] not in range(1, 5)]
    counted = [h.count for h in GAME.display(state, ()).holdings if (h.side, h.kind) == ("finland", "awaited")]
    assert (counted, held["finland", "awaited"]) == ([len(later)], [])
    assert ("soviet", "destroyed") not in held


def test_a_captured_town_is_marked() -> None:
    display = GAME.display(isthmus(owners={"Terijoki": "soviet"}).state, ())
    marked = [place.id for place in display.places if "captured" in [mark.kind for mark in place.marks]]
    assert marked == ["1742"]


# what must hold


def sound() -> WinterWarState:
    state = isthmus(owners={"Terijoki": "soviet"}).state
    assert GAME.invariants(state) == []
    return state


def _enemies_together(state: WinterWarState) -> None:
    maps.put(state, unit("24RD"), hex_("1741"))


def _too_many(state: WinterWarState) -> None:
    for name in ("43RD", "70RD"):
        maps.put(state, unit(name), hex_("1742"))


def _in_the_sea(state: WinterWarState) -> None:
    sea = next(number for number in range(board.SIZE) if board.IS_SEA[number])
    maps.put(state, unit("4D"), sea)


def _off_the_road(state: WinterWarState) -> None:
    wild = next(n for n in range(board.SIZE) if board.IS_OPEN[n] and n not in invariants.ON_NETWORK)
    maps.put(state, unit("24RD"), wild)


def _ship_at_sea(state: WinterWarState) -> None:
    state.places[unit("KBF")] = hex_("1742")


def _base_in_enemy_town(state: WinterWarState) -> None:
    state.places[unit("LeR2")] = state.bases[unit("LeR2")] = hex_("1742")


def _too_many_at_base(state: WinterWarState) -> None:
    for name in ("18SBB", "55SBB"):
        state.places[unit(name)] = state.bases[unit(name)] = hex_("Leningrad")


def _away_from_base(state: WinterWarState) -> None:
    state.places[unit("LeR2")] = hex_("1741")


def _uncounted(state: WinterWarState) -> None:
    maps.put(state, unit("4D"), DESTROYED)


def _counted_alive(state: WinterWarState) -> None:
    state.destroyed.append(Loss(unit("4D"), 4, 1))


def _too_early(state: WinterWarState) -> None:
    maps.put(state, unit("21D"), hex_("Viipuri"))


def _no_back(state: WinterWarState) -> None:
    state.flipped[unit("P1")] = 1


def _attack_while_moving(state: WinterWarState) -> None:
    state.attacked[unit("24RD")] = 1


def _pledged_without_air_combat(state: WinterWarState) -> None:
    state.phase = "combat"
    state.pledged[unit("24RD")] = hex_("1741")


def _strength_of_a_division(state: WinterWarState) -> None:
    state.strengths[unit("4D")] = 2


def _no_such_owner(state: WinterWarState) -> None:
    state.owners[0] = 2


def _stale_maps(state: WinterWarState) -> None:
    maps.maps_of(state)
    state.places[unit("4D")] = hex_("1640")


@pytest.mark.parametrize(
    ("spoil", "check"),
    [
        (_enemies_together, invariants.enemies_are_apart),
        (_too_many, invariants.stacking_holds),
        (_in_the_sea, invariants.units_stand_where_they_may),
        (_off_the_road, invariants.units_stand_where_they_may),
        (_ship_at_sea, invariants.units_stand_where_they_may),
        (_base_in_enemy_town, invariants.air_units_have_bases),
        (_too_many_at_base, invariants.air_units_have_bases),
        (_away_from_base, invariants.air_units_have_bases),
        (_uncounted, invariants.losses_are_gone),
        (_counted_alive, invariants.losses_are_gone),
        (_too_early, invariants.units_arrive_in_time),
        (_no_back, invariants.only_two_sided_counters_are_flipped),
        (_attack_while_moving, invariants.attacks_are_made_in_combat),
        (_pledged_without_air_combat, invariants.attacks_are_made_in_combat),
        (_strength_of_a_division, invariants.strengths_are_of_partisans),
        (_no_such_owner, invariants.points_add_up),
        (_stale_maps, invariants.maps_are_in_step),
    ],
)
def test_a_position_that_cannot_be_is_found_out(
    spoil: Callable[[WinterWarState], None], check: Callable[[WinterWarState], list[str]]
) -> None:
    state = sound()
    assert check in invariants.CHECKS
    spoil(state)
    assert check(state) != []
    assert set(check(state)) <= set(GAME.invariants(state))


def test_a_full_stack_is_no_problem_while_its_owner_is_asked() -> None:
    """Moving through a full stack asks for a unit to eliminate (setup-8)."""
    play = position(
        soviet={"1843": ["43RD", "70RD"], "1844": ["24RD"]},
        finland={"1741": ["4D"]},
    )
    play("force 24RD > 1843")
    assert play.step == "OverStacked"
    assert GAME.invariants(play.state) == []
    play.state.agenda.pop()
    assert GAME.invariants(play.state) == ["too many in 1843"]
