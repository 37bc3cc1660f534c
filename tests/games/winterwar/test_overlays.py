"""What can be laid over the map: reach with its costs and reasons, zones, supply lines and where they break."""

from typing import Any

import pytest
from msgspec import structs

from feltherre.core.catalogue import languages, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.core.overlay import Overlay
from feltherre.core.state import canonical
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.maps import is_supplied
from feltherre.games.winterwar.movement import MoveSpace
from feltherre.hexgame.actions import Move
from winterwar_table import Playing, hex_, number, position, unit

WHOLE_POSITION = ["enemy-zones", "own-zones", "own-supply", "enemy-supply"]


def laid(play: Playing, role: str = "finland", picked: str = "") -> dict[str, Overlay]:
    """The overlays by id. Nothing has changed, every language can say them, and no hex has two marks of a kind."""
    before = canonical(play.state)
    found = GAME.overlays(play.state, [role] if role else [], units.UNITS[unit(picked)].id if picked else "")
    assert canonical(play.state) == before
    assert GAME.invariants(play.state) == []
    for overlay in found:
        texts = [overlay.name, *(cut.reason for cut in overlay.breaks), *(each.reason for each in overlay.barred)]
        for said in (render(text, lang) for text in texts for lang in languages()):
            assert "<" not in said
            assert "{" not in said
        for marks in (overlay.places, overlay.breaks, overlay.barred):
            places = [mark.place for mark in marks]
            assert len(places) == len(set(places))
    return {overlay.id: overlay for overlay in found}


def reach(play: Playing, name: str, role: str = "finland") -> Overlay:
    return laid(play, role, name)["reach"]


def labels(overlay: Overlay) -> dict[str, str]:
    return {mark.place: mark.label for mark in overlay.places}


def hexes(overlay: Overlay) -> set[str]:
    return {mark.place for mark in overlay.places}


def reasons(overlay: Overlay) -> dict[str, tuple[str, str | None]]:
    return {
        barred.place: (barred.reason.key.removeprefix("winterwar.illegal."), barred.rule) for barred in overlay.barred
    }


def key(overlay: Overlay) -> str:
    return overlay.name.key.removeprefix("winterwar.overlay.")


def isthmus(side: str = "soviet", phase: str = "movement", **more: Any) -> Playing:
    return position(side=side, phase=phase, finland={"1742": ["1Br"]}, soviet={"1844": ["24RD"]}, **more)


# reach


def test_every_hex_in_reach_has_its_cost_in_movement_points() -> None:
    play = isthmus()
    costs = play.reach("24RD")
    written = {0.25: "¼", 0.5: "½", 0.75: "¾", 1: "1", 1.25: "1¼", 1.5: "1½", 1.75: "1¾", 2: "2", 3: "3"}
    found = labels(reach(play, "24RD"))
    assert set(found) == set(costs)
    assert len(found) > 5
    assert {there: label for there, label in found.items() if costs[there] in written} == {
        there: written[cost] for there, cost in costs.items() if cost in written
    }
    assert "¼" in {label[-1] for label in found.values()}, "a railway costs a quarter (1.4-g)"


def test_hexes_just_out_of_reach_have_the_reason_and_its_rule() -> None:
    overlay = reach(isthmus(), "24RD")
    found = reasons(overlay)
    assert found["1742"] == ("enemy-there", "turn-3-e")
    assert ("off-road", "turn-3-g") in found.values()
    assert ("water", "move-7") in found.values()
    assert not set(found) & hexes(overlay)
    beside = {board.number(there) for there in board.GRID.neighbours[hex_("1844")]}
    play = isthmus()
    for there in beside & set(found):
        assert play.refusal(f"24RD > {there}") == (f"winterwar.illegal.{found[there][0]}", found[there][1])


def test_a_full_stack_is_a_reason() -> None:
    """Two divisions leave no room for a third (setup-5)."""
    alone = isthmus()
    beside = [there for there in alone.reach("24RD") if hex_(there) in board.GRID.neighbours[hex_("1844")]]
    full = beside[0]
    play = position(side="soviet", finland={"1742": ["1Br"]}, soviet={"1844": ["24RD"], full: ["138RD", "123RD"]})
    assert reasons(reach(play, "24RD"))[full] == ("full-stack", "setup-8")
    assert "full-stack" not in {what for what, _ in reasons(reach(alone, "24RD")).values()}


def test_an_enemy_unit_has_the_reach_of_its_next_movement_phase() -> None:
    play = isthmus()
    assert key(reach(play, "24RD", "soviet")) == "reach"
    assert key(reach(play, "24RD", "finland")) == "reach", "it is the Soviet movement phase, whoever looks"
    assert key(reach(play, "1Br", "soviet")) == "reach-next"
    assert hexes(reach(play, "1Br", "soviet")) == set(play.reach("1Br"))


def test_a_unit_that_has_moved_reaches_on_from_where_it_is_next_time() -> None:
    play = isthmus(side="finland")
    there = next(iter(play.reach("1Br")))
    play(f"1Br > {there}")
    overlay = reach(play, "1Br")
    assert key(overlay) == "reach-next"
    assert hexes(overlay) == set(play.reach("1Br"))
    assert key(reach(isthmus(phase="combat"), "24RD")) == "reach-next"


def test_a_unit_out_of_supply_would_reach_what_it_could_if_it_were_supplied() -> None:
    """It does not move (supply-5): in its own movement phase by the last check, else by the line it has now."""
    checked = isthmus(cut_off=["24RD"])
    assert key(reach(checked, "24RD")) == "reach-cut-off"
    lost = position(side="soviet", finland={"Kuhmo": ["ErP14"]}, soviet={"1844": ["24RD"]}, owners={"Kuhmo": "soviet"})
    assert not is_supplied(lost.state, unit("ErP14"))
    assert key(reach(lost, "ErP14")) == "reach-cut-off"


def test_an_air_unit_pays_a_point_a_hex_from_its_base() -> None:
    play = position(side="finland", finland={"Kouvola": ["LeR2"], "1742": ["1Br"]}, soviet={"1844": ["24RD"]})
    overlay = reach(play, "LeR2")
    assert key(overlay) == "range"
    beside = {board.number(there) for there in board.GRID.neighbours[hex_("Kouvola")]}
    assert {there for there, cost in labels(overlay).items() if cost == "1"} == beside
    assert "out-of-range" in {what for what, _ in reasons(overlay).values()}
    farthest = max(int(cost) for cost in labels(overlay).values())
    assert farthest == units.MOVEMENT[unit("LeR2")][0]
    play("fly LeR2 1742")
    assert key(reach(play, "LeR2")) == "range-next"
    assert labels(reach(play, "LeR2")) == labels(overlay), "it flies home before it flies again"


def test_an_air_unit_does_not_fly_over_neutral_land() -> None:
    play = position(side="finland", finland={"Kemi": ["LeR2"]}, soviet={"1844": ["24RD"]})
    assert ("neutral", "1.1-f") in reasons(reach(play, "LeR2")).values()


def test_ships_and_units_that_are_not_on_the_map_reach_nothing() -> None:
    ship = next(each for each in units.UNITS if each.type == "ship")
    port = next(town.hex for town in board.TOWNS if town.id == "leningrad")
    play = position(side="finland", finland={"1742": ["1Br"]}, soviet={port: [ship.short, "24RD"]})
    assert laid(play, picked=ship.short) == {}
    assert laid(play, picked="4D") == {}


def test_nobody_knows_a_unit_that_is_none() -> None:
    with pytest.raises(BadInput):
        GAME.overlays(isthmus().state, ["finland"], "FI-99D")


# zones


def test_zones_of_both_sides_are_seen_from_the_seat() -> None:
    play = isthmus()
    finnish = {there for there in range(board.SIZE) if maps.bits_of(play.state)[there] & maps.ZONE[0]}
    seen = laid(play, "finland")
    assert hexes(seen["own-zones"]) == {board.number(there) for there in finnish}
    assert {mark.tint for mark in seen["own-zones"].places} == {"own"}
    assert {mark.tint for mark in seen["enemy-zones"].places} == {"enemy"}
    assert render(seen["enemy-zones"].name) == "Zones of control: Soviet Union"
    other = laid(play, "soviet")
    assert hexes(other["enemy-zones"]) == hexes(seen["own-zones"]) != hexes(other["own-zones"])
    assert list(seen) == list(other) == list(laid(play, "")) == WHOLE_POSITION


def test_who_watches_sees_the_same_as_finland() -> None:
    play = isthmus()
    assert laid(play, "") == laid(play, "finland")


# supply


def broken(overlay: Overlay) -> dict[str, str]:
    return {each.place: render(each.reason) for each in overlay.breaks}


def test_a_supplied_unit_has_a_line_to_its_town() -> None:
    play = position(side="finland", finland={"1741": ["1Br"]}, soviet={"1903": ["104RD"]})
    supply = laid(play)["own-supply"]
    assert supply.breaks == ()
    line = next(way for way in supply.lines if way.places[0] == "1741")
    assert line.tint == "supply"
    assert line.places[-1] in {town.hex for town in board.TOWNS if town.owner == "finland"}
    assert len(line.places) <= 3, "a Finnish line enters two hexes at most (supply-7)"


def test_lines_that_run_together_are_drawn_once() -> None:
    play = position(
        side="soviet", finland={"Oulu": ["9D"]}, soviet={"1844": ["24RD"], "1843": ["138RD"], "1944": ["43RD"]}
    )
    lines = laid(play, "soviet")["own-supply"].lines
    steps = [step for way in lines for step in zip(way.places, way.places[1:], strict=False)]
    assert len(steps) == len(set(steps))
    starts = {way.places[0] for way in lines}
    supply = maps.supply_of(play.state, maps.RUSSIAN)
    assert starts == {there for there in ("1844", "1843", "1944") if len(supply.line(hex_(there))) > 1}


def test_hexes_where_a_unit_is_supplied_are_tinted() -> None:
    play = isthmus()
    supplied = hexes(laid(play)["own-supply"])
    near = [there for there in board.GRID.neighbours[hex_("Oulu")] if board.IS_OPEN[there]]
    assert {board.number(there) for there in near} <= supplied
    assert "1844" not in supplied, "an enemy stands there"
    for there in supplied:
        assert maps.supply_of(play.state, maps.FINNISH).supplied(hex_(there))


def test_too_far_from_a_town_is_named_with_the_distance() -> None:
    own = [town.hex for town in board.TOWNS if town.owner == "finland"]
    open_land = [there for there in range(board.SIZE) if board.IS_OPEN[there] and board.COUNTRY[there] == "finland"]
    far = next(h for h in open_land if min(board.GRID.distance(h, hex_(town)) for town in own) == 3)
    play = position(side="finland", finland={board.number(far): ["ErP14"]}, soviet={"1844": ["24RD"]})
    supply = laid(play)["own-supply"]
    why = broken(supply)
    assert list(why) == [board.number(far)]
    assert why[board.number(far)].startswith("ErP14: ")
    assert "2 at most" in why[board.number(far)]
    (line,) = supply.lines
    assert (line.tint, line.places[0]) == ("enemy", board.number(far))


def petsamo(**finland: list[str]) -> Playing:
    return position(finland=finland, soviet={"Petsamo": ["104RD"], "2105": ["14RD"]})


def test_a_line_cut_by_enemy_units_is_broken_where_they_stand() -> None:
    """Finnish partisans, who have no zone, stand on both roads from Petsamo (turn-1-b, supply-8)."""
    play = petsamo(**{"1703": ["P1"], "1903": ["P2"]})
    supply = laid(play, "soviet")["own-supply"]
    assert not is_supplied(play.state, unit("104RD"))
    assert broken(supply) == {"1903": "Enemy units cut the supply line of 104RD."}
    assert [way.places for way in supply.lines if way.tint == "enemy"] == [(number("Petsamo"), "1903")]
    assert laid(play, "finland")["enemy-supply"] == structs.replace(supply, id="enemy-supply")


def test_a_line_cut_by_a_zone_is_broken_where_it_lies() -> None:
    play = petsamo(**{"1704": ["ErP17"], "1804": ["Pets"]})
    (cut,) = laid(play, "soviet")["own-supply"].breaks
    assert render(cut.reason) == "An enemy zone of control cuts the supply line of 104RD."
    assert maps.bits_of(play.state)[hex_(cut.place)] & (maps.ZONE[0] | maps.UNIT[0]) == maps.ZONE[0]
    assert broken(laid(petsamo(**{"1804": ["Pets"]}), "soviet")["own-supply"]) == {}, "the other road is open"


def test_partisans_need_no_line() -> None:
    partisan = next(u.short for u in units.UNITS if u.type == "partisan")
    side = next(u.side for u in units.UNITS if u.type == "partisan")
    there = "1903" if side == "soviet" else number("Kuhmo")
    play = position(side="soviet", **{side: {there: [partisan]}})  # type: ignore[arg-type]
    assert laid(play, side)["own-supply"].lines == ()
    assert laid(play, side)["own-supply"].breaks == ()


# pointing at a hex instead of a counter


def test_a_hex_without_a_unit_that_can_move_has_the_reason_of_the_unit_in_it() -> None:
    cut_off = isthmus(cut_off=["24RD"])
    why = MoveSpace(cut_off.state, Move).why_not_unit("1844")
    assert (why.reason.key, why.rule) == ("winterwar.illegal.cut-off", "supply-5")
    assert MoveSpace(cut_off.state, Move).why_not_unit("1742").reason.key == "winterwar.illegal.nobody-there"
    assert MoveSpace(isthmus().state, Move).why_not_unit("1844").reason.key == "winterwar.illegal.choose-counter"


def test_the_reach_shows_by_itself_while_units_may_move_and_not_while_they_fight() -> None:
    play = isthmus()
    assert reach(play, "24RD", "soviet").suggested
    play.state.phase = "combat"
    assert not reach(play, "24RD", "soviet").suggested


def test_the_kinds_of_ground_are_those_of_the_map_where_the_war_is_fought() -> None:
    """It is the same in every position: the board has it, and no position says it again."""
    (overlay,) = GAME.board(Setup(())).overlays
    assert (overlay.id, render(overlay.name, "en")) == ("terrain", "Terrain")
    grounds = {place.id: place.ground for place in GAME.board(Setup(())).places}
    assert {mark.place: mark.tint for mark in overlay.places} == {place: grounds[place] for place in hexes(overlay)}
    assert {mark.tint for mark in overlay.places} == {"forest", "marsh", "mountain", "town"}
