"""What everybody sees of a game of the Winter War, what plain clients display, and what must hold of a position."""

from collections.abc import Callable
from typing import Any

import msgspec

from cases import cases
from feltherre.core.catalogue import render
from feltherre.core.game import Setup
from feltherre.core.state import canonical
from feltherre.games.winterwar import board, edits, maps, occupation, units
from feltherre.games.winterwar.board import unit_name
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.scene import AIR, PARTISANS, VIEWS
from feltherre.games.winterwar.state import Loss, WinterWarState
from feltherre.games.winterwar.units import COUNT, FINLAND, SOVIET
from feltherre.hexgame.counters import AWAITED, DESTROYED
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
    assert msgspec.json.decode(msgspec.json.encode(view), type=VIEWS.type) == view


def test_points_are_those_of_the_victory_chapter() -> None:
    state = isthmus(owners={"Viipuri": "soviet"}).state
    state.destroyed += [Loss(unit("4D"), 4, 1), Loss(unit("24RD"), 5, 1), Loss(unit("P1"), 1, 1)]
    seen, fresh = GAME.view(state, ()).points, GAME.view(WinterWarState(), ()).points
    assert seen == (occupation.both_points(state)[FINLAND], occupation.both_points(state)[SOVIET])
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


BOARD = GAME.board(Setup(()))


def test_the_scene_has_the_counters_of_every_hex_as_they_lie() -> None:
    scene = GAME.scene(isthmus(flipped=["4D"]).state, ())
    stacks = {stack.place: stack.pieces for stack in scene.stacks}
    assert stacks["1741"] == ("FI-4D", "FI-RTR1")
    assert (scene.faces, scene.losses) == ({"FI-4D": 1}, {"FI-4D": 1})
    kinds = {kind.id: kind for kind in BOARD.kinds}
    assert (kinds["FI-4D"].label, kinds["FI-4D"].faces) == ("4D", ("4-4-3", "2-2-3"))
    assert {piece for pieces in stacks.values() for piece in pieces} <= set(kinds)


def test_the_board_has_every_hex_with_its_ground_and_its_town_in_every_language() -> None:
    places = {place.id: place for place in BOARD.places}
    assert len(places) == board.SIZE
    assert {town.hex for town in board.TOWNS} == {place.id for place in BOARD.places if place.rank}
    viipuri = places["1540"]
    assert [render(viipuri.name, lang) for lang in ("en", "sv")] == ["Viipuri (1540)", "Viborg (1540)"]
    assert (viipuri.owner, viipuri.value, viipuri.ground) == ("finland", 2, "town")
    assert {id_ for region in BOARD.regions for id_ in region.places} == set(places)
    status = GAME.scene(isthmus().state, ()).status
    assert [render(part) for part in (status.turn, status.phase)] == ["Turn 1 of 8: Soviet Union", "Movement phase"]
    explained = {entry.kind for entry in BOARD.legend}
    assert explained >= {"town-white", "town-black", "town-grey", "captured", "cut-off", "moved", "ready", "loss"}
    assert explained >= {"rail", "road", "river", "front", "forest", "marsh", "mountain", "note"}
    assert {"rail", "road", "river", "front", "forest", "marsh", "mountain"} <= {layer.kind for layer in BOARD.layers}


def test_counters_off_the_map_are_listed_by_what_becomes_of_them() -> None:
    state = isthmus(turn=4).state
    state.places[unit("4D")] = DESTROYED
    state.destroyed.append(Loss(unit("4D"), 4, 3))
    held: dict[tuple[str, str], list[str]] = {}
    for holding in GAME.scene(state, ()).holdings:
        names = [render(unit_name(units.INDEX[item])) for item in holding.items]
        held.setdefault((holding.side, holding.kind), []).extend(names)
    assert held["finland", "destroyed"] == ["4th Division"]
    assert "21st Division" in held["finland", "due"]
    later = [n for n in units.OF_SIDE[FINLAND] if state.places[n] == AWAITED and units.ARRIVES[n] not in range(1, 5)]
    counted = [h.count for h in GAME.scene(state, ()).holdings if (h.side, h.kind) == ("finland", "awaited")]
    assert (counted, held["finland", "awaited"]) == ([len(later)], [])
    assert ("soviet", "destroyed") not in held


def test_a_captured_town_is_marked() -> None:
    assert GAME.scene(isthmus(owners={"Terijoki": "soviet"}).state, ()).owners == {"1742": "soviet"}


# what must hold


def sound() -> WinterWarState:
    state = isthmus(owners={"Terijoki": "soviet"}).state
    assert GAME.invariants(state) == []
    return state


Spoil = Callable[[WinterWarState], object]
SEA = board.number(next(n for n in range(board.SIZE) if board.IS_SEA[n]))
WILD = board.number(next(n for n in range(board.SIZE) if board.IS_OPEN[n] and n not in edits.ON_NETWORK))


def puts(name: str, place: str | int) -> Spoil:
    """A unit stands somewhere."""
    return lambda state: maps.put(state, unit(name), hex_(place) if isinstance(place, str) else place)


def marks(name: str, value: int, *fields: str) -> Spoil:
    """Fields of the state hold something of a unit that they cannot."""
    return lambda state: [getattr(state, field).__setitem__(unit(name), value) for field in fields]


def all_of(*spoils: Spoil) -> Spoil:
    return lambda state: [spoil(state) for spoil in spoils]


@cases(
    "says spoil check",
    ("", "enemies together", puts("24RD", "1741"), edits.enemies_are_apart),
    ("", "too many", all_of(puts("43RD", "1742"), puts("70RD", "1742")), edits.stacking_holds),
    ("", "in the sea", puts("4D", SEA), edits.units_stand_where_they_may),
    ("", "off the road", puts("24RD", WILD), edits.units_stand_where_they_may),
    ("", "ship at sea", marks("KBF", hex_("1742"), "places"), edits.units_stand_where_they_may),
    ("", "base in enemy town", marks("LeR2", hex_("1742"), "places", "bases"), edits.air_units_have_bases),
    (
        "",
        "too many at base",
        all_of(*(marks(name, hex_("Leningrad"), "places", "bases") for name in ("18SBB", "55SBB"))),
        edits.air_units_have_bases,
    ),
    ("", "away from base", marks("LeR2", hex_("1741"), "places"), edits.air_units_have_bases),
    ("", "uncounted", puts("4D", DESTROYED), edits.losses_are_gone),
    ("", "counted alive", lambda state: state.destroyed.append(Loss(unit("4D"), 4, 1)), edits.losses_are_gone),
    ("", "too early", puts("21D", "Viipuri"), edits.units_arrive_in_time),
    ("", "no back", marks("P1", 1, "flipped"), edits.only_two_sided_counters_are_flipped),
    ("", "attack while moving", marks("24RD", 1, "attacked"), edits.attacks_are_made_in_combat),
    (
        "",
        "pledged without air combat",
        all_of(marks("24RD", hex_("1741"), "pledged"), lambda state: setattr(state, "phase", "combat")),
        edits.attacks_are_made_in_combat,
    ),
    ("", "strength of a division", marks("4D", 2, "strengths"), edits.strengths_are_of_partisans),
    ("", "no such owner", lambda state: state.owners.__setitem__(0, 2), edits.points_add_up),
    ("", "stale maps", all_of(maps.maps_of, marks("4D", hex_("1640"), "places")), edits.maps_are_in_step),
)
def test_a_position_that_cannot_be_is_found_out(spoil: Spoil, check: Callable[[WinterWarState], list[str]]) -> None:
    state = sound()
    assert check in edits.CHECKS
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
