"""What a person is told besides the rules: of a hex or a unit, what lies over the map, battles ahead, warnings."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cases import each
from feltherre.cli.board import show_board
from feltherre.core.catalogue import languages, render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Setup
from feltherre.core.state import canonical
from feltherre.core.text import Text
from feltherre.games import normandy
from feltherre.games.normandy import board
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.tables import HALVES, amount
from feltherre.hexgame.actions import Attack
from normandy_table import Playing, hex_, opening, position

LOCALE = Path(normandy.__file__).parent / "locale"


def readable(text: Text) -> str:
    """A sentence in English; every language can say it."""
    for lang in languages():
        said = render(text, lang)
        assert "<" not in said
        assert "{" not in said
    return render(text, "en")


def caen(**more: Any) -> Playing:
    given = {"allied": {"1412": ["br-7-arm"], "1511": ["ca-3-inf"]}, "german": {"1512": ["de-711-inf"]}, **more}
    return position(**{"phase": "movement", **given})


# hexes and units


@each(
    "name told",
    ("1512", ["Terrain: city. It costs 1 to enter.", "Bridge to Troarn (1612), ", "At most 6 stacking points"]),
    ("utah", ["Beachhead: Americans and French land here."]),
    ("0121", ["German Start hex: reinforcements enter here."]),
    ("1712", ["River without a bridge towards", "Terrain: marsh. It costs 4 to enter."]),
    ("1610", ["Terrain: coast water. It costs 1 to enter."]),
    ("br-7-arm", ["Strength and movement 8-8, loss value 2.", "Comes in turn 1.°"]),
    ("de-flak-32", ["2 flak points"]),
    (
        "cb-longues",
        ["Strength and movement (2)-0", "It never moves, and attacks ships only.", "On the map at the start"],
    ),
    ("us-101-abn", ["It may be dropped in the first turn."]),
)
def test_what_there_is_to_say(name: str, told: list[str]) -> None:
    lines = [readable(line.text) for line in GAME.about(name)]
    for wanted in told:
        assert any(wanted in line for line in lines), lines
    rules = {line.rule for line in GAME.about(name)} - {None}
    assert rules <= {*GAME.ledger.rules}


def test_what_is_ours_is_marked() -> None:
    values = {name: readable(GAME.about(name)[1].text) for name in ("de-711-inf", "de-716-inf")}
    assert not values["de-711-inf"].endswith("°")  # the book has its strength
    assert values["de-716-inf"].endswith("°")


def test_a_look_tells_what_stands_there_now() -> None:
    play = caen(losses={"de-711-inf": 1})
    told = [readable(line.text) for line in GAME.look(play.state, (), "caen")]
    assert told[0].endswith(": 3-4, losses taken: 1")
    assert told[1] == "Held by the Germans."
    unit = [readable(line.text) for line in GAME.look(play.state, (), "br-7-arm")]
    assert "8-8" in unit[0]
    with pytest.raises(BadInput):
        GAME.look(play.state, (), "nowhere at all")


# overlays


def places(play: Playing, id_: str, role: str = "allied", picked: str = "") -> dict[str, str]:
    """hex -> what stands in it, of one overlay."""
    (found,) = [one for one in GAME.overlays(play.state, (role,), picked) if one.id == id_]
    readable(found.name)
    for broken in found.breaks:
        readable(broken.reason)
    for barred in found.barred:
        readable(barred.reason)
    return {tinted.place: tinted.label for tinted in found.places}


def test_zones_of_both_sides_seen_from_each() -> None:
    play = caen()
    assert places(play, "enemy-zones") == places(play, "own-zones", "german")
    assert "1513" in places(play, "enemy-zones")
    assert "1513" not in places(play, "own-zones")  # over the river


def test_supply_and_where_it_breaks() -> None:
    play = position(
        phase="movement",
        allied={"1717": ["br-7-arm"], "1310": ["ca-3-inf"]},
        german={"1718": ["de-21-pz"], "1616": ["de-711-inf"], "1818": ["de-716-inf"]},
    )
    assert "1717" not in places(play, "own-supply")
    assert "1310" in places(play, "own-supply")
    (own,) = [one for one in GAME.overlays(play.state, ("allied",), "") if one.id == "own-supply"]
    assert own.breaks


def test_flak_and_what_aircraft_add() -> None:
    play = caen(
        german={"1512": ["de-711-inf"], "1513": ["de-flak-32"], "1613": ["de-flak-sturm-1"]},
        flying={"bm-us-8af": "1612", "at-83-grp-1": "1612"},
    )
    flak = places(play, "flak")
    assert (flak["1613"], flak["1413"]) == ("4", "2")
    assert "1616" not in flak
    assert places(play, "interdiction") == {"1612": "+4/+2"}


def test_where_a_unit_can_go() -> None:
    play = caen()
    reach = places(play, "reach", picked="br-7-arm")
    assert reach == {hex_: amount(int(cost * HALVES)) for hex_, cost in play.reach("br-7-arm").items()}
    assert "3½" in reach.values()
    assert "1512" not in reach
    flying = caen(flying={"bm-us-8af": "1612"})
    assert "1925" in places(flying, "reach", picked="bm-us-8af")
    assert GAME.overlays(play.state, (), "cb-longues") == ()
    with pytest.raises(BadInput):
        GAME.overlays(play.state, (), "nobody")


def test_germans_see_the_way_under_aircraft_also_while_the_allies_move() -> None:
    over = {"at-83-grp-1": "1513"}
    free, hindered = caen(), caen(flying=over)
    assert places(free, "reach", picked="de-711-inf")["1513"] == "½"
    assert places(hindered, "reach", picked="de-711-inf")["1513"] == "1½"


# battles ahead


def test_attacks_that_are_open_are_seen_with_their_odds() -> None:
    play = caen(phase="combat", german={"1512": ["de-711-inf"], "1510": ["de-716-inf"]})
    seen = GAME.prospects(play.state, ())
    assert {one.place for one in seen} == {"1512", "1510"}
    for one in seen:
        assert "could attack" in readable(one.title)
        readable(one.assumption)
    (chosen,) = GAME.foreseen(play.state, "allied", Attack("1512", ("br-7-arm",)))
    assert "The Allies attack Caen" in readable(chosen.title)
    assert "8 against 6, 1-1" in readable(chosen.title)


def test_the_battle_under_way_is_the_only_one() -> None:
    play = caen(phase="combat", german={"1512": ["de-711-inf"], "1510": ["de-716-inf"]}, typed=True)
    play("attack 1512 with br-7-arm")
    assert [one.place for one in GAME.prospects(play.state, ())] == ["1512"]


# warnings


def warned(play: Playing, line: str) -> list[str]:
    """The keys of the warnings of the side that is asked; nothing has changed."""
    before = canonical(play.state)
    found = GAME.warnings(play.state, play.asked[0], GAME.notation.read(line))
    assert canonical(play.state) == before
    assert GAME.invariants(play.state) == []
    return [text.key.removeprefix("normandy.warning.") for text in found if readable(text)]


def test_a_way_out_of_supply_or_out_of_a_city() -> None:
    play = position(side="german", allied={"1510": ["br-7-arm"]}, german={"1512": ["de-711-inf"], "1612": ["de-21-pz"]})
    assert warned(play, "de-711-inf > 1613") == ["town-open"]
    assert warned(play, "de-21-pz > 1613") == []
    german = {"1312": ["de-21-pz"], "1412": ["de-716-inf"], "1414": ["de-711-inf"]}
    alone = position(allied={"1313": ["br-7-arm"], "1211": ["ca-3-inf"]}, german=german)
    assert "cut-off" in warned(alone, "br-7-arm > 1413")
    german = {"1511": ["de-21-pz"], "1311": ["de-716-inf"], "1413": ["de-711-inf"]}
    shield = position(allied={"1411": ["br-7-arm"], "1412": ["ca-3-inf"]}, german=german)
    assert "cuts-off" in warned(shield, "br-7-arm > 1310")


def test_phases_ended_early_and_poor_odds() -> None:
    play = caen()
    assert warned(play, "end movement")[:1] == ["unmoved"]
    fighting = caen(phase="combat", german={"1512": ["de-711-inf"], "1510": ["de-716-inf"]})
    assert warned(fighting, "end combat") == ["attacks"]
    assert warned(fighting, "attack 1512 with ca-3-inf") == []
    strong = caen(phase="combat", german={"1512": ["de-711-inf", "de-21-pz", "de-716-inf"]})
    assert warned(strong, "attack 1512 with ca-3-inf") == ["poor-odds"]
    assert warned(strong, "end combat") == []
    landing = position(phase="reinforcement", turn=3, allied={"1310": ["br-7-arm"]})
    assert warned(landing, "end reinforcement") == ["reinforcements"]


def test_an_answer_of_somebody_else_is_warned_of_nothing() -> None:
    assert GAME.warnings(caen().state, "umpire", GAME.notation.read("end movement")) == []
    with pytest.raises(Illegal):
        caen()("end combat")


# what is lost for good (SUP-5)


def test_a_start_hex_that_is_lost_is_marked_on_the_map_and_in_the_terminal() -> None:
    play = position("german", allied={"1412": ["br-7-arm"]}, german={"0707": ["de-352-inf"]})
    before = GAME.scene(play.state, ["allied"])
    assert ("closed" in before.places, before.words) == (False, {})
    play("de-352-inf > 0708")
    seen = GAME.scene(play.state, ["allied"])
    assert seen.places["closed"] == ("0708",)
    assert readable(seen.words["0708"]) == "lost for good"
    console = Console(width=200, file=StringIO(), record=True)
    show_board(console, GAME.board(Setup(())), seen)
    drawn = console.export_text()
    assert "^xUtah (0708)" in drawn
    assert "x Start hex or beachhead that is lost for good" in drawn


def test_the_legend_on_the_page_has_the_sign_of_what_is_lost() -> None:
    (entry,) = (entry for entry in GAME.board(Setup(())).legend if entry.kind == "closed")
    assert readable(entry.text) == "Start hex or beachhead that is lost for good"


def test_an_arrow_in_the_terminal_leaves_out_the_attackers_own_aircraft() -> None:
    play = caen(phase="combat", flying={"bm-us-8af": "1512"}, typed=True)("attack 1512 with br-7-arm + bm-us-8af")
    console = Console(width=200, file=StringIO(), record=True)
    show_board(console, GAME.board(Setup(())), GAME.scene(play.state, ["allied"]))
    (line,) = (line for line in console.export_text().splitlines() if " → " in line)
    assert line.split("against")[1].split() == ["711"]


# the words of what is told


def test_only_while_divisions_can_be_dropped_is_it_said_that_they_can() -> None:
    play = opening()
    assert play.prompt == "landing-first"
    play("drop us-82-abn 0608", "drop us-101-abn 0709")
    assert play.prompt == "landing-first"
    (last,) = {line.rpartition(" ")[0]: line for line in play.offered() if line.startswith("drop")}.values()
    play(last)
    assert play.prompt == "landing"


def test_whoever_ends_the_landing_without_a_drop_is_told_that_it_lapses() -> None:
    play = opening()
    while landing := [line for line in play.offered() if line.startswith("place ") and "-abn" not in line]:
        play(landing[0])
    assert warned(play, "end reinforcement") == ["reinforcements", "drop-lapses"]


def test_a_storm_is_told_with_all_that_it_keeps_from() -> None:
    told = readable(Text("normandy.event.weather.storm"))
    assert "the fleet gives no support" in told
    assert "each beachhead" in told


def test_a_start_hex_is_named_so_that_the_name_stands_in_a_sentence() -> None:
    assert readable(board.hex_name(hex_("3015"))) == "the Start hex on the road to Paris by Pacy (3015)"
    assert render(board.hex_name(hex_("3015")), "sv") == "Start-hexagonen på vägen till Paris över Pacy (3015)"


def test_in_swedish_what_befalls_a_unit_agrees_with_the_word_for_unit() -> None:
    said = [line for file in (LOCALE / "sv").glob("*.po") for line in file.read_text(encoding="utf-8").splitlines()]
    befalls = r" (är|skulle bli) (slag|isoler|instäng)|är den (slag|isol)"
    bent = re.compile(r"(enheten |Enhet\w+ )?(\{units?\}( \(\{side\}\))?|\bden)" + befalls)
    found = [match for line in said if "{unit" in line and (match := bent.search(line))]
    assert [match.string for match in found if match[1] is None] == []
    assert len(found) >= 6


@each(
    "lang verb",
    ("sv", r"rycker? (inte )?fram|flyttar in i"),
    ("nb", r"rykker (ikke )?fr[ae]m|rykke frem"),
    ("da", r"rykker (ikke )?frem|rykke frem"),
    ("en", r"[Mm]oves? in\b"),
)  # fmt: skip
def test_an_advance_has_one_word(lang: str, verb: str) -> None:
    files = [file.read_text(encoding="utf-8") for file in (LOCALE / lang).glob("*.po")]
    assert [line for text in files for line in text.splitlines() if re.search(verb, line)] == []
