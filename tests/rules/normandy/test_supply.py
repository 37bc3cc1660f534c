"""Supply, isolation, Start hexes, points and the end (STEP-3, SUP, INT-2, INT-3, VIC)."""

from __future__ import annotations

import pytest

from cases import cases
from feltherre.games.normandy import board, maps, occupation
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.occupation import Standing
from feltherre.games.normandy.units import ALLIED, GERMAN
from normandy_table import hex_, position, unit
from procedure_desk import Desk

DESK = Desk(GAME.procedures)

#: Germans around a hex south of Bayeux, out of which no line leads
RING = {"1312": ["de-21-pz"], "1311": ["de-711-inf"], "1111": ["de-352-inf"], "1112": ["de-77-inf"]}


@pytest.mark.proves("STEP-3-a", "SUP-1", "SUP-2", "SUP-4", "1.2-d")
def test_an_isolated_unit_takes_a_loss_each_turn() -> None:
    ring = {**RING, "1211": ["de-12-ss-pz"], "1213": ["de-2-pz"]}
    play = position(
        phase="turn", turn=2, allied={"1212": ["us-1-inf"], "1310": ["br-7-arm"]}, german=ring, dice=([4],), alone=True
    )
    assert play.state.isolated[unit("us-1-inf")]
    assert (play.losses("us-1-inf"), play.losses("br-7-arm"), play.losses("de-21-pz")) == (1, 0, 0)
    # a second check destroys it
    play = position(
        phase="turn",
        turn=3,
        allied={"1212": ["us-1-inf"]},
        german=ring,
        losses={"us-1-inf": 1},
        dice=([4],),
        alone=True,
    )
    assert play.place("us-1-inf") == "destroyed"


@pytest.mark.proves("STEP-3-a", "SUP-4")
def test_nobody_is_checked_in_the_first_turn() -> None:
    play = position(phase="turn", turn=1, allied={"2112": ["us-1-inf"]}, alone=True)
    assert play.losses("us-1-inf") == 0


@pytest.mark.proves("STEP-3-b", "SUP-2")
def test_a_line_passes_an_own_unit_in_an_enemy_zone() -> None:
    # 1411 lies in the zone of the 21st; a line to 1412 leads through the unit that stands there
    german = {"1512": ["de-21-pz"], "1312": ["de-77-inf"], "1414": ["de-2-pz"]}
    cut = position(allied={"1412": ["br-3-inf"]}, german={**german, "1611": ["de-3-fj"], "1510": ["de-711-inf"]})
    assert maps.without_line(cut.state, ALLIED) == [unit("br-3-inf")]
    held = position(allied={"1412": ["br-3-inf"], "1411": ["br-7-arm"]}, german=german)
    assert maps.without_line(held.state, ALLIED) == []


@cases(
    "says owner supplied",
    ("SUP-3 STEP-3-a", "a city of theirs", "german", True),
    ("SUP-3 STEP-3-a", "a city that the Allies hold", "allied", False),
)
def test_a_german_city_is_a_source(owner: str, supplied: bool) -> None:
    lost = [int(place.base == "start") for place in board.PLACES]
    lost[board.BASES[GERMAN][0]] = 0
    others = {place.id: "allied" for place in board.PLACES if place.city and place.id != "cherbourg"}
    wall = {
        f"{column:02}12": [name] for column, name in zip((5, 7, 9), ("us-1-inf", "us-2-inf", "us-4-inf"), strict=True)
    }
    play = position(
        german={"0405": ["cb-cherbourg"] if supplied else [], "0406": ["de-709-inf"]},
        allied={**wall, "0309": ["us-9-inf"], "0409": ["us-29-inf"], "0609": ["us-90-inf"], "0709": ["us-30-inf"]},
        owners={**others, "cherbourg": owner},
        lost=lost,
    )
    assert (unit("de-709-inf") not in maps.without_line(play.state, GERMAN)) == supplied


@pytest.mark.proves("SUP-2", "SUP-5")
def test_a_start_hex_that_is_lost_gives_no_supply_even_when_it_is_retaken() -> None:
    place = board.PLACE_AT[hex_("1325")]
    play = position(side="german", german={"1224": ["de-21-pz"]}, owners={"start-1325": "allied"})
    play.state.lost[place] = 1
    play("de-21-pz > 1325")
    assert play.owner("start-1325") == "german"
    assert hex_("1325") not in maps.sources(play.state, GERMAN)


@pytest.mark.proves("SUP-5", "SUP-6")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_side_that_has_lost_all_its_start_hexes_loses_at_once(side: str) -> None:
    number = 0 if side == "allied" else 1
    lost = [int(n in board.BASES[number][1:]) for n in range(len(board.PLACES))]
    last = board.PLACES[board.BASES[number][0]].hex
    beside = next(h for h in board.DRY_WAYS[hex_(last)] if board.TERRAIN[h] != "coast")
    mover = "de-21-pz" if side == "allied" else "br-7-arm"
    stand = {board.number(beside): [mover]}
    enemy = "german" if side == "allied" else "allied"
    play = position(side=enemy, **{enemy: stand}, lost=lost)
    play(f"{mover} > {last}")
    result = play.state.result
    assert result is not None
    assert (result.winners, result.degree) == ((enemy,), "sudden-death")


@pytest.mark.proves("SUP-5", "SUP-6")
def test_the_umpire_asks_about_sudden_death() -> None:
    DESK.check_example(GAME.ledger.examples["chk-sudden-death"])
    both = DESK.ask("start-hex-loss", allied=[{"hex": "a", "lost": True}], german=[{"hex": "b", "lost": True}])
    assert both == {"loser": None, "both_lost": True}


@pytest.mark.proves("INT-2", "VIC-2", "VIC-3", "1.4-value")
def test_points_are_hexes_held_and_enemies_destroyed() -> None:
    play = position(owners={"caen": "allied", "bayeux": "allied"}, allied={"1310": ["br-7-arm"]})
    assert occupation.standing(play.state, ALLIED).points == 6 + 2
    assert occupation.standing(play.state, GERMAN).points == 79 - 8
    maps.put(play.state, unit("de-21-pz"), -2)
    assert occupation.standing(play.state, ALLIED) == Standing(8 + 2, 1, 2)


@pytest.mark.proves("INT-3", "VIC-1", "VIC-2", "VIC-3", "INT-2")
def test_ties_are_broken_by_divisions_then_by_cities() -> None:
    DESK.check_example(GAME.ledger.examples["chk-victory-tie"])
    held = [{"hex": "caen", "value": 6, "controller": "allied"}, {"hex": "x", "value": 6, "controller": "german"}]
    city = [{"hex": "caen", "controller": "allied"}]
    found = DESK.ask("victory-points", hexes=held, cities=city)
    assert (found["winner"], found["decided_by"]) == ("allied", "cities")
    found = DESK.ask("victory-points", hexes=held)
    assert (found["winner"], found["decided_by"]) == (None, "draw")


@pytest.mark.proves("VIC-1", "SEQ-4", "INT-3")
def test_after_the_last_turn_the_points_decide() -> None:
    owners = {place.id: "allied" for place in board.PLACES if place.value}
    play = position(phase="turn", turn=9, owners=owners, allied={"1310": ["br-7-arm"]}, alone=True)
    result = play.state.result
    assert result is not None
    assert (result.winners, result.degree, result.reason) == (("allied",), "points", "turns")
